"""Tests of the reference implementation itself: data facts, hand-worked positions, whole random games."""

import functools
import itertools
import math
import random

import pytest

from tests.monsterhex.reference import (
    BOARDS,
    DIRECTIONS,
    FACTIONS,
    NOT_A_TOKEN,
    RANK_ORDER,
    STONES,
    UNITS,
    VARIANTS,
    Reference,
    distance,
    large_places,
    neighbours,
    power,
)
from tests.monsterhex.reference_abilities import ABILITIES, MARKED
from tests.monsterhex.reference_goals import (
    GOALS,
    PATTERNS,
    Judged,
    formation_places,
    goal_score,
    largest_group,
    turned,
)

SEATS = {
    "four": ("red", "blue", "yellow", "green"),
    "three": ("red", "blue", "yellow"),
    "two-duel": ("red", "blue"),
    "two-shared": ("red", "blue"),
}
STONES_FOUR = {(2, 0): ("R7", "B3"), (-2, 0): ("R2", "B6"), (1, -2): ("Y5", "G4"), (-1, 2): ("Y4", "G5")}
STONES_THREE = {(0, 0): ("R7", "B3"), (2, 0): ("R2", "B6"), (-2, 2): ("Y5", "G4"), (0, -2): ("Y4", "G5")}
STONES_TWO = {(-2, 0): ("R2", "B6"), (0, 0): ("R7", "B3"), (2, 0): ("Y5", "G4")}
STONES_OF = {"four": STONES_FOUR, "three": STONES_THREE, "two-duel": STONES_TWO, "two-shared": STONES_THREE}

# a unit and the number of one of its edges that shows the power
SHOWS = {1: ("C3", 1), 2: ("C3", 2), 3: ("S1", 3), 4: ("C3", 5), 5: ("C3", 0)}


def deck(*first):
    return list(first) + [key for key in UNITS if key not in first]


def new(variant="four", tops=None, **switches):
    """A game whose decks start with the given units (faction -> tuple)."""
    tops = tops or {}
    seats = SEATS[variant]
    if variant == "two-shared":
        switches.setdefault(
            "shared_decks", {"red": ["S1", "A1", "A2", "B1", "B2"], "blue": ["B3", "C1", "C2", "C3", "C4"]}
        )
    return Reference(
        variant, seats, {seat: deck(*tops.get(seat, ())) for seat in seats}, STONES_OF[variant], **switches
    )


def face(game, cell, site, faction, key, edge):
    """Put a unit on a cell so that the edge of that number faces the site."""
    facing = neighbours(cell).index(site)
    game.placed[cell] = (faction, key, (facing - edge) % 6)


def show(game, cell, site, faction, strength):
    face(game, cell, site, faction, *SHOWS[strength])


def surround(game, site, *shown):
    """Six (faction, power) around a large site, then judge it."""
    for cell, (faction, strength) in zip(neighbours(site), shown, strict=True):
        show(game, cell, site, faction, strength)
    judge(game, site)


def judge(game, *sites):
    game._sites_to_judge = list(sites)
    game._go_on()


def small(game, site, one, two):
    """Two (faction, key, edge) beside a small site, then judge it; who won."""
    for cell, unit in zip(game.board.cells_around(site), (one, two), strict=True):
        face(game, cell, site, *unit)
    judge(game, site)
    return game.small_won[game.board.label[site]]


def refuse(game, token, rule):
    assert game.why(token) == rule
    before = (game.log[:], dict(game.placed), dict(game.scores), game.round, game.to_move)
    with pytest.raises(ValueError, match=rule):
        game.play(token)
    assert before == (game.log[:], dict(game.placed), dict(game.scores), game.round, game.to_move)


# ------------------------------------------------------------------------------------------------- data facts


@pytest.mark.parametrize(
    ("name", "cells", "larges", "smalls"), [("four", 32, 4, 4), ("three", 30, 4, 3), ("two", 18, 3, 4)]
)
def test_boards(name, cells, larges, smalls):
    board = BOARDS[name]
    assert len(board.cells) == cells
    assert (len(set(board.large)), len(set(board.small))) == (larges, smalls)
    assert len(set(board.starts)) == 2
    assert set(board.starts) <= board.cells
    assert not board.cells & set(board.sites + board.voids)
    assert all(len(board.cells_around(site)) == 6 for site in board.large)
    assert all(len(board.cells_around(site)) == 2 for site in board.small)
    # the two cells of a small site touch each other
    assert all(distance(*board.cells_around(site)) == 1 for site in board.small)
    # every cell can be reached from the start cell
    reached = {board.starts[0]}
    while more := {n for cell in reached for n in neighbours(cell) if n in board.cells} - reached:
        reached |= more
    assert reached == board.cells


def test_the_boards_are_symmetric():
    # half a turn for four and two, a third of a turn for the small sites of three
    for name in ("four", "two"):
        board = BOARDS[name]
        for places in (board.cells, board.large, board.small, board.starts):
            assert {(-q, -r) for q, r in places} == set(places)
    three = BOARDS["three"]
    assert {(-q - r, q) for q, r in three.cells} == three.cells
    assert {(-q - r, q) for q, r in three.large} == set(three.large)
    assert {(-q - r, q) for q, r in three.small} == set(three.small)


def test_labels_by_hand():
    four = BOARDS["four"].place
    assert four["a1"] == (0, -3)
    assert four["a4"] == (3, -3)
    assert four["b1"] == (-2, -2)
    assert four["b4"] == (1, -2)
    assert four["b7"] == (4, -2)
    assert four["c4"] == (1, -1)
    assert four["e5"] == (1, 1)
    assert [four[f"d{n}"] for n in range(1, 8)] == [(-3, 0), (-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0), (3, 0)]
    assert four["g4"] == (0, 3)
    assert "g5" not in four
    assert "h1" not in four
    three = BOARDS["three"].place
    assert three["a1"] == (2, -4)
    assert "a2" not in three
    assert three["b3"] == (2, -3)
    assert "b4" not in three
    assert three["e1"] == (-2, 0)
    assert three["h1"] == (-3, 3)
    assert three["h3"] == (-1, 3)
    assert "h4" not in three
    two = BOARDS["two"].place
    assert (two["a1"], two["a2"], two["a3"]) == ((-1, -2), (1, -2), (3, -2))
    assert "a4" not in two
    assert (two["e1"], two["e2"], two["e3"]) == ((-3, 2), (-1, 2), (1, 2))
    assert two["c1"] == (-3, 0)
    assert two["c7"] == (3, 0)


def test_units():
    assert len(UNITS) == 10
    assert all(len(edges) == 6 and all(1 <= p <= 5 for p in edges) for edges in UNITS.values())
    rank_total = {"S": 24, "A": 21, "B": 18, "C": 15}
    assert all(sum(edges) == rank_total[key[0]] for key, edges in UNITS.items())
    assert [sum(key[0] == rank for key in UNITS) for rank in "SABC"] == [1, 2, 3, 4]
    assert RANK_ORDER["S"] > RANK_ORDER["A"] > RANK_ORDER["B"] > RANK_ORDER["C"]
    # no two tiles are the same up to rotation
    shapes = {min(edges[k:] + edges[:k] for k in range(6)) for edges in UNITS.values()}
    assert len(shapes) == 10


def test_stones():
    assert len(STONES) == 8
    assert all(key == colour[0].upper() + str(points) for key, (colour, points) in STONES.items())
    assert {f: sorted(p for c, p in STONES.values() if c == f) for f in FACTIONS} == {
        "red": [2, 7],
        "blue": [3, 6],
        "yellow": [4, 5],
        "green": [4, 5],
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_rounds_times_seats_are_the_cells(variant):
    game = new(variant)
    assert game.rounds * len(game.factions) == len(game.board.cells)


def test_directions_and_rotation():
    assert DIRECTIONS == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    # S1 is 5 4 5 3 4 3; turned once counter-clockwise its edge 0 (5) points NE, its edge 5 (3) points E
    assert [power("S1", 0, d) for d in range(6)] == [5, 4, 5, 3, 4, 3]
    assert [power("S1", 1, d) for d in range(6)] == [3, 5, 4, 5, 3, 4]
    assert [power("B1", 2, d) for d in range(6)] == [2, 3, 5, 4, 3, 1]


# ------------------------------------------------------------------------------------------------- setup


def test_setup():
    game = new("four", {"red": ("C4", "S1", "A1", "B1", "B2")})
    assert game.hands["red"] == ["C4", "S1", "A1", "B1"]
    assert game.decks["red"][0] == "B2"
    assert all(len(game.hands[f]) == 4 and len(game.decks[f]) == 6 for f in FACTIONS)
    assert (game.phase, game.to_move, game.placing, game.round, game.result) == ("place", "red", "red", 1, None)
    assert game.stones == {"d6": ("R7", "B3"), "d2": ("R2", "B6"), "b4": ("Y5", "G4"), "f4": ("Y4", "G5")}
    assert game.units == {}
    assert game.scores == dict.fromkeys(FACTIONS, 0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rounds": 9}, "exceed the cells"),
        ({"rounds": 0}, "rounds: 1 to 10"),
        ({"rounds": 11}, "rounds: 1 to 10"),
        ({"hand_size": 11}, "hand size"),
        ({"hand_size": 0}, "hand size"),
        ({"large_tie": "up"}, "large_tie"),
        ({"small_same_faction_tie": "both"}, "small_same_faction_tie"),
        ({"shared": "green"}, "only two-shared"),
    ],
)
def test_setup_refuses(change, reason):
    with pytest.raises(ValueError, match=reason):
        new("four", **change)


def test_setup_refuses_bad_stones_and_decks():
    decks = {f: deck() for f in FACTIONS}
    with pytest.raises(ValueError, match="each stone at most once"):
        Reference("four", FACTIONS, decks, {**STONES_FOUR, (2, 0): ("R7", "R7")})
    with pytest.raises(ValueError, match="ten units"):
        Reference("four", FACTIONS, {**decks, "red": ["S1"] * 10}, STONES_FOUR)
    with pytest.raises(ValueError, match="needs 4"):
        Reference("four", FACTIONS[:3], decks, STONES_FOUR)
    with pytest.raises(ValueError, match="7-point"):
        Reference("two-duel", FACTIONS[:2], decks, {**STONES_TWO, (0, 0): ("Y4", "B3")})  # without the 7


def test_unit_not_in_hand():
    game = new("four", {"red": ("S1", "A1", "A2", "B1")})
    refuse(game, "C4@d5^0", "MH-SETUP-1")
    refuse(game, "S9@d5^0", "MH-SETUP-1")
    refuse(game, "C4@a1^0", "MH-SETUP-1")  # the unit is asked before the cell


def test_texts_that_are_no_tokens():
    game = new()
    for text in ("", "S1", "S1@d5", "S1@d5^6", "S1@d5^-1", "take", "passs", "ability", "reward", "scatter"):
        refuse(game, text, NOT_A_TOKEN)
    for text in ("enchant", "enchant d5^1", "confuse d5", "confuse d5^6", "blitz d5", "petrify 5", "scheme "):
        refuse(game, text, NOT_A_TOKEN)


# ------------------------------------------------------------------------------------------------- placement


def test_first_unit():
    game = new("four", {"red": ("S1", "A1", "A2", "B1")})
    assert game.legal() == sorted(
        f"{k}@{c}^{n}" for k in ("S1", "A1", "A2", "B1") for c in ("d3", "d5") for n in range(6)
    )
    for cell in ("c4", "d4", "d6", "z9"):
        refuse(game, f"S1@{cell}^0", "MH-PLACE-1")
    refuse(game, "pass", "MH-PLACE-6")
    refuse(game, "take R7", "MH-LARGE-6")
    game.play("S1@(1, 0)^2")
    assert game.units == {"d5": ("red", "S1", 2)}
    assert (game.to_move, game.placing, game.round) == ("blue", "blue", 1)
    assert game.hands["red"] == ["A1", "A2", "B1", "B2"]  # MH-REFILL-1
    assert game.decks["red"] == ["B3", "C1", "C2", "C3", "C4"]


def test_later_units():
    game = new("four", {"red": ("S1",), "blue": ("C2", "C1", "C3", "C4")})
    game.play("S1@d5^0")
    # d5 shows NE 4, NW 5, SW 4 and SE 3 to cells (E is a stone, W the throne).  C2 (3 3 3 2 2 2) matches only the 3,
    # from e5 = (1, 1), whose NW neighbour is d5; C2's edges 0, 1, 2 turned to NW are rotations 2, 1, 0.
    assert [t for t in game.legal() if t.startswith("C2")] == ["C2@e5^0", "C2@e5^1", "C2@e5^2"]
    refuse(game, "C2@e5^3", "MH-PLACE-3")
    refuse(game, "C2@c4^0", "MH-PLACE-3")
    refuse(game, "C2@d5^0", "MH-PLACE-2")  # occupied
    refuse(game, "C2@d4^0", "MH-PLACE-2")  # the throne
    refuse(game, "C2@d6^0", "MH-PLACE-2")  # a stone
    refuse(game, "C2@d3^0", "MH-PLACE-2")  # the other start cell, across the throne
    refuse(game, "C2@a9^0", "MH-PLACE-2")
    refuse(game, "pass", "MH-PLACE-6")
    # C4 (4 1 3 1 4 2) at c5 = (2, -1): d5 lies SW (direction 4) and shows 4; C4's 4s are edges 0 and 4: rotations 4, 0
    assert [t for t in game.legal() if t.startswith("C4@c5")] == ["C4@c5^0", "C4@c5^4"]


def test_one_equal_edge_is_enough():
    game = new("four", {"blue": ("C2", "C1", "C3", "C4")})
    game.placed = {(1, 0): ("red", "S1", 0), (2, 1): ("red", "B3", 0)}
    game._step = 1
    # e5 = (1, 1): NW is d5 showing SE 3; E is e6 = (2, 1), B3 (5 1 3 5 1 3) showing W 5, which C2 never matches
    assert [t for t in game.legal() if t.startswith("C2@e5")] == ["C2@e5^0", "C2@e5^1", "C2@e5^2"]
    # (1, 2), SW of that B3, sees only its 1, which C2 does not have
    assert not [t for t in game.legal() if t.startswith("C2@") and game.board.place[t[3:5]] == (1, 2)]


def stuck_game(*red_cells):
    """Red shows nothing that blue's only unit, C2 (3 3 3 2 2 2), could match.

    B3 (5 1 3 5 1 3) turned once shows E 3, NE 5, NW 1, W 3, SW 5, SE 1: only 5 and 1 towards the cells around a start
    cell.
    """
    game = new("four", {"blue": ("C2",)}, hand_size=1)
    game.placed = dict.fromkeys(red_cells, ("red", "B3", 1))
    game._step = 1
    return game


def test_stuck_uses_a_start_cell():
    game = stuck_game((1, 0))
    assert game.legal() == [f"C2@d3^{n}" for n in range(6)]
    refuse(game, "C2@e5^0", "MH-PLACE-4")
    refuse(game, "C2@d5^0", "MH-PLACE-4")
    refuse(game, "C2@zz9^0", NOT_A_TOKEN)
    refuse(game, "C2@z9^0", "MH-PLACE-4")
    refuse(game, "pass", "MH-PLACE-6")
    refuse(game, "S1@d3^0", "MH-SETUP-1")
    game.play("C2@d3^3")
    assert game.units["d3"] == ("blue", "C2", 3)
    assert game.to_move == "yellow"


def test_stuck_without_a_start_cell():
    game = stuck_game((1, 0), (-1, 0))
    cells = {label for label, place in game.board.place.items() if place in game.board.cells} - {"d3", "d5"}
    assert game.legal() == sorted(f"C2@{cell}^{n}" for cell in cells for n in range(6))
    assert len(game.legal()) == 30 * 6
    for cell in ("d5", "d4", "d6", "b1"):
        refuse(game, f"C2@{cell}^0", "MH-PLACE-5")
    game.play("C2@a1^0")
    assert game.to_move == "yellow"


def test_one_unit_that_fits_is_enough_not_to_be_stuck():
    game = stuck_game((1, 0))
    game.hands["blue"] = ["C2", "C1"]  # C1 has a 1
    assert game.legal()
    assert all(t.startswith("C1") for t in game.legal())
    refuse(game, "C2@d3^0", "MH-PLACE-2")
    refuse(game, "C2@e5^0", "MH-PLACE-3")


def test_pass_without_a_unit():
    # with a hand of one, the first seat of two-shared holds no own unit, only a shared one (MH-SHARED-2)
    game = new("two-shared", hand_size=1)
    assert game.hands == {"red": [], "blue": ["S1"]}
    assert game.shared_hands == {"red": ["S1"], "blue": []}
    assert game.legal() == ["pass"]
    refuse(game, "S1@f4^0", "MH-SETUP-1")
    game.play("pass")
    assert game.log == ["pass"]
    assert (game.to_move, game.placing) == ("blue", "blue")
    refuse(game, f"S1@{game.board.label[0, -1]}^0", "MH-PLACE-1")
    game.play(f"S1@{game.board.label[0, 1]}^0")
    assert (game.to_move, game.placing) == ("red", "yellow")


def test_pass_without_an_empty_cell():
    game = new()
    game.placed = dict.fromkeys(game.board.cells, ("blue", "C2", 0))
    assert game.legal() == ["pass"]
    refuse(game, "S1@d5^0", "MH-PLACE-5")
    game.play("pass")
    assert game.to_move == "blue"


# ------------------------------------------------------------------------------------------------- small sites


def test_small_site():
    site = (4, -2)  # A1 5 5 4 2 3 2, B1 5 4 3 1 2 3, B2 4 4 2 3 1 4
    game = new()
    assert small(game, site, ("red", "C3", 0), ("blue", "S1", 1)) == "red"  # 5 against 4, rank no matter
    assert game.scores == {"red": 1, "blue": 0, "yellow": 0, "green": 0}
    assert small(new(), site, ("red", "S1", 1), ("blue", "C3", 0)) == "blue"
    assert small(new(), site, ("red", "A1", 0), ("blue", "B1", 0)) == "red"  # 5 and 5: A before B
    assert small(new(), site, ("red", "C3", 0), ("blue", "B1", 0)) == "blue"  # 5 and 5: B before C
    assert small(new(), site, ("red", "A2", 0), ("blue", "S1", 2)) == "blue"  # 5 and 5: S before A
    game = new()
    assert small(game, site, ("red", "B1", 1), ("blue", "B2", 0)) is None  # 4 and 4, both B
    assert set(game.scores.values()) == {0}


def test_small_site_of_one_faction():
    site = (2, 2)
    for switch, taker in (("owner", "red"), ("nobody", None)):
        game = new(small_same_faction_tie=switch)
        assert small(game, site, ("red", "B1", 1), ("red", "B2", 0)) == taker
        assert game.scores["red"] == (1 if taker else 0)
        # not a full tie: the faction takes it either way
        assert small(new(small_same_faction_tie=switch), site, ("red", "A1", 0), ("red", "B1", 0)) == "red"
        assert small(new(small_same_faction_tie=switch), site, ("red", "A1", 0), ("red", "B1", 1)) == "red"
        # and a full tie of two factions is nobody's
        assert small(new(small_same_faction_tie=switch), site, ("red", "B1", 1), ("green", "B2", 0)) is None


def test_small_points():
    game = new(small_points=3)
    small(game, (2, 2), ("red", "A1", 0), ("blue", "B1", 0))
    assert game.scores["red"] == 3


def test_small_site_waits_for_both_and_is_judged_by_play():
    game = new("four", {"red": ("S1",), "blue": ("S1", "B1", "B2", "B3")})
    face(game, (3, -2), (4, -2), "red", "S1", 1)  # 4; S1 (5 4 5 3 4 3) turned 5 times: SE shows edge 0 = 5
    game._step = 1
    # b7's other cell is c6 = (3, -1), the site to its NE, the red unit to its NW (direction 2).
    # B1 (5 4 3 1 2 3) needs a 5 to the NW: rotation 2, which turns edge 5 (3) to the NE
    assert game.board.label[3, -1] == "c6"
    assert [t for t in game.legal() if t.startswith("B1@c6")] == ["B1@c6^2"]
    assert game.small_won == {}
    game.play("B1@c6^2")
    assert game.small_won == {"b7": "red"}
    assert game.scores["red"] == 1
    assert game.to_move == "yellow"


# ------------------------------------------------------------------------------------------------- large sites

R, B, Y, G = FACTIONS
SITE = (2, 0)  # R7 and B3


def outcome(game):
    return game.phase, game.taking, game.stones["d6"]


def test_large_first_picks_second_gets_the_other():
    game = new()
    surround(game, SITE, (R, 5), (R, 4), (B, 5), (B, 1), (Y, 5), (G, 4))  # 9, 6, 5, 4
    assert outcome(game) == ("take", "red", ("R7", "B3"))
    assert game.to_move == "red"
    assert game.placing is None
    assert game.legal() == ["take B3", "take R7"]
    refuse(game, "take G4", "MH-LARGE-3")  # a stone of another site
    refuse(game, "take X1", "MH-LARGE-3")
    refuse(game, "pass", "MH-LARGE-6")
    refuse(game, "A1@d3^0", "MH-LARGE-6")
    game.play("take R7")
    assert game.taken == {"red": ["R7"], "blue": ["B3"], "yellow": [], "green": []}
    assert game.scores == {"red": 9, "blue": 5, "yellow": 0, "green": 0}  # own colours: + 2 each
    assert game.stones["d6"] == ()
    assert game.discarded == []
    assert game.phase == "place"
    assert game.to_move == "blue"
    refuse(game, "take B3", "MH-LARGE-6")


def test_colour_bonus():
    game = new(colour_bonus=5)
    surround(game, SITE, (R, 5), (R, 4), (B, 5), (B, 1), (Y, 5), (G, 4))
    game.play("take B3")
    assert game.scores == {"red": 3, "blue": 7, "yellow": 0, "green": 0}
    game = new(colour_bonus=0)
    surround(game, SITE, (R, 5), (R, 4), (B, 5), (B, 1), (Y, 5), (G, 4))
    game.play("take R7")
    assert game.scores == {"red": 7, "blue": 3, "yellow": 0, "green": 0}


@pytest.mark.parametrize(
    ("tie", "shown", "picker", "other"),
    [
        # 10, 10, 5, 3: one stone to the 5 and none to the 3
        ("void", [(R, 5), (R, 5), (B, 5), (B, 5), (Y, 5), (G, 3)], Y, None),
        ("move-up", [(R, 5), (R, 5), (B, 5), (B, 5), (Y, 5), (G, 3)], Y, G),
        # 10, 5, 5, 3: place 2 is void
        ("void", [(R, 5), (R, 4), (R, 1), (B, 5), (Y, 5), (G, 3)], R, None),
        ("move-up", [(R, 5), (R, 4), (R, 1), (B, 5), (Y, 5), (G, 3)], R, G),
        # three tied at the top, the last one picks
        ("void", [(R, 5), (B, 5), (Y, 5), (G, 1), (G, 1), (G, 1)], G, None),
        ("move-up", [(R, 5), (B, 5), (Y, 5), (G, 1), (G, 1), (G, 1)], G, None),
        # three tied below the top
        ("void", [(R, 3), (B, 5), (R, 3), (Y, 5), (R, 3), (G, 5)], R, None),
        ("move-up", [(R, 3), (B, 5), (R, 3), (Y, 5), (R, 3), (G, 5)], R, None),
        # 6, 6, 6 and 5, 5, 4, 4 (two ties)
        ("void", [(R, 3), (R, 3), (B, 5), (B, 1), (Y, 2), (Y, 4)], None, None),
        ("move-up", [(R, 3), (R, 3), (B, 5), (B, 1), (Y, 2), (Y, 4)], None, None),
        ("void", [(R, 3), (R, 2), (B, 4), (B, 1), (Y, 4), (G, 4)], None, None),
        ("move-up", [(R, 3), (R, 2), (B, 4), (B, 1), (Y, 4), (G, 4)], None, None),
        # a tie below place 2 touches nobody
        ("void", [(R, 5), (R, 5), (B, 5), (B, 1), (Y, 2), (G, 2)], R, B),
        # one faction alone: place 2 does not exist
        ("void", [(R, 1)] * 6, R, None),
        ("move-up", [(R, 1)] * 6, R, None),
    ],
)
def test_large_ties(tie, shown, picker, other):
    game = new(large_tie=tie)
    surround(game, SITE, *shown)
    if picker is None:
        assert game.phase == "place"
        assert game.discarded == ["R7", "B3"]
        assert set(game.scores.values()) == {0}
        return
    assert outcome(game) == ("take", picker, ("R7", "B3"))
    game.play("take B3")
    assert game.taken[picker] == ["B3"]
    assert game.discarded == ([] if other else ["R7"])
    assert [f for f in FACTIONS if game.taken[f] == ["R7"]] == ([other] if other else [])


def test_rank_never_breaks_ties_at_a_large_site():
    game = new()
    face_up = [(R, "S1", 0), (R, "S1", 2), (R, "S1", 3), (B, "C3", 0), (B, "C3", 0), (B, "B1", 2)]  # 5 5 3, 5 5 3
    for cell, unit in zip(neighbours(SITE), face_up, strict=True):
        face(game, cell, SITE, *unit)
    judge(game, SITE)
    assert game.phase == "place"
    assert game.discarded == ["R7", "B3"]


def test_large_places():
    assert large_places({"red": 10, "blue": 10, "yellow": 5, "green": 3}, "void") == (None, "yellow")
    assert large_places({"red": 10, "blue": 10, "yellow": 5, "green": 3}, "move-up") == ("yellow", "green")
    assert large_places({"red": 9}, "void") == ("red", None)
    assert large_places({"red": 9, "blue": 9}, "void") == (None, None)
    assert large_places({"red": 9, "blue": 5, "yellow": 5}, "void") == ("red", None)


def test_pick_on_another_seats_turn():
    game = new("four", {"red": ("C1",)})
    last = (1, 0)
    for cell in neighbours(SITE):
        if cell != last:
            show(game, cell, SITE, "green", 4)
    tokens = [t for t in game.legal() if "@d5^" in t]
    assert tokens
    assert game.to_move == "red"
    game.play(tokens[0])
    assert (game.phase, game.to_move, game.round) == ("take", "green", 1)
    assert len(game.hands["red"]) == 3  # the refill comes after the judgement
    game.play("take B3")
    assert game.taken["green"] == ["B3"]
    assert game.taken["red"] == ["R7"]
    assert game.scores["red"] == 9
    assert (game.phase, game.to_move) == ("place", "blue")
    assert len(game.hands["red"]) == 4


def test_two_sites_at_once():
    # c6 = (3, -1) is the last cell of the large site (2, 0) and of the small site (4, -2)
    game = new()
    for cell in neighbours(SITE):
        show(game, cell, SITE, "green" if cell in ((1, 0), (1, 1)) else "yellow", 4)
    face(game, (3, -2), (4, -2), "green", "A1", 2)
    del game.placed[3, -1]
    assert game.small_won == {}
    game.play(next(t for t in game.legal() if "@c6^" in t))
    assert game.phase == "take"
    assert game.to_move == "yellow"
    assert game.small_won == {}
    game.play("take R7")
    assert [j[0] for j in game.judgements] == ["d6", "b7"]
    assert set(game.small_won) == {"b7"}


# ------------------------------------------------------------------------------------------------- two-duel

CENTRE = (0, 0)  # R7 and B3


@pytest.mark.parametrize(
    ("shown", "both"),
    [
        ([(R, 4), (R, 4), (R, 2), (B, 2), (B, 2), (B, 1)], True),  # 10 and 5: exactly twice
        ([(R, 4), (R, 4), (R, 1), (B, 2), (B, 2), (B, 1)], False),  # 9 and 5
        ([(R, 4), (R, 4), (R, 3), (B, 2), (B, 2), (B, 1)], True),  # 11 and 5
        ([(R, 1)] * 6, True),  # blue is absent
    ],
)
def test_overwhelm(shown, both):
    game = new("two-duel")
    surround(game, CENTRE, *shown)
    if both:
        assert game.phase == "place"
        assert game.taken == {"red": ["R7", "B3"], "blue": []}
        assert game.scores == {"red": 12, "blue": 0}
        assert game.to_move == "blue"
    else:
        assert game.phase == "take"
        assert game.to_move == "red"
        game.play("take B3")
        assert game.scores == {"red": 3, "blue": 7}


def test_overwhelm_factor_and_tie():
    game = new("two-duel", overwhelm_factor=1.5)
    surround(game, CENTRE, (R, 4), (R, 4), (R, 1), (B, 2), (B, 2), (B, 2))  # 9 and 6
    assert game.taken["red"] == ["R7", "B3"]
    game = new("two-duel", overwhelm_factor=3)
    surround(game, CENTRE, (B, 4), (B, 4), (B, 3), (R, 2), (R, 1), (R, 1))  # 4 and 11
    assert game.phase == "take"
    assert game.to_move == "blue"
    for tie in ("void", "move-up"):
        game = new("two-duel", large_tie=tie)
        surround(game, CENTRE, (R, 4), (R, 4), (R, 2), (B, 5), (B, 2), (B, 3))
        assert game.phase == "place"
        assert game.discarded == ["R7", "B3"]


def test_no_overwhelm_elsewhere():
    game = new("two-shared")
    surround(game, CENTRE, (R, 5), (R, 5), (R, 5), (B, 1), (B, 1), (B, 1))
    assert game.phase == "take"
    assert game.to_move == "red"


# ------------------------------------------------------------------------------------------------- two-shared


def play_any(game, choose=min):
    while game.phase == "take":
        game.play(game.legal()[0])
    game.play(choose(game.legal()))
    while game.phase == "take":
        game.play(game.legal()[0])


def test_shared_setup_and_order():
    game = new("two-shared")
    assert game.shared == "yellow"
    assert game.factions == ("red", "blue", "yellow")
    assert game.hands == {"red": ["S1", "A1"], "blue": ["S1", "A1", "A2"]}
    assert game.shared_hands == {"red": ["S1"], "blue": []}
    seen = []
    sizes = []
    for _ in range(12):
        seen.append((game.round, game.to_move, game.placing))
        sizes.append(
            [
                len(h)
                for h in (game.hands["red"], game.hands["blue"], game.shared_hands["red"], game.shared_hands["blue"])
            ]
        )
        play_any(game)
    odd = [("red", "red"), ("blue", "blue"), ("red", "yellow")]
    even = [("blue", "blue"), ("red", "red"), ("blue", "yellow")]
    assert seen == [(n, *turn) for n, turns in ((1, odd), (2, even), (3, odd), (4, even)) for turn in turns]
    odd_sizes = [[2, 3, 1, 0], [1, 3, 1, 0], [1, 2, 1, 0]]
    even_sizes = [[3, 2, 0, 1], [3, 1, 0, 1], [2, 1, 0, 1]]
    assert sizes == (odd_sizes + even_sizes) * 2


def test_shared_can_be_chosen():
    assert new("two-shared", shared="green").factions == ("red", "blue", "green")
    with pytest.raises(ValueError, match="must be unused"):
        new("two-shared", shared="red")
    with pytest.raises(ValueError, match="five units each"):
        new("two-shared", shared_decks={"red": ["S1"] * 5, "blue": ["A1"] * 5})


def test_shared_kind_decides_who_is_stuck():
    # MH-SHARED-7: the own hand fits, the shared unit does not
    game = new(
        "two-shared",
        {"red": ("C1", "S1")},
        shared_decks={"red": ["C2", "S1", "A1", "A2", "B1"], "blue": ["B2", "B3", "C1", "C3", "C4"]},
    )
    # B3 turned once shows 3 to the E and W only: W of (3, 0) is a stone, E is off the board; C2 needs a 3 or a 2
    game.placed = {(3, 0): ("blue", "B3", 1)}
    assert game.board.cells_around((3, 0)) == [(3, -1), (2, 1)]
    assert all(t.startswith(("C1", "S1")) for t in game.legal())
    fits = {game.board.place[t.split("@")[1][:2]] for t in game.legal()}
    assert fits == {(3, -1), (2, 1)}  # own units: not stuck
    game._step = 2
    assert (game.to_move, game.placing) == ("red", "yellow")
    starts = [game.board.label[start] for start in game.board.starts]
    assert game.legal() == sorted(f"C2@{start}^{n}" for start in starts for n in range(6))
    refuse(game, "C1@" + starts[0] + "^0", "MH-SETUP-1")
    refuse(game, "C2@" + game.board.label[3, -1] + "^0", "MH-PLACE-4")


def test_shared_pick_is_the_first_seats():
    for round_number, order in ((1, ("red", "blue")), (2, ("blue", "red"))):
        game = new("two-shared")
        game.round, game._order = round_number, order
        game._step = 1  # the second seat is placing
        surround(game, CENTRE, (Y, 5), (Y, 5), (Y, 5), (B, 1), (B, 1), (R, 1))
        assert (game.phase, game.taking, game.to_move) == ("take", "yellow", order[0])
        game.play("take B3")
        assert game.taken == {"red": [], "blue": ["R7"], "yellow": ["B3"]}
        assert game.scores["yellow"] == 3
        assert (game.to_move, game.placing) == (order[0], "yellow")


def test_shared_pick_after_the_rounds_last_placement():
    game = new("two-shared")
    game._step = 2
    surround(game, (-2, 2), (Y, 5), (Y, 5), (Y, 5), (B, 1), (B, 1), (R, 1))  # Y5 and G4
    assert (game.round, game.to_move) == (1, "red")
    game.play("take Y5")
    assert game.scores["yellow"] == 7  # the colour bonus holds for it too
    assert (game.round, game.to_move, game.placing) == (2, "blue", "blue")


# ------------------------------------------------------------------------------------------------- the end


def ended(variant, scores, taken=None, **switches):
    game = new(variant, **switches)
    game.scores.update(scores)
    for faction, stones in (taken or {}).items():
        game.taken[faction] += stones
    game.over = True
    return game


def test_results():
    assert ended("four", {R: 5, B: 9, Y: 8, G: 1}).result == (("blue",), "points")
    assert ended("four", {R: 9, B: 9, Y: 8, G: 1}, {B: ["R7"]}).result == (("blue",), "seven-stone")
    assert ended("four", {R: 9, B: 9, Y: 8, G: 1}, {Y: ["R7"]}).result == (("red", "blue"), "shared-victory")
    assert ended("four", {R: 9, B: 9, Y: 9, G: 9}).result == (FACTIONS, "shared-victory")
    assert ended("two-shared", {R: 5, B: 4, Y: 6}).result == ((), "beaten-by-shared")
    assert ended("two-shared", {R: 6, B: 4, Y: 6}).result == (("red",), "points")  # equal is not less
    assert ended("two-shared", {R: 4, B: 7, Y: 6}).result == (("blue",), "points")
    assert ended("two-shared", {R: 5, B: 5, Y: 6}).result == ((), "beaten-by-shared")
    assert ended("two-shared", {R: 6, B: 6, Y: 6}, {Y: ["R7"]}).result == (("red", "blue"), "shared-victory")
    assert ended("two-shared", {R: 5, B: 4, Y: 6}, shared_loss=False).result == (("red",), "points")


def test_nothing_after_the_end():
    game = ended("four", {R: 1})
    assert (game.phase, game.to_move, game.placing, game.legal()) == ("over", None, None, [])
    for token in ("pass", "S1@d5^0", "take R7", "nonsense"):
        refuse(game, token, "MH-END-1")


def test_short_game():
    game = new("four", rounds=1)
    for seat in SEATS["four"]:
        assert game.to_move == seat
        assert game.round == 1
        play_any(game)
    assert game.phase == "over"
    assert game.round == 1
    assert [len(game.hands[f]) for f in FACTIONS] == [4, 4, 4, 3]  # no refill after the end
    assert game.result == (FACTIONS, "shared-victory")


# ------------------------------------------------------------------------------------------------- abilities

DECK = list(range(1, 21))


def able(variant="four", tops=None, chosen=(), **switches):
    """A game in which the seats have chosen: the named abilities, else the first of the two."""
    switches.setdefault("goal_deck", DECK)
    game = new(variant, tops, abilities=True, **switches)
    while game.phase == "choose-ability":
        wanted = [f"ability {name}" for name in chosen if f"ability {name}" in game.legal()]
        game.play((wanted or game.legal())[0])
    return game


def turn_of(game, seat):
    game._step = game.seats.index(seat)


def put(game, key, cell, site=None, edge=0):
    """The seat to move places a unit, matching or not; the edge of that number faces the site (or the east)."""
    hand = game._hand()
    if key not in hand:
        hand[0] = key
    facing = neighbours(cell).index(site) if site else 0
    game._place(f"{key}@{game.board.label[cell]}^{(facing - edge) % 6}")


def at(game, *labels):
    return [game.board.place[label] for label in labels]


def test_choose_in_reverse_order():
    game = new("four", abilities=True, goal_deck=DECK)
    assert game.abilities == dict.fromkeys(FACTIONS)
    for seat in ("green", "yellow", "blue", "red"):
        assert (game.phase, game.to_move, game.placing) == ("choose-ability", seat, None)
        assert game.legal() == sorted(f"ability {name}" for name in ABILITIES[seat])
        others = [name for faction in FACTIONS if faction != seat for name in ABILITIES[faction]]
        for name in [*others, "nothing"]:
            refuse(game, f"ability {name}", "MH-ABIL-1")
        for token in ("pass", "S1@d5^0", "take R7"):
            refuse(game, token, "MH-ABIL-1")
        for token in ("decline", "scheme", "enchant d5"):
            refuse(game, token, "MH-ABIL-2")
        game.play(f"ability {ABILITIES[seat][1]}")
    assert game.abilities == {"red": "reward", "blue": "scatter", "yellow": "scheme", "green": "petrify"}
    assert (game.phase, game.to_move, game.round) == ("place", "red", 1)
    assert game.goal_deck == DECK
    refuse(game, "ability reward", "MH-ABIL-1")
    assert game.log == ["ability petrify", "ability scheme", "ability scatter", "ability reward"]


def test_choose_elsewhere():
    assert new("four").phase == "place"
    refuse(new("four"), "ability reward", "MH-ABIL-1")
    for token in ("enchant d5", "curse d5", "confuse d5^1", "petrify d5", "scheme", "blitz", "decline"):
        refuse(new("four"), token, "MH-ABIL-2")
    game = new("two-shared", abilities=True)
    assert game.to_move == "blue"
    game.play("ability blitz")
    game.play("ability enchant")
    assert game.abilities == {"red": "enchant", "blue": "blitz"}  # the shared faction has none


def test_nobody_took_scheme():
    assert able(chosen=["confuse"]).goal_deck == []  # MH-GOAL-1


def five_around(game, *shown):
    """(faction, power) on all neighbours of SITE = d6 but the west one, d5 = (1, 0)."""
    rest = [cell for cell in neighbours(SITE) if cell != (1, 0)]
    for cell, (faction, strength) in zip(rest, shown, strict=True):
        show(game, cell, SITE, faction, strength)


def test_ability_phase():
    game = able(chosen=["enchant"])
    put(game, "A1", (1, 0))
    assert (game.phase, game.to_move) == ("place", "blue")  # not marked
    game = able(chosen=["enchant"])
    five_around(game, (R, 4), (R, 3), (B, 4), (B, 4), (Y, 1))
    put(game, "C1", (1, 0), SITE, 3)
    assert (game.phase, game.to_move, game.placing) == ("ability", "red", None)
    assert game.judgements == []  # before judgement
    assert len(game.hands["red"]) == 3  # and before the refill
    own = [label for label, unit in game.units.items() if unit[0] == "red"]
    assert game.legal() == sorted(["decline", *(f"enchant {label}" for label in own)])
    assert len(own) == 3
    for token in ("pass", "S1@d3^0", "take R7", "scheme", "blitz", "curse d5", "petrify d3", "confuse d7^0"):
        refuse(game, token, "MH-ABIL-2")
    refuse(game, "ability enchant", "MH-ABIL-1")
    game.play("decline")
    assert game.judgements[0][1] == {"red": 8, "blue": 8, "yellow": 1}
    assert (game.phase, game.to_move) == ("take", "yellow")
    refuse(game, "enchant d5", "MH-ABIL-2")  # too late
    refuse(game, "ability enchant", "MH-ABIL-1")


def test_enchant():
    for target, in_totals in (("d5", True), ("d7", True), ("a1", False)):
        game = able(chosen=["enchant"])
        five_around(game, (R, 4), (R, 3), (B, 4), (B, 4), (Y, 1))
        game.placed[(0, -3)] = ("red", "C2", 0)
        put(game, "C1", (1, 0), SITE, 3)
        for enemy in ("c6", "e6"):
            assert (f"enchant {enemy}" in game.legal()) == (game.units[enemy][0] == "red")
        blue = next(label for label, unit in game.units.items() if unit[0] == "blue")
        for wrong in (blue, "d6", "d4", "a3", "z9", "(9, 9)"):  # an enemy, a stone, the void, an empty cell, nothing
            refuse(game, f"enchant {wrong}", "MH-ENCHANT")
        game.play(f"enchant {target}")
        assert game.counters == {target: 1}
        assert game.judgements[0][1] == {"red": 9 if in_totals else 8, "blue": 8, "yellow": 1}


def test_enchant_star_and_dials():
    for switches, more in (({}, 2), ({"enchant_star": 4}, 4), ({"enchant_dot": 4}, 2)):
        game = able(chosen=["enchant"], **switches)
        five_around(game, (R, 4), (R, 3), (B, 4), (B, 4), (Y, 1))
        put(game, "S1", (1, 0), SITE, 3)  # 3
        game.play("enchant (1, 0)")
        assert game.counters == {"d5": more}
        assert game.judgements[0][1] == {"red": 10 + more, "blue": 8, "yellow": 1}


def test_curse():
    for key, less, floor, blues in (
        ("C1", 1, 0, 1 + 4),
        ("S1", 2, 0, 0 + 4),
        ("S1", 2, 1, 1 + 4),
        ("S1", 2, -9, -1 + 4),
    ):
        game = able(chosen=["curse"], power_floor=floor)
        turn_of(game, "green")
        five_around(game, (B, 2 if key == "C1" else 1), (R, 3), (R, 3), (B, 4), (Y, 1))
        put(game, key, (1, 0), SITE, 3)
        assert game.to_move == "green"
        assert len(game.legal()) == 6
        for wrong in ("d5", "d6", "a3"):  # its own unit, a stone, an empty cell
            refuse(game, f"curse {wrong}", "MH-CURSE")
        game.play("curse d7")
        assert game.counters == {"d7": -less}
        assert game.judgements[0][1]["blue"] == blues
        assert game.judgements[0][1]["red"] == 6


def test_curse_without_an_enemy():
    # MH-ABIL-4: green is alone on the board
    game = able(chosen=["curse"])
    turn_of(game, "green")
    put(game, "C1", (1, 0))
    assert (game.phase, game.to_move, game.round) == ("place", "red", 2)


def test_counters_add_up_and_stay():
    game = able(chosen=["enchant", "curse"])
    put(game, "C1", (1, 0))
    game.play("enchant d5")
    turn_of(game, "red")
    put(game, "S1", (-1, 0))
    game.play("enchant d5")
    assert game.counters == {"d5": 3}
    turn_of(game, "green")
    put(game, "S1", (1, 1))
    game.play("curse d5")
    assert game.counters == {"d5": 1}
    turn_of(game, "green")
    put(game, "B1", (0, 1))
    game.play("curse d5")
    assert game.counters == {}  # white and black are equal
    turn_of(game, "green")
    put(game, "C1", (0, 2))
    game.play("curse d5")
    assert game.counters == {"d5": -1}


def test_counters_leave_the_printed_powers_for_placement():
    # MH-COUNTER-1: C2 (3 3 3 2 2 2) goes to e5 beside a printed 3 of S1 (see test_later_units), whatever lies on it
    game = able("four", {"red": ("S1",), "blue": ("C2", "C1", "C3", "C4")}, ["enchant"])
    game.play("S1@d5^0")
    game.play("enchant d5")
    assert game.counters == {"d5": 2}
    assert [t for t in game.legal() if t.startswith("C2")] == ["C2@e5^0", "C2@e5^1", "C2@e5^2"]


def test_counters_at_a_small_site():
    site = (4, -2)
    for counter, winner in ((0, "blue"), (1, "red"), (-1, "blue")):
        game = new()
        game._counters[(3, -2)] = counter
        face(game, (3, -2), site, "red", "C3", 5)  # 4
        face(game, (3, -1), site, "blue", "S1", 1)  # 4
        judge(game, site)
        assert game.small_won["b7"] == winner
    game = new()
    game._counters = {(3, -2): -9, (3, -1): -4}
    assert small(game, site, ("red", "C3", 5), ("blue", "C1", 0)) is None  # both 0, both C


def test_targets_on_a_judged_site():
    # MH-ABIL-3
    game = able(chosen=["enchant"])
    surround(game, SITE, (R, 5), (R, 5), (B, 4), (B, 1), (Y, 1), (G, 2))
    game.play("take R7")
    scores = dict(game.scores)
    turn_of(game, "red")
    put(game, "C1", (0, 1))
    game.play("enchant d7")
    assert game.counters == {"d7": 1}
    assert game.scores == scores


def test_shared_units_have_no_ability_and_are_enemies():
    game = able("two-shared", chosen=["enchant"])
    game._step = 2
    put(game, "S1", (0, 1))
    assert game.phase == "place"  # the yellow S1
    game = Reference(
        "two-shared",
        ("green", "yellow"),
        {"green": deck("C1"), "yellow": deck()},
        STONES_THREE,
        shared_decks={"green": ["S1", "A1", "A2", "B1", "B2"], "yellow": ["B3", "C1", "C2", "C3", "C4"]},
        shared="red",
        abilities=True,
    )
    game.play("ability confuse")
    game.play("ability curse")
    game.placed = {(0, 1): ("red", "A1", 0)}
    put(game, "C1", (1, 1))
    assert game.legal() == [f"curse {game.board.label[0, 1]}", "decline"]


def test_reward():
    # C1, B1 and S1 of red beside the site: 1 + 1 + 2, A1 nothing
    def judged(chosen, blue, **switches):
        game = able(chosen=chosen, **switches)
        keys = [("red", "C1", 0), ("red", "B1", 0), ("red", "S1", 0), ("red", "A1", 0), blue, ("yellow", "S1", 3)]
        for cell, unit in zip(neighbours(SITE), keys, strict=True):
            face(game, cell, SITE, *unit)
        judge(game, SITE)
        return game

    game = judged(["reward"], ("blue", "S1", 0))
    assert game.scores == {"red": 4, "blue": 0, "yellow": 0, "green": 0}  # the stones are still to be taken
    game.play("take R7")
    assert game.scores["red"] == 4 + 9
    assert judged(["enchant"], ("blue", "S1", 0)).scores["red"] == 0
    assert judged(["reward"], ("blue", "S1", 0), reward_dot=5, reward_star=0).scores["red"] == 10
    for counter, points in ((13, 4), (14, 0), (15, 0)):  # blue 5 + 13 against 19; a tie; blue is place 1
        game = able(chosen=["reward"])
        game._counters[neighbours(SITE)[4]] = counter
        keys = [("red", "C1", 0), ("red", "B1", 0), ("red", "S1", 0), ("red", "A1", 0), ("blue", "S1", 0)]
        for cell, unit in zip(neighbours(SITE), [*keys, ("yellow", "S1", 3)], strict=True):
            face(game, cell, SITE, *unit)
        judge(game, SITE)
        assert game.judgements[0][1] == {"red": 19, "blue": 5 + counter, "yellow": 3}
        assert game.scores["red"] == points
    # not at small sites
    game = able(chosen=["reward"])
    assert small(game, (4, -2), ("red", "S1", 0), ("blue", "A1", 3)) == "red"
    assert game.scores["red"] == 1


def test_reward_and_overwhelm():
    game = able("two-duel", chosen=["reward"])
    for cell in neighbours(CENTRE):
        face(game, cell, CENTRE, "red", "C1", 0)
    judge(game, CENTRE)
    assert game.scores["red"] == 9 + 3 + 6


def test_blitz():
    game = able("four", {"blue": ("B1", "S1", "A1", "A2", "C4", "C3")}, ["blitz"])
    put(game, "A1", (1, 0))
    put(game, "B1", (1, 1))
    assert (game.phase, game.to_move, game.legal()) == ("ability", "blue", ["blitz", "decline"])
    game.play("blitz")
    assert (game.phase, game.to_move, game.placing, game.round) == ("place", "blue", "blue", 1)
    assert game.hands["blue"] == ["S1", "A1", "A2"]  # no refill yet
    refuse(game, "decline", "MH-ABIL-2")
    refuse(game, "pass", "MH-PLACE-6")
    put(game, "S1", (0, 1))  # marked too, but never a third
    assert (game.phase, game.to_move) == ("place", "yellow")
    assert game.hands["blue"] == ["A1", "A2", "C4", "C3"]
    assert len(game.placed) == 3


def test_blitz_declined():
    game = able(chosen=["blitz"])
    turn_of(game, "blue")
    put(game, "S1", (1, 0))
    game.play("decline")
    assert (game.phase, game.to_move) == ("place", "yellow")
    assert game._blitzed == set()


def test_blitz_waits_for_judgement_and_pick():
    game = able(chosen=["blitz"])
    turn_of(game, "blue")
    five_around(game, (R, 4), (R, 4), (Y, 2), (Y, 1), (G, 1))
    put(game, "C1", (1, 0), SITE, 3)
    assert game.judgements == []
    game.play("blitz")
    assert (game.phase, game.to_move) == ("take", "red")
    game.play("take R7")
    assert (game.phase, game.to_move) == ("place", "blue")
    # the second one completes b7 (c6 is a neighbour of d6 and holds a unit), judged too
    assert "b7" not in game.small_won
    put(game, "A1", (3, -2))
    assert "b7" in game.small_won
    assert game.to_move == "yellow"


def test_blitz_needs_a_unit_and_a_cell():
    # MH-ABIL-4
    game = able(chosen=["blitz"])
    turn_of(game, "blue")
    game.hands["blue"] = ["B1"]
    put(game, "B1", (1, 0))
    assert (game.phase, game.to_move) == ("place", "yellow")
    for petrified in ([], [(-1, 0)]):
        game = able(chosen=["blitz"])
        turn_of(game, "blue")
        game.placed = dict.fromkeys(game.board.cells - {(1, 0), *petrified}, ("red", "C2", 0))
        game.judged = set(game.board.sites)
        game._petrified = dict.fromkeys(petrified, 1)
        put(game, "B1", (1, 0))
        assert game.phase == "place"
        assert game.to_move == "yellow"


@pytest.mark.parametrize(
    ("switches", "hand", "skipped"),
    [({}, 3, False), ({}, 2, True), ({}, 1, True), ({"rounds": 7}, 3, True), ({"rounds": 7}, 4, False)],
)
def test_blitz_skips_turns(switches, hand, skipped):
    game = able(chosen=["blitz"], **switches)
    game._blitzed = {"blue"}
    game.hands["blue"] = list(UNITS)[:hand]
    before = game.hands["blue"][:]
    put(game, "A1", (1, 0))
    assert game.to_move == ("yellow" if skipped else "blue")
    assert game.hands["blue"] == before  # a skipped turn does no refill
    # without having used it nothing is skipped
    game = able(chosen=["blitz"], **switches)
    game.hands["blue"] = list(UNITS)[:hand]
    put(game, "A1", (1, 0))
    assert game.to_move == "blue"


def test_blitz_skips_round_after_round_to_the_end():
    game = able(chosen=["blitz"])
    game._blitzed = set(FACTIONS)  # as if all had it: the rounds go on, and the game ends
    for seat in FACTIONS:
        game.hands[seat], game.decks[seat] = list(UNITS)[:2], []
    game.hands["red"] = ["A1", "A2", "C4", "C3"]
    put(game, "A1", (1, 0))
    assert (game.to_move, game.round) == ("red", 2)
    put(game, "A2", (1, 1))
    assert game.phase == "over"
    assert game.log == ["ability " + name for name in ("curse", "confuse", "blitz", "enchant")]


def test_blitz_in_the_duel_and_with_a_shared_faction():
    game = able("two-duel", chosen=["blitz"])
    game._blitzed = {"blue"}
    game.hands["blue"] = ["A1"]  # the final hand of nine rounds
    put(game, "A1", (1, -2))
    assert (game.to_move, game.round) == ("red", 2)
    # two-shared: only the own step
    game = able("two-shared", chosen=["blitz"])
    game._blitzed = {"blue"}
    game.hands["blue"] = []
    game._order = ("blue", "red")
    game._step = 1
    game.round = 2
    game.shared_hands["blue"] = ["A1"]
    game.decks["blue"] = []
    put(game, "A1", (0, 1))
    assert (game.to_move, game.placing, game.round) == ("blue", "yellow", 2)
    put(game, "A1", (0, 2))
    assert (game.to_move, game.placing, game.round) == ("red", "red", 3)
    put(game, "A2", (1, -1))
    assert (game.to_move, game.placing, game.round) == ("red", "yellow", 3)  # blue is second and skipped


def test_blitz_in_two_shared_is_for_own_units():
    game = able("two-shared", {"blue": ("B1", "A1", "A2")}, ["blitz"])
    game._step = 1
    game.placed = {(0, 1): ("red", "A1", 0)}
    put(game, "B1", (1, 1))
    game.play("blitz")
    assert (game.to_move, game.placing) == ("blue", "blue")
    put(game, "A1", (1, 0))
    assert game.hands["blue"] == ["A2"]
    assert (game.to_move, game.placing) == ("red", "yellow")


def test_scatter():
    game = able("four", {"blue": ("S1", "B1", "C1", "C2")}, ["scatter"])
    assert all(t[3:5] in ("d3", "d5") for t in game.legal())
    put(game, "A1", (1, 0))
    assert game.phase == "place"
    empty = [label for label, place in game.board.place.items() if place in game.board.cells and label != "d5"]
    beside = ["c4", "c5", "e4", "e5"]  # the cells next to d5
    tokens = {key: [t for t in game.legal() if t.startswith(key)] for key in ("S1", "B1", "C1", "C2")}
    assert tokens["S1"] == sorted(f"S1@{cell}^{n}" for cell in empty for n in range(6))
    assert tokens["B1"] == sorted(f"B1@{cell}^{n}" for cell in beside for n in range(6))
    assert tokens["C1"] == sorted(f"C1@{cell}^{n}" for cell in beside for n in range(6))
    assert len(tokens["C2"]) < 24
    refuse(game, "B1@a1^0", "MH-PLACE-2")
    refuse(game, "S1@d5^0", "MH-PLACE-2")
    refuse(game, "S1@d4^0", "MH-PLACE-2")
    game.play("S1@a1^0")
    assert (game.phase, game.to_move) == ("place", "yellow")  # Scatter makes no decision


def test_scatter_does_not_move_the_first_unit():
    game = able(chosen=["scatter"])
    turn_of(game, "blue")
    refuse(game, "S1@a1^0", "MH-PLACE-1")


def test_scatter_when_stuck():
    # C2 fits nowhere (see stuck_game); B1 shows no 5 or 1 either if its hand is judged by MH-PLACE-2/3
    game = able("four", {"blue": ("C2",)}, ["scatter"], hand_size=1)
    game.placed = {(1, 0): ("red", "B3", 1)}
    turn_of(game, "blue")
    assert game.legal() == [f"C2@d3^{n}" for n in range(6)]
    # S1 (5 4 5 3 4 3) has no 1 and no 2, and nothing else is shown by three C3 (5 1 2 2 1 4) to empty cells:
    # d5: NE 1, NW 2; e4: W 2; e5: E 2, SE 2; but e4's SE 4 shows until f4's right neighbour is there: E 2, SW 1, SE 2
    game = able("four", {"blue": ("S1",)}, ["scatter"], hand_size=1)
    game.placed = {(1, 0): ("red", "C3", 0), (0, 1): ("red", "C3", 0), (1, 1): ("red", "C3", 3)}
    turn_of(game, "blue")
    assert not game._stuck()
    game.placed[(0, 2)] = ("red", "C3", 3)
    assert game._stuck()
    empty = game._empty_cells()
    everywhere = sorted(f"S1@{game.board.label[cell]}^{n}" for cell in empty for n in range(6))
    assert game.legal() == everywhere  # star: any empty cell, not only the start cell
    # the same with a dot unit: next to a unit or on a start cell
    game = able("four", {"blue": ("C1",)}, ["scatter"], hand_size=1)
    game.placed = {(1, 0): ("red", "B3", 4)}  # 5 1 3 5 1 3 turned by 4: NE 5, NW 1, SW 5, SE 1
    turn_of(game, "blue")
    assert not game._stuck()  # C1 has a 1
    game.placed = dict.fromkeys([(1, 0), (1, -1), (1, 1)], ("red", "A1", 0))
    game._stuck = lambda: True  # never mind how
    where = {t[3:5] for t in game.legal()}
    beside = {game.board.label[c] for c in game._empty_cells() if game._touches(c)}
    assert where == beside | {"d3"}
    refuse(game, "C1@g4^0", "MH-PLACE-4")


def test_confuse_dot():
    game = able(chosen=["confuse"])
    turn_of(game, "yellow")
    game.placed = {
        (1, 1): ("red", "A1", 0),
        (1, -1): ("blue", "A1", 2),
        (0, 1): ("yellow", "A1", 0),
        (0, 2): ("red", "A2", 0),  # two away
    }
    put(game, "B1", (1, 0))
    assert game.legal() == sorted(["decline", *(f"confuse {cell}^{n}" for cell in ("e5", "c4") for n in range(6))])
    for wrong in ("e4", "d5", "f5", "d6", "a1"):  # own, itself, too far, a stone, an empty cell
        refuse(game, f"confuse {wrong}^1", "MH-CONFUSE")
    refuse(game, "enchant d5", "MH-ABIL-2")
    game.play("confuse e5^3")
    assert game.units["e5"] == ("red", "A1", 3)
    assert game.to_move == "green"


def test_confuse_star_and_judgement():
    game = able(chosen=["confuse"])
    turn_of(game, "yellow")
    five_around(game, (R, 5), (R, 4), (B, 4), (B, 4), (Y, 1))  # the first, on d7, is a C3 (5 1 2 2 1 4)
    put(game, "S1", (1, 0), SITE, 3)
    assert len(game.legal()) == 1 + 4 * 6
    # d7 shows the site its W edge (3): at rotation 2 that is edge 1
    game.play("confuse d7^2")
    assert game.judgements[0][1] == {"red": 1 + 4, "blue": 8, "yellow": 4}


def test_confuse_without_an_adjacent_enemy():
    for key, phase in (("B1", "place"), ("S1", "ability")):
        game = able(chosen=["confuse"])
        turn_of(game, "yellow")
        game.placed = {(0, 2): ("red", "A1", 0), (1, 1): ("yellow", "A1", 0)}
        put(game, key, (1, 0))
        assert game.phase == phase


def test_scheme():
    game = able(chosen=["scheme"], goal_deck=[7, 3])
    drawn = []
    for key, cell in (("S1", (1, 0)), ("B1", (1, 1))):
        turn_of(game, "yellow")
        put(game, key, cell)
        assert game.legal() == ["decline", "scheme"]
        game.play("scheme")
        drawn.append(list(game.goals["yellow"]))
    assert drawn == [[7], [7, 3]]
    assert game.goal_deck == []
    turn_of(game, "yellow")
    put(game, "C1", (0, 1))
    assert game.phase == "place"  # MH-ABIL-4: no card left
    game = able(chosen=["scheme"])
    turn_of(game, "yellow")
    put(game, "S1", (1, 0))
    game.play("decline")
    assert game.goals["yellow"] == []


# ------------------------------------------------------------------------------------------------- petrify


def petrify_game(**switches):
    game = able(chosen=["petrify"], **switches)
    turn_of(game, "green")
    return game


def test_petrify():
    for key, points in (("C1", 1), ("S1", 2)):
        game = petrify_game()
        put(game, key, (1, 0))
        empty = game.board.cells - {(1, 0)}
        assert game.legal() == sorted(["decline", *(f"petrify {game.board.label[cell]}" for cell in empty)])
        for wrong in ("d5", "d4", "d6", "b7", "z9"):  # a unit, the void, stones, nothing
            refuse(game, f"petrify {wrong}", "MH-PETRIFY-1")
        game.play("petrify c5")
        assert game.petrified == {"c5": points}
        assert (game.phase, game.to_move, game.round) == ("place", "red", 2)
        refuse(game, f"{game.hands['red'][0]}@c5^0", "MH-PLACE-2")
        assert not any("@c5^" in token for token in game.legal())
    game = petrify_game(petrify_star=5)
    put(game, "S1", (1, 0))
    game.play("petrify d3")  # a start cell
    assert game.petrified == {"d3": 5}
    turn_of(game, "green")
    put(game, "B1", (1, 1))
    refuse(game, "petrify d3", "MH-PETRIFY-1")  # already


def test_petrify_not_the_last_cell_of_a_small_site():
    b6, c6 = (3, -2), (3, -1)  # the cells of b7
    game = petrify_game()
    game.placed = {b6: ("red", "A1", 0)}
    put(game, "C1", (1, 0))
    refuse(game, "petrify c6", "MH-PETRIFY-2")
    assert "petrify c6" not in game.legal()
    assert "petrify c5" in game.legal()
    # both cells empty: allowed, and the second as well, since a petrified cell counts as one without a unit
    game = petrify_game()
    put(game, "C1", (1, 0))
    game.play("petrify c6")
    turn_of(game, "green")
    put(game, "B1", (1, 1))
    game.play("petrify b6")
    assert list(game.petrified) == ["c6", "b6"]
    # a unit on one, the other petrified: nothing to forbid any more at b7
    game = petrify_game()
    game._petrified = {c6: 1}
    put(game, "C1", b6)
    assert "petrify b5" in game.legal()


def test_petrify_not_the_last_cell_of_a_large_site():
    game = petrify_game()
    five_around(game, (R, 4), (R, 3), (B, 4), (B, 4), (Y, 1))
    put(game, "C1", (-1, 0))
    refuse(game, "petrify d5", "MH-PETRIFY-2")
    # two cells without a unit: either may be petrified; but when one is petrified, the other still may be
    game = petrify_game()
    five_around(game, (R, 4), (R, 3), (B, 4), (B, 4), (Y, 1))
    game.judged.add((4, -2))
    del game.placed[3, -1]
    put(game, "C1", (-1, 0))
    game.play("petrify d5")
    turn_of(game, "green")
    put(game, "B1", (-1, 1))
    game.play("petrify c6")
    assert list(game.petrified) == ["d5", "c6"]
    # the site is judged: the last cell was filled; a cell beside it is free to be petrified anyway
    game = petrify_game()
    surround(game, SITE, *[(R, 1)] * 6)
    game.play("take R7")
    turn_of(game, "green")
    put(game, "C1", (-1, 0))
    assert "petrify c4" in game.legal()


def test_petrify_not_the_last_cell_of_a_petrified_site():
    a1, a2, b2, b3 = (0, -3), (1, -3), (-1, -2), (0, -2)
    assert set(BOARDS["four"].cells_around(a1)) == {a2, b2, b3}
    game = petrify_game()
    game.judged.add((-2, -2))
    game._petrified = {a1: 1}
    game.placed = dict.fromkeys([a2, b2], ("red", "A1", 0))
    put(game, "C1", (1, 0))
    refuse(game, "petrify b3", "MH-PETRIFY-2")
    # with b2 petrified as well, a1 waits for two cells without a unit; all its neighbours that are no stones hold units
    # when b3 is petrified too, so a1 is judged
    game = petrify_game()
    game._petrified = {a1: 1, b2: 1}
    game.placed = {a2: ("red", "A1", 0)}
    put(game, "C1", (1, 0))
    game.play("petrify b3")
    assert list(game.petrified) == ["b2", "b3"]
    assert game.colourless["red"] == [1]


def around_a1(game, *shown):
    """(faction, power) on the three cells beside a1."""
    a1 = (0, -3)
    for cell, (faction, strength) in zip(game.board.cells_around(a1), shown, strict=True):
        show(game, cell, a1, faction, strength)


@pytest.mark.parametrize(
    ("shown", "taker"),
    [
        ([(R, 4), (B, 3), (G, 1)], R),  # place 2 gets nothing
        ([(R, 2), (B, 4), (R, 3)], R),
        ([(R, 3), (B, 3), (G, 1)], G),  # place 1 is void: place 2 takes it
        ([(R, 5), (B, 2), (Y, 2)], R),
        ([(R, 3), (B, 3), (G, 3)], None),
    ],
)
def test_petrified_cell_surrounded_at_once(shown, taker):
    game = petrify_game()
    around_a1(game, *shown)
    game.judged.add((-2, -2))
    put(game, "S1", (1, 0))
    game.play("petrify a1")
    assert game.petrified == {}
    assert game.colourless == {f: [2] if f == taker else [] for f in FACTIONS}
    assert game.scores == {f: 2 if f == taker else 0 for f in FACTIONS}
    assert game.judgements[-1][0] == "a1"
    assert (game.phase, game.to_move) == ("place", "red")  # no pick
    assert (0, -3) in game._empty_cells()  # a cell again


def test_petrified_move_up_and_duel():
    game = petrify_game(large_tie="move-up")
    around_a1(game, (R, 3), (B, 3), (G, 1))
    put(game, "S1", (1, 0))
    game.play("petrify a1")
    assert game.colourless["green"] == [2]
    # two-duel: twice as much makes no difference with one stone
    game = Reference(
        "two-duel", ("green", "red"), {"green": deck(), "red": deck()}, STONES_TWO, abilities=True, power_floor=0
    )
    game.play("ability reward")
    game.play("ability petrify")
    cell = (1, -2)
    for beside in game.board.cells_around(cell):
        show(game, beside, cell, "red", 5)
    put(game, "C1", (0, 1))
    game.play("petrify a2")
    assert game.colourless == {"green": [], "red": [1]}
    assert game.scores["red"] == 1
    assert game.taken == {"green": [], "red": []}


def test_reward_at_a_petrified_cell():
    game = able(chosen=["reward", "petrify"])
    turn_of(game, "green")
    around_a1(game, (R, 4), (B, 3), (G, 1))
    a1 = (0, -3)
    face(game, game.board.cells_around(a1)[0], a1, "red", "S1", 0)
    game.judged.add((-2, -2))
    put(game, "C1", (1, 0))
    game.play("petrify a1")
    assert game.scores["red"] == 1 + 2


def test_petrified_cell_delays_a_site():
    # d5 is petrified: d6 waits although its five other cells are full.  The cells beside d5 are c4, c5, e4, e5.
    game = petrify_game()
    five_around(game, (R, 4), (R, 3), (B, 4), (B, 4), (Y, 1))
    del game.placed[1, 1]  # e5
    put(game, "C1", (1, -1))  # c4
    game.play("petrify d5")
    turn_of(game, "red")
    put(game, "A1", (1, 1))
    assert game.petrified == {"d5": 1}
    assert game.judgements == []
    put(game, "A1", (0, 1))  # blue on e4: the cell is surrounded
    assert [j[0] for j in game.judgements] == ["d5"]
    assert game.judged_sites[-1].units == (("blue", "C3"), ("green", "C1"), ("blue", "A1"), ("red", "A1"))
    assert game.petrified == {}
    assert not game.judged & {SITE}
    put(game, "A1", (1, 0))  # yellow
    assert [j[0] for j in game.judgements] == ["d5", "d6"]


def test_petrified_after_printed_sites_and_after_the_pick():
    # (2, -1) = c5 completes d6 and surrounds the petrified b5, whose other cells are a3, a4, b6 and c4
    game = petrify_game()
    b5 = (2, -2)
    beside = game.board.cells_around(b5)
    assert {game.board.label[c] for c in beside} == {"a3", "a4", "b6", "c4", "c5"}
    five_around(game, (R, 4), (R, 4), (B, 4), (B, 1), (Y, 1))
    game.placed[1, 0] = ("red", "C2", 0)
    del game.placed[2, -1]
    for cell in beside:
        if cell != (2, -1):
            game.placed.setdefault(cell, ("green", "C2", 0))
    game.judged |= {(4, -2), (1, -2)}
    game._petrified = {b5: 1}
    turn_of(game, "yellow")
    put(game, "A1", (2, -1))
    assert game.phase == "take"
    assert game.petrified == {"b5": 1}
    game.play(game.legal()[0])
    assert [j[0] for j in game.judgements] == ["d6", "b5"]
    assert game.petrified == {}


def test_neighbouring_petrified_cells():
    a1, a2, a3, b2, b3 = (0, -3), (1, -3), (2, -3), (-1, -2), (0, -2)
    assert set(BOARDS["four"].cells_around(a2)) == {a1, a3, b3}
    # a1 first: when the last cell is filled a1 is judged, a2 counting as a stone; then a1 is empty and a2 must wait
    game = petrify_game()
    game.judged.add((-2, -2))
    game._petrified = {a1: 1, a2: 2}
    for cell in (a3, b2):
        game.placed[cell] = ("red", "A1", 0)
    turn_of(game, "red")
    put(game, "A2", b3)
    assert [j[0] for j in game.judgements] == ["a1"]
    assert game.petrified == {"a2": 2}
    put(game, "A1", a1)
    assert [j[0] for j in game.judgements] == ["a1", "a2"]
    assert game.petrified == {}
    # a2 first
    game = petrify_game()
    game.judged.add((-2, -2))
    game._petrified = {a2: 2, a1: 1}
    for cell in (a3, b2):
        game.placed[cell] = ("red", "A1", 0)
    turn_of(game, "red")
    put(game, "A2", b3)
    assert [j[0] for j in game.judgements] == ["a2"]
    assert game.petrified == {"a1": 1}
    assert game.colourless["red"] == [2]


def test_a_petrified_cell_among_petrified_cells_only():
    a1 = (0, -3)
    game = petrify_game()
    game._petrified = dict.fromkeys(game.board.cells_around(a1), 1)
    put(game, "C1", (1, 0))
    game.play("petrify a1")
    assert game.judgements == [("a1", {}, (None, None))]  # nobody is there
    assert len(game.petrified) == 3


def test_petrified_cells_cut_off():
    # MH-PETRIFY-4: all around d5 is stone
    game = petrify_game()
    game.placed = {(1, 0): ("red", "A1", 0)}
    game._petrified = dict.fromkeys(at(game, "c4", "c5", "e4", "e5"), 1)
    turn_of(game, "blue")
    hand = game.hands["blue"]
    assert game.legal() == sorted(f"{key}@d3^{n}" for key in hand for n in range(6))
    refuse(game, f"{hand[0]}@c4^0", "MH-PLACE-4")
    game._petrified[-1, 0] = 1  # the other start cell too
    empty = game.board.cells - set(game.placed) - set(game._petrified)
    labels = [game.board.label[cell] for cell in empty]
    assert game.legal() == sorted(f"{key}@{cell}^{n}" for key in hand for cell in labels for n in range(6))
    refuse(game, f"{hand[0]}@c4^0", "MH-PLACE-5")


def test_pass_when_only_petrified_cells_are_left():
    game = petrify_game()
    game._petrified = {(-1, 0): 1}
    game.placed = dict.fromkeys(game.board.cells - {(-1, 0)}, ("red", "C2", 0))
    assert game.legal() == ["pass"]


# ------------------------------------------------------------------------------------------------- goals


def army(seat, *cells, board="four", others=()):
    """A game with units of a seat on cells, and of other factions on others."""
    game = new(board)
    game.placed = dict.fromkeys(cells, (seat, "A1", 0))
    game.placed |= dict.fromkeys(others, ("green" if seat != "green" else "red", "A1", 0))
    return game


def goal(number, game, seat="red", points=None):
    return goal_score(number, game.facts(), seat, points)


def test_goal_cards():
    assert sorted(GOALS) == DECK
    assert sum(kind == "formation" for kind, _ in GOALS.values()) == 9
    assert [n for n, (_, points) in GOALS.items() if points == 3] == [4, 5, 7, 10, 11, 12, 15, 16, 18]
    assert [n for n, (_, points) in GOALS.items() if points == 2] == [13, 14, 17, 19]
    assert [turned((1, 0), n) for n in range(6)] == list(DIRECTIONS)  # counter-clockwise
    assert turned((1, 1), 6) == (1, 1)


def test_goal_set_up():
    private = {"red": [1], "blue": [2], "yellow": [3], "green": [4]}
    game = new(goals=True, private_goals=private, open_goals=[5, 6], goal_deck=DECK[6:])
    assert game.goals == private
    assert game.open_goals == [5, 6]
    assert game.goal_deck == []  # without abilities nobody draws
    assert game.phase == "place"
    both = {"goals": True, "private_goals": private, "open_goals": [5, 6], "goal_deck": DECK[6:]}
    game = new(abilities=True, **both)
    assert game.goal_deck == DECK[6:]
    for token in ("ability petrify", "ability scheme", "ability blitz", "ability reward"):
        game.play(token)
    turn_of(game, "yellow")
    put(game, "S1", (1, 0))
    game.play("scheme")
    assert game.goals["yellow"] == [3, 7]
    with pytest.raises(ValueError, match="each at most once"):
        new(goals=True, private_goals={"red": [1]}, open_goals=[1, 6])
    with pytest.raises(ValueError, match="1 to 20"):
        new(goals=True, open_goals=[21, 6])
    with pytest.raises(ValueError, match="need the option goals"):
        new(abilities=True, open_goals=[5, 6])
    with pytest.raises(ValueError, match="goal deck"):
        new(goal_deck=DECK)


def test_goals_of_lines():
    # the row a1..a4 of board four: (0,-3) .. (3,-3)
    row = [(q, -3) for q in range(4)]
    three = army("red", *row[:3])
    assert goal(1, three) == 1  # once, though two rotations fit it
    assert goal(4, three) == 0
    assert goal(1, three, "blue") == 0
    four = army("red", *row)
    assert (goal(1, four), goal(4, four)) == (2, 3)
    assert goal(4, four, points=5) == 5
    # a cell and all around it (away from the stones): three lines through one cell
    star = army("red", (9, 9), *neighbours((9, 9)))
    assert goal(1, star) == 3
    assert goal(2, star) == 6
    assert goal(3, star) == 6 + 6  # about the centre, and along the ring
    assert goal(5, star) == 6 * 3
    gap = army("red", row[0], row[1], row[3])
    assert goal(1, gap) == 0
    mixed = army("red", row[0], row[1], others=[row[2]])
    assert goal(1, mixed) == 0


def test_goals_of_triangles_bows_and_rhombi():
    triangle = army("red", (0, 2), (1, 1), (1, 2))
    assert [goal(n, triangle) for n in (1, 2, 3, 5)] == [0, 1, 0, 0]
    up = army("red", (-1, -2), (0, -2), (0, -3))
    assert goal(2, up) == 1  # the other way up
    bow = army("red", (0, -3), (1, -3), (0, -2))
    assert [goal(n, bow) for n in (1, 2, 3)] == [0, 1, 0]
    bow = army("red", (1, -3), (0, -2), (-1, -2))
    assert [goal(n, bow) for n in (1, 2, 3)] == [0, 0, 1]
    for rotation in range(6):
        places = [turned(place, rotation) for place in ((0, 0), (1, 0), (0, 1), (1, 1))]
        rhombus = army("red", *[(q + 9, r + 9) for q, r in places])  # away from the stones
        assert [goal(n, rhombus) for n in (2, 3, 5)] == [2, 2, 3]


def test_two_triangles_in_one_figure():
    game = army("red", (0, 0), (1, 0), (0, 1), (-1, 1))
    assert formation_places(game.facts(), "red", PATTERNS[2]) == {
        frozenset({(0, 0), (1, 0), (0, 1)}),
        frozenset({(0, 0), (0, 1), (-1, 1)}),
    }
    # a bend of 120 degrees about (0, 0) and one about (0, 1); they share an edge, so a rhombus
    assert [goal(n, game) for n in (1, 2, 3, 5)] == [0, 2, 2, 3]


def test_goals_around_a_large_site():
    ring = list(neighbours(SITE))
    opposite = army("red", ring[0], ring[3])
    assert (goal(6, opposite), goal(7, opposite)) == (1, 0)
    assert goal(6, army("red", ring[0], ring[2])) == 0
    assert goal(7, army("red", ring[0], ring[2], ring[4])) == 3
    assert goal(7, army("red", ring[1], ring[3], ring[5])) == 3
    full = army("red", *ring)
    assert (goal(6, full), goal(7, full)) == (3, 6)
    full.judged.add(SITE)
    assert goal(6, full) == 3  # judged or not
    # around the throne, a small site or a petrified cell there is no large site
    assert goal(6, army("red", (1, 0), (-1, 0))) == 0
    petrified = army("red", (0, -3), (2, -3))
    petrified._petrified = {(1, -3): 1}
    assert [goal(n, petrified) for n in (1, 6, 8)] == [0, 0, 0]


def test_goals_of_hostage_and_spearhead():
    line = [(0, -3), (1, -3), (2, -3)]
    hostage = army("red", line[0], line[2], others=[line[1]])
    assert (goal(8, hostage), goal(9, hostage)) == (1, 0)
    assert (goal(8, hostage, "green"), goal(9, hostage, "green")) == (0, 1)
    assert (goal(8, hostage, "blue"), goal(9, hostage, "blue")) == (0, 0)
    hostage.placed[line[2]] = ("blue", "A1", 0)
    assert goal(9, hostage, "green") == 1  # enemies of two factions
    assert goal(8, hostage) == 0
    # the shared faction is an enemy
    game = army("red", (0, 1), (2, 1), board="two-shared")
    game.placed[(1, 1)] = ("yellow", "A1", 0)
    assert goal(8, game) == 1


def judged_sites(*records):
    """(kind, number of the site, factions with an A1, first, second)"""
    game = new()
    sites = game.board.sites
    for kind, number, factions, first, second in records:
        units = tuple((faction, "A1") for faction in factions)
        game.judged_sites.append(Judged(kind, sites[number], units, first, second))
    return game


def all_seats(number, game):
    return [goal(number, game, seat) for seat in game.seats]


def test_most_small_stones():
    game = new()
    assert all_seats(10, game) == [0, 0, 0, 0]  # above 0 only
    game.small_won = {"b7": "red", "b1": "blue", "f1": None}
    assert all_seats(10, game) == [3, 3, 0, 0]
    game.small_won["f7"] = "blue"
    assert all_seats(10, game) == [0, 3, 0, 0]
    assert all_seats(17, game) == [0, 0, 2, 2]


def test_most_stones():
    game = new()
    assert all_seats(11, game) == [0, 0, 0, 0]
    game.taken["red"] = ["R7"]
    game.taken["blue"] = ["B3", "B6"]
    assert all_seats(11, game) == [0, 3, 0, 0]
    game.colourless["red"] = [1]
    game.colourless["green"] = [2, 1]
    assert all_seats(11, game) == [3, 3, 0, 3]
    # the shared faction is not compared
    game = new("two-shared")
    game.taken = {"red": ["R7"], "blue": [], "yellow": ["B3", "B6"]}
    assert all_seats(11, game) == [3, 0]


def test_sites_taken_part_in():
    game = judged_sites(
        ("large", 0, ["red", "red", "blue"], "red", "blue"),
        ("small", 4, ["blue", "green"], None, None),
        ("petrified", 0, ["red"], "red", None),
        ("petrified", 0, ["green"], "green", None),
    )
    assert all_seats(12, game) == [3, 3, 0, 3]
    assert all_seats(18, game) == [0, 0, 0, 0]
    game = judged_sites(*[("large", n, ["red", "blue"][: 1 + (n < 3)], "red", None) for n in range(4)])
    assert all_seats(12, game) == [3, 0, 0, 0]
    assert all_seats(18, game) == [3, 0, 0, 0]
    # a petrified cell is not one of the printed sites, a small one neither
    game = judged_sites(*[("large", n, ["red"], "red", None) for n in range(3)])
    game.judged_sites.append(Judged("petrified", (0, -3), (("red", "A1"),)))
    game.judged_sites.append(Judged("small", game.board.small[0], (("red", "A1"),)))
    assert goal(18, game) == 0


def test_rim():
    # four: c4 = (1, -1) has d5, c5, b5, b4 (a stone), c3, and the throne, which is no cell: rim.  b5 = (2, -2): a3, a4,
    # b6, b4, c4, c5: six.  c6 = (3, -1) is on the edge, but b7 (a small site) counts as a neighbour.
    game = army("red", (2, -2))
    assert len(set(neighbours((2, -2))) & game.facts().ground) == 6
    assert goal(13, game) == 0
    assert goal(13, army("red", (1, -1))) == 2
    game = army("red", (0, -3), (2, -2), others=[(1, -1)])
    assert all_seats(13, game) == [2, 0, 0, 2]
    # the cell between two small sites' edges: three's (0, 1) is inside
    assert goal(13, army("red", (0, 1), board="three")) == 0


def test_second_places():
    game = judged_sites(
        ("large", 0, ["red", "blue"], "red", "blue"),
        ("large", 1, ["red", "green"], None, "green"),
        ("petrified", 0, ["red", "blue"], "red", "blue"),
        ("small", 4, ["red", "yellow"], None, None),
        ("large", 2, ["red", "yellow"], "red", None),
    )
    assert all_seats(14, game) == [0, 2, 0, 0]
    assert all_seats(20, game) == [0, 0, 0, 0]


def test_largest_group():
    assert largest_group([]) == 0
    assert largest_group([(0, 0), (2, 0), (3, 0), (3, -1), (0, 5)]) == 3
    game = army("red", (0, -3), (1, -3), (3, -3), others=[(2, -3)])
    assert all_seats(15, game) == [3, 0, 0, 0]
    game.placed[(0, -2)] = ("red", "A1", 0)
    assert goal(15, game) == 3
    # cells on both sides of a stone or the throne are not adjacent
    game = army("red", (1, 0), (-1, 0), others=[(0, 2), (1, 2)])
    assert all_seats(15, game) == [0, 0, 0, 3]


def test_colours():
    game = new()
    game.taken["red"] = ["R7", "R2", "B3"]
    game.colourless["red"] = [1]
    game.taken["blue"] = ["Y4", "B6", "G5"]
    assert all_seats(16, game) == [0, 3, 0, 0]
    assert all_seats(19, game) == [4, 2, 0, 0]


def test_won_with_a_c_rank():
    game = judged_sites()
    for kind in ("large", "petrified", "small"):
        units = (("red", "C4"), ("red", "A1"), ("red", "C1"), ("blue", "C2"))
        game.judged_sites.append(Judged(kind, SITE, units, "red", "blue"))
    assert all_seats(20, game) == [2, 0, 0, 0]  # once for each site, not at small sites, not for place 2
    game = judged_sites()
    game.judged_sites.append(Judged("large", SITE, (("red", "A1"), ("blue", "C2")), "red", "blue"))
    assert goal(20, game) == 0  # an enemy's C


def test_what_a_game_remembers_for_goals():
    game = new()
    surround(game, SITE, (R, 5), (R, 4), (B, 5), (B, 1), (Y, 5), (Y, 1))  # 9, 6, 6
    game.play("take B3")
    small(game, (2, 2), ("green", "A1", 0), ("blue", "B1", 0))
    large, little = game.judged_sites
    assert (large.kind, large.place, large.first, large.second) == ("large", SITE, "red", None)
    assert large.factions == {"red", "blue", "yellow"}
    assert (little.kind, little.place, little.factions) == ("small", (2, 2), {"green", "blue"})
    assert all_seats(12, game) == [0, 3, 0, 0]
    assert all_seats(20, game) == [1, 0, 0, 0]  # the 5 and the 4 are of C3
    # overwhelmed, the second place is still one
    game = new("two-duel")
    surround(game, CENTRE, (R, 5), (R, 5), (R, 5), (R, 5), (B, 1), (B, 1))
    assert game.taken["red"] == ["R7", "B3"]
    assert all_seats(14, game) == [0, 2]


def test_goals_count_before_the_winner():
    private = {"red": [1], "blue": [15], "yellow": [3], "green": [4]}
    # nobody takes a small stone: 2 each by the open goal 17; 16 is for nobody; all of blue's one unit is a "group"
    game = new(goals=True, private_goals=private, open_goals=[17, 16], rounds=1, goal_points={17: 5})
    for _ in SEATS["four"]:
        assert game.goal_scores == {}
        assert set(game.scores.values()) == {0}
        play_any(game)
    assert game.goal_scores == {
        "red": {17: 5, 16: 0, 1: 0},
        "blue": {17: 5, 16: 0, 15: 3},
        "yellow": {17: 5, 16: 0, 3: 0},
        "green": {17: 5, 16: 0, 4: 0},
    }
    assert game.scores == {"red": 5, "blue": 8, "yellow": 5, "green": 5}
    assert game.result == (("blue",), "points")


def test_goals_and_the_shared_faction():
    game = new("two-shared", goals=True, private_goals={"red": [1], "blue": [2]}, open_goals=[17, 16])
    game.round, game._step = 10, 2
    game.scores = {"red": 1, "blue": 0, "yellow": 2}
    play_any(game)
    assert game.scores == {"red": 3, "blue": 2, "yellow": 2}
    assert set(game.goal_scores) == {"red", "blue"}
    assert game.result == (("red",), "points")  # not beaten any more


def test_a_schemed_goal_scores_without_the_option():
    game = able(chosen=["scheme"], rounds=1, goal_deck=[17, 1])
    put(game, "A1", (1, 0))
    put(game, "A1", (1, 1))
    put(game, "S1", (0, 1))
    game.play("scheme")
    put(game, "A1", (0, 2))
    assert game.goal_scores == {"red": {}, "blue": {}, "yellow": {17: 2}, "green": {}}
    assert game.result == (("yellow",), "points")


# ------------------------------------------------------------------------------------------------- whole games


def midpoint(cell, direction):
    """Where an edge lies in the plane, from trigonometry alone (y upwards, cells one apart)."""
    q, r = cell
    x, y = q + r / 2, -r * math.sqrt(3) / 2
    angle = math.radians(60 * direction)
    return round(x + math.cos(angle) / 2, 6), round(y + math.sin(angle) / 2, 6)


@functools.cache
def edge_points(key, cell, rotation):
    """Unit edges as points of the plane: edge i lies at 60 i degrees, turned by the rotation."""
    return {midpoint(cell, i + rotation): UNITS[key][i] for i in range(6)}


def geometry_legal(game):
    """The legal placements, worked out from coinciding edge midpoints instead of directions."""
    if game.phase != "place":
        return []
    board_edges = {}
    for cell, (_, key, rotation) in game.placed.items():
        for point, strength in edge_points(key, cell, rotation).items():
            board_edges.setdefault(point, []).append(strength)
    tokens = set()
    empty = [c for c in game.board.cells if c not in game.placed and game.board.label[c] not in game.petrified]
    hand = game._hand()
    everything = {(k, c, n) for k in hand for c in empty for n in range(6)}
    if not game.placed:
        tokens = {(k, c, n) for k, c, n in everything if c in game.board.starts}
    else:
        tokens = {
            (k, c, n)
            for k, c, n in everything
            if any(p in board_edges and s in board_edges[p] for p, s in edge_points(k, c, n).items())
        }
        tokens = tokens or {(k, c, n) for k, c, n in everything if c in game.board.starts} or everything
        if game.abilities.get(game.placing) == "scatter":
            tokens = tokens | {(k, c, n) for k, c, n in everything if k == "S1"}
            beside = {c for c in empty if any(distance(c, other) == 1 for other in game.placed)}
            tokens = tokens | {(k, c, n) for k, c, n in everything if k in ("B1", "C1") and c in beside}
    return sorted(f"{k}@{game.board.label[c]}^{n}" for k, c, n in tokens)


def random_game(variant, seed, **switches):
    rng = random.Random(f"{variant} {seed}")
    seats = rng.sample(FACTIONS, VARIANTS[variant][0])
    decks = {seat: rng.sample(list(UNITS), 10) for seat in seats}
    if variant == "two-shared":
        mixed = rng.sample(list(UNITS), 10)
        switches["shared_decks"] = {seats[0]: mixed[:5], seats[1]: mixed[5:]}
        switches["shared"] = rng.choice([f for f in FACTIONS if f not in seats])
    numbers = rng.sample(range(1, 21), 20)
    if switches.get("goals"):
        switches["private_goals"] = {seat: [numbers.pop()] for seat in seats}
        switches["open_goals"] = [numbers.pop(), numbers.pop()]
    if switches.get("goals") or switches.get("abilities"):
        switches.setdefault("goal_deck", numbers[: switches.pop("deck_size", 20)])
    board = BOARDS[VARIANTS[variant][3]]
    keys = [*rng.sample([k for k in STONES if k != "R7"], 2 * len(board.large) - 1), "R7"]
    rng.shuffle(keys)
    stones = {site: (keys[2 * n], keys[2 * n + 1]) for n, site in enumerate(board.large)}
    return Reference(variant, seats, decks, stones, **switches), rng


def check_everywhere(game):
    handed = [s for stones in game.taken.values() for s in stones]
    lying = [s for stones in game.stones.values() for s in stones]
    assert sorted(handed + lying + game.discarded) == sorted(game.all_stones)
    for f in game.factions:
        expected = sum(STONES[s][1] + (game.colour_bonus if STONES[s][0] == f else 0) for s in game.taken[f])
        expected += game.small_points * list(game.small_won.values()).count(f)
        expected += sum(game.colourless[f])
        if game.abilities.get(f) == "reward":
            won = [j for j in game.judged_sites if j.kind != "small" and j.first == f]
            marked = [MARKED[key] for j in won for faction, key in j.units if faction == f and key in MARKED]
            expected += sum(game._dials["reward", mark] for mark in marked)
        expected += sum(game.goal_scores.get(f, {}).values())
        assert game.scores[f] == expected
        here = [key for faction, key, _ in game.placed.values() if faction == f]
        if f == game.shared:
            rest = [key for part in (game.shared_hands, game.shared_decks) for keys in part.values() for key in keys]
        else:
            rest = game.hands[f] + game.decks[f]
            assert len(game.hands[f]) <= game.hand_size
        assert sorted(here + rest) == sorted(UNITS)
    if game.phase == "place" and len(game.placed) < len(game.board.cells):
        full = {s for s in game.board.sites if all(c in game.placed for c in game.board.cells_around(s))}
        assert game.judged == full
    check_options(game)


def check_options(game):
    empty = {c for c in game.board.cells if c not in game.placed}
    petrified = {game.board.place[label] for label in game.petrified}
    assert petrified <= empty
    assert set(game.counters) <= set(game.units)
    assert all(name is None or name in ABILITIES[seat] for seat, name in game.abilities.items())
    if game.phase == "place":  # none is left that could be judged, but for one beside a cell that was petrified
        assert sum(j.kind == "petrified" for j in game.judged_sites) == sum(
            token.startswith("petrify") for token in game.log
        ) - len(petrified)
    if game.phase == "ability":
        assert len(game.legal()) > 1
        assert "decline" in game.legal()
        cells = {game.board.place[token.split()[1]] for token in game.legal() if token.startswith("petrify")}
        assert cells <= empty - petrified
        unjudged = [s for s in game.board.sites if s not in game.judged] + list(petrified)
        for cell in cells:  # every site beside it waits for another cell as well
            for site in unjudged:
                if distance(cell, site) == 1:
                    assert any(distance(site, other) == 1 for other in empty - {cell})
    in_play = [n for seat in game.seats for n in game.goals[seat]] + game.open_goals + game.goal_deck
    assert len(in_play) == len(set(in_play))


def squares(places):
    """The sorted squared distances between places, in the plane: equal for congruent figures only (of these)."""
    pairs = itertools.combinations(places, 2)
    return sorted((a[0] - b[0]) ** 2 + (a[0] - b[0]) * (a[1] - b[1]) + (a[1] - b[1]) ** 2 for a, b in pairs)


def congruent_sets(game, seat, number):
    """The sets of places that look like the pattern, by distances instead of rotations."""
    pattern = PATTERNS[number]
    pools = {
        "o": [c for c, unit in game.placed.items() if unit[0] == seat],
        "e": [c for c, unit in game.placed.items() if unit[0] != seat],
        "L": list(game.board.large),
    }
    parts = []
    for what, pool in pools.items():
        parts.append(itertools.combinations(pool, list(pattern.values()).count(what)))
    found = set()
    for own, enemies, sites in itertools.product(*map(list, parts)):
        places = own + enemies + sites
        if squares(places) == squares(pattern):
            wanted = sorted((squares([p, o]), w) for p, w in pattern.items() for o in pattern)
            letters = dict.fromkeys(own, "o") | dict.fromkeys(enemies, "e") | dict.fromkeys(sites, "L")
            if sorted((squares([p, o]), w) for p, w in letters.items() for o in letters) == wanted:
                found.add(frozenset(places))
    return found


OPTIONS = [
    {"abilities": True},
    {"goals": True},
    {"abilities": True, "goals": True},
    {"abilities": True, "goals": True, "large_tie": "move-up", "small_same_faction_tie": "nobody"},
    {"abilities": True, "hand_size": 2, "deck_size": 1},
    {"abilities": True, "goals": True, "rounds": 5, "power_floor": 1, "curse_dot": 3, "petrify_star": 4},
    {"abilities": True, "reward_dot": 3, "reward_star": 0, "enchant_dot": 2, "hand_size": 10, "goal_deck": ()},
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("number", range(len(OPTIONS)))
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_with_options(variant, number, seed):
    game, rng = random_game(variant, f"{number} {seed}", **OPTIONS[number])
    while game.phase != "over":
        check_everywhere(game)
        legal = game.legal()
        assert legal == sorted(set(legal))
        assert legal
        assert all(game.why(token) is None for token in rng.sample(legal, min(5, len(legal))))
        assert game.result is None
        assert game.goal_scores == {}
        assert game.to_move in game.seats
        assert (game.placing is None) == (game.phase != "place")
        if game.phase == "place":
            assert legal == (geometry_legal(game) or ["pass"])
        if game.phase == "ability":
            legal = ["decline", *legal] if rng.random() < 0.2 else [token for token in legal if token != "decline"]
        game.play(rng.choice(legal))
    check_everywhere(game)
    assert game.why("pass") == "MH-END-1"
    placements = sum("@" in token for token in game.log)
    turns = game.rounds * len(game.factions)
    assert len(game.placed) == placements
    assert placements + game.log.count("pass") <= turns + game.log.count("blitz")
    if "blitz" not in game.log:
        assert placements + game.log.count("pass") == turns
    chosen = [token for token in game.log if token.startswith("ability")]
    assert chosen == game.log[: len(chosen)]
    assert len(chosen) == (len(game.seats) if OPTIONS[number].get("abilities") else 0)
    for seat in game.seats:
        assert set(game.goal_scores[seat]) == set(game.open_goals + game.goals[seat])
        for shape in range(1, 10):
            assert formation_places(game.facts(), seat, PATTERNS[shape]) == congruent_sets(game, seat, shape)
    winners, _ = game.result
    assert set(winners) <= set(game.seats)

    again, _ = random_game(variant, f"{number} {seed}", **OPTIONS[number])
    for token in game.log:
        again.play(token)
    assert (again.placed, again.scores, again.goal_scores, again.counters, again.petrified, again.result) == (
        game.placed,
        game.scores,
        game.goal_scores,
        game.counters,
        game.petrified,
        game.result,
    )


SWITCHES = [
    {},
    {"large_tie": "move-up", "small_same_faction_tie": "nobody"},
    {"colour_bonus": 0, "small_points": 2, "overwhelm_factor": 3, "shared_loss": False},
    {"hand_size": 1},
    {"hand_size": 10},
]


@pytest.mark.parametrize("number", range(len(SWITCHES)))
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant, number):
    game, rng = random_game(variant, number, **SWITCHES[number])
    passes = 0
    while game.phase != "over":
        check_everywhere(game)
        legal = game.legal()
        assert legal == sorted(set(legal))
        assert legal
        assert game.result is None
        if game.phase == "place":
            assert game.placing in game.factions
            assert game.to_move in game.seats
            assert legal == (geometry_legal(game) or ["pass"])
        else:
            assert len(legal) == 2
            assert all(t.startswith("take ") for t in legal)
        token = rng.choice(legal)
        passes += token == "pass"
        game.play(token)
    check_everywhere(game)
    assert len(game.placed) + passes == len(game.board.cells) == game.rounds * len(game.factions)
    if not (variant == "two-shared" and game.hand_size == 1):
        assert passes == 0
        assert game.judged == set(game.board.sites)
        assert not any(game.stones.values())
        assert sum(map(len, game.taken.values())) + len(game.discarded) == 2 * len(game.board.large)
        left = {"four": 2, "three": 0, "two-duel": 1, "two-shared": 0}[variant]
        if game.hand_size > 2:
            assert all(len(game.hands[s]) + len(game.decks[s]) == left for s in game.seats)
            assert not any(game.decks[s] for s in game.seats)
        if game.shared:
            assert not any(game.shared_hands.values())
            assert not any(game.shared_decks.values())
    winners, reason = game.result
    assert set(winners) <= set(game.seats)
    assert bool(winners) == (reason != "beaten-by-shared")
    assert game.why("pass") == "MH-END-1"

    # the record replays to the same end
    again, _ = random_game(variant, number, **SWITCHES[number])
    for token in game.log:
        again.play(token)
    assert (again.placed, again.scores, again.taken, again.result) == (
        game.placed,
        game.scores,
        game.taken,
        game.result,
    )
