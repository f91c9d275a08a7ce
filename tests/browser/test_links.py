"""Boards over slow links, and over links that break."""

import asyncio
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.desk import (
    ASK,
    DUEL,
    GAME,
    SIZE,
    Desk,
    by_hand,
    carry,
    choose,
    commit,
    game_until,
    open_desk,
    played,
    position,
    replay,
    same,
)
from tests.browser.lab import Lab

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
    slow.page.wait_for_function(f"() => !({CONNECTED})()", timeout=20_000)  # JupyterLab loses what it sends before
    slow.page.mouse.click(*place)  # before JupyterLab lays its own message over the page
    board.wait_shows(SILENT, timeout=20)
    assert board.rev() == 1
    mend(slow, link)
    board.wait_rev(2, timeout=20)
    assert slow.ask("print(*game.moves)") == "A1@d3^2"
    same(board, slow.second("game.board()"))
    slow.errors.clear()
