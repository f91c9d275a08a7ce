"""What reports are made of: counts and exact sums over games, which add up in any order to the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.playout import FIRST_POINTS, MEASURES
from ..engine.tally import SUMS, Tally
from . import stats
from .stats import Estimate

__all__ = [
    "COLUMN",
    "RATIOS",
    "Ints",
    "Moments",
    "Products",
    "Totals",
    "measure_names",
    "no_sums",
    "quantiles",
    "values_of",
]

Ints = NDArray[np.int64]

COLUMN = {name: i for i, name in enumerate(MEASURES)}
# Measures that are shares of two numbers, and missing in some games. They are summed in units of 1 / GRAIN.
RATIOS = ("branching", "last_lead_change")
_GRAIN = 2**32
# Squares of numbers below this, so many together at most, are summed in two halves of 64 bits.
_LARGE, _MANY, _HALF = 2**42, 2**20, 21


def measure_names(seats: Sequence[str], scorers: Sequence[str]) -> tuple[str, ...]:
    """All measures of games with these seats and these who have points, by name."""
    margins = [f"margin_{name}" for name in scorers] if len(scorers) > 1 else []
    drama = ["lead_changes", "last_lead_change"] if margins else []
    wins = [f"win_{seat}" for seat in seats]
    return (*wins, "draw", "length", "branching", *(f"score_{name}" for name in scorers), *margins, *drama)


def values_of(rows: Ints, seats: Sequence[str], scorers: Sequence[str]) -> dict[str, NDArray[Any]]:
    """A value for each row and measure; bools where something happens or not, nan where nothing was measured."""
    column = {name: rows[:, i] for name, i in COLUMN.items()}
    won = column["winners"]
    out: dict[str, NDArray[Any]] = {f"win_{seat}": won == 1 << slot for slot, seat in enumerate(seats)}
    out["draw"] = (won == 0) | (won & (won - 1) != 0)
    out["length"] = column["length"]
    out["branching"] = _ratio(column["choices"], column["choosers"])
    points = rows[:, FIRST_POINTS:]
    out |= {f"score_{name}": points[:, i] for i, name in enumerate(scorers)}
    if len(scorers) > 1:
        for i, name in enumerate(scorers):
            out[f"margin_{name}"] = points[:, i] - np.delete(points, i, axis=1).max(axis=1, initial=_LEAST)
        out["lead_changes"] = column["lead_changes"]
        out["last_lead_change"] = _ratio(
            column["last_lead_change"], np.where(column["lead_changes"], column["length"], 0)
        )
    return out


_LEAST = np.iinfo(np.int64).min


def _ratio(part: Ints, whole: Ints) -> NDArray[np.float64]:
    out = np.full(len(part), np.nan)
    np.divide(part, whole, out=out, where=whole != 0)
    return out


@dataclass(frozen=True, slots=True)
class Moments:
    """Of ``n`` numbers the exact sum and the sum of squares, in units of 1 / ``grain`` and its square."""

    n: int
    total: int
    squares: int
    grain: int = 1

    @classmethod
    def of(cls, values: NDArray[Any]) -> Moments:
        """Of integers as they are, of floats (nan is left out) to the nearest 2**-32."""
        if values.dtype.kind != "f":
            whole, grain = values.astype(np.int64), 1
        else:
            whole, grain = np.rint(values[~np.isnan(values)] * _GRAIN).astype(np.int64), _GRAIN
        return cls(len(whole), int(whole.sum()), _squares(whole), grain)

    def __add__(self, other: Moments) -> Moments:
        assert self.grain == other.grain
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares, self.grain)

    @property
    def mean(self) -> float:
        """Their mean, nan of none."""
        return self.total / (self.n * self.grain) if self.n else float("nan")

    def estimate(self, level: float) -> Estimate:
        """Their mean with its interval."""
        return stats.mean(self.n, self.total, self.squares, level, self.grain)


def _squares(values: Ints) -> int:
    """The sum of squares, also where it does not fit 64 bits."""
    if not len(values):
        return 0
    if max(int(values.max()), -int(values.min())) >= _LARGE or len(values) > _MANY:
        return sum(value * value for value in values.tolist())
    upper, lower = values >> _HALF, values & ((1 << _HALF) - 1)
    high, mixed, low = (int(np.dot(a, b)) for a, b in ((upper, upper), (upper, lower), (lower, lower)))
    return (high << 2 * _HALF) + (mixed << _HALF + 1) + low


@dataclass(frozen=True)
class Totals:
    """Of games of one variant all that its report needs.

    ``outcomes`` counts by how far bots have moved on from their first seats and by the winners (bit s for a seat that
    has won), ``reasons`` how games ended, ``lengths`` how long they were, ``led`` in how many the lead changed.
    ``moments`` has every measure that is a number, ``sums`` those of `engine.tally` by key.
    """

    games: int
    outcomes: Counter[tuple[int, int]]
    reasons: Counter[str]
    lengths: Counter[int]
    led: int
    moments: Mapping[str, Moments]
    sums: Ints

    @classmethod
    def of(
        cls, rows: Ints, reasons: Sequence[str], values: Mapping[str, NDArray[Any]], turn: Ints, sums: Ints
    ) -> Totals:
        """Of games as ``rows``, with their `values_of`; the column ``reason`` counts in ``reasons``.

        ``turn`` is how far bots had moved on in each game.
        """
        turns = int(turn.max(initial=0)) + 1
        outcomes = Counter[tuple[int, int]]()
        for key, count in _counted(rows[:, COLUMN["winners"]] * turns + turn):
            bits, moved = divmod(key, turns)
            outcomes[moved, bits] = count
        return cls(
            len(rows),
            outcomes,
            Counter({reasons[reason]: count for reason, count in _counted(rows[:, COLUMN["reason"]])}),
            Counter(dict(_counted(values["length"]))),
            int(np.count_nonzero(values["lead_changes"])) if "lead_changes" in values else 0,
            {name: Moments.of(found) for name, found in values.items() if found.dtype != bool},
            sums,
        )

    @classmethod
    def none(cls, seats: Sequence[str], scorers: Sequence[str], tally: Tally | None) -> Totals:
        """Of no games."""
        rows = np.zeros((0, FIRST_POINTS + len(scorers)), np.int64)
        return cls.of(rows, (), values_of(rows, seats, scorers), rows[:, 0], no_sums(tally))

    def __add__(self, other: Totals) -> Totals:
        both = {name: moments + other.moments[name] for name, moments in self.moments.items()}
        return Totals(
            self.games + other.games,
            self.outcomes + other.outcomes,
            self.reasons + other.reasons,
            self.lengths + other.lengths,
            self.led + other.led,
            both,
            self.sums + other.sums,
        )

    def wins(self, slot: int) -> int:
        """How many games a seat alone has won."""
        return sum(count for (_, bits), count in self.outcomes.items() if bits == 1 << slot)

    @property
    def draws(self) -> int:
        """How many games have no single winner."""
        return sum(count for (_, bits), count in self.outcomes.items() if bits & (bits - 1) or not bits)


def _counted(values: Ints) -> list[tuple[int, int]]:
    found, counts = np.unique(values, return_counts=True)
    return list(zip(found.tolist(), counts.tolist(), strict=True))


@dataclass(frozen=True)
class Products:
    """Of variants that played the same ``games``, by measure the sums of products of each two of them, a square table.

    With the totals they tell how two variants differ game by game. Measures are those that every game has.
    """

    games: int
    sums: Mapping[str, NDArray[Any]]

    @classmethod
    def of(cls, values: Sequence[Mapping[str, NDArray[Any]]]) -> Products:
        """Of the values of the same games of each variant; a variant without a measure has zeros."""
        names = dict.fromkeys(name for own in values for name in own if name not in RATIOS)
        games = len(values[0]["draw"])
        sums: dict[str, NDArray[Any]] = {}
        for name in names:
            table = np.array([own.get(name, np.zeros(games)) for own in values], np.float64)
            # Integers up to 2**53 are exact as floats, and multiply much faster as such.
            if games * np.abs(table).max(initial=0.0) ** 2 < 2.0**53:
                sums[name] = (table @ table.T).astype(np.int64).astype(object)
            else:
                whole = table.astype(np.int64).astype(object)
                sums[name] = whole @ whole.T
        return cls(games, sums)

    def __add__(self, other: Products) -> Products:
        return Products(self.games + other.games, {name: own + other.sums[name] for name, own in self.sums.items()})


def no_sums(tally: Tally | None) -> Ints:
    """Room for what is counted of games."""
    return np.zeros((tally.keys if tally else 0, SUMS), np.int64)


def quantiles(counts: Mapping[int, int], shares: Sequence[float]) -> list[float]:
    """The quantiles of numbers that came up so often, between two of them in proportion.

    >>> quantiles({1: 2, 4: 2}, [0, 0.5, 1])
    [1.0, 2.5, 4.0]
    """
    numbers = sorted(counts)
    ends = np.cumsum([counts[number] for number in numbers])
    out = []
    for share in shares:
        place = share * (int(ends[-1]) - 1)
        low = numbers[int(np.searchsorted(ends, int(place), side="right"))]
        high = numbers[int(np.searchsorted(ends, min(int(place) + 1, int(ends[-1]) - 1), side="right"))]
        out.append(float(low + (high - low) * (place - int(place))))
    return out
