"""Positions set up by hand: what `Game.editing` hands out, and how that becomes a position again.

Rules that can be edited tell a position as JSON values by the names that people use (cells, seats,
units), and make a state of it again, with everything that is wrong with it told at once. An `Editor`
changes such a position; what it may be is for the rules alone to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Protocol, Self, TypeVar

from .faults import ENGINE, EditError, Event, Fault, shorten
from .history import Node
from .rules import Rules
from .words import Words

__all__ = ["Checks", "Edited", "Editor", "RulesToEdit", "Value", "changed", "node_of", "rules_to_edit"]

T = TypeVar("T")


class RulesToEdit(Rules[Any, Any], Protocol):
    """Rules whose positions can be set up by hand, and whose options can be told and changed."""

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The rules that `options` told of."""
        ...

    def options(self) -> Mapping[str, Any]:
        """What makes these rules, as JSON values."""
        ...

    def position(self, state: Any) -> dict[str, Any]:
        """Everything about a state in which a seat decides or the game is over, as JSON values by name."""
        ...

    def at(self, position: Mapping[str, Any]) -> Any:
        """The state at a position; `EditError` lists everything that is wrong with it, whatever it is."""
        ...

    def editor(self, state: Any) -> Editor:
        """What changes the position of a state."""
        ...


def rules_to_edit(rules: Rules[Any, Any], *needed: str) -> Any:
    """``rules`` if they have these methods of `RulesToEdit`, else ``TypeError`` that tells which they lack."""
    if missing := [name for name in needed if not hasattr(rules, name)]:
        raise TypeError(f"{rules.game_type.name} cannot do that: its rules lack {', '.join(missing)}")
    return rules


@dataclass(frozen=True, slots=True)
class Edited:
    """A position that was set up: the state, the position it is made from, and the rules that hold there."""

    rules: Any
    state: Any
    position: Mapping[str, Any]


class Editor:
    """A position that is being changed. Whatever is said is checked together when the ``with`` block ends.

    Games add what there is to say. ``position`` is what the rules told; ``rules`` may be exchanged.
    """

    def __init__(self, rules: Any, state: Any) -> None:
        self.rules = rules
        self._before = rules, rules.position(state)
        self._position: dict[str, Any] | None = rules.position(state)
        self._faults: list[Fault] = []

    @property
    def position(self) -> dict[str, Any]:
        """The position as it has been said so far; `EditError` once the block has ended."""
        if self._position is None:
            raise EditError(ENGINE.say("edit.ended"))
        return self._position

    def fault(self, fault: Fault) -> None:
        """Note what cannot be done; it is told when the block ends."""
        self._faults.append(fault)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What was noted so far that cannot be done."""
        return tuple(self._faults)

    def is_silent(self) -> bool:
        """Whether nothing has been said that differs from what is there."""
        rules, position = self._before
        return self.rules is rules and repr(self.position) == repr(position)  # True is no 1 here

    def settle(self) -> None:
        """Bring the rest of the position in line with what was said; games say how."""

    def standing(self) -> tuple[Any, list[Fault]]:
        """Settle, and tell the state that was set up, or None and everything that is wrong with it."""
        self.settle()
        try:
            state = self.rules.at(self.position)
        except EditError as error:
            return None, [*self._faults, *error.faults]
        return (None if self._faults else state), list(self._faults)

    def finish(self) -> Edited | None:
        """The position that was set up, None where nothing is different; `EditError` lists all that is wrong."""
        if not self._faults and self.is_silent():
            return None
        state, faults = self.standing()
        if faults:
            raise EditError.of(faults)
        told = self.rules.position(state)
        return None if (self.rules, told) == self._before else Edited(self.rules, state, told)

    def close(self) -> None:
        """The block has ended: nothing more can be said."""
        self._position = None


def node_of(edited: Edited, before: Node) -> Node:
    """The step of the history that an edit is."""
    event = Event("EDIT", "event.edited")
    return Node(edited.state, rules=edited.rules, position=edited.position, draws=before.draws, events=(event,))


def changed(rules: Any, changes: Mapping[str, Any]) -> Any:
    """Rules with other switches, dials or components; dials that are not named stay as they are.

    Unknown names raise ``ValueError`` or ``TypeError`` as they do when a game is made.
    """
    options = dict(rules.options())
    dials = changes.get("dials")
    if isinstance(dials, Mapping):
        changes = {**changes, "dials": {**options.get("dials", {}), **dials}}
    return rules.from_options({**options, **changes})


class Checks:
    """Gathers everything that is wrong with a position while it is read; each check returns something to go on with.

    ``words`` is the game's catalogue, with the messages under ``edit``. Faults that are found while `each` goes through
    a part of the position tell where.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.faults: list[Fault] = []
        self._path = ""  # what is being read

    def fault(self, rule: str, key: str, **facts: Any) -> None:
        """Something is wrong: the rule that it offends, and the message ``edit.key`` with its facts."""
        self.add(Fault(rule, f"edit.{key}", facts, self.words))

    def add(self, fault: Fault) -> None:
        """Something is wrong where the position is being read."""
        self.faults.append(replace(fault, path=fault.path or self._path))

    def each(self, part: str, table: Mapping[Any, T]) -> Iterator[tuple[Any, T]]:
        """The items of a table that is a part of the position; what is found wrong with an item is found there."""
        for name, value in table.items():
            self._path = f"{part}.{name}" if _is_plain(name) else part
            yield name, value
        self._path = ""

    def number(self, got: object, low: int, high: int, rule: str, key: str, **facts: Any) -> int:
        """``got`` if it is an integer from ``low`` to ``high``."""
        if type(got) is int and low <= got <= high:
            return got
        self.fault(rule, key, got=shorten(got), low=low, high=high, **facts)
        return low

    def index(self, got: object, known: Sequence[str], rule: str, key: str, **facts: Any) -> int:
        """The place of ``got`` among the ``known`` names; -1 where it is none of them."""
        if isinstance(got, str) and got in known:
            return known.index(got)
        self.fault(rule, key, got=shorten(got), known=list(known), **facts)
        return -1

    def shape(self, position: object, shapes: Mapping[str, tuple[type, ...]]) -> dict[str, Any]:
        """``position`` without the keys that are unknown or do not hold what they should."""
        if not isinstance(position, Mapping):
            self._shape("position", "a mapping", position)
            return {}
        out = {}
        for key, value in position.items():
            if key not in shapes:
                self._shape(shorten(key), f"one of {', '.join(shapes)}", value)
            elif not isinstance(value, shapes[key]):
                self._shape(key, " or ".join(kind.__name__ for kind in shapes[key]), value)
            else:
                out[key] = value
        return out

    def done(self) -> None:
        """Raise `EditError` with everything that was found, if anything was."""
        if self.faults:
            raise EditError.of(self.faults)

    def _shape(self, path: str, expected: str, got: object) -> None:
        facts = {"path": path, "expected": expected, "got": shorten(got)}
        self.add(Fault("EDIT", "edit.shape", facts, path=path if _is_plain(path) else ""))


def _is_plain(name: object) -> bool:
    return isinstance(name, str) and re.fullmatch(r"[\w:-]{1,40}", name) is not None


class Value:
    """Base of values that belong to a game: assigning to one of ``editable`` edits the game.

    A value is equal to any other that says the same, wherever it comes from. One that belongs to no game
    cannot be changed; ``AttributeError`` says so. After an assignment it says what the game then says.
    """

    __slots__ = ("_change",)

    editable: ClassVar[tuple[str, ...]] = ()
    _change: Callable[[str, Any], Any]

    def of_game(self, change: Callable[[str, Any], Any]) -> Self:
        """This value, belonging to a game: ``change(name, value)`` edits it there and returns it anew."""
        object.__setattr__(self, "_change", change)
        return self

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(self, name):  # it is being made
            object.__setattr__(self, name, value)
            return
        if not hasattr(self, "_change"):
            raise AttributeError(f"{shorten(self)} belongs to no game, so its {name} cannot be set")
        if name not in self.editable:
            raise AttributeError(f"{name} cannot be set; {' and '.join(self.editable)} can")
        anew = self._change(name, value)
        for part in fields(self):  # type: ignore[arg-type]
            object.__setattr__(self, part.name, getattr(anew, part.name))

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} cannot be deleted")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(getattr(self, part.name) for part in fields(self))  # type: ignore[arg-type]
