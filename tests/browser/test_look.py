"""What the board looks like: sharp at every resolution, different in light and dark, and a picture for the README."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.desk import SIZE, Desk, game_until, new_desk, replay
from tests.browser.lab import ROOT, Board, Lab

PICTURE = ROOT / "docs" / "board.png"
GAME = 'game = hw.MonsterHex("four", seed=7)'
WIDTHS = {"wide": 1280, "narrow": 480}
MIDDLE = 21  # decisions: half the sites are judged


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab, ratio=2) as desk:
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    yield opened
    opened.page.set_viewport_size(SIZE)
    opened.quiet()


def middle() -> str:
    """A line of code that plays into the middle of a game."""
    game = game_until("over", luck=2)
    game.goto(MIDDLE)
    return replay(game)


def colours(board: Board) -> int:
    """How many colours the board's canvas has."""
    count = """el => {
      const canvas = el.querySelector('canvas.hw-board');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }"""
    return int(board.root.evaluate(count))


@pytest.mark.parametrize("ratio", [2, 1.5, 1])
def test_it_is_sharp_at_every_resolution(desk: Desk, ratio: float) -> None:
    board = desk.deal(GAME, middle(), "game")
    cdp = desk.page.context.new_cdp_session(desk.page)
    if ratio != 2:  # while it is on show: the window was moved to another monitor, and is a little wider there
        metrics = {"width": SIZE["width"] + 40, "height": SIZE["height"], "deviceScaleFactor": ratio, "mobile": False}
        cdp.send("Emulation.setDeviceMetricsOverride", metrics)
    try:
        desk.page.wait_for_function(
            """([el, ratio]) => devicePixelRatio === ratio && [...el.querySelectorAll('canvas')].every(canvas => {
              const { width, height } = canvas.getBoundingClientRect();
              const sharp = (pixels, size) => Math.abs(pixels - size * ratio) <= 1;
              return !width || (sharp(canvas.width, width) && sharp(canvas.height, height));
            })""",
            arg=[board.root.element_handle(), ratio],
            timeout=10_000,
        )
        assert colours(board) > 200
    finally:
        cdp.send("Emulation.clearDeviceMetricsOverride")
        cdp.detach()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_light_and_dark(desk: Desk, language: str, width: str, tmp_path: Path) -> None:
    desk.page.set_viewport_size({"width": WIDTHS[width], "height": SIZE["height"]})
    looks = {}
    for theme in ("light", "dark"):
        board = desk.deal(GAME, middle(), f'game.board(theme="{theme}", language="{language}")')
        assert colours(board) > 200
        assert board.describe().splitlines()[0].endswith(theme)
        looks[theme] = board.pixels()
        (tmp_path / f"{theme}-{language}-{width}.png").write_bytes(looks[theme])
    assert looks["light"] != looks["dark"]


def test_a_picture_for_the_readme(desk: Desk, tmp_path: Path) -> None:
    """Taken anew where it is missing, or where HEXWIDGETS_PICTURES=1 asks for it."""
    desk.page.set_viewport_size({"width": 1150, "height": SIZE["height"]})
    board = desk.deal(GAME, middle(), "game")
    board.click("hand:A2")
    board.hover("d5")
    for _ in range(3):
        desk.page.mouse.wheel(0, 120)
    board.wait_shows("message A2 on d5: 2 edges match.")
    wanted = os.environ.get("HEXWIDGETS_PICTURES") == "1" or not PICTURE.exists()
    picture = PICTURE if wanted else tmp_path / PICTURE.name
    picture.parent.mkdir(exist_ok=True)
    picture.write_bytes(board.pixels())
    assert picture.stat().st_size > 50_000
