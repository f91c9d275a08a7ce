"""Arena Duel as a game in a notebook: the rules, and the names people ask by."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import traitlets as t

from ..engine.explain import Explanation
from ..engine.faults import Event, Statement, shorten
from ..live import Game
from .arena import SEATS, Arena, Fighter
from .dials import DIALS
from .editing import DuelEditor
from .editing_view import DuelEditingView
from .explain import DuelEvent
from .notation import Order, Roll
from .outlook import Prospect, outlook
from .review import Review, review
from .rules import ArenaDuelRules
from .solution import Solution, shipped
from .solver import Progress, solve
from .state import NOBODY
from .tools import BestPlay, DuelHint, DuelReview
from .view import DuelView

if TYPE_CHECKING:
    from .drafting import ArenaDraft

__all__ = ["ArenaDuel"]


class ArenaDuel(Game, game="arenaduel"):
    """A duel between north and south.

    As a cell's last line it shows its board, the open table; `board` makes others, for a seat or a hot seat. There too
    an order is kept secret until both are in.

    Args:
        seed: decides every throw; default random, kept as ``duel.seed``.
        dice: faces to throw instead, north's before south's, left to right; `OutOfDice` when they run out.
        life: what each fighter begins with.
        arena: "standard"; or the path of a TOML file with the keys of ``hexwidgets.arenaduel.arena.read``, or a
            dict with them.
        max_turns: after so many turns nobody has won; default no limit.
        language: "en", "ja", or None to follow `set_language`.
        dials: numbers of the rules to change, by name; see ``hexwidgets.arenaduel.DIALS``.
        switches: rulings to set otherwise; see ``hexwidgets.arenaduel.SWITCHES``.

    Unknown words raise ``ValueError`` that lists the known ones.

    >>> duel = ArenaDuel(dice=[5, 2, 3, 3])
    >>> duel.phase, duel.charge_right, duel.fighters["north"]
    ('order', 'north', Fighter(seat='north', cell='a1', facing=5, life=5))
    >>> duel.commit("south", "S=")
    >>> duel.commit("north", "F>")
    >>> duel.fighters["north"].cell, duel.charge_right, duel.turn
    ('b2', None, 2)
    >>> print(duel.why("south", "CF=").rule)
    AD-CHARGE-1
    """

    rules: ArenaDuelRules
    view_class = DuelView
    editing_view_class = DuelEditingView
    board_tools = (DuelHint(), BestPlay(), DuelReview())

    turn = t.Int(1, read_only=True, help="The turn that is being played, from 1; at the end the last one.")
    charge_right = t.Unicode(None, allow_none=True, read_only=True, help="Who may charge this turn.")

    def __init__(
        self,
        seed: int | None = None,
        dice: Iterable[int] | None = None,
        life: int = 5,
        arena: str | os.PathLike[str] | Mapping[str, Any] | Arena = "standard",
        max_turns: int | None = None,
        language: str | None = None,
        dials: Mapping[str, int] | None = None,
        **switches: str,
    ) -> None:
        rules = ArenaDuelRules(arena, dice=dice, dials=_with(dials, life=life, max_turns=max_turns), **switches)
        super().__init__(rules, seed=seed, language=language)

    @staticmethod
    def teaching() -> Any:
        """What lessons and quizzes may ask; loaded with the first of them."""
        from .teaching import TEACHING  # noqa: PLC0415

        return TEACHING

    @staticmethod
    def draft_class() -> type[ArenaDraft]:
        """What arenas are made with: `hexwidgets.arenaduel.drafting.ArenaDraft`."""
        from .drafting import ArenaDraft  # noqa: PLC0415  loaded with the first draft

        return ArenaDraft

    # -- asking -------------------------------------------------------------------------------

    @property
    def arena(self) -> Arena:
        """Where the duel is fought: ``cells``, ``obstacles``, ``starts``, and ``labels`` for all of them."""
        return self.rules.arena

    @property
    def dice(self) -> tuple[int, ...] | None:
        """The scripted faces that are still to be thrown; None where chance throws."""
        script = self.rules.dice
        return None if script is None else script[self._faces_thrown() :]

    @property
    def fighters(self) -> Mapping[str, Fighter]:
        """Both fighters, by seat. Assigning to ``cell``, ``facing`` or ``life`` of one edits the duel.

        >>> duel = ArenaDuel(seed=7)
        >>> duel.fighters["north"].life = 2
        >>> duel.scores
        {'north': 2, 'south': 5}
        """
        live = {seat: fighter.of_game(partial(self._set, seat)) for seat, fighter in self._fighters().items()}
        return MappingProxyType(live)

    def legal_orders(self, seat: str) -> tuple[Order, ...]:
        """Every order that ``seat`` may give now; none where no orders are due."""
        return tuple(move for move in self.legal_moves(seat) if isinstance(move, Order))

    @property
    def events(self) -> tuple[DuelEvent, ...]:
        """What has happened since the last orders, these first, each with its ``rule``, ``dice`` and ``damage``.

        The charge roll of the turn that has begun since is the last of them, and at the start the only one.
        """
        with self.lock:
            happened = (*self._earlier_events(), *self.last_events)
        return tuple(event.told_by(self.rules, self.language) for event in happened if isinstance(event, DuelEvent))

    def explain(self, turn: int | None = None) -> Explanation:
        """What happened in a turn, step by step, and by which rules: arcs, dice and damage worked out.

        Default: the last turn that was played, at the start the charge roll. A turn that has not been played raises
        ``ValueError``.

        >>> duel = ArenaDuel(dice=[5, 2, 3, 3])
        >>> duel.play("F>", "S=")
        >>> print(duel.explain(1).parts[2])
        North's F> leads from a1 S to b2, facing SW then.
        """
        with self.lock:
            nodes = self._history.past()
        played = [(node, node.parent.state.turn + 1) for node in nodes if node.parent and node.moves]
        last = played[-1][1] if played else 0
        number = last if turn is None else turn
        if type(number) is not int or not 0 <= number <= last or (number == 0 and turn is not None):
            raise ValueError(f"turn: expected 1 to {last}, got {shorten(turn)}")
        parts: list[Statement] = []
        for node, of in played:
            if of == number:
                assert node.parent is not None
                if not parts:
                    parts += (event for event in node.parent.events if _is_charge_roll(event))
                parts += (part for part in self._explanation(node, node.events) if not _is_charge_roll(part))
        parts = parts or list(nodes[-1].events)
        return Explanation(tuple(part.told_by(self.rules, self.language) for part in parts), self.language)

    def outlook(self, *moves: Order | str) -> tuple[Prospect, ...]:
        """What an order of each seat would lead to, likeliest first: every outcome, with its exact probability.

        It looks ahead to the end of the turn, or to where a winner chooses. Orders that are not legal raise
        `IllegalMove`. Nothing is played.

        >>> duel = ArenaDuel(seed=7)
        >>> [(p.probability, p.fighters["north"].cell) for p in duel.outlook("F=", "S=")]
        [(Fraction(1, 1), 'b2')]
        """
        with self.lock:
            deciding, state, rules = self.rules.to_move(self.state), self.state, self.rules
            if len(moves) != len(deciding):
                raise ValueError(f"expected a move for each of {', '.join(deciding) or 'nobody'}, got {len(moves)}")
            read = [self._checked(seat, move) for seat, move in zip(deciding, moves, strict=True)]
        return tuple(
            Prospect(probability, rules.fighters(after), rules.phase(after), rules.result(after))
            for after, probability in outlook(rules, state, *read).items()
        )

    def solution(self) -> Solution:
        """The exact solution: the value of every position, and the best orders in it.

        One comes with the package, for the standard arena and default rules, life up to 5; it needs nothing installed.
        For other rules it is what `solve` has made; before, ``ValueError`` is raised. Its answers are about this duel's
        position at the time they are asked.

        >>> round(ArenaDuel(dice=[3, 3], life=2).solution().value(), 3)
        0.5
        """
        with self.lock:
            known: Solution | None = self.__dict__.get("_solution")
            if known is None or not known.fits(self.rules):
                known = self._solution = shipped(self.rules)
            return known.of(self)

    def solve(self, tolerance: float = 1e-9, progress: Progress = True) -> Solution:
        """Solve this duel with its arena, dials and switches, see `hexwidgets.arenaduel.solve`: some seconds.

        The first time, kernels are compiled: some seconds more. Progress is shown; an interrupt changes nothing.
        Answers are about this duel's position at the time they are asked. From then on it is this duel's `solution`,
        and its boards tell the best play. Needs the extra `fast`.
        """
        solution = solve(self, tolerance, progress)
        with self.lock:
            self._solution = solution
            self._seating_changed()  # boards look again what they can offer
        return solution

    def review(self, solution: Solution | None = None) -> Review:
        """Look back on the duel so far: what each order gave away, and what luck brought; see `Review`.

        A review prints as text, is a table in a notebook, and draws a ``chart()``. It begins at the start, or where the
        position was last set up. It goes by ``solution``, or by default this duel's own `solution`; for other rules
        than the standard ones call `solve` first.

        >>> duel = ArenaDuel(dice=[3, 3, 5, 2, 1, 1])
        >>> duel.play("F=", "S>")
        >>> review = duel.review()
        >>> cost = review.decisions[0].choices["south"].cost
        >>> round(cost, 3), review.decisions[0].choices["north"].probability
        (0.016, 1.0)
        """
        with self.lock:
            known = self.solution() if solution is None else solution
            if not known.fits(self.rules):
                raise ValueError("solution: expected one for the rules of this duel, got one for others")
            return review(self._history.past(), known, self.language)

    # -- changing -----------------------------------------------------------------------------

    def editing(self) -> AbstractContextManager[DuelEditor]:
        """Set a position up; see `DuelEditor` for what can be said. Afterwards both give orders.

        All of it is checked when the block ends: an `EditError` lists every fault, and nothing has changed then.

        >>> duel = ArenaDuel(seed=7)
        >>> with duel.editing() as e:
        ...     e.fighter("north", "c3", facing=5, life=3)
        ...     e.fighter("south", "d3")
        ...     e.charge_right("south")
        ...     e.obstacle("b2")
        >>> duel.fighters["north"], duel.charge_right, duel.why("north", "B=").rule
        (Fighter(seat='north', cell='c3', facing=5, life=3), 'south', 'AD-MOVE-2')
        """
        return super().editing()

    def with_rules(self, *, life: int | None = None, max_turns: int | None = None, **changes: Any) -> Self:
        """A new duel that starts at this position, with other switches, dials or another arena.

        ``changes`` are named as when a duel is made. Scripted dice are those that are still to be thrown, unless others
        are given (``dice=None``: chance throws). A position that cannot be under those rules raises `EditError`.

        >>> ArenaDuel(seed=7).with_rules(pursuit="optional", dials={"hit": 2}).switches["pursuit"]
        'optional'
        """
        given = {name: value for name, value in {"life": life, "max_turns": max_turns}.items() if value is not None}
        if given:
            changes["dials"] = {**changes.get("dials", {}), **given}
        return super().with_rules(**{"dice": self.dice, **changes})

    # -- inside -------------------------------------------------------------------------------

    def _kept(self) -> dict[str, Any]:
        solution = self.__dict__.get("_solution")
        return super()._kept() | ({} if solution is None else {"_solution": solution})

    def _earlier_events(self) -> tuple[Event, ...]:
        """AD-HIT-2: a pursuit belongs to the turn of its orders."""
        node, earlier = self._history.now, tuple[Event, ...]()
        while node.parent is not None and len(node.moves) == 1:
            node = node.parent
            earlier = (*node.events, *earlier)
        return earlier

    def _fighters(self) -> dict[str, Fighter]:
        now = self._history.now
        return now.rules.fighters(now.state)  # type: ignore[no-any-return]

    def _set(self, seat: str, name: str, value: Any) -> Fighter:
        with self.editing() as e:
            e.change(seat, name, value)
        return self._fighters()[seat]

    def _faces_thrown(self, node: Any = None) -> int:
        """How many dice have been thrown on the way here, and on a node that is not in the history yet."""
        history = self.__dict__.get("_history")
        nodes = [*(history.past() if history else ()), *([node] if node else ())]
        return sum(len(roll.faces) for n in nodes for roll in n.chance)

    def _draw(self, node: Any) -> Roll:
        rules: ArenaDuelRules = node.rules
        if rules.dice is None:
            roll = super()._draw(node)
            assert isinstance(roll, Roll)
            return roll
        return rules.scripted(node.state, self._faces_thrown(node), self.language)

    def _shown(self) -> dict[str, Any]:
        state = self.state
        return super()._shown() | {
            "turn": state.turn + (self.rules.result(state) is None),
            "charge_right": None if state.right == NOBODY else SEATS[state.right],
        }


def _is_charge_roll(statement: Statement) -> bool:
    return statement.key.startswith("event.charge")


def _with(dials: Mapping[str, int] | None, *, life: int, max_turns: int | None) -> Mapping[str, int] | None:
    """Dials with two of them that have arguments of their own; said twice, both must agree."""
    given: dict[str, int] = {}
    if type(life) is not int or life != _DEFAULT["life"]:  # dials say what is wrong with 5.0 or True
        given["life"] = life
    if max_turns is not None:
        if max_turns == 0:
            raise ValueError("max_turns: expected None for no limit, or an integer from 1, got 0")
        given["max_turns"] = max_turns
    if not isinstance(dials, Mapping):
        return given if dials is None else dials  # refused by those who read it
    for name, value in given.items():
        if dials.get(name, value) != value:
            raise ValueError(f"{name}: given as {shorten(value)} and as dial {shorten(dials[name])}")
    return {**dials, **given}


_DEFAULT = {dial.name: dial.default for dial in DIALS}
