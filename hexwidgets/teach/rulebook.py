"""The rulebook in a notebook: chapters, a search, and each rule with a live board to try it on."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

from ..board.region import LiveRegion
from ..engine.dials import one_of
from ..engine.faults import ENGINE
from ..engine.game import Game
from ..engine.rulebook import Answer, Entry, Try, on_look_up
from ..engine.rulebook import Rulebook as Book
from ..engine.words import check_language, on_language
from .pages import OnPage, heading, page, prose

__all__ = ["Reader", "Rulebook", "rulebook"]


def rulebook(game: Any, language: str | None = None) -> Rulebook:
    """The rules of a game, to read, to search and to try: ``"monsterhex"``, ``"arenaduel"``, or a game.

    Of a game it tells the numbers and rulings as they are set there. ``language`` is "en", "ja", or None to follow the
    game or `set_language`. As a cell's last line it shows chapters, a search box, and each rule with a live board;
    printed it is the table of contents. Rules are found by id, and by words of any language:

    >>> import hexwidgets as hw
    >>> book = hw.rulebook("monsterhex")
    >>> book["MH-PLACE-3"].title
    'One equal edge'
    >>> hw.rulebook("monsterhex", language="ja")["MH-PLACE-3"].title
    '等しい辺が1つ'
    >>> [entry.id for entry in book.search("equal edge")]
    ['MH-PLACE-3', 'MH-SCATTER', 'MH-COUNTER-1']
    >>> book["MH-PLACE-3"].position.why("C2@e5^3").rule
    'MH-PLACE-3'

    Unknown names raise ``ValueError`` that lists the known ones, a game without a rulebook ``TypeError``.
    """
    if language is not None:
        check_language(language)
    if isinstance(game, str):
        game = Game.by_name[one_of("game", game, sorted(Game.by_name))].from_options({})
    elif isinstance(game, Game):
        language = language or game.language
    else:
        raise TypeError(f"game: expected a name or a game, got {type(game).__name__}")
    offer = getattr(game.rules, "rulebook", None)
    if offer is None:
        raise TypeError(f"{game.rules.game_type.name} has no rulebook: its rules lack the method rulebook()")
    book: Book = offer()
    return Rulebook(*book.pages, language=language)


class Rulebook(OnPage, Book):
    """A rulebook that a notebook shows as a `Reader`; see `rulebook`."""

    def show(self, rule: str | None = None) -> Any:
        """The widget, open at a rule (default: the first)."""
        return Reader(self, rule).widget


class Reader:
    """A rulebook as a widget: ``widget`` is what is shown, ``entry`` the rule that is open.

    ``board`` shows ``game``, which stands at the entry's position; `attempt` plays a try there, as its button does.
    """

    def __init__(self, book: Book, rule: str | None = None) -> None:
        import ipywidgets as w  # noqa: PLC0415  only where a widget is wanted

        self.book = book
        self.entry: Entry = book[rule if rule is not None else next(iter(book))]
        self.game: Any = None
        self.board: Any = None
        self._filling = False
        self._answered: tuple[Try, Answer] | None = None  # since the position was set up
        line = {"layout": w.Layout(width="auto", margin="2px 0"), "style": {"description_width": "4.5em"}}
        self.search = w.Text(**line)
        self.chapter = w.Dropdown(**line)
        self.rules = w.Select(rows=14, **line)
        self.text, self.answer = LiveRegion(), LiveRegion()
        self.text.add_class("hexwidgets-rulebook-text")
        self.answer.add_class("hexwidgets-rulebook-answer")
        self.place = w.Box(layout=w.Layout(display="block", min_width="0"))  # as wide as there is room
        self.tries = w.Box(layout=w.Layout(flex_flow="row wrap"))
        side = w.VBox([self.search, self.chapter, self.rules], layout=w.Layout(flex="1 1 15em", min_width="0"))
        leaf = [self.text, self.tries, self.answer, self.place]
        self.widget = w.Box(
            [side, w.VBox(leaf, layout=w.Layout(flex="4 1 24em", min_width="0"))],
            layout=w.Layout(flex_flow="row wrap", align_items="flex-start", grid_gap="12px"),
            _view_count=0,  # pages tell whether they show it
        )
        self.widget.add_class("hexwidgets-rulebook")
        self._label()
        self.open(self.entry.id)
        self.search.observe(self._searched, "value")
        self.chapter.observe(self._chosen, "value")
        self.rules.observe(self._picked, "value")
        on_look_up(self)
        on_language(self)

    def open(self, rule: str) -> None:
        """Turn to a rule: its text, its tries, and its position on a board of its own."""
        self.entry, self._answered = self.book[rule], None
        self._tell()
        self._set_up()
        if self.rules.value != rule and rule in {key for _, key in self.rules.options}:
            self.rules.value = rule

    def _tell(self) -> None:
        entry = self.entry
        parts = [heading(entry.heading, 3), prose(entry.text)]
        if entry.ruling:
            parts.append(f"<p><b>{self._say('ruling')}</b> {html.escape(entry.ruling)}</p>")
        parts += [f"<p><small>{html.escape(setting)}</small></p>" for setting in entry.settings]
        self.text.value = page("".join(parts), self.book.language)
        before, self.tries.children = self.tries.children, [*map(self._button, entry.tries), self._again()]
        for button in before:
            button.close()
        self._tell_answer()

    def _tell_answer(self) -> None:
        if self._answered is None:
            self.answer.value = ""
            return
        attempt, answer = self._answered
        verdict, *lines = answer.text(self.book.language).splitlines()
        rows = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
        told = f"<p><code>{html.escape(str(attempt))}</code> <b>{html.escape(verdict)}</b></p><ul>{rows}</ul>"
        self.answer.value = page(told, self.book.language)

    def look_up(self, game: str, rule: str) -> bool:
        """Somebody asks for a rule at a board of a game: turn to it where that is this book, and a page shows it."""
        if not self.widget._view_count or game != self.book.game or rule not in self.book:
            return False
        if rule != self.entry.id:
            self.open(rule)
        return True

    def attempt(self, attempt: Try) -> None:
        """Play a try on the board, from the entry's position, and tell what the game answers."""
        self.game.goto(0)
        self._answered = attempt, attempt.answer(self.game)
        self._tell_answer()

    def close(self) -> None:
        """Take the widget and its board off every page."""
        self.board.close()
        self.widget._view_count = None  # no page is to count the views that go
        self.widget.close()

    # -- inside -------------------------------------------------------------------------------

    def _say(self, key: str, **facts: Any) -> str:
        return ENGINE.say(f"rulebook.{key}", self.book.language, **facts)

    def language_changed(self) -> None:
        """`set_language` was called; the board follows by itself."""
        self._label()
        self._tell()

    def _label(self) -> None:
        chosen = self.chapter.value or ""
        self.search.placeholder = self._say("search")
        for control, key in ((self.search, "find"), (self.chapter, "chapter"), (self.rules, "rules")):
            control.description = self._say(key)
        self._filling = True
        try:
            chapters = [(chapter.title, chapter.key) for chapter in self.book.chapters]
            self.chapter.options = [(self._say("chapters"), ""), *chapters]
            self.chapter.value = chosen
        finally:
            self._filling = False
        self._relist()

    def _set_up(self) -> None:
        before, self.game = self.board, self.entry.position
        self.board = self.game.board()
        self.place.children = [self.board]
        if before is not None:
            before.close()

    def _reset(self, _button: Any) -> None:
        self.game.goto(0)
        self._answered = None
        self._tell_answer()

    def _button(self, attempt: Try) -> Any:
        from ipywidgets import Button, Layout  # noqa: PLC0415  see __init__

        icon, stated = "check" if attempt.legal else "ban", f"{attempt}: {self.entry.stated(attempt)}"
        button = Button(description=str(attempt), icon=icon, tooltip=stated, layout=Layout(width="auto"))
        button.on_click(lambda _button: self.attempt(attempt))
        return button

    def _again(self) -> Any:
        from ipywidgets import Button, Layout  # noqa: PLC0415  see __init__

        button = Button(description=self._say("reset"), icon="undo", layout=Layout(width="auto"))
        button.on_click(self._reset)
        return button

    def _list(self, entries: Iterable[Entry]) -> None:
        """List rules, and keep the one that is open chosen where it is among them."""
        options = [(entry.heading, entry.id) for entry in entries]
        self._filling = True
        try:
            self.rules.options = options or [(self._say("nothing"), "")]
            self.rules.value = self.entry.id if self.entry.id in (key for _, key in options) else None
        finally:
            self._filling = False

    def _relist(self) -> None:
        words = self.search.value.strip()
        self._list(self.book.search(words) if words else self._of_chapter())

    def _searched(self, _change: Any) -> None:
        self._relist()

    def _chosen(self, _change: Any) -> None:
        if not self._filling:
            self.search.value = ""
            self._relist()

    def _of_chapter(self) -> Iterable[Entry]:
        chosen = self.chapter.value
        return [entry for entry in self.book.values() if not chosen or entry.chapter == chosen]

    def _picked(self, change: Any) -> None:
        if change["new"] and not self._filling and change["new"] != self.entry.id:
            self.open(change["new"])
