"""PNG pictures: the pixels are those of the SVG, at the size that is asked for."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

import hexwidgets as hw


@pytest.fixture(scope="module")
def game() -> hw.MonsterHex:
    return hw.MonsterHex("four", seed=7)


def opened(data: bytes | None) -> Image.Image:
    assert data is not None
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize("scale", [0.5, 1, 2])
def test_a_picture_has_so_many_pixels_for_each_of_the_svgs(game: hw.MonsterHex, scale: float) -> None:
    svg = ElementTree.fromstring(game.to_svg())
    image = opened(game.to_png(scale=scale))
    assert image.format == "PNG"
    assert image.width == pytest.approx(float(svg.attrib["width"]) * scale, abs=1)
    assert image.height == pytest.approx(float(svg.attrib["height"]) * scale, abs=1)


def test_a_board_is_drawn_as_it_looks_and_as_its_seat_knows_it(game: hw.MonsterHex) -> None:
    board = game.board(seat="red", theme="dark", digits=True)
    assert board.to_png(scale=1) == game.to_png(seat="red", scale=1, theme="dark", digits=True)
    assert board.to_png(scale=1) != game.to_png(scale=1, theme="dark", digits=True)
    assert opened(board.to_png(scale=1, width=400, panel=False)).width <= 400
    board.close()


def test_words_are_drawn_in_japanese_too(game: hw.MonsterHex) -> None:
    """With a font: glyphs that no font has would leave nothing, or one and the same box for each."""
    duel = hw.ArenaDuel(seed=7)
    for one in (game, duel):
        texts = [opened(one.to_png(scale=1, language=language)).convert("L") for language in ("en", "ja")]
        assert texts[0].tobytes() != texts[1].tobytes()
    north, south = (opened(duel.board(seat, language="ja").to_png(scale=1)) for seat in duel.seats)
    panel = (570, 100, 870, 200)
    assert north.crop(panel).convert("L").tobytes() != south.crop(panel).convert("L").tobytes()


def test_a_path_gets_the_file(game: hw.MonsterHex, tmp_path: Path) -> None:
    assert game.to_png(tmp_path / "game.png", scale=1) is None
    assert (tmp_path / "game.png").read_bytes() == game.to_png(scale=1)


@pytest.mark.parametrize("scale", [0, -1, 8.5, float("nan"), float("inf"), True, "2", None])
def test_a_scale_that_is_none_is_refused(game: hw.MonsterHex, scale: Any) -> None:
    with pytest.raises(ValueError, match="scale: expected a number above 0 and at most 8, got"):
        game.to_png(scale=scale)


def test_without_the_library_the_extra_is_named() -> None:
    code = """
import sys
sys.modules["resvg_py"] = None
import hexwidgets as hw
try:
    hw.ArenaDuel().to_png()
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "PNG pictures need resvg-py: pip install 'hexwidgets[png]'\n"
