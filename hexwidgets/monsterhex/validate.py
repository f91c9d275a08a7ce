"""Checks a component file as a whole, and tells every fault with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..engine.faults import shorten
from ..hexgrid import Hex, disk
from .goals import COUNTS, KINDS
from .state import ABILITIES, CELLS, FORMATION_CELLS, GOALS, SITES, STONES, TILES

__all__ = ["COLOURS", "RANKS", "cells_of", "component_faults"]

COLOURS = ("red", "blue", "yellow", "green")
RANKS = "SABC"
MAX_POWER, MAX_POINTS, MAX_COORDINATE, MAX_DISK = 7, 99, 30, 10
MAX_SEATS = len(COLOURS)
LARGE_CELLS, SMALL_CELLS, STONES_PER_SITE = 6, 2, 2

Fault = tuple[str, str]  # place in the file, what is wrong there
_UNIT = re.compile(rf"[{RANKS}][0-9]{{1,2}}")


def component_faults(data: object) -> list[Fault]:
    """Everything that is wrong with the tables of a component file; none when it can be played with."""
    if not isinstance(data, Mapping):
        return [("", f"expected tables, got {shorten(data)}")]
    faults = [(str(key), f"unknown table; known are {', '.join(_TABLES)}") for key in data if key not in _TABLES]
    for key, (kind, check) in _TABLES.items():
        if key not in data:
            if key in _REQUIRED:
                faults.append((key, "is missing"))
        elif not isinstance(data[key], kind):
            faults.append((key, f"expected {'a list' if kind is list else 'a table'}, got {shorten(data[key])}"))
        else:
            names = [name for name in data[key] if kind is Mapping and not isinstance(name, str)]
            faults += [(f"{key}.{name}", "expected a name that is text") for name in names] or check(data[key])
    return faults or [*_marks_without_units(data), *_variant_fits(data)]


# -- values ---------------------------------------------------------------------------------------------


def _is_int(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_hex(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(_is_int(n, -MAX_COORDINATE, MAX_COORDINATE) for n in value)
    )


def _keys(place: str, table: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[Fault]:
    for key in table:
        if key not in known:
            yield f"{place}.{key}", f"unknown; known are {', '.join(known)}"


# -- tables ---------------------------------------------------------------------------------------------


def _units(table: Mapping[str, Any]) -> Iterator[Fault]:
    if not 1 <= len(table) <= TILES:
        yield "units", f"expected 1 to {TILES}, got {len(table)}"
    for name, edges in table.items():
        if not _UNIT.fullmatch(name):
            yield f"units.{name}", f"expected a rank of {RANKS} and a number, as S1"
        if not isinstance(edges, list | tuple) or len(edges) != 6 or not all(_is_int(e, 1, MAX_POWER) for e in edges):
            yield f"units.{name}", f"expected six powers from 1 to {MAX_POWER}, got {shorten(edges)}"


def _marks(table: Mapping[str, Any]) -> Iterator[Fault]:
    for name, mark in table.items():
        if mark not in ("star", "dot"):
            yield f"marks.{name}", f"expected star or dot, got {shorten(mark)}"


def _stones(table: Mapping[str, Any]) -> Iterator[Fault]:
    total = 0
    for colour, points in table.items():
        if colour not in COLOURS:
            yield f"stones.{colour}", f"unknown colour; known are {', '.join(COLOURS)}"
        if not isinstance(points, list | tuple) or not all(_is_int(p, 0, MAX_POINTS) for p in points):
            yield f"stones.{colour}", f"expected points from 0 to {MAX_POINTS}, got {shorten(points)}"
            continue
        total += len(points)
        if len(set(points)) != len(points):
            yield f"stones.{colour}", f"expected different points, since stones are told by them, got {shorten(points)}"
    if total > STONES:
        yield "stones", f"expected at most {STONES}, got {total}"


def _boards(table: Mapping[str, Any]) -> Iterator[Fault]:
    for name, board in table.items():
        place = f"boards.{name}"
        if not isinstance(board, Mapping):
            yield place, f"expected a table, got {shorten(board)}"
        elif shape := list(_board_shape(place, board)):
            yield from shape
        else:
            yield from _board(place, board)


def _board_shape(place: str, board: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _keys(place, board, dict.fromkeys(_BOARD))
    if "disk" in board and not _is_int(board["disk"], 0, MAX_DISK):
        yield f"{place}.disk", f"expected an integer from 0 to {MAX_DISK}, got {shorten(board['disk'])}"
    if not isinstance(board.get("around", False), bool):
        yield f"{place}.around", f"expected true or false, got {shorten(board['around'])}"
    for key in _HEXES:
        given = board.get(key, [])
        if not isinstance(given, list | tuple):
            yield f"{place}.{key}", f"expected a list of [q, r], got {shorten(given)}"
            continue
        for i, pair in enumerate(given):
            if not _is_hex(pair):
                yield f"{place}.{key}[{i}]", f"expected [q, r] up to {MAX_COORDINATE}, got {shorten(pair)}"


def cells_of(board: Mapping[str, Any]) -> tuple[Hex, ...]:
    """The cells that a board's table describes, in reading order."""
    hexes = {key: [Hex(*pair) for pair in board.get(key, ())] for key in _HEXES}
    named = [*hexes["cells"]]
    if "disk" in board:
        named += disk(Hex(0, 0), board["disk"])
    if board.get("around"):
        named += [neighbour for site in hexes["large"] for neighbour in site.neighbours()]
    without = {*hexes["cut"], *hexes["large"], *hexes["small"], *hexes["voids"]}
    return tuple(sorted({h for h in named if h not in without}, key=lambda h: (h.r, h.q)))


def _board(place: str, board: Mapping[str, Any]) -> Iterator[Fault]:
    cells = set(cells_of(board))
    large, small, voids = ([Hex(*p) for p in board.get(key, ())] for key in ("large", "small", "voids"))
    if not 1 <= len(cells) <= CELLS:
        yield place, f"expected 1 to at most {CELLS} cells, got {len(cells)}"
    if len(large) + len(small) > SITES:
        yield place, f"expected at most {SITES} sites, got {len(large) + len(small)}"
    seen: set[Hex] = set()
    for key, sites in (("large", large), ("small", small), ("voids", voids)):
        for i, site in enumerate(sites):
            if site in seen:
                yield f"{place}.{key}[{i}]", f"{site} is listed before"
            seen.add(site)
    for key, sites, size in (("large", large, LARGE_CELLS), ("small", small, SMALL_CELLS)):
        for i, site in enumerate(sites):
            around = sum(n in cells for n in site.neighbours())
            if around != size:
                yield f"{place}.{key}[{i}]", f"site {site}: expected {size} cells around it, got {around}"
    if not board.get("starts"):
        yield f"{place}.starts", "expected at least one start cell"
    for i, pair in enumerate(board.get("starts", ())):
        if Hex(*pair) not in cells:
            yield f"{place}.starts[{i}]", f"start {Hex(*pair)} is not a cell"


def _variants(table: Mapping[str, Any]) -> Iterator[Fault]:
    if not table:
        yield "variants", "expected at least one"
    for name, variant in table.items():
        place = f"variants.{name}"
        if not isinstance(variant, Mapping):
            yield place, f"expected a table, got {shorten(variant)}"
            continue
        yield from _keys(place, variant, _VARIANT)
        for key, (expected, good) in _VARIANT.items():
            if key not in variant:
                if key in ("board", "seats", "rounds", "hand_size"):
                    yield f"{place}.{key}", f"is missing: expected {expected}"
            elif not good(variant[key]):
                yield f"{place}.{key}", f"expected {expected}, got {shorten(variant[key])}"


def _abilities(table: Mapping[str, Any]) -> Iterator[Fault]:
    for faction, both in table.items():
        place = f"abilities.{faction}"
        if faction not in COLOURS:
            yield place, f"unknown faction; known are {', '.join(COLOURS)}"
        known = ABILITIES[1:]
        if not isinstance(both, list | tuple) or len(both) != 2 or len({*map(str, both)} & {*known}) != 2:
            yield place, f"expected two different of {', '.join(known)}, got {shorten(both)}"
    for faction in COLOURS:
        if faction not in table:
            yield f"abilities.{faction}", "is missing: every faction has two"


def _goals(cards: list[Any]) -> Iterator[Fault]:
    if len(cards) > GOALS:
        yield "goals", f"expected at most {GOALS}, got {len(cards)}"
    for i, card in enumerate(cards):
        place = f"goals[{i}]"
        if not isinstance(card, Mapping):
            yield place, f"expected a table, got {shorten(card)}"
            continue
        own = ("pattern",) if card.get("kind") == "formation" else ("count", "least", "most")
        yield from _keys(place, card, dict.fromkeys(("kind", "points", *own)))
        if card.get("kind") not in KINDS:
            yield f"{place}.kind", f"expected one of {', '.join(KINDS)}, got {shorten(card.get('kind'))}"
        if not _is_int(card.get("points"), 0, MAX_POINTS):
            yield f"{place}.points", f"expected 0 to {MAX_POINTS}, got {shorten(card.get('points'))}"
        yield from _formation(place, card) if card.get("kind") == "formation" else _count(place, card)


def _formation(place: str, card: Mapping[str, Any]) -> Iterator[Fault]:
    pattern = card.get("pattern")
    if not isinstance(pattern, list | tuple) or not 1 <= len(pattern) <= FORMATION_CELLS + 1:
        yield f"{place}.pattern", f"expected 1 to {FORMATION_CELLS} cells, got {shorten(pattern)}"
        return
    for i, cell in enumerate(pattern):
        if (
            not isinstance(cell, list | tuple)
            or len(cell) != 3
            or not _is_hex(cell[:2])
            or cell[2] not in tuple("oeaL")
        ):
            yield f"{place}.pattern[{i}]", f'expected [q, r, "o", "e", "a" or "L"], got {shorten(cell)}'
            return
    if sum(cell[2] != "L" for cell in pattern) not in range(1, FORMATION_CELLS + 1):
        yield f"{place}.pattern", f"expected 1 to {FORMATION_CELLS} units besides large sites"
    if len({(q, r) for q, r, _ in pattern}) != len(pattern):
        yield f"{place}.pattern", "names a cell twice"


def _count(place: str, card: Mapping[str, Any]) -> Iterator[Fault]:
    if card.get("count") not in COUNTS:
        yield f"{place}.count", f"expected one of {', '.join(COUNTS)}, got {shorten(card.get('count'))}"
    for key in ("least", "most"):
        if key in card and not _is_int(card[key], 0, 127):
            yield f"{place}.{key}", f"expected 0 to 127, got {shorten(card[key])}"


# -- tables against each other ----------------------------------------------------------------------------


def _marks_without_units(data: Mapping[str, Any]) -> Iterator[Fault]:
    for name in data.get("marks", {}):
        if name not in data["units"]:
            yield f"marks.{name}", f"there is no unit {name}; there are {', '.join(data['units'])}"


def _variant_fits(data: Mapping[str, Any]) -> Iterator[Fault]:
    units, points = len(data["units"]), [p for both in data["stones"].values() for p in both]
    for name, variant in data["variants"].items():
        place, board = f"variants.{name}", data["boards"].get(variant["board"])
        if board is None:
            yield f"{place}.board", f"there is no board {variant['board']!r}; there are {', '.join(data['boards'])}"
            continue
        turns = variant["seats"] + bool(variant.get("shared"))
        cells, large = len(cells_of(board)), len(board.get("large", ()))
        if variant["rounds"] * turns > cells:
            yield place, f"{variant['rounds']} rounds of {turns} placements need more than the board's {cells} cells"
        for key in ("rounds", "hand_size"):
            if variant[key] > units:
                yield f"{place}.{key}", f"{variant[key]} is more than the {units} units of a faction"
        if STONES_PER_SITE * large > len(points):
            yield place, f"{large} large sites need more than the {len(points)} stones"
        if variant.get("seven_in_play") and 7 not in points:
            yield f"{place}.seven_in_play", "there is no stone of 7 points"
        if variant.get("shared") and (variant["seats"] != 2 or units % 2):
            yield (
                f"{place}.shared",
                "a shared faction needs two seats, and an even number of units to deal between them",
            )


_HEXES = ("cells", "cut", "voids", "large", "small", "starts")
_BOARD = ("disk", "around", *_HEXES)
_REQUIRED = ("units", "stones", "boards", "variants")
_TABLES: dict[str, tuple[type, Callable[[Any], Iterator[Fault]]]] = {
    "units": (Mapping, _units),
    "marks": (Mapping, _marks),
    "stones": (Mapping, _stones),
    "boards": (Mapping, _boards),
    "variants": (Mapping, _variants),
    "abilities": (Mapping, _abilities),
    "goals": (list, _goals),
}
_VARIANT: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "board": ("the name of a board", lambda v: isinstance(v, str)),
    "seats": (f"2 to {MAX_SEATS}", lambda v: _is_int(v, 2, MAX_SEATS)),
    "rounds": (f"1 to {TILES}", lambda v: _is_int(v, 1, TILES)),
    "hand_size": (f"1 to {TILES}", lambda v: _is_int(v, 1, TILES)),
    "shared": ("true or false", lambda v: isinstance(v, bool)),
    "overwhelm": ("true or false", lambda v: isinstance(v, bool)),
    "seven_in_play": ("true or false", lambda v: isinstance(v, bool)),
}
