"""What Arena Duel offers to lessons and quizzes: terms for tasks, and how scripted dice are made to last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.teaching import Happening, Teaching, Term
from . import questions
from .combat import dice_of
from .dials import SWITCHES
from .notation import MOVE_NAMES, TURN_NAMES
from .state import DIRECTIONS, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["TEACHING"]

_FACES = 600  # thrown in a lesson at most
_ARCS = ("front", "front-left", "back-left", "back", "back-right", "front-right")


def _seats(rules: ArenaDuelRules) -> Sequence[str]:
    return rules.seats


def _cells(rules: ArenaDuelRules) -> Sequence[str]:
    return rules.cell_labels


def _arcs(rules: ArenaDuelRules) -> Sequence[str]:
    del rules
    return _ARCS


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _adjacent(rules: ArenaDuelRules, state: State) -> bool:
    return state.cell[1] in rules.table.neighbour[state.cell[0]]


def _at(done: Happening, given: Mapping[str, Any]) -> bool:
    """A fighter stands on a hex, or on one of several."""
    fighter = done.rules.fighters(done.after)[given["at"]]
    return fighter.cell in _listed(given["cell"])


def _facing(done: Happening, given: Mapping[str, Any]) -> bool:
    """A fighter faces a direction, 0 to 5."""
    return bool(done.rules.fighters(done.after)[given["faces"]].facing == given["direction"])


def _sees(done: Happening, given: Mapping[str, Any]) -> bool:
    """AD-DICE-1: a fighter has its enemy next to it, in one of these arcs of its own."""
    rules, state, slot = done.rules, done.after, done.rules.seats.index(given["sees"])
    side = (rules.table.bearing[state.cell[slot]][state.cell[1 - slot]] - state.facing[slot]) % DIRECTIONS
    return _adjacent(rules, state) and _ARCS[side] in _listed(given["arc"])


def _threw(done: Happening, given: Mapping[str, Any]) -> bool:
    """AD-DICE-1: a fighter threw so many dice in combat."""
    return any(
        event.rule == "AD-DICE-2" and len(event.facts["dice"][given["threw"]]) == given["dice"] for event in done.events
    )


def _dice(done: Happening, given: Mapping[str, Any]) -> bool:
    """AD-DICE-1: a fighter would throw so many dice at least at the enemy next to it."""
    slot = done.rules.seats.index(given["has"])
    return _adjacent(done.rules, done.after) and dice_of(done.rules.table, done.after, slot) >= given["dice"]


def _attempts(rules: ArenaDuelRules, state: State, seat: str) -> Iterator[str]:
    """Every order."""
    del rules, state, seat
    yield from (f"{move}{turn}" for move in MOVE_NAMES for turn in TURN_NAMES)


def _complete(options: Mapping[str, Any]) -> dict[str, Any]:
    """Scripted dice begin again when all are thrown; an arena is told in the lesson itself, never a file."""
    arena, dice = options.get("arena"), options.get("dice")
    if isinstance(arena, str) and arena != "standard":
        raise ValueError(f'arena: expected "standard" or a table, got {arena!r:.60}')
    out = dict(options)
    if isinstance(dice, list) and 0 < len(dice) <= _FACES:
        out["dice"] = dice * (_FACES // len(dice))
    return out


TEACHING = Teaching(
    lessons="hexwidgets.arenaduel.lessons",
    options=("arena", "dice", "dials", *(switch.name for switch in SWITCHES)),
    terms={
        "at": Term({"at": _seats, "cell": _cells}, _at),
        "faces": Term({"faces": _seats, "direction": range(DIRECTIONS)}, _facing),
        "sees": Term({"sees": _seats, "arc": _arcs}, _sees),
        "threw": Term({"threw": _seats, "dice": range(6)}, _threw),
        "has": Term({"has": _seats, "dice": range(6)}, _dice),
    },
    quizzes=questions.QUIZZES,
    names=questions.NAMES,
    attempts=_attempts,
    complete=_complete,
)
