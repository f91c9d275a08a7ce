"""What searches give away, told exactly, for more and more playouts.

``python -m benchmarks.strength 40`` takes so many positions of each game: of duels between perfect players, which the
solved table judges, and endings of `two-duel` six turns before the end, which are solved by what the seat knows. A
budget is compared with half of it in the same positions, so few of them tell whether twice the time is better.
"""

import random
import sys
from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import Any

import hexwidgets as hw
from benchmarks.endings import ending
from benchmarks.search import SECOND
from benchmarks.table import Row
from hexwidgets.engine.players import view_of
from hexwidgets.engine.thinking import think

FEW = 6
BUDGETS = (1 / 64, 1 / 16, 1 / 4, 1 / 2, 1, 2)  # seconds of one core
_SURE = 1.96  # standard errors


def measure(positions: int = FEW) -> list[Row]:
    """What a second's search gives away in a few positions."""
    duel, two = (fmean(by_budget[-1] for by_budget in judge(positions, (1.0,))) for judge in (in_duels, in_endings))
    return [
        Row("search gives away", 100 * duel, "% of a win", f"arenaduel, {positions} positions, one second"),
        Row("search gives away", 100 * two, "% of a win", f"two-duel, {positions} endings, one second"),
    ]


def in_duels(positions: int, budgets: Sequence[float] = BUDGETS) -> list[list[float]]:
    """By position and budget: how much less north wins by the search's mix, south answering as well as it can now."""
    found = []
    for seed in range(100 * positions):
        duel, luck = hw.ArenaDuel(seed=seed), random.Random(seed)
        solution = duel.solution()
        for _ in range(1 + seed % 6):
            if duel.result is None:
                mixes = [solution.policy(seat, duel.state) for seat in ("north", "south")]
                duel.play(*(luck.choices(list(mix), list(mix.values()))[0] for mix in mixes))
        if duel.result is None:
            found.append([_lost(duel, _mix(duel, "north", seed, budget)) for budget in budgets])
            if len(found) == positions:
                break
    return found


def in_endings(positions: int, budgets: Sequence[float] = BUDGETS) -> list[list[float]]:
    """By ending and budget: how much less the mover wins by the move that the search chose."""
    found: list[list[float]] = []
    for seed in range(positions):
        game: Any = ending(seed, 6)
        solved = game.solve_ending(20_000_000, seat=game.to_move)
        most = max(worth.win for worth in solved.moves.values())
        found.append([])
        for budget in budgets:
            mix = _mix(game, game.to_move, seed, budget)
            found[-1].append(most - solved.moves[max(mix, key=mix.__getitem__)].win)
    return found


def _mix(game: Any, seat: str, seed: int, seconds: float) -> dict[Any, float]:
    playouts = round(seconds * SECOND[game.rules.options().get("variant", "arenaduel")])
    return {
        thought.move: thought.share for thought in think(view_of(game, seat), random.Random(seed), playouts=playouts)
    }


def _lost(duel: Any, mix: dict[Any, float]) -> float:
    own, other, payoffs = duel.solution().payoffs(duel.state)
    replies = [sum(mix.get(move, 0) * payoffs[i][j] for i, move in enumerate(own)) for j in range(len(other))]
    return float(duel.solution().value(duel.state) - min(replies))


def told(judge: Callable[[int], list[list[float]]], positions: int) -> None:
    """Print what is given away by budget, and what twice the time saves, with its interval."""
    print(f"# {judge.__name__}, {positions} positions\n")
    print("| seconds | given away | less than in half the time |\n|---|---|---|")
    found = judge(positions)
    before: list[float] = []
    for n, budget in enumerate(BUDGETS):
        now = [lost[n] for lost in found]
        saved = [b - a for b, a in zip(before, now, strict=True)] if before and BUDGETS[n - 1] * 2 == budget else []
        gain = f"{fmean(saved):+.4f} ± {_SURE * stdev(saved) / len(saved) ** 0.5:.4f}" if saved else ""
        print(f"| {budget:.3g} | {fmean(now):.4f} | {gain} |", flush=True)
        before = now
    print()


if __name__ == "__main__":
    number = int(sys.argv[1]) if sys.argv[1:] else 40
    for game in (in_duels, in_endings):
        told(game, number)
