"""The best play in a real JupyterLab: a table whose rows put their order on the board, and play nothing."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

import hexwidgets as hw
from tests.browser.desk import Desk, new_desk
from tests.browser.lab import Board, Lab


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab) as desk:
        yield desk


@pytest.fixture
def desk(opened: Desk) -> Iterator[Desk]:
    yield opened
    opened.quiet()


def ask(board: Board, label: str) -> list[str]:
    """Ask for the best play, and read the rows of the answer."""
    if board.lines("tool") == [f"best {label} on"]:
        board.click("button:tool:best")
        board.wait_shows(f"tool best {label}\n")
    assert board.lines("tool") == [f"best {label}"]
    board.click("button:tool:best")
    board.wait_shows("\nrow ")
    return board.lines("row")


def test_an_order_of_the_best_mix_is_put_on_the_open_table_and_committed_by_hand(desk: Desk) -> None:
    board = desk.deal("game = hw.ArenaDuel(seed=7)", "game")
    duel = hw.ArenaDuel(seed=7)
    mix = duel.solution().policy("north")
    rows = ask(board, "Best play")
    assert board.lines("table") == [f"Best play: North wins {100 * duel.solution().value():.1f}%"]
    assert [row.split()[0] for row in rows[: len(mix)]] == [str(o) for o in sorted(mix, key=lambda o: -mix[o])]
    order = rows[0].split()[0]
    board.click("button:row:0")
    board.wait_shows(f"plan north {order} ")
    assert desk.ask("print(game.committed('north'))") == "None"
    board.click("button:commit")
    board.wait_shows(f"committed north {order}")
    assert desk.ask("print(game.committed('north'))") == order
    rows = ask(board, "Best play")
    board.click("button:row:0")
    board.wait_shows(f"plan south {rows[0].split()[0]} ")


def test_between_people_it_advises_nobody_and_against_a_bot_it_does(desk: Desk) -> None:
    board = desk.deal("game = hw.ArenaDuel(seed=7, language='ja')", "game.board(seat='south')")
    assert board.lines("tool") == ["hint ヒント", "best 最善手"]
    board.click("button:tool:best")
    board.wait_shows("\nchance north ")
    assert board.lines("fan") + board.lines("share") + board.lines("row") == []
    desk.ask("game.bots['north'] = hw.bots.Exact(seed=1)")
    board.wait_shows("\nfan ")
    assert len(ask(board, "最善手")) == len(hw.ArenaDuel(seed=7).legal_moves("south"))
    assert board.lines("table")[0].startswith("最善手：南の勝率")
