"""Explanations and suggestions of games that bring no words of their own, and positions as games."""

import copy
import pickle

import pytest

import hexwidgets as hw
from hexwidgets.engine.faults import EditError, Fault, Statement
from tests.games.toys import Line


def test_a_game_that_explains_nothing_is_explained_by_its_events() -> None:
    game = hw.Game(Line(), seed=1)
    assert game.explain().text("en") == "Nothing happened."
    assert game.explain().text("ja") == "何も起こりませんでした。"
    assert game.explain()._repr_html_() == "<p>Nothing happened.</p>"
    game.play(game.legal_moves()[0])
    assert game.explain().parts == game.last_events
    assert len(game.explain()) == len(list(game.explain())) == 1


def test_a_game_that_suggests_nothing_refuses_with_the_reason_alone() -> None:
    fault = hw.Game(Line(), seed=1).why("c9")
    assert fault is not None
    assert fault.suggestion is None
    assert fault.text("en") == fault.reason("en")


def test_a_suggestion_is_said_after_the_reason_and_changes_no_fault() -> None:
    would = Statement.plain("", {"en": "Go to {move}.", "ja": "{move}へ。"}, move="b2")
    fault = Fault.plain("X-1", {"en": "Taken.", "ja": "埋まっています。"})
    told = Fault(fault.rule, fault.key, fault.facts, fault.words, suggestion=would)
    assert (told.text("en"), told.text("ja")) == ("Taken. Go to b2.", "埋まっています。b2へ。")
    assert told.reason("en") == "Taken."
    assert told == fault
    assert hash(told) == hash(fault)


def test_what_a_game_says_is_pickled_without_its_rules() -> None:
    """Rules of somebody's own may not be picklable, and an error must come home from another process."""
    fault = hw.MonsterHex("four", seed=7).why("C2@g1^0")
    assert fault is not None
    assert fault.entry is not None
    for twin in (pickle.loads(pickle.dumps(fault)), copy.deepcopy(fault)):
        assert (twin, twin.text("en"), twin.entry) == (fault, fault.text("en"), None)
    error = pickle.loads(pickle.dumps(hw.IllegalMove(fault, "C2@g1^0")))
    assert str(error) == f"MH-PLACE-1: {fault.text()}"


def test_a_position_becomes_a_game() -> None:
    game = hw.MonsterHex("four", seed=7)
    game.play("A1@d3^0")
    twin = game.at(game.rules.position(game.state))
    assert (twin.state.unit, twin.to_move, twin.ply) == (game.state.unit, "blue", 0)
    twin.play(twin.legal_moves()[0])
    assert game.ply == 1
    with pytest.raises(EditError, match="MH-END-1"):
        game.at({"turn": "red", "round": 99})
    with pytest.raises(TypeError, match="lack"):
        hw.Game(Line()).at({})


def test_a_board_can_ask_for_the_text_of_a_rule() -> None:
    game = hw.MonsterHex("four", seed=7)
    assert game.rule_text("MH-SMALL-2", "en")[0] == "Equal power at a small stone"
    title, text = game.rule_text("MH-SMALL-3", "ja")
    assert title == "両方とも同じ派閥"
    assert text.startswith("小魔石の両隣が")
    assert game.rule_text("MH-SMALL-9", "en") == hw.Game(Line()).rule_text("L-1", "en") == ("", "")
