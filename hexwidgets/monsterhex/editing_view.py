"""How a position of Monster Hex that is being set up looks, and what each gesture at a board says of it.

A draft may be faulty, so it is drawn from the position by names, whatever is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..board.kit import Group, Item, Kit, Menu, Row, Thing, editor_words, menu
from ..board.scene import Marks, Scene, Seat, Status, Tray
from ..engine.faults import Fault
from ..engine.position_draft import Saying, meaningless, number
from .explain import WORDS
from .state import ABILITIES, NOBODY
from .view import MonsterHexView

__all__ = ["MonsterHexEditingView"]

_Picks = Sequence[str | int]
_Position = Mapping[str, Any]
_COUNTERS = {"white": 1, "black": -1}


class MonsterHexEditingView(MonsterHexView):
    """Scenes, palette and form of a draft, and gestures as sayings of `MonsterHexEditor`."""

    def kit(self, language: str) -> Kit:
        """Every unit and stone, counters, and stones that cells turn into where there are abilities."""
        return {
            "things": [*self._things(language)],
            "areas": {"cells": self._cell_at, "large": self._site_at[: self.rules.table.large_sites]},
            "menus": [*self._menus(language)],
            "words": editor_words(language),
        }

    def draft_scene(self, position: _Position, language: str) -> Scene:
        """What lies on the board and beside it."""
        return {
            "tokens": [*self._tokens_of(position)],
            "marks": self._marks_of(position),
            "tray": Tray(seats=[self._seat_of(position, slot) for slot in range(len(self.rules.factions))], goals=[]),
            "picks": {"steps": [], "tree": {}, "also": [], "confirm": False, "preset": [], "refused": []},
            "status": self._status_of(position, language),
        }

    def groups(self, position: _Position, language: str) -> list[Group]:
        """Hands and decks by seat, stones by who took them, what is out of the game, and what there is plenty of."""
        groups: list[Group] = []
        for slot, seat in enumerate(self.rules.seats):
            groups.append(self._group(f"hand:{seat}", slot, language, self._hand_of(position, seat)))
            deck = self._pile(position, "decks", seat)
            groups.append(self._group(f"deck:{seat}", slot, language, deck))
            if self.rules.shared is not None:
                deck = self._pile(position, "decks", f"{seat}:{self.rules.shared}")
                groups.append(self._group(f"shared:{seat}", slot, language, deck))
        for slot, faction in enumerate(self.rules.factions):
            if out := [*self._out_of_the_game(position, faction)]:
                groups.append(self._group(f"out:{faction}", slot, language, out))
        for slot, faction in enumerate(self.rules.factions):
            taken = [str(stone) for stone in position.get("taken", {}).get(faction, [])]
            groups.append(self._group(f"taken:{faction}", slot, language, taken))
        placed = self._placed_stones(position)
        free = [str(stone) for stone in self.rules.stones if str(stone) not in placed]
        groups.append(self._group("stones", -1, language, free))
        plenty = [*_COUNTERS, *(f"rock:{points}" for points in self._rocks())]
        groups.append(self._group("plenty", -1, language, plenty))
        return groups

    def rows(self, position: _Position, language: str) -> list[Row]:
        """Round, whose turn, points, and where they are played with, abilities and goals."""
        rules, names = self.rules, {seat: WORDS.say(f"faction.{seat}", language) for seat in self.rules.factions}

        def row(key: str, sort: Any, value: object = 0, high: int = 0, options: Sequence[Any] = ()) -> Row:
            name, _, who = key.partition(":")
            label = WORDS.say(f"bench.{name}", language, seat=who or rules.seats[0])
            shown = value if type(value) is int else 0
            low = int(name == "round")
            return Row(key=key, label=label, sort=sort, value=shown, low=low, high=high, options=list(options))

        rows = [row("round", "number", position.get("round"), rules.dials["rounds"])]
        turns = [(seat, names[seat], int(seat == position.get("turn"))) for seat in rules.seats]
        rows.append(row("turn", "one", options=turns))
        if rules.shared is not None:
            shared = bool(position.get("shared"))
            told = {key: WORDS.say(f"bench.{key}", language) for key in ("own-unit", "shared-unit")}
            which = [(key, label, int(shared == (key == "shared-unit"))) for key, label in told.items()]
            rows.append(row("next", "one", options=which))
        for faction in rules.factions:
            rows.append(row(f"score:{faction}", "number", position.get("scores", {}).get(faction), 999))
        if rules.with_abilities:
            for slot, seat in enumerate(rules.seats):
                taken = position.get("abilities", {}).get(seat)
                offered = [ABILITIES[n] for n in rules.table.offer[slot]]
                options = [(name, WORDS.say(f"ability.{name}", language), int(name == taken)) for name in offered]
                none = ("", WORDS.say("bench.none", language), int(taken is None))
                rows.append(row(f"ability:{seat}", "one", options=[none, *options]))
        if rules.with_goals:
            for key, held in self._goal_cards(position).items():
                cards = [(f"goal:{g.number}", str(g.number), int(g.number in held)) for g in self._goals]
                rows.append(row(key, "many", options=cards))
        return rows

    def places_of(self, fault: Fault, position: _Position) -> Iterator[str]:
        """Places that a fault is about besides those that it names: wherever a unit lies that exists once."""
        unit = f"{fault.facts.get('faction')} {fault.facts.get('unit')}"
        yield from (label for label, text in position["units"].items() if _named(text) == unit)
        stone = str(fault.facts.get("stone"))
        yield from (site for site, stones in position.get("stones", {}).items() if stone in map(str, stones))

    def sayings(self, position: _Position, picks: _Picks) -> list[Saying]:
        """What a gesture says: put, move, turn, off, set; `EditError` where it means nothing."""
        match [str(pick) for pick in picks]:
            case ["put", thing, where, *turn]:
                return self._put(position, thing, where, turn)
            case ["move", start, end, *turn] if start in position["units"]:
                unit = _named(position["units"][start])
                if ":" in end:
                    return self._put(position, unit, end, [])
                return [Saying("move", (start, end, *map(number, turn[:1])))]
            case ["turn", cell, by] if cell in position["units"]:
                _, _, rotation = str(position["units"][cell]).partition("^")
                return [Saying("turn", (cell, (number(rotation or 0) + number(by)) % 6))]
            case ["off", place, *which]:
                return self._off(position, place, which)
            case ["set", row, value]:
                return self._set(position, row, value)
        raise meaningless(picks)

    # -- the kit

    def _rocks(self) -> list[int]:
        """The points of stones that cells turn into."""
        dials = self.rules.dials
        return sorted({dials["petrify_dot"], dials["petrify_star"]}) if self.rules.with_abilities else []

    def _things(self, language: str) -> Iterator[Thing]:
        for slot, faction in enumerate(self.rules.factions):
            name = WORDS.say(f"faction.{faction}", language)
            for tile, unit in enumerate(self.rules.units):
                look = ("kind", self._kind(slot, tile))
                yield self._thing(f"{faction} {unit}", f"{name} {unit}", look, "cells", faction)
        for number_, stone in enumerate(self.rules.stones):
            colour = WORDS.say(f"faction.{stone.colour}", language)
            label = WORDS.say("bench.stone", language, colour=colour, points=stone.points)
            yield self._thing(str(stone), label, ("gem", number_), "large", "stone")
        for name, sign in _COUNTERS.items():
            yield self._thing(name, WORDS.say(f"bench.{name}", language), ("counter", sign), "cells")
        for points in self._rocks():
            label = WORDS.say("bench.rock", language, points=points)
            yield self._thing(f"rock:{points}", label, ("rock", points), "cells")

    def _thing(self, key: str, label: str, look: Any, onto: str, sort: str = "") -> Thing:
        return Thing(key=key, label=label, look=look, onto=onto, sort=sort, plenty=not sort)

    def _menus(self, language: str) -> Iterator[Menu]:
        def does(name: str) -> str:
            return WORDS.say(f"bench.do-{name}", language)

        yield menu(
            "token",
            does,
            ("left", "R", "turn", "@", 1),
            ("right", "Shift+R", "turn", "@", 5),
            ("white", "W", "put", "white", "@"),
            ("black", "B", "put", "black", "@"),
            ("plain", "", "off", "@", "counters"),
            ("hand", "H", "put", "@", "hand:"),
            ("off", "Del", "off", "@"),
        )
        yield menu("gems", does, ("off-stones", "Del", "off", "@"))
        if rocks := self._rocks():
            yield menu("rock", does, ("off-rock", "Del", "off", "@"))
            turned = [
                Item(label=WORDS.say("bench.do-rock", language, points=n), key="", picks=["put", f"rock:{n}", "@"])
                for n in rocks
            ]
            yield {"on": "cell", "items": turned}

    def _group(self, key: str, slot: int, language: str, things: Sequence[str]) -> Group:
        label = WORDS.say(f"bench.{key.partition(':')[0]}", language)
        known = self._keys
        indices = [known[thing] for thing in things if thing in known]
        return Group(key=key, label=label, faction=slot, takes=self._takes(key), things=indices)

    def _takes(self, key: str) -> list[str]:
        """The sorts of things that a group takes: units by faction, stones."""
        kind, _, seat = key.partition(":")
        shared = [] if self.rules.shared is None else [self.rules.shared]
        sorts = {"hand": [seat, *shared], "deck": [seat], "shared": shared, "taken": ["stone"], "stones": ["stone"]}
        return sorts.get(kind, [])

    @property
    def _keys(self) -> dict[str, int]:
        """Every thing by name, in the order of the kit."""
        units = [f"{faction} {unit}" for faction in self.rules.factions for unit in self.rules.units]
        rocks = [f"rock:{points}" for points in self._rocks()]
        names = [*units, *map(str, self.rules.stones), *_COUNTERS, *rocks]
        return {name: number_ for number_, name in enumerate(names)}

    # -- what is where

    def _pile(self, position: _Position, kind: str, pile: str) -> list[str]:
        home = pile.rpartition(":")[2]
        names = position.get(kind, {}).get(pile, [])
        return [name if " " in name else f"{home} {name}" for name in map(str, names)]

    def _hand_of(self, position: _Position, seat: str) -> list[str]:
        shared = self._pile(position, "hands", f"{seat}:{self.rules.shared}") if self.rules.shared else []
        return [*self._pile(position, "hands", seat), *shared]

    def _out_of_the_game(self, position: _Position, faction: str) -> Iterator[str]:
        held = {
            unit for kind in ("hands", "decks") for pile in position[kind] for unit in self._pile(position, kind, pile)
        }
        held |= {_named(text) for text in position["units"].values()}
        yield from (name for unit in self.rules.units if (name := f"{faction} {unit}") not in held)

    def _placed_stones(self, position: _Position) -> set[str]:
        lying = [*position.get("stones", {}).values(), *position.get("taken", {}).values()]
        return {str(stone) for stones in lying for stone in stones}

    def _goal_cards(self, position: _Position) -> dict[str, list[int]]:
        held = {f"goals:{seat}": list(position.get("goals", {}).get(seat, [])) for seat in self.rules.seats}
        return {"open_goals": list(position.get("open_goals", [])), **held}

    # -- the scene

    def _at_label(self, label: object) -> list[int]:
        """The place with a label, none where there is no such place."""
        labels = self.rules.board.labels
        return [self._at[labels.hex(label)]] if isinstance(label, str) and label in labels else []

    def _tokens_of(self, position: _Position) -> Iterator[list[int]]:
        counters = position.get("counters", {})
        for label, text in position["units"].items():
            at, thing = self._at_label(label), self._keys.get(_named(text), -1)
            if not at or not 0 <= thing < len(self.rules.factions) * len(self.rules.units):
                continue
            _, _, rotation = str(text).partition("^")
            count = counters.get(label, 0)
            shown = [count] if type(count) is int and count else []
            yield [*at, thing, int(rotation) if rotation in tuple("012345") else 0, *shown]

    def _marks_of(self, position: _Position) -> Marks:
        stones = {str(stone): number_ for number_, stone in enumerate(self.rules.stones)}
        gems, rocks, done = list[list[int]](), list[list[int]](), list[list[int]]()
        for site, names in position.get("stones", {}).items():
            lie = [stones[str(name)] for name in names if str(name) in stones]
            gems += [[at, *lie] for at in self._at_label(site) if lie]
        for entry in position.get("petrified", []):
            if len(entry) == 2 and type(entry["points"]) is int:
                rocks += [[at, entry["points"]] for at in self._at_label(entry["cell"])]
        for site, places in position.get("judged", {}).items():
            done += [[at, self._faction.get(places[0], NOBODY)] for at in self._at_label(site)]
        return {
            "stones": rocks,
            "gems": gems,
            "done": done,
            "last": self._at_label(position.get("last")),
            "notes": [],
            "heat": [],
        }

    def _seat_of(self, position: _Position, slot: int) -> Seat:
        faction, keys = self.rules.factions[slot], self._keys
        seats = len(self.rules.seats)
        hand = [keys[unit] for unit in self._hand_of(position, faction) if unit in keys] if slot < seats else []
        piles = [faction, f"{faction}:{self.rules.shared}"] if slot < seats else []
        gems = {str(gem): number_ for number_, gem in enumerate(self.rules.stones)}
        score, ability = position.get("scores", {}).get(faction, 0), position.get("abilities", {}).get(faction)
        held = self._goal_cards(position).get(f"goals:{faction}", [])
        return Seat(
            faction=slot,
            score=score if type(score) is int else 0,
            gems=[gems[str(name)] for name in position.get("taken", {}).get(faction, []) if str(name) in gems],
            hand=hand,
            deck=sum(len(position["decks"].get(pile, [])) for pile in piles),
            ability=self._abilities.index(ability) if ability in self._abilities else -1,
            goals=[self._card(n - 1) for n in held if type(n) is int and 0 < n <= len(self._goals)],
            lives=0,
        )

    def _status_of(self, position: _Position, language: str) -> Status:
        turn = position.get("turn")
        round_ = {"round": position.get("round"), "rounds": self.rules.dials["rounds"]}
        return {
            "turn": self._faction.get(turn) if isinstance(turn, str) else None,
            "placing": None,
            "phase": "edit",
            "heading": WORDS.say("show.round", language, **round_),
            "prompt": "",
            "event": None,
            "judged": [],
            "undo": False,
            "redo": False,
            "handover": None,
            "result": None,
            "committed": [],
            "story": [],
        }

    # -- gestures

    def _put(self, position: _Position, thing: str, where: str, turn: Sequence[str]) -> list[Saying]:
        if thing in position["units"]:  # told by the cell it lies on
            thing = _named(position["units"][thing])
        faction, _, unit = thing.partition(" ")
        if unit in self.rules.units and faction in self.rules.factions:
            return [Saying("pick_up", (thing,)), *self._lay(position, thing, where, turn)]
        if thing in map(str, self.rules.stones):
            return [*self._without_stone(position, thing), *self._lay_stone(position, thing, where)]
        if thing in _COUNTERS:
            count = position.get("counters", {}).get(where, 0)
            return [Saying("counters", (where, count + _COUNTERS[thing]))]
        if thing.startswith("rock:"):
            return [Saying("petrify", (where, number(thing.removeprefix("rock:"))))]
        raise meaningless(("put", thing, where))

    def _lay(self, position: _Position, unit: str, where: str, turn: Sequence[str]) -> list[Saying]:
        kind, colon, seat = where.partition(":")
        if not colon:
            return [Saying("put", (unit, where, number(turn[0]) if turn else 0))]
        faction = unit.partition(" ")[0]
        if not seat:  # its own hand; a shared unit's is that of who has the turn
            seat = faction if faction in self.rules.seats else str(position.get("turn"))
        if seat not in self.rules.seats or kind not in ("hand", "deck", "shared"):
            raise meaningless(("put", unit, where))
        if kind == "hand":
            there = self._hand_of(position, seat)
        else:
            there = self._pile(position, "decks", seat if kind == "deck" else f"{seat}:{self.rules.shared}")
        name = "shared_deck" if kind == "shared" else kind
        return [Saying(name, (seat, [*(other for other in there if other != unit), unit]))]

    def _lay_stone(self, position: _Position, stone: str, where: str) -> list[Saying]:
        kind, colon, faction = where.partition(":")
        if where == "stones":
            return []
        table = position.get("taken" if colon else "stones", {}).get(faction if colon else where, [])
        there = [str(other) for other in table if str(other) != stone]
        if not colon:
            return [Saying("stones", (where, [*there, stone]))]
        if kind != "taken" or faction not in self.rules.factions:
            raise meaningless(("put", stone, where))
        return [Saying("taken", (faction, [*there, stone]))]

    def _without_stone(self, position: _Position, stone: str) -> list[Saying]:
        """Take a stone from wherever it lies."""
        return [
            Saying(kind, (key, [other for other in map(str, stones) if other != stone]))
            for kind in ("stones", "taken")
            for key, stones in position.get(kind, {}).items()
            if stone in map(str, stones)
        ]

    def _off(self, position: _Position, place: str, which: Sequence[str]) -> list[Saying]:
        if which and which[0] in map(str, self.rules.stones):
            return self._without_stone(position, which[0])
        if which and which[0] == "counters":
            return [Saying("counters", (place, 0))]
        if place in position["units"]:
            return [Saying("take_off", (place,))]
        if any(entry["cell"] == place and len(entry) == 2 for entry in position.get("petrified", [])):
            return [Saying("petrify", (place, 0))]
        if place in position.get("stones", {}):
            return [Saying("stones", (place, []))]
        raise meaningless(("off", place))

    def _set(self, position: _Position, row: str, value: str) -> list[Saying]:
        name, _, seat = row.partition(":")
        if seat and seat not in self.rules.factions:
            raise meaningless(("set", row, value))
        if name == "score":
            return [Saying("score", (seat, number(value)))]
        if name == "round":
            return [Saying("round", (number(value),))]
        if name == "turn":
            return [Saying("to_move", (value,), {"shared": bool(position.get("shared"))})]
        if name == "next":
            return [Saying("to_move", (position.get("turn"),), {"shared": value == "shared-unit"})]
        if name == "ability":
            return [Saying("ability", (seat, value or None))]
        held = self._goal_cards(position).get(row)
        if held is None:
            raise meaningless(("set", row, value))
        card = number(value.removeprefix("goal:"))
        cards = [other for other in held if other != card] if card in held else sorted([*held, card])
        return [Saying("open_goals", (cards,)) if name == "open_goals" else Saying("goals", (seat, cards))]


def _named(text: object) -> str:
    """A unit without how it lies: "red S1"."""
    return str(text).partition("^")[0]
