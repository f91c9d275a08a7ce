"""What can be wrong, as data: a rule id, the facts, and a text in every language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Protocol, Self

from .words import PlainWords, Words

if TYPE_CHECKING:
    from .rulebook import Entry

__all__ = ["EditError", "Event", "Fault", "IllegalMove", "RecordError", "StaleMove", "Statement", "shorten"]

ENGINE = Words("hexwidgets.engine.catalogue")


def shorten(thing: object, length: int = 60) -> str:
    """``repr(thing)``, cut so that a message stays a message whatever it was handed."""
    try:
        text = repr(thing[: length + 1] if isinstance(thing, str) else thing)
    except Exception:  # nested too deeply, too many digits, or a repr of somebody's own
        return f"<{type(thing).__name__}>"
    return text if len(text) <= length else f"{text[: length - 3]}..."


class Speaks(Protocol):
    """Whatever can say a message: a `Words` catalogue, or texts given in code."""

    def say(self, key: str, language: str | None = None, /, **facts: Any) -> str: ...


@dataclass(frozen=True)
class Statement:
    """Something that can be said: which rule it rests on, the facts, and the words for them.

    ``rule`` is a rule id of the game ("MH-PLACE-3"), ``facts`` plain values by name, ``key`` the
    message in ``words``. ``str()`` speaks ``language``, or where that is None the default language. ``rules`` are those
    of the game that says it, by which `entry` finds the rule in its rulebook; None where no game has said it.
    """

    rule: str
    key: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    words: Speaks = ENGINE
    language: str | None = field(default=None, compare=False)
    rules: Any = field(default=None, compare=False, repr=False, kw_only=True)

    @classmethod
    def plain(cls, rule: str, texts: Mapping[str, str], **facts: Any) -> Self:
        """A statement with its texts in place, for a game without a catalogue.

        >>> Fault.plain("TTT-1", {"en": "{cell} is taken.", "ja": "{cell}は埋まっています。"}, cell="b2").text("en")
        'b2 is taken.'
        """
        return cls(rule, rule, facts, PlainWords(texts))

    def text(self, language: str | None = None) -> str:
        """The sentence, in ``language`` ("en", "ja") or this statement's own."""
        return self.words.say(self.key, language or self.language, **self.facts)

    def in_language(self, language: str | None) -> Self:
        """The same statement, speaking ``language`` by itself."""
        return replace(self, language=language)

    def told_by(self, rules: Any, language: str | None) -> Self:
        """The same statement, said by a game with these rules, in ``language``."""
        return replace(self, rules=rules, language=language)

    @property
    def entry(self) -> Entry | None:
        """The rule in the game's rulebook, in this statement's language; None where there is none.

        >>> import hexwidgets as hw
        >>> hw.MonsterHex("four", seed=7).why("C2@g1^0").entry.title
        'The first unit'
        """
        book = getattr(self.rules, "rulebook", None)
        return book().in_language(self.language).get(self.rule) if book else None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "rules": None}  # rules of somebody's own need not be picklable

    def __str__(self) -> str:
        return self.text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        del cycle
        printer.text(f"{self.rule}: {self}")

    def __hash__(self) -> int:
        return hash((self.rule, self.key, tuple(sorted((k, repr(v)) for k, v in self.facts.items()))))


@dataclass(frozen=True)
class Fault(Statement):
    """Why something is not allowed, and what near it is.

    Facts that games share: ``marks`` lists the edges that the rule looked at, as (cell, direction 0..5, 1 where it is
    right and 0 where it hinders). ``suggestion`` tells the nearest legal try, which is its fact ``move``; None where
    there is none to tell. ``path`` is where in a position it is, such as "units.c4"; "" where it is about the whole.
    """

    suggestion: Statement | None = field(default=None, compare=False, kw_only=True)
    path: str = field(default="", compare=False, kw_only=True)

    __hash__ = Statement.__hash__

    def reason(self, language: str | None = None) -> str:
        """Only why it is not allowed, in ``language`` or this fault's own."""
        return super().text(language)

    def text(self, language: str | None = None) -> str:
        """Why it is not allowed, and what would be."""
        if self.suggestion is None:
            return self.reason(language)
        parts = self.reason(language), self.suggestion.text(language or self.language)
        return sentences(parts, language or self.language)


def sentences(parts: Iterable[str], language: str | None = None) -> str:
    """Sentences one after the other, with a space between them where the language has one.

    >>> sentences(["One.", "Two."], "en"), sentences(["一つ。", "二つ。"], "ja")
    ('One. Two.', '一つ。二つ。')
    """
    told = [*parts]
    joined = partial(ENGINE.say, "list.sentences", language)
    return reduce(lambda first, after: joined(first=first, next=after), told) if told else ""


@dataclass(frozen=True)
class Event(Statement):
    """Something that happened, for the log.

    ``reveals`` says that somebody learned something by it (a draw, a die, a secret order): between
    people it cannot be taken back lightly.
    """

    reveals: bool = field(default=False, compare=False, kw_only=True)

    __hash__ = Statement.__hash__


class IllegalMove(ValueError):
    """A move that the rules refuse; nothing has changed.

    Attributes: ``fault``, and as shortcuts ``rule``, ``facts``, ``text(language)``, ``entry``; ``move`` is what
    was tried.
    """

    def __init__(self, fault: Fault, move: object = None) -> None:
        super().__init__(fault, move)
        self.fault = fault
        self.move = move
        if (entry := fault.entry) is not None:  # said below a traceback, where one wants to read on
            self.add_note(ENGINE.say("rulebook.read-on", fault.language, game=entry.book.game, rule=entry.id))

    @property
    def rule(self) -> str:
        """The id of the rule that refuses."""
        return self.fault.rule

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the rule looked at."""
        return self.fault.facts

    def text(self, language: str | None = None) -> str:
        """The reason, in words."""
        return self.fault.text(language)

    @property
    def entry(self) -> Entry | None:
        """The rule that refuses, in the game's rulebook."""
        return self.fault.entry

    def __str__(self) -> str:
        return f"{self.rule}: {self.fault}"


class StaleMove(IllegalMove):
    """A move made for a position that is no longer the present one; nothing has changed."""


class EditError(ValueError):
    """A position that cannot be, or a step through history that does not exist or would un-reveal something.

    ``faults`` lists everything that is wrong with a position, each with its rule and its words; nothing has
    changed. ``revealed`` lists what a step back would un-reveal.
    """

    def __init__(self, message: str, revealed: Sequence[Event] = (), faults: Sequence[Fault] = ()) -> None:
        super().__init__(message)
        self.revealed = tuple(revealed)
        self.faults = tuple(faults)

    @classmethod
    def of(cls, faults: Sequence[Fault], language: str | None = None) -> Self:
        """The error of a position with these faults, which speaks ``language`` by itself."""
        told = tuple(dict.fromkeys(fault.in_language(language) for fault in faults))
        return cls("\n".join(f"{fault.rule}: {fault}" for fault in told), faults=told)

    def text(self, language: str | None = None) -> str:
        """The reason, in words."""
        if self.faults:
            return "\n".join(fault.text(language) for fault in self.faults)
        if not self.revealed:
            return str(self)
        return ENGINE.say("refusal.reveals", language, revealed=[event.text(language) for event in self.revealed])


class RecordError(ValueError):
    """A saved game that cannot be read: ``path`` says where in the file, the message what is wrong."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(path, message)
        self.path = path
        self.message = message

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"
