"""From a click to the frame that shows its effect, in a real JupyterLab, and what a move puts on the wire.

The time is a ratio to a bare echo widget on the same page, which pays the same price for browser, server and kernel.
"""

import itertools
import re
import statistics
import struct
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, WebSocket, sync_playwright

from benchmarks.table import Row
from tests.browser.lab import CHROMIUM_FLAGS, Board, Notebook, chromium, serve

MOVES = 7  # as many as a seat of Monster Hex surely has

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
_MONSTER_HEX = 'import hexwidgets as hw\ngame = hw.MonsterHex("four", seed=7)\n'
_ARENA_DUEL = "import hexwidgets as hw\ngame = hw.ArenaDuel(seed=7, life=99)\n"


@dataclass(frozen=True)
class Subject:
    """A board to click on: the code that shows it, and what is run before each click to know one."""

    what: str
    code: str
    ready: str
    """Brings the game to where the board decides, and prints the position's number and what may be done."""
    prepare: Callable[[Board, list[str]], str]
    """Does all of it but the last click, and names the place for that."""


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
    """Play moves by hand, an echo between every two: both games, at an open table and at a seat's own board."""
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Path(folder)) as lab,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_FLAGS)
        for subject in _SUBJECTS:
            page = browser.new_page(viewport={"width": 1280, "height": 1000})
            wire = Wire(page)
            notebook = Notebook(page, lab).open([_ECHO, subject.code, ""])
            notebook.run_all()
            rows += _clicks(subject, notebook, wire)
            page.close()
        browser.close()
    return rows


def _clicks(subject: Subject, notebook: Notebook, wire: Wire) -> list[Row]:
    board, echo = notebook.board(), Board(notebook.page, notebook.page.locator(".echo"))
    for root in (board.root, echo.root):
        root.evaluate(_CLOCK)
    notebook.write(2, subject.ready)
    samples = [_sample(subject, notebook, board, echo, wire) for _ in range(MOVES)]
    ratio, click, answer, total, payload = (statistics.median(column) for column in zip(*samples, strict=True))
    most = max(sample[-1] for sample in samples)
    note = f"{subject.what}, median of {MOVES} moves in JupyterLab"
    own = f"{subject.what}, of which the widget's own, at most {most:,}: comm messages without their envelope"
    return [
        Row("click to paint", ratio, "x", f"a bare echo widget; {note}"),
        Row("click to paint", click, "ms", f"{subject.what}; the echo takes {answer:.0f} ms"),
        Row("a move on the wire", total, "bytes", f"all frames, both ways; {note}"),
        Row("a move on the wire", payload, "bytes", own),
    ]


def _sample(
    subject: Subject, notebook: Notebook, board: Board, echo: Board, wire: Wire
) -> tuple[float, float, float, int, int]:
    echo.root.scroll_into_view_if_needed()
    # JupyterLab works when a click comes to another cell; as on the board, only the second click in the cell is timed.
    rev = echo.rev()
    echo.root.click()
    echo.wait_rev(rev + 1)
    box = echo.root.bounding_box()
    assert box is not None
    answer = _timed_click(echo, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, wire)

    shown, *words = notebook.run_and_wait(2).split()
    board.wait_rev(int(shown))
    click = _timed_click(board, *board.at(subject.prepare(board, words)), wire)
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


def _carry(board: Board, words: list[str]) -> str:
    """Carry a unit to where it is placed with as few turns as there are."""
    moves = [re.fullmatch(r"(\w+)@(\w+)\^(\d)", move) for move in words]
    turns, unit, place = min((int(move[3]), move[1], move[2]) for move in moves if move)
    board.click(f"hand:{unit}")
    board.hover(place)
    board.key(*["r"] * turns)
    return place


def _order(board: Board, words: list[str]) -> str:
    """Choose the first order; it is the one that the other seat's waits for."""
    order = words[0]
    board.click(f"card:{order[:-1]}")
    board.click(f"card:{order[-1]}")
    return "button:commit"


def _quiet(page: Page, wire: Wire) -> None:
    """Wait until nothing has crossed the wire for a while."""
    for _ in itertools.count():
        frames = wire.frames
        page.wait_for_timeout(200)
        if wire.frames == frames:
            return


_PLACE = """while not (game.phase == "place" and {here}): game.play(game.legal_moves()[0])
print(game.rev, *game.legal_moves())"""
_RED = "game.to_move == 'red'"
_SOUTH = """game.commit("south", game.legal_orders("south")[0])
print(game.rev, *game.legal_orders("north"))"""
_SUBJECTS = (
    Subject("Monster Hex at an open table", f"{_MONSTER_HEX}game", _PLACE.format(here=True), _carry),
    Subject(
        "Monster Hex at red's board",
        f"{_MONSTER_HEX}game.board('red')",
        _PLACE.format(here="game.to_move == 'red'"),
        _carry,
    ),
    Subject("Arena Duel at an open table", f"{_ARENA_DUEL}game", _SOUTH, _order),
    Subject("Arena Duel at north's board", f"{_ARENA_DUEL}game.board('north')", _SOUTH, _order),
)
