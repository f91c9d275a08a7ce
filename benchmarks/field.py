"""A frame while a board of 10,000 cells is panned and zoomed, and what its layers put on the wire.

The work of a frame is the CPU time of the page's main thread, which other programs do not lengthen, as a ratio to a
frame in which the same page moves an empty box. Beside it is told how far apart frames are: they are not held back to
the screen's rate, and Chromium paints them without a GPU.
"""

import statistics
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

import hexwidgets as hw
from benchmarks.table import Row
from hexwidgets.board.field import HexField
from tests.browser.lab import CHROMIUM_FLAGS, chromium
from tests.browser.page import serve_bundle, show_board

SIDE = 100
FRAMES = 150
ROUNDS = 5
UNBOUND = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
_OWN = ("_esm", "_css", "_anywidget_id", "_dom_classes", "layout", "tabbable", "tooltip")

# Moves a pointer as a hand does, one event for each frame; milliseconds of each frame.
_FRAMES = """async ([what, count]) => {
  const el = document.querySelector(".hw-field"), box = el.getBoundingClientRect();
  const bare = document.querySelector("#bare") ?? document.body.appendChild(document.createElement("div"));
  Object.assign(bare, { id: "bare", style: "position: fixed; width: 100px; height: 100px; background: teal" });
  const event = (i) => ({
    clientX: box.left + 300 + 200 * Math.sin(i / 15), clientY: box.top + 300 + 150 * Math.cos(i / 11),
    deltaY: Math.floor(i / 25) % 2 ? 9 : -9, ctrlKey: what === "zoom", cancelable: true, bubbles: true,
    pointerId: 1, isPrimary: true, pointerType: "mouse", button: 0,
  });
  const frame = () => new Promise(requestAnimationFrame);
  const took = [];
  el.setPointerCapture = () => {};
  if (what === "pan") el.dispatchEvent(new PointerEvent("pointerdown", event(0)));
  await frame();
  for (let i = 0, last = performance.now(); i < count; i++) {
    if (what === "bare") bare.style.transform = `translate(${event(i).clientX}px, ${event(i).clientY}px)`;
    else if (what === "zoom") el.dispatchEvent(new WheelEvent("wheel", event(i)));
    else el.dispatchEvent(new PointerEvent("pointermove", event(i)));
    await frame();
    const now = performance.now();
    took.push(now - last);
    last = now;
  }
  if (what === "pan") el.dispatchEvent(new PointerEvent("pointerup", event(0)));
  return took;
}"""


def board() -> HexField:
    """Colours on two thirds of the cells, heat on the others."""
    field: HexField = hw.HexBoard(cells=hw.hexgrid.rectangle(SIDE, SIDE))
    names = field.cells
    field.fills = {names[i]: ("red", "blue", "teal")[i % 5 % 3] for i in range(len(names)) if i % 3}
    field.heat = {names[i]: i % SIDE for i in range(0, len(names), 3)}
    return field


def measure() -> list[Row]:
    """Frames of each kind in turn, a few rounds, so that all of them meet the same machine."""
    field = board()
    traits: dict[str, Any] = {name: getattr(field, name) for name in field.keys if name not in _OWN}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*CHROMIUM_FLAGS, *UNBOUND])
        page = browser.new_page(viewport={"width": 1000, "height": 860})
        serve_bundle(page)
        show_board(page, traits, "field")
        clock = page.context.new_cdp_session(page)
        clock.send("Performance.enable", {"timeDomain": "threadTicks"})
        kinds = ("bare", "zoom", "pan", "hover")
        rounds = [{what: _frames(page, clock, what) for what in kinds} for _ in range(ROUNDS)]
        browser.close()
    note = f"{SIDE * SIDE:,} cells; median of {ROUNDS} rounds of {FRAMES} frames"
    work = {what: statistics.median(one[what][0] for one in rounds) for what in kinds}
    apart = {what: statistics.median(one[what][1] for one in rounds) for what in kinds}
    rows = []
    for what in kinds[1:]:
        told = f"an empty box moved; {note}"
        rows.append(Row(f"field, work of a frame of {what}", work[what] / work["bare"], "x", told))
        rows.append(Row(f"field, work of a frame of {what}", work[what], "ms", f"the box takes {work['bare']:.2f} ms"))
        rows.append(
            Row(f"field, frames of {what} apart", apart[what], "ms", "painted by the CPU, whoever else uses it")
        )
    sizes = {"cells": field.grid["cells"], "fills": field._fills["at"], "heat": field._heat["at"]}
    rows += [
        Row(f"field, {name} on the wire", len(data), "bytes", note.partition(";")[0]) for name, data in sizes.items()
    ]
    return rows


def _frames(page: Page, clock: CDPSession, what: str) -> tuple[float, float]:
    """Milliseconds of the main thread for each frame, and the median of the milliseconds between two."""
    if what == "pan":
        for _ in range(3):
            page.locator("[data-name='button:zoom-in']").click()
            page.wait_for_timeout(400)  # until it is sharp again
    before = _spent(clock)
    took: list[float] = page.evaluate(_FRAMES, [what, FRAMES])
    spent = _spent(clock) - before
    page.keyboard.press("0")
    page.wait_for_timeout(400)
    return spent / FRAMES * 1000, statistics.median(took)


def _spent(clock: CDPSession) -> float:
    """Seconds that the page's main thread has worked."""
    metrics = clock.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))
