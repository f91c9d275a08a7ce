"""The best play shown on a board: switched on and off, read as fans, percentages and a bar, and what an order cost."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import hexwidgets as hw
from tests.browser.desk import SIZE, Desk, choose, commit, new_desk
from tests.browser.lab import ROOT, Board, Lab

AXE = ROOT / "js/node_modules/axe-core/axe.min.js"
WORDS = {
    "en": ("Best play", "Chance to win: ", "best play: ", "cost ", "Review"),
    "ja": ("最善手", "勝率: ", "最善の割合", "損失", "振り返り"),
}

WIDE = """el => [...el.querySelectorAll(".hw-panel, .hw-order, .hw-sides, .hw-story")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ className }) => className)"""


@pytest.fixture(scope="module")
def opened(browser: Browser, lab: Lab) -> Iterator[Desk]:
    with new_desk(browser, lab) as desk:
        yield desk


def deal(desk: Desk, language: str, theme: str = "light", **options: Any) -> tuple[Board, hw.ArenaDuel]:
    """The same duel on the page and here."""
    options = {"seed": 7, "language": language} | options
    given = ", ".join(f"{name}={value!r}" for name, value in options.items())
    return desk.deal(f"game = hw.ArenaDuel({given})", f"game.board(theme={theme!r})"), hw.ArenaDuel(**options)


def switch(board: Board, on: bool) -> None:
    board.click("button:tool:best")
    board.wait_shows("\nfan ") if on else board.page.wait_for_function(
        "el => !el.describe().includes('\\nfan ')", arg=board.root.element_handle()
    )


def text_of(board: Board, name: str) -> str:
    return str(board.root.locator(f'[data-name="{name}"]').inner_text())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_teacher_switches_it_on_plays_and_reads_what_that_cost(desk: Desk, language: str, theme: str) -> None:
    label, chance, best, cost, _ = WORDS[language]
    board, duel = deal(desk, language, theme)
    assert board.lines("tool") == [f"best {label}"]
    assert board.lines("chance") == board.lines("fan") == []
    plain = board.root.locator("canvas.hw-board").evaluate("el => el.toDataURL()")
    switch(board, on=True)
    assert board.lines("tool") == [f"best {label} on"]
    assert board.root.locator("canvas.hw-board").evaluate("el => el.toDataURL()") != plain
    mix = {str(order): round(part, 3) for order, part in duel.solution().policy("north").items()}
    assert [line.split()[-1] for line in board.lines("fan")] == [str(part) for part in mix.values()]
    assert "81%" in text_of(board, "card:F")
    card = board.root.locator('[data-name="card:F"]')
    assert best in str(card.get_attribute("title"))
    bar = board.root.locator('[data-name="chance"]')
    assert str(bar.get_attribute("aria-label")).startswith(chance)
    rev = board.rev()
    for order in ("S>", "F="):
        commit(board, order)
    board.wait_rev(rev + 1)
    opening = round(duel.solution().value(), 3)
    duel.play("S>", "F=")
    told = [line for line in board.lines("story") if cost in line]
    assert len(told) == 2
    spent = 100 * duel.review().decisions[0].choices["north"].cost
    assert f"{cost}{spent:.1f}%" in told[0]
    assert board.lines("course") == [f"{opening:g} {round(duel.solution().value(), 3):g}"]
    switch(board, on=False)
    assert board.lines("chance") == board.lines("share") == board.lines("row") == []


def test_the_bar_moves_from_where_it_was_and_at_once_where_motion_is_unwelcome(desk: Desk) -> None:
    moving = "el => el.getAnimations({ subtree: true }).some(one => one.animationName === 'hw-move')"
    board, _ = deal(desk, "en")
    switch(board, on=True)
    assert not board.root.evaluate(moving)
    desk.page.emulate_media(reduced_motion="no-preference")
    hear = """el => el.addEventListener("animationstart", event => {
      if (event.target.matches(".hw-meter i")) el.dataset.moved = event.animationName;
    })"""
    board.root.evaluate(hear)
    for order in ("S>", "F="):
        choose(board, order)
        board.click("button:commit")
    expect(board.root).to_have_attribute("data-moved", "hw-move", timeout=10_000)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_duel_that_is_over_is_reviewed_turn_by_turn(desk: Desk, language: str) -> None:
    *_, label = WORDS[language]
    board, duel = deal(desk, language, life=1)
    rev = board.rev()
    desk.ask("while game.result is None: game.play(game.legal_moves('north')[0], game.legal_moves('south')[-1])")
    while duel.result is None:
        duel.play(duel.legal_moves("north")[0], duel.legal_moves("south")[-1])
    board.wait_rev(rev + duel.ply)
    board.click("button:tool:review")
    board.wait_shows("\nrow ")
    assert board.lines("table") == [label]
    assert len(board.lines("row")) == len(duel.review().decisions)
    assert sum("??" in row for row in board.lines("row")) == 1
    board.click("button:row:0")
    turn = "Turn 1" if language == "en" else "第1回"
    board.wait_shows(f"\ntable {turn}")
    board.click(f"button:row:{len(board.lines('row')) - 1}")
    board.wait_shows(f"\ntable {label}")


@pytest.mark.parametrize("width", [320, SIZE["width"]])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_axe_finds_nothing_and_nothing_is_cut_off(desk: Desk, language: str, theme: str, width: int) -> None:
    board, _ = deal(desk, language, theme)
    switch(board, on=True)
    desk.ask("game.play('S>', 'F=')")
    board.wait_shows("\ncourse ")
    board.root.evaluate("(el, width) => { el.style.width = `${width}px`; }", min(width, 760))
    desk.page.add_script_tag(content=AXE.read_text("utf-8"))
    found = board.root.evaluate("async el => (await axe.run(el)).violations.map(({ id, help }) => `${id}: ${help}`)")
    assert found == []
    wide = board.root.evaluate(WIDE)
    assert wide == []
