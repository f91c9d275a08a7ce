"""A board for any purpose as SVG and as text; the canvas's twin is js/src/field/paint.ts, their numbers field.json."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwidgets.hexgrid import Layout, Point

from .colour import luminance, seen
from .ink import Drawing, Shape, escape, fill, number, stroke, text_width
from .layers import Layer, Line, Token
from .look import Theme, blend, look, measure, palette
from .pieces import Pieces, emblem

if TYPE_CHECKING:
    from .field import HexField

__all__ = ["heat_colour", "picture", "picture_page", "plain_text"]

_TALLEST = 720
_FONT = "system-ui,'Noto Sans CJK JP',sans-serif"
_NARROWEST, _WIDEST = 160, 4000
_LEGEND, _BAR, _PAD = 40, 180, 12
_FEW = 2_000  # cells whose contents a text lists
_DARK, _LIGHT = "#1c1b22", "#ffffff"
_BETWEEN = 0.179  # luminance at which dark and light text are as well read

# What is painted first.
CELL, INNER, EDGE, TEXT, TOKEN, CHOSEN, ARROW = (0, 100, 200, 300, 350, 1000, 1100)


@cache
def sizes() -> Any:
    """What field.json holds."""
    return json.loads(Path(__file__).with_name("field.json").read_text("utf-8"))


def heat_colour(value: float, low: float, high: float) -> str:
    """The colour of a number on a scale from low to high, as ``#rrggbb``; the ends' own colours beyond them.

    >>> heat_colour(0, 0, 1), heat_colour(2, 0, 1)
    ('#440154', '#fde725')
    """
    stops = sizes()["heat"]
    part = min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.5
    at = min(len(stops) - 2, int(part * (len(stops) - 1)))
    return blend(stops[at], stops[at + 1], part * (len(stops) - 1) - at)


def picture(field: HexField, theme: Theme, width: float, *, legend: bool = True) -> str:
    """The board as SVG text, ``width`` pixels wide at most; ``ValueError`` for another theme or width."""
    if theme not in ("light", "dark"):
        raise ValueError(f"theme: expected 'light' or 'dark', got {theme!r}")
    if not _NARROWEST <= width <= _WIDEST:
        raise ValueError(f"width: expected {_NARROWEST} to {_WIDEST} pixels, got {width!r}")
    painter = _Painter(field, theme, width)
    return painter.page(legend and bool(field.heat))


def picture_page(svg: str, language: str, title: str) -> str:
    """A page of its own that holds a picture."""
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n</head>\n'
        f"<body>\n{svg}\n</body>\n</html>\n"
    )


class _Painter:
    def __init__(self, field: HexField, theme: Theme, width: float) -> None:
        self.field, self.theme, self.colours = field, theme, palette(theme)
        orientation = field.grid["orientation"]
        unit = Layout(orientation)
        left, top, right, bottom = unit.bounds(field.cells.hexes)
        margin = look()["layout"]["margin"]
        wide, high = right - left + 2 * margin, bottom - top + 2 * margin
        self.size = min(width / wide, _TALLEST / high, look()["layout"]["largest"])
        self.width, self.height = wide * self.size, high * self.size
        origin = Point((margin - left) * self.size, (margin - top) * self.size)
        self.layout = Layout(orientation, self.size, origin)
        self.points = [self.layout.centre(place) for place in field.cells.hexes]
        self.drawing = Drawing()
        self.pieces = Pieces(self.drawing, theme, orientation, self.size)

    def page(self, legend: bool) -> str:
        field = self.field
        grounds = self.grounds()
        if self.size >= sizes()["bare"]:
            self.edges()
            self.texts(grounds)
            for at, value in field.tokens_at.held.items():
                self.token(at, value, grounds[at])
            self.chosen()
        self.arrows()
        height = self.height
        if legend:
            self.legend(height)
            height += _LEGEND
        w, h = number(max(self.width, _BAR + 2 * _PAD if legend else 0)), number(height)
        title = field.title or field.words["board_label"]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" '
            f'lang="{escape(field.language)}"><title>{escape(title)}</title><desc>{escape(plain_text(field))}</desc>'
            f'<rect width="{w}" height="{h}"{fill(self.colours["page"])}/>'
            f'<g font-family="{_FONT}" font-weight="700" text-anchor="middle" stroke-linejoin="round">'
            f"{self.drawing}</g></svg>"
        ).replace(Drawing.MARK, "hwf-")

    def grounds(self) -> list[str]:
        """Paint the cells; what colour each is, as ``#rrggbb``."""
        field, plain = self.field, self.colours["cell"]
        low, high = field._scale
        body = self.pieces.hexagon(look()["ground"]["cell"])
        line = stroke(self.colours["cellLine"], measure(look()["ground"]["cellLine"], self.size))
        outer: dict[str, list[int]] = defaultdict(list)
        inner: dict[str, list[int]] = defaultdict(list)
        grounds = [plain] * len(self.points)
        for at in range(len(self.points)):
            ink, value = field.fills.held.get(at), field.heat.held.get(at)
            hot = None if value is None else heat_colour(value, low, high)
            under = seen(ink, self.theme) if ink else hot or plain
            outer[under].append(at)
            if under.startswith("rgba"):
                outer[plain].append(at)
            else:
                grounds[at] = under
            if ink and hot:
                inner[hot].append(at)
                grounds[at] = hot
        for colour, cells in outer.items():
            depth = CELL if colour == plain else CELL + 1
            if self.size < sizes()["bare"]:
                self.dots(depth, colour, cells)
            else:
                edge = line if colour == plain else stroke(self.colours["page"], 0.5)
                self.drawing.path(depth, fill(colour) + edge, "".join(body.at(self.points[at]) for at in cells))
        small = self.pieces.hexagon(sizes()["inner"])
        for colour, cells in inner.items():
            self.drawing.path(INNER, fill(colour), "".join(small.at(self.points[at]) for at in cells))
        return grounds

    def dots(self, depth: float, colour: str, cells: list[int]) -> None:
        """Cells that are too small to have a shape: lines without length, and round ends."""
        data, x, y = "", 0.0, 0.0
        for at in cells:
            to = self.points[at]
            step = f"{'m' if data else 'M'}{number(round(to.x - x, 2))} {number(round(to.y - y, 2))}h0"
            x, y = x + float(round(to.x - x, 2)), y + float(round(to.y - y, 2))
            data += step
        line = stroke(colour, self.size * math.sqrt(3)) + ' stroke-linecap="round"'
        self.drawing.path(depth, ' fill="none"' + line, data)

    def edges(self) -> None:
        for key, line in self.field.edges.held.items():
            a, b = self.layout.edge(self.field.cells.hexes[key // 6], key % 6)
            self.line(EDGE, line, a, b)

    def line(self, depth: float, line: Line, a: Point, b: Point) -> None:
        wide = max(1.0, line.width / 100 * self.size)
        dash = f' stroke-dasharray="{number(wide * 1.6)} {number(wide * 2)}"' if line.dashed else ""
        look_ = ' fill="none"' + stroke(seen(line.colour, self.theme), wide) + f' stroke-linecap="round"{dash}'
        self.drawing.path(depth, look_, f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}")

    def texts(self, grounds: list[str]) -> None:
        field, room = self.field, self.size * sizes()["room"]
        longest = max((text_width(name, 1) for name in field.cells.names), default=0)
        names = field.names and longest * sizes()["least"] <= room
        name_size = min(measure(look()["ground"]["label"], self.size), room / max(longest, 1e-9))
        for at, name in enumerate(field.cells.names):
            text, taken = field.labels.held.get(at), at in field.tokens_at.held
            if text is None and (taken or not names):
                continue
            plain = grounds[at] == self.colours["cell"]
            if text is None:
                attributes = fill(self.colours["cellText"] if plain else _on(grounds[at]), 1 if plain else 0.72)
                self.pieces.letter(TEXT, attributes + ' font-weight="500"', self.points[at], name_size, name)
                continue
            most = max(sizes()["small"], self.size * sizes()["under" if taken else "label"])
            size = min(most, room / max(text_width(text, 1), 1e-9))
            if size < sizes()["least"]:
                continue
            point = self.points[at]
            low = Point(point.x, point.y + self.size * sizes()["drop"] * taken)
            attributes = fill(self.colours["text"] if plain else _on(grounds[at]))
            self.pieces.letter(TEXT, attributes + ' font-weight="600"', low, size, text)

    def token(self, at: int, value: Any, ground: str) -> None:
        point = self.points[at]
        if not isinstance(value, Token):
            self.figure(point, self.field.tokens_at.told(value))
            return
        ink = seen(value.colour, self.theme)
        solid = ink if ink.startswith("#") else ground
        if value.shape != "none":
            shape = self.shape(value)
            line = stroke(blend(solid, "#000000", sizes()["darker"]), measure(sizes()["rim"], self.size))
            if value.facing is not None:
                angle = math.radians((0 if self.pieces.pointy else 30) - 60 * value.facing)
                cos, sin = math.cos(angle) * self.size, math.sin(angle) * self.size
                beak = Shape.polygon([(x * cos - y * sin, x * sin + y * cos) for x, y in sizes()["beak"]])
                self.drawing.path(TOKEN, fill(ink) + line, beak.at(point))
            self.drawing.path(TOKEN + 1, fill(ink) + line, shape.at(point))
        if value.text:
            alone = value.shape == "none"
            most = self.size * sizes()["alone" if alone else "text"]
            room = self.size * sizes()["room" if alone else "pointed" if value.shape == "triangle" else "narrow"]
            size = min(most, room / max(text_width(value.text, 1), 1e-9))
            own = ink if alone and value.colour != "none" else _on(ground if alone else solid)
            self.pieces.letter(TOKEN + 2, fill(own), point, size, value.text)

    def shape(self, token: Token) -> Shape:
        if token.shape == "hex":
            return self.pieces.hexagon(sizes()["hex"])
        part = "disc" if token.shape == "disc" else "emblem"
        return emblem(token.shape, self.size * sizes()[part])

    def figure(self, point: Point, told: dict[str, Any]) -> None:
        faction = {"name": told["faction"], "emblem": _EMBLEMS.get(told["faction"], "disc")}
        kind = {"rank": told["rank"], "edges": told["edges"], "mark": "", "key": "", "faction": 0}
        if told["figure"] == "fighter":
            self.pieces.fighter(point, kind, faction, told["turns"][0])
        else:
            self.pieces.unit(point, kind, faction, *told["turns"])

    def chosen(self) -> None:
        ring = self.pieces.hexagon(sizes()["chosen"])
        for name in self.field.selection:
            path = ring.at(self.points[self.field.cells.find(name)])
            for depth, colour, part in ((CHOSEN, "page", "halo"), (CHOSEN + 1, "strong", "ring")):
                wide = max(1.0, self.size * sizes()[part])
                self.drawing.path(depth, ' fill="none"' + stroke(self.colours[colour], wide), path)

    def arrows(self) -> None:
        for start, end, line in self.field.arrows:
            a, b = (self.points[self.field.cells.find(name)] for name in (start, end))
            far = math.dist(a, b)
            x, y = (b.x - a.x) / far * self.size, (b.y - a.y) / far * self.size
            tail = Point(a.x + x * sizes()["tail"], a.y + y * sizes()["tail"])
            tip = Point(b.x - x * sizes()["tail"] * 0.5, b.y - y * sizes()["tail"] * 0.5)
            head = sizes()["head"]
            back = Point(tip.x - x * head, tip.y - y * head)
            self.line(ARROW, line, tail, Point(tip.x - x * head * 0.7, tip.y - y * head * 0.7))
            wing = Point(-y * head * 0.52, x * head * 0.52)
            corners = [tip, (back.x + wing.x, back.y + wing.y), (back.x - wing.x, back.y - wing.y)]
            ink = fill(seen(line.colour, self.theme))
            self.drawing.path(ARROW + 1, ink, Shape.polygon(corners).at(Point(0, 0)))

    def legend(self, top: float) -> None:
        stops = sizes()["heat"]
        x, y = number(_PAD), number(top)
        last = len(stops) - 1
        tag = f'linearGradient x1="{x}" x2="{number(_PAD + _BAR)}" y1="0" y2="0"'
        lit = self.drawing.gradient("heat", tag, [(i / last, stop) for i, stop in enumerate(stops)], stops[last // 2])
        self.drawing.group(TEXT, lit, f'<rect x="{x}" y="{y}" width="{_BAR}" height="10" rx="5"/>')
        low, high = self.field._scale
        text = fill(self.colours["muted"]) + ' font-size="12" font-weight="500"'
        for at, anchor, words in (
            (_PAD, "start", f"{low:.4g}"),
            (_PAD + _BAR, "end", f"{high:.4g}"),
            (_PAD + _BAR / 2, "middle", self.field.heat_title),
        ):
            if words:
                self.drawing.text(TEXT, f'{text} text-anchor="{anchor}"', Point(at, top + 25), words)


_EMBLEMS = {"red": "triangle", "north": "triangle", "yellow": "diamond", "green": "square"}


def _on(ground: str) -> str:
    """Dark or light text, whichever is read better."""
    return _DARK if luminance(ground) > _BETWEEN else _LIGHT


def plain_text(field: HexField) -> str:
    """What is on the board: a line for each cell that has something; numbers of them on a large board."""
    layers: dict[str, Layer[str, Any]] = {
        "fill": field.fills,
        "heat": field.heat,
        "label": field.labels,
        "token": field.tokens_at,
    }
    head = f"{field.title or field.words['board_label']}: {len(field.cells):,}"
    if sum(map(len, layers.values())) > _FEW:
        return "\n".join([head, *(f"{name} {len(layer):,}" for name, layer in layers.items() if layer)])
    lines: dict[int, list[str]] = defaultdict(list)
    for name, layer in layers.items():
        for at, value in layer.held.items():
            lines[at].append(f"{name} {_said(value)}")
    rows = [f"{field.cells.names[at]}: {', '.join(lines[at])}" for at in sorted(lines)]
    chosen = [f"selection {' '.join(field.selection)}"] if field.selection else []
    return "\n".join([head, *rows, *chosen])


def _said(value: Any) -> str:
    if isinstance(value, Token):
        return " ".join(filter(None, [value.text, value.colour if value.colour != "none" else ""])) or value.shape
    return f"{value:.6g}" if isinstance(value, float) else str(value)
