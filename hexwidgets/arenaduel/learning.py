"""Arena Duel in numbers, for reinforcement learning; see engine/learning.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.learning import Learning, Part, flat
from .arena import SEATS
from .notation import Hold, Move, Pursue
from .state import ORDERS, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["LEARNING"]

# Everything in a state is public; orders are in it only when they are laid open.
_SHOWN = ("phase", "turn", "right", "cell", "facing", "life", "winner")


def _moves(rules: ArenaDuelRules) -> tuple[Move, ...]:
    orders: tuple[Move, ...] = tuple(rules.decode(code) for code in range(ORDERS))
    return (*orders, Pursue(), Hold()) if rules.table.pursuit_optional else orders


def _parts(rules: ArenaDuelRules) -> tuple[Part, ...]:
    del rules
    shown = {field.name: Part.of(field) for field in State.fields}
    return (Part("seat", 1, 0, 1), *(shown[name] for name in _SHOWN))


def _observe(rules: ArenaDuelRules, seat: str, known: State) -> list[int]:
    del rules
    return [SEATS.index(seat), *(number for name in _SHOWN for number in flat(getattr(known, name)))]


LEARNING = Learning(_moves, _parts, _observe)
