"""From an arena, dials and switches to the table that the kernels read."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import lcm

from ..hexgrid import neighbour_table
from .arena import Arena
from .combat import combat_odds, worths
from .movement import heading
from .state import BACK, BACK_RIGHT, CHARGE, DIRECTIONS, MOST_DICE, MOVES, SLOTS, STAY, WALL, Table

__all__ = ["build_table"]

_DIALLED = ("life", "charge_length", "hit", "charge_factor", "cornering", "passing", "blocked_push", "max_turns")


def build_table(arena: Arena, dials: Mapping[str, int], switches: Mapping[str, str]) -> Table:
    """The table of a duel's rules."""
    table = Table(
        cells=len(arena.cells),
        sides=dials["die_sides"],
        enemy_blocks_charge=int(switches["enemy_blocks_charge"] == "yes"),
        blocked_pusher_turns=int(switches["blocked_pusher_turns"] == "yes"),
        combat_after_push=int(switches["combat_after_push"] == "yes"),
        pursuit_optional=int(switches["pursuit"] == "optional"),
        **{name: dials[name] for name in _DIALLED},
    )
    _fill_arena(table, arena)
    _fill_dice(table, dials)
    return table


def _fill_arena(table: Table, arena: Arena) -> None:
    """AD-ARENA-1 and 2: obstacles and everything outside are no cells, so they are wall."""
    for cell, row in enumerate(neighbour_table(arena.cells)):
        table.neighbour[cell] = list(row)
        for direction, neighbour in enumerate(row):
            if neighbour != WALL:
                table.bearing[cell][neighbour] = direction
    for cell in range(len(arena.cells)):
        for facing in range(DIRECTIONS):
            for move in range(MOVES):
                table.destination[cell][facing * MOVES + move] = _destination(table, cell, facing, move)
            _fill_open_moves(table, cell, facing)
    for seat, (place, facing) in enumerate(arena.starts):
        table.start_cell[seat], table.start_facing[seat] = arena.cells.index(place), facing


def _destination(table: Table, cell: int, facing: int, move: int) -> int:
    """AD-MOVE-1 and 2, AD-CHARGE-2: where a move ends; WALL where any hex on its way is wall."""
    line = heading(facing, move)
    steps = 0 if move == STAY else table.charge_length if move >= CHARGE else 1
    for _ in range(steps):
        if cell != WALL:
            cell = table.neighbour[cell][line]
    return cell


def _fill_open_moves(table: Table, cell: int, facing: int) -> None:
    """AD-MOVE-2, AD-CHARGE-2, AD-REAR-1: the moves from a cell, without and with the enemy behind."""
    moves = [move for move in range(MOVES) if table.destination[cell][facing * MOVES + move] != WALL]
    for behind in range(2):
        if behind:
            moves = [move for move in moves if not BACK_RIGHT <= move <= BACK]
        start = (facing + behind * DIRECTIONS) * SLOTS
        table.open_moves[cell][start : start + len(moves)] = moves
        goals = [table.destination[cell][facing * MOVES + move] for move in moves]
        table.open_goals[cell][start : start + len(goals)] = goals
        table.open_moves[cell][start + MOVES] = sum(move < CHARGE for move in moves)
        table.open_moves[cell][start + MOVES + 1] = len(moves)


def _fill_dice(table: Table, dials: Mapping[str, int]) -> None:
    """AD-DICE-1 and 2."""
    front, side, back_side, back = (
        dials[name] for name in ("dice_front", "dice_front_side", "dice_back_side", "dice_back")
    )
    table.dice = [front, side, back_side, back, back_side, side]
    for dice, row in enumerate(worths(table.sides)):
        table.worth[dice][: len(row)] = row
    for own, other in product(range(MOST_DICE + 1), repeat=2):
        win, draw, _ = combat_odds(own, other, table.sides)
        ways = lcm(win.denominator, draw.denominator)
        table.ways[own][other] = ways
        table.ways_to_win[own][other] = int(win * ways)
        table.ways_not_to_lose[own][other] = int((win + draw) * ways)
