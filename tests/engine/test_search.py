"""Trees and matrices over kernels: the same interpreted and compiled, full or not, and what is dealt anew."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine import search
from hexwidgets.engine.players import view_of
from hexwidgets.engine.rng import seeded
from hexwidgets.engine.thinking import think
from hexwidgets.monsterhex.search_play import guess

from ..games.cases import CASES, EVERY_MONSTER_HEX, Case
from ..strategies import play_on, seeds

SEARCHED = [case for case in CASES if case.name.startswith(("monsterhex", "arenaduel"))]


@pytest.mark.parametrize("case", SEARCHED, ids=lambda case: case.name)
def test_compiled_and_interpreted_search_think_the_same(case: Case) -> None:
    for plies in (0, 5, 14):
        game = case.make(plies)
        play_on(game, random.Random(plies), plies)
        for seat in game.rules.to_move(game.state):
            slow, fast = (think(view_of(game, seat), random.Random(1), playouts=25, fast=f) for f in (False, True))
            assert slow == fast


@pytest.mark.parametrize("case", EVERY_MONSTER_HEX, ids=lambda case: case.name)
@settings(max_examples=5)
@given(seeds, st.integers(0, 40))
def test_what_is_dealt_anew_is_all_that_a_seat_does_not_know(case: Case, seed: int, plies: int) -> None:
    game = case.make(seed)
    play_on(game, random.Random(seed), plies)
    rules: Any = game.rules
    for slot, seat in enumerate(game.seats if game.result is None else ()):  # at the end goals lie open
        dealt = game.state.copy()
        guess(rules.table, dealt, slot, seeded(seed), [0] * 64)
        assert rules.hide(dealt, seat) == rules.hide(game.state, seat)
        assert rules.at(rules.position(dealt)) is not None


def test_every_hidden_unit_is_dealt_to_every_place_alike() -> None:
    game: Any = hw.MonsterHex("two-duel", seed=5)
    table, rng, held = game.rules.table, seeded(1), Counter[int]()
    for _ in range(2000):
        dealt = game.state.copy()
        guess(table, dealt, 0, rng, [0] * 64)
        held.update(tile for tile in range(10) if dealt.hand[1] >> tile & 1)
    assert len(held) == 10
    assert all(500 < count < 700 for count in held.values())  # 600 of each: three of ten


def test_a_tree_that_is_full_goes_on_counting() -> None:
    rules: Any = hw.MonsterHex("two-duel", seed=5).rules
    game = hw.MonsterHex("two-duel", seed=5)
    tree = search.tree(1 << 8, rules.search_play.room, fast=False)
    play = search.tree_playouts(rules.search_play.kernels, fast=False)
    out = [0] * rules.search_play.room
    play(rules.table, [game.state], None, 0, 2, tree, seeded(1), out, 60)
    assert tree.used[0] <= 3 * (1 << 8) // 4
    codes = rules.legal_codes(game.state)
    assert sum(visits for visits, _, _ in search.tree_moves(tree, codes)) == 60


def test_matrices_that_are_full_go_on_counting() -> None:
    duel: Any = hw.ArenaDuel(seed=5)
    rules = duel.rules
    known = search.matrices(1 << 6, fast=False)
    play = search.matrix_playouts(rules.search_play.kernels, fast=False)
    play(rules.table, [duel.state], None, known, 0, [], seeded(1), [0] * rules.search_play.room, 400)
    key = rules.search_play.kernels.position(rules.table, duel.state)
    for slot, seat in enumerate(duel.seats):
        told = search.matrix_moves(known, key, slot)
        assert len(told) == len(duel.legal_moves(seat))
        assert sum(share for share, _ in told) == pytest.approx(1)


def test_nothing_is_known_of_a_position_that_was_not_seen() -> None:
    assert search.matrix_moves(search.matrices(1 << 6, fast=False), 12345, 0) == []


def test_every_position_of_a_duel_has_a_number_of_its_own() -> None:
    rules: Any = hw.ArenaDuel(max_turns=30, pursuit="optional").rules
    position, seen = rules.search_play.kernels.position, {}
    for seed in range(60):
        duel: Any = hw.ArenaDuel(seed=seed, max_turns=30, pursuit="optional")
        rng = random.Random(seed)
        while duel.result is None:
            state = duel.state
            what = (state.phase, state.turn, state.right, state.winner, *state.cell, *state.facing, *state.life)
            assert seen.setdefault(position(rules.table, state), what) == what
            play_on(duel, rng, 1)
    assert max(seen) < 1 << 62
    assert len(set(seen.values())) == len(seen)
