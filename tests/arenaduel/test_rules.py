"""One test and more for every rule: a position, orders and dice, what holds after them."""

import re
from pathlib import Path

import pytest

from hexwidgets.arenaduel.arena import Fighter
from hexwidgets.arenaduel.explain import WORDS
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.outlook import effects
from hexwidgets.engine.faults import IllegalMove
from hexwidgets.engine.rules import Result
from hexwidgets.hexgrid import Hex, disk
from tests.arenaduel.positions import duel_at, played, rules_of, told

RULES = (
    "AD-ARENA-1", "AD-ARENA-2", "AD-START-1", "AD-END-1", "AD-END-2",
    "AD-CHARGE-1", "AD-CHARGE-2", "AD-CHARGE-3", "AD-ORDER-1", "AD-MOVE-1", "AD-MOVE-2", "AD-TURN-1", "AD-REAR-1",
    "AD-PASS-1", "AD-PASS-2", "AD-COLL-1", "AD-COLL-2", "AD-PUSH-1", "AD-PUSH-2", "AD-PUSH-3", "AD-PUSH-4",
    "AD-FIGHT-1", "AD-DICE-1", "AD-DICE-2", "AD-DICE-3", "AD-HIT-1", "AD-HIT-2", "AD-HIT-3", "AD-HIT-4",
)  # fmt: skip

_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")

#: The standard arena with an obstacle in its middle.
PILLAR = {
    "disk": 2,
    "obstacles": [[0, 0]],
    "north": {"cell": [0, -2], "facing": 5},
    "south": {"cell": [0, 2], "facing": 2},
}


def refused(duel, seat, text, rule, **facts):
    """``text`` is refused by that rule, with those facts, in both languages; and nothing has changed."""
    before = (duel.state.copy(), duel.log, duel.rev)
    fault = duel.why(seat, text)
    assert fault is not None
    assert fault.rule == rule
    assert dict(fault.facts) == dict(fault.facts) | facts
    with pytest.raises(IllegalMove, match=rule) as caught:
        duel.commit(seat, text)
    assert caught.value.fault == fault
    english, japanese = fault.text("en"), fault.text("ja")
    assert english.endswith(".")
    assert english.isascii()
    assert _JAPANESE.search(japanese)
    assert not re.search("[{}]", english + japanese)
    assert (duel.state, duel.log, duel.rev) == before


def orders(duel, seat):
    return [str(order) for order in duel.legal_orders(seat)]


def cards(duel, seat):
    """The move and charge cards that may be played."""
    return {order.rstrip("=<>") for order in orders(duel, seat)}


# -- arena and start --------------------------------------------------------------------------------------


def test_ad_arena_1_nineteen_hexes_within_two_steps_of_the_origin():
    duel = ArenaDuel(seed=0)
    assert set(duel.arena.cells) == set(disk(Hex(0, 0), 2))
    assert len(duel.arena.cells) == 19
    assert (duel.arena.labels[Hex(0, 0)], duel.arena.obstacles) == ("c3", ())


def test_ad_arena_1_everything_outside_is_wall():
    duel = duel_at("a1 2", "c3 5")
    assert cards(duel, "north") == {"S", "B", "BL", "BR"}  # a1 is the corner in the north, and looks out


def test_ad_arena_2_one_fighter_to_a_hex_whatever_is_ordered():
    """Both want c3 and one of them stays out; who stays is pushed out."""
    assert told(played("b2 5", "d3 2", "F= F=", [2, 1, 6, 6, 6, 6, 6, 6])) == "c3 5 5 / d3 2 5"
    assert told(played("b2 5", "c3 5", "F= S=")) == "d3 5 5 / e3 5 4"


def test_ad_arena_2_an_obstacle_counts_as_wall():
    duel = duel_at("b2 5", "d3 2", "north", arena=PILLAR)
    refused(duel, "north", "F=", "AD-MOVE-2", cell="b2", obstacle="c3")
    refused(duel, "north", "CF=", "AD-CHARGE-2", cell="b2", obstacle="c3")


def test_ad_arena_2_nobody_is_pushed_or_driven_onto_an_obstacle():
    """One for the push, one for the hit, one for being cornered."""
    duel = played("a1 5", "b2 5", "F= S=", arena=PILLAR)
    assert told(duel) == "a1 5 5 / b2 5 2"
    assert rules_of(duel) == ["AD-PUSH-2", "AD-DICE-3", "AD-HIT-1", "AD-HIT-3"]


def test_ad_start_1_face_to_face_in_opposite_corners_with_five_life():
    duel = ArenaDuel(seed=0)
    assert duel.fighters == {"north": Fighter("north", "a1", 5, 5), "south": Fighter("south", "e3", 2, 5)}
    assert [duel.arena.labels.hex(f.cell) for f in duel.fighters.values()] == [Hex(0, -2), Hex(0, 2)]


# -- the end ----------------------------------------------------------------------------------------------


def test_ad_end_1_the_first_without_life_loses():
    duel = played("c3 5", "d3 0 1", "S= S=", [6, 1, 1, 1])  # three dice against one
    assert duel.result == Result(("north",), "knock-out")
    assert (duel.phase, duel.to_move, duel.fighters["south"].life) == ("over", None, 0)
    assert rules_of(duel) == ["AD-DICE-2", "AD-HIT-1", "AD-END-1"]


def test_ad_end_1_nothing_later_is_resolved_after_a_passing_combat():
    """They would stand next to each other and fight; but south is out before anybody has moved."""
    duel = played("c3 5 5", "d3 2 1", "F> F=", [2, 1])
    assert told(duel) == "c3 5 5 / d3 2 0"
    assert rules_of(duel) == ["AD-PASS-1", "AD-END-1"]


def test_ad_end_1_nothing_later_is_resolved_after_a_blocked_push():
    duel = played("d3 5 5", "e3 2 1", "F> S<", [])
    assert told(duel) == "d3 5 5 / e3 2 0"
    assert rules_of(duel) == ["AD-PUSH-2", "AD-END-1"]


def test_ad_end_1_nobody_is_driven_on_after_the_last_hit():
    duel = played("c3 5", "d3 0 1", "S= S=", [6, 1, 1, 1])
    assert told(duel) == "c3 5 5 / d3 0 0"


def test_ad_end_1_orders_are_refused_when_it_is_over():
    duel = played("c3 5", "d3 0 1", "S= S=", [6, 1, 1, 1])
    refused(duel, "north", "S=", "AD-END-1")
    assert duel.legal_orders("north") == ()


def test_ad_end_2_no_limit_unless_one_is_set():
    assert ArenaDuel(seed=0).dials["max_turns"] == 0


def test_ad_end_2_a_limit_ends_in_a_draw():
    duel = duel_at("a1 5", "e3 2", max_turns=2)
    duel.play("S=", "S=")
    assert duel.result is None
    duel = duel_at("a1 5", "e3 2", max_turns=2, turn=1)
    duel.play("S=", "S=")
    assert duel.result == Result((), "turn-limit")
    assert (rules_of(duel), duel.turn) == (["AD-END-2"], 2)
    assert duel.dice == (1, 1)  # no charge roll for a turn that does not come


def test_ad_end_2_a_knock_out_in_the_last_turn_counts():
    duel = duel_at("c3 5", "d3 0 1", dice=[6, 1, 1, 1], max_turns=2, turn=1)
    duel.play("S=", "S=")
    assert duel.result == Result(("north",), "knock-out")


# -- orders -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "right"), [((5, 2), "north"), ((2, 5), "south"), ((6, 6), None), ((1, 1), None)])
def test_ad_charge_1_the_higher_die_may_charge(dice, right):
    duel = ArenaDuel(dice=dice)
    assert duel.charge_right == right
    (event,) = duel.events
    assert (event.rule, event.dice) == ("AD-CHARGE-1", {"north": dice[:1], "south": dice[1:]})


def test_ad_charge_1_the_right_lapses_at_the_end_of_the_turn():
    duel = ArenaDuel(dice=[5, 2, 3, 3, 1, 2])
    duel.play("S=", "S=")
    assert duel.charge_right is None
    duel.play("S=", "S=")
    assert duel.charge_right == "south"


def test_ad_charge_1_the_right_is_optional():
    duel = duel_at("a1 5", "e3 2", "north")
    assert {"F=", "S=", "CF="} <= set(orders(duel, "north"))


def test_ad_charge_1_without_the_right_there_is_no_charge():
    for holder in ("south", None):
        duel = duel_at("a1 5", "e3 2", holder)
        assert cards(duel, "north") == {"F", "FR", "FL", "S"}
        refused(duel, "north", "CF=", "AD-CHARGE-1", order="CF=")
    assert duel_at("a1 5", "e3 2", "south").why("north", "CF=").facts["holder"] == "south"


@pytest.mark.parametrize(("card", "end"), [("CF", "e3"), ("CFR", "e1"), ("CFL", "c5")])
def test_ad_charge_2_two_hexes_in_a_straight_line_ahead(card, end):
    """From c3, facing south: ahead, ahead-right (which is west for one who looks south), ahead-left."""
    duel = played("c3 5", "a3 2", f"{card}= S=", right="north")
    assert told(duel) == f"{end} 5 5 / a3 2 5"


def test_ad_charge_2_no_wall_on_the_way():
    duel = duel_at("d3 5", "a1 5", "north")  # one hex ahead there is wall at the second
    assert cards(duel, "north") == {"F", "FR", "FL", "BR", "BL", "B", "S"}
    refused(duel, "north", "CF=", "AD-CHARGE-2", cell="d3", obstacle=None)
    duel = duel_at("e3 5", "a1 5", "north")  # ... at the first
    refused(duel, "north", "CF=", "AD-CHARGE-2", cell="e3")


def test_ad_charge_3_the_enemy_does_not_block_a_charge():
    """Through one who stays: then they stand back to back."""
    duel = played("b2 5", "c3 2", "CF= S=", right="north")
    assert (told(duel), rules_of(duel)) == ("d3 5 5 / c3 2 5", ["AD-DICE-3"])


def test_ad_charge_3_past_the_enemy():
    """North comes to stand right behind south, at its own back-left."""
    assert told(played("b2 5", "c4 1", "CF= S=", right="north")) == "d3 5 5 / c4 1 3"


def test_ad_order_1_orders_are_secret_until_both_are_in():
    duel = duel_at("a1 5", "e3 2")
    before = (repr(duel), duel.log, duel.state, duel.trait_values(), duel.events)
    duel.commit("north", "F>")
    assert (repr(duel), duel.log, duel.state, duel.trait_values(), duel.events) == before
    duel.commit("south", "F<")
    assert told(duel) == "b2 4 5 / d3 3 5"
    assert duel.log[0].rule == "AD-ORDER-1"
    assert duel.log[0].facts["orders"] == {"north": "F>", "south": "F<"}


def test_ad_order_1_an_order_may_be_changed_until_then():
    duel = duel_at("a1 5", "e3 2")
    for order in ("F>", "S=", "FR<"):
        duel.commit("north", order)
    duel.commit("south", "S=")
    assert duel.moves == ((duel.rules.parse(None, "north", "FR<"), duel.rules.parse(None, "south", "S=")),)


def test_ad_order_1_both_go_at_once():
    """Each moves from where both stood: nobody is first."""
    assert told(played("a1 5", "e3 2", "F= F=")) == "b2 5 5 / d3 2 5"


@pytest.mark.parametrize(
    ("card", "end"),
    [("F", "b2"), ("FR", "b3"), ("FL", "c2"), ("B", "d3"), ("BR", "c4"), ("BL", "d2"), ("S", "c3")],
)
def test_ad_move_1_seven_moves_by_the_facing(card, end):
    """From c3, facing north."""
    duel = played("c3 2", "e1 2" if end not in ("d2", "d3") else "a3 2", f"{card}= S=")
    assert (duel.fighters["north"].cell, duel.fighters["north"].facing) == (end, 2)


def test_ad_move_2_nobody_moves_into_a_wall():
    duel = duel_at("a1 2", "e3 5")
    for card in ("F", "FR", "FL"):
        refused(duel, "north", f"{card}=", "AD-MOVE-2", cell="a1", obstacle=None)


@pytest.mark.parametrize(("turn", "facing"), [("=", 5), (">", 4), ("<", 0)])
@pytest.mark.parametrize(("card", "cell"), [("F", "b2"), ("S", "a1")])
def test_ad_turn_1_after_moving_or_staying_one_side_at_most(card, cell, turn, facing):
    duel = played("a1 5", "e3 2", f"{card}{turn} S=")
    assert told(duel) == f"{cell} {facing} 5 / e3 2 5"


def test_ad_turn_1_after_a_charge_too():
    assert told(played("a1 5", "e3 2", "CFL> S=", right="north")) == "a3 4 5 / e3 2 5"


def test_ad_rear_1_with_the_enemy_directly_behind_there_is_no_way_back():
    """North looks south, with south behind it."""
    duel = duel_at("c3 5", "b2 5", "north")
    assert cards(duel, "north") == {"F", "FR", "FL", "S", "CF", "CFR", "CFL"}
    assert cards(duel, "south") == {"F", "FR", "FL", "S", "B", "BL", "BR"}
    for card in ("B", "BL", "BR"):
        refused(duel, "north", f"{card}<", "AD-REAR-1", enemy="south", at="b2")


def test_ad_rear_1_turning_stays_free():
    duel = duel_at("c3 5", "b2 5")
    assert {"F>", "S<", "S>"} <= set(orders(duel, "north"))


def test_ad_rear_1_back_to_back_neither_can():
    duel = duel_at("c3 5", "b2 2")
    for seat in duel.seats:
        assert not cards(duel, seat) & {"B", "BL", "BR"}


def test_ad_rear_1_behind_means_directly_behind_and_next():
    for enemy in ("b3 5", "c2 5", "a1 5", "d3 2"):
        assert {"BL", "BR", "B"} <= cards(duel_at("c3 5", enemy), "north")


# -- passing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "lives"), [((3, 1), (5, 4)), ((1, 3), (4, 5)), ((4, 4), (5, 5)), ((6, 5), (5, 4))])
def test_ad_pass_1_the_lower_die_takes_damage(dice, lives):
    """They change places, back to back then, so that no combat follows that anybody could win."""
    duel = played("c3 5", "d3 2", "F= F=", dice)
    assert tuple(f.life for f in duel.fighters.values()) == lives
    assert [f.cell for f in duel.fighters.values()] == ["d3", "c3"]
    event = duel.events[1]
    assert (event.rule, event.dice) == ("AD-PASS-1", {"north": dice[:1], "south": dice[1:]})
    assert event.damage == ({} if lives == (5, 5) else {"north": 1} if lives[0] == 4 else {"south": 1})


def test_ad_pass_1_a_charge_crosses_at_its_first_hexside():
    """b2 to d3 over c3, whence south comes to b2."""
    duel = played("b2 5", "c3 2", "CF= F=", [3, 1], right="north")
    assert (told(duel), rules_of(duel)) == ("d3 5 5 / b2 2 4", ["AD-PASS-1"])


def test_ad_pass_1_a_charge_crosses_at_its_second_hexside():
    """b2 to d3 over c3, where south ends: then they are next to each other and fight, back to back."""
    duel = played("b2 5", "d3 2", "CF= F=", [1, 3], right="north")
    assert (told(duel), rules_of(duel)) == ("d3 5 4 / c3 2 5", ["AD-PASS-1", "AD-DICE-3"])


def test_ad_pass_1_other_hexsides_do_not_count():
    """Both leave along one line, or go round each other."""
    assert "AD-PASS-1" not in rules_of(played("c3 5", "d3 5", "F= F="))
    assert rules_of(played("b2 5", "d3 2", "FR= FR=")) == []


def test_ad_pass_2_charging_through_one_who_stays_is_no_passing():
    assert rules_of(played("b2 5", "c3 2", "CF= S=", right="north")) == ["AD-DICE-3"]


# -- collisions -------------------------------------------------------------------------------------------


def test_ad_coll_1_the_higher_acts_as_planned_and_the_lower_stays_and_does_not_turn():
    """North comes to c3 and turns left; south stays at d3, facing north as before."""
    duel = played("b2 5", "d3 2", "F< F>", [5, 2, 6, 6, 1, 1, 1])
    assert told(duel) == "c3 0 5 / d3 2 4"
    assert rules_of(duel) == ["AD-COLL-1", "AD-DICE-2", "AD-HIT-1"]


def test_ad_coll_1_equal_dice_are_thrown_again():
    duel = played("b2 5", "d3 2", "F= F=", [4, 4, 1, 1, 2, 5, 6, 6, 6, 6, 6, 6])
    assert rules_of(duel) == ["AD-COLL-1"] * 3 + ["AD-DICE-2"]
    assert told(duel) == "b2 5 5 / c3 2 5"
    assert [event.dice["north"] for event in duel.events[1:4]] == [(4,), (1,), (2,)]


def test_ad_coll_1_a_lost_charge_was_not_carried_out():
    """South wins the hex; north stays where its charge began, too far to fight."""
    duel = played("a1 5", "d3 2", "CF= F=", [1, 2], right="north")
    assert told(duel) == "a1 5 5 / c3 2 5"


def test_ad_coll_2_only_end_hexes_count():
    """North's charge goes over c3, where south ends and has it before its back-left."""
    duel = played("b2 5", "c4 3", "CF= F=", right="north")
    assert (told(duel), rules_of(duel)) == ("d3 5 4 / c3 3 5", ["AD-DICE-3", "AD-HIT-1"])


# -- pushes -----------------------------------------------------------------------------------------------


def test_ad_push_1_one_who_stayed_goes_a_hex_along_the_line_of_movement():
    """North faces south but moves ahead-left, from c3 to c4: south goes on to c5, away along that line."""
    duel = played("c3 5", "c4 0", "FL= S=")
    assert told(duel) == "c4 5 5 / c5 0 4"
    assert rules_of(duel) == ["AD-PUSH-1", "AD-DICE-3", "AD-HIT-1"]


def test_ad_push_1_a_charge_pushes_too():
    """From c3 to d3; then south, hit from behind, is driven on to e3."""
    duel = played("a1 5", "c3 5", "CF= S=", right="north")
    assert told(duel) == "d3 5 5 / e3 5 3"
    assert rules_of(duel) == ["AD-PUSH-1", "AD-DICE-3", "AD-HIT-1", "AD-HIT-2"]


def test_ad_push_2_at_a_wall_both_remain_and_the_entered_takes_damage():
    duel = played("d3 5", "e3 0", "F= S=", [1, 1, 1, 6])
    assert told(duel) == "d3 5 4 / e3 0 4"
    assert rules_of(duel) == ["AD-PUSH-2", "AD-DICE-2", "AD-HIT-1"]
    assert duel.events[1].damage == {"south": 1}


def test_ad_push_2_a_charger_remains_where_it_began_and_its_charge_was_not_carried_out():
    """It is two hexes away, so no combat follows either."""
    duel = played("c3 5", "e3 2", "CF= S=", right="north")
    assert (told(duel), rules_of(duel)) == ("c3 5 5 / e3 2 4", ["AD-PUSH-2"])


def test_ad_push_3_pusher_and_pushed_still_turn():
    assert told(played("b2 5", "c3 0", "F> S<", [6, 1, 1, 1])) == "c3 4 5 / d3 1 4"


def test_ad_push_3_so_do_a_blocked_pusher_and_the_entered():
    assert told(played("d3 5", "e3 0", "F> S<", [1, 1, 1, 1])) == "d3 4 5 / e3 1 4"


def test_ad_push_4_a_hex_that_is_left_is_simply_entered():
    duel = played("b2 5", "c3 4", "F= F=")
    assert (told(duel), rules_of(duel)) == ("c3 5 5 / d2 4 4", ["AD-DICE-3", "AD-HIT-1"])


# -- combat -----------------------------------------------------------------------------------------------


def test_ad_fight_1_next_to_each_other_they_fight_also_when_both_stayed():
    assert rules_of(played("c3 5", "d3 2", "S= S=", [1, 1, 1, 1, 1, 1])) == ["AD-DICE-2"]


def test_ad_fight_1_apart_they_do_not():
    assert rules_of(played("a1 5", "e3 2", "F= F=")) == []


def test_ad_fight_1_after_passing_colliding_and_pushing():
    assert "AD-DICE-3" in rules_of(played("b2 5", "d3 2", "CF= F=", [1, 3], right="north"))
    assert "AD-DICE-2" in rules_of(played("b2 5", "d3 2", "F= F=", [5, 2, 1, 1, 1, 1, 1, 1]))
    assert "AD-DICE-2" in rules_of(played("d3 5", "e3 0", "F= S=", [1, 1, 1, 1]))


def test_ad_fight_1_once_a_turn():
    """South is driven on and the two stay next to each other; they do not fight again."""
    duel = played("b2 5", "c3 1", "S= S=", [6, 1, 1, 1, 1])
    assert rules_of(duel) == ["AD-DICE-2", "AD-HIT-1", "AD-HIT-2"]


@pytest.mark.parametrize(("facing", "count"), [(5, 3), (4, 2), (0, 2), (1, 1), (3, 1)])
def test_ad_dice_1_by_where_the_enemy_is(facing, count):
    """South is below north; north faces that way, or is turned from it by one side or two."""
    duel = played(f"c3 {facing}", "d3 2", "S= S=", [1] * (count + 3))
    assert duel.events[1].dice == {"north": (1,) * count, "south": (1, 1, 1)}


def test_ad_dice_1_none_against_an_enemy_behind():
    duel = played("c3 2", "d3 2", "S= S=")
    assert rules_of(duel)[0] == "AD-DICE-3"
    assert duel.events[1].dice == {}


@pytest.mark.parametrize(
    ("facings", "dice", "lives"),
    [
        ((5, 3), [1, 6, 6, 2, 6], (5, 4)),
        ((5, 3), [4, 5, 5, 1, 6], (4, 5)),
        ((5, 0), [3, 3, 3, 4], (4, 5)),
        ((5, 2), [6, 2, 3, 3, 6, 3], (4, 5)),
        ((5, 3), [6, 2, 3, 3, 6], (5, 4)),
    ],
)
def test_ad_dice_2_the_examples_of_the_rules(facings, dice, lives):
    north, south = facings
    duel = played(f"c3 {north}", f"d3 {south}", "S= S=", dice)
    assert tuple(f.life for f in duel.fighters.values()) == lives


def test_ad_dice_2_all_equal_and_equally_many_is_a_draw_without_damage():
    duel = played("c3 5", "d3 2", "S= S=", [2, 6, 4, 4, 2, 6])
    assert (rules_of(duel), told(duel)) == (["AD-DICE-2"], "c3 5 5 / d3 2 5")


def test_ad_dice_3_no_dice_against_some_is_beaten_unthrown():
    duel = played("c3 5", "d3 5", "S= S=")
    assert rules_of(duel) == ["AD-DICE-3", "AD-HIT-1", "AD-HIT-2"]
    assert told(duel) == "d3 5 5 / e3 5 4"


def test_ad_dice_3_none_against_none_is_a_draw():
    duel = played("c3 2", "d3 5", "S= S=")
    assert (rules_of(duel), told(duel)) == (["AD-DICE-3"], "c3 2 5 / d3 5 5")


# -- hits -------------------------------------------------------------------------------------------------


def test_ad_hit_1_the_loser_takes_one_damage():
    duel = played("c3 4", "d3 2", "S= S=", [6, 6, 1, 1, 1])
    assert told(duel) == "c3 4 5 / d3 2 4"
    assert (duel.events[2].rule, duel.events[2].damage) == ("AD-HIT-1", {"south": 1})


def test_ad_hit_1_two_from_a_charge_that_was_carried_out():
    """North charges to c3, beside south at d3, and has it at its front-left."""
    duel = played("a1 5", "d3 2", "CF> S=", [6, 6, 1, 1, 1], right="north")
    assert told(duel) == "c3 4 5 / d3 2 3"
    assert duel.events[2].damage == {"south": 2}


def test_ad_hit_1_a_charger_that_loses_takes_one():
    duel = played("a1 5", "d3 3", "CF> S=", [1, 1, 6, 6], right="north")
    assert told(duel) == "c3 4 4 / d3 3 5"


def test_ad_hit_1_holding_the_right_without_charging_doubles_nothing():
    duel = played("b2 5", "d3 2", "F> S=", [6, 6, 1, 1, 1], right="north")
    assert duel.fighters["south"].life == 4


def test_ad_hit_2_a_winner_advances_on_an_enemy_in_front_and_drives_it_on():
    duel = played("b2 5", "c3 0", "S= S=", [6, 1, 1, 1])
    assert told(duel) == "c3 5 5 / d3 0 4"
    assert rules_of(duel)[-1] == "AD-HIT-2"
    assert duel.events[3].facts["pushed"] == "d3"


def test_ad_hit_2_not_on_one_that_is_elsewhere():
    assert told(played("b2 4", "c3 2", "S= S=", [6, 6, 1, 1, 1])) == "b2 4 5 / c3 2 4"


def test_ad_hit_3_at_a_wall_nobody_moves_and_the_loser_takes_one_more():
    duel = played("d3 5", "e3 0", "S= S=", [6, 1, 1, 1])
    assert told(duel) == "d3 5 5 / e3 0 3"
    assert rules_of(duel) == ["AD-DICE-2", "AD-HIT-1", "AD-HIT-3"]
    assert [event.damage for event in duel.events[2:4]] == [{"south": 1}, {"south": 1}]


def test_ad_hit_3_three_with_a_charge():
    duel = played("b2 5", "e3 0", "CF= S=", [6, 1, 1, 1], right="north")
    assert told(duel) == "d3 5 5 / e3 0 2"


def test_ad_hit_4_advancing_and_being_driven_change_no_facing_and_start_no_combat():
    duel = played("b2 5", "c3 1", "S= S=", [6, 1, 1, 1, 1])
    assert told(duel) == "c3 5 5 / d3 1 4"
    assert [rule for rule in rules_of(duel) if rule.startswith("AD-DICE")] == ["AD-DICE-2"]


def test_ad_hit_4_a_charge_doubles_neither_passing_nor_blocked_pushes():
    assert played("b2 5", "c3 2", "CF= F=", [3, 1], right="north").fighters["south"].life == 4
    assert played("c3 5", "e3 2", "CF= S=", right="north").fighters["south"].life == 4


# -- all of them ------------------------------------------------------------------------------------------


def test_every_rule_has_a_test_named_after_it():
    source = Path(__file__).read_text("utf-8")
    for rule in RULES:
        assert f"\ndef test_{rule.lower().replace('-', '_')}_" in source, rule


def test_the_rulebook_has_the_same_words_in_both_languages():
    assert WORDS.keys("en") == WORDS.keys("ja")
    fields = re.compile(r"{(\w+)")
    for key in WORDS.keys("en"):
        one, two = (set(fields.findall(WORDS.template(key, language))) for language in ("en", "ja"))
        assert one == two, key


def test_what_the_dice_can_do_is_told_once_each():
    duel = duel_at("c3 5", "d3 2")
    state = duel.rules.apply(duel.state, *(duel.rules.parse(None, s, "S=") for s in duel.seats))
    assert [str(roll) for roll, _ in effects(duel.rules, state)] == [
        "fight 6 6 6 / 1 1 1", "fight 1 1 1 / 1 1 1", "fight 1 1 1 / 6 6 6",
    ]  # fmt: skip
