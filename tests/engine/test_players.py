"""Bots at the board: when they play, what they see, and how they leave."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.engine.game import Game as Model
from hexwidgets.engine.players import BotError, SeatView, view_of

from ..games.cases import CASES, Case
from ..games.toys import Line, Raid
from ..strategies import play_on

LONG = 30  # seconds; nothing here takes nearly as long


def first(view: SeatView) -> Any:
    return view.legal_moves()[0]


def until(true: Callable[[], Any]) -> None:
    """Wait until something that another thread does has happened."""
    deadline = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.002)


class Slow:
    """A bot that thinks until it is told to go on, and tells what it was asked."""

    def __init__(self, move: Any = None) -> None:
        self.move = move
        self.asked: list[SeatView] = []
        self.go_on = threading.Semaphore(0)

    def __call__(self, view: SeatView) -> Any:
        self.asked.append(view)
        assert self.go_on.acquire(timeout=LONG)
        return self.move or first(view)


@pytest.fixture
def line() -> Iterator[Model]:
    game = hw.Game(Line(), seed=1)
    yield game
    game.bots.stop()


@pytest.fixture
def raid() -> Iterator[Model]:
    game = hw.Game(Raid(), seed=1)
    yield game
    game.bots.stop()


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    until(lambda: not [t for t in threading.enumerate() if t.name.startswith("hexwidgets bot")])


# -- playing --------------------------------------------------------------------------------------


def test_a_bot_plays_when_its_seat_decides(line: Model) -> None:
    line.bots["white"] = first
    assert line.ply == 0
    line.play("c3")
    assert line.bots.wait(LONG) is None
    assert (line.moves, line.to_move) == (("c3", "a1"), "black")


def test_a_bot_that_is_to_move_begins_at_once(line: Model) -> None:
    line.bots["black"] = lambda view: "c3"
    line.bots.wait(LONG)
    assert line.moves == ("c3",)


def test_a_bot_may_answer_in_text(raid: Model) -> None:
    raid.bots["north"] = raid.bots["south"] = lambda view: str(first(view))
    assert raid.bots.finish(LONG) == raid.result


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_bots_play_any_game_to_its_end(case: Case) -> None:
    game = case.make(3)
    for number, seat in enumerate(game.seats):
        game.bots[seat] = hw.bots.Random(seed=number)
    result = game.bots.finish(LONG)
    assert result == game.result
    assert not game.bots.errors
    again = case.make(3)
    bots = {seat: hw.bots.Random(seed=number) for number, seat in enumerate(again.seats)}
    while again.result is None:
        again.play(*(bots[seat](view_of(again, seat)) for seat in again.rules.to_move(again.state)))
    assert again.moves == game.moves


def test_deciding_together_a_bot_commits_in_secret_and_waits_for_the_person() -> None:
    duel = hw.ArenaDuel(seed=7)
    answered = threading.Event()

    def bot(view: SeatView) -> str:
        answered.set()
        return "F>"

    duel.bots["south"] = bot
    assert duel.bots.wait(LONG) is None
    assert answered.wait(LONG)
    until(lambda: "south" in duel._committed)
    assert duel.ply == 0
    duel.commit("north", "F=")
    assert str(duel.moves[0][1]) == "F>"
    duel.bots.stop()


def test_the_kernel_is_not_kept_waiting(line: Model) -> None:
    bot = Slow()
    line.bots["black"] = bot
    until(lambda: bot.asked)
    assert (line.ply, line.to_move, len(line.legal_moves())) == (0, "black", 19)
    bot.go_on.release()
    line.bots.wait(LONG)
    assert line.ply == 1


def test_a_bot_is_asked_once_a_position(line: Model) -> None:
    asked: list[int] = []
    line.bots["white"] = lambda view: (asked.append(view.rev), first(view))[1]
    for move in ("e3", "c3"):
        line.play(move)
        line.bots.wait(LONG)
    assert asked == [2, 4]


# -- positions that change meanwhile --------------------------------------------------------------


def test_what_it_thinks_about_is_dropped_when_the_position_changes_and_it_is_asked_anew(line: Model) -> None:
    bot = Slow()
    line.bots["black"] = bot
    until(lambda: len(bot.asked) == 1)
    assert not bot.asked[0].cancelled
    line.play("c3")  # somebody else moves for black
    assert bot.asked[0].cancelled
    line.play("c4")
    bot.go_on.release()
    until(lambda: len(bot.asked) == 2)
    assert line.moves == ("c3", "c4")
    bot.go_on.release()
    line.bots.wait(LONG)
    assert line.moves == ("c3", "c4", "a1")


def test_an_undo_while_it_thinks_is_not_played_over(line: Model) -> None:
    bot = Slow()
    line.play("a1")
    line.bots["white"] = bot
    until(lambda: bot.asked)
    line.undo()
    bot.go_on.release()
    line.bots.wait(LONG)
    assert (line.ply, line.can_redo) == (0, True)


def test_after_an_undo_bots_stay_quiet_until_a_person_has_played(line: Model) -> None:
    line.bots["white"] = first
    line.play("c3")
    line.bots.wait(LONG)
    line.undo()
    assert (line.ply, line.to_move, line.bots.quiet) == (1, "white", True)
    line.undo()
    line.redo()
    assert line.ply == 1
    line.undo()
    line.play("c4")
    line.bots.wait(LONG)
    assert line.moves == ("c4", "a1")


def test_resume_lets_a_bot_answer_after_an_undo(line: Model) -> None:
    line.bots["white"] = first
    line.play("c3")
    line.bots.wait(LONG)
    line.undo()
    line.bots.resume()
    line.bots.wait(LONG)
    assert line.moves == ("c3", "a1")


def test_undo_and_redo_at_a_board_lead_to_where_a_person_decides(line: Model) -> None:
    line.bots["white"] = first
    for move in ("c3", "c4"):
        line.play(move)
        line.bots.wait(LONG)
    assert line.ply == 4
    line.travel("undo")
    assert (line.ply, line.to_move) == (2, "black")
    line.travel("undo")
    assert line.ply == 0
    line.travel("redo")
    assert (line.ply, line.to_move) == (2, "black")


def test_undo_at_a_board_of_bots_is_one_decision(line: Model) -> None:
    line.bots["black"] = line.bots["white"] = first
    line.bots.finish(LONG)
    ply = line.ply
    line.travel("undo")
    assert line.ply == ply - 1


def test_after_an_undo_a_bot_decides_anew_together_with_a_person() -> None:
    duel = hw.ArenaDuel(seed=7)
    duel.bots["south"] = lambda view: "S="
    duel.play_for("north", "F=")
    until(lambda: duel.ply == 1)
    duel.undo()
    duel.play_for("north", "S=")
    until(lambda: duel.ply == 1)
    duel.bots.stop()


def test_after_an_edit_bots_wait_to_be_told() -> None:
    game = hw.MonsterHex("two-duel", seed=7)
    game.bots["blue"] = hw.bots.Random(1)
    with game.editing() as e:
        e.to_move("blue")
    assert (game.to_move, game.bots.quiet) == ("blue", True)
    game.bots.wait(LONG)
    assert game.to_move == "red"
    assert game.ply == 2


# -- seats ----------------------------------------------------------------------------------------


def test_bots_are_a_mapping_by_seat(line: Model) -> None:
    bot = Slow()
    line.bots["white"] = bot
    assert dict(line.bots) == {"white": bot}
    assert ("white" in line.bots, "black" in line.bots, len(line.bots)) == (True, False, 1)
    del line.bots["white"]
    with pytest.raises(KeyError):
        del line.bots["white"]
    with pytest.raises(KeyError):
        line.bots["white"]
    assert repr(line.bots) == "<bots none>"


def test_who_does_not_exist_or_cannot_play_is_refused(line: Model) -> None:
    with pytest.raises(ValueError, match="no seat 'red'; the seats are black, white"):
        line.bots["red"] = first
    with pytest.raises(TypeError, match="callable"):
        line.bots["white"] = "greedy"  # type: ignore[assignment]
    assert len(line.bots) == 0


def test_a_bot_taken_off_while_it_thinks_plays_no_more(line: Model) -> None:
    bot = Slow()
    line.bots["black"] = bot
    until(lambda: bot.asked)
    line.bots.stop()
    assert bot.asked[0].cancelled
    bot.go_on.release()
    until(
        lambda: (
            threading.active_count() == 1 or not any(t.name == "hexwidgets bot black" for t in threading.enumerate())
        )
    )
    assert line.ply == 0
    assert len(bot.asked) == 1


def test_another_bot_takes_over_at_once_from_one_that_thinks(line: Model) -> None:
    slow = Slow()
    line.bots["black"] = slow
    until(lambda: slow.asked)
    line.bots["black"] = lambda view: "c3"
    line.bots.wait(LONG)
    assert line.moves == ("c3",)
    slow.go_on.release()


def test_a_branch_and_a_copy_have_no_bots(line: Model) -> None:
    line.bots["white"] = first
    assert len(line.branch().bots) == 0


def test_a_game_that_is_gone_leaves_no_thread_and_is_not_kept_by_one() -> None:
    game = hw.Game(Line(), seed=1)
    bot = Slow()
    game.bots["black"] = bot
    until(lambda: bot.asked)
    gone = weakref.ref(game)
    del game
    until(lambda: (gc.collect(), gone() is None)[1])
    bot.go_on.release()  # and its thread ends, as after every test


# -- bots that fail -------------------------------------------------------------------------------


def breaks(view: SeatView) -> Any:
    raise ZeroDivisionError("no idea")


@pytest.mark.parametrize(("bot", "error"), [(breaks, ZeroDivisionError), (lambda view: "z9", hw.IllegalMove)])
def test_a_bot_that_fails_is_taken_off_and_told_of(
    line: Model, bot: Any, error: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "hexwidgets"):
        line.bots["black"] = bot
        until(lambda: line.bots.errors)
    assert "black" not in line.bots
    assert isinstance(line.bots.errors["black"], error)
    assert "black's bot was taken off" in caplog.text
    assert (line.ply, line.to_move) == (0, "black")
    line.play("c3")  # and the game goes on
    line.bots["black"] = first
    assert line.bots.errors == {}


def test_whoever_waits_for_a_bot_that_fails_is_told(line: Model) -> None:
    line.bots["white"] = breaks
    line.play("c3")
    with pytest.raises(BotError, match="white's bot was taken off: ZeroDivisionError: no idea") as caught:
        line.bots.wait(LONG)
    assert caught.value.seat == "white"
    assert line.bots.wait(LONG) is None


def test_an_observer_that_fails_does_not_cost_a_bot_its_seat(line: Model, caplog: pytest.LogCaptureFixture) -> None:
    line.bots["white"] = first

    def look(change: Any) -> None:
        if change.new == 2:
            raise ZeroDivisionError

    line.observe(look, "ply")
    with caplog.at_level(logging.ERROR, "hexwidgets"):
        line.play("c3")
        until(lambda: line.ply == 2 and caplog.records)
    assert "white" in line.bots
    assert line.bots.errors == {}


# -- waiting --------------------------------------------------------------------------------------


def test_waiting_has_an_end(line: Model) -> None:
    bot = Slow()
    line.bots["black"] = bot
    with pytest.raises(TimeoutError, match=r"within 0\.05 seconds"):
        line.bots.wait(0.05)
    bot.go_on.release()


def test_finishing_needs_a_bot_for_every_seat(line: Model) -> None:
    line.bots["black"] = first
    with pytest.raises(ValueError, match="white is to decide and has no bot"):
        line.bots.finish(LONG)


def test_a_person_who_awaits_a_click_is_told_when_a_bot_ends_the_game(line: Model) -> None:
    line.bots["white"] = Slow()
    line.goto(0)

    async def ask() -> None:
        line.waiting.add(line.waiting.alive)  # a board whose page answers
        waiting = asyncio.create_task(line.next_move())
        await asyncio.sleep(0.05)
        line.bots["black"] = line.bots["white"] = first
        with pytest.raises(ValueError, match="over"):
            await asyncio.wait_for(waiting, LONG)

    asyncio.run(ask())


# -- what they see --------------------------------------------------------------------------------


def test_a_view_tells_what_a_seat_may_know() -> None:
    game = hw.MonsterHex("two-duel", seed=7)
    view = view_of(game, "red")
    assert (view.seat, view.seats, view.to_move, view.phase) == ("red", ("red", "blue"), ("red",), "place")
    assert view.state == game.view("red")
    assert view.legal_moves() == game.legal_moves()
    assert (dict(view.scores), view.rules, view.rev) == (game.scores, game.rules, game.rev)
    with pytest.raises(AttributeError):
        view.seat = "blue"  # type: ignore[misc]
    with pytest.raises(TypeError):
        view.scores["red"] = 3  # type: ignore[index]


@pytest.mark.parametrize("case", [case for case in CASES if case.disguise], ids=lambda case: case.name)
def test_a_view_is_the_same_to_the_byte_when_only_hidden_facts_differ(case: Case) -> None:
    for seed in range(3):
        game, rng = case.make(seed), random.Random(seed)
        play_on(game, rng, 5)
        if game.result is not None:
            continue
        (seat,) = game.rules.to_move(game.state)
        assert case.disguise is not None
        before, kept = view_of(game, seat), game._history.now.state
        greedy = hw.bots.Greedy(seed=1)(before)
        game._history.now.state = case.disguise(game.rules, kept, seat, rng)
        after = view_of(game, seat)
        assert repr(after) == repr(before)
        assert after == before
        assert hw.bots.Greedy(seed=1)(after) == greedy


def test_a_view_holds_nothing_of_another_seats_secret_order_nor_of_dice_to_come() -> None:
    duel = hw.ArenaDuel(dice=[5, 2, 1, 1, 6, 6])
    before = view_of(duel, "south")
    duel.commit("north", "F>")
    after = view_of(duel, "south")
    assert (after, repr(after)) == (before, repr(before))
    assert after.rules.dice is None
    assert after.rules.switches == duel.rules.switches
