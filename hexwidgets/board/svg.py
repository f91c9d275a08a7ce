"""A scene as SVG, for places without JavaScript: saved notebooks, GitHub, papers, mails.

What the canvas shows of a position at rest, without lights and buttons; the numbers are the canvas's own (look.json),
and a test compares the two pictures.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from typing import Any

from hexwidgets.hexgrid import Point

from .ink import Drawing, escape, fill, number
from .layout import Arrangement, arrange
from .look import Theme, look, measure, palette
from .panel import Panel
from .pieces import Pieces
from .shown import Shown
from .text import text_of

__all__ = ["svg"]

WIDTH = 880
_BESIDE = 680  # narrower pictures have the panel below the board
_PANEL, _GAP, _PAD = 300, 18, 14
_TALLEST = 720  # of the board
_SIDEWAYS = 3  # directions after this one lead down
_FONT = "system-ui,'Noto Sans CJK JP',sans-serif"
_NARROWEST, _WIDEST = 160, 4000


def svg(
    grid: Mapping[str, Any],
    scene: Mapping[str, Any],
    *,
    theme: Theme = "light",
    digits: bool = False,
    language: str = "en",
    width: float = WIDTH,
    panel: bool = True,
    marked: Iterable[int] = (),
) -> str:
    """A picture of a position, ``width`` pixels wide at most; ``panel`` False leaves only the board.

    ``marked`` are places to point out, by their index in the grid. ``grid`` and ``scene`` are as the board gets them
    (scene.py). The picture needs nothing from elsewhere, and says as text, in its description, all that it shows.
    Raises ``ValueError`` for another theme or width.

    >>> grid = {"orientation": "pointy", "places": [{"name": "a1", "q": 0, "r": 0, "kind": "cell"}]}
    >>> svg(grid, {}, panel=False)[:43]
    '<svg xmlns="http://www.w3.org/2000/svg" wid'
    """
    if theme not in ("light", "dark"):
        raise ValueError(f"theme: expected 'light' or 'dark', got {theme!r}")
    if not _NARROWEST <= width <= _WIDEST:
        raise ValueError(f"width: expected {_NARROWEST} to {_WIDEST} pixels, got {width!r}")
    shown = Shown(grid, scene, language)
    drawing, orientation = Drawing(), grid["orientation"]
    if not panel:
        layout = arrange(grid, width, _TALLEST)
        _board(Pieces(drawing, theme, orientation, layout.size, digits=digits), layout, shown, marked)
        return _page(drawing, shown, theme, language, layout.width, layout.height, 0)
    beside = width >= _BESIDE
    room = width - 2 * _PAD - (_PANEL + _GAP if beside else 0)
    layout = arrange(grid, room, _TALLEST)
    layout = layout.moved(_PAD, _PAD)
    _board(Pieces(drawing, theme, orientation, layout.size, digits=digits), layout, shown, marked)
    across, down = _PAD + layout.width, _PAD + layout.height
    corner = Point(across + _GAP, _PAD) if beside else Point(_PAD, down + _GAP)
    beside_width = _PANEL if beside else max(layout.width, min(room, _PANEL))
    high = Panel(drawing, shown, theme, orientation, corner, beside_width).draw(layout.height if beside else 0)
    if high:
        across, down = max(across, corner.x + beside_width), max(down, corner.y + high)
    return _page(drawing, shown, theme, language, across + _PAD, down + _PAD, _PAD)


def _page(drawing: Drawing, shown: Shown, theme: Theme, language: str, width: float, height: float, turn: float) -> str:
    w, h = number(width), number(height)
    page = f'<rect width="{w}" height="{h}" rx="{turn}"{fill(palette(theme)["page"])}/>'
    words = f"<title>{escape(shown.title)}</title><desc>{escape(text_of(shown))}</desc>"
    size = f'width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
    font = f'font-family="{_FONT}" font-weight="800" text-anchor="middle" stroke-linejoin="round"'
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" lang="{escape(language)}">'
        f"{words}{page}<g {font}>{drawing}</g></svg>"
    )
    # Ids that only this picture has: on one page with others, each finds its own gradients.
    own = hashlib.sha256(picture.encode()).hexdigest()[:8]
    return picture.replace(Drawing.MARK, f"hw{own}-")


def _board(pieces: Pieces, layout: Arrangement, shown: Shown, marked: Iterable[int]) -> None:
    _ground(pieces, layout, shown)
    _sites(pieces, layout, shown)
    for at, value in shown.marks.get("heat", ()):
        pieces.heat(layout.points[at], value)
    _fans(pieces, layout, shown)
    for at, index, turn, *counters in shown.tokens:
        kind = shown.kind(index)
        faction = kind and shown.faction(kind["faction"])
        if not kind or not faction:
            continue
        if kind.get("figure") == "fighter":
            pieces.fighter(layout.points[at], kind, faction, turn)
        else:
            pieces.unit(layout.points[at], kind, faction, turn, *counters)
    for at in shown.marks.get("last", ()):
        pieces.last(layout.points[at])
    for at in marked:
        pieces.marked(layout.points[at])


def _fans(pieces: Pieces, layout: Arrangement, shown: Shown) -> None:
    """Where it is best to end. Factions that would face the same way on the same place share its side."""
    taken, hubs = {at for at, *_ in shown.tokens}, dict[int, list[str]]()
    for at, turn, part, faction in shown.fans:
        alike = [one["name"] for where, way, _, one in shown.fans if (where, way) == (at, turn)]
        which = alike.index(faction["name"]), len(alike)
        pieces.fan(layout.points[at], faction["name"], turn, part, which, taken=at in taken)
        emblems = hubs.setdefault(at, [])
        if faction["name"] not in emblems and at not in taken:
            pieces.hub(layout.points[at], faction, len(emblems))
            emblems.append(faction["name"])


def _ground(pieces: Pieces, layout: Arrangement, shown: Shown) -> None:
    taken = {at for at, *_ in shown.tokens}
    fanned: dict[int, list[int]] = {}
    for at, way, *_ in shown.fans:
        fanned.setdefault(at, []).append(way)
    for at, place in enumerate(shown.places):
        middle, kind = layout.points[at], place["kind"]
        if kind == "void":
            pieces.hollow(middle)
        elif kind == "large":
            pieces.site(middle)
        elif kind == "obstacle":
            pieces.rock(middle, place["name"])
        elif kind in ("wall", "door"):
            pieces.wall(middle, kind, _inward(layout, shown, at), place.get("turn"))
        elif kind != "small":
            pieces.cell(middle)
            if at in taken:
                continue
            if at in fanned and kind == "cell":
                drop = measure(look()["ground"]["arcDrop"], layout.size)
                beside = Point(middle.x, middle.y + (-drop if max(fanned[at]) > _SIDEWAYS else drop))
                pieces.label(beside, place["name"], layout.size * look()["ground"]["startLabel"])
                continue
            if kind == "start":
                pieces.start(middle, place["name"])
            else:
                pieces.label(middle, place["name"], layout.size)


def _inward(layout: Arrangement, shown: Shown, at: int) -> Point:
    """The way from a wall to the inside that it borders on, one pixel long; none where it borders on nothing."""
    middle = layout.points[at]
    inside = [layout.points[near] for near in shown.inside_next_to(at)]
    x, y = sum(point.x - middle.x for point in inside), sum(point.y - middle.y for point in inside)
    far = math.hypot(x, y) or 1
    return Point(x / far, y / far)


def _sites(pieces: Pieces, layout: Arrangement, shown: Shown) -> None:
    for at, points in shown.marks.get("stones", ()):
        pieces.rock(layout.points[at], shown.places[at]["name"])
        pieces.stone(layout.points[at], points)
    done, lying = shown.done, shown.lying
    for at, place in enumerate(shown.places):
        if place["kind"] == "small":
            pieces.small_gem(layout.points[at], place.get("points", 1), spent=at in done)
    for at, first in done.items():
        small = shown.places[at]["kind"] == "small"
        if (small and first) or not (small or lying.get(at)):
            pieces.judged(layout.points[at], first, large=not small)
    for at, stones in lying.items():
        points, radius = layout.gems(at, len(stones))
        for stone, point in zip(stones, points, strict=True):
            pieces.gem(point, radius, stone["colour"], stone["points"])
