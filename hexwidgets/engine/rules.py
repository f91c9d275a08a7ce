"""What a game is: the Rules protocol, and a typed description of each game.

A game is an object with seven methods over states and moves of its own making. It needs no base
class, no NumPy and no Numba. States are never changed once returned; moves are hashable values whose
``str()`` is their notation (plain strings will do).

Who decides is a tuple of seats: one for a turn, several for simultaneous decisions, ``("chance",)``
for a die or a shuffle, ``()`` when the game is over. ``apply`` takes one move for each of them, in
that order.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, runtime_checkable

from .faults import Event, Fault, Statement

if TYPE_CHECKING:
    from .rulebook import Rulebook

__all__ = ["CHANCE", "GameType", "Result", "Rules", "RulesWithExtras", "draw"]

CHANCE = "chance"

S = TypeVar("S")
M = TypeVar("M", bound=Hashable)


@dataclass(frozen=True, slots=True)
class GameType:
    """What sort of game it is, so that one suite, one simulator and one bot can serve all.

    ``chance_mode``: "none"; "explicit" where ``moves(state, "chance")`` lists every outcome;
    "sampled" where outcomes are too many to list and ``draw`` makes one. ``max_length`` bounds the
    number of decisions in a game, or is None.
    """

    name: str
    seats: tuple[str, ...]
    dynamics: Literal["sequential", "simultaneous"] = "sequential"
    chance_mode: Literal["none", "explicit", "sampled"] = "none"
    information: Literal["perfect", "hidden"] = "perfect"
    max_length: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won (several share it, none lost or drew), and why."""

    winners: tuple[str, ...]
    reason: str


@runtime_checkable
class Rules(Protocol[S, M]):
    """A game. See the module's text for what states, moves and seats are."""

    game_type: GameType

    def initial(self) -> S:
        """The state before anything happened."""
        ...

    def to_move(self, state: S) -> tuple[str, ...]:
        """The seats that decide now."""
        ...

    def moves(self, state: S, seat: str) -> Sequence[M]:
        """Every legal move of a deciding seat, in a fixed order; for "chance" every outcome."""
        ...

    def fault(self, state: S, seat: str, move: M) -> Fault | None:
        """None when the move is legal, else the rule that refuses it. Defines legality."""
        ...

    def apply(self, state: S, *moves: M) -> S:
        """The state after one legal move of each deciding seat."""
        ...

    def result(self, state: S) -> Result | None:
        """None while the game goes on."""
        ...

    def hide(self, state: S, seat: str | None) -> Any:
        """What ``seat`` may know; None is someone who may know all, ``""`` a spectator who knows what all do."""
        ...


class RulesWithExtras(Rules[S, M], Protocol):
    """What rules may have besides; a model uses each where it is present.

    What makes positions editable is in `engine.editing.RulesToEdit`.
    """

    # An `engine.learning.Learning`, by which the game is offered to reinforcement learning. Default: none.
    learning: Any

    # An `engine.dials.Settings`: everything that can be set, for forms. Default: none.
    settings: Any

    # An `engine.endsearch.EndingPlay`, by which endings are solved compiled, and for a seat. Default: none.
    ending_play: Any

    # An `engine.naming.Naming`: what ids are called in words. Default: what they are.
    naming: Any

    # An `engine.playout.RandomPlay`, by which `simulate` plays compiled random games. Default: none.
    random_play: Any

    def draw(self, state: S, rng: random.Random) -> M:
        """One outcome of chance. Default: all of ``moves(state, "chance")`` alike."""
        ...

    def parse(self, state: S, seat: str, text: str) -> M:
        """The move that ``text`` denotes, legal or not; `IllegalMove` when it denotes none.

        A game with sampled chance needs it, or its records could not be read back. Default: the legal move
        whose ``str()`` it is.
        """
        ...

    def events(self, before: S, moves: Mapping[str, M], after: S) -> Sequence[Event]:
        """What happened, for the log. Default: "seat: move"."""
        ...

    def suggestion(self, state: S, seat: str, move: M) -> Statement | None:
        """What legal move is nearest to one that `fault` refuses: a statement with the fact ``move``. Default: none."""
        ...

    def explain(self, before: S, moves: Mapping[str, M], after: S, events: Sequence[Event]) -> Sequence[Statement]:
        """What a decision did, step by step, each with its rule. Default: the events."""
        ...

    def rulebook(self) -> Rulebook:
        """The rules in words. Default: none."""
        ...

    def phase(self, state: S) -> str:
        """The name of the present phase. Default "play", and "over" at the end."""
        ...

    def scores(self, state: S) -> Mapping[str, int]:
        """Points by name. Default: none."""
        ...

    def options(self) -> Mapping[str, Any]:
        """What makes these rules, as JSON values, for records. Default: none."""
        ...

    def value(self, state: S, seat: str) -> float | None:
        """How well ``seat`` stands, for bots; None while chance has yet to decide what the last moves did.

        Default: points ahead of the best other seat.
        """
        ...

    def outcomes(self, state: S) -> Sequence[tuple[M, Any]]:
        """What chance may do now that makes a difference, each with its probability, for bots that count it out.

        Default: every outcome, each alike.
        """
        ...

    def imagine(self, known: Any, rng: random.Random) -> S:
        """A whole state that fits what ``hide`` told a seat, what is hidden dealt at random, for bots that look ahead.

        Default: what is told, where information is perfect.
        """
        ...


def draw(rules: Rules[S, M], state: S, seed: int, number: int) -> M:
    """What chance decides in a game of this seed, where it has decided ``number`` times before.

    Each draw has a generator of its own, so that undo needs to restore none and a branch has the same luck ahead.
    """
    rng = random.Random(f"{seed}/{number}")
    own = getattr(rules, "draw", None)
    outcome: M = own(state, rng) if own else rng.choice(rules.moves(state, CHANCE))
    return outcome
