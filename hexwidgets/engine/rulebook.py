"""A game's rules as a book: chapters of entries, each with a position to try it on.

A game brings two things, both data. ``data/rulebook.toml`` in its package holds the chapters, and for every rule
a position and what can be tried there; ``rulebook/entries`` is a catalogue with the titles and texts, where numbers
of the rules stand in braces by the names of their dials.

======================= ==============================================================================
``chapters``            by key, the rules of each chapter in order
``positions``           by name: ``options`` and ``seed`` of the game, and the position as its rules tell it
``rules``               by id: the name of a ``position``, and ``tries``
a try                   ``play`` (a move, or one for each seat that decides), ``after`` (moves before it), ``seat``
                        (whose move, where several decide), ``switches`` (set otherwise); ``refused`` (the rule that
                        refuses it) or ``shows`` (the rules by which something then happens)
======================= ==============================================================================
"""

from __future__ import annotations

import html
import re
import textwrap
import unicodedata
import weakref
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, Self

from .dials import Dial, Switch
from .editing import changed
from .faults import ENGINE, Statement, sentences, shorten
from .names import GAMES
from .words import Words, check_language, get_language

__all__ = ["Answer", "Chapter", "Entry", "Pages", "Rulebook", "Try", "look_up", "on_look_up"]

_readers: weakref.WeakSet[Any] = weakref.WeakSet()


def on_look_up(reader: Any) -> None:
    """Call ``reader.look_up(game, rule)``, which tells whether it shows the rule, on `look_up`; it is held weakly."""
    _readers.add(reader)


def look_up(game: str, rule: str) -> bool:
    """Turn the rulebooks of a game that are open on a page to a rule; whether there are any."""
    turned = [reader.look_up(game, rule) for reader in tuple(_readers)]
    return any(turned)


WIDTH = 96  # columns of a text in a terminal


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a try: the fault that refused it, or what it did; nothing where the order of one seat is legal."""

    legal: bool
    statements: tuple[Statement, ...]

    @property
    def rule(self) -> str:
        """The id of the rule that refuses; empty where the try is legal."""
        return "" if self.legal else self.statements[0].rule

    def text(self, language: str | None = None) -> str:
        """The verdict, and a line for each thing that was said."""
        verdict = ENGINE.say("rulebook.allowed" if self.legal else "rulebook.refused", language, rule=self.rule)
        return "\n".join([verdict, *(statement.text(language) for statement in self.statements)])

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, slots=True)
class Try:
    """Something to try on an entry's position, and what is stated of it.

    ``play`` holds a move, or one for each seat that decides; ``after`` what is played before it; ``seat`` whose move it
    is where several decide and only one is asked about; ``switches`` what is set otherwise for it. ``refused`` is the
    rule that forbids it, empty where it is legal; ``shows`` are rules by which something happens then.
    """

    play: tuple[str, ...]
    after: tuple[tuple[str, ...], ...] = ()
    seat: str | None = None
    switches: tuple[tuple[str, str], ...] = ()
    refused: str = ""
    shows: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether it is stated to be legal."""
        return not self.refused

    def answer(self, game: Any) -> Answer:
        """Try it on ``game``, which stands at the entry's position; what is legal is played there."""
        if self.switches:
            with game.editing() as e:
                e.rules = changed(e.rules, dict(self.switches))
        for moves in self.after:
            game.play(*moves)
        seats = (self.seat,) if self.seat else game.rules.to_move(game.state) or game.seats[:1]
        for seat, move in zip(seats, self.play, strict=True):
            fault = game.why(seat, move)
            if fault is not None:
                return Answer(False, (fault,))
        if self.seat:
            return Answer(True, ())
        game.play(*self.play)
        return Answer(True, game.last_events)

    def __str__(self) -> str:
        moves = " / ".join(self.play)
        steps = [" / ".join(moves) for moves in self.after]
        told = " → ".join([*steps, f"{self.seat} {moves}" if self.seat else moves])
        settings = ", ".join(f"{name} = {choice}" for name, choice in self.switches)
        return f"{told} ({settings})" if settings else told


@dataclass(frozen=True, repr=False)
class Entry:
    """A rule in the rulebook: its ``id``, ``title`` and ``text``, and what belongs to it.

    ``ruling`` says what the printed rules leave open and how it is decided here, empty where they leave nothing open;
    ``switch`` decides it otherwise, ``dials`` are the numbers in it. ``position`` is a game set up to try the rule on,
    ``tries`` are moves there with what is stated of them.
    """

    id: str
    chapter: str
    tries: tuple[Try, ...]
    dials: tuple[Dial, ...]
    switch: Switch | None
    book: Rulebook = field(compare=False)

    @property
    def language(self) -> str:
        """The language of the title and the text."""
        return self.book.language

    @property
    def title(self) -> str:
        """A few words that name the rule."""
        return self.book.words.say(f"{self.id}.title", self.language)

    @property
    def text(self) -> str:
        """The rule, with its numbers as they are set."""
        return self.book.words.say(f"{self.id}.text", self.language, **self.book.settings)

    @property
    def ruling(self) -> str:
        """What the printed rules leave open here, and how it is decided; empty where they do not."""
        key = f"{self.id}.ruling"
        known = key in self.book.words.keys("en")
        return self.book.words.say(key, self.language, **self.book.settings) if known else ""

    @property
    def heading(self) -> str:
        """The id and the title in one line."""
        return f"{self.id} · {self.title}"

    @property
    def note(self) -> str:
        """The rule and, where it is one, the ruling, as one text of a few sentences."""
        return sentences(filter(None, (self.text, self.ruling)), self.language)

    @property
    def settings(self) -> tuple[str, ...]:
        """A sentence on the switch and one on the dials, with what they are set to; none where it has none."""
        return tuple(self._set_by())

    @property
    def position(self) -> Any:
        """A new game that stands at the position to try the rule on."""
        return self.book.set_up(self.id)

    def answers(self) -> tuple[Answer, ...]:
        """What comes of each try, each on a game of its own."""
        return tuple(attempt.answer(self.position) for attempt in self.tries)

    def in_language(self, language: str | None) -> Entry:
        """The same entry in another language."""
        return self.book.in_language(language)[self.id]

    def _set_by(self) -> Iterator[str]:
        settings = self.book.settings
        if self.switch is not None:
            now = settings[self.switch.name]
            others = [choice for choice in self.switch.choices if choice != now]
            yield ENGINE.say("rulebook.switch", self.language, name=self.switch.name, now=now, others=others)
        if told := [f"{dial.name} = {settings[dial.name]}" for dial in self.dials]:
            yield ENGINE.say("rulebook.dials", self.language, dials=told)

    def stated(self, attempt: Try) -> str:
        """What the book says of one of its tries: "allowed", or by which rule it is refused."""
        key = "rulebook.allowed" if attempt.legal else "rulebook.refused"
        return ENGINE.say(key, self.language, rule=attempt.refused)

    def __str__(self) -> str:
        parts = [self.text, self.ruling, *self.settings]
        paragraphs = [_fill(part) for part in parts if part]
        tries = [f"  {attempt}  {self.stated(attempt)}" for attempt in self.tries]
        return "\n\n".join([self.heading, *paragraphs, "\n".join(tries)])

    def __repr__(self) -> str:
        return f"<rule {self.heading}>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        del cycle
        printer.text(str(self))

    def _repr_markdown_(self) -> str:
        parts = [f"### {self.heading}", self.text]
        parts += [f"*{self.ruling}*"] * bool(self.ruling) + list(self.settings)
        return "\n\n".join([*parts, "\n".join(f"- `{a}` {self.stated(a)}" for a in self.tries)])

    def _repr_html_(self) -> str:
        parts = [f"<p>{html.escape(self.text)}</p>"]
        parts += [f"<p><em>{html.escape(self.ruling)}</em></p>"] * bool(self.ruling)
        parts += [f"<p><small>{html.escape(setting)}</small></p>" for setting in self.settings]
        rows = [f"<li><code>{html.escape(str(a))}</code> {html.escape(self.stated(a))}</li>" for a in self.tries]
        return f"<h4>{html.escape(self.heading)}</h4>{''.join(parts)}<ul>{''.join(rows)}</ul>"


@dataclass(frozen=True)
class Chapter:
    """A chapter: its title and its entries."""

    key: str
    entries: tuple[Entry, ...]
    book: Rulebook = field(compare=False, repr=False)

    @property
    def title(self) -> str:
        """What the chapter is about."""
        return self.book.words.say(f"chapter.{self.key}", self.book.language)


class Pages(NamedTuple):
    """What a book is made of: see `Rulebook`."""

    package: str
    game: str
    dials: tuple[Dial, ...]
    switches: tuple[Switch, ...]
    settings: Mapping[str, Any]


class Rulebook(Mapping[str, Entry]):
    """The rules of a game by id, in the order of its chapters.

    ``package`` is the game's, ``game`` its name in records, ``settings`` what its dials and switches are set to. The
    texts are in ``language``, or where that is None in the language of `set_language`.

    >>> from hexwidgets.monsterhex.rules import MonsterHexRules
    >>> book = MonsterHexRules().rulebook()
    >>> book["MH-PLACE-3"].title
    'One equal edge'
    >>> [entry.id for entry in book.search("seven-point stone")]
    ['MH-SETUP-2', 'MH-WIN-2', 'MH-WIN-3']
    >>> print(book["MH-PLACE-3"].answers()[1].rule)
    MH-PLACE-3
    """

    def __init__(
        self,
        package: str,
        game: str,
        dials: Iterable[Dial] = (),
        switches: Iterable[Switch] = (),
        settings: Mapping[str, Any] | None = None,
        language: str | None = None,
    ) -> None:
        self.pages = Pages(package, game, tuple(dials), tuple(switches), dict(settings or {}))
        self._language = language if language is None else check_language(language)
        self.words = Words(f"{package}.rulebook.entries")

    @property
    def _data(self) -> Mapping[str, Any]:
        return _data(self.pages.package)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.pages.game

    @property
    def language(self) -> str:
        """The language of the texts."""
        return self._language or get_language()

    @property
    def settings(self) -> Mapping[str, Any]:
        """What dials and switches are set to, by name."""
        return self.pages.settings

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters in order."""
        found = self._data["chapters"].items()
        return tuple(Chapter(key, tuple(self[rule] for rule in rules), self) for key, rules in found)

    def in_language(self, language: str | None) -> Self:
        """The same book in another language; None follows `set_language`."""
        return type(self)(*self.pages, language=language)

    def __getitem__(self, rule: str) -> Entry:
        if rule not in self:
            raise KeyError(f"there is no rule {shorten(rule)}; rules are written like {next(iter(self))}")
        told = self._data["rules"][rule]
        return Entry(
            id=rule,
            chapter=next(key for key, rules in self._data["chapters"].items() if rule in rules),
            tries=tuple(map(_try, told["tries"])),
            dials=tuple(dial for dial in self.pages.dials if dial.rule == rule),
            switch=next((switch for switch in self.pages.switches if switch.rule == rule), None),
            book=self,
        )

    def __contains__(self, rule: object) -> bool:
        return isinstance(rule, str) and rule in self._data["rules"]

    def __iter__(self) -> Iterator[str]:
        return (rule for rules in self._data["chapters"].values() for rule in rules)

    def __len__(self) -> int:
        return len(self._data["rules"])

    def search(self, words: str) -> tuple[Entry, ...]:
        """The entries in which all of these words occur, in any language: first by id, then by title, then by text."""
        wanted = [_pattern(word) for word in _plain(words).split()]
        found: list[tuple[int, Entry]] = []
        for entry in self.values():
            twins = [entry.in_language(language) for language in self.words.languages]
            places = [entry.id, *(twin.title for twin in twins), *(f"{twin.text} {twin.ruling}" for twin in twins)]
            texts = [_plain(place) for place in places]
            ranks = [[i for i, text in enumerate(texts) if word.search(text)] for word in wanted]
            if wanted and all(ranks):
                best = max(map(min, ranks))
                found.append((min(best, 1) + (best > len(twins)), entry))
        return tuple(entry for _, entry in sorted(found, key=lambda pair: pair[0]))

    def set_up(self, rule: str) -> Any:
        """A new game that stands at the position of a rule."""
        told = dict(self._data["positions"][self._data["rules"][rule]["position"]])
        options, seed = told.pop("options", {}), told.pop("seed", 0)
        if self.game not in GAMES:  # its rules were used alone
            import_module(f"{self.pages.package}.game")
        game = GAMES[self.game].from_options(options, seed=seed, language=self._language)
        return game.at(told)

    def text(self, language: str | None = None) -> str:
        """The whole book as plain text."""
        book = self.in_language(language or self._language)
        return "\n\n".join(
            part for chapter in book.chapters for part in (f"== {chapter.title} ==", *map(str, chapter.entries))
        )

    def __str__(self) -> str:
        """The table of contents."""
        width = max(map(len, self))
        lines = [
            "\n".join([chapter.title, *(f"  {entry.id:{width}}  {entry.title}" for entry in chapter.entries)])
            for chapter in self.chapters
        ]
        return "\n\n".join(lines)

    def __repr__(self) -> str:
        return f"<rulebook of {self.game}: {len(self)} rules>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        del cycle
        printer.text(str(self))

    def _repr_markdown_(self) -> str:
        parts: list[str] = []
        for chapter in self.chapters:
            parts += [f"## {chapter.title}", *(entry._repr_markdown_() for entry in chapter.entries)]
        return "\n\n".join(parts)

    def _repr_html_(self) -> str:
        return "".join(
            f"<details><summary><b>{html.escape(chapter.title)}</b></summary>"
            f"{''.join(entry._repr_html_() for entry in chapter.entries)}</details>"
            for chapter in self.chapters
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulebook) and (self.pages, self._language) == (other.pages, other._language)

    def __hash__(self) -> int:
        return hash((self.pages.package, self._language))


@cache
def _data(package: str) -> Mapping[str, Any]:
    import tomllib  # noqa: PLC0415  read when the book is opened, not at import
    from importlib import resources  # noqa: PLC0415

    return tomllib.loads((resources.files(package) / "data" / "rulebook.toml").read_text("utf-8"))


def _try(told: Mapping[str, Any]) -> Try:
    return Try(
        play=_moves(told["play"]),
        after=tuple(map(_moves, told.get("after", ()))),
        seat=told.get("seat"),
        switches=tuple(told.get("switches", {}).items()),
        refused=told.get("refused", ""),
        shows=_moves(told.get("shows", ())),
    )


def _moves(told: str | Iterable[str]) -> tuple[str, ...]:
    return (told,) if isinstance(told, str) else tuple(told)


def _fill(text: str) -> str:
    """Text broken into lines; wide characters take two columns each."""
    wide = any(unicodedata.east_asian_width(char) == "W" for char in text)
    return textwrap.fill(text, WIDTH // 2 if wide else WIDTH)


def _pattern(word: str) -> re.Pattern[str]:
    """A word as it is searched: the beginning of one, or in a language that parts no words any place."""
    return re.compile((r"\b" if word.isascii() and word[0].isalnum() else "") + re.escape(word))


def _plain(text: str) -> str:
    """Text as it is searched: without case, width, and hyphens."""
    return unicodedata.normalize("NFKC", text).casefold().replace("-", " ")
