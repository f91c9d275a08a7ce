"""Progress: a small file that survives damage, and a lesson that survives without one."""

import json
from pathlib import Path

import pytest

import hexwidgets as hw
from hexwidgets.teach.progress import Progress

LESSON = "arenaduel/charge"


def test_nothing_is_kept_where_nobody_asks() -> None:
    progress = Progress(None)
    progress.keep(LESSON, 2, [1])
    assert progress.of(LESSON, 3) == (0, frozenset())


def test_a_lesson_that_is_only_looked_at_writes_nothing(tmp_path: Path) -> None:
    hw.lesson(LESSON, progress=tmp_path / "p.json").close()
    assert list(tmp_path.iterdir()) == []


def test_each_lesson_has_its_own(tmp_path: Path) -> None:
    Progress(tmp_path / "p.json").keep(LESSON, 2, {1, 0})
    Progress(tmp_path / "p.json").keep("mine", 1, [])
    assert Progress(tmp_path / "p.json").of(LESSON, 3) == (2, frozenset({0, 1}))
    assert Progress(tmp_path / "p.json").of("mine", 3) == (1, frozenset())
    assert [file.name for file in tmp_path.iterdir()] == ["p.json"]


def test_a_lesson_that_has_become_shorter(tmp_path: Path) -> None:
    Progress(tmp_path / "p.json").keep(LESSON, 9, [1, 8])
    assert Progress(tmp_path / "p.json").of(LESSON, 3) == (3, frozenset({1}))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"lessons": {}}',
        b"[" * 100_000,
        json.dumps({"hexwidgets-progress": 1, "lessons": {LESSON: {"at": -1, "done": []}}}).encode(),
        json.dumps({"hexwidgets-progress": 1, "lessons": {LESSON: {"at": 1, "done": ["x"]}}}).encode(),
        json.dumps({"hexwidgets-progress": 1, "lessons": {LESSON: {"at": True, "done": []}}}).encode(),
        json.dumps({"hexwidgets-progress": 2, "lessons": {}}).encode(),
        b" " * 1_000_001,
    ],
)
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(content)
    lesson = hw.lesson(LESSON, progress=path)
    assert lesson.at == 0
    assert "was damaged" in lesson._told.value
    assert (tmp_path / "p.json.damaged").read_bytes() == content
    lesson.next()
    lesson.close()
    assert Progress(path).of(LESSON, 3) == (1, frozenset())


def test_where_nothing_can_be_written_the_lesson_goes_on(tmp_path: Path) -> None:
    lesson = hw.lesson(LESSON, progress=tmp_path / "no" / "such" / "folder" / "p.json")
    lesson.next()
    assert lesson.at == 1
    assert "cannot be kept" in lesson._told.value
    lesson.close()


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    lesson = hw.lesson(LESSON, progress=tmp_path)
    lesson.next()
    assert "cannot be kept" in lesson._told.value
    lesson.close()
    assert tmp_path.is_dir()
