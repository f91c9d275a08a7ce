"""A board for any purpose, in a real JupyterLab and on a page of its own."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

import hexwidgets as hw
from hexwidgets.board.field import HexField
from tests.browser.lab import Board, Notebook
from tests.browser.page import serve_bundle, show_board, told
from tests.browser.test_access import AXE
from tests.browser.test_sight import FAULTS, WIDTHS

OWN = ("_esm", "_css", "_anywidget_id", "_dom_classes", "layout", "tabbable", "tooltip", "tooltip")


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """A page without a kernel."""
    context = browser.new_context(viewport={"width": 900, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    serve_bundle(page)
    yield page
    context.close()


def traits_of(field: HexField) -> dict[str, Any]:
    """What a page is sent of a board."""
    names = [name for name in field.keys if name not in OWN and not name.startswith(("_model", "_view"))]
    return {name: getattr(field, name) for name in names}


def show(page: Page, field: HexField, **traits: Any) -> Board:
    return Board(page, show_board(page, traits_of(field) | traits, "field"))


def sent(page: Page, kind: str) -> list[dict[str, Any]]:
    """The messages of a kind that a page has sent."""
    return [message for message in page.evaluate("sent") if message["kind"] == kind]


def change(page: Page, field: HexField) -> None:
    """Let the page know all that the board knows."""
    page.evaluate("text => change(text)", told(traits_of(field)))


def tour(language: Any = "en", orientation: Any = "pointy") -> HexField:
    """Everything that can be on a board."""
    field: HexField = hw.HexBoard(
        cells=hw.hexgrid.rectangle(8, 6, orientation), orientation=orientation, language=language, title="Tour"
    )
    cells = field.cells
    field.fills = {cells[i]: ink for i, ink in enumerate(["red", "teal", "accent", "#00ff0080", "cell"])}
    field.heat = {cells[i]: i for i in range(8, 20)} | {cells[1]: 14}
    field.heat_title = "Visits" if language == "en" else "訪問数"
    field.labels = {cells[21]: "fort", cells[22]: "魔石の山", cells[0]: "<b>12</b>"}
    field.tokens_at = {
        cells[24]: hw.Token("K", colour="blue", shape="diamond", facing=2),
        cells[25]: "7",
        cells[26]: hw.Token("ab", colour="yellow", shape="triangle"),
        cells[27]: hw.Token("4", colour="green", shape="square"),
        cells[28]: hw.Unit("red", "S1", "S", (1, 2, 3, 4, 3, 2), 1, 2),
        cells[29]: hw.Fighter("south", cells[29], 4, 6),
    }
    field.edges = {(cells[32], 0): "strong", (cells[32], 1): hw.Line("red", 16), (cells[34], 5): "match"}
    field.arrows = [(cells[40], cells[34]), (cells[36], cells[38], hw.Line("warn", 12))]
    field.tooltips = {cells[24]: "The king", cells[0]: "<i>not slanted</i>"}
    field.selection = [cells[44], cells[27]]
    return field


# -- in JupyterLab --------------------------------------------------------------------------------

CLICKS = """
import hexwidgets as hw, ipywidgets as w
board = hw.HexBoard(cells=hw.hexgrid.hexagon(3), select="many", drag="pan")
clicks = []
def clicked(click):
    clicks.append((click.cell, click.button, sorted(click.modifiers)))
    if click.cell == "a1":
        raise ValueError("not this one")
    board.fills[click.cell] = "red"
board.on_click(clicked)
board
"""
LINKED = """
text, slider = w.Text(), w.IntSlider(max=6)
w.dlink((board, "selection"), (text, "value"), " ".join)
def moved(change):
    board.heat = {cell: change.new for cell in board.cells[:change.new]}
slider.observe(moved, "value")
w.VBox([text, slider])
"""


def test_clicks_reach_python_and_come_back_as_colours(notebook: Notebook) -> None:
    notebook.open([CLICKS, "print(clicks, dict(board.fills), board.selection)"])
    notebook.run_and_wait(0)
    board = notebook.board()
    board.click("d4")
    board.wait_shows("fill d4 red")
    with_shift = board.at("c3")
    notebook.page.keyboard.down("Shift")
    notebook.page.mouse.click(*with_shift, button="right")
    notebook.page.keyboard.up("Shift")
    board.wait_shows("fill c3 red")
    board.key("ArrowRight", "Enter")
    board.click("a1")
    board.wait_shows("message on_click failed: ValueError: not this one")
    said = notebook.run_and_wait(1)
    assert "('d4', 'left', []), ('c3', 'right', ['shift'])" in said
    assert "'d4': 'red', 'c3': 'red'" in said
    assert notebook.errors == []


def test_the_selection_is_linked_to_other_widgets_both_ways(notebook: Notebook) -> None:
    notebook.open([CLICKS, LINKED, "board.selection = ['b2']", "slider.value = 3", "print(board.selection)"])
    notebook.run_and_wait(0)
    notebook.run_and_wait(1)
    board, text = notebook.board(), notebook.page.locator(".jp-OutputArea input[type=text]").first
    board.click("d4")
    board.click("d5")
    board.wait_shows("selection d4 d5")
    notebook.page.wait_for_function("el => el.value === 'd4 d5'", arg=text.element_handle())
    notebook.run_and_wait(2)
    board.wait_shows("selection b2")
    assert text.input_value() == "b2"
    notebook.run_and_wait(3)
    board.wait_shows("heat a3 3")
    assert notebook.run_and_wait(4) == "('b2',)"


STROKES = """
import hexwidgets as hw
board = hw.HexBoard(cells=hw.hexgrid.rectangle(8, 5), drag="paint", select="off")
strokes = []
def painted(paint):
    strokes.append((paint.phase, paint.cells))
    board.fills.update({cell: "blue" for cell in paint.cells})
board.on_paint(painted)
board
"""


def test_a_press_that_draws_over_cells_paints_each_of_them(notebook: Notebook) -> None:
    notebook.open([STROKES, "print(strokes[0][0], strokes[-1][0], *dict.fromkeys(c for _, s in strokes for c in s))"])
    notebook.run_and_wait(0)
    board = notebook.board()
    board.drag("b2", "b7", steps=3)  # so quick that the mouse skips cells
    board.wait_shows("fill b7 blue")
    assert board.lines("fill") == [f"b{n} blue" for n in range(2, 8)]
    assert notebook.run_and_wait(1) == "start end b2 b3 b4 b5 b6 b7"


def test_ten_thousand_cells_are_shown_changed_and_come_back_after_a_reload(notebook: Notebook) -> None:
    notebook.open(
        [
            "import hexwidgets as hw\n"
            "board = hw.HexBoard(cells=hw.hexgrid.rectangle(100, 100), heat=range(10_000))\nboard",
            "with board.hold():\n    for cell in board.cells[:500]: board.fills[cell] = 'teal'",
        ]
    )
    notebook.run_and_wait(0)
    board = notebook.board()
    assert "cells 10000 pointy" in board.describe()
    notebook.run_and_wait(1)
    board.wait_shows("fill e100 #008080")
    assert len(board.lines("fill")) == 500
    assert board.root.locator("*").count() < 80
    board.click("cv100")
    board.wait_shows("selection cv100")
    notebook.command("docmanager:save")


# -- on a page of its own -------------------------------------------------------------------------


def test_clicks_choose_and_ctrl_and_shift_choose_more(alone: Page) -> None:
    board = show(alone, hw.HexBoard(cells=hw.hexgrid.hexagon(2)))
    board.click("c3")
    assert board.lines("selection") == ["c3"]
    board.click("c4")
    assert board.lines("selection") == ["c4"]
    for key, cell in (("Control", "a1"), ("Shift", "b2")):
        alone.keyboard.down(key)
        board.click(cell)
        alone.keyboard.up(key)
    assert board.lines("selection") == ["c4 a1 b2"]
    alone.keyboard.down("Shift")
    board.click("a1")
    alone.keyboard.up("Shift")
    assert board.lines("selection") == ["c4 b2"]
    assert sent(alone, "click") == []  # nobody listens


def test_keys_walk_choose_and_leave(alone: Page) -> None:
    board = show(alone, hw.HexBoard(cells=hw.hexgrid.hexagon(2), select="many"))
    board.key("ArrowRight", "Enter", "ArrowRight", "Space", "Shift+ArrowDown")
    assert board.lines("cursor") == ["d3"]
    assert board.lines("selection") == ["c3 c4 d3"]
    assert alone.evaluate("document.activeElement.ariaLabel") == "d3, selected"
    assert alone.evaluate("document.activeElement.ariaSelected") == "true"
    board.key("Escape")
    assert board.lines("cursor") == []
    alone.keyboard.press("Tab")
    alone.keyboard.press("Tab")
    alone.keyboard.press("Tab")
    assert not board.root.evaluate("el => el.contains(document.activeElement)")


def test_a_stroke_selects_where_it_should(alone: Page) -> None:
    board = show(alone, hw.HexBoard(cells=hw.hexgrid.rectangle(6, 4), drag="select", select="many"))
    board.drag("b1", "b4", steps=2)
    assert board.lines("selection") == ["b1 b2 b3 b4"]
    board.drag("b2", "b3", steps=2)
    assert board.lines("selection") == ["b1 b4"]  # a stroke that begins on a chosen cell takes away


def test_nothing_is_sent_of_the_pointer_unless_somebody_listens_and_then_seldom(alone: Page) -> None:
    field = hw.HexBoard(cells=hw.hexgrid.rectangle(12, 8))
    board = show(alone, field)
    alone.mouse.move(*board.at("a1"))
    alone.mouse.move(*board.at("h12"), steps=60)
    alone.wait_for_timeout(200)
    assert alone.evaluate("sent") == []
    field.on_hover(print)
    board = show(alone, field)
    alone.mouse.move(*board.at("a1"))
    began = alone.evaluate("performance.now()")
    alone.mouse.move(*board.at("h12"), steps=200)
    alone.wait_for_timeout(200)
    took = alone.evaluate("performance.now()") - began
    hovers = sent(alone, "hover")
    assert 2 <= len(hovers) <= took / 50 + 3
    assert hovers[-1]["at"] == field.cells.find("h12")


def test_a_tip_shows_texts_as_texts(alone: Page) -> None:
    board = show(alone, tour())
    board.hover("a1")
    tip = board.root.locator(".hw-tip")
    assert tip.is_visible()
    assert tip.inner_text().splitlines() == ["a1", "<i>not slanted</i>"]
    board.hover("f8")
    assert not tip.is_visible()


def test_zoom_by_keys_wheel_and_button_and_drag_to_pan(alone: Page) -> None:
    field = hw.HexBoard(cells=hw.hexgrid.rectangle(30, 25))
    field.on_click(print)
    board = show(alone, field)
    before = board.at("m15")
    alone.mouse.move(*before)
    alone.keyboard.down("Control")
    alone.mouse.wheel(0, -300)
    alone.keyboard.up("Control")
    board.wait_shows("zoom ")
    after = board.at("m15")
    assert abs(before[0] - after[0]) < 1.5  # it stays under the pointer
    assert abs(before[1] - after[1]) < 1.5
    alone.mouse.down()
    alone.mouse.move(before[0] + 60, before[1] + 40, steps=5)
    alone.mouse.up()
    moved = board.at("m15")
    assert (round(moved[0] - before[0]), round(moved[1] - before[1])) == (60, 40)
    assert sent(alone, "click") == []  # a drag is no click
    assert board.locate("a1") is None  # out of sight
    board.key("0")
    assert board.lines("zoom") == []
    board.key("+", "+", "-")
    assert board.lines("zoom") == ["1.25"]


def test_the_picture_follows_the_theme_live_and_the_systems_colours(alone: Page) -> None:
    alone.emulate_media(color_scheme="light")
    board = show(alone, tour(), theme="auto")
    light = pixels(board.root)
    alone.evaluate("document.body.style.setProperty('--jp-layout-color1', '#111')")
    alone.wait_for_function("document.querySelector('.hexwidgets-field').dataset.theme === 'dark'")
    alone.wait_for_timeout(100)
    dark = pixels(board.root)
    assert light[2:8, 20:60].mean() > 200
    assert dark[2:8, 20:60].mean() < 60
    assert "light" not in board.describe().splitlines()[0]
    alone.emulate_media(forced_colors="active", color_scheme="dark")
    alone.wait_for_timeout(200)
    assert pixels(board.root)[2:8, 20:60].max() < 20


def test_a_hidden_board_waits_until_it_is_shown_and_follows_its_container(alone: Page) -> None:
    board = show(alone, tour())
    wide = board.root.locator(".hw-stage").bounding_box()
    alone.evaluate("document.querySelector('#board').style.display = 'none'")
    alone.wait_for_timeout(50)
    alone.evaluate("Object.assign(document.querySelector('#board').style, { display: '', width: '400px' })")
    alone.wait_for_function("document.querySelector('.hw-stage').getBoundingClientRect().width < 400")
    assert wide is not None
    assert wide["width"] > 400
    board.click("b2")
    assert board.lines("selection") == ["b2"]


def test_the_picture_is_sharp_at_every_resolution(alone: Page) -> None:
    board = show(alone, tour())
    cdp = alone.context.new_cdp_session(alone)
    for ratio in (1, 1.5, 2, 1):
        metrics = {"width": 900 + int(ratio * 8), "height": 900, "deviceScaleFactor": ratio, "mobile": False}
        cdp.send("Emulation.setDeviceMetricsOverride", metrics)
        alone.wait_for_function(
            """([el, ratio]) => {
              const canvas = el.querySelector('.hw-board'), { width } = canvas.getBoundingClientRect();
              return devicePixelRatio === ratio && Math.abs(canvas.width - width * ratio) < 0.05;
            }""",
            arg=[board.root.element_handle(), ratio],
        )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_sticks_out_is_cut_off_or_lies_over_another(alone: Page, language: str, width: int) -> None:
    alone.set_viewport_size({"width": width, "height": 900})
    board = show(alone, tour(language))
    board.root.locator("[data-name='button:save']").evaluate("el => el.click()")
    assert board.root.evaluate(FAULTS.replace(".hw-probe", ".hw-probe, .hw-sheet, .hw-ratio, .hw-ring")) == []


def test_changes_of_single_cells_look_like_the_same_board_painted_anew(alone: Page) -> None:
    field = tour()
    field.arrows = ()
    board = show(alone, field)
    for cell in field.cells[:30]:
        field.fills[cell] = "blue"
        field.labels[cell] = None
    field.tokens_at[field.cells[25]] = None
    field.selection = [field.cells[2]]
    change(alone, field)
    board.wait_rev(field.rev)
    patched = pixels(board.root)
    again = pixels(show(alone, field).root)
    assert (np.abs(patched.astype(int) - again).max(axis=2) > 90).mean() < 0.002


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_canvas_and_svg_are_alike(alone: Page, theme: Any, orientation: str) -> None:
    field = tour(orientation=orientation)
    board = show(alone, field, theme=theme)
    canvas = board.root.locator(".hw-stage")
    box = canvas.bounding_box()
    assert box is not None
    painted = pixels(board.root.locator(".hw-sheet canvas"))
    svg = field.to_svg(theme, width=box["width"], panel=False)
    alone.set_content(f'<body style="margin: 0">{svg}')
    high, wide = painted.shape[:2]
    drawn = np.asarray(Image.open(io.BytesIO(alone.screenshot())).convert("RGB"))[:high, :wide]
    apart = np.abs(painted[: drawn.shape[0], : drawn.shape[1]].astype(int) - drawn).max(axis=2)
    assert apart.mean() < 6
    assert (apart > 60).mean() < 0.04


def test_saving_needs_no_kernel(alone: Page) -> None:
    board = show(alone, tour())
    for name in ("png", "svg"):
        board.root.locator("[data-name='button:save']").evaluate("el => el.click()")
        with alone.expect_download() as saved:
            board.root.locator(f"[data-name='button:save-{name}']").evaluate("el => el.click()")
        data = saved.value.path().read_bytes()
        assert data[:4] == b"\x89PNG" if name == "png" else b"<svg" in data and b"<b>" not in data


def pixels(root: Locator) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(root.screenshot(animations="disabled"))).convert("RGB"))


def test_a_board_tells_nothing_that_is_not_json(alone: Page) -> None:
    field = hw.HexBoard(cells=hw.hexgrid.hexagon(1))
    for listen in (field.on_click, field.on_hover, field.on_paint):
        listen(print)
    field.drag = "paint"
    board = show(alone, field)
    board.drag("a1", "c2")
    alone.wait_for_timeout(150)
    messages = alone.evaluate("sent")
    assert {message["kind"] for message in messages} == {"hover", "paint"}
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))
    assert json.loads(json.dumps(messages)) == messages


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(alone: Page, theme: str) -> None:
    board = show(alone, tour(), theme=theme)
    alone.evaluate("theme => { document.body.style.background = theme === 'dark' ? '#111' : '#fff' }", theme)
    board.root.locator("[data-name='button:save']").evaluate("el => el.click()")
    alone.add_script_tag(content=AXE.read_text("utf-8"))
    run = "async () => (await axe.run('.hexwidgets-board')).violations.map(one => [one.id, one.nodes[0].html])"
    assert alone.evaluate(run) == []
