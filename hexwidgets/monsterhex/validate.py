"""Checks a component file as a whole, and tells every fault with its place in the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..engine.faults import shorten
from ..engine.parts import MAX_COORDINATE, DataFault, is_hex, is_int
from ..engine.words import Words
from ..hexgrid import Hex, disk
from .goals import COUNTS, KINDS
from .state import ABILITIES, CELLS, FORMATION_CELLS, GOALS, SITES, STONES, TILES

__all__ = ["COLOURS", "MARKS", "MAX_POWER", "PARTS", "RANKS", "UNIT_NAME", "cells_of", "component_faults"]

COLOURS = ("red", "blue", "yellow", "green")
RANKS = "SABC"
MARKS = ("star", "dot")
PARTS = Words("hexwidgets.monsterhex.parts")
MAX_POWER, MAX_POINTS, MAX_DISK = 7, 99, 10
MAX_SEATS = len(COLOURS)
LARGE_CELLS, SMALL_CELLS, STONES_PER_SITE = 6, 2, 2

UNIT_NAME = re.compile(rf"[{RANKS}][0-9]{{1,2}}")


def component_faults(data: object) -> list[DataFault]:
    """Everything that is wrong with the tables of a component file; none when it can be played with."""
    if not isinstance(data, Mapping):
        return [_fault("", "shape.tables", got=data)]
    faults = [_fault(str(key), "shape.unknown-table", known=list(_TABLES)) for key in data if key not in _TABLES]
    for key, (kind, check) in _TABLES.items():
        if key not in data:
            if key in _REQUIRED:
                faults.append(_fault(key, "shape.missing"))
        elif not isinstance(data[key], kind):
            faults.append(_fault(key, "shape.list" if kind is list else "shape.table", got=data[key]))
        else:
            names = [name for name in data[key] if kind is Mapping and not isinstance(name, str)]
            faults += [_fault(f"{key}.{name}", "shape.name") for name in names] or check(data[key])
    if not any(fault.shape for fault in faults):
        faults += [*_marks_without_units(data), *_variant_fits(data)]
    return faults


def _fault(place: str, key: str, rule: str = "", at: tuple[Hex, ...] = (), **facts: Any) -> DataFault:
    """A fault; what was got is cut to a length that can be told."""
    if "got" in facts and not isinstance(facts["got"], int):
        facts["got"] = shorten(facts["got"])
    return DataFault(rule, key, facts, PARTS, place=place, at=at)


def _keys(place: str, table: Mapping[str, Any], known: Mapping[str, Any]) -> Iterator[DataFault]:
    for key in table:
        if key not in known:
            yield _fault(f"{place}.{key}", "shape.unknown", known=list(known))


# -- tables ---------------------------------------------------------------------------------------------


def _units(table: Mapping[str, Any]) -> Iterator[DataFault]:
    if not 1 <= len(table) <= TILES:
        yield _fault("units", "fit.units", most=TILES, got=len(table))
    for name, edges in table.items():
        if not UNIT_NAME.fullmatch(name):
            yield _fault(f"units.{name}", "shape.unit-name", ranks=RANKS)
        if not isinstance(edges, list | tuple) or len(edges) != 6 or not all(is_int(e, -999, 999) for e in edges):
            yield _fault(f"units.{name}", "shape.powers", most=MAX_POWER, got=edges)
        elif not all(is_int(e, 1, MAX_POWER) for e in edges):
            yield _fault(f"units.{name}", "fit.powers", most=MAX_POWER, got=edges)


def _marks(table: Mapping[str, Any]) -> Iterator[DataFault]:
    for name, mark in table.items():
        if mark not in MARKS:
            yield _fault(f"marks.{name}", "shape.mark", got=mark)


def _stones(table: Mapping[str, Any]) -> Iterator[DataFault]:
    total = 0
    for colour, points in table.items():
        place = f"stones.{colour}"
        if colour not in COLOURS:
            yield _fault(place, "shape.colour", known=list(COLOURS))
        if not isinstance(points, list | tuple) or not all(is_int(p, -999, 999) for p in points):
            yield _fault(place, "shape.stone-points", most=MAX_POINTS, got=points)
            continue
        if not all(is_int(p, 0, MAX_POINTS) for p in points):
            yield _fault(place, "fit.stone-points", most=MAX_POINTS, got=points)
        total += len(points)
        if len(set(points)) != len(points):
            yield _fault(place, "fit.same-points", got=points)
    if total > STONES:
        yield _fault("stones", "fit.stones", most=STONES, got=total)


def _boards(table: Mapping[str, Any]) -> Iterator[DataFault]:
    for name, board in table.items():
        place = f"boards.{name}"
        if not isinstance(board, Mapping):
            yield _fault(place, "shape.table", got=board)
        elif shape := list(_board_shape(place, board)):
            yield from shape
        else:
            yield from _board(place, board)


def _board_shape(place: str, board: Mapping[str, Any]) -> Iterator[DataFault]:
    yield from _keys(place, board, dict.fromkeys(_BOARD))
    if "disk" in board and not is_int(board["disk"], 0, MAX_DISK):
        yield _fault(f"{place}.disk", "shape.disk", most=MAX_DISK, got=shorten(board["disk"]))
    if not isinstance(board.get("around", False), bool):
        yield _fault(f"{place}.around", "shape.truth", got=shorten(board["around"]))
    for key in _HEXES:
        given = board.get(key, [])
        if not isinstance(given, list | tuple):
            yield _fault(f"{place}.{key}", "shape.hexes", got=given)
            continue
        for i, pair in enumerate(given):
            if not is_hex(pair):
                yield _fault(f"{place}.{key}[{i}]", "shape.hex", most=MAX_COORDINATE, got=pair)


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


def _board(place: str, board: Mapping[str, Any]) -> Iterator[DataFault]:
    cells = set(cells_of(board))
    large, small, voids = ([Hex(*p) for p in board.get(key, ())] for key in ("large", "small", "voids"))
    if not 1 <= len(cells) <= CELLS:
        yield _fault(place, "fit.cells", most=CELLS, got=len(cells))
    if len(large) + len(small) > SITES:
        yield _fault(place, "fit.sites", most=SITES, got=len(large) + len(small))
    seen: set[Hex] = set()
    for key, sites in (("large", large), ("small", small), ("voids", voids)):
        for i, site in enumerate(sites):
            if site in seen:
                yield _fault(f"{place}.{key}[{i}]", "shape.listed", at=(site,), site=site)
            seen.add(site)
    for key, rule, sites, size in (
        ("large", "MH-LARGE-1", large, LARGE_CELLS),
        ("small", "MH-SMALL-1", small, SMALL_CELLS),
    ):
        for i, site in enumerate(sites):
            around = sum(n in cells for n in site.neighbours())
            if around != size:
                where = f"{place}.{key}[{i}]"
                yield _fault(where, f"fit.{key}", rule, (site,), site=site, size=size, got=around)
    if not board.get("starts"):
        yield _fault(f"{place}.starts", "fit.no-start", "MH-PLACE-1")
    for i, pair in enumerate(board.get("starts", ())):
        if (start := Hex(*pair)) not in cells:
            yield _fault(f"{place}.starts[{i}]", "fit.start", "MH-PLACE-1", (start,), start=start)


def _variants(table: Mapping[str, Any]) -> Iterator[DataFault]:
    if not table:
        yield _fault("variants", "fit.no-variant")
    for name, variant in table.items():
        place = f"variants.{name}"
        if not isinstance(variant, Mapping):
            yield _fault(place, "shape.table", got=variant)
            continue
        yield from _keys(place, variant, _VARIANT)
        for key, (low, high) in _VARIANT.items():
            where, value = f"{place}.{key}", variant.get(key)
            if key not in variant:
                if key in ("board", *_NUMBERS):
                    expected = "board-name" if key == "board" else "number"
                    yield _fault(where, f"shape.no-{expected}", low=low, high=high)
            elif key == "board":
                if not isinstance(value, str):
                    yield _fault(where, "shape.board-name", got=value)
            elif key not in _NUMBERS:
                if not isinstance(value, bool):
                    yield _fault(where, "shape.truth", got=shorten(value))
            elif not is_int(value, low, high):
                fit = "fit" if is_int(value, -999, 999) else "shape"
                yield _fault(where, f"{fit}.number", low=low, high=high, got=shorten(value))


def _abilities(table: Mapping[str, Any]) -> Iterator[DataFault]:
    for faction, both in table.items():
        place = f"abilities.{faction}"
        if faction not in COLOURS:
            yield _fault(place, "shape.faction", known=list(COLOURS))
        known = ABILITIES[1:]
        if not isinstance(both, list | tuple) or len(both) != 2 or len({*map(str, both)} & {*known}) != 2:
            yield _fault(place, "shape.abilities", known=list(known), got=both)
    for faction in COLOURS:
        if faction not in table:
            yield _fault(f"abilities.{faction}", "shape.no-abilities")


def _goals(cards: list[Any]) -> Iterator[DataFault]:
    if len(cards) > GOALS:
        yield _fault("goals", "fit.goals", most=GOALS, got=len(cards))
    for i, card in enumerate(cards):
        place = f"goals[{i}]"
        if not isinstance(card, Mapping):
            yield _fault(place, "shape.table", got=card)
            continue
        own = ("pattern",) if card.get("kind") == "formation" else ("count", "least", "most")
        yield from _keys(place, card, dict.fromkeys(("kind", "points", *own)))
        if card.get("kind") not in KINDS:
            yield _fault(f"{place}.kind", "shape.one-of", known=list(KINDS), got=shorten(card.get("kind")))
        if not is_int(points := card.get("points"), 0, MAX_POINTS):
            fit = "fit" if is_int(points, -999, 999) else "shape"
            yield _fault(f"{place}.points", f"{fit}.number", low=0, high=MAX_POINTS, got=shorten(points))
        yield from _formation(place, card) if card.get("kind") == "formation" else _count(place, card)


def _formation(place: str, card: Mapping[str, Any]) -> Iterator[DataFault]:
    place, pattern = f"{place}.pattern", card.get("pattern")
    if not isinstance(pattern, list | tuple):
        yield _fault(place, "shape.pattern", most=FORMATION_CELLS, got=shorten(pattern))
        return
    for i, cell in enumerate(pattern):
        if not isinstance(cell, list | tuple) or len(cell) != 3 or not is_hex(cell[:2]) or cell[2] not in tuple("oeaL"):
            yield _fault(f"{place}[{i}]", "shape.pattern-cell", got=cell)
            return
    if not 1 <= len(pattern) <= FORMATION_CELLS + 1:
        yield _fault(place, "fit.pattern", most=FORMATION_CELLS, got=shorten(pattern))
    elif sum(cell[2] != "L" for cell in pattern) not in range(1, FORMATION_CELLS + 1):
        yield _fault(place, "fit.pattern-units", most=FORMATION_CELLS)
    if len({(q, r) for q, r, _ in pattern}) != len(pattern):
        yield _fault(place, "shape.pattern-twice")


def _count(place: str, card: Mapping[str, Any]) -> Iterator[DataFault]:
    if card.get("count") not in COUNTS:
        yield _fault(f"{place}.count", "shape.one-of", known=list(COUNTS), got=shorten(card.get("count")))
    for key in ("least", "most"):
        if key in card and not is_int(card[key], 0, MAX_COUNT):
            fit = "fit" if is_int(card[key], -999, 999) else "shape"
            yield _fault(f"{place}.{key}", f"{fit}.number", low=0, high=MAX_COUNT, got=shorten(card[key]))


# -- tables against each other ----------------------------------------------------------------------------


def _marks_without_units(data: Mapping[str, Any]) -> Iterator[DataFault]:
    for name in data.get("marks", {}):
        if name not in data["units"]:
            yield _fault(f"marks.{name}", "fit.mark", unit=name, known=list(data["units"]))


def _variant_fits(data: Mapping[str, Any]) -> Iterator[DataFault]:
    units, points = len(data["units"]), [p for both in data["stones"].values() for p in both]
    for name, variant in data["variants"].items():
        place, board = f"variants.{name}", data["boards"].get(variant["board"])
        if board is None:
            yield _fault(f"{place}.board", "fit.board", board=repr(variant["board"]), known=list(data["boards"]))
            continue
        turns = variant["seats"] + bool(variant.get("shared"))
        cells, large = len(cells_of(board)), len(board.get("large", ()))
        if variant["rounds"] * turns > cells:
            yield _fault(place, "fit.rounds", "MH-PLACE-6", rounds=variant["rounds"], turns=turns, cells=cells)
        for key in ("rounds", "hand_size"):
            if variant[key] > units:
                yield _fault(f"{place}.{key}", "fit.few-units", "MH-SETUP-1", got=variant[key], units=units)
        if STONES_PER_SITE * large > len(points):
            yield _fault(place, "fit.few-stones", "MH-SETUP-2", large=large, stones=len(points))
        if variant.get("seven_in_play") and 7 not in points:
            yield _fault(f"{place}.seven_in_play", "fit.no-seven", "MH-SETUP-2")
        if variant.get("shared") and (variant["seats"] != 2 or units % 2):
            yield _fault(f"{place}.shared", "fit.shared", "MH-SHARED-1")


MAX_COUNT = 127
_HEXES = ("cells", "cut", "voids", "large", "small", "starts")
_BOARD = ("disk", "around", *_HEXES)
_REQUIRED = ("units", "stones", "boards", "variants")
_TABLES: dict[str, tuple[type, Callable[[Any], Iterator[DataFault]]]] = {
    "units": (Mapping, _units),
    "marks": (Mapping, _marks),
    "stones": (Mapping, _stones),
    "boards": (Mapping, _boards),
    "variants": (Mapping, _variants),
    "abilities": (Mapping, _abilities),
    "goals": (list, _goals),
}
_NUMBERS = ("seats", "rounds", "hand_size")
_VARIANT = {
    "board": (0, 0),
    "seats": (2, MAX_SEATS),
    "rounds": (1, TILES),
    "hand_size": (1, TILES),
    "shared": (0, 1),
    "overwhelm": (0, 1),
    "seven_in_play": (0, 1),
}
