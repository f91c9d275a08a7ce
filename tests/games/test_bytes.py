"""What a move puts on the wire: bytes of every message between one board and its page, exact, not timed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.live import Game, GameBoard

from ..board.wire import Page, Wire, recorded
from .test_boards import offers

MOST = 4096
GAMES: dict[str, Callable[..., Game]] = {
    "four": lambda **given: hw.MonsterHex("four", seed=7, **given),
    "four, whole": lambda **given: hw.MonsterHex("four", seed=7, abilities=True, goals=True, **given),
    "duel": lambda **given: hw.ArenaDuel(seed=7, **given),
}


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


def size(content: Any) -> int:
    return len(json.dumps(content, ensure_ascii=False).encode())


def clicked(board: GameBoard, wire: Wire, path: tuple[Any, ...]) -> None:
    intent = {"v": 1, "view": "0123456789", "seq": 99999, "kind": "move", "rev": board.rev, "picks": list(path)}
    wire.clear()
    (answer,) = (said for said in Page(board, wire).send(intent) if said["kind"] == "answer")
    assert answer["ok"] is True
    wire.sent.append((board.model_id, {"method": "custom", "content": intent}))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("seated", [False, True], ids=["open table", "seated"])
@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_a_move_is_at_most_4_kilobytes_in_all_messages_together(
    make: Callable[..., Game], seated: bool, language: str, wire: Wire
) -> None:
    """A whole game by clicks: the intent, the position, the answer; at seats with the reason why Undo is dimmed."""
    game, chance, kept = make(language=language), random.Random(1), 0
    boards = [game.board(seat=seat) for seat in (game.seats if seated else (None,))]
    while game.result is None:
        board, path = chance.choice([(board, path) for board in boards for _, path in offers(board)])
        clicked(board, wire, path)
        for one in boards:
            assert sum(map(size, wire.of(one))) <= MOST
            kept += "kept" in one.status
    assert bool(kept) is seated
    for board in boards:
        board.close()


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_a_refusal_is_a_few_hundred_bytes(make: Callable[..., Game], wire: Wire) -> None:
    game = make(language="ja")
    board = game.board(seat=game.seats[0])
    wire.clear()
    Page(board, wire).ask("move", "A1", "a1", 0)
    assert 0 < wire.size < 600
    board.close()
