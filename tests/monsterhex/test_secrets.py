"""What a seat may know: its view does not depend on anything that is hidden from it."""

import pickle
import random

import pytest

from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.rules import _PUBLIC, MonsterHexRules
from hexwidgets.monsterhex.state import State
from tests.monsterhex.positions import FACTIONS, random_states

SPECTATOR = ""
#: What everyone may know, field by field. A new field belongs here or in HIDDEN, after some thought.
PUBLIC = {
    "phase", "round", "slot", "placed", "last", "unit", "rotation", "need", "near", "filled", "judged", "first",
    "lying", "holder", "taker", "runner_up", "site", "drawn", "deck_size", "score",
}  # fmt: skip
HIDDEN = {"hand", "deck"}


def dealt_otherwise(state, seat, rng):
    """The same position for ``seat``: its hand, and every hand's and deck's size, are as before, all else is not."""
    other = state.copy()
    for slot in range(4):
        drawn, size = state.drawn[slot], state.deck_size[slot]
        held = [tile for tile in range(16) if state.hand[slot] >> tile & 1]
        hidden = state.deck[slot][drawn:size]
        if slot != seat:
            pool = held + hidden
            rng.shuffle(pool)
            held, hidden = pool[: len(held)], pool[len(held) :]
        else:
            rng.shuffle(hidden)
        other.hand[slot] = sum(1 << tile for tile in held)
        past = state.deck[slot][:drawn]
        rng.shuffle(past)  # in which order the past was drawn is nobody's business either
        other.deck[slot][:size] = past + hidden
    return other


@pytest.mark.parametrize("slot", [0, 1, 2, 3, None])
def test_a_view_is_the_same_byte_for_byte_where_only_hidden_facts_differ(slot):
    """In every position: other hands and all decks dealt otherwise, the view is not changed by a bit."""
    rng = random.Random(slot)
    differed = 0
    for rules, state in random_states(range(6)):
        seat = SPECTATOR if slot is None else rules.seats[slot]
        other = dealt_otherwise(state, slot, rng)
        differed += other != state
        one, two = rules.hide(state, seat), rules.hide(other, seat)
        assert one == two
        assert pickle.dumps(one) == pickle.dumps(two)
    assert differed > 100


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
