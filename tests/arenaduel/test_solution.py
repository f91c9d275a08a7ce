"""The solution that comes with the package, and what any solution answers."""

import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from hexwidgets.arenaduel import solve
from hexwidgets.arenaduel.arena import SEATS
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.notation import Hold, Pursue
from hexwidgets.arenaduel.outlook import effects
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.solution import packed, shipped
from hexwidgets.arenaduel.solver import certify
from hexwidgets.arenaduel.state import CHARGING, ORDERING, ORDERS, OVER, PURSUING
from hexwidgets.arenaduel.symmetry import unpacked
from tests.arenaduel.positions import duel_at, random_states, state_at
from tests.arenaduel.test_differential import CLOSE

DATA = Path(__file__).parents[2] / "hexwidgets/arenaduel/data/standard.values"


@pytest.fixture(scope="module")
def table():
    return shipped(ArenaDuelRules())


@pytest.fixture(scope="module")
def exact():
    return solve(ArenaDuelRules(), progress=False)


@pytest.fixture(scope="module")
def choosing():
    """Two lives each, and the winner may hold its ground, which is sometimes best."""
    return solve(ArenaDuelRules(dials={"life": 2, "cornering": 0}, pursuit="optional"), progress=False)


def positions(count, seed=1):
    """Positions of the standard arena in which orders are due."""
    rng, rules = random.Random(seed), ArenaDuelRules()
    for _ in range(count):
        state = rules.initial()
        state.phase, state.right = ORDERING, rng.randrange(-1, 2)
        state.cell, state.facing = rng.sample(range(19), 2), [rng.randrange(6), rng.randrange(6)]
        state.life = [rng.randint(1, 5), rng.randint(1, 5)]
        yield state


# -- the shipped table ------------------------------------------------------------------------------------------


def test_the_shipped_table_is_what_solving_anew_gives(exact):
    assert packed(exact) == DATA.read_bytes()
    assert DATA.stat().st_size == 2 * 13210


def test_the_shipped_policy_loses_at_most_a_ten_thousandth_to_a_best_answer(table, exact):
    """In every position, from either side, measured from the exact values; and its certificate says so."""
    found = certify(table)
    off = max(abs(a - b) for a, b in zip(table.values, exact.values, strict=True))
    assert off <= 0.5 / 65534 + 1e-9
    assert found.loss + off <= 1e-4
    assert found.positions == table.certificate.positions
    assert found.residual <= table.certificate.residual <= 1.2 * found.residual
    assert found.loss_north <= table.certificate.loss_north <= 1.2 * found.loss_north
    assert found.loss_south <= table.certificate.loss_south <= 1.2 * found.loss_south


def test_what_is_certified_is_what_a_person_is_told(table):
    """The compiled mixes of the certificate are those that `policy` works out in plain Python."""
    from hexwidgets.arenaduel.solver import _Work

    work = _Work(table.rules, table.classes, 5, 1e-9, print)
    values, kinds = work.np.array(table.values), random.Random(3).sample(range(1046), 8)
    for block in work._blocks():
        north, south = divmod(block.here // work.count, 6)
        work._sweep(block, values, values.copy())
        for c in kinds if (north + south) % 3 == 0 else ():
            state, (a, f, b, g) = table.rules.initial(), unpacked(19, table.classes.smallest[c])
            state.cell, state.facing = [a, b], [f, g]
            state.phase, state.life = ORDERING, [north, south]
            for right in range(3):
                state.right = right - 1
                mixes = work.mixes[(3 * c + right) * 2 * ORDERS :][: 2 * ORDERS].tolist()
                for slot, seat in enumerate(SEATS):
                    told = list(table.policy(seat, state).values())
                    assert [p for p in mixes[slot * ORDERS :][:ORDERS] if p] == told


def test_it_needs_neither_numpy_nor_numba():
    code = """
import sys
sys.modules.update(dict.fromkeys(("numba", "numpy")))
import hexwidgets as hw
duel = hw.ArenaDuel(dice=[3, 3])
print(duel.solution().value(), *duel.solution().policy("south"))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0.5 F=\n"


@pytest.mark.parametrize("options", [{"seed": 1}, {"dice": [1, 2]}, {"life": 3}])
def test_it_serves_every_duel_of_the_standard_kind(options):
    duel = ArenaDuel(**options)
    assert 0.4 < duel.solution().value() < 0.6


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"arena": CLOSE}, "arena="),
        ({"life": 6}, "life=6"),
        ({"max_turns": 9}, "max_turns=9"),
        ({"pursuit": "optional"}, "pursuit='optional'"),
        ({"dials": {"hit": 2}}, "hit=2"),
    ],
)
def test_for_other_rules_it_says_what_is_different_and_what_to_call(options, words):
    with pytest.raises(ValueError, match=f"this duel has .*{words}.*: call duel.solve()"):
        ArenaDuel(seed=1, **options).solution()


# -- what a solution answers ------------------------------------------------------------------------------------


def test_a_policy_is_a_mix_of_legal_orders(table):
    for state in positions(30):
        for seat in SEATS:
            policy = table.policy(seat, state)
            assert set(policy) <= set(table.rules.moves(state, seat))
            assert min(policy.values()) > 0
            assert sum(policy.values()) == pytest.approx(1)


def test_a_policy_guarantees_the_value(table):
    """Whatever the other does, in the game as it is laid out."""
    for state in positions(30, seed=2):
        rows, columns, payoffs = table.payoffs(state)
        north, south = (table.policy(seat, state) for seat in SEATS)
        value = table.value(state)
        for j in range(len(columns)):
            assert sum(north.get(row, 0) * payoffs[i][j] for i, row in enumerate(rows)) >= value - 1e-12
        for i in range(len(rows)):
            assert sum(south.get(column, 0) * payoffs[i][j] for j, column in enumerate(columns)) <= value + 1e-12


def test_exchanged_seats_have_the_other_chance(table):
    for state in positions(20, seed=3):
        other = state.copy()
        other.cell, other.facing, other.life = state.cell[::-1], state.facing[::-1], state.life[::-1]
        other.right = 1 - state.right if state.right >= 0 else -1
        assert table.value(state) == pytest.approx(1 - table.value(other), abs=1e-12)


def test_before_the_roll_a_value_is_the_mean_over_it(table):
    for state in positions(10, seed=4):
        before = state.copy()
        before.phase, before.right = CHARGING, -1
        values = []
        for right in (-1, 0, 1):
            state.right = right
            values.append(table.value(state))
        nobody, north, south = values
        assert table.value(before) == pytest.approx(nobody / 6 + 5 / 12 * (north + south), abs=3e-5)


def test_in_the_middle_of_a_turn_a_value_is_the_mean_over_the_dice(choosing):
    """Every position of random duels: where dice are due, what they may lead to; where one wins, its best choice."""
    rules, seen = choosing.rules, set()
    for _, state in random_states(range(40), dials={"life": 2, "cornering": 0}, pursuit="optional"):
        seen.add(state.phase)
        value = choosing.value(state)
        if state.phase == OVER:
            assert value == (state.life[0] > 0)
        elif state.phase == PURSUING:
            both = [choosing.value(rules.apply(state, move)) for move in (Pursue(), Hold())]
            assert value == (max, min)[state.winner](both)
        elif state.phase not in (CHARGING, ORDERING):
            spread = [(float(chance), rules.apply(state, roll)) for roll, chance in effects(rules, state)]
            assert value == pytest.approx(sum(chance * choosing.value(after) for chance, after in spread))
    assert len(seen) == 7


def test_a_draw_counts_half():
    duel = ArenaDuel(arena=CLOSE, dice=[3, 3], life=1, max_turns=1)
    duel.play("S=", "S=")
    assert duel.result.winners == ()
    assert duel.solve(progress=False).value() == 0.5


def test_a_winner_that_chooses_takes_what_is_worth_more(choosing):
    rules, chosen = choosing.rules, set()
    for _, state in random_states(range(60), dials={"life": 2, "cornering": 0}, pursuit="optional"):
        if state.phase == PURSUING:
            seat = SEATS[state.winner]
            ((move, chance),) = choosing.policy(seat, state).items()
            costs = choosing.costs(seat, state)
            assert (chance, costs[move]) == (1, 0)
            assert min(costs.values()) == 0
            assert choosing.value(rules.apply(state, move)) == choosing.value(state)
            chosen.add(move)
    assert chosen == {Pursue(), Hold()}


def test_costs_are_what_an_order_gives_away(table):
    for state in positions(20, seed=5):
        for slot, seat in enumerate(SEATS):
            costs = table.costs(seat, state)
            assert list(costs) == list(table.rules.moves(state, seat))
            assert min(costs.values()) == pytest.approx(0, abs=1e-12)
            assert all(costs[order] == pytest.approx(0, abs=1e-12) for order in table.policy(seat, state))
            rows, columns, payoffs = table.payoffs(state)
            other = table.policy(SEATS[1 - slot], state)
            order = random.Random(6).choice(list(costs))
            if slot == 0:
                worth = sum(
                    other.get(column, 0) * x for column, x in zip(columns, payoffs[rows.index(order)], strict=True)
                )
                assert costs[order] == pytest.approx(table.value(state) - worth, abs=1e-12)
            else:
                worth = sum(other.get(row, 0) * payoffs[i][columns.index(order)] for i, row in enumerate(rows))
                assert costs[order] == pytest.approx(worth - table.value(state), abs=1e-12)


def test_it_follows_the_duel():
    duel = duel_at("b2 5", "c3 2", "north", dice=[6, 6, 6, 1, 1, 1])
    solution = duel.solution()
    before = solution.value()
    duel.play("S=", "S=")
    assert solution.value() == shipped(ArenaDuelRules()).value(duel.state) > before


def test_who_has_nothing_to_decide_has_no_policy(table, choosing):
    over = state_at(table.rules, "a1 5", "e3 2")
    over.phase = OVER
    for ask in (table.policy, table.costs):
        with pytest.raises(ValueError, match="north has nothing to decide in phase 'over'"):
            ask("north", over)
        with pytest.raises(ValueError, match="north has nothing to decide in phase 'charge'"):
            ask("north", table.rules.initial())
        with pytest.raises(ValueError, match="unknown seat 'east'; known are north, south"):
            ask("east")
    with pytest.raises(ValueError, match="orders are not due in phase 'over'"):
        table.payoffs(over)


def test_positions_that_the_table_does_not_hold_are_refused(table):
    with pytest.raises(TypeError, match=r"expected a State such as .*, or None, got 'e3'"):
        table.value("e3")
    with pytest.raises(ValueError, match=r"expected lives from 1 to 5, got \[9, 5\]"):
        table.value(state_at(table.rules, "a1 5 9", "e3 2"))
    with pytest.raises(ValueError, match=r"expected two different cells below 19, got \[0, 0\]"):
        table.value(state_at(table.rules, "a1 5", "a1 2"))


def test_a_duel_whose_rules_have_changed_is_told(table):
    duel = ArenaDuel(seed=1)
    solution = duel.solution()
    with duel.editing() as e:
        e.obstacle("c3")
    with pytest.raises(ValueError, match="the duel has other rules now"):
        solution.value()


def test_it_can_be_pickled(choosing):
    twin = pickle.loads(pickle.dumps(choosing))
    assert (twin.values, twin.certificate, twin.value()) == (choosing.values, choosing.certificate, choosing.value())


# -- many games ---------------------------------------------------------------------------------------------------


def test_for_many_games_policies_are_the_same_but_compiled(table, choosing):
    for solution in (table, choosing):
        quick = solution.quick()
        assert quick.quick() is quick
        for state in positions(30, seed=8):
            state.life = [min(life, solution.lives) for life in state.life]
            for seat in SEATS:
                assert quick.policy(seat, state) == solution.policy(seat, state)
            assert quick.payoffs(state) == solution.payoffs(state)
        assert quick._solvers
        assert not solution._quick


def test_simulated_exact_players_play_the_games_of_the_plain_path():
    import hexwidgets as hw

    class Plain(hw.bots.Exact):
        """Looks everything up in the solution as it is."""

        def reseeded(self, seed):
            return Plain(seed)

    frames = []
    for bot in (hw.bots.Exact(seed=1), Plain(seed=1)):
        report = hw.simulate(ArenaDuel(life=2), dict.fromkeys(SEATS, bot), games=3, seed=5, progress=False)
        frames.append(report.frame().drop(columns=["bot_north", "bot_south"]))
    assert frames[0].equals(frames[1])


# -- the frame ----------------------------------------------------------------------------------------------------


def test_the_frame_has_a_row_for_every_position(table):
    frame = table.frame()
    assert len(frame) == 1046 * 25
    assert frame.groupby(["north_life", "south_life"]).placements.sum().eq(12312).all()
    assert set(frame.distance) == {1, 2, 3, 4}
    start = frame[(frame.north == "a1 5") & (frame.south == "e3 2") & (frame.north_life == 5)]
    assert start.sort_values("south_life").value.round(3).tolist() == [0.925, 0.831, 0.721, 0.608, 0.5]
    assert start.north_angle.eq(0).all()
    assert start.south_angle.eq(0).all()
    assert start.distance.eq(4).all()


def test_the_frame_tells_how_far_the_enemy_is_off_the_front(table):
    """Next to each other the angles are those of the dice arcs: 0 three dice, 60 two, 120 one, 180 none."""
    frame = table.frame()
    near = frame[frame.distance == 1]
    assert set(near.north_angle) == {0, 60, 120, 180}
    assert set(frame.north_angle) <= set(range(181))
    behind = near[(near.north_angle == 0) & (near.south_angle == 180) & (near.north_life == near.south_life)]
    assert behind.value.min() > 0.5
