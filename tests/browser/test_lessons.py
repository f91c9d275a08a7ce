"""Lessons and quizzes in a real JupyterLab: to their end by clicks and by keys, and how they look."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

import hexwidgets as hw
from hexwidgets.teach import Lesson, Quiz
from hexwidgets.teach.answers import answer
from tests.browser.desk import BOARD, IMPORTS, SIZE, Desk, by_hand, new_desk
from tests.browser.lab import Board, Lab
from tests.browser.test_access import AXE, walk_to

LANGUAGES = ("en", "ja")
TOLD = ":is(.hexwidgets-lesson-told, .hexwidgets-quiz-told) [role=status]"


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab) as desk:
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    opened.page.set_viewport_size(SIZE)
    yield opened
    opened.quiet()


def show(desk: Desk, *code: str) -> Locator:
    """Show what the last line gives in the board's cell, and return that cell's output."""
    desk.write(BOARD, "\n".join(code))
    desk.run_and_wait(BOARD)
    expect(desk.cell(BOARD).locator(".hexwidgets-board[data-ready]"), desk.output(BOARD)).to_have_count(1)
    return desk.cell(BOARD).locator(".jp-OutputArea").first


def board(desk: Desk) -> Board:
    root = desk.cell(BOARD).locator(".hexwidgets-board[data-ready]:not([data-old])")
    expect(root).to_have_count(1)
    return Board(desk.page, root)


def go_on(desk: Desk, twin: Lesson, how: Callable[[Locator], None]) -> None:
    """Leave a step, and its board too where the next step has one of its own."""
    after = twin.plan.steps[twin.at + 1 : twin.at + 2]
    if not any(step.continues for step in after):
        board(desk).root.evaluate("el => { el.dataset.old = 'yes' }")
    how(button(desk, "lesson-next"))
    twin.next()


def button(desk: Desk, what: str) -> Locator:
    return desk.cell(BOARD).locator(f"button.hexwidgets-{what}")


def press(desk: Desk, what: str) -> None:
    """Press a button by keys alone."""
    by_keys(button(desk, what))


def by_keys(one: Locator) -> None:
    one.focus()
    one.page.keyboard.press("Enter")


def controls(twin: Lesson, order: str) -> tuple[str, ...]:
    """What is pressed for an order of a duel; of one that is refused, the card that may not be chosen."""
    move = f"card:{order[:-1]}"
    refused = twin.game.why("north", order) is not None
    return (move,) if refused else (move, f"card:{order[-1]}", "button:commit")


def decide(desk: Desk, twin: Lesson) -> None:
    """Make by clicks what meets the task in a twin of the lesson in this process."""
    found = answer(twin.plan, twin.at, twin.game)
    assert found is not None
    for decision in found:
        for move in decision.values():
            on_page = board(desk)
            if twin.plan.game == "arenaduel":
                for name in controls(twin, move):
                    on_page.click(name)
            elif twin.game.why(move) is None:
                by_hand(on_page, move)
            else:
                unit, _, rest = move.partition("@")
                cell, _, turn = rest.partition("^")
                on_page.click(f"hand:{unit}")
                on_page.key(*["r"] * int(turn))
                on_page.click(cell)
        twin.play(*decision.values())


PAGES = ("monsterhex/first-placement", "monsterhex/large-stones", "arenaduel/hit-and-pursue")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*PAGES, "arenaduel/charge"])
def test_a_lesson_is_taken_to_its_end_by_clicks(desk: Desk, name: str, language: str) -> None:
    page = show(desk, f'lesson = hw.lesson("{name}", language="{language}", progress=None)', "lesson")
    twin = hw.lesson(name, language=language, progress=None)
    title = twin.plan.title[language]
    for at, step in enumerate(twin.plan.steps):
        expect(page.locator(".hexwidgets-lesson-text h2")).to_contain_text(title)
        if step.goal:
            expect(page.locator(".hexwidgets-lesson-text h3")).to_have_text({"en": "Task", "ja": "課題"}[language])
            decide(desk, twin)
            expect(page.locator(TOLD)).to_contain_text("✓")
        go_on(desk, twin, Locator.click)
        assert twin.at == at + 1
    expect(page.locator(".hexwidgets-lesson-text h3")).to_have_text({"en": "The end", "ja": "おわり"}[language])
    assert desk.ask("print(lesson.step, sorted(lesson.done))") == f"None {sorted(twin.done)}"
    twin.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_taken_to_its_end_by_keys(desk: Desk, language: str) -> None:
    page = show(desk, f'lesson = hw.lesson("arenaduel/charge", language="{language}", progress=None)', "lesson")
    twin = hw.lesson("arenaduel/charge", progress=None)
    for step in twin.plan.steps:
        assert step.goal
        found = answer(twin.plan, twin.at, twin.game)
        assert found is not None
        (order,) = found[0].values()
        for name in controls(twin, order):
            by_keys(board(desk).root.locator(f'[data-name="{name}"]'))
        twin.play(order)
        expect(page.locator(TOLD)).to_contain_text("✓")
        go_on(desk, twin, by_keys)
    expect(page.locator(".hexwidgets-lesson-text h3")).to_have_text({"en": "The end", "ja": "おわり"}[language])
    assert desk.ask("print(sorted(lesson.done))") == f"{sorted(twin.done)}" == "[0, 1, 2, 3]"
    twin.close()


def test_what_is_told_is_spoken(desk: Desk) -> None:
    """The region that a screen reader listens to stays the same while steps come and go, so what it says is heard."""
    page = show(desk, 'lesson = hw.lesson("monsterhex/first-placement", progress=None)', "lesson")
    for part in ("text", "told"):
        page.locator(f".hexwidgets-lesson-{part} [role=status]").evaluate("el => { el.dataset.same = 'yes' }")
    press(desk, "lesson-next")
    expect(page.locator(".hexwidgets-lesson-text [data-same]")).to_contain_text("Step 2 of 4")
    press(desk, "lesson-more")
    expect(page.locator(".hexwidgets-lesson-told [data-same]")).to_contain_text("Hint 1 of")
    page = show(desk, 'quiz = hw.quiz("arenaduel", seed=7, kinds=["how-many-dice"])', "quiz")
    page.locator(TOLD).evaluate("el => { el.dataset.same = 'yes' }")
    button(desk, "quiz-choice").first.click()
    expect(page.locator(".hexwidgets-quiz-told [data-same]")).to_contain_text(re.compile("Right|Not right"))
    press(desk, "quiz-next")
    expect(page.locator(".hexwidgets-quiz-told [data-same]")).to_be_empty()


def test_hints_an_example_and_another_try_by_keys(desk: Desk) -> None:
    page = show(desk, 'lesson = hw.lesson("monsterhex/small-stones", progress=None)', "lesson")
    told = page.locator(TOLD)
    for number in (1, 2):
        press(desk, "lesson-more")
        expect(told).to_contain_text(f"Hint {number} of 2")
    expect(button(desk, "lesson-more")).to_have_text("Show me")
    press(desk, "lesson-more")
    expect(told).to_contain_text("That is one way to do it.")
    press(desk, "lesson-again")
    expect(told).not_to_contain_text("one way")
    assert desk.ask("print(lesson.game.ply, lesson.met, lesson.done)") == "0 False set()"


def test_progress_stays_with_the_notebook(browser: Browser, lab: Lab) -> None:
    """Neither a page that is loaded anew nor another kernel loses it."""
    call = 'lesson = hw.lesson("monsterhex/first-placement")', "lesson"
    with new_desk(browser, lab) as desk:
        show(desk, *call)
        twin = hw.lesson("monsterhex/first-placement", progress=None)
        go_on(desk, twin, Locator.click)
        by_hand(board(desk), "S1@a2^0")
        go_on(desk, twin, Locator.click)
        board(desk)
        twin.close()
        assert (lab.root / "hexwidgets-progress.json").is_file()
        desk.go()
        desk.restart()
        desk.errors.clear()  # of the widgets whose kernel is gone
        desk.write(0, IMPORTS)
        desk.run_and_wait(0)
        page = show(desk, *call)
        expect(page.locator(".hexwidgets-lesson-text h2")).to_contain_text("Step 3 of 4")
        press(desk, "lesson-restart")
        expect(page.locator(".hexwidgets-lesson-text h2")).to_contain_text("Step 1 of 4")
        desk.quiet()


def twin_quiz(kind: str, game: str) -> Quiz:
    return hw.quiz(game, seed=7, kinds=[kind])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quiz_with_choices_right_and_wrong(desk: Desk, language: str) -> None:
    call = f'quiz = hw.quiz("arenaduel", seed=7, kinds=["how-many-dice"], language="{language}")'
    page = show(desk, call, "quiz")
    twin = twin_quiz("how-many-dice", "arenaduel")
    told = page.locator(TOLD)
    (true,) = twin.question.answer
    button(desk, "quiz-choice").filter(has_text=re.compile(f"^{true}$")).click()
    expect(told).to_contain_text({"en": "Right.", "ja": "正解です。"}[language])
    press(desk, "quiz-next")
    expect(told).to_be_empty()
    twin.next()
    wrong = next(choice.key for choice in twin.question.choices if choice.key not in twin.question.answer)
    by_keys(button(desk, "quiz-choice").filter(has_text=re.compile(f"^{wrong}$")))
    expect(told).to_contain_text({"en": "Not right.", "ja": "残念、違います。"}[language])
    assert desk.ask("print(quiz.score, quiz.asked)") == "1 2"
    twin.close()


def test_cells_are_marked_by_clicks_and_keys(desk: Desk) -> None:
    page = show(desk, 'quiz = hw.quiz("arenaduel", seed=7, kinds=["legal-cells"])', "quiz")
    twin = twin_quiz("legal-cells", "arenaduel")
    on_page, cells = board(desk), sorted(twin.question.answer)
    told = page.locator(TOLD)
    on_page.click(cells[0])
    expect(told).to_contain_text(f"Marked: {cells[0]}")
    on_page.click(cells[0])
    expect(told).to_contain_text("Nothing is marked yet.")
    for cell in cells:
        on_page.click(cell)
        on_page.wait_shows(f"heat {cell} ")
    press(desk, "quiz-check")
    expect(told).to_contain_text("Right.")
    assert desk.ask("print(quiz.score, quiz.asked, quiz.board.game.ply)") == "1 1 0"
    on_page.root.evaluate("el => { el.dataset.old = 'yes' }")
    button(desk, "quiz-next").click()
    expect(told).to_contain_text("Nothing is marked yet.")
    on_page = board(desk)
    on_page.key("ArrowDown", "Enter")
    expect(told).to_contain_text("Marked: ")
    twin.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quiz_about_another_variant_is_answered_by_keys(desk: Desk, language: str) -> None:
    call = f'hw.quiz("monsterhex", seed=3, kinds=["legal-cells"], variant="two-duel", language="{language}")'
    page = show(desk, f"quiz = {call}", "quiz")
    twin = hw.quiz("monsterhex", seed=3, kinds=["legal-cells"], variant="two-duel")
    on_page, told = board(desk), page.locator(TOLD)
    on_page.root.evaluate("el => el.focus({preventScroll: true})")
    for cell in twin.question.answer:
        walk_to(on_page, cell)
        on_page.key("Enter")
        on_page.wait_shows(f"heat {cell} ")
    press(desk, "quiz-check")
    expect(told).to_contain_text({"en": "Right.", "ja": "正解です。"}[language])
    assert (
        desk.ask("print(quiz.score, quiz.results[0].options)") == '1 {"variant": "two-duel", "seats": ["red", "blue"]}'
    )
    twin.close()


def test_a_class_sees_its_results(desk: Desk) -> None:
    """A name is text, whatever a pupil calls himself."""
    output = desk.cell(BOARD).locator(".jp-OutputArea").first
    name = "<img src=x onerror=document.title=1>"
    desk.write(
        BOARD, "\n".join([f'quiz = hw.quiz("arenaduel", seed=7, pupil="{name}")', "quiz.answer(); quiz.results"])
    )
    desk.run_and_wait(BOARD)
    expect(output.locator("td").first).to_have_text(name)
    expect(output.locator("img")).to_have_count(0)


@pytest.fixture(scope="module", params=["Light", "Dark"])
def theme(opened: Desk, request: pytest.FixtureRequest) -> Iterator[str]:
    """JupyterLab in one of its themes, and light again at the end."""
    change_theme(opened, request.param)
    yield request.param
    change_theme(opened, "Light")


def change_theme(desk: Desk, name: str) -> None:
    light = str(name == "Light").lower()
    if desk.page.evaluate("document.body.dataset.jpThemeLight") != light:
        arguments = f"{{theme: 'JupyterLab {name}'}}"
        desk.page.evaluate(f"window.jupyterapp.commands.execute('apputils:change-theme', {arguments})")
        desk.page.wait_for_function("light => document.body.dataset.jpThemeLight === light", arg=light)
        desk.page.wait_for_load_state("networkidle")


LOOKS = {
    "lesson": 'hw.lesson("monsterhex/large-stones", language="{}", progress=None)',
    "quiz": 'hw.quiz("monsterhex", seed=7, kinds=["legal-cells"], language="{}")',
}
BEFORE = {"lesson": "shown.next(); shown.hint()", "quiz": "shown.answer(*shown.question.places[:9])"}


@pytest.mark.parametrize("width", [1000, 320])
@pytest.mark.parametrize("what", LOOKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off(desk: Desk, theme: str, language: str, what: str, width: int, tmp_path: Path) -> None:
    """Whatever the theme, all text and every button is inside the page's width."""
    page = show(desk, f"shown = {LOOKS[what].format(language)}", BEFORE[what], "shown")
    root = page.locator(f".hexwidgets-{what}")
    root.evaluate("(el, width) => { el.style.width = width + 'px' }", width)
    desk.page.wait_for_function(
        """([el, width]) => {
          const drawn = el.querySelector('canvas')?.getBoundingClientRect().width ?? 0;
          return el.scrollWidth <= width + 1 && 0 < drawn && drawn <= width;
        }""",
        arg=[root.element_handle(), width],
    )
    outer = root.bounding_box()
    assert outer is not None
    for inside in root.locator("button:visible, h2, h3, p, canvas").all():
        box = inside.bounding_box()
        if box is not None and box["width"]:
            assert box["x"] >= outer["x"] - 1, inside.inner_text()
            assert box["x"] + box["width"] <= outer["x"] + width + 1, inside.inner_text()
    text = root.locator(f".hexwidgets-{what}-text p").first
    colour = text.evaluate("el => getComputedStyle(el).color.match(/[\\d.]+/g).slice(0, 3).map(Number)")
    assert (sum(colour) < 380) is (theme == "Light")  # dark on light, light on dark
    root.screenshot(path=tmp_path / f"{what}-{language}-{theme}-{width}.png")


AUDIT = "async what => (await axe.run(what)).violations.map(one => [one.id, one.nodes[0].html])"


@pytest.mark.parametrize("what", ["lesson", "quiz"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(desk: Desk, theme: str, language: str, what: str) -> None:
    page = show(desk, f"shown = {LOOKS[what].format(language)}", BEFORE[what], "shown")
    expect(page.locator(TOLD)).not_to_be_empty()
    desk.page.evaluate(AXE.read_text("utf-8"))
    assert desk.page.evaluate(AUDIT, f".hexwidgets-{what}") == []
