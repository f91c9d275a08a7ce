"""What holds for every game, whoever wrote it."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine.game import Game as Model
from hexwidgets.engine.rules import CHANCE

from ..strategies import decide, play_on, record_of_play, seeds, told
from .cases import CASES, NONSENSE, Case

ROOT = Path(__file__).parents[2]

every_game = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
a_few = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
hidden = pytest.mark.parametrize("case", [case for case in CASES if case.disguise], ids=lambda case: case.name)


def begun(case: Case, seed: int, plies: int) -> Model:
    """A game some way into random play."""
    game = case.make(seed)
    play_on(game, random.Random(seed), plies)
    return game


# -- legality -------------------------------------------------------------------------------------


@every_game
@a_few
@given(seed=seeds)
def test_every_legal_move_is_accepted(case: Case, seed: int) -> None:
    game, rng = case.make(seed), random.Random(seed)
    while game.result is None:
        for seat in game.rules.to_move(game.state):
            for move in game.legal_moves(seat):
                assert game.why(seat, move) is None
                assert game.why(seat, str(move)) is None
                hash(move)
            assert len(set(map(str, game.legal_moves(seat)))) == len(game.legal_moves(seat))
        before = game.ply
        decide(game, rng)
        assert game.ply == before + 1
    assert game.legal_moves() == ()


@every_game
@a_few
@given(seed=seeds, plies=st.integers(0, 40))
def test_every_move_that_is_not_legal_is_refused_with_a_rule_and_a_reason_in_both_languages(
    case: Case, seed: int, plies: int
) -> None:
    game, rng = begun(case, seed, plies), random.Random(seed)
    before = told(game)
    for seat in game.seats:
        legal = game.legal_moves(seat)
        texts = set(map(str, legal))
        for move in (*case.tries(game, rng), *NONSENSE):
            fault = game.why(seat, move)
            if move in legal or (isinstance(move, str) and move in texts):
                assert fault is None, (seat, move)
                continue
            assert fault is not None, (seat, move)
            assert fault.rule
            english, japanese = fault.text("en"), fault.text("ja")
            assert english.isascii() or "カード" in english
            assert english != japanese
            assert "{" not in english + japanese
            with pytest.raises(hw.IllegalMove) as caught:
                game.play_for(seat, move)
            assert caught.value.rule == fault.rule
            assert caught.value.text("ja") == japanese
            pickle.loads(pickle.dumps(caught.value))
    assert told(game) == before


# -- the description ------------------------------------------------------------------------------


@every_game
@a_few
@given(seed=seeds)
def test_the_description_of_a_game_is_true(case: Case, seed: int) -> None:
    rules, rng = case.make(seed).rules, random.Random(seed)
    kind, state, decisions = rules.game_type, rules.initial(), 0
    while deciding := rules.to_move(state):
        assert rules.result(state) is None
        if CHANCE in deciding:
            assert deciding == (CHANCE,)
            assert kind.chance_mode != "none"
            outcome = outcome_of_chance(rules, state, rng)
            assert rules.fault(state, CHANCE, outcome) is None
            state = rules.apply(state, outcome)
            continue
        assert set(deciding) <= set(kind.seats)
        assert len(deciding) == 1 or kind.dynamics == "simultaneous"
        state = rules.apply(state, *(rng.choice(rules.moves(state, seat)) for seat in deciding))
        decisions += 1
        if kind.information == "perfect":
            assert all(rules.hide(state, seat) == rules.hide(state, None) for seat in kind.seats)
    assert kind.max_length is None or decisions <= kind.max_length
    result = rules.result(state)
    assert result is not None
    assert set(result.winners) <= set(kind.seats)


def outcome_of_chance(rules: Any, state: Any, rng: random.Random) -> Any:
    """Explicit chance lists its outcomes, each a good one; sampled chance draws."""
    if rules.game_type.chance_mode == "sampled":
        return rules.draw(state, rng)
    outcomes = rules.moves(state, CHANCE)
    assert len(set(outcomes)) == len(outcomes) > 1
    for outcome in outcomes:
        rules.apply(state, outcome)
    return rng.choice(outcomes)


@every_game
@a_few
@given(seed=seeds)
def test_a_state_never_changes_and_a_copy_is_equal(case: Case, seed: int) -> None:
    game, rng = case.make(seed), random.Random(seed)
    kept = []
    while True:
        state = game.state
        twin = copy.deepcopy(state)
        assert twin == state
        assert hash(twin) == hash(state)
        assert pickle.loads(pickle.dumps(state)) == state
        kept.append((state, twin))
        if not decide(game, rng):
            break
    for seat in (None, *game.seats):
        game.view(seat)
    assert all(state == twin for state, twin in kept)


# -- back and forth -------------------------------------------------------------------------------


@every_game
@a_few
@given(seed=seeds, steps=st.lists(st.sampled_from(["play", "undo", "redo", "goto"]), max_size=40))
def test_undo_and_redo_restore_everything_however_often(case: Case, seed: int, steps: list[str]) -> None:
    game, rng = case.make(seed), random.Random(seed)
    line, at = [told(game)], 0
    for step in steps:
        if step == "play" and decide(game, rng):
            del line[at + 1 :]
            line.append(told(game))
            at += 1
        elif step == "undo" and at > 0:
            game.undo()
            at -= 1
        elif step == "redo" and at + 1 < len(line):
            game.redo()
            at += 1
        elif step == "goto":
            at = rng.randrange(len(line))
            game.goto(at)
        assert without_what_lies_ahead(told(game)) == without_what_lies_ahead(line[at])
        assert (game.can_undo, game.can_redo) == (at > 0, at + 1 < len(line))


def without_what_lies_ahead(what: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in what.items() if name not in ("record", "can")}


@every_game
@a_few
@given(seed=seeds)
def test_the_same_move_after_an_undo_meets_the_same_luck(case: Case, seed: int) -> None:
    game, rng = case.make(seed), random.Random(seed)
    while decide(game, rng):
        before, moves = told(game), game.moves[-1]
        game.undo()
        game.play(*(moves if isinstance(moves, tuple) else (moves,)))
        assert told(game) == before


@every_game
def test_all_the_way_back_and_forth_again(case: Case) -> None:
    game = begun(case, 5, 1000)
    end, last = told(game), game.ply
    for _ in range(3):
        game.goto(0)
        with pytest.raises(hw.EditError):
            game.undo()
        assert told(game)["state"] == case.make(5).state
        while game.can_redo:
            game.redo()
        with pytest.raises(hw.EditError):
            game.redo()
        assert told(game) == end
    for wrong in (-1, last + 1, True, None, "3", 10**400):
        with pytest.raises(hw.EditError):
            game.goto(wrong)
    assert told(game) == end


@every_game
@a_few
@given(seed=seeds, plies=st.integers(0, 40))
def test_a_branch_has_the_same_past_and_luck_and_is_independent(case: Case, seed: int, plies: int) -> None:
    game = begun(case, seed, plies)
    twin = game.branch()
    assert type(twin) is type(game)
    before = told(game)
    assert told(twin) == before
    play_on(twin, random.Random(seed + 1))
    while twin.can_undo:
        twin.undo()
    assert told(game) == before
    assert len(game._history.now.children) == 0
    assert len(game._history.root.children) == min(1, game.ply)
    twin = game.branch()
    play_on(twin, random.Random(3))
    play_on(game, random.Random(3))
    assert told(twin) == told(game)


# -- copies and files -----------------------------------------------------------------------------


@every_game
@settings(parent=a_few, max_examples=2)
@given(seed=seeds)
def test_a_game_saved_at_any_ply_comes_back_whole_with_its_undone_moves(case: Case, seed: int, tmp_path: Path) -> None:
    game, path = begun(case, seed, 1000), tmp_path / "game.json"
    for ply in range(game.ply + 1):
        game.goto(ply)
        game.save(path)
        back = case.load(path)
        assert type(back.rules) is type(game.rules)
        assert told(back) == told(game)
    back.goto(0)
    while back.can_redo:
        back.redo()
    assert told(back) == told(game)


@every_game
@a_few
@given(seed=seeds, plies=st.integers(0, 40), undone=st.integers(0, 3))
def test_pickles_and_deep_copies_are_equal_and_independent(case: Case, seed: int, plies: int, undone: int) -> None:
    game = begun(case, seed, plies)
    game.goto(max(0, game.ply - undone))
    before = told(game)
    for twin in (copy.deepcopy(game), copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert type(twin) is type(game)
        assert told(twin) == before
        play_on(twin, random.Random(1), 3)
        assert told(game) == before


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        yield executor


@every_game
def test_a_game_played_on_in_another_process_is_the_game_played_here(case: Case, pool: ProcessPoolExecutor) -> None:
    game = begun(case, 11, 4)
    there = pool.submit(record_of_play, game, random.Random(1)).result(60)
    assert there == record_of_play(game, random.Random(1))


PLAY_ALL = """
import json, random
from tests.games.cases import CASES
from tests.strategies import play_on

for case in CASES:
    game = case.make(5)
    play_on(game, random.Random(5))
    print(json.dumps(game.to_json()), game.log.text("en"), game.log.text("ja"), [str(m) for m in game.moves])
    print(game.state, game.scores, game.result, [game.view(seat) for seat in (None, *game.seats)])
"""


def test_files_and_logs_do_not_depend_on_the_hash_seed() -> None:
    outputs = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(
            [sys.executable, "-c", PLAY_ALL], cwd=ROOT, env=environment, capture_output=True, check=True
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000


# -- who may know what, and in which words --------------------------------------------------------


@hidden
@a_few
@given(seed=seeds, plies=st.integers(0, 40))
def test_a_seats_view_is_the_same_to_the_byte_when_only_hidden_facts_differ(case: Case, seed: int, plies: int) -> None:
    game, rng = begun(case, seed, plies), random.Random(seed)
    rules, state = game.rules, game.state
    assert case.disguise is not None
    for seat in rules.game_type.seats:
        other = case.disguise(rules, state, seat, rng)
        assert repr(rules.hide(other, seat)).encode() == repr(rules.hide(state, seat)).encode()
        assert rules.hide(other, seat) == rules.hide(state, seat)


@hidden
def test_the_disguise_really_changes_what_is_hidden(case: Case) -> None:
    game = begun(case, 3, 2)
    assert case.disguise is not None
    others = [case.disguise(game.rules, game.state, game.seats[0], random.Random(n)) for n in range(5)]
    assert any(other != game.state for other in others)
    assert any(game.rules.hide(other, game.seats[1]) != game.view(game.seats[1]) for other in others)


@every_game
@a_few
@given(seed=seeds)
def test_the_log_tells_the_whole_game_in_both_languages(case: Case, seed: int) -> None:
    game = begun(case, seed, 1000)
    english, japanese = game.log.text("en"), game.log.text("ja")
    assert "{" not in english + japanese
    assert english.isascii()
    assert not japanese.isascii()
    assert len(english.splitlines()) == len(japanese.splitlines()) == len(game.log) >= game.ply
    assert str(game.log) == game.log.text(game.language)
    kept = game.log
    game.undo()
    assert game.log == kept[: len(game.log)]


@every_game
def test_a_record_is_plain_json_and_small(case: Case) -> None:
    data = begun(case, 2, 1000).to_json()
    text = json.dumps(data, allow_nan=False)
    assert json.loads(text) == data
    assert len(text) < 4096
