"""How Monster Hex looks: what a board shows at a moment, and which move a list of picks is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from ..board.scene import (
    Card,
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
    Table,
    Tray,
    pick_tree,
    turn_masks,
)
from ..board.scene import Event as ShownEvent
from ..engine.faults import Fault, sentences
from ..hexgrid import Hex
from . import deciding, judgement
from .components import COLOURLESS, Goal, Stone
from .explain import WORDS, tally
from .goals import goal_value
from .notation import Choose, Decline, Move, Pass, Take, Use
from .notation import Place as Placement
from .placement import put_unit
from .rules import Knowledge, MonsterHexRules
from .state import ABILITIES, ABILITY, CHOOSING, NOBODY, SITES, TILES, State

if TYPE_CHECKING:
    from ..viewing import Moment

__all__ = ["MonsterHexView"]

_EMBLEMS: dict[str, Any] = {"red": "triangle", "blue": "disc", "yellow": "diamond", "green": "square"}


class MonsterHexView:
    """Scenes of Monster Hex for boards. Reads states, never writes them."""

    def __init__(self, rules: MonsterHexRules) -> None:
        self.rules = rules
        board = rules.board
        self._at = {place: i for i, place in enumerate(board.places)}
        self._cell_at = [self._at[cell] for cell in board.cells]
        self._site_at = [self._at[site] for site in board.sites]
        self._faction = {faction: i for i, faction in enumerate(rules.factions)}
        colourless = sorted({rules.dials["petrify_dot"], rules.dials["petrify_star"]}) if rules.with_abilities else []
        self._gems = (*rules.stones, *(Stone(COLOURLESS, points) for points in colourless))
        self._abilities = ABILITIES[1:] if rules.with_abilities else ()
        goals = rules.components.goals if rules.with_goals or rules.with_abilities else ()
        self._goals: tuple[Goal, ...] = goals

    def grid(self, seat: str | None, language: str) -> Grid:
        """Places, factions, units, stones and cards; see scene.py."""
        rules = self.rules
        marks = rules.components.marks if rules.with_abilities else {}
        return {
            "game": "monsterhex",
            "seat": seat,
            "note": self._note(seat, language),
            "orientation": "pointy",
            "places": [self._place(place) for place in rules.board.places],
            "factions": [self._faction_of(faction, language) for faction in rules.factions],
            "kinds": [
                Kind(key=name, faction=slot, rank=name[0], mark=cast(Any, marks.get(name, "")), edges=list(edges))
                for slot in range(len(rules.factions))
                for name, edges in rules.components.units.items()
            ],
            "gems": [Gem(key=str(gem), colour=gem.colour, points=gem.points) for gem in self._gems],
            "cards": list(self._cards(language)),
        }

    def scene(self, moment: Moment, language: str) -> Scene:
        """What a board shows at a moment."""
        known: Knowledge = moment.known
        return {
            "tokens": self._tokens(known.state),
            "marks": self._marks(known.state, language),
            "tray": Tray(
                seats=[self._seat(known, slot) for slot in range(len(self.rules.factions))],
                goals=list(self._progress(known)),
            ),
            "picks": self._picks(moment),
            "status": self._status(moment, known.state, language),
        }

    def move(self, state: State, picks: Sequence[str | int]) -> str:
        """The text of what was picked in a position; what makes no move is left for the rules to refuse."""
        words = [str(pick) for pick in picks]
        if len(words) == 3:
            return f"{words[0]}@{words[1]}^{words[2]}"
        if len(words) == 1 and words[0] in ("pass", "decline"):
            return words[0]
        if state.phase == ABILITY:
            ability = ABILITIES[state.ability[state.slot]]
            return words[0] if words == [ability] else f"{ability} {'^'.join(words)}"
        if state.phase == CHOOSING:
            return f"ability {' '.join(words)}"
        return f"take {' '.join(words)}"

    def picks(self, move: Move) -> list[str]:
        """A unit, a cell and a rotation; what an ability aims at; or a stone, an ability or a word alone."""
        if isinstance(move, Placement):
            return [move.unit, move.cell, str(move.rotation)]
        if isinstance(move, Use) and move.cell is not None:
            return [move.cell] if move.rotation is None else [move.cell, str(move.rotation)]
        return [str(move).removeprefix("take ").removeprefix("ability ")]

    def preview(self, state: State, picks: Sequence[str | int]) -> list[list[int]]:
        """The totals at each unjudged site next to a placement, before and after it."""
        move = self.rules.parse(state, "", self.move(state, picks))
        if not isinstance(move, Placement):
            return []
        table, after = self.rules.table, state.copy()
        cell = self.rules.cell_labels.index(move.cell)
        tile, slot = self.rules.units.index(move.unit), deciding.slot_to_place(table, state)
        put_unit(table, after, slot * TILES + tile, table.packed[tile][move.rotation], cell, move.rotation)
        return [
            [at, *(n for slot, was, now in self._totals(state, after, site) for n in (slot, was, now))]
            for at, site in self._open_sites_around(state, cell)
        ]

    def odds(self, state: State, seat: str, picks: Sequence[str | int], language: str) -> Table | None:
        """There is no chance in a placement to reckon with."""
        del state, seat, picks, language
        return None

    def edges(self, fault: Fault) -> list[tuple[int, int, int]]:
        """The edges that a refusal is about, as (place, direction, 1 where it is right or 0 where it hinders)."""
        labels = self.rules.board.labels
        marks = fault.facts.get("marks", ())
        return [(self._at[labels.hex(cell)], direction, right) for cell, direction, right in marks]

    def needs_hand(self, phase: str) -> bool:
        """Whatever is decided by one's hand or goal needs them; picking a stone does not."""
        return phase in ("choose-ability", "place", "ability")

    def _open_sites_around(self, state: State, cell: int) -> Iterator[tuple[int, int]]:
        table = self.rules.table
        for site in table.cell_site[cell]:
            if site >= 0 and not state.judged[site]:
                yield self._site_at[site], site
        for other in table.neighbour[cell]:
            if other >= 0 and state.petrified[other]:
                yield self._cell_at[other], SITES + other

    def _totals(self, before: State, after: State, site: int) -> Iterator[tuple[int, int, int]]:
        for slot in range(len(self.rules.factions)):
            now = judgement.site_total(self.rules.table, after, site, slot)
            if now >= 0:
                yield slot, judgement.site_total(self.rules.table, before, site, slot), now

    # -- what never changes -----------------------------------------------------------------------

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

    def _faction_of(self, faction: str, language: str) -> Faction:
        key = "show.shared-seat" if faction == self.rules.shared else "show.faction"
        return Faction(
            name=faction,
            label=WORDS.say(key, language, faction=faction),
            letter=WORDS.say(f"letter.{faction}", language),
            emblem=_EMBLEMS[faction],
        )

    def _cards(self, language: str) -> Iterator[Card]:
        for name in self._abilities:
            label, text = (WORDS.say(f"{table}.{name}", language) for table in ("ability", "ability-text"))
            yield Card(key=name, label=label, text=text, points=0, pattern=[])
        for goal in self._goals:
            yield Card(
                key=f"goal:{goal.number}",
                label=WORDS.say_or(f"goal-title.{goal.number}", "show.goal", language, number=goal.number),
                text=WORDS.say_or(f"goal-text.{goal.number}", "show.goal", language, number=goal.number),
                points=self.rules.dials[f"goal_{goal.number}"],
                pattern=list(goal.pattern),
            )

    def _note(self, seat: str | None, language: str) -> str:
        if seat is None:
            return WORDS.say("show.open-table", language)
        return WORDS.say("show.seated", language, seat=seat) if seat in self._faction else ""

    # -- what a position shows ----------------------------------------------------------------------

    def _kind(self, slot: int, tile: int) -> int:
        return slot * len(self.rules.units) + tile

    def _tokens(self, state: State) -> list[list[int]]:
        tokens = []
        for cell, at in enumerate(self._cell_at):
            unit = self.rules.unit_index(state, cell)
            if unit is not None:
                counters = [state.counter[cell]] if state.counter[cell] else []
                tokens.append([at, self._kind(*unit), state.rotation[cell], *counters])
        return tokens

    def _marks(self, state: State, language: str) -> Marks:
        rules, sites = self.rules, range(self.rules.table.sites)
        gems = [[self._site_at[s], *(g for g in state.lying[s] if g >= 0)] for s in sites]
        stones = [[at, state.petrified[cell]] for cell, at in enumerate(self._cell_at) if state.petrified[cell]]
        open_sites = [(self._site_at[s], s) for s in sites if not state.judged[s]]
        open_sites += [(at, SITES + cell) for cell, at in enumerate(self._cell_at) if state.petrified[cell]]
        running = [(at, tally(rules, state, site)) for at, site in open_sites]
        return {
            "stones": stones,
            "gems": [row for row in gems if len(row) > 1],
            "done": [[self._site_at[s], state.first[s]] for s in sites if state.judged[s]],
            "last": [self._cell_at[state.last]] if state.last >= 0 else [],
            "notes": [(at, WORDS.say("show.tally", language, totals=totals)) for at, totals in running if totals],
            "heat": [],
        }

    def _seat(self, known: Knowledge, slot: int) -> Seat:
        state, seats = known.state, len(self.rules.seats)
        piles = range(slot, len(self.rules.piles), seats) if slot < seats else range(0)
        return Seat(
            faction=slot,
            score=state.score[slot],
            gems=self._gems_of(state, slot),
            hand=self._hand(known, piles),
            deck=sum(known.deck_sizes[pile] for pile in piles),
            ability=state.ability[slot] - 1 if self._abilities else -1,
            goals=self._goals_of(known, slot) if slot < seats else [],
            lives=0,
        )

    def _gems_of(self, state: State, slot: int) -> list[int]:
        printed = [g for g in range(len(self.rules.stones)) if state.holder[g] == slot]
        made = [state.made_points[m] for m in range(state.made) if state.made_holder[m] == slot]
        return [*printed, *(self._gems.index(Stone(COLOURLESS, points)) for points in made)]

    def _hand(self, known: Knowledge, piles: range) -> list[int] | int:
        if any(known.hands[pile] is None for pile in piles):
            return sum(known.hand_sizes[pile] for pile in piles)
        seats, tiles = len(self.rules.seats), range(len(self.rules.units))
        return [
            self._kind(pile if pile < seats else seats, tile)
            for pile in piles
            for tile in tiles
            if (known.hands[pile] or 0) >> tile & 1
        ]

    def _card(self, goal: int) -> int:
        return len(self._abilities) + goal

    def _goals_of(self, known: Knowledge, slot: int) -> list[int] | int:
        held = known.goals[slot]
        if held is None:
            return known.goal_sizes[slot]
        return [self._card(g) for g in range(len(self._goals)) if held >> g & 1]

    def _progress(self, known: Knowledge) -> Iterator[list[int]]:
        """MH-GOAL-2: every goal that may be seen, with what it gives as things stand."""
        state, seats = known.state, range(len(self.rules.seats))
        for g in range(len(self._goals)):
            if state.open_goal >> g & 1:
                yield [self._card(g), -1, *(n for s in seats for n in (s, self._value(state, s, g)))]
        for slot in seats:
            held = known.goals[slot] or 0
            for g in range(len(self._goals)):
                if held >> g & 1:
                    yield [self._card(g), slot, slot, self._value(state, slot, g)]

    def _value(self, state: State, slot: int, goal: int) -> int:
        return goal_value(self.rules.table, state, slot, goal)

    def _picks(self, moment: Moment) -> Picks:
        legal = moment.moves
        words = [str(move) for move in legal if isinstance(move, Pass | Decline) or _is_word(move)]
        out: Picks = {"steps": [], "tree": {}, "also": words, "confirm": False, "preset": [], "refused": []}
        targets = [move for move in legal if isinstance(move, Use) and move.cell is not None]
        placements = [(m.unit, m.cell, m.rotation) for m in legal if isinstance(m, Placement)]
        if placements:
            out["steps"], out["tree"] = ["hand", "place", "turn"], pick_tree(placements)
        elif targets and targets[0].rotation is not None:
            turns: dict[str, list[int]] = {}
            for move in targets:
                turns.setdefault(str(move.cell), []).append(move.rotation or 0)
            out["steps"], out["tree"] = ["place", "turn"], turn_masks(turns)
        elif targets:
            out["steps"], out["tree"] = ["place"], {str(move.cell): 1 for move in targets}
        elif legal and isinstance(legal[0], Take):
            out["steps"], out["tree"] = ["gem"], {str(move).removeprefix("take "): 1 for move in legal}
        elif legal and isinstance(legal[0], Choose):
            out["steps"], out["tree"] = ["card"], {str(move).removeprefix("ability "): 1 for move in legal}
        return out

    def _status(self, moment: Moment, state: State, language: str) -> Status:
        seat, rules = moment.to_move, self.rules

        def say(key: str, **facts: Any) -> str:
            return WORDS.say(f"show.{key}", language, **facts)

        passes = bool(moment.moves) and isinstance(moment.moves[0], Pass)
        round_ = min(state.round + 1, rules.dials["rounds"])
        placing = deciding.slot_to_place(rules.table, state) if moment.phase == "place" else None
        ability = ABILITIES[state.ability[state.slot]] if moment.phase == "ability" else ABILITIES[1]
        return {
            "turn": self._faction.get(seat),
            "placing": placing,
            "phase": moment.phase,
            "heading": say("round", round=round_, rounds=rules.dials["rounds"]),
            "prompt": say("pass" if passes else moment.phase, seat=seat, ability=ability),
            "event": self._last_event(moment, language),
            "judged": [self._judged(event.facts) for event in moment.happened if "totals" in event.facts],
            "undo": moment.undo,
            "redo": moment.redo,
            "handover": self._handover(moment, language),
            "result": self._outcome(moment, language),
            "committed": [],
            "story": [],
        }

    def _judged(self, facts: Any) -> list[int]:
        at = self._at[self.rules.board.labels.hex(facts["site"])]
        places = [NOBODY if facts[name] is None else self._faction[facts[name]] for name in ("first", "second")]
        return [at, *places, *(n for name, total in facts["totals"].items() for n in (self._faction[name], total))]

    def _last_event(self, moment: Moment, language: str) -> ShownEvent | None:
        told = [event for event in moment.happened if event.key != "event.draw"]
        if not told:
            return None
        text = sentences((event.text(language) for event in told), language)
        return {"text": text, "rule": told[-1].rule}

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
        key = ("lost", "result", "shared")[min(len(winners), 2)]
        best_first = sorted(moment.scores.items(), key=lambda item: -item[1])
        why = f"event.result.{moment.result.reason}"
        return {
            "heading": WORDS.say(f"show.{key}", language, winners=winners),
            "lines": [WORDS.say(why, language, winners=winners, scores=dict(best_first))],
        }


def _is_word(move: Any) -> bool:
    """Whether a use of an ability is a word alone, as Scheme and Blitz are."""
    return isinstance(move, Use) and move.cell is None
