"""What a seat may know when it is to decide: all that a bot is shown."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

__all__ = ["SeatView", "seat_view"]


@dataclass(frozen=True)
class SeatView:
    """What a seat may know when it is to decide: never a hidden hand, a deck, or another seat's secret order.

    ``state`` is what the rules' ``hide`` gives the seat, ``to_move`` the seats that decide together, ``scores`` the
    points by seat. ``rules`` are those that hold, without dice that were laid down beforehand. Nothing in it changes.
    """

    seat: str
    seats: tuple[str, ...]
    to_move: tuple[str, ...]
    phase: str
    scores: Mapping[str, int]
    state: Any
    rules: Any = field(repr=False)
    rev: int
    _legal: tuple[Any, ...] = field(repr=False)
    _over: threading.Event = field(default_factory=threading.Event, repr=False, compare=False)

    def legal_moves(self) -> tuple[Any, ...]:
        """Every legal move of this seat, in the rules' order."""
        return self._legal

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more; a bot that thinks long may look and give up."""
        return self._over.is_set()


def seat_view(rules: Any, state: Any, seat: str, rev: int) -> SeatView:
    """What ``seat``, which is to decide, may know of a state."""
    rules = getattr(rules, "unscripted", rules)
    phase, scores = getattr(rules, "phase", None), getattr(rules, "scores", None)
    return SeatView(
        seat=seat,
        seats=tuple(rules.game_type.seats),
        to_move=tuple(rules.to_move(state)),
        phase=phase(state) if phase else "play",
        scores=MappingProxyType(dict(scores(state)) if scores else {}),
        state=rules.hide(state, seat),
        rules=rules,
        rev=rev,
        _legal=tuple(rules.moves(state, seat)),
    )
