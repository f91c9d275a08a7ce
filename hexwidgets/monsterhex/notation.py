"""Moves and their text: ``S1@c4^2``, ``take R7``, ``pass``, and the deal at the start of a record."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

__all__ = ["Deal", "Move", "Pass", "Place", "Take"]


class Move:
    """A decision. ``str(move)`` is its notation; moves are equal when their notation is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Place a unit on a cell: ``S1@c4^2``."""

    unit: str
    cell: str
    rotation: int

    def __str__(self) -> str:
        return f"{self.unit}@{self.cell}^{self.rotation}"


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take a stone that was earned: ``take R7``."""

    stone: str

    def __str__(self) -> str:
        return f"take {self.stone}"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """MH-PLACE-6: nothing can be placed."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """What chance did before the game: every deck in drawing order, two stones for each large site.

    ``deal red S1 A2 ... / blue ... / d2 B6 Y4 / ...``
    """

    decks: tuple[tuple[str, tuple[str, ...]], ...]
    stones: tuple[tuple[str, tuple[str, ...]], ...]

    def __str__(self) -> str:
        return "deal " + " / ".join(f"{name} {' '.join(items)}" for name, items in (*self.decks, *self.stones))


_PLACE = re.compile(r"(?P<unit>[A-Z][0-9]{1,2})@(?P<cell>[^@^]{1,20})\^(?P<rotation>[0-9])", re.ASCII)
_TAKE = re.compile(r"take (?P<stone>[A-Z][0-9]{1,2})", re.ASCII)


class NotationError(ValueError):
    """Text that is no move."""

    EXAMPLES: ClassVar[str] = "S1@c4^2, take R7, pass"


def parse(text: str) -> Move:
    """The move that ``text`` writes. Whether cells and units exist is for the rules to say.

    >>> parse("S1@c4^2")
    Place(unit='S1', cell='c4', rotation=2)
    >>> str(parse("take R7"))
    'take R7'
    """
    text = text.strip()
    if found := _PLACE.fullmatch(text):
        return Place(found["unit"], found["cell"], int(found["rotation"]))
    if found := _TAKE.fullmatch(text):
        return Take(found["stone"])
    if text == "pass":
        return Pass()
    raise NotationError(text)


def parse_deal(text: str, seats: Mapping[str, object] | tuple[str, ...]) -> Deal:
    """The deal that ``text`` writes; `NotationError` when it has not the form of one."""
    word, _, rest = text.partition(" ")
    parts = [part.split() for part in rest.split(" / ")]
    if word != "deal" or not all(len(part) > 1 for part in parts):
        raise NotationError(text)
    decks = tuple((name, tuple(items)) for name, *items in parts if name in seats)
    stones = tuple((name, tuple(items)) for name, *items in parts if name not in seats)
    return Deal(decks, stones)
