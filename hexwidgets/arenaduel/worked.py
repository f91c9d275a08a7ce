"""What a turn did, worked out: where orders led, from which side each fought with how many dice, and every sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ..engine.faults import Event, Statement
from ..hexgrid import DIRECTIONS
from . import movement
from .arena import SEATS, Fighter
from .explain import WORDS, DuelEvent
from .notation import Order, parse
from .state import CHARGE, STAY, TURNS, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["worked"]

_Both = Mapping[str, Fighter]
_RUN_OUT = "\N{EN DASH}"  # where a side has no die left to compare


def worked(rules: ArenaDuelRules, before: State, events: Sequence[Event]) -> Iterator[Statement]:
    """The events of a decision, each with the steps behind it: what led to it before it, what follows from it after."""
    stood: _Both = rules.fighters(before)
    fought = any(event.key.startswith("event.fight") for event in events)
    for event in events:
        if not isinstance(event, DuelEvent):
            yield event
            continue
        kind = event.key.removeprefix("event.")
        if kind.startswith("fight"):
            yield from _arcs(rules, stood)
        if kind.startswith(("charge", "result.turn-limit")) and not fought:
            yield from _no_combat(rules, stood, events)
        yield event
        if kind == "orders":
            yield from _orders(rules, stood, event)
        elif kind in ("fight.won", "fight.draw"):
            yield _compared(event)
        elif kind.startswith("hit"):
            yield _hit(rules, stood, event)
        elif kind in ("pursue", "cornered"):
            yield _followed(rules, stood, event)
        elif kind.startswith("push"):
            yield _pushed(rules, stood, event, events)
        elif kind.startswith("pass"):
            yield _crossed(rules, stood, events)
        stood = event.fighters


def _said(rule: str, key: str, **facts: Any) -> Statement:
    return Statement(rule, f"explain.{key}", facts, WORDS)


def _orders(rules: ArenaDuelRules, stood: _Both, event: DuelEvent) -> Iterator[Statement]:
    """AD-MOVE-1, AD-CHARGE-2, AD-TURN-1: where each order leads, and which way it turns."""
    for seat, fighter in stood.items():
        order = _order(seat, [event])
        code = rules.encode(order)
        move = code // TURNS
        facts: dict[str, Any] = {
            "seat": seat,
            "order": str(order),
            "cell": fighter.cell,
            "goal": event.facts["aim"][seat],
        }
        facts["facing"] = movement.turned(fighter.facing, code)
        if move == STAY:
            yield _said("AD-MOVE-1", "stay", **facts)
        else:
            facts["direction"] = movement.heading(fighter.facing, move)
            yield _said(*(("AD-CHARGE-2", "charge") if move >= CHARGE else ("AD-MOVE-1", "move")), **facts)


def _crossed(rules: ArenaDuelRules, stood: _Both, events: Sequence[Event]) -> Statement:
    """AD-PASS-1: the hexside that both cross."""
    north, south = (_steps(rules, fighter, _order(seat, events)) for seat, fighter in stood.items())
    cell, direction, other = next(step for step in north if any((step[2], step[0]) == (s[0], s[2]) for s in south))
    marks = [(cell, direction, 1)]
    return _said("AD-PASS-1", "pass", cell=cell, other=other, direction=direction, marks=marks)


def _steps(rules: ArenaDuelRules, fighter: Fighter, order: Order) -> list[tuple[str, int, str]]:
    """The hexsides that an order crosses: from which cell, in which direction, into which."""
    move = rules.encode(order) // TURNS
    line = movement.heading(fighter.facing, move)
    cell, steps = rules.cell_labels.index(fighter.cell), []
    for _ in range(rules.table.charge_length if move >= CHARGE else 1):
        ahead = rules.table.neighbour[cell][line]
        steps.append((rules.cell_labels[cell], line, rules.cell_labels[ahead]))
        cell = ahead
    return steps


def _order(seat: str, events: Sequence[Event]) -> Order:
    """What a seat ordered in the turn of these events."""
    order = parse(next(event for event in events if event.key == "event.orders").facts["orders"][seat])
    assert isinstance(order, Order)
    return order


def _arcs(rules: ArenaDuelRules, stood: _Both) -> Iterator[Statement]:
    """AD-DICE-1: from which side each has its enemy, and how many dice that gives."""
    cells = [rules.cell_labels.index(fighter.cell) for fighter in stood.values()]
    for slot, (seat, fighter) in enumerate(stood.items()):
        direction = rules.table.bearing[cells[slot]][cells[1 - slot]]
        side = (direction - fighter.facing) % len(DIRECTIONS)
        facts = {"seat": seat, "enemy": SEATS[1 - slot], "facing": fighter.facing, "direction": direction, "side": side}
        yield _said("AD-DICE-1", "arc", **facts, dice=rules.table.dice[side])


def _no_combat(rules: ArenaDuelRules, stood: _Both, events: Sequence[Event]) -> Iterator[Statement]:
    """AD-FIGHT-1: why there was no combat in a turn that was not decided before it."""
    if not any(event.key == "event.orders" for event in events):
        return
    north, south = (rules.cell_labels.index(fighter.cell) for fighter in stood.values())
    cells = [fighter.cell for fighter in stood.values()]
    apart = rules.table.bearing[north][south] < 0
    yield _said("AD-FIGHT-1", "apart" if apart else "pushed", cells=cells)


def _compared(event: DuelEvent) -> Statement:
    """AD-DICE-2: the dice from the highest down, until they differ or one side has no more."""
    north, south = (sorted(event.dice[seat], reverse=True) for seat in SEATS)
    pairs: list[tuple[Any, Any]] = []
    for one, two in zip_longest(north, south, fillvalue=_RUN_OUT):
        pairs.append((one, two))
        if one != two:
            break
    return _said("AD-DICE-2", "compared", pairs=pairs)


def _hit(rules: ArenaDuelRules, stood: _Both, event: DuelEvent) -> Statement:
    """AD-HIT-1: the damage of a hit, multiplied for a charge that was carried out."""
    facts = {name: event.facts[name] for name in ("winner", "loser", "amount", "left")}
    facts |= {"hit": rules.table.hit, "before": stood[event.facts["loser"]].life}
    if event.key == "event.hit.charge":
        return _said("AD-HIT-1", "hit-charge", **facts, factor=rules.table.charge_factor)
    return _said("AD-HIT-1", "hit", **facts)


def _followed(rules: ArenaDuelRules, stood: _Both, event: DuelEvent) -> Statement:
    """AD-HIT-2 and 3: the enemy in front, and what is beyond it."""
    winner, loser = event.facts["winner"], event.facts["loser"]
    facing, cell = stood[winner].facing, stood[loser].cell
    facts = {"winner": winner, "loser": loser, "facing": facing, "cell": cell, "marks": [(cell, facing, 0)]}
    if event.key == "event.cornered":
        return _said("AD-HIT-3", "wall-beyond", **facts)
    return _said("AD-HIT-2", "free-beyond", **facts | {"beyond": event.facts["pushed"], "marks": [(cell, facing, 1)]})


def _pushed(rules: ArenaDuelRules, stood: _Both, event: DuelEvent, events: Sequence[Event]) -> Statement:
    """AD-PUSH-1 and 2: the line of the push, and whether what is beyond is free."""
    seat, cell = event.facts["seat"], event.facts["origin"]
    line = movement.heading(stood[seat].facing, rules.encode(_order(seat, events)) // TURNS)
    facts = {"seat": seat, "other": event.facts["other"], "cell": cell, "direction": line}
    if event.key == "event.push.blocked":
        return _said("AD-PUSH-2", "push-blocked", **facts, marks=[(cell, line, 0)])
    return _said("AD-PUSH-1", "push", **facts, marks=[(cell, line, 1)])
