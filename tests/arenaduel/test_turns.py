"""What turns may lead to: against the rules' own prospects, and against the rules written a second time."""

import random
from collections import Counter
from contextlib import suppress
from fractions import Fraction

import pytest

from hexwidgets.arenaduel.arena import SEATS
from hexwidgets.arenaduel.outlook import outlook
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import CHARGING, COLLIDING, NOBODY, ORDERING, OVER, PURSUING
from hexwidgets.arenaduel.symmetry import classes, placement, unpacked
from hexwidgets.arenaduel.turns import FIELDS, HARM, chances, desk, outcomes, seat_at, tabulate
from tests.arenaduel.positions import random_states
from tests.arenaduel.reference import Dead, _resolve
from tests.arenaduel.test_compiled import OPTIONS
from tests.arenaduel.test_differential import CLOSE, men, reference_options

every_option = pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))


def told(rules, north, south):
    """Where both stand, unless somebody has lost: what then is resolved no more does not count."""
    lives = (north[2], south[2])
    return lives if 0 in lives else (north[:2], south[:2], lives)


def left(state, found):
    """AD-END-1: the lives after an outcome."""
    lives = list(state.life)
    for seat in (0, 1) if found[5] == 0 else (1, 0):
        lives[seat] = max(0, lives[seat] - found[3 + seat])
        if lives[seat] == 0:
            break
    return lives


def listed(rules, state, *orders):
    """What `outcomes` says, in the words of `told`; a choice as the two things to choose from."""
    table, work, probabilities = rules.table, desk(), chances(rules.table.sides)
    seat_at(table, work, placement(table.cells, state.cell[0], state.facing[0], state.cell[1], state.facing[1]))
    spread = Counter()
    for k in range(outcomes(table, work, *map(rules.encode, orders))):
        found = work.found[k * FIELDS : (k + 1) * FIELDS]
        lives, places = left(state, found), []
        for number in found[1:3]:
            a, f, b, g = unpacked(table.cells, number)
            places.append(told(rules, (a, f, lives[0]), (b, g, lives[1])))
        chooser = found[6] if 0 not in lives else NOBODY
        spread[places[0] if chooser == NOBODY else (chooser, *places)] += probabilities[found[0]]
    return spread


def foreseen(rules, state, *orders):
    """The same from `outlook`."""
    spread = Counter()
    for after, chance in outlook(rules, state, *orders).items():
        if after.phase == PURSUING:
            both = [rules.apply(after, move) for move in rules.moves(after, SEATS[after.winner])]
            key = (after.winner, *(_stand(rules, one) for one in both))
        else:
            key = _stand(rules, after)
        spread[key] += float(chance)
    return spread


def _stand(rules, state):
    north, south = zip(state.cell, state.facing, state.life, strict=True)
    return told(rules, north, south)


@every_option
def test_outcomes_are_the_prospects_of_the_rules(options):
    """With any dials and switches, and any life."""
    rng = random.Random(str(options))
    for rules, state in random_states(range(8), **options):
        if state.phase == ORDERING:
            orders = [rng.choice(rules.moves(state, seat)) for seat in SEATS]
            assert listed(rules, state, *orders) == pytest.approx(foreseen(rules, state, *orders), abs=1e-12)


def by_the_page(rules, state, orders):
    """Every outcome by rolling every die of the rules that were written a second time; a collision's ties left out."""
    spread, ahead, options = Counter(), [()], reference_options(rules)
    collide = rules.apply(state, *orders).phase == COLLIDING
    while ahead:
        faces = ahead.pop()
        fighters, script = men(rules, state), list(faces)

        def throw(n, script=script):
            if len(script) < n:
                raise LookupError("one more die")
            thrown, script[:n] = script[:n], []
            return thrown

        def hurt(who, amount, fighters=fighters):
            fighters[who].life = max(0, fighters[who].life - amount)
            if fighters[who].life == 0:
                raise Dead

        try:
            with suppress(Dead):
                _resolve(fighters, [str(order) for order in orders], options, throw, hurt, lambda: True)
        except LookupError:
            if not (collide and len(faces) == 2 and faces[0] == faces[1]):
                ahead += [(*faces, face) for face in range(1, rules.table.sides + 1)]
            continue
        cells = [rules.cell_labels.index(rules.arena.labels[_hex(rules, man.at)]) for man in fighters]
        north, south = ((cell, man.facing, man.life) for cell, man in zip(cells, fighters, strict=True))
        spread[told(rules, north, south)] += Fraction(1, rules.table.sides ** len(faces))
    total = sum(spread.values())
    return {key: float(chance / total) for key, chance in spread.items()}


def _hex(rules, at):
    return next(cell for cell in rules.arena.cells if (cell.q, cell.r) == at)


@pytest.mark.parametrize("switch", [{}, {"combat_after_push": "no"}, {"blocked_pusher_turns": "no"}], ids=str)
def test_outcomes_are_those_of_the_page(switch):
    """Small dice, so that every throw can be made; sampled positions of a small arena, where much happens."""
    rules = ArenaDuelRules(CLOSE, dials={"die_sides": 2, "life": 3}, **switch)
    rng = random.Random(str(switch))
    for _ in range(150):
        state = rules.initial()
        state.phase, state.right = ORDERING, rng.randrange(-1, 2)
        state.cell, state.facing = rng.sample(range(7), 2), [rng.randrange(6), rng.randrange(6)]
        state.life = [rng.randint(1, 3), rng.randint(1, 3)]
        orders = [rng.choice(rules.moves(state, seat)) for seat in SEATS]
        assert listed(rules, state, *orders) == pytest.approx(by_the_page(rules, state, orders), abs=1e-12)


@pytest.mark.parametrize("options", [{}, {"pursuit": "optional", "enemy_blocks_charge": "yes"}], ids=str)
def test_the_table_of_all_turns_is_what_single_turns_are(options):
    """Compiled, for every pair of orders of sampled classes."""
    rules = ArenaDuelRules(CLOSE, **options)
    kinds = classes(rules.arena)
    turns, work = tabulate(rules, kinds), desk()
    for c in random.Random(4).sample(range(len(kinds.smallest)), 12):
        seat_at(rules.table, work, kinds.smallest[c])
        pair = turns.pairs[c]
        walks, orders, answers, all_answers = turns.counts[4 * c : 4 * c + 4].tolist()
        pairs = [(i, j) for i in range(orders) for j in range(answers)]
        pairs += [(i, j) for i in range(walks) for j in range(answers, all_answers)]
        for i, j in pairs:
            north, south = turns.orders[60 * c + i], turns.orders[60 * c + 30 + j]
            count = outcomes(rules.table, work, int(north), int(south))
            first = turns.begin[pair]
            assert turns.begin[pair + 1] - first == count
            for k in range(count):
                luck, after, held, *harm = work.found[k * FIELDS : (k + 1) * FIELDS]
                h = turns.harm[first + k]
                assert turns.harms[HARM * h : HARM * (h + 1)].tolist() == harm
                assert (turns.luck[first + k], turns.after[first + k]) == (luck, kinds.of[after])
                assert turns.held[first + k] == kinds.of[held]
            pair += 1
        assert pair == turns.pairs[c + 1]


def test_orders_are_the_legal_ones_with_charges_last():
    rules = ArenaDuelRules(enemy_blocks_charge="yes")
    kinds = classes(rules.arena)
    turns, state = tabulate(rules, kinds), rules.initial()
    state.phase = ORDERING
    for c in random.Random(5).sample(range(len(kinds.smallest)), 60):
        a, f, b, g = unpacked(19, kinds.smallest[c])
        state.cell, state.facing = [a, b], [f, g]
        for slot, seat in enumerate(SEATS):
            walks, all_orders = turns.counts[4 * c + 2 * slot : 4 * c + 2 * slot + 2].tolist()
            for right, count in ((NOBODY, walks), (slot, all_orders)):
                state.right = right
                begin = 60 * c + 30 * slot
                codes = turns.orders[begin : begin + count].tolist()
                assert [rules.decode(code) for code in codes] == list(rules.moves(state, seat))


def test_the_chances_of_every_throw_add_up_to_one():
    import numpy as np

    rules = ArenaDuelRules(dials={"die_sides": 4})
    turns = tabulate(rules, classes(rules.arena))
    sums = np.add.reduceat(turns.chances[turns.luck], turns.begin[:-1])
    assert np.abs(sums - 1).max() < 1e-15


def test_charging_and_over_are_the_only_ends_of_a_turn_without_the_switch():
    """So that no outcome needs a decision."""
    rules = ArenaDuelRules()
    state, rng = rules.initial(), random.Random(6)
    state.phase = ORDERING
    for _ in range(50):
        state.cell = rng.sample(range(19), 2)
        orders = [rng.choice(rules.moves(state, seat)) for seat in SEATS]
        assert {after.phase for after in outlook(rules, state, *orders)} <= {CHARGING, OVER}
