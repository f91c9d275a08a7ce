"""Questions about positions of Monster Hex: where a unit may go, what a site comes to, and who takes its stone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.faults import Event, Statement
from ..engine.teaching import Choice, Question, Quizzer, choose, wander
from . import deciding, judgement
from .explain import WORDS, tally
from .notation import Place
from .state import PLACING, State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["NAMES", "QUIZZES"]

_NOBODY = "nobody"
_REASONS = 5  # told at most


def _said(rule: str, key: str, **facts: Any) -> Statement:
    return Statement(rule, f"quiz.{key}", facts, WORDS)


def _placements(rules: MonsterHexRules, luck: random.Random) -> Iterator[tuple[State, Place, State]]:
    """Placements of games played at random."""
    for before, (move,), after in wander(rules, luck):
        if isinstance(move, Place) and before.placed:
            yield before, move, after


# -- where may it go? ---------------------------------------------------------------------------------------------


def legal_cells(rules: MonsterHexRules, luck: random.Random, level: int) -> Question | None:
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
    else:
        return None
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


def who_takes(rules: MonsterHexRules, luck: random.Random, level: int) -> Question | None:
    """MH-SMALL-1 to 3, MH-LARGE-1 to 3: who takes the stone of a small site (level 1) or comes first at a large one."""
    size, skip = "small" if level == 1 else "large", luck.randrange(4)
    for before, move, after in _placements(rules, luck):
        judged = [event for event in _judged(rules, before, move, after) if event.facts.get("size") == size]
        skip -= bool(judged)
        if judged and skip < 0 and rules.to_move(after):
            break
    else:
        return None
    event = judged[0]
    present = [faction for faction in rules.factions if faction in event.facts["totals"]]
    return choose(
        "who-takes",
        rules,
        rules.position(before),
        _said(event.rule, "who-takes" if level == 1 else "who-leads", site=event.facts["site"]),
        choices=(
            *(Choice(name, _said(event.rule, "faction", faction=name)) for name in present),
            Choice(_NOBODY, _said(event.rule, "nobody")),
        ),
        answer=event.facts["first"] or _NOBODY,
        because=event,
        shown=rules.position(after),
        hidden=("notes",),
    )


def _judged(rules: MonsterHexRules, before: State, move: Place, after: State) -> Sequence[Event]:
    if before.judged == after.judged:
        return ()
    return [event for event in rules.events(before, {rules.seats[before.slot]: move}, after) if "totals" in event.facts]


# -- what does it come to? ------------------------------------------------------------------------------------------


def totals(rules: MonsterHexRules, luck: random.Random, level: int) -> Question | None:
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
    else:
        return None
    site, faction, total = found[luck.randrange(len(found))]
    label, powers = rules.site_labels[site], _powers(rules, state, site, faction)
    numbers = sorted({total, max(0, total - 1 - luck.randrange(2)), total + 1 + luck.randrange(2), total + 4})
    return choose(
        "totals",
        rules,
        rules.position(state),
        _said("MH-LARGE-1", "total", faction=faction, site=label),
        choices=(Choice(str(number), _said("MH-LARGE-1", "number", number=number)) for number in numbers),
        answer=total,
        because=_said("MH-LARGE-1", "sum", faction=faction, site=label, total=total, powers=_list(powers)),
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
NAMES = {kind: _said("", f"name-{kind}") for kind in QUIZZES}
