"""Arenas and the fighters in them, as people see them; arenas are read from data and checked as a whole."""

from __future__ import annotations

import copy
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from ..engine.dials import one_of
from ..engine.editing import Value
from ..engine.faults import shorten
from ..hexgrid import Hex, Labels, disk
from .state import CELLS

__all__ = ["SEATS", "Arena", "ArenaError", "Fighter", "arenas", "load", "of", "read", "with_obstacles"]

SEATS = ("north", "south")
MAX_BYTES = 1 << 20
_MAX_DISK, _MAX_COORDINATE = 10, 30
_KEYS = ("disk", "cells", "obstacles", *SEATS)


@dataclass(slots=True, unsafe_hash=True)
class Fighter(Value):
    """A fighter: whose it is, the label of its cell, its facing (0..5, counter-clockwise from (1, 0)) and its life.

    It is a value: equal to any other fighter that says the same. Assigning to ``cell``, ``facing`` or ``life``
    of one of ``duel.fighters`` edits the duel, as `ArenaDuel.editing` does.
    """

    seat: str
    cell: str
    facing: int
    life: int

    editable: ClassVar[tuple[str, ...]] = ("cell", "facing", "life")


@dataclass(frozen=True, slots=True)
class Arena:
    """AD-ARENA-1 and 2: where fighters may stand. Everything else is wall.

    ``cells`` are free, ``obstacles`` lie among them and count as wall; ``starts`` holds each seat's cell and
    facing, north first. ``labels`` names cells and obstacles.
    """

    name: str = field(compare=False)
    cells: tuple[Hex, ...]
    obstacles: tuple[Hex, ...]
    starts: tuple[tuple[Hex, int], tuple[Hex, int]]
    labels: Labels = field(compare=False, repr=False)  # they follow from the rest
    source: Mapping[str, Any] = field(compare=False, repr=False)  # the tables, as they were given


class ArenaError(ValueError):
    """An arena that cannot be fought in; ``faults`` lists (place in the data, what is wrong), all of them."""

    def __init__(self, name: str, faults: list[tuple[str, str]]) -> None:
        super().__init__(name, faults)
        self.name = name
        self.faults = tuple(faults)

    def __str__(self) -> str:
        told = "; ".join(f"{place}: {what}" if place else what for place, what in self.faults)
        return f"arena {self.name}: {told}"


@cache
def arenas() -> Mapping[str, Arena]:
    """The arenas that come with the package (data/arenas.toml), by name."""
    tables = _tables(Path(__file__).with_name("data") / "arenas.toml")
    return {name: read(name, table) for name, table in tables.items()}


def of(given: str | os.PathLike[str] | Mapping[str, Any] | Arena) -> Arena:
    """An arena from its name, the path of a TOML file with its keys, a dict of them, or an arena."""
    if isinstance(given, Arena):
        return given
    if isinstance(given, Mapping):
        return read("given", given)
    if isinstance(given, str) and not given.endswith(".toml"):
        return arenas()[one_of("arena", given, (*arenas(), "a path that ends in .toml", "a dict"))]
    if isinstance(given, str | os.PathLike):
        return load(given)
    raise TypeError(f"arena: expected a name, a path or a dict, got {shorten(given)}")


def load(path: str | os.PathLike[str]) -> Arena:
    """The arena in a TOML file, named after the file.

    Raises `ArenaError`, a ``ValueError`` that lists everything wrong, and ``OSError`` when it cannot be read.
    """
    return read(Path(path).stem, _tables(Path(path)))


def read(name: str, data: Mapping[str, Any]) -> Arena:
    """An arena from data with these keys, checked as a whole; `ArenaError` lists what is wrong.

    ``disk`` (every hex this near to the origin) or ``cells`` (a list of [q, r]), or both; ``obstacles`` among
    them; and for ``north`` and ``south`` a ``cell`` and a ``facing`` to start with.

    >>> duel = {"cells": [[0, 0], [0, 1], [0, 2]]}
    >>> duel |= {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, 2], "facing": 2}}
    >>> len(read("corridor", duel).cells)
    3
    """
    if faults := list(_faults(data)):
        raise ArenaError(name, faults)
    obstacles = tuple(Hex(*pair) for pair in data.get("obstacles", ()))
    places = _places(data)
    north, south = ((Hex(*data[seat]["cell"]), data[seat]["facing"]) for seat in SEATS)
    return Arena(
        name=name,
        cells=tuple(place for place in places if place not in obstacles),
        obstacles=obstacles,
        starts=(north, south),
        labels=places,
        source=copy.deepcopy(dict(data)),
    )


def with_obstacles(arena: Arena, obstacles: Collection[Hex], standing: Sequence[tuple[Hex, int]]) -> Arena:
    """AD-ARENA-2: the same arena with these obstacles, which leave at least two of its hexes free.

    Where they cover a start, both start where they are ``standing``, each with its facing; and where that is no
    place either, on the first two free cells.
    """
    free = list(zip((place for place in arena.labels if place not in obstacles), (5, 2), strict=False))
    for starts in (arena.starts, standing, free):
        places = {place for place, _ in starts}
        if len(places) == len(SEATS) and places.isdisjoint(obstacles):
            break
    laid = {"obstacles": [[place.q, place.r] for place in sorted(obstacles)]} if obstacles else {}
    starting = {
        seat: {"cell": [at.q, at.r], "facing": facing} for seat, (at, facing) in zip(SEATS, starts, strict=True)
    }
    return read("given", {k: v for k, v in arena.source.items() if k != "obstacles"} | laid | starting)


def _tables(path: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  read when the first duel is made, not at import

    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise ArenaError(path.stem, [("", f"the file is larger than {MAX_BYTES >> 10} KiB")])
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ArenaError(path.stem, [("", f"not TOML: {shorten(str(error), 200)}")]) from error


def _places(data: Mapping[str, Any]) -> Labels:
    """Every hex that is named, in reading order."""
    near = disk(Hex(0, 0), data["disk"]) if "disk" in data else ()
    return Labels([*near, *(Hex(*pair) for pair in data.get("cells", ()))])


# -- what can be wrong ------------------------------------------------------------------------------------


def _is_int(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_hex(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    return all(_is_int(n, -_MAX_COORDINATE, _MAX_COORDINATE) for n in value)


def _faults(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    shape = list(_faults_of_shape(data))
    yield from shape or _faults_of_places(data)


def _faults_of_shape(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key in data:
        if key not in _KEYS:
            yield shorten(key), f"unknown key; known are {', '.join(_KEYS)}"
    if "disk" not in data and "cells" not in data:
        yield "cells", "expected cells or a disk, found neither"
    if not _is_int(data.get("disk", 0), 0, _MAX_DISK):
        yield "disk", f"expected an integer from 0 to {_MAX_DISK}, got {shorten(data['disk'])}"
    for key in ("cells", "obstacles"):
        given = data.get(key, [])
        if not isinstance(given, list | tuple) or not all(map(_is_hex, given)):
            yield key, f"expected a list of [q, r] within {_MAX_COORDINATE} of the origin, got {shorten(given)}"
    for seat in SEATS:
        start = data.get(seat)
        if not isinstance(start, Mapping) or set(start) != {"cell", "facing"} or not _is_hex(start["cell"]):
            yield seat, f"expected a cell [q, r] and a facing, got {shorten(start)}"
        elif not _is_int(start["facing"], 0, 5):
            yield f"{seat}.facing", f"expected a direction from 0 to 5, got {shorten(start['facing'])}"


def _faults_of_places(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    places = _places(data)
    obstacles = {Hex(*pair) for pair in data.get("obstacles", ())}
    for place in sorted(obstacles):
        if place not in places:
            yield "obstacles", f"{place} is outside the arena"
    free = {place for place in places if place not in obstacles}
    if len(free) > CELLS:
        yield "cells", f"expected at most {CELLS} free ones, got {len(free)}"
    starts = [Hex(*data[seat]["cell"]) for seat in SEATS]
    for seat, place in zip(SEATS, starts, strict=True):
        if place not in free:
            yield f"{seat}.cell", f"{place} is no free cell of the arena"
    if starts[0] == starts[1]:
        yield "south.cell", f"{starts[1]} is where north starts; one fighter to a hex"
