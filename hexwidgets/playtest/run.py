"""A run of games: cut into chunks, played by whoever there is, put together in order."""

from __future__ import annotations

import math
import pickle
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Any

from tqdm.auto import tqdm

from ..engine.dials import one_of
from ..engine.faults import shorten
from ..engine.playout import MEASURES
from .chunks import Chunk, Variant, pack, play_chunk, play_packed
from .report import Batch, Ended, Report
from .stats import rate
from .tables import percent

__all__ = ["Run"]

# Games in a chunk, compiled and in Python. Larger runs have larger chunks, so that there are not too many.
_COMPILED, _PLAIN = 1000, 20
_MOST_COMPILED, _MOST_CHUNKS = 20_000, 1000
# What is counted comes in blocks of so many games where a rule may stop the run within a chunk.
_COMPILED_BLOCK, _PLAIN_BLOCK = 100, 20
# Chunks that wait with an executor when a rule may stop the run at any time.
_AHEAD = 64
# When a rule to stop is asked: first, and how much later each time.
_FIRST_LOOK, _LATER = 100, 1.05
# Seconds between two calls of a function that is told the progress.
_PAUSE = 0.2
_WINNERS = MEASURES.index("winners")

Work = tuple[int, int, int]  # number of the variant, first game, game after the last


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
    ) -> None:
        self.variants, self.games, self.seed = tuple(variants), games, seed
        self.executor, self.progress, self.language = executor, progress, language
        self.done: dict[Work, Chunk] = {}
        self.ended: Ended = "done"
        self.rule = _rule(stop_when, variants)
        all_compiled = all(variant.compiled for variant in self.variants)
        self.block = None if self.rule is None else _COMPILED_BLOCK if all_compiled else _PLAIN_BLOCK
        self.works = list(self._cut())
        self._in_order = iter(self.works)
        self._waiting_for: Work | None = next(self._in_order)
        self._look = _FIRST_LOOK
        self._stopped_at = games
        self._told = -math.inf
        self._first: Counter[int] = Counter()  # who has won games of the first variant

    def report(self) -> Report:
        """Play, and report."""
        total = self.games * len(self.variants)
        with tqdm(total=total, unit="game", disable=self.progress is not True, leave=True) as bar:
            try:
                for work, chunk in self._played():
                    self.done[work] = chunk
                    if len(chunk.rows) < work[2] - work[1]:
                        raise KeyboardInterrupt
                    self._show(bar, work)
                    if self._is_enough():
                        self.ended = "stopped"
                        break
            except KeyboardInterrupt:
                self.ended = "interrupted"
        report = self._report(self._stopped_at)
        if callable(self.progress):
            self.progress(report)
        return report

    def _cut(self) -> Iterator[Work]:
        """Chunks of all variants by turns, so that they grow together. Their size depends on the games alone."""
        plain = _PLAIN * -(-self.games // (_PLAIN * _MOST_CHUNKS))
        compiled = min(max(_COMPILED, self.games // _MOST_CHUNKS // _COMPILED * _COMPILED), _MOST_COMPILED)
        size = compiled if all(variant.compiled for variant in self.variants) else plain
        for first in range(0, self.games, size):
            for number in range(len(self.variants)):
                yield number, first, min(first + size, self.games)

    # -- playing ------------------------------------------------------------------------------------

    def _played(self) -> Iterator[tuple[Work, Chunk]]:
        if self.executor is None:
            for work in self.works:
                yield work, self._here(work)
        else:
            yield from self._elsewhere(self.executor)

    def _here(self, work: Work) -> Chunk:
        number, first, last = work
        return play_chunk(self.variants[number], self.seed, first, last, self.block)

    def _elsewhere(self, executor: Executor) -> Iterator[tuple[Work, Chunk]]:
        """As chunks come back. Where the executor breaks, what is missing is played here."""
        packed = pack(self.variants)
        pending: dict[Future[Chunk], Work] = {}
        to_do = deque(self.works)
        ahead = len(self.works) if self.rule is None else _AHEAD
        try:
            while to_do or pending:
                while to_do and len(pending) < ahead:
                    work = to_do.popleft()
                    pending[self._submit(executor, packed, work)] = work
                finished, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in sorted(finished, key=lambda f: pending[f]):
                    chunk = future.result()
                    yield pending.pop(future), chunk
        except BrokenExecutor as error:
            left = [work for work in self.works if work not in self.done]
            said = f"the executor broke ({error}); {len(left)} of {len(self.works)} chunks are played in this process"
            warnings.warn(said, RuntimeWarning, stacklevel=5)
            for work in left:
                yield work, self._here(work)
        except KeyboardInterrupt:
            whole = (future for future in pending if future.done() and not future.cancelled())
            self.done |= {pending[future]: future.result() for future in whole if future.exception() is None}
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
        number, first, last = work
        if packed is None:  # nothing that could be sent elsewhere, but threads need nothing sent
            return executor.submit(play_chunk, self.variants[number], self.seed, first, last, self.block)
        return executor.submit(play_packed, packed, number, self.seed, first, last, self.block)

    # -- looking ------------------------------------------------------------------------------------

    def _is_enough(self) -> bool:
        """Whether the rule holds for the first games, asked at fixed numbers of games in their order."""
        if self.rule is None:
            return False
        while self._waiting_for in self.done:
            self._waiting_for = next(self._in_order, None)
        ready = self.games if self._waiting_for is None else self._waiting_for[1]
        while self._look <= ready and self._look < self.games:
            if self.rule(self._report(self._look)):
                self._stopped_at = self._look
                return True
            self._look = max(self._look + _FIRST_LOOK, int(self._look * _LATER) // _FIRST_LOOK * _FIRST_LOOK)
        return False

    def _report(self, games: int) -> Report:
        """Of the first so many games, as far as they have been played."""
        batches = []
        for number, variant in enumerate(self.variants):
            chunks = [chunk.cut(max(games - chunk.first, 0)) for work, chunk in self.done.items() if work[0] == number]
            batches.append(Batch(variant, chunks, self.seed))
        return Report(batches, self.games * len(self.variants), self.seed, self.ended, self.language)

    def _show(self, bar: Any, work: Work) -> None:
        """Tell how far it is: to a function not oftener than a person can read."""
        chunk = self.done[work]
        if callable(self.progress):
            if time.monotonic() - self._told > _PAUSE:
                self.progress(self._report(self.games))
                self._told = time.monotonic()
        elif self.progress:
            if work[0] == 0:
                self._first.update(chunk.rows[:, _WINNERS].tolist())
                bar.set_postfix_str(self._estimate(), refresh=False)
            bar.update(len(chunk.rows))

    def _estimate(self) -> str:
        """How often each seat of the first variant has won so far."""
        found = {s: rate(self._first[1 << i], self._first.total()) for i, s in enumerate(self.variants[0].seats)}
        return ", ".join(f"{seat} {percent(e.value)} ± {percent(e.half_width)}" for seat, e in found.items())


def _rule(given: Any, variants: Sequence[Variant]) -> Callable[[Report], bool] | None:
    if given is None:
        return None
    if callable(given):
        rule: Callable[[Report], bool] = given
        return rule
    known = [set(Batch(variant, [], 0).measures) for variant in variants]
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
            if name in batch.measures
        )

    return narrow
