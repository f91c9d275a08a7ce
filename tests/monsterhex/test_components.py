"""The printed things: what the reference set holds, and what is refused as a set."""

import copy
import tomllib
from importlib import resources

import pytest

from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.components import COLOURS, Stone, Unit, read, reference
from hexwidgets.monsterhex.rules import MonsterHexRules
from tests.monsterhex import reference as oracle

FOUR = reference().boards["four"]


def data():
    """The tables of the reference set, free to be spoiled."""
    text = resources.files("hexwidgets.monsterhex").joinpath("data/reference.toml").read_text("utf-8")
    return copy.deepcopy(tomllib.loads(text))


# -- units and stones ---------------------------------------------------------------------------------


def test_a_faction_has_ten_units_of_four_ranks():
    assert tuple(reference().units) == ("S1", "A1", "A2", "B1", "B2", "B3", "C1", "C2", "C3", "C4")


def test_a_rank_has_one_sum_of_powers():
    totals = {"S": 24, "A": 21, "B": 18, "C": 15}
    assert {name: sum(edges) for name, edges in reference().units.items()} == {
        name: totals[name[0]] for name in reference().units
    }


def test_powers_are_printed_from_1_to_5_on_six_edges():
    for edges in reference().units.values():
        assert len(edges) == 6
        assert set(edges) <= {1, 2, 3, 4, 5}


def test_no_two_tiles_are_alike_however_turned():
    shapes = {min(edges[k:] + edges[:k] for k in range(6)) for edges in reference().units.values()}
    assert len(shapes) == 10


def test_the_tiles_are_those_of_the_rules_page():
    assert dict(reference().units) == oracle.UNITS


def test_every_faction_has_the_same_tiles():
    rules = MonsterHexRules()
    hands = [[unit.edges for unit in rules.hand(0b1111111111, seat)] for seat in COLOURS]
    assert hands == [list(oracle.UNITS.values())] * 4


def test_star_and_dots_mark_three_units():
    assert dict(reference().marks) == {"S1": "star", "B1": "dot", "C1": "dot"}


def test_a_turned_unit_shows_its_edges_counter_clockwise():
    turned = reference().unit("red", "S1", rotation=1)  # 5 4 5 3 4 3: edge 0 now points NE
    assert [turned.power(d) for d in range(6)] == [3, 5, 4, 5, 3, 4]
    for rotation in range(6):
        unit = reference().unit("red", "C3", rotation)
        assert [unit.power(d) for d in range(6)] == [oracle.power("C3", rotation, d) for d in range(6)]


def test_strength_counts_counters_and_never_falls_below_0():
    unit = Unit("red", "C3", "C", (5, 1, 2, 2, 1, 4), counters=-2)
    assert [unit.strength(d) for d in range(6)] == [3, 0, 0, 0, 0, 2]
    assert [unit.power(d) for d in range(6)] == [5, 1, 2, 2, 1, 4]


def test_eight_stones_have_two_of_each_colour_and_one_seven():
    stones = reference().stones
    assert {str(s): (s.colour, s.points) for s in stones} == oracle.STONES
    assert [str(s) for s in stones if s.points == 7] == ["R7"]
    assert str(Stone("green", 5)) == "G5"


# -- the board ----------------------------------------------------------------------------------------


def test_the_board_holds_as_many_units_as_are_placed():
    variant = reference().variants["four"]
    assert len(FOUR.cells) == 32 == variant.seats * variant.rounds
    assert len(FOUR.large) == len(FOUR.small) == 4
    assert (len(FOUR.starts), FOUR.voids) == (2, (Hex(0, 0),))


def test_a_large_site_has_six_cells_around_it_and_a_small_one_two():
    for sites, size in ((FOUR.large, 6), (FOUR.small, 2)):
        for site in sites:
            assert sum(n in FOUR.cells for n in site.neighbours()) == size


def test_sites_are_judged_as_the_rules_page_lists_them():
    assert [(h.q, h.r) for h in FOUR.sites] == [
        (2, 0), (-2, 0), (1, -2), (-1, 2), (4, -2), (2, 2), (-4, 2), (-2, -2),
    ]  # fmt: skip
    assert MonsterHexRules().site_labels == ("d6", "d2", "b4", "f4", "b7", "f7", "f1", "b1")


def test_start_cells_lie_on_both_sides_of_the_throne():
    assert {FOUR.labels[start] for start in FOUR.starts} == {"d3", "d5"}


def test_labels_count_rows_from_the_top_and_places_from_the_left():
    assert FOUR.labels[Hex(1, -1)] == "c4"
    assert FOUR.labels.hex("a1") == Hex(0, -3)
    assert FOUR.labels[Hex(0, 0)] == "d4"
    assert FOUR.labels.hex("g4") == Hex(0, 3)


def test_every_label_is_that_of_the_rules_page():
    ours = {(h.q, h.r): FOUR.labels[h] for h in FOUR.places}
    assert ours == oracle.BOARDS["four"].label
    assert {(h.q, h.r) for h in FOUR.cells} == oracle.BOARDS["four"].cells


# -- sets that cannot be ------------------------------------------------------------------------------


def spoilt(path, value):
    """The reference data with one entry changed."""
    tables = data()
    table = tables
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    return tables


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("units", "S1"), [5, 4, 5], "units.S1: expected six powers"),
        (("units", "S1"), [5, 4, 5, 3, 4, 8], "units.S1: expected six powers from 1 to 7"),
        (("units", "S1"), [5, 4, 5, 3, 4, 0], "units.S1: expected six powers"),
        (("units", "S1"), [5, 4, 5, 3, 4, 1.5], "units.S1: expected six powers"),
        (("units", "X1"), [1] * 6, "units.X1: expected a rank of SABC"),
        (("units",), {}, "units: expected 1 to 16, got 0"),
        (("units",), {f"C{n}": [1] * 6 for n in range(17)}, "units: expected 1 to 16, got 17"),
        (("stones", "purple"), [1], "stones.purple: unknown colour; known are red, blue, yellow, green"),
        (("stones", "red"), [1] * 20, "stones: expected at most 16"),
        (("boards", "four", "disk"), 5, "boards.four: expected at most 64 cells"),
        (("boards", "four", "large"), [[3, 0]], "boards.four: site (3, 0): expected 6 cells around it, got"),
        (("boards", "four", "small"), [[0, 0]], "boards.four: site (0, 0): expected 2 cells around it, got"),
        (("boards", "four", "starts"), [[0, 0]], "boards.four: start (0, 0) is not a cell"),
    ],
)
def test_a_set_that_cannot_be_is_refused_with_the_place_of_its_fault(path, value, reason):
    with pytest.raises(ValueError, match="components mine: ") as caught:
        read("mine", spoilt(path, value))
    assert reason in str(caught.value)


def test_all_faults_of_a_set_are_told_at_once():
    tables = data()
    tables["units"] |= {"Z9": [1] * 6, "C4": [9] * 6}
    tables["stones"]["purple"] = [3]
    tables["boards"]["four"]["starts"] = [[9, 9]]
    with pytest.raises(ValueError, match="components mine") as caught:
        read("mine", tables)
    for part in ("units.Z9", "units.C4", "stones.purple", "boards.four: start (9, 9)"):
        assert part in str(caught.value)


def test_a_set_of_ones_own_is_played_with():
    tables = data()
    tables["units"]["C4"] = [1] * 6
    rules = MonsterHexRules(components=read("mine", tables))
    assert rules.hand(1 << 9, "red")[0].edges == (1,) * 6
