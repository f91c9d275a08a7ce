"""Where orders lead and which are legal.

AD-MOVE, AD-TURN, AD-CHARGE, AD-REAR, and the crossing of AD-PASS.

An order is ``3 * move + turn``: moves forward, forward-right, forward-left, back-right, back-left, back,
stay, then the charges forward, forward-right, forward-left; turns keep, right, left.
"""

from __future__ import annotations

from ..engine.kernel import kernel
from .state import (
    BACK,
    BACK_RIGHT,
    CHARGE,
    DIRECTIONS,
    MOVES,
    ORDERING,
    ORDERS,
    OVER,
    PURSUING,
    TURNS,
    WALL,
    State,
    Table,
)

# fmt: off
__all__ = [
    "ENEMY_IN_THE_WAY", "GAME_OVER", "NO_ORDER_DUE", "NO_RIGHT", "PURSUIT_DUE", "REAR", "WALL_AHEAD",
    "WALL_IN_CHARGE", "around", "crosses", "enemy_behind", "goal_of", "heading", "legal_orders", "meets_on_the_way",
    "order_fault", "passes_over", "turned",
]
# fmt: on

# What `order_fault` answers; 0 is legal.
GAME_OVER, NO_ORDER_DUE, PURSUIT_DUE = 1, 2, 3
NO_RIGHT, WALL_IN_CHARGE, ENEMY_IN_THE_WAY, REAR, WALL_AHEAD = 4, 5, 6, 7, 8

# A nibble a move, lowest first: how far its line is turned from the facing, counter-clockwise.
_LINES = 0x1500324150
# A nibble a turn, likewise.
_TURNED = 0x150


@kernel
def around(facing: int, turns: int) -> int:
    """The direction that lies ``turns`` sixths (0 to 5) counter-clockwise of a facing."""
    direction = facing + turns
    return direction - DIRECTIONS if direction >= DIRECTIONS else direction


@kernel
def heading(facing: int, move: int) -> int:
    """AD-MOVE-1, AD-CHARGE-2: the direction of a move's line."""
    return around(facing, _LINES >> 4 * move & 7)


@kernel
def turned(facing: int, order: int) -> int:
    """AD-TURN-1: the facing after the direction card: kept, or one hexside to the right or left."""
    return around(facing, _TURNED >> 4 * (order % TURNS) & 7)


@kernel
def goal_of(table: Table, state: State, seat: int, order: int) -> int:
    """The cell to which an order leads, or WALL."""
    return table.destination[state.cell[seat]][state.facing[seat] * MOVES + order // TURNS]


@kernel
def enemy_behind(table: Table, state: State, seat: int) -> bool:
    """AD-REAR-1: the enemy stands directly behind this fighter."""
    return table.bearing[state.cell[seat]][state.cell[1 - seat]] == around(state.facing[seat], 3)


@kernel
def passes_over(table: Table, cell: int, line: int, enemy: int) -> bool:
    """AD-CHARGE-3, by the switch: a charge from a cell along a line has the enemy on its way, before its last hex."""
    for _ in range(table.charge_length - 1):
        cell = table.neighbour[cell][line]
        if cell == enemy:
            return True
    return False


@kernel
def order_fault(table: Table, state: State, seat: int, order: int) -> int:
    """0 when the seat may give this order now, else why not. Defines legality."""
    if state.phase != ORDERING:
        if state.phase == OVER:
            return GAME_OVER
        return PURSUIT_DUE if state.phase == PURSUING else NO_ORDER_DUE
    move = order // TURNS
    if move >= CHARGE:
        if state.right != seat:
            return NO_RIGHT  # AD-CHARGE-2
        if goal_of(table, state, seat, order) == WALL:
            return WALL_IN_CHARGE  # AD-CHARGE-2
        if table.enemy_blocks_charge == 1 and passes_over(
            table, state.cell[seat], heading(state.facing[seat], move), state.cell[1 - seat]
        ):
            return ENEMY_IN_THE_WAY  # AD-CHARGE-3
        return 0
    if BACK_RIGHT <= move <= BACK and enemy_behind(table, state, seat):
        return REAR  # AD-REAR-1
    return WALL_AHEAD if goal_of(table, state, seat, order) == WALL else 0  # AD-MOVE-2


@kernel
def legal_orders(table: Table, state: State, seat: int, out: list[int]) -> int:
    """Write every legal order of a seat to ``out`` (room for ORDERS) and return how many there are."""
    count = 0
    for order in range(ORDERS):
        if order_fault(table, state, seat, order) == 0:
            out[count] = order
            count += 1
    return count


@kernel
def meets_on_the_way(table: Table, cell: int, line: int, other: int, goal: int) -> bool:
    """AD-PASS-1: a charge from a cell along a line crosses a hexside that the other, going to ``goal``, crosses too."""
    for _ in range(table.charge_length):
        ahead = table.neighbour[cell][line]
        if cell == goal and ahead == other:
            return True
        cell = ahead
    return False


@kernel
def crosses(table: Table, state: State) -> bool:
    """AD-PASS-1 and 2: both cross one hexside in opposite directions; each hexside of a charge counts."""
    north, south = goal_of(table, state, 0, state.order[0]), goal_of(table, state, 1, state.order[1])
    for seat in range(2):
        move, goal = state.order[seat] // TURNS, south if seat == 0 else north
        if move >= CHARGE:
            line = heading(state.facing[seat], move)
            return meets_on_the_way(table, state.cell[seat], line, state.cell[1 - seat], goal)
    return north == state.cell[1] and south == state.cell[0]
