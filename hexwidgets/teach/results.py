"""Answers of a pupil or of a class: a table as text or CSV, and as a pandas frame where pandas is there."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ..engine.faults import shorten
from ..engine.words import get_language
from .plan import WORDS

__all__ = ["Answer", "Results"]

_MAX_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: whose, to which question, whether it was ``right``, what was ``given`` and what is ``true``.

    ``seed`` and ``number`` bring the same question back: ``hw.quiz(game, level=level, seed=seed)``.
    """

    pupil: str
    game: str
    level: int
    seed: int
    number: int
    kind: str
    right: bool
    given: str
    true: str


_COLUMNS = tuple(field.name for field in fields(Answer))


class Results(Sequence[Answer]):
    """Answers in the sequence in which they were given.

    >>> from hexwidgets.teach import Results
    >>> results = Results([Answer("Aiko", "monsterhex", 1, 7, 1, "totals", True, "9", "9")])
    >>> print(results.to_text("en"))
    Pupil  Right  Asked  Share
    Aiko       1      1   100%
    """

    def __init__(self, answers: Iterable[Answer] = ()) -> None:
        self._answers = list(answers)

    def add(self, answer: Answer) -> None:
        """Another answer."""
        self._answers.append(answer)

    def __getitem__(self, at: Any) -> Any:
        return self._answers[at]

    def __len__(self) -> int:
        return len(self._answers)

    def pupils(self) -> dict[str, tuple[int, int]]:
        """For each pupil how many answers were right, and how many there are."""
        out: dict[str, tuple[int, int]] = {}
        for answer in self._answers:
            right, asked = out.get(answer.pupil, (0, 0))
            out[answer.pupil] = right + answer.right, asked + 1
        return out

    def kinds(self) -> dict[str, tuple[int, int]]:
        """For each kind of question how many answers were right, and how many there are."""
        out: dict[str, tuple[int, int]] = {}
        for answer in self._answers:
            right, asked = out.get(answer.kind, (0, 0))
            out[answer.kind] = right + answer.right, asked + 1
        return out

    def to_text(self, language: str | None = None) -> str:
        """A row for each pupil, and one for all where there are several."""
        chosen = language or get_language()
        rows = [tuple(WORDS.say(f"results.{key}", chosen) for key in ("pupil", "right", "asked", "share"))]
        rows += [_row(pupil, *counts) for pupil, counts in self.pupils().items()]
        if len(rows) == 1:
            return WORDS.say("results.empty", chosen)
        if len(rows) > 2:
            right = sum(answer.right for answer in self._answers)
            rows.append(_row(WORDS.say("results.all", chosen), right, len(self)))
        widths = [max(len(row[column]) for row in rows) for column in range(4)]
        return "\n".join(
            "  ".join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        )

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write a row for each answer; `read` brings them back."""
        with Path(path).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(_COLUMNS)
            writer.writerows([_safe(getattr(answer, name)) for name in _COLUMNS] for answer in self._answers)

    @classmethod
    def read(cls, *paths: str | os.PathLike[str]) -> Results:
        """The answers of one or many files, such as those that a class has handed in.

        ``ValueError`` says which line of which file is no answer; ``OSError``: a file cannot be read.
        """
        return cls(answer for path in paths for answer in _read(Path(path)))

    def frame(self) -> Any:
        """A pandas frame with a row for each answer; needs pandas."""
        import pandas as pd  # noqa: PLC0415  optional

        return pd.DataFrame(
            [[getattr(answer, name) for name in _COLUMNS] for answer in self._answers], columns=_COLUMNS
        )

    def __repr__(self) -> str:
        return self.to_text()


def _row(name: str, right: int, asked: int) -> tuple[str, ...]:
    return name, str(right), str(asked), f"{100 * right / asked:.0f}%"


def _safe(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _read(path: Path) -> Iterator[Answer]:
    if path.stat().st_size > _MAX_BYTES:
        raise ValueError(f"{path}: larger than {_MAX_BYTES // 1_000_000} MB")
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.reader(file), start=1):
            if number == 1 and tuple(row) == _COLUMNS:
                continue
            try:
                pupil, game, level, seed, question, kind, right, given, true = row
                yield Answer(
                    pupil.removeprefix("'"), game, int(level), int(seed), int(question), kind,
                    {"True": True, "False": False}[right], given.removeprefix("'"), true.removeprefix("'"),
                )  # fmt: skip
            except (ValueError, KeyError) as error:
                raise ValueError(
                    f"{path}, line {number}: expected {', '.join(_COLUMNS)}, got {shorten(row)}"
                ) from error
