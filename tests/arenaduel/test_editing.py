"""Duels that are set up by hand: what can be said, what follows, and what cannot be."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.arenaduel.state import ORDERING, OVER, PURSUING
from hexwidgets.hexgrid import Hex
from tests.arenaduel.positions import random_states, told
from tests.strategies import play_on
from tests.strategies import told as everything_told


@pytest.fixture
def duel():
    return hw.ArenaDuel(seed=7)


def faults_of(duel, say):
    """What is wrong, by rule id and text; nothing has changed."""
    before = everything_told(duel)
    with pytest.raises(hw.EditError) as caught, duel.editing() as e:
        say(e)
    assert everything_told(duel) == before
    for fault in caught.value.faults:
        assert fault.text("en").isascii()
        assert fault.text("en").endswith(".")
        assert fault.text("ja").endswith("。")
    return {(fault.rule, fault.text("en")) for fault in caught.value.faults}


# -- what can be said ---------------------------------------------------------------------------------------


def test_fighters_are_put_turned_and_hurt(duel):
    with duel.editing() as e:
        e.fighter("north", "c3", facing=4, life=3)
        e.fighter("south", Hex(0, 1), life=9)
    assert told(duel) == "c3 4 3 / d3 2 9"
    with duel.editing() as e:
        e.fighter("north", facing=0)
    assert told(duel) == "c3 0 3 / d3 2 9"


def test_two_fighters_change_places(duel):
    with duel.editing() as e:
        e.fighter("north", "e3")
        e.fighter("south", "a1")
    assert told(duel) == "e3 5 5 / a1 2 5"


def test_the_charge_right_is_given_and_taken(duel):
    for holder in ("south", None, "north"):
        with duel.editing() as e:
            e.charge_right(holder)
            e.fighter("north", life=4 if holder else 3)
        assert duel.charge_right == holder
        assert (duel.why("south", "CF=") is None) == (holder == "south")


def test_the_turn_is_set(duel):
    with duel.editing() as e:
        e.turn(20)
    assert duel.turn == 20
    duel.play("S=", "S=")
    assert duel.turn == 21


def test_ad_arena_2_an_obstacle_is_wall_from_here_on(duel):
    with duel.editing() as e:
        e.obstacle("b2")
        e.obstacle(Hex(1, 0))
    assert duel.arena.obstacles == (Hex(0, -1), Hex(1, 0))
    fault = duel.why("north", "F=")
    assert (fault.rule, fault.facts["obstacle"]) == ("AD-MOVE-2", "b2")
    assert duel.fighters["north"].cell == "a1"
    duel.undo()
    assert (duel.arena.obstacles, duel.why("north", "F=")) == ((), None)
    duel.redo()
    assert duel.why("north", "F=").rule == "AD-MOVE-2"


@pytest.mark.parametrize("take_away", [lambda e: e.clear("b2"), lambda e: e.obstacle("b2", False)])
def test_an_obstacle_is_taken_away(duel, take_away):
    before = duel.arena
    with duel.editing() as e:
        e.obstacle("b2")
    with duel.editing() as e:
        take_away(e)
    assert duel.arena == before
    assert duel.rules.options() == {}


def test_an_obstacle_may_lie_where_a_fighter_started(duel):
    with duel.editing() as e:
        e.fighter("north", "c3", facing=4)
        e.obstacle("a1")
    assert duel.arena.starts == ((Hex(0, 0), 4), (Hex(0, 2), 2))
    again = hw.ArenaDuel(arena=duel.arena)
    assert again.fighters["north"] == hw.Fighter("north", "c3", 4, 5)


def test_a_fighter_may_go_where_an_obstacle_is_taken_away(duel):
    with duel.editing() as e:
        e.obstacle("b2")
    with duel.editing() as e:
        e.fighter("north", "b2")
        e.clear("b2")
    assert duel.fighters["north"].cell == "b2"


def test_a_duel_with_other_obstacles_is_played_to_its_end_and_kept(duel, tmp_path):
    with duel.editing() as e:
        e.obstacle("c3")
        e.obstacle("d2")
    play_on(duel, random.Random(3))
    duel.save(tmp_path / "duel.json")
    assert everything_told(hw.load(tmp_path / "duel.json")) == everything_told(duel)


def test_scripted_dice_go_on_where_they_were():
    duel = hw.ArenaDuel(dice=[5, 2, 1, 1, 6, 6])
    duel.play("S=", "S=")
    with duel.editing() as e:
        e.obstacle("c3")
    assert duel.dice == (6, 6)
    assert duel.with_rules(pursuit="optional").dice == (6, 6)
    assert duel.with_rules(dice=None).dice is None
    duel.play("S=", "S=")
    assert duel.events[-1].dice == {"north": (6,), "south": (6,)}


def test_nothing_has_happened_yet_since_an_edit(duel):
    duel.play("S=", "S=")
    with duel.editing() as e:
        e.turn(9)
    assert duel.events == ()


# -- the middle and the end of a duel ------------------------------------------------------------------------


def positions(phase, **options):
    found = (
        (rules, state)
        for rules, state in random_states(range(60), pursuit="optional", **options)
        if state.phase == phase
    )
    return next(found)


def test_a_pursuit_that_is_due_lapses_when_the_position_is_edited():
    rules, state = positions(PURSUING)
    assert rules.at(rules.position(state)) == state
    editor = rules.editor(state)
    editor.fighter("north", life=50)
    edited = editor.finish()
    assert (rules.phase(edited.state), edited.state.turn, edited.state.winner) == ("order", state.turn, -1)


def test_a_duel_that_is_over_goes_on_when_both_have_life_again(duel):
    play_on(duel, random.Random(1))
    turn, loser = duel.turn, next(seat for seat in duel.seats if seat not in duel.result.winners)
    with duel.editing() as e:
        e.fighter(loser, life=2)
    assert (duel.result, duel.phase, duel.turn) == (None, "order", turn + 1)
    assert duel.to_move == ("north", "south")


def test_a_duel_that_is_over_needs_life_for_both(duel):
    play_on(duel, random.Random(1))
    assert {rule for rule, _ in faults_of(duel, lambda e: e.turn(3))} == {"AD-END-1"}


# -- what cannot be -------------------------------------------------------------------------------------------


def test_everything_that_is_wrong_is_told_at_once(duel):
    def say(e):
        e.fighter("east", "b1", facing=0, life=1)
        e.fighter("north", "z9", facing=7, life=0)
        e.fighter("south", facing=-1, life=101)
        e.charge_right("nobody")
        e.turn(0)
        e.obstacle("q1")

    assert {rule for rule, _ in faults_of(duel, say)} == {
        "AD-START-1", "AD-ARENA-1", "AD-END-1", "AD-CHARGE-1", "AD-END-2",
    }  # fmt: skip
    assert len(faults_of(duel, say)) == 9


@pytest.mark.parametrize("facing", [6, 7, -1, 2.0, True, "2"])
def test_a_facing_is_a_direction(duel, facing):
    (fault,) = faults_of(duel, lambda e: e.fighter("north", facing=facing))
    assert fault == ("AD-START-1", f"North's facing is a direction from 0 to 5, not {facing!r}.")


@pytest.mark.parametrize("life", [0, -1, 101, 3.5, "3"])
def test_life_has_bounds(duel, life):
    (fault,) = faults_of(duel, lambda e: e.fighter("south", life=life))
    assert fault == ("AD-END-1", f"South's life goes from 1 to 100, not {life!r}.")


@pytest.mark.parametrize("cell", ["z9", "", "c3 ", Hex(9, 9), (0, 0), 5])
def test_ad_arena_1_there_is_no_such_hex(duel, cell):
    ((rule, text),) = faults_of(duel, lambda e: e.fighter("north", cell))
    assert (rule, text[-50:]) == ("AD-ARENA-1", "names no hex of the arena; hexes go from a1 to e3.")


def test_ad_arena_2_one_fighter_to_a_hex(duel):
    assert faults_of(duel, lambda e: e.fighter("north", "e3")) == {
        ("AD-ARENA-2", "Both fighters stand at e3; there is room for one.")
    }


def test_ad_arena_2_no_fighter_on_an_obstacle(duel):
    expected = {("AD-ARENA-2", "North cannot stand at a1, where there is an obstacle.")}
    assert faults_of(duel, lambda e: e.obstacle("a1")) == expected

    def both(e):
        e.obstacle("b2")
        e.fighter("north", "b2")

    assert faults_of(duel, both) == {("AD-ARENA-2", "North cannot stand at b2, where there is an obstacle.")}


def test_obstacles_leave_room_to_fight(duel):
    def say(e):
        for place in duel.arena.labels:
            e.obstacle(place)

    ((rule, text),) = faults_of(duel, say)
    assert (rule, text) == ("AD-ARENA-1", "The obstacles leave 0 hexes free; an arena has 2 to 37.")


def test_ad_end_2_no_turn_after_the_last():
    duel = hw.ArenaDuel(seed=7, max_turns=9)
    assert faults_of(duel, lambda e: e.turn(10)) == {("AD-END-2", "Turns go from 1 to 9, not 10.")}


# -- one at a time --------------------------------------------------------------------------------------------


def test_a_fighters_cell_facing_and_life_are_set(duel):
    duel.fighters["north"].life = 2
    duel.fighters["north"].cell = "c3"
    duel.fighters["south"].facing = 0
    assert told(duel) == "c3 5 2 / e3 0 5"
    assert duel.ply == 3
    duel.undo()
    assert told(duel) == "c3 5 2 / e3 2 5"


def test_a_fighter_that_was_set_tells_how_it_stands_then(duel):
    north = duel.fighters["north"]
    with duel.editing() as e:
        e.fighter("north", "c3")
    assert north.cell == "a1"
    north.life = 2
    assert north == hw.Fighter("north", "c3", 5, 2)


def test_a_fighter_that_cannot_be_so_stays_as_it_is(duel):
    north = duel.fighters["north"]
    for name, value in (("life", 0), ("facing", 7), ("cell", "e3"), ("cell", None), ("life", None)):
        before = everything_told(duel)
        with pytest.raises(hw.EditError):
            setattr(north, name, value)
        assert everything_told(duel) == before
        assert north == hw.Fighter("north", "a1", 5, 5)


# -- what always holds ----------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_position_is_told_and_read_back_whole(seed):
    for rules, state in random_states([seed], pursuit="optional", dials={"max_turns": 30}):
        if state.phase in (ORDERING, PURSUING, OVER):
            position = rules.position(state)
            again = rules.at(position)
            assert again == state
            assert rules.position(again) == position


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_whatever_is_said_is_a_position_or_refused_whole(data):
    duel = hw.ArenaDuel(seed=data.draw(st.integers(0, 99)))
    play_on(duel, random.Random(1), data.draw(st.integers(0, 5)))
    places = st.sampled_from([*(duel.arena.labels[place] for place in duel.arena.labels), "z1"])
    before, refused = everything_told(duel), None
    try:
        with duel.editing() as e:
            for seat in data.draw(st.lists(st.sampled_from(duel.seats), max_size=2)):
                facing, life = data.draw(st.integers(-1, 6)), data.draw(st.integers(0, 5))
                e.fighter(seat, data.draw(places), facing=facing, life=life)
            for place in data.draw(st.lists(places, max_size=4)):
                e.obstacle(place, data.draw(st.booleans()))
    except hw.EditError as error:
        refused = error
    if refused is not None:
        assert refused.faults
        assert everything_told(duel) == before
        return
    rules, state = duel.rules, duel.state
    assert rules.at(rules.position(state)) == state
    play_on(duel, random.Random(1), 20)


def test_a_new_duel_stands_at_a_position() -> None:
    duel = hw.ArenaDuel(seed=7)
    there = {**duel.rules.position(duel.state), "charge_right": "south", "turn": 4}
    other = duel.at(there)
    assert (other.turn, other.charge_right, other.ply) == (4, "south", 0)
    assert duel.turn == 1
    with pytest.raises(hw.EditError) as error:
        duel.at({**there, "turn": 0, "charge_right": "west"})
    assert [fault.rule for fault in error.value.faults] == ["AD-END-2", "AD-CHARGE-1"]
