"""Tiles, stones and boards, read from data files and checked as a whole."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from ..engine.dials import one_of
from ..engine.editing import Value
from ..engine.faults import shorten
from ..engine.parts import PartsError, read_tables
from ..hexgrid import Hex, Labels
from .validate import COLOURS, RANKS, cells_of, component_faults

__all__ = [
    "COLOURLESS", "COLOURS", "RANKS", "Board", "Components", "ComponentsError", "Goal", "Stone", "Unit", "Variant",
    "load", "of", "read", "reference", "save_reference", "tables_of",
]  # fmt: skip

COLOURLESS = "none"  # the stone of a petrified cell


@dataclass(slots=True, unsafe_hash=True)
class Unit(Value):
    """A unit tile, in a hand or on the board.

    ``edges`` are the six printed powers at rotation 0; ``rotation`` turns the tile by that many
    sixths counter-clockwise; ``counters`` add to every edge at judgement, which never counts less than ``floor``,
    the dial ``power_floor`` of its game (MH-CURSE). It is a value: equal to any other unit that says the same.
    Assigning to ``rotation`` or ``counters`` of one of ``game.units`` edits the game.
    """

    faction: str
    name: str
    rank: str
    edges: tuple[int, ...]
    rotation: int = 0
    counters: int = 0
    floor: int = field(default=0, compare=False, repr=False)

    editable: ClassVar[tuple[str, ...]] = ("rotation", "counters")

    def power(self, direction: int) -> int:
        """The printed power of the edge that faces ``direction`` (0 E, counter-clockwise)."""
        return self.edges[(direction - self.rotation) % 6]

    def strength(self, direction: int) -> int:
        """The power that counts at judgement: printed, with counters, never below ``floor``."""
        return max(self.floor, self.power(direction) + self.counters)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone of a large site. ``str()`` is its notation: colour letter and points, ``R7``."""

    colour: str
    points: int

    def __str__(self) -> str:
        return f"{self.colour[0].upper()}{self.points}"


@dataclass(frozen=True, slots=True)
class Board:
    """Where units, stones and starts are. ``labels`` names every cell, site and void."""

    cells: tuple[Hex, ...]
    large: tuple[Hex, ...]
    small: tuple[Hex, ...]
    starts: tuple[Hex, ...]
    voids: tuple[Hex, ...]
    labels: Labels = field(compare=False)  # they follow from the rest

    @property
    def sites(self) -> tuple[Hex, ...]:
        """MH-ORDER-1: the order of judgement, large before small."""
        return self.large + self.small

    @property
    def neighbourhood(self) -> frozenset[Hex]:
        """Cells and sites: what a cell can have beside it, voids and the outside apart."""
        return frozenset((*self.cells, *self.sites))

    @property
    def places(self) -> tuple[Hex, ...]:
        """Everything that has a label, in reading order."""
        return tuple(self.labels)


@dataclass(frozen=True, slots=True)
class Variant:
    """How many play, how long and with what hands, on which board; and which rules are this variant's own.

    ``shared``: a shared faction plays (MH-SHARED); ``overwhelm``: MH-OVER-1 holds; ``seven_in_play``: the
    7-point stone is never among the stones left out (MH-SETUP-2).
    """

    name: str
    board: str
    seats: int
    rounds: int
    hand_size: int
    shared: bool = False
    overwhelm: bool = False
    seven_in_play: bool = False


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal card. ``str()`` is its number.

    A "formation" has a ``pattern`` of (q, r, what); the other kinds compare the number named by ``count``:
    "most" scores for everyone tied for most, "reach" from ``least`` to ``most``, "each" for every single one.
    """

    number: int
    kind: str
    points: int
    pattern: tuple[tuple[int, int, str], ...] = ()
    count: str = ""
    least: int = 0
    most: int = 127

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Components:
    """A whole set: what a game is played with."""

    name: str = field(compare=False)
    units: Mapping[str, tuple[int, ...]]
    marks: Mapping[str, str]
    stones: tuple[Stone, ...]
    boards: Mapping[str, Board]
    variants: Mapping[str, Variant]
    abilities: Mapping[str, tuple[str, ...]]
    goals: tuple[Goal, ...]
    source: Mapping[str, Any] = field(repr=False, compare=False)  # the tables, as they were given

    def unit(self, faction: str, name: str, rotation: int = 0, counters: int = 0, floor: int = 0) -> Unit:
        """The tile ``name`` of a faction."""
        return Unit(faction, name, name[0], self.units[name], rotation, counters, floor)


class ComponentsError(PartsError):
    """Components that cannot be played with; ``faults`` lists (place in the file, what is wrong), all of them."""

    kind = "components"


@cache
def reference() -> Components:
    """The set that comes with the package (data/reference.toml)."""
    return load(_reference_path())


def save_reference(path: str | os.PathLike[str]) -> None:
    """Write the reference set to a file, to be edited and played with: ``MonsterHex(components=path)``."""
    Path(path).write_text(_reference_path().read_text("utf-8"), "utf-8")


def load(path: str | os.PathLike[str]) -> Components:
    """The set in a TOML file, named after the file.

    Raises `ComponentsError`, a ``ValueError`` that lists everything wrong with its place in the file, and
    ``OSError`` when it cannot be read.
    """
    return read(Path(path).stem, read_tables(path, ComponentsError))


def of(given: str | os.PathLike[str] | Mapping[str, Any] | Components) -> Components:
    """Components from "reference", the path of a TOML file, the tables of one, or components."""
    if isinstance(given, Components):
        return given
    if given == "reference":
        return reference()
    return read(*tables_of(given))


def tables_of(given: str | os.PathLike[str] | Mapping[str, Any] | Components) -> tuple[str, Mapping[str, Any]]:
    """The name and the tables of what `of` takes, unchecked."""
    if isinstance(given, Components):
        return given.name, given.source
    if isinstance(given, Mapping):
        return "given", given
    if given == "reference":
        return given, reference().source
    if isinstance(given, str | os.PathLike):
        if isinstance(given, str) and not given.endswith(".toml"):
            one_of("set of components", given, ("reference", "a path that ends in .toml", "tables as a dict"))
        return Path(given).stem, read_tables(given, ComponentsError)
    raise TypeError(f"components: expected a name, a path or a dict, got {shorten(given)}")


def read(name: str, data: Mapping[str, Any]) -> Components:
    """Components from the tables of a data file, checked as a whole; `ComponentsError` lists what is wrong."""
    if faults := component_faults(data):
        raise ComponentsError(name, faults)
    return Components(
        name=name,
        units={key: tuple(edges) for key, edges in data["units"].items()},
        marks=dict(data.get("marks", {})),
        stones=tuple(Stone(colour, points) for colour, both in data["stones"].items() for points in both),
        boards={key: _board(table) for key, table in data["boards"].items()},
        variants={key: Variant(name=key, **table) for key, table in data["variants"].items()},
        abilities={faction: tuple(both) for faction, both in data.get("abilities", {}).items()},
        goals=tuple(_goal(i, table) for i, table in enumerate(data.get("goals", ()), start=1)),
        source=copy.deepcopy(dict(data)),
    )


def _reference_path() -> Path:
    return Path(__file__).with_name("data") / "reference.toml"


def _board(table: Mapping[str, Any]) -> Board:
    large, small, starts, voids = (
        tuple(Hex(*pair) for pair in table.get(key, ())) for key in ("large", "small", "starts", "voids")
    )
    cells = cells_of(table)
    return Board(cells, large, small, starts, voids, Labels([*cells, *large, *small, *voids]))


def _goal(number: int, table: Mapping[str, Any]) -> Goal:
    pattern = tuple((q, r, what) for q, r, what in table.get("pattern", ()))
    return Goal(number, **{**table, "pattern": pattern})
