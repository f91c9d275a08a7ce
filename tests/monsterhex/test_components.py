"""The printed things: what the reference set holds, and what is refused as a set."""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex import components
from hexwidgets.monsterhex.components import COLOURS, ComponentsError, Stone, Unit, read, reference
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.validate import component_faults
from tests.monsterhex import reference as oracle
from tests.monsterhex.reference_abilities import ABILITIES
from tests.monsterhex.reference_goals import GOALS
from tests.monsterhex.sets import large_set, tables
from tests.strategies import json_values, play_on

FOUR = reference().boards["four"]


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


def test_strength_never_falls_below_the_dial_of_its_game():
    game = MonsterHex("four", seed=7, abilities=True, dials={"power_floor": 2})
    with game.editing() as e:
        e.put("red C3", "d3", 0)
        e.counters("d3", -4)
    unit = game.units["d3"]
    assert min(unit.strength(d) for d in range(6)) == 2
    assert unit == reference().unit("red", "C3", unit.rotation, -4)


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
    whole = tables()
    table = whole
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    return whole


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
        (("boards", "four", "disk"), 5, "boards.four: expected 1 to at most 64 cells, got 82"),
        (("boards", "four", "large"), [[3, 0]], "boards.four.large[0]: site (3, 0): expected 6 cells around it, got"),
        (("boards", "four", "small"), [[0, 0]], "boards.four.small[0]: site (0, 0): expected 2 cells around it, got"),
        (("boards", "four", "starts"), [[0, 0]], "boards.four.starts[0]: start (0, 0) is not a cell"),
    ],
)
def test_a_set_that_cannot_be_is_refused_with_the_place_of_its_fault(path, value, reason):
    with pytest.raises(ValueError, match="components mine: ") as caught:
        read("mine", spoilt(path, value))
    assert reason in str(caught.value)


def test_all_faults_of_a_set_are_told_at_once():
    """Each with its place, in every table."""
    given = tables()
    given["units"] |= {"Z9": [1] * 6, "C4": [9] * 6}
    given["marks"]["S1"] = "moon"
    given["stones"]["purple"] = [3]
    given["boards"]["four"]["starts"] = [[9, 9]]
    given["boards"]["two"]["rows"] = 3
    given["variants"]["three"]["seats"] = 9
    given["abilities"]["red"] = ["enchant", "fly"]
    given["goals"][3]["kind"] = "most"
    given["goals"][9]["count"] = "hats"
    given["extras"] = 1
    with pytest.raises(ComponentsError, match="components mine") as caught:
        read("mine", given)
    assert isinstance(caught.value, ValueError)
    places = [place for place, _ in caught.value.faults]
    assert places == [
        "extras", "units.C4", "units.Z9", "marks.S1", "stones.purple", "boards.four.starts[0]", "boards.two.rows",
        "variants.three.seats", "abilities.red", "goals[3].pattern", "goals[3].count", "goals[9].count",
    ]  # fmt: skip
    assert all(f"{place}: {what}" in str(caught.value) for place, what in caught.value.faults)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda t: t.pop("units"), "units"),
        (lambda t: t.pop("variants"), "variants"),
        (lambda t: t["variants"].clear(), "variants"),
        (lambda t: t["marks"].update(C9="dot"), "marks.C9"),
        (lambda t: t["stones"].update(red=[7, 7]), "stones.red"),
        (lambda t: t["stones"].update(red=[2]), "variants.four"),
        (lambda t: t["stones"].update(red=[2, 1]), "variants.two-duel.seven_in_play"),
        (lambda t: t["boards"]["four"]["large"].append([2, 0]), "boards.four.large[4]"),
        (lambda t: t["boards"]["four"].pop("starts"), "boards.four.starts"),
        (lambda t: t["boards"]["four"].update(disk=True), "boards.four.disk"),
        (lambda t: t["boards"]["four"]["voids"].append([1]), "boards.four.voids[1]"),
        (lambda t: t["variants"]["four"].update(board="five"), "variants.four.board"),
        (lambda t: t["variants"]["four"].update(rounds=9), "variants.four"),
        (lambda t: t["variants"]["four"].update(hand_size=11), "variants.four.hand_size"),
        (lambda t: t["variants"]["four"].pop("seats"), "variants.four.seats"),
        (lambda t: t["variants"]["three"].update(shared=True), "variants.three.shared"),
        (lambda t: t["abilities"].pop("blue"), "abilities.blue"),
        (lambda t: t["abilities"].update(blue=["blitz", "blitz"]), "abilities.blue"),
        (lambda t: t["goals"][0].update(pattern=[[0, 0, "o"]] * 2), "goals[0].pattern"),
        (lambda t: t["goals"][0].update(pattern=[[0, 0, "x"]]), "goals[0].pattern[0]"),
        (lambda t: t["goals"][0].update(pattern=[[0, 0, "L"]]), "goals[0].pattern"),
        (lambda t: t["goals"][0].update(count="colours"), "goals[0].count"),
        (lambda t: t["goals"][9].update(pattern=5), "goals[9].pattern"),
        (lambda t: t["goals"][9].update(points=-1), "goals[9].points"),
        (lambda t: t["goals"].extend([t["goals"][0]] * 12), "goals"),
        (lambda t: t["units"].update({1: [1] * 6}), "units.1"),
        (lambda t: t["boards"].update({1: {}}), "boards.1"),
        (lambda t: t["variants"].update({1: t["variants"]["four"]}), "variants.1"),
        (lambda t: t.update({2: 1}), "2"),
    ],
)
def test_each_fault_is_told_with_its_place(change, place):
    given = tables()
    change(given)
    with pytest.raises(ComponentsError) as caught:
        MonsterHex(components=given)
    assert place in [where for where, _ in caught.value.faults]


@pytest.mark.parametrize("given", [None, 3, ["units"], b"reference", 1.5])
def test_components_are_a_name_a_path_or_tables(given):
    with pytest.raises(TypeError, match="components"):
        MonsterHex(components=given)


# -- whatever may be written ------------------------------------------------------------------------------


def check(given):
    """A set is refused with places; or all its variants are played with all options, or say why they cannot be."""
    faults = component_faults(given)
    if faults:
        with pytest.raises(ComponentsError) as caught:
            read("wild", given)
        assert caught.value.found == tuple(faults)
        assert all(isinstance(place, str) and isinstance(what, str) for place, what in caught.value.faults)
        assert len(str(caught.value)) < 400 * len(faults)
        return
    found = read("wild", given)
    assert found.variants
    for variant in found.variants:
        enough = len(found.goals) >= found.variants[variant].seats + 2
        game = MonsterHex(variant, components=found, abilities=bool(found.abilities), goals=enough, seed=1)
        play_on(game, random.Random(1))
        assert game.result is not None


def paths(table, path=()):
    """The way to every entry of nested tables and lists."""
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from paths(value, (*path, key))


PATHS = sorted(paths(tables()), key=str)
values = json_values | st.integers(-8, 70) | st.lists(st.integers(0, 8), max_size=6) | st.just([1, 1])


@given(
    st.lists(st.tuples(st.sampled_from(PATHS), values, st.sampled_from(["set", "drop", "add"])), min_size=1, max_size=3)
)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_spoilt_tables_are_refused_with_places_or_playable(changes):
    """Values of every type, anywhere, missing and superfluous: nothing but `ComponentsError`, or a game."""
    given_tables = tables()
    for path, value, what in changes:
        table = given_tables
        try:
            for key in path[:-1]:
                table = table[key]
            if what == "add":
                table = table[path[-1]]
                table.append(value) if isinstance(table, list) else table.update({str(value)[:9]: value})
            elif what == "drop":
                del table[path[-1]]
            else:
                table[path[-1]] = value
        except (AttributeError, IndexError, KeyError, TypeError):
            continue  # an earlier change has taken the place away
    check(given_tables)


@given(json_values)
@settings(max_examples=60, deadline=None)
def test_any_value_is_refused_as_a_set(value):
    with pytest.raises(ComponentsError):
        read("wild", value)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_file_is_refused_as_a_set(tmp_path, content):
    (tmp_path / "wild.toml").write_bytes(content)
    with pytest.raises(ComponentsError, match="components wild"):
        components.load(tmp_path / "wild.toml")


@pytest.mark.parametrize(
    "text",
    ["a = " + "9" * 5000, "a = " + "[" * 5000, "x" * 2_000_000, "a = 1\na = 2", "a = 2020-13-45", "\ud800"],
    ids=["a huge number", "nested deeply", "a huge file", "twice", "no date", "no text"],
)
def test_no_file_does_more_than_be_refused(tmp_path, text):
    (tmp_path / "wild.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(ComponentsError) as caught:
        MonsterHex(components=tmp_path / "wild.toml")
    assert len(str(caught.value)) < 500


def test_a_file_that_is_not_there_and_a_name_that_is_not_known_say_so(tmp_path):
    with pytest.raises(FileNotFoundError):
        MonsterHex(components=tmp_path / "none.toml")
    with pytest.raises(ValueError, match="reference"):
        MonsterHex(components="none")


# -- sets of one's own ------------------------------------------------------------------------------------


def test_the_reference_set_is_saved_edited_and_played_with(tmp_path):
    """Round trip: the file says what the package's own does, comments and all; a change is what is played with."""
    path = tmp_path / "mine.toml"
    components.save_reference(path)
    again = components.load(path)
    assert again.name == "mine"
    assert again.source == reference().source == tables()
    assert (
        MonsterHexRules("three", components=path, abilities=True, goals=True).table
        == MonsterHexRules("three", abilities=True, goals=True).table
    )
    text = path.read_text("utf-8")
    assert "# The reference set" in text
    path.write_text(text.replace("C4 = [4, 1, 3, 1, 4, 2]", "C4 = [1, 1, 1, 1, 1, 1]"), "utf-8")
    for given_path in (path, str(path)):
        game = MonsterHex("two-duel", components=given_path, seed=1)
        assert {u.edges for u in (*game.hands["red"], *game.decks["red"]) if u.name == "C4"} == {(1,) * 6}


def test_tables_are_copied_when_they_are_read():
    """Changing them afterwards changes no game, nor its record."""
    given_tables = tables()
    game = MonsterHex(components=given_tables, seed=1)
    before = json.dumps(game.to_json())
    given_tables["units"]["S1"][0] = 1
    given_tables["goals"].clear()
    game.to_json()["options"].get("components", tables())["units"]["S1"][0] = 2
    assert json.dumps(game.to_json()) == before


@pytest.mark.parametrize("variant", ["big", "pair", "little"])
def test_a_game_with_components_of_its_own_saves_and_loads(variant, tmp_path):
    """At the start, midway and at the end; the file needs no other file."""
    game = MonsterHex(variant, components=large_set(), abilities=True, goals=True, seed=3)
    rng = random.Random(variant)
    for plies in (0, 30, 1000):
        play_on(game, rng, plies)
        game.save(tmp_path / "game.json")
        again = hw.load(tmp_path / "game.json")
        assert (again.state, again.log, again.ply) == (game.state, game.log, game.ply)
        assert again.rules.table == game.rules.table
        assert again.legal_moves() == game.legal_moves()
    assert game.result is not None


def test_a_set_at_every_limit_is_played():
    """64 cells, 16 sites, 16 units, 16 stones, 31 goals; everyone may petrify, more than sixteen times in all."""
    given_tables = large_set()
    made = 0
    for seed in range(4):
        game = MonsterHex("big", components=given_tables, abilities=True, goals=True, seed=seed)
        rng = random.Random(seed)
        while game.result is None:
            moves = game.legal_moves()
            game.play(moves[0] if game.phase == "choose-ability" else rng.choice(moves[:-1] or moves))
        assert game.rules.game_type.max_length >= game.ply
        made = max(made, game.state.made)
    assert made > 16
    table = game.rules.table
    assert (table.cells, table.sites, table.tiles, table.stones, table.goal_cards) == (64, 16, 16, 16, 31)


def test_the_seven_is_in_a_game_that_wants_it_though_other_stones_are_higher():
    """Every deal has it, and is accepted when a record is loaded."""
    for seed in range(20):
        game = MonsterHex("little", components=large_set(), seed=seed)
        assert "R7" in {str(stone) for both in game.stones.values() for stone in both}
        deal = game.rules.draw(game.rules.initial(), random.Random(seed))
        assert game.rules.fault(game.rules.initial(), "chance", deal) is None


@pytest.mark.parametrize(
    ("table", "option", "reason"),
    [("abilities", "abilities", "have no abilities"), ("goals", "goals", "more than the 0 goal cards")],
)
def test_a_set_without_a_table_is_played_without_its_option(table, option, reason):
    given_tables = tables()
    del given_tables[table]
    with pytest.raises(ValueError, match=reason):
        MonsterHex(components=given_tables, **{option: True})
    game = MonsterHex(components=given_tables, seed=1)
    play_on(game, random.Random(1))
    assert game.result is not None


# -- the other boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["four", "three", "two"])
def test_every_board_is_that_of_the_rules_page(name):
    ours, theirs = reference().boards[name], oracle.BOARDS[name]
    assert {(h.q, h.r): ours.labels[h] for h in ours.places} == theirs.label
    assert {(h.q, h.r) for h in ours.cells} == theirs.cells
    for mine, their in ((ours.large, theirs.large), (ours.small, theirs.small), (ours.voids, theirs.voids)):
        assert tuple((h.q, h.r) for h in mine) == their
    assert {(h.q, h.r) for h in ours.starts} == set(theirs.starts)


def test_abilities_and_goals_are_those_of_the_rules_page():
    assert dict(reference().abilities) == ABILITIES
    assert {goal.number: (goal.kind, goal.points) for goal in reference().goals} == GOALS
    assert [str(goal) for goal in reference().goals] == [str(n) for n in range(1, 21)]
