"""The cells of a board for any purpose: their names, their places, and how people may say which one they mean."""

from __future__ import annotations

import re
import sys
import unicodedata
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from hexwidgets.hexgrid import Hex, Labels, Orientation, UnknownPlace

__all__ = ["Cells", "CellsLike", "Place", "packed", "shorten"]

Place: TypeAlias = str | Hex
CellsLike: TypeAlias = Iterable[Hex] | Iterable[str] | Mapping[Hex, str]

MOST, LONGEST, FARTHEST = 100_000, 64, 2**30
_LABEL = re.compile(r"([a-z]+)([1-9][0-9]*)")
_NARROW = range(-(2**15), 2**15)


def shorten(value: object) -> str:
    """A short repr for a message, however long the value."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Cells(Sequence[str]):
    """The names of the cells, in the order in which they were given; that is the order of arrays.

    Made from hexes, which get the usual labels (rows lettered from the top, numbered from the left); from a mapping
    of hexes to names; or from labels such as "c4", which stand for a board of straight rows: row c, fourth from the
    left. ``TypeError`` and ``ValueError`` say what is wrong.

    >>> cells = Cells([Hex(0, 0), Hex(1, 0), Hex(0, 1)])
    >>> list(cells), cells.find("b1"), cells.find(Hex(1, 0))
    (['a1', 'a2', 'b1'], 2, 1)
    """

    def __init__(self, cells: CellsLike, orientation: Orientation = "pointy") -> None:
        self._labels: Labels | None = None
        names: list[str]
        if isinstance(cells, Mapping):
            hexes, names = list(cells), [_name(name) for name in cells.values()]
        elif isinstance(cells, str) or not isinstance(cells, Iterable):
            raise TypeError(f"cells: expected hexes or labels, got {shorten(cells)} ({type(cells).__name__})")
        else:
            given: list[Any] = list(cells)
            if given and all(isinstance(cell, str) for cell in given):
                hexes, names = [_straight(cell, orientation) for cell in given], given
            else:
                hexes, names = given, []
        for place in hexes:
            if not isinstance(place, Hex):
                hint = ": write Hex(q, r), not (q, r)" if isinstance(place, tuple) else ""
                raise TypeError(f"cells: expected a Hex, got {shorten(place)} ({type(place).__name__}){hint}")
            if max(abs(place.q), abs(place.r)) > FARTHEST:
                raise ValueError(f"cells: {place} is too far away")
        if not 1 <= len(hexes) <= MOST:
            raise ValueError(f"cells: expected 1 to {MOST:,} cells, got {len(hexes):,}")
        self.hexes: tuple[Hex, ...] = tuple(hexes)
        self._at: dict[Place, int] = {}
        for at, place in enumerate(hexes):
            if self._at.setdefault(place, at) != at:
                raise ValueError(f"cells: {place} is given twice")
        if not names:
            labels = Labels(hexes)
            names, self._labels = [labels[place] for place in hexes], labels
        self.names: tuple[str, ...] = tuple(names)
        for at, name in enumerate(names):
            if self._at.setdefault(name, at) != at:
                raise ValueError(f"cells: the name {name!r} is given twice")

    def find(self, place: object) -> int:
        """The index of a cell from its name or its Hex.

        ``TypeError`` for anything else, `UnknownPlace` with the nearest name for one that is not on the board.
        """
        if not isinstance(place, str | Hex):
            hint = ": write Hex(q, r), not (q, r)" if isinstance(place, tuple) else ""
            wanted = f"a cell such as {self.names[0]!r}, or a Hex"
            raise TypeError(f"expected {wanted}, got {shorten(place)} ({type(place).__name__}){hint}")
        at = self._at.get(place)
        if at is None:
            raise UnknownPlace(f"no cell {shorten(place)} on this board{self._hint(place)}", place)
        return at

    def _hint(self, place: Place) -> str:
        if isinstance(place, Hex):
            nearest = min(self.hexes, key=place.distance)
            return f": the nearest is {self.names[self._at[nearest]]}, {nearest}"
        if self._labels is not None:
            self._labels.hex(place)  # knows best what may have been meant
        meant = unicodedata.normalize("NFKC", place[:LONGEST]).strip().lower()
        by_meaning = {name.lower(): name for name in reversed(self.names)}
        close = [by_meaning[name] for name in get_close_matches(meant, by_meaning, 3, 0.5)]
        if close:
            return f": did you mean {' or '.join(close)}?"
        return f": it has {len(self):,} cells, {self.names[0]} to {self.names[-1]}"

    def wire(self) -> dict[str, Any]:
        """What pages need to know: q and r of each cell in 16 bits, ``wide`` in 32; names unless they are the usual."""
        numbers = [number for place in self.hexes for number in (place.q, place.r)]
        wide = not all(number in _NARROW for number in numbers)
        told: dict[str, Any] = {"cells": packed("i" if wide else "h", numbers)}
        if wide:
            told["wide"] = True
        return told if self._labels else {**told, "names": list(self.names)}

    def __getitem__(self, at: Any) -> Any:
        return self.names[at]

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, place: object) -> bool:
        return self.has(place)

    def has(self, place: object) -> bool:
        """Whether a name or a Hex is on the board."""
        return isinstance(place, str | Hex) and place in self._at

    def __repr__(self) -> str:
        return f"<{len(self):,} cells, {self.names[0]} to {self.names[-1]}>"


def packed(code: str, numbers: Iterable[float]) -> bytes:
    """Numbers as bytes of one C type, little-endian, as pages read them."""
    cells = array(code, numbers)
    if sys.byteorder == "big":
        cells.byteswap()
    return cells.tobytes()


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"cells: expected names as text, got {shorten(name)} ({type(name).__name__})")
    if not name.strip() or len(name) > LONGEST:
        raise ValueError(f"cells: expected a name of 1 to {LONGEST} characters, got {shorten(name)}")
    return name


def _straight(label: str, orientation: Orientation) -> Hex:
    """Where a label stands on a board of straight rows, every other row (or column, flat-top) half a cell further."""
    parts = _LABEL.fullmatch(label) if len(label) <= LONGEST else None
    if not parts:
        raise ValueError(f"cells: expected labels such as 'c4', got {shorten(label)}")
    row, column = -1, int(parts[2]) - 1
    for letter in parts[1]:
        row = (row + 1) * 26 + ord(letter) - ord("a")
    return Hex(column - row // 2, row) if orientation == "pointy" else Hex(column, row - column // 2)
