"""Whole random games a second of other packages on one core: OpenSpiel's hive, hex and havannah, python-chess.

They are needed for this alone and have an environment of their own, `.bench`, which `make bench` makes. This module is
run again in there, as `python -m benchmarks.others`, and says in JSON what it measured.
"""

import importlib
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.table import Row

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / ".bench" / "bin" / "python"
OPENSPIEL_GAMES = ("hive", "hex", "havannah")
SECONDS = 3.0
CHESS_PLIES = 200


def measure(seconds: float = SECONDS) -> list[Row]:
    """The same random play: list every legal move, make one of them, to the end; in Python, as these are played."""
    if not PYTHON.exists():
        print("others: there is no environment .bench for OpenSpiel and python-chess; `make bench` makes it")
        return []
    command = [str(PYTHON), "-m", "benchmarks.others", str(seconds)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return [Row(*row) for row in json.loads(done.stdout)]


def _inside(seconds: float) -> list[tuple[str, float, str, str]]:
    """What `measure` asks for, in the environment that has the packages."""
    spiel, chess = importlib.import_module("pyspiel"), importlib.import_module("chess")
    rows = []
    for name in OPENSPIEL_GAMES:
        rows += _rates(f"OpenSpiel {name}", f"pyspiel {name}", seconds, _spiel_game(spiel.load_game(name)))
    note = f"python-chess {chess.__version__}, at most {CHESS_PLIES} moves a game"
    return rows + _rates("python-chess", note, seconds, _chess_game(chess.Board))


def _rates(
    what: str, how: str, seconds: float, play: Callable[[random.Random], int]
) -> list[tuple[str, float, str, str]]:
    """Random games for some seconds; ``play`` makes one and says how many moves it had."""
    rng, games, moves = random.Random(1), 0, 0
    play(rng)
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        moves += play(rng)
        games += 1
    note = f"{how}, {games:,} random games, one core"
    return [
        (f"{what} games", games / took, "/s", note),
        (f"{what} moves", moves / took, "/s", f"{moves / games:.1f} a game"),
    ]


def _spiel_game(game: Any) -> Callable[[random.Random], int]:
    def play(rng: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def _chess_game(new_board: Callable[[], Any]) -> Callable[[random.Random], int]:
    def play(rng: random.Random) -> int:
        board = new_board()
        for moves in range(CHESS_PLIES):
            legal = list(board.legal_moves)
            if not legal:
                return moves
            board.push(rng.choice(legal))
        return CHESS_PLIES

    return play


if __name__ == "__main__":
    print(json.dumps(_inside(float(sys.argv[1]))))
