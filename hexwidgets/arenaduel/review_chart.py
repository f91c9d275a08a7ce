"""The chart of a review, by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.charts import ink, language_of_chart
from .arena import SEATS
from .explain import WORDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from .review import Review

__all__ = ["draw"]


def draw(review: Review, ax: Axes | None) -> Axes:
    """See `Review.chart`."""
    import matplotlib as mpl  # noqa: PLC0415  only those who draw need it
    from matplotlib import pyplot as plt  # noqa: PLC0415

    with language_of_chart(review.language) as language:
        axes = plt.subplots(layout="constrained")[1] if ax is None else ax
        turns = [0, *(decision.turn for decision in review.decisions)]
        values = [review.start + review.opening, *(decision.after for decision in review.decisions)]
        north, south = (ink(seat) for seat in SEATS)
        axes.axhline(0.5, color="0.6", linewidth=1, linestyle=":")
        axes.plot(turns, values, color="0.2", marker="o", markersize=3)
        for decision in review.turning_points:
            colour = north if decision.change > 0 else south
            axes.plot([decision.turn], [decision.after], color=colour, marker="o", markersize=8)
            near = (-6, 6 if decision.change > 0 else -14)
            where = (decision.turn, decision.after)
            cause = WORDS.say(f"review.cause-{decision.cause}", language)
            axes.annotate(cause, where, near, textcoords="offset points", ha="right", color=colour)
        axes.set_ylim(-0.08, 1.08)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
        axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        axes.set_xlabel(WORDS.say("review.turn", language))
        axes.set_ylabel(WORDS.say("review.value", language, seat=SEATS[0]))
        axes.spines[["top", "right"]].set_visible(False)
    return axes
