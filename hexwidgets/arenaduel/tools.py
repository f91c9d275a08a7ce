"""What a duel's boards tell besides the rules: the best play, where the duel is solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

from ..board.board import Asked, Refusal
from ..board.scene import Row, Table
from ..engine.faults import ENGINE
from ..tools import Hint
from .arena import SEATS
from .explain import WORDS
from .notation import Move, Order

if TYPE_CHECKING:
    from ..game_board import GameBoard
    from .game import ArenaDuel
    from .solution import Solution

__all__ = ["BestPlay", "DuelHint"]

Seat = Literal["north", "south"]

MINUS = "\N{MINUS SIGN}"
_EXACT = 1e-3  # a certified loss up to which values are told as exact: a tenth of a point
_MISTAKE = 0.05  # of the probability to win: a cost in full red


class BestPlay:
    """A button that tells the best mix of orders of the one who is asked first, and what each order gives away.

    It is there where the duel is solved: with the standard rules, and with others once ``duel.solve()`` was called. It
    goes by the position alone, never by an order that is not revealed. Between people with boards of their own it would
    decide the duel, so there it is offered only with ``between_people=True``; `duel.review()` tells them afterwards.

    >>> import hexwidgets as hw
    >>> duel = hw.ArenaDuel(seed=7)
    >>> duel.tools.add(BestPlay(between_people=True))
    """

    key = "best"

    def __init__(self, between_people: bool = False) -> None:
        self.between_people = between_people

    def __repr__(self) -> str:
        return f"{type(self).__name__}(between_people={self.between_people})"

    def label(self, language: str) -> str:
        """What stands on the button."""
        return WORDS.say("best.button", language)

    def title(self, language: str) -> str:
        """What the button does."""
        return WORDS.say("best.title", language)

    def offered(self, board: GameBoard) -> bool:
        """Somebody decides here, the position is solved, and no person sits on the other side."""
        if board.asked_first is None:
            return False
        game = board.game
        people = sum(not game.has_bot(seat) for seat in game.seats)
        if board.seat is not None and people > 1 and not self.between_people:
            return False
        return _solution(game) is not None

    def on(self, board: GameBoard) -> bool:
        """Never: it answers at once."""
        del board
        return False

    def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
        """The table of the best play; choosing one of its rows puts the order on the board, unconfirmed."""
        del args, asked
        seat, solution = board.asked_first, _solution(board.game)
        if seat is None or solution is None:
            return Refusal("", ENGINE.say("tool.none", board.language))
        return best_play(solution, cast(Seat, seat), board.language)


class DuelHint(Hint):
    """The hint of an adviser that guesses, where the best play is not known or the adviser is the duel's own."""

    def offered(self, board: GameBoard) -> bool:
        """Where there is an adviser, and nothing better."""
        if not super().offered(board):
            return False
        best = board.game.tools.get(BestPlay.key)
        return "adviser" in vars(board.game) or best is None or not best.offered(board)


def best_play(solution: Solution, seat: Seat, language: str) -> Table:
    """The value of a solution's position for a seat, and its orders: those of the best mix, then by what they cost."""
    mix, costs = solution.policy(seat), solution.costs(seat)
    value = solution.value() if seat == SEATS[0] else 1 - solution.value()
    moves = sorted(costs, key=lambda move: (-mix.get(move, 0), costs[move]))
    loss = solution.certificate.loss
    note = WORDS.say("best.note", language, seat=seat)
    if loss > _EXACT:
        note += WORDS.say("best.estimate", language, loss=f"{100 * loss:.1g}")
    return {
        "heading": WORDS.say("best.heading", language, seat=seat, value=f"{100 * value:.1f}"),
        "note": note,
        "columns": [WORDS.say(f"best.{column}", language) for column in ("chance", "cost")],
        "rows": [_row(move, mix.get(move, 0), max(costs[move], 0), language) for move in moves],
    }


def _row(move: Move, chance: float, cost: float, language: str) -> Row:
    points = f"{100 * cost:.1f}"
    title = WORDS.say(
        "best.in-mix" if chance else "best.out-of-mix", language, move=str(move), chance=_share(chance), points=points
    )
    return {
        "label": str(move),
        "cells": [
            (_share(chance) if chance else "", chance, title),
            ("0" if points == "0.0" else f"{MINUS}{points}", -min(cost / _MISTAKE, 1), title),
        ],
        "picks": [move.move, move.turn] if isinstance(move, Order) else [str(move)],
    }


def _share(chance: float) -> str:
    """A probability in percent; what is not nothing is not told as 0."""
    return f"{100 * chance:.0f}%" if chance >= 0.005 or not chance else "<1%"


def _solution(game: Any) -> Solution | None:
    """What is known of a duel's position without solving anything."""
    duel: ArenaDuel = game
    try:
        solution = duel.solution()
    except ValueError:
        return None
    return solution if solution.covers() else None
