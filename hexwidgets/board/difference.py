"""What differs between two scenes of a game: places of the board, and what each seat has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .shown import Shown
from .text import place_word

__all__ = ["Difference", "differences", "places_of"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: ``what`` sort of thing it is, whose or where (``subject``), and how it is in either.

    ``what`` is "heading", "prompt", "place", "score", "stones", "hand", "deck", "ability", "goals" or "result". What is
    not there in one of the two is empty.
    """

    what: str
    subject: str
    before: str
    after: str


def differences(before: Shown, after: Shown) -> tuple[Difference, ...]:
    """Everything that differs, the turn first, then places in the order of the board, then seats."""
    pairs = (
        *_status(before, after),
        *_pairs("place", _places(before), _places(after)),
        *(row for what in _SEAT for row in _pairs(what, _seats(before, what), _seats(after, what))),
    )
    return tuple(row for row in pairs if row.before != row.after)


def places_of(shown: Shown, rows: tuple[Difference, ...]) -> list[int]:
    """The indices of the places that differ, as they are in a scene's own grid."""
    names = {row.subject for row in rows if row.what == "place"}
    return [at for at, place in enumerate(shown.places) if place["name"] in names]


def _pairs(what: str, before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Difference]:
    for subject in dict.fromkeys((*before, *after)):
        yield Difference(what, subject, before.get(subject, ""), after.get(subject, ""))


def _status(before: Shown, after: Shown) -> Iterator[Difference]:
    for what in ("heading", "prompt"):
        yield Difference(what, "", before.status.get(what) or "", after.status.get(what) or "")
    results = [(shown.status.get("result") or {}).get("heading", "") for shown in (before, after)]
    yield Difference("result", "", *results)


def _places(shown: Shown) -> dict[str, str]:
    """What is on each place, by name; nothing on an empty one."""
    tokens = {at: (at, *rest) for at, *rest in shown.tokens}
    told = {}
    for at, place in enumerate(shown.places):
        word = place_word(shown, at, tokens.get(at))
        told[str(place["name"])] = "" if word.rstrip("*") == place["name"] or place["kind"] == "wall" else word
    return told


_SEAT = ("score", "stones", "hand", "deck", "ability", "goals")


def _seats(shown: Shown, what: str) -> dict[str, str]:
    return {
        str(faction["label"]): _of_seat(shown, seat, what)
        for seat in shown.seats
        if (faction := shown.faction(seat["faction"]))
    }


def _of_seat(shown: Shown, seat: Mapping[str, Any], what: str) -> str:
    if what == "score":
        return shown.points(seat)
    if what == "stones":
        return " ".join(str(gem["key"]) for index in seat["gems"] if (gem := shown.gem(index)))
    if what == "ability":
        card = shown.card(seat.get("ability", -1))
        return str(card["label"]) if card else ""
    held = seat.get(what, 0)
    if isinstance(held, int):
        return str(held or "")
    if what == "hand":
        return " ".join(str(kind["key"]) for index in held if (kind := shown.kind(index)))
    return ", ".join(str(card["label"]) for index in held if (card := shown.card(index)))
