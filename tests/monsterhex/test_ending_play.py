"""Endings of Monster Hex: compiled, in plain Python and by looking at everything; with all known, and for a seat."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine.ending import Ending, EndingTooLong, Worth, solve_ending, solve_for_seat, sure_of
from hexwidgets.monsterhex.ending_play import ENDING_PLAY, distinct, worlds
from hexwidgets.monsterhex.state import PASS, TILES

from ..games.cases import disguise_monster_hex
from .sets import tables

VARIANTS: dict[str, dict[str, Any]] = {
    "two-duel": {"variant": "two-duel"},
    "two-duel with everything": {"variant": "two-duel", "abilities": True, "goals": True},
    "two-shared": {"variant": "two-shared"},
    "two-shared with goals": {"variant": "two-shared", "goals": True},
    "three": {"variant": "three"},
    "four with abilities": {"variant": "four", "abilities": True},
}


def little(hand_size: int) -> dict[str, Any]:
    """Ten cells around two large sites, four units a faction, four rounds for two."""
    data = tables()
    data["units"] = {name: data["units"][name] for name in ("S1", "A2", "B3", "C3")}
    data["marks"] = {}
    data["boards"]["little"] = {
        "around": True,
        "cells": [],
        "large": [[0, 0], [2, 0]],
        "small": [[-2, 1], [4, -1]],
        "starts": [[1, 0], [1, -1]],
    }
    pair = {"board": "little", "seats": 2, "rounds": 4, "hand_size": hand_size}
    data["variants"] = {"little": pair | {"overwhelm": True, "seven_in_play": True}}
    return {"variant": "little", "components": data}


def near_the_end(seed: int, turns: int, **options: Any) -> Any:
    """A random game, so many turns before its end at most, where a seat has to place."""
    game, rng = hw.MonsterHex(seed=seed, **options), random.Random(seed)
    while game.phase != "place" or ENDING_PLAY.left(game.rules, game.view()) > turns:
        game.play(rng.choice(game.legal_moves()))
    return game


# -- by looking at everything: told by the rules, without bounds, memory or kernels ------------------------------


def everything(game: Any, state: Any, seat: str, *, unknown: bool) -> tuple[Fraction, Fraction]:
    """Share of the victory and lead: the most for the seat, the least for it of the others; draws by their mean."""
    rules = game.rules
    result = rules.result(state)
    if result is not None:
        scores = rules.scores(state)
        share = Fraction(1, len(result.winners)) if seat in result.winners else Fraction(0)
        return share, Fraction(scores[seat] - max(scores[other] for other in rules.seats if other != seat))
    (deciding,) = rules.to_move(state)
    choose = max if deciding == seat else min
    return choose(after(game, state, move, seat, unknown=unknown) for move in rules.moves(state, deciding))


def after(game: Any, state: Any, move: Any, seat: str, *, unknown: bool) -> tuple[Fraction, Fraction]:
    worths = [everything(game, s, seat, unknown=unknown) for s in drawn(game.rules, state, move, unknown=unknown)]
    return sum(w for w, _ in worths) / Fraction(len(worths)), sum(a for _, a in worths) / Fraction(len(worths))


def drawn(rules: Any, state: Any, move: Any, *, unknown: bool) -> list[Any]:
    """A state for each card that may be drawn; who moves draws one at most in these games."""
    slot = rules.seats.index(rules.to_move(state)[0])
    top, size = state.drawn[slot], state.deck_size[slot]
    plain = rules.apply(state, move)
    if not unknown or plain.drawn[slot] == top:
        return [plain]
    found = []
    for other in range(top, size):
        turned = state.copy()
        turned.deck[slot][top], turned.deck[slot][other] = state.deck[slot][other], state.deck[slot][top]
        found.append(rules.apply(turned, move))
    return found


def told_by_everything(game: Any, *, unknown: bool) -> dict[Any, Worth]:
    seat, told = game.to_move, {}
    for move in game.legal_moves():
        win, ahead = after(game, game.state, move, seat, unknown=unknown)
        told[move] = Worth(float(win), float(ahead))
    return told


@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), turns=st.integers(1, 3))
@example(seed=1, turns=4)
def test_on_a_small_board_it_is_what_looking_at_everything_finds(seed: int, turns: int) -> None:
    game = near_the_end(seed, turns, **little(hand_size=2))
    told = told_by_everything(game, unknown=False)
    for fast in (True, False):
        ending = solve_ending(game.rules, game.state, fast=fast)
        assert ending.moves == told
        assert ending.best == tuple(move for move in told if told[move] == max(told.values()))
        assert sure_of(game.rules, game.state, ending.seat, fast=fast) == ending.worth


@settings(max_examples=4)
@given(seed=st.integers(0, 10_000))
def test_draws_are_counted_out_four_turns_deep(seed: int) -> None:
    """With a hand of one only the next card is known: each of the rest is as likely."""
    game = near_the_end(seed, 4, **little(hand_size=1) | {"dials": {"rounds": 3}})
    known = game.rules.hide(game.state, None)  # all hands, no deck
    ending = solve_for_seat(game.rules, known, fast=True)
    assert ending.moves == told_by_everything(game, unknown=True) == solve_for_seat(game.rules, known, fast=False).moves
    assert ending.draws
    assert ending.exact


@settings(max_examples=5)
@given(seed=st.integers(0, 10_000))
def test_for_a_seat_it_is_the_mean_over_all_hands_that_others_may_hold(seed: int) -> None:
    game = near_the_end(seed, 3, **little(hand_size=1))
    seat, slot = game.to_move, game.seats.index(game.to_move)
    other = 1 - slot
    placed = {unit % TILES for unit in game.state.unit if unit // TILES == other}
    unseen = [tile for tile in range(4) if tile not in placed]
    means: dict[Any, list[Worth]] = {move: [] for move in game.legal_moves()}
    for hand in unseen:  # one unit in hand, the others in the deck
        world = game.state.copy()
        world.hand[other] = 1 << hand
        world.deck[other][world.drawn[other] : world.deck_size[other]] = [tile for tile in unseen if tile != hand]
        for move, told in means.items():
            told.append(Worth(*map(float, after(game, world, move, seat, unknown=True))))
    for fast in (True, False):
        ending = solve_for_seat(game.rules, game.view(seat), fast=fast)
        assert ending.hands == len(unseen)
        for move, told in means.items():
            assert ending.moves[move].win == pytest.approx(sum(w.win for w in told) / len(told))
            assert ending.moves[move].ahead == pytest.approx(sum(w.ahead for w in told) / len(told))


# -- in whole games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_compiled_and_in_plain_python_it_is_the_same(name: str) -> None:
    for seed in range(2):
        game = near_the_end(seed, 2, **VARIANTS[name])
        known = game.view(game.to_move)
        assert_same(*(solve_ending(game.rules, game.state, fast=fast) for fast in (True, False)))
        assert_same(*(solve_for_seat(game.rules, known, fast=fast) for fast in (True, False)))


def test_four_turns_of_a_duel_are_the_same_too() -> None:
    game = near_the_end(0, 4, variant="two-duel")
    assert_same(*(solve_ending(game.rules, game.state, fast=fast) for fast in (True, False)))


def assert_same(one: Ending, other: Ending) -> None:
    assert (one.moves, one.worth, one.best) == (other.moves, other.worth, other.best)
    assert (one.hands, one.draws, one.exact) == (other.hands, other.draws, other.exact)


def test_six_turns_of_a_duel_are_solved_and_played_out_as_told() -> None:
    game = near_the_end(1, 6, variant="two-duel")
    ending = game.solve_ending()
    while game.result is None:
        game.play(game.solve_ending().best[0])
    other = next(seat for seat in game.seats if seat != ending.seat)
    assert game.scores[ending.seat] - game.scores[other] == ending.worth.ahead
    assert (ending.seat in game.result.winners) == (ending.worth.win > 0)


@pytest.mark.parametrize("name", VARIANTS)
def test_what_a_seat_cannot_see_changes_nothing(name: str) -> None:
    game = near_the_end(3, 3 if name == "two-duel" else 2, **VARIANTS[name])
    seat = game.to_move
    told = solve_for_seat(game.rules, game.view(seat))
    for luck in range(4):
        other = disguise_monster_hex(game.rules, game.state, seat, random.Random(luck))
        assert solve_for_seat(game.rules, game.rules.hide(other, seat)).moves == told.moves


def test_six_turns_before_the_end_what_is_hidden_is_one_card_and_changes_nothing() -> None:
    game = near_the_end(5, 6, variant="two-duel")
    told = game.solve_ending(seat="red")
    assert (game.to_move, told.hands, told.exact) == ("red", 4, False)
    others = [disguise_monster_hex(game.rules, game.state, "red", random.Random(luck)) for luck in range(3)]
    assert any(other.hand != game.state.hand for other in others)
    assert all(solve_for_seat(game.rules, game.rules.hide(other, "red")) == told for other in others)


def test_in_the_last_four_turns_of_a_duel_everybody_knows_every_hand() -> None:
    for seed in range(3):
        game = near_the_end(seed, 4, variant="two-duel")
        for_seat = game.solve_ending(seat=game.to_move)
        assert for_seat.exact
        assert for_seat.moves == game.solve_ending().moves


@pytest.mark.parametrize("name", VARIANTS)
def test_the_worlds_are_all_that_a_seat_may_believe_each_once(name: str) -> None:
    game = near_the_end(2, 5, **VARIANTS[name])
    seat = game.to_move
    known = game.view(seat)
    found = worlds(game.rules, known, 10_000)
    assert found is not None
    assert len(set(found)) == len(found)
    assert all(game.rules.hide(world, seat) == known for world in found)
    assert game.state.hand in [world.hand for world in found]
    assert worlds(game.rules, known, len(found) - 1) is None


def test_a_hidden_hand_of_three_of_four_units_may_be_four_hands() -> None:
    game = near_the_end(2, 6, variant="two-duel")
    assert len(worlds(game.rules, game.view("red"), 100) or ()) == comb(4, 3)


def test_rotations_that_do_the_same_are_looked_at_once() -> None:
    game = near_the_end(1, 1, variant="two-duel")
    codes = game.rules.legal_codes(game.state)
    kept = list(codes)
    del kept[distinct(game.rules.table, game.state, kept, len(codes)) :]
    worths = game.solve_ending().moves
    assert len(kept) < len(codes)
    assert {worths[game.rules.decode(code)] for code in kept} == set(worths.values())
    passing = [PASS << 14]
    assert distinct(game.rules.table, game.state, passing, 1) == 1


def test_of_more_than_two_seats_it_is_what_a_seat_is_sure_of() -> None:
    """Whatever the others play, who plays its best gets no less."""
    for seed in range(3):
        game = near_the_end(seed, 3, variant="three")
        seat, rng = game.to_move, random.Random(seed)
        sure = sure_of(game.rules, game.state, seat)
        assert sure == game.solve_ending().worth
        for _ in range(5):
            line = game.branch()
            while line.result is None:
                mine = line.to_move == seat
                line.play(line.solve_ending().best[0] if mine else rng.choice(line.legal_moves()))
            best = max(points for name, points in line.scores.items() if name != seat)
            share = (seat in line.result.winners) / max(len(line.result.winners), 1)
            assert (share, line.scores[seat] - best) >= sure


# -- limits -----------------------------------------------------------------------------------------------------


def test_it_stops_at_its_limits_and_says_so() -> None:
    game = hw.MonsterHex("two-duel", seed=7)
    with pytest.raises(EndingTooLong, match="not solved: more than 30,000 positions lie ahead"):
        game.solve_ending(30_000)
    with pytest.raises(EndingTooLong, match=r"not solved within 0\.01 s"):
        game.solve_ending(seconds=0.01)
    with pytest.raises(EndingTooLong, match="others may hold more than 400 different hands"):
        hw.MonsterHex("four", seed=7).solve_ending(seat="red")
    game = near_the_end(1, 8, variant="two-duel", dials={"hand_size": 1, "rounds": 4})
    with pytest.raises(EndingTooLong, match="chance may come out in too many ways"):
        solve_for_seat(game.rules, game.rules.hide(game.state, None))


def test_limits_that_are_none_are_refused() -> None:
    game = near_the_end(1, 2, variant="two-duel")
    with pytest.raises(ValueError, match="most: expected a number of positions from 1, got 0"):
        game.solve_ending(0)
    with pytest.raises(ValueError, match="seconds: expected a number above 0, got -1"):
        game.solve_ending(seconds=-1)
    with pytest.raises(ValueError, match="has nothing to decide now"):
        game.solve_ending(seat=next(seat for seat in game.seats if seat != game.to_move))


# -- hints ------------------------------------------------------------------------------------------------------


def test_a_hint_near_the_end_is_solved() -> None:
    game = near_the_end(1, 4, variant="two-duel")
    hint = game.hint(seconds=None, playouts=1, seed=1)
    assert hint.ending == game.solve_ending(seat=game.to_move)
    assert {thought.move for thought in hint if thought.share} == set(hint.ending.best)
    assert sum(thought.share for thought in hint) == pytest.approx(1)
    assert sorted(map(str, hint.moves)) == sorted(map(str, game.legal_moves()))
    assert [hint.ending.moves[move] for move in hint.moves] == sorted(hint.ending.moves.values(), reverse=True)


def test_a_hint_that_is_no_ending_yet_is_thought() -> None:
    game = near_the_end(1, 12, variant="two-duel")
    assert game.hint(seconds=None, playouts=20, seed=1).ending is None


@pytest.mark.parametrize(
    ("language", "heading", "note"),
    [
        (
            "en",
            "solved to the end",
            "Best result: −4, only this placement. Looked at to the very end; blue knows every",
        ),
        ("ja", "終局まで読み切り", "最善の結果：−4。この配置だけです。終局まで読み切りました。"),
    ],
)
def test_the_board_says_that_it_is_solved(language: str, heading: str, note: str) -> None:
    game = next(g for g in map(unique, range(50)) if g is not None)
    table = hw.advice.advise(game, game.to_move, language)
    assert table is not None
    assert heading in table["heading"]
    assert table["note"].startswith(note)
    assert [row["cells"][1][1] for row in table["rows"]].count(1.0) == 1
    text = game.hint(seed=1).text(language)
    assert table["heading"] in text
    assert note.split("。", maxsplit=1)[0].split(". ", maxsplit=1)[0] in text


def unique(seed: int) -> Any:
    game = near_the_end(seed, 1, variant="two-duel")
    return game if len(game.solve_ending().best) == 1 < len(game.legal_moves()) else None
