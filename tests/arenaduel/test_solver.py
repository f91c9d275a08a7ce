"""The exact solution: known truths, certificates, and the same found by slower means."""

import random
import subprocess
import sys
from functools import cache

import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array

from hexwidgets.arenaduel import SWITCHES, mean_turns, solve
from hexwidgets.arenaduel.arena import SEATS
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.matrixgame import solve_matrix
from hexwidgets.arenaduel.outlook import outlook
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.solver import MOST_VALUES, _Work, certify, compile_kernels
from hexwidgets.arenaduel.state import CHARGING, ORDERING, ORDERS, OVER, PURSUING
from hexwidgets.arenaduel.symmetry import placement, placements
from hexwidgets.arenaduel.valuation import KERNELS
from hexwidgets.engine.kernel import compiled
from tests.arenaduel.positions import state_at
from tests.arenaduel.test_differential import CLOSE
from tests.arenaduel.test_matrixgame import linear
from tests.arenaduel.test_symmetry import CORRIDOR, HOOK, TRIANGLE

CHARGES = {0: 1 / 6, 1: 5 / 12, 2: 5 / 12}  # AD-CHARGE-1: nobody, north, south


@pytest.fixture(scope="module")
def standard():
    """The standard arena with default rules."""
    return solve(ArenaDuelRules(), progress=False)


def solved(arena="standard", life=1, **options):
    dials = {"life": life, **options.pop("dials", {})}
    more = {name: options.pop(name) for name in ("start", "exchange") if name in options}
    return solve(ArenaDuelRules(arena, dials=dials, **options), progress=False, **more)


def at_start(solution, north, south):
    state = solution.rules.initial()
    state.life = [north, south]
    return solution.value(state)


# -- known truths --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lives", "value"),
    [((5, 5), 0.5), ((5, 4), 0.608), ((5, 3), 0.721), ((5, 2), 0.831), ((5, 1), 0.925), ((2, 1), 0.669)],
)
def test_life_is_worth_what_the_rules_page_says(standard, lives, value):
    assert round(at_start(standard, *lives), 3) == value
    assert round(at_start(standard, *reversed(lives)), 3) == round(1 - value, 3)


def test_the_right_to_charge_is_worth_a_little_at_the_start(standard):
    rules = standard.rules
    for right, value in (("north", 0.5075), ("south", 0.4925), (None, 0.5)):
        assert round(standard.value(state_at(rules, "a1 5", "e3 2", right)), 4) == value


def test_without_a_right_both_open_forward(standard):
    opening = state_at(standard.rules, "a1 5", "e3 2")
    for seat in SEATS:
        assert {str(order): chance for order, chance in standard.policy(seat, opening).items()} == {"F=": 1}


def test_best_play_beats_random_play_as_often_as_the_rules_page_says(standard):
    """Exactly: the chance to win of north's policy against orders picked at random, from the start."""
    work = _Work(standard.rules, standard.classes, 5, 1e-9, print)
    values, against = work.np.array(standard.values), work._blank(0.5)
    for block in work._blocks():
        work._sweep(block, values, values.copy())
        mixes = work.mixes.copy().reshape(work.count, 3, 2, ORDERS)
        for c in range(work.count):
            walks, all_orders = work.turns.counts[4 * c + 2 : 4 * c + 4]
            for right, count in enumerate((walks, walks, all_orders)):
                mixes[c, right, 1] = [1 / count] * count + [0] * (ORDERS - count)
        work._look_ahead(block, against, values, 0, mixes.ravel(), 1e-6)
    start = standard.classes.of[placement(19, 0, 5, 18, 2)]
    assert round(against.reshape(6, 6, work.count)[5, 5, start], 3) == 0.934


# -- certificates ---------------------------------------------------------------------------------------------


def test_the_certificate_covers_every_position_and_keeps_the_tolerance(standard):
    found = standard.certificate
    assert found.positions == 1046 * 25
    assert found.ends
    assert found.residual < 1e-12
    assert found.loss == max(found.loss_north, found.loss_south) < 1e-9


def test_values_of_sampled_positions_solve_their_games_by_linear_programming(standard):
    """Bellman's equation with the rules' own prospects and a library's linear programmes."""
    rules, rng = standard.rules, random.Random(7)
    for number in range(12):
        state = rules.initial()
        state.phase, state.right = ORDERING, number % 3 - 1
        state.cell, state.facing = rng.sample(range(19), 2), [rng.randrange(6), rng.randrange(6)]
        state.life = [rng.randint(1, 5), rng.randint(1, 5)]
        rows, columns = (rules.moves(state, seat) for seat in SEATS)
        payoffs = [[_expected(standard, state, north, south) for south in columns] for north in rows]
        assert standard.value(state) == pytest.approx(linear(payoffs), abs=1e-9)
        assert standard.payoffs(state)[:2] == (rows, columns)
        for row, known in zip(payoffs, standard.payoffs(state)[2], strict=True):
            assert row == pytest.approx(known, abs=1e-12)


def _expected(solution, state, *orders):
    return sum(float(p) * solution.value(after) for after, p in outlook(solution.rules, state, *orders).items())


def test_a_value_that_is_wrong_is_seen_in_the_certificate():
    solution = solved(life=1)
    solution.values[solution._at(1, 1, 0)] += 0.01
    found = certify(solution)
    assert found.residual > 0.005
    assert found.loss > 0.005


def test_a_duel_in_which_nobody_can_be_hit_is_a_draw_without_end():
    """The fighters stand on cells without a way between them."""
    islands = {
        "cells": [[0, 0], [3, 0]],
        "north": {"cell": [0, 0], "facing": 5},
        "south": {"cell": [3, 0], "facing": 2},
    }
    solution = solved(islands, life=1)
    assert solution.value() == 0.5
    assert solution.certificate.residual == solution.certificate.loss == 0
    assert not solution.certificate.ends


# -- found by other ways ------------------------------------------------------------------------------------


def test_starts_from_0_and_from_1_agree():
    low, high = solved(start=0, life=2), solved(start=1, life=2)
    assert list(low.values) == pytest.approx(list(high.values), abs=1e-12)


def test_an_even_duel_is_even_without_being_made_so():
    """Solved without exchanging the seats, from a start that favours north."""
    solution = solved(exchange=False, start=1)
    assert solution.value() == pytest.approx(0.5, abs=1e-12)
    assert list(solution.values) == pytest.approx(list(solved().values), abs=1e-12)


@cache
def _lists(rules):
    """Every position in which orders are due, with its prospects, life 1: the slow way."""
    found = {}
    for a, f, b, g in placements(len(rules.cell_labels)):
        for right in (-1, 0, 1):
            state = rules.initial()
            state.phase, state.right, state.cell, state.facing = ORDERING, right, [a, b], [f, g]
            rows, columns = (rules.moves(state, seat) for seat in SEATS)
            found[a, f, b, g, right] = [[_prospects(rules, state, i, j) for j in columns] for i in rows]
    return found


def _prospects(rules, state, *orders):
    """Chances by placement; a win of north's under True, of south's under False; a choice as (winner, both)."""
    out = []
    for after, chance in outlook(rules, state, *orders).items():
        if after.phase == PURSUING:
            both = [_key(rules.apply(after, move)) for move in rules.moves(after, SEATS[after.winner])]
            out.append((float(chance), (after.winner, *both)))
        else:
            out.append((float(chance), after.life[0] > 0 if after.phase == OVER else _key(after)))
    return out


def _key(state):
    assert state.phase == CHARGING
    return state.cell[0], state.facing[0], state.cell[1], state.facing[1]


@pytest.mark.parametrize("options", [{}, {"pursuit": "optional"}], ids=str)
def test_plain_value_iteration_over_all_placements_finds_the_same(options):
    """No classes, no compiled code, no policy evaluation: a corridor of three cells, life 1."""
    rules = ArenaDuelRules(CORRIDOR, dials={"life": 1, "charge_length": 1}, **options)
    games, values = _lists(rules), {}
    for a, f, b, g in placements(3):
        values[a, f, b, g] = 0.5

    def worth(key):
        if isinstance(key, bool):
            return float(key)
        if len(key) == 3:
            return (max, min)[key[0]](values[key[1]], values[key[2]])
        return values[key]

    change = 1.0
    while change > 1e-9:
        change = 0.0
        for place, before in values.items():
            value = 0.0
            for right in (-1, 0, 1):
                rows = games[*place, right]
                payoffs = [[sum(p * worth(key) for p, key in pair) for pair in row] for row in rows]
                value += CHARGES[right + 1] * solve_matrix(payoffs)[0]
            change = max(change, abs(value - before))
            values[place] = value
    solution = solve(rules, progress=False)
    assert solution.certificate.ends
    for (a, f, b, g), value in values.items():
        state = rules.initial()
        state.cell, state.facing = [a, b], [f, g]
        assert solution.value(state) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("options", [{}, {"pursuit": "optional"}], ids=str)
def test_how_long_a_duel_lasts_is_what_plain_iteration_finds(options):
    """Over all placements of a corridor of three cells, by the policies as a person is told them; life 1."""
    rules = ArenaDuelRules(CORRIDOR, dials={"life": 1, "charge_length": 1}, **options)
    solution, games = solve(rules, progress=False), _lists(rules)
    spread = {}
    for place in placements(3):
        state, spread[place] = rules.initial(), []
        state.cell, state.facing, state.phase = list(place[::2]), list(place[1::2]), ORDERING
        for right, share in CHARGES.items():
            state.right = right - 1
            mixes = [solution.policy(seat, state) for seat in SEATS]
            rows, columns = (rules.moves(state, seat) for seat in SEATS)
            for i, north in enumerate(rows):
                for j, south in enumerate(columns):
                    chance = share * mixes[0].get(north, 0) * mixes[1].get(south, 0)
                    for p, key in games[*place, right - 1][i][j] if chance else ():
                        if isinstance(key, tuple):
                            spread[place].append((chance * p, _chosen(solution, key)))
    turns, change = dict.fromkeys(spread, 0.0), 1.0
    while change > 1e-9:
        before = dict(turns)
        turns = {place: 1 + sum(p * before[key] for p, key in after) for place, after in spread.items()}
        change = max(abs(turns[place] - before[place]) for place in turns)
    assert mean_turns(solution) == {(1, 1): pytest.approx(turns[0, 5, 2, 2], abs=1e-6)}


def _chosen(solution, key):
    """The placement that a winner goes on to, where it may choose."""
    if len(key) == 4:
        return key
    state = solution.rules.initial()

    def value(place):
        state.cell, state.facing = list(place[::2]), list(place[1::2])
        return solution.value(state)

    return (max, min)[key[0]](key[1:], key=value)


def test_a_duel_that_need_not_end_has_no_mean_length():
    with pytest.raises(ValueError, match="expected a duel that always ends"):
        mean_turns(solve(ArenaDuelRules(BEND, dials={"life": 1, "charge_length": 1}), progress=False))


# Uneven arenas in which a fighter can keep out of reach: in the second no mix makes quite sure of the value.
BEND = {"cells": [[0, 0], [-1, 1], [0, -1], [-2, 2]]}
FORK = {"cells": [[0, 0], [0, 1], [0, -1], [-1, 1]]}
for _arena in (BEND, FORK):
    _arena |= {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, -1], "facing": 2}}


@pytest.mark.parametrize(
    ("arena", "cornering"),
    [pytest.param(BEND, 1, id="bend"), pytest.param(FORK, 0, id="fork", marks=pytest.mark.slow)],
)
def test_the_loss_is_what_a_linear_programme_finds(arena, cornering):
    """The best answer over all placements by a library, against the policy as a person is told it; life 1."""
    rules = ArenaDuelRules(arena, dials={"life": 1, "charge_length": 1, "cornering": cornering})
    solution = solve(rules, progress=False)
    found = solution.certificate
    assert not found.ends
    for slot, loss in enumerate((found.loss_north, found.loss_south)):
        assert _loss(solution, slot) == pytest.approx(loss, abs=1e-7)
    assert (found.loss < 1e-9) == (arena is BEND)


def _loss(solution, slot):
    """How much a seat's policy loses to the best answer, which may keep away for ever where that is possible."""
    games, rules = _lists(solution.rules), solution.rules
    places = {place: n for n, place in enumerate(placements(len(rules.cell_labels)))}
    values, answers = [], {}  # by placement and right: for every answer, how likely it leads where
    for place in places:
        state = rules.initial()
        state.cell, state.facing = list(place[::2]), list(place[1::2])
        values.append(solution.value(state))
        for right in (-1, 0, 1):
            state.phase, state.right = ORDERING, right
            mix, rows = solution.policy(SEATS[slot], state), games[*place, right]
            own = [mix.get(order, 0.0) for order in rules.moves(state, SEATS[slot])]
            lines = list(zip(*rows, strict=True)) if slot == 0 else rows
            answers[place, right] = [
                [(p * q, key) for p, pair in zip(own, line, strict=True) if p > 0 for q, key in pair] for line in lines
            ]
    safe, left = set(places), -1
    while left != len(safe):
        left = len(safe)
        safe = {
            place
            for place in safe
            if all(any(all(k in safe for _, k in line) for line in answers[place, r]) for r in (-1, 0, 1))
        }
    worths = _least_worths(places, answers, slot, safe)
    return max(abs(1 - w - v) if slot == 0 else abs(w - v) for w, v in zip(worths, values, strict=True))


def _least_worths(places, answers, slot, safe):
    """What the placements are worth to the one who answers: the least that no answer betters."""
    count = len(places)
    rows, bounds, data = [], [], []
    for (place, right), lines in answers.items():
        for line in lines:
            row = {count + 3 * places[place] + right + 1: -1.0}
            bound = 0.0
            for chance, key in line:
                if isinstance(key, bool):
                    bound -= chance * (key == (slot == 1))
                else:
                    row[places[key]] = row.get(places[key], 0.0) + chance
            rows.append(row)
            bounds.append(bound)
    for place, n in places.items():
        rows.append({n: -1.0} | {count + 3 * n + right: chance for right, chance in CHARGES.items()})
        bounds.append(0.0)
        data.append((0.5 if place in safe else 0.0, 1.0))
    where = [(i, j) for i, row in enumerate(rows) for j in row]
    weights = [x for row in rows for x in row.values()]
    matrix = csr_array((weights, tuple(zip(*where, strict=True))), shape=(len(rows), 4 * count))
    goal = [1.0] * count + [1e-3] * (3 * count)
    done = linprog(goal, matrix, bounds, bounds=data + [(0.0, 1.0)] * (3 * count))
    assert done.success
    return done.x[:count]


# -- other rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arena", [CORRIDOR, TRIANGLE, HOOK], ids=["corridor", "triangle", "hook"])
def test_small_arenas_are_solved(arena):
    found = solved(arena).certificate
    assert max(found.residual, found.loss) < 1e-9


def test_obstacles_are_wall():
    """A pillar in the middle of the standard arena."""
    starts = {"north": {"cell": [0, -2], "facing": 5}, "south": {"cell": [0, 2], "facing": 2}}
    solution = solved({"disk": 2, "obstacles": [[0, 0]], **starts})
    assert solution.certificate.loss < 1e-9
    assert len(solution.rules.cell_labels) == 18
    assert solution.value() == pytest.approx(0.5)


@pytest.fixture(scope="module")
def plain():
    """Two lives each, and no damage at a wall, where pursuing is always best."""
    return solved(life=2, dials={"cornering": 0})


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: switch.name)
def test_every_switch_is_solved_and_matters(switch, plain):
    solution = solved(life=2, dials={"cornering": 0}, **{switch.name: switch.choices[1]})
    assert solution.certificate.ends
    assert solution.certificate.loss < 1e-9
    assert max(abs(a - b) for a, b in zip(solution.values, plain.values, strict=True)) > 1e-4


def test_dials_are_heeded(plain):
    """A charge that hits no harder than a walk is worth less than the usual one."""
    state = state_at(plain.rules, "b2 5 2", "d3 2 2", "north")
    tame = solved(life=2, dials={"cornering": 0, "charge_factor": 1})
    assert tame.value(state) < plain.value(state) - 0.001


# -- a turn limit -------------------------------------------------------------------------------------------


def _best(rules, state):
    """The value by looking through every turn that is left."""
    if state.phase == OVER:
        return {(): 0.5, ("north",): 1.0, ("south",): 0.0}[rules.result(state).winners]
    if state.phase == CHARGING:
        total = 0.0
        for right, chance in CHARGES.items():
            ordering = state.copy()
            ordering.phase, ordering.right = ORDERING, right - 1
            total += chance * _best(rules, ordering)
        return total
    rows, columns = (rules.moves(state, seat) for seat in SEATS)
    after = [[outlook(rules, state, i, j) for j in columns] for i in rows]
    return solve_matrix([[sum(float(p) * _best(rules, s) for s, p in pair.items()) for pair in row] for row in after])[
        0
    ]


def test_with_a_turn_limit_the_last_turns_are_looked_through():
    rules = ArenaDuelRules(CORRIDOR, dials={"life": 1, "max_turns": 2, "charge_length": 1})
    solution, rng = solve(rules, progress=False), random.Random(8)
    assert solution.certificate.loss < 1e-12
    for turn, count in ((1, 12), (0, 2)):
        for _ in range(count):
            state = rules.initial()
            state.cell, state.facing = rng.sample(range(3), 2), [rng.randrange(6), rng.randrange(6)]
            state.turn = turn
            assert solution.value(state) == pytest.approx(_best(rules, state), abs=1e-12)


def test_a_long_limit_is_hardly_any():
    limited = solved(CORRIDOR, life=1, dials={"max_turns": 200})
    endless = solved(CORRIDOR, life=1)
    for north, south in (("a1 5", "b1 2"), ("a1 5", "c1 2"), ("a1 3", "b1 1")):
        state = state_at(limited.rules, north, south, "north")
        assert limited.value(state) == pytest.approx(endless.value(state), abs=1e-6)


def test_after_the_limit_nothing_is_known():
    solution = solved(CORRIDOR, life=1, dials={"max_turns": 3})
    state = solution.rules.initial()
    state.turn = 3
    with pytest.raises(ValueError, match="fewer than 3 turns played, got 3"):
        solution.value(state)


# -- asking for it ---------------------------------------------------------------------------------------------


def test_a_duel_is_asked_about_where_it_stands():
    duel = ArenaDuel(life=1, dice=[6, 1])
    solution = duel.solve(progress=False)
    assert solution.value() == solution.value(duel.state) > solution.value(duel.rules.initial())


def test_progress_is_told_up_to_the_end():
    told = []
    solve(ArenaDuelRules(CLOSE, dials={"life": 2}), progress=told.append)
    assert told == sorted(told)
    assert 0 < told[0] < 0.5
    assert told[-1] == 1
    assert len(told) > 10


def test_progress_is_shown_as_a_bar(capsys):
    solve(ArenaDuelRules(CORRIDOR, dials={"life": 1}))
    assert "solving: 100%" in capsys.readouterr().err


def test_without_tqdm_progress_is_shown_all_the_same(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    solve(ArenaDuelRules(CORRIDOR, dials={"life": 1}))
    assert capsys.readouterr().err.endswith("solving: 100%\n")


def test_interrupted_it_leaves_nothing_behind():
    """And may be called again."""
    rules = ArenaDuelRules(CLOSE, dials={"life": 2})
    before = solve(rules, progress=False)

    def press(share):
        if share > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(rules, progress=press)
    assert solve(rules, progress=False).values == before.values


def test_what_is_compiled_beside_is_what_solving_calls():
    compile_kernels()
    solved(CORRIDOR)
    assert [len(twin.signatures) for twin in compiled(KERNELS)] == [1] * len(KERNELS)


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"rules": "standard"}, TypeError, "expected the rules of an Arena Duel or a duel, got 'standard'"),
        ({"tolerance": 0}, ValueError, "tolerance: expected 1e-12 or more, and less than 1, got 0"),
        ({"start": 2}, ValueError, "start: expected 0 to 1, got 2"),
        ({"rules": ArenaDuelRules(dials={"life": 100, "max_turns": 9})}, ValueError, "life 100 and 9 turns take"),
    ],
)
def test_bad_input_is_refused(wrong, error, words):
    given = {"rules": ArenaDuelRules(CLOSE), "progress": False, **wrong}
    with pytest.raises(error, match=words):
        solve(**given)


def test_the_largest_arena_with_nine_lives_is_within_the_limit():
    assert MOST_VALUES >= 37 * 36 * 36 * 10**2


def test_without_numba_it_says_what_to_install():
    code = """
import sys
sys.modules.update(dict.fromkeys(("numba", "numpy")))
import hexwidgets as hw
try:
    hw.arenaduel.solve(hw.ArenaDuel())
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "compiled rules need Numba: pip install 'hexwidgets[fast]'\n"
