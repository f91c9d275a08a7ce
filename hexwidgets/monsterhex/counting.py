"""What is counted of games of Monster Hex (see engine/tally.py): what units, cells, abilities, goals, stones bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..engine.kernel import kernel
from ..engine.tally import Group, Tally
from ..hexgrid import Hex, Orientation
from .deciding import slot_to_place
from .goals import goal_value
from .judgement import reward_points, site_total
from .notation import Deal
from .state import (
    ABILITIES,
    CELLS,
    CHOOSE,
    DIRECTIONS,
    EMPTY,
    GOALS,
    NOBODY,
    PASS,
    PLACE,
    REWARD,
    SITES,
    SLOTS,
    STONES,
    TILES,
    USE,
    State,
    Table,
)
from .turn import apply, winners

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["TALLY", "close", "counted"]

_KINDS = 9  # of abilities, none of them included

# Where groups of keys begin.
_UNIT = 0
_CELL = _UNIT + TILES
_ABILITY = _CELL + CELLS
_USE = _ABILITY + _KINDS
_GOAL = _USE + _KINDS
_RIVALS = _GOAL + GOALS
_LEAD = _RIVALS + SITES
_STONE = _LEAD + SITES
_WON = _STONE + STONES
_KEYS = _WON + CELLS

# What is remembered: two stones and whether it was judged for each site, and the ability that the turn has seen.
_LYING = 2 * _KEYS
_JUDGED = _LYING + 2 * SITES
_USED = _JUDGED + SITES
_ROOM = 3 * SITES + 1


@kernel
def counted(table: Table, state: State, move: int, tally: Any) -> None:
    """Make a legal move, in place, and count what it brought to the faction of the unit that was laid last."""
    kind = move >> 14
    if kind in (CHOOSE, PASS):
        apply(table, state, move)
        return
    if kind == PLACE:
        slot, tile, cell = slot_to_place(table, state), move >> 10 & 15, move >> 3 & 127
        tally[2 * (_UNIT + tile)] += 1
        tally[2 * (_CELL + cell)] += 1
        tally[_USED] = 0
    else:
        cell = int(state.last)
        slot, tile = state.unit[cell] // TILES, state.unit[cell] % TILES
    if kind == USE:
        tally[_USED] = move >> 10 & 15
        tally[2 * (_USE + tally[_USED])] += 1
    before = state.score[slot] - state.goal_score[slot]
    for i in range(DIRECTIONS):
        site = table.cell_site[cell][i]
        if site < 0:
            break
        tally[_JUDGED + site] = state.judged[site]
        tally[_LYING + 2 * site] = state.lying[site][0]
        tally[_LYING + 2 * site + 1] = state.lying[site][1]
    apply(table, state, move)
    gain = state.score[slot] - state.goal_score[slot] - before
    tally[2 * (_UNIT + tile) + 1] += gain
    tally[2 * (_CELL + cell) + 1] += gain
    if tally[_USED] > 0:
        tally[2 * (_USE + tally[_USED]) + 1] += gain
    for i in range(DIRECTIONS):
        site = table.cell_site[cell][i]
        if site < 0:
            break
        if state.judged[site] == 1 and tally[_JUDGED + site] == 0:
            _count_site(table, state, site, tally)


@kernel
def _count_site(table: Table, state: State, site: int, tally: Any) -> None:
    """How contested a site was that has just been judged, and the stones on it; what Reward paid there."""
    rivals, best, second = 0, 0, 0
    for slot in range(SLOTS):
        total = site_total(table, state, site, slot)
        if total >= 0:
            rivals += 1
            if total > best:
                best, second = total, best
            elif total > second:
                second = total
    tally[2 * (_RIVALS + site)] += 1
    tally[2 * (_RIVALS + site) + 1] += rivals
    tally[2 * (_LEAD + site)] += 1
    tally[2 * (_LEAD + site) + 1] += best - second
    if site >= table.large_sites:
        return
    for i in range(2):
        stone = tally[_LYING + 2 * site + i]
        if stone >= 0:
            tally[2 * (_STONE + stone)] += 1
            tally[2 * (_STONE + stone) + 1] += rivals
    first = state.first[site]
    if first != NOBODY and state.ability[first] == REWARD:
        points = reward_points(table, state, site, first)
        if points > 0:
            tally[2 * (_USE + REWARD)] += 1
            tally[2 * (_USE + REWARD) + 1] += points


@kernel
def close(table: Table, state: State, tally: Any) -> None:
    """At the end: what goals paid, how seats with each ability came out, on which cells the winner's units lie."""
    won = winners(table, state)
    alone = won != 0 and won & won - 1 == 0
    for slot in range(table.seats):
        if state.ability[slot] > 0:
            key = 2 * (_ABILITY + state.ability[slot])
            tally[key] += 1
            tally[key + 1] += state.score[slot]
        for goal in range(table.goal_cards):
            if (state.goal[slot] | state.open_goal) >> goal & 1:
                tally[2 * (_GOAL + goal)] += 1
                tally[2 * (_GOAL + goal) + 1] += goal_value(table, state, slot, goal)
    for cell in range(table.cells):
        if state.unit[cell] != EMPTY:
            tally[2 * (_WON + cell)] += 1
            if alone and won >> state.unit[cell] // TILES & 1:
                tally[2 * (_WON + cell) + 1] += 1


def _groups(rules: MonsterHexRules) -> dict[str, Group]:
    out = {"unit": Group(_UNIT, rules.units), "cell": Group(_CELL, rules.cell_labels, ("placed", "points"))}
    if rules.with_abilities:
        out |= {"ability": Group(_ABILITY + 1, ABILITIES[1:]), "use": Group(_USE + 1, ABILITIES[1:])}
    if rules.with_goals or rules.with_abilities:
        out["goal"] = Group(_GOAL, tuple(map(str, rules.components.goals)))
    return out | {
        "stone": Group(_STONE, tuple(map(str, rules.stones))),
        "rivals": Group(_RIVALS, rules.site_labels, ("", "rivals")),
        "lead": Group(_LEAD, rules.site_labels, ("", "lead")),
        "won": Group(_WON, rules.cell_labels, ("", "wins")),
    }


def _follow(rules: MonsterHexRules, state: State, moves: tuple[Any, ...], tally: Any) -> State:
    (move,) = moves
    if isinstance(move, Deal):
        return rules.apply(state, move)
    after = state.copy()
    counted(rules.table, after, rules.encode(move), tally)
    return after


def _hexes(rules: MonsterHexRules) -> tuple[Mapping[str, Hex], Orientation]:
    return {rules.board.labels[place]: place for place in (*rules.board.cells, *rules.board.sites)}, "pointy"


TALLY = Tally(_KEYS, _ROOM, _groups, _follow, _hexes)
