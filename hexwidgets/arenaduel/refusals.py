"""Why a move is refused: the rule, what it looked at in the position, and the nearest legal order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..engine.faults import Fault, Statement
from ..hexgrid import DIRECTIONS
from . import movement, resolution
from .arena import SEATS
from .explain import WORDS
from .notation import MOVE_NAMES, TURN_NAMES, Move, Order, Roll
from .state import CHARGE, NOBODY, STAY, TURNS, WALL, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["fault_of", "roll_fault", "suggestion"]

_RULE_OF_ROLL = {"charge": "AD-CHARGE-1", "pass": "AD-PASS-1", "collide": "AD-COLL-1", "fight": "AD-DICE-1"}


def fault_of(rules: ArenaDuelRules, state: State, seat: str, order: Order, code: int) -> Fault:
    """The fault behind a code of `movement.order_fault`, with the facts of the position that the rule looked at."""
    slot, move = SEATS.index(seat), rules.encode(order) // TURNS
    cell, line = state.cell[slot], movement.heading(state.facing[slot], move)
    facts: dict[str, Any] = {"seat": seat, "order": str(order), "cell": rules.cell_labels[cell], "direction": line}
    if code == movement.NO_RIGHT:
        if state.right == NOBODY:
            return Fault("AD-CHARGE-1", "fault.AD-CHARGE-1.nobody", facts, WORDS)
        return Fault("AD-CHARGE-1", "fault.AD-CHARGE-1.not-yours", facts | {"holder": SEATS[state.right]}, WORDS)
    if code == movement.REAR:
        behind = movement.around(state.facing[slot], 3)
        return _fault("AD-REAR-1", "enemy", facts | _enemy(rules, state, slot), cell, behind, rules)
    way = _way(rules, cell, line)
    if code == movement.ENEMY_IN_THE_WAY:
        last = way[way.index(state.cell[1 - slot]) - 1]
        return _fault("AD-CHARGE-3", "enemy", facts | _enemy(rules, state, slot), last, line, rules)
    facts["obstacle"] = _obstacle(rules, way[-1], line)
    rule = "AD-CHARGE-2" if code == movement.WALL_IN_CHARGE else "AD-MOVE-2"
    return _fault(rule, "obstacle" if facts["obstacle"] else "wall", facts, way[-1], line, rules)


def _fault(rule: str, key: str, facts: dict[str, Any], cell: int, line: int, rules: ArenaDuelRules) -> Fault:
    """A fault with the hexside of a cell that is in the way."""
    marks = [(rules.cell_labels[cell], line, 0)]
    return Fault(rule, f"fault.{rule}.{key}", facts | {"marks": marks}, WORDS)


def _enemy(rules: ArenaDuelRules, state: State, slot: int) -> dict[str, Any]:
    return {"enemy": SEATS[1 - slot], "at": rules.cell_labels[state.cell[1 - slot]]}


def _way(rules: ArenaDuelRules, cell: int, line: int) -> list[int]:
    """The cells along a line up to the wall, from the one where it begins."""
    way = [cell]
    while (ahead := rules.table.neighbour[way[-1]][line]) != WALL:
        way.append(ahead)
    return way


def _obstacle(rules: ArenaDuelRules, cell: int, line: int) -> str | None:
    """AD-ARENA-2: the label of the obstacle that lies next to a cell in a direction, None where it is the outside."""
    place, labels = rules.arena.cells[cell] + DIRECTIONS[line], rules.arena.labels
    return labels[place] if place in labels else None  # noqa: SIM401  labels are no dict


def roll_fault(rules: ArenaDuelRules, state: State, roll: Roll) -> Fault:
    """The fault of a throw that is not due."""
    rule = _RULE_OF_ROLL.get(roll.kind, "AD-DICE-1")
    if not resolution.waits_for_chance(rules.table, state):
        return Fault(rule, "fault.AD-DICE-1.none-due", {"got": str(roll)}, WORDS)
    due, north, south = rules.dice_due(state)
    facts = {"got": str(roll), "due": due, "north": north, "south": south, "sides": rules.table.sides}
    return Fault(rule, "fault.AD-DICE-1.other-due", facts, WORDS)


def suggestion(rules: ArenaDuelRules, state: State, seat: str, move: object) -> Statement | None:
    """The legal order nearest to a refused one: its line as a plain move, then the lines beside it, then staying."""
    legal = rules.moves(state, seat)
    if not legal or not isinstance(move, Move) or seat not in SEATS:
        return None
    if not isinstance(move, Order) or not isinstance(legal[0], Order):
        return Statement("", "suggestion.other", {"move": str(legal[0])}, WORDS)
    if move.move not in MOVE_NAMES or move.turn not in TURN_NAMES:
        return None  # there are no such cards
    best = min((other for other in legal if isinstance(other, Order)), key=lambda other: _far(rules, move, other))
    goal = movement.goal_of(rules.table, state, SEATS.index(seat), rules.encode(best))
    key = "stay" if best.move == MOVE_NAMES[STAY] else "order"
    return Statement("", f"suggestion.{key}", {"move": str(best), "cell": rules.cell_labels[goal]}, WORDS)


def _far(rules: ArenaDuelRules, order: Order, other: Order) -> tuple[int, bool, bool]:
    """How far an order is from another: by the line, then by whether it charges, then by the turn."""
    one, two = (rules.encode(each) // TURNS for each in (order, other))
    sixths = (movement.heading(0, two) - movement.heading(0, one)) % len(DIRECTIONS)
    line = len(DIRECTIONS) if two == STAY else min(sixths, len(DIRECTIONS) - sixths)
    return line, two >= CHARGE, other.turn != order.turn
