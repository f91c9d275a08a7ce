"""Why a move is refused and what a move did, as facts with words for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..engine.faults import Event, Fault
from ..engine.words import Words
from . import judgement, placement, turn
from .notation import Deal, Move, Pass, Place, Take
from .state import NOBODY, TAKING, State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["WORDS", "Judgement", "events", "fault_of", "judgements", "tally"]

WORDS = Words("hexwidgets.monsterhex.rulebook")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What happened at a site: each faction's total, who held places 1 and 2, and who took which stones.

    ``first`` and ``second`` are None where the place was void or nobody's; ``taken`` maps the stones of a
    large site to their takers and is empty for a small one.
    """

    site: str
    size: str
    totals: Mapping[str, int]
    first: str | None
    second: str | None
    taken: Mapping[str, str]


# -- refusals -----------------------------------------------------------------------------------------

_RULE_OF = {
    placement.NOT_EMPTY: ("MH-PLACE-2", "not-empty"),
    placement.FIRST_ON_START: ("MH-PLACE-1", "start-cell"),
    placement.NOT_NEXT_TO_A_UNIT: ("MH-PLACE-2", "not-adjacent"),
    placement.NO_EQUAL_EDGE: ("MH-PLACE-3", "no-equal-edge"),
    placement.ONLY_START_CELLS: ("MH-PLACE-4", "only-start-cells"),
    turn.NOT_IN_HAND: ("MH-SETUP-1", "not-in-hand"),
    turn.PICK_DUE: ("MH-LARGE-6", "pick-due"),
    turn.NO_PICK_DUE: ("MH-LARGE-6", "no-pick-due"),
    turn.NOT_LYING_THERE: ("MH-LARGE-3", "not-lying-there"),
    turn.MUST_PLACE: ("MH-PLACE-6", "must-place"),
    turn.GAME_OVER: ("MH-END-1", "over"),
}


def fault_of(rules: MonsterHexRules, state: State, seat: str, move: Move, code: int) -> Fault:
    """The fault behind a code of `turn.fault`, with the facts of the position that the rule looked at."""
    rule, key = _RULE_OF[code]
    facts: dict[str, Any] = {"seat": seat, "move": str(move)}
    if isinstance(move, Place):
        facts.update(_placement_facts(rules, state, move, code))
        if code == placement.NOT_EMPTY:
            key = "occupied" if "holder" in facts else "no-cell"
    if isinstance(move, Take):
        facts["stone"] = move.stone
    if state.phase == TAKING:
        facts["site"] = rules.site_labels[state.site]
        facts["stones"] = _lying(rules, state, state.site)
    if code == turn.NOT_IN_HAND:
        facts["hand"] = [unit.name for unit in rules.hand(state.hand[state.slot], seat)]
    return Fault(rule, f"fault.{rule}.{key}", facts, WORDS)


def _placement_facts(rules: MonsterHexRules, state: State, move: Place, code: int) -> dict[str, Any]:
    facts: dict[str, Any] = {"unit": move.unit, "cell": move.cell, "rotation": move.rotation}
    board = rules.board
    place = board.labels.hex(move.cell)
    if code == placement.NOT_EMPTY and place in board.cells:
        holder = rules.unit_at(state, board.cells.index(place))
        if holder is not None:
            facts["holder"] = {holder.faction: holder.name}
    if code in (placement.FIRST_ON_START, placement.ONLY_START_CELLS):
        free = [i for i, start in enumerate(rules.table.start) if start and state.unit[i] < 0]
        facts["starts"] = [rules.cell_labels[i] for i in free]
    if code == placement.NO_EQUAL_EDGE:
        facts["edges"] = list(_edges(rules, state, move))
    return facts


def _edges(rules: MonsterHexRules, state: State, move: Place) -> Iterator[tuple[str, int, int]]:
    """MH-PLACE-3: each neighbouring unit's cell, the edge turned to it, and the edge it turns back."""
    cell = rules.cell_labels.index(move.cell)
    unit = rules.components.unit("", move.unit, move.rotation)
    for direction in range(6):
        other = rules.table.neighbour[cell][direction]
        neighbour = rules.unit_at(state, other) if other >= 0 else None
        if neighbour is not None:
            yield rules.cell_labels[other], unit.power(direction), neighbour.power((direction + 3) % 6)


# -- what happened --------------------------------------------------------------------------------------


def events(rules: MonsterHexRules, before: State, moves: Mapping[str, Move], after: State) -> tuple[Event, ...]:
    """What a move did: the move itself, then each judgement in order, then the end."""
    ((seat, move),) = moves.items()
    out = list(_move_events(rules, before, seat, move))
    for site in range(rules.table.sites):
        if after.judged[site] and not before.judged[site]:
            out.append(_judged(rules, after, site))
    result = rules.result(after)
    if result is not None:
        facts = {"winners": list(result.winners), "scores": rules.scores(after)}
        rule = {"points": "MH-WIN-1", "seven-stone": "MH-WIN-2", "shared-victory": "MH-WIN-3"}[result.reason]
        out.append(Event(rule, f"event.result.{result.reason}", facts, WORDS))
    return tuple(out)


def _move_events(rules: MonsterHexRules, before: State, seat: str, move: Move) -> Iterator[Event]:
    if isinstance(move, Deal):
        yield Event("MH-SETUP-1", "event.deal", {"seats": list(rules.seats)}, WORDS)
    elif isinstance(move, Pass):
        yield Event("MH-PLACE-6", "event.pass", {"seat": seat}, WORDS)
    elif isinstance(move, Place):
        facts = {"seat": seat, "unit": move.unit, "cell": move.cell, "rotation": move.rotation}
        yield Event("MH-TURN-1", "event.place", facts, WORDS)
    elif isinstance(move, Take):
        yield from _take_events(rules, before, seat, move)


def _take_events(rules: MonsterHexRules, before: State, seat: str, move: Take) -> Iterator[Event]:
    site = rules.site_labels[before.site]
    taken = {move.stone: seat}
    left = [stone for stone in _lying(rules, before, before.site) if stone != move.stone]
    if before.runner_up != NOBODY and left:
        taken[left[0]] = rules.seats[before.runner_up]
    facts = {"seat": seat, "site": site, "stone": move.stone, "taken": taken, "other": list(taken.values())[-1]}
    if len(taken) > 1:
        yield Event("MH-LARGE-3", "event.take.both", facts | {"left": left[0]}, WORDS)
    else:
        yield Event("MH-LARGE-4", "event.take.one", facts, WORDS)


def _judged(rules: MonsterHexRules, after: State, site: int) -> Event:
    large = site < rules.table.large_sites
    totals = tally(rules, after, site)
    facts: dict[str, Any] = {"site": rules.site_labels[site], "totals": totals}
    if large:
        return _judged_large(rules, after, site, facts)
    winner = after.first[site]
    facts.update(first=_name(rules, winner), second=None, taken={})
    if winner == NOBODY:
        return Event("MH-SMALL-2", "event.small.nobody", facts, WORDS)
    if len(totals) == 1:
        return Event("MH-SMALL-3", "event.small.own", facts, WORDS)
    by_rank = len(set(totals.values())) == 1
    rule, key = ("MH-SMALL-2", "rank") if by_rank else ("MH-SMALL-1", "power")
    return Event(rule, f"event.small.{key}", facts, WORDS)


def _judged_large(rules: MonsterHexRules, after: State, site: int, facts: dict[str, Any]) -> Event:
    places = judgement.large_places(rules.table, after, site)
    first, second = places // 8 - 1, places % 8 - 1
    facts.update(first=_name(rules, first), second=_name(rules, second), taken={})
    if first != NOBODY:
        key = "first-and-second" if second != NOBODY else "first"
        return Event("MH-LARGE-2", f"event.large.{key}", facts, WORDS)
    if second != NOBODY:
        return Event("MH-LARGE-3", "event.large.second", facts, WORDS)
    return Event("MH-LARGE-4", "event.large.nobody", facts, WORDS)


def judgements(happened: tuple[Event, ...]) -> dict[str, Judgement]:
    """The judgements among events, by site: what `_judged` found and the picks that followed."""
    out: dict[str, Judgement] = {}
    for event in happened:
        facts = event.facts
        if "totals" in facts:
            size = "large" if ".large." in event.key else "small"
            out[facts["site"]] = Judgement(
                facts["site"], size, facts["totals"], facts["first"], facts["second"], facts["taken"]
            )
        elif "taken" in facts:
            old = out[facts["site"]]
            out[old.site] = Judgement(old.site, old.size, old.totals, old.first, old.second, facts["taken"])
    return out


def tally(rules: MonsterHexRules, state: State, site: int) -> dict[str, int]:
    """MH-LARGE-1: the total of every faction present at a site, highest first."""
    slots = range(len(rules.seats))
    totals = {rules.seats[s]: judgement.site_total(rules.table, state, site, s) for s in slots}
    present = {seat: total for seat, total in totals.items() if total >= 0}
    return dict(sorted(present.items(), key=lambda item: -item[1]))


def _lying(rules: MonsterHexRules, state: State, site: int) -> list[str]:
    return [str(rules.stones[stone]) for stone in state.lying[site] if stone >= 0]


def _name(rules: MonsterHexRules, slot: int) -> str | None:
    return None if slot == NOBODY else rules.seats[slot]
