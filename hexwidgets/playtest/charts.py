"""Charts of reports and sweeps, by matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt

from ..engine.charts import ink, language_of_chart
from ..engine.dials import one_of
from .tables import WORDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .ladder import Ladder
    from .report import Report
    from .stats import Estimate
    from .sweep import Sweep

__all__ = ["draw", "draw_ladder", "draw_sweep"]


def draw(report: Report, kind: str, ax: Axes | None) -> Axes:
    """See `Report.chart`."""
    drawn = {"wins": _wins, "lengths": _lengths, "margins": _margins}
    how = drawn[one_of("chart", kind, drawn)]
    with language_of_chart(report.language) as language:
        axes = plt.subplots(layout="constrained")[1] if ax is None else ax
        how(report, axes, language)
        _finish(axes)
    return axes


def draw_sweep(sweep: Sweep, measures: Sequence[str], ax: Axes | None) -> Axes:
    """See `Sweep.chart`."""
    from .report import measure_text  # noqa: PLC0415  it imports this module where it draws

    with language_of_chart(sweep.report.language) as language:
        axes = plt.subplots(layout="constrained")[1] if ax is None else ax
        places = np.arange(len(sweep.values))
        for line, measure in enumerate(measures):
            found = [batch.estimate(measure) for batch in sweep.report.batches]
            name = measure.partition("_")[2]
            label, offset = measure_text(measure, language), 0.06 * (line - (len(measures) - 1) / 2)
            _points(axes, places + offset, found, label, ink(name, line), "-" if sweep.is_line else "")
        axes.set_xticks(places, sweep.labels)
        axes.set_xlabel(" × ".join(sweep.dials))
        if len(measures) == 1:
            axes.set_ylabel(measure_text(measures[0], language))
        if all(measure.startswith("win_") for measure in measures):
            axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
            axes.axhline(1 / len(sweep.report.batches[0].seats), color="0.6", linewidth=1, linestyle=":")
        _finish(axes)
    return axes


def draw_ladder(ladder: Ladder, ax: Axes | None) -> Axes:
    """See `Ladder.chart`."""
    with language_of_chart(ladder.language) as language:
        axes = plt.subplots(layout="constrained")[1] if ax is None else ax
        places = np.arange(len(ladder.ratings))[::-1]
        ratings = list(ladder.ratings.values())
        values = np.array([r.value for r in ratings])
        errors = np.array([[r.value - r.low, r.high - r.value] for r in ratings]).T
        axes.errorbar(values, places, xerr=errors, color=ink("", 0), marker="o", linestyle="", capsize=4)
        axes.set_yticks(places, list(ladder.ratings))
        axes.axvline(0, color="0.6", linewidth=1, linestyle=":")
        axes.set_xlabel(WORDS.say("chart.elo", language))
        axes.margins(y=0.2)
        _finish(axes)
    return axes


def _wins(report: Report, ax: Axes, language: str) -> None:
    _by_seat(report, ax, "win")
    ax.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
    ax.axhline(1 / len(report.batches[0].seats), color="0.6", linewidth=1, linestyle=":")
    ax.set_ylabel(WORDS.say("chart.wins", language))


def _margins(report: Report, ax: Axes, language: str) -> None:
    _by_seat(report, ax, "margin")
    ax.axhline(0, color="0.6", linewidth=1, linestyle=":")
    ax.set_ylabel(WORDS.say("chart.margins", language))


def _by_seat(report: Report, ax: Axes, kind: str) -> None:
    """A point with its interval for each seat, variants side by side."""
    seats = list(dict.fromkeys(seat for batch in report.batches for seat in batch.seats))
    places = np.arange(len(report.batches))
    for line, seat in enumerate(seats):
        at = [i for i, batch in enumerate(report.batches) if f"{kind}_{seat}" in batch.measures]
        if not at:
            raise ValueError(f"there is no {kind} of {seat} to draw: the rules know no scores to compare")
        found = [report.batches[i].estimate(f"{kind}_{seat}") for i in at]
        offset = 0.12 * (line - (len(seats) - 1) / 2)
        _points(ax, places[at] + offset, found, seat, ink(seat, line), "")
    ax.set_xticks(places, report.variants)
    ax.margins(x=0.3 if len(places) == 1 else 0.1)


def _lengths(report: Report, ax: Axes, language: str) -> None:
    lengths = [batch.measures["length"] for batch in report.batches if len(batch)]
    if lengths:
        least, most = min(map(np.min, lengths)), max(map(np.max, lengths))
        step = max(1, round((most - least) / 40))
        bins = np.arange(least - 0.5, most + step + 0.5, step).tolist()
        for i, (name, own) in enumerate(zip(report.variants, lengths, strict=False)):
            weights = np.full(len(own), 1 / len(own))
            ax.hist(own, bins, weights=weights, label=name, histtype="step", linewidth=1.6, color=ink("", i))
    ax.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
    ax.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
    ax.set_xlabel(WORDS.say("chart.lengths", language))
    ax.set_ylabel(WORDS.say("chart.share", language))


def _points(ax: Axes, x: Any, found: Sequence[Estimate], label: str, ink: str, line: str) -> None:
    values = np.array([e.value for e in found])
    errors = np.array([[e.value - e.low for e in found], [e.high - e.value for e in found]])
    # Agresti and Min's intervals need not hold the value itself where there are few games.
    errors = np.maximum(np.where(np.isfinite(errors), errors, 0), 0)
    ax.errorbar(x, values, errors, label=label, color=ink, marker="o", linestyle=line, capsize=4)


def _finish(ax: Axes) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    if len(ax.get_legend_handles_labels()[1]) > 1:
        ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
