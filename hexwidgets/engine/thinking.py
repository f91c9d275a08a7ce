"""Thinking about a move by what a seat knows: search by compiled kernels, or over any `Rules` in plain Python.

Whatever a search tries out it tries on positions that ``rules.imagine`` makes of the seat's knowledge; the game itself
is out of its reach.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from . import plainsearch, search
from .faults import ENGINE, shorten
from .players import Bot, SeatView, seat_view
from .rng import seeded
from .words import get_language

if TYPE_CHECKING:
    from .ending import Ending

__all__ = ["Thought", "Thoughts", "check_budget", "think"]

_PAUSE = 0.02  # seconds between two looks at the clock, and at whether anybody still waits
_ROWS, _LISTED_ROWS = 1 << 20, 1 << 16  # of a tree, where no number of playouts bounds it: compiled and interpreted
_ROWS_A_PLAYOUT = 128
_OFTEN = 3  # a move that was tried so many times less often than the favourite is no rival of it, whatever it brought
_SHOWN = 8

Mixes = Mapping[str, Mapping[Any, float]]  # by seat: moves with their probabilities


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search has come to think of one move.

    ``value`` is the seat's expected share of the victory after it, 0 to 1 (a draw of two counts one half); ``share``
    how much of the playouts chose the move: where several decide together that is how often it should be played.
    """

    move: Any
    value: float
    share: float


@dataclass(frozen=True, repr=False)
class Thoughts(Sequence[Thought]):
    """The legal moves of a seat as a search thinks of them, the best first.

    ``playouts`` tells after how many games played out in the mind. ``ending`` is there where nothing was played out
    but the ending solved: then ``value`` is no estimate, and only the best moves have a share. Printing it shows the
    best moves.
    """

    seat: str
    playouts: int
    thoughts: tuple[Thought, ...]
    language: str | None = None
    ending: Ending | None = None

    @property
    def best(self) -> Any:
        """The move to make."""
        return self.thoughts[0].move

    @property
    def moves(self) -> tuple[Any, ...]:
        """All moves, the best first."""
        return tuple(thought.move for thought in self.thoughts)

    def __getitem__(self, at: Any) -> Any:
        return self.thoughts[at]

    def __len__(self) -> int:
        return len(self.thoughts)

    def text(self, language: str | None = None) -> str:
        """The best moves, a line each; ``language`` "en", "ja", or None for the game's."""
        chosen = language or self.language or get_language()
        if self.ending is not None:
            return f"{self.heading(chosen)}\n{self.ending.text(chosen)}"
        lines = [self.heading(chosen), *(self._line(thought, chosen) for thought in self.shown)]
        return "\n".join(lines)

    def heading(self, language: str) -> str:
        """Whose moves these are, and after how many playouts, or that the ending is solved."""
        if self.ending is not None:
            return ENGINE.say("ending.heading", language, seat=self.seat)
        return ENGINE.say("thoughts.heading", language, seat=self.seat, playouts=f"{self.playouts:,}")

    @property
    def shown(self) -> tuple[Thought, ...]:
        """The moves worth telling: the first few, of those that playouts chose at all."""
        if self.ending is not None:
            return self.thoughts[:_SHOWN]
        return tuple(thought for thought in self.thoughts[:_SHOWN] if thought.share > 0) or self.thoughts[:1]

    def _line(self, thought: Thought, language: str) -> str:
        value, share = f"{100 * thought.value:.1f}%", f"{100 * thought.share:.0f}%"
        return ENGINE.say("thoughts.line", language, move=str(thought.move), value=value, share=share)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()


def check_budget(seconds: Any, playouts: Any) -> None:
    """``ValueError`` unless there is a limit to thinking, and each that is set is above 0."""
    if seconds is None and playouts is None:
        raise ValueError("expected a limit to thinking: seconds, playouts or both, got neither")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0):
        raise ValueError(f"seconds: expected a number above 0, got {shorten(seconds)}")
    if playouts is not None and (isinstance(playouts, bool) or not isinstance(playouts, int) or playouts < 1):
        raise ValueError(f"playouts: expected an integer above 0, got {shorten(playouts)}")


def think(
    view: SeatView,
    rng: random.Random,
    *,
    seconds: float | None = None,
    playouts: int | None = None,
    fast: bool | None = None,
    against: Bot | None = None,
) -> Thoughts:
    """Search for a seat's best move until a limit is reached or nobody waits for the answer any more.

    Equal playouts and a generator in an equal state give equal thoughts, compiled or not; ``seconds`` are of the
    clock on the wall, and how far a search comes in them depends on the machine. ``fast`` False thinks interpreted
    where kernels could be compiled; default: compiled where Numba is installed.

    ``against`` is a bot that the others are taken to be in the decision at hand: they draw from the mix that it tells,
    by what each of them knows. Later on they are taken to think as the seat itself does.
    """
    check_budget(seconds, playouts)
    moves = view.legal_moves()
    if len(moves) == 1:
        return Thoughts(view.seat, 0, (Thought(moves[0], 0.5, 1.0),))
    compiled = _has_numba() if fast is None else fast
    known = _mixes(view, rng, against)
    searcher = _searcher(view, rng, playouts, compiled, known)
    done = 0
    for count in _portions(view, seconds, playouts):
        searcher.search(count)
        done += count
    return Thoughts(view.seat, done, tuple(_ranked(moves, searcher.found(), mixed=len(view.to_move) > 1 and not known)))


def _ranked(moves: Sequence[Any], found: Sequence[tuple[float, float, float]], mixed: bool) -> list[Thought]:
    """The best first: by how often each is meant, where moves are mixed; else by what they bring, tried often enough.

    Of each move ``found`` tells its share of the playouts, its mean reward, and its mean share of the victory.
    """
    often = 0.0 if mixed else max(share for share, _, _ in found) / _OFTEN
    order = sorted(
        range(len(moves)),
        key=lambda i: (found[i][0] if mixed or found[i][0] < often else 1 + found[i][1], found[i][1]),
        reverse=True,
    )
    return [Thought(moves[i], found[i][2], found[i][0]) for i in order]


@cache
def _has_numba() -> bool:
    return find_spec("numba") is not None and find_spec("platformdirs") is not None


def _portions(view: SeatView, seconds: float | None, playouts: int | None) -> Iterator[int]:
    """How many playouts to make at a time, at least one in all, so that the clock is seen in time."""
    began = looked = time.perf_counter()
    count, left = 1, playouts
    while True:
        count = count if left is None else min(count, left)
        yield count
        now = time.perf_counter()
        spent, looked = now - looked, now
        if left is not None and (left := left - count) == 0:
            return
        if view.cancelled or (seconds is not None and now - began >= seconds):
            return
        ahead = _PAUSE if seconds is None else min(_PAUSE, began + seconds - now)
        count = max(1, min(2 * count, int(count * ahead / max(spent, 1e-9))))


def _mixes(view: SeatView, rng: random.Random, against: Any) -> Mixes:
    """How likely each of the others that decide now makes each of its moves; nothing where nobody is assumed."""
    if against is None:
        return {}
    rules = view.rules
    if rules.game_type.dynamics != "simultaneous":
        raise ValueError(f"against: expected a game in which seats decide together, got {rules.game_type.name}")
    state = rules.imagine(view.state, rng) if hasattr(rules, "imagine") else view.state
    others = (seat for seat in view.to_move if seat != view.seat)
    return {seat: against.mix(seat_view(rules, state, seat, view.rev)) for seat in others}


def _searcher(view: SeatView, rng: random.Random, playouts: int | None, fast: bool, mixes: Mixes) -> Any:
    play = getattr(view.rules, "search_play", None)
    if play is None:
        return plainsearch.PlainSearch(view, rng, mixes)
    if isinstance(play.kernels, search.MatrixKernels):
        return _MatrixSearch(view, rng, playouts, fast, mixes)
    return _TreeSearch(view, rng, playouts, fast)


class _KernelSearch:
    """A position, whatever of it is imagined, and room to think, for kernels."""

    def __init__(self, view: SeatView, rng: random.Random, fast: bool) -> None:
        rules, play = view.rules, view.rules.search_play
        self.kernels, self.rules, self.seats = play.kernels, rules, view.seats
        self.slot = view.seats.index(view.seat)
        self.state = rules.imagine(view.state, rng) if hasattr(rules, "imagine") else view.state
        self.table: Any = rules.table
        self.start: Any = [self.state]
        self.rng: Any = seeded(rng.getrandbits(64))
        self.out: Any = [0] * play.room
        self.work: Any = None
        if fast:
            import numpy as np  # noqa: PLC0415  only where kernels are compiled

            self.table = self.table.to_record()
            self.start = np.array([self.state.to_record()], self.state.dtype())
            self.work, self.rng, self.out = self.start.copy(), np.array(self.rng), np.zeros(play.room, np.int64)

    @staticmethod
    def rows(playouts: int | None, fast: bool) -> int:
        """Room for a budget, a power of two; the same compiled or not, where the playouts are counted."""
        if playouts is None:
            return _ROWS if fast else _LISTED_ROWS
        return min(_ROWS, max(1 << 12, 1 << (_ROWS_A_PLAYOUT * playouts).bit_length()))


class _TreeSearch(_KernelSearch):
    """One seat decides at a time."""

    def __init__(self, view: SeatView, rng: random.Random, playouts: int | None, fast: bool) -> None:
        super().__init__(view, rng, fast)
        self.tree = search.tree(self.rows(playouts, fast), len(self.out), fast=fast)
        self.play: Callable[..., None] = search.tree_playouts(self.kernels, fast=fast)

    def search(self, count: int) -> None:
        self.play(self.table, self.start, self.work, self.slot, len(self.seats), self.tree, self.rng, self.out, count)

    def found(self) -> list[tuple[float, float, float]]:
        codes = [0] * len(self.out)
        codes = codes[: self.kernels.legal(self.rules.table, self.state, codes)]
        told = search.tree_moves(self.tree, codes)
        total = sum(visits for visits, _, _ in told)
        return [(visits / total if total else 1 / len(told), reward, value) for visits, reward, value in told]


class _MatrixSearch(_KernelSearch):
    """Two seats decide together."""

    def __init__(self, view: SeatView, rng: random.Random, playouts: int | None, fast: bool, mixes: Mixes) -> None:
        super().__init__(view, rng, fast)
        self.replies: Any = [
            mix.get(move, 0.0) for seat, mix in mixes.items() for move in self.rules.moves(self.state, seat)
        ]
        if fast:
            import numpy as np  # noqa: PLC0415  only where kernels are compiled

            self.replies = np.array(self.replies, np.float64)
        self.known = search.matrices(max(self.rows(playouts, fast) // 4, 1 << 12), fast=fast)
        self.play: Callable[..., None] = search.matrix_playouts(self.kernels, fast=fast)

    def search(self, count: int) -> None:
        self.play(self.table, self.start, self.work, self.known, self.slot, self.replies, self.rng, self.out, count)

    def found(self) -> list[tuple[float, float, float]]:
        key = self.kernels.position(self.rules.table, self.state)
        told = search.matrix_moves(self.known, key, self.slot, self.replies)
        return [(share, value, value) for share, value in told]
