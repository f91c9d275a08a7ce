"""The pictures of docs/: both games as people see them, taken from the real board by `make pictures`.

HEXWIDGETS_PICTURES=1 writes them and their page anew; else they are taken, looked at, and left alone.
"""

from __future__ import annotations

import io
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Browser

import hexwidgets as hw
from tests.browser.desk import game_until
from tests.browser.lab import ROOT, Board
from tests.browser.page import serve_bundle, show_board
from tests.browser.states import traits_of
from tests.strategies import a_move

DOCS = ROOT / "docs"
WRITE = os.environ.get("HEXWIDGETS_PICTURES") == "1"
COLOURS = 256  # in the palette of a picture, which makes it a third of its size
MOST = 1_500_000  # bytes of all pictures together
MIDDLE = 21  # decisions: half the sites are judged


@dataclass(frozen=True)
class Look:
    """How a board is seen: by what it was made with, on what page."""

    title: str
    width: int = 1000
    language: Literal["en", "ja"] = "en"
    theme: Literal["light", "dark"] = "light"
    forced: bool = False


LOOKS = {
    "light": Look("Light"),
    "dark": Look("Dark", theme="dark"),
    "forced-colors": Look("The system's colours (forced colours)", forced=True),
    "japanese": Look("日本語", language="ja"),
    "narrow": Look("320 pixels wide", width=320),
}


def monster_hex(look: Look, show: Callable[[hw.HexBoard], Board]) -> Board:
    """The middle of a game, with a unit on its way from the hand to the board."""
    game = game_until("over", luck=2)
    game.goto(MIDDLE)
    board = show(game.board(language=look.language))
    board.click("hand:A2")
    board.hover("d5")
    for _ in range(3):
        board.page.mouse.wheel(0, 120)
    board.wait_shows("carry A2 ^3 over d5")
    told = game.scenery.preview(game.state, ["A2", "d5", 3])
    ask = "sent.findLast(({ kind }) => kind === 'preview')"
    board.page.wait_for_function(ask)
    board.page.evaluate(f"tallies => answer({ask}, {{ kind: 'preview', tallies }})", told)
    return board


def arena_duel(look: Look, show: Callable[[hw.HexBoard], Board]) -> Board:
    """After a turn in which blood was drawn, north plans the next one."""
    duel, chance = hw.ArenaDuel(seed=7), random.Random(3)
    while sum(fighter.life for fighter in duel.fighters.values()) > 8:
        duel.play(*a_move(duel, chance))
    board = show(duel.board(seat="north", language=look.language))
    order = next(order for order in duel.legal_orders("north") if (order.move, order.turn) == ("FL", "<"))
    board.click(f"card:{order.move}")
    board.click(f"card:{order.turn}")
    board.page.mouse.move(1, 1)
    assert board.lines("plan")
    return board


GAMES = {"monster-hex": ("Monster Hex", monster_hex), "arena-duel": ("Arena Duel", arena_duel)}
NAMES = [f"{game}-{look}" for game in GAMES for look in LOOKS]


def taken(browser: Browser, name: str, ratio: float) -> bytes:
    """The picture of that name as a PNG with a palette."""
    game = next(game for game in GAMES if name.startswith(game))
    look = LOOKS[name.removeprefix(f"{game}-")]
    context = browser.new_context(
        viewport={"width": look.width, "height": 1000},
        device_scale_factor=ratio,
        reduced_motion="reduce",
        color_scheme=look.theme,
        forced_colors="active" if look.forced else "none",
    )
    page = context.new_page()
    serve_bundle(page)

    def show(board: hw.HexBoard) -> Board:
        return Board(page, show_board(page, traits_of(board) | {"theme": "auto"}))

    board = GAMES[game][1](look, show)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than its page"
    image = Image.open(io.BytesIO(board.pixels())).convert("RGB")
    context.close()
    out = io.BytesIO()
    image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def keep(name: str, picture: bytes, folder: Path) -> None:
    path = (DOCS if WRITE else folder) / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(picture)


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_for_the_gallery(browser: Browser, name: str, tmp_path: Path) -> None:
    picture = taken(browser, name, 1.5)
    assert len(Image.open(io.BytesIO(picture)).convert("RGB").getcolors() or []) > (8 if "forced" in name else 100)
    keep(f"pictures/{name}.png", picture, tmp_path)


def test_a_picture_for_the_readme(browser: Browser, tmp_path: Path) -> None:
    picture = taken(browser, "monster-hex-light", 2)
    assert Image.open(io.BytesIO(picture)).width == 2 * LOOKS["light"].width
    keep("board.png", picture, tmp_path)


# -- their page -------------------------------------------------------------------------------------


def gallery() -> str:
    """The page that shows them."""

    def parts() -> Iterator[str]:
        yield "# Pictures\n\nThe boards of both games as they are drawn on a page; `make pictures` takes them anew.\n"
        for game, (title, _) in GAMES.items():
            yield f"\n## {title}\n"
            for name, look in LOOKS.items():
                size = f' width="{look.width}"' if look.width < 1000 else ""
                image = f'<img src="pictures/{game}-{name}.png" alt="{title}: {look.title}"{size}>'
                yield f"\n### {look.title}\n\n{image}\n"

    return "".join(parts())


def test_the_gallery_shows_every_picture_and_all_of_them_are_small() -> None:
    page = DOCS / "pictures.md"
    if WRITE:
        page.write_text(gallery(), encoding="utf-8")
    assert page.read_text("utf-8") == gallery(), "run `make pictures`"
    files = sorted((DOCS / "pictures").iterdir())
    assert [file.name for file in files] == sorted(f"{name}.png" for name in NAMES)
    assert sum(file.stat().st_size for file in (*files, DOCS / "board.png")) < MOST
