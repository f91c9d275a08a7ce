"""Arena Duel solved: what every position is worth when nobody errs, and the proof that it is.

The duel is a zero-sum stochastic game (Shapley). Its positions are the classes of placements, both lives, and who has
the charge right. Lives only ever fall, so blocks of equal lives are solved one by one, from the lowest total up: value
iteration, and between two sweeps the values that the orders just found would have (policy evaluation). What an exchange
of the seats leads to is not solved again.

Where waiting costs nothing, a mix may be best in every single game and yet wait for ever, so that the duel is never
won. Then the values are moved a little, against delay: in proportion to what they would lose if the duel were given
up, now and then, as a draw. In some arenas no mix makes quite sure of the value, only of nearly as much (recursive
games, Everett). Of several such solutions the one is kept whose loss, found exactly, is least.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ..engine.beside import compiling_beside
from ..engine.faults import shorten
from ..engine.kernel import compiled
from .arena import SEATS
from .matrixgame import MIXES, SCRATCH
from .rules import ArenaDuelRules
from .solution import Certificate, Solution
from .state import NOBODY, ORDERS
from .symmetry import Classes, classes, placement
from .turns import HARMS, Turns, no_turns, tabulate
from .valuation import BOTH, KERNELS, RIGHTS, Block, Chain, Room

__all__ = ["MOST_VALUES", "Answers", "Play", "Progress", "answers", "certify", "mean_turns", "solve"]

MOST_VALUES = 16_000_000  # in a table: 128 MB
_FINER = 1e-3  # than the tolerance: how little the values still change when a block is done
_FINEST = 1e-14  # about what rounding leaves
_RARELY, _MOST_RARELY = 1e-4, 1e-8  # how likely a duel is given up before a turn, to see what delay costs
_MOST_SWEEPS, _MOST_PASSES = 2_000, 500

_ANSWERED = 1e-7  # how exactly it is found what answers score
_HASTE = 1e-3  # how likely a duel is given up before a turn, for an answer that wins soon

Progress = bool | Callable[[float], object]


# Writes north's mixes of a block, of which it is told both lives, north's first, and how many turns are left.
Play = Callable[[Turns, Block, tuple[int, int, int], Any, Room], object]


class Answers(NamedTuple):
    """North's chances to win by a known policy, in every position before the charge roll, laid out as values are.

    Those of the best answer; those where south wants to win soon, which tell its orders apart where it may wait for
    ever; and those against south's perfect play.
    """

    best: Any
    soon: Any
    perfect: Any


def solve(
    rules: Any,
    tolerance: float = 1e-9,
    progress: Progress = True,
    *,
    start: float = 0.5,
    exchange: bool = True,
) -> Solution:
    """Solve a duel exactly, with its arena, dials and switches.

    Args:
        rules: an `ArenaDuelRules`, or a duel; its present position is then what the solution is asked about.
        tolerance: about how far values may be off, and what a best answer may gain against the policy; at least 1e-12.
            Where a fighter can keep away for ever, more may be lost; the certificate tells how much.
        progress: True shows a bar (tqdm's, where it is installed); or a function that is told the share done, 0 to 1.
            Where the duel need not end, further passes count anew.
        start: what positions are taken to be worth to begin with, 0 to 1. The solution does not depend on it, unless
            nobody can be made to fight: 0.5 makes a duel without end a draw.
        exchange: whether positions that differ by an exchange of the seats are solved only once.

    Returns:
        A `Solution`; its ``certificate`` says how good it is, found from its own policy.

    With ``max_turns`` a table is made for every number of turns left; a draw counts as half a win. It needs the extra
    `fast`, whose absence raises ``ImportError``; more than MOST_VALUES values raise ``ValueError``. It can be
    interrupted at any time.

    >>> from hexwidgets.arenaduel.rules import ArenaDuelRules
    >>> corridor = {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    >>> corridor |= {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, 3], "facing": 2}}
    >>> solution = solve(ArenaDuelRules(corridor, dials={"life": 1}), progress=False)
    >>> round(solution.value(), 6), solution.certificate.loss < 1e-9
    (0.5, True)
    """
    game = None if isinstance(rules, ArenaDuelRules) else rules
    rules = getattr(rules, "rules", rules)
    if not isinstance(rules, ArenaDuelRules):
        raise TypeError(f"solve: expected the rules of an Arena Duel or a duel, got {shorten(rules)}")
    if not 1e-12 <= tolerance < 1:
        raise ValueError(f"tolerance: expected 1e-12 or more, and less than 1, got {shorten(tolerance)}")
    if not 0 <= start <= 1:
        raise ValueError(f"start: expected 0 to 1, got {shorten(start)}")
    kinds = classes(rules.arena)
    _check_size(rules, kinds)
    with _shown(progress) as tell:
        work = _Work(rules, kinds, rules.dials["life"], tolerance, tell)
        values = work.values(start, exchange)
        certificate = work.certificate(values, must_end=start == 0.5)
        if certificate is None:
            values, certificate = work.patient(values, exchange, tolerance)
    return Solution(rules, kinds, values, certificate, game=game)


def certify(solution: Solution, tolerance: float = 1e-9, progress: Progress = False) -> Certificate:
    """The certificate of a solution, found anew from its values alone: the shipped one, or one that was read back.

    ``tolerance`` is how exactly a loss is found.
    """
    with _shown(progress) as tell:
        work = _Work(solution.rules, solution.classes, solution.lives, tolerance, tell)
        certificate = work.certificate(work.np.array(solution.values))
        assert certificate is not None
        return certificate


def answers(solution: Solution, play: Play, progress: Progress = False) -> Answers:
    """What south scores against orders of north's that are known, in every position; see `Answers`.

    ``play`` knows the orders. No winner may have a choice whether to pursue.
    """
    with _shown(progress) as tell:
        work = _Work(solution.rules, solution.classes, solution.lives, _ANSWERED, tell)
        return work.answers(work.np.array(solution.values), play)


def mean_turns(solution: Solution, progress: Progress = False) -> dict[tuple[int, int], float]:
    """How many turns a duel lasts on average from the start hexes, if neither side errs, by north's life and south's.

    Exactly, over all mixes, charge rolls and dice; with a turn limit it counts from the first turn. Raises
    ``ValueError`` where the policies do not make sure that the duel ends.

    >>> from hexwidgets.arenaduel.rules import ArenaDuelRules
    >>> corridor = {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    >>> corridor |= {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, 3], "facing": 2}}
    >>> turns = mean_turns(solve(ArenaDuelRules(corridor, dials={"life": 2}), progress=False))
    >>> turns[1, 1] < turns[2, 2]
    True
    """
    if not solution.certificate.ends:
        raise ValueError("mean_turns: expected a duel that always ends; in this one a fighter can keep away for ever")
    with _shown(progress) as tell:
        work = _Work(solution.rules, solution.classes, solution.lives, 1e-9, tell)
        turns = work.lengths(work.np.array(solution.values))
    start = solution.classes.of[placement(solution.rules.table.cells, *_start(solution.rules))]
    lives, layer = range(1, solution.lives + 1), work.layers - 1
    return {(x, y): float(turns[work._at(x, y, layer) + start]) for x in lives for y in lives}


def _start(rules: ArenaDuelRules) -> tuple[int, int, int, int]:
    (north, south), (facing, other) = rules.table.start_cell, rules.table.start_facing
    return north, facing, south, other


def _check_size(rules: ArenaDuelRules, kinds: Classes) -> None:
    life, turns = rules.dials["life"], rules.dials["max_turns"]
    needed = len(kinds.smallest) * (life + 1) ** 2 * (turns + 1)
    if needed > MOST_VALUES:
        limited = f" and {turns} turns" if turns else ""
        raise ValueError(
            f"solve: {len(kinds.smallest):,} classes of placements, life {life}{limited} take {needed:,} values; "
            f"expected at most {MOST_VALUES:,}: take a smaller or more symmetric arena, less life or fewer turns"
        )


class _Work:
    """Everything that one solution is computed with."""

    def __init__(
        self, rules: ArenaDuelRules, kinds: Classes, life: int, tolerance: float, tell: Callable[[float], object]
    ) -> None:
        self.kernels = compiled(KERNELS)  # which tells what to install, where that is missing
        import numpy as np  # noqa: PLC0415  only those who solve a game need it

        self.np, self.tell = np, tell
        self.count, self.life = len(kinds.smallest), life
        self.layers = rules.dials["max_turns"] + 1
        self.goal = max(tolerance * _FINER, _FINEST)
        with compiling_beside(KERNELS, compile_kernels) as wait:
            self.turns = tabulate(rules, kinds)
            wait()
        self.swapped, self.all = np.array(kinds.swapped), np.arange(self.count)
        tie = 1 / rules.table.sides
        self.shares = np.array([tie, (1 - tie) / 2, (1 - tie) / 2])  # AD-CHARGE-1
        self.mixes = np.zeros(RIGHTS * MIXES * self.count)
        self.room = _room()
        self.chain, self.steps = self._chain(16 * self.count), self._chain(self.count)
        self.patience, self.parts, self.done = 1.0, 1, 0

    def _chain(self, steps: int) -> Chain:
        np, count = self.np, self.count
        return Chain(np.zeros(count + 1, np.int64), np.zeros(count), np.zeros(steps, np.int64), np.zeros(steps))

    # -- blocks -----------------------------------------------------------------------------------

    def _blocks(self, layer: int = 0, exchange: bool = False) -> Iterator[Block]:
        """The blocks of a layer, lower totals of life first; with ``exchange`` only those that no other one mirrors."""
        for total in range(2, 2 * self.life + 1):
            for north in range(max(1, total - self.life), min(self.life, total - 1) + 1):
                south, there, todo = total - north, -1, self.all
                if exchange:
                    if north < south:
                        continue
                    there = self._at(south, north, layer)
                    todo = self.all if north > south else self.all[self.all <= self.swapped]
                here, places = self._at(north, south, layer), self._places(north, south, layer)
                yield Block(todo, here, there, self.swapped, places, self.shares, self.patience)

    def _at(self, north: int, south: int, layer: int) -> int:
        lives = self.life + 1
        return ((layer * lives + north) * lives + south) * self.count

    def _places(self, north: int, south: int, layer: int) -> Any:
        """Where every harm leads: with a turn limit, into the layer with a turn less."""
        places, harms = self.np.zeros(HARMS, self.np.int64), self.turns.harms
        next_layer = self._at(0, 0, max(layer - 1, 0))
        self.kernels.places_after(harms, north, south, self.life + 1, self.count, next_layer, places)
        return places

    def _blank(self, fill: float) -> Any:
        """A table of values, with the ends that AD-END-1 makes, and the draw of AD-END-2."""
        lives = self.life + 1
        values = self.np.full((self.layers, lives, lives, self.count), 0.5 if self.layers > 1 else float(fill))
        values[:, 0], values[:, 1:, 0] = 0.0, 1.0
        return values.ravel()

    def _to_do(self) -> range:
        return range(1, self.layers) if self.layers > 1 else range(1)

    def _tick(self, share: float = 1.0) -> None:
        """So much of the present part is done."""
        self.tell(min((self.done + share) / self.parts, 1.0))
        if share == 1.0:
            self.done += 1

    # -- values -----------------------------------------------------------------------------------

    def values(self, start: float, exchange: bool) -> Any:
        """The values of all positions before the charge roll, the layers of fewer turns left first."""
        own = self.life * (self.life + 1) // 2 if exchange else self.life**2
        self.parts, self.done = (own + 3 * self.life**2) * len(self._to_do()), 0
        values = self._blank(start)
        for layer in self._to_do():
            for block in self._blocks(layer, exchange):
                if self.layers > 1:
                    self._sweep(block, values, values)
                else:
                    self._solve(block, values)
                self._tick()
        return values

    def patient(self, values: Any, exchange: bool, tolerance: float) -> tuple[Any, Certificate]:
        """Values, and with them mixes, for a duel that need not end: those of which the least loss is proved."""
        best = None
        for candidate in self._candidates(values, exchange, tolerance):
            certificate = self.certificate(candidate)
            assert certificate is not None
            if best is None or certificate.loss < best[1].loss:
                best = candidate, certificate
            if best[1].loss <= tolerance:
                break
        assert best is not None
        return best

    def _candidates(self, values: Any, exchange: bool, tolerance: float) -> Iterator[Any]:
        """Off by about the tolerance, as if delay cost that much; of duels given up now and then; and as found."""
        delayed = self._delayed(exchange, _RARELY)
        yield values - tolerance / _RARELY * (values - delayed)
        yield self._delayed(exchange, max(_MOST_RARELY, tolerance))
        yield values

    def _delayed(self, exchange: bool, given_up: float) -> Any:
        self.patience = 1 - given_up
        delayed = self.values(0.5, exchange)
        self.patience = 1.0
        return delayed

    def lengths(self, values: Any) -> Any:
        """How many turns are still to come on average from every position, under both best mixes."""
        turns, fresh = self.np.zeros_like(values), values.copy()
        self.parts, self.done = self.life**2 * len(self._to_do()), 0
        for layer in self._to_do():
            for block in self._blocks(layer):
                self._sweep(block, values, fresh)
                self._look_ahead(block, turns, values, BOTH, self.mixes, self.goal, each=1.0)
                self._tick()
        return turns

    def _sweep(self, block: Block, values: Any, to: Any) -> float:
        return float(self.kernels.sweep(self.turns, block, values, to, self.mixes, self.room))

    def _solve(self, block: Block, values: Any) -> None:
        """Sweep a block until its values stay; look ahead between sweeps as long as that helps."""
        here = slice(block.here, block.here + self.count)
        kept, last, patience, plain = None, math.inf, 0, 1
        for _ in range(_MOST_SWEEPS):
            change = self._sweep(block, values, values)
            if change <= self.goal:
                return
            self._tick(min(math.log(change) / math.log(self.goal), 0.99) if change < 1 else 0.0)
            if kept is not None and change > 0.9 * last:
                # Fixed orders led astray, the other side having a better answer: go back, and sweep on from there.
                values[here] = kept
                kept, patience, plain = None, plain, 2 * plain
            elif patience:
                patience -= 1
            else:
                kept, last = values[here].copy(), change
                self._look_ahead(block, values, values, NOBODY, self.mixes, change)
                continue
            kept = None

    def _look_ahead(
        self,
        block: Block,
        values: Any,
        judge: Any,
        seat: int,
        mixes: Any,
        change: float,
        drawn: Any = (),
        each: float = 0.0,
    ) -> None:
        """Put down what a block would be worth under fixed mixes, to a small part of the last change.

        In the classes of ``drawn`` the duel ends as a draw. Every turn adds ``each``.
        """
        done = 0
        while True:
            done = self.kernels.fix(self.turns, block, values, judge, seat, mixes, self.chain, self.steps, done)
            if done == len(block.todo):
                break
            old, self.chain = self.chain, self._chain(2 * len(self.chain.to))
            for grown, numbers in zip(self.chain, old, strict=True):
                grown[: len(numbers)] = numbers
        self.chain.rest[: len(block.todo)] += each
        for n in drawn:
            self.chain.rest[n] = 0.5
            self.chain.weight[self.chain.start[n] : self.chain.start[n + 1]] = 0.0
        self.kernels.evaluate(block, values, self.chain, max(change * 1e-4, self.goal / 10), _MOST_PASSES)

    # -- proof ------------------------------------------------------------------------------------

    def certificate(self, values: Any, must_end: bool = False) -> Certificate | None:
        """How far the values are from solving every position's games, and what a best answer to either mix gains.

        With ``must_end`` None, as soon as there is a position whose mixes do not make sure that the duel ends.
        """
        self.parts = max(self.parts, self.done + 3 * self.life**2 * len(self._to_do()))
        bounds, fresh, residual, ends = [self._blank(0.5) for _ in SEATS], values.copy(), 0.0, True
        for layer in self._to_do():
            for block in self._blocks(layer):
                residual = max(residual, self._sweep(block, values, fresh))
                self._tick()
                for seat, bound in enumerate(bounds):
                    ends &= self._answer(block, values, bound, seat, must_end)
                    if must_end and not ends:
                        return None
                    self._tick()
        north, south = (float(abs(bound - values).max()) for bound in bounds)
        return Certificate(residual, north, south, ends, self.count * self.life**2 * len(self._to_do()))

    def answers(self, values: Any, play: Play) -> Answers:
        """See the function of that name."""
        self.parts, self.done = self.life**2 * len(self._to_do()), 0
        found, fresh = Answers(*(self._blank(0.5) for _ in Answers._fields)), values.copy()
        for layer in self._to_do():
            for block in self._blocks(layer):
                self._sweep(block, values, fresh)
                perfect = self.mixes.copy()
                north, south = divmod(block.here // self.count % (self.life + 1) ** 2, self.life + 1)
                play(self.turns, block, (north, south, layer), self.mixes, self.room)
                for start in range(0, len(perfect), MIXES):
                    perfect[start : start + ORDERS] = self.mixes[start : start + ORDERS]
                self._answer(block, values, found.best, 0, False)
                self._settle(block, found.soon, self._hurry, block, values, found.soon)
                met = (block, found.perfect, values, NOBODY, perfect, self.goal)
                self._settle(block, found.perfect, self._look_ahead, *met)
                self._tick()
        return found

    def _settle(self, block: Block, values: Any, step: Callable[..., object], *given: Any) -> None:
        """Take a step again and again, until the values of a block stay."""
        here = values[block.here : block.here + self.count]
        for _ in range(_MOST_SWEEPS):
            before = here.copy()
            step(*given)
            if abs(here - before).max() <= self.goal:
                return

    def _hurry(self, block: Block, values: Any, soon: Any) -> None:
        """A turn of the best answer that wants to win soon."""
        self._respond(block, values, soon, 0, self.mixes.copy())
        here = soon[block.here : block.here + self.count]
        here[:] = 0.5 + (1 - _HASTE) * (here - 0.5)

    def _answer(self, block: Block, values: Any, bound: Any, seat: int, must_end: bool) -> bool:
        """The value of a block under a seat's mixes against the best answer; returns whether they end the duel.

        Counted from the worst for the answer on, so that it never counts on what it cannot make sure of. Where it can
        keep away from every hit for ever, a draw is its own to take: there, and only there, a duel need not end.
        """
        mixes = self.mixes.copy()
        if self.layers > 1:
            self._respond(block, values, bound, seat, mixes)
            return True
        safe = self._safe(block, values, seat, mixes)
        if must_end and len(safe):
            return False
        better = self.np.minimum if seat == 0 else self.np.maximum  # for the answer
        inside = bound[block.here : block.here + self.count]
        inside[:] = 1.0 - seat
        inside[safe] = 0.5
        for _ in range(_MOST_SWEEPS):
            before = inside.copy()
            self._respond(block, values, bound, seat, mixes)
            drawn = safe[inside[safe] != better(inside[safe], 0.5)]
            inside[drawn] = 0.5
            change = float(abs(inside - before).max())
            if change <= self.goal:
                break
            self._look_ahead(block, bound, values, seat, mixes, change, drawn)
        return not len(safe)

    def _safe(self, block: Block, values: Any, seat: int, mixes: Any) -> Any:
        """The classes in which the answer to a seat's mixes can see to it that nobody is ever hit."""
        hit = self.np.full_like(values, 1.0 - seat)
        inside = hit[block.here : block.here + self.count]
        inside[:] = seat
        left, safe = -1, self.all
        while len(safe) != left:
            left = len(safe)
            self._respond(block, values, hit, seat, mixes)
            safe = self.np.flatnonzero(inside == seat)
        return safe

    def _respond(self, block: Block, values: Any, bound: Any, seat: int, mixes: Any) -> float:
        return float(self.kernels.respond(self.turns, block, values, bound, seat, mixes, self.room))


# -- compiling --------------------------------------------------------------------------------------------------


def _room() -> Room:
    import numpy as np  # noqa: PLC0415  only those who solve a game need it

    return Room(np.zeros(ORDERS**2), np.zeros(ORDERS**2), np.zeros(SCRATCH), np.zeros(MIXES, np.int64))


def compile_kernels() -> None:
    """Compile everything but the rules' own turns, for a process beside the one that solves."""
    kernels = compiled(KERNELS)
    import numpy as np  # noqa: PLC0415

    ints, floats, turns, room = np.zeros(1, np.int64), np.zeros(1), no_turns(), _room()
    block = Block(ints[:0], 0, -1, ints, ints, floats, 1.0)
    chain = Chain(ints, floats, ints, floats)
    kernels.places_after(turns.harms[:0], 1, 1, 2, 1, 0, ints[:0])
    kernels.sweep(turns, block, floats, floats, floats, room)
    kernels.fix(turns, block, floats, floats, int(NOBODY), floats, chain, chain, 0)
    kernels.evaluate(block, floats, chain, 1.0, 1)
    kernels.respond(turns, block, floats, floats, 0, floats, room)


# -- progress -------------------------------------------------------------------------------------------------


@contextmanager
def _shown(progress: Progress) -> Iterator[Callable[[float], object]]:
    """Who is told the share that is done."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda share: None
        return
    try:
        from tqdm.auto import tqdm  # noqa: PLC0415  shown where it happens to be installed
    except ImportError:
        yield _print_share
        print(file=sys.stderr)
        return
    with tqdm(total=1.0, desc="solving", bar_format="{l_bar}{bar}| {elapsed}<{remaining}") as bar:
        yield lambda share: bar.update(share - bar.n)


def _print_share(share: float) -> None:
    print(f"\rsolving: {share:4.0%}", end="", file=sys.stderr, flush=True)
