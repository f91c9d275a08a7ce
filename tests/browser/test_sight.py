"""What eyes need: the host's theme, the system's colours, every width and resolution, and paper."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from tests.browser.lab import Board
from tests.browser.page import serve_bundle
from tests.browser.states import STATES

WIDTHS = (320, 480, 760, 1180, 2000)
GROUND = {
    "JupyterLab": "--jp-layout-color1",
    "VS Code": "--vscode-editor-background",
    "marimo": "--background",
}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1180, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    serve_bundle(page)
    yield page
    context.close()


def theme_of(root: Locator) -> str:
    return str(root.evaluate("el => el.dataset.theme"))


def wait_theme(root: Locator, name: str) -> None:
    root.page.wait_for_function("([el, name]) => el.dataset.theme === name", arg=[root.element_handle(), name])


def picture(root: Locator) -> NDArray[np.uint8]:
    return np.asarray(Image.open(io.BytesIO(root.screenshot())).convert("RGB"))


# -- themes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variable", GROUND.values(), ids=GROUND.keys())
def test_the_hosts_ground_is_followed_live(page: Page, variable: str) -> None:
    page.emulate_media(color_scheme="light")
    root = STATES["start"]("en").show(page)
    assert theme_of(root) == "light"
    for ground, theme in (("#1e1e1e", "dark"), ("#ffffff", "light"), ("rgb(17, 17, 17)", "dark")):
        page.evaluate("([name, value]) => document.body.style.setProperty(name, value)", [variable, ground])
        wait_theme(root, theme)
        assert Board(page, root).describe().splitlines()[0].endswith(theme)


def test_without_a_host_the_systems_preference_is_followed_live(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    root = STATES["duel start"]("en").show(page)
    assert theme_of(root) == "dark"
    page.emulate_media(color_scheme="light")
    wait_theme(root, "light")


def test_a_page_that_declares_its_scheme_is_followed_live(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    root = STATES["start"]("en").show(page)
    page.evaluate("document.documentElement.style.colorScheme = 'dark'")
    wait_theme(root, "dark")


# -- the system's own colours ---------------------------------------------------------------------


def contrast(a: tuple[int, ...], b: tuple[int, ...]) -> float:
    def light(rgb: tuple[int, ...]) -> float:
        parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb[:3])]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((light(a), light(b)))
    return (high + 0.05) / (low + 0.05)


def colours_at(root: Locator, name: str, size: float = 24) -> set[tuple[int, ...]]:
    """The colours that fill at least a hundredth of a square around a place."""
    spot = root.evaluate("(el, name) => el.locate(name)", name)
    clip = {"x": spot["x"] - size / 2, "y": spot["y"] - size / 2, "width": size, "height": size}
    pixels = np.asarray(Image.open(io.BytesIO(root.page.screenshot(clip=clip))).convert("RGB")).reshape(-1, 3)
    found, counts = np.unique(pixels, axis=0, return_counts=True)
    return {tuple(map(int, rgb)) for rgb, n in zip(found, counts, strict=True) if n >= len(pixels) / 100}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_forced_colours_everything_is_told_apart(page: Page, scheme: Any) -> None:
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    shown = STATES["carrying"]("en")
    root = shown.show(page, theme="light")  # the system's word counts for more
    board = Board(page, root)
    assert theme_of(root) == scheme
    ground = (255, 255, 255) if scheme == "light" else (0, 0, 0)
    lit = set(board.lines("legal")[0].split())
    free = {"d1", "e1", "e2", "f2", "f3", "g1"} - lit - {line.split()[0] for line in board.lines("unit")}
    for cell in lit:  # a strong dashed line, and a ground of its own
        assert any(contrast(colour, ground) > 7 for colour in colours_at(root, cell, 90))
        assert ground not in colours_at(root, cell, 40)
    for cell in free:
        assert ground in colours_at(root, cell, 40)
        assert any(contrast(colour, ground) > 7 for colour in colours_at(root, cell, 24)), "its name is read"
    looks = {}
    for line in board.lines("unit"):
        cell, faction, *_ = line.split()
        looks.setdefault(faction, max(colours_at(root, cell, 100), key=lambda rgb: max(rgb) - min(rgb)))
    assert len(set(looks.values())) == len(looks) == 4


def test_with_forced_colours_choices_and_focus_are_seen(page: Page) -> None:
    page.emulate_media(forced_colors="active", color_scheme="dark")
    root = STATES["duel odds"]("en").show(page)
    style = "(el, [name, what]) => getComputedStyle(el.querySelector(`[data-name='${name}']`))[what]"

    def look(name: str, what: str) -> str:
        return str(root.evaluate(style, [name, what]))

    def ground(name: str) -> str:
        return look(name, "backgroundColor")

    dim = Board(page, root).lines("dim")[0].split()[0]
    assert ground("card:F") == ground("card:=") != ground("card:B")
    assert look(f"card:{dim}", "borderStyle") == "dashed" != look("card:B", "borderStyle")
    assert look(f"card:{dim}", "borderColor") != look("card:B", "borderColor")
    assert ground("button:commit") != ground("button:odds")
    assert look("seat:north", "outlineStyle") == "solid"
    assert look("seat:south", "outlineStyle") == "none"
    root.locator("[data-name='card:B']").focus()
    page.keyboard.press("Tab")
    assert root.evaluate("el => getComputedStyle(document.activeElement).outlineWidth") == "3px"


# -- widths ---------------------------------------------------------------------------------------

# What sticks out of the board, text that is cut off or too small, and controls that lie over each other.
FAULTS = """el => {
  const faults = [];
  const { clientWidth: right, scrollWidth } = document.documentElement;
  if (scrollWidth > right) faults.push(`the page scrolls to ${scrollWidth}`);
  const seen = [...el.querySelectorAll('*')].filter(one => {
    const box = one.getBoundingClientRect();
    const hidden = one.closest('.hw-live, .hw-cells, .hw-probe, .hw-story .hw-rule, [hidden]');
    return !hidden && box.width && box.height && getComputedStyle(one).visibility === 'visible';
  });
  for (const one of seen) {
    const box = one.getBoundingClientRect();
    const name = one.dataset.name ?? one.className;
    if (box.left < -0.5 || box.right > right + 0.5) faults.push(`${name} sticks out: ${box.left} ${box.right}`);
    const own = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!own) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < 11) faults.push(`${name} has text of ${size} px`);
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) faults.push(`${name} is cut off: ${one.textContent}`);
  }
  const controls = seen.filter(one => one.matches('button'));
  controls.forEach((a, i) => controls.slice(i + 1).forEach(b => {
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const over = Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1
      && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1;
    if (over && !a.contains(b)) faults.push(`${a.dataset.name} lies over ${b.dataset.name}`);
  }));
  for (const one of controls) {
    const { width, height } = one.getBoundingClientRect();
    if (Math.min(width, height) < 24) faults.push(`${one.dataset.name} is hard to hit: ${width} x ${height}`);
  }
  return faults;
}"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "state", ["carrying", "stones", "result", "duel start", "duel odds", "duel best play", "duel result", "editing"]
)
def test_nothing_sticks_out_is_cut_off_or_lies_over_another(
    page: Page, state: str, language: str, width: int, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    root = STATES[state](language).show(page)
    (tmp_path / f"{state}-{language}-{width}.png").write_bytes(root.screenshot())
    assert root.evaluate(FAULTS) == []


# -- resolutions ----------------------------------------------------------------------------------


def test_every_picture_is_sharp_at_every_resolution_also_when_it_changes(page: Page) -> None:
    root = STATES["carrying"]("en").show(page)
    cdp = page.context.new_cdp_session(page)
    for ratio in (1, 1.5, 2, 3, 1.25, 1):
        metrics = {"width": 1180 + int(ratio * 8), "height": 900, "deviceScaleFactor": ratio, "mobile": False}
        cdp.send("Emulation.setDeviceMetricsOverride", metrics)
        page.wait_for_function(
            """([el, ratio]) => devicePixelRatio === ratio && [...el.querySelectorAll('canvas')].every(canvas => {
              const { width, height } = canvas.getBoundingClientRect();
              const sharp = (pixels, size) => Math.abs(pixels - size * ratio) < 0.05;
              return !width || (sharp(canvas.width, width) && sharp(canvas.height, height));
            })""",
            arg=[root.element_handle(), ratio],
            timeout=10_000,
        )


# -- paper ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["carrying", "duel odds", "result", "editing"])
def test_on_paper_the_board_is_dark_on_white_and_has_no_controls(page: Page, state: str) -> None:
    root = STATES[state]("en").show(page, theme="dark")
    page.emulate_media(media="print")
    wait_theme(root, "light")
    page.set_viewport_size({"width": 700, "height": 1000})  # about a page between its margins
    page.wait_for_timeout(100)
    assert root.evaluate("el => el.scrollWidth <= el.clientWidth")
    for name in ("undo", "help", "zoom-in", "commit", "place", "apply", "hold-cancel"):
        assert not root.locator(f"[data-name='button:{name}']").is_visible()
    assert root.locator(".hw-heading").is_visible()
    assert root.evaluate("el => getComputedStyle(el).backgroundColor") == "rgba(0, 0, 0, 0)"
    seen = picture(root)
    assert tuple(seen[4, 4]) == (255, 255, 255)
    text = root.evaluate("el => getComputedStyle(el.querySelector('.hw-heading')).color.match(/\\d+/g).map(Number)")
    assert contrast(tuple(text), (255, 255, 255)) > 7
    page.emulate_media(media="screen")
    wait_theme(root, "dark")
