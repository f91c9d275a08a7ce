"""Which placements are the same."""

import random
from collections import Counter

import pytest

from hexwidgets.arenaduel.arena import arenas, of
from hexwidgets.arenaduel.outlook import outlook
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.arenaduel.state import ORDERING
from hexwidgets.arenaduel.symmetry import classes, placement, placements, symmetries, unpacked
from hexwidgets.hexgrid import neighbour_table
from tests.arenaduel.test_differential import CLOSE, PILLARS

STARTS = {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, 2], "facing": 2}}
CORRIDOR = {"cells": [[0, 0], [0, 1], [0, 2]], **STARTS}
TRIANGLE = {"cells": [[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]], **STARTS}
HOOK = {"cells": [[0, 0], [0, 1], [0, 2], [1, 2], [1, 1], [3, 0]], **STARTS}


def test_the_standard_arena_has_1046_classes_of_12312_placements():
    kinds = classes(arenas()["standard"])
    assert len(kinds.smallest) == 1046
    assert sum(kinds.size) == 12312 == sum(kind >= 0 for kind in kinds.of)


def test_with_lives_and_an_exchange_of_seats_it_has_13210_positions():
    swapped = classes(arenas()["standard"]).swapped
    alike = sum(c <= other for c, other in enumerate(swapped))
    assert 10 * len(swapped) + 5 * alike == 13210


@pytest.mark.parametrize(
    ("arena", "count"),
    [("standard", 12), (CLOSE, 12), (CORRIDOR, 4), (TRIANGLE, 6), (HOOK, 1), (PILLARS, 1)],
    ids=["standard", "close", "corridor", "triangle", "hook", "pillars"],
)
def test_every_symmetry_keeps_neighbours_and_there_are_all_of_them(arena, count):
    arena = of(arena)
    near = neighbour_table(arena.cells)
    found = symmetries(arena)
    assert len(set(found)) == len(found) == count
    for to, turn in found:
        assert sorted(to) == list(range(len(arena.cells)))
        for cell, row in enumerate(near):
            for direction, other in enumerate(row):
                assert near[to[cell]][turn[direction]] == (to[other] if other >= 0 else -1)


@pytest.mark.parametrize("arena", ["standard", CLOSE, CORRIDOR, TRIANGLE, HOOK])
def test_classes_are_the_orbits_of_the_symmetries(arena):
    arena = of(arena)
    kinds, cells = classes(arena), len(arena.cells)
    for a, f, b, g in placements(cells):
        images = {
            kinds.of[placement(cells, to[a], turn[f], to[b], turn[g])] for to, turn in symmetries(arena)
        }  # fmt: skip
        assert len(images) == 1
    assert Counter(kind for kind in kinds.of if kind >= 0) == dict(enumerate(kinds.size))
    for kind, number in enumerate(kinds.smallest):
        assert kinds.of.index(kind) == number
        assert kinds.swapped[kinds.swapped[kind]] == kind


def test_alike_placements_have_alike_futures():
    """After the same orders, mirrored where need be, the same classes come up with the same chances."""
    rules = ArenaDuelRules(TRIANGLE)
    kinds, cells, rng = classes(rules.arena), len(rules.cell_labels), random.Random(3)
    mirrored = {"<": ">", ">": "<", "L": "R", "R": "L"}

    def future(state, orders):
        found = Counter()
        for after, chance in outlook(rules, state, *orders).items():
            number = placement(cells, after.cell[0], after.facing[0], after.cell[1], after.facing[1])
            found[kinds.of[number], tuple(after.life)] += chance
        return found

    for _ in range(40):
        a, f, b, g = unpacked(cells, rng.choice(kinds.smallest))
        to, turn = rng.choice(symmetries(rules.arena))
        state, image = rules.initial(), rules.initial()
        state.phase = image.phase = ORDERING
        state.right = image.right = rng.randrange(-1, 2)
        state.cell, state.facing = [a, b], [f, g]
        image.cell, image.facing = [to[a], to[b]], [turn[f], turn[g]]
        orders = [rng.choice(rules.moves(state, seat)) for seat in rules.seats]
        texts = [str(order) for order in orders]
        if (turn[1] - turn[0]) % 6 == 5:
            texts = ["".join(mirrored.get(letter, letter) for letter in text) for text in texts]
        same = [rules.parse(image, seat, text) for seat, text in zip(rules.seats, texts, strict=True)]
        assert future(state, orders) == future(image, same)
