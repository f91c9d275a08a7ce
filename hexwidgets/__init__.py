"""Two hex board games that live inside Jupyter.

>>> import hexwidgets as hw
>>> game = hw.MonsterHex("four", seed=7)
>>> game.to_move
'red'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import hexgrid
from .board.board import HexBoard
from .engine.faults import EditError, Event, Fault, IllegalMove, RecordError, StaleMove
from .engine.players import BotError, SeatView
from .engine.rules import GameType, Result, Rules
from .engine.waiting import NoBoardError
from .engine.words import add_language, begin_language, get_language, set_language
from .hexgrid import Hex, UnknownPlace
from .live import Game
from .plain import PlainView

__version__ = "0.1.0"

__all__ = [
    "ArenaDuel",
    "BotError",
    "EditError",
    "Event",
    "Fault",
    "Fighter",
    "Game",
    "GameType",
    "Goal",
    "Hex",
    "HexBoard",
    "HexSketch",
    "IllegalMove",
    "Line",
    "MonsterHex",
    "NoBoardError",
    "PlainView",
    "PlaytestPanel",
    "RecordError",
    "Result",
    "Rules",
    "Scenario",
    "SeatView",
    "StaleMove",
    "Stone",
    "Token",
    "Unit",
    "UnknownPlace",
    "add_language",
    "arenaduel",
    "begin_language",
    "bots",
    "compare",
    "find_puzzles",
    "from_code",
    "get_language",
    "hexgrid",
    "ladder",
    "lesson",
    "lessons",
    "load",
    "monsterhex",
    "quiz",
    "rulebook",
    "scenarios",
    "set_language",
    "simulate",
    "sweep",
    "teach",
    "workshop",
]

if TYPE_CHECKING:
    from . import arenaduel, monsterhex, teach
    from .arenaduel.arena import Fighter
    from .board.layers import Line, Token
    from .board.sketch import HexSketch
    from .comparison import compare
    from .games import (
        ArenaDuel,
        MonsterHex,
        Scenario,
        find_puzzles,
        from_code,
        lesson,
        lessons,
        load,
        quiz,
        rulebook,
        scenarios,
        workshop,
    )
    from .monsterhex.components import Goal, Stone, Unit
    from .playtest import bots
    from .playtest.ladder import ladder
    from .playtest.panel import PlaytestPanel
    from .playtest.simulate import simulate
    from .playtest.sweep import sweep
else:
    # A game is loaded when it is first named, so that the import stays quick however many there are;
    # and HexSketch brings NumPy along, so only those who sketch load it.
    _HOMES = {
        "ArenaDuel": "arenaduel.game",
        "Fighter": "arenaduel.arena",
        "Goal": "monsterhex.components",
        "HexSketch": "board.sketch",
        "Line": "board.layers",
        "MonsterHex": "monsterhex.game",
        "Scenario": "games",
        "Stone": "monsterhex.components",
        "Token": "board.layers",
        "Unit": "monsterhex.components",
        "PlaytestPanel": "playtest.panel",
        "arenaduel": "arenaduel",
        "bots": "playtest",
        "compare": "comparison",
        "find_puzzles": "games",
        "from_code": "games",
        "ladder": "playtest.ladder",
        "lesson": "games",
        "lessons": "games",
        "load": "games",
        "monsterhex": "monsterhex",
        "quiz": "games",
        "rulebook": "games",
        "scenarios": "games",
        "simulate": "playtest.simulate",
        "sweep": "playtest.sweep",
        "teach": "teach",
        "workshop": "games",
    }

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415

        home = import_module(f"{__name__}.{_HOMES[name]}")
        value = home if name == _HOMES[name] else getattr(home, name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
