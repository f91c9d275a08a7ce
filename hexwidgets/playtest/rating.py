"""Strength from results between pairs: Elo ratings by the Bradley-Terry model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

__all__ = ["Rating", "elo_ratings", "expected_score"]

_SCALE = 400 / math.log(10)  # Elo points of a unit of the logistic
_VIRTUAL = 1.0  # games taken to have been drawn between each pair, or who wins every game would be infinitely strong
_STEPS, _LONGEST, _CLOSE = 200, 2.0, 1e-10


@dataclass(frozen=True, slots=True)
class Rating:
    """An Elo rating with its confidence interval; the mean of all that are rated together is 0."""

    value: float
    low: float
    high: float


def expected_score(difference: float) -> float:
    """The share of points that a difference of Elo ratings lets expect.

    >>> round(expected_score(200), 3)
    0.76
    """
    return float(1 / (1 + math.exp(-difference / _SCALE)))


def elo_ratings(points: Sequence[Sequence[float]], level: float = 0.95) -> list[Rating]:
    """Ratings by maximum likelihood: ``points[i][j]`` is what i has scored against j, a draw counting half to each.

    A drawn game is added between each pair, so that nobody who wins every game is infinitely strong. Intervals are
    normal ones from the observed information, of each rating against the mean of all.

    >>> one, two = elo_ratings([[0, 75], [25, 0]])
    >>> round(one.value - two.value)
    189
    """
    scored = np.array(points, np.float64)
    if scored.ndim != 2 or len(scored) < 2 or scored.shape[0] != scored.shape[1] or (scored < 0).any():
        raise ValueError("points: expected a square table of numbers from 0, a row for each of two or more players")
    scored = scored + _VIRTUAL / 2
    np.fill_diagonal(scored, 0.0)
    strengths, information = _fit(scored, scored + scored.T)
    spread = np.sqrt(np.diag(np.linalg.pinv(information))) * float(stats.norm.ppf((1 + level) / 2))
    return [
        Rating(_SCALE * s, _SCALE * (s - e), _SCALE * (s + e))
        for s, e in zip(strengths.tolist(), spread.tolist(), strict=True)
    ]


def _fit(scored: NDArray[np.float64], games: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Strengths by Newton's method, and the information that there is on them."""
    strengths = np.zeros(len(scored))
    information = np.zeros_like(scored)
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = games * likely * (1 - likely)
        information = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.pinv(information) @ (scored - games * likely).sum(axis=1)
        longest = float(np.abs(step).max())
        strengths += step * min(1.0, _LONGEST / max(longest, 1e-300))
        if longest < _CLOSE:
            break
    return strengths - strengths.mean(), information
