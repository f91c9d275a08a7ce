"""Endings solved exactly: what a seat can be sure of in a position, and after each of its moves.

A position is looked at to its end: the seat makes the moves that are best for it, all others those that are worst for
it. Between two that is best play of both, since what one gains the other loses; of three or four it is the least that
the seat gets, whatever the others do, and they may well do worse to each other than to it. A win counts first, then
the points ahead.

What is known while looking ahead is one of two things. On the open table hands and decks are taken as they lie: that
is for study and puzzles. For a seat it is what that seat may know: every hand that the others may hold counts alike,
and so does every way to draw from a deck. Each of these hands is then played openly, the decks unseen. Where only one
hand is possible (in Monster Hex near the end, when the units on the board tell the rest) that is exact; else it is a
mean, in which both sides play as if they saw each other's hand from the first reply on: that helps the seat at its
later moves and the others at theirs, so it is neither the least nor the most that the seat may hope for.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from .endsearch import SHARES, EndingPlay, EndSearch, Scale
from .faults import ENGINE, sentences, shorten
from .rules import CHANCE
from .thinking import check_budget
from .words import get_language

__all__ = [
    "MOST",
    "Ending",
    "EndingTooLong",
    "Worth",
    "check_in_turn",
    "signed",
    "solve_ending",
    "solve_for_seat",
    "sure_of",
    "within_reach",
]

MOST, MOST_PLAIN = 5_000_000, 50_000  # positions that are looked at, compiled and in plain Python
MOST_HANDS = 400  # that others may hold
_REACH, _REACH_PLAIN = 7, 4  # turns before the end from which solving is worth a try
_PORTION = 50_000  # positions between two looks at the clock, and at whether somebody interrupts
_SHOWN = 8
_FEWEST_SEATS = 2


class Worth(NamedTuple):
    """How an ending goes for a seat: its share of the victory, then the points ahead of the best other.

    Both are means where draws or hands are unknown. Of two seats that both win or both lose each has half a victory.
    """

    win: float
    ahead: float


@dataclass(frozen=True, slots=True)
class Ending:
    """A position solved: what it is worth to ``seat``, which decides, and each of its moves by what it leads to.

    ``hands`` is how many hands the others may have held as far as was known, 1 where all was; ``draws`` whether
    draws that nobody can know were counted out. ``seats`` is how many seats play, ``phase`` the phase of the game,
    ``positions`` how many positions were looked at.
    """

    seat: str
    worth: Worth
    moves: Mapping[Any, Worth]
    positions: int
    hands: int = 1
    draws: bool = False
    seats: int = 2
    phase: str = ""

    @property
    def best(self) -> tuple[Any, ...]:
        """Every move that keeps the worth."""
        return tuple(move for move, worth in self.moves.items() if worth == self.worth)

    @property
    def second(self) -> Worth | None:
        """What the best of the other moves leads to; None where all moves are as good."""
        return max((worth for worth in self.moves.values() if worth != self.worth), default=None)

    @property
    def exact(self) -> bool:
        """Whether every hand was known, so that the worth is no mean over what others may hold."""
        return self.hands == 1

    @property
    def shown(self) -> tuple[tuple[Any, Worth], ...]:
        """The moves worth telling with what they lead to, the best first."""
        return tuple(sorted(self.moves.items(), key=lambda pair: pair[1], reverse=True)[:_SHOWN])

    def summary(self, language: str | None = None) -> str:
        """The best result in a sentence; ``language`` "en", "ja", or None for the default.

        >>> moves = {"S1@c4^2": Worth(1, 5), "S1@c4^3": Worth(0, -1)}
        >>> Ending("red", Worth(1, 5), moves, positions=9, phase="place").summary("en")
        'Best result: +5, only this placement.'
        """
        chosen, best = language or get_language(), self.best
        mean = "mean" if not self.exact or self.draws else "sure" if self.seats > 2 else "best"
        result = ENGINE.say(f"ending.{mean}", chosen, ahead=signed(self.worth.ahead))
        number = "any" if len(best) == len(self.moves) else "only" if len(best) == 1 else "some"
        facts = {"result": result, "count": len(best), "seat": self.seat}
        return ENGINE.say_or(f"ending.{number}-{self.phase}", f"ending.{number}", chosen, **facts)

    def basis(self, language: str | None = None) -> str:
        """What was known while looking ahead, in a sentence or two."""
        key = "known" if self.exact else "hands"
        told = [ENGINE.say(f"ending.{key}", language, seat=self.seat, hands=self.hands)]
        if self.draws:
            told.append(ENGINE.say("ending.draws", language))
        return sentences(told, language)

    def text(self, language: str | None = None) -> str:
        """The best result, and the best moves a line each; ``language`` "en", "ja", or None for the default."""
        lines = [self.summary(language)]
        for move, worth in self.shown:
            win, ahead = f"{100 * worth.win:.0f}%", signed(worth.ahead)
            lines.append(ENGINE.say("ending.line", language, move=str(move), win=win, ahead=ahead))
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def signed(points: float) -> str:
    """Points ahead with their sign, a mean with one decimal.

    >>> signed(5), signed(-2.0), signed(0), signed(1.25)
    ('+5', '−2', '±0', '+1.2')
    """
    if points == 0:
        return "±0"
    return f"{points:+.0f}".replace("-", "−") if points == int(points) else f"{points:+.1f}".replace("-", "−")


class EndingTooLong(ValueError):
    """The ending was not solved within what was allowed for it."""


def solve_ending(
    rules: Any, state: Any, most: int | None = None, *, seconds: float | None = None, fast: bool | None = None
) -> Ending:
    """Solve a position in which one seat decides, hands and decks taken as they lie.

    ``most`` positions and ``seconds`` limit the search; default 5 million positions compiled, 50,000 in plain Python.
    ``fast`` False solves in plain Python where kernels could be compiled, with equal results.

    Raises `EndingTooLong` where a limit is reached first, and ``ValueError`` for games of simultaneous decisions, and
    for those whose chance cannot be listed.

    >>> from hexwidgets.monsterhex.game import MonsterHex
    >>> game = MonsterHex("two-duel", seed=7)
    >>> while game.ply < 16:
    ...     game.play(game.legal_moves()[0])
    >>> ending = solve_ending(game.rules, game.state)
    >>> ending.seat, len(ending.moves) == len(game.legal_moves()), max(ending.moves.values()) == ending.worth
    ('blue', True, True)
    """
    return _solve(rules, (state,), _Limit(most, seconds), fast, open_table=True)


def solve_for_seat(
    rules: Any, known: Any, most: int | None = None, *, seconds: float | None = None, fast: bool | None = None
) -> Ending:
    """Solve a position by what the seat that decides there knows, as ``rules.hide`` tells it, and by nothing else.

    Limits and errors are those of `solve_ending`. `EndingTooLong` is raised besides where too much is unknown, and
    ``ValueError`` for games whose hidden hands cannot be listed.

    >>> from hexwidgets.monsterhex.game import MonsterHex
    >>> game = MonsterHex("two-duel", seed=7)
    >>> while game.ply < 16:
    ...     game.play(game.legal_moves()[0])
    >>> ending = solve_for_seat(game.rules, game.view("blue"))
    >>> ending.exact, ending.moves == game.solve_ending().moves
    (True, True)
    """
    return _solve(rules, _worlds(rules, known), _Limit(most, seconds), fast, open_table=False)


def sure_of(
    rules: Any,
    state: Any,
    seat: str,
    most: int | None = None,
    *,
    seconds: float | None = None,
    fast: bool | None = None,
) -> Worth:
    """What a seat gets from a state on if it plays its best, whoever decides there, hands and decks as they lie.

    Limits and errors are those of `solve_ending`; of a game that is over it is the result.
    """
    check_in_turn(rules)
    limit = _Limit(most, seconds)
    solver = _solver(rules, (state,), seat, limit, fast, open_table=True)
    limit.start()
    win, ahead = solver.worth(state, None)
    return Worth(float(win / SHARES), float(ahead))


def _solve(rules: Any, worlds: tuple[Any, ...], limit: _Limit, fast: bool | None, *, open_table: bool) -> Ending:
    check_in_turn(rules)
    deciding = tuple(rules.to_move(worlds[0]))
    if len(deciding) != 1 or deciding == (CHANCE,):
        raise ValueError(
            f"expected a position in which one seat decides, here {' and '.join(deciding) or 'nobody'} does"
        )
    (seat,), found = deciding, {}
    solver = _solver(rules, worlds, seat, limit, fast, open_table=open_table)
    limit.start()
    for move in rules.moves(worlds[0], seat):
        wins, points = zip(*(solver.worth(world, move) for world in worlds), strict=True)
        found[move] = Worth(float(sum(wins) / (SHARES * len(worlds))), float(sum(points) / len(worlds)))
    phase = rules.phase(worlds[0]) if hasattr(rules, "phase") else ""
    seats, draws = len(rules.game_type.seats), solver.ways > 1
    return Ending(seat, max(found.values()), found, limit.positions, len(worlds), draws, seats, phase)


def _solver(
    rules: Any, worlds: tuple[Any, ...], seat: str, limit: _Limit, fast: bool | None, *, open_table: bool
) -> _Compiled | _Plain:
    play = _play(rules)
    ways = 1 if open_table or play is None else max(play.ways(rules, world) for world in worlds)
    if play is not None and (_has_numba() if fast is None else fast):
        return _Compiled(rules, play, worlds[0].dtype(), seat, ways, limit, open_table=open_table)
    return _Plain(rules, play, seat, ways, limit, open_table=open_table)


def _play(rules: Any) -> EndingPlay | None:
    play: EndingPlay | None = getattr(rules, "ending_play", None)
    return play


def check_in_turn(rules: Any) -> None:
    """``ValueError`` unless it is a game whose endings may be solved."""
    if len(rules.game_type.seats) < _FEWEST_SEATS or rules.game_type.dynamics != "sequential":
        raise ValueError("expected a game of two seats or more that decide in turn")


def within_reach(rules: Any, known: Any) -> bool:
    """Whether so few turns are left that solving a position by what a seat knows is worth a try."""
    play = _play(rules)
    return play is not None and 0 < play.left(rules, known) <= (_REACH if _has_numba() else _REACH_PLAIN)


@cache
def _has_numba() -> bool:
    return find_spec("numba") is not None and find_spec("platformdirs") is not None


def _worlds(rules: Any, known: Any) -> tuple[Any, ...]:
    """Whole states that a seat's knowledge allows."""
    play = _play(rules)
    if play is None:
        if rules.game_type.information != "perfect":
            raise ValueError(f"the rules of {rules.game_type.name} do not list what a seat cannot see")
        return (known,)
    worlds = play.worlds(rules, known, MOST_HANDS)
    if worlds is None:
        raise EndingTooLong(f"others may hold more than {MOST_HANDS} different hands: go on nearer to the end")
    return worlds


class _Limit:
    """How many positions are looked at, and how long."""

    def __init__(self, most: int | None, seconds: float | None) -> None:
        if most is not None and (type(most) is not int or most < 1):
            raise ValueError(f"most: expected a number of positions from 1, got {shorten(most)}")
        if seconds is not None:
            check_budget(seconds, None)
        self.most, self.seconds, self.positions = most, seconds, 0
        self._until: float | None = None

    def start(self) -> None:
        """The clock runs from now on."""
        self._until = None if self.seconds is None else time.perf_counter() + self.seconds

    def check(self) -> None:
        """`EndingTooLong` where a limit is passed."""
        if self.most is not None and self.positions > self.most:
            raise EndingTooLong(f"not solved: more than {self.most:,} positions lie ahead: go on nearer to the end")
        if self._until is not None and time.perf_counter() > self._until:
            raise EndingTooLong(f"not solved within {self.seconds:g} s: go on nearer to the end")


class _Compiled:
    """By kernels."""

    def __init__(
        self, rules: Any, play: EndingPlay, dtype: Any, seat: str, ways: int, limit: _Limit, *, open_table: bool
    ) -> None:
        scale = Scale.of(ways)
        if scale is None:
            raise EndingTooLong("chance may come out in too many ways: go on nearer to the end")
        limit.most = limit.most or MOST
        self.rules, self.scale, self.ways, self.limit = rules, scale, ways, limit
        slot = rules.game_type.seats.index(seat)
        self.search = EndSearch(rules, play, slot, scale, dtype, known=open_table)

    def worth(self, state: Any, move: Any) -> tuple[Fraction, Fraction]:
        """Twelfths of the victory and points ahead after a move; None is for whatever move is best."""
        search, limit = self.search, self.limit
        search.begin(state, None if move is None else self.rules.encode(move))
        while True:
            worth = search.go_on(max(1, min(_PORTION, (limit.most or MOST) - search.positions + 1)))
            limit.positions = search.positions
            if worth is not None:
                shares, points = self.scale.read(worth)
                return Fraction(shares, self.ways), Fraction(points, self.ways)
            limit.check()


_Pair = tuple[Any, Any]  # twelfths of the victory, and points ahead; whole numbers or fractions
_LEAST, _MOST = (-1, 0), (SHARES + 1, 0)  # beyond every worth


class _Plain:
    """Alpha-beta over the rules' own steps; positions that were met are remembered."""

    def __init__(
        self, rules: Any, play: EndingPlay | None, seat: str, ways: int, limit: _Limit, *, open_table: bool
    ) -> None:
        limit.most = limit.most or MOST_PLAIN
        self.rules, self.seat, self.ways, self.limit = rules, seat, ways, limit
        self.others = tuple(name for name in rules.game_type.seats if name != seat)
        self._draws = None if open_table or play is None else play.after
        self._known: dict[Hashable, tuple[_Pair, _Pair]] = {}  # what a position is worth at least, and at most

    def worth(self, state: Any, move: Any) -> _Pair:
        """Twelfths of the victory and points ahead after a move; None is for whatever move is best."""
        if move is None:
            win, ahead = self._value(state, _LEAST, _MOST)
        else:
            win, ahead = self._after(state, move, _LEAST, _MOST)
        return Fraction(win), Fraction(ahead)

    def _after(self, state: Any, move: Any, low: _Pair, high: _Pair) -> _Pair:
        if self._draws is None:
            return self._value(self.rules.apply(state, move), low, high)
        states = self._draws(self.rules, state, move)
        if len(states) == 1:
            return self._value(states[0], low, high)
        return _mean((self._value(after, _LEAST, _MOST), Fraction(1, len(states))) for after in states)

    def _value(self, state: Any, low: _Pair, high: _Pair) -> _Pair:
        """What a state is worth, where that lies between two worths; else a bound on the same side of them."""
        if (result := self.rules.result(state)) is not None:
            return self._end(state, result.winners)
        known = self._known.get(state, (_LEAST, _MOST))
        if known[0] >= high or known[0] == known[1]:
            return known[0]
        if known[1] <= low:
            return known[1]
        self.limit.positions += 1
        self.limit.check()
        (seat,) = self.rules.to_move(state)
        if seat == CHANCE:
            value = self._chance(state)
            self._known[state] = (value, value)
            return value
        value = self._best(state, seat, max(low, known[0]), min(high, known[1]))
        self._known[state] = (known[0] if value <= low else value, known[1] if value >= high else value)
        return value

    def _best(self, state: Any, seat: str, low: _Pair, high: _Pair) -> _Pair:
        best = _LEAST if seat == self.seat else _MOST
        for move in self.rules.moves(state, seat):
            value = self._after(state, move, low, high)
            if seat == self.seat:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best

    def _chance(self, state: Any) -> _Pair:
        if self.rules.game_type.chance_mode != "explicit":
            raise ValueError("what chance may do here is too much to list: go on nearer to the end")
        return _mean(
            (self._value(self.rules.apply(state, outcome), _LEAST, _MOST), chance)
            for outcome, chance in self._outcomes(state)
        )

    def _outcomes(self, state: Any) -> Iterator[tuple[Any, Fraction]]:
        if hasattr(self.rules, "outcomes"):
            yield from ((outcome, Fraction(chance)) for outcome, chance in self.rules.outcomes(state))
        else:
            outcomes = self.rules.moves(state, CHANCE)
            yield from ((outcome, Fraction(1, len(outcomes))) for outcome in outcomes)

    def _end(self, state: Any, winners: tuple[str, ...]) -> _Pair:
        if len(self.others) == 1 and len(winners) != 1:
            win = SHARES // 2
        else:
            win = SHARES // len(winners) if self.seat in winners else 0
        scores = self.rules.scores(state) if hasattr(self.rules, "scores") else {}
        return win, scores.get(self.seat, 0) - max(scores.get(other, 0) for other in self.others)


def _mean(worths: Iterable[tuple[_Pair, Fraction]]) -> _Pair:
    win, ahead = Fraction(0), Fraction(0)
    for (one, other), chance in worths:
        win, ahead = win + chance * one, ahead + chance * other
    return win, ahead
