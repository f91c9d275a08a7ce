"""A review as tables for a board: all turns with what both orders cost, and one with what would have been best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..board.scene import Row, Table
from ..engine.faults import sentences
from ..engine.tables import percent
from .arena import SEATS
from .explain import WORDS
from .overlay import share
from .review import Choice, Decision, Review, Seat, decision

if TYPE_CHECKING:
    from .solution import Solution

__all__ = ["cost_cell", "review_table", "turn_table"]

_MINUS = "\N{MINUS SIGN}"
_MISTAKE = 0.05  # of the probability to win: a cost in full red
_WORST = "??"  # after an order, as game notation has it

Cell = tuple[str, float, str]


def cost_cell(cost: float, title: str) -> Cell:
    """What an order gives away, in points of the probability to win."""
    points = f"{100 * cost:.1f}"
    return ("0" if points == "0.0" else f"{_MINUS}{points}", -min(cost / _MISTAKE, 1), title)


def review_table(review: Review, tool: str, language: str) -> Table:
    """A row for each decision: its turn, and both orders with what they cost. Choosing it asks ``tool`` about it."""
    worst = max((c.cost for d in review.decisions for c in d.choices.values()), default=0)
    rows = [
        Row(
            label=str(one.turn),
            cells=[cell for seat in SEATS for cell in _cells(one.choices.get(seat), worst, language)],
            ask=[tool, str(number)],
        )
        for number, one in enumerate(review.decisions)
    ]
    cost = WORDS.say("review.cost", language)
    told = [WORDS.say("review.sentence", language, told=total) for total in review.totals(language)]
    told.append(WORDS.say("review.table-note", language, worst=_WORST))
    return {
        "heading": WORDS.say("review.heading", language),
        "note": sentences(told, language),
        "columns": [text for seat in SEATS for text in (WORDS.say(f"seat.{seat}", language), cost)],
        "rows": rows,
    }


def _cells(choice: Choice | None, worst: float, language: str) -> list[Cell]:
    if choice is None:
        return [("", 0, ""), ("", 0, "")]
    is_worst = choice.cost == worst > 0
    facts = {"move": str(choice.move), "chance": share(choice.probability), "points": f"{100 * choice.cost:.1f}"}
    title = WORDS.say("best.in-mix" if choice.probability else "best.out-of-mix", language, **facts)
    if is_worst:
        title = WORDS.say("review.biggest", language, told=title)
    return [(f"{choice.move}{_WORST if is_worst else ''}", 0, title), cost_cell(choice.cost, title)]


def turn_table(solution: Solution, here: Any, node: Any, tool: str, language: str) -> Table:
    """One decision: the best mix of each seat that decided, and what it chose, with shares and costs."""
    told = decision(solution, here, node)
    rows = [row for seat in told.choices for row in _orders(solution, here.state, cast(Seat, seat), told, language)]
    rows.append({"label": WORDS.say("review.all", language), "cells": [("", 0, ""), ("", 0, "")], "ask": [tool]})
    facts = {"turn": told.turn, "before": percent(told.before), "after": percent(told.after)}
    return {
        "heading": WORDS.say("review.of-turn", language, seat=SEATS[0], **facts),
        "note": "",
        "columns": [WORDS.say(f"best.{column}", language) for column in ("chance", "cost")],
        "rows": rows,
    }


def _orders(solution: Solution, state: Any, seat: Seat, told: Decision, language: str) -> list[Row]:
    mix, costs, chosen = solution.policy(seat, state), solution.costs(seat, state), told.choices[seat].move
    moves = sorted({*mix, chosen}, key=lambda move: -mix.get(move, 0))
    rows = []
    for move in moves:
        label = WORDS.say("review.chosen" if move == chosen else "review.order", language, seat=seat, move=str(move))
        chance = mix.get(move, 0)
        cost = cost_cell(max(costs[move], 0), "")
        rows.append(Row(label=label, cells=[(share(chance) if chance else "", chance, ""), cost]))
    return rows
