"""From a click to the frame that shows its effect, in a real JupyterLab, and what a move puts on the wire.

The time is a ratio to a bare echo widget on the same page, which pays the same price for browser, server and kernel.
"""

import itertools
import re
import statistics
import struct
import tempfile
from pathlib import Path

from playwright.sync_api import Page, WebSocket, sync_playwright

from benchmarks.table import Row
from tests.browser.lab import CHROMIUM_FLAGS, Board, Notebook, chromium, serve

MOVES = 12

# As bare as a widget can be that talks as the board does: a message up, a trait down.
_ECHO = '''
import anywidget, traitlets

class Echo(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const button = document.createElement("button");
      button.className = "echo"; el.append(button);
      const show = () => { button.dataset.rev = button.textContent = model.get("rev"); };
      button.onclick = () => model.send({});
      model.on("change:rev", show); show();
    } };
    """
    rev = traitlets.Int(0).tag(sync=True)

    def __init__(self):
        super().__init__()
        self.on_msg(lambda *_: self.set_trait("rev", self.rev + 1))

Echo()
'''
_GAME = 'import hexwidgets as hw\ngame = hw.MonsterHex("four", seed=7)\ngame'
_NEXT = "print(*game.legal_moves())"

# The clock starts when the button goes up and stops after the first frame in which the element says its new position.
_CLOCK = """el => {
  el.addEventListener('pointerup', (event) => { el.__up = event.timeStamp; el.__took = null; }, true);
  new MutationObserver(() => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { el.__took ??= performance.now() - el.__up; };
    channel.port2.postMessage(0);
  })).observe(el, { attributes: true, attributeFilter: ['data-rev'] });
}"""
_TOOK = "el => el.__took"


class Wire:
    """Bytes in the frames between the page and its kernel, both ways, since `reset`."""

    def __init__(self, page: Page) -> None:
        self.reset()
        page.on("websocket", self._open)

    def reset(self) -> None:
        """Count from nothing again."""
        self.total = self.payload = self.frames = 0

    def _open(self, socket: WebSocket) -> None:
        if "/channels" in socket.url:
            socket.on("framesent", self._count)
            socket.on("framereceived", self._count)

    def _count(self, frame: bytes | str) -> None:
        data = frame.encode() if isinstance(frame, str) else frame
        self.total += len(data)
        self.payload += _payload(data)
        self.frames += 1


def _payload(frame: bytes) -> int:
    """The bytes of a comm message's content and buffers, without the envelope that Jupyter puts around them.

    A frame of the protocol `v1.kernel.websocket.jupyter.org` starts with the number of offsets and the offsets of
    channel, header, parent header, metadata, content and buffers.
    """
    (count,) = struct.unpack_from("<Q", frame)
    offsets = struct.unpack_from(f"<{count}Q", frame, 8)
    header = frame[offsets[1] : offsets[2]]
    return len(frame) - offsets[4] if b'"comm_msg"' in header else 0


def measure() -> list[Row]:
    """Play moves by hand, an echo between every two."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 1000})
        wire = Wire(page)
        notebook = Notebook(page, lab).open([_ECHO, _GAME, _NEXT])
        notebook.run_all()
        board, echo = notebook.board(), Board(page, page.locator(".echo"))
        for root in (board.root, echo.root):
            root.evaluate(_CLOCK)
        samples = [_sample(notebook, board, echo, wire) for _ in range(MOVES)]
        browser.close()
    ratio, click, answer, total, payload = (statistics.median(column) for column in zip(*samples, strict=True))
    note = f"median of {MOVES} moves in JupyterLab"
    return [
        Row("click to paint", ratio, "x", f"a bare echo widget; {note}"),
        Row("click to paint", click, "ms", f"the echo takes {answer:.0f} ms"),
        Row("a move on the wire", total, "bytes", f"all frames, both ways; {note}"),
        Row("a move on the wire", payload, "bytes", "of which the widget's own: comm messages without their envelope"),
    ]


def _sample(notebook: Notebook, board: Board, echo: Board, wire: Wire) -> tuple[float, float, float, int, int]:
    echo.root.scroll_into_view_if_needed()
    # JupyterLab works when a click comes to another cell; as on the board, only the second click in the cell is timed.
    rev = echo.rev()
    echo.root.click()
    echo.wait_rev(rev + 1)
    box = echo.root.bounding_box()
    assert box is not None
    answer = _timed_click(echo, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, wire)

    unit, place, turns = _placing(notebook)
    board.click(f"hand:{unit}")
    board.hover(place)
    board.key(*["r"] * turns)
    click = _timed_click(board, *board.at(place), wire)
    return click / answer, click, answer, wire.total, wire.payload


def _timed_click(widget: Board, x: float, y: float, wire: Wire) -> float:
    """Milliseconds from the click to the paint; afterwards `wire` has counted what crossed it meanwhile."""
    rev = widget.rev()
    _quiet(widget.page, wire)
    wire.reset()
    widget.page.mouse.click(x, y)
    widget.wait_rev(rev + 1)
    took = widget.page.wait_for_function(_TOOK, arg=widget.root.element_handle()).json_value()
    _quiet(widget.page, wire)
    return float(took)


def _placing(notebook: Notebook) -> tuple[str, str, int]:
    """A legal move that is made by placing a unit, with as few turns as there are."""
    moves = [re.fullmatch(r"(\w+)@(\w+)\^(\d)", move) for move in notebook.run_and_wait(2).split()]
    turns, unit, place = min((int(move[3]), move[1], move[2]) for move in moves if move)
    return unit, place, turns


def _quiet(page: Page, wire: Wire) -> None:
    """Wait until nothing has crossed the wire for a while."""
    for _ in itertools.count():
        frames = wire.frames
        page.wait_for_timeout(200)
        if wire.frames == frames:
            return
