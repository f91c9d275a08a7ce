"""What lies on a board, painted into a drawing; the front end's twins are js/src/paint/*.ts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from hexwidgets.hexgrid import Hex, Layout, Orientation, Point

from .ink import WHITE, Drawing, Shape, circle, clip, fill, number, ring, stroke, text_width
from .look import Theme, inks, look, measure, palette, shade
from .shown import percent

__all__ = ["Pieces", "emblem"]

BLACK = "#1c1b22"
_APOTHEM = math.sqrt(3) / 2
_ZERO = Point(0, 0)

# What is painted first, one number for each piece; its parts lie a little above each other.
GROUND, SITE, ROCK, STONE, HEAT, SHADOW, UNIT, COUNTER, OUTLINE = range(0, 900, 100)


def emblem(shape: str, radius: float) -> Shape:
    """The shape of a faction, about as heavy as a disc of the radius."""
    numbers = look()["emblem"]
    if shape == "disc":
        return circle(radius)
    if shape == "triangle":
        return Shape.polygon(ring(3, radius * numbers["triangle"], drop=radius * numbers["triangleDrop"]))
    if shape == "diamond":
        return Shape.polygon(ring(4, radius * numbers["diamond"]))
    return _rounded(2 * radius * numbers["square"], 2 * radius * numbers["square"], radius * numbers["squareRound"])


def _rounded(width: float, height: float, turn: float) -> Shape:
    """A rectangle with round corners around the middle."""
    r, across, down = number(turn), number(width - 2 * turn), number(height - 2 * turn)
    corners = f"h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1-{r} {r}h-{across}a{r} {r} 0 0 1-{r}-{r}v-{down}"
    return Shape(turn - width / 2, -height / 2, corners + f"a{r} {r} 0 0 1 {r}-{r}z")


def _turned(points: Sequence[Sequence[float]], angle: float, size: float) -> list[tuple[float, float]]:
    """Points around the middle, turned by an angle in radians."""
    cos, sin = math.cos(angle) * size, math.sin(angle) * size
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]


class Pieces:
    """Paints pieces whose hexes have a side of ``size`` pixels."""

    def __init__(
        self,
        drawing: Drawing,
        theme: Theme,
        orientation: Orientation,
        size: float,
        *,
        digits: bool = False,
    ) -> None:
        self.drawing = drawing
        self.theme: Theme = theme
        self.colours = palette(theme)
        self.size = size
        self.digits = digits
        self.pointy = orientation == "pointy"
        self._corners = Layout(orientation).corners(Hex(0, 0))
        self._shapes: dict[tuple[object, ...], Shape] = {}

    def hexagon(self, part: float) -> Shape:
        """A hex of a part of the size."""
        return self._shape("hex", part) or self._keep(Shape.polygon(self._corners, self.size * part), "hex", part)

    def letter(self, depth: float, attributes: str, at: Point, size: float, text: object) -> None:
        """A number or letter with its middle on a point."""
        low = Point(at.x, at.y + size * look()["letterDrop"])
        self.drawing.text(depth, f'{attributes} font-size="{number(size)}"', low, text)

    def _shape(self, *key: object) -> Shape | None:
        return self._shapes.get(key)

    def _keep(self, shape: Shape, *key: object) -> Shape:
        return self._shapes.setdefault(key, shape)

    def _polygon(self, name: str, points: Sequence[Sequence[float]], size: float) -> Shape:
        return self._shape(name, size) or self._keep(Shape.polygon(points, size), name, size)

    def _placed(self, shape: Shape, at: Point) -> str:
        """A path of its own in a space of its own, so that a gradient falls on it as on any other."""
        return f'<path transform="translate({number(at.x)} {number(at.y)})" d="{shape.at(_ZERO)}"/>'

    # -- the ground -------------------------------------------------------------------------------

    def cell(self, at: Point) -> None:
        """A cell."""
        numbers, colours = look()["ground"], self.colours
        line = stroke(colours["cellLine"], measure(numbers["cellLine"], self.size))
        self.drawing.path(GROUND, fill(colours["cell"]) + line, self.hexagon(numbers["cell"]).at(at))

    def label(self, at: Point, name: object, size: float) -> None:
        """The name of a place."""
        attributes = fill(self.colours["cellText"]) + ' font-weight="500"'
        self.letter(GROUND + 1, attributes, at, measure(look()["ground"]["label"], size), name)

    def start(self, at: Point, name: object) -> None:
        """What makes a cell a start, and its name below."""
        numbers, size, colours = look()["ground"], self.size, self.colours
        line = ' fill="none"' + stroke(colours["accent"], measure(numbers["ringLine"], size))
        self.drawing.path(GROUND + 1, line, self.hexagon(numbers["ring"]).at(at))
        text = fill(colours["accentText"]) + ' font-weight="700"'
        high = Point(at.x, at.y - measure(numbers["startRise"], size))
        self.letter(GROUND + 1, text, high, size * numbers["startText"], "S")
        low = Point(at.x, at.y + measure(numbers["startDrop"], size))
        self.label(low, name, size * numbers["startLabel"])

    def hollow(self, at: Point) -> None:
        """A void inside the board: a hollow with a quiet crown."""
        numbers = look()["ground"]
        self.drawing.path(GROUND, fill(self.colours["hollow"]), self.hexagon(numbers["cell"]).at(at))
        for part in ("crownTop", "crownFoot"):
            shape = self._polygon(part, numbers[part], self.size * numbers["crown"])
            self.drawing.path(GROUND + 1, fill(self.colours["cellText"], 0.55), shape.at(at))

    def site(self, at: Point) -> None:
        """A large site."""
        numbers, size, colours = look()["ground"], self.size, self.colours
        reach, rise = number(size * numbers["glow"]), number(-size * numbers["glowRise"])
        tag = f'radialGradient cx="0" cy="0" r="{reach}" fx="0" fy="{rise}"'
        glow = self.drawing.gradient("glow", tag, ((0, colours["siteGlow"]), (1, colours["site"])), colours["site"])
        line = stroke(colours["accent"], measure(numbers["siteLine"], size))
        self.drawing.group(SITE, glow + line, self._placed(self.hexagon(numbers["site"]), at))

    def rock(self, at: Point, name: object) -> None:
        """Rough grey rock, unlike the smooth dark sites: an obstacle, or a cell that is a stone for now."""
        numbers, size, drawing = look()["rock"], self.size, self.drawing
        x, y = number(size / 2), number(size)
        tag = f'linearGradient x1="-{x}" y1="-{y}" x2="{x}" y2="{y}"'
        stops = ((0, numbers["lit"]), (1, numbers["shade"]))
        lit = drawing.gradient("rock", tag, stops, numbers["shade"])
        body = self.hexagon(numbers["body"])
        drawing.group(ROCK, lit, self._placed(body, at))
        for facet, shape in zip(numbers["facets"], self._facets, strict=True):
            drawing.path(ROCK + 1, fill(facet["fill"]), shape.at(at))
        drawing.path(ROCK + 2, ' fill="none"' + stroke(numbers["rim"], measure(numbers["line"], size)), body.at(at))
        low = Point(at.x, at.y + numbers["labelDrop"] * size)
        text = fill(numbers["text"]) + ' font-weight="600"'
        self.letter(ROCK + 3, text, low, measure(numbers["label"], size), name)

    def stone(self, at: Point, points: object) -> None:
        """The gem on a cell that is a stone for now."""
        numbers, size = look()["rock"], self.size
        self.gem(Point(at.x, at.y - size * numbers["gemRise"]), size * numbers["gem"], "none", points)

    @cached_property
    def _facets(self) -> list[Shape]:
        numbers = look()["rock"]
        window = [(x * numbers["body"], y * numbers["body"]) for x, y in self._corners]
        return [Shape.polygon(clip(facet["points"], window), self.size) for facet in numbers["facets"]]

    def wall(self, at: Point, kind: str, inward: Point, turn: int | None) -> None:
        """What lies outside: a wall, or a door with a triangle that points inwards.

        ``inward`` is the way to the inside, one pixel long; the wall is gone on its far side.
        """
        numbers, colour = look()["ground"], self.colours[kind]
        ends = (numbers["wallFrom"] * self.size, numbers["wallTo"] * self.size)
        x1, y1, x2, y2 = (number(way * far) for far in ends for way in (inward.x, inward.y))
        tag = f'linearGradient x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
        stops = ((numbers["wallSolid"], colour), (1, colour, 0))
        fade = self.drawing.gradient(f"{kind}-{x1}-{y1}", tag, stops, colour)
        self.drawing.group(GROUND, fade, self._placed(self.hexagon(numbers["cell"]), at))
        if turn is not None:
            arrow = _turned(numbers["doorArrow"], self._angle(turn), self.size)
            self.drawing.path(GROUND + 1, fill(self.colours["cellText"]), Shape.polygon(arrow).at(at))

    # -- stones -----------------------------------------------------------------------------------

    def gem(self, at: Point, radius: float, colour: object, points: object) -> None:
        """A stone whose half width is ``radius``."""
        numbers, ink, drawing = look()["gem"], inks(colour), self.drawing
        outline = self._polygon("gem", numbers["outline"], radius).at(at)
        drawing.path(STONE, fill(ink["base"]), outline)
        for i, facet in enumerate(numbers["facets"]):
            shape = self._polygon(f"facet {i}", facet["points"], radius)
            drawing.path(STONE + 1 + i, fill(ink[facet["ink"]], facet["alpha"]), shape.at(at))
        rim = ' fill="none"' + stroke(WHITE, measure(numbers["line"], radius))
        drawing.path(STONE + 10, rim, outline)
        middle, size = Point(at.x, at.y - radius * numbers["textRise"]), radius * numbers["text"]
        halo = ink["dark"] if ink["text"] == WHITE else ink["light"]
        self.letter(STONE + 11, fill(halo) + stroke(halo, size * numbers["halo"]), middle, size, points)
        self.letter(STONE + 12, fill(ink["text"]), middle, size, points)

    def small_gem(self, at: Point, points: object, *, spent: bool) -> None:
        """The stone of a small site; faded when it is spent."""
        numbers, size, drawing = look()["small"], self.size, self.drawing
        unit = size * numbers["size"]
        depth, faded = (STONE + 20, f' opacity="{number(numbers["spent"])}"') if spent else (STONE + 30, "")
        outline = self._polygon("small", numbers["outline"], unit).at(at)
        facet = self._polygon("small facet", numbers["facet"], unit).at(at)
        drawing.path(depth, fill(self.colours["small"]) + faded, outline)
        drawing.path(depth + 1, fill(WHITE, numbers["facetAlpha"]) + faded, facet)
        line = ' fill="none"' + stroke(WHITE, measure(numbers["line"], size))
        drawing.path(depth + 2, line + faded, outline)
        low = Point(at.x, at.y + unit * numbers["textDrop"])
        self.letter(depth + 3, fill(WHITE) + faded, low, size * numbers["text"], points)

    def judged(self, at: Point, winner: Mapping[str, Any] | None, *, large: bool) -> None:
        """The quiet mark of a judged site: the emblem of who was first, or a dash for nobody."""
        numbers = look()["judged"]
        size, alpha = self.size * numbers["large" if large else "small"], numbers["alpha"]
        if winner is None:
            wide, high = size * numbers["dashWide"] / 2, size * numbers["dashHigh"] / 2
            dash = Shape.polygon([(-wide, -high), (wide, -high), (wide, high), (-wide, high)])
            self.drawing.path(STONE + 40, fill(WHITE, 0.45 * alpha), dash.at(at))
            return
        shape = emblem(winner["emblem"], size * numbers["emblem"])
        line = stroke(WHITE, measure(numbers["line"], size), 0.75 * alpha)
        self.drawing.path(STONE + 40, fill(inks(winner["name"])["light"], alpha) + line, shape.at(at))

    # -- units ------------------------------------------------------------------------------------

    def unit(
        self,
        at: Point,
        kind: Mapping[str, Any],
        faction: Mapping[str, Any],
        turn: int,
        counters: int = 0,
        *,
        shadow: bool = True,
    ) -> None:
        """A unit that fills a cell."""
        numbers, ink = look()["unit"], inks(faction["name"])
        if shadow:
            self._shadow(at, numbers)
        self._body(at, ink, numbers)
        self._middle(at, kind, faction, ink)
        radius = self.size * numbers["body"]
        away = radius * _APOTHEM * (numbers["edge"] + numbers["core"]) / 2
        dot, gap = radius * numbers["pip"], radius * numbers["pipGap"]
        for direction, value in enumerate(kind["edges"], turn):
            if self.digits:
                spot = self._towards(at, direction, away)
                self.letter(UNIT + 10, fill(ink["text"]), spot, radius * numbers["digit"], value)
            else:
                self._pips(UNIT + 10, at, direction, away, value, dot, gap, ink["text"])
        if counters:
            self._counters(at, counters, radius)

    def _shadow(self, at: Point, numbers: Mapping[str, Any]) -> None:
        """A shadow that is soft in steps: cleaned SVG keeps no blur."""
        body, blur = numbers["body"], numbers["blur"]
        low = Point(at.x, at.y + self.size * body * numbers["drop"])
        for i, (part, alpha) in enumerate(((0.5, 0.25), (0.1, 0.35))):
            attributes = fill(self.colours["shadow"], alpha)
            self.drawing.path(SHADOW + i, attributes, self.hexagon(body * (numbers["rim"] + part * blur)).at(low))

    def _body(self, at: Point, ink: Mapping[str, str], numbers: Mapping[str, Any]) -> None:
        drawing, body = self.drawing, numbers["body"]
        radius, name = self.size * body, ink["base"][1:]
        tall = number(radius)
        tag = f'linearGradient x1="0" y1="-{tall}" x2="0" y2="{tall}"'
        lit = drawing.gradient(f"{name}-{tall}", tag, ((0, ink["light"]), (0.45, ink["base"])), ink["base"])
        rim = stroke(ink["dark"], measure(numbers["line"], radius))
        drawing.group(UNIT, lit + rim, self._placed(self.hexagon(body * numbers["rim"]), at))
        inner = ' fill="none"' + stroke(WHITE, measure(numbers["innerLine"], radius), 0.22)
        drawing.path(UNIT + 1, inner, self.hexagon(body * numbers["inner"]).at(at))
        line = ' fill="none"' + stroke(ink["dark"], measure(numbers["wedgeLine"], radius))
        drawing.path(UNIT + 2, line, self._wedges.at(at))
        drawing.path(UNIT + 3, fill(ink["core"]), self.hexagon(body * numbers["core"]).at(at))

    @cached_property
    def _wedges(self) -> Shape:
        """Thin lines from the core to the corners: pips never read across a corner."""
        numbers = look()["unit"]
        radius = self.size * numbers["body"]
        near, far = radius * numbers["core"], radius * numbers["wedge"]
        rest, (x0, y0) = "", self._corners[0]
        x, y = x0 * near, y0 * near
        for cx, cy in self._corners:
            rest += f"m{number(cx * near - x)} {number(cy * near - y)}" if rest else ""
            x, y = cx * far, cy * far
            rest += f"l{number(x - cx * near)} {number(y - cy * near)}"
        return Shape(x0 * near, y0 * near, rest)

    def _pips(
        self, depth: float, at: Point, direction: int, away: float, count: int, radius: float, gap: float, colour: str
    ) -> None:
        """Discs side by side along an edge: lines of no length with round ends, the shortest way to write one."""
        if count <= 0:
            return
        key = ("pips", direction % 6, count, away)
        pips = self._shape(*key) or self._keep(self._line_of_pips(direction, away, count, gap), *key)
        line = f' fill="none" stroke-linecap="round"{stroke(colour, 2 * radius)}'
        self.drawing.path(depth, line, pips.at(at))

    def _line_of_pips(self, direction: int, away: float, count: int, gap: float) -> Shape:
        angle = self._angle(direction)
        x, y = math.cos(angle), math.sin(angle)
        start = (count - 1) / 2 * gap
        step = f"m{number(-y * gap)} {number(x * gap)}h0"
        return Shape(x * away + y * start, y * away - x * start, "h0" + step * (count - 1))

    def _angle(self, direction: float) -> float:
        """The angle of a direction on the screen, in radians, clockwise from east."""
        return math.radians((0 if self.pointy else 30) - 60 * direction)

    def _towards(self, at: Point, direction: float, away: float) -> Point:
        angle = self._angle(direction)
        return Point(at.x + math.cos(angle) * away, at.y + math.sin(angle) * away)

    def _middle(self, at: Point, kind: Mapping[str, Any], faction: Mapping[str, Any], ink: Mapping[str, str]) -> None:
        numbers, drawing = look()["unit"], self.drawing
        radius, shape = self.size * numbers["body"], faction["emblem"]
        shine = stroke(WHITE, measure(numbers["emblemLine"], radius), 0.18)
        drawing.path(UNIT + 4, fill(ink["emblem"]) + shine, emblem(shape, radius * numbers["emblem"]).at(at))
        sink = radius * numbers["sink"] if shape == "triangle" else 0
        self.letter(UNIT + 5, fill(ink["text"]), Point(at.x, at.y + sink), radius * numbers["rank"], kind["rank"])
        if kind["mark"]:
            x, y = numbers["mark"]
            spot = Point(at.x + x * radius, at.y + y * radius)
            mark = self._star if kind["mark"] == "star" else circle(radius * numbers["dot"])
            drawing.path(UNIT + 5, fill(ink["text"]), mark.at(spot))

    @cached_property
    def _star(self) -> Shape:
        radius = self.size * look()["unit"]["body"] * look()["unit"]["star"]
        outer, inner = ring(5, radius), ring(5, radius * look()["emblem"]["star"], -54)
        return Shape.polygon([point for pair in zip(outer, inner, strict=True) for point in pair])

    def _counters(self, at: Point, count: int, radius: float) -> None:
        numbers = look()["unit"]
        x, y = self._corners[0]  # between two edges: hides no pip
        spot = Point(at.x + x * radius * numbers["counter"], at.y + y * radius * numbers["counter"])
        ground, text = (WHITE, BLACK) if count > 0 else (BLACK, WHITE)
        half = measure(numbers["counterDisc"], radius)
        self.drawing.path(COUNTER, fill(text), circle(half + measure(numbers["counterRim"], radius)).at(spot))
        self.drawing.path(COUNTER + 1, fill(ground), circle(half).at(spot))
        sign = "+" if count > 0 else "\u2212"
        self.letter(COUNTER + 2, fill(text), spot, half * numbers["counterText"], f"{sign}{abs(count)}")

    def back(self, at: Point, faction: Mapping[str, Any]) -> None:
        """A face-down unit: the faction's hexagon with its emblem and nothing else."""
        numbers, ink = look()["back"], inks(faction["name"])
        line = stroke(ink["dark"], measure(numbers["line"], self.size))
        self.drawing.path(UNIT, fill(ink["core"]) + line, self.hexagon(numbers["body"]).at(at))
        shape = emblem(faction["emblem"], self.size * numbers["emblem"])
        self.drawing.path(UNIT + 1, fill(ink["light"]), shape.at(at))

    # -- fighters ---------------------------------------------------------------------------------

    def fighter(self, at: Point, kind: Mapping[str, Any], faction: Mapping[str, Any], turn: int) -> None:
        """A fighter: a body that points where it faces, the letter upright on it, its dice along the edges."""
        numbers, ink, size, drawing = look()["fighter"], inks(faction["name"]), self.size, self.drawing
        angle = self._angle(turn)
        tall = number(size * numbers["lit"])
        tag = f'linearGradient x1="0" y1="-{tall}" x2="0" y2="{tall}"'
        stops = ((0, ink["light"]), (0.55, ink["base"]))
        lit = drawing.gradient(f"fighter-{ink['base'][1:]}", tag, stops, ink["base"])
        line = stroke(ink["dark"], measure(numbers["line"], size))
        body = self._drop(angle)
        low = Point(at.x, at.y + size * look()["unit"]["drop"])
        soft = stroke(self.colours["shadow"], size * 0.1, 0.35)
        drawing.path(SHADOW, fill(self.colours["shadow"], 0.6) + soft, body.at(low))
        drawing.group(UNIT, lit + line, self._placed(body, at))
        tip, left, dent, right = _turned(numbers["wedge"], angle, size)
        curve = f"{number(dent[0] - left[0])} {number(dent[1] - left[1])} "
        curve += f"{number(right[0] - left[0])} {number(right[1] - left[1])}z"
        wedge = Shape(*tip, f"l{number(left[0] - tip[0])} {number(left[1] - tip[1])}q{curve}")
        drawing.path(UNIT + 1, fill(WHITE, 0.94), wedge.at(at))
        behind = self._towards(at, turn, -size * numbers["letterBack"])
        self.letter(UNIT + 2, fill(ink["text"]), behind, size * numbers["letter"], kind["rank"])
        self._dice(at, kind["edges"], faction["name"], turn)

    def _drop(self, angle: float) -> Shape:
        """A drop: straight from the tip to where it touches the round part."""
        numbers, size = look()["fighter"], self.size
        reach = numbers["tip"] - numbers["back"]
        touch = math.acos(numbers["round"] / reach)
        across, down = numbers["back"] + numbers["round"] * math.cos(touch), numbers["round"] * math.sin(touch)
        points = _turned([(numbers["tip"], 0), (across, down), (across, -down)], angle, size)
        (x, y), (ax, ay), (bx, by) = points
        r = number(size * numbers["round"])
        return Shape(x, y, f"l{number(ax - x)} {number(ay - y)}a{r} {r} 0 1 1 {number(bx - ax)} {number(by - ay)}z")

    def _dice(self, at: Point, edges: Sequence[int], name: str, turn: int) -> None:
        numbers, size = look()["fighter"], self.size
        colour, away = shade(name, self.theme), size * numbers["pips"]
        dot, gap = measure(numbers["pip"], size), size * numbers["pipGap"]
        for direction, dice in enumerate(edges, turn):
            if self.digits:
                spot = self._towards(at, direction, away + size * numbers["digitOut"])
                self.letter(UNIT + 3, fill(colour), spot, measure(numbers["digit"], size), dice)
            else:
                self._pips(UNIT + 3, at, direction, away, dice, dot, gap, colour)

    # -- marks ------------------------------------------------------------------------------------

    def heat(self, at: Point, value: float) -> None:
        """A place of a heat map, 0 to 1."""
        numbers = look()["marks"]
        alpha = numbers["heatFaint"] + numbers["heatStrong"] * min(1, max(0, value))
        self.drawing.path(HEAT, fill(self.colours["accent"], alpha), self.hexagon(numbers["heat"]).at(at))

    def fan(self, at: Point, name: str, direction: int, part: float, which: tuple[int, int], *, taken: bool) -> None:
        """A side of a place where it is best to end facing that way, the stronger the likelier, with its percentage.

        ``which`` is (number, of how many) where several factions share the side. On a taken place the percentage lies
        on the edge.
        """
        numbers, size, colour = look()["fan"], self.size, shade(name, self.theme)
        wedge = self._wedge(direction, *which).at(at)
        tint = numbers["faint"] + numbers["strong"] * part
        line = measure(numbers["line"], size) + numbers["lineMore"] * size * part
        self.drawing.path(HEAT + 10, fill(self.colours["cell"]), wedge)
        self.drawing.path(HEAT + 11, fill(inks(name)["base"], tint) + stroke(colour, line), wedge)
        if not taken:
            dart = Shape.polygon(_turned(numbers["dart"], self._angle(direction), size))
            self.drawing.path(HEAT + 12, fill(colour), dart.at(at))
        if part < numbers["least"] or which[1] > 1:
            return
        text = percent(part)
        if size < numbers["percent"] or part >= 0.995:
            text = text[:-1]
        height, away = measure(numbers["label"], size), size * numbers["edgeAt" if taken else "labelAt"]
        middle = self._towards(at, direction, away)
        if taken:
            plate = _rounded(text_width(text, height) + height * 0.5, height * 1.3, height * 0.35)
            rim = stroke(colour, measure(numbers["line"], size))
            self.drawing.path(OUTLINE + 40, fill(self.colours["page"]) + rim, plate.at(middle))
        self.letter(OUTLINE + 41 if taken else HEAT + 13, fill(colour), middle, height, text)

    def _wedge(self, direction: int, number_of: int, count: int) -> Shape:
        """A sixth of a hex, or one of several parts of it, drawn in around its middle."""
        numbers, angle = look()["fan"], self._angle(direction)
        far, half = numbers["outer"], math.pi / 6
        ends = [(far * math.cos(angle + turn), far * math.sin(angle + turn)) for turn in (half, -half)]
        (ax, ay), (bx, by) = ends
        parts = (number_of / count, (number_of + 1) / count)
        points = [(0.0, 0.0), *((ax + (bx - ax) * part, ay + (by - ay) * part) for part in parts)]
        mx, my = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
        inset = numbers["inset"]
        drawn_in = [(mx + (x - mx) * inset, my + (y - my) * inset) for x, y in points]
        return self._polygon(f"fan {direction % 6} {number_of} {count}", drawn_in, self.size)

    def hub(self, at: Point, faction: Mapping[str, Any], number_of: int) -> None:
        """The emblem in the middle of a fan, or beside those that are there."""
        radius = measure(look()["fan"]["hub"], self.size)
        middle = Point(at.x + number_of * 2.4 * radius, at.y)
        look_of = fill(shade(faction["name"], self.theme)) + stroke(self.colours["cell"], radius * 0.5)
        self.drawing.path(HEAT + 14, look_of, emblem(faction["emblem"], radius).at(middle))

    def marked(self, at: Point) -> None:
        """A place that a picture points out: a broken outline that no other mark has."""
        dash = f' stroke-dasharray="{number(self.size * 0.3)} {number(self.size * 0.16)}"'
        for i, (colour, part) in enumerate((("page", 0.15), ("accentText", 0.1))):  # pictures alone have it, no canvas
            line = stroke(self.colours[colour], self.size * part)
            self.drawing.path(OUTLINE + 20 + i, ' fill="none"' + line + dash * i, self.hexagon(0.99).at(at))

    def last(self, at: Point) -> None:
        """A place of the last move."""
        numbers = look()["marks"]
        size = self.size * numbers["last"]
        around = self.hexagon(numbers["last"] * numbers["outline"]).at(at)
        for i, (colour, part) in enumerate((("page", "lastHalo"), ("accent", "lastLine"))):
            line = stroke(self.colours[colour], max(numbers["least"], size * numbers[part]))
            self.drawing.path(OUTLINE + i, ' fill="none"' + line, around)
