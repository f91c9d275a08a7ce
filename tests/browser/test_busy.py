"""Clicks while a cell runs, and cells that wait for clicks, on kernels that hand clicks over differently.

ipykernel 6.31 keeps a click until the cell has ended; 7.2 takes it on a thread beside the cell; the locked one (7.4)
takes it while the cell awaits, and keeps it while the cell blocks.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import cache

import pytest
from playwright.sync_api import Browser

from tests.browser.desk import ASK, GAME, Desk, by_hand, new_desk
from tests.browser.lab import KERNELS, Board, Lab

NEWEST, OLD, BESIDE = KERNELS  # 7.4, 6.31, 7.2


AWAIT, BLOCK = "await game.next_move({})", "game.wait_for_move({})"
every_kernel = pytest.mark.parametrize("kernel", KERNELS)
where_clicks_arrive = pytest.mark.parametrize(
    ("kernel", "wait"), [(NEWEST, AWAIT), (BESIDE, AWAIT), (BESIDE, BLOCK)], ids=["7.4-await", "7.2-await", "7.2-block"]
)
where_none_arrives = pytest.mark.parametrize(
    ("kernel", "wait"), [(NEWEST, BLOCK), (OLD, AWAIT), (OLD, BLOCK)], ids=["7.4-block", "6.31-await", "6.31-block"]
)


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Callable[[str], Desk]]:
    """A desk for each kernel, from its first use on."""
    with ExitStack() as stack:
        yield cache(lambda kernel: stack.enter_context(new_desk(browser, lab, kernel)))


@pytest.fixture
def desk(opened: Callable[[str], Desk], kernel: str) -> Iterator[Desk]:
    desk = opened(kernel)
    yield desk
    desk.stop()
    desk.quiet()


# The record says the same as the position, and boards that are made now show the same as those that lived through it.
CHECK = """
again = hw.MonsterHex("four", seed=7)
for move in game.moves: again.play(move)
decisions = sum(event.key.startswith(("event.place", "event.pass", "event.take")) for event in game.log)
print(again.state == game.state, decisions == len(game.moves) == game.ply, game.rev)
"""


def shown(board: Board) -> list[str]:
    return [line for line in board.describe().splitlines() if line.split()[0] not in ("message", "hint")]


def check(desk: Desk, *boards: Board) -> None:
    same, counted, rev = desk.ask(CHECK).split()
    assert (same, counted) == ("True", "True")
    for board in boards:
        board.wait_rev(int(rev))
    fresh = desk.second("game.board()")
    assert fresh.rev() == int(rev)
    for board in boards:
        assert shown(board) == shown(fresh)


# -- clicks while a cell runs -------------------------------------------------------------------


@every_kernel
@pytest.mark.parametrize("pause", ["time.sleep(0.1)", "await asyncio.sleep(0.1)"], ids=["blocks", "awaits"])
def test_a_click_while_a_cell_runs_is_played(desk: Desk, pause: str) -> None:
    board = desk.deal(GAME, "game")
    gate = desk.gate()
    cell = desk.start("print('begun', flush=True)", f"while not GATE.exists(): {pause}")
    desk.wait_output(ASK, "begun")
    board.click("hand:A1")
    board.click("d3")
    gate.touch()
    board.wait_shows("unit d3 red A1 ^0")
    desk.settle(cell)
    assert board.rev() == 2
    assert board.lines("carry") == board.lines("sent") == []
    check(desk, board)


# What the board heard and what it answered; the cell's own moves, and how often a click was quicker than they were.
RACE = """
heard, answers, won, lost = [], [], 0, 0
seen = game.board()
seen.on_msg(lambda _widget, content, _buffers: heard.append(content))
tell = seen.send
def send(content, *args):
    answers.append(content)
    tell(content, *args)
seen.send = send
"""
CELL = """
chance = random.Random(3)
print("begun", flush=True)
while not GATE.exists() and game.ply < 24:
    try:
        move = chance.choice(game.legal_moves())
        time.sleep(0.01)
        game.play(move)
        won += 1
    except hw.IllegalMove:
        lost += 1
    {pause}
print("ended")
"""
COUNT = """
moves = [one for one in heard if one["kind"] == "move"]
replies = [one for one in answers if one["kind"] == "answer"]
good = [one for one in replies if one["ok"]]
print(len(moves), len(replies), len(good) + won == game.ply, all(one["ok"] or one["text"] for one in replies))
"""


@every_kernel
@pytest.mark.parametrize("pause", ["time.sleep(0.25)", "await asyncio.sleep(0.25)"], ids=["blocks", "awaits"])
def test_clicks_and_the_moves_of_a_cell_do_not_mix(desk: Desk, pause: str) -> None:
    board = desk.deal(GAME, *RACE.splitlines(), "seen")
    gate, desk.asked = desk.gate(), 0
    cell = desk.start(*CELL.format(pause=pause).splitlines())
    desk.wait_output(ASK, "begun")
    while desk.asked < 3 and "ended" not in desk.output(ASK):
        poke(board)
    gate.touch()
    desk.settle(cell)
    poke(board)  # and once more when nothing runs
    desk.page.wait_for_function(  # what was sent has been answered
        "el => !/^sent /m.test(el.describe())", arg=board.root.element_handle(), timeout=10_000
    )
    board.key("Escape")  # a unit that was refused is still carried
    moves, replies, added_up, told = desk.ask(*COUNT.splitlines()).split()
    assert int(moves) == int(replies) == desk.asked > 0
    assert (added_up, told) == ("True", "True")
    check(desk, board)


def poke(board: Board) -> None:
    """Try to place what the hand shows on a cell that is lit, as fast as the hand goes; the position may change."""
    hands = [line.split() for line in board.lines("hand")]
    mover = board.lines("prompt")[0].split()[0].lower()
    for seat, *names in hands:
        if seat == mover and board.locate(f"hand:{names[0]}"):
            with suppress(LookupError):
                board.click(f"hand:{names[0]}")
                if cells := " ".join(board.lines("legal")).split():
                    board.click(cells[0])
                if board.lines("carry"):
                    board.key("Escape")


@pytest.mark.parametrize("kernel", [OLD])  # where a click surely waits for the cell; a slow link does it for all
def test_a_click_that_waited_for_a_cell_says_that_the_board_has_moved_on(desk: Desk) -> None:
    board, gate = desk.deal(GAME, "game"), desk.gate()
    two = ["game.play('A1@d3^0')", "game.play(game.legal_moves()[0])"]
    cell = desk.start("print('begun', flush=True)", "while not GATE.exists(): time.sleep(0.1)", *two)
    desk.wait_output(ASK, "begun")
    board.click("hand:A1")
    board.click("d5")
    gate.touch()
    desk.settle(cell)
    board.wait_shows("message The board has moved on")
    assert board.lines("carry") == board.lines("sent") == []
    assert desk.ask("print(game.ply, 'd5' in game.units)").startswith("2 ")
    check(desk, board)


# -- waiting for a click ------------------------------------------------------------------------

LOOP = """
chance, mine = random.Random(5), []
while not game.result:
    if game.to_move == "red":
        mine.append({wait})
    else:
        game.play(chance.choice(game.legal_moves()))
print("over", len(mine), all(move in game.moves for move in mine))
"""


def play_red(desk: Desk, board: Board) -> int:
    """Make red's moves as a person does, who knows only what the board shows; how many were made."""
    made = 0
    turn = """el => /^(legal|pick|result) /m.test(el.describe()) && !/^(sent|carry) /m.test(el.describe())"""
    while True:
        desk.page.wait_for_function(turn, arg=board.root.element_handle(), timeout=20_000)
        if board.lines("result"):
            return made
        rev = board.rev()
        if stones := board.lines("pick"):
            board.click(f"stone:{stones[0].split()[0]}")
        else:
            place_somewhere(board)
        board.wait_rev(rev + 1)
        made += 1


def place_somewhere(board: Board) -> None:
    """Take the first unit of the hand that may be placed, to the first cell that is lit, and turn it until it fits."""
    for unit in dict(line.split(" ", 1) for line in board.lines("hand"))["red"].split():
        board.click(f"hand:{unit}")
        cells = board.lines("legal")
        if cells:
            break
        board.key("Escape")
    cell = cells[0].split()[0]
    board.hover(cell)
    for _ in range(6):
        if "when turned" not in board.lines("message")[0]:
            break
        board.key("r")
    board.click(cell)


@where_clicks_arrive
def test_a_cell_plays_a_whole_game_against_a_person(desk: Desk, wait: str) -> None:
    desk.page.emulate_media(reduced_motion="reduce")
    board = desk.deal(GAME, 'game.board(seat="red")')
    cell = desk.start(*LOOP.format(wait=wait.format("timeout=30")).splitlines())
    made = play_red(desk, board)
    desk.settle(cell)
    assert desk.output(ASK) == f"over {made} True"
    same, counted, rev = desk.ask(CHECK).split()
    assert (same, counted) == ("True", "True")
    assert board.rev() == int(rev)


WAIT = """
begun = time.monotonic()
try:
    print("got", {wait})
except (hw.NoBoardError, TimeoutError) as error:
    print(f"{{type(error).__name__}} after {{time.monotonic() - begun:.2f}} s: {{error}}")
"""
OUTCOME = re.compile(r"(\w+) after ([\d.]+) s: ?(.*)")


def wait_in_vain(desk: Desk, wait: str) -> tuple[str, float, str]:
    told = desk.ask(*WAIT.format(wait=wait).splitlines())
    match = OUTCOME.fullmatch(told)
    assert match is not None, told
    return match[1], float(match[2]), match[3]


@where_none_arrives
def test_where_no_click_can_arrive_a_wait_says_what_to_do(desk: Desk, wait: str) -> None:
    board = desk.deal(GAME, "game")
    begun = time.monotonic()
    error, seconds, advice = wait_in_vain(desk, wait.format(""))
    assert error == "NoBoardError"
    assert seconds < 2
    assert time.monotonic() - begun < 5
    assert "ipykernel 7" in advice
    assert "game.observe(...)" in advice
    assert ("instead of `wait_for_move()`" in advice) is not wait.startswith("await")
    by_hand(board, "A1@d3^2")  # and nothing is stuck
    check(desk, board)


@every_kernel
@pytest.mark.parametrize("wait", [AWAIT, BLOCK], ids=["await", "block"])
def test_without_a_board_a_wait_says_so_at_once(desk: Desk, wait: str) -> None:
    board = desk.deal(GAME, "game")
    desk.ask("alone = hw.MonsterHex('four')", "other = game.board()", "other.close()")
    error, seconds, advice = wait_in_vain(desk, wait.format("").replace("game", "alone"))
    assert (error, seconds < 0.5) == ("NoBoardError", True)
    assert advice.startswith("No board of this game is on display")
    assert board.rev() == 1


@every_kernel
def test_a_board_that_is_nowhere_shown_does_not_count(desk: Desk) -> None:
    desk.deal("hidden = hw.MonsterHex('four')", "unseen = hidden.board()", GAME, "game")
    error, seconds, _ = wait_in_vain(desk, "await hidden.next_move()")
    assert (error, seconds < 2) == ("NoBoardError", True)


@where_clicks_arrive
def test_a_wait_ends_with_its_time(desk: Desk, wait: str) -> None:
    board = desk.deal(GAME, "game")
    error, seconds, _ = wait_in_vain(desk, wait.format("timeout=0.4"))
    assert error == "TimeoutError"
    assert 0.4 <= seconds < 3
    by_hand(board, "A1@d3^2")
    check(desk, board)


@where_clicks_arrive
def test_the_stop_button_ends_a_wait(desk: Desk, wait: str) -> None:
    board = desk.deal(GAME, "game")
    cell = desk.start("print('begun', flush=True)", wait.format(""))
    desk.wait_output(ASK, "begun")
    desk.interrupt()
    desk.settle(cell, timeout=5)
    assert re.search("KeyboardInterrupt|CancelledError", desk.output(ASK))
    by_hand(board, "A1@d3^2")
    assert desk.ask("print(game.ply)") == "1"
    check(desk, board)


@every_kernel
def test_what_an_observer_raises_is_told_on_the_board_and_the_move_stands(desk: Desk) -> None:
    board = desk.deal(GAME, "trap = game.observe(lambda change: 1 / 0, 'ply')", "game")
    by_hand(board, "A1@d3^2")
    board.wait_shows("message ZeroDivisionError: division by zero")
    assert board.lines("carry") == board.lines("sent") == []
    assert board.lines("unit")[0].startswith("d3 red A1 ^2")
    assert desk.ask("game.unobserve_all('ply')", "print(game.ply, game.to_move)") == "1 blue"
    by_hand(board, desk.ask("print(game.legal_moves()[0])"))
    assert "ZeroDivisionError" not in board.describe()
    check(desk, board)
