"""Pages that boards and games are exported to: that they stand alone, hold what they may, and run nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.board.bundle import bundle
from hexwidgets.board.html import html
from hexwidgets.board.say import words
from tests.strategies import play_on

from .scenes import scene_with
from .wire import Wire, recorded

SCENE = ("tokens", "marks", "tray", "picks", "status")
HOSTILE = ["</script><script>bad()</script>", "<!--<script>", "]]>", '"><img src=x onerror=bad()>', "\u2028", "\ud800"]


class Parts(HTMLParser):
    """What a browser's parser finds in a page: its elements, and the texts of scripts."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self.tags.append(("/script", {}))

    @property
    def policy(self) -> str:
        return next(str(attrs["content"]) for tag, attrs in self.tags if "http-equiv" in attrs)

    @property
    def record(self) -> Any:
        return json.loads(self.scripts[0])


def positions(page: str) -> list[dict[str, Any]]:
    """All positions of a page, each in full."""
    out: list[dict[str, Any]] = []
    for changes in Parts(page).record["plies"]:
        out.append({**(out[-1] if out else {}), **changes})
    return out


def page_of(game: Any, **asked: Any) -> str:
    page = game.to_html(**asked)
    assert isinstance(page, str)
    return page


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    yield recorded(monkeypatch)
    hw.set_language("en")


@pytest.fixture
def game() -> hw.MonsterHex:
    return hw.MonsterHex("four", seed=7, abilities=True, goals=True)


def finished(game: Any) -> Any:
    chance = random.Random(2)
    while game.result is None:
        play_on(game, chance, 1)
    return game


# -- a page stands alone --------------------------------------------------------------------------


def test_a_page_has_two_scripts_and_loads_nothing(game: hw.MonsterHex) -> None:
    parts = Parts(page_of(game))
    assert [attrs for tag, attrs in parts.tags if tag == "script"] == [{"type": "application/json", "id": "record"}, {}]
    assert not [attrs for _, attrs in parts.tags if {"src", "href", "srcset", "data"} & set(attrs)]
    assert parts.scripts[1] == bundle("replay.js")


def test_its_policy_forbids_the_network_and_every_other_script(game: hw.MonsterHex) -> None:
    parts = Parts(page_of(game))
    digest = base64.b64encode(hashlib.sha256(parts.scripts[1].encode()).digest()).decode()
    rules = dict(rule.strip().split(" ", 1) for rule in parts.policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'sha256-{digest}'"
    assert not re.search("https?:|[*]", parts.policy)


def test_nothing_in_the_script_ends_it() -> None:
    assert not re.search("</script|<!--", bundle("replay.js"), re.IGNORECASE)
    assert not re.search("</style|@import", bundle("replay.css"), re.IGNORECASE)


@settings(max_examples=60, deadline=None)
@given(one=st.text(max_size=30) | st.sampled_from(HOSTILE), other=st.text(max_size=30) | st.sampled_from(HOSTILE))
def test_no_text_becomes_markup(one: str, other: str) -> None:
    grid, scene = scene_with(one, other)
    board = {"grid": grid, "words": words("en"), "language": "en", "theme": "auto", "digits": False}
    page = html(board, [scene])
    assert page.encode()  # as a file it can be written
    parts = Parts(page)
    usual = Parts(html({**board, "grid": {**grid, "note": ""}}, [scene_with("a", "b")[1]]))
    assert [tag for tag, _ in parts.tags] == [tag for tag, _ in usual.tags]
    assert parts.scripts[1] == bundle("replay.js")
    if "\ud800" not in one + other:
        assert parts.record["board"]["grid"] == plain(grid)
        assert parts.record["plies"] == [plain(scene)]


def test_a_whole_game_is_small(game: hw.MonsterHex) -> None:
    page = page_of(finished(game))
    assert len(page.encode()) < 300_000
    assert len(page.encode()) - len(bundle("replay.js").encode()) < 150_000


# -- what a page holds ----------------------------------------------------------------------------


def seen(board: Any) -> dict[str, Any]:
    shown = plain(board.shown())
    return {name: shown[name] for name in SCENE}


def but_for_offers(position: dict[str, Any]) -> dict[str, Any]:
    """A position but for whether one may go back or on from it, and for tools, which nobody answers on a page."""
    status = {key: value for key, value in position["status"].items() if key not in ("undo", "redo", "tools")}
    return {**position, "status": status}


@pytest.mark.parametrize("seat", [None, "red", "green", "turn"])
def test_each_position_of_a_page_is_what_a_board_of_the_seat_showed(game: hw.MonsterHex, seat: str | None) -> None:
    board, chance = game.board(seat), random.Random(4)
    live = [seen(board)]
    while game.result is None:
        play_on(game, chance, 1)
        live.append(seen(board))
    shown = positions(page_of(game, seat=seat))
    assert [but_for_offers(p) for p in shown] == [but_for_offers(p) for p in live]
    assert not any("tools" in p["status"] for p in shown)
    assert [p["status"]["undo"] for p in shown] == [ply > 0 for ply in range(len(shown))]
    assert [p["status"]["redo"] for p in shown] == [ply < len(shown) - 1 for ply in range(len(shown))]


@pytest.mark.parametrize("seat", [None, "north", "south"])
def test_each_position_of_a_duel_is_what_a_board_of_the_seat_showed(seat: str | None) -> None:
    duel, chance = hw.ArenaDuel(seed=5, max_turns=12), random.Random(4)
    board = duel.board(seat)
    live = [seen(board)]
    while duel.result is None:
        play_on(duel, chance, 1)
        live.append(seen(board))
    shown = positions(page_of(duel, seat=seat))
    assert [but_for_offers(p) for p in shown] == [but_for_offers(p) for p in live]
    assert any("dice" in beat for p in shown for beat in p["status"]["story"])


def test_a_seats_page_has_no_hand_of_others(game: hw.MonsterHex) -> None:
    for position in positions(page_of(finished(game), seat="red")):
        own, *others = position["tray"]["seats"]
        assert isinstance(own["hand"], list)
        assert all(isinstance(other["hand"], int) for other in others)


def test_an_order_that_is_not_revealed_is_in_no_page() -> None:
    duel = hw.ArenaDuel(seed=5)
    before = [page_of(duel, seat=seat) for seat in (None, "north", "south")]
    duel.commit("north", "F>")
    assert [page_of(duel, seat=seat) for seat in (None, "north", "south")] == before


def test_a_page_is_of_the_line_that_was_played(game: hw.MonsterHex) -> None:
    play_on(game, random.Random(1), 6)
    game.undo()
    told, rev, can_redo = game.to_json(), game.rev, game.can_redo
    assert len(positions(page_of(game))) == 6
    assert (game.to_json(), game.rev, game.can_redo) == (told, rev, can_redo)


def test_a_page_is_in_the_language_and_theme_that_are_asked_for(game: hw.MonsterHex) -> None:
    page = page_of(game, language="ja", theme="dark", digits=True)
    board = Parts(page).record["board"]
    assert (board["language"], board["theme"], board["digits"]) == ("ja", "dark", True)
    assert '<html lang="ja">' in page
    assert '<meta name="color-scheme" content="dark">' in page
    assert '<meta name="color-scheme" content="light dark">' in page_of(game)
    hw.set_language("ja")
    assert '<html lang="ja">' in page_of(game)


# -- asking for a page ----------------------------------------------------------------------------


def test_a_page_is_written_where_it_is_asked_for(game: hw.MonsterHex, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    assert game.to_html(path) is None
    assert path.read_bytes().decode() == game.to_html()
    assert game.board(seat="red").to_html(str(path)) is None
    assert path.read_bytes().decode() == game.to_html(seat="red")


def test_a_boards_page_is_of_its_seat_language_theme_and_digits(game: hw.MonsterHex) -> None:
    play_on(game, random.Random(1), 6)
    board = game.board("blue", language="ja", theme="dark", digits=True)
    assert board.to_html() == game.to_html(seat="blue", language="ja", theme="dark", digits=True)


def test_a_board_without_a_game_has_a_page_of_one_position() -> None:
    board = hw.HexBoard(grid={"orientation": "flat", "places": []}, words=words("en"), tokens=[[0, 0, 0]])
    (position,) = positions(board.to_html() or "")
    assert position["tokens"] == [[0, 0, 0]]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"seat": "pink"}, "unknown seat 'pink'; known are red, blue"),
        ({"theme": "sepia"}, "unknown theme 'sepia'; known are auto, light, dark"),
        ({"language": "xx"}, "unknown language 'xx'"),
    ],
)
def test_what_there_is_not_is_refused(game: hw.MonsterHex, asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game.to_html(**asked)
    assert game._boards == []


def test_a_folder_that_is_missing_is_an_error(game: hw.MonsterHex, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        game.to_html(tmp_path / "no" / "game.html")


def test_a_page_makes_no_board_and_tells_no_page(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(seat="red")
    wire.clear()
    game.to_html(seat="blue")
    board.to_html()
    assert wire.sent == []
    assert game._boards == [board]
