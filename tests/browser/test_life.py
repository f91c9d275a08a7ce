"""The life of a board: kernels that end, outputs that hide, views that come and go, boards that are left behind."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.desk import BOARD, GAME, SECOND, Desk, by_hand, carry, new_desk, played, position, same
from tests.browser.lab import Board, Lab, Notebook

LOST = "message Disconnected: run the cell again."


# -- kernels that end -----------------------------------------------------------------------------


def restart_elsewhere(desk: Desk) -> None:
    (session,) = (s for s in desk.lab.api("sessions") if s["path"] == desk.name)
    desk.lab.api(f"kernels/{session['kernel']['id']}/restart", "POST")


def restart_here(desk: Desk) -> None:
    desk.page.evaluate("() => void window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")


def die(desk: Desk) -> None:
    desk.start("import os", "os._exit(1)")


def shut_down(desk: Desk) -> None:
    desk.page.evaluate("() => void window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")


@pytest.mark.parametrize("end", [restart_elsewhere, restart_here, die, shut_down])
def test_a_board_says_that_its_kernel_is_gone_and_stays_readable(
    browser: Browser, lab: Lab, end: Callable[[Desk], None]
) -> None:
    with new_desk(browser, lab) as desk:
        board = desk.deal(GAME, "game.play('A1@d3^2')", "game")
        duel = desk.second("duel = hw.ArenaDuel(seed=7, language='ja')", "duel.play('F=', 'F=')", "duel")
        shown, told = position(board), position(duel)
        end(desk)
        board.wait_shows(LOST)
        duel.wait_shows("message 接続が切れました。セルをもう一度実行してください。")
        assert (position(board), position(duel)) == (shown, told)
        for one in (board, duel):
            assert one.lines("legal") == one.lines("pick") == one.lines("card") == []
            assert one.root.locator('[data-name="button:undo"]').is_disabled()
        unit = str(played("A1@d3^2").legal_moves()[0]).split("@")[0]
        before = desk.asked
        board.click(f"hand:{unit}")
        assert board.lines("carry") == []
        board.key("u", "Enter", "ArrowLeft")
        duel.click("e1")
        duel.key("f", "Enter")
        assert desk.asked == before
        assert (position(board), position(duel)) == (shown, told)
        assert board.lines("message") == [LOST.removeprefix("message ")]
        errors = [line for line in desk.errors if "404" not in line and "WebSocket" not in line]
        assert errors == []
        if end is restart_here:
            desk.wait_ready()  # a kernel that is just starting cannot be ended


def test_a_board_plays_again_when_its_cell_is_run_again(browser: Browser, lab: Lab) -> None:
    with new_desk(browser, lab) as desk:
        other = desk.deal("other = hw.MonsterHex('four', seed=7)", "other")
        desk.second(GAME, "game").click("hand:A1")
        restart_here(desk)
        other.wait_shows(LOST)
        desk.wait_ready()
        desk.run_and_wait(0)
        again = desk.second(GAME, "game")
        by_hand(again, "A1@d3^2")
        assert desk.ask("print(*game.moves)") == "A1@d3^2"
        other.wait_shows(LOST)  # this one's cell was not run again


def test_a_saved_board_in_a_new_kernel_says_so_too(browser: Browser, lab: Lab) -> None:
    with new_desk(browser, lab) as desk:
        board = desk.deal(GAME, "game.play('A1@d3^2')", "game")
        shown = position(board)
        save = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"
        desk.settle(desk.command(save))
        try:
            desk.settle(desk.command("docmanager:save"))
        finally:
            desk.settle(desk.command(save))
        (session,) = (one["id"] for one in lab.api("sessions") if one["path"] == desk.name)
        lab.api(f"sessions/{session}", "DELETE")
        desk.go()
        board = desk.board()
        board.wait_shows(LOST)
        assert position(board) == shown
        board.click(f"hand:{str(played('A1@d3^2').legal_moves()[0]).split('@')[0]}")
        assert board.lines("carry") == []


# -- outputs that hide ------------------------------------------------------------------------------


def painted(board: Board) -> bool:
    """Whether there is a picture of the board's size, and not an empty one."""
    return bool(
        board.root.evaluate(
            """el => {
              const canvas = el.querySelector('canvas.hw-board');
              const { width, height } = canvas;
              if (!width || !height) return false;
              const data = canvas.getContext('2d').getImageData(0, 0, width, height).data;
              return data.some((byte, i) => i % 4 === 3 && byte > 0);
            }"""
        )
    )


def test_a_hidden_output_is_up_to_date_when_it_is_shown_again(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    seen = desk.second("game.board()")
    by_hand(board, "A1@d3^2")
    desk.settle(desk.command("notebook:hide-cell-outputs", BOARD))
    expect(board.root).to_be_hidden()
    move = str(played("A1@d3^2").legal_moves()[0])
    desk.ask(f"game.play({move!r})")
    seen.wait_rev(3)
    desk.settle(desk.command("notebook:show-cell-outputs", BOARD))
    board.root.wait_for()
    same(board, seen)
    assert painted(board)
    by_hand(board, str(played("A1@d3^2", move).legal_moves()[0]))
    same(board, seen)


def test_a_board_made_in_an_output_without_size_is_drawn_once_it_has_one(desk: Desk) -> None:
    desk.write(BOARD, f"{GAME}\ngame")
    desk.page.add_style_tag(content=".jp-Notebook .jp-OutputArea { display: none }").evaluate(
        "e => { window.hide = e }"
    )
    desk.run_and_wait(BOARD)
    root = desk.cell(BOARD).locator(".hexwidgets-board")
    root.wait_for(state="attached")
    desk.ask("game.play('A1@d3^2')")
    assert root.get_attribute("data-ready") is None
    desk.page.evaluate("() => window.hide.remove()")
    root.and_(desk.page.locator("[data-ready]")).wait_for()
    board = Board(desk.page, root)
    board.wait_rev(2)
    assert board.lines("unit")[0].startswith("d3 red A1 ^2")
    assert painted(board)


SCROLL = "there => void window.jupyterapp.shell.currentWidget.content.scrollToItem(there, 'center')"


def test_a_board_far_out_of_sight_comes_back_in_a_notebook_that_keeps_only_what_is_seen(
    browser: Browser, lab: Lab
) -> None:
    """JupyterLab's windowing takes cells out of the page that are scrolled far away."""
    with new_desk(browser, lab) as desk:
        board = desk.deal(GAME, "game")
        desk.page.evaluate(
            """() => {
              const { content } = window.jupyterapp.shell.currentWidget;
              content.notebookConfig = { ...content.notebookConfig, windowingMode: 'full' };
              const cells = Array.from({ length: 60 }, () => ({ cell_type: 'markdown', source: '- x\\n'.repeat(20) }));
              content.model.sharedModel.insertCells(content.model.sharedModel.cells.length, cells);
            }"""
        )
        cell = desk.start("time.sleep(3)", "game.play('A1@d3^2')")
        for there in (20, 40, 60):
            desk.page.evaluate(SCROLL, there)
            desk.page.wait_for_timeout(300)
        board.root.wait_for(state="hidden")
        desk.settle(cell)
        assert board.root.is_hidden()
        for there in (40, 20, BOARD):
            desk.page.evaluate(SCROLL, there)
            desk.page.wait_for_timeout(300)
        board = desk.board()
        board.wait_rev(2)
        assert painted(board)
        by_hand(board, str(played("A1@d3^2").legal_moves()[0]))


# -- views that come and go --------------------------------------------------------------------------


def test_a_view_of_its_own_beside_the_notebook_plays_too(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    desk.settle(desk.command("notebook:create-output-view", BOARD))
    root = desk.page.locator(".jp-LinkedOutputView .hexwidgets-board[data-ready]")
    root.wait_for()
    view = Board(desk.page, root)
    try:
        same(board, view)
        by_hand(view, "A1@d3^2")
        same(board, view)
        by_hand(board, str(played("A1@d3^2").legal_moves()[0]))
        same(board, view)
    finally:
        desk.page.locator(".jp-LinkedOutputView").evaluate(
            """el => {
              const { shell } = window.jupyterapp;
              [...shell.widgets('down')].find(widget => widget.node.contains(el)).close();
            }"""
        )
    root.wait_for(state="detached")
    assert desk.ask("print(game.ply)") == "2"
    assert board.lines("unit")


def test_one_board_displayed_twice_and_a_cell_run_again(desk: Desk) -> None:
    desk.deal(GAME, "board = game.board()", "display(board)")
    desk.write(BOARD, f"{GAME}\nboard = game.board()\ndisplay(board)\ndisplay(board)")
    desk.run_and_wait(BOARD)
    both = desk.cell(BOARD).locator(".hexwidgets-board[data-ready]")
    expect(both).to_have_count(2)
    one, two = (Board(desk.page, both.nth(n)) for n in range(2))
    by_hand(one, "A1@d3^2")
    same(one, two)
    carry(two, str(played("A1@d3^2").legal_moves()[0]).split("@")[0], 0)
    assert one.lines("carry") == []  # what one hand holds is its own affair
    desk.run_and_wait(BOARD)
    expect(both).to_have_count(2)
    assert Board(desk.page, both.nth(1)).rev() == 1
    assert desk.ask("print(game.ply)") == "0"


def test_a_closed_board_leaves_every_page_and_the_others_stay(desk: Desk) -> None:
    board = desk.deal(GAME, "shut = game.board()", "shut")
    other = desk.second("game.board()")
    desk.ask("shut.close()", "shut.close()")
    board.root.wait_for(state="detached")
    by_hand(other, "A1@d3^2")
    assert desk.ask("print(game.ply, len(game._boards))") == "1 1"


def test_what_is_set_before_the_page_has_loaded_arrives(desk: Desk) -> None:
    move = str(played("A1@d3^2").legal_moves()[0])
    board = desk.deal(
        GAME,
        "board = game.board(theme='dark')",
        "game.play('A1@d3^2')",
        "display(board)",
        f"game.play({move!r})",
        "board.theme = 'light'",
        "board.digits = True",
        "game.language = 'ja'",
    )
    board.wait_rev(3)
    board.wait_shows("board monsterhex rev 3 light")
    board.wait_shows("heading ラウンド 1 / 8")
    assert len(board.lines("unit")) == 2


# -- boards that are left behind --------------------------------------------------------------------


def behind(desk: Desk) -> list[int]:
    """How many positions each of the boards `kept` has missed."""
    return [int(number) for number in desk.ask("print(*(game.rev - board.rev for board in kept))").split()]


def test_boards_that_a_cell_has_left_behind_rest_and_come_up_when_they_are_shown(desk: Desk) -> None:
    table = desk.deal(GAME, "kept = []", "game")
    for _ in range(4):
        board = desk.second("kept.append(game.board())", "kept[-1]")
    by_hand(table, "A1@d3^2")
    same(table, board)
    assert behind(desk) == [1, 1, 1, 0]
    first = desk.second("kept[0]")
    same(table, first)
    by_hand(table, str(played("A1@d3^2").legal_moves()[0]))
    same(table, first)
    assert behind(desk) == [0, 2, 2, 1]
    desk.settle(desk.command("notebook:move-cell-down", SECOND))  # its view is made anew
    desk.settle(desk.command("notebook:move-cell-up", SECOND + 1))
    by_hand(table, str(desk.ask("print(game.legal_moves()[0])")))
    moved = desk.cell(SECOND).locator(".hexwidgets-board[data-ready]")
    expect(moved).to_have_count(1)
    same(table, Board(desk.page, moved))


def test_of_two_views_on_two_tabs_one_may_go_and_after_a_reload_both_follow(desk: Desk) -> None:
    board = desk.deal(GAME, "kept = [game.board()]", "kept[0]")
    desk.settle(desk.command("docmanager:save"))
    tab = Notebook(desk.page.context.new_page(), desk.lab)
    tab.name = desk.name
    try:
        other = tab.go().board()
        desk.second("kept[0]")
        desk.write(SECOND, "")
        desk.run_and_wait(SECOND)
        desk.ask("game.play('A1@d3^2')")
        same(board, other)
        tab.go()
        other = tab.board()
        desk.write(BOARD, "game")
        desk.run_and_wait(BOARD)
        by_hand(other, str(played("A1@d3^2").legal_moves()[0]))
        same(desk.board(), other)
        assert behind(desk) == [0]
        assert tab.errors == []
    finally:
        tab.page.close()
