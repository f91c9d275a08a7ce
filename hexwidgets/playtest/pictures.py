"""Charts and heat maps as SVG text for the panel: no matplotlib, in any width, light or dark as the page is."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from ..engine.charts import ink
from ..hexgrid import Layout
from .heat import SHADES, scaled, shade
from .report import Batch
from .stats import Estimate
from .tables import number, percent

__all__ = ["STYLE", "hexes", "points"]

_WIDTH, _HEIGHT = 420.0, 210.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 10.0, 10.0, 34.0

# Each cell of a map brings its colours for both; JupyterLab and Notebook say on their page whether they are dark, VS
# Code on its own.
STYLE = (
    "<style>.hexwidgets-heat polygon{fill:var(--light)}.hexwidgets-heat .on{fill:var(--on-light)}"
    '[data-jp-theme-light="false"] .hexwidgets-heat polygon,.vscode-dark .hexwidgets-heat polygon{fill:var(--dark)}'
    '[data-jp-theme-light="false"] .hexwidgets-heat .on,.vscode-dark .hexwidgets-heat .on{fill:var(--on-dark)}</style>'
)


def points(
    title: str, groups: Sequence[str], rows: Mapping[str, tuple[str, Sequence[Estimate]]], *, share: bool = False
) -> str:
    """Estimates with their intervals: a place for each of ``groups``, in it a point with a bar for each row.

    ``rows`` has by the id of a seat (or anything else) what it is called, and an estimate for each group; ``share``
    writes the axis in percent.
    """
    shown = [e for _, found in rows.values() for e in found if math.isfinite(e.value)]
    ends = [v for e in shown for v in (e.value, e.low, e.high) if math.isfinite(v)] or [0.0, 1.0]
    ticks = _ticks(min(ends), max(ends))
    low, high = ticks[0], ticks[-1]

    def y(value: float) -> float:
        part = (min(max(value, low), high) - low) / (high - low)
        return _HEIGHT - _BOTTOM - part * (_HEIGHT - _TOP - _BOTTOM)

    out = []
    for tick in ticks:
        out.append(f'<path d="M{_LEFT} {y(tick):.1f}H{_WIDTH - _RIGHT}" opacity=".15"/>')
        out.append(_text(_LEFT - 6, y(tick) + 4, f"{100 * tick:g}%" if share else f"{tick:g}", "end"))
    step = (_WIDTH - _LEFT - _RIGHT) / max(len(groups), 1)
    for place, group in enumerate(groups):
        middle = _LEFT + (place + 0.5) * step
        out.append(_text(middle, _HEIGHT - 18, _short(group, step), "middle"))
        for line, (key, (name, found)) in enumerate(rows.items()):
            x = middle + (line - (len(rows) - 1) / 2) * min(14.0, step / (len(rows) + 1))
            out.append(_point(x, found[place], y, name, ink(key, line), share))
    if len(rows) > 1:
        out += _legend({key: name for key, (name, _) in rows.items()})
    return _svg("chart", title, _WIDTH, _HEIGHT, out)


def _point(x: float, e: Estimate, y: Callable[[float], float], name: str, colour: str, share: bool) -> str:
    if not math.isfinite(e.value):
        return ""
    show = percent if share else number
    told = f"{name}: {show(e.value)}"
    bar = ""
    if math.isfinite(e.low) and math.isfinite(e.high):
        told += f" ({show(e.low)} … {show(e.high)})"
        low, high = y(e.low), y(e.high)
        path = f"M{x:.1f} {low:.1f}V{high:.1f}m-4 0h8M{x - 4:.1f} {low:.1f}h8"
        bar = f'<path d="{path}" stroke="{colour}"/>'
    # An outline in the page's ink, since yellow on white has next to no contrast.
    dot = f'<circle cx="{x:.1f}" cy="{y(e.value):.1f}" r="4.5" fill="{colour}" stroke-width="1"/>'
    return f'<g stroke-width="2"><title>{html.escape(told)}</title>{bar}{dot}</g>'


def hexes(title: str, batch: Batch, what: str) -> str:
    """A heat map: places the fuller of colour the higher their value, with the value on hover."""
    values = batch.counts.heat(what)
    layout, parts = Layout(batch.counts.orientation, 24.0), scaled(values)
    every = list(batch.counts.hexes.values())
    x0, y0, x1, y1 = layout.bounds(every)
    out = [*_scale(values)]
    for label, place in batch.counts.hexes.items():
        corners = " ".join(f"{p.x - x0 + 4:.1f},{p.y - y0 + _ABOVE:.1f}" for p in layout.corners(place))
        centre = layout.centre(place)
        told = f"{label}: {number(values[label])}" if label in values else label
        style, kind = (_shaded(parts[label]), "on") if label in values else ("--light:none;--dark:none", "")
        out.append(
            f'<g style="{style}"><title>{html.escape(told)}</title><polygon points="{corners}" stroke-opacity=".35"/>'
            + _text(centre.x - x0 + 4, centre.y - y0 + _ABOVE + 4, label, "middle", 10, kind)
            + "</g>"
        )
    return _svg("heat", title, x1 - x0 + 8, y1 - y0 + _ABOVE + 6, out)


_ABOVE = 26.0  # room for the scale of a map


def _shaded(part: float) -> str:
    both = ((theme, shade(part, theme)) for theme in SHADES)
    return ";".join(f"--{theme}:{fill};--on-{theme}:{ink}" for theme, (fill, ink) in both)


def _scale(values: Mapping[str, float]) -> Iterator[str]:
    """From the lowest to the highest value, in five shades; one number where all are alike."""
    if not values:
        return
    if min(values.values()) == max(values.values()):
        yield _text(4, 14, number(min(values.values())), "start", 11)
        return
    low, high, step = number(min(values.values())), number(max(values.values())), 18.0
    x = 4 + 7.0 * len(low)
    yield _text(4, 14, low, "start", 11)
    for i in range(5):
        box = _box(x + i * step, 4.0, step, 12.0)
        yield f'<g style="{_shaded(i / 4)}"><polygon points="{box}" stroke="none"/></g>'
    yield _text(x + 5 * step + 5, 14, high, "start", 11)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"{x:.1f},{y:.1f} {x + width:.1f},{y:.1f} {x + width:.1f},{y + height:.1f} {x:.1f},{y + height:.1f}"


def _svg(kind: str, title: str, width: float, height: float, parts: Sequence[str]) -> str:
    # The title is text beside the picture, since long ones wrap there.
    return (
        f'<div aria-hidden="true">{html.escape(title)}</div>'
        f'<svg class="hexwidgets-{kind}" role="img" aria-label="{html.escape(title)}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" style="width:100%;max-width:{width:.0f}px;height:auto" '
        f'fill="none" stroke="currentColor" font-family="system-ui, sans-serif" font-size="12">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str, anchor: str, size: int = 12, kind: str = "") -> str:
    known = f' class="{kind}"' if kind else ""
    return (
        f'<text{known} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="currentColor" '
        f'stroke="none">{html.escape(text)}</text>'
    )


def _legend(names: Mapping[str, str]) -> Iterator[str]:
    step = (_WIDTH - _LEFT) / len(names)
    for line, (key, name) in enumerate(names.items()):
        x = _LEFT + line * step
        yield f'<circle cx="{x + 5:.1f}" cy="{_HEIGHT - 6}" r="4.5" fill="{ink(key, line)}" stroke-width="1"/>'
        yield _text(x + 13, _HEIGHT - 2, _short(name, step - 14), "start")


def _short(text: str, room: float) -> str:
    most = max(2, int(room / 7))
    return text if len(text) <= most else text[: most - 1] + "…"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from just below the lowest to just above the highest, about five.

    >>> _ticks(0.22, 0.31)
    [0.22, 0.24, 0.26, 0.28, 0.3, 0.32]
    """
    span = high - low or abs(high) or 1.0
    rough = span / 4
    unit = 10 ** math.floor(math.log10(rough))
    step = next(unit * m for m in (1, 2, 5, 10) if unit * m >= rough * 0.8)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(step * i, 12) for i in range(first, max(last, first + 1) + 1)]
