"""Drafts: the parts of a game while somebody draws them, which may be wrong for a while and say so at every moment."""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ..hexgrid import Hex, Labels, Orientation, disk
from .faults import shorten
from .parts import MAX_COORDINATE, DataFault, PartsError, is_int, toml
from .words import Words

__all__ = ["ERASE", "Brush", "PartsDraft", "must_shape", "number"]

ERASE = "erase"
FIELD = 5  # an empty field is every hex this near to the origin
STEPS = 200  # that can be undone
MAX_NUMBER = 999  # of anything; what a part may be is told by its faults


class Brush(NamedTuple):
    """How a board shows what a brush draws: the colour of the hex, and the letter and colour of a piece on it."""

    fill: str
    letter: str = ""
    colour: str = "none"


class PartsDraft:
    """Parts of a game that can be changed at will; whatever is wrong with them is told, not refused.

    Only what could not be written down raises: a place that is too far away, an unknown kind, text for a number.
    Every change is a step that can be undone; those within one ``with draft.step():`` are one step together.
    """

    orientation: ClassVar[Orientation] = "pointy"
    brushes: ClassVar[Mapping[str, Brush]] = {}
    """What can be painted on the field, `ERASE` last."""
    words: ClassVar[Words]
    """Where faults, and the names of brushes ("brush.cell"), are said."""
    sections: ClassVar[tuple[str, ...]] = ()
    """What else there is to make: of "units", "stones" and "goals"."""
    turns: ClassVar[str | None] = None
    """The brush that turns what stands where it touches, if there is one."""
    title: ClassVar[str] = ""
    """What the saved file is, as its first line says."""

    def __init__(self, name: str, tables: dict[str, Any]) -> None:
        self.name = name
        self._tables = tables
        self._past: list[dict[str, Any]] = []
        self._future: list[dict[str, Any]] = []
        self._open = False
        self._stroke: object = None
        self._heard: list[Callable[[], object]] = []
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {len(self.faults)} faults>"

    # -- what a game decides ------------------------------------------------------------------------------

    def _found(self, tables: Mapping[str, Any]) -> Iterable[DataFault]:
        """Everything that is wrong with tables."""
        raise NotImplementedError

    def _doubts(self, tables: Mapping[str, Any]) -> Iterable[DataFault]:
        """What may not be meant."""
        raise NotImplementedError

    def _paint(self, places: list[Hex], brush: str) -> None:
        """Change the tables as a brush does, on places that are known to be near enough."""
        raise NotImplementedError

    @property
    def painted(self) -> dict[Hex, str]:
        """What has been drawn where, by the name of its brush."""
        raise NotImplementedError

    def text_at(self, place: Hex) -> str:
        """A short text for what has been drawn there, such as its number; empty for none."""
        del place
        return ""

    def facing_at(self, place: Hex) -> int | None:
        """The direction that faces what has been drawn there, if it faces any."""
        del place
        return None

    # -- asking -------------------------------------------------------------------------------------------

    @property
    def field(self) -> Labels:
        """What can be drawn on, with the labels that places have while they are drawn."""
        farthest = max((Hex(0, 0).distance(place) for place in self.painted), default=0)
        return Labels(disk(Hex(0, 0), max(FIELD, farthest)))

    def tables(self) -> dict[str, Any]:
        """What a file of these parts holds, as a copy."""
        return copy.deepcopy(self._tables)

    @property
    def faults(self) -> tuple[DataFault, ...]:
        """Everything that keeps these parts from being played with: what loading the saved file would say."""
        with self._lock:
            return self._labelled(self._found(self._tables))

    @property
    def hints(self) -> tuple[DataFault, ...]:
        """What can be played with but may not be meant."""
        with self._lock:
            return self._labelled(self._doubts(self._tables))

    def _labelled(self, faults: Iterable[DataFault]) -> tuple[DataFault, ...]:
        """The same, with labels of the field for places of the board that is drawn."""
        field = self.field

        def told(value: Any) -> Any:
            if isinstance(value, list):
                return [told(one) for one in value]
            return field[value] if isinstance(value, Hex) and value in field else value

        return tuple(
            replace(fault, facts={name: told(value) for name, value in fault.facts.items()})
            if self.concerns(fault)
            else fault
            for fault in faults
        )

    def concerns(self, fault: DataFault) -> bool:
        """Whether the places of a fault are on the board that is drawn."""
        return bool(fault.at)

    # -- changing -----------------------------------------------------------------------------------------

    def paint(self, places: str | Hex | Iterable[str | Hex], brush: str, *, stroke: object = None) -> None:
        """Draw with a brush on one or several places, each a label of the field or a Hex.

        Calls with the same ``stroke`` in a row are one step. ``ValueError`` lists the brushes, or says which place is
        too far away; `UnknownPlace` which label is none.
        """
        if brush not in self.brushes:
            raise ValueError(f"unknown brush {shorten(brush)}; known are {', '.join(self.brushes)}")
        with self.step(stroke):
            named = [places] if isinstance(places, str | Hex) else list(places)
            self._paint([self._place(place) for place in named], brush)

    def _place(self, place: str | Hex) -> Hex:
        if not isinstance(place, Hex):
            return self.field.hex(place)
        if max(abs(place.q), abs(place.r), abs(place.s)) > MAX_COORDINATE:
            raise ValueError(f"{place} is more than {MAX_COORDINATE} from the origin")
        return place

    @contextmanager
    def step(self, stroke: object = None) -> Iterator[None]:
        """Let all changes in a ``with`` block be one step; where it fails, nothing has changed."""
        with self._lock:
            if self._open:
                yield
                return
            before = copy.deepcopy(self._tables)
            self._open = True
            try:
                yield
            except BaseException:
                self._tables = before
                raise
            finally:
                self._open = False
            if self._tables == before:
                return
            if stroke is None or stroke is not self._stroke:
                self._past.append(before)
                del self._past[:-STEPS]
            self._stroke = stroke
            self._future.clear()
        self._tell()

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step that was taken back."""
        return bool(self._future)

    def undo(self) -> None:
        """Take the last step back; ``IndexError`` where there is none."""
        self._go(self._past, self._future, "undo")

    def redo(self) -> None:
        """Take again the step that was taken back last; ``IndexError`` where there is none."""
        self._go(self._future, self._past, "redo")

    def _go(self, start: list[dict[str, Any]], end: list[dict[str, Any]], what: str) -> None:
        with self._lock:
            if not start:
                raise IndexError(f"nothing to {what}")
            end.append(self._tables)
            self._tables = start.pop()
            self._stroke = None
        self._tell()

    def on_change(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call back after every step; what is returned ends that when it is called."""

        def call() -> object:  # one of its own, so that the same function may listen twice
            return callback()

        self._heard.append(call)
        return lambda: self._heard.remove(call) if call in self._heard else None

    def _tell(self) -> None:
        for callback in tuple(self._heard):
            callback()

    # -- keeping and playing ------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the parts as a TOML file, see docs/components.md; one with faults can be drawn on, but not played."""
        Path(path).write_text(f"# {self.title}\n\n{toml(self._tables)}", "utf-8")

    def game(self, **options: Any) -> Any:
        """A new game with these parts, and with options as when a game is made; `PartsError` tells what is wrong."""
        raise NotImplementedError


def must_shape(error: type[PartsError], name: str, faults: Iterable[DataFault]) -> None:
    """Raise ``error`` for data that is not built as its format says."""
    if wrong := [fault for fault in faults if fault.shape]:
        raise error(name, wrong)


def number(value: object, what: str) -> int:
    """An integer that can be written down; whether it may be is told by a draft's faults."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{what}: expected an integer, got {shorten(value)}")
    if not is_int(value, -MAX_NUMBER, MAX_NUMBER):
        raise ValueError(f"{what}: expected an integer up to {MAX_NUMBER}, got {shorten(value)}")
    return value
