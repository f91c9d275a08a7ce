"""What many tests draw from: JSON, random play, and everything a game tells, as one value."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from hexwidgets import Game
from hexwidgets.engine.game import Game as Model

__all__ = ["a_move", "decide", "json_values", "play_on", "record_of_play", "seeds", "told"]

seeds = st.integers(0, 2**32)

_scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**300), 10**300)
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["", "pass", "S1@c4^2", "take R7", "red", "__class__", "\ud800", "x" * 5000])
)
json_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def a_move(game: Model, rng: random.Random) -> tuple[Any, ...]:
    """A random legal move for each seat that decides now."""
    deciding = game.rules.to_move(game.state)
    return tuple(rng.choice(game.legal_moves(seat)) for seat in deciding)


def decide(game: Model, rng: random.Random) -> bool:
    """Play one random decision; False when the game is over."""
    if game.result is not None:
        return False
    game.play(*a_move(game, rng))
    return True


def play_on(game: Model, rng: random.Random, plies: int = 10_000) -> int:
    """Play at random, at most ``plies`` decisions; returns how many were made."""
    return sum(1 for _ in range(plies) if game.result is None and decide(game, rng))


def told(game: Model) -> dict[str, Any]:
    """Everything a game tells about where it stands."""
    rules = game.rules
    return {
        "state": game.state,
        "traits": (game.to_move, game.phase, game.ply, game.scores, game.result, game.language),
        "own": {name: getattr(game, name) for name in game.trait_names() if name not in ("rev", "log")},
        "log": [(e.rule, e.text("en"), e.text("ja")) for e in game.log],
        "last": [e.text("en") for e in game.last_events],
        "moves": game.moves,
        "legal": {seat: game.legal_moves(seat) for seat in game.seats},
        "views": [repr(rules.hide(game.state, seat)) for seat in (None, *game.seats)],
        "record": game.to_json(),
        "can": (game.can_undo, game.can_redo),
        "seed": game.seed,
    }


def record_of_play(game: Game, rng: random.Random) -> dict[str, Any]:
    """Runs in another process: play to the end, and tell the record."""
    play_on(game, rng)
    return game.to_json()
