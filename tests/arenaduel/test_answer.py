"""Best answers to bots: never worse than perfect play, worth what playing them brings, nothing against perfect play."""

import random
from functools import cache

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel import solve
from hexwidgets.arenaduel.answer import _asked, _known, _state
from hexwidgets.arenaduel.outlook import outlook
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.solver import answers
from hexwidgets.arenaduel.state import CHARGING
from hexwidgets.engine.players import seat_view
from hexwidgets.playtest.bots import Greedy, Random
from hexwidgets.playtest.play import play
from tests.arenaduel.test_symmetry import TRIANGLE


@cache
def solved(life=1, max_turns=0):
    return solve(ArenaDuelRules(TRIANGLE, dials={"life": life, "max_turns": max_turns}), progress=False)


@cache
def standard(name):
    return ArenaDuelRules().solution().against({"random": None, "greedy": Greedy(1)}[name])


def some_positions(solution, count, seed=1):
    """Positions in which orders are due."""
    rng = random.Random(seed)
    for _ in range(count):
        lives = (rng.randint(1, solution.lives), rng.randint(1, solution.lives), solution.rules.dials["max_turns"])
        yield _state(solution, rng.choice(solution.classes.smallest), lives, rng.randrange(3))


# -- what it is worth -----------------------------------------------------------------------------


def test_the_standard_bots_score_what_the_page_on_strength_says():
    start = ArenaDuelRules().initial()
    for name, perfect, best in (("random", 0.934, 0.992), ("greedy", 0.640, 1.0)):
        assert round(standard(name).perfect("south", start), 3) == perfect
        assert round(standard(name).value("south", start), 3) == best
        assert standard(name).value("north", start) == pytest.approx(standard(name).value("south", start), abs=1e-6)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_best_answer_scores_at_least_what_perfect_play_does_and_that_at_least_the_value(name):
    answer = standard(name)
    rows = zip(answer.solution.values, answer._perfect.values, answer._best.values, strict=True)
    for value, perfect, best in rows:  # of the bot, which is north
        assert value + 1e-4 >= perfect >= best - 1e-6


def test_the_best_answer_to_perfect_play_gains_no_more_than_is_certified():
    solution = solved()
    answer = solution.against(solution.bot(seed=1))
    assert answer.loss <= solution.certificate.loss + 1e-6
    assert answer.value() == pytest.approx(answer.perfect(), abs=1e-6)


@pytest.mark.parametrize("options", [{}, {"max_turns": 4}])
def test_a_value_is_the_mean_over_what_the_best_order_leads_to(options):
    """Worked out with the rules' own prospects, for either seat."""
    solution, bot = solved(**options), Greedy(1)
    answer, rules = solution.against(bot), solution.rules
    for state in some_positions(solution, 3):
        for seat, other in (("north", "south"), ("south", "north")):
            mix = bot.mix(seat_view(rules, state, other, 0))
            worths = {}
            for order in rules.moves(state, seat):
                pairs = [((order, reply) if seat == "north" else (reply, order), p) for reply, p in mix.items()]
                worths[order] = sum(
                    p * float(chance) * answer.value(seat, after)
                    for orders, p in pairs
                    for after, chance in outlook(rules, state, *orders).items()
                )
            assert answer.value(seat, state) == pytest.approx(max(worths.values()), abs=1e-6)
            (chosen,) = answer.policy(seat, state)
            assert worths[chosen] > max(worths.values()) - 0.01


def test_playing_it_brings_what_it_promises():
    answer, rules, won = standard("greedy"), ArenaDuelRules(), 0
    for number in range(20):
        own, other = rules.game_type.seats[:: 1 if number % 2 else -1]
        result = play(rules, rules.initial(), {own: answer.bot(seed=1), other: Greedy(number)}, number).result
        won += result.winners == (own,)
    assert won >= 19


# -- how bots are asked ---------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [Random(1), Greedy(1)], ids=["random", "greedy"])
@pytest.mark.parametrize("options", [{}, {"max_turns": 2}])
def test_bots_that_are_known_by_heart_play_as_they_say_when_they_are_asked(bot, options):
    solution = solved(**options)
    for known, told in zip(
        *(answers(solution, kind(bot)) for kind in (_known, lambda b: _asked(solution, b))), strict=True
    ):
        assert known == pytest.approx(told, abs=1e-6)


def test_before_the_roll_a_value_is_the_mean_over_what_is_worked_out_from_what_the_bot_says():
    """In the standard arena, where a turn may cost several lives."""
    answer = standard("greedy")
    for state in some_positions(answer.solution, 25):
        before, mean = state.copy(), 0.0
        before.phase, before.right = CHARGING, -1
        for state.right, share in ((-1, 1 / 6), (0, 5 / 12), (1, 5 / 12)):
            mean += share * answer.value("south", state)
        assert answer.value("south", before) == pytest.approx(mean, abs=1e-6)


def test_a_bot_of_ones_own_is_asked():
    class Stubborn:
        def mix(self, view):
            return {view.legal_moves()[0]: 1.0}

    answer = solved().against(Stubborn())
    assert answer.value() > answer.perfect() > 0.5
    assert answer.loss > 0.3


def test_who_tells_no_mix_is_refused():
    with pytest.raises(TypeError, match=r"bot: expected one with a method mix\(view\).*got"):
        solved().against(lambda view: view.legal_moves()[0])


def test_a_choice_whether_to_pursue_is_refused():
    solution = solve(ArenaDuelRules(TRIANGLE, dials={"life": 1}, pursuit="optional"), progress=False)
    with pytest.raises(ValueError, match="always pursues, got pursuit='optional'"):
        solution.against(None)


def test_it_is_played_only_where_it_fits_and_where_orders_are_due():
    answer = standard("random")
    assert answer.fits(hw.ArenaDuel(seed=2).rules)
    assert not answer.fits(hw.ArenaDuel(arena="standard", dials={"die_sides": 4}).rules)
    with pytest.raises(ValueError, match="south has no order to give"):
        answer.policy("south", ArenaDuelRules().initial())
