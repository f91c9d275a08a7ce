"""Bots for any game: random, greedy, and one that looks ahead; and one for games that are solved, `Exact`.

A bot is a callable that takes a `SeatView` and returns a move. It has a random stream of its own, so that
thinking never disturbs the game. Rules may offer more than they must, and `Greedy` plays the better for it:

- ``value(state, seat)``: how well a seat stands, as a number, by what it may know; or None while what chance
  has yet to decide belongs to the moves just made. Default: points ahead of the best other seat.
- ``outcomes(state)``: what chance may do now that makes a difference, as pairs of an outcome and its
  probability. Default: every outcome alike, or where they are too many to list one that is drawn.
- ``imagine(known, rng)``: a whole state that a seat's knowledge allows, what is hidden dealt at random. Needed
  where information is hidden; elsewhere what a seat knows is the state.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from ..engine.exact import Exact
from ..engine.faults import shorten
from ..engine.players import Bot, SeatView
from ..engine.rules import CHANCE
from ..engine.thinking import Thoughts, check_budget, think

__all__ = ["Exact", "Greedy", "Random", "Search"]

WIN = 100.0  # a game won outweighs any points
_MOST_ANSWERS = 2000  # of all other seats together that decide at the same time
_ALIKE = 1e-9


class Random:
    """Plays any legal move, each alike. ``seed`` makes it play the same way again; default: never the same.

    >>> from hexwidgets import MonsterHex
    >>> game = MonsterHex("two-duel", seed=7)
    >>> game.bots["red"] = game.bots["blue"] = Random(seed=1)
    >>> game.bots.finish(timeout=60).winners
    ('blue',)
    """

    kind: ClassVar[str | None] = "random"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self._rng = random.Random(f"bot/{self.seed}")

    def __call__(self, view: SeatView) -> Any:
        """A random legal move."""
        return self._rng.choice(view.legal_moves())

    def mix(self, view: SeatView) -> dict[Any, float]:
        """How likely it makes each move, those left out that it never makes."""
        moves = view.legal_moves()
        return dict.fromkeys(moves, 1 / len(moves))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(seed={self.seed})"


class Greedy(Random):
    """Plays the move after which it stands best, looking no further; among equals a random one.

    Where several seats decide at once it takes every answer of the others as equally likely; dice are counted
    out exactly where the rules list them. Where information is hidden and the rules cannot imagine what is, it plays
    at random.
    """

    kind: ClassVar[str | None] = "greedy"

    def __call__(self, view: SeatView) -> Any:
        """The best move by what the seat knows."""
        return self._rng.choice(self._best(view))

    def mix(self, view: SeatView) -> dict[Any, float]:
        """How likely it makes each move: exactly, where nothing is hidden and it samples nothing."""
        moves = self._best(view)
        return dict.fromkeys(moves, 1 / len(moves))

    def _best(self, view: SeatView) -> Sequence[Any]:
        """The moves after which it stands best; all, where it cannot tell."""
        moves, state = view.legal_moves(), self._imagined(view)
        if state is None:
            return moves
        worths = [self._worth(view, state, move) for move in moves]
        best = max(worths)
        return [move for move, worth in zip(moves, worths, strict=True) if worth > best - _ALIKE]

    def _imagined(self, view: SeatView) -> Any:
        """A whole state to try moves on; None where the rules offer none."""
        if hasattr(view.rules, "imagine"):
            return view.rules.imagine(view.state, self._rng)
        return view.state if view.rules.game_type.information == "perfect" else None

    def _worth(self, view: SeatView, state: Any, move: Any) -> float:
        """The mean over the others' answers, and over what chance then does."""
        total, count = 0.0, 0
        for answers in self._answers(view, state, move):
            total += self._expected(view, view.rules.apply(state, *answers))
            count += 1
        return total / count

    def _answers(self, view: SeatView, state: Any, move: Any) -> Iterator[tuple[Any, ...]]:
        """A move of each seat that decides, ``move`` for the own one: all of them, or a sample where they are many."""
        rules = view.rules
        each = [(move,) if seat == view.seat else rules.moves(state, seat) for seat in view.to_move]
        count = 1
        for moves in each:
            count *= len(moves)
        if count <= _MOST_ANSWERS:
            yield from product(*each)
        else:
            for _ in range(_MOST_ANSWERS):
                yield tuple(self._rng.choice(moves) for moves in each)

    def _expected(self, view: SeatView, state: Any) -> float:
        """How well the seat stands, on average over what chance has yet to decide."""
        rules = view.rules
        settled = worth(rules, state, view.seat)
        if settled is not None and (hasattr(rules, "value") or rules.to_move(state) != (CHANCE,)):
            return settled
        return sum(
            probability * self._expected(view, rules.apply(state, outcome))
            for outcome, probability in self._outcomes(rules, state)
        )

    def _outcomes(self, rules: Any, state: Any) -> Iterator[tuple[Any, float]]:
        if hasattr(rules, "outcomes"):
            yield from ((outcome, float(probability)) for outcome, probability in rules.outcomes(state))
        elif rules.game_type.chance_mode == "explicit":
            outcomes = rules.moves(state, CHANCE)
            yield from ((outcome, 1 / len(outcomes)) for outcome in outcomes)
        else:
            yield rules.draw(state, self._rng), 1.0


class Search(Random):
    """Looks ahead: plays the game out many times in its mind, on whatever the hidden rest may be.

    ``seconds`` (default 1) or ``playouts`` limit how long it thinks about a move. It sees what its seat knows and no
    more, thinks on the bots' thread beside the kernel, and stops at once when nobody waits for it any more. An equal
    ``seed`` and an equal number of playouts make equal moves, on every machine.

    Where one seat decides at a time it is information-set Monte Carlo tree search, where two decide together regret
    matching, which plays a mix of moves. Both games are searched by compiled kernels, where the extra `fast` is
    installed; the first search ever on a machine compiles them, which takes about half a minute. Games of one's own
    are searched in plain Python.

    ``against`` is a bot that the others are taken to be, such as ``Greedy()``: one that tells how it decides,
    ``mix(view)``. Where seats decide together they are answered in the decision at hand, with the best move
    instead of a mix: it wins more against that bot, and may lose more against others. Where seats decide in turn it
    raises ``ValueError`` when it is to play.

    >>> from hexwidgets import MonsterHex
    >>> from hexwidgets.engine.players import view_of
    >>> game = MonsterHex("two-duel", seed=7)
    >>> one, two = Search(playouts=20, seed=1), Search(playouts=20, seed=1)
    >>> one(view_of(game, "red")) == two(view_of(game, "red"))
    True
    """

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int | None = None,
        *,
        against: Bot | None = None,
    ) -> None:
        super().__init__(seed)
        if against is not None and not hasattr(against, "mix"):
            expected = "a bot that tells how it decides, mix(view), such as Greedy()"
            raise TypeError(f"against: expected {expected}, or None, got {shorten(against)}")
        self.against = against
        self.seconds = 1.0 if seconds is None and playouts is None else seconds
        self.playouts = playouts
        check_budget(self.seconds, playouts)

    def __call__(self, view: SeatView) -> Any:
        """The move that its playouts favour; where several decide together one of their mix."""
        mix = self.mix(view)
        return next(iter(mix)) if len(mix) == 1 else self._rng.choices(list(mix), list(mix.values()))[0]

    def mix(self, view: SeatView) -> dict[Any, float]:
        """How likely it makes each move after the playouts that it makes now; they differ from time to time."""
        thoughts = self.thoughts(view)
        if len(view.to_move) == 1 or self.against is not None:
            return {thoughts.best: 1.0}
        return {thought.move: thought.share for thought in thoughts if thought.share > 0}

    def thoughts(self, view: SeatView) -> Thoughts:
        """What it thinks of every legal move."""
        return think(view, self._rng, seconds=self.seconds, playouts=self.playouts, against=self.against)

    def __repr__(self) -> str:
        limits = (f"{name}={limit}" for name in ("seconds", "playouts") if (limit := getattr(self, name)) is not None)
        against = "" if self.against is None else f", against={self.against!r}"
        return f"Search({', '.join(limits)}, seed={self.seed}{against})"


def worth(rules: Any, state: Any, seat: str) -> float | None:
    """How well ``seat`` stands by what the rules tell: the end of the game first, then their ``value``, then points."""
    result = rules.result(state)
    ended = 0.0
    if result is not None and result.winners:
        ended = WIN if seat in result.winners else -WIN
    if hasattr(rules, "value"):
        value: float | None = rules.value(state, seat)
        return None if value is None else ended + value
    scores: Mapping[str, int] = rules.scores(state) if hasattr(rules, "scores") else {}
    others = [points for name, points in scores.items() if name != seat]
    return ended + scores.get(seat, 0) - max(others, default=0)
