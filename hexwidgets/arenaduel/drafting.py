"""ArenaDraft: an arena while somebody draws it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ..engine.faults import shorten
from ..engine.parts import DataFault, plain
from ..engine.parts_draft import ERASE, Brush, PartsDraft, must_shape
from ..hexgrid import Hex
from .arena import PARTS, SEATS, Arena, ArenaError, arena_faults, places_of, tables_of

__all__ = ["ArenaDraft"]

CELL, OBSTACLE, TURN = "cell", "obstacle", "turn"
FACINGS = {"north": 5, "south": 2}  # as in the standard arena


class ArenaDraft(PartsDraft):
    """AD-ARENA-1 and 2: an arena that can be changed at will.

    ``given`` is what ``hw.ArenaDuel(arena=...)`` takes, or None for an empty field. `ArenaError` where it is no arena's
    data at all; what can be written down but not fought in is told by ``faults``.

    >>> draft = ArenaDraft(None)
    >>> draft.paint(["e5", "e6", "e7"], "cell")
    >>> draft.paint("e5", "north")
    >>> [str(fault) for fault in draft.faults]
    ['south: expected a cell [q, r] and a facing to start with']
    >>> draft.paint("e7", "south")
    >>> draft.game(seed=1).fighters["south"].cell
    'a3'
    """

    orientation = "flat"
    brushes: ClassVar[Mapping[str, Brush]] = {
        CELL: Brush("door"),
        OBSTACLE: Brush("strong"),
        "north": Brush("door", "N", "north"),
        "south": Brush("door", "S", "south"),
        TURN: Brush("door"),
        ERASE: Brush("cell"),
    }
    words = PARTS
    turns = TURN
    title = "An arena of Arena Duel: hw.ArenaDuel(arena=...)"

    def __init__(self, given: str | os.PathLike[str] | Mapping[str, Any] | Arena | None = "standard") -> None:
        name, data = ("new", {"cells": []}) if given is None else tables_of(given)
        must_shape(ArenaError, name, arena_faults(data))
        cells = [[place.q, place.r] for place in places_of(data)]
        starts = {
            seat: {"cell": [*data[seat]["cell"]], "facing": data[seat]["facing"]} for seat in SEATS if seat in data
        }
        super().__init__(name, {"cells": cells, "obstacles": plain(data.get("obstacles", [])), **starts})

    @classmethod
    def from_game(cls, game: Any) -> ArenaDraft:
        """The arena of a duel, with its obstacles."""
        return cls(game.arena)

    @property
    def painted(self) -> dict[Hex, str]:
        """What has been drawn where: cells, obstacles, and the starts of north and south."""
        tables = self._tables
        drawn = {Hex(*pair): CELL for pair in tables["cells"]}
        drawn |= {Hex(*pair): OBSTACLE for pair in tables["obstacles"]}
        return drawn | {Hex(*tables[seat]["cell"]): seat for seat in SEATS if seat in tables}

    def facing_at(self, place: Hex) -> int | None:
        """The direction that the fighter who starts there faces."""
        seat = self.painted.get(place)
        return self.facing(seat) if seat in SEATS else None

    def facing(self, seat: str) -> int | None:
        """The direction that a fighter faces at the start; None where it has no start yet."""
        if seat not in SEATS:
            raise ValueError(f"unknown seat {shorten(seat)}; known are {', '.join(SEATS)}")
        start = self._tables.get(seat)
        return None if start is None else start["facing"]

    def turn(self, seat: str, facing: int) -> None:
        """Let a fighter that has a start face a direction (0..5)."""
        if self.facing(seat) is None:
            raise ValueError(f"{seat} has no start yet: paint one")
        if not isinstance(facing, int) or isinstance(facing, bool) or not 0 <= facing < 6:
            raise ValueError(f"facing: expected a direction from 0 to 5, got {shorten(facing)}")
        with self.step():
            self._tables[seat]["facing"] = facing

    def game(self, **options: Any) -> Any:
        """A new duel in this arena; `ArenaError` tells what is wrong with it."""
        from .game import ArenaDuel  # noqa: PLC0415  a draft alone needs no board

        return ArenaDuel(arena=self.tables(), **options)

    # -- inside -------------------------------------------------------------------------------------------

    def _found(self, tables: Mapping[str, Any]) -> Iterable[DataFault]:
        return arena_faults(tables)

    def _doubts(self, tables: Mapping[str, Any]) -> Iterable[DataFault]:
        if arena_faults(tables):
            return
        free = {place for place, kind in self.painted.items() if kind != OBSTACLE}
        north, south = (Hex(*tables[seat]["cell"]) for seat in SEATS)
        reached, ahead = {north}, [north]
        while ahead:
            near = [place for place in ahead.pop().neighbours() if place in free and place not in reached]
            reached.update(near)
            ahead += near
        if south not in reached:
            yield DataFault("AD-ARENA-1", "hint.apart", {}, PARTS, place="cells", at=(north, south))

    def _paint(self, places: list[Hex], brush: str) -> None:
        if brush in SEATS:
            self._start(brush, places[-1:])
            return
        for place in places:
            if brush == TURN:
                self._turn(place)
                continue
            pair = [place.q, place.r]
            for key, there in (("cells", brush != ERASE), ("obstacles", brush == OBSTACLE)):
                held = self._tables[key]
                if there != (pair in held):
                    self._tables[key] = [*held, pair] if there else [one for one in held if one != pair]
            for seat in SEATS:
                if seat in self._tables and self._tables[seat]["cell"] == pair:
                    del self._tables[seat]
        self._tables["cells"].sort(key=lambda pair: (pair[1], pair[0]))

    def _start(self, seat: str, places: list[Hex]) -> None:
        for place in places:
            if self.painted.get(place) in SEATS:  # its own, or the other's, who keeps it
                continue
            facing = self._tables.get(seat, {"facing": FACINGS[seat]})["facing"]
            self._paint([place], CELL)
            self._tables[seat] = {"cell": [place.q, place.r], "facing": facing}

    def _turn(self, place: Hex) -> None:
        seat = self.painted.get(place, "")
        if seat in SEATS:
            self._tables[seat]["facing"] = (self._tables[seat]["facing"] + 1) % 6
