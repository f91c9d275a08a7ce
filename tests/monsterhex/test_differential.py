"""The package's rules against the slow reference, move by move, in whole random games.

The reference is written from the rules page alone and shares nothing with the package.
"""

import random
import re
from dataclasses import replace

import pytest

from hexwidgets.engine.faults import IllegalMove
from hexwidgets.monsterhex.placement import can_place, start_cell_left
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import PLACING
from tests.monsterhex.reference import BOARDS, FACTIONS, STONES, UNITS, Reference

# How many games of each kind.
OPTIONS = {
    "plain": ({}, 40),
    "move-up": ({"large_tie": "move-up"}, 20),
    "nobody": ({"small_same_faction_tie": "nobody"}, 20),
    "both switches": ({"large_tie": "move-up", "small_same_faction_tie": "nobody"}, 20),
    "a hand of one": ({"dials": {"hand_size": 1}}, 60),
    "a hand of two": ({"dials": {"hand_size": 2}, "large_tie": "move-up"}, 30),
    "all units in hand": ({"dials": {"hand_size": 10}}, 5),
    "five rounds": ({"dials": {"rounds": 5, "small_points": 3}}, 20),
    "no bonus": ({"dials": {"colour_bonus": 0, "small_points": 0}}, 20),
    "high bonus": ({"dials": {"colour_bonus": 20, "small_points": 20, "hand_size": 1}}, 60),
}


def both(seed, options):
    """The package's rules and state, and the reference, after one deal in a random order of seats."""
    rng = random.Random(f"differential {seed}")
    seats = rng.sample(FACTIONS, 4)
    rules = MonsterHexRules("four", seats, **options)
    deal = rules.draw(rules.initial(), rng)
    if rules.dials["hand_size"] == 1 and rng.random() < 0.5:
        deal = stacked(deal)
    stones = {(h.q, h.r): both for label, both in deal.stones for h in [rules.board.labels.hex(label)]}
    switches = {k: v for k, v in options.items() if k != "dials"}
    reference = Reference("four", seats, dict(deal.decks), stones, **switches, **options.get("dials", {}))
    return rules, rules.apply(rules.initial(), deal), reference, rng


def stacked(deal):
    """The first seat draws B3 and the second C2, which B3 can leave without a match: MH-PLACE-4 from the start."""
    decks = [
        (seat, tuple(sorted(deck, key=lambda name: name != top)))
        for (seat, deck), top in zip(deal.decks, ("B3", "C2", "", ""), strict=True)
    ]
    return replace(deal, decks=tuple(decks))


def described(rules, state):
    """A position of the package in plain words."""
    seats, tiles = rules.seats, rules.units
    on_board = {label: rules.unit_at(state, cell) for cell, label in enumerate(rules.cell_labels)}
    small = range(rules.table.large_sites, rules.table.sites)
    result = rules.result(state)
    return {
        "phase": rules.phase(state),
        "to_move": next(iter(rules.to_move(state)), None),
        "placing": seats[state.slot] if state.phase == PLACING else None,
        "round": state.round + 1,
        "units": {label: (u.faction, u.name, u.rotation) for label, u in on_board.items() if u},
        "hands": {seat: sorted(u.name for u in rules.hand(state.hand[i], seat)) for i, seat in enumerate(seats)},
        "decks": {
            seat: [tiles[t] for t in state.deck[i][state.drawn[i] : state.deck_size[i]]] for i, seat in enumerate(seats)
        },
        "stones": {
            rules.site_labels[i]: {str(rules.stones[s]) for s in state.lying[i] if s >= 0}
            for i in range(rules.table.large_sites)
        },
        "taken": {
            seat: {str(s) for n, s in enumerate(rules.stones) if state.holder[n] == i} for i, seat in enumerate(seats)
        },
        "discarded": {str(s) for n, s in enumerate(rules.stones) if state.holder[n] == -2},
        "judged": {rules.site_labels[i] for i in range(rules.table.sites) if state.judged[i]},
        "small": {
            rules.site_labels[i]: seats[state.first[i]] if state.first[i] >= 0 else None
            for i in small
            if state.judged[i]
        },
        "scores": rules.scores(state),
        "result": result and (result.winners, result.reason),
    }


def described_reference(game):
    """A position of the reference in the same words."""
    return {
        "phase": game.phase,
        "to_move": game.to_move,
        "placing": game.placing,
        "round": game.round,
        "units": game.units,
        "hands": {seat: sorted(hand) for seat, hand in game.hands.items()},
        "decks": game.decks,
        "stones": {site: set(stones) for site, stones in game.stones.items()},
        "taken": {seat: set(stones) for seat, stones in game.taken.items()},
        "discarded": set(game.discarded),
        "judged": {game.board.label[site] for site in game.judged},
        "small": game.small_won,
        "scores": game.scores,
        "result": game.result,
    }


def mean_move(rules, state, moves, rng):
    """A random move, or, early and late, one that leaves the next seat as little as possible: so seats get stuck."""
    if 2 < state.placed < 24 or len(moves) < 3 or rng.random() < 0.5:
        return rng.choice(moves)
    tried = rng.sample(moves, min(12, len(moves)))
    return min(tried, key=lambda move: _next_to_a_unit(rules, rules.apply(state, move)))


def _next_to_a_unit(rules, state):
    """How many legal placements there are, none of them counted where the seat is stuck."""
    return len(rules.legal_codes(state)) if can_place(rules.table, state, state.hand[state.slot]) else 0


@pytest.mark.parametrize(("options", "games"), OPTIONS.values(), ids=OPTIONS)
def test_whole_games_agree_with_the_reference_at_every_move(options, games):
    """Position, legal moves and result are those of the reference, from the deal to the end."""
    stuck = []  # True where a start cell was left (MH-PLACE-4), False where none was (MH-PLACE-5)
    for seed in range(games):
        rules, state, reference, rng = both(f"{options} {seed}", options)
        while True:
            assert described(rules, state) == described_reference(reference)
            seats = rules.to_move(state)
            moves = rules.moves(state, seats[0]) if seats else ()
            assert sorted(map(str, moves)) == reference.legal()
            if not moves:
                break
            if state.phase == PLACING and state.placed > 0 and reference._stuck():
                stuck.append(start_cell_left(rules.table, state))
            move = mean_move(rules, state, moves, rng)
            state = rules.apply(state, move)
            reference.play(str(move))
    if options.get("dials", {}).get("hand_size") == 1:
        assert min(stuck.count(True), stuck.count(False)) >= games // 10  # or they would hardly be compared


# -- refusals -----------------------------------------------------------------------------------------

PLACES = (*BOARDS["four"].place, *map(str, BOARDS["four"].label))
_KNOWN = re.compile(rf"(({'|'.join(UNITS)})@(.+)\^[0-5]|take ({'|'.join(STONES)})|pass)")


def any_token(rng):
    """A move that is written well, mostly."""
    if rng.random() < 0.1:
        return rng.choice([f"take {stone}" for stone in STONES] + ["pass", "take X1", "take", "S1", "", "enchant c4"])
    unit, place = rng.choice([*UNITS, "S9"]), rng.choice([*PLACES, "z9", "(9, 9)"])
    return f"{unit}@{place}^{rng.choice('001122334455' + '6')}"


def rule_for(token, reference):
    """The rule that the package must name, from what the reference says.

    Two differences are meant. Text that names no unit, place or stone of the game is MH-NOTATION, at any time. And
    a place that is no empty cell is MH-PLACE-2 also where the reference names the rule that made it look (1, 4, 5).
    """
    found = _KNOWN.fullmatch(token)
    if not found or (found[3] and found[3] not in PLACES):
        return "MH-NOTATION"
    rule = reference.why(token)
    if rule in ("MH-PLACE-1", "MH-PLACE-4", "MH-PLACE-5"):
        place = reference._read_place(found[3])
        if place in reference.placed or place not in reference.board.cells:
            return "MH-PLACE-2"
    return rule


def rule_of(rules, state, seat, token):
    """The rule that the package names, or None."""
    try:
        fault = rules.fault(state, seat, rules.parse(state, seat, token))
    except IllegalMove as error:
        return error.rule
    return fault and fault.rule


@pytest.mark.parametrize("hand_size", [1, 4])
def test_refusals_name_the_rule_that_the_reference_names(hand_size):
    """Random texts are legal for both or for neither, and refused by the same rule."""
    named = set()
    for seed in range(30):
        rules, state, reference, rng = both(f"refusals {seed}", {"dials": {"hand_size": hand_size}})
        while True:
            seat = next(iter(rules.to_move(state)), rules.seats[0])
            for token in (any_token(rng) for _ in range(20)):
                rule = rule_of(rules, state, seat, token)
                assert rule == rule_for(token, reference), token
                named.add(rule)
            if reference.over:
                break
            move = mean_move(rules, state, rules.moves(state, seat), rng)
            state = rules.apply(state, move)
            reference.play(str(move))
    often = {"MH-NOTATION", "MH-SETUP-1", "MH-PLACE-1", "MH-PLACE-2", "MH-PLACE-3", "MH-PLACE-6"}
    rare = {"MH-LARGE-3", "MH-LARGE-6", "MH-END-1", None}
    assert named >= often | rare | ({"MH-PLACE-4"} if hand_size == 1 else set())
