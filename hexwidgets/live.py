"""A game and its boards: where the model meets the widget.

The engine knows no widget and the board knows no game. Here each change of a game becomes a scene on
its boards, and each intent of a board a move, an undo, or a refusal that names the rule.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeVar, cast

from comm import DummyComm

from .advice import advise
from .board.board import Asked, HexBoard, Refusal
from .board.html import html, keep
from .board.intents import Intent
from .board.png import png
from .board.scene import Grid, Scene, Table
from .board.scene import Tool as ShownTool
from .engine.dials import one_of
from .engine.faults import ENGINE, EditError, Event, Fault, IllegalMove, shorten
from .engine.game import Game as Model
from .engine.rules import Result
from .engine.words import get_language
from .tools import RULE, Adviser, Hint, Tool, Tools

if TYPE_CHECKING:
    from .timeline import Timeline

__all__ = ["Game", "GameBoard", "Moment", "Tool", "View", "making"]

log = logging.getLogger("hexwidgets")

HOT_SEAT = "turn"
MAX_ANSWERS = 500  # that a board remembers of a position
SPECTATOR = ""  # nobody's knowledge: what everyone may know
UNSEEN = 16  # boards of a game that no page has shown yet and that follow it all the same; older ones rest

Theme = Literal["auto", "light", "dark"]
Picked = Sequence[str | int]
T = TypeVar("T")
_RULE_ID = re.compile(r"[\w.-]+")


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as one board may show it.

    ``known`` is what ``rules.hide`` gave; ``seat`` what the board was made for (None, a seat, or "turn").
    ``legal`` holds the moves that may be made at this board now, by the seat that makes them, the one that is asked
    first first; ``committed`` what seats have decided in secret, as far as this board may know; ``covered`` is a seat
    that has yet to take over.
    ``happened`` are the events of the last decision, ``earlier`` those before it in the same turn; ``played`` tells
    whether that decision was just played, so that it may be seen happening.
    """

    known: Any
    seat: str | None
    to_move: Any
    phase: str
    legal: Mapping[str, tuple[Any, ...]]
    committed: Mapping[str, Any]
    covered: str | None
    earlier: Sequence[Event]
    happened: Sequence[Event]
    played: bool
    result: Result | None
    scores: Mapping[str, int]
    undo: bool
    redo: bool

    @property
    def decider(self) -> str | None:
        """The seat that is waited for at this board; None where several are, or nobody is."""
        if isinstance(self.to_move, str):
            return self.to_move
        return next(iter(self.legal)) if len(self.legal) == 1 else self.covered

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that may be made at this board now by the seat that is asked first."""
        return next(iter(self.legal.values()), ())


class View(Protocol):
    """How a game looks: scenes from moments, moves from picks."""

    def grid(self, seat: str | None, language: str) -> Grid:
        """What never changes on a board made for ``seat``, in a language."""
        ...

    def scene(self, moment: Moment, language: str) -> Scene:
        """What a board shows at a moment."""
        ...

    def move(self, state: Any, picks: Sequence[str | int]) -> Any:
        """The move, or its text, that a list of picks means in a position."""
        ...

    def picks(self, move: Any) -> list[str]:
        """The picks that mean a move, as a board without a choice of seats asks for them."""
        ...

    def preview(self, state: Any, picks: Sequence[str | int]) -> list[list[int]]:
        """What each site that a legal move touches would come to; see ``Preview`` in protocol.ts."""
        ...

    def odds(self, state: Any, seat: str, picks: Sequence[str | int], language: str) -> Table | None:
        """What a legal move of ``seat`` would lead to against each answer; None where there is none to tell."""
        ...

    def needs_hand(self, phase: str) -> bool:
        """Whether the one who decides in this phase must see or choose what others must not see."""
        ...


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
    ) -> GameBoard:
        """Another board of this game.

        ``seat`` None is the open table (every hand and every order shown); a seat's name shows and plays that seat
        only; "turn" is a hot seat, where seats decide one after the other, with a hand-over before each secret.
        ``language`` None follows the game. ``edit`` makes it an editor, which sets positions up before it plays from
        them; it shows everything, so it has no ``seat``. See `Game.draft` for doing the same in a cell.
        """
        if edit:
            from .editor import EditorBoard  # noqa: PLC0415  an editor is a board of a game, and so knows this module

            if seat is not None:
                raise ValueError(f"an editor shows everything, so it has no seat; got {shorten(seat)}")
            return EditorBoard(self, language=language, theme=theme, digits=digits)
        return GameBoard(self, seat=seat, language=language, theme=theme, digits=digits)

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
        with self.lock:
            twin = self.branch()
        with twin._glance(seat, language=language or self.language, theme=theme, digits=digits) as board:
            return keep(html(board._lasting(), list(twin._positions(board))), path)

    def _positions(self, board: GameBoard) -> Iterator[dict[str, Any]]:
        """What a board of this game shows at each position of the game so far, one after the other."""
        for ply in range(self.ply + 1):
            self._history.goto(ply)
            self._publish(played=ply > 0)
            yield board._position()

    @contextmanager
    def _glance(self, seat: str | None, *, language: str | None, theme: Theme, digits: bool) -> Iterator[GameBoard]:
        """A board that no page hears of, for as long as it takes to draw it."""
        with self.lock:
            board = GameBoard(self, seat=seat, language=language, theme=theme, digits=digits, comm=DummyComm())
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


class GameBoard(HexBoard):
    """A board that shows a game and plays on it.

    A board that no page shows rests: it is neither drawn nor sent until it is shown or asked for again, so that boards
    which were forgotten cost nothing. Pages tell when a view comes or goes (``_view_count`` of ipywidgets), and whoever
    shows a board that rests answers a `ping`, so that a wrong count does no harm.
    """

    _seen = False  # whether some page has shown it
    _resting = False
    _behind = False  # whether the game has gone on while it rested

    def __init__(
        self, game: Game, *, seat: str | None, language: str | None, theme: Theme, digits: bool, comm: Any = None
    ) -> None:
        if seat is not None:
            one_of("seat", seat, (*game.seats, HOT_SEAT))
        if language is not None:
            one_of("language", language, ENGINE.languages)
        if not isinstance(digits, bool):
            raise TypeError(f"digits: expected True or False, got {shorten(digits)}")
        one_of("theme", theme, ("auto", "light", "dark"))
        super().__init__(theme=theme, digits=digits, comm=comm, _view_count=0)
        self.game = game
        self._lock = game.lock
        self.seat = seat
        self._own_language = language
        self._drawn_for: tuple[Any, str] | None = None  # the rules and the language of the grid
        self._answers: tuple[Any, dict[Any, Any]] = (None, {})  # to questions about a position
        self._uncovered: str | None = None  # hot seat: whose hand may be shown
        self._passing = comm is not None  # drawn once and gone
        self.thinking = ""  # the key of the tool whose answer is being worked on
        self._heat: dict[str, float] = {}
        with game.lock:
            self._unsubscribe = game.subscribe(self._refresh_safely)
            self._join(game._boards.append)
            try:
                self.refresh()
            except BaseException:
                self.close()  # what cannot be drawn leaves nothing behind
                raise
            if not self._passing:
                unseen = [board for board in game._boards if not (board._seen or board._resting)]
                for board in unseen[:-UNSEEN]:
                    board._resting = True
        game.waiting.add(self.ping)
        self.observe(self._viewed, "_view_count")

    def __repr__(self) -> str:
        return f"<board of {self.game!r}, seat {self.seat}>" if "game" in self.__dict__ else super().__repr__()

    def close(self) -> None:
        """Take the board off the game and off every page."""
        if "game" in self.__dict__:
            self._unsubscribe()
            with self.game.lock:
                if self in self.game._boards:
                    self._join(self.game._boards.remove)
            self.game.waiting.remove(self.ping)
            self._view_count = None  # pages would count the views that go, and complain that nobody listens
        super().close()

    def _join(self, step: Callable[[GameBoard], None]) -> None:
        """Come to the game's boards or leave them: what may be taken back depends on who is there."""
        seated = self.game.seated
        step(self)
        if self.game.seated != seated and not self._passing:
            for board in [board for board in self.game._boards if board is not self]:
                board._refresh_safely()

    def _viewed(self, change: Any) -> None:
        """A page shows the board once more, or once less."""
        if change.new is None or change.old is None:
            return
        if change.new > change.old:
            self._wake()
            return
        with self.game.lock:
            self._resting = True
        self.ping()

    def _wake(self) -> None:
        """Some page shows the board."""
        with self.game.lock:
            self._seen, self._resting = True, False
            self._come_up()

    def _come_up(self) -> None:
        """Show the game's present position if the board has missed it."""
        if self._behind:
            with self.game.lock:
                self._behind = False
                self._draw_safely()

    def refresh(self) -> None:
        """Show the game's present position."""
        with self.game.lock:
            language = self._own_language or self.game.language or get_language()
            if self._drawn_for != (self.game.rules, language):  # an edit may bring other rules, and so another grid
                self.set_up(self.game.scenery.grid(self.seat, language), language)
                self._drawn_for = self.game.rules, language
            scene = self.game.scenery.scene(self._moment(), language)
            if (refusal := self.game.undo_refusal) is not None:
                scene["status"]["kept"] = refusal.text(language)
            if not self._passing:
                scene["status"]["tools"] = list(self._tools(language))
            if self._heat:
                places = {place["name"]: at for at, place in enumerate(self.grid["places"])}
                heat = [(places[name], value) for name, value in self._heat.items() if name in places]
                scene["marks"] = {**scene["marks"], "heat": heat}
            self.show(scene, self.game.rev)

    @property
    def heat(self) -> dict[str, float]:
        """A heat map over the board: a number from 0 to 1 by the label of each place; {} for none."""
        return dict(self._heat)

    @heat.setter
    def heat(self, values: Mapping[str, float]) -> None:
        with self.game.lock:
            places = {place["name"] for place in self.grid["places"]}
            for name, value in values.items():
                one_of("place", name, places)
                if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
                    raise ValueError(f"heat of {name}: expected a number from 0 to 1, got {shorten(value)}")
            self._heat = {name: round(float(value), 3) for name, value in values.items()}
            self.refresh()

    def shown(self) -> dict[str, Any]:
        """What every view of this board shows now, never half of a move."""
        with self.game.lock:
            self._come_up()
            return super().shown()

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> Any:
        """The board's traits, for a page that asks for them."""
        if key is None:
            self._come_up()
        return super().get_state(key, drop_defaults)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        self._wake()
        return super()._repr_mimebundle_(**kwargs)

    def _page(self) -> str:
        page = self.game.to_html(seat=self.seat, language=self.language, theme=self.theme, digits=self.digits)
        assert page is not None
        return page

    def receive(self, intent: Intent) -> Refusal | None:
        """Play, undo, redo or uncover; a refusal names the rule, and whatever failed is said on the board."""
        return self._safely(intent, self._do)

    def tool(self, intent: Intent) -> Table | Refusal | None:
        """Use the tool that the first pick names, or look up the rule that the second one names."""
        return self._safely(intent, self._use)

    def _safely(self, intent: Intent, do: Callable[[Intent], T]) -> T | Refusal:
        try:
            with self.game.lock:
                return do(intent)
        except IllegalMove as error:
            return Refusal(error.rule, error.text(self.language), self._edges(error.fault))
        except EditError as error:
            return Refusal("", error.text(self.language))
        except Exception as error:
            # A front end may drop what a handler raises, so the person at the board is told here.
            log.exception("a board's %s failed", intent.kind)
            return Refusal("", self._failed(error))

    def _failed(self, error: Exception) -> str:
        return ENGINE.say("refusal.failed", self.language, error=f"{type(error).__name__}: {error}")

    def _edges(self, fault: Fault) -> Sequence[tuple[int, int, int]]:
        """The edges that a fault is about, where the view can tell."""
        edges = getattr(self.game.scenery, "edges", None)
        return () if edges is None else edges(fault)

    def preview(self, intent: Intent) -> list[list[int]]:
        """What the sites that a legal move touches would come to."""
        view = self.game.scenery
        told: list[list[int]] | None = self._told(intent, lambda state, _seat, picks: view.preview(state, picks))
        return told or []

    def odds(self, intent: Intent) -> Table | None:
        """What a legal move would lead to against each answer."""
        view = self.game.scenery
        told: Table | None = self._told(intent, lambda state, seat, picks: view.odds(state, seat, picks, self.language))
        return told

    def _told(self, intent: Intent, reckon: Callable[[Any, str, Picked], Any]) -> Any:
        """The answer to a question about a legal move here and now; reckoned once, however often a page asks."""
        with self.game.lock:
            if (plan := self._plan(intent)) is None:
                return None
            position = (self.game.rev, self.language)
            if self._answers[0] != position:
                self._answers = (position, {})
            answers, question = self._answers[1], (intent.kind, *plan)
            if question in answers:
                return answers[question]
            answer = reckon(self.game.state, *plan)
            if len(answers) < MAX_ANSWERS:
                answers[question] = answer
            return answer

    # -- tools ------------------------------------------------------------------------------------

    @property
    def asked_first(self) -> str | None:
        """The seat that is to decide at this board now, the first of several; None where nobody may."""
        with self.game.lock:
            return None if self._covered() is not None else next(iter(self._seats_here()), None)

    def _tools(self, language: str) -> Iterator[ShownTool]:
        for key, tool in self.game.tools.items():
            if tool.offered(self):
                shown = ShownTool(key=key, label=tool.label(language), title=tool.title(language))
                yield {**shown, "on": True} if tool.on(self) else shown

    def _use(self, intent: Intent) -> Table | Refusal | None:
        key, *args = intent.picks or ("",)
        if key == RULE:
            return self._rule(args)
        tool = self.game.tools.get(str(key))
        if tool is None or not tool.offered(self):
            return Refusal("", ENGINE.say("tool.none", self.language))
        self._check_rev(intent)
        return tool.use(self, args, Asked(intent.view, intent.seq, intent.rev))

    def _check_rev(self, intent: Intent) -> None:
        """`StaleMove` where what was asked is about an earlier position."""
        self.game._check_rev(intent.rev, intent.picks)

    def _rule(self, args: Picked) -> Table | Refusal:
        if len(args) != 1 or not isinstance(args[0], str) or not _RULE_ID.fullmatch(args[0]):
            return Refusal("", ENGINE.say("tool.no-rule", self.language))
        title, text = self.game.rule_text(args[0], self.language)
        return {"heading": " · ".join(filter(None, (args[0], title))), "note": text, "columns": [], "rows": []}

    def later(self, key: str, reckon: Callable[[], Table | None], asked: Asked) -> Refusal | None:
        """Work a tool's answer out on a thread of its own, and `tell` it; one at a time, others are refused.

        Where there are no threads (JupyterLite) it is done at once. What fails is said on the board.
        """
        if self.thinking:
            return Refusal("", ENGINE.say("tool.busy", self.language))
        self.thinking = key
        self.refresh()
        worker = threading.Thread(target=self._think, args=(reckon, asked), name=f"hexwidgets {key}", daemon=True)
        try:
            worker.start()
        except RuntimeError:
            self._think(reckon, asked)
        return None

    def _think(self, reckon: Callable[[], Table | None], asked: Asked) -> None:
        table: Table | None = None
        try:
            table = reckon()
        except Exception as error:
            log.exception("a tool failed")
            self.notice(self._failed(error))
        finally:
            with self.game.lock:
                self.thinking = ""
                if self.comm is not None:
                    self._refresh_safely()
                    self.tell(table, asked)

    def follows(self, seat: str) -> bool:
        """Whether what this board shows may change by a secret decision of ``seat``."""
        return self.seat == HOT_SEAT or self._knows(seat)

    def alive(self) -> None:
        """The page is there."""
        self.game.waiting.alive()

    def unreadable(self, what: str) -> str:
        """What to say to a message that cannot be read."""
        return ENGINE.say("refusal.intent", self.language, what=what)

    def _do(self, intent: Intent) -> Refusal | None:
        if intent.kind == "edit":
            return Refusal("", ENGINE.say("edit.playing", self.language))
        if intent.kind in ("undo", "redo"):
            if not (self.game.can_undo if intent.kind == "undo" else self.game.can_redo):
                return Refusal("", ENGINE.say(f"refusal.{intent.kind}", self.language))
            self.game.travel(intent.kind, rev=intent.rev)
        elif intent.kind == "reveal":
            self._uncovered = self._decider()
            self.refresh()
        elif self._covered() is not None:
            return Refusal("", ENGINE.say("refusal.covered", self.language))
        else:
            self.game._check_rev(intent.rev, intent.picks)
            seat, picks = self._meant(intent.picks)
            self.game.play_for(seat, self.game.scenery.move(self.game.state, picks), rev=intent.rev, clicked=True)
        return None

    def _meant(self, picks: Picked) -> tuple[str, Picked]:
        """For whom a list of picks decides, and what: on an open table where several decide, the first pick says whom.

        Elsewhere it is the board's own seat, or at an open table and a hot seat whoever decides.
        """
        if self.seat is None and len(seats := self._seats_here()) > 1:
            if not picks or picks[0] not in seats:
                raise IllegalMove(Fault("SEAT", "fault.for-whom", {"seats": sorted(seats)}), picks)
            return str(picks[0]), picks[1:]
        if self.seat in self.game.seats:
            return self.seat, picks
        if self.game.has_bot(seat := self._decider()):
            raise IllegalMove(Fault("TURN", "fault.bot-decides", {"seat": seat}), picks)
        return seat, picks

    def _plan(self, intent: Intent) -> tuple[str, Picked] | None:
        """For whom and what an intent asks about; None unless it might be played here and now."""
        game = self.game
        if intent.rev != game.rev or self._covered() is not None:
            return None
        try:
            seat, picks = self._meant(intent.picks)
        except IllegalMove:
            return None
        if seat not in self._seats_here() or game.why(seat, game.scenery.move(game.state, picks)) is not None:
            return None
        return seat, picks

    def _deciding(self) -> tuple[str, ...]:
        deciding = self.game.to_move
        return (deciding,) if isinstance(deciding, str) else deciding or ()

    def _seats_here(self) -> tuple[str, ...]:
        """The seats that may decide at this board now, first those that have not yet."""
        deciding = self._deciding()
        if self.seat in self.game.seats:
            return tuple(seat for seat in deciding if seat == self.seat)
        people = tuple(seat for seat in deciding if not self.game.has_bot(seat))
        waited_for = tuple(seat for seat in people if self.game.committed(seat) is None)
        if self.seat == HOT_SEAT:
            return waited_for[:1]
        return waited_for + tuple(seat for seat in people if seat not in waited_for)

    def _people(self) -> tuple[str, ...]:
        """The seats that no bot plays."""
        return tuple(seat for seat in self.game.seats if not self.game.has_bot(seat))

    def _decider(self) -> str:
        """The seat that sits at a hot seat: the first that has yet to decide; where none has, the first of all."""
        waited_for = [seat for seat in self._deciding() if self.game.committed(seat) is None]
        people = self._people()
        return next((seat for seat in waited_for if seat in people), (*waited_for, *people, *self.game.seats)[0])

    def _knows(self, seat: str) -> bool:
        """Whether this board may show what ``seat`` decides in secret. A bot's secret is not even for an open table."""
        return self.seat == seat or (self.seat is None and not self.game.has_bot(seat))

    def _covered(self) -> str | None:
        """The seat that has yet to take over at a hot seat."""
        game = self.game
        if self.seat != HOT_SEAT or game.result is not None or len(self._people()) < 2:
            return None
        if len(self._deciding()) < 2 and not game.scenery.needs_hand(game.phase):
            return None  # no secret
        return None if self._uncovered == self._decider() else self._decider()

    def _whose_knowledge(self) -> str | None:
        if self.seat != HOT_SEAT:
            return self.seat
        if len(people := self._people()) == 1:
            return people[0]  # nobody to hide it from
        return self._uncovered if self._uncovered == self._decider() else SPECTATOR

    def _moment(self) -> Moment:
        game = self.game
        if self._uncovered != self._decider():
            self._uncovered = None  # somebody else sits here now, if only to take a stone
        covered = self._covered()
        seats = () if covered else self._seats_here()
        secrets = {seat: game.committed(seat) for seat in game.seats if self._knows(seat)}
        return Moment(
            known=game.rules.hide(game.state, self._whose_knowledge()),
            seat=self.seat,
            to_move=game.to_move,
            phase=game.phase,
            legal={seat: game.legal_moves(seat) for seat in seats},
            committed={seat: move for seat, move in secrets.items() if move is not None},
            covered=covered,
            earlier=game._earlier_events(),
            happened=game.last_events,
            played=game.just_played,
            result=game.result,
            scores=game.scores,
            undo=game.can_undo,
            redo=game.can_redo,
        )

    def _on_message(self, widget: Any, content: Any, buffers: Any) -> None:
        self._wake()
        super()._on_message(widget, content, buffers)

    def _refresh_safely(self) -> None:
        if not self._resting:
            self._draw_safely()
        elif not self._behind:
            self._behind = True
            self.ping()

    def _draw_safely(self) -> None:
        # One board that cannot draw must not keep the move from the others, nor from the observers.
        try:
            self.refresh()
        except Exception as error:
            log.exception("a board could not be drawn")
            self.notice(self._failed(error))
