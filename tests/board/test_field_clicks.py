"""What a page tells a board for any purpose, and what becomes of it."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.board.clicks import MOST_CELLS, Click, Hover, Paint
from hexwidgets.board.field import HexField

from .wire import Wire, recorded


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


@pytest.fixture
def field() -> HexField:
    return hw.HexBoard(cells=hw.hexgrid.hexagon(2))


def send(field: HexField, wire: Wire, **content: Any) -> list[dict[str, Any]]:
    """Deliver a message; the answers to it."""
    before = len(wire.messages(field))
    field._on_message(field, {"v": 1, "view": "view-1", "seq": 1, "keys": 0, **content}, [])
    return wire.messages(field)[before:]


def test_a_click_names_its_cell_button_and_keys(field: HexField, wire: Wire) -> None:
    seen: list[Click] = []
    field.on_click(seen.append)
    (answer,) = send(field, wire, kind="click", at=9, button=2, keys=2 + 8)
    assert answer["ok"]
    assert seen == [Click("c3", hw.Hex(0, 0), "right", frozenset({"ctrl", "shift"}))]


def test_a_hover_names_its_cell_or_none_and_is_not_answered(field: HexField, wire: Wire) -> None:
    seen: list[Hover] = []
    field.on_hover(seen.append)
    assert send(field, wire, kind="hover", at=0) == send(field, wire, kind="hover", at=-1) == []
    assert [hover.cell for hover in seen] == ["a1", None]
    assert seen[1].hex is None


def test_a_stroke_names_its_cells_and_its_phase(field: HexField, wire: Wire) -> None:
    seen: list[Paint] = []
    field.on_paint(seen.append)
    for phase, cells in enumerate(([0], [1, 2], [])):
        send(field, wire, kind="paint", cells=cells, phase=phase, button=0)
    assert [(paint.phase, paint.cells) for paint in seen] == [("start", ("a1",)), ("move", ("a2", "a3")), ("end", ())]
    assert seen[1].hexes == field.cells.hexes[1:3]


def test_pages_are_told_what_is_listened_to_and_only_while_it_is(field: HexField, wire: Wire) -> None:
    assert field._hears == []
    seen: list[Click] = []
    first, second = field.on_click(seen.append), field.on_click(seen.append)
    field.on_hover(lambda hover: None)
    assert field._hears == ["click", "hover"]
    first()
    first()  # more than once is no matter
    send(field, wire, kind="click", at=0, button=0)
    assert len(seen) == 1
    second()
    assert field._hears == ["hover"]
    with pytest.raises(TypeError, match="expected a function"):
        field.on_click("c4")  # type: ignore[arg-type]


def test_an_error_in_a_callback_is_shown_on_the_board_and_logged_and_others_still_hear(
    field: HexField, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[Click] = []
    field.on_click(lambda click: 1 // 0)
    field.on_click(seen.append)
    (answer,) = send(field, wire, kind="click", at=0, button=0)
    assert not answer["ok"]
    assert answer["text"] == "on_click failed: ZeroDivisionError: integer division or modulo by zero"
    assert len(seen) == 1
    assert "ZeroDivisionError" in caplog.text


def test_a_callback_may_change_the_board_and_stop_listening(field: HexField, wire: Wire) -> None:
    def once(click: Click) -> None:
        stop()
        field.fills[click.cell] = "red"

    stop = field.on_click(once)
    for _ in range(2):
        send(field, wire, kind="click", at=0, button=0)
    assert dict(field.fills) == {"a1": "red"}


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"v": 2}, "v"),
        ({"v": True}, "v"),
        ({"view": 3}, "view"),
        ({"view": "x" * 65}, "view"),
        ({"seq": -1}, "seq"),
        ({"kind": "move"}, "kind"),
        ({"at": 19}, "at"),
        ({"at": -1}, "at"),
        ({"at": True}, "at"),
        ({"at": "a1"}, "at"),
        ({"button": 3}, "button"),
        ({"keys": 16}, "keys"),
        ({"kind": "paint", "cells": [0] * (MOST_CELLS + 1), "phase": 0}, "cells"),
        ({"kind": "paint", "cells": [0, 19], "phase": 0}, "cells"),
        ({"kind": "paint", "cells": "abc", "phase": 0}, "cells"),
        ({"kind": "paint", "cells": [], "phase": 3}, "phase"),
    ],
)
def test_what_is_no_gesture_is_refused_by_its_field(
    field: HexField, wire: Wire, change: dict[str, Any], what: str
) -> None:
    field.on_click(pytest.fail)
    field.on_paint(pytest.fail)
    (answer,) = send(field, wire, **{"kind": "click", "at": 0, "button": 0, **change})
    assert not answer["ok"]
    assert answer["text"] == f"The board cannot read this message ({what})."


def test_pages_may_write_the_selection_and_nothing_else(field: HexField, wire: Wire) -> None:
    esm, grid = field._esm, field.grid
    field.set_state({"selection": ["a1"], "_esm": "alert(1)", "grid": {}, "rev": 99, "_recent": {}, "theme": "dark"})
    assert field.selection == ("a1",)
    assert (field._esm, field.grid, field.theme) == (esm, grid, "auto")
    for bad in (["zz"], "a1", 7, [["a1"]], ["a1"] * 20, [None], {"a1": 1}, [{}]):
        wire.clear()
        field.set_state({"selection": bad})
        assert field.selection == ("a1",)
        assert wire.updates(field)[-1]["selection"] == ("a1",)  # the page is told what holds


def test_thousands_of_hostile_messages_do_no_harm(
    field: HexField, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    chance, seen = random.Random(5), []
    field.on_click(seen.append)
    field.on_hover(seen.append)
    field.on_paint(seen.append)
    things: list[Any] = [
        None,
        True,
        0,
        1,
        18,
        19,
        -1,
        1.5,
        2**60,
        "",
        "a1",
        "x" * 999,
        [],
        [0],
        [[0]],
        {},
        b"x",
        "\ud800",
    ]
    keys = ("v", "view", "seq", "kind", "at", "button", "keys", "cells", "phase", "__class__")
    for _ in range(5_000):
        content: Any = {"v": 1, "view": "a", "seq": 1, "kind": chance.choice(["click", "hover", "paint"])}
        content |= {"at": 0, "button": 0, "keys": 0, "cells": [0], "phase": 1}
        for _ in range(chance.randrange(3)):
            content[chance.choice(keys)] = chance.choice(things)
        if chance.random() < 0.05:
            content = chance.choice(things)
        wire.clear()
        field._on_message(field, content, [])
        answers = wire.messages(field)
        assert len(answers) <= 1
        assert len(json.dumps(answers)) < 1000
    assert len(seen) > 500
    assert all(isinstance(gesture, Click | Hover | Paint) for gesture in seen)
    assert [line for line in caplog.records if line.levelno >= logging.WARNING] == []


def test_the_board_speaks_its_language(wire: Wire) -> None:
    field = hw.HexBoard(cells=["a1"], language="ja")
    (answer,) = send(field, wire, kind="nonsense")
    assert "読み取れません" in answer["text"]
    assert set(field.words) == set(hw.HexBoard(cells=["a1"]).words)
