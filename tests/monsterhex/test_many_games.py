"""Very many random games, compiled, in which no invariant breaks.

100,000 games of each variant, half of them with abilities and goals, are looked at when they are over, and some
thousands of games at every ply. An invariant says of an array of states, by NumPy, in which of them it holds.
"""

import random
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numba
import numpy as np
import pytest

from hexwidgets.engine.kernel import compiled
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.legality import MAX_MOVES
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import (
    ABILITY,
    CHOOSING,
    NOBODY,
    NOT_IN_PLAY,
    ON_BOARD,
    OVER,
    PLACING,
    RETURNED,
    REWARD,
    TAKING,
    TILES,
)
from hexwidgets.monsterhex.turn import KERNELS
from tests.monsterhex.positions import VARIANTS

GAMES = 50_000  # of each variant, with abilities and goals and again without
GAMES_PLY_BY_PLY = 500
GAMES_BY_THE_LOG = 40
AT_ONCE = 5_000
EVERY = 10  # what costs much is looked at in one state of so many

every_kind = pytest.mark.parametrize("options", [False, True], ids=["plain", "abilities-goals"])
every_variant = pytest.mark.parametrize("variant", VARIANTS)


# -- playing ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def play():
    """Compiled: plays every one of some dealt states to its end; where there is room, keeps it at every ply."""
    pick, apply, winners = (getattr(compiled(KERNELS), name) for name in ("pick", "apply", "winners"))

    @numba.njit
    def play(table, states, rngs, out, won, kept, game_of):
        n = 0
        for i in range(len(states)):
            move = 0
            while move >= 0:
                if n < len(kept):
                    kept[n] = states[i]
                    game_of[n] = i
                    n += 1
                move = pick(table, states[i], rngs[i], out)
                if move >= 0:
                    apply(table, states[i], move)
            won[i] = winners(table, states[i])
        return n

    return play


@pytest.fixture(scope="module")
def deal():
    """Compiled: deals in every one of some states."""
    chance = compiled(KERNELS).chance

    @numba.njit
    def deal(table, states, rngs):
        for i in range(len(states)):
            chance(table, states[i], rngs[i])

    return deal


def rules_of(variant, options):
    return MonsterHexRules(variant, abilities=options, goals=options)


def dealt(rules, deal, games, seed):
    """As many states after the deal, and a random generator for each."""
    blank = rules.initial().to_record()
    states = np.full(games, blank, blank.dtype)
    rngs = np.random.default_rng(seed).integers(1, 1 << 32, (games, 4))
    deal(rules.table.to_record(), states, rngs)
    return states, rngs


def ends(rules, deal, play, games, seed):
    """Random games when they are over."""
    states, rngs = dealt(rules, deal, games, seed)
    lay, won, out = states["lying"].copy(), np.zeros(games, np.int64), np.zeros(MAX_MOVES, np.int64)
    play(rules.table.to_record(), states, rngs, out, won, states[:0], won[:0])
    return States(rules, states, lay, won)


def plies(rules, deal, play, games, seed):
    """Random games at every ply."""
    states, rngs = dealt(rules, deal, games, seed)
    room = games * (rules.game_type.max_length + 1)
    kept, game_of = np.empty(room, states.dtype), np.zeros(room, np.int64)
    lay, won, out = states["lying"].copy(), np.zeros(games, np.int64), np.zeros(MAX_MOVES, np.int64)
    n = play(rules.table.to_record(), states, rngs, out, won, kept, game_of)
    kept, game_of = kept[:n], game_of[:n]
    assert (kept["phase"] == OVER).sum() == games  # there was room for all
    return States(rules, kept, lay[game_of], np.where(kept["phase"] == OVER, won[game_of], 0))


@dataclass
class States:
    """An array of states, what invariants ask about them, and what lay on the sites after the deal."""

    rules: MonsterHexRules
    states: "np.ndarray"
    lay: "np.ndarray"
    won: "np.ndarray"

    def __len__(self):
        return len(self.states)

    def __getitem__(self, name):
        """A field of all states, wide enough to compute with."""
        field = self.states[name]
        return field.astype(np.int32) if field.dtype.itemsize < 4 else np.ascontiguousarray(field)

    def some(self):
        return States(self.rules, self.states[::EVERY], self.lay[::EVERY], self.won[::EVERY])

    @property
    def table(self):
        return self.rules.table

    def of_table(self, name, *size):
        """A field of the table as an array, cut to what is in use."""
        return np.array(getattr(self.rules.table, name))[tuple(slice(n) for n in size)]

    @cached_property
    def slots(self):
        return self.table.seats + self.table.shared

    @cached_property
    def unit(self):
        """On every cell, and after the last one an empty place, which an index of -1 means too."""
        return self._and_a_place(self["unit"], -1)

    @cached_property
    def owner(self):
        return np.where(self.unit >= 0, self.unit // TILES, NOBODY)

    @cached_property
    def tile(self):
        return np.where(self.unit >= 0, self.unit % TILES, 0)

    @cached_property
    def packed(self):
        """Six powers in six nibbles, all of them 15 without a unit."""
        rotation = np.minimum(self._and_a_place(self["rotation"], 0), 5)
        return np.where(self.unit >= 0, self.of_table("packed")[self.tile, rotation], (1 << 24) - 1)

    def _and_a_place(self, by_cell, fill):
        by_cell = by_cell[:, : self.table.cells]
        return np.concatenate([by_cell, np.full((len(by_cell), 1), fill, by_cell.dtype)], axis=1)

    @cached_property
    def judged(self):
        return self["judged"][:, : self.table.sites] == 1

    @cached_property
    def pending(self):
        """The large site whose pick is due, as a mask over large sites."""
        return np.arange(self.table.large_sites) == np.where(self["phase"] == TAKING, self["site"], -1)[:, None]


def each(conditions):
    """Whether all hold in a state; of each state, whatever the shape of what is said about it."""
    return np.logical_and.reduce([c.reshape(len(c), -1).all(axis=1) for c in conditions])


# -- units and cells ----------------------------------------------------------------------------------


def units_are_conserved(s):
    """MH-SETUP-1: each of a faction's ten units is once in its decks, its hands and on the board."""
    table, tiles = s.table, s.table.tiles
    known = each([s.owner < s.slots, s.tile < tiles, s["unit"][:, table.cells :] == -1])
    game, cell = np.nonzero((s.owner >= 0) & known[:, None])
    number = (game * s.slots + s.owner[game, cell]) * tiles + s.tile[game, cell]
    found = np.bincount(number, minlength=len(s) * s.slots * tiles).reshape(len(s), s.slots, tiles)
    hand, deck, drawn, size = s["hand"], s["deck"], s["drawn"], s["deck_size"]
    place = np.arange(deck.shape[2])
    for pile in range(table.seats * (1 + table.shared)):
        found[:, min(pile, table.seats)] += hand[:, pile, None] >> np.arange(tiles) & 1
        left = (place >= drawn[:, pile, None]) & (place < size[:, pile, None])
        found[:, min(pile, table.seats)] += ((deck[:, pile, :, None] == np.arange(tiles)) & left[:, :, None]).sum(1)
    return each([found == 1, known, hand < 1 << tiles])


def hands_are_drawn_from_decks(s):
    """MH-REFILL-1: no hand is larger than the hand size, and no more is drawn than there is."""
    piles = s.table.seats * (1 + s.table.shared)
    held = (s["hand"][:, :piles, None] >> np.arange(s.table.tiles) & 1).sum(2)
    return each([held <= s.table.hand_size, s["drawn"] <= s["deck_size"], s["drawn"] >= 0])


def cells_hold_one_thing(s):
    """A cell holds a unit, or it is a stone, or it is empty; only units are turned and have counters."""
    cells = s.table.cells
    empty, counter, stone = s.unit[:, :cells] < 0, s["counter"], s["petrified"]
    return each(
        [
            s["placed"] == (~empty).sum(1),
            (s["rotation"] >= 0) & (s["rotation"] < 6),
            (s["rotation"][:, :cells] == 0) | ~empty,
            (counter[:, :cells] == 0) | ~empty,
            (stone[:, :cells] == 0) | empty,
            counter[:, cells:] == 0,
            stone[:, cells:] == 0,
            (s["last"] < 0) == (s["placed"] == 0),
            (s["placed"] == 0) | (s.unit[np.arange(len(s)), s["last"]] >= 0),
        ]
    )


def what_faces_a_cell_follows_from_the_units(s):
    """MH-PLACE-2 and 3: units next to cells and sites, and the powers that they turn to cells."""
    cells, sites = s.table.cells, s.table.sites
    neighbour, around = s.of_table("neighbour", cells), s.of_table("site_cell", sites)
    here = s.unit >= 0
    need = np.zeros((len(s), cells), np.int64)
    for direction in range(6):
        back = (direction + 3) % 6
        need |= (s.packed[:, neighbour[:, direction]] >> 4 * back & 15) << 4 * direction
    return each(
        [
            s["near"][:, :cells] == here[:, neighbour].sum(2),
            s["filled"][:, :sites] == here[:, around].sum(2),
            s["filled"][:, sites:] == 0,
            s["need"][:, :cells] == need,
        ]
    )


def what_fits_follows_from_what_faces_a_cell(s):
    """MH-PLACE-2 and 3: the cells beside units, in order, and the rotations at which a tile fits there."""
    s = s.some()
    cells, tiles, need = s.table.cells, s.table.tiles, s["need"]
    beside = (s.unit[:, :cells] < 0) & (s["near"][:, :cells] > 0)
    used = np.arange(s["frontier"].shape[1]) < s["frontier_size"][:, None]
    listed = np.where(used, s["frontier"], cells)
    told = np.zeros((len(s), cells + 1), bool)
    np.put_along_axis(told, listed, True, axis=1)
    ok = [(s["frontier_size"] == beside.sum(1)), told[:, :cells] == beside]
    ok.append((np.diff(listed, axis=1) > 0) | ~used[:, 1:])
    fits = s["fits"].reshape(len(s), -1, TILES)[:, :cells, :tiles]
    packed = s.of_table("packed", tiles)
    for rotation in range(6):
        equal = np.zeros((len(s), cells, tiles), bool)
        for direction in range(6):
            facing, own = need[:, :cells, None] >> 4 * direction & 15, packed[:, rotation] >> 4 * direction & 15
            equal |= facing == own
        ok.append((fits >> rotation & 1 == equal) | ~beside[:, :, None])
    return each(ok)


# -- sites and stones ---------------------------------------------------------------------------------


def full_sites_are_judged(s):
    """MH-SMALL-1, MH-LARGE-1: a site is judged when its cells are full, and nothing but an open decision delays it."""
    full = s["filled"][:, : s.table.sites] == s.of_table("site_size", s.table.sites)
    waits = np.isin(s["phase"], (ABILITY, TAKING))[:, None]
    sites = s.table.sites
    unjudged = ~s.judged
    return each(
        [
            full | unjudged,
            s.judged | ~full | waits,
            s["judged"][:, sites:] == 0,
            (s["first"][:, :sites] == NOBODY) | s.judged,
            (s["second"][:, :sites] == NOBODY) | s.judged,
            s["second"][:, s.table.large_sites :] == NOBODY,
            s["first"] < s.slots,
            s["second"] < s.slots,
        ]
    )


def stones_are_in_one_place(s):
    """MH-SETUP-2: a stone lies on one site, or a faction has it, or it has left the game, or never was in it."""
    table, holder, lying = s.table, s["holder"][:, : s.table.stones], s["lying"]
    lies = (lying[:, :, :, None] == np.arange(table.stones)).sum((1, 2))
    in_play = (s.lay[:, :, :, None] == np.arange(table.stones)).sum((1, 2))
    ok = [
        lies == (holder == ON_BOARD),
        in_play == (holder != NOT_IN_PLAY),
        in_play.sum(1) == 2 * table.large_sites,
        (holder >= NOT_IN_PLAY) & (holder < s.slots),
        s["holder"][:, table.stones :] == NOT_IN_PLAY,
    ]
    if table.seven_in_play:
        ok.append(holder[:, table.seven] != NOT_IN_PLAY)
    return each(ok)


def judged_sites_have_given_their_stones(s):
    """MH-LARGE-3, 4 and 6, MH-OVER-1: places 1 and 2 have the stones of a judged site, or they have left the game."""
    large = s.table.large_sites
    lay, lying, holder = s.lay[:, :large].astype(np.int64), s["lying"][:, :large], s["holder"]
    first, second = s["first"][:, :large], s["second"][:, :large]
    done = s.judged[:, :large] & ~s.pending
    has = np.sort(np.stack([np.take_along_axis(holder, lay[:, :, i], 1) for i in range(2)], axis=2), axis=2)
    places = np.stack([first, second], axis=2)
    due = np.sort(np.where(places == NOBODY, RETURNED, places), axis=2)
    given = (has == due).all(2)
    if s.table.overwhelm:
        given |= (first != NOBODY) & (has == first[:, :, None]).all(2)
    return each(
        [
            np.where(done, given, (lying == lay).all(2)),
            ((lying == -1) == done[:, :, None]),
            s["lying"][:, large:] == -1,
            s.pending.sum(1) == (s["phase"] == TAKING),
            ~s.pending | s.judged[:, :large],
            (s["taker"] == NOBODY) == (s["phase"] != TAKING),
        ]
    )


def powers_decide_judgements(s):
    """MH-SMALL-1 to 3, MH-LARGE-1 to 3, MH-OVER-1: who is first and second, as long as no unit is turned or changed."""
    if s.table.abilities:
        return np.ones(len(s), bool)
    table = s.table
    around, edge = s.of_table("site_cell", table.sites), s.of_table("site_edge", table.sites)
    power, owner = s.packed[:, around] >> 4 * edge & 15, s.owner[:, around]
    totals = np.stack([np.where(owner == slot, power, 0).sum(2) for slot in range(s.slots)], axis=2)
    totals = np.where(np.stack([(owner == slot).any(2) for slot in range(s.slots)], axis=2), totals, -1)
    first, most = _alone_at_the_top(totals)
    second, _ = _alone_at_the_top(np.where(totals == most[:, :, None], -1, totals))
    large, judged = table.large_sites, s.judged
    ok = [(s["first"][:, :large] == first[:, :large]) | ~judged[:, :large]]
    ok.append((s["second"][:, :large] == second[:, :large]) | ~judged[:, :large])
    if table.overwhelm:
        others = np.where(totals == most[:, :, None], 0, np.maximum(totals, 0)).sum(2)
        both = (first != NOBODY) & (most >= table.overwhelm * others)
        holder = [np.take_along_axis(s["holder"], s.lay[:, :large, i].astype(np.int64), 1) for i in range(2)]
        ok.append(((holder[0] == holder[1]) & (holder[0] >= 0) == both[:, :large]) | ~judged[:, :large] | s.pending)
    strength = power[:, large:, :2] * 8 + s.of_table("rank")[s.tile[:, around[large:, :2]]]
    one, two = owner[:, large:, 0], owner[:, large:, 1]
    winner = np.select(
        [one == two, strength[:, :, 0] > strength[:, :, 1], strength[:, :, 0] < strength[:, :, 1]],
        [one, one, two],
        NOBODY,
    )
    ok.append((s["first"][:, large : table.sites] == winner) | ~judged[:, large:])
    return each(ok)


def _alone_at_the_top(totals):
    """Who has the highest total, or NOBODY where it is shared or there is none; and the total."""
    most = totals.max(2)
    alone = ((totals == most[:, :, None]).sum(2) == 1) & (most >= 0)
    return np.where(alone, totals.argmax(2), NOBODY), most


def petrified_cells_are_what_was_made(s):
    """MH-PETRIFY-1 and 3: a cell is a stone while one made there is unjudged; then place 1 or 2 has it, or nobody."""
    made = np.arange(s["made_cell"].shape[1]) < s["made"][:, None]
    cell, points, holder = s["made_cell"], s["made_points"], s["made_holder"]
    first, second, open_ = s["made_first"], s["made_second"], made & (s["made_holder"] == ON_BOARD)
    stones = np.zeros((len(s), s.table.cells + 1), np.int32)
    np.add.at(stones, (np.nonzero(made)[0], np.where(made, cell, 0)[made]), np.where(open_, points, 0)[made])
    count = np.zeros_like(stones)
    np.add.at(count, (np.nonzero(open_)[0], cell[open_]), 1)
    taker = np.select([first != NOBODY, second != NOBODY], [first, second], RETURNED)
    took = np.where(holder >= 0, s["made_part"] >> np.maximum(holder, 0) & 1, 1)
    return each(
        [
            s["petrified"][:, : s.table.cells] == stones[:, :-1],
            count <= 1,
            np.isin(points, s.table.petrify[1:]) == made,
            np.where(made, (cell >= 0) & (cell < s.table.cells), (cell == -1) & (holder == NOT_IN_PLAY)),
            np.where(open_ | ~made, (first == NOBODY) & (second == NOBODY), holder == taker),
            took == 1,
        ]
    )


# -- scores, goals, the end ---------------------------------------------------------------------------


def scores_follow_from_what_was_taken(s):
    """MH-LARGE-5, MH-SMALL-1, MH-REWARD, MH-PETRIFY-1, MH-GOAL-2: every point comes from somewhere."""
    table, ok = s.table, []
    holder, made_holder = s["holder"][:, : table.stones], s["made_holder"]
    points, colour = s.of_table("stone_points", table.stones), s.of_table("stone_colour", table.stones)
    small = s["first"][:, table.large_sites : table.sites]
    ok.append((s["goal_score"] == 0) | (s["phase"] == OVER)[:, None])
    for slot in range(s.slots):
        worth = points + table.colour_bonus * (colour == table.colour[slot])
        score = (worth * (holder == slot)).sum(1) + (s["made_points"] * (made_holder == slot)).sum(1)
        score += table.small_points * (small == slot).sum(1) + s["goal_score"][:, slot]
        least, most = _reward(s, slot)
        ok.append(s["small_taken"][:, slot] == (small == slot).sum(1))
        ok.append((score + least <= s["score"][:, slot]) & (s["score"][:, slot] <= score + most))
    ok += [s["score"][:, s.slots :] == 0, s["goal_score"][:, table.seats :] == 0]
    return each(ok)


def _reward(s, slot):
    """MH-REWARD: the least and the most that marked units can have earned.

    Printed sites tell it exactly. A petrified cell does unless a cell beside it was petrified too: that may have had
    a unit when it was judged, or got one later.
    """
    table = s.table
    points = s.of_table("reward")[s.of_table("mark")[s.tile]]
    points = np.where((s.owner == slot) & (s["ability"][:, slot] == REWARD)[:, None], points, 0)
    around, neighbour = s.of_table("site_cell", table.large_sites), s.of_table("neighbour", table.cells)
    won = s["first"][:, : table.large_sites] == slot
    least = (points[:, around].sum(2) * won).sum(1)
    most, sure = least.copy(), points.copy()
    game, made = np.nonzero(s["made_cell"] >= 0)
    sure[game, s["made_cell"][game, made]] = 0
    game, made = np.nonzero(s["made_first"] == slot)
    beside = neighbour[s["made_cell"][game, made]]
    np.add.at(least, game, sure[game[:, None], beside].sum(1))
    np.add.at(most, game, points[game[:, None], beside].sum(1))
    return least, most


def goal_cards_are_in_one_place(s):
    """MH-GOAL-1, MH-SCHEME: each card is open, a seat's or in the rest; two are open, and a seat has one or more."""
    table, cards = s.table, np.arange(s.table.goal_cards)
    deck, drawn, size = s["goal_deck"], s["goal_drawn"], s["goal_deck_size"]
    place = np.arange(deck.shape[1])
    left = (place >= drawn[:, None]) & (place < size[:, None])
    found = ((deck[:, :, None] == cards) & left[:, :, None]).sum(1) + (s["open_goal"][:, None] >> cards & 1)
    held = s["goal"][:, : table.seats, None] >> cards & 1
    opened = (s["open_goal"][:, None] >> cards & 1).sum(1)
    return each(
        [
            found + held.sum(1) == 1,
            opened == 2 * table.goals,
            held.sum(2) >= table.goals,
            s["goal"][:, table.seats :] == 0,
        ]
    )


def abilities_are_chosen_from_the_offer(s):
    """MH-ABIL-1: when the game begins each seat has one of its faction's two; without the option nobody has any."""
    ability, table = s["ability"], s.table
    if not table.abilities:
        return each([ability == 0, s["counter"] == 0, s["made"] == 0, s["blitzed"] == 0])
    offer = s.of_table("offer", table.seats)
    chosen = (ability[:, : table.seats, None] == offer).any(2) | (s["phase"] == CHOOSING)[:, None]
    return each([chosen, ability[:, table.seats :] == 0])


def rounds_go_on_to_the_end(s):
    """MH-TURN-1, MH-END-1, MH-BLITZ-1: so many rounds, a unit each in a plain game, and nothing due when it is over."""
    table = s.table
    steps, over = table.seats + table.shared, s["phase"] == OVER
    turn, last = s["round"] * steps + s["step"], table.rounds * steps - 1
    ok = [np.where(over, (turn == last) | ((turn == last + 1) & (table.abilities == 1)), turn <= last)]
    ok += [
        s["blitz"] * over == 0,
        (s["site"] == -1) | ~over,
        np.isin(s["phase"], (CHOOSING, PLACING, ABILITY, TAKING, OVER)),
    ]
    placed = np.stack([(s.owner == slot).sum(1) for slot in range(s.slots)], axis=1)
    if table.abilities:
        ok.append(placed <= table.rounds + 1)  # one more where the last turn is a blitz
    else:
        ok.append(s["placed"] == turn + (s["phase"] != PLACING))
        ok.append((placed == table.rounds) | ~over[:, None])
    return each(ok)


def winners_have_most_points(s):
    """MH-WIN-1 to 3, MH-SHARED-5: the most points, then the 7-point stone; nobody where the shared faction has more."""
    table, over = s.table, s["phase"] == OVER
    score = s["score"][:, : table.seats]
    best = score == score.max(1)[:, None]
    seven = best & (s["holder"][:, [table.seven]] == np.arange(table.seats))
    best = np.where(seven.any(1)[:, None], seven, best)
    if table.shared:
        best &= score.max(1)[:, None] >= s["score"][:, [table.seats]]
    return s.won == np.where(over, (best << np.arange(table.seats)).sum(1), 0)


INVARIANTS = (
    units_are_conserved,
    hands_are_drawn_from_decks,
    cells_hold_one_thing,
    what_faces_a_cell_follows_from_the_units,
    what_fits_follows_from_what_faces_a_cell,
    full_sites_are_judged,
    stones_are_in_one_place,
    judged_sites_have_given_their_stones,
    powers_decide_judgements,
    petrified_cells_are_what_was_made,
    scores_follow_from_what_was_taken,
    goal_cards_are_in_one_place,
    abilities_are_chosen_from_the_offer,
    rounds_go_on_to_the_end,
    winners_have_most_points,
)


def broken(states):
    """What does not hold in how many states, and the first of them as data."""
    for invariant in INVARIANTS:
        holds = invariant(states)
        if not holds.all():
            first = int(np.argmin(holds)) * (len(states) // len(holds))
            yield invariant.__name__, int((~holds).sum()), states.states[first]


@every_kind
@every_variant
def test_no_invariant_is_broken_when_games_are_over(variant, options, deal, play):
    """In 50,000 finished games of each kind."""
    rules = rules_of(variant, options)
    for seed in range(GAMES // AT_ONCE):
        over = ends(rules, deal, play, AT_ONCE, seed)
        assert (over["phase"] == OVER).all()
        assert list(broken(over)) == []


@every_kind
@every_variant
def test_no_invariant_is_broken_at_any_ply(variant, options, deal, play):
    """In every position of 500 games of each kind."""
    assert list(broken(plies(rules_of(variant, options), deal, play, GAMES_PLY_BY_PLY, 10**6))) == []


@every_kind
@every_variant
def test_the_log_tells_every_point(variant, options):
    """What the events of a game say was scored is what the factions have, at the end as at every ply."""
    rng = random.Random("log")
    for seed in range(GAMES_BY_THE_LOG):
        game, told = MonsterHex(variant, seed=seed, abilities=options, goals=options), Counter()
        while game.result is None:
            game.play(rng.choice(game.legal_moves()))
            for event in game.last_events:
                told.update(event.facts.get("scored", {}))
            assert {faction: told[faction] for faction in game.scores} == game.scores
        logged = Counter()
        for event in game.log:
            logged.update(event.facts.get("scored", {}))
        assert logged == told


# Each field of a finished game, changed by so much at an index, and one invariant that must notice.
CHANGES = (
    ("unit", 3, 1, units_are_conserved),
    ("hand", 0, 1, units_are_conserved),
    ("drawn", 1, -1, units_are_conserved),
    ("drawn", 1, 9, hands_are_drawn_from_decks),
    ("placed", (), 1, cells_hold_one_thing),
    ("rotation", 0, 6, cells_hold_one_thing),
    ("petrified", 5, 1, cells_hold_one_thing),
    ("near", 4, 1, what_faces_a_cell_follows_from_the_units),
    ("need", 9, 16, what_faces_a_cell_follows_from_the_units),
    ("filled", 1, -1, what_faces_a_cell_follows_from_the_units),
    ("frontier_size", (), 1, what_fits_follows_from_what_faces_a_cell),
    ("judged", 2, -1, full_sites_are_judged),
    ("holder", 0, -4, stones_are_in_one_place),
    ("lying", (0, 0), 2, stones_are_in_one_place),
    ("holder", slice(None), 1, judged_sites_have_given_their_stones),
    ("first", 0, 1, powers_decide_judgements),
    ("second", 1, 1, powers_decide_judgements),
    ("first", 5, 1, powers_decide_judgements),
    ("made", (), 1, petrified_cells_are_what_was_made),
    ("score", 0, 1, scores_follow_from_what_was_taken),
    ("goal_score", 1, 1, scores_follow_from_what_was_taken),
    ("small_taken", 2, 1, scores_follow_from_what_was_taken),
    ("goal", 0, 1, goal_cards_are_in_one_place),
    ("goal_drawn", (), 1, goal_cards_are_in_one_place),
    ("ability", 0, 9, abilities_are_chosen_from_the_offer),
    ("round", (), 1, rounds_go_on_to_the_end),
    ("blitz", (), 1, rounds_go_on_to_the_end),
    ("score", 3, 90, winners_have_most_points),
)


def test_every_invariant_notices_what_it_is_for(deal, play):
    """A field changed in a finished game breaks the invariant that is about it."""
    for field, index, change, invariant in CHANGES:
        over = ends(rules_of("four", invariant is goal_cards_are_in_one_place), deal, play, 20, 1)
        over.states[field][(slice(None), *(index if isinstance(index, tuple) else (index,)))] += change
        assert not invariant(over).all(), (field, invariant.__name__)
    assert {invariant for *_, invariant in CHANGES} == set(INVARIANTS)
