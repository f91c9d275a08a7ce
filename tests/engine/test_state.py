"""A state declared once: its list form, its record form, JSON, equality and copies."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwidgets.engine.state import Record, ints

from ..strategies import json_values


class Base(Record):
    turn: int = ints()
    wins: list[int] = ints(3, low=-1, high=1000, fill=-1)


class Wide(Base):
    """Adds fields to those it inherits."""

    grid: list[list[int]] = ints(2, 3, low=-(1 << 40), high=1 << 40)
    big: int = ints(high=70_000)


@st.composite
def wides(draw: st.DrawFn) -> Wide:
    def drawn(shape: tuple[int, ...], low: int, high: int) -> Any:
        if not shape:
            return draw(st.integers(low, high))
        return [drawn(shape[1:], low, high) for _ in range(shape[0])]

    return Wide(**{f.name: drawn(f.shape, f.low, f.high) for f in Wide.fields})


def test_fields_come_in_order_of_declaration_inherited_ones_first() -> None:
    assert [f.name for f in Wide.fields] == ["turn", "wins", "grid", "big"]
    assert [f.name for f in Base.fields] == ["turn", "wins"]


def test_a_fresh_state_is_at_its_fill_and_shares_no_list() -> None:
    one, other = Wide(), Wide()
    assert (one.turn, one.wins, one.grid) == (0, [-1, -1, -1], [[0, 0, 0], [0, 0, 0]])
    one.grid[0][0] = one.wins[0] = 5
    assert one.grid[1][0] == 0
    assert other == Wide()


@given(wides())
def test_every_form_of_a_state_gives_the_state_back(state: Wide) -> None:
    assert Wide.from_record(state.to_record()) == state
    assert Wide.from_json(json.loads(json.dumps(state.to_json()))) == state
    assert pickle.loads(pickle.dumps(state)) == state
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        assert hash(twin) == hash(state)
    assert all(type(n) is int for n in [*Wide.from_record(state.to_record()).wins, state.turn])


@given(wides(), st.integers(0, 1), st.integers(0, 2))
def test_changing_a_copy_or_a_record_leaves_the_original_alone(state: Wide, i: int, j: int) -> None:
    before, twin, record = repr(state), state.copy(), state.to_record()
    twin.grid[i][j] += 1
    twin.wins[j] -= 7
    twin.to_json()
    record["grid"][i][j] += 1
    state.to_json().get("grid", [[0] * 3] * 2)[i][j] = 99
    assert repr(state) == before
    assert twin != state


@given(wides())
def test_both_forms_answer_the_same_expressions(state: Wide) -> None:
    import numpy as np

    table = np.zeros(1, Wide.dtype())
    table[0] = state.to_record()
    record = table.view(np.recarray)[0]
    assert record.turn == state.turn
    assert record.wins[2] == state.wins[2]
    assert record.grid[1][2] == state.grid[1][2]


def test_the_record_form_uses_the_narrowest_integers_that_hold_the_range() -> None:
    assert [f.dtype for f in Wide.fields] == ["i1", "i2", "i8", "i4"]
    assert Wide.dtype().names == ("turn", "wins", "grid", "big")
    assert Wide.dtype().isalignedstruct
    for low, high, dtype in ((-128, 127, "i1"), (-129, 0, "i2"), (0, 128, "i2"), (0, 32767, "i2"), (0, 32768, "i4")):
        declared = type("R", (Record,), {"x": ints(low=low, high=high, fill=0)})
        assert declared.fields[0].dtype == dtype
        for edge in (low, high):
            assert declared.from_record(declared(x=edge).to_record()).x == edge


def test_fields_at_their_fill_are_left_out_of_json() -> None:
    assert Wide().to_json() == {}
    assert Wide(turn=3).to_json() == {"turn": 3}


def test_states_are_equal_by_value_and_class_and_serve_as_keys() -> None:
    class Other(Base):
        pass

    assert Base(turn=1) == Base(turn=1)
    assert Base(turn=1) != Base(turn=2)
    assert Base() != Other()
    assert Base() != {}
    assert {Base(turn=1): "a"}[Base(turn=1)] == "a"
    assert repr(Base(turn=1)) == "Base(turn=1)"


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"turn": 128}, "turn: expected 0 to 127, got 128"),
        ({"turn": -1}, "turn: expected 0 to 127, got -1"),
        ({"turn": True}, "turn: expected an integer, got True"),
        ({"turn": 1.0}, "turn: expected an integer, got 1.0"),
        ({"turn": None}, "turn: expected an integer, got None"),
        ({"turn": [1]}, "turn: expected an integer"),
        ({"wins": 3}, "wins: expected a list of 3"),
        ({"wins": [1, 2]}, "wins: expected a list of 3"),
        ({"wins": (1, 2, 3)}, "wins: expected a list of 3"),
        ({"wins": [1, 2, 1001]}, r"wins\[2\]: expected -1 to 1000, got 1001"),
        ({"grid": [[0, 0, 0], [0, 0, "x"]]}, r"grid\[1\]\[2\]: expected an integer, got 'x'"),
        ({"grid": [[0, 0, 0], [0, 0]]}, r"grid\[1\]: expected a list of 3"),
        ({"grid": [[0, 0, 0]]}, "grid: expected a list of 2"),
        ({"turns": 1}, "Wide has no field turns; it has turn, wins, grid, big"),
        ({"self": 1}, "Wide has no field self"),
        ([], "expected an object of fields"),
        (None, "expected an object of fields"),
        ({1: 2}, "expected an object of fields"),
    ],
)
def test_wrong_json_is_refused_with_the_path(data: Any, path: str) -> None:
    with pytest.raises(ValueError, match=path):
        Wide.from_json(data)


@given(json_values)
def test_any_json_is_a_state_or_a_value_error(data: Any) -> None:
    try:
        state = Wide.from_json(data)
    except ValueError:
        return
    assert Wide.from_json(state.to_json()) == state


@given(st.sampled_from(["turn", "wins", "grid", "big"]), json_values)
def test_any_json_in_a_field_is_in_range_or_a_value_error_that_names_it(name: str, value: Any) -> None:
    error = refusal({name: value})
    if error is None:
        assert getattr(Wide.from_json({name: value}), name) == value
    else:
        assert str(error).startswith(name)
        assert len(str(error)) < 200


def refusal(data: Any) -> ValueError | None:
    try:
        Wide.from_json(data)
    except ValueError as error:
        return error
    return None


def test_a_declaration_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 2 dimensions"):
        ints(1, 2, 3)
    with pytest.raises(ValueError, match="fill 5 lies outside 0 to 4"):
        ints(high=4, fill=5)
