"""Random games over a game's kernels, interpreted or compiled from the same source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from .kernel import compiled
from .rng import below

__all__ = ["GameKernels", "playout"]


class GameKernels(Protocol):
    """The functions of a game's named tuple of kernels that a playout needs."""

    @property
    def waits_for_chance(self) -> Callable[..., Any]:
        """``(table, state) -> bool``: whether chance decides now."""
        ...

    @property
    def chance(self) -> Callable[..., Any]:
        """``(table, state, rng)``: let chance decide, in place."""
        ...

    @property
    def legal(self) -> Callable[..., Any]:
        """``(table, state, out) -> count``: write every legal move to ``out``; none when the game is over."""
        ...

    @property
    def apply(self) -> Callable[..., Any]:
        """``(table, state, move)``: make a legal move, in place."""
        ...


def playout(kernels: Any, *, fast: bool = False) -> Callable[..., int]:
    """A function ``(table, state, rng, out) -> decisions`` that plays ``state`` to its end at random.

    ``kernels`` is a game's named tuple; ``out`` has room for its moves; ``rng`` comes from
    `engine.rng.seeded`. With ``fast`` it is compiled and takes records and arrays. Equal seeds give
    equal games either way.
    """
    if not fast:
        return _loop(kernels, below)
    loop = _loop(compiled(kernels), compiled(below))
    import numba  # noqa: PLC0415  `compiled` has told what to install if this is missing

    return numba.njit(loop)  # type: ignore[no-any-return]


def _loop(kernels: GameKernels, below: Any) -> Callable[..., int]:
    waits_for_chance, chance, legal, apply = kernels.waits_for_chance, kernels.chance, kernels.legal, kernels.apply

    def play(table: Any, state: Any, rng: Any, out: Any) -> int:
        decisions = 0
        while True:
            if waits_for_chance(table, state):
                chance(table, state, rng)
            count = legal(table, state, out)
            if count == 0:
                return decisions
            apply(table, state, out[below(rng, count)])
            decisions += 1

    return play
