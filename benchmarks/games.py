"""Whole random games of Monster Hex a second on one core, interpreted and compiled from the same source."""

import time
from typing import Any

import numpy as np

from benchmarks.table import Row
from hexwidgets.engine.playout import playout, playouts
from hexwidgets.engine.rng import seeded
from hexwidgets.monsterhex.legality import MAX_MOVES
from hexwidgets.monsterhex.rules import MonsterHexRules


def measure(interpreted: int = 400, compiled: int = 40_000) -> list[Row]:
    """Deal, count every legal move at each decision, play one at random, judge: to the end, from equal seeds."""
    plain, rich = MonsterHexRules("four"), MonsterHexRules("four", abilities=True, goals=True)
    began = time.perf_counter()
    _compiled(plain, 1)
    rows = [Row("compile, or load from the cache", time.perf_counter() - began, "s", "the first compiled game")]
    rows += _rates("interpreted", "four", interpreted, *_interpreted(plain, interpreted))
    rows += _rates("compiled", "four", compiled, *_compiled(plain, compiled))
    rows += _rates("compiled", "four with abilities and goals", compiled, *_compiled(rich, compiled))
    return rows


def _rates(how: str, what: str, games: int, seconds: float, decisions: int) -> list[Row]:
    note = f"{what}, {games:,} random games, one core"
    return [
        Row(f"{how} games", games / seconds, "/s", note),
        Row(f"{how} decisions", decisions / seconds, "/s", f"{decisions / games:.1f} a game"),
    ]


def _interpreted(rules: MonsterHexRules, games: int) -> tuple[float, int]:
    play, out = playout(rules.kernels), [0] * MAX_MOVES
    ready: list[Any] = [(rules.initial(), seeded(seed)) for seed in range(games)]
    began = time.perf_counter()
    decisions = sum(play(rules.table, state, rng, out) for state, rng in ready)
    return time.perf_counter() - began, decisions


def _compiled(rules: MonsterHexRules, games: int) -> tuple[float, int]:
    play, table, out = playouts(rules.kernels), rules.table.to_record(), np.zeros(MAX_MOVES, np.int32)
    blank = rules.initial().to_record()
    states, rngs = np.full(games, blank, blank.dtype), np.array([seeded(seed) for seed in range(games)])
    play(table, states[:1].copy(), rngs[:1].copy(), out)
    began = time.perf_counter()
    decisions = play(table, states, rngs, out)
    return time.perf_counter() - began, decisions
