"""A timeline in a real JupyterLab: looking, playing on, naming, promoting and comparing, by clicks and by keys."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.desk import ASK, BOARD, Desk, by_hand, four, new_desk
from tests.browser.lab import Board, Lab

OPENING = ("A1@d3^0", "A1@c3^3")
GAME = f"game = hw.MonsterHex('four', seed=7)\nfor move in {OPENING}: game.play(move)"


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab) as desk:
        desk.page.emulate_media(reduced_motion="reduce")
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    yield opened
    opened.quiet()


def deal(desk: Desk, *code: str) -> tuple[Board, Locator]:
    """A timeline of the game: its board, and all of it."""
    board = desk.deal(GAME, *(code or ("timeline = game.timeline()", "timeline")))
    return board, desk.cell(BOARD).locator(".hexwidgets-timeline")


def press(timeline: Locator, name: str) -> None:
    timeline.get_by_role("button", name=name, exact=True).click()


def says(timeline: Locator, text: str) -> None:
    expect(timeline.get_by_role("status")).to_contain_text(text)


def wait_units(board: Board, count: int) -> None:
    """The board is a widget of its own: it may be a moment later than the rest."""
    ask = "([el, n]) => el.describe().split('\\n').filter(line => line.startsWith('unit ')).length === n"
    board.page.wait_for_function(ask, arg=[board.root.element_handle(), count], timeout=10_000)


def test_the_opening_is_legal() -> None:
    game = four()
    for move in OPENING:
        game.play(move)


def test_a_branch_is_played_named_and_promoted_by_clicks(desk: Desk) -> None:
    board, timeline = deal(desk)
    other = next(m for m in four().legal_moves() if str(m) != OPENING[0])
    press(timeline, "Start")
    says(timeline, "Line 1, ply 0 of 2. You are looking")
    wait_units(board, 0)
    assert desk.ask("print(game.ply)") == "2"  # looking is only looking
    press(timeline, "Play from here")
    says(timeline, "This is the game's position")
    by_hand(board, other)
    says(timeline, "Line 2, ply 1 of 1.")
    timeline.get_by_role("textbox", name="Name").fill("what if")
    press(timeline, "Name this line")
    says(timeline, "Line what if")
    timeline.get_by_label("Lines").select_option(index=1)
    says(timeline, "Line 1, ply 1 of 2. You are looking")
    press(timeline, "Make this the game's line")
    says(timeline, "Line 1, ply 2 of 2. This is the game's position")
    assert desk.ask("print(*map(str, game.moves)); print(list(game.tree))").splitlines() == [
        " ".join(OPENING),
        "['1', 'what if']",
    ]
    wait_units(board, 2)


def test_it_is_used_by_keys_alone(desk: Desk) -> None:
    board, timeline = deal(desk)
    handle = timeline.get_by_role("slider")
    handle.focus()
    desk.page.keyboard.press("ArrowLeft")
    says(timeline, "ply 1 of 2")
    wait_units(board, 1)
    events = timeline.get_by_label("Events")
    events.focus()
    desk.page.keyboard.press("ArrowUp")
    says(timeline, "ply 0 of 2")
    timeline.get_by_role("button", name="Next", exact=True).focus()
    desk.page.keyboard.press("Enter")
    says(timeline, "ply 1 of 2")
    timeline.get_by_role("button", name="Play from here").focus()
    desk.page.keyboard.press("Enter")
    says(timeline, "This is the game's position")
    assert desk.ask("print(game.ply)") == "1"


def test_it_plays_by_itself_and_an_event_that_is_clicked_is_shown(desk: Desk) -> None:
    board, timeline = deal(desk)
    timeline.get_by_label("Speed").select_option(label="1 a second")
    press(timeline, "Play")  # from the end it begins anew
    expect(timeline.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    says(timeline, "ply 2 of 2")
    expect(timeline.get_by_role("button", name="Play", exact=True)).to_be_visible()
    timeline.get_by_label("Events").select_option(index=1)
    says(timeline, "ply 1 of 2")
    wait_units(board, 1)


def test_while_one_looks_the_game_goes_on_and_another_timeline_does_its_own(desk: Desk) -> None:
    board, timeline = deal(desk)
    second = desk.second("game.timeline(language='ja')")
    press(timeline, "Back")
    says(timeline, "ply 1 of 2")
    desk.ask("game.play(game.legal_moves()[0])")
    says(timeline, "Line 1, ply 1 of 3. You are looking")
    wait_units(board, 1)
    expect(desk.cell(BOARD + 1).get_by_role("status")).to_contain_text("手順1：3手中3手目。")
    wait_units(second, 3)
    press(timeline, "Back to the game")
    says(timeline, "ply 3 of 3")


def test_two_positions_are_compared_with_what_differs_marked(desk: Desk) -> None:
    _, timeline = deal(desk)
    press(timeline, "Back")
    timeline.get_by_label("Compare with").select_option(label="The game now")
    table = timeline.get_by_role("table")
    expect(table).to_contain_text("Place c3")
    expect(timeline.locator(".hexwidgets-light svg path[stroke-dasharray]").first).to_be_visible()
    desk.write(ASK, "hw.compare(game.tree['1'].game(0), game)")
    desk.run_and_wait(ASK)
    expect(desk.cell(ASK).get_by_role("table")).to_contain_text("Place d3")


def test_every_control_has_a_name(desk: Desk) -> None:
    _, timeline = deal(desk, "timeline = game.timeline(language='ja')", "timeline")
    names = (
        "最初",
        "前へ",
        "再生",
        "次へ",
        "最後",
        "ここから指す",
        "ゲームの局面に戻る",
        "この手順をゲームの本筋にする",
    )
    for name in (*names, "この手順に名前をつける"):
        expect(timeline.get_by_role("button", name=name, exact=True)).to_have_count(1)
    for role, name in (("slider", "手数"), ("textbox", "名前"), ("combobox", "速さ"), ("combobox", "比べる相手")):
        expect(timeline.get_by_role(role, name=name, exact=True)).to_have_count(1)  # type: ignore[arg-type]
    for name in ("手順", "出来事"):
        expect(timeline.get_by_role("listbox", name=name, exact=True)).to_have_count(1)


def test_a_closed_timeline_is_gone_and_the_game_plays_on(desk: Desk) -> None:
    _, timeline = deal(desk)
    desk.ask("timeline.close(); game.play(game.legal_moves()[0])")
    expect(timeline).to_have_count(0)
    assert desk.ask("print(len(game._boards), game.ply)") == "0 3"
