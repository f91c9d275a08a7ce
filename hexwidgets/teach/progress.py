"""How far somebody has come, kept in a small JSON file beside the notebook."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["FILE", "Progress"]

FILE = "hexwidgets-progress.json"
_MAX_BYTES, _MAX_LESSONS = 1_000_000, 1000
_VERSION = 1


class Progress:
    """Which steps of which lessons are done, and where each lesson stands, in a file; ``path`` None keeps nothing.

    A file that is damaged is set aside under a name ending in ``.damaged`` and begun anew, and one that cannot be
    written is left alone: ``problem`` is then "damaged" or "unwritable", and the lesson goes on all the same.
    """

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else Path(path)
        self.problem = ""

    def of(self, lesson: str, steps: int) -> tuple[int, frozenset[int]]:
        """Where a lesson of so many steps stands, and its steps that are done, both from 0; at ``steps`` it is over."""
        kept = self._read().get(lesson, {})
        return min(kept.get("at", 0), steps), frozenset(done for done in kept.get("done", []) if done < steps)

    def keep(self, lesson: str, at: int, done: Iterable[int]) -> None:
        """Write down where a lesson stands; other lessons in the file stay as they are."""
        if self.path is None:
            return
        before, now = self._read(), {"at": at, "done": sorted(done)}
        if before.get(lesson, {"at": 0, "done": []}) == now:
            return
        lessons = {**before, lesson: now}
        while len(lessons) > _MAX_LESSONS:
            del lessons[next(iter(lessons))]
        text = json.dumps({"hexwidgets-progress": _VERSION, "lessons": lessons}, ensure_ascii=False, indent=1)
        part = self.path.with_name(f"{self.path.name}.{os.getpid()}.part")
        try:
            part.write_text(text + "\n", "utf-8")
            part.replace(self.path)  # whole or not at all
        except OSError:
            self.problem = "unwritable"
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def _read(self) -> dict[str, dict[str, Any]]:
        if self.path is None:
            return {}
        try:
            with self.path.open("rb") as file:
                raw = file.read(_MAX_BYTES + 1)
            return _lessons(raw)
        except FileNotFoundError:
            return {}
        except OSError:
            self.problem = "unwritable"
            return {}
        except (ValueError, RecursionError):
            self.problem = "damaged"
            with suppress(OSError):
                self.path.replace(self.path.with_name(f"{self.path.name}.damaged"))
            return {}


def _lessons(raw: bytes) -> dict[str, dict[str, Any]]:
    """What a file holds; ``ValueError`` where it is not what `Progress` writes."""
    if len(raw) > _MAX_BYTES:
        raise ValueError("too large")
    data = json.loads(raw)
    lessons = data.get("lessons") if isinstance(data, dict) and data.get("hexwidgets-progress") == _VERSION else None
    if not isinstance(lessons, dict) or not all(map(_is_kept, lessons.values())):
        raise ValueError("not a progress file")
    return lessons


def _is_kept(kept: object) -> bool:
    if not isinstance(kept, dict) or set(kept) != {"at", "done"} or not isinstance(kept["done"], list):
        return False
    return all(type(number) is int and number >= 0 for number in (kept["at"], *kept["done"]))
