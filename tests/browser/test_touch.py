"""Fingers and pens on a page that is longer than its screen, and zoom by whatever a person has."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.lab import Board
from tests.browser.page import serve_bundle
from tests.browser.states import STATES

Point = tuple[float, float]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(has_touch=True, viewport={"width": 760, "height": 600}, reduced_motion="reduce")
    page = context.new_page()
    serve_bundle(page)
    yield page
    context.close()


class Hand:
    """Fingers on the screen of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._cdp = page.context.new_cdp_session(page)

    def _send(self, kind: str, *fingers: Point) -> None:
        touches: list[dict[str, Any]] = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(fingers)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self, *fingers: Point) -> None:
        for n in range(1, len(fingers) + 1):
            self._send("touchStart", *fingers[:n])

    def move(self, start: Sequence[Point], end: Sequence[Point], steps: int = 12) -> None:
        for step in range(1, steps + 1):
            part = step / steps
            self._send(
                "touchMove",
                *((a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in zip(start, end, strict=True)),
            )
            self.page.wait_for_timeout(16)

    def up(self) -> None:
        self._send("touchEnd")
        self.page.wait_for_timeout(60)

    def drag(self, start: Sequence[Point], end: Sequence[Point]) -> None:
        self.down(*start)
        self.move(start, end)
        self.up()


def show(page: Page, state: str = "carrying", language: str = "en") -> Board:
    """A board at the top of a page that is longer than the screen."""
    shown = STATES[state](language)
    root = type(shown)(shown.board).show(page)
    page.add_style_tag(content="body { height: 3000px }")
    return Board(page, root)


def at(board: Board, name: str) -> Point:
    place = board.locate(name)
    assert place is not None
    return place["x"], place["y"]


def scroll(page: Page) -> float:
    page.wait_for_timeout(100)
    return float(page.evaluate("scrollY"))


def scale(page: Page) -> float:
    return float(page.evaluate("visualViewport.scale"))


def zoom(board: Board) -> float:
    (line,) = board.lines("zoom") or ["1"]
    return float(line)


def unit(board: Board) -> tuple[str, list[str]]:
    """Where a unit with an ability stands, and what is said of it."""
    cell, *rest = next(line for line in board.lines("unit") if line.split()[2] in ("S1", "B1", "C1")).split()
    return cell, rest


def test_two_fingers_zoom_and_move_the_board_and_not_the_page(page: Page) -> None:
    board, hand = show(page), Hand(page)
    x, y = at(board, "d4")
    hand.drag([(x - 40, y), (x + 40, y)], [(x - 80, y), (x + 80, y)])
    assert 1.6 < zoom(board) < 2.2
    assert (scale(page), scroll(page)) == (1, 0)
    assert math.dist(at(board, "d4"), (x, y)) < 20  # what was between the fingers still is

    there, seen = at(board, "d4"), zoom(board)
    hand.drag([(x - 40, y), (x + 40, y)], [(x - 10, y + 50), (x + 70, y + 50)])
    moved = at(board, "d4")
    assert moved[0] == pytest.approx(there[0] + 30, abs=6)
    assert moved[1] == pytest.approx(there[1] + 50, abs=6)
    assert zoom(board) == pytest.approx(seen, abs=0.05)
    assert (scale(page), scroll(page)) == (1, 0)

    page.touchscreen.tap(*at(board, "button:zoom-reset"))
    assert board.lines("zoom") == []
    assert at(board, "d4") == pytest.approx((x, y))


def test_one_finger_scrolls_the_page_unless_it_started_on_a_unit(page: Page) -> None:
    board, hand = show(page), Hand(page)
    x, y = at(board, "d1")  # a free cell
    hand.drag([(x, y)], [(x, y - 150)])
    assert scroll(page) > 50
    page.evaluate("scrollTo(0, 0)")
    x, y = at(board, unit(board)[0])
    hand.drag([(x, y)], [(x, y - 150)])
    assert scroll(page) == 0


def test_a_scrolling_finger_does_not_put_down_what_is_carried(page: Page) -> None:
    board, hand = show(page), Hand(page)
    page.touchscreen.tap(*at(board, f"hand:{board.lines('hand')[1].split()[1]}"))
    carried = board.lines("carry")
    assert carried
    x, y = at(board, "d1")
    hand.drag([(x, y)], [(x, y - 150)])
    assert scroll(page) > 50
    assert board.lines("carry") == carried


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_long_press_on_a_unit_shows_its_card(page: Page, language: str) -> None:
    board, hand = show(page, language=language), Hand(page)
    before = board.describe()
    cell, (faction, name, _, powers, *_) = unit(board)
    hand.down(at(board, cell))
    tip = board.root.locator(".hw-tip")
    tip.get_by_text(name).wait_for(timeout=2000)
    hand.up()
    told = tip.inner_text()
    ability = next(line.split()[1] for line in board.lines("ability") if line.startswith(f"{faction} "))
    card = board.root.evaluate("(el, key) => traits.grid.cards.find(card => card.key === key)", ability)
    assert all(power in told for power in powers)
    assert card["label"] in told
    assert card["text"] in told
    assert board.describe() == before  # nothing was chosen
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 760


def test_a_long_press_in_the_hand_shows_the_card_and_picks_nothing(page: Page) -> None:
    board, hand = show(page), Hand(page)
    name = board.lines("hand")[1].split()[1]
    hand.down(at(board, f"hand:{name}"))
    board.root.locator(".hw-tip").get_by_text(name).wait_for(timeout=2000)
    hand.up()
    assert board.lines("carry") == []


def test_a_twist_turns_the_carried_unit(page: Page) -> None:
    board, hand = show(page), Hand(page)
    page.touchscreen.tap(*at(board, f"hand:{board.lines('hand')[1].split()[1]}"))
    assert "^0" in board.lines("carry")[0]
    x, y = at(board, "d4")
    around = [(x + 60 * math.cos(a), y + 60 * math.sin(a)) for a in (0, math.pi)]
    for degrees, turn in ((-60, 1), (-60, 2), (60, 1)):  # on the screen, counter-clockwise is negative
        turned = [
            (x + 60 * math.cos(a + math.radians(degrees)), y + 60 * math.sin(a + math.radians(degrees)))
            for a in (0, math.pi)
        ]
        hand.drag(around, turned)
        assert f"^{turn}" in board.lines("carry")[0]
    assert board.lines("zoom") == []


def test_a_double_tap_does_not_zoom(page: Page) -> None:
    board = show(page)
    for name in ("d1", "button:help"):
        for _ in range(2):
            page.touchscreen.tap(*at(board, name))
    page.wait_for_timeout(400)
    assert scale(page) == 1
    assert board.lines("zoom") == []


def test_a_unit_is_placed_by_two_taps(page: Page) -> None:
    board = show(page)
    cell = board.lines("legal")[0].split()[0]
    page.touchscreen.tap(*at(board, f"hand:{board.lines('hand')[1].split()[1]}"))
    page.touchscreen.tap(*at(board, cell))
    assert board.lines("carry")[0].endswith(f"over {cell}")
    page.touchscreen.tap(*at(board, cell))
    assert board.lines("sent")[0].endswith(f"on {cell}")


def test_the_wheel_scrolls_the_page_and_with_ctrl_zooms_the_board(page: Page) -> None:
    board = show(page)
    x, y = at(board, "c1")
    page.mouse.move(x, y)
    page.mouse.wheel(0, 100)
    assert scroll(page) == 100
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    assert zoom(board) > 1.2
    assert scroll(page) == 0
    assert math.dist(at(board, "c1"), (x, y)) < 20


def test_buttons_and_keys_zoom_and_the_cursor_stays_in_sight(page: Page) -> None:
    board = show(page, "duel start")
    board.click("button:zoom-in")
    assert zoom(board) == pytest.approx(1.4)
    board.key("+", "+")
    assert zoom(board) == pytest.approx(2.74, abs=0.01)
    board.key("-")
    assert zoom(board) == pytest.approx(1.96)
    board.key(*["ArrowLeft"] * 6)
    here = str(page.evaluate("() => document.activeElement.ariaLabel")).split(",")[0]
    assert board.locate(here) is not None
    board.key("0")
    assert board.lines("zoom") == []


@pytest.mark.parametrize("state", ["carrying", "duel start"])
def test_a_click_means_the_place_under_it_however_far_the_board_is_zoomed(page: Page, state: str) -> None:
    board = show(page, state)
    board.key("ArrowUp", "+", "+")
    here = str(page.evaluate("() => document.activeElement.ariaLabel")).split(",")[0]
    x, y = at(board, here)
    assert board.root.evaluate("el => document.activeElement.getBoundingClientRect().width") > 60
    box = board.root.evaluate("el => document.activeElement.getBoundingClientRect().toJSON()")
    assert math.dist((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), (x, y)) < 2
    over = "(el, [x, y]) => document.elementFromPoint(x, y) === el.querySelector('.hw-board')"
    assert board.root.evaluate(over, [x, y])
