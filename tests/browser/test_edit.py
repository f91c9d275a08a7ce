"""Setting positions up on a board in a real JupyterLab, by mouse, keys and fingers, and in a cell at the same time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.desk import SIZE, Desk, new_desk
from tests.browser.lab import Board, Lab

GAME = 'game = hw.MonsterHex("four", seed=7)'
EDIT = "board = game.board(edit=True)\nboard"
DUEL = "duel = hw.ArenaDuel(dice=[5, 2] * 40)\nboard = duel.board(edit=True)\nboard"


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab) as desk:
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    opened.page.set_viewport_size({**SIZE, "height": 1500})  # palette and board in one sight
    yield opened
    opened.quiet()


@pytest.fixture
def board(desk: Desk) -> Board:
    return desk.deal(GAME, EDIT)


def units(desk: Desk) -> str:
    return desk.ask("print({cell: str(unit) for cell, unit in game.draft.position['units'].items()})")


def carry(page: Page, board: Board, start: str) -> None:
    board.hover(start)
    page.mouse.down()


def out_of_the_board(board: Board) -> tuple[float, float]:
    """A point of the board's ground that is no place and no group."""
    box = board.root.bounding_box()
    assert box is not None
    return box["x"] + 6, box["y"] + 6


def test_a_position_is_built_by_dragging_and_played_from(desk: Desk, board: Board) -> None:
    board.drag("thing:red S1", "c4")
    board.wait_shows("unit c4 red S1 ^0")
    board.drag("thing:blue A1", "c3")
    board.wait_shows("unit c3 blue A1 ^0")
    board.drag("c3", "d3")
    board.wait_shows("unit d3 blue A1 ^0")
    assert desk.ask("print(game.units, game.ply)") == "{} 0"
    assert "changed" in board.describe()
    board.click("button:apply")
    board.wait_shows("mode play")
    assert desk.ask("print(*game.units, game.ply)") == "c4 d3 1"
    assert board.lines("legal")
    assert "hand red" in board.describe()
    board.click("button:undo")
    board.wait_shows("hand red A1 B3 C1 C2")
    assert desk.ask("print(*game.units, game.ply)") == "0"


def test_the_wheel_turns_what_is_carried_and_what_lies_there(desk: Desk, board: Board) -> None:
    carry(desk.page, board, "thing:red S1")
    desk.page.mouse.move(*board.at("c4"), steps=6)
    board.wait_shows("holding red S1 ^0 over c4")
    desk.page.mouse.wheel(0, 120)
    desk.page.mouse.wheel(0, 120)
    board.wait_shows("holding red S1 ^2 over c4")
    desk.page.mouse.up()
    board.wait_shows("unit c4 red S1 ^2")
    board.hover("c4")
    desk.page.mouse.wheel(0, -120)
    board.wait_shows("unit c4 red S1 ^1")
    assert units(desk) == "{'c4': 'red S1^1'}"


def test_what_is_dragged_out_of_the_board_is_taken_off(desk: Desk, board: Board) -> None:
    board.drag("thing:red S1", "c4")
    board.wait_shows("unit c4 red S1")
    carry(desk.page, board, "c4")
    desk.page.mouse.move(*out_of_the_board(board), steps=6)
    desk.page.mouse.up()
    board.wait_shows("group deck:red")
    desk.page.wait_for_function("el => !el.describe().includes('unit c4')", arg=board.root.element_handle())
    assert units(desk) == "{}"


def test_units_and_stones_go_to_hands_and_takers(desk: Desk, board: Board) -> None:
    board.drag("thing:red S1", "group:hand:red")
    board.wait_shows("group hand:red red S1")
    board.drag("thing:red A1", "c4")
    board.wait_shows("unit c4 red A1")
    board.drag("c4", "group:deck:red")
    board.wait_shows("red A1\ngroup hand:blue")
    site, stone = board.lines("stones")[0].split()[:2]
    carry(desk.page, board, f"stone:{stone}")
    desk.page.mouse.move(*board.at("c4"), steps=4)
    board.wait_shows(f"holding {stone} over c4")
    desk.page.mouse.move(*board.at("group:taken:blue"), steps=6)
    desk.page.mouse.up()
    board.wait_shows(f"taken blue {stone}")
    assert stone not in desk.ask(f"print(game.draft.position['stones'][{site!r}])")


def test_a_right_click_offers_what_can_be_done(desk: Desk, board: Board) -> None:
    board.drag("thing:red S1", "c4")
    board.wait_shows("unit c4 red S1 ^0")
    desk.page.mouse.click(*board.at("c4"), button="right")
    board.wait_shows("menu c4 Turn left / Turn right / Add a white counter")
    board.click("menu:put white")
    board.wait_shows("unit c4 red S1 ^0 545343 +1")
    desk.page.mouse.click(*board.at("c4"), button="right")
    board.wait_shows("menu c4")
    board.key("Escape")
    assert board.lines("menu") == []
    desk.page.mouse.click(*board.at("c4"), button="right")
    board.click("menu:off")
    board.wait_shows("group deck:red")
    assert units(desk) == "{}"


def test_what_is_wrong_is_marked_and_said_and_undone(desk: Desk, board: Board) -> None:
    assert desk.ask("game.draft.put('red S1', 'c4'); game.draft.put('red S1', 'd3')") == ""
    board.wait_shows("flaw c4 d3 [MH-SETUP-1] Red S1 exists once")
    field = board.root.locator('input[data-row="round"]')
    field.fill("99")
    field.press("Enter")
    board.wait_shows("flaw [MH-END-1] Rounds go from 1 to 8, not 99.")
    said = board.root.locator(".hw-flaws").inner_text()
    assert "Red S1 exists once" in said
    assert "MH-END-1" in said
    assert field.get_attribute("aria-invalid") == "true"
    assert board.root.locator('[data-name="button:apply"]').is_disabled()
    board.hover("c4")
    assert "exists once" in board.root.locator(".hw-tip").inner_text()
    board.click("button:undo")
    board.wait_shows("heading Round 1 / 8")
    board.click("button:undo")
    desk.page.wait_for_function("el => !el.describe().includes('flaw')", arg=board.root.element_handle())
    assert board.root.locator('[data-name="button:apply"]').is_enabled()


def test_what_cannot_be_done_is_refused_with_its_rule(desk: Desk, board: Board) -> None:
    board.drag("thing:red S1", "c4")
    board.wait_shows("unit c4 red S1")
    board.drag("thing:blue S1", "c4")
    board.wait_shows("said c4 already holds Red S1. A unit needs an empty cell. [MH-PLACE-2]")
    assert units(desk) == "{'c4': 'red S1^0'}"


def test_a_cell_and_the_board_edit_the_same_at_the_same_time(desk: Desk, board: Board) -> None:
    second = desk.second("game.board(edit=True, language='ja')")
    board.drag("thing:red S1", "c4")
    second.wait_shows("unit c4 red S1 ^0")
    assert desk.ask("game.draft.turn('c4', 3); print(game.draft.position['units'])") == "{'c4': 'red S1^3'}"
    for shown in (board, second):
        shown.wait_shows("unit c4 red S1 ^3")
    second.drag("c4", "d3")
    board.wait_shows("unit d3 red S1 ^3")
    assert desk.ask("game.draft.apply(); print(*game.units)") == "d3"
    assert "mode edit" in board.describe()  # a cell has played from it: the board shows that position
    board.wait_shows("unit d3 red S1 ^3")
    desk.page.wait_for_function("el => !el.describe().includes('changed')", arg=board.root.element_handle())


def test_a_cell_that_runs_for_long_and_the_board_do_not_lose_each_others_steps(desk: Desk, board: Board) -> None:
    gate = desk.gate()
    code = ("while not GATE.exists():", "    game.draft.score('blue', game.draft.rev)", "    await asyncio.sleep(0.7)")
    running = desk.start(*code)
    board.wait_shows("changed")
    for _ in range(20):  # a step for a position that is gone by then is refused, so some are
        board.drag("thing:red S1", "c4")
        desk.page.wait_for_timeout(300)
        if board.lines("unit"):
            break
    gate.touch()
    desk.settle(running)
    board.wait_shows("unit c4 red S1")
    position = "game.draft.position"
    assert desk.ask(f"print({position}['units'], {position}['scores']['blue'] > 0, game.draft.faults)") == (
        "{'c4': 'red S1^0'} True ()"
    )


def test_by_keys_alone(desk: Desk, board: Board) -> None:
    board.root.locator('[data-name="thing:red S1"]').focus()
    desk.page.keyboard.press("Enter")
    board.wait_shows("holding red S1 ^0")
    walk(board, "c4")
    board.key("r")
    desk.page.keyboard.press("Enter")
    board.wait_shows("unit c4 red S1 ^1")
    board.key("Shift+R")
    board.wait_shows("unit c4 red S1 ^0")
    desk.page.keyboard.press("Enter")  # take it up again
    board.wait_shows("holding red S1 ^0 over c4")
    board.key("ArrowRight")
    desk.page.keyboard.press("Enter")
    desk.page.wait_for_function("el => !el.describe().includes('holding')", arg=board.root.element_handle())
    board.wait_shows("unit c5 red S1 ^0")
    board.key("Shift+F10")
    board.wait_shows("menu c5")
    board.key("ArrowDown", "ArrowDown", "Enter")
    board.wait_shows("+1")
    board.key("Control+z")
    desk.page.wait_for_function("el => !el.describe().includes('+1')", arg=board.root.element_handle())
    board.key("Control+y")
    board.wait_shows("+1")
    walk(board, "c5")
    board.key("Delete")
    desk.page.wait_for_function("el => !el.describe().includes('unit c5')", arg=board.root.element_handle())
    board.root.locator('[data-name="thing:red A1"]').focus()
    desk.page.keyboard.press("Enter")
    board.wait_shows("holding red A1")
    board.root.locator('[data-name="into:deck:red"]').focus()
    desk.page.keyboard.press("Enter")
    board.wait_shows("red A1\ngroup hand:blue")
    board.root.locator('[data-name="button:apply"]').focus()
    desk.page.keyboard.press("Enter")
    board.wait_shows("mode play")
    assert desk.ask("print(game.ply)") == "1"


def walk(board: Board, cell: str) -> None:
    """Press arrows until the cursor is on a cell."""
    focused = "el => el.getRootNode().activeElement?.dataset.at"
    for _ in range(40):
        at = board.root.evaluate(focused)
        box = board.root.locator(f'[data-at="{at}"]').bounding_box() if at else None
        there = board.locate(cell)
        assert there is not None
        if box is None:
            board.key("ArrowRight")
            continue
        dx, dy = there["x"] - box["x"] - box["width"] / 2, there["y"] - box["y"] - box["height"] / 2
        if abs(dx) < 9 and abs(dy) < 9:
            return
        if abs(dx) > abs(dy):
            board.key("ArrowRight" if dx > 0 else "ArrowLeft")
        else:
            board.key("ArrowDown" if dy > 0 else "ArrowUp")
    raise AssertionError(f"arrows do not lead to {cell}; the board shows: {board.describe()}")


@pytest.mark.parametrize("key", ["Escape", "right click"])
def test_what_is_held_is_put_back(desk: Desk, board: Board, key: str) -> None:
    before = board.describe()
    board.click("thing:red S1")
    board.hover("c4")
    board.wait_shows("holding red S1 ^0 over c4")
    if key == "Escape":
        board.key("Escape")
    else:
        desk.page.mouse.click(*board.at("c4"), button="right")
    assert board.lines("holding") == board.lines("menu") == []
    assert board.describe() == before


def test_a_duel_is_set_up(desk: Desk) -> None:
    board = desk.deal(DUEL)
    board.drag("a1", "c3")
    board.wait_shows("fighter c3 north ^5")
    board.hover("c3")
    desk.page.mouse.wheel(0, 120)
    board.wait_shows("fighter c3 north ^0")
    board.drag("thing:obstacle", "b2")
    board.wait_shows("changed")
    assert board.lines("holding") == []
    assert desk.ask("print([*duel.draft.standing.rules.arena.obstacles])") == "[Hex(0, -1)]"
    board.drag("b2", "d3")  # and before that is answered
    desk.page.mouse.click(*board.at("e3"), button="right")
    board.wait_shows("menu e3 Turn left")
    board.click("menu:right")
    board.wait_shows("row right south")
    life = board.root.locator('input[data-row="life:south"]')
    life.fill("0")
    life.press("Enter")
    board.wait_shows("[AD-END-1]")
    life.fill("2")
    life.press("Enter")
    board.wait_shows("south ^2 life 2")
    board.click("button:apply")
    board.wait_shows("mode play")
    assert desk.ask("print(duel.fighters['north'].cell, duel.fighters['south'].life, duel.charge_right)") == (
        "c3 2 south"
    )
    assert board.lines("card")


def test_the_way_back_and_forth(desk: Desk, board: Board) -> None:
    board.click("button:leave")
    board.wait_shows("mode play")
    board.drag("hand:A1", "d3")
    board.wait_shows("unit d3 red A1")
    board.click("button:edit")
    board.wait_shows("mode edit")
    board.drag("d3", "c4")
    board.wait_shows("unit c4 red A1")
    board.click("button:discard")
    board.wait_shows("unit d3 red A1")
    assert desk.ask("print(*game.units, game.ply)") == "d3 1"


def test_a_finger_drags_and_a_long_press_opens_the_menu(browser: Browser, lab: Lab) -> None:
    with new_desk(browser, lab) as desk:
        board = desk.deal(GAME, "game.draft.put('red S1', 'c4')", EDIT)
        cdp = desk.page.context.new_cdp_session(desk.page)
        cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

        def touch(kind: str, *where: tuple[float, float]) -> None:
            points = [{"x": x, "y": y} for x, y in where]
            cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        start, end = board.at("c4"), board.at("d3")
        touch("touchStart", start)
        for part in range(1, 7):
            touch("touchMove", tuple(a + (b - a) * part / 6 for a, b in zip(start, end, strict=True)))  # type: ignore[arg-type]
        touch("touchEnd")
        board.wait_shows("unit d3 red S1")
        touch("touchStart", board.at("d3"))
        board.wait_shows("menu d3 Turn left")
        touch("touchEnd")
        desk.quiet()


def test_goals_are_laid_open_and_chosen(desk: Desk) -> None:
    game = "game = hw.MonsterHex('four', seed=7, goals=True)"
    board = desk.deal(game, "card = game.draft.position['goal_deck'][0]", EDIT)
    held, card = board.lines("row")[-4].split()[1], desk.ask("print(card)")  # red's
    chip = board.root.locator(f'[data-name="row:goals:red:goal:{card}"]')
    assert not chip.is_visible()
    board.click("row:goals:red")
    chip.click()
    both = sorted([f"goal:{card}", held], key=lambda key: int(key.removeprefix("goal:")))
    board.wait_shows(f"row goals:red {' '.join(both)}")
    assert chip.is_visible()  # it stays open
    assert chip.get_attribute("aria-pressed") == "true"
    assert desk.ask("print(game.draft.faults, card in game.draft.position['goals']['red'])") == "() True"
