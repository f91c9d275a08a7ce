"""Questions about positions of Arena Duel: where a fighter may go, how many dice it throws, and who wins with them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..engine.faults import Statement
from ..engine.teaching import Choice, Question, Quizzer, choose, wander
from . import movement
from .combat import beats, combat_odds, dice_of
from .explain import WORDS
from .notation import MOVE_NAMES, Order
from .state import DIRECTIONS, ORDERING, STAY, TURNS, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["NAMES", "QUIZZES"]

_ARCS = ("front", "front-side", "back-side", "back", "back-side", "front-side")
_REASONS = 5  # told at most


def _said(rule: str, key: str, **facts: Any) -> Statement:
    return Statement(rule, f"quiz.{key}", facts, WORDS)


def _turns(rules: ArenaDuelRules, luck: random.Random) -> Iterator[State]:
    """Positions of duels fought at random in which both give orders."""
    return (before for before, _, _ in wander(rules, luck) if before.phase == ORDERING)


def _adjacent(rules: ArenaDuelRules, luck: random.Random) -> State | None:
    """One of the first positions in which both stand next to each other; None where they never meet."""
    skip = luck.randrange(6)
    for state in _turns(rules, luck):
        skip -= state.cell[1] in rules.table.neighbour[state.cell[0]]
        if skip < 0:
            return state
    return None


def _numbers(rule: str, key: str, numbers: Iterable[int]) -> Iterator[Choice]:
    """Numbers to choose from, the fact of the message ``key``."""
    yield from (Choice(str(number), _said(rule, key, number=number)) for number in sorted(numbers))


# -- where may it go? ---------------------------------------------------------------------------------------------


def legal_cells(rules: ArenaDuelRules, luck: random.Random, level: int) -> Question | None:
    """AD-MOVE, AD-CHARGE, AD-REAR: the hexes a fighter may move to, from level 2 with the right to charge."""
    skip, slot = luck.randrange(3 * level), luck.randrange(2)
    for state in _turns(rules, luck):
        skip -= (state.right == slot) == (level > 1)
        if skip < 0:
            break
    else:
        return None
    seat, labels, table = rules.seats[slot], rules.cell_labels, rules.table
    reached: dict[str, str] = {}
    refused: dict[str, Statement] = {}
    for number, name in enumerate(MOVE_NAMES):
        goal = movement.goal_of(table, state, slot, number * TURNS)
        if number == STAY or goal < 0:
            continue
        fault = rules.fault(state, seat, Order(name, "="))
        if fault is None:
            reached.setdefault(labels[goal], name)
        else:
            refused[labels[goal]] = fault

    def why(given: frozenset[str]) -> tuple[Statement, ...]:
        extra = [cell for cell in labels if cell in given and cell not in reached][:_REASONS]
        no_card = {cell: _said("AD-MOVE-1", "no-card", seat=seat, cell=cell) for cell in extra}
        missed = [cell for cell in labels if cell in reached and cell not in given][:_REASONS]
        ways = (_said("AD-MOVE-1", "goes", cell=cell, move=reached[cell]) for cell in missed)
        return (*(refused.get(cell, no_card[cell]) for cell in extra), *ways)

    return Question(
        kind="legal-cells",
        rules=rules,
        position=rules.position(state),
        form="mark",
        text=_said("AD-MOVE-1", "where", seat=seat),
        answer=frozenset(reached),
        why=why,
        places=labels,
    )


# -- how many dice? -------------------------------------------------------------------------------------------------


def how_many_dice(rules: ArenaDuelRules, luck: random.Random, level: int) -> Question | None:
    """AD-DICE-1: the dice of a fighter against the enemy next to it."""
    del level
    state, slot = _adjacent(rules, luck), luck.randrange(2)
    if state is None:
        return None
    seat, count = rules.seats[slot], dice_of(rules.table, state, slot)
    side = (rules.table.bearing[state.cell[slot]][state.cell[1 - slot]] - state.facing[slot]) % DIRECTIONS
    return choose(
        "how-many-dice",
        rules,
        rules.position(state),
        _said("AD-DICE-1", "dice", seat=seat),
        choices=_numbers("AD-DICE-1", "number", {*range(4), *rules.table.dice}),
        answer=count,
        because=_said("AD-DICE-1", f"arc-{_ARCS[side]}", seat=seat, enemy=rules.seats[1 - slot], count=count),
    )


# -- what is the chance? --------------------------------------------------------------------------------------------


def chance(rules: ArenaDuelRules, luck: random.Random, level: int) -> Question | None:
    """AD-DICE-1 to 3: the chance to win the combat as both stand; from level 2 with closer answers."""
    state, slot = _adjacent(rules, luck), luck.randrange(2)
    if state is None:
        return None
    seat, sides = rules.seats[slot], rules.table.sides
    own, other = (dice_of(rules.table, state, which) for which in (slot, 1 - slot))
    win, draw, loss = combat_odds(own, other, sides)
    throws = sides ** (own + other)
    right, gap = round(100 * win), 20 if level == 1 else 8
    offered = {right}
    while len(offered) < 4:
        offered.add(min(100, max(0, right + gap * (luck.randrange(11) - 5))))
    return choose(
        "chance",
        rules,
        rules.position(state),
        _said("AD-DICE-2", "chance", seat=seat),
        choices=_numbers("AD-DICE-2", "percent", offered),
        answer=right,
        because=_said(
            "AD-DICE-2", "odds", seat=seat, own=own, other=other,
            all=throws, wins=int(win * throws), draws=int(draw * throws), losses=int(loss * throws),
        ),
    )  # fmt: skip


# -- who wins with these dice? --------------------------------------------------------------------------------------


def who_wins(rules: ArenaDuelRules, luck: random.Random, level: int) -> Question | None:
    """AD-DICE-2 and 3: which of two throws wins; from level 2 they begin alike."""
    state, sides = _adjacent(rules, luck), rules.table.sides
    counts = sorted({*rules.table.dice} - {0})
    if state is None or not counts:
        return None
    north, south = ([1 + luck.randrange(sides) for _ in range(luck.choice(counts))] for _ in range(2))
    if level > 1:
        south[luck.randrange(len(south))] = max(north)
    draw = not beats(north, south) and not beats(south, north)
    ordered = {"north": _faces(sorted(north, reverse=True)), "south": _faces(sorted(south, reverse=True))}
    return choose(
        "who-wins",
        rules,
        rules.position(state),
        _said("AD-DICE-2", "throw", north=_faces(north), south=_faces(south)),
        choices=(
            *(Choice(seat, _said("AD-DICE-2", "seat", seat=seat)) for seat in rules.seats),
            Choice("draw", _said("AD-DICE-2", "draw")),
        ),
        answer="draw" if draw else "north" if beats(north, south) else "south",
        because=_said("AD-DICE-2", "compared", **ordered),
    )


def _faces(throw: list[int]) -> str:
    return " ".join(map(str, throw))


QUIZZES: dict[str, Quizzer] = {
    "legal-cells": legal_cells,
    "how-many-dice": how_many_dice,
    "chance": chance,
    "who-wins": who_wins,
}
NAMES = {kind: _said("", f"name-{kind}") for kind in QUIZZES}
