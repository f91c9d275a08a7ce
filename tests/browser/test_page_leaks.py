"""What boards that come and go leave behind in a page: nothing."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import hexwidgets as hw
from tests.browser.desk import BOARD, GAME, Desk
from tests.browser.page import serve_bundle

NUMBER = 200  # rounds
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
