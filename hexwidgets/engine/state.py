"""One declaration of a state, and the forms that follow from it.

A state is named integers with shapes. Declared once, it exists as a plain Python object whose fields
are ints and lists (what a click runs on: no NumPy), and as a NumPy record (what compiled kernels run
on). Both answer to the same expressions: ``state.hand[seat]``, ``state.deck[seat][i]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Self

__all__ = ["Field", "Record", "ints"]

_MAX_DIMENSIONS = 2


@dataclass(frozen=True, slots=True)
class Field:
    """One declared field: its shape, the range its integers keep to, and what it starts as."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    fill: int

    @property
    def dtype(self) -> str:
        """The narrowest NumPy integer that holds the range."""
        for bits in (8, 16, 32):
            if -(1 << (bits - 1)) <= self.low and self.high < 1 << (bits - 1):
                return f"i{bits // 8}"
        return "i8"

    def empty(self) -> Any:
        """A fresh value: an int, a list, or a list of lists."""
        if not self.shape:
            return self.fill
        if len(self.shape) == 1:
            return [self.fill] * self.shape[0]
        return [[self.fill] * self.shape[1] for _ in range(self.shape[0])]

    def check(self, value: object) -> Any:
        """A copy of ``value`` with this field's shape, integers in range; else ``ValueError``."""
        return self._check(value, self.shape, self.name)

    def _check(self, value: object, shape: tuple[int, ...], path: str) -> Any:
        if not shape:
            if isinstance(value, bool) or not isinstance(value, int):
                raise ValueError(f"{path}: expected an integer, got {value!r:.60}")
            if not self.low <= value <= self.high:
                raise ValueError(f"{path}: expected {self.low} to {self.high}, got {value!r:.60}")
            return value
        if not isinstance(value, list) or len(value) != shape[0]:
            raise ValueError(f"{path}: expected a list of {shape[0]}, got {value!r:.60}")
        return [self._check(v, shape[1:], f"{path}[{i}]") for i, v in enumerate(value)]


@dataclass(frozen=True, slots=True)
class _Ints:
    shape: tuple[int, ...]
    low: int
    high: int
    fill: int


def ints(*shape: int, low: int = 0, high: int = 127, fill: int = 0) -> Any:
    """Declare integers in a `Record` subclass.

    ``shape`` is empty for one integer, ``(n,)`` for a list, ``(n, m)`` for a list of lists.
    ``low`` and ``high`` bound every integer, both included; ``fill`` is the starting value.
    """
    if len(shape) > _MAX_DIMENSIONS:
        raise ValueError(f"a field has at most {_MAX_DIMENSIONS} dimensions, got {shape}")
    if not low <= fill <= high:
        raise ValueError(f"fill {fill} lies outside {low} to {high}")
    return _Ints(shape, low, high, fill)


class Record:
    """Base of declared states and tables.

    >>> class Count(Record):
    ...     wins: list[int] = ints(2, high=1000)
    ...     turn: int = ints()
    >>> a = Count(turn=1)
    >>> b = a.copy()
    >>> b.wins[0] = 5
    >>> a.wins, b.wins, a == b
    ([0, 0], [5, 0], False)
    >>> Count.from_json(b.to_json()) == b
    True
    """

    fields: ClassVar[tuple[Field, ...]] = ()
    _lists: ClassVar[tuple[str, ...]] = ()
    _grids: ClassVar[tuple[str, ...]] = ()
    _dtype: ClassVar[Any] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        found = {name: v for name, v in vars(cls).items() if isinstance(v, _Ints)}
        own = (Field(name, v.shape, v.low, v.high, v.fill) for name, v in found.items())
        cls.fields = (*cls.fields, *own)
        for name in found:
            delattr(cls, name)
        cls._lists = tuple(f.name for f in cls.fields if len(f.shape) == 1)
        cls._grids = tuple(f.name for f in cls.fields if len(f.shape) == _MAX_DIMENSIONS)
        cls._dtype = None

    def __init__(self, /, **values: Any) -> None:
        """Every field at its fill, but for ``values``; a wrong name, shape or range is refused."""
        here = self.__dict__
        for field in self.fields:
            here[field.name] = field.check(values.pop(field.name)) if field.name in values else field.empty()
        if values:
            known = ", ".join(f.name for f in self.fields)
            raise ValueError(f"{type(self).__name__} has no field {', '.join(values)}; it has {known}")

    def copy(self) -> Self:
        """An equal record that shares nothing with this one."""
        new = object.__new__(type(self))
        there = new.__dict__
        there.update(self.__dict__)
        for name in self._lists:
            there[name] = there[name][:]
        for name in self._grids:
            there[name] = [row[:] for row in there[name]]
        return new

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        """By value. States that are kept are never changed, so they may be keys."""
        return hash(tuple(self._flat()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.to_json().items())})"

    def _flat(self) -> Iterator[int]:
        for field in self.fields:
            value = self.__dict__[field.name]
            if not field.shape:
                yield value
            elif len(field.shape) == 1:
                yield from value
            else:
                for row in value:
                    yield from row

    def to_json(self) -> dict[str, Any]:
        """Plain ints and lists, by field name; fields that still are at their fill are left out."""
        copy = self.copy().__dict__
        return {f.name: copy[f.name] for f in self.fields if copy[f.name] != f.empty()}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The record that `to_json` described; ``ValueError`` names the path of what is wrong."""
        if not isinstance(data, dict) or not all(isinstance(k, str) for k in data):
            raise ValueError(f"expected an object of fields, got {data!r:.60}")
        return cls(**data)

    @classmethod
    def dtype(cls) -> Any:
        """The NumPy structured dtype with the same fields."""
        if cls._dtype is None:
            import numpy as np  # noqa: PLC0415  NumPy only where compiled rules are asked for

            cls._dtype = np.dtype([(f.name, f.dtype, f.shape) for f in cls.fields], align=True)
        return cls._dtype

    def to_record(self) -> Any:
        """This state as one NumPy record (``numpy.void`` of `dtype`), sharing nothing."""
        import numpy as np  # noqa: PLC0415

        out = np.zeros(1, self.dtype())
        for field in self.fields:
            out[field.name][0] = self.__dict__[field.name]
        return out[0]

    @classmethod
    def from_record(cls, record: Any) -> Self:
        """The list form of a NumPy record of `dtype`."""
        new = object.__new__(cls)
        for field in cls.fields:
            value = record[field.name]
            new.__dict__[field.name] = value.tolist() if field.shape else int(value)
        return new
