"""Which throw beats which, by the examples of the rules; and the exact chances of dice of any kind."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from hexwidgets.arenaduel.combat import beats, combat_odds
from hexwidgets.arenaduel.playout import _throw
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import MOST_DICE, MOST_SIDES, NOBODY
from hexwidgets.engine.rng import seeded
from tests.arenaduel.reference import compare

PAIRS = list(product(range(MOST_DICE + 1), repeat=2))

# -- the examples of the rules ----------------------------------------------------------------------------


def test_ad_dice_2_one_six_six_beats_two_six():
    assert beats((1, 6, 6), (2, 6))
    assert not beats((2, 6), (1, 6, 6))


def test_ad_dice_2_four_five_five_loses_to_one_six():
    assert beats((1, 6), (4, 5, 5))
    assert not beats((4, 5, 5), (1, 6))


def test_ad_dice_2_three_threes_lose_to_a_four():
    assert beats((4,), (3, 3, 3))
    assert not beats((3, 3, 3), (4,))


def test_ad_dice_2_six_two_three_loses_to_three_six_three():
    assert beats((3, 6, 3), (6, 2, 3))
    assert not beats((6, 2, 3), (3, 6, 3))


def test_ad_dice_2_six_two_three_beats_three_six():
    assert beats((6, 2, 3), (3, 6))
    assert not beats((3, 6), (6, 2, 3))


# -- chances ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [2, 3, 5])
@pytest.mark.parametrize(("own", "other"), PAIRS)
def test_the_odds_of_other_dice_are_those_of_all_throws_too(own, other, sides):
    """Compared one by one, with the reference's comparison."""
    faces = range(1, sides + 1)
    throws = product(product(faces, repeat=own), product(faces, repeat=other))
    outcomes = Counter(compare(*pair) for pair in throws)
    assert combat_odds(own, other, sides) == tuple(Fraction(outcomes[o], sides ** (own + other)) for o in (1, 0, -1))


@pytest.mark.parametrize("sides", range(2, MOST_SIDES + 1))
def test_the_table_has_the_exact_odds(sides):
    table = ArenaDuelRules(dials={"die_sides": sides}).table
    for own, other in PAIRS:
        win, draw, _ = combat_odds(own, other, sides)
        assert Fraction(table.ways_to_win[own][other], table.ways[own][other]) == win
        assert Fraction(table.ways_not_to_lose[own][other], table.ways[own][other]) == win + draw


@pytest.mark.parametrize(("own", "other"), PAIRS)
def test_in_random_play_throws_are_won_as_often_as_they_should_be(own, other):
    """Within four and a half standard errors; and what is certain always happens."""
    table, rng, throws = ArenaDuelRules().table, seeded(f"{own} {other}"), 4000
    outcomes = Counter(_throw(table, own, other, rng) for _ in range(throws))
    for winner, chance in zip((0, NOBODY, 1), combat_odds(own, other), strict=True):
        error = float(throws * chance * (1 - chance)) ** 0.5
        assert abs(outcomes[winner] - throws * chance) <= 4.5 * error
