"""Where a unit may be placed: MH-PLACE-1 to MH-PLACE-6."""

from __future__ import annotations

from ..engine.kernel import kernel
from .state import DIRECTIONS, EMPTY, State, Table

__all__ = [
    "FIRST_ON_START", "NOT_EMPTY", "NOT_NEXT_TO_A_UNIT", "NO_EQUAL_EDGE", "ONLY_START_CELLS",
    "can_place", "edges_match", "placement_fault", "put_unit", "start_cell_left",
]  # fmt: skip

# What `placement_fault` answers; 0 is legal.
NOT_EMPTY, FIRST_ON_START, NOT_NEXT_TO_A_UNIT, NO_EQUAL_EDGE, ONLY_START_CELLS = 1, 2, 3, 4, 5

# One bit in each nibble of six, for finding a zero nibble without a loop.
_ONES, _TOPS = 0x111111, 0x888888


@kernel
def edges_match(need: int, packed: int) -> bool:
    """MH-PLACE-3: some shared edge has equal power.

    ``need`` holds the powers that face a cell (15 where nothing does), ``packed`` those of a tile as
    turned; equal nibbles leave a zero nibble in their difference.
    """
    x = need ^ packed
    return ((x - _ONES) & ~x & _TOPS) != 0


@kernel
def start_cell_left(table: Table, state: State) -> bool:
    """MH-PLACE-4: a start cell is empty."""
    for cell in range(table.cells):
        if table.start[cell] == 1 and state.unit[cell] == EMPTY:
            return True
    return False


@kernel
def can_place(table: Table, state: State, hand: int) -> bool:
    """MH-PLACE-4: some tile of ``hand`` (bits) has a placement under MH-PLACE-2 and 3 at some rotation."""
    for cell in range(table.cells):
        if state.unit[cell] == EMPTY and state.near[cell] > 0:
            need = state.need[cell]
            for tile in range(table.tiles):
                if hand >> tile & 1:
                    for rotation in range(DIRECTIONS):
                        if edges_match(need, table.packed[tile][rotation]):
                            return True
    return False


@kernel
def placement_fault(table: Table, state: State, hand: int, tile: int, cell: int, rotation: int) -> int:
    """MH-PLACE-1 to 5: 0 when the tile may be placed so, else which of them refuses.

    ``hand`` (bits) is what the seat could place instead; ``cell`` is a cell's index, or CELLS for a
    place that holds no units.
    """
    if cell >= table.cells or state.unit[cell] != EMPTY:
        return NOT_EMPTY
    if state.placed == 0:
        return 0 if table.start[cell] == 1 else FIRST_ON_START
    if edges_match(state.need[cell], table.packed[tile][rotation]):
        return 0
    if can_place(table, state, hand):
        return NO_EQUAL_EDGE if state.near[cell] > 0 else NOT_NEXT_TO_A_UNIT
    if table.start[cell] == 0 and start_cell_left(table, state):
        return ONLY_START_CELLS
    return 0


@kernel
def put_unit(table: Table, state: State, unit: int, packed: int, cell: int, rotation: int) -> None:
    """Put a unit on an empty cell and tell its neighbours which powers face them."""
    state.unit[cell] = unit
    state.rotation[cell] = rotation
    state.placed += 1
    state.last = cell
    for direction in range(DIRECTIONS):
        other = table.neighbour[cell][direction]
        if other >= 0:
            facing = 4 * ((direction + 3) % 6)
            power = packed >> 4 * direction & 15
            state.need[other] = state.need[other] & ~(15 << facing) | power << facing
            state.near[other] += 1
        site = table.cell_site[cell][direction]
        if site >= 0:
            state.filled[site] += 1
