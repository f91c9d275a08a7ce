"""Endings solved exactly: the value of a position and of every move in it, both sides playing their best to the end.

For games of two seats that decide in turn. Everything is open: hands and decks are taken as they really are, so it is
for study and puzzles, not for a player. Chance that the rules list is counted out. A win counts first, then the points
ahead.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .rules import CHANCE, draw

__all__ = ["Ending", "EndingTooLong", "Puzzle", "Worth", "puzzles", "solve_ending"]

MOST = 50_000  # positions that are looked at


class Worth(NamedTuple):
    """How an ending goes for a seat: the probability to win, a shared or drawn game half, then the points ahead."""

    win: float
    ahead: float


@dataclass(frozen=True, slots=True)
class Ending:
    """A position solved: what it is worth to ``seat``, which decides, and each of its moves by what it leads to.

    ``positions`` is how many were looked at.
    """

    seat: str
    worth: Worth
    moves: Mapping[Any, Worth]
    positions: int

    @property
    def best(self) -> tuple[Any, ...]:
        """Every move that keeps the worth."""
        return tuple(move for move, worth in self.moves.items() if worth == self.worth)


class EndingTooLong(ValueError):
    """More positions lie ahead than were to be looked at."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one best move: start a game with ``seed`` and play ``moves``; ``ending`` is the answer."""

    seed: int
    moves: tuple[str, ...]
    ending: Ending


def solve_ending(rules: Any, state: Any, most: int = MOST) -> Ending:
    """Solve a position in which a seat decides.

    Raises `EndingTooLong` where more than ``most`` positions would have to be looked at, and ``ValueError`` for games
    of other than two seats, of simultaneous decisions, or whose chance cannot be listed at that point.

    >>> from hexwidgets.monsterhex.game import MonsterHex
    >>> game = MonsterHex("two-duel", seed=7)
    >>> while game.ply < 16:
    ...     game.play(game.legal_moves()[0])
    >>> ending = solve_ending(game.rules, game.state)
    >>> ending.seat, len(ending.moves) == len(game.legal_moves()), max(ending.moves.values()) == ending.worth
    ('blue', True, True)
    """
    deciding = tuple(rules.to_move(state))
    if len(rules.game_type.seats) != 2 or len(deciding) > 1:
        raise ValueError("expected a game of two seats that decide in turn")
    if not deciding or deciding == (CHANCE,):
        raise ValueError("expected a position in which a seat decides")
    search, (seat,) = _Search(rules, most), deciding
    first = seat == search.first
    found = {move: search.value(rules.apply(state, move), _LEAST, _MOST) for move in rules.moves(state, seat)}
    moves = found if first else {move: _turned(worth) for move, worth in found.items()}
    return Ending(seat, max(moves.values()), moves, search.positions)


_LEAST, _MOST = Worth(-1.0, 0.0), Worth(2.0, 0.0)  # beyond every worth


def _turned(worth: Worth) -> Worth:
    """The same for the other seat."""
    return Worth(1 - worth.win, 0.0 - worth.ahead)


class _Search:
    """Alpha-beta over the rules' own steps, as the first seat sees it; positions that were met are remembered."""

    def __init__(self, rules: Any, most: int) -> None:
        self.rules, self.most = rules, most
        self.first, self.second = rules.game_type.seats
        self.positions = 0
        self._known: dict[Hashable, tuple[Worth, Worth]] = {}  # what a position is worth at least, and at most

    def value(self, state: Any, low: Worth, high: Worth) -> Worth:
        """What a state is worth, where that lies between two worths; else a bound on the same side of them."""
        if (result := self.rules.result(state)) is not None:
            return self._end(state, result.winners)
        known = self._known.get(state, (_LEAST, _MOST))
        if known[0] >= high or known[0] == known[1]:
            return known[0]
        if known[1] <= low:
            return known[1]
        self.positions += 1
        if self.positions > self.most:
            raise EndingTooLong(f"more than {self.most:,} positions lie ahead: go on nearer to the end")
        (seat,) = self.rules.to_move(state)
        if seat == CHANCE:
            value = self._mean(state)
            self._known[state] = (value, value)
            return value
        value = self._best(state, seat, max(low, known[0]), min(high, known[1]))
        self._known[state] = (known[0] if value <= low else value, known[1] if value >= high else value)
        return value

    def _best(self, state: Any, seat: str, low: Worth, high: Worth) -> Worth:
        best = _LEAST if seat == self.first else _MOST
        for move in self.rules.moves(state, seat):
            value = self.value(self.rules.apply(state, move), low, high)
            if seat == self.first:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best

    def _mean(self, state: Any) -> Worth:
        if self.rules.game_type.chance_mode != "explicit":
            raise ValueError("what chance may do here is too much to list: go on nearer to the end")
        win = ahead = 0.0
        for outcome, chance in self._outcomes(state):
            value = self.value(self.rules.apply(state, outcome), _LEAST, _MOST)
            win, ahead = win + chance * value.win, ahead + chance * value.ahead
        return Worth(win, ahead)

    def _outcomes(self, state: Any) -> Iterator[tuple[Any, float]]:
        if hasattr(self.rules, "outcomes"):
            yield from ((outcome, float(chance)) for outcome, chance in self.rules.outcomes(state))
        else:
            outcomes = self.rules.moves(state, CHANCE)
            yield from ((outcome, 1 / len(outcomes)) for outcome in outcomes)

    def _end(self, state: Any, winners: tuple[str, ...]) -> Worth:
        win = (1 + (self.first in winners) - (self.second in winners)) / 2
        scores = self.rules.scores(state) if hasattr(self.rules, "scores") else {}
        return Worth(win, float(scores.get(self.first, 0) - scores.get(self.second, 0)))


def puzzles(rules: Any, plies: int = 4, seed: int = 1, most: int = MOST) -> Iterator[Puzzle]:
    """Positions so many decisions before the end of random games, in which just one of several moves is best.

    Endless; take as many as wanted with ``itertools.islice``. Games whose ending is too long are passed over.

    >>> from hexwidgets.monsterhex.game import MonsterHex
    >>> puzzle = next(puzzles(MonsterHex("two-duel").rules, plies=4))
    >>> game = MonsterHex("two-duel", seed=puzzle.seed)
    >>> for move in puzzle.moves:
    ...     game.play(move)
    >>> game.solve_ending().best == puzzle.ending.best, len(puzzle.ending.best)
    (True, 1)
    """
    if type(plies) is not int or plies < 1:
        raise ValueError(f"plies: expected an integer from 1, got {plies!r:.60}")
    while True:
        line = list(_random_game(rules, seed))
        if len(line) >= plies:
            state, _ = line[-plies]
            try:
                ending = solve_ending(rules, state, most)
            except EndingTooLong:
                pass
            else:
                if len(ending.moves) > len(ending.best) == 1:
                    yield Puzzle(seed, tuple(str(move) for _, move in line[:-plies]), ending)
        seed += 1


def _random_game(rules: Any, seed: int) -> Iterator[tuple[Any, Any]]:
    """Each position in which a seat decides, and what it chose at random; chance as in a game of that seed."""
    rng, state, draws = random.Random(f"{seed}/puzzle"), rules.initial(), 0
    while deciding := tuple(rules.to_move(state)):
        if deciding == (CHANCE,):
            move, draws = draw(rules, state, seed, draws), draws + 1
        else:
            move = rng.choice(rules.moves(state, deciding[0]))
            yield state, move
        state = rules.apply(state, move)
