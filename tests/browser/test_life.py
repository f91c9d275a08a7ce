"""The life of a board: kernels that end, outputs that hide, views that come and go, slow links, bursts, strangers."""

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import hexwidgets as hw
from tests.browser.desk import (
    ASK,
    BOARD,
    DUEL,
    GAME,
    SECOND,
    SIZE,
    Desk,
    by_hand,
    carry,
    choose,
    commit,
    game_until,
    new_desk,
    open_desk,
    played,
    replay,
)
from tests.browser.lab import KERNELS, Board, Lab, Notebook
from tests.browser.page import serve_bundle

LOST = "message Disconnected: run the cell again."
NUMBER = 200  # rounds


def position(board: Board) -> list[str]:
    """What a board shows of the game, whether or not it can be played on."""
    kinds = ("unit", "fighter", "stones", "done", "score", "hand", "taken", "last", "heading", "prompt", "story")
    return [line for line in board.describe().splitlines() if line.split()[0] in kinds]


def same(*boards: Board) -> None:
    """Check that boards come to show the same position."""
    rev = max(board.rev() for board in boards)
    for board in boards:
        board.wait_rev(rev)
    shown = [position(board) for board in boards]
    assert shown == [shown[0]] * len(boards)


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


# -- leaks -----------------------------------------------------------------------------------------


COUNTED = ("Nodes", "JSEventListeners", "JSHeapUsedSize")


def counts(page: Page) -> dict[str, float]:
    """What the page holds on to, rubbish taken out."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return {name: metrics[name] for name in COUNTED}


ROUNDS = """async ([traits, rounds]) => {
  const { default: widget } = await import("./board.js");
  const el = document.querySelector("#board"), heard = new Map();
  const on = (name, call) => heard.set(name, (heard.get(name) ?? new Set()).add(call));
  const off = (name, call) => heard.get(name)?.delete(call);
  const model = { get: key => traits[key], set() {}, save_changes() {}, send() {}, on, off };
  for (let n = 0; n < rounds; n++) {
    const close = widget.render({ model, el });
    const root = el.querySelector(".hexwidgets-board");
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    const box = root.getBoundingClientRect();
    root.dispatchEvent(new PointerEvent("pointermove", { clientX: box.x + 90, clientY: box.y + 90, bubbles: true }));
    root.querySelector("[data-name='button:help']").click();
    close();
  }
  return [...heard.values()].reduce((sum, calls) => sum + calls.size, 0);
}"""


@pytest.mark.parametrize("make", [lambda: hw.MonsterHex("four", seed=7), lambda: hw.ArenaDuel(seed=7)])
def test_two_hundred_boards_that_come_and_go_leave_nothing_in_the_page(page: Page, make: Callable[[], hw.Game]) -> None:
    serve_bundle(page)
    page.goto("http://board.test/")
    board = make().board()
    traits = json.loads(json.dumps({**board.shown(), "words": board.words, "language": "en", "theme": "auto"}))
    page.evaluate(ROUNDS, [traits, 20])
    before = counts(page)
    assert page.evaluate(ROUNDS, [traits, NUMBER]) == 0
    after = counts(page)
    assert after["Nodes"] - before["Nodes"] < 50
    assert after["JSEventListeners"] - before["JSEventListeners"] <= 2
    assert after["JSHeapUsedSize"] - before["JSHeapUsedSize"] < 1 << 20


def test_boards_that_are_closed_leave_nothing_in_jupyterlab(desk: Desk) -> None:
    """Beside what JupyterLab itself keeps of every cell that is run."""
    rounds, many = 5, 10
    board = desk.cell(BOARD).locator(".hexwidgets-board[data-ready]")

    def grown(number: int) -> dict[str, float]:
        before = counts(desk.page)
        for _ in range(rounds):
            desk.write(BOARD, f"{GAME}\nboards = [game.board() for _ in range({number})]\nfor b in boards: display(b)")
            desk.run_and_wait(BOARD)
            expect(board).to_have_count(number)
            desk.ask("for board in boards: board.close()")
            expect(board).to_have_count(0)
        after = counts(desk.page)
        return {name: after[name] - before[name] for name in COUNTED}

    grown(many)
    labs, ours = grown(0), grown(many)
    left = {name: (ours[name] - labs[name]) / (rounds * many) for name in COUNTED}
    assert left["Nodes"] < 20, left  # a board has hundreds
    assert left["JSEventListeners"] < 5, left  # and dozens of listeners
    assert left["JSHeapUsedSize"] < 1 << 20, left  # no browser lets go of a module, and every board brings its own
    assert desk.ask("print(len(game._boards))") == "0"


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


# -- slow links, and links that break ---------------------------------------------------------------

DELAY = 0.2  # seconds each way


class SlowLink:
    """A way to a server on which whatever is sent arrives later, in order, and which may be cut."""

    def __init__(self, port: int) -> None:
        self.delay = 0.0
        self._whole = True
        self._port, self._loop, self._ends = port, asyncio.new_event_loop(), set[asyncio.StreamWriter]()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._join, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Nothing gets through any more, and nobody who tries."""
        self._whole = False
        self._do(self._hang_up())

    def mend(self) -> None:
        """Whoever tries again gets through."""
        self._whole = True

    def close(self) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._whole:
            writer.transport.abort()
            return
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._ends |= {writer, back}
        await asyncio.gather(self._carry(reader, back), self._carry(there, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        last = 0.0
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                last = max(last, self._loop.time() + self.delay)
                self._loop.call_at(last, writer.write, data)
        await asyncio.sleep(self.delay)
        writer.close()
        self._ends.discard(writer)

    async def _hang_up(self) -> None:
        for end in self._ends:
            end.transport.abort()

    async def _close(self) -> None:
        self.delay = 0
        self._server.close()
        await self._hang_up()
        work = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        if work:
            await asyncio.wait(work, timeout=10)


@pytest.fixture(scope="module")
def link(lab: Lab) -> Iterator[SlowLink]:
    link = SlowLink(int(lab.url.rpartition(":")[2]))
    yield link
    link.close()


@pytest.fixture(scope="module")
def slow(browser: Browser, lab: Lab, link: SlowLink) -> Iterator[Desk]:
    """A desk whose page is far away from its server; it loads over a quick link, which then slows down."""
    far, others = Lab(f"http://127.0.0.1:{link.port}", lab.root), lab.sessions()
    context = browser.new_context(viewport=SIZE)
    try:
        desk = open_desk(context, far)
        desk.page.emulate_media(reduced_motion="reduce")
        link.delay = DELAY
        yield desk
    finally:
        context.close()
        lab.end_kernels(but=others)


def test_a_link_that_is_slow_plays_move_by_move(slow: Desk) -> None:
    board = slow.deal(GAME, "game")
    moves = []
    for _ in range(5):
        moves.append(str(played(*moves).legal_moves()[0]))
        by_hand(board, moves[-1])
    assert slow.ask("print(*game.moves)") == " ".join(moves)
    assert board.lines("unit")[0]


def test_carrying_never_waits_for_a_slow_link(slow: Desk) -> None:
    board = slow.deal(GAME, "game")
    took = board.root.evaluate(
        """async el => {
          const card = el.querySelector('[data-name="hand:A1"]');
          const at = ({ x, y }) => ({ clientX: x, clientY: y, bubbles: true, pointerId: 1, isPrimary: true });
          const begun = performance.now();
          const from = at(el.locate("hand:A1"));
          card.dispatchEvent(new PointerEvent("pointerdown", from));
          card.dispatchEvent(new PointerEvent("pointerup", from));
          el.querySelector("canvas").dispatchEvent(new PointerEvent("pointermove", at(el.locate("d3"))));
          const shown = el.describe();
          return [performance.now() - begun, /^carry A1 .* over d3$/m.test(shown), /^legal /m.test(shown)];
        }"""
    )
    assert took[1:] == [True, True]
    assert took[0] < 1000 * DELAY
    board.key("Escape")


def test_a_click_on_what_is_no_longer_so_says_that_the_board_has_moved_on(slow: Desk, link: SlowLink) -> None:
    board, gate = slow.deal(GAME, "game"), slow.gate()
    two = ["game.play('A1@d3^0')", "game.play(game.legal_moves()[0])"]
    wait = "while not GATE.exists(): time.sleep(0.01)"
    cell = slow.start("print('begun', flush=True)", wait, *two, "GATE.rename('played')")
    slow.wait_output(ASK, "begun")
    carry(board, "A1", 0)
    x, y = board.at("d5")
    slow.page.mouse.move(x, y)
    link.delay = 3.0  # the page does not hear of the two moves before it has clicked
    try:
        gate.touch()
        played, end = slow.lab.root / "played", time.monotonic() + 20
        while not played.exists() and time.monotonic() < end:
            time.sleep(0.01)
        played.unlink()
        slow.page.mouse.click(x, y)
        slow.settle(cell)
        board.wait_shows("message The board has moved on", timeout=20)
    finally:
        link.delay = DELAY
    assert board.lines("carry") == board.lines("sent") == []
    assert slow.ask("print(game.ply, 'd5' in game.units)").startswith("2 ")
    same(board, slow.second("game.board()"))


def test_two_quick_clicks_over_a_slow_link_play_once(slow: Desk) -> None:
    board = slow.deal(GAME, "game")
    carry(board, "A1", 2)
    x, y = board.at("d3")
    slow.page.mouse.dblclick(x, y)
    slow.page.mouse.dblclick(x, y)
    board.wait_rev(2)
    assert slow.ask("print(*game.moves)") == "A1@d3^2"
    game = game_until("take")
    board = slow.deal(GAME, replay(game), "game")
    first, second = board.lines("pick")[0].split()[:2]
    before = board.rev()
    board.click(f"stone:{first}")
    board.click(f"stone:{second}")  # the first is on its way
    board.wait_rev(before + 1)
    slow.page.wait_for_timeout(3000 * DELAY)
    assert board.rev() == before + 1
    assert not any("moved on" in message for message in board.lines("message"))
    assert slow.ask("print(game.moves[-1])") == f"take {first}"
    assert slow.ask("print(game.rev)") == str(before + 1)
    before = board.rev()
    board.key("u", "u")
    board.wait_rev(before + 1)
    slow.page.wait_for_timeout(3000 * DELAY)
    assert not any("moved on" in message for message in board.lines("message"))
    assert slow.ask("print(game.rev)") == str(before + 1)


def test_an_order_over_a_slow_link_is_committed_and_changed(slow: Desk) -> None:
    north = slow.deal(DUEL, 'duel.board(seat="north")')
    south = slow.second('duel.board(seat="south")')
    commit(north, "F>")
    north.wait_shows("committed north F>")
    choose(north, "FR=")
    north.click("button:commit")
    north.click("button:commit")
    north.wait_shows("committed north FR=")
    commit(south, "S<")
    for board in (north, south):
        board.wait_rev(2)
    assert slow.ask("print(*[str(order) for both in duel.moves for order in both])") == "FR= S<"
    assert position(north) == position(south)


def test_moves_of_python_and_of_a_slow_page_do_not_mix(slow: Desk) -> None:
    board = slow.deal(GAME, "game")
    carry(board, "A1", 2)
    cell = slow.start("game.play('A1@d3^2')")  # under way at the same time
    board.click("d3")
    slow.settle(cell)
    board.wait_rev(2)
    slow.page.wait_for_timeout(3000 * DELAY)
    assert slow.ask("print(*game.moves)") == "A1@d3^2"
    fresh = slow.second("game.board()")
    same(board, fresh)
    slow.errors.clear()


SILENT = "message No answer yet. The kernel is busy or no longer connected."
CONNECTED = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.connectionStatus === 'connected'"


def mend(desk: Desk, link: SlowLink) -> None:
    """Let the page reach its server again, and take JupyterLab's complaint off it."""
    link.mend()
    desk.page.wait_for_function(CONNECTED, timeout=60_000)
    for _ in range(6):  # it may come late
        desk.page.wait_for_timeout(500)
        for button in desk.page.locator(".jp-Dialog button.jp-mod-accept").all():
            button.click()


def test_a_move_made_while_the_network_is_cut_is_played_once_it_is_back(slow: Desk, link: SlowLink) -> None:
    board = slow.deal(GAME, "game")
    carry(board, "A1", 2)
    place = board.at("d3")
    link.cut()
    slow.page.mouse.click(*place)  # before JupyterLab lays its own message over the page
    board.wait_shows(SILENT, timeout=20)
    assert board.rev() == 1
    mend(slow, link)
    board.wait_rev(2, timeout=20)
    assert slow.ask("print(*game.moves)") == "A1@d3^2"
    same(board, slow.second("game.board()"))
    slow.errors.clear()


# -- bursts and other threads -------------------------------------------------------------------------

BURST = """
begun, chance = time.monotonic(), random.Random(1)
for _ in range(1000):
    if game.result is None: game.play(*(chance.choice(game.legal_moves(s)) for s in game.rules.to_move(game.state)))
    else: game.goto(0, force=True)
print(game.rev, round(time.monotonic() - begun, 2))
"""


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("deal", [GAME, "game = hw.ArenaDuel(seed=7)"], ids=["monsterhex", "arenaduel"])
def test_a_thousand_plays_in_a_loop_end_at_the_right_position(
    browser: Browser, lab: Lab, kernel: str, deal: str
) -> None:
    frames: list[int] = []
    hear = lambda socket: socket.on("framereceived", lambda frame: frames.append(size(frame)))  # noqa: E731
    with new_desk(browser, lab, kernel, heard=hear) as desk:
        board = desk.deal(deal, "game")
        frames.clear()
        rev, seconds = desk.ask(*BURST.splitlines()).split()
        assert rev == "1001"
        board.wait_rev(1001, timeout=20)
        updates = [n for n in frames if n]
        assert 0 < len(updates) <= 200 + 20 * (float(seconds) + 1)
        assert sum(updates) <= 4096 * len(updates)
        same(board, desk.second("game.board()"))
        desk.quiet()


def size(frame: str | bytes) -> int:
    """Bytes of a frame that updates a board, 0 of any other."""
    text = frame if isinstance(frame, str) else frame.decode(errors="replace")
    return len(frame) if re.search('"method": ?"update"', text) else 0


THREAD = """
import threading
def play():
    for move in {moves}: game.play(move); time.sleep(0.05)
thread = threading.Thread(target=play); thread.start()
"""
TASK = """
async def play():
    for move in {moves}: game.play(move); await asyncio.sleep(0.05)
task = asyncio.create_task(play())
"""


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_thread_and_a_task_may_play_after_their_cell_has_ended(browser: Browser, lab: Lab, kernel: str) -> None:
    game = game_until("take")
    moves = list(map(str, game.moves))
    with new_desk(browser, lab, kernel) as desk:
        for code in (THREAD, TASK):
            board = desk.deal(GAME, "game")
            desk.ask(*code.format(moves=moves).splitlines())
            board.wait_rev(len(moves) + 1, timeout=20)
            assert desk.ask("print(*game.moves, sep='/')") == "/".join(moves)
            same(board, desk.second("game.board()"))
        desk.quiet()


# -- strangers ---------------------------------------------------------------------------------------

SEND = """([id, intents]) => {
  const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
  for (const [n, content] of intents.entries()) {
    const header = { msg_id: `stranger-${id}-${n}`, msg_type: 'comm_msg', username: '', session: kernel.clientId };
    Object.assign(header, { date: new Date().toISOString(), version: '5.3' });
    const data = { method: 'custom', content };
    kernel.sendShellMessage({ header, parent_header: {}, metadata: {}, channel: 'shell', buffers: [],
      content: { comm_id: id, data } }, false, true);
  }
}"""
LISTEN = """
import logging
told = []
class Ear(logging.Handler):
    def emit(self, record): told.append(record.getMessage())
logging.getLogger().addHandler(ear := Ear(logging.WARNING))
from traitlets.config import Application
Application.instance().log.addHandler(ear)
heard, answered = [], []
table.on_msg(lambda _w, content, _b: heard.append(content))
send = table.send
table.send = lambda content, *rest: (answered.append(len(json.dumps(content))), send(content, *rest))[1]
"""


@pytest.mark.parametrize("deal", [GAME, "game = hw.ArenaDuel(seed=7)"], ids=["monsterhex", "arenaduel"])
def test_a_hostile_page_is_answered_and_harms_nothing(desk: Desk, deal: str) -> None:
    from tests.board.test_hostile import GAMES, Stranger

    twin = GAMES["monsterhex" if "Monster" in deal else "arenaduel"]()
    stranger = Stranger(twin.board(), 9)
    intents = []
    while len(intents) < 300:
        try:
            content = json.loads(json.dumps(stranger.intent(), allow_nan=False))
        except (TypeError, ValueError):
            continue  # no page can send that
        if not isinstance(content, dict) or content.get("kind") != "pong":
            intents.append(content)
    board = desk.deal(deal, "table = game.board()", "table")
    beside = desk.second("beside = hw.MonsterHex('four', seed=3)", "beside")
    unharmed = beside.describe()
    desk.ask(*LISTEN.splitlines())
    desk.page.evaluate(SEND, [desk.ask("print(table.model_id)"), intents])
    same(board, board)
    told = desk.ask("print(json.dumps([len(heard), len(answered), max(answered), told]))")
    assert json.loads(told)[:2] == [300, 300]
    assert json.loads(told)[2] <= 4096
    assert json.loads(told)[3] == []
    assert beside.describe() == unharmed
    board.wait_rev(int(desk.ask("game.goto(0, force=True)", "print(game.rev)")))
    if "Monster" in deal:
        by_hand(board, "A1@d3^2")
    else:
        commit(board, "F>")
    desk.errors.clear()


EVIL = '<img src=x onerror="window.pwned=1"><b>★ bold</b>'


def test_names_with_markup_are_shown_as_text(page: Page) -> None:
    """Whatever text a third party's game, scenario or card brings, in every field a board shows."""
    serve_bundle(page)
    for make in (lambda: game_until("take"), lambda: hw.ArenaDuel(seed=7)):
        board = make().board()
        traits: Any = json.loads(json.dumps({**board.shown(), "words": board.words, "language": "en", "theme": "auto"}))
        grid, status = traits["grid"], traits["status"]
        grid["note"], grid["ask"] = EVIL, EVIL
        for faction in grid["factions"]:
            faction["label"] = faction["letter"] = EVIL
        for card in grid["cards"]:
            card["label"] = card["text"] = EVIL
        for kind in grid["kinds"]:
            kind["rank"] = EVIL
        status |= {"heading": EVIL, "prompt": EVIL, "event": {"text": EVIL, "rule": EVIL}}
        status |= {"story": [{"lead": EVIL, "text": EVIL, "rule": EVIL}], "result": {"heading": EVIL, "lines": [EVIL]}}
        traits["words"] = dict.fromkeys(traits["words"], EVIL)
        page.goto("http://board.test/")
        page.evaluate(SHOWN, traits)
        root = page.locator(".hexwidgets-board[data-ready]")
        root.wait_for()
        root.locator("[data-name='button:help']").click()
        page.wait_for_timeout(200)
        assert root.locator("img, b b, script").count() == 0
        assert page.evaluate("() => window.pwned") is None
        assert "<img" in root.inner_text()


SHOWN = """async traits => {
  const { default: widget } = await import("./board.js");
  const nothing = () => {};
  const model = { get: key => traits[key], set: nothing, save_changes: nothing, on: nothing, off: nothing };
  widget.render({ model: { ...model, send: nothing }, el: document.querySelector("#board") });
}"""
