"""Where the places of a grid fall on a picture of a given width; the front end's twin is layout.ts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hexwidgets.hexgrid import Hex, Layout, Orientation, Point

from .look import look

__all__ = ["Arrangement", "arrange"]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Middles of places in pixels from the upper left corner; ``size`` is the side of a hex."""

    width: float
    height: float
    size: float
    points: Sequence[Point]

    def moved(self, x: float, y: float) -> Arrangement:
        """The same places further right and further down."""
        points = [Point(point.x + x, point.y + y) for point in self.points]
        return Arrangement(self.width, self.height, self.size, points)

    def gems(self, at: int, count: int) -> tuple[list[Point], float]:
        """Where so many stones lie on a site, and half the width of each."""
        layout, middle = look()["layout"], self.points[at]
        radius = self.size * (layout["gemsShare"] / count if count > 2 else layout["gem"])
        apart = radius * layout["gemsApart"]
        return [Point(middle.x + (i - (count - 1) / 2) * apart, middle.y) for i in range(count)], radius


def arrange(grid: Mapping[str, Any], width: float, tallest: float) -> Arrangement:
    """Fit a grid into a width and a greatest height, both in pixels; a small board does not swell."""
    numbers = look()["layout"]
    plane = Layout(grid["orientation"])
    places: Sequence[Mapping[str, Any]] = grid["places"]
    spots = [_spot(place, places, plane, numbers["lean"]) for place in places]
    xs, ys = [0.0], [0.0]
    for place, spot in zip(places, spots, strict=True):
        across, down = _reach(place["kind"], plane.orientation)
        xs += spot.x - across, spot.x + across
        ys += spot.y - down, spot.y + down
    margin = numbers["margin"]
    left, top = min(xs) - margin, min(ys) - margin
    wide, high = max(xs) + margin - left, max(ys) + margin - top
    size = max(1.0, min(width / wide, tallest / high, numbers["largest"]))
    points = [Point((spot.x - left) * size, (spot.y - top) * size) for spot in spots]
    return Arrangement(wide * size, high * size, size, points)


def _reach(kind: str, orientation: Orientation) -> tuple[float, float]:
    """How far a place reaches across and down from its middle, in hex sides; a wall fades before its far side."""
    numbers, short = look()["layout"], 3**0.5 / 2
    if kind == "small":
        return (numbers["rim"],) * 2
    if kind in ("wall", "door"):
        return (numbers["wall"] - numbers["margin"],) * 2
    return (short, 1) if orientation == "pointy" else (1, short)


def _spot(place: Mapping[str, Any], places: Sequence[Mapping[str, Any]], plane: Layout, lean: float) -> Point:
    """The middle of a place in hex sides. A small site leans towards the notch between its cells."""
    own = plane.centre(Hex(place["q"], place["r"]))
    cells = [plane.centre(Hex(places[at]["q"], places[at]["r"])) for at in place.get("touches", ())]
    if place["kind"] != "small" or not cells:
        return own
    x, y = sum(cell.x for cell in cells) / len(cells), sum(cell.y for cell in cells) / len(cells)
    return Point(own.x + (x - own.x) * lean, own.y + (y - own.y) * lean)
