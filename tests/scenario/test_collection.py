"""The scenarios that come with the package: in two languages, and solvable where they ask for something."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hexwidgets as hw

from ..strategies import play_on

ALL = hw.scenarios()
PUZZLES = [key for key, scenario in ALL.items() if scenario.aim is not None]
each = pytest.mark.parametrize("key", list(ALL))


def test_there_are_puzzles_openings_endgames_and_lessons_for_both_games() -> None:
    assert len(ALL) >= 12
    for game in ("monsterhex", "arenaduel"):
        assert {scenario.kind for scenario in ALL.by_game(game).values()} >= {"puzzle", "opening", "endgame", "lesson"}
    assert all(scenario.aim is not None for scenario in ALL.of_kind("puzzle").values())


@each
def test_title_and_task_are_in_both_languages(key: str) -> None:
    scenario = ALL[key]
    assert set(scenario.title) == set(scenario.task) == {"en", "ja"}
    assert scenario.author


@each
def test_a_scenario_is_a_game_to_play_on(key: str) -> None:
    import random

    game = ALL[key].game(seed=3)
    assert game.result is None
    assert game.ply == 0
    play_on(game, random.Random(3), 60)
    assert game.ply > 0


@pytest.mark.slow
@pytest.mark.parametrize("key", PUZZLES)
def test_a_task_has_a_solution_and_most_moves_are_none(key: str) -> None:
    scenario = ALL[key]
    assert scenario.aim is not None
    solutions = scenario.solutions()
    moves = scenario.game().legal_moves(scenario.aim.seat)
    assert 0 < len(solutions) <= len(moves) / 3


def test_the_only_move_is_the_only_one() -> None:
    assert [str(move) for move in ALL["only-move"].solutions()] == ["S1@d7^2"]
    assert [str(move) for move in ALL["two-at-once"].solutions()] == ["BR>"]


@each
def test_a_scenario_has_a_picture_and_a_text(key: str) -> None:
    shown = ALL[key]._repr_mimebundle_()
    assert shown["text/html"].count("<svg") == 2  # light and dark
    assert ALL[key].title_in("en") in shown["text/plain"]


def test_the_list_is_by_game_in_the_readers_language() -> None:
    assert ALL.text("en").splitlines()[0] == "Monster Hex"
    hw.set_language("ja")
    try:
        assert str(ALL).splitlines()[0] == "モンスターヘックス"
        assert "この一手" in ALL._repr_mimebundle_()["text/html"]
    finally:
        hw.set_language("en")


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(KeyError, match="there is no scenario 'x'; known are all-or-nothing"):
        ALL["x"]


def test_a_folder_of_ones_own_is_a_collection_too(tmp_path: Path) -> None:
    ALL["only-move"].save(tmp_path / "mine.json")
    assert dict(hw.scenarios(tmp_path)) == {"mine": ALL["only-move"]}
    (tmp_path / "wrong.json").write_text(json.dumps({"format": "hexwidgets-scenario"}))
    with pytest.raises(hw.RecordError, match=r"wrong\.json: \$: has no 'version'"):
        hw.scenarios(tmp_path)
