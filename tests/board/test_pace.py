"""How often a board tells its pages where it stands."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.board import paced
from hexwidgets.board.pace import BURST, RATE, Pace
from hexwidgets.live import Game, GameBoard

from .wire import Page, Wire, recorded, shown


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


def test_a_burst_goes_out_at_once_and_then_so_many_a_second() -> None:
    now = [0.0]
    pace = Pace(burst=3, rate=10, clock=lambda: now[0])
    assert [pace.take() for _ in range(3)] == [0, 0, 0]
    assert pace.take() == pytest.approx(0.1)
    now[0] = 0.2
    assert pace.take() == 0
    now[0] = 1000  # it fills up, and no further
    assert [pace.take() for _ in range(4)] == [0, 0, 0, pytest.approx(0.1)]


def play_on(game: Game, plays: int) -> None:
    for _ in range(plays):
        if game.result is None:
            game.play(*(game.legal_moves(seat)[-1] for seat in game.rules.to_move(game.state)))
        else:
            game.goto(0, force=True)


def page_shows(board: GameBoard, wire: Wire) -> dict[str, Any]:
    """What a page has come to by all updates."""
    state: dict[str, Any] = {}
    for update in wire.updates(board):
        state |= update
    return json.loads(json.dumps(state))  # type: ignore[no-any-return]


def settle(board: GameBoard) -> None:
    end = time.monotonic() + 5
    while board._owed and time.monotonic() < end:
        time.sleep(0.01)


@pytest.mark.parametrize("make", [lambda: hw.MonsterHex("four", seed=7), lambda: hw.ArenaDuel(seed=7)])
def test_a_thousand_plays_end_at_the_right_position_in_few_messages(make: Any, wire: Wire) -> None:
    game = make()
    some = [game.board(), game.board(seat=game.seats[0])]
    begun = time.monotonic()
    play_on(game, 1000)
    for board in some:
        settle(board)
    seconds = time.monotonic() - begun
    for board in some:
        assert board.rev == game.rev == 1001
        assert len(wire.updates(board)) <= BURST + RATE * seconds + 2
        told, now = page_shows(board, wire), shown(board)
        assert told == {name: now[name] for name in told}
    wire.clear()
    time.sleep(2 / RATE)
    assert wire.sent == []  # and then there is silence
    for board in some:
        board.close()


def test_a_click_is_answered_after_its_position_and_without_delay(wire: Wire) -> None:
    game = hw.MonsterHex("four", seed=7)
    board = game.board()
    page = Page(board, wire)
    play_on(game, BURST + 20)
    game.goto(0, force=True)
    wire.clear()
    assert page.ask("move", "A1", "d3", 2)["ok"] is True
    *_, update, answer = wire.of(board)
    assert update["state"]["rev"] == answer["content"]["rev"] == game.rev
    board.close()


def test_a_page_that_asks_for_all_gets_all_at_once(wire: Wire) -> None:
    game = hw.MonsterHex("four", seed=7)
    board = game.board()
    play_on(game, BURST + 20)
    with game.lock:  # what is owed might go out just before
        wire.clear()
        board.send_state()
        (update,) = wire.updates(board)
    assert update["rev"] == game.rev
    assert {"grid", "tokens", "words"} <= set(update)
    settle(board)
    assert all("grid" not in later for later in wire.updates(board)[1:])
    board.close()


def test_updates_go_out_at_once_where_there_are_no_threads(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Any) -> None:
        raise RuntimeError("can't start new thread")

    game = hw.MonsterHex("four", seed=7)
    board = game.board()
    monkeypatch.setattr(paced.threading.Timer, "start", refuse)
    play_on(game, BURST + 20)
    assert not board._owed
    assert page_shows(board, wire)["rev"] == game.rev
    board.close()


def test_a_closed_board_sends_nothing_late(wire: Wire) -> None:
    game = hw.MonsterHex("four", seed=7)
    board = game.board()
    play_on(game, BURST + 20)
    name = board.model_id
    board.close()
    wire.clear()
    time.sleep(3 / RATE)
    assert [who for who, _ in wire.sent if who == name] == []
    assert not [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
