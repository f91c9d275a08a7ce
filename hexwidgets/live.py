"""Games with boards: the model of the engine that shows itself, and is played on.

The engine knows no widget and the board knows no game; a `GameBoard` joins the two.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from comm import DummyComm

from .advice import advise
from .board.html import html, keep
from .board.png import png
from .engine.dials import one_of
from .engine.faults import Event, shorten
from .engine.game import Game as Model
from .game_board import GameBoard, Theme
from .tools import Adviser, Hint, Tool, Tools
from .viewing import Attempt, Moment, View

if TYPE_CHECKING:
    from .timeline import Timeline

__all__ = ["Attempt", "Game", "GameBoard", "Moment", "Tool", "View", "making"]

log = logging.getLogger("hexwidgets")


class Game(Model):
    """A game in a notebook: the model, and any number of boards that show it and play on it.

    As a cell's last line it shows its board: the open table, where every hand is seen. `board` makes
    others. ``view`` draws a game that brings no view of its own.
    """

    view_class: ClassVar[Any] = None
    board_tools: ClassVar[tuple[Tool, ...]] = (Hint(),)  # what its boards have to begin with
    adviser: Adviser | None = staticmethod(advise)  # what the tool "hint" asks
    editing_view_class: ClassVar[Any] = None  # an `EditingView`; where there is none the game has no editor

    def __init__(self, rules: Any, *, view: View | None = None, **kwargs: Any) -> None:
        super().__init__(rules, **kwargs)
        self._view = view
        self._open_table: GameBoard | None = None

    @property
    def scenery(self) -> View:
        """How this game looks, by the rules that hold now."""
        if self.view_class is not None:
            if self.__dict__.get("_viewed") is not self.rules:
                self._viewed = self.rules
                self._view = self.view_class(self.rules)
        elif self.__dict__.get("_view") is None:
            raise TypeError(f"{self.rules.game_type.name} has no view: pass one, as in Game(rules, view=...)")
        return cast(View, self._view)

    @property
    def _boards(self) -> list[GameBoard]:
        # Made when asked for: a branch or a copy has none of its own yet.
        boards: list[GameBoard] = self.__dict__.setdefault("_shown_on", [])
        return boards

    def rule_text(self, rule: str, language: str) -> tuple[str, str]:
        """The title of a rule and what it says, each "" where the game's rulebook has no such rule."""
        book = getattr(self.rules, "rulebook", None)
        entry = book().in_language(language).get(rule) if book else None
        return ("", "") if entry is None else (entry.title, entry.note)

    @property
    def tools(self) -> Tools:
        """What the boards' buttons let Python do or tell besides playing; see `Tool`."""
        tools: Tools | None = self.__dict__.get("_tools")
        if tools is None:
            tools = self._tools = Tools(self.board_tools, self._seating_changed)
        return tools

    def on_refused(self, callback: Callable[[Attempt], object]) -> Callable[[], None]:
        """Call back with an `Attempt` whenever a rule refuses what somebody tries at a board of this game.

        What is returned ends that when it is called.

        >>> from hexwidgets import ArenaDuel
        >>> tried = []
        >>> stop = ArenaDuel(seed=7).on_refused(tried.append)
        >>> stop()
        """
        if not callable(callback):
            raise TypeError(f"on_refused: expected a function, got {shorten(callback)}")

        def call(attempt: Attempt) -> object:  # one of its own, so that the same function may listen twice
            return callback(attempt)

        def stop() -> None:
            with self.lock:
                if call in self._refused_to:
                    self._refused_to.remove(call)
                    self._seating_changed()

        with self.lock:
            self._refused_to.append(call)
            self._seating_changed()
        return stop

    @property
    def _refused_to(self) -> list[Callable[[Attempt], object]]:
        # Made when asked for, as the boards are.
        heard: list[Callable[[Attempt], object]] = self.__dict__.setdefault("_told_of_refusals", [])
        return heard

    def _report(self, attempt: Attempt) -> None:
        for callback in tuple(self._refused_to):
            try:
                callback(attempt)
            except Exception:  # the person at the board must be answered
                log.exception("what listens to refusals failed")

    @property
    def seated(self) -> bool:
        """Whether people play with secrets: it has boards of seats, and no open table that shows all."""
        return bool(self._boards) and all(board.seat is not None for board in self._boards)

    def _earlier_events(self) -> tuple[Event, ...]:
        """What earlier decisions of the same turn did, for boards that tell whole turns."""
        return ()

    def _decided(self, seat: str) -> None:
        for board in tuple(self._boards):
            if board.follows(seat):
                board._refresh_safely()

    def _drafted(self) -> None:
        from .editor import EditorBoard  # noqa: PLC0415  an editor is a board of a game, and so knows this module

        for board in tuple(self._boards):
            if isinstance(board, EditorBoard) and board.mode == "edit":
                board._refresh_safely()

    def _seating_changed(self) -> None:
        for board in tuple(self._boards):
            board._refresh_safely()

    def notify(self, text: str) -> None:
        """Tell whoever is there something that is no move, on every board too."""
        super().notify(text)
        for board in tuple(self._boards):
            board.notice(text)

    def _kept(self) -> dict[str, Any]:
        # Not pickled: a view may hold anything, and is of use only where there are boards.
        return {} if self.view_class else {"_view": self._view}

    def board(
        self,
        seat: str | None = None,
        *,
        language: str | None = None,
        theme: Theme = "auto",
        digits: bool = False,
        edit: bool = False,
        on: Iterable[str] = (),
    ) -> GameBoard:
        """Another board of this game.

        ``seat`` None is the open table (every hand and every order shown); a seat's name shows and plays that seat
        only; "turn" is a hot seat, where seats decide one after the other, with a hand-over before each secret.
        ``language`` None follows the game. ``edit`` makes it an editor, which sets positions up before it plays from
        them; it shows everything, so it has no ``seat``. See `Game.draft` for doing the same in a cell. ``on`` are keys
        of tools that are switched on from the start, such as "best", the best play of a duel.
        """
        if edit:
            from .editor import EditorBoard  # noqa: PLC0415  an editor is a board of a game, and so knows this module

            if seat is not None:
                raise ValueError(f"an editor shows everything, so it has no seat; got {shorten(seat)}")
            return EditorBoard(self, language=language, theme=theme, digits=digits, on=on)
        return GameBoard(self, seat=seat, language=language, theme=theme, digits=digits, on=on)

    def timeline(
        self,
        seat: str | None = None,
        *,
        language: str | None = None,
        theme: Theme = "auto",
        digits: bool = False,
    ) -> Timeline:
        """Every position of this game's tree to look at, to compare and to play on from; see `timeline.Timeline`.

        It has a board of its own, made for ``seat``, ``language``, ``theme`` and ``digits`` as `board` makes one.
        """
        from .timeline import Timeline  # noqa: PLC0415  it is about games, and not everyone needs ipywidgets' controls

        return Timeline(self, seat=seat, language=language, theme=theme, digits=digits)

    def to_svg(
        self,
        seat: str | None = None,
        *,
        language: str | None = None,
        theme: Literal["light", "dark"] = "light",
        digits: bool = False,
    ) -> str:
        """A picture of the position as SVG text, as a board of ``seat`` shows it: no more than that seat may know.

        ``seat``, ``language`` and ``digits`` are as in `board`; ``theme`` is "light" or "dark".

        >>> from hexwidgets import MonsterHex
        >>> MonsterHex("four", seed=7).to_svg("red", theme="dark")[:5]
        '<svg '
        """
        one_of("theme", theme, ("light", "dark"))
        with self._glance(seat, language=language, theme=theme, digits=digits) as board:
            return board.to_svg()

    def to_png(
        self,
        path: str | os.PathLike[str] | None = None,
        seat: str | None = None,
        *,
        scale: float = 2,
        language: str | None = None,
        theme: Literal["light", "dark"] = "light",
        digits: bool = False,
    ) -> bytes | None:
        r"""The picture of `to_svg` as a PNG, returned or written to the file ``path``; no more than a seat may know.

        ``scale`` is how many pixels it has for each of the SVG's (above 0, at most 8). Japanese takes a font of the
        system's that has it. Raises ``ImportError`` without the extra ``png``: ``pip install 'hexwidgets[png]'``.

        >>> from hexwidgets import MonsterHex
        >>> MonsterHex("four", seed=7).to_png(seat="red", scale=1)[:4]
        b'\x89PNG'
        """
        return png(self.to_svg(seat, language=language, theme=theme, digits=digits), path, scale)

    def to_text(self, seat: str | None = None, *, language: str | None = None) -> str:
        """The position as lines of plain text, as a board of ``seat`` shows it.

        >>> from hexwidgets import MonsterHex
        >>> print(MonsterHex("four", seed=7).to_text("red").splitlines()[0])
        Round 1 / 8 · Red places a unit
        """
        with self._glance(seat, language=language, theme="auto", digits=False) as board:
            return board.to_text()

    def to_html(
        self,
        path: str | os.PathLike[str] | None = None,
        seat: str | None = None,
        *,
        language: str | None = None,
        theme: Theme = "auto",
        digits: bool = False,
    ) -> str | None:
        """The game so far as a page to step through or to watch, which needs no kernel and no network.

        The page is returned, or written to the file ``path``. At each position it shows what a board of ``seat`` would
        have shown, and holds nothing else; an order that is not revealed yet is not in it. ``seat``, ``language``,
        ``theme`` ("auto" follows the reader's system) and ``digits`` are as in `board`.

        >>> from hexwidgets import MonsterHex
        >>> MonsterHex("four", seed=7).to_html(seat="red")[:15]
        '<!doctype html>'
        """
        return keep(self._replay(seat, language=language, theme=theme, digits=digits), path)

    def _replay(
        self, seat: str | None, *, language: str | None, theme: Theme, digits: bool, on: Iterable[str] = ()
    ) -> str:
        """The page of `to_html`, with some tools switched on."""
        with self.lock:
            twin = self.branch()
        with twin._glance(seat, language=language or self.language, theme=theme, digits=digits, on=on) as board:
            return html(board._lasting(), list(twin._positions(board)))

    def _positions(self, board: GameBoard) -> Iterator[dict[str, Any]]:
        """What a board of this game shows at each position of the game so far, one after the other."""
        for ply in range(self.ply + 1):
            self._history.goto(ply)
            self._publish(played=ply > 0)
            yield board._position()

    @contextmanager
    def _glance(
        self, seat: str | None, *, language: str | None, theme: Theme, digits: bool, on: Iterable[str] = ()
    ) -> Iterator[GameBoard]:
        """A board that no page hears of, for as long as it takes to draw it."""
        with self.lock:
            looks: dict[str, Any] = {"language": language, "theme": theme, "digits": digits, "on": on}
            board = GameBoard(self, seat=seat, **looks, comm=DummyComm())
            try:
                yield board
            finally:
                board.close()

    def _table(self) -> GameBoard:
        """The board that this game itself shows."""
        table: GameBoard | None = self.__dict__.get("_open_table")
        if table is None or table.comm is None:
            table = self._open_table = self.board()
        return table

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._table()._repr_mimebundle_(**kwargs)

    def _display_(self) -> GameBoard:
        # marimo asks this first; from a bundle it would take the picture and leave the live board.
        table = self._table()
        table._wake()
        return table


def making(view: View | None) -> Callable[..., Game]:
    """What makes games of rules that bring no class of their own, with a view to show them by."""

    def make(rules: Any, **kwargs: Any) -> Game:
        return Game(rules, view=view, **kwargs)

    return make
