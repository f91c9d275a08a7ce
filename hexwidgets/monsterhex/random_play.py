"""Random games of Monster Hex, as `engine.playout.measured` plays and measures them."""

from __future__ import annotations

from typing import Any

from ..engine.kernel import kernel
from ..engine.playout import RandomKernels, RandomPlay
from .counting import TALLY, close, counted
from .dealing import deal
from .deciding import deciding_seat
from .legality import MAX_MOVES, legal, pick
from .state import OVER, State, Table
from .turn import waits_for_deal, winners

__all__ = ["RANDOM_PLAY"]

_REASONS = ("points", "seven-stone", "shared-victory", "beaten-by-shared")


@kernel
def chance(table: Table, state: State, rng: Any, _tally: Any) -> None:
    """The deal, of which nothing is counted."""
    deal(table, state, rng)


@kernel
def decide(table: Table, state: State, rng: Any, out: Any, tally: Any) -> bool:
    """One random decision; False when the game is over."""
    move = pick(table, state, rng, out)
    if move < 0:
        return False
    counted(table, state, move, tally)
    return True


@kernel
def choices(table: Table, state: State, slot: int, out: Any) -> int:
    """How many legal moves a seat has."""
    if state.phase == OVER or slot != deciding_seat(table, state):
        return 0
    return legal(table, state, out)


@kernel
def points(_table: Table, state: State, slot: int) -> int:
    """The score of a faction."""
    return state.score[slot]


@kernel
def reason(table: Table, state: State) -> int:
    """MH-WIN-1 to 3, MH-SHARED-5: what decided, by its place in _REASONS."""
    won = winners(table, state)
    if won == 0:
        return 3
    if won & won - 1:
        return 2
    best, having = 0, 0
    for slot in range(table.seats):
        best = max(best, state.score[slot])
    for slot in range(table.seats):
        if state.score[slot] == best:
            having += 1
    return 1 if having > 1 else 0


_KERNELS = RandomKernels(waits_for_deal, chance, decide, close, choices, points, winners, reason)
RANDOM_PLAY = RandomPlay(_KERNELS, _REASONS, MAX_MOVES, TALLY)
