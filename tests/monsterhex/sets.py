"""Component sets for tests: the reference set as tables, free to be changed, and one that goes to every limit."""

from __future__ import annotations

import itertools
import tomllib
from importlib import resources
from typing import Any


def tables() -> dict[str, Any]:
    """The tables of the reference set, new each time."""
    text = resources.files("hexwidgets.monsterhex").joinpath("data/reference.toml").read_text("utf-8")
    return tomllib.loads(text)


def large_set() -> dict[str, Any]:
    """64 cells with 16 sites, 16 units that all carry abilities, 16 stones, 31 goals; and small boards besides.

    Every faction may take Petrify. There is a stone above the 7, and a variant of each sort.
    """
    rows = range(9)
    large = [[column - row // 2, row] for row, column in itertools.product((1, 3, 5, 7), (2, 5))]
    cells = [[column - row // 2, row] for row, column in itertools.product(rows, range(8))]
    small = [[q, -1] for q in (1, 3, 5, 7)] + [[q, 9] for q in (-4, -2, 0, 2)]
    board = {"cells": cells, "large": large, "small": small, "starts": [[0, 0], [0, 4], [3, 8]]}
    names = [f"{rank}{number}" for rank, number in itertools.product("SABC", range(1, 5))]
    both = ("enchant", "curse", "blitz", "scheme")
    boards = {"big": board, "two": tables()["boards"]["two"]}
    return {
        "units": {name: [1 + (3 * i + 5 * edge + i * edge) % 7 for edge in range(6)] for i, name in enumerate(names)},
        "marks": {name: ("star", "dot")[i % 2] for i, name in enumerate(names)},
        "stones": {"red": [7, 9, 1, 0], "blue": [1, 2, 3, 4], "yellow": [5, 6, 11, 8], "green": [99, 98, 97, 96]},
        "boards": boards,
        "variants": {
            "big": {"board": "big", "seats": 4, "rounds": 16, "hand_size": 5},
            "pair": {"board": "big", "seats": 2, "rounds": 16, "hand_size": 3, "shared": True},
            "little": {
                "board": "two",
                "seats": 2,
                "rounds": 9,
                "hand_size": 2,
                "overwhelm": True,
                "seven_in_play": True,
            },
        },
        "abilities": {f: ["petrify", both[i]] for i, f in enumerate(("red", "blue", "yellow", "green"))},
        "goals": [
            {"kind": "formation", "points": 99, "pattern": [[0, 0, "o"]]},
            {"kind": "formation", "points": 99, "pattern": [[q, 0, "a"] for q in range(5)] + [[0, 1, "a"]]},
            {"kind": "formation", "points": 2, "pattern": [*([q, r, "e"] for q, r in AROUND), [0, 0, "L"]]},
            {"kind": "most", "points": 5, "count": "second-places"},
            {"kind": "reach", "points": 5, "count": "largest-group", "least": 4, "most": 9},
            {"kind": "each", "points": 1, "count": "rim-units"},
            *({"kind": "each", "points": 1, "count": "large-stones"} for _ in range(25)),
        ],
    }


AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
