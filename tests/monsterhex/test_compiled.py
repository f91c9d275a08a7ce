"""Interpreted on lists and compiled on records, the rules are the same rules."""

import random

import pytest

from hexwidgets.engine.playout import playout
from hexwidgets.engine.rng import seeded
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import State
from hexwidgets.monsterhex.turn import KERNELS, MAX_MOVES
from tests.monsterhex.positions import random_states

OPTIONS = {
    "plain": ({}, 2000),
    "switched": ({"large_tie": "move-up", "small_same_faction_tie": "nobody"}, 400),
    "a hand of one": ({"dials": {"hand_size": 1}}, 400),
    "every dial at its end": ({"dials": {"hand_size": 10, "colour_bonus": 20, "small_points": 20}}, 200),
    "seated otherwise": ({"seats": ["green", "blue", "red", "yellow"], "dials": {"rounds": 5}}, 200),
}


def slow_end(rules, seed):
    state = rules.initial()
    decisions = playout(KERNELS)(rules.table, state, seeded(seed), [0] * MAX_MOVES)
    return decisions, state


def fast_end(rules, seed, fast_playout):
    import numpy as np

    state = rules.initial().to_record()
    rng, out = np.array(seeded(seed), np.int64), np.zeros(MAX_MOVES, np.int64)
    decisions = fast_playout(rules.table.to_record(), state, rng, out)
    return decisions, State.from_record(state)


@pytest.mark.parametrize(("options", "games"), OPTIONS.values(), ids=OPTIONS)
def test_equal_seeds_end_alike(options, games, fast_playout):
    """A random game ends in the same state after as many decisions, whichever way it is run."""
    rules = MonsterHexRules(**options)
    for seed in range(games):
        assert fast_end(rules, seed, fast_playout) == slow_end(rules, seed)


@pytest.mark.parametrize("options", [options for options, _ in OPTIONS.values()], ids=OPTIONS)
def test_every_move_leads_to_the_same_state(options, fast):
    """After every move the full state, the list of moves, the codes of refusals and the winners are equal."""
    import numpy as np

    rules = MonsterHexRules(**options)
    table, record_table = rules.table, rules.table.to_record()
    out, record_out = [0] * MAX_MOVES, np.zeros(MAX_MOVES, np.int64)
    for seed in range(50):
        rng = random.Random(f"compiled {seed}")
        state, record = rules.initial(), rules.initial().to_record()
        luck = seeded(seed)
        fast.chance(record_table, record, np.array(luck, np.int64))
        KERNELS.chance(table, state, luck)
        while True:
            assert State.from_record(record) == state
            count = KERNELS.legal(table, state, out)
            assert record_out[: fast.legal(record_table, record, record_out)].tolist() == out[:count]
            for code in any_codes(rng, 6):
                assert fast.fault(record_table, record, code) == KERNELS.fault(table, state, code)
            assert fast.winners(record_table, record) == KERNELS.winners(table, state)
            if count == 0:
                break
            move = out[rng.randrange(count)]
            fast.apply(record_table, record, move)
            KERNELS.apply(table, state, move)


def any_codes(rng, count):
    """Codes of all kinds of moves."""
    for _ in range(count):
        rotation, cell = rng.randrange(6), rng.choice([rng.randrange(32), rng.randrange(128)])
        yield rng.choice([rng.randrange(16) << 10 | cell << 3 | rotation] * 8 + [1 << 14 | rng.randrange(16), 2 << 14])


@pytest.mark.parametrize("options", [options for options, _ in OPTIONS.values()], ids=OPTIONS)
def test_fields_keep_to_their_range(options):
    """No field leaves its declared range, so none wraps around in a record."""
    for _, state in random_states(range(8), **options):
        assert State.from_json(state.to_json()) == state
        assert State.from_record(state.to_record()) == state


def test_a_dial_changes_compiled_games_without_compiling_anew(fast_playout):
    """One compiled function serves every table: only the points differ."""
    plain, rich = MonsterHexRules(), MonsterHexRules(dials={"colour_bonus": 9, "small_points": 4})
    before = fast_end(plain, 1, fast_playout)[1]
    compiled_so_far = len(fast_playout.signatures)
    after = fast_end(rich, 1, fast_playout)[1]
    assert len(fast_playout.signatures) == compiled_so_far == 1
    assert before.score != after.score
    assert before.unit == after.unit
    assert before.holder == after.holder


def test_a_playout_may_begin_in_the_middle(fast_playout):
    """From any state, both ways."""
    import numpy as np

    for seed, (rules, state) in enumerate(random_states(range(3))):
        slow, record = state.copy(), state.to_record()
        decisions = playout(KERNELS)(rules.table, slow, seeded(seed), [0] * MAX_MOVES)
        rng, out = np.array(seeded(seed), np.int64), np.zeros(MAX_MOVES, np.int64)
        assert fast_playout(rules.table.to_record(), record, rng, out) == decisions
        assert State.from_record(record) == slow
