"""The lines of a game: listed, named, promoted, let go of, and kept in files."""

from __future__ import annotations

import copy
import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine.history import MAX_LEFT
from hexwidgets.engine.tree import Line

from ..strategies import decide, seeds, told

FIRST, SECOND = "A1@d3^0", "C1@d3^0"


def forked() -> hw.MonsterHex:
    """Two lines: one of three plies, and the present one of two that leaves it after one."""
    game = hw.MonsterHex("four", seed=7)
    game.play(FIRST)
    game.play(game.legal_moves()[0])
    game.play(game.legal_moves()[0])
    game.goto(1)
    game.play(game.legal_moves()[-1])
    return game


def facts(game: hw.Game) -> list[tuple[object, ...]]:
    return [(x.name, x.of, x.fork, x.plies, x.present) for x in game.tree.values()]


def test_a_game_has_one_line_until_another_move_is_played() -> None:
    game = hw.MonsterHex("four", seed=7)
    assert facts(game) == [("1", None, 0, 0, True)]
    game.play(FIRST)
    game.undo()
    assert facts(game) == [("1", None, 0, 1, True)]
    game.play(SECOND)
    assert facts(game) == [("2", None, 0, 1, True), ("1", "2", 0, 1, False)]


def test_the_same_move_again_is_no_other_line() -> None:
    game = hw.MonsterHex("four", seed=7)
    game.play(FIRST)
    game.tree.name("1", "first")
    game.undo()
    game.play(FIRST)
    assert facts(game) == [("first", None, 0, 1, True)]


def test_a_line_tells_its_moves_and_gives_a_game_anywhere_on_it() -> None:
    game = forked()
    line = game.tree["1"]
    assert (line.of, line.fork, line.plies) == ("2", 1, 3)
    assert len(line.moves) == 2
    assert [line.game(ply).ply for ply in range(4)] == [0, 1, 2, 3]
    there = line.game()
    there.play(there.legal_moves()[0])
    assert (game.ply, line.game().ply) == (2, 3)
    for ply in (-1, 4, True, 1.0, "1"):
        with pytest.raises(hw.EditError, match="expected a ply from 0 to 3, got"):
            line.game(ply)  # type: ignore[arg-type]


def test_a_promoted_line_is_where_the_game_stands_and_the_other_one_stays() -> None:
    game = forked()
    moves, events = game.moves, []
    game.observe(events.append, "ply")
    game.tree.promote("1")
    assert (game.ply, game.can_redo, len(events)) == (3, False, 1)
    assert facts(game) == [("1", None, 0, 3, True), ("2", "1", 1, 2, False)]
    game.tree.promote(game.tree["2"], 1)
    assert (game.ply, game.can_redo) == (1, True)
    game.redo()
    assert game.moves == moves


def test_promoting_the_line_where_the_game_stands_goes_to_its_end() -> None:
    game = forked()
    game.undo()
    game.tree.promote("2")
    assert game.ply == 2


def test_in_seated_play_what_was_revealed_is_not_left_unasked() -> None:
    game = forked()
    board = game.board("red")
    before = told(game)
    with pytest.raises(hw.EditError, match="draws"):
        game.tree.promote("1")
    assert told(game) == before
    game.tree.promote("1", force=True)
    assert game.ply == 3
    board.close()


@pytest.mark.parametrize("name", ["", "12", "１２", "x" * 61, "two\nlines", " around ", None, 3, ["a"], "\u202e", "2"])
def test_what_cannot_be_a_name_is_refused_and_nothing_has_changed(name: Any) -> None:
    game = forked()
    before = facts(game)
    with pytest.raises(ValueError, match="expected a name of 1 to 60 printable characters that is no number, got"):
        game.tree.name("1", name)
    assert facts(game) == before


def test_no_two_lines_have_one_name() -> None:
    game = forked()
    game.tree.name("1", "試し")
    game.tree.name("試し", "試し")
    with pytest.raises(ValueError, match="another line is called '試し'"):
        game.tree.name("2", "試し")


def test_an_unknown_line_is_refused_with_the_known_ones() -> None:
    with pytest.raises(KeyError, match="there is no line 'x'; known are 2, 1"):
        forked().tree["x"]


def test_a_line_that_has_grown_is_found_by_its_name() -> None:
    game = forked()
    line = game.tree["2"]
    game.play(game.legal_moves()[0])
    game.tree.promote(line, 0)
    assert (game.ply, game.tree["2"].plies) == (0, 3)


def test_a_line_that_is_dropped_is_gone_but_what_others_share_with_it_stays() -> None:
    game = forked()
    with pytest.raises(ValueError, match="the game is on line '2', which cannot be dropped"):
        game.tree.drop("2")
    game.tree.drop("1")
    assert facts(game) == [("2", None, 0, 2, True)]
    game.goto(0)
    assert game.can_redo


def test_a_named_line_is_never_forgotten() -> None:
    game = forked()
    game.tree.name("1", "keep")
    moves = game.legal_moves()
    for n in range(2 * MAX_LEFT):
        game.play(moves[n % 7])
        game.undo()
    assert "keep" in game.tree
    assert len(game.tree) <= MAX_LEFT + 2


def test_the_tree_is_drawn_in_both_languages() -> None:
    game = forked()
    game.tree.name("1", "old")
    first, second = game.tree.text("en").splitlines()
    assert first == "2: 2 plies (the game is here)"
    assert second.startswith("  old: leaves 2 after ply 1, 2 plies: ")
    assert game.tree.text("ja").splitlines()[0] == "2：2手（現在の局面）"


# -- in files -------------------------------------------------------------------------------------


def three_lines() -> hw.MonsterHex:
    game = forked()
    game.tree.name("1", "old")
    game.tree.name("2", "new")
    game.tree.promote("old", 2)
    game.play(game.legal_moves()[-1])
    game.tree.name(next(iter(game.tree)), "newest")
    game.undo()
    return game


def test_named_lines_are_saved_with_the_game(tmp_path: Path) -> None:
    game = three_lines()
    game.save(tmp_path / "game.json")
    back = hw.load(tmp_path / "game.json")
    assert facts(back) == facts(game)
    assert back.ply == game.ply
    assert [line.moves for line in back.tree.values()] == [line.moves for line in game.tree.values()]
    for name in ("old", "new", "newest"):
        assert told(back.tree[name].game()) == told(game.tree[name].game())


def test_lines_that_nobody_named_are_not_in_the_file() -> None:
    assert list(forked().to_json())[-1] == "ply"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_has_the_named_lines(copied: Any) -> None:
    game = three_lines()
    assert facts(copied(game)) == facts(game)


DATA = json.loads(json.dumps(three_lines().to_json()))


def broken(**fields: Any) -> dict[str, Any]:
    data = copy.deepcopy(DATA)
    data["branches"][0].update(fields)
    return data


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        (DATA | {"line": "7"}, "$.line", "expected a name of 1 to 60"),
        (DATA | {"line": None}, "$.line", "expected a name of 1 to 60"),
        (DATA | {"branches": {}}, "$.branches", "expected a list"),
        (DATA | {"branches": [3]}, "$.branches[0]", "expected an object, got 3"),
        (DATA | {"branches": [{}]}, "$.branches[0]", "has no 'name'"),
        (broken(name="a\nb"), "$.branches[0].name", "expected a name of 1 to 60"),
        (broken(name="newest"), "$.branches[0].name", "another line is called 'newest'"),
        (broken(of="nowhere"), "$.branches[0].of", "expected null or a line told before, got 'nowhere'"),
        (broken(of=3), "$.branches[0].of", "expected null, or the name of a line, got 3"),
        (broken(ply=99), "$.branches[0].ply", "expected 0 to 3, got 99"),
        (broken(ply=True), "$.branches[0].ply", "expected an integer from 0, got True"),
        (broken(lines=[]), "$.branches[0].lines", "expected at least one decision"),
        (broken(lines=["S1@a1^0"]), "$.branches[0].lines[0]", "MH-"),
        (broken(lines=[{"position": {}, "draws": 1}]), "$.branches[0].lines[0]", "only at the start"),
        (broken(more=1), "$.branches[0]", "unknown ['more']"),
        (broken(lines=["pass"] * 20_000), "$.branches", "expected at most 20000 moves and edits in all lines"),
    ],
)
def test_what_is_wrong_with_a_branch_is_told_with_its_path(data: Any, path: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data))
    with pytest.raises(hw.RecordError) as error:
        hw.load(file)
    assert error.value.path == path
    assert message in error.value.message


@settings(max_examples=60, deadline=None)
@given(seed=seeds, steps=st.lists(st.sampled_from(["play", "undo", "redo", "promote", "name", "drop"]), max_size=25))
def test_whatever_is_done_every_line_leads_from_the_start_and_comes_back_from_a_file(
    seed: int, steps: list[str]
) -> None:
    game, rng = hw.ArenaDuel(seed=seed), random.Random(seed)
    for n, step in enumerate(steps):
        lines = list(game.tree.values())
        other: Line = rng.choice(lines)
        if step == "play":
            decide(game, rng)
        elif step == "undo" and game.can_undo:
            game.undo()
        elif step == "redo" and game.can_redo:
            game.redo()
        elif step == "promote":
            game.tree.promote(other, rng.randrange(other.plies + 1))
        elif step == "name":
            game.tree.name(other, f"line {n}")
        elif step == "drop" and not other.present:
            game.tree.drop(other)
        for line in game.tree.values():
            assert [node.ply for node in line.nodes] == list(range(line.plies + 1))
            assert all(child in node.children for node, child in zip(line.nodes, line.nodes[1:], strict=False))
            assert line.of is None or line.nodes[line.fork] in game.tree[line.of].nodes
        assert sum(line.present for line in game.tree.values()) == 1
    back = copy.copy(game)
    assert back.to_json() == game.to_json()
    kept = [line.name for line in game.tree.named() if line.given]
    assert [line.name for line in back.tree.values() if line.given] == kept
