"""Matrix games against what is known of them, and against a linear-programming library."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from hexwidgets.arenaduel.matrixgame import MIXES, SCRATCH, balance, solve_matrix
from hexwidgets.arenaduel.state import ORDERS

NUMBERS = st.sampled_from([0.0, 0.25, 0.5, 1.0]) | st.floats(0, 1)


@st.composite
def matrices(draw):
    """Payoffs from 0 to 1; some rows and columns are repeated, as where a turn changes nothing."""
    rows, columns = draw(st.integers(1, 30)), draw(st.integers(1, 21))
    few = [[draw(NUMBERS) for _ in range(min(columns, 5))] for _ in range(min(rows, 5))]
    picks = [draw(st.integers(0, len(few) - 1)) for _ in range(rows)]
    places = [draw(st.integers(0, len(few[0]) - 1)) for _ in range(columns)]
    return [[few[i][j] for j in places] for i in picks]


def linear(payoffs):
    """The value by scipy: the most that a mix of rows makes sure of."""
    rows, columns = len(payoffs), len(payoffs[0])
    found = linprog(
        [0] * rows + [-1],
        A_ub=[[*(-payoffs[i][j] for i in range(rows)), 1] for j in range(columns)],
        b_ub=[0] * columns,
        A_eq=[[1] * rows + [0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert found.status == 0
    return -found.fun


def test_stone_paper_scissors():
    value, rows, columns = solve_matrix([[0.5, 0, 1], [1, 0.5, 0], [0, 1, 0.5]])
    assert value == pytest.approx(0.5, abs=1e-15)
    assert [*rows, *columns] == pytest.approx([1 / 3] * 6)


def test_a_saddle_point_is_played_purely():
    value, rows, columns = solve_matrix([[0.6, 0.4, 0.9], [0.3, 0.2, 1.0]])
    assert (round(value, 12), rows, columns) == (0.4, (1, 0), (0, 1, 0))


def test_where_all_is_one_nothing_matters():
    assert solve_matrix([[1.0] * 21] * 30)[0] == 1


@given(matrices())
def test_both_mixes_guarantee_the_value(payoffs):
    """The proof of a matrix game: what either mix makes sure of is the same."""
    value, rows, columns = solve_matrix(payoffs)
    assert min(rows) >= 0 <= min(columns)
    assert sum(rows) == pytest.approx(1, abs=1e-12)
    assert sum(columns) == pytest.approx(1, abs=1e-12)
    floor = min(sum(p * row[j] for p, row in zip(rows, payoffs, strict=True)) for j in range(len(columns)))
    ceiling = max(sum(q * x for q, x in zip(columns, row, strict=True)) for row in payoffs)
    assert floor == pytest.approx(value, abs=1e-12)
    assert ceiling == pytest.approx(value, abs=1e-12)


def test_values_are_those_of_linear_programming():
    rng = random.Random(1)
    for _ in range(60):
        rows, columns = rng.randint(1, 30), rng.randint(1, 21)
        payoffs = [[rng.choice([0, 0.5, 1, rng.random()]) for _ in range(columns)] for _ in range(rows)]
        assert solve_matrix(payoffs)[0] == pytest.approx(linear(payoffs), abs=1e-9)


def test_compiled_it_gives_the_same_numbers_to_the_last_bit():
    import numpy as np

    from hexwidgets.engine.kernel import compiled

    rng, fast = random.Random(2), compiled(balance)
    mixes, scratch, name = np.zeros(MIXES), np.zeros(SCRATCH), np.zeros(MIXES, np.int64)
    for _ in range(50):
        rows, columns = rng.randint(1, 30), rng.randint(1, 30)
        payoffs = [[rng.random() for _ in range(columns)] for _ in range(rows)]
        value = fast(np.array(payoffs).ravel(), rows, columns, mixes, 0, scratch, name)
        mix = (tuple(mixes[:rows].tolist()), tuple(mixes[ORDERS : ORDERS + columns].tolist()))
        assert (value, *mix) == solve_matrix(payoffs)
