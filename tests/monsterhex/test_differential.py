"""The package's rules against the slow reference, move by move, in whole random games of every kind.

The reference is written from the rules page alone and shares nothing with the package.
"""

import itertools
import random
import re
from collections import Counter
from dataclasses import replace
from types import MappingProxyType

import pytest

from hexwidgets.engine.faults import IllegalMove
from hexwidgets.monsterhex.deciding import pile_to_place, slot_to_place
from hexwidgets.monsterhex.placement import can_place, start_cell_left
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import ABILITIES, PLACING, RETURNED
from tests.monsterhex.reference import FACTIONS, STONES, UNITS, VARIANTS, Reference

# Whole games: every variant with and without abilities and goals, each under these settings in turn.
KINDS = [*itertools.product(VARIANTS, (False, True), (False, True))]
SETTINGS = (
    {},
    {"large_tie": "move-up", "small_same_faction_tie": "nobody"},
    {"dials": {"hand_size": 1, "overwhelm_factor": 3, "goal_15": 0, "colour_bonus": 0}, "large_tie": "move-up"},
    {"dials": {"petrify_dot": 3, "curse_star": 4, "power_floor": 1, "goal_4": 9, "rounds": 6, "shared_loss": 0}},
    {
        "dials": {"hand_size": 2, "small_points": 3, "overwhelm_factor": 1, "enchant_dot": 3, "reward_star": 5},
        "small_same_faction_tie": "nobody",
    },
)


def both(seed, variant="four", abilities=False, goals=False, setting=MappingProxyType({})):
    """The package's rules and state, and the reference, after one deal in a random order of seats."""
    rng = random.Random(f"differential {variant} {abilities} {goals} {seed}")
    seats = rng.sample(FACTIONS, VARIANTS[variant][0])
    shared = rng.choice([f for f in FACTIONS if f not in seats]) if variant == "two-shared" else None
    rules = MonsterHexRules(variant, seats, shared=shared, abilities=abilities, goals=goals, **setting)
    deal = rules.draw(rules.initial(), rng)
    if rules.dials["hand_size"] == 1 and rng.random() < 0.5:
        deal = stacked(deal, rules.seats)
    return rules, rules.apply(rules.initial(), deal), reference_of(rules, deal, setting), rng


def stacked(deal, seats):
    """The first seat draws B3 and the second C2, which B3 can leave without a match: MH-PLACE-4 from the start."""
    tops = dict(zip(seats, ("B3", "C2"), strict=False))
    decks = [(pile, tuple(sorted(deck, key=lambda name: name != tops.get(pile)))) for pile, deck in deal.decks]
    return replace(deal, decks=tuple(decks))


def reference_of(rules, deal, setting):
    """The reference after the same deal."""
    seats, decks, cards = rules.seats, dict(deal.decks), [int(card) for card in deal.goals]
    stones = {(h.q, h.r): both for label, both in deal.stones for h in [rules.board.labels.hex(label)]}
    options = {name: value for name, value in setting.items() if name != "dials"}
    options |= {name: value for name, value in setting.get("dials", {}).items() if not name.startswith("goal_")}
    points = {name: value for name, value in setting.get("dials", {}).items() if name.startswith("goal_")}
    options["goal_points"] = {int(name[5:]): value for name, value in points.items()}
    if rules.shared:
        options |= {"shared": rules.shared, "shared_decks": {s: decks[f"{s}:{rules.shared}"] for s in seats}}
    if rules.with_goals:
        options["private_goals"] = {seat: [cards.pop(0)] for seat in seats}
        options["open_goals"] = [cards.pop(0), cards.pop(0)]
    return Reference(
        rules.variant.name, seats, {seat: decks[seat] for seat in seats}, stones,
        abilities=rules.with_abilities, goals=rules.with_goals, goal_deck=cards, **options,
    )  # fmt: skip


def described(rules, state):
    """A position of the package in plain words."""
    seats, tiles, factions = rules.seats, rules.units, rules.factions
    small = range(rules.table.large_sites, rules.table.sites)
    cells = range(rules.table.cells)
    result = rules.result(state)
    goals = rules.components.goals
    schemes = "scheme" in {ABILITIES[n] for n in state.ability} or rules.phase(state) == "choose-ability"
    left = state.goal_deck[state.goal_drawn : state.goal_deck_size] if rules.with_abilities and schemes else []
    return {
        "phase": rules.phase(state),
        "to_move": next(iter(rules.to_move(state)), None),
        "placing": factions[slot_to_place(rules.table, state)] if state.phase == PLACING else None,
        "round": min(state.round + 1, rules.dials["rounds"]),
        "units": {
            rules.cell_labels[c]: (u.faction, u.name, u.rotation) for c in cells for u in [rules.unit_at(state, c)] if u
        },
        "hands": {pile: sorted(u.name for u in rules.hand(state.hand[i], "")) for i, pile in enumerate(rules.piles)},
        "decks": {
            pile: [tiles[t] for t in state.deck[i][state.drawn[i] : state.deck_size[i]]]
            for i, pile in enumerate(rules.piles)
        },
        "stones": {
            rules.site_labels[i]: {str(rules.stones[s]) for s in state.lying[i] if s >= 0}
            for i in range(rules.table.large_sites)
        },
        "taken": {
            faction: {str(s) for n, s in enumerate(rules.stones) if state.holder[n] == i}
            for i, faction in enumerate(factions)
        },
        "colourless": {
            faction: sorted(state.made_points[m] for m in range(state.made) if state.made_holder[m] == i)
            for i, faction in enumerate(factions)
        },
        "discarded": {str(s) for n, s in enumerate(rules.stones) if state.holder[n] == RETURNED},
        "judged": {rules.site_labels[i] for i in range(rules.table.sites) if state.judged[i]},
        "small": {
            rules.site_labels[i]: factions[state.first[i]] if state.first[i] >= 0 else None
            for i in small
            if state.judged[i]
        },
        "counters": {rules.cell_labels[c]: state.counter[c] for c in cells if state.counter[c]},
        "petrified": {rules.cell_labels[c]: state.petrified[c] for c in cells if state.petrified[c]},
        "abilities": {seat: ABILITIES[state.ability[i]] or None for i, seat in enumerate(seats)},
        "goals": {seat: {goal.number for goal in rules.goal_cards(state.goal[i])} for i, seat in enumerate(seats)},
        "open": {goal.number for goal in rules.goal_cards(state.open_goal)},
        "goal deck": [goals[n].number for n in left],
        "goal scores": {seat: state.goal_score[i] for i, seat in enumerate(seats)},
        "scores": rules.scores(state),
        "result": result and (result.winners, result.reason),
    }


def described_reference(game):
    """A position of the reference in the same words."""

    def piles(own, shared):
        return own | {f"{seat}:{game.shared}": held for seat, held in shared.items()}

    return {
        "phase": game.phase,
        "to_move": game.to_move,
        "placing": game.placing,
        "round": game.round,
        "units": game.units,
        "hands": {pile: sorted(hand) for pile, hand in piles(game.hands, game.shared_hands).items()},
        "decks": piles(game.decks, game.shared_decks),
        "stones": {site: set(stones) for site, stones in game.stones.items()},
        "taken": {faction: set(stones) for faction, stones in game.taken.items()},
        "colourless": {faction: sorted(points) for faction, points in game.colourless.items()},
        "discarded": set(game.discarded),
        "judged": {game.board.label[site] for site in game.judged},
        "small": game.small_won,
        "counters": game.counters,
        "petrified": game.petrified,
        "abilities": game.abilities,
        "goals": {seat: set(cards) for seat, cards in game.goals.items()},
        "open": set(game.open_goals),
        "goal deck": game.goal_deck,
        "goal scores": {seat: sum(game.goal_scores.get(seat, {}).values()) for seat in game.seats},
        "scores": game.scores,
        "result": game.result,
    }


def next_move(rules, state, moves, rng):
    """A random move that uses abilities gladly; with one unit in hand, often one that leaves the next seat little."""
    if rules.phase(state) == "ability" and rng.random() < 0.8:
        return rng.choice(moves[:-1])
    if rules.dials["hand_size"] > 1 or state.phase != PLACING or 2 < state.placed < 24 or rng.random() < 0.5:
        return rng.choice(moves)
    tried = rng.sample(moves, min(12, len(moves)))
    return min(tried, key=lambda move: _fitting(rules, rules.apply(state, move)))


def _fitting(rules, state):
    """How many moves there are, none of them counted where the seat is stuck."""
    return len(rules.legal_codes(state)) if can_place(rules.table, state, _hand(rules, state)) else 0


def _hand(rules, state):
    return state.hand[pile_to_place(rules.table, state)]


@pytest.mark.parametrize(("variant", "abilities", "goals"), KINDS)
def test_whole_games_agree_with_the_reference_at_every_move(variant, abilities, goals):
    """Position, legal moves and result are those of the reference, from the deal to the end."""
    seeds = itertools.count()
    for setting in SETTINGS:
        rules, state, reference, rng = both(next(seeds), variant, abilities, goals, setting)
        while True:
            assert described(rules, state) == described_reference(reference)
            seats = rules.to_move(state)
            moves = rules.moves(state, seats[0]) if seats else ()
            assert sorted(map(str, moves)) == reference.legal()
            if not moves:
                break
            move = next_move(rules, state, moves, rng)
            state = rules.apply(state, move)
            reference.play(str(move))


# -- refusals -----------------------------------------------------------------------------------------

WORDS = tuple(ABILITIES[1:])
_PLACE = re.compile(rf"({'|'.join(UNITS)})@(.+)\^[0-5]")
_USE = re.compile(r"(?:enchant|curse|petrify) (.+)|confuse (.+)\^[0-5]")
_OTHER = re.compile(rf"take ({'|'.join(STONES)})|pass|decline|scheme|blitz|ability ({'|'.join(WORDS)})")


def any_token(rng, reference):
    """A move that is written well, mostly; often one of those that are due."""
    board = reference.board
    place = rng.choice([*board.place, *map(str, board.label), "z9", "(9, 9)"])
    unit, turned = rng.choice([*UNITS, "S9"]), rng.choice("001122334455" + "6")
    kind = rng.choice(
        ["place"] * 4 + ["use"] * (6 if reference.phase == "ability" else 2) + ["choose", "take", "other"]
    )
    if kind == "use":
        word = rng.choice(["enchant", "curse", "petrify", "confuse", *[reference.abilities.get(reference.to_move)] * 4])
        return f"{word} {place}^{turned}" if word == "confuse" else f"{word} {place}"
    if kind == "choose":
        return f"ability {rng.choice([*WORDS, 'speed'])}"
    if kind == "take":
        return f"take {rng.choice([*STONES, 'X1'])}"
    if kind == "other":
        return rng.choice(["pass", "decline", "scheme", "blitz", "take", "S1", "", "reward", "ability"])
    return f"{unit}@{place}^{turned}"


def rule_for(token, reference):
    """The rule that the package must name, from what the reference says.

    Some differences are meant. Text that names no unit, place, stone or ability of the game is MH-NOTATION, at any
    time. A place that is no empty cell is MH-PLACE-2 also where the reference names the rule that made it look (1, 4,
    5). While abilities are chosen or a stone is due, what is due refuses everything else, the use of an ability too;
    and taking a stone that is not due is MH-LARGE-6 while an ability is decided.
    """
    placing, using, other = (pattern.fullmatch(token) for pattern in (_PLACE, _USE, _OTHER))
    place = (placing and placing[2]) or (using and (using[1] or using[2]))
    known = {*reference.board.place, *map(str, reference.board.label)}
    if not (placing or using or other) or (place and place not in known):
        return "MH-NOTATION"
    rule = reference.why(token)
    if rule in ("MH-PLACE-1", "MH-PLACE-4", "MH-PLACE-5"):
        return rule if reference._read_place(place) in reference._empty_cells() else "MH-PLACE-2"
    if reference.phase == "choose-ability" and rule:
        return "MH-ABIL-1"
    if reference.phase == "take" and rule == "MH-ABIL-2":
        return "MH-LARGE-6"
    if reference.phase == "ability" and token.startswith("take "):
        return "MH-LARGE-6"
    return rule


def rule_of(rules, state, seat, token):
    """The rule that the package names, or None."""
    try:
        fault = rules.fault(state, seat, rules.parse(state, seat, token))
    except IllegalMove as error:
        return error.rule
    return fault and fault.rule


@pytest.mark.parametrize("abilities", [False, True])
def test_refusals_name_the_rule_that_the_reference_names(abilities):
    """Random texts are legal for both or for neither, and refused by the same rule."""
    named = Counter()
    for seed, variant, hand_size in itertools.product(range(4), VARIANTS, (1, 4)):
        rules, state, reference, rng = both(seed, variant, abilities, False, {"dials": {"hand_size": hand_size}})
        while True:
            seat = next(iter(rules.to_move(state)), rules.seats[0])
            for token in (any_token(rng, reference) for _ in range(16)):
                rule = rule_of(rules, state, seat, token)
                assert rule == rule_for(token, reference), (token, reference.phase)
                named[rule] += 1
            if reference.over:
                break
            move = next_move(rules, state, rules.moves(state, seat), rng)
            state = rules.apply(state, move)
            reference.play(str(move))
    expected = {"NOTATION", "SETUP-1", "PLACE-1", "PLACE-2", "PLACE-3", "PLACE-6", "LARGE-3", "LARGE-6"}
    expected |= {"END-1", "ABIL-1", "ABIL-2"}
    if abilities:
        expected |= {"ENCHANT", "CURSE", "CONFUSE", "PETRIFY-1", "PETRIFY-2"}
    assert set(named) - {"MH-PLACE-4"} == {f"MH-{name}" for name in expected} | {None}


def test_stuck_seats_agree_with_the_reference():
    """Where nothing fits: on start cells (MH-PLACE-4) and, where none is left, anywhere (MH-PLACE-5)."""
    stuck, named = Counter(), set()
    for seed in range(60):
        rules, state, reference, rng = both(seed, setting={"dials": {"hand_size": 1}})
        while not reference.over:
            (seat,) = rules.to_move(state)
            moves = rules.moves(state, seat)
            if state.phase == PLACING and state.placed > 0 and not can_place(rules.table, state, _hand(rules, state)):
                stuck[start_cell_left(rules.table, state)] += 1
                assert sorted(map(str, moves)) == reference.legal()
                for cell, unit in itertools.product(reference.board.place, reference.hands[seat]):
                    rule = rule_of(rules, state, seat, f"{unit}@{cell}^0")
                    assert rule == rule_for(f"{unit}@{cell}^0", reference)
                    named.add(rule)
            move = next_move(rules, state, moves, rng)
            state = rules.apply(state, move)
            reference.play(str(move))
    assert min(stuck[True], stuck[False]) >= 5
    assert named == {None, "MH-PLACE-2", "MH-PLACE-4"}
