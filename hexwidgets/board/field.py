"""HexField: what ``HexBoard(cells=...)`` makes, a board for any purpose."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, TypedDict, TypeVar, Unpack

import traitlets as t

from hexwidgets.catalogues import check_language, get_language, on_language
from hexwidgets.hexgrid import Orientation

from .board import _RELOADS, HexBoard, Refusal, _down
from .bundle import STATIC, bundle
from .cells import Cells, CellsLike, Place, shorten
from .clicks import Click, Hover, Paint, read_gesture
from .field_picture import picture, picture_page, plain_text
from .intents import BadIntent
from .layers import Edges, Fills, Heat, Layer, Line, Texts, Tokens, read_line
from .look import Theme
from .say import say, words
from .svg import WIDTH

__all__ = ["HexField", "Options"]

log = logging.getLogger("hexwidgets")

G = TypeVar("G", Click, Hover, Paint)
Stop = Callable[[], None]

RECENT = 200  # changes that a page gets one by one, before it gets whole layers again
_SAVING = ("save", "save_png", "save_svg", "copy_text", "copied", "not_copied")
_WORDS = {"board_label", "places", "zoom_in", "zoom_reset", "silent", "lost", *_SAVING}
_GESTURES = {Click: "click", Hover: "hover", Paint: "paint"}


class Options(TypedDict, total=False):
    """What a board may be given from the start; see `HexField`."""

    fills: Any
    labels: Any
    tokens_at: Any
    edges: Any
    heat: Any
    heat_span: tuple[float, float] | None
    heat_title: str
    arrows: Iterable[Any]
    tooltips: Any
    selection: Iterable[Place] | Place | None
    select: Literal["one", "many", "off"]
    drag: Literal["pan", "paint", "select"]
    names: bool
    title: str
    theme: Literal["auto", "light", "dark"]
    language: str | None
    comm: Any
    layout: Any


def _one_of(*values: str) -> Any:
    return _down(t.Enum(values, values[0]))


class _Selection(t.TraitType[tuple[str, ...], Any]):
    """Labels of cells, whatever names them: one or several labels or hexes, or None."""

    def validate(self, obj: Any, value: Any) -> tuple[str, ...]:
        chosen: tuple[str, ...] = obj._chosen(value)
        return chosen


class HexField(HexBoard):
    """A board of hexes for any purpose: fill it, write on it, put pieces on it, click on it.

    ``cells`` are hexes (`hexgrid.hexagon`, `hexgrid.rectangle` ...), a mapping of hexes to names, or labels (`Cells`).
    ``orientation`` is "pointy" or "flat". Everything below may also be given from the start, and changed at any time:

    ============  ==================================================================================================
    fills         {cell: colour}; names of the look ("red", "accent", "match" ...), CSS names, #hex
    labels        {cell: text}, instead of the cell's name
    tokens_at     {cell: Token, short text, emoji or number}; a unit or fighter of a game
    edges         {(cell, direction): Line or colour}
    heat          {cell: number}, in the colours of a scale that every kind of colour vision tells apart, with a legend
    arrows        [(cell, cell), (cell, cell, Line or colour)]
    tooltips      {cell: text}
    ============  ==================================================================================================

    A layer is a mapping: assign it as a whole, or item by item (``board.fills["c4"] = "red"``); None takes one away.
    Fills, heat, labels, tokens and tooltips may also be a list or a NumPy array with one value for each cell, in the
    order of ``board.cells``. Many changes in ``with board.hold():`` are sent and seen as one.

    ``selection`` is a trait, a tuple of labels: what people have chosen, and what is assigned. ``select`` "one" lets a
    click choose a cell (more with Ctrl or Shift), "many" adds with every click, "off" leaves the choice to you.
    ``drag`` "pan" moves the zoomed board, "paint" tells `on_paint` of the cells that are drawn over, "select" adds them
    to the selection. ``names`` False hides the names; ``heat_span`` is the pair of numbers that the scale runs between
    (None: 0 to 1 where all numbers lie there, else least to greatest), ``heat_title`` stands in its legend; ``title``
    is the board's name for screen readers; ``theme`` and ``language`` are the board's own, which without a language
    follows `set_language`.

    >>> import hexwidgets as hw
    >>> board = hw.HexBoard(cells=hw.hexgrid.hexagon(2), fills={"c3": "accent"})
    >>> board.fills["a1"] = "teal"
    >>> board.tokens_at = {"b2": "♞", hw.Hex(0, 0): hw.Token("K", colour="red")}
    >>> board.selection = ["a1", "a2"]
    >>> dict(board.fills), board.selection
    ({'c3': 'accent', 'a1': '#008080'}, ('a1', 'a2'))
    """

    if _RELOADS:
        _esm = STATIC / "field.js"
        _css = STATIC / "field.css"
    else:

        @t.default("_esm")
        def _default_esm(self) -> str:
            return bundle("field.js")

        @t.default("_css")
        def _default_css(self) -> str:
            return bundle("field.css")

    selection = _Selection(()).tag(sync=True)
    select = _one_of("one", "many", "off")
    drag = _one_of("pan", "paint", "select")
    names = _down(t.Bool(True))
    title = _down(t.Unicode(""))
    heat_title = _down(t.Unicode(""))
    heat_span = t.Any(None)

    _fills = _down(t.Dict())
    _heat = _down(t.Dict())
    _labels = _down(t.Dict())
    _tooltips = _down(t.Dict())
    _pieces = _down(t.Dict())
    _edges = _down(t.Dict())
    _arrows = _down(t.List())
    _recent = _down(t.Dict())
    _scale = _down(t.List([0.0, 1.0]))
    _hears = _down(t.List())

    def __init__(self, cells: CellsLike, orientation: Orientation = "pointy", **options: Unpack[Options]) -> None:
        if orientation not in ("pointy", "flat"):
            raise ValueError(f"orientation: expected 'pointy' or 'flat', got {shorten(orientation)}")
        unknown = [name for name in options if name not in Options.__annotations__]
        if unknown:
            raise TypeError(
                f"HexBoard got an unknown option {unknown[0]!r}; there are {', '.join(Options.__annotations__)}"
            )
        self.cells = Cells(cells, orientation)
        """The names of the cells, in the order of arrays; ``board.cells.hexes`` are their places."""
        self._held = 0
        self._listeners: dict[str, list[Callable[[Any], object]]] = {"click": [], "hover": [], "paint": []}
        self._lines: tuple[tuple[str, str, Line], ...] = ()
        first: dict[str, Any] = {name: options.pop(name) for name in ("comm", "layout") if name in options}
        self._own_language = options.pop("language", None)
        if self._own_language is not None:
            check_language(self._own_language)
        super().__init__(**first, grid={"orientation": orientation, **self.cells.wire()}, **self._speech())
        on_language(self)
        try:
            with self.hold():
                for name, value in options.items():
                    setattr(self, name, value)
        except BaseException:
            self.close()  # what cannot be made leaves nothing behind
            raise

    def __repr__(self) -> str:
        return f"<HexBoard of {len(self.cells):,} cells>" if "cells" in self.__dict__ else super().__repr__()

    def language_changed(self) -> None:
        """`set_language` was called: what the board itself says follows, what was written on it stays."""
        with self.hold_sync():
            for name, value in self._speech().items():
                setattr(self, name, value)

    def _speech(self) -> dict[str, Any]:
        language = self._own_language or get_language()
        known = words(language).items()
        kept = {name: word for name, word in known if name in _WORDS or name.startswith("field_")}
        return {"language": language, "words": kept}

    # -- layers ---------------------------------------------------------------------------------------

    @property
    def _layers(self) -> dict[str, Layer[Any, Any]]:
        if "_all_layers" not in self.__dict__:
            parts = (self.cells, self._lock, self._flush)
            self._all_layers: dict[str, Layer[Any, Any]] = {
                "fills": Fills(*parts),
                "heat": Heat(*parts),
                "labels": Texts(*parts, "labels"),
                "tooltips": Texts(*parts, "tooltips"),
                "tokens_at": Tokens(*parts),
                "edges": Edges(*parts),
            }
        return self._all_layers

    @property
    def fills(self) -> Fills:
        """Colours of cells."""
        return self._layers["fills"]  # type: ignore[return-value]

    @fills.setter
    def fills(self, values: Any) -> None:
        self._layers["fills"].assign(values)

    @property
    def heat(self) -> Heat:
        """Numbers of cells, shown in the colours of a scale."""
        return self._layers["heat"]  # type: ignore[return-value]

    @heat.setter
    def heat(self, values: Any) -> None:
        self._layers["heat"].assign(values)

    @property
    def labels(self) -> Texts:
        """Texts on cells, instead of their names."""
        return self._layers["labels"]  # type: ignore[return-value]

    @labels.setter
    def labels(self, values: Any) -> None:
        self._layers["labels"].assign(values)

    @property
    def tooltips(self) -> Texts:
        """Texts that are shown beside a cell while somebody points at it."""
        return self._layers["tooltips"]  # type: ignore[return-value]

    @tooltips.setter
    def tooltips(self, values: Any) -> None:
        self._layers["tooltips"].assign(values)

    @property
    def tokens_at(self) -> Tokens:
        """Pieces on cells."""
        return self._layers["tokens_at"]  # type: ignore[return-value]

    @tokens_at.setter
    def tokens_at(self, values: Any) -> None:
        self._layers["tokens_at"].assign(values)

    @property
    def edges(self) -> Edges:
        """Lines along sides of cells, by (cell, direction)."""
        return self._layers["edges"]  # type: ignore[return-value]

    @edges.setter
    def edges(self, values: Any) -> None:
        self._layers["edges"].assign(values)

    @property
    def arrows(self) -> tuple[tuple[str, str, Line], ...]:
        """Arrows from the middle of one cell to the middle of another; add one with ``board.arrows += (...,)``."""
        return self._lines

    @arrows.setter
    def arrows(self, arrows: Iterable[Any] | None) -> None:
        if isinstance(arrows, str | Mapping) or not isinstance(arrows, Iterable | None):
            raise TypeError(f"arrows: expected a list of pairs such as ('c4', 'd5'), got {shorten(arrows)}")
        lines = tuple(map(self._arrow, arrows or ()))
        with self._lock:
            self._lines = lines
            self._flush()

    def _arrow(self, arrow: Any) -> tuple[str, str, Line]:
        if not isinstance(arrow, tuple | list) or len(arrow) not in (2, 3):
            raise TypeError(f"arrows: expected (from, to) or (from, to, line), got {shorten(arrow)}")
        start, end = (self.cells.names[self.cells.find(place)] for place in arrow[:2])
        if start == end:
            raise ValueError(f"arrows: expected two different cells, got {start} twice")
        return start, end, read_line(arrow[2], "arrows") if len(arrow) == 3 else Line()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Let all changes in a ``with`` block be sent and seen as one, when it ends."""
        with self._lock:
            self._held += 1
        with self.hold_sync():
            try:
                yield
            finally:
                with self._lock:
                    self._held -= 1
                    self._flush()

    def _flush(self) -> None:
        """Bring the traits that pages see up to date."""
        with self._lock:
            if self._held:
                return
            layers = self._layers
            much = sum(len(layer.recent) for layer in layers.values()) > RECENT
            with self.hold_sync():
                for layer in layers.values():
                    if layer.stale or (much and layer.recent):
                        setattr(self, layer.trait, layer.whole())
                        layer.stale = False
                        layer.recent.clear()
                self._recent = {name: list(layer.recent.items()) for name, layer in layers.items() if layer.recent}
                find = self.cells.find
                self._arrows = [[find(a), find(b), *self.edges.told(line)] for a, b, line in self._lines]
                self._scale = list(self.heat_span or self.heat.span())
                self.rev += 1

    # -- traits ---------------------------------------------------------------------------------------

    def _chosen(self, value: Any) -> tuple[str, ...]:
        places = (
            () if value is None else (value,) if isinstance(value, str) or not isinstance(value, Iterable) else value
        )
        return tuple(dict.fromkeys(self.cells.names[self.cells.find(place)] for place in places))

    @t.validate("heat_span")
    def _valid_span(self, proposal: Any) -> tuple[float, float] | None:
        span = proposal["value"]
        if span is None:
            return None
        if not isinstance(span, tuple | list) or len(span) != 2:
            raise TypeError(f"heat_span: expected (least, greatest) or None, got {shorten(span)}")
        low, high = (self.heat.read(end, "heat_span") for end in span)
        if low >= high:
            raise ValueError(f"heat_span: expected (least, greatest), got {shorten(span)}")
        return low, high

    @t.observe("heat_span")
    def _on_span(self, _change: Any) -> None:
        self._flush()

    def set_state(self, sync_data: Any) -> None:
        """Take what a page says of the selection; nothing else is a page's to say."""
        if not isinstance(sync_data, Mapping) or "selection" not in sync_data:
            return
        chosen = sync_data["selection"]
        if isinstance(chosen, list) and len(chosen) <= len(self.cells) and all(place in self.cells for place in chosen):
            super().set_state({"selection": chosen})
        else:
            self.send_state("selection")

    # -- what people do -------------------------------------------------------------------------------

    def on_click(self, callback: Callable[[Click], object]) -> Stop:
        """Call back with a `Click` whenever somebody clicks a cell; what is returned ends that when it is called.

        >>> import hexwidgets as hw
        >>> board = hw.HexBoard(cells=hw.hexgrid.hexagon(1))
        >>> stop = board.on_click(lambda click: board.fills.update({click.cell: "red"}))
        >>> stop()
        """
        return self._listen("click", callback)

    def on_hover(self, callback: Callable[[Hover], object]) -> Stop:
        """Call back with a `Hover` when the pointer comes to another cell, at most 20 times a second."""
        return self._listen("hover", callback)

    def on_paint(self, callback: Callable[[Paint], object]) -> Stop:
        """Call back with a `Paint` as somebody draws over cells; the board needs ``drag="paint"``."""
        return self._listen("paint", callback)

    def _listen(self, kind: str, callback: Callable[[G], object]) -> Stop:
        if not callable(callback):
            raise TypeError(f"on_{kind}: expected a function, got {shorten(callback)}")
        heard = self._listeners[kind]

        def call(gesture: G) -> object:  # one of its own, so that the same function may listen twice
            return callback(gesture)

        def stop() -> None:
            with self._lock:
                if call in heard:
                    heard.remove(call)
                    self._tell_hears()

        with self._lock:
            heard.append(call)
            self._tell_hears()
        return stop

    def _tell_hears(self) -> None:
        self._hears = [kind for kind, heard in self._listeners.items() if heard]

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        try:
            if not isinstance(content, Mapping):
                raise BadIntent("not an object", content)
            gesture = read_gesture(content, self.cells)
        except BadIntent as error:
            self._answer(error.view, error.seq, Refusal("", say(self.words, "field_unreadable", what=error)))
            return
        failed = self._call(_GESTURES[type(gesture)], gesture)
        if failed or not isinstance(gesture, Hover):
            self._answer(content["view"], content["seq"], Refusal("", failed) if failed else None)

    def _call(self, kind: str, gesture: Click | Hover | Paint) -> str:
        """Let all who listen know; what to say where one of them failed."""
        failed = ""
        for callback in tuple(self._listeners[kind]):
            try:
                callback(gesture)
            except Exception as error:
                # A front end may drop what a handler raises, so the person at the board is told here.
                log.exception("on_%s of a board failed", kind)
                failed = say(self.words, "field_failed", what=f"on_{kind}", error=f"{type(error).__name__}: {error}")
        return failed

    # -- pictures -------------------------------------------------------------------------------------

    def to_svg(
        self, theme: Theme | None = None, *, digits: bool | None = None, width: float = WIDTH, panel: bool = True
    ) -> str:
        """A picture of the board as SVG text, ``width`` pixels wide at most; ``panel`` False leaves out the legend."""
        del digits
        theme = theme or ("dark" if self.theme == "dark" else "light")
        with self._lock:
            return picture(self, theme, width, legend=panel)

    def to_text(self) -> str:
        """What is on the board, as lines of plain text."""
        with self._lock:
            return plain_text(self)

    def _page(self) -> str:
        return picture_page(self.to_svg(), self.language, self.title or self.words["board_label"])
