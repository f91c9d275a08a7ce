"""Positions as plain text."""

from __future__ import annotations

from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.board.text import text

from .scenes import duel, middle


def line_with(shown: str, part: str) -> str:
    return next(line for line in shown.splitlines() if part in line)


def test_each_place_says_what_is_there() -> None:
    shown = text(*middle())
    for part in ("RS1^0", "RC1^3+2", "BS1^4", "(R1 Y3)", "(B2 G4 N5)", "(=B)", "<=Y>", "<=>", "[2]"):
        assert part in shown


def row_of(*hexes: tuple[int, int]) -> list[dict[str, Any]]:
    return [{"name": f"{i}", "q": q, "r": r, "kind": "cell"} for i, (q, r) in enumerate(hexes)]


def test_rows_are_shifted_by_half_a_place() -> None:
    places = row_of((0, 0), (1, 0), (-1, 1), (0, 1))
    pointy = text({"orientation": "pointy", "places": places}, {}).splitlines()[2:]
    assert pointy == [" 0 1", "2 3"]
    flat = text({"orientation": "flat", "places": places}, {}).splitlines()[2:]
    assert flat == ["  0", "2   1", "  3"]


def test_letters_as_wide_as_two_push_nothing_aside() -> None:
    faction = {"name": "red", "label": "赤", "letter": "赤", "emblem": "disc"}
    kind = {"key": "S1", "faction": 0, "rank": "S", "mark": "", "edges": [1] * 6}
    grid = {"orientation": "pointy", "places": row_of((0, 0), (1, 0), (-1, 2), (0, 2))}
    grid |= {"factions": [faction], "kinds": [kind]}
    upper, lower = text(grid, {"tokens": [[0, 0, 0]]}).splitlines()[2:]
    assert upper.startswith("赤S1^0")
    assert upper.index("1", 4) + 1 == lower.index("3")


def test_seats_tell_scores_hands_and_where_their_units_stand() -> None:
    shown = text(*middle())
    assert line_with(shown, "Green: 9 points").startswith(">")
    assert line_with(shown, "Red: 0 points R1").startswith(" ")
    assert "Red's hand: S1 545343, B2 442314" in shown
    assert "Private goals: 1" in shown
    assert "Enchant" in shown
    (stands,) = (line for line in shown.splitlines() if line.startswith("    ") and "C1 123432 +2" in line)
    assert stands


def test_powers_are_told_as_they_lie_turned() -> None:
    grid, scene = middle()
    at = scene["tokens"][0][0]
    scene["tokens"] = [[at, 0, 2]]
    assert f"{grid['places'][at]['name']} S1 435453" in text(grid, scene)


def test_hidden_hands_are_only_counted() -> None:
    grid, scene = middle()
    scene["tray"]["seats"][0]["hand"] = 4
    shown = text(grid, scene)
    assert "In hand: 4. Left to draw: 2." in shown
    assert "Red's hand" not in shown


def test_the_boards_own_words_are_in_its_language() -> None:
    assert "9点" in text(*middle(), language="ja")


def test_fighters_have_a_facing_life_and_a_story() -> None:
    shown = text(*duel())
    for part in ("N^5", "S^2", "North: 3 / 5", "6 5 2 / 6 3 combat 3 : 2 dice, North wins [AD-DICE-2]", "#", "="):
        assert part in shown


def test_who_has_ordered_is_told_but_not_what() -> None:
    assert text(*duel()).split("South:")[0].count("The order is in") == 1
    assert "The order is in" not in text(*duel()).split("South:")[1]
    assert "行動を確定済み" in text(*duel(), language="ja")


@pytest.mark.parametrize(("language", "north"), [("en", "N"), ("ja", "北")])
def test_a_duel_is_told_in_both_languages(language: str, north: str) -> None:
    game = hw.ArenaDuel(dice=[5, 2, 3, 3], language=language)
    game.play("F>", "S=")
    shown = game.to_text()
    for part in (f"{north}^4", "b2 ^4 101232", "F> / S=", "[AD-ORDER-1]", "[AD-CHARGE-1]", "5 / 5"):
        assert part in shown
    assert ("Turn 2" in shown) is (language == "en")


def test_a_board_without_a_game_is_only_its_places() -> None:
    grid: dict[str, Any] = {"orientation": "flat", "places": [{"name": "a1", "q": 0, "r": 0, "kind": "cell"}]}
    assert text(grid, {}).split() == ["Hex", "game", "board", "a1"]
