"""Monte Carlo tree search over any `Rules`, in plain Python: for games that have no kernels, and honestly slower.

What is hidden is imagined anew for each playout, and one tree is shared by all (information-set search). Each seat that
decides at a node chooses by itself (UCB1), also where several decide together.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Any

from .players import SeatView
from .rules import CHANCE, Result

__all__ = ["PlainSearch"]

_CURIOSITY = 0.8
_LONGEST = 1000  # decisions of a playout; what is not over then is a draw


class _Node:
    """What is known of a point of the game: by seat and move how often it was legal and chosen, and what it brought."""

    __slots__ = ("after", "moves")

    def __init__(self) -> None:
        self.moves: dict[tuple[str, Any], list[float]] = {}
        self.after: dict[Any, _Node] = {}

    def choose(self, seat: str, legal: Sequence[Any], rng: random.Random) -> Any:
        """A move that has not been tried, else the most promising one."""
        told = [self.moves.setdefault((seat, move), [0.0, 0.0, 0.0]) for move in legal]
        for numbers in told:
            numbers[0] += 1
        if fresh := [move for move, numbers in zip(legal, told, strict=True) if not numbers[1]]:
            return rng.choice(fresh)
        worths = [total / n + _CURIOSITY * sqrt(log(offered) / n) for offered, n, total in told]
        best = max(worths)
        return rng.choice([move for move, worth in zip(legal, worths, strict=True) if worth == best])


class PlainSearch:
    """A search for the seat of a view; where what is hidden cannot be imagined every move is as good as any.

    ``mixes`` are how others decide in the position itself that do not choose by themselves there, by seat.
    """

    def __init__(self, view: SeatView, rng: random.Random, mixes: Mapping[str, Mapping[Any, float]]) -> None:
        self.view, self.rules, self.rng, self.mixes = view, view.rules, rng, mixes
        self.root = _Node()
        self.hidden = self.rules.game_type.information == "hidden"
        self.blind = self.hidden and not hasattr(self.rules, "imagine")

    def search(self, count: int) -> None:
        """So many playouts."""
        for _ in range(0 if self.blind else count):
            self._playout()

    def found(self) -> list[tuple[float, float, float]]:
        """Of each legal move, which share of playouts chose it, and what these brought, twice."""
        legal = self.view.legal_moves()
        told = [self.root.moves.get((self.view.seat, move), [0.0, 0.0, 0.0]) for move in legal]
        total = sum(n for _, n, _ in told)
        means = [gained / n if n else 0.5 for _, n, gained in told]
        return [
            (n / total if total else 1 / len(told), mean, mean) for (_, n, _), mean in zip(told, means, strict=True)
        ]

    def _imagined(self) -> Any:
        if hasattr(self.rules, "imagine"):
            return self.rules.imagine(self.view.state, self.rng)
        return self.view.state

    def _playout(self) -> None:
        rules, state = self.rules, self._imagined()
        node: _Node | None = self.root
        passed: list[tuple[_Node, str, Any]] = []
        made: tuple[Any, ...] = ()
        for _ in range(_LONGEST):
            drawn: list[Any] = []
            while (deciding := tuple(rules.to_move(state))) == (CHANCE,):
                outcome = self._drawn(state)
                drawn.append(outcome)
                state = rules.apply(state, outcome)
            if not deciding:
                break
            if node is not None and passed:
                node = self._next(node, (made, () if self.hidden else tuple(drawn)))
            made = tuple(self._move(state, seat, node) for seat in deciding)
            if node is not None:
                chosen = zip(deciding, made, strict=True)
                passed += (
                    (node, seat, move) for seat, move in chosen if node is not self.root or seat not in self.mixes
                )
                if node is not self.root and self._is_new(node):
                    node = None  # the tree has grown by one node: from here on at random
            state = rules.apply(state, *made)
        gained = self._gained(rules.result(state))
        for where, seat, move in passed:
            numbers = where.moves[seat, move]
            numbers[1] += 1
            numbers[2] += gained[seat]

    def _next(self, node: _Node, key: Any) -> _Node:
        return node.after.setdefault(key, _Node())

    def _is_new(self, node: _Node) -> bool:
        return not any(n for _, n, _ in node.moves.values())

    def _move(self, state: Any, seat: str, node: _Node | None) -> Any:
        if node is self.root and (mix := self.mixes.get(seat)):
            return self.rng.choices(list(mix), list(mix.values()))[0]
        legal = self.rules.moves(state, seat)
        return self.rng.choice(legal) if node is None else node.choose(seat, legal, self.rng)

    def _drawn(self, state: Any) -> Any:
        if hasattr(self.rules, "draw"):
            return self.rules.draw(state, self.rng)
        return self.rng.choice(self.rules.moves(state, CHANCE))

    def _gained(self, result: Result | None) -> dict[str, float]:
        """Each seat's share of the victory, an even one where nobody wins."""
        seats = self.rules.game_type.seats
        winners = result.winners if result is not None and result.winners else seats
        return {seat: 1 / len(winners) if seat in winners else 0.0 for seat in seats}
