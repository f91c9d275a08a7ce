r"""Axial hex coordinates: directions, distances, rotation, labels and pixel layout.

Pure geometry: no game, no widget, only the standard library. Integers are exact and of any size; floats appear only in
`Point` and `Layout`, the drawing layer.

A hex is written ``Hex(q, r)``; its third cube coordinate is ``s = -q - r``. Directions are numbered counter-clockwise
as seen on screen, where y grows downwards::

      pointy-top               flat-top

        2     1                   2
         \   /                 3  |  1
      3 -- o -- 0               \ | /
         /   \                    o
        4     5                 / | \
                               4  |  0
                                  5

    0 (1, 0)   1 (1, -1)   2 (0, -1)   3 (-1, 0)   4 (-1, 1)   5 (0, 1)

>>> home = Hex(0, 0)
>>> home.neighbour(1)
Hex(1, -1)
>>> home.distance(Hex(2, -1))
2
>>> Labels(disk(home, 1))[home]
'b2'
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, NamedTuple, get_args

__all__ = [
    "DIRECTIONS",
    "Hex",
    "Labels",
    "Layout",
    "Orientation",
    "Point",
    "UnknownPlace",
    "disk",
    "hexagon",
    "line",
    "neighbour_table",
    "opposite",
    "rectangle",
    "ring",
    "rotate_direction",
]

Orientation = Literal["pointy", "flat"]

_TURNS: Final = 6
_STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


# --- what every function asks of its arguments ---


def _shown(value: object) -> str:
    """A short repr for a message, however long the value."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _int(value: object, name: str) -> int:
    """The value, if it is an int and not a bool; TypeError otherwise."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise TypeError(f"{name}: expected an int, got {_shown(value)} ({type(value).__name__})")


def _hex(value: object) -> Hex:
    """The value, if it is a Hex; TypeError with what to write otherwise."""
    if isinstance(value, Hex):
        return value
    if isinstance(value, tuple):
        raise TypeError(f"expected a Hex, got {_shown(value)}: write Hex(q, r), not (q, r)")
    hint = "; look a label up with labels.hex(...)" if isinstance(value, str) else ""
    raise TypeError(f"expected a Hex, got {_shown(value)} ({type(value).__name__}){hint}")


def _direction(value: object) -> int:
    """The value, if it is a direction 0..5."""
    direction = _int(value, "direction")
    if not 0 <= direction < _TURNS:
        raise ValueError(f"direction: expected 0..5, got {_shown(direction)}")
    return direction


def _radius(value: object) -> int:
    """The value, if it is a radius: an int of at least 0."""
    radius = _int(value, "radius")
    if radius < 0:
        raise ValueError(f"radius: expected 0 or more, got {_shown(radius)}")
    return radius


def _finite(value: object, name: str) -> float:
    """The value as a finite float; TypeError for no number, ValueError for nan, infinity or too large."""
    if isinstance(value, bool | str | bytes) or not hasattr(value, "__float__"):
        raise TypeError(f"{name}: expected a number, got {_shown(value)} ({type(value).__name__})")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{name}: expected a finite number, got {_shown(value)}")
    return number


# --- coordinates ---


@dataclass(frozen=True, slots=True, order=True)
class Hex:
    """One hex, or the step from one hex to another, in axial coordinates.

    Immutable, hashable, ordered by (q, r). Anything but two ints (bools and floats too) is refused with TypeError, and
    so is a bare tuple where a Hex is meant.

    >>> Hex(1, -1) + Hex(0, 2)
    Hex(1, 1)
    >>> Hex(1, -1) * 3
    Hex(3, -3)
    >>> print(Hex(1, -1))
    (1, -1)
    """

    q: int
    r: int

    def __new__(cls, *args: object, **_: object) -> Hex:
        """Refuse ``Hex((1, 0))`` and ``Hex("c4")`` with what to write instead."""
        if len(args) == 1 and not _:
            hint = "; look a label up with labels.hex(...)" if isinstance(args[0], str) else ""
            raise TypeError(f"Hex takes two ints, write Hex(1, 0); got Hex({_shown(args[0])}){hint}")
        return object.__new__(cls)

    def __post_init__(self) -> None:
        _int(self.q, "Hex q")
        _int(self.r, "Hex r")

    def __repr__(self) -> str:
        return f"Hex({self.q}, {self.r})"

    def __str__(self) -> str:
        return f"({self.q}, {self.r})"

    @property
    def s(self) -> int:
        """The third cube coordinate: q + r + s = 0.

        >>> Hex(2, -3).s
        1
        """
        return -self.q - self.r

    def __add__(self, other: Hex) -> Hex:
        step = _hex(other)
        return Hex(self.q + step.q, self.r + step.r)

    def __radd__(self, other: Hex) -> Hex:
        return _hex(other) + self

    def __sub__(self, other: Hex) -> Hex:
        step = _hex(other)
        return Hex(self.q - step.q, self.r - step.r)

    def __rsub__(self, other: Hex) -> Hex:
        return _hex(other) - self

    def __neg__(self) -> Hex:
        return Hex(-self.q, -self.r)

    def __mul__(self, factor: int) -> Hex:
        times = _int(factor, "factor of a Hex")
        return Hex(self.q * times, self.r * times)

    __rmul__ = __mul__

    def neighbour(self, direction: int) -> Hex:
        """The adjacent hex in a direction 0..5; ValueError for any other number.

        >>> Hex(2, 0).neighbour(5)
        Hex(2, 1)
        """
        q, r = _STEPS[_direction(direction)]
        return Hex(self.q + q, self.r + r)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six adjacent hexes, in direction order 0..5.

        >>> Hex(0, 0).neighbours() == DIRECTIONS
        True
        """
        return tuple(Hex(self.q + q, self.r + r) for q, r in _STEPS)

    def distance(self, other: Hex) -> int:
        """The number of steps between two hexes, 0 for the same one.

        >>> Hex(0, 0).distance(Hex(3, -1))
        3
        """
        step = self - other
        return max(abs(step.q), abs(step.r), abs(step.s))

    def rotate(self, turns: int, centre: Hex | None = None) -> Hex:
        """This hex turned counter-clockwise on screen by turns x 60 degrees about a centre.

        Turns may be any int, negative for clockwise; without a centre it is Hex(0, 0).

        >>> Hex(1, 0).rotate(1)
        Hex(1, -1)
        >>> Hex(3, 0).rotate(-1, centre=Hex(2, 0))
        Hex(2, 1)
        """
        pivot = Hex(0, 0) if centre is None else _hex(centre)
        step = self - pivot
        for _ in range(_int(turns, "turns") % _TURNS):
            step = Hex(-step.s, -step.q)
        return pivot + step

    def direction_to(self, other: Hex) -> int:
        """The direction 0..5 of the straight line of hexes from here to another, at any distance.

        ValueError where no straight line of hexes leads there, or where it is this hex.

        >>> Hex(0, 0).direction_to(Hex(4, -4))
        1
        """
        length = self.distance(other)
        for direction, step in enumerate(DIRECTIONS):
            if length and self + step * length == other:
                return direction
        raise ValueError(f"no straight line of hexes leads from {self} to {other}")


DIRECTIONS: Final[tuple[Hex, ...]] = tuple(Hex(q, r) for q, r in _STEPS)
"""The six steps, index = direction, counter-clockwise from (1, 0)."""


def rotate_direction(direction: int, turns: int) -> int:
    """A direction 0..5 turned counter-clockwise by turns x 60 degrees; turns may be any int.

    >>> rotate_direction(0, -1)
    5
    """
    return (_direction(direction) + _int(turns, "turns")) % _TURNS


def opposite(direction: int) -> int:
    """The direction that points back.

    >>> opposite(1)
    4
    """
    return rotate_direction(direction, _TURNS // 2)


# --- sets of hexes ---


def _reading_order(place: Hex) -> tuple[int, int]:
    """Sort key: row by row from the top, each from the left."""
    return (place.r, place.q)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at exactly a distance, counter-clockwise from direction 0: 6 x radius of them, or the centre alone.

    ValueError for a negative radius.

    >>> ring(Hex(0, 0), 1) == DIRECTIONS
    True
    """
    start, length = _hex(centre), _radius(radius)
    if length == 0:
        return (start,)
    corners = [start + step * length for step in DIRECTIONS]
    return tuple(
        corner + DIRECTIONS[rotate_direction(side, 2)] * along
        for side, corner in enumerate(corners)
        for along in range(length)
    )


def disk(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes within a distance, 3 x radius x (radius + 1) + 1 of them, in reading order: by row r, then q.

    ValueError for a negative radius.

    >>> disk(Hex(0, 0), 1)[:3]
    (Hex(0, -1), Hex(1, -1), Hex(-1, 0))
    """
    middle, reach = _hex(centre), _radius(radius)
    return tuple(
        Hex(middle.q + q, middle.r + r)
        for r in range(-reach, reach + 1)
        for q in range(max(-reach, -reach - r), min(reach, reach - r) + 1)
    )


def hexagon(radius: int) -> tuple[Hex, ...]:
    """A board in the shape of a hexagon: the hexes within a distance of Hex(0, 0), as `disk` gives them.

    >>> len(hexagon(2))
    19
    """
    return disk(Hex(0, 0), radius)


def rectangle(columns: int, rows: int, orientation: Orientation = "pointy") -> tuple[Hex, ...]:
    """A board in the shape of a rectangle, columns x rows hexes, row by row from Hex(0, 0) at its upper left.

    Pointy-top every other row is half a hex further right, flat-top every other column half a hex further down.
    ValueError for less than one column or row, or another orientation.

    >>> rectangle(2, 2)
    (Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1))
    >>> rectangle(3, 1, "flat")
    (Hex(0, 0), Hex(1, 0), Hex(2, -1))
    """
    for name, count in (("columns", columns), ("rows", rows)):
        if _int(count, name) < 1:
            raise ValueError(f"{name}: expected 1 or more, got {_shown(count)}")
    if orientation not in get_args(Orientation):
        raise ValueError(f"orientation: expected 'pointy' or 'flat', got {_shown(orientation)}")
    places = ((column, row) for row in range(rows) for column in range(columns))
    if orientation == "pointy":
        return tuple(Hex(column - row // 2, row) for column, row in places)
    return tuple(Hex(column, row - column // 2) for column, row in places)


def _halves_up(numerator: int, denominator: int) -> int:
    """The nearest integer to a fraction, halves upwards; exact for ints of any size."""
    return (2 * numerator + denominator) // (2 * denominator)


def _along(a: Hex, b: Hex, index: int, steps: int) -> Hex:
    """The hex nearest to the point index/steps of the way from a to b.

    One cube coordinate is exact there, so that a single rounding decides, and consecutive hexes are adjacent.
    """
    weight = steps - index
    q = _halves_up(a.q * weight + b.q * index, steps)
    if abs(a.s - b.s) == steps:
        return Hex(q, -q - (a.s * weight + b.s * index) // steps)
    return Hex(q, _halves_up(a.r * weight + b.r * index, steps))


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The straight line of hexes from a to b, both included: distance + 1 hexes, each adjacent to the next.

    Exact, and the same both ways: ``line(a, b) == line(b, a)[::-1]``. Where the line passes between two hexes, the one
    with the greater q is taken, or, where both have the same q, the one with the greater r.

    >>> line(Hex(0, 0), Hex(1, 1))
    (Hex(0, 0), Hex(1, 0), Hex(1, 1))
    """
    steps = _hex(a).distance(b)
    if steps == 0:
        return (a,)
    return tuple(_along(a, b, index, steps) for index in range(steps + 1))


def neighbour_table(cells: Sequence[Hex]) -> tuple[tuple[int, ...], ...]:
    """For each cell (N of them), the index of its neighbour in each direction 0..5, -1 where there is no cell.

    Shape N x 6. ValueError where a cell is given twice.

    >>> neighbour_table([Hex(0, 0), Hex(1, 0)])
    ((1, -1, -1, -1, -1, -1), (-1, -1, -1, 0, -1, -1))
    """
    index: dict[Hex, int] = {}
    for number, cell in enumerate(cells):
        first = index.setdefault(_hex(cell), number)
        if first != number:
            raise ValueError(f"cell {cell} is given twice, at index {first} and {number}")
    return tuple(tuple(index.get(near, -1) for near in cell.neighbours()) for cell in cells)


# --- labels ---


class UnknownPlace(ValueError):
    """No such place on this board. `got` is the label or Hex that was asked for."""

    def __init__(self, message: str, got: str | Hex | None = None) -> None:
        super().__init__(message)
        self.got = got


_LABEL: Final = re.compile(r"([a-z]+)([0-9]+)")


def _row_letters(number: int) -> str:
    """Row 0 is a, 25 is z, 26 is aa, 27 is ab, and so on."""
    letters = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first}-{last}"


class Labels:
    """The labels that people write for the hexes of one board: row letter, then number in the row.

    Rows (equal r) are lettered a, b, ... z, aa, ab, ... from the top, hexes numbered 1, 2, 3 ... from the left within
    the row, counting only the hexes given; a row or a hex that is missing takes no letter or number. The order of the
    hexes given does not matter and repeats count once.

    >>> labels = Labels(disk(Hex(0, 0), 2))
    >>> labels[Hex(0, 0)]
    'c3'
    >>> labels.hex("a1")
    Hex(0, -2)
    >>> "c9" in labels
    False
    """

    __slots__ = ("_hexes", "_labels", "_row_lengths")

    def __init__(self, hexes: Iterable[Hex]) -> None:
        places = sorted({_hex(place) for place in hexes}, key=_reading_order)
        self._labels: dict[Hex, str] = {}
        self._row_lengths: dict[str, int] = {}
        for number, (_, members) in enumerate(groupby(places, key=lambda place: place.r)):
            letters = _row_letters(number)
            row = {place: f"{letters}{column}" for column, place in enumerate(members, start=1)}
            self._labels.update(row)
            self._row_lengths[letters] = len(row)
        self._hexes = {label: place for place, label in self._labels.items()}

    def __getitem__(self, place: Hex) -> str:
        """The label of a hex; UnknownPlace where it is not on the board."""
        try:
            return self._labels[_hex(place)]
        except KeyError:
            raise UnknownPlace(f"no place {place} on this board: {self._known()}", place) from None

    def hex(self, label: str) -> Hex:
        """The hex with exactly this label; UnknownPlace, with a hint, where there is none.

        >>> Labels([Hex(5, 5), Hex(7, 5)]).hex("a2")
        Hex(7, 5)
        """
        if not isinstance(label, str):
            raise TypeError(f"expected a label such as 'c4', got {_shown(label)} ({type(label).__name__})")
        try:
            return self._hexes[label]
        except KeyError:
            raise UnknownPlace(f"no place {_shown(label)} on this board: {self._hint(label)}", label) from None

    def find(self, place: str | Hex) -> Hex:
        """The hex on the board, from its label or from itself.

        TypeError for anything but a label or a Hex, UnknownPlace for one that is not on the board.

        >>> labels = Labels(disk(Hex(0, 0), 1))
        >>> labels.find("b2") == labels.find(Hex(0, 0)) == Hex(0, 0)
        True
        """
        label = place if isinstance(place, str) else self[place]
        return self.hex(label)

    def __contains__(self, place: object) -> bool:
        """Whether a label or a Hex is on the board; TypeError for a bare tuple."""
        if isinstance(place, tuple):
            _hex(place)
        return isinstance(place, str | Hex) and (place in self._hexes or place in self._labels)

    def __iter__(self) -> Iterator[Hex]:
        """The hexes in reading order."""
        return iter(self._labels)

    def __len__(self) -> int:
        return len(self._labels)

    def __repr__(self) -> str:
        return f"<Labels of {len(self)} hexes: {self._known()}>"

    def _known(self) -> str:
        """The rows there are, for messages."""
        rows = tuple(self._row_lengths)
        return f"rows {_span(rows[0], rows[-1])}" if rows else "it has none"

    def _hint(self, label: str) -> str:
        """What the label may have meant, and what labels there are."""
        meant = unicodedata.normalize("NFKC", label[:60]).strip().lower()
        parts = _LABEL.fullmatch(meant)
        if not parts:
            return self._known()
        row, column = parts[1], parts[2].lstrip("0")
        if f"{row}{column}" in self._hexes:
            return f"did you mean {row}{column}? ({self._known()})"
        if row not in self._row_lengths:
            return self._known()
        return f"{self._known()}; row {row} has {_span(f'{row}1', f'{row}{self._row_lengths[row]}')}"


# --- pixels ---


class Point(NamedTuple):
    """A point on the screen: x grows to the right, y grows downwards."""

    x: float
    y: float


_ORIGIN: Final = Point(0.0, 0.0)
_FARTHEST: Final = 1e300  # beyond it the sums below could overflow
_HALF: Final = 0.5
_HALF_ROOT3: Final = math.sqrt(3) / 2

# Corner i of a hex lies between directions i - 1 and i. Steps are in half units along one axis and in units of
# sqrt(3)/2 along the other, so that every centre and corner of the plane has integer coordinates.
_CORNER_STEPS: Final = {
    "pointy": ((1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2)),
    "flat": ((1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1)),
}


def _nearest(q: float, r: float) -> Hex:
    """The hex nearest to fractional axial coordinates, by cube rounding."""
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        return Hex(-whole_r - whole_s, whole_r)
    if off_r > off_s:
        return Hex(whole_q, -whole_q - whole_s)
    return Hex(whole_q, whole_r)


@dataclass(frozen=True)
class Layout:
    """Where hexes lie on the screen.

    `size` is the distance from a hex's centre to each of its corners (and the length of its sides), in pixels or any
    unit; `origin` is the centre of Hex(0, 0). ValueError for another orientation, a size that is not positive, or
    numbers that are not finite.

    A corner is computed from integer lattice coordinates, never from its hex's centre: where two or three hexes share a
    corner, their Points for it are identical to the last bit.

    >>> layout = Layout("pointy", size=10)
    >>> layout.centre(Hex(0, 2))
    Point(x=17.32050807568877, y=30.0)
    >>> layout.hex_at(17, 31)
    Hex(0, 2)
    """

    orientation: Orientation
    size: float = 1.0
    origin: Point = _ORIGIN

    def __post_init__(self) -> None:
        if self.orientation not in get_args(Orientation):
            raise ValueError(f"orientation: expected 'pointy' or 'flat', got {_shown(self.orientation)}")
        size = _finite(self.size, "size")
        if size <= 0:
            raise ValueError(f"size: expected more than 0, got {_shown(self.size)}")
        if not isinstance(self.origin, Point):
            raise TypeError(f"origin: expected a Point, got {_shown(self.origin)}: write Point(x, y)")
        origin = Point(_finite(self.origin.x, "origin x"), _finite(self.origin.y, "origin y"))
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "origin", origin)

    def centre(self, place: Hex) -> Point:
        """The centre of a hex.

        >>> Layout("flat").centre(Hex(2, -1))
        Point(x=3.0, y=0.0)
        """
        return self._point(*self._lattice(place))

    def corners(self, place: Hex) -> tuple[Point, ...]:
        """The six corners, counter-clockwise on screen; corner i lies between directions i - 1 and i.

        Corner 0 is at the lower right in both orientations: at -30 degrees pointy-top, at -60 degrees flat-top.

        >>> Layout("flat", size=2).corners(Hex(0, 0))[1]
        Point(x=2.0, y=0.0)
        """
        u, v = self._lattice(place)
        return tuple(self._point(u + du, v + dv) for du, dv in _CORNER_STEPS[self.orientation])

    def edge(self, place: Hex, direction: int) -> tuple[Point, Point]:
        """The ends of the side that faces a direction 0..5: corners direction and direction + 1.

        The neighbour there has the same two Points in the other order.

        >>> layout = Layout("pointy")
        >>> layout.edge(Hex(0, 0), 0) == layout.edge(Hex(1, 0), 3)[::-1]
        True
        """
        corners = self.corners(place)
        return corners[_direction(direction)], corners[rotate_direction(direction, 1)]

    def hex_at(self, x: float, y: float) -> Hex:
        """The hex that holds a point, always found; a point on a side or corner goes to one of the hexes that touch it.

        The same point always gives the same hex. Exact to float precision: about 1e-15 times the distance from the
        origin and from (0, 0). ValueError for coordinates that are not finite.

        >>> Layout("flat", size=10).hex_at(1, -16)
        Hex(0, -1)
        """
        across = (_finite(x, "x") - self.origin.x) / self.size
        down = (_finite(y, "y") - self.origin.y) / self.size
        if abs(across) + abs(down) > _FARTHEST:
            raise ValueError(f"({x}, {y}) is too far away for a layout of size {self.size}")
        if self.orientation == "pointy":
            r = down / 1.5
            return _nearest(across / (2 * _HALF_ROOT3) - r / 2, r)
        q = across / 1.5
        return _nearest(q, down / (2 * _HALF_ROOT3) - q / 2)

    def bounds(self, hexes: Iterable[Hex]) -> tuple[float, float, float, float]:
        """The smallest box (x0, y0, x1, y1) around all corners of the hexes; ValueError where there are none.

        >>> Layout("flat").bounds([Hex(0, 0), Hex(2, -1)])[::2]
        (-1.0, 4.0)
        """
        points = [corner for place in hexes for corner in self.corners(place)]
        if not points:
            raise ValueError("bounds of no hexes: expected at least one")
        xs, ys = [point.x for point in points], [point.y for point in points]
        return min(xs), min(ys), max(xs), max(ys)

    def _lattice(self, place: Hex) -> tuple[int, int]:
        """The integer lattice coordinates of a hex's centre."""
        q, r = _hex(place).q, place.r
        return (2 * q + r, 3 * r) if self.orientation == "pointy" else (3 * q, q + 2 * r)

    def _point(self, u: int, v: int) -> Point:
        """The screen point of a lattice point; ValueError where it is too far away for a float."""
        unit_x, unit_y = (_HALF_ROOT3, _HALF) if self.orientation == "pointy" else (_HALF, _HALF_ROOT3)
        try:
            point = Point(self.origin.x + self.size * unit_x * u, self.origin.y + self.size * unit_y * v)
        except OverflowError:
            point = Point(math.inf, math.inf)
        if not math.isfinite(point.x) or not math.isfinite(point.y):
            raise ValueError(f"too far away for a layout of size {self.size}")
        return point
