"""A duel looked back on: what each order gave away, and what luck brought.

From one decision to the next the value of a duel changes by what the orders cost, by how well both happened to meet,
and by the dice. An order's cost is measured against the other side's best mix; what both costs do not explain of the
value of the two orders together is the luck of guessing, which is nothing on average where both play their best. The
rest is the dice of the turn and the next charge roll. So all of them together are every change from the start to the
result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from ..engine.dials import one_of
from ..engine.faults import sentences
from ..engine.rules import Result
from ..engine.tables import Page, Table, percent, points
from .arena import SEATS
from .explain import WORDS
from .notation import Move
from .review_chart import draw
from .solution import Certificate, Solution
from .state import ORDERING, State

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

__all__ = ["Choice", "Decision", "Review", "Seat", "decision", "review", "since_set_up"]

Seat = Literal["north", "south"]

_SIGNS = {"north": 1, "south": -1}
_TURNING = 0.1  # of the probability to win: a change that turns a duel
_POINTS = 3  # turning points that are told of
_TOLD = 5e-4  # a cost that shows in the first decimal of a point
_EXACT = 1e-3  # a certified loss up to which values are told as exact


@dataclass(frozen=True, slots=True)
class Choice:
    """What a seat decided: the ``move``, its ``probability`` in the best mix, the likeliest ``best`` move.

    ``cost`` is what the move gives away in probability to win, if the other side plays its best; ``worst`` is what the
    worst move would have.
    """

    move: Move
    best: Move
    probability: float
    cost: float
    worst: float


@dataclass(frozen=True, slots=True)
class Decision:
    """The orders of a turn, or a choice to pursue or hold, and what came of it.

    ``before`` and ``after`` are the probability that north wins, at this decision and at the next one (at the end 1, 0,
    or 0.5). ``choices`` has each seat that decided; ``met`` is the luck of guessing and ``dice`` that of the dice, both
    as north sees it.
    """

    turn: int
    before: float
    after: float
    choices: Mapping[str, Choice]
    met: float
    dice: float

    @property
    def change(self) -> float:
        """By how much north's probability to win has changed."""
        return self.after - self.before

    @property
    def parts(self) -> dict[str, float]:
        """The change by what made it: "north" and "south" for their costs, "met" and "dice"; they sum to it."""
        costs = {seat: -_SIGNS[seat] * choice.cost for seat, choice in self.choices.items()}
        return {**costs, "met": self.met, "dice": self.dice}

    @property
    def cause(self) -> str:
        """The part that did most of the change."""
        sign = 1 if self.change >= 0 else -1
        return max(self.parts.items(), key=lambda part: sign * part[1])[0]


class Review(Page):
    """What each order of a duel gave away, and what luck brought. Made by ``duel.review()``.

    ``decisions`` are in order; ``start`` is the value of the position it begins with, ``opening`` what the first charge
    roll brought, ``end`` the value now: 1, 0 or 0.5 once the duel is over. All are north's probability to win, and
    ``start + opening`` with the ``parts`` of all decisions is ``end``. It prints as text; in a notebook it is a table.
    """

    def __init__(
        self,
        decisions: Sequence[Decision],
        *,
        start: float,
        opening: float,
        result: Result | None,
        certificate: Certificate,
        edited: bool,
        language: str | None,
    ) -> None:
        super().__init__(language)
        self.decisions = tuple(decisions)
        self.start, self.opening = start, opening
        self.end = self.decisions[-1].after if self.decisions else start + opening
        self.result = result
        self.certificate = certificate
        self.edited = edited

    def cost(self, seat: Seat) -> float:
        """What a seat has given away in all, in probability to win."""
        return sum(choice.cost for choice in self._choices(seat))

    def accuracy(self, seat: Seat) -> float:
        """How much of what a seat might have given away it has kept: 1 for perfect play, 0 for the worst throughout."""
        worst = sum(choice.worst for choice in self._choices(seat))
        return 1 - self.cost(seat) / worst if worst > 0 else 1.0

    @property
    def luck(self) -> dict[str, float]:
        """What luck brought north: "met" by guessing, "dice" with the first charge roll."""
        return {
            "met": sum(decision.met for decision in self.decisions),
            "dice": self.opening + sum(decision.dice for decision in self.decisions),
        }

    @property
    def turning_points(self) -> tuple[Decision, ...]:
        """The decisions, three at most and in order, after which the value had changed most, and by a tenth or more."""
        most = sorted(self.decisions, key=lambda decision: -abs(decision.change))[:_POINTS]
        return tuple(d for d in self.decisions if d in most and abs(d.change) >= _TURNING)

    def totals(self, language: str) -> list[str]:
        """A sentence for each seat: how accurate it was, what it gave away, and its worst move."""
        return [self._total(seat, language) for seat in SEATS]

    def frame(self) -> pd.DataFrame:
        """A row for each decision, as a pandas DataFrame. Needs pandas.

        Columns: ``turn``, ``before``, ``after``, ``met``, ``dice``, and for each seat its order (``north``), its
        ``north_probability`` and ``north_cost``; empty where it had nothing to decide.
        """
        import pandas as pd  # noqa: PLC0415  only those who explore need it

        return pd.DataFrame(map(_record, self.decisions))

    def chart(self, ax: Axes | None = None) -> Axes:
        """Draw north's probability to win, turn by turn, with turning points marked. Needs matplotlib.

        Draws on ``ax`` where one is given, and returns what it drew on.
        """
        return draw(self, ax)

    def parts(self, language: str) -> Iterator[str | Table]:
        """Paragraphs and the table, in a language."""
        if not self.decisions:
            yield WORDS.say("review.empty", language)
            return
        yield self._table(language)
        yield from self._summary(language)
        notes = [WORDS.say("review.note", language, seat=SEATS[0])]
        if self.certificate.loss > _EXACT:
            notes.append(WORDS.say("review.estimate", language, loss=f"{100 * self.certificate.loss:.1g}"))
        if self.edited:
            notes.append(WORDS.say("review.edited", language))
        if self.result is None:
            notes.append(WORDS.say("review.unfinished", language))
        yield sentences(notes, language)

    # -- inside -----------------------------------------------------------------------------------

    def _choices(self, seat: str) -> list[Choice]:
        one_of("seat", seat, SEATS)
        return [decision.choices[seat] for decision in self.decisions if seat in decision.choices]

    def _table(self, language: str) -> Table:
        say = {key: WORDS.say(f"review.{key}", language) for key in ("turn", "share", "cost", "met", "dice", "opening")}
        seats = [[WORDS.say(f"seat.{seat}", language), say["share"], say["cost"]] for seat in SEATS]
        heads = [say["turn"], *seats[0], *seats[1], say["met"], say["dice"]]
        heads.append(WORDS.say("review.value", language, seat=SEATS[0]))
        rows = [_row(decision) for decision in self.decisions]
        if not self.edited:
            first = self.start + self.opening
            rows.insert(0, ["", say["opening"], *[""] * 6, points(self.opening), percent(first)])
        return Table(heads, rows)

    def _summary(self, language: str) -> Iterator[str]:
        yield from self.totals(language)
        luck = {name: points(value) for name, value in self.luck.items()}
        yield WORDS.say("review.luck", language, seat=SEATS[0], **luck)
        if turning := [self._told(decision, language) for decision in self.turning_points]:
            yield WORDS.say("review.turning", language, points=turning)

    def _total(self, seat: Any, language: str) -> str:
        choices = [(d.turn, d.choices[seat]) for d in self.decisions if seat in d.choices]
        worst = WORDS.say("review.none", language)
        if choices and (most := max(choices, key=lambda item: item[1].cost))[1].cost >= _TOLD:
            facts = {"turn": most[0], "move": str(most[1].move), "cost": percent(most[1].cost)[:-1]}
            worst = WORDS.say("review.worst-move", language, **facts)
        return WORDS.say(
            "review.total",
            language,
            seat=seat,
            accuracy=f"{100 * self.accuracy(seat):.0f}",
            cost=percent(self.cost(seat))[:-1],
            count=len(choices),
            worst=worst,
        )

    def _told(self, decision: Decision, language: str) -> str:
        cause = WORDS.say(f"review.cause-{decision.cause}", language)
        facts = {"turn": decision.turn, "change": points(decision.change), "cause": cause}
        return WORDS.say("review.turning-point", language, seat=SEATS[0], **facts)


def _row(decision: Decision) -> list[str]:
    cells = [str(decision.turn)]
    for seat in SEATS:
        choice = decision.choices.get(seat)
        cells += ["", "", ""] if choice is None else [str(choice.move), _share(choice), points(-choice.cost)]
    return [*cells, points(decision.met), points(decision.dice), percent(decision.after)]


def _share(choice: Choice) -> str:
    return f"{100 * choice.probability:.0f}%"


def _record(decision: Decision) -> dict[str, Any]:
    out: dict[str, Any] = {"turn": decision.turn, "before": decision.before, "after": decision.after}
    for seat in SEATS:
        choice = decision.choices.get(seat)
        out[seat] = None if choice is None else str(choice.move)
        out[f"{seat}_probability"] = None if choice is None else choice.probability
        out[f"{seat}_cost"] = None if choice is None else choice.cost
    return {**out, "met": decision.met, "dice": decision.dice}


def review(nodes: Sequence[Any], solution: Solution, language: str | None = None) -> Review:
    """The review of a line of positions, nodes of a history, by a solution of its rules.

    It begins where the position was last set up, or else at the start.
    """
    line = since_set_up(nodes)
    edited = line[0].position is not None
    rules, first = line[0].rules, solution.value(line[0].state)
    start = first if edited else solution.value(rules.initial())
    return Review(
        [decision(solution, here, node) for here, node in pairwise(line)],
        start=start,
        opening=first - start,
        result=rules.result(line[-1].state),
        certificate=solution.certificate,
        edited=edited,
        language=language,
    )


def since_set_up(nodes: Sequence[Any]) -> Sequence[Any]:
    """The end of a line of positions that begins where the position was last set up, or else at the start."""
    set_up = [i for i, node in enumerate(nodes) if node.position is not None]
    return nodes[set_up[-1] :] if set_up else nodes


def decision(solution: Solution, here: Any, node: Any) -> Decision:
    """What was decided at a position of a history, and what came of it at the next one."""
    state, moves = here.state, node.moves
    before, after = solution.value(state), solution.value(node.state)
    choices = {seat: _choice(solution, seat, state, move) for seat, move in moves.items()}
    signed = sum(_SIGNS[seat] * choice.cost for seat, choice in choices.items())
    if state.phase == ORDERING:
        rows, columns, payoffs = solution.payoffs(state)
        expected = payoffs[rows.index(moves["north"])][columns.index(moves["south"])]
    else:
        expected = before - signed
    met = expected - before + signed
    return Decision(state.turn + 1, before, after, choices, met, after - expected)


def _choice(solution: Solution, seat: Any, state: State, move: Move) -> Choice:
    mix, costs = solution.policy(seat, state), solution.costs(seat, state)
    cost = max(costs[move], 0.0)
    return Choice(move, max(mix, key=lambda m: mix[m]), mix.get(move, 0.0), cost, max(costs.values()))
