"""What search by `engine.search` needs of Arena Duel: both seats' orders, and a number for each position."""

from __future__ import annotations

from typing import Any

from ..engine.kernel import kernel
from ..engine.search import MatrixKernels, SearchPlay
from .movement import legal_orders
from .playout import chance, play, playout, pursue
from .resolution import waits_for_chance, winners
from .state import CELLS, DIRECTIONS, ORDERING, ORDERS, OVER, PURSUING, State, Table

__all__ = ["SEARCH_PLAY"]

_LIVES = 128  # more than anybody has


@kernel
def is_over(_table: Table, state: State) -> bool:
    """AD-END: nobody decides any more."""
    return state.phase == OVER


@kernel
def legal(table: Table, state: State, slot: int, out: Any) -> int:
    """AD-ORDER-1: a seat's orders. AD-HIT-2: the winner may pursue (1) or hold (0), the other has nothing to decide."""
    if state.phase == ORDERING:
        return legal_orders(table, state, slot, out)
    if state.winner != slot:
        out[0] = 0
        return 1
    out[0], out[1] = 1, 0
    return 2


@kernel
def apply(table: Table, state: State, move: int, reply: int) -> None:
    """What both have decided, in place."""
    if state.phase == PURSUING:
        pursue(table, state, move if state.winner == 0 else reply)
    else:
        play(table, state, move, reply)


@kernel
def position(table: Table, state: State) -> int:
    """A number of its own for each position; turns count only where they are limited (AD-END-2)."""
    number = int(state.turn) if table.max_turns > 0 else 0
    for seat in range(2):
        number = number * CELLS + state.cell[seat]
        number = number * DIRECTIONS + state.facing[seat]
        number = number * _LIVES + state.life[seat]
    return ((number << 2 | state.right + 1) << 2 | state.winner + 1) << 1 | (1 if state.phase == PURSUING else 0)


@kernel
def finish(table: Table, state: State, rng: Any, _out: Any) -> None:
    """To the end at random."""
    playout(table, state, rng)


@kernel
def reward(table: Table, state: State) -> float:
    """AD-END: 1 where north has won, 0 where south has, one half in a draw."""
    won = winners(table, state)
    if won == 0:
        return 0.5
    return 1.0 if won == 1 else 0.0


SEARCH_PLAY = SearchPlay(
    MatrixKernels(waits_for_chance, chance, is_over, legal, apply, position, finish, reward), ORDERS
)
