"""The words of reports, and the paragraphs and tables that tell them."""

from __future__ import annotations

from ..engine.tables import Page, Table, number, percent, points
from ..engine.words import Words

__all__ = ["WORDS", "Page", "Table", "number", "percent", "points"]

WORDS = Words("hexwidgets.playtest.words")
