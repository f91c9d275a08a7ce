"""How a position of Arena Duel that is being set up looks, and what each gesture at a board says of it.

A draft may be faulty, so it is drawn from the position by names, whatever is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..board.kit import Group, Kit, Look, Menu, Row, Thing, editor_words, menu
from ..board.scene import Scene, Seat, Status, Tray
from ..engine.faults import EditError, Fault
from ..engine.position_draft import Saying, meaningless, number
from .arena import SEATS
from .explain import WORDS
from .view import DuelView

__all__ = ["DuelEditingView"]

_Picks = Sequence[str | int]
_Position = Mapping[str, Any]
_OBSTACLE = "obstacle"
_THINGS: tuple[tuple[str, str, Look], ...] = (
    *((seat, f"seat.{seat}", ("kind", slot)) for slot, seat in enumerate(SEATS)),
    (_OBSTACLE, "bench.obstacle", ("obstacle", 0)),
)


class DuelEditingView(DuelView):
    """Scenes, palette and form of a draft, and gestures as sayings of `DuelEditor`."""

    def kit(self, language: str) -> Kit:
        """Both fighters, and obstacles."""
        inside = [self.places.index(place) for place in self.rules.arena.labels]
        things = [
            Thing(key=key, label=WORDS.say(word, language), look=look, onto="inside", sort="", plenty=key == _OBSTACLE)
            for key, word, look in _THINGS
        ]
        words = editor_words(language)
        return {"things": things, "areas": {"inside": inside}, "menus": [*self._menus(language)], "words": words}

    def draft_scene(self, position: _Position, language: str) -> Scene:
        """Where both stand, and what is left of their life."""
        status: Status = {
            "turn": None,
            "placing": None,
            "phase": "edit",
            "heading": WORDS.say("show.turn", language, turn=position.get("turn")),
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
        return {
            "tokens": [*self._tokens_of(position)],
            "marks": {"stones": [], "gems": [], "done": [], "last": [], "notes": [], "heat": []},
            "tray": Tray(seats=[self._seat_of(position, slot) for slot in range(len(SEATS))], goals=[]),
            "picks": {"steps": [], "tree": {}, "also": [], "confirm": False, "preset": [], "refused": []},
            "status": status,
        }

    def groups(self, position: _Position, language: str) -> list[Group]:
        """Obstacles, of which there are plenty."""
        del position
        label = WORDS.say("bench.plenty", language)
        return [{"key": "plenty", "label": label, "faction": -1, "takes": [], "things": [len(SEATS)]}]

    def rows(self, position: _Position, language: str) -> list[Row]:
        """The turn, who may charge, and the life of both."""
        turn, right = position.get("turn"), position.get("charge_right")
        limit = self.rules.dials["max_turns"]
        rows = [self._number("turn", turn, limit or 9999, language)]
        for seat in SEATS:
            life = position["fighters"].get(seat, {}).get("life")
            rows.append(self._number(f"life:{seat}", life, self.rules.dials["life"], language))
        named = [(seat, WORDS.say(f"seat.{seat}", language), int(seat == right)) for seat in SEATS]
        nobody = ("", WORDS.say("bench.nobody", language), int(right is None))
        label = WORDS.say("bench.right", language)
        options = [nobody, *named]
        rows.append(Row(key="right", label=label, sort="one", value=0, low=0, high=0, options=options))
        return rows

    def places_of(self, fault: Fault, position: _Position) -> Iterator[str]:
        """Places that a fault is about besides those that it names: where the fighter stands."""
        fighter = position["fighters"].get(fault.facts.get("seat"), {})
        if fault.facts.get("cell") is None and "cell" in fighter:
            yield fighter["cell"]

    def sayings(self, position: _Position, picks: _Picks) -> list[Saying]:
        """What a gesture says: put, move, turn, life, right, off, set; `EditError` where it means nothing."""
        match [str(pick) for pick in picks]:
            case ["put", thing, cell] if thing == _OBSTACLE:
                return [Saying("obstacle", (cell,))]
            case ["put", seat, cell, *turn] if seat in SEATS:
                return [_placed(seat, cell, turn)]
            case ["move", start, end, *_] if self._blocked(start):
                return [Saying("clear", (start,)), Saying("obstacle", (end,))]
            case ["off", cell] if self._blocked(cell):
                return [Saying("clear", (cell,))]
            case ["set", row, value]:
                return [self._set(row, value)]
            case [what, cell, *rest]:
                standing = {fighter.get("cell"): seat for seat, fighter in position["fighters"].items()}
                if cell in standing:
                    return [self._to_fighter(standing[cell], position["fighters"][standing[cell]], what, rest)]
        raise meaningless(picks)

    def _to_fighter(self, seat: str, told: Mapping[str, Any], what: str, rest: Sequence[str]) -> Saying:
        match [what, *rest]:
            case ["move", end, *turn]:
                return _placed(seat, end, turn)
            case ["turn", by]:
                return Saying("fighter", (seat,), {"facing": (number(told.get("facing")) + number(by)) % 6})
            case ["life", by]:
                return Saying("fighter", (seat,), {"life": number(told.get("life")) + number(by)})
            case ["right"]:
                return Saying("charge_right", (seat,))
            case ["off"]:
                raise EditError.of([Fault("AD-START-1", "edit.both", {"seat": seat}, WORDS)])
        raise meaningless([what, seat, *rest])

    def _set(self, row: str, value: str) -> Saying:
        if row == "turn":
            return Saying("turn", (number(value),))
        if row == "right":
            return Saying("charge_right", (value or None,))
        seat = row.removeprefix("life:")
        if seat not in SEATS:
            raise meaningless(("set", row, value))
        return Saying("fighter", (seat,), {"life": number(value)})

    def _blocked(self, label: str) -> bool:
        arena = self.rules.arena
        return label in arena.labels and arena.labels.hex(label) in arena.obstacles

    def _number(self, key: str, value: object, high: int, language: str) -> Row:
        name, _, seat = key.partition(":")
        label = WORDS.say(f"bench.{name}", language, seat=seat or SEATS[0])
        shown = value if type(value) is int else 0
        return {"key": key, "label": label, "sort": "number", "value": shown, "low": 1, "high": high, "options": []}

    def _menus(self, language: str) -> Iterator[Menu]:
        def does(name: str) -> str:
            return WORDS.say(f"bench.do-{name}", language)

        yield menu(
            "token",
            does,
            ("left", "R", "turn", "@", 1),
            ("right", "Shift+R", "turn", "@", 5),
            ("more", "L", "life", "@", "1"),
            ("less", "Shift+L", "life", "@", "-1"),
            ("charge", "C", "right", "@"),
        )
        yield menu("cell", does, ("obstacle", "O", "put", _OBSTACLE, "@"))
        yield menu("obstacle", does, ("clear", "Del", "off", "@"))

    def _tokens_of(self, position: _Position) -> Iterator[list[int]]:
        labels = self.rules.arena.labels
        for slot, seat in enumerate(SEATS):
            fighter = position["fighters"].get(seat, {})
            cell, facing = fighter.get("cell"), fighter.get("facing")
            if isinstance(cell, str) and cell in labels:
                turn = facing % 6 if type(facing) is int else 0
                yield [self.places.index(labels.hex(cell)), slot, turn]

    def _seat_of(self, position: _Position, slot: int) -> Seat:
        life = position["fighters"].get(SEATS[slot], {}).get("life")
        shown = life if type(life) is int else 0
        lives = max(self.rules.dials["life"], shown)
        return Seat(faction=slot, score=shown, gems=[], hand=[], deck=0, ability=-1, goals=[], lives=lives)


def _placed(seat: str, cell: str, turn: Sequence[str]) -> Saying:
    return Saying("fighter", (seat, cell), {"facing": number(turn[0]) % 6} if turn else {})
