"""From what turns lead to, to what positions are worth: the compiled loops under `solver.solve`.

Values are north's chances to win before the charge roll, one number for each life of north, life of south and class,
in that order; where north has no life left they are 0, where south has none 1. Without a hit lives stay as they are, so
the values of one pair of lives, a block, need only those of lower ones.

Mixes are probabilities of orders, MIXES numbers for each of a class's three games: nobody has the charge right, north
has it, south has it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.kernel import kernel
from .matrixgame import MIXES, balance
from .state import NOBODY, ORDERS
from .turns import HARM, Turns

__all__ = ["BOTH", "KERNELS", "RIGHTS", "Block", "Chain", "Kernels", "Room", "look_once", "place_after"]

RIGHTS = 3
BOTH = 2  # in place of a seat


class Block(NamedTuple):
    """The positions of one pair of lives: what is done with them, and where they lead."""

    todo: Any  # the classes to do
    here: int  # where the block's values begin
    there: int  # where those of the block with the seats exchanged do, that follow from these; -1 for nowhere
    swapped: Any  # per class: the class with the seats exchanged
    places: Any  # per harm: where the values begin that hold after it
    shares: Any  # AD-CHARGE-1: how likely each of the three games is
    patience: float  # how likely a turn is played, and not the duel given up as a draw before it: by the rules 1


class Room(NamedTuple):
    """Where games are laid out: two matrices, and what `matrixgame.balance` works on."""

    payoffs: Any
    charged: Any
    scratch: Any
    name: Any


class Chain(NamedTuple):
    """What a block becomes when everybody's orders are fixed: from class to class until somebody is hit."""

    start: Any  # by place in the list of classes, and one more: its first step
    rest: Any  # by place in the list of classes: what is won, in sum, by those who are hit
    to: Any  # per step: the class
    weight: Any  # per step: how likely


@kernel
def place_after(harms: Any, at: int, north: int, south: int, lives: int, classes: int) -> int:
    """AD-END-1: the block after a harm. Whoever is hit first and has no life left has lost."""
    left, other = north - int(harms[at]), south - int(harms[at + 1])
    if left <= 0 and (harms[at + 2] == 0 or other > 0):
        return south * classes
    if other <= 0:
        return north * lives * classes
    return (left * lives + other) * classes


@kernel
def places_after(harms: Any, north: int, south: int, lives: int, classes: int, layer: int, places: Any) -> None:
    """Fill ``places`` for a block: a place for every harm, counted from ``layer``."""
    for h in range(len(places)):
        places[h] = layer + place_after(harms, h * HARM, north, south, lives, classes)


@kernel
def _lead(values: Any, judge: Any, seat: int, chooser: int, at: int, held: int) -> int:
    """AD-HIT-2, by the switch: the winner takes what is better; ``seat``, or BOTH, go by ``judge``."""
    if chooser == NOBODY:
        return at
    judged = chooser == seat or seat == BOTH
    gain = judge[held] - judge[at] if judged else values[held] - values[at]
    return held if (chooser == 0 and gain > 0.0) or (chooser == 1 and gain < 0.0) else at


@kernel
def _rows(turns: Turns, c: int, right: int) -> int:
    """How many orders north has."""
    return int(turns.counts[4 * c + 1] if right == 1 else turns.counts[4 * c])


@kernel
def _columns(turns: Turns, c: int, right: int) -> int:
    """How many orders south has."""
    return int(turns.counts[4 * c + 3] if right == 2 else turns.counts[4 * c + 2])


@kernel
def _pair(turns: Turns, c: int, i: int, j: int) -> int:
    """The pair of north's order in row i and south's in column j."""
    begin, columns = int(turns.pairs[c]), int(turns.counts[4 * c + 2])
    if j < columns:
        return begin + i * columns + j
    charges = int(turns.counts[4 * c + 3]) - columns
    return begin + int(turns.counts[4 * c + 1]) * columns + i * charges + j - columns


@kernel
def _lay_out(turns: Turns, values: Any, judge: Any, seat: int, places: Any, c: int, room: Room) -> None:
    """Fill the two matrices of a class: without south's charges, and without north's."""
    rows, columns, wide = turns.counts[4 * c], turns.counts[4 * c + 2], turns.counts[4 * c + 3]
    first, cells = turns.pairs[c], turns.counts[4 * c + 1] * columns
    for pair in range(first, turns.pairs[c + 1]):
        worth = 0.0
        for k in range(turns.begin[pair], turns.begin[pair + 1]):
            h = turns.harm[k]
            to, held = places[h] + turns.after[k], places[h] + turns.held[k]
            lead = _lead(values, judge, seat, turns.harms[h * HARM + 3], to, held)
            worth += turns.chances[turns.luck[k]] * values[lead]
        k = pair - first
        if k < cells:
            room.payoffs[k] = worth
        else:
            k -= cells
            room.charged[k // (wide - columns) * wide + columns + k % (wide - columns)] = worth
    for i in range(rows):
        for j in range(columns):
            room.charged[i * wide + j] = room.payoffs[i * columns + j]


@kernel
def _write(values: Any, block: Block, c: int, value: float) -> None:
    """Put down a value, and that of the position with the seats exchanged."""
    values[block.here + c] = value
    if block.there >= 0 and (block.there != block.here or block.swapped[c] != c):
        values[block.there + block.swapped[c]] = 1.0 - value


@kernel
def sweep(turns: Turns, block: Block, values: Any, to: Any, mixes: Any, room: Room) -> float:
    """Solve the three games of each class of a block as if ``values`` held after this turn.

    Writes their mean value ``to`` the block, and both sides' best ``mixes``, in the order of ``todo``. Returns the
    greatest change.
    """
    change, nobody = 0.0, int(NOBODY)  # a variable, or the same would be compiled twice
    for n in range(len(block.todo)):
        c = block.todo[n]
        _lay_out(turns, values, values, nobody, block.places, c, room)
        value = 0.0
        for right in range(RIGHTS):
            payoffs = room.charged if right == 2 else room.payoffs
            rows, columns = _rows(turns, c, right), _columns(turns, c, right)
            at = (RIGHTS * n + right) * MIXES
            value += block.shares[right] * balance(payoffs, rows, columns, mixes, at, room.scratch, room.name)
        value = 0.5 + block.patience * (value - 0.5)
        change = max(change, abs(value - to[block.here + c]))
        _write(to, block, c, value)
    return change


@kernel
def fix(
    turns: Turns, block: Block, values: Any, judge: Any, seat: int, mixes: Any, chain: Chain, room: Chain, begin: int
) -> int:
    """The chain of a block under fixed mixes, from place ``begin`` of its classes on; returns how far there was room.

    ``room.weight`` holds a 0 for every class and is left so; ``room.to`` has room for every class.
    """
    for n in range(begin, len(block.todo)):
        c, count, rest = block.todo[n], 0, (1.0 - block.patience) / 2
        for right in range(RIGHTS):
            at = (RIGHTS * n + right) * MIXES
            for i in range(_rows(turns, c, right)):
                for j in range(_columns(turns, c, right)):
                    chance = block.patience * block.shares[right] * mixes[at + i] * mixes[at + ORDERS + j]
                    if chance > 0.0:
                        pair = _pair(turns, c, i, j)
                        for k in range(turns.begin[pair], turns.begin[pair + 1]):
                            h = turns.harm[k]
                            place = block.places[h]
                            to, held = place + turns.after[k], place + turns.held[k]
                            to = _lead(values, judge, seat, turns.harms[h * HARM + 3], to, held)
                            weight = chance * turns.chances[turns.luck[k]]
                            if place != block.here:
                                rest += weight * values[to]
                            else:
                                if room.weight[to - place] == 0.0:
                                    room.to[count] = to - place
                                    count += 1
                                room.weight[to - place] += weight
        first = chain.start[n]
        fits = first + count <= len(chain.to)
        for k in range(count):
            if fits:
                chain.to[first + k] = room.to[k]
                chain.weight[first + k] = room.weight[room.to[k]]
            room.weight[room.to[k]] = 0.0
        if not fits:
            return n
        chain.rest[n] = rest
        chain.start[n + 1] = first + count
    return len(block.todo)


@kernel
def evaluate(block: Block, values: Any, chain: Chain, goal: float, most: int) -> None:
    """The values of a chain: passes over the block, until none changes a value by more than ``goal``."""
    for _ in range(most):
        change = 0.0
        for n in range(len(block.todo)):
            c, value = block.todo[n], chain.rest[n]
            for k in range(chain.start[n], chain.start[n + 1]):
                value += chain.weight[k] * values[block.here + chain.to[k]]
            change = max(change, abs(value - values[block.here + c]))
            _write(values, block, c, value)
        if change <= goal:
            return


@kernel
def respond(turns: Turns, block: Block, judge: Any, bound: Any, seat: int, mixes: Any, room: Room) -> float:
    """One turn of the best answer to a seat's mixes, as if ``bound`` held after it; writes its value to the block.

    The other seat's ``mixes`` become that answer. Returns the greatest change.
    """
    change = 0.0
    for n in range(len(block.todo)):
        c, total = block.todo[n], 0.0
        _lay_out(turns, bound, judge, seat, block.places, c, room)
        for right in range(RIGHTS):
            payoffs = room.charged if right == 2 else room.payoffs
            at, rows, columns = (RIGHTS * n + right) * MIXES, _rows(turns, c, right), _columns(turns, c, right)
            best, other, answers = 0, at + ORDERS if seat == 0 else at, columns if seat == 0 else rows
            if seat == 0:
                _worths(payoffs, rows, columns, columns, 1, mixes, at, room.scratch)
            else:
                _worths(payoffs, columns, rows, 1, columns, mixes, at + ORDERS, room.scratch)
            for k in range(answers):
                mixes[other + k] = 0.0
                gain = room.scratch[best] - room.scratch[k]
                if (gain if seat == 0 else -gain) > 0.0:
                    best = k
            mixes[other + best] = 1.0
            total += block.shares[right] * room.scratch[best]
        change = max(change, abs(total - bound[block.here + c]))
        bound[block.here + c] = total
    return change


@kernel
def _worths(
    payoffs: Any, orders: int, answers: int, step: int, answer_step: int, mixes: Any, at: int, worths: Any
) -> None:
    """What each answer to a mix is worth. In ``payoffs`` orders are ``step`` apart, answers ``answer_step``."""
    for k in range(answers):
        worths[k] = 0.0
    for i in range(orders):
        chance = mixes[at + i]
        if chance > 0.0:
            for k in range(answers):
                worths[k] += chance * payoffs[i * step + k * answer_step]


@kernel
def look_once(turns: Turns, block: Block, worths: Any, seat: int, alike: float, mixes: Any, room: Room) -> None:
    """The mixes of a seat that makes any of the orders after which it stands best, whatever the answer, all alike.

    ``worths`` tells for each harm how well north stands after it; worths as near as ``alike`` are equal.
    """
    scores = room.scratch
    for n in range(len(block.todo)):
        c = block.todo[n]
        for right in range(RIGHTS):
            at, rows, columns = (RIGHTS * n + right) * MIXES, _rows(turns, c, right), _columns(turns, c, right)
            orders = rows if seat == 0 else columns
            for k in range(orders):
                scores[k] = 0.0
            for i in range(rows):
                for j in range(columns):
                    pair, k = _pair(turns, c, i, j), i if seat == 0 else j
                    for outcome in range(turns.begin[pair], turns.begin[pair + 1]):
                        worth = turns.chances[turns.luck[outcome]] * worths[turns.harm[outcome]]
                        scores[k] += worth if seat == 0 else -worth
            best, count, answers = scores[0], 0, rows + columns - orders
            for k in range(orders):
                best = max(best, scores[k])
            for k in range(orders):
                if scores[k] > best - alike * answers:
                    count += 1
            for k in range(orders):
                mixes[at + seat * ORDERS + k] = 1.0 / count if scores[k] > best - alike * answers else 0.0


class Kernels(NamedTuple):
    """What `solver.solve` compiles."""

    places_after: Any
    sweep: Any
    fix: Any
    evaluate: Any
    respond: Any


KERNELS = Kernels(places_after, sweep, fix, evaluate, respond)
