"""The golden games of Monster Hex; see tests/golden.py. ``python -m tests.monsterhex.golden`` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hexwidgets.monsterhex.game import MonsterHex
from tests.golden import Golden, compact, digest

GAMES: dict[str, dict[str, Any]] = {
    "plain": {"seed": 7},
    "a-hand-of-one": {"seed": 35, "dials": {"hand_size": 1}},
    "switched": {
        "seed": 92,
        "seats": ["green", "yellow", "blue", "red"],
        "dials": {"rounds": 6, "colour_bonus": 3, "small_points": 2},
        "large_tie": "move-up",
        "small_same_faction_tie": "nobody",
    },
    "three-plain": {"variant": "three", "seed": 3},
    "two-shared-plain": {"variant": "two-shared", "seats": ["green", "red"], "shared": "blue", "seed": 3},
    "two-duel-plain": {"variant": "two-duel", "seed": 3},
    "four": {"seats": ["blue", "green", "red", "yellow"], "seed": 2, "abilities": True, "goals": True},
    "three": {"variant": "three", "seats": ["yellow", "green", "red"], "seed": 2, "abilities": True, "goals": True},
    "two-shared": {"variant": "two-shared", "seats": ["yellow", "blue"], "seed": 2, "abilities": True, "goals": True},
    "two-duel": {"variant": "two-duel", "seats": ["blue", "green"], "seed": 1, "abilities": True, "goals": True},
}


def _opening(game: MonsterHex) -> Iterator[str]:
    yield f"deal {game.to_json()['lines'][0]}"


def _heading(game: MonsterHex) -> str:
    return f"round {game.round}/{game.rounds} | {game.phase} | {game.to_move} | {game.placing}"


def _seen(game: MonsterHex) -> Iterator[str]:
    """What every seat, and one without a seat, knows."""
    for seat in (*game.seats, ""):
        known = game.rules.hide(game.state, seat)
        sizes = (known.hand_sizes, known.deck_sizes, known.goal_sizes)
        seen = {"state": known.state.to_json(), "hands": known.hands, "goals": known.goals, "sizes": sizes}
        yield f"view {seat or 'spectator'} {digest(compact(seen))} hands {known.hands} goals {known.goals}"


GOLDEN = Golden(
    "tests.monsterhex.golden", Path(__file__).parent / "golden", MonsterHex, GAMES, _opening, _heading, _seen
)

if __name__ == "__main__":
    GOLDEN.write()
