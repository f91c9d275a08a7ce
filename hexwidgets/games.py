"""Every game of the package at once, for files, codes and names that may be of any of them."""

import os
from typing import Any, cast

from .arenaduel.game import ArenaDuel
from .engine import record
from .live import Game, View, making
from .monsterhex.game import MonsterHex
from .scenario.aim import Aim
from .scenario.collection import scenarios
from .scenario.puzzles import find_puzzles
from .scenario.scenario import FORMAT, Scenario, from_code
from .scenario.workshop import workshop
from .teach.lessons import lesson, lessons
from .teach.quiz import quiz
from .teach.rulebook import rulebook

__all__ = [
    "Aim",
    "ArenaDuel",
    "MonsterHex",
    "Scenario",
    "find_puzzles",
    "from_code",
    "lesson",
    "lessons",
    "load",
    "quiz",
    "rulebook",
    "scenarios",
    "workshop",
]


def load(path: str | os.PathLike[str], *, rules: Any = None, view: View | None = None) -> Game:
    """Bring a saved game back: its options, luck, history, undone moves and named lines; or begin at a scenario's file.

    ``rules``, and ``view`` if it is to be shown, are needed only for a game that is not part of the
    package. Raises `RecordError` (a ``ValueError``) that says where in the file what is wrong, and
    ``OSError`` when the file cannot be read.
    """
    data = record.read(path)
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return Scenario.from_json(data, rules=rules).game(rules=rules, view=view)
    return cast(Game, record.played(data, rules, making(view)))
