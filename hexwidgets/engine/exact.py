"""A bot that plays a solved game: by the mix of moves that nobody can get the better of.

Rules of a game that comes with its solution have a method ``solution()``; one that was made by solving is handed over.
A solution answers ``policy(seat, state)``, moves with their probabilities, and ``fits(rules)``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Protocol

from .faults import shorten

__all__ = ["Exact", "Solved"]


class Solved(Protocol):
    """What `Exact` asks of a solution."""

    def policy(self, seat: Any, position: Any) -> Mapping[Any, float]:
        """The best mix: moves with a probability above 0."""
        ...

    def fits(self, rules: Any) -> bool:
        """Whether it is for these rules."""
        ...


class _View(Protocol):
    """What it asks of a `SeatView`; solutions make bots, and know of no game but its rules."""

    @property
    def seat(self) -> str: ...

    @property
    def state(self) -> Any: ...

    @property
    def rules(self) -> Any: ...


class Exact:
    """Plays perfectly: draws from the best mix of moves, which no answer does well against.

    It knows what its seat may know, never a secret order. ``solution`` is one that was made by solving; default: the
    one that comes with the game. ``seed`` makes it play the same way again; default: never the same.

    Where the game has no solution, or ``solution`` is for other rules, it raises ``ValueError`` when it is to play.

    >>> import hexwidgets as hw
    >>> duel = hw.ArenaDuel(seed=7)
    >>> duel.bots["north"], duel.bots["south"] = hw.bots.Exact(seed=1), hw.bots.Random(seed=1)
    >>> duel.bots.finish(timeout=60).winners
    ('north',)
    """

    def __init__(self, seed: int | None = None, solution: Solved | None = None) -> None:
        if solution is not None and not (hasattr(solution, "policy") and hasattr(solution, "fits")):
            raise TypeError(f"solution: expected a Solution such as duel.solve(), or None, got {shorten(solution)}")
        self.seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self.solution = solution
        self._rng = random.Random(f"bot/{self.seed}")
        self._found: list[Solved] = []  # that came with rules it has met
        self._reseeded = False
        self._batch: list[Solved] = []  # their twins for many games, where there are any

    def __call__(self, view: _View) -> Any:
        """A move drawn from the best mix."""
        mix = self.mix(view)
        return self._rng.choices(list(mix), list(mix.values()))[0]

    def mix(self, view: _View) -> Mapping[Any, float]:
        """How likely it makes each move, those left out that it never makes."""
        return self._solution(view.rules).policy(view.seat, view.state)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(seed={self.seed})"

    def reseeded(self, seed: int) -> Exact:
        """The same bot with another seed, for one of many games; all look things up in the same solution.

        Where a solution has a twin for many games, ``solution.quick()``, that is asked: it plays the same.
        """
        twin = type(self)(seed, self.solution)
        if not self._batch and self.solution is not None:
            self._batch.append(_quick(self.solution))
        if self._batch:
            twin.solution = self._batch[0]
        twin._found = self._found
        twin._reseeded = True
        return twin

    def _solution(self, rules: Any) -> Solved:
        name = rules.game_type.name
        if self.solution is not None:
            if not self.solution.fits(rules):
                raise ValueError(f"solution: {self.solution!r} is for other rules than those of this {name}")
            return self.solution
        for solution in self._found:
            if solution.fits(rules):
                return solution
        if not hasattr(rules, "solution"):
            raise ValueError(f"Exact plays games that come with their solution, and {name} has none")
        found: Solved = rules.solution()
        if self._reseeded:
            found = _quick(found)
        self._found.append(found)
        return found


def _quick(solution: Solved) -> Solved:
    twin: Solved = solution.quick() if hasattr(solution, "quick") else solution
    return twin
