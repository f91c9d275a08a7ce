"""The statistics are right: intervals cover what they should, on draws whose truth is known, and agree with others'."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from hexwidgets.playtest import stats

DRAWS = 4000


def within(covered: float, level: float) -> bool:
    """Whether a share of DRAWS intervals that cover is near the level: a point for coarseness, and luck."""
    return abs(covered - level) < 0.01 + 4 * math.sqrt(level * (1 - level) / DRAWS)


@pytest.mark.parametrize("level", [0.9, 0.95])
@pytest.mark.parametrize(("truth", "n"), [(0.5, 100), (0.25, 400), (0.03, 1000)])
def test_rates_are_covered_as_often_as_the_level_says(truth: float, n: int, level: float) -> None:
    counts = np.random.default_rng(1).binomial(n, truth, DRAWS)
    found = [stats.rate(int(count), n, level) for count in counts]
    assert within(float(np.mean([e.low <= truth <= e.high for e in found])), level)


@pytest.mark.parametrize("n", [5, 30, 300])
def test_means_are_covered_as_often_as_the_level_says(n: int) -> None:
    draws = np.random.default_rng(2).normal(3, 2, (DRAWS, n))
    found = [stats.mean(n, values.sum(), (values**2).sum()) for values in draws]
    assert within(float(np.mean([e.low <= 3 <= e.high for e in found])), 0.95)


@pytest.mark.parametrize(("gained", "lost", "n"), [(0.05, 0.02, 200), (0.3, 0.3, 60), (0.01, 0.0, 500)])
def test_differences_of_paired_rates_are_covered_at_least_nearly_as_often_as_the_level_says(
    gained: float, lost: float, n: int
) -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for gains, losses, _ in rng.multinomial(n, [gained, lost, 1 - gained - lost], DRAWS):
        e = stats.difference_of_rates(int(gains), int(losses), n)
        covered += e.low <= gained - lost <= e.high
    assert covered / DRAWS > 0.94


def test_a_difference_that_is_none_is_called_one_as_rarely_as_the_level_says() -> None:
    rng = np.random.default_rng(4)
    wrong = 0
    for _ in range(1000):
        before, after = rng.random((2, 150)) < 0.5
        gained, lost = int((after & ~before).sum()), int((before & ~after).sum())
        wrong += stats.difference_of_rates(gained, lost, 150).p < 0.05
    assert wrong / 1000 < 0.07


@given(n=st.integers(1, 10_000), share=st.floats(0, 1), level=st.floats(0.5, 0.999))
def test_rates_have_wilsons_interval(n: int, share: float, level: float) -> None:
    count = round(share * n)
    theirs = scipy_stats.binomtest(count, n).proportion_ci(level, "wilson")
    ours = stats.rate(count, n, level)
    assert ours.low == pytest.approx(theirs.low, abs=1e-12)
    assert ours.high == pytest.approx(theirs.high, abs=1e-12)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=40))
def test_paired_means_are_compared_as_by_students_t(pairs: list[tuple[int, int]]) -> None:
    before, after = np.array(pairs).T
    d = after - before
    ours = stats.difference_of_means(len(d), int(d.sum()), int((d * d).sum()))
    if len(set(after - before)) == 1:
        assert ours.p == float(after[0] == before[0])
        return
    theirs = scipy_stats.ttest_rel(after, before)
    assert ours.p == pytest.approx(theirs.pvalue)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval()))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_rejects_as_its_definition_says(p_values: list[float]) -> None:
    """One by one from the smallest p-value, until one is not below its share of the level."""
    level, rejected = 0.05, set()
    for place, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if p_values[i] * (len(p_values) - place) >= level:
            break
        rejected.add(i)
    assert {i for i, p in enumerate(stats.holm(p_values)) if p < level} == rejected


def test_nothing_is_known_of_no_games() -> None:
    assert (stats.rate(0, 0).low, stats.rate(0, 0).high) == (0, 1)
    assert stats.mean(0, 0, 0).half_width == math.inf
    assert (stats.mean(1, 2, 4).value, stats.mean(1, 2, 4).half_width) == (2, math.inf)
    assert math.isnan(stats.odds_of_share(0, 0, 0.5))
    assert stats.difference_of_rates(0, 0, 0).half_width == 1
    assert stats.holm([math.nan, 0.04])[1] == 0.04
