"""Played without a pointer and without eyes: keys alone, where Tab leads, what is said, and what axe finds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

import hexwidgets as hw
from tests.browser.desk import DUEL, GAME, Desk
from tests.browser.lab import ROOT, Board
from tests.browser.states import STATES, traits_of
from tests.strategies import a_move

AXE = ROOT / "js/node_modules/axe-core/axe.min.js"
FOCUSED = "() => document.activeElement?.dataset.name ?? document.activeElement?.ariaLabel ?? ''"
PAGE = ".jp-WindowedPanel-outer"  # what scrolls
SCROLLED = f"() => document.querySelector('{PAGE}').scrollTop"


def press(board: Board, *keys: str) -> None:
    """Press keys that are the board's own: whatever gets the focus by them, the page stays."""
    before = board.page.evaluate(SCROLLED)
    board.key(*keys)
    assert board.page.evaluate(SCROLLED) == before, f"{keys} scrolled the page"


# -- whole games by keys --------------------------------------------------------------------------


def tab_to(board: Board, name: str) -> None:
    """Press Tab until the control of that name has the focus."""
    seen = []
    for key in ["Tab"] * 60 + ["Shift+Tab"] * 120:
        if board.page.evaluate(FOCUSED) == name and board.root.evaluate("el => el.contains(document.activeElement)"):
            return
        if not board.root.evaluate("el => el.contains(document.activeElement)"):
            board.root.evaluate("el => el.focus({preventScroll: true})")  # as Shift+Tab leads back
        board.page.keyboard.press(key)
        seen.append(board.page.evaluate(FOCUSED))
    raise AssertionError(f"Tab does not lead to {name}; it leads to {seen}")


def walk_to(board: Board, cell: str) -> None:
    """Press arrows until the place of that name has the focus."""
    for _ in range(40):
        here = str(board.page.evaluate(FOCUSED)).split(",")[0]
        if here == cell:
            return
        start, end = board.locate(here), board.locate(cell)
        assert end is not None
        if start is None:
            press(board, "ArrowUp")
            continue
        dx, dy = end["x"] - start["x"], end["y"] - start["y"]
        across = abs(dx) > abs(dy)
        press(board, ("ArrowRight" if dx > 0 else "ArrowLeft") if across else "ArrowDown" if dy > 0 else "ArrowUp")
    raise AssertionError(f"arrows do not lead to {cell}; the focus is on {board.page.evaluate(FOCUSED)}")


def by_keys(board: Board, move: str) -> None:
    """Make a move of Monster Hex by keys alone."""
    rev = board.rev()
    word, _, rest = move.partition(" ")
    if "@" in word:
        unit, _, spot = word.partition("@")
        cell, _, turn = spot.partition("^")
        tab_to(board, f"hand:{unit}")
        press(board, "Enter")
        walk_to(board, cell)
        press(board, *["r"] * int(turn), "Enter")
    else:
        tab_to(board, f"button:take:{rest}" if word == "take" else f"button:{word}")
        press(board, "Enter")
    board.wait_rev(rev + 1)


def test_a_whole_monster_hex_is_played_by_keys_alone(desk: Desk) -> None:
    rounds = 3
    game, chance = hw.MonsterHex("two-duel", seed=7, dials={"rounds": rounds}), random.Random(1)
    board = desk.deal(f'game = hw.MonsterHex("two-duel", seed=7, dials={{"rounds": {rounds}}})', "game")
    desk.page.mouse.move(5, 5)
    while game.result is None:
        move = chance.choice(game.legal_moves())
        by_keys(board, str(move))
        game.play(move)
        assert board.lines("score") == [f"{seat} {points}" for seat, points in game.scores.items()]
    assert board.root.locator(".hw-result").is_visible()
    assert board.root.locator(".hw-live").inner_text().splitlines()[-1] in board.lines("result")[0]
    assert desk.ask("print(*game.moves)") == " ".join(map(str, game.moves))


def test_a_whole_duel_is_fought_by_keys_alone(desk: Desk) -> None:
    """At the open table one keyboard orders for both: letters choose cards, or Tab does, Enter commits."""
    duel, chance = hw.ArenaDuel(seed=7, life=1), random.Random(3)
    board = desk.deal("duel = hw.ArenaDuel(seed=7, life=1)", "duel")
    desk.page.mouse.move(5, 5)
    while duel.result is None:
        orders = dict(zip(duel.seats, a_move(duel, chance), strict=True))
        for number, (seat, order) in enumerate(orders.items()):
            *move, turn = str(order)
            tab_to(board, f"seat:{seat}")
            board.key("Enter")
            if number:  # cards by Tab, then by letters
                for card in ("".join(move), turn):
                    tab_to(board, f"card:{card}")
                    if board.page.evaluate("() => document.activeElement.ariaPressed") == "false":
                        board.key("Enter")
                tab_to(board, "button:commit")
            else:
                board.root.focus()
                board.key(*(letter.lower() for letter in move), turn)
            rev = board.rev()
            board.wait_shows(f" {order} ")
            board.key("Enter")
            board.page.wait_for_function(
                "([el, rev, seat]) => Number(el.dataset.rev) > rev || el.describe().includes(`committed ${seat} `)",
                arg=[board.root.element_handle(), rev, seat],
            )
        duel.play(*orders.values())
        board.wait_rev(rev + 1)
    assert board.root.locator(".hw-result").is_visible()
    assert desk.ask("print(duel.result.winners)") == str(duel.result.winners)


# -- the focus ------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [(GAME, "game"), (DUEL, "duel")], ids=["monster hex", "duel"])
def test_tab_leads_through_the_board_and_back(desk: Desk, code: tuple[str, str]) -> None:
    board = desk.deal(*code)
    desk.page.set_viewport_size({"width": 1280, "height": 500})
    board.root.evaluate("el => el.focus({preventScroll: true})")
    inside = "el => el.contains(document.activeElement)"
    press(board, "ArrowUp", "ArrowDown", "ArrowLeft", "Space")  # the focus is on a place now
    for key in ("Tab", "Shift+Tab"):
        stops = 0
        while board.root.evaluate(inside):
            desk.page.keyboard.press(key)
            stops += 1
            assert stops < 40, f"{key} does not lead out of the board"
        if key == "Tab":
            desk.page.keyboard.press("Shift+Tab")
            assert board.root.evaluate(inside), "Shift+Tab does not lead back"


@pytest.mark.parametrize("code", [(GAME, "game"), (DUEL, "duel.board(seat='north')")], ids=["monster hex", "duel"])
def test_the_notebooks_keys_are_quiet_inside_and_work_outside(desk: Desk, code: tuple[str, str]) -> None:
    board = desk.deal(*code)
    cells = """() => JSON.stringify(window.jupyterapp.shell.currentWidget.content.widgets.map(
        cell => [cell.model.type, cell.model.sharedModel.source]))"""
    mode = "() => window.jupyterapp.shell.currentWidget.content.mode"
    active = "() => window.jupyterapp.shell.currentWidget.content.activeCellIndex"
    desk.cell(1).click(position={"x": 5, "y": 5})
    before = [desk.page.evaluate(script) for script in (cells, mode, active)]
    for focus in ("root", "place", "button"):
        board.root.evaluate("el => el.focus({preventScroll: true})")
        if focus == "place":
            board.key("ArrowUp")
        if focus == "button":
            tab_to(board, "button:help")
        before[1] = desk.page.evaluate(mode)
        for key in ["a", "b", "d", "d", "m", "x", "z", "Enter", "ArrowUp", "ArrowDown", "Escape", "Space"]:
            if (focus, key) == ("button", "Enter"):
                continue
            desk.page.keyboard.press(key)
            assert [desk.page.evaluate(s) for s in (cells, mode, active)] == before, f"{focus}: the notebook took {key}"
    count = "() => window.jupyterapp.shell.currentWidget.content.widgets.length"
    n = desk.page.evaluate(count)
    desk.cell(3).locator(".jp-InputPrompt").click()
    desk.page.keyboard.press("b")
    desk.page.wait_for_function(f"{count[6:]} === {n + 1}")
    desk.page.keyboard.press("d")
    desk.page.keyboard.press("d")
    desk.page.wait_for_function(f"{count[6:]} === {n}")


def test_every_place_is_a_focusable_entry_that_says_what_is_there(still: Page) -> None:
    root = STATES["carrying"]("en").show(still)
    labels = root.locator("[role=listbox] [role=option]").evaluate_all("all => all.map(one => one.ariaLabel)")
    board = Board(still, root)
    named = {label.split(",")[0]: label for label in labels}
    for line in board.lines("unit"):
        cell, faction, unit, _, powers, *_ = line.split()
        assert f"{cell}, " in named[cell]
        assert f"{faction.title()} {unit}, powers: east {powers[0]}, north-east {powers[1]}" in named[cell]
    for line in board.lines("stones"):
        site, *stones = line.split()
        assert named[site].startswith(f"{site}, large site, ")
        assert all(any(f" {stone[1]}" in part for part in named[site].split(",")) for stone in stones)
    for cell in board.lines("legal")[0].split():
        assert named[cell].endswith("may be chosen")
    here = str(still.evaluate(FOCUSED)).split(",")[0]
    still.keyboard.press("ArrowRight")
    assert str(still.evaluate(FOCUSED)).split(",")[0] in named.keys() - {here}


def test_a_screen_reader_that_clicks_on_a_place_chooses_it(still: Page) -> None:
    root = STATES["start"]("ja").show(still)
    board = Board(still, root)
    root.locator('[data-name="hand:A1"]').evaluate("el => el.click()")
    place = root.get_by_role("option", name="d3, ")
    place.evaluate("el => el.focus()")
    place.evaluate("el => el.click()")
    assert board.lines("sent") == ["A1 ^0 on d3"]


# -- what is said ---------------------------------------------------------------------------------

LISTEN = """el => {
  window.said = [];
  new MutationObserver(() => said.push(el.textContent)).observe(el, { childList: true, subtree: true });
}"""


def listen(page: Page) -> None:
    page.locator(".hw-live").evaluate(LISTEN)


def said(page: Page) -> list[str]:
    page.evaluate("() => new Promise(done => setTimeout(done, 50))")
    heard: list[str] = page.evaluate("said.splice(0)")
    return heard


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_move_and_new_scores_are_said_once(still: Page, language: str) -> None:
    game, chance = hw.MonsterHex("four", seed=7), random.Random(2)
    STATES["start"](language).show(still)
    listen(still)
    board = game.board(language=language)
    for _ in range(12):
        scores = dict(game.scores)
        game.play(chance.choice(game.legal_moves()))
        still.evaluate("changes => change(changes)", changes(board))
        (told,) = said(still)
        assert told.startswith(board.status["event"]["text"])
        assert told.endswith(board.status["prompt"])
        for seat, points in game.scores.items():
            label = next(f["label"] for f in board.grid["factions"] if f["name"] == seat)
            name = f"{label} {points} point{'s' * (points != 1)}" if language == "en" else f"{label} {points}点"
            assert (name in told.splitlines()) == (points != scores[seat])


def changes(board: hw.HexBoard) -> dict[str, Any]:
    return {name: value for name, value in traits_of(board).items() if name != "grid"}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_dice_and_life_of_a_turn_are_said_once(still: Page, language: str) -> None:
    duel, chance = hw.ArenaDuel(seed=7), random.Random(3)
    board = duel.board(language=language)
    STATES["duel start"](language).show(still)
    listen(still)
    dice = 0
    while duel.result is None and duel.ply < 12:
        duel.play(*a_move(duel, chance))
        still.evaluate("changes => change(changes)", changes(board))
        (told,) = said(still)
        for beat in board.status["story"]:
            line = ": ".join(filter(None, (beat["lead"], beat["text"])))
            assert told.count(line) >= 1
            dice += "dice" in beat
    assert dice


def test_a_refusal_is_said_once_and_again_when_it_comes_again(still: Page) -> None:
    root = STATES["start"]("en").show(still)
    listen(still)
    refusal = {"kind": "answer", "ok": False, "rule": "MH-PLACE-1", "text": "Not there."}
    root.locator('[data-name="hand:A1"]').focus()
    still.keyboard.press("Enter")
    still.keyboard.press("ArrowUp")
    for _ in range(2):
        said(still)
        still.keyboard.press("Enter")
        still.evaluate("said => answer(sent.findLast(({ kind }) => kind === 'move'), said)", refusal)
        assert said(still)[-1] == "Not there."
        still.keyboard.press("?")
        still.keyboard.press("?")
        assert said(still) == []


# -- axe ------------------------------------------------------------------------------------------


AUDIT = """async () => (await axe.run('.hexwidgets-board')).violations.map(
    ({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary)])"""


@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(still: Page, state: str) -> None:
    """In either language and theme; a state is set up once for both themes."""
    for language in ("en", "ja"):
        root = STATES[state](language).show(still, theme="light")
        still.add_script_tag(content=AXE.read_text("utf-8"))
        for theme in ("light", "dark"):
            still.evaluate("theme => change({ theme })", theme)
            Board(still, root).wait_shows(f" {theme}\n")
            assert still.evaluate(AUDIT) == [], (language, theme)
