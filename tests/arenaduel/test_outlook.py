"""What may come of orders, with exact probabilities."""

from collections import Counter
from fractions import Fraction

import pytest

from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.outlook import effects, outlook
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import CHARGING, COLLIDING, ORDERING
from hexwidgets.engine.faults import IllegalMove
from tests.arenaduel.positions import duel_at, random_states, state_at


def told(prospects):
    return {" / ".join(f"{f.cell} {f.life}" for f in p.fighters.values()): p.probability for p in prospects}


def test_without_dice_there_is_one_prospect():
    (only,) = ArenaDuel(seed=1).outlook("F>", "S=")
    assert (only.probability, only.phase, only.result) == (1, "charge", None)
    assert (only.fighters["north"].cell, only.fighters["north"].facing) == ("b2", 4)


def test_a_combat_has_the_odds_of_the_rules_page():
    """Three dice against three in the middle: the winner advances."""
    assert told(duel_at("b2 5", "c3 2").outlook("S=", "S=")) == {
        "c3 5 / d3 4": Fraction(3805, 7776), "a1 4 / b2 5": Fraction(3805, 7776), "b2 5 / c3 5": Fraction(83, 3888),
    }  # fmt: skip


def test_a_collision_is_even_whatever_the_ties():
    """One of the two gets to c3, beside the other, and they fight with three dice each."""
    found = told(duel_at("b2 5", "d3 2").outlook("F=", "F="))
    win, draw = Fraction(3805, 7776), Fraction(83, 3888)
    assert sum(found.values()) == 1
    assert found["c3 5 / d3 5"] == found["b2 5 / c3 5"] == draw / 2
    assert found["d3 5 / e3 4"] == win / 2


def test_a_passing_combat_may_end_the_duel():
    prospects = duel_at("c3 5 1", "d3 2 1").outlook("F=", "F=")
    assert told(prospects) == {
        "c3 1 / d3 0": Fraction(5, 12),
        "c3 0 / d3 1": Fraction(5, 12),
        "d3 1 / c3 1": Fraction(1, 6),
    }
    assert [p.phase for p in prospects] == ["over", "over", "charge"]
    assert {p.result.winners for p in prospects if p.result} == {("north",), ("south",)}


def test_the_likeliest_come_first():
    chances = [p.probability for p in duel_at("c3 5", "d3 0").outlook("S=", "S=")]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == 1


def test_with_the_switch_it_looks_to_the_winners_choice():
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 1], pursuit="optional")
    prospects = duel.outlook("S=", "S=")
    assert {p.phase for p in prospects} == {"pursue", "charge"}
    duel.play("S=", "S=")
    assert told(duel.outlook("pursue")) == {"c3 5 / d3 4": 1}
    assert told(duel.outlook("hold")) == {"b2 5 / c3 4": 1}


def test_nothing_is_played_and_no_dice_are_taken():
    duel = duel_at("c3 5", "d3 2", dice=[1] * 6)
    before = (duel.state, duel.log, duel.dice, duel.rev)
    duel.outlook("S=", "S=")
    assert (duel.state, duel.log, duel.dice, duel.rev) == before


def test_orders_that_are_not_legal_are_refused():
    duel = ArenaDuel(seed=1)
    with pytest.raises(IllegalMove, match="AD-MOVE-2"):
        duel.outlook("B=", "S=")
    with pytest.raises(IllegalMove, match="AD-NOTATION"):
        duel.outlook("X", "S=")
    with pytest.raises(ValueError, match="north, south"):
        duel.outlook("S=")


def everything(rules, state, *moves):
    """The distribution by listing every single throw, ties of a collision left out and the rest weighed anew."""
    found, ahead = Counter(), [(rules.apply(state, *moves), Fraction(1))]
    while ahead:
        position, chance = ahead.pop()
        if position.phase == CHARGING or rules.to_move(position) != ("chance",):
            found[position] += chance
            continue
        rolls = rules.moves(position, "chance")
        if position.phase == COLLIDING:
            rolls = [roll for roll in rolls if roll.north != roll.south]
        after = Counter(rules.apply(position, roll) for roll in rolls)
        ahead += [(next_one, chance * Fraction(count, len(rolls))) for next_one, count in after.items()]
    return found


@pytest.mark.parametrize("switches", [{}, {"pursuit": "optional", "combat_after_push": "no"}])
def test_one_throw_for_each_effect_gives_what_all_throws_give(switches):
    """With small dice, so that all can be listed: the very same distribution."""
    import random

    rng = random.Random(5)
    for rules, state in random_states(range(6), dials={"die_sides": 3, "life": 3}, **switches):
        if state.phase == ORDERING:
            moves = [rng.choice(rules.moves(state, seat)) for seat in rules.seats]
            assert outlook(rules, state, *moves) == everything(rules, state, *moves)


def test_effects_of_the_real_dice_are_those_of_all_throws():
    """Every kind of combat, with six sides."""
    rules = ArenaDuelRules()
    for north, south in (("c3 5", "d3 2"), ("c3 5", "d3 1"), ("c3 5", "d3 0"), ("c3 4", "d3 0"), ("c3 3", "d3 0")):
        state = state_at(rules, north, south)
        moves = [rules.parse(state, seat, "S=") for seat in rules.seats]
        assert outlook(rules, state, *moves) == everything(rules, state, *moves)
        fight = rules.apply(state, *moves)
        assert sum(chance for _, chance in effects(rules, fight)) == 1
