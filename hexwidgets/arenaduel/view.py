"""How Arena Duel looks: what a board shows at a moment, and which order a list of picks is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..board.scene import (
    Beat,
    Card,
    Faction,
    Grid,
    Handover,
    Kind,
    Outcome,
    Picks,
    Place,
    Row,
    Scene,
    Seat,
    Status,
    Table,
    Tray,
)
from ..engine.faults import Fault, sentences
from ..hexgrid import DIRECTIONS, Hex
from .arena import SEATS, Fighter
from .explain import WORDS, DuelEvent
from .movement import goal_of, heading, turned
from .notation import MOVE_NAMES, Move, Order, parse
from .outlook import outlook
from .rules import ArenaDuelRules
from .state import CHARGE, NOBODY, STAY, State

if TYPE_CHECKING:
    from ..viewing import Moment

__all__ = ["DuelView"]

_EMBLEMS: dict[str, Any] = {"north": "triangle", "south": "disc"}
_SIXTHS = {"<": 1, "=": 0, ">": -1}  # how far a direction card turns, in the order in which the cards lie
_MINUS = "\N{MINUS SIGN}"


class DuelView:
    """Scenes of Arena Duel for boards. Reads states, never writes them."""

    def __init__(self, rules: ArenaDuelRules) -> None:
        self.rules = rules
        self.places = [*rules.arena.labels, *_walls(rules)]
        self._at = {rules.arena.labels[cell]: self.places.index(cell) for cell in rules.arena.cells}

    def grid(self, seat: str | None, language: str) -> Grid:
        """The arena with the wall around it, both fighters and all cards; see scene.py."""
        dice = list(self.rules.table.dice)
        letters = WORDS.table("letter", language)
        return {
            "game": "arenaduel",
            "seat": seat,
            "note": self._note(seat, language),
            "orientation": "flat",
            "places": [self._place(place) for place in self.places],
            "factions": [
                Faction(name=s, label=WORDS.say(f"seat.{s}", language), letter=letters[s], emblem=_EMBLEMS[s])
                for s in SEATS
            ],
            "kinds": [
                Kind(key=s, faction=i, rank=letters[s], mark="", edges=dice, figure="fighter")
                for i, s in enumerate(SEATS)
            ],
            "gems": [],
            "cards": [*self._move_cards(language), *self._turn_cards(language)],
            "ask": WORDS.say("show.ask", language, faction="{faction}"),  # the board fills it in
        }

    def scene(self, moment: Moment, language: str) -> Scene:
        """What a board shows at a moment."""
        state: State = moment.known
        return {
            "tokens": self._tokens(self.rules.fighters(state)),
            "marks": {"stones": [], "gems": [], "done": [], "last": [], "notes": [], "heat": []},
            "tray": Tray(seats=[self._seat(state, slot) for slot in range(len(SEATS))], goals=[]),
            "picks": self._picks(moment, language),
            "status": self._status(moment, state, language),
        }

    def move(self, state: State, picks: Sequence[str | int]) -> str:
        """The text of what was picked; what makes no move is left for the rules to refuse."""
        del state
        return ("" if len(picks) == 2 else " ").join(map(str, picks))

    def picks(self, move: Move) -> list[str]:
        """The two cards of an order, or the word of the winner's choice."""
        return [move.move, move.turn] if isinstance(move, Order) else [str(move)]

    def preview(self, state: State, picks: Sequence[str | int]) -> list[list[int]]:
        """There are no sites."""
        del state, picks
        return []

    def odds(self, state: State, seat: str, picks: Sequence[str | int], language: str) -> Table | None:
        """An order against every answer of the other: who loses life how likely, exactly."""
        own = parse(self.move(state, picks))
        if not isinstance(own, Order):
            return None
        other = SEATS[1 - SEATS.index(seat)]
        answers = [move for move in self.rules.moves(state, other) if isinstance(move, Order)]
        rows: dict[str, Row] = {}
        for move in dict.fromkeys(answer.move for answer in answers):
            cells = [self._odds(state, seat, own, Order(move, turn), language) for turn in _SIXTHS]
            rows[move] = {"label": move, "cells": cells}
        return {
            "heading": WORDS.say("show.odds", language, seat=seat, other=other, order=str(own)),
            "note": WORDS.say("show.odds-note", language, seat=seat, other=other),
            "columns": list(_SIXTHS),
            "rows": list(rows.values()),
        }

    def landing(self, state: State, seat: str, order: Order) -> tuple[int, int]:
        """The place where a legal order leads if nothing comes in between, and the direction that is faced there."""
        slot, code = SEATS.index(seat), self.rules.encode(order)
        cell = goal_of(self.rules.table, state, slot, code)
        return self._at[self.rules.cell_labels[cell]], turned(state.facing[slot], code)

    def edges(self, fault: Fault) -> list[tuple[int, int, int]]:
        """The edges that a refusal is about, as (place, direction, 1 where it is right or 0 where it hinders)."""
        return [(self._at[cell], direction, right) for cell, direction, right in fault.facts.get("marks", ())]

    def needs_hand(self, phase: str) -> bool:
        """AD-ORDER-1: orders are chosen in secret; whether to pursue is not."""
        return phase == "order"

    # -- what never changes -----------------------------------------------------------------------

    def _place(self, place: Hex) -> Place:
        arena = self.rules.arena
        if place in arena.labels:
            kind: Any = "obstacle" if place in arena.obstacles else "cell"
            return Place(name=arena.labels[place], q=place.q, r=place.r, kind=kind)
        out = Place(name=str(place), q=place.q, r=place.r, kind="wall")
        for start, facing in arena.starts:
            if place == start - DIRECTIONS[facing]:
                out["kind"], out["turn"] = "door", facing
        return out

    def _move_cards(self, language: str) -> Iterator[Card]:
        length = self.rules.dials["charge_length"]
        for number, name in enumerate(MOVE_NAMES):
            label, text = self._card_words(name, language, steps=length)
            steps = 0 if number == STAY else length if number >= CHARGE else 1
            line = heading(0, number)
            yield Card(key=name, label=label, text=text, points=0, pattern=[], act=("go", line, steps))

    def _turn_cards(self, language: str) -> Iterator[Card]:
        for (name, sixths), word in zip(_SIXTHS.items(), ("left", "keep", "right"), strict=True):
            label, text = self._card_words(word, language)
            yield Card(key=name, label=label, text=text, points=0, pattern=[], act=("turn", sixths))

    def _card_words(self, name: str, language: str, **facts: Any) -> tuple[str, str]:
        return WORDS.say(f"card.{name}", language), WORDS.say(f"card-text.{name}", language, **facts)

    def _note(self, seat: str | None, language: str) -> str:
        if seat is None:
            return WORDS.say("show.open-table", language)
        return WORDS.say("show.seated", language, seat=seat) if seat in SEATS else ""

    # -- what a position shows ----------------------------------------------------------------------

    def _tokens(self, fighters: Mapping[str, Fighter]) -> list[list[int]]:
        return [[self._at[fighters[seat].cell], i, fighters[seat].facing] for i, seat in enumerate(SEATS)]

    def _seat(self, state: State, slot: int) -> Seat:
        life = state.life[slot]
        lives = max(life, self.rules.dials["life"])  # in a position that was set up there may be more
        return Seat(faction=slot, score=life, gems=[], hand=0, deck=0, ability=-1, goals=[], lives=lives)

    def _picks(self, moment: Moment, language: str) -> Picks:
        words = [str(move) for move in moment.moves if not isinstance(move, Order)]
        out: Picks = {"steps": [], "tree": {}, "also": [], "confirm": False, "preset": [], "refused": []}
        if words:
            return {**out, "steps": ["button"], "tree": dict.fromkeys(words, 1)}
        if not moment.legal:
            return out
        trees = {seat: _tree(moves) for seat, moves in moment.legal.items()}
        presets = {seat: _preset(moment.committed.get(seat)) for seat in trees}
        refused = {seat: list(self._refused(moment.known, seat, language)) for seat in trees}
        if len(trees) == 1:
            (seat,) = trees
            out |= {"steps": ["card", "card"], "tree": trees[seat], "preset": [presets[seat]]}
            return out | {"confirm": True, "refused": refused[seat]}
        out |= {"steps": ["seat", "card", "card"], "tree": trees, "confirm": True}
        out["preset"] = [[seat, *path] for seat, path in presets.items()]
        out["refused"] = [(f"{seat}/{card}", rule, text) for seat, rows in refused.items() for card, rule, text in rows]
        return out

    def _refused(self, state: State, seat: str, language: str) -> Iterator[tuple[str, str, str]]:
        """The move cards that may not be chosen now, and why. Turning is always free."""
        for card in MOVE_NAMES:
            fault = self.rules.fault(state, seat, Order(card, "="))
            if fault is not None:
                told = replace(fault, facts={**fault.facts, "order": card})
                yield card, fault.rule, told.text(language)

    def _status(self, moment: Moment, state: State, language: str) -> Status:
        return {
            "turn": None if moment.decider is None else SEATS.index(moment.decider),
            "placing": None,
            "phase": moment.phase,
            "heading": self._heading(moment, state, language),
            "prompt": self._prompt(moment, state, language),
            "event": None,
            "judged": [],
            "undo": moment.undo,
            "redo": moment.redo,
            "handover": self._handover(moment, language),
            "result": self._outcome(moment, language),
            "committed": [SEATS.index(seat) for seat in moment.committed],
            "story": self._story(moment, language),
        }

    def _heading(self, moment: Moment, state: State, language: str) -> str:
        turn, limit = state.turn + (moment.result is None), self.rules.dials["max_turns"]
        return WORDS.say("show.turn-of" if limit else "show.turn", language, turn=turn, turns=limit)

    def _prompt(self, moment: Moment, state: State, language: str) -> str:
        """Who may do what, in the turn of orders with the charge roll that says so."""
        if moment.phase != "order":
            return WORDS.say(f"show.{moment.phase}", language, seat=moment.decider)
        may = WORDS.say("show.no-charge", language)
        if state.right != NOBODY:
            may = WORDS.say("show.charge", language, seat=SEATS[state.right])
        rolls = [event for event in _duel_events(moment.happened) if event.key.startswith("event.charge")]
        if not rolls:
            return may  # nobody rolled: the position was set up
        north, south = (face for faces in rolls[-1].dice.values() for face in faces)
        return WORDS.say("show.rolled", language, may=may, north=north, south=south)

    def _handover(self, moment: Moment, language: str) -> Handover | None:
        if moment.covered is None:
            return None
        return {
            "faction": SEATS.index(moment.covered),
            "text": WORDS.say("show.handover", language, seat=moment.covered),
            "button": WORDS.say("show.reveal", language, seat=moment.covered),
        }

    def _outcome(self, moment: Moment, language: str) -> Outcome | None:
        if moment.result is None:
            return None
        winners, turns = list(moment.result.winners), moment.known.turn
        heading = WORDS.say("show.result" if winners else "show.draw", language, winners=winners)
        why = WORDS.say(f"event.result.{moment.result.reason}", language, winners=winners, turns=turns)
        return {"heading": heading, "lines": [why]}

    # -- what the last turn did -----------------------------------------------------------------------

    def _story(self, moment: Moment, language: str) -> list[Beat]:
        """A beat for each event of the last turn and for the charge roll after it; throws that only tied are joined.

        Those of the last decision move where it was just played.
        """
        out: list[Beat] = []
        ties: list[str] = []
        stood: dict[str, Fighter] = {}
        told = len(_duel_events(moment.earlier)) if moment.played else len(moment.earlier) + len(moment.happened)
        for number, event in enumerate(_duel_events((*moment.earlier, *moment.happened))):
            if event.key == "event.collide.again":
                ties.append(_lead(event))
                continue
            beat = Beat(lead=" → ".join([*ties, _lead(event)]), text=_short(event, language), rule=event.rule)
            if number >= told:
                self._animate(beat, event, stood)
            out.append(beat)
            ties, stood = [], event.fighters
        return out

    def _animate(self, beat: Beat, event: DuelEvent, stood: Mapping[str, Fighter]) -> None:
        """Add what is seen to happen: tokens where they moved, cards, dice and damage."""
        tokens = self._tokens(event.fighters)
        if not stood or tokens != self._tokens(stood):
            beat["tokens"] = tokens
        if orders := event.facts.get("orders"):
            cards = [parse(text) for text in orders.values()]
            beat["cards"] = [(i, card.move, card.turn) for i, card in enumerate(cards) if isinstance(card, Order)]
        if event.dice:
            beat["dice"] = [[SEATS.index(seat), *faces] for seat, faces in event.dice.items()]
        if event.damage:
            beat["hurt"] = [(SEATS.index(seat), amount) for seat, amount in event.damage.items()]

    # -- what an order may lead to ----------------------------------------------------------------------

    def _odds(self, state: State, seat: str, own: Order, answer: Order, language: str) -> tuple[str, float, str]:
        """The chances in percent that the other and that ``seat`` loses life; how good that is; and in words."""
        slot = SEATS.index(seat)
        other = 1 - slot
        hurt, lost, beaten = ([Fraction(0), Fraction(0)] for _ in range(3))
        for after, chance in outlook(self.rules, state, *((own, answer) if slot == 0 else (answer, own))).items():
            for who in range(2):
                loss = state.life[who] - after.life[who]
                hurt[who] += chance * (loss > 0)
                lost[who] += chance * loss
                beaten[who] += chance * (after.life[who] == 0)
        facts: dict[str, Any] = {"order": str(answer), "seat": seat, "other": SEATS[other]}
        facts |= {"dealt": f"{float(lost[other]):.2f}", "taken": f"{float(lost[slot]):.2f}"}
        told = [WORDS.say("show.odds-cell", language, **facts)]
        if any(beaten):
            facts |= {"wins": _percent(beaten[other]), "loses": _percent(beaten[slot])}
            told.append(WORDS.say("show.odds-end", language, **facts))
        gain = float((lost[other] - lost[slot]) / self.rules.dials["hit"])
        return (
            f"{_percent(hurt[other])} / {_percent(hurt[slot])}",
            round(max(-1.0, min(1.0, gain)), 3),
            sentences(told, language),
        )


def _walls(rules: ArenaDuelRules) -> list[Hex]:
    """Every hex outside that touches the arena."""
    inside = [*rules.arena.labels]
    return sorted({near for place in inside for near in place.neighbours()} - {*inside}, key=lambda h: (h.r, h.q))


def _tree(moves: Sequence[Move]) -> dict[str, dict[str, int]]:
    """Legal orders as a tree: the move card, then the turn."""
    tree: dict[str, dict[str, int]] = {}
    for move in moves:
        if isinstance(move, Order):
            tree.setdefault(move.move, {})[move.turn] = 1
    return tree


def _preset(committed: Order | None) -> list[str]:
    """What is chosen to begin with: the order that is in, or no move yet and the facing kept."""
    return ["", "="] if committed is None else [committed.move, committed.turn]


def _duel_events(events: Sequence[Any]) -> list[DuelEvent]:
    return [event for event in events if isinstance(event, DuelEvent)]


def _lead(event: DuelEvent) -> str:
    """What stands first in an event's line: orders, dice, or damage."""
    if orders := event.facts.get("orders"):
        return " / ".join(orders.values())
    if dice := event.dice:
        single = all(len(faces) == 1 for faces in dice.values()) and not event.key.startswith("event.fight")
        return (" · " if single else " / ").join(" ".join(map(str, faces)) for faces in dice.values())
    return "".join(f"{_MINUS}{amount}" for amount in event.damage.values())


def _short(event: DuelEvent, language: str) -> str:
    """An event in the few words that its lead leaves to be said."""
    counts = {f"{seat}_dice": len(faces) for seat, faces in event.dice.items()}
    key = event.key.replace("event.", "beat.", 1)
    return WORDS.say_or(key, event.key, language, **{**event.facts, **counts})


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
