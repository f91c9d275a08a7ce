"""Listing legal moves is fast and `fault` defines them: here the two are proved equal."""

import random

import pytest

from hexwidgets.engine.kernel import compiled, kernel
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import PASS, PLACE, STONES, TAKE, TAKING
from hexwidgets.monsterhex.turn import MAX_MOVES, apply, deal, fault, legal, move_code
from tests.monsterhex.positions import game_at, random_states

OPTIONS = [{}, {"dials": {"hand_size": 1}}, {"dials": {"hand_size": 10}}]


@kernel
def list_by_definition(table, state, out):
    """Every move of the whole space that `fault` lets pass: by unit, cell, rotation; then stones; then the pass."""
    n = 0
    for tile in range(16):
        for cell in range(128):
            for rotation in range(6):
                code = move_code(PLACE, tile, cell, rotation)
                if fault(table, state, code) == 0:
                    out[n] = code
                    n += 1
    for stone in range(STONES):
        if fault(table, state, TAKE << 14 | stone) == 0:
            out[n] = TAKE << 14 | stone
            n += 1
    if fault(table, state, PASS << 14) == 0:
        out[n] = PASS << 14
        n += 1
    return n


def listed(function, rules, state, out):
    codes = [int(code) for code in out[: function(rules, state, out)]]
    # The stones of a site are listed as they lie.
    return sorted(codes) if codes and codes[0] >> 14 == TAKE else codes


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_listed_is_what_is_not_refused_in_order(options):
    """In every position of random games the list is the definition's, by unit, cell and rotation."""
    one, other = [0] * MAX_MOVES, [0] * MAX_MOVES
    for seed, (rules, state) in enumerate(random_states(range(4), **options)):
        if seed % 3 == 0:
            ours = listed(legal, rules.table, state, one)
            assert ours == listed(list_by_definition, rules.table, state, other)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_compiled_list_is_the_compiled_definition(options, fast):
    """The same in very many positions, compiled."""
    import numpy as np

    by_definition = compiled(list_by_definition)
    rules = MonsterHexRules(**options)
    table = rules.table.to_record()
    one, other = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64)
    for seed in range(100):
        rng = random.Random(seed)
        state = rules.initial().to_record()
        fast.chance(table, state, np.array([rng.getrandbits(32) for _ in range(4)]))
        while fast.legal(table, state, one):
            codes = listed(fast.legal, table, state, one)
            assert codes == listed(by_definition, table, state, other)
            fast.apply(table, state, rng.choice(codes))
        assert by_definition(table, state, other) == 0


def test_the_list_goes_by_unit_then_cell_then_rotation():
    """Units as the set lists them, cells in reading order, rotations from 0."""
    for rules, state in random_states(range(3)):
        seats = rules.to_move(state)
        if seats and state.phase != TAKING:
            moves = rules.moves(state, seats[0])
            key = [(rules.units.index(m.unit), rules.cell_labels.index(m.cell), m.rotation) for m in moves]
            assert key == sorted(set(key))


def test_a_pass_is_listed_when_nothing_else_is():
    """The pass is a move like others where it is the only one."""
    rules = MonsterHexRules()
    state = game_at({"d5": "red S1"}, to_move="blue").state
    out = [0] * MAX_MOVES
    assert listed(legal, rules.table, state, out) == listed(list_by_definition, rules.table, state, out) == [PASS << 14]


def test_the_kernels_of_these_tests_are_the_packages():
    """`deal` and `apply` above are what the rules object plays by."""
    assert MonsterHexRules().kernels[1:5:3] == (deal, apply)
