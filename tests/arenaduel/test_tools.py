"""The best play on the board: who is offered it, what it tells, and that choosing a row plays nothing."""

import dataclasses

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.tools import BestPlay, best_play
from tests.board.wire import Page, nothing_changes, recorded


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    yield recorded(monkeypatch)
    hw.set_language("en")


def buttons(board):
    return [tool["key"] for tool in board.status["tools"]]


def asked(duel, wire, **options):
    (answer,) = Page(duel.board(**options), wire).use("best")
    return answer["table"]


def test_it_tells_value_mix_and_costs_of_the_seat_that_is_asked_first(wire):
    duel = ArenaDuel(dice=[6, 1])
    table, solution = asked(duel, wire), duel.solution()
    assert table["heading"] == "Best play: North wins 50.8%"
    assert table["columns"] == ["Share", "Cost"]
    assert [row["label"] for row in table["rows"][:2]] == ["F=", "CF="]
    assert [row["cells"][0][0] for row in table["rows"][:3]] == ["81%", "19%", ""]
    assert [row["cells"][1][0] for row in table["rows"][:3]] == ["0", "0", "−0.1"]
    costs = {str(order): cost for order, cost in solution.costs("north").items()}
    assert {row["label"] for row in table["rows"]} == set(costs)
    told = [costs[row["label"]] for row in table["rows"][2:]]
    assert told == sorted(told)
    assert "estimate" not in table["note"]


def test_a_row_picks_its_order_for_the_seat_it_is_for(wire):
    duel = ArenaDuel(dice=[6, 1, 5, 2, 5, 2, 5, 2])
    board = duel.board()
    page = Page(board, wire)
    with nothing_changes(duel):
        (answer,) = page.use("best")
    assert answer["table"]["rows"][1]["picks"] == ["north", "CF", "="]
    duel.commit("north", "S=")
    assert [said["kind"] for said in page.use("best")] == ["answer"]  # off again
    (answer,) = page.use("best")
    assert answer["table"]["heading"] == "Best play: South wins 49.2%"
    assert answer["table"]["rows"][0]["picks"] == ["south", "FR", "<"]
    assert page.ask("move", *answer["table"]["rows"][0]["picks"])["ok"]
    assert [str(order) for order in duel.moves[-1]] == ["S=", "FR<"]


def test_against_a_bot_a_seat_is_told_its_own_best_play(wire):
    duel = ArenaDuel(seed=7)
    duel.bots["north"] = lambda view: "S="
    board = duel.board(seat="south", language="ja")
    assert buttons(board) == ["best"]
    (answer,) = Page(board, wire).use("best")
    assert answer["table"]["heading"].startswith("最善手：南の勝率")
    assert all(len(row["picks"]) == 2 for row in answer["table"]["rows"])


def test_a_secret_order_of_the_other_changes_nothing_in_it(wire):
    duel = ArenaDuel(dice=[6, 1])
    before = asked(duel, wire)
    duel.commit("south", "S<")
    assert asked(duel, wire) == before


def test_between_people_it_advises_only_where_that_was_agreed(wire):
    duel = ArenaDuel(seed=7)
    boards = [duel.board(seat="north"), duel.board(seat="south"), duel.board(seat="turn")]
    Page(boards[2], wire).ask("reveal")
    assert [buttons(board) for board in boards] == [["hint", "best"]] * 3
    (answer,) = Page(boards[0], wire).use("best")
    assert (answer["kind"], answer["ok"]) == ("answer", True)
    duel.tools.add(BestPlay(between_people=True))
    assert [buttons(board) for board in boards] == [["best"]] * 3
    duel.commit("north", "F=")
    assert buttons(boards[0]) == ["best"]
    assert repr(duel.tools["best"]) == "BestPlay(between_people=True)"


def test_it_is_not_there_where_nobody_decides_or_nothing_is_solved(wire):
    duel = ArenaDuel(seed=7)
    with duel.editing() as e:
        e.fighter("north", life=9)
    assert buttons(duel.board()) == ["hint"]  # more life than the solution knows of
    other = ArenaDuel(life=1, pursuit="optional", seed=7)
    board = other.board()
    assert buttons(board) == ["hint"]
    other.solve(progress=False)
    assert buttons(board) == ["best"]
    assert Page(board, wire).use("best")[0]["table"]["heading"].startswith("Best play: North wins")
    with other.editing() as e:
        e.fighter("north", life=1)
        e.obstacle("c3")
    assert buttons(board) == ["hint"]  # other rules


def test_whether_to_pursue_is_told_too(wire):
    duel = ArenaDuel(life=2, pursuit="optional", seed=1)
    duel.solve(progress=False)
    board = duel.board()
    while duel.phase != "pursue":
        duel.play("S=" if duel.result else duel.legal_moves("north")[0], duel.legal_moves("south")[0])
        assert duel.result is None
    table = Page(board, wire).use("best")[0]["table"]
    assert sorted(row["picks"] for row in table["rows"]) == [["hold"], ["pursue"]]
    assert table["rows"][0]["cells"][0][0] == "100%"


def test_an_estimate_is_called_one():
    solution = ArenaDuel(dice=[6, 1]).solution()
    solution.certificate = dataclasses.replace(solution.certificate, loss_north=0.02)
    assert best_play(solution, "north", "en")["note"].endswith("An estimate: proved to within 2 points.")
    assert best_play(solution, "north", "ja")["note"].endswith("値は推定で、誤差は2ポイント以内と証明されています。")


def test_the_best_play_stands_in_for_the_hint_of_the_class_but_not_for_an_adviser_of_ones_own(wire):
    class Advised(ArenaDuel):
        adviser = staticmethod(lambda game, seat, language: None)

    duel = Advised(seed=7)
    board = duel.board()
    assert buttons(board) == ["best"]
    duel.tools.remove("best")
    assert buttons(board) == ["hint"]
    duel.tools.add(BestPlay())
    duel.adviser = lambda game, seat, language: None
    board.refresh()
    assert buttons(board) == ["hint", "best"]
    assert buttons(Advised(seed=7, pursuit="optional").board()) == ["hint"]
