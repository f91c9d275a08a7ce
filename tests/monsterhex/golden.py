"""Golden playthroughs: everything that can be seen of a few games, kept as text.

``python -m tests.monsterhex.golden`` writes the files of ``golden/`` anew. Do so only when the rules, their data or
their words are meant to change, and read the difference: it is what the change did.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

from hexwidgets.monsterhex.game import MonsterHex

FOLDER = Path(__file__).parent / "golden"

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


def chosen(game: MonsterHex, rng: random.Random) -> Any:
    """The move that a playthrough makes."""
    return rng.choice(game.legal_moves())


def playthrough(options: dict[str, Any]) -> Iterator[str]:
    """A game's lines: at every ply what changed in the state, every seat's view, the legal moves, and what is said."""
    game, rng = MonsterHex(**options), random.Random("golden")
    yield f"options {_json(options)}"
    yield f"record {_json(game.to_json()['options'])}"
    yield f"deal {game.to_json()['lines'][0]}"
    before: dict[str, Any] = {}
    while True:
        yield ""
        yield f"ply {game.ply} | round {game.round}/{game.rounds} | {game.phase} | {game.to_move} | {game.placing}"
        yield from _position(game, before)
        before = game.state.to_json()
        if game.result is not None:
            break
        move = chosen(game, rng)
        yield f"play {move}"
        game.play(move)
    yield ""
    yield f"result {game.result.reason} {' '.join(game.result.winners)}"


def _position(game: MonsterHex, before: dict[str, Any]) -> Iterator[str]:
    for language in ("en", "ja"):
        for event in game.last_events:
            yield f"{language} [{event.rule}] {event.text(language)}"
    yield f"scores {_json(game.scores)}"
    state = game.state.to_json()
    changed = {name: value for name, value in state.items() if before.get(name) != value}
    yield f"state {_digest(_json(state))} changed {_json(changed)}"
    for seat in (*game.seats, ""):
        known = game.rules.hide(game.state, seat)
        sizes = (known.hand_sizes, known.deck_sizes, known.goal_sizes)
        seen = {"state": known.state.to_json(), "hands": known.hands, "goals": known.goals, "sizes": sizes}
        yield f"view {seat or 'spectator'} {_digest(_json(seen))} hands {known.hands} goals {known.goals}"
    moves = [str(move) for move in game.legal_moves()]
    yield f"legal {len(moves)} {_digest(' '.join(moves))} {' '.join(moves[:3])}"


def texts() -> dict[str, str]:
    """Every golden file's name and content."""
    return {f"{name}.txt": "\n".join(playthrough(options)) + "\n" for name, options in GAMES.items()}


def _json(thing: Any) -> str:
    return json.dumps(thing, separators=(",", ":"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def main() -> None:
    """Write all files anew, and show what that changes."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        file = FOLDER / name
        old = file.read_text("utf-8") if file.exists() else ""
        sys.stdout.writelines(
            unified_diff(old.splitlines(True), text.splitlines(True), f"old/{name}", f"new/{name}", n=0)
        )
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
