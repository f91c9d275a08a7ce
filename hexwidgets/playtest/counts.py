"""What the games of a variant counted: how often something came up, and what it brought (see engine/tally.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.dials import one_of
from ..engine.naming import Naming, naming_of
from ..engine.tally import Group
from ..hexgrid import Hex, Orientation
from . import stats
from .chunks import Variant
from .tables import WORDS, Table, number
from .totals import Ints

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Counts"]

_SHOWN = 12  # rows of a table in a summary; `Report.tally` has all


@dataclass(frozen=True)
class Counts:
    """Sums over ``games`` games, a row for each key, and what the keys are.

    ``hexes`` says where labels of places lie, and ``orientation`` how the board is turned.
    """

    games: int
    sums: Ints
    groups: Mapping[str, Group]
    hexes: Mapping[str, Hex]
    orientation: Orientation
    naming: Naming

    @classmethod
    def of(cls, variant: Variant, games: int, sums: Ints) -> Counts:
        """What so many games of a variant counted, all together."""
        tally = variant.tally
        if tally is None:
            return cls(games, sums, {}, {}, "pointy", Naming())
        groups, (hexes, orientation) = tally.groups(variant.rules), tally.hexes(variant.rules)
        return cls(games, sums, groups, hexes, orientation, naming_of(variant.rules))

    @property
    def maps(self) -> dict[str, tuple[str, int]]:
        """By the name of a heat map, its group, and 0 where it shows uses in a game, 1 what each brings."""
        return {name: (kind, i) for kind, group in self.groups.items() for i, name in enumerate(group.maps) if name}

    def first_map(self) -> str:
        """The heat map that is shown when none is named."""
        if not self.maps:
            raise ValueError("the rules count nothing that a map could show")
        return next(iter(self.maps))

    def heat(self, what: str) -> dict[str, float]:
        """See `Report.heat`. Places that never came up have 0 uses, and no value where it would be a mean."""
        kind, column = self.maps[one_of("heat map", what, self.maps)]
        found = {}
        for label, row in self._rows(kind):
            uses, amount = int(row[0]), int(row[1])
            if column == 0:
                found[label] = uses / self.games if self.games else 0.0
            elif uses:
                found[label] = amount / uses
        return found

    def rows(self, group: str, level: float) -> Iterator[dict[str, Any]]:
        """See `Report.tally`; what never came up is left out."""
        rows = [(label, row) for label, row in self._rows(group) if row[0]]
        for label, row in sorted(rows, key=lambda pair: -int(pair[1][0])):
            per_game = stats.mean(self.games, int(row[0]), int(row[2]), level)
            gain = stats.ratio(self.games, row.tolist(), level)
            yield {
                "key": label,
                "uses": int(row[0]),
                "per_game": per_game.value,
                "per_game_low": per_game.low,
                "per_game_high": per_game.high,
                "mean": gain.value,
                "mean_low": gain.low,
                "mean_high": gain.high,
            }

    def frame(self, group: str, level: float) -> pd.DataFrame:
        """See `Report.tally`."""
        import pandas as pd  # noqa: PLC0415  only where a frame is asked for

        columns = ("key", "uses", "per_game", "per_game_low", "per_game_high", "mean", "mean_low", "mean_high")
        return pd.DataFrame(list(self.rows(group, level)), columns=list(columns))

    def parts(self, language: str, level: float) -> Iterator[str | Table]:
        """A heading and a table for each group whose keys are no places."""
        for kind, group in self.groups.items():
            rows = list(self.rows(kind, level)) if group.maps == ("", "") else []
            if not rows:
                continue
            yield WORDS.say(f"tally.{kind}", language, shown=min(len(rows), _SHOWN), all=len(rows))
            cells = [[self._text(r["key"], kind, language), number(r["per_game"]), _interval(r)] for r in rows[:_SHOWN]]
            heads = (f"key.{kind}", "column.per_game", f"gain.{kind}")
            yield Table([WORDS.say(head, language) for head in heads], cells)

    def _text(self, key: str, group: str, language: str) -> str:
        """A key in words where it is a word, as it stands where it is a name."""
        if group in ("ability", "use"):
            return self.naming.say("ability", key, language)
        if group == "goal" and (title := self.naming.find("goal-title", key, language)):
            return f"{key} {title}"
        return WORDS.say(f"{group}.{key}", language) if group in ("arc", "part") else key

    def _rows(self, group: str) -> Iterator[tuple[str, Ints]]:
        found = self.groups[one_of("group", group, self.groups)]
        return zip(found.labels, self.sums[found.first : found.first + len(found.labels)], strict=True)


def _interval(row: Mapping[str, Any]) -> str:
    if not np.isfinite(row["mean_low"]):
        return number(row["mean"])
    return f"{number(row['mean'])} ({number(row['mean_low'])} … {number(row['mean_high'])})"
