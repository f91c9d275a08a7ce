"""What a person does on a board for any purpose, as its page tells it; checked field by field, for a page may lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hexwidgets.hexgrid import Hex

from .cells import Cells
from .intents import BadIntent, is_count, is_text
from .scene import PROTOCOL

__all__ = ["Button", "Click", "Hover", "Paint", "Phase", "read_gesture"]

Button = Literal["left", "middle", "right"]
Phase = Literal["start", "move", "end"]

BUTTONS: tuple[Button, ...] = ("left", "middle", "right")
PHASES: tuple[Phase, ...] = ("start", "move", "end")
MODIFIERS = ("alt", "ctrl", "meta", "shift")
MOST_CELLS = 1024  # in one message of a stroke; a page sends more than one


@dataclass(frozen=True, slots=True)
class Click:
    """A cell was clicked, or chosen by Enter (then ``button`` is "left"). ``modifiers`` are keys held meanwhile."""

    cell: str
    hex: Hex
    button: Button
    modifiers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer has come to a cell, or left all of them: ``cell`` and ``hex`` are None then."""

    cell: str | None
    hex: Hex | None
    modifiers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Paint:
    """A stroke has come to more cells, in order, none twice in a row.

    ``phase`` is "start" for the first part of a stroke, "end" for the last, whose cells may be none.
    """

    cells: tuple[str, ...]
    hexes: tuple[Hex, ...]
    phase: Phase
    button: Button
    modifiers: frozenset[str]


Gesture: TypeAlias = Click | Hover | Paint


def read_gesture(content: Mapping[str, Any], cells: Cells) -> Gesture:
    """The gesture in a message; `BadIntent` says which field is wrong."""
    if content.get("v") != PROTOCOL or isinstance(content.get("v"), bool):
        raise BadIntent("v", content)
    if not is_text(content.get("view")):
        raise BadIntent("view", content)
    if not is_count(content.get("seq")):
        raise BadIntent("seq", content)
    kind = content.get("kind")
    held = frozenset(name for i, name in enumerate(MODIFIERS) if _below(content, "keys", 16) >> i & 1)
    if kind == "hover":
        if content.get("at") == -1 and not isinstance(content.get("at"), bool):
            return Hover(None, None, held)
        at = _below(content, "at", len(cells))
        return Hover(cells.names[at], cells.hexes[at], held)
    if kind not in ("click", "paint"):
        raise BadIntent("kind", content)
    button = BUTTONS[_below(content, "button", 3)]
    if kind == "click":
        at = _below(content, "at", len(cells))
        return Click(cells.names[at], cells.hexes[at], button, held)
    stroke = content.get("cells")
    if not isinstance(stroke, list) or len(stroke) > MOST_CELLS:
        raise BadIntent("cells", content)
    if not all(is_count(at) and at < len(cells) for at in stroke):
        raise BadIntent("cells", content)
    names, hexes = tuple(cells.names[at] for at in stroke), tuple(cells.hexes[at] for at in stroke)
    return Paint(names, hexes, PHASES[_below(content, "phase", 3)], button, held)


def _below(content: Mapping[str, Any], name: str, bound: int) -> int:
    value = content.get(name)
    if not is_count(value) or value >= bound:
        raise BadIntent(name, content)
    return value
