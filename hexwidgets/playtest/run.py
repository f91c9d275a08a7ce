"""A run of games: cut into chunks, played by whoever there is, added up as they come."""

from __future__ import annotations

import math
import pickle
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

from tqdm.auto import tqdm

from ..engine.dials import one_of
from ..engine.faults import shorten
from ..engine.naming import naming_of
from .chunks import LISTED, Chunk, Keep, Rows, Variant, pack, play_chunk, play_packed
from .report import Batch, Ended, Report
from .stats import rate
from .tables import percent
from .totals import Products, Totals, measure_names

__all__ = ["Run"]

# Games in a chunk, compiled and in Python. Few games have smaller chunks in Python, so that many workers have some;
# more games have larger ones, since a cluster spends about 10 ms of processor time on each chunk.
_COMPILED, _MOST_COMPILED, _COMPILED_CHUNKS = 1000, 20_000, 32
_PLAIN, _PLAIN_CHUNKS, _MOST_CHUNKS = 20, 100, 1000
# Games of all variants together above which they are counted and not kept, unless somebody says.
_MOST_KEPT = 10_000_000
# Chunks that are with an executor at a time.
_AHEAD = 500
# When a rule to stop is asked: first, and how much later each time.
_FIRST_LOOK, _LATER = 100, 1.05
# Seconds between two calls of a function that is told the progress.
_PAUSE = 0.2

Work = tuple[int, int]  # first game, game after the last


class Run:
    """See `simulate`; every argument but the rule to stop has been checked."""

    def __init__(
        self,
        variants: Sequence[Variant],
        games: int,
        seed: int,
        executor: Executor | None,
        progress: bool | Callable[[Report], object],
        stop_when: float | Mapping[str, float] | Callable[[Report], bool] | None,
        language: str | None,
        keep: Keep | None = None,
    ) -> None:
        self.variants, self.games, self.seed = tuple(variants), games, seed
        self.executor, self.progress, self.language = executor, progress, language
        self.wanted = games * len(self.variants)
        self.keep: Keep = keep or ("games" if self.wanted <= _MOST_KEPT else "counts")
        self.ended: Ended = "done"
        self.rule = _rule(stop_when, variants)
        self._looks = set(_looks(games)) if self.rule is not None else set()
        self.works = list(self._cut())
        self._done: set[Work] = set()
        self._totals = [Totals.none(v.seats, v.scorers, v.tally) for v in self.variants]
        self._rows: list[list[Rows]] = [[] for _ in self.variants]
        self._products: Products | None = None
        self._early: dict[int, Chunk] = {}  # by their first games, where a rule needs all before them
        self._ready = 0  # games, the first ones, that have been added up where a rule is asked
        self._told = -math.inf

    def report(self) -> Report:
        """Play, and report."""
        with tqdm(total=self.wanted, unit="game", disable=self.progress is not True, leave=True) as bar:
            try:
                for work, chunk in self._played():
                    enough = self._take(work, chunk)
                    if chunk.games < work[1] - work[0]:
                        raise KeyboardInterrupt
                    self._show(bar, chunk)
                    if enough:
                        self.ended = "stopped"
                        break
            except KeyboardInterrupt:
                self.ended = "interrupted"
                for first in sorted(self._early):
                    self._add(self._early[first])
        report = self._report()
        if callable(self.progress):
            self.progress(report)
        return report

    def _cut(self) -> Iterator[Work]:
        """Chunks, which depend on the games alone, and end where a rule to stop is asked."""
        if all(variant.compiled for variant in self.variants):
            size = self.games // (_COMPILED_CHUNKS * len(self.variants)) // _COMPILED * _COMPILED
            size = min(max(size, _COMPILED), _MOST_COMPILED)
        else:
            size = min(max(self.games // _PLAIN_CHUNKS, 1), _PLAIN) * -(-self.games // (_PLAIN * _MOST_CHUNKS))
            if any(variant.compiled for variant in self.variants):
                size = -(-size // LISTED) * LISTED
        ends = {*range(size, self.games, size), *self._looks, self.games}
        yield from pairwise([0, *sorted(ends)])

    # -- playing ------------------------------------------------------------------------------------

    def _played(self) -> Iterator[tuple[Work, Chunk]]:
        if self.executor is None:
            for work in self.works:
                yield work, self._here(work)
        else:
            yield from self._elsewhere(self.executor)

    def _here(self, work: Work) -> Chunk:
        return play_chunk(self.variants, self.seed, *work, self.keep)

    def _elsewhere(self, executor: Executor) -> Iterator[tuple[Work, Chunk]]:
        """As chunks come back. Where the executor breaks, what is missing is played here."""
        packed = pack(self.variants)
        pending: dict[Future[Chunk], Work] = {}
        back: SimpleQueue[Future[Chunk]] = SimpleQueue()
        to_do = deque(self.works)
        try:
            while to_do or pending:
                while to_do and len(pending) < _AHEAD:
                    work = to_do.popleft()
                    future = self._submit(executor, packed, work)
                    pending[future] = work
                    future.add_done_callback(back.put)
                future = back.get()
                chunk = future.result()
                yield pending.pop(future), chunk
        except BrokenExecutor as error:
            left = [work for work in self.works if work not in self._done]
            said = f"the executor broke ({error}); {len(left)} of {len(self.works)} chunks are played in this process"
            warnings.warn(said, RuntimeWarning, stacklevel=5)
            for work in left:
                yield work, self._here(work)
        except KeyboardInterrupt:
            whole = (future for future in pending if future.done() and not future.cancelled())
            for future in [future for future in whole if future.exception() is None]:
                self._take(pending.pop(future), future.result())
            raise
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            if packed is not None:
                raise
            said = (
                "the bots or rules cannot be sent to another process; define them in a module, or install cloudpickle"
            )
            raise TypeError(said) from error
        finally:
            for future in pending:
                future.cancel()

    def _submit(self, executor: Executor, packed: bytes | None, work: Work) -> Future[Chunk]:
        if packed is None:  # nothing that could be sent elsewhere, but threads need nothing sent
            return executor.submit(play_chunk, self.variants, self.seed, *work, self.keep)
        return executor.submit(play_packed, packed, self.seed, *work, self.keep)

    # -- adding up ----------------------------------------------------------------------------------

    def _take(self, work: Work, chunk: Chunk) -> bool:
        """Add a chunk that came back; whether the rule to stop holds.

        The rule is asked of the first games at fixed numbers of them, so chunks wait for those before them.
        """
        self._done.add(work)
        if self.rule is None:
            self._add(chunk)
            return False
        self._early[chunk.first] = chunk
        while (ready := self._early.pop(self._ready, None)) is not None:
            self._add(ready)
            self._ready += ready.games
            if self._ready in self._looks and self.rule(self._report()):
                return True
        return False

    def _add(self, chunk: Chunk) -> None:
        self._totals = [own + more for own, more in zip(self._totals, chunk.totals, strict=True)]
        for kept, rows in zip(self._rows, chunk.rows, strict=False):
            kept.append(rows)
        if chunk.products is not None:
            self._products = chunk.products if self._products is None else self._products + chunk.products

    def _report(self) -> Report:
        """Of what has been added up."""
        batches = [
            Batch(variant, own, self.seed, [*rows] if self.keep == "games" else None)
            for variant, own, rows in zip(self.variants, self._totals, self._rows, strict=True)
        ]
        return Report(batches, self.wanted, self.seed, self.ended, self.language, self._products)

    # -- telling ------------------------------------------------------------------------------------

    def _show(self, bar: Any, chunk: Chunk) -> None:
        """Tell how far it is: to a function not oftener than a person can read."""
        if callable(self.progress):
            if time.monotonic() - self._told > _PAUSE:
                self.progress(self._report())
                self._told = time.monotonic()
        elif self.progress:
            bar.set_postfix_str(self._estimate(), refresh=False)
            bar.update(chunk.games * len(self.variants))

    def _estimate(self) -> str:
        """How often each seat of the first variant has won so far."""
        totals, naming = self._totals[0], naming_of(self.variants[0].rules)
        found = {s: rate(totals.wins(i), totals.games) for i, s in enumerate(self.variants[0].seats)}
        told = {naming.say("seat", seat, self.language): e for seat, e in found.items()}
        return ", ".join(f"{seat} {percent(e.value)} ± {percent(e.half_width)}" for seat, e in told.items())


def _looks(games: int) -> Iterator[int]:
    """After how many games a rule to stop is asked."""
    look = _FIRST_LOOK
    while look < games:
        yield look
        look = max(look + _FIRST_LOOK, int(look * _LATER) // _FIRST_LOOK * _FIRST_LOOK)


def _rule(given: Any, variants: Sequence[Variant]) -> Callable[[Report], bool] | None:
    if given is None:
        return None
    if callable(given):
        rule: Callable[[Report], bool] = given
        return rule
    known = [set(measure_names(variant.seats, variant.scorers)) for variant in variants]
    if isinstance(given, Mapping):
        widths = dict(given)
    else:
        widths = {f"win_{seat}": given for variant in variants for seat in variant.seats}
    for name, width in widths.items():
        one_of("measure", name, sorted(set.union(*known)))
        if isinstance(width, bool) or not isinstance(width, int | float) or not width > 0:
            raise ValueError(f"stop_when: expected a half-width above 0 such as 0.01, got {shorten(width)}")

    def narrow(report: Report) -> bool:
        return all(
            batch.estimate(name).half_width <= width
            for batch in report.batches
            for name, width in widths.items()
            if name in batch.names
        )

    return narrow
