"""Trees of moves over a game's kernels, for bots that look ahead; interpreted or compiled from the same source.

`tree_playouts` is information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), for games in which
one seat decides at a time: each playout deals what is hidden anew, and walks one tree that is shared by all deals.
`matrix_playouts` is for two seats that decide together: regret matching at each node (Lanctot, Lisy and Winands 2013),
over positions rather than over the moves that led there. Both keep what they know in flat arrays, a `Tree` or
`Matrices`, and can be stopped and continued after any playout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from .kernel import compiled, kernel, linked
from .rng import below

# fmt: off
__all__ = [
    "Matrices", "MatrixKernels", "SearchPlay", "Tree", "TreeKernels", "matrices", "matrix_moves", "matrix_playouts",
    "tree", "tree_moves", "tree_playouts",
]
# fmt: on

MOST_SEATS = 8
_DEPTH = 512  # of a path that is remembered
_FREE = -1
_GROWN = 4  # playouts through a node before its own moves are told apart
_MOVE_BITS = 20
_MASK = (1 << 62) - 1
_CURIOSITY = 1.0  # how much a move's prior counts against what its playouts brought
_RIPE = 16  # playouts through a position before its own moves are told apart
_EXPLORATION = 0.1  # the share of moves at a matrix that are made at random
_NUMBERS = 48  # of the pool, for each row: a matrix of 21 x 21 has about a thousand
_NOISE = 0.15  # a move that is meant so much less often than the likeliest one is not meant at all
_LONGEST = 64  # decisions of a path through matrices


class TreeKernels(NamedTuple):
    """The kernels by which a game is searched in which one seat decides at a time.

    A slot is a seat's place in the rules' seats; rewards are from 0 (lost) to 1 (won).
    """

    waits_for_chance: Any  # (table, state) -> bool: whether chance decides now
    chance: Any  # (table, state, rng): let chance decide, in place
    decider: Any  # (table, state) -> int: the slot that decides, -1 when it is over
    legal: Any  # (table, state, out) -> int: its legal moves, below 2**20
    prior: Any  # (table, state, move) -> float: how likely a good player makes a legal move, above 0, to any scale
    apply: Any  # (table, state, move): make a legal move, in place
    guess: Any  # (table, state, slot, rng, out): deal anew all that a slot does not know
    finish: Any  # (table, state, rng, out): play to the end
    reward: Any  # (table, state, slot) -> float: what a seat plays for, such as to win, and to win by much
    share: Any  # (table, state, slot) -> float: how much of the victory is a seat's


class MatrixKernels(NamedTuple):
    """The kernels by which a game of two seats is searched that decide together; see `TreeKernels`.

    A seat that does not decide has one legal move, whatever that is.
    """

    waits_for_chance: Any
    chance: Any
    is_over: Any  # (table, state) -> bool
    legal: Any  # (table, state, slot, out) -> int
    apply: Any  # (table, state, move, reply): make a move of each seat, in place
    position: Any  # (table, state) -> int: a number of its own for each position in which seats decide, below 2**62
    finish: Any  # (table, state, rng, out)
    reward: Any  # (table, state) -> float: the first slot's; the other's is what it lacks to 1


class SearchPlay(NamedTuple):
    """What rules have as ``search_play`` if they can be searched by kernels. ``room`` is as in `RandomPlay`."""

    kernels: TreeKernels | MatrixKernels
    room: int


class Tree(NamedTuple):
    """What a search knows: a hash table with open addressing, one row for each move at a node.

    A node is the row of the move that led to it.
    """

    key: Any
    visits: Any
    offered: Any  # how often the move was legal when its node was passed
    total: Any  # rewards of who made the move
    won: Any  # shares of the victory of who made the move
    weight: Any  # the prior
    used: Any  # one number: rows in use
    path: Any
    path_slot: Any
    rows: Any  # of the moves that are legal at the present node
    gained: Any  # rewards by slot, then shares


def tree(size: int, room: int, *, fast: bool) -> Tree:
    """An empty tree with ``size`` rows, a power of two; of arrays where it is for compiled kernels."""
    shapes = (size, size, size, size, size, size, 1, _DEPTH, _DEPTH, room, 2 * MOST_SEATS)
    if not fast:
        return Tree([_FREE] * size, *([0] * n for n in shapes[1:]))
    import numpy as np  # noqa: PLC0415  NumPy only where compiled rules are asked for

    whole = ("i8", "i4", "i4", "f8", "f8", "f8", "i8", "i8", "i4", "i8", "f8")
    out = Tree(*(np.zeros(n, kind) for n, kind in zip(shapes, whole, strict=True)))
    out.key[:] = _FREE
    return out


@kernel
def _row(tree: Any, key: int) -> int:
    """The row of a key, a new one where there is none; -1 where the tree or the matrices are full."""
    size = len(tree.key)
    x = (key ^ key >> 29) * 0x1CE4E5B9 & _MASK
    x = (x ^ x >> 26) * 0x133111EB & _MASK
    at = (x ^ x >> 31) & size - 1
    while tree.key[at] != key:
        if tree.key[at] == _FREE:
            if 4 * tree.used[0] >= 3 * size:
                return -1
            tree.key[at] = key
            tree.used[0] += 1
            return at
        at = at + 1 & size - 1
    return at


def _unlinked(*_: Any) -> Any:
    """Stands where `linked` puts a game's own kernel."""
    raise TypeError("a template runs only when it is linked to a game's kernels")


waits_for_chance = chance = decider = legal = prior = apply = guess = finish = reward = share = _unlinked
is_over = position = grow = choose = open_matrix = _unlinked


# -- one seat at a time -----------------------------------------------------------------------------------


def _choose(table: Any, state: Any, tree: Tree, node: int, count: int, out: Any) -> int:
    """Which of the legal moves in ``out`` is tried next (PUCT: Rosin 2011, Silver et al. 2017); -1 where it is full."""
    weights, visits, total = 0.0, 0, 0.0
    for i in range(count):
        row = _row(tree, node + 1 << _MOVE_BITS | out[i])
        tree.rows[i] = row
        if row < 0:
            return -1
        if tree.offered[row] == 0:
            tree.weight[row] = prior(table, state, out[i])
        tree.offered[row] += 1
        weights += tree.weight[row]
        visits += tree.visits[row]
        total += tree.total[row]
    mean = total / visits if visits > 0 else 0.5
    best, found = -1.0, 0
    for i in range(count):
        row = tree.rows[i]
        n = tree.visits[row]
        worth = (tree.total[row] + mean) / (n + 1)
        worth += _CURIOSITY * tree.weight[row] / weights * sqrt(tree.offered[row]) / (n + 1)
        if worth > best:
            best, found = worth, i
    return found


def _grow(table: Any, state: Any, slot: int, seats: int, tree: Tree, rng: Any, out: Any) -> None:
    """One playout from ``state``, which is used up, for a slot that decides there."""
    guess(table, state, slot, rng, out)
    node, depth = -1, 0  # the root
    while depth < _DEPTH:
        while waits_for_chance(table, state):
            chance(table, state, rng)
        who = decider(table, state)
        if who < 0 or (depth > 0 and tree.visits[node] < _GROWN):
            break
        count = legal(table, state, out)
        chosen = choose(table, state, tree, node, count, out)
        if chosen < 0:
            break
        node = tree.rows[chosen]
        tree.path[depth], tree.path_slot[depth] = node, who
        depth += 1
        apply(table, state, out[chosen])
    finish(table, state, rng, out)
    for seat in range(seats):
        tree.gained[seat] = reward(table, state, seat)
        tree.gained[MOST_SEATS + seat] = share(table, state, seat)
    for i in range(depth):
        row, who = tree.path[i], tree.path_slot[i]
        tree.visits[row] += 1
        tree.total[row] += tree.gained[who]
        tree.won[row] += tree.gained[MOST_SEATS + who]


def _grow_often(
    table: Any, start: Any, work: Any, slot: int, seats: int, tree: Tree, rng: Any, out: Any, playouts: int
) -> None:
    for _ in range(playouts):
        work[0] = start[0]
        grow(table, work[0], slot, seats, tree, rng, out)


@cache
def tree_playouts(kernels: TreeKernels, *, fast: bool) -> Callable[..., None]:
    """A function ``(table, start, work, slot, seats, tree, rng, out, playouts)`` that makes a tree grow.

    ``start`` and ``work`` are arrays of one record, the position searched and room for a copy; interpreted they are
    lists of one state. ``slot`` decides there, and of what it does not know ``start`` may say anything.
    """
    one = linked(_grow, kernels, choose=linked(_choose, kernels))
    return _often(_grow_often, kernels, one, fast)


def _often(template: Any, kernels: Any, one: Any, fast: bool) -> Callable[..., None]:
    if fast:
        return compiled(linked(template, kernels, grow=one))

    def many(table: Any, start: Any, work: Any, *rest: Any) -> None:
        del work
        *others, playouts = rest
        for _ in range(playouts):
            one(table, start[0].copy(), *others)

    return many


def tree_moves(tree: Tree, codes: Sequence[int]) -> list[tuple[int, float, float]]:
    """Of each move at the root: playouts, the mean reward, and the mean share of the victory; 0.5 without playouts."""
    found = []
    for code in codes:
        row = _row(tree, code)
        n = int(tree.visits[row]) if row >= 0 else 0
        found.append((n, float(tree.total[row]) / n, float(tree.won[row]) / n) if n else (0, 0.5, 0.5))
    return found


# -- two seats together -----------------------------------------------------------------------------------


class Matrices(NamedTuple):
    """What a search knows of positions in which two seats decide: a hash table with open addressing, a row for each.

    ``block`` says where a position's numbers begin among ``pool``: for each seat regrets and how often each move was
    meant, then for each pair of moves rewards of the first slot and playouts.
    """

    key: Any
    visits: Any
    block: Any  # 0 where a position has none yet
    moves: Any  # of each seat, [2 * row + slot]
    pool: Any
    used: Any  # rows, and numbers of the pool
    path: Any  # row, move and reply of each decision


def matrices(size: int, *, fast: bool) -> Matrices:
    """No positions yet, with room for ``size`` (a power of two) and for the numbers of some of them."""
    shapes = (size, size, size, 2 * size, _NUMBERS * size, 2, 3 * _LONGEST)
    if not fast:
        listed = Matrices([_FREE] * size, *([0] * n for n in shapes[1:]))
        listed.used[1] = 1  # 0 says that a position has no numbers yet
        return listed
    import numpy as np  # noqa: PLC0415  NumPy only where compiled rules are asked for

    whole = ("i8", "i4", "i8", "i4", "f8", "i8", "i8")
    out = Matrices(*(np.zeros(n, kind) for n, kind in zip(shapes, whole, strict=True)))
    out.key[:] = _FREE
    out.used[1] = 1
    return out


@kernel
def _mixed(known: Matrices, at: int, count: int, rng: Any) -> int:
    """A move by regret matching: each as likely as it is regretted, and now and then any."""
    total = 0.0
    for i in range(count):
        total += max(known.pool[at + i], 0.0)
    luck = below(rng, 1 << 30) / (1 << 30)
    if total <= 0.0 or luck < _EXPLORATION:
        return below(rng, count)
    left = (luck - _EXPLORATION) / (1 - _EXPLORATION) * total
    for i in range(count):
        regret = known.pool[at + i]
        if regret > 0.0:
            left -= regret
            if left <= 0.0:
                return i
    return below(rng, count)


@kernel
def _mean_strategy(known: Matrices, at: int, count: int) -> None:
    """Add to how often each move was meant what regret matching means now."""
    total = 0.0
    for i in range(count):
        total += max(known.pool[at + i], 0.0)
    for i in range(count):
        if total > 0.0:
            known.pool[at + count + i] += max(known.pool[at + i], 0.0) / total
        else:
            known.pool[at + count + i] += 1.0 / count


@kernel
def _learn(known: Matrices, row: int, move: int, reply: int, gained: float) -> None:
    """What a playout has shown at a position: of the moves not made, what they brought against the same reply."""
    own, others = known.moves[2 * row], known.moves[2 * row + 1]
    at = known.block[row]
    other = at + 2 * own
    pairs = other + 2 * others
    counts = pairs + own * others
    _mean_strategy(known, at, own)
    _mean_strategy(known, other, others)
    known.pool[pairs + move * others + reply] += gained
    known.pool[counts + move * others + reply] += 1
    for i in range(own):
        pair = i * others + reply
        if i != move and known.pool[counts + pair] > 0:
            known.pool[at + i] += known.pool[pairs + pair] / known.pool[counts + pair] - gained
    for j in range(others):
        pair = move * others + j
        if j != reply and known.pool[counts + pair] > 0:
            known.pool[other + j] += gained - known.pool[pairs + pair] / known.pool[counts + pair]


def _open_matrix(table: Any, state: Any, known: Matrices, row: int, out: Any) -> bool:
    """Room for what there is to know of a position's moves; False where there is none left."""
    own, others = legal(table, state, 0, out), legal(table, state, 1, out)
    needed = 2 * (own + others + own * others)
    if known.used[1] + needed > len(known.pool):
        return False
    known.block[row] = known.used[1]
    known.used[1] += needed
    known.moves[2 * row], known.moves[2 * row + 1] = own, others
    return True


@kernel
def _drawn(shares: Any, rng: Any) -> int:
    """A move drawn by its share; the shares are 1 in sum."""
    left = below(rng, 1 << 30) / (1 << 30)
    for i in range(len(shares)):
        left -= shares[i]
        if left < 0.0:
            return i
    return len(shares) - 1


def _meet(table: Any, state: Any, known: Matrices, slot: int, replies: Any, rng: Any, out: Any) -> None:
    """One playout from ``state``, which is used up; there a slot answers ``replies``, unless there are none."""
    depth = 0
    while depth < _LONGEST:
        while waits_for_chance(table, state):
            chance(table, state, rng)
        if is_over(table, state):
            break
        row = _row(known, position(table, state))
        if row < 0:
            break
        known.visits[row] += 1
        if known.block[row] == 0:
            if depth > 0 and known.visits[row] < _RIPE:
                break
            if not open_matrix(table, state, known, row, out):
                break
        own, others = known.moves[2 * row], known.moves[2 * row + 1]
        at = known.block[row]
        move, reply = _mixed(known, at, own, rng), _mixed(known, at + 2 * own, others, rng)
        if depth == 0 and len(replies) > 0:
            if slot == 0:
                reply = _drawn(replies, rng)
            else:
                move = _drawn(replies, rng)
        known.path[3 * depth], known.path[3 * depth + 1], known.path[3 * depth + 2] = row, move, reply
        depth += 1
        legal(table, state, 0, out)
        order = out[move]
        legal(table, state, 1, out)
        apply(table, state, order, out[reply])
    finish(table, state, rng, out)
    gained = reward(table, state)
    for i in range(depth):
        _learn(known, known.path[3 * i], known.path[3 * i + 1], known.path[3 * i + 2], gained)


def _meet_often(
    table: Any, start: Any, work: Any, known: Matrices, slot: int, replies: Any, rng: Any, out: Any, playouts: int
) -> None:
    for _ in range(playouts):
        work[0] = start[0]
        grow(table, work[0], known, slot, replies, rng, out)


@cache
def matrix_playouts(kernels: MatrixKernels, *, fast: bool) -> Callable[..., None]:
    """A function ``(table, start, work, known, slot, replies, rng, out, playouts)``; see `tree_playouts`.

    ``replies`` are how likely the seat other than ``slot`` makes each move at the start; where there are none both
    seats are looked for.
    """
    one = linked(_meet, kernels, open_matrix=linked(_open_matrix, kernels))
    return _often(_meet_often, kernels, one, fast)


def matrix_moves(known: Matrices, key: int, slot: int, replies: Sequence[float] = ()) -> list[tuple[float, float]]:
    """Of each move of a seat at a position: how often it is meant, and its mean reward.

    That is against ``replies``, how likely the other makes each of its moves; default: as often as it means them.
    """
    row = _row(known, key)
    at = int(known.block[row]) if row >= 0 else 0
    if at == 0:
        return []
    own, others = int(known.moves[2 * row]), int(known.moves[2 * row + 1])
    pairs = at + 2 * (own + others)
    counts = pairs + own * others
    meant = [_shares(known.pool[at + own : at + 2 * own])]
    meant.append(_shares(known.pool[at + 2 * own + others : at + 2 * (own + others)]))
    if len(replies) > 0:
        meant[1 - slot] = list(replies)
    found = []
    for move, share in enumerate(meant[slot]):
        gained = weight = 0.0
        for reply, likely in enumerate(meant[1 - slot]):
            pair = move * others + reply if slot == 0 else reply * others + move
            if (n := float(known.pool[counts + pair])) > 0:
                gained, weight = gained + likely * float(known.pool[pairs + pair]) / n, weight + likely
        value = gained / weight if weight > 0 else 0.5
        found.append((share, value if slot == 0 else 1 - value))
    return found


def _shares(counted: Sequence[float]) -> list[float]:
    """Of the whole, what little there is left out: it is the noise of the beginning."""
    numbers = [float(n) for n in counted]
    most = max(numbers)
    kept = [n if n >= _NOISE * most else 0.0 for n in numbers]
    return [n / sum(kept) for n in kept]
