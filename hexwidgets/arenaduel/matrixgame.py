"""Matrix games: the value, and the best mix over rows and columns.

One side picks a row and wants much, the other a column and wants little; both in secret. The simplex method on the
columns' linear programme (Dantzig) gives both mixes at once; how good they are is then read off the matrix itself, so
that a result proves itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..engine.kernel import kernel
from .state import ORDERS

__all__ = ["MIXES", "SCRATCH", "balance", "solve_matrix"]

# Room for `balance`: a tableau with a row and a column more than the game, and a name for each row and column.
SCRATCH = (ORDERS + 1) ** 2 + 2 * ORDERS
MIXES = 2 * ORDERS  # room for both mixes: rows first

_SHIFT = 1.0  # makes every payoff of 0 to 1 positive, as the method wants
_TINY = 1e-13  # less is rounding
_PIVOT = 1e-11  # the least that is divided by
_EAGER = 4 * ORDERS  # pivots by the steepest column; after so many by Bland's rule, which cannot cycle
_MOST = 100 * ORDERS


@kernel
def balance(payoffs: Any, rows: int, columns: int, mixes: Any, start: int, scratch: Any, name: Any) -> float:
    """The value of a matrix game, payoffs from 0 to 1, and both sides' best mixes.

    ``payoffs`` holds it row by row; ``mixes`` from ``start`` on has room for MIXES: the rows' probabilities, and
    from ``start + ORDERS`` on the columns'. ``scratch`` has room for SCRATCH floats, ``name`` for 2 * ORDERS integers.
    The value is the mean of what the two mixes guarantee; they are equal but for rounding.
    """
    gap = _attempt(payoffs, rows, columns, False, mixes, start, scratch, name)
    # Where rounding has told, the same from the other side nearly always is exact.
    if gap > _TINY and _attempt(payoffs, rows, columns, True, mixes, start, scratch, name) > gap:
        _attempt(payoffs, rows, columns, False, mixes, start, scratch, name)
    floor = _guarantee(payoffs, rows, columns, columns, 1, 1.0, mixes, start)
    return (floor + _guarantee(payoffs, columns, rows, 1, columns, -1.0, mixes, start + ORDERS)) / 2


@kernel
def _attempt(
    payoffs: Any, rows: int, columns: int, flipped: bool, mixes: Any, start: int, scratch: Any, name: Any
) -> float:
    """Both mixes by the simplex method, ``flipped`` with the sides exchanged; returns by how much they differ."""
    for k in range(MIXES):
        mixes[start + k] = 0.0
    if flipped:
        _lay_out(payoffs, columns, rows, 1, columns, -1.0, scratch)
        _pivot_to_the_end(columns, rows, scratch, name)
        _read_mixes(columns, rows, mixes, start + ORDERS, start, scratch, name)
    else:
        _lay_out(payoffs, rows, columns, columns, 1, 1.0, scratch)
        _pivot_to_the_end(rows, columns, scratch, name)
        _read_mixes(rows, columns, mixes, start, start + ORDERS, scratch, name)
    floor = _guarantee(payoffs, rows, columns, columns, 1, 1.0, mixes, start)
    return _guarantee(payoffs, columns, rows, 1, columns, -1.0, mixes, start + ORDERS) - floor


@kernel
def _guarantee(
    payoffs: Any, own: int, others: int, step: int, other_step: int, sign: float, mixes: Any, at: int
) -> float:
    """What a mix makes sure of, whatever the other side does: with sign 1 the least, with -1 the most."""
    worst = 2.0
    for j in range(others):
        total = 0.0
        for i in range(own):
            total += mixes[at + i] * payoffs[i * step + j * other_step]
        worst = min(worst, sign * total)
    return sign * worst


@kernel
def _lay_out(payoffs: Any, rows: int, columns: int, step: int, other_step: int, sign: float, scratch: Any) -> None:
    """The tableau: maximise the sum of x >= 0 with payoffs * x <= 1. Sign -1 takes 1 - payoffs instead."""
    wide, add = columns + 1, _SHIFT if sign > 0 else _SHIFT + 1.0
    for i in range(rows):
        for j in range(columns):
            scratch[i * wide + j] = add + sign * payoffs[i * step + j * other_step]
        scratch[i * wide + columns] = 1.0
    for j in range(columns):
        scratch[rows * wide + j] = -1.0
    scratch[rows * wide + columns] = 0.0


@kernel
def _pivot_to_the_end(rows: int, columns: int, scratch: Any, name: Any) -> None:
    """Names below ``columns`` are columns, then come the rows' slacks; the first ``rows`` names are in the basis."""
    for i in range(rows):
        name[i] = columns + i
    for j in range(columns):
        name[ORDERS + j] = j
    for pivots in range(_MOST):
        column = _entering(rows, columns, scratch, name, pivots >= _EAGER)
        if column < 0:
            return
        row = _leaving(rows, columns, scratch, column)
        _pivot(rows, columns, scratch, row, column)
        name[row], name[ORDERS + column] = name[ORDERS + column], name[row]


@kernel
def _entering(rows: int, columns: int, scratch: Any, name: Any, careful: bool) -> int:
    """The column that improves most, or by Bland's rule the first by name; -1 when none does."""
    best, found = -_TINY, -1
    last = rows * (columns + 1)
    for j in range(columns):
        if careful:
            if scratch[last + j] < -_TINY and (found < 0 or name[ORDERS + j] < name[ORDERS + found]):
                found = j
        elif scratch[last + j] < best:
            best, found = scratch[last + j], j
    return found


@kernel
def _leaving(rows: int, columns: int, scratch: Any, column: int) -> int:
    """Of the rows that allow the least, but for rounding, the one that is divided by most (Harris)."""
    wide, least = columns + 1, 1e300
    for i in range(rows):
        if scratch[i * wide + column] > _PIVOT:
            least = min(least, (max(scratch[i * wide + columns], 0.0) + _TINY) / scratch[i * wide + column])
    greatest, found = 0.0, 0
    for i in range(rows):
        size = scratch[i * wide + column]
        if size > _PIVOT and size > greatest and scratch[i * wide + columns] <= least * size:
            greatest, found = size, i
    return found


@kernel
def _pivot(rows: int, columns: int, scratch: Any, row: int, column: int) -> None:
    wide = columns + 1
    here = row * wide
    inverse = 1.0 / scratch[here + column]
    scratch[here + column] = 1.0
    for j in range(wide):
        scratch[here + j] *= inverse
    for i in range(rows + 1):
        factor = scratch[i * wide + column]
        if i != row and factor != 0.0:
            scratch[i * wide + column] = 0.0
            for j in range(wide):
                scratch[i * wide + j] -= factor * scratch[here + j]


@kernel
def _read_mixes(rows: int, columns: int, mixes: Any, at: int, other: int, scratch: Any, name: Any) -> None:
    """The rows' mix is in the last row, under their slacks; the columns' in the last column. Both add up to 1."""
    wide, total = columns + 1, 0.0
    for j in range(columns):
        if name[ORDERS + j] >= columns:
            share = max(scratch[rows * wide + j], 0.0)
            mixes[at + name[ORDERS + j] - columns] = share
            total += share
    for i in range(rows):
        mixes[at + i] /= total
    total = 0.0
    for i in range(rows):
        if name[i] < columns:
            share = max(scratch[i * wide + columns], 0.0)
            mixes[other + name[i]] = share
            total += share
    for j in range(columns):
        mixes[other + j] /= total


def solve_matrix(payoffs: Sequence[Sequence[float]]) -> tuple[float, tuple[float, ...], tuple[float, ...]]:
    """The value of a matrix game and the best mixes over rows and over columns, in plain Python.

    Payoffs go from 0 to 1 and to the rows; there are at most 30 rows and 30 columns.

    >>> value, rows, columns = solve_matrix([[1, 0], [0, 0.5]])
    >>> [round(x, 3) for x in (value, *rows, *columns)]
    [0.333, 0.333, 0.667, 0.333, 0.667]
    """
    count, wide = len(payoffs), len(payoffs[0])
    mixes = [0.0] * MIXES
    flat = [payoff for row in payoffs for payoff in row]
    value = balance(flat, count, wide, mixes, 0, [0.0] * SCRATCH, [0] * MIXES)
    return value, tuple(mixes[:count]), tuple(mixes[ORDERS : ORDERS + wide])
