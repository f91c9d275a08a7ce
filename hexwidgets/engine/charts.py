"""What all charts share: the inks of seats, and a font for the language they are in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .words import get_language

__all__ = ["ink", "language_of_chart"]

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
_JAPANESE = ("Noto Sans CJK JP", "IPAexGothic", "Hiragino Sans", "Yu Gothic", "Meiryo", "MS Gothic")


def ink(name: str, number: int = 0) -> str:
    """A seat's own colour, or one by its number for what has none.

    >>> ink("north") == ink("red"), ink("white", 1)
    (True, '#8a6d3b')
    """
    return _INKS.get(name, _OTHERS[number % len(_OTHERS)])


@contextmanager
def language_of_chart(wanted: str | None) -> Iterator[str]:
    """The language to write in: Japanese only where a font has its characters."""
    language = wanted or get_language()
    if language != "ja":
        yield language
        return
    import matplotlib as mpl  # noqa: PLC0415  only those who draw need it
    from matplotlib import font_manager  # noqa: PLC0415

    installed = set(font_manager.get_font_names())
    fonts = [name for name in _JAPANESE if name in installed]
    # Not by `rc_context`: it would also undo that a notebook's backend, loaded by the first figure, shows figures.
    kept = mpl.rcParams["font.family"]
    mpl.rcParams["font.family"] = [*fonts, *kept]
    try:
        yield language if fonts else "en"
    finally:
        mpl.rcParams["font.family"] = kept
