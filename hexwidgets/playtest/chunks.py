"""Games in numbered chunks: what a worker does. The same chunk gives the same numbers wherever it is played."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

import numpy as np

from ..engine.kernel import compiled
from ..engine.players import Bot
from ..engine.playout import FIRST_POINTS, MEASURES, RandomPlay, add_up, measured
from ..engine.tally import Tally
from .play import Played, SimulationError, play
from .totals import Ints, Products, Totals, no_sums, values_of

__all__ = ["LISTED", "Chunk", "Keep", "Rows", "Variant", "game_seeds", "pack", "play_chunk", "play_packed"]

Keep = Literal["games", "counts"]

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

    def turn(self, game: Any) -> Any:
        """How many seats the bots have moved on in a game, by its number or an array of numbers."""
        return game * self.rotate % max(len(self.bots), 1)

    def seated(self, game: int) -> tuple[int, ...]:
        """For each seat the number of the bot that has it in a game."""
        count = len(self.bots)
        return tuple((slot + self.turn(game)) % count for slot in range(count))


@dataclass(frozen=True)
class Rows:
    """Games ``first``, ``first + 1``, ...: a row each, as `engine.playout.MEASURES` says, then the scorers' points.

    The column ``reason`` counts in ``reasons``.
    """

    first: int
    rows: Ints
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Chunk:
    """The games ``first`` to ``first + games - 1`` of every variant.

    ``totals`` has those of each variant; ``rows`` the games themselves where they are kept; ``products`` what several
    variants have in common where they are not. A chunk that was interrupted has fewer games than were asked for.
    """

    first: int
    games: int
    totals: tuple[Totals, ...]
    rows: tuple[Rows, ...] = ()
    products: Products | None = None


def game_seeds(seed: int, first: int, last: int) -> Ints:
    """The seeds of games ``first`` to ``last - 1``: integers from 0 to 2**63 - 1.

    They are drawn from the children that ``numpy.random.SeedSequence(seed).spawn`` gives, one for each thousand.
    """
    blocks = range(first // _BLOCK, -(-last // _BLOCK))
    drawn = [np.random.SeedSequence(seed, spawn_key=(b,)).generate_state(_BLOCK, np.uint64) for b in blocks]
    start = blocks.start * _BLOCK
    return (np.concatenate(drawn)[first - start : last - start] >> np.uint64(1)).astype(np.int64)


def play_chunk(variants: Sequence[Variant], seed: int, first: int, last: int, keep: Keep = "games") -> Chunk:
    """Games ``first`` to ``last - 1`` of a run with this seed, of all variants."""
    seeds = game_seeds(seed, first, last)
    plain = [variant for variant in variants if not variant.compiled]
    played = dict(zip(map(id, plain), _play_plainly(plain, seeds, first), strict=True)) if plain else {}
    # An interrupt may have left fewer games.
    games = min((len(own.rows) for own, _ in played.values()), default=len(seeds))
    found = [played.get(id(variant)) or _play_compiled(variant, seeds[:games], first) for variant in variants]
    values = [values_of(own.rows, v.seats, v.scorers) for v, (own, _) in zip(variants, found, strict=True)]
    totals = tuple(
        Totals.of(own.rows, own.reasons, value, variant.turn(np.arange(first, first + games)), sums)
        for variant, (own, sums), value in zip(variants, found, values, strict=True)
    )
    if keep == "games":
        return Chunk(first, games, totals, tuple(own for own, _ in found))
    return Chunk(first, games, totals, products=Products.of(values) if len(variants) > 1 else None)


def _play_compiled(variant: Variant, seeds: Ints, first: int) -> tuple[Rows, Ints]:
    assert first % LISTED == 0
    how: RandomPlay = variant.rules.random_play
    table, blank = variant.records
    states = np.full(len(seeds), blank, blank.dtype)
    rows = np.zeros((len(seeds), FIRST_POINTS + len(variant.scorers)), np.int64)
    rng, room = np.zeros(4, np.int64), np.zeros(how.room, np.int64)
    tally, sums = np.zeros(2 * how.tally.keys + how.tally.room, np.int64), no_sums(how.tally)
    compiled(measured(how.kernels))(table, states, seeds, len(variant.seats), LISTED, rng, room, rows, tally, sums)
    return Rows(first, rows, how.reasons), sums


def _play_plainly(variants: Sequence[Variant], seeds: Ints, first: int) -> list[tuple[Rows, Ints]]:
    """The games of variants one by one, all variants of each game before the next game."""
    rows: list[list[list[int]]] = [[] for _ in variants]
    reasons: list[dict[str, int]] = [{} for _ in variants]
    sums = [no_sums(variant.tally) for variant in variants]
    kept, kept_numpy = random.getstate(), np.random.get_state()
    try:
        for number, seed in enumerate(seeds.tolist(), first):
            played = [_play_one(variant, seed, number) for variant in variants]
            for variant, game, own, known, counted in zip(variants, played, rows, reasons, sums, strict=True):
                own.append(_row(variant, game, known))
                add_up(game.tally, counted)
    except KeyboardInterrupt:
        pass  # what has been played is kept
    finally:
        random.setstate(kept)
        np.random.set_state(kept_numpy)
    out = []
    for variant, own, known, counted in zip(variants, rows, reasons, sums, strict=True):
        table = np.array(own, np.int64).reshape(len(own), FIRST_POINTS + len(variant.scorers))
        out.append((Rows(first, table, tuple(known)), counted))
    return out


def _play_one(variant: Variant, seed: int, number: int) -> Played:
    bots = {seat: variant.bots[bot] for seat, bot in zip(variant.seats, variant.seated(number), strict=True)}
    np.random.seed(seed & 0xFFFFFFFF)
    try:
        return play(variant.rules, variant.start, bots, seed)
    except SimulationError as error:
        error.variant, error.game = variant.name, number
        raise


def _row(variant: Variant, game: Played, reasons: dict[str, int]) -> list[int]:
    measures = {
        "winners": sum(1 << slot for slot, seat in enumerate(variant.seats) if seat in game.result.winners),
        "reason": reasons.setdefault(game.result.reason, len(reasons)),
        "length": game.length,
        "choices": game.choices,
        "choosers": game.choosers,
        "lead_changes": game.lead_changes,
        "last_lead_change": game.last_lead_change,
    }
    return [*(measures[name] for name in MEASURES), *(game.scores[name] for name in variant.scorers)]


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


def play_packed(packed: bytes, seed: int, first: int, last: int, keep: Keep = "games") -> Chunk:
    """`play_chunk` in another process."""
    return play_chunk(_unpacked(packed), seed, first, last, keep)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> tuple[Variant, ...]:
    variants: tuple[Variant, ...] = pickle.loads(packed)
    return variants
