"""PO files as they are read, plural forms, and languages that are added from a folder."""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from hypothesis import given
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets import catalogues
from hexwidgets.catalogues import Message, catalogue, languages, parse, unpacked
from hexwidgets.engine.words import Words

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
SLAVIC = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    hw.set_language("en")
    for language in ("pl", "fr", "ja", "en"):
        catalogues.remove_language(language)


def po(*entries: str, plurals: str = SLAVIC) -> str:
    return f'{HEADER}"Plural-Forms: {plurals}\\n"\n\n' + "\n\n".join(entries) + "\n"


def entry(key: str, text: str, said: str) -> str:
    return f'msgctxt "{key}"\nmsgid "{text}"\nmsgstr "{said}"'


POINTS = """\
msgctxt "points"
msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} punkt"
msgstr[1] "{n} punkty"
msgstr[2] "{n} punktów\""""


def add(folder: Path, language: str, **files: str) -> None:
    """Write the PO files of a language, named with "__" for a dot, and add it."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name.replace('__', '.')}.po").write_text(text, "utf-8")
    hw.add_language(language, folder)


# -- reading PO ----------------------------------------------------------------------------------------


def test_what_tools_write_is_read() -> None:
    """Wrapped texts, comments, flags, previous and obsolete messages, with or without empty lines between."""
    told = parse(
        "# a comment\n" + HEADER + "#: place.py:3\n#. count: n\n#, fuzzy, python-brace-format\n"
        '#| msgid "{n} spot"\nmsgctxt "a"\nmsgid ""\n"{n} "\n"point"\nmsgid_plural "{n} points"\n'
        'msgstr[0] "\\"{n}\\"\\n"\nmsgstr[1] "\\ttwo\\\\"\nmsgctxt "b"\nmsgid "B"\nmsgstr ""\n'
        '#~ msgctxt "old"\n#~ msgid "Old"\n#~ msgstr "Alt"\n',
        "fr.po",
    )
    assert told == (
        Message("", "", "", ["Content-Type: text/plain; charset=UTF-8\n"]),
        Message("a", "{n} point", "{n} points", ['"{n}"\n', "\ttwo\\"], "n", fuzzy=True),
        Message("b", "B", "", [""]),
    )
    assert [message.done for message in told] == [True, False, False]


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.sampled_from('\n\t"\\{}#~'), min_size=1)


@given(st.dictionaries(st.text("abc.-", min_size=1), st.tuples(TEXTS, TEXTS, st.booleans()), max_size=5))
def test_it_reads_what_babel_writes(messages: dict[str, tuple[str, str, bool]]) -> None:
    written = Catalog(locale="de")
    for key, (text, said, plural) in messages.items():
        written.add((text, text + "s") if plural else text, (said, said + "n") if plural else said, context=key)
    for width in (0, 76):
        out = io.BytesIO()
        write_po(out, written, width=width)
        _, *told = parse(out.getvalue().decode(), "de.po")
        got = {message.key: (message.text, message.plural, message.forms) for message in told}
        assert got == {
            key: (text, text + "s", [said, said + "n"]) if plural else (text, "", [said])
            for key, (text, said, plural) in messages.items()
        }


@pytest.mark.parametrize("line", ["msgid Bonjour", 'msgid "Bonjour', "bonjour", 'msgfoo "x"', 'msgid "a" "b"'])
def test_what_is_no_po_file_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(ValueError, match=r"fr\.po, line 2: expected a line of a PO file, got"):
        parse(f"# fr\n{line}\n", "fr.po")


# -- forms -----------------------------------------------------------------------------------------------


def test_the_number_chooses_the_form_as_gettext_does(tmp_path: Path) -> None:
    add(tmp_path, "pl", board__words=po(POINTS))
    polish = catalogue("hexwidgets.board.words", "pl")
    rule = gettext.c2py(SLAVIC.partition("plural=")[2].rstrip(";"))  # type: ignore[attr-defined]
    forms = ("{n} punkt", "{n} punkty", "{n} punktów")
    for n in range(1200):
        assert polish.text("points", n) == unpacked(polish.packed["points"], n) == forms[rule(n)]
    assert polish.text("points", 0.5) == polish.text("points", 1.5) == polish.text("points", 2)
    assert polish.text("points", 1.0) == polish.text("points", 1)
    assert polish.text("points", float("nan")) == polish.text("points", float("inf")) == polish.text("points", 2)
    assert polish.text("points", -1) == polish.text("points", 1)


def test_english_has_two_forms_and_japanese_one() -> None:
    words = Words("hexwidgets.board.words")
    assert [words.say("points", "en", n=n) for n in (0, 1, 2, 101)] == ["0 points", "1 point", "2 points", "101 points"]
    assert [words.say("points", "ja", n=n) for n in (0, 1, 2)] == ["0点", "1点", "2点"]
    assert "\0" not in catalogue("hexwidgets.board.words", "ja").packed["points"]


def test_lists_count_by_their_length_and_written_numbers_by_their_value() -> None:
    engine = Words("hexwidgets.engine.catalogue")
    assert engine.say("show.winners", "en", winners=["Red"]) == "Red wins"
    assert engine.say("show.winners", "en", winners=["Red", "Blue"]) == "Red, Blue win"
    playtest = Words("hexwidgets.playtest.words")
    assert playtest.say("report.done", "en", games="1", seed=3) == "1 game, seed 3."
    assert playtest.say("report.done", "en", games="1,001", seed=3) == "1,001 games, seed 3."


# -- a language from a folder -------------------------------------------------------------------------------


def test_a_folder_is_begun_translated_and_spoken(tmp_path: Path) -> None:
    files = hw.begin_language("fr", tmp_path / "words")
    assert {"board.words.po", "monsterhex.rulebook.entries.po"} <= {file.name for file in files}
    assert hw.begin_language("fr", tmp_path / "words") == []  # what is there is not written over
    file = tmp_path / "words" / "board.words.po"
    text = file.read_text("utf-8")
    assert '"Language: fr\\n"' in text
    file.write_text(text.replace('msgid "Undo"\nmsgstr ""', 'msgid "Undo"\nmsgstr "Annuler"'), "utf-8")
    hw.add_language("fr", tmp_path / "words")
    assert catalogues.known_languages() == ("en", "fr", "ja")
    words = Words("hexwidgets.board.words")
    assert words.languages == ("en", "fr", "ja")
    assert words.keys("fr") == ("undo",)
    assert (words.say("undo", "fr"), words.say("redo", "fr")) == ("Annuler", "Redo")


def test_a_language_of_the_package_is_corrected_message_by_message(tmp_path: Path) -> None:
    words = Words("hexwidgets.board.words")
    before = words.say("redo", "ja")
    add(tmp_path, "ja", board__words=po(entry("undo", "Undo", "待った"), plurals="nplurals=1; plural=0;"))
    assert (words.say("undo", "ja"), words.say("redo", "ja")) == ("待った", before)
    assert set(words.keys("ja")) == set(words.keys("en"))
    add(tmp_path / "en", "en", board__words=po(entry("undo", "Undo", "Take back"), plurals="nplurals=2; plural=n!=1;"))
    assert words.say("undo", "en") == "Take back"


def test_what_is_in_doubt_or_outdated_is_said_in_english(tmp_path: Path) -> None:
    fuzzy = "#, fuzzy\n" + entry("undo", "Undo", "Peut-être")
    add(tmp_path, "fr", board__words=po(fuzzy, entry("redo", "Once more", "Encore"), entry("gone", "Gone", "Parti")))
    words = Words("hexwidgets.board.words")
    assert (words.say("undo", "fr"), words.say("redo", "fr")) == ("Undo", "Redo")


def test_a_game_of_ones_own_has_its_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mygame_of_words" / "texts"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "messages.pot").write_text(po(entry("hello", "Hello {who}", "")), "utf-8")
    (folder / "ja.po").write_text(po(entry("hello", "Hello {who}", "{who}さん")), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    words = Words("mygame_of_words.texts")
    assert words.languages == ("en", "ja")
    assert (words.say("hello", "en", who="Ai"), words.say("hello", "ja", who="Ai")) == ("Hello Ai", "Aiさん")
    add(tmp_path / "fr", "fr", mygame_of_words__texts=po(entry("hello", "Hello {who}", "Salut {who}")))
    assert words.languages == ("en", "fr", "ja")
    assert words.say("hello", "fr", who="Ai") == "Salut Ai"


BAD = [
    ("a line", {"board__words": HEADER + "oops\n"}, r"board\.words\.po, line 4: expected a line of a PO file"),
    ("a catalogue", {"board__wrods": po()}, r"there is no catalogue 'board\.wrods'; there are arenaduel\.parts, "),
    (
        "a field",
        {"board__words": po(entry("hand", "{faction}'s hand", "{clan}"))},
        r"unknown field {clan}; known are",
    ),
    ("a table", {"board__words": po(entry("hand", "{faction}'s hand", "{faction:x}"))}, r"unknown field {faction:x}"),
    (
        "an attribute",
        {"board__words": po(entry("undo", "Undo", "{x.__class__}"))},
        r"unknown field {x.__class__}; k",
    ),
    ("a brace", {"board__words": po(entry("undo", "Undo", "{"))}, r"board\.words\.po: undo: "),
    ("a rule", {"board__words": po(plurals="nplurals=2; plural=import os;")}, r"board\.words\.po: the header cannot"),
]


@pytest.mark.parametrize(("files", "message"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_what_is_wrong_is_told_and_nothing_is_added(tmp_path: Path, files: dict[str, str], message: str) -> None:
    add(tmp_path / "good", "fr", board__words=po(entry("undo", "Undo", "Annuler")))
    good = {"engine__catalogue": po(entry("refusal.undo", "There is nothing to undo.", "Rien."))}
    with pytest.raises(ValueError, match=message):
        add(tmp_path / "bad", "fr", **good, **files)
    assert Words("hexwidgets.board.words").say("undo", "fr") == "Annuler"
    assert Words("hexwidgets.engine.catalogue").say("refusal.undo", "fr") == "There is nothing to undo."


def test_other_encodings_empty_folders_and_strange_codes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"has no \.po file; hw\.begin_language writes some"):
        hw.add_language("fr", tmp_path)
    (tmp_path / "board.words.po").write_bytes(po(entry("undo", "Undo", "Défaire")).encode("latin-1"))
    with pytest.raises(ValueError, match=r"board\.words\.po: expected UTF-8"):
        hw.add_language("fr", tmp_path)
    for code in ("", "French", "f", "../fr", None, 3):
        for asked in (hw.add_language, hw.begin_language):
            with pytest.raises(ValueError, match="expected a code such as 'fr' or 'pt-BR', got"):
                asked(code, tmp_path)  # type: ignore[arg-type]
    assert catalogues.known_languages() == languages("hexwidgets.engine.catalogue") == ("en", "ja")


def test_a_language_that_is_taken_away_is_no_longer_spoken(tmp_path: Path) -> None:
    add(tmp_path, "fr", board__words=po(entry("undo", "Undo", "Annuler")))
    hw.set_language("fr")
    catalogues.remove_language("fr")
    assert hw.get_language() == "en"
    assert Words("hexwidgets.board.words").say("undo", "fr") == "Undo"
