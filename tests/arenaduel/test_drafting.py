"""Drafts of arenas: changed at will, never broken, and always telling what loading them would say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.arenaduel.arena import ArenaError, arenas, load
from hexwidgets.arenaduel.drafting import ArenaDraft
from hexwidgets.hexgrid import Hex, disk
from tests.strategies import play_on

places = st.sampled_from(disk(Hex(0, 0), 5))
drawn = st.lists(st.tuples(st.lists(places, max_size=12), st.sampled_from(tuple(ArenaDraft.brushes))), max_size=6)


def corridor():
    draft = ArenaDraft(None)
    draft.paint([Hex(0, n) for n in range(-2, 3)], "cell")
    draft.paint(Hex(0, -2), "north")
    draft.paint(Hex(0, 2), "south")
    return draft


def test_an_arena_is_drawn_and_fought_in_at_once():
    draft = corridor()
    assert draft.faults == draft.hints == ()
    duel = draft.game(seed=1)
    assert [fighter.facing for fighter in duel.fighters.values()] == [5, 2]
    play_on(duel, random.Random(1))
    assert duel.result


def test_an_empty_field_tells_what_it_lacks():
    assert [(fault.place, fault.rule) for fault in ArenaDraft(None).faults] == [
        ("north", "AD-START-1"), ("south", "AD-START-1"),
    ]  # fmt: skip


def test_an_obstacle_on_a_start_takes_the_start_away():
    draft = corridor()
    draft.paint(Hex(0, 2), "obstacle")
    assert [fault.place for fault in draft.faults] == ["south"]
    draft.undo()
    assert draft.faults == ()


def test_two_fighters_do_not_start_on_one_hex():
    draft = corridor()
    draft.paint(Hex(0, -2), "south")
    assert draft.painted[Hex(0, -2)] == "north"
    assert draft.painted[Hex(0, 2)] == "south"


def test_a_fighter_is_turned_by_a_touch():
    draft = corridor()
    draft.paint(Hex(0, 2), "turn")
    assert (draft.facing("north"), draft.facing("south"), draft.facing_at(Hex(0, 2))) == (5, 3, 3)
    draft.turn("north", 0)
    assert draft.game().fighters["north"].facing == 0
    for wrong in (6, -1, True, 1.0):
        with pytest.raises(ValueError, match="facing: expected a direction"):
            draft.turn("north", wrong)


def test_fighters_who_cannot_meet_are_a_hint():
    draft = corridor()
    draft.paint(Hex(0, 0), "obstacle")
    assert draft.faults == ()
    assert [hint.key for hint in draft.hints] == ["hint.apart"]


def test_the_standard_arena_is_saved_as_it_is(tmp_path):
    ArenaDraft("standard").save(tmp_path / "same.toml")
    assert load(tmp_path / "same.toml") == arenas()["standard"]


def test_a_draft_of_a_duel_has_its_obstacles():
    duel = hw.ArenaDuel(seed=1)
    with duel.editing() as e:
        e.obstacle("b2")
    draft = ArenaDraft.from_game(duel)
    assert draft.game(seed=1).arena == duel.arena


def test_what_is_no_arena_is_refused():
    with pytest.raises(ArenaError, match="arena given: cells: expected a list"):
        ArenaDraft({"cells": 3})


@given(strokes=drawn)
def test_whatever_is_drawn_can_be_written_told_and_undone(strokes, tmp_path_factory):
    draft = ArenaDraft()
    states = [draft.tables()]
    for places_drawn, brush in strokes:
        draft.paint(places_drawn, brush)
        if draft.tables() != states[-1]:
            states.append(draft.tables())
    path = tmp_path_factory.mktemp("arenas") / "mine.toml"
    draft.save(path)
    told = [(fault.place, fault.key) for fault in draft.faults]
    if told:
        with pytest.raises(ArenaError) as caught:
            load(path)
        assert [(fault.place, fault.key) for fault in caught.value.found] == told
    else:
        assert load(path) == draft.game(seed=1).arena
    assert ArenaDraft(path).tables() == draft.tables()
    while draft.can_undo:
        assert draft.tables() == states.pop()
        draft.undo()
    assert states == [draft.tables()]
