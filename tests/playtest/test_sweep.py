"""A dial turned step by step, and the step that does what is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.playtest.simulate import simulate
from hexwidgets.playtest.sweep import Sweep, sweep
from tests.games.toys import Line, Whist

from .coin import Coin, anyhow


def quiet(*args: Any, **kwargs: Any) -> Sweep:
    return sweep(*args, progress=False, **kwargs)


@pytest.fixture(scope="module")
def coins() -> Sweep:
    return quiet(Coin(), "bias", [30, 45, 50, 65], games=3000)


def test_each_value_is_played_on_the_same_seeds_and_is_what_simulate_would_play() -> None:
    swept = quiet(hw.MonsterHex("four"), "colour_bonus", [0, 2, 5], games=300)
    frame = swept.report.frame()
    assert swept.labels == ["0", "2", "5"]
    for value in (0, 2, 5):
        alone = simulate(hw.MonsterHex("four", dials={"colour_bonus": value}), games=300, progress=False).frame()
        own = frame[frame.variant == str(value)].reset_index(drop=True)
        assert own.drop(columns="variant").equals(alone.drop(columns="variant"))


def test_other_options_stay_as_they_are() -> None:
    options: dict[str, Any] = {"variant": "two-duel", "seats": ["green", "red"], "large_tie": "move-up"}
    swept = quiet(hw.MonsterHex(dials={"rounds": 4}, **options), "hand_size", [1, 2], games=50)
    same = hw.MonsterHex(dials={"rounds": 4, "hand_size": 2}, **options)
    alone = simulate({"2": same}, games=50, progress=False).frame()
    frame = swept.report.frame()
    assert frame[frame.variant == "2"].reset_index(drop=True).equals(alone)


def test_a_switch_and_a_grid() -> None:
    switched = quiet(hw.ArenaDuel(), switch="pursuit", values=["always", "optional"], games=50)
    assert switched.labels == ["always", "optional"]
    both = quiet(hw.ArenaDuel(), grid={"life": [1, 3], "pursuit": ["always", "optional"]}, games=50)
    assert both.values == ((1, "always"), (1, "optional"), (3, "always"), (3, "optional"))
    frame = both.frame()
    assert set(frame.life) == {1, 3}
    assert set(frame.pursuit) == {"always", "optional"}


def test_component_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    hw.monsterhex.components.save_reference(path)
    path.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    swept = quiet(hw.MonsterHex(), "components", ["reference", str(path)], games=50)
    a, b = (batch.measures["score_red"] for batch in swept.report.batches)
    assert (a == b).all()


def test_another_games_options_with_bots() -> None:
    swept = quiet(Whist(), "rounds", [1, 3], games=40, bots=anyhow)
    assert [batch.measures["length"].max() for batch in swept.report.batches] == [6, 18]


def test_the_frame_has_a_row_for_each_value_and_measure(coins: Sweep) -> None:
    frame = coins.frame()
    heads = frame[frame.measure == "win_heads"].set_index("bias")
    assert list(heads.index) == [30, 45, 50, 65]
    assert ((heads.low < heads.estimate) & (heads.estimate < heads.high)).all()
    assert heads.estimate.is_monotonic_increasing


# -- aims -----------------------------------------------------------------------------------------------


def test_the_value_that_meets_an_aim_is_found(coins: Sweep) -> None:
    found = coins.closest_to("seats within 2 points of each other")
    assert found.value == 50
    assert 30 not in found.rivals
    assert found.meets is None  # 3,000 games do not tell two points
    assert coins.closest_to("seats within 8 points").meets is True
    assert coins.closest_to({"spread": 0.08}).value == 50
    assert coins.closest_to({"win_heads": 0.64}).value == 65
    assert coins.closest_to({"win_heads": 0.9}).meets is False
    assert coins.closest_to({"score_heads": -5}).value == 45


def test_what_came_closest_is_told_in_both_languages(coins: Sweep) -> None:
    found = coins.closest_to({"spread": 0.0})
    told = "50 comes closest: difference between the most and the least winning seat is "
    assert str(found).startswith(told)
    assert "最も近いのは50" in found._repr_html_() + found.text("ja")
    duels = quiet(hw.ArenaDuel(), grid={"life": [1, 2], "pursuit": ["always", "optional"]}, games=60)
    assert [batch.title("en") for batch in duels.report.batches] == [
        "1, always",
        "1, by choice",
        "2, always",
        "2, by choice",
    ]
    assert duels.titles("ja") == ["最初の体力", "追撃"]
    assert "optional" in duels.labels[1]
    assert "選べる" in duels.closest_to({"length": 3}).text("ja") + duels.report.summary().text("ja")


def test_an_aim_may_be_a_function_of_the_games(coins: Sweep) -> None:
    found = coins.closest_to(lambda batch: abs(batch.estimate("win_tails").value - 0.35))
    assert found.value == 65
    assert found.rivals == ()
    assert found.distances["30"] > 0.3


def test_values_that_cannot_be_told_apart_are_named() -> None:
    few = quiet(Coin(), "bias", [49, 50, 51], games=100)
    found = few.closest_to({"win_heads": 0.5})
    assert len(found.rivals) == 2
    assert found.meets is None


@pytest.mark.parametrize("aim", ["fair", "seats within two points", {}, {"a": 1, "b": 2}, {"length": "long"}, 3, None])
def test_an_aim_that_is_none_is_refused(coins: Sweep, aim: Any) -> None:
    with pytest.raises(ValueError, match="aim: expected"):
        coins.closest_to(aim)
    with pytest.raises(ValueError, match="unknown measure 'luck'"):
        coins.closest_to({"luck": 1})


# -- what makes no sense --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"dial": "lives", "values": [1]}, r"unknown dial 'lives'; known are life, dice_front"),
        ({"switch": "life", "values": [1]}, r"unknown switch 'life'"),
        ({"grid": {"life": [1], "lives": [2]}}, r"unknown dial 'lives'"),
        ({"dial": "life", "values": [1, 0]}, r"dial life: expected 1 to 100, got 0"),
        ({"switch": "pursuit", "values": ["never"]}, r"unknown choice for pursuit: 'never'"),
        ({"dial": "life"}, r"values of life: expected a list, got None"),
        ({"dial": "life", "values": []}, r"values of life: expected a list, got \[\]"),
        ({"dial": "life", "values": "12"}, r"values of life: expected a list, got '12'"),
        ({"dial": "life", "values": [1, 1]}, r"expected each once, got 1, 1"),
        ({}, r"expected one of dial, switch and grid"),
        ({"dial": "life", "switch": "pursuit", "values": [1]}, r"expected one of dial, switch and grid"),
        ({"grid": {"life": [1]}, "values": [1]}, r"leave values out"),
        ({"dial": "life", "values": [1], "games": 0}, r"games: expected an integer from 1, got 0"),
    ],
)
def test_what_cannot_be_swept_is_refused(arguments: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        quiet(hw.ArenaDuel(), **arguments)


def test_rules_without_options_have_nothing_to_sweep() -> None:
    with pytest.raises(ValueError, match="unknown dial 'size'"):
        quiet(Line(), "size", [1])
    with pytest.raises(TypeError, match="expected a game or a Rules object"):
        quiet("four", "size", [1])
