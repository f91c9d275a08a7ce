"""Positions of Monster Hex as people tell them, and read with everything that is wrong with them.

A position has these keys; what is empty may be left out.

======================= =================================================================================
``phase``               "choose-ability", "place" (where it is left out), "ability", "take" or "over"
``round``, ``turn``     the round from 1, and the seat whose turn it is; ``shared``: it places its shared unit
``units``, ``counters`` by cell: ``"red S1^2"``, and the counters on it; ``last``: the cell placed on last
``hands``, ``decks``    names of units by pile (``"red"``, or ``"red:yellow"`` for shared ones), next to draw first
``stones``, ``taken``   stones that lie, by large site, and that were taken, by faction
``judged``              by site: who was place 1 and place 2; a full site that is not told of is as it lies
``petrified``           one entry a stone made so, in order; its cell and points, and once judged what came of it
``scores``              by faction; ``goal_scores`` the part of it that goals gave, where the game is over
``abilities``           by seat; ``blitzed``: who has used Blitz; ``blitz``: 1 announced, 2 due
``goals``               card numbers by seat; ``open_goals``; ``goal_deck`` what is left to draw, next first
``pick``                in phase "take": the site, the taker and the runner_up
======================= =================================================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..engine.editing import Checks
from ..engine.faults import Fault, shorten
from . import deciding, judgement
from .explain import WORDS
from .placement import put_unit
from .state import (
    ABILITIES,
    ABILITY,
    ABSENT,
    CELLS,
    CHOOSING,
    NOBODY,
    ON_BOARD,
    OVER,
    PHASES,
    PLACING,
    RETURNED,
    TAKING,
    TILES,
    State,
)

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["position_of", "state_at"]

_UNIT = re.compile(r"(?P<faction>\S+) (?P<name>\S+?)(?:\^(?P<rotation>\S+))?")
_MOST_COUNTERS, _MOST_POINTS = 2000, 10_000_000
_EXAMPLE = "red S1^2"

_SHAPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("units", "counters", "hands", "decks", "stones", "taken", "judged", "scores"), (Mapping,)),
    **dict.fromkeys(("goal_scores", "abilities", "goals", "pick"), (Mapping,)),
    **dict.fromkeys(("petrified", "blitzed", "open_goals", "goal_deck"), (list,)),
    **dict.fromkeys(("round", "turn", "blitz"), (object,)),
    "phase": (str,),
    "shared": (bool,),
    "last": (str,),
}


# -- from states ----------------------------------------------------------------------------------------------


def position_of(rules: MonsterHexRules, state: State) -> dict[str, Any]:
    """Everything about a state in which a seat decides or the game is over, by name."""
    cells, over = rules.cell_labels, state.phase == OVER
    position = {
        "phase": PHASES[state.phase] if state.phase != PLACING else "",
        "round": min(state.round + 1, rules.dials["rounds"]),
        "turn": None if over else rules.seats[state.slot],
        "shared": deciding.places_shared(rules.table, state) and not over,
        "units": {label: _told(rules, state, cell) for cell, label in enumerate(cells) if state.unit[cell] >= 0},
        "counters": {label: state.counter[cell] for cell, label in enumerate(cells) if state.counter[cell]},
        "last": cells[state.last] if state.last >= 0 else "",
        "hands": {pile: _names(rules, _bits(state.hand[i])) for i, pile in enumerate(rules.piles)},
        "decks": {
            pile: _names(rules, state.deck[i][state.drawn[i] : state.deck_size[i]])
            for i, pile in enumerate(rules.piles)
        },
        "petrified": [_made(rules, state, made) for made in range(state.made)],
        "scores": rules.scores(state),
        "goal_scores": _by(rules.seats, state.goal_score),
        "abilities": {seat: ABILITIES[a] for seat, a in zip(rules.seats, state.ability, strict=False) if a},
        "blitzed": [seat for slot, seat in enumerate(rules.seats) if state.blitzed[slot]],
        "blitz": state.blitz,
        "goals": {seat: _cards(_bits(state.goal[slot])) for slot, seat in enumerate(rules.seats) if state.goal[slot]},
        "open_goals": _cards(_bits(state.open_goal)),
        "goal_deck": _cards(state.goal_deck[state.goal_drawn : state.goal_deck_size]),
        **_sites(rules, state),
    }
    kept = ("turn", "round", "units", "hands", "decks", "scores")
    return {key: value for key, value in position.items() if key in kept or value}


def _told(rules: MonsterHexRules, state: State, cell: int) -> str:
    slot, tile = divmod(state.unit[cell], TILES)
    return f"{rules.factions[slot]} {rules.units[tile]}^{state.rotation[cell]}"


def _names(rules: MonsterHexRules, tiles: Iterable[int]) -> list[str]:
    return [rules.units[tile] for tile in tiles]


def _bits(held: int) -> list[int]:
    return [bit for bit in range(held.bit_length()) if held >> bit & 1]


def _cards(goals: Iterable[int]) -> list[int]:
    return [goal + 1 for goal in goals]


def _by(names: Sequence[str], values: Sequence[int]) -> dict[str, int]:
    return {name: value for name, value in zip(names, values, strict=False) if value}


def _sites(rules: MonsterHexRules, state: State) -> dict[str, Any]:
    """What lies at sites, what was taken, and what was judged."""
    stones, labels = [str(stone) for stone in rules.stones], rules.site_labels
    told: dict[str, Any] = {
        "stones": {
            labels[site]: [stones[s] for s in state.lying[site] if s >= 0]
            for site in range(rules.table.large_sites)
            if max(state.lying[site]) >= 0
        },
        "taken": {
            faction: held
            for slot, faction in enumerate(rules.factions)
            if (held := [name for i, name in enumerate(stones) if state.holder[i] == slot])
        },
        "judged": {
            label: [_faction(rules, state.first[site]), _faction(rules, state.second[site])]
            for site, label in enumerate(labels)
            if state.judged[site]
        },
    }
    if state.phase == TAKING:
        told["pick"] = {
            "site": labels[state.site],
            "taker": _faction(rules, state.taker),
            "runner_up": _faction(rules, state.runner_up),
        }
    return told


def _faction(rules: MonsterHexRules, slot: int) -> str | None:
    return rules.factions[slot] if slot >= 0 else None


def _made(rules: MonsterHexRules, state: State, made: int) -> dict[str, Any]:
    told: dict[str, Any] = {"cell": rules.cell_labels[state.made_cell[made]], "points": state.made_points[made]}
    if state.made_holder[made] != ON_BOARD:
        told |= {
            "taken": _faction(rules, state.made_holder[made]),
            "first": _faction(rules, state.made_first[made]),
            "second": _faction(rules, state.made_second[made]),
            "part": [rules.factions[slot] for slot in _bits(state.made_part[made])],
            "with_c": bool(state.made_with_c[made]),
        }
    return told


# -- and back -------------------------------------------------------------------------------------------------


def state_at(rules: MonsterHexRules, position: Mapping[str, Any]) -> State:
    """The state at a position; `EditError` lists everything that is wrong with it."""
    reading = _Reading(rules, position)
    reading.petrified()  # first, since no unit may lie there
    reading.units()
    reading.piles()
    reading.stones()
    reading.turn()
    reading.judged()
    reading.scores()
    reading.abilities()
    reading.goals()
    reading.middle_of_a_turn()
    reading.check.done()
    return reading.state


class _Reading:
    """A position on its way to a state. Nothing in it can be trusted to be what it should be."""

    def __init__(self, rules: MonsterHexRules, position: Mapping[str, Any]) -> None:
        self.rules = rules
        self.check = Checks(WORDS)
        self.given = self.check.shape(position, _SHAPES)
        self.state = State()
        self.where: dict[tuple[str, str], list[str]] = {}  # every unit that was told of, and where it is

    # -- the board

    def units(self) -> None:
        """MH-PLACE-2, MH-COUNTER-1: units on cells of their own, and counters on units."""
        rules, state, laid = self.rules, self.state, {}
        for label, text in self.check.each("units", self.table("units")):
            cell, found = self.cell(label), self.unit(text)
            if found is not None:
                self.where.setdefault(found[:2], []).append("board")
            if cell >= 0 and found is not None:
                laid[cell] = found
        for cell, (faction, name, rotation) in sorted(laid.items()):
            if state.petrified[cell]:
                facts = {"cell": rules.cell_labels[cell]}
                self.check.add(Fault("MH-PLACE-2", "fault.MH-PLACE-2.petrified", facts, WORDS))
                continue
            tile = rules.units.index(name)
            unit = rules.factions.index(faction) * TILES + tile
            put_unit(rules.table, state, unit, rules.table.packed[tile][rotation], cell, rotation)
        for label, count in self.check.each("counters", self.table("counters")):
            cell = self.cell(label)
            if cell >= 0 and state.unit[cell] < 0:
                self.check.fault("MH-COUNTER-1", "no-unit", cell=label)
            amount = self.check.number(count, -_MOST_COUNTERS, _MOST_COUNTERS, "MH-COUNTER-1", "counters", cell=label)
            state.counter[cell] = amount if cell >= 0 else 0
        state.last = self.cell(self.given["last"]) if self.given.get("last") else ABSENT
        if state.last >= 0 and state.unit[state.last] < 0:
            self.check.fault("MH-TURN-1", "no-unit", cell=self.given["last"])

    def petrified(self) -> None:
        """MH-PETRIFY-1: stones that cells have become, or were."""
        entries = self.given.get("petrified", [])[:CELLS]
        for entry in entries:
            known = {"cell", "points", "taken", "first", "second", "part", "with_c"}
            if not isinstance(entry, Mapping) or not {"cell", "points"} <= set(entry) <= known:
                self.check.fault("MH-PETRIFY-1", "petrified", got=shorten(entry))
                continue
            state, made, cell = self.state, self.state.made, self.cell(entry["cell"])
            points = self.check.number(entry["points"], 1, 127, "MH-PETRIFY-1", "points", cell=shorten(entry["cell"]))
            state.made_cell[made], state.made_points[made], state.made = max(cell, 0), points, made + 1
            state.made_holder[made] = ON_BOARD
            if len(entry) > 2:
                self._judged_stone(made, entry)
            elif cell >= 0 and state.petrified[cell]:
                self.check.fault("MH-PETRIFY-1", "petrified-twice", cell=entry["cell"])
            elif cell >= 0:
                state.petrified[cell] = points

    def _judged_stone(self, made: int, entry: Mapping[str, Any]) -> None:
        state = self.state
        holder = self.faction(entry.get("taken"), "MH-PETRIFY-3")
        state.made_holder[made] = RETURNED if holder == NOBODY else holder
        state.made_first[made] = self.faction(entry.get("first"), "MH-PETRIFY-3")
        state.made_second[made] = self.faction(entry.get("second"), "MH-PETRIFY-3")
        state.made_part[made] = sum(1 << max(slot, 0) for slot in {self.faction(f) for f in self.items(entry, "part")})
        state.made_with_c[made] = int(entry.get("with_c") is True)

    # -- units beside the board

    def piles(self) -> None:
        """MH-SETUP-1: each unit once, on the board, in a hand or in a deck, and nowhere but with its faction."""
        for kind in ("hand", "deck"):
            told = self.table(f"{kind}s")
            for name, _ in self.check.each(f"{kind}s", told):
                self.check.index(name, self.rules.piles, "MH-SETUP-1", "pile")
            for pile, (name, _) in enumerate(self.check.each(f"{kind}s", dict.fromkeys(self.rules.piles))):
                faction = name.rpartition(":")[2]
                tiles = [self.tile(faction, unit, kind) for unit in self.items(told, name)]
                self._hold(kind, pile, [tile for tile in dict.fromkeys(tiles) if tile >= 0])
        for (faction, unit), places in self.where.items():
            if len(places) > 1:
                several = list(dict.fromkeys(places))
                key = "twice" if len(several) > 1 else "twice-there"
                self.check.fault("MH-SETUP-1", key, faction=faction, unit=unit, places=several)

    def _hold(self, kind: str, pile: int, tiles: list[int]) -> None:
        state = self.state
        if kind == "hand":
            state.hand[pile] = sum(1 << tile for tile in set(tiles))
        else:
            state.deck[pile][: len(tiles)] = tiles
            state.deck_size[pile] = len(tiles)

    def tile(self, faction: str, name: object, place: str) -> int:
        """A unit that is in a hand or a deck of its faction."""
        if not isinstance(name, str) or name not in self.rules.units:
            facts = {"got": shorten(name), "example": f"{faction} {self.rules.units[0]}"}
            self.check.fault("MH-SETUP-1", "unit", **facts)
            return -1
        self.where.setdefault((faction, name), []).append(place)
        return self.rules.units.index(name)

    def unit(self, text: object) -> tuple[str, str, int] | None:
        """Faction, name and rotation of ``"red S1^2"``."""
        found = _UNIT.fullmatch(text) if isinstance(text, str) and len(text) < 60 else None
        if found is None or found["faction"] not in self.rules.factions or found["name"] not in self.rules.units:
            self.check.fault("MH-SETUP-1", "unit", got=shorten(text), example=_EXAMPLE)
            return None
        rotation = found["rotation"] or "0"
        if rotation not in tuple("012345"):
            self.check.fault("MH-NOTATION", "rotation", got=rotation, unit=found["name"])
            rotation = "0"
        return found["faction"], found["name"], int(rotation)

    # -- stones

    def stones(self) -> None:
        """MH-SETUP-2, MH-LARGE-3: each stone once, two at most on a large site, or with who took it."""
        rules, state = self.rules, self.state
        names = [str(stone) for stone in rules.stones]
        large = rules.site_labels[: rules.table.large_sites]
        state.holder[: len(names)] = [RETURNED] * len(names)
        told: list[str] = []
        for label, stones in self.check.each("stones", self.table("stones")):
            site = self.check.index(label, large, "MH-SETUP-2", "site")
            found = self._stones(self.items(self.given["stones"], label), names)
            told += found
            if len(found) > 2:
                self.check.fault("MH-SETUP-2", "two-stones", site=label, got=list(map(str, stones)))
            elif site >= 0:
                state.lying[site][: len(found)] = [names.index(name) for name in found]
            for name in found:
                state.holder[names.index(name)] = ON_BOARD
        for faction, _ in self.check.each("taken", self.table("taken")):
            slot = self.faction(faction, "MH-LARGE-3")
            found = self._stones(self.items(self.given["taken"], faction), names)
            told += found
            for name in found:
                state.holder[names.index(name)] = slot
        for name, count in Counter(told).items():
            if count > 1:
                self.check.fault("MH-SETUP-2", "stone-twice", stone=name)

    def _stones(self, given: Iterable[object], names: list[str]) -> list[str]:
        return [str(name) for name in given if self.check.index(name, names, "MH-SETUP-2", "stone") >= 0]

    def judged(self) -> None:
        """MH-SMALL-1, MH-LARGE-1: full sites have been judged; in the middle of a turn some may still wait."""
        rules, state, told = self.rules, self.state, self.table("judged")
        for label in told:
            self.check.index(label, rules.site_labels, "MH-ORDER-1", "site")
        waiting = state.phase in (ABILITY, TAKING)
        for site, label in enumerate(rules.site_labels):
            full, large = state.filled[site] == rules.table.site_size[site], site < rules.table.large_sites
            if label in told and not full:
                self.check.fault("MH-LARGE-1" if large else "MH-SMALL-1", "not-full", site=label)
            elif label in told:
                both = [self.faction(name, "MH-LARGE-2") for name in self.items(told, label)]
                state.first[site], state.second[site], *_ = *both, NOBODY, NOBODY
                state.judged[site] = 1
            elif full and not waiting:
                state.first[site], state.second[site] = self._as_it_lies(site)
                state.judged[site] = 1
            picking = state.phase == TAKING and self.given.get("pick", {}).get("site") == label
            if state.judged[site] and max(state.lying[site]) >= 0 and not picking:
                lie = [str(rules.stones[stone]) for stone in state.lying[site] if stone >= 0]
                self.check.fault("MH-LARGE-4", "stones-of-judged", site=label, stones=lie)
            if state.judged[site] and not large and state.first[site] >= 0:
                state.small_taken[state.first[site]] += 1

    def _as_it_lies(self, site: int) -> tuple[int, int]:
        """Who is place 1 and place 2 at a site by the units there; for a small one who takes it."""
        if site >= self.rules.table.large_sites:
            return judgement.small_winner(self.rules.table, self.state, site), NOBODY
        places = judgement.large_places(self.rules.table, self.state, site)
        return places // 8 - 1, places % 8 - 1

    # -- whose turn, and who has what

    def turn(self) -> None:
        """MH-TURN-1, MH-SHARED-3, MH-END-1: the phase, the round, and whose turn it is."""
        rules, state, check = self.rules, self.state, self.check
        phase = check.index(self.given.get("phase", PHASES[PLACING]), PHASES[1:], "MH-TURN-1", "phase")
        state.phase = PLACING if phase < 0 else phase + 1
        state.round = check.number(self.given.get("round"), 1, rules.dials["rounds"], "MH-END-1", "round") - 1
        state.slot = 0
        if state.phase == OVER:
            state.step = deciding.steps(rules.table) - 1
            return
        slot = check.index(self.given.get("turn"), rules.seats, "MH-TURN-1", "seat")
        state.slot = max(slot, 0)
        if state.phase == CHOOSING:
            return
        starts = deciding.starter(rules.table, state)
        if not self.given.get("shared"):
            own = range(len(rules.seats))
            state.step = next(n for n in own if self._slot_of(n) == state.slot)
        elif rules.shared is None or starts != state.slot:
            check.fault("MH-SHARED-3", "shared-turn", seat=rules.seats[state.slot], starter=rules.seats[starts])
        else:
            state.step = len(rules.seats)

    def _slot_of(self, step: int) -> int:
        return deciding.slot_of_step(self.rules.table, State(round=self.state.round, step=step))

    def scores(self) -> None:
        """MH-WIN-1: points by faction, and what goals gave of them."""
        for key, field in (("scores", self.state.score), ("goal_scores", self.state.goal_score)):
            for name, points in self.check.each(key, self.table(key)):
                slot = self.faction(name, "MH-WIN-1")
                amount = self.check.number(points, 0, _MOST_POINTS, "MH-WIN-1", "score", faction=shorten(name))
                field[max(slot, 0)] = amount

    def abilities(self) -> None:
        """MH-ABIL-1: each seat has one of its faction's two; before the game those that have chosen."""
        rules, state, told = self.rules, self.state, self.table("abilities")
        if told and not rules.with_abilities:
            self.check.fault("MH-ABIL-1", "no-abilities")
            return
        for name, ability in self.check.each("abilities", told):
            slot = self.check.index(name, rules.seats, "MH-ABIL-1", "seat")
            offer = [ABILITIES[number] for number in rules.table.offer[slot]]
            if slot >= 0 and self.check.index(ability, offer, "MH-ABIL-1", "ability", seat=name) >= 0:
                state.ability[slot] = ABILITIES.index(ability)
        for name in self.given.get("blitzed", []):
            state.blitzed[max(self.check.index(name, rules.seats, "MH-BLITZ-2", "seat"), 0)] = 1
        state.blitz = self.check.number(self.given.get("blitz", 0), 0, 2, "MH-BLITZ-1", "blitz")
        if state.phase == CHOOSING:
            chosen = [slot for slot in range(len(rules.seats)) if state.ability[slot]]
            if not rules.with_abilities or chosen != list(range(state.slot + 1, len(rules.seats))):
                self.check.fault("MH-ABIL-1", "choosing", seat=rules.seats[state.slot])

    def goals(self) -> None:
        """MH-GOAL-1: each card once: with a seat, open, or left to draw."""
        state, seen = self.state, set[int]()
        for name in self.table("goals"):
            slot = self.check.index(name, self.rules.seats, "MH-GOAL-1", "seat")
            state.goal[max(slot, 0)] = sum(1 << card for card in self._goals(self.given["goals"], name, seen))
        state.open_goal = sum(1 << card for card in self._goals(self.given, "open_goals", seen))
        deck = self._goals(self.given, "goal_deck", seen)
        state.goal_deck[: len(deck)], state.goal_deck_size = deck, len(deck)

    def _goals(self, table: Mapping[str, Any], key: str, seen: set[int]) -> list[int]:
        cards, numbers = [], self.items(table, key)
        if numbers and not self.rules.table.goal_cards:
            self.check.fault("MH-GOAL-1", "no-goals")
            return []
        for number in numbers:
            card = self.check.number(number, 1, self.rules.table.goal_cards, "MH-GOAL-1", "goal") - 1
            if card in seen:
                self.check.fault("MH-GOAL-1", "goal-twice", number=card + 1)
            elif card < self.rules.table.goal_cards:
                seen.add(card)
                cards.append(card)
        return cards

    def middle_of_a_turn(self) -> None:
        """MH-ABIL-2, MH-LARGE-6: what waits for a decision besides a placement."""
        rules, state = self.rules, self.state
        placed = state.last >= 0 and state.unit[state.last] >= 0
        if state.phase == ABILITY:
            slot, tile = divmod(state.unit[state.last] if placed else 0, TILES)
            if not placed or slot != state.slot or not state.ability[slot] or not rules.table.mark[tile]:
                self.check.fault("MH-ABIL-2", "no-ability", seat=rules.seats[state.slot])
        pick = self.given.get("pick")
        if state.phase != TAKING:
            if pick is not None:
                self.check.fault("MH-LARGE-6", "pick", got=shorten(pick))
            return
        pick = pick if isinstance(pick, Mapping) else {}
        sites = rules.site_labels[: rules.table.large_sites]
        state.site = self.check.index(pick.get("site"), sites, "MH-LARGE-6", "site")
        state.taker = self.faction(pick.get("taker"), "MH-LARGE-6")
        state.runner_up = self.faction(pick.get("runner_up"), "MH-LARGE-6")
        whole = state.judged[state.site] and min(state.lying[state.site]) >= 0
        if not placed or not whole or state.taker < 0 or state.taker == state.runner_up:
            self.check.fault("MH-LARGE-6", "pick", got=shorten(dict(pick)))

    # -- names

    def table(self, key: str) -> Mapping[Any, Any]:
        """A part of the position, empty where it is left out."""
        return self.given.get(key, {})  # type: ignore[no-any-return]

    def items(self, table: Mapping[str, Any], key: str) -> list[Any]:
        """A list in a part of the position, empty where it is left out."""
        items = table.get(key, [])
        if isinstance(items, list):
            return items
        self.check.shape({key: items}, {key: (list,)})
        return []

    def cell(self, label: object) -> int:
        """MH-PLACE-2: the cell with a label; -1 where it is no cell of the board."""
        if isinstance(label, str) and label in self.rules.cell_labels:
            return self.rules.cell_labels.index(label)
        labels = self.rules.board.labels
        if isinstance(label, str) and label in labels:
            self.check.add(Fault("MH-PLACE-2", "fault.MH-PLACE-2.no-cell", {"cell": label}, WORDS))
        else:
            first, *_, last = self.rules.board.places
            facts = {"got": shorten(label), "first": labels[first], "last": labels[last]}
            self.check.add(Fault("MH-NOTATION", "fault.MH-NOTATION.place", facts, WORDS))
        return -1

    def faction(self, name: object, rule: str = "MH-SETUP-1") -> int:
        """The slot of a faction; NOBODY for None and for one that does not play."""
        return NOBODY if name is None else self.check.index(name, self.rules.factions, rule, "faction")
