"""Solving the standard duel anew, and asking the shipped solution, beside random duels from the same rules."""

import json
import random
import statistics
import subprocess
import sys
import time

import numpy as np

from benchmarks.table import Row
from hexwidgets.arenaduel.playout import KERNELS
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.solution import shipped
from hexwidgets.arenaduel.state import ORDERING, State
from hexwidgets.engine.kernel import compiled
from hexwidgets.engine.rng import seeded

# In a process of its own, for its memory; solved once before, so that everything is compiled or in the cache.
_CODE = """
import json, resource, time
from hexwidgets.arenaduel import solve
from hexwidgets.arenaduel.rules import ArenaDuelRules
solve(ArenaDuelRules(dials={"life": 1}), progress=False)
wall, cpu = time.perf_counter(), time.process_time()
found = solve(ArenaDuelRules(), progress=False).certificate
print(json.dumps({
    "seconds": time.perf_counter() - wall,
    "cpu": time.process_time() - cpu,
    "residual": found.residual,
    "loss": found.loss,
    "positions": found.positions,
    "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10)),
}))
"""


def measure(games: int = 200_000, interpreted: int = 400, asked: int = 60) -> list[Row]:
    """Time and proof of `solve`, and how long `policy` takes in plain Python."""
    command = [sys.executable, "-c", f"import sys{_CODE}"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    fast, slow = _duels(games), _random_duel(interpreted)
    policy = _policy(asked)
    positions = f"{found['positions']:,} positions"
    return [
        Row(
            "solve", found["cpu"] / fast, "x", f"a million compiled random duels, CPU time; {positions} and their proof"
        ),
        Row("solve", found["seconds"], "s", f"{found['cpu']:.3g} s of CPU"),
        Row("solve", found["memory"], "MB", "peak of the whole process, NumPy and Numba included"),
        Row("solve: residual", found["residual"], "", "Bellman, over all positions"),
        Row("solve: loss", found["loss"], "", "of its policy to a best answer, over all positions"),
        Row("policy", policy / slow, "x", f"an interpreted random duel, CPU time; median of {asked} positions"),
        Row("policy", policy * 1000, "ms", "interpreted, one matrix game of up to 30 x 21"),
    ]


def _duels(games: int) -> float:
    """CPU seconds for a million compiled random duels."""
    rules = ArenaDuelRules()
    play, table, state = compiled(KERNELS).playouts, rules.table.to_record(), rules.initial().to_record()
    rng, wins = np.array(seeded(1), np.int64), np.zeros(3, np.int64)
    play(table, state, rng, 10, wins)
    began = time.process_time()
    play(table, state, rng, games, wins)
    return (time.process_time() - began) / games * 1_000_000


def _random_duel(games: int) -> float:
    """CPU seconds for an interpreted one."""
    rules = ArenaDuelRules()
    began = time.process_time()
    KERNELS.playouts(rules.table, rules.initial(), seeded(1), games, [0, 0, 0])
    return (time.process_time() - began) / games


def _policy(asked: int) -> float:
    """CPU seconds for a policy that has not been asked for before."""
    rules = ArenaDuelRules()
    solution, rng, took = shipped(rules), random.Random(1), []
    for _ in range(asked):
        state = State(phase=ORDERING, right=rng.randrange(-1, 2), facing=[rng.randrange(6), rng.randrange(6)])
        state.cell = rng.sample(range(rules.table.cells), 2)
        state.life = [rng.randint(1, 5), rng.randint(1, 5)]
        began = time.process_time()
        solution.policy("north", state)
        took.append(time.process_time() - began)
    return statistics.median(took)
