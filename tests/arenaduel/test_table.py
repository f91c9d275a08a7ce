"""What the table has ready for random play is what the rules say."""

import pytest

from hexwidgets.arenaduel.movement import goal_of, order_fault
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import CHARGE, DIRECTIONS, MOVES, ORDERING, SLOTS, TURNS, WALL
from tests.arenaduel.test_differential import ARENAS


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("arena", ARENAS.values(), ids=ARENAS)
def test_open_moves_are_those_that_are_legal_and_lead_where_orders_do(arena, length):
    """From every cell and facing, with and without the enemy behind and the right to charge."""
    rules = ArenaDuelRules(arena, dials={"charge_length": length})
    table, state = rules.table, rules.initial()
    state.phase = ORDERING
    for cell, facing in ((c, f) for c in range(table.cells) for f in range(DIRECTIONS)):
        behind = table.neighbour[cell][(facing + 3) % DIRECTIONS]
        elsewhere = next(other for other in range(table.cells) if other not in (cell, behind))
        state.cell[0], state.facing[0] = cell, facing
        for row, enemy in ((facing, elsewhere), (facing + DIRECTIONS, behind)):
            if enemy == WALL:
                continue
            state.cell[1] = enemy
            for right in (0, 1):
                state.right = 0 if right else 1
                legal = [move for move in range(MOVES) if order_fault(table, state, 0, TURNS * move) == 0]
                count = table.open_moves[cell][row * SLOTS + MOVES + right]
                listed = slice(row * SLOTS, row * SLOTS + count)
                assert table.open_moves[cell][listed] == legal
                assert table.open_goals[cell][listed] == [goal_of(table, state, 0, TURNS * move) for move in legal]
                assert right or all(move < CHARGE for move in legal)
