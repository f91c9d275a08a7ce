"""Whole random games of Monster Hex a second on one core, interpreted and compiled from the same source."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.table import Row
from hexwidgets.engine.playout import playout
from hexwidgets.engine.rng import seeded
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.turn import MAX_MOVES

Games = Iterator[tuple[Any, Any]]


def measure(interpreted: int = 400, compiled: int = 40_000) -> list[Row]:
    """Deal, list every legal move at each decision, play one at random, judge: to the end, from equal seeds."""
    rules = MonsterHexRules("four")
    slow, fast = playout(rules.kernels), playout(rules.kernels, fast=True)
    table, out = rules.table.to_record(), np.zeros(MAX_MOVES, np.int32)
    began = time.perf_counter()
    _play(fast, table, _records(rules, 1), out)
    rows = [Row("compile, or load from the cache", time.perf_counter() - began, "s", "the first compiled game")]
    rows += _rates("interpreted", interpreted, *_play(slow, rules.table, _lists(rules, interpreted), [0] * MAX_MOVES))
    rows += _rates("compiled", compiled, *_play(fast, table, _records(rules, compiled), out))
    return rows


def _rates(how: str, games: int, seconds: float, decisions: int) -> list[Row]:
    note = f"four, {games:,} random games, one core"
    return [
        Row(f"{how} games", games / seconds, "/s", note),
        Row(f"{how} decisions", decisions / seconds, "/s", f"{decisions / games:.1f} a game"),
    ]


def _play(run: Callable[..., int], table: Any, games: Games, out: Any) -> tuple[float, int]:
    ready = list(games)
    began = time.perf_counter()
    decisions = sum(run(table, state, rng, out) for state, rng in ready)
    return time.perf_counter() - began, decisions


def _lists(rules: MonsterHexRules, games: int) -> Games:
    return ((rules.initial(), seeded(seed)) for seed in range(games))


def _records(rules: MonsterHexRules, games: int) -> Games:
    blank = rules.initial().to_record()
    states = np.full(games, blank, blank.dtype)
    return ((states[seed], np.array(seeded(seed))) for seed in range(games))
