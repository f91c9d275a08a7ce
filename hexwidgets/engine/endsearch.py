"""Alpha-beta to the end of a game over its kernels, compiled: what `engine.ending` solves endings with where it can.

A worth is one integer: twelfths of the victory, then points ahead, as `Scale` puts them together. Both are multiplied
by the number of ways in which chance may come out, so that means over these are whole numbers too, and two moves are
equally good exactly when their worths are equal. The search is a loop over a stack of arrays: it stops after any
number of positions and goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from .kernel import compiled, kernel, linked

__all__ = ["SHARES", "EndSearch", "EndingKernels", "EndingPlay", "Scale"]

SHARES = 12  # parts of a victory: shared by two, three or four it is whole parts for each
DEEPEST = 72  # decisions and draws of a line
_MOST_WAYS = 1 << 14  # in which chance may come out; more would not fit into an integer
_LEAD = 1 << 40  # above any difference of points, times the ways
_LIMIT = 1 << 62  # beyond every worth
_ROWS = 1 << 19  # positions remembered at most: 25 MB
_PROBES = 4
_UNKNOWN = -1

# What a frame of the stack holds: which moves, which window of worths, the best so far.
_COUNT, _AT, _FLOOR, _CEILING, _LOW, _HIGH, _BEST, _MOVE, _MINE, _CHANCE, _KEY, _LOCK, _SUM, _BEGAN = range(14)
_FIELDS = 14

# What the loop does next with the frame on top, in tally[1].
_ENTER, _STEP, _RETURN = 0, 1, 2


class EndingKernels(NamedTuple):
    """The kernels by which a game's endings are solved; a slot is a seat's place in the rules' seats."""

    decider: Any  # (table, state) -> int: the slot that decides, -1 when it is over
    legal: Any  # (table, state, out) -> int
    distinct: Any  # (table, state, out, count) -> int: leave out moves that do the same as an earlier one
    promise: Any  # (table, state, move) -> float: how good a move looks, for trying the best first
    apply: Any  # (table, state, move)
    position: Any  # (table, state, key): two numbers that tell apart positions from which the game can go otherwise
    shares: Any  # (table, state, slot) -> int: of a game that is over, the twelfths of the victory that are a seat's
    ahead: Any  # (table, state, slot) -> int: points ahead of the best other
    draws: Any  # (table, before, after) -> int: in how many ways the draws between could have come out, each alike
    arrange: Any  # (table, before, after, number): put what is drawn so that they come out in one of these ways


class EndingPlay(NamedTuple):
    """What rules have as ``ending_play`` if their endings are solved by kernels, and what else a solver asks of them.

    ``room`` is as in `RandomPlay`. ``worlds(rules, known, most)`` lists whole states that what a seat knows allows,
    each alike, in which only draws to come are open; None where they are more than ``most``. ``ways(rules, state)``
    is a common multiple of all the ways in which draws from there may come out. ``after(rules, state, move)`` lists
    the states after a move, one for each way, each alike. ``left(rules, known)`` is how many turns are left at most.
    """

    kernels: EndingKernels
    room: int
    worlds: Callable[[Any, Any, int], tuple[Any, ...] | None]
    ways: Callable[[Any, Any], int]
    after: Callable[[Any, Any, Any], list[Any]]
    left: Callable[[Any, Any], int]


class Scale(NamedTuple):
    """How a worth is one integer: ``win`` for a twelfth of the victory, ``point`` for a point ahead."""

    win: int
    point: int

    @classmethod
    def of(cls, ways: int) -> Scale | None:
        """For so many ways in which chance may come out; None where these are too many."""
        return cls(_LEAD * ways, ways) if ways <= _MOST_WAYS else None

    def read(self, worth: int) -> tuple[int, int]:
        """Twelfths of the victory and points ahead, each times the ways."""
        shares = (worth + _LEAD // 2) // _LEAD
        return shares, worth - shares * _LEAD


class Memory(NamedTuple):
    """What is known of positions met: between which worths it lies, the best move, and what finding that out took."""

    key: Any
    lock: Any
    low: Any
    high: Any
    move: Any
    work: Any


class Stack(NamedTuple):
    """Where the search is: a state, moves and a frame for each decision of the present line."""

    states: Any
    moves: Any
    promises: Any
    frames: Any
    tally: Any  # the frame on top, what is next, the worth handed back, positions looked at
    key: Any


@kernel
def _find(memory: Memory, key: int, lock: int) -> int:
    """The row of a position, -1 where it is not remembered."""
    at = key & len(memory.key) - 1
    for probe in range(_PROBES):
        row = at ^ probe
        if memory.key[row] == key and memory.lock[row] == lock and memory.work[row] > 0:
            return row
    return -1


@kernel
def _row_for(memory: Memory, key: int, lock: int) -> int:
    """The row in which to remember a position: its own, an empty one, or that of the least work."""
    at = key & len(memory.key) - 1
    best = at
    for probe in range(_PROBES):
        row = at ^ probe
        if memory.key[row] == key and memory.lock[row] == lock:
            return row
        if memory.work[row] < memory.work[best]:
            best = row
    memory.key[best], memory.lock[best] = key, lock
    memory.low[best], memory.high[best], memory.move[best] = -_LIMIT, _LIMIT, _UNKNOWN
    return best


@kernel
def _remember(memory: Memory, frame: Any, positions: int) -> None:
    """Keep what a frame has found: a worth, or a bound on it where the window was left."""
    row = _row_for(memory, frame[_KEY], frame[_LOCK])
    best = frame[_BEST]
    if best > frame[_FLOOR]:
        memory.low[row] = max(memory.low[row], best)
    if best < frame[_CEILING]:
        memory.high[row] = min(memory.high[row], best)
    memory.move[row] = frame[_MOVE]
    memory.work[row] = positions - frame[_BEGAN] + 1


@kernel
def _next_move(stack: Stack, depth: int) -> int:
    """The move that promises most among those not yet tried, which is moved before them; of a draw, what brought it."""
    moves, promises, frame = stack.moves[depth], stack.promises[depth], stack.frames[depth]
    best = at = frame[_AT]
    frame[_AT] = at + 1
    if frame[_CHANCE] == 1:
        return int(frame[_MOVE])
    for i in range(at + 1, frame[_COUNT]):
        if promises[i] > promises[best]:
            best = i
    move = int(moves[best])
    moves[best], promises[best] = moves[at], promises[at]
    moves[at] = move
    return move


def _unlinked(*_: Any) -> Any:
    """Stands where `linked` puts a game's own kernel."""
    raise TypeError("a template runs only when it is linked to a game's kernels")


decider = legal = distinct = promise = apply = position = shares = ahead = draws = arrange = _unlinked
open_frame = _unlinked


def _open_frame(table: Any, stack: Stack, memory: Memory, depth: int, slot: int, who: int) -> bool:
    """Look a position up and list its moves; False where it is known well enough: then its worth is in the tally."""
    state, frame, moves = stack.states[depth], stack.frames[depth], stack.moves[depth]
    position(table, state, stack.key)
    key, lock = stack.key[0], stack.key[1]
    frame[_KEY], frame[_LOCK] = key, lock
    row, first = _find(memory, key, lock), _UNKNOWN
    if row >= 0:
        low, high, first = memory.low[row], memory.high[row], memory.move[row]
        if low >= frame[_HIGH] or low == high:
            stack.tally[2] = low
            return False
        if high <= frame[_LOW]:
            stack.tally[2] = high
            return False
        frame[_LOW], frame[_HIGH] = max(frame[_LOW], low), min(frame[_HIGH], high)
    frame[_FLOOR], frame[_CEILING] = frame[_LOW], frame[_HIGH]
    count = distinct(table, state, moves, legal(table, state, moves))
    frame[_COUNT], frame[_AT], frame[_MINE], frame[_MOVE] = count, 0, who == slot, _UNKNOWN
    frame[_BEST] = -_LIMIT if who == slot else _LIMIT
    frame[_BEGAN] = stack.tally[3]
    for i in range(count):
        stack.promises[depth][i] = 1e9 if moves[i] == first else promise(table, state, moves[i])
    stack.tally[1] = _STEP
    stack.tally[3] += 1
    return True


@kernel
def _take_back(stack: Stack, depth: int) -> None:
    """What the move or the draw last tried is worth, for the frame that tried it."""
    frame, worth = stack.frames[depth], stack.tally[2]
    stack.tally[1] = _STEP
    if frame[_CHANCE] == 1:
        frame[_SUM] += worth
        return
    mine = frame[_MINE] == 1
    if (mine and worth > frame[_BEST]) or (not mine and worth < frame[_BEST]):
        frame[_BEST], frame[_MOVE] = worth, stack.moves[depth][frame[_AT] - 1]
    if mine:
        frame[_LOW] = max(frame[_LOW], worth)
    else:
        frame[_HIGH] = min(frame[_HIGH], worth)


@kernel
def _put_on(stack: Stack, depth: int, ways: int, move: int) -> None:
    """A frame above for the position after a move or a draw, or for the several ways to draw that a move brings."""
    frame, after = stack.frames[depth], stack.frames[depth + 1]
    if ways > 1:
        after[_CHANCE], after[_COUNT], after[_AT], after[_SUM], after[_MOVE] = 1, ways, 0, 0, move
        return
    chance = frame[_CHANCE] == 1
    after[_CHANCE], after[_LOW], after[_HIGH] = (
        0,
        -_LIMIT if chance else frame[_LOW],
        _LIMIT if chance else frame[_HIGH],
    )
    stack.tally[1] = _ENTER


@kernel
def _take_off(stack: Stack, memory: Memory, depth: int) -> None:
    """All is tried that had to be: what the frame on top is worth goes to the one below."""
    frame, tally = stack.frames[depth], stack.tally
    tally[1] = _RETURN
    if frame[_CHANCE] == 1:
        tally[2] = frame[_SUM] // frame[_COUNT]
        return
    tally[2] = frame[_BEST]
    if depth > 0:
        _remember(memory, frame, tally[3])


def _search(
    table: Any, stack: Stack, memory: Memory, slot: int, known: int, win: int, point: int, positions: int
) -> int:
    """Look at so many positions more; 1 where the worth is found, 0 where not yet, -1 where a line is too long.

    A game's own kernels are called from few places here: each call is compiled anew.
    """
    states, frames, tally = stack.states, stack.frames, stack.tally
    until = tally[3] + positions
    depth = tally[0]
    while depth >= 0:
        frame = frames[depth]
        if tally[1] == _ENTER:
            if tally[3] >= until or depth + 2 >= len(frames):
                tally[0] = depth
                return 0 if tally[3] >= until else -1
            who = decider(table, states[depth])
            if who < 0:
                tally[2] = shares(table, states[depth], slot) * win + ahead(table, states[depth], slot) * point
            if who < 0 or not open_frame(table, stack, memory, depth, slot, who):
                tally[1] = _RETURN
                depth -= 1
        elif tally[1] == _RETURN:
            _take_back(stack, depth)
        elif frame[_AT] < frame[_COUNT] and (frame[_CHANCE] == 1 or frame[_LOW] < frame[_HIGH]):
            chance = frame[_CHANCE] == 1
            states[depth + 1] = states[depth - 1 if chance else depth]
            if chance:  # the state of this frame says only how many cards are drawn
                arrange(table, states[depth + 1], states[depth], frame[_AT])
            move = _next_move(stack, depth)
            apply(table, states[depth + 1], move)
            certain = chance or known == 1
            ways = 1 if certain else draws(table, states[depth], states[depth + 1])
            _put_on(stack, depth, ways, move)
            depth += 1
        else:
            _take_off(stack, memory, depth)
            depth -= 1
    return 1


@cache
def _compiled(kernels: EndingKernels) -> Callable[..., int]:
    return compiled(linked(_search, kernels, open_frame=linked(_open_frame, kernels)))


class EndSearch:
    """Solves positions of one game for one seat: the seat against all others.

    ``known`` says whether draws come as the decks of a state lie, else every way counts alike.
    """

    def __init__(self, rules: Any, play: EndingPlay, slot: int, scale: Scale, dtype: Any, *, known: bool) -> None:
        import numpy as np  # noqa: PLC0415  only where kernels are compiled

        self._search, self._table = _compiled(play.kernels), rules.table.to_record()
        self._memory = Memory(*(np.zeros(_ROWS, "i8") for _ in Memory._fields))
        self._stack = Stack(
            states=np.zeros(DEEPEST, dtype),
            moves=np.zeros((DEEPEST, play.room), "i8"),
            promises=np.zeros((DEEPEST, play.room), "f8"),
            frames=np.zeros((DEEPEST, _FIELDS), "i8"),
            tally=np.zeros(4, "i8"),
            key=np.zeros(2, "i8"),
        )
        self._given = (slot, int(known), scale.win, scale.point)
        self.go_on(0)  # so that time for compiling, where it is due, is not taken for time of solving

    @property
    def positions(self) -> int:
        """How many positions were looked at so far."""
        return int(self._stack.tally[3])

    def begin(self, state: Any, move: int | None) -> None:
        """Take up a position, or one of its moves; what was found of others is remembered."""
        stack = self._stack
        frame = stack.frames[0]
        stack.states[0], stack.moves[0][0], frame[:] = state.to_record(), move or 0, 0
        frame[_COUNT], frame[_MINE], frame[_BEST] = 1, 1, -_LIMIT
        frame[_LOW], frame[_HIGH] = -_LIMIT, _LIMIT
        stack.tally[:3] = (0, _ENTER if move is None else _STEP, 0)

    def go_on(self, positions: int) -> int | None:
        """Look at so many more positions: the worth of what was taken up, None where that is not enough.

        Raises ``RecursionError`` where a line is longer than is foreseen.
        """
        done = self._search(self._table, self._stack, self._memory, *self._given, positions)
        if done < 0:
            raise RecursionError(f"a line is longer than {DEEPEST} decisions and draws")
        return int(self._stack.tally[2]) if done else None
