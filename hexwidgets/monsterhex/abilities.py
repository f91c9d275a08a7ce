"""What abilities may aim at and what they do.

MH-ENCHANT, MH-CURSE, MH-CONFUSE, MH-PETRIFY-1 and 2, MH-SCHEME, MH-BLITZ-1.

Reward is part of judgement, Scatter part of placement.
"""

from __future__ import annotations

from ..engine.kernel import kernel
from .placement import empty_cell_left, is_empty, turn_unit
from .state import (
    BLITZ,
    CONFUSE,
    CURSE,
    DIRECTIONS,
    EMPTY,
    ENCHANT,
    ON_BOARD,
    PETRIFY,
    SCHEME,
    STAR,
    TILES,
    State,
    Table,
)

# fmt: off
__all__ = [
    "LAST_CELL_OF_A_SITE", "NOT_AN_EMPTY_CELL", "NOT_AN_ENEMY", "NOT_AN_OWN_UNIT", "NOT_NEXT_TO_IT", "NO_USE",
    "has_target", "lacks_one", "target_fault", "use_ability",
]
# fmt: on

# What `target_fault` answers, above the codes of placement.py and legality.py; 0 is legal.
NOT_AN_OWN_UNIT, NOT_AN_ENEMY, NOT_NEXT_TO_IT, NOT_AN_EMPTY_CELL, LAST_CELL_OF_A_SITE, NO_USE = 20, 21, 22, 23, 24, 25


@kernel
def _is_next_to(table: Table, one: int, two: int) -> bool:
    for direction in range(DIRECTIONS):
        if table.neighbour[one][direction] == two:
            return True
    return False


@kernel
def _is_last_cell(table: Table, state: State, cell: int) -> bool:
    """MH-PETRIFY-2: some unjudged site lacks a unit on this cell alone; a petrified cell of it counts as without."""
    for i in range(DIRECTIONS):
        site = table.cell_site[cell][i]
        if site >= 0 and state.judged[site] == 0 and state.filled[site] == table.site_size[site] - 1:
            return True
    for made in range(state.made):
        stone = state.made_cell[made]
        if state.made_holder[made] == ON_BOARD and _is_next_to(table, stone, cell) and lacks_one(table, state, stone):
            return True
    return False


@kernel
def lacks_one(table: Table, state: State, stone: int) -> bool:
    """MH-PETRIFY-2: just one cell next to a petrified cell is without a unit."""
    without = 0
    for direction in range(DIRECTIONS):
        other = table.neighbour[stone][direction]
        if other >= 0 and state.unit[other] == EMPTY:
            without += 1
    return without == 1


@kernel
def target_fault(table: Table, state: State, slot: int, ability: int, cell: int) -> int:
    """0 when the unit just placed may use its ability on ``cell``, else the code of what refuses it.

    MH-ENCHANT: an own unit. MH-CURSE: an enemy unit. MH-CONFUSE: an enemy unit, next to it without
    the star. MH-PETRIFY-1 and 2: an empty cell, not the last one of a site. MH-SCHEME: a goal card
    is left. MH-BLITZ-1: a unit and an empty cell are left, and this is not the second unit.
    ``cell`` is CELLS for a place that holds no units, and means nothing to Scheme and Blitz.
    """
    if ability == SCHEME:
        return 0 if state.goal_drawn < state.goal_deck_size else NO_USE
    if ability == BLITZ:
        return 0 if state.blitz == 0 and state.hand[slot] != 0 and empty_cell_left(table, state) else NO_USE
    if ability == PETRIFY:
        if cell >= table.cells or not is_empty(state, cell):
            return NOT_AN_EMPTY_CELL
        return LAST_CELL_OF_A_SITE if _is_last_cell(table, state, cell) else 0
    unit = EMPTY if cell >= table.cells else state.unit[cell]
    if ability == ENCHANT:
        return 0 if unit != EMPTY and unit // TILES == slot else NOT_AN_OWN_UNIT
    if ability != CURSE and ability != CONFUSE:
        return NO_USE
    if unit == EMPTY or unit // TILES == slot:
        return NOT_AN_ENEMY
    star = table.mark[state.unit[state.last] % TILES] == STAR
    if ability == CONFUSE and not star and not _is_next_to(table, state.last, cell):
        return NOT_NEXT_TO_IT
    return 0


@kernel
def has_target(table: Table, state: State, slot: int) -> bool:
    """MH-ABIL-2 and 4: the unit just placed carries an ability that it may use now."""
    unit = state.unit[state.last]
    if state.ability[slot] == 0 or table.mark[unit % TILES] == 0 or unit // TILES != slot:
        return False
    for cell in range(table.cells):
        if target_fault(table, state, slot, state.ability[slot], cell) == 0:
            return True
    return False


@kernel
def use_ability(table: Table, state: State, slot: int, ability: int, cell: int, rotation: int) -> None:
    """Do what `target_fault` allows."""
    strength = table.mark[state.unit[state.last] % TILES]
    if ability == ENCHANT:
        state.counter[cell] += table.enchant[strength]
    elif ability == CURSE:
        state.counter[cell] -= table.curse[strength]
    elif ability == CONFUSE:
        turn_unit(table, state, table.packed[state.unit[cell] % TILES][rotation], cell, rotation)
    elif ability == PETRIFY:
        state.petrified[cell] = table.petrify[strength]
        state.made_cell[state.made] = cell
        state.made_points[state.made] = table.petrify[strength]
        state.made_holder[state.made] = ON_BOARD
        state.made += 1
    elif ability == SCHEME:
        state.goal[slot] |= 1 << state.goal_deck[state.goal_drawn]
        state.goal_drawn += 1
    elif ability == BLITZ:
        state.blitz = 1
        state.blitzed[slot] = 1
