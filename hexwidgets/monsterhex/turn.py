"""A turn from deal to end: what is legal, and what a move does. MH-SETUP, MH-TURN, MH-REFILL, MH-END, MH-WIN.

A move is an integer: kind, tile, cell and rotation in bits 14.., 10..13, 3..9 and 0..2 for a
placement; kind and stone for a taken stone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.kernel import kernel
from ..engine.rng import below
from .judgement import judge_sites, take_stone
from .placement import edges_match, placement_fault, put_unit
from .state import (
    CELLS,
    DEAL,
    DIRECTIONS,
    EMPTY,
    NOT_IN_PLAY,
    ON_BOARD,
    OVER,
    PASS,
    PLACE,
    PLACING,
    SLOTS,
    TAKE,
    TAKING,
    TILES,
    State,
    Table,
)

__all__ = [
    "GAME_OVER", "KERNELS", "MAX_MOVES", "MUST_PLACE", "NOT_IN_HAND", "NOT_LYING_THERE", "NO_PICK_DUE", "PICK_DUE",
    "Kernels", "apply", "deal", "fault", "legal", "move_code", "winners",
]  # fmt: skip

# What `fault` answers besides the codes of placement.py (1 to 5); 0 is legal.
NOT_IN_HAND, PICK_DUE, NO_PICK_DUE, NOT_LYING_THERE, MUST_PLACE, GAME_OVER = 6, 7, 8, 9, 10, 11

MAX_MOVES = TILES * CELLS * DIRECTIONS + 1


@kernel
def move_code(kind: int, tile: int, cell: int, rotation: int) -> int:
    """The code of a move; for a taken stone ``rotation`` is the stone and the rest 0."""
    return kind << 14 | tile << 10 | cell << 3 | rotation


@kernel
def take_code(stone: int) -> int:
    """The code of taking a stone."""
    return TAKE << 14 | stone


@kernel
def _draw_up(table: Table, state: State, slot: int) -> None:
    """MH-REFILL-1: draw up to the hand size; an empty deck draws nothing."""
    held = 0
    for tile in range(table.tiles):
        held += state.hand[slot] >> tile & 1
    while held < table.hand_size and state.drawn[slot] < state.deck_size[slot]:
        state.hand[slot] |= 1 << state.deck[slot][state.drawn[slot]]
        state.drawn[slot] += 1
        held += 1


@kernel
def begin(table: Table, state: State) -> None:
    """MH-SETUP-1: decks lie ready; every seat draws its hand and the start seat begins."""
    for slot in range(table.seats):
        _draw_up(table, state, slot)
    state.phase = PLACING


@kernel
def deal(table: Table, state: State, rng: Any) -> None:
    """MH-SETUP-1 and 2: shuffle every deck, shuffle the stones and lay two on every large site."""
    for slot in range(table.seats):
        state.deck_size[slot] = table.tiles
        for i in range(table.tiles):
            j = below(rng, i + 1)
            state.deck[slot][i] = state.deck[slot][j]
            state.deck[slot][j] = i
    for i in range(2 * table.large_sites):  # choose and order that many of the stones
        stone = below(rng, table.stones - i)
        for other in range(table.stones):
            if state.holder[other] != ON_BOARD:
                if stone == 0:
                    stone = other
                    break
                stone -= 1
        state.holder[stone] = ON_BOARD
        state.lying[i // 2][i % 2] = stone
    begin(table, state)


@kernel
def legal(table: Table, state: State, out: Any) -> int:
    """Write every legal move to ``out`` (room for MAX_MOVES), by unit, cell, rotation; returns how many.

    This is the fast listing; `fault` defines what it lists.
    """
    n = 0
    if state.phase == TAKING:
        for i in range(2):
            out[n] = take_code(state.lying[state.site][i])
            n += 1
    elif state.phase == PLACING:
        n = _legal_placements(table, state, out)
        if n == 0:
            out[0] = move_code(PASS, 0, 0, 0)
            n = 1
    return n


@kernel
def _legal_placements(table: Table, state: State, out: Any) -> int:
    """MH-PLACE-1 to 5, listed: next to units if that is possible at all, else freely."""
    n = 0
    hand = state.hand[state.slot]
    if state.placed > 0:
        for tile in range(table.tiles):
            if hand >> tile & 1:
                for cell in range(table.cells):
                    if state.unit[cell] == EMPTY and state.near[cell] > 0:
                        for rotation in range(DIRECTIONS):
                            if edges_match(state.need[cell], table.packed[tile][rotation]):
                                out[n] = move_code(PLACE, tile, cell, rotation)
                                n += 1
    if n == 0:
        n = _free_placements(table, state, hand, True, out)
    if n == 0 and state.placed > 0:
        n = _free_placements(table, state, hand, False, out)
    return n


@kernel
def _free_placements(table: Table, state: State, hand: int, on_start: bool, out: Any) -> int:
    """MH-PLACE-1, 4 and 5: every unit in every rotation on the empty start cells, or on all empty cells."""
    n = 0
    for tile in range(table.tiles):
        if hand >> tile & 1:
            for cell in range(table.cells):
                if state.unit[cell] == EMPTY and (table.start[cell] == 1 or not on_start):
                    for rotation in range(DIRECTIONS):
                        out[n] = move_code(PLACE, tile, cell, rotation)
                        n += 1
    return n


@kernel
def _can_place_anything(table: Table, state: State) -> bool:
    """MH-PLACE-6: the seat has a unit and there is an empty cell."""
    return state.hand[state.slot] != 0 and state.placed < table.cells


@kernel
def fault(table: Table, state: State, move: int) -> int:
    """0 when the seat to decide may make this move, else the code of what refuses it. Defines legality."""
    kind = move >> 14
    if state.phase == OVER:
        return GAME_OVER  # MH-END-1
    if kind == TAKE:
        if state.phase != TAKING:
            return NO_PICK_DUE  # MH-LARGE-6
        stone = move & 15
        return 0 if stone == state.lying[state.site][0] or stone == state.lying[state.site][1] else NOT_LYING_THERE
    if state.phase == TAKING:
        return PICK_DUE  # MH-LARGE-6
    if kind == PASS:
        return MUST_PLACE if _can_place_anything(table, state) else 0  # MH-PLACE-6
    tile, cell, rotation = move >> 10 & 15, move >> 3 & 127, move & 7
    hand = state.hand[state.slot]
    if hand >> tile & 1 == 0:
        return NOT_IN_HAND  # MH-SETUP-1
    return placement_fault(table, state, hand, tile, cell, rotation)


@kernel
def _end_turn(table: Table, state: State) -> None:
    """MH-TURN-1, MH-REFILL-1, MH-END-1: refill, then the next seat or round; after the last turn the end."""
    if state.slot + 1 == table.seats and state.round + 1 == table.rounds:
        state.phase = OVER
        return
    _draw_up(table, state, state.slot)
    state.slot += 1
    if state.slot == table.seats:
        state.slot = 0
        state.round += 1


@kernel
def apply(table: Table, state: State, move: int) -> None:
    """Make a legal move, in place: MH-TURN-1 place, judge, refill."""
    kind = move >> 14
    if kind == PLACE:
        tile, cell, rotation = move >> 10 & 15, move >> 3 & 127, move & 7
        state.hand[state.slot] &= ~(1 << tile)
        put_unit(table, state, state.slot * TILES + tile, table.packed[tile][rotation], cell, rotation)
    elif kind == TAKE:
        take_stone(table, state, move & 15)
    if kind != PASS:
        judge_sites(table, state)
    if state.phase != TAKING:
        _end_turn(table, state)


@kernel
def winners(table: Table, state: State) -> int:
    """MH-WIN-1 to 3: bit s for each slot that wins; 0 while the game goes on."""
    if state.phase != OVER:
        return 0
    best, won = 0, 0
    for slot in range(table.seats):
        best = max(best, state.score[slot])
    for slot in range(table.seats):
        if state.score[slot] == best:
            won |= 1 << slot
    if table.seven >= 0:
        holder = state.holder[table.seven]
        if holder >= 0 and won >> holder & 1:
            won = 1 << holder
    return won


@kernel
def waits_for_deal(_table: Table, state: State) -> bool:
    """Whether chance decides now."""
    return state.phase == DEAL


class Kernels(NamedTuple):
    """The rules as functions over ``(table, state, ...)``; `engine.kernel.compiled` gives their fast twins."""

    waits_for_chance: Any
    chance: Any
    legal: Any
    fault: Any
    apply: Any
    winners: Any


KERNELS = Kernels(waits_for_deal, deal, legal, fault, apply, winners)

assert NOT_IN_PLAY < ON_BOARD < 0 and SLOTS <= 6  # what the codes above rely on
