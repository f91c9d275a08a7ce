"""What solving endings by `engine.ending` needs of Monster Hex: which positions are alike, draws, and hidden hands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, Any

from ..engine.endsearch import SHARES, EndingKernels, EndingPlay
from ..engine.kernel import kernel
from . import turn
from .deciding import deciding_seat, steps
from .judgement import power_at, site_totals
from .legality import MAX_MOVES, legal
from .search_play import decider, gain, stone_worth
from .state import BLITZ, EMPTY, OVER, PLACE, SCHEME, TAKE, TAKING, TILES, State, Table
from .turn import apply, winners

if TYPE_CHECKING:
    from .rules import Knowledge, MonsterHexRules

__all__ = ["ENDING_PLAY"]

_MASK = (1 << 62) - 1
_FACES = 15  # the bits of one edge in six packed powers


# -- which positions are alike ------------------------------------------------------------------------------


@kernel
def _mix(key: Any, number: int) -> None:
    """Take a number into both halves of a key, each in its own way."""
    one = (key[0] ^ number) * 0x2545F4914F6CDD1D & _MASK
    key[0] = one ^ one >> 29
    two = (key[1] + number) * 0x369DEA0F31A53F85 & _MASK
    key[1] = two ^ two >> 31


@kernel
def position(table: Table, state: State, key: Any) -> None:
    """Two numbers for how the game can go on from here: alike where only what is over and done with differs."""
    key[0], key[1] = 0, 0
    _mix(key, state.phase | state.round << 4 | state.step << 12 | (state.slot + 1) << 20 | state.blitz << 28)
    if _sees_all(table, state):
        _mix_all(table, state, key)
    else:
        _mix_what_counts(table, state, key)
    for pile in range(table.seats + table.seats * table.shared):
        left = 0
        for place in range(state.drawn[pile], state.deck_size[pile]):
            left |= 1 << state.deck[pile][place]
        _mix(key, state.hand[pile] | left << TILES)
    if state.phase == TAKING:
        _mix(key, state.last | (state.site + 1) << 8 | (state.taker + 1) << 16 | (state.runner_up + 1) << 24)
    if table.seats == 2 and table.shared == 0:
        _mix(key, state.score[0] - state.score[1])
    else:
        for slot in range(table.seats + table.shared):
            _mix(key, state.score[slot])
    if table.seven >= 0:
        _mix(key, state.holder[table.seven])


@kernel
def _sees_all(table: Table, state: State) -> bool:
    """Whether abilities or goals may look at any unit on the board again."""
    return table.abilities == 1 or table.goals == 1 or state.made > 0


@kernel
def _mix_what_counts(table: Table, state: State, key: Any) -> None:
    """MH-PLACE-3, MH-SMALL-1, MH-LARGE-1: powers that face empty cells, and what units do at sites not yet judged."""
    for cell in range(table.cells):
        if state.unit[cell] == EMPTY:
            _mix(key, state.need[cell] | cell << 24)
    for site in range(table.sites):
        if state.judged[site] == 1 or state.filled[site] == 0:
            continue
        if site < table.large_sites:
            _mix(key, site)
            _mix(key, site_totals(table, state, site))
            continue
        for around in range(table.site_size[site]):
            unit = state.unit[table.site_cell[site][around]]
            if unit != EMPTY:
                power = power_at(table, state, site, around)
                who = unit // TILES | table.rank[unit % TILES] << 4 | power << 12
                _mix(key, who | around << 40 | site << 44)


@kernel
def _mix_all(table: Table, state: State, key: Any) -> None:
    for cell in range(table.cells):
        _mix(key, (state.unit[cell] + 1) | state.rotation[cell] << 10 | state.petrified[cell] << 16)
        _mix(key, state.counter[cell])
    _mix(key, state.last)
    for slot in range(table.seats):
        _mix(key, state.blitzed[slot] | state.ability[slot] << 4 | state.small_taken[slot] << 12)
        _mix(key, state.goal[slot])
    for site in range(table.sites):
        seen = state.judged[site] | (state.first[site] + 1) << 4 | (state.second[site] + 1) << 8
        _mix(key, seen | (state.lying[site][0] + 1) << 16 | (state.lying[site][1] + 1) << 24)
    for stone in range(table.stones):
        _mix(key, state.holder[stone])
    for made in range(state.made):
        seen = state.made_cell[made] | (state.made_first[made] + 1) << 8 | (state.made_second[made] + 1) << 12
        seen |= state.made_part[made] << 16 | state.made_with_c[made] << 24 | state.made_points[made] << 32
        _mix(key, seen | (state.made_holder[made] + 3) << 40)
    left = 0
    for place in range(state.goal_drawn, state.goal_deck_size):
        left |= 1 << state.goal_deck[place]
    _mix(key, left)


@kernel
def _facing(table: Table, state: State, cell: int) -> int:
    """MH-PLACE-3, MH-LARGE-1: which edges on a cell face what is not settled: empty cells, and sites not yet judged."""
    mask = 0
    for direction in range(6):
        other = table.neighbour[cell][direction]
        if other >= 0 and state.unit[other] == EMPTY:
            mask |= _FACES << 4 * direction
        site = table.cell_site[cell][direction]
        if site >= 0 and state.judged[site] == 0:
            for around in range(table.site_size[site]):
                if table.site_cell[site][around] == cell:
                    mask |= _FACES << 4 * table.site_edge[site][around]
    return mask


@kernel
def distinct(table: Table, state: State, out: Any, count: int) -> int:
    """Leave out rotations of a unit on a cell that turn the same powers to all that is not settled."""
    if count == 0 or out[0] >> 14 != PLACE or _sees_all(table, state):
        return count
    kept, first, spot, mask = 0, 0, -1, 0
    for i in range(count):
        move = out[i]
        if move >> 3 != spot:
            if spot < 0 or (move >> 3 & 127) != (spot & 127):
                mask = _facing(table, state, move >> 3 & 127)
            spot, first = move >> 3, kept
        tile = move >> 10 & 15
        turned = table.packed[tile][move & 7] & mask
        fresh = True
        for j in range(first, kept):
            if table.packed[tile][out[j] & 7] & mask == turned:
                fresh = False
        if fresh:
            out[kept] = move
            kept += 1
    return kept


# -- what looks good, and what it came to -------------------------------------------------------------------


@kernel
def promise(table: Table, state: State, move: int) -> float:
    """How many points a move seems to bring at once to who makes it."""
    kind = move >> 14
    if kind == PLACE and state.placed > 0:
        return gain(table, state, deciding_seat(table, state), move >> 10 & 15, move >> 3 & 127, move & 7)
    if kind == TAKE:
        return float(stone_worth(table, move & 15, deciding_seat(table, state)))
    return 0.0


@kernel
def shares(table: Table, state: State, slot: int) -> int:
    """MH-WIN-1 to 3, MH-SHARED-5: twelfths of the victory; of two seats that both win or both lose each has half."""
    won, heads = winners(table, state), 0
    for seat in range(table.seats):
        heads += won >> seat & 1
    if table.seats == 2 and heads != 1:
        return SHARES // 2
    return SHARES // heads if won >> slot & 1 else 0


@kernel
def ahead(table: Table, state: State, slot: int) -> int:
    """Points ahead of the best other seat; a shared faction does not count."""
    best = -1
    for other in range(table.seats):
        if other != slot:
            best = max(best, state.score[other])
    return state.score[slot] - best


# -- draws --------------------------------------------------------------------------------------------------


@kernel
def draws(table: Table, before: State, after: State) -> int:
    """MH-REFILL-1, MH-SCHEME: in how many ways the cards drawn between could have come from their decks."""
    ways = 1
    for pile in range(table.seats + table.seats * table.shared):
        ways *= _ways(before.deck_size[pile] - before.drawn[pile], after.drawn[pile] - before.drawn[pile])
    return ways * _ways(before.goal_deck_size - before.goal_drawn, after.goal_drawn - before.goal_drawn)


@kernel
def _ways(left: int, drawn: int) -> int:
    """One after the other; who draws all that is left has no choice."""
    ways = 1
    if drawn < left:
        for i in range(drawn):
            ways *= left - i
    return ways


@kernel
def arrange(table: Table, state: State, after: State, number: int) -> None:
    """MH-REFILL-1, MH-SCHEME: put on top of the decks what is drawn in one of the ways that `draws` counts."""
    for pile in range(table.seats + table.seats * table.shared):
        drawn = after.drawn[pile] - state.drawn[pile]
        number = _put_on_top(state.deck[pile], state.drawn[pile], state.deck_size[pile], drawn, number)
    drawn = after.goal_drawn - state.goal_drawn
    _put_on_top(state.goal_deck, state.goal_drawn, state.goal_deck_size, drawn, number)


@kernel
def _put_on_top(deck: Any, top: int, size: int, drawn: int, number: int) -> int:
    if drawn < size - top:
        for i in range(drawn):
            left = size - top - i
            other = top + i + number % left
            number //= left
            kept = deck[top + i]
            deck[top + i] = deck[other]
            deck[other] = kept
    return number


# -- in plain Python ----------------------------------------------------------------------------------------


def after(rules: MonsterHexRules, state: State, move: Any) -> list[State]:
    """MH-REFILL-1, MH-SCHEME: the states after a move, one for each way to draw, each alike."""
    code, found = rules.encode(move), []
    first = state.copy()
    turn.apply(rules.table, first, code)
    for number in range(draws(rules.table, state, first)):
        other = state.copy()
        arrange(rules.table, other, first, number)
        turn.apply(rules.table, other, code)
        found.append(other)
    return found


def ways(rules: MonsterHexRules, state: State) -> int:
    """A common multiple of the ways in which all that can still be drawn may come from its deck."""
    rounds, seats, total = rules.table.rounds - state.round, len(rules.seats), 1
    for pile in range(len(rules.piles)):
        twice = 2 if state.ability[pile % seats] == BLITZ else 1  # MH-BLITZ-1
        missing = max(rules.table.hand_size - state.hand[pile].bit_count(), 0)
        total *= _falling(state.deck_size[pile] - state.drawn[pile], missing + twice * rounds)
    marked = sum(1 for mark in rules.table.mark if mark)
    schemers = sum(state.ability[slot] == SCHEME for slot in range(seats))
    return total * _falling(state.goal_deck_size - state.goal_drawn, schemers * marked)


def _falling(count: int, taken: int) -> int:
    return prod(range(count, max(count - taken, 0), -1))


def left(rules: MonsterHexRules, known: Knowledge) -> int:
    """How many turns are left at most, the present one included."""
    state, a_round = known.state, steps(rules.table)
    return 0 if state.phase == OVER else (rules.table.rounds - state.round) * a_round - state.step


def worlds(rules: MonsterHexRules, known: Knowledge, most: int) -> tuple[State, ...] | None:
    """MH-SETUP-1, MH-GOAL-1: every state that a seat's knowledge allows, but for the order of decks; each alike."""
    parts = [_Hidden(rules, known, slot) for slot in range(len(rules.factions))]
    seats, held = len(rules.seats), known.state.open_goal
    for goals in known.goals:
        held |= goals or 0
    cards = [card for card in range(rules.table.goal_cards) if not held >> card & 1]
    sizes = [known.goal_sizes[slot] if known.goals[slot] is None else 0 for slot in range(seats)]
    drawable = known.state.goal_deck_size - known.state.goal_drawn
    if not (drawable or any(sizes)):
        cards = []
    sizes.append(min(drawable, len(cards) - sum(sizes)))
    if prod(part.count for part in parts) * _partitions(len(cards), sizes) > most:
        return None
    found = []
    for dealt in product(*(part.deals() for part in parts)):
        for given in _split(cards, sizes):
            state = known.state.copy()
            for part, piles in zip(parts, dealt, strict=True):
                part.lay(state, piles)
            for slot in range(seats):
                if known.goals[slot] is None:
                    state.goal[slot] = sum(1 << card for card in given[slot])
            for place, card in enumerate(given[-1], start=state.goal_drawn):
                state.goal_deck[place] = card
            found.append(state)
    return tuple(found)


class _Hidden:
    """The units of one faction that a seat does not see, and the hands and decks that they are in."""

    def __init__(self, rules: MonsterHexRules, known: Knowledge, slot: int) -> None:
        seats = len(rules.seats)
        piles = (slot,) if slot < seats else range(seats, 2 * seats)
        seen = {unit % TILES for unit in known.state.unit if unit >= 0 and unit // TILES == slot}
        for pile in piles:
            seen |= {tile for tile in range(TILES) if (known.hands[pile] or 0) >> tile & 1}
        self.unseen = [tile for tile in range(len(rules.units)) if tile not in seen]
        self.hands = [pile for pile in piles if known.hands[pile] is None and known.hand_sizes[pile]]
        self.decks = [pile for pile in piles if known.deck_sizes[pile]]
        self.sizes = [known.hand_sizes[p] for p in self.hands] + [known.deck_sizes[p] for p in self.decks]
        self.count = _partitions(len(self.unseen), self.sizes)

    def deals(self) -> Iterator[tuple[tuple[int, ...], ...]]:
        """What may be in these hands, then in these decks."""
        return _split(self.unseen, self.sizes)

    def lay(self, state: State, piles: tuple[tuple[int, ...], ...]) -> None:
        """Put one deal into a state."""
        for pile, tiles in zip(self.hands, piles, strict=False):
            state.hand[pile] = sum(1 << tile for tile in tiles)
        for pile, tiles in zip(self.decks, piles[len(self.hands) :], strict=True):
            for place, tile in enumerate(tiles, start=state.drawn[pile]):
                state.deck[pile][place] = tile


def _partitions(count: int, sizes: list[int]) -> int:
    """How many deals `_split` lists."""
    total = 1
    for size in sizes:
        total, count = total * comb(count, size), count - size
    return total


def _split(things: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to take sets of these sizes, in order."""
    if not sizes:
        yield ()
        return
    for taken in combinations(things, sizes[0]):
        rest = [thing for thing in things if thing not in taken]
        yield from ((taken, *others) for others in _split(rest, sizes[1:]))


ENDING_PLAY = EndingPlay(
    EndingKernels(decider, legal, distinct, promise, apply, position, shares, ahead, draws, arrange),
    MAX_MOVES,
    worlds,
    ways,
    after,
    left,
)
