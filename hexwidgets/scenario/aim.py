"""What a puzzle asks for, in numbers, and whether a position allows it: the engine's own look ahead.

An aim belongs to a seat, which has so many decisions of its own to reach it, whatever the others do. Where several
decide together the others are taken to know the seat's choice; where dice decide, their chances count. What the best
result is, where an aim asks for that, the ending solved tells (`engine.ending`), hands and decks open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

from ..engine.ending import solve_ending, sure_of
from ..engine.rules import CHANCE

__all__ = ["MOST_DECISIONS", "Aim"]

MOST_DECISIONS = 8


@dataclass(frozen=True, slots=True)
class Aim:
    """What ``seat`` is to reach ``within`` so many decisions of its own, with at least ``percent`` probability.

    ``points``: its score rises by so much; ``lead``: its score less the best of the others' does; ``wins``: it wins;
    ``best``: it gives nothing away, so that it is still sure of the best result that it could be sure of at the start.
    All that are given must hold together.
    """

    seat: str
    within: int
    points: int | None = None
    lead: int | None = None
    wins: bool = False
    best: bool = False
    percent: int = 100

    def to_json(self) -> dict[str, Any]:
        """The aim as JSON values, without what is left out."""
        told = {name: getattr(self, name) for name in ("seat", "within", "points", "lead", "wins", "best", "percent")}
        standard = (("wins", False), ("best", False), ("percent", 100))
        return {k: v for k, v in told.items() if v is not None and (k, v) not in standard}

    def is_met(self, rules: Any, before: Any, now: Any) -> bool:
        """Whether it is reached in the state ``now`` of a game that began in the state ``before``."""
        if self.wins:
            result = rules.result(now)
            if result is None or self.seat not in result.winners:
                return False
        if self.best and (now == before or sure_of(rules, now, self.seat) < sure_of(rules, before, self.seat)):
            return False
        was, is_ = rules.scores(before), rules.scores(now)
        if self.points is not None and is_[self.seat] - was[self.seat] < self.points:
            return False
        return self.lead is None or self._lead(is_) - self._lead(was) >= self.lead

    def _lead(self, scores: Mapping[str, int]) -> int:
        return scores[self.seat] - max(points for seat, points in scores.items() if seat != self.seat)

    def solutions(self, rules: Any, state: Any) -> tuple[Any, ...]:
        """The moves of its seat by which it can be reached from ``state``, in the rules' order; none where it cannot.

        ``ValueError`` where the seat does not decide there, chance is not listed by the rules, or the best result,
        if that is asked for, is too far ahead (`EndingTooLong`).
        """
        if self.seat not in rules.to_move(state):
            raise ValueError(f"{self.seat} does not decide in this position")
        if self.best:
            best = solve_ending(rules, state).best
            if self.points is None and self.lead is None and not self.wins:
                return best
            return tuple(move for move in replace(self, best=False).solutions(rules, state) if move in best)
        search = _Search(self, rules, state)
        wanted = Fraction(self.percent, 100)
        return tuple(move for move in rules.moves(state, self.seat) if search.after(state, move, self.within) >= wanted)


class _Search:
    """The probability of reaching an aim: the most for its seat, against the least for it of the others."""

    def __init__(self, aim: Aim, rules: Any, before: Any) -> None:
        self.aim, self.rules, self.before = aim, rules, before

    def reached(self, state: Any, left: int) -> Fraction:
        """From a state in which the seat may still decide ``left`` times."""
        rules, aim = self.rules, self.aim
        deciding = rules.to_move(state)
        if deciding == (CHANCE,):
            return self._by_chance(state, left)
        if aim.is_met(rules, self.before, state):
            return Fraction(1)
        if not deciding:
            return Fraction(0)
        if aim.seat not in deciding:
            return _least(self.reached(rules.apply(state, *moves), left) for moves in self._all(state, deciding))
        if left == 0:
            return Fraction(0)
        return _most(self.after(state, move, left) for move in rules.moves(state, aim.seat))

    def after(self, state: Any, move: Any, left: int) -> Fraction:
        """After a move of the seat, with the least that the others who decide with it leave."""
        deciding = self.rules.to_move(state)
        return _least(
            self.reached(self.rules.apply(state, *moves), left - 1)
            for moves in self._all(state, deciding, {self.aim.seat: (move,)})
        )

    def _all(self, state: Any, deciding: tuple[str, ...], fixed: Mapping[str, Any] | None = None) -> Iterator[Any]:
        return product(*((fixed or {}).get(seat) or self.rules.moves(state, seat) for seat in deciding))

    def _by_chance(self, state: Any, left: int) -> Fraction:
        tell: Callable[[Any], Any] | None = getattr(self.rules, "outcomes", None)
        if tell is None and self.rules.game_type.chance_mode != "explicit":
            raise ValueError(f"the rules of {self.rules.game_type.name} do not list what chance may do here")
        every = tell(state) if tell else [(move, 1) for move in self.rules.moves(state, CHANCE)]
        whole = sum(Fraction(weight) for _, weight in every)
        reached = (Fraction(weight) * self.reached(self.rules.apply(state, move), left) for move, weight in every)
        return sum(reached, Fraction(0)) / whole


def _least(values: Iterator[Fraction]) -> Fraction:
    least = Fraction(1)
    for value in values:
        least = min(least, value)
        if least == 0:
            break
    return least


def _most(values: Iterator[Fraction]) -> Fraction:
    most = Fraction(0)
    for value in values:
        most = max(most, value)
        if most == 1:
            break
    return most
