"""Two hex board games that live inside Jupyter.

>>> import hexwidgets as hw
>>> game = hw.MonsterHex("four", seed=7)
>>> game.to_move
'red'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import monsterhex
from .board.board import HexBoard
from .engine.faults import EditError, Event, Fault, IllegalMove, RecordError, StaleMove
from .engine.rules import GameType, Result, Rules
from .engine.waiting import NoBoardError
from .engine.words import get_language, set_language
from .hexgrid import Hex, UnknownPlace
from .live import Game, load
from .monsterhex.components import Stone, Unit
from .monsterhex.game import MonsterHex
from .plain import PlainView

if TYPE_CHECKING:
    from .board.sketch import HexSketch

__version__ = "0.1.0"

__all__ = [
    "EditError",
    "Event",
    "Fault",
    "Game",
    "GameType",
    "Hex",
    "HexBoard",
    "HexSketch",
    "IllegalMove",
    "MonsterHex",
    "NoBoardError",
    "PlainView",
    "RecordError",
    "Result",
    "Rules",
    "StaleMove",
    "Stone",
    "Unit",
    "UnknownPlace",
    "get_language",
    "load",
    "monsterhex",
    "set_language",
]


def __getattr__(name: str) -> Any:
    # ipycanvas brings NumPy along, so it is loaded only by those who sketch.
    if name == "HexSketch":
        from .board.sketch import HexSketch  # noqa: PLC0415

        return HexSketch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
