"""A finder of puzzles: positions near the end of games played at random in which one move alone is best.

The ending is solved, hands and decks open, so that the answer is proved.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ..engine.editing import rules_to_edit
from ..engine.ending import Ending, EndingTooLong, check_in_turn, signed, solve_ending
from ..engine.faults import shorten
from ..engine.rules import CHANCE, draw
from ..engine.words import Words, known_languages
from ..live import Game
from .collection import Collection
from .scenario import WORDS, Scenario

__all__ = ["find_puzzles"]

_SECONDS = 60.0  # for one ending
_ALIKE = 1e-9


def find_puzzles(
    game: Game,
    count: int = 3,
    *,
    seed: int = 1,
    depth: int = 4,
    margin: int = 1,
    hard: bool = True,
    scoring: int = 0,
    games: int = 1000,
    progress: bool | Callable[[int, int], object] = True,
) -> Collection:
    """Search games for positions in which one move alone is best, as scenarios to play, to save and to share.

    Args:
        game: a game with the rules to play by; it is not touched.
        count: how many puzzles to find.
        seed: equal seeds find equal puzzles.
        depth: how many decisions before the end of its game a position lies.
        margin: how many points the best move must be better than any other.
        hard: whether to leave out those that a glance solves: where the best move is also the one after which its
            seat stands best at once, as `hexwidgets.bots.Greedy` would see.
        scoring: at how many decisions at least points are won, both sides playing their best.
        games: how many random games to look at before giving up; then fewer puzzles are returned.
        progress: whether to show a progress bar; or a function that is called with the puzzles found and the games
            looked at. An interrupt returns what was found by then.

    Each scenario has a title and a task in every language, and an aim that asks for the best. Raises ``ValueError`` for
    games whose endings cannot be solved or whose positions cannot be kept.

    >>> import hexwidgets as hw
    >>> found = hw.find_puzzles(hw.MonsterHex("two-duel"), 1, depth=3, progress=False)
    >>> (puzzle,) = found.values()
    >>> print(puzzle.title_in("en"))
    The only placement, no. 1/11
    >>> len(puzzle.solutions())
    1
    """
    rules = rules_to_edit(game.rules, "options", "position", "at")
    check_in_turn(rules)
    for name, given, least in (("count", count, 1), ("depth", depth, 1), ("margin", margin, 0), ("games", games, 1)):
        if type(given) is not int or given < least:
            raise ValueError(f"{name}: expected an integer from {least}, got {shorten(given)}")
    found: dict[str, Scenario] = {}
    with suppress(KeyboardInterrupt), _shown(progress, count) as tell:
        for number in range(1, games + 1):
            state = _position(rules, f"{seed}/{number}", depth)
            ending = None if state is None else _puzzle(rules, state, margin, hard, scoring)
            if ending is not None:
                told = _Told(rules, state, ending, f"{seed}/{number}")
                found[f"puzzle-{seed}-{number}"] = told.scenario(game.language)
            tell(len(found), number)
            if len(found) == count:
                break
    return Collection(found)


def _position(rules: Any, seed: str, depth: int) -> Any:
    """The position so many decisions before the end of a random game; None where it was over sooner."""
    luck, line = random.Random(f"puzzle/{seed}"), []
    state, draws = rules.initial(), 0
    while deciding := tuple(rules.to_move(state)):
        if deciding == (CHANCE,):
            move, draws = draw(rules, state, luck.getrandbits(48), draws), draws + 1
        else:
            line.append(state)
            move = luck.choice(rules.moves(state, deciding[0]))
        state = rules.apply(state, move)
    return line[-depth] if len(line) >= depth else None


def _puzzle(rules: Any, state: Any, margin: int, hard: bool, scoring: int) -> Ending | None:
    """The ending of a position, where it makes a puzzle."""
    (seat,) = rules.to_move(state)
    moves = rules.moves(state, seat)
    if len(moves) == 1:
        return None
    try:
        ending = solve_ending(rules, state, seconds=_SECONDS)
    except EndingTooLong:
        return None
    if len(ending.best) != 1 or ending.second is None or ending.worth.ahead - ending.second.ahead < margin:
        return None
    if hard and ending.best[0] in _promising(rules, state, moves, seat):
        return None
    return ending if scoring <= 0 or _scorings(rules, state) >= scoring else None


def _promising(rules: Any, state: Any, moves: Any, seat: str) -> list[Any]:
    """The moves after which a seat stands best at once."""
    worths = [_standing(rules, rules.apply(state, move), seat) for move in moves]
    best = max(worths)
    return [move for move, worth in zip(moves, worths, strict=True) if worth > best - _ALIKE]


def _standing(rules: Any, state: Any, seat: str) -> float:
    if hasattr(rules, "value"):
        return float(rules.value(state, seat))
    scores = rules.scores(state) if hasattr(rules, "scores") else {}
    return float(scores.get(seat, 0) - max((n for name, n in scores.items() if name != seat), default=0))


def _scorings(rules: Any, state: Any) -> int:
    """At how many decisions of the best line points are won."""
    count = 0
    while rules.to_move(state):
        after = rules.apply(state, solve_ending(rules, state).best[0])
        count += rules.scores(after) != rules.scores(state)
        state = after
    return count


class _Told:
    """A puzzle as a scenario, in every language."""

    def __init__(self, rules: Any, state: Any, ending: Ending, number: str) -> None:
        self.rules, self.state, self.ending, self.number = rules, state, ending, number

    def scenario(self, language: str | None) -> Scenario:
        """The scenario."""
        texts = {language: self._texts(language) for language in known_languages()}
        return Scenario.of(
            _At(self.rules, self.state, language),
            title={language: title for language, (title, _) in texts.items()},
            kind="puzzle",
            task={language: task for language, (_, task) in texts.items()},
            aim={"seat": self.ending.seat, "within": 1, "best": True},
        )

    def _texts(self, language: str) -> tuple[str, str]:
        """Title and task."""
        ending = self.ending
        place = ending.phase == "place"
        facts = {"seat": _name(self.rules, ending.seat, language), "number": self.number}
        facts["ahead"] = signed(ending.worth.ahead)
        keys = ("title-place", "task-place") if place else ("title", "task")
        told = [WORDS.say(f"puzzle.{key}", language, **facts) for key in keys]
        return told[0], told[1]


class _At:
    """What `Scenario.of` asks of a game, at a state that no game is at."""

    def __init__(self, rules: Any, state: Any, language: str | None) -> None:
        self.rules, self.state, self.language = rules, state, language


def _name(rules: Any, seat: str, language: str) -> str:
    """A seat's name as its game writes it, where it has a rulebook with names."""
    if not hasattr(rules, "rulebook"):
        return seat
    words = Words(f"{rules.rulebook().pages.package}.rulebook")
    return words.say(f"faction.{seat}", language) if f"faction.{seat}" in words.keys("en") else seat


@contextmanager
def _shown(progress: bool | Callable[[int, int], object], count: int) -> Iterator[Callable[[int, int], object]]:
    """Who is told what was found, and in how many games."""
    if callable(progress):
        yield progress
        return
    try:
        from tqdm.auto import tqdm  # noqa: PLC0415  shown where it happens to be installed
    except ImportError:
        yield lambda found, games: None
        return
    with tqdm(total=count, unit="puzzle", disable=not progress) as bar:

        def tell(found: int, games: int) -> None:
            bar.set_postfix(games=games, refresh=False)
            bar.update(found - bar.n)

        yield tell
