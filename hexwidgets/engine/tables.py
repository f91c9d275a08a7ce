"""Paragraphs and tables as plain text, Markdown and HTML."""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .words import check_language, get_language

__all__ = ["Page", "Table", "number", "percent", "points"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts, under its heads."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def text(self) -> str:
        """Columns of equal width."""
        lines = [[*map(str, row)] for row in (self.heads, *self.rows)]
        widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(cell + " " * (w - _width(cell)) for cell, w in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def markdown(self) -> str:
        """A pipe table."""
        lines = [self.heads, ["---"] * len(self.heads), *self.rows]
        return "\n".join(f"| {' | '.join(str(cell).replace('|', '&#124;') for cell in line)} |" for line in lines)

    def html(self) -> str:
        """A ``<table>``."""
        head = "".join(f"<th>{html.escape(str(cell))}</th>" for cell in self.heads)
        body = "".join(f"<tr>{''.join(f'<td>{html.escape(str(cell))}</td>' for cell in row)}</tr>" for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Page:
    """Something that is told in paragraphs and tables, in its own language."""

    def __init__(self, language: str | None) -> None:
        self.language = language

    def parts(self, language: str) -> Iterator[str | Table]:
        """Paragraphs and tables, in a language."""
        raise NotImplementedError

    def _parts(self, language: str | None) -> Iterator[str | Table]:
        chosen = language or self.language
        return self.parts(get_language() if chosen is None else check_language(chosen))

    def text(self, language: str | None = None) -> str:
        """All of it as plain text; ``language`` "en", "ja", or None for its own."""
        return "\n\n".join(part if isinstance(part, str) else part.text() for part in self._parts(language))

    def markdown(self, language: str | None = None) -> str:
        """All of it as Markdown."""
        return "\n\n".join(part if isinstance(part, str) else part.markdown() for part in self._parts(language))

    def html(self, language: str | None = None) -> str:
        """All of it as HTML."""
        parts = (f"<p>{html.escape(p)}</p>" if isinstance(p, str) else p.html() for p in self._parts(language))
        return f"<div>{''.join(parts)}</div>"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_markdown_(self) -> str:
        return self.markdown()


def percent(value: float) -> str:
    """A share in percent.

    >>> percent(0.2614)
    '26.1%'
    """
    return "–" if math.isnan(value) else f"{100 * value:.1f}%"


def points(value: float) -> str:
    """A difference of shares in percentage points, with its sign.

    >>> points(0.0114), points(-0.02)
    ('+1.1', '−2.0')
    """
    return "–" if math.isnan(value) else f"{round(100 * value, 1) + 0.0:+.1f}".replace("-", "−")


def number(value: float) -> str:
    """A number of moderate size.

    >>> number(25.7301), number(-0.5)
    ('25.73', '−0.50')
    """
    if math.isnan(value):
        return "–"
    return f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
