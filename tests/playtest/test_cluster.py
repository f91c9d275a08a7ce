"""A real cluster of Dask: separate processes, of which one dies while games are played."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from pandas.testing import assert_frame_equal

import hexwidgets as hw
from hexwidgets.playtest.report import Report
from hexwidgets.playtest.simulate import simulate

from .coin import Own

pytestmark = pytest.mark.slow


@pytest.fixture  # for each test: on a busy machine a worker that died may never come back
def client() -> Iterator[Any]:
    from distributed import Client, LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the cluster says of itself is not what is tested
        with (
            LocalCluster(2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None) as cluster,
            Client(cluster) as found,
        ):
            yield found


@pytest.mark.parametrize(
    ("bots", "games"), [(None, 60_000), ([Own(), lambda view: view.legal_moves()[0]], 400)], ids=["compiled", "bots"]
)
def test_a_worker_that_dies_costs_no_game_and_changes_none(client: Any, bots: Any, games: int) -> None:
    alone = simulate(hw.ArenaDuel(), bots, games=games, progress=False)
    client.wait_for_workers(2)
    workers = client.run(os.getpid)
    killed: list[int] = []

    def kills(report: Report) -> None:
        if report.games < games and not killed:
            killed.append(sorted(workers.values())[0])
            os.kill(killed[0], signal.SIGKILL)

    report = simulate(hw.ArenaDuel(), bots, games=games, executor=client.get_executor(), progress=kills)
    assert killed
    assert report.ended == "done"
    assert_frame_equal(report.frame(), alone.frame())
    assert killed[0] not in client.run(os.getpid).values()
