"""A game in a notebook, from the first cell to a move made by hand."""

import re

import pytest

from tests.browser.lab import KERNELS, Notebook

CELLS = [
    'import hexwidgets as hw\ngame = hw.MonsterHex("four", seed=7)\ngame',
    "print(*game.legal_moves())",
    "print(game.ply, game.log[-1])",
]


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_unit_is_placed_by_hand(notebook: Notebook, kernel: str) -> None:
    notebook.open(CELLS, kernel)
    notebook.run_and_wait(0)
    board = notebook.board()
    assert board.root.get_attribute("data-game") == "monsterhex"
    before, rev = board.pixels(), board.rev()

    moves = notebook.run_and_wait(1).split()
    unit, place = next(match.groups() for move in moves if (match := re.fullmatch(r"(\w+)@(\w+)\^0", move)))
    board.click(f"hand:{unit}")
    board.click(place)
    board.wait_rev(rev + 1)
    assert board.pixels() != before
    assert place in board.describe()
    assert notebook.run_and_wait(2).startswith("1 ")
    assert notebook.errors == []
