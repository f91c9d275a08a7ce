"""Throws: the exact odds of a combat, numbers of throws, scripted dice, and explicit chance."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidgets.arenaduel.combat import beats, combat_odds, number_of, throw_of, throws, worths
from hexwidgets.arenaduel.dice import OutOfDice
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.notation import Roll
from hexwidgets.arenaduel.rules import ArenaDuelRules
from tests.arenaduel.positions import duel_at, random_states, told
from tests.arenaduel.reference import compare

#: Win, draw and loss with a row's dice against a column's, from the rules page.
ODDS = {
    3: {
        3: (Fraction(3805, 7776), Fraction(83, 3888)),
        2: (Fraction(641, 972), Fraction(0)),
        1: (Fraction(119, 144), Fraction(0)),
        0: (Fraction(1), Fraction(0)),
    },
    2: {
        3: (Fraction(331, 972), Fraction(0)),
        2: (Fraction(205, 432), Fraction(11, 216)),
        1: (Fraction(161, 216), Fraction(0)),
        0: (Fraction(1), Fraction(0)),
    },
    1: {
        3: (Fraction(25, 144), Fraction(0)),
        2: (Fraction(55, 216), Fraction(0)),
        1: (Fraction(5, 12), Fraction(1, 6)),
        0: (Fraction(1), Fraction(0)),
    },
    0: {
        3: (Fraction(0), Fraction(0)),
        2: (Fraction(0), Fraction(0)),
        1: (Fraction(0), Fraction(0)),
        0: (Fraction(0), Fraction(1)),
    },
}

faces = st.integers(1, 6)
some_dice = st.lists(faces, max_size=3)


@pytest.mark.parametrize(("own", "other"), product(range(4), repeat=2))
def test_the_odds_of_a_combat_are_those_of_the_rules_page(own, other):
    win, draw = ODDS[own][other]
    assert combat_odds(own, other) == (win, draw, 1 - win - draw)


@pytest.mark.parametrize(("own", "other"), product(range(4), repeat=2))
def test_the_odds_are_those_of_all_throws_compared_one_by_one(own, other):
    """Counted with the reference's comparison, which knows nothing of numbers or worths."""
    outcomes = Counter(
        compare(mine, theirs)
        for mine in product(range(1, 7), repeat=own)
        for theirs in product(range(1, 7), repeat=other)
    )
    assert combat_odds(own, other) == tuple(Fraction(outcomes[o], 6 ** (own + other)) for o in (1, 0, -1))


@given(some_dice, some_dice)
def test_beats_is_the_rule(mine, theirs):
    assert beats(mine, theirs) == (compare(mine, theirs) == 1)
    assert beats(theirs, mine) == (compare(mine, theirs) == -1)


@given(some_dice, some_dice)
def test_worths_order_throws_as_the_rule_does(mine, theirs):
    rows = worths(6)
    a, b = (rows[len(throw)][number_of(throw, 6)] for throw in (mine, theirs))
    assert (a > b) - (a < b) == compare(mine, theirs)


@pytest.mark.parametrize(("dice", "sides"), [(0, 6), (1, 6), (3, 6), (2, 12), (3, 2)])
def test_throws_are_numbered_in_their_order(dice, sides):
    every = throws(dice, sides)
    assert len(every) == sides**dice
    for number, throw in enumerate(every):
        assert number_of(throw, sides) == number
        assert throw_of(number, dice, sides) == throw


# -- chance as a player -----------------------------------------------------------------------------------


def test_every_throw_is_listed_once_and_they_are_all_of_them():
    """One chance node a throw: two dice for charge, passing and collision; all dice of both for a combat."""
    seen = set()
    for rules, state in random_states(range(40), dials={"die_sides": 3}):
        if rules.to_move(state) != ("chance",):
            continue
        rolls = rules.moves(state, "chance")
        kind, north, south = rules.dice_due(state)
        seen.add(kind)
        assert len(set(rolls)) == len(rolls) == 3 ** (north + south)
        assert {(len(roll.north), len(roll.south)) for roll in rolls} == {(north, south)}
        for roll in rolls[:: max(1, len(rolls) // 20)]:
            assert rules.fault(state, "chance", roll) is None
            assert rules.parse(state, "chance", str(roll)) == roll
    assert seen == {"charge", "pass", "collide", "fight"}


def test_throws_that_are_not_due_are_refused():
    rules = ArenaDuelRules()
    charge = rules.initial()
    orders = rules.apply(charge, Roll("charge", (3,), (3,)))
    for wrong in (
        Roll("charge", (7,), (1,)),
        Roll("charge", (0,), (1,)),
        Roll("charge", (1, 2), (1,)),
        Roll("charge", (True,), (1,)),
        Roll("pass", (1,), (1,)),
        Roll("dance", (1,), (1,)),
        Roll("fight", (1, 1, 1), (1,)),
    ):
        fault = rules.fault(charge, "chance", wrong)
        assert fault.rule.startswith("AD-")
        assert "charge roll" in fault.text("en")
        assert "突進の判定" in fault.text("ja")
        assert rules.fault(orders, "chance", wrong) is not None
    assert rules.fault(charge, "chance", rules.parse(orders, "north", "F=")).rule == "AD-NOTATION"
    assert rules.fault(orders, "north", Roll("charge", (1,), (1,))).rule == "AD-NOTATION"
    assert rules.fault(charge, "north", rules.parse(charge, "north", "F=")).rule == "AD-ORDER-1"


def test_a_draw_is_one_of_the_throws_listed():
    import random

    for rules, state in random_states(range(3), dials={"die_sides": 2}):
        if rules.to_move(state) == ("chance",):
            assert rules.draw(state, random.Random(1)) in rules.moves(state, "chance")


# -- scripted dice ----------------------------------------------------------------------------------------


def test_scripted_dice_are_taken_norths_first_from_left_to_right():
    duel = ArenaDuel(dice=[5, 2, 3, 3, 1, 6])
    rights = [duel.charge_right]
    for _ in range(2):
        duel.play("S=", "S=")
        rights.append(duel.charge_right)
    assert rights == ["north", None, "south"]
    assert [event.dice for event in duel.log if event.dice] == [
        {"north": (5,), "south": (2,)}, {"north": (3,), "south": (3,)}, {"north": (1,), "south": (6,)},
    ]  # fmt: skip


def test_a_whole_script_is_thrown_in_order():
    """Charge roll, collision twice, combat: the faces of the events are the script."""
    script = [2, 1, *(4, 4), *(5, 2), *(6, 3, 2), *(6, 6, 1), 3, 3]
    duel = ArenaDuel(
        dice=script, arena={"disk": 1, "north": {"cell": [0, -1], "facing": 5}, "south": {"cell": [0, 1], "facing": 2}}
    )
    duel.play("F=", "F=")
    thrown = [face for event in duel.log for throw in event.dice.values() for face in throw]
    assert thrown == script
    assert [event.rule for event in duel.log if event.dice] == [
        "AD-CHARGE-1", "AD-COLL-1", "AD-COLL-1", "AD-DICE-2", "AD-CHARGE-1",
    ]  # fmt: skip
    assert duel.dice == ()


def test_too_few_dice_are_told_and_nothing_has_changed():
    duel = duel_at("c3 5", "d3 2", dice=[6, 6, 1])  # and 1 1, for the charge roll: five of the six
    before = (duel.state, duel.log, duel.ply, duel.dice)
    with pytest.raises(OutOfDice, match="combat needs 6 and 5 of 7 are left"):
        duel.play("S=", "S=")
    assert (duel.state, duel.log, duel.ply, duel.dice) == before
    duel.language = "ja"
    with pytest.raises(OutOfDice, match="戦闘に6個要りますが、7個のうち残りは5個"):
        duel.play("S=", "S=")


def test_no_dice_are_not_enough_to_begin():
    for dice in ([], [3]):
        with pytest.raises(OutOfDice, match="charge roll needs 2"):
            ArenaDuel(dice=dice)


def test_undo_gives_the_dice_back():
    duel = duel_at("c3 5", "d3 2", dice=[6, 6, 1, 6, 5, 5])
    kept = duel.dice
    duel.play("S=", "S=")
    after = told(duel)
    assert duel.dice == ()
    duel.undo()
    assert duel.dice == kept
    duel.play("S=", "S=")
    assert (told(duel), duel.dice) == (after, ())
    duel.undo()
    duel.redo()
    assert (told(duel), duel.dice) == (after, ())


def test_a_branch_throws_the_same_dice_on():
    duel = ArenaDuel(dice=[1, 1, 2, 3, 4, 4])
    duel.play("S=", "S=")
    twin = duel.branch()
    assert twin.dice == duel.dice == (4, 4)
    twin.play("S=", "S=")
    assert (twin.dice, duel.dice) == ((), (4, 4))


@pytest.mark.parametrize("dice", [[7], [0], ["5"], [True], [2.0], "52", 5, [1, None]])
def test_a_script_holds_faces(dice):
    with pytest.raises(ValueError, match="dice"):
        ArenaDuel(dice=dice)


def test_a_script_may_be_anything_that_yields_faces():
    assert ArenaDuel(dice=iter((6, 5, 1))).dice == (1,)
    assert ArenaDuel(dice=(8, 7), dials={"die_sides": 8}).charge_right == "north"


def test_without_a_script_there_are_no_dice_to_show():
    assert ArenaDuel(seed=1).dice is None
