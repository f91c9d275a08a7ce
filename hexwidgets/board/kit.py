"""What a board in edit mode is told besides its scene: what there is to put down, where, and what is wrong.

The front end's twin of this module is js/src/edit/protocol.ts; a test compares the two. As in scene.py ``at`` is an
index into ``Grid.places``. A group, like a place, is somewhere that a thing can be put, and no group has the name of
a place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypedDict

from hexwidgets.catalogues import catalogue

__all__ = ["Bench", "Flaw", "Group", "Item", "Kit", "Look", "Menu", "Option", "Row", "Thing", "editor_words", "menu"]

Look = tuple[Literal["kind", "gem", "counter", "rock", "obstacle"], int]
Option = tuple[str, str, int]  # value (perhaps the key of a card that tells more), label, whether it holds


class Thing(TypedDict):
    """Something that can be put down: its name in picks, and what it looks like; ``onto`` is the area that takes it.

    ``look`` is ("kind", kind), ("gem", gem), ("counter", 1 or -1), ("rock", points) or ("obstacle", 0); ``sort`` is
    what groups take it as. Of some things there is ``plenty``: putting one down leaves as many as before.
    """

    key: str
    label: str
    look: Look
    onto: str
    sort: str
    plenty: bool


class Item(TypedDict):
    """A line of a menu: the picks that it stands for, "@" in them is the place; ``key`` is the key that does it too."""

    label: str
    key: str
    picks: list[str | int]


class Menu(TypedDict):
    """What can be done to a "token", a "rock", the "gems" of a site, or a place of a kind: "cell", "obstacle"..."""

    on: str
    items: list[Item]


def menu(on: str, label: Callable[[str], str], *items: tuple[Any, ...]) -> Menu:
    """A menu of items (name, key, pick, ...); ``label`` says what an item of that name does."""
    return {"on": on, "items": [{"label": label(name), "key": key, "picks": picks} for name, key, *picks in items]}


class Kit(TypedDict):
    """What does not change while a position is set up; ``areas`` [at...] by name."""

    things: list[Thing]
    areas: dict[str, list[int]]
    menus: list[Menu]
    words: dict[str, str]


class Group(TypedDict):
    """Things that lie together beside the board, as indices of `Kit.things`; it takes things of some sorts.

    ``faction`` is whose they are, -1 where they are nobody's.
    """

    key: str
    label: str
    faction: int
    takes: list[str]
    things: list[int]


class Row(TypedDict):
    """A line of the form: a number, one of some options, or any of them.

    ``value`` is the number, in a right position from ``low`` to ``high``.
    """

    key: str
    label: str
    sort: Literal["number", "one", "many"]
    value: int
    low: int
    high: int
    options: list[Option]


class Flaw(TypedDict):
    """Something that is wrong, the rule that says so, and where it is to be seen: at places, in rows and groups."""

    text: str
    rule: str
    places: list[int]
    rows: list[str]


class Bench(TypedDict):
    """How the draft stands; ``note`` tells what was lost when the game moved on."""

    groups: list[Group]
    rows: list[Row]
    flaws: list[Flaw]
    changed: bool
    note: str


def editor_words(language: str) -> dict[str, str]:
    """What the editor itself says, in a language."""
    return catalogue("hexwidgets.board.words.editor", language).packed
