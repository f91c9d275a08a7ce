"""What is closed or dropped is gone, and boards that come and go leave nothing behind."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from ipywidgets.widgets import widget

import hexwidgets as hw
from hexwidgets.live import Game

ROUNDS = 200
GAMES: dict[str, Callable[[], Game]] = {"monsterhex": lambda: hw.MonsterHex("four", seed=7), "arenaduel": hw.ArenaDuel}
every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


def widgets() -> int:
    return len(widget._instances)


def move(game: Game) -> None:
    game.play(*(game.legal_moves(seat)[0] for seat in game.rules.to_move(game.state)))


def show_and_close(game: Game) -> weakref.ref[Any]:
    """One round: a board is made, follows a move back and forth, and is closed."""
    board = game.board(seat=game.seats[0])
    game.undo(force=True)
    game.redo()
    board.close()
    return weakref.ref(board)


@every_game
def test_two_hundred_rounds_of_boards_leave_nothing_behind(make: Callable[[], Game]) -> None:
    game, before = make(), widgets()
    move(game)
    for _ in range(20):
        show_and_close(game)  # what is kept for good is made by now
    gc.collect()
    tracemalloc.start()
    try:
        gone = [show_and_close(game) for _ in range(ROUNDS)]
        gc.collect()
        left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [ref for ref in gone if ref() is not None] == []
    assert widgets() == before
    assert game._boards == []
    assert game._subscribers == []
    assert game.waiting._calls == []
    assert left < ROUNDS * 4096  # a board is thirty times that


@every_game
def test_two_hundred_games_are_gone_with_their_boards(make: Callable[[], Game]) -> None:
    before, gone = widgets(), []
    for _ in range(ROUNDS):
        game = make()
        gone.append(weakref.ref(game))
        game._table().close()
    del game
    gc.collect()
    assert [ref for ref in gone if ref() is not None] == []
    assert widgets() == before


@every_game
def test_a_picture_needs_a_board_only_for_a_moment(make: Callable[[], Game]) -> None:
    game, before = make(), widgets()
    for _ in range(3):
        game.to_svg()
        game.to_text(game.seats[0])
    gc.collect()
    assert widgets() == before
    assert game._boards == []


@every_game
def test_a_closed_board_is_silent_and_closing_twice_is_no_fault(make: Callable[[], Game]) -> None:
    game = make()
    board, other = game.board(), game.board()
    board.close()
    board.close()
    rev = board.rev
    move(game)
    assert (board.rev, other.rev) == (rev, game.rev)
    other.close()
