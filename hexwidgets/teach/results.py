"""Answers of a pupil or of a class: a table to read, CSV files, and a pandas frame where pandas is there."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ..engine.faults import shorten
from ..engine.tables import Page, Table
from .plan import WORDS, name_of

__all__ = ["Answer", "Results"]

_MAX_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: whose, to which question, whether it was ``right``, what was ``given`` and what is ``true``.

    ``seed`` and ``number`` bring the same question back: ``hw.quiz(game, level=level, seed=seed, **options)``, where
    ``options`` are JSON, "" for none.
    """

    pupil: str
    game: str
    options: str
    level: int
    seed: int
    number: int
    kind: str
    right: bool
    given: str
    true: str


_COLUMNS = tuple(field.name for field in fields(Answer))
_READ: dict[str, Callable[[str], Any]] = {
    "str": lambda cell: cell.removeprefix("'"),
    "int": int,
    "bool": {"True": True, "False": False}.__getitem__,
}


class Results(Page, Sequence[Answer]):
    """Answers in the sequence in which they were given; shown, a row for each pupil and a column for each kind.

    ``text()``, ``markdown()`` and ``html()`` tell the table, in ``language`` or that of `set_language`.

    >>> from hexwidgets.teach import Results
    >>> results = Results([Answer("Aiko", "monsterhex", "", 1, 7, 1, "totals", True, "9", "9")])
    >>> print(results.text("en"))
    Pupil  Right  Asked  Share  What is the total?
    Aiko   1      1      100%   1 / 1
    """

    def __init__(self, answers: Iterable[Answer] = (), *, language: str | None = None) -> None:
        super().__init__(language)
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
        return self._counts("pupil")

    def kinds(self) -> dict[str, tuple[int, int]]:
        """For each kind of question how many answers were right, and how many there are."""
        return self._counts("kind")

    def of(self, pupil: str) -> Results:
        """The answers of one pupil; ``KeyError`` for one who has given none."""
        found = [answer for answer in self._answers if answer.pupil == pupil]
        if not found:
            raise KeyError(f"no answers of {shorten(pupil)}; there are some of {', '.join(self.pupils())}")
        return Results(found, language=self.language)

    def _counts(self, what: str) -> dict[str, tuple[int, int]]:
        out: dict[str, tuple[int, int]] = {}
        for answer in self._answers:
            right, asked = out.get(getattr(answer, what), (0, 0))
            out[getattr(answer, what)] = right + answer.right, asked + 1
        return out

    def parts(self, language: str) -> Iterator[str | Table]:
        """The table: a row for each pupil, and one for all where there are several."""
        if not self._answers:
            yield WORDS.say("results.empty", language)
            return
        kinds = list(dict.fromkeys((answer.game, answer.kind) for answer in self._answers))
        heads = [WORDS.say(f"results.{key}", language) for key in ("pupil", "right", "asked", "share")]
        heads += [name_of(game, kind, language) for game, kind in kinds]
        nobody, everybody = (WORDS.say(f"results.{key}", language) for key in ("nobody", "all"))
        rows = [_row(pupil or nobody, self.of(pupil), kinds) for pupil in self.pupils()]
        yield Table(heads, [*rows, _row(everybody, self, kinds)] if len(rows) > 1 else rows)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write a row for each answer, for spreadsheets and for `read`, which brings them back."""
        with Path(path).open("w", encoding="utf-8-sig", newline="") as file:  # by the mark Excel knows the encoding
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


def _row(name: str, answers: Sequence[Answer], kinds: Iterable[tuple[str, str]]) -> list[str]:
    right = sum(answer.right for answer in answers)
    row = [name, str(right), str(len(answers)), f"{100 * right / len(answers):.0f}%"]
    for kind in kinds:
        those = [answer.right for answer in answers if (answer.game, answer.kind) == kind]
        row.append(f"{sum(those)} / {len(those)}" if those else "–")
    return row


def _safe(value: object) -> object:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r", "'") else value


def _read(path: Path) -> Iterator[Answer]:
    if path.stat().st_size > _MAX_BYTES:
        raise ValueError(f"{path}: larger than {_MAX_BYTES // 1_000_000} MB")
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.reader(file), start=1):
            if number == 1 and tuple(row) == _COLUMNS:
                continue
            try:
                cells = zip(fields(Answer), row, strict=True)
                yield Answer(*(_READ[str(field.type)](cell) for field, cell in cells))
            except (ValueError, KeyError) as error:
                raise ValueError(
                    f"{path}, line {number}: expected {', '.join(_COLUMNS)}, got {shorten(row)}"
                ) from error
