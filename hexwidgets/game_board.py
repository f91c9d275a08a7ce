"""Boards of games: where the model meets the widget.

Each change of a game becomes a scene on its boards, and each intent of a board a move, an undo, or a refusal that
names the rule.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from .board.board import Asked, HexBoard, Refusal
from .board.intents import Intent
from .board.scene import Table
from .board.scene import Tool as ShownTool
from .engine.dials import one_of
from .engine.faults import ENGINE, EditError, Fault, IllegalMove, sentences, shorten
from .engine.rulebook import look_up
from .engine.words import edition, get_language, known_languages
from .tools import RULE, Overlay
from .viewing import Attempt, Moment

if TYPE_CHECKING:
    from .live import Game

__all__ = ["HOT_SEAT", "UNSEEN", "GameBoard", "Picked", "Theme"]

log = logging.getLogger("hexwidgets")

HOT_SEAT = "turn"
MAX_ANSWERS = 500  # that a board remembers of a position
SPECTATOR = ""  # nobody's knowledge: what everyone may know
UNSEEN = 16  # boards of a game that no page has shown yet and that follow it all the same; older ones rest

Theme = Literal["auto", "light", "dark"]
Picked = Sequence[str | int]
T = TypeVar("T")
_RULE_ID = re.compile(r"[\w.-]+")


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
        self,
        game: Game,
        *,
        seat: str | None,
        language: str | None,
        theme: Theme,
        digits: bool,
        on: Iterable[str] = (),
        comm: Any = None,
    ) -> None:
        on = frozenset(on)
        for key in on:
            one_of("tool", key, game.tools)
        if seat is not None:
            one_of("seat", seat, (*game.seats, HOT_SEAT))
        if language is not None:
            one_of("language", language, known_languages())
        if not isinstance(digits, bool):
            raise TypeError(f"digits: expected True or False, got {shorten(digits)}")
        one_of("theme", theme, ("auto", "light", "dark"))
        super().__init__(theme=theme, digits=digits, comm=comm, _view_count=0)
        self.game = game
        self._lock = game.lock
        self.seat = seat
        self._own_language = language
        self._drawn_for: tuple[Any, str, int] | None = None  # the rules and the language of the grid, and its edition
        self._answers: tuple[Any, dict[Any, Any]] = (None, {})  # to questions about a position
        self._uncovered: str | None = None  # hot seat: whose hand may be shown
        self._passing = comm is not None  # drawn once and gone
        self.thinking = ""  # the key of the tool whose answer is being worked on
        self._heat: dict[str, float] = {}
        self.switched_on: frozenset[str] = on
        """The keys of the tools that are on at this board, of those that can be."""
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
            drawn_for = self.game.rules, language, edition()
            if self._drawn_for != drawn_for:  # an edit may bring other rules, and so another grid
                self.set_up(self.game.scenery.grid(self.seat, language), language)
                self._drawn_for = drawn_for
            scene = self.game.scenery.scene(self._moment(), language)
            if (refusal := self.game.undo_refusal) is not None:
                scene["status"]["kept"] = refusal.text(language)
            if not self._passing:
                scene["status"]["tools"] = list(self._tools(language))
                if self.game._refused_to:
                    scene["status"]["hears"] = True
            if self._heat:
                places = {place["name"]: at for at, place in enumerate(self.grid["places"])}
                heat = [(places[name], value) for name, value in self._heat.items() if name in places]
                scene["marks"] = {**scene["marks"], "heat": heat}
            for tool in self.game.tools.values():
                if isinstance(tool, Overlay) and tool.on(self) and tool.offered(self):
                    tool.lay_over(self, scene, language)
            self.show(scene, self.game.rev)

    def switch(self, key: str, on: bool = True) -> None:
        """Switch a tool on or off at this board, such as "best", the best play of a duel.

        Raises ``ValueError`` where the game has no such tool.
        """
        with self.game.lock:
            one_of("tool", key, self.game.tools)
            self.switched_on = self.switched_on | {key} if on else self.switched_on - {key}
            self.refresh()

    def go_to(self, node: Any) -> bool:
        """Show another position of the game's history, where the board can; whether it could."""
        del node
        return False

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
        looks: dict[str, Any] = {"language": self.language, "theme": self.theme, "digits": self.digits}
        return self.game._replay(self.seat, **looks, on=self.switched_on)

    def receive(self, intent: Intent) -> Refusal | None:
        """Play, undo, redo or uncover; a refusal names the rule, and whatever failed is said on the board."""
        refusal = self._safely(intent, self._do)
        if refusal is not None and refusal.rule not in ("", "STALE") and intent.kind in ("move", "tried"):
            self._report(intent, refusal)
        return refusal

    def _report(self, intent: Intent, refusal: Refusal) -> None:
        """Let those hear who listen to what is refused."""
        with self.game.lock:
            try:
                seat, picks = self._meant(intent.picks)
            except IllegalMove:
                return  # nobody's
            whole = intent.kind == "move"
            move = self.game.scenery.move(self.game.state, picks) if whole else " ".join(map(str, picks))
        self.game._report(Attempt(seat, str(move), refusal.rule, refusal.text))

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
            position = (self.game.rev, self.language, edition())
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
            return next(iter(self.deciding_here), None)

    @property
    def deciding_here(self) -> tuple[str, ...]:
        """The seats that are to decide at this board now, first those that have not yet."""
        with self.game.lock:
            return () if self._covered() is not None else self._seats_here()

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
        answer = tool.use(self, args, Asked(intent.view, intent.seq, intent.rev))
        return answer if answer is None or isinstance(answer, Refusal) else self._from_here(answer, self.asked_first)

    def _from_here(self, table: Table, seat: str | None) -> Table:
        """The table with picks as they are made here: where several seats decide, the first says for whom."""
        if self.picks.get("steps", [])[:1] == ["seat"]:
            for row in table["rows"]:
                if "picks" in row:
                    row["picks"] = [str(seat), *row["picks"]]
        return table

    def _check_rev(self, intent: Intent) -> None:
        """`StaleMove` where what was asked is about an earlier position."""
        self.game._check_rev(intent.rev, intent.picks)

    def _rule(self, args: Picked) -> Table | Refusal:
        if len(args) != 1 or not isinstance(args[0], str) or not _RULE_ID.fullmatch(args[0]):
            return Refusal("", ENGINE.say("tool.no-rule", self.language))
        title, text = self.game.rule_text(args[0], self.language)
        if look_up(self.game.rules.game_type.name, args[0]):
            text = sentences([text, ENGINE.say("rulebook.opened", self.language)], self.language)
        return {"heading": " · ".join(filter(None, (args[0], title))), "note": text, "columns": [], "rows": []}

    def later(self, key: str, reckon: Callable[[], Table | None], asked: Asked) -> Refusal | None:
        """Work a tool's answer out on a thread of its own, and `tell` it; one at a time, others are refused.

        Where there are no threads (JupyterLite) it is done at once. What fails is said on the board.
        """
        if self.thinking:
            return Refusal("", ENGINE.say("tool.busy", self.language))
        self.thinking = key
        self.refresh()
        args = (reckon, asked, self.asked_first)
        worker = threading.Thread(target=self._think, args=args, name=f"hexwidgets {key}", daemon=True)
        try:
            worker.start()
        except RuntimeError:
            self._think(*args)
        return None

    def _think(self, reckon: Callable[[], Table | None], asked: Asked, seat: str | None) -> None:
        table: Table | None = None
        try:
            if (table := reckon()) is not None:
                table = self._from_here(table, seat)
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
        elif intent.kind == "tried":
            self.game._check_rev(intent.rev, intent.picks)
            path = "/".join(map(str, intent.picks))
            told = [Refusal(rule, text) for which, rule, text in self.picks.get("refused", ()) if which == path]
            return told[0] if told else Refusal("", ENGINE.say("refusal.intent", self.language, what="picks"))
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
