"""What a search thinks of a seat's moves, or the solved ending tells of them, as a table for its board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .board.scene import Row, Table
from .engine.ending import Ending, Worth, signed
from .engine.faults import ENGINE, sentences
from .engine.thinking import Thought, Thoughts

if TYPE_CHECKING:
    from .live import Game

__all__ = ["SECONDS", "advice", "advise"]

SECONDS = 1.0  # of thinking for a hint


def advise(game: Game, seat: str, language: str) -> Table | None:
    """Think for ``seat`` and tell its best moves, as the table that a board shows; None where it has nothing to decide.

    A row's ``picks`` put its move on the board.
    """
    if seat not in game.rules.to_move(game.state):
        return None
    return advice(game, game.hint(seat, seconds=SECONDS), language)


def advice(game: Game, thoughts: Thoughts, language: str) -> Table:
    """The best moves of a hint as the table that a board shows.

    >>> from hexwidgets import ArenaDuel
    >>> duel = ArenaDuel(seed=7)
    >>> table = advice(duel, duel.hint("north", seconds=None, playouts=50, seed=1), "en")
    >>> table["columns"], "".join(table["rows"][0]["picks"]) == table["rows"][0]["label"]
    (['wins', 'of the playouts'], True)
    """
    if thoughts.ending is not None:
        return _solved(game, thoughts.ending, thoughts.heading(language), language)
    several = len(game.rules.to_move(game.state)) > 1
    facts = {"seat": thoughts.seat, "playouts": f"{thoughts.playouts:,}"}
    return {
        "heading": ENGINE.say("thoughts.heading", language, **facts),
        "note": ENGINE.say("thoughts.mixed" if several else "thoughts.note", language, **facts),
        "columns": [ENGINE.say(f"thoughts.{key}", language) for key in ("wins", "share")],
        "rows": [_row(game, thought) for thought in thoughts.shown],
    }


def _row(game: Game, thought: Thought) -> Row:
    value, share = f"{100 * thought.value:.1f}%", f"{100 * thought.share:.0f}%"
    cells = [(value, round(2 * thought.value - 1, 3), ""), (share, 0.0, "")]
    return {"label": str(thought.move), "cells": cells, "picks": game.scenery.picks(thought.move)}


def _solved(game: Game, ending: Ending, heading: str, language: str) -> Table:
    """What every move leads to, both sides playing their best; the note says the result and what it rests on."""
    return {
        "heading": heading,
        "note": sentences((ending.summary(language), ending.basis(language)), language),
        "columns": [ENGINE.say(f"ending.{key}", language) for key in ("wins", "points")],
        "rows": [_solved_row(game, ending, move, worth) for move, worth in ending.shown],
    }


def _solved_row(game: Game, ending: Ending, move: Any, worth: Worth) -> Row:
    won = (f"{100 * worth.win:.0f}%", round(2 * worth.win - 1, 3), "")
    ahead = (signed(worth.ahead), 1.0 if worth == ending.worth else 0.0, "")
    return {"label": str(move), "cells": [won, ahead], "picks": game.scenery.picks(move)}
