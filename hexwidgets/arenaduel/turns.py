"""Every turn of a duel: what each pair of orders may lead to, with exact probabilities, by the rules' own steps.

A turn does not ask how much life is left until somebody has none. So it is played with plenty, and what it costs is
kept beside where it leads. An outcome is a probability, the placement after it, and a harm: what north loses, what
south loses, who is hit first, and who may choose to hold its ground instead (AD-HIT-2, by the switch). Whoever has no
life left after a hit has lost at once (AD-END-1), whatever else the outcome says.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ..engine.kernel import compiled, kernel
from .combat import combat_odds, dice_of
from .movement import legal_orders
from .resolution import begin, choose, decide, reveal, step
from .rules import ArenaDuelRules
from .state import (
    CHARGE,
    CHARGING,
    COLLIDING,
    DIRECTIONS,
    FIGHTING,
    MOST_DICE,
    NOBODY,
    NONE,
    ORDERING,
    ORDERS,
    OVER,
    PASSING,
    PURSUING,
    SEATS,
    TURNS,
    State,
    Table,
)
from .symmetry import Classes, placement

# fmt: off
__all__ = [
    "FIELDS", "HARM", "HARMS", "LUCKS", "Desk", "Turns", "chances", "desk", "no_turns", "outcomes", "record_desk",
    "seat_at", "tabulate",
]
# fmt: on

_PLENTY = 127  # of life: more than leaves anybody standing that `solve` knows of
_WALKS = CHARGE * TURNS  # orders below are no charges
HARM, HARMS = 4, 256  # numbers of a harm; how many different harms there may be

# The states on a desk: where a turn begins, one whose dice are due, and a stack of those still to look at.
_BASE, _DUE, _STACK = 0, 1, 2
_STATES = _STACK + 5
_FOUND = 9  # outcomes at most: two throws of three effects each
FIELDS = 7  # of an outcome: luck, placement, placement where the winner holds, and the four numbers of its harm

# A luck is the number of a probability: of the throws before combat (none, passing by who is better, collision), and of
# the combat (none, or by both sides' dice and who is better).
_EFFECTS = 3  # of a throw: north better, equal, south better
_FIGHTS = 1 + _EFFECTS * MOST_DICE**2
_EVEN = 1 + _EFFECTS
LUCKS = _FIGHTS * (_EVEN + 1)


def chances(sides: int) -> list[float]:
    """The probability of every luck, for dice with so many sides.

    >>> chances(6)[:2]  # without a throw, and north's one die better than south's
    [1.0, 0.4166666666666667]
    """
    odds = [combat_odds(own, other, sides) for own in range(1, MOST_DICE + 1) for other in range(1, MOST_DICE + 1)]
    fights = [Fraction(1), *(chance for three in odds for chance in three)]
    before = [Fraction(1), *combat_odds(1, 1, sides), Fraction(1, 2)]
    return [float(first * then) for first in before for then in fights]


# -- one turn -----------------------------------------------------------------------------------------------


class Desk(NamedTuple):
    """What `outcomes` works on and writes to."""

    states: Any  # the first is where the turn begins
    first: Any  # by state: who has been hit first
    luck: Any  # by state: of the throws so far
    found: Any  # FIELDS integers for each outcome


def desk() -> Desk:
    """An empty desk, of lists."""
    return Desk([State() for _ in range(_STATES)], [0] * _STATES, [0] * _STATES, [0] * (_FOUND * FIELDS))


def record_desk() -> Desk:
    """An empty desk, of arrays."""
    import numpy as np  # noqa: PLC0415  only where turns are compiled

    return Desk(np.zeros(_STATES, State.dtype()), *(np.array(numbers, np.int64) for numbers in desk()[1:]))


@kernel
def seat_at(table: Table, desk: Desk, number: int) -> None:
    """Both fighters as in a placement, with plenty of life, about to give orders."""
    state = desk.states[_BASE]
    begin(table, state)
    state.phase = ORDERING
    for seat in range(SEATS - 1, -1, -1):
        state.facing[seat] = number % DIRECTIONS
        number //= DIRECTIONS
        state.cell[seat] = number % table.cells
        number //= table.cells
        state.life[seat] = _PLENTY


@kernel
def outcomes(table: Table, desk: Desk, north: int, south: int) -> int:
    """Every outcome of two legal orders in the desk's first state, written to ``found``; returns how many there are.

    Of a collision's throws, ties only repeat the throw and are left out (AD-COLL-1).
    """
    # Variables, or Numba would compile what they are handed to once more for these very numbers.
    states, top, nobody, count = desk.states, int(_STACK), int(NOBODY), 0
    _copy(states[_BASE], states[top])
    reveal(table, states[top], north, south)
    desk.first[top] = _advance(table, states[top], nobody)
    desk.luck[top] = 0
    while top >= _STACK:
        phase = states[top].phase
        if CHARGING < phase <= FIGHTING:
            top = _throw(table, desk, top)
        else:
            _note(table, desk, top, count * FIELDS)
            count += 1
            top -= 1
    return count


@kernel
def _copy(state: State, to: State) -> None:
    to.phase, to.turn, to.right = state.phase, state.turn, state.right
    to.charged, to.pushed, to.winner = state.charged, state.pushed, state.winner
    for seat in range(SEATS):
        to.cell[seat] = state.cell[seat]
        to.facing[seat] = state.facing[seat]
        to.life[seat] = state.life[seat]
        to.order[seat] = state.order[seat]


@kernel
def _advance(table: Table, state: State, first: int) -> int:
    """All steps up to the next throw or choice; returns who has been hit first."""
    while True:
        if first == NOBODY:
            if state.life[0] < _PLENTY:
                first = 0
            elif state.life[1] < _PLENTY:
                first = 1
        if state.phase <= OVER:
            return first
        step(table, state)


@kernel
def _throw(table: Table, desk: Desk, top: int) -> int:
    """Put one state for each different effect of the dice that are due in the place of the topmost."""
    states, due = desk.states, desk.states[_DUE]
    _copy(states[top], due)
    first, luck, phase = desk.first[top], desk.luck[top], due.phase
    dice, other = 1, 1
    if phase == FIGHTING:
        dice, other = dice_of(table, due, 0), dice_of(table, due, 1)
    for effect in range(_EFFECTS):
        if effect == 1 and (phase == COLLIDING or dice != other):
            continue
        _copy(due, states[top])
        decide(table, states[top], effect // 2 if effect != 1 else NOBODY)
        desk.first[top] = _advance(table, states[top], first)
        if phase == PASSING:
            desk.luck[top] = luck + _FIGHTS * (1 + effect)
        elif phase == COLLIDING:
            desk.luck[top] = luck + _FIGHTS * _EVEN
        else:
            desk.luck[top] = luck + 1 + _EFFECTS * (MOST_DICE * (dice - 1) + other - 1) + effect
        top += 1
    return top - 1


@kernel
def _note(table: Table, desk: Desk, top: int, at: int) -> None:
    """Write down an outcome; where the winner may choose, both placements."""
    state, found = desk.states[top], desk.found
    chooser, held = int(NOBODY), NONE
    if state.phase == PURSUING:
        chooser = int(state.winner)
        _copy(state, desk.states[_DUE])
        choose(desk.states[_DUE], 0)
        _advance(table, desk.states[_DUE], chooser)
        held = _placement_of(table, desk.states[_DUE])
        choose(state, 1)
        _advance(table, state, chooser)
    found[at] = desk.luck[top]
    found[at + 1] = _placement_of(table, state)
    found[at + 2] = held if chooser != NOBODY else found[at + 1]
    found[at + 3] = _PLENTY - state.life[0]
    found[at + 4] = _PLENTY - state.life[1]
    found[at + 5] = desk.first[top]
    found[at + 6] = chooser


@kernel
def _placement_of(table: Table, state: State) -> int:
    return placement(table.cells, state.cell[0], state.facing[0], state.cell[1], state.facing[1])


# -- all turns ----------------------------------------------------------------------------------------------


class Turns(NamedTuple):
    """Every outcome of every pair of legal orders, by class. The arrays run on from class to class.

    A class's pairs are north's orders, charges last, times south's without charges, row by row; then north's
    orders without charges times south's charges.
    """

    orders: Any  # per class 2 * ORDERS: north's legal orders with the right, then south's
    counts: Any  # per class 4: how many of north's without and with charges, then south's
    pairs: Any  # per class, and one more: its first pair
    begin: Any  # per pair, and one more: its first outcome
    after: Any  # per outcome: the class after it
    held: Any  # per outcome: the class where the winner holds its ground, the same where it has no choice
    luck: Any  # per outcome
    harm: Any  # per outcome
    chances: Any  # per luck: its probability
    harms: Any  # per harm 4: north's loss, south's loss, who is hit first, who may hold


@kernel
def list_orders(table: Table, smallest: Any, desk: Desk, out: Any, turns: Turns) -> int:
    """Fill ``orders`` and ``counts`` of the turns of these classes, and return how many pairs there are."""
    pairs = 0
    for c in range(len(smallest)):
        seat_at(table, desk, smallest[c])
        for seat in range(SEATS):
            desk.states[_BASE].right = seat
            count, walks = legal_orders(table, desk.states[_BASE], seat, out), 0
            for k in range(count):
                turns.orders[(2 * c + seat) * ORDERS + k] = out[k]
                if out[k] < _WALKS:
                    walks += 1
            turns.counts[4 * c + 2 * seat] = walks
            turns.counts[4 * c + 2 * seat + 1] = count
        rows, columns = turns.counts[4 * c + 1], turns.counts[4 * c + 2]
        pairs += rows * columns + turns.counts[4 * c] * (turns.counts[4 * c + 3] - columns)
    return pairs


@kernel
def list_outcomes(table: Table, smallest: Any, of: Any, desk: Desk, turns: Turns, write: bool) -> int:
    """Play every pair of orders, and return how many outcomes there are; they are only written when ``write``."""
    pair, total, harms = 0, 0, int(0)  # noqa: RUF046, UP018  a variable, as above
    for c in range(len(smallest)):
        seat_at(table, desk, smallest[c])
        turns.pairs[c] = pair
        for part in range(2):
            rows, start, stop = turns.counts[4 * c + 1], 0, turns.counts[4 * c + 2]
            if part == 1:
                rows, start, stop = turns.counts[4 * c], stop, turns.counts[4 * c + 3]
            for i in range(rows):
                for j in range(start, stop):
                    north, south = turns.orders[2 * c * ORDERS + i], turns.orders[(2 * c + 1) * ORDERS + j]
                    count = outcomes(table, desk, north, south)
                    if write:
                        turns.begin[pair] = total
                        for k in range(count):
                            harms = _keep(of, desk.found, k * FIELDS, turns, total + k, harms)
                    pair += 1
                    total += count
    turns.pairs[len(smallest)] = pair
    if write:
        turns.begin[pair] = total
    return total


@kernel
def _keep(of: Any, found: Any, at: int, turns: Turns, k: int, harms: int) -> int:
    """Write down an outcome; returns how many harms are known, this one included."""
    turns.luck[k] = found[at]
    turns.after[k] = of[found[at + 1]]
    turns.held[k] = of[found[at + 2]]
    for h in range(harms):
        alike = True
        for n in range(HARM):
            if turns.harms[HARM * h + n] != found[at + 3 + n]:
                alike = False
        if alike:
            turns.harm[k] = h
            return harms
    for n in range(HARM):
        turns.harms[HARM * harms + n] = found[at + 3 + n]
    turns.harm[k] = harms
    return harms + 1


def no_turns(classes: int = 0) -> Turns:
    """Without any outcome yet, with room for the orders of so many classes."""
    import numpy as np  # noqa: PLC0415  only those who solve a game need it

    return Turns(
        orders=np.zeros(2 * ORDERS * classes, np.int8),
        counts=np.zeros(4 * classes, np.int8),
        pairs=np.zeros(classes + 1, np.int32),
        begin=np.zeros(0, np.int32),
        after=np.zeros(0, np.uint16),
        held=np.zeros(0, np.uint16),
        luck=np.zeros(0, np.uint8),
        harm=np.zeros(0, np.uint8),
        chances=np.zeros(0),
        harms=np.zeros(HARM * HARMS, np.int64),
    )


def tabulate(rules: ArenaDuelRules, classes: Classes) -> Turns:
    """Every turn of a duel with these rules, in NumPy arrays."""
    import numpy as np  # noqa: PLC0415  only those who solve a game need it

    table, work = rules.table.to_record(), record_desk()
    smallest, of, count = np.array(classes.smallest, np.int64), np.array(classes.of, np.int64), len(classes.smallest)
    turns = no_turns(count)._replace(chances=np.array(chances(rules.table.sides)))
    pairs = compiled(list_orders)(table, smallest, work, np.zeros(ORDERS, np.int64), turns)
    total = compiled(list_outcomes)(table, smallest, of, work, turns, False)
    after, optional = np.zeros(total, np.uint16), rules.table.pursuit_optional == 1
    turns = turns._replace(
        begin=np.zeros(pairs + 1, np.int32),
        after=after,
        held=np.zeros(total, np.uint16) if optional else after,
        luck=np.zeros(total, np.uint8),
        harm=np.zeros(total, np.uint8),
    )
    compiled(list_outcomes)(table, smallest, of, work, turns, True)
    return turns
