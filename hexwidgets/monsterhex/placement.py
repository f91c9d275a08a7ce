"""Where a unit may be placed: MH-PLACE-1 to MH-PLACE-6, MH-SCATTER."""

from __future__ import annotations

from ..engine.kernel import kernel
from .state import DIRECTIONS, DOT, EMPTY, SCATTER, STAR, TILES, State, Table

# fmt: off
__all__ = [
    "FIRST_ON_START", "NOT_EMPTY", "NOT_NEXT_TO_A_UNIT", "NO_EQUAL_EDGE", "ONLY_START_CELLS",
    "can_place", "edges_match", "empty_cell_left", "is_empty", "placement_fault", "put_unit", "scatters",
    "start_cell_left", "turn_unit",
]
# fmt: on

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
def is_empty(state: State, cell: int) -> bool:
    """MH-PLACE-2, MH-PETRIFY-1: no unit lies on the cell, and it is no stone."""
    return state.unit[cell] == EMPTY and state.petrified[cell] == 0


@kernel
def empty_cell_left(table: Table, state: State) -> bool:
    """MH-PLACE-6: some cell is empty."""
    if state.made == 0:  # no cell is a stone
        return state.placed < table.cells
    for cell in range(table.cells):
        if is_empty(state, cell):
            return True
    return False


@kernel
def start_cell_left(table: Table, state: State) -> bool:
    """MH-PLACE-4: a start cell is empty."""
    for cell in range(table.cells):
        if table.start[cell] == 1 and is_empty(state, cell):
            return True
    return False


@kernel
def can_place(table: Table, state: State, hand: int) -> bool:
    """MH-PLACE-4: some tile of ``hand`` (bits) has a placement under MH-PLACE-2 and 3 at some rotation."""
    for cell in range(table.cells):
        if state.near[cell] > 0 and is_empty(state, cell):
            need = state.need[cell]
            for tile in range(table.tiles):
                if hand >> tile & 1:
                    for rotation in range(DIRECTIONS):
                        if edges_match(need, table.packed[tile][rotation]):
                            return True
    return False


@kernel
def scatters(table: Table, state: State, slot: int, tile: int) -> int:
    """MH-SCATTER: DOT where the unit needs no equal edge, STAR where it needs no neighbour either, else 0."""
    return table.mark[tile] if state.ability[slot] == SCATTER else 0


@kernel
def placement_fault(table: Table, state: State, slot: int, hand: int, tile: int, cell: int, rotation: int) -> int:
    """MH-PLACE-1 to 5, MH-SCATTER: 0 when the tile may be placed so, else which of them refuses.

    ``slot`` is the faction that places, ``hand`` (bits) what could be placed instead; ``cell`` is a
    cell's index, or CELLS for a place that holds no units.
    """
    if cell >= table.cells or not is_empty(state, cell):
        return NOT_EMPTY
    if state.placed == 0:
        return 0 if table.start[cell] == 1 else FIRST_ON_START
    if edges_match(state.need[cell], table.packed[tile][rotation]):
        return 0
    scatter = scatters(table, state, slot, tile)
    if scatter == STAR or (scatter == DOT and state.near[cell] > 0):
        return 0
    if can_place(table, state, hand):
        return NO_EQUAL_EDGE if state.near[cell] > 0 else NOT_NEXT_TO_A_UNIT
    if table.start[cell] == 0 and start_cell_left(table, state):
        return ONLY_START_CELLS
    return 0


@kernel
def _open_frontier(state: State, cell: int) -> None:
    """Add a cell to the frontier, which stays in order."""
    i = state.frontier_size
    while i > 0 and state.frontier[i - 1] > cell:
        state.frontier[i] = state.frontier[i - 1]
        i -= 1
    state.frontier[i] = cell
    state.frontier_size += 1


@kernel
def _close_frontier(state: State, cell: int) -> None:
    """Take a cell off the frontier, if it is there."""
    kept = 0
    for i in range(state.frontier_size):
        if state.frontier[i] != cell:
            state.frontier[kept] = state.frontier[i]
            kept += 1
    state.frontier_size = kept


@kernel
def put_unit(table: Table, state: State, unit: int, packed: int, cell: int, rotation: int) -> None:
    """Put a unit on an empty cell, and tell its neighbours which powers face them."""
    state.unit[cell] = unit
    state.rotation[cell] = rotation
    state.placed += 1
    state.last = cell
    _close_frontier(state, cell)
    for direction in range(DIRECTIONS):
        other = table.neighbour[cell][direction]
        if other >= 0:
            back = (direction + 3) % 6
            power = packed >> 4 * direction & 15
            state.need[other] = state.need[other] & ~(15 << 4 * back) | power << 4 * back
            state.near[other] += 1
            if state.unit[other] == EMPTY:
                if state.near[other] == 1:
                    _open_frontier(state, other)
                row, fits = 8 * back + power, TILES * other
                for tile in range(TILES):
                    state.fits[fits + tile] |= table.showing[row][tile]
        site = table.cell_site[cell][direction]
        if site >= 0:
            state.filled[site] += 1


@kernel
def _fit_anew(table: Table, state: State, cell: int) -> None:
    """MH-PLACE-3: which rotations of each tile fit on a cell, from the powers that face it."""
    for tile in range(TILES):
        mask = 0
        for direction in range(DIRECTIONS):
            power = state.need[cell] >> 4 * direction & 15
            if power < 8:
                mask |= table.showing[8 * direction + power][tile]
        state.fits[TILES * cell + tile] = mask


@kernel
def turn_unit(table: Table, state: State, packed: int, cell: int, rotation: int) -> None:
    """MH-CONFUSE: turn a unit where it lies."""
    state.rotation[cell] = rotation
    for direction in range(DIRECTIONS):
        other = table.neighbour[cell][direction]
        if other >= 0:
            facing = 4 * ((direction + 3) % 6)
            power = packed >> 4 * direction & 15
            state.need[other] = state.need[other] & ~(15 << facing) | power << facing
            _fit_anew(table, state, other)
