"""What a stranger may do to a board: hostile pages, and names with markup."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

import hexwidgets as hw
from tests.browser.desk import GAME, Desk, by_hand, commit, game_until, same
from tests.browser.page import serve_bundle

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
