"""The best play laid over a duel's board: chances to win, fans of the best mix, and what the last orders cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from ..board.scene import Beat, Scene
from .arena import SEATS
from .explain import WORDS
from .notation import Move, Order
from .review import Choice, Seat, decision, since_set_up
from .state import State

if TYPE_CHECKING:
    from .solution import Solution
    from .view import DuelView

__all__ = ["lay_chances", "lay_costs", "lay_mix", "share"]

_POINTS = 64  # of the course, at most: a move stays small on the wire
_LEAST = 5e-4  # a probability that is shown, and a cost that counts
_NAMED = 3  # orders of a mix that are named in a line


def share(chance: float) -> str:
    """A probability in percent; what is not nothing is not told as 0.

    >>> share(0.814), share(0.002), share(0)
    ('81%', '<1%', '0%')
    """
    return f"{100 * chance:.0f}%" if chance >= 0.005 or not chance else "<1%"


def lay_chances(scene: Scene, solution: Solution, nodes: Sequence[Any]) -> None:
    """Who will win how likely, now and at each decision since the start or since the position was last set up."""
    states = [node.state for node in since_set_up(nodes)]
    values = [round(solution.value(state), 3) for state in states if solution.covers(state)]
    status = scene["status"]
    status["chance"] = [(0, values[-1]), (1, round(1 - values[-1], 3))]
    step = -(-len(values) // _POINTS)
    status["course"] = values[::-step][::-1]


def lay_mix(scene: Scene, view: DuelView, solution: Solution, state: State, seat: Seat, language: str) -> None:
    """The best mix of a seat: fans where its orders lead, shares of its cards, and notes that name the orders."""
    mix = {o: p for o, p in solution.policy(seat, state).items() if isinstance(o, Order) and p >= _LEAST}
    picks, marks, slot = scene["picks"], scene["marks"], SEATS.index(seat)
    prefix = f"{seat}/" if picks["steps"][:1] == ["seat"] else ""
    fans: dict[tuple[int, int], float] = {}
    there: dict[int, dict[Move, float]] = {}
    for order, chance in mix.items():
        at, facing = view.landing(state, seat, order)
        fans[at, facing] = fans.get((at, facing), 0) + chance
        there.setdefault(at, {})[order] = chance
        picks.setdefault("shares", []).append((f"{prefix}{order.move}/{order.turn}", round(chance, 3)))
    marks.setdefault("fans", []).extend((at, facing, round(p, 3), slot) for (at, facing), p in fans.items())
    for at, orders in there.items():
        marks["notes"].append((at, WORDS.say("best.leads", language, seat=seat, orders=_named(orders))))


def lay_costs(scene: Scene, solution: Solution, nodes: Sequence[Any], language: str) -> None:
    """What each order of the last turn gave away, told after what the turn did."""
    for here, node in _last_turn(since_set_up(nodes)):
        if not solution.covers(here.state):
            continue
        for seat, choice in decision(solution, here, node).choices.items():
            mix = solution.policy(cast(Seat, seat), here.state)
            scene["status"]["story"].append(_told(seat, choice, mix, language))


def _last_turn(nodes: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """The decisions of the last turn: its orders, and whether its winner pursued (AD-HIT-2)."""
    steps = list(pairwise(nodes))
    orders = max((i for i, (_, node) in enumerate(steps) if len(node.moves) == len(SEATS)), default=len(steps))
    yield from steps[orders:]


def _told(seat: str, choice: Choice, mix: Mapping[Move, float], language: str) -> Beat:
    facts = {"seat": seat, "cost": f"{100 * choice.cost:.1f}", "share": share(choice.probability), "best": _named(mix)}
    key = "best.cost-told" if choice.cost >= _LEAST else "best.no-cost" if choice.probability else "best.no-less"
    return Beat(lead=str(choice.move), text=WORDS.say(key, language, **facts), rule="")


def _named(mix: Mapping[Move, float]) -> list[str]:
    """The likeliest orders of a mix, with their probabilities: each of them stays in one line."""
    return [f"{move}\N{NO-BREAK SPACE}{share(mix[move])}" for move in sorted(mix, key=lambda move: -mix[move])[:_NAMED]]
