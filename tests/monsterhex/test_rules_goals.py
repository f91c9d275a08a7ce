"""The rules of goals: how they are dealt, and what each of the twenty scores."""

import pytest

from hexwidgets.monsterhex.game import MonsterHex
from tests.monsterhex.checks import said, tokens
from tests.monsterhex.positions import FACTIONS, game_at
from tests.monsterhex.reference_goals import GOALS

D6 = ("d7", "c6", "c5", "d5", "e5", "e6")  # around the large site d6, counter-clockwise from the east


def scored(units=None, *, open_goals=(), **facts):
    """What the goals gave each faction of a game that ends, with these units and facts, by a pass."""
    units = {cell: f"{text} A1" if " " not in text else text for cell, text in (units or {}).items()}
    game = game_at(units, round=8, to_move="green", open_goals=open_goals, **facts)
    before = game.scores
    game.play("pass")
    assert game.phase == "over"
    return game, {seat: game.scores[seat] - before[seat] for seat in FACTIONS if game.scores[seat] != before[seat]}


def points(number, units=None, **facts):
    """What one open goal gives."""
    return scored(units, open_goals=[number], **facts)[1]


def red(*cells, unit="A1"):
    return dict.fromkeys(cells, f"red {unit}")


# -- dealing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "seats"), [("four", 4), ("three", 3), ("two-shared", 2), ("two-duel", 2)])
def test_mh_goal_1_each_seat_gets_one_in_private_and_two_lie_open(variant, seats):
    """All different, and before abilities are taken."""
    game = MonsterHex(variant, seed=2, goals=True, abilities=True)
    assert game.phase == "choose-ability"
    held = [goal.number for goals in game.goals.values() for goal in goals]
    both = [goal.number for goal in game.open_goals]
    assert (len(held), len(both), len({*held, *both})) == (seats, 2, seats + 2)
    for slot, seat in enumerate(game.seats):
        known = game.view(seat)
        assert [goals is not None for goals in known.goals] == [n == slot for n in range(seats)]
        assert known.goal_sizes == (1,) * seats
        assert known.state.open_goal == game.state.open_goal


def test_mh_goal_1_every_card_may_come():
    games = [MonsterHex("two-duel", seed=seed, goals=True) for seed in range(60)]
    assert {goal.number for game in games for goal in (*game.open_goals, *game.goals["red"])} == set(GOALS)


def test_mh_goal_1_with_abilities_alone_only_scheme_draws_one():
    game = MonsterHex(seed=2, abilities=True)
    assert (game.open_goals, game.goals) == ((), dict.fromkeys(FACTIONS, ()))
    drawn = game_at({"d5": "red S1"}, {"yellow": "S1"}, to_move="yellow", abilities={"yellow": "scheme"}, goal_deck=[3])
    drawn.play(next(t for t in tokens(drawn) if t.startswith("S1")))
    drawn.play("scheme")
    assert [goal.number for goal in drawn.goals["yellow"]] == [3]


def test_mh_goal_1_without_either_option_there_is_none():
    game = MonsterHex(seed=2)
    assert (game.open_goals, game.goals) == ((), dict.fromkeys(FACTIONS, ()))


# -- scoring ----------------------------------------------------------------------------------------------


def test_mh_goal_2_after_the_last_judgement_every_seat_scores_open_goals_and_its_own():
    """Open ones all, a private one its holder alone; before the winner is found, and said to all."""
    units = red("e1", "e2", "e3") | dict.fromkeys(("c1", "c2", "c3"), "blue A1")
    game, gained = scored(units, open_goals=[1, 17], goals={"red": [15], "blue": [13], "yellow": [15]})
    assert gained == {"red": 1 + 2 + 3, "blue": 1 + 2 + 2, "yellow": 2, "green": 2}
    assert (game.result.winners, game.result.reason) == (("red",), "points")
    assert {event.facts["seat"]: event.facts["points"] for event in said(game, "MH-GOAL-2")} == gained
    assert game.view("blue").goals == tuple(game.state.goal[:4])  # laid open at the end


def test_mh_goal_2_not_before_the_end():
    game = game_at(red("e1", "e2", "e3"), round=7, to_move="green", open_goals=[1])
    game.play("pass")
    assert set(game.scores.values()) == {0}


def test_mh_goal_2_a_dial_says_how_many_points():
    assert points(1, red("e1", "e2", "e3"), dials={"goal_1": 7}) == {"red": 7}


@pytest.mark.parametrize(
    ("small", "expected"),
    [("rrb", {"red": 3}), ("rrbb", {"red": 3, "blue": 3}), ("", {}), ("ygb", {"blue": 3, "yellow": 3, "green": 3})],
)
def test_mh_goal_3_all_who_are_tied_for_most_score_if_there_is_any(small, expected):
    """Goal 10, most small stones: nobody scores for none."""
    faction = {name[0]: name for name in FACTIONS}
    places = {site: (faction[letter], None) for site, letter in zip(("b7", "f7", "f1", "b1"), small, strict=False)}
    assert points(10, places=places) == expected


def test_mh_goal_4_once_for_each_place():
    """Four in a row are two places of three; a place counts once, though a line fits it turned by half."""
    assert points(1, red("e1", "e2", "e3")) == {"red": 1}
    assert points(1, red("e1", "e2", "e3", "e4")) == {"red": 2}
    assert points(2, red("e1", "e2", "f2")) == {"red": 1}  # a triangle fits in three rotations


@pytest.mark.parametrize("cells", [("e1", "e2", "e3"), ("a1", "b2", "c2"), ("a4", "b6", "c6"), ("g1", "f2", "e2")])
def test_mh_goal_4_in_any_of_six_rotations(cells):
    """Lines in all three directions, where three cells lie in a line."""
    labels = MonsterHex(seed=0).rules.board.labels
    one, two, three = (labels.hex(cell) for cell in cells)
    expected = {"red": 1} if two - one == three - two else {}
    assert points(1, red(*cells)) == expected


def test_mh_goal_5_taking_part_is_a_unit_beside_a_judged_site():
    """Red at a judged site, blue at one that is not; everyone who was there, whoever won."""
    assert points(12, {"b6": "red A1", "c6": "blue A2", "f2": "yellow A1"}) == {"red": 3, "blue": 3}
    game = game_at({"f2": "blue C3^4", "f3": "blue C1^1"}, {"red": "A2"}, petrified={"g1": 2})
    game.play("A2@g2^1")
    assert game.state.made_part[0] == 0b11  # red and blue were at the petrified cell


# -- the twenty ---------------------------------------------------------------------------------------------

#: Units, other facts, and what the seats get.
TWENTY = {
    1: (red("e3", "e4", "e5"), {}, {"red": 1}),
    2: (red("e1", "e2", "f2", "f3"), {}, {"red": 2}),
    3: (red("e1", "e2", "f3"), {}, {"red": 1}),
    4: (red("e1", "e2", "e3", "e4", "e5"), {}, {"red": 6}),
    5: (red("e1", "e2", "f2", "f3"), {}, {"red": 3}),
    6: (red("d7", "d5") | {"c6": "blue A1", "e5": "red A2"}, {}, {"red": 1}),
    7: (red("d7", "c5", "e5"), {}, {"red": 3}),
    8: (red("e1", "e3") | {"e2": "blue A1"}, {}, {"red": 1}),
    9: (red("e1", "e3") | {"e2": "blue A1"}, {}, {"blue": 1}),
    10: ({}, {"places": {"b7": ("red", None), "f7": ("blue", None), "f1": ("blue", None)}}, {"blue": 3}),
    11: ({}, {"taken": {"red": "R7", "blue": "B3 G4"}}, {"blue": 3}),
    12: ({"b6": "red A1", "c6": "blue A1", "f2": "red A2", "e1": "red A1"}, {}, {"red": 3}),
    13: ({"a1": "red A1", "b2": "red A1", "d5": "blue A1"}, {}, {"red": 2}),
    14: ({}, {"places": {"d6": ("red", "blue"), "d2": ("red", None), "b4": (None, "blue")}}, {"blue": 2}),
    15: (red("e1", "e2", "f3", "a1") | {"c1": "blue A1", "c2": "blue A1", "c5": "blue A1"}, {}, {"red": 3}),
    16: ({}, {"taken": {"red": "R7 B3 Y5", "blue": "R2 B6", "yellow": "Y4"}}, {"red": 3}),
    17: ({}, {"places": {"b7": ("red", None)}}, {"blue": 2, "yellow": 2, "green": 2}),
    18: ({}, {}, {}),
    19: ({}, {"taken": {"red": "R7 R2 B3", "blue": "B6", "yellow": "G5"}}, {"red": 4, "blue": 2}),
    20: (
        {"d7": "red C1", "c6": "red C4", "d1": "red A1"},
        {"places": {"d6": ("red", None), "d2": ("red", None)}},
        {"red": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("number", TWENTY)
def test_each_goal_scores_what_its_card_says(number):
    units, facts, expected = TWENTY[number]
    assert points(number, units, **facts) == expected


def test_goal_3_an_acute_corner_is_no_bow():
    assert points(3, red("e1", "e2", "f2")) == {}


def test_goals_6_and_7_need_a_printed_large_site():
    """Not the throne, not a small site, and not a cell."""
    assert points(6, red("d3", "d5")) == {}
    assert points(6, red("e1", "e3")) == {}
    assert points(6, red(*D6)) == {"red": 3}
    assert points(7, red(*D6)) == {"red": 6}


def test_goals_8_and_9_count_any_enemy_and_need_units():
    assert points(8, red("e1", "e3") | {"e2": "yellow A1"}) == {"red": 1}
    assert points(8, red("e1", "e3")) == {}
    assert points(9, {"e1": "red A1", "e2": "blue A1", "e3": "yellow A1"}) == {"blue": 1}


def test_goal_11_counts_stones_of_petrified_cells_and_goal_16_does_not():
    """A colourless stone is a stone without a colour."""
    for number, expected in ((11, {"red": 3}), (16, {})):
        game = game_at(
            {"f2": "blue C3^4", "f3": "blue C1^1"}, {"green": "A2"}, to_move="green", round=8, petrified={"g1": 2},
            taken={"green": "R7 B3", "red": "B6 G5"}, open_goals=[number],
        )  # fmt: skip
        game.play("A2@g2^1")
        gained = {
            seat: game.state.goal_score[slot] for slot, seat in enumerate(FACTIONS) if game.state.goal_score[slot]
        }
        assert gained == ({"green": 3} if expected else {})


def test_goal_18_wants_a_unit_at_every_judged_large_site():
    """All four full, red at each and blue at three; with one site unjudged nobody has it."""
    rules = MonsterHex(seed=0).rules
    around = {
        site: [rules.board.labels[n] for n in rules.board.labels.hex(site).neighbours() if n in rules.board.cells]
        for site in ("d6", "d2", "b4", "f4")
    }
    units = dict.fromkeys((cell for cells in around.values() for cell in cells), "green A1")
    units |= red(*(cells[0] for cells in around.values()))
    units |= dict.fromkeys((cells[1] for site, cells in around.items() if site != "d6"), "blue A1")
    assert points(18, units) == {"red": 3, "green": 3}
    del units[around["d6"][3]]
    assert points(18, units) == {}


def test_goal_20_counts_a_site_once_and_needs_place_1():
    """Two C units are one site; a C unit at a site that somebody else won is nothing."""
    units = {"d7": "red C1", "c6": "red C2", "d3": "blue C1"}
    assert points(20, units, places={"d6": ("red", "blue")}) == {"red": 1}
    assert points(20, units, places={"d6": ("blue", "red")}) == {}


def test_the_twenty_are_all_here():
    assert sorted(TWENTY) == sorted(GOALS)
