"""A game from deal to end: who decides, what is legal, and what a move does.

MH-SETUP, MH-TURN, MH-REFILL, MH-SHARED, MH-ABIL, MH-BLITZ, MH-END, MH-WIN.

A move is an integer: its kind in bits 14 and up; for a placement tile, cell and rotation in bits
10..13, 3..9 and 0..2, for the use of an ability the ability in place of the tile; else the stone or
the ability in the low bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.kernel import kernel
from ..engine.rng import below
from .abilities import has_target, target_fault, use_ability
from .goals import score_goals
from .judgement import judge_sites, take_stone
from .placement import empty_cell_left, is_empty, placement_fault, put_unit, scatters, start_cell_left
from .state import (
    ABILITY,
    BLITZ,
    CELLS,
    CHOOSE,
    CHOOSING,
    CONFUSE,
    DEAL,
    DECLINE,
    DIRECTIONS,
    DOT,
    ON_BOARD,
    OVER,
    PASS,
    PLACE,
    PLACING,
    SCATTER,
    SCHEME,
    STAR,
    TAKE,
    TAKING,
    TILES,
    USE,
    State,
    Table,
)

# fmt: off
__all__ = [
    "ABILITY_DUE",
    "CHOICE_DUE",
    "GAME_OVER",
    "KERNELS",
    "MAX_MOVES",
    "MUST_PLACE",
    "NOT_IN_HAND",
    "NOT_LYING_THERE",
    "NOT_OFFERED",
    "NO_ABILITY_DUE",
    "NO_CHOICE_DUE",
    "NO_PICK_DUE",
    "OTHER_ABILITY",
    "PICK_DUE",
    "Kernels",
    "apply",
    "begin",
    "choice_code",
    "deal",
    "deciding_seat",
    "fault",
    "hand_out_goals",
    "legal",
    "move_code",
    "pile_to_place",
    "slot_of_step",
    "slot_to_place",
    "winners",
]
# fmt: on

# What `fault` answers besides the codes of placement.py (1 to 5) and abilities.py (from 20); 0 is legal.
NOT_IN_HAND, PICK_DUE, NO_PICK_DUE, NOT_LYING_THERE, MUST_PLACE, GAME_OVER = 6, 7, 8, 9, 10, 11
CHOICE_DUE, NO_CHOICE_DUE, NOT_OFFERED, ABILITY_DUE, NO_ABILITY_DUE, OTHER_ABILITY = 12, 13, 14, 15, 16, 17

MAX_MOVES = TILES * CELLS * DIRECTIONS + 1

_ALL_ROTATIONS = 63


@kernel
def move_code(kind: int, high: int, cell: int, low: int) -> int:
    """The code of a move; see the module's text."""
    return kind << 14 | high << 10 | cell << 3 | low


@kernel
def choice_code(kind: int, what: int) -> int:
    """The code of taking a stone or an ability, of passing, or of declining."""
    return kind << 14 | what


# -- who decides -----------------------------------------------------------------------------------------


@kernel
def _starter(table: Table, state: State) -> int:
    """MH-SHARED-4: the round's first seat; the two seats swap roles each round."""
    return state.round % 2 if table.shared == 1 else 0


@kernel
def _steps(table: Table) -> int:
    """MH-TURN-1, MH-SHARED-3: placements in a round."""
    return table.seats + table.shared


@kernel
def slot_of_step(table: Table, state: State) -> int:
    """MH-TURN-1, MH-SHARED-3: the seat whose turn this step of the round is."""
    if table.shared == 0:
        return state.step
    starter = _starter(table, state)
    return 1 - starter if state.step == 1 else starter


@kernel
def _places_shared(table: Table, state: State) -> bool:
    """MH-SHARED-3: this is the round's third placement, a unit of the shared faction."""
    return table.shared == 1 and state.step == table.seats


@kernel
def slot_to_place(table: Table, state: State) -> int:
    """The faction of the unit to place."""
    return table.seats if _places_shared(table, state) else state.slot


@kernel
def pile_to_place(table: Table, state: State) -> int:
    """MH-SHARED-7: the hand that the unit to place comes from."""
    return table.seats + state.slot if _places_shared(table, state) else state.slot


@kernel
def deciding_seat(table: Table, state: State) -> int:
    """MH-TURN-1: the seat in turn. MH-LARGE-6, MH-SHARED-6: for a stone who earned it, or commands who did."""
    if state.phase != TAKING:
        return state.slot
    return state.taker if state.taker < table.seats else _starter(table, state)


# -- beginning -------------------------------------------------------------------------------------------


@kernel
def _held(table: Table, state: State, pile: int) -> int:
    count = 0
    for tile in range(table.tiles):
        count += state.hand[pile] >> tile & 1
    return count


@kernel
def _draw_up(table: Table, state: State, pile: int, size: int) -> None:
    """MH-REFILL-1: draw up to ``size``; an empty deck draws nothing."""
    if state.drawn[pile] == state.deck_size[pile]:
        return
    held = _held(table, state, pile)
    while held < size and state.drawn[pile] < state.deck_size[pile]:
        state.hand[pile] |= 1 << state.deck[pile][state.drawn[pile]]
        state.drawn[pile] += 1
        held += 1


@kernel
def begin(table: Table, state: State) -> None:
    """MH-SETUP-1, MH-SHARED-2, MH-ABIL-1: draw hands; abilities are chosen first, by the last seat first."""
    for slot in range(table.seats):
        shared = 1 if table.shared == 1 and slot == 0 else 0
        _draw_up(table, state, slot, table.hand_size - shared)
        if shared == 1:
            _draw_up(table, state, table.seats, 1)
    state.slot = table.seats - 1
    state.phase = CHOOSING
    if table.abilities == 0:
        _first_turn(state)


@kernel
def _first_turn(state: State) -> None:
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


# -- what is legal ---------------------------------------------------------------------------------------


@kernel
def legal(table: Table, state: State, out: Any) -> int:
    """Write every legal move to ``out`` (room for MAX_MOVES), by unit, cell, rotation; returns how many.

    This is the fast listing; `fault` defines what it lists.
    """
    if state.phase == PLACING:
        return _legal_placements(table, state, out)
    if state.phase == TAKING:
        out[0] = choice_code(TAKE, state.lying[state.site][0])
        out[1] = choice_code(TAKE, state.lying[state.site][1])
        return 2
    if state.phase == CHOOSING:
        out[0] = choice_code(CHOOSE, table.offer[state.slot][0])
        out[1] = choice_code(CHOOSE, table.offer[state.slot][1])
        return 2
    if state.phase == ABILITY:
        return _legal_uses(table, state, out)
    return 0


@kernel
def _legal_placements(table: Table, state: State, out: Any) -> int:
    """MH-PLACE-1 to 6, MH-SCATTER, listed: next to units if some unit fits there, else more freely."""
    hand = state.hand[pile_to_place(table, state)]
    if hand == 0 or not empty_cell_left(table, state):
        out[0] = choice_code(PASS, 0)
        return 1
    if state.placed > 0:
        n = _fitting_placements(table, state, hand, out)
        if n > 0:
            return n
    return _free_placements(table, state, hand, out)


@kernel
def _fitting_placements(table: Table, state: State, hand: int, out: Any) -> int:
    """MH-PLACE-2 and 3, listed, with where Scatter allows besides; none when no unit fits anywhere."""
    n, fitting = 0, 0
    slot = slot_to_place(table, state)
    for tile in range(table.tiles):
        if hand >> tile & 1:
            scatter = scatters(table, state, slot, tile)
            for i in range(table.cells if scatter == STAR else state.frontier_size):
                cell = i if scatter == STAR else state.frontier[i]
                if is_empty(state, cell):
                    mask = state.fits[TILES * cell + tile]
                    fitting |= mask
                    if scatter != 0:
                        mask = _ALL_ROTATIONS
                    for rotation in range(DIRECTIONS):
                        if mask >> rotation & 1:
                            out[n] = move_code(PLACE, tile, cell, rotation)
                            n += 1
    return n if fitting != 0 else 0


@kernel
def _free_placements(table: Table, state: State, hand: int, out: Any) -> int:
    """MH-PLACE-1, 4 and 5: the empty start cells, or all empty cells; and where Scatter allows besides."""
    on_start = state.placed == 0 or start_cell_left(table, state)
    slot = slot_to_place(table, state)
    n = 0
    for tile in range(table.tiles):
        if hand >> tile & 1:
            scatter = scatters(table, state, slot, tile) if state.placed > 0 else 0
            for cell in range(table.cells):
                free = not on_start or table.start[cell] == 1
                free = free or scatter == STAR or (scatter == DOT and state.near[cell] > 0)
                if free and is_empty(state, cell):
                    for rotation in range(DIRECTIONS):
                        out[n] = move_code(PLACE, tile, cell, rotation)
                        n += 1
    return n


@kernel
def pick(table: Table, state: State, rng: Any, out: Any) -> int:
    """A random legal move, each alike, or -1 when the game is over: the one that `legal` lists at a random place.

    Placements are only counted, and the one wanted written down; ``out`` is room for the rest.
    """
    if state.phase == PLACING and state.placed > 0 and state.ability[state.slot] != SCATTER:
        hand = state.hand[pile_to_place(table, state)]
        count = _count_fitting(table, state, hand)
        if count > 0:
            return _nth_fitting(table, state, hand, below(rng, count))
    count = legal(table, state, out)
    return out[below(rng, count)] if count > 0 else -1


@kernel
def _count_fitting(table: Table, state: State, hand: int) -> int:
    """MH-PLACE-2 and 3: how many placements fit."""
    count = 0
    for i in range(state.frontier_size):
        cell = state.frontier[i]
        if state.petrified[cell] == 0:
            for tile in range(table.tiles):
                if hand >> tile & 1:
                    count += table.count_bits[state.fits[TILES * cell + tile]]
    return count


@kernel
def _nth_fitting(table: Table, state: State, hand: int, n: int) -> int:
    """The n-th placement that fits, counted by unit, cell, rotation."""
    for tile in range(table.tiles):
        if hand >> tile & 1:
            for i in range(state.frontier_size):
                cell = state.frontier[i]
                if state.petrified[cell] == 0:
                    mask = state.fits[TILES * cell + tile]
                    count = table.count_bits[mask]
                    if n < count:
                        rotation = 0
                        while n > 0 or mask >> rotation & 1 == 0:
                            n -= mask >> rotation & 1
                            rotation += 1
                        return move_code(PLACE, tile, cell, rotation)
                    n -= count
    return -1


@kernel
def _legal_uses(table: Table, state: State, out: Any) -> int:
    """MH-ABIL-2: every target of the ability, every rotation for Confuse; then declining."""
    ability = state.ability[state.slot]
    n = 0
    cells = 1 if ability in (SCHEME, BLITZ) else table.cells
    rotations = DIRECTIONS if ability == CONFUSE else 1
    for cell in range(cells):
        if target_fault(table, state, state.slot, ability, cell) == 0:
            for rotation in range(rotations):
                out[n] = move_code(USE, ability, cell, rotation)
                n += 1
    out[n] = choice_code(DECLINE, 0)
    return n + 1


@kernel
def fault(table: Table, state: State, move: int) -> int:
    """0 when the seat to decide may make this move, else the code of what refuses it. Defines legality."""
    kind = move >> 14
    if state.phase == OVER:
        return GAME_OVER  # MH-END-1
    if kind == CHOOSE or state.phase == CHOOSING:
        return _choice_fault(table, state, move)
    if kind == TAKE or state.phase == TAKING:
        return _pick_fault(state, move)
    if kind in (USE, DECLINE):
        return _use_fault(table, state, move)
    if state.phase == ABILITY:
        return ABILITY_DUE  # MH-ABIL-2
    hand = state.hand[pile_to_place(table, state)]
    if kind == PASS:
        return MUST_PLACE if hand != 0 and empty_cell_left(table, state) else 0  # MH-PLACE-6
    tile, cell, rotation = move >> 10 & 15, move >> 3 & 127, move & 7
    if hand >> tile & 1 == 0:
        return NOT_IN_HAND  # MH-SETUP-1
    return placement_fault(table, state, slot_to_place(table, state), hand, tile, cell, rotation)


@kernel
def _choice_fault(table: Table, state: State, move: int) -> int:
    """MH-ABIL-1: one of the two abilities of the seat's faction, before the game."""
    if state.phase != CHOOSING:
        return NO_CHOICE_DUE
    if move >> 14 != CHOOSE:
        return CHOICE_DUE
    ability = move & 15
    return 0 if ability == table.offer[state.slot][0] or ability == table.offer[state.slot][1] else NOT_OFFERED


@kernel
def _pick_fault(state: State, move: int) -> int:
    """MH-LARGE-3 and 6: one of the stones at the site, when its pick is due."""
    if state.phase != TAKING:
        return NO_PICK_DUE
    if move >> 14 != TAKE:
        return PICK_DUE
    stone = move & 15
    return 0 if stone == state.lying[state.site][0] or stone == state.lying[state.site][1] else NOT_LYING_THERE


@kernel
def _use_fault(table: Table, state: State, move: int) -> int:
    """MH-ABIL-2: the ability of the unit just placed, on a target that it may have; or declining."""
    if state.phase != ABILITY:
        return NO_ABILITY_DUE
    if move >> 14 == DECLINE:
        return 0
    ability = move >> 10 & 15
    if ability != state.ability[state.slot]:
        return OTHER_ABILITY
    return target_fault(table, state, state.slot, ability, move >> 3 & 127)


# -- what a move does ------------------------------------------------------------------------------------


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
        _first_turn(state)


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
    if state.step + 1 == _steps(table) and state.round + 1 == table.rounds:
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
        _draw_up(table, state, state.slot, table.hand_size)
    elif _places_shared(table, state):
        starter = _starter(table, state)
        _draw_up(table, state, starter, table.hand_size)
        _draw_up(table, state, table.seats + 1 - starter, 1)


@kernel
def _next_turn(table: Table, state: State) -> None:
    """MH-TURN-1, MH-SHARED-3 and 4, MH-END-1: the next seat that is not skipped, or the end."""
    while True:
        state.step += 1
        if state.step == _steps(table):
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
    if state.blitzed[state.slot] == 0 or _places_shared(table, state):
        return False
    return _held(table, state, state.slot) <= table.final_hand


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
