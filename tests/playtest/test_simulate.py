"""Batches of games: equal arguments give equal reports, whoever plays them and whatever befalls the players."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import hexwidgets as hw
from hexwidgets.playtest import run as running
from hexwidgets.playtest.play import SimulationError
from hexwidgets.playtest.report import Report
from hexwidgets.playtest.simulate import simulate
from tests.games.cases import CASES, Case
from tests.games.toys import Line, Raid, Whist

from .coin import HOME, Coin, Own, anyhow, dies, fails_late, first, last_as_text


def quiet(*args: Any, **kwargs: Any) -> Report:
    return simulate(*args, progress=False, **kwargs)


class Backwards(Executor):
    """Plays whatever it is given last first, and only when it has been given all there is."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []
        self.started = threading.Event()

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if not self.started.is_set():
            self.started.set()
            threading.Timer(0.2, self._play).start()
        return future

    def _play(self) -> None:
        while self.waiting:
            future, fn, args = self.waiting.pop()
            if future.set_running_or_notify_cancel():
                future.set_result(fn(*args))


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as executor:
        yield executor


RUNS: dict[str, Any] = {
    "compiled": (lambda: hw.MonsterHex("four"), None),
    "a bot in Python": (hw.ArenaDuel, [Own(), anyhow]),
    "another's game": (Whist, {"bob": first}),
}
each_run = pytest.mark.parametrize(("make", "bots"), RUNS.values(), ids=RUNS)


@each_run
def test_a_report_is_the_same_whoever_plays(make: Any, bots: Any, pool: Executor) -> None:
    alone = quiet(make(), bots, games=150, seed=3)
    with ThreadPoolExecutor(1) as threads:
        for executor in (pool, threads, Backwards()):
            report = quiet(make(), bots, games=150, seed=3, executor=executor)
            assert_frame_equal(report.frame(), alone.frame())
            assert str(report) == str(alone)


@each_run
def test_fewer_games_are_the_first_of_more(make: Any, bots: Any) -> None:
    more, fewer = quiet(make(), bots, games=90), quiet(make(), bots, games=30)
    assert_frame_equal(fewer.frame(), more.frame().head(30))


@each_run
def test_another_seed_gives_other_games(make: Any, bots: Any) -> None:
    assert not quiet(make(), bots, games=30).frame().equals(quiet(make(), bots, games=30, seed=2).frame())


def test_a_pool_that_breaks_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(os.getpid()))
    alone = quiet(Coin(), dies, games=100)
    with (
        ProcessPoolExecutor(2, get_context("spawn")) as pool,
        pytest.warns(RuntimeWarning, match=r"the executor broke .*chunks are played in this process"),
    ):
        report = quiet(Coin(), dies, games=100, executor=pool)
    assert report.ended == "done"
    assert_frame_equal(report.frame(), alone.frame())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_game_can_be_simulated(case: Case) -> None:
    game = case.make(1)
    for bots in (None, anyhow):
        report = quiet(game, bots, games=20)
        frame = report.frame()
        assert len(frame) == report.games == 20
        assert set("+".join(frame.winners).split("+")) - {""} <= set(game.seats)
        for language in ("en", "ja"):
            assert "{" not in report.summary().text(language)
    assert game.ply == 0


@pytest.mark.parametrize("games", [1, 2])
def test_a_game_or_two_make_a_report(games: int) -> None:
    assert len(quiet(hw.ArenaDuel(), games=games).frame()) == games
    assert "∞" in str(quiet(Coin(), games=1)) or "inf" in str(quiet(Coin(), games=1))


# -- bots ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "seated"),
    [
        (None, ["random"] * 3),
        ("random", ["random"] * 3),
        (first, ["first"] * 3),
        ({"bob": first}, ["random", "first", "random"]),
        ([first, None, last_as_text], ["first", "random", "last_as_text"]),
        ([Own(1), Own(2), "random"], ["Own 1", "Own 2", "random"]),
    ],
)
def test_bots_sit_where_they_were_put(given: Any, seated: list[str]) -> None:
    frame = quiet(Whist(), given, games=6).frame()
    assert frame[["bot_ann", "bot_bob", "bot_cem"]].drop_duplicates().values.tolist() == [seated]


def test_rotated_bots_sit_everywhere() -> None:
    report = quiet(Whist(), [first, None, last_as_text], games=30, rotate=True)
    frame = report.frame()
    for seat in ("ann", "bob", "cem"):
        assert frame[f"bot_{seat}"].value_counts().to_dict() == {"first": 10, "random": 10, "last_as_text": 10}
    table = report.summary().tables["bots"].set_index("bot")
    won = [frame.loc[i, f"bot_{frame.winners[i]}"] for i in frame.index if "+" not in frame.winners[i]]
    assert table.wins.to_dict() == {name: won.count(name) for name in table.index}


def test_random_numbers_of_the_caller_are_left_alone() -> None:
    import numpy as np

    random.seed(1)
    np.random.seed(1)
    expected = random.random(), np.random.random()
    random.seed(1)
    np.random.seed(1)
    quiet(Coin(), anyhow, games=5)
    assert (random.random(), np.random.random()) == expected


def test_a_failing_bot_is_named_with_its_game(pool: Executor) -> None:
    for executor in (None, pool):
        with pytest.raises(
            SimulationError, match=r"'fails_late' raised LookupError: no idea \(variant 'arenaduel', game \d"
        ):
            quiet(hw.ArenaDuel(), fails_late, games=40, executor=executor)


def test_what_cannot_be_sent_is_told(pool: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    with pytest.raises(TypeError, match="cannot be sent to another process; define them in a module"):
        quiet(Coin(), lambda view: 0, games=40, executor=pool)
    with ThreadPoolExecutor(2) as threads:
        assert quiet(Coin(), lambda view: 0, games=40, executor=threads).games == 40


def test_a_bot_of_a_notebook_can_be_sent_where_cloudpickle_is(pool: Executor) -> None:
    assert quiet(Coin(), lambda view: 1, games=40, executor=pool).games == 40


# -- where games begin ----------------------------------------------------------------------------------


def test_whole_games_are_played_unless_told_otherwise() -> None:
    game = hw.MonsterHex("four", seed=7)
    fresh = quiet(game, games=20).frame()
    for move in ("A1@d3^0",):
        game.play(move)
    assert_frame_equal(quiet(game, games=20).frame(), fresh)
    here = quiet(game, games=20, from_here=True).frame()
    assert set(here.length) <= set(range(30, 36))
    assert game.ply == 1


def test_from_here_keeps_what_was_dealt_compiled_or_not() -> None:
    duel, rng = hw.ArenaDuel(seed=4), random.Random(4)
    while duel.fighters["north"].life >= duel.fighters["south"].life - 2:
        duel.play(*(rng.choice(duel.legal_orders(seat)) for seat in duel.seats))
    assert duel.result is None
    for bots in (None, anyhow):
        wins = quiet(duel, bots, games=300, from_here=True).estimate("win_north")
        assert wins.high < 0.4


@pytest.mark.parametrize("game", [Coin(), Line()])
def test_rules_have_no_position_to_go_on_from(game: Any) -> None:
    with pytest.raises(TypeError, match="from_here needs a game with a position"):
        quiet(game, from_here=True)


def test_a_game_that_is_over_is_not_gone_on_with() -> None:
    game = hw.Game(Coin(), seed=1)
    game.play(0)
    with pytest.raises(ValueError, match="'coin' is over"):
        quiet(game, from_here=True)


# -- variants -------------------------------------------------------------------------------------------


def test_variants_play_on_the_same_seeds() -> None:
    frame = quiet({"a": Coin(50), "b": Coin(60)}, games=50).frame()
    a, b = (frame[frame.variant == name].reset_index(drop=True) for name in "ab")
    assert a.seed.tolist() == b.seed.tolist()
    assert (b.score_heads - a.score_heads == 10).all()


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ([Coin(40), Coin(60)], ("coin bias=40", "coin bias=60")),
        ([Line(), Line()], ("1", "2")),
        (
            [hw.MonsterHex(), hw.MonsterHex(dials={"colour_bonus": 3})],
            ("monsterhex", "monsterhex colour_bonus=3"),
        ),
        ({"this": Line(), "that": Raid()}, ("this", "that")),
    ],
)
def test_variants_are_named(given: Any, names: tuple[str, ...]) -> None:
    assert quiet(given, games=2).variants == names


# -- stopping -------------------------------------------------------------------------------------------


def test_a_run_stops_where_the_rule_first_holds_whoever_plays(pool: Executor) -> None:
    alone = quiet(hw.ArenaDuel(), games=20_000, stop_when=0.02)
    assert alone.ended == "stopped"
    assert alone.games % 100 == 0
    assert alone.estimate("win_north").half_width <= 0.02
    for executor in (pool, Backwards()):
        report = quiet(hw.ArenaDuel(), games=20_000, stop_when=0.02, executor=executor)
        assert_frame_equal(report.frame(), alone.frame())
    before = quiet(hw.ArenaDuel(), games=alone.games - 200).estimate("win_north")
    assert before.half_width > 0.02


def test_a_rule_may_be_a_function_or_widths_by_measure() -> None:
    report = quiet({"a": Coin(), "b": Coin(60)}, games=1000, stop_when=lambda report: report.games >= 500)
    assert report.games == 2 * 300  # of both variants; asked at 100, 200, 300
    narrow = quiet(Coin(), games=5000, stop_when={"score_heads": 2})
    assert narrow.estimate("score_heads").half_width <= 2
    assert narrow.games < 5000


def test_a_rule_that_never_holds_stops_nothing() -> None:
    assert quiet(Coin(), games=250, stop_when=lambda report: False).ended == "done"


class Interrupts:
    """A bot that interrupts when it is asked so often, as a person would who has seen enough."""

    asked = 0

    def __call__(self, view: Any) -> Any:
        Interrupts.asked += 1
        if Interrupts.asked == 130:
            signal.raise_signal(signal.SIGINT)
        return 0


def test_an_interrupt_keeps_what_is_done() -> None:
    Interrupts.asked = 0
    report = quiet(Coin(), Interrupts(), games=500)
    assert report.ended == "interrupted"
    assert 125 <= report.games <= 130
    assert report.wanted == 500
    assert str(report).startswith(f"Interrupted: {report.games} of 500 games")
    assert "中断" in report.summary().text("ja")
    assert_frame_equal(report.frame(), quiet(Coin(), first, games=report.games).frame().replace("first", "Interrupts"))


def test_an_interrupt_while_others_play_keeps_what_they_have_done(pool: Executor) -> None:
    told = []

    def stops(report: Report) -> None:
        told.append(report.games)
        if report.ended == "done" and report.games:
            raise KeyboardInterrupt

    report = simulate(hw.ArenaDuel(), anyhow, games=2000, executor=pool, progress=lambda r: told or stops(r))
    assert report.ended == "interrupted"
    assert 0 < report.games < 2000
    assert len(report.frame()) == report.games


def test_an_interrupt_before_the_first_game_leaves_an_empty_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "play_chunk", interrupted)
    report = quiet(hw.MonsterHex(), games=10)
    assert report.games == 0
    assert len(report.frame()) == 0
    assert "0 of 10" in str(report)


# -- being told -----------------------------------------------------------------------------------------


def test_the_progress_bar_shows_a_running_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    simulate(hw.ArenaDuel(), games=3000)
    shown = capsys.readouterr().err
    assert "3000/3000" in shown
    assert "North 4" in shown or "North 5" in shown


def test_a_function_is_told_the_progress_and_the_end() -> None:
    told: list[Report] = []
    simulate(hw.ArenaDuel(), games=5000, progress=told.append)
    assert told[-1].games == 5000
    assert [r.games for r in told] == sorted(r.games for r in told)


def test_a_report_can_be_kept() -> None:
    report = quiet(hw.ArenaDuel(), games=50)
    assert str(pickle.loads(pickle.dumps(report))) == str(report)


# -- arguments that make no sense -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "said", "arguments"),
    [
        (ValueError, "games: expected an integer from 1, got 0", {"games": 0}),
        (ValueError, "games: expected an integer from 1, got True", {"games": True}),
        (ValueError, "games: expected an integer from 1, got 1.5", {"games": 1.5}),
        (ValueError, "seed: expected an integer from 0, got -1", {"seed": -1}),
        (ValueError, "unknown seat 'purple'; known are north, south", {"bots": {"purple": first}}),
        (ValueError, "expected one for each of north, south, got 3", {"bots": [first] * 3}),
        (TypeError, "expected callables .* got 'clever'", {"bots": "clever"}),
        (TypeError, "expected callables .* got 3", {"bots": {"north": 3}}),
        (ValueError, "expected a half-width above 0 such as 0.01, got 0", {"stop_when": 0}),
        (ValueError, "expected a half-width above 0 such as 0.01, got 'soon'", {"stop_when": {"draw": "soon"}}),
        (ValueError, "unknown measure 'win_red'", {"stop_when": {"win_red": 0.1}}),
    ],
)
def test_what_makes_no_sense_is_refused(error: type[Exception], said: str, arguments: Any) -> None:
    with pytest.raises(error, match=said):
        quiet(hw.ArenaDuel(), **arguments)


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (3, TypeError, "expected a game or a Rules object, got 3, which lacks game_type"),
        ("four", TypeError, "expected a game or a Rules object, got 'four'"),
        ({}, ValueError, "expected a game or variants, got none"),
        ({1: Coin()}, TypeError, "expected a name for each, got 1"),
        ({"a": None}, TypeError, "got None"),
    ],
)
def test_what_is_no_game_is_refused(given: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        quiet(given)


def test_frames_are_pandas() -> None:
    frame = quiet(hw.MonsterHex("two-duel"), games=20).frame()
    assert isinstance(frame, pd.DataFrame)
    assert [*frame.columns[:6]] == ["variant", "game", "seed", "winners", "reason", "length"]
    assert frame.game.tolist() == list(range(20))
    assert frame.branching.notna().tolist() == [game % 10 == 0 for game in range(20)]
