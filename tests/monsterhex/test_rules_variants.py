"""The rules that belong to one variant: a shared faction, overwhelming, which stones are played with."""

import pytest

from hexwidgets.monsterhex.game import MonsterHex
from tests.monsterhex.checks import cells, names, played, refused, said, stones, tokens
from tests.monsterhex.positions import before_judgement, game_at

SHARED = {"variant": "two-shared"}
DUEL = {"variant": "two-duel"}

#: B3 in this corner of the board for three shows 5 and 1 to cells, and C2 has neither.
NO_MATCH_FOR_C2 = {"h1": "red B3^5"}


# -- setting up -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "seats", "hand", "rounds", "left"),
    [("four", 4, 4, 8, 2), ("three", 3, 3, 10, 0), ("two-shared", 2, 3, 10, 0), ("two-duel", 2, 3, 9, 1)],
)
def test_mh_setup_1_each_variant_has_its_seats_hands_rounds_and_what_is_left(variant, seats, hand, rounds, left):
    """The table of variants, from the deal to what is held at the end."""
    game = MonsterHex(variant, seed=3)
    assert (len(game.seats), game.rounds) == (seats, rounds)
    assert [len(held) for held in game.hands.values()] == [hand] * seats
    while game.result is None:
        game.play(game.legal_moves()[0])
    assert [len(game.hands[seat]) + len(game.decks[seat]) for seat in game.seats] == [left] * seats
    assert game.round == rounds


@pytest.mark.parametrize("variant", ["three", "two-shared"])
def test_mh_setup_2_all_eight_stones_lie_on_the_board_for_three(variant):
    game = MonsterHex(variant, seed=1)
    assert sorted(str(stone) for both in game.stones.values() for stone in both) == [
        "B3", "B6", "G4", "G5", "R2", "R7", "Y4", "Y5",
    ]  # fmt: skip


def test_mh_setup_2_a_duel_is_played_with_the_seven_and_five_others():
    """Three large sites take six stones; the 7-point stone is always one, every other one sometimes."""
    deals = [MonsterHex("two-duel", seed=seed).stones for seed in range(40)]
    laid = [sorted(str(stone) for both in deal.values() for stone in both) for deal in deals]
    assert all(len(set(six)) == 6 and "R7" in six for six in laid)
    assert {stone for six in laid for stone in six} == {"B3", "B6", "G4", "G5", "R2", "R7", "Y4", "Y5"}
    assert len({tuple(six) for six in laid}) > 10
    assert {site for deal in deals for site, both in deal.items() if "R7" in map(str, both)} == {"c2", "c4", "c6"}


# -- a shared faction -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "shared"), [(None, "yellow"), ("yellow", "yellow"), ("green", "green")])
def test_mh_shared_1_an_unused_factions_units_are_dealt_as_two_shared_decks_of_five(given, shared):
    """Ten units, five to each seat; the other unused faction is out of the game."""
    game = MonsterHex("two-shared", seed=4, shared=given)
    assert game.rules.factions == ("red", "blue", shared)
    assert set(game.scores) == {"red", "blue", shared}
    red, blue = (
        [*game.shared_decks[seat], *(unit for unit in game.hands[seat] if unit.faction == shared)]
        for seat in ("red", "blue")
    )
    assert len(red) == len(blue) == 5
    assert sorted(names(red + blue)) == sorted(game.rules.units)
    assert {unit.faction for unit in red + blue} == {shared}


@pytest.mark.parametrize(("shared", "known"), [("red", "yellow, green"), ("purple", "yellow, green")])
def test_mh_shared_1_the_shared_faction_is_an_unused_one(shared, known):
    with pytest.raises(ValueError, match=known):
        MonsterHex("two-shared", shared=shared)


def test_mh_shared_2_the_first_seat_draws_two_own_and_one_shared_the_second_three_own():
    game = MonsterHex("two-shared", ["green", "red"], seed=4)
    assert [unit.faction for unit in game.hands["green"]] == ["green", "green", "blue"]
    assert [unit.faction for unit in game.hands["red"]] == ["red"] * 3
    assert [len(game.decks[seat]) for seat in game.seats] == [8, 7]
    assert [len(game.shared_decks[seat]) for seat in game.seats] == [4, 5]


def test_mh_shared_3_a_round_is_own_own_shared():
    """First seat, second seat, then the first seat again with its shared unit; each round the other way round."""
    game, seen = MonsterHex("two-shared", seed=4), []
    while len(seen) < 12:
        if game.phase == "place":
            seen.append((game.round, game.to_move, game.placing))
        game.play(game.legal_moves()[0])
    one = [("red", "red"), ("blue", "blue"), ("red", "yellow")]
    two = [("blue", "blue"), ("red", "red"), ("blue", "yellow")]
    assert seen == [(n, *turn) for n, turns in ((1, one), (2, two), (3, one), (4, two)) for turn in turns]


def test_mh_shared_3_each_placement_is_of_its_own_kind():
    """No shared unit on an own turn, no own unit on the shared one, nobody else's ever."""
    hands = {"red": "S1", "blue": "S1", "red:yellow": "C2"}
    game = game_at({}, hands, option=SHARED)
    refused(game, "C2@d4^0", "MH-SETUP-1", faction="red", hand=["S1"])
    game = game_at({"d4": "red S1"}, hands, option=SHARED, shared_turn=True)
    refused(game, "S1@e4^0", "MH-SETUP-1", faction="yellow", hand=["C2"])
    token = tokens(game)[0]
    game.play(token)
    assert game.units[token[3:5]].faction == "yellow"
    (event,) = said(game, "MH-SHARED-3")
    assert (event.facts["seat"], event.facts["faction"]) == ("red", "yellow")


def test_mh_shared_4_after_the_shared_unit_both_draw_and_the_seats_swap():
    """The first seat draws own units up to three, the second one shared unit; nobody draws before that."""
    game = game_at(
        {}, {"red": "S1 A1", "blue": "A1 A2 B1", "red:yellow": "A2"}, option=SHARED,
        decks={"red": "C1 C2 C3 C4", "blue": "C4 C3", "red:yellow": "C1", "blue:yellow": "C3 C2"},
    )  # fmt: skip
    game.play("S1@d4^0")
    assert names(game.hands["red"]) == ["A1", "A2"]
    game.play(next(t for t in tokens(game) if t.startswith("A1")))
    assert names(game.hands["blue"]) == ["A2", "B1"]
    assert (game.round, game.to_move, game.placing) == (1, "red", "yellow")
    game.play(tokens(game)[0])
    assert (game.round, game.to_move, game.placing) == (2, "blue", "blue")
    assert [(u.faction, u.name) for u in game.hands["red"]] == [("red", "A1"), ("red", "C1"), ("red", "C2")]
    assert [(u.faction, u.name) for u in game.hands["blue"]] == [("blue", "A2"), ("blue", "B1"), ("yellow", "C3")]
    assert names(game.decks["red"]) == ["C3", "C4"]
    assert names(game.shared_decks["blue"]) == ["C2"]
    assert names(game.shared_decks["red"]) == ["C1"]
    drawn = [(e.rule, e.facts["seat"], e.facts["count"]) for e in game.last_events if "count" in e.facts]
    assert drawn == [("MH-REFILL-1", "red", 2), ("MH-SHARED-4", "blue", 1)]


def ended(red, blue, yellow, **options):
    """A game with a shared faction that has just ended with these points."""
    game = game_at(
        {"d4": "red S1"}, {"blue:yellow": "S1"}, round=10, to_move="blue", shared_turn=True, option=SHARED,
        scores={"red": red, "blue": blue, "yellow": yellow}, **options,
    )  # fmt: skip
    game.play(tokens(game)[0])
    return game


def test_mh_shared_5_both_lose_when_both_score_less_than_the_shared_faction():
    game = ended(8, 9, 10)
    assert (game.result.winners, game.result.reason) == ((), "beaten-by-shared")
    assert said(game, "MH-SHARED-5")


@pytest.mark.parametrize(("points", "winners"), [((8, 9, 9), ("blue",)), ((3, 9, 8), ("blue",)), ((9, 9, 9), None)])
def test_mh_shared_5_equal_is_not_less_and_one_seat_is_enough(points, winners):
    game = ended(*points)
    assert game.result.winners == (winners or ("red", "blue"))


def test_mh_shared_5_the_dial_shared_loss_turns_it_off():
    game = ended(8, 9, 10, dials={"shared_loss": 0})
    assert (game.result.winners, game.result.reason) == (("blue",), "points")


def test_mh_shared_5_the_shared_faction_scores_like_a_player():
    """Small stones, stones, and two more for its own colour."""
    game, token = before_judgement("e5", "yellow 5", "yellow 5", "blue 4", "blue 2", "red 3", "red 1", option=SHARED)
    game.play(token)
    assert dict(game.judgements["e5"].totals) == {"yellow": 10, "blue": 6, "red": 4}
    game.play("take R2")
    assert game.scores == {"red": 0, "blue": 8, "yellow": 2}
    assert stones(game.taken) == {"yellow": "R2", "blue": "B6"}
    game = played("g7", "yellow C3 5", "red S1 3", option=SHARED)
    assert game.scores == {"red": 0, "blue": 0, "yellow": 1}


@pytest.mark.parametrize(("round", "first"), [(1, "red"), (2, "blue")])
def test_mh_shared_6_the_rounds_first_seat_picks_for_the_shared_faction(round, first):
    """Whoever's turn it is: here red completes the site, and in round 2 blue commands."""
    game, token = before_judgement(
        "e5", "yellow 5", "yellow 5", "blue 4", "blue 2", "red 3", "red 1", option=SHARED, round=round
    )
    game.play(token)
    assert (game.phase, game.to_move, game.placing) == ("take", first, None)
    other = "blue" if first == "red" else "red"
    assert game.why(other, "take R2").rule == "MH-TURN-1"
    game.play("take B6")
    (event,) = said(game, "MH-LARGE-3")
    assert (event.facts["seat"], event.facts["by"], event.facts["taken"]) == (
        "yellow", first, {"B6": "yellow", "R2": "blue"},
    )  # fmt: skip


def test_mh_shared_6_the_shared_faction_takes_no_ability_and_no_goal():
    """Only seats choose abilities and hold goals, and the marked shared unit does nothing."""
    game = MonsterHex("two-shared", seed=4, abilities=True, goals=True)
    assert set(game.goals) == set(game.abilities) == {"red", "blue"}
    game = game_at(
        {"d4": "red S1"}, {"red:yellow": "S1"}, shared_turn=True, option=SHARED,
        abilities={"red": "enchant", "blue": "blitz"}, open_goals=[13, 17],
    )  # fmt: skip
    game.play(tokens(game)[0])
    assert (game.phase, game.to_move) == ("place", "blue")
    game = ended(8, 9, 9, open_goals=[17])  # no small stone: every seat's, not the shared faction's
    assert game.scores == {"red": 10, "blue": 11, "yellow": 9}


def test_mh_shared_6_the_shared_faction_cannot_win_and_its_seven_breaks_no_tie():
    game = ended(9, 9, 9, taken={"yellow": "R7"})
    assert (game.result.winners, game.result.reason) == (("red", "blue"), "shared-victory")


@pytest.mark.parametrize(
    ("hands", "shared_turn"),
    [({"red": "C2", "red:yellow": "S1"}, False), ({"red": "S1", "red:yellow": "C2"}, True)],
)
def test_mh_shared_7_who_fits_nowhere_is_asked_of_the_kind_that_is_placed(hands, shared_turn):
    """C2 fits nowhere and goes on a start cell, though the other kind's S1 would fit."""
    game = game_at(NO_MATCH_FOR_C2, hands, option=SHARED, shared_turn=shared_turn)
    assert cells(game) == {"d4", "f4"}
    refused(game, "C2@h2^0", "MH-PLACE-4", starts=["d4", "f4"])
    game = game_at(NO_MATCH_FOR_C2, hands, option=SHARED, shared_turn=not shared_turn)
    assert cells(game) == {"g2"}
    refused(game, "S1@d4^0", "MH-PLACE-2")


def test_mh_shared_7_a_seat_without_a_unit_of_the_kind_passes():
    game = game_at({"d4": "red S1"}, {"red": "S1"}, option=SHARED, shared_turn=True)
    assert tokens(game) == ["pass"]


# -- overwhelming ---------------------------------------------------------------------------------------

#: red 18, blue 9
TWICE = ("red 5", "red 5", "red 4", "red 4", "blue 4", "blue 5")


def test_mh_over_1_place_1_with_twice_the_total_takes_both_stones():
    """At least twice: there is no pick, and nothing for place 2."""
    game = played("c4", *TWICE, option=DUEL)
    assert (game.phase, stones(game.taken)) == ("place", {"red": "R2 B6"})
    assert game.scores == {"red": 10, "blue": 0}
    assert game.judgements["c4"].taken == {"R2": "red", "B6": "red"}
    assert (game.judgements["c4"].first, game.judgements["c4"].second) == ("red", "blue")
    assert said(game, "MH-OVER-1")


def test_mh_over_1_one_less_than_twice_is_an_ordinary_judgement():
    game = played("c4", "red 5", "red 4", "red 4", "red 4", "blue 4", "blue 5", option=DUEL)
    assert (game.phase, game.to_move) == ("take", "red")
    assert not said(game, "MH-OVER-1")


def test_mh_over_1_a_faction_that_is_absent_counts_0():
    game = played("c4", *(f"red {power}" for power in (1, 2, 3, 4, 5, 4)), option=DUEL)
    assert stones(game.taken) == {"red": "R2 B6"}


def test_mh_over_1_equal_totals_leave_nobody_a_stone():
    game = played("c4", "red 3", "red 3", "red 3", "blue 5", "blue 2", "blue 2", option=DUEL)
    assert (game.phase, stones(game.taken), game.stones["c4"]) == ("place", {}, ())


def test_mh_over_1_only_the_stones_of_that_site_are_told_as_taken_there():
    """Red holds the 7 of another site already; it is not among what it takes here."""
    game = played("c4", *TWICE, option=DUEL, taken={"red": "R7"})
    assert stones(game.taken) == {"red": "R7 R2 B6"}
    assert game.judgements["c4"].taken == {"R2": "red", "B6": "red"}


@pytest.mark.parametrize(("factor", "both"), [(1, True), (3, False)])
def test_mh_over_1_the_dial_overwhelm_factor_says_how_many_times(factor, both):
    game = played("c4", *TWICE, option=DUEL, dials={"overwhelm_factor": factor})
    assert (game.phase == "place") is both


@pytest.mark.parametrize(("variant", "site"), [("four", "d6"), ("three", "e3"), ("two-shared", "e3")])
def test_mh_over_1_holds_in_duels_only(variant, site):
    assert played(site, *TWICE, option={"variant": variant}).phase == "take"
