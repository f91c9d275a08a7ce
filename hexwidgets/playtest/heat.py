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

__all__ = ["chart", "scaled", "sketch"]

LOW, HIGH = "#fff8e1", "#b3261e"


def scaled(values: Mapping[str, float]) -> dict[str, float]:
    """The values from 0 for the lowest to 1 for the highest; all 0.5 where they are alike.

    >>> scaled({"a1": 2.0, "a2": 3.0, "b1": 4.0})
    {'a1': 0.0, 'a2': 0.5, 'b1': 1.0}
    """
    least, most = min(values.values(), default=0.0), max(values.values(), default=0.0)
    return {name: (value - least) / (most - least) if most > least else 0.5 for name, value in values.items()}


def sketch(batches: Sequence[Batch], what: str | None, size: float) -> HexSketch:
    """See `Report.sketch`: all pictures in the same colours, so that they can be compared."""
    from ..board.sketch import HexSketch  # noqa: PLC0415  ipycanvas is loaded where something is drawn

    counts = [batch.counts for batch in batches]
    name = what or counts[0].first_map()
    maps = [count.heat(name) for count in counts]
    hexes = dict.fromkeys(place for count in counts for place in count.hexes.values())
    every = [value for values in maps for value in values.values()]
    span = (min(every), max(every)) if every and min(every) < max(every) else None
    titles = [batch.name for batch in batches] if len(batches) > 1 else ()
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
        for label in values:
            centre = layout.centre(batch.counts.hexes[label])
            axes.text(centre.x, centre.y, label, ha="center", va="center", fontsize="x-small", color="#222222")
        axes.set_title(batch.name)
    return axes
