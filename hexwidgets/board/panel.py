"""The panel beside a picture of a board: heading, seats, what happened last, goals, a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hexwidgets.hexgrid import Orientation, Point

from .ink import Drawing, fill, number, stroke, text_width
from .look import Theme, inks, palette
from .pieces import Pieces, emblem
from .shown import Shown

__all__ = ["Panel"]

_PAPER, _CARD, _SIGN, _TEXT = -3, -2, 990, 1000  # depths
_PAD, _GAP = 14, 12
_MINI, _BACK, _GEM = 40, 15, 23
_LARGEST_MARKED = 10  # life as markers, above it as a number
_COURSE = 2  # points that make a line
_LONGEST = 600  # characters of a text that are shown
_WORD = re.compile(r"[^\s\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uffee]+|\S[、。，．）」』！？]*|\s+")

_Item = tuple[float, Callable[[Point], None]]  # width, and how to draw it with its left middle on a point


def wrap(text: str, size: float, width: float) -> list[str]:
    """A text in lines no wider than so many pixels; Japanese breaks between any two characters."""
    lines = [""]
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    for word in _WORD.findall(text):
        piece = " " if word.isspace() else word
        while piece:
            if text_width(lines[-1] + piece.rstrip(), size) <= width:
                lines[-1] += piece
                break
            room = max(1, int(width / size)) if not lines[-1].strip() else 0
            if room:  # one word that is wider than the line
                lines[-1], piece = piece[:room], piece[room:]
            piece = piece.lstrip()
            lines.append("")
    return [line.rstrip() for line in lines if line.strip()]


def cut(text: str, size: float, width: float) -> str:
    """A text that fits into a width, shortened if need be."""
    if text_width(text, size) <= width:
        return text
    kept = text[: int(width / size * 2)]
    while kept and text_width(kept, size) + size > width:
        kept = kept[:-1]
    return kept + "…"


class Panel:
    """Draws from the top down; ``bottom`` is how far it has come."""

    def __init__(
        self, drawing: Drawing, shown: Shown, theme: Theme, orientation: Orientation, corner: Point, width: float
    ) -> None:
        self.drawing = drawing
        self.shown = shown
        self.theme: Theme = theme
        self.colours = palette(theme)
        self.corner = corner
        self.width = width
        self.left = corner.x + _PAD
        self.inside = width - 2 * _PAD
        self.bottom = corner.y + _PAD
        self._units = Pieces(drawing, theme, orientation, _MINI / 2)
        self._backs = Pieces(drawing, theme, orientation, _BACK / 2)

    def draw(self, least: float = 0) -> float:
        """Draw everything; the height, which is at least so much."""
        if not self.shown.status and not self.shown.seats:
            return 0
        self._head()
        for seat in self.shown.seats:
            self._seat(seat)
        self._chances()
        self._box()
        self._goals()
        self._note()
        height = max(least, self.bottom - self.corner.y + _PAD - _GAP / 2)
        frame = fill(self.colours["panel"]) + stroke(self.colours["line"], 1)
        self._rectangle(_PAPER, frame, self.corner.x + 0.5, self.corner.y + 0.5, self.width - 1, height - 1, 14)
        return height

    # -- parts ------------------------------------------------------------------------------------

    def _head(self) -> None:
        status, colours = self.shown.status, self.colours
        heading, prompt = cut(status.get("heading", ""), 17, self.inside), status.get("prompt", "")
        self._text(self.left + 4, self.bottom + 17, 17, heading, colours["text"], 700)
        beside = text_width(heading, 17) + text_width(prompt, 14) + 24 <= self.inside
        if beside:
            right = self.left + self.inside - 4
            self._text(right, self.bottom + 17, 14, prompt, colours["muted"], anchor="end")
        self.bottom += 26
        if not beside:
            self._lines(prompt, 14, colours["muted"], self.left + 4, self.inside - 8)
        self.bottom += 6

    def _seat(self, seat: Mapping[str, Any]) -> None:
        faction = self.shown.faction(seat["faction"])
        if faction is None:
            return
        top, moving = self.bottom, seat["faction"] == self.shown.status.get("turn")
        score = self._score(seat, faction)
        wide = sum(width for width, _ in score)
        right = self.left + self.inside - 12
        middle = top + 20
        sign = emblem(faction["emblem"], 8.6).at(Point(self.left + 21, middle))
        self.drawing.path(_SIGN, fill(inks(faction["name"])["base"]), sign)
        room = right - wide - self.left - 48
        label = cut(faction["label"], 14, room)
        name = text_width(label, 14)
        self._text(self.left + 40, middle + 5, 14, label, self.colours["text"], 700 if moving else 400)
        self._flow(score, right - wide, right, middle)
        if seat["faction"] in self.shown.status.get("committed", ()):
            self._tick(Point(self.left + 58 + name, middle))
        stones: list[_Item] = [(_GEM, self._stone(gem)) for index in seat["gems"] if (gem := self.shown.gem(index))]
        start = self.left + 50 + name
        self.bottom = self._flow(stones, start, max(start + _GEM, right - wide - 6), middle, 23) + 20
        under = [*self._hand(seat, faction), *self._chips(seat, faction)]
        if under:
            half = (9 if isinstance(seat["hand"], int) else _MINI / 2) + 3
            self.bottom = self._flow(under, self.left + 38, right, self.bottom - 8 + half, half + 12) + half + 4
        self._frame(top, faction, moving=moving)
        self.bottom += 6

    def _frame(self, top: float, faction: Mapping[str, Any], *, moving: bool) -> None:
        base = inks(faction["name"])["base"]
        line = stroke(base, 1.5, 0.6) if moving else ""
        attributes = fill(base, 0.24 if moving else 0.09) + line
        self._rectangle(_CARD, attributes, self.left, top, self.inside, self.bottom - top, 10)

    def _score(self, seat: Mapping[str, Any], faction: Mapping[str, Any]) -> list[_Item]:
        lives, score = seat.get("lives", 0), seat["score"]
        if not 0 < lives <= _LARGEST_MARKED:
            text = f"{score} / {lives}" if lives else str(score)
            wide = text_width(text, 20)

            def write(at: Point) -> None:
                self._text(at.x + wide, at.y + 7, 20, text, self.colours["text"], 800, anchor="end")

            return [(wide, write)]
        base = inks(faction["name"])["base"]

        def marker(full: bool) -> Callable[[Point], None]:
            look_of = (fill(base) if full else ' fill="none"') + stroke(base, 1.6)
            shape = emblem("disc", 6)
            return lambda at: self.drawing.path(_SIGN, look_of, shape.at(Point(at.x + 8, at.y)))

        return [(17, marker(i < score)) for i in range(lives)]

    def _tick(self, at: Point) -> None:
        """The mark of an order that is in."""
        line = f' fill="none" stroke-linecap="round"{stroke(self.colours["text"], 2)}'
        self.drawing.path(_SIGN, line, f"M{number(at.x - 6)} {number(at.y)}l4 4 8-9")

    def _stone(self, gem: Mapping[str, Any]) -> Callable[[Point], None]:
        return lambda at: self._units.gem(Point(at.x + 11.5, at.y - 0.5), 10, gem["colour"], gem["points"])

    def _hand(self, seat: Mapping[str, Any], faction: Mapping[str, Any]) -> list[_Item]:
        hand = seat["hand"]
        if isinstance(hand, int):
            half = _BACK / 2
            return [(_BACK + 2, lambda at: self._backs.back(Point(at.x + half, at.y), faction))] * hand
        return [(_MINI + 2, self._mini(index)) for index in hand]

    def _mini(self, index: int) -> Callable[[Point], None]:
        kind = self.shown.kind(index)
        faction = kind and self.shown.faction(kind["faction"])
        if not kind or not faction:
            return lambda at: None
        return lambda at: self._units.unit(Point(at.x + _MINI / 2, at.y), kind, faction, 0, shadow=False)

    def _chips(self, seat: Mapping[str, Any], faction: Mapping[str, Any]) -> Iterable[_Item]:
        """The ability taken, and how many private goals."""
        ability = self.shown.card(seat.get("ability", -1))
        if ability:
            yield self._chip(ability["label"], faction)
        goals = seat.get("goals", 0)
        count = goals if isinstance(goals, int) else len(goals)
        if count:
            yield self._chip(self.shown.say("goals_held", n=count), faction)

    def _chip(self, label: str, faction: Mapping[str, Any]) -> _Item:
        label = cut(label, 11, self.inside - 80)
        wide = text_width(label, 11) + 16

        def draw(at: Point) -> None:
            self._rectangle(_SIGN, fill(inks(faction["name"])["base"], 0.18), at.x, at.y - 9, wide, 18, 9)
            self._text(at.x + wide / 2, at.y + 4, 11, label, self.colours["text"], 600, anchor="middle")

        return wide + 4, draw

    def _chances(self) -> None:
        """Who will win how likely: numbers, a bar, and how it came about as a line."""
        chances = self.shown.chances
        if not chances:
            return
        left, wide, middle = self.left + 4, self.inside - 8, self.bottom + 9
        for i, (faction, part) in enumerate(chances[:1] + chances[-1:] if len(chances) > 1 else chances):
            sign = emblem(faction["emblem"], 5.2)
            spot = Point(left + 6 if i == 0 else left + wide - 6, middle)
            self.drawing.path(_SIGN, fill(inks(faction["name"])["base"]), sign.at(spot))
            near = left + 16 if i == 0 else left + wide - 16
            text = f"{100 * part:.1f}%"
            self._text(near, middle + 5, 14, text, self.colours["text"], 700, anchor="start" if i == 0 else "end")
        self._text(left + wide / 2, middle + 4, 12, self.shown.say("chance"), self.colours["muted"], anchor="middle")
        self.bottom += 21
        x = left
        for faction, part in chances:
            if part > 0:
                self._rectangle(_CARD, fill(inks(faction["name"])["base"]), x, self.bottom, wide * part, 10, 0)
            x += wide * part
        line = ' fill="none"' + stroke(self.colours["panel"], 1.5)
        self.drawing.path(_SIGN, line, f"M{number(left + wide / 2)} {number(self.bottom)}v10")
        self.bottom += 16
        self._course(left, wide, chances[0][0])
        self.bottom += 6

    def _course(self, left: float, wide: float, faction: Mapping[str, Any]) -> None:
        """What the first faction had so far: the higher, the better for it."""
        course: Sequence[float] = self.shown.status.get("course", ())
        if len(course) < _COURSE:
            return
        high, step = 30, wide / (len(course) - 1)
        points = (f"L{number(left + i * step)} {number(self.bottom + high * (1 - v))}" for i, v in enumerate(course))
        foot = number(self.bottom + high)
        self._rectangle(_CARD, fill(self.colours["box"]), left, self.bottom, wide, high, 0)
        area = f"M{number(left)} {foot}{''.join(points)}V{foot}z"
        self.drawing.path(_CARD + 0.5, fill(inks(faction["name"])["base"]), area)
        half = ' fill="none" stroke-dasharray="3 3"' + stroke(self.colours["text"], 1)
        self.drawing.path(_CARD + 0.6, half, f"M{number(left)} {number(self.bottom + high / 2)}h{number(wide)}")
        self.bottom += high + 4

    def _box(self) -> None:
        """What happened last, how the game ended, or who is to sit down."""
        shown, colours = self.shown, self.colours
        result: Mapping[str, Any] | None = shown.status.get("result")
        handover: Mapping[str, Any] | None = shown.status.get("handover")
        story = shown.story()
        if not (result or handover or story):
            return
        self.bottom += 4
        top = self.bottom
        self.bottom += 10
        left, room = self.left + 14, self.inside - 28
        if result:
            self._lines(result["heading"], 17, colours["text"], left, room, 700)
            for line in result["lines"]:
                self._lines(line, 14, colours["text"], left, room)
        elif handover:
            self._lines(handover["text"], 14, colours["text"], left, room)
        if story and shown.status.get("story"):
            self._lines(shown.say("last_turn"), 12, colours["muted"], left, room, 600)
        widths = [text_width(lead, 14) + 10 for lead, *_ in story if lead]
        column = max((wide for wide in widths if wide <= room / 2), default=0)
        for beat in story:
            self._beat(beat, left, room, column)
        self.bottom += 6
        bar = fill(colours["accent"] if result else colours["line"])
        self._rectangle(_CARD, fill(colours["box"]), self.left, top, self.inside, self.bottom - top, 10)
        self._rectangle(_CARD + 0.5, bar, self.left, top, 4, self.bottom - top, 2)
        self.bottom += 6

    def _beat(self, beat: tuple[str, str, str], left: float, room: float, indent: float) -> None:
        """One thing that happened: what stands first, the words in a column beside it, and the rule after them."""
        lead, text, rule = beat
        if text_width(lead, 14) + 10 > indent and lead:
            self._lines(lead, 14, self.colours["text"], left, room, 700)
        elif lead:
            self._text(left, self.bottom + 14 * 1.04, 14, lead, self.colours["text"], 700)
        lines = wrap(text, 14, room - indent)
        self._lines(text, 14, self.colours["text"], left + indent, room - indent)
        end = indent + text_width(lines[-1], 14) + 8 if lines else indent
        if end + text_width(rule, 11) <= room:
            self._text(left + end, self.bottom - 5, 11, rule, self.colours["accentText"], 600)
        else:
            self._lines(rule, 11, self.colours["accentText"], left + indent, room - indent, 600)

    def _goals(self) -> None:
        shown = self.shown
        if not shown.goals:
            return
        self._lines(shown.say("goals"), 12, self.colours["muted"], self.left + 4, self.inside, 600)
        for row in shown.goals:
            card, holder = shown.card(row[0]), shown.faction(row[1])
            if card is None:
                continue
            points: list[_Item] = [(28, self._goal_points(*standing)) for standing in shown.standing(row)]
            wide = sum(width for width, _ in points)
            right, middle = self.left + self.inside - 4, self.bottom + 11
            start = self.left + 4
            if holder:
                sign = emblem(holder["emblem"], 5.2).at(Point(start + 6, middle))
                self.drawing.path(_SIGN, fill(inks(holder["name"])["base"]), sign)
                start += 16
            label = cut(card["label"], 13, right - wide - start - 30)
            self._text(start, middle + 4.5, 13, label, self.colours["text"])
            if card["points"]:
                after = start + text_width(label, 13) + 6
                self._text(after, middle + 4.5, 12, f"+{card['points']}", self.colours["muted"])
            self._flow(points, right - wide, right, middle)
            self.bottom += 22
        self.bottom += 4

    def _goal_points(self, faction: Mapping[str, Any], points: int) -> Callable[[Point], None]:
        sign, colour = emblem(faction["emblem"], 4.4), self.colours["text" if points else "muted"]

        def draw(at: Point) -> None:
            self.drawing.path(_SIGN, fill(inks(faction["name"])["base"]), sign.at(Point(at.x + 6, at.y)))
            self._text(at.x + 13, at.y + 4.5, 12, points, colour, 700)

        return draw

    def _note(self) -> None:
        note = self.shown.grid.get("note", "")
        if note:
            self._lines(note, 12, self.colours["muted"], self.left + 4, self.inside - 8)

    # -- what parts are made of -------------------------------------------------------------------

    def _text(
        self, x: float, y: float, size: float, text: object, colour: str, weight: int = 400, anchor: str = "start"
    ) -> None:
        attributes = f' font-size="{number(size)}" font-weight="{weight}" text-anchor="{anchor}"'
        self.drawing.text(_TEXT, fill(colour) + attributes, Point(x, y), text)

    def _lines(self, text: str, size: float, colour: str, x: float, width: float, weight: int = 400) -> None:
        """A text in as many lines as it needs."""
        for line in wrap(text, size, width):
            self.bottom += size * 1.4
            self._text(x, self.bottom - size * 0.36, size, line, colour, weight)

    def _flow(self, items: list[_Item], left: float, right: float, middle: float, step: float = 0) -> float:
        """Items side by side, in further lines where there is no room; the middle of the last line."""
        x = left
        for wide, draw in items:
            if x > left and x + wide > right + 1 and step:
                x, middle = left, middle + step
            draw(Point(x, middle))
            x += wide
        return middle

    def _rectangle(
        self, depth: float, attributes: str, x: float, y: float, width: float, height: float, turn: float
    ) -> None:
        box = "".join(
            f' {name}="{number(value)}"'
            for name, value in (("x", x), ("y", y), ("width", width), ("height", height), ("rx", turn))
        )
        self.drawing.group(depth, attributes, f"<rect{box}/>")
