"""Lesson files: what may stand in one, and that everything wrong with one is told at once, with its place."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.teach import LessonError, check_lesson
from hexwidgets.teach.plan import MAX_BYTES, read

GOOD = """
game = "monsterhex"
options = { variant = "two-duel" }
[title]
en = "A lesson"
[[steps]]
goal = [{ move = "*" }]
[steps.text]
en = "Look."
[steps.task]
en = "Do."
"""


def faults(tmp_path: Path, text: str, language: str = "en") -> list[str]:
    path = tmp_path / "lesson.toml"
    path.write_text(text, "utf-8")
    return [fault.text(language) for fault in check_lesson(path)]


def test_a_good_one(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == []
    lesson = hw.lesson(str(tmp_path / "lesson.toml"), progress=None)
    lesson.play(lesson.game.legal_moves()[0])
    assert lesson.met
    lesson.close()


def test_the_one_in_the_manual_is_good(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    assert faults(tmp_path, example) == []


@pytest.mark.parametrize("game", [hw.MonsterHex, hw.ArenaDuel])
def test_the_manual_names_every_term_option_and_kind_of_question(game: type[hw.MonsterHex | hw.ArenaDuel]) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text("utf-8")
    teaching, switches = game.teaching(), game.from_options({}).switches
    for name in (*teaching.terms, *teaching.quizzes, *(set(teaching.options) - set(switches))):
        assert re.search(rf"[`{{ ]{name}[`= ]", manual), name


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace('en = "Do."', 'en = ""').replace('move = "*"', 'leads = "pink", site = "z9"')
    text = text.replace('variant = "two-duel"', 'variant = "two-duel", components = "/etc/passwd"')
    found = faults(tmp_path, text + "surprise = 1\n")
    assert [fault.split(": ")[0] for fault in found] == [
        "steps[1].options.components",
        "steps[1].goal[1].leads",
        "steps[1].goal[1].site",
        "steps[1].task.en",
        "steps[1].task.surprise",
    ]


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('game = "monsterhex"', 'game = "chess"', "game: expected one of arenaduel, monsterhex, got 'chess'."),
        (
            'en = "A lesson"',
            'English = "A lesson"',
            "title: the title tells the languages of the lesson; it needs one of en, ja.",
        ),
        ('en = "Do."', "en = 1", "steps[1].task.en: expected a text of 1 to 4000 letters, got 1."),
        ('en = "Do."', 'en = "Do."\nja = "x"', "steps[1].task.ja: unknown key 'ja'; known here are en."),
        ("[steps.task]", "[steps.done]", "steps[1]: task is missing."),
        ('move = "*"', 'moves = "*"', "steps[1].goal[1]: expected a table with one of happened, refused, move, score,"),
        ('move = "*"', 'move = "*", by = "pink"', "steps[1].goal[1].by: expected one of red, blue, got 'pink'."),
        ('move = "*"', 'score = "red"', "steps[1].goal[1]: expected exactly one of gains, loses, reaches."),
        ('move = "*"', "matching = 7", "steps[1].goal[1].matching: expected a number from 1 to 6, got 7."),
        ('move = "*"', 'leads = "red"', "steps[1].goal[1]: site is missing."),
        ('move = "*"', 'leads = "red", site = "z9"', "steps[1].goal[1].site: expected one of c2,"),
        ('move = "*"', "any = []", "steps[1].goal[1].any: expected a list of conditions"),
        ('move = "*"', 'move = "S9@*"', "steps[1].goal: no move was found that meets it."),
        ('"two-duel"', '"nine"', "steps[1].options: "),
        ('"two-duel"', '"two-duel", components = "x.toml"', "steps[1].options.components: unknown key 'components';"),
        ("[[steps]]", "[[step]]", "step: unknown key 'step'; known here are game, title,"),
        ("goal = [", 'position = { units = { a2 = "red S7" } }\ngoal = [', "steps[1].position: MH-SETUP-1: "),
        ("goal = [", 'partner = { blue = ["hello"] }\ngoal = [', "steps[1].partner.blue[1]: "),
        ("goal = [", 'seat = "pink"\ngoal = [', "steps[1].seat: expected one of red, blue, got 'pink'."),
        ("goal = [", "seed = 1\ngoal = [", "steps[1].seed: unknown key 'seed';"),
        ("game =", "game ==", "the file is no TOML:"),
    ],
)
def test_a_fault_tells_where_and_what(tmp_path: Path, was: str, now: str, told: str) -> None:
    assert was in GOOD
    found = faults(tmp_path, GOOD.replace(was, now))
    assert any(fault.startswith(told) for fault in found), found
    for fault, ja in zip(found, faults(tmp_path, GOOD.replace(was, now), "ja"), strict=True):
        assert fault.split(":")[0] in ja or "TOML" in ja
        assert not ja.isascii() or "options" in ja


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    assert faults(tmp_path, "#" * (MAX_BYTES + 1)) == ["the file is larger than 200 kB."]


def test_a_bad_file_is_no_lesson(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('game = "chess"', "utf-8")
    with pytest.raises(LessonError, match="expected one of arenaduel, monsterhex") as error:
        hw.lesson(tmp_path / "bad.toml")
    assert len(error.value.faults) == 1
    with pytest.raises(OSError, match="missing"):
        hw.lesson(tmp_path / "missing.toml")


def test_a_lesson_names_no_file() -> None:
    """A lesson from a stranger must not make the games read files of its choice."""
    data = {"game": "arenaduel", "title": {"en": "x"}, "options": {"arena": "/etc/passwd.toml"}}
    with pytest.raises(LessonError, match='expected "standard" or a table'):
        read("x", {**data, "steps": [{"text": {"en": "x"}}]})


KEYS = ("title", "about", "options", "position", "steps", "seat", "seed")
WITHIN = (
    *KEYS, *("game", "en", "goal", "text", "task", "move", "any", "not", "score", "happened", "hints", "partner"),
    *("dice", "arena", "dials", "variant", "seats", "disk", "units", "fighters", "north", "cell"),
)  # fmt: skip
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab.*", max_size=4) | st.sampled_from(["red", "move"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WITHIN), inner, max_size=4),
    max_leaves=12,
)
steps = st.lists(st.dictionaries(st.sampled_from(["options", "position", "goal", "partner"]), values), max_size=2)


@given(
    game=st.sampled_from(["monsterhex", "arenaduel"]),
    data=st.dictionaries(st.sampled_from(KEYS), values, max_size=5),
    some=st.none() | steps,
)
def test_whatever_a_file_holds_it_is_a_lesson_or_an_error_that_lists_faults(
    game: str, data: dict[str, object], some: list[object] | None
) -> None:
    if some is not None:
        data = {**data, "title": {"en": "x"}, "steps": [{"text": {"en": "x"}, **step} for step in some]}
    error = None
    try:
        plan = read("x", {"game": game, **data})
    except LessonError as caught:
        error = caught
    assert (error.faults and error.text("en") and error.text("ja")) if error else plan.steps
