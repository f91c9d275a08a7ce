"""How duels against a bot go that tells its mix of orders: what the best answer scores, and perfect play, exactly.

Against a mix that is known in every position a duel is a game for one, and its values are found by `solver.answers`.
Tables are made for a bot that is north; where it is south, fighters are exchanged.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from ..engine.dials import one_of
from ..engine.exact import Exact
from ..engine.faults import shorten
from ..engine.kernel import compiled
from ..engine.seat_view import seat_view
from .arena import SEATS
from .matrixgame import MIXES
from .notation import Move
from .solution import Seat, Solution
from .solver import Play, answers
from .state import NOBODY, ORDERING, ORDERS, State
from .symmetry import unpacked
from .turns import HARM, Turns
from .valuation import RIGHTS, Block, Room, look_once

__all__ = ["Answer", "answer"]

_WIN = 100.0  # of a duel, for a bot that looks one turn ahead: more than any life
_ALIKE = 1e-9  # worths that are equal but for rounding


class Answer:
    """The best answer to a bot in a duel. Made by `Solution.against`.

    The seat that is named answers, the bot has the other one. A position is a `State`; None is the duel's present one,
    or without a duel the start. Values are probabilities to win, a draw counting as half.

    >>> import hexwidgets as hw
    >>> answer = hw.ArenaDuel().rules.solution().against(None)  # to random orders, from the start
    >>> round(answer.perfect(), 3), round(answer.value(), 3)
    (0.934, 0.992)
    """

    def __init__(self, solution: Solution, bot: Any, best: Any, soon: Any, perfect: Any) -> None:
        self.solution = solution
        self.opponent = bot
        self._best, self._soon, self._perfect = (_with(solution, values) for values in (best, soon, perfect))

    def __repr__(self) -> str:
        return f"<Answer to {shorten(self.opponent)}, which loses {self.loss:.3g} at most>"

    def value(self, seat: Seat = "south", position: State | None = None) -> float:
        """The probability that ``seat`` wins by the best answer to the bot."""
        state = self._seen(seat, position)
        if state.phase != ORDERING:
            return 1 - self._best.value(state)
        return 1 - min(self._worths(self._best, state))

    def perfect(self, seat: Seat = "south", position: State | None = None) -> float:
        """The probability that ``seat`` wins against the bot by perfect play, which answers nobody in particular."""
        state = self._seen(seat, position)
        if state.phase != ORDERING:
            return 1 - self._perfect.value(state)
        mix, orders = self.solution.policy("south", state), self.solution.rules.moves(state, "south")
        worths = zip(orders, self._worths(self._perfect, state), strict=True)
        return 1 - sum(mix.get(order, 0.0) * worth for order, worth in worths)

    def policy(self, seat: Seat, position: State | None = None) -> dict[Move, float]:
        """The order of the best answer, with the probability 1; of orders that win as surely, one that wins sooner.

        Raises ``ValueError`` where orders are not due.
        """
        state = self._seen(seat, position)
        if state.phase != ORDERING:
            raise ValueError(f"{seat} has no order to give in this position")
        worths = self._worths(self._soon, state)
        return {self.solution.rules.moves(state, "south")[worths.index(min(worths))]: 1.0}

    @property
    def loss(self) -> float:
        """How much the bot loses to its best answer, in probability to win, where it loses most: 0 for perfect play."""
        return max(abs(value - best) for value, best in zip(self.solution.values, self._best.values, strict=True))

    def fits(self, rules: Any) -> bool:
        """Whether it is for these rules; see `Solution.fits`."""
        return self.solution.fits(rules)

    def bot(self, seed: int | None = None) -> Exact:
        """A bot that plays the best answer."""
        return Exact(seed, self)

    # -- inside -----------------------------------------------------------------------------------

    def _seen(self, seat: Seat, position: State | None) -> State:
        """The position as it is where the bot is north."""
        state = self.solution._position(position)
        return state if one_of("seat", seat, SEATS) == "south" else _exchanged(state)

    def _worths(self, table: Solution, state: State) -> list[float]:
        """North's chances by the bot's mix against each order of south's."""
        north, _, payoffs = table.payoffs(state)
        mix = _mix(self.opponent, self.solution.rules, state)
        shares = [mix.get(order, 0.0) for order in north]
        return [sum(p * x for p, x in zip(shares, column, strict=True)) for column in zip(*payoffs, strict=True)]


def answer(solution: Solution, bot: Any, progress: bool = False) -> Answer:
    """See `Solution.against`."""
    if bot is not None and not hasattr(bot, "mix"):
        raise TypeError(
            f"bot: expected one with a method mix(view), such as bots.Greedy(), or None, got {shorten(bot)}"
        )
    if solution.rules.table.pursuit_optional == 1:
        raise ValueError(
            "against: expected rules by which the winner of a combat always pursues, got pursuit='optional'"
        )
    play = _known(bot) or _asked(solution, bot)
    return Answer(solution, bot, *answers(solution, play, progress))


def _with(solution: Solution, values: Any) -> Solution:
    """The same positions with other values."""
    twin = copy(solution)
    twin.values, twin._solved, twin._game = array("d", values), {}, None
    return twin


def _exchanged(state: State) -> State:
    """AD-CHARGE-1, AD-ORDER-1: the same position with the fighters exchanged, as nothing tells the seats apart."""
    other = state.copy()
    for name in ("cell", "facing", "life", "order"):
        setattr(other, name, list(reversed(getattr(state, name))))
    for name in ("right", "charged", "winner"):
        slot = getattr(state, name)
        setattr(other, name, slot if slot == NOBODY else 1 - slot)
    return other


def _mix(bot: Any, rules: Any, state: State) -> Mapping[Any, float]:
    """How likely a bot that is north gives each order."""
    if bot is None:
        orders = rules.moves(state, "north")
        return dict.fromkeys(orders, 1 / len(orders))
    mix: Mapping[Any, float] = bot.mix(seat_view(rules, state, "north", 0))
    return mix


def _known(bot: Any) -> Play | None:
    """How mixes are written down of bots whose kind is known: random ones, and those that look one turn ahead."""
    maker = next((kind for kind in type(bot).__mro__ if "mix" in vars(kind)), object)
    kind = "random" if bot is None else vars(maker).get("kind")
    if kind not in {"random", "greedy"}:
        return None
    look = compiled(look_once)  # which tells what to install, where that is missing
    import numpy as np  # noqa: PLC0415  only those who solve a game need it

    def play(turns: Turns, block: Block, lives: tuple[int, int, int], mixes: Any, room: Room) -> None:
        worths = np.zeros(len(turns.harms) // HARM)
        if kind == "greedy":
            worths[:] = [_worth(harm, *lives[:2]) for harm in turns.harms.reshape(-1, HARM).tolist()]
        look(turns, block, worths, 0, _ALIKE, mixes, room)

    return play


def _worth(harm: Sequence[int], north: int, south: int) -> float:
    """AD-END-1: how well north stands after a harm by what `ArenaDuelRules.value` tells, an end outweighing all."""
    lost, dealt, first, _ = map(int, harm)
    if lost >= north and (first == 0 or dealt < south):
        return -_WIN - (south - dealt if first == 1 else south)
    if dealt >= south:
        return _WIN + (north - lost if first == 0 else north)
    return (north - lost) - (south - dealt)


def _asked(solution: Solution, bot: Any) -> Play:
    """Write down what a bot says when it is asked in every position."""
    rules, smallest = solution.rules, solution.classes.smallest

    def play(turns: Turns, block: Block, lives: tuple[int, int, int], mixes: Any, room: Room) -> None:
        del room
        for n, c in enumerate(block.todo.tolist()):
            for game in range(RIGHTS):
                state = _state(solution, smallest[c], lives, game)
                mix = {rules.encode(order): chance for order, chance in _mix(bot, rules, state).items()}
                at, count = (RIGHTS * n + game) * MIXES, len(rules.moves(state, "north"))
                codes = turns.orders[2 * c * ORDERS : 2 * c * ORDERS + count].tolist()
                mixes[at : at + count] = [mix.get(code, 0.0) for code in codes]

    return play


def _state(solution: Solution, number: int, lives: tuple[int, int, int], game: int) -> State:
    """A position in which orders are due; ``game`` 0 where nobody has the right, 1 where north has, 2 where south."""
    state, (north, south, left) = solution.rules.initial(), lives
    a, f, b, g = unpacked(solution.rules.table.cells, number)
    state.phase, state.right = ORDERING, game - 1
    state.cell, state.facing, state.life = [a, b], [f, g], [north, south]
    state.turn = solution.rules.table.max_turns - left if left else 0
    return state
