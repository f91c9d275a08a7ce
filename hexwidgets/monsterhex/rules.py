"""Monster Hex as a Rules object: the kernels of turn.py met by names, labels and words."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..engine.dials import Dial, Switch, choose, one_of, set_dials
from ..engine.faults import Event, Fault, IllegalMove, shorten
from ..engine.rng import seeded
from ..engine.rules import CHANCE, GameType, Result
from ..hexgrid import Hex, UnknownPlace, neighbour_table
from . import notation, turn
from .components import COLOURS, RANKS, Board, Components, Stone, Unit, Variant, reference
from .explain import WORDS, events, fault_of
from .notation import Deal, Move, Pass, Place, Take
from .state import (
    ABSENT,
    CELLS,
    DEAL,
    ON_BOARD,
    OVER,
    PASS,
    PLACE,
    TAKE,
    TAKING,
    TILES,
    State,
    Table,
)

__all__ = ["DIALS", "SWITCHES", "Knowledge", "MonsterHexRules"]

DIALS = (
    Dial("hand_size", None, 1, 16, "MH-SETUP-1"),
    Dial("rounds", None, 1, 16, "MH-END-1"),
    Dial("colour_bonus", 2, 0, 20, "MH-LARGE-5"),
    Dial("small_points", 1, 0, 20, "MH-SMALL-1"),
)
SWITCHES = (
    Switch("small_same_faction_tie", ("owner", "nobody"), "MH-SMALL-3"),
    Switch("large_tie", ("void", "move-up"), "MH-LARGE-3"),
)


@dataclass(frozen=True)
class Knowledge:
    """What someone may know of a position: a state without what is hidden, and how much of that there is.

    ``seat`` is None for the open table. ``hands`` holds tile bits, None where hidden.
    """

    seat: str | None
    state: State
    hands: tuple[int | None, ...]
    hand_sizes: tuple[int, ...]
    deck_sizes: tuple[int, ...]


# What everybody may know. Views are built from this list, so a new field is hidden until it is named here.
_PUBLIC = (
    "phase", "round", "slot", "placed", "last", "unit", "rotation", "need", "near", "filled", "judged", "first",
    "lying", "holder", "taker", "runner_up", "site", "drawn", "deck_size", "score",
)  # fmt: skip


class MonsterHexRules:
    """The rules of Monster Hex for one variant, set of components, dials and switches.

    ``seats`` are faction names in playing order (default: red, blue, yellow, green). Unknown words
    raise ``ValueError`` that lists the known ones.
    """

    def __init__(
        self,
        variant: str = "four",
        seats: Iterable[str] | None = None,
        *,
        components: str | Components = "reference",
        dials: Mapping[str, int] | None = None,
        **switches: str,
    ) -> None:
        self.components = _components(components)
        self.variant = self.components.variants[one_of("variant", variant, self.components.variants)]
        self.board: Board = self.components.boards[self.variant.board]
        self.seats = _seats(seats, self.variant)
        self.switches = choose(SWITCHES, switches)
        defaults = {"hand_size": self.variant.hand_size, "rounds": self.variant.rounds}
        self.dials = set_dials(DIALS, dials, defaults)
        standard = set_dials(DIALS, None, defaults)
        self._given_dials = {k: v for k, v in self.dials.items() if v != standard[k]}
        self._check_sizes()
        self.units = tuple(self.components.units)
        self.stones = self.components.stones
        self._tile = {name: i for i, name in enumerate(self.units)}
        self._stone = {str(stone): i for i, stone in enumerate(self.stones)}
        self._cell = {cell: i for i, cell in enumerate(self.board.cells)}
        self.cell_labels = tuple(self.board.labels[cell] for cell in self.board.cells)
        self.site_labels = tuple(self.board.labels[site] for site in self.board.sites)
        self.table = self._table()
        self.kernels = turn.KERNELS
        decisions = len(self.seats) * self.dials["rounds"] + len(self.board.large)
        self.game_type = GameType(
            "monsterhex", self.seats, chance_mode="sampled", information="hidden", max_length=decisions
        )

    # -- the protocol -----------------------------------------------------------------------------

    def initial(self) -> State:
        """Before the deal."""
        return State()

    def to_move(self, state: State) -> tuple[str, ...]:
        """MH-TURN-1, MH-LARGE-6: who decides: chance before the deal, the taker of a stone, else the seat in turn."""
        if state.phase == OVER:
            return ()
        if state.phase == DEAL:
            return (CHANCE,)
        return (self.seats[self.slot_to_move(state)],)

    def moves(self, state: State, seat: str) -> tuple[Move, ...]:
        """Every legal move of the seat that decides, by unit, cell, rotation; the deals are too many to list."""
        if seat == CHANCE:
            raise ValueError("deals are too many to list; draw() makes one")
        if (seat,) != self.to_move(state):
            return ()
        return tuple(self.decode(code) for code in self.legal_codes(state))

    def fault(self, state: State, seat: str, move: Move) -> Fault | None:
        """None when ``seat`` may make ``move`` now, else the rule that refuses it."""
        if isinstance(move, Deal):
            return self._deal_fault(state, move)
        if not isinstance(move, Place | Take | Pass):
            return self.bad_notation(move)
        if state.phase not in (OVER, DEAL) and (seat,) != self.to_move(state):
            facts = {"seat": seat, "deciding": self.to_move(state)[0]}
            return Fault("MH-TURN-1", "fault.MH-TURN-1.not-your-turn", facts, WORDS)
        try:
            code = self.encode(move)
        except IllegalMove as error:
            return error.fault
        found = turn.fault(self.table, state, code)
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
        """MH-WIN-1 to 3: the winners and what decided."""
        won = turn.winners(self.table, state)
        if not won:
            return None
        names = tuple(seat for slot, seat in enumerate(self.seats) if won >> slot & 1)
        best = max(state.score[: len(self.seats)])
        if len(names) > 1:
            return Result(names, "shared-victory")
        tied = state.score[: len(self.seats)].count(best) > 1
        return Result(names, "seven-stone" if tied else "points")

    def hide(self, state: State, seat: str | None) -> Knowledge:
        """What ``seat`` may know: all that is public and its own hand. None, the open table, knows all hands."""
        known = State()
        for name in _PUBLIC:
            known.__dict__[name] = state.copy().__dict__[name]
        seen = [seat is None or name == seat for name in self.seats]
        for slot, visible in enumerate(seen):
            if visible:
                known.hand[slot] = state.hand[slot]
        hands = state.hand[: len(self.seats)]
        return Knowledge(
            seat,
            known,
            tuple(hand if visible else None for hand, visible in zip(hands, seen, strict=True)),
            tuple(hand.bit_count() for hand in hands),
            tuple(state.deck_size[s] - state.drawn[s] for s in range(len(self.seats))),
        )

    # -- extras -----------------------------------------------------------------------------------

    def draw(self, state: State, rng: random.Random) -> Deal:
        """MH-SETUP-1 and 2: one deal."""
        dealt = state.copy()
        turn.deal(self.table, dealt, seeded(rng.getrandbits(64)))
        decks = tuple((s, tuple(self.units[t] for t in dealt.deck[i] if t >= 0)) for i, s in enumerate(self.seats))
        large = range(self.table.large_sites)
        stones = tuple((self.site_labels[i], tuple(str(self.stones[s]) for s in dealt.lying[i])) for i in large)
        return Deal(decks, stones)

    def parse(self, state: State, seat: str, text: str) -> Move:
        """The move that ``text`` writes, legal or not."""
        try:
            if seat == CHANCE:
                return notation.parse_deal(text, self.seats)
            move = notation.parse(text)
            if isinstance(move, Place):
                return Place(move.unit, self._label(move.cell), move.rotation)
            return move
        except (notation.NotationError, UnknownPlace) as error:
            raise IllegalMove(self.bad_notation(text, error), text) from error

    def events(self, before: State, moves: Mapping[str, Move], after: State) -> tuple[Event, ...]:
        """What a move did, for the log."""
        return events(self, before, moves, after)

    def phase(self, state: State) -> str:
        """The phase by name: "deal", "place", "take" or "over"."""
        return ("deal", "place", "take", "over")[state.phase]

    def scores(self, state: State) -> dict[str, int]:
        """Points so far, by faction."""
        return {seat: state.score[slot] for slot, seat in enumerate(self.seats)}

    def options(self) -> dict[str, Any]:
        """What makes these rules, for records: only what was set otherwise than by default."""
        out: dict[str, Any] = {"variant": self.variant.name, "seats": list(self.seats)}
        if self._given_dials:
            out["dials"] = dict(self._given_dials)
        out.update({s.name: self.switches[s.name] for s in SWITCHES if self.switches[s.name] != s.default})
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.components, self.options())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MonsterHexRules):
            return NotImplemented
        return self.components == other.components and self.options() == other.options()

    def __hash__(self) -> int:
        return hash((self.components.name, repr(self.options())))

    # -- names and codes ----------------------------------------------------------------------------

    def slot_to_move(self, state: State) -> int:
        """The slot that decides: MH-LARGE-6, the taker of a stone; else MH-TURN-1, the seat in turn."""
        return state.taker if state.phase == TAKING else state.slot

    def legal_codes(self, state: State) -> list[int]:
        """Every legal move as a code of turn.py."""
        out = [0] * turn.MAX_MOVES
        return out[: turn.legal(self.table, state, out)]

    def decode(self, code: int) -> Move:
        """The move of a code."""
        kind = code >> 14
        if kind == TAKE:
            return Take(str(self.stones[code & 15]))
        if kind == PASS:
            return Pass()
        return Place(self.units[code >> 10 & 15], self.cell_labels[code >> 3 & 127], code & 7)

    def encode(self, move: Move) -> int:
        """The code of a move; a unit, stone or cell that the game does not have raises `IllegalMove`."""
        if isinstance(move, Place):
            if move.unit not in self.units or type(move.rotation) is not int or not 0 <= move.rotation < 6:
                raise IllegalMove(self.bad_notation(move), move)
            try:
                place = self.board.labels.hex(move.cell)
            except (TypeError, UnknownPlace) as error:
                raise IllegalMove(self.bad_notation(move, error), move) from error
            return turn.move_code(PLACE, self._tile[move.unit], self._cell.get(place, CELLS), move.rotation)
        if isinstance(move, Take):
            if move.stone not in tuple(self._stone):
                raise IllegalMove(self.bad_notation(move), move)
            return turn.take_code(self._stone[move.stone])
        return turn.move_code(PASS, 0, 0, 0)

    def unit_index(self, state: State, cell: int) -> tuple[int, int] | None:
        """Slot and tile of the unit on a cell (by index)."""
        unit = state.unit[cell]
        return None if unit < 0 else divmod(unit, TILES)

    def unit_at(self, state: State, cell: int) -> Unit | None:
        """The unit on a cell (by index), turned as it lies."""
        found = self.unit_index(state, cell)
        if found is None:
            return None
        slot, tile = found
        return self.components.unit(self.seats[slot], self.units[tile], state.rotation[cell])

    def hand(self, bits: int, faction: str) -> tuple[Unit, ...]:
        """The tiles of a hand, strongest rank first."""
        return tuple(self.components.unit(faction, n) for t, n in enumerate(self.units) if bits >> t & 1)

    def stone(self, index: int) -> Stone:
        """A stone by its index."""
        return self.stones[index]

    def bad_notation(self, got: object, error: Exception | None = None) -> Fault:
        """The fault of text, units, stones or cells that mean nothing in this game."""
        detail = "place" if isinstance(error, UnknownPlace) else "move"
        facts = {"got": shorten(str(got)), "examples": notation.NotationError.EXAMPLES}
        if isinstance(error, UnknownPlace):
            first, *_, last = self.board.places
            facts.update(first=self.board.labels[first], last=self.board.labels[last])
        return Fault("MH-NOTATION", f"fault.MH-NOTATION.{detail}", facts, WORDS)

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

    def _check_sizes(self) -> None:
        rounds, hand, units = self.dials["rounds"], self.dials["hand_size"], len(self.components.units)
        cells = len(self.board.cells)
        faults = []
        if rounds * len(self.seats) > cells:
            faults.append(f"{rounds} rounds of {len(self.seats)} seats place more units than the {cells} cells hold")
        if rounds > units:
            faults.append(f"{rounds} rounds need more units than the {units} of a faction")
        if hand > units:
            faults.append(f"a hand of {hand} is more than the {units} units of a faction")
        if 2 * len(self.board.large) > len(self.components.stones):
            faults.append(
                f"{len(self.board.large)} large sites need more than the {len(self.components.stones)} stones"
            )
        if faults:
            raise ValueError("; ".join(faults))

    def _table(self) -> Table:
        board, components = self.board, self.components
        table = Table(
            seats=len(self.seats), rounds=self.dials["rounds"], hand_size=self.dials["hand_size"],
            cells=len(board.cells), tiles=len(self.units), stones=len(self.stones),
            large_sites=len(board.large), sites=len(board.sites),
            colour_bonus=self.dials["colour_bonus"], small_points=self.dials["small_points"],
            small_tie_owner=int(self.switches["small_same_faction_tie"] == "owner"),
            large_tie_moves_up=int(self.switches["large_tie"] == "move-up"),
        )  # fmt: skip
        for cell, row in enumerate(neighbour_table(board.cells)):
            table.neighbour[cell] = list(row)
            table.start[cell] = int(board.cells[cell] in board.starts)
        for index, site in enumerate(board.sites):
            self._fill_site(table, index, site)
        for tile, edges in enumerate(components.units.values()):
            table.packed[tile] = [_pack(edges, rotation) for rotation in range(6)]
            table.rank[tile] = len(RANKS) - RANKS.index(self.units[tile][0])
        for index, stone in enumerate(self.stones):
            table.stone_points[index], table.stone_colour[index] = stone.points, COLOURS.index(stone.colour)
        table.seven = next((i for i, s in enumerate(self.stones) if s.points == SEVEN), ABSENT)
        for slot, seat in enumerate(self.seats):
            table.colour[slot] = COLOURS.index(seat)
        return table

    def _fill_site(self, table: Table, index: int, site: Hex) -> None:
        around = [(d, self._cell[n]) for d, n in enumerate(site.neighbours()) if n in self._cell]
        table.site_size[index] = len(around)
        for i, (direction, cell) in enumerate(around):
            table.site_cell[index][i] = cell
            table.site_edge[index][i] = (direction + 3) % 6
            sites = table.cell_site[cell]
            sites[sites.index(ABSENT)] = index

    def _deal_fault(self, state: State, deal: Deal) -> Fault | None:
        """MH-SETUP-1 and 2: the deal gives every deck its ten units and every large site two stones."""
        decks, stones = dict(deal.decks), dict(deal.stones)
        laid = [stone for both in stones.values() for stone in both]
        large = self.site_labels[: self.table.large_sites]
        good = (
            state.phase == DEAL
            and tuple(name for name, _ in deal.decks) == self.seats
            and all(sorted(deck) == sorted(self.units) for deck in decks.values())
            and tuple(site for site, _ in deal.stones) == large
            and all(len(both) == 2 for both in stones.values())
            and len(set(laid)) == len(laid)
            and set(laid) <= set(self._stone)
        )
        return None if good else Fault("MH-SETUP-1", "fault.MH-SETUP-1.deal", {}, WORDS)

    def _lay_out(self, state: State, deal: Deal) -> None:
        for slot, (_, deck) in enumerate(deal.decks):
            state.deck_size[slot] = len(deck)
            for i, name in enumerate(deck):
                state.deck[slot][i] = self._tile[name]
        for site, (_, both) in enumerate(deal.stones):
            for i, name in enumerate(both):
                state.lying[site][i] = self._stone[name]
                state.holder[self._stone[name]] = ON_BOARD
        turn.begin(self.table, state)


SEVEN = 7  # MH-WIN-2


def _again(components: Components, options: dict[str, Any]) -> MonsterHexRules:
    return MonsterHexRules(components=components, **options)


def _components(given: str | Components) -> Components:
    if isinstance(given, Components):
        return given
    one_of("set of components", given, ("reference",))
    return reference()


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


def _pack(edges: Iterable[int], rotation: int) -> int:
    """Six powers in six nibbles, as seen after turning the tile ``rotation`` sixths counter-clockwise."""
    return sum(power << 4 * ((edge + rotation) % 6) for edge, power in enumerate(edges))
