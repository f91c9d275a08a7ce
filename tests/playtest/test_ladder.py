"""Ladders: seats exchanged, points counted, and ratings that the truth would give."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.playtest.ladder import Ladder, Pair
from hexwidgets.playtest.rating import elo_ratings, expected_score

from ..games.toys import Line, Whist

mpl.use("agg")


# -- ratings --------------------------------------------------------------------------------------


def points_of(truth: list[float], games: int, rng: random.Random) -> list[list[float]]:
    """A round robin among players of known strength."""
    points = [[0.0] * len(truth) for _ in truth]
    for i in range(len(truth)):
        for j in range(i):
            won = sum(rng.random() < expected_score(truth[i] - truth[j]) for _ in range(games))
            points[i][j], points[j][i] = won, games - won
    return points


def test_ratings_recover_the_truth() -> None:
    truth = [-310.0, -40.0, 90.0, 260.0]
    rated = elo_ratings(points_of(truth, 20_000, random.Random(1)))
    assert [r.value for r in rated] == pytest.approx(truth, abs=12)
    assert sum(r.value for r in rated) == pytest.approx(0)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    truth, rng = [-120.0, -20.0, 140.0], random.Random(2)
    held = 0
    for _ in range(400):
        rated = elo_ratings(points_of(truth, 60, rng))
        held += sum(r.low <= t <= r.high for r, t in zip(rated, truth, strict=True))
    assert 0.93 <= held / 1200 <= 0.985


def test_a_draw_counts_half() -> None:
    assert elo_ratings([[0, 10], [10, 0]])[0].value == pytest.approx(0)
    assert elo_ratings([[0, 7.5], [2.5, 0]]) == elo_ratings([[0, 7.5], [2.5, 0]])


def test_two_players_differ_by_what_their_score_tells() -> None:
    one, two = elo_ratings([[0, 74.5], [24.5, 0]])  # and the drawn game makes 75 of 100
    assert one.value - two.value == pytest.approx(400 * math.log10(3))


def test_who_wins_every_game_is_strong_and_not_infinitely_so() -> None:
    one, two = elo_ratings([[0, 50], [0, 0]])
    assert 300 < one.value < 1000
    assert one.high < math.inf
    assert two.value == pytest.approx(-one.value)


@given(st.lists(st.lists(st.integers(0, 40), min_size=4, max_size=4), min_size=4, max_size=4))
def test_ratings_are_those_under_which_the_points_are_expected(points: list[list[int]]) -> None:
    rated = [r.value for r in elo_ratings(points)]
    scored = np.array(points, float) + 0.5
    for i in range(4):
        others = [j for j in range(4) if j != i]
        expected = sum((scored[i][j] + scored[j][i]) * expected_score(rated[i] - rated[j]) for j in others)
        assert expected == pytest.approx(sum(scored[i][j] for j in others), abs=1e-6)


@pytest.mark.parametrize("points", [[[0]], [[0, 1]], [[0, -1], [1, 0]], [1, 2]])
def test_no_table_of_points_is_refused(points: Any) -> None:
    with pytest.raises(ValueError, match="points: expected a square table"):
        elo_ratings(points)


# -- ladders --------------------------------------------------------------------------------------


class First:
    """Plays the first legal move."""

    def __call__(self, view: Any) -> Any:
        return view.legal_moves()[0]


def quick(game: Any, bots: dict[str, Any], **options: Any) -> Ladder:
    return hw.ladder(game, bots, progress=False, **{"games": 20, **options})


def test_the_stronger_bot_is_higher() -> None:
    found = quick(hw.ArenaDuel, {"random": None, "greedy": hw.bots.Greedy()}, games=40)
    assert list(found.ratings) == ["greedy", "random"]
    assert found.pair("greedy", "random").score > 30


def test_everybody_meets_everybody_equally_often() -> None:
    found = quick(Line(), {"a": None, "b": First(), "c": hw.bots.Random()}, games=12)
    assert [(p.first, p.second, p.games) for p in found.pairs] == [("a", "b", 12), ("a", "c", 12), ("b", "c", 12)]
    for p in found.pairs:
        assert p.wins + p.draws + p.losses == p.games
        assert p.score == p.wins + p.draws / 2


def test_seats_are_exchanged() -> None:
    """Whoever begins wins: so neither bot is the better."""
    rules = Line()
    rules.result = lambda state: hw.Result(("black",), "began") if None not in state[:1] else None  # type: ignore[method-assign]
    found = quick(rules, {"one": First(), "two": First()}, games=10)
    assert found.pair("one", "two").score == 5


def test_a_pair_is_told_from_either_side() -> None:
    pair = Ladder("ab", [Pair("a", "b", 10, 6, 2, 2, 7.0)], None, None).pair("b", "a")  # type: ignore[arg-type]
    assert pair == Pair("b", "a", 10, 2, 2, 6, 3.0)


def test_in_games_of_three_seats_both_have_the_larger_half_in_turn() -> None:
    found = quick(Whist(), {"one": First(), "two": First()}, games=12)
    assert found.pairs[0].games == 12
    assert 0 < found.pairs[0].score < 12


def test_four_seats_share_a_victory_out() -> None:
    found = quick(hw.MonsterHex("four", seed=1), {"one": None, "two": hw.bots.Random()}, games=8)
    assert 0 <= found.pairs[0].score <= 8


def test_equal_arguments_make_equal_ladders_wherever_they_are_played() -> None:
    bots = {"one": hw.bots.Search(playouts=20), "two": hw.bots.Greedy(), "three": None}
    here = quick(hw.ArenaDuel(), bots, games=6)
    assert here.pairs == quick(hw.ArenaDuel(), bots, games=6).pairs
    with ThreadPoolExecutor(2) as executor:
        assert quick(hw.ArenaDuel(), bots, games=6, executor=executor).pairs == here.pairs
    assert here.pairs != quick(hw.ArenaDuel(), bots, games=6, seed=2).pairs


def test_a_ladder_is_a_frame_a_text_and_a_chart() -> None:
    found = quick(hw.ArenaDuel, {"random": None, "greedy": hw.bots.Greedy()})
    frame = found.frame()
    assert list(frame.columns) == ["bot", "elo", "low", "high", "games", "score"]
    assert list(frame["bot"]) == ["greedy", "random"]
    assert (frame["low"] < frame["elo"]).all()
    assert "Bradley–Terry" in found.text("en")
    assert "最尤推定" in found.text("ja")
    assert found._repr_html_().count("<table>") == 2
    axes = found.chart()
    assert [label.get_text() for label in axes.get_yticklabels()] == ["greedy", "random"]
    mpl.pyplot.close("all")


@pytest.mark.parametrize("bots", [None, {}, {"one": None}, [None, None]])
def test_too_few_bots_are_refused(bots: Any) -> None:
    with pytest.raises(ValueError, match="bots: expected two or more by name"):
        quick(Line(), bots)


def test_what_is_no_bot_or_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match="bots: expected callables"):
        quick(Line(), {"one": None, "two": "strong"})
    with pytest.raises(ValueError, match="games: expected an integer from 1, got 0"):
        quick(Line(), {"one": None, "two": First()}, games=0)
    with pytest.raises(TypeError, match="expected a game or a Rules object"):
        quick(7, {"one": None, "two": First()})
