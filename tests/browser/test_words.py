"""A third language in the page: it is added from a folder, and boards follow it and what its translator changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.desk import GAME, Desk

HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"
"""
BOARD = r"""
msgctxt "undo"
msgid "Undo"
msgstr "Cofnij"

msgctxt "points"
msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punkt"
msgstr[1] "{n} punkty"
msgstr[2] "{n} punktów"
"""
GAME_WORDS = r"""
msgctxt "show.place"
msgid "{seat:faction} places a unit"
msgstr "Teraz: {seat:faction}"

msgctxt "faction.red"
msgid "Red"
msgstr "Czerwony"
"""
SCORES = """
with game.editing() as e:
    e.score("red", 1)
    e.score("blue", 3)
    e.score("yellow", 25)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "board.words.po").write_text(HEADER + BOARD, "utf-8")
    (tmp_path / "monsterhex.rulebook.po").write_text(HEADER + GAME_WORDS, "utf-8")
    return tmp_path


def test_a_live_board_speaks_it_with_its_plurals(desk: Desk, folder: Path) -> None:
    board = desk.deal(GAME, SCORES, "game.board()")
    assert board.lines("prompt") == ["Red places a unit"]
    add = f'hw.add_language("pl", "{folder.as_posix()}")'
    try:
        desk.ask(add, 'hw.set_language("pl")')
        board.wait_shows("prompt Teraz: Czerwony")
        assert board.root.get_attribute("lang") == "pl"
        assert board.root.get_by_text("Cofnij").is_visible()
        assert board.root.get_by_text("Redo").is_visible()  # not translated
        for points in ("1 punkt", "3 punkty", "25 punktów", "0 punktów"):
            assert board.root.get_by_label(points, exact=True).is_visible(), points
        file = folder / "monsterhex.rulebook.po"
        file.write_text(file.read_text("utf-8").replace("Teraz", "Gra"), "utf-8")
        desk.ask(add)
        board.wait_shows("prompt Gra: Czerwony")
    finally:
        desk.ask('hw.set_language("en")', "hw.catalogues.remove_language('pl')")
    board.wait_shows("prompt Red places a unit")
