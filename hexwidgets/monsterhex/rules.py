"""Monster Hex as a Rules object: the kernels met by names, labels and words."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Self

from ..engine.dials import Settings, choose, one_of, set_dials
from ..engine.faults import Event, Fault, IllegalMove, Statement, shorten
from ..engine.naming import Naming
from ..engine.rng import seeded
from ..engine.rulebook import Rulebook
from ..engine.rules import CHANCE, GameType, Result
from ..hexgrid import Hex, UnknownPlace
from . import dealing, deciding, legality, notation, turn
from .components import COLOURS, Board, Components, Goal, Unit, Variant, reference
from .components import of as components_of
from .dials import SWITCHES, dials_of
from .editing import MonsterHexEditor
from .ending_play import ENDING_PLAY
from .explain import WORDS, events
from .learning import LEARNING
from .notation import Choose, Deal, Decline, Move, Pass, Place, Take, Use
from .positions import position_of, state_at
from .random_play import RANDOM_PLAY, reason
from .refusals import fault_of, suggestion
from .search_play import SEARCH_PLAY
from .standing import ahead, imagine
from .state import (
    ABILITIES,
    CELLS,
    CHOOSE,
    CONFUSE,
    DEAL,
    DECLINE,
    ON_BOARD,
    OVER,
    PASS,
    PHASES,
    PLACE,
    TAKE,
    TILES,
    USE,
    State,
)
from .table import build_table
from .worked import worked

__all__ = ["Knowledge", "MonsterHexRules"]


@dataclass(frozen=True)
class Knowledge:
    """What someone may know of a position: a state without what is hidden, and how much of that there is.

    ``seat`` is None for the open table. ``hands`` (by pile) and ``goals`` (by seat) hold bits, None where
    hidden; the sizes are known to all.
    """

    seat: str | None
    state: State
    hands: tuple[int | None, ...]
    hand_sizes: tuple[int, ...]
    deck_sizes: tuple[int, ...]
    goals: tuple[int | None, ...]
    goal_sizes: tuple[int, ...]


# What everybody may know. Views are built from this list, so a new field is hidden until it is named here.
# fmt: off
_PUBLIC = (
    "phase", "round", "step", "slot", "placed", "last", "blitz", "blitzed", "unit", "rotation", "counter",
    "petrified", "need", "near", "frontier", "frontier_size", "fits", "filled", "judged", "first", "second",
    "lying", "holder", "made", "made_cell", "made_points", "made_holder", "made_first", "made_second", "made_part",
    "made_with_c", "taker", "runner_up", "site", "drawn", "deck_size", "ability", "open_goal", "goal_drawn",
    "goal_deck_size", "small_taken", "score", "goal_score",
)
# fmt: on


class MonsterHexRules:
    """The rules of Monster Hex for one variant, set of components, options, dials and switches.

    ``seats`` are faction names in playing order (default: red, blue, yellow, green as far as needed);
    ``shared`` is the shared faction of ``two-shared`` (default: the first unused). Unknown words raise
    ``ValueError`` that lists the known ones.
    """

    def __init__(
        self,
        variant: str = "four",
        seats: Iterable[str] | None = None,
        *,
        abilities: bool = False,
        goals: bool = False,
        shared: str | None = None,
        components: str | os.PathLike[str] | Mapping[str, Any] | Components = "reference",
        dials: Mapping[str, int] | None = None,
        **switches: str,
    ) -> None:
        self.components = components_of(components)
        self.variant: Variant = self.components.variants[one_of("variant", variant, self.components.variants)]
        self.board: Board = self.components.boards[self.variant.board]
        self.seats = _seats(seats, self.variant)
        self.shared = _shared(shared, self.seats, self.variant)
        self.factions = self.seats if self.shared is None else (*self.seats, self.shared)
        self.with_abilities, self.with_goals = _flag("abilities", abilities), _flag("goals", goals)
        self.switches = choose(SWITCHES, switches)
        defaults = {"hand_size": self.variant.hand_size, "rounds": self.variant.rounds}
        self.dials = set_dials(dials_of(self.components), dials, defaults)
        standard = set_dials(dials_of(self.components), None, defaults)
        self._given_dials = {k: v for k, v in self.dials.items() if v != standard[k]}
        self.units = tuple(self.components.units)
        self.stones = self.components.stones
        self._check_sizes()
        self.piles = (*self.seats, *(f"{seat}:{self.shared}" for seat in self.seats if self.shared))
        self._tile = {name: i for i, name in enumerate(self.units)}
        self._stone = {str(stone): i for i, stone in enumerate(self.stones)}
        self._cell = {cell: i for i, cell in enumerate(self.board.cells)}
        self.cell_labels = tuple(self.board.labels[cell] for cell in self.board.cells)
        self.site_labels = tuple(self.board.labels[site] for site in self.board.sites)
        self.table = build_table(self)
        self.kernels = turn.KERNELS
        self.random_play, self.search_play, self.learning = RANDOM_PLAY, SEARCH_PLAY, LEARNING
        self.ending_play = ENDING_PLAY
        self.naming = Naming(WORDS, "faction")
        self.game_type = GameType(
            "monsterhex", self.seats, chance_mode="sampled", information="hidden", max_length=self._max_length()
        )

    # -- the protocol -----------------------------------------------------------------------------

    def initial(self) -> State:
        """Before the deal."""
        return State()

    def to_move(self, state: State) -> tuple[str, ...]:
        """MH-TURN-1, MH-LARGE-6: who decides: chance before the deal, then the seat that `deciding_seat` tells."""
        if state.phase == OVER:
            return ()
        if state.phase == DEAL:
            return (CHANCE,)
        return (self.seats[deciding.deciding_seat(self.table, state)],)

    def moves(self, state: State, seat: str) -> tuple[Move, ...]:
        """Every legal move of the seat that decides, by unit, cell, rotation; the deals are too many to list."""
        if seat == CHANCE:
            raise ValueError("deals are too many to list; draw() makes one")
        if (seat,) != self.to_move(state):
            return ()
        return tuple(self.decode(code) for code in self.legal_codes(state))

    def fault(self, state: State, seat: str, move: object) -> Fault | None:
        """None when ``seat`` may make ``move`` now, else the rule that refuses it."""
        if isinstance(move, Deal):
            return self._deal_fault(state, move)
        if not isinstance(move, Move):
            return self.bad_notation(move)
        if state.phase not in (OVER, DEAL) and (seat,) != self.to_move(state):
            facts = {"seat": seat, "deciding": self.to_move(state)[0]}
            return Fault("MH-TURN-1", "fault.MH-TURN-1.not-your-turn", facts, WORDS)
        try:
            code = self.encode(move)
        except IllegalMove as error:
            return error.fault
        found = legality.fault(self.table, state, code)
        return fault_of(self, state, seat, move, found) if found else None

    def apply(self, state: State, *moves: Move) -> State:
        """The state after a legal move."""
        (move,) = moves
        after = state.copy()
        if isinstance(move, Deal):
            self._lay_out(after, move)
        else:
            turn.apply(self.table, after, self.encode(move))
        return after

    def result(self, state: State) -> Result | None:
        """MH-WIN-1 to 3, MH-SHARED-5: the winners and what decided."""
        if state.phase != OVER:
            return None
        won = turn.winners(self.table, state)
        names = tuple(seat for slot, seat in enumerate(self.seats) if won >> slot & 1)
        return Result(names, RANDOM_PLAY.reasons[reason(self.table, state)])

    def hide(self, state: State, seat: str | None) -> Knowledge:
        """What ``seat`` may know: all that is public, its own hands and goals; the open table (None) knows all seats'.

        Goals are laid open when the game is over.
        """
        known, copy = State(), state.copy()
        for name in _PUBLIC:
            known.__dict__[name] = copy.__dict__[name]
        seats = len(self.seats)
        seen = [seat is None or name == seat for name in self.seats]
        piles = range(len(self.piles))
        hands = tuple(state.hand[p] if seen[p % seats] else None for p in piles)
        goals = tuple(state.goal[s] if seen[s] or state.phase == OVER else None for s in range(seats))
        for pile, hand in enumerate(hands):
            known.hand[pile] = hand or 0
        for slot, held in enumerate(goals):
            known.goal[slot] = held or 0
        return Knowledge(
            seat=seat,
            state=known,
            hands=hands,
            hand_sizes=tuple(state.hand[p].bit_count() for p in piles),
            deck_sizes=tuple(state.deck_size[p] - state.drawn[p] for p in piles),
            goals=goals,
            goal_sizes=tuple(state.goal[s].bit_count() for s in range(seats)),
        )

    # -- extras -----------------------------------------------------------------------------------

    def draw(self, state: State, rng: random.Random) -> Deal:
        """MH-SETUP-1 and 2, MH-GOAL-1: one deal."""
        dealt = state.copy()
        dealing.deal(self.table, dealt, seeded(rng.getrandbits(64)))
        large = range(self.table.large_sites)
        return Deal(
            decks=tuple(
                (pile, tuple(self.units[t] for t in dealt.deck[i][: dealt.deck_size[i]]))
                for i, pile in enumerate(self.piles)
            ),
            stones=tuple((self.site_labels[i], tuple(str(self.stones[s]) for s in dealt.lying[i])) for i in large),
            goals=tuple(str(self.components.goals[g]) for g in dealt.goal_deck[: dealt.goal_deck_size]),
        )

    def imagine(self, known: Knowledge, rng: random.Random) -> State:
        """A whole state that what a seat knows allows, all that is hidden dealt at random."""
        return imagine(self, known, rng)

    def value(self, state: State, seat: str) -> float:
        """Points ahead of the best other faction, what open sites promise included; by what everybody knows."""
        return ahead(self, state, self.seats.index(seat))

    def parse(self, state: State, seat: str, text: str) -> Move:
        """The move that ``text`` writes, legal or not."""
        del state
        try:
            if seat == CHANCE:
                return notation.parse_deal(text, self.piles)
            move = notation.parse(text)
            if isinstance(move, Place):
                return Place(move.unit, self._label(move.cell), move.rotation)
            if isinstance(move, Use) and move.cell is not None:
                return Use(move.ability, self._label(move.cell), move.rotation)
            return move
        except (notation.NotationError, UnknownPlace) as error:
            raise IllegalMove(self.bad_notation(text, error), text) from error

    def events(self, before: State, moves: Mapping[str, Move], after: State) -> tuple[Event, ...]:
        """What a move did, for the log."""
        return events(self, before, moves, after)

    def suggestion(self, state: State, seat: str, move: object) -> Statement | None:
        """The legal move that is nearest to one that is refused; None where ``seat`` has none."""
        return suggestion(self, state, seat, move)

    def explain(
        self, before: State, moves: Mapping[str, Move], after: State, events: Sequence[Event]
    ) -> tuple[Statement, ...]:
        """What a move did, each step with its rule, and each judgement as a sum."""
        return tuple(worked(self, before, moves, after, events))

    def phase(self, state: State) -> str:
        """The phase by name, as in `PHASES`."""
        return PHASES[state.phase]

    def scores(self, state: State) -> dict[str, int]:
        """Points so far, by faction, the shared one included."""
        return {faction: state.score[slot] for slot, faction in enumerate(self.factions)}

    def options(self) -> dict[str, Any]:
        """What makes these rules, for records: only what was set otherwise than by default."""
        out: dict[str, Any] = {"variant": self.variant.name, "seats": list(self.seats)}
        out.update({name: True for name in ("abilities", "goals") if getattr(self, f"with_{name}")})
        if self.shared is not None:
            out["shared"] = self.shared
        if self.components != reference():
            out["components"] = deepcopy(dict(self.components.source))
        if self._given_dials:
            out["dials"] = dict(self._given_dials)
        out.update({s.name: self.switches[s.name] for s in SWITCHES if self.switches[s.name] != s.default})
        return out

    @property
    def settings(self) -> Settings:
        """What can be set, with all choices."""
        options = {"variant": tuple(self.components.variants), "abilities": (False, True), "goals": (False, True)}
        bound = {"variant": ("seats", "shared", "dials")}
        return Settings(options, SWITCHES, tuple(dials_of(self.components)), bound)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The rules that `options` told of."""
        return cls(**options)

    def position(self, state: State) -> dict[str, Any]:
        """Everything about a state in which a seat decides or the game is over, by name; see positions.py."""
        return position_of(self, state)

    def at(self, position: Mapping[str, Any]) -> State:
        """The state at a position; `EditError` lists everything that is wrong with it."""
        return state_at(self, position)

    def editor(self, state: State) -> MonsterHexEditor:
        """What changes the position of a state."""
        return MonsterHexEditor(self, state)

    def rulebook(self) -> Rulebook:
        """The rules in words, with the numbers and rulings of this game."""
        settings = {**self.dials, **self.switches}
        return Rulebook("hexwidgets.monsterhex", "monsterhex", dials_of(self.components), SWITCHES, settings)

    def __reduce__(self) -> tuple[Any, ...]:
        return self.from_options, ({**self.options(), "components": self.components},)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MonsterHexRules):
            return NotImplemented
        return self.components == other.components and self.options() == other.options()

    def __hash__(self) -> int:
        return hash((self.variant.name, self.seats, self.with_abilities, self.with_goals))

    # -- names and codes ----------------------------------------------------------------------------

    def legal_codes(self, state: State) -> list[int]:
        """Every legal move as a code of legality.py."""
        out = [0] * legality.MAX_MOVES
        return out[: legality.legal(self.table, state, out)]

    def decode(self, code: int) -> Move:
        """The move of a code."""
        kind, high, cell, low = code >> 14, code >> 10 & 15, code >> 3 & 127, code & 7
        if kind == PLACE:
            return Place(self.units[high], self.cell_labels[cell], low)
        if kind == TAKE:
            return Take(str(self.stones[code & 15]))
        if kind == CHOOSE:
            return Choose(ABILITIES[code & 15])
        if kind == USE:
            ability = ABILITIES[high]
            if ability in notation.TARGETLESS:
                return Use(ability)
            return Use(ability, self.cell_labels[cell], low if high == CONFUSE else None)
        return Pass() if kind == PASS else Decline()

    def encode(self, move: Move) -> int:
        """The code of a move; a unit, stone, ability or cell that the game does not have raises `IllegalMove`."""
        if isinstance(move, Place) and move.unit in self.units and _is_rotation(move.rotation):
            return legality.move_code(PLACE, self._tile[move.unit], self._cell_code(move), move.rotation)
        if isinstance(move, Take) and move.stone in tuple(self._stone):
            return legality.choice_code(TAKE, self._stone[move.stone])
        if isinstance(move, Choose) and move.ability in ABILITIES[1:]:
            return legality.choice_code(CHOOSE, ABILITIES.index(move.ability))
        if isinstance(move, Use) and _is_written_well(move):
            cell = 0 if move.cell is None else self._cell_code(move)
            return legality.move_code(USE, ABILITIES.index(move.ability), cell, move.rotation or 0)
        if isinstance(move, Pass | Decline):
            return legality.choice_code(PASS if isinstance(move, Pass) else DECLINE, 0)
        raise IllegalMove(self.bad_notation(move), move)

    def unit_index(self, state: State, cell: int) -> tuple[int, int] | None:
        """Slot and tile of the unit on a cell (by index)."""
        unit = state.unit[cell]
        return None if unit < 0 else divmod(unit, TILES)

    def unit_at(self, state: State, cell: int) -> Unit | None:
        """The unit on a cell (by index), turned as it lies."""
        found = self.unit_index(state, cell)
        if found is None:
            return None
        faction, name = self.factions[found[0]], self.units[found[1]]
        floor = self.dials["power_floor"]
        return self.components.unit(faction, name, state.rotation[cell], state.counter[cell], floor)

    def hand(self, bits: int, faction: str) -> tuple[Unit, ...]:
        """The tiles of a hand, strongest rank first."""
        return tuple(self.components.unit(faction, n) for t, n in enumerate(self.units) if bits >> t & 1)

    def goal_cards(self, bits: int) -> tuple[Goal, ...]:
        """The goal cards of a set of bits."""
        return tuple(goal for i, goal in enumerate(self.components.goals) if bits >> i & 1)

    def bad_notation(self, got: object, error: Exception | None = None) -> Fault:
        """The fault of text, units, stones or cells that mean nothing in this game."""
        detail = "place" if isinstance(error, UnknownPlace) else "move"
        facts = {"got": shorten(str(got)), "examples": notation.EXAMPLES}
        if isinstance(error, UnknownPlace):
            first, *_, last = self.board.places
            facts.update(first=self.board.labels[first], last=self.board.labels[last])
        return Fault("MH-NOTATION", f"fault.MH-NOTATION.{detail}", facts, WORDS)

    def _cell_code(self, move: Place | Use) -> int:
        try:
            place = self.board.labels.hex(str(move.cell))
        except (TypeError, UnknownPlace) as error:
            raise IllegalMove(self.bad_notation(move, error), move) from error
        return self._cell.get(place, CELLS)

    def _label(self, text: str) -> str:
        """The label of a place given as ``c4`` or ``(1, -1)``."""
        labels = self.board.labels
        if text.startswith("(") and text.endswith(")"):
            q, _, r = text[1:-1].partition(",")
            try:
                place = Hex(int(q), int(r))
            except ValueError as error:
                raise notation.NotationError(text) from error
            return labels[place]
        return labels[labels.hex(text)]

    # -- setting up ---------------------------------------------------------------------------------

    def _max_length(self) -> int:
        """A bound on decisions: placements, a pick for each large site, and the choice and use of abilities."""
        placements = (len(self.seats) + bool(self.shared)) * self.dials["rounds"]
        marked = sum(1 for mark in self.components.marks.values() if mark)
        options = len(self.seats) * (1 + 2 * marked) if self.with_abilities else 0
        return placements + len(self.board.large) + options

    def _check_sizes(self) -> None:
        rounds, hand, units = self.dials["rounds"], self.dials["hand_size"], len(self.units)
        cells, turns = len(self.board.cells), len(self.seats) + bool(self.shared)
        faults = []
        if rounds * turns > cells:
            faults.append(f"{rounds} rounds of {turns} placements need more than the {cells} cells of the board")
        if rounds > units:
            faults.append(f"{rounds} rounds need more units than the {units} of a faction")
        if hand > units:
            faults.append(f"a hand of {hand} is more than the {units} units of a faction")
        if 2 * len(self.board.large) > len(self.stones):
            faults.append(f"{len(self.board.large)} large sites need more than the {len(self.stones)} stones")
        if self.with_abilities and not self.components.abilities:
            faults.append("the components have no abilities")
        if self.with_goals and len(self.seats) + 2 > len(self.components.goals):
            faults.append(f"{len(self.seats)} seats need more than the {len(self.components.goals)} goal cards")
        if faults:
            raise ValueError("; ".join(faults))

    def _deal_fault(self, state: State, deal: Deal) -> Fault | None:
        """MH-SETUP-1 and 2, MH-SHARED-1, MH-GOAL-1: every unit, goal and stone once, where it belongs."""
        decks, stones = dict(deal.decks), dict(deal.stones)
        laid = [stone for both in stones.values() for stone in both]
        shared = sorted(unit for pile in self.piles[len(self.seats) :] for unit in decks.get(pile, ()))
        cards = sorted(str(goal) for goal in self.components.goals) if self.with_goals or self.with_abilities else []
        seven = [str(self.stones[self.table.seven])] if self.table.seven >= 0 else []
        good = (
            state.phase == DEAL
            and tuple(name for name, _ in deal.decks) == self.piles
            and all(sorted(decks[seat]) == sorted(self.units) for seat in self.seats)
            and (self.shared is None or shared == sorted(self.units))
            and len({len(decks[pile]) for pile in self.piles[len(self.seats) :]}) <= 1
            and tuple(site for site, _ in deal.stones) == self.site_labels[: self.table.large_sites]
            and all(len(both) == 2 for both in stones.values())
            and len(set(laid)) == len(laid)
            and set(laid) <= set(self._stone)
            and (not self.variant.seven_in_play or set(seven) <= set(laid))
            and sorted(deal.goals) == cards
        )
        return None if good else Fault("MH-SETUP-1", "fault.MH-SETUP-1.deal", {}, WORDS)

    def _lay_out(self, state: State, deal: Deal) -> None:
        for pile, (_, deck) in enumerate(deal.decks):
            state.deck_size[pile] = len(deck)
            for i, name in enumerate(deck):
                state.deck[pile][i] = self._tile[name]
        for site, (_, both) in enumerate(deal.stones):
            for i, name in enumerate(both):
                state.lying[site][i] = self._stone[name]
                state.holder[self._stone[name]] = ON_BOARD
        if deal.goals:
            dealing.hand_out_goals(self.table, state, [int(number) - 1 for number in deal.goals])
        dealing.begin(self.table, state)


def _is_rotation(given: object) -> bool:
    return type(given) is int and 0 <= given < 6


def _is_written_well(move: Use) -> bool:
    """Whether the ability has the target and the rotation that it needs, and no other."""
    ability = move.ability
    if ability not in ABILITIES[1:] or (ability in notation.TARGETLESS) != (move.cell is None):
        return False
    return _is_rotation(move.rotation) if ability == "confuse" else move.rotation is None


def _flag(name: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise ValueError(f"{name}: expected True or False, got {shorten(given)}")
    return given


def _seats(given: Iterable[str] | None, variant: Variant) -> tuple[str, ...]:
    if given is None:
        return COLOURS[: variant.seats]
    if isinstance(given, str):
        raise ValueError(f"seats: expected a list of factions such as {list(COLOURS[:2])}, got {shorten(given)}")
    seats = tuple(given)
    for seat in seats:
        one_of("faction", seat, COLOURS)
    if len(seats) != variant.seats or len(set(seats)) != len(seats):
        raise ValueError(f"seats: variant {variant.name!r} needs {variant.seats} different factions, got {list(seats)}")
    return seats


def _shared(given: str | None, seats: tuple[str, ...], variant: Variant) -> str | None:
    """MH-SHARED-1: one of the unused factions, the first unless told."""
    if not variant.shared:
        if given is not None:
            raise ValueError(f"shared: variant {variant.name!r} has no shared faction, got {shorten(given)}")
        return None
    unused = [faction for faction in COLOURS if faction not in seats]
    return unused[0] if given is None else one_of("unused faction", given, unused)
