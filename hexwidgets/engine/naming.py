"""What the ids of a game are called in words, for reports and forms of any game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .dials import Dial, Switch
from .words import Words

__all__ = ["Naming", "naming_of"]


@dataclass(frozen=True, slots=True)
class Naming:
    """The catalogue of a game, asked by kind and id; ids stand for themselves where it has no word.

    Kinds are "seat" (and whoever else has points), "reason" (how a game ended), "game", "dial", "switch", the name of a
    switch or an option for its choices, and whatever else the catalogue has a table of. ``seats`` is the table with the
    words of seats.

    >>> from hexwidgets.monsterhex.rules import MonsterHexRules
    >>> naming = naming_of(MonsterHexRules())
    >>> naming.say("seat", "red", "ja"), naming.say("seat", "pink", "ja")
    ('赤', 'pink')
    """

    words: Words | None = None
    seats: str = "seat"

    def say(self, kind: str, name: str, language: str | None = None) -> str:
        """What ``name`` is called in a language (default: `get_language`)."""
        return self.find(kind, name, language) or name

    def find(self, kind: str, name: str, language: str | None = None) -> str:
        """As `say`, but "" where there is no word."""
        key = f"{self.seats if kind == 'seat' else kind}.{name}"
        known = self.words is not None and key in self.words.keys("en")
        return self.words.say(key, language) if self.words is not None and known else ""

    def title(self, setting: Dial | Switch, language: str | None = None) -> str:
        """What a dial or a switch is called."""
        if isinstance(setting, Switch):
            return self.say("switch", setting.name, language)
        if setting.of is None or self.words is None:
            return self.say("dial", setting.name, language)
        return self.words.say(f"dial.{setting.of[0]}", language, of=self.say(*setting.of, language))


def naming_of(rules: Any) -> Naming:
    """What rules have as ``naming``, or one in which everything is called by its id."""
    found = getattr(rules, "naming", None)
    return found if isinstance(found, Naming) else Naming()
