"""A quiz asks about the game that it is given: its variant, switches, dials, components or arena."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine.teaching import Question
from hexwidgets.hexgrid import Hex
from hexwidgets.teach.questions import LEVELS, Questions
from tests.arenaduel import reference as duels
from tests.monsterhex.reference_parts import large_places
from tests.monsterhex.sets import large_set, tables

AROUND = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
NO_SMALL = tables()
del NO_SMALL["boards"]["two"]["small"]
ALCOVE = {
    "cells": [[q, 0] for q in range(5)],
    "north": {"cell": [0, 0], "facing": 0},
    "south": {"cell": [4, 0], "facing": 3},
}
APART = {"cells": [[0, 0], [4, 0]], "north": {"cell": [0, 0], "facing": 0}, "south": {"cell": [4, 0], "facing": 3}}

MONSTER_HEX: dict[str, dict[str, Any]] = {
    "three": {"variant": "three"},
    "two-shared": {"variant": "two-shared"},
    "two-duel": {"variant": "two-duel"},
    "abilities and goals": {"abilities": True, "goals": True},
    "ties of one faction": {"small_same_faction_tie": "nobody"},
    "ties at large sites": {"large_tie": "move-up"},
    "short hands": {"variant": "two-duel", "dials": {"hand_size": 1, "rounds": 4}},
    "another board": {"variant": "big", "components": large_set()},
    "a floor for powers": {"abilities": True, "dials": {"power_floor": 3}},
    "no small sites": {"variant": "two-duel", "components": NO_SMALL},
}
ARENA_DUEL: dict[str, dict[str, Any]] = {
    "an alcove": {"arena": ALCOVE},
    "other dice": {"dials": {"dice_front": 2, "dice_back": 1, "dice_back_side": 3, "die_sides": 3}},
    "long charges": {"dials": {"charge_length": 3}},
    "short charges": {"dials": {"charge_length": 1, "max_turns": 2}},
    "blocked charges": {"enemy_blocks_charge": "yes"},
    "a choice to pursue": {"pursuit": "optional", "dials": {"life": 1}},
    "scripted dice": {"dice": [6, 1]},
}
MAKE = {"monsterhex": hw.MonsterHex, "arenaduel": hw.ArenaDuel}
CASES = [("monsterhex", name) for name in MONSTER_HEX] + [("arenaduel", name) for name in ARENA_DUEL]


def make(game: str, name: str) -> Any:
    return MAKE[game](seed=1, **{**MONSTER_HEX, **ARENA_DUEL}[name])


# -- the truth, a second time -------------------------------------------------------------------------------------


def cells_for(game: hw.MonsterHex, question: Question, level: int) -> set[str]:
    unit = question.text.facts["unit"]
    turns = range(6) if level > 1 else range(1)
    return {cell for cell in game.rules.cell_labels if any(game.why(f"{unit}@{cell}^{t}") is None for t in turns)}


def strengths(game: hw.MonsterHex, site: str) -> list[tuple[hw.Unit, int]]:
    """Units around a site and the power that each turns to it, with counters and the floor."""
    labels, floor = game.rules.board.labels, game.dials["power_floor"]
    middle, out = labels.hex(site), []
    for direction, (q, r) in enumerate(AROUND):
        near = Hex(middle.q + q, middle.r + r)
        unit = game.units.get(labels[near]) if near in labels else None
        if unit is not None:
            out.append((unit, max(floor, unit.power((direction + 3) % 6) + unit.counters)))
    return out


def totals(game: hw.MonsterHex, site: str) -> dict[str, int]:
    out: dict[str, int] = {}
    for unit, strength in strengths(game, site):
        out[unit.faction] = out.get(unit.faction, 0) + strength
    return out


def taker(game: hw.MonsterHex, site: str, level: int) -> str:
    if level > 1:
        return large_places(totals(game, site), game.switches["large_tie"])[0] or "nobody"
    one, two = sorted(strengths(game, site), key=lambda found: (-found[1], "SABC".index(found[0].rank)))
    same = one[0].faction == two[0].faction
    tie = (one[1], one[0].rank) == (two[1], two[0].rank)
    if tie and not (same and game.switches["small_same_faction_tie"] == "owner"):
        return "nobody"
    return one[0].faction


def of_monster_hex(game: hw.MonsterHex, question: Question, level: int) -> set[str]:
    facts = question.text.facts
    if question.kind == "legal-cells":
        return cells_for(game.at(question.position), question, level)
    if question.kind == "totals":
        return {str(totals(game.at(question.position), facts["site"])[facts["faction"]])}
    return {taker(game.at(question.shown), facts["site"], level)}


def man(duel: hw.ArenaDuel, seat: str) -> duels.Man:
    fighter = duel.fighters[seat]
    at = duel.rules.arena.labels.hex(fighter.cell)
    return duels.Man((at.q, at.r), fighter.facing, fighter.life)


def dice(duel: hw.ArenaDuel, seat: str) -> int:
    me, enemy = man(duel, seat), man(duel, other(seat))
    bearing = duels.bearing(me.at, enemy.at)
    assert bearing is not None
    arc = ("front", "front_side", "back_side", "back", "back_side", "front_side")[(bearing - me.facing) % 6]
    return duel.dials[f"dice_{arc}"]


def other(seat: str) -> str:
    return "south" if seat == "north" else "north"


def reached(duel: hw.ArenaDuel, seat: str) -> set[str]:
    labels = duel.rules.arena.labels
    options = duels.Options(
        floor=frozenset((place.q, place.r) for place in labels),
        charge_length=duel.dials["charge_length"],
        enemy_blocks_charge=duel.switches["enemy_blocks_charge"] == "yes",
    )
    me, enemy = man(duel, seat), man(duel, other(seat))
    orders = duels.legal(me, enemy, duel.charge_right == seat, options)
    ends = {duels.path(me, order[:-1], options)[-1] for order in orders}
    return {labels[Hex(*end)] for end in ends - {me.at}}


def percent(own: int, enemy: int, sides: int) -> int:
    faces = range(1, sides + 1)
    throws = list(product(product(faces, repeat=own), product(faces, repeat=enemy)))
    return round(100 * Fraction(sum(duels.compare(*both) > 0 for both in throws), len(throws)))


def of_arena_duel(start: hw.ArenaDuel, question: Question) -> set[str]:
    facts, duel = question.text.facts, start.at(question.position)
    if question.kind == "legal-cells":
        return reached(duel, facts["seat"])
    if question.kind == "how-many-dice":
        return {str(dice(duel, facts["seat"]))}
    if question.kind == "chance":
        both = dice(duel, facts["seat"]), dice(duel, other(facts["seat"]))
        return {str(percent(*both, duel.dials["die_sides"]))}
    thrown = [[int(face) for face in facts[seat].split()] for seat in ("north", "south")]
    assert all(1 <= face <= duel.dials["die_sides"] for throw in thrown for face in throw)
    return {("draw", "north", "south")[duels.compare(*thrown)]}


@pytest.mark.parametrize(("game", "name"), CASES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), level=st.sampled_from(LEVELS), number=st.integers(1, 9))
def test_the_answer_is_true_by_the_rules_of_the_game(game: str, name: str, seed: int, level: int, number: int) -> None:
    played = make(game, name)
    question = Questions(played, level=level, seed=seed).ask(number)
    truth = of_monster_hex(played, question, level) if game == "monsterhex" else of_arena_duel(played, question)
    assert set(question.answer) == truth


# -- which game it is ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), CASES)
def test_options_and_a_game_with_them_ask_the_same_and_show_its_board(game: str, name: str) -> None:
    options = {**MONSTER_HEX, **ARENA_DUEL}[name]
    one, two = hw.quiz(game, seed=7, level=2, **options), hw.quiz(make(game, name), seed=7, level=2)
    for number in range(1, 6):
        assert (one.ask(number).kind, one.ask(number).answer) == (two.ask(number).kind, two.ask(number).answer)
    assert one.board is not None
    shown = one.board.game
    plain = {key: value for key, value in options.items() if key != "dice"}
    made = MAKE[game](seed=1, **plain)
    assert shown.rules.options() == made.rules.options()
    assert {place["name"] for place in one.board.grid["places"]} == {p["name"] for p in made.board().grid["places"]}
    one.close()
    two.close()


def test_a_kind_that_the_game_has_no_place_for_is_passed_over() -> None:
    options = MONSTER_HEX["no small sites"]
    quiz = hw.quiz("monsterhex", seed=1, **options)
    assert {quiz.ask(number).kind for number in range(1, 12)} == {"legal-cells", "totals"}
    quiz.close()
    with pytest.raises(ValueError, match="this game has nothing to ask about: who-takes"):
        hw.quiz("monsterhex", kinds=["who-takes"], **options)


def test_fighters_that_never_meet_have_no_dice_to_ask_about() -> None:
    assert {
        Questions(hw.ArenaDuel(arena=APART), seed=1, kinds=["legal-cells", "chance"], level=1).ask(n).kind
        for n in (1, 2)
    } == {"legal-cells"}


def test_results_say_what_game_it_was() -> None:
    quiz = hw.quiz("arenaduel", seed=7, dials={"life": 3})
    quiz.answer(*quiz.question.answer)
    assert [answer.options for answer in quiz.results] == ['{"dials": {"life": 3}}']
    assert hw.quiz("arenaduel", seed=7, results=quiz.results).questions.options == ""
    big = Questions(hw.MonsterHex("big", components=large_set()), seed=1)
    assert big.options == '["components", "variant"]'
    quiz.close()


def test_it_speaks_the_language_of_the_game() -> None:
    quiz = hw.quiz(hw.ArenaDuel(seed=1, language="ja"), seed=7)
    assert quiz.language == "ja"
    assert quiz.board is not None
    assert quiz.board.language == "ja"
    quiz.close()


def test_a_game_has_its_options_already() -> None:
    with pytest.raises(TypeError, match="a game has its options already; got dials"):
        hw.quiz(hw.ArenaDuel(seed=1), dials={"life": 3})


def test_unknown_options_are_told_as_a_new_game_tells_them() -> None:
    with pytest.raises(ValueError, match="unknown switch 'gravity'"):
        hw.quiz("arenaduel", gravity="on")
    with pytest.raises(ValueError, match="unknown variant 'five'"):
        hw.quiz("monsterhex", variant="five")
