"""The board's bundle in a page of its own, without a server or a kernel: what Python would send is there already."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, Route

from tests.browser.lab import ROOT

ADDRESS = "http://board.test/"
STATIC = ROOT / "hexwidgets/board/static"
TYPES = {"js": "text/javascript", "css": "text/css"}

HTML = """<!doctype html><meta charset="utf-8">
<body style="margin: 0"><div id="board"></div>"""
# `sent` lists what the board asks for, `answer` gives what Python would, `change` is what Python does to its traits.
SHOW = """async ([bundle, text]) => {
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${bundle}.css` });
  const styled = new Promise(done => { style.onload = done; });
  document.head.append(style);
  const { default: widget } = await import(`./${bundle}.js`);
  await styled;
  const bytes = told => new DataView(Uint8Array.from(atob(told), (c) => c.charCodeAt(0)).buffer);
  const read = text => JSON.parse(text, (_, value) => typeof value?.bytes === "string" ? bytes(value.bytes) : value);
  const traits = read(text);
  const heard = {};
  const nothing = () => {};
  const tell = (name, ...parts) => heard[name]?.(...parts);
  Object.assign(window, { sent: [], traits });
  window.answer = ({ view, seq, rev }, said) => tell("msg:custom", { v: 1, view, seq, rev, ...said });
  window.change = changes => {
    if (typeof changes === "string") changes = read(changes);
    Object.assign(traits, changes);
    for (const name in changes) tell(`change:${name}`);
  };
  const set = (key, value) => { traits[key] = value; };
  const ways = { set, save_changes: nothing, off: nothing };
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


def told(traits: Mapping[str, Any]) -> str:
    """Traits as JSON; bytes, which go to pages as buffers, as base64."""

    def packed(value: object) -> object:
        if isinstance(value, bytes):
            return {"bytes": base64.b64encode(value).decode()}
        raise TypeError(f"{value!r} does not go to a page")

    return json.dumps(traits, default=packed)


def show_board(page: Page, traits: Mapping[str, Any], bundle: str = "") -> Locator:
    """Show a board, an editor or a field with these traits; its root element, once it is painted."""
    page.goto(ADDRESS)
    page.evaluate(SHOW, [bundle or ("editor" if "kit" in traits else "board"), told(traits)])
    root = page.locator(".hexwidgets-board[data-ready]")
    root.wait_for()
    return root
