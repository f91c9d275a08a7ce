"""The typed primitives a view may use: what the board's traits hold.

The front end's twin of this module is js/src/protocol.ts, where each field is told in full; a test
compares the two. ``at`` is an index into ``Grid.places``, a kind one into ``Grid.kinds``, a gem one
into ``Grid.gems``, a faction one into ``Grid.factions``. Turns are sixths, counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NotRequired, TypedDict

__all__ = [
    "EMPTY", "PROTOCOL", "Beat", "Card", "Event", "Faction", "Gem", "Grid", "Handover", "Kind", "Marks", "Node",
    "Outcome", "Picks", "Place", "Row", "Scene", "Seat", "Status", "Step", "Table", "Tool", "Tray", "lean", "pick_tree",
    "turn_masks",
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
    "lives": 0,
    "confirm": False,
    "preset": [],
    "refused": [],
    "committed": [],
    "story": [],
}


class Place(TypedDict):
    """A place of the board: something that can hold a token, or a site, or nothing.

    ``turn`` is the direction in which one comes in through a door.
    """

    name: str
    q: int
    r: int
    kind: Literal["cell", "start", "large", "small", "void", "wall", "door", "obstacle"]
    points: NotRequired[int]
    touches: NotRequired[list[int]]
    turn: NotRequired[int]


class Faction(TypedDict):
    """One side, told by name, letter and emblem; ``name`` is also its colour in the palette."""

    name: str
    label: str
    letter: str
    emblem: Literal["triangle", "disc", "diamond", "square"]


class Kind(TypedDict):
    """A sort of token; ``edges`` are its six powers by direction at turn 0.

    Of a fighter they are the dice it throws at an enemy in that direction, counted from its facing.
    """

    key: str
    faction: int
    rank: str
    mark: Literal["", "star", "dot"]
    edges: list[int]
    figure: NotRequired[Literal["fighter"]]


class Gem(TypedDict):
    """A stone; ``key`` is the pick that takes it."""

    key: str
    colour: str
    points: int


class Card(TypedDict):
    """A card: an ability to take, a goal, or a part of an order; ``key`` is the pick that takes it.

    ``act`` is what the card does to the token of the one who plays it: ``("go", direction, steps)``, the direction
    counted from its facing, or ``("turn", sixths)``.
    """

    key: str
    label: str
    text: str
    points: int
    pattern: list[tuple[int, int, str]]
    act: NotRequired[tuple[Literal["go"], int, int] | tuple[Literal["turn"], int]]


class Grid(TypedDict):
    """What never changes on a board: sent once. ``ask`` is said above the cards, the board fills in ``{faction}``."""

    seat: str | None
    note: str
    game: str
    orientation: Literal["pointy", "flat"]
    places: list[Place]
    factions: list[Faction]
    kinds: list[Kind]
    gems: list[Gem]
    cards: list[Card]
    ask: NotRequired[str]


class Marks(TypedDict):
    """What lies on the board besides tokens.

    ``stones`` [at, points], ``gems`` [at, gem...], ``done`` [at, winner or -1], ``notes`` [at, text],
    ``heat`` [at, 0..1], ``fans`` [at, direction, 0..1, faction]: how likely it is best to end there, facing so.
    """

    stones: list[list[int]]
    gems: list[list[int]]
    done: list[list[int]]
    last: list[int]
    notes: list[tuple[int, str]]
    heat: list[tuple[int, float]]
    fans: NotRequired[list[tuple[int, int, float, int]]]


class Seat(TypedDict):
    """A seat's row: ``hand`` lists kinds, or is their number where they are hidden from this board.

    Where there are ``lives``, ``score`` is what is left of so many.
    """

    faction: int
    score: int
    gems: list[int]
    hand: list[int] | int
    deck: int
    ability: int
    goals: list[int] | int
    lives: int


class Tray(TypedDict):
    """Everything beside the board; ``goals`` [card, holder or -1, faction, points, faction, points, ...]."""

    seats: list[Seat]
    goals: list[list[int]]


Node = dict[str, Any] | str | Literal[1]
Step = Literal["hand", "place", "turn", "gem", "card", "button", "seat"]


class Picks(TypedDict):
    """What may be chosen next: the levels' sorts, a tree of what is legal, and words to pick instead.

    A level "seat" says for whom. ``confirm``: choices of all levels are made in any order and sent only when they are
    committed. ``preset``: paths chosen to begin with, "" for not yet. ``refused``: [path joined by "/", rule, text] of
    what exists, but may not be chosen now. ``shares``: [path joined by "/", 0..1], how likely it is best to choose it.
    """

    steps: list[Step]
    tree: Node
    also: list[str]
    confirm: bool
    preset: list[list[str]]
    refused: list[tuple[str, str, str]]
    shares: NotRequired[list[tuple[str, float]]]


class Event(TypedDict):
    """The last thing that happened, with the rule it rests on."""

    text: str
    rule: str


class Beat(TypedDict):
    """One thing that the last turn did: what stands first in its line, the words, and the rule it rests on.

    What moves is there only where the position was just played: ``tokens`` as all stand from here on, ``cards``
    [faction, key...] laid open, ``dice`` [faction, face...], ``hurt`` [faction, amount].
    """

    lead: str
    text: str
    rule: str
    tokens: NotRequired[list[list[int]]]
    cards: NotRequired[list[tuple[Any, ...]]]
    dice: NotRequired[list[list[int]]]
    hurt: NotRequired[list[tuple[int, int]]]


class Handover(TypedDict):
    """A hot seat waits for the next person before a hand is shown."""

    faction: int
    text: str
    button: str


class Outcome(TypedDict):
    """How the game ended, in words."""

    heading: str
    lines: list[str]


class Tool(TypedDict):
    """A button by which Python does or tells something; ``on`` where that is on show now."""

    key: str
    label: str
    title: str
    on: NotRequired[bool]


class Status(TypedDict):
    """Who decides what, and what may be done; ``judged`` [at, first, second, faction, total, ...].

    ``kept`` tells why the last decision may not be taken back at a board, where it may not.
    ``committed`` lists the factions whose order is in, as far as this board may know; ``story`` tells the last turn.
    ``tools`` is there where somebody answers: then ids of rules may be asked about, too. ``hears``: somebody wants to
    know of attempts at what is in ``Picks.refused``.
    ``tools`` is there where somebody answers: then ids of rules may be asked about, too.
    ``chance`` [faction, 0..1] tells who will win how likely, and ``course`` what the first of them had so far.
    """

    turn: int | None
    placing: int | None
    phase: str
    heading: str
    prompt: str
    event: Event | None
    judged: list[list[int]]
    undo: bool
    kept: NotRequired[str]
    redo: bool
    handover: Handover | None
    result: Outcome | None
    committed: list[int]
    story: list[Beat]
    tools: NotRequired[list[Tool]]
    hears: NotRequired[bool]
    chance: NotRequired[list[tuple[int, float]]]
    course: NotRequired[list[float]]


class Scene(TypedDict):
    """One position as a board shows it."""

    tokens: list[list[int]]
    marks: Marks
    tray: Tray
    picks: Picks
    status: Status


class Row(TypedDict):
    """A line of a table; cells are [text, tone from -1 to 1 (good for the one who asked), title], one a column.

    A row with ``picks`` stands for a move that may be chosen by it; one with ``ask`` (a tool and what it is to tell)
    asks on.
    """

    label: str
    cells: list[tuple[str, float, str]]
    picks: NotRequired[list[str]]
    ask: NotRequired[list[str]]


class Table(TypedDict):
    """What Python tells on being asked: the odds of a plan, hints, a rule (a heading and a note without rows)."""

    heading: str
    note: str
    columns: list[str]
    rows: list[Row]


def lean(value: Any) -> Any:
    """A part of a scene without the fields that are empty."""
    if isinstance(value, list):
        return [lean(item) if isinstance(item, dict) else item for item in value]
    if not isinstance(value, dict):
        return value
    return {k: lean(v) if k == "seats" else v for k, v in value.items() if not _is_empty(k, v)}


def _is_empty(name: str, value: Any) -> bool:
    return name in EMPTY and type(value) is type(EMPTY[name]) and value == EMPTY[name]


def turn_masks(turns: Mapping[str, Iterable[int]]) -> str:
    """The compact form of a level of turns: ``{"c4": (0, 2)}`` becomes ``"c4 5"``."""
    return " ".join(f"{key} {sum(1 << turn for turn in which)}" for key, which in turns.items())


def pick_tree(picks: Iterable[tuple[str, str, int]]) -> dict[str, str]:
    """The tree of picks (unit, place, turn): ``{"S1": "c4 63 d5 21"}``."""
    tree: dict[str, dict[str, list[int]]] = {}
    for key, place, turn in picks:
        tree.setdefault(key, {}).setdefault(place, []).append(turn)
    return {key: turn_masks(level) for key, level in tree.items()}
