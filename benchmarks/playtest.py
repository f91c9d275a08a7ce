"""Whole batches through `simulate`: against the bare compiled loop, and over two processes and two Dask workers.

In seconds of processor time, of all processes that play, so that what else the machine does hardly matters: the cost of
a game alone and by each kind of executor is the efficiency that a machine of their own would show. The event loops of
a cluster also run while nothing is played, the longer the slower the machine is by the clock; so they are measured
idle, and efficiency is told with and without them. All have loaded and compiled before the clocks start.
"""

import logging
import os
import pickle
import random
import time
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

import numpy as np

import hexwidgets as hw
from benchmarks.table import Row
from hexwidgets.arenaduel.playout import KERNELS as DUEL
from hexwidgets.engine.kernel import compiled
from hexwidgets.engine.playout import playouts
from hexwidgets.engine.rng import seeded
from hexwidgets.monsterhex.legality import MAX_MOVES
from hexwidgets.playtest.chunks import Keep, Variant, pack, play_chunk

GAMES, DUELS, MANY, CHUNK = 40_000, 400_000, 300_000, 20_000
IDLE = 3.0  # seconds
KEEPS: tuple[Keep, ...] = ("games", "counts")


def measure(games: int = GAMES, duels: int = DUELS, many: int = MANY) -> list[Row]:
    """Random games, compiled; a bot in Python; then many games on one process, on two, and on a cluster of two."""
    rows = []
    for game, count, bare in ((hw.MonsterHex("four"), games, _bare_games), (hw.ArenaDuel(), duels, _bare_duels)):
        _simulate(game, 1000)
        alone, ours = _rate(count, bare), _rate(count, partial(_simulate, game))
        name, note = game.rules.game_type.name, f"{count:,} random games, one core"
        rows.append(Row(f"simulate {name}", ours, "games/s", note))
        rows.append(Row(f"simulate {name}", ours / alone, "x", f"the bare compiled loop, {alone:,.0f} games/s"))
    plain = _rate(200, lambda c: hw.simulate(hw.MonsterHex("four"), _first, games=c, progress=False))
    rows.append(Row("simulate a bot in Python", plain, "games/s", "monsterhex, the first legal move, one core"))
    rows += _costs()
    return rows + _scaling(many)


def _costs() -> list[Row]:
    """What docs/scale.md reckons with: a game, what a chunk sends and holds, by the way of playing."""
    rows = []
    games = {"monsterhex four": hw.MonsterHex("four"), "arenaduel": hw.ArenaDuel()}
    games["monsterhex four, abilities and goals"] = hw.MonsterHex("four", abilities=True, goals=True)
    for name, game in games.items():
        rules = game.rules
        variant = Variant(name, rules, rules.initial(), (None,) * len(rules.game_type.seats))
        packed = pack([variant]) or b""
        play_chunk([variant], 1, 0, 1000)
        for keep in KEEPS:
            began = time.process_time()
            chunk = play_chunk([variant], 1, 0, CHUNK, keep)
            took = time.process_time() - began
            size = len(pickle.dumps(chunk))
            how = f"compiled, keep={keep!r}"
            rows.append(Row(f"a game of {name}", 1e6 * took / CHUNK, "µs", f"{how}, in a chunk"))
            rows.append(Row(f"a chunk of {name}", took, "s", f"{how}, {CHUNK:,} games, the largest"))
            note = f"{how}, sent back, {size / CHUNK:.3g} a game; {len(packed):,} are sent out with it"
            rows.append(Row(f"a chunk of {name}", size, "bytes", note))
        began, more = time.process_time(), 20
        for _ in range(more):
            chunk.totals[0] + chunk.totals[0]
        rows.append(Row(f"to add up a chunk of {name}", 1e3 * (time.process_time() - began) / more, "ms"))
    for name, bots, count in (("random", _any, 20), ("greedy", hw.bots.Greedy(), 1)):
        for kind in ("monsterhex four", "arenaduel"):
            began = time.process_time()
            hw.simulate(games[kind], bots, games=count, progress=False)
            took = time.process_time() - began
            rows.append(Row(f"a game of {kind}", 1e3 * took / count, "ms", f"a {name} bot in Python in every seat"))
    return rows


def _scaling(games: int) -> list[Row]:
    game = hw.MonsterHex("four")
    rows, alone = [], {}
    for keep in KEEPS:
        began, clock = time.process_time(), time.perf_counter()
        hw.simulate(game, games=games, keep=keep, progress=False)
        alone[keep], clock = time.process_time() - began, time.perf_counter() - clock
        note = f"monsterhex, {games:,} random games, keep={keep!r}"
        rows.append(Row("simulate on one process", games / alone[keep], "games/s", f"{note}, by processor time"))
        rows.append(Row("simulate on one process", games / clock, "games/s", f"{note}, by the clock"))
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        rows += _shared("two processes", game, games, alone, pool)
    from distributed import Client, LocalCluster  # noqa: PLC0415  it takes a second to load

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.getLogger("distributed").setLevel(logging.ERROR)
        with (
            LocalCluster(2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            rows += _shared("two Dask workers", game, games, alone, client.get_executor())
    return rows


def _shared(who: str, game: Any, games: int, alone: Mapping[Keep, float], executor: Executor) -> list[Row]:
    hw.simulate(game, games=20_000, executor=executor, progress=False)
    before, clock = _used(executor), time.perf_counter()
    time.sleep(IDLE)
    idle = (_used(executor) - before) / (time.perf_counter() - clock)
    rows = [Row(f"idle, {who}", 100 * idle, "% of a core", "all processes while nothing is played")]
    for keep in KEEPS:
        before, clock = _used(executor), time.perf_counter()
        hw.simulate(game, games=games, executor=executor, keep=keep, progress=False)
        clock = time.perf_counter() - clock
        used = _used(executor) - before
        what, note = f"simulate on {who}", f"keep={keep!r}"
        cores = f"{games:,} games, by the clock; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        rows += [
            Row(what, games / clock, "games/s", f"{note}, {cores}"),
            Row(what, 100 * alone[keep] / used, "%", f"{note}, of one process, by all processes' processor time"),
            Row(what, 100 * alone[keep] / (used - idle * clock), "%", f"{note}, likewise, less what they use idle"),
        ]
    return rows


def _used(executor: Executor) -> float:
    """Processor seconds of this process and the workers so far."""
    return _workers(executor) + time.process_time()


def _workers(executor: Executor) -> float:
    """Processor seconds of the workers so far, each asked until both have answered."""
    told: dict[int, float] = {}
    while len(told) < 2:
        told |= dict(executor.map(_own_time, range(8)))
    return sum(told.values())


def _own_time(_: int) -> tuple[int, float]:
    time.sleep(0.02)  # long enough for the other worker to take one too
    return os.getpid(), time.process_time()


def _first(view: Any) -> Any:
    return view.legal_moves()[0]


def _any(view: Any) -> Any:
    return random.choice(view.legal_moves())


def _rate(games: int, play: Callable[[int], object]) -> float:
    """Games for a second of processor time, the best of three."""
    took = []
    for _ in range(3):
        began = time.process_time()
        play(games)
        took.append(time.process_time() - began)
    return games / min(took)


def _simulate(game: Any, games: int) -> None:
    hw.simulate(game, games=games, progress=False)


def _bare_games(games: int) -> None:
    rules = hw.MonsterHex("four").rules
    blank = rules.initial().to_record()
    rngs = np.random.default_rng(1).integers(1, 2**32, (games, 4))
    _play_games()(rules.table.to_record(), np.full(games, blank, blank.dtype), rngs, np.zeros(MAX_MOVES, np.int32))


def _bare_duels(games: int) -> None:
    rules = hw.ArenaDuel().rules
    rng, wins = np.array(seeded(1), np.int64), np.zeros(3, np.int64)
    compiled(DUEL).playouts(rules.table.to_record(), rules.initial().to_record(), rng, games, wins)


_loops: list[Any] = []


def _play_games() -> Any:
    if not _loops:
        _loops.append(playouts(hw.MonsterHex("four").rules.kernels))
    return _loops[0]
