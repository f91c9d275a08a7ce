"""Dials and switches: the numbers and the rulings of a game, named, bounded and tied to a rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .faults import shorten

__all__ = ["Dial", "Settings", "Switch", "choose", "one_of", "set_dials"]


@dataclass(frozen=True, slots=True)
class Dial:
    """A number in the rules. ``default`` is None where it depends on the variant.

    ``of`` is the kind and the id of the thing it belongs to, where each of several things has such a number.
    """

    name: str
    default: int | None
    low: int
    high: int
    rule: str
    of: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """A ruling that can be set otherwise; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    rule: str

    @property
    def default(self) -> str:
        """What holds when nothing is said."""
        return self.choices[0]


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything about rules that can be set, as what rules have as ``settings``, for forms that people fill in.

    ``options`` gives the choices for each by name, ``bound`` the options that hold for one choice of another only and
    are left out where that one changes.
    """

    options: Mapping[str, tuple[Any, ...]]
    switches: tuple[Switch, ...]
    dials: tuple[Dial, ...]
    bound: Mapping[str, tuple[str, ...]]


def one_of(what: str, got: object, known: Iterable[str]) -> str:
    """``got`` if it is one of ``known``, else ``ValueError`` that lists them."""
    names = tuple(known)
    if got not in names:
        raise ValueError(f"unknown {what} {shorten(got)}; known are {', '.join(names)}")
    return str(got)


def set_dials(dials: Iterable[Dial], given: Mapping[str, Any] | None, defaults: Mapping[str, int]) -> dict[str, int]:
    """The value of every dial: ``given``, else ``defaults``, else its own default; all faults at once."""
    if not isinstance(given, Mapping | None):
        raise ValueError(f"dials: expected values by name, got {shorten(given)}")
    known = {dial.name: dial for dial in dials}
    values = {name: defaults.get(name, dial.default) for name, dial in known.items()}
    faults = []
    for name, value in (given or {}).items():
        if name not in known:
            faults.append(f"unknown dial {shorten(name)}; known are {', '.join(known)}")
        elif isinstance(value, bool) or not isinstance(value, int):
            faults.append(f"dial {name}: expected an integer, got {shorten(value)}")
        elif not known[name].low <= value <= known[name].high:
            faults.append(f"dial {name}: expected {known[name].low} to {known[name].high}, got {value}")
        else:
            values[name] = value
    if faults:
        raise ValueError("; ".join(faults))
    return {name: value for name, value in values.items() if value is not None}


def choose(switches: Iterable[Switch], given: Mapping[str, Any]) -> dict[str, str]:
    """The choice at every switch; an unknown switch or choice raises ``ValueError`` that lists the known ones."""
    known = {switch.name: switch for switch in switches}
    for name in given:
        one_of("switch", name, known)
    return {n: one_of(f"choice for {n}:", given.get(n, s.default), s.choices) for n, s in known.items()}
