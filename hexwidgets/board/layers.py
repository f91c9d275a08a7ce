"""What may lie on the cells of a board for any purpose: one mapping for each layer, and the form in which pages get it.

A page gets a layer as a whole, and after that only what has changed since (`Layer.recent`), until that has become much.
Whole layers of colours and numbers are bytes, one number for each cell.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Generic, Literal, TypeVar, get_args

from .cells import Cells, packed, shorten
from .colour import colour

__all__ = ["Edges", "Fills", "Heat", "Layer", "Line", "Shape", "Texts", "Token", "Tokens", "read_line"]

K = TypeVar("K")
V = TypeVar("V")

Shape = Literal["disc", "triangle", "diamond", "square", "hex", "none"]

LONGEST = 200  # characters of one text
LARGEST = 3e38  # that a page's 32-bit numbers hold
_PICTURES = ("So", "Sk")  # Unicode's symbols: emoji, chess pieces; they are drawn without a disc around them


@dataclass(frozen=True, slots=True)
class Line:
    """How an edge or an arrow is drawn: its colour, its width in hundredths of a cell's side, and whether dashed.

    >>> Line("red", width=12)
    Line(colour='red', width=12.0, dashed=False)
    """

    colour: str = "strong"
    width: float = 8
    dashed: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "colour", colour(self.colour, "line colour"))
        object.__setattr__(self, "width", _number(self.width, "line width", 1, 60))
        if not isinstance(self.dashed, bool):
            raise TypeError(f"dashed: expected True or False, got {shorten(self.dashed)}")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece on a cell: a text of a few characters on a shape, and the direction 0..5 that it faces, if any.

    ``shape`` is "disc", "triangle", "diamond", "square", "hex" or "none" (the text alone, large).

    >>> Token("K", colour="blue", shape="diamond", facing=2)
    Token(text='K', colour='blue', shape='diamond', facing=2)
    """

    text: str = ""
    colour: str = "none"
    shape: Shape = "disc"
    facing: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", _text(self.text, "token", 8))
        object.__setattr__(self, "colour", colour(self.colour, "token colour"))
        if self.shape not in get_args(Shape):
            raise ValueError(f"token shape: expected one of {', '.join(get_args(Shape))}; got {shorten(self.shape)}")
        if self.facing is not None:
            object.__setattr__(self, "facing", _sixth(self.facing, "token facing"))


def _number(value: object, what: str, least: float = -LARGEST, most: float = LARGEST) -> float:
    if isinstance(value, bool | str | bytes) or not hasattr(value, "__float__"):
        raise TypeError(f"{what}: expected a number, got {shorten(value)} ({type(value).__name__})")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not least <= number <= most:  # false for nan, too
        wanted = "a finite number" if most == LARGEST else f"{least:g} to {most:g}"
        raise ValueError(f"{what}: expected {wanted}, got {shorten(value)}")
    return number


def _sixth(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{what}: expected a direction 0..5, got {shorten(value)} ({type(value).__name__})")
    if not 0 <= value < 6:
        raise ValueError(f"{what}: expected a direction 0..5, got {shorten(value)}")
    return value


def _text(value: object, what: str, longest: int = LONGEST) -> str:
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise TypeError(f"{what}: expected a text or a number, got {shorten(value)} ({type(value).__name__})")
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if len(text) > longest:
        raise ValueError(f"{what}: expected at most {longest} characters, got {len(text):,}")
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError(f"{what}: half a character in {shorten(text)}")
    return text


def read_line(value: object, what: str) -> Line:
    """A line from a line or from its colour."""
    return value if isinstance(value, Line) else Line(colour(value, what))


class Layer(MutableMapping[K, V], Generic[K, V]):
    """One kind of thing on a board's cells, by cell; what is assigned is seen on every page at once.

    Cells are named by label or Hex; what is read back has labels. ``None`` takes a thing away. Whatever is wrong is
    said before anything changes.
    """

    trait = ""  # the widget's trait that holds the whole

    def __init__(self, cells: Cells, lock: Any, changed: Callable[[], None]) -> None:
        self.cells = cells
        self.held: dict[int, V] = {}
        """What there is, by number of the cell."""
        self.recent: dict[int, Any] = {}
        """What pages have not got as part of a whole."""
        self.stale = False
        """Whether pages need the whole anew."""
        self._lock, self._changed = lock, changed

    # -- what a kind of layer decides -----------------------------------------------------------------

    def key(self, place: Any) -> int:
        """The number of what is named."""
        return self.cells.find(place)

    def name(self, key: int) -> K:
        """Its name."""
        return self.cells.names[key]  # type: ignore[return-value]  # str, but for edges

    def read(self, value: Any, what: str) -> V:
        """A value that is good, or an error that says what was wrong with it."""
        raise NotImplementedError

    def told(self, value: V) -> Any:
        """A value as pages get it."""
        return value

    def whole(self) -> dict[str, Any]:
        """All values as pages get them."""
        if not self.held:
            return {}
        return {"keys": packed("I", self.held), "values": [self.told(value) for value in self.held.values()]}

    # -- a mapping ------------------------------------------------------------------------------------

    def __getitem__(self, place: Any) -> V:
        key = self.key(place)
        if key not in self.held:
            raise KeyError(place)
        return self.held[key]

    def __setitem__(self, place: Any, value: Any) -> None:
        self._put({self.key(place): value})

    def __delitem__(self, place: Any) -> None:
        if self.key(place) not in self.held:
            raise KeyError(place)
        self._put({self.key(place): None})

    def __iter__(self) -> Iterator[K]:
        return map(self.name, tuple(self.held))

    def __len__(self) -> int:
        return len(self.held)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)!r})"

    def update(self, *args: Any, **named: Any) -> None:
        """Set several at once: all of them, or none where one is wrong."""
        self._put(self._keyed(dict(*args, **named)))

    def clear(self) -> None:
        """Take everything away."""
        self.assign({})

    def assign(self, values: Any) -> None:
        """Replace everything, by a mapping from cells or by one value for each cell, in their order; None clears."""
        values = {} if values is None else values
        keyed = self._keyed(values) if isinstance(values, Mapping) else dict(enumerate(self._ordered(values)))
        good = {key: self.read(value, self._what(key)) for key, value in keyed.items() if value is not None}
        with self._lock:
            self.held, self.stale = good, True
            self._changed()

    def _keyed(self, values: Mapping[Any, Any]) -> dict[int, Any]:
        keyed = {self.key(place): value for place, value in values.items()}
        if len(keyed) != len(values):
            raise ValueError(f"{self.title}: something is given twice, by two names")
        return keyed

    def _ordered(self, values: Any) -> Sequence[Any]:
        """A list or an array with one value for each cell."""
        if hasattr(values, "tolist"):
            values = values.tolist()
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            wanted = f"a mapping from cells, or {len(self.cells):,} values in the cells' order"
            raise TypeError(f"{self.title}: expected {wanted}; got {shorten(values)} ({type(values).__name__})")
        listed: list[Any] = list(values)
        if len(listed) != (count := len(self.cells)):
            raise ValueError(f"{self.title}: expected {count:,} values, one for each cell; got {len(listed):,}")
        return listed

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return type(self).__name__.lower()

    def _what(self, key: int) -> str:
        return f"{self.title} at {self.name(key)}"

    def _put(self, changes: Mapping[int, Any]) -> None:
        good = {k: None if value is None else self.read(value, self._what(k)) for k, value in changes.items()}
        with self._lock:
            for key, value in good.items():
                if value is None:
                    self.held.pop(key, None)
                else:
                    self.held[key] = value
                self.recent[key] = None if value is None else self.told(value)
            self._changed()


class Fills(Layer[str, str]):
    """Colours of cells."""

    trait = "_fills"

    def read(self, value: Any, what: str) -> str:
        """A colour, or a row of an array: red, green, blue and perhaps alpha, 0..255 or, as floats, 0..1."""
        if isinstance(value, list | tuple) and len(value) in (3, 4):
            scale = 255 if any(isinstance(part, float) for part in value) else 1
            parts = [round(_number(part, what, 0, 255 / scale) * scale) for part in value]
            return f"#{bytes(parts).hex()}"
        return colour(value, what)

    def whole(self) -> dict[str, Any]:
        """For each cell the number of its colour, 0 for none; a byte, or two where there are many colours."""
        if not self.held:
            return {}
        inks = {ink: number for number, ink in enumerate(dict.fromkeys(self.held.values()), 1)}
        numbers = [0] * len(self.cells)
        for key, ink in self.held.items():
            numbers[key] = inks[ink]
        code = "B" if len(inks) < 2**8 else "H" if len(inks) < 2**16 else "I"
        return {"inks": list(inks), "at": packed(code, numbers)}


class Heat(Layer[str, float]):
    """Numbers of cells, shown as colours of a scale."""

    trait = "_heat"

    def read(self, value: Any, what: str) -> float:
        """A finite number."""
        return _number(value, what)

    def whole(self) -> dict[str, Any]:
        """A 32-bit float for each cell, nan for none."""
        if not self.held:
            return {}
        numbers = [math.nan] * len(self.cells)
        for key, value in self.held.items():
            numbers[key] = value
        return {"at": packed("f", numbers)}

    def span(self) -> tuple[float, float]:
        """The numbers that get the first and the last colour: 0 and 1 where all lie between, else the extremes."""
        low, high = min(self.held.values(), default=0.0), max(self.held.values(), default=1.0)
        return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)


class Texts(Layer[str, str]):
    """Texts of cells: labels, or tooltips. They are drawn as text, whatever is in them."""

    def __init__(self, cells: Cells, lock: Any, changed: Callable[[], None], title: str) -> None:
        super().__init__(cells, lock, changed)
        self.trait = f"_{title}"

    @property
    def title(self) -> str:
        """What it is called in messages."""
        return self.trait[1:]

    def read(self, value: Any, what: str) -> str:
        """A text, or a number."""
        return _text(value, what)


class Tokens(Layer[str, Any]):
    """Pieces on cells: a `Token`, a short text, an emoji or a number; or a unit or a fighter of a game."""

    trait = "_pieces"
    title = "tokens_at"

    def read(self, value: Any, what: str) -> Any:
        """A token as it is, a text or number as a token; a unit or fighter is kept as it is."""
        if isinstance(value, Token) or _figure(value):
            return value
        text = _text(value, what, 8)
        picture = any(unicodedata.category(letter) in _PICTURES for letter in text)
        return Token(text, shape="none" if picture else "disc")

    def told(self, value: Any) -> Any:
        """What a page draws, without what is usual."""
        if not isinstance(value, Token):
            return _figure(value)
        usual = asdict(Token())
        return {name: part for name, part in asdict(value).items() if part != usual[name]}


def _figure(value: Any) -> dict[str, Any] | None:
    """A unit (faction, rank, edges, rotation, counters) or a fighter (seat, facing) as a page draws it."""
    faction = getattr(value, "faction", None) or getattr(value, "seat", None)
    if not isinstance(faction, str):
        return None
    edges, facing = getattr(value, "edges", None), getattr(value, "facing", None)
    if isinstance(edges, tuple):
        rank = str(getattr(value, "rank", ""))
        turns = [getattr(value, "rotation", 0), getattr(value, "counters", 0)]
        return {"figure": "unit", "faction": faction, "rank": rank, "edges": list(edges), "turns": turns}
    if isinstance(facing, int):
        rank = faction[:1].upper()
        return {"figure": "fighter", "faction": faction, "rank": rank, "edges": [], "turns": [facing, 0]}
    return None


class Edges(Layer[tuple[str, int], Line]):
    """Lines along the sides of cells, by cell and direction 0..5; a side has one line, from both cells beside it."""

    trait = "_edges"

    def key(self, place: Any) -> int:
        """Six times the cell and the direction; a side between two cells goes by the one that it faces in 0, 1 or 2."""
        if not isinstance(place, tuple) or len(place) != 2:
            raise TypeError(f"edges: expected a cell and a direction, such as ('c4', 0); got {shorten(place)}")
        at, direction = self.cells.find(place[0]), _sixth(place[1], "edges")
        if direction >= 3:
            beyond = self.cells.hexes[at].neighbour(direction)
            if self.cells.has(beyond):
                return self.cells.find(beyond) * 6 + direction - 3
        return at * 6 + direction

    def name(self, key: int) -> tuple[str, int]:
        """Cell and direction."""
        return self.cells.names[key // 6], key % 6

    def read(self, value: Any, what: str) -> Line:
        """A line, or its colour."""
        return read_line(value, what)

    def told(self, value: Line) -> list[Any]:
        """Colour, width, dashed."""
        return [value.colour, value.width, value.dashed]

    def _ordered(self, values: Any) -> Sequence[Any]:
        raise TypeError(f"edges: expected a mapping from (cell, direction), got {shorten(values)}")
