"""Notebooks that exist in several languages have one source, and are in step with it."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("notebooks", ROOT / "scripts" / "notebooks.py")
assert spec is not None
assert spec.loader is not None
notebooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(notebooks)
BOOKS = notebooks.books()


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.name)
def test_it_is_what_its_source_makes(path: Path) -> None:
    assert path.read_text("utf-8") == BOOKS[path], "run `make notebooks`"


def test_each_begins_with_something_to_click() -> None:
    for text in BOOKS.values():
        assert '"cell_type": "code"' in text.split('"source"')[0]


def test_every_lesson_of_a_game_is_in_its_notebook() -> None:
    import hexwidgets as hw

    for game, name in (("monsterhex", "learn-monster-hex"), ("arenaduel", "learn-arena-duel")):
        for language in ("en", "ja"):
            text = BOOKS[ROOT / "notebooks" / f"{name}-{language}.ipynb"]
            assert [lesson for lesson in hw.lessons(game) if f'hw.lesson(\\"{lesson}\\")' not in text] == []
