"""What is counted of duels, see engine/tally.py: what orders, arcs, cells and the parts of a turn bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..engine.kernel import kernel
from ..engine.tally import Group, Tally
from ..hexgrid import Hex, Orientation
from .movement import around
from .resolution import step
from .state import (
    CELLS,
    CHARGE,
    CHARGING,
    COLLIDING,
    DIRECTIONS,
    FOLLOWING,
    HITTING,
    MEASURING,
    MEETING,
    NOBODY,
    ORDERING,
    ORDERS,
    OVER,
    PASSING,
    PURSUING,
    TURNS,
    State,
    Table,
)

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["TALLY", "close", "count", "note"]

_ARCS = ("front", "front-side", "back-side", "back")
_PARTS = ("right", "charge", "pass", "collide", "push", "blocked-push", "fight", "pursue", "hold", "corner")
_RIGHT, _CHARGE, _PASS, _COLLIDE, _PUSH, _BLOCKED, _FIGHT, _PURSUE, _HOLD, _CORNER = range(10)

# Where groups of keys begin.
_ORDER = 0
_ARC = _ORDER + ORDERS
_PART = _ARC + 4
_CELL = _PART + 10
_KEYS = _CELL + CELLS

# What is remembered: the phase before, and of the turn each seat's order plus 1 (0: none yet), life and cell, and who
# has the right to charge.
_PHASE = 2 * _KEYS
_LIFE_BEFORE = _PHASE + 1
_ORDERED = _LIFE_BEFORE + 2
_LIFE = _ORDERED + 2
_FROM = _LIFE + 2
_HOLDER = _FROM + 2
_ROOM = 10


@kernel
def _add(tally: Any, key: int, amount: int) -> None:
    tally[2 * key] += 1
    tally[2 * key + 1] += amount


@kernel
def note(state: State, tally: Any) -> None:
    """Before something is decided or thrown: how things stand."""
    tally[_PHASE] = state.phase
    for seat in range(2):
        tally[_LIFE_BEFORE + seat] = state.life[seat]
        if state.phase == ORDERING:
            tally[_LIFE + seat] = state.life[seat]
            tally[_FROM + seat] = state.cell[seat]
            tally[_HOLDER] = state.right


@kernel
def count(table: Table, state: State, tally: Any) -> None:
    """After it: count that, and take and count every step that follows by itself."""
    before = tally[_PHASE]
    if before == ORDERING:
        for seat in range(2):
            tally[_ORDERED + seat] = state.order[seat] + 1
            if state.order[seat] >= CHARGE * TURNS:
                _add(tally, _PART + _CHARGE, 0)
    elif before == PASSING:
        _add(tally, _PART + _PASS, _lost(state, tally))
    elif before == PURSUING and state.winner == NOBODY:
        _add(tally, _PART + _HOLD, 0)
    while state.phase > OVER:
        if state.phase == MEASURING:
            step(table, state)
        else:
            _step(table, state, tally)
    if tally[_ORDERED] > 0 and (state.phase == CHARGING or state.phase == OVER):
        _end_turn(state, tally)


@kernel
def _lost(state: State, tally: Any) -> int:
    """Life that both have lost since `note`."""
    lost = 0
    for seat in range(2):
        lost += tally[_LIFE_BEFORE + seat] - state.life[seat]
    return lost


@kernel
def _step(table: Table, state: State, tally: Any) -> None:
    """One step of `resolution.step`, counted."""
    phase, winner, pushed = int(state.phase), int(state.winner), int(state.pushed)
    charged, cell = int(state.charged), int(state.cell[winner])
    life = state.life[0] + state.life[1]
    own, other = (_arc(table, state, 0), _arc(table, state, 1)) if phase == HITTING else (0, 0)
    step(table, state)
    damage = life - state.life[0] - state.life[1]
    if phase == MEETING:
        if state.phase == COLLIDING:
            _add(tally, _PART + _COLLIDE, 0)
        if damage > 0:
            _add(tally, _PART + _BLOCKED, damage)
        elif state.pushed > pushed:
            _add(tally, _PART + _PUSH, 0)
    elif phase == HITTING:
        _add(tally, _PART + _FIGHT, damage)
        _add(tally, _ARC + own, damage if winner == 0 else 0)
        _add(tally, _ARC + other, damage if winner == 1 else 0)
        if winner != NOBODY and charged == winner:
            tally[2 * (_PART + _CHARGE) + 1] += damage
    elif phase == FOLLOWING and winner != NOBODY:
        if damage > 0:
            _add(tally, _PART + _CORNER, damage)
        elif state.cell[winner] != cell:
            _add(tally, _PART + _PURSUE, 0)


@kernel
def _arc(table: Table, state: State, seat: int) -> int:
    """AD-DICE-1: where the enemy is as seen by a fighter: 0 in front, 1 beside that, 2 beside the back, 3 behind."""
    line = table.bearing[state.cell[seat]][state.cell[1 - seat]]
    turns = around(line, DIRECTIONS - state.facing[seat])
    return min(turns, DIRECTIONS - turns)


@kernel
def _end_turn(state: State, tally: Any) -> None:
    """What the turn brought to each seat: life taken less life lost."""
    swing = tally[_LIFE + 1] - state.life[1] - tally[_LIFE] + state.life[0]
    for seat in range(2):
        gain = swing if seat == 0 else -swing
        _add(tally, _ORDER + tally[_ORDERED + seat] - 1, gain)
        _add(tally, _CELL + tally[_FROM + seat], gain)
        if tally[_HOLDER] == seat:
            _add(tally, _PART + _RIGHT, gain)
        tally[_ORDERED + seat] = 0


@kernel
def close(_table: Table, _state: State, _tally: Any) -> None:
    """Everything has been counted turn by turn."""


def _groups(rules: ArenaDuelRules) -> dict[str, Group]:
    return {
        "order": Group(_ORDER, tuple(str(rules.decode(code)) for code in range(ORDERS))),
        "arc": Group(_ARC, _ARCS),
        "part": Group(_PART, _PARTS),
        "stand": Group(_CELL, rules.cell_labels, ("stood", "swing")),
    }


def _follow(rules: ArenaDuelRules, state: State, moves: tuple[Any, ...], tally: Any) -> State:
    after = state.copy()
    note(after, tally)
    rules.enact(after, *moves)
    count(rules.table, after, tally)
    return after


def _hexes(rules: ArenaDuelRules) -> tuple[Mapping[str, Hex], Orientation]:
    return {rules.arena.labels[cell]: cell for cell in rules.arena.cells}, "flat"


TALLY = Tally(_KEYS, _ROOM, _groups, _follow, _hexes)
