"""Pictures and texts of games: what they cost, what they show to whom, and who gets to see them."""

from __future__ import annotations

import base64
import random
import time
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
import traitlets
from ipywidgets.widgets.widget import _instances
from nbconvert import HTMLExporter

import hexwidgets as hw

from .board.wire import Wire, recorded
from .games.cases import EVERY_MONSTER_HEX, Case
from .monsterhex.positions import EVERY_KIND, kind_name, random_states, standing_at
from .monsterhex.test_secrets import dealt_otherwise
from .strategies import play_on

WIDGET = "application/vnd.jupyter.widget-view+json"


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    yield recorded(monkeypatch)
    hw.set_language("en")


@pytest.fixture
def game() -> hw.MonsterHex:
    return hw.MonsterHex("four", seed=7)


# -- what they show -------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EVERY_MONSTER_HEX, ids=lambda case: case.name)
def test_every_position_of_a_game_can_be_drawn_for_everyone(case: Case) -> None:
    game, chance = case.make(5), random.Random(5)
    assert isinstance(game, hw.MonsterHex)
    while game.result is None:
        play_on(game, chance, 9)
        for seat in (None, *game.seats, "turn"):
            root = ElementTree.fromstring(game.to_svg(seat, digits=True, theme="dark"))
            assert root.findtext("{http://www.w3.org/2000/svg}desc") == game.to_text(seat)


def test_the_opening_is_small(game: hw.MonsterHex) -> None:
    assert len(game.to_svg().encode()) < 60_000


def test_an_output_is_made_quickly(game: hw.MonsterHex) -> None:
    """Less than 20 ms: what a cell that ends with a game waits for."""
    play_on(game, random.Random(1), 25)
    board, times = game.board(), []
    for _ in range(7):
        start = time.process_time()
        board._repr_mimebundle_()
        times.append(time.process_time() - start)
    assert min(times) < 0.02


def test_pictures_are_in_the_language_that_is_asked_for(game: hw.MonsterHex) -> None:
    assert "ラウンド 1 / 8" in game.to_svg(language="ja")
    assert "Round 1 / 8" in game.to_svg()
    hw.set_language("ja")
    assert "ラウンド 1 / 8" in game.to_text()


def test_a_board_draws_itself_as_it_looks(game: hw.MonsterHex) -> None:
    play_on(game, random.Random(1), 5)
    board = game.board(theme="dark", digits=True)
    assert board.to_svg() == board.to_svg("dark", digits=True)
    assert board.to_svg() != board.to_svg("light")
    assert board.to_svg() != board.to_svg(digits=False)
    assert len(board.to_svg(panel=False)) < len(board.to_svg())
    assert game.board().to_svg() == game.to_svg()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"seat": "pink"}, "unknown seat 'pink'; known are red, blue"),
        ({"theme": "auto"}, "unknown theme 'auto'; known are light, dark"),
        ({"language": "xx"}, "unknown language 'xx'"),
    ],
)
def test_what_there_is_not_is_refused(game: hw.MonsterHex, asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game.to_svg(**asked)
    assert game._boards == []


# -- secrets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", EVERY_KIND, ids=kind_name)
def test_a_picture_is_the_same_where_only_hidden_facts_differ(options: dict[str, Any]) -> None:
    chance, differed = random.Random(4), 0
    for number, (rules, state) in enumerate(random_states(range(1), **options)):
        if number % 12:
            continue
        for slot, seat in enumerate((*rules.seats, "turn")):
            other = dealt_otherwise(rules, state, None if seat == "turn" else slot, chance)
            one, two = (standing_at(s, **options) for s in (state, other))
            assert one.to_svg(seat) == two.to_svg(seat)
            assert one.to_text(seat) == two.to_text(seat)
            differed += one.to_svg() != two.to_svg()
    assert differed > 4


def test_a_picture_makes_no_board_and_tells_no_page(game: hw.MonsterHex, wire: Wire) -> None:
    game.board(seat="red")
    wire.clear()
    before = dict(_instances)
    game.to_svg("blue")
    game.to_text()
    assert wire.sent == []
    assert len(game._boards) == 1
    assert game.seated
    assert _instances == before


# -- who sees them --------------------------------------------------------------------------------


def test_an_output_has_the_live_board_a_picture_and_a_text(game: hw.MonsterHex) -> None:
    for shown in (game, game.board(seat="red", language="ja")):
        data, _ = shown._repr_mimebundle_()
        assert set(data) == {WIDGET, "image/svg+xml", "text/plain"}
        assert ElementTree.fromstring(data["image/svg+xml"]).tag.endswith("svg")
    assert data["text/plain"] == game.to_text("red", language="ja")


def test_a_board_that_shows_nothing_yet_has_no_picture() -> None:
    data, _ = hw.HexBoard()._repr_mimebundle_()
    assert set(data) == {WIDGET, "text/plain"}


def test_marimo_is_given_the_live_board(game: hw.MonsterHex) -> None:
    """It asks for ``_display_`` first, and would take the picture out of a bundle."""
    assert isinstance(game._display_(), hw.HexBoard)
    assert game._display_() is game._display_()


def fought() -> hw.ArenaDuel:
    duel = hw.ArenaDuel(seed=5)
    play_on(duel, random.Random(1), 5)
    return duel


@pytest.mark.parametrize("make", [lambda: hw.MonsterHex("four", seed=7), fought], ids=["monsterhex", "arenaduel"])
@pytest.mark.parametrize("saved", [False, True], ids=["state not saved", "state saved"])
def test_nbconvert_shows_the_picture_where_the_board_cannot_live(make: Callable[[], hw.Game], saved: bool) -> None:
    game = make()
    data, _ = game._repr_mimebundle_()
    cell = nbformat.v4.new_code_cell("game", outputs=[nbformat.v4.new_output("display_data", data)])
    notebook = nbformat.v4.new_notebook(cells=[cell])
    if saved:
        state = {"version_major": 2, "version_minor": 0, "state": {data[WIDGET]["model_id"]: {}}}
        notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": state}
    page, _ = HTMLExporter(config=traitlets.config.Config()).from_notebook_node(notebook)
    picture = base64.b64encode(game.to_svg().encode()).decode()
    assert (f'src="data:image/svg+xml;base64,{picture}' in page) is not saved
    assert ('<script type="application/vnd.jupyter.widget-view+json">' in page) is saved
