"""Many threads on one game: each move is played whole or refused whole."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.engine.game import Game as Model

from ..games.toys import Line, Raid, Whist
from ..strategies import told

THREADS = 6


def at_once(*jobs: Callable[[], None]) -> list[BaseException]:
    """Run every job in a thread of its own, all starting together; returns what they raised."""
    barrier, raised = threading.Barrier(len(jobs)), []

    def run(job: Callable[[], None]) -> None:
        try:
            barrier.wait(10)
            job()
        except BaseException as error:  # a thread's exception is a result here
            raised.append(error)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a deadlock"
    return raised


def meddle(game: Model, seed: int, checked: bool, done: list[int], steps: int = 60) -> None:
    """Play, undo and redo at random; each change that is accepted is put down in ``done``."""
    rng = random.Random(seed)
    for _ in range(steps):
        rev = game.rev if checked else None
        what = rng.choice(("play", "play", "play", "undo", "redo"))
        try:
            if what == "play":
                seat = rng.choice(game.seats)
                legal = game.legal_moves(seat)
                if not legal:
                    continue
                game.play_for(seat, rng.choice(legal), rev=rev)
            else:
                game.travel(what, rev=rev)
        except (hw.IllegalMove, hw.EditError):
            continue
        done.append(seed)


def replayed(game: Model, fresh: Model) -> Model:
    for moves in game.moves:
        fresh.play(*(moves if isinstance(moves, tuple) else (moves,)))
    return fresh


MAKE: dict[str, Callable[[], Model]] = {
    "line": lambda: hw.Game(Line(), seed=4),
    "whist": lambda: hw.Game(Whist(3, 6), seed=4),
    "monsterhex": lambda: hw.MonsterHex(seed=4),
}


@pytest.mark.parametrize("checked", [False, True], ids=["unchecked", "checked"])
@pytest.mark.parametrize("name", MAKE)
def test_every_accepted_change_happens_exactly_once_and_history_is_one_line(name: str, checked: bool) -> None:
    game, done, half = MAKE[name](), [], []
    start = game.rev

    def look(change: Any) -> None:
        whole = told(game)
        if (
            getattr(game, change.name) != change.new
            or whole["state"] != game.state
            or game.ply != len(game.moves)
            or (game.result is None) != bool(game.rules.to_move(game.state))
            or game.to_move != (game.rules.to_move(game.state) or (None,))[0]
        ):
            half.append(change)

    game.observe(look, ["ply", "to_move", "log", "rev"])
    jobs = [lambda s=s: meddle(game, s, checked, done) for s in range(THREADS)]
    assert at_once(*jobs) == []
    assert half == []
    assert len(done) == game.rev - start > 50
    expected = replayed(game, MAKE[name]())
    assert game.state == expected.state
    assert [str(e) for e in game.log] == [str(e) for e in expected.log]
    assert game.legal_moves() == expected.legal_moves()
    if name == "line":
        assert len(game.log) == game.ply


def test_unobserved_games_keep_together_too() -> None:
    for seed in range(5):
        game, done = MAKE["line"](), []
        start = game.rev
        jobs = [
            lambda s=s, g=game, d=done: meddle(g, s, False, d, 150) for s in range(100 * seed, 100 * seed + THREADS)
        ]
        assert at_once(*jobs) == []
        assert len(done) == game.rev - start
        assert game.state == replayed(game, MAKE["line"]()).state
        assert game.ply == len(game.log) == len(game.moves)


def test_of_a_cell_and_a_click_with_the_same_position_in_view_exactly_one_wins() -> None:
    game, rng = hw.Game(Whist(5, 40), seed=1), random.Random(1)
    for _ in range(150):
        rev, seat, ply, legal = game.rev, game.to_move, game.ply, game.legal_moves()
        cell, click = rng.choice(legal), rng.choice(legal)
        (lost,) = at_once(
            lambda: game.play_for(seat, cell, rev=rev),  # noqa: B023  it runs before the next round
            lambda: game.play_for(seat, click, rev=rev, clicked=True),  # noqa: B023
        )
        assert isinstance(lost, hw.StaleMove)
        assert lost.move in (cell, click)
        assert game.ply == ply + 1
        assert game.moves[-1] in (cell, click)


def test_orders_committed_from_two_threads_make_one_round() -> None:
    for seed in range(40):
        game = hw.Game(Raid(), seed=seed)
        raised = at_once(lambda g=game: g.commit("north", "raid"), lambda g=game: g.commit("south", "rest"))
        assert raised == []
        assert game.moves == (("raid", "rest"),)


def test_a_thread_that_reads_never_finds_a_position_that_never_was() -> None:
    """Saving, branching and asking while others play."""
    game, done, stop = MAKE["whist"](), [], threading.Event()

    def read() -> None:
        while not stop.is_set():
            twin = game.branch()
            assert twin.state == replayed(twin, MAKE["whist"]()).state
            data = game.to_json()
            assert data["ply"] <= len(data["lines"])
            for seat in game.seats:
                game.why(seat, "card 1")
                game.legal_moves(seat)
                game.view(seat)

    def play() -> None:
        meddle(game, 1, False, done, 200)
        stop.set()

    assert at_once(read, read, play) == []


def test_other_games_are_not_held_up_by_a_slow_observer() -> None:
    slow, quick = hw.Game(Line()), hw.Game(Line())
    inside, go_on = threading.Event(), threading.Event()
    slow.observe(lambda change: (inside.set(), go_on.wait(10)), "ply")
    thread = threading.Thread(target=lambda: slow.play("a1"))
    thread.start()
    assert inside.wait(10)
    quick.play("a1")
    assert quick.ply == 1
    go_on.set()
    thread.join(10)
    assert slow.ply == 1
