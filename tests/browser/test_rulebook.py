"""The rulebook in a real JupyterLab: search, open a rule, and try on its board what it allows and what it refuses."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

import hexwidgets as hw
from hexwidgets.engine.rulebook import Entry, Try
from tests.browser.desk import BOARD, SECOND, SIZE, Desk, carry, new_desk
from tests.browser.lab import Board, Lab
from tests.browser.test_access import AXE
from tests.browser.test_views import change_theme

LANGUAGES = ("en", "ja")
TEXT = ".hexwidgets-rulebook-text h3"


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab) as desk:
        desk.page.emulate_media(reduced_motion="reduce")
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    yield opened
    opened.page.set_viewport_size(SIZE)
    opened.quiet()


class Page:
    """A rulebook on a page, driven by what a reader has: a box to type in, lists, and buttons."""

    def __init__(self, desk: Desk, *code: str) -> None:
        desk.write(BOARD, "\n".join(code))
        desk.run_and_wait(BOARD)
        self.desk = desk
        self.root = desk.cell(BOARD).locator(".hexwidgets-rulebook")
        expect(self.root).to_have_count(1)
        self.board()

    def search(self, words: str) -> None:
        self.root.locator("input[type=text]").fill(words)

    def rules(self) -> Locator:
        return self.root.locator("select").nth(1)

    def listed(self) -> list[str]:
        return [text.replace("\xa0", " ") for text in self.rules().locator("option").all_inner_texts()]

    def turn_to(self, entry: Entry) -> None:
        """Pick a rule in the list, and wait for its page."""
        self.rules().select_option(index=self.listed().index(entry.heading))
        expect(self.root.locator(TEXT)).to_have_text(entry.heading)
        self.desk.wait_ready()

    def press(self, attempt: Try) -> str:
        """Press a try's button; what is answered then."""
        whole = re.compile(f"^{re.escape(str(attempt))}$")
        self.root.locator("button").filter(has_text=whole).click()
        told = self.root.locator(".hexwidgets-rulebook-answer [role=status]")
        expect(told.locator("code").first).to_have_text(str(attempt))
        return unescape(told.inner_text())

    def board(self) -> Board:
        root = self.root.locator(".hexwidgets-board[data-ready]")
        expect(root).to_have_count(1)
        return Board(self.desk.page, root)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_finds_a_rule_and_its_page_opens(desk: Desk, language: str) -> None:
    book = hw.rulebook("monsterhex", language=language)
    page = Page(desk, f'hw.rulebook("monsterhex", language="{language}")')
    assert page.listed() == [entry.heading for entry in book.values()]
    page.search("equal edge" if language == "en" else "等しい辺")
    wanted = [entry.heading for entry in book.search("equal edge" if language == "en" else "等しい辺")]
    expect(page.rules().locator("option")).to_have_text(wanted)
    entry = book["MH-PLACE-3"]
    page.turn_to(entry)
    expect(page.root).to_contain_text(entry.text)
    assert page.board().lines("unit")[0].startswith("d5 red S1")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "rule"), [("monsterhex", "MH-PLACE-3"), ("arenaduel", "AD-REAR-1")])
def test_every_try_answers_as_stated(desk: Desk, game: str, rule: str, language: str) -> None:
    book = hw.rulebook(game, language=language)
    page = Page(desk, f'hw.rulebook("{game}", language="{language}")')
    entry = book[rule]
    page.turn_to(entry)
    for attempt, answer in zip(entry.tries, entry.answers(), strict=True):
        told = page.press(attempt)
        assert entry.stated(attempt) in told
        for statement in answer.statements:
            assert statement.text(language) in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_board_is_played_on_by_hand(desk: Desk, language: str) -> None:
    """What is refused says why, with the facts and what would do; what is allowed is played."""
    entry = hw.rulebook("monsterhex", language=language)["MH-PLACE-3"]
    page = Page(desk, f'hw.rulebook("monsterhex", language="{language}").show("MH-PLACE-3")')
    board, game = page.board(), entry.position
    carry(board, "C2", 3)
    board.click("e5")
    fault = game.why("C2@e5^3")
    board.wait_shows(f"message {fault.text(language)} [MH-PLACE-3]")
    board.key("Escape")
    carry(board, "C2", 0)
    board.click("e5")
    board.wait_shows("unit e5 blue C2 ^0")


def test_a_try_is_seen_on_the_board_and_set_up_again(desk: Desk) -> None:
    page = Page(desk, 'hw.rulebook("arenaduel").show("AD-DICE-3")')
    entry = hw.rulebook("arenaduel")["AD-DICE-3"]
    before = page.board().lines("fighter")
    page.press(entry.tries[0])
    page.board().wait_shows("fighter e3 south")
    page.root.locator("button", has_text="Set up again").click()
    page.board().wait_shows("fighter d3 south")
    assert page.board().lines("fighter") == before


def test_a_chapter_shows_its_rules(desk: Desk) -> None:
    book = hw.rulebook("arenaduel", language="ja")
    page = Page(desk, 'hw.rulebook("arenaduel", language="ja")')
    chapter = book.chapters[3]
    page.root.locator("select").first.select_option(label=chapter.title)
    expect(page.rules().locator("option")).to_have_text([entry.heading for entry in chapter.entries])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_id_of_a_refusal_turns_the_rulebook_on_the_page_to_it(desk: Desk, language: str) -> None:
    """The board tells the rule, and the rulebook opens at it with its text and its position."""
    page = Page(desk, f'hw.rulebook("monsterhex", language="{language}")')
    entry = hw.rulebook("monsterhex", language=language)["MH-PLACE-1"]
    game = f'hw.MonsterHex("four", seed=7, language="{language}")'
    desk.write(SECOND, game)
    desk.run_and_wait(SECOND)
    root = desk.cell(SECOND).locator(".hexwidgets-board[data-ready]")
    expect(root).to_have_count(1)
    board = Board(desk.page, root)
    carry(board, "A1", 0)
    board.click("b3")
    rule = root.locator(".hw-box .hw-rule")
    expect(rule).to_have_text("MH-PLACE-1")
    rule.click()
    board.wait_shows(entry.heading)
    expect(page.root.locator(TEXT)).to_have_text(entry.heading)
    expect(page.root).to_contain_text(entry.text)
    page.board()
    opened = {"en": "The rulebook on this page is open", "ja": "このページのルールブックでも"}[language]
    expect(root).to_contain_text(opened)
    desk.write(SECOND, "")
    desk.run_and_wait(SECOND)


def test_it_follows_set_language(desk: Desk) -> None:
    page = Page(desk, 'hw.rulebook("monsterhex").show("MH-PLACE-3")')
    desk.ask('hw.set_language("ja")')
    entry = hw.rulebook("monsterhex", language="ja")["MH-PLACE-3"]
    expect(page.root.locator(TEXT)).to_have_text(entry.heading)
    assert entry.heading in page.listed()
    page.board().wait_shows("ラウンド")
    desk.ask('hw.set_language("en")')
    expect(page.root.locator(TEXT)).not_to_have_text(entry.heading)


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(desk: Desk, language: str) -> None:
    page = Page(desk, f'hw.rulebook("monsterhex", language="{language}").show("MH-LARGE-3")')
    page.press(hw.rulebook("monsterhex", language=language)["MH-LARGE-3"].tries[0])
    desk.page.evaluate(AXE.read_text("utf-8"))
    run = "async () => (await axe.run('.hexwidgets-rulebook')).violations.map(one => [one.id, one.nodes[0].html])"
    assert desk.page.evaluate(run) == []


@pytest.mark.parametrize("width", [1280, 420])
def test_nothing_is_cut_off(desk: Desk, width: int, tmp_path: Path) -> None:
    """In light and dark, wide and narrow: text and board lie within the page."""
    desk.page.set_viewport_size({"width": width, "height": 1000})
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        change_theme(desk, theme)
        page = Page(desk, 'hw.rulebook("monsterhex", language="ja").show("MH-LARGE-3")')
        page.press(hw.rulebook("monsterhex", language="ja")["MH-LARGE-3"].tries[0])
        wide = page.root.evaluate("el => [el.scrollWidth, el.clientWidth]")
        assert wide[0] <= wide[1] + 1
        for part in (page.root.locator(TEXT), page.board().root, page.rules()):
            box, whole = part.bounding_box(), page.root.bounding_box()
            assert box is not None
            assert whole is not None
            assert box["x"] >= whole["x"] - 1
            assert box["x"] + box["width"] <= whole["x"] + whole["width"] + 1
        colour = page.root.locator(".hexwidgets-rulebook-text p").first.evaluate("el => getComputedStyle(el).color")
        light = sum(map(float, re.findall(r"[\d.]+", colour)[:3])) > 3 * 128
        assert light == (theme == "JupyterLab Dark")
        (tmp_path / f"{theme[11:]}-{width}.png").write_bytes(page.root.screenshot(animations="disabled"))
