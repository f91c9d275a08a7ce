"""What a seat can make of what it knows: how well everybody stands, and what the hidden rest might be."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING

from . import judgement
from .state import NOBODY, OVER, TAKING, TILES, State

if TYPE_CHECKING:
    from .rules import Knowledge, MonsterHexRules

__all__ = ["ahead", "imagine"]


def ahead(rules: MonsterHexRules, state: State, own: int) -> float:
    """How many points a faction is ahead of the best other, what open sites promise included.

    Only what everybody knows counts, and goals when the game is over.
    """
    points = [float(score) for score in state.score[: len(rules.factions)]]
    if state.phase != OVER:
        for site in range(rules.table.large_sites):
            stones = [stone for stone in state.lying[site] if stone >= 0]
            for slot in _takers(rules, state, site):
                if stones:
                    worth, best = max((_worth(rules, stone, slot), stone) for stone in stones)
                    stones.remove(best)
                    points[slot] += _fullness(rules, state, site) * worth
    return points[own] - max(points[:own] + points[own + 1 :])


def _takers(rules: MonsterHexRules, state: State, site: int) -> list[int]:
    """MH-LARGE-3, MH-OVER-1: who takes a stone of a large site as it lies, the one who chooses first."""
    if state.phase == TAKING and state.site == site:
        takers = [state.taker, state.runner_up]
    elif state.judged[site] or not state.filled[site]:
        takers = []
    else:
        places = judgement.large_places(rules.table, state, site)
        first, second = places // 8 - 1, places % 8 - 1
        takers = [first, first if judgement.overwhelms(rules.table, state, site, first) else second]
    return [slot for slot in takers if slot != NOBODY]


def _fullness(rules: MonsterHexRules, state: State, site: int) -> float:
    return state.filled[site] / rules.table.site_size[site]


def _worth(rules: MonsterHexRules, stone: int, slot: int) -> int:
    """MH-LARGE-5: what a stone is worth to a faction."""
    bonus = rules.table.colour_bonus if rules.table.stone_colour[stone] == rules.table.colour[slot] else 0
    return rules.table.stone_points[stone] + bonus


def imagine(rules: MonsterHexRules, known: Knowledge, rng: random.Random) -> State:
    """A whole state that what a seat knows allows: other hands, decks, goals and goal cards to come dealt at random."""
    state, seats = known.state.copy(), len(rules.seats)
    for faction in rules.factions:
        piles = [pile for pile, name in enumerate(rules.piles) if name.rpartition(":")[2] == faction]
        slot = rules.factions.index(faction)
        seen = {unit % TILES for unit in state.unit if unit >= 0 and unit // TILES == slot}
        seen |= {tile for pile in piles for tile in _bits(known.hands[pile] or 0)}
        unseen = _shuffled(rng, (tile for tile in range(len(rules.units)) if tile not in seen))
        for pile in piles:
            if known.hands[pile] is None:
                state.hand[pile] = sum(1 << unseen.pop() for _ in range(known.hand_sizes[pile]))
            for place in range(state.drawn[pile], state.deck_size[pile]):
                state.deck[pile][place] = unseen.pop()
    held = state.open_goal
    for goals in known.goals:
        held |= goals or 0
    cards = _shuffled(rng, (card for card in range(rules.table.goal_cards) if not held >> card & 1))
    for slot in range(seats):
        if known.goals[slot] is None:
            state.goal[slot] = sum(1 << cards.pop() for _ in range(known.goal_sizes[slot]))
    for place in range(state.goal_drawn, state.goal_deck_size):
        state.goal_deck[place] = cards.pop()
    return state


def _bits(held: int) -> list[int]:
    return [bit for bit in range(held.bit_length()) if held >> bit & 1]


def _shuffled(rng: random.Random, things: Iterable[int]) -> list[int]:
    out = list(things)
    rng.shuffle(out)
    return out
