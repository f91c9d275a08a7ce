"""The best play laid over a duel's board: chances, fans, shares of cards, costs; who may see it, how small it is."""

import random
from itertools import pairwise

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.overlay import share
from hexwidgets.arenaduel.tools import BestPlay
from tests.board.wire import Page, recorded
from tests.games.test_bytes import MOST, clicked, size
from tests.strategies import a_move


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    yield recorded(monkeypatch)
    hw.set_language("en")


def played(turns, seed=7, **options):
    duel, chance = ArenaDuel(seed=seed, **options), random.Random(3)
    while duel.ply < turns and duel.result is None:
        duel.play(*a_move(duel, chance))
    return duel


def costs(board):
    return [(beat["lead"], beat["text"]) for beat in board.status["story"] if not beat["rule"]]


def mixes(board):
    return "fans" in board.marks, "shares" in board.picks, bool(board.marks["notes"])


def test_it_is_off_until_the_button_is_pressed_and_again_after_that(wire):
    board = ArenaDuel(seed=7).board()
    page = Page(board, wire)
    assert "chance" not in board.status
    assert mixes(board) == (False, False, False)
    page.use("best")
    assert "chance" in board.status
    assert mixes(board) == (True, True, True)
    assert [tool.get("on") for tool in board.status["tools"]] == [True]
    page.use("best")
    assert "chance" not in board.status
    assert mixes(board) == (False, False, False)


def test_one_board_has_it_on_and_another_of_the_same_game_not():
    duel = ArenaDuel(seed=7)
    on, off = duel.board(on=["best"]), duel.board()
    duel.play("F=", "F=")
    assert ("chance" in on.status, "chance" in off.status) == (True, False)


def test_only_tools_of_the_game_can_be_on():
    duel = ArenaDuel(seed=7)
    with pytest.raises(ValueError, match="unknown tool 'worst'; known are hint, best, review"):
        duel.board(on=["worst"])
    with pytest.raises(ValueError, match="unknown tool 'worst'; known are hint, best, review"):
        duel.board().switch("worst")


def test_the_chance_is_the_value_of_the_position_and_the_course_that_of_all_before_it():
    duel = played(6)
    board, solution = duel.board(on=["best"]), duel.solution()
    north = round(solution.value(), 3)
    assert board.status["chance"] == [(0, north), (1, round(1 - north, 3))]
    values = [round(solution.value(node.state), 3) for node in duel._history.past()]
    assert board.status["course"] == values
    assert len(values) == 7


def test_the_course_begins_where_the_position_was_set_up():
    duel = played(3)
    with duel.editing() as e:
        e.fighter("north", life=1)
    board = duel.board(on=["best"])
    assert len(board.status["course"]) == 1
    duel.play(*a_move(duel, random.Random(1)))
    assert len(board.status["course"]) == 2


def test_a_long_course_is_thinned_and_ends_with_the_present():
    duel = ArenaDuel(seed=1)
    board = duel.board(on=["best"])
    for order in ["S>"] * 150:
        duel.play(order, order)
    course = board.status["course"]
    assert 32 <= len(course) <= 64
    assert course[-1] == board.status["chance"][0][1]


def test_fans_lie_where_the_orders_of_both_mixes_lead_and_sum_to_one_for_each():
    duel = played(2)
    board, solution = duel.board(on=["best"]), duel.solution()
    for slot, seat in enumerate(duel.seats):
        own = [fan for fan in board.marks["fans"] if fan[3] == slot]
        assert sum(part for _, _, part, _ in own) == pytest.approx(1, abs=0.005)
        mix = solution.policy(seat)
        expected = {duel.scenery.landing(duel.state, seat, order): round(mix[order], 3) for order in mix}
        assert {(at, turn): part for at, turn, part, _ in own} == {k: p for k, p in expected.items() if p}


@pytest.mark.parametrize(
    ("order", "cell", "facing"), [("F=", "b2", 5), ("F<", "b2", 0), ("S>", "a1", 4), ("CF=", "c3", 5)]
)
def test_an_order_lands_where_it_leads_if_nothing_comes_in_between(order, cell, facing):
    duel = ArenaDuel(dice=[6, 1])
    view = duel.scenery
    at, turn = view.landing(duel.state, "north", next(o for o in duel.legal_orders("north") if str(o) == order))
    assert (str(duel.arena.labels[view.places[at]]), turn) == (cell, facing)


def test_shares_of_cards_are_told_by_seat_where_several_decide():
    duel = ArenaDuel(dice=[6, 1])
    assert duel.board(on=["best"]).picks["shares"] == [
        ("north/F/=", 0.81),
        ("north/CF/=", 0.19),
        ("south/FR/<", 0.904),
        ("south/S/=", 0.096),
    ]
    duel.bots["north"] = lambda view: "S="
    assert duel.board("south", on=["best"]).picks["shares"] == [("FR/<", 0.904), ("S/=", 0.096)]


def test_a_place_says_which_orders_lead_there():
    board = ArenaDuel(dice=[6, 1], language="ja").board(on=["best"])
    assert [note.replace("\xa0", " ") for _, note in board.marks["notes"]][:2] == ["北：F= 81%", "北：CF= 19%"]


def test_after_the_turn_it_tells_what_both_orders_cost():
    duel = ArenaDuel(dice=[3, 3, 5, 2, 1, 1])
    board = duel.board(on=["best"])
    assert costs(board) == []
    duel.play("F=", "S>")
    assert [(lead, text.replace("\xa0", " ")) for lead, text in costs(board)] == [
        ("F=", "North: cost 0%, in the best mix with 100%"),
        ("S>", "South: cost 1.6%, best F= 100%"),
    ]


def test_between_people_nothing_is_told_of_the_turn_that_is_played():
    duel = ArenaDuel(dice=[3, 3, 5, 2, 1, 1], language="ja")
    boards = [duel.board(seat, on=["best"]) for seat in ("north", "south", "turn")]
    assert [mixes(board) for board in boards] == [(False, False, False)] * 3
    duel.commit("north", "F=")
    assert [costs(board) for board in boards] == [[]] * 3
    duel.commit("south", "S>")
    for board in boards:
        assert mixes(board) == (False, False, False)
        assert [text.replace("\xa0", " ") for _, text in costs(board)] == [
            "北：損失0%、最善の配分で100%",
            "南：損失1.6%、最善はF= 100%",
        ]


def test_between_people_the_value_of_a_position_is_known_to_all_alike_whatever_is_ordered_in_secret():
    duel = ArenaDuel(seed=7)
    board = duel.board("north", on=["best"])
    before = board.status["chance"]
    duel.commit("south", "S<")
    assert board.status["chance"] == before


def test_who_agreed_sees_the_own_mix_and_not_the_other():
    duel = ArenaDuel(dice=[6, 1])
    duel.tools.add(BestPlay(between_people=True))
    board = duel.board("south", on=["best"])
    assert {faction for *_, faction in board.marks["fans"]} == {1}


def test_a_covered_hot_seat_shows_no_mix():
    duel = ArenaDuel(dice=[6, 1])
    duel.tools.add(BestPlay(between_people=True))
    assert mixes(duel.board("turn", on=["best"])) == (False, False, False)


def test_costs_of_orders_wait_between_people_until_the_winner_has_chosen():
    """AD-HIT-2: with pursuit by choice the turn is over only then."""
    duel = ArenaDuel(life=2, pursuit="optional", seed=1)
    duel.solve(progress=False)
    seated, table = duel.board("north", on=["best"]), duel.board(on=["best"])
    while duel.phase != "pursue":
        duel.play(duel.legal_moves("north")[0], duel.legal_moves("south")[0])
    assert costs(seated) == []
    assert len(costs(table)) == 2
    duel.play("pursue")
    assert [lead for lead, _ in costs(seated)][-1] == "pursue"
    assert len(costs(seated)) == 3


def test_it_rests_where_the_position_is_not_solved():
    duel = ArenaDuel(seed=7)
    board = duel.board(on=["best"])
    with duel.editing() as e:
        e.fighter("north", life=9)
    assert "chance" not in board.status
    duel.undo()
    assert "chance" in board.status


def test_at_the_end_the_chance_is_certain():
    duel = played(99, life=1)
    board = duel.board(on=["best"])
    assert {part for _, part in board.status["chance"]} == {0.0, 1.0}
    assert mixes(board) == (False, False, False)
    assert len(costs(board)) == 2


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_move_stays_small_on_the_wire(language, wire):
    duel, chance = ArenaDuel(seed=7, language=language), random.Random(1)
    board, most = duel.board(on=["best"]), 0
    for _ in range(30):
        if duel.result is not None:
            break
        for seat in duel.seats:
            order = chance.choice(duel.legal_orders(seat))
            clicked(board, wire, (seat, order.move, order.turn))
            most = max(most, sum(map(size, wire.of(board))))
    assert 1500 < most <= MOST


def test_pictures_texts_and_pages_of_the_board_show_it():
    duel = played(3)
    board = duel.board(on=["best"])
    north = f"North {100 * board.status['chance'][0][1]:.1f}%"
    assert f"Chance to win: {north}" in board.to_text()
    assert "Best for South: " in board.to_text()
    assert "Chance to win" in board.to_svg()
    assert '"chance":[[0,' in board.to_html()
    assert "Chance to win" not in duel.to_text()


def test_a_share_is_never_told_as_nothing_where_it_is_something():
    assert [share(part) for part in (1, 0.814, 0.004, 0)] == ["100%", "81%", "<1%", "0%"]


# -- the review ---------------------------------------------------------------------------------------


def reviewed(duel, wire, *args):
    (answer,) = Page(duel.board(), wire).use("review", *args)
    return answer["table"]


def test_a_review_is_offered_once_the_duel_is_over(wire):
    duel = played(99, life=2)
    duel.undo()
    board = duel.board()
    assert "review" not in [tool["key"] for tool in board.status["tools"]]
    (answer,) = Page(board, wire).use("review")
    assert answer["ok"] is False
    duel.redo()
    assert [tool["key"] for tool in board.status["tools"]] == ["best", "review"]
    assert [tool["key"] for tool in duel.board("north").status["tools"]] == ["best", "review"]


def test_there_is_no_review_where_a_position_of_the_duel_was_not_solved():
    duel = ArenaDuel(seed=7)
    with duel.editing() as e:
        e.fighter("north", life=9)
    while duel.result is None:
        duel.play(*a_move(duel, random.Random(duel.ply)))
    board = duel.board(on=["best"])
    assert [tool["key"] for tool in board.status["tools"]] == ["best"]
    assert board.status["chance"]


def test_a_review_lists_each_turn_with_what_both_orders_cost_and_marks_the_worst(wire):
    duel = played(99, life=2)
    table, review = reviewed(duel, wire), duel.review()
    assert table["columns"] == ["North", "Cost", "South", "Cost"]
    assert [row["label"] for row in table["rows"]] == [str(one.turn) for one in review.decisions]
    assert [row["ask"] for row in table["rows"]] == [["review", str(i)] for i in range(len(review.decisions))]
    marked = [cell[0] for row in table["rows"] for cell in row["cells"] if cell[0].endswith("??")]
    worst = max((choice for one in review.decisions for choice in one.choices.values()), key=lambda c: c.cost)
    assert marked == [f"{worst.move}??"]
    assert f"−{100 * worst.cost:.1f}" in [cell[0] for row in table["rows"] for cell in row["cells"]]
    for seat in duel.seats:
        assert f"{100 * review.cost(seat):.1f}" in table["note"]


def test_a_row_of_a_review_shows_what_would_have_been_best_in_its_turn(wire):
    duel = played(99, life=2, language="ja")
    table, decision = reviewed(duel, wire, "0"), duel.review().decisions[0]
    assert table["heading"].startswith("第1回：北の勝率 ")
    labels = [row["label"] for row in table["rows"]]
    for seat, name in (("north", "北"), ("south", "南")):
        choice = decision.choices[seat]
        assert f"{name} {choice.move}（選んだ行動）" in labels
        assert any(label.startswith(f"{name} {choice.best}") for label in labels)
    assert table["rows"][-1]["ask"] == ["review"]


@pytest.mark.parametrize("args", [("99",), ("-1",), (3,), ("x", "y"), ("",)])
def test_whatever_a_page_asks_of_a_review_it_gets_a_table(wire, args):
    assert reviewed(played(99, life=1), wire, *args)["rows"]


def test_on_a_timeline_a_row_leads_to_its_turn(wire):
    duel = played(99, life=2)
    timeline = duel.timeline()
    timeline.board.switch("best")
    page = Page(timeline.board, wire)
    (answer,) = page.use("review")
    for number in range(len(answer["table"]["rows"])):
        page.use("review", str(number))
        assert timeline.ply == number
        assert len(timeline.board.status["course"]) == number + 1
        assert {faction for *_, faction in timeline.board.marks["fans"]} == {0, 1}
    assert [tool["key"] for tool in timeline.board.status["tools"]] == ["best", "review"]
    timeline.to_game()
    assert "fans" not in timeline.board.marks
    timeline.close()


def test_costs_in_a_review_are_those_told_after_each_turn():
    duel = played(99, life=2)
    decisions = duel.review().decisions
    for (_, node), one in zip(pairwise(duel._history.past()), decisions, strict=True):
        board = duel._branch_at(node).board(on=["best"])
        for choice, (lead, text) in zip(one.choices.values(), costs(board), strict=True):
            assert lead == str(choice.move)
            assert (f"cost {100 * choice.cost:.1f}%" in text) or choice.cost < 5e-4
