"""Moves as text: what is written is read back, and whatever else is written is refused with words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwidgets.arenaduel.notation import (
    MOVE_NAMES,
    TURN_NAMES,
    Hold,
    NotationError,
    Order,
    Pursue,
    Roll,
    parse,
    parse_roll,
)
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.engine.faults import IllegalMove
from tests.arenaduel.positions import duel_at, random_states

RULES = ArenaDuelRules()

#: One duel for each phase; nothing below may change them.
ORDERS = duel_at("b2 5", "c3 0", "north")
PURSUIT = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 1], pursuit="optional")
PURSUIT.play("S=", "S=")
OVER = duel_at("b2 5", "c3 0 1", dice=[6, 1, 1, 1])
OVER.play("S=", "S=")
DUELS = {"order": ORDERS, "pursue": PURSUIT, "over": OVER}

orders = st.builds(Order, st.sampled_from(MOVE_NAMES), st.sampled_from(TURN_NAMES))
moves = orders | st.just(Pursue()) | st.just(Hold())
face = st.integers(1, 12)
throw = st.lists(face, min_size=1, max_size=3).map(tuple)
one = st.tuples(face)
rolls = st.builds(Roll, st.sampled_from(["charge", "pass", "collide"]), one, one) | st.builds(
    Roll, st.just("fight"), throw, throw
)
almost = st.text(alphabet="CFRLBS=<> 123456/pursehold\n\u00b2\u0663", max_size=12)
texts = st.text() | almost | moves.map(str) | rolls.map(str)


@given(moves)
def test_a_decision_is_read_back_from_its_text(move):
    assert parse(str(move)) == move
    assert RULES.parse(RULES.initial(), "north", str(move)) == move


@given(rolls)
def test_a_throw_is_read_back_from_its_text(roll):
    assert parse_roll(str(roll)) == roll


@given(orders)
def test_an_order_and_its_code_are_one(order):
    assert RULES.decode(RULES.encode(order)) == order


def test_every_legal_move_is_read_back_from_its_text():
    for rules, state in random_states(range(3), dials={"die_sides": 2}, pursuit="optional"):
        for seat in rules.to_move(state):
            for move in rules.moves(state, seat):
                assert rules.parse(state, seat, str(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("F>", Order("F", ">")),
        ("S=", Order("S", "=")),
        ("CFL<", Order("CFL", "<")),
        (" BR=\n", Order("BR", "=")),
        ("pursue", Pursue()),
        ("hold", Hold()),
    ],
)
def test_tokens_are_those_of_the_rules_page(text, move):
    assert parse(text) == move


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("charge 5 2", Roll("charge", (5,), (2,))),
        ("pass 3 1", Roll("pass", (3,), (1,))),
        ("collide 4 4", Roll("collide", (4,), (4,))),
        ("fight 6 3 2 / 6 3", Roll("fight", (6, 3, 2), (6, 3))),
    ],
)
def test_record_lines_are_those_of_the_rules_page(text, roll):
    assert parse_roll(text) == roll
    assert str(roll) == text


@pytest.mark.parametrize(
    "text", ["", "F", "F=>", "f=", "CB=", "CS=", "SR=", "FF=", "=F", "F >", "charge 5 2", "PURSUE"]
)
def test_text_that_is_no_decision_is_told_what_decisions_are(text):
    with pytest.raises(NotationError):
        parse(text)
    fault = ORDERS.why("north", text)
    assert fault.rule == "AD-NOTATION"
    for language in ("en", "ja"):
        assert "F>, S=, CFL<, pursue, hold" in fault.text(language)


@pytest.mark.parametrize(
    "text", ["", "charge", "charge 5", "charge 5 2 1", "fight 6 3", "fight / 6", "fight 6 /", "pass 3 / 1", "roll 1 2"]
)
def test_text_that_is_no_throw_is_refused(text):
    with pytest.raises(NotationError):
        parse_roll(text)


@pytest.mark.parametrize(
    "move", [None, 3, ("F", "="), Order("X", "="), Order("F", "?"), Order(None, 3), object(), Roll]
)
def test_things_that_are_no_decision_are_refused_with_words(move):
    fault = ORDERS.why("north", move)
    assert fault.rule == "AD-NOTATION"
    with pytest.raises(IllegalMove):
        ORDERS.play(move, "S=")


@pytest.mark.parametrize("duel", DUELS.values(), ids=DUELS)
@given(text=texts, seat=st.sampled_from(["north", "south"]))
@settings(max_examples=150)
def test_no_text_does_more_than_be_refused(duel, text, seat):
    """Whatever is written, in whatever phase: it is legal, or `why` says which rule and `commit` raises."""
    before = duel.state.copy()
    fault = duel.why(seat, text)
    if fault is None:
        assert text.strip() in map(str, duel.legal_moves(seat))
        return
    assert fault.rule.startswith("AD-")
    assert len(fault.text("en")) < 300
    assert len(fault.text("ja")) < 300
    with pytest.raises(IllegalMove, match=fault.rule):
        duel.commit(seat, text)
    assert duel.state == before
