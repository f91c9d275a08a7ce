"""The rules of abilities: a position, moves, what holds after them."""

import pytest

from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.components import Stone
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.notation import Use
from tests.monsterhex.checks import cells, names, played, refused, said, stones, tokens
from tests.monsterhex.positions import FACTIONS, ONE_UNIT, before_judgement, game_at
from tests.monsterhex.test_rules import DISTINCT

OFFERS = {
    "red": ["enchant", "reward"], "blue": ["blitz", "scatter"],
    "yellow": ["confuse", "scheme"], "green": ["curse", "petrify"],
}  # fmt: skip
#: Each marked unit, and how many counters or points its strength is worth.
STRENGTHS = pytest.mark.parametrize(("unit", "amount"), [("B1", 1), ("C1", 1), ("S1", 2)])


def placed(unit, ability, seat, units=ONE_UNIT, **options):
    """The game after ``seat`` has placed a unit that carries its ability."""
    options.setdefault("hands", {seat: unit})
    game = game_at(units, to_move=seat, abilities={seat: ability}, **options)
    game.play(next(token for token in tokens(game) if token.startswith(unit)))
    return game


def just_placed(game):
    """The cell of the last placement."""
    return game.rules.cell_labels[game.state.last]


# -- taking one, using it or not --------------------------------------------------------------------------


def test_mh_abil_1_each_seat_takes_one_of_its_two_the_last_seat_first():
    """In reverse order, before the game, with hands dealt."""
    game, seen = MonsterHex(seed=5, abilities=True), []
    while game.phase == "choose-ability":
        seen.append((game.to_move, tokens(game)))
        game.play(tokens(game)[0])
    assert seen == [(seat, [f"ability {name}" for name in OFFERS[seat]]) for seat in reversed(FACTIONS)]
    assert game.abilities == {seat: OFFERS[seat][0] for seat in FACTIONS}
    assert (game.phase, game.to_move, game.round) == ("place", "red", 1)
    assert said(game, "MH-ABIL-1")


def test_mh_abil_1_another_factions_ability_is_not_offered():
    game = MonsterHex(seed=5, abilities=True)
    for name in ("enchant", "blitz", "scheme"):
        refused(game, f"ability {name}", "MH-ABIL-1", seat="green", offer=OFFERS["green"])


def test_mh_abil_1_nothing_is_played_before_all_have_chosen_and_nothing_chosen_after():
    game = MonsterHex(seed=5, abilities=True)
    for token in ("S1@d5^0", "pass", "take R7", "decline", "curse c4"):
        refused(game, token, "MH-ABIL-1", seat="green")
    while game.phase == "choose-ability":
        game.play(tokens(game)[1])
    refused(game, "ability enchant", "MH-ABIL-1", seat="red")
    refused(MonsterHex(seed=5), "ability enchant", "MH-ABIL-1")


@pytest.mark.parametrize("unit", ["S1", "B1", "C1"])
def test_mh_abil_2_the_decision_comes_when_a_marked_unit_is_placed(unit):
    """Its seat decides, and play waits for it."""
    game = placed(unit, "curse", "green")
    assert (game.phase, game.to_move, game.placing) == ("ability", "green", None)
    assert tokens(game) == ["curse d5", "decline"]
    refused(game, f"{unit}@c4^0", "MH-ABIL-2", unit=unit)
    refused(game, "pass", "MH-ABIL-2")
    assert game.why("red", "decline").rule == "MH-TURN-1"


@pytest.mark.parametrize("unit", ["A1", "A2", "B2", "B3", "C2", "C3", "C4"])
def test_mh_abil_2_other_units_carry_none(unit):
    assert placed(unit, "curse", "green").phase == "place"


def test_mh_abil_2_it_may_be_declined():
    game = placed("S1", "curse", "green")
    game.play("decline")
    assert (game.phase, game.units["d5"].counters) == ("place", 0)
    assert said(game, "MH-ABIL-2")


def test_mh_abil_2_only_the_own_ability_and_only_then():
    game = placed("S1", "curse", "green")
    for token in ("petrify c4", "enchant d5", "blitz", "scheme", "confuse d5^1"):
        refused(game, token, "MH-ABIL-2", own="curse")
    game.play("decline")
    for token in ("curse d5", "decline", "blitz"):
        refused(game, token, "MH-ABIL-2")


@pytest.mark.parametrize(("move", "winner"), [("enchant", "red"), ("decline", "blue")])
def test_mh_abil_2_it_is_used_before_the_judgement(move, winner):
    """Red shows 4 against 5: the site waits until red has decided, and counts what it did."""
    game, token = before_judgement("b7", "blue B3 5", "red S1 4", abilities={"red": "enchant"})
    game.play(token)
    assert (game.phase, list(game.judgements)) == ("ability", [])
    game.play("decline" if move == "decline" else f"enchant {just_placed(game)}")
    assert game.judgements["b7"].first == winner
    assert game.judgements["b7"].totals == {"red": 4 if move == "decline" else 6, "blue": 5}


@pytest.mark.parametrize(("seat", "ability"), [("red", "enchant"), ("green", "curse")])
def test_mh_abil_3_effects_at_a_judged_site_change_nothing_but_are_allowed(seat, ability):
    """A unit next to a site that has been judged may still be aimed at."""
    own, other = (seat, "blue") if ability == "enchant" else ("blue", seat)
    site = {"b6": f"{own} C2", "c6": f"{other} C3"}
    game = placed("S1", ability, seat, ONE_UNIT | site)
    scores = game.scores
    game.play(f"{ability} b6")
    assert abs(game.units["b6"].counters) == 2
    assert (game.scores, list(game.judgements)) == (scores, [])


@pytest.mark.parametrize(
    ("seat", "ability", "units"),
    [
        ("green", "curse", {}),  # no enemy
        ("green", "curse", {"d5": "green A1"}),
        ("yellow", "confuse", {"d5": "yellow S1", "d3": "red S1"}),  # none next to it
        ("yellow", "scheme", ONE_UNIT),  # no card
        ("blue", "blitz", ONE_UNIT),  # no second unit
        ("red", "reward", ONE_UNIT),  # never a decision
        ("blue", "scatter", {}),
    ],
)
def test_mh_abil_4_without_a_target_it_is_not_offered(seat, ability, units):
    game = game_at(units, {seat: "B1"}, to_move=seat, abilities={seat: ability})
    game.play(next(t for t in tokens(game) if "@d5" in t or "@e5" in t or "@c5" in t))
    assert game.phase == "place"
    assert game.to_move != seat
    if ability in ("scheme", "blitz"):
        refused(game, Use(ability), "MH-ABIL-2")


# -- red --------------------------------------------------------------------------------------------------


@STRENGTHS
def test_mh_enchant_puts_white_counters_on_an_own_unit(unit, amount):
    """One with the dot, two with the star; every edge counts so much more, and shows what is printed."""
    game = placed(unit, "enchant", "red", {"d5": "red A1", "d3": "blue A1"})
    assert tokens(game) == [f"enchant {cell}" for cell in sorted(["d5", just_placed(game)])] + ["decline"]
    game.play("enchant d5")
    assert game.units["d5"].counters == amount
    assert [game.units["d5"].strength(d) - game.units["d5"].power(d) for d in range(6)] == [amount] * 6
    (event,) = said(game, "MH-ENCHANT")
    assert event.facts["amount"] == amount


def test_mh_enchant_the_unit_itself_may_be_the_one():
    game = placed("S1", "enchant", "red")
    cell = just_placed(game)
    game.play(f"enchant {cell}")
    assert (game.units[cell].name, game.units[cell].counters) == ("S1", 2)


def test_mh_enchant_needs_an_own_unit():
    game = placed("S1", "enchant", "red", {"d5": "blue S1"})
    for cell in ("d5", "a1", "d6", "d4"):
        refused(game, f"enchant {cell}", "MH-ENCHANT", cell=cell)


def test_mh_enchant_the_dials_say_how_many():
    dials = {"enchant_dot": 4, "enchant_star": 7}
    for unit, amount in (("C1", 4), ("S1", 7)):
        game = placed(unit, "enchant", "red", dials=dials)
        game.play("enchant d5")
        assert game.units["d5"].counters == amount


@pytest.mark.parametrize(
    ("shown", "points"),
    [(("red S1 5", "red A1 5"), 2), (("red B1 5", "red A1 5"), 1), (("red C1 4", "red B1 5"), 2),
     (("red C1 4", "red S1 5"), 3), (("red A1 5", "red A2 5"), 0)],
)  # fmt: skip
def test_mh_reward_each_marked_unit_at_a_large_site_won_as_place_1_scores(shown, points):
    """One with the dot, two with the star, at once and by itself."""
    game = played("d6", *shown, "blue 4", "blue 2", "yellow 2", "green 1", abilities={"red": "reward"})
    assert (game.phase, game.to_move, game.scores["red"]) == ("take", "red", points)
    game.play("take R7")
    assert game.scores["red"] == points + 9


def test_mh_reward_not_as_place_2_not_without_it_not_for_others_and_not_at_a_small_site():
    second = ("red S1 4", "red B1 2", "blue 5", "blue 5", "yellow 2", "green 1")
    assert played("d6", *second, abilities={"red": "reward"}).scores["red"] == 0
    first = ("red S1 5", "red B1 5", "blue S1 4", "blue 2", "yellow 2", "green 1")
    assert played("d6", *first, abilities={"red": "enchant"}).scores["red"] == 0
    assert played("d6", *first, abilities={"red": "reward"}).scores["blue"] == 0
    assert played("b7", "blue C3 4", "red S1 5", abilities={"red": "reward"}).scores["red"] == 1


def test_mh_reward_the_dials_say_how_many():
    shown = ("red S1 5", "red B1 5", "blue 4", "blue 2", "yellow 2", "green 1")
    dials = {"reward_dot": 4, "reward_star": 9}
    assert played("d6", *shown, abilities={"red": "reward"}, dials=dials).scores["red"] == 13


# -- blue -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["S1", "B1", "C1"])
def test_mh_blitz_1_a_second_unit_is_placed_in_the_same_turn(unit):
    """Dot and star alike; then the hand is refilled and the next seat is on."""
    game = placed(unit, "blitz", "blue", hands={"blue": f"{unit} A1 A2"}, decks={"blue": "C2 C3 C4"})
    assert tokens(game) == ["blitz", "decline"]
    game.play("blitz")
    assert said(game, "MH-BLITZ-1")
    assert (game.phase, game.to_move, names(game.hands["blue"])) == ("place", "blue", ["A1", "A2"])
    refused(game, "decline", "MH-ABIL-2")
    refused(game, "pass", "MH-PLACE-6")
    game.play(next(t for t in tokens(game) if t.startswith("A1")))
    assert (game.to_move, names(game.hands["blue"])) == ("yellow", ["A2", "C2", "C3", "C4"])


def test_mh_blitz_1_never_a_third():
    """The second unit is marked as well, and offers nothing."""
    game = placed("S1", "blitz", "blue", hands={"blue": "S1 B1 C1"})
    game.play("blitz")
    game.play(next(t for t in tokens(game) if t.startswith("B1")))
    assert (game.phase, game.to_move) == ("place", "yellow")


def test_mh_blitz_1_the_first_units_judgement_and_pick_come_before_the_second():
    """Announced before judging; red's pick, then blue's second unit, then its own judgement."""
    shown = ("red 5", "red 4", "red 3", "green 2", "yellow 2", "blue S1 4")
    game, token = before_judgement("d6", *shown, abilities={"blue": "blitz"}, hands={"blue": "S1 A1"})
    game.play(token)
    assert (game.phase, list(game.judgements)) == ("ability", [])
    game.play("blitz")
    assert (game.phase, game.to_move, list(game.judgements)) == ("take", "red", ["d6"])
    game.play("take R7")
    assert (game.phase, game.to_move, game.placing) == ("place", "blue", "blue")


@pytest.mark.parametrize(
    ("variant", "start", "final"),
    [("four", "d5", 2), ("three", "d4", 0), ("two-shared", "d4", 0), ("two-duel", "a2", 1)],
)
@pytest.mark.parametrize("more", [0, 1])
def test_mh_blitz_2_turns_are_skipped_once_the_hand_is_down_to_the_final_one(variant, start, final, more):
    """With one unit more than the variant leaves in hand at the end there is one turn more."""
    rest = ["A2", "C2", "C3", "C4"][: final + more]
    game = placed(
        "B1", "blitz", "blue", {start: "red S1"}, hands={"blue": " ".join(["B1", "A1", *rest])},
        option={"variant": variant}, round=3,
    )  # fmt: skip
    game.play("blitz")
    game.play(next(t for t in tokens(game) if t.startswith("A1")))
    turns = 0
    while game.result is None:
        turns += (game.to_move, game.placing) == ("blue", "blue")
        game.play(tokens(game)[0])
    assert turns == more
    skipped = [event for event in game.log if event.rule == "MH-BLITZ-2"]
    assert len(skipped) == game.rounds - 3 - more
    assert {event.facts["seat"] for event in skipped} == {"blue"}


def test_mh_blitz_2_who_declined_keeps_its_turns():
    game = placed("B1", "blitz", "blue", hands={"blue": "B1 A1"})
    game.play("decline")
    while game.to_move != "blue":
        game.play(tokens(game)[0])
    assert {move.unit for move in game.legal_moves()} == {"A1"}


@pytest.mark.parametrize("unit", ["B1", "C1"])
def test_mh_scatter_the_dot_needs_a_neighbour_and_no_equal_edge(unit):
    game = game_at(ONE_UNIT, {"blue": f"{unit} A1"}, to_move="blue", abilities={"blue": "scatter"})
    ours = [token for token in tokens(game) if token.startswith(unit)]
    assert ours == [f"{unit}@{cell}^{n}" for cell in ("c4", "c5", "e4", "e5") for n in range(6)]
    refused(game, f"{unit}@a1^0", "MH-PLACE-2")
    refused(game, "A1@c4^0", "MH-PLACE-3")  # not marked


def test_mh_scatter_the_star_goes_on_any_empty_cell():
    game = game_at(ONE_UNIT, {"blue": "S1"}, to_move="blue", abilities={"blue": "scatter"})
    assert len(tokens(game)) == 31 * 6
    refused(game, "S1@d5^0", "MH-PLACE-2", holder={"red": "S1"})
    refused(game, "S1@d6^0", "MH-PLACE-2")
    game.play("S1@a1^3")
    assert (game.phase, game.to_move) == ("place", "yellow")


def test_mh_scatter_is_blues_alone_and_does_not_move_the_first_unit():
    for ability in ("blitz", "scatter"):
        game = game_at({}, {"blue": "S1"}, to_move="blue", abilities={"blue": ability})
        assert cells(game) == {"d3", "d5"}
        refused(game, "S1@a1^0", "MH-PLACE-1")
    game = game_at(ONE_UNIT, {"red": "S1"}, abilities={"blue": "scatter"})
    assert cells(game) <= {"c4", "c5", "e4", "e5"}


# -- yellow -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["B1", "C1"])
def test_mh_confuse_the_dot_turns_an_enemy_next_to_it(unit):
    """To any of the six rotations, its own too."""
    game = placed(unit, "confuse", "yellow", {"d5": "red S1", "d3": "blue S1"}, hands={"yellow": unit, "green": "C2"})
    near, far = ("d5", "d3") if just_placed(game) in ("c4", "c5", "e4", "e5") else ("d3", "d5")
    assert tokens(game) == [f"confuse {near}^{n}" for n in range(6)] + ["decline"]
    refused(game, f"confuse {far}^1", "MH-CONFUSE", cell=far)
    for cell in (just_placed(game), "a1", "d6"):
        refused(game, f"confuse {cell}^1", "MH-CONFUSE", cell=cell)
    game.play(f"confuse {near}^4")
    assert game.units[near].rotation == 4
    assert said(game, "MH-CONFUSE")


def test_mh_confuse_the_star_turns_any_enemy():
    game = placed("S1", "confuse", "yellow", {"d5": "red S1", "d3": "blue S1", "d1": "yellow A1"})
    assert tokens(game) == [f"confuse {cell}^{n}" for cell in ("d3", "d5") for n in range(6)] + ["decline"]
    refused(game, "confuse d1^1", "MH-CONFUSE")


def test_mh_confuse_placing_and_judging_see_the_turned_unit():
    """C2 fitted at e5 by its 3s; after the turn the red unit shows 4 there, and what it shows to the stone counts."""
    before = game_at(ONE_UNIT, {"green": "C2"}, to_move="green")
    assert cells(before) == {"e5"}
    game = placed("S1", "confuse", "yellow", ONE_UNIT, hands={"yellow": "S1", "green": "C2"})
    game.play("confuse d5^1")  # 5 4 5 3 4 3 turned once: SE shows 4
    fits = {token for token in tokens(game) if "@e5" in token}
    twin = game_at(
        {"d5": "red S1^1", just_placed(game): f"yellow S1^{game.units[just_placed(game)].rotation}"},
        {"green": "C2"}, to_move="green",
    )  # fmt: skip
    assert tokens(game) == tokens(twin)
    assert fits == {token for token in tokens(twin) if "@e5" in token}


@pytest.mark.parametrize("unit", ["S1", "B1", "C1"])
@pytest.mark.parametrize("option", [{}, {"goals": True}])
def test_mh_scheme_draws_a_goal_in_private(unit, option):
    """Dot and star alike; nobody else sees which."""
    game = placed(unit, "scheme", "yellow", goal_deck=[7, 12], option=option)
    assert tokens(game) == ["scheme", "decline"]
    game.play("scheme")
    assert [goal.number for goal in game.goals["yellow"]] == [7]
    assert game.view("yellow").goals == (None, None, 1 << 6, None)
    assert game.view("red").goals == (0, None, None, None)
    assert game.view("red").goal_sizes == (0, 0, 1, 0)
    (event,) = said(game, "MH-SCHEME")
    assert event.reveals
    assert "7" not in event.text("en")


# -- green ------------------------------------------------------------------------------------------------


@STRENGTHS
def test_mh_curse_puts_black_counters_on_an_enemy_unit(unit, amount):
    """One with the dot, two with the star; wherever it lies."""
    game = placed(unit, "curse", "green", {"d5": "red A1", "d3": "blue C1", "d1": "green A1"})
    assert tokens(game) == ["curse d3", "curse d5", "decline"]
    for cell in ("d1", just_placed(game), "a1", "d6"):
        refused(game, f"curse {cell}", "MH-CURSE", cell=cell)
    game.play("curse d3")
    assert game.units["d3"].counters == -amount
    assert [game.units["d3"].strength(d) for d in range(6)] == [max(0, n - amount) for n in (4, 3, 2, 1, 2, 3)]
    (event,) = said(game, "MH-CURSE")
    assert event.facts["amount"] == amount


def test_mh_curse_counts_at_judgement():
    """Green shows 4 against 5, and curses the 5 down to 3."""
    game, token = before_judgement("b7", "blue B3 5", "green S1 4", abilities={"green": "curse"})
    blue = next(cell for cell, unit in game.units.items() if unit.faction == "blue")
    game.play(token)
    game.play(f"curse {blue}")
    assert game.judgements["b7"].totals == {"green": 4, "blue": 3}
    assert game.judgements["b7"].first == "green"


@pytest.mark.parametrize(("floor", "totals"), [(0, (5, 6, 0, 1)), (1, (6, 6, 1, 1))])
def test_mh_curse_never_takes_an_edge_below_the_floor(floor, totals):
    """A 5 under nine black counters counts 0, or the floor of the dial, and takes nothing from the other 5."""
    game = played("d6", *DISTINCT, counters={"d7": -9, "e5": -3}, dials={"power_floor": floor})
    assert tuple(game.judgements["d6"].totals[seat] for seat in FACTIONS) == totals


@STRENGTHS
def test_mh_petrify_1_an_empty_cell_becomes_a_colourless_stone(unit, amount):
    """Worth 1 with the dot, 2 with the star; no unit can be placed there, and a placement beside it judges nothing."""
    game = placed(unit, "petrify", "green")
    for cell in ("d5", just_placed(game)):
        refused(game, f"petrify {cell}", "MH-PETRIFY-1", cell=cell)
    for site in ("d6", "d4", "b7"):
        refused(game, f"petrify {site}", "MH-PETRIFY-1", cell=site)
    assert len(tokens(game)) == 30 + 1
    game.play("petrify a1")
    assert dict(game.petrified) == {"a1": amount}
    assert game.petrified[Hex(0, -3)] == amount
    (event,) = said(game, "MH-PETRIFY-1")
    assert event.facts["amount"] == amount
    twin = game_at({"a2": "red S1"}, {"blue": "S1"}, to_move="blue", petrified={"a1": 1})
    refused(twin, "S1@a1^0", "MH-PLACE-2")
    assert "petrified" in twin.why("S1@a1^0").text("en")
    assert "a1" not in cells(twin)


def test_mh_petrify_2_never_the_last_cell_of_an_unjudged_site():
    """b7 lacks only c6: not there. f7 lacks both its cells: either may be."""
    game = placed("B1", "petrify", "green", ONE_UNIT | {"b6": "red A1"})
    refused(game, "petrify c6", "MH-PETRIFY-2", cell="c6")
    assert {"petrify e6", "petrify f6"} <= set(tokens(game))


def test_mh_petrify_2_a_petrified_cell_of_the_site_counts_as_without():
    """c6 is a stone and b6 empty: two cells of b7 are without, so b6 is not the only one."""
    game = placed("B1", "petrify", "green", petrified={"c6": 1})
    assert "petrify b6" in tokens(game)


def test_mh_petrify_2_holds_for_a_petrified_cell_too():
    """Of the neighbours of the stone g1 only g2 is left."""
    game = placed("B1", "petrify", "green", ONE_UNIT | {"f2": "blue C3", "f3": "blue C1"}, petrified={"g1": 1})
    refused(game, "petrify g2", "MH-PETRIFY-2")


#: Around the corner g1: blue shows 1 + 1, and A2 on g2 turned once shows 4.
CORNER = {"f2": "blue C3^4", "f3": "blue C1^1"}
BESIDE = {"g3": "yellow A1^3"}  # shows 5 to g2


def test_mh_petrify_3_it_is_judged_when_its_cells_are_held_and_is_a_cell_again():
    game = game_at(CORNER, {"red": "A2"}, petrified={"g1": 2})
    game.play("A2@g2^1")
    judged = game.judgements["g1"]
    assert (judged.size, judged.totals, judged.first, judged.second) == (
        "petrified", {"red": 4, "blue": 2}, "red", "blue",
    )  # fmt: skip
    assert judged.taken == {"N2": "red"}
    assert game.taken["red"] == (Stone("none", 2),)
    assert (game.scores["red"], dict(game.petrified), game.phase) == (2, {}, "place")
    assert said(game, "MH-PETRIFY-3")
    twin = game_at(game_units(game), {"blue": "C4 A1 S1"}, to_move="blue")
    assert "g1" in cells(twin)


def game_units(game):
    """The units of a game as a position is written."""
    return {cell: f"{unit.faction} {unit.name}^{unit.rotation}" for cell, unit in game.units.items()}


def test_mh_petrify_3_a_tie_gives_it_to_the_second_or_to_nobody():
    """By MH-LARGE-2 and 3: blue 4 against red 4."""
    game = game_at(CORNER, {"red": "A2"}, petrified={"g1": 2}, counters={"f2": 2})
    game.play("A2@g2^1")
    assert (game.judgements["g1"].first, game.judgements["g1"].taken) == (None, {})
    assert (set(game.scores.values()), dict(game.petrified)) == ({0}, {})
    assert said(game, "MH-PETRIFY-3")
    yellow = CORNER | {"f2": "yellow C3^4"}
    game = game_at(yellow, {"red": "A2"}, petrified={"g1": 2}, counters={"f2": 3})
    game.play("A2@g2^1")
    assert (game.judgements["g1"].second, game.scores["blue"]) == ("blue", 2)


def test_mh_petrify_3_at_once_where_it_was_surrounded_when_petrified():
    game = game_at(CORNER | BESIDE, {"green": "S1"}, to_move="green", abilities={"green": "petrify"})
    game.play(next(token for token in tokens(game) if "@g2" in token))
    game.play("petrify g1")
    assert (dict(game.petrified), game.judgements["g1"].first, game.scores["green"]) == ({}, "green", 2)


def test_mh_petrify_3_a_petrified_neighbour_counts_as_a_stone():
    """g2 is a stone too: g1 is judged by f2 and f3 alone, and g2 waits for g3."""
    game = game_at({"f2": "blue C3^4", "e2": "red S1"}, {"red": "A2 A1 B3"}, petrified={"g1": 1, "g2": 1})
    game.play(next(token for token in tokens(game) if "@f3" in token))
    assert "g1" in game.judgements
    assert dict(game.petrified) == {"g2": 1}


def test_mh_petrify_3_a_delayed_site_completes_afterwards():
    """c6 was a stone; judged, it is a cell again, and a unit on it completes b7."""
    game = game_at(
        {"b6": "blue A1", "c5": "blue S1", "e6": "blue A2^1"}, {"red": "A2 A1", "blue": "C1 B2"}, petrified={"c6": 1}
    )
    refused(game, "A1@c6^0", "MH-PLACE-2")
    game.play(next(token for token in tokens(game) if "@d7" in token))
    assert list(game.judgements) == ["c6"]
    game.play(next(token for token in tokens(game) if "@c6" in token))
    assert list(game.judgements) == ["c6", "b7"]


def test_mh_petrify_3_reward_counts_there_as_at_a_large_site():
    game = game_at(CORNER | BESIDE, {"red": "S1"}, petrified={"g1": 1}, abilities={"red": "reward"})
    game.play(next(token for token in tokens(game) if "@g2" in token))
    assert (game.judgements["g1"].first, game.scores["red"]) == ("red", 1 + 2)


def test_mh_petrify_4_cut_off_by_stones_a_seat_places_on_a_start_cell_then_anywhere():
    around = dict.fromkeys(("c4", "c5", "e4", "e5"), 1)
    game = game_at(ONE_UNIT, {"blue": "S1"}, to_move="blue", petrified=around)
    assert cells(game) == {"d3"}
    refused(game, "S1@a1^0", "MH-PLACE-4", starts=["d3"])
    game = game_at(ONE_UNIT, {"blue": "S1"}, to_move="blue", petrified=around | {"d3": 1})
    assert len(cells(game)) == 32 - 6
    refused(game, "S1@c4^0", "MH-PLACE-2")


# -- counters ---------------------------------------------------------------------------------------------


def test_mh_counter_1_counters_stay_and_add_up():
    """Two black ones and one white are one black, in later rounds too."""
    game = game_at(
        {"d5": "red A1"}, {"red": "B1 C1", "green": "S1"}, to_move="green",
        abilities={"red": "enchant", "green": "curse"}, counters={"d5": 0},
    )  # fmt: skip
    for unit, move, counters in (("S1", "curse d5", -2), ("B1", "enchant d5", -1), ("C1", "enchant d5", 0)):
        while not any(token.startswith(unit) for token in tokens(game)):
            game.play(tokens(game)[0])
        game.play(next(token for token in tokens(game) if token.startswith(unit)))
        game.play(move)
        assert game.units["d5"].counters == counters


@pytest.mark.parametrize("counters", [-3, 1, 2])
def test_mh_counter_1_matching_edges_read_the_printed_powers(counters):
    plain = game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue")
    marked = game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue", counters={"d5": counters})
    assert tokens(marked) == tokens(plain) == ["C2@e5^0", "C2@e5^1", "C2@e5^2"]
    refused(marked, "C2@e5^3", "MH-PLACE-3", edges=[("d5", 2, 3)])


def test_stones_of_cells_are_told_in_words():
    """`stones` of the tests and the record agree on how a colourless stone is written."""
    assert stones({"red": (Stone("none", 2),)}) == {"red": "N2"}
