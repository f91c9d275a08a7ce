"""The two descriptions of what an editor is told, Python's and the front end's, say the same."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.board import kit
from hexwidgets.editor import EditorBoard

from .test_protocol import JS, fields_of, typed_dict, without_comments

PROTOCOL = without_comments((JS / "edit/protocol.ts").read_text("utf-8"))
NAMES = ("Thing", "Item", "Menu", "Kit", "Group", "Row", "Flaw", "Bench")
GAMES = {
    "arenaduel": lambda: hw.ArenaDuel(seed=7),
    "monsterhex": lambda: hw.MonsterHex("four", seed=7, abilities=True, goals=True),
    "shared": lambda: hw.MonsterHex("two-shared", seed=7),
}


def interface(name: str) -> dict[str, bool]:
    found = re.search(rf"export interface {name} {{\n(.*?)\n}}", PROTOCOL, re.DOTALL)
    assert found, f"edit/protocol.ts has no interface {name}"
    return fields_of(found[1])


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_declare_the_same_fields(name: str) -> None:
    assert typed_dict(getattr(kit, name)) == interface(name)


def test_an_editor_has_the_traits_of_the_front_end() -> None:
    (theirs,) = re.findall(r"interface EditTraits extends Traits {\n(.*?)\n}", PROTOCOL, re.DOTALL)
    mine = set(EditorBoard.class_trait_names(sync=True)) - set(hw.HexBoard.class_trait_names(sync=True))
    assert mine == set(fields_of(theirs))
    assert not any(EditorBoard.class_traits()[name].metadata["echo_update"] for name in mine)


def test_both_sides_know_the_same_looks() -> None:
    (theirs,) = re.findall(r"type Look = \[([^,]*),", PROTOCOL)
    ours = kit.Look.__args__[0].__args__  # type: ignore[attr-defined]
    assert set(ours) == set(re.findall(r'"(\w+)"', theirs))


def test_the_editors_words_are_flat_and_the_same_in_every_language() -> None:
    files = {language: kit.editor_words(language) for language in ("en", "ja")}
    assert files["en"].keys() == files["ja"].keys()
    for key, text in files["en"].items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", files["ja"][key])), key
        assert re.search("[\u3040-\u30ff\u4e00-\u9fff]", files["ja"][key]), key


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", GAMES)
def test_what_an_editor_is_told_fits_together(name: str, language: str) -> None:
    """Every index points somewhere, every sort has a group or none needs one, and names are not ambiguous."""
    board = GAMES[name]().board(edit=True, language=language)
    grid, told, bench = board.grid, json.loads(json.dumps(board.kit)), json.loads(json.dumps(board.bench))
    places = {place["name"] for place in grid["places"]}
    keys = [thing["key"] for thing in told["things"]]
    assert len(keys) == len(set(keys))
    assert places.isdisjoint({*keys, *(group["key"] for group in bench["groups"])})
    for area in told["areas"].values():
        assert all(0 <= at < len(grid["places"]) for at in area)
    sorts = {"kind": grid["kinds"], "gem": grid["gems"]}
    for thing in told["things"]:
        look, n = thing["look"]
        assert look not in sorts or 0 <= n < len(sorts[look])
        assert thing["onto"] in told["areas"]
        assert thing["label"]
    for group in bench["groups"]:
        assert all(0 <= index < len(keys) for index in group["things"])
        assert -1 <= group["faction"] < len(grid["factions"])
    hotkeys: dict[str, Any] = {}
    for menu in told["menus"]:
        assert [item["key"] for item in menu["items"] if item["key"]] == list(
            dict.fromkeys(item["key"] for item in menu["items"] if item["key"])
        )
        hotkeys[menu["on"]] = menu["items"]
        assert all("@" in item["picks"] and item["label"] for item in menu["items"])
    assert "token" in hotkeys
    for row in bench["rows"]:
        assert row["sort"] == "number" or row["options"]
        assert row["sort"] != "one" or sum(on for _, _, on in row["options"]) == 1
