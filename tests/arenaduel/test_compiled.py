"""Interpreted on lists and compiled on records, the rules are the same rules; and whole turns are the same as steps."""

import random

import pytest

from hexwidgets.arenaduel import DIALS, SWITCHES
from hexwidgets.arenaduel.playout import KERNELS
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import ORDERING, ORDERS, OVER, PURSUING, State
from hexwidgets.engine.rng import seeded
from tests.arenaduel.positions import random_states
from tests.arenaduel.test_differential import CLOSE, PILLARS


def some_options(count):
    """Rules with dials and switches at random, the plain ones first."""
    yield {}
    for number in range(count):
        rng = random.Random(f"some {number}")
        top = {"life": 12, "die_sides": 8, "charge_length": 3, "max_turns": 30}
        dials = {d.name: rng.randint(max(d.low, 1), min(d.high, top.get(d.name, 3))) for d in DIALS}
        switches = {switch.name: rng.choice(switch.choices) for switch in SWITCHES}
        yield {"arena": rng.choice(["standard", PILLARS, CLOSE]), "dials": dials, **switches}


OPTIONS = list(some_options(12))
every_option = pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))


def random_numbers(seed):
    import numpy as np

    return np.array(seeded(seed), np.int64)


@every_option
def test_whole_turns_are_the_same_as_steps(options):
    """`playout` and `walk` end alike from equal random numbers, and use up as many."""
    rules = ArenaDuelRules(**options)
    for seed in range(40):
        whole, steps = rules.initial(), rules.initial()
        one, two = seeded(seed), seeded(seed)
        KERNELS.playout(rules.table, whole, one)
        while steps.phase != OVER:
            KERNELS.walk(rules.table, steps, two)
        assert whole == steps
        assert one == two


@every_option
def test_equal_seeds_end_alike_compiled(options, fast):
    rules = ArenaDuelRules(**options)
    table = rules.table.to_record()
    for seed in range(100):
        slow, quick = rules.initial(), rules.initial().to_record()
        turns = KERNELS.playout(rules.table, slow, seeded(seed))
        assert fast.playout(table, quick, random_numbers(seed)) == turns
        assert State.from_record(quick) == slow


@every_option
def test_every_step_leads_to_the_same_state_compiled(options, fast):
    """After every decision and throw the state, the legal orders, the refusals and the winners are equal."""
    import numpy as np

    rules = ArenaDuelRules(**options)
    table, record_table = rules.table, rules.table.to_record()
    out, record_out = [0] * ORDERS, np.zeros(ORDERS, np.int64)
    for seed in range(10):
        rng = random.Random(f"compiled {seed}")
        state, record = rules.initial(), rules.initial().to_record()
        while True:
            assert State.from_record(record) == state
            assert fast.winners(record_table, record) == KERNELS.winners(table, state)
            assert fast.waits_for_chance(record_table, record) == KERNELS.waits_for_chance(table, state)
            for slot in range(2):
                for order in range(ORDERS):
                    code = KERNELS.fault(table, state, slot, order)
                    assert fast.fault(record_table, record, slot, order) == code
            if state.phase == OVER:
                break
            if state.phase == ORDERING:
                moves = []
                for slot in range(2):
                    count = KERNELS.legal(table, state, slot, out)
                    assert record_out[: fast.legal(record_table, record, slot, record_out)].tolist() == out[:count]
                    moves.append(out[rng.randrange(count)])
                KERNELS.play(table, state, *moves)
                fast.play(record_table, record, *moves)
            elif state.phase == PURSUING:
                choice = rng.randrange(2)
                KERNELS.pursue(table, state, choice)
                fast.pursue(record_table, record, choice)
            else:
                luck = rng.randrange(1000)
                KERNELS.chance(table, state, seeded(luck))
                fast.chance(record_table, record, random_numbers(luck))


def test_a_playout_may_begin_anywhere(fast):
    """From any position, also in the middle of a turn."""
    for number, (rules, state) in enumerate(random_states(range(6), pursuit="optional")):
        slow, quick = state.copy(), state.to_record()
        turns = KERNELS.playout(rules.table, slow, seeded(number))
        assert fast.playout(rules.table.to_record(), quick, random_numbers(number)) == turns
        assert State.from_record(quick) == slow
        assert slow.phase == OVER
        assert turns >= state.turn


def test_a_random_pick_is_any_legal_order_alike():
    """All orders of `legal`, each about as often; with and without the enemy behind or the right."""
    from hexwidgets.arenaduel.playout import pick
    from tests.arenaduel.positions import state_at

    rules = ArenaDuelRules(enemy_blocks_charge="yes")
    rng = seeded(3)
    for north, south, right in (("a1 5", "e3 2", "north"), ("c3 5", "b2 5", "south"), ("c3 5", "d3 2", "north")):
        state = state_at(rules, north, south, right)
        out = [0] * ORDERS
        count = KERNELS.legal(rules.table, state, 0, out)
        picks = [pick(rules.table, state, rng)[0] for _ in range(200 * count)]
        assert set(picks) == set(out[:count])
        assert all(140 < picks.count(order) < 260 for order in out[:count])


@every_option
def test_fields_keep_to_their_range(options):
    """No field leaves its declared range, so none wraps around in a record."""
    for _, state in random_states(range(4), **options):
        assert State.from_json(state.to_json()) == state
        assert State.from_record(state.to_record()) == state


def test_random_play_is_fair_and_as_long_as_it_should_be(fast):
    """25.73 turns on average and as many wins for either, within four standard errors of 200,000 duels."""
    import numpy as np

    rules, games = ArenaDuelRules(), 200_000
    wins = np.zeros(3, np.int64)
    state = rules.initial().to_record()
    turns = fast.playouts(rules.table.to_record(), state, random_numbers(1), games, wins)
    assert abs(turns / games - 25.73) < 0.12
    assert wins[0] == 0
    assert abs(wins[1] / games - 0.5) < 4 * 0.5 / games**0.5


def test_a_dial_changes_compiled_games_without_compiling_anew(fast):
    import numpy as np

    lengths = []
    for life in (5, 1):
        rules = ArenaDuelRules(dials={"life": life})
        state, wins = rules.initial().to_record(), np.zeros(3, np.int64)
        lengths.append(fast.playouts(rules.table.to_record(), state, random_numbers(1), 2000, wins))
    assert len(fast.playouts.signatures) == 1
    assert lengths[1] < lengths[0] / 3
