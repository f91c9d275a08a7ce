"""Two positions side by side: what differs is listed and marked, in either language, and nothing else."""

from __future__ import annotations

import gc
import random
import re

import pytest
from ipywidgets.widgets import widget

import hexwidgets as hw

from .games.toys import Line
from .strategies import play_on


def two() -> tuple[hw.MonsterHex, hw.MonsterHex]:
    game = hw.MonsterHex("four", seed=7)
    game.play("A1@d3^0")
    after = game.branch()
    with after.editing() as e:
        e.turn("d3", 2)
        e.put("blue S1", "a1", rotation=1)
        e.score("red", 5)
        e.stones("b4", ["R2"])
        e.hand("green", ["S1"])
    return game, after


def test_everything_that_differs_is_listed() -> None:
    found = hw.compare(*two())
    assert found.places == ("a1", "b4", "d3")
    rows = {(row.what, row.subject): (row.before, row.after) for row in found.rows("en")}
    assert rows["place", "a1"] == ("", "BS1^1")
    assert rows["place", "b4"] == ("(R2 Y5)", "(R2)")
    assert rows["place", "d3"] == ("RA1^0", "RA1^2")
    assert rows["score", "Red"] == ("0 points", "5 points")
    assert rows["hand", "Green"][1] == "S1"
    assert not [row for row in rows if row[1] == "Yellow"]


def test_it_is_told_in_the_readers_language() -> None:
    found = hw.compare(*two())
    assert "Red, score: 0 points → 5 points" in found.text("en").splitlines()
    assert "赤の点：0点 → 5点" in found.text("ja").splitlines()
    assert found.text("en").splitlines()[0] == "Ply 1 and Ply 2"


def test_of_a_duel_fighters_facings_life_and_obstacles_are_compared() -> None:
    duel = hw.ArenaDuel(seed=7)
    after = duel.branch()
    with after.editing() as e:
        e.fighter("north", facing=4, life=2)
        e.obstacle("c3")
        e.charge_right("south")
        e.turn(9)
    rows = {(row.what, row.subject): (row.before, row.after) for row in hw.compare(duel, after).rows("en")}
    assert rows["place", "a1"] == ("N^5", "N^4")
    assert rows["place", "c3"] == ("", "#")
    assert rows["score", "North"] == ("5 / 5", "2 / 5")
    assert rows["heading", ""][0] != rows["heading", ""][1]


def test_a_position_and_itself_do_not_differ() -> None:
    game = two()[1]
    found = hw.compare(game, game.branch())
    assert (bool(found), found.rows(), found.places) == (False, (), ())
    assert found.text("en").splitlines()[-1] == "Nothing differs."
    assert "違いはありません。" in found.to_html("ja")


def test_what_differs_is_outlined_on_both_boards() -> None:
    found = hw.compare(*two())
    page = found.to_html("en", theme="light")
    assert page.count("<svg") == 2
    assert len(re.findall("<path[^>]*stroke-dasharray", page)) == 2  # all places of a picture are one path
    assert found.to_html("en").count("<svg") == 4  # light and dark, of which the page shows one
    same = hw.compare(found.a, found.a).to_html("en", theme="light")
    assert "stroke-dasharray" not in same


def test_a_comparison_stays_as_it_was_when_the_games_go_on() -> None:
    game, after = two()
    found = hw.compare(game, after)
    text = found.text("en")
    play_on(game, random.Random(1), 3)
    after.undo()
    assert found.text("en") == text


def test_lines_and_scenarios_are_compared_too() -> None:
    game, _ = two()
    game.undo()
    game.play("C1@d3^0")
    found = hw.compare(game.tree["1"], game.tree["2"])
    assert found.places == ("d3",)
    puzzle = hw.scenarios()["nine-points"]
    assert not hw.compare(puzzle, puzzle.game(seed=1)).places


def test_a_seat_sees_no_more_than_it_may_know() -> None:
    game, after = two()
    rows = hw.compare(game, after, seat="red").rows("en")
    assert [row for row in rows if row.what == "hand" and not row.before.isdecimal()] == []
    assert "S1" not in [row.after for row in rows]


def test_names_are_escaped_and_shown() -> None:
    page = hw.compare(*two(), names=("<i>a</i>", "b")).to_html("en")
    assert "<i>a</i>" not in page
    assert "&lt;i&gt;a&lt;/i&gt;" in page


def test_what_cannot_be_compared_is_refused() -> None:
    game = hw.MonsterHex("four", seed=7)
    with pytest.raises(ValueError, match="expected two positions of one game, got monsterhex and arenaduel"):
        hw.compare(game, hw.ArenaDuel(seed=7))
    with pytest.raises(TypeError, match=r"expected a game, a scenario or a line of a tree, got 'fight\.json'"):
        hw.compare(game, "fight.json")
    with pytest.raises(TypeError, match="has no view"):
        hw.compare(hw.Game(Line()), hw.Game(Line())).text()


def test_comparing_leaves_no_widget_behind() -> None:
    before = len(widget._instances)
    hw.compare(*two()).to_html()
    gc.collect()
    assert len(widget._instances) == before
