"""What search by `engine.search` needs of Monster Hex: a new deal of what is hidden, good guesses, and rewards."""

from __future__ import annotations

from math import exp
from typing import Any

from ..engine.kernel import kernel
from ..engine.rng import below
from ..engine.search import SearchPlay, TreeKernels
from .dealing import deal
from .deciding import deciding_seat, slot_to_place
from .judgement import places_of, power_at, site_totals
from .legality import MAX_MOVES, legal, pick
from .state import ABSENT, EMPTY, NOBODY, OVER, PLACE, PLACING, TAKE, TILES, State, Table
from .turn import apply, waits_for_deal, winners

__all__ = ["SEARCH_PLAY", "decider", "gain", "guess", "stone_worth"]

_TRIES = 3  # placements of which a playout makes the best
_SHARPNESS = 0.8  # of priors, by points gained
_WIDTH = 6.0  # a lead of so many points is as good as won in all but a quarter of what is left
_WON = 0.7  # how much of the reward is for winning, the rest being for the lead


@kernel
def decider(table: Table, state: State) -> int:
    """MH-TURN-1: the seat that decides, NOBODY when the game is over."""
    return NOBODY if state.phase == OVER else deciding_seat(table, state)


# -- what is hidden ---------------------------------------------------------------------------------------


@kernel
def _shuffle(rng: Any, out: Any, count: int) -> None:
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        kept = out[i]
        out[i] = out[j]
        out[j] = kept


@kernel
def guess(table: Table, state: State, slot: int, rng: Any, out: Any) -> None:
    """MH-SETUP-1, MH-GOAL-1: deal anew what a seat does not know: others' hands and goals, and all decks."""
    seats = table.seats
    for faction in range(seats + table.shared):
        if faction < seats:
            _deal_again(table, state, slot, faction, faction + 1, rng, out)
        else:
            _deal_again(table, state, slot, seats, 2 * seats, rng, out)
    if state.goal_deck_size > 0:
        _deal_goals_again(table, state, slot, rng, out)


@kernel
def _deal_again(table: Table, state: State, slot: int, first: int, last: int, rng: Any, out: Any) -> None:
    """MH-SHARED-1: the units of one faction, in one pile or in two."""
    count = 0
    for pile in range(first, last):
        if pile % table.seats != slot:
            for tile in range(table.tiles):
                if state.hand[pile] >> tile & 1:
                    out[count] = tile
                    count += 1
        for place in range(state.drawn[pile], state.deck_size[pile]):
            out[count] = state.deck[pile][place]
            count += 1
    _shuffle(rng, out, count)
    for pile in range(first, last):
        if pile % table.seats != slot:
            hand = 0
            for tile in range(table.tiles):
                if state.hand[pile] >> tile & 1:
                    count -= 1
                    hand |= 1 << out[count]
            state.hand[pile] = hand
        for place in range(state.drawn[pile], state.deck_size[pile]):
            count -= 1
            state.deck[pile][place] = out[count]


@kernel
def _deal_goals_again(table: Table, state: State, slot: int, rng: Any, out: Any) -> None:
    count = 0
    for seat in range(table.seats):
        if seat != slot:
            for goal in range(table.goal_cards):
                if state.goal[seat] >> goal & 1:
                    out[count] = goal
                    count += 1
    for place in range(state.goal_drawn, state.goal_deck_size):
        out[count] = state.goal_deck[place]
        count += 1
    _shuffle(rng, out, count)
    for seat in range(table.seats):
        if seat != slot:
            held = 0
            for goal in range(table.goal_cards):
                if state.goal[seat] >> goal & 1:
                    count -= 1
                    held |= 1 << out[count]
            state.goal[seat] = held
    for place in range(state.goal_drawn, state.goal_deck_size):
        count -= 1
        state.goal_deck[place] = out[count]


# -- what looks good --------------------------------------------------------------------------------------


@kernel
def stone_worth(table: Table, stone: int, slot: int) -> int:
    """MH-LARGE-5: what a stone is worth to a faction."""
    if table.stone_colour[stone] == table.colour[slot]:
        return table.stone_points[stone] + table.colour_bonus
    return table.stone_points[stone]


@kernel
def _promised(table: Table, state: State, site: int, totals: int, own: int) -> float:
    """MH-LARGE-3: what a large site as it lies gives a faction, less what it gives others, in points."""
    places = places_of(table, totals)
    first, second = places // 8 - 1, places % 8 - 1
    one, two = int(state.lying[site][0]), int(state.lying[site][1])
    taker, other = (first, second) if first != NOBODY else (second, NOBODY)
    if taker == NOBODY or one == ABSENT or two == ABSENT:
        return 0.0
    best, left = stone_worth(table, one, taker), two
    if stone_worth(table, two, taker) > best:
        best, left = stone_worth(table, two, taker), one
    lead = float(best) if taker == own else -best * _share(table)
    if other != NOBODY:
        lead += stone_worth(table, left, other) if other == own else -stone_worth(table, left, other) * _share(table)
    return lead


@kernel
def _share(table: Table) -> float:
    """How much a point of one of the others hurts."""
    return 1.0 / (table.seats + table.shared - 1)


@kernel
def gain(table: Table, state: State, own: int, tile: int, cell: int, rotation: int) -> float:
    """By how many points a placement betters what the sites around it promise a faction."""
    placing = slot_to_place(table, state)
    packed, better = table.packed[tile][rotation], 0.0
    for direction in range(6):
        site = table.cell_site[cell][direction]
        if site < 0:
            break
        if state.judged[site] == 1:
            continue
        facing = 0
        for around in range(table.site_size[site]):
            if table.site_cell[site][around] == cell:
                facing = around
        power = packed >> 4 * table.site_edge[site][facing] & 15
        if site < table.large_sites:
            totals, place = site_totals(table, state, site), 12 * placing
            after = totals + (power << place) + (1 << place if totals >> place & 4095 == 0 else 0)
            size, filled = float(table.site_size[site]), float(state.filled[site])
            better += _promised(table, state, site, after, own) * (filled + 1) / size
            better -= _promised(table, state, site, totals, own) * filled / size
        else:
            other = state.unit[table.site_cell[site][1 - facing]]
            lead = power - 3.0
            if other != EMPTY:
                lead = 4.0 * (power - power_at(table, state, site, 1 - facing))
                if lead == 0:
                    lead = 4.0 * (table.rank[tile] - table.rank[other % TILES])
                if other // TILES == placing:
                    lead = 0.0
            won = max(-1.0, min(1.0, lead / 4)) * table.small_points
            better += won if placing == own else -won * _share(table)
    return better


@kernel
def prior(table: Table, state: State, move: int) -> float:
    """How likely a good player makes a legal move, to any scale."""
    kind = move >> 14
    better = 0.0
    if kind == PLACE:
        own = deciding_seat(table, state)
        better = gain(table, state, own, move >> 10 & 15, move >> 3 & 127, move & 7)
    elif kind == TAKE:
        better = float(stone_worth(table, move & 15, deciding_seat(table, state)))
    return exp(_SHARPNESS * min(better, 20.0))


@kernel
def finish(table: Table, state: State, rng: Any, out: Any) -> None:
    """Play to the end at random, but of a few placements the best, and of two stones the one worth more."""
    while state.phase != OVER:
        if state.phase == PLACING and state.placed > 0:
            own, best, move = deciding_seat(table, state), -1e9, -1
            for _ in range(_TRIES):
                other = pick(table, state, rng, out)
                if other >> 14 != PLACE:
                    move = other
                    break
                better = gain(table, state, own, other >> 10 & 15, other >> 3 & 127, other & 7)
                if better > best:
                    best, move = better, other
            apply(table, state, move)
        else:
            apply(table, state, pick(table, state, rng, out))


@kernel
def share(table: Table, state: State, slot: int) -> float:
    """MH-WIN: how much of the victory is a seat's."""
    won = winners(table, state)
    heads = 0
    for seat in range(table.seats):
        heads += won >> seat & 1
    return 1.0 / heads if won >> slot & 1 else 0.0


@kernel
def reward(table: Table, state: State, slot: int) -> float:
    """MH-WIN: a seat's share of the victory, and a little for how far it is ahead."""
    best = -1
    for other in range(table.seats + table.shared):
        if other != slot:
            best = max(best, state.score[other])
    lead = float(state.score[slot] - best)
    return _WON * share(table, state, slot) + (1 - _WON) * 0.5 * (1 + lead / (abs(lead) + _WIDTH))


SEARCH_PLAY = SearchPlay(
    TreeKernels(waits_for_deal, deal, decider, legal, prior, apply, guess, finish, reward, share), MAX_MOVES
)
