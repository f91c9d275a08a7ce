"""A game whose odds are known, and bots that other processes can import."""

from __future__ import annotations

import os
import random
import signal
from typing import Any

from hexwidgets import Fault, GameType, Result


class Coin:
    """Heads calls, which is of no use, and wins ``bias`` times in a hundred, by as much as the throw is below it."""

    game_type = GameType("coin", ("heads", "tails"), "sequential", "explicit", max_length=1)

    def __init__(self, bias: int = 50) -> None:
        self.bias = bias

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> tuple[str, ...]:
        return (("heads",), ("chance",), ())[len(state)]

    def moves(self, state: tuple[int, ...], seat: str) -> tuple[int, ...]:
        return tuple(range(100)) if seat == "chance" else (0, 1, 2)

    def fault(self, state: tuple[int, ...], seat: str, move: Any) -> Fault | None:
        if move in self.moves(state, seat):
            return None
        return Fault.plain("COIN-1", {"en": "No such call.", "ja": "その宣言はありません。"})

    def apply(self, state: tuple[int, ...], *moves: int) -> tuple[int, ...]:
        return (*state, *moves)

    def result(self, state: tuple[int, ...]) -> Result | None:
        if len(state) < 2:
            return None
        return Result(("heads",) if state[1] < self.bias else ("tails",), "thrown")

    def hide(self, state: tuple[int, ...], seat: str | None) -> tuple[int, ...]:
        return state

    def scores(self, state: tuple[int, ...]) -> dict[str, int]:
        return {"heads": self.bias - state[1] if len(state) > 1 else 0, "tails": 0}

    def options(self) -> dict[str, int]:
        return {"bias": self.bias}


def first(view: Any) -> Any:
    """The first legal move."""
    return view.legal_moves()[0]


def last_as_text(view: Any) -> str:
    """The last legal move, as its text."""
    return str(view.legal_moves()[-1])


def anyhow(view: Any) -> Any:
    """A random move, from Python's own generator, as people write bots."""
    return random.choice(view.legal_moves())


HOME = "HEXWIDGETS_TEST_HOME"  # names the process that a bot does not take down


def dies(view: Any) -> int:
    """Takes any other process down with it."""
    if str(os.getpid()) != os.environ[HOME]:
        os.kill(os.getpid(), signal.SIGKILL)
    return 0


def fails_late(view: Any) -> Any:
    """Has no idea in the fourth turn of a duel."""
    if view.state.turn == 3:
        raise LookupError("no idea")
    return view.legal_moves()[0]


class Own:
    """A bot with a random stream of its own."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    def reseeded(self, seed: int) -> Own:
        return Own(seed)

    def __call__(self, view: Any) -> Any:
        return self.rng.choice(view.legal_moves())


class Holding:
    """A bot that holds a random stream and knows of no seeding."""

    def __init__(self) -> None:
        self.rng = random.Random(1)

    def __call__(self, view: Any) -> Any:
        return self.rng.choice(view.legal_moves())


class Counting:
    """A bot that remembers how often it was asked, and plays by that."""

    name = "counter"

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: Any) -> Any:
        legal = view.legal_moves()
        self.asked += 1
        return legal[self.asked % len(legal)]
