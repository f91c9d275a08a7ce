"""The workshop in a real JupyterLab: a board is drawn by mouse and keys, put right, and played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.desk import BOARD, Desk
from tests.browser.lab import Board
from tests.browser.test_sight import WIDTHS


def tool(desk: Desk, name: str) -> Locator:
    return desk.cell(BOARD).get_by_role("button", name=re.compile(f"{name}$"))  # an icon may be part of its name


def told(desk: Desk, text: str) -> None:
    expect(desk.cell(BOARD).get_by_role("status").last).to_contain_text(text)


def begin(desk: Desk, language: str = "en", theme: str = "auto") -> Board:
    return desk.deal(
        f"shop = hw.workshop('monsterhex', language={language!r}, theme={theme!r})",
        "shop.draft.new_board('lake', seats=2, rounds=2, hand_size=2)",
        "shop",
    )


def drag(board: Board, *names: str) -> None:
    places = [board.at(name) for name in names]
    board.page.mouse.move(*places[0])
    board.page.mouse.down()
    for place in places[1:]:
        board.page.mouse.move(*place, steps=4)
    board.page.mouse.up()


def test_a_board_is_drawn_put_right_and_played(desk: Desk) -> None:
    board = begin(desk)
    told(desk, "expected at least one start cell")
    drag(board, "e4", "e7")  # cells
    board.wait_shows("fill e7 door")
    tool(desk, "Start").click()
    board.click("e5")
    board.wait_shows("token e5")
    told(desk, "Nothing is wrong")
    tool(desk, "Small site").click()
    board.click("d4")  # beside e4 and e5
    told(desk, "Nothing is wrong")
    board.click("f6")  # beside e5 and e6
    told(desk, "Nothing is wrong")
    board.click("f8")  # beside e7 alone
    told(desk, "site f8: expected 2 cells around it, got 1 [MH-SMALL-1]")
    expect(tool(desk, "Play")).to_be_disabled()
    tool(desk, "Cell").click()
    board.click("f8")
    told(desk, "Nothing is wrong")
    tool(desk, "Undo").click()
    told(desk, "site f8")
    tool(desk, "Redo").click()
    told(desk, "Nothing is wrong")
    tool(desk, "Play").click()
    played = Board(desk.page, desk.cell(BOARD).locator(".hexwidgets-board[data-ready]").last)
    played.root.wait_for()
    expect(desk.cell(BOARD).locator(".hexwidgets-board[data-ready]:visible")).to_have_count(2)
    assert desk.ask("print(len(shop.game.rules.board.cells), len(shop.game.rules.board.small))") == "5 2"
    unit = desk.ask("print(shop.game.legal_moves()[0])").partition("@")[0]
    played.click(f"hand:{unit}")
    played.click(desk.ask("print(shop.game.legal_moves()[0])").partition("@")[2].partition("^")[0])
    played.wait_rev(2)


def test_a_board_is_drawn_with_the_keyboard_alone(desk: Desk) -> None:
    board = begin(desk)
    keys = desk.page.keyboard
    tool(desk, "Start").focus()
    keys.press("Enter")
    board.key("ArrowRight", "Enter")
    told(desk, "2 placements need more than the board's 1 cells")
    tool(desk, "Cell").focus()
    keys.press("Space")
    board.key(*["ArrowRight", "Enter"] * 3)
    told(desk, "Nothing is wrong")
    assert desk.ask("print(sorted(shop.draft.painted.values()))") == "['cell', 'cell', 'cell', 'start']"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [WIDTHS[0], WIDTHS[-1]])
def test_nothing_is_cut_off(desk: Desk, language: str, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 1000})
    begin(desk, language)
    cell = desk.cell(BOARD).locator(".jp-OutputArea-output").last
    tabs = cell.get_by_role("tab")
    for number in range(4):
        tabs.nth(number).click()
        wide = (
            "el => [...el.querySelectorAll('button, input, select, .hexwidgets-board')].filter(one => one.offsetWidth"
        )
        beyond = (
            " && one.getBoundingClientRect().right > el.getBoundingClientRect().right + 1).map(one => one.outerHTML)"
        )
        assert cell.evaluate(wide + beyond) == []


def test_an_arena_is_drawn_and_fought_in(desk: Desk) -> None:
    board = desk.deal("shop = hw.workshop('arenaduel', language='ja')", "shop")
    tool(desk, "障害物").click()
    board.click("f6")
    board.wait_shows("fill f6 strong")
    tool(desk, "向きを変える").click()
    board.click("d5" if "token d5" in board.describe() else "d4")
    tool(desk, "遊ぶ").click()
    expect(desk.cell(BOARD).locator(".hexwidgets-board[data-ready]")).to_have_count(2)
    assert desk.ask("print(len(shop.game.arena.obstacles))") == "1"
