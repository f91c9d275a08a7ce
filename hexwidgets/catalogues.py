"""Message catalogues in gettext's PO format, and the languages there are.

A catalogue is a package folder with the template ``messages.pot``, the texts in English, and one ``<language>.po`` for
each further language. A message is known by its key (``msgctxt``), its ``msgid`` is the English text. One that has
plural forms names the field that chooses among them: ``#. count: points``.

The files are read as they are, so nothing has to be compiled and nothing can be out of date; the standard library's
gettext looks the messages up and reads the ``Plural-Forms``. docs/words.md tells how the files are kept.
"""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gettext import GNUTranslations, NullTranslations
    from importlib.resources.abc import Traversable

__all__ = [
    "SOURCE",
    "Catalogue",
    "Message",
    "add_language",
    "begin_language",
    "catalogue",
    "check_language",
    "edition",
    "fields",
    "get_language",
    "is_language",
    "known_languages",
    "languages",
    "on_language",
    "parse",
    "remove_language",
    "set_language",
    "unpacked",
]

SOURCE = "en"
"""The language of the templates."""

_PACKAGE = "hexwidgets"
_TEMPLATE = "messages.pot"
_LANGUAGE = re.compile(r"[a-z]{2,3}([_-][A-Za-z0-9]{2,8})*")
_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"((?:[^"\\]|\\.)*)"')
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}

_chosen, _edition = [SOURCE], [0]
_listeners: weakref.WeakSet[Any] = weakref.WeakSet()
_added: dict[str, dict[str, tuple[str, str]]] = {}
"""Files that were added: by language and by the package of their catalogue, the path and the text."""


# -- PO files --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Message:
    """An entry of a PO file; ``forms`` are its translations, several where the English text has a ``plural``.

    ``count`` is the field that chooses among the forms, "" where there is one only.
    """

    key: str = ""
    text: str = ""
    plural: str = ""
    forms: list[str] = field(default_factory=list)
    count: str = ""
    fuzzy: bool = False

    @property
    def done(self) -> bool:
        """Whether it is translated, and the translation is not in doubt; tools call untouched headers fuzzy."""
        return all(self.forms) and not (self.fuzzy and self.text)


def fields(*texts: str) -> set[tuple[str, str]]:
    """The fields in braces of messages, each with the table that follows its colon.

    >>> sorted(fields("{seat:faction} draws {count}"))
    [('count', ''), ('seat', 'faction')]
    """
    parsed = (part for text in texts for part in Formatter().parse(text))
    return {(name, table or "") for _, name, table, _ in parsed if name is not None}


def parse(text: str, name: str) -> tuple[Message, ...]:
    r"""The entries of a PO file, of which the header has no key and no text; obsolete ones are left out.

    ``name`` is what a ``ValueError`` calls the file.

    >>> header, message = parse('msgid ""\nmsgstr ""\nmsgctxt "hi"\nmsgid "Hi"\nmsgstr "Salut"', "fr.po")
    >>> message.key, message.text, message.forms
    ('hi', 'Hi', ['Salut'])
    """
    found = [Message()]
    part = ""
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if bare.startswith(("#,", "#.")):
            if found[-1].forms:
                found.append(Message())
            if bare.startswith("#. count: "):
                found[-1].count = bare.removeprefix("#. count: ")
            elif bare.startswith("#,"):
                found[-1].fuzzy |= "fuzzy" in bare[2:].replace(",", " ").split()
        elif bare and not bare.startswith("#"):
            match = _LINE.fullmatch(bare)
            if match is None or not (match[1] or part):
                raise ValueError(f"{name}, line {number}: expected a line of a PO file, got {line!r:.80}")
            if match[1] in {"msgctxt", "msgid"} and found[-1].forms:
                found.append(Message())
            part = match[1] or part
            _add(found[-1], part, bool(match[1]), re.sub(r"\\(.)", lambda m: _ESCAPED.get(m[1], m[1]), match[2]))
    return tuple(message for message in found if message.forms)


def _add(message: Message, part: str, first: bool, text: str) -> None:
    """Put a line's text where it belongs; it is the first of its part, or goes on from the line before."""
    if part == "msgctxt":
        message.key += text
    elif part == "msgid":
        message.text += text
    elif part == "msgid_plural":
        message.plural += text
    elif first:
        message.forms.append(text)
    else:
        message.forms[-1] += text


def _translations(entries: Sequence[Message], name: str) -> GNUTranslations:
    """What gettext makes of the entries that are done, through an MO file in memory."""
    from gettext import GNUTranslations  # noqa: PLC0415  see `catalogue`
    from io import BytesIO  # noqa: PLC0415
    from struct import pack  # noqa: PLC0415

    pairs: list[tuple[bytes, bytes]] = []
    for entry in sorted((entry for entry in entries if entry.done), key=lambda entry: entry.key):
        context = f"{entry.key}\x04" if entry.key else ""
        source = f"{context}{entry.text}\0{entry.plural}" if entry.plural else f"{context}{entry.text}"
        pairs.append((source.encode(), "\0".join(entry.forms).encode()))
    start = 28 + 16 * len(pairs)
    index, data = [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            index[side] += pack("<II", len(pair[side]), start + len(data))
            data += pair[side] + b"\0"
    head = pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    try:
        return GNUTranslations(BytesIO(head + index[0] + index[1] + data))
    except (ValueError, LookupError) as error:  # its Plural-Forms or its charset
        raise ValueError(f"{name}: the header cannot be read: {error}") from error


# -- a catalogue -----------------------------------------------------------------------------------


class Catalogue:
    """The messages of a catalogue in a language; those that it lacks are English."""

    def __init__(self, messages: Mapping[str, Message], translations: NullTranslations, own: frozenset[str]) -> None:
        self.messages = messages
        """By key, as the template has them."""
        self.own = own
        """The keys of those that are translated."""
        self._translations = translations

    def text(self, key: str, count: float = 2) -> str:
        """A message with its fields in braces, in the form for ``count`` where it has several.

        An unknown key raises ``KeyError``.
        """
        message = self.messages[key]
        if not message.plural:
            return self._translations.pgettext(key, message.text)
        return self._translations.npgettext(key, message.text, message.plural, _whole(count))

    def chosen(self, key: str, facts: Mapping[str, Any]) -> str:
        """A message in the form that its facts choose."""
        return self.text(key, facts.get(self.messages[key].count, 2))

    @cached_property
    def packed(self) -> dict[str, str]:
        """All messages for readers without gettext, such as the board in the page: see `unpacked`.

        One with several forms is a string of digits and the forms, parted by NUL: the digit at ``n`` says which form
        ``n`` takes, the last digit serves for all larger numbers, and from 200 on the second hundred returns.
        """
        out: dict[str, str] = {}
        for key, message in self.messages.items():
            texts = [self.text(key, n) for n in range(200)] if message.plural else [self.text(key)]
            forms = list(dict.fromkeys(texts))
            digits = "".join(str(forms.index(text)) for text in texts)
            rule = digits.rstrip(digits[-1]) + digits[-1]
            out[key] = "\0".join((rule, *forms)) if len(forms) > 1 else forms[0]
        return out


def unpacked(packed: str, count: object = 2) -> str:
    r"""The form for a count of a message of `Catalogue.packed`.

    >>> forms = "010\0{n} cells\0{n} cell"
    >>> unpacked(forms, 1), unpacked(forms, 400), unpacked("Undo")
    ('{n} cell', '{n} cells', 'Undo')
    """
    rule, *forms = packed.split("\0")
    if not forms:
        return rule
    number = _whole(count)
    return forms[int(rule[min(number if number < 200 else 100 + number % 100, len(rule) - 1)])]


def _whole(count: object) -> int:
    """The number that chooses a form; gettext's rules know no fractions, so these count like two: "1.5 points".

    A list counts by its length, a number that is written already ("1,000") like the number, and anything else like two.
    """
    if isinstance(count, str):
        digits = count.replace(",", "")
        return int(digits) if digits.isdecimal() else 2
    if isinstance(count, Sized):
        return len(count)
    return abs(int(count)) if isinstance(count, int | float) and count % 1 == 0 else 2


# -- the language that is spoken -------------------------------------------------------------------


def get_language() -> str:
    """The language of everything that was not given one of its own."""
    return _chosen[0]


def set_language(language: str) -> None:
    """Choose the language of everything that was not given one of its own: "en", "ja", or one that was added.

    Live games, their boards and all other widgets follow at once. An unknown language raises ``ValueError``.

    >>> set_language("ja"); get_language()
    'ja'
    >>> set_language("en")
    """
    _chosen[0] = check_language(language)
    _tell()


def on_language(listener: Any) -> None:
    """Call ``listener.language_changed()`` when what is said changes; the listener is held weakly."""
    _listeners.add(listener)


def edition() -> int:
    """A number that differs after every `add_language`: what was said before may be said otherwise now."""
    return _edition[0]


def _tell() -> None:
    for listener in tuple(_listeners):
        listener.language_changed()


def is_language(code: object) -> bool:
    """Whether it is written like the code of a language, known or not.

    >>> is_language("fr"), is_language("pt-BR"), is_language("French")
    (True, True, False)
    """
    return isinstance(code, str) and _LANGUAGE.fullmatch(code) is not None


def check_language(language: str) -> str:
    """``language`` if it is known, else ``ValueError`` that lists what is."""
    if language not in known_languages():
        raise ValueError(f"unknown language {language!r:.60}; known are {', '.join(known_languages())}")
    return language


# -- the languages there are -----------------------------------------------------------------------


def languages(package: str) -> tuple[str, ...]:
    """The languages of the catalogue in a package folder: English first, then those that have a file, or were added."""
    added = {code for code, files in _added.items() if package in files}
    return (SOURCE, *sorted((_shipped(package) | added) - {SOURCE}))


@cache
def _shipped(package: str) -> frozenset[str]:
    return frozenset(file.name.removesuffix(".po") for file in _folder(package).iterdir() if file.name.endswith(".po"))


def known_languages() -> tuple[str, ...]:
    """The languages of this package, and those that were added.

    >>> known_languages()
    ('en', 'ja')
    """
    return (SOURCE, *sorted({*languages(f"{_PACKAGE}.engine.catalogue"), *_added} - {SOURCE}))


@cache
def catalogue(package: str, language: str) -> Catalogue:
    """The catalogue in a package folder, such as "hexwidgets.board.words", in a language."""
    from gettext import NullTranslations  # noqa: PLC0415  only where something is said, which importing does not

    messages = _template(package)
    translations: NullTranslations = NullTranslations()
    own = frozenset(messages) if language == SOURCE else frozenset[str]()
    for name, text in _files(package, language):
        entries = parse(text, name)
        layer = _translations(entries, name)
        layer.add_fallback(translations)
        translations = layer
        own |= {entry.key for entry in entries if entry.done and entry.key in messages}
    return Catalogue(messages, translations, own)


def add_language(language: str, folder: str | os.PathLike[str]) -> None:
    """Speak another language, by the PO files in a folder: each is called for the catalogue that it translates.

    What is not translated is said in English. A language of the package is corrected the same way, message by message.
    Added again, the files are read anew, and all that is shown follows at once. What is wrong with a file raises
    ``ValueError``, and then nothing is added. docs/words.md tells how a language is made.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> files = begin_language("fr", folder)
    >>> add_language("fr", folder)
    >>> set_language("fr"); known_languages()  # it says everything in English as yet
    ('en', 'fr', 'ja')
    >>> set_language("en"); remove_language("fr")
    """
    _check_code(language)
    files = sorted(Path(folder).glob("*.po"))
    if not files:
        raise ValueError(f"{os.fspath(folder)!r} has no .po file; hw.begin_language writes some to be translated")
    read: dict[str, tuple[str, str]] = {}
    for file in files:
        package, text = _package(file), _decoded(file)
        _check(package, parse(text, str(file)), str(file))
        read[package] = (str(file), text)
    _added[language] = read
    _renew()


def remove_language(language: str) -> None:
    """Forget the files of `add_language`; what speaks the language then falls back to English."""
    if _added.pop(language, None) is not None:
        if get_language() not in known_languages():
            _chosen[0] = SOURCE
        _renew()


def _renew() -> None:
    catalogue.cache_clear()
    _edition[0] += 1
    _tell()


def begin_language(language: str, folder: str | os.PathLike[str]) -> list[Path]:
    """Write the PO files of a language to be translated into a folder; those that were not there before.

    >>> import tempfile
    >>> sorted(file.name for file in begin_language("fr", tempfile.mkdtemp()))[:2]
    ['arenaduel.parts.po', 'arenaduel.rulebook.entries.po']
    """
    _check_code(language)
    Path(folder).mkdir(parents=True, exist_ok=True)
    written = []
    for name in _names():
        file = Path(folder) / f"{name}.po"
        if not file.exists():
            text = (_folder(f"{_PACKAGE}.{name}") / _TEMPLATE).read_text("utf-8")
            file.write_text(text.replace(f'"Language: {SOURCE}\\n"', f'"Language: {language}\\n"', 1), "utf-8")
            written.append(file)
    return written


def _check_code(language: str) -> None:
    if not is_language(language):
        raise ValueError(f"language: expected a code such as 'fr' or 'pt-BR', got {language!r:.60}")


@cache
def _template(package: str) -> dict[str, Message]:
    entries = parse((_folder(package) / _TEMPLATE).read_text("utf-8"), f"{package}: {_TEMPLATE}")
    return {entry.key: entry for entry in entries if entry.key}


def _folder(package: str) -> Traversable:
    from importlib import resources  # noqa: PLC0415  see `catalogue`

    parent, _, name = package.rpartition(".")
    return resources.files(parent) / name


def _files(package: str, language: str) -> Iterator[tuple[str, str]]:
    """The names and texts of a catalogue's files in a language; the later ones go before the earlier ones."""
    shipped = _folder(package) / f"{language}.po"
    if shipped.is_file():
        yield f"{package}: {shipped.name}", shipped.read_text("utf-8")
    if package in _added.get(language, {}):
        yield _added[language][package]


def _names() -> list[str]:
    """The catalogues of this package, as their files are called."""

    def walk(folder: Traversable, name: str) -> Iterator[str]:
        for inner in sorted(folder.iterdir(), key=lambda inner: inner.name):
            if inner.name == _TEMPLATE:
                yield name
            elif inner.is_dir():
                yield from walk(inner, f"{name}.{inner.name}" if name else inner.name)

    from importlib import resources  # noqa: PLC0415  see `catalogue`

    return list(walk(resources.files(_PACKAGE), ""))


def _package(file: Path) -> str:
    """The package of the catalogue that a file translates: one of ours, or of a game that has its own."""
    name = file.name.removesuffix(".po")
    for package in (f"{_PACKAGE}.{name}", name):
        try:
            if (_folder(package) / _TEMPLATE).is_file():
                return package
        except (ImportError, ValueError):
            continue
    raise ValueError(f"{file}: there is no catalogue {name!r}; there are {', '.join(_names())}")


def _decoded(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: expected UTF-8: {error}") from error


def _check(package: str, entries: Sequence[Message], name: str) -> None:
    """Translations use no fields but those of the English message."""
    _translations(entries, name)
    messages = _template(package)
    for entry in entries:
        if entry.key not in messages or not entry.done:
            continue
        known = fields(messages[entry.key].text, messages[entry.key].plural)
        try:
            strange = fields(*entry.forms) - known
        except ValueError as error:
            raise ValueError(f"{name}: {entry.key}: {error}") from error
        if strange:
            told = [f"{{{':'.join(filter(None, one))}}}" for one in (*sorted(strange)[:1], *sorted(known))]
            raise ValueError(f"{name}: {entry.key}: unknown field {told[0]}; known are {', '.join(told[1:]) or 'none'}")
