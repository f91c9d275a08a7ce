"""What people see follows the language at once, and any language will do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets import catalogues
from hexwidgets.teach.rulebook import Reader


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    catalogues.remove_language("pl")
    hw.set_language("en")


@pytest.fixture
def make() -> Iterator[Callable[[str], Any]]:
    """Makes something by its name in LIVE; all of it is closed at the end."""
    made: list[Any] = []

    def make_one(name: str) -> Any:
        made.append(LIVE[name]())
        return made[-1]

    yield make_one
    for one in made:
        one.close()


# -- everything that lives follows -----------------------------------------------------------------------


def played() -> Any:
    game = hw.MonsterHex("four", seed=7, abilities=True, goals=True)
    for _ in range(9):
        game.play(game.legal_moves()[0])
    return game


def fought() -> Any:
    duel = hw.ArenaDuel(seed=7)
    duel.play("F=", "F=")
    duel.commit("north", "F>")
    return duel


def reader() -> Any:
    book = Reader(hw.rulebook("monsterhex"), "MH-PLACE-3")
    book.attempt(book.entry.tries[1])
    return book


def lesson() -> Any:
    made = hw.lesson("monsterhex/first-placement", progress=None)
    made.next()
    made.hint()
    return made


def quiz() -> Any:
    made = hw.quiz("arenaduel", seed=7)
    made.answer(*made.question.answer)
    return made


def timeline() -> Any:
    made = played().timeline()
    made.go(3)
    return made


LIVE: dict[str, Callable[[], Any]] = {
    "a board": lambda: played().board(),
    "a hidden board": lambda: played().board(seat="turn"),
    "a duel's board": lambda: fought().board(seat="south"),
    "an editor": lambda: played().board(edit=True),
    "a duel's editor": lambda: fought().board(edit=True),
    "a board of one's own": lambda: hw.HexBoard(cells=["a1", "b2"]),
    "a timeline": timeline,
    "a rulebook": reader,
    "a lesson": lesson,
    "a quiz": quiz,
    "a workshop": lambda: hw.workshop("monsterhex"),
    "a workshop of arenas": lambda: hw.workshop("arenaduel"),
}
_SAYING = ("description", "value", "placeholder", "tooltip", "options")
_ON_BOARDS = ("grid", "words", "tray", "status", "picks", "kit", "bench")


def texts(shown: Any) -> list[str]:
    """All that a widget and those in it say, as JSON."""
    widget = getattr(shown, "widget", shown)
    said = [json.dumps({name: getattr(widget, name, None) for name in (*_SAYING, *_ON_BOARDS)}, default=str)]
    for child in getattr(widget, "children", ()):
        said += texts(child)
    return said


@pytest.mark.parametrize("name", LIVE)
def test_it_says_the_same_as_one_that_was_made_in_the_language(make: Callable[[str], Any], name: str) -> None:
    english = make(name)
    before = texts(english)
    hw.set_language("ja")
    japanese = make(name)
    assert texts(english) == texts(japanese)
    assert texts(english) != before
    hw.set_language("en")
    assert texts(japanese) == before


@pytest.mark.parametrize("name", ["a board", "an editor", "a timeline", "a rulebook", "a lesson", "a quiz"])
def test_what_was_closed_is_left_alone(name: str) -> None:
    live = LIVE[name]()
    live.close()
    hw.set_language("ja")


# -- a third language --------------------------------------------------------------------------------------

HEADER = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\n"
"""
POLISH = {
    "engine.catalogue": r"""
msgctxt "list.join"
msgid ", "
msgstr " i "

msgctxt "tree.plies"
msgid "{n} ply"
msgid_plural "{n} plies"
msgstr[0] "{n} ruch"
msgstr[1] "{n} ruchy"
msgstr[2] "{n} ruchów"

msgctxt "tree.root"
msgid "{name}: {count}"
msgstr "{count} ({name})"
""",
    "board.words": r"""
msgctxt "undo"
msgid "Undo"
msgstr "Cofnij"

msgctxt "points"
msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punkt"
msgstr[1] "{n} punkty"
msgstr[2] "{n} punktów"
""",
    "monsterhex.rulebook": r"""
msgctxt "list.join"
msgid ", "
msgstr " i "

msgctxt "faction.red"
msgid "Red"
msgstr "Czerwony"

msgctxt "event.place"
msgid "{seat:faction} places {unit} on {cell}."
msgstr "Na {cell} staje {unit} gracza {seat:faction}."

msgctxt "fault.MH-PLACE-1.start-cell"
msgid "The first unit of the game goes on a start cell: {starts}. {cell} is none."
msgstr "{cell} to nie pole startowe; są nimi {starts}."

msgctxt "show.place"
msgid "{seat:faction} places a unit"
msgstr "{seat:faction} kładzie żeton"
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in POLISH.items():
        (tmp_path / f"{name}.po").write_text(HEADER + text, "utf-8")
    hw.add_language("pl", tmp_path)
    return tmp_path


def test_a_log_a_refusal_and_a_tree_are_told_in_it(folder: Path) -> None:
    game = hw.MonsterHex("four", seed=7, language="pl")
    assert game.why("A1@g1^0").reason() == "g1 to nie pole startowe; są nimi d3 i d5."
    with pytest.raises(hw.IllegalMove, match="g1 to nie pole startowe"):
        game.play("A1@g1^0")
    told = []
    for ply in range(6):
        game.play("A1@d3^0" if ply == 0 else game.legal_moves()[0])
        told.append(str(game.tree).removesuffix(" (the game is here)"))
    assert "Na d3 staje A1 gracza Czerwony." in game.log.text()
    assert "Red draws 1." not in game.log.text()
    assert "Czerwony draws 1." in game.log.text()  # what is not translated is English
    assert told == [f"{n} {'ruch' if n == 1 else 'ruchy' if n < 5 else 'ruchów'} (1)" for n in range(1, 7)]


def test_a_live_board_follows_it_and_its_file(folder: Path) -> None:
    game = hw.MonsterHex("four", seed=7)
    board, own = game.board(), hw.HexBoard(cells=["a1"])
    polish = hw.MonsterHex("four", seed=7, language="pl").board()
    hw.set_language("pl")
    assert (board.language, own.language) == ("pl", "pl")
    assert board.words["undo"] == "Cofnij"
    assert board.words["redo"] == "Redo"
    assert board.status["prompt"] == "Czerwony kładzie żeton"
    assert [name["label"] for name in board.grid["factions"]][:2] == ["Czerwony", "Blue"]
    assert "0 punktów" in board.to_text()
    assert 'lang="pl"' in board.to_svg()
    file = folder / "monsterhex.rulebook.po"
    file.write_text(file.read_text("utf-8").replace("Czerwony", "Rubinowy"), "utf-8")
    hw.add_language("pl", folder)  # the translator looks at what was written just now
    assert board.status["prompt"] == "Rubinowy kładzie żeton"
    assert board.grid["factions"][0]["label"] == "Rubinowy"
    assert "Rubinowy" in board.to_text()
    assert polish.status["prompt"] == "Rubinowy kładzie żeton"


@pytest.mark.parametrize("name", LIVE)
def test_everything_lives_in_it(folder: Path, make: Callable[[str], Any], name: str) -> None:
    """With most of it in English: nothing asks for a message that a language might not have."""
    live = make(name)
    hw.set_language("pl")
    assert texts(live) == texts(make(name))


def test_a_saved_game_keeps_it_where_it_is_known(folder: Path) -> None:
    file = folder / "game.json"
    hw.MonsterHex("four", seed=7, language="pl").save(file)
    assert hw.load(file).language == "pl"
    catalogues.remove_language("pl")
    assert hw.load(file).language is None


def test_authors_write_in_any_languages(tmp_path: Path) -> None:
    duel = hw.ArenaDuel(seed=7)
    scenario = hw.Scenario.of(duel, title={"sv": "Bakom dig", "en": "Behind you"}, task={"sv": "Vänd dig om."})
    assert hw.Scenario.from_json(scenario.to_json()).title == {"sv": "Bakom dig", "en": "Behind you"}
    assert [scenario.title_in(language) for language in ("sv", "en", "ja")] == ["Bakom dig", "Behind you", "Behind you"]
    file = tmp_path / "lektion.toml"
    file.write_text(
        'game = "monsterhex"\ntitle.sv = "En lektion"\ntitle.en = "A lesson"\n'
        'options = { variant = "two-duel" }\n[[steps]]\ntext.sv = "Läs."\ntext.en = "Read."\n',
        "utf-8",
    )
    assert not hw.teach.check_lesson(file)
    assert hw.lesson(file, progress=None).plan.languages == ("sv", "en")
