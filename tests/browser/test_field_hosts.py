"""A board for any purpose in every host: what is sent as bytes comes there, and a click comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.hosts import HOSTS, Host
from tests.browser.lab import Lab

CELLS = [
    "import hexwidgets as hw\n"
    "board = hw.HexBoard(cells=hw.hexgrid.hexagon(3), heat=range(37), fills={'a1': 'teal'}, labels={'d4': 'home'})\n"
    "stop = board.on_click(lambda click: board.fills.update({click.cell: 'red'}))\n"
    "board"
]


@pytest.mark.parametrize("made", HOSTS, ids=lambda host: host.__name__)
def test_a_field_is_shown_and_clicked(browser: Browser, lab: Lab, tmp_path: Path, made: type[Host]) -> None:
    with made(browser, tmp_path, lab) as host:
        host.open(CELLS)
        board = host.board("field")
        assert board.root.get_attribute("data-game") == "field"
        assert board.lines("fill")[0] == "a1 #008080"
        assert board.lines("heat")[-1] == "g4 36"
        assert board.lines("label") == ["d4 home"]
        board.click("b2")
        board.wait_shows("selection b2")
        if host.kernel:
            board.wait_shows("fill b2 red")
