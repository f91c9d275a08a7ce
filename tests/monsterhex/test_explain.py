"""What `game.explain` tells of a move: its rules, and each judgement as a sum that is found anew here."""

import random
import re

import pytest
from hypothesis import given, settings

from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.notation import Place
from tests.monsterhex.checks import in_both_languages, played
from tests.monsterhex.positions import EVERY_KIND, ONE_UNIT, before_judgement, game_at, kind_name
from tests.monsterhex.test_rules import DISTINCT, NO_MATCH_FOR_C2, RULES, SECOND_TIED, TOP_TIED
from tests.monsterhex.test_rules_variants import TWICE
from tests.strategies import decide, seeds

KINDS = [pytest.param(options, id=kind_name(options)) for options in EVERY_KIND]


def parts(game, rule, key=None):
    """The parts of the last move's explanation that rest on a rule."""
    wanted = f"explain.{key}"
    return [part for part in game.explain() if part.rule == rule and (key is None or part.key == wanted)]


def texts(game, rule, key=None):
    return [part.text("en") for part in parts(game, rule, key)]


# -- every move of random games -----------------------------------------------------------------------------


def sums(game, label):
    """Each faction's powers that face a site, counted from the units as the game shows them."""
    board, floor = game.rules.board, game.dials["power_floor"]
    place = board.labels.hex(label)
    found = {}
    for direction, neighbour in enumerate(place.neighbours()):
        cell = board.labels[neighbour] if neighbour in board.cells else None
        if cell in game.units:
            unit, facing = game.units[cell], (direction + 3) % 6
            row = (cell, facing, unit.power(facing), unit.counters, max(floor, unit.power(facing) + unit.counters))
            found.setdefault(unit.faction, []).append(row)
    return found


def is_judged_right(game):
    """Every sum that is told is the one that is found; together they are the totals of the judgement."""
    told = {}
    for part in game.explain():
        if part.key == "explain.sum":
            rows = [(cell, d, printed, counters, power) for cell, d, _, printed, counters, power in part.facts["terms"]]
            found = sums(game, part.facts["site"])[part.facts["faction"]]
            assert sorted(rows) == sorted(found)
            assert part.facts["total"] == sum(row[-1] for row in found)
            told.setdefault(part.facts["site"], {})[part.facts["faction"]] = part.facts["total"]
    judged = [event for event in game.last_events if "totals" in event.facts]
    alone = {
        event.facts["site"] for event in judged if event.facts["size"] == "small" and len(event.facts["totals"]) == 1
    }
    assert told == {e.facts["site"]: dict(e.facts["totals"]) for e in judged if e.facts["site"] not in alone}


def is_placed_right(game, before, move):
    """The rule by which a unit was placed: equal edges where there are any, else what makes up for them."""
    board, powers = game.rules.board, game.rules.components.units[move.unit]
    place = board.labels.hex(move.cell)
    equal = []
    for direction, neighbour in enumerate(place.neighbours()):
        cell = board.labels[neighbour] if neighbour in board.cells else None
        if cell in before and powers[(direction - move.rotation) % 6] == before[cell].power((direction + 3) % 6):
            equal.append((cell, powers[(direction - move.rotation) % 6]))
    _, part, *_ = game.explain()
    if not before:
        assert part.rule == "MH-PLACE-1"
    elif equal:
        assert (part.rule, part.facts["equal"]) == ("MH-PLACE-3", equal)
    else:
        assert part.rule in ("MH-SCATTER", "MH-PLACE-4", "MH-PLACE-5")


def worth(game):
    """What the stones that were taken in the last move score, by faction."""
    told = {}
    for part in parts(game, "MH-LARGE-5"):
        facts = part.facts
        own = game.rules.components.stones[[str(s) for s in game.rules.stones].index(facts["stone"])].colour
        bonus = game.dials["colour_bonus"] if own == facts["faction"] else 0
        assert facts["worth"] == int(facts["stone"][1:]) + bonus
        told[facts["faction"]] = told.get(facts["faction"], 0) + facts["worth"]
    return told


@pytest.mark.parametrize("options", KINDS)
@settings(max_examples=4)
@given(seed=seeds)
def test_every_move_is_explained_by_its_rules_and_every_sum_is_right(options, seed):
    rng, game = random.Random(seed), MonsterHex(seed=seed, **options)
    while True:
        before = dict(game.units)
        if not decide(game, rng):
            break
        explanation, move = game.explain(), game.moves[-1]
        assert explanation.parts
        for part in explanation:
            in_both_languages(part)
            assert part.rule in RULES
            assert part.entry.id == part.rule
        assert set(game.last_events) <= set(explanation)
        is_judged_right(game)
        if isinstance(move, Place):
            is_placed_right(game, before, move)
        taken = worth(game)
        scored = [e.facts["scored"] for e in game.last_events if "won" in e.facts or e.key.startswith("event.take")]
        assert taken == {seat: points for each in scored for seat, points in each.items()}


# -- some by hand -------------------------------------------------------------------------------------------


def test_a_judgement_is_a_worked_sum_with_cells_and_directions():
    game = played("d6", *DISTINCT)
    assert texts(game, "MH-LARGE-1")[0] == "Red: d7 W 5 + c6 SW 5 = 10."
    assert texts(game, "MH-LARGE-2", "place") == ["Place 1: Red with 10.", "Place 2: Blue with 6."]
    assert parts(game, "MH-LARGE-1")[0].text("ja") == "赤：d7の西5 + c6の南西5 = 10。"


@pytest.mark.parametrize(
    ("shown", "switch", "places"),
    [
        (TOP_TIED, "void", ["Place 1 is void: Red, Blue tie at 10.", "Place 2: Yellow with 5."]),
        (SECOND_TIED, "void", ["Place 1: Red with 10.", "Place 2 is void: Blue, Yellow tie at 5."]),
        (TOP_TIED, "move-up", ["Place 1: Yellow with 5.", "Place 2: Green with 3."]),
    ],
)
def test_void_places_are_told_with_who_shares_them(shown, switch, places):
    game = played("d6", *shown, large_tie=switch)
    told = [part.text("en") for part in game.explain() if part.key in ("explain.place", "explain.void")]
    assert told == places


def test_factions_that_are_struck_out_are_told():
    game = played("d6", *TOP_TIED, large_tie="move-up")
    assert texts(game, "MH-LARGE-3", "struck") == ["Red, Blue tie at 10 and are struck out."]


def test_counters_and_the_floor_are_written_into_the_sum():
    game = played("d6", *DISTINCT, counters={"d7": -9, "e5": 2})
    told = " ".join(texts(game, "MH-LARGE-1"))
    assert "d7 W (5−9→0) + c6 SW 5 = 5." in told
    assert "(2+2)" in told


def test_the_bonus_of_the_own_colour_is_told_apart():
    game = played("d6", *DISTINCT)
    game.play("take R7")
    assert texts(game, "MH-LARGE-5") == [
        "R7 is worth 7 + 2 = 9 to Red, whose colour it has.",
        "B3 is worth 3 + 2 = 5 to Blue, whose colour it has.",
    ]
    game.undo()
    game.play("take B3")
    assert texts(game, "MH-LARGE-5") == ["B3 is worth 3 to Red.", "R7 is worth 7 to Blue."]


def test_overwhelming_is_a_product():
    game = played("c4", *TWICE, option={"variant": "two-duel"})
    assert texts(game, "MH-OVER-1", "overwhelm") == ["Red's 18 is at least 2 times 9."]
    assert len(texts(game, "MH-LARGE-5")) == 2


def test_ranks_are_told_where_powers_are_equal():
    assert texts(played("b7", "red S1 5", "blue A1 5"), "MH-SMALL-2", "ranks") == [
        "Equal powers: Red's rank S is above Blue's A."
    ]
    assert texts(played("b7", "red B1 4", "blue B2 4"), "MH-SMALL-2", "same-rank") == [
        "Equal powers and equal rank B: nobody."
    ]
    assert texts(played("b7", "red S1 5", "blue A1 3"), "MH-SMALL-2") == []


def test_a_reward_names_the_units_that_earn_it():
    shown = ("red S1 5", "red B1 5", "blue 4", "blue 2", "yellow 2", "green 1")
    game = played("d6", *shown, abilities={"red": "reward"})
    (text,) = texts(game, "MH-REWARD", "reward")
    assert re.fullmatch(r"Red's marked units at d6: S1 at \w\d: 2, B1 at \w\d: 1; together 3\.", text)


def test_a_unit_that_fits_nowhere_is_told_why_it_lies_where_it_does():
    game = game_at(NO_MATCH_FOR_C2, {"blue": "C2"}, to_move="blue")
    game.play("C2@d3^3")
    assert parts(game, "MH-PLACE-4")
    game = game_at({"d5": "red B3^1", "d3": "blue B3^1"}, {"blue": "C2"}, to_move="blue")
    game.play("C2@a1^4")
    assert parts(game, "MH-PLACE-5")
    game = game_at(ONE_UNIT, {"blue": "S1"}, to_move="blue", abilities={"blue": "scatter"})
    game.play("S1@a1^3")
    assert parts(game, "MH-SCATTER")


def test_goals_are_told_one_by_one():
    game = game_at(
        {"e1": "red A1", "e2": "red A1", "e3": "red A1"},
        round=8,
        to_move="green",
        open_goals=[1, 17],
        goals={"red": [15]},
    )
    game.play("pass")
    red = [part.facts["points"] for part in parts(game, "MH-GOAL-2", "goal") if part.facts["seat"] == "red"]
    assert red == [1, 3, 2]


def test_any_move_of_the_game_can_be_asked_for():
    game, token = before_judgement("d6", *DISTINCT)
    game.play(token)
    game.play("take R7")
    assert game.explain(1).parts[0].rule == "MH-TURN-1"
    assert [part.rule for part in game.explain(2)][:2] == ["MH-LARGE-3", "MH-LARGE-5"]
    assert game.explain(2) == game.explain()
    for wrong in (-1, 3, True, "1"):
        with pytest.raises(ValueError, match="ply: expected 0 to 2, got"):
            game.explain(wrong)


def test_an_edit_is_explained_as_one():
    game = MonsterHex(seed=7)
    with game.editing() as e:
        e.put("red S1", "d3")
    assert [part.rule for part in game.explain()] == ["EDIT"]
    assert game.explain(0).text("en").startswith("MH-SETUP-1: Units and stones are dealt")


def test_it_is_read_as_text_as_html_and_as_markdown():
    game = MonsterHex(seed=7, language="ja")
    game.play("A1@d3^0")
    explanation = game.explain()
    assert str(explanation).splitlines()[0] == "MH-TURN-1: 赤がA1をd3に置きました。"
    assert explanation._repr_markdown_().startswith("- 赤がA1をd3に置きました。 `MH-TURN-1`")
    assert explanation._repr_html_().count("<li>") == len(explanation) == 3
    assert explanation.text("en").splitlines()[1] == "MH-PLACE-1: It is the first unit, and d3 is a start cell."
