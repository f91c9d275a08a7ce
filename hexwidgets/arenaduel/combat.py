"""Dice: how many a fighter throws, and which throw beats which.

AD-DICE. A throw of n dice has a number: its place in the list of all of them, first die slowest.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

from ..engine.kernel import kernel
from .state import DIRECTIONS, MOST_DICE, State, Table

__all__ = ["beats", "combat_odds", "dice_of", "number_of", "throw_of", "throws", "worths"]


# -- throws as numbers ----------------------------------------------------------------------------------


def throws(dice: int, sides: int) -> Sequence[tuple[int, ...]]:
    """Every throw of so many dice, in order of their numbers.

    >>> throws(2, 2)
    ((1, 1), (1, 2), (2, 1), (2, 2))
    """
    return tuple(product(range(1, sides + 1), repeat=dice))


def number_of(throw: Sequence[int], sides: int) -> int:
    """The number of a throw.

    >>> number_of((1, 3), 6), number_of((), 6)
    (2, 0)
    """
    number = 0
    for face in throw:
        number = number * sides + face - 1
    return number


def throw_of(number: int, dice: int, sides: int) -> tuple[int, ...]:
    """The throw with a number.

    >>> throw_of(2, 2, 6)
    (1, 3)
    """
    faces = []
    for _ in range(dice):
        number, face = divmod(number, sides)
        faces.append(face + 1)
    return tuple(reversed(faces))


# -- which throw beats which ------------------------------------------------------------------------------


def _strength(throw: Sequence[int]) -> tuple[int, ...]:
    """AD-DICE-2: dice from the highest down. Tuples compare as the rule does: first difference, then length."""
    return tuple(sorted(throw, reverse=True))


def beats(throw: Sequence[int], other: Sequence[int]) -> bool:
    """AD-DICE-2 and 3: whether one throw wins against another; neither does in a draw.

    >>> beats((1, 6, 6), (2, 6)), beats((4, 5, 5), (1, 6)), beats((6, 2, 3), (3, 6)), beats((5,), ())
    (True, False, True, True)
    """
    return _strength(throw) > _strength(other)


@cache
def worths(sides: int) -> tuple[tuple[int, ...], ...]:
    """What every throw is worth: for each number of dice, by a throw's number. The higher wins; equal is a draw."""
    every = [throws(dice, sides) for dice in range(MOST_DICE + 1)]
    ranking = {s: i for i, s in enumerate(sorted({_strength(throw) for row in every for throw in row}))}
    return tuple(tuple(ranking[_strength(throw)] for throw in row) for row in every)


@lru_cache(maxsize=256)
def combat_odds(own: int, other: int, sides: int = 6) -> tuple[Fraction, Fraction, Fraction]:
    """The exact chances to win, draw and lose with ``own`` dice against ``other``.

    >>> combat_odds(1, 1)
    (Fraction(5, 12), Fraction(1, 6), Fraction(5, 12))
    """
    mine, theirs = worths(sides)[own], sorted(worths(sides)[other])
    win = sum(bisect_left(theirs, worth) for worth in mine)
    not_lose = sum(bisect_right(theirs, worth) for worth in mine)
    total = sides ** (own + other)
    return Fraction(win, total), Fraction(not_lose - win, total), Fraction(total - not_lose, total)


# -- how many dice ------------------------------------------------------------------------------------------


@kernel
def dice_of(table: Table, state: State, seat: int) -> int:
    """AD-DICE-1: how many dice a fighter throws at its enemy next to it, by where that is from its facing."""
    side = table.bearing[state.cell[seat]][state.cell[1 - seat]] - state.facing[seat]
    return table.dice[side + DIRECTIONS if side < 0 else side]
