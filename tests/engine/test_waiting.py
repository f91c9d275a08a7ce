"""Waiting in a cell for a click: never for ever."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.engine.game import Game as Model

from ..games.toys import Line, Raid


@pytest.fixture
def game() -> Iterator[Model]:
    game = hw.Game(Line(), seed=1)
    yield game
    waiting = game.waiting
    assert (waiting._moves, waiting._alive) == ([], []), "a wait has left something behind"


class Page:
    """A page somewhere else: answers calls, and clicks, from a thread of its own."""

    def __init__(self, game: Model, *clicks: str, answers: bool = True, delay: float = 0.02) -> None:
        self.game, self.clicks, self.answers, self.delay = game, list(clicks), answers, delay
        self.calls = 0
        self.threads: list[threading.Thread] = []
        game.waiting.add(self.call)

    def call(self) -> None:
        self.calls += 1
        if self.answers:
            self.later(self.game.waiting.alive)
            if self.calls == 1:
                for click in self.clicks:
                    self.later(lambda c=click: self.click(c), 5 * self.delay)

    def later(self, job: Callable[[], object], delay: float | None = None) -> None:
        thread = threading.Timer(self.delay if delay is None else delay, job)
        thread.start()
        self.threads.append(thread)

    def click(self, move: str) -> None:
        self.game.play_for(self.game.to_move, move, rev=self.game.rev, clicked=True)

    def close(self) -> None:
        for thread in self.threads:
            thread.join(10)


def awaited(game: Model, timeout: float | None = 10) -> Any:
    return asyncio.run(game.next_move(timeout))


def blocked(game: Model, timeout: float | None = 10) -> Any:
    return game.wait_for_move(timeout)


both_ways = pytest.mark.parametrize("wait", [awaited, blocked])


@both_ways
def test_the_move_that_was_clicked_is_returned_and_has_been_played(wait: Any, game: Model) -> None:
    page = Page(game, "c3")
    assert wait(game) == "c3"
    assert game.moves == ("c3",)
    page.close()


def test_a_page_on_the_same_event_loop_is_heard(game: Model) -> None:
    """As with a kernel that delivers clicks during an await, on the main thread."""

    async def cell() -> list[Any]:
        loop, clicks = asyncio.get_running_loop(), ["c3", "c4"]

        def call() -> None:
            loop.call_soon(game.waiting.alive)
            loop.call_later(0.05, lambda: game.play_for(game.to_move, clicks.pop(0), clicked=True))

        game.waiting.add(call)
        return [await game.next_move(), await game.next_move()]

    assert asyncio.run(cell()) == ["c3", "c4"]


@both_ways
def test_a_page_that_is_still_loading_is_called_again(wait: Any, game: Model) -> None:
    page = Page(game, answers=False)
    page.later(lambda: setattr(page, "answers", True), 0.5)
    page.later(lambda: page.click("c3"), 1.2)
    assert wait(game) == "c3"
    assert 2 <= page.calls <= 8
    page.close()


def decided(game: Model, seat: str, move: str, clicked: bool) -> None:
    if clicked:
        game.play_for(seat, move, rev=game.rev, clicked=True)
    else:
        game.commit(seat, move)


@both_ways
@pytest.mark.parametrize(("first", "second"), [(True, True), (True, False), (False, True)])
def test_where_seats_decide_together_the_wait_ends_when_all_have_with_the_last_click(
    wait: Any, first: bool, second: bool
) -> None:
    """Also when a cell decided last: then what was clicked before is played with it."""
    game = hw.Game(Raid(), seed=1)
    page = Page(game)

    def both() -> None:
        decided(game, "north", "raid", first)
        assert (game.ply, [future.done() for future in game.waiting._moves]) == (0, [False])
        decided(game, "south", "guard", second)

    page.later(both, 0.05)
    assert wait(game) == ("guard" if second else "raid")
    assert game.moves == (("raid", "guard"),)
    page.close()


@both_ways
def test_decisions_of_cells_alone_are_no_click(wait: Any) -> None:
    game = hw.Game(Raid(), seed=1)
    page = Page(game)
    for seat in game.seats:
        page.later(lambda s=seat: game.commit(s, "raid"), 0.05)
    with pytest.raises(TimeoutError):
        wait(game, 0.5)
    page.close()
    assert game.ply == 1


@both_ways
def test_a_last_decision_of_a_cell_that_ends_the_game_ends_the_wait(wait: Any) -> None:
    game = hw.Game(Raid(), seed=1)
    for _ in range(3):
        game.play("rest", "rest")
    page = Page(game)
    for seat in game.seats:
        page.later(lambda s=seat: game.commit(s, "rest"), 0.05)
    with pytest.raises(ValueError, match="The game is over"):
        wait(game)
    page.close()


@both_ways
def test_a_move_that_a_cell_makes_is_no_click(wait: Any, game: Model) -> None:
    page = Page(game)
    page.later(lambda: game.play("a1"), 0.1)
    page.later(lambda: page.click("c3"), 0.2)
    assert wait(game) == "c3"
    assert game.moves == ("a1", "c3")
    page.close()


@both_ways
def test_a_game_that_ends_without_a_click_ends_the_wait(wait: Any, game: Model) -> None:
    page = Page(game)

    def play_to_the_end() -> None:
        while game.result is None:
            game.play(game.legal_moves()[0])

    page.later(play_to_the_end, 0.1)
    with pytest.raises(ValueError, match="over"):
        wait(game)
    page.close()


@both_ways
def test_a_refused_click_is_no_move_and_the_wait_goes_on(wait: Any, game: Model) -> None:
    page, refused = Page(game), []

    def click_wrong() -> None:
        with pytest.raises(hw.IllegalMove) as caught:
            page.click("z9")
        refused.append(caught.value.rule)

    page.later(click_wrong, 0.1)
    page.later(lambda: page.click("c3"), 0.2)
    assert wait(game) == "c3"
    assert refused == ["LINE-1"]
    page.close()


@both_ways
def test_a_click_counts_even_if_an_observer_fails_on_it(wait: Any, game: Model) -> None:
    page = Page(game)
    game.observe(lambda change: 1 / 0, "ply")

    def click() -> None:
        with pytest.raises(ZeroDivisionError):
            page.click("c3")

    page.later(click, 0.1)
    assert wait(game, 3) == "c3"
    page.close()


def test_several_may_wait_for_the_same_click(game: Model) -> None:
    page = Page(game)

    async def cell() -> list[Any]:
        page.later(lambda: page.click("c3"), 0.2)
        return await asyncio.gather(*(game.next_move(10) for _ in range(3)))

    assert asyncio.run(cell()) == ["c3", "c3", "c3"]
    page.close()


# -- nobody there ---------------------------------------------------------------------------------


@both_ways
def test_without_a_board_it_is_said_at_once(wait: Any, game: Model) -> None:
    start = time.monotonic()
    with pytest.raises(hw.NoBoardError, match="No board of this game is on display"):
        wait(game)
    assert time.monotonic() - start < 0.5


@pytest.mark.parametrize(
    ("wait", "english", "japanese"),
    [(awaited, "in an earlier cell", "先のセル"), (blocked, r"instead of `wait_for_move\(\)`", "の代わりに")],
)
def test_where_no_page_answers_it_is_said_within_two_seconds_with_what_to_do(
    wait: Any, english: str, japanese: str, game: Model
) -> None:
    Page(game, answers=False)
    for language, text in (("en", english), ("ja", japanese)):
        game.language = language
        start = time.monotonic()
        with pytest.raises(hw.NoBoardError, match=text) as caught:
            wait(game)
        assert time.monotonic() - start < 2.5, "two seconds, and half of one for a busy machine"
        assert "await game.next_move()" in str(caught.value)
        assert "{" not in str(caught.value)


def test_the_kernel_is_named(game: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    class Kernel:
        __version__ = "6.31.0"

    monkeypatch.setattr("hexwidgets.engine.waiting.PATIENCE", 0.05)
    Page(game, answers=False)
    monkeypatch.setitem(sys.modules, "ipykernel", Kernel)
    with pytest.raises(hw.NoBoardError, match=r"this kernel \(ipykernel 6.31.0\)"):
        game.wait_for_move()
    monkeypatch.delitem(sys.modules, "ipykernel")
    with pytest.raises(hw.NoBoardError, match=r"this kernel \(Python\)"):
        game.wait_for_move()


def test_a_board_that_is_gone_is_not_called(game: Model) -> None:
    page = Page(game)
    game.waiting.remove(page.call)
    game.waiting.remove(page.call)
    with pytest.raises(hw.NoBoardError):
        game.wait_for_move()
    assert page.calls == 0


# -- the end of a wait ----------------------------------------------------------------------------


@both_ways
def test_a_timeout_is_a_timeout_error(wait: Any, game: Model) -> None:
    page = Page(game)
    with pytest.raises(TimeoutError):
        wait(game, 0.1)
    page.close()


@both_ways
def test_a_game_that_is_over_has_no_next_move(wait: Any, game: Model) -> None:
    Page(game)
    while game.result is None:
        game.play(game.legal_moves()[0])
    with pytest.raises(ValueError, match="The game is over"):
        wait(game)
    game.language = "ja"
    with pytest.raises(ValueError, match="ゲームは終わっています"):
        wait(game)


@both_ways
@pytest.mark.parametrize("delay", [0.1, 0.6], ids=["soon", "later"])
@pytest.mark.parametrize("answers", [True, False])
def test_interrupting_the_cell_ends_the_wait(wait: Any, answers: bool, delay: float, game: Model) -> None:
    page = Page(game, answers=answers)
    page.later(lambda: os.kill(os.getpid(), signal.SIGINT), delay)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        wait(game, None)
    assert time.monotonic() - start < delay + 1
    page.close()


@pytest.mark.parametrize("answers", [True, False])
def test_cancelling_ends_the_wait_and_leaves_nothing(answers: bool, game: Model) -> None:
    page = Page(game, answers=answers)

    async def cell() -> None:
        task = asyncio.ensure_future(game.next_move())
        await asyncio.sleep(0.3)
        assert len(game.waiting._moves) == 1
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert game.waiting._moves == []
        assert asyncio.all_tasks() == {asyncio.current_task()}
        game.play_for("black", "c3", clicked=True)
        game.waiting.alive()

    asyncio.run(cell())
    page.close()


def test_pages_that_answer_all_at_once_do_not_hurt_each_other(game: Model) -> None:
    """Each on a thread of its own, while waits begin and end."""
    raised: list[BaseException] = []
    stop = threading.Event()

    def answer() -> None:
        try:
            while not stop.is_set():
                game.waiting.alive()
                game.waiting.clicked("x")
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=answer) for _ in range(4)]
    game.waiting.add(lambda: None)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for _ in range(100):
            assert game.wait_for_move(5) == "x"
    finally:
        stop.set()
        for thread in threads:
            thread.join(10)
        sys.setswitchinterval(interval)
    assert raised == []
