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
    text = sweep.report.batches[0].measure_text
    with language_of_chart(sweep.report.language) as language:
        axes = plt.subplots(layout="constrained")[1] if ax is None else ax
        if len(sweep.dials) == 2 and len(measures) == 1:
            _grid(sweep, measures[0], axes, language)
        else:
            # Numbers stand where they belong, whatever the order they were given in; all else side by side.
            places = np.array(sweep.values if sweep.is_line else range(len(sweep.values)), np.float64)
            order = np.argsort(places)
            step = float(np.diff(places[order]).min()) if len(places) > 1 else 1.0
            for line, measure in enumerate(measures):
                found = [sweep.report.batches[i].estimate(measure) for i in order]
                name = measure.partition("_")[2]
                label, offset = text(measure, language), 0.06 * step * (line - (len(measures) - 1) / 2)
                _points(axes, places[order] + offset, found, label, ink(name, line), "-" if sweep.is_line else "")
            axes.set_xticks(places, [batch.title(language) for batch in sweep.report.batches])
            axes.set_xlabel(" × ".join(sweep.titles(language)))
        if len(measures) == 1:
            axes.set_ylabel(text(measures[0], language))
        if all(measure.startswith("win_") for measure in measures):
            _shares(axes, len(sweep.report.batches[0].seats), language)
        _finish(axes)
    return axes


def _grid(sweep: Sweep, measure: str, axes: Axes, language: str) -> None:
    """Two dials: the first along the axis, and a row of points for each value of the second."""
    across, rows = ([*dict.fromkeys(values)] for values in zip(*sweep.values, strict=True))
    found = dict(zip(sweep.values, sweep.report.batches, strict=True))
    along, beside = sweep.titles(language)
    for line, value in enumerate(rows):
        offset = 0.08 * (line - (len(rows) - 1) / 2)
        estimates = [found[x, value].estimate(measure) for x in across]
        label = sweep.value_text(1, value, language)
        _points(axes, np.arange(len(across)) + offset, estimates, label, ink("", line), "-")
    axes.set_xticks(range(len(across)), [sweep.value_text(0, x, language) for x in across])
    axes.set_xlabel(along)
    axes.legend(title=beside, frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))


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
    _by_seat(report, ax, "win", language)
    _shares(ax, len(report.batches[0].seats), language)
    ax.set_ylabel(WORDS.say("chart.wins", language))


def _shares(ax: Axes, seats: int, language: str) -> None:
    """An axis of shares, with a line where all seats win alike."""
    ax.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
    even = WORDS.say("chart.even", language)
    ax.axhline(1 / seats, color="0.6", linewidth=1, linestyle=":", label=even)


def _margins(report: Report, ax: Axes, language: str) -> None:
    _by_seat(report, ax, "margin", language)
    ax.axhline(0, color="0.6", linewidth=1, linestyle=":")
    ax.set_ylabel(WORDS.say("chart.margins", language))


def _by_seat(report: Report, ax: Axes, kind: str, language: str) -> None:
    """A point with its interval for each seat, variants side by side."""
    seats = list(dict.fromkeys(seat for batch in report.batches for seat in batch.seats))
    places = np.arange(len(report.batches))
    for line, seat in enumerate(seats):
        at = [i for i, batch in enumerate(report.batches) if f"{kind}_{seat}" in batch.names]
        if not at:
            raise ValueError(f"there is no {kind} of {seat} to draw: the rules know no scores to compare")
        found = [report.batches[i].estimate(f"{kind}_{seat}") for i in at]
        offset = 0.12 * (line - (len(seats) - 1) / 2)
        label = report.batches[at[0]].naming.say("seat", seat, language)
        _points(ax, places[at] + offset, found, label, ink(seat, line), "")
    ax.set_xticks(places, [batch.title(language) for batch in report.batches])
    ax.margins(x=0.3 if len(places) == 1 else 0.1)


def _lengths(report: Report, ax: Axes, language: str) -> None:
    played = [batch for batch in report.batches if len(batch)]
    if played:
        every = [length for batch in played for length in batch.totals.lengths]
        step = max(1, round((max(every) - min(every)) / 40))
        bins = np.arange(min(every) - 0.5, max(every) + step + 0.5, step).tolist()
        for i, batch in enumerate(played):
            lengths, counts = zip(*batch.totals.lengths.items(), strict=True)
            shares = np.array(counts) / len(batch)
            ax.hist(
                lengths,
                bins,
                weights=shares,
                label=batch.title(language),
                histtype="step",
                linewidth=1.6,
                color=ink("", i),
            )
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
    if ax.get_legend() is None and len(ax.get_legend_handles_labels()[1]) > 1:
        ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
