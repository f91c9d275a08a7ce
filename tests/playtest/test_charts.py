"""Charts show the estimates of a report, with their intervals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

import hexwidgets as hw
from hexwidgets.engine.charts import language_of_chart
from hexwidgets.playtest.report import Report
from hexwidgets.playtest.simulate import simulate
from hexwidgets.playtest.sweep import sweep
from tests.games.toys import Line

from .coin import Coin


@pytest.fixture(autouse=True)
def drawn_nowhere() -> Iterator[None]:
    with mpl.rc_context({"backend": "agg"}):
        yield
    plt.close("all")


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate({"fair": Coin(50), "likely": Coin(60)}, games=400, progress=False)


def points(ax: Any) -> dict[str, list[float]]:
    """The values that are drawn, by label, and the ends of their bars."""
    out = {}
    for container in ax.containers:
        line, _, (bars,) = container.lines
        ends = [segment[:, 1].tolist() for segment in bars.get_segments()]
        out[container.get_label()] = [(value, *end) for value, end in zip(line.get_ydata(), ends, strict=True)]
    return out


@pytest.mark.parametrize(("kind", "measure"), [("wins", "win"), ("margins", "margin")])
def test_every_seat_of_every_variant_is_a_point_with_its_interval(report: Report, kind: Any, measure: str) -> None:
    for seat, drawn in points(report.chart(kind)).items():
        for batch, found in zip(report.batches, drawn, strict=True):
            e = batch.estimate(f"{measure}_{seat}")
            assert found == pytest.approx((e.value, e.low, e.high))


def test_lengths_are_shares_of_games(report: Report) -> None:
    ax = report.chart("lengths")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["fair", "likely"]
    assert max(patch.get_path().vertices[:, 1].max() for patch in ax.patches) == pytest.approx(1)


def test_a_sweep_is_a_line_with_intervals() -> None:
    swept = sweep(Coin(), "bias", [40, 50, 60], games=200, progress=False)
    ax = swept.chart()
    assert [label.get_text() for label in ax.get_xticklabels()] == ["40", "50", "60"]
    assert ax.get_xlabel() == "bias"
    assert len(points(ax)["wins of heads"]) == 3
    assert swept.chart("length").get_ylabel() == "length in decisions"


def test_numbers_stand_where_they_belong_and_an_even_share_is_named() -> None:
    ax = sweep(Coin(), "bias", [90, 40, 50], games=50, progress=False).chart(["win_heads", "length"])
    line = next(c for c in ax.containers if c.get_label() == "wins of heads").lines[0]
    assert line.get_xdata() == pytest.approx([40, 50, 90], abs=1)
    assert "even share" not in [text.get_text() for text in ax.get_legend().get_texts()]
    shares = sweep(Coin(), "bias", [40, 50], games=50, progress=False).chart()
    assert "even share" in [text.get_text() for text in shares.get_legend().get_texts()]


def test_a_grid_of_two_dials_is_a_line_for_each_value_of_the_second() -> None:
    swept = sweep(hw.ArenaDuel(), grid={"life": [1, 2, 3], "pursuit": ["always", "optional"]}, games=60, progress=False)
    ax = swept.chart("length")
    assert ax.get_xlabel() == "Life at the start"
    assert ax.get_legend().get_title().get_text() == "Pursuit"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["always", "by choice"]
    drawn = points(ax)
    for batch, (life, pursuit) in zip(swept.report.batches, swept.values, strict=True):
        e = batch.estimate("length")
        row = drawn["always" if pursuit == "always" else "by choice"]
        assert row[life - 1] == pytest.approx((e.value, e.low, e.high))


def test_a_chart_can_be_drawn_on_given_axes(report: Report) -> None:
    _, (left, right) = plt.subplots(1, 2)
    assert report.chart("wins", left) is left
    assert report.chart("margins", ax=right) is right


@pytest.mark.parametrize("kind", ["wins", "lengths", "margins"])
def test_japanese_charts_are_drawn_in_whole(kind: Any) -> None:
    """A glyph that no font has would be warned of, and warnings are errors."""
    report = simulate(Coin(), games=50, progress=False, language="ja")
    report.chart(kind).figure.canvas.draw()


def test_japanese_charts_leave_all_settings_but_their_own_alone() -> None:
    """The backend of a notebook turns "interactive" on while it loads, with the first figure."""
    family, interactive = mpl.rcParams["font.family"], mpl.rcParams["interactive"]
    try:
        with language_of_chart("ja"):
            mpl.rcParams["interactive"] = not interactive
        assert mpl.rcParams["interactive"] is not interactive
        assert mpl.rcParams["font.family"] == family
    finally:
        mpl.rcParams["interactive"] = interactive


def test_what_there_is_no_chart_of_is_told(report: Report) -> None:
    with pytest.raises(ValueError, match="unknown chart 'pie'; known are wins, lengths, margins"):
        report.chart("pie")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no margin of black to draw"):
        simulate(Line(), games=5, progress=False).chart("margins")
