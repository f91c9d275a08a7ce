"""Golden playthroughs: everything that can be seen of a few games, kept as text.

A game's own ``golden.py`` says which games. Run as a module, it writes their files anew; do so only when the rules,
their data or their words are meant to change, and read the difference: it is what the change did.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from hexwidgets.engine.game import Game


@dataclass(frozen=True)
class Golden:
    """The golden games of one kind, by the names of their files.

    ``opening`` tells what a game begins with, ``heading`` goes over each position, ``seen`` tells what the shared
    lines do not: events, scores, state and legal moves.
    """

    module: str
    folder: Path
    make: Callable[..., Any]
    games: dict[str, dict[str, Any]]
    opening: Callable[[Any], Iterable[str]]
    heading: Callable[[Any], str]
    seen: Callable[[Any], Iterable[str]]

    def playthrough(self, name: str) -> Iterator[str]:
        """A game's lines: at every ply what changed, what is seen and said, the legal moves, and those then made."""
        options = self.games[name]
        game: Game = self.make(**options)
        rng = random.Random("golden")
        yield f"options {compact(options)}"
        yield f"record {compact(game.to_json()['options'])}"
        yield from self.opening(game)
        before: dict[str, Any] = {}
        while True:
            yield ""
            yield f"ply {game.ply} | {self.heading(game)}"
            yield from _told(game)
            state = game.state.to_json()
            changed = {name: value for name, value in state.items() if before.get(name) != value}
            yield f"state {digest(compact(state))} changed {compact(changed)}"
            before = state
            yield from self.seen(game)
            yield from _legal(game)
            if game.result is not None:
                break
            moves = [rng.choice(game.legal_moves(seat)) for seat in game.rules.to_move(game.state)]
            yield f"play {' '.join(map(str, moves))}"
            game.play(*moves)
        yield ""
        yield f"result {game.result.reason} {' '.join(game.result.winners)}"

    def recorded(self, name: str) -> str:
        """What was recorded of a game."""
        return (self.folder / f"{name}.txt").read_text("utf-8")

    def check(self, name: str) -> None:
        """The game is played and told as it was recorded."""
        recorded, played = self.recorded(name).splitlines(), list(self.playthrough(name))
        for number, (before, now) in enumerate(zip(recorded, played, strict=False), start=1):
            assert now == before, f"{name}.txt, line {number}; meant? Then write it anew: python -m {self.module}"
        assert len(played) == len(recorded)

    def check_files(self) -> None:
        """Every game has a file, and every file a game."""
        assert {path.name for path in self.folder.iterdir()} == {f"{name}.txt" for name in self.games}

    def write(self) -> None:
        """Write all files anew, and show what that changes."""
        self.folder.mkdir(exist_ok=True)
        for name in self.games:
            file = self.folder / f"{name}.txt"
            old = file.read_text("utf-8") if file.exists() else ""
            text = "\n".join(self.playthrough(name)) + "\n"
            lines = (old.splitlines(True), text.splitlines(True))
            sys.stdout.writelines(unified_diff(*lines, f"old/{file.name}", f"new/{file.name}", n=0))
            file.write_text(text, "utf-8")


def _told(game: Game) -> Iterator[str]:
    for language in ("en", "ja"):
        for event in game.last_events:
            yield f"{language} [{event.rule}] {event.text(language)}"
    yield f"scores {compact(game.scores)}"


def _legal(game: Game) -> Iterator[str]:
    deciding = game.rules.to_move(game.state)
    for seat in deciding or ("",):
        moves = [str(move) for move in game.legal_moves(seat or None)]
        whose = f"{seat} " if len(deciding) > 1 else ""
        yield f"legal {whose}{len(moves)} {digest(' '.join(moves))} {' '.join(moves[:3])}"


def compact(thing: Any) -> str:
    """JSON without spaces."""
    return json.dumps(thing, separators=(",", ":"))


def digest(text: str) -> str:
    """A short fingerprint."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
