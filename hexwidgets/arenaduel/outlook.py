"""What orders may lead to: every outcome of the dice, with its exact probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from ..engine.rules import Result
from . import resolution
from .arena import Fighter
from .combat import combat_odds
from .notation import Move, Roll
from .state import CHARGING, COLLIDING, FIGHTING, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["Prospect", "effects", "outlook"]


@dataclass(frozen=True, slots=True)
class Prospect:
    """One thing that may come of the orders.

    ``probability`` is exact; ``fighters`` tells by seat where they then stand and what life they have left;
    ``phase`` is "charge" where the next turn begins, "pursue" where the winner chooses, or "over".
    """

    probability: Fraction
    fighters: Mapping[str, Fighter]
    phase: str
    result: Result | None


def effects(rules: ArenaDuelRules, state: State) -> list[tuple[Roll, Fraction]]:
    """One throw for each different thing that the dice due can do, with the chance that it is done.

    AD-COLL-1: a tie only repeats a throw, so it is left out.
    """
    kind, north, south = rules.dice_due(state)
    sides = rules.table.sides
    win, draw, loss = combat_odds(north, south, sides) if state.phase == FIGHTING else combat_odds(1, 1, sides)
    if state.phase == COLLIDING:
        win, draw, loss = Fraction(1, 2), Fraction(0), Fraction(1, 2)
    high, low = (sides,), (1,)
    throws = (
        (Roll(kind, high * north, low * south), win),
        (Roll(kind, low * north, low * south), draw),
        (Roll(kind, low * north, high * south), loss),
    )
    return [(roll, chance) for roll, chance in throws if chance]


def outlook(rules: ArenaDuelRules, state: State, *moves: Move) -> dict[State, Fraction]:
    """How likely each position is after legal moves and all dice up to the next charge roll or decision.

    The likeliest come first.
    """
    found: dict[State, Fraction] = {}
    ahead = [(rules.apply(state, *moves), Fraction(1))]
    while ahead:
        position, probability = ahead.pop()
        if position.phase == CHARGING or not resolution.waits_for_chance(rules.table, position):
            found[position] = found.get(position, Fraction(0)) + probability
            continue
        ahead += [(rules.apply(position, roll), probability * chance) for roll, chance in effects(rules, position)]
    return dict(sorted(found.items(), key=lambda item: (-item[1], repr(item[0]))))
