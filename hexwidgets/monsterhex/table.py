"""From components and options to the table that the kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from ..hexgrid import Hex, neighbour_table
from .components import COLOURS, RANKS, Board, Goal, Stone
from .goals import ANY, COUNTS, ENEMY, KINDS, OWN
from .state import ABILITIES, ABSENT, DOT, FORMATION_CELLS, FORMATIONS, STAR, Table

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["build_table"]

SEVEN = 7  # MH-WIN-2
_DIALLED = ("enchant", "curse", "reward", "petrify")
_STRENGTH = {"dot": DOT, "star": STAR}
_WHAT = {"o": OWN, "e": ENEMY, "a": ANY}


def build_table(rules: MonsterHexRules) -> Table:
    """The table of a game's rules."""
    board, dials, variant = rules.board, rules.dials, rules.variant
    units = rules.components.units
    table = Table(
        seats=len(rules.seats),
        shared=int(variant.shared),
        rounds=dials["rounds"],
        hand_size=dials["hand_size"],
        final_hand=len(units) - dials["rounds"],
        cells=len(board.cells),
        tiles=len(units),
        stones=len(rules.components.stones),
        large_sites=len(board.large),
        sites=len(board.sites),
        seven_in_play=int(variant.seven_in_play),
        colour_bonus=dials["colour_bonus"],
        small_points=dials["small_points"],
        overwhelm=dials["overwhelm_factor"] if variant.overwhelm else 0,
        shared_loss=dials["shared_loss"],
        small_tie_owner=int(rules.switches["small_same_faction_tie"] == "owner"),
        large_tie_moves_up=int(rules.switches["large_tie"] == "move-up"),
        abilities=int(rules.with_abilities),
        goals=int(rules.with_goals),
        power_floor=dials["power_floor"],
        **{
            name: [0, dials[f"{name}_dot"], dials[f"{name}_star"]] for name in ("enchant", "curse", "reward", "petrify")
        },
    )
    _fill_board(table, board)
    _fill_units(table, units, rules.components.marks)
    _fill_stones(table, rules.components.stones)
    for slot, faction in enumerate(rules.factions):
        table.colour[slot] = COLOURS.index(faction)
        offered = rules.components.abilities.get(faction, ())
        table.offer[slot] = [ABILITIES.index(name) for name in offered] if slot < len(rules.seats) else [0, 0]
    if rules.with_goals or rules.with_abilities:  # Scheme draws a goal in any game with abilities
        _fill_goals(table, board, rules.components.goals, dials)
    return table


def _fill_board(table: Table, board: Board) -> None:
    index = {cell: i for i, cell in enumerate(board.cells)}
    beside = board.neighbourhood
    for cell, row in enumerate(neighbour_table(board.cells)):
        table.neighbour[cell] = list(row)
        place = board.cells[cell]
        table.start[cell] = int(place in board.starts)
        table.rim[cell] = int(any(neighbour not in beside for neighbour in place.neighbours()))
    for number, site in enumerate(board.sites):
        around = [(d, index[n]) for d, n in enumerate(site.neighbours()) if n in index]
        table.site_size[number] = len(around)
        for i, (direction, cell) in enumerate(around):
            table.site_cell[number][i] = cell
            table.site_edge[number][i] = (direction + 3) % 6
            sites = table.cell_site[cell]
            sites[sites.index(ABSENT)] = number


def _fill_units(table: Table, units: Mapping[str, tuple[int, ...]], marks: Mapping[str, str]) -> None:
    for tile, (name, edges) in enumerate(units.items()):
        table.packed[tile] = [_pack(edges, rotation) for rotation in range(6)]
        for edge, power in enumerate(edges):
            for rotation in range(6):
                table.showing[8 * ((edge + rotation) % 6) + power][tile] |= 1 << rotation
        table.rank[tile] = len(RANKS) - RANKS.index(name[0])
        table.mark[tile] = _STRENGTH.get(marks.get(name, ""), 0)

    table.count_bits = [mask.bit_count() for mask in range(64)]


def _pack(edges: Iterable[int], rotation: int) -> int:
    """Six powers in six nibbles, as seen after turning the tile ``rotation`` sixths counter-clockwise."""
    return sum(power << 4 * ((edge + rotation) % 6) for edge, power in enumerate(edges))


def _fill_stones(table: Table, stones: Iterable[Stone]) -> None:
    for index, stone in enumerate(stones):
        table.stone_points[index], table.stone_colour[index] = stone.points, COLOURS.index(stone.colour)
        if stone.points == SEVEN:
            table.seven = index


def _fill_goals(table: Table, board: Board, goals: tuple[Goal, ...], dials: Mapping[str, int]) -> None:
    rows: list[list[int]] = []
    for index, (goal, formations) in enumerate(zip(goals, _formations(board, goals), strict=True)):
        table.goal_cards = index + 1
        table.goal_kind[index] = KINDS.index(goal.kind)
        table.goal_points[index] = dials[f"goal_{goal.number}"]
        if goal.count:
            table.goal_count[index] = COUNTS.index(goal.count)
            table.goal_low[index], table.goal_high[index] = goal.least, goal.most
        rows += formations
        table.formation_from[index + 1] = len(rows)
    if len(rows) > FORMATIONS:
        raise ValueError(
            f"goals: formations fit in {len(rows)} places of this board, at most {FORMATIONS} are possible"
        )
    table.formation[: len(rows)] = rows


@lru_cache(maxsize=32)
def _formations(board: Board, goals: tuple[Goal, ...]) -> list[list[list[int]]]:
    """For each goal, every place of the board that has room for its formation."""
    cells = {cell: i for i, cell in enumerate(board.cells)}
    return [sorted(_places_of(board, cells, goal)) for goal in goals]


def _places_of(board: Board, cells: Mapping[Hex, int], goal: Goal) -> list[list[int]]:
    """MH-GOAL-4: each place once, in whatever rotations the formation fits there."""
    found = set()
    for anchor in board.neighbourhood:
        for rotation in range(6):
            codes = list(_codes(board, cells, goal, anchor, rotation))
            if codes and ABSENT not in codes:
                found.add(tuple(sorted(code for code in codes if code != _LARGE)))
    return [[*codes, *[ABSENT] * (FORMATION_CELLS - len(codes))] for codes in found]


_LARGE = -2  # a large site where the pattern wants one


def _codes(board: Board, cells: Mapping[Hex, int], goal: Goal, anchor: Hex, rotation: int) -> Iterator[int]:
    for q, r, what in goal.pattern:
        place = anchor + Hex(q, r).rotate(rotation)
        if what == "L":
            yield _LARGE if place in board.large else ABSENT
        else:
            yield 4 * cells[place] + _WHAT[what] if place in cells else ABSENT
