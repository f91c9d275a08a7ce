"""The colours of seats in charts."""

from __future__ import annotations

__all__ = ["ink"]

# Seats that are named as the house's inks are drawn in them.
_INKS = {
    "red": "#c8401f",
    "blue": "#1f6fb2",
    "yellow": "#e9b92f",
    "green": "#1f9c74",
    "north": "#c8401f",
    "south": "#1f6fb2",
}
_OTHERS = ("#6b4fa0", "#8a6d3b", "#4a4a4a", "#b0578d", "#3f8f8f", "#a0a04a")


def ink(name: str, number: int) -> str:
    """A seat's own colour, or one by its number for what has none.

    >>> ink("north", 0) == ink("red", 3), ink("white", 1)
    (True, '#8a6d3b')
    """
    return _INKS.get(name, _OTHERS[number % len(_OTHERS)])
