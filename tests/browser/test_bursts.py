"""Many plays at once, and plays from other threads and from tasks."""

import re

import pytest
from playwright.sync_api import Browser

from tests.browser.desk import GAME, game_until, new_desk, same
from tests.browser.lab import KERNELS, Lab

BURST = """
begun, chance = time.monotonic(), random.Random(1)
for _ in range({plays}):
    if game.result is None: game.play(*(chance.choice(game.legal_moves(s)) for s in game.rules.to_move(game.state)))
    else: game.goto(0, force=True)
print(game.rev, round(time.monotonic() - begun, 2))
"""


BURSTS = {
    "monsterhex": (GAME, KERNELS[0], 1000),
    "arenaduel": ("game = hw.ArenaDuel(seed=7)", KERNELS[0], 1000),
    "monsterhex on an old kernel": (GAME, KERNELS[1], 500),
    "arenaduel on a kernel with threads": ("game = hw.ArenaDuel(seed=7)", KERNELS[2], 500),
}


@pytest.mark.parametrize(("deal", "kernel", "plays"), BURSTS.values(), ids=BURSTS)
def test_plays_in_a_loop_end_at_the_right_position(
    browser: Browser, lab: Lab, deal: str, kernel: str, plays: int
) -> None:
    frames: list[int] = []
    hear = lambda socket: socket.on("framereceived", lambda frame: frames.append(size(frame)))  # noqa: E731
    with new_desk(browser, lab, kernel, heard=hear) as desk:
        board = desk.deal(deal, "game")
        frames.clear()
        rev, seconds = desk.ask(*BURST.format(plays=plays).splitlines()).split()
        assert int(rev) == plays + 1
        board.wait_rev(plays + 1, timeout=20)
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
