"""Before the first turn, and drawing: MH-SETUP-1 and 2, MH-SHARED-1 and 2, MH-GOAL-1, MH-REFILL-1."""

from __future__ import annotations

from typing import Any

from ..engine.kernel import kernel
from ..engine.rng import below
from .state import CHOOSING, ON_BOARD, PLACING, State, Table

__all__ = ["begin", "deal", "draw_up", "hand_out_goals", "held"]


@kernel
def held(table: Table, state: State, pile: int) -> int:
    """MH-REFILL-1: how many units a hand holds."""
    count = 0
    for tile in range(table.tiles):
        count += state.hand[pile] >> tile & 1
    return count


@kernel
def draw_up(table: Table, state: State, pile: int, size: int) -> None:
    """MH-REFILL-1: draw up to ``size``; an empty deck draws nothing."""
    if state.drawn[pile] == state.deck_size[pile]:
        return
    count = held(table, state, pile)
    while count < size and state.drawn[pile] < state.deck_size[pile]:
        state.hand[pile] |= 1 << state.deck[pile][state.drawn[pile]]
        state.drawn[pile] += 1
        count += 1


@kernel
def begin(table: Table, state: State) -> None:
    """MH-SETUP-1, MH-SHARED-2, MH-ABIL-1: draw hands; abilities are chosen first, by the last seat first."""
    for slot in range(table.seats):
        shared = 1 if table.shared == 1 and slot == 0 else 0
        draw_up(table, state, slot, table.hand_size - shared)
        if shared == 1:
            draw_up(table, state, table.seats, 1)
    state.slot = table.seats - 1
    state.phase = CHOOSING
    if table.abilities == 0:
        first_turn(state)


@kernel
def first_turn(state: State) -> None:
    state.phase, state.slot = PLACING, 0


@kernel
def _shuffle(rng: Any, row: Any, size: int) -> None:
    """Fill a row with 0 to size - 1 in random order."""
    for i in range(size):
        j = below(rng, i + 1)
        row[i] = row[j]
        row[j] = i


@kernel
def _deal_stones(table: Table, state: State, rng: Any) -> None:
    """MH-SETUP-2: shuffle the stones and lay two on every large site; some variants always use the 7-point one."""
    places = 2 * table.large_sites
    for i in range(places):
        stone = below(rng, table.stones - i)
        for other in range(table.stones):
            if state.holder[other] != ON_BOARD:
                if stone == 0:
                    stone = other
                    break
                stone -= 1
        state.holder[stone] = ON_BOARD
        state.lying[i // 2][i % 2] = stone
    if table.seven_in_play == 1 and state.holder[table.seven] != ON_BOARD:
        i = below(rng, places)
        state.holder[state.lying[i // 2][i % 2]] = state.holder[table.seven]
        state.holder[table.seven] = ON_BOARD
        state.lying[i // 2][i % 2] = table.seven


@kernel
def hand_out_goals(table: Table, state: State, order: Any) -> None:
    """MH-GOAL-1: one goal in private for each seat, two open for all; the rest is for Scheme."""
    state.goal_deck_size = table.goal_cards
    for i in range(table.goal_cards):
        state.goal_deck[i] = order[i]
    if table.goals == 1:
        for slot in range(table.seats):
            state.goal[slot] = 1 << state.goal_deck[slot]
        state.open_goal = 1 << state.goal_deck[table.seats] | 1 << state.goal_deck[table.seats + 1]
        state.goal_drawn = table.seats + 2


@kernel
def deal(table: Table, state: State, rng: Any) -> None:
    """MH-SETUP-1 and 2, MH-SHARED-1, MH-GOAL-1: shuffle decks, stones and goals."""
    for slot in range(table.seats):
        state.deck_size[slot] = table.tiles
        _shuffle(rng, state.deck[slot], table.tiles)
    if table.shared == 1:
        one, two, half = table.seats, table.seats + 1, table.tiles // 2
        _shuffle(rng, state.deck[one], table.tiles)
        for i in range(half):
            state.deck[two][i] = state.deck[one][half + i]
            state.deck[one][half + i] = -1
        state.deck_size[one], state.deck_size[two] = half, half
    _deal_stones(table, state, rng)
    if table.goals == 1 or table.abilities == 1:
        _shuffle(rng, state.goal_deck, table.goal_cards)
        hand_out_goals(table, state, state.goal_deck)
    begin(table, state)
