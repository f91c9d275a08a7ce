"""The board's bundle in a page of its own, without a server or a kernel: what Python would send is there already."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, Route

from tests.browser.lab import ROOT

ADDRESS = "http://board.test/"
STATIC = ROOT / "hexwidgets/board/static"
TYPES = {"js": "text/javascript", "css": "text/css"}

HTML = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="board.css">
<body style="margin: 0"><div id="board"></div>"""
# `sent` lists what the board asks for, `answer` gives what Python would, `change` is what Python does to its traits.
SHOW = """async traits => {
  const { default: widget } = await import("./board.js");
  const heard = {};
  const nothing = () => {};
  const tell = (name, ...parts) => heard[name]?.(...parts);
  Object.assign(window, { sent: [], traits });
  window.answer = ({ view, seq, rev }, said) => tell("msg:custom", { v: 1, view, seq, rev, ...said });
  window.change = changes => {
    Object.assign(traits, changes);
    for (const name in changes) tell(`change:${name}`);
  };
  const ways = { set: nothing, save_changes: nothing, off: nothing };
  const on = (name, hear) => { heard[name] = hear; };
  const model = { get: key => traits[key], on, send: intent => sent.push(intent), ...ways };
  widget.render({ model, el: document.querySelector("#board") });
}"""


def serve_bundle(page: Page) -> None:
    """Let a page load the bundle from nowhere."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        if not name:
            route.fulfill(content_type="text/html", body=HTML)
        elif (STATIC / name).is_file():
            route.fulfill(content_type=TYPES[name.rpartition(".")[2]], body=(STATIC / name).read_text("utf-8"))
        else:
            route.fulfill(status=404)

    page.route(f"{ADDRESS}**", answer)


def show_board(page: Page, traits: Mapping[str, Any]) -> Locator:
    """Show a board with these traits; its root element, once it is painted."""
    page.goto(ADDRESS)
    page.evaluate(SHOW, json.loads(json.dumps(traits)))
    root = page.locator(".hexwidgets-board[data-ready]")
    root.wait_for()
    return root
