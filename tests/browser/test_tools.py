"""Tools, tables, rules and edges in a real JupyterLab, with a real mouse and real keys."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.desk import SIZE, Desk, new_desk, played
from tests.browser.lab import Board, Lab

ADVISER = """
def advise(game, seat, language):
    time.sleep(0.3)  # it is worked on beside the kernel's own thread
    rows = []
    for n, move in enumerate(game.legal_moves(seat)[:4]):
        unit, _, rest = str(move).partition("@")
        picks = [unit, *rest.split("^")] if rest else [str(move)[:-1], str(move)[-1]]
        rows.append({"label": str(move), "cells": [(f"{4 - n}", 1 - n / 2, f"{move}: {4 - n}")], "picks": picks})
    note = {"en": "The best first.", "ja": "よい順に並んでいます。"}[language]
    return {"heading": {"en": "Hint", "ja": "ヒント"}[language], "note": note, "columns": ["+"], "rows": rows}
"""


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab) as desk:
        desk.ask(ADVISER)
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    opened.page.set_viewport_size(SIZE)
    yield opened
    opened.quiet()


def monster_hex(desk: Desk, board: str = "game") -> Board:
    return desk.deal('game = hw.MonsterHex("four", seed=7)', "game.adviser = advise", 'game.play("A1@d3^0")', board)


def duel(desk: Desk) -> Board:
    return desk.deal("game = hw.ArenaDuel(seed=7)", "game.adviser = advise", 'game.board(seat="north")')


def hint(board: Board) -> list[str]:
    """Ask for a hint and read its rows."""
    assert board.lines("tool")[0] == "hint Hint"
    board.click("button:tool:hint")
    board.wait_shows("\nrow ")
    assert board.lines("table") == ["Hint"]
    return board.lines("row")


def focused(desk: Desk) -> str:
    return str(desk.page.evaluate("document.activeElement.dataset.name ?? ''"))


def test_a_row_of_a_hint_puts_the_unit_in_place_and_a_click_plays_it(desk: Desk) -> None:
    board = monster_hex(desk)
    moves = [str(move) for move in played("A1@d3^0").legal_moves()[:4]]
    assert hint(board) == [f"{move} {4 - n}" for n, move in enumerate(moves)]
    rev, asked = board.rev(), desk.asked
    board.click("button:row:1")
    unit, _, rest = moves[1].partition("@")
    cell, _, turn = rest.partition("^")
    board.wait_shows(f"carry {unit} ^{turn} over {cell}")
    board.hover("button:close")
    assert board.lines("carry") == [f"{unit} ^{turn} over {cell}"]
    assert (board.rev(), desk.asked) == (rev, asked)
    board.click(cell)
    board.wait_rev(rev + 1)
    assert board.lines("table") == []  # it was about the position before
    assert desk.ask("print(game.moves[-1])") == moves[1]


def test_a_hint_is_followed_by_keys_alone(desk: Desk) -> None:
    board = monster_hex(desk)
    board.root.locator('[data-name="button:tool:hint"]').focus()
    desk.page.keyboard.press("Enter")
    board.wait_shows("\nrow ")
    assert focused(desk) == "button:tool:hint"
    for name in ("button:close", "", "button:row:0"):  # "" is the table, which scrolls
        desk.page.keyboard.press("Tab")
        assert focused(desk) == name
    rev = board.rev()
    desk.page.keyboard.press("Enter")
    board.wait_shows("\ncarry ")
    assert focused(desk) == "button:place"
    assert board.rev() == rev
    desk.page.keyboard.press("Enter")
    board.wait_rev(rev + 1)
    assert desk.ask("print(game.moves[-1])") == str(played("A1@d3^0").legal_moves()[0])


def test_a_row_puts_an_order_together_which_is_committed_by_hand(desk: Desk) -> None:
    board = duel(desk)
    first, *_ = hint(board)
    order = first.split()[0]
    board.click("button:row:0")
    board.wait_shows(f"plan north {order} ")
    assert desk.ask("print(game.committed('north'))") == "None"
    board.click("button:commit")
    board.wait_shows("committed north")
    assert desk.ask("print(game.committed('north'))") == order


def test_an_illegal_drop_shows_its_edges_and_the_rule_is_a_button(desk: Desk) -> None:
    board = monster_hex(desk)
    game = played("A1@d3^0")
    legal = {str(move) for move in game.legal_moves()}
    moves = (f"{m.split('^')[0]}^{turn}" for m in sorted(legal) for turn in range(6))
    illegal = next(move for move in moves if move not in legal)
    fault = game.why(illegal)
    assert fault is not None
    assert fault.rule == "MH-PLACE-3"
    unit, _, rest = illegal.partition("@")
    cell, _, turn = rest.partition("^")
    board.click(f"hand:{unit}")
    board.key(*["r"] * int(turn))
    board.click(cell)
    board.wait_shows(f"edge {cell} ")
    assert len(board.lines("edge")) == len(fault.facts["edges"])
    assert all(line.endswith(" bad") for line in board.lines("edge"))
    board.click("button:rule:MH-PLACE-3")
    board.wait_shows("table MH-PLACE-3")
    assert board.lines("edge") == []  # something else was done
    board.key("Escape")
    assert board.lines("carry") == []
    board.key("Escape")
    assert board.lines("table") == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_rule_in_the_story_is_told_by_keys(desk: Desk, language: str) -> None:
    orders = 'game.play(str(game.legal_moves("north")[0]), str(game.legal_moves("south")[0]))'
    board = desk.deal("game = hw.ArenaDuel(seed=7)", orders, f"game.board(language={language!r})")
    rule = board.root.locator(".hw-story .hw-rule").first
    name = rule.inner_text()
    rule.focus()
    assert focused(desk) == f"button:rule:{name}"
    desk.page.keyboard.press("Enter")
    board.wait_shows(f"table {name}")
    note = board.root.locator(".hw-tablehead ~ .hw-hint").inner_text()
    assert note.isascii() == (language == "en")
    assert note in (board.root.locator(".hw-live").text_content() or "")


def test_a_kernel_that_ended_leaves_no_tool_to_use(desk: Desk) -> None:
    board = monster_hex(desk)
    tool = board.root.locator('[data-name="button:tool:hint"]')
    assert tool.is_enabled()
    board.root.evaluate("el => el.parentElement.classList.add('jupyter-widgets-disconnected')")
    desk.ask("game.undo()")
    desk.page.wait_for_function("el => el.disabled", arg=tool.element_handle())
    board.root.evaluate("el => el.parentElement.classList.remove('jupyter-widgets-disconnected')")
