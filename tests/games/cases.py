"""Every game that the generic suite plays, with what the suite cannot know by itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import hexwidgets as hw
from hexwidgets.engine.game import Game as Model
from hexwidgets.monsterhex.notation import Deal, Pass, Place, Take
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import State

from .toys import Card, Line, Raid, Shuffle, Tricks, Whist

__all__ = ["CASES", "Case"]

NONSENSE = ("", "pass", "x" * 5000, "S1@c4^9", "S1@(99,99)^0", "take Z1", "a1\n", "カード", "\ud800", "deal", "card x")


@dataclass(frozen=True)
class Case:
    """A game of the suite.

    ``tries`` lists moves that may or may not be legal; ``disguise`` returns a state in which only what
    the seat may not know is different.
    """

    name: str
    make: Callable[[int], Model]
    tries: Callable[[Model, random.Random], list[Any]]
    disguise: Callable[[Any, Any, str, random.Random], Any] | None = None

    def load(self, path: Path) -> Model:
        """Back from a file, as a person would."""
        game = self.make(0)
        return hw.load(path) if isinstance(game, hw.MonsterHex) else hw.load(path, rules=game.rules)


def _tries_of_monster_hex(game: Model, rng: random.Random) -> list[Any]:
    rules: MonsterHexRules = game.rules  # type: ignore[assignment]
    places = [rules.board.labels[place] for place in rules.board.places]
    some = [Place(rng.choice(rules.units), rng.choice(places), rng.randrange(6)) for _ in range(30)]
    texts = [str(move) for move in some[:10]]
    odd = [Place("S1", places[0], 6), Place("Z9", places[0], 0), Take("Z9"), Deal((), ())]
    return [*some, *texts, *map(Take, map(str, rules.stones)), Pass(), *odd]


def _disguise_monster_hex(rules: MonsterHexRules, state: State, seat: str, rng: random.Random) -> State:
    """Other seats hold other units of what they have not placed; every deck lies in another order."""
    after = state.copy()
    for slot, name in enumerate(rules.seats):
        size = after.deck_size[slot]
        rest = after.deck[slot][after.drawn[slot] : size]
        held = [tile for tile in range(len(rules.units)) if after.hand[slot] >> tile & 1]
        pool = rest if name == seat else rest + held
        rng.shuffle(pool)
        after.deck[slot][after.drawn[slot] : size] = pool[: len(rest)]
        if name != seat:
            after.hand[slot] = sum(1 << tile for tile in pool[len(rest) :])
    return after


def _disguise_whist(rules: Whist, state: Tricks, seat: str, rng: random.Random) -> Tricks:
    """Other seats hold other cards, as many as before."""
    own = rules.game_type.seats.index(seat)
    unseen = [n for n in rules.deck if n not in state.table and not (state.hands and n in state.hands[own])]
    rng.shuffle(unseen)
    hands = tuple(h if s == own else tuple(unseen.pop() for _ in h) for s, h in enumerate(state.hands))
    return replace(state, hands=hands)


def _monster_hex(**options: Any) -> Callable[[int], Model]:
    return lambda seed: hw.MonsterHex("four", seed=seed, **options)


def _of_monster_hex(name: str, **options: Any) -> Case:
    return Case(name, _monster_hex(**options), _tries_of_monster_hex, _disguise_monster_hex)


SHORT: dict[str, Any] = {"dials": {"rounds": 2, "hand_size": 1, "colour_bonus": 7, "small_points": 0}}
RULINGS = {"small_same_faction_tie": "nobody", "large_tie": "move-up"}

CASES = (
    _of_monster_hex("monsterhex"),
    _of_monster_hex("monsterhex-short", **SHORT),
    _of_monster_hex("monsterhex-rulings", seats=("green", "red", "yellow", "blue"), language="ja", **RULINGS),
    Case(
        "line",
        lambda seed: hw.Game(Line(), seed=seed),
        lambda game, rng: [*game.rules.cells, None, 3, ("a1",), "c9"],  # type: ignore[attr-defined]
    ),
    Case(
        "raid",
        lambda seed: hw.Game(Raid(), seed=seed, language="ja"),
        lambda game, rng: ["guard", "raid", "rest", "flee", 3, None],
    ),
    Case(
        "whist",
        lambda seed: hw.Game(Whist(), seed=seed),
        lambda game, rng: [*map(Card, range(12)), "card 1", "card 99", Shuffle(((1, 2), (3, 4), (5, 6))), None],
        _disguise_whist,
    ),
)
