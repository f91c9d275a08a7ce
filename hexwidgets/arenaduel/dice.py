"""Dice that a person lays down beforehand instead of leaving them to the seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..engine.faults import shorten
from ..engine.words import Words

__all__ = ["OutOfDice", "checked", "take"]


class OutOfDice(ValueError):
    """The scripted dice are used up; nothing has changed."""


def checked(dice: Iterable[Any] | None, sides: int) -> tuple[int, ...] | None:
    """A script of faces as a tuple; ``ValueError`` tells the first that is no face."""
    if dice is None:
        return None
    if isinstance(dice, str | bytes) or not isinstance(dice, Iterable):
        raise ValueError(f"dice: expected a list of faces such as [5, 2], got {shorten(dice)}")
    faces = tuple(dice)
    for place, face in enumerate(faces):
        if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
            raise ValueError(f"dice[{place}]: expected a face from 1 to {sides}, got {shorten(face)}")
    return faces


def take(
    script: tuple[int, ...], used: int, counts: tuple[int, int], what: str, words: Words, language: str | None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """North's and south's next dice of a script of which ``used`` are gone; `OutOfDice` when too few are left."""
    north, south = counts
    left = script[used:]
    if len(left) < north + south:
        facts = {"due": what, "needed": north + south, "left": len(left), "all": len(script)}
        raise OutOfDice(words.say("dice.used-up", language, **facts))
    return left[:north], left[north : north + south]
