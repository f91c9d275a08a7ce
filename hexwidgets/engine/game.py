"""The observable model around a Rules object: what a notebook cell and a board share."""

from __future__ import annotations

import logging
import os
import random
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, ClassVar, Self, cast

import traitlets as t

from . import codes, editing, record
from .editing import Editor
from .ending import Ending, solve_ending, solve_for_seat
from .explain import Explanation
from .faults import ENGINE, EditError, Event, Fault, IllegalMove, StaleMove, Statement, shorten
from .hint import hint
from .history import History, Node
from .names import GAMES
from .players import Bots, view_of
from .position_draft import PositionDraft
from .rules import CHANCE, Result, Rules, draw
from .thinking import Thoughts
from .tree import Tree
from .waiting import Waiting
from .words import check_language, edition, on_language

__all__ = ["Game", "Log"]

log = logging.getLogger("hexwidgets")


class Log(tuple[Event, ...]):
    """What happened so far, an `Event` each; printing it tells the game."""

    __slots__ = ()

    def text(self, language: str | None = None) -> str:
        """The game in words, a line an event."""
        return "\n".join(event.text(language) for event in self)

    def __str__(self) -> str:
        return self.text()


class Game(t.HasTraits):
    """A game that is being played: positions, history, and traits that change together.

    ``rules`` is any object with the methods of `Rules`. ``seed`` (an int; default: a random one,
    kept as ``game.seed``) decides every draw; ``language`` is "en", "ja" or None for the default.

    The traits below are read-only and observable; after each move all of them have their new values
    before the first observer is told. One lock guards every change, so cells, clicks, bots and
    threads may all play: each move is played whole or refused whole.
    """

    to_move = t.Any(None, read_only=True, help="Seat that decides; a tuple when several do; None when over.")
    phase = t.Unicode("", read_only=True, help="Name of the present phase.")
    ply = t.Int(0, read_only=True, help="How many decisions led here.")
    scores: t.Dict[str, int] = t.Dict(read_only=True, help="Points by seat.")
    result = t.Instance(Result, allow_none=True, read_only=True, help="None while the game goes on.")
    log = t.Instance(Log, (), read_only=True, help="What happened, as events.")
    rev = t.Int(0, read_only=True, help="Grows with every change of position, back or forth.")
    language = t.Unicode(None, allow_none=True, help='"en", "ja", or None: follow the default.')

    by_name: ClassVar[dict[str, type[Game]]] = GAMES

    def __init__(self, rules: Rules[Any, Any], *, seed: int | None = None, language: str | None = None) -> None:
        if missing := [m for m in _RULES_MEMBERS if not hasattr(rules, m)]:
            raise TypeError(f"expected a Rules object, got {shorten(rules)}, which lacks {', '.join(missing)}")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise TypeError(f"seed: expected an int or None, got {shorten(seed)}")
        if language is not None:
            check_language(language)
        super().__init__(language=language)
        self.seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self.lock = threading.RLock()
        self._subscribers: list[Callable[[], None]] = []
        self._waiting = Waiting()
        self._committed: dict[str, tuple[Any, bool]] = {}  # by seat: the move, and whether it was clicked
        self._just_played = False
        self._editing = False
        self._bots: Bots | None = None
        self._draft: PositionDraft | None = None
        self._history = History(self._settle(Node(rules.initial(), rules=rules)))
        self._publish()
        self._edition = edition()  # of the texts that it was told with last
        on_language(self)

    def __init_subclass__(cls, game: str | None = None) -> None:
        """``class MonsterHex(Game, game="monsterhex")``: the name in records that `load` looks up."""
        super().__init_subclass__()
        if game is not None:
            Game.by_name[game] = cls

    @classmethod
    def from_options(cls, options: Mapping[str, Any], **kwargs: Any) -> Self:
        """A new game from what its rules' ``options()`` told."""
        return cls(**options, **kwargs)

    # -- asking -------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules that hold now. An edit may bring others, such as those of an arena with another obstacle."""
        rules: Rules[Any, Any] = self._history.now.rules
        return rules

    @property
    def state(self) -> Any:
        """The present state in its list form. States are shared with history: copy before changing."""
        return self._history.now.state

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order."""
        return self.rules.game_type.seats

    @property
    def dials(self) -> dict[str, int]:
        """Every number of the rules that can be set, as it is set; none where the rules have no dials."""
        return dict(getattr(self.rules, "dials", {}))

    @property
    def switches(self) -> dict[str, str]:
        """Every ruling that can be set, as it is set; none where the rules have no switches."""
        return dict(getattr(self.rules, "switches", {}))

    def legal_moves(self, seat: str | None = None) -> tuple[Any, ...]:
        """Every legal move of ``seat`` (default: the one that decides), in the rules' order."""
        with self.lock:
            deciding = self.rules.to_move(self.state)
            if seat is None:
                if len(deciding) > 1:
                    raise ValueError(f"{' and '.join(deciding)} decide together: say whose moves, one of {deciding}")
                return tuple(self.rules.moves(self.state, deciding[0])) if deciding else ()
            self._check_seat(seat)
            return tuple(self.rules.moves(self.state, seat)) if seat in deciding else ()

    def why(self, *seat_and_move: Any) -> Fault | None:
        """``why(move)`` or ``why(seat, move)``: None if that is legal now, else the `Fault` that says why not."""
        if len(seat_and_move) not in (1, 2):
            raise TypeError("expected why(move) or why(seat, move)")
        with self.lock:
            seat = self._check_seat(seat_and_move[0]) if len(seat_and_move) > 1 else self._decider()
            try:
                move = self._read(seat, seat_and_move[-1])
            except IllegalMove as error:
                return error.fault.told_by(self.rules, self.language)
            return self._fault(seat, move)

    def hint(
        self,
        seat: str | None = None,
        *,
        seconds: float | None = 1.0,
        playouts: int | None = None,
        seed: int | None = None,
    ) -> Thoughts:
        """What a search thinks of the legal moves of ``seat`` (default: the one that decides), the best first.

        It knows what the seat knows and no more. ``seconds`` and ``playouts`` limit it, whichever is reached first;
        an equal ``seed`` and equal playouts (with ``seconds=None``) give equal hints. Few turns before the end of a
        game whose endings can be solved the hint is solved instead, see `solve_ending`, and its ``ending`` says so.

        >>> from hexwidgets import ArenaDuel
        >>> hint = ArenaDuel(seed=7).hint("north", seconds=None, playouts=50, seed=1)
        >>> hint.best in hint.moves, 0 <= hint[0].value <= 1
        (True, True)
        """
        with self.lock:
            deciding = self.rules.to_move(self.state)
            if seat is None and len(deciding) > 1:
                raise ValueError(f"{' and '.join(deciding)} decide together: say whose moves, one of {deciding}")
            who = self._decider() if seat is None else self._check_seat(seat)
            if who not in deciding:
                decider = " and ".join(deciding) or "nobody"
                raise ValueError(f"{who} has nothing to decide now, {decider} has")
            view = view_of(self, who)
        thoughts = hint(view, random.Random(seed), seconds=seconds, playouts=playouts)
        return replace(thoughts, language=self.language)

    def explain(self, ply: int | None = None) -> Explanation:
        """What the decision that led to ``ply`` did, and by which rules; default: the last one. 0 is the beginning.

        A number that the game has not reached raises ``ValueError``.
        """
        with self.lock:
            nodes = self._history.past()
        number = len(nodes) - 1 if ply is None else ply
        if type(number) is not int or not 0 <= number < len(nodes):
            raise ValueError(f"ply: expected 0 to {len(nodes) - 1}, got {shorten(ply)}")
        return self._explanation(nodes[number], nodes[number].events)

    def _explanation(self, node: Node, events: Sequence[Event]) -> Explanation:
        explain, parts = getattr(node.rules, "explain", None), tuple[Statement, ...](events)
        if explain is not None and node.parent is not None and node.position is None:
            parts = tuple(explain(node.parent.state, node.moves, node.state, events))
        return Explanation(tuple(part.told_by(node.rules, self.language) for part in parts), self.language)

    def view(self, seat: str | None = None) -> Any:
        """What ``seat`` may know of the present state; None is the open table."""
        now = self._history.now
        return now.rules.hide(now.state, seat if seat is None else self._check_seat(seat))

    def solve_ending(self, most: int | None = None, *, seat: str | None = None, seconds: float | None = None) -> Ending:
        """What this position is worth, and each move in it, both sides playing their best to the end.

        For games in which seats decide in turn, near the end. By default hands and decks are taken as they really
        are, so it tells more than any seat knows. With ``seat``, the one that decides, it goes by what that seat
        knows: a mean over the hands that others may hold and over the draws to come. Of three or more seats it tells
        what the one that decides is sure of, whatever the others do.

        ``most`` positions (default 5 million compiled, 50,000 in plain Python) and ``seconds`` limit it; raises
        `EndingTooLong` (a ``ValueError``) where it is not solved within them.
        """
        with self.lock:
            rules, state = self.rules, self.state
        if seat is None:
            return solve_ending(rules, state, most, seconds=seconds)
        if self._check_seat(seat) not in rules.to_move(state):
            decider = " and ".join(rules.to_move(state)) or "nobody"
            raise ValueError(f"{seat} has nothing to decide now, {decider} has")
        return solve_for_seat(rules, rules.hide(state, seat), most, seconds=seconds)

    # -- changing -----------------------------------------------------------------------------

    def play(self, *moves: Any) -> None:
        """Play one move (a move or its text) for each seat that decides now.

        Raises `IllegalMove`, naming the rule, when any of them is refused; nothing has changed then.
        """
        self._play(moves)

    def play_for(self, seat: str, move: Any, *, rev: int | None = None, clicked: bool = False) -> None:
        """Play ``move`` as ``seat``, which must be the one that decides.

        ``rev`` is the position the move was made for (None: the present one): where the game has
        moved on since, `StaleMove` is raised. ``clicked`` tells those who wait for a click.
        """
        with self.lock:
            self._check_rev(rev, move)
            self._check_seat(seat)
            self._commit(seat, self._checked(seat, move), clicked)

    def commit(self, seat: str, move: Any) -> None:
        """Decide for ``seat`` in secret; once all that decide have, the moves are played together.

        Until then the decision may be changed by committing again. Any other change of position forgets it.
        """
        with self.lock:
            self._check_seat(seat)
            self._commit(seat, self._checked(seat, move), clicked=False)

    def _commit(self, seat: str, move: Any, clicked: bool) -> None:
        rev, kept = self.rev, dict(self._committed)
        self._committed.pop(seat, None)  # so that the last one decided is the last one here
        self._committed[seat] = move, clicked
        deciding = self.rules.to_move(self.state)
        if not all(s in self._committed for s in deciding):
            self._decided(seat)
            return
        by_hand = [move for move, clicked in self._committed.values() if clicked]
        try:
            self._step(tuple(self._committed[s][0] for s in deciding))
        finally:  # a move stands, and counts, even where an observer of it fails
            if self.rev == rev:
                self._committed = kept
            elif by_hand:
                self._waiting.clicked(by_hand[-1])
            elif self.result is not None:
                self._waiting.ended(self)

    def _decided(self, seat: str) -> None:
        """``seat`` has decided in secret: tell those who may know."""

    @property
    def seated(self) -> bool:
        """Whether people play with secrets, so that what was revealed is not taken back unasked."""
        return False

    def undo(self, *, force: bool = False) -> None:
        """Take the last decision back, with what chance did after it.

        In seated play an `EditError` says what that would un-reveal (a draw, a die); ``force`` does it.
        """
        self._travel(lambda h: h.undo(), force)

    def redo(self) -> None:
        """Play the decision again that was undone last."""
        self._travel(lambda h: h.redo())

    def goto(self, ply: int, *, force: bool = False) -> None:
        """Go to the position after ``ply`` decisions of the present line; backwards as `undo` does."""
        self._travel(lambda h: h.goto(ply), force)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last decision did, and what chance did after it."""
        return self._history.now.events

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision to take back."""
        return self._history.can_undo

    @property
    def undo_refusal(self) -> EditError | None:
        """What `undo` would raise for taking back what was revealed in seated play; None where it would not."""
        revealed = [event for event in self._history.now.events if event.reveals] if self.seated else []
        return self._revealing(revealed) if revealed and self.can_undo else None

    @property
    def can_redo(self) -> bool:
        """Whether an undone decision can be played again."""
        return self._history.can_redo

    def branch(self) -> Self:
        """An independent game from here, with the same past and the same luck ahead, and no bots: what if."""
        return self._branch_at(None)

    def _branch_at(self, node: Node | None) -> Self:
        """An independent game from a position of the tree, default the present one."""
        with self.lock:
            past = self._history.past(node)
        return self._twin([replace(node, parent=None, children=[]) for node in past])

    @property
    def tree(self) -> Tree:
        """Every line that was played, by name: to list, to name, to compare and to promote; see `Tree`."""
        return Tree(self)

    def with_rules(self, **changes: Any) -> Self:
        """A new game that starts at this position, with other switches, dials or components, and the same luck ahead.

        ``changes`` are named as when a game is made; what is not named stays. A position that cannot be under
        those rules raises `EditError`, unknown words ``ValueError``.
        """
        with self.lock:
            now = self._history.now
        rules = editing.changed(editing.rules_to_edit(now.rules, "options", "from_options", "position", "at"), changes)
        return self._at(rules, now.rules.position(now.state), now.draws)

    def _at(self, rules: Any, position: Mapping[str, Any], draws: int = 0) -> Self:
        """A game that starts at a position under these rules; `EditError` where it cannot be."""
        state = rules.at(position)
        return self._twin([Node(state, rules=rules, draws=draws, position=rules.position(state))])

    def at(self, position: Mapping[str, Any]) -> Self:
        """A new game of these rules that stands at a position, as ``rules.position(state)`` tells one.

        A position that cannot be raises `EditError`, which lists everything that is wrong with it.

        >>> from hexwidgets import MonsterHex
        >>> game = MonsterHex("four", seed=7)
        >>> game.at({"turn": "blue", "round": 1, "units": {"d5": "red S1"}, "hands": {"blue": ["C2"]}}).to_move
        'blue'
        """
        return self._at(editing.rules_to_edit(self.rules, "position", "at"), position)

    def _twin(self, nodes: list[Node]) -> Self:
        twin = self.__class__.__new__(self.__class__)
        Game.__init__(twin, nodes[0].rules, seed=self.seed, language=self.language)
        twin.__dict__.update(self._kept())
        twin._restore(nodes, len(nodes) - 1)
        return twin

    def editing(self) -> AbstractContextManager[Any]:
        """Set a position up: ``with game.editing() as e:``, then say what it is.

        It is checked as a whole when the block ends. Whatever is wrong is told at once, by an `EditError`
        whose ``faults`` each name their rule, and nothing has changed then, nor after any other exception in
        the block. What was set up is one step of the history, undone and kept like a move. Bots wait until
        somebody else has played, or for ``game.bots.resume()``.

        The game is locked meanwhile: other threads and clicks wait, and then find that the position has moved
        on. One block inside another is refused.
        """
        return self._edit()

    @contextmanager
    def _edit(self) -> Iterator[Editor]:
        with self.lock:
            if self._editing:
                raise EditError(ENGINE.say("edit.nested", self.language))
            now = self._history.now
            editor = editing.rules_to_edit(now.rules, "position", "at", "editor").editor(now.state)
            self._editing = True
            try:
                yield editor
                if self._history.now is not now:
                    raise EditError(ENGINE.say("edit.moved-on", self.language))
                try:
                    edited = editor.finish()
                except EditError as error:
                    raise EditError.of(error.faults, self.language) from None
            finally:
                self._editing = False
                editor.close()
            if edited is not None:
                self._history.add(editing.node_of(edited, now))
                self._publish_quietly()

    @property
    def draft(self) -> PositionDraft:
        """The position that cells and boards in edit mode set up together, step by step, before it is played from.

        It is always the present position and what has been said of it since; see `PositionDraft`.
        """
        with self.lock:
            if self._draft is None:
                self._draft = PositionDraft(self)
            return self._draft

    def _drafted(self) -> None:
        """The draft has changed: tell those who show it."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The decisions that led here, edits left out: a move each, or a tuple where several decided together."""
        with self.lock:
            nodes = self._history.past()[1:]
        decisions = (tuple(node.moves.values()) for node in nodes if node.position is None)
        return tuple(m[0] if len(m) == 1 else m for m in decisions)

    # -- keeping ------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the game to a JSON file, from which `hexwidgets.load` brings it back, undone moves included."""
        record.write(self.to_json(), path)

    def to_json(self) -> dict[str, Any]:
        """The game as JSON values: its options, its seed and every decision and draw in order."""
        with self.lock:
            return record.describe(self, self._history)

    def code(self) -> str:
        """The present position, with the rules that hold there, as one line to paste in a chat.

        `hexwidgets.from_code` makes a game of it again. Dice and draws to come are not in it.

        >>> from hexwidgets import ArenaDuel
        >>> ArenaDuel(seed=7).code()[:12]
        'arenaduel-1-'
        """
        with self.lock:
            now = self._history.now
        rules = editing.rules_to_edit(now.rules, "options", "position", "at")
        told = {"options": dict(rules.options()), "position": rules.position(now.state)}
        return codes.encode(rules.game_type.name, {key: value for key, value in told.items() if value})

    def _kept(self) -> dict[str, Any]:
        """What a branch or a copy takes along besides rules and record, by attribute."""
        return {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self._history.root.rules, self.to_json())

    def __copy__(self) -> Self:
        twin = _rebuild(type(self), self._history.root.rules, self.to_json())
        twin.__dict__.update(self._kept())
        return cast(Self, twin)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __repr__(self) -> str:
        name = self.rules.game_type.name
        return f"<{type(self).__name__} {name}: ply {self.ply}, {self.phase}, to move {self.to_move}>"

    # -- waiting for a person -------------------------------------------------------------------

    async def next_move(self, timeout: float | None = None) -> Any:
        """Wait until a move is made at a board of this game, and return that move (it has been played).

        ``timeout`` is in seconds and raises ``TimeoutError``. Where no board can answer,
        `NoBoardError` says within two seconds what to do instead.
        """
        return await self._waiting.wait(self, timeout)

    def wait_for_move(self, timeout: float | None = None) -> Any:
        """Like `next_move`, but blocks: works only where the kernel takes clicks beside a running cell."""
        return self._waiting.block(self, timeout)

    # -- bots -----------------------------------------------------------------------------------

    @property
    def bots(self) -> Bots:
        """Who plays by itself: ``game.bots["south"] = hw.bots.Greedy()``; see `Bots`."""
        with self.lock:
            if self._bots is None:
                self._bots = Bots(self)
            return self._bots

    def has_bot(self, seat: str) -> bool:
        """Whether a bot plays ``seat``."""
        return self._bots is not None and seat in self._bots

    def _seating_changed(self) -> None:
        """A bot has taken a seat or left it: tell those who show who may play."""

    def notify(self, text: str) -> None:
        """Tell whoever is there something that is no move; boards show it."""
        log.warning("%s", text)

    # -- for boards -----------------------------------------------------------------------------

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call ``callback()`` after every change, inside the lock; returns what ends it."""
        with self.lock:
            self._subscribers.append(callback)

        def end() -> None:
            with self.lock:
                if callback in self._subscribers:
                    self._subscribers.remove(callback)

        return end

    def committed(self, seat: str) -> Any:
        """What ``seat`` has decided in secret, for its own eyes; None while it has not."""
        with self.lock:
            move, _ = self._committed.get(self._check_seat(seat), (None, False))
            return move

    @property
    def just_played(self) -> bool:
        """Whether the last change of position was a decision being played, not a step through history or an edit."""
        return self._just_played

    @property
    def waiting(self) -> Waiting:
        """Where boards say that they are alive."""
        return self._waiting

    def travel(self, direction: str, *, rev: int | None = None) -> None:
        """``"undo"`` or ``"redo"`` of a person at a board, asked for position ``rev``: `StaleMove` when it is gone.

        It goes on to where a person decides, over what bots did; one decision where there are only bots.
        """
        with self.lock:
            self._check_rev(rev, direction)
            if self._bots is not None and (ply := self._bots.ply_of_a_person(self._history, direction)) is not None:
                self.goto(ply)
            else:
                (self.undo if direction == "undo" else self.redo)()

    def language_changed(self) -> None:
        """`set_language` or `add_language` was called: say everything anew."""
        if self.language is None or self._edition != edition():
            self._edition = edition()
            self._say_anew()

    @t.validate("language")
    def _valid_language(self, proposal: Any) -> str | None:
        return None if proposal["value"] is None else check_language(proposal["value"])

    @t.observe("language")
    def _language_set(self, _change: Any) -> None:
        if hasattr(self, "_history"):
            self._say_anew()

    def _say_anew(self) -> None:
        with self.lock:
            self._publish(moved=False)

    # -- inside ---------------------------------------------------------------------------------

    def _decider(self) -> str:
        deciding = self.rules.to_move(self.state)
        if len(deciding) > 1:
            raise ValueError(f"{' and '.join(deciding)} decide together: say for whom, as in why(seat, move)")
        return deciding[0] if deciding else self.seats[0]

    def _check_seat(self, seat: Any) -> str:
        if seat not in self.seats:
            known = ", ".join(self.seats)
            raise ValueError(f"there is no seat {shorten(seat)}; the seats are {known}")
        return str(seat)

    def _check_rev(self, rev: int | None, move: object) -> None:
        if rev is not None and rev != self.rev:
            fault = Fault("STALE", "fault.stale", {"made_for": rev, "now": self.rev}, language=self.language)
            raise StaleMove(fault, move)

    def _read(self, seat: str, move: Any, node: Node | None = None) -> Any:
        """The move that ``move`` is or denotes, at ``node`` (default: the present one)."""
        node = self._history.now if node is None else node
        state, rules = node.state, node.rules
        if not isinstance(move, str):
            return move
        parse = getattr(rules, "parse", None)
        if parse is not None:
            return parse(state, seat, move)
        legal: Sequence[Any] = rules.moves(state, seat) if seat in rules.to_move(state) else ()
        for known in legal:
            if str(known) == move:
                return known
        if all(isinstance(known, str) for known in legal):
            return move  # the rules themselves say what is wrong with it
        facts = {"got": shorten(move), "example": str(legal[0])}
        raise IllegalMove(Fault("NOTATION", "fault.notation", facts), move)

    def _fault(self, seat: str, move: Any) -> Fault | None:
        """Legal or why not. The rules are asked first, since they name their own rule."""
        fault = self.rules.fault(self.state, seat, move)
        if fault is None:
            deciding = self.rules.to_move(self.state)
            if not deciding:
                fault = Fault("OVER", "fault.over")
            elif seat not in deciding:
                fault = Fault("TURN", "fault.not-to-move", {"seat": seat, "deciding": list(deciding)})
        elif (suggestion := getattr(self.rules, "suggestion", None)) is not None:
            fault = replace(fault, suggestion=suggestion(self.state, seat, move))
        return fault and fault.told_by(self.rules, self.language)

    def _checked(self, seat: str, move: Any) -> Any:
        try:
            read = self._read(seat, move)
            fault = self._fault(seat, read)
        except IllegalMove as error:
            fault = error.fault.told_by(self.rules, self.language)
        if fault is not None:
            raise IllegalMove(fault, move)
        return read

    def _play(self, moves: tuple[Any, ...]) -> None:
        with self.lock:
            deciding = self.rules.to_move(self.state) or (self._decider(),)
            if len(moves) != len(deciding):
                facts = {"expected": len(deciding), "got": len(moves), "seats": list(deciding)}
                raise IllegalMove(Fault("ARITY", "fault.arity", facts, language=self.language), moves)
            try:
                self._step(tuple(self._checked(s, m) for s, m in zip(deciding, moves, strict=True)))
            finally:
                if self.result is not None:
                    self._waiting.ended(self)

    def _step(self, moves: tuple[Any, ...]) -> None:
        self._history.add(self._after(self._history.now, moves))
        if self._bots is not None:
            self._bots.quiet = False
        self._publish(played=True)

    def _after(self, now: Node, moves: tuple[Any, ...]) -> Node:
        """The node after ``moves`` and whatever chance did then."""
        rules = now.rules
        decisions = dict(zip(rules.to_move(now.state), moves, strict=True))
        node = Node(rules.apply(now.state, *moves), moves=decisions, draws=now.draws, rules=rules)
        node.events = self._events(rules, now.state, decisions, node.state)
        return self._settle(node)

    def _settle(self, node: Node) -> Node:
        """Let chance decide until a seat does."""
        rules = node.rules
        while rules.to_move(node.state) == (CHANCE,):
            outcome = self._draw(node)
            after = rules.apply(node.state, outcome)
            node.events = (*node.events, *self._events(rules, node.state, {CHANCE: outcome}, after))
            node.state, node.chance, node.draws = after, (*node.chance, outcome), node.draws + 1
        return node

    def _draw(self, node: Node) -> Any:
        return draw(node.rules, node.state, self.seed, node.draws)

    def _events(self, rules: Any, before: Any, moves: dict[str, Any], after: Any) -> tuple[Event, ...]:
        tell = getattr(rules, "events", None)
        if tell is not None:
            return tuple(tell(before, moves, after))
        return tuple(
            Event("", "event.chance" if s == CHANCE else "event.move", {"seat": s, "move": str(m)}, reveals=s == CHANCE)
            for s, m in moves.items()
        )

    def _travel(self, step: Callable[[History], None], force: bool = True) -> None:
        with self.lock:
            history = self._history
            before, tip = history.now, history.tip
            step(history)
            if not force and self.seated and (revealed := _left_behind(before, history.past())):
                history.switch(tip, before.ply)
                raise self._revealing(revealed)
            if history.now is not before:
                self._publish_quietly()
            elif history.tip is not tip:
                self._publish(moved=False)

    def _publish_quietly(self) -> None:
        """Show a position that nobody played to: bots do not answer it."""
        if self._bots is not None:
            self._bots.quiet = True
        self._publish()

    def _revealing(self, revealed: list[Event]) -> EditError:
        told = [event.text(self.language) for event in revealed]
        return EditError(ENGINE.say("refusal.reveals", self.language, revealed=told), revealed)

    def _restore(self, nodes: list[Node], ply: int, name: str = "", branches: Iterable[record.Branch] = ()) -> None:
        """Take over a line of positions, the first of them the start, and those that leave it; stand at ``ply``."""
        with self.lock:
            if nodes[0].rules is None:
                nodes[0].rules = self.rules
            self._history = History(nodes[0])
            for node in nodes[1:]:
                self._history.add(node)
            if name:
                self._history.labels[nodes[-1]].name = name
            for branch in branches:
                self._history.graft(branch.parent, branch.nodes, branch.name)
            self._history.goto(ply)
            self._publish()

    def _shown(self) -> dict[str, Any]:
        """The traits of the present position, by name; games add theirs."""
        state, result = self.state, self.rules.result(self.state)
        deciding = self.rules.to_move(state)
        phase, scores = getattr(self.rules, "phase", None), getattr(self.rules, "scores", None)
        events = (event for node in self._history.past() for event in node.told(self.language))
        return {
            "to_move": deciding[0] if len(deciding) == 1 else (deciding or None),
            "phase": phase(state) if phase else ("over" if result else "play"),
            "ply": self._history.now.ply,
            "scores": dict(scores(state)) if scores else {},
            "result": result,
            "log": Log(events),
        }

    def _publish(self, moved: bool = True, played: bool = False) -> None:
        """Show the present position: every trait first, then the boards, then observers."""
        if moved:
            self._committed.clear()
            self._just_played = played
        with self.hold_trait_notifications():
            for name, value in self._shown().items():
                self.set_trait(name, value)
            if moved:
                self.set_trait("rev", self.rev + 1)
            for callback in tuple(self._subscribers):
                callback()


def _left_behind(before: Node, past: Sequence[Node]) -> list[Event]:
    """What was revealed on the way to ``before`` that is not on the way along ``past``."""
    node, kept, left = before, set(past), list[Event]()
    while node not in kept and node.parent is not None:
        left = [event for event in node.events if event.reveals] + left
        node = node.parent
    return left


_RULES_MEMBERS = ("game_type", "initial", "to_move", "moves", "fault", "apply", "result", "hide")


def _rebuild(cls: type[Game], rules: Rules[Any, Any], data: dict[str, Any]) -> Any:
    """A pickled or copied game again, its record replayed by the same rules."""
    game = cls.__new__(cls)
    Game.__init__(game, rules, seed=data["seed"], language=data["language"])
    record.replay(game, data)
    return game
