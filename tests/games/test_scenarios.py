"""Any position of any game comes back from a scenario, a file, a code and an edit that says nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw

from ..strategies import play_on, seeds
from .cases import CASES, Case

EDITABLE = [case for case in CASES if hasattr(case.make(0).rules, "at")]
each = pytest.mark.parametrize("case", EDITABLE, ids=lambda case: case.name)
few = settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def place(game: Any) -> tuple[Any, ...]:
    """Where a game is, whatever its luck: rules, position, and what may be played."""
    rules = game.rules
    return rules.options(), rules.position(game.state), [game.legal_moves(seat) for seat in game.seats]


@each
@few
@given(seed=seeds, plies=st.integers(0, 45))
def test_any_position_survives_a_scenario_a_file_a_code_and_an_empty_edit(
    case: Case, seed: int, plies: int, tmp_path: Path
) -> None:
    game: Any = case.make(seed)
    play_on(game, random.Random(seed), plies)
    here = place(game)
    scenario = hw.Scenario.of(game, title="here")
    assert place(scenario.game()) == here
    scenario.save(tmp_path / "here.json")
    assert hw.Scenario.load(tmp_path / "here.json") == scenario
    assert place(hw.load(tmp_path / "here.json")) == here
    for code in (game.code(), scenario.code()):
        assert place(hw.from_code(code)) == here
    ply = game.ply
    with game.editing():
        pass
    assert (place(game), game.ply) == (here, ply)
    assert not hw.compare(game, scenario).rows()


@each
@few
@given(seed=seeds)
def test_a_game_at_a_scenario_is_saved_and_goes_on_alike(case: Case, seed: int, tmp_path: Path) -> None:
    game: Any = case.make(seed)
    play_on(game, random.Random(seed), 12)
    begun = hw.Scenario.of(game, title="here").game(seed=3)
    play_on(begun, random.Random(1), 10)
    begun.save(tmp_path / "begun.json")
    back = hw.load(tmp_path / "begun.json")
    assert place(back) == place(begun)
    assert back.moves == begun.moves
    begun.goto(0)
    assert place(begun) == place(game)
