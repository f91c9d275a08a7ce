"""How many playouts a second search makes, and how strong it is for them.

``python -m benchmarks.search 100`` plays ladders of that many games a pair: random, greedy, and search with more and
more playouts, in both games; ``python -m benchmarks.search 60 seconds`` with those of half a second, one and two.
Strength is counted by playouts, so that it does not depend on what else the machine does; what they cost is told in
seconds of this thread's own processor time.
"""

import random
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import hexwidgets as hw
from benchmarks.table import Row
from hexwidgets.engine.players import view_of
from hexwidgets.engine.thinking import think

GAMES = {"two-duel": (hw.MonsterHex, {"variant": "two-duel"}), "arenaduel": (hw.ArenaDuel, {})}
PLAYOUTS = {"two-duel": (250, 500, 1000, 2000), "arenaduel": (5_000, 10_000, 20_000, 40_000)}
SECOND = {"two-duel": 49_000, "arenaduel": 294_000}  # playouts of one core, as `_rate` found them; see docs/strength.md
RATED = {"four": 2000, "two-duel": 4000, "arenaduel": 100_000}
ROUNDS = 5


def measure(games: int = 4) -> list[Row]:
    """Playouts a second at the beginning of a game, and search against greed in a few games."""
    rows = []
    for name, playouts in RATED.items():
        game = hw.ArenaDuel(seed=1) if name == "arenaduel" else hw.MonsterHex(name, seed=1)
        note = f"{name}, median of {ROUNDS} times {playouts:,} playouts, by processor time"
        rows.append(Row("search", _rate(game, playouts), "playouts/s", note))
    for name, (make, options) in GAMES.items():
        bots = {"search": hw.bots.Search(playouts=PLAYOUTS[name][-1]), "greedy": hw.bots.Greedy()}
        pair = hw.ladder(make(**options), bots, games=games, progress=False).pairs[0]
        note = f"{name}, {games} games, {PLAYOUTS[name][-1]:,} playouts a move"
        rows.append(Row("search against greedy", 100 * pair.score / pair.games, "% of points", note))
    return rows


def _rate(game: Any, playouts: int) -> float:
    view, rates = view_of(game, game.seats[0]), []
    think(view, random.Random(1), playouts=10)
    for seed in range(ROUNDS):
        began = time.thread_time()
        think(view, random.Random(seed), playouts=playouts)
        rates.append(playouts / (time.thread_time() - began))
    return sorted(rates)[ROUNDS // 2]


def ladders(games: int, budgets: Mapping[str, Sequence[int]]) -> None:
    """Print a ladder for each game, with searches of so many playouts."""
    for name, (make, options) in GAMES.items():
        bots: dict[str, Any] = {"random": None, "greedy": hw.bots.Greedy()}
        bots |= {f"search {n:,}": hw.bots.Search(playouts=n) for n in budgets[name]}
        print(f"# {name}\n\n{hw.ladder(make(**options), bots, games=games).text()}\n", flush=True)


if __name__ == "__main__":
    seconds = {name: (second // 2, second, 2 * second) for name, second in SECOND.items()}
    ladders(int(sys.argv[1]) if len(sys.argv) > 1 else 100, seconds if sys.argv[2:] == ["seconds"] else PLAYOUTS)
