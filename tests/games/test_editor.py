"""Boards that edit: what is done at them is a draft, faults and all, and playing from it is an edit like any other."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import hexwidgets as hw
from hexwidgets.editor import EditorBoard

from ..board.wire import Page, Wire, nothing_changes, recorded
from ..strategies import play_on, seeds, told
from .toys import Line

GAMES: dict[str, Callable[[], Any]] = {
    "arenaduel": lambda: hw.ArenaDuel(seed=7),
    "arenaduel-rulings": lambda: hw.ArenaDuel(seed=7, max_turns=9, pursuit="optional", language="ja"),
    "monsterhex": lambda: hw.MonsterHex("four", seed=7),
    "monsterhex-whole": lambda: hw.MonsterHex("three", seed=7, abilities=True, goals=True),
    "monsterhex-shared": lambda: hw.MonsterHex("two-shared", seed=7, abilities=True, language="ja"),
}
every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
some = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No gesture is worth a line of the log, let alone an exception."""
    yield
    assert [line.getMessage() for line in caplog.get_records("call") if line.levelno >= logging.WARNING] == []


def editor(game: Any) -> EditorBoard:
    board = game.board(edit=True)
    assert isinstance(board, EditorBoard)
    return board


def gesture(board: EditorBoard, chance: random.Random) -> list[Any]:
    """Something that a person may do: mostly what the palette, the form and the menus offer."""
    places = [place["name"] for place in board.grid["places"]]
    groups = [group["key"] for group in board.bench["groups"]]
    full = [places[token[0]] for token in board.tokens] or places
    thing, turn = chance.choice(board.kit["things"])["key"], chance.randrange(6)
    area = [places[at] for at in chance.choice([*board.kit["areas"].values()])]
    row = chance.choice(board.bench["rows"])
    item = chance.choice(chance.choice(board.kit["menus"])["items"])
    values = [value for value, _, _ in row["options"]] or [str(row["value"] + chance.choice((-1, 1, 1, 50)))]
    place = chance.choice((chance.choice(full), chance.choice(area), chance.choice(places)))
    ways: list[list[Any]] = [
        ["put", thing, chance.choice(area), turn],
        ["put", thing, chance.choice(groups)],
        ["move", chance.choice(full), chance.choice(area), turn],
        ["move", chance.choice(full), chance.choice(groups)],
        ["turn", chance.choice(full), turn],
        ["off", chance.choice(places)],
        ["set", row["key"], chance.choice(values)],
        [place if pick == "@" else pick for pick in item["picks"]],
    ]
    return chance.choice(ways)


@every_game
@some
@given(seed=seeds)
def test_whatever_is_done_at_a_board_is_what_a_block_would_do(make: Any, wire: Wire, seed: int) -> None:
    """Any gestures in any order: the game waits, the board shows something, and the outcome is the same edit."""
    game, chance = make(), random.Random(seed)
    play_on(game, chance, chance.randrange(12))
    before, board = told(game), editor(game)
    page, view = Page(board, wire), game.editing_view_class
    said: list[list[Any]] = []
    for _ in range(25):
        picks = gesture(board, chance)
        if chance.random() < 0.15 and board.status["undo"]:
            assert page.ask("undo")["ok"]
            said.pop()
        else:
            rules, position = game.draft.standing.rules, game.draft.position
            if page.ask("edit", *picks)["ok"]:
                said.append(view(rules).sayings(position, picks))
        json.dumps([board.tokens, board.marks, board.tray, board.bench], allow_nan=False)
        assert all(0 <= token[0] < len(board.grid["places"]) for token in board.tokens)
        assert len(board.bench["flaws"]) == len(game.draft.faults)
    assert told(game) == before
    twin = game.branch()
    faults: tuple[Any, ...] = ()
    try:
        with twin.editing() as e:
            for step in said:
                for saying in step:
                    saying.to(e)
    except hw.EditError as error:
        faults = error.faults
    assert game.draft.faults == faults
    answer = page.ask("edit", "apply")
    assert answer["ok"] is not bool(faults)
    assert (game.state, game.rules) == (twin.state, twin.rules)
    assert board.mode == ("edit" if faults else "play")


@every_game
def test_a_stranger_at_an_editor_is_answered_and_does_no_harm(make: Any, wire: Wire) -> None:
    game, chance = make(), random.Random(5)
    board = editor(game)
    page = Page(board, wire)
    words = ("", "c4", "zz", "red S1", "north", "obstacle", "hand:", "hand:red", "put", "goal:99", "x" * 64, "\0", "ユ")
    words = (*words, "apply ", "__class__", "settle", "-1", "9" * 60, "goals:red", "life:north", "deck:", "shared:red")
    rows = [row["key"] for row in board.bench["rows"]]
    with nothing_changes(game):
        for _ in range(1500):
            verb = chance.choice(("put", "move", "turn", "off", "set", "life", "right", "undo", "", "__init__"))
            length = chance.randrange(6)
            picks = [chance.choice((chance.choice(words), chance.choice(rows), 3, 2**53)) for _ in range(length)]
            wire.clear()
            answer = page.ask("edit", verb, *picks)
            assert len(json.dumps(answer).encode()) < 4096
            if not answer["ok"]:
                assert answer["text"]
            if chance.random() < 0.05:
                assert page.ask("edit", "discard")["ok"]
    assert wire.size < 100_000


def test_a_page_brings_no_names_of_its_own(wire: Wire) -> None:
    board = editor(hw.MonsterHex(seed=7))
    page = Page(board, wire)
    for picks in (["put", "red Z9", "c4"], ["put", "red S1", "zz"], ["put", "purple S1", "c4", 0], ["turn", "c9", 1]):
        with nothing_changes(board):
            answer = page.ask("edit", *picks)
        assert answer["ok"] is False
        assert "means nothing here" in answer["text"]


# -- modes ------------------------------------------------------------------------------------------


def test_playing_from_here_is_one_step_of_the_history(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    board = editor(game)
    page = Page(board, wire)
    assert page.ask("edit", "put", "red S1", "c4", 2)["ok"]
    assert page.ask("edit", "put", "blue A1", "c3", 1)["ok"]
    assert board.tokens
    assert not game.units
    assert page.ask("edit", "apply")["ok"]
    assert (board.mode, game.ply, set(game.units)) == ("play", 1, {"c4", "c3"})
    assert board.picks["tree"]
    assert page.ask("undo")["ok"]  # the game's own again
    assert game.ply == 0


def test_a_board_that_edits_does_not_play_nor_one_that_plays_edit(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    board, plain = editor(game), game.board()
    for who, kind, picks in ((board, "move", ["A1", "d3", 0]), (plain, "edit", ["put", "red S1", "c4", 0])):
        with nothing_changes(game, board, plain):
            assert Page(who, wire).ask(kind, *picks)["ok"] is False
    assert Page(board, wire).ask("edit", "play")["ok"]
    with nothing_changes(game, board, plain):
        assert Page(board, wire).ask("edit", "off", "c4")["ok"] is False
    assert Page(board, wire).ask("move", "A1", "d3", 0)["ok"]
    assert set(game.units) == {"d3"}


def test_plans_are_foreseen_in_play_mode_only(wire: Wire) -> None:
    duel = hw.ArenaDuel(seed=7)
    board = editor(duel)
    page = Page(board, wire)
    duel.draft.turn(3)
    assert page.odds("north", "F", "=") is None
    board.mode = "play"
    assert page.odds("north", "F", "=") is not None


def test_leaving_keeps_the_draft_for_later() -> None:
    game = hw.MonsterHex(seed=7)
    board = editor(game)
    game.draft.put("red S1", "c4")
    board.mode = "play"
    assert board.tokens == []
    board.mode = "edit"
    assert len(board.tokens) == 1


def test_the_number_of_the_position_never_falls(wire: Wire) -> None:
    """Or an answer to what was done to an earlier position would pass for one to this."""
    game = hw.MonsterHex(seed=7)
    board = editor(game)
    page, revs = Page(board, wire), [board.rev]
    for kind, *picks in (
        ("edit", "put", "red S1", "c4", 2),
        ("edit", "apply"),
        ("undo",),
        ("edit", "edit"),
        ("edit", "put", "red S1", "c4", 2),
        ("edit", "discard"),
        ("edit", "play"),
        ("redo",),
    ):
        assert page.ask(kind, *picks)["ok"]
        revs.append(board.rev)
    assert revs == sorted(revs)


# -- together ---------------------------------------------------------------------------------------


def test_cells_and_boards_edit_the_same_draft_at_the_same_time(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    boards = [editor(game), editor(game)]
    game.draft.put("red S1", "c4", rotation=2)
    assert boards[0].tokens == boards[1].tokens != []
    assert Page(boards[0], wire).ask("edit", "turn", "c4", 1)["ok"]
    assert game.draft.position["units"] == {"c4": "red S1^3"}
    assert boards[0].tokens == boards[1].tokens
    assert {board.rev for board in boards} == {game.rev + game.draft.rev}


def test_a_click_on_what_a_cell_has_changed_meanwhile_is_refused(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    board = editor(game)
    page, seen = Page(board, wire), board.rev
    game.draft.put("red S1", "c4")
    with nothing_changes(game, board):
        answer = page.ask("edit", "put", "red S1", "d3", 0, rev=seen)
    assert (answer["ok"], answer["rule"]) == (False, "STALE")
    board.mode = "play"
    with nothing_changes(game, board):
        assert page.ask("move", "A1", "d3", 0, rev=seen)["rule"] == "STALE"


def test_a_move_elsewhere_shows_on_a_board_that_edits() -> None:
    game = hw.MonsterHex(seed=7)
    board = editor(game)
    game.draft.put("blue S1", "c4")
    game.play("A1@d3^0")
    assert len(board.tokens) == 2
    with game.editing() as e:
        e.put("green S1", "e4")
    assert len(board.tokens) == 3
    with game.editing() as e:
        e.take_off("d3")
        e.put("red A1", "c4")
    assert board.bench["note"].startswith("c4 already holds")


def test_an_edit_shows_on_editors_alone(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    board, plain = editor(game), game.board(seat="red")
    wire.clear()
    game.draft.put("blue S1", "c4")
    assert wire.updates(board)
    assert wire.of(plain) == []


# -- what is wrong is shown where it is ----------------------------------------------------------------


def where(board: EditorBoard) -> list[tuple[str, list[str], list[str]]]:
    names = [place["name"] for place in board.grid["places"]]
    rows = {row["key"] for row in board.bench["rows"]}
    return [
        (flaw["rule"], sorted(names[at] for at in flaw["places"]), sorted(rows & {*flaw["rows"]}))
        for flaw in board.bench["flaws"]
    ]


def test_faults_of_monster_hex_are_marked() -> None:
    game = hw.MonsterHex(seed=7, abilities=True)
    board = editor(game)
    game.draft.put("red S1", "c4")
    game.draft.put("red S1", "d3")
    game.draft.petrify("e4")
    game.draft.put("blue S1", "e4")
    game.draft.round(99)
    game.draft.score("green", -1)
    site = game.rules.site_labels[0]
    game.draft.stones(site, [str(stone) for stone in game.rules.stones[:3]])
    assert where(board) == [
        ("MH-PLACE-2", ["e4"], []),
        ("MH-SETUP-1", ["c4", "d3"], []),
        ("MH-SETUP-2", [site], []),
        ("MH-END-1", [], ["round"]),
        ("MH-WIN-1", [], ["score:green"]),
    ]
    notes = {board.grid["places"][at]["name"] for at, _ in board.marks["notes"]}
    assert {"c4", "d3", "e4", site} == notes
    game.draft.discard()
    assert where(board) == []


def test_faults_of_a_duel_are_marked() -> None:
    duel = hw.ArenaDuel(seed=7, max_turns=9)
    board = editor(duel)
    duel.draft.fighter("north", "c3", life=0)
    duel.draft.fighter("south", "c3")
    duel.draft.turn(10)
    assert where(board) == [
        ("AD-END-2", [], ["turn"]),
        ("AD-END-1", ["c3"], ["life:north"]),
        ("AD-ARENA-2", ["c3"], []),
    ]
    duel.draft.discard()
    duel.draft.obstacle("b2")
    duel.draft.fighter("north", "b2")
    assert where(board) == [("AD-ARENA-2", ["b2"], [])]
    assert next(place["kind"] for place in board.grid["places"] if place["name"] == "b2") == "obstacle"


# -- gestures ---------------------------------------------------------------------------------------


def test_a_unit_goes_from_pile_to_board_to_pile(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    board = editor(game)
    page = Page(board, wire)

    def group(key: str) -> list[str]:
        (things,) = (group["things"] for group in board.bench["groups"] if group["key"] == key)
        return [board.kit["things"][index]["key"] for index in things]

    unit = group("hand:red")[0]
    assert page.ask("edit", "put", unit, "deck:red")["ok"]
    assert unit not in group("hand:red")
    assert group("deck:red")[-1] == unit
    assert page.ask("edit", "put", unit, "c4", 1)["ok"]
    assert unit not in group("deck:red")
    assert page.ask("edit", "move", "c4", "d3", 2)["ok"]
    assert page.ask("edit", "move", "d3", "hand:red")["ok"]
    assert unit in group("hand:red")
    assert board.tokens == []
    assert page.ask("edit", "put", unit, "c4", 0)["ok"]
    assert page.ask("edit", "off", "c4")["ok"]
    assert board.bench["flaws"] == []
    assert [unit in group(key) for key in ("hand:red", "deck:red")].count(True) <= 1


def test_counters_go_along_with_a_unit_that_is_moved(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    page = Page(editor(game), wire)
    for picks in (
        ["put", "red S1", "c4", 2],
        ["put", "white", "c4"],
        ["put", "white", "c4"],
        ["put", "black", "c4"],
        ["move", "c4", "d3", 5],
    ):
        assert page.ask("edit", *picks)["ok"]
    assert game.draft.position["units"] == {"d3": "red S1^5"}
    assert game.draft.position["counters"] == {"d3": 1}
    assert page.ask("edit", "off", "d3", "counters")["ok"]
    assert game.draft.position.get("counters", {}) == {}


def test_a_stone_exists_once_wherever_it_is_put(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    page = Page(editor(game), wire)
    first, second = list(game.draft.position["stones"])[:2]
    stone = game.draft.position["stones"][first][0]
    assert page.ask("edit", "put", stone, "taken:blue")["ok"]
    assert game.draft.position["taken"] == {"blue": [stone]}
    gone = game.draft.position["stones"][second][0]
    assert page.ask("edit", "off", second, gone)["ok"]
    assert page.ask("edit", "put", stone, second)["ok"]
    assert stone in game.draft.position["stones"][second]
    assert not game.draft.position.get("taken", {}).get("blue")
    assert game.draft.faults == ()


def test_the_form_sets_everything_else(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7, abilities=True, goals=True)
    page = Page(editor(game), wire)
    card = game.draft.position["goal_deck"][0]
    ability = next(
        value
        for row in page.board.bench["rows"]
        if row["key"] == "ability:red"
        for value, _, on in row["options"]
        if value and not on
    )
    for row, value in (
        ("round", "3"),
        ("score:blue", "12"),
        ("turn", "yellow"),
        ("goals:red", f"goal:{card}"),
        *((f"ability:{seat}", _offer(page.board, seat)) for seat in game.seats if seat != "red"),
        ("ability:red", ability),
    ):
        assert page.ask("edit", "set", row, value)["ok"]
    position = game.draft.position
    assert (position["round"], position["scores"]["blue"], position["turn"]) == (3, 12, "yellow")
    assert card in position["goals"]["red"]
    assert position["abilities"]["red"] == ability
    assert game.draft.faults == ()
    assert page.ask("edit", "set", "round", "three")["text"] == "Expected a whole number, got 'three'."


def _offer(board: Any, seat: str) -> str:
    (row,) = (row for row in board.bench["rows"] if row["key"] == f"ability:{seat}")
    return str(row["options"][1][0])


def test_a_duel_has_both_fighters(wire: Wire) -> None:
    duel = hw.ArenaDuel(seed=7)
    board = editor(duel)
    page = Page(board, wire)
    cell = duel.fighters["north"].cell
    with nothing_changes(board):
        answer = page.ask("edit", "off", cell)
    assert answer["rule"] == "AD-START-1"
    assert page.ask("edit", "move", cell, "c3", 1)["ok"]
    assert page.ask("edit", "turn", "c3", 5)["ok"]
    assert page.ask("edit", "life", "c3", "-1")["ok"]
    assert page.ask("edit", "right", "c3")["ok"]
    north = duel.draft.position["fighters"]["north"]
    assert (north["cell"], north["facing"], north["life"]) == ("c3", 0, duel.fighters["north"].life - 1)
    assert duel.draft.position["charge_right"] == "north"


def test_an_obstacle_is_laid_moved_and_taken_away(wire: Wire) -> None:
    duel = hw.ArenaDuel(seed=7)
    board = editor(duel)
    page = Page(board, wire)

    def obstacles() -> list[str]:
        return [place["name"] for place in board.grid["places"] if place["kind"] == "obstacle"]

    assert page.ask("edit", "put", "obstacle", "b2")["ok"]
    assert obstacles() == ["b2"]
    assert page.ask("edit", "move", "b2", "c3")["ok"]
    assert obstacles() == ["c3"]
    assert page.ask("edit", "off", "c3")["ok"]
    assert obstacles() == []


# -- where there is none ------------------------------------------------------------------------------


def test_an_editor_shows_everything_so_it_has_no_seat() -> None:
    with pytest.raises(ValueError, match="an editor shows everything"):
        hw.MonsterHex(seed=7).board(seat="red", edit=True)


def test_a_game_that_cannot_be_edited_has_no_editor() -> None:
    with pytest.raises(TypeError, match="its rules lack position, at, editor"):
        hw.Game(Line()).board(edit=True)


def test_an_editor_that_is_closed_hears_no_more() -> None:
    game = hw.MonsterHex(seed=7)
    board = editor(game)
    board.close()
    game.draft.put("red S1", "c4")
    assert board.tokens == []
