"""Whole batches through `simulate`: against the bare compiled loop, and over two processes and two Dask workers."""

import logging
import os
import time
import warnings
from collections.abc import Callable
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

GAMES, DUELS, MANY = 40_000, 400_000, 400_000


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
    return rows + _scaling(many)


def _scaling(games: int) -> list[Row]:
    game = hw.MonsterHex("four")
    one = _rate(games, partial(_simulate, game))
    rows = [Row("simulate on one process", one, "games/s", f"monsterhex, {games:,} random games")]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        rows += _shared("two processes", game, games, one, pool)
    from distributed import Client, LocalCluster  # noqa: PLC0415  it takes a second to load

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.getLogger("distributed").setLevel(logging.ERROR)
        with (
            LocalCluster(2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            rows += _shared("two Dask workers", game, games, one, client.get_executor())
    return rows


def _shared(who: str, game: Any, games: int, one: float, executor: Executor) -> list[Row]:
    """Both have loaded everything before the clock starts."""
    hw.simulate(game, games=20_000, executor=executor, progress=False)
    rate = _rate(games, lambda c: hw.simulate(game, games=c, executor=executor, progress=False))
    note = f"of twice one process; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    return [
        Row(f"simulate on {who}", rate, "games/s", f"monsterhex, {games:,} random games"),
        Row(f"simulate on {who}", 100 * rate / (2 * one), "%", note),
    ]


def _first(view: Any) -> Any:
    return view.legal_moves()[0]


def _rate(games: int, play: Callable[[int], object]) -> float:
    """Games a second, the best of three."""
    took = []
    for _ in range(3):
        began = time.perf_counter()
        play(games)
        took.append(time.perf_counter() - began)
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
