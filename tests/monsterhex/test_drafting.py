"""Drafts of components: changed at will, never broken, and always telling what loading them would say."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine.parts_draft import ERASE
from hexwidgets.hexgrid import Hex, UnknownPlace, disk
from hexwidgets.monsterhex.components import ComponentsError, load, read, reference
from hexwidgets.monsterhex.drafting import HOLDS, ComponentDraft
from hexwidgets.monsterhex.goals import COUNTS, KINDS
from hexwidgets.monsterhex.validate import component_faults
from tests.strategies import play_on


def pond():
    """A set with one small new board: six cells around a large site, and two more."""
    draft = ComponentDraft()
    draft.new_board("pond", seats=2, rounds=4, hand_size=2)
    draft.paint(Hex(0, 0), "large")
    draft.paint(Hex(0, 0).neighbours(), "cell")
    draft.paint([Hex(2, -1), Hex(1, 1)], "cell")
    draft.paint(Hex(1, 0), "start")
    return draft


def keys(faults):
    return [fault.key for fault in faults]


# -- the board ------------------------------------------------------------------------------------------


def test_a_new_board_is_played_at_once():
    draft = pond()
    assert draft.faults == ()
    game = draft.game(seed=3)
    assert (game.variant, len(game.rules.board.cells), game.rules.board.starts) == ("pond", 8, (Hex(1, 0),))
    play_on(game, random.Random(1))
    assert game.result


def test_an_empty_board_tells_all_that_it_lacks():
    draft = ComponentDraft()
    draft.new_board("lake", rounds=9)
    assert keys(draft.faults) == ["fit.cells", "fit.no-start", "fit.rounds"]
    assert [fault.place for fault in draft.faults] == ["boards.lake", "boards.lake.starts", "variants.lake"]


@pytest.mark.parametrize(
    ("kind", "size", "rule"), [("large", 6, "MH-LARGE-1"), ("small", 2, "MH-SMALL-1")], ids=["large", "small"]
)
def test_a_site_needs_its_cells_around_it(kind, size, rule):
    draft = ComponentDraft()
    draft.new_board("lake", rounds=1)
    draft.paint("f6", kind)
    for count, place in enumerate(Hex(0, 0).neighbours(), start=1):
        draft.paint(place, "cell")
        faults = [fault for fault in draft.faults if fault.rule == rule]
        assert bool(faults) == (count != size)
        for fault in faults:
            assert fault.at == (Hex(0, 0),)
            assert fault.text("en") == f"site f6: expected {size} cells around it, got {count}"
            assert "f6" in fault.text("ja")


def test_a_hex_is_one_thing_at_a_time():
    draft = pond()
    for brush in ("large", "small", "void", "start", "cell"):
        draft.paint("f6", brush)
        assert draft.painted[Hex(0, 0)] == brush
        table = draft.tables()["boards"]["pond"]
        held = [key for key, places in table.items() if [0, 0] in places]
        assert held == {"large": ["large"], "small": ["small"], "void": ["voids"], "start": ["cells", "starts"]}.get(
            brush, ["cells"]
        )
    draft.paint("f6", ERASE)
    assert Hex(0, 0) not in draft.painted


def test_sites_are_numbered_as_they_are_judged():
    """MH-ORDER-1: large before small, each in the order they were drawn."""
    draft = ComponentDraft()
    draft.new_board("lake")
    for place, kind in [("a1", "small"), ("k1", "large"), ("c3", "large")]:
        draft.paint(place, kind)
    assert [draft.text_at(draft.field.hex(place)) for place in ("k1", "c3", "a1", "a2")] == ["1", "2", "3", ""]


def test_cells_that_no_start_leads_to_are_a_hint():
    draft = pond()
    draft.paint("a1", "cell")
    assert draft.faults == ()
    hint = next(hint for hint in draft.hints if hint.key == "hint.unreached")
    assert hint.text("en") == "no start leads to a1: units go next to units"
    assert "hint.left-over" in keys(draft.hints)


@pytest.mark.parametrize(
    ("places", "brush", "error"),
    [
        ("z9", "cell", UnknownPlace),
        ("a1", "lava", ValueError),
        (Hex(31, 0), "cell", ValueError),
        ((0, 0), "cell", AttributeError),
        (["a1", "z9"], "cell", UnknownPlace),
    ],
)
def test_what_cannot_be_drawn_changes_nothing(places, brush, error):
    draft = pond()
    before = draft.tables()
    with pytest.raises((error, TypeError)):
        draft.paint(places, brush)
    assert draft.tables() == before


def test_a_stroke_is_one_step():
    draft = pond()
    before, stroke = draft.tables(), object()
    for place in ("a1", "a2", "a3"):
        draft.paint(place, "void", stroke=stroke)
    draft.paint("a4", "void", stroke=object())
    draft.undo()
    assert draft.painted[draft.field.hex("a3")] == "void"
    draft.undo()
    assert draft.tables() == before
    draft.redo()
    draft.redo()
    assert draft.painted[draft.field.hex("a4")] == "void"
    with pytest.raises(IndexError, match="nothing to redo"):
        draft.redo()


def test_a_step_that_fails_changes_nothing():
    draft, heard = pond(), []
    draft.on_change(lambda: heard.append(1))
    before = draft.tables()

    def fail():
        with draft.step():
            draft.paint("a1", "cell")
            draft.paint("z9", "cell")

    with pytest.raises(UnknownPlace):
        fail()
    assert draft.tables() == before
    assert heard == []


# -- units, stones and goals ----------------------------------------------------------------------------


def test_a_unit_is_made_edge_by_edge():
    draft = ComponentDraft()
    unit = draft.unit("S1")
    unit.edges[2] = 1
    unit.mark = None
    unit.rank = "B"
    assert (unit.name, list(unit.edges)) == ("B4", [5, 4, 1, 3, 4, 3])
    assert "hint.rank-totals" in keys(draft.hints)
    game = draft.game(seed=1)
    assert game.rules.components.unit("red", "B4").edges == (5, 4, 1, 3, 4, 3)
    assert "S1" not in game.rules.components.marks


def test_a_power_out_of_range_is_a_fault_and_no_error():
    draft = ComponentDraft()
    draft.unit("C2").edges[0] = 8
    (fault,) = draft.faults
    assert (fault.place, fault.text("en")) == (
        "units.C2", "expected six powers from 1 to 7, got [8, 3, 3, 2, 2, 2]",
    )  # fmt: skip
    with pytest.raises(ComponentsError, match=r"units\.C2: expected six powers"):
        draft.game()


@pytest.mark.parametrize("wrong", ["5", 2.0, True, None, 1000])
def test_only_integers_are_powers(wrong):
    draft = ComponentDraft()
    with pytest.raises((TypeError, ValueError), match="edges: expected an integer"):
        draft.unit("S1").edges[0] = wrong
    assert not draft.can_undo


def test_a_pattern_is_drawn_cell_by_cell():
    draft = ComponentDraft()
    goal = draft.add_goal(points=2)
    goal.pattern[Hex(1, 0)] = "e"
    goal.pattern[Hex(0, 1)] = "L"
    del goal.pattern[Hex(0, 0)]
    card = draft.game(seed=1, goals=True).rules.components.goals[-1]
    assert (card.number, card.points, card.pattern) == (21, 2, ((1, 0, "e"), (0, 1, "L")))
    goal.pattern.clear()
    assert keys(draft.faults) == ["fit.pattern"]
    draft.remove_goal(21)
    assert draft.faults == ()


def test_a_goal_may_count_instead():
    draft = ComponentDraft()
    goal = draft.goal(1)
    goal.kind = "reach"
    goal.count, goal.least = "rim-units", 3
    card = draft.game(seed=1).rules.components.goals[0]
    assert (card.kind, card.count, card.least, card.most, card.pattern) == ("reach", "rim-units", 3, 127, ())


def test_stones_of_one_colour_differ():
    draft = ComponentDraft()
    draft.set_stones("red", [7, 7])
    assert keys(draft.faults) == ["fit.same-points"]
    draft.set_stones("red", [7, 1])
    assert draft.game(seed=1).rules.components.stones[1].points == 1


def test_variants_of_the_board_are_numbers_to_change():
    draft = pond()
    draft.variant("pond").rounds = 5
    assert [fault.text("en") for fault in draft.faults] == [
        "5 rounds of 2 placements need more than the board's 8 cells"
    ]
    with pytest.raises(AttributeError, match="and no colour"):
        draft.variant("pond").colour = 1


# -- files ----------------------------------------------------------------------------------------------


def test_the_reference_set_is_saved_as_it_is(tmp_path):
    ComponentDraft("reference").save(tmp_path / "same.toml")
    assert load(tmp_path / "same.toml") == reference()


def test_a_draft_of_a_game_is_its_components_and_its_board():
    game = hw.MonsterHex("two-duel", seed=1)
    draft = ComponentDraft.from_game(game)
    assert (draft.board, draft.variants) == ("two", ("two-duel",))
    assert draft.game(seed=1).rules.components == game.rules.components


@pytest.mark.parametrize("wrong", [{"units": 3}, {"boards": {"x": {"cells": [[0]]}}}, {}])
def test_what_is_no_component_file_is_refused_with_places(wrong, tmp_path):
    with pytest.raises(ComponentsError, match="components given: ") as caught:
        ComponentDraft(wrong)
    assert all(place for place, _ in caught.value.faults)


def test_a_file_of_strangers_is_refused_with_its_name(tmp_path):
    path = tmp_path / "wild.toml"
    path.write_text("units = {", "utf-8")
    with pytest.raises(ComponentsError, match="components wild: not TOML"):
        ComponentDraft(path)
    path.write_bytes(b"x = 1\n" * (1 << 18))
    with pytest.raises(ComponentsError, match="larger than 1024 KiB"):
        ComponentDraft(path)


def test_the_text_of_a_refusal_follows_the_language():
    draft = ComponentDraft()
    draft.unit("S1").edges[0] = 9
    hw.set_language("ja")
    try:
        with pytest.raises(ComponentsError, match="力は6辺とも1から7まで"):
            draft.game()
    finally:
        hw.set_language("en")


# -- whatever is done -----------------------------------------------------------------------------------

places = st.sampled_from(disk(Hex(0, 0), 5))
numbers = st.integers(-3, 12)


def edit(draft, data):
    """One change out of all there are."""
    name = data.draw(st.sampled_from(["paint", "edge", "mark", "rank", "unit", "stones", "goal", "pattern", "numbers"]))
    if name == "paint":
        draft.paint(data.draw(st.lists(places, max_size=8)), data.draw(st.sampled_from(tuple(draft.brushes))))
    elif name == "unit":
        new = data.draw(st.sampled_from(["S2", "B7", "C4"]))
        draft.remove_unit(new) if new in draft.units else draft.add_unit(new)
    elif name == "stones":
        draft.set_stones(data.draw(st.sampled_from(["red", "green"])), data.draw(st.lists(numbers, max_size=4)))
    elif name == "numbers":
        variant = draft.variant("four")
        setattr(variant, data.draw(st.sampled_from(["seats", "rounds", "hand_size"])), data.draw(numbers))
    elif name in ("goal", "pattern"):
        goal = draft.goal(data.draw(st.integers(1, 20)))
        if name == "goal":
            goal.kind = data.draw(st.sampled_from(KINDS))
            goal.points = data.draw(numbers)
            if goal.kind == "reach":
                goal.count, goal.least = data.draw(st.sampled_from(COUNTS)), data.draw(numbers)
        elif goal.kind == "formation":
            goal.pattern[data.draw(places)] = data.draw(st.sampled_from(HOLDS))
    else:
        unit = draft.unit(data.draw(st.sampled_from(draft.units)))
        if name == "edge":
            unit.edges[data.draw(st.integers(0, 5))] = data.draw(numbers)
        elif name == "mark":
            unit.mark = data.draw(st.sampled_from([None, "star", "dot"]))
        else:
            unit.rank = data.draw(st.sampled_from("SABC"))


@given(data=st.data())
def test_whatever_is_done_can_be_written_told_and_undone(data, tmp_path_factory):
    """The faults are those that loading the saved file tells; and a draft with faults can be drawn on again."""
    draft = ComponentDraft()
    states = [draft.tables()]
    for _ in range(data.draw(st.integers(1, 6))):
        with draft.step():
            edit(draft, data)
        if draft.tables() != states[-1]:
            states.append(draft.tables())
    path = tmp_path_factory.mktemp("parts") / "mine.toml"
    draft.save(path)
    told = [(fault.place, fault.key) for fault in draft.faults]
    if told:
        with pytest.raises(ComponentsError) as caught:
            load(path)
        assert [(fault.place, fault.key) for fault in caught.value.found] == told
        assert not any(fault.shape for fault in draft.faults)
    else:
        assert load(path) == read("mine", draft.tables())
    assert all(hint.text(language) for hint in (*draft.hints, *draft.faults) for language in ("en", "ja"))
    assert component_faults(ComponentDraft(path).tables()) == component_faults(draft.tables())
    while draft.can_undo:
        assert draft.tables() == states.pop()
        draft.undo()
    assert states == [draft.tables()]
