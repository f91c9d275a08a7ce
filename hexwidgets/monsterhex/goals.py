"""What goal cards score at the end: MH-GOAL-2 to MH-GOAL-5."""

from __future__ import annotations

from ..engine.kernel import kernel
from .judgement import LOWEST_RANK
from .state import CELLS, DIRECTIONS, EMPTY, FORMATION_CELLS, TILES, State, Table

__all__ = ["ANY", "COUNTS", "ENEMY", "KINDS", "OWN", "goal_count", "goal_value", "score_goals"]

KINDS = ("formation", "most", "reach", "each")
FORMATION, MOST, REACH, EACH = 0, 1, 2, 3

COUNTS = (
    "small-stones",
    "large-stones",
    "sites-taken-part-in",
    "rim-units",
    "second-places",
    "largest-group",
    "colours",
    "large-sites-missed",
    "own-colour-stones",
    "large-sites-won-with-c",
)
SMALL_STONES, LARGE_STONES, TAKEN_PART, RIM_UNITS, SECOND_PLACES = 0, 1, 2, 3, 4
LARGEST_GROUP, HELD_COLOURS, LARGE_MISSED, OWN_COLOUR, WON_WITH_C = 5, 6, 7, 8, 9

# What a cell of a formation must hold: a row of the table's formations lists ``4 * cell + what``.
OWN, ENEMY, ANY = 1, 2, 3

_HALF = CELLS // 2


@kernel
def _owns(state: State, slot: int, cell: int) -> bool:
    return state.unit[cell] != EMPTY and state.unit[cell] // TILES == slot


@kernel
def _takes_part(table: Table, state: State, site: int, slot: int) -> bool:
    """MH-GOAL-5: an own unit is next to a printed site (units never leave, so now is as good as then)."""
    for around in range(table.site_size[site]):
        if _owns(state, slot, table.site_cell[site][around]):
            return True
    return False


@kernel
def _sites_taken_part_in(table: Table, state: State, slot: int) -> int:
    """MH-GOAL-5: judged sites, printed and petrified ones."""
    count = 0
    for site in range(table.sites):
        if state.judged[site] == 1 and _takes_part(table, state, site, slot):
            count += 1
    for made in range(state.made):
        count += state.made_part[made] >> slot & 1
    return count


@kernel
def _large_sites_missed(table: Table, state: State, slot: int) -> int:
    count = 0
    for site in range(table.large_sites):
        if state.judged[site] == 0 or not _takes_part(table, state, site, slot):
            count += 1
    return count


@kernel
def _stones(table: Table, state: State, slot: int, colour: int) -> int:
    """Stones of the set that a slot took, of one colour or (-1) of any."""
    count = 0
    for stone in range(table.stones):
        if state.holder[stone] == slot and (colour < 0 or table.stone_colour[stone] == colour):
            count += 1
    return count


@kernel
def _large_stones(table: Table, state: State, slot: int) -> int:
    count = _stones(table, state, slot, -1)
    for made in range(state.made):
        if state.made_holder[made] == slot:
            count += 1
    return count


@kernel
def _colours(table: Table, state: State, slot: int) -> int:
    held = 0
    for stone in range(table.stones):
        if state.holder[stone] == slot and table.stone_colour[stone] >= 0:
            held |= 1 << table.stone_colour[stone]
    count = 0
    while held > 0:
        count += held & 1
        held >>= 1
    return count


@kernel
def _rim_units(table: Table, state: State, slot: int) -> int:
    count = 0
    for cell in range(table.cells):
        if table.rim[cell] == 1 and _owns(state, slot, cell):
            count += 1
    return count


@kernel
def _second_places(table: Table, state: State, slot: int) -> int:
    count = 0
    for site in range(table.large_sites):
        if state.judged[site] == 1 and state.second[site] == slot:
            count += 1
    for made in range(state.made):
        if state.made_second[made] == slot:
            count += 1
    return count


@kernel
def _won_with_c(table: Table, state: State, slot: int) -> int:
    count = 0
    for site in range(table.large_sites):
        if state.judged[site] == 1 and state.first[site] == slot:
            found = 0
            for around in range(table.site_size[site]):
                cell = table.site_cell[site][around]
                if _owns(state, slot, cell) and table.rank[state.unit[cell] % TILES] == LOWEST_RANK:
                    found = 1
            count += found
    for made in range(state.made):
        if state.made_first[made] == slot:
            count += state.made_with_c[made]
    return count


@kernel
def _in_half(low: int, high: int, cell: int) -> int:
    """Whether a set of cells, kept as two integers of 32 bits, has this one."""
    return low >> cell & 1 if cell < _HALF else high >> (cell - _HALF) & 1


@kernel
def _largest_group(table: Table, state: State, slot: int) -> int:
    """The most own units that hang together."""
    largest, seen_low, seen_high = 0, 0, 0
    for seed in range(table.cells):
        if not _owns(state, slot, seed) or _in_half(seen_low, seen_high, seed):
            continue
        size, grown = 0, 1
        low = 1 << seed if seed < _HALF else 0
        high = 0 if seed < _HALF else 1 << (seed - _HALF)
        while grown > 0:
            size += grown
            grown = 0
            for cell in range(table.cells):
                if _owns(state, slot, cell) and not _in_half(low, high, cell):
                    touches = 0
                    for direction in range(DIRECTIONS):
                        other = table.neighbour[cell][direction]
                        if other >= 0 and _in_half(low, high, other):
                            touches = 1
                    if touches == 1:
                        grown += 1
                        if cell < _HALF:
                            low |= 1 << cell
                        else:
                            high |= 1 << (cell - _HALF)
        largest = max(largest, size)
        seen_low |= low
        seen_high |= high
    return largest


@kernel
def goal_count(table: Table, state: State, slot: int, count: int) -> int:
    """The number that a goal compares, by its place in COUNTS."""
    if count == SMALL_STONES:
        return state.small_taken[slot]
    if count == LARGE_STONES:
        return _large_stones(table, state, slot)
    if count == TAKEN_PART:
        return _sites_taken_part_in(table, state, slot)
    if count == RIM_UNITS:
        return _rim_units(table, state, slot)
    if count == SECOND_PLACES:
        return _second_places(table, state, slot)
    if count == LARGEST_GROUP:
        return _largest_group(table, state, slot)
    if count == HELD_COLOURS:
        return _colours(table, state, slot)
    if count == LARGE_MISSED:
        return _large_sites_missed(table, state, slot)
    if count == OWN_COLOUR:
        return _stones(table, state, slot, table.colour[slot])
    return _won_with_c(table, state, slot)


@kernel
def _row_matches(table: Table, state: State, slot: int, row: int) -> bool:
    for i in range(FORMATION_CELLS):
        code = table.formation[row][i]
        if code < 0:
            return True
        unit, what = state.unit[code // 4], code % 4
        if unit == EMPTY:
            return False
        own = unit // TILES == slot
        if (what == OWN and not own) or (what == ENEMY and own):
            return False
    return True


@kernel
def _formations(table: Table, state: State, slot: int, goal: int) -> int:
    """MH-GOAL-4: in how many places a formation is met; the table lists each place once."""
    count = 0
    for row in range(table.formation_from[goal], table.formation_from[goal + 1]):
        if _row_matches(table, state, slot, row):
            count += 1
    return count


@kernel
def goal_value(table: Table, state: State, slot: int, goal: int) -> int:
    """MH-GOAL-3 and 4: the points that a goal gives a seat as things stand."""
    kind, points = table.goal_kind[goal], table.goal_points[goal]
    if kind == FORMATION:
        return points * _formations(table, state, slot, goal)
    count = goal_count(table, state, slot, table.goal_count[goal])
    if kind == EACH:
        return points * count
    if kind == REACH:
        return points if table.goal_low[goal] <= count <= table.goal_high[goal] else 0
    for other in range(table.seats):
        if goal_count(table, state, other, table.goal_count[goal]) > count:
            return 0
    return points if count > 0 else 0


@kernel
def score_goals(table: Table, state: State) -> None:
    """MH-GOAL-2: every seat scores each open goal and its own goals."""
    for slot in range(table.seats):
        for goal in range(table.goal_cards):
            if (state.goal[slot] | state.open_goal) >> goal & 1:
                state.goal_score[slot] += goal_value(table, state, slot, goal)
        state.score[slot] += state.goal_score[slot]
