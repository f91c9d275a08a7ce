"""Who takes a stone: MH-SMALL-1 to 3, MH-LARGE-1 to 6, MH-OVER-1, MH-REWARD, MH-PETRIFY-3, MH-ORDER-1."""

from __future__ import annotations

from ..engine.kernel import kernel
from .state import (
    ABSENT,
    DIRECTIONS,
    EMPTY,
    NOBODY,
    ON_BOARD,
    PLACING,
    RETURNED,
    REWARD,
    SITES,
    SLOTS,
    TAKING,
    TILES,
    State,
    Table,
)

__all__ = [
    "cell_around",
    "judge_sites",
    "large_places",
    "overwhelms",
    "places_of",
    "power_at",
    "reward_points",
    "site_total",
    "site_totals",
    "small_winner",
    "take_stone",
]

LOWEST_RANK = 1


@kernel
def cell_around(table: Table, site: int, around: int) -> int:
    """The ``around``-th cell (of six) next to a site, -1 where there is none."""
    if site < SITES:
        return table.site_cell[site][around]
    return table.neighbour[site - SITES][around]


@kernel
def power_at(table: Table, state: State, site: int, around: int) -> int:
    """MH-LARGE-1, MH-ENCHANT, MH-CURSE: the power that counts for the unit on the ``around``-th cell of a site.

    Printed, with counters, not below the floor; -1 without a unit.
    """
    cell = cell_around(table, site, around)
    if cell < 0 or state.unit[cell] == EMPTY:
        return ABSENT
    edge = table.site_edge[site][around] if site < SITES else (around + 3) % 6
    printed = table.packed[state.unit[cell] % TILES][state.rotation[cell]] >> 4 * edge & 15
    return max(table.power_floor, printed + state.counter[cell])


@kernel
def site_total(table: Table, state: State, site: int, slot: int) -> int:
    """MH-LARGE-1: a faction's powers facing a site, summed; -1 for a faction without a unit there."""
    total = ABSENT
    for around in range(DIRECTIONS):
        cell = cell_around(table, site, around)
        if cell >= 0 and state.unit[cell] // TILES == slot:
            total = max(total, 0) + power_at(table, state, site, around)
    return total


@kernel
def small_winner(table: Table, state: State, site: int) -> int:
    """MH-SMALL-1 to 3: the slot that takes a small stone, or NOBODY.

    MH-SMALL-1: higher power. MH-SMALL-2: then higher rank, then nobody. MH-SMALL-3: between two
    units of one faction there is no rival (switch ``small_same_faction_tie``).
    """
    one, two = state.unit[table.site_cell[site][0]], state.unit[table.site_cell[site][1]]
    if one // TILES == two // TILES and table.small_tie_owner == 1:
        return one // TILES
    power = power_at(table, state, site, 0) - power_at(table, state, site, 1)
    margin = power if power != 0 else table.rank[one % TILES] - table.rank[two % TILES]
    if margin == 0:
        return NOBODY
    return one // TILES if margin > 0 else two // TILES


@kernel
def site_totals(table: Table, state: State, site: int) -> int:
    """MH-LARGE-1: every faction's total at a site plus 1, 0 for an absent one, in 12 bits a slot."""
    totals = 0
    for around in range(DIRECTIONS):
        cell = cell_around(table, site, around)
        if cell >= 0 and state.unit[cell] != EMPTY:
            place = 12 * (state.unit[cell] // TILES)
            if totals >> place & 4095 == 0:
                totals += 1 << place
            totals += power_at(table, state, site, around) << place
    return totals


@kernel
def large_places(table: Table, state: State, site: int) -> int:
    """MH-LARGE-2 and 3: who is place 1 and who place 2 at a large site, as ``(first + 1) * 8 + second + 1``.

    A place that two or more hold is void (0). With the switch ``large_tie="move-up"`` factions that
    tie are struck out first, and the rest move up.
    """
    return places_of(table, site_totals(table, state, site))


@kernel
def places_of(table: Table, totals: int) -> int:
    """MH-LARGE-2 and 3: what `large_places` tells, from totals as `site_totals` gives them."""
    first, second, place = NOBODY, NOBODY, 0
    limit = 4096
    while place < 2:
        best, slot_of_best, holders = 0, NOBODY, 0
        for slot in range(SLOTS):
            total = totals >> 12 * slot & 4095
            if best < total < limit:
                best, slot_of_best, holders = total, slot, 1
            elif total == best:
                holders += 1
        if best == 0:
            break
        limit = best
        alone = holders == 1
        if alone or table.large_tie_moves_up == 0:
            if alone and place == 0:
                first = slot_of_best
            elif alone:
                second = slot_of_best
            place += 1
    return (first + 1) * 8 + second + 1


@kernel
def overwhelms(table: Table, state: State, site: int, first: int) -> bool:
    """MH-OVER-1: place 1 has at least ``overwhelm_factor`` times what the best of the others has (0 if absent)."""
    if table.overwhelm == 0 or first == NOBODY:
        return False
    other = 0
    for slot in range(SLOTS):
        if slot != first:
            other = max(other, site_total(table, state, site, slot))
    return site_total(table, state, site, first) >= table.overwhelm * other


@kernel
def _score_stone(table: Table, state: State, stone: int, slot: int) -> None:
    """MH-LARGE-5: printed points, and a bonus where the stone has the taker's colour."""
    state.holder[stone] = slot
    state.score[slot] += table.stone_points[stone]
    if table.stone_colour[stone] == table.colour[slot]:
        state.score[slot] += table.colour_bonus


@kernel
def take_stone(table: Table, state: State, stone: int) -> None:
    """MH-LARGE-3: the taker has this stone, the runner-up the other one, and the site is done with.

    MH-LARGE-4: what nobody takes leaves the game.
    """
    site, taker, runner_up = state.site, state.taker, state.runner_up
    for i in range(2):
        lying = state.lying[site][i]
        state.lying[site][i] = ABSENT
        if lying == ABSENT:
            continue
        if lying == stone:
            _score_stone(table, state, lying, taker)
        elif runner_up != NOBODY:
            _score_stone(table, state, lying, runner_up)
        else:
            state.holder[lying] = RETURNED
    state.taker, state.runner_up, state.site = NOBODY, NOBODY, ABSENT
    state.phase = PLACING


@kernel
def _judge_small(table: Table, state: State, site: int) -> None:
    """MH-SMALL-1: the winner of a small site takes its point."""
    winner = small_winner(table, state, site)
    state.first[site] = winner
    if winner != NOBODY:
        state.score[winner] += table.small_points
        state.small_taken[winner] += 1


@kernel
def reward_points(table: Table, state: State, site: int, first: int) -> int:
    """MH-REWARD: what the marked units of place 1 next to a site earn."""
    points = 0
    if first != NOBODY and state.ability[first] == REWARD:
        for around in range(DIRECTIONS):
            cell = cell_around(table, site, around)
            if cell >= 0 and state.unit[cell] // TILES == first:
                points += table.reward[table.mark[state.unit[cell] % TILES]]
    return points


@kernel
def _judge_large(table: Table, state: State, site: int) -> None:
    """MH-LARGE-3, 4 and 6: rank the factions at a large site; a choice between stones waits for its taker."""
    places = large_places(table, state, site)
    first, second = places // 8 - 1, places % 8 - 1
    state.first[site], state.second[site] = first, second
    if first != NOBODY:
        state.score[first] += reward_points(table, state, site, first)
    state.site = site
    state.taker = first if first != NOBODY else second
    state.runner_up = second if first != NOBODY else NOBODY
    one, two = state.lying[site][0], state.lying[site][1]
    if state.taker == NOBODY:
        take_stone(table, state, ABSENT)
    elif overwhelms(table, state, site, first):
        state.runner_up = first
        take_stone(table, state, one)
    elif one == ABSENT or two == ABSENT:  # no choice
        take_stone(table, state, max(one, two))
    else:
        state.phase = TAKING


@kernel
def _surrounded(table: Table, state: State, cell: int) -> bool:
    """MH-PETRIFY-3: every neighbouring cell that is not itself a stone holds a unit."""
    for direction in range(DIRECTIONS):
        other = table.neighbour[cell][direction]
        if other >= 0 and state.unit[other] == EMPTY and state.petrified[other] == 0:
            return False
    return True


@kernel
def _judge_petrified(table: Table, state: State, made: int) -> None:
    """MH-PETRIFY-3: a petrified cell is a large site with one colourless stone; then it is an empty cell again."""
    cell = state.made_cell[made]
    site = SITES + cell
    places = large_places(table, state, site)
    first, second = places // 8 - 1, places % 8 - 1
    state.made_first[made], state.made_second[made] = first, second
    part, with_c = 0, 0
    for direction in range(DIRECTIONS):
        other = table.neighbour[cell][direction]
        if other >= 0 and state.unit[other] != EMPTY:
            part |= 1 << state.unit[other] // TILES
            if state.unit[other] // TILES == first and table.rank[state.unit[other] % TILES] == LOWEST_RANK:
                with_c = 1
    state.made_part[made], state.made_with_c[made] = part, with_c
    if first != NOBODY:
        state.score[first] += reward_points(table, state, site, first)
    taker = first if first != NOBODY else second
    state.made_holder[made] = taker if taker != NOBODY else RETURNED
    if taker != NOBODY:
        state.score[taker] += state.made_points[made]
    state.petrified[cell] = 0


@kernel
def judge_sites(table: Table, state: State) -> None:
    """MH-ORDER-1: judge what the last placement completed, in site order, until a pick is due.

    Petrified cells come last in the order they were made; any of them may be complete, since a
    neighbour that petrifies counts as a stone.
    """
    for i in range(DIRECTIONS):
        site = table.cell_site[state.last][i]
        if site < 0:
            break
        if state.judged[site] == 0 and state.filled[site] == table.site_size[site]:
            state.judged[site] = 1
            if site < table.large_sites:
                _judge_large(table, state, site)
                if state.phase == TAKING:
                    return
            else:
                _judge_small(table, state, site)
    for made in range(state.made):
        if state.made_holder[made] == ON_BOARD and _surrounded(table, state, state.made_cell[made]):
            _judge_petrified(table, state, made)
