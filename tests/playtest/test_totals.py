"""What is only counted adds up in any order to the same, and gives every figure that kept games give."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from pandas.testing import assert_frame_equal

import hexwidgets as hw
from hexwidgets.playtest import run as running
from hexwidgets.playtest.chunks import Variant, play_chunk
from hexwidgets.playtest.report import Report
from hexwidgets.playtest.simulate import simulate
from hexwidgets.playtest.sweep import sweep
from hexwidgets.playtest.totals import Moments, Products, Totals, quantiles, values_of
from tests.games.toys import Whist

from .coin import Coin, anyhow, first

SEATS, SCORERS = ("a", "b", "c"), ("a", "b", "c")
REASONS = ("points", "time")


@st.composite
def games(draw: st.DrawFn, most: int = 12) -> np.ndarray[Any, Any]:
    """Rows as `engine.playout.MEASURES` says, and the points of three."""
    row = st.tuples(
        st.integers(0, 7),
        st.integers(0, 1),
        st.integers(1, 10_000),
        st.integers(0, 10**6),
        st.integers(0, 300),
        st.integers(0, 5),
        st.integers(0, 10_000),
        *[st.integers(-(10**6), 10**6)] * 3,
    )
    return np.array(draw(st.lists(row, max_size=most)), np.int64).reshape(-1, 10)


def totals(rows: Any, turn: Any = None) -> Totals:
    turn = np.arange(len(rows)) % 3 if turn is None else turn
    return Totals.of(rows, REASONS, values_of(rows, SEATS, SCORERS), turn, np.zeros((0, 5), np.int64))


def same(one: Totals, other: Totals) -> bool:
    a, b = (dict(vars(t)) for t in (one, other))
    return bool((a.pop("sums") == b.pop("sums")).all()) and a == b


@given(games(), games(), games())
def test_totals_add_up_in_any_order(a: Any, b: Any, c: Any) -> None:
    whole = totals(np.concatenate([a, b, c]), np.concatenate([np.arange(len(part)) % 3 for part in (a, b, c)]))
    assert same(totals(a) + totals(b) + totals(c), whole)
    assert same(totals(c) + (totals(a) + totals(b)), whole)
    assert same(whole + Totals.none(SEATS, SCORERS, None), whole)


@given(games(), games())
def test_products_add_up(a: Any, b: Any) -> None:
    def products(rows: Any) -> Products:
        return Products.of([values_of(rows, SEATS, SCORERS), values_of(rows[::-1], SEATS, SCORERS)])

    both = products(a) + products(b)
    assert both.games == len(a) + len(b)
    one = {name: v.astype(object) for name, v in values_of(a, SEATS, SCORERS).items() if v.dtype.kind != "f"}
    two = {name: v.astype(object) for name, v in values_of(b, SEATS, SCORERS).items() if v.dtype.kind != "f"}
    for name, table in both.sums.items():
        squares = [(v * v).sum() + (w * w).sum() for v, w in ((one[name], two[name]),)]
        assert table[0, 0] == table[1, 1] == squares[0]
        assert table[0, 1] == (one[name] * one[name][::-1]).sum() + (two[name] * two[name][::-1]).sum()


@given(st.lists(st.integers(-(2**50), 2**50), max_size=20))
def test_sums_are_exact(values: list[int]) -> None:
    found = Moments.of(np.array(values, np.int64))
    assert (found.n, found.total, found.squares) == (len(values), sum(values), sum(v * v for v in values))


@given(st.dictionaries(st.integers(0, 500), st.integers(1, 9), min_size=1), st.floats(0, 1))
def test_quantiles_of_counts_are_those_of_the_numbers(counts: dict[int, int], share: float) -> None:
    numbers = [number for number, count in counts.items() for _ in range(count)]
    assert quantiles(counts, [share]) == pytest.approx([float(np.quantile(numbers, share))])


# -- whole runs ------------------------------------------------------------------------------------------


def both(make: Any, *args: Any, **kwargs: Any) -> tuple[Report, Report]:
    """The same run, kept and counted."""
    return tuple(simulate(make(), *args, progress=False, keep=keep, **kwargs) for keep in ("games", "counts"))  # type: ignore[return-value]


def assert_same_figures(kept: Report, counted: Report) -> None:
    assert str(counted) == str(kept)
    for name, table in kept.summary().tables.items():
        assert_frame_equal(counted.summary().tables[name], table, check_exact=True)
    for ours, theirs in zip(counted.batches, kept.batches, strict=True):
        assert ours.names == theirs.names
        for measure in ours.names:
            assert repr(ours.estimate(measure)) == repr(theirs.estimate(measure))
        for group in ours.counts.groups:
            assert_frame_equal(ours.counts.frame(group, 0.95), theirs.counts.frame(group, 0.95), check_exact=True)
    if len(kept.batches) > 1:
        shared = [name for name in kept.batches[0].names if name not in ("branching", "last_lead_change")]
        shared = [name for name in shared if all(name in batch.names for batch in kept.batches)]
        for measures in (None, shared):
            ours, theirs = (r.compare(measures=measures) for r in (counted, kept))
            assert_frame_equal(ours.frame(), theirs.frame(), check_exact=True)
        names = kept.variants[::-1]
        assert_frame_equal(counted.compare(*names).frame(), kept.compare(*names).frame(), check_exact=True)


@settings(max_examples=25, deadline=None)
@given(bias=st.integers(0, 100), other=st.integers(0, 100), many=st.integers(1, 60), seed=st.integers(0, 2**40))
def test_counted_games_give_the_figures_of_kept_ones(bias: int, other: int, many: int, seed: int) -> None:
    assert_same_figures(*both(lambda: {"a": Coin(bias), "b": Coin(other)}, games=many, seed=seed))


def test_counted_compiled_games_give_the_figures_of_kept_ones() -> None:
    variants = {
        "four": hw.MonsterHex("four"),
        "three": hw.MonsterHex("three"),
        "more": hw.MonsterHex(dials={"rounds": 5}),
    }
    assert_same_figures(*both(lambda: variants, games=2300))


def test_counted_games_of_bots_that_move_on_give_the_figures_of_kept_ones() -> None:
    assert_same_figures(*both(Whist, [first, None, anyhow], games=40, rotate=True))


def test_compiled_and_plain_variants_are_counted_together() -> None:
    played = [Variant(n, g.rules, g.rules.initial(), b) for n, g, b in (
        ("random", hw.ArenaDuel(), (None, None)), ("bots", hw.ArenaDuel(), (anyhow, None)))]  # fmt: skip
    one, two = play_chunk(played, 1, 0, 20), play_chunk(played[::-1], 1, 0, 20)
    assert [own.rows.tolist() for own in one.rows] == [own.rows.tolist() for own in two.rows[::-1]]


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


def test_counts_are_the_same_whoever_plays_and_where_a_rule_stops(pool: Executor) -> None:
    kept, alone = both(hw.ArenaDuel, games=9000, stop_when=0.02)
    elsewhere = simulate(hw.ArenaDuel(), games=9000, stop_when=0.02, keep="counts", executor=pool, progress=False)
    assert alone.ended == kept.ended == elsewhere.ended == "stopped"
    assert_same_figures(kept, alone)
    assert_same_figures(alone, elsewhere)


def test_what_needs_games_one_by_one_says_that_they_were_counted() -> None:
    report = simulate({"a": Coin(), "b": Coin(60)}, games=50, keep="counts", progress=False)
    for ask in (report.frame, lambda: report.batches[0].measures, lambda: report.batches[0].winners):
        with pytest.raises(ValueError, match=r"the games of 'a' were counted, not kept .* keep=\"games\""):
            ask()
    with pytest.raises(ValueError, match=r"branching cannot be compared game by game .* keep=\"games\""):
        report.compare(measures=["branching"])
    swept = sweep(Coin(), "bias", [40, 60], games=50, keep="counts", progress=False)
    assert swept.closest_to({"length": 1}).distance == 0
    with pytest.raises(ValueError, match="were counted, not kept"):
        swept.closest_to(lambda batch: batch.estimate("draw").value)
    with pytest.raises(ValueError, match="unknown keep 'some'; known are games, counts"):
        simulate(Coin(), games=1, keep="some")  # type: ignore[arg-type]


def test_counts_can_be_drawn_and_kept() -> None:
    report = simulate(hw.ArenaDuel(), games=200, keep="counts", progress=False)
    with mpl.rc_context({"backend": "agg"}):
        for kind in ("wins", "lengths", "margins"):
            report.chart(kind)  # type: ignore[arg-type]
        plt.close("all")
    assert str(pickle.loads(pickle.dumps(report))) == str(report)
    assert len(pickle.dumps(simulate(hw.ArenaDuel(), games=2000, keep="counts", progress=False))) < 60_000


def test_many_games_are_counted_unless_somebody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_MOST_KEPT", 99)
    assert [simulate(Coin(), games=n, progress=False).batches[0].kept for n in (99, 100)] == [True, False]
    assert simulate(Coin(), games=100, keep="games", progress=False).batches[0].kept
    assert not simulate([Coin(40), Coin(60)], games=50, progress=False).batches[0].kept
