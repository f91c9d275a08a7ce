"""Tests of the reference implementation itself: data facts, hand-worked positions, whole random games."""

import functools
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
    for text in ("", "S1", "S1@d5", "S1@d5^6", "S1@d5^-1", "decline", "scheme", "take", "passs", "ability enchant"):
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
    board_edges = {}
    for cell, (_, key, rotation) in game.placed.items():
        for point, strength in edge_points(key, cell, rotation).items():
            board_edges.setdefault(point, []).append(strength)
    tokens = set()
    empty = [cell for cell in game.board.cells if cell not in game.placed]
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
    return sorted(f"{k}@{game.board.label[c]}^{n}" for k, c, n in tokens)


def random_game(variant, seed, **switches):
    rng = random.Random(f"{variant} {seed}")
    seats = rng.sample(FACTIONS, VARIANTS[variant][0])
    decks = {seat: rng.sample(list(UNITS), 10) for seat in seats}
    if variant == "two-shared":
        mixed = rng.sample(list(UNITS), 10)
        switches["shared_decks"] = {seats[0]: mixed[:5], seats[1]: mixed[5:]}
        switches["shared"] = rng.choice([f for f in FACTIONS if f not in seats])
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
