"""What holds for the boards of every game, whoever wrote it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.live import GameBoard

from ..board.wire import Page, Wire, nothing_changes, recorded, shown
from ..strategies import play_on, seeds
from .cases import CASES, EVERY_MONSTER_HEX, NONSENSE, Case

# Every variant of Monster Hex is played on boards in test_live.py; here two of them stand for all.
SOME = [case for case in CASES if case not in EVERY_MONSTER_HEX[1:-1]]
every_game = pytest.mark.parametrize("case", SOME, ids=lambda case: case.name)
simultaneous = pytest.mark.parametrize(
    "case", [c for c in CASES if c.make(0).rules.game_type.dynamics == "simultaneous"], ids=lambda case: case.name
)
a_few = settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


def paths(node: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every list of picks in a tree."""
    if node == 1:
        yield above
    elif isinstance(node, str):
        words = node.split()
        for place, mask in zip(words[::2], words[1::2], strict=True):
            yield from ((*above, place, turn) for turn in range(6) if int(mask) >> turn & 1)
    else:
        for key, below in node.items():
            yield from paths(below, (*above, key))


def offers(board: GameBoard) -> list[tuple[str, tuple[Any, ...]]]:
    """What a board offers, and for which seat."""
    picks, game = board.picks, board.game
    every = [*paths(picks["tree"]), *((word,) for word in picks.get("also", []))]
    if picks["steps"][:1] == ["seat"]:
        return [(path[0], path) for path in every]
    seat = board.seat if board.seat in game.seats else seats_that_decide(board)[0] if every else ""
    return [(str(seat), path) for path in every]


def seats_that_decide(board: GameBoard) -> tuple[str, ...]:
    """Whom the board asks: those that may decide at it, first who has not yet."""
    game = board.game
    deciding = [seat for seat in game.seats if seat in game.rules.to_move(game.state)]
    waiting = [seat for seat in deciding if game.committed(seat) is None]
    if board.seat == "turn":
        return tuple(waiting[:1])
    return tuple(seat for seat in dict.fromkeys((*waiting, *deciding)) if board.seat in (None, seat))


def uncover(page: Page) -> None:
    if page.board.status.get("handover"):
        assert page.board.picks["tree"] == {}
        assert page.ask("reveal")["ok"] is True


@every_game
@a_few
@given(seed=seeds)
def test_boards_offer_exactly_the_legal_moves_of_the_seats_that_play_at_them(wire: Wire, case: Case, seed: int) -> None:
    """A whole game, each decision at any board that offers it; all boards follow, and a new one shows the same."""
    game, rng = case.show(seed), random.Random(seed)
    boards = [game.board(seat=seat) for seat in (None, *game.seats, "turn")]
    pages = [Page(board, wire) for board in boards]
    decisions = 0
    while game.result is None:
        uncover(pages[-1])
        offered = [offers(board) for board in boards]
        for board, some in zip(boards, offered, strict=True):
            seats = seats_that_decide(board)
            told = {seat: sorted(text(board, path) for who, path in some if who == seat) for seat in seats}
            assert told == {seat: sorted(map(str, game.legal_moves(seat))) for seat in seats}
            assert len(some) == sum(map(len, told.values()))
            assert board.rev == game.rev
        which = rng.choice([i for i, some in enumerate(offered) if some])
        seat, path = rng.choice(offered[which])
        waiting = [s for s in game.rules.to_move(game.state) if game.committed(s) is None and s != seat]
        ply, decisions = game.ply, decisions + 1
        assert pages[which].ask("move", *path)["ok"] is True
        assert game.ply == ply + (not waiting)
    assert decisions >= game.ply > 0
    for board in boards:
        assert board.picks == {"steps": board.picks["steps"], "tree": {}}
        assert board.status["result"]["heading"]
        if board.seat != "turn":  # whose last hand it shows depends on who sat there
            fresh = game.board(seat=board.seat)
            assert shown(fresh) == shown(board)
            fresh.close()
        board.close()


def text(board: GameBoard, path: tuple[Any, ...]) -> str:
    """The move that a path of the tree means."""
    game = board.game
    picks = path[1:] if board.picks["steps"][:1] == ["seat"] else path
    return str(game.scenery.move(game.state, picks))


@every_game
@a_few
@given(seed=seeds, plies=st.integers(0, 30))
def test_what_is_not_legal_is_refused_at_every_board_and_changes_nothing(
    wire: Wire, case: Case, seed: int, plies: int
) -> None:
    game, rng = case.show(seed), random.Random(seed)
    play_on(game, rng, plies)
    boards = [game.board(seat=seat, language="ja") for seat in (None, *game.seats, "turn")]
    for board in boards:
        page = Page(board, wire)
        uncover(page)
        legal = {path for _, path in offers(board)}
        words = [word[:60].encode("utf-8", "replace").decode() for word in NONSENSE]
        for _ in range(12):
            picks = tuple(rng.choice([*words, *game.seats, "F", "=", 0, 3, 2**40]) for _ in range(rng.randrange(5)))
            if picks in legal or means_a_move(board, picks):
                continue
            with nothing_changes(game, *boards):
                answer = page.ask("move", *picks)
            assert answer["ok"] is False
            assert answer["rule"]
            assert "{" not in answer["text"]
        with nothing_changes(game, *boards):
            assert page.ask("move", *min(legal, default=()), rev=board.rev + 1)["rule"] == "STALE"
    for board in boards:
        board.close()


def means_a_move(board: GameBoard, picks: tuple[Any, ...]) -> bool:
    """Whether picks that are in no tree write a legal move all the same."""
    game = board.game
    seats = seats_that_decide(board)
    if board.seat is None and len(seats) > 1:
        if not picks or picks[0] not in seats:
            return False
        return game.why(picks[0], game.scenery.move(game.state, picks[1:])) is None
    return bool(seats) and game.why(seats[0], game.scenery.move(game.state, picks)) is None


@every_game
@a_few
@given(seed=seeds)
def test_a_decision_is_at_most_4_kilobytes_to_each_board(wire: Wire, case: Case, seed: int) -> None:
    game, rng = case.show(seed), random.Random(seed)
    boards = [game.board(seat=seat, language="ja") for seat in (None, game.seats[0], "turn")]
    while game.result is None:
        wire.clear()
        play_on(game, rng, 1)
        for board in boards:
            (update,) = wire.updates(board)
            assert "rev" in update
            assert not {"grid", "words", "language", "theme", "digits"} & set(update)
            assert len(json.dumps(update, ensure_ascii=False).encode()) <= 4096
        uncover(Page(boards[-1], wire))
    for board in boards:
        board.close()


@simultaneous
@a_few
@given(seed=seeds)
def test_what_a_seat_decides_in_secret_reaches_no_board_but_its_own(wire: Wire, case: Case, seed: int) -> None:
    game, rng = case.show(seed), random.Random(seed)
    while game.result is None:
        deciding = game.rules.to_move(game.state)
        boards = {seat: game.board(seat=seat) for seat in (None, *game.seats, "turn")}
        for seat in deciding[:-1]:
            others = [boards[other] for other in game.seats if other != seat]
            for _ in range(2):
                wire.clear()
                with nothing_changes(game, *others):
                    game.commit(seat, move := rng.choice(game.legal_moves(seat)))
                assert {who for who, _ in wire.sent} <= {boards[other].model_id for other in (None, seat, "turn")}
                for other in (None, seat):
                    assert boards[other].status["committed"] == [game.seats.index(seat)]
                    assert "".join(boards[other].picks["preset"][-1][-2:]).endswith(str(move))
                assert boards["turn"].status["turn"] == game.seats.index(deciding[1])
                assert "committed" not in boards["turn"].status
        game.play(*(rng.choice(game.legal_moves(seat)) for seat in deciding))
        assert all("committed" not in board.status for board in boards.values())
        for board in boards.values():
            board.close()


@simultaneous
def test_a_hot_seat_hands_over_before_every_secret_decision(wire: Wire, case: Case) -> None:
    game, rng = case.show(3), random.Random(3)
    board = game.board(seat="turn")
    page = Page(board, wire)
    for _ in range(3):
        for seat in game.rules.to_move(game.state):
            assert board.status["handover"]["faction"] == game.seats.index(seat)
            with nothing_changes(game, board):
                assert page.ask("move", "x")["ok"] is False
            uncover(page)
            assert page.ask("move", *rng.choice(offers(board))[1])["ok"] is True
        while len(game.rules.to_move(game.state)) == 1:
            assert "handover" not in board.status
            assert page.ask("move", *rng.choice(offers(board))[1])["ok"] is True
    board.close()


def test_every_game_of_the_package_has_a_view() -> None:
    for make in (hw.MonsterHex, hw.ArenaDuel):
        assert make().scenery is not None
