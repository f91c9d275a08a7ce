"""Dials and switches."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexwidgets.engine.dials import Dial, Switch, choose, one_of, set_dials

DIALS = (Dial("size", None, 1, 9, "X-1"), Dial("bonus", 2, 0, 20, "X-2"), Dial("free", None, 0, 1, "X-3"))
SWITCHES = (Switch("tie", ("void", "share"), "X-4"), Switch("first", ("left", "right"), "X-5"))


def test_a_dial_is_as_given_else_as_the_variant_says_else_its_own_default() -> None:
    assert set_dials(DIALS, None, {"size": 4}) == {"size": 4, "bonus": 2}
    assert set_dials(DIALS, {"size": 9, "free": 0}, {"size": 4}) == {"size": 9, "bonus": 2, "free": 0}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sise": 3}, "unknown dial 'sise'; known are size, bonus, free"),
        ({"size": 0}, "dial size: expected 1 to 9, got 0"),
        ({"size": 10}, "dial size: expected 1 to 9, got 10"),
        ({"size": True}, "dial size: expected an integer, got True"),
        ({"size": "3"}, "dial size: expected an integer, got '3'"),
        ({"size": 1.5, "bonus": -1}, "dial size: expected an integer, got 1.5; dial bonus: expected 0 to 20, got -1"),
        (["size"], "dials: expected"),
        ("size", "dials: expected"),
        (3, "dials: expected"),
    ],
)
def test_wrong_dials_are_refused_all_at_once(given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        set_dials(DIALS, given, {})


def test_a_switch_is_as_chosen_else_its_first_choice() -> None:
    assert choose(SWITCHES, {"tie": "share"}) == {"tie": "share", "first": "left"}
    with pytest.raises(ValueError, match="unknown switch 'tee'; known are tie, first"):
        choose(SWITCHES, {"tee": "void"})
    for wrong in ("split", None, ["void"]):
        with pytest.raises(ValueError, match=r"unknown choice for tie:.*; known are void, share"):
            choose(SWITCHES, {"tie": wrong})


def test_one_of_answers_the_word_or_lists_the_known_ones() -> None:
    assert one_of("colour", "red", iter(["red", "blue"])) == "red"
    with pytest.raises(ValueError, match=r"unknown colour 'x{20}.*; known are red, blue") as caught:
        one_of("colour", "x" * 10_000, ["red", "blue"])
    assert len(str(caught.value)) < 150
