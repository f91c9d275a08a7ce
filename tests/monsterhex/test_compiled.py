"""Interpreted on lists and compiled on records, the rules are the same rules."""

import random

import pytest

from hexwidgets.engine.playout import playout
from hexwidgets.engine.rng import seeded
from hexwidgets.monsterhex import DIALS
from hexwidgets.monsterhex.legality import MAX_MOVES, choice_code, move_code
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import CELLS, CHOOSE, DECLINE, PASS, PLACE, TAKE, USE, State
from hexwidgets.monsterhex.turn import KERNELS
from tests.monsterhex.positions import EVERY_KIND, kind_name, random_states
from tests.monsterhex.sets import large_set

LARGE = {"hand_size": 10, "rounds": 8}

# Every kind of game, and how many; then what differs from the printed numbers.
OPTIONS = {kind_name(kind): (kind, 60) for kind in EVERY_KIND} | {
    "switched": ({"large_tie": "move-up", "small_same_faction_tie": "nobody"}, 200),
    "a hand of one": (EVERY_KIND[3] | {"dials": {"hand_size": 1}}, 60),
    "every dial at its end": (
        EVERY_KIND[3] | {"dials": {d.name: d.high for d in DIALS if d.name != "rounds"} | LARGE},
        40,
    ),
    "every dial at its start": (EVERY_KIND[15] | {"dials": {dial.name: dial.low for dial in DIALS}}, 60),
    "seated otherwise": (EVERY_KIND[9] | {"seats": ["green", "yellow"], "shared": "red", "dials": {"rounds": 5}}, 60),
    "components of one's own": ({"components": large_set(), "variant": "big", "abilities": True, "goals": True}, 20),
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
    assert len(fast_playout.signatures) == 1  # one machine code for all kinds and all components


@pytest.mark.parametrize("options", [options for options, _ in OPTIONS.values()], ids=OPTIONS)
def test_every_move_leads_to_the_same_state(options, fast):
    """After every move the full state, the list of moves, the codes of refusals and the winners are equal."""
    import numpy as np

    rules = MonsterHexRules(**options)
    table, record_table = rules.table, rules.table.to_record()
    out, record_out = [0] * MAX_MOVES, np.zeros(MAX_MOVES, np.int64)
    for seed in range(6):
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
        cell, high = rng.choice([rng.randrange(32), rng.randrange(CELLS + 1)]), rng.randrange(16)
        on_cell = move_code(rng.choice([PLACE, PLACE, USE]), high, cell, rng.randrange(6))
        yield rng.choice([on_cell, on_cell, choice_code(rng.choice([TAKE, CHOOSE, PASS, DECLINE]), high)])


@pytest.mark.parametrize("options", [options for options, _ in OPTIONS.values()], ids=OPTIONS)
def test_fields_keep_to_their_range(options):
    """No field leaves its declared range, so none wraps around in a record."""
    for _, state in random_states(range(2), **options):
        assert State.from_json(state.to_json()) == state
        assert State.from_record(state.to_record()) == state


def test_a_dial_changes_compiled_games_without_compiling_anew(fast_playout):
    """One compiled function serves every table: only the points differ."""
    plain, rich = MonsterHexRules(), MonsterHexRules(dials={"colour_bonus": 9, "small_points": 4})
    before = fast_end(plain, 1, fast_playout)[1]
    after = fast_end(rich, 1, fast_playout)[1]
    assert len(fast_playout.signatures) == 1
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
