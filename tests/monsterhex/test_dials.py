"""Numbers and rulings that can be set: named, bounded, kept, and obeyed."""

import pickle

import pytest

import hexwidgets as hw
from hexwidgets.monsterhex import DIALS, SWITCHES
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.rules import MonsterHexRules
from tests.monsterhex.positions import before_judgement
from tests.monsterhex.reference_goals import GOALS
from tests.monsterhex.test_rules import DISTINCT

RULE_OF = {
    "hand_size": "MH-SETUP-1", "rounds": "MH-END-1", "colour_bonus": "MH-LARGE-5", "small_points": "MH-SMALL-1",
    "overwhelm_factor": "MH-OVER-1", "shared_loss": "MH-SHARED-5", "power_floor": "MH-CURSE",
    "enchant_dot": "MH-ENCHANT", "enchant_star": "MH-ENCHANT", "curse_dot": "MH-CURSE", "curse_star": "MH-CURSE",
    "reward_dot": "MH-REWARD", "reward_star": "MH-REWARD", "petrify_dot": "MH-PETRIFY-1",
    "petrify_star": "MH-PETRIFY-1", **{f"goal_{number}": "MH-GOAL-2" for number in GOALS},
}  # fmt: skip
DEFAULTS = {
    "hand_size": 4, "rounds": 8, "colour_bonus": 2, "small_points": 1, "overwhelm_factor": 2, "shared_loss": 1,
    "power_floor": 0, "enchant_dot": 1, "enchant_star": 2, "curse_dot": 1, "curse_star": 2, "reward_dot": 1,
    "reward_star": 2, "petrify_dot": 1, "petrify_star": 2,
    **{f"goal_{number}": points for number, (_, points) in GOALS.items()},
}  # fmt: skip


def refusal(**options):
    with pytest.raises(ValueError, match=r"\w") as caught:
        MonsterHex("four", **options)
    return str(caught.value)


# -- names and values ---------------------------------------------------------------------------------


def test_the_dials_are_the_numbers_of_the_rules_page():
    """Each with the rule that reads it."""
    assert {dial.name: dial.rule for dial in DIALS} == RULE_OF
    assert MonsterHex(seed=0).dials == DEFAULTS


def test_the_switches_are_the_rulings_of_the_rules_page():
    """Each with its choices, the ruling first."""
    assert {s.name: (s.choices, s.rule) for s in SWITCHES} == {
        "small_same_faction_tie": (("owner", "nobody"), "MH-SMALL-3"),
        "large_tie": (("void", "move-up"), "MH-LARGE-3"),
    }
    assert MonsterHex(seed=0).switches == {"small_same_faction_tie": "owner", "large_tie": "void"}


def test_an_unknown_dial_is_refused_with_the_known_ones():
    text = refusal(dials={"color_bonus": 3})
    assert "color_bonus" in text
    for name in DEFAULTS:
        assert name in text


def test_an_unknown_switch_is_refused_with_the_known_ones():
    text = refusal(big_tie="void")
    assert "big_tie" in text
    assert "small_same_faction_tie, large_tie" in text


@pytest.mark.parametrize(
    ("switch", "choices"), [("large_tie", "void, move-up"), ("small_same_faction_tie", "owner, nobody")]
)
@pytest.mark.parametrize("value", ["up", "", None, 1, True])
def test_an_unknown_choice_is_refused_with_the_known_ones(switch, choices, value):
    text = refusal(**{switch: value})
    assert switch in text
    assert choices in text


@pytest.mark.parametrize("dial", DIALS, ids=lambda dial: dial.name)
def test_a_dial_keeps_to_its_range(dial):
    """One less than the least and one more than the most are refused, with both ends named."""
    for value in (dial.low - 1, dial.high + 1):
        text = refusal(dials={dial.name: value})
        assert dial.name in text
        assert f"{dial.low} to {dial.high}" in text


@pytest.mark.parametrize("value", ["3", 2.0, None, True, [1]])
def test_a_dial_is_an_integer(value):
    assert "colour_bonus: expected an integer" in refusal(dials={"colour_bonus": value})


def test_all_wrong_dials_are_told_at_once():
    text = refusal(dials={"colour_bonus": -1, "small_points": "x", "nothing": 1})
    for name in ("colour_bonus", "small_points", "nothing"):
        assert name in text


# -- what does not fit --------------------------------------------------------------------------------


def test_more_rounds_than_the_board_has_room_for_are_refused():
    """Nine rounds of four seats need 36 cells, and there are 32."""
    text = refusal(dials={"rounds": 9})
    assert "9 rounds of 4 placements" in text
    assert "32 cells" in text


def test_more_rounds_than_a_faction_has_units_are_refused():
    text = refusal(dials={"rounds": 11})
    assert "the 10 of a faction" in text


def test_a_hand_larger_than_a_faction_is_refused():
    text = refusal(dials={"hand_size": 11})
    assert "hand of 11" in text
    assert "10 units" in text


def test_everything_that_does_not_fit_is_told_at_once():
    text = refusal(dials={"hand_size": 11, "rounds": 11})
    assert "cells" in text
    assert "hand of 11" in text


@pytest.mark.parametrize("dials", [{"rounds": 8}, {"rounds": 1}, {"hand_size": 10}, {"hand_size": 1}])
def test_what_just_fits_is_played_to_the_end(dials):
    game = MonsterHex(seed=1, dials=dials)
    while game.result is None:
        game.play(game.legal_moves()[0])
    assert len(game.units) == 4 * game.rounds


# -- what they do -------------------------------------------------------------------------------------


def test_hand_size_is_what_is_drawn_up_to():
    game = MonsterHex(seed=1, dials={"hand_size": 6})
    assert [len(hand) for hand in game.hands.values()] == [6] * 4
    game.play(game.legal_moves()[0])
    assert len(game.hands["red"]) == 6


def test_rounds_is_how_many_are_played():
    game = MonsterHex(seed=1, dials={"rounds": 3})
    assert game.rounds == 3
    while game.result is None:
        assert game.round <= 3
        game.play(game.legal_moves()[0])
    assert (game.round, len(game.units)) == (3, 12)


@pytest.mark.parametrize("bonus", [0, 1, 20])
def test_colour_bonus_is_what_the_own_colour_adds(bonus):
    game, token = before_judgement("d6", *DISTINCT, dials={"colour_bonus": bonus})
    game.play(token)
    game.play("take R7")
    assert (game.scores["red"], game.scores["blue"]) == (7 + bonus, 3 + bonus)


@pytest.mark.parametrize("points", [0, 1, 20])
def test_small_points_is_what_a_small_stone_scores(points):
    game, token = before_judgement("b7", "red S1 3", "blue C3 5", dials={"small_points": points})
    game.play(token)
    assert game.scores["blue"] == points


# -- keeping them -------------------------------------------------------------------------------------

SET = {"dials": {"colour_bonus": 5, "rounds": 4}, "large_tie": "move-up", "small_same_faction_tie": "nobody"}


def test_dials_and_switches_are_kept_in_a_record(tmp_path):
    """A loaded game has them, and goes on by them."""
    game = MonsterHex("four", ["green", "red", "blue", "yellow"], seed=4, **SET)
    while game.ply < 9:
        game.play(game.legal_moves()[0])
    game.save(tmp_path / "game.json")
    again = hw.load(tmp_path / "game.json")
    assert (again.dials, again.switches, again.seats) == (game.dials, game.switches, game.seats)
    assert again.dials == DEFAULTS | SET["dials"]
    assert again.state == game.state
    assert again.rules.table == game.rules.table


def test_a_record_says_only_what_was_set():
    """A game by default says its variant and seats and nothing of dials and switches."""
    assert MonsterHex(seed=1).to_json()["options"] == {
        "variant": "four", "seats": ["red", "blue", "yellow", "green"],
    }  # fmt: skip
    assert MonsterHex(seed=1, **SET).to_json()["options"].items() >= SET.items()


def test_a_record_with_a_dial_that_is_not_known_is_refused(tmp_path):
    """The error names the place in the file and the known dials."""
    import json

    game = MonsterHex(seed=1, dials={"rounds": 2})
    data = game.to_json()
    data["options"]["dials"] = {"speed": 1}
    (tmp_path / "bad.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(hw.RecordError, match=r"\$\.options.*speed.*hand_size"):
        hw.load(tmp_path / "bad.json")


def test_rules_are_equal_when_everything_that_makes_them_is():
    """And survive pickling with their dials."""
    one, two = MonsterHexRules(**SET), MonsterHexRules(**SET)
    assert one == two
    assert hash(one) == hash(two)
    assert one != MonsterHexRules()
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert again.table == one.table
    assert MonsterHexRules(dials={"colour_bonus": 2}) == MonsterHexRules()  # 2 is what it is by default
    assert MonsterHexRules(dials={"colour_bonus": 2}) != MonsterHexRules(dials={"colour_bonus": 3})


def test_a_games_dials_cannot_be_changed_by_changing_what_it_tells():
    """`game.dials` is a copy."""
    game = MonsterHex(seed=1)
    game.dials["rounds"] = 1
    game.switches["large_tie"] = "move-up"
    assert game.dials == DEFAULTS
    assert game.switches["large_tie"] == "void"
