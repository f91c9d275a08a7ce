"""Quizzes: the same seed asks the same everywhere, answers are graded, and the truth is recomputed here."""

import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.board.intents import Intent
from hexwidgets.engine.teaching import Question
from hexwidgets.teach import Quiz
from tests.arenaduel import reference as duel_reference
from tests.monsterhex.reference_parts import BOARDS, UNITS, large_places

GAMES = {name: hw.quiz(name, seed=1).kinds for name in ("monsterhex", "arenaduel")}
KINDS = [(game, kind) for game, kinds in GAMES.items() for kind in kinds]
LEVELS = (1, 2, 3)
each = pytest.mark.parametrize(("game", "kind"), KINDS)
DIRECTIONS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
RANKS = "SABC"


@pytest.fixture
def quiz() -> Iterator[Quiz]:
    quiz = hw.quiz("monsterhex", seed=7)
    yield quiz
    quiz.close()


def questions(game: str, kind: str, level: int, seed: int) -> Question:
    rules = hw.MonsterHex("four").rules if game == "monsterhex" else hw.ArenaDuel().rules
    teaching = hw.MonsterHex.teaching() if game == "monsterhex" else hw.ArenaDuel.teaching()
    question: Question = teaching.quizzes[kind](rules, random.Random(seed), level)
    return question


# -- the truth, a second time -------------------------------------------------------------------------------------


class Placed:
    """Units of Monster Hex by axial coordinates, from a position as the rules tell it."""

    def __init__(self, question: Question, position: Any) -> None:
        labels = question.rules.board.labels
        self.hex = {label: (labels.hex(label).q, labels.hex(label).r) for label in map(labels.__getitem__, labels)}
        self.units = {}
        for label, text in position["units"].items():
            faction, _, rest = text.partition(" ")
            name, _, turn = rest.partition("^")
            self.units[self.hex[label]] = faction, name, int(turn)

    def power(self, at: tuple[int, int], direction: int) -> int:
        _, name, turn = self.units[at]
        return int(UNITS[name][(direction - turn) % 6])

    def around(self, at: tuple[int, int]) -> list[tuple[int, tuple[int, int]]]:
        return [(d, (at[0] + q, at[1] + r)) for d, (q, r) in enumerate(DIRECTIONS)]


def fits(placed: Placed, cell: tuple[int, int], unit: str, turn: int) -> bool:
    if cell in placed.units:
        return False
    return any(
        near in placed.units and UNITS[unit][(d - turn) % 6] == placed.power(near, (d + 3) % 6)
        for d, near in placed.around(cell)
    )


def legal_cells_of_monster_hex(question: Question, level: int) -> set[str]:
    placed, facts = Placed(question, question.position), question.text.facts
    hand = question.position["hands"][facts["faction"]]
    cells = {label: placed.hex[label] for label in question.rules.cell_labels}
    turns = range(6) if level > 1 else range(1)
    if any(fits(placed, at, unit, turn) for at in cells.values() for unit in hand for turn in range(6)):
        return {label for label, at in cells.items() if any(fits(placed, at, facts["unit"], t) for t in turns)}
    empty = {label for label, at in cells.items() if at not in placed.units}
    starts = {label for label in empty if placed.hex[label] in BOARDS["four"].starts}
    return starts or empty


def totals_at(placed: Placed, site: tuple[int, int]) -> dict[str, int]:
    out: dict[str, int] = {}
    for d, near in placed.around(site):
        if near in placed.units:
            faction = placed.units[near][0]
            out[faction] = out.get(faction, 0) + placed.power(near, (d + 3) % 6)
    return out


def taker(question: Question, level: int) -> str:
    placed = Placed(question, question.shown)
    site = placed.hex[question.text.facts["site"]]
    if level > 1:
        return large_places(totals_at(placed, site), "void")[0] or "nobody"
    one, two = (near for _, near in placed.around(site) if near in placed.units)
    (d1,), (d2,) = ([d for d, near in placed.around(site) if near == which] for which in (one, two))
    if placed.units[one][0] == placed.units[two][0]:
        return placed.units[one][0]
    strength = {
        which: (placed.power(which, (d + 3) % 6), -RANKS.index(placed.units[which][1][0]))
        for which, d in ((one, d1), (two, d2))
    }
    if strength[one] == strength[two]:
        return "nobody"
    return placed.units[max(strength, key=lambda which: strength[which])][0]


def men(question: Question) -> dict[str, duel_reference.Man]:
    labels = question.rules.arena.labels
    told = question.position["fighters"]
    at = {seat: labels.hex(man["cell"]) for seat, man in told.items()}
    return {s: duel_reference.Man((at[s].q, at[s].r), man["facing"], man["life"]) for s, man in told.items()}


def dice(question: Question, seat: str) -> int:
    both = men(question)
    own, enemy = both[seat], both["south" if seat == "north" else "north"]
    line = DIRECTIONS.index((enemy.at[0] - own.at[0], enemy.at[1] - own.at[1]))
    return {0: 3, 1: 2, 5: 2, 2: 1, 4: 1, 3: 0}[(line - own.facing) % 6]


def reachable(question: Question) -> set[str]:
    both, seat = men(question), question.text.facts["seat"]
    own, enemy = both[seat], both["south" if seat == "north" else "north"]
    floor = {(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2}
    behind = DIRECTIONS[(own.facing + 3) % 6]
    out = set()
    for turn in range(6):
        q, r = DIRECTIONS[(own.facing + turn) % 6]
        one, two = (own.at[0] + q, own.at[1] + r), (own.at[0] + 2 * q, own.at[1] + 2 * r)
        backwards = turn in (2, 3, 4) and enemy.at == (own.at[0] + behind[0], own.at[1] + behind[1])
        if one in floor and not backwards:
            out.add(one)
        if {one, two} <= floor and turn in (0, 1, 5) and question.position["charge_right"] == seat:
            out.add(two)
    labels = question.rules.arena.labels
    return {labels[place] for place in labels if (place.q, place.r) in out}


def better(north: tuple[int, ...], south: tuple[int, ...]) -> int:
    """1 where the first throw wins, -1 where the second does: dice one after the other, as the rule tells it."""
    one, two = sorted(north, reverse=True), sorted(south, reverse=True)
    while one and two:
        if one[0] != two[0]:
            return 1 if one[0] > two[0] else -1
        del one[0], two[0]
    return bool(one) - bool(two)


def chance(own: int, other: int) -> Fraction:
    throws = list(product(product(range(1, 7), repeat=own), product(range(1, 7), repeat=other)))
    return Fraction(sum(better(*both) > 0 for both in throws), len(throws))


def truth(game: str, question: Question, level: int) -> set[str]:
    facts = question.text.facts
    if game == "monsterhex":
        if question.kind == "legal-cells":
            return legal_cells_of_monster_hex(question, level)
        if question.kind == "who-takes":
            return {taker(question, level)}
        placed = Placed(question, question.position)
        return {str(totals_at(placed, placed.hex[facts["site"]])[facts["faction"]])}
    if question.kind == "legal-cells":
        return reachable(question)
    if question.kind == "how-many-dice":
        return {str(dice(question, facts["seat"]))}
    if question.kind == "chance":
        other = "south" if facts["seat"] == "north" else "north"
        return {str(round(100 * chance(dice(question, facts["seat"]), dice(question, other))))}
    won = better(*(tuple(map(int, facts[seat].split())) for seat in ("north", "south")))
    return {("draw", "north", "south")[won]}


@each
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), level=st.sampled_from(LEVELS))
def test_the_answer_is_true(game: str, kind: str, seed: int, level: int) -> None:
    question = questions(game, kind, level, seed)
    assert set(question.answer) == truth(game, question, level)


@each
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), level=st.sampled_from(LEVELS))
def test_a_question_can_be_asked_answered_and_explained(game: str, kind: str, seed: int, level: int) -> None:
    question = questions(game, kind, level, seed)
    assert question.rules.at(question.position) is not None
    keys = [choice.key for choice in question.choices]
    assert len(set(keys)) == len(keys)
    assert set(question.answer) <= set(question.places or keys)
    assert question.answer
    wrong = frozenset(question.places) - question.answer if question.form == "mark" else frozenset(keys[:1])
    for given_ in (question.answer, wrong, frozenset[str]()):
        for reason in question.why(given_):
            assert reason.text("en").isascii()
            assert not reason.text("ja").isascii()
    assert question.why(wrong)


# -- grading ------------------------------------------------------------------------------------------------------


def test_the_same_seed_asks_the_same_everywhere() -> None:
    code = """
import hexwidgets as hw
quiz = hw.quiz("monsterhex", seed=7)
print([sorted(quiz.ask(n).answer) for n in (1, 2, 3)])
"""
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": salt}, capture_output=True, text=True, check=True
        ).stdout
        for salt in ("1", "2")
    }
    here = hw.quiz("monsterhex", seed=7)
    assert said == {f"{[sorted(here.ask(n).answer) for n in (1, 2, 3)]}\n"}
    here.close()


def test_a_right_and_a_wrong_answer(quiz: Quiz) -> None:
    seen = []
    quiz.observe(lambda change: seen.append((change["name"], change["new"])), ["score", "asked"])
    assert quiz.answer(*quiz.question.answer) is True
    assert quiz.explanation().startswith("Right.")
    quiz.next()
    wrong = [c.key for c in quiz.question.choices if c.key not in quiz.question.answer][:1]
    assert quiz.answer(*wrong) is False
    assert quiz.explanation().startswith("Not right.")
    assert (quiz.score, quiz.asked, quiz.number) == (1, 2, 2)
    assert seen == [("asked", 1), ("score", 1), ("asked", 2)]
    assert [answer.right for answer in quiz.results] == [True, False]


def test_only_the_first_answer_counts(quiz: Quiz) -> None:
    wrong = [c.key for c in quiz.question.choices if c.key not in quiz.question.answer][:1]
    quiz.answer(*wrong)
    quiz.answer(*quiz.question.answer)
    assert (quiz.score, quiz.asked) == (0, 1)


def test_cells_are_marked_by_clicks() -> None:
    quiz = hw.quiz("monsterhex", seed=7, kinds=["legal-cells"])
    board = quiz.board
    assert board is not None
    place = sorted(quiz.question.answer)[0]
    for marked in ({place}, set(), {place}):
        assert board.receive(Intent("move", "view", 1, board.rev, (place,))) is None
        assert quiz.marked == marked
        assert len(board.marks.get("heat", [])) == len(marked)
    quiz.answer(*quiz.question.answer)
    assert quiz.score == 1
    assert board.receive(Intent("move", "view", 1, board.rev, (place,))) is None
    assert quiz.marked == set(quiz.question.answer)  # too late
    quiz.close()


def test_after_an_answer_the_true_cells_are_shaded_and_wrong_ones_faintly() -> None:
    quiz = hw.quiz("monsterhex", seed=7, kinds=["legal-cells"])
    true = quiz.question.answer
    missed, wrong = sorted(true)[0], next(place for place in quiz.question.places if place not in true)
    quiz.answer(*(true - {missed}), wrong)
    assert quiz.board is not None
    names = [place["name"] for place in quiz.board.grid["places"]]
    shaded = {names[at]: value for at, value in quiz.board.marks["heat"]}
    assert set(shaded) == {*true, wrong}
    assert shaded[wrong] < min(shaded[place] for place in true)
    told = quiz.explanation()
    assert f"Missed: {missed}." in told
    assert f"Marked by mistake: {wrong}." in told
    quiz.close()


@pytest.mark.parametrize("picks", [(), ("z9",), ("S1", "a1", 0), ("undo",)])
def test_nothing_is_played_on_a_quiz_board(picks: tuple[str | int, ...]) -> None:
    quiz = hw.quiz("arenaduel", seed=7, kinds=["legal-cells"])
    board = quiz.board
    assert board is not None
    for kind in ("move", "undo", "redo"):
        refusal = board.receive(Intent(kind, "view", 1, board.rev, picks))  # type: ignore[arg-type]
        assert refusal is not None
        assert refusal.text
    assert board.game.ply == 0
    quiz.close()


def test_the_board_does_not_give_the_answer_away() -> None:
    quiz = hw.quiz("monsterhex", seed=3, level=2, kinds=["who-takes"])
    site = quiz.question.text.facts["site"]
    assert quiz.board is not None
    at = [place["name"] for place in quiz.board.grid["places"]].index(site)
    assert at not in [row[0] for row in quiz.board.marks.get("done", [])]
    assert len(quiz.board.tokens) == len(quiz.question.position["units"]) + 1
    assert at not in [row[0] for row in quiz.board.marks.get("notes", [])]
    quiz.close()


def test_it_follows_set_language(quiz: Quiz) -> None:
    try:
        hw.set_language("ja")
        assert "クイズ" in quiz._text.value
        assert quiz._next.description == "次の問題"
    finally:
        hw.set_language("en")
    assert "Quiz" in quiz._text.value


def test_several_quizzes_share_results() -> None:
    results = hw.teach.Results()
    for pupil in ("Aiko", "Ben"):
        quiz = hw.quiz("arenaduel", seed=7, pupil=pupil, results=results)
        quiz.answer(*quiz.question.answer)
        quiz.close()
    assert results.pupils() == {"Aiko": (1, 1), "Ben": (1, 1)}


@pytest.mark.parametrize(
    ("given_", "told"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": "monsterhex", "level": 4}, "level: expected 1, 2 or 3, got 4"),
        ({"game": "monsterhex", "kinds": ["x"]}, "unknown kind of question 'x'; known are legal-cells"),
        ({"game": "monsterhex", "kinds": []}, "unknown kind of question ''"),
        ({"game": "monsterhex", "language": "fr"}, "unknown language 'fr'"),
    ],
)
def test_unknown_words(given_: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        hw.quiz(**given_)


def test_an_answer_that_is_none_of_the_choices(quiz: Quiz) -> None:
    with pytest.raises(ValueError, match="unknown answer 'x'"):
        quiz.answer("x")
    assert quiz.asked == 0
