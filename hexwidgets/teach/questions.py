"""Questions about a game's positions without end, by the rules of that very game; `quiz` shows them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

from ..engine.dials import one_of
from ..engine.faults import shorten
from ..engine.game import Game
from ..engine.teaching import Question
from .plan import teaching_of

__all__ = ["LEVELS", "Questions"]

LEVELS = (1, 2, 3)
MAX_TOLD = 200  # letters of a game's options in a table of results


class Questions:
    """Questions of some kinds and a level, by number from 1; equal games, seeds, levels and kinds ask the same.

    ``game`` is a name, or a game whose rules hold: its variant, switches, dials, board or arena.
    """

    def __init__(
        self, game: str | Game, *, level: int = 1, seed: int | None = None, kinds: Iterable[str] | None = None
    ) -> None:
        self.game = game if isinstance(game, str) else game.rules.game_type.name
        self._teaching = teaching_of(self.game)
        if level not in LEVELS or isinstance(level, bool):
            raise ValueError(f"level: expected 1, 2 or 3, got {shorten(level)}")
        if seed is not None and type(seed) is not int:
            raise TypeError(f"seed: expected an int or None, got {shorten(seed)}")
        chosen = tuple(self._teaching.quizzes if kinds is None else [kinds] if isinstance(kinds, str) else kinds)
        for kind in chosen or ("",):
            one_of("kind of question", kind, self._teaching.quizzes)
        self.level, self.kinds = level, chosen
        self.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        rules: Any = Game.by_name[self.game].from_options({}, seed=0).rules if isinstance(game, str) else game.rules
        self.rules = getattr(rules, "unscripted", rules)

    def ask(self, number: int) -> Question:
        """Question ``number``. Where the game has no place for its kind, such as a site, it is of another one.

        ``ValueError`` where nothing can be asked.
        """
        luck = random.Random(f"{self.game}/{self.level}/{self.seed}/{number}")
        first = luck.randrange(len(self.kinds))
        for kind in self.kinds[first:] + self.kinds[:first]:
            question = self._teaching.quizzes[kind](self.rules, luck, self.level)
            if question is not None:
                return question
        raise ValueError(f"this game has nothing to ask about: {', '.join(self.kinds)}")

    def make(self, position: Any) -> Any:
        """A new game by these rules that stands at a position."""
        return Game.by_name[self.game].from_options(self.rules.options(), seed=0).at(position)

    @property
    def options(self) -> str:
        """What is set otherwise than by default, as JSON; "" for nothing, and only the names where it is long."""
        plain: Any = Game.by_name[self.game].from_options({}, seed=0).rules
        default = dict(plain.options())
        told = {name: value for name, value in self.rules.options().items() if default.get(name) != value}
        text = json.dumps(told, ensure_ascii=False) if told else ""
        return text if len(text) <= MAX_TOLD else json.dumps(sorted(told), ensure_ascii=False)
