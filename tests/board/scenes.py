"""Scenes made by hand, as a view would make them."""

from __future__ import annotations

from typing import Any

from hexwidgets.hexgrid import Hex, Labels, disk, ring

__all__ = ["duel", "middle", "scene_with"]

EDGES = {"S1": "545343", "A1": "554232", "B2": "442314", "C1": "432123"}
FACTIONS = (
    ("red", "Red", "triangle"),
    ("blue", "Blue", "disc"),
    ("yellow", "Yellow", "diamond"),
    ("green", "Green", "square"),
)
SITES = {Hex(2, 0): "large", Hex(-2, 0): "large", Hex(0, 0): "void", Hex(1, 0): "start", Hex(-1, 2): "large"}
SMALL = (Hex(4, -2), Hex(-4, 2))
MARKS: dict[str, Any] = {"stones": [], "gems": [], "done": [], "last": [], "notes": [], "heat": []}


def _places() -> list[dict[str, Any]]:
    cells = [*disk(Hex(0, 0), 3), *SMALL]
    labels = Labels(cells)
    places: list[dict[str, Any]] = [
        {"name": labels[cell], "q": cell.q, "r": cell.r, "kind": "small" if cell in SMALL else SITES.get(cell, "cell")}
        for cell in cells
    ]
    for place, cell in zip(places, cells, strict=True):
        if cell in SMALL:
            place["touches"] = [cells.index(near) for near in cell.neighbours() if near in cells]
            place["points"] = 1
    return places


def middle() -> tuple[dict[str, Any], dict[str, Any]]:
    """A position with all that can lie on a board of units."""
    places = _places()
    by_kind = {
        kind: [i for i, place in enumerate(places) if place["kind"] == kind] for kind in ("cell", "large", "small")
    }
    kinds = [
        {"key": key, "faction": i, "rank": key[0], "mark": {"S": "star", "B": "dot"}.get(key[0], ""),
         "edges": [int(edge) for edge in edges]}
        for i in range(len(FACTIONS))
        for key, edges in EDGES.items()
    ]  # fmt: skip
    cells = by_kind["cell"]
    tokens = [[cell, i % len(kinds), i % 6] for i, cell in enumerate(cells[:20])]
    tokens[3].append(2)
    tokens[8].append(-1)
    sites, small = by_kind["large"], by_kind["small"]
    card = {"label": "Enchant", "text": "", "points": 0, "pattern": []}
    grid = {
        "seat": None,
        "note": "Open table",
        "game": "toy",
        "orientation": "pointy",
        "places": places,
        "factions": [{"name": n, "label": label, "letter": label[0], "emblem": e} for n, label, e in FACTIONS],
        "kinds": kinds,
        "gems": [
            {"key": f"{c[0].upper()}{n}", "colour": c, "points": n}
            for n, c in enumerate(("red", "blue", "yellow", "green", "none"), 1)
        ],
        "cards": [{"key": "enchant", **card}, {"key": "goal:1", **card, "label": "Line of three", "points": 2}],
    }
    scene = {
        "tokens": tokens,
        "marks": {
            **MARKS,
            "gems": [[sites[0], 0, 2], [sites[1], 1, 3, 4]],
            "done": [[sites[2], 1], [small[0], -1], [small[1], 2]],
            "stones": [[cells[22], 2]],
            "last": [tokens[4][0]],
            "heat": [[cells[23], 0.25], [cells[24], 1]],
        },
        "tray": {
            "seats": [
                {
                    "faction": i,
                    "score": 3 * i,
                    "gems": [i],
                    "hand": [4 * i, 4 * i + 2],
                    "deck": 2,
                    "ability": 0 if i == 1 else -1,
                    "goals": i % 2,
                }
                for i in range(len(FACTIONS))
            ],
            "goals": [[1, -1, 0, 2, 1, 0], [1, 2, 2, 4]],
        },
        "status": {
            "turn": 3,
            "heading": "Round 5 / 8",
            "prompt": "Green places a unit",
            "event": {"text": "Blue placed C2 on e6.", "rule": "MH-PLACE-3"},
        },
    }
    return grid, scene


def duel(lives: int = 5) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two fighters between walls, one with an order that is in."""
    inside = disk(Hex(0, 0), 1)
    places: list[dict[str, Any]] = [
        {"name": label, "q": cell.q, "r": cell.r, "kind": "cell"}
        for cell, label in ((cell, Labels(inside)[cell]) for cell in inside)
    ]
    places += [{"name": str(cell), "q": cell.q, "r": cell.r, "kind": "wall"} for cell in ring(Hex(0, 0), 2)]
    places[-1] |= {"kind": "door", "turn": 2}
    places[0]["kind"] = "obstacle"
    factions = [
        {"name": "north", "label": "North", "letter": "N", "emblem": "triangle"},
        {"name": "south", "label": "South", "letter": "S", "emblem": "disc"},
    ]
    kinds = [
        {
            "key": faction["name"],
            "faction": i,
            "rank": faction["letter"],
            "mark": "",
            "edges": [3, 2, 1, 0, 1, 2],
            "figure": "fighter",
        }
        for i, faction in enumerate(factions)
    ]
    grid = {
        "seat": None, "note": "", "game": "toy", "orientation": "flat", "places": places, "factions": factions,
        "kinds": kinds, "gems": [], "cards": [],
    }  # fmt: skip
    seats = [
        {"faction": i, "score": 3 + i, "gems": [], "hand": 0, "deck": 0, "lives": lives} for i in range(len(factions))
    ]
    story = [{"lead": "6 5 2 / 6 3", "text": "combat 3 : 2 dice, North wins", "rule": "AD-DICE-2"}]
    status = {"turn": None, "heading": "Turn 6", "prompt": "", "event": None, "committed": [0], "story": story}
    scene = {"tokens": [[2, 0, 5], [5, 1, 2]], "marks": MARKS, "tray": {"seats": seats, "goals": []}, "status": status}
    return grid, scene


def scene_with(one: str, other: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A position where every text is one of two."""
    grid, scene = middle()
    for rows in ("places", "factions", "kinds", "gems", "cards"):
        texts = {"name", "label", "letter", "rank", "key", "text", "colour"}
        grid[rows] = [{k: one if k in texts else v for k, v in row.items()} for row in grid[rows]]
    grid["note"] = other
    scene["status"] = {
        "turn": 0,
        "heading": one,
        "prompt": other,
        "event": {"text": other, "rule": one},
        "story": [{"lead": one, "text": other, "rule": one}],
        "result": {"heading": other, "lines": [one, other]},
        "handover": {"faction": 0, "text": one, "button": other},
    }
    return grid, scene
