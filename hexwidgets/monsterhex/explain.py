"""What a move did, as facts with words for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..engine.faults import Event
from ..engine.words import Words
from . import deciding, judgement
from .notation import Choose, Deal, Decline, Move, Pass, Place, Take, Use
from .state import ABILITIES, CHOOSING, DEAL, NOBODY, OVER, SITES, TILES, State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["WORDS", "Judgement", "events", "judgements", "lying", "tally"]

WORDS = Words("hexwidgets.monsterhex.rulebook")


@dataclass(frozen=True, slots=True)
class Judgement:
    """What happened at a site: each faction's total, who held places 1 and 2, and who took which stones.

    ``size`` is "large", "small" or "petrified"; ``first`` and ``second`` are None where the place was void
    or nobody's; ``taken`` maps stones to their takers and is empty where none was taken.
    """

    site: str
    size: str
    totals: Mapping[str, int]
    first: str | None
    second: str | None
    taken: Mapping[str, str]


# -- what happened --------------------------------------------------------------------------------------


def events(rules: MonsterHexRules, before: State, moves: Mapping[str, Move], after: State) -> tuple[Event, ...]:
    """What a move did: the move itself, each judgement in order, skipped turns, goals, the end.

    Whatever scores says so in the fact ``scored``, points by faction: all of a game's together are its scores.
    """
    ((seat, move),) = moves.items()
    out = list(_move_events(rules, before, seat, move))
    for site in range(rules.table.sites):
        if after.judged[site] and not before.judged[site]:
            out += _judged(rules, before, after, site)
    for made in range(after.made):
        if after.made_holder[made] != -1 and (made >= before.made or before.made_holder[made] == -1):
            out += _judged_petrified(rules, after, made)
    out += _drawn(rules, before, after)
    out += _skipped(rules, before, after)
    if after.phase == OVER and before.phase != OVER:
        out += _goals(rules, after)
        out.append(_end(rules, after))
    return tuple(out)


def _move_events(rules: MonsterHexRules, before: State, seat: str, move: Move) -> Iterator[Event]:
    if isinstance(move, Deal):
        yield Event("MH-SETUP-1", "event.deal", {"seats": list(rules.seats)}, WORDS, reveals=True)
    elif isinstance(move, Pass):
        yield Event("MH-PLACE-6", "event.pass", {"seat": seat}, WORDS)
    elif isinstance(move, Place):
        faction = rules.factions[deciding.slot_to_place(rules.table, before)]
        facts = {"seat": seat, "faction": faction, "unit": move.unit, "cell": move.cell, "rotation": move.rotation}
        if faction == seat:
            yield Event("MH-TURN-1", "event.place", facts, WORDS)
        else:
            yield Event("MH-SHARED-3", "event.place-shared", facts, WORDS)
    elif isinstance(move, Take):
        yield from _take_events(rules, before, seat, move)
    elif isinstance(move, Choose):
        yield Event("MH-ABIL-1", "event.choose", {"seat": seat, "ability": move.ability}, WORDS)
    elif isinstance(move, Use):
        yield _use_event(rules, before, seat, move)
    elif isinstance(move, Decline):
        facts = {"seat": seat, "ability": ABILITIES[before.ability[before.slot]]}
        yield Event("MH-ABIL-2", "event.decline", facts, WORDS)


_RULE_OF_ABILITY = {"blitz": "MH-BLITZ-1", "petrify": "MH-PETRIFY-1"}


def _use_event(rules: MonsterHexRules, before: State, seat: str, move: Use) -> Event:
    facts: dict[str, Any] = {"seat": seat, "ability": move.ability, "cell": move.cell, "rotation": move.rotation}
    if move.cell is not None:
        cell = rules.board.cells.index(rules.board.labels.hex(move.cell))
        target = rules.unit_at(before, cell)
        facts["target"] = {target.faction: target.name} if target else {}
        strength = rules.table.mark[before.unit[before.last] % TILES]
        amounts = {"enchant": rules.table.enchant, "curse": rules.table.curse, "petrify": rules.table.petrify}
        facts["amount"] = amounts[move.ability][strength] if move.ability in amounts else 0
    rule = _RULE_OF_ABILITY.get(move.ability, f"MH-{move.ability.upper()}")
    return Event(rule, f"event.use.{move.ability}", facts, WORDS, reveals=move.ability == "scheme")


def _take_events(rules: MonsterHexRules, before: State, seat: str, move: Take) -> Iterator[Event]:
    site, taker = rules.site_labels[before.site], rules.factions[before.taker]
    taken = {move.stone: taker}
    left = [stone for stone in lying(rules, before, before.site) if stone != move.stone]
    if before.runner_up != NOBODY and left:
        taken[left[0]] = rules.factions[before.runner_up]
    facts: dict[str, Any] = {"seat": taker, "by": seat, "site": site, "stone": move.stone, "taken": taken}
    facts["scored"] = _worth(rules, taken)
    if len(taken) > 1:
        facts |= {"left": left[0], "other": taken[left[0]]}
        yield Event("MH-LARGE-3", "event.take.both", facts, WORDS)
    else:
        yield Event("MH-LARGE-4", "event.take.one", facts, WORDS)


def _judged(rules: MonsterHexRules, before: State, after: State, site: int) -> Iterator[Event]:
    totals = tally(rules, after, site)
    facts: dict[str, Any] = {"site": rules.site_labels[site], "size": "small", "totals": totals, "taken": {}}
    if site < rules.table.large_sites:
        yield from _judged_large(rules, after, site, facts | {"size": "large"}, lying(rules, before, site))
        return
    winner = after.first[site]
    facts.update(first=_name(rules, winner), second=None)
    if winner != NOBODY:
        facts["scored"] = {rules.factions[winner]: rules.table.small_points}
    if winner == NOBODY:
        rule = "MH-SMALL-3" if len(totals) == 1 else "MH-SMALL-2"
        yield Event(rule, "event.small.nobody", facts, WORDS)
    elif len(totals) == 1:
        yield Event("MH-SMALL-3", "event.small.own", facts, WORDS)
    elif len(set(totals.values())) == 1:
        yield Event("MH-SMALL-2", "event.small.rank", facts, WORDS)
    else:
        yield Event("MH-SMALL-1", "event.small.power", facts, WORDS)


def _judged_large(
    rules: MonsterHexRules, after: State, site: int, facts: dict[str, Any], lay: list[str]
) -> Iterator[Event]:
    first, second = after.first[site], after.second[site]
    facts.update(first=_name(rules, first), second=_name(rules, second))
    if judgement.overwhelms(rules.table, after, site, first):
        won = dict.fromkeys(lay, rules.factions[first])
        yield Event("MH-OVER-1", "event.large.overwhelm", facts | {"won": lay, "scored": _worth(rules, won)}, WORDS)
    elif first != NOBODY:
        key = "first-and-second" if second != NOBODY else "first"
        yield Event("MH-LARGE-2", f"event.large.{key}", facts, WORDS)
    elif second != NOBODY:
        yield Event("MH-LARGE-3", "event.large.second", facts, WORDS)
    else:
        yield Event("MH-LARGE-4", "event.large.nobody", facts, WORDS)
    yield from _rewarded(rules, after, site, first)


def _rewarded(rules: MonsterHexRules, after: State, site: int, first: int) -> Iterator[Event]:
    points = judgement.reward_points(rules.table, after, site, first)
    if points:
        seat = rules.factions[first]
        place = rules.site_labels[site] if site < SITES else rules.cell_labels[site - SITES]
        facts = {"seat": seat, "site": place, "points": points, "scored": {seat: points}}
        yield Event("MH-REWARD", "event.reward", facts, WORDS)


def _worth(rules: MonsterHexRules, taken: Mapping[str, str]) -> dict[str, int]:
    """MH-LARGE-5: the points of taken stones, by faction."""
    worth: dict[str, int] = {}
    for name, faction in taken.items():
        stone = next(stone for stone in rules.stones if str(stone) == name)
        bonus = rules.table.colour_bonus if stone.colour == faction else 0
        worth[faction] = worth.get(faction, 0) + stone.points + bonus
    return worth


def _judged_petrified(rules: MonsterHexRules, after: State, made: int) -> Iterator[Event]:
    first, second = after.made_first[made], after.made_second[made]
    taker, stone = after.made_holder[made], f"N{after.made_points[made]}"
    facts = {
        "site": rules.cell_labels[after.made_cell[made]],
        "size": "petrified",
        "totals": tally(rules, after, SITES + after.made_cell[made]),
        "first": _name(rules, first),
        "second": _name(rules, second),
        "taken": {stone: rules.factions[taker]} if taker >= 0 else {},
        "points": after.made_points[made],
    }
    if taker >= 0:
        facts["seat"] = rules.factions[taker]
        facts["scored"] = {rules.factions[taker]: after.made_points[made]}
        yield Event("MH-PETRIFY-3", "event.petrified.taken", facts, WORDS)
    else:
        yield Event("MH-PETRIFY-3", "event.petrified.nobody", facts, WORDS)
    yield from _rewarded(rules, after, SITES + after.made_cell[made], first)


def _drawn(rules: MonsterHexRules, before: State, after: State) -> Iterator[Event]:
    """MH-REFILL-1, MH-SHARED-4: who drew how many units. Their names stay with their seat."""
    if before.phase == DEAL:
        return
    for pile, drawn in enumerate(after.drawn[: len(rules.piles)]):
        count = drawn - before.drawn[pile]
        if count:
            seat = rules.seats[pile % len(rules.seats)]
            rule = "MH-REFILL-1" if pile < len(rules.seats) else "MH-SHARED-4"
            yield Event(rule, "event.draw", {"seat": seat, "count": count}, WORDS, reveals=True)


def _skipped(rules: MonsterHexRules, before: State, after: State) -> Iterator[Event]:
    """MH-BLITZ-2: the turns between the one before and the one after that nobody had."""
    if before.phase in (DEAL, CHOOSING):
        return
    steps = len(rules.seats) + rules.table.shared
    at, end = before.round * steps + before.step, after.round * steps + after.step
    for number in range(at + 1, end):
        ghost = after.copy()
        ghost.round, ghost.step = divmod(number, steps)
        seat = rules.seats[deciding.slot_of_step(rules.table, ghost)]
        yield Event("MH-BLITZ-2", "event.skipped", {"seat": seat}, WORDS)


def _goals(rules: MonsterHexRules, after: State) -> Iterator[Event]:
    for slot, seat in enumerate(rules.seats):
        if after.goal[slot] | after.open_goal:
            points = after.goal_score[slot]
            facts = {"seat": seat, "points": points, "scored": {seat: points}}
            yield Event("MH-GOAL-2", "event.goals", facts, WORDS)


def _end(rules: MonsterHexRules, after: State) -> Event:
    result = rules.result(after)
    assert result is not None  # the game is over
    facts = {"winners": list(result.winners), "scores": rules.scores(after)}
    rule = {
        "points": "MH-WIN-1",
        "seven-stone": "MH-WIN-2",
        "shared-victory": "MH-WIN-3",
        "beaten-by-shared": "MH-SHARED-5",
    }[result.reason]
    return Event(rule, f"event.result.{result.reason}", facts, WORDS)


def judgements(happened: tuple[Event, ...]) -> dict[str, Judgement]:
    """The judgements among events, by site: what was found and the picks that followed."""
    out: dict[str, Judgement] = {}
    for event in happened:
        facts = event.facts
        if "totals" in facts:
            names = ("site", "size", "totals", "first", "second", "taken")
            out[facts["site"]] = Judgement(**{name: facts[name] for name in names})
            if "won" in facts:
                taken = dict.fromkeys(facts["won"], facts["first"])
                out[facts["site"]] = replace(out[facts["site"]], taken=taken)
        elif "taken" in facts:
            out[facts["site"]] = replace(out[facts["site"]], taken=facts["taken"])
    return out


def tally(rules: MonsterHexRules, state: State, site: int) -> dict[str, int]:
    """MH-LARGE-1: the total of every faction present at a site, highest first."""
    totals = {f: judgement.site_total(rules.table, state, site, s) for s, f in enumerate(rules.factions)}
    present = {faction: total for faction, total in totals.items() if total >= 0}
    return dict(sorted(present.items(), key=lambda item: -item[1]))


def lying(rules: MonsterHexRules, state: State, site: int) -> list[str]:
    """The stones on a large site, by name."""
    return [str(rules.stones[stone]) for stone in state.lying[site] if stone >= 0]


def _name(rules: MonsterHexRules, slot: int) -> str | None:
    return None if slot == NOBODY else rules.factions[slot]
