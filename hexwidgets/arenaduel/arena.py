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
from ..engine.parts import MAX_COORDINATE, DataFault, PartsError, is_hex, is_int, read_tables
from ..engine.words import Words
from ..hexgrid import Hex, Labels, disk
from .state import CELLS

__all__ = [
    "SEATS", "Arena", "ArenaError", "Fighter", "arena_faults", "arenas", "load", "of", "places_of",
    "read", "tables_of",
    "with_obstacles",
]  # fmt: skip

SEATS = ("north", "south")
PARTS = Words("hexwidgets.arenaduel.parts")
_MAX_DISK = 10
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


class ArenaError(PartsError):
    """An arena that cannot be fought in; ``faults`` lists (place in the data, what is wrong), all of them."""

    kind = "arena"


@cache
def arenas() -> Mapping[str, Arena]:
    """The arenas that come with the package (data/arenas.toml), by name."""
    tables = read_tables(Path(__file__).with_name("data") / "arenas.toml", ArenaError)
    return {name: read(name, table) for name, table in tables.items()}


def of(given: str | os.PathLike[str] | Mapping[str, Any] | Arena) -> Arena:
    """An arena from its name, the path of a TOML file with its keys, a dict of them, or an arena."""
    if isinstance(given, Arena):
        return given
    if isinstance(given, str) and given in arenas():
        return arenas()[given]
    return read(*tables_of(given))


def tables_of(given: str | os.PathLike[str] | Mapping[str, Any] | Arena) -> tuple[str, Mapping[str, Any]]:
    """The name and the data of what `of` takes, unchecked."""
    if isinstance(given, Arena):
        return given.name, given.source
    if isinstance(given, Mapping):
        return "given", given
    if isinstance(given, str) and not given.endswith(".toml"):
        name = one_of("arena", given, (*arenas(), "a path that ends in .toml", "a dict"))
        return name, arenas()[name].source
    if isinstance(given, str | os.PathLike):
        return Path(given).stem, read_tables(given, ArenaError)
    raise TypeError(f"arena: expected a name, a path or a dict, got {shorten(given)}")


def load(path: str | os.PathLike[str]) -> Arena:
    """The arena in a TOML file, named after the file.

    Raises `ArenaError`, a ``ValueError`` that lists everything wrong, and ``OSError`` when it cannot be read.
    """
    return read(Path(path).stem, read_tables(path, ArenaError))


def read(name: str, data: Mapping[str, Any]) -> Arena:
    """An arena from data with these keys, checked as a whole; `ArenaError` lists what is wrong.

    ``disk`` (every hex this near to the origin) or ``cells`` (a list of [q, r]), or both; ``obstacles`` among
    them; and for ``north`` and ``south`` a ``cell`` and a ``facing`` to start with.

    >>> duel = {"cells": [[0, 0], [0, 1], [0, 2]]}
    >>> duel |= {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, 2], "facing": 2}}
    >>> len(read("corridor", duel).cells)
    3
    """
    if faults := arena_faults(data):
        raise ArenaError(name, faults)
    obstacles = tuple(Hex(*pair) for pair in data.get("obstacles", ()))
    places = places_of(data)
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


def places_of(data: Mapping[str, Any]) -> Labels:
    """Every hex that is named, in reading order."""
    near = disk(Hex(0, 0), data["disk"]) if "disk" in data else ()
    return Labels([*near, *(Hex(*pair) for pair in data.get("cells", ()))])


# -- what can be wrong ------------------------------------------------------------------------------------


def arena_faults(data: Mapping[str, Any]) -> list[DataFault]:
    """Everything that is wrong with the data of an arena; none when it can be fought in."""
    faults = list(_faults_of_shape(data))
    return faults if any(fault.shape for fault in faults) else [*faults, *_faults_of_places(data)]


def _fault(place: str, key: str, rule: str = "", at: tuple[Hex, ...] = (), **facts: Any) -> DataFault:
    return DataFault(rule, key, facts, PARTS, place=place, at=at)


def _faults_of_shape(data: Mapping[str, Any]) -> Iterator[DataFault]:
    for key in data:
        if key not in _KEYS:
            yield _fault(shorten(key), "shape.unknown", known=list(_KEYS))
    if "disk" not in data and "cells" not in data:
        yield _fault("cells", "shape.no-cells")
    if not is_int(data.get("disk", 0), 0, _MAX_DISK):
        yield _fault("disk", "shape.disk", most=_MAX_DISK, got=shorten(data["disk"]))
    for key in ("cells", "obstacles"):
        given = data.get(key, [])
        if not isinstance(given, list | tuple) or not all(map(is_hex, given)):
            yield _fault(key, "shape.hexes", most=MAX_COORDINATE, got=shorten(given))
    for seat in SEATS:
        start = data.get(seat)
        if seat not in data:
            yield _fault(seat, "fit.no-start", "AD-START-1")
        elif not isinstance(start, Mapping) or set(start) != {"cell", "facing"} or not is_hex(start["cell"]):
            yield _fault(seat, "shape.start", got=shorten(start))
        elif not is_int(start["facing"], 0, 5):
            yield _fault(f"{seat}.facing", "shape.facing", got=shorten(start["facing"]))


def _faults_of_places(data: Mapping[str, Any]) -> Iterator[DataFault]:
    places = places_of(data)
    obstacles = {Hex(*pair) for pair in data.get("obstacles", ())}
    for place in sorted(obstacles):
        if place not in places:
            yield _fault("obstacles", "fit.outside", "AD-ARENA-2", (place,), cell=place)
    free = {place for place in places if place not in obstacles}
    if len(free) > CELLS:
        yield _fault("cells", "fit.cells", "AD-ARENA-1", most=CELLS, got=len(free))
    starts = {seat: Hex(*data[seat]["cell"]) for seat in SEATS if seat in data}
    for seat, place in starts.items():
        if place not in free:
            yield _fault(f"{seat}.cell", "fit.start", "AD-START-1", (place,), cell=place)
    if len(starts) > len(set(starts.values())):
        place = starts["south"]
        yield _fault("south.cell", "fit.same-start", "AD-ARENA-2", (place,), cell=place)
