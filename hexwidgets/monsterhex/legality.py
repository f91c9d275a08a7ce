"""What is legal, defined by `fault` and listed fast by `legal`.

MH-PLACE-1 to 6, MH-SCATTER, MH-ABIL-1 and 2, MH-LARGE-3 and 6, MH-END-1.

A move is an integer: its kind in bits 14 and up; for a placement tile, cell and rotation in bits
10..13, 3..9 and 0..2, for the use of an ability the ability in place of the tile; else the stone or
the ability in the low bits.
"""

from __future__ import annotations

from typing import Any

from ..engine.kernel import kernel
from ..engine.rng import below
from .abilities import target_fault
from .deciding import pile_to_place, slot_to_place
from .placement import empty_cell_left, is_empty, placement_fault, scatters, start_cell_left
from .state import (
    ABILITY,
    BLITZ,
    CELLS,
    CHOOSE,
    CHOOSING,
    CONFUSE,
    DECLINE,
    DIRECTIONS,
    DOT,
    OVER,
    PASS,
    PLACE,
    PLACING,
    SCATTER,
    SCHEME,
    STAR,
    TAKE,
    TAKING,
    TILES,
    USE,
    State,
    Table,
)

__all__ = [
    "ABILITY_DUE",
    "CHOICE_DUE",
    "GAME_OVER",
    "MAX_MOVES",
    "MUST_PLACE",
    "NOT_IN_HAND",
    "NOT_LYING_THERE",
    "NOT_OFFERED",
    "NO_ABILITY_DUE",
    "NO_CHOICE_DUE",
    "NO_PICK_DUE",
    "OTHER_ABILITY",
    "PICK_DUE",
    "choice_code",
    "fault",
    "legal",
    "move_code",
    "pick",
]

# What `fault` answers besides the codes of placement.py (1 to 5) and abilities.py (from 20); 0 is legal.
NOT_IN_HAND, PICK_DUE, NO_PICK_DUE, NOT_LYING_THERE, MUST_PLACE, GAME_OVER = 6, 7, 8, 9, 10, 11
CHOICE_DUE, NO_CHOICE_DUE, NOT_OFFERED, ABILITY_DUE, NO_ABILITY_DUE, OTHER_ABILITY = 12, 13, 14, 15, 16, 17

MAX_MOVES = TILES * CELLS * DIRECTIONS + 1

_ALL_ROTATIONS = 63


@kernel
def move_code(kind: int, high: int, cell: int, low: int) -> int:
    """The code of a move; see the module's text."""
    return kind << 14 | high << 10 | cell << 3 | low


@kernel
def choice_code(kind: int, what: int) -> int:
    """The code of taking a stone or an ability, of passing, or of declining."""
    return kind << 14 | what


@kernel
def legal(table: Table, state: State, out: Any) -> int:
    """Write every legal move to ``out`` (room for MAX_MOVES), by unit, cell, rotation; returns how many.

    This is the fast listing; `fault` defines what it lists.
    """
    if state.phase == PLACING:
        return _legal_placements(table, state, out)
    if state.phase == TAKING:
        out[0] = choice_code(TAKE, state.lying[state.site][0])
        out[1] = choice_code(TAKE, state.lying[state.site][1])
        return 2
    if state.phase == CHOOSING:
        out[0] = choice_code(CHOOSE, table.offer[state.slot][0])
        out[1] = choice_code(CHOOSE, table.offer[state.slot][1])
        return 2
    if state.phase == ABILITY:
        return _legal_uses(table, state, out)
    return 0


@kernel
def _legal_placements(table: Table, state: State, out: Any) -> int:
    """MH-PLACE-1 to 6, MH-SCATTER, listed: next to units if some unit fits there, else more freely."""
    hand = state.hand[pile_to_place(table, state)]
    if hand == 0 or not empty_cell_left(table, state):
        out[0] = choice_code(PASS, 0)
        return 1
    if state.placed > 0:
        n = _fitting_placements(table, state, hand, out)
        if n > 0:
            return n
    return _free_placements(table, state, hand, out)


@kernel
def _fitting_placements(table: Table, state: State, hand: int, out: Any) -> int:
    """MH-PLACE-2 and 3, listed, with where Scatter allows besides; none when no unit fits anywhere."""
    n, fitting = 0, 0
    slot = slot_to_place(table, state)
    for tile in range(table.tiles):
        if hand >> tile & 1:
            scatter = scatters(table, state, slot, tile)
            for i in range(table.cells if scatter == STAR else state.frontier_size):
                cell = i if scatter == STAR else state.frontier[i]
                if is_empty(state, cell):
                    mask = state.fits[TILES * cell + tile]
                    fitting |= mask
                    if scatter != 0:
                        mask = _ALL_ROTATIONS
                    for rotation in range(DIRECTIONS):
                        if mask >> rotation & 1:
                            out[n] = move_code(PLACE, tile, cell, rotation)
                            n += 1
    return n if fitting != 0 else 0


@kernel
def _free_placements(table: Table, state: State, hand: int, out: Any) -> int:
    """MH-PLACE-1, 4 and 5: the empty start cells, or all empty cells; and where Scatter allows besides."""
    on_start = state.placed == 0 or start_cell_left(table, state)
    slot = slot_to_place(table, state)
    n = 0
    for tile in range(table.tiles):
        if hand >> tile & 1:
            scatter = scatters(table, state, slot, tile) if state.placed > 0 else 0
            for cell in range(table.cells):
                free = not on_start or table.start[cell] == 1
                free = free or scatter == STAR or (scatter == DOT and state.near[cell] > 0)
                if free and is_empty(state, cell):
                    for rotation in range(DIRECTIONS):
                        out[n] = move_code(PLACE, tile, cell, rotation)
                        n += 1
    return n


@kernel
def pick(table: Table, state: State, rng: Any, out: Any) -> int:
    """A random legal move, each alike, or -1 when the game is over: the one that `legal` lists at a random place.

    Placements are only counted, and the one wanted written down; ``out`` is room for the rest.
    """
    if state.phase == PLACING and state.placed > 0 and state.ability[state.slot] != SCATTER:
        hand = state.hand[pile_to_place(table, state)]
        count = _count_fitting(table, state, hand)
        if count > 0:
            return _nth_fitting(table, state, hand, below(rng, count))
    count = legal(table, state, out)
    return out[below(rng, count)] if count > 0 else -1


@kernel
def _count_fitting(table: Table, state: State, hand: int) -> int:
    """MH-PLACE-2 and 3: how many placements fit."""
    count = 0
    for i in range(state.frontier_size):
        cell = state.frontier[i]
        if state.petrified[cell] == 0:
            for tile in range(table.tiles):
                if hand >> tile & 1:
                    count += table.count_bits[state.fits[TILES * cell + tile]]
    return count


@kernel
def _nth_fitting(table: Table, state: State, hand: int, n: int) -> int:
    """The n-th placement that fits, counted by unit, cell, rotation."""
    for tile in range(table.tiles):
        if hand >> tile & 1:
            for i in range(state.frontier_size):
                cell = state.frontier[i]
                if state.petrified[cell] == 0:
                    mask = state.fits[TILES * cell + tile]
                    count = table.count_bits[mask]
                    if n < count:
                        rotation = 0
                        while n > 0 or mask >> rotation & 1 == 0:
                            n -= mask >> rotation & 1
                            rotation += 1
                        return move_code(PLACE, tile, cell, rotation)
                    n -= count
    return -1


@kernel
def _legal_uses(table: Table, state: State, out: Any) -> int:
    """MH-ABIL-2: every target of the ability, every rotation for Confuse; then declining."""
    ability = state.ability[state.slot]
    n = 0
    cells = 1 if ability in (SCHEME, BLITZ) else table.cells
    rotations = DIRECTIONS if ability == CONFUSE else 1
    for cell in range(cells):
        if target_fault(table, state, state.slot, ability, cell) == 0:
            for rotation in range(rotations):
                out[n] = move_code(USE, ability, cell, rotation)
                n += 1
    out[n] = choice_code(DECLINE, 0)
    return n + 1


@kernel
def fault(table: Table, state: State, move: int) -> int:
    """0 when the seat to decide may make this move, else the code of what refuses it. Defines legality."""
    kind = move >> 14
    if state.phase == OVER:
        return GAME_OVER  # MH-END-1
    if kind == CHOOSE or state.phase == CHOOSING:
        return _choice_fault(table, state, move)
    if kind == TAKE or state.phase == TAKING:
        return _pick_fault(state, move)
    if kind in (USE, DECLINE):
        return _use_fault(table, state, move)
    if state.phase == ABILITY:
        return ABILITY_DUE  # MH-ABIL-2
    hand = state.hand[pile_to_place(table, state)]
    if kind == PASS:
        return MUST_PLACE if hand != 0 and empty_cell_left(table, state) else 0  # MH-PLACE-6
    tile, cell, rotation = move >> 10 & 15, move >> 3 & 127, move & 7
    if hand >> tile & 1 == 0:
        return NOT_IN_HAND  # MH-SETUP-1
    return placement_fault(table, state, slot_to_place(table, state), hand, tile, cell, rotation)


@kernel
def _choice_fault(table: Table, state: State, move: int) -> int:
    """MH-ABIL-1: one of the two abilities of the seat's faction, before the game."""
    if state.phase != CHOOSING:
        return NO_CHOICE_DUE
    if move >> 14 != CHOOSE:
        return CHOICE_DUE
    ability = move & 15
    return 0 if ability == table.offer[state.slot][0] or ability == table.offer[state.slot][1] else NOT_OFFERED


@kernel
def _pick_fault(state: State, move: int) -> int:
    """MH-LARGE-3 and 6: one of the stones at the site, when its pick is due."""
    if state.phase != TAKING:
        return NO_PICK_DUE
    if move >> 14 != TAKE:
        return PICK_DUE
    stone = move & 15
    return 0 if stone == state.lying[state.site][0] or stone == state.lying[state.site][1] else NOT_LYING_THERE


@kernel
def _use_fault(table: Table, state: State, move: int) -> int:
    """MH-ABIL-2: the ability of the unit just placed, on a target that it may have; or declining."""
    if state.phase != ABILITY:
        return NO_ABILITY_DUE
    if move >> 14 == DECLINE:
        return 0
    ability = move >> 10 & 15
    if ability != state.ability[state.slot]:
        return OTHER_ABILITY
    return target_fault(table, state, state.slot, ability, move >> 3 & 127)
