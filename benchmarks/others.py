"""Whole random games a second on one core, side by side: ours, OpenSpiel's and python-chess.

OpenSpiel's hive, hex, havannah and markov_soccer are played in a loop in Python, and by its own rollouts in C++.
The others are needed for this alone and have an environment of their own, `.bench`, which `make bench` makes. This
module is run again in there, as `python -m benchmarks.others`, and says in JSON what it measured.
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
OPENSPIEL_GAMES = ("hive", "hex", "havannah", "markov_soccer")
SECONDS = 2.0
CHESS_PLIES = 200
ROLLOUTS = 50
OURS = 20_000


def measure(seconds: float = SECONDS) -> list[Row]:
    """Random play to the end, in processor time, all in one run so that they meet the same noise."""
    import hexwidgets as hw  # noqa: PLC0415  the others' environment has no hexwidgets

    rows = [row for game in (hw.MonsterHex("four"), hw.ArenaDuel()) for row in _ours(game, hw.simulate)]
    if not PYTHON.exists():
        print("others: there is no environment .bench for OpenSpiel and python-chess; `make bench` makes it")
        return rows
    command = [str(PYTHON), "-m", "benchmarks.others", str(seconds)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return rows + [Row(*row) for row in json.loads(done.stdout)]


def _ours(game: Any, simulate: Callable[..., Any]) -> list[Row]:
    """As anybody plays them: by `simulate`, which counts as it goes; and one decision after the other in Python."""
    name, rows = game.rules.game_type.name, []
    for how, count in (("compiled", OURS), ("interpreted", OURS // 400)):
        bot = None if how == "compiled" else _any_move
        simulate(game, bot, games=1000 if bot is None else 1, progress=False)
        began = time.process_time()
        report = simulate(game, bot, games=count, progress=False)
        took = time.process_time() - began
        length = report.estimate("length").value
        note = f"simulate, {how}, {count:,} random games, one core"
        rows.append(Row(f"{name} games", count / took, "/s", note))
        rows.append(Row(f"{name} moves", count * length / took, "/s", f"{length:.1f} decisions a game"))
    return rows


def _any_move(view: Any) -> Any:
    return random.choice(view.legal_moves())


def _inside(seconds: float) -> list[tuple[str, float, str, str]]:
    """What `measure` asks for, in the environment that has the packages."""
    spiel, chess = importlib.import_module("pyspiel"), importlib.import_module("chess")
    rows = []
    for name in OPENSPIEL_GAMES:
        # Where both move at once they are taken one after the other, hidden from each other, as C++ rollouts need it.
        game = spiel.load_game(name)
        if game.get_type().dynamics == spiel.GameType.Dynamics.SIMULTANEOUS:
            game = spiel.convert_to_turn_based(game)
        loop = _rates(f"OpenSpiel {name}", f"pyspiel {name}, a loop in Python", seconds, _spiel_game(game))
        length = loop[1][1] / loop[0][1]
        rows += loop + _rollouts(spiel, f"OpenSpiel {name}", game, length, seconds)
    note = f"python-chess {chess.__version__}, at most {CHESS_PLIES} moves a game"
    return rows + _rates("python-chess", note, seconds, _chess_game(chess.Board))


def _rates(
    what: str, how: str, seconds: float, play: Callable[[random.Random], int]
) -> list[tuple[str, float, str, str]]:
    """Random games for some seconds; ``play`` makes one and says how many moves it had."""
    rng, games, moves = random.Random(1), 0, 0
    play(rng)
    began = time.process_time()
    while (took := time.process_time() - began) < seconds:
        moves += play(rng)
        games += 1
    note = f"{how}, {games:,} random games, one core"
    return [
        (f"{what} games", games / took, "/s", note),
        (f"{what} moves", moves / took, "/s", f"{moves / games:.1f} a game"),
    ]


def _rollouts(spiel: Any, what: str, game: Any, length: float, seconds: float) -> list[tuple[str, float, str, str]]:
    """OpenSpiel's own random rollouts, in C++; their length is that of the loop in Python.

    They are reached from Python through its tree search, which evaluates the start and ends.
    """
    evaluator, state, games = spiel.RandomRolloutEvaluator(ROLLOUTS, 1), game.new_initial_state(), 0
    search = spiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    began = time.process_time()
    while (took := time.process_time() - began) < seconds:
        search.mcts_search(state)
        games += ROLLOUTS
    return [
        (f"{what} games", games / took, "/s", f"rollouts in C++, {games:,} random games, one core"),
        (f"{what} moves", games * length / took, "/s", "by the length of a game above"),
    ]


def _spiel_game(game: Any) -> Callable[[random.Random], int]:
    def play(rng: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
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
