"""The SVG from Python and the canvas from TypeScript show the same picture of a position."""

from __future__ import annotations

import base64
import io
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page

import hexwidgets as hw
from hexwidgets.board.layout import arrange
from hexwidgets.board.look import palette
from hexwidgets.board.svg import svg
from tests.board.scenes import duel, middle
from tests.browser.lab import Notebook
from tests.browser.page import serve_bundle, show_board

RATIO = 2  # pixels of the screen for each of the page's
STRONG = 48  # of 255: a difference that is seen
# What one place may differ by: shadows are soft in steps, and edges are smoothed by two rasterisers.
MEAN, SHARE = 4.0, 0.025
FINE = 1.6, 0.008  # the same for fighters, whose dice are a few pixels each
QUIET = {"steps": [], "tree": {}, "also": []}  # nothing may be chosen, so nothing is lit

Traits = dict[str, Any]


def traits_of(board: hw.HexBoard) -> Traits:
    names = ("grid", "tokens", "marks", "tray", "picks", "status", "rev", "words", "language", "digits")
    return {name: getattr(board, name) for name in names} | {"picks": QUIET}


def played(phase: str) -> Traits:
    """A game with abilities in its middle: judged sites, counters, cells that are stones, the last move."""
    chance = random.Random(phase)
    for seed in range(40):
        game = hw.MonsterHex("four", seed=seed, abilities=True)
        while game.result is None:
            game.play(chance.choice(game.legal_moves()))
            board = traits_of(game.board())
            marks = board["marks"]
            if marks.get("stones") and marks["done"] and any(len(token) > 3 for token in board["tokens"]):
                return board
    raise AssertionError("no such game")


def by_hand(made: Callable[[], tuple[Traits, Traits]]) -> Traits:
    grid, scene = made()
    return traits_of(hw.MonsterHex().board()) | {"grid": grid} | scene | {"picks": QUIET}


def fought(language: str = "en") -> Traits:
    """A duel in which somebody has just lost life, as a board at rest."""
    chance = random.Random(1)
    for seed in range(40):
        duel = hw.ArenaDuel(seed=seed, language=language)
        for _ in range(12):
            deciding = [duel.to_move] if isinstance(duel.to_move, str) else duel.to_move or ()
            duel.play(*(chance.choice(duel.legal_moves(seat)) for seat in deciding))
            if any(event.damage for event in duel.events) and len(duel.events) > 3 and duel.result is None:
                return traits_of(duel.board())
    raise AssertionError("no such duel")


def advised() -> Traits:
    """Fans on free places and under fighters, alone and where both sides would face the same way."""
    made = by_hand(duel)
    fans = [[3, 5, 0.6, 0], [3, 5, 0.3, 1], [3, 0, 1.0, 0], [4, 1, 0.03, 1], [6, 3, 0.5, 1], [5, 1, 0.4, 1]]
    return made | {"marks": made["marks"] | {"fans": fans}}


SCENES: dict[str, Callable[[], Traits]] = {
    "a game": lambda: played("middle"),
    "everything": lambda: by_hand(middle),
    "everything, flat": lambda: (made := by_hand(middle)) | {"grid": made["grid"] | {"orientation": "flat"}},
    "digits": lambda: by_hand(middle) | {"digits": True},
    "a duel begins": lambda: traits_of(hw.ArenaDuel(seed=3).board()),
    "a duel goes on": fought,
    "a duel in Japanese, digits": lambda: fought("ja") | {"digits": True},
    "fighters and rock": lambda: by_hand(duel),
    "the best play": advised,
    "the best play, pointy": lambda: (
        (made := advised()) | without_a_fan(made) | {"grid": made["grid"] | {"orientation": "pointy"}}
    ),
    "the best play in a duel": lambda: traits_of(hw.ArenaDuel(seed=3).board(on=["best"])),
    "fighters, pointy": lambda: (made := by_hand(duel)) | {"grid": made["grid"] | {"orientation": "pointy"}},
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Any:
    context = browser.new_context(viewport={"width": 1150, "height": 800}, device_scale_factor=RATIO)
    page = context.new_page()
    serve_bundle(page)
    yield page
    context.close()


def differences(page: Page, traits: Traits, drawn: Traits, theme: Any) -> dict[str, tuple[float, float]]:
    """How far canvas and SVG are apart at each place: the mean, and the share of pixels where it is seen."""
    canvas = show_board(page, traits | {"theme": theme}).locator("canvas.hw-board")
    # The canvas's own pixels: on the page they may lie between those of the screen, and are blurred.
    url, width = canvas.evaluate("canvas => [canvas.toDataURL(), parseFloat(canvas.style.width)]")
    one = pixels(base64.b64decode(url.partition(",")[2]), palette(theme)["page"])
    picture = svg(drawn["grid"], drawn, theme=theme, digits=drawn["digits"], width=width, panel=False)
    page.set_content(f'<body style="margin: 0">{picture}')
    size: Any = {"x": 0, "y": 0, "width": math.ceil(width), "height": math.ceil(one.shape[0] / RATIO)}
    other = pixels(page.screenshot(clip=size), palette(theme)["page"])
    high, wide = (min(sides) for sides in zip(one.shape[:2], other.shape[:2], strict=True))
    apart = np.abs(one[:high, :wide] - other[:high, :wide]).max(axis=2)
    layout = arrange(drawn["grid"], width, 9999)
    found = {}
    for place, point in zip(drawn["grid"]["places"], layout.points, strict=True):
        x, y, half = (round(n * RATIO) for n in (point.x, point.y, 0.8 * layout.size))
        window = apart[max(0, y - half) : y + half, max(0, x - half) : x + half]
        found[place["name"]] = float(window.mean()), float((window > STRONG).mean())
    return found


def pixels(picture: bytes, page: str) -> NDArray[np.int16]:
    """Red, green and blue of a picture as it lies on a page of a colour."""
    top = Image.open(io.BytesIO(picture)).convert("RGBA")
    ground = Image.new("RGBA", top.size, page)
    return np.asarray(Image.alpha_composite(ground, top).convert("RGB")).astype(np.int16)


def unlike(found: dict[str, tuple[float, float]], fine: bool = False) -> dict[str, tuple[float, float]]:
    most, widest = FINE if fine else (MEAN, SHARE)
    return {name: (mean, share) for name, (mean, share) in found.items() if mean > most or share > widest}


def has_fighters(traits: Traits) -> bool:
    return any("figure" in kind for kind in traits["grid"]["kinds"])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scene", SCENES)
def test_svg_and_canvas_look_alike(page: Page, scene: str, theme: str) -> None:
    traits = SCENES[scene]()
    assert unlike(differences(page, traits, traits, theme), has_fighters(traits)) == {}


def turned(traits: Traits) -> Traits:
    (at, kind, turn, *counters), *others = traits["tokens"]
    return {"tokens": [[at, kind, turn + 1, *counters], *others]}


def without_a_counter(traits: Traits) -> Traits:
    counted = next(token for token in traits["tokens"] if len(token) > 3)
    return {"tokens": [counted[:3] if token is counted else token for token in traits["tokens"]]}


def without(mark: str) -> Callable[[Traits], Traits]:
    return lambda traits: {"marks": traits["marks"] | {mark: []}}


def with_another_stone(traits: Traits) -> Traits:
    (at, first, *others), *rest = traits["marks"]["gems"]
    return {"marks": traits["marks"] | {"gems": [[at, first + 1, *others], *rest]}}


@pytest.mark.parametrize(
    "wrong",
    [
        turned,
        without_a_counter,
        without("last"),
        without("stones"),
        without("done"),
        without("heat"),
        with_another_stone,
    ],
    ids=["a unit turned by one", "a counter", "last move", "stone cell", "judged", "heat", "a stone"],
)
def test_the_comparison_sees_every_single_thing(page: Page, wrong: Callable[[Traits], Traits]) -> None:
    """What is drawn wrong at one place is more than the tolerance there, and nowhere else than where it is wrong."""
    traits = by_hand(middle)
    assert 1 <= len(unlike(differences(page, traits, traits | wrong(traits), "light"))) <= 8


def with_place(sort: str, **change: Any) -> Callable[[Traits], Traits]:
    """The first place of a kind is something else."""

    def changed(traits: Traits) -> Traits:
        places = [*traits["grid"]["places"]]
        at = next(i for i, place in enumerate(places) if place["kind"] == sort)
        places[at] = places[at] | change
        return {"grid": traits["grid"] | {"places": places}}

    return changed


def without_a_fan(traits: Traits) -> Traits:
    return {"marks": traits["marks"] | {"fans": traits["marks"]["fans"][:-1]}}


def with_another_share(traits: Traits) -> Traits:
    (at, turn, _, faction), *others = traits["marks"]["fans"]
    return {"marks": traits["marks"] | {"fans": [[at, turn, 0.1, faction], *others]}}


def with_other_dice(traits: Traits) -> Traits:
    first, *others = traits["grid"]["kinds"]
    return {"grid": traits["grid"] | {"kinds": [first | {"edges": [2, 2, 1, 0, 1, 2]}, *others]}}


@pytest.mark.parametrize(
    "wrong",
    [
        turned,
        with_other_dice,
        with_place("obstacle", kind="cell"),
        with_place("wall", kind="door"),
        with_place("door", turn=3),
        without_a_fan,
        with_another_share,
    ],
    ids=["a fighter", "a die", "an obstacle", "a wall that is a door", "a door's triangle", "a fan", "a share"],
)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_comparison_sees_every_single_thing_of_a_duel(
    page: Page, wrong: Callable[[Traits], Traits], theme: str
) -> None:
    traits = advised()
    assert 1 <= len(unlike(differences(page, traits, traits | wrong(traits), theme), fine=True)) <= 8


OUTPUTS = "() => window.jupyterapp.shell.currentWidget.content.widgets[0].model.outputs.toJSON().map(o => o.data)"


def test_jupyterlab_shows_the_board_and_saves_the_picture_with_it(notebook: Notebook) -> None:
    notebook.open(['import hexwidgets as hw\ngame = hw.MonsterHex("four", seed=7)\ngame'])
    notebook.run_and_wait(0)
    assert notebook.board().root.get_attribute("data-game") == "monsterhex"
    (output,) = notebook.page.evaluate(OUTPUTS)
    assert "".join(output["image/svg+xml"]) == hw.MonsterHex("four", seed=7).to_svg()
    assert notebook.page.locator(".jp-RenderedSVG").count() == 0
    assert notebook.errors == []
