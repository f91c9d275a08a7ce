"""What a page may ask: read field by field, whatever it sends."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwidgets.board import intents
from hexwidgets.board.intents import BadIntent, Intent, read_intent
from hexwidgets.board.scene import PROTOCOL

from ..strategies import json_values

GOOD = {"v": PROTOCOL, "view": "view-1", "seq": 3, "rev": 2, "kind": "move", "picks": ["S1", "c4", 2]}


def test_a_good_intent_is_read() -> None:
    assert read_intent(GOOD) == Intent("move", "view-1", 3, 2, ("S1", "c4", 2))
    assert read_intent(GOOD | {"kind": "preview"}) == Intent("preview", "view-1", 3, 2, ("S1", "c4", 2))
    assert read_intent(GOOD | {"kind": "odds"}) == Intent("odds", "view-1", 3, 2, ("S1", "c4", 2))
    assert read_intent(GOOD | {"kind": "tool"}) == Intent("tool", "view-1", 3, 2, ("S1", "c4", 2))
    assert read_intent(GOOD | {"kind": "undo"}) == Intent("undo", "view-1", 3, 2)
    assert read_intent({"v": 1, "view": "a", "kind": "pong", "id": 0}).kind == "pong"
    assert read_intent({k: v for k, v in GOOD.items() if k != "picks"}).picks == ()
    assert read_intent(GOOD | {"rev": 2**53}).rev == 2**53
    assert read_intent(GOOD | {"picks": ["x" * 64] * 16}).picks == ("x" * 64,) * 16


WRONG: list[tuple[str, Any]] = [
    ("v", None), ("v", 0), ("v", 2), ("v", "1"), ("v", True), ("v", [1]),
    ("kind", None), ("kind", "cheat"), ("kind", ["move"]), ("kind", {}), ("kind", True), ("kind", "answer"),
    ("view", None), ("view", 3), ("view", "x" * 65), ("view", ["a"]), ("view", "\ud800"),
    ("seq", None), ("seq", -1), ("seq", True), ("seq", 1.0), ("seq", "1"), ("seq", 2**53 + 1), ("seq", 10**400),
    ("rev", None), ("rev", -1), ("rev", False), ("rev", 1.5), ("rev", "2"), ("rev", [2]), ("rev", 2**53 + 1),
    ("picks", None), ("picks", "S1"), ("picks", {}), ("picks", ["a"] * 17), ("picks", ["x" * 65]), ("picks", [[]]),
    ("picks", [True]), ("picks", [-1]), ("picks", [1.0]), ("picks", [None]), ("picks", ["S1", {"a": 1}]),
    ("picks", [2**53 + 1]), ("picks", ["\udfff"]),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_wrong_field_is_named_and_where_it_came_from_is_kept(field: str, value: Any) -> None:
    with pytest.raises(BadIntent, match=f"^{field}$") as caught:
        read_intent(GOOD | {field: value})
    error = caught.value
    assert error.view == ("view-1" if field != "view" else error.view)
    assert error.seq == (3 if field != "seq" else -1)
    assert len(error.view) <= 64


@pytest.mark.parametrize("picks", [None, "S1", ["a"] * 17, [[]]])
@pytest.mark.parametrize("kind", ["preview", "odds", "tool"])
def test_the_picks_of_a_question_are_read_as_strictly(kind: str, picks: Any) -> None:
    with pytest.raises(BadIntent, match=r"^picks$"):
        read_intent(GOOD | {"kind": kind, "picks": picks})


@pytest.mark.parametrize("field", ["v", "kind", "view", "seq", "rev"])
def test_a_missing_field_is_named(field: str) -> None:
    with pytest.raises(BadIntent, match=f"^{field}$"):
        read_intent({key: value for key, value in GOOD.items() if key != field})


@settings(max_examples=200, deadline=None)
@given(content=json_values | st.fixed_dictionaries({key: json_values | st.just(value) for key, value in GOOD.items()}))
def test_anything_is_an_intent_within_bounds_or_a_bad_intent(content: Any) -> None:
    intent = read_or_error(content)
    if isinstance(intent, BadIntent):
        assert len(intent.view) <= 64
        assert -1 <= intent.seq <= 2**53
        json.dumps([str(intent), intent.view, intent.seq], ensure_ascii=False).encode()
        return
    assert intent.kind in get_args(intents.Kind)
    assert type(intent.seq) is type(intent.rev) is int
    assert len(intent.picks) <= 16
    assert all(type(pick) in (int, str) and len(str(pick)) <= 64 for pick in intent.picks)
    json.dumps([intent.view, intent.picks], ensure_ascii=False).encode()


def read_or_error(content: Any) -> Intent | BadIntent:
    try:
        return read_intent(content)
    except BadIntent as error:
        return error


def test_kinds_are_those_of_the_front_end() -> None:
    text = (Path(__file__).parents[2] / "js/src/protocol.ts").read_text("utf-8")
    (declared,) = re.findall(r"export type Intent =\n(.*?);\n\n", text, re.DOTALL)
    kinds = {name for group in re.findall(r"kind: ([^;}]+)", declared) for name in re.findall(r'"(\w+)"', group)}
    assert kinds == set(get_args(intents.Kind)) == set(intents._KINDS)
