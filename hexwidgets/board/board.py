"""HexBoard: the widget. It knows hexes, tokens and picks, and no game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self, overload

import traitlets as t

from hexwidgets.hexgrid import Orientation

from .bundle import STATIC, bundle
from .html import html, keep
from .intents import BadIntent, Intent, read_intent
from .look import Theme
from .paced import PacedWidget
from .png import png
from .say import words
from .scene import PROTOCOL, Grid, Scene, Table, lean
from .svg import WIDTH, svg
from .text import text

if TYPE_CHECKING:
    from .cells import CellsLike
    from .field import HexField

__all__ = ["Asked", "HexBoard", "Refusal"]

_RELOADS = os.environ.get("ANYWIDGET_HMR") == "1"


class Refusal(NamedTuple):
    """Why something is not done: the rule's id or "", the reason, and the edges that it is about.

    An edge is (index of a place in ``Grid.places``, direction, 1 where it is right and 0 where it hinders).
    """

    rule: str
    text: str
    edges: Sequence[tuple[int, int, int]] = ()


class Asked(NamedTuple):
    """Who asked: the view on a page, the number of its question, and the position it was asked of."""

    view: str
    seq: int
    rev: int


def _down(content: Any) -> Any:
    """A trait that Python alone writes; what it sends need not come back."""
    return content.tag(sync=True, echo_update=False)


class HexBoard(PacedWidget):
    """A hex board as a widget: shows scenes, and passes on what a person wants.

    ``HexBoard(cells=...)`` is a board for any purpose, to fill, write and click on: see `HexField`.

    ``theme`` is "auto" (follow the host), "light" or "dark"; ``digits`` shows powers as digits
    instead of pips. Subclasses override `receive`.
    """

    # Text, not a Path: a Path keeps every closed widget alive. Live reload needs the Path.
    _esm: Any
    _css: Any
    if _RELOADS:
        _esm = STATIC / "board.js"
        _css = STATIC / "board.css"
    else:
        _esm = t.Unicode().tag(sync=True)
        _css = t.Unicode().tag(sync=True)

        @t.default("_esm")
        def _default_esm(self) -> str:
            return bundle("board.js")

        @t.default("_css")
        def _default_css(self) -> str:
            return bundle("board.css")

    grid = _down(t.Dict())
    tokens = _down(t.List())
    marks = _down(t.Dict())
    tray = _down(t.Dict())
    picks = _down(t.Dict())
    status = _down(t.Dict())
    rev = _down(t.Int(0))
    words = _down(t.Dict())
    language = _down(t.Unicode("en"))
    theme = _down(t.Enum(("auto", "light", "dark"), "auto"))
    digits = _down(t.Bool(False))

    @overload
    def __new__(cls, cells: CellsLike, orientation: Orientation = "pointy", **options: Any) -> HexField: ...

    @overload
    def __new__(cls, **traits: Any) -> Self: ...

    def __new__(cls, *args: Any, **traits: Any) -> Any:
        """With cells it is a board for any purpose."""
        if cls is HexBoard and (args or "cells" in traits):
            from .field import HexField  # noqa: PLC0415  it is a HexBoard itself

            return HexField.__new__(HexField, *args, **traits)
        return super().__new__(cls, *args, **traits)

    def show(self, scene: Scene, rev: int) -> None:
        """Show a position; only traits that differ are sent, together."""
        with self._lock, self.hold_sync():
            for name, value in scene.items():
                setattr(self, name, lean(value))
            self.rev = rev

    def set_up(self, grid: Grid, language: str) -> None:
        """Set the static geometry and the language of the board's own words."""
        with self._lock, self.hold_sync():
            self.grid, self.language, self.words = dict(grid), language, dict(words(language))

    def shown(self) -> dict[str, Any]:
        """What every view of this board shows now: its traits by name."""
        return {name: getattr(self, name) for name in ("grid", *Scene.__annotations__)}

    def to_svg(
        self,
        theme: Theme | None = None,
        *,
        digits: bool | None = None,
        width: float = WIDTH,
        panel: bool = True,
    ) -> str:
        """A picture of what the board shows now, ``width`` pixels wide at most, as SVG text.

        ``theme`` "light" or "dark" and ``digits`` are the board's own where they are not given (a board that follows
        its host is drawn light); ``panel`` False leaves the board alone. It shows no more than the board knows.
        """
        scene = self.shown()
        theme = theme or ("dark" if self.theme == "dark" else "light")
        digits = self.digits if digits is None else digits
        looks: dict[str, Any] = {"theme": theme, "digits": digits, "width": width, "panel": panel}
        return svg(scene["grid"], scene, language=self.language, **looks)

    def to_png(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        scale: float = 2,
        theme: Theme | None = None,
        digits: bool | None = None,
        width: float = WIDTH,
        panel: bool = True,
    ) -> bytes | None:
        """The picture of `to_svg` as a PNG with ``scale`` pixels for each of its own (above 0, at most 8).

        It is returned, or written to the file ``path``; the rest is as in `to_svg`. Japanese takes a font of the
        system's that has it. Raises ``ImportError`` without the extra ``png``: ``pip install 'hexwidgets[png]'``.
        """
        return png(self.to_svg(theme, digits=digits, width=width, panel=panel), path, scale)

    def to_text(self) -> str:
        """What the board shows now, as lines of plain text."""
        scene = self.shown()
        return text(scene["grid"], scene, language=self.language)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str | None:
        """What the board shows now as a page of its own, which needs no kernel and no network.

        It is returned, or written to the file ``path``. It holds no more than the board knows, in its language and
        theme.
        """
        return keep(self._page(), path)

    def _page(self) -> str:
        return html(self._lasting(), [self._position()])

    def _lasting(self) -> dict[str, Any]:
        """What is the same for all positions on this board."""
        return {name: getattr(self, name) for name in ("grid", "words", "language", "theme", "digits")}

    def _position(self) -> dict[str, Any]:
        shown = self.shown()
        return {name: shown[name] for name in Scene.__annotations__}

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live board, and a picture and a text for where it cannot live.

        Whatever runs widgets prefers them: JupyterLab and Notebook rank the widget first (an image at 80, HTML at 50),
        VS Code sorts ``application/vnd.*`` first, marimo goes by the class. nbconvert passes over a widget whose state
        was not saved, and GitHub over all of them; both then show the SVG, which keeps to what their cleaners let
        through. HTML would not do: cleaners take ``data:`` images out of it, and marimo prefers it to the widget.
        """
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None or not self.grid:
            return bundle
        data, metadata = bundle
        return {**data, "text/plain": self.to_text(), "image/svg+xml": self.to_svg()}, metadata

    def receive(self, intent: Intent) -> Refusal | None:
        """Do what a person wants: None when done, else the rule that refuses and why."""
        return Refusal("", f"{intent.kind}?")

    def preview(self, intent: Intent) -> list[list[int]]:
        """What the sites that a move touches would come to; nothing where it is not legal."""
        del intent
        return []

    def odds(self, intent: Intent) -> Table | None:
        """What a plan would lead to against each answer; None where there is none to tell."""
        del intent
        return None

    def tool(self, intent: Intent) -> Table | Refusal | None:
        """Use the tool that the first pick names: a table to show, a refusal, or None where nothing is told yet."""
        return Refusal("", f"{intent.kind}?")

    def tell(self, table: Table | None, asked: Asked) -> None:
        """Show a table to the view that asked, at once or later and from any thread; None ends a wait for nothing.

        Once the position has changed the table is about another one, and is not shown.
        """
        with self._lock:
            told = table if asked.rev == self.rev else None
            self.send({"v": PROTOCOL, "kind": "table", **asked._asdict(), "table": told})

    def alive(self) -> None:
        """The page answered a `ping`."""

    def ping(self) -> None:
        """Ask the page for a sign of life."""
        self.send({"v": PROTOCOL, "kind": "ping", "id": 0})

    def notice(self, text: str) -> None:
        """Say something on the message line of every view."""
        self.send({"v": PROTOCOL, "kind": "notice", "text": text})

    def unreadable(self, what: str) -> str:
        """What to say to a message that cannot be read."""
        return what

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        try:
            intent = read_intent(content)
        except BadIntent as error:
            self._answer(error.view, error.seq, Refusal("", self.unreadable(str(error))))
            return
        if intent.kind == "pong":
            self.alive()
        elif intent.kind == "preview":
            facts = {"view": intent.view, "seq": intent.seq, "rev": self.rev, "tallies": self.preview(intent)}
            self.send({"v": PROTOCOL, "kind": "preview", **facts})
        elif intent.kind == "odds":
            self.tell(self.odds(intent), Asked(intent.view, intent.seq, self.rev))
        elif intent.kind == "tool":
            told = self.tool(intent)
            if told is None or isinstance(told, Refusal):
                self._answer(intent.view, intent.seq, told)
            else:
                self.tell(told, Asked(intent.view, intent.seq, self.rev))
        else:
            self._answer(intent.view, intent.seq, self.receive(intent))

    def _answer(self, view: str, seq: int, refusal: Refusal | None) -> None:
        self._catch_up()  # whoever clicks does not wait
        answer = {"v": PROTOCOL, "kind": "answer", "view": view, "seq": seq, "ok": refusal is None, "rev": self.rev}
        if refusal is not None:
            answer |= {"rule": refusal.rule, "text": refusal.text}
            if refusal.edges:
                answer["edges"] = [list(edge) for edge in refusal.edges]
        self.send(answer)
