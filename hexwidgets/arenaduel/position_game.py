"""The matrix game of one position, laid out by the rules' own steps and solved: plain, or compiled."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, NamedTuple

from ..engine.kernel import compiled, kernel
from .matrixgame import MIXES, SCRATCH, balance
from .movement import legal_orders
from .state import NOBODY, ORDERS, Table
from .turns import FIELDS, Desk, desk, outcomes, record_desk, seat_at
from .valuation import place_after

__all__ = ["Game", "Known", "Solver", "fast_solver", "plain_solver"]


class Known(NamedTuple):
    """What a solution knows: the values, where each placement's are, and the probability of every luck."""

    values: Any
    of: Any
    chances: Any


class Game(NamedTuple):
    """The game of one position: orders by code, payoffs row by row, its value and both mixes (see `balance`)."""

    orders: tuple[Sequence[int], Sequence[int]]
    payoffs: Sequence[float]
    value: float
    mixes: Sequence[float]


class _Room(NamedTuple):
    """What a game is written to."""

    rows: Any
    columns: Any
    counts: Any  # how many rows, how many columns
    payoffs: Any
    mixes: Any
    scratch: Any
    name: Any


@kernel
def _solve(
    table: Table, work: Desk, known: Known, room: _Room, number: int, right: int, life: int, other: int, place: Any
) -> float:
    """The value of the game in a placement; ``place`` has where values begin, how many lives, and how many classes."""
    seat_at(table, work, number)
    state = work.states[0]
    state.right = right
    north, south = legal_orders(table, state, 0, room.rows), legal_orders(table, state, 1, room.columns)
    state.right = NOBODY
    for i in range(north):
        for j in range(south):
            total = 0.0
            for k in range(outcomes(table, work, room.rows[i], room.columns[j])):
                at = FIELDS * k
                begin = place[0] + place_after(work.found, at + 3, life, other, place[1], place[2])
                value = known.values[begin + known.of[work.found[at + 1]]]
                chooser = work.found[at + 6]
                if chooser != NOBODY:
                    held = known.values[begin + known.of[work.found[at + 2]]]
                    value = max(value, held) if chooser == 0 else min(value, held)
                total += known.chances[work.found[at]] * value
            room.payoffs[i * south + j] = total
    room.counts[0], room.counts[1] = north, south
    return balance(room.payoffs, north, south, room.mixes, 0, room.scratch, room.name)


Solver = Callable[[int, int, int, int, Sequence[int]], Game]


def plain_solver(table: Table, values: Sequence[float], of: Sequence[int], chances: Sequence[float]) -> Solver:
    """A function ``(placement, right, life, other, place) -> Game`` in plain Python: some ten milliseconds a game."""
    ints, floats = (lambda n: [0] * n), (lambda n: [0.0] * n)
    return _solver(_solve, table, desk(), Known(values, of, chances), _room(ints, floats))


def fast_solver(table: Table, values: array[float], of: Sequence[int], chances: Sequence[float]) -> Solver:
    """The same compiled, a hundred times as fast; raises ``ImportError`` without the extra `fast`."""
    solve = compiled(_solve)
    import numpy as np  # noqa: PLC0415  only where games are played by the thousand

    def ints(n: int) -> Any:
        return np.zeros(n, np.int64)

    known = Known(np.frombuffer(values), np.array(of, np.int64), np.array(chances))
    solver, lock = _solver(solve, table.to_record(), record_desk(), known, _room(ints, np.zeros)), Lock()

    def listed(number: int, right: int, life: int, other: int, place: Sequence[int]) -> Game:
        with lock:  # one room for all
            return solver(number, right, life, other, np.array(place, np.int64))

    return listed


def _room(ints: Callable[[int], Any], floats: Callable[[int], Any]) -> _Room:
    return _Room(ints(ORDERS), ints(ORDERS), ints(2), floats(ORDERS**2), floats(MIXES), floats(SCRATCH), ints(MIXES))


def _solver(solve: Any, table: Any, work: Desk, known: Known, room: _Room) -> Callable[..., Game]:
    def solver(number: int, right: int, life: int, other: int, place: Any) -> Game:
        value = float(solve(table, work, known, room, number, right, life, other, place))
        north, south = room.counts
        orders = _listed(room.rows[:north]), _listed(room.columns[:south])
        return Game(orders, _listed(room.payoffs[: north * south]), value, _listed(room.mixes[:]))

    return solver


def _listed(numbers: Any) -> list[Any]:
    return numbers if isinstance(numbers, list) else numbers.tolist()
