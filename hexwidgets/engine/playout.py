"""Random games over a game's kernels, interpreted or compiled from the same source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

from .kernel import compiled, kernel, linked
from .rng import sow
from .tally import Tally

__all__ = [
    "FIRST_POINTS",
    "MEASURES",
    "NO_LEADER",
    "GameKernels",
    "RandomKernels",
    "RandomPlay",
    "add_up",
    "measured",
    "playout",
    "playouts",
]


class GameKernels(Protocol):
    """The functions of a game's named tuple of kernels that a playout needs."""

    @property
    def waits_for_chance(self) -> Callable[..., Any]:
        """``(table, state) -> bool``: whether chance decides now."""
        ...

    @property
    def chance(self) -> Callable[..., Any]:
        """``(table, state, rng)``: let chance decide, in place."""
        ...

    @property
    def pick(self) -> Callable[..., Any]:
        """``(table, state, rng, out) -> move``: a random legal move, each alike; -1 when the game is over."""
        ...

    @property
    def apply(self) -> Callable[..., Any]:
        """``(table, state, move)``: make a legal move, in place."""
        ...


def playout(kernels: Any, *, fast: bool = False) -> Callable[..., int]:
    """A function ``(table, state, rng, out) -> decisions`` that plays ``state`` to its end at random.

    ``kernels`` is a game's named tuple; ``out`` has room for its moves; ``rng`` comes from
    `engine.rng.seeded`. With ``fast`` it is compiled and takes records and arrays. Equal seeds give
    equal games either way.
    """
    if not fast:
        return _loop(kernels)
    loop = _loop(compiled(kernels))
    import numba  # noqa: PLC0415  `compiled` has told what to install if this is missing

    return numba.njit(loop)  # type: ignore[no-any-return]


def playouts(kernels: Any) -> Callable[..., int]:
    """A compiled function ``(table, states, rngs, out) -> decisions`` that plays every one of ``states`` to its end.

    ``states`` is an array of records, ``rngs`` an array of generators, one for each; the games are those
    that `playout` plays one by one.
    """
    play = playout(kernels, fast=True)
    import numba  # noqa: PLC0415

    def play_all(table: Any, states: Any, rngs: Any, out: Any) -> int:
        decisions = 0
        for i in range(len(states)):
            decisions += play(table, states[i], rngs[i], out)
        return decisions

    return numba.njit(play_all)  # type: ignore[no-any-return]


def _loop(kernels: GameKernels) -> Callable[..., int]:
    waits_for_chance, chance, pick, apply = kernels.waits_for_chance, kernels.chance, kernels.pick, kernels.apply

    def play(table: Any, state: Any, rng: Any, out: Any) -> int:
        decisions = 0
        while True:
            if waits_for_chance(table, state):
                chance(table, state, rng)
            move = pick(table, state, rng, out)
            if move < 0:
                return decisions
            apply(table, state, move)
            decisions += 1

    return play


class RandomKernels(NamedTuple):
    """The kernels by which a game is played at random and measured on the way.

    A slot is a seat's place in the rules' seats, and for ``points`` a name's place in the rules' ``scores(state)``.
    """

    waits_for_chance: Any  # (table, state) -> bool: whether chance decides now
    chance: Any  # (table, state, rng, tally): let chance decide, in place, and count what it did
    decide: Any  # (table, state, rng, out, tally) -> bool: one random decision of all who decide; False when it is over
    close: Any  # (table, state, tally): count what the end of a game tells
    choices: Any  # (table, state, slot, out) -> int: how many legal moves a seat has, 0 where it does not decide
    points: Any  # (table, state, slot) -> int: the score that a slot has now
    winners: Any  # (table, state) -> int: bit s for each seat that has won
    reason: Any  # (table, state) -> int: how the game ended, by its place in `RandomPlay.reasons`


@dataclass(frozen=True, slots=True)
class RandomPlay:
    """What rules have as ``random_play`` if their random games can be compiled.

    Such rules have a ``table`` and states that are `engine.state.Record`. ``room`` is how many moves one listing
    may hold.
    """

    kernels: RandomKernels
    reasons: tuple[str, ...]
    room: int
    tally: Tally


# What `measured` writes down of each game; the points at the end follow, slot by slot.
MEASURES = ("winners", "reason", "length", "choices", "choosers", "lead_changes", "last_lead_change")
FIRST_POINTS, NO_LEADER = len(MEASURES), -1


@cache
def measured(kernels: RandomKernels) -> Callable[..., None]:
    """A kernel ``(table, states, seeds, seats, every, rng, out, rows, tally, sums)`` that plays every state.

    Game i is random by ``seeds[i]``, see `engine.rng.sow`; ``rng`` is room for a generator, ``out`` for moves and
    ``tally`` for what is counted of one game. ``rows[i]`` takes what MEASURES says, then the points of each slot:
    ``length`` counts decisions, ``choices`` the legal moves of all seats that decided, ``choosers`` those seats, once
    for each time, in every ``every``-th game. The lead changes when another than the last leader has more points than
    all others; ``last_lead_change`` is the number of the decision that did it last, 0 for none. ``sums`` takes the
    sums of `engine.tally`. Compiled it takes records and arrays. Equal seeds give equal games either way.
    """
    return linked(_measured, kernels)


def _unlinked(*_: Any) -> Any:
    """Stands where `linked` puts a game's own kernel."""
    raise TypeError("a template runs only when it is linked to a game's kernels")


waits_for_chance = chance = decide = close = choices = points = winners = reason = _unlinked


@kernel
def add_up(tally: Any, sums: Any) -> None:
    """Add what was counted of one game to the sums of many."""
    for key in range(len(sums)):
        uses, amount = tally[2 * key], tally[2 * key + 1]
        if uses != 0 or amount != 0:
            row = sums[key]
            row[0] += uses
            row[1] += amount
            row[2] += uses * uses
            row[3] += uses * amount
            row[4] += amount * amount


def _measured(  # noqa: PLR0912, PLR0913, PLR0917  a call for every part of a game would cost more than the part
    table: Any,
    states: Any,
    seeds: Any,
    seats: int,
    every: int,
    rng: Any,
    out: Any,
    rows: Any,
    tally: Any,
    sums: Any,
) -> None:
    for i in range(len(states)):
        state, row = states[i], rows[i]
        slots = len(row) - FIRST_POINTS
        sow(rng, seeds[i])
        for k in range(len(tally)):
            tally[k] = 0
        length, listed, choosers, leader, changes, last_change = 0, 0, 0, NO_LEADER, 0, 0
        while True:
            while waits_for_chance(table, state):
                chance(table, state, rng, tally)
            ahead = NO_LEADER
            for slot in range(slots):
                if ahead == NO_LEADER or points(table, state, slot) > points(table, state, ahead):
                    ahead = slot
            for slot in range(slots):
                if slot != ahead and points(table, state, slot) == points(table, state, ahead):
                    ahead = NO_LEADER
                    break
            if ahead != NO_LEADER and ahead != leader:
                if leader != NO_LEADER:
                    changes, last_change = changes + 1, length
                leader = ahead
            if i % every == 0:
                for slot in range(seats):
                    count = choices(table, state, slot, out)
                    if count > 0:
                        listed, choosers = listed + count, choosers + 1
            if not decide(table, state, rng, out, tally):
                break
            length += 1
        close(table, state, tally)
        add_up(tally, sums)
        row[0], row[1] = winners(table, state), reason(table, state)
        row[2], row[3], row[4], row[5], row[6] = length, listed, choosers, changes, last_change
        for slot in range(slots):
            row[FIRST_POINTS + slot] = points(table, state, slot)
