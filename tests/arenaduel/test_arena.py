"""Arenas: data that is checked as a whole, and any set of cells to fight on."""

import json
import random
from contextlib import suppress

import pytest
from hypothesis import given

import hexwidgets as hw
from hexwidgets.arenaduel.arena import ArenaError, arenas, of, read
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.hexgrid import Hex
from tests.strategies import json_values, play_on

STARTS = {"north": {"cell": [0, -1], "facing": 5}, "south": {"cell": [0, 1], "facing": 2}}
CORRIDOR = {"cells": [[0, -1], [0, 0], [0, 1], [1, 0]], **STARTS}


def faults(data):
    with pytest.raises(ArenaError) as caught:
        read("test", data)
    assert str(caught.value).startswith("arena test: ")
    return dict(caught.value.faults)


def test_the_standard_arena_comes_with_the_package():
    assert list(arenas()) == ["standard"]
    assert of("standard") is arenas()["standard"]


def test_any_set_of_cells_is_an_arena():
    duel = ArenaDuel(seed=2, arena=CORRIDOR)
    assert [duel.arena.labels[cell] for cell in duel.arena.cells] == ["a1", "b1", "b2", "c1"]
    assert [f.cell for f in duel.fighters.values()] == ["a1", "c1"]
    play_on(duel, random.Random(1))
    assert duel.result.reason == "knock-out"


def test_an_arena_may_have_37_cells_and_no_more():
    whole = {"disk": 3, "north": {"cell": [0, -3], "facing": 5}, "south": {"cell": [0, 3], "facing": 2}}
    assert len(ArenaDuel(seed=1, arena=whole).arena.cells) == 37
    assert "37" in faults(whole | {"cells": [[4, 0]]})["cells"]
    assert len(read("x", whole | {"cells": [[4, 0]], "obstacles": [[0, 0]]}).cells) == 37


def test_obstacles_have_labels_and_are_no_cells():
    arena = of({"disk": 1, "obstacles": [[0, 0]], **STARTS})
    assert arena.labels[Hex(0, 0)] == "b2"
    assert Hex(0, 0) not in arena.cells
    assert arena.obstacles == (Hex(0, 0),)


def test_a_disk_and_further_cells_may_be_joined():
    assert len(read("x", {"disk": 1, "cells": [[2, 0], [0, 0]], **STARTS}).cells) == 8


def test_an_arena_is_read_from_a_file_and_named_after_it(tmp_path):
    path = tmp_path / "pit.toml"
    path.write_text(
        "disk = 1\nnorth = { cell = [0, -1], facing = 5 }\nsouth = { cell = [0, 1], facing = 2 }\n", "utf-8"
    )
    for given_path in (path, str(path)):
        assert (of(given_path).name, len(of(given_path).cells)) == ("pit", 7)
    path.write_text("disk = ", "utf-8")
    with pytest.raises(ArenaError, match="not TOML"):
        of(path)
    with pytest.raises(OSError, match="missing"):
        of(tmp_path / "missing.toml")


@pytest.mark.parametrize("wrong", [None, 3, ["standard"]])
def test_an_arena_is_a_name_a_path_or_a_dict(wrong):
    with pytest.raises(TypeError, match="arena"):
        of(wrong)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"colour": "red"}, "'colour'"),
        ({"disk": -1}, "disk"),
        ({"disk": True}, "disk"),
        ({"cells": [[0]]}, "cells"),
        ({"cells": "abc"}, "cells"),
        ({"cells": [[0, 10**9]]}, "cells"),
        ({"obstacles": [[5, 5]]}, "obstacles"),
        ({"obstacles": [[0, 1]]}, "south.cell"),
        ({"north": None}, "north"),
        ({"north": {"cell": [0, -1]}}, "north"),
        ({"north": {"cell": [0, -1], "facing": 6}}, "north.facing"),
        ({"north": {"cell": [4, 4], "facing": 0}}, "north.cell"),
        ({"north": {"cell": [0, 1], "facing": 0}}, "south.cell"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(change, place):
    assert place in faults(CORRIDOR | change)


def test_everything_wrong_is_told_at_once():
    assert set(faults({"disk": 99, "obstacles": 3, "north": 1, "south": 2})) == {"disk", "obstacles", "north", "south"}
    assert "cells" in faults(STARTS)


@given(json_values, json_values)
def test_nothing_that_is_read_breaks_the_reading(one, two):
    for data in (
        {"cells": one, "north": two, **({"disk": two} if isinstance(two, int) else {})},
        CORRIDOR | {"obstacles": one},
    ):
        with suppress(ArenaError):
            assert read("x", data).cells


def test_a_duel_in_an_arena_of_ones_own_is_saved_with_it(tmp_path):
    duel = ArenaDuel(seed=2, arena=CORRIDOR)
    play_on(duel, random.Random(3), 3)
    duel.save(tmp_path / "duel.json")
    again = hw.load(tmp_path / "duel.json")
    assert again.arena == duel.arena
    assert (again.rules, again.state, again.fighters) == (duel.rules, duel.state, duel.fighters)
    assert json.loads((tmp_path / "duel.json").read_text("utf-8"))["options"] == {"arena": CORRIDOR}


def test_the_standard_arena_written_out_is_the_standard_arena():
    written = {"disk": 2, "north": {"cell": [0, -2], "facing": 5}, "south": {"cell": [0, 2], "facing": 2}}
    assert ArenaDuel(seed=1, arena=written).to_json()["options"] == {}
