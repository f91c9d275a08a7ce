"""Data files of games, read with limits and written again; and what can be wrong in them, with its place."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeGuard

from ..hexgrid import Hex
from .faults import Fault, Statement, shorten

__all__ = ["MAX_BYTES", "MAX_COORDINATE", "DataFault", "PartsError", "is_hex", "is_int", "plain", "read_tables", "toml"]

MAX_BYTES = 1 << 20
MAX_COORDINATE = 30
_WIDTH, _PER_LINE = 100, 10
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class DataFault(Fault):
    """What is wrong in a data file: ``place`` in the file ("boards.four.large[0]"), ``at`` the hexes concerned.

    Keys that start with "shape." are about data that is not built as its format says; all others about what it says.
    """

    place: str = field(default="", kw_only=True)
    at: tuple[Hex, ...] = field(default=(), kw_only=True)

    __hash__ = Statement.__hash__

    @property
    def shape(self) -> bool:
        """Whether the data is not built as its format says."""
        return self.key.startswith("shape.")

    def __str__(self) -> str:
        return f"{self.place}: {self.text()}" if self.place else self.text()


class PartsError(ValueError):
    """Data that cannot be played with. ``found`` holds a `DataFault` for everything that is wrong."""

    kind: ClassVar[str] = "data"

    def __init__(self, name: str, found: Iterable[DataFault]) -> None:
        self.name = name
        self.found = tuple(found)
        super().__init__(name, self.found)

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """(place in the data, what is wrong there), all of them."""
        return tuple((fault.place, fault.text()) for fault in self.found)

    def __str__(self) -> str:
        return f"{self.kind} {self.name}: {'; '.join(map(str, self.found))}"


def is_int(value: object, low: int, high: int) -> TypeGuard[int]:
    """Whether a value is an integer, and no truth value, from ``low`` to ``high``."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_hex(value: object) -> bool:
    """Whether a value is [q, r], not too far away."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return False
    return all(is_int(n, -MAX_COORDINATE, MAX_COORDINATE) for n in value)


def read_tables(path: str | os.PathLike[str], error: type[PartsError]) -> dict[str, Any]:
    """The tables of a TOML file; ``error`` where it is too large or no TOML, ``OSError`` when it cannot be read."""
    import tomllib  # noqa: PLC0415  read when the first game is made, not at import

    name = Path(path).stem
    with Path(path).open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise error(name, [DataFault("", "shape.size", {"most": MAX_BYTES >> 10})])
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as problem:  # bad text, bad TOML, or numbers of too many digits
        raise error(name, [DataFault("", "shape.toml", {"error": shorten(str(problem), 200)})]) from problem


def plain(data: Any) -> Any:
    """Data as a TOML file gives it: a copy made of dicts and lists."""
    if isinstance(data, Mapping):
        return {key: plain(value) for key, value in data.items()}
    return [plain(value) for value in data] if isinstance(data, list | tuple) else data


# -- writing ----------------------------------------------------------------------------------------------


def toml(tables: Mapping[str, Any]) -> str:
    """Tables of text, integers, truth values, lists and tables as TOML.

    >>> print(toml({"disk": 2, "north": {"cell": [0, -2], "facing": 5}}))
    disk = 2
    <BLANKLINE>
    [north]
    cell = [0, -2]
    facing = 5
    <BLANKLINE>
    """
    return "\n".join(_table("", tables)).lstrip("\n") + "\n"


def _table(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping) or _is_tables(value)}
    for key, value in table.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        name = f"{path}{_key(key)}"
        for one in value if isinstance(value, list) else [value]:
            if isinstance(value, list):
                yield from ("", f"[[{name}]]")
            elif not one or not all(isinstance(below, Mapping) for below in one.values()):
                yield from ("", f"[{name}]")
            yield from _table(f"{name}.", one)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if not isinstance(value, list):
        return str(value)
    items = list(map(_value, value))
    if len(line := f"[{', '.join(items)}]") <= _WIDTH:
        return line
    rows = (", ".join(items[i : i + _PER_LINE]) for i in range(0, len(items), _PER_LINE))
    return "".join(("[\n", *(f"    {row},\n" for row in rows), "]"))
