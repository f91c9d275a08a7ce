"""Random duels, as `engine.playout.measured` plays and measures them."""

from __future__ import annotations

from typing import Any

from ..engine.kernel import kernel
from ..engine.playout import RandomKernels, RandomPlay
from .movement import legal_orders
from .playout import chance, walk
from .resolution import waits_for_chance, winners
from .state import ORDERING, ORDERS, OVER, PURSUING, State, Table

__all__ = ["RANDOM_PLAY"]

_REASONS = ("knock-out", "turn-limit")


@kernel
def decide(table: Table, state: State, rng: Any, _out: Any) -> bool:
    """One random decision of all who decide; False when the duel is over."""
    if state.phase == OVER:
        return False
    walk(table, state, rng)
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


_KERNELS = RandomKernels(waits_for_chance, chance, decide, choices, points, winners, reason)
RANDOM_PLAY = RandomPlay(_KERNELS, _REASONS, ORDERS)
