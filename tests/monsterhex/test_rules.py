"""One test and more for every rule of the game for four: a position, moves, what holds after them.

Rules of variants, abilities and goals are in the files beside this one.
"""

import re
from pathlib import Path

import pytest

import hexwidgets.monsterhex
from hexwidgets.engine.faults import IllegalMove
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.state import PLACING
from tests.monsterhex.checks import cells, names, played, refused, stones, tokens
from tests.monsterhex.positions import FACTIONS, ONE_UNIT, STONES, before_judgement, game_at, random_states

UNITS = ("S1", "A1", "A2", "B1", "B2", "B3", "C1", "C2", "C3", "C4")

#: B3 turned once shows only 5 and 1 to the cells around a start cell, and C2 has neither.
NO_MATCH_FOR_C2 = {"d5": "red B3^1"}

RULES = (
    "MH-SETUP-1", "MH-SETUP-2", "MH-TURN-1",
    "MH-PLACE-1", "MH-PLACE-2", "MH-PLACE-3", "MH-PLACE-4", "MH-PLACE-5", "MH-PLACE-6",
    "MH-REFILL-1", "MH-END-1", "MH-WIN-1", "MH-WIN-2", "MH-WIN-3",
    "MH-SMALL-1", "MH-SMALL-2", "MH-SMALL-3",
    "MH-LARGE-1", "MH-LARGE-2", "MH-LARGE-3", "MH-LARGE-4", "MH-LARGE-5", "MH-LARGE-6", "MH-OVER-1", "MH-ORDER-1",
    "MH-SHARED-1", "MH-SHARED-2", "MH-SHARED-3", "MH-SHARED-4", "MH-SHARED-5", "MH-SHARED-6", "MH-SHARED-7",
    "MH-ABIL-1", "MH-ABIL-2", "MH-ABIL-3", "MH-ABIL-4", "MH-ENCHANT", "MH-REWARD", "MH-BLITZ-1", "MH-BLITZ-2",
    "MH-SCATTER", "MH-CONFUSE", "MH-SCHEME", "MH-CURSE", "MH-PETRIFY-1", "MH-PETRIFY-2", "MH-PETRIFY-3",
    "MH-PETRIFY-4", "MH-COUNTER-1", "MH-GOAL-1", "MH-GOAL-2", "MH-GOAL-3", "MH-GOAL-4", "MH-GOAL-5",
)  # fmt: skip

#: Named without a number where a module says what it is about; and what no rule refuses but how it is written.
FAMILIES = {f"MH-{name}" for name in ("SETUP", "TURN", "REFILL", "SHARED", "ABIL", "BLITZ", "END", "WIN", "NOTATION")}

# -- setting up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_mh_setup_1_every_seat_has_its_ten_units_and_draws_four(seed):
    """Hand and deck are a faction's ten units, four of them in hand."""
    game = MonsterHex(seed=seed)
    for seat in FACTIONS:
        assert sorted(names(game.hands[seat] + game.decks[seat])) == sorted(UNITS)
        assert len(game.hands[seat]) == 4
        assert {unit.faction for unit in game.hands[seat] + game.decks[seat]} == {seat}


def test_mh_setup_1_decks_are_shuffled_apart():
    """Every deck is shuffled on its own, and anew in every game."""
    deals = [MonsterHex(seed=seed).hands[seat] for seed in range(10) for seat in FACTIONS]
    assert len({tuple(names(hand)) for hand in deals}) > 30


def test_mh_setup_1_a_hand_is_private_and_decks_are_private_to_all():
    """Red knows its own hand, no other hand and no deck, not even its own."""
    game = MonsterHex(seed=1)
    known = game.view("red")
    assert known.hands == (game.state.hand[0], None, None, None)
    assert known.hand_sizes == (4, 4, 4, 4)
    assert known.deck_sizes == (6, 6, 6, 6)
    assert {tile for deck in known.state.deck for tile in deck} == {-1}


def test_mh_setup_1_a_unit_that_is_not_in_hand_is_refused():
    """A unit is placed from the hand of the seat in turn, from nowhere else."""
    game = game_at(hands={"red": "S1 A1", "blue": "C2"}, decks={"red": "B1"})
    for unit in ("C2", "B1", "C4"):
        refused(game, f"{unit}@d5^0", "MH-SETUP-1", seat="red", unit=unit, hand=["S1", "A1"])


def test_mh_setup_1_a_placed_unit_has_left_the_hand():
    """No unit is placed twice."""
    game = game_at(hands=dict.fromkeys(FACTIONS, "S1 C2"))
    for token in ("S1@d5^0", "C2@e5^0"):
        game.play(token)
    while game.to_move != "red":
        game.play(game.legal_moves()[0])
    assert names(game.hands["red"]) == ["C2"]
    refused(game, "S1@d3^0", "MH-SETUP-1", hand=["C2"])


@pytest.mark.parametrize("seed", range(5))
def test_mh_setup_2_two_different_stones_lie_open_on_every_large_site(seed):
    """The eight stones lie in twos on the four large sites, for all to see."""
    game = MonsterHex(seed=seed)
    assert set(game.stones) == {"d6", "d2", "b4", "f4"}
    laid = [str(stone) for both in game.stones.values() for stone in both]
    assert sorted(laid) == ["B3", "B6", "G4", "G5", "R2", "R7", "Y4", "Y5"]
    assert game.rules.hide(game.state, "").state.lying == game.state.lying


def test_mh_setup_2_the_stones_are_shuffled():
    """Every stone comes to lie on every large site."""
    found = {(site, stone) for n in range(60) for site, both in MonsterHex(seed=n).stones.items() for stone in both}
    assert len(found) == 4 * 8


# -- turns --------------------------------------------------------------------------------------------


def test_mh_turn_1_seats_play_in_the_same_order_every_round():
    """The seats play in the order they were given, round after round."""
    order = ("green", "red", "yellow", "blue")
    game = MonsterHex(seats=order, seed=3)
    seen = []
    while len(seen) < 12:
        if game.phase == "place":
            seen.append((game.round, game.to_move))
        game.play(game.legal_moves()[0])
    assert seen == [(n, seat) for n in (1, 2, 3) for seat in order]


def test_mh_turn_1_a_turn_is_place_then_judge_then_refill():
    """The judgement of a placement comes before the refill: who waits for a pick holds one unit less."""
    game, token = before_judgement("d6", *["red 5", "red 4", "red 1", "blue 2", "blue 2", "red 3"], decks={"red": "C4"})
    game.play(token)
    assert (game.phase, game.hands["red"]) == ("take", ())
    game.play("take R7")
    assert (game.phase, names(game.hands["red"])) == ("place", ["C4"])


def test_mh_turn_1_only_the_seat_in_turn_decides():
    """A move of another seat is refused, even one that would be legal in its turn."""
    game = game_at(ONE_UNIT, {"red": "C2", "blue": "C2"}, to_move="blue")
    assert game.why("blue", "C2@e5^0") is None
    fault = game.why("red", "C2@e5^0")
    assert (fault.rule, fault.facts["deciding"]) == ("MH-TURN-1", "blue")
    with pytest.raises(IllegalMove, match="MH-TURN-1"):
        game.play_for("red", "C2@e5^0")
    assert game.to_move == "blue"


# -- placing ------------------------------------------------------------------------------------------


def test_mh_place_1_the_first_unit_goes_on_a_start_cell_in_any_rotation():
    """With no unit on the board the start cells are open to every unit in hand, in all six rotations."""
    game = game_at(hands={"red": "S1 C2"})
    assert tokens(game) == [f"{u}@{c}^{n}" for u in ("S1", "C2") for c in ("d3", "d5") for n in range(6)]


@pytest.mark.parametrize("cell", ["c4", "a1", "e5"])
def test_mh_place_1_no_other_cell_takes_the_first_unit(cell):
    """The first unit is refused on every cell that is no start cell."""
    game = game_at(hands={"red": "S1"})
    refused(game, f"S1@{cell}^0", "MH-PLACE-1", cell=cell, starts=["d3", "d5"])


def test_mh_place_2_a_later_unit_goes_next_to_a_unit_of_any_faction():
    """Cells that touch a unit are open, whoever's it is: an own one or another's."""
    for faction in ("red", "green"):
        game = game_at({"d5": f"{faction} S1"}, {"red": "B3 C1 C4 A2"})
        assert cells(game) == {"c4", "c5", "e4", "e5"}


def test_mh_place_2_a_cell_that_touches_no_unit_is_refused():
    """Neither far away, nor across the throne, nor across a stone: sites and voids carry no adjacency."""
    game = game_at(ONE_UNIT, {"red": "C2"})
    for cell in ("a1", "d3", "d7"):
        refused(game, f"C2@{cell}^0", "MH-PLACE-2", cell=cell)


def test_mh_place_2_a_held_cell_is_refused():
    """A cell holds one unit, and the refusal names the one that is there."""
    refused(game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue"), "C2@d5^0", "MH-PLACE-2", holder={"red": "S1"})


@pytest.mark.parametrize("place", ["d6", "d4", "b7"])
def test_mh_place_2_stone_sites_and_the_throne_hold_no_units(place):
    """A large site, the throne and a small site are no cells."""
    refused(game_at(ONE_UNIT, {"red": "C2"}), f"C2@{place}^0", "MH-PLACE-2", cell=place)
    refused(game_at(hands={"red": "C2"}), f"C2@{place}^0", "MH-PLACE-2", cell=place)


def test_mh_place_3_one_shared_edge_must_be_equal():
    """S1 shows 3 to e5: C2, whose edges 0 to 2 are 3, fits there in the three rotations that turn a 3 to it."""
    game = game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue")
    assert tokens(game) == ["C2@e5^0", "C2@e5^1", "C2@e5^2"]
    refused(game, "C2@e5^3", "MH-PLACE-3", unit="C2", cell="e5", edges=[("d5", 2, 3)])
    refused(game, "C2@c4^0", "MH-PLACE-3", edges=[("d5", 2, 5)])


def test_mh_place_3_other_shared_edges_may_differ():
    """One equal edge is enough where a cell touches two units."""
    game = game_at({"d5": "red S1", "e6": "red B3"}, {"blue": "C2"}, to_move="blue")
    assert tokens(game) == ["C2@e5^0", "C2@e5^1", "C2@e5^2"]
    refused(game, "C2@e5^5", "MH-PLACE-3", edges=[("e6", 3, 5), ("d5", 2, 3)])


def test_mh_place_3_an_edge_to_an_empty_cell_or_a_stone_matches_nothing():
    """Only units make edges match: C2's 3s and 2s find nothing among cells, sites and the rim."""
    game = game_at(NO_MATCH_FOR_C2, {"blue": "C2 C1"}, to_move="blue")
    assert {move.unit for move in game.legal_moves()} == {"C1"}
    refused(game, "C2@e5^0", "MH-PLACE-3")


def test_mh_place_4_who_fits_nowhere_places_on_an_empty_start_cell():
    """No unit in hand fits at any rotation: any unit goes on an empty start cell, in any rotation."""
    game = game_at(NO_MATCH_FOR_C2, {"blue": "C2"}, to_move="blue")
    assert tokens(game) == [f"C2@d3^{n}" for n in range(6)]
    refused(game, "C2@e5^0", "MH-PLACE-4", starts=["d3"])
    refused(game, "C2@a1^0", "MH-PLACE-4", starts=["d3"])
    game.play("C2@d3^3")
    assert (game.units["d3"].rotation, game.to_move) == (3, "yellow")


def test_mh_place_4_a_single_unit_that_fits_closes_the_start_cells():
    """As long as any unit in hand fits somewhere, the start cell is no way out for the others."""
    game = game_at(NO_MATCH_FOR_C2, {"blue": "C2 C1"}, to_move="blue")
    assert "d3" not in cells(game)
    refused(game, "C2@d3^0", "MH-PLACE-2")


def test_mh_place_5_without_an_empty_start_cell_any_empty_cell_will_do():
    """Who fits nowhere while both start cells are held places on any of the 30 empty cells."""
    game = game_at({"d5": "red B3^1", "d3": "red A2^1"}, {"blue": "C2"}, to_move="blue")
    stuck = game_at({"d5": "red B3^1", "d3": "blue B3^1"}, {"blue": "C2"}, to_move="blue")
    assert cells(game) < cells(stuck)  # the 2s and 3s of A2 can be matched
    assert len(stuck.legal_moves()) == 30 * 6
    refused(stuck, "C2@d5^0", "MH-PLACE-2", holder={"red": "B3"})
    stuck.play("C2@a1^4")
    assert (stuck.units["a1"].name, stuck.to_move) == ("C2", "yellow")


def test_mh_place_6_a_seat_without_a_unit_passes_and_the_pass_is_recorded():
    """No unit in hand: the only move is to pass."""
    game = game_at(ONE_UNIT, {"yellow": "C2"}, to_move="blue")
    assert tokens(game) == ["pass"]
    refused(game, "C2@e5^0", "MH-SETUP-1", hand=[])
    game.play("pass")
    assert (game.to_move, game.ply, [str(move) for move in game.moves]) == ("yellow", 1, ["pass"])
    assert game.log[-1].rule == "MH-PLACE-6"


def test_mh_place_6_a_seat_without_an_empty_cell_passes():
    """No cell is empty: the only move is to pass."""
    full = dict.fromkeys(MonsterHex(seed=0).rules.cell_labels, "red C2")
    game = game_at(full, {"blue": "S1"}, to_move="blue")
    assert tokens(game) == ["pass"]
    refused(game, "S1@d5^0", "MH-PLACE-2")
    game.play("pass")
    assert game.to_move == "yellow"


def test_mh_place_6_nobody_else_may_pass():
    """Who has a unit while a cell is empty must place, stuck or not."""
    refused(game_at(hands={"red": "C2"}), "pass", "MH-PLACE-6", seat="red")
    refused(game_at(NO_MATCH_FOR_C2, {"blue": "C2"}, to_move="blue"), "pass", "MH-PLACE-6", seat="blue")


def test_mh_refill_1_a_seat_draws_the_next_units_of_its_deck_up_to_the_hand_size():
    """After a turn the hand is four again, and the deck is drawn from in its order."""
    game = game_at(hands={"red": "S1 A1 A2 B1"}, decks={"red": "C4 B2"})
    game.play("A1@d5^0")
    assert names(game.hands["red"]) == ["S1", "A2", "B1", "C4"]
    assert names(game.decks["red"]) == ["B2"]
    assert game.hands["blue"] == ()  # only the seat whose turn it was


def test_mh_refill_1_a_hand_that_is_several_short_is_filled_up():
    """Up to the hand size, however many that takes."""
    game = game_at(hands={"red": "S1"}, decks={"red": "C4 C3 C2 C1 B1"})
    game.play("S1@d5^0")
    assert names(game.hands["red"]) == ["C1", "C2", "C3", "C4"]
    assert names(game.decks["red"]) == ["B1"]


def test_mh_refill_1_an_empty_deck_draws_nothing():
    """The hand just shrinks."""
    game = game_at(hands={"red": "S1 A1"})
    game.play("S1@d5^0")
    assert names(game.hands["red"]) == ["A1"]


# -- the end ------------------------------------------------------------------------------------------


def test_mh_end_1_the_last_seats_turn_in_the_last_round_ends_the_game():
    """After it nothing is refilled and nothing may be played."""
    game = game_at(ONE_UNIT, {"green": "C2"}, round=8, to_move="green", decks={"green": "S1"})
    assert (game.result, game.phase) == (None, "place")
    game.play("C2@e5^0")
    assert (game.phase, game.to_move, game.legal_moves(), game.round) == ("over", None, (), 8)
    assert (game.hands["green"], names(game.decks["green"])) == ((), ["S1"])
    for token in ("pass", "C2@e5^0", "take R7", "S1@c4^0"):
        refused(game, token, "MH-END-1")


def test_mh_end_1_a_round_that_is_not_the_last_goes_on():
    """After the last seat's turn in round 7 the first seat begins round 8."""
    game = game_at(ONE_UNIT, {"green": "C2"}, round=7, to_move="green")
    game.play("C2@e5^0")
    assert (game.round, game.to_move, game.result) == (8, "red", None)


def test_mh_end_1_the_last_judgement_and_its_pick_come_before_the_end():
    """A pick that the last placement earned is still made, and counts."""
    last = ("red 5", "red 4", "red 2", "green 1", "green 1", "green 1")
    game, token = before_judgement("d6", *last, round=8)
    assert game.to_move == "green"
    game.play(token)
    assert (game.phase, game.to_move, game.result) == ("take", "red", None)
    game.play("take R7")
    assert game.phase == "over"
    assert game.result.winners == ("red",)
    assert game.scores["red"] == 9


def ended(scores, taken=None):
    """A game that has just ended with these points."""
    game = game_at(
        ONE_UNIT, {"green": "C2"}, round=8, to_move="green",
        scores=dict(zip(FACTIONS, scores, strict=True)), taken=taken or {},
    )  # fmt: skip
    game.play("C2@e5^0")
    return game


def test_mh_win_1_most_points_wins():
    """The faction with most points wins alone, the 7-point stone or not."""
    game = ended((5, 9, 8, 1), {"yellow": "R7"})
    assert (game.result.winners, game.result.reason) == (("blue",), "points")
    assert game.log[-1].rule == "MH-WIN-1"


def test_mh_win_2_of_the_tied_the_holder_of_the_seven_wins():
    """Two or more tie for most: the one of them who took the 7-point stone wins."""
    game = ended((9, 9, 8, 9), {"green": "R7"})
    assert (game.result.winners, game.result.reason) == (("green",), "seven-stone")
    assert game.log[-1].rule == "MH-WIN-2"


@pytest.mark.parametrize("taken", [{}, {"yellow": "R7"}, {"red": "R2", "blue": "B6"}])
def test_mh_win_3_tied_without_the_seven_they_share_the_victory(taken):
    """None of the tied took the 7-point stone, whoever else did: they win together."""
    game = ended((9, 9, 8, 1), taken)
    assert (game.result.winners, game.result.reason) == (("red", "blue"), "shared-victory")
    assert game.log[-1].rule == "MH-WIN-3"


# -- small sites --------------------------------------------------------------------------------------


@pytest.mark.parametrize("site", ["b7", "f7", "f1", "b1"])
def test_mh_small_1_the_higher_power_facing_the_stone_takes_its_point(site):
    """The edge that faces the stone decides, not the rank."""
    game = played(site, "red S1 3", "blue C3 5")
    assert game.scores == {"red": 0, "blue": 1, "yellow": 0, "green": 0}
    assert (game.judgements[site].first, game.judgements[site].size) == ("blue", "small")
    assert game.judgements[site].totals == {"blue": 5, "red": 3}


def test_mh_small_1_a_site_with_one_unit_is_not_judged():
    """The judgement waits until both cells hold units."""
    game, _ = before_judgement("b7", "red 5", "blue 4")
    assert "b7" not in game.judgements
    assert set(game.scores.values()) == {0}


@pytest.mark.parametrize(
    ("red", "blue", "winner"),
    [("S1 5", "A1 5", "red"), ("B1 5", "A2 5", "blue"), ("C3 5", "B3 5", "blue"), ("S1 4", "C4 4", "red")],
)
def test_mh_small_2_equal_power_goes_to_the_higher_rank(red, blue, winner):
    """S before A before B before C."""
    game = played("b7", f"red {red}", f"blue {blue}")
    assert [seat for seat, points in game.scores.items() if points] == [winner]
    assert game.log[-1].rule == "MH-SMALL-2"


@pytest.mark.parametrize(("red", "blue"), [("B1 4", "B2 4"), ("S1 5", "S1 5"), ("C4 1", "C3 1")])
def test_mh_small_2_equal_power_and_rank_is_nobodys(red, blue):
    """Nobody takes the point, and the stone is spent."""
    game = played("b7", f"red {red}", f"blue {blue}")
    assert set(game.scores.values()) == {0}
    assert game.judgements["b7"].first is None


def test_mh_small_3_two_units_of_one_faction_take_it_for_that_faction():
    """Both units belong to red: red takes the point, equal or not."""
    for one, two in (("B1 4", "B2 4"), ("A1 5", "A2 5"), ("A1 5", "C1 2")):
        game = played("b7", f"red {one}", f"red {two}")
        assert game.scores["red"] == 1
        assert game.log[-1].rule == "MH-SMALL-3"


def test_mh_small_3_the_switch_nobody_reads_the_source_literally():
    """With "nobody" a full tie within a faction is nobody's, and only a full tie."""
    switch = {"small_same_faction_tie": "nobody"}
    assert played("b7", "red B1 4", "red B2 4", **switch).scores["red"] == 0
    assert played("b7", "red A1 5", "red B1 5", **switch).scores["red"] == 1
    assert played("b7", "red A1 5", "red A2 3", **switch).scores["red"] == 1
    assert set(played("b7", "red B1 4", "blue B2 4", **switch).scores.values()) == {0}


# -- large sites --------------------------------------------------------------------------------------

#: red 10, blue 6, yellow 2, green 1
DISTINCT = ("red 5", "red 5", "blue 4", "blue 2", "yellow 2", "green 1")
#: red 10, blue 10, yellow 5, green 3
TOP_TIED = ("red 5", "red 5", "blue 5", "blue 5", "yellow 5", "green 3")
#: red 10, blue 5, yellow 5, green 3
SECOND_TIED = ("red 5", "red 4", "red 1", "blue 5", "yellow 5", "green 3")


@pytest.mark.parametrize("site", ["d6", "d2", "b4", "f4"])
def test_mh_large_1_each_faction_totals_the_powers_that_face_the_stone(site):
    """The site is judged when all six cells hold units, by the edges turned to it."""
    judged = played(site, *DISTINCT).judgements[site]
    assert dict(judged.totals) == {"red": 10, "blue": 6, "yellow": 2, "green": 1}
    assert list(judged.totals) == ["red", "blue", "yellow", "green"]


def test_mh_large_1_five_units_are_not_enough():
    """With one cell empty nothing is judged and the stones lie."""
    game, _ = before_judgement("d6", *DISTINCT)
    assert "d6" not in game.judgements
    assert " ".join(map(str, game.stones["d6"])) == STONES["d6"]


def test_mh_large_1_an_absent_faction_takes_no_part():
    """A faction without a unit there has no total and no place, not even a last one."""
    game = played("d6", "red 5", "red 4", "red 1", "red 2", "red 3", "red 4")
    assert dict(game.judgements["d6"].totals) == {"red": 19}
    assert (game.judgements["d6"].first, game.judgements["d6"].second) == ("red", None)


def test_mh_large_2_the_highest_total_is_place_1_and_the_next_is_place_2():
    """Distinct totals are ranked high to low."""
    judged = played("d6", *DISTINCT).judgements["d6"]
    assert (judged.first, judged.second) == ("red", "blue")


def test_mh_large_2_a_place_that_two_factions_hold_is_void():
    """Tied for the highest total: nobody is place 1; tied for the next: nobody is place 2."""
    judged = played("d6", *TOP_TIED).judgements["d6"]
    assert (judged.first, judged.second) == (None, "yellow")
    judged = played("d6", *SECOND_TIED).judgements["d6"]
    assert (judged.first, judged.second) == ("red", None)


def test_mh_large_2_rank_breaks_no_tie():
    """Red's S1 and A units against blue's B and C ones: equal totals are equal."""
    game = played("d6", "red S1 5", "red A1 5", "red A2 3", "blue C3 5", "blue B1 5", "blue B3 3")
    judged = game.judgements["d6"]
    assert (judged.first, judged.second) == (None, None)


@pytest.mark.parametrize(("picked", "left"), [("R7", "B3"), ("B3", "R7")])
def test_mh_large_3_place_1_picks_and_place_2_gets_the_other(picked, left):
    """Either stone may be picked."""
    game = played("d6", *DISTINCT)
    assert (game.to_move, tokens(game)) == ("red", ["take R7", "take B3"])
    game.play(f"take {picked}")
    assert stones(game.taken) == {"red": picked, "blue": left}
    assert game.judgements["d6"].taken == {picked: "red", left: "blue"}
    assert game.stones["d6"] == ()


def test_mh_large_3_lower_places_never_move_up():
    """Totals 10, 10, 5, 3: one stone to the 5, who picks, and none to the 3."""
    game = played("d6", *TOP_TIED)
    assert game.to_move == "yellow"
    game.play("take B3")
    assert stones(game.taken) == {"yellow": "B3"}


def test_mh_large_3_a_void_place_2_leaves_one_stone_to_place_1():
    """Totals 10, 5, 5, 3: place 1 takes its stone, and no one else one."""
    game = played("d6", *SECOND_TIED)
    game.play("take B3")
    assert stones(game.taken) == {"red": "B3"}


def test_mh_large_3_the_switch_move_up_strikes_the_tied_out():
    """With "move-up" 10, 10, 5, 3 gives a stone to the 5 and one to the 3; 10, 5, 5, 3 to the 10 and the 3."""
    game = played("d6", *TOP_TIED, large_tie="move-up")
    assert (game.judgements["d6"].first, game.judgements["d6"].second) == ("yellow", "green")
    game.play("take R7")
    assert stones(game.taken) == {"yellow": "R7", "green": "B3"}
    game = played("d6", *SECOND_TIED, large_tie="move-up")
    game.play("take R7")
    assert stones(game.taken) == {"red": "R7", "green": "B3"}


@pytest.mark.parametrize("large_tie", ["void", "move-up"])
def test_mh_large_3_two_ties_leave_nobody_under_either_switch(large_tie):
    """Totals 6, 6, 4, 4: every place is void, and nobody is left to move up."""
    game = played("d6", "red 3", "red 3", "blue 5", "blue 1", "yellow 4", "green 4", large_tie=large_tie)
    assert game.phase == "place"
    assert stones(game.taken) == {}


def test_mh_large_3_a_stone_that_does_not_lie_there_is_refused():
    """A stone of another site is no choice."""
    game = played("d6", *DISTINCT)
    refused(game, "take G4", "MH-LARGE-3", stone="G4", site="d6", stones=["R7", "B3"])


@pytest.mark.parametrize(
    ("shown", "moves", "left"),
    [
        (TOP_TIED, ["take B3"], ["R7"]),
        (("red 3", "red 3", "blue 5", "blue 1", "yellow 2", "yellow 4"), [], ["R7", "B3"]),
    ],
)
def test_mh_large_4_a_stone_that_nobody_takes_leaves_the_game(shown, moves, left):
    """It lies nowhere and nobody has it."""
    game = played("d6", *shown)
    for move in moves:
        game.play(move)
    assert game.stones["d6"] == ()
    held = {str(stone) for taken in game.taken.values() for stone in taken}
    lying = {str(stone) for both in game.stones.values() for stone in both}
    assert not (held | lying) & set(left)


def test_mh_large_4_nobody_at_all_is_said_so():
    """A tie of everyone is an event that names the rule."""
    game = played("d6", "red 3", "red 3", "blue 5", "blue 1", "yellow 2", "yellow 4")
    (said,) = [event for event in game.last_events if event.facts.get("site") == "d6"]
    assert said.rule == "MH-LARGE-4"
    assert game.phase == "place"


def test_mh_large_5_a_stone_scores_its_points_and_two_more_in_the_own_colour():
    """Red takes red's 7 for 9, blue blue's 3 for 5; the other way round 3 and 7."""
    game = played("d6", *DISTINCT)
    game.play("take R7")
    assert game.scores == {"red": 9, "blue": 5, "yellow": 0, "green": 0}
    game.undo()
    game.play("take B3")
    assert game.scores == {"red": 3, "blue": 7, "yellow": 0, "green": 0}


def test_mh_large_5_the_colour_is_the_factions_not_the_seats():
    """Seated in another order, a faction keeps its colour."""
    game = MonsterHex(seats=["green", "yellow", "blue", "red"], seed=5)
    while not any(game.taken.values()):
        game.play(game.legal_moves()[0])
    small = dict.fromkeys(FACTIONS, 0)
    for judged in game.judgements.values():
        if judged.size == "small" and judged.first:
            small[judged.first] += 1
    for seat, taken in game.taken.items():
        assert game.scores[seat] == small[seat] + sum(s.points + 2 * (s.colour == seat) for s in taken)


def test_mh_large_6_the_pick_is_a_move_of_who_earned_it_on_anothers_turn():
    """Green completes the site, red picks, and then blue's turn does not come before green's has ended."""
    game = played("d6", *DISTINCT)
    assert (game.phase, game.to_move, game.placing) == ("take", "red", None)
    assert game.why("green", "take R7").rule == "MH-TURN-1"
    game.play("take R7")
    assert (game.phase, game.to_move, game.round) == ("place", "red", 2)
    assert [str(move) for move in game.moves][-1] == "take R7"


def test_mh_large_6_play_waits_for_the_pick():
    """While a pick is due nothing may be placed or passed, and without one nothing may be taken."""
    game = played("d6", *DISTINCT)
    refused(game, "C1@d3^0", "MH-LARGE-6", site="d6", stones=["R7", "B3"])
    refused(game, "pass", "MH-LARGE-6")
    game.play("take R7")
    refused(game, "take B3", "MH-LARGE-6", stone="B3")


def test_mh_large_6_with_one_stone_there_is_no_pick():
    """Only one stone lies there: place 1 takes it and play goes on."""
    game = played("d6", *DISTINCT, taken={"yellow": "B3"})
    assert (game.phase, stones(game.taken)) == ("place", {"red": "R7", "yellow": "B3"})
    assert game.scores["red"] == 9


# -- several sites --------------------------------------------------------------------------------------


def two_sites_at_once():
    """Red's next unit on c6 is the last of the large site d6 and of the small site b7."""
    game, token = before_judgement("d6", "yellow 5", "yellow 5", "yellow 4", "green 3", "green 2", "blue 1")
    units = {label: f"{unit.faction} {unit.name}^{unit.rotation}" for label, unit in game.units.items()}
    units |= {"e6": f"blue {token[:2]}^{token[-1]}", "b6": "green A1"}
    del units["c6"]
    return game_at(units, {"red": "S1 A1 A2 B1"})


def test_mh_order_1_the_large_site_is_judged_before_the_small_one():
    """The small site waits until the stone of the large one is picked."""
    game = two_sites_at_once()
    game.play(next(t for t in tokens(game) if "@c6^" in t))
    assert (game.phase, list(game.judgements)) == ("take", ["d6"])
    game.play(tokens(game)[0])
    assert list(game.judgements) == ["d6", "b7"]
    assert game.phase == "place"


def test_mh_order_1_two_large_sites_are_judged_in_the_boards_order():
    """In games where one placement completes several sites their judgements come in site order."""
    order = MonsterHex(seed=0).rules.site_labels
    assert order == ("d6", "d2", "b4", "f4", "b7", "f7", "f1", "b1")
    several = 0
    before = None
    for rules, state in random_states(range(60)):
        if before is not None and before.placed + 1 == state.placed and before.phase == PLACING:
            new = [i for i in range(8) if state.filled[i] == rules.table.site_size[i] and not before.judged[i]]
            done = [i for i in new if state.judged[i]]
            assert done == new[: len(done)]
            assert done == new or state.site == done[-1]
            several += len(new) > 1
        before = state
    assert several > 20


# -- the list is whole --------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_test_named_after_it(rule):
    """A rule without a test of its own is a rule that nobody checks."""
    start = f"def test_{rule.lower().replace('-', '_')}_"
    assert [path.name for path in Path(__file__).parent.glob("test_rules*.py") if start in path.read_text("utf-8")]


def test_every_rule_that_the_code_cites_is_on_the_list():
    """A rule id in the package's rules is one of those tested here, or the notation's."""
    folder = Path(hexwidgets.monsterhex.__file__).parent
    text = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    assert set(re.findall(r"\bMH-[A-Z]+(?:-\d+)?\b", text)) - FAMILIES <= set(RULES)
