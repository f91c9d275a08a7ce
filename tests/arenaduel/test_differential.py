"""The package against reference.py, written from the rules page alone: random turns, all switches and dials."""

import random

import pytest

from hexwidgets.arenaduel import DIALS, SWITCHES
from hexwidgets.arenaduel.arena import SEATS
from hexwidgets.arenaduel.notation import Hold, Pursue
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import CHARGING, ORDERING, OVER, PURSUING
from hexwidgets.hexgrid import Hex, disk
from tests.arenaduel.reference import Man, Options, legal, resolve

PILLARS = {
    "disk": 3,
    "obstacles": [[1, 0], [-1, 0], [3, 0], [0, -1]],
    "north": {"cell": [0, -3], "facing": 5},
    "south": {"cell": [0, 3], "facing": 2},
}
CLOSE = {"disk": 1, "north": {"cell": [0, -1], "facing": 5}, "south": {"cell": [0, 1], "facing": 2}}
ARENAS = {"standard": "standard", "pillars": PILLARS, "close": CLOSE}


def reference_options(rules):
    dials, switches = rules.dials, rules.switches
    rulings = ("enemy_blocks_charge", "blocked_pusher_turns", "combat_after_push")
    numbers = ("charge_length", "hit", "charge_factor", "cornering", "passing", "blocked_push")
    return Options(
        floor=frozenset((cell.q, cell.r) for cell in rules.arena.cells),
        dice={side: dials[f"dice_{side}"] for side in ("front", "front_side", "back_side", "back")},
        **{name: dials[name] for name in numbers},
        **{name: switches[name] == "yes" for name in rulings},
        pursuit_optional=switches["pursuit"] == "optional",
    )  # fmt: skip


def men(rules, state):
    cells = [rules.arena.cells[cell] for cell in state.cell]
    return [Man((c.q, c.r), f, n) for c, f, n in zip(cells, state.facing, state.life, strict=True)]


def check_turn(rules, options, state, rng):
    """One random turn both ways; returns the state after it and the next charge roll."""
    before = men(rules, state)
    for slot, seat in enumerate(SEATS):
        listed = {str(order) for order in rules.moves(state, seat)}
        assert listed == legal(before[slot], before[1 - slot], state.right == slot, options)
    orders = [rng.choice(rules.moves(state, seat)) for seat in SEATS]
    dice, pursues = [], []
    state = rules.apply(state, *orders)
    while state.phase not in (CHARGING, OVER):
        if state.phase == PURSUING:
            choice = rng.choice([Pursue(), Hold()])
            pursues.append(choice == Pursue())
            state = rules.apply(state, choice)
        else:
            roll = rules.draw(state, rng)
            dice += roll.faces
            state = rules.apply(state, roll)
    choices = iter(pursues)
    expected = resolve(before, [str(order) for order in orders], dice, options, lambda: next(choices))
    assert men(rules, state) == expected, orders
    assert dice == []  # all of them were taken
    assert next(choices, None) is None
    return rules.apply(state, rules.draw(state, rng)) if state.phase == CHARGING else state


def play(rules, seed, games):
    rng, options = random.Random(seed), reference_options(rules)
    for _ in range(games):
        state = rules.initial()
        state = rules.apply(state, rules.draw(state, rng))
        while state.phase == ORDERING:
            state = check_turn(rules, options, state, rng)
        assert state.phase == OVER


@pytest.mark.parametrize("arena", ARENAS.values(), ids=ARENAS)
def test_random_turns_are_resolved_alike(arena):
    play(ArenaDuelRules(arena), "plain", 60)


@pytest.mark.parametrize("seed", range(25))
def test_random_turns_with_random_dials_and_switches_are_resolved_alike(seed):
    rng = random.Random(f"options {seed}")
    top = {"life": 12, "die_sides": 8, "charge_length": 3, "max_turns": 60}
    dials = {d.name: rng.randint(d.low, min(d.high, top.get(d.name, 3))) for d in DIALS} | {"max_turns": 60}
    switches = {switch.name: rng.choice(switch.choices) for switch in SWITCHES}
    play(ArenaDuelRules(rng.choice(list(ARENAS.values())), dials=dials, **switches), seed, 8)


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
@pytest.mark.parametrize("place", [0, 1])
def test_every_choice_at_every_switch(switch, place):
    play(ArenaDuelRules(CLOSE, **{switch.name: switch.choices[place]}), f"{switch.name} {place}", 12)


def test_every_placement_of_two_fighters_next_to_each_other():
    """A turn from each of them, so that nothing rare is left to chance."""
    rules = ArenaDuelRules()
    options, rng = reference_options(rules), random.Random("placements")
    cells = disk(Hex(0, 0), 2)
    start = rules.apply(rules.initial(), rules.moves(rules.initial(), "chance")[1])
    for a, place in enumerate(cells):
        for direction in range(6):
            if (other := place.neighbour(direction)) not in cells:
                continue
            for facings in range(36):
                state = start.copy()
                state.cell[:] = [a, cells.index(other)]
                state.facing[:] = divmod(facings, 6)
                state.right = rng.choice((-1, 0, 1))
                check_turn(rules, options, state, rng)
