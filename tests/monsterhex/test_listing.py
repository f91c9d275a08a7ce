"""Listing legal moves is fast and `fault` defines them: here the two are proved equal."""

import random

import pytest

from hexwidgets.engine.kernel import compiled, kernel
from hexwidgets.engine.rng import below, seeded
from hexwidgets.monsterhex.dealing import deal
from hexwidgets.monsterhex.legality import MAX_MOVES, choice_code, fault, legal, move_code, pick
from hexwidgets.monsterhex.notation import Place
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import BLITZ, CHOOSE, CONFUSE, DECLINE, PASS, PLACE, SCHEME, STONES, TAKE, USE
from hexwidgets.monsterhex.turn import apply
from tests.monsterhex.positions import EVERY_KIND, game_at, kind_name, random_states

OPTIONS = [*EVERY_KIND, *(EVERY_KIND[n] | {"dials": {"hand_size": size}} for n, size in ((3, 1), (0, 10), (11, 1)))]
every_kind = pytest.mark.parametrize(
    "options", OPTIONS, ids=lambda o: kind_name(o) + "".join(map(str, o.get("dials", {}).values()))
)


@kernel
def list_by_definition(table, state, out):
    """Every move of the whole space that `fault` lets pass, by kind, then by unit or ability, cell, rotation.

    Only Confuse has rotations, and Scheme and Blitz have no cells.
    """
    n = 0
    for kind in (PLACE, USE):
        for high in range(16):
            cells = 1 if kind == USE and high in (SCHEME, BLITZ) else 128
            rotations = 6 if kind == PLACE or high == CONFUSE else 1
            for cell in range(cells):
                for rotation in range(rotations):
                    code = move_code(kind, high, cell, rotation)
                    if fault(table, state, code) == 0:
                        out[n] = code
                        n += 1
    for kind in (TAKE, CHOOSE):
        for what in range(STONES):
            if fault(table, state, choice_code(kind, what)) == 0:
                out[n] = choice_code(kind, what)
                n += 1
    for kind in (DECLINE, PASS):
        if fault(table, state, choice_code(kind, 0)) == 0:
            out[n] = choice_code(kind, 0)
            n += 1
    return n


def listed(function, table, state, out):
    """The codes that a function lists; the stones of a site are listed as they lie, abilities as they are printed."""
    codes = [int(code) for code in out[: function(table, state, out)]]
    return sorted(codes) if codes and codes[0] >> 14 in (TAKE, CHOOSE) else codes


@every_kind
def test_what_is_listed_is_what_is_not_refused_in_order(options):
    """In positions of random games the list is the definition's, by unit, cell and rotation."""
    one, other = [0] * MAX_MOVES, [0] * MAX_MOVES
    for number, (rules, state) in enumerate(random_states(range(1), **options)):
        if number % 4 == 0:
            assert listed(legal, rules.table, state, one) == listed(list_by_definition, rules.table, state, other)


@every_kind
def test_the_compiled_list_is_the_compiled_definition(options, fast):
    """The same in very many positions, compiled."""
    import numpy as np

    by_definition = compiled(list_by_definition)
    rules = MonsterHexRules(**options)
    table = rules.table.to_record()
    one, other = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES, np.int64)
    for seed in range(60):
        rng = random.Random(seed)
        state = rules.initial().to_record()
        fast.chance(table, state, np.array(seeded(seed), np.int64))
        while fast.legal(table, state, one):
            codes = listed(fast.legal, table, state, one)
            assert codes == listed(by_definition, table, state, other)
            fast.apply(table, state, rng.choice(codes))
        assert by_definition(table, state, other) == 0
    assert len(fast.legal.signatures) == len(fast.fault.signatures) == len(fast.apply.signatures) == 1


def test_the_list_goes_by_unit_then_cell_then_rotation():
    """Units as the set lists them, cells in reading order, rotations from 0."""
    for rules, state in random_states(range(3)):
        seats = rules.to_move(state)
        moves = rules.moves(state, seats[0]) if seats else ()
        if all(isinstance(move, Place) for move in moves):
            key = [(rules.units.index(m.unit), rules.cell_labels.index(m.cell), m.rotation) for m in moves]
            assert key == sorted(set(key))


def test_a_pass_is_listed_when_nothing_else_is():
    """The pass is a move like others where it is the only one."""
    table = MonsterHexRules().table
    state = game_at({"d5": "red S1"}, to_move="blue").state
    out = [0] * MAX_MOVES
    assert listed(legal, table, state, out) == listed(list_by_definition, table, state, out) == [PASS << 14]


def test_the_kernels_of_these_tests_are_the_packages():
    """`deal` and `apply` above are what the rules object plays by."""
    assert MonsterHexRules().kernels[1:6:4] == (deal, apply)


@pytest.mark.parametrize(
    "options", [{}, {"abilities": True, "goals": True}, {"variant": "two-shared", "abilities": True}]
)
def test_a_random_move_is_the_one_that_the_listing_has_at_that_place(options):
    """`pick` counts what `legal` lists; equal generators give equal moves."""
    for seed in range(6):
        rules, rng = MonsterHexRules(**options), seeded(seed)
        state, out, scratch = rules.initial(), [0] * MAX_MOVES, [0] * MAX_MOVES
        deal(rules.table, state, rng)
        while count := legal(rules.table, state, out):
            twin = list(rng)
            expected = out[below(twin, count)]
            assert pick(rules.table, state, rng, scratch) == expected
            assert rng == twin
            apply(rules.table, state, expected)
        assert pick(rules.table, state, rng, scratch) == -1
