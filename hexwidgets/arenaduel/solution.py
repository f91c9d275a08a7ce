"""What is known of a solved duel: the value of every position, and the best orders in it.

A table holds each position's value before the charge roll. Everything else follows from it by one matrix game, which is
laid out by the rules' own steps and solved when it is asked for, in plain Python. The table of the standard arena with
default rules comes with the package (data/standard.values); `solver.solve` makes those of others.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..engine.dials import one_of
from ..engine.exact import Exact
from ..engine.faults import shorten
from ..hexgrid import DIRECTIONS, Layout
from . import resolution
from .arena import SEATS, arenas
from .notation import Hold, Move, Order, Pursue
from .outlook import effects
from .position_game import Game, Solver, fast_solver, plain_solver
from .rules import ArenaDuelRules
from .state import CHARGING, ORDERING, ORDERS, OVER, PHASES, PURSUING, State
from .symmetry import Classes, classes, placement, unpacked
from .turns import chances

if TYPE_CHECKING:
    import pandas as pd

    from .answer import Answer

__all__ = ["Certificate", "Solution", "packed", "shipped", "unpacked_values"]

_STEPS = 65534  # of a packed value: even, so that one half is exact
_KEPT = 4096  # matrix games that are remembered
_LIFE = 5  # of the shipped table
_DATA = Path(__file__).with_name("data")

Seat = Literal["north", "south"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """How good a solution is, found from its own values and policy over all positions.

    ``residual`` is the most by which a value differs from that of the games which follow from all values (the Bellman
    residual). ``loss_north`` is the most by which the best answer to north's policy pushes north below the value,
    anywhere; ``loss_south`` likewise. ``ends`` tells whether either policy makes sure that the duel ends, whatever the
    other does. Where not, the best answer may also keep away for ever, for a draw, wherever it is able to. All numbers
    are probabilities. ``positions`` is how many there are, before the charge roll: classes of placements, times both
    lives, times the turns left where they are limited.
    """

    residual: float
    loss_north: float
    loss_south: float
    ends: bool
    positions: int

    @property
    def loss(self) -> float:
        """The greater of the two losses: the value is proved to lie this near."""
        return max(self.loss_north, self.loss_south)


class Solution:
    """A solved duel. Made by ``duel.solution()``, ``duel.solve()`` or `solver.solve`.

    A position is a `State`; None is the duel's present one, or without a duel the start. Values are north's: the
    probability that it wins if neither side errs, a draw counting as half; south's is the rest to 1.

    >>> from hexwidgets.arenaduel.game import ArenaDuel
    >>> duel = ArenaDuel(dice=[3, 3])  # nobody has the charge right
    >>> solution = duel.solution()
    >>> round(solution.value(), 3), {str(order): chance for order, chance in solution.policy("north").items()}
    (0.5, {'F=': 1.0})
    """

    def __init__(
        self,
        rules: ArenaDuelRules,
        kinds: Classes,
        values: Sequence[float],
        certificate: Certificate,
        *,
        lives: int | None = None,
        game: Any = None,
    ) -> None:
        self.rules = rules
        self.classes = kinds
        self.lives = rules.dials["life"] if lives is None else lives
        self.values = array("d", values)
        self.certificate = certificate
        self._game = game
        self._chances = chances(rules.table.sides)
        self._solved: dict[tuple[int, ...], Game] = {}
        self._quick = False
        self._solvers: list[Solver] = []  # the compiled one, once it has been made

    def __repr__(self) -> str:
        return f"<Solution of {self.certificate.positions:,} positions, within {self.certificate.loss:.1g}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.rules, self.classes, self.values, self.certificate, self.lives)

    def __copy__(self) -> Solution:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    # -- asking -----------------------------------------------------------------------------------

    def value(self, position: State | None = None) -> float:
        """The probability that north wins, both playing their best.

        Where orders are due, the charge roll has been made and the value is that with the right as it is. In a state
        before the roll it is the mean over it, as it is in the middle of a turn over the dice to come; where a winner
        chooses whether to pursue, it chooses its best. At the end it is 1, 0, or 0.5 for a draw.

        Raises ``TypeError`` for what is no State, ``ValueError`` for one that the table does not hold.

        >>> from hexwidgets.arenaduel.game import ArenaDuel
        >>> duel = ArenaDuel(dice=[6, 1])  # north has the charge right
        >>> round(duel.solution().value(), 4), round(duel.solution().value(duel.rules.initial()), 4)
        (0.5075, 0.5)
        """
        return self._value(self._position(position))

    def policy(self, seat: Seat, position: State | None = None) -> dict[Move, float]:
        """The best mix of a seat: every order with a probability above 0; where it chooses, `Pursue` or `Hold`.

        Raises ``ValueError`` where the seat has nothing to decide.
        """
        state = self._position(position)
        slot = SEATS.index(one_of("seat", seat, SEATS))
        if seat not in self.rules.to_move(state):
            raise ValueError(f"{seat} has nothing to decide in phase {PHASES[state.phase]!r}")
        if state.phase == PURSUING:
            gain = self._after(state, Pursue()) - self._after(state, Hold())
            return {Pursue() if (gain >= 0 if slot == 0 else gain <= 0) else Hold(): 1.0}
        matrix = self._matrix(state)
        codes, mix = matrix.orders[slot], matrix.mixes[slot * ORDERS :]
        return {self.rules.decode(code): mix[k] for k, code in enumerate(codes) if mix[k] > 0}

    def costs(self, seat: Seat, position: State | None = None) -> dict[Move, float]:
        """What each legal order of a seat gives away against the other's best mix, in probability to win.

        Orders of the policy cost nothing, but for rounding. Raises ``ValueError`` where the seat has nothing to decide.

        >>> from hexwidgets.arenaduel.game import ArenaDuel
        >>> costs = {str(order): cost for order, cost in ArenaDuel(dice=[3, 3]).solution().costs("north").items()}
        >>> round(costs["F="], 3), round(costs["S>"], 3)
        (0.0, 0.016)
        """
        state = self._position(position)
        slot = SEATS.index(one_of("seat", seat, SEATS))
        if seat not in self.rules.to_move(state):
            raise ValueError(f"{seat} has nothing to decide in phase {PHASES[state.phase]!r}")
        if state.phase == PURSUING:
            after = {move: self._after(state, move) for move in (Pursue(), Hold())}
            worths = [value if slot == 0 else 1 - value for value in after.values()]
            return {move: max(worths) - worth for move, worth in zip(after, worths, strict=True)}
        matrix = self._matrix(state)
        rows, columns = matrix.orders
        if slot == 0:
            mix = matrix.mixes[ORDERS : ORDERS + len(columns)]
            worths = [_dot(mix, matrix.payoffs[i * len(columns) : (i + 1) * len(columns)]) for i in range(len(rows))]
            return {self.rules.decode(code): matrix.value - w for code, w in zip(rows, worths, strict=True)}
        mix = matrix.mixes[: len(rows)]
        worths = [_dot(mix, matrix.payoffs[j :: len(columns)]) for j in range(len(columns))]
        return {self.rules.decode(code): w - matrix.value for code, w in zip(columns, worths, strict=True)}

    def payoffs(self, position: State | None = None) -> tuple[tuple[Order, ...], tuple[Order, ...], list[list[float]]]:
        """The matrix game of a position: north's orders, south's, and north's probability to win for each pair."""
        state = self._position(position)
        if state.phase != ORDERING:
            raise ValueError(f"orders are not due in phase {PHASES[state.phase]!r}")
        matrix = self._matrix(state)
        rows, columns = (tuple(map(self.rules.decode, codes)) for codes in matrix.orders)
        wide = len(columns)
        return rows, columns, [list(matrix.payoffs[i * wide : (i + 1) * wide]) for i in range(len(rows))]

    def frame(self) -> pd.DataFrame:
        """Every position before the charge roll as a pandas DataFrame, one row for a class of placements and two lives.

        Columns: ``north_life`` and ``south_life``; ``distance`` between the fighters, in hexes; ``north_angle`` and
        ``south_angle``, degrees from 0 to 180 by which the enemy lies off one's own front; ``placements``, how many
        the class has; an example of them in ``north`` and ``south``, as cell and facing; ``value``, north's probability
        to win, 0 to 1. With a turn limit it is the table with all turns left. Needs pandas.
        """
        import pandas as pd  # noqa: PLC0415  only those who explore need it

        return pd.DataFrame(self._rows())

    def fits(self, rules: Any) -> bool:
        """Whether it is for these rules: the same but for scripted dice, and with no more life than it knows of."""
        if rules is self.rules:
            return True
        return (
            isinstance(rules, ArenaDuelRules)
            and _without_life(rules) == _without_life(self.rules)
            and rules.dials["life"] <= self.lives
        )

    def covers(self, position: State | None = None) -> bool:
        """Whether it knows a position; one that was set up may have more life, and an edit may change the rules."""
        try:
            state = self._position(position)
            if state.phase != OVER:
                self._check(state)
        except ValueError:
            return False
        return True

    def of(self, game: Any) -> Solution:
        """The same solution, about another duel whose rules it `fits`; they share what has been worked out."""
        twin = copy(self)
        twin.rules, twin._game = game.rules, game
        return twin

    def quick(self) -> Solution:
        """The same solution for batches of games: policies are worked out by compiled kernels, with the same result.

        Compiling takes some seconds once. Without the extra `fast` it is no quicker.
        """
        if self._quick:
            return self
        twin = copy(self)
        twin._quick = True
        return twin

    def bot(self, seed: int | None = None) -> Exact:
        """A bot that plays by it; see `hexwidgets.bots.Exact`.

        >>> import hexwidgets as hw
        >>> duel = hw.ArenaDuel(dice=[3, 3])
        >>> duel.bots["north"] = duel.solution().bot(seed=1)
        """
        return Exact(seed, self)

    def against(self, bot: Any, progress: bool = False) -> Answer:
        """How a bot fares against its best answer, and against perfect play: exactly, in every position.

        ``bot`` is one that tells its mix of orders, ``bot.mix(view)``: `hexwidgets.bots.Greedy` and None, for random
        orders, take some seconds; any other is asked in every position, which takes minutes in the standard arena.
        ``progress`` shows a bar. Needs the extra `fast`.

        Raises ``TypeError`` for a bot that tells no mix, ``ValueError`` where the winner of a combat may choose
        whether to pursue.

        >>> from hexwidgets.arenaduel import solve
        >>> from hexwidgets.arenaduel.rules import ArenaDuelRules
        >>> corridor = {"cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
        >>> corridor |= {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, 3], "facing": 2}}
        >>> answer = solve(ArenaDuelRules(corridor, dials={"life": 1}), progress=False).against(None)
        >>> round(answer.perfect(), 3), round(answer.value(), 3)
        (0.635, 0.672)
        """
        from .answer import answer  # noqa: PLC0415  only those who ask for it need the solver

        return answer(self, bot, progress)

    # -- inside -----------------------------------------------------------------------------------

    def _rows(self) -> Iterator[dict[str, Any]]:
        places = [self._told(number) for number in self.classes.smallest]
        left = self.rules.dials["max_turns"]
        for north in range(1, self.lives + 1):
            for south in range(1, self.lives + 1):
                at = self._at(north, south, left)
                for c, place in enumerate(places):
                    lives = {"north_life": north, "south_life": south}
                    yield lives | place | {"placements": self.classes.size[c], "value": self.values[at + c]}

    def _told(self, number: int) -> dict[str, Any]:
        a, f, b, g = unpacked(self.rules.table.cells, number)
        cells, labels = self.rules.arena.cells, self.rules.cell_labels
        return {
            "distance": cells[a].distance(cells[b]),
            "north_angle": _angle(cells[b] - cells[a], f),
            "south_angle": _angle(cells[a] - cells[b], g),
            "north": f"{labels[a]} {f}",
            "south": f"{labels[b]} {g}",
        }

    def _position(self, position: State | None) -> State:
        if position is None:
            if self._game is None:
                return self.rules.initial()
            if not self.fits(self._game.rules):
                raise ValueError("position: the duel has other rules now than those of this solution")
            position = self._game.state
        if not isinstance(position, State):
            raise TypeError(f"position: expected a State such as duel.state, or None, got {shorten(position)}")
        return position

    def _at(self, north: int, south: int, left: int) -> int:
        """Where the values for two lives begin, with so many turns left."""
        lives = self.lives + 1
        return ((left * lives + north) * lives + south) * len(self.classes.smallest)

    def _left(self, state: State) -> int:
        """AD-END-2: how many turns are left; 0 without a limit, when there is one table."""
        limit = self.rules.table.max_turns
        return limit - state.turn if limit else 0

    def _check(self, state: State) -> None:
        cells, limit = self.rules.table.cells, self.rules.table.max_turns
        if max(state.cell) >= cells or state.cell[0] == state.cell[1]:
            raise ValueError(f"position: expected two different cells below {cells}, got {state.cell}")
        if not all(1 <= life <= self.lives for life in state.life):
            raise ValueError(f"position: expected lives from 1 to {self.lives}, got {state.life}")
        if limit and not 0 <= state.turn < limit:
            raise ValueError(f"position: expected fewer than {limit} turns played, got {state.turn}")

    def _value(self, state: State) -> float:
        if state.phase == OVER:
            return (0.5, 1.0, 0.0)[resolution.winners(self.rules.table, state)]
        self._check(state)
        if state.phase == CHARGING:
            kind = self.classes.of[placement(self.rules.table.cells, *_placed(state))]
            north, south = state.life
            return self.values[self._at(north, south, self._left(state)) + kind]
        if state.phase == ORDERING:
            return self._matrix(state).value
        if state.phase == PURSUING:
            best = max if state.winner == 0 else min
            return best(self._after(state, Pursue()), self._after(state, Hold()))
        return sum(float(chance) * self._after(state, roll) for roll, chance in effects(self.rules, state))

    def _after(self, state: State, move: Move) -> float:
        return self._value(self.rules.apply(state, move))

    def _matrix(self, state: State) -> Game:
        """The matrix game of a position in which orders are due."""
        self._check(state)
        left = self._left(state)
        key = (*_placed(state), *state.life, state.right, left)
        if (matrix := self._solved.get(key)) is None:
            if len(self._solved) >= _KEPT:
                self._solved.clear()
            matrix = self._solved[key] = self._solve(state, max(left - 1, 0))
        return matrix

    def _solve(self, state: State, left: int) -> Game:
        number = placement(self.rules.table.cells, *_placed(state))
        place = (self._at(0, 0, left), self.lives + 1, len(self.classes.smallest))
        north, south = state.life
        return self._solver()(number, state.right, north, south, place)

    def _solver(self) -> Solver:
        known = self.rules.table, self.values, self.classes.of, self._chances
        if self._quick and not self._solvers:
            with suppress(ImportError):
                self._solvers.append(fast_solver(*known))
        return self._solvers[0] if self._solvers else plain_solver(*known)


def _again(
    rules: ArenaDuelRules, kinds: Classes, values: Sequence[float], certificate: Certificate, lives: int
) -> Solution:
    return Solution(rules, kinds, values, certificate, lives=lives)


def _without_life(rules: ArenaDuelRules) -> dict[str, Any]:
    """What makes rules, but for scripted dice and the life that fighters begin with."""
    options = {key: value for key, value in rules.options().items() if key != "dice"}
    dials = {name: value for name, value in options.pop("dials", {}).items() if name != "life"}
    return {**options, "dials": dials}


def _placed(state: State) -> tuple[int, int, int, int]:
    return state.cell[0], state.facing[0], state.cell[1], state.facing[1]


def _dot(mix: Sequence[float], payoffs: Sequence[float]) -> float:
    return sum(p * x for p, x in zip(mix, payoffs, strict=True))


def _angle(towards: Any, facing: int) -> int:
    """By how many degrees a step lies off a facing, to either side."""
    layout = Layout("flat")
    (x, y), (u, v) = layout.centre(towards), layout.centre(DIRECTIONS[facing])
    return round(abs(math.degrees(math.atan2(x * v - y * u, x * u + y * v))))


# -- the shipped table ------------------------------------------------------------------------------------------


def shipped(rules: ArenaDuelRules, game: Any = None) -> Solution:
    """The solution that comes with the package, for the standard arena and default rules, life up to 5.

    Raises ``ValueError`` for other rules, with what is different and what to call instead.
    """
    other = _without_life(rules)
    dials = other.pop("dials")
    if rules.dials["life"] > _LIFE:
        dials["life"] = rules.dials["life"]
    if other or dials:
        told = ", ".join(f"{name}={shorten(value)}" for name, value in (other | dials).items())
        raise ValueError(
            f"the shipped solution is for the standard arena and default rules, and this duel has {told}: "
            "call duel.solve(), or hexwidgets.arenaduel.solve(duel)"
        )
    return Solution(rules, *_standard(), lives=_LIFE, game=game)


@cache
def _standard() -> tuple[Classes, Sequence[float], Certificate]:
    import tomllib  # noqa: PLC0415  read when a solution is first asked for

    kinds = classes(arenas()["standard"])
    values = unpacked_values((_DATA / "standard.values").read_bytes(), kinds, _LIFE)
    return kinds, values, Certificate(**tomllib.loads((_DATA / "standard.toml").read_text(encoding="utf-8")))


def _order(kinds: Classes, life: int) -> Iterator[tuple[int, int, int]]:
    """North's life, south's and class of every position in a packed table: of two that mirror each other one."""
    for north in range(1, life + 1):
        for south in range(1, north + 1):
            for c, swapped in enumerate(kinds.swapped):
                if north > south or c <= swapped:
                    yield north, south, c


def packed(solution: Solution) -> bytes:
    """The values of a solution without a turn limit, two bytes each, low byte first; rounded to 1/65534."""
    values = (solution.values[solution._at(x, y, 0) + c] for x, y, c in _order(solution.classes, solution.lives))
    out = array("H", (round(value * _STEPS) for value in values))
    if sys.byteorder == "big":
        out.byteswap()
    return out.tobytes()


def unpacked_values(data: bytes, kinds: Classes, life: int) -> Sequence[float]:
    """The values that `packed` wrote, as a `Solution` holds them."""
    numbers = array("H")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    lives, count = life + 1, len(kinds.smallest)
    values = array("d", [0.0]) * (lives * lives * count)
    for north in range(1, lives):
        begin = north * lives * count
        values[begin : begin + count] = array("d", [1.0]) * count
    for (north, south, c), number in zip(_order(kinds, life), numbers, strict=True):
        values[(south * lives + north) * count + kinds.swapped[c]] = 1 - number / _STEPS
        values[(north * lives + south) * count + c] = number / _STEPS
    return values
