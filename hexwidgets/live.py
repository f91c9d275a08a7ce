"""A game and its boards: where the model meets the widget.

The engine knows no widget and the board knows no game. Here each change of a game becomes a scene on
its boards, and each intent of a board a move, an undo, or a refusal that names the rule.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, cast

from .board.board import HexBoard
from .board.intents import Intent
from .board.scene import Grid, Scene
from .engine import record
from .engine.dials import one_of
from .engine.faults import ENGINE, EditError, Event, IllegalMove, shorten
from .engine.game import Game as Model
from .engine.rules import Result
from .engine.words import get_language

__all__ = ["Game", "GameBoard", "Moment", "View", "load"]

log = logging.getLogger("hexwidgets")

HOT_SEAT = "turn"
SPECTATOR = ""  # nobody's knowledge: what everyone may know

Theme = Literal["auto", "light", "dark"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A position as one board may show it.

    ``known`` is what ``rules.hide`` gave; ``seat`` what the board was made for (None, a seat, or
    "turn"); ``legal`` the moves that may be made at this board now; ``covered`` a seat whose hand
    waits to be shown; ``happened`` the events of the last decision.
    """

    known: Any
    seat: str | None
    to_move: Any
    phase: str
    legal: tuple[Any, ...]
    covered: str | None
    happened: Sequence[Event]
    result: Result | None
    scores: Mapping[str, int]
    undo: bool
    redo: bool


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

    def preview(self, state: Any, picks: Sequence[str | int]) -> list[list[int]]:
        """What each site that a legal move touches would come to; see ``Preview`` in protocol.ts."""
        ...

    def needs_hand(self, phase: str) -> bool:
        """Whether the one who decides in this phase must see a hidden hand."""
        ...


class Game(Model):
    """A game in a notebook: the model, and any number of boards that show it and play on it.

    As a cell's last line it shows its board: the open table, where every hand is seen. `board` makes
    others. ``view`` draws a game that brings no view of its own.
    """

    view_class: ClassVar[Any] = None

    def __init__(self, rules: Any, *, view: View | None = None, **kwargs: Any) -> None:
        super().__init__(rules, **kwargs)
        self._view = view
        self._open_table: GameBoard | None = None

    @property
    def scenery(self) -> View:
        """How this game looks."""
        if self.__dict__.get("_view") is None:
            if self.view_class is None:
                raise TypeError(f"{self.rules.game_type.name} has no view: pass one, as in Game(rules, view=...)")
            self._view = self.view_class(self.rules)
        return cast(View, self._view)

    @property
    def _boards(self) -> list[GameBoard]:
        # Made when asked for: a branch or a copy has none of its own yet.
        boards: list[GameBoard] = self.__dict__.setdefault("_shown_on", [])
        return boards

    @property
    def seated(self) -> bool:
        """Whether people play with secrets: it has boards of seats, and no open table that shows all."""
        return bool(self._boards) and all(board.seat is not None for board in self._boards)

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
    ) -> GameBoard:
        """Another board of this game.

        ``seat`` None is the open table (every hand shown); a seat's name shows and plays that seat only;
        "turn" is a hot seat, where the hand of the one to move is shown after a hand-over.
        ``language`` None follows the game.
        """
        return GameBoard(self, seat=seat, language=language, theme=theme, digits=digits)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        table = self.__dict__.get("_open_table")
        if table is None or table.comm is None:
            table = self._open_table = self.board()
        return table._repr_mimebundle_(**kwargs)


def load(path: str | os.PathLike[str], *, rules: Any = None, view: View | None = None) -> Game:
    """Bring a saved game back: its options, luck, history and undone moves.

    ``rules``, and ``view`` if it is to be shown, are needed only for a game that is not part of the
    package. Raises `RecordError` (a ``ValueError``) that says where in the file what is wrong, and
    ``OSError`` when the file cannot be read.
    """

    def make(rules: Any, **kwargs: Any) -> Game:
        return Game(rules, view=view, **kwargs)

    return cast(Game, record.load(path, rules=rules, make=make))


class GameBoard(HexBoard):
    """A board that shows a game and plays on it."""

    def __init__(self, game: Game, *, seat: str | None, language: str | None, theme: Theme, digits: bool) -> None:
        if seat is not None:
            one_of("seat", seat, (*game.seats, HOT_SEAT))
        if language is not None:
            one_of("language", language, ENGINE.languages)
        if not isinstance(digits, bool):
            raise TypeError(f"digits: expected True or False, got {shorten(digits)}")
        one_of("theme", theme, ("auto", "light", "dark"))
        super().__init__(theme=theme, digits=digits)
        self.game = game
        self.seat = seat
        self._own_language = language
        self._uncovered: str | None = None  # hot seat: whose hand may be shown
        with game.lock:
            self._unsubscribe = game.subscribe(self._refresh_safely)
            game._boards.append(self)
            try:
                self.refresh()
            except BaseException:
                self.close()  # what cannot be drawn leaves nothing behind
                raise
        game.waiting.add(self.ping)

    def __repr__(self) -> str:
        return f"<board of {self.game!r}, seat {self.seat}>" if "game" in self.__dict__ else super().__repr__()

    def close(self) -> None:
        """Take the board off the game and off every page."""
        if "game" in self.__dict__:
            self._unsubscribe()
            if self in self.game._boards:
                self.game._boards.remove(self)
            self.game.waiting.remove(self.ping)
        super().close()

    def refresh(self) -> None:
        """Show the game's present position."""
        with self.game.lock:
            language = self._own_language or self.game.language or get_language()
            if not self.words or language != self.language:
                self.set_up(self.game.scenery.grid(self.seat, language), language)
            self.show(self.game.scenery.scene(self._moment(), language), self.game.rev)

    def receive(self, intent: Intent) -> tuple[str, str] | None:
        """Play, undo, redo or uncover; a refusal names the rule, and whatever failed is said on the board."""
        try:
            with self.game.lock:
                return self._do(intent)
        except IllegalMove as error:
            return error.rule, error.text(self.language)
        except EditError as error:
            return "", error.text(self.language)
        except Exception as error:
            # A front end may drop what a handler raises, so the person at the board is told here.
            log.exception("a board's %s failed", intent.kind)
            return "", ENGINE.say("refusal.failed", self.language, error=f"{type(error).__name__}: {error}")

    def preview(self, intent: Intent) -> list[list[int]]:
        """What the sites that a legal move touches would come to."""
        game = self.game
        with game.lock:
            seat = self._acting_seat()
            if intent.rev != game.rev or self._covered() is not None or not self._decides(seat):
                return []
            if game.why(seat, game.scenery.move(game.state, intent.picks)) is not None:
                return []
            return game.scenery.preview(game.state, intent.picks)

    def alive(self) -> None:
        """The page is there."""
        self.game.waiting.alive()

    def unreadable(self, what: str) -> str:
        """What to say to a message that cannot be read."""
        return ENGINE.say("refusal.intent", self.language, what=what)

    def _do(self, intent: Intent) -> tuple[str, str] | None:
        if intent.kind in ("undo", "redo"):
            if not (self.game.can_undo if intent.kind == "undo" else self.game.can_redo):
                return "", ENGINE.say(f"refusal.{intent.kind}", self.language)
            self.game.travel(intent.kind, rev=intent.rev)
        elif intent.kind == "reveal":
            self._uncovered = self._decider()
            self.refresh()
        elif self._covered() is not None:
            return "", ENGINE.say("refusal.covered", self.language)
        else:
            move = self.game.scenery.move(self.game.state, intent.picks)
            self.game.play_for(self._acting_seat(), move, rev=intent.rev, clicked=True)
        return None

    def _acting_seat(self) -> str:
        """Who acts at this board: its seat, or at an open table and a hot seat whoever decides."""
        return self.seat if self.seat in self.game.seats else self._decider()

    def _decider(self) -> str:
        """The seat that decides; the first one where several do or none does."""
        deciding = self.game.to_move
        return deciding if isinstance(deciding, str) else self.game.seats[0]

    def _decides(self, seat: str | None) -> bool:
        deciding = self.game.to_move
        return seat in deciding if isinstance(deciding, tuple) else seat == deciding

    def _covered(self) -> str | None:
        """The seat whose hand a hot seat still hides."""
        game = self.game
        if self.seat != HOT_SEAT or game.result is not None or not game.scenery.needs_hand(game.phase):
            return None
        return None if self._uncovered == self._decider() else self._decider()

    def _whose_knowledge(self) -> str | None:
        if self.seat != HOT_SEAT:
            return self.seat
        return self._uncovered if self._uncovered == self._decider() else SPECTATOR

    def _moment(self) -> Moment:
        game = self.game
        if self._uncovered != self._decider():
            self._uncovered = None  # somebody else sits here now, if only to take a stone
        covered, state = self._covered(), game.state
        acting = self._acting_seat()
        may_act = covered is None and self._decides(acting)
        return Moment(
            known=game.rules.hide(state, self._whose_knowledge()),
            seat=self.seat,
            to_move=game.to_move,
            phase=game.phase,
            legal=game.legal_moves(acting) if may_act else (),
            covered=covered,
            happened=game.last_events,
            result=game.result,
            scores=game.scores,
            undo=game.can_undo,
            redo=game.can_redo,
        )

    def _refresh_safely(self) -> None:
        # One board that cannot draw must not keep the move from the others, nor from the observers.
        try:
            self.refresh()
        except Exception as error:
            log.exception("a board could not be drawn")
            self.notice(ENGINE.say("refusal.failed", self.language, error=f"{type(error).__name__}: {error}"))
