"""The two descriptions of the protocol, Python's and the front end's, say the same."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any, NotRequired, get_origin, get_type_hints, is_typeddict

import pytest

from hexwidgets.board import scene
from hexwidgets.board.board import HexBoard, Refusal
from hexwidgets.board.intents import Intent
from hexwidgets.board.say import words

from .wire import SCENE, Wire, recorded

JS = Path(__file__).parents[2] / "js/src"
Fields = dict[str, bool]  # name of a field, and whether it may be missing


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


PROTOCOL = without_comments((JS / "protocol.ts").read_text("utf-8"))


def fields_of(body: str) -> Fields:
    """The fields on the outermost level of ``{ ... }``."""
    flat, depth = "", 0
    for char in body:
        depth -= char in "}])"
        flat += char if depth == 0 else " "
        depth += char in "{[("
    return {name: mark == "?" for name, mark in re.findall(r"(\w+)(\??):", flat)}


def interface(name: str) -> Fields:
    """The fields of ``export interface name``, or of the object written in place as ``Outer.field``."""
    if "." in name:
        outer, field = name.split(".")
        return fields_of(re.search(rf"\b{field}: {{([^}}]*)}}", body_of(outer))[1])  # type: ignore[index]
    return fields_of(body_of(name))


def body_of(name: str) -> str:
    start = re.search(rf"export interface {name} {{", PROTOCOL)
    assert start, f"protocol.ts has no interface {name}"
    depth, at = 1, start.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(PROTOCOL[at], 0)
        at += 1
    return PROTOCOL[start.end() : at - 1]


def typed_dict(cls: Any) -> Fields:
    hints = get_type_hints(cls, include_extras=True)
    return {name: get_origin(hint) is NotRequired for name, hint in hints.items()}


IN_PLACE = {"Event": "Status.event", "Handover": "Status.handover", "Outcome": "Status.result"}
TYPED_DICTS = {name: cls for name, cls in vars(scene).items() if is_typeddict(cls)}


@pytest.mark.parametrize("name", [name for name in TYPED_DICTS if name != "Scene"])
def test_both_sides_declare_the_same_fields(name: str) -> None:
    ours, theirs = typed_dict(TYPED_DICTS[name]), interface(IN_PLACE.get(name, name))
    assert list(ours.items()) == list(theirs.items())


def test_no_interface_of_the_front_end_lacks_its_twin() -> None:
    declared = set(re.findall(r"export interface (\w+)", PROTOCOL))
    assert declared - {"Traits"} == set(TYPED_DICTS) - set(IN_PLACE) - {"Scene"}


def test_the_widget_has_the_traits_of_the_front_end() -> None:
    assert interface("Traits") == dict.fromkeys(SCENE, False)
    mine = set(HexBoard.class_trait_names(sync=True)) - set(inspect.getmro(HexBoard)[1].class_trait_names(sync=True))
    assert mine - {"_esm", "_css", "_anywidget_id"} == set(SCENE)
    assert set(scene.Scene.__annotations__) < set(SCENE)


def test_what_python_alone_writes_is_not_echoed() -> None:
    for name in SCENE:
        assert HexBoard.class_traits()[name].metadata["echo_update"] is False, name


def test_both_sides_speak_the_same_version() -> None:
    assert re.search(r"export const PROTOCOL = (\d+);", PROTOCOL)[1] == str(scene.PROTOCOL)  # type: ignore[index]
    assert set(re.findall(r"\bv: (\d+)", PROTOCOL)) == {str(scene.PROTOCOL)}


@pytest.mark.parametrize("field", ["kind", "emblem", "orientation", "mark", "figure", "steps"])
def test_literals_list_the_same_words(field: str) -> None:
    pairs = {
        "kind": (scene.Place, "kind", body_of("Place")),
        "emblem": (scene.Faction, "emblem", re.search(r"type Emblem = ([^;]*);", PROTOCOL)[1]),  # type: ignore[index]
        "orientation": (scene.Grid, "orientation", body_of("Grid")),
        "mark": (scene.Kind, "mark", re.search(r"\bmark: ([^;]*);", body_of("Kind"))[1]),  # type: ignore[index]
        "figure": (scene.Kind, "figure", re.search(r"\bfigure\?: ([^;]*);", body_of("Kind"))[1]),  # type: ignore[index]
        "steps": (None, "", re.search(r"type Step = ([^;]*);", PROTOCOL)[1]),  # type: ignore[index]
    }
    owner, name, text = pairs[field]
    literal = scene.Step if owner is None else get_type_hints(owner)[name]
    assert set(literal.__args__) == set(re.findall(r'"(\w*)"', text))


def test_both_sides_leave_out_the_same_empty_fields() -> None:
    (body,) = re.findall(r"export const EMPTY = (\{.*?\}) as const;", PROTOCOL, re.DOTALL)
    theirs = json.loads(re.sub(r",\s*\}", "}", re.sub(r"(\w+):", r'"\1":', body)))
    assert list(theirs.items()) == list(scene.EMPTY.items())


def test_the_front_end_fills_every_field_in_again_where_it_may_be_left_out() -> None:
    text = without_comments((JS / "scene.ts").read_text("utf-8"))
    filled = {(cls, name) for cls, body in re.findall(r"fill<(\w+)>\(\{(.*?)\},", text) for name in fill_names(body)}
    may_miss = {(name, field) for name, cls in TYPED_DICTS.items() for field in typed_dict(cls) if field in scene.EMPTY}
    assert filled == may_miss


def fill_names(body: str) -> list[str]:
    """The keys of ``ability, goals: [...goals]``."""
    return [part.split(":")[0].strip() for part in body.split(", ") if part.strip()]


@pytest.mark.parametrize("empty", scene.EMPTY)
def test_only_what_is_empty_is_left_out(empty: str) -> None:
    for value in ([], [1], -1, 0, 3, None, False, True, {"a": 1}):
        left_out = type(value) is type(scene.EMPTY[empty]) and value == scene.EMPTY[empty]
        for wrapped in (lambda part: part, lambda part: {"seats": [part]}):
            part = {"faction": 0, empty: value, "text": ""}
            kept = {"faction": 0, "text": ""} if left_out else part
            assert scene.lean(wrapped(part)) == wrapped(kept)


def test_lists_and_numbers_are_sent_as_they_are() -> None:
    for value in ([[0, -1, 0]], [], 3, None, {"tree": {"S1": "c4 5"}, "steps": []}):
        assert scene.lean(value) == value


def test_messages_have_the_fields_of_the_front_end(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = recorded(monkeypatch)
    board = HexBoard()
    board._answer("a", 1, None)
    board._answer("a", 1, Refusal("R-1", "no", [(3, 2, 0)]))
    board.ping()
    board.notice("text")
    board._on_message(board, {"v": 1, "kind": "preview", "view": "a", "seq": 2, "rev": 0, "picks": []}, [])
    board._on_message(board, {"v": 1, "kind": "odds", "view": "a", "seq": 3, "rev": 0, "picks": []}, [])
    sent = [data["content"] for _, data in wire.sent if data.get("method") == "custom"]
    accepted, refused = re.findall(r'\{([^}]*kind: "answer"[^}]*)\}', PROTOCOL)
    kinds = ("ping", "notice", "preview", "table")
    others = [re.findall(rf'\{{([^}}]*kind: "{kind}"[^}}]*)\}}', PROTOCOL) for kind in kinds]
    declared = [accepted, refused, *(text for (text,) in others)]
    assert [set(message) for message in sent] == [set(fields_of(text)) for text in declared]
    assert [message["kind"] for message in sent] == ["answer", "answer", *kinds]
    assert [message.get("ok") for message in sent] == [True, False, None, None, None, None]


def test_every_word_that_the_front_end_says_is_in_the_catalogue() -> None:
    said = set()
    for path in JS.rglob("*.ts"):
        if path.is_relative_to(JS / "edit"):
            continue  # it has words of its own
        for call in re.findall(
            r"\bsay\(\s*[\w.]*words,([^;]*?)(?:,\s*\{|\))", without_comments(path.read_text("utf-8"))
        ):
            said |= set(re.findall(r'"(\w+)"', re.sub("`[^`]*`", "", call)))
    assert len(said) > 20
    assert said <= set(words("en"))


def test_a_bare_board_refuses_what_it_cannot_do(monkeypatch: pytest.MonkeyPatch) -> None:
    wire: Wire = recorded(monkeypatch)
    board = HexBoard()
    assert board.tool(Intent("tool", "a", 1, 0, ("hint",))) == Refusal("", "tool?")
    assert board.receive(Intent("undo", "a", 1, 0)) == Refusal("", "undo?")
    board._on_message(board, {"v": 1, "kind": "undo", "view": "a", "seq": 1, "rev": 0}, [])
    assert wire.sent[-1][1]["content"]["ok"] is False


def test_trees_of_picks_are_compact() -> None:
    picks = [("S1", "c4", 0), ("S1", "c4", 2), ("S1", "d5", 5), ("A1", "c4", 1)]
    assert scene.pick_tree(picks) == {"S1": "c4 5 d5 32", "A1": "c4 2"}
    assert scene.turn_masks({"c4": range(6)}) == "c4 63"
    assert scene.pick_tree([]) == {}
