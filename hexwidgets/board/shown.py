"""What a picture or a text of a board is made from: a grid and a scene, with the look-ups that both need."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from hexwidgets.hexgrid import Hex

from .say import say, words

__all__ = ["Shown", "percent"]

_Row = Mapping[str, Any]


def percent(part: float) -> str:
    """A part of 1 in whole percent, halves up, as the front end rounds.

    >>> percent(0.812), percent(0.025)
    ('81%', '3%')
    """
    return f"{math.floor(100 * part + 0.5)}%"


class Shown:
    """A grid and a scene, full or without what is empty, in a language ("en", "ja").

    An index that points nowhere, as -1 does, gives None.
    """

    def __init__(self, grid: _Row, scene: _Row, language: str) -> None:
        self.grid = grid
        self.words = words(language)
        self.places: Sequence[_Row] = grid["places"]
        self.tokens: Sequence[Sequence[int]] = scene.get("tokens", ())
        self.marks: _Row = scene.get("marks", {})
        self.status: _Row = scene.get("status", {})
        tray: _Row = scene.get("tray", {})
        self.seats: Sequence[_Row] = tray.get("seats", ())
        self.goals = sorted(tray.get("goals", ()), key=lambda row: row[1])

    def say(self, key: str, **facts: object) -> str:
        """A word of the board."""
        return say(self.words, key, **facts)

    def faction(self, index: int | None) -> _Row | None:
        """A faction of the grid."""
        return self._of("factions", index)

    def kind(self, index: int | None) -> _Row | None:
        """A kind of the grid."""
        return self._of("kinds", index)

    def gem(self, index: int | None) -> _Row | None:
        """A stone of the grid."""
        return self._of("gems", index)

    def card(self, index: int | None) -> _Row | None:
        """A card of the grid."""
        return self._of("cards", index)

    def _of(self, rows: str, index: int | None) -> _Row | None:
        found: Sequence[_Row] = self.grid.get(rows, ())
        return found[index] if index is not None and 0 <= index < len(found) else None

    @cached_property
    def _inside(self) -> dict[Hex, int]:
        """The places where something may stand."""
        outside = ("wall", "door", "obstacle")
        return {Hex(p["q"], p["r"]): at for at, p in enumerate(self.places) if p["kind"] not in outside}

    def inside_next_to(self, at: int) -> list[int]:
        """The places next to another where something may stand."""
        place = Hex(self.places[at]["q"], self.places[at]["r"])
        return [self._inside[near] for near in place.neighbours() if near in self._inside]

    @property
    def done(self) -> dict[int, _Row | None]:
        """Judged sites, and who was first on each."""
        return {at: self.faction(first) for at, first in self.marks.get("done", ())}

    @property
    def lying(self) -> dict[int, list[_Row]]:
        """The stones that lie on large sites."""
        rows: Sequence[Sequence[int]] = self.marks.get("gems", ())
        return {at: [stone for gem in gems if (stone := self.gem(gem))] for at, *gems in rows}

    @property
    def title(self) -> str:
        """One line: where the game is, and what happens now."""
        status = self.status
        result: _Row = status.get("result") or {}
        parts = (status.get("heading"), status.get("prompt"), result.get("heading"))
        return " · ".join(part for part in parts if part) or str(self.words["board_label"])

    def points(self, seat: _Row) -> str:
        """A seat's score, or what is left of its life."""
        lives = seat.get("lives", 0)
        return f"{seat['score']} / {lives}" if lives else self.say("points", n=seat["score"])

    def story(self) -> list[tuple[str, str, str]]:
        """What happened last, as (short, sentence, rule), the newest last."""
        beats = [(beat["lead"], beat["text"], beat["rule"]) for beat in self.status.get("story", ())]
        event: _Row | None = self.status.get("event")
        return [*beats, ("", event["text"], event["rule"])] if event else beats

    @property
    def chances(self) -> list[tuple[_Row, float]]:
        """Who will win how likely, from 0 to 1."""
        pairs: Sequence[tuple[int, float]] = self.status.get("chance", ())
        return [(faction, part) for index, part in pairs if (faction := self.faction(index))]

    @property
    def fans(self) -> list[tuple[int, int, float, _Row]]:
        """Where it is best to end, facing which way, how likely, and for whom."""
        rows: Sequence[tuple[int, int, float, int]] = self.marks.get("fans", ())
        return [(at, turn, part, faction) for at, turn, part, index in rows if (faction := self.faction(index))]

    def standing(self, row: Sequence[int]) -> list[tuple[_Row, int]]:
        """Who has how many points from a goal, as things stand."""
        pairs = zip(row[2::2], row[3::2], strict=False)
        return [(faction, points) for index, points in pairs if (faction := self.faction(index))]
