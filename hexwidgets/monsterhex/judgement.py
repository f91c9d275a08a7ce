"""Who takes a stone: MH-SMALL-1 to 3, MH-LARGE-1 to 6, MH-ORDER-1."""

from __future__ import annotations

from ..engine.kernel import kernel
from .state import ABSENT, DIRECTIONS, NOBODY, PLACING, RETURNED, SLOTS, TAKING, TILES, State, Table

__all__ = ["judge_sites", "large_places", "power_at", "site_total", "small_winner", "take_stone"]


@kernel
def power_at(table: Table, state: State, site: int, around: int) -> int:
    """MH-LARGE-1: the power that the unit on the ``around``-th cell of a site turns to the stone; -1 without a unit."""
    cell = table.site_cell[site][around]
    unit = state.unit[cell]
    if unit < 0:
        return ABSENT
    return table.packed[unit % TILES][state.rotation[cell]] >> 4 * table.site_edge[site][around] & 15


@kernel
def site_total(table: Table, state: State, site: int, slot: int) -> int:
    """MH-LARGE-1: a faction's powers facing a site, summed; -1 for a faction without a unit there."""
    total = ABSENT
    for around in range(table.site_size[site]):
        if state.unit[table.site_cell[site][around]] // TILES == slot:
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
def _holders(table: Table, state: State, site: int, total: int) -> int:
    """How many factions have exactly ``total`` at a site."""
    count = 0
    for slot in range(SLOTS):
        if site_total(table, state, site, slot) == total:
            count += 1
    return count


@kernel
def large_places(table: Table, state: State, site: int) -> int:
    """MH-LARGE-2 and 3: who is place 1 and who place 2 at a large site, as ``(first + 1) * 8 + second + 1``.

    A place that two or more hold is void (0). With the switch ``large_tie="move-up"`` factions that
    tie are struck out first, and the rest move up.
    """
    first, second, place = NOBODY, NOBODY, 0
    limit = 1 << 14
    while place < 2:
        best, slot_of_best = ABSENT, NOBODY
        for slot in range(SLOTS):
            total = site_total(table, state, site, slot)
            if best < total < limit:
                best, slot_of_best = total, slot
        if best == ABSENT:
            break
        limit = best
        alone = _holders(table, state, site, best) == 1
        if alone or table.large_tie_moves_up == 0:
            if alone and place == 0:
                first = slot_of_best
            elif alone:
                second = slot_of_best
            place += 1
    return (first + 1) * 8 + second + 1


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


@kernel
def _judge_large(table: Table, state: State, site: int) -> None:
    """MH-LARGE-3, 4 and 6: rank the factions at a large site; a choice between stones waits for its taker."""
    places = large_places(table, state, site)
    first, second = places // 8 - 1, places % 8 - 1
    state.first[site] = first
    state.site = site
    state.taker = first if first != NOBODY else second
    state.runner_up = second if first != NOBODY else NOBODY
    one, two = state.lying[site][0], state.lying[site][1]
    if state.taker == NOBODY:
        take_stone(table, state, ABSENT)
    elif one == ABSENT or two == ABSENT:  # no choice
        take_stone(table, state, max(one, two))
    else:
        state.phase = TAKING


@kernel
def judge_sites(table: Table, state: State) -> None:
    """MH-ORDER-1: judge what the last placement completed, in site order, until a pick is due."""
    for i in range(DIRECTIONS):
        site = table.cell_site[state.last][i]
        if site < 0:
            return
        if state.judged[site] == 0 and state.filled[site] == table.site_size[site]:
            state.judged[site] = 1
            if site < table.large_sites:
                _judge_large(table, state, site)
                if state.phase == TAKING:
                    return
            else:
                _judge_small(table, state, site)
