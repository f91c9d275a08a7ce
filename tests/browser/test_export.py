"""What leaves a board: pictures and text from its menu, and pages that replay a game from a file."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

import hexwidgets as hw
from hexwidgets.board.layout import arrange
from hexwidgets.board.look import palette
from hexwidgets.board.svg import svg
from tests.board.scenes import middle, scene_with
from tests.browser.lab import Notebook
from tests.browser.page import serve_bundle, show_board
from tests.browser.test_picture import RATIO, SCENES, STRONG, Traits, by_hand, fought, pixels, traits_of
from tests.strategies import play_on

WIDTH = 720  # of a picture from the menu, at most
# The menu's picture has no soft shadows as SVG; see test_picture for the rest.
MEAN, SHARE = 4.0, 0.03


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1150, "height": 900}, device_scale_factor=RATIO, accept_downloads=True
    )
    page = context.new_page()
    serve_bundle(page)
    yield page
    context.close()


# -- the menu -------------------------------------------------------------------------------------


def button(root: Locator, name: str) -> Locator:
    return root.locator(f'[data-name="button:{name}"]')


def saved(page: Page, root: Locator, kind: str) -> tuple[str, bytes]:
    """Save through the menu; the file's name and content."""
    if not button(root, f"save_{kind}").is_visible():
        button(root, "save").click()
    with page.expect_download() as download:
        button(root, f"save_{kind}").click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def far_apart(one: Any, other: Any, traits: Traits) -> dict[str, tuple[float, float]]:
    """The places where two pictures differ, each with by how much."""
    high, wide = (min(sides) for sides in zip(one.shape[:2], other.shape[:2], strict=True))
    apart = np.abs(one[:high, :wide] - other[:high, :wide]).max(axis=2)
    layout, found = arrange(traits["grid"], WIDTH, WIDTH), {}
    for place, point in zip(traits["grid"]["places"], layout.points, strict=True):
        x, y, half = (round(n * RATIO) for n in (point.x, point.y, 0.8 * layout.size))
        window = apart[max(0, y - half) : y + half, max(0, x - half) : x + half]
        mean, share = float(window.mean()), float((window > STRONG).mean())
        if mean > MEAN or share > SHARE:
            found[place["name"]] = mean, share
    return found


def drawn(page: Page, picture: str, size: tuple[int, int], theme: Any) -> Any:
    page.set_content(f'<body style="margin: 0">{picture}')
    clip: Any = {"x": 0, "y": 0, "width": size[0] / RATIO, "height": size[1] / RATIO}
    return pixels(page.screenshot(clip=clip), palette(theme)["page"])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scene", SCENES)
def test_saved_pictures_show_what_to_svg_shows(page: Page, scene: str, theme: Any) -> None:
    traits = SCENES[scene]()
    root = show_board(page, traits | {"theme": theme})
    name, png = saved(page, root, "png")
    other, vector = saved(page, root, "svg")
    assert (name, other) == tuple(f"{traits['grid']['game']}-{traits['rev']}.{kind}" for kind in ("png", "svg"))
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    assert image.getextrema()[3] == (255, 255)  # nothing shines through
    assert max(image.size) <= WIDTH * RATIO
    wanted = svg(traits["grid"], traits, theme=theme, digits=traits["digits"], width=WIDTH, panel=False)
    flat = drawn(page, wanted, image.size, theme)
    assert far_apart(pixels(png, palette(theme)["page"]), flat, traits) == {}
    assert far_apart(drawn(page, vector.decode(), image.size, theme), flat, traits) == {}


def test_another_position_is_another_picture(page: Page) -> None:
    traits = fought()
    (at, kind, turn), *others = traits["tokens"]
    turned = svg(traits["grid"], traits | {"tokens": [[at, kind, turn + 1], *others]}, width=WIDTH, panel=False)
    _, png = saved(page, show_board(page, traits | {"theme": "light"}), "png")
    size = Image.open(io.BytesIO(png)).size
    found = far_apart(pixels(png, palette("light")["page"]), drawn(page, turned, size, "light"), traits)
    assert set(found) == {traits["grid"]["places"][at]["name"]}


def test_a_picture_shows_no_plan_and_no_lights(page: Page) -> None:
    """What somebody is about to do may be a secret, and is not the position."""
    traits = traits_of(hw.ArenaDuel(seed=3).board("north")) | {"theme": "light"}
    live = traits | {"picks": hw.ArenaDuel(seed=3).board("north").picks}
    _, quiet = saved(page, show_board(page, traits), "svg")
    root = show_board(page, live)
    for card in ("FL", ">"):
        root.locator(f'[data-order="{card}"]').click()
    assert "plan north FL>" in root.evaluate("board => board.describe()")
    _, planned = saved(page, root, "svg")
    assert drawing(planned) == drawing(quiet)


def drawing(picture: bytes) -> list[str]:
    """The elements of a picture without the text that describes it."""
    root = ElementTree.fromstring(picture.decode())
    return [ElementTree.tostring(child, "unicode") for child in root if not child.tag.endswith("desc")]


def test_labels_in_a_saved_picture_are_text(page: Page) -> None:
    one, other = "</text><script>bad()</script>", '"><svg onload="bad()">\0&'
    traits = by_hand(lambda: scene_with(one, other)) | {"theme": "light"}
    _, picture = saved(page, show_board(page, traits), "svg")
    root = ElementTree.fromstring(picture.decode())
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg", "desc", "rect", "path", "text", "clipPath", "linearGradient", "radialGradient", "stop",
    }  # fmt: skip
    assert one in {element.text for element in root.iter()}


def test_the_text_that_is_copied_is_the_boards_description(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    root = show_board(page, by_hand(middle) | {"theme": "light"})
    button(root, "save").click()
    wanted = root.evaluate("board => board.describe()")
    button(root, "copy_text").click()
    expect(root.locator(".hw-box")).to_contain_text("The text is copied.")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<textarea></textarea>')")
    page.locator("textarea").focus()
    page.keyboard.press("Control+V")
    assert page.locator("textarea").input_value() == wanted


def test_the_menu_is_reached_by_keyboard_in_both_languages(page: Page) -> None:
    for language, word in (("en", "Save or copy"), ("ja", "保存・コピー")):
        traits = traits_of(hw.MonsterHex("four", seed=7, language=language).board()) | {"theme": "light"}
        root = show_board(page, traits)
        opener = page.get_by_role("button", name=word)
        opener.focus()
        page.keyboard.press("Enter")
        assert opener.get_attribute("aria-expanded") == "true"
        for _ in range(2):
            page.keyboard.press("Tab")  # past help
        expect(button(root, "save_png")).to_be_focused()
        with page.expect_download() as download:
            page.keyboard.press("Enter")
        assert download.value.suggested_filename == "monsterhex-1.png"
        opener.focus()
        page.keyboard.press("Space")
        expect(button(root, "save_png")).to_be_hidden()


def test_a_picture_is_saved_from_jupyterlab(notebook: Notebook) -> None:
    notebook.open(["import hexwidgets as hw\nhw.ArenaDuel(seed=7)"])
    notebook.run_and_wait(0)
    name, png = saved(notebook.page, notebook.board().root, "png")
    assert name == "arenaduel-1.png"
    assert len(np.unique(pixels(png, "#ffffff").reshape(-1, 3), axis=0)) > 100
    assert notebook.errors == []


# -- pages ----------------------------------------------------------------------------------------


class Replay:
    """An exported page, opened from its file."""

    def __init__(self, page: Page, path: Path) -> None:
        self.page, self.complaints, self.asked = page, list[str](), list[str]()
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(path.as_uri())
        self.board = page.locator(".hexwidgets-board[data-ready]")
        self.board.wait_for()

    def at(self, ply: int) -> None:
        """Wait until a position is shown, and nothing moves any more."""
        expect(self.board).to_have_attribute("data-rev", str(ply + 1))
        expect(self.page.locator(".hw-count").last).to_have_text(f"{ply} / {self.last}")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def describe(self) -> list[str]:
        told: str = self.board.evaluate("board => board.describe()")
        return told.splitlines()

    @property
    def last(self) -> int:
        return int(self.page.get_by_role("slider").get_attribute("max") or 0)


def finished(make: Any) -> Any:
    game, chance = make(), random.Random(2)
    play_on(game, chance)
    assert game.result is not None
    return game


GAMES = {
    "monsterhex": lambda: hw.MonsterHex("four", seed=7, abilities=True, goals=True),
    "arenaduel": lambda: hw.ArenaDuel(seed=3),
}


@pytest.fixture
def replay(page: Page, tmp_path: Path) -> Iterator[Any]:
    pages: list[Replay] = []

    def opened(game: Any, **asked: Any) -> Replay:
        path = tmp_path / "game.html"
        game.to_html(path, **asked)
        pages.append(Replay(page, path))
        return pages[-1]

    yield opened
    for one in pages:
        assert one.complaints == []
        assert {url.split(":")[0] for url in one.asked} == {"file"}
        assert len(one.asked) == 1


@pytest.mark.parametrize("seat", [None, 0], ids=["open table", "first seat"])
@pytest.mark.parametrize("name", GAMES)
def test_positions_are_described_as_the_live_board_described_them(
    page: Page, browser: Browser, replay: Any, name: str, seat: int | None
) -> None:
    game, chance = GAMES[name](), random.Random(2)
    who = None if seat is None else game.seats[seat]
    board = game.board(who)
    live = [board.shown() | {"rev": board.rev, "words": board.words, "language": "en", "theme": "light"}]
    while game.result is None:
        play_on(game, chance, 1)
        live.append(live[0] | board.shown() | {"rev": board.rev})
    exported = replay(game, seat=who, theme="light")
    beside = browser.new_context(viewport={"width": 1150, "height": 900}).new_page()
    serve_bundle(beside)
    for ply in (0, 1, 7, len(live) // 2, len(live) - 1, 3):
        exported.page.get_by_role("slider").fill(str(ply))
        exported.at(ply)
        shown = show_board(beside, live[ply] | {"digits": False}).evaluate("board => board.describe()")
        assert exported.describe() == [line for line in shown.splitlines() if not line.startswith("tool ")]
    beside.context.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_plays_itself_to_its_end(replay: Any, name: str) -> None:
    game = finished(GAMES[name])
    exported = replay(game)
    page: Page = exported.page
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("slider").fill(str(exported.last - 4))
    exported.press("Play")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    exported.at(exported.last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    told = exported.describe()
    assert [line for line in told if line.startswith("score ")] == [f"score {s} {n}" for s, n in game.scores.items()]
    assert any(line.startswith("result ") for line in told)
    exported.press("Play")  # once more, from the start
    expect(page.get_by_role("slider")).to_have_value("1")
    exported.press("Pause")


def test_every_control_and_key_leads_through_the_game(replay: Any) -> None:
    game = finished(GAMES["monsterhex"])
    exported = replay(game)
    page: Page = exported.page
    exported.at(0)
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    for name, ply in (("Forward", 1), ("Forward", 2), ("Back", 1), ("Last position", game.ply), ("First position", 0)):
        exported.press(name)
        exported.at(ply)
    page.locator("body").click(position={"x": 2, "y": 2})
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", game.ply), ("Home", 0)):
        page.keyboard.press(key)
        exported.at(ply)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    page.locator(".hw-log button").nth(5).click()
    exported.at(5)
    game.goto(5)
    expect(page.locator(".hw-log [aria-current]")).to_have_text(game.board().status["event"]["text"])
    exported.board.locator('[data-name="button:undo"]').click()
    exported.at(4)
    exported.board.locator('[data-name="button:redo"]').click()
    exported.at(5)


def test_nothing_can_be_played_on_a_recording(replay: Any) -> None:
    game = hw.MonsterHex("four", seed=7)
    unit, _, place = str(game.legal_moves()[0]).partition("@")
    play_on(game, random.Random(1), 3)
    exported = replay(game)
    for name in (f"hand:{unit}", place.split("^", maxsplit=1)[0]):
        at = exported.board.evaluate("(board, name) => board.locate(name)", name)
        exported.page.mouse.click(at["x"], at["y"])
    expect(exported.board.locator(".hw-box")).to_contain_text("This is a recording")
    exported.at(0)


def test_the_page_follows_the_readers_system(replay: Any) -> None:
    exported = replay(GAMES["arenaduel"](), language="ja")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert exported.page.evaluate(ground) == "rgb(251, 250, 247)"
    exported.page.emulate_media(color_scheme="dark")
    expect(exported.board).to_have_attribute("data-theme", "dark")
    assert exported.page.evaluate(ground) == "rgb(27, 29, 34)"


def test_the_controls_speak_japanese(replay: Any) -> None:
    game = GAMES["arenaduel"]()
    play_on(game, random.Random(1), 3)
    exported = replay(game, language="ja")
    for name in ("最初の局面", "一手戻る", "再生", "一手進む", "最後の局面"):
        assert exported.page.get_by_role("button", name=name, exact=True).count() == 1
    assert exported.page.locator("html").get_attribute("lang") == "ja"
    assert "第1回" in "\n".join(exported.describe())


def test_a_page_of_one_position_has_no_controls(page: Page, tmp_path: Path) -> None:
    (tmp_path / "board.html").write_text(hw.MonsterHex("four", seed=7).board().to_html() or "", "utf-8")
    exported = Replay(page, tmp_path / "board.html")
    assert page.get_by_role("slider").count() == 0
    assert exported.complaints == []


def test_hostile_labels_do_nothing_and_the_page_reaches_nobody(page: Page, tmp_path: Path) -> None:
    grid, scene = scene_with("</script><script>window.bad = 1</script>", "<img src=x onerror='window.bad = 1'>")
    board = hw.HexBoard(words={}, grid=grid, **{name: scene[name] for name in ("tokens", "marks", "tray", "status")})
    board.picks = {"steps": [], "tree": {}}
    board.to_html(tmp_path / "board.html")
    exported = Replay(page, tmp_path / "board.html")
    assert page.evaluate("window.bad") is None
    assert page.locator("img, script:not(#record)").count() == 1
    assert exported.complaints == []
    assert page.evaluate("fetch('http://127.0.0.1:1/').then(() => 'sent', error => error.name)") == "TypeError"
    assert any("Content Security Policy" in told for told in exported.complaints)
    page.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'window.bad = 1'}))")
    assert page.evaluate("window.bad") is None
