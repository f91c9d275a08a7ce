"""The playtest panel in a real JupyterLab: run, charts, stop, in both languages, narrow and dark."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

PANEL = """
import hexwidgets as hw
panel = hw.PlaytestPanel(hw.ArenaDuel(){more})
panel
"""


def shown(notebook: Notebook, more: str = "") -> Locator:
    notebook.open([PANEL.format(more=more), "print(panel.report.games, panel.report.ended)"])
    notebook.run(0)
    panel = notebook.page.locator(".hexwidgets-playtest")
    panel.wait_for(timeout=60_000)
    return panel


WORDS = [("", "Run", "1,000 games"), (", language='ja'", "開始", "1,000局")]


@pytest.mark.parametrize(("more", "run", "played"), WORDS, ids=["en", "ja"])
def test_a_run_shows_charts_and_a_map(notebook: Notebook, more: str, run: str, played: str) -> None:
    panel = shown(notebook, more)
    panel.get_by_role("button", name=run).click()
    expect(panel.get_by_role("status").last).to_contain_text(played, timeout=120_000)
    expect(panel.locator("svg.hexwidgets-chart")).to_have_count(2)
    expect(panel.locator("svg.hexwidgets-heat polygon")).to_have_count(19 + 5)  # and the scale
    assert notebook.run_and_wait(1) == "1000 done"


def test_stop_ends_a_long_run_and_the_kernel_answers_meanwhile(notebook: Notebook) -> None:
    panel = shown(notebook)
    panel.get_by_label("Games").select_option("1,000,000")
    panel.get_by_role("button", name="Run").click()
    expect(panel.locator("svg.hexwidgets-chart").first).to_be_visible(timeout=120_000)
    assert notebook.run_and_wait(1).endswith(" done")  # so far, while it goes on
    panel.get_by_role("button", name="Stop").click()
    expect(panel.get_by_role("status").last).to_contain_text("Interrupted", timeout=60_000)
    games, ended = notebook.run_and_wait(1).split()
    assert 0 < int(games) < 1_000_000
    assert ended == "interrupted"


def test_keys_run_it_sliders_have_names_and_the_language_changes_on_the_page(notebook: Notebook) -> None:
    panel = shown(notebook)
    panel.get_by_text("Dials", exact=True).click()
    expect(panel.get_by_role("slider", name="Dice, enemy in front")).to_be_visible()
    panel.get_by_role("button", name="Run").focus()
    notebook.page.keyboard.press("Enter")
    expect(panel.get_by_role("status")).to_have_text("1,000 games, seed 1.", timeout=120_000)
    notebook.write(1, "hw.set_language('ja')")
    notebook.run_and_wait(1)
    expect(panel.get_by_role("slider", name="サイコロ：敵が正面（個）")).to_be_visible()
    expect(panel.get_by_role("button", name="開始")).to_be_visible()
    expect(panel.get_by_role("status")).to_have_text("1,000局、シード1。")


@pytest.mark.parametrize("width", [420, 640])  # of the page; 420 leaves the panel 316
def test_nothing_is_cut_off_where_it_is_narrow(notebook: Notebook, width: int) -> None:
    notebook.page.set_viewport_size({"width": width, "height": 900})
    panel = shown(notebook)
    panel.get_by_role("button", name="Run").click()
    expect(panel.locator("svg.hexwidgets-chart")).to_have_count(2, timeout=120_000)
    width, room = panel.evaluate("el => [el.scrollWidth, el.clientWidth]")
    assert width <= room + 1
    ink = panel.locator("svg.hexwidgets-chart text").first.evaluate("el => getComputedStyle(el).fill")
    page = panel.evaluate("el => getComputedStyle(el).color")
    assert ink == page  # the page's own ink, light or dark
