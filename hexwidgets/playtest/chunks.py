"""Games in numbered chunks: what a worker does. The same chunk gives the same numbers wherever it is played."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.kernel import compiled
from ..engine.players import Bot
from ..engine.playout import FIRST_POINTS, MEASURES, RandomPlay, add_up, measured
from ..engine.tally import SUMS, Tally
from .play import SimulationError, play

__all__ = ["LISTED", "Chunk", "Ints", "Variant", "game_seeds", "no_sums", "pack", "play_chunk", "play_packed"]

Ints = NDArray[np.int64]

# Seeds come in blocks, one child of the seed sequence each, so that they do not depend on how games are cut.
_BLOCK = 1000
# Compiled, legal moves are counted in every so-many-th game: to list them takes longer than to play.
LISTED = 10


@dataclass(frozen=True)
class Variant:
    """A game as it is simulated: rules, the position it starts from, and a bot (None: random) for each seat.

    With ``rotate`` the bots move on by one seat from game to game.
    """

    name: str
    rules: Any
    start: Any
    bots: tuple[Bot | None, ...]
    rotate: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order."""
        return tuple(self.rules.game_type.seats)

    @property
    def scorers(self) -> tuple[str, ...]:
        """Those who have points, in order; none where the rules know no scores."""
        scores = getattr(self.rules, "scores", None)
        return tuple(scores(self.start)) if scores else ()

    @property
    def compiled(self) -> bool:
        """Whether its games are random ones that can be compiled."""
        return all(bot is None for bot in self.bots) and getattr(self.rules, "random_play", None) is not None

    @property
    def tally(self) -> Tally | None:
        """What its rules count of games; None where they count nothing."""
        play = getattr(self.rules, "random_play", None)
        return play.tally if play is not None else None

    @cached_property
    def records(self) -> tuple[Any, Any]:
        """The table and the start as compiled kernels take them."""
        return self.rules.table.to_record(), self.start.to_record()

    def seated(self, game: int) -> tuple[int, ...]:
        """For each seat the number of the bot that has it in a game."""
        count = len(self.bots)
        return tuple((slot + game * self.rotate) % count for slot in range(count))


@dataclass(frozen=True)
class Chunk:
    """Games ``first``, ``first + 1``, ...: a row each, as `engine.playout.MEASURES` says, then the scorers' points.

    The column ``reason`` counts in ``reasons``. A chunk that was interrupted has fewer rows than were asked for.
    ``sums`` has the sums of `engine.tally` for each ``block`` games, by block and key.
    """

    first: int
    rows: Ints
    reasons: tuple[str, ...]
    sums: Ints
    block: int

    def cut(self, games: int) -> Chunk:
        """The first so many games, whole blocks of them."""
        if games >= len(self.rows):
            return self
        assert games % self.block == 0
        return Chunk(self.first, self.rows[:games], self.reasons, self.sums[: games // self.block], self.block)


def game_seeds(seed: int, first: int, last: int) -> Ints:
    """The seeds of games ``first`` to ``last - 1``: integers from 0 to 2**63 - 1.

    They are drawn from the children that ``numpy.random.SeedSequence(seed).spawn`` gives, one for each thousand.
    """
    blocks = range(first // _BLOCK, -(-last // _BLOCK))
    drawn = [np.random.SeedSequence(seed, spawn_key=(b,)).generate_state(_BLOCK, np.uint64) for b in blocks]
    start = blocks.start * _BLOCK
    return (np.concatenate(drawn)[first - start : last - start] >> np.uint64(1)).astype(np.int64)


def play_chunk(variant: Variant, seed: int, first: int, last: int, block: int | None = None) -> Chunk:
    """Games ``first`` to ``last - 1`` of a run with this seed, counted by ``block`` games (default: all together)."""
    seeds = game_seeds(seed, first, last)
    block = max(len(seeds), 1) if block is None else block
    if variant.compiled:
        return _play_compiled(variant, seeds, first, block)
    kept, kept_numpy = random.getstate(), np.random.get_state()
    try:
        return _play_plainly(variant, seeds, first, block)
    finally:
        random.setstate(kept)
        np.random.set_state(kept_numpy)


def no_sums(tally: Tally | None, games: int, block: int) -> Ints:
    """Room for what is counted of so many games."""
    return np.zeros((-(-games // block), tally.keys if tally else 0, SUMS), np.int64)


def _play_compiled(variant: Variant, seeds: Ints, first: int, block: int) -> Chunk:
    assert first % LISTED == 0
    how: RandomPlay = variant.rules.random_play
    table, blank = variant.records
    states = np.full(len(seeds), blank, blank.dtype)
    rows = np.zeros((len(seeds), FIRST_POINTS + len(variant.scorers)), np.int64)
    rng, room = np.zeros(4, np.int64), np.zeros(how.room, np.int64)
    tally, sums = np.zeros(2 * how.tally.keys + how.tally.room, np.int64), no_sums(how.tally, len(seeds), block)
    play_all = compiled(measured(how.kernels))
    play_all(table, states, seeds, len(variant.seats), LISTED, rng, room, rows, tally, sums, block)
    return Chunk(first, rows, how.reasons, sums, block)


def _play_plainly(variant: Variant, seeds: Ints, first: int, block: int) -> Chunk:
    seats, scorers, counts = variant.seats, variant.scorers, variant.tally
    rows: list[list[int]] = []
    reasons: dict[str, int] = {}
    sums = no_sums(counts, len(seeds), block)
    for number, seed in enumerate(seeds.tolist(), first):
        bots = {seat: variant.bots[bot] for seat, bot in zip(seats, variant.seated(number), strict=True)}
        np.random.seed(seed & 0xFFFFFFFF)
        try:
            game = play(variant.rules, variant.start, bots, seed)
        except SimulationError as error:
            error.variant, error.game = variant.name, number
            raise
        except KeyboardInterrupt:
            break
        measures = {
            "winners": sum(1 << slot for slot, seat in enumerate(seats) if seat in game.result.winners),
            "reason": reasons.setdefault(game.result.reason, len(reasons)),
            "length": game.length,
            "choices": game.choices,
            "choosers": game.choosers,
            "lead_changes": game.lead_changes,
            "last_lead_change": game.last_lead_change,
        }
        add_up(game.tally, sums[len(rows) // block])
        rows.append([*(measures[name] for name in MEASURES), *(game.scores[name] for name in scorers)])
    shape = (len(rows), FIRST_POINTS + len(scorers))
    played = np.array(rows, np.int64).reshape(shape)
    return Chunk(first, played, tuple(reasons), sums[: -(-len(rows) // block)], block)


def pack(variants: Sequence[Variant]) -> bytes | None:
    """Variants as bytes for workers elsewhere; None where they cannot be pickled.

    cloudpickle, which comes with Dask, also takes bots that were defined in a notebook.
    """
    try:
        import cloudpickle as pickler  # noqa: PLC0415  only where it is installed
    except ImportError:
        pickler = pickle
    try:
        packed: bytes = pickler.dumps(tuple(variants))
    except (pickle.PicklingError, TypeError, AttributeError):
        return None
    return packed


def play_packed(packed: bytes, number: int, seed: int, first: int, last: int, block: int | None = None) -> Chunk:
    """`play_chunk` of variant ``number``, in another process."""
    return play_chunk(_unpacked(packed)[number], seed, first, last, block)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Variant, ...]:
    variants: tuple[Variant, ...] = pickle.loads(packed)
    return variants
