"""Two positions of a game side by side, with everything that differs marked and listed."""

from __future__ import annotations

import html
from typing import Any, Literal

from .board.difference import Difference, differences, places_of
from .board.look import Theme
from .board.shown import Shown
from .board.svg import svg
from .board.themed import themed
from .engine.dials import one_of
from .engine.faults import ENGINE, shorten
from .engine.words import get_language
from .live import Game

__all__ = ["Comparison", "compare"]

_WIDTH = 420
_STYLE = (
    "<style>.hexwidgets-compare svg{max-width:100%;height:auto}.hexwidgets-compare td,.hexwidgets-compare th"
    "{text-align:left;padding:2px 10px 2px 0;white-space:normal}</style>"
)


def compare(a: Any, b: Any, *, seat: str | None = None, names: tuple[str, str] | None = None) -> Comparison:
    """Two positions as they are now, and what differs.

    ``a`` and ``b`` are games, or what has a ``game()``: scenarios, lines of ``game.tree``. ``seat`` limits what is
    shown to what that seat may know; ``names`` are what the two are called, default their plies. Games of two sorts
    raise ``ValueError``.

    >>> import hexwidgets as hw
    >>> duel = hw.ArenaDuel(seed=7)
    >>> what_if = duel.branch()
    >>> what_if.play("F=", "S=")
    >>> found = hw.compare(duel, what_if)
    >>> found.places
    ('a1', 'b2')
    >>> print(found.text().splitlines()[-1])
    Place b2: – → N^5
    """
    games = [_game(a), _game(b)]
    kinds = [game.rules.game_type.name for game in games]
    if kinds[0] != kinds[1]:
        raise ValueError(f"expected two positions of one game, got {kinds[0]} and {kinds[1]}")
    return Comparison(games[0], games[1], seat=seat, names=names)


def _game(thing: Any) -> Game:
    """A game of its own at the position of a thing."""
    game = thing.branch() if isinstance(thing, Game) else thing.game() if hasattr(thing, "game") else None
    if not isinstance(game, Game):
        raise TypeError(f"expected a game, a scenario or a line of a tree, got {shorten(thing)}")
    return game


class Comparison:
    """Two positions and what differs between them; made by `compare`.

    As a cell's last line it shows both boards with what differs outlined, and the list of differences; printing it
    lists them. It is true where anything differs.
    """

    def __init__(self, a: Game, b: Game, *, seat: str | None = None, names: tuple[str, str] | None = None) -> None:
        self.a, self.b = a, b
        self.seat = seat
        self.names = names
        self._language = a.language

    def __bool__(self) -> bool:
        return bool(self.rows())

    def __repr__(self) -> str:
        return f"<comparison of {self.a!r} and {self.b!r}: {len(self.rows())} differences>"

    def __str__(self) -> str:
        return self.text()

    @property
    def places(self) -> tuple[str, ...]:
        """The labels of the places that differ."""
        return tuple(row.subject for row in self.rows() if row.what == "place")

    def rows(self, language: str | None = None) -> tuple[Difference, ...]:
        """Everything that differs, in a language."""
        return differences(*self._shown(self._in(language)))

    def text(self, language: str | None = None) -> str:
        """Everything that differs, a line each."""
        language = self._in(language)
        rows = self.rows(language)
        head = ENGINE.say("compare.heading", language, a=self._names(language)[0], b=self._names(language)[1])
        if not rows:
            return f"{head}\n{ENGINE.say('compare.same', language)}"
        lines = (
            ENGINE.say("compare.row", language, what=_label(row, language), a=row.before or "–", b=row.after or "–")
            for row in rows
        )
        return "\n".join((head, *lines))

    def to_html(self, language: str | None = None, *, theme: Literal["auto", "light", "dark"] = "auto") -> str:
        """Both boards and the list as HTML; ``theme`` "auto" follows the page in Jupyter."""
        one_of("theme", theme, ("auto", "light", "dark"))
        language = self._in(language)
        shown, rows = self._shown(language), self.rows(language)
        names = self._names(language)
        figures = "".join(
            f'<figure style="margin:0"><figcaption><b>{html.escape(name)}</b></figcaption>'
            f"{_pictures(one, rows, theme, language)}</figure>"
            for name, one in zip(names, shown, strict=True)
        )
        boards = f'<div style="display:flex;flex-wrap:wrap;gap:14px">{figures}</div>'
        return (
            f'<div class="hexwidgets-compare" lang="{language}">{_STYLE}{boards}{_table(rows, names, language)}</div>'
        )

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.to_html()}

    def _in(self, language: str | None) -> str:
        return language or self._language or get_language()

    def _names(self, language: str) -> tuple[str, str]:
        if self.names is not None:
            return self.names
        a, b = (ENGINE.say("compare.ply", language, ply=game.ply) for game in (self.a, self.b))
        return (a, b) if a != b else (f"{a} (1)", f"{b} (2)")

    def _shown(self, language: str) -> tuple[Shown, Shown]:
        return self._look(self.a, language), self._look(self.b, language)

    def _look(self, game: Game, language: str) -> Shown:
        """The position as a board shows it, without what led there: dice that were thrown are no part of it."""
        rules = game.rules
        if hasattr(rules, "position") and hasattr(rules, "at"):
            game = game._at(rules, rules.position(game.state))
        with game._glance(self.seat, language=language, theme="auto", digits=False) as board:
            scene = board.shown()
        return Shown(scene["grid"], scene, language)


def _label(row: Difference, language: str) -> str:
    key = "heading-row" if row.what == "heading" else row.what
    return ENGINE.say(f"compare.{key}", language, subject=row.subject)


def _pictures(shown: Shown, rows: tuple[Difference, ...], theme: str, language: str) -> str:
    scene = {"tokens": shown.tokens, "marks": shown.marks, "status": shown.status}
    marked = places_of(shown, rows)

    def draw(name: Theme) -> str:
        return svg(shown.grid, scene, theme=name, language=language, width=_WIDTH, panel=False, marked=marked)

    return themed(draw, theme)


def _table(rows: tuple[Difference, ...], names: tuple[str, str], language: str) -> str:
    if not rows:
        return f"<p>{html.escape(ENGINE.say('compare.same', language))}</p>"
    heads = (ENGINE.say("compare.difference", language), *names)
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in heads)
    body = "".join(
        f'<tr><th scope="row">{html.escape(_label(row, language))}</th>'
        f"<td>{html.escape(row.before or '–')}</td><td>{html.escape(row.after or '–')}</td></tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
