"""Positions for tests, written as people write them: ``duel_at("c3 5", "d3 2 1")`` is cell, facing and life.

On the standard arena the middle column runs a1 b2 c3 d3 e3 from north to south; from c3 direction 0 is c4, then
counter-clockwise b3, b2 (north), c2, d2, d3 (south).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from hexwidgets.arenaduel.arena import SEATS
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.notation import Roll
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import ORDERING, OVER, State
from hexwidgets.engine.history import Node

_OPENING = {"north": (2, 1), "south": (1, 2), None: (1, 1)}
NEXT = (1, 1)  # the charge roll of the turn after, which helps nobody


def state_at(rules: ArenaDuelRules, north: str, south: str, right: str | None = None, turn: int = 0) -> State:
    """The state in which both give orders."""
    state = rules.initial()
    for slot, text in enumerate((north, south)):
        cell, facing, *life = text.split()
        state.cell[slot] = rules.cell_labels.index(cell)
        state.facing[slot] = int(facing)
        if life:
            state.life[slot] = int(life[0])
    state.right = -1 if right is None else SEATS.index(right)
    state.phase, state.turn = ORDERING, turn
    return State.from_json(state.to_json())  # every field in range


def duel_at(
    north: str, south: str, right: str | None = None, *, dice: Iterable[int] = (), turn: int = 0, **options: Any
) -> ArenaDuel:
    """A duel that stands there, without a past; ``dice`` are thrown from here on, then a charge roll of 1 and 1."""
    opening = _OPENING[right]
    duel = ArenaDuel(seed=0, dice=[*opening, *dice, *NEXT], **options)
    state = state_at(duel.rules, north, south, right, turn)
    duel._restore([Node(state, chance=(Roll("charge", opening[:1], opening[1:]),), draws=1)], 0)
    return duel


def played(
    north: str, south: str, orders: str, dice: Iterable[int] = (), right: str | None = None, **options: Any
) -> ArenaDuel:
    """The duel after one turn from there; ``orders`` is north's and south's, ``"F> S="``. All dice are thrown."""
    duel = duel_at(north, south, right, dice=dice, **options)
    duel.play(*orders.split())
    if duel.result is None and duel.phase == "order":
        assert duel.dice == (), f"{duel.dice} were not thrown"
    return duel


def told(duel: ArenaDuel) -> str:
    """Where both stand, as `duel_at` reads it: ``"c3 5 5 / d3 2 4"``."""
    return " / ".join(f"{f.cell} {f.facing} {f.life}" for f in duel.fighters.values())


def rules_of(duel: ArenaDuel) -> list[str]:
    """The rule ids of the last turn's events, without the orders before and the charge roll after."""
    ids = [event.rule for event in duel.events]
    assert ids.pop(0) == "AD-ORDER-1"
    return ids[:-1] if duel.result is None and duel.phase == "order" else ids


def random_states(seeds: Iterable[int], **options: Any) -> Iterator[tuple[ArenaDuelRules, State]]:
    """Every position of random duels, also those in which dice are due; one duel a seed."""
    rules = ArenaDuelRules(**options)
    for seed in seeds:
        rng, state = random.Random(seed), rules.initial()
        while True:
            yield rules, state
            if state.phase == OVER:
                break
            deciding = rules.to_move(state)
            if deciding == ("chance",):
                state = rules.apply(state, rules.draw(state, rng))
            else:
                state = rules.apply(state, *(rng.choice(rules.moves(state, seat)) for seat in deciding))
