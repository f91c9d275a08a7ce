"""A notebook that stays open for many tests, each of which sets out a game of its own on it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, WebSocket, expect

import hexwidgets as hw
from tests.browser.lab import Board, Lab, Notebook

IMPORTS = """
import asyncio, json, pathlib, random, time
import hexwidgets as hw
GATE = pathlib.Path("gate")
"""
GAME = 'game = hw.MonsterHex("four", seed=7)'
DUEL = "duel = hw.ArenaDuel(seed=7)"
SIZE: ViewportSize = {"width": 1280, "height": 1000}
BOARD, SECOND, ASK = 1, 2, 3  # cells


class Desk(Notebook):
    """A notebook with a cell for a board, one for a second board, and one for questions.

    The cells are written anew again and again: `deal` sets out a board, `ask` runs code as the next cell does.
    """

    def __init__(self, page: Page, lab: Lab) -> None:
        super().__init__(page, lab)
        self.asked = 0
        """How many moves the page has asked its kernel for."""
        page.on("websocket", lambda socket: socket.on("framesent", self._count))

    def deal(self, *code: str) -> Board:
        """Set out a board, which is what the last line gives, and clear the second one away."""
        if self.cell(SECOND).locator(".hexwidgets-board").count():
            self.write(SECOND, "")
            self.run_and_wait(SECOND)
        return self._show(BOARD, code)

    def second(self, *code: str) -> Board:
        """Set out a second board below the first."""
        return self._show(SECOND, code)

    def ask(self, *code: str) -> str:
        """Run code in a cell and return what it puts out."""
        self.write(ASK, "\n".join(code))
        return self.run_and_wait(ASK)

    def start(self, *code: str) -> str:
        """Start code in a cell that may go on for long, and return what `settle` takes."""
        self.write(ASK, "\n".join(code))
        return self.run(ASK)

    def gate(self) -> Path:
        """A file that is not there; a cell can wait until a test makes it. In its code the file is `GATE`."""
        gate = self.lab.root / "gate"
        gate.unlink(missing_ok=True)
        return gate

    def stop(self) -> None:
        """End what a test that failed left running."""
        status = "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status"
        if self.page.evaluate(status) == "busy":
            self.interrupt()
            self.wait_ready()

    def quiet(self) -> None:
        """Check that nothing went wrong on the page, and start anew."""
        errors, self.errors[:] = list(self.errors), []
        if errors:
            raise AssertionError(f"the page complains: {errors}")

    def _count(self, frame: str | bytes) -> None:
        self.asked += (b'"kind":"move"' if isinstance(frame, bytes) else '"kind":"move"') in frame  # type: ignore[operator]

    def _show(self, cell: int, code: tuple[str, ...]) -> Board:
        self.write(cell, "\n".join(code))
        self.run_and_wait(cell)
        root = self.cell(cell).locator(".hexwidgets-board[data-ready]")
        expect(root, self.output(cell)).to_have_count(1)
        return Board(self.page, root)


@contextmanager
def new_desk(
    browser: Browser,
    lab: Lab,
    kernel: str = "python3",
    ratio: float = 1,
    heard: Callable[[WebSocket], None] | None = None,
) -> Iterator[Desk]:
    """A desk in a page of its own, on a screen with so many pixels for each of the page's; its kernel ends with it.

    ``heard`` is told of the sockets that the page opens.
    """
    context, others = browser.new_context(viewport=SIZE, device_scale_factor=ratio), lab.sessions()
    if heard is not None:
        context.on("page", lambda page: page.on("websocket", heard))
    try:
        yield open_desk(context, lab, kernel)
    finally:
        context.close()
        lab.end_kernels(but=others)


def open_desk(context: BrowserContext, lab: Lab, kernel: str = "python3") -> Desk:
    """A desk in a new tab."""
    desk = Desk(context.new_page(), lab)
    desk.open([IMPORTS, "", "", ""], kernel)
    desk.run_and_wait(0)
    return desk


def four(**options: Any) -> hw.MonsterHex:
    """The game that the desks deal: in this process, to know what is legal without asking the page."""
    return hw.MonsterHex("four", seed=7, **options)


def played(*moves: str) -> hw.MonsterHex:
    """`four`, after some moves."""
    game = four()
    for move in moves:
        game.play(move)
    return game


def game_until(stop: str, luck: int = 1) -> hw.MonsterHex:
    """`four`, played on by chance until a phase ("take", "over") is reached."""
    game, chance = four(), random.Random(luck)
    while game.phase != stop:
        game.play(chance.choice(game.legal_moves()))
    return game


def dealing(game: hw.MonsterHex, **options: Any) -> str:
    """A line of code that deals the same game, and plays the moves that were made."""
    given = ", ".join(f"{name}={value!r}" for name, value in (game.rules.options() | options).items())
    return f"game = hw.MonsterHex({given}, seed={game.seed})\n{replay(game)}"


def replay(game: hw.MonsterHex) -> str:
    """A line of code that plays the moves of a game."""
    return f"for move in {list(map(str, game.moves))}: game.play(move)"


def carry(board: Board, unit: str, turn: int) -> None:
    """Click a unit in the hand, and turn it."""
    board.click(f"hand:{unit}")
    if turn:
        board.key(*["r"] * turn)


def by_hand(board: Board, move: object) -> None:
    """Make a move by clicks, and wait until the board shows it."""
    rev = board.rev()
    text = str(move)
    word, _, rest = text.partition(" ")
    if match := re.fullmatch(r"(\w+)@(\w+)\^(\d)", text):
        unit, cell, turn = match.groups()
        carry(board, unit, int(turn))
        board.click(cell)
    elif word == "confuse":
        cell, _, turn = rest.partition("^")
        turn_on_board(board, cell, int(turn))
    elif word in ("enchant", "curse", "petrify"):
        board.click(rest)
    else:
        name = {"take": f"stone:{rest}", "ability": f"card:{rest}"}.get(word, f"button:{word}")
        board.click(name)
    board.wait_rev(rev + 1)


def turn_on_board(board: Board, cell: str, turn: int) -> None:
    """Lift a unit of the board by a click, turn it, and put it down where it was."""
    (stands,) = (line for line in board.lines("unit") if line.startswith(f"{cell} "))
    board.click(cell)
    board.wait_shows(f"over {cell}")
    board.key(*["r"] * ((turn - int(stands.split("^")[1][0])) % 6))
    board.wait_shows(f"^{turn} over {cell}")
    board.click(cell)


def choose(board: Board, order: object) -> None:
    """Click the cards of an order, and see them chosen."""
    *move, turn = str(order)
    board.click(f"card:{''.join(move)}")
    board.click(f"card:{turn}")
    board.wait_shows(f" {order} ")  # the plan


def commit(board: Board, order: object) -> None:
    """Give an order by clicks; it is in, or the turn is over, when this returns."""
    rev = board.rev()
    choose(board, order)
    board.click("button:commit")
    handle = board.root.element_handle()
    ask = "([el, rev]) => Number(el.dataset.rev) > rev || /^(committed|handover) /m.test(el.describe())"
    board.page.wait_for_function(ask, arg=[handle, rev], timeout=10_000)


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
