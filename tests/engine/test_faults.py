"""What can be wrong, as data."""

from __future__ import annotations

import copy
import pickle

import pytest

import hexwidgets as hw
from hexwidgets.engine.faults import shorten

TEXTS = {"en": "{cell} is taken.", "ja": "{cell}は埋まっています。"}


def test_a_fault_is_a_rule_facts_and_a_text_in_every_language() -> None:
    fault = hw.Fault.plain("X-1", TEXTS, cell="b2")
    assert (fault.rule, dict(fault.facts)) == ("X-1", {"cell": "b2"})
    assert fault.text("ja") == "b2は埋まっています。"
    assert str(fault) == fault.text() == "b2 is taken."
    assert str(fault.in_language("ja")) == fault.text("ja")
    assert fault.in_language("ja").text("en") == fault.text("en")


def test_faults_are_values() -> None:
    fault = hw.Fault.plain("X-1", TEXTS, cell="b2", seats=["a", "b"])
    for twin in (
        hw.Fault.plain("X-1", TEXTS, seats=["a", "b"], cell="b2"),
        fault.in_language("ja"),
        copy.deepcopy(fault),
        pickle.loads(pickle.dumps(fault)),
    ):
        assert twin == fault
        assert hash(twin) == hash(fault)
    assert fault != hw.Fault.plain("X-1", TEXTS, cell="b3", seats=["a", "b"])
    assert fault != hw.Event.plain("X-1", TEXTS, cell="b2", seats=["a", "b"])
    with pytest.raises(AttributeError):
        fault.rule = "X-2"  # type: ignore[misc]


def test_an_illegal_move_names_the_rule_and_survives_pickling() -> None:
    error = hw.IllegalMove(hw.Fault.plain("X-1", TEXTS, cell="b2"), "b2")
    assert str(error) == "X-1: b2 is taken."
    assert (error.rule, error.facts, error.text("ja"), error.move) == (
        "X-1", {"cell": "b2"}, "b2は埋まっています。", "b2",
    )  # fmt: skip
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.move, again.fault) == (str(error), error.move, error.fault)
    stale = pickle.loads(pickle.dumps(hw.StaleMove(error.fault, 3)))
    assert isinstance(stale, hw.StaleMove)
    assert isinstance(stale, hw.IllegalMove)


def test_a_record_error_says_where_and_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(hw.RecordError("$.ply", "expected 0")))
    assert (str(error), error.path, error.message) == ("$.ply: expected 0", "$.ply", "expected 0")
    assert isinstance(error, ValueError)


def nested(depth: int) -> list[object]:
    out: list[object] = []
    for _ in range(depth):
        out = [out]
    return out


HUGE = ["x" * 10**6, list(range(10**4)), {"a": "b" * 10**5}, 10**4000, 10**5000, nested(10**4), "\ud800"]


@pytest.mark.parametrize("thing", HUGE, ids=["text", "list", "dict", "integer", "larger integer", "nest", "surrogate"])
def test_whatever_is_shown_in_a_message_is_short_and_can_be_written(thing: object) -> None:
    text = shorten(thing)
    assert 0 < len(text) <= 60
    text.encode()
