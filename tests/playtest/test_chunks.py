"""Games in chunks: the same numbers however they are cut, compiled or not."""

import pickle
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.engine.playout import FIRST_POINTS, MEASURES, measured
from hexwidgets.engine.rng import below, seeded, sow
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.playtest.chunks import LISTED, Variant, game_seeds, pack, play_chunk, play_packed
from hexwidgets.playtest.totals import no_sums

from .coin import Coin, anyhow

RULES = {
    "four": MonsterHexRules(),
    "three with everything": MonsterHexRules("three", abilities=True, goals=True),
    "two-shared": MonsterHexRules("two-shared", abilities=True),
    "two-duel, other rulings": MonsterHexRules("two-duel", large_tie="move-up", dials={"rounds": 5}),
    "duel": ArenaDuelRules(),
    "duel with a limit": ArenaDuelRules(pursuit="optional", dials={"max_turns": 9}),
}
each = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def variant(rules: Any, *bots: Any) -> Variant:
    seats = len(rules.game_type.seats)
    return Variant("it", rules, rules.initial(), bots or (None,) * seats)


def interpreted(rules: Any, states: list[Any], seeds: list[int], rows: list[list[int]]) -> Any:
    """Play ``states`` by the kernels as they stand; returns what was counted."""
    play = rules.random_play
    tally = [0] * (2 * play.tally.keys + play.tally.room)
    sums = no_sums(play.tally).tolist()
    play_all = measured(play.kernels)
    play_all(rules.table, states, seeds, len(rules.seats), LISTED, [0] * 4, [0] * play.room, rows, tally, sums)
    return sums


@each
def test_compiled_games_are_the_same_as_interpreted_ones(rules: Any) -> None:
    seeds = game_seeds(5, 0, 40).tolist()
    names = tuple(rules.scores(rules.initial()))
    rows = [[0] * (FIRST_POINTS + len(names)) for _ in seeds]
    states = [rules.initial() for _ in seeds]
    sums = interpreted(rules, states, seeds, rows)
    chunk = play_chunk([variant(rules)], 5, 0, 40)
    assert chunk.rows[0].rows.tolist() == rows
    assert chunk.totals[0].sums.tolist() == sums
    assert chunk.totals[0].sums.any()


@each
def test_what_is_measured_of_compiled_games_is_what_the_rules_say(rules: Any) -> None:
    """Winners, reason and points of the state that the interpreted kernels end in."""
    seeds = game_seeds(6, 0, 30).tolist()
    states = [rules.initial() for _ in seeds]
    chunk = play_chunk([variant(rules)], 6, 0, 30).rows[0]
    rows = [[0] * chunk.rows.shape[1] for _ in seeds]
    interpreted(rules, states, seeds, rows)
    for state, row in zip(states, chunk.rows.tolist(), strict=True):
        result = rules.result(state)
        assert tuple(seat for slot, seat in enumerate(rules.seats) if row[0] >> slot & 1) == result.winners
        assert chunk.reasons[row[1]] == result.reason
        assert row[FIRST_POINTS:] == list(rules.scores(state).values())


@each
def test_choices_are_the_legal_moves_of_those_who_decide(rules: Any) -> None:
    """Listed at every decision of one game, walked by the kernels one decision at a time."""
    kernels, room = rules.random_play.kernels, [0] * rules.random_play.room
    state, rng = rules.initial(), seeded(1)
    tally = [0] * (2 * rules.random_play.tally.keys + rules.random_play.tally.room)
    while True:
        while kernels.waits_for_chance(rules.table, state):
            kernels.chance(rules.table, state, rng, tally)
        for slot, seat in enumerate(rules.seats):
            assert kernels.choices(rules.table, state, slot, room) == len(rules.moves(state, seat))
        if not kernels.decide(rules.table, state, rng, room, tally):
            break


@given(seed=st.integers(0, 2**40), cuts=st.lists(st.integers(0, 3500), max_size=6))
def test_seeds_do_not_depend_on_how_games_are_cut(seed: int, cuts: list[int]) -> None:
    ends = sorted({0, 3500, *cuts})
    parts = [game_seeds(seed, a, b) for a, b in pairwise(ends)]
    assert np.concatenate(parts).tolist() == game_seeds(seed, 0, 3500).tolist()


def test_seeds_come_from_the_children_of_a_seed_sequence() -> None:
    second = np.random.SeedSequence(9).spawn(2)[1]
    assert game_seeds(9, 1000, 1003).tolist() == [int(n) >> 1 for n in second.generate_state(1000, np.uint64)[:3]]
    assert len(set(game_seeds(9, 0, 5000).tolist())) == 5000


@pytest.mark.parametrize(
    "played",
    [variant(ArenaDuelRules()), variant(Coin(), anyhow, anyhow)],
    ids=["compiled", "in Python"],
)
def test_chunks_put_together_are_one_chunk(played: Variant) -> None:
    whole = play_chunk([played], 3, 0, 60)
    parts = [play_chunk([played], 3, a, b) for a, b in ((0, 20), (20, 30), (30, 60))]
    assert np.concatenate([part.rows[0].rows for part in parts]).tolist() == whole.rows[0].rows.tolist()


def test_a_packed_variant_plays_the_same_games() -> None:
    played = variant(Coin(), anyhow, anyhow)
    packed = pack([played])
    assert packed is not None
    theirs, ours = play_packed(packed, 3, 20, 40), play_chunk([played], 3, 20, 40)
    assert theirs.rows[0].rows.tolist() == ours.rows[0].rows.tolist()


def test_a_chunk_is_small_to_send() -> None:
    """A thousand games in a hundred bytes each or less, and the rules of Monster Hex with them."""
    chunk = play_chunk([variant(RULES["four"])], 1, 0, 1000)
    assert len(pickle.dumps(chunk)) < 110_000
    assert len(pack([variant(RULES["four"])]) or b"") < 30_000


def test_sown_generators_are_equal_for_equal_seeds_only() -> None:
    def drawn(seed: int) -> tuple[int, ...]:
        rng = [0] * 4
        sow(rng, seed)
        return tuple(below(rng, 1000) for _ in range(4))

    seeds = [0, 1, 2, 2**32, 2**32 + 1, 2**62, 2**63 - 1, *range(100, 1100)]
    assert len({drawn(seed) for seed in seeds}) == len(seeds)
    assert drawn(7) == drawn(7)


def test_the_first_draws_of_neighbouring_seeds_are_even() -> None:
    """Chi-square of six faces over 60,000 seeds in a row: 5 degrees of freedom, 99.9% below 20.5."""
    counts, rng = [0] * 6, [0] * 4
    for seed in range(60_000):
        sow(rng, seed)
        counts[below(rng, 6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5


def test_what_a_row_holds_is_named() -> None:
    assert len(MEASURES) == FIRST_POINTS
