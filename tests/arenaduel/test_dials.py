"""Numbers and rulings that can be set: named, bounded, kept, and obeyed; every switch both ways."""

import json
import pickle

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel import DIALS, SWITCHES
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.rules import ArenaDuelRules
from tests.arenaduel.positions import duel_at, played, rules_of, told

DEFAULTS = {
    "life": 5, "dice_front": 3, "dice_front_side": 2, "dice_back_side": 1, "dice_back": 0, "die_sides": 6,
    "charge_length": 2, "hit": 1, "charge_factor": 2, "cornering": 1, "passing": 1, "blocked_push": 1, "max_turns": 0,
}  # fmt: skip


def refusal(**options):
    with pytest.raises(ValueError, match=r"\w") as caught:
        ArenaDuel(**options)
    return str(caught.value)


# -- names and values ---------------------------------------------------------------------------------------


def test_the_dials_are_the_numbers_of_the_rules_page():
    assert {dial.name: dial.default for dial in DIALS} == DEFAULTS == ArenaDuel(seed=0).dials
    assert {dial.name: dial.rule for dial in DIALS} == {
        "life": "AD-START-1", "dice_front": "AD-DICE-1", "dice_front_side": "AD-DICE-1", "dice_back_side": "AD-DICE-1",
        "dice_back": "AD-DICE-1", "die_sides": "AD-DICE-2", "charge_length": "AD-CHARGE-2", "hit": "AD-HIT-1",
        "charge_factor": "AD-HIT-1", "cornering": "AD-HIT-3", "passing": "AD-PASS-1", "blocked_push": "AD-PUSH-2",
        "max_turns": "AD-END-2",
    }  # fmt: skip
    assert hw.arenaduel.DIALS == DIALS


def test_the_switches_are_the_rulings_of_the_rules_page():
    """Each with its choices, the ruling first."""
    assert {s.name: (s.choices, s.rule) for s in SWITCHES} == {
        "enemy_blocks_charge": (("no", "yes"), "AD-CHARGE-3"),
        "blocked_pusher_turns": (("yes", "no"), "AD-PUSH-3"),
        "combat_after_push": (("yes", "no"), "AD-FIGHT-1"),
        "pursuit": (("always", "optional"), "AD-HIT-2"),
    }
    assert ArenaDuel(seed=0).switches == {switch.name: switch.default for switch in SWITCHES}


def test_unknown_ones_are_refused_with_the_known_ones():
    text = refusal(dials={"lives": 3})
    assert "lives" in text
    assert all(name in text for name in DEFAULTS)
    text = refusal(pursue="optional")
    assert "pursue" in text
    assert all(switch.name in text for switch in SWITCHES)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
@pytest.mark.parametrize("value", ["maybe", "", None, 1, True])
def test_an_unknown_choice_is_refused_with_the_known_ones(switch, value):
    text = refusal(**{switch.name: value})
    assert switch.name in text
    assert ", ".join(switch.choices) in text


@pytest.mark.parametrize("dial", DIALS, ids=lambda dial: dial.name)
def test_a_dial_keeps_to_its_range(dial):
    for value in (dial.low - 1, dial.high + 1):
        assert f"{dial.low} to {dial.high}" in refusal(dials={dial.name: value})
    for value in (dial.low, dial.high):
        assert ArenaDuelRules(dials={dial.name: value}).dials[dial.name] == value


def test_a_duel_that_nobody_can_win_needs_a_limit():
    none = {name: 0 for name in DEFAULTS if name.startswith("dice_")}
    assert "max_turns" in refusal(dials=none)
    assert ArenaDuel(max_turns=3, dials=none).phase == "order"


# -- what dials do ------------------------------------------------------------------------------------------


def test_life_is_what_both_begin_with():
    assert {f.life for f in ArenaDuel(life=3).fighters.values()} == {3}


@pytest.mark.parametrize(
    ("name", "facing", "other", "count", "answer"),
    [
        ("dice_front", 5, 0, 2, 1),
        ("dice_front_side", 4, 0, 3, 1),
        ("dice_back_side", 3, 2, 2, 3),
        ("dice_back", 2, 0, 1, 1),
    ],
)
def test_dice_by_where_the_enemy_is(name, facing, other, count, answer):
    """North's are set, south's are as they are."""
    duel = played(f"c3 {facing}", f"d3 {other}", "S= S=", [6] * count + [1] * answer, dials={name: count})
    assert duel.events[1].dice == {"north": (6,) * count, "south": (1,) * answer}


def test_die_sides_is_how_high_a_die_goes():
    assert ArenaDuel(dice=[12, 1], dials={"die_sides": 12}).charge_right == "north"
    assert len(ArenaDuelRules(dials={"die_sides": 4}).moves(ArenaDuelRules().initial(), "chance")) == 16


@pytest.mark.parametrize(("length", "cell"), [(1, "b2"), (2, "c3"), (3, "d3")])
def test_charge_length_is_how_far_a_charge_goes(length, cell):
    duel = played("a1 5", "e1 2", "CF= S=", right="north", dials={"charge_length": length})
    assert duel.fighters["north"].cell == cell


def test_a_long_charge_needs_all_its_hexes_free_of_wall():
    assert duel_at("a1 5", "e1 2", "north", dials={"charge_length": 5}).why("north", "CF=").rule == "AD-CHARGE-2"


def test_hit_charge_factor_and_cornering_are_damage():
    dials = {"hit": 2, "charge_factor": 3, "cornering": 4, "life": 20}
    duel = played("b2 5 20", "e3 0 20", "CF= S=", [6, 1, 1, 1], right="north", dials=dials)
    assert duel.fighters["south"].life == 20 - 2 * 3 - 4


def test_passing_and_blocked_push_are_damage():
    assert played("c3 5", "d3 2", "F= F=", [2, 1], dials={"passing": 3}).fighters["south"].life == 2
    assert played("c3 5", "e3 2", "CF= S=", right="north", dials={"blocked_push": 4}).fighters["south"].life == 1
    assert played("c3 5", "d3 2", "F= F=", [2, 1], dials={"passing": 0}).fighters["south"].life == 5


def test_damage_beyond_the_last_life_is_the_last_life():
    duel = played("c3 5", "d3 2 2", "F= F=", [2, 1], dials={"passing": 50})
    assert duel.fighters["south"].life == 0
    assert duel.result.winners == ("north",)


# -- what switches do ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "rule"), [("no", None), ("yes", "AD-CHARGE-3")])
def test_enemy_blocks_charge(choice, rule):
    """In its first hex the enemy is in the way, in its last it is what the charge is for."""
    duel = duel_at("b2 5", "c3 2", "north", enemy_blocks_charge=choice)
    fault = duel.why("north", "CF>")
    assert (fault and fault.rule) == rule
    assert ("CF>" in map(str, duel.legal_orders("north"))) == (choice == "no")
    if fault is not None:
        assert (fault.facts["enemy"], fault.facts["at"]) == ("south", "c3")
        assert "South stands at c3" in fault.text("en")
        assert "南" in fault.text("ja")
    assert duel_at("b2 5", "d3 2", "north", enemy_blocks_charge=choice).why("north", "CF>") is None


@pytest.mark.parametrize(("choice", "facing"), [("yes", 4), ("no", 5)])
def test_blocked_pusher_turns(choice, facing):
    """The one that stayed turns either way."""
    duel = played("c3 5", "e3 2", "CF> S<", right="north", blocked_pusher_turns=choice)
    assert told(duel) == f"c3 {facing} 5 / e3 3 4"


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_combat_after_push(choice):
    """After a push that was carried out, and after one that was not."""
    dice = [6, 1, 1, 1] if choice == "yes" else []
    duel = played("b2 5", "c3 0", "F> S<", dice, combat_after_push=choice)
    assert ("AD-DICE-2" in rules_of(duel)) == (choice == "yes")
    duel = played("d3 5", "e3 0", "F= S=", dice, combat_after_push=choice)
    assert ("AD-DICE-2" in rules_of(duel)) == (choice == "yes")
    assert rules_of(played("c3 4", "d3 1", "S= S=", [1, 1, 1, 1], combat_after_push=choice)) == ["AD-DICE-2"]


@pytest.mark.parametrize(("choice", "phase"), [("always", "order"), ("optional", "pursue")])
def test_pursuit(choice, phase):
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 1], pursuit=choice)
    duel.play("S=", "S=")
    assert duel.phase == phase


# -- keeping them -------------------------------------------------------------------------------------------

SET = {"dials": {"hit": 2, "life": 7}, "pursuit": "optional", "enemy_blocks_charge": "yes"}


def test_dials_and_switches_are_kept_in_a_record(tmp_path):
    duel = ArenaDuel(seed=4, max_turns=40, **SET)
    duel.play("F=", "F=")
    duel.save(tmp_path / "duel.json")
    again = hw.load(tmp_path / "duel.json")
    assert (again.dials, again.switches, again.state) == (duel.dials, duel.switches, duel.state)
    assert again.dials == DEFAULTS | SET["dials"] | {"max_turns": 40}
    assert again.rules.table == duel.rules.table


def test_a_record_says_only_what_was_set():
    assert ArenaDuel(seed=1).to_json()["options"] == {}
    assert ArenaDuel(seed=1, **SET).to_json()["options"] == SET


def test_a_record_with_a_dial_that_is_not_known_is_refused(tmp_path):
    data = ArenaDuel(seed=1).to_json()
    data["options"]["dials"] = {"speed": 1}
    (tmp_path / "bad.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(hw.RecordError, match=r"\$\.options.*speed.*charge_length"):
        hw.load(tmp_path / "bad.json")


def test_rules_are_equal_when_everything_that_makes_them_is():
    one, two = ArenaDuelRules(**SET), ArenaDuelRules(**SET)
    assert one == two
    assert hash(one) == hash(two)
    assert one not in (ArenaDuelRules(), "rules")
    again = pickle.loads(pickle.dumps(one))
    assert (again, again.table) == (one, one.table)
    assert ArenaDuelRules(dials={"hit": 1}) == ArenaDuelRules()
    assert ArenaDuelRules(dice=[1, 2]) != ArenaDuelRules()


def test_a_duels_dials_cannot_be_changed_by_changing_what_it_tells():
    duel = ArenaDuel(seed=1)
    duel.dials["hit"] = 9
    duel.switches["pursuit"] = "optional"
    assert duel.dials == DEFAULTS
    assert duel.switches["pursuit"] == "always"
