"""Estimates with their intervals, and tests, for games that were played independently of each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import stats

__all__ = [
    "Estimate",
    "Method",
    "difference_of_means",
    "difference_of_rates",
    "holm",
    "mean",
    "mean_of_sums",
    "odds_of_share",
    "rate",
    "ratio",
]

Method = Literal["wilson", "t", "agresti-min", "ratio"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its confidence interval ``low`` to ``high``, from ``n`` games.

    ``method`` says how the interval was made: "wilson" (score interval of a rate), "t" (Student's, of a mean),
    "agresti-min" (difference of paired rates) or "ratio" (a mean over what happens in games, where a game holds
    several of them or none: Student's t of the ratio, linearised, with games as clusters). ``p`` is the p-value of "no
    difference" where one was asked.
    """

    value: float
    low: float
    high: float
    n: int
    method: Method
    p: float = math.nan

    @property
    def half_width(self) -> float:
        """Half the interval's length."""
        return (self.high - self.low) / 2

    def shifted(self, by: float) -> Estimate:
        """The same, of a number that is greater by a constant."""
        return Estimate(self.value + by, self.low + by, self.high + by, self.n, self.method, self.p)


def rate(count: int, n: int, level: float = 0.95) -> Estimate:
    """How often something happens that did ``count`` times in ``n``: Wilson's score interval.

    >>> estimate = rate(30, 100)
    >>> round(estimate.value, 3), round(estimate.low, 3), round(estimate.high, 3)
    (0.3, 0.219, 0.396)
    """
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, "wilson")
    z = _normal(level)
    value, spread = count / n, z * z / n
    middle = (value + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(value * (1 - value) / n + spread / (4 * n))
    low = 0.0 if count == 0 else middle - half
    high = 1.0 if count == n else middle + half
    return Estimate(value, low, high, n, "wilson")


def mean(values: Any, level: float = 0.95) -> Estimate:
    """The mean of numbers, Student's t interval; endless where there are fewer than two."""
    values = np.asarray(values, np.float64)
    n = len(values)
    if n < 2:
        return Estimate(float(values[0]) if n else math.nan, -math.inf, math.inf, n, "t")
    value = float(values.mean())
    half = float(stats.t.ppf((1 + level) / 2, n - 1)) * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(value, value - half, value + half, n, "t")


def mean_of_sums(n: int, total: float, squares: float, level: float = 0.95) -> Estimate:
    """`mean` of ``n`` numbers of which the sum and the sum of squares are known."""
    if n < 2:
        return mean([total] * n, level)
    value = total / n
    variance = max(squares - n * value * value, 0.0) / (n - 1)
    half = float(stats.t.ppf((1 + level) / 2, n - 1)) * math.sqrt(variance / n)
    return Estimate(value, value - half, value + half, n, "t")


def ratio(n: int, sums: Sequence[float], level: float = 0.95) -> Estimate:
    """The mean amount of each use, over ``n`` games of which the sums of `engine.tally` are known.

    >>> games = [(1, 2), (3, 3), (0, 0), (2, 4)]  # uses and amount
    >>> sums = [sum(f(u, a) for u, a in games) for f in (lambda u, a: u, lambda u, a: a, lambda u, a: u * u,
    ...         lambda u, a: u * a, lambda u, a: a * a)]
    >>> found = ratio(len(games), sums)
    >>> found.value, found.n, found.low < found.value < found.high
    (1.5, 4, True)
    """
    uses, amount, uses_squared, product, amount_squared = map(float, sums)
    if not uses:
        return Estimate(math.nan, -math.inf, math.inf, n, "ratio")
    value = amount / uses
    if n < 2:
        return Estimate(value, -math.inf, math.inf, n, "ratio")
    residual = max(amount_squared - 2 * value * product + value * value * uses_squared, 0.0)
    error = math.sqrt(residual * n / (n - 1)) / uses
    half = float(stats.t.ppf((1 + level) / 2, n - 1)) * error
    return Estimate(value, value - half, value + half, n, "ratio")


def odds_of_share(count: int, n: int, share: float) -> float:
    """The p-value that something happens with probability ``share``: the exact binomial test."""
    return float(stats.binomtest(count, n, share).pvalue) if n else math.nan


def difference_of_means(before: Any, after: Any, level: float = 0.95) -> Estimate:
    """``after`` minus ``before``, paired game by game: Student's t, interval and test."""
    differences = np.asarray(after, np.float64) - np.asarray(before, np.float64)
    found = mean(differences, level)
    if found.n < 2:
        return found
    error = float(differences.std(ddof=1)) / math.sqrt(found.n)
    p = 2 * float(stats.t.sf(abs(found.value) / error, found.n - 1)) if error else float(found.value == 0)
    return Estimate(found.value, found.low, found.high, found.n, "t", p)


def difference_of_rates(before: Any, after: Any, level: float = 0.95) -> Estimate:
    """How much oftener something happens ``after`` than ``before`` (arrays of bools, paired game by game).

    The interval is Agresti and Min's, which holds where few games differ; the test is McNemar's, exact.
    """
    before, after = np.asarray(before, bool), np.asarray(after, bool)
    gained, lost, n = int((after & ~before).sum()), int((before & ~after).sum()), len(before)
    if n == 0:
        return Estimate(math.nan, -1.0, 1.0, 0, "agresti-min")
    more, less, many = gained + 0.5, lost + 0.5, n + 2
    middle = (more - less) / many
    half = _normal(level) * math.sqrt(more + less - (more - less) ** 2 / many) / many
    p = float(stats.binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0
    low, high = max(middle - half, -1.0), min(middle + half, 1.0)
    return Estimate((gained - lost) / n, low, high, n, "agresti-min", p)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for all being asked at once (Holm's step-down method); nan counts as not asked.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    asked = sorted((p, i) for i, p in enumerate(p_values) if not math.isnan(p))
    corrected, floor = [math.nan] * len(p_values), 0.0
    for place, (p, i) in enumerate(asked):
        floor = max(floor, min(1.0, p * (len(asked) - place)))
        corrected[i] = floor
    return corrected


def _normal(level: float) -> float:
    return float(stats.norm.ppf((1 + level) / 2))
