"""Tiles, stones and boards, read from data files and checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ..hexgrid import Hex, Labels, disk

__all__ = ["COLOURS", "Board", "Components", "Stone", "Unit", "Variant", "reference"]

COLOURS = ("red", "blue", "yellow", "green")
RANKS = "SABC"
MAX_CELLS, MAX_SITES, MAX_UNITS, MAX_STONES, MAX_POWER = 64, 16, 16, 16, 7
LARGE_CELLS, SMALL_CELLS, STONES_PER_SITE = 6, 2, 2


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit tile, in a hand or on the board.

    ``edges`` are the six printed powers at rotation 0; ``rotation`` turns the tile by that many
    sixths counter-clockwise; ``counters`` add to every edge at judgement.
    """

    faction: str
    name: str
    rank: str
    edges: tuple[int, ...]
    rotation: int = 0
    counters: int = 0

    def power(self, direction: int) -> int:
        """The printed power of the edge that faces ``direction`` (0 E, counter-clockwise)."""
        return self.edges[(direction - self.rotation) % 6]

    def strength(self, direction: int) -> int:
        """The power that counts at judgement: printed, with counters, never below 0."""
        return max(0, self.power(direction) + self.counters)

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
    def places(self) -> tuple[Hex, ...]:
        """Everything that has a label, in reading order."""
        return tuple(self.labels)


@dataclass(frozen=True, slots=True)
class Variant:
    """How many play, how long and with what hands, on which board."""

    name: str
    board: str
    seats: int
    rounds: int
    hand_size: int


@dataclass(frozen=True, slots=True)
class Components:
    """A whole set: what a game is played with."""

    name: str
    units: Mapping[str, tuple[int, ...]]
    marks: Mapping[str, str]
    stones: tuple[Stone, ...]
    boards: Mapping[str, Board]
    variants: Mapping[str, Variant]

    def unit(self, faction: str, name: str, rotation: int = 0, counters: int = 0) -> Unit:
        """The tile ``name`` of a faction."""
        return Unit(faction, name, name[0], self.units[name], rotation, counters)


@cache
def reference() -> Components:
    """The set that comes with the package (data/reference.toml)."""
    import tomllib  # noqa: PLC0415  read when the first game is made, not at import
    from importlib import resources  # noqa: PLC0415

    text = resources.files("hexwidgets.monsterhex").joinpath("data/reference.toml").read_text("utf-8")
    return read("reference", tomllib.loads(text))


def read(name: str, data: Mapping[str, Any]) -> Components:
    """Components from the tables of a data file; ``ValueError`` lists everything that is wrong."""
    faults = [*_unit_faults(data["units"]), *_stone_faults(data["stones"])]
    boards = {key: _board(table) for key, table in data["boards"].items()}
    for key, board in boards.items():
        faults += [f"boards.{key}: {fault}" for fault in _board_faults(board)]
    if faults:
        raise ValueError(f"components {name}: " + "; ".join(faults))
    return Components(
        name=name,
        units={key: tuple(edges) for key, edges in data["units"].items()},
        marks=dict(data.get("marks", {})),
        stones=tuple(Stone(colour, points) for colour, both in data["stones"].items() for points in both),
        boards=boards,
        variants={key: Variant(name=key, **table) for key, table in data["variants"].items()},
    )


def _board(table: Mapping[str, Any]) -> Board:
    large, small, starts, voids = (
        tuple(Hex(*pair) for pair in table.get(key, ())) for key in ("large", "small", "starts", "voids")
    )
    field = disk(Hex(0, 0), table["disk"]) if "disk" in table else tuple(Hex(*p) for p in table["cells"])
    cells = tuple(h for h in field if h not in {*large, *small, *voids})
    return Board(cells, large, small, starts, voids, Labels([*cells, *large, *small, *voids]))


def _unit_faults(units: Mapping[str, Any]) -> list[str]:
    out = [] if 1 <= len(units) <= MAX_UNITS else [f"units: expected 1 to {MAX_UNITS}, got {len(units)}"]
    for name, edges in units.items():
        if name[0] not in RANKS or not name[1:].isdigit():
            out.append(f"units.{name}: expected a rank of {RANKS} and a number, as S1")
        if len(edges) != LARGE_CELLS or not all(isinstance(e, int) and 1 <= e <= MAX_POWER for e in edges):
            out.append(f"units.{name}: expected six powers from 1 to {MAX_POWER}, got {edges}")
    return out


def _stone_faults(stones: Mapping[str, Any]) -> list[str]:
    out = [f"stones.{c}: unknown colour; known are {', '.join(COLOURS)}" for c in stones if c not in COLOURS]
    if sum(len(v) for v in stones.values()) > MAX_STONES:
        out.append(f"stones: expected at most {MAX_STONES}")
    return out


def _board_faults(board: Board) -> list[str]:
    out, cells = [], set(board.cells)
    if len(cells) > MAX_CELLS:
        out.append(f"expected at most {MAX_CELLS} cells, got {len(cells)}")
    if len(board.sites) > MAX_SITES:
        out.append(f"expected at most {MAX_SITES} sites, got {len(board.sites)}")
    for sites, size in ((board.large, LARGE_CELLS), (board.small, SMALL_CELLS)):
        for site in sites:
            around = sum(n in cells for n in site.neighbours())
            if around != size:
                out.append(f"site {site}: expected {size} cells around it, got {around}")
    out += [f"start {start} is not a cell" for start in board.starts if start not in cells]
    return out
