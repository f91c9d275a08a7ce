"""What can be said of a position of Monster Hex that is set up by hand, and what follows from it.

What a position is, and what is wrong with one, is in positions.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ..engine.editing import Editor
from ..engine.faults import Fault, shorten
from ..hexgrid import Hex
from .components import Unit
from .explain import WORDS
from .state import State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["MonsterHexEditor"]

_Pile = tuple[str, str]  # "hand" or "deck", and the pile's name
_Named = tuple[str, str]  # a unit: faction and name
_T = TypeVar("_T")


class MonsterHexEditor(Editor):
    """What can be said in ``with game.editing() as e:``.

    Cells and sites are labels or `Hex`; units are written ``"red S1"`` or ``"red S1^2"``, or are a `Unit`; in a hand
    or a deck the faction may be left out. Nothing needs to have come about by legal moves.

    What is said of a hand, a deck, a site or a faction's stones is all there is. A unit or stone that is said to be
    in one place leaves any hand, deck or site of which nothing was said; said to be in two, it is a fault. Units that
    leave the board or a hand go under their deck, unless it was said what that holds; then they are out of the game,
    as are stones that lie nowhere and are nobody's.

    Editing scores nothing: points are what `score` says. A site whose cells are all full counts as judged, with the
    places that the units there give, and stones that lay there are out of the game; one that is full no longer is open
    again. A turn in the middle of an ability or a pick begins anew when the board is changed.
    """

    rules: MonsterHexRules

    def __init__(self, rules: MonsterHexRules, state: State) -> None:
        super().__init__(rules, state)
        self._was = dict(self.position["units"])
        self._counted = dict(self.position.get("counters", {}))
        self._holds: dict[_Pile, list[_Named]] = {}
        self._lies: dict[_Pile, list[str]] = {}
        self._said: set[str] = set()

    # -- the board

    def put(self, unit: str | Unit, cell: str | Hex, rotation: int | None = None) -> None:
        """Lay a unit on an empty cell; it leaves the hand or deck that it is in."""
        label, text = self._label(cell), self._written(unit)
        if label in self.position["units"]:
            holder = self.position["units"][label].split("^")[0].split(" ")
            facts = {"cell": label, "holder": {holder[0]: holder[-1]}}
            self.fault(Fault("MH-PLACE-2", "fault.MH-PLACE-2.occupied", facts, WORDS))
            return
        self.position["units"][label] = text if rotation is None else f"{text.partition('^')[0]}^{rotation}"
        self._said.add("board")

    def take_off(self, cell: str | Hex) -> None:
        """Take the unit off a cell, with its counters."""
        label = self._with_unit(cell)
        if label is not None:
            del self.position["units"][label]
            self.position.get("counters", {}).pop(label, None)

    def move(self, cell: str | Hex, to: str | Hex, rotation: int | None = None) -> None:
        """Lay the unit on a cell, with its counters, on an empty one; ``rotation`` None keeps how it lies."""
        label, goal = self._with_unit(cell), self._label(to)
        if label is None or (label == goal and rotation is None):
            return
        counters = self.position.get("counters", {}).pop(label, 0)
        unit = self.position["units"].pop(label)
        self.put(unit, goal, rotation)
        if counters:
            self.position["counters"][goal] = counters

    def pick_up(self, unit: str | Unit) -> None:
        """Take a unit off the board and out of every hand and deck that was said, so that it can be said anew."""
        named = self._name(self._written(unit))
        for label in [label for label, text in self.position["units"].items() if self._name(text) == named]:
            self.take_off(label)
        for pile, units in self._holds.items():
            self._holds[pile] = [other for other in units if other != named]

    def turn(self, cell: str | Hex, rotation: int) -> None:
        """Turn the unit on a cell to a rotation, 0 to 5."""
        label = self._with_unit(cell)
        if label is not None:
            self.position["units"][label] = f"{self.position['units'][label].partition('^')[0]}^{rotation}"

    def counters(self, cell: str | Hex, number: int) -> None:
        """MH-COUNTER-1: the counters on a unit: white above 0, black below."""
        label = self._with_unit(cell)
        if label is not None:
            self.position.setdefault("counters", {})[label] = number

    def petrify(self, cell: str | Hex, points: int = 1) -> None:
        """MH-PETRIFY-1: make a cell a stone of so many points; 0 makes it a cell again."""
        label = self._label(cell)
        made = [entry for entry in self.position.get("petrified", []) if entry["cell"] != label or len(entry) > 2]
        self.position["petrified"] = made + ([{"cell": label, "points": points}] if points != 0 else [])
        self._said.add("board")

    # -- units and stones beside it

    def hand(self, seat: str, units: Iterable[str | Unit]) -> None:
        """A seat's hand, its shared units included: ``["A1", "C3", "yellow B1"]``."""
        piles = {"own": list[_Named](), "shared": list[_Named]()}
        for faction, name in self._named(seat, units):
            piles["shared" if faction == self.rules.shared else "own"].append((faction, name))
        self._holds["hand", str(seat)] = piles["own"]
        if self.rules.shared is not None:
            self._holds["hand", f"{seat}:{self.rules.shared}"] = piles["shared"]

    def deck(self, seat: str, units: Iterable[str | Unit]) -> None:
        """The units that a seat has still to draw, the next one first."""
        self._holds["deck", str(seat)] = self._named(seat, units)

    def shared_deck(self, seat: str, units: Iterable[str | Unit]) -> None:
        """The shared units that a seat has still to draw, the next one first."""
        self._holds["deck", f"{seat}:{self.rules.shared}"] = self._named(self.rules.shared or seat, units)

    def stones(self, site: str | Hex, stones: Iterable[object]) -> None:
        """The stones on a large site, two at most: ``["R7", "B3"]``."""
        self._lies["stones", self._label(site)] = self._texts(stones)
        self._said.add("board")

    def taken(self, faction: str, stones: Iterable[object]) -> None:
        """The stones of the set that a faction has taken; its points are what `score` says."""
        self._lies["taken", str(faction)] = self._texts(stones)
        self._said.add("board")

    # -- everything else

    def score(self, faction: str, points: int) -> None:
        """A faction's points."""
        self.position["scores"][str(faction)] = points
        self._said.add(f"score {faction}")

    def round(self, number: int) -> None:
        """The round that is being played, from 1. A game that was over goes on, its goals not yet scored."""
        self.position["round"] = number
        self._said.add("round")

    def to_move(self, seat: str, *, shared: bool = False) -> None:
        """Whose turn it is to place a unit; ``shared``: the shared one. A game that was over goes on."""
        self.position["turn"], self.position["shared"] = seat, shared
        self._said.add("turn")

    def ability(self, seat: str, ability: str | None) -> None:
        """MH-ABIL-1: the ability that a seat has taken, not used so far; None for none."""
        taken = self.position.setdefault("abilities", {})
        taken[str(seat)] = ability
        if ability is None:
            del taken[str(seat)]
        self.position["blitzed"] = [other for other in self.position.get("blitzed", []) if other != seat]
        self._said.add("ability")

    def goals(self, seat: str, numbers: Iterable[int]) -> None:
        """MH-GOAL-1: the goal cards that a seat holds, by number."""
        self._deal_goals(self.position.setdefault("goals", {}), seat, numbers)

    def open_goals(self, numbers: Iterable[int]) -> None:
        """MH-GOAL-1: the goal cards that lie open, by number."""
        self._deal_goals(self.position, "open_goals", numbers)

    def _deal_goals(self, table: dict[str, Any], key: str, numbers: Iterable[int]) -> None:
        table[str(key)] = list(numbers)
        self.position["goal_deck"] = [n for n in self.position.get("goal_deck", []) if n not in table[str(key)]]

    # -- in line with what was said

    def is_silent(self) -> bool:
        """Whether nothing has been said that differs from what is there."""
        return super().is_silent() and not self._holds and not self._lies

    def settle(self) -> None:
        """Move units and stones, reopen or close sites, and begin the turn anew where it must."""
        self._move_units()
        self._move_stones()
        self._begin_turn()
        if self.position.get("phase", "place") in ("place", "over"):
            self._close_sites()
        if self.position["units"].get(last := self.position.get("last", "")) != self._was.get(last):
            self.position.pop("last", None)

    def _move_units(self) -> None:
        """MH-SETUP-1: units into the hands and decks that were said, and those without a place under their deck."""
        if not self._holds and self.position["units"] == self._was:
            return
        before: dict[_Pile, list[_Named]] = {
            (kind, pile): [(_faction_of(pile), name) for name in names]
            for kind in ("hand", "deck")
            for pile, names in self.position[f"{kind}s"].items()
        }
        on_board = {self._name(text) for text in self.position["units"].values()}
        after = _claimed(before, self._holds, on_board)
        placed = {*on_board, *(unit for units in after.values() for unit in units)}
        left = {self._name(text) for text in self._was.values()}
        left |= {unit for (kind, _), units in before.items() if kind == "hand" for unit in units}
        for unit in sorted(left - placed):
            decks = [after[pile] for pile in before if self._may_go_under(pile, unit)]
            if decks:
                min(decks, key=len).append(unit)
        for (kind, pile), units in after.items():
            home = _faction_of(pile)
            self.position[f"{kind}s"][pile] = [
                name if faction == home else f"{faction} {name}" for faction, name in units
            ]

    def _may_go_under(self, pile: _Pile, unit: _Named) -> bool:
        kind, name = pile
        return kind == "deck" and pile not in self._holds and _faction_of(name) == unit[0]

    def _move_stones(self) -> None:
        """MH-SETUP-2: stones to the sites and factions that were said; what was said of nowhere is out of the game."""
        if self._lies:
            kinds = ("stones", "taken")
            before = {(kind, key): there for kind in kinds for key, there in self.position.get(kind, {}).items()}
            after = _claimed(before, self._lies)
            for kind in kinds:
                self.position[kind] = {key: there for (of, key), there in after.items() if of == kind}

    def _begin_turn(self) -> None:
        """MH-TURN-1: who places a unit next, where what was said leaves nothing to go on with."""
        position, phase, said = self.position, self.position.get("phase", "place"), {"round", "turn"} & self._said
        if not self._said & {"board", "round", "turn", "ability"} or (phase == "over" and not said):
            return
        if phase == "choose-ability" and not said:
            missing = [seat for seat in self.rules.seats if seat not in position.get("abilities", {})]
            if missing:
                position["turn"] = missing[-1]
                return
        if phase != "place" or said:
            for key in ("phase", "pick", "blitz"):
                position.pop(key, None)
        if phase == "over":
            for seat, points in position.pop("goal_scores", {}).items():
                if f"score {seat}" not in self._said:
                    position["scores"][seat] -= points
        if "turn" not in self._said and (phase in ("over", "choose-ability") or position.get("shared")):
            number = position["round"]
            swapped = self.rules.shared is not None and type(number) is int and number % 2 == 0
            position["turn"] = self.rules.seats[int(swapped)]

    def _close_sites(self) -> None:
        """MH-SMALL-1, MH-LARGE-1: sites round which something is different are judged as they lie, or open again."""
        table, units, counters = self.rules.table, self.position["units"], self.position.get("counters", {})
        judged, stones = self.position.get("judged", {}), self.position.get("stones", {})
        for site, label in enumerate(self.rules.site_labels):
            cells = [self.rules.cell_labels[cell] for cell in table.site_cell[site][: table.site_size[site]]]
            if any(units.get(c) != self._was.get(c) or counters.get(c) != self._counted.get(c) for c in cells):
                judged.pop(label, None)
            if all(cell in units for cell in cells) and ("stones", label) not in self._lies:
                stones.pop(label, None)

    # -- what was meant

    def _label(self, place: str | Hex) -> str:
        labels = self.rules.board.labels
        if isinstance(place, Hex) and place in labels:
            return labels[place]
        return place if isinstance(place, str) else shorten(place)

    def _with_unit(self, cell: str | Hex) -> str | None:
        """The label of a cell with a unit on it, which is about to change."""
        label = self._label(cell)
        self._said.add("board")
        if label in self.position["units"]:
            return label
        self.fault(Fault("MH-PLACE-2", "edit.no-unit", {"cell": label}, WORDS))
        return None

    def _written(self, unit: object) -> str:
        if isinstance(unit, Unit):
            return f"{unit.faction} {unit.name}^{unit.rotation}"
        return unit if isinstance(unit, str) else shorten(unit)

    def _name(self, text: object) -> _Named:
        faction, _, name = str(text).partition("^")[0].rpartition(" ")
        return faction, name

    def _named(self, faction: str, units: Iterable[object]) -> list[_Named]:
        texts = units.split() if isinstance(units, str) else map(self._written, units)
        named = map(self._name, texts)
        return [(said or str(faction), name) for said, name in named]

    def _texts(self, stones: Iterable[object]) -> list[str]:
        return stones.split() if isinstance(stones, str) else list(map(str, stones))


def _faction_of(pile: str) -> str:
    return pile.rpartition(":")[2]


def _claimed(
    before: Mapping[_Pile, list[_T]], said: Mapping[_Pile, list[_T]], elsewhere: Iterable[_T] = ()
) -> dict[_Pile, list[_T]]:
    """Places as they were said; those of which nothing was said lose what was said to be elsewhere."""
    claimed = {*elsewhere, *(thing for things in said.values() for thing in things)}
    return {**{key: [t for t in things if t not in claimed] for key, things in before.items()}, **said}
