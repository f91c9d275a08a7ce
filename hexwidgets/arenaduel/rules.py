"""Arena Duel as a Rules object: the kernels of resolution.py met by names, labels and words."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, Self

from ..engine.dials import Settings, choose, set_dials
from ..engine.faults import Event, Fault, IllegalMove, Statement, shorten
from ..engine.naming import Naming
from ..engine.rulebook import Rulebook
from ..engine.rules import CHANCE, GameType, Result
from . import combat, movement, notation, resolution
from .arena import SEATS, Arena, Fighter, arenas
from .arena import of as arena_of
from .dials import DIALS, SWITCHES
from .dice import checked, take
from .editing import DuelEditor, position_of, state_at
from .explain import WORDS, events
from .learning import LEARNING
from .notation import MOVE_NAMES, TURN_NAMES, Hold, Move, Order, Pursue, Roll
from .outlook import effects
from .playout import KERNELS
from .random_play import RANDOM_PLAY, reason
from .refusals import fault_of, roll_fault, suggestion
from .search_play import SEARCH_PLAY
from .state import CHARGING, FIGHTING, ORDERING, ORDERS, OVER, PHASES, PURSUING, TURNS, State
from .table import build_table
from .worked import worked

if TYPE_CHECKING:
    from .solution import Solution

__all__ = ["ArenaDuelRules"]


class ArenaDuelRules:
    """The rules of Arena Duel for one arena, set of dials and switches.

    ``arena`` is a name, the path of a TOML file or a dict, see `arena.read`; ``dice`` a script of faces that is
    thrown instead of chance. Unknown words raise ``ValueError`` that lists the known ones.
    """

    def __init__(
        self,
        arena: str | os.PathLike[str] | Mapping[str, Any] | Arena = "standard",
        *,
        dice: Iterable[int] | None = None,
        dials: Mapping[str, int] | None = None,
        **switches: str,
    ) -> None:
        self.arena = arena_of(arena)
        self.seats = SEATS
        self.switches = choose(SWITCHES, switches)
        self.dials = set_dials(DIALS, dials, {})
        self.dice = checked(dice, self.dials["die_sides"])
        self.cell_labels = tuple(self.arena.labels[cell] for cell in self.arena.cells)
        self._check_ends()
        self.table = build_table(self.arena, self.dials, self.switches)
        self.kernels = KERNELS
        self.random_play, self.search_play, self.learning = RANDOM_PLAY, SEARCH_PLAY, LEARNING
        self.naming = Naming(WORDS)
        choices = 2 if self.switches["pursuit"] == "optional" else 1
        self.game_type = GameType(
            "arenaduel", SEATS, "simultaneous", "explicit", max_length=self.dials["max_turns"] * choices or None
        )

    # -- the protocol -----------------------------------------------------------------------------

    def initial(self) -> State:
        """AD-START-1: before the first charge roll."""
        state = State()
        resolution.begin(self.table, state)
        return state

    def to_move(self, state: State) -> tuple[str, ...]:
        """AD-ORDER-1: both together; chance where dice are due; the winner where it may choose (AD-HIT-2)."""
        if resolution.waits_for_chance(self.table, state):
            return (CHANCE,)
        if state.phase == PURSUING:
            return (SEATS[state.winner],)
        return SEATS if state.phase == ORDERING else ()

    def moves(self, state: State, seat: str) -> tuple[Move, ...]:
        """Every legal move of a seat that decides, charges last; for "chance" every throw, all equally likely."""
        if seat not in self.to_move(state):
            return ()
        if seat == CHANCE:
            return self._rolls(state)
        if state.phase == PURSUING:
            return (Pursue(), Hold())
        out = [0] * ORDERS
        count = movement.legal_orders(self.table, state, SEATS.index(seat), out)
        return tuple(self.decode(code) for code in out[:count])

    def fault(self, state: State, seat: str, move: object) -> Fault | None:
        """None when ``seat`` may make ``move`` now, else the rule that refuses it."""
        if seat == CHANCE and isinstance(move, Roll):
            return None if self._is_due(state, move) else roll_fault(self, state, move)
        if seat == CHANCE or not isinstance(move, Order | Pursue | Hold):
            return self.bad_notation(move)
        if state.phase == OVER:
            return Fault("AD-END-1", "fault.AD-END-1.over", {}, WORDS)
        if resolution.waits_for_chance(self.table, state):
            return Fault("AD-ORDER-1", "fault.AD-ORDER-1.dice-due", {}, WORDS)
        if state.phase == PURSUING or not isinstance(move, Order):
            return self._pursuit_fault(state, seat, move)
        try:
            code = self.encode(move)
        except IllegalMove as error:
            return error.fault
        found = movement.order_fault(self.table, state, SEATS.index(seat), code)
        return fault_of(self, state, seat, move, found) if found else None

    def apply(self, state: State, *moves: Move) -> State:
        """The state after a legal order of each seat, a choice, or a throw, and all that follows by itself."""
        after = state.copy()
        self.enact(after, *moves)
        resolution.settle(self.table, after)
        return after

    def result(self, state: State) -> Result | None:
        """AD-END-1 and 2: the one who still has life, or nobody at the turn limit."""
        if state.phase != OVER:
            return None
        won = resolution.winners(self.table, state)
        return Result((SEATS[won - 1],) if won else (), RANDOM_PLAY.reasons[reason(self.table, state)])

    def hide(self, state: State, seat: str | None) -> State:
        """Everything: what is secret never enters a state before it is laid open."""
        del seat
        return state.copy()

    # -- extras -----------------------------------------------------------------------------------

    def draw(self, state: State, rng: random.Random) -> Roll:
        """One throw of the dice that are due."""
        kind, north, south = self.dice_due(state)
        faces = [rng.randint(1, self.table.sides) for _ in range(north + south)]
        return Roll(kind, tuple(faces[:north]), tuple(faces[north:]))

    @property
    def unscripted(self) -> ArenaDuelRules:
        """These rules without scripted dice, for those who may not know what is to come."""
        return self if self.dice is None else self.from_options({**self.options(), "arena": self.arena, "dice": None})

    def scripted(self, state: State, used: int, language: str | None) -> Roll:
        """The throw that the script has for the dice that are due, of which ``used`` faces are gone."""
        kind, north, south = self.dice_due(state)
        return Roll(kind, *take(self.dice or (), used, (north, south), kind, WORDS, language))

    def outcomes(self, state: State) -> tuple[tuple[Roll, Fraction], ...]:
        """One throw for each different thing that the dice due can do, with the chance that it is done."""
        return tuple(effects(self, state))

    def value(self, state: State, seat: str) -> float | None:
        """Life ahead of the enemy's; None while dice of this turn have yet to be thrown."""
        if CHARGING < state.phase <= FIGHTING:
            return None
        slot = SEATS.index(seat)
        return state.life[slot] - state.life[1 - slot]

    def parse(self, state: State, seat: str, text: str) -> Move:
        """The move that ``text`` writes, legal or not."""
        del state
        try:
            return notation.parse_roll(text) if seat == CHANCE else notation.parse(text)
        except notation.NotationError as error:
            raise IllegalMove(self.bad_notation(text), text) from error

    def events(self, before: State, moves: Mapping[str, Move], after: State) -> tuple[Event, ...]:
        """What moves or a throw did, for the log."""
        del after  # the steps lead there
        return events(self, before, moves)

    def suggestion(self, state: State, seat: str, move: object) -> Statement | None:
        """The legal order that is nearest to one that is refused; None where ``seat`` has none."""
        return suggestion(self, state, seat, move)

    def explain(
        self, before: State, moves: Mapping[str, Move], after: State, events: Sequence[Event]
    ) -> tuple[Statement, ...]:
        """What orders, a choice or throws did, each step with its rule, its arcs and its dice."""
        del moves, after  # the events tell
        return tuple(worked(self, before, events))

    def phase(self, state: State) -> str:
        """The phase by name: "order", "pursue", "over"; "charge", "pass", "collide", "fight" where dice are due."""
        return PHASES[state.phase]

    def scores(self, state: State) -> dict[str, int]:
        """Life left, by seat."""
        return dict(zip(SEATS, state.life, strict=True))

    def options(self) -> dict[str, Any]:
        """What makes these rules, for records: only what was set otherwise than by default."""
        out: dict[str, Any] = {}
        if self.arena != arenas()["standard"]:
            out["arena"] = self.arena.name if arenas().get(self.arena.name) == self.arena else self.arena.source
        if given := {dial.name: self.dials[dial.name] for dial in DIALS if self.dials[dial.name] != dial.default}:
            out["dials"] = given
        if self.dice is not None:
            out["dice"] = list(self.dice)
        out.update({s.name: self.switches[s.name] for s in SWITCHES if self.switches[s.name] != s.default})
        return out

    @property
    def settings(self) -> Settings:
        """What can be set, with all choices."""
        return Settings({"arena": tuple(arenas())}, SWITCHES, DIALS, {})

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The rules that `options` told of."""
        return cls(**options)

    def solution(self) -> Solution:
        """The solution that comes with these rules; ``ValueError`` that says what to call where there is none."""
        from .solution import shipped  # noqa: PLC0415  it stands on these rules

        return shipped(self)

    def position(self, state: State) -> dict[str, Any]:
        """Everything about a state in which a seat decides or the duel is over, by name; see editing.py."""
        return position_of(self, state)

    def at(self, position: Mapping[str, Any]) -> State:
        """The state at a position; `EditError` lists everything that is wrong with it."""
        return state_at(self, position)

    def rulebook(self) -> Rulebook:
        """The rules in words, with the numbers and rulings of this game."""
        return Rulebook("hexwidgets.arenaduel", "arenaduel", DIALS, SWITCHES, {**self.dials, **self.switches})

    def editor(self, state: State) -> DuelEditor:
        """What changes the position of a state."""
        return DuelEditor(self, state)

    def __reduce__(self) -> tuple[Any, ...]:
        return self.from_options, ({**self.options(), "arena": self.arena},)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ArenaDuelRules):
            return NotImplemented
        return self.arena == other.arena and self.options() == other.options()

    def __hash__(self) -> int:
        return hash((self.arena, repr(self.options())))

    # -- names and codes ----------------------------------------------------------------------------

    def fighters(self, state: State) -> dict[str, Fighter]:
        """Both fighters, by seat."""
        return {
            seat: Fighter(seat, self.cell_labels[state.cell[i]], state.facing[i], state.life[i])
            for i, seat in enumerate(SEATS)
        }

    def dice_due(self, state: State) -> tuple[str, int, int]:
        """What is thrown now, and with how many dice each."""
        if state.phase == FIGHTING:
            return "fight", combat.dice_of(self.table, state, 0), combat.dice_of(self.table, state, 1)
        if not resolution.waits_for_chance(self.table, state):
            raise ValueError(f"no dice are due in phase {PHASES[state.phase]!r}")
        return PHASES[state.phase], 1, 1

    def decode(self, code: int) -> Order:
        """The order of a code of movement.py."""
        return Order(MOVE_NAMES[code // TURNS], TURN_NAMES[code % TURNS])

    def encode(self, order: Order) -> int:
        """The code of an order; cards that do not exist raise `IllegalMove`."""
        if order.move in MOVE_NAMES and order.turn in TURN_NAMES:
            return MOVE_NAMES.index(order.move) * TURNS + TURN_NAMES.index(order.turn)
        raise IllegalMove(self.bad_notation(order), order)

    def enact(self, state: State, *moves: Move) -> None:
        """Only what is decided or thrown, in place; `resolution.step` goes on from there."""
        first, *rest = moves
        if isinstance(first, Roll):
            sides = self.table.sides
            north, south = (combat.number_of(throw, sides) for throw in (first.north, first.south))
            resolution.roll(self.table, state, north, south)
        elif isinstance(first, Order):
            (other,) = rest
            assert isinstance(other, Order)
            resolution.reveal(self.table, state, self.encode(first), self.encode(other))
        else:
            resolution.choose(state, int(isinstance(first, Pursue)))

    def bad_notation(self, got: object) -> Fault:
        """The fault of what is no move at all."""
        facts = {"got": shorten(str(got)), "examples": notation.EXAMPLES}
        return Fault("AD-NOTATION", "fault.AD-NOTATION.move", facts, WORDS)

    # -- inside ---------------------------------------------------------------------------------------

    def _rolls(self, state: State) -> tuple[Roll, ...]:
        kind, north, south = self.dice_due(state)
        both = product(combat.throws(north, self.table.sides), combat.throws(south, self.table.sides))
        return tuple(Roll(kind, *pair) for pair in both)

    def _is_due(self, state: State, roll: Roll) -> bool:
        if not resolution.waits_for_chance(self.table, state):
            return False
        shape = (roll.kind, len(roll.north), len(roll.south))
        faces = range(1, self.table.sides + 1)
        return shape == self.dice_due(state) and all(type(face) is int and face in faces for face in roll.faces)

    def _pursuit_fault(self, state: State, seat: str, move: Move) -> Fault | None:
        """AD-HIT-2: the winner chooses whether to pursue, when that is due, and nobody does anything else."""
        facts = {"seat": seat, "move": str(move), "winner": SEATS[state.winner]}
        if state.phase != PURSUING:
            return Fault("AD-HIT-2", "fault.AD-HIT-2.no-choice-due", facts, WORDS)
        if seat != facts["winner"]:
            return Fault("AD-HIT-2", "fault.AD-HIT-2.not-yours", facts, WORDS)
        if isinstance(move, Order):
            return Fault("AD-HIT-2", "fault.AD-HIT-2.choice-due", facts, WORDS)
        return None

    def _check_ends(self) -> None:
        """A duel in which nobody can win a combat would go on for ever."""
        dice = ("dice_front", "dice_front_side", "dice_back_side", "dice_back")
        if not any(self.dials[name] for name in dice) and not self.dials["max_turns"]:
            raise ValueError(f"{', '.join(dice)} are all 0, so nobody can win a combat: set max_turns")
