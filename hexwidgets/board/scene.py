"""The typed primitives a view may use: what the board's traits hold.

The front end's twin of this module is js/src/protocol.ts, where each field is told in full; a test
compares the two. ``at`` is an index into ``Grid.places``, a kind one into ``Grid.kinds``, a gem one
into ``Grid.gems``, a faction one into ``Grid.factions``. Turns are sixths, counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NotRequired, TypedDict

__all__ = [
    "EMPTY", "PROTOCOL", "Card", "Event", "Faction", "Gem", "Grid", "Handover", "Kind", "Marks", "Node", "Outcome",
    "Picks", "Place", "Scene", "Seat", "Status", "Step", "Tray", "lean", "pick_tree", "turn_masks",
]  # fmt: skip

PROTOCOL = 1

# What a field is when it was left out: a move is to be small on the wire. Twin of EMPTY in protocol.ts.
EMPTY: dict[str, Any] = {
    "stones": [],
    "heat": [],
    "ability": -1,
    "goals": [],
    "also": [],
    "judged": [],
    "handover": None,
    "result": None,
}


class Place(TypedDict):
    """A place of the board: something that can hold a token, or a site, or nothing."""

    name: str
    q: int
    r: int
    kind: Literal["cell", "start", "large", "small", "void"]
    points: NotRequired[int]
    touches: NotRequired[list[int]]


class Faction(TypedDict):
    """One side, told by name, letter and emblem; ``name`` is also its colour in the palette."""

    name: str
    label: str
    letter: str
    emblem: Literal["triangle", "disc", "diamond", "square"]


class Kind(TypedDict):
    """A sort of token; ``edges`` are its six powers by direction at turn 0."""

    key: str
    faction: int
    rank: str
    mark: Literal["", "star", "dot"]
    edges: list[int]


class Gem(TypedDict):
    """A stone; ``key`` is the pick that takes it."""

    key: str
    colour: str
    points: int


class Card(TypedDict):
    """A card: an ability to take, or a goal; ``key`` is the pick that takes it."""

    key: str
    label: str
    text: str
    points: int
    pattern: list[tuple[int, int, str]]


class Grid(TypedDict):
    """What never changes on a board: sent once."""

    seat: str | None
    note: str
    game: str
    orientation: Literal["pointy", "flat"]
    places: list[Place]
    factions: list[Faction]
    kinds: list[Kind]
    gems: list[Gem]
    cards: list[Card]


class Marks(TypedDict):
    """What lies on the board besides tokens.

    ``stones`` [at, points], ``gems`` [at, gem...], ``done`` [at, winner or -1], ``notes`` [at, text],
    ``heat`` [at, 0..1].
    """

    stones: list[list[int]]
    gems: list[list[int]]
    done: list[list[int]]
    last: list[int]
    notes: list[tuple[int, str]]
    heat: list[tuple[int, float]]


class Seat(TypedDict):
    """A seat's row: ``hand`` lists kinds, or is their number where they are hidden from this board."""

    faction: int
    score: int
    gems: list[int]
    hand: list[int] | int
    deck: int
    ability: int
    goals: list[int] | int


class Tray(TypedDict):
    """Everything beside the board; ``goals`` [card, holder or -1, faction, points, faction, points, ...]."""

    seats: list[Seat]
    goals: list[list[int]]


Node = dict[str, Any] | str | Literal[1]
Step = Literal["hand", "place", "turn", "gem", "card", "button"]


class Picks(TypedDict):
    """What may be chosen next: the levels' sorts, a tree of what is legal, and words to pick instead."""

    steps: list[Step]
    tree: Node
    also: list[str]


class Event(TypedDict):
    """The last thing that happened, with the rule it rests on."""

    text: str
    rule: str


class Handover(TypedDict):
    """A hot seat waits for the next person before a hand is shown."""

    faction: int
    text: str
    button: str


class Outcome(TypedDict):
    """How the game ended, in words."""

    heading: str
    lines: list[str]


class Status(TypedDict):
    """Who decides what, and what may be done; ``judged`` [at, first, second, faction, total, ...]."""

    turn: int | None
    placing: int | None
    phase: str
    heading: str
    prompt: str
    event: Event | None
    judged: list[list[int]]
    undo: bool
    redo: bool
    handover: Handover | None
    result: Outcome | None


class Scene(TypedDict):
    """One position as a board shows it."""

    tokens: list[list[int]]
    marks: Marks
    tray: Tray
    picks: Picks
    status: Status


def lean(value: Any) -> Any:
    """A part of a scene without the fields that are empty."""
    if isinstance(value, list):
        return [lean(item) if isinstance(item, dict) else item for item in value]
    if not isinstance(value, dict):
        return value
    return {k: lean(v) if k == "seats" else v for k, v in value.items() if k not in EMPTY or v != EMPTY[k]}


def turn_masks(turns: Mapping[str, Iterable[int]]) -> str:
    """The compact form of a level of turns: ``{"c4": (0, 2)}`` becomes ``"c4 5"``."""
    return " ".join(f"{key} {sum(1 << turn for turn in which)}" for key, which in turns.items())


def pick_tree(picks: Iterable[tuple[str, str, int]]) -> dict[str, str]:
    """The tree of picks (unit, place, turn): ``{"S1": "c4 63 d5 21"}``."""
    tree: dict[str, dict[str, list[int]]] = {}
    for key, place, turn in picks:
        tree.setdefault(key, {}).setdefault(place, []).append(turn)
    return {key: turn_masks(level) for key, level in tree.items()}
