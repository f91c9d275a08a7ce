"""How fast endings of Monster Hex are solved, compiled and in plain Python.

``python -m benchmarks.endings 30`` solves so many endings of random duels both ways, six turns before the end, plain
Python giving up after 30,000 positions: that takes it many minutes. All times are of this thread's own processor time.
"""

import random
import statistics
import sys
import time
from typing import Any

import hexwidgets as hw
from benchmarks.table import Row
from hexwidgets.engine.ending import Ending, EndingTooLong, solve_ending, solve_for_seat

ENDINGS, DEEP = 30, 8
_MOST, _MOST_PLAIN = 10_000_000, 30_000


def measure() -> list[Row]:
    """Endings of random duels: four turns both ways, six and eight compiled, six by what a seat knows."""
    _timed(ending(0, 2))  # compile
    rows = [
        Row("ending", _ratio(4, ENDINGS), "x plain Python", f"two-duel, median of {ENDINGS}, four turns left"),
    ]
    for turns, count in ((6, ENDINGS), (8, DEEP)):
        found = [_timed(ending(seed, turns)) for seed in range(count)]
        spent = sorted(seconds for seconds, _ in found)
        note = f"two-duel, hands and decks open, {count} endings, {turns} turns left; longest {spent[-1]:.2f} s"
        rows.append(Row("ending", statistics.median(spent), "s", note))
    rate = sum(e.positions for _, e in found) / sum(spent)
    rows.append(Row("ending", rate, "positions/s", "the same, eight turns left"))
    known = [_timed(ending(seed, 6), known=True)[0] for seed in range(ENDINGS)]
    note = f"two-duel, by what a seat knows (4 hands), {ENDINGS} endings, six turns left; longest {max(known):.2f} s"
    rows.append(Row("ending for a seat", statistics.median(known), "s", note))
    return rows


def ending(seed: int, turns: int) -> Any:
    """A random duel, so many turns before its end."""
    game, luck = hw.MonsterHex("two-duel", seed=seed), random.Random(seed)
    while game.phase != "place" or len(game.rules.cell_labels) - len(game.units) > turns:
        game.play(luck.choice(game.legal_moves()))
    return game


def _timed(game: Any, *, known: bool = False, fast: bool = True) -> tuple[float, Ending]:
    began = time.thread_time()
    if known:
        solved = solve_for_seat(game.rules, game.view(game.to_move), _MOST, fast=fast)
    else:
        solved = solve_ending(game.rules, game.state, _MOST, fast=fast)
    return time.thread_time() - began, solved


def _ratio(turns: int, count: int) -> float:
    ratios = []
    for seed in range(count):
        game = ending(seed, turns)
        fast, plain = _timed(game), _timed(game, fast=False)
        assert fast[1].moves == plain[1].moves
        ratios.append(plain[0] / fast[0])
    return statistics.median(ratios)


def both(count: int) -> None:
    """Print each ending six turns before the end, solved both ways as far as plain Python gets."""
    for seed in range(count):
        game = ending(seed, 6)
        seconds, solved = _timed(game)
        began = time.thread_time()
        try:
            plain = solve_ending(game.rules, game.state, _MOST_PLAIN, fast=False)
            note = f"{plain.positions:,} positions, equal: {plain.moves == solved.moves}"
        except EndingTooLong as error:
            note = str(error)
        spent = time.thread_time() - began
        print(
            f"{seed:3} {solved.positions:7,} {seconds:6.3f} s {spent:7.2f} s {spent / seconds:7.0f}x {note}", flush=True
        )


if __name__ == "__main__":
    both(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
