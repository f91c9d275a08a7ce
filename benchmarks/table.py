"""One row for each thing measured, and the table of them."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measurement: what, how much, and what it was measured on or against."""

    what: str
    value: float
    unit: str
    note: str = ""


def table(rows: Iterable[Row]) -> str:
    """The rows as aligned text.

    >>> print(table([Row("import", 1.25, "x", "to anywidget"), Row("games", 10800, "/s")]))
    import    1.25 x   to anywidget
    games   10,800 /s
    """
    cells = [(row.what, _number(row.value), row.unit, row.note) for row in rows]
    wide = [max((len(line[i]) for line in cells), default=0) for i in range(3)]
    lines = (f"{a:<{wide[0]}}  {b:>{wide[1]}} {c:<{wide[2]}}  {d}".rstrip() for a, b, c, d in cells)
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
