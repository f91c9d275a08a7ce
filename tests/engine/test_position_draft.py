"""A draft is what has been said of a position so far: shared, checked as it goes, and played from as one edit."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.engine.position_draft import MOST_STEPS, Saying

from ..games.toys import Line
from ..strategies import play_on, told


def say_of_a_duel(e: Any) -> None:
    e.fighter("north", "c3", facing=5, life=3)
    e.charge_right("south")
    e.obstacle("b2")


def say_of_monster_hex(e: Any) -> None:
    e.put("yellow S1", "f2", rotation=2)
    e.hand("yellow", ["A1", "C3"])
    e.score("red", 5)


Make = Callable[[], Any]
GAMES: dict[str, tuple[Make, Callable[[Any], None], Callable[[Any], None], str]] = {
    "arenaduel": (lambda: hw.ArenaDuel(seed=7), say_of_a_duel, lambda e: e.fighter("north", life=0), "AD-END-1"),
    "monsterhex": (lambda: hw.MonsterHex(seed=7), say_of_monster_hex, lambda e: e.round(99), "MH-END-1"),
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
def say(name: str) -> Callable[[Any], None]:
    return GAMES[name][1]


@pytest.fixture
def say_wrong(name: str) -> Callable[[Any], None]:
    return GAMES[name][2]


def test_a_draft_leaves_the_game_alone(game: Any, say: Any) -> None:
    before = told(game)
    say(game.draft)
    assert game.draft.changed
    assert told(game) == before


def test_playing_from_a_draft_is_the_same_edit_as_a_block(game: Any, say: Any) -> None:
    twin = game.branch()
    with twin.editing() as e:
        say(e)
    ply = game.ply
    say(game.draft)
    assert game.draft.position == twin.rules.position(twin.state)
    game.draft.apply()
    assert (game.state, game.rules, game.ply) == (twin.state, twin.rules, ply + 1)
    assert not game.draft.changed
    game.undo()
    assert game.ply == ply


def test_faults_are_told_as_it_goes_and_keep_it_from_being_played(game: Any, name: str, say_wrong: Any) -> None:
    before = told(game)
    say_wrong(game.draft)
    (fault,) = game.draft.faults
    assert fault.rule == GAMES[name][3]
    with pytest.raises(hw.EditError) as caught:
        game.draft.apply()
    assert caught.value.faults == (fault,)
    assert told(game) == before
    assert game.draft.changed
    game.draft.undo()
    assert game.draft.faults == ()


def test_what_cannot_be_done_is_refused_at_once_and_changes_nothing() -> None:
    game = hw.MonsterHex(seed=7)
    game.draft.put("red S1", "c4")
    rev, position = game.draft.rev, game.draft.position
    with pytest.raises(hw.EditError) as caught:
        game.draft.put("blue S1", "c4")
    assert [fault.rule for fault in caught.value.faults] == ["MH-PLACE-2"]
    assert (game.draft.rev, game.draft.position) == (rev, position)


def test_each_saying_is_a_step_of_its_own(game: Any, say: Any) -> None:
    say(game.draft)
    positions = [game.draft.position]
    for _ in range(3):
        game.draft.undo()
        positions.append(game.draft.position)
    assert not game.draft.can_undo
    with pytest.raises(hw.EditError, match="nothing to undo"):
        game.draft.undo()
    for position in reversed(positions[:-1]):
        game.draft.redo()
        assert game.draft.position == position
    with pytest.raises(hw.EditError, match="nothing to redo"):
        game.draft.redo()


def test_something_new_forgets_what_was_undone(game: Any, say: Any, say_wrong: Any) -> None:
    say(game.draft)
    game.draft.undo()
    say_wrong(game.draft)
    assert not game.draft.can_redo


def test_several_sayings_can_be_one_step(game: Any, say: Any) -> None:
    with game.draft.together() as d:
        say(d)
    game.draft.undo()
    assert not game.draft.changed
    with pytest.raises(AttributeError, match="nothing called 'fly'"), game.draft.together() as d:
        d.fly("c4")


def test_a_draft_can_be_discarded(game: Any, say: Any) -> None:
    position = game.draft.position
    say(game.draft)
    game.draft.discard()
    assert not game.draft.changed
    assert game.draft.position == position


def test_a_silent_draft_is_the_present_position(game: Any) -> None:
    assert game.draft.position == game.rules.position(game.state)
    ply = game.ply
    game.draft.apply()
    assert game.ply == ply  # nothing differs, so there is nothing to play from


def test_where_the_game_moves_on_everything_is_said_of_the_new_position(game: Any, say: Any) -> None:
    say(game.draft)
    play_on(game, random.Random(3), 1)
    twin = game.branch()
    with twin.editing() as e:
        say(e)
    assert game.draft.position == twin.rules.position(twin.state)
    assert game.draft.dropped == ()
    game.draft.apply()
    assert game.state == twin.state


def test_a_block_edits_the_game_and_the_draft_comes_along() -> None:
    game = hw.MonsterHex(seed=7)
    game.draft.put("red S1", "c4", rotation=1)
    with game.editing() as e:
        e.put("blue S1", "d3")
    assert set(game.units) == {"d3"}
    assert game.draft.position["units"] == {"d3": "blue S1^0", "c4": "red S1^1"}
    game.draft.apply()
    assert set(game.units) == {"c4", "d3"}


def test_what_cannot_be_said_again_is_dropped_and_told() -> None:
    game = hw.MonsterHex(seed=7)
    game.draft.put("red S1", "c4", rotation=1)
    game.draft.score("red", 3)
    with game.editing() as e:
        e.put("blue S1", "c4")
    assert game.draft.position["units"] == {"c4": "blue S1^0"}
    assert game.draft.position["scores"]["red"] == 3
    assert [fault.rule for fault in game.draft.dropped] == ["MH-PLACE-2"]
    game.draft.score("red", 4)
    assert game.draft.dropped == ()


def test_a_draft_cannot_be_applied_within_a_block(game: Any, say: Any) -> None:
    say(game.draft)
    with pytest.raises(hw.EditError, match="being edited already"), game.editing():
        game.draft.apply()
    assert game.draft.changed


def test_an_edit_for_another_position_is_stale(game: Any, say: Any) -> None:
    rev = game.rev + game.draft.rev
    say(game.draft)
    position = game.draft.position
    with pytest.raises(hw.StaleMove):
        game.draft.say(Saying("undo"), rev=rev)
    assert game.draft.position == position


def test_one_of_two_that_race_is_refused() -> None:
    """Both saw the same position; only one of their steps is done."""
    game = hw.MonsterHex(seed=7)
    rev, done, gate = game.rev + game.draft.rev, list[str](), threading.Barrier(8)

    def put(cell: str) -> None:
        gate.wait()
        try:
            game.draft.say(Saying("put", ("red S1", cell)), rev=rev)
        except hw.StaleMove:
            return
        done.append(cell)

    threads = [threading.Thread(target=put, args=(cell,)) for cell in game.rules.cell_labels[:8]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert game.draft.position["units"] == {done[0]: "red S1^0"}
    assert len(done) == 1


def test_arguments_are_taken_as_they_were_said() -> None:
    game = hw.MonsterHex(seed=7)
    units = ["A1"]
    game.draft.hand("blue", units)
    units.append("C3")
    game.draft.deck("red", (name for name in ["B1"]))
    game.draft.score("red", 1)
    assert game.draft.position["hands"]["blue"] == ["A1"]
    assert game.draft.position["decks"]["red"] == ["B1"]


def test_the_position_that_is_told_is_a_copy() -> None:
    game = hw.ArenaDuel(seed=7)
    game.draft.position["fighters"].clear()
    assert set(game.draft.position["fighters"]) == {"north", "south"}


def test_a_draft_holds_so_many_steps_and_no_more() -> None:
    game = hw.ArenaDuel(seed=7)
    for n in range(MOST_STEPS):
        game.draft.turn(n % 9 + 1)
    with pytest.raises(hw.EditError, match="1000 steps"):
        game.draft.turn(1)


def test_what_can_be_said_is_listed_and_nothing_else_is() -> None:
    draft = hw.MonsterHex(seed=7).draft
    assert {"put", "move", "take_off", "hand", "round", "undo", "apply"} <= {*dir(draft)}
    assert not {"settle", "finish", "close", "fault"} & {*dir(draft)}
    with pytest.raises(AttributeError, match="nothing called 'settle'"):
        draft.settle  # noqa: B018
    assert repr(draft).startswith("<draft of <MonsterHex")


def test_a_branch_has_a_draft_of_its_own(game: Any, say: Any) -> None:
    say(game.draft)
    assert not game.branch().draft.changed


def test_faults_speak_the_language_of_the_game(game: Any, say_wrong: Any) -> None:
    game.language = "ja"
    say_wrong(game.draft)
    (fault,) = game.draft.faults
    assert str(fault) == fault.text("ja") != fault.text("en")


def test_rules_that_cannot_be_edited_have_no_draft() -> None:
    with pytest.raises(TypeError, match="its rules lack position, at, editor"):
        _ = hw.Game(Line()).draft.position
