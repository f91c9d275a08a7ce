"""Monster Hex in numbers, for reinforcement learning; see engine/learning.py."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from ..engine.learning import Learning, Part, flat
from .notation import TARGETLESS, Choose, Decline, Move, Pass, Place, Take, Use
from .state import ABILITIES, GOALS, SLOTS, TILES, State

if TYPE_CHECKING:
    from .rules import Knowledge, MonsterHexRules

__all__ = ["LEARNING"]

# What everybody sees, without what follows from it.
_SHOWN = (
    "phase", "round", "step", "slot", "last", "blitz", "blitzed", "unit", "rotation", "counter", "petrified", "judged",
    "first", "second", "lying", "holder", "taker", "runner_up", "site", "ability", "open_goal", "small_taken", "score",
)  # fmt: skip
_BITS = ("open_goal",)  # sets, told bit by bit
_UNTARGETED = ("reward", "scatter")


def _moves(rules: MonsterHexRules) -> tuple[Move, ...]:
    cells = rules.cell_labels
    moves: list[Move] = [Place(*at) for at in product(rules.units, cells, range(6))]
    moves += [Take(str(stone)) for stone in rules.stones]
    moves.append(Pass())
    if rules.with_abilities:
        for ability in ABILITIES[1:]:
            moves.append(Choose(ability))
            if ability in TARGETLESS:
                moves.append(Use(ability))
            elif ability == "confuse":
                moves += [Use(ability, cell, turn) for cell, turn in product(cells, range(6))]
            elif ability not in _UNTARGETED:
                moves += [Use(ability, cell) for cell in cells]
        moves.append(Decline())
    return tuple(moves)


def _parts(rules: MonsterHexRules) -> tuple[Part, ...]:
    shown = {field.name: Part.of(field) for field in State.fields}
    shown["open_goal"] = Part("open_goal", GOALS, 0, 1)
    return (
        Part("seat", 1, 0, SLOTS - 1),
        *(shown[name] for name in _SHOWN),
        Part("hand", TILES * _hands(rules), 0, 1),
        Part("goal", GOALS, 0, 1),
        Part("hand_sizes", len(rules.piles), 0, TILES),
        Part("deck_sizes", len(rules.piles), 0, TILES),
        Part("goal_sizes", len(rules.seats), 0, GOALS),
    )


def _hands(rules: MonsterHexRules) -> int:
    return 1 if rules.shared is None else 2


def _observe(rules: MonsterHexRules, seat: str, known: Knowledge) -> list[int]:
    slot, seats = rules.seats.index(seat), len(rules.seats)
    out = [slot]
    for name in _SHOWN:
        value = getattr(known.state, name)
        out += _bits(value, GOALS) if name in _BITS else flat(value)
    for pile in range(slot, len(rules.piles), seats):
        out += _bits(known.hands[pile] or 0, TILES)
    out += _bits(known.goals[slot] or 0, GOALS)
    return [*out, *known.hand_sizes, *known.deck_sizes, *known.goal_sizes]


def _bits(mask: int, size: int) -> list[int]:
    return [mask >> i & 1 for i in range(size)]


LEARNING = Learning(_moves, _parts, _observe)
