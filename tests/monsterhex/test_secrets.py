"""What a seat may know: its view does not depend on anything that is hidden from it."""

import json
import pickle
import random

import pytest

from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.rules import _PUBLIC, MonsterHexRules
from hexwidgets.monsterhex.state import OVER, State
from tests.monsterhex.positions import EVERY_KIND, FACTIONS, kind_name, random_states, standing_at

SPECTATOR = ""
#: What everyone may know, field by field. A new field belongs here or in HIDDEN, after some thought.
PUBLIC = {
    "phase", "round", "step", "slot", "placed", "last", "blitz", "blitzed", "unit", "rotation", "counter", "petrified",
    "need", "near", "frontier", "frontier_size", "fits",
    "filled", "judged", "first", "second", "lying", "holder", "made", "made_cell", "made_points",
    "made_holder", "made_first", "made_second", "made_part", "made_with_c", "taker", "runner_up", "site", "drawn",
    "deck_size", "ability", "open_goal", "goal_drawn", "goal_deck_size", "small_taken", "score", "goal_score",
}  # fmt: skip
HIDDEN = {"hand", "deck", "goal", "goal_deck"}

every_kind = pytest.mark.parametrize("options", EVERY_KIND, ids=kind_name)


def bits(held):
    return [n for n in range(32) if held >> n & 1]


def dealt_otherwise(rules, state, seat, rng):
    """The same position for slot ``seat`` (None: for nobody): what it knows, and all sizes, as before; all else not."""
    other, seats = state.copy(), len(rules.seats)
    own, shared = [[pile] for pile in range(seats)], [*range(seats, len(rules.piles))]
    for piles in (*own, shared):
        deal_again(state, other, piles, [pile for pile in piles if pile % seats != seat], rng)
    left = state.goal_deck[state.goal_drawn : state.goal_deck_size]
    unknown = [slot for slot in range(seats) if slot != seat] if state.phase != OVER else []
    cards = [card for slot in unknown for card in bits(state.goal[slot])] + left
    rng.shuffle(cards)
    for slot in unknown:
        other.goal[slot] = sum(1 << cards.pop() for _ in bits(state.goal[slot]))
    past = state.goal_deck[: state.goal_drawn]
    rng.shuffle(past)
    other.goal_deck[: state.goal_deck_size] = past + cards
    return other


def deal_again(state, other, piles, hands, rng):
    """Shuffle what the decks of some piles still hold with the hands of some of them, and what was drawn before."""
    sizes = {pile: state.deck_size[pile] - state.drawn[pile] for pile in piles}
    pool = [tile for pile in hands for tile in bits(state.hand[pile])]
    pool += [tile for pile in piles for tile in state.deck[pile][state.drawn[pile] : state.deck_size[pile]]]
    rng.shuffle(pool)
    for pile in hands:
        other.hand[pile] = sum(1 << pool.pop() for _ in bits(state.hand[pile]))
    for pile in piles:
        past = state.deck[pile][: state.drawn[pile]]
        rng.shuffle(past)  # in which order the past was drawn is nobody's business either
        other.deck[pile][: state.deck_size[pile]] = past + [pool.pop() for _ in range(sizes[pile])]
    assert not pool


@every_kind
def test_a_view_is_the_same_byte_for_byte_where_only_hidden_facts_differ(options):
    """In every position, for every seat and for nobody: dealt otherwise, the view is not changed by a bit."""
    rng, differed = random.Random(1), 0
    for rules, state in random_states(range(2), **options):
        for slot in (*range(len(rules.seats)), None):
            seat = SPECTATOR if slot is None else rules.seats[slot]
            other = dealt_otherwise(rules, state, slot, rng)
            differed += other != state
            one, two = rules.hide(state, seat), rules.hide(other, seat)
            assert one == two
            assert pickle.dumps(one) == pickle.dumps(two)
    assert differed > 100


def shown(state, seat, options):
    """What a board for a seat shows of a state, as JSON."""
    board = standing_at(state, **options).board(seat=seat)
    text = json.dumps({name: getattr(board, name) for name in ("tokens", "marks", "tray", "picks", "status", "grid")})
    board.close()
    return text


@every_kind
def test_a_board_is_the_same_where_only_hidden_facts_differ(options):
    """A seat's board does not know what its seat does not, nor a hot seat's before the hand is shown."""
    rng, differed = random.Random(2), 0
    for number, (rules, state) in enumerate(random_states(range(1), **options)):
        if number % 6 == 0 or state.phase == OVER:
            for slot, seat in enumerate((*rules.seats, "turn")):
                other = dealt_otherwise(rules, state, None if seat == "turn" else slot, rng)
                one, two = shown(state, seat, options), shown(other, seat, options)
                assert one == two
                differed += other != state
    assert differed > 8


def test_these_tests_would_notice():
    """The open table shows what differs, and a seat's own hand differs on its own board."""
    options = EVERY_KIND[3]
    rules, state = next(iter(random_states(range(1), **options)))
    other = dealt_otherwise(rules, state, None, random.Random(3))
    for seat in (None, *rules.seats):
        assert shown(state, seat, options) != shown(other, seat, options)


@every_kind
def test_a_seat_sees_its_own_hands_and_goals_and_no_others(options):
    """Its own in full; of the others there are only sizes, but goals are laid open at the end."""
    for rules, state in random_states(range(1), **options):
        for slot, seat in enumerate(rules.seats):
            known, seats = rules.hide(state, seat), len(rules.seats)
            assert known.hands == tuple(
                state.hand[pile] if pile % seats == slot else None for pile in range(len(rules.piles))
            )
            open_all = state.phase == OVER
            assert known.goals == tuple(state.goal[s] if s == slot or open_all else None for s in range(seats))
            assert known.goal_sizes == tuple(state.goal[s].bit_count() for s in range(seats))
            assert known.state.goal_deck == State().goal_deck


@pytest.mark.parametrize("slot", range(4))
def test_a_seat_sees_its_own_hand_and_no_other(slot):
    """Its own hand is in its view in full; of the others there are only sizes."""
    for rules, state in random_states(range(3)):
        known = rules.hide(state, rules.seats[slot])
        assert known.hands == tuple(state.hand[s] if s == slot else None for s in range(4))
        assert known.state.hand[:4] == [state.hand[s] if s == slot else 0 for s in range(4)]
        assert known.hand_sizes == tuple(bin(hand).count("1") for hand in state.hand[:4])


def test_a_spectator_sees_no_hand():
    """Nobody's view shows no hand at all."""
    for rules, state in random_states(range(2)):
        known = rules.hide(state, SPECTATOR)
        assert known.hands == (None,) * 4
        assert known.state.hand == [0] * 5


def test_the_open_table_sees_every_hand_and_no_deck():
    """At the open table all hands lie open; what will be drawn does not."""
    for rules, state in random_states(range(2)):
        known = rules.hide(state, None)
        assert known.hands == tuple(state.hand[:4])
        assert known.state.deck == State().deck


def test_every_field_of_a_state_is_public_or_known_to_be_hidden():
    """A new field fails here until someone has decided who may see it."""
    assert {field.name for field in State.fields} == PUBLIC | HIDDEN
    assert set(_PUBLIC) == PUBLIC


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_public_fields_are_shown_to_all_as_they_are(name):
    """Every seat and every spectator sees a public field's true value."""
    for rules, state in random_states(range(1)):
        for seat in (*FACTIONS, SPECTATOR, None):
            assert getattr(rules.hide(state, seat).state, name) == getattr(state, name)


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_hidden_fields_are_at_their_empty_value_for_a_spectator(name):
    """What is hidden is as if it had never been there."""
    (field,) = (field for field in State.fields if field.name == name)
    for rules, state in random_states(range(1)):
        assert getattr(rules.hide(state, SPECTATOR).state, name) == field.empty()


def test_a_view_shares_nothing_with_the_state():
    """Whoever changes a view changes no game."""
    rules, state = next(iter(random_states(range(1))))
    before = state.copy()
    known = rules.hide(state, "red").state
    known.unit[0] = 3
    known.lying[0][0] = 5
    known.hand[0] = 0
    assert state == before


def test_faults_and_events_tell_nothing_hidden():
    """A refusal for red names red's hand at most; the log of a deal names no unit."""
    game = MonsterHex(seed=2)
    (deal,) = game.log
    assert set(deal.facts) == {"seats"}
    held = {unit.name for unit in game.hands["red"]}
    missing = next(unit.name for unit in game.decks["red"])
    assert set(game.why(f"{missing}@d5^0").facts["hand"]) == held


def test_asking_why_for_another_seat_does_not_tell_its_hand():
    """Out of turn the refusal is the turn's, whatever that seat holds."""
    game = MonsterHex(seed=2)
    faults = {game.why("blue", f"{name}@d5^0") for name in MonsterHexRules().units}
    assert {fault.rule for fault in faults} == {"MH-TURN-1"}
    assert all("hand" not in fault.facts for fault in faults)
