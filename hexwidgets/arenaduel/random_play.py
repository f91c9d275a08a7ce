"""Random duels, as `engine.playout.measured` plays and measures them."""

from __future__ import annotations

from typing import Any

from ..engine.kernel import kernel
from ..engine.playout import RandomKernels, RandomPlay
from ..engine.rng import below
from .counting import TALLY, close, count, note
from .movement import legal_orders
from .playout import pick, throw
from .resolution import choose, reveal, waits_for_chance, winners
from .resolution import decide as settle_throw
from .state import ORDERING, ORDERS, OVER, PURSUING, State, Table

__all__ = ["RANDOM_PLAY"]

_REASONS = ("knock-out", "turn-limit")


@kernel
def chance(table: Table, state: State, rng: Any, tally: Any) -> None:
    """The throw that is due, and everything that follows from it."""
    note(state, tally)
    settle_throw(table, state, throw(table, state, rng))
    count(table, state, tally)


@kernel
def decide(table: Table, state: State, rng: Any, _out: Any, tally: Any) -> bool:
    """One random decision of all who decide; False when the duel is over."""
    if state.phase == OVER:
        return False
    note(state, tally)
    if state.phase == ORDERING:
        north, south = pick(table, state, rng)
        reveal(table, state, north, south)
    else:
        choose(state, below(rng, 2))
    count(table, state, tally)
    return True


@kernel
def choices(table: Table, state: State, slot: int, out: Any) -> int:
    """How many legal moves a seat has: orders, or to pursue or hold."""
    if state.phase == ORDERING:
        return legal_orders(table, state, slot, out)
    return 2 if state.phase == PURSUING and state.winner == slot else 0


@kernel
def points(_table: Table, state: State, slot: int) -> int:
    """The life that a seat has left."""
    return state.life[slot]


@kernel
def reason(table: Table, state: State) -> int:
    """AD-END-1 and 2: what ended the duel, by its place in _REASONS."""
    return 0 if winners(table, state) else 1


_KERNELS = RandomKernels(waits_for_chance, chance, decide, close, choices, points, winners, reason)
RANDOM_PLAY = RandomPlay(_KERNELS, _REASONS, ORDERS, TALLY)
