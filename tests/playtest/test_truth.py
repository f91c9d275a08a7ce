"""Whole answers are right as often as they say: comparisons, margins and aims, on coins whose truth is known."""

from __future__ import annotations

import math

import pytest

from hexwidgets.playtest.report import Report
from hexwidgets.playtest.simulate import simulate
from hexwidgets.playtest.sweep import Sweep, sweep

from .coin import Coin

RUNS = 100


def near(share: float, level: float) -> bool:
    """Whether a share of RUNS is near a level, as luck and coarseness allow."""
    return abs(share - level) < 0.02 + 3.5 * math.sqrt(level * (1 - level) / RUNS)


@pytest.fixture(scope="module")
def pairs() -> list[Report]:
    """Two coins on the same throws, so that heads win 8 of 100 games more often and by 8 more on average."""
    variants = {"a": Coin(46), "b": Coin(54)}
    return [simulate(variants, games=80, seed=seed, progress=False) for seed in range(RUNS)]


def test_paired_differences_of_wins_hold_the_truth(pairs: list[Report]) -> None:
    found = [report.compare(level=0.9)["win_heads"].estimate for report in pairs]
    share = sum(e.low <= 0.08 <= e.high for e in found) / RUNS
    # Agresti and Min's interval is a little wider than it says where few games differ.
    assert near(share, 0.9) or share > 0.9


def test_margins_hold_the_truth(pairs: list[Report]) -> None:
    """A throw of 0 to 99 is 49.5 on average."""
    for variant, bias in (("a", 46), ("b", 54)):
        found = [report.estimate("margin_heads", variant, level=0.9) for report in pairs]
        assert near(sum(e.low <= bias - 49.5 <= e.high for e in found) / RUNS, 0.9)


def test_a_difference_that_is_always_the_same_is_known_exactly(pairs: list[Report]) -> None:
    for report in pairs[:20]:
        margin = report.compare(measures=["margin_heads"])["margin_heads"]
        assert (margin.estimate.low, margin.estimate.high) == (8, 8)
        assert margin.verdict == "more"


def test_no_verdict_is_given_the_wrong_way_round(pairs: list[Report]) -> None:
    verdicts = [report.compare()["win_heads"].verdict for report in pairs]
    assert "less" not in verdicts
    assert verdicts.count("more") > RUNS / 4


@pytest.fixture(scope="module")
def swept() -> list[Sweep]:
    return [sweep(Coin(), "bias", [40, 50, 60], games=80, seed=seed, progress=False) for seed in range(40)]


def test_the_value_that_meets_an_aim_is_found_or_named_a_rival(swept: list[Sweep]) -> None:
    found = [s.closest_to({"win_heads": 0.5}) for s in swept]
    assert sum(closest.value == 50 or 50 in closest.rivals for closest in found) >= 37


def test_an_aim_is_called_missed_where_it_is_met_as_rarely_as_the_level_says(swept: list[Sweep]) -> None:
    """Seats that win equally often, at 50: the intervals may miss it five times in a hundred."""
    wrong = 0
    for s in swept:
        closest = s.closest_to({"spread": 0.0})
        wrong += closest.value == 50 and closest.meets is False
    assert wrong <= 6
