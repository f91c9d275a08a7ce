"""The bot that plays a solved game: what it plays, what it may know, and what it says where nothing is solved."""

import pickle
import random
from collections import Counter

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel import solve
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.engine.exact import Exact
from hexwidgets.engine.players import BotError, seat_view
from hexwidgets.playtest.play import SimulationError


@pytest.fixture(scope="module")
def choosing():
    """Two lives each, and the winner may hold its ground, which is sometimes best."""
    return solve(ArenaDuelRules(dials={"life": 2, "cornering": 0}, pursuit="optional"), progress=False)


def mixed_duel():
    """A duel in which north mixes two orders."""
    return hw.ArenaDuel(dice=[6, 1])


def test_it_draws_orders_as_often_as_the_best_mix_says():
    duel, bot = mixed_duel(), Exact(seed=1)
    view = seat_view(duel.rules, duel.state, "north", 0)
    mix, count = duel.solution().policy("north"), 4000
    drawn = Counter(bot(view) for _ in range(count))
    assert set(drawn) == set(mix)
    assert len(mix) > 1
    for order, chance in mix.items():
        assert abs(drawn[order] / count - chance) < 5 * (chance * (1 - chance) / count) ** 0.5


def test_the_same_seed_plays_the_same_duel():
    def played(seed):
        duel = hw.ArenaDuel(seed=3)
        duel.bots["north"], duel.bots["south"] = hw.bots.Exact(seed=seed), hw.bots.Exact(seed=seed + 1)
        assert duel.bots.finish(timeout=60) is not None
        return duel.moves

    assert played(1) == played(1) != played(5)


def test_an_order_that_is_not_revealed_does_not_change_what_it_plays():
    duel, orders = mixed_duel(), []
    for secret in ("F=", "S>"):
        duel.commit("south", secret)
        bot = Exact(seed=4)
        orders.append([bot(seat_view(duel.rules, duel.state, "north", 0)) for _ in range(20)])
    assert orders[0] == orders[1]


def test_it_chooses_whether_to_pursue(choosing):
    duel = hw.ArenaDuel(seed=2, life=2, dials={"cornering": 0}, pursuit="optional")
    rng, met = random.Random(1), Counter()
    bot = choosing.bot(seed=1)
    while len(met) < 2:
        if duel.result is not None:
            duel = hw.ArenaDuel(seed=rng.getrandbits(30), life=2, dials={"cornering": 0}, pursuit="optional")
        if duel.phase == "pursue":
            move = bot(seat_view(duel.rules, duel.state, duel.to_move, 0))
            assert choosing.costs(duel.to_move, duel.state)[move] == 0
            met[str(move)] += 1
        duel.play(*(rng.choice(duel.legal_moves(seat)) for seat in duel.rules.to_move(duel.state)))
    assert set(met) == {"pursue", "hold"}


def test_it_beats_random_play_in_simulations_that_can_be_repeated():
    def wins(bot):
        report = hw.simulate(hw.ArenaDuel(), [bot, None], games=30, progress=False)
        return report.batches[0].measures["win_north"].tolist()

    first = wins(hw.bots.Exact())
    assert sum(first) >= 24  # 93.4% of the time, so that fewer are one in five hundred
    assert wins(hw.bots.Exact(seed=8)) == first


def test_its_solution_is_shared_from_game_to_game_and_survives_pickling():
    bot = Exact(seed=1)
    twin = bot.reseeded(2)
    view = seat_view(mixed_duel().rules, mixed_duel().state, "north", 0)
    twin(view)
    assert bot._found is twin._found
    assert len(bot._found) == 1
    again = pickle.loads(pickle.dumps(mixed_duel().solution().bot(seed=3)))
    assert repr(again) == "Exact(seed=3)"
    assert again(view) == mixed_duel().solution().bot(seed=3)(view)


def test_other_games_and_other_rules_are_refused(choosing):
    for game, bot, said in (
        (hw.MonsterHex("two-duel", seed=7), Exact(), "come with their solution, and monsterhex has none"),
        (hw.ArenaDuel(pursuit="optional"), Exact(), r"call duel.solve\(\)"),
        (hw.ArenaDuel(), choosing.bot(), "is for other rules than those of this arenaduel"),
        (hw.MonsterHex("two-duel", seed=7), choosing.bot(), "is for other rules than those of this monsterhex"),
    ):
        view = seat_view(game.rules, game.state, game.seats[0], 0)
        with pytest.raises(ValueError, match=said):
            bot(view)
    with pytest.raises(TypeError, match="solution: expected a Solution"):
        Exact(solution="exact")  # type: ignore[arg-type]


def test_a_refusal_is_told_where_the_bot_was_to_play():
    with pytest.raises(SimulationError, match=r"bot 'Exact' raised ValueError: the shipped solution"):
        hw.simulate(hw.ArenaDuel(pursuit="optional"), [hw.bots.Exact(), None], games=2, progress=False)
    duel = hw.ArenaDuel(pursuit="optional")
    duel.bots["north"], duel.bots["south"] = hw.bots.Exact(), hw.bots.Random(seed=1)
    with pytest.raises(BotError, match="shipped solution"):
        duel.bots.wait(timeout=20)
