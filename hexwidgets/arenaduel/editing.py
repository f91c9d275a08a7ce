"""Positions of Arena Duel as people tell them, read with everything that is wrong with them, and changed.

A position is ``{"turn": 3, "charge_right": "south", "fighters": {"north": {"cell": "b2", "facing": 5, "life": 4},
...}}`` where both give orders. Where the winner of a combat is to choose it also has the ``phase``, the ``orders``,
the ``winner``, and who ``charged`` or whether anybody ``pushed``; where the duel is over, the ``phase``. Obstacles
are part of the arena, and so of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..engine.editing import Checks, Editor
from ..engine.faults import Fault, IllegalMove, shorten
from ..hexgrid import Hex
from . import notation
from .arena import SEATS, with_obstacles
from .explain import WORDS
from .notation import Order
from .state import CELLS, DIRECTIONS, NOBODY, NONE, ORDERING, OVER, PHASES, PURSUING, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["MOST_LIFE", "DuelEditor", "position_of", "state_at"]

MOST_LIFE = 100  # as the dial
_MOST_TURNS = 1_000_000_000

_SHAPES: dict[str, tuple[type, ...]] = {
    "phase": (str,),
    "turn": (object,),
    "charge_right": (object,),
    "fighters": (Mapping,),
    "orders": (list,),
    "charged": (object,),
    "pushed": (bool,),
    "winner": (object,),
}
_DECIDED = ("orders", "charged", "pushed", "winner")


# -- from states and back -----------------------------------------------------------------------------------


def position_of(rules: ArenaDuelRules, state: State) -> dict[str, Any]:
    """Everything about a state in which a seat decides or the duel is over, by name."""
    position: dict[str, Any] = {
        "turn": state.turn + (state.phase != OVER),
        "charge_right": _seat(state.right),
        "fighters": {
            seat: {"cell": f.cell, "facing": f.facing, "life": f.life} for seat, f in rules.fighters(state).items()
        },
    }
    if state.phase != ORDERING:
        position["phase"] = PHASES[state.phase]
    if state.phase == PURSUING:
        position["orders"] = [str(rules.decode(code)) for code in state.order]
        position |= {"charged": _seat(state.charged), "pushed": bool(state.pushed), "winner": _seat(state.winner)}
    return position


def _seat(slot: int) -> str | None:
    return None if slot == NOBODY else SEATS[slot]


def state_at(rules: ArenaDuelRules, position: Mapping[str, Any]) -> State:
    """The state at a position; `EditError` lists everything that is wrong with it."""
    check = Checks(WORDS)
    given = check.shape(position, _SHAPES)
    state = State(phase=ORDERING)
    over, limit = given.get("phase") == PHASES[OVER], rules.dials["max_turns"]
    turn = check.number(given.get("turn"), 1, limit or _MOST_TURNS, "AD-END-2", "turn")
    state.turn = turn if over else turn - 1
    state.right = _nobody_or(check, given.get("charge_right"), "AD-CHARGE-1", "right")
    _read_fighters(check, rules, state, given.get("fighters", {}), int(not over))
    if over:
        state.phase = OVER
        if sorted(state.life).count(0) != 1 and not (limit and turn == limit and all(state.life)):
            check.fault("AD-END-1", "not-over")
    elif given.get("phase", PHASES[ORDERING]) != PHASES[ORDERING]:
        _read_pursuit(check, rules, state, given)
    elif told := [name for name in _DECIDED if name in given]:
        check.fault("AD-ORDER-1", "orders-due", told=told)
    check.done()
    return state


def _nobody_or(check: Checks, got: object, rule: str, key: str) -> int:
    return NOBODY if got is None else check.index(got, SEATS, rule, key)


def _read_fighters(
    check: Checks, rules: ArenaDuelRules, state: State, fighters: Mapping[str, Any], least_life: int
) -> None:
    """AD-ARENA-1 and 2: each fighter once, in the arena, one to a hex."""
    for name, _ in check.each("fighters", fighters):
        check.index(name, SEATS, "AD-START-1", "seat")
    for slot, (seat, _) in enumerate(check.each("fighters", dict.fromkeys(SEATS))):
        told = fighters.get(seat)
        if not isinstance(told, Mapping) or set(told) != {"cell", "facing", "life"}:
            check.fault("AD-START-1", "fighter", seat=seat, got=shorten(told))
            continue
        cell = _free_cell(check, rules, seat, told["cell"])
        if slot and cell is not None and cell == state.cell[0] and "north" in fighters:
            check.fault("AD-ARENA-2", "occupied", cell=rules.cell_labels[cell])
        state.cell[slot] = CELLS - 1 if cell is None else cell
        state.facing[slot] = check.number(told["facing"], 0, DIRECTIONS - 1, "AD-START-1", "facing", seat=seat)
        state.life[slot] = check.number(told["life"], least_life, MOST_LIFE, "AD-END-1", "life", seat=seat)


def _free_cell(check: Checks, rules: ArenaDuelRules, seat: str, label: object) -> int | None:
    """AD-ARENA-1 and 2: the cell where a fighter may stand."""
    if isinstance(label, str) and label in rules.cell_labels:
        return rules.cell_labels.index(label)
    if isinstance(label, str) and label in rules.arena.labels:
        check.fault("AD-ARENA-2", "on-obstacle", seat=seat, cell=label)
    else:
        check.fault("AD-ARENA-1", "outside", **_outside(rules, label))
    return None


def _outside(rules: ArenaDuelRules, label: object) -> dict[str, Any]:
    first, *_, last = (rules.arena.labels[place] for place in rules.arena.labels)
    return {"got": shorten(label), "first": first, "last": last}


def _read_pursuit(check: Checks, rules: ArenaDuelRules, state: State, given: Mapping[str, Any]) -> None:
    """AD-HIT-2, by the switch: a winner with its enemy in front and room beyond is to choose."""
    if given["phase"] != PHASES[PURSUING]:
        check.fault("AD-ORDER-1", "phase", got=shorten(given["phase"]))
        return
    state.phase = PURSUING
    orders = [_order(rules, text) for text in given.get("orders", ())]
    if len(orders) == len(SEATS) and all(code != NONE for code in orders):
        state.order = orders
    else:
        check.fault("AD-ORDER-1", "orders", got=shorten(given.get("orders")))
    state.charged = _nobody_or(check, given.get("charged"), "AD-CHARGE-2", "charged")
    state.pushed = int(given.get("pushed", False))
    state.winner = check.index(given.get("winner"), SEATS, "AD-HIT-2", "winner")
    if not check.faults and not _may_pursue(rules, state):
        check.fault("AD-HIT-2", "no-pursuit", seat=SEATS[state.winner])


def _may_pursue(rules: ArenaDuelRules, state: State) -> bool:
    winner, loser = state.cell[state.winner], state.cell[1 - state.winner]
    line, table = state.facing[state.winner], rules.table
    return bool(table.pursuit_optional) and table.neighbour[winner][line] == loser and table.neighbour[loser][line] >= 0


def _order(rules: ArenaDuelRules, text: object) -> int:
    try:
        move = notation.parse(text) if isinstance(text, str) else None
        return rules.encode(move) if isinstance(move, Order) else NONE
    except (notation.NotationError, IllegalMove):
        return NONE


# -- changing -------------------------------------------------------------------------------------------------


class DuelEditor(Editor):
    """What can be said in ``with duel.editing() as e:``. Afterwards both give orders, with the right as said.

    Cells are labels or `Hex`; facings are directions 0..5, counter-clockwise from (1, 0): 2 is north, 5 south.
    Nothing needs to have come about by legal orders; what the rules do not allow as a position is refused.
    """

    rules: ArenaDuelRules

    def __init__(self, rules: ArenaDuelRules, state: State) -> None:
        super().__init__(rules, state)
        self._turn_is_said = state.phase != OVER

    def fighter(
        self, seat: str, cell: str | Hex | None = None, *, facing: int | None = None, life: int | None = None
    ) -> None:
        """Put a fighter on a cell, turn it, or set its life (1 to 100); what is not named stays."""
        said = {"cell": cell, "facing": facing, "life": life}
        self.position["fighters"].setdefault(str(seat), {})
        for name, value in said.items():
            if value is not None:
                self.change(seat, name, value)

    def change(self, seat: str, name: str, value: Any) -> None:
        """Set one thing of a fighter: its ``cell``, ``facing`` or ``life``."""
        told = self.position["fighters"].setdefault(str(seat), {})
        told[name] = self._label(value) if name == "cell" else value

    def charge_right(self, seat: str | None) -> None:
        """AD-CHARGE-1: who may charge this turn; None for nobody."""
        self.position["charge_right"] = seat

    def turn(self, number: int) -> None:
        """The turn that is being played, from 1."""
        self.position["turn"], self._turn_is_said = number, True

    def obstacle(self, cell: str | Hex, there: bool = True) -> None:
        """AD-ARENA-2: lay an obstacle on a hex of the arena, or (``there=False``) take it away.

        From here on it is part of the arena. Where it lies on a start hex, a duel in that arena starts where the
        fighters stand now.
        """
        arena, label = self.rules.arena, self._label(cell)
        laid = self.position.setdefault("obstacles", [arena.labels[place] for place in arena.obstacles])
        if label not in arena.labels:
            self.fault(Fault("AD-ARENA-1", "edit.outside", _outside(self.rules, label), WORDS))
        elif there and label not in laid:
            laid.append(label)
        elif not there and label in laid:
            laid.remove(label)

    def clear(self, cell: str | Hex) -> None:
        """Take an obstacle away, if there is one."""
        self.obstacle(cell, False)

    def settle(self) -> None:
        """Both give orders again, in the arena as it is now."""
        for name in ("phase", *_DECIDED):
            self.position.pop(name, None)
        if not self._turn_is_said:
            self.position["turn"] += 1  # the one after the last
        labels = self.rules.arena.labels
        if (laid := self.position.pop("obstacles", None)) is not None:
            self._lay({labels.hex(label) for label in laid})

    def _lay(self, obstacles: set[Hex]) -> None:
        arena = self.rules.arena
        free = len(arena.labels) - len(obstacles)
        if not len(SEATS) <= free <= CELLS:
            facts = {"got": free, "low": len(SEATS), "high": CELLS}
            self.fault(Fault("AD-ARENA-1", "edit.free-cells", facts, WORDS))
        elif obstacles != set(arena.obstacles):
            there = with_obstacles(arena, obstacles, self._standing())
            self.rules = self.rules.from_options({**self.rules.options(), "arena": there})

    def _standing(self) -> list[tuple[Hex, int]]:
        """Where the fighters stand and face, as far as that makes sense."""
        labels, told = self.rules.arena.labels, self.position["fighters"]
        both = [(told[seat].get("cell"), told[seat].get("facing")) for seat in SEATS]
        return [(labels.hex(cell), facing) for cell, facing in both if cell in labels and facing in range(DIRECTIONS)]

    def _label(self, cell: str | Hex) -> str:
        labels = self.rules.arena.labels
        if isinstance(cell, Hex) and cell in labels:
            return labels[cell]
        return cell if isinstance(cell, str) else shorten(cell)
