"""Whole random duels a second on one core, interpreted and compiled from the same source.

Counted in seconds of this thread's own processor time, so that what else the machine does hardly matters, and set
against random numbers that CPython's C code makes meanwhile, so that figures of different machines can be compared.
"""

import random
import time
from collections.abc import Callable
from operator import truediv
from statistics import median

import numpy as np

from benchmarks.table import Row
from hexwidgets.arenaduel.playout import KERNELS
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.engine.kernel import compiled
from hexwidgets.engine.rng import seeded

ROUNDS = 7
WORDS = 2_000_000


def measure(interpreted: int = 500, fast: int = 200_000) -> list[Row]:
    """Charge rolls, orders picked at random among the legal ones, dice: to the knock-out, over and over."""
    rules, play, source = ArenaDuelRules(), compiled(KERNELS).playouts, random.Random(1)
    table, state, rng = rules.table.to_record(), rules.initial().to_record(), np.array(seeded(1), np.int64)
    lists, list_rng, wins = rules.initial(), seeded(1), np.zeros(3, np.int64)

    began = time.thread_time()
    play(table, state, rng, 1, wins)
    ready = time.thread_time() - began
    turns = play(table, state, rng, fast, wins) / fast

    makers: list[tuple[int, Callable[[], int]]] = [
        (interpreted, lambda: KERNELS.playouts(rules.table, lists, list_rng, interpreted, [0, 0, 0])),
        (fast, lambda: play(table, state, rng, fast, wins)),
        (WORDS, lambda: source.getrandbits(32 * WORDS)),
    ]
    rounds = [[_rate(*maker) for maker in makers] for _ in range(ROUNDS)]  # in turn, so that all meet the same noise
    slow, quick, words = zip(*rounds, strict=True)
    ratio, cost = median(map(truediv, quick, slow)), median(map(truediv, words, quick))
    note = f"one core, by processor time, median of {ROUNDS} rounds"
    return [
        Row("compile duels, or load from the cache", ready, "s", "the first compiled duel"),
        Row("interpreted duels", median(slow), "/s", f"{interpreted:,} random duels, {note}"),
        Row("compiled duels", median(quick), "/s", f"{fast:,} random duels, {turns:.2f} turns each, {note}"),
        Row("compiled duels", ratio, "x", "interpreted ones"),
        Row("a compiled duel", cost, "x", "the time of a 32-bit word of CPython's random, which is C"),
    ]


def _rate(count: int, make: Callable[[], int]) -> float:
    """How many are made a second, where a call makes ``count``."""
    began = time.thread_time()
    make()
    return count / (time.thread_time() - began)
