"""Every game that the generic suite plays, with what the suite cannot know by itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import hexwidgets as hw
from hexwidgets.arenaduel.notation import Hold, Order, Pursue
from hexwidgets.engine.game import Game as Model
from hexwidgets.hexgrid import disk
from hexwidgets.monsterhex.notation import Choose, Deal, Decline, Pass, Place, Take, Use
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import ABILITIES, OVER, State

from .toys import Card, Line, Raid, Shuffle, Tricks, Whist

__all__ = ["CASES", "EVERY_MONSTER_HEX", "NONSENSE", "Case", "disguise_monster_hex"]

NONSENSE = (
    "", "pass", "x" * 5000, "S1@c4^9", "S1@(99,99)^0", "take Z1", "a1\n", "カード", "\ud800", "deal", "card x",
    "ability", "ability fly", "enchant", "enchant c4^2", "confuse c4", "scheme c4", "petrify (99,99)", "decline now",
)  # fmt: skip


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

    def show(self, seed: int) -> hw.Game:
        """A game that can be shown: with a view of its own, or the one that needs no work."""
        game = self.make(seed)
        assert isinstance(game, hw.Game)
        if game.view_class is not None:
            return game
        view = hw.PlainView(game.rules, disk(hw.Hex(0, 0), 2), lambda known: {})
        return hw.Game(game.rules, seed=seed, language=game.language, view=view)

    def load(self, path: Path) -> Model:
        """Back from a file, as a person would."""
        game = self.make(0)
        own = isinstance(game, hw.MonsterHex | hw.ArenaDuel)
        return hw.load(path) if own else hw.load(path, rules=game.rules)


def _tries_of_monster_hex(game: Model, rng: random.Random) -> list[Any]:
    rules: MonsterHexRules = game.rules  # type: ignore[assignment]
    places = [rules.board.labels[place] for place in rules.board.places]
    some = [Place(rng.choice(rules.units), rng.choice(places), rng.randrange(6)) for _ in range(30)]
    texts = [str(move) for move in some[:10]]
    used = [Use(name, rng.choice(places), rng.randrange(6) if name == "confuse" else None) for name in _AIMED * 4]
    words = [Use("scheme"), Use("blitz"), Decline(), Pass(), *map(Choose, ABILITIES[1:])]
    odd = [
        Place("S1", places[0], 6),
        Place("Z9", places[0], 0),
        Take("Z9"),
        Deal((), ()),
        Choose("fly"),
        Use("enchant"),
    ]
    return [*some, *texts, *used, *map(str, used[:4]), *words, *map(Take, map(str, rules.stones)), *odd]


_AIMED = ("enchant", "curse", "petrify", "confuse")


def disguise_monster_hex(rules: MonsterHexRules, state: State, seat: str, rng: random.Random) -> State:
    """Other hands, decks, private goals and goal cards to come, but all that ``seat`` may know is the same.

    Any other word for ``seat`` is nobody, who knows no hand.
    """
    after, seats = state.copy(), len(rules.seats)
    mine = rules.seats.index(seat) if seat in rules.seats else -1
    for piles in (*([pile] for pile in range(seats)), [*range(seats, len(rules.piles))]):
        hidden = [pile for pile in piles if pile % seats != mine]
        pool = [tile for pile in hidden for tile in _bits(state.hand[pile])]
        pool += [tile for pile in piles for tile in _to_come(state, pile)]
        rng.shuffle(pool)
        for pile in hidden:
            after.hand[pile] = sum(1 << pool.pop() for _ in _bits(state.hand[pile]))
        for pile in piles:
            after.deck[pile][state.drawn[pile] : state.deck_size[pile]] = [pool.pop() for _ in _to_come(state, pile)]
    cards = state.goal_deck[state.goal_drawn : state.goal_deck_size]
    owners = [slot for slot in range(seats) if slot != mine] if state.phase != OVER else []
    cards += [goal for slot in owners for goal in _bits(state.goal[slot])]
    rng.shuffle(cards)
    for slot in owners:
        after.goal[slot] = sum(1 << cards.pop() for _ in _bits(state.goal[slot]))
    after.goal_deck[state.goal_drawn : state.goal_deck_size] = cards
    return after


def _bits(held: int) -> list[int]:
    return [n for n in range(held.bit_length()) if held >> n & 1]


def _to_come(state: State, pile: int) -> list[int]:
    return state.deck[pile][state.drawn[pile] : state.deck_size[pile]]


def _disguise_whist(rules: Whist, state: Tricks, seat: str, rng: random.Random) -> Tricks:
    """Other seats hold other cards, as many as before."""
    own = rules.game_type.seats.index(seat)
    unseen = [n for n in rules.deck if n not in state.table and not (state.hands and n in state.hands[own])]
    rng.shuffle(unseen)
    hands = tuple(h if s == own else tuple(unseen.pop() for _ in h) for s, h in enumerate(state.hands))
    return replace(state, hands=hands)


def _monster_hex(name: str, **options: Any) -> Case:
    def make(seed: int) -> Model:
        return hw.MonsterHex(seed=seed, **options)

    return Case(name, make, _tries_of_monster_hex, disguise_monster_hex)


def _every_monster_hex() -> Iterator[Case]:
    """Each variant with and without each option."""
    for variant in ("four", "three", "two-shared", "two-duel"):
        for abilities in (False, True):
            for goals in (False, True):
                name = f"monsterhex-{variant}" + "-abilities" * abilities + "-goals" * goals
                yield _monster_hex(name, variant=variant, abilities=abilities, goals=goals)


EVERY_MONSTER_HEX = tuple(_every_monster_hex())
WHOLE: dict[str, Any] = {"abilities": True, "goals": True}
SHORT: dict[str, Any] = {"dials": {"rounds": 2, "hand_size": 1, "colour_bonus": 7, "small_points": 0}}
RULINGS = {"small_same_faction_tie": "nobody", "large_tie": "move-up"}


def _tries_of_arena_duel(game: Model, rng: random.Random) -> list[Any]:
    orders = [f"{move}{turn}" for move in ("F", "FR", "BL", "B", "S", "CF", "CFL") for turn in "=<>"]
    return [*rng.sample(orders, 9), Order("F", "="), Order("CFR", ">"), Pursue(), Hold(), "G=", "F", None, 3]


ARENA_RULINGS = {
    "pursuit": "optional",
    "combat_after_push": "no",
    "blocked_pusher_turns": "no",
    "enemy_blocks_charge": "yes",
}


def _arena_duel(name: str, **options: Any) -> Case:
    # Dice of three sides keep the throws that are listed few.
    return Case(name, lambda seed: hw.ArenaDuel(seed=seed, dials={"die_sides": 3}, **options), _tries_of_arena_duel)


CASES = (
    _arena_duel("arenaduel"),
    _arena_duel("arenaduel-rulings", language="ja", max_turns=25, **ARENA_RULINGS),
    *EVERY_MONSTER_HEX,
    _monster_hex("monsterhex-short", **SHORT),
    _monster_hex("monsterhex-rulings", seats=("green", "red", "yellow", "blue"), language="ja", **RULINGS),
    _monster_hex("monsterhex-shared", variant="two-shared", seats=("green", "yellow"), shared="red", **WHOLE),
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
