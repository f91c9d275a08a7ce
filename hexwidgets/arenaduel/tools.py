"""What a duel's boards tell besides the rules, where the duel is solved: the best play, and a review at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from ..board.board import Asked, Refusal
from ..board.scene import Row, Scene, Table
from ..engine.faults import ENGINE
from ..tools import Hint
from .arena import SEATS
from .explain import WORDS
from .notation import Move, Order
from .overlay import lay_chances, lay_costs, lay_mix, share
from .review import Seat, since_set_up
from .review_table import cost_cell, review_table, turn_table

if TYPE_CHECKING:
    from ..game_board import GameBoard
    from .game import ArenaDuel
    from .solution import Solution

__all__ = ["BestPlay", "DuelHint", "DuelReview"]

_EXACT = 1e-3  # a certified loss up to which values are told as exact: a tenth of a point


class BestPlay:
    """A switch that shows the best play: who will win how likely, the best mix of orders, what each order gives away.

    On the board that is a bar with its course over the game, fans where the best orders lead, their shares on the cards
    and, after each turn, what both orders cost; switching it on also lists all orders. It is there where the duel is
    solved: with the standard rules, and with others once ``duel.solve()`` was called. It goes by the position alone,
    never by an order that is not revealed. Between people with boards of their own the best mix would decide the duel,
    so there it is told only of the turn that is over; with ``between_people=True`` they have agreed to more.

    >>> import hexwidgets as hw
    >>> duel = hw.ArenaDuel(seed=7)
    >>> duel.tools.add(BestPlay(between_people=True))
    >>> board = hw.ArenaDuel(dice=[3, 3]).board(on=["best"])
    >>> board.status["chance"]
    [(0, 0.5), (1, 0.5)]
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
        """The position is solved."""
        return _solution(board.game) is not None

    def on(self, board: GameBoard) -> bool:
        """While it is shown."""
        return self.key in board.switched_on

    def advises(self, board: GameBoard) -> bool:
        """Whether it may tell at a board, before the turn is over, what is best."""
        game = board.game
        people = sum(not game.has_bot(seat) for seat in game.seats)
        return (board.seat is None or people < 2 or self.between_people) and self.offered(board)

    def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
        """Switch it on or off; on it is with all orders, whose rows put them on the board, unconfirmed."""
        del args, asked
        board.switch(self.key, not self.on(board))
        seat, solution = board.asked_first, _solution(board.game)
        if not self.on(board) or seat is None or solution is None or not self.advises(board):
            return None
        return best_play(solution, cast(Seat, seat), board.language)

    def lay_over(self, board: GameBoard, scene: Scene, language: str) -> None:
        """Add it to what the board shows."""
        duel: Any = board.game
        solution = _solution(duel)
        if solution is None:
            return
        nodes, advises = duel._history.past(), self.advises(board)
        lay_chances(scene, solution, nodes)
        for seat in board.deciding_here if advises else ():
            lay_mix(scene, duel.scenery, solution, duel.state, cast(Seat, seat), language)
        if advises or duel.phase != "pursue":  # AD-HIT-2: else the turn is not over
            lay_costs(scene, solution, nodes, language)


class DuelReview:
    """A button that looks back on a duel once it is over: what each order gave away, the worst one marked.

    Choosing a row shows that turn: where the board can go there the position, else what would have been best.
    """

    key = "review"

    def label(self, language: str) -> str:
        """What stands on the button."""
        return WORDS.say("review.button", language)

    def title(self, language: str) -> str:
        """What the button does."""
        return WORDS.say("review.title", language)

    def offered(self, board: GameBoard) -> bool:
        """The duel is over, and every position of it was solved."""
        duel: Any = board.game
        if duel.result is None or (solution := _solution(duel)) is None:
            return False
        nodes = since_set_up(duel._history.past())
        return len(nodes) > 1 and all(solution.covers(node.state) for node in nodes)

    def on(self, board: GameBoard) -> bool:
        """Never: it answers at once."""
        del board
        return False

    def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
        """The table of all turns; with the number of a decision, that one."""
        del asked
        duel: Any = board.game
        solution = _solution(duel)
        if solution is None:
            return Refusal("", ENGINE.say("tool.none", board.language))
        nodes = since_set_up(duel._history.past())
        by_number = {str(number): pair for number, pair in enumerate(pairwise(nodes))}
        here, node = by_number.get(str(args[0]), (None, None)) if args else (None, None)
        if here is None:
            return review_table(duel.review(), self.key, board.language)
        return None if board.go_to(here) else turn_table(solution, here, node, self.key, board.language)


class DuelHint(Hint):
    """The hint of an adviser that guesses, where the best play is not told or the adviser is the duel's own."""

    def offered(self, board: GameBoard) -> bool:
        """Where there is an adviser, and nothing better."""
        if not super().offered(board):
            return False
        best = board.game.tools.get(BestPlay.key)
        return "adviser" in vars(board.game) or not (isinstance(best, BestPlay) and best.advises(board))


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
    facts = {"move": str(move), "chance": share(chance), "points": f"{100 * cost:.1f}"}
    title = WORDS.say("best.in-mix" if chance else "best.out-of-mix", language, **facts)
    return {
        "label": str(move),
        "cells": [(share(chance) if chance else "", chance, title), cost_cell(cost, title)],
        "picks": [move.move, move.turn] if isinstance(move, Order) else [str(move)],
    }


def _solution(game: Any) -> Solution | None:
    """What is known of a duel's position without solving anything."""
    duel: ArenaDuel = game
    try:
        solution = duel.solution()
    except ValueError:
        return None
    return solution if solution.covers() else None
