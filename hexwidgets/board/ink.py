"""The few SVG words that pictures of boards are made of.

Notebook viewers without JavaScript clean SVG before they show it, and what rests on ``<use>``, ``<style>``, ``style=``
or a filter is then missing or black. So a picture is flat: paths that share their attributes are one element, and only
gradients have ids (with a plain colour to fall back on).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from hexwidgets.hexgrid import Point

__all__ = ["WHITE", "Drawing", "Shape", "circle", "clip", "escape", "fill", "number", "ring", "stroke", "text_width"]

WHITE = "#ffffff"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_WIDE = re.compile("[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]")
_RGBA = re.compile(r"rgba\((\d+), (\d+), (\d+), ([\d.]+)\)")


def number(value: float) -> str:
    """A coordinate, as short as it can be told to a hundredth.

    >>> number(12), number(-0.504), number(1.2049), number(-0.0001)
    ('12', '-.5', '1.2', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0"):
        return "-" + text[2:] if len(text) > 2 else "0"
    return text


def escape(text: object) -> str:
    """Any text as XML character data: markup is text, and what XML does not know becomes a replacement character.

    >>> escape("<b>&\\0")
    '&lt;b&gt;&amp;\ufffd'
    """
    return _NOT_XML.sub("\ufffd", str(text)).translate(_SPECIAL)


def text_width(text: str, size: float) -> float:
    """About how many pixels a text takes, rather more than less."""
    wide = len(_WIDE.findall(text))
    return size * (wide + 0.56 * (len(text) - wide))


def fill(colour: str, alpha: float = 1) -> str:
    """The attributes of a filled shape; rgba() is taken apart, for not everything that draws SVG knows it.

    >>> fill("rgba(255, 0, 0, 0.5)")
    ' fill="#ff0000" fill-opacity=".5"'
    """
    return _paint("fill", colour, alpha)


def stroke(colour: str, width: float, alpha: float = 1) -> str:
    """The attributes of a line; `fill` is to come first, or the shape is black inside."""
    return _paint("stroke", colour, alpha) + f' stroke-width="{number(width)}"'


@cache
def _paint(what: str, colour: str, alpha: float = 1) -> str:
    if rgba := _RGBA.fullmatch(colour):
        colour = "#{:02x}{:02x}{:02x}".format(*map(int, rgba.groups()[:3]))
        alpha *= float(rgba[4])
    name = "stop-color" if what == "stop" else what
    return f' {name}="{colour}"' + (f' {what}-opacity="{number(alpha)}"' if alpha < 1 else "")


def ring(count: int, radius: float, start: float = -90, drop: float = 0) -> list[tuple[float, float]]:
    """Points on a circle around the middle, the first at an angle in degrees; ``drop`` moves them down."""
    angles = (math.radians(start + 360 / count * i) for i in range(count))
    return [(radius * math.cos(a), drop + radius * math.sin(a)) for a in angles]


def clip(points: Sequence[Sequence[float]], window: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """The part of a polygon inside a convex window whose corners run counter-clockwise on the screen."""
    kept = [(x, y) for x, y in points]
    for (ax, ay), (bx, by) in zip(window, [*window[1:], window[0]], strict=True):
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in kept]  # negative: inside
        out: list[tuple[float, float]] = []
        for i, ((x, y), side) in enumerate(zip(kept, sides, strict=True)):
            (px, py), before = kept[i - 1], sides[i - 1]
            if (side <= 0) != (before <= 0):
                part = before / (before - side)
                out.append((px + (x - px) * part, py + (y - py) * part))
            if side <= 0:
                out.append((x, y))
        kept = out
    return kept


@dataclass(frozen=True, slots=True)
class Shape:
    """A path around a middle: where it starts, and how it goes on from there."""

    x: float
    y: float
    rest: str

    @classmethod
    def polygon(cls, points: Sequence[Sequence[float]], size: float = 1) -> Shape:
        """A closed polygon of points around the middle."""
        scaled = [(x * size, y * size) for x, y in points]
        steps = pairwise(scaled)
        return cls(*scaled[0], "l" + " ".join(f"{number(c - a)} {number(d - b)}" for (a, b), (c, d) in steps) + "z")

    def at(self, middle: Point) -> str:
        """The path with its middle on a point."""
        return f"M{number(middle.x + self.x)} {number(middle.y + self.y)}{self.rest}"


def circle(radius: float) -> Shape:
    """A disc around the middle."""
    r, across = number(radius), number(2 * radius)
    return Shape(-radius, 0, f"a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z")


@dataclass(slots=True)
class Drawing:
    """Shapes and texts, gathered by depth: what is deeper is painted first, and like things are one element."""

    _layers: dict[tuple[float, str, str], list[str]] = field(default_factory=dict)
    _gradients: dict[str, str] = field(default_factory=dict)

    MARK = "\0"  # begins each id, and is replaced by what makes the ids of a whole picture its own

    def path(self, depth: float, attributes: str, data: str) -> None:
        """Add to the path of these attributes."""
        self._layers.setdefault((depth, "path", attributes), []).append(data)

    def group(self, depth: float, attributes: str, element: str) -> None:
        """Add an element to the group of these attributes."""
        self._layers.setdefault((depth, "g", attributes), []).append(element)

    def text(self, depth: float, attributes: str, at: Point, text: object) -> None:
        """Add a text that starts, is centred or ends on a point, as its attributes say."""
        self.group(depth, attributes, f'<text x="{number(at.x)}" y="{number(at.y)}">{escape(text)}</text>')

    def gradient(
        self, name: str, tag: str, stops: Iterable[tuple[float, str] | tuple[float, str, float]], plain: str
    ) -> str:
        """A gradient in the space of what it fills, as an attribute; a plain colour where gradients are lost.

        A stop is where it is, from 0 to 1, its colour, and how much of it is seen (1 where that is left out).
        """
        inside = "".join(f'<stop offset="{number(at)}"{_paint("stop", *shown)}/>' for at, *shown in stops)
        end = tag.split(maxsplit=1)[0]
        self._gradients[name] = f'<{tag} id="{self.MARK}{name}" gradientUnits="userSpaceOnUse">{inside}</{end}>'
        return f' fill="url(#{self.MARK}{name}) {plain}"'

    def __str__(self) -> str:
        defs = f"<defs>{''.join(self._gradients.values())}</defs>" if self._gradients else ""
        return defs + "".join(
            f'<path d="{"".join(parts)}"{attributes}/>' if tag == "path" else f"<g{attributes}>{''.join(parts)}</g>"
            for (_, tag, attributes), parts in sorted(self._layers.items(), key=lambda item: item[0][0])
        )
