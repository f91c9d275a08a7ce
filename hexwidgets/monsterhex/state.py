"""What the rules read and write: the table (board, tiles, switches, dials) and the state.

Seats are numbered in playing order; ``slot`` is a faction's number: a seat's own, or ``seats`` for the
shared faction. A tile is an index into the set's units, a unit on the board is ``slot * TILES + tile``.
Six edge powers are packed in six nibbles, edge facing direction d in bits 4d..4d+3.

A ``pile`` is a hand with its deck: each seat's own, then in ``two-shared`` each seat's shared one.
A ``site`` is a printed one below SITES, or SITES + cell for a petrified cell.
"""

from __future__ import annotations

from ..engine.state import Record, ints

# fmt: off
__all__ = [
    "ABILITIES", "ABILITY", "ABSENT", "BLITZ", "CELLS", "CHOOSE", "CHOOSING", "CONFUSE", "CURSE", "DEAL", "DECLINE",
    "DIRECTIONS", "DOT", "EMPTY", "ENCHANT", "FORMATIONS", "FORMATION_CELLS", "GOALS", "NOBODY", "NOT_IN_PLAY",
    "ON_BOARD", "OVER", "PASS", "PETRIFY", "PHASES", "PLACE", "PLACING", "RETURNED", "REWARD", "SCATTER", "SCHEME",
    "SITES", "SLOTS", "STAR", "STONES", "TAKE", "TAKING", "TILES", "USE", "State", "Table",
]
# fmt: on

CELLS, SITES, SLOTS, TILES, STONES, DIRECTIONS = 64, 16, 5, 16, 16, 6
GOALS, FORMATIONS, FORMATION_CELLS = 31, 4096, 6

EMPTY = -1  # no unit on a cell
NOBODY = -1  # no slot
ABSENT = -1  # no index

# Where a stone is, when no slot has it (0 and above: the slot that took it).
ON_BOARD, RETURNED, NOT_IN_PLAY = -1, -2, -3

# Phases.
DEAL, CHOOSING, PLACING, ABILITY, TAKING, OVER = 0, 1, 2, 3, 4, 5
PHASES = ("deal", "choose-ability", "place", "ability", "take", "over")

# Kinds of moves, in the high bits of a move's code; see `move_code` in legality.py.
PLACE, TAKE, PASS, CHOOSE, USE, DECLINE = 0, 1, 2, 3, 4, 5

# Abilities, by number; 0 is none.
ENCHANT, REWARD, BLITZ, SCATTER, CONFUSE, SCHEME, CURSE, PETRIFY = 1, 2, 3, 4, 5, 6, 7, 8
ABILITIES = ("", "enchant", "reward", "blitz", "scatter", "confuse", "scheme", "curse", "petrify")

# How strong a unit's ability is; 0 where it has none.
DOT, STAR = 1, 2


class Table(Record):
    """Everything about a game that never changes while it is played."""

    seats: int = ints()
    shared: int = ints(high=1)  # a shared faction plays
    rounds: int = ints()
    hand_size: int = ints()
    final_hand: int = ints()  # units left in hand after a whole game
    cells: int = ints(high=CELLS)
    tiles: int = ints(high=TILES)
    stones: int = ints(high=STONES)
    large_sites: int = ints(high=SITES)
    sites: int = ints(high=SITES)

    neighbour: list[list[int]] = ints(CELLS, DIRECTIONS, low=-1, fill=ABSENT)
    start: list[int] = ints(CELLS, high=1)
    rim: list[int] = ints(CELLS, high=1)  # fewer than six neighbouring cells or sites
    site_size: list[int] = ints(SITES, high=6)
    site_cell: list[list[int]] = ints(SITES, DIRECTIONS, low=-1, fill=ABSENT)  # the cells around a site
    site_edge: list[list[int]] = ints(SITES, DIRECTIONS)  # ... and the direction from each to the site
    cell_site: list[list[int]] = ints(CELLS, DIRECTIONS, low=-1, fill=ABSENT)  # sites next to a cell, in site order

    packed: list[list[int]] = ints(TILES, DIRECTIONS, high=(1 << 24) - 1)  # powers of a tile at each rotation
    # Rotations (bits) at which a tile's edge in a direction has a power: at [8 * direction + power][tile].
    showing: list[list[int]] = ints(8 * DIRECTIONS, TILES, high=63)
    count_bits: list[int] = ints(64, high=6)  # how many of six bits are set
    rank: list[int] = ints(TILES)  # higher is stronger, 1 is the lowest
    mark: list[int] = ints(TILES, high=STAR)  # DOT or STAR where a unit carries the ability
    stone_points: list[int] = ints(STONES)
    stone_colour: list[int] = ints(STONES, low=-1)
    seven: int = ints(low=-1, fill=ABSENT)  # the stone that breaks ties
    seven_in_play: int = ints(high=1)  # it is never among the stones left out
    colour: list[int] = ints(SLOTS, low=-1, fill=ABSENT)  # each slot's colour

    small_tie_owner: int = ints(high=1)  # switch of MH-SMALL-3
    large_tie_moves_up: int = ints(high=1)  # switch of MH-LARGE-3

    colour_bonus: int = ints()
    small_points: int = ints()
    overwhelm: int = ints()  # factor of MH-OVER-1, 0 where the rule does not hold
    shared_loss: int = ints(high=1)

    abilities: int = ints(high=1)
    offer: list[list[int]] = ints(SLOTS, 2)  # the two abilities of a slot
    enchant: list[int] = ints(3)  # counters or points, by strength: none, DOT, STAR
    curse: list[int] = ints(3)
    reward: list[int] = ints(3)
    petrify: list[int] = ints(3)
    power_floor: int = ints()

    goals: int = ints(high=1)  # private and open goals are dealt
    goal_cards: int = ints(high=GOALS)
    goal_kind: list[int] = ints(GOALS)
    goal_count: list[int] = ints(GOALS)
    goal_low: list[int] = ints(GOALS)
    goal_high: list[int] = ints(GOALS)
    goal_points: list[int] = ints(GOALS)
    formation_from: list[int] = ints(GOALS + 1, high=FORMATIONS)  # rows of a goal's formation
    formation: list[list[int]] = ints(FORMATIONS, FORMATION_CELLS, low=-1, high=4 * CELLS, fill=ABSENT)


class State(Record):
    """A position of Monster Hex."""

    phase: int = ints(fill=DEAL)
    round: int = ints()
    step: int = ints()  # turn within the round
    slot: int = ints(low=-1)  # whose turn it is
    placed: int = ints()  # units on the board
    last: int = ints(low=-1, fill=ABSENT)  # cell of the last placement
    blitz: int = ints(high=2)  # 1: a second placement is announced, 2: it is due now
    blitzed: list[int] = ints(SLOTS, high=1)  # has used Blitz

    unit: list[int] = ints(CELLS, low=-1, fill=EMPTY)
    rotation: list[int] = ints(CELLS)
    counter: list[int] = ints(CELLS, low=-2000, high=2000)  # white above 0, black below
    petrified: list[int] = ints(CELLS)  # points of the stone that a cell has become
    need: list[int] = ints(CELLS, high=(1 << 24) - 1, fill=(1 << 24) - 1)  # powers that face a cell; 15 where none
    near: list[int] = ints(CELLS)  # units next to a cell

    # What follows from the units, kept up with them so that listing legal placements is quick: the cells
    # without a unit next to one with a unit, in order; and the rotations (bits) at which a tile fits on a
    # cell under MH-PLACE-3, at [TILES * cell + tile].
    frontier: list[int] = ints(CELLS)
    frontier_size: int = ints()
    fits: list[int] = ints(CELLS * TILES, high=63)

    filled: list[int] = ints(SITES)  # units next to a site
    judged: list[int] = ints(SITES, high=1)
    first: list[int] = ints(SITES, low=-1, fill=NOBODY)  # who was place 1
    second: list[int] = ints(SITES, low=-1, fill=NOBODY)  # who was place 2
    lying: list[list[int]] = ints(SITES, 2, low=-1, fill=ABSENT)  # stones on a large site
    holder: list[int] = ints(STONES, low=-3, fill=NOT_IN_PLAY)

    # Petrified cells in the order they were made, one entry for each use of Petrify.
    made: int = ints(high=CELLS)
    made_cell: list[int] = ints(CELLS, low=-1, fill=ABSENT)
    made_points: list[int] = ints(CELLS)
    made_holder: list[int] = ints(CELLS, low=-3, fill=NOT_IN_PLAY)
    made_first: list[int] = ints(CELLS, low=-1, fill=NOBODY)
    made_second: list[int] = ints(CELLS, low=-1, fill=NOBODY)
    made_part: list[int] = ints(CELLS)  # bit s: slot s took part
    made_with_c: list[int] = ints(CELLS, high=1)  # place 1 had a unit of the lowest rank there

    taker: int = ints(low=-1, fill=NOBODY)  # who earned the pick of a stone
    runner_up: int = ints(low=-1, fill=NOBODY)  # who gets the stone that is left
    site: int = ints(low=-1, fill=ABSENT)  # where

    hand: list[int] = ints(SLOTS, high=(1 << TILES) - 1)  # bit t: tile t; by pile
    deck: list[list[int]] = ints(SLOTS, TILES, low=-1, fill=ABSENT)
    drawn: list[int] = ints(SLOTS)  # tiles drawn from a deck so far
    deck_size: list[int] = ints(SLOTS)

    ability: list[int] = ints(SLOTS)
    goal: list[int] = ints(SLOTS, high=(1 << GOALS) - 1)  # bit g: holds goal g
    open_goal: int = ints(high=(1 << GOALS) - 1)
    goal_deck: list[int] = ints(GOALS, low=-1, fill=ABSENT)
    goal_drawn: int = ints()
    goal_deck_size: int = ints()

    small_taken: list[int] = ints(SLOTS)
    score: list[int] = ints(SLOTS, high=10_000_000)
    goal_score: list[int] = ints(SLOTS, high=10_000_000)  # part of the score, at the end
