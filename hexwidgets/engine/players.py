"""Bots at the board: who plays by itself, what it may see, and the threads it thinks on.

A bot is any callable that takes a `SeatView` and returns a move or its text. It thinks on a thread of its
own that lives no longer than its seat decides, holds no game, and hands the move over through the game's
lock with the ``rev`` that it was asked for.
"""

from __future__ import annotations

import logging
import threading
import weakref
from collections.abc import Callable, Iterator, MutableMapping
from typing import TYPE_CHECKING, Any

from .faults import ENGINE, IllegalMove, StaleMove, shorten
from .history import History, Node
from .rules import Result
from .seat_view import SeatView, seat_view

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Bot", "BotError", "Bots", "SeatView", "seat_view"]

log = logging.getLogger("hexwidgets")

Bot = Callable[[SeatView], Any]


def view_of(game: Game, seat: str) -> SeatView:
    """What ``seat``, which is to decide, may know of a game now."""
    with game.lock:
        return seat_view(game.rules, game.state, seat, game.rev)


class BotError(RuntimeError):
    """A bot that failed or chose an illegal move, and was taken off; the cause is chained."""

    def __init__(self, message: str, seat: str) -> None:
        super().__init__(message)
        self.seat = seat


class _Chair:
    """A bot at its seat, and the thread it thinks on while it has something to decide."""

    def __init__(self, seat: str, bot: Bot) -> None:
        self.seat = seat
        self.bot = bot
        self.thread: threading.Thread | None = None
        self.asked: SeatView | None = None  # what it is thinking about
        self.answered = -1  # the rev that it has decided for


class Bots(MutableMapping[str, Bot]):
    """The bots of a game, by seat.

    ``game.bots["south"] = bot`` seats one and ``del game.bots["south"]`` takes it off. A bot plays whenever its seat
    decides, beside whatever the kernel does, and where several decide together commits in secret. What it is thinking
    about when the position changes is dropped, and it is asked anew. One that raises or chooses an illegal move is
    taken off and told of: a warning in the log, a notice on every board, and ``errors``.

    After an undo, a redo or an edit bots stay quiet where only they decide, until somebody else has played or `resume`
    is called: so they do not play away what you are looking at. ``game.undo()`` takes back one decision; undoing at a
    board goes back to where a person decides.

    >>> from hexwidgets import MonsterHex
    >>> game = MonsterHex("two-duel", seed=7)
    >>> for seat in game.seats:
    ...     game.bots[seat] = lambda view: view.legal_moves()[0]
    >>> game.bots.finish(timeout=60).reason in ("points", "seven-stone", "shared-victory")
    True
    """

    def __init__(self, game: Game) -> None:
        self._game = weakref.ref(game)
        self._chairs: dict[str, _Chair] = {}
        self._errors: dict[str, BaseException] = {}
        self._untold: dict[str, BaseException] = {}  # those that `wait` has yet to raise
        self._changed = threading.Condition(game.lock)
        self._quiet = False
        game.subscribe(self._look)

    # -- who sits where -------------------------------------------------------------------------

    def __getitem__(self, seat: str) -> Bot:
        return self._chairs[seat].bot

    def __setitem__(self, seat: str, bot: Bot) -> None:
        game = self._here()
        if not callable(bot):
            raise TypeError(f"expected a callable that takes a view and returns a move, got {shorten(bot)}")
        with game.lock:
            self._leave(game._check_seat(seat))
            self._errors.pop(seat, None)
            self._untold.pop(seat, None)
            self._chairs[seat] = _Chair(seat, bot)
            game._seating_changed()
            self.resume()

    def __delitem__(self, seat: str) -> None:
        with (game := self._here()).lock:
            if seat not in self._chairs:
                raise KeyError(seat)
            self._leave(seat)
            game._seating_changed()
            self._changed.notify_all()

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._chairs))

    def __len__(self) -> int:
        return len(self._chairs)

    def __repr__(self) -> str:
        return f"<bots {', '.join(f'{seat}: {shorten(bot)}' for seat, bot in self.items()) or 'none'}>"

    @property
    def errors(self) -> dict[str, BaseException]:
        """By seat, why a bot was taken off; gone when another takes its place."""
        return dict(self._errors)

    def stop(self) -> None:
        """Take every bot off; what they are thinking about is dropped."""
        for seat in self:
            del self[seat]

    def resume(self) -> None:
        """Let bots play on after an undo, a redo or an edit."""
        self.quiet = False
        self._look()

    # -- waiting --------------------------------------------------------------------------------

    def wait(self, timeout: float | None = None) -> Result | None:
        """Let the bots play, and block until the game is over or somebody without a bot is to decide.

        Returns the result, None where somebody is to decide. ``timeout`` is in seconds and raises ``TimeoutError``;
        a bot that has failed raises `BotError`, once.
        """
        game = self._here()
        with game.lock:
            self.resume()
            if not self._changed.wait_for(
                lambda: self._untold or not self._only_bots_decide(game._history.now), timeout
            ):
                raise TimeoutError(ENGINE.say("bots.late", game.language, seconds=timeout))
            for seat, error in self._untold.items():
                self._untold = {}
                raise BotError(self._told(game, seat, error), seat) from error
            return game.result

    def finish(self, timeout: float | None = None) -> Result:
        """Let the bots play the game to its end and return the result; every seat that decides needs a bot.

        ``timeout`` is in seconds and raises ``TimeoutError``, a seat without a bot ``ValueError``, a bot that fails
        `BotError`.
        """
        game = self._here()
        result = self.wait(timeout)
        if result is None:
            deciding = [seat for seat in game.rules.to_move(game.state) if seat not in self._chairs]
            raise ValueError(ENGINE.say("bots.nobody", game.language, seats=deciding))
        return result

    # -- for the model ----------------------------------------------------------------------------

    @property
    def quiet(self) -> bool:
        """Whether bots leave a position alone in which only they decide."""
        return self._quiet

    @quiet.setter
    def quiet(self, quiet: bool) -> None:
        self._quiet = quiet

    def ply_of_a_person(self, history: History, direction: str) -> int | None:
        """Where undo or redo at a board leads: to the nearest position that does not wait for bots alone."""
        line, here = list(history.line()), history.now.ply
        steps = reversed(line[:here]) if direction == "undo" else iter(line[here + 1 :])
        return next((node.ply for node in steps if not self._only_bots_decide(node)), None)

    # -- inside -----------------------------------------------------------------------------------

    def _here(self) -> Game:
        game = self._game()
        if game is None:
            raise ReferenceError("the game of these bots is gone")
        return game

    def _only_bots_decide(self, node: Node) -> bool:
        deciding = node.rules.to_move(node.state)
        return bool(deciding) and all(seat in self._chairs for seat in deciding)

    def _is_due(self, game: Game, chair: _Chair) -> bool:
        if self._chairs.get(chair.seat) is not chair or chair.answered == game.rev:
            return False
        if self._quiet and self._only_bots_decide(game._history.now):
            return False
        return chair.seat in game.rules.to_move(game.state)

    def _leave(self, seat: str) -> None:
        chair = self._chairs.pop(seat, None)
        if chair is not None and chair.asked is not None:
            chair.asked._over.set()

    def _look(self) -> None:
        """The position, or who sits where, has changed: ask whoever is to decide and does not think yet."""
        game = self._here()
        with game.lock:
            for chair in tuple(self._chairs.values()):
                if chair.asked is not None and chair.asked.rev != game.rev:
                    chair.asked._over.set()
                if chair.thread is None and self._is_due(game, chair):
                    name = f"hexwidgets bot {chair.seat}"
                    chair.thread = threading.Thread(target=_think, args=(self._game, chair), name=name, daemon=True)
                    try:
                        chair.thread.start()
                    except RuntimeError as error:  # no threads here, or no more of them
                        self._fail(chair, error)
            self._changed.notify_all()

    def _ask(self, chair: _Chair) -> SeatView | None:
        """What a bot is to think about; None where there is nothing, and then its thread ends."""
        game = self._here()
        with game.lock:
            chair.asked = view_of(game, chair.seat) if self._is_due(game, chair) else None
            if chair.asked is None:
                chair.thread = None
            return chair.asked

    def _answer(self, chair: _Chair, view: SeatView, move: Any) -> None:
        """Play what a bot has decided, unless the position has moved on or the bot is gone."""
        game = self._here()
        with game.lock:
            if self._chairs.get(chair.seat) is not chair or view.rev != game.rev:
                return
            before = game._history.now
            chair.answered = view.rev
            try:
                game.play_for(chair.seat, move, rev=view.rev)
            except StaleMove:
                return
            except Exception as error:
                if isinstance(error, IllegalMove) or game._history.now is before:
                    self._fail(chair, error)
                else:  # the move stands; somebody who watches it failed
                    log.exception("an observer of a bot's move failed")

    def _fail(self, chair: _Chair, error: BaseException) -> None:
        game = self._here()
        with game.lock:
            if self._chairs.get(chair.seat) is not chair:
                return
            self._leave(chair.seat)
            self._errors[chair.seat] = self._untold[chair.seat] = error
            game._seating_changed()
            game.notify(self._told(game, chair.seat, error))
            self._changed.notify_all()

    def _told(self, game: Game, seat: str, error: BaseException) -> str:
        text = error.text(game.language) if isinstance(error, IllegalMove) else f"{type(error).__name__}: {error}"
        return ENGINE.say("bots.failed", game.language, seat=seat, error=text)


def _think(there: weakref.ref[Game], chair: _Chair) -> None:
    """Runs on a bot's own thread while its seat decides. While the bot thinks nothing here holds the game."""
    while True:
        error, view, move = None, None, None
        try:
            view = _asked(there, chair)
            if view is None:
                return
            move = chair.bot(view)
        except BaseException as raised:
            error = raised
        if not _done(there, chair, view, move, error):
            return


def _asked(there: weakref.ref[Game], chair: _Chair) -> SeatView | None:
    game = there()
    return None if game is None else game.bots._ask(chair)


def _done(
    there: weakref.ref[Game], chair: _Chair, view: SeatView | None, move: Any, error: BaseException | None
) -> bool:
    """Hand over what came of thinking; whether there is more to think about."""
    game = there()
    if game is None:
        return False
    if error is None and view is not None:
        game.bots._answer(chair, view, move)
    elif error is not None:
        game.bots._fail(chair, error)
    return error is None
