"""Questions about positions of Monster Hex: where a unit may go, what a site comes to, and who takes its stone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.faults import Event, Statement
from ..engine.teaching import Choice, Question, Quizzer, wander
from . import deciding, judgement
from .explain import WORDS, tally
from .notation import Place
from .state import PLACING, State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["QUIZZES"]

_NOBODY = "nobody"
_REASONS = 5  # told at most


def _said(rule: str, key: str, **facts: Any) -> Statement:
    return Statement(rule, f"quiz.{key}", facts, WORDS)


def _placements(rules: MonsterHexRules, luck: random.Random) -> Iterator[tuple[State, Place, State]]:
    """Placements of games played at random, without end."""
    while True:
        for before, (move,), after in wander(rules, luck):
            if isinstance(move, Place) and before.placed:
                yield before, move, after


# -- where may it go? ---------------------------------------------------------------------------------------------


def legal_cells(rules: MonsterHexRules, luck: random.Random, level: int) -> Question:
    """MH-PLACE-1 to 5: the cells for a unit in hand, as it lies at level 1, however it is turned above."""
    wanted = 1 + luck.randrange(6 * level)
    for number, (state, _, _) in enumerate(_placements(rules, luck)):
        if number < wanted or state.phase != PLACING:
            continue
        table, faction = rules.table, rules.factions[deciding.slot_to_place(rules.table, state)]
        hand = rules.hand(state.hand[deciding.pile_to_place(table, state)], faction)
        unit = hand[luck.randrange(len(hand))].name
        legal = [move for move in rules.moves(state, rules.to_move(state)[0]) if isinstance(move, Place)]
        fits = {
            move.cell: str(move) for move in reversed(legal) if move.unit == unit and (level > 1 or not move.rotation)
        }
        if fits:
            break
    key = "where-turned" if level > 1 else "where"
    seat = rules.to_move(state)[0]

    def why(given: frozenset[str]) -> tuple[Statement, ...]:
        extra = [cell for cell in rules.cell_labels if cell in given and cell not in fits]
        faults = (rules.fault(state, seat, Place(unit, cell, 0)) for cell in extra[:_REASONS])
        missed = [cell for cell in rules.cell_labels if cell in fits and cell not in given]
        ways = (_said("MH-PLACE-3", "goes", unit=unit, move=fits[cell], cell=cell) for cell in missed[:_REASONS])
        return (*(fault for fault in faults if fault is not None), *ways)

    return Question(
        kind="legal-cells",
        rules=rules,
        position=rules.position(state),
        form="mark",
        text=_said("MH-PLACE-3", key, faction=faction, unit=unit),
        answer=frozenset(fits),
        why=why,
        places=rules.cell_labels,
    )


# -- who takes this stone? ------------------------------------------------------------------------------------------


def who_takes(rules: MonsterHexRules, luck: random.Random, level: int) -> Question:
    """MH-SMALL-1 to 3, MH-LARGE-1 to 3: who takes the stone of a small site (level 1) or comes first at a large one."""
    size, skip = "small" if level == 1 else "large", luck.randrange(4)
    for before, move, after in _placements(rules, luck):
        judged = [event for event in _judged(rules, before, move, after) if event.facts.get("size") == size]
        skip -= bool(judged)
        if judged and skip < 0 and rules.to_move(after):
            break
    event = judged[0]
    site, present = event.facts["site"], list(event.facts["totals"])
    key, first = "who-takes" if level == 1 else "who-leads", event.facts["first"]
    names = [faction for faction in rules.factions if faction in present]
    return Question(
        kind="who-takes",
        rules=rules,
        position=rules.position(before),
        form="choose",
        text=_said(event.rule, key, site=site),
        answer=frozenset([first or _NOBODY]),
        why=lambda given: (event,),
        choices=(
            *(Choice(name, _said(event.rule, "faction", faction=name)) for name in names),
            Choice(_NOBODY, _said(event.rule, "nobody")),
        ),
        shown=rules.position(after),
        hidden=("notes",),
    )


def _judged(rules: MonsterHexRules, before: State, move: Place, after: State) -> Sequence[Event]:
    if before.judged == after.judged:
        return ()
    return [event for event in rules.events(before, {rules.seats[before.slot]: move}, after) if "totals" in event.facts]


# -- what does it come to? ------------------------------------------------------------------------------------------


def totals(rules: MonsterHexRules, luck: random.Random, level: int) -> Question:
    """MH-LARGE-1: the total of a faction at a large site; above level 1 of one with several units there."""
    skip = luck.randrange(8)
    for _, _, state in _placements(rules, luck):
        found = [
            (site, faction, total)
            for site in range(rules.table.large_sites)
            for faction, total in tally(rules, state, site).items()
            if not state.judged[site] and len(_powers(rules, state, site, faction)) >= min(level, 3)
        ]
        skip -= bool(found)
        if found and skip < 0 and rules.to_move(state):
            break
    site, faction, total = found[luck.randrange(len(found))]
    label, powers = rules.site_labels[site], _powers(rules, state, site, faction)
    numbers = sorted({total, max(0, total - 1 - luck.randrange(2)), total + 1 + luck.randrange(2), total + 4})
    because = _said("MH-LARGE-1", "sum", faction=faction, site=label, total=total, powers=_list(powers))
    return Question(
        kind="totals",
        rules=rules,
        position=rules.position(state),
        form="choose",
        text=_said("MH-LARGE-1", "total", faction=faction, site=label),
        answer=frozenset([str(total)]),
        why=lambda given: (because,),
        choices=tuple(Choice(str(number), _said("MH-LARGE-1", "number", number=number)) for number in numbers),
        hidden=("notes",),
    )


def _list(powers: Mapping[str, int]) -> list[str]:
    return [f"{cell} {power}" for cell, power in powers.items()]


def _powers(rules: MonsterHexRules, state: State, site: int, faction: str) -> dict[str, int]:
    """The power that each unit of a faction turns to a site, by cell."""
    out = {}
    for around in range(6):
        cell = judgement.cell_around(rules.table, site, around)
        unit = rules.unit_at(state, cell) if cell >= 0 else None
        if unit is not None and unit.faction == faction:
            out[rules.cell_labels[cell]] = judgement.power_at(rules.table, state, site, around)
    return out


QUIZZES: dict[str, Quizzer] = {"legal-cells": legal_cells, "who-takes": who_takes, "totals": totals}
