"""How a game looks: the moment that a board may show, the view that makes a scene of it, and what a board reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from .board.scene import Grid, Scene, Table
from .engine.faults import Event
from .engine.rules import Result

__all__ = ["Attempt", "Moment", "View"]


class Attempt(NamedTuple):
    """What a seat tried at a board and a rule refused: the ``move`` as text, and the reason in the board's language."""

    seat: str
    move: str
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as one board may show it.

    ``known`` is what ``rules.hide`` gave; ``seat`` what the board was made for (None, a seat, or "turn").
    ``legal`` holds the moves that may be made at this board now, by the seat that makes them, the one that is asked
    first first; ``committed`` what seats have decided in secret, as far as this board may know; ``covered`` is a seat
    that has yet to take over.
    ``happened`` are the events of the last decision, ``earlier`` those before it in the same turn; ``played`` tells
    whether that decision was just played, so that it may be seen happening.
    """

    known: Any
    seat: str | None
    to_move: Any
    phase: str
    legal: Mapping[str, tuple[Any, ...]]
    committed: Mapping[str, Any]
    covered: str | None
    earlier: Sequence[Event]
    happened: Sequence[Event]
    played: bool
    result: Result | None
    scores: Mapping[str, int]
    undo: bool
    redo: bool

    @property
    def decider(self) -> str | None:
        """The seat that is waited for at this board; None where several are, or nobody is."""
        if isinstance(self.to_move, str):
            return self.to_move
        return next(iter(self.legal)) if len(self.legal) == 1 else self.covered

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that may be made at this board now by the seat that is asked first."""
        return next(iter(self.legal.values()), ())


class View(Protocol):
    """How a game looks: scenes from moments, moves from picks."""

    def grid(self, seat: str | None, language: str) -> Grid:
        """What never changes on a board made for ``seat``, in a language."""
        ...

    def scene(self, moment: Moment, language: str) -> Scene:
        """What a board shows at a moment."""
        ...

    def move(self, state: Any, picks: Sequence[str | int]) -> Any:
        """The move, or its text, that a list of picks means in a position."""
        ...

    def picks(self, move: Any) -> list[str]:
        """The picks that mean a move, as a board without a choice of seats asks for them."""
        ...

    def preview(self, state: Any, picks: Sequence[str | int]) -> list[list[int]]:
        """What each site that a legal move touches would come to; see ``Preview`` in protocol.ts."""
        ...

    def odds(self, state: Any, seat: str, picks: Sequence[str | int], language: str) -> Table | None:
        """What a legal move of ``seat`` would lead to against each answer; None where there is none to tell."""
        ...

    def needs_hand(self, phase: str) -> bool:
        """Whether the one who decides in this phase must see or choose what others must not see."""
        ...
