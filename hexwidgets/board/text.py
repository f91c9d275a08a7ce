"""A scene as plain text, for viewers without pictures: terminals, logs, screen readers.

::

           a1      RA2^1   b3          a unit: whose, which, how far it is turned (+1: its counters)
       (R7 B3) GB2^2   <1>             stones on a large site; a small site; names of empty cells
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .shown import Shown, percent

__all__ = ["place_word", "text"]

_TURNS = 6
_LONGEST = 16  # characters of one place: a board is no wider for a long name


def text(grid: Mapping[str, Any], scene: Mapping[str, Any], *, language: str = "en") -> str:
    """A position as lines of text: the board, then seats with what they hold and where their units stand.

    ``grid`` and ``scene`` are as the board gets them (scene.py).

    >>> grid = {"orientation": "pointy", "places": [
    ...     {"name": "a1", "q": 0, "r": 0, "kind": "cell"}, {"name": "b1", "q": -1, "r": 1, "kind": "cell"},
    ...     {"name": "b2", "q": 0, "r": 1, "kind": "start"}]}
    >>> print(text(grid, {"status": {"heading": "Round 1", "prompt": "Red to move"}}))
    Round 1 · Red to move
    <BLANKLINE>
       a1
    b1    b2*
    """
    return text_of(Shown(grid, scene, language))


def text_of(shown: Shown) -> str:
    """The same of what is known already."""
    parts = [[shown.title], _board(shown), list(_seats(shown)), list(_rest(shown))]
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def _wide(word: str) -> int:
    """Columns that a text takes on a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in word)


def _board(shown: Shown) -> list[str]:
    """Each place at its row; a column is half as wide as a place, as rows are shifted by half a hex."""
    tokens = {at: (at, *rest) for at, *rest in shown.tokens}
    words = [place_word(shown, at, tokens.get(at))[:_LONGEST] for at in range(len(shown.places))]
    half = max((_wide(word) for word in words), default=0) // 2 + 1
    pointy = shown.grid["orientation"] == "pointy"
    rows: dict[int, list[tuple[int, str]]] = {}
    for place, word in zip(shown.places, words, strict=True):
        q, r = place["q"], place["r"]
        row, column = (r, 2 * q + r) if pointy else (2 * r + q, 2 * q)
        rows.setdefault(row, []).append((column, word))
    first = min((column for row in rows.values() for column, _ in row), default=0)
    lines = []
    for row in sorted(rows):
        line = ""
        for column, word in sorted(rows[row]):
            line += " " * ((column - first) * half - _wide(line)) + word
        lines.append(line)
    return lines


def place_word(shown: Shown, at: int, token: Sequence[int] | None) -> str:
    """What is on a place, in a word; the name of an empty one."""
    place = shown.places[at]
    name, kind = str(place["name"]), place["kind"]
    if token:
        return _token(shown, token)
    if kind in ("large", "small"):
        return _site(shown, at, place)
    stone = next((points for where, points in shown.marks.get("stones", ()) if where == at), None)
    if stone is not None:
        return f"[{stone}]"
    return {"start": f"{name}*", "void": "-", "wall": "", "door": "=", "obstacle": "#"}.get(kind, name)


def _site(shown: Shown, at: int, place: Mapping[str, Any]) -> str:
    stones = " ".join(str(stone["key"]) for stone in shown.lying.get(at, ()))
    large = place["kind"] == "large"
    if at in shown.done and not stones:
        winner = shown.done[at]
        inside = f"={winner['letter'] if winner else ''}"
    else:
        inside = stones or str(place.get("points", ""))
    return f"({inside})" if large else f"<{inside}>"


def _token(shown: Shown, token: Sequence[int]) -> str:
    _, index, turn, *counters = token
    kind = shown.kind(index)
    faction = kind and shown.faction(kind["faction"])
    if not kind or not faction:
        return "?"
    key = "" if kind.get("figure") else kind["key"]
    plus = "".join(f"{n:+d}" for n in counters if n)
    return f"{faction['letter']}{key}^{turn}{plus}"


def _seats(shown: Shown) -> Iterator[str]:
    for seat in shown.seats:
        faction = shown.faction(seat["faction"])
        if faction is None:
            continue
        mark = ">" if seat["faction"] == shown.status.get("turn") else " "
        stones = [str(gem["key"]) for index in seat["gems"] if (gem := shown.gem(index))]
        yield f"{mark} {' '.join([faction['label'] + ':', shown.points(seat), *stones])}"
        yield from (f"    {line}" for line in _held(shown, seat, faction))


def _held(shown: Shown, seat: Mapping[str, Any], faction: Mapping[str, Any]) -> Iterator[str]:
    hand, deck = seat["hand"], seat["deck"]
    if isinstance(hand, int):
        if hand or deck:
            yield shown.say("seat_cards", hand=hand, deck=deck)
    elif hand:
        kinds = [f"{kind['key']} {_powers(kind, 0)}".strip() for index in hand if (kind := shown.kind(index))]
        yield f"{shown.say('hand', faction=faction['label'])}: {', '.join(kinds)}"
    ability, goals = shown.card(seat.get("ability", -1)), seat.get("goals", 0)
    if ability:
        yield str(ability["label"])
    if goals:
        count, known = (goals, []) if isinstance(goals, int) else (len(goals), [shown.card(card) for card in goals])
        yield ". ".join([shown.say("goals_held", n=count), *(str(card["label"]) for card in known if card)])
    if seat["faction"] in shown.status.get("committed", ()):
        yield shown.say("order_ready")
    stands = [_stands(shown, token) for token in shown.tokens if _owner(shown, token) == seat["faction"]]
    if stands:
        yield ", ".join(stands)


def _owner(shown: Shown, token: Sequence[int]) -> int | None:
    kind = shown.kind(token[1])
    return kind["faction"] if kind else None


def _stands(shown: Shown, token: Sequence[int]) -> str:
    at, index, turn, *counters = token
    kind = shown.kind(index) or {"key": "?", "edges": ()}
    plus = [f"{n:+d}" for n in counters if n]
    name = f"^{turn}" if kind.get("figure") else kind["key"]
    return " ".join(filter(None, [shown.places[at]["name"], name, _powers(kind, turn), *plus]))


def _powers(kind: Mapping[str, Any], turn: int) -> str:
    """The six powers seen in directions 0 to 5."""
    edges = kind["edges"]
    seen = [str(edges[(direction - turn) % _TURNS]) for direction in range(_TURNS)] if len(edges) == _TURNS else []
    return ("" if all(len(power) == 1 for power in seen) else "-").join(seen)


def _rest(shown: Shown) -> Iterator[str]:
    for row in shown.goals:
        card, holder = shown.card(row[0]), shown.faction(row[1])
        if card:
            each = ", ".join(f"{faction['label']} {points}" for faction, points in shown.standing(row))
            whose = [shown.say("goals"), *([str(holder["label"])] if holder else []), str(card["label"])]
            yield ": ".join([*whose, each] if each else whose)
    if each := ", ".join(f"{faction['label']} {100 * part:.1f}%" for faction, part in shown.chances):
        yield f"{shown.say('chance')}: {each}"
    best: dict[str, list[str]] = {}
    for at, turn, part, faction in shown.fans:
        best.setdefault(faction["label"], []).append(f"{shown.places[at]['name']} ^{turn} {percent(part)}")
    for label, wedges in best.items():
        yield f"{shown.say('best', faction=label)}: {', '.join(wedges)}"
    result: Mapping[str, Any] | None = shown.status.get("result")
    yield from result["lines"] if result else ()
    handover: Mapping[str, Any] | None = shown.status.get("handover")
    if handover:
        yield handover["text"]
    for lead, sentence, rule in shown.story():
        yield " ".join(filter(None, [lead, sentence, rule and f"[{rule}]"]))
    if shown.grid.get("note"):
        yield shown.grid["note"]
