"""Message catalogues: everything said to a person, in every language.

A catalogue is a folder with one TOML file a language (``en.toml``, ``ja.toml``), all with the same
keys. A further language is a further file, no code. Messages hold fields in braces; a field may name
a table whose word stands for the fact: ``{seat:faction}`` says the word ``faction.red`` for ``"red"``.
A list is joined as the language joins lists, or by the table's message ``join``, a mapping of words to numbers
likewise ("Red 11, Blue 9"), and each row of a list of tuples is said with the table's message ``each``, its columns
as {0}, {1}.
"""

from __future__ import annotations

import string
import weakref
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

__all__ = ["Words", "get_language", "on_language", "set_language"]

_default = ["en"]
_listeners: weakref.WeakSet[Any] = weakref.WeakSet()


def get_language() -> str:
    """The language of everything that was not given one of its own."""
    return _default[0]


def set_language(language: str) -> None:
    """Choose the language of everything that was not given one of its own: ``"en"`` or ``"ja"``.

    Live games and their boards follow at once. An unknown language raises ``ValueError``.

    >>> set_language("ja"); get_language()
    'ja'
    >>> set_language("en")
    """
    _default[0] = check_language(language)
    for listener in tuple(_listeners):
        listener.language_changed()


def on_language(listener: Any) -> None:
    """Call ``listener.language_changed()`` after `set_language`; the listener is held weakly."""
    _listeners.add(listener)


def known_languages() -> tuple[str, ...]:
    """The languages of this package, by the files of its own catalogue."""
    return Words("hexwidgets.engine.catalogue").languages


def check_language(language: str) -> str:
    """``language`` if it is known, else ``ValueError`` that lists what is."""
    if language not in known_languages():
        raise ValueError(f"unknown language {language!r:.60}; known are {', '.join(known_languages())}")
    return language


@cache
def _catalogues(package: str) -> Mapping[str, Mapping[str, str]]:
    import tomllib  # noqa: PLC0415  read when the first message is said, not at import
    from importlib import resources  # noqa: PLC0415

    parent, _, name = package.rpartition(".")
    folder = resources.files(parent) / name
    files = sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml"))
    return {f.removesuffix(".toml"): dict(_flat(tomllib.loads((folder / f).read_text("utf-8")))) for f in files}


def _flat(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    for key, value in table.items():
        out += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return out


class _Formatter(string.Formatter):
    def __init__(self, word: Callable[[str], str], known: Collection[str]) -> None:
        self.word = word
        self.known = known

    def format_field(self, value: Any, table: str) -> str:
        if isinstance(value, tuple):
            return self.vformat(self.word(f"{table}.each"), value, {})
        if isinstance(value, Mapping):
            return self.word("list.join").join(f"{self.format_field(k, table)} {v}" for k, v in value.items())
        if isinstance(value, list):
            own = f"{table}.join"
            return self.word(own if own in self.known else "list.join").join(self.format_field(v, table) for v in value)
        return self.word(f"{table}.{value}") if table else str(value)


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
        """The languages there is a file for."""
        return tuple(_catalogues(self.package))

    def keys(self, language: str) -> tuple[str, ...]:
        """All keys of a language, tables joined with dots."""
        return tuple(_catalogues(self.package)[language])

    def template(self, key: str, language: str) -> str:
        """The message as written, fields and all; a missing one falls back to English."""
        catalogues = _catalogues(self.package)
        chosen = catalogues.get(language, catalogues["en"])
        return chosen[key] if key in chosen else catalogues["en"][key]

    def say(self, key: str, language: str | None = None, /, **facts: Any) -> str:
        """The message ``key`` in ``language`` (default: `get_language`), with its facts filled in."""
        chosen = language or get_language()
        words = _Formatter(lambda k: self.template(k, chosen), _catalogues(self.package)["en"])
        return words.vformat(self.template(key, chosen), (), facts)

    def say_or(self, key: str, other: str, language: str | None = None, /, **facts: Any) -> str:
        """The message ``key``, or ``other`` where the catalogue has no such message."""
        return self.say(key if key in self.keys("en") else other, language, **facts)

    def table(self, prefix: str, language: str | None = None) -> dict[str, str]:
        """All messages under ``prefix``, by the rest of their key."""
        chosen = language or get_language()
        start = f"{prefix}."
        return {k.removeprefix(start): self.template(k, chosen) for k in self.keys("en") if k.startswith(start)}


class PlainWords:
    """Messages given in code, for a game that brings no catalogue: ``{"en": "...", "ja": "..."}``."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = dict(texts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlainWords) and other.texts == self.texts

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.texts.items())))

    def say(self, _key: str, language: str | None = None, /, **facts: Any) -> str:
        chosen = language or get_language()
        text = self.texts.get(chosen) or next(iter(self.texts.values()))
        shown = {
            k: ", ".join(map(str, v)) if isinstance(v, Sequence) and not isinstance(v, str) else v
            for k, v in facts.items()
        }
        return text.format_map(shown)
