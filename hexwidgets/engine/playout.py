"""Random games over a game's kernels, interpreted or compiled from the same source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from .kernel import compiled

__all__ = ["GameKernels", "playout", "playouts"]


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
    def pick(self) -> Callable[..., Any]:
        """``(table, state, rng, out) -> move``: a random legal move, each alike; -1 when the game is over."""
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
        return _loop(kernels)
    loop = _loop(compiled(kernels))
    import numba  # noqa: PLC0415  `compiled` has told what to install if this is missing

    return numba.njit(loop)  # type: ignore[no-any-return]


def playouts(kernels: Any) -> Callable[..., int]:
    """A compiled function ``(table, states, rngs, out) -> decisions`` that plays every one of ``states`` to its end.

    ``states`` is an array of records, ``rngs`` an array of generators, one for each; the games are those
    that `playout` plays one by one.
    """
    play = playout(kernels, fast=True)
    import numba  # noqa: PLC0415

    def play_all(table: Any, states: Any, rngs: Any, out: Any) -> int:
        decisions = 0
        for i in range(len(states)):
            decisions += play(table, states[i], rngs[i], out)
        return decisions

    return numba.njit(play_all)  # type: ignore[no-any-return]


def _loop(kernels: GameKernels) -> Callable[..., int]:
    waits_for_chance, chance, pick, apply = kernels.waits_for_chance, kernels.chance, kernels.pick, kernels.apply

    def play(table: Any, state: Any, rng: Any, out: Any) -> int:
        decisions = 0
        while True:
            if waits_for_chance(table, state):
                chance(table, state, rng)
            move = pick(table, state, rng, out)
            if move < 0:
                return decisions
            apply(table, state, move)
            decisions += 1

    return play
