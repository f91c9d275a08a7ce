"""What is counted of games: how often something happens, and what it brings.

A tally is a list or array of integers, two for each key: how often it came up in a game, and the amount that it
brought. What follows them is room for what a game has to remember meanwhile. Of many games only sums are kept, from
which rates and means follow with intervals that know that games are independent and what happens in one of them
is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..hexgrid import Hex, Orientation

__all__ = ["SUMS", "Group", "Tally"]

# The sums over games of uses, amounts, uses squared, uses times amounts, and amounts squared.
SUMS = 5


@dataclass(frozen=True, slots=True)
class Group:
    """Keys of one kind, from ``first`` on, one for each of ``labels``.

    Where labels are those of places, ``maps`` names the maps of how often each comes up in a game, and of what it
    brings each time; "" for none. What uses and amounts are is said by name in the words of reports.
    """

    first: int
    labels: tuple[str, ...]
    maps: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Tally:
    """What rules count of their games.

    ``keys`` is how many there are, ``room`` how many integers are remembered besides. ``groups(rules)`` gives the
    groups by name; ``follow(rules, state, moves, tally)`` is ``rules.apply`` that counts; ``hexes(rules)`` says where
    labels lie, and how the board is turned.
    """

    keys: int
    room: int
    groups: Callable[[Any], Mapping[str, Group]]
    follow: Callable[[Any, Any, tuple[Any, ...], Any], Any]
    hexes: Callable[[Any], tuple[Mapping[str, Hex], Orientation]]
