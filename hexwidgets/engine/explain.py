"""What a decision did, told step by step, each step with the rule that it rests on."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass

from .faults import ENGINE, Statement
from .words import get_language

__all__ = ["Explanation"]


@dataclass(frozen=True)
class Explanation:
    """What a decision did: its ``parts`` are statements, each with ``rule``, ``facts`` and ``text(language)``.

    Printed it is a text; as a cell's last line a list. It speaks ``language``, or where that is None the default one.

    >>> import hexwidgets as hw
    >>> game = hw.MonsterHex("four", seed=7)
    >>> game.play("A1@d3^0")
    >>> print(game.explain())
    MH-TURN-1: Red places A1 on d3.
    MH-PLACE-1: It is the first unit, and d3 is a start cell.
    MH-REFILL-1: Red draws 1.
    """

    parts: tuple[Statement, ...]
    language: str | None = None

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def text(self, language: str | None = None) -> str:
        """All parts, a line each, with their rules before them."""
        return "\n".join(": ".join(filter(None, part)) for part in self._lines(language)) or self._nothing(language)

    def __str__(self) -> str:
        return self.text()

    def _lines(self, language: str | None = None) -> Iterator[tuple[str, str]]:
        chosen = language or self.language or get_language()
        yield from ((part.rule, part.text(chosen)) for part in self.parts)

    def _nothing(self, language: str | None = None) -> str:
        return ENGINE.say("explain.nothing", language or self.language)

    def _repr_pretty_(self, printer: object, cycle: bool) -> None:
        del cycle
        printer.text(str(self))  # type: ignore[attr-defined]  # IPython's printer

    def _repr_markdown_(self) -> str:
        return "\n".join(f"- {text} `{rule}`" for rule, text in self._lines()) or self._nothing()

    def _repr_html_(self) -> str:
        rows = [f"<li>{html.escape(text)} <code>{html.escape(rule)}</code></li>" for rule, text in self._lines()]
        return f"<ul>{''.join(rows)}</ul>" if rows else f"<p>{html.escape(self._nothing())}</p>"
