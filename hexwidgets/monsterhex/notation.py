"""Moves and their text: ``S1@c4^2``, ``take R7``, ``enchant c4``, and the deal at the start of a record."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["EXAMPLES", "Choose", "Deal", "Decline", "Move", "NotationError", "Pass", "Place", "Take", "Use"]

EXAMPLES = "S1@c4^2, take R7, enchant c4, decline, pass"
TARGETLESS = ("scheme", "blitz")


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
class Choose(Move):
    """MH-ABIL-1: take an ability before the game: ``ability enchant``."""

    ability: str

    def __str__(self) -> str:
        return f"ability {self.ability}"


@dataclass(frozen=True, slots=True)
class Use(Move):
    """MH-ABIL-2: use the ability of the unit just placed: ``enchant c4``, ``confuse c4^3``, ``scheme``."""

    ability: str
    cell: str | None = None
    rotation: int | None = None

    def __str__(self) -> str:
        turned = "" if self.rotation is None else f"^{self.rotation}"
        return self.ability if self.cell is None else f"{self.ability} {self.cell}{turned}"


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """MH-ABIL-2: do not use it."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """MH-PLACE-6: nothing can be placed."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """What chance did before the game.

    ``decks``: each pile's name with its units in drawing order; a seat's shared pile is named
    ``red:yellow``. ``stones``: each large site with its two. ``goals``: all cards in the order in which
    they are handed out, none where the game has none.

    ``deal red S1 A2 ... / blue ... / d2 B6 Y4 / ... / goals 3 17 ...``
    """

    decks: tuple[tuple[str, tuple[str, ...]], ...]
    stones: tuple[tuple[str, tuple[str, ...]], ...]
    goals: tuple[str, ...] = ()

    def __str__(self) -> str:
        rows = [*self.decks, *self.stones, *([("goals", self.goals)] if self.goals else [])]
        return "deal " + " / ".join(f"{name} {' '.join(items)}" for name, items in rows)


_CELL = r"(?P<cell>[^@^]{1,20})"
_PLACE = re.compile(rf"(?P<unit>[A-Z][0-9]{{1,2}})@{_CELL}\^(?P<rotation>[0-5])", re.ASCII)
_TAKE = re.compile(r"take (?P<stone>[A-Z][0-9]{1,2})", re.ASCII)
_CHOOSE = re.compile(r"ability (?P<ability>[a-z]{1,20})", re.ASCII)
_AIM = re.compile(rf"(?P<ability>enchant|curse|petrify) {_CELL}", re.ASCII)
_TURN = re.compile(rf"(?P<ability>confuse) {_CELL}\^(?P<rotation>[0-5])", re.ASCII)


class NotationError(ValueError):
    """Text that is no move."""


def parse(text: str) -> Move:
    """The move that ``text`` writes. Whether cells and units exist is for the rules to say.

    >>> parse("S1@c4^2")
    Place(unit='S1', cell='c4', rotation=2)
    >>> [str(parse(t)) for t in ("take R7", "confuse c4^3", "blitz", "decline")]
    ['take R7', 'confuse c4^3', 'blitz', 'decline']
    """
    text = text.strip()
    words: dict[str, Move] = {"pass": Pass(), "decline": Decline(), **{w: Use(w) for w in TARGETLESS}}
    if text in words:
        return words[text]
    if found := _PLACE.fullmatch(text):
        return Place(found["unit"], found["cell"], int(found["rotation"]))
    if found := _TAKE.fullmatch(text):
        return Take(found["stone"])
    if found := _CHOOSE.fullmatch(text):
        return Choose(found["ability"])
    if found := _TURN.fullmatch(text):
        return Use(found["ability"], found["cell"], int(found["rotation"]))
    if found := _AIM.fullmatch(text):
        return Use(found["ability"], found["cell"])
    raise NotationError(text)


def parse_deal(text: str, piles: Iterable[str]) -> Deal:
    """The deal that ``text`` writes; `NotationError` when it has not the form of one."""
    known = set(piles)
    word, _, rest = text.partition(" ")
    parts = [part.split() for part in rest.split(" / ")]
    if word != "deal" or not all(len(part) > 1 for part in parts):
        raise NotationError(text)
    rows = [(name, tuple(items)) for name, *items in parts]
    goals = [items for name, items in rows if name == "goals"]
    return Deal(
        decks=tuple(row for row in rows if row[0] in known),
        stones=tuple(row for row in rows if row[0] not in known and row[0] != "goals"),
        goals=goals[0] if goals else (),
    )
