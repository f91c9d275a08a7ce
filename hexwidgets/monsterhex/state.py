"""What the rules read and write: the table (board, tiles, switches, dials) and the state.

Seats are numbered in playing order; ``slot`` is such a number. A tile is an index into the set's
units, a unit on the board is ``slot * TILES + tile``. Six edge powers are packed in six nibbles,
edge facing direction d in bits 4d..4d+3.
"""

from __future__ import annotations

from ..engine.state import Record, ints

__all__ = [
    "ABSENT", "CELLS", "DEAL", "DIRECTIONS", "EMPTY", "NOBODY", "NOT_IN_PLAY", "ON_BOARD", "OVER", "PASS", "PLACE",
    "PLACING", "RETURNED", "SITES", "SLOTS", "STONES", "TAKE", "TAKING", "TILES", "State", "Table",
]  # fmt: skip

CELLS, SITES, SLOTS, TILES, STONES, DIRECTIONS = 64, 16, 5, 16, 16, 6

EMPTY = -1  # no unit on a cell
NOBODY = -1  # no slot
ABSENT = -1  # no index

# Where a stone is, when no slot has it (0 and above: the slot that took it).
ON_BOARD, RETURNED, NOT_IN_PLAY = -1, -2, -3

# Phases.
DEAL, PLACING, TAKING, OVER = 0, 1, 2, 3

# Kinds of moves, in the high bits of a move's code; see `move_code` in turn.py.
PLACE, TAKE, PASS = 0, 1, 2


class Table(Record):
    """Everything about a game that never changes while it is played."""

    seats: int = ints()
    rounds: int = ints()
    hand_size: int = ints()
    cells: int = ints(high=CELLS)
    tiles: int = ints(high=TILES)
    stones: int = ints(high=STONES)
    large_sites: int = ints(high=SITES)
    sites: int = ints(high=SITES)

    neighbour: list[list[int]] = ints(CELLS, DIRECTIONS, low=-1, fill=ABSENT)
    start: list[int] = ints(CELLS, high=1)
    site_size: list[int] = ints(SITES, high=6)
    site_cell: list[list[int]] = ints(SITES, DIRECTIONS, low=-1, fill=ABSENT)  # the cells around a site
    site_edge: list[list[int]] = ints(SITES, DIRECTIONS)  # ... and the direction from each to the site
    cell_site: list[list[int]] = ints(CELLS, DIRECTIONS, low=-1, fill=ABSENT)  # sites next to a cell, in site order

    packed: list[list[int]] = ints(TILES, DIRECTIONS, high=(1 << 24) - 1)  # powers of a tile at each rotation
    rank: list[int] = ints(TILES)  # higher is stronger
    stone_points: list[int] = ints(STONES)
    stone_colour: list[int] = ints(STONES, low=-1)
    seven: int = ints(low=-1, fill=ABSENT)  # the stone that breaks ties
    colour: list[int] = ints(SLOTS, low=-1, fill=ABSENT)  # each slot's colour

    small_tie_owner: int = ints(high=1)  # switch of MH-SMALL-3
    large_tie_moves_up: int = ints(high=1)  # switch of MH-LARGE-3

    colour_bonus: int = ints()
    small_points: int = ints()


class State(Record):
    """A position of Monster Hex."""

    phase: int = ints(fill=DEAL)
    round: int = ints()
    slot: int = ints()  # whose turn it is
    placed: int = ints()  # units on the board
    last: int = ints(low=-1, fill=ABSENT)  # cell of the last placement

    unit: list[int] = ints(CELLS, low=-1, fill=EMPTY)
    rotation: list[int] = ints(CELLS)
    need: list[int] = ints(CELLS, high=(1 << 24) - 1, fill=(1 << 24) - 1)  # powers that face a cell; 15 where none
    near: list[int] = ints(CELLS)  # units next to a cell

    filled: list[int] = ints(SITES)  # units next to a site
    judged: list[int] = ints(SITES, high=1)
    first: list[int] = ints(SITES, low=-1, fill=NOBODY)  # who was place 1
    lying: list[list[int]] = ints(SITES, 2, low=-1, fill=ABSENT)  # stones on a large site
    holder: list[int] = ints(STONES, low=-3, fill=NOT_IN_PLAY)

    taker: int = ints(low=-1, fill=NOBODY)  # who picks a stone now
    runner_up: int = ints(low=-1, fill=NOBODY)  # who gets the stone that is left
    site: int = ints(low=-1, fill=ABSENT)  # where

    hand: list[int] = ints(SLOTS, high=(1 << TILES) - 1)  # bit t: tile t
    deck: list[list[int]] = ints(SLOTS, TILES, low=-1, fill=ABSENT)
    drawn: list[int] = ints(SLOTS)  # tiles drawn from a deck so far
    deck_size: list[int] = ints(SLOTS)
    score: list[int] = ints(SLOTS, high=30_000)
