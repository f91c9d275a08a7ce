"""A duel looked back on: costs and luck that sum to the result, and what is told of them."""

import pickle
import random

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

import hexwidgets as hw
from hexwidgets.arenaduel import solve
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.rules import ArenaDuelRules


@pytest.fixture(scope="module")
def choosing():
    """Two lives each, and the winner may hold its ground."""
    return solve(ArenaDuelRules(dials={"life": 2}, pursuit="optional"), progress=False)


@pytest.fixture(autouse=True)
def agg():
    mpl.use("Agg")
    yield
    plt.close("all")
    hw.set_language("en")


def random_duel(seed, **options):
    duel, rng = ArenaDuel(seed=seed, **options), random.Random(seed)
    while duel.result is None:
        duel.play(*(rng.choice(duel.legal_moves(seat)) for seat in duel.rules.to_move(duel.state)))
    return duel


def adds_up(review):
    total = review.start + review.opening + sum(sum(d.parts.values()) for d in review.decisions)
    assert total == pytest.approx(review.end, abs=1e-12)
    for decision in review.decisions:
        assert sum(decision.parts.values()) == pytest.approx(decision.change, abs=1e-12)
    costs = {seat: review.cost(seat) for seat in ("north", "south")}
    luck = sum(review.luck.values())
    assert review.start + luck - costs["north"] + costs["south"] == pytest.approx(review.end, abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_costs_and_luck_sum_to_the_result(seed):
    duel = random_duel(seed)
    review = duel.review()
    assert review.end == {("north",): 1.0, ("south",): 0.0}[duel.result.winners]
    assert review.start == pytest.approx(0.5, abs=1e-9)
    assert [decision.turn for decision in review.decisions] == list(range(1, duel.turn + 1))
    adds_up(review)


def test_a_choice_to_pursue_is_a_decision_of_its_winner(choosing):
    pursuits = []
    for seed in range(30):
        review = random_duel(seed, life=2, pursuit="optional").review(choosing)
        adds_up(review)
        pursuits += [decision for decision in review.decisions if len(decision.choices) == 1]
    moves = [str(choice.move) for decision in pursuits for choice in decision.choices.values()]
    assert set(moves) == {"pursue", "hold"}
    assert all(decision.met == 0 for decision in pursuits)


def test_the_start_is_worth_a_half_and_the_charge_roll_is_luck():
    review = ArenaDuel(dice=[6, 1]).review()
    assert (review.start, round(review.opening, 4), review.decisions) == (0.5, 0.0075, ())
    assert review.text() == "No order has been given yet, so there is nothing to review."


def test_each_cost_is_that_of_the_order_in_its_position():
    duel = ArenaDuel(dice=[3, 3, 5, 2])
    before = duel.solution()
    costs, at = before.costs("south", duel.state), duel.state
    duel.play("F=", "S>")
    (decision,) = duel.review().decisions
    north, south = decision.choices["north"], decision.choices["south"]
    assert (str(north.move), north.probability, north.cost) == ("F=", 1.0, 0.0)
    assert south.cost == costs[south.move] > 0.01
    assert south.worst == max(costs.values())
    assert (str(south.best), south.probability) == ("F=", 0.0)
    rows, columns, payoffs = before.payoffs(at)
    expected = payoffs[rows.index(north.move)][columns.index(south.move)]
    assert decision.dice == pytest.approx(before.value(duel.state) - expected, abs=1e-12)


def test_perfect_play_is_accurate_and_guessing_is_even_on_average():
    met = []
    for seed in range(12):
        duel = ArenaDuel(seed=seed)
        duel.bots["north"], duel.bots["south"] = (hw.bots.Exact(seed=seed + k) for k in (0, 100))
        duel.bots.finish(timeout=60)
        review = duel.review()
        for seat in ("north", "south"):
            assert review.accuracy(seat) == pytest.approx(1, abs=1e-9)
            assert review.cost(seat) == pytest.approx(0, abs=1e-9)
        met += [decision.met for decision in review.decisions]
    spread = sum(value**2 for value in met) ** 0.5
    assert 0 < abs(sum(met)) < 4 * spread


def test_random_play_is_less_accurate_than_a_greedy_one():
    rates = {}
    for name, bot in (("random", hw.bots.Random(seed=1)), ("greedy", hw.bots.Greedy(seed=1))):
        duel = ArenaDuel(seed=2)
        duel.bots["north"], duel.bots["south"] = bot, hw.bots.Exact(seed=2)
        duel.bots.finish(timeout=60)
        rates[name] = duel.review().accuracy("north")
    assert 0 <= rates["random"] < rates["greedy"] <= 1


def test_a_review_begins_where_the_position_was_set_up():
    duel = random_duel(1)
    duel.goto(2)
    with duel.editing() as e:
        e.fighter("north", "c3", facing=5, life=3)
        e.fighter("south", "d3")
        e.charge_right("south")
    start = duel.solution().value()
    duel.play("F=", "S=")
    review = duel.review()
    assert (review.start, review.opening, len(review.decisions)) == (start, 0, 1)
    adds_up(review)
    assert "It begins where the position was last set up. The duel is not over yet." in review.text()
    assert "charge roll" not in review.text()


def test_a_record_is_reviewed_like_the_duel_it_is_of(tmp_path):
    duel = random_duel(4)
    duel.save(tmp_path / "duel.json")
    assert hw.load(tmp_path / "duel.json").review().text() == duel.review().text()


def test_turning_points_are_the_greatest_changes_in_order():
    review = random_duel(3).review()
    points = review.turning_points
    assert 1 <= len(points) <= 3
    assert list(points) == sorted(points, key=lambda decision: decision.turn)
    rest = [abs(d.change) for d in review.decisions if d not in points]
    assert min(abs(d.change) for d in points) >= max(0.1, *rest)
    for decision in points:
        part = decision.parts[decision.cause]
        assert part * decision.change > 0


def test_it_is_told_in_both_languages_as_text_table_and_chart():
    review = random_duel(5).review()
    text, japanese = review.text(), review.text("ja")
    assert text.splitlines()[0].split()[:3] == ["Turn", "North", "Share"]
    assert "Turning points: turn " in text
    assert "勝負の分かれ目" in japanese
    assert "Turning" not in japanese
    assert review._repr_html_().count("<tr>") == 2 + len(review.decisions)
    hw.set_language("ja")
    assert review.text() == japanese
    hw.set_language("en")
    axes = review.chart()
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("Turn", "North wins")
    assert list(axes.lines[1].get_ydata()) == [review.start + review.opening, *(d.after for d in review.decisions)]
    assert len(axes.texts) == len(review.turning_points)
    assert review.chart(axes) is axes


def test_the_frame_has_a_row_for_each_decision():
    review = random_duel(5).review()
    frame = review.frame()
    assert len(frame) == len(review.decisions)
    assert frame["north_cost"].sum() == pytest.approx(review.cost("north"))
    change = (frame["after"] - frame["before"]).sum()
    assert change == pytest.approx(review.end - review.start - review.opening)


def test_a_review_can_be_pickled():
    review = random_duel(5).review()
    assert pickle.loads(pickle.dumps(review)).text() == review.text()


def test_rules_that_are_not_solved_are_refused(choosing):
    duel = ArenaDuel(pursuit="optional", seed=1)
    with pytest.raises(ValueError, match=r"call duel.solve\(\)"):
        duel.review()
    with pytest.raises(ValueError, match="expected one for the rules of this duel"):
        ArenaDuel(seed=1).review(choosing)


def test_a_duel_that_was_solved_is_reviewed_by_its_own_solution():
    duel = random_duel(2, life=1, pursuit="optional")
    duel.solve(progress=False)
    adds_up(duel.review())
    assert duel.branch().review().text() == duel.review().text()
