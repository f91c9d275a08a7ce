"""Boards that no page shows rest: they cost a game nothing, and are right as soon as they are shown or asked for."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.game_board import UNSEEN
from hexwidgets.live import Game, GameBoard

from ..board.wire import Page, Wire, recorded, shown
from ..strategies import play_on

GAMES: dict[str, Callable[[], Game]] = {
    "monsterhex": lambda: hw.MonsterHex("four", seed=7),
    "arenaduel": lambda: hw.ArenaDuel(seed=7),
}
every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


def updated(wire: Wire) -> set[str]:
    """The boards that were sent an update."""
    return {who for who, data in wire.sent if data.get("method") == "update"}


def views(board: GameBoard, number: int | None) -> None:
    """So many views are open, as pages count them."""
    board._handle_msg({"content": {"data": {"method": "update", "state": {"_view_count": number}}}})


def fresh(board: GameBoard) -> dict[str, Any]:
    """What a new board like this one shows."""
    other = board.game.board(seat=board.seat)
    told = shown(other)
    other.close()
    return told


@every_game
def test_a_move_is_sent_to_the_boards_that_are_seen_and_to_few_others(make: Callable[[], Game], wire: Wire) -> None:
    game = make()
    seen = [game.board(), game.board(seat=game.seats[0])]
    for board in seen:
        views(board, 1)
    lost = [game.board(seat=game.seats[0]) for _ in range(200)]
    for move in range(5):
        wire.clear()
        play_on(game, random.Random(move), 1)
        assert {board.model_id for board in seen} <= updated(wire)
        assert len(updated(wire)) == len(seen) + UNSEEN
        for board in (*seen, *lost[-UNSEEN:]):
            assert board.rev == game.rev
        calls = [data for _, data in wire.sent if data.get("method") == "custom"]
        assert len(calls) == (0 if move else len(lost) - UNSEEN)  # each is called once: does anybody show you?
    for board in (*seen, *lost):
        board.close()


@every_game
def test_a_board_whose_views_are_gone_rests_until_a_page_shows_it(make: Callable[[], Game], wire: Wire) -> None:
    game = make()
    board = game.board()
    views(board, 1)
    views(board, 0)
    wire.clear()
    play_on(game, random.Random(1), 2)
    assert updated(wire) == set()
    views(board, 1)
    assert updated(wire) == {board.model_id}
    assert shown(board) == fresh(board)
    board.close()


WAYS: dict[str, Callable[[GameBoard, Page], Any]] = {
    "display": lambda board, page: board._repr_mimebundle_(),
    "picture": lambda board, page: board.to_svg(),
    "text": lambda board, page: board.to_text(),
    "page that loads": lambda board, page: board.send_state(),
    "state of all widgets": lambda board, page: board.get_state(),
    "answer": lambda board, page: page.send({"v": 1, "view": "view-1", "kind": "pong", "id": 0}),
    "click": lambda board, page: page.ask("undo"),
    "nonsense": lambda board, page: page.send({"v": 7}),
}


@every_game
@pytest.mark.parametrize("way", WAYS)
def test_a_board_that_rests_comes_up_whoever_asks(make: Callable[[], Game], wire: Wire, way: str) -> None:
    game = make()
    board = game.board()
    views(board, 0), views(board, -1)
    play_on(game, random.Random(1), 2)
    assert board.rev < game.rev
    WAYS[way](board, Page(board, wire))
    assert board.rev == game.rev
    assert shown(board) == fresh(board)
    board.close()


def test_a_view_that_is_left_answers_and_the_board_goes_on(wire: Wire) -> None:
    """Of two views one is closed, or a page counts wrongly after a reload: what is shown never stays behind."""
    game = hw.MonsterHex("four", seed=7)
    board = game.board()
    views(board, 2)
    wire.clear()
    views(board, 1)
    assert [message["kind"] for message in wire.messages(board)] == ["ping"]
    play_on(game, random.Random(1), 1)  # before its answer is here
    assert wire.updates(board) == []
    Page(board, wire).send({"v": 1, "view": "view-1", "kind": "pong", "id": 0})
    assert wire.updates(board)[-1]["rev"] == game.rev
    play_on(game, random.Random(2), 1)
    assert wire.updates(board)[-1]["rev"] == game.rev
    board.close()


def test_no_count_that_a_page_sends_does_harm(wire: Wire) -> None:
    game = hw.MonsterHex("four", seed=7)
    board, other = game.board(), game.board()
    for number in (None, 3, -5, None, 2**70, -(2**70), 1):
        views(board, number)
        play_on(game, random.Random(1), 1)
        assert other.rev == game.rev
    assert board.rev == game.rev
    board.close()
    other.close()


def test_a_picture_puts_no_board_to_rest(wire: Wire) -> None:
    game = hw.MonsterHex("four", seed=7)
    boards = [game.board() for _ in range(UNSEEN)]
    game.to_svg()
    play_on(game, random.Random(1), 1)
    assert {board.rev for board in boards} == {game.rev}
    for board in boards:
        board.close()


def test_a_board_is_told_of_a_secret_order_when_it_is_shown_again(wire: Wire) -> None:
    duel = hw.ArenaDuel(seed=7)
    board = duel.board(seat="north")
    views(board, 1), views(board, 0)
    duel.commit("north", "F>")
    assert "committed" not in board.status
    views(board, 1)
    assert board.status["committed"] == [0]
    board.close()


STEPS = st.lists(st.sampled_from(["play", "undo", "more", "less", "read", "pong", "language"]), max_size=30)


@every_game
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, seed=st.integers(0, 999))
def test_what_is_shown_or_asked_for_is_always_right(
    make: Callable[[], Game], wire: Wire, steps: list[str], seed: int
) -> None:
    game, chance, count = make(), random.Random(seed), 0
    board = game.board(seat=game.seats[0])
    page = Page(board, wire)
    for step in steps:
        if step == "play" and game.result is None:
            play_on(game, chance, 1)
        elif step == "undo" and game.can_undo:
            game.undo(force=True)
        elif step == "language":
            game.language = chance.choice(["en", "ja"])
        elif step in ("more", "less"):
            count += 1 if step == "more" else -1
            views(board, count)
        elif step == "read":
            board.to_text()
            assert shown(board) == fresh(board)
        elif step == "pong":
            page.send({"v": 1, "view": "view-1", "kind": "pong", "id": 0})
        if not board._resting:
            assert shown(board) == fresh(board)
    game.language = None
    board.close()
