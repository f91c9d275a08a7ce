"""Notebooks in several languages from one source each: notebooks/sources/*.toml, cell by cell.

A cell is code, or a text in every language that the first text has; in code ``{language}`` is the notebook's.
`make notebooks` writes them.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(source: Path, language: str) -> str:
    """The text of the notebook that a source makes in a language."""
    data = tomllib.loads(source.read_text("utf-8"))
    cells = [_cell(number, cell, language) for number, cell in enumerate(data["cells"])]
    book = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def _cell(number: int, cell: dict[str, str], language: str) -> dict[str, Any]:
    kind = "code" if "code" in cell else "markdown"
    text = (cell["code"].replace("{language}", language) if kind == "code" else cell[language]).strip("\n")
    made: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number:02}", "metadata": {}}
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    return dict(sorted({**made, "source": text.splitlines(keepends=True)}.items()))


def books() -> dict[Path, str]:
    """Every notebook that the sources make, by its file."""
    sources = sorted((NOTEBOOKS / "sources").glob("*.toml"))
    return {
        NOTEBOOKS / f"{source.stem}-{language}.ipynb": notebook(source, language)
        for source in sources
        for language in languages(source)
    }


def languages(source: Path) -> list[str]:
    """The languages of a source, by its first text."""
    cells = tomllib.loads(source.read_text("utf-8"))["cells"]
    return [*next(cell for cell in cells if "code" not in cell)]


if __name__ == "__main__":
    for path, text in books().items():
        path.write_text(text, "utf-8")
        print(f"notebooks: {path.name}")
