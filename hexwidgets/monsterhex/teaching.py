"""What Monster Hex offers to lessons and quizzes: terms for tasks, and attempts among which a refused one is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.teaching import Happening, Teaching, Term
from . import deciding, judgement, questions
from .dials import SWITCHES
from .explain import tally
from .notation import Place
from .state import ABILITIES, PLACING, TILES, State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["TEACHING"]


def _factions(rules: MonsterHexRules) -> Sequence[str]:
    return rules.factions


def _sites(rules: MonsterHexRules) -> Sequence[str]:
    return rules.site_labels


def _cells(rules: MonsterHexRules) -> Sequence[str]:
    return rules.cell_labels


def _matching(done: Happening, given: Mapping[str, Any]) -> bool:
    """MH-PLACE-3: the unit just placed has so many edges that are equal to its neighbours'."""
    rules, move = done.rules, next(iter(done.moves.values()))
    if not isinstance(move, Place):
        return False
    cell, unit = rules.cell_labels.index(move.cell), rules.components.unit("", move.unit, move.rotation)
    equal = 0
    for direction, other in enumerate(rules.table.neighbour[cell]):
        neighbour = rules.unit_at(done.before, other) if other >= 0 else None
        equal += neighbour is not None and neighbour.power((direction + 3) % 6) == unit.power(direction)
    return bool(equal >= given["matching"])


def _leads(done: Happening, given: Mapping[str, Any]) -> bool:
    """MH-LARGE-1: as a site lies, a faction's total there is above every other's."""
    rules: MonsterHexRules = done.rules
    totals = tally(rules, done.after, rules.site_labels.index(given["site"]))
    own = totals.pop(given["leads"], -1)
    return own > max(totals.values(), default=0)


def _holds(done: Happening, given: Mapping[str, Any]) -> bool:
    """A faction has a unit on a cell, or on one of several."""
    rules: MonsterHexRules = done.rules
    cells = given["cell"] if isinstance(given["cell"], list) else [given["cell"]]
    units = (rules.unit_at(done.after, rules.cell_labels.index(cell)) for cell in cells)
    return any(unit is not None and unit.faction == given["holds"] for unit in units)


def _faces(done: Happening, given: Mapping[str, Any]) -> bool:
    """The power that the unit just placed turns to a site is so high at least."""
    rules, move = done.rules, next(iter(done.moves.values()))
    if not isinstance(move, Place):
        return False
    site, cell = rules.site_labels.index(given["site"]), rules.cell_labels.index(move.cell)
    around = [i for i in range(6) if judgement.cell_around(rules.table, site, i) == cell]
    powers = [judgement.power_at(rules.table, done.after, site, i) for i in around]
    return bool(powers and powers[0] >= given["faces"])


def _attempts(rules: MonsterHexRules, state: State, seat: str) -> Iterator[str]:
    """Every placement of a unit in hand, on every cell in every rotation, and every use of the seat's ability."""
    hand = state.hand[deciding.pile_to_place(rules.table, state)] if state.phase == PLACING else 0
    for tile in range(TILES):
        if hand >> tile & 1:
            for cell in rules.cell_labels:
                yield from (f"{rules.units[tile]}@{cell}^{rotation}" for rotation in range(6))
    ability = ABILITIES[state.ability[rules.seats.index(seat)]]
    if ability:
        yield from (f"{ability} {cell}" for cell in rules.cell_labels)


TEACHING = Teaching(
    lessons="hexwidgets.monsterhex.lessons",
    options=("variant", "seats", "abilities", "goals", "shared", "dials", *(switch.name for switch in SWITCHES)),
    terms={
        "matching": Term({"matching": range(1, 7)}, _matching),
        "leads": Term({"leads": _factions, "site": _sites}, _leads),
        "holds": Term({"holds": _factions, "cell": _cells}, _holds),
        "faces": Term({"faces": range(1, 6), "site": _sites}, _faces),
    },
    quizzes=questions.QUIZZES,
    names=questions.NAMES,
    attempts=_attempts,
)
