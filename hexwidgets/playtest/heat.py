"""Heat maps of reports: where units go and which cells win, on a board, as a sketch, and for print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..hexgrid import Layout
from .tables import WORDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..board.sketch import HexSketch
    from .report import Batch

__all__ = ["SHADES", "chart", "scaled", "shade", "sketch"]

# The colours of the lowest and the highest value, on light and on dark pages.
SHADES: Mapping[str, tuple[str, str]] = {"light": ("#fff8e1", "#b3261e"), "dark": ("#33251f", "#ff9a80")}
LOW, HIGH = SHADES["light"]


def shade(part: float, theme: str = "light") -> tuple[str, str]:
    """The colour of a value from 0 to 1, and black or white to write on it, whichever has more contrast.

    >>> shade(0), shade(1, "dark")
    (('#fff8e1', '#000000'), ('#ff9a80', '#000000'))
    """
    from ..board.colour import luminance  # noqa: PLC0415  what draws is loaded where something is drawn

    low, high = SHADES[theme]
    ends = [(int(low[i : i + 2], 16), int(high[i : i + 2], 16)) for i in (1, 3, 5)]
    fill = "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in ends)
    light = luminance(fill)
    return fill, "#000000" if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else "#ffffff"


def scaled(values: Mapping[str, float]) -> dict[str, float]:
    """The values from 0 for the lowest to 1 for the highest; all 0.5 where they are alike.

    >>> scaled({"a1": 2.0, "a2": 3.0, "b1": 4.0})
    {'a1': 0.0, 'a2': 0.5, 'b1': 1.0}
    """
    least, most = min(values.values(), default=0.0), max(values.values(), default=0.0)
    return {name: (value - least) / (most - least) if most > least else 0.5 for name, value in values.items()}


def sketch(batches: Sequence[Batch], what: str | None, size: float, language: str | None) -> HexSketch:
    """See `Report.sketch`: all pictures in the same colours, so that they can be compared."""
    from ..board.sketch import HexSketch  # noqa: PLC0415  ipycanvas is loaded where something is drawn

    counts = [batch.counts for batch in batches]
    name = what or counts[0].first_map()
    maps = [count.heat(name) for count in counts]
    hexes = dict.fromkeys(place for count in counts for place in count.hexes.values())
    every = [value for values in maps for value in values.values()]
    span = (min(every), max(every)) if every and min(every) < max(every) else None
    titles = [batch.title(language) for batch in batches] if len(batches) > 1 else ()
    drawn = HexSketch(hexes, orientation=counts[0].orientation, size=size, titles=titles, background="#ffffff")
    with drawn.batch():
        for number, (count, values) in enumerate(zip(counts, maps, strict=True)):
            drawn[number].outline(list(count.hexes.values()), "#d9d4c7")
            drawn[number].heat({count.hexes[label]: v for label, v in values.items()}, LOW, HIGH, span, ".2f")
    return drawn


def chart(batch: Batch, what: str | None, language: str | None, ax: Axes | None) -> Axes:
    """See `Report.heat_chart`."""
    from matplotlib import pyplot as plt  # noqa: PLC0415  matplotlib is loaded only where a chart is asked for
    from matplotlib.collections import PolyCollection  # noqa: PLC0415
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

    from ..engine.charts import language_of_chart  # noqa: PLC0415

    name = what or batch.counts.first_map()
    values = batch.counts.heat(name)
    layout = Layout(batch.counts.orientation)
    with language_of_chart(language) as spoken:
        axes = plt.subplots(layout="constrained")[1] if ax is None else ax
        corners = [layout.corners(batch.counts.hexes[label]) for label in values]
        colours = LinearSegmentedColormap.from_list("heat", [LOW, HIGH])
        cells = PolyCollection(corners, array=list(values.values()), cmap=colours, edgecolors="#8a8578")
        axes.add_collection(cells)
        axes.autoscale_view()
        axes.set_aspect("equal")
        axes.invert_yaxis()  # a layout counts downwards
        axes.set_axis_off()
        if axes.figure is not None:
            axes.figure.colorbar(cells, ax=axes, label=WORDS.say(f"map.{name}", spoken), shrink=0.8)
        for label, part in scaled(values).items():
            centre, (_, ink) = layout.centre(batch.counts.hexes[label]), shade(part)
            axes.text(centre.x, centre.y, label, ha="center", va="center", fontsize="x-small", color=ink)
        axes.set_title(batch.title(spoken))
    return axes
