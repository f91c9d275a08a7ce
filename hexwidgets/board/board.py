"""HexBoard: the widget. It knows hexes, tokens and picks, and no game."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets as t

from .intents import BadIntent, Intent, read_intent
from .scene import PROTOCOL, Grid, Scene, lean

__all__ = ["HexBoard"]

_STATIC = Path(__file__).with_name("static")
_RELOADS = os.environ.get("ANYWIDGET_HMR") == "1"


@cache
def _bundle(name: str) -> str:
    try:
        return (_STATIC / name).read_text("utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(f"the board's bundle {name} is missing: run `make bundle` (needs Node 20)") from None


@cache
def _words(language: str) -> dict[str, str]:
    import tomllib  # noqa: PLC0415  read when the first board is made, not at import

    folder = Path(__file__).with_name("words")
    return tomllib.loads((folder / f"{language}.toml").read_text("utf-8"))


def _down(content: Any) -> Any:
    """A trait that Python alone writes; what it sends need not come back."""
    return content.tag(sync=True, echo_update=False)


class HexBoard(anywidget.AnyWidget):
    """A hex board as a widget: shows scenes, and passes on what a person wants.

    ``theme`` is "auto" (follow the host), "light" or "dark"; ``digits`` shows powers as digits
    instead of pips. Subclasses override `receive`.
    """

    # Text, not a Path: a Path keeps every closed widget alive. Live reload needs the Path.
    _esm: Any
    _css: Any
    if _RELOADS:
        _esm = _STATIC / "board.js"
        _css = _STATIC / "board.css"
    else:
        _esm = t.Unicode().tag(sync=True)
        _css = t.Unicode().tag(sync=True)

        @t.default("_esm")
        def _default_esm(self) -> str:
            return _bundle("board.js")

        @t.default("_css")
        def _default_css(self) -> str:
            return _bundle("board.css")

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

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(self._on_message)

    def show(self, scene: Scene, rev: int) -> None:
        """Show a position; only traits that differ are sent, together."""
        with self.hold_sync():
            for name, value in scene.items():
                setattr(self, name, lean(value))
            self.rev = rev

    def set_up(self, grid: Grid, language: str) -> None:
        """Set the static geometry and the language of the board's own words."""
        with self.hold_sync():
            self.grid, self.language, self.words = dict(grid), language, dict(_words(language))

    def receive(self, intent: Intent) -> tuple[str, str] | None:
        """Do what a person wants: None when done, else the rule that refuses and why."""
        return "", f"{intent.kind}?"

    def preview(self, intent: Intent) -> list[list[int]]:
        """What the sites that a move touches would come to; nothing where it is not legal."""
        del intent
        return []

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
            self._answer(error.view, error.seq, ("", self.unreadable(str(error))))
            return
        if intent.kind == "pong":
            self.alive()
        elif intent.kind == "preview":
            facts = {"view": intent.view, "seq": intent.seq, "rev": self.rev, "tallies": self.preview(intent)}
            self.send({"v": PROTOCOL, "kind": "preview", **facts})
        else:
            self._answer(intent.view, intent.seq, self.receive(intent))

    def _answer(self, view: str, seq: int, refusal: tuple[str, str] | None) -> None:
        answer = {"v": PROTOCOL, "kind": "answer", "view": view, "seq": seq, "ok": refusal is None, "rev": self.rev}
        if refusal is not None:
            answer["rule"], answer["text"] = refusal
        self.send(answer)
