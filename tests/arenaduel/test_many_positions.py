"""A hundred thousand positions, reachable or not: interpreted and compiled, orders are judged and resolved alike."""

import random
from itertools import product

import numpy as np
import pytest

from hexwidgets.arenaduel import DIALS, SWITCHES
from hexwidgets.arenaduel.combat import dice_of
from hexwidgets.arenaduel.movement import order_fault
from hexwidgets.arenaduel.playout import play, pursue
from hexwidgets.arenaduel.resolution import roll, settle
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import CHARGING, FIGHTING, NOBODY, ORDERING, ORDERS, OVER, PHASES, PURSUING, State
from hexwidgets.engine.kernel import compiled, kernel
from hexwidgets.engine.rng import below
from tests.arenaduel.test_differential import ARENAS

POSITIONS = 100_000
#: Every choice of all switches, on every arena.
RULINGS = list(product(ARENAS, *(switch.choices for switch in SWITCHES)))
EACH = -(-POSITIONS // len(RULINGS))


@kernel
def _throw(table, state, seat, rng):
    """The number of a throw of the dice that are due."""
    dice = dice_of(table, state, seat) if state.phase == FIGHTING else 1
    number = 0
    for _ in range(dice):
        number = number * table.sides + below(rng, table.sides)
    return number


@kernel
def _resolve(table, state, rng, codes):
    """Judge all orders of both seats, and where some are due play the next legal ones after two at random.

    The dice are thrown until the turn is over. What is left in ``state`` is the result.
    """
    for seat in range(2):
        for order in range(ORDERS):
            codes[seat * ORDERS + order] = order_fault(table, state, seat, order)
    if state.phase == ORDERING:
        north, south = below(rng, ORDERS), below(rng, ORDERS)
        while codes[north] != 0:
            north = (north + 1) % ORDERS
        while codes[ORDERS + south] != 0:
            south = (south + 1) % ORDERS
        play(table, state, north, south)
        while state.phase != CHARGING and state.phase != OVER:
            if state.phase == PURSUING:
                pursue(table, state, below(rng, 2))
            else:
                number = _throw(table, state, 0, rng)
                roll(table, state, number, _throw(table, state, 1, rng))
                settle(table, state)


@kernel
def resolve_all(table, states, rngs, codes):
    """Each position with its own random numbers and its own row of codes, in place."""
    for i in range(len(states)):
        _resolve(table, states[i], rngs[i], codes[i])


@pytest.fixture(scope="module")
def fast():
    return compiled(resolve_all)


def rules_for(arena, choices, rng):
    """Rules with those switches; on other arenas than the standard one every other dial is turned at random."""
    top = {"die_sides": 8, "charge_length": 4, "dice_back": 2}
    turned = [] if arena == "standard" else [dial for dial in DIALS if rng.random() < 0.5]
    dials = {dial.name: rng.randint(dial.low, min(dial.high, top.get(dial.name, 3))) for dial in turned}
    names = (switch.name for switch in SWITCHES)
    return ArenaDuelRules(ARENAS[arena], dials=dials | {"max_turns": 60}, **dict(zip(names, choices, strict=True)))


def positions(rules, count, rng):
    """Valid positions at random, most of them where orders are due, some in another phase where none are."""
    for _ in range(count):
        phase = ORDERING if rng.random() < 0.95 else rng.choice([CHARGING, PURSUING, OVER])
        yield State(
            phase=phase,
            turn=rng.choice([0, 1, 58, 59]),
            right=rng.choice([NOBODY, 0, 1]),
            cell=rng.sample(range(len(rules.arena.cells)), 2),
            facing=[rng.randrange(6), rng.randrange(6)],
            life=[rng.randint(1, 5), rng.randint(1, 5)],
            winner=rng.randrange(2) if phase == PURSUING else NOBODY,
        )


@pytest.mark.parametrize("ruling", RULINGS, ids="-".join)
def test_every_order_is_judged_and_resolved_alike(ruling, fast):
    """All 30 orders of both seats have the same faults, and a turn of legal ones leaves the same in every field."""
    rng = random.Random(" ".join(ruling))
    rules = rules_for(ruling[0], ruling[1:], rng)
    states = list(positions(rules, EACH, rng))
    luck = [[rng.getrandbits(32) | (i == 0) for i in range(4)] for _ in states]
    codes = [[0] * (2 * ORDERS) for _ in states]

    records = np.zeros(len(states), State.dtype())
    for name in records.dtype.names:
        records[name] = [getattr(state, name) for state in states]
    record_luck, record_codes = np.array(luck, np.int64), np.zeros((len(states), 2 * ORDERS), np.int64)

    resolve_all(rules.table, states, luck, codes)
    fast(rules.table.to_record(), records, record_luck, record_codes)

    assert record_codes.tolist() == codes
    for name in records.dtype.names:
        assert records[name].tolist() == [getattr(state, name) for state in states], name
    assert record_luck.tolist() == luck
    assert {PHASES[state.phase] for state in states} == {"charge", "pursue", "over"}
