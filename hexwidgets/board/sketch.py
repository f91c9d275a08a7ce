"""HexSketch: drawing in hex coordinates from Python, for authors of figures and explanations. Never the play surface.

Everything is sent in batches: one call of a drawing method is one message, and so is a whole ``with sketch.batch():``.
What was drawn is kept as a display list and drawn again whenever a page connects, since ipycanvas itself forgets its
picture on a reload. The canvas has twice the pixels of its place on the page, for HiDPI screens.

Needs ipycanvas (``pip install ipycanvas``), which brings NumPy and Pillow; import this module only to draw.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from ipycanvas import Canvas, hold_canvas
from numpy.typing import NDArray
from PIL import ImageColor

from hexwidgets.hexgrid import DIRECTIONS, Hex, Labels, Layout, Orientation, Point

__all__ = ["HexSketch", "Panel", "Place", "Places"]

Place: TypeAlias = str | Hex
Places: TypeAlias = Place | Iterable[Place] | None

_DENSITY = 2  # canvas pixels per layout pixel
_LONGEST_SIDE = 8192  # layout pixels; browsers draw nothing on canvases much larger than twice this
_FONT = "system-ui, 'Noto Sans CJK JP', sans-serif"
_INK, _PAPER = "#222222", "#ffffff"

_Colour: TypeAlias = tuple[int, int, int, float]
_Path: TypeAlias = Sequence[Point]


# --- colours and numbers ---


def _colour(text: object) -> _Colour:
    """Red, green, blue 0..255 and alpha 0..1 of a CSS colour: a name, #rgb, #rrggbb, #rrggbbaa, rgb() or hsl()."""
    if not isinstance(text, str):
        raise TypeError(f"expected a colour such as '#c8401f', got {text!r} ({type(text).__name__})")
    try:
        red, green, blue, alpha = ImageColor.getcolor(text, "RGBA")  # type: ignore[misc]
    except ValueError:
        raise ValueError(f"expected a colour such as '#c8401f' or 'teal', got {text!r}") from None
    return red, green, blue, alpha / 255


def _colours(colour: str | Sequence[str], count: int) -> list[_Colour]:
    """One colour for each of `count` places, from one for all or one for each."""
    if isinstance(colour, str):
        return [_colour(colour)] * count
    if not isinstance(colour, Sequence):
        raise TypeError(f"expected one colour for all places or a list of them, got {colour!r}")
    if len(colour) != count:
        raise ValueError(f"expected one colour or {count}, one for each place; got {len(colour)}")
    return [_colour(each) for each in colour]


def _mixed(low: _Colour, high: _Colour, part: float) -> _Colour:
    """The colour that part of the way, 0..1, from low to high."""
    red, green, blue, alpha = (a + (b - a) * part for a, b in zip(low, high, strict=True))
    return round(red), round(green), round(blue), alpha


def _css(colour: _Colour) -> str:
    red, green, blue, alpha = colour
    return f"#{red:02x}{green:02x}{blue:02x}{round(alpha * 255):02x}"


def _ink_on(colour: _Colour) -> str:
    """Dark or white text, whichever reads better on a colour (WCAG relative luminance)."""
    linear = [(c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return _INK if np.dot(linear, (0.2126, 0.7152, 0.0722)) > 0.213 else _PAPER


def _number(value: object, name: str, least: float = -math.inf, most: float = math.inf) -> float:
    """A finite float within bounds."""
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise TypeError(f"{name}: expected a number, got {value!r} ({type(value).__name__})")
    number = float(value)
    if not math.isfinite(number) or not least <= number <= most:
        wanted = "a finite number" if math.isinf(least) else f"{least:g} or more"
        raise ValueError(f"{name}: expected {wanted if math.isinf(most) else f'{least:g} to {most:g}'}, got {value!r}")
    return number


def _parts(values: Sequence[float], span: object) -> list[float]:
    """Where each value lies in a span, from 0 to 1; without a span, in that of the values, and 0.5 if it is none."""
    if span is None:
        least, most = min(values, default=0.0), max(values, default=0.0)
    elif isinstance(span, tuple | list) and len(span) == 2:
        least, most = _number(span[0], "span"), _number(span[1], "span")
    else:
        raise TypeError(f"span: expected (smaller, larger), got {span!r}")
    if span is not None and least >= most:
        raise ValueError(f"span: expected (smaller, larger), got {span!r}")
    return [min(max((n - least) / (most - least), 0.0), 1.0) if least < most else 0.5 for n in values]


# --- the display list ---


class _Op(Protocol):
    """One entry of the display list: complete, checked data that can be painted any number of times."""

    def paint(self, canvas: Any) -> None: ...


@dataclass(frozen=True, slots=True, eq=False)
class _Shapes:
    """Paths of one length: filled, or stroked where a line width is given; closed, or open lines of two points."""

    points: NDArray[np.float32]
    colours: NDArray[np.uint8]
    alphas: NDArray[np.float32]
    line_width: float | None = None

    @classmethod
    def of(cls, paths: Sequence[_Path], colours: Sequence[_Colour], line_width: float | None = None) -> _Shapes:
        return cls(
            np.array(paths, dtype=np.float32) * np.float32(_DENSITY),
            np.array([colour[:3] for colour in colours], dtype=np.uint8),
            np.array([colour[3] for colour in colours], dtype=np.float32),
            None if line_width is None else line_width * _DENSITY,
        )

    def paint(self, canvas: Any) -> None:
        draw = canvas.fill_styled_polygons
        if self.line_width is not None:
            canvas.line_width, canvas.line_cap, canvas.line_join = self.line_width, "round", "round"
            lines = self.points.shape[1] == 2
            draw = canvas.stroke_styled_line_segments if lines else canvas.stroke_styled_polygons
        draw(self.points, self.colours, self.alphas)


@dataclass(frozen=True, slots=True)
class _Text:
    """Lines of text of one size, each centred on its point and squeezed into a width."""

    entries: tuple[tuple[str, Point, str], ...]
    size: float
    width: float

    def paint(self, canvas: Any) -> None:
        canvas.font = f"{self.size * _DENSITY:g}px {_FONT}"
        canvas.text_align, canvas.text_baseline = "center", "middle"
        ink = None
        for text, point, colour in self.entries:
            if colour != ink:
                canvas.fill_style = ink = colour
            canvas.fill_text(text, point.x * _DENSITY, point.y * _DENSITY, self.width * _DENSITY)


# --- drawing ---


def _toward(a: Point, b: Point, pixels: float) -> Point:
    """The point so many pixels from a on the way to b."""
    part = pixels / math.dist(a, b)
    return Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)


def _arrow_head(tail: Point, tip: Point, length: float) -> _Path:
    """A triangle that ends at the tip of a line."""
    back = _toward(tip, tail, length)
    dx, dy = (tip.x - back.x) * 0.55, (tip.y - back.y) * 0.55
    return (tip, Point(back.x - dy, back.y + dx), Point(back.x + dy, back.y - dx))


class Panel:
    """One picture of the board in a sketch; what its methods draw shows on this picture only.

    Places are labels or hexes, one or several; None means the whole board. Colours are CSS colours, one for all places
    or one for each. Lengths are in layout pixels. Everything is checked before anything is drawn: UnknownPlace for a
    place that is not on the board, ValueError or TypeError for the rest. Methods return None.
    """

    def __init__(self, sketch: HexSketch, layouts: Sequence[Layout]) -> None:
        self._sketch = sketch
        self._layouts = tuple(layouts)

    def fill(self, places: Places = None, colour: str | Sequence[str] = "#d9d4c7", alpha: float = 1.0) -> None:
        """Fill hexes; alpha 0..1 multiplies that of the colours."""
        cells = self._found(places)
        part = _number(alpha, "alpha", 0, 1)
        self._fill(cells, [(*each[:3], each[3] * part) for each in _colours(colour, len(cells))])

    def outline(self, places: Places = None, colour: str | Sequence[str] = _INK, width: float = 1.0) -> None:
        """Draw all six sides of each hex."""
        cells, thick = self._found(places), _number(width, "width", 0)
        colours = _colours(colour, len(cells))
        self._shapes([[layout.corners(cell) for cell in cells] for layout in self._layouts], colours, thick)

    def border(self, places: Places = None, colour: str = _INK, width: float = 2.0) -> None:
        """Draw only the sides between these hexes and the rest: the rim of a region."""
        cells, thick = self._found(places), _number(width, "width", 0)
        inside = set(cells)
        sides = [(cell, d) for cell in cells for d in range(len(DIRECTIONS)) if cell.neighbour(d) not in inside]
        paths = [[layout.edge(cell, d) for cell, d in sides] for layout in self._layouts]
        self._shapes(paths, _colours(colour, len(sides)), thick)

    def arrows(
        self, pairs: Iterable[tuple[Place, Place]], colour: str | Sequence[str] = _INK, width: float = 2.0
    ) -> None:
        """Draw an arrow from the middle of one place to the middle of the other, for each pair of places."""
        ends, thick = [self._pair(pair) for pair in pairs], _number(width, "width", 0)
        colours = _colours(colour, len(ends))
        length = 2 + 3 * thick
        lines, heads = [], []
        for layout in self._layouts:
            points = [(layout.centre(a), layout.centre(b)) for a, b in ends]
            lines.append([(tail, _toward(tip, tail, length / 2)) for tail, tip in points])
            heads.append([_arrow_head(tail, tip, length) for tail, tip in points])
        with self._sketch.batch():
            self._shapes(lines, colours, thick)
            self._shapes(heads, colours)

    def labels(
        self, texts: Mapping[Place, object] | None = None, colour: str = _INK, size: float | None = None
    ) -> None:
        """Write a text in the middle of places, by default each place's own label.

        Texts are drawn as they are, never as markup, and squeezed to fit. `size` is the height of the letters' line in
        pixels, by default two fifths of the hexes' size.
        """
        names = self._sketch.places
        wanted = {cell: names[cell] for cell in names} if texts is None else self._keyed(texts, "texts")
        ink = _css(_colour(colour))
        self._write([(cell, str(text), ink) for cell, text in wanted.items()], size)

    def heat(
        self,
        values: Mapping[Place, float],
        low: str = "#fff8e1",
        high: str = "#b3261e",
        span: tuple[float, float] | None = None,
        form: str | None = None,
    ) -> None:
        """Fill places by their values, from the colour `low` to the colour `high`.

        `span` is the pair of values that get these colours, by default the smallest and the largest; values outside
        take the nearer one. With a format such as ".2f" or "d" each value is also written, in a colour that reads well.
        """
        given = self._keyed(values, "values")
        numbers = [_number(value, f"value at {cell}") for cell, value in given.items()]
        ends = _colour(low), _colour(high)
        colours = [_mixed(*ends, part) for part in _parts(numbers, span)]
        written = [format(value, form) for value in given.values()] if form is not None else []
        with self._sketch.batch():
            self._fill(tuple(given), colours)
            self._write(list(zip(given, written, map(_ink_on, colours), strict=False)), None)

    def _found(self, places: Places) -> tuple[Hex, ...]:
        """The hexes that are meant; None is all."""
        names = self._sketch.places
        if places is None:
            return tuple(names)
        if isinstance(places, str | Hex) or (isinstance(places, tuple) and any(isinstance(p, int) for p in places)):
            return (names.find(places),)  # type: ignore[arg-type]  # refuses a bare (q, r)
        return tuple(names.find(place) for place in places)

    def _pair(self, pair: object) -> tuple[Hex, Hex]:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"arrows: expected pairs of places such as ('c4', 'd4'), got {pair!r}")
        a, b = self._sketch.places.find(pair[0]), self._sketch.places.find(pair[1])
        if a == b:
            raise ValueError(f"arrows: expected two different places, got {self._sketch.places[a]} twice")
        return a, b

    def _keyed(self, given: Mapping[Place, Any], name: str) -> dict[Hex, Any]:
        if not isinstance(given, Mapping):
            raise TypeError(f"{name}: expected a mapping from places, got {given!r} ({type(given).__name__})")
        found = {self._sketch.places.find(place): value for place, value in given.items()}
        if len(found) != len(given):
            raise ValueError(f"{name}: a place is given twice, by label and by Hex")
        return found

    def _fill(self, cells: Sequence[Hex], colours: Sequence[_Colour]) -> None:
        self._shapes([[layout.corners(cell) for cell in cells] for layout in self._layouts], colours)

    def _shapes(
        self, paths: Sequence[Sequence[_Path]], colours: Sequence[_Colour], line_width: float | None = None
    ) -> None:
        """Draw shapes, `paths[picture][shape]`, with the same colours in every picture."""
        if colours:
            flat = [path for picture in paths for path in picture]
            self._sketch._draw(_Shapes.of(flat, [*colours] * len(paths), line_width))

    def _write(self, texts: Sequence[tuple[Hex, str, str]], size: float | None) -> None:
        """Write (place, text, colour) triples in every picture."""
        edge = self._layouts[0].size
        height = 0.4 * edge if size is None else _number(size, "size", 0)
        entries = [(text, layout.centre(cell), ink) for layout in self._layouts for cell, text, ink in texts]
        if entries:
            self._sketch._draw(_Text(tuple(entries), height, 1.6 * edge))


class HexSketch(Panel):
    """A drawing surface in hex coordinates: as a cell's last line it shows itself.

    `hexes` are the places of the board. With `count` or `titles` there are several pictures of the board, `columns` to
    a row: ``sketch[i]`` draws on one of them, the sketch's own methods draw on all at once.

    `size` is the length of a hex's side, `margin` the space around each picture, both in layout pixels; `background` a
    colour, or None to let the page show through. `canvas` is the ipycanvas widget, for layouts such as ``HBox``;
    `places` are the board's labels.

    >>> from hexwidgets.hexgrid import disk
    >>> sketch = HexSketch(disk(Hex(0, 0), 2), size=20)
    >>> with sketch.batch():  # one message
    ...     sketch.fill()
    ...     sketch.fill(["c3", Hex(1, 0)], "#1f6fb2")
    ...     sketch.arrows([("c3", "a1")])
    ...     sketch.labels()
    >>> pair = HexSketch(disk(Hex(0, 0), 1), titles=["before", "after"])
    >>> pair[1].heat({"b2": 0.5, "a1": 0.1}, form=".1f")
    """

    def __init__(
        self,
        hexes: Iterable[Hex],
        *,
        orientation: Orientation = "pointy",
        size: float = 24.0,
        margin: float = 6.0,
        background: str | None = None,
        count: int | None = None,
        titles: Sequence[str] = (),
        columns: int = 4,
    ) -> None:
        self.places = Labels(hexes)
        pictures = _how_many(count, titles)
        grid = _Grid.of(self.places, Layout(orientation, size), _number(margin, "margin", 0), bool(titles))
        across = min(_whole(columns, "columns"), pictures)
        layouts = [grid.layout(*divmod(number, across)) for number in range(pictures)]
        super().__init__(self, layouts)
        self._panels = tuple(Panel(self, [layout]) for layout in layouts)
        width, height = grid.extent(math.ceil(pictures / across), across)
        self._base = _base(grid, titles, across, None if background is None else _colour(background), (width, height))
        self._display_list: list[_Op] = []
        self._unsent: int | None = None  # inside a batch, the first entry that the page lacks; -1 for a new picture
        self.canvas = Canvas(
            width=width * _DENSITY,
            height=height * _DENSITY,
            # Height follows from the canvas's own proportions where a narrow page limits the width, and no HBox
            # stretches it.
            layout={"width": f"{width}px", "max_width": "100%", "height": "auto", "align_self": "flex-start"},
        )
        self.canvas.on_client_ready(self.redraw)
        self._paint(self._base)

    def __len__(self) -> int:
        """The number of pictures."""
        return len(self._panels)

    def __getitem__(self, number: int) -> Panel:
        """One picture, counted from 0."""
        return self._panels[number]

    def __repr__(self) -> str:
        pictures = f"{len(self)} pictures" if len(self) > 1 else "1 picture"
        return f"<HexSketch of {len(self.places)} hexes, {pictures}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """What a notebook shows: the canvas."""
        return self.canvas._repr_mimebundle_(**kwargs)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Send everything drawn inside as one message; batches may be nested.

        What was drawn before an exception in the block is kept and shown.
        """
        if self._unsent is not None:
            yield
            return
        self._unsent = len(self._display_list)
        try:
            yield
        finally:
            first, self._unsent = self._unsent, None
            if first < 0:
                self.redraw()
            else:
                self._paint(self._display_list[first:])

    def clear(self) -> None:
        """Forget everything drawn, and leave the background and titles."""
        self._display_list.clear()
        if self._unsent is None:
            self.redraw()
        else:
            self._unsent = -1

    def redraw(self) -> None:
        """Draw everything again, in one message; done by itself whenever a page connects."""
        if self._unsent is not None:
            self._unsent = len(self._display_list)
        self._paint([*self._base, *self._display_list], wipe=True)

    def _draw(self, op: _Op) -> None:
        self._display_list.append(op)
        if self._unsent is None:
            self._paint([op])

    def _paint(self, ops: Sequence[_Op], wipe: bool = False) -> None:
        if not ops and not wipe:
            return
        # ipycanvas names the canvas in a message only when it differs from the last one drawn on. A page that was
        # reloaded has no last one and would fail on every message from then on, so name it each time.
        self.canvas._canvas_manager._current_canvas = None
        with hold_canvas():
            if wipe:
                self.canvas.clear()
            for op in ops:
                op.paint(self.canvas)


# --- several pictures on one canvas ---


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}: expected an int, got {value!r} ({type(value).__name__})")
    if value < 1:
        raise ValueError(f"{name}: expected 1 or more, got {value}")
    return value


def _how_many(count: int | None, titles: Sequence[str]) -> int:
    """The number of pictures that count and titles ask for, 1 where neither does."""
    if isinstance(titles, str):
        raise TypeError(f"titles: expected a list of texts, got {titles!r}")
    pictures = _whole(count, "count") if count is not None else len(titles) or 1
    if titles and len(titles) != pictures:
        raise ValueError(f"titles: expected {pictures}, one for each picture; got {len(titles)}")
    return pictures


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where pictures of equal size lie: `box` is the board around Hex(0, 0), `head` the height of a title."""

    plain: Layout
    box: tuple[float, float, float, float]
    margin: float
    head: float

    @classmethod
    def of(cls, places: Labels, plain: Layout, margin: float, titled: bool) -> _Grid:
        if not len(places):
            raise ValueError("hexes: expected at least one to draw")
        return cls(plain, plain.bounds(places), margin, 20.0 if titled else 0.0)

    @property
    def step(self) -> tuple[float, float]:
        """Width and height of one picture with its margins and title."""
        x0, y0, x1, y1 = self.box
        return x1 - x0 + 2 * self.margin, y1 - y0 + 2 * self.margin + self.head

    def layout(self, row: int, column: int) -> Layout:
        width, height = self.step
        x = column * width + self.margin - self.box[0]
        y = row * height + self.margin + self.head - self.box[1]
        return Layout(self.plain.orientation, self.plain.size, Point(x, y))

    def title(self, row: int, column: int) -> Point:
        width, height = self.step
        return Point((column + 0.5) * width, row * height + (self.margin + self.head) / 2)

    def extent(self, rows: int, columns: int) -> tuple[int, int]:
        """Width and height of all, in layout pixels."""
        width, height = math.ceil(self.step[0] * columns), math.ceil(self.step[1] * rows)
        if max(width, height) > _LONGEST_SIDE:
            raise ValueError(
                f"a sketch of {width} x {height} pixels is too large for a browser (at most {_LONGEST_SIDE} a side): "
                "choose a smaller size, or fewer hexes or pictures"
            )
        return width, height


def _base(
    grid: _Grid, titles: Sequence[str], across: int, background: _Colour | None, extent: tuple[int, int]
) -> tuple[_Op, ...]:
    """What lies under every drawing: background and titles."""
    ops: list[_Op] = []
    if background:
        width, height = extent
        ops.append(_Shapes.of([[Point(x, y) for x, y in ((0, 0), (width, 0), extent, (0, height))]], [background]))
    if titles:
        ink = "#808080" if background is None else _ink_on(background)  # grey reads on light and dark pages
        entries = [(str(title), grid.title(*divmod(number, across)), ink) for number, title in enumerate(titles)]
        ops.append(_Text(tuple(entries), 13.0, grid.step[0]))
    return tuple(ops)
