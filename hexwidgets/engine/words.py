"""Message catalogues: everything said to a person, in every language.

A catalogue is a folder with PO files (`hexwidgets.catalogues`, docs/words.md). Messages hold fields in braces; a field
may name a table whose word stands for the fact: ``{seat:faction}`` says the word ``faction.red`` for ``"red"``. A list
is joined as the language joins lists, or by the table's message ``join``, a mapping of words to numbers likewise
("Red 11, Blue 9"), and each row of a list of tuples is said with the table's message ``each``, its columns as {0}, {1}.
A message may have plural forms, of which a fact of its own chooses one.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

from .. import catalogues
from ..catalogues import (
    Catalogue,
    add_language,
    begin_language,
    catalogue,
    check_language,
    edition,
    get_language,
    is_language,
    known_languages,
    on_language,
    set_language,
)

__all__ = [
    "PlainWords",
    "Words",
    "add_language",
    "begin_language",
    "check_language",
    "edition",
    "get_language",
    "in_language",
    "is_language",
    "known_languages",
    "on_language",
    "set_language",
]


class _Formatter(string.Formatter):
    def __init__(self, spoken: Catalogue) -> None:
        self.spoken = spoken

    def format_field(self, value: Any, table: str) -> str:
        if isinstance(value, tuple):
            return self.vformat(self.spoken.text(f"{table}.each"), value, {})
        if isinstance(value, Mapping):
            return self._join("list").join(f"{self.format_field(k, table)} {v}" for k, v in value.items())
        if isinstance(value, list):
            return self._join(table).join(self.format_field(v, table) for v in value)
        return self.spoken.text(f"{table}.{value}") if table else str(value)

    def _join(self, table: str) -> str:
        own = f"{table}.join"
        return self.spoken.text(own if own in self.spoken.messages else "list.join")


class Words:
    """The catalogue in a package folder, such as ``Words("hexwidgets.monsterhex.rulebook")``.

    Two catalogues of one folder are equal, and pickling keeps only the folder's name.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and other.package == self.package

    def __hash__(self) -> int:
        return hash(self.package)

    def __repr__(self) -> str:
        return f"Words({self.package!r})"

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages there is a file for, English first."""
        return catalogues.languages(self.package)

    def keys(self, language: str) -> tuple[str, ...]:
        """The keys of all messages that a language has."""
        spoken = catalogue(self.package, language)
        return tuple(key for key in spoken.messages if key in spoken.own)

    def template(self, key: str, language: str, count: float = 2) -> str:
        """The message as written, fields and all; a missing one falls back to English.

        ``count`` chooses the form of one that has several.
        """
        return catalogue(self.package, language).text(key, count)

    def say(self, key: str, language: str | None = None, /, **facts: Any) -> str:
        """The message ``key`` in ``language`` (default: `get_language`), with its facts filled in."""
        spoken = catalogue(self.package, language or get_language())
        return _Formatter(spoken).vformat(spoken.chosen(key, facts), (), facts)

    def say_or(self, key: str, other: str, language: str | None = None, /, **facts: Any) -> str:
        """The message ``key``, or ``other`` where the catalogue has no such message."""
        return self.say(key if key in catalogue(self.package, "en").messages else other, language, **facts)

    def table(self, prefix: str, language: str | None = None) -> dict[str, str]:
        """All messages under ``prefix``, by the rest of their key."""
        spoken = catalogue(self.package, language or get_language())
        start = f"{prefix}."
        return {key.removeprefix(start): spoken.text(key) for key in spoken.messages if key.startswith(start)}


def in_language(texts: Mapping[str, str], language: str | None = None) -> str:
    """A text that its author wrote in some languages: in ``language`` (default: `get_language`), else in English.

    Where there is neither it is in the first that there is; "" where there is none.

    >>> in_language({"ja": "猫", "en": "cat"}, "fr"), in_language({"ja": "猫"}, "fr")
    ('cat', '猫')
    """
    return texts.get(language or get_language()) or texts.get("en") or next(iter(texts.values()), "")


class PlainWords:
    """Messages given in code, for a game that brings no catalogue: ``{"en": "...", "ja": "..."}``."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlainWords) and other.texts == self.texts

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.texts.items())))

    def say(self, _key: str, language: str | None = None, /, **facts: Any) -> str:
        """The text in a language, its facts filled in; the key says nothing."""
        shown = {
            k: ", ".join(map(str, v)) if isinstance(v, Sequence) and not isinstance(v, str) else v
            for k, v in facts.items()
        }
        return in_language(self.texts, language).format_map(shown)
