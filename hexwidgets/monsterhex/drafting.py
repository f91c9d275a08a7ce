"""ComponentDraft: boards, units, stones and goals while somebody makes them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, MutableSequence
from typing import Any, ClassVar

from ..engine.faults import shorten
from ..engine.parts import DataFault, plain
from ..engine.parts_draft import ERASE, Brush, PartsDraft, must_shape, number
from ..hexgrid import Hex, Labels
from .components import Components, ComponentsError, tables_of
from .goals import COUNTS, KINDS
from .validate import COLOURS, MARKS, PARTS, RANKS, UNIT_NAME, cells_of, component_faults

__all__ = ["ComponentDraft", "GoalDraft", "UnitDraft", "VariantDraft"]

CELL, LARGE, SMALL, START, VOID = "cell", "large", "small", "start", "void"
HOLDS = ("o", "e", "a", "L")  # what a cell of a formation holds: own, enemy, any, a large site
_SITES = {LARGE: "large", SMALL: "small", VOID: "voids"}  # brush: key of a board's table
_NUMBERS = ("seats", "rounds", "hand_size")
_SWITCHES = ("shared", "overwhelm", "seven_in_play")


class ComponentDraft(PartsDraft):
    """A set of components that can be changed at will.

    ``given`` is what ``hw.MonsterHex(components=...)`` takes, ``board`` the board that is drawn, by default its first.
    `ComponentsError` where it is no component file at all; what can be written down but not played with is told by
    ``faults``.

    >>> draft = ComponentDraft("reference")
    >>> draft.unit("S1").edges[2] = 9
    >>> [str(fault) for fault in draft.faults]
    ['units.S1: expected six powers from 1 to 7, got [5, 4, 9, 3, 4, 3]']
    >>> draft.undo()
    >>> draft.new_board("lake", seats=2, rounds=2, hand_size=2)
    >>> draft.paint(["f4", "f5", "f6", "f7"], "cell")
    >>> draft.paint("f5", "start")
    >>> draft.faults
    ()
    >>> draft.game(seed=1).rules.board.starts
    (Hex(-1, 0),)
    """

    orientation = "pointy"
    brushes: ClassVar[Mapping[str, Brush]] = {
        CELL: Brush("door"),
        LARGE: Brush("site"),
        SMALL: Brush("small"),
        START: Brush("door", "S", "accent"),
        VOID: Brush("strong"),
        ERASE: Brush("cell"),
    }
    words = PARTS
    sections = ("units", "stones", "goals")
    title = "Components of Monster Hex: hw.MonsterHex(variant, components=...)"

    def __init__(
        self, given: str | os.PathLike[str] | Mapping[str, Any] | Components = "reference", board: str | None = None
    ) -> None:
        name, data = tables_of(given)
        must_shape(ComponentsError, name, component_faults(data))
        super().__init__(name, {"units": {}, "marks": {}, "stones": {}, "boards": {}, "goals": []} | plain(data))
        self._tables["boards"] = {key: _drawn(table) for key, table in data["boards"].items()}
        self._board = ""
        self.board = next(iter(self.boards), "") if board is None else board

    @classmethod
    def from_game(cls, game: Any) -> ComponentDraft:
        """The components of a game, with its board to draw on."""
        return cls(game.rules.components, game.rules.variant.board)

    # -- boards ---------------------------------------------------------------------------------------

    @property
    def boards(self) -> tuple[str, ...]:
        """The names of all boards."""
        return tuple(self._tables["boards"])

    @property
    def board(self) -> str:
        """The name of the board that is drawn; assign another of ``boards``."""
        return self._board if self._board in self._tables["boards"] else next(iter(self._tables["boards"]), "")

    @board.setter
    def board(self, name: str) -> None:
        if name not in self._tables["boards"] and (name or self._tables["boards"]):
            raise ValueError(f"unknown board {shorten(name)}; known are {', '.join(self.boards)}")
        self._board = name
        self._stroke = None
        self._tell()

    def new_board(self, name: str, seats: int = 2, rounds: int = 8, hand_size: int = 3) -> None:
        """Begin an empty board, with a variant of the same name to play on it; both replace none that is there."""
        if not isinstance(name, str):
            raise TypeError(f"name: expected a text, got {shorten(name)}")
        if not name.strip() or len(name) > 40 or not name.isprintable():
            raise ValueError(f"name: expected 1 to 40 printable characters, got {shorten(name)}")
        if name in self._tables["boards"] or name in self._tables["variants"]:
            raise ValueError(f"there is a board or a variant {name!r} already")
        given = {"seats": seats, "rounds": rounds, "hand_size": hand_size}
        with self.step():
            self._tables["boards"][name] = {"cells": [], "large": [], "small": [], "starts": [], "voids": []}
            numbers = {key: number(value, key) for key, value in given.items()}
            self._tables["variants"][name] = {"board": name, **numbers}
            self._board = name

    def remove_board(self, name: str) -> None:
        """Take a board away, with the variants that are played on it; ``KeyError`` where there is none."""
        with self.step():
            del self._tables["boards"][name]
            variants = self._tables["variants"].items()
            self._tables["variants"] = {key: table for key, table in variants if table["board"] != name}

    @property
    def painted(self) -> dict[Hex, str]:
        """What has been drawn where on the board; a start is a cell too."""
        table = self._drawing()
        drawn = {Hex(*pair): CELL for pair in table["cells"]}
        drawn |= {Hex(*pair): kind for kind, key in _SITES.items() for pair in table[key]}
        return drawn | {Hex(*pair): START for pair in table["starts"]}

    def text_at(self, place: Hex) -> str:
        """MH-ORDER-1: which site is judged as which one in turn, large before small; empty for anything else."""
        table, pair = self._drawing(), [place.q, place.r]
        sites = [*table["large"], *table["small"]]
        return str(sites.index(pair) + 1) if pair in sites else ""

    def concerns(self, fault: DataFault) -> bool:
        """Whether a fault is about the board that is drawn."""
        return bool(fault.at) and fault.place.startswith(f"boards.{self.board}.")

    def _drawing(self) -> dict[str, list[list[int]]]:
        empty: dict[str, list[list[int]]] = {"cells": [], "large": [], "small": [], "starts": [], "voids": []}
        return self._tables["boards"].get(self.board, empty)  # type: ignore[no-any-return]

    def _paint(self, places: list[Hex], brush: str) -> None:
        if not self._tables["boards"]:
            raise ValueError("there is no board to draw on: begin one with new_board(name)")
        table = self._drawing()
        for place in places:
            pair = [place.q, place.r]
            wanted = {"cells": brush in (CELL, START), "starts": brush == START}
            wanted |= {key: kind == brush for kind, key in _SITES.items()}
            for key, there in wanted.items():
                if there != (pair in table[key]):
                    table[key] = [*table[key], pair] if there else [one for one in table[key] if one != pair]
        table["cells"].sort(key=lambda pair: (pair[1], pair[0]))

    # -- units ----------------------------------------------------------------------------------------

    @property
    def units(self) -> tuple[str, ...]:
        """The names of a faction's units."""
        return tuple(self._tables["units"])

    def unit(self, name: str) -> UnitDraft:
        """A unit to change, by name: ``draft.unit("S1").edges[2] = 5``. ``KeyError`` where there is none."""
        if name not in self._tables["units"]:
            raise KeyError(f"no unit {shorten(name)}; there are {', '.join(self.units)}")
        return UnitDraft(self, name)

    def add_unit(self, name: str, edges: Iterable[int] = (3, 3, 3, 3, 3, 3)) -> UnitDraft:
        """A further unit, named by its rank and a number ("B4")."""
        with self.step():
            self._unused(name)
            self._tables["units"][name] = []
            unit = UnitDraft(self, name)
            unit.edges = edges
        return unit

    def remove_unit(self, name: str) -> None:
        """Take a unit away, with its mark."""
        with self.step():
            del self._tables["units"][self.unit(name).name]
            self._tables["marks"].pop(name, None)

    def _unused(self, name: object) -> None:
        if not isinstance(name, str) or not UNIT_NAME.fullmatch(name):
            raise ValueError(f"name: expected a rank of {RANKS} and a number such as 'B4', got {shorten(name)}")
        if name in self._tables["units"]:
            raise ValueError(f"there is a unit {name} already")

    def _rename_unit(self, name: str, rank: str) -> str:
        used = self._tables["units"]
        new = next(f"{rank}{n}" for n in range(1, 100) if f"{rank}{n}" not in used)
        self._tables["units"] = {new if key == name else key: edges for key, edges in used.items()}
        self._tables["marks"] = {new if key == name else key: mark for key, mark in self._tables["marks"].items()}
        return new

    # -- stones ---------------------------------------------------------------------------------------

    @property
    def stones(self) -> Mapping[str, tuple[int, ...]]:
        """The points of the stones, by colour; see `set_stones`."""
        return {colour: tuple(points) for colour, points in self._tables["stones"].items()}

    def set_stones(self, colour: str, points: Iterable[int]) -> None:
        """Let a colour have stones of so many points each."""
        if colour not in COLOURS:
            raise ValueError(f"unknown colour {shorten(colour)}; known are {', '.join(COLOURS)}")
        with self.step():
            self._tables["stones"][colour] = [number(each, "points") for each in points]

    # -- goals ----------------------------------------------------------------------------------------

    @property
    def goals(self) -> tuple[GoalDraft, ...]:
        """All goal cards, to change."""
        return tuple(GoalDraft(self, i) for i in range(len(self._tables["goals"])))

    def goal(self, card: int) -> GoalDraft:
        """A goal card to change, by its number from 1: ``draft.goal(3).pattern[Hex(1, 0)] = "e"``."""
        if not isinstance(card, int) or not 1 <= card <= len(self._tables["goals"]):
            raise KeyError(f"no goal {shorten(card)}; there are 1 to {len(self._tables['goals'])}")
        return self.goals[card - 1]

    def add_goal(self, kind: str = "formation", points: int = 1) -> GoalDraft:
        """A further goal card: a "formation" of one own unit to begin with, or one that counts."""
        with self.step():
            self._tables["goals"].append({"kind": "formation", "points": number(points, "points")})
            goal = self.goals[-1]
            goal.kind = kind
            if kind == "formation":
                goal.pattern[Hex(0, 0)] = "o"
        return goal

    def remove_goal(self, card: int) -> None:
        """Take a goal card away; later ones move up."""
        with self.step():
            del self._tables["goals"][self.goal(card).number - 1]

    # -- variants -------------------------------------------------------------------------------------

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants that are played on the board that is drawn."""
        return tuple(name for name, table in self._tables["variants"].items() if table["board"] == self.board)

    def variant(self, name: str) -> VariantDraft:
        """A variant to change, by name: ``draft.variant("four").rounds = 7``."""
        if name not in self._tables["variants"]:
            raise KeyError(f"no variant {shorten(name)}; there are {', '.join(self._tables['variants'])}")
        return VariantDraft(self, name)

    def game(self, variant: str | None = None, **options: Any) -> Any:
        """A new game with these components, on the board that is drawn unless a variant is named.

        `ComponentsError` tells what is wrong with them.
        """
        from .game import MonsterHex  # noqa: PLC0415  a draft alone needs no board

        tables = self.tables()
        if faults := component_faults(tables):
            raise ComponentsError(self.name, faults)
        if variant is None and not self.variants:
            raise ValueError(f"no variant is played on board {self.board!r}")
        return MonsterHex(variant or self.variants[0], components=tables, **options)

    # -- inside ---------------------------------------------------------------------------------------

    def _found(self, tables: Mapping[str, Any]) -> Iterable[DataFault]:
        return component_faults(tables)

    def _doubts(self, tables: Mapping[str, Any]) -> Iterable[DataFault]:
        yield from _unreached(self.board, self._drawing())
        for name, variant in tables["variants"].items():
            cells = len(tables["boards"].get(variant["board"], {"cells": ()})["cells"])
            turns = variant["seats"] + bool(variant.get("shared"))
            if variant["board"] == self.board and 0 < variant["rounds"] * turns < cells:
                left = cells - variant["rounds"] * turns
                facts = {"rounds": variant["rounds"], "turns": turns, "left": left, "cells": cells}
                yield DataFault("MH-PLACE-6", "hint.left-over", facts, PARTS, place=f"variants.{name}")
        yield from _alike(tables["units"])


class UnitDraft:
    """A unit that is made: ``edges``, six powers at rotation 0; ``rank``; and ``mark``, "star", "dot" or None."""

    def __init__(self, draft: ComponentDraft, name: str) -> None:
        self._draft = draft
        self.name = name

    @property
    def edges(self) -> Edges:
        """The six powers, direction 0 (E) first, then counter-clockwise."""
        return Edges(self._draft, self.name)

    @edges.setter
    def edges(self, powers: Iterable[int]) -> None:
        given = [number(power, "edges") for power in powers]
        if len(given) != 6:
            raise ValueError(f"edges: expected six powers, got {shorten(given)}")
        with self._draft.step():
            self._draft._tables["units"][self.name] = given

    @property
    def rank(self) -> str:
        """The rank, the letter of the name; one that is assigned gives it the first free number of that rank."""
        return self.name[0]

    @rank.setter
    def rank(self, rank: str) -> None:
        if not isinstance(rank, str) or len(rank) != 1 or rank not in RANKS:
            raise ValueError(f"rank: expected one of {', '.join(RANKS)}, got {shorten(rank)}")
        if rank != self.rank:
            with self._draft.step():
                self.name = self._draft._rename_unit(self.name, rank)

    @property
    def mark(self) -> str | None:
        """How strong the unit's ability is: "star", "dot", or None where it has none."""
        mark: str | None = self._draft._tables["marks"].get(self.name)
        return mark

    @mark.setter
    def mark(self, mark: str | None) -> None:
        if mark is not None and mark not in MARKS:
            raise ValueError(f"mark: expected star, dot or None, got {shorten(mark)}")
        with self._draft.step():
            self._draft._tables["marks"].pop(self.name, None)
            if mark is not None:
                self._draft._tables["marks"][self.name] = mark

    def __repr__(self) -> str:
        return f"<unit {self.name} {list(self.edges)}>"


class Edges(MutableSequence[int]):
    """The six powers of a unit that is made; each can be assigned, none added or taken away."""

    def __init__(self, draft: ComponentDraft, name: str) -> None:
        self._draft = draft
        self._name = name

    def __getitem__(self, direction: Any) -> Any:
        return self._draft._tables["units"][self._name][direction]

    def __setitem__(self, direction: Any, power: Any) -> None:
        powers = list(self)
        powers[direction] = power
        UnitDraft(self._draft, self._name).edges = powers

    def __delitem__(self, direction: Any) -> None:
        raise TypeError("a unit has six edges: none can be taken away")

    def insert(self, index: int, value: int) -> None:
        """Refused: a unit has six edges."""
        raise TypeError("a unit has six edges: none can be added")

    def __len__(self) -> int:
        return len(self._draft._tables["units"][self._name])

    def __repr__(self) -> str:
        return repr(list(self))


class GoalDraft:
    """A goal card that is made; see `hexwidgets.monsterhex.components.Goal` for its kinds."""

    def __init__(self, draft: ComponentDraft, index: int) -> None:
        self._draft = draft
        self._index = index

    @property
    def number(self) -> int:
        """Its number, from 1."""
        return self._index + 1

    @property
    def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = self._draft._tables["goals"][self._index]
        return table

    @property
    def kind(self) -> str:
        """One of "formation", "most", "reach", "each"; another kind begins anew but for the points."""
        kind: str = self._table["kind"]
        return kind

    @kind.setter
    def kind(self, kind: str) -> None:
        if kind not in KINDS:
            raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {shorten(kind)}")
        was = self._table
        own: dict[str, Any] = {"pattern": was.get("pattern", [])}
        if kind != "formation":
            own = {"count": was.get("count", COUNTS[0])}
        if kind == "reach":
            own |= {key: was[key] for key in ("least", "most") if key in was}
        with self._draft.step():
            self._draft._tables["goals"][self._index] = {"kind": kind, "points": was["points"], **own}

    @property
    def points(self) -> int:
        """What it scores."""
        points: int = self._table["points"]
        return points

    @points.setter
    def points(self, points: int) -> None:
        self._set("points", number(points, "points"))

    @property
    def count(self) -> str | None:
        """What is counted; None for a formation."""
        return self._table.get("count")

    @count.setter
    def count(self, count: str) -> None:
        if self.kind == "formation" or count not in COUNTS:
            raise ValueError(f"count: expected one of {', '.join(COUNTS)} (none for a formation), got {shorten(count)}")
        self._set("count", count)

    @property
    def least(self) -> int:
        """From how many "reach" scores."""
        least: int = self._table.get("least", 0)
        return least

    @least.setter
    def least(self, least: int) -> None:
        self._bound("least", least)

    @property
    def most(self) -> int:
        """Up to how many "reach" scores."""
        most: int = self._table.get("most", 127)
        return most

    @most.setter
    def most(self, most: int) -> None:
        self._bound("most", most)

    @property
    def pattern(self) -> Pattern:
        """What a formation holds where, by Hex: "o" an own unit, "e" an enemy's, "a" any, "L" a large site."""
        return Pattern(self._draft, self._index)

    def _bound(self, key: str, value: int) -> None:
        if self.kind != "reach":
            raise ValueError(f"{key}: only a goal of kind reach has one")
        self._set(key, number(value, key))

    def _set(self, key: str, value: Any) -> None:
        with self._draft.step():
            self._table[key] = value

    def __repr__(self) -> str:
        return f"<goal {self.number} {self._table}>"


class Pattern(MutableMapping[Hex, str]):
    """What a formation holds, by Hex."""

    def __init__(self, draft: ComponentDraft, index: int) -> None:
        self._draft = draft
        self._index = index

    @property
    def _rows(self) -> list[list[Any]]:
        rows: list[list[Any]] = self._draft._tables["goals"][self._index].get("pattern", [])
        return rows

    def __getitem__(self, place: Hex) -> str:
        for q, r, what in self._rows:
            if Hex(q, r) == place:
                return str(what)
        raise KeyError(place)

    def __setitem__(self, place: Hex, what: str) -> None:
        if not isinstance(place, Hex):
            raise TypeError(f"pattern: expected a Hex, got {shorten(place)}")
        if what not in HOLDS:
            raise ValueError(f"pattern: expected one of {', '.join(HOLDS)}, got {shorten(what)}")
        place = self._draft._place(place)
        if "pattern" not in self._draft._tables["goals"][self._index]:
            raise ValueError("pattern: only a goal of kind formation has one")
        with self._draft.step():
            for row in self._rows:
                if row[:2] == [place.q, place.r]:
                    row[2] = what
                    return
            self._rows.append([place.q, place.r, what])

    def __delitem__(self, place: Hex) -> None:
        row = [place.q, place.r, self[place]]
        with self._draft.step():
            self._rows.remove(row)

    def __iter__(self) -> Iterator[Hex]:
        return iter([Hex(q, r) for q, r, _ in self._rows])

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return repr(dict(self))


class VariantDraft:
    """How many play on a board, how long and with what hands; see `hexwidgets.monsterhex.components.Variant`."""

    seats: int
    rounds: int
    hand_size: int
    shared: bool
    overwhelm: bool
    seven_in_play: bool

    def __init__(self, draft: ComponentDraft, name: str) -> None:
        self.__dict__.update(_draft=draft, name=name)

    def __getattr__(self, key: str) -> Any:
        if key in (*_NUMBERS, *_SWITCHES):
            return self._draft._tables["variants"][self.name].get(key, False)
        raise AttributeError(key)

    def __setattr__(self, key: str, value: Any) -> None:
        if key in _NUMBERS:
            value = number(value, key)
        elif key not in _SWITCHES:
            raise AttributeError(f"a variant has {', '.join((*_NUMBERS, *_SWITCHES))}, and no {key}")
        elif not isinstance(value, bool):
            raise TypeError(f"{key}: expected True or False, got {shorten(value)}")
        with self._draft.step():
            self._draft._tables["variants"][self.name][key] = value

    def __repr__(self) -> str:
        return f"<variant {self.name} {self._draft._tables['variants'][self.name]}>"


def _drawn(table: Mapping[str, Any]) -> dict[str, Any]:
    """A board's table with every cell named, and nothing else to name them by."""
    named = {key: plain(table.get(key, [])) for key in ("large", "small", "starts", "voids")}
    return {"cells": [[place.q, place.r] for place in cells_of(table)], **named}


def _unreached(board: str, table: Mapping[str, Any]) -> Iterator[DataFault]:
    """MH-PLACE-2: cells that no way of neighbouring cells leads to from a start."""
    cells = {Hex(*pair) for pair in table["cells"]}
    ahead = [place for place in (Hex(*pair) for pair in table["starts"]) if place in cells]
    reached = set(ahead)
    while ahead:
        near = [place for place in ahead.pop().neighbours() if place in cells and place not in reached]
        reached.update(near)
        ahead += near
    if reached and cells - reached:
        left = tuple(place for place in Labels(cells) if place not in reached)
        place = f"boards.{board}.cells"
        yield DataFault("MH-PLACE-2", "hint.unreached", {"cells": list(left)}, PARTS, place=place, at=left)


def _alike(units: Mapping[str, list[int]]) -> Iterator[DataFault]:
    """Units of one rank with different sums, and units that only differ by a turn."""
    for rank in RANKS:
        totals = {name: sum(edges) for name, edges in units.items() if name[0] == rank}
        if len(set(totals.values())) > 1:
            told = [f"{name} {total}" for name, total in totals.items()]
            facts = {"rank": rank, "totals": told}
            yield DataFault("", "hint.rank-totals", facts, PARTS, place="units")
    shapes: dict[tuple[int, ...], list[str]] = {}
    for name, edges in units.items():
        shapes.setdefault(min((*edges[k:], *edges[:k]) for k in range(6)), []).append(name)
    for names in shapes.values():
        if len(names) > 1:
            yield DataFault("", "hint.same-unit", {"units": names}, PARTS, place="units")
