"""The scenarios that come with the package, and collections of others: files in a folder, by name."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from ..engine import record
from ..engine.faults import RecordError, shorten
from .scenario import WORDS, Scenario

__all__ = ["Collection", "scenarios"]


class Collection(Mapping[str, Scenario]):
    """Scenarios by name, in order. As a cell's last line it lists them by game, in the reader's language."""

    def __init__(self, scenarios: Mapping[str, Scenario]) -> None:
        self._scenarios = dict(scenarios)

    def __getitem__(self, name: str) -> Scenario:
        if name not in self._scenarios:
            raise KeyError(f"there is no scenario {shorten(name)}; known are {', '.join(self._scenarios)}")
        return self._scenarios[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scenarios)

    def __len__(self) -> int:
        return len(self._scenarios)

    def by_game(self, game_name: str) -> Collection:
        """Only the scenarios of one game ("monsterhex", "arenaduel")."""
        return Collection({key: told for key, told in self._scenarios.items() if told.game_name == game_name})

    def of_kind(self, kind: str) -> Collection:
        """Only those of a kind ("puzzle", "opening", "endgame", "lesson", "position")."""
        return Collection({key: told for key, told in self._scenarios.items() if told.kind == kind})

    def text(self, language: str | None = None) -> str:
        """The list as text: games, and below each the names, titles and kinds."""
        wide = max(map(len, self._scenarios), default=0)
        lines = []
        for game, rows in self._by_game(language).items():
            lines.append(game)
            lines += [
                f"  {key:<{wide}}  {told.title_in(language)} ({self._kind(told, language)})" for key, told in rows
            ]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{len(self)} scenarios: {', '.join(self._scenarios)}>"

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self._html()}

    def _html(self, language: str | None = None) -> str:
        columns = [WORDS.say(f"column.{name}", language) for name in ("key", "title", "kind", "task")]
        head = "".join(f'<th scope="col" style="text-align:left">{html.escape(column)}</th>' for column in columns)
        parts = []
        for game, rows in self._by_game(language).items():
            body = "".join(self._row(key, told, language) for key, told in rows)
            caption = f'<caption style="text-align:left;font-weight:bold">{html.escape(game)}</caption>'
            parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
        return "".join(parts)

    def _row(self, key: str, told: Scenario, language: str | None) -> str:
        cells = (told.title_in(language), self._kind(told, language), told.task_in(language))
        left, whole = "text-align:left", "text-align:left;white-space:nowrap"
        styled = zip((left, whole, left), cells, strict=True)
        rest = "".join(f'<td style="{style}">{html.escape(cell)}</td>' for style, cell in styled)
        return f'<tr><th scope="row" style="{whole}"><code>{html.escape(key)}</code></th>{rest}</tr>'

    def _kind(self, told: Scenario, language: str | None) -> str:
        return WORDS.say(f"kind.{told.kind}", language)

    def _by_game(self, language: str | None) -> dict[str, list[tuple[str, Scenario]]]:
        rows: dict[str, list[tuple[str, Scenario]]] = {}
        for key, told in self._scenarios.items():
            rows.setdefault(told._name(language), []).append((key, told))
        return rows


def scenarios(folder: str | os.PathLike[str] | None = None) -> Collection:
    """The scenarios that come with the package, or those in the ``.json`` files of a folder, by file name.

    `RecordError` says which file holds what wrong thing.

    >>> import hexwidgets as hw
    >>> game = hw.scenarios()["first-judgement"].game()
    >>> game.to_move
    'red'
    """
    return _built_in() if folder is None else _read(Path(folder))


@cache
def _built_in() -> Collection:
    with resources.as_file(resources.files(__package__) / "data") as folder:
        return _read(folder)


def _read(folder: Path) -> Collection:
    found = {}
    for file in sorted(folder.iterdir()):
        if file.suffix == ".json" and not file.name.startswith("."):
            try:
                found[file.stem] = Scenario.from_json(record.read(file))
            except RecordError as error:
                raise RecordError(f"{file.name}: {error.path}", error.message) from error
    return Collection(found)
