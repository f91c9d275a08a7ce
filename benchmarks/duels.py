"""Whole random duels a second on one core, interpreted and compiled from the same source."""

import time

import numpy as np

from benchmarks.table import Row
from hexwidgets.arenaduel.playout import KERNELS
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.engine.kernel import compiled
from hexwidgets.engine.rng import seeded


def measure(interpreted: int = 2_000, fast: int = 1_000_000) -> list[Row]:
    """Charge rolls, orders picked at random among the legal ones, dice: to the knock-out, over and over."""
    rules = ArenaDuelRules()
    play, table, state = compiled(KERNELS).playouts, rules.table.to_record(), rules.initial().to_record()
    rng, wins = np.array(seeded(1), np.int64), np.zeros(3, np.int64)
    play(table, state, rng, 10, wins)
    rows = []
    for how, games in (("interpreted", interpreted), ("compiled", fast)):
        began = time.perf_counter()
        if how == "compiled":
            turns = play(table, state, rng, games, wins)
        else:
            turns = KERNELS.playouts(rules.table, rules.initial(), seeded(1), games, [0, 0, 0])
        seconds = time.perf_counter() - began
        rows.append(
            Row(f"{how} duels", games / seconds, "/s", f"{games:,} random duels, {turns / games:.2f} turns each")
        )
    return rows
