"""The texts of all languages: complete, in step with the code, and as `make words` writes them."""

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("hexwidgets_words_script", ROOT / "scripts" / "words.py")
assert spec is not None
assert spec.loader is not None
words = importlib.util.module_from_spec(spec)
spec.loader.exec_module(words)

MESSAGE = """
#. count: n
#, python-brace-format
msgctxt "points"
msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n}点"
"""
PLURAL = '\n#. count: n\nmsgctxt "points"\nmsgid "{n} point"\nmsgid_plural "{n} points"\n'


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with a catalogue of two messages in English and Japanese, and code that says them."""
    folder = tmp_path / "game" / "words"
    folder.mkdir(parents=True)
    (folder / "messages.pot").write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        f'{PLURAL}msgstr[0] ""\nmsgstr[1] ""\n\nmsgctxt "hi.all"\nmsgid "Hi {{who}}"\nmsgstr ""\n'
    )
    (folder / "ja.po").write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n'
        f'{PLURAL}msgstr[0] "{{n}}点"\n\nmsgctxt "hi.all"\nmsgid "Hi {{who}}"\nmsgstr "{{who}}、こんにちは"\n'
    )
    (folder.parent / "__init__.py").write_text('W = Words("game.words")\nW.say("points", n=1)\nW.say(f"hi.{whom}")\n')
    tidy(folder.parent)
    return folder.parent


def tidy(package: Path, begin: str = "") -> None:
    for file, text in words.wanted(package, begin).items():
        file.write_text(text, "utf-8")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


# -- ours ------------------------------------------------------------------------------------------


def test_every_file_is_as_make_words_writes_it() -> None:
    stale = [str(file) for file, text in words.wanted().items() if not file.exists() or file.read_text("utf-8") != text]
    assert not stale, "run `make words`"


def test_nothing_is_missing_and_every_message_that_the_code_says_is_there() -> None:
    assert not words.faults()


def test_what_the_code_says_is_found() -> None:
    told = {(catalogue, pattern) for _, _, catalogue, pattern in words.said(ROOT / "hexwidgets" / "engine")}
    assert {("hexwidgets.engine.catalogue", key) for key in (r"bots\.late", r"explain\.nothing")} <= told


def test_nothing_is_in_doubt_or_left_over() -> None:
    for file in (ROOT / "hexwidgets").rglob("*.po"):
        text = file.read_text("utf-8")
        assert "fuzzy" not in text, file
        assert "\n#~" not in text, file


# -- and what would be said of others ------------------------------------------------------------------


def test_a_whole_package_is_right_and_its_files_stay_as_they_are(package: Path) -> None:
    assert words.faults(package) == []
    before = {file: file.read_text("utf-8") for file in package.rglob("*.po*")}
    assert words.wanted(package) == before
    assert MESSAGE in (package / "words" / "ja.po").read_text("utf-8")


def test_a_new_message_is_missing_until_it_is_translated(package: Path) -> None:
    with (package / "words" / "messages.pot").open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "bye"\nmsgid "Bye"\nmsgstr ""\n')
    tidy(package)
    assert words.faults(package) == ["words/ja.po: bye is not translated"]
    change(package / "words" / "ja.po", 'msgid "Bye"\nmsgstr ""', 'msgid "Bye"\nmsgstr "さようなら"')
    assert words.faults(package) == []


def test_a_changed_english_text_puts_its_translation_in_doubt(package: Path) -> None:
    change(package / "words" / "messages.pot", "Hi {who}", "Hello {who}")
    tidy(package)
    text = (package / "words" / "ja.po").read_text("utf-8")
    assert '#, fuzzy, python-brace-format\nmsgctxt "hi.all"\nmsgid "Hello {who}"' in text
    assert words.faults(package) == ["words/ja.po: hi.all is not translated"]
    assert list(words.left(package)) == ["ja: 2 messages, 0 not translated, 1 in doubt (fuzzy)"]
    change(package / "words" / "ja.po", '\nmsgctxt "hi.all"', '\n#| msgid "Hi {who}"\nmsgctxt "hi.all"')
    tidy(package)
    assert (package / "words" / "ja.po").read_text("utf-8") == text


def test_a_message_that_is_gone_goes_from_every_language(package: Path) -> None:
    file = package / "words" / "messages.pot"
    file.write_text(file.read_text("utf-8").partition('\n#, python-brace-format\nmsgctxt "hi.all"')[0] + "\n", "utf-8")
    tidy(package)
    assert "hi.all" not in (package / "words" / "ja.po").read_text("utf-8")
    assert words.faults(package) == ["__init__.py, line 3: game.words has no message 'hi\\\\..+'"]


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("ja.po", "{who}、", "{whom}、", "words/ja.po: hi.all has other fields than the English text"),
        ("ja.po", '"{n}点"', '""', "words/ja.po: points is not translated"),
        ("messages.pot", "#. count: n", "#. count: m", "words/messages.pot: points: a message has '#. count: ' and"),
    ],
)
def test_wrong_fields_empty_forms_and_counts_are_told(package: Path, name: str, old: str, new: str, told: str) -> None:
    change(package / "words" / name, old, new)
    (fault,) = words.faults(package)
    assert fault.startswith(told)


def test_a_form_may_leave_out_its_number_alone(package: Path) -> None:
    change(package / "words" / "ja.po", '"{n}点"', '"一点"')
    assert words.faults(package) == []


def test_a_key_that_no_catalogue_has_is_told_with_its_line(package: Path) -> None:
    (package / "more.py").write_text(
        "from . import W\n\n"
        "def _say(key): return W.say(f'hi.{key}')\n\n"
        "_say('all')\n_say('none' if late else 'all')\nFault('R', 'lost', {}, W)\n"
    )
    assert words.faults(package) == []  # a folder's own names are not followed
    (package / "names.py").write_text('W = Words("game.words")\n')
    change(package / "more.py", "from . import W", "from .names import W")
    assert words.faults(package) == [
        "more.py, line 7: game.words has no message 'lost'",
        "more.py, line 6: game.words has no message 'hi\\\\.none'",
    ]


def test_a_language_is_begun_with_its_own_plural_forms(package: Path) -> None:
    tidy(package, begin="pl")
    text = (package / "words" / "pl.po").read_text("utf-8")
    assert '"Language: pl\\n"' in text
    assert "nplurals=3;" in text
    assert 'msgstr[2] ""' in text
    assert words.faults(package) == []  # it may be incomplete: what it lacks is said in English
    assert next(line for line in words.left(package) if line.startswith("pl")).startswith("pl: 2 messages, 2 not ")


def test_a_language_that_nobody_knows_is_refused(package: Path) -> None:
    with pytest.raises(SystemExit, match="'xx' is no language that Babel knows"):
        words.wanted(package, begin="xx")


def test_the_script_needs_nothing_that_a_checkout_has_not() -> None:
    assert "babel" in sys.modules
    assert "babel" in (ROOT / "requirements" / "dev.in").read_text("utf-8").split()
