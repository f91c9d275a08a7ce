"""What a move does, from turn to turn to the end.

MH-TURN, MH-REFILL, MH-SHARED-4 and 5, MH-ABIL-1 and 2, MH-BLITZ, MH-END, MH-WIN.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.kernel import kernel
from .abilities import has_target, use_ability
from .dealing import deal, draw_up, first_turn, held
from .deciding import pile_to_place, places_shared, slot_of_step, slot_to_place, starter, steps
from .goals import score_goals
from .judgement import judge_sites, take_stone
from .legality import fault, legal, pick
from .placement import put_unit
from .state import (
    ABILITY,
    CHOOSE,
    DEAL,
    DECLINE,
    OVER,
    PASS,
    PLACE,
    PLACING,
    TAKE,
    TAKING,
    TILES,
    USE,
    State,
    Table,
)

__all__ = ["KERNELS", "Kernels", "apply", "waits_for_deal", "winners"]


@kernel
def apply(table: Table, state: State, move: int) -> None:
    """Make a legal move, in place: MH-TURN-1 place, use the ability or not, judge, refill."""
    kind = move >> 14
    if kind == CHOOSE:
        _choose(state, move & 15)
        return
    if kind == PLACE:
        _place(table, state, move >> 10 & 15, move >> 3 & 127, move & 7)
        if state.phase == ABILITY:
            return
    elif kind == USE:
        use_ability(table, state, state.slot, move >> 10 & 15, move >> 3 & 127, move & 7)
        state.phase = PLACING
    elif kind == DECLINE:
        state.phase = PLACING
    elif kind == TAKE:
        take_stone(table, state, move & 15)
    if kind != PASS:
        judge_sites(table, state)
    if state.phase != TAKING:
        _after_placement(table, state)


@kernel
def _choose(state: State, ability: int) -> None:
    """MH-ABIL-1: a seat takes an ability; the seat before it is next, then the game begins."""
    state.ability[state.slot] = ability
    state.slot -= 1
    if state.slot < 0:
        first_turn(state)


@kernel
def _place(table: Table, state: State, tile: int, cell: int, rotation: int) -> None:
    """MH-TURN-1, MH-ABIL-2: put the unit down; where it may use an ability, that is decided before judgement."""
    slot = slot_to_place(table, state)
    state.hand[pile_to_place(table, state)] &= ~(1 << tile)
    put_unit(table, state, slot * TILES + tile, table.packed[tile][rotation], cell, rotation)
    if slot < table.seats and has_target(table, state, slot):
        state.phase = ABILITY


@kernel
def _after_placement(table: Table, state: State) -> None:
    """MH-BLITZ-1: an announced second placement comes now; else the turn ends."""
    if state.blitz == 1:
        state.blitz = 2
        return
    state.blitz = 0
    if state.step + 1 == steps(table) and state.round + 1 == table.rounds:
        state.phase = OVER
    else:
        _refill(table, state)
        _next_turn(table, state)
    if state.phase == OVER:
        score_goals(table, state)


@kernel
def _refill(table: Table, state: State) -> None:
    """MH-REFILL-1: the seat draws up. MH-SHARED-4: with a shared faction both do at the end of the round."""
    if table.shared == 0:
        draw_up(table, state, state.slot, table.hand_size)
    elif places_shared(table, state):
        first = starter(table, state)
        draw_up(table, state, first, table.hand_size)
        draw_up(table, state, table.seats + 1 - first, 1)


@kernel
def _next_turn(table: Table, state: State) -> None:
    """MH-TURN-1, MH-SHARED-3 and 4, MH-END-1: the next seat that is not skipped, or the end."""
    while True:
        state.step += 1
        if state.step == steps(table):
            state.step = 0
            state.round += 1
            if state.round == table.rounds:
                state.phase = OVER
                return
        state.slot = slot_of_step(table, state)
        if not _is_skipped(table, state):
            return


@kernel
def _is_skipped(table: Table, state: State) -> bool:
    """MH-BLITZ-2: who has used Blitz has no turn once the hand is down to what is left at the end of a game."""
    if state.blitzed[state.slot] == 0 or places_shared(table, state):
        return False
    return held(table, state, state.slot) <= table.final_hand


@kernel
def winners(table: Table, state: State) -> int:
    """MH-WIN-1 to 3, MH-SHARED-5 and 6: bit s for each seat that wins; 0 while the game goes on or when all lose."""
    if state.phase != OVER:
        return 0
    best, won = -1, 0
    for slot in range(table.seats):
        best = max(best, state.score[slot])
    if table.shared == 1 and table.shared_loss == 1 and best < state.score[table.seats]:
        return 0
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
    pick: Any
    fault: Any
    apply: Any
    winners: Any


KERNELS = Kernels(waits_for_deal, deal, legal, pick, fault, apply, winners)
