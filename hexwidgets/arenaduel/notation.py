"""Moves and their text: orders ``F>`` and ``CFL=``, ``pursue`` and ``hold``, and the throws of a record."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = [
    "EXAMPLES", "MOVE_NAMES", "TURN_NAMES", "Hold", "Move", "NotationError", "Order", "Pursue", "Roll", "parse",
    "parse_roll",
]  # fmt: skip

EXAMPLES = "F>, S=, CFL<, pursue, hold"
MOVE_NAMES = ("F", "FR", "FL", "BR", "BL", "B", "S", "CF", "CFR", "CFL")
TURN_NAMES = ("=", ">", "<")


class Move:
    """A decision or a throw. ``str(move)`` is its notation; moves are equal when their notation is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Order(Move):
    """AD-ORDER-1: a move or charge card and a direction card: ``F>``.

    ``move``: F forward, FR forward-right, FL forward-left, BR back-right, BL back-left, B back, S stay, or the
    charges CF, CFR, CFL. ``turn``: ``=`` keep, ``>`` right, ``<`` left.
    """

    move: str
    turn: str

    def __str__(self) -> str:
        return f"{self.move}{self.turn}"


@dataclass(frozen=True, slots=True)
class Pursue(Move):
    """AD-HIT-2: advance and push the loser on."""

    def __str__(self) -> str:
        return "pursue"


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """AD-HIT-2, by the switch: do not advance."""

    def __str__(self) -> str:
        return "hold"


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """A throw, north's dice first: ``charge 5 2``, ``pass 3 1``, ``collide 4 4``, ``fight 6 3 2 / 6 3``."""

    kind: str
    north: tuple[int, ...]
    south: tuple[int, ...]

    def __str__(self) -> str:
        slash = " / " if self.kind == "fight" else " "
        return f"{self.kind} {' '.join(map(str, self.north))}{slash}{' '.join(map(str, self.south))}"

    @property
    def faces(self) -> tuple[int, ...]:
        """All dice, north's then south's, as they lie from left to right."""
        return self.north + self.south


_ORDER = re.compile(r"(?P<move>C?F[RL]?|B[RL]?|S)(?P<turn>[=><])", re.ASCII)
_DICE = r"[0-9]{1,2}(?: [0-9]{1,2})*"
_ROLL = re.compile(r"(?P<kind>charge|pass|collide) (?P<north>[0-9]{1,2}) (?P<south>[0-9]{1,2})", re.ASCII)
_FIGHT = re.compile(rf"(?P<kind>fight) (?P<north>{_DICE}) / (?P<south>{_DICE})", re.ASCII)


class NotationError(ValueError):
    """Text that is no move."""


def parse(text: str) -> Move:
    """The decision that ``text`` writes; `NotationError` when it writes none.

    >>> parse("F>")
    Order(move='F', turn='>')
    >>> [str(parse(t)) for t in ("CFL=", "S<", "pursue")]
    ['CFL=', 'S<', 'pursue']
    """
    text = text.strip()
    if text in ("pursue", "hold"):
        return Pursue() if text == "pursue" else Hold()
    if found := _ORDER.fullmatch(text):
        return Order(found["move"], found["turn"])
    raise NotationError(text)


def parse_roll(text: str) -> Roll:
    """The throw that ``text`` writes; `NotationError` when it writes none.

    >>> parse_roll("fight 6 3 2 / 6 3")
    Roll(kind='fight', north=(6, 3, 2), south=(6, 3))
    """
    if found := _ROLL.fullmatch(text.strip()) or _FIGHT.fullmatch(text.strip()):
        north, south = (tuple(map(int, found[seat].split())) for seat in ("north", "south"))
        return Roll(found["kind"], north, south)
    raise NotationError(text)
