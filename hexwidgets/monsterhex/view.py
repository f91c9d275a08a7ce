"""How Monster Hex looks: what a board shows at a moment, and which move a list of picks is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..board.scene import Event as ShownEvent
from ..board.scene import (
    Faction,
    Gem,
    Grid,
    Handover,
    Kind,
    Marks,
    Outcome,
    Picks,
    Place,
    Scene,
    Seat,
    Status,
    Tray,
    pick_tree,
)
from ..hexgrid import Hex
from .explain import WORDS, tally
from .notation import Pass, Take
from .notation import Place as Placement
from .rules import Knowledge, MonsterHexRules
from .state import State

if TYPE_CHECKING:
    from ..live import Moment

__all__ = ["MonsterHexView"]

_EMBLEMS: dict[str, Any] = {"red": "triangle", "blue": "disc", "yellow": "diamond", "green": "square"}
_PICKS_OF_A_PLACEMENT = 3


class MonsterHexView:
    """Scenes of Monster Hex for boards. Reads states, never writes them."""

    def __init__(self, rules: MonsterHexRules) -> None:
        self.rules = rules
        board = rules.board
        self._at = {place: i for i, place in enumerate(board.places)}
        self._cell_at = [self._at[cell] for cell in board.cells]
        self._site_at = [self._at[site] for site in board.sites]
        self._faction = {seat: i for i, seat in enumerate(rules.seats)}

    def grid(self, language: str) -> Grid:
        """Places, factions, units and stones; see scene.py."""
        rules = self.rules
        marks = rules.components.marks
        return {
            "game": "monsterhex",
            "orientation": "pointy",
            "places": [self._place(place) for place in rules.board.places],
            "factions": [self._faction_of(seat, language) for seat in rules.seats],
            "kinds": [
                Kind(key=name, faction=slot, rank=name[0], mark=marks.get(name, ""), edges=list(edges))  # type: ignore[typeddict-item]
                for slot in range(len(rules.seats))
                for name, edges in rules.components.units.items()
            ],
            "gems": [Gem(key=str(stone), colour=stone.colour, points=stone.points) for stone in rules.stones],
        }

    def scene(self, moment: Moment, language: str) -> Scene:
        """What a board shows at a moment."""
        known: Knowledge = moment.known
        return {
            "tokens": self._tokens(known.state),
            "marks": self._marks(known.state, language),
            "tray": Tray(seats=[self._seat(known, slot) for slot in range(len(self.rules.seats))]),
            "picks": self._picks(moment),
            "status": self._status(moment, known.state, language),
        }

    def move(self, picks: Sequence[str | int]) -> str:
        """The text of unit, place, turn; of a stone; or of "pass". Anything else is left for the rules to refuse."""
        words = [str(pick) for pick in picks]
        if len(words) == _PICKS_OF_A_PLACEMENT:
            return f"{words[0]}@{words[1]}^{words[2]}"
        if len(words) == 1 and words[0] != "pass":
            return f"take {words[0]}"
        return " ".join(words)

    def needs_hand(self, phase: str) -> bool:
        """Placing needs the hand; picking a stone does not."""
        return phase == "place"

    def _place(self, place: Hex) -> Place:
        board = self.rules.board
        out = Place(name=board.labels[place], q=place.q, r=place.r, kind="cell")
        if place in board.sites:
            out["kind"] = "large" if place in board.large else "small"
            out["touches"] = [self._at[n] for n in place.neighbours() if n in board.cells]
            if place in board.small:
                out["points"] = self.rules.dials["small_points"]
        elif place in board.voids:
            out["kind"] = "void"
        elif place in board.starts:
            out["kind"] = "start"
        return out

    def _faction_of(self, seat: str, language: str) -> Faction:
        return Faction(
            name=seat,
            label=WORDS.say(f"faction.{seat}", language),
            letter=WORDS.say(f"letter.{seat}", language),
            emblem=_EMBLEMS[seat],
        )

    def _kind(self, slot: int, tile: int) -> int:
        return slot * len(self.rules.units) + tile

    def _tokens(self, state: State) -> list[list[int]]:
        tokens = []
        for cell, at in enumerate(self._cell_at):
            unit = self.rules.unit_index(state, cell)
            if unit is not None:
                tokens.append([at, self._kind(*unit), state.rotation[cell]])
        return tokens

    def _marks(self, state: State, language: str) -> Marks:
        rules, sites = self.rules, range(self.rules.table.sites)
        gems = [[self._site_at[s], *(g for g in state.lying[s] if g >= 0)] for s in sites]
        running = {s: tally(rules, state, s) for s in sites if not state.judged[s]}
        return {
            "gems": [row for row in gems if len(row) > 1],
            "done": [[self._site_at[s], state.first[s]] for s in sites if state.judged[s]],
            "last": [self._cell_at[state.last]] if state.last >= 0 else [],
            "notes": [
                (self._site_at[s], WORDS.say("show.tally", language, totals=totals))
                for s, totals in running.items()
                if totals
            ],
            "heat": [],
        }

    def _seat(self, known: Knowledge, slot: int) -> Seat:
        state, hand = known.state, known.hands[slot]
        tiles = range(len(self.rules.units))
        return Seat(
            faction=slot,
            score=state.score[slot],
            gems=[g for g in range(len(self.rules.stones)) if state.holder[g] == slot],
            hand=known.hand_sizes[slot] if hand is None else [self._kind(slot, t) for t in tiles if hand >> t & 1],
            deck=known.deck_sizes[slot],
        )

    def _picks(self, moment: Moment) -> Picks:
        legal = moment.legal
        if not legal:
            return {"steps": [], "tree": {}}
        if isinstance(legal[0], Take):
            return {"steps": ["gem"], "tree": {move.stone: 1 for move in legal}}
        if isinstance(legal[0], Pass):
            return {"steps": ["button"], "tree": {"pass": 1}}
        placements = ((m.unit, m.cell, m.rotation) for m in legal if isinstance(m, Placement))
        return {"steps": ["hand", "place", "turn"], "tree": pick_tree(placements)}

    def _status(self, moment: Moment, state: State, language: str) -> Status:
        seat, rules = moment.to_move, self.rules

        def say(key: str, **facts: Any) -> str:
            return WORDS.say(f"show.{key}", language, **facts)

        passes = bool(moment.legal) and isinstance(moment.legal[0], Pass)
        round_ = min(state.round + 1, rules.dials["rounds"])
        return {
            "seat": moment.seat,
            "turn": self._faction.get(seat),
            "placing": state.slot if moment.phase == "place" else None,
            "phase": moment.phase,
            "heading": say("round", round=round_, rounds=rules.dials["rounds"]),
            "prompt": say("pass" if passes else moment.phase, seat=seat),
            "event": self._last_event(moment, language),
            "note": self._note(moment, language),
            "undo": moment.undo,
            "redo": moment.redo,
            "handover": self._handover(moment, language),
            "result": self._outcome(moment, language),
        }

    def _last_event(self, moment: Moment, language: str) -> ShownEvent | None:
        if not moment.happened:
            return None
        text = WORDS.say("show.join", language).join(event.text(language) for event in moment.happened)
        return {"text": text, "rule": moment.happened[-1].rule}

    def _note(self, moment: Moment, language: str) -> str:
        if moment.seat is None:
            return WORDS.say("show.open-table", language)
        if moment.seat in self._faction:
            return WORDS.say("show.seated", language, seat=moment.seat)
        return ""

    def _handover(self, moment: Moment, language: str) -> Handover | None:
        if moment.covered is None:
            return None
        return {
            "faction": self._faction[moment.covered],
            "text": WORDS.say("show.handover", language, seat=moment.covered),
            "button": WORDS.say("show.reveal", language, seat=moment.covered),
        }

    def _outcome(self, moment: Moment, language: str) -> Outcome | None:
        if moment.result is None:
            return None
        winners = list(moment.result.winners)
        key = "result" if len(winners) == 1 else "shared"
        best_first = sorted(moment.scores.items(), key=lambda item: -item[1])
        return {
            "heading": WORDS.say(f"show.{key}", language, winners=winners),
            "lines": [
                WORDS.say(f"event.result.{moment.result.reason}", language, winners=winners, scores=dict(best_first))
            ],
        }
