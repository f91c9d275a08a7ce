"""Lessons: each is played to its end in both languages, by whatever moves meet its tasks."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import hexwidgets as hw
from hexwidgets.board.intents import Intent
from hexwidgets.teach import Lesson
from hexwidgets.teach.answers import answer, unmet
from hexwidgets.teach.plan import Plan, packaged_plan

NAMES = (*hw.lessons("monsterhex"), *hw.lessons("arenaduel"))
LANGUAGES = ("en", "ja")
each = pytest.mark.parametrize("name", NAMES)
FIRST = "monsterhex/first-placement"


@pytest.fixture
def lesson(tmp_path: Path) -> Iterator[Lesson]:
    lesson = hw.lesson(FIRST, progress=tmp_path / "progress.json")
    yield lesson
    lesson.close()


def told(lesson: Lesson) -> str:
    return str(lesson._text.value + lesson._told.value)


def click(lesson: Lesson, *picks: str | int) -> None:
    """What a page sends when somebody makes these picks."""
    assert lesson.board is not None
    lesson.board.receive(Intent("move", "view", 1, lesson.board.rev, picks))


def solve(lesson: Lesson) -> None:
    found = answer(lesson.plan, lesson.at, lesson.game)
    assert found is not None
    for decision in found:
        lesson.play(*decision.values())


def test_there_are_eight_of_monster_hex_and_six_of_arena_duel() -> None:
    assert len(hw.lessons("monsterhex")) >= 8
    assert len(hw.lessons("arenaduel")) >= 6


@each
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_to_its_end(name: str, language: str) -> None:
    lesson = hw.lesson(name, language=language, progress=None)
    for at, step in enumerate(lesson.plan.steps):
        assert lesson.at == at
        if step.goal:
            assert not lesson.met
            solve(lesson)
            assert lesson.met
        lesson.next()
    assert lesson.step is None
    assert lesson.done == {at for at, step in enumerate(lesson.plan.steps) if step.goal}
    lesson.close()


@each
def test_every_text_is_there_in_both_languages(name: str) -> None:
    plan = packaged_plan(name)
    assert plan.languages == LANGUAGES
    for step in plan.steps:
        for text in (step.text, step.task, step.done, *step.hints):
            if text:
                assert text["en"] != text["ja"]
                assert not text["ja"].isascii()


@each
def test_every_task_has_hints(name: str) -> None:
    assert all(step.hints for step in packaged_plan(name).steps if step.goal)


@each
def test_every_task_can_be_met(name: str) -> None:
    assert list(unmet(packaged_plan(name))) == []


@pytest.mark.parametrize(("name", "rule"), [("hit-and-pursue", "AD-HIT-2"), ("meetings", "AD-COLL-1")])
def test_every_order_that_does_what_is_asked_counts_and_no_other(name: str, rule: str) -> None:
    lesson = hw.lesson(f"arenaduel/{name}", progress=None)
    counted = set()
    for order in lesson.game.legal_orders("north"):
        lesson.again()
        lesson.play(order)
        happened = [e for e in lesson.game.last_events if e.rule == rule]
        assert lesson.met is any(event.facts["winner"] == "north" or rule == "AD-COLL-1" for event in happened)
        counted.add(lesson.met)
    assert counted == {True, False}
    lesson.close()


def test_any_move_that_meets_the_task_counts(lesson: Lesson) -> None:
    lesson.open(1)
    for move in lesson.game.legal_moves():
        lesson.again()
        assert not lesson.met
        lesson.play(move)
        assert lesson.met


def test_a_click_on_the_board_is_a_move_like_any_other(lesson: Lesson) -> None:
    lesson.open(1)
    click(lesson, "S1", "a2", 0)
    assert lesson.met
    assert lesson.done == {1}


def test_a_click_that_is_refused_may_be_what_is_asked_for(lesson: Lesson) -> None:
    lesson.open(2)
    click(lesson, "S1", "b3", 0)
    assert lesson.met
    assert "MH-PLACE-1" in told(lesson)


@pytest.mark.parametrize(
    ("name", "at", "card", "rule"), [("charge", 3, "CF", "AD-CHARGE-1"), ("behind-you", 0, "B", "AD-REAR-1")]
)
def test_a_card_that_the_page_refuses_may_be_what_is_asked_for(name: str, at: int, card: str, rule: str) -> None:
    lesson = hw.lesson(f"arenaduel/{name}", progress=None)
    lesson.open(at)
    assert lesson.board is not None
    assert lesson.board.status["hears"]
    lesson.board.receive(Intent("tried", "view", 1, lesson.board.rev, (card,)))
    assert lesson.met
    assert lesson.plan.steps[at].goal == ({"refused": rule},)
    lesson.close()
    assert lesson.game.board().status.get("hears") is None


def test_another_refusal_is_told_and_does_not_count(lesson: Lesson) -> None:
    lesson.open(1)
    click(lesson, "S1", "b3", 0)
    assert not lesson.met
    assert "Refused by MH-PLACE-1" in told(lesson)


def test_a_stale_click_is_no_attempt(lesson: Lesson) -> None:
    lesson.open(2)
    assert lesson.board is not None
    lesson.board.receive(Intent("move", "view", 1, lesson.board.rev + 1, ("S1", "b3", 0)))
    assert not lesson.met


def test_a_legal_move_that_is_not_asked_for_is_told_and_may_be_tried_again() -> None:
    lesson = hw.lesson("monsterhex/small-stones", progress=None)
    other = next(move for move in lesson.game.legal_moves() if move.cell != "b2")
    lesson.play(other)
    assert not lesson.met
    assert "not the task yet" in told(lesson)
    lesson.again()
    assert lesson.game.ply == 0
    assert "not the task yet" not in told(lesson)
    lesson.close()


def test_undo_on_the_board_takes_the_news_away() -> None:
    lesson = hw.lesson("monsterhex/small-stones", progress=None)
    lesson.play(next(move for move in lesson.game.legal_moves() if move.cell != "b2"))
    lesson.game.undo()
    assert "not the task yet" not in told(lesson)
    lesson.close()


def test_hints_come_one_after_the_other_and_then_an_example(lesson: Lesson) -> None:
    lesson.open(1)
    hints = lesson.plan.steps[1].hints
    for number, hint in enumerate(hints, start=1):
        assert lesson.hint() == hint["en"]
        assert f"Hint {number} of {len(hints)}" in told(lesson)
    assert lesson.hint() == ""
    assert lesson.met
    assert lesson.done == set()  # it was shown, not found
    assert "one way" in told(lesson)


def test_a_task_may_be_skipped(lesson: Lesson) -> None:
    lesson.open(1)
    assert lesson._buttons["next"].description == "Skip"
    lesson.next()
    assert lesson.at == 2
    assert lesson.done == set()


def test_a_step_that_goes_on_has_a_position_even_where_the_one_before_was_skipped() -> None:
    lesson = hw.lesson("monsterhex/large-stones", progress=None)
    lesson.open(2)
    assert lesson.game.phase == "take"
    assert not lesson.met
    lesson.close()


def test_the_same_game_goes_on_where_a_step_continues() -> None:
    lesson = hw.lesson("monsterhex/large-stones", progress=None)
    lesson.next()
    solve(lesson)
    game = lesson.game
    lesson.next()
    assert lesson.game is game
    lesson.close()


def test_restart_forgets_what_was_done(lesson: Lesson, tmp_path: Path) -> None:
    lesson.open(1)
    lesson.play("S1@a2^0")
    lesson.restart()
    assert (lesson.at, lesson.done) == (0, set())
    again = hw.lesson(FIRST, progress=tmp_path / "progress.json")
    assert (again.at, again.done) == (0, set())
    again.close()


def test_a_lesson_that_was_finished_opens_at_its_end_and_may_begin_anew(lesson: Lesson, tmp_path: Path) -> None:
    for _ in range(9):
        lesson._buttons["next"].click()
    assert lesson.step is None
    again = hw.lesson(FIRST, progress=tmp_path / "progress.json")
    assert again.step is None
    assert "The end" in told(again)
    assert "hw.lesson(&quot;monsterhex/equal-edges&quot;)" in told(again)
    assert again.hint() == ""
    again._buttons["back"].click()
    assert again.at == 3
    again._buttons["restart"].click()
    assert again.at == 0
    again.close()


@pytest.mark.parametrize("button", ["next", "more", "again", "back", "restart"])
def test_every_button_works_at_every_step(button: str) -> None:
    plan = packaged_plan(FIRST)
    for at in range(len(plan.steps) + 1):
        lesson = Lesson(plan)
        lesson.open(at)
        lesson._buttons[button].click()
        assert 0 <= lesson.at <= len(plan.steps)
        lesson.close()


def test_progress_is_kept(lesson: Lesson, tmp_path: Path) -> None:
    lesson.open(1)
    lesson.play("S1@a2^0")
    lesson.next()
    again = hw.lesson(FIRST, progress=tmp_path / "progress.json")
    assert (again.at, again.done) == (2, {1})
    other = hw.lesson("arenaduel/charge", progress=tmp_path / "progress.json")
    assert (other.at, other.done) == (0, set())
    for one in (again, other):
        one.close()


def test_it_follows_set_language() -> None:
    lesson = hw.lesson("arenaduel/charge", progress=None)
    try:
        hw.set_language("ja")
        assert "突進" in told(lesson)
        assert lesson._buttons["next"].description == "飛ばす"
        assert lesson.board is not None
        assert lesson.board.language == "ja"
    finally:
        hw.set_language("en")
    assert "charge" in told(lesson)
    lesson.close()


def test_what_a_lesson_says_is_text_and_no_markup() -> None:
    plan = packaged_plan(FIRST)
    text = {"en": "<script>alert(1)</script>", "ja": "<b>"}
    bad = Plan(plan.name, plan.game, text, {}, (plan.steps[0].__class__(text=text, task={}),))
    lesson = Lesson(bad)
    assert "<script>" not in told(lesson)
    assert "&lt;script&gt;" in told(lesson)
    lesson.close()


def test_a_partner_decides_in_secret() -> None:
    lesson = hw.lesson("arenaduel/move-and-turn", progress=None)
    lesson.next()
    assert str(lesson.game.committed("south")) == "S="
    assert lesson.board is not None
    assert "south" not in str(lesson.board.picks)
    lesson.play("F=")
    assert lesson.game.turn == 2
    assert lesson.game.committed("south") is not None  # for the turn that follows
    lesson.close()


@pytest.mark.parametrize("at", [-1, 99, 1.0, "1", None])
def test_a_step_that_there_is_not(lesson: Lesson, at: object) -> None:
    with pytest.raises(ValueError, match="step: expected 0 to 4"):
        lesson.open(at)  # type: ignore[arg-type]


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown lesson 'monsterhex/nothing'; known are monsterhex/first-placement"):
        hw.lesson("monsterhex/nothing")
    with pytest.raises(ValueError, match="unknown game 'chess'; known are arenaduel, monsterhex"):
        hw.lessons("chess")


def test_closing_leaves_nothing_behind(lesson: Lesson) -> None:
    game = lesson.game
    lesson.close()
    assert game._boards == []


def test_it_shows_itself_and_its_text(lesson: Lesson) -> None:
    data = lesson._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"].startswith("The first placement · Step 1 of 4")
