"""HexBoard(cells=...): a board for any purpose, as its author uses it."""

from __future__ import annotations

import math
import struct
from typing import Any

import numpy as np
import pytest
import traitlets as t
from hypothesis import given
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.board.cells import Cells
from hexwidgets.board.field import RECENT, HexField
from hexwidgets.board.layers import Line, Token

from .wire import Wire, recorded


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


def board(**options: Any) -> HexField:
    return hw.HexBoard(cells=hw.hexgrid.hexagon(2), **options)


def on_page(field: HexField) -> dict[str, dict[int, Any]]:
    """Every layer as a page puts it together: the whole, and what has changed since."""
    count, layers = len(field.cells), {}
    fills = field._fills
    numbers = fills.get("at", b"")
    code = {0: "B", 1: "B", 2: "H", 4: "I"}[len(numbers) // count]
    at = struct.unpack(f"<{len(numbers) and count}{code}", numbers)
    layers["fills"] = {i: fills["inks"][ink - 1] for i, ink in enumerate(at) if ink}
    heat = field._heat.get("at", b"")
    layers["heat"] = {i: v for i, v in enumerate(struct.unpack(f"<{len(heat) // 4}f", heat)) if not math.isnan(v)}
    for name in ("labels", "tooltips", "tokens_at", "edges"):
        whole = getattr(field, field._layers[name].trait)
        keys = struct.unpack(f"<{len(whole.get('keys', b'')) // 4}I", whole.get("keys", b""))
        layers[name] = dict(zip(keys, whole.get("values", ()), strict=True))
    for name, changes in field._recent.items():
        for key, value in changes:
            if value is None:
                layers[name].pop(key, None)
            else:
                layers[name][key] = value
    return layers


def told(field: HexField) -> dict[str, dict[int, Any]]:
    """Every layer as Python knows it, in the same form."""
    return {
        name: {key: layer.told(value) for key, value in layer.held.items()} for name, layer in field._layers.items()
    }


# -- making one -----------------------------------------------------------------------------------


def test_with_cells_it_is_a_field_and_still_a_hexboard() -> None:
    field = board()
    assert isinstance(field, HexField)
    assert isinstance(field, hw.HexBoard)
    assert isinstance(hw.HexBoard(hw.hexgrid.hexagon(1)), HexField)


def test_without_cells_it_is_the_board_of_scenes() -> None:
    plain = hw.HexBoard(theme="dark")
    assert isinstance(plain, hw.HexBoard)
    assert not isinstance(plain, HexField)
    assert plain.theme == "dark"
    assert not isinstance(hw.MonsterHex("four").board(), HexField)


def test_hexes_get_the_usual_labels() -> None:
    field = board()
    assert field.cells[0] == "a1"
    assert field.cells.find(hw.Hex(0, 0)) == field.cells.find("c3")
    assert len(field.cells) == 19


def test_names_may_be_given_and_labels_stand_in_straight_rows() -> None:
    named = hw.HexBoard(cells={hw.Hex(0, 0): "home", hw.Hex(1, 0): "away"})
    named.fills["home"] = "red"
    assert dict(named.fills) == {"home": "red"}
    straight = hw.HexBoard(cells=["a1", "a2", "b1", "c1"])
    assert straight.cells.hexes == (hw.Hex(0, 0), hw.Hex(1, 0), hw.Hex(0, 1), hw.Hex(-1, 2))
    assert hw.HexBoard(cells=["a3", "b2"], orientation="flat").cells.hexes == (hw.Hex(2, -1), hw.Hex(1, 1))


@pytest.mark.parametrize(
    ("cells", "error", "says"),
    [
        ([], ValueError, "expected 1 to"),
        ("c4", TypeError, "expected hexes or labels"),
        (7, TypeError, "expected hexes or labels"),
        ([(0, 0)], TypeError, "write Hex(q, r)"),
        ([hw.Hex(0, 0), hw.Hex(0, 0)], ValueError, "given twice"),
        (["a1", "a1"], ValueError, "given twice"),
        (["a1", "A 2"], ValueError, "labels such as 'c4'"),
        ({hw.Hex(0, 0): "x", hw.Hex(1, 0): "x"}, ValueError, "'x' is given twice"),
        ({hw.Hex(0, 0): " "}, ValueError, "a name of 1 to"),
        ({hw.Hex(0, 0): 3}, TypeError, "names as text"),
        ([hw.Hex(2**40, 0)], ValueError, "too far away"),
    ],
)
def test_bad_cells_are_refused(cells: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says.replace("(", r"\(").replace(")", r"\)")):
        hw.HexBoard(cells=cells)


def test_a_board_that_cannot_be_made_leaves_no_widget_behind() -> None:
    from ipywidgets.widgets.widget import _instances

    before = set(_instances)
    with pytest.raises(ValueError, match="expected a colour"):
        board(fills={"a1": "rot"})
    with pytest.raises(TypeError, match="unknown option 'fill'"):
        board(fill={"a1": "red"})
    with pytest.raises(ValueError, match="orientation"):
        hw.HexBoard(cells=["a1"], orientation="round")  # type: ignore[arg-type]
    assert set(_instances) == before


# -- layers ---------------------------------------------------------------------------------------


def test_a_layer_is_a_mapping_that_takes_labels_and_hexes() -> None:
    field = board(fills={"a1": "red"})
    field.fills[hw.Hex(0, 0)] = "Teal"
    field.fills.update({"b1": "#FC0"})
    assert dict(field.fills) == {"a1": "red", "c3": "#008080", "b1": "#ffcc00"}
    assert field.fills == {"a1": "red", "c3": "#008080", "b1": "#ffcc00"}
    del field.fills["a1"]
    field.fills["b1"] = None
    assert field.fills.pop("c3") == "#008080"
    assert "a1" not in field.fills
    with pytest.raises(KeyError):
        field.fills["a1"]
    with pytest.raises(KeyError):
        del field.fills["a1"]


def test_what_is_assigned_replaces_the_whole() -> None:
    field = board(labels={"a1": "one", "a2": 2})
    assert dict(field.labels) == {"a1": "one", "a2": "2"}
    field.labels = {"b1": 1.5}
    assert dict(field.labels) == {"b1": "1.5"}
    field.labels = None
    assert not field.labels


def test_arrays_have_one_value_for_each_cell_in_their_order() -> None:
    field = board()
    field.heat = np.linspace(0, 1, 19)
    field.fills = ["red" if i else None for i in range(19)]
    assert field.heat["a1"] == 0
    assert field.heat[field.cells[18]] == 1
    assert "a1" not in field.fills
    field.fills = np.full((19, 3), 255, dtype=np.uint8)
    assert field.fills["a1"] == "#ffffff"
    field.fills = np.full((19, 4), 0.5)
    assert field.fills["a1"] == "#80808080"
    with pytest.raises(ValueError, match="expected 19 values, one for each cell; got 5"):
        field.heat = np.zeros(5)


def test_an_edge_has_one_line_from_both_cells() -> None:
    field = board()
    field.edges["c3", 0] = "red"
    assert field.edges["c4", 3] == Line("red")
    field.edges["c4", 3] = Line("blue", 12, dashed=True)
    assert dict(field.edges) == {("c3", 0): Line("blue", 12, dashed=True)}
    field.edges["a1", 2] = "strong"  # at the rim
    assert ("a1", 2) in field.edges


def test_tokens_are_made_from_texts_and_emoji_and_units_are_kept() -> None:
    unit = hw.MonsterHex("four", seed=7).legal_moves() and hw.Unit("red", "S1", "S", (1, 2, 3, 4, 3, 2), 1, 0)
    field = board(tokens_at={"a1": "K", "a2": "♞", "a3": 7, "b1": unit, "b2": hw.Fighter("north", "b2", 1, 6)})
    assert field.tokens_at["a1"] == Token("K")
    assert field.tokens_at["a2"] == Token("♞", shape="none")
    assert field.tokens_at["a3"].text == "7"
    assert field.tokens_at["b1"] is unit
    page = on_page(field)["tokens_at"]
    assert page[field.cells.find("b1")]["turns"] == [1, 0]
    assert page[field.cells.find("b2")] == {
        "figure": "fighter", "faction": "north", "rank": "N", "edges": [], "turns": [1, 0]
    }  # fmt: skip
    assert page[0] == {"text": "K"}  # without what is usual


def test_arrows_are_pairs_with_a_line() -> None:
    field = board(arrows=[("a1", "c3"), ("a1", hw.Hex(0, 0), "red")])
    field.arrows += (("b1", "a2", Line("blue", 3)),)
    assert [arrow[:2] for arrow in field.arrows] == [("a1", "c3"), ("a1", "c3"), ("b1", "a2")]
    assert field.arrows[1][2] == Line("red")


def test_the_scale_of_heat_is_that_of_its_numbers_unless_they_are_parts() -> None:
    field = board(heat={"a1": 0.25, "a2": 0.5})
    assert field._scale == [0, 1]
    field.heat["a3"] = 12
    assert field._scale == [0.25, 12]
    field.heat_span = (0, 20)
    assert field._scale == [0, 20]
    with pytest.raises(ValueError, match="heat_span"):
        field.heat_span = (3, 3)
    assert field.heat_span == (0, 20)


@pytest.mark.parametrize(
    ("name", "value", "error", "says"),
    [
        ("fills", {"c9": "red"}, hw.UnknownPlace, "row c has c1-c5"),
        ("fills", {"Ａ１ ": "red"}, hw.UnknownPlace, "did you mean a1"),
        ("fills", {hw.Hex(9, 9): "red"}, hw.UnknownPlace, "the nearest is"),
        ("fills", {(0, 0): "red"}, TypeError, r"write Hex\(q, r\)"),
        ("fills", {"a1": "reed"}, ValueError, "fills at a1: expected a colour .*did you mean 'red'"),
        ("fills", {"a1": 7}, TypeError, "fills at a1: expected a colour"),
        ("fills", {"a1": (300, 0, 0)}, ValueError, "expected 0 to 255, got 300"),
        ("fills", {"a1": "red", hw.Hex(0, -2): "blue"}, ValueError, "given twice"),
        ("fills", "red", TypeError, "expected a mapping from cells"),
        ("heat", {"a1": math.nan}, ValueError, "heat at a1: expected a finite number, got nan"),
        ("heat", {"a1": -math.inf}, ValueError, "expected a finite number"),
        ("heat", {"a1": 10**400}, ValueError, "expected a finite number"),
        ("heat", {"a1": "hot"}, TypeError, "expected a number"),
        ("heat", {"a1": True}, TypeError, "expected a number"),
        ("labels", {"a1": "x" * 201}, ValueError, "at most 200 characters"),
        ("labels", {"a1": ["x"]}, TypeError, "expected a text or a number"),
        ("labels", {"a1": "\ud800"}, ValueError, "half a character"),
        ("tokens_at", {"a1": "much too long"}, ValueError, "at most 8 characters"),
        ("tokens_at", {"a1": object()}, TypeError, "expected a text or a number"),
        ("edges", {"a1": "red"}, TypeError, "a cell and a direction"),
        ("edges", {("a1", 6): "red"}, ValueError, "direction 0..5"),
        ("edges", {("a1", "0"): "red"}, TypeError, "direction 0..5"),
        ("edges", ["red"] * 19, TypeError, "a mapping from"),
        ("arrows", [("a1", "a1")], ValueError, "two different cells"),
        ("arrows", [("a1",)], TypeError, "expected .from, to."),
        ("arrows", "a1a2", TypeError, "a list of pairs"),
        ("selection", ["a1", "zz"], hw.UnknownPlace, "no place 'zz'"),
        ("select", "all", t.TraitError, "select"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(name: str, value: Any, error: type[Exception], says: str) -> None:
    field = board(fills={"a1": "blue"}, heat={"a2": 1}, labels={"b1": "x"}, arrows=[("a1", "c3")], selection="a1")
    before = told(field), field.arrows, field.selection, field.select, field.rev
    with pytest.raises(error, match=says):
        setattr(field, name, value)
    assert (told(field), field.arrows, field.selection, field.select, field.rev) == before
    assert on_page(field) == told(field)


def test_tokens_and_lines_check_themselves() -> None:
    for wrong in ({"shape": "star"}, {"facing": 6}, {"colour": "x"}, {"text": "123456789"}):
        with pytest.raises(ValueError, match=r"token|colour"):
            Token(**wrong)
    with pytest.raises(ValueError, match="line width: expected 1 to 60"):
        Line(width=0)
    with pytest.raises(TypeError, match="dashed"):
        Line(dashed=1)  # type: ignore[arg-type]


# -- what pages get -------------------------------------------------------------------------------


def test_one_item_is_a_small_message_and_a_block_of_changes_one(wire: Wire) -> None:
    field = hw.HexBoard(cells=hw.hexgrid.rectangle(100, 100), fills=["red"] * 10_000)
    wire.clear()
    field.fills["a1"] = "blue"
    assert wire.size < 300
    assert wire.updates(field)[0]["_recent"] == {"fills": [(0, "blue")]}
    wire.clear()
    with field.hold():
        for name in field.cells[:50]:
            field.fills[name] = "green"
        field.selection = ["a1"]
        field.heat = {"a1": 1}
    assert len(wire.updates(field)) == 1


def test_after_many_changes_pages_get_the_whole_again() -> None:
    field = hw.HexBoard(cells=hw.hexgrid.rectangle(30, 30))
    for name in field.cells[: RECENT + 1]:
        field.fills[name] = "red"
    assert field._recent == {}
    assert on_page(field) == told(field)


def test_ten_thousand_cells_are_small_on_the_wire() -> None:
    cells = hw.hexgrid.rectangle(100, 100)
    field = hw.HexBoard(cells=cells, fills=["red", "blue"] * 5_000, heat=range(10_000))
    assert len(field.grid["cells"]) == 40_000
    assert "names" not in field.grid
    assert len(field._fills["at"]) == 10_000
    assert len(field._heat["at"]) == 40_000
    field.fills = [f"#{i:06x}" for i in range(10_000)]
    assert len(field._fills["at"]) == 20_000
    assert on_page(field) == told(field)


names = st.sampled_from(hw.HexBoard(cells=hw.hexgrid.hexagon(2)).cells.names)
changes = st.one_of(
    st.tuples(st.just("fills"), names, st.sampled_from(["red", "#123456", None])),
    st.tuples(st.just("heat"), names, st.one_of(st.none(), st.floats(-1000, 1000, width=32))),
    st.tuples(st.just("labels"), names, st.one_of(st.none(), st.text("abc", max_size=3))),
    st.tuples(st.just("edges"), st.tuples(names, st.integers(0, 5)), st.sampled_from(["red", None])),
    st.tuples(st.just("tokens_at"), names, st.sampled_from(["A", "♞", None])),
)


@given(st.lists(st.tuples(changes, st.booleans())))
def test_pages_put_together_what_python_knows_whatever_happens(steps: list[Any]) -> None:
    field = board()
    for (layer, place, value), whole in steps:
        if whole:
            setattr(field, layer, {place: value})
        else:
            getattr(field, layer)[place] = value
        assert on_page(field) == told(field)
    field.close()


@given(st.text(max_size=20))
def test_any_text_is_a_cell_or_an_error_that_names_one(text: str) -> None:
    cells = Cells(hw.hexgrid.hexagon(1))
    if text in cells:
        assert cells[cells.find(text)] == text
        return
    with pytest.raises(hw.UnknownPlace, match=r"did you mean [abc]\d|rows a-c"):
        cells.find(text)


# -- selection ------------------------------------------------------------------------------------


def test_the_selection_is_a_tuple_of_labels_however_it_is_given() -> None:
    field = board()
    for given_, kept in (
        (["a1", hw.Hex(0, 0), "a1"], ("a1", "c3")),
        ("b2", ("b2",)),
        (hw.Hex(0, 0), ("c3",)),
        (None, ()),
    ):
        field.selection = given_
        assert field.selection == kept


def test_the_selection_links_to_other_widgets() -> None:
    class Other(t.HasTraits):
        value = t.Any(())

    field, other, seen = board(), Other(), []
    link = t.link((field, "selection"), (other, "value"))
    field.observe(lambda change: seen.append(change.new), "selection")
    other.value = ("a1",)
    assert field.selection == other.value == ("a1",)
    field.set_state({"selection": ["a1", "a2"]})
    assert other.value == ("a1", "a2")
    assert seen == [("a1",), ("a1", "a2")]
    link.unlink()


# -- pictures -------------------------------------------------------------------------------------


def test_a_cell_that_ends_with_a_board_keeps_a_picture_and_a_text() -> None:
    field = board(fills={"a1": "red"}, labels={"a2": "<b>"}, title="A <i>board</i>", selection=["c3"])
    data, _ = field._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg ")
    assert "<b>" not in data["image/svg+xml"]
    assert "a1: fill red" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data
    page = field.to_html()
    assert page is not None
    assert "<svg " in page
    assert "<i>" not in page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_a_picture_shows_every_layer(theme: Any, orientation: Any) -> None:
    import xml.etree.ElementTree as ET

    field = hw.HexBoard(
        cells=hw.hexgrid.rectangle(6, 5, orientation),
        orientation=orientation,
        fills={"c1": "#ff00ff", "d2": "#00ff0080"},
        heat={"e2": 3, "e3": 9},
        heat_title="Visits",
        labels={"c2": "label!"},
        tokens_at={"d1": Token("K", colour="blue", facing=2), "e1": hw.Unit("red", "A1", "A", (1,) * 6, 0, 0)},
        edges={("c1", 0): Line("#123456", dashed=True)},
        arrows=[("c1", "e2", "#654321")],
    )
    svg = field.to_svg(theme)
    ET.fromstring(svg)
    for word in ("#ff00ff", "#00ff00", "label!", ">K<", "#123456", "stroke-dasharray", "#654321", "Visits", ">9<"):
        assert word in svg, word
    assert "Visits" not in field.to_svg(theme, panel=False)
    with pytest.raises(ValueError, match="width"):
        field.to_svg(width=3)


def test_the_picture_of_a_large_board_is_small() -> None:
    field = hw.HexBoard(cells=hw.hexgrid.rectangle(100, 100), heat=range(10_000))
    assert len(field.to_svg()) < 250_000
    assert len(field.to_text()) < 200
