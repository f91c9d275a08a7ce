"""What a move did, worked out: why it was legal, each judgement as a sum, and what stones and goals were worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..engine.faults import Event, Statement
from . import deciding, judgement, placement
from .components import RANKS
from .explain import WORDS
from .goals import goal_value
from .notation import Move, Place
from .refusals import shared_edges
from .state import DIRECTIONS, SITES, TILES, State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["worked"]

_ARROW, _MINUS = "\N{RIGHTWARDS ARROW}", "\N{MINUS SIGN}"


def worked(
    rules: MonsterHexRules, before: State, moves: Mapping[str, Move], after: State, events: Sequence[Event]
) -> Iterator[Statement]:
    """The events of a decision, each followed by the steps behind it."""
    for event in events:
        yield event
        if event.key in ("event.place", "event.place-shared"):
            (move,) = moves.values()
            assert isinstance(move, Place)
            yield from _placed(rules, before, move)
        if "totals" in event.facts:
            yield from _judged(rules, after, event.facts)
        if scored := _stones(event.facts):
            yield from (_stone(rules, stone, taker) for stone, taker in scored.items())
        if event.key == "event.reward":
            yield _reward(rules, after, event.facts)
        if event.key == "event.goals":
            yield from _goals(rules, after, event.facts["seat"])


def _said(rule: str, key: str, **facts: Any) -> Statement:
    return Statement(rule, f"explain.{key}", facts, WORDS)


# -- placing ---------------------------------------------------------------------------------------------------


def _placed(rules: MonsterHexRules, before: State, move: Place) -> Iterator[Statement]:
    """MH-PLACE-1 to 5, MH-SCATTER: by which rule a unit could be placed so."""
    facts: dict[str, Any] = {"unit": move.unit, "cell": move.cell, "rotation": move.rotation}
    if before.placed == 0:
        yield _said("MH-PLACE-1", "first", **facts)
        return
    edges = dict(shared_edges(rules, before, move.unit, move.cell, move.rotation))
    marks = [(move.cell, direction, int(own == other)) for direction, (_, own, other) in edges.items()]
    if equal := [(cell, own) for cell, own, other in edges.values() if own == other]:
        yield _said("MH-PLACE-3", "equal", **facts, equal=equal, edges=list(edges.values()), marks=marks)
        return
    table, slot, tile = rules.table, deciding.slot_to_place(rules.table, before), rules.units.index(move.unit)
    hand = before.hand[deciding.pile_to_place(table, before)]
    if placement.scatters(table, before, slot, tile) and placement.can_place(table, before, hand):
        yield _said("MH-SCATTER", "scatter", **facts)
    elif move.cell in (rules.cell_labels[cell] for cell in range(table.cells) if table.start[cell]):
        yield _said("MH-PLACE-4", "start", **facts)
    else:
        yield _said("MH-PLACE-5", "anywhere", **facts)


# -- judging ---------------------------------------------------------------------------------------------------


def _judged(rules: MonsterHexRules, after: State, facts: Mapping[str, Any]) -> Iterator[Statement]:
    """MH-SMALL-1, MH-LARGE-1, MH-PETRIFY-3: the sums at a site, and who holds which place by them."""
    label, size, totals = facts["site"], facts["size"], facts["totals"]
    site = SITES + rules.cell_labels.index(label) if size == "petrified" else rules.site_labels.index(label)
    if size == "small" and len(totals) == 1:
        return  # MH-SMALL-3: no rivals to compare
    rule = "MH-SMALL-1" if size == "small" else "MH-LARGE-1"
    for faction, total in totals.items():
        terms = list(_terms(rules, after, site, rules.factions.index(faction)))
        yield _said(rule, "sum", site=label, faction=faction, terms=terms, total=total)
    if size == "small":
        yield from _small(rules, after, site, totals)
        return
    yield from _places(rules, totals)
    first = facts["first"]
    if size == "large" and first and judgement.overwhelms(rules.table, after, site, rules.factions.index(first)):
        other = max((total for faction, total in totals.items() if faction != first), default=0)
        factor = rules.table.overwhelm
        yield _said("MH-OVER-1", "overwhelm", faction=first, total=totals[first], factor=factor, other=other)


def _terms(rules: MonsterHexRules, after: State, site: int, slot: int) -> Iterator[tuple[Any, ...]]:
    """Each edge that counts for a faction: cell, direction, how it is written, printed power, counters, and power."""
    for around in range(DIRECTIONS):
        cell = judgement.cell_around(rules.table, site, around)
        if cell < 0 or after.unit[cell] < 0 or after.unit[cell] // TILES != slot:
            continue
        direction = rules.table.site_edge[site][around] if site < SITES else (around + 3) % DIRECTIONS
        unit = rules.unit_at(after, cell)
        assert unit is not None
        printed, counters, power = (
            unit.power(direction),
            unit.counters,
            judgement.power_at(rules.table, after, site, around),
        )
        yield rules.cell_labels[cell], direction, _written(printed, counters, power), printed, counters, power


def _written(printed: int, counters: int, power: int) -> str:
    """A power with its counters: 5, (4+1), or where the floor holds it up (1−2→0)."""
    if not counters:
        return str(power)
    floor = "" if power == printed + counters else f"{_ARROW}{power}"
    return f"({printed}{'+' if counters > 0 else _MINUS}{abs(counters)}{floor})"


def _small(rules: MonsterHexRules, after: State, site: int, totals: Mapping[str, int]) -> Iterator[Statement]:
    """MH-SMALL-2: the ranks, where the powers do not decide."""
    if len(set(totals.values())) > 1:
        return
    cells = rules.table.site_cell[site][:2]
    ranks = {rules.factions[after.unit[c] // TILES]: rules.units[after.unit[c] % TILES][0] for c in cells}
    one, two = sorted(ranks.items(), key=lambda item: RANKS.index(item[1]))
    key = "ranks" if one[1] != two[1] else "same-rank"
    yield _said("MH-SMALL-2", key, faction=one[0], rank=one[1], other=two[0], lower=two[1])


def _places(rules: MonsterHexRules, totals: Mapping[str, int]) -> Iterator[Statement]:
    """MH-LARGE-2 and 3: the two highest places with those who hold them; tied ones are void, or struck out."""
    place = 0
    for total, tied in groupby(totals.items(), key=lambda item: item[1]):
        factions = [faction for faction, _ in tied]
        if len(factions) > 1 and rules.table.large_tie_moves_up:
            yield _said("MH-LARGE-3", "struck", factions=factions, total=total)
            continue
        place += 1
        key = "place" if len(factions) == 1 else "void"
        yield _said("MH-LARGE-2", key, place=place, factions=factions, total=total)
        if place == 2:
            return


# -- what it was worth -------------------------------------------------------------------------------------------


def _stones(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """The stones that an event gives, by their names, with who takes them."""
    if "won" in facts:
        return dict.fromkeys(facts["won"], facts["first"])
    taken: Mapping[str, str] = facts.get("taken", {})
    return taken if "totals" not in facts else {}


def _stone(rules: MonsterHexRules, name: str, taker: str) -> Statement:
    """MH-LARGE-5: what a stone scores, with the bonus for the own colour."""
    stone = next(stone for stone in rules.stones if str(stone) == name)
    bonus = rules.table.colour_bonus if stone.colour == taker else 0
    facts = {"stone": name, "faction": taker, "points": stone.points, "bonus": bonus, "worth": stone.points + bonus}
    return _said("MH-LARGE-5", "stone-own-colour" if stone.colour == taker else "stone", **facts)


def _reward(rules: MonsterHexRules, after: State, facts: Mapping[str, Any]) -> Statement:
    """MH-REWARD: the marked units at a site, with what each earns."""
    label, slot = facts["site"], rules.factions.index(facts["seat"])
    site = rules.site_labels.index(label) if label in rules.site_labels else SITES + rules.cell_labels.index(label)
    around = (judgement.cell_around(rules.table, site, n) for n in range(DIRECTIONS))
    own = [cell for cell in around if cell >= 0 and after.unit[cell] >= 0 and after.unit[cell] // TILES == slot]
    earned = [
        (rules.cell_labels[cell], rules.units[tile], rules.table.reward[rules.table.mark[tile]])
        for cell in own
        if rules.table.mark[tile := after.unit[cell] % TILES]
    ]
    return _said("MH-REWARD", "reward", site=label, seat=facts["seat"], earned=earned, points=facts["points"])


def _goals(rules: MonsterHexRules, after: State, seat: str) -> Iterator[Statement]:
    """MH-GOAL-2: each goal that gives a seat points."""
    slot = rules.seats.index(seat)
    for index, goal in enumerate(rules.components.goals):
        if (after.goal[slot] | after.open_goal) >> index & 1:
            points = goal_value(rules.table, after, slot, index)
            if points:
                titled = f"goal-title.{goal.number}" in WORDS.keys("en")
                facts = {"seat": seat, "number": goal.number, "points": points}
                yield _said("MH-GOAL-2", "goal" if titled else "goal-number", **facts)
