"""Colours and proportions of what is drawn, shared with the front end through one file: look.json."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

__all__ = ["Theme", "blend", "inks", "look", "measure", "palette", "shade"]

Theme = Literal["light", "dark"]


@cache
def look() -> Any:
    """What look.json holds: read when the first picture is drawn, not at import."""
    return json.loads(Path(__file__).with_name("look.json").read_text("utf-8"))


def palette(theme: Theme) -> dict[str, str]:
    """The colours of everything that belongs to no faction."""
    colours: dict[str, str] = look()["palettes"][theme]
    return colours


def inks(name: object) -> dict[str, str]:
    """The colours of a faction or of a stone; a quiet grey for names that are not known.

    >>> inks("north") == inks("red"), inks("mauve") == inks("none")
    (True, True)
    """
    known: dict[str, dict[str, str]] = look()["inks"]
    return known.get(look()["alias"].get(name, name), known["none"])


def measure(pair: Sequence[float], size: float) -> float:
    """A length: a part of a size, but never less than so many pixels.

    >>> measure([0.5, 6], 10), measure([0.5, 6], 20)
    (6, 10.0)
    """
    part, least = pair
    return max(least, part * size)


def blend(start: str, end: str, part: float) -> str:
    """A colour on the way from one #rrggbb to another.

    >>> blend("#000000", "#ff8000", 0.5)
    '#804000'
    """
    pairs = zip(bytes.fromhex(start[1:]), bytes.fromhex(end[1:]), strict=True)
    return "#" + "".join(f"{math.floor(a + (b - a) * part + 0.5):02x}" for a, b in pairs)


def shade(name: object, theme: Theme) -> str:
    """A faction's colour for lines and digits on the ground."""
    ink, numbers = inks(name), look()["fighter"]
    if theme == "dark":
        return blend(ink["light"], "#ffffff", numbers["shadeDark"])
    return blend(ink["base"], ink["dark"], numbers["shade"])
