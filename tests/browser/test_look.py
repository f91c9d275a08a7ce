"""What the board looks like: sharp at every resolution, and different in light and dark."""

from pathlib import Path

import pytest

from tests.browser.desk import GAME, SIZE, Desk, game_until, replay
from tests.browser.lab import Board

RATIO = 2
WIDTHS = {"wide": 1280, "narrow": 480}
MIDDLE = 21  # decisions: half the sites are judged


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
