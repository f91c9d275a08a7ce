"""Message catalogues: complete in every language, and how facts become words."""

from __future__ import annotations

import copy
import gc
import pickle
import re
import string
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexwidgets as hw
from hexwidgets import catalogues
from hexwidgets.engine.words import PlainWords, Words, in_language, on_language

ROOT = Path(__file__).parents[2] / "hexwidgets"


def catalogue_folders() -> list[str]:
    """Every folder of the package with a template."""
    return sorted(".".join(("hexwidgets", *pot.parent.relative_to(ROOT).parts)) for pot in ROOT.rglob("messages.pot"))


CATALOGUES = catalogue_folders()
each_catalogue = pytest.mark.parametrize("folder", CATALOGUES)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    hw.set_language("en")


def fields(template: str) -> set[tuple[str, str]]:
    parsed = string.Formatter().parse(template)
    return {(name, table or "") for _, name, table, _ in parsed if name is not None}


def test_the_catalogues_are_where_they_should_be() -> None:
    assert {"hexwidgets.engine.catalogue", "hexwidgets.monsterhex.rulebook", "hexwidgets.board.words"} <= set(
        CATALOGUES
    )


@each_catalogue
def test_every_language_has_the_same_messages_with_the_same_fields(folder: str) -> None:
    words = Words(folder)
    assert set(words.languages) >= {"en", "ja"}
    for language in words.languages:
        assert sorted(words.keys(language)) == sorted(words.keys("en")), language
        for key in words.keys("en"):
            assert fields(words.template(key, language)) == fields(words.template(key, "en")), (language, key)


@each_catalogue
def test_every_message_is_text_and_the_languages_are_not_mixed_up(folder: str) -> None:
    words = Words(folder)
    japanese = re.compile("[\u3041-\u30ff\u4e00-\u9fff\uff00-\uffef]")
    for key in words.keys("en"):
        english, other = words.template(key, "en"), words.template(key, "ja")
        assert isinstance(english, str)
        assert english.strip() or key.endswith("join")
        assert not japanese.search(english), key
        letters = re.sub(r"\{[^}]*\}", "", other)
        assert japanese.search(letters) or not re.search("[a-z]{4}", letters), key


@each_catalogue
def test_every_table_that_a_field_names_is_there(folder: str) -> None:
    words = Words(folder)
    for language in words.languages:
        for key in words.keys(language):
            for _, table in fields(words.template(key, language)):
                assert not table or words.table(table, language), (language, key, table)


# -- how facts become words -----------------------------------------------------------------------


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Words]:
    """A catalogue in which Japanese lacks a message."""
    english = {
        "list.join": ", ",
        "hello": "Hello {who}",
        "seat": "{seat:colour} moves",
        "many": "{seats:colour} share {points}",
        "tally": "{totals:colour}",
        "rows": "{rows:row}",
        "row.each": "{1} at {0:colour}",
        "sum": "{rows:term}",
        "term.each": "{0:colour} {1}",
        "term.join": " + ",
        "colour.red": "Red",
        "colour.blue": "Blue",
        "only.english": "only here: {seat:colour}",
        "percent": "{share} %",
    }
    japanese = {
        "list.join": "、",
        "hello": "{who}さん",
        "seat": "{seat:colour}の番",
        "many": "{seats:colour}が{points}",
        "tally": "{totals:colour}",
        "rows": "{rows:row}",
        "row.each": "{0:colour}に{1}",
        "colour.red": "赤",
        "colour.blue": "青",
    }
    folder = tmp_path / "anywhere" / "texts"
    folder.mkdir(parents=True)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    for name, said in (("messages.pot", {}), ("ja.po", japanese)):
        entries = (
            f'\nmsgctxt "{key}"\nmsgid "{text}"\nmsgstr "{said.get(key, "")}"\n' for key, text in english.items()
        )
        (folder / name).write_text(head + "".join(entries), "utf-8")
    (folder.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    catalogues._template.cache_clear()
    catalogues.catalogue.cache_clear()
    yield Words("anywhere.texts")
    sys.modules.pop("anywhere", None)


def test_facts_are_said_in_the_language(words: Words) -> None:
    assert words.say("seat", "en", seat="red") == "Red moves"
    assert words.say("seat", "ja", seat="red") == "赤の番"
    assert words.say("many", "en", seats=["red", "blue"], points=3) == "Red, Blue share 3"
    assert words.say("many", "ja", seats=["red", "blue"], points=3) == "赤、青が3"
    assert words.say("many", "en", seats=[], points=0) == " share 0"
    assert words.say("tally", "ja", totals={"red": 11, "blue": 9}) == "赤 11、青 9"
    assert words.say("rows", "en", rows=[("red", 2), ("blue", 3)]) == "2 at Red, 3 at Blue"
    assert words.say("rows", "ja", rows=[("red", 2), ("blue", 3)]) == "赤に2、青に3"
    assert words.say("sum", "en", rows=[("red", 2), ("blue", 3)]) == "Red 2 + Blue 3"  # joined as its table says
    assert words.say("percent", "en", share=3) == "3 %"


def test_what_is_missing_falls_back_to_english(words: Words) -> None:
    assert words.say("only.english", "ja", seat="blue") == "only here: 青"
    assert words.say("seat", "fr", seat="red") == "Red moves"
    assert words.table("only", "ja") == {"english": "only here: {seat:colour}"}


def test_a_fact_is_text_and_never_a_template(words: Words) -> None:
    for hostile in ("{who}", "{0.__class__}", "{", "}", "{}", "{who:colour}", "%s"):
        assert words.say("hello", "en", who=hostile) == f"Hello {hostile}"
        assert words.say("hello", "en", who=[hostile, hostile]) == f"Hello {hostile}, {hostile}"
        assert PlainWords({"en": "Hello {who}"}).say("", "en", who=hostile) == f"Hello {hostile}"


def test_without_a_language_the_default_one_is_spoken(words: Words) -> None:
    assert words.say("hello", who="Ai") == "Hello Ai"
    hw.set_language("ja")
    assert words.say("hello", who="Ai") == "Aiさん"
    assert PlainWords({"en": "yes", "ja": "はい"}).say("") == "はい"
    assert PlainWords({"en": "yes"}).say("", "ja") == "yes"
    assert PlainWords({"en": "{a}"}).say("", "en", a=("x", 1)) == "x, 1"


def test_texts_of_authors_fall_back_to_english_and_then_to_any() -> None:
    texts = {"sv": "ja", "en": "yes"}
    assert [in_language(texts, language) for language in ("sv", "ja", None)] == ["ja", "yes", "yes"]
    assert PlainWords(texts).say("", "fr") == "yes"
    assert in_language({"sv": "ja"}, "fr") == "ja"
    assert in_language({}, "fr") == ""


def test_catalogues_of_one_folder_are_equal_and_survive_copies() -> None:
    one = Words("hexwidgets.engine.catalogue")
    for other in (Words("hexwidgets.engine.catalogue"), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other == one
        assert hash(other) == hash(one)
    assert one != Words("hexwidgets.monsterhex.rulebook")
    assert len(pickle.dumps(one)) < 200


@pytest.mark.parametrize("wrong", ["", "fr", "EN", None, 3, ["ja"]])
def test_an_unknown_language_is_refused_and_the_known_ones_listed(wrong: object) -> None:
    with pytest.raises(ValueError, match="known are en, ja"):
        hw.set_language(wrong)  # type: ignore[arg-type]
    assert hw.get_language() == "en"


def test_listeners_hear_of_the_language_and_are_not_kept_alive() -> None:
    heard: list[str] = []

    class Listener:
        def language_changed(self) -> None:
            heard.append(hw.get_language())

    listener = Listener()
    on_language(listener)
    hw.set_language("ja")
    del listener
    gc.collect()
    hw.set_language("en")
    assert heard == ["ja"]
