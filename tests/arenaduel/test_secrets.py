"""A committed order is known to its own seat and to nobody else until both are in."""

import copy
import json
import pickle
import random
import threading
import time

import pytest

import hexwidgets as hw
from tests.board.wire import Page, Wire, nothing_changes, recorded, shown
from tests.strategies import play_on
from tests.strategies import told as everything_told

SEATS = ("north", "south")


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    return recorded(monkeypatch)


@pytest.fixture
def duel():
    duel = hw.ArenaDuel(seed=11, life=20)
    play_on(duel, random.Random(2), 3)
    return duel


def other(seat):
    return SEATS[1 - SEATS.index(seat)]


def state_of(board):
    """What a notebook saves of a board: its whole state, as JSON."""
    return json.dumps(board.get_state(drop_defaults=False), default=repr, sort_keys=True)


def public(duel):
    """All that a duel tells whoever asks."""
    copies = (duel.branch(), copy.copy(duel), copy.deepcopy(duel), pickle.loads(pickle.dumps(duel)))
    events = [(event.key, repr(event.facts)) for event in (*duel.events, *duel.last_events, *duel.log)]
    views = [repr(duel.view(seat)) for seat in (None, *SEATS)]
    twins = [(repr(twin), everything_told(twin), {s: twin.committed(s) for s in SEATS}) for twin in copies]
    return (everything_told(duel), repr(duel), str(duel), json.dumps(duel.to_json()), events, views, twins, duel.rev)


def orders_of(duel, seat, number, rng):
    return [(order.move, order.turn) for order in rng.sample(duel.legal_orders(seat), number)]


def commit(duel, page, path, how):
    if how == "board":
        assert page.ask("move", *path)["ok"] is True
    else:
        duel.commit(page.board.seat, "".join(path))


@pytest.mark.parametrize("how", ["board", "cell"])
@pytest.mark.parametrize("seat", SEATS)
def test_the_other_seats_board_hears_nothing_of_an_order(duel, wire: Wire, seat, how):
    """AD-ORDER-1: no message, no trait, however often the order is changed."""
    own, enemy = Page(duel.board(seat=seat), wire), duel.board(seat=other(seat))
    before, saved, asked = public(duel), state_of(enemy), []
    duel.observe(asked.append)
    duel.subscribe(lambda: asked.append("position"))
    wire.clear()
    for path in orders_of(duel, seat, 6, random.Random(1)):
        with nothing_changes(duel, enemy):
            commit(duel, own, path, how)
        assert wire.of(enemy) == []
        assert state_of(enemy) == saved
        assert public(duel) == before
        assert asked == []


@pytest.mark.parametrize("seat", SEATS)
def test_the_own_board_shows_the_order_that_is_in(duel, wire: Wire, seat):
    boards = [duel.board(seat=seat), duel.board(seat=seat, language="ja")]
    page, rev = Page(boards[0], wire), duel.rev
    for path in orders_of(duel, seat, 3, random.Random(3)):
        wire.clear()
        assert page.ask("move", *path)["ok"] is True
        for board in boards:
            assert board.picks["preset"] == [[*path]]
            assert board.status["committed"] == [SEATS.index(seat)]
            assert (board.picks["confirm"], bool(board.picks["tree"])) == (True, True)  # it may still be changed
            (update,) = wire.updates(board)
            assert set(update) <= {"picks", "status"}
        assert (board.rev, duel.rev) == (rev, rev)


def test_the_open_table_shows_both_orders_and_whose_is_missing_first(duel, wire: Wire):
    board = duel.board()
    page = Page(board, wire)
    (path,) = orders_of(duel, "north", 1, random.Random(4))
    assert page.ask("move", "north", *path)["ok"] is True
    assert board.picks["preset"] == [["south", "", "="], ["north", *path]]
    assert board.status["committed"] == [0]
    ply = duel.ply
    assert page.ask("move", "north", "S", "=")["ok"] is True  # changed
    assert board.picks["preset"][1] == ["north", "S", "="]
    assert page.ask("move", "south", "S", "<")["ok"] is True
    assert (duel.ply, [str(order) for order in duel.moves[-1]]) == (ply + 1, ["S=", "S<"])
    assert "committed" not in board.status
    assert board.picks["preset"] == [["north", "", "="], ["south", "", "="]]


def test_the_hot_seat_only_moves_on_to_the_next(duel, wire: Wire):
    board = duel.board(seat="turn")
    page, rng = Page(board, wire), random.Random(5)
    for _ in range(3):
        for slot, seat in enumerate(SEATS):
            assert board.status["handover"]["faction"] == slot
            assert board.picks == {"steps": [], "tree": {}}
            with nothing_changes(duel, board):
                assert "covered" in page.ask("move", "S", "=")["text"]
            assert page.ask("reveal")["ok"] is True
            assert (board.status["turn"], board.picks["preset"]) == (slot, [["", "="]])
            assert "handover" not in board.status
            ply, (path,) = duel.ply, orders_of(duel, seat, 1, rng)
            wire.clear()
            assert page.ask("move", *path)["ok"] is True
            assert duel.ply == ply + slot
            if slot == 0:
                assert not any(part in json.dumps(wire.of(board)) for part in ("preset", "committed", '"card"'))
                assert "preset" not in board.picks
    assert duel.ply == 6


def test_a_second_click_does_not_order_for_the_next_at_a_hot_seat(duel, wire: Wire):
    """It comes for the same position, since that does not change by one order."""
    board = duel.board(seat="turn")
    page = Page(board, wire)
    page.ask("reveal")
    assert page.ask("move", "S", "=")["ok"] is True
    with nothing_changes(duel, board):
        assert page.ask("move", "S", "=")["ok"] is False
    assert duel.committed("south") is None


@pytest.mark.parametrize("how", ["board", "cell"])
@pytest.mark.parametrize("watcher", ["south", "turn"])
@pytest.mark.parametrize("seed", range(6))
def test_what_a_board_sends_is_the_same_to_the_byte_whatever_the_other_orders(wire: Wire, watcher, how, seed):
    """In two runs that differ only in north's order, which in one of them is changed as well."""

    def run(which: slice):
        duel, rng = hw.ArenaDuel(seed=seed), random.Random(seed)
        play_on(duel, rng, seed)
        north, board = Page(duel.board(seat="north"), wire), duel.board(seat=watcher)
        page, answers = Page(board, wire), []
        wire.clear()
        for path in orders_of(duel, "north", 3, rng)[which]:
            commit(duel, north, path, how)
        for question in (("undo",), ("redo",), ("move", "CF", "?"), ("move", "pursue"), ("reveal",), ("move", "", "=")):
            answers.append(page.ask(*question))
        answers.append(page.odds("S", "="))
        return json.dumps([answers, wire.of(board), shown(board)]), public(duel)

    assert run(slice(0, 1)) == run(slice(1, 3))


def test_an_order_is_forgotten_with_its_position_on_every_board(duel, wire: Wire, tmp_path):
    """By undo, redo, going to a ply, and both orders at once; a copy, a branch and a file never had it."""
    boards = [duel.board(), duel.board(seat="north")]
    steps = (duel.undo, duel.redo, lambda: duel.goto(1), lambda: duel.goto(3), lambda: duel.play("S=", "S="))
    for step in steps:
        duel.commit("north", "S>")
        assert all(board.status["committed"] == [0] for board in boards)
        duel.save(tmp_path / "duel.json")
        for twin in (duel.branch(), copy.copy(duel), hw.load(tmp_path / "duel.json")):
            assert twin.committed("north") is None
            assert "committed" not in twin.board().status
        step()
        assert duel.committed("north") is None
        assert all("committed" not in board.status for board in boards)
        ply = duel.ply
        duel.commit("south", "S<")
        assert duel.ply == ply  # alone: north's was for a position that is gone
        duel.goto(0)
        duel.goto(ply)


def test_a_position_that_does_not_change_keeps_the_order(duel):
    duel.commit("north", "S>")
    duel.goto(duel.ply)
    duel.language = "ja"
    hw.set_language("en")
    assert str(duel.committed("north")) == "S>"
    assert duel.board(seat="north").status["committed"] == [0]


def test_a_board_made_later_shows_what_it_may_know(duel):
    duel.commit("north", "S>")
    assert duel.board(seat="north").picks["preset"] == [["S", ">"]]
    assert duel.board().picks["preset"] == [["south", "", "="], ["north", "S", ">"]]
    assert duel.board(seat="south").picks["preset"] == [["", "="]]
    assert duel.board(seat="turn").status["handover"]["faction"] == 1


# -- bots -------------------------------------------------------------------------------------------


def test_a_bots_order_is_not_even_for_the_open_table(duel, wire: Wire):
    board = duel.board(language="en")
    duel.bots["south"] = lambda view: view.legal_moves()[0]
    assert board.picks["steps"] == ["card", "card"], "only north is left to order for"
    wait_until(lambda: duel.committed("south") is not None)
    saved = state_of(board)
    duel.commit("south", duel.legal_orders("south")[-1])
    assert state_of(board) == saved
    assert "committed" not in board.status
    ply = duel.ply
    assert Page(board, wire).ask("move", *orders_of(duel, "north", 1, random.Random(4))[0])["ok"] is True
    assert duel.ply == ply + 1
    assert set(duel.events[0].facts["orders"]) == {"north", "south"}


def test_who_plays_alone_against_a_bot_hands_over_to_nobody(duel):
    board = duel.board(seat="turn")
    assert "handover" in board.status
    duel.bots["south"] = lambda view: view.legal_moves()[0]
    assert "handover" not in board.status
    assert board.picks["steps"] == ["card", "card"]
    del duel.bots["south"]
    assert "handover" in board.status


def test_nobody_decides_for_a_bot_at_a_board(duel, wire: Wire):
    thinking = threading.Event()
    for seat in SEATS:
        duel.bots[seat] = lambda view: thinking.wait(30) and view.legal_moves()[0]
    boards = [duel.board(language="en"), duel.board(seat="turn", language="en")]
    for board in boards:
        assert board.picks["tree"] == {}
        with nothing_changes(duel, board):
            answer = Page(board, wire).ask("move", "S", "=")
        assert (answer["rule"], answer["text"]) == ("TURN", "north is played by a bot, which decides now.")
    duel.bots.stop()
    thinking.set()
    assert boards[0].picks["steps"] == ["seat", "card", "card"]


def wait_until(holds):
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)
