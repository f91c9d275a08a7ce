"""A board for nothing: the view of any game whose moves are places or words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from .board.scene import Event, Faction, Grid, Handover, Kind, Outcome, Picks, Place, Scene, Seat, Table, Tray
from .engine.faults import ENGINE, sentences
from .engine.rules import Rules
from .hexgrid import Hex, Labels

if TYPE_CHECKING:
    from .viewing import Moment

__all__ = ["PlainView"]

_LOOKS: tuple[tuple[str, Any], ...] = (
    ("red", "triangle"),
    ("blue", "disc"),
    ("yellow", "diamond"),
    ("green", "square"),
)


class PlainView:
    """Shows a game on hexes where a move is the label of a cell (``"c4"``), or a word offered as a button.

    Where several seats decide together, each decides in secret; at an open table one says first for whom.

    ``cells`` are the hexes of the board; ``units`` tells from what a seat may know (``rules.hide``) which
    seat has a unit on which labelled cell. At most four seats get a colour.

    ``notebooks/make-your-own-game.ipynb`` makes a game with it.
    """

    def __init__(
        self,
        rules: Rules[Any, Any],
        cells: Iterable[Hex],
        units: Callable[[Any], Mapping[str, str]],
        *,
        orientation: Literal["pointy", "flat"] = "pointy",
    ) -> None:
        self.name = rules.game_type.name
        self.seats = rules.game_type.seats
        if len(self.seats) > len(_LOOKS):
            raise ValueError(f"expected at most {len(_LOOKS)} seats, got {len(self.seats)}")
        self.orientation: Literal["pointy", "flat"] = orientation
        self.labels = Labels(cells)
        self.units = units
        self._at = {label: i for i, label in enumerate(self.labels[cell] for cell in self.labels)}

    def grid(self, seat: str | None, language: str) -> Grid:
        """Cells, and a seat's unit without powers for each seat."""
        del language  # seats of a game without a catalogue are called alike in every language
        looks = zip(self.seats, _LOOKS, strict=False)
        return {
            "game": self.name,
            "seat": seat,
            "note": "",
            "orientation": self.orientation,
            "places": [Place(name=self.labels[cell], q=cell.q, r=cell.r, kind="cell") for cell in self.labels],
            "factions": [
                Faction(name=colour, label=seat.capitalize(), letter=seat[0].upper(), emblem=emblem)
                for seat, (colour, emblem) in looks
            ],
            "kinds": [Kind(key=s, faction=i, rank=s[0].upper(), mark="", edges=[]) for i, s in enumerate(self.seats)],
            "gems": [],
            "cards": [],
        }

    def scene(self, moment: Moment, language: str) -> Scene:
        """The units, the legal cells, and whose move it is."""
        units = self.units(moment.known)
        scores = moment.scores
        return {
            "tokens": [[self._at[label], self.seats.index(seat), 0] for label, seat in units.items()],
            "marks": {"stones": [], "gems": [], "done": [], "last": [], "notes": [], "heat": []},
            "tray": Tray(
                seats=[
                    Seat(faction=i, score=scores.get(s, 0), gems=[], hand=0, deck=0, ability=-1, goals=[], lives=0)
                    for i, s in enumerate(self.seats)
                ],
                goals=[],
            ),
            "picks": self._picks(moment),
            "status": {
                "turn": None if moment.decider is None else self.seats.index(moment.decider),
                "placing": None,
                "phase": moment.phase,
                "heading": self.name.capitalize(),
                "prompt": self._prompt(moment, language),
                "event": self._event(moment, language),
                "judged": [],
                "undo": moment.undo,
                "redo": moment.redo,
                "handover": self._handover(moment, language),
                "result": self._outcome(moment, language),
                "committed": [self.seats.index(seat) for seat in moment.committed],
                "story": [],
            },
        }

    def move(self, state: Any, picks: Sequence[str | int]) -> str:
        """The pick itself is the move."""
        del state
        return " ".join(str(pick) for pick in picks)

    def picks(self, move: Any) -> list[str]:
        """The move itself is the pick."""
        return [str(move)]

    def preview(self, state: Any, picks: Sequence[str | int]) -> list[list[int]]:
        """There are no sites."""
        del state, picks
        return []

    def odds(self, state: Any, seat: str, picks: Sequence[str | int], language: str) -> Table | None:
        """Nothing is known of what a move leads to."""
        del state, seat, picks, language
        return None

    def needs_hand(self, phase: str) -> bool:
        """There are no hands."""
        del phase
        return False

    def _picks(self, moment: Moment) -> Picks:
        legal = {seat: [str(move) for move in moves] for seat, moves in moment.legal.items()}
        step: Literal["place", "button"] = "button"
        if all(move in self._at for moves in legal.values() for move in moves):
            step = "place"
        tree = {seat: dict.fromkeys(moves, 1) for seat, moves in legal.items()}
        chosen = {seat: str(move) for seat, move in moment.committed.items() if seat in legal}
        several = len(legal) > 1
        return {
            "steps": ["seat", step] if several else [step],
            "tree": tree if several else next(iter(tree.values()), {}),
            "also": [],
            "confirm": False,
            "preset": [[seat, move] if several else [move] for seat, move in chosen.items()],
            "refused": [],
        }

    def _prompt(self, moment: Moment, language: str) -> str:
        if moment.result is not None:
            return ENGINE.say("show.over", language)
        if moment.decider is None:
            return ENGINE.say("show.decide", language, seats=[seat.capitalize() for seat in moment.to_move])
        return ENGINE.say("show.turn", language, seat=moment.decider.capitalize())

    def _handover(self, moment: Moment, language: str) -> Handover | None:
        if moment.covered is None:
            return None
        seat = moment.covered.capitalize()
        return {
            "faction": self.seats.index(moment.covered),
            "text": ENGINE.say("show.handover", language, seat=seat),
            "button": ENGINE.say("show.reveal", language, seat=seat),
        }

    def _event(self, moment: Moment, language: str) -> Event | None:
        if not moment.happened:
            return None
        text = sentences((event.text(language) for event in moment.happened), language)
        return {"text": text, "rule": moment.happened[-1].rule}

    def _outcome(self, moment: Moment, language: str) -> Outcome | None:
        if moment.result is None:
            return None
        winners = [seat.capitalize() for seat in moment.result.winners]
        heading = ENGINE.say("show.winners" if winners else "show.draw", language, winners=winners)
        return {"heading": heading, "lines": [moment.result.reason]}
