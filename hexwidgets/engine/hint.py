"""A hint for a seat: its ending solved where that is within reach, else what a search thinks."""

from __future__ import annotations

import random
from contextlib import suppress

from .ending import Ending, EndingTooLong, solve_for_seat, within_reach
from .players import SeatView
from .thinking import Thought, Thoughts, check_budget, think

__all__ = ["hint"]

_SHARE = 0.5  # of the seconds, for solving the ending


def hint(view: SeatView, rng: random.Random, *, seconds: float | None, playouts: int | None) -> Thoughts:
    """The legal moves of a seat, the best first, by what it knows.

    Few turns before the end the ending is solved; where half of the seconds are not enough for that, a search thinks
    for the other half. Errors are those of `think`.
    """
    check_budget(seconds, playouts)
    if len(view.legal_moves()) > 1 and within_reach(view.rules, view.state):
        share = None if seconds is None else _SHARE * seconds
        with suppress(EndingTooLong):
            return _thoughts(solve_for_seat(view.rules, view.state, seconds=share))
        seconds = share
    return think(view, rng, seconds=seconds, playouts=playouts)


def _thoughts(ending: Ending) -> Thoughts:
    """Only the best moves have a share: they are equally good."""
    best = set(ending.best)
    order = sorted(ending.moves.items(), key=lambda pair: pair[1], reverse=True)
    told = (Thought(move, worth.win, (move in best) / len(best)) for move, worth in order)
    return Thoughts(ending.seat, 0, tuple(told), ending=ending)
