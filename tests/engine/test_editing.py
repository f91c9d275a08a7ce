"""Setting positions up: one step of the history, whole or not at all, for every game alike."""

from __future__ import annotations

import copy
import json
import pickle
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine.editing import Value

from ..games.toys import Line
from ..strategies import decide, json_values, play_on, told

Say = Callable[[Any], None]


def set_up_a_duel(e: Any) -> None:
    e.fighter("north", "c3", facing=5, life=3)
    e.fighter("south", "d3")
    e.charge_right("south")
    e.obstacle("b2")


def set_up_monster_hex(e: Any) -> None:
    e.put("yellow S1", "f2", rotation=2)
    e.put("green A1", "f3")
    e.hand("yellow", ["A1", "C3"])
    e.score("red", 5)
    e.to_move("blue")


GAMES: dict[str, tuple[Callable[[], Any], Say, Say]] = {
    "arenaduel": (lambda: hw.ArenaDuel(seed=7), set_up_a_duel, lambda e: e.fighter("north", facing=7)),
    "monsterhex": (lambda: hw.MonsterHex(seed=7), set_up_monster_hex, lambda e: e.put("yellow S1", "zz")),
}


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def game(name: str) -> Any:
    game = GAMES[name][0]()
    play_on(game, random.Random(1), 2)
    return game


@pytest.fixture
def say(name: str) -> Say:
    return GAMES[name][1]


@pytest.fixture
def say_wrong(name: str) -> Say:
    return GAMES[name][2]


def edit(game: Any, *says: Say) -> None:
    with game.editing() as e:
        for say in says:
            say(e)


# -- one step of the history ----------------------------------------------------------------------


def test_an_edit_is_one_step_that_can_be_undone_and_redone(game: Any, say: Say) -> None:
    before, ply = told(game), game.ply
    edit(game, say)
    after = told(game)
    assert game.ply == ply + 1
    assert (game.log[-1].rule, game.log[-1].text("en")) == ("EDIT", "The position was edited.")
    assert game.log[-1].text("ja") == "局面が編集されました。"
    game.undo()
    assert {k: told(game)[k] for k in ("state", "traits", "log", "legal", "views")} == {
        k: before[k] for k in ("state", "traits", "log", "legal", "views")
    }
    game.redo()
    assert told(game) == after


def test_observers_and_boards_are_told_once(game: Any, say: Say) -> None:
    seen: list[Any] = []
    game.observe(lambda change: seen.append((change.name, game.ply, len(game.log))), ["rev", "ply", "log"])
    shown: list[int] = []
    game.subscribe(lambda: shown.append(game.rev))
    rev = game.rev
    edit(game, say)
    assert (shown, game.rev) == ([rev + 1], rev + 1)
    assert sorted(name for name, *_ in seen) == ["log", "ply", "rev"]
    assert len({whole[1:] for whole in seen}) == 1


def test_what_is_not_changed_is_no_step(game: Any) -> None:
    before, rev = told(game), game.rev
    with game.editing():
        pass
    assert (told(game), game.rev) == (before, rev)


def test_what_is_changed_and_changed_back_is_no_step_either() -> None:
    duel = hw.ArenaDuel(seed=7)
    with duel.editing() as e:
        e.fighter("north", life=2)
        e.fighter("north", life=5)
        e.obstacle("c3")
        e.clear("c3")
    assert duel.ply == 0


def test_orders_given_in_secret_before_an_edit_are_gone() -> None:
    duel = hw.ArenaDuel(seed=7)
    duel.commit("north", "F=")
    edit(duel, set_up_a_duel)
    duel.commit("south", "S=")
    assert duel.ply == 1


def test_edits_are_left_out_of_the_moves(game: Any, say: Say) -> None:
    moves = game.moves
    edit(game, say)
    assert game.moves == moves


# -- whole or not at all --------------------------------------------------------------------------


def test_a_fault_changes_nothing_and_says_why_in_the_games_language(game: Any, say: Say, say_wrong: Say) -> None:
    before, rev = told(game), game.rev
    with pytest.raises(hw.EditError) as caught:
        edit(game, say, say_wrong)
    assert (told(game), game.rev) == (before, rev)
    assert all(isinstance(fault, hw.Fault) for fault in caught.value.faults)
    assert caught.value.text("en").isascii()
    assert not caught.value.text("ja").isascii()
    assert caught.value.faults[0].rule in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.faults, str(again)) == (caught.value.faults, str(caught.value))
    game.language = "ja"
    with pytest.raises(hw.EditError) as caught:
        edit(game, say_wrong)
    assert not str(caught.value).isascii()


def test_an_exception_in_the_block_changes_nothing(game: Any, say: Say) -> None:
    def break_off(_e: Any) -> None:
        raise ZeroDivisionError

    before = told(game)
    with pytest.raises(ZeroDivisionError):
        edit(game, say, break_off)
    assert told(game) == before
    edit(game, say)  # and the next one goes ahead
    assert told(game) != before


def test_one_edit_inside_another_is_refused(game: Any, say: Say) -> None:
    with game.editing() as e:
        with pytest.raises(hw.EditError, match="already"), game.editing():
            pass
        say(e)
    assert game.log[-1].rule == "EDIT"


def test_nothing_can_be_said_when_the_block_has_ended(game: Any, say: Say) -> None:
    with game.editing() as e:
        pass
    with pytest.raises(hw.EditError, match="ended"):
        say(e)


def test_a_move_inside_the_block_leaves_nothing_of_the_edit(game: Any, say: Say) -> None:
    with pytest.raises(hw.EditError, match="moved on"):
        edit(game, say, lambda e: decide(game, random.Random(3)))
    assert game.ply == 3
    assert all(event.rule != "EDIT" for event in game.log)


def test_another_thread_waits_until_the_edit_is_done(game: Any, say: Say) -> None:
    inside, found = threading.Event(), []

    def elsewhere() -> None:
        inside.wait(10)
        with game.lock:
            found.append(game.log[-1].rule)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    with game.editing() as e:
        inside.set()
        say(e)
        assert found == []
    thread.join(10)
    assert found == ["EDIT"]


def test_a_click_made_before_an_edit_is_stale_after_it(game: Any, say: Say) -> None:
    rev, seat = game.rev, game.rules.to_move(game.state)[0]
    move = game.legal_moves(seat)[0]
    edit(game, say)
    with pytest.raises(hw.StaleMove):
        game.play_for(seat, move, rev=rev)


def test_a_game_whose_rules_cannot_tell_positions_says_so() -> None:
    game = hw.Game(Line())
    with pytest.raises(TypeError, match="line cannot do that: its rules lack position, at, editor"), game.editing():
        pass
    with pytest.raises(TypeError, match="its rules lack options"):
        game.with_rules(size=3)


# -- kept -----------------------------------------------------------------------------------------


def twins(game: Any, path: Path) -> list[Any]:
    game.save(path)
    return [hw.load(path), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]


def test_an_edited_game_is_saved_loaded_and_copied_at_every_ply(game: Any, say: Say, tmp_path: Path) -> None:
    edit(game, say)
    play_on(game, random.Random(2), 4)
    for ply in range(game.ply + 1):
        game.goto(ply)
        for twin in twins(game, tmp_path / "game.json"):
            assert told(twin) == told(game)
            assert twin.rules == game.rules
        assert told(game.branch())["state"] == game.state


def test_the_luck_ahead_is_the_same_in_every_copy(game: Any, say: Say, tmp_path: Path) -> None:
    edit(game, say)
    there = [*twins(game, tmp_path / "game.json"), game.branch()]
    play_on(game, random.Random(5))
    for twin in there:
        play_on(twin, random.Random(5))
        assert told(twin) == told(game)


def test_a_record_tells_the_position_by_names() -> None:
    duel = hw.ArenaDuel(seed=7)
    edit(duel, set_up_a_duel)
    line = duel.to_json()["lines"][1]
    assert line["position"] == {
        "turn": 1,
        "charge_right": "south",
        "fighters": {
            "north": {"cell": "c3", "facing": 5, "life": 3},
            "south": {"cell": "d3", "facing": 2, "life": 5},
        },
    }
    assert line["options"]["arena"]["obstacles"] == [[0, -1]]
    assert json.loads(json.dumps(line)) == line


def edited_record(name: str) -> dict[str, Any]:
    game = GAMES[name][0]()
    edit(game, GAMES[name][1])
    data: dict[str, Any] = json.loads(json.dumps(game.to_json()))
    return data


def refused(data: dict[str, Any], path: Path) -> str:
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(hw.RecordError) as caught:
        hw.load(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({}, "position: expected a mapping"),
        ({"position": 3}, "position: expected a mapping"),
        ({"position": {"fighter": {}}}, "'fighter': expected one of"),
        ({"position": {}, "rules": {}}, "unknown"),
        ({"position": {}, "draws": 0}, "draws"),
        ({"position": {}, "options": {"arena": "colosseum"}}, "unknown arena"),
        ({"position": {}, "options": 3}, ""),
    ],
)
def test_a_bad_edit_in_a_record_is_refused_with_its_line(line: object, told: str, tmp_path: Path) -> None:
    data = edited_record("arenaduel")
    data["lines"][1] = line
    message = refused(data, tmp_path / "bad.json")
    assert "$.lines[1]" in message
    assert told in message


def test_an_edit_before_the_dice_is_refused(tmp_path: Path) -> None:
    data = edited_record("arenaduel")
    del data["lines"][0]
    assert "before chance had decided" in refused(data, tmp_path / "bad.json")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), value=json_values, name=st.sampled_from(sorted(GAMES)))
def test_whatever_a_position_in_a_record_holds_it_is_a_game_or_a_record_error(
    data: st.DataObject, value: object, name: str, tmp_path: Path
) -> None:
    record = edited_record(name)
    position = record["lines"][1]["position"]
    key = data.draw(st.sampled_from(sorted(position)))
    inner = position[key]
    if isinstance(inner, dict) and inner and data.draw(st.booleans()):
        inner[data.draw(st.sampled_from(sorted(inner)))] = value
    else:
        position[key] = value
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), "utf-8")
    try:
        game = hw.load(path)
    except hw.RecordError:
        return
    play_on(game, random.Random(1), 5)


# -- other rules ----------------------------------------------------------------------------------


def test_with_rules_starts_a_new_game_at_the_same_position(tmp_path: Path) -> None:
    game = hw.MonsterHex(seed=7)
    play_on(game, random.Random(1), 9)
    before = told(game)
    other = game.with_rules(large_tie="move-up", dials={"colour_bonus": 5})
    assert (type(other), other.ply, other.can_undo) == (hw.MonsterHex, 0, False)
    assert (other.switches["large_tie"], other.dials["colour_bonus"]) == ("move-up", 5)
    for seen in ("units", "hands", "decks", "stones", "scores", "to_move", "phase", "round"):
        assert getattr(other, seen) == getattr(game, seen), seen
    assert told(game) == before
    for twin in twins(other, tmp_path / "game.json"):
        assert told(twin) == told(other)
        play_on(twin, random.Random(2))
    play_on(other, random.Random(2))
    assert told(twin) == told(other)


def test_with_rules_keeps_what_was_set_before() -> None:
    game = hw.MonsterHex(seed=7, small_same_faction_tie="nobody", dials={"rounds": 5})
    other = game.with_rules(dials={"colour_bonus": 1}).with_rules(large_tie="move-up")
    assert (other.dials["rounds"], other.dials["colour_bonus"]) == (5, 1)
    assert other.switches == {"small_same_faction_tie": "nobody", "large_tie": "move-up"}


def test_the_same_luck_lies_ahead_under_other_rules() -> None:
    duel = hw.ArenaDuel(seed=7)
    duel.play("S=", "S=")
    other = duel.with_rules(pursuit="optional")
    duel.play("S=", "S=")
    other.play("S=", "S=")
    assert other.log[-1] == duel.log[-1]


def test_with_rules_refuses_unknown_words_and_positions_that_cannot_be() -> None:
    game = hw.MonsterHex(seed=7)
    with pytest.raises(ValueError, match="unknown switch 'retreat'"):
        game.with_rules(retreat="yes")
    with pytest.raises(ValueError, match="rounds"):
        game.with_rules(dials={"rounds": 99})
    with game.editing() as e:
        e.round(5)
    with pytest.raises(hw.EditError) as caught:
        game.with_rules(dials={"rounds": 3})
    assert [fault.rule for fault in caught.value.faults] == ["MH-END-1"]


def test_with_rules_in_the_middle_of_a_turn_goes_on_there() -> None:
    for seed in range(40):
        game = hw.MonsterHex(seed=seed)
        rng = random.Random(seed)
        while game.result is None and game.phase != "take":
            decide(game, rng)
        if game.phase == "take":
            other = game.with_rules(dials={"colour_bonus": 0})
            assert (other.phase, other.to_move, other.legal_moves()) == ("take", game.to_move, game.legal_moves())
            return
    pytest.fail("no pick came up")


# -- values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [hw.Fighter("north", "a1", 5, 5), hw.Unit("red", "S1", "S", (5, 4, 5, 3, 4, 3), 2)])
def test_a_value_of_no_game_stays_as_it_is(value: Value) -> None:
    with pytest.raises(AttributeError, match="belongs to no game"):
        setattr(value, value.editable[0], 3)
    with pytest.raises(AttributeError, match="cannot be deleted"):
        delattr(value, value.editable[0])
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert (twin, hash(twin), repr(twin)) == (value, hash(value), repr(value))


def test_a_value_of_a_game_equals_one_of_none_and_a_copy_of_it_belongs_to_none() -> None:
    duel = hw.ArenaDuel(seed=7)
    north = duel.fighters["north"]
    assert north == hw.Fighter("north", "a1", 5, 5)
    assert hash(north) == hash(hw.Fighter("north", "a1", 5, 5))
    with pytest.raises(AttributeError, match="belongs to no game"):
        copy.copy(north).life = 3
    with pytest.raises(AttributeError, match="seat cannot be set; cell and facing and life can"):
        north.seat = "south"
