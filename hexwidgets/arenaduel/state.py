"""What the rules read and write: the table (arena, throws, switches, dials) and the state.

Seats are numbered north 0, south 1. Cells are indices into the arena's free cells; wall, obstacles
and everything outside are -1. Facings are directions 0..5, counter-clockwise from (1, 0).
"""

from __future__ import annotations

from ..engine.state import Record, ints

# fmt: off
__all__ = [
    "BACK", "BACK_RIGHT", "CELLS", "CHARGE", "CHARGING", "COLLIDING", "DIRECTIONS", "FIGHTING", "FOLLOWING",
    "HITTING", "MEASURING", "MEETING", "MOST_DICE", "MOST_SIDES", "MOVES", "NOBODY", "NONE", "ORDERING",
    "ORDERS", "OVER", "PASSING", "PHASES", "PURSUING", "SEATS", "SLOTS", "STAY", "TURNS", "WALL",
    "State", "Table",
]
# fmt: on

CELLS, DIRECTIONS, SEATS = 37, 6, 2
MOST_DICE, MOST_SIDES = 3, 12

WALL = -1  # no cell
NOBODY = -1  # no seat
NONE = -1  # no order

# Moves, by number; an order is 3 * move + turn.
BACK_RIGHT, BACK, STAY, CHARGE = 3, 5, 6, 7
MOVES, TURNS = 10, 3
ORDERS = MOVES * TURNS
SLOTS = MOVES + 2  # of a row of Table.open_moves

# Phases. Chance decides in the first four, seats in ORDERING and PURSUING; what follows OVER needs no decision.
CHARGING, PASSING, COLLIDING, FIGHTING, ORDERING, PURSUING, OVER = 0, 1, 2, 3, 4, 5, 6
MEETING, MEASURING, HITTING, FOLLOWING = 7, 8, 9, 10
PHASES = ("charge", "pass", "collide", "fight", "order", "pursue", "over", "meet", "measure", "hit", "follow")


class Table(Record):
    """Everything about a duel that never changes while it is fought."""

    cells: int = ints(high=CELLS)
    start_cell: list[int] = ints(SEATS)
    start_facing: list[int] = ints(SEATS)
    life: int = ints()

    neighbour: list[list[int]] = ints(CELLS, DIRECTIONS, low=WALL, fill=WALL)
    bearing: list[list[int]] = ints(CELLS, CELLS, low=-1, fill=-1)  # direction to a neighbouring cell, else -1
    # Where a move leads from a cell, by facing * MOVES + move; WALL where wall forbids it.
    destination: list[list[int]] = ints(CELLS, DIRECTIONS * MOVES, low=WALL, fill=WALL)
    # The moves that wall allows, for random play: row facing, or facing + DIRECTIONS with the enemy behind. A row lists
    # walks, then charges, and from slot MOVES on says how many there are without and with charges.
    open_moves: list[list[int]] = ints(CELLS, 2 * DIRECTIONS * SLOTS, high=MOVES)
    open_goals: list[list[int]] = ints(CELLS, 2 * DIRECTIONS * SLOTS, high=CELLS - 1)  # and where each of them leads

    sides: int = ints()
    dice: list[int] = ints(DIRECTIONS, high=MOST_DICE)  # by where the enemy is, counter-clockwise from the front
    # What a throw is worth, by the number of dice and its place in the order of all throws of so many.
    worth: list[list[int]] = ints(MOST_DICE + 1, MOST_SIDES**MOST_DICE, high=2 * MOST_SIDES**MOST_DICE)
    # Of so many ways in which dice may fall against dice, all alike, how many win, and how many win or are a draw.
    ways: list[list[int]] = ints(MOST_DICE + 1, MOST_DICE + 1, high=MOST_SIDES ** (2 * MOST_DICE))
    ways_to_win: list[list[int]] = ints(MOST_DICE + 1, MOST_DICE + 1, high=MOST_SIDES ** (2 * MOST_DICE))
    ways_not_to_lose: list[list[int]] = ints(MOST_DICE + 1, MOST_DICE + 1, high=MOST_SIDES ** (2 * MOST_DICE))

    charge_length: int = ints()
    hit: int = ints()
    charge_factor: int = ints()
    cornering: int = ints()
    passing: int = ints()
    blocked_push: int = ints()
    max_turns: int = ints(high=1_000_000)  # 0: no limit

    enemy_blocks_charge: int = ints(high=1)
    blocked_pusher_turns: int = ints(high=1)
    combat_after_push: int = ints(high=1)
    pursuit_optional: int = ints(high=1)


class State(Record):
    """A position of Arena Duel, also in the middle of a turn, where dice are to be thrown."""

    phase: int = ints(high=len(PHASES) - 1, fill=CHARGING)
    turn: int = ints(high=1_000_000_000)  # turns played
    right: int = ints(low=NOBODY, high=SEATS - 1, fill=NOBODY)  # who may charge this turn
    cell: list[int] = ints(SEATS, high=CELLS - 1)
    facing: list[int] = ints(SEATS, high=DIRECTIONS - 1)
    life: list[int] = ints(SEATS)

    # What a turn needs to remember until its end.
    order: list[int] = ints(SEATS, low=NONE, high=ORDERS - 1, fill=NONE)
    charged: int = ints(low=NOBODY, high=SEATS - 1, fill=NOBODY)  # whose charge was carried out
    pushed: int = ints(high=1)  # somebody pushed, or tried to
    winner: int = ints(low=NOBODY, high=SEATS - 1, fill=NOBODY)  # of the combat
