"""Positions that are set up by hand: what can be said, what follows, and what cannot be."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.state import ABILITY, TAKING
from tests.monsterhex.checks import names, stones
from tests.monsterhex.positions import EVERY_KIND, before_judgement, kind_name, random_states
from tests.monsterhex.test_rules import TOP_TIED
from tests.strategies import decide, play_on, told

every_kind = pytest.mark.parametrize("kind", EVERY_KIND, ids=kind_name)
AROUND_D6 = ("d7", "c6", "c5", "d5", "e5", "e6")  # the cells of a large site


@pytest.fixture
def game():
    return hw.MonsterHex(seed=7)


def faults_of(game, say):
    """What is wrong, by rule id and text; nothing has changed."""
    before = told(game)
    with pytest.raises(hw.EditError) as caught, game.editing() as e:
        say(e)
    assert told(game) == before
    for fault in caught.value.faults:
        assert fault.text("en").isascii()
        assert fault.text("en").endswith(".")
        assert fault.text("ja").endswith("。")
    return {(fault.rule, fault.text("en")) for fault in caught.value.faults}


def rules_of(game, say):
    return {rule for rule, _ in faults_of(game, say)}


def all_units(game, faction):
    """Where a faction's units are, each once."""
    units = [*game.units.values(), *(unit for hand in game.hands.values() for unit in hand), *game.decks[faction]]
    return sorted(unit.name for unit in units if unit.faction == faction)


# -- the board ------------------------------------------------------------------------------------------------


def test_units_are_put_turned_and_taken_off(game):
    with game.editing() as e:
        e.put("red S1", "c4", rotation=2)
        e.put("blue A2^5", Hex(0, 1))
    assert {label: (u.faction, u.name, u.rotation) for label, u in game.units.items()} == {
        "c4": ("red", "S1", 2),
        game.rules.board.labels[Hex(0, 1)]: ("blue", "A2", 5),
    }
    with game.editing() as e:
        e.turn("c4", 3)
        e.take_off(Hex(0, 1))
    assert [(label, u.rotation) for label, u in game.units.items()] == [("c4", 3)]


def test_a_unit_that_is_put_leaves_its_hand_or_deck(game):
    with game.editing() as e:
        e.put("red S1", "c4")
        e.put(game.hands["red"][0], "a1")
    assert len(all_units(game, "red")) == 10
    assert len(set(all_units(game, "red"))) == 10


def test_a_unit_that_is_taken_off_goes_under_its_deck(game):
    game.play("A1@d3^0")
    with game.editing() as e:
        e.take_off("d3")
    assert "d3" not in game.units
    assert game.decks["red"][-1].name == "A1"
    assert len(all_units(game, "red")) == 10


def test_what_was_put_is_played_on_by_the_rules(game):
    with game.editing() as e:
        e.put("red S1", "d5")
        e.hand("red", ["A1"])
    assert game.why("A1@a1^0").rule == "MH-PLACE-2"
    assert all(move.unit == "A1" for move in game.legal_moves())
    play_on(game, random.Random(1))
    assert game.result is not None


def test_mh_counter_1_counters_are_set(game):
    with game.editing() as e:
        e.put("red S1", "c4")
        e.counters("c4", +2)
    assert (game.units["c4"].counters, game.units["c4"].strength(0)) == (2, 7)
    with game.editing() as e:
        e.counters("c4", -1)
    assert game.units["c4"].counters == -1
    with game.editing() as e:
        e.take_off("c4")
        e.put("blue S1", "c4")
    assert game.units["c4"].counters == 0


def test_a_cell_is_petrified_and_is_a_cell_again():
    game = hw.MonsterHex(seed=7, abilities=True)
    with game.editing() as e:
        e.petrify("c4", 2)
        e.to_move("red")
    assert dict(game.petrified) == {"c4": 2}
    assert game.why("A1@c4^0") is not None
    with game.editing() as e:
        e.petrify("c4", 0)
    assert dict(game.petrified) == {}


# -- hands, decks and stones ----------------------------------------------------------------------------------


def test_a_hand_is_what_was_said_and_the_rest_goes_under_the_deck(game):
    held = names(game.hands["blue"])
    with game.editing() as e:
        e.hand("blue", ["A1", "C3"])
    assert names(game.hands["blue"]) == ["A1", "C3"]
    assert len(all_units(game, "blue")) == 10
    assert set(held) - {"A1", "C3"} <= set(names(game.decks["blue"]))


def test_a_deck_is_what_was_said_in_that_order_and_the_rest_is_out_of_the_game(game):
    with game.editing() as e:
        e.hand("blue", ["S1"])
        e.deck("blue", ["C4", "A1", "B2"])
    assert (names(game.hands["blue"]), names(game.decks["blue"])) == (["S1"], ["C4", "A1", "B2"])
    assert all_units(game, "blue") == ["A1", "B2", "C4", "S1"]


def test_cards_are_drawn_from_a_deck_as_it_was_said(game):
    with game.editing() as e:
        e.hand("red", ["S1", "A1", "A2", "B1"])
        e.deck("red", ["C4", "B2"])
    game.play("S1@d3^0")
    assert names(game.hands["red"]) == ["A1", "A2", "B1", "C4"]
    assert names(game.decks["red"]) == ["B2"]


def test_a_hand_may_be_written_as_units_or_as_text(game):
    with game.editing() as e:
        e.hand("blue", game.decks["blue"][:2])
        e.deck("green", "S1 A1")
    assert len(game.hands["blue"]) == 2
    assert names(game.decks["green"]) == ["S1", "A1"]


def test_mh_shared_hands_and_decks_hold_shared_units():
    game = hw.MonsterHex("two-shared", seed=7)
    with game.editing() as e:
        e.hand("red", ["A1", "yellow S1"])
        e.shared_deck("red", ["A2", "B1"])
        e.shared_deck("blue", ["C1"])
    assert [(u.faction, u.name) for u in game.hands["red"]] == [("red", "A1"), ("yellow", "S1")]
    assert names(game.shared_decks["red"]) == ["A2", "B1"]
    assert names(game.shared_decks["blue"]) == ["C1"]


def test_stones_are_laid_and_taken(game):
    with game.editing() as e:
        e.stones("d2", ["R7", "B3"])
        e.stones("d6", [])
        e.taken("green", ["Y5"])
    assert list(map(str, game.stones["d2"])) == ["R7", "B3"]
    assert game.stones["d6"] == ()
    assert stones(game.taken) == {"green": "Y5"}
    assert all(str(stone) not in ("R7", "B3", "Y5") for site in ("b4", "f4") for stone in game.stones[site])
    assert set(game.scores.values()) == {0}, "points are what is said"


# -- rounds, turns and points ---------------------------------------------------------------------------------


def test_round_turn_and_points_are_set(game):
    with game.editing() as e:
        e.round(3)
        e.to_move("yellow")
        e.score("red", 5)
    assert (game.round, game.to_move, game.phase, game.placing) == (3, "yellow", "place", "yellow")
    assert game.scores == {"red": 5, "blue": 0, "yellow": 0, "green": 0}
    decide(game, random.Random(1))
    assert (game.round, game.to_move) == (3, "green")


def test_the_last_turn_of_the_last_round_ends_the_game(game):
    with game.editing() as e:
        e.round(8)
        e.to_move("green")
        e.score("blue", 30)
    decide(game, random.Random(1))
    assert game.result == hw.Result(("blue",), "points")


def test_mh_shared_4_seats_swap_in_even_rounds():
    game = hw.MonsterHex("two-shared", seed=7)
    with game.editing() as e:
        e.round(2)
        e.to_move("blue", shared=True)
    assert (game.to_move, game.placing) == ("blue", "yellow")
    assert rules_of(game, lambda e: e.to_move("red", shared=True)) == {"MH-SHARED-3"}
    with game.editing() as e:
        e.round(3)
    assert (game.to_move, game.placing) == ("red", "yellow")


def test_a_game_that_is_over_goes_on_with_its_goals_not_yet_scored():
    for seed in range(20):
        game = hw.MonsterHex("two-duel", seed=seed, goals=True)
        play_on(game, random.Random(seed))
        gained = {seat: game.state.goal_score[slot] for slot, seat in enumerate(game.seats)}
        if any(gained.values()):
            break
    scores = dict(game.scores)
    with game.editing() as e:
        e.round(9)
        e.to_move("blue")
    assert (game.result, game.to_move, game.round) == (None, "blue", 9)
    assert game.scores == {seat: scores[seat] - gained[seat] for seat in game.seats}
    decide(game, random.Random(1))
    assert game.phase in ("over", "take")


def test_points_of_a_game_that_is_over_decide_anew():
    game = hw.MonsterHex("two-duel", seed=3)
    play_on(game, random.Random(3))
    loser = next(seat for seat in game.seats if seat not in game.result.winners)
    with game.editing() as e:
        e.score(loser, 99)
    assert game.result == hw.Result((loser,), "points")


# -- abilities and goals --------------------------------------------------------------------------------------


def test_mh_abil_1_abilities_are_set_and_play_begins_when_all_have_one():
    game = hw.MonsterHex("two-duel", seed=7, abilities=True)
    with game.editing() as e:
        e.ability("blue", "scatter")
    assert (game.abilities, game.phase, game.to_move) == ({"red": None, "blue": "scatter"}, "choose-ability", "red")
    with game.editing() as e:
        e.ability("red", "enchant")
    assert (game.abilities["red"], game.phase, game.to_move) == ("enchant", "place", "red")


def test_mh_abil_1_the_last_seat_chooses_first():
    game = hw.MonsterHex("two-duel", seed=7, abilities=True)
    assert rules_of(game, lambda e: e.ability("red", "enchant")) == {"MH-ABIL-1"}


def test_before_abilities_are_chosen_the_board_may_be_set_up():
    game = hw.MonsterHex("two-duel", seed=7, abilities=True)
    with game.editing() as e:
        e.put("red A1", "b2")
    assert game.phase == "choose-ability"
    game.play("ability blitz")
    game.play("ability reward")
    assert (game.phase, game.to_move, list(game.units)) == ("place", "red", ["b2"])


def test_mh_goal_1_goals_are_set_each_once():
    game = hw.MonsterHex("two-duel", seed=7, goals=True)
    with game.editing() as e:
        e.goals("red", [1, 5])
        e.goals("blue", [2])
        e.open_goals([3, 4])
    assert [goal.number for goal in game.goals["red"]] == [1, 5]
    assert [goal.number for goal in game.open_goals] == [3, 4]
    assert rules_of(game, lambda e: e.goals("blue", [5])) == {"MH-GOAL-1"}


# -- sites ----------------------------------------------------------------------------------------------------


def fill_d6(e, factions=("red", "red", "blue", "blue", "green", "green"), units=("S1", "A1", "S1", "A1", "S1", "A1")):
    for cell, faction, unit in zip(AROUND_D6, factions, units, strict=True):
        e.put(f"{faction} {unit}", cell)


def test_a_site_that_is_full_counts_as_judged_and_its_stones_are_out_of_the_game(game):
    with game.editing() as e:
        fill_d6(e)
    assert game.stones["d6"] == ()
    assert game.state.judged[0] == 1
    assert "d6" not in game.judgements
    assert set(game.scores.values()) == {0}


def test_places_at_a_site_that_was_filled_are_as_the_units_lie():
    game, move = before_judgement("d6", *TOP_TIED)
    game.play(move)
    as_played = game.state.first[0], game.state.second[0]
    units = {label: f"{unit.faction} {unit.name}^{unit.rotation}" for label, unit in game.units.items()}
    fresh = hw.MonsterHex(seed=7)
    with fresh.editing() as e:
        for label, unit in units.items():
            e.put(unit, label)
    assert (fresh.state.first[0], fresh.state.second[0]) == as_played


def test_a_site_that_is_full_no_longer_is_open_again(game):
    with game.editing() as e:
        fill_d6(e)
    with game.editing() as e:
        e.take_off("d7")
        e.stones("d6", ["R7"])
    assert game.state.judged[0] == 0
    assert list(map(str, game.stones["d6"])) == ["R7"]


def test_a_judgement_is_forgotten_when_its_site_is_open_again():
    game, move = before_judgement("d6", *TOP_TIED)
    game.play(move)
    assert "d6" in game.judgements
    with game.editing() as e:
        e.take_off("d7")
    assert "d6" not in game.judgements


def test_mh_large_4_no_stone_lies_at_a_full_site(game):
    def say(e):
        fill_d6(e)
        e.stones("d6", ["R7"])

    assert rules_of(game, say) == {"MH-LARGE-4"}


def test_small_stones_taken_follow_the_units_at_small_sites(game):
    game_rules, small = game.rules, game.rules.table.large_sites
    cells = [game_rules.cell_labels[cell] for cell in game_rules.table.site_cell[small][:2]]
    with game.editing() as e:
        e.put("red S1", cells[0])
        e.put("red A1", cells[1])
    assert game.state.small_taken[0] == 1
    with game.editing() as e:
        e.take_off(cells[0])
    assert game.state.small_taken[0] == 0


# -- in the middle of a turn ----------------------------------------------------------------------------------


def at_phase(phase, **options):
    return next((rules, state) for rules, state in random_states(range(60), **options) if state.phase == phase)


def test_a_pick_that_is_due_stays_due_when_only_points_are_set():
    rules, state = at_phase(TAKING)
    editor = rules.editor(state)
    editor.score("red", 50)
    edited = editor.finish()
    assert rules.moves(edited.state, rules.to_move(state)[0]) == rules.moves(state, rules.to_move(state)[0])


@pytest.mark.parametrize("phase", [TAKING, ABILITY])
def test_a_turn_in_the_middle_begins_anew_when_the_board_is_changed(phase):
    rules, state = at_phase(phase, abilities=True)
    empty = next(
        label for cell, label in enumerate(rules.cell_labels) if state.unit[cell] < 0 and not state.petrified[cell]
    )
    held = next(unit for slot, seat in enumerate(rules.seats) for unit in rules.hand(state.hand[slot], seat))
    editor = rules.editor(state)
    editor.put(held, empty)
    after = editor.finish().state
    assert rules.phase(after) == "place"
    assert rules.to_move(after) == (rules.seats[state.slot],)
    for site in range(rules.table.sites):
        assert after.judged[site] == (after.filled[site] == rules.table.site_size[site])


# -- what cannot be -------------------------------------------------------------------------------------------


def test_everything_that_is_wrong_is_told_at_once(game):
    def say(e):
        e.put("purple S1", "a1")
        e.put("red S9", "a2")
        e.put("red S1", "zz")
        e.put("red A1", "d6")
        e.put("red B1", "a3", rotation=6)
        e.take_off("g1")
        e.counters("g2", 1)
        e.hand("pink", ["A1"])
        e.hand("blue", ["Z1"])
        e.stones("d2", ["R7", "B3", "Y5"])
        e.stones("a1", ["G5"])
        e.score("red", -1)
        e.round(9)
        e.to_move("pink")
        e.ability("red", "enchant")
        e.goals("red", [1])

    found = faults_of(game, say)
    assert {rule for rule, _ in found} == {
        "MH-SETUP-1", "MH-NOTATION", "MH-PLACE-2", "MH-SETUP-2", "MH-WIN-1", "MH-END-1", "MH-TURN-1", "MH-ABIL-1",
        "MH-GOAL-1",
    }  # fmt: skip
    assert len(found) == 16


@pytest.mark.parametrize(
    ("say", "told"),
    [
        (lambda e: (e.put("red S1", "a1"), e.put("red S1", "a2")), "is on the board more than once"),
        (lambda e: (e.put("red S1", "a1"), e.hand("red", ["S1"])), "is on the board, in a hand"),
        (lambda e: (e.hand("red", ["S1"]), e.put("red S1", "a1")), "is on the board, in a hand"),
        (lambda e: e.hand("red", ["S1", "S1"]), "is in a hand more than once"),
        (lambda e: (e.deck("red", ["S1"]), e.hand("red", ["S1"])), "is in a hand, in a deck"),
        (lambda e: e.hand("red", ["blue S1"]), "'blue S1' is no unit"),
    ],
)
def test_mh_setup_1_each_unit_exists_once(game, say, told):
    ((rule, text),) = faults_of(game, say)
    assert rule == "MH-SETUP-1"
    assert told in text


def test_a_unit_that_lies_on_the_board_is_not_put_elsewhere(game):
    game.play("A1@d3^0")
    assert rules_of(game, lambda e: e.put("red A1", "c4")) == {"MH-SETUP-1"}

    with game.editing() as e:
        e.take_off("d3")
        e.put("red A1", "c4")
    assert list(game.units) == ["c4"]


def test_mh_place_2_a_unit_needs_an_empty_cell(game):
    game.play("A1@d3^0")
    assert faults_of(game, lambda e: e.put("blue A1", "d3")) == {
        ("MH-PLACE-2", "d3 already holds Red A1. A unit needs an empty cell.")
    }
    game = hw.MonsterHex(seed=7, abilities=True)
    assert rules_of(game, lambda e: (e.petrify("a1"), e.put("red A1", "a1"))) == {"MH-PLACE-2"}


def test_mh_setup_2_each_stone_exists_once_and_two_lie_at_a_site(game):
    assert rules_of(game, lambda e: (e.stones("d2", ["R7"]), e.stones("d6", ["R7"]))) == {"MH-SETUP-2"}
    assert rules_of(game, lambda e: (e.stones("d2", ["R7"]), e.taken("red", ["R7"]))) == {"MH-SETUP-2"}
    assert rules_of(game, lambda e: e.stones("b1", ["R7"])) == {"MH-SETUP-2"}, "a small site"


@pytest.mark.parametrize("number", [0, 9, -1, 2.0, "2", None, True])
def test_rounds_are_those_of_the_game(game, number):
    assert rules_of(game, lambda e: e.round(number)) == {"MH-END-1"}


def test_what_a_game_is_not_played_with_cannot_be_set(game):
    assert faults_of(game, lambda e: e.ability("red", "enchant")) == {
        ("MH-ABIL-1", "This game is played without abilities.")
    }
    assert faults_of(game, lambda e: e.open_goals([1])) == {("MH-GOAL-1", "This game is played without goals.")}


# -- one at a time --------------------------------------------------------------------------------------------


def test_units_are_set_by_place(game):
    units = game.units
    units["c4"] = "red S1^2"
    assert (units["c4"].name, game.units["c4"].rotation) == ("S1", 2)
    units["c4"] = "blue A1"
    assert (game.units["c4"].faction, len(game.units), game.decks["red"][-1].name) == ("blue", 1, "S1")
    units[Hex(0, 1)] = hw.MonsterHex(seed=7).hands["green"][0]
    assert len(game.units) == len(units) == 2
    del units["c4"]
    assert "c4" not in units
    assert "c4" not in game.units
    assert game.ply == 4


def test_a_unit_is_turned_and_given_counters(game):
    game.units["c4"] = "red S1"
    unit = game.units["c4"]
    unit.rotation = 3
    unit.counters = -2
    assert unit == game.units["c4"] == hw.Unit("red", "S1", "S", (5, 4, 5, 3, 4, 3), 3, -2)
    with pytest.raises(hw.EditError, match="six rotations"):
        unit.rotation = 6
    with pytest.raises(AttributeError, match="rank cannot be set"):
        unit.rank = "A"
    assert unit.rotation == 3


def test_a_unit_that_has_gone_is_not_changed(game):
    game.units["c4"] = "red S1"
    unit = game.units["c4"]
    game.units["c4"] = "blue S1"
    with pytest.raises(hw.EditError, match="Red S1 no longer lies on c4"):
        unit.rotation = 3
    assert game.units["c4"].rotation == 0


def test_a_cell_without_a_unit_has_none_to_take_off(game):
    with pytest.raises(KeyError):
        del game.units["c4"]
    with pytest.raises(hw.UnknownPlace):
        game.units["zz"] = "red S1"
    with pytest.raises(hw.EditError):
        game.units["c4"] = "red S99"
    assert game.ply == 0


# -- what always holds ----------------------------------------------------------------------------------------


@every_kind
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_position_is_told_and_read_back_whole(kind, seed):
    for rules, state in random_states(range(seed, seed + 1), **kind):
        position = rules.position(state)
        again = rules.at(position)
        assert rules.position(again) == position
        assert rules.at(rules.position(again)) == again
        assert rules.result(again) == rules.result(state)
        assert rules.scores(again) == rules.scores(state)
        for seat in rules.to_move(state):
            assert rules.moves(again, seat) == rules.moves(state, seat)


@every_kind
def test_a_game_goes_on_from_a_position_that_was_read_as_it_does_from_the_one_played(kind):
    for seed in range(3):
        game = hw.MonsterHex(seed=seed, **kind)
        play_on(game, random.Random(seed), 9 + seed)
        other = game.with_rules()
        play_on(game, random.Random(seed))
        play_on(other, random.Random(seed))
        assert (other.scores, other.result, other.units) == (game.scores, game.result, game.units)
        assert other.rules.position(other.state) == game.rules.position(game.state)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_is_said_is_a_position_or_refused_whole(data):
    kind = data.draw(st.sampled_from(EVERY_KIND))
    game = hw.MonsterHex(seed=data.draw(st.integers(0, 99)), **kind)
    play_on(game, random.Random(1), data.draw(st.integers(0, 30)))
    cells = st.sampled_from([*game.rules.cell_labels, *game.rules.site_labels])
    unit = st.builds(
        "{} {}^{}".format, st.sampled_from(game.rules.factions), st.sampled_from(game.rules.units), st.integers(0, 5)
    )
    seat = st.sampled_from(game.seats)
    hand = st.lists(st.sampled_from(game.rules.units), max_size=4, unique=True)
    stone = st.lists(st.sampled_from([str(s) for s in game.rules.stones]), max_size=2, unique=True)
    say = st.one_of(
        st.tuples(st.just("put"), unit, cells),
        st.tuples(st.just("take_off"), cells),
        st.tuples(st.just("turn"), cells, st.integers(0, 5)),
        st.tuples(st.just("counters"), cells, st.integers(-3, 3)),
        st.tuples(st.just("petrify"), cells, st.integers(0, 2)),
        st.tuples(st.just("hand"), seat, hand),
        st.tuples(st.just("deck"), seat, hand),
        st.tuples(st.just("stones"), st.sampled_from(game.rules.site_labels), stone),
        st.tuples(st.just("taken"), seat, stone),
        st.tuples(st.just("score"), seat, st.integers(0, 30)),
        st.tuples(st.just("round"), st.integers(1, 8)),
        st.tuples(st.just("to_move"), seat),
        st.tuples(st.just("goals"), seat, st.lists(st.integers(1, 20), max_size=2)),
    )
    before, refused = told(game), None
    try:
        with game.editing() as e:
            for name, *args in data.draw(st.lists(say, max_size=5)):
                getattr(e, name)(*args)
    except hw.EditError as error:
        refused = error
    if refused is not None:
        assert refused.faults
        assert told(game) == before
        return
    rules, position = game.rules, game.rules.position(game.state)
    assert rules.position(rules.at(position)) == position
    assert all(len(set(all_units(game, seat))) == len(all_units(game, seat)) <= 10 for seat in game.seats)
    play_on(game, random.Random(1))
    assert game.result is not None


def test_a_unit_is_moved_with_its_counters() -> None:
    game = hw.MonsterHex(seed=7)
    with game.editing() as e:
        e.put("red S1", "c4", rotation=2)
        e.counters("c4", 2)
    with game.editing() as e:
        e.move("c4", "d3")
    assert set(game.units) == {"d3"}
    assert (game.units["d3"].rotation, game.units["d3"].counters) == (2, 2)
    with game.editing() as e:
        e.move("d3", "d3", rotation=5)
    assert (game.units["d3"].rotation, game.units["d3"].counters) == (5, 2)


@pytest.mark.parametrize(("start", "end"), [("c4", "d3"), ("a1", "b2")])
def test_a_unit_is_moved_from_a_unit_to_an_empty_cell_alone(start: str, end: str) -> None:
    game = hw.MonsterHex(seed=7)
    with game.editing() as e:
        e.put("red S1", "c4")
        e.put("blue S1", "d3")
    with pytest.raises(hw.EditError) as caught, game.editing() as e:
        e.move(start, end)
    assert {fault.rule for fault in caught.value.faults} == {"MH-PLACE-2"}
    assert set(game.units) == {"c4", "d3"}


def test_a_unit_that_is_picked_up_can_be_said_anew() -> None:
    game = hw.MonsterHex(seed=7)
    with game.editing() as e:
        e.put("red S1", "c4")
        e.pick_up("red S1")
        e.hand("red", ["S1", "A1"])
        e.pick_up("red S1")
        e.put("red S1", "d3")
    assert set(game.units) == {"d3"}
    assert [unit.name for unit in game.hands["red"]] == ["A1"]
