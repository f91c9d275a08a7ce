"""What rules have as ``learning``: their moves by number, and what a seat knows as a row of bounded integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .state import Field

__all__ = ["Learning", "Part", "flat"]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of an observation: so many integers, each from ``low`` to ``high``."""

    name: str
    size: int
    low: int
    high: int

    @classmethod
    def of(cls, field: Field) -> Part:
        """The stretch that holds a field of a state."""
        size = 1
        for length in field.shape:
            size *= length
        return cls(field.name, size, field.low, field.high)


@dataclass(frozen=True, slots=True)
class Learning:
    """How a game is put into numbers.

    ``moves(rules)`` lists every move that there can ever be; a move's number is its place. ``parts(rules)`` says what
    an observation is made of, in order, and ``observe(rules, seat, known)`` makes one of what ``rules.hide`` gives a
    seat, and of nothing else.
    """

    moves: Callable[[Any], tuple[Any, ...]]
    parts: Callable[[Any], tuple[Part, ...]]
    observe: Callable[[Any, str, Any], list[int]]


def flat(value: int | Iterable[Any]) -> list[int]:
    """The integers of a field, row by row.

    >>> flat(3), flat([1, 2]), flat([[1, 2], [3, 4]])
    ([3], [1, 2], [1, 2, 3, 4])
    """
    if isinstance(value, int):
        return [value]
    return [number for item in value for number in flat(item)]
