"""Estimates with their intervals, and tests, for games that were played independently of each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scipy import stats

__all__ = [
    "Estimate",
    "Method",
    "difference_of_means",
    "difference_of_rates",
    "holm",
    "mean",
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


def rate(count: float, n: int, level: float = 0.95) -> Estimate:
    """How often something happens that did ``count`` times in ``n``: Wilson's score interval.

    A draw may count as half; the interval is then a little wider than need be.

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


def mean(n: int, total: float, squares: float, level: float = 0.95, grain: int = 1) -> Estimate:
    """The mean of ``n`` numbers by their sum and sum of squares: Student's t interval, endless of fewer than two.

    The sums are in units of 1 / ``grain`` and its square; integers are reckoned with exactly.

    >>> mean(4, 10, 30).value  # of 1, 2, 3, 4
    2.5
    """
    value = total / (n * grain) if n else math.nan
    if n < 2:
        return Estimate(value, -math.inf, math.inf, n, "t")
    half = float(stats.t.ppf((1 + level) / 2, n - 1)) * _error(n, total, squares, grain)
    return Estimate(value, value - half, value + half, n, "t")


def _error(n: int, total: float, squares: float, grain: int) -> float:
    """The standard error of a mean."""
    return math.sqrt(max(n * squares - total * total, 0) / (n * n * (n - 1))) / grain


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


def difference_of_means(n: int, total: float, squares: float, level: float = 0.95, grain: int = 1) -> Estimate:
    """The mean of ``n`` differences, paired game by game, by their sums as for `mean`: interval and test."""
    found = mean(n, total, squares, level, grain)
    if n < 2:
        return found
    error = _error(n, total, squares, grain)
    p = 2 * float(stats.t.sf(abs(found.value) / error, n - 1)) if error else float(found.value == 0)
    return Estimate(found.value, found.low, found.high, n, "t", p)


def difference_of_rates(gained: int, lost: int, n: int, level: float = 0.95) -> Estimate:
    """How much oftener something happens, paired: in ``gained`` of ``n`` games only after, in ``lost`` only before.

    The interval is Agresti and Min's, which holds where few games differ; the test is McNemar's, exact.
    """
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
