"""Axial coordinates, labels and pixel layout."""

from __future__ import annotations

import copy
import itertools
import math
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidgets.hexgrid import (
    DIRECTIONS,
    Hex,
    Labels,
    Layout,
    Point,
    UnknownPlace,
    disk,
    hexagon,
    line,
    neighbour_table,
    opposite,
    rectangle,
    ring,
    rotate_direction,
)

HOME = Hex(0, 0)
FAR = 10**6


def hexes(reach: int = FAR) -> st.SearchStrategy[Hex]:
    numbers = st.integers(-reach, reach)
    return st.builds(Hex, numbers, numbers)


def layouts() -> st.SearchStrategy[Layout]:
    offsets = st.floats(-1e4, 1e4)
    return st.builds(
        Layout, st.sampled_from(["pointy", "flat"]), st.floats(1e-2, 1e4), st.builds(Point, offsets, offsets)
    )


directions = st.integers(0, 5)
turns = st.integers(-100, 100)
both_orientations = pytest.mark.parametrize("layout", [Layout("pointy"), Layout("flat")], ids=lambda it: it.orientation)


def four_board() -> Labels:
    """The `four` board of Monster Hex: cells, large sites and throne, and the small sites outside them."""
    return Labels([*disk(HOME, 3), Hex(4, -2), Hex(2, 2), Hex(-4, 2), Hex(-2, -2)])


class TestHex:
    def test_is_a_value(self) -> None:
        """Equal coordinates are equal, hash alike, and never equal a tuple."""
        assert Hex(1, -2) == Hex(1, -2)
        assert len({Hex(1, -2), Hex(1, -2)}) == 1
        assert Hex(1, -2) != (1, -2)  # type: ignore[comparison-overlap]

    def test_cannot_be_changed(self) -> None:
        """Assigning to a coordinate fails."""
        with pytest.raises(AttributeError):
            HOME.q = 1  # type: ignore[misc]

    def test_sorts_by_q_then_r(self) -> None:
        """The order is total and plain."""
        assert sorted([Hex(1, 0), Hex(0, 5), Hex(0, -5)]) == [Hex(0, -5), Hex(0, 5), Hex(1, 0)]

    def test_prints_as_people_and_as_programs_write_it(self) -> None:
        """People see the pair, programs see code."""
        assert str(Hex(1, -2)) == "(1, -2)"
        assert repr(Hex(1, -2)) == "Hex(1, -2)"

    @given(hexes())
    def test_survives_pickling_and_copying(self, h: Hex) -> None:
        """Pickles, copies and evaluated reprs equal the original."""
        assert pickle.loads(pickle.dumps(h)) == copy.deepcopy(h) == copy.copy(h) == eval(repr(h)) == h

    @pytest.mark.parametrize("bad", [1.0, True, "1", None, (1,)])
    def test_refuses_what_is_no_int(self, bad: Any) -> None:
        """Floats, bools, strings and others are refused, for either coordinate, saying which."""
        with pytest.raises(TypeError, match=r"Hex q: expected an int, got .*\(" + type(bad).__name__):
            Hex(bad, 0)
        with pytest.raises(TypeError, match="Hex r: expected an int"):
            Hex(0, bad)
        with pytest.raises(TypeError, match="Hex r: expected an int"):
            Hex(q=0, r=bad)

    @pytest.mark.parametrize("bad", [(1, 0), "c4", [1, 0], 3, HOME])
    def test_refuses_a_single_argument(self, bad: Any) -> None:
        """Hex((1, 0)) and Hex("c4") say what to write instead."""
        with pytest.raises(TypeError, match=r"write Hex\(1, 0\)"):
            Hex(bad)  # type: ignore[call-arg]

    def test_points_from_a_label_to_the_labels(self) -> None:
        """Hex("c4") says where labels are looked up."""
        with pytest.raises(TypeError, match=r"labels\.hex"):
            Hex("c4")  # type: ignore[call-arg, arg-type]

    @given(hexes())
    def test_cube_coordinates_sum_to_zero(self, h: Hex) -> None:
        """The three cube coordinates always balance."""
        assert h.q + h.r + h.s == 0

    @given(hexes(), hexes(), st.integers(-9, 9))
    def test_arithmetic_is_that_of_vectors(self, a: Hex, b: Hex, k: int) -> None:
        """Sums, differences, negation and multiples agree."""
        assert a + b == b + a
        assert a + b - b == a
        assert a - b == a + -b
        assert (a + b) * k == k * a + k * b
        assert HOME + a == a == a * 1

    @pytest.mark.parametrize("factor", [1.0, True, Hex(1, 0)])
    def test_multiplies_by_ints_only(self, factor: Any) -> None:
        """A float, a bool or another Hex is no factor."""
        with pytest.raises(TypeError, match="factor of a Hex: expected an int"):
            HOME * factor


BARE: list[Callable[[Any], object]] = [
    lambda t: HOME + t,
    lambda t: HOME - t,
    lambda t: t + HOME,
    lambda t: t - HOME,
    HOME.distance,
    HOME.direction_to,
    lambda t: HOME.rotate(1, t),
    lambda t: ring(t, 1),
    lambda t: disk(t, 0),
    lambda t: line(t, HOME),
    lambda t: line(HOME, t),
    lambda t: neighbour_table([t]),
    lambda t: Labels([t]),
    lambda t: four_board()[t],
    lambda t: four_board().find(t),
    lambda t: t in four_board(),
    Layout("flat").centre,
    Layout("flat").corners,
    lambda t: Layout("flat").edge(t, 0),
    lambda t: Layout("flat").bounds([t]),
]


@pytest.mark.parametrize("call", BARE)
@pytest.mark.parametrize("bare", [(1, 0), Point(1, 0)])
def test_a_bare_tuple_is_refused_wherever_a_hex_is_meant(call: Callable[[Any], object], bare: object) -> None:
    """The message says what to write instead."""
    with pytest.raises(TypeError, match=r"write Hex\(q, r\), not \(q, r\)"):
        call(bare)


@pytest.mark.parametrize("wrong", ["c4", None, 3])
def test_other_things_are_refused_where_a_hex_is_meant(wrong: Any) -> None:
    """The message says what was expected and what came."""
    with pytest.raises(TypeError, match="expected a Hex, got"):
        HOME.distance(wrong)


class TestDirections:
    def test_are_numbered_counter_clockwise_from_east(self) -> None:
        """0..5 are E, NE, NW, W, SW, SE of a pointy-top hex."""
        assert [(step.q, step.r) for step in DIRECTIONS] == [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]

    @pytest.mark.parametrize(("layout", "first"), [(Layout("pointy"), 0), (Layout("flat"), -30)])
    def test_lie_sixty_degrees_apart_on_screen(self, layout: Layout, first: int) -> None:
        """Direction i lies at 60 i degrees, or 60 i - 30 flat-top, with y growing downwards."""
        for i, step in enumerate(DIRECTIONS):
            x, y = layout.centre(step)
            turned = math.degrees(math.atan2(-y, x)) - (60 * i + first)
            assert math.isclose(math.remainder(turned, 360), 0, abs_tol=1e-9)

    @given(hexes())
    def test_neighbours_come_in_direction_order(self, h: Hex) -> None:
        """neighbours() lists neighbour(0) to neighbour(5), all at distance 1."""
        assert h.neighbours() == tuple(h.neighbour(d) for d in range(6)) == tuple(h + step for step in DIRECTIONS)
        assert all(h.distance(near) == 1 for near in h.neighbours())

    @given(hexes(), directions)
    def test_opposite_leads_back(self, h: Hex, d: int) -> None:
        """A step and its opposite cancel."""
        assert h.neighbour(d).neighbour(opposite(d)) == h

    @given(directions, turns)
    def test_turn_as_hexes_do(self, d: int, k: int) -> None:
        """Rotating a direction is rotating its step."""
        assert DIRECTIONS[rotate_direction(d, k)] == DIRECTIONS[d].rotate(k)

    @given(hexes(), directions, st.integers(1, 1000))
    def test_direction_to_sees_along_straight_lines(self, h: Hex, d: int, far: int) -> None:
        """The direction is found at any distance."""
        assert h.direction_to(h + DIRECTIONS[d] * far) == d

    @pytest.mark.parametrize("other", [HOME, Hex(2, -1), Hex(1, 1), Hex(5, -4)])
    def test_direction_to_refuses_the_rest(self, other: Hex) -> None:
        """No direction leads to itself or off the six lines."""
        with pytest.raises(ValueError, match="no straight line of hexes"):
            HOME.direction_to(other)

    @pytest.mark.parametrize("call", [HOME.neighbour, opposite, lambda d: rotate_direction(d, 1)])
    def test_outside_0_to_5_are_refused(self, call: Callable[[Any], object]) -> None:
        """6, -1, floats and bools are no directions."""
        for wrong in (6, -1):
            with pytest.raises(ValueError, match=r"expected 0\.\.5"):
                call(wrong)
        for odd in (1.0, True, "1"):
            with pytest.raises(TypeError, match="direction: expected an int"):
                call(odd)


class TestDistanceAndRotation:
    @given(hexes(), hexes(), hexes())
    def test_distance_is_a_metric(self, a: Hex, b: Hex, c: Hex) -> None:
        """Symmetric, 0 only for the same hex, and no detour is shorter."""
        assert a.distance(b) == b.distance(a)
        assert (a.distance(b) == 0) == (a == b)
        assert a.distance(c) <= a.distance(b) + b.distance(c)

    @given(hexes(), hexes())
    def test_six_turns_are_none(self, h: Hex, centre: Hex) -> None:
        """Six turns of 60 degrees lead home, one at a time or all at once."""
        turned = h
        for _ in range(6):
            turned = turned.rotate(1, centre)
        assert turned == h == h.rotate(6, centre) == h.rotate(0, centre)

    @given(hexes(), hexes(), hexes(), turns)
    def test_rotation_preserves_distance(self, a: Hex, b: Hex, centre: Hex, k: int) -> None:
        """Rotated hexes are as far apart as before."""
        assert a.rotate(k, centre).distance(b.rotate(k, centre)) == a.distance(b)

    @given(hexes(), hexes(), turns, turns)
    def test_turns_add_up(self, h: Hex, centre: Hex, j: int, k: int) -> None:
        """Turning j and then k is turning j + k."""
        assert h.rotate(j, centre).rotate(k, centre) == h.rotate(j + k, centre)

    @given(hexes(100), turns, st.sampled_from([Layout("pointy"), Layout("flat")]))
    def test_turns_counter_clockwise_on_screen(self, h: Hex, k: int, layout: Layout) -> None:
        """The centre moves by k x 60 degrees against the clock, with y growing downwards."""
        x, y = layout.centre(h)
        angle = math.radians(60 * k)
        expected = (
            x * math.cos(angle) + y * math.sin(angle),
            y * math.cos(angle) - x * math.sin(angle),
        )
        assert layout.centre(h.rotate(k)) == pytest.approx(expected, abs=1e-9)

    def test_turns_are_ints(self) -> None:
        """Half a turn is refused."""
        with pytest.raises(TypeError, match="turns: expected an int"):
            HOME.rotate(0.5)  # type: ignore[arg-type]


class TestRingsAndDisks:
    @given(hexes(), st.integers(0, 12))
    def test_ring_holds_all_at_its_radius(self, centre: Hex, radius: int) -> None:
        """6 x radius different hexes, all at that distance."""
        found = ring(centre, radius)
        assert len(found) == len(set(found)) == (6 * radius or 1)
        assert all(centre.distance(h) == radius for h in found)

    @given(hexes(), st.integers(2, 12))
    def test_ring_walks_round(self, centre: Hex, radius: int) -> None:
        """It starts in direction 0, each hex touches the next, and the last touches the first."""
        found = ring(centre, radius)
        assert found[0] == centre + Hex(radius, 0)
        assert found[radius] == centre + Hex(radius, -radius)
        assert all(a.distance(b) == 1 for a, b in zip(found, found[1:] + found[:1], strict=True))

    @given(hexes(), st.integers(0, 12))
    def test_disk_is_its_rings_in_reading_order(self, centre: Hex, radius: int) -> None:
        """3 r (r + 1) + 1 hexes, sorted by row, then from the left."""
        found = disk(centre, radius)
        assert len(found) == 3 * radius * (radius + 1) + 1
        assert set(found) == {h for r in range(radius + 1) for h in ring(centre, r)}
        assert list(found) == sorted(found, key=lambda h: (h.r, h.q))

    @pytest.mark.parametrize("call", [ring, disk])
    def test_a_radius_is_an_int_of_0_or_more(self, call: Callable[[Hex, Any], object]) -> None:
        """Negative ones and floats are refused."""
        with pytest.raises(ValueError, match="radius: expected 0 or more, got -1"):
            call(HOME, -1)
        with pytest.raises(TypeError, match="radius: expected an int"):
            call(HOME, 1.0)


class TestLine:
    @given(hexes(40), hexes(40))
    def test_steps_from_end_to_end(self, a: Hex, b: Hex) -> None:
        """It has distance + 1 hexes from a to b, each adjacent to the next."""
        found = line(a, b)
        assert (found[0], found[-1], len(found)) == (a, b, a.distance(b) + 1)
        assert all(x.distance(y) == 1 for x, y in itertools.pairwise(found))

    @given(hexes(40), hexes(40))
    def test_is_the_same_both_ways(self, a: Hex, b: Hex) -> None:
        """line(a, b) is line(b, a) reversed."""
        assert line(a, b) == line(b, a)[::-1]

    @given(hexes(40), hexes(40), hexes())
    def test_moves_with_its_ends(self, a: Hex, b: Hex, step: Hex) -> None:
        """Ties fall the same way wherever the line is, however large the coordinates."""
        assert line(a + step, b + step) == tuple(h + step for h in line(a, b))

    @given(hexes(40), hexes(40))
    def test_stays_on_the_straight_line(self, a: Hex, b: Hex) -> None:
        """No centre is farther from the line of centres than half a side's distance."""
        layout = Layout("pointy")
        (ax, ay), (bx, by) = layout.centre(a), layout.centre(b)
        length = math.hypot(bx - ax, by - ay)
        for h in line(a, b):
            x, y = layout.centre(h)
            area = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))
            assert area <= (math.sqrt(3) / 2 + 1e-9) * length

    def test_takes_the_greater_q_then_r_between_two(self) -> None:
        """Where the line passes between two hexes, the rule in the docstring decides."""
        assert line(HOME, Hex(1, 1)) == (HOME, Hex(1, 0), Hex(1, 1))
        assert line(HOME, Hex(-1, 2)) == (HOME, Hex(0, 1), Hex(-1, 2))
        assert line(HOME, Hex(2, -1)) == (HOME, Hex(1, 0), Hex(2, -1))

    def test_to_itself_is_one_hex(self) -> None:
        """A line of length 0."""
        assert line(Hex(3, 4), Hex(3, 4)) == (Hex(3, 4),)


class TestNeighbourTable:
    @given(st.lists(hexes(4), unique=True))
    def test_is_symmetric_and_true(self, cells: list[Hex]) -> None:
        """Entries name the adjacent cell, which names this one in the opposite direction; -1 is no cell."""
        table = neighbour_table(cells)
        assert len(table) == len(cells)
        for i, row in enumerate(table):
            for d, j in enumerate(row):
                if j == -1:
                    assert cells[i].neighbour(d) not in cells
                else:
                    assert cells[j] == cells[i].neighbour(d)
                    assert table[j][opposite(d)] == i

    def test_refuses_a_cell_given_twice(self) -> None:
        """The message names the cell and both places."""
        with pytest.raises(ValueError, match=r"cell \(1, 0\) is given twice, at index 1 and 2"):
            neighbour_table([HOME, Hex(1, 0), Hex(1, 0)])


class TestLabels:
    def test_of_the_four_board_are_as_the_rules_say(self) -> None:
        """c4, the throne d4 and the small site b1 of Monster Hex."""
        labels = four_board()
        assert labels.hex("c4") == Hex(1, -1)
        assert labels.hex("d4") == HOME
        assert labels[Hex(-2, -2)] == "b1"
        assert len(labels) == 41

    @given(st.frozensets(hexes(6)))
    def test_round_trip(self, places: frozenset[Hex]) -> None:
        """Every place has its own label, which leads back to it."""
        labels = Labels(places)
        assert len(labels) == len(places) == len({labels[h] for h in places})
        for h in places:
            assert labels.hex(labels[h]) == labels.find(labels[h]) == labels.find(h) == h
            assert h in labels
            assert labels[h] in labels

    @given(st.frozensets(hexes(6)), st.randoms(use_true_random=False))
    def test_do_not_depend_on_the_order_given(self, places: frozenset[Hex], random: Any) -> None:
        """Iteration is in reading order, whatever came in, and repeats count once."""
        shuffled = [*places, *places]
        random.shuffle(shuffled)
        assert list(Labels(shuffled)) == sorted(places, key=lambda h: (h.r, h.q))

    def test_skip_no_letters_or_numbers_for_gaps(self) -> None:
        """Missing rows and hexes take no letter and no number."""
        labels = Labels([Hex(0, 0), Hex(5, 0), Hex(0, 9)])
        assert [labels[h] for h in labels] == ["a1", "a2", "b1"]

    def test_go_on_after_z(self) -> None:
        """Row 27 is aa, row 53 is ba, row 703 is aaa."""
        labels = Labels(Hex(0, r) for r in range(703))
        assert [labels[Hex(0, r)] for r in (0, 25, 26, 27, 51, 52, 701, 702)] == [
            *("a1", "z1", "aa1", "ab1", "az1", "ba1", "zz1", "aaa1")
        ]

    @pytest.mark.parametrize(
        ("label", "says"),
        [
            ("z9", r"no place 'z9' on this board: rows a-g$"),
            ("c9", r"no place 'c9' on this board: rows a-g; row c has c1-c6$"),
            ("c0", r"rows a-g; row c has c1-c6$"),
            ("C4", r"no place 'C4' on this board: did you mean c4\? \(rows a-g\)"),
            (" c4\n", r"did you mean c4\?"),
            ("c04", r"did you mean c4\?"),
            ("ｃ４", r"did you mean c4\?"),  # full-width, as a Japanese keyboard types
            ("", r"no place '' on this board: rows a-g$"),
            ("4c", r"rows a-g$"),
            ("c4" * 5000, r"rows a-g$"),
            ("c" + "9" * 9999, r"row c has c1-c6$"),
        ],
    )
    def test_refuse_a_label_that_is_not_on_the_board(self, label: str, says: str) -> None:
        """The message says what came, what it may have meant and what there is; it stays short."""
        labels = four_board()
        assert label not in labels
        for call in (labels.hex, labels.find):
            with pytest.raises(UnknownPlace, match=says) as caught:
                call(label)
            assert caught.value.got == label
            assert len(str(caught.value)) < 200

    @given(st.text())
    def test_no_text_breaks_the_parser(self, text: str) -> None:
        """Any text is a label of the board or an UnknownPlace."""
        labels = four_board()
        if text in labels:
            assert labels[labels.hex(text)] == text
        else:
            with pytest.raises(UnknownPlace):
                labels.find(text)

    def test_refuse_a_hex_that_is_not_on_the_board(self) -> None:
        """The error is a ValueError that carries the hex."""
        labels = four_board()
        for call in (labels.find, operator.itemgetter(Hex(9, 9))):
            with pytest.raises(ValueError, match=r"no place \(9, 9\) on this board: rows a-g") as caught:
                call(Hex(9, 9) if call == labels.find else labels)  # type: ignore[arg-type]
            assert isinstance(caught.value, UnknownPlace)
            assert caught.value.got == Hex(9, 9)
        assert Hex(9, 9) not in labels

    def test_refuse_other_types(self) -> None:
        """A label is text; other things are not in the board."""
        labels = four_board()
        with pytest.raises(TypeError, match="expected a label such as 'c4', got 4"):
            labels.hex(4)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=r"labels\.hex"):
            labels["c4"]  # type: ignore[index]
        assert None not in labels
        assert ["c4"] not in labels

    def test_of_no_hexes_are_empty(self) -> None:
        """An empty board says so."""
        with pytest.raises(UnknownPlace, match="it has none"):
            Labels([]).hex("a1")

    def test_errors_and_labels_survive_pickling(self) -> None:
        """Process pools carry both."""
        labels = pickle.loads(pickle.dumps(four_board()))
        error = pickle.loads(pickle.dumps(UnknownPlace("no place", "z9")))
        assert labels.hex("c4") == Hex(1, -1)
        assert (str(error), error.got) == ("no place", "z9")
        assert repr(labels) == "<Labels of 41 hexes: rows a-g>"


def toward(a: Point, b: Point, part: float) -> Point:
    """The point that part of the way from a to b."""
    return Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)


class TestLayout:
    @given(layouts(), hexes())
    def test_finds_a_hex_at_its_centre(self, layout: Layout, h: Hex) -> None:
        """hex_at is the inverse of centre, for any size and origin and far out."""
        assert layout.hex_at(*layout.centre(h)) == h

    @given(layouts(), hexes(), directions, st.floats(0, 1))
    def test_finds_a_hex_at_any_point_inside_it(self, layout: Layout, h: Hex, d: int, part: float) -> None:
        """A point a millionth short of a side or corner still belongs to the hex."""
        on_the_rim = toward(*layout.edge(h, d), part)
        assert layout.hex_at(*toward(layout.centre(h), on_the_rim, 0.999999)) == h

    @given(layouts(), hexes(), directions, st.floats(0.001, 0.999))
    def test_gives_a_point_on_a_side_to_one_that_touches_it(self, layout: Layout, h: Hex, d: int, part: float) -> None:
        """One of the two hexes, and the same one each time."""
        point = toward(*layout.edge(h, d), part)
        found = layout.hex_at(*point)
        assert found in (h, h.neighbour(d))
        assert layout.hex_at(*point) == found

    @given(layouts(), hexes(), directions)
    def test_gives_a_corner_to_one_that_touches_it(self, layout: Layout, h: Hex, i: int) -> None:
        """One of the three hexes, and the same one from wherever the corner is named."""
        touching = (h, h.neighbour(i), h.neighbour(rotate_direction(i, -1)))
        found = layout.hex_at(*layout.corners(h)[i])
        assert found in touching

    @given(layouts(), hexes(), directions)
    def test_neighbours_share_corners_to_the_last_bit(self, layout: Layout, h: Hex, d: int) -> None:
        """A side is the same two Points from either hex, in the other order."""
        one, two = layout.edge(h, d)
        assert layout.edge(h.neighbour(d), opposite(d)) == (two, one)

    @given(layouts(), hexes(20), hexes(20))
    def test_hexes_that_do_not_touch_share_no_corner(self, layout: Layout, a: Hex, b: Hex) -> None:
        """Two hexes have 6, 2 or 0 corners in common."""
        shared = len(set(layout.corners(a)) & set(layout.corners(b)))
        assert shared == {0: 6, 1: 2}.get(a.distance(b), 0)

    @both_orientations
    def test_side_faces_its_direction(self, layout: Layout) -> None:
        """The middle of side d lies half way to neighbour d, and sides are as long as the size."""
        for d, near in enumerate(HOME.neighbours()):
            one, two = layout.edge(HOME, d)
            assert toward(one, two, 0.5) == pytest.approx(toward(layout.centre(HOME), layout.centre(near), 0.5))
            assert math.dist(one, two) == pytest.approx(layout.size)

    @both_orientations
    def test_corners_go_counter_clockwise(self, layout: Layout) -> None:
        """Each is a size from the centre and 60 degrees on, from -30 pointy-top or -60 flat-top."""
        first = {"pointy": -30, "flat": -60}[layout.orientation]
        for i, (x, y) in enumerate(layout.corners(HOME)):
            angle = math.radians(60 * i + first)
            assert (x, y) == pytest.approx((math.cos(angle), -math.sin(angle)), abs=1e-12)

    def test_flat_top_has_2_up_and_5_down(self) -> None:
        """Arena Duel's north and south."""
        layout = Layout("flat", 10, Point(100, 100))
        assert layout.centre(Hex(0, -1)) == pytest.approx((100, 100 - 10 * math.sqrt(3)))
        assert layout.centre(Hex(0, 1)) == pytest.approx((100, 100 + 10 * math.sqrt(3)))

    def test_pointy_top_has_0_to_the_right(self) -> None:
        """Monster Hex's east, and rows 1.5 sizes apart."""
        layout = Layout("pointy", 10, Point(100, 100))
        assert layout.centre(Hex(1, 0)) == pytest.approx((100 + 10 * math.sqrt(3), 100))
        assert layout.centre(Hex(0, 2)) == pytest.approx((100 + 10 * math.sqrt(3), 130))

    @given(layouts(), st.lists(hexes(), min_size=1, max_size=5))
    def test_bounds_hold_every_corner_tightly(self, layout: Layout, places: list[Hex]) -> None:
        """No corner is outside, and each side of the box has one."""
        x0, y0, x1, y1 = layout.bounds(places)
        xs, ys = zip(*(corner for h in places for corner in layout.corners(h)), strict=True)
        assert (x0, y0, x1, y1) == (min(xs), min(ys), max(xs), max(ys))

    def test_bounds_of_nothing_are_refused(self) -> None:
        """There is no box around no hexes."""
        with pytest.raises(ValueError, match="bounds of no hexes"):
            Layout("flat").bounds([])

    @pytest.mark.parametrize("size", [0, -1, math.nan, math.inf, 10**400])
    def test_size_is_positive_and_finite(self, size: float) -> None:
        """Others are refused, saying what came."""
        with pytest.raises(ValueError, match="size: expected"):
            Layout("flat", size)

    @pytest.mark.parametrize("wrong", ["10", True, None, (1, 2)])
    def test_numbers_are_numbers(self, wrong: Any) -> None:
        """Text, bools and others are refused."""
        with pytest.raises(TypeError, match="size: expected a number"):
            Layout("flat", wrong)
        with pytest.raises(TypeError, match="x: expected a number"):
            Layout("flat").hex_at(wrong, 0)

    def test_origin_is_a_finite_point(self) -> None:
        """A bare tuple is refused, and so is infinity."""
        with pytest.raises(TypeError, match=r"write Point\(x, y\)"):
            Layout("flat", 1, (0, 0))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="origin y: expected a finite number"):
            Layout("flat", 1, Point(0, math.inf))

    @pytest.mark.parametrize("orientation", ["round", "", None, 1])
    def test_orientation_is_pointy_or_flat(self, orientation: Any) -> None:
        """Others are refused."""
        with pytest.raises(ValueError, match="expected 'pointy' or 'flat'"):
            Layout(orientation)

    @given(st.sampled_from(["pointy", "flat"]), st.floats(), st.floats(), st.floats(1e-300, 1e300))
    def test_any_point_is_a_hex_or_a_value_error(self, orientation: Any, x: float, y: float, size: float) -> None:
        """No float breaks hex_at: not finite or too far is a ValueError, the rest is a hex."""
        layout = Layout(orientation, size)
        if math.isfinite(x) and math.isfinite(y) and (abs(x) + abs(y)) / size < 1e299:
            assert isinstance(layout.hex_at(x, y), Hex)
        elif not math.isfinite(x + y) or (abs(x) + abs(y)) / size > 1e301:
            with pytest.raises(ValueError, match=r"finite|too far away"):
                layout.hex_at(x, y)

    def test_a_hex_too_far_away_for_a_float_is_refused(self) -> None:
        """Integers have no end, pixels do."""
        for place in (Hex(10**400, 0), Hex(10**308, 0)):
            with pytest.raises(ValueError, match="too far away"):
                Layout("flat", 100).centre(place)


class TestBoards:
    """Sets of hexes in the shape of a board."""

    def test_a_hexagon_is_a_disk_around_the_origin(self) -> None:
        """The same hexes in the same order."""
        assert hexagon(3) == disk(Hex(0, 0), 3)

    @given(st.sampled_from(["pointy", "flat"]), st.integers(1, 9), st.integers(1, 9))
    def test_a_rectangle_is_straight_on_the_screen(self, orientation: Any, columns: int, rows: int) -> None:
        """Columns x rows different hexes, no further apart on screen than half a hex more than their number."""
        places = rectangle(columns, rows, orientation)
        assert len(set(places)) == columns * rows
        layout = Layout(orientation)
        left, top, right, bottom = layout.bounds(places)
        wide, high = (math.sqrt(3), 1.5) if orientation == "pointy" else (1.5, math.sqrt(3))
        assert right - left <= columns * wide + 0.9
        assert bottom - top <= rows * high + 0.9
        assert places[0] == Hex(0, 0)

    @pytest.mark.parametrize("wrong", [0, -1])
    def test_a_rectangle_without_hexes_is_refused(self, wrong: int) -> None:
        """A board has at least one hex; sizes are ints, orientations known."""
        with pytest.raises(ValueError, match="columns: expected 1 or more"):
            rectangle(wrong, 3)
        with pytest.raises(TypeError, match="rows: expected an int"):
            rectangle(3, 2.0)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="orientation"):
            rectangle(3, 2, "round")  # type: ignore[arg-type]
