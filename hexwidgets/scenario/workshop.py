"""The workshop: a widget in which boards and components are drawn, checked while they are, kept, and played."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from functools import partial
from types import SimpleNamespace
from typing import Any, Literal

import ipywidgets as w

from ..board.clicks import Click, Paint
from ..board.field import HexField
from ..board.layers import Line, Token
from ..board.region import LiveRegion
from ..engine.faults import shorten
from ..engine.game import Game
from ..engine.parts import DataFault
from ..engine.parts_draft import ERASE, PartsDraft
from ..engine.words import Words, check_language, get_language, on_language
from ..hexgrid import DIRECTIONS, Hex, hexagon

__all__ = ["Workshop", "workshop"]

WORDS = Words("hexwidgets.scenario.workshop_words")
HIGHEST = 7  # that an edge shows before it begins again at 1
PATTERN = 3  # hexes around the middle of a goal's pattern
MOST_TOLD = 12  # faults that are listed; the rest is counted
_WARN = Line("warn", 14)
_ROW = {"flex_flow": "row wrap", "align_items": "center"}
_HOLDS = {
    "o": ("accent", Token("●", colour="red")),
    "e": ("strong", Token("●", colour="blue", shape="diamond")),
    "a": ("muted", Token("?", shape="hex")),
    "L": ("site", None),
}

Say = Callable[..., str]


def workshop(
    what: str | type[Game] | Game | PartsDraft,
    *,
    language: str | None = None,
    theme: Literal["auto", "light", "dark"] = "auto",
) -> Workshop:
    """Draw boards and components, and play with them at once.

    ``what`` is a game's name ("monsterhex", "arenaduel"), its class, a game whose parts to begin with, or a draft.
    ``language`` None follows `set_language`. ``ValueError`` lists the names that are known.

    >>> import hexwidgets as hw
    >>> shop = hw.workshop("monsterhex")
    >>> shop.draft.paint("d4", "large")
    >>> len(shop.draft.faults) > 0
    True
    >>> shop.close()
    """
    if isinstance(what, PartsDraft):
        return Workshop(what, language, theme)
    makers = {name: made for name, made in Game.by_name.items() if hasattr(made, "draft_class")}
    kind = makers.get(what) if isinstance(what, str) else what if isinstance(what, type) else type(what)
    if kind is None or not hasattr(kind, "draft_class"):
        known = ", ".join(sorted(makers))
        raise ValueError(f"expected a game with parts to draw, got {shorten(what)}; known are {known}")
    make = kind.draft_class()
    return Workshop(make.from_game(what) if isinstance(what, Game) else make(), language, theme)


class Workshop(w.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What `workshop` makes. ``draft`` is what is drawn, and may be changed by code; ``game`` what was played last."""

    children: Any

    def __init__(self, draft: PartsDraft, language: str | None = None, theme: str = "auto") -> None:
        if language is not None:
            check_language(language)
        self._stop: Callable[[], object] = lambda: None
        self._own_language, self.theme = language, theme
        self.draft = draft
        self.game: Any = None
        super().__init__()
        self._stage = w.VBox()  # the game that is played stays while the rest is built anew
        self._build()
        on_language(self)

    @property
    def language(self) -> str:
        """The language it speaks."""
        return self._own_language or get_language()

    def say(self, key: str, **facts: Any) -> str:
        """A message of its own."""
        return WORDS.say(key, self.language, **facts)

    def language_changed(self) -> None:
        """Speak another language from now on; what is drawn stays."""
        if self._own_language is None and self.comm is not None:
            self._build()

    def draw(self, draft: PartsDraft) -> None:
        """Draw on another draft from now on."""
        self.draft = draft
        self._build()

    def close(self) -> None:
        """Take everything off the page, and let go of the draft."""
        self._stop()
        self._stop = lambda: None
        children, self.children = self.children, ()
        _close(children)
        super().close()
        self.layout.close()

    # -- inside -------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._stop()
        old = [child for child in self.children if child is not self._stage]
        say, draft = self.say, self.draft
        sections = [BoardSection(self), *(_SECTIONS[name](self) for name in draft.sections)]
        self._sections = sections
        self._undo = _button(say("do.undo"), self._try(draft.undo), icon="undo")
        self._redo = _button(say("do.redo"), self._try(draft.redo), icon="repeat")
        self._path = w.Text("mine.toml", description=say("name.file"), layout=_wide("15rem"))
        save = _button(say("do.save"), self._try(self._save), icon="save")
        opening = _button(say("do.open"), self._try(self._open_file), icon="folder-open")
        self._play = _button(say("do.play"), self._try(self._begin), icon="play", button_style="primary")
        bar = w.HBox([self._play, self._undo, self._redo, self._path, save, opening], layout=_ROW)
        if len(sections) > 1:
            tabs = w.Tab([section.box for section in sections])
            tabs.titles = [say("tab.board"), *(say(f"tab.{name}") for name in draft.sections)]
        else:
            tabs = sections[0].box
        self._report, self._message = LiveRegion(), LiveRegion()
        self._stop = draft.on_change(self._show)
        self.children = (bar, self._message, tabs, self._report, self._stage)
        _close(old)
        self._show()

    def _show(self) -> None:
        draft = self.draft
        faults, hints = draft.faults, draft.hints
        self._undo.disabled, self._redo.disabled = not draft.can_undo, not draft.can_redo
        self._play.disabled = bool(faults)
        for section in self._sections:
            section.show(faults, hints)
        self._report.value = self._told(faults, hints)

    def _told(self, faults: Iterable[DataFault], hints: Iterable[DataFault]) -> str:
        parts, faults, hints = [], list(faults), list(hints)
        if faults:
            parts.append(f"<b>⚠ {self.say('say.faults', count=len(faults))}</b>{self._list(faults)}")
        else:
            parts.append(f"<b>✓ {self.say('say.good')}</b>")
        if hints:
            parts.append(f"<div>{self.say('say.hints')}</div>{self._list(hints)}")
        return f'<div style="line-height: 1.5">{"".join(parts)}</div>'

    def _list(self, faults: list[DataFault]) -> str:
        lines = []
        for fault in faults[:MOST_TOLD]:
            rule = f" [{fault.rule}]" if fault.rule else ""
            text = html.escape(f"{fault.text(self.language)}{rule}")
            lines.append(f'<li title="{html.escape(fault.place)}"><code>{html.escape(fault.place)}</code> {text}</li>')
        if len(faults) > MOST_TOLD:
            lines.append(f"<li>+ {len(faults) - MOST_TOLD}</li>")
        return f'<ul style="margin: 0">{"".join(lines)}</ul>'

    def _try(self, do: Callable[[], object]) -> Callable[[], None]:
        """Do something, and say on the message line what went wrong: a front end may drop what a handler raises."""

        def done() -> None:
            self._message.value = ""
            try:
                do()
            except (OSError, ValueError, TypeError, LookupError) as error:
                self._message.say(f"⚠ {error}")

        return done

    def _save(self) -> None:
        self.draft.save(self._path.value)
        self._note("say.saved")

    def _open_file(self) -> None:
        path = self._path.value
        self.draw(type(self.draft)(path))  # type: ignore[call-arg]  # every draft of a game takes one
        self._path.value = path
        self._note("say.opened")

    def _note(self, key: str) -> None:
        self._message.say(self.say(key, path=self._path.value))

    def _begin(self) -> None:
        self.game = self.draft.game(language=self._own_language, **self._sections[0].options())
        old = self._stage.children
        self._stage.children = (self.game.board(theme=self.theme),)
        _close(old)


class Section:
    """One tab: a ``box`` of widgets that show a part of the draft and change it."""

    def __init__(self, shop: Workshop) -> None:
        self.shop, self.say = shop, shop.say
        self.draft: Any = shop.draft
        self.box = w.VBox()
        self._showing = False
        self.build()

    def build(self) -> None:
        """Fill the box."""
        raise NotImplementedError

    def update(self, faults: tuple[DataFault, ...], hints: tuple[DataFault, ...]) -> None:
        """Show the draft as it is."""
        raise NotImplementedError

    def options(self) -> dict[str, Any]:
        """What else to make the game with."""
        return {}

    def show(self, faults: tuple[DataFault, ...], hints: tuple[DataFault, ...]) -> None:
        """Show the draft as it is, without taking that for a change by a person."""
        self._showing = True
        try:
            self.update(faults, hints)
        finally:
            self._showing = False

    def on(self, control: Any, do: Callable[[Any], object]) -> Any:
        """Let a control do something with its value when a person changes it."""

        def changed(change: Any) -> None:
            if not self._showing:
                self.shop._try(lambda: do(change.new))()

        control.observe(changed, "value")
        return control

    def field(self, cells: Any, title: str, **options: Any) -> HexField:
        """A board in this workshop's language and theme."""
        kept: Any = {"language": self.shop.language, "theme": self.shop.theme, "select": "off"}
        return HexField(cells, title=self.say(f"name.{title}"), **kept, **options)

    def refresh(self) -> None:
        """Show again what a control of this section has chosen."""
        self.show(self.draft.faults, self.draft.hints)


class BoardSection(Section):
    """The board that is drawn, with the palette."""

    def build(self) -> None:
        """Palette, board, and where there are several boards what they are called and how they are played."""
        draft, say = self.draft, self.say
        names = [(draft.words.say(f"brush.{brush}", self.shop.language), brush) for brush in draft.brushes]
        self.brush = w.ToggleButtons(options=names, value=names[0][1], style={"button_width": "auto"})
        self.holder = w.VBox()
        self.board: HexField | None = None
        self.stroke: object = None
        clear = _button(say("do.clear"), self.shop._try(self._clear), icon="eraser")
        rows = [w.HBox([self.brush, clear], layout=_ROW), w.HTML(say("say.board"))]
        self.several = hasattr(draft, "boards")
        if self.several:
            self.boards = self.on(w.Dropdown(description=say("name.board"), layout=_wide("16rem")), self._choose)
            self.variants = self.on(
                w.Dropdown(description=say("name.variant"), layout=_wide("16rem")),
                lambda _: self.refresh(),
            )
            self.new_name = w.Text(description=say("name.new"), layout=_wide("14rem"))
            new = _button(say("do.new"), self.shop._try(self._new), icon="plus")
            self.numbers = {key: self._number(key) for key in ("seats", "rounds", "hand_size")}
            rows = [
                w.HBox([self.boards, self.new_name, new], layout=_ROW),
                w.HBox([self.variants, *self.numbers.values()], layout=_ROW),
                *rows,
            ]
        self.box.children = (*rows, self.holder)

    def _number(self, key: str) -> Any:
        control = w.BoundedIntText(1, 1, 16, description=self.say(f"name.{key}"), layout=_wide("10rem"))
        return self.on(control, lambda value: setattr(self.draft.variant(self.variants.value), key, value))

    def options(self) -> dict[str, Any]:
        """The variant that is shown."""
        return {"variant": self.variants.value} if self.several else {}

    def update(self, faults: tuple[DataFault, ...], hints: tuple[DataFault, ...]) -> None:
        """Draw what has been drawn, with the places of faults outlined."""
        draft = self.draft
        if self.several:
            self.boards.options, self.boards.value = draft.boards, draft.board
            chosen = self.variants.value
            self.variants.options = draft.variants
            self.variants.value = chosen if chosen in draft.variants else next(iter(draft.variants), None)
            for key, control in self.numbers.items():
                control.disabled = self.variants.value is None
                if self.variants.value is not None:
                    control.value = getattr(draft.variant(self.variants.value), key)
        board = self._board()
        painted = draft.painted
        wrong = [fault for fault in (*faults, *hints) if draft.concerns(fault)]
        with board.hold():
            board.fills = {place: draft.brushes[kind].fill for place, kind in painted.items() if board.cells.has(place)}
            board.labels = {place: text for place in painted if (text := draft.text_at(place))}
            board.tokens_at = {
                place: Token(brush.letter, colour=brush.colour, facing=draft.facing_at(place))
                for place, kind in painted.items()
                if (brush := draft.brushes[kind]).letter
            }
            at = {place: fault for fault in reversed(wrong) for place in fault.at if board.cells.has(place)}
            shared = {(p, d) for p in at for d in range(3, 6) if p.neighbour(d) in at}
            board.edges = {
                (board.cells.names[board.cells.find(p)], d): _WARN for p in at for d in range(6) if (p, d) not in shared
            }
            board.tooltips = {place: fault.text(self.shop.language)[:200] for place, fault in at.items()}

    def _board(self) -> HexField:
        """The board on the page; another one where the field has grown or shrunk."""
        cells = list(self.draft.field)
        if self.board is None or list(self.board.cells.hexes) != cells:
            old = self.holder.children
            board = self.field(cells, "field", orientation=self.draft.orientation, drag="paint")
            board.on_paint(self._painted)
            board.on_click(self._clicked)
            self.board, self.holder.children = board, (board,)
            _close(old)
        return self.board

    def _painted(self, paint: Paint) -> None:
        if paint.phase == "start":
            self.stroke = object()
        if paint.cells and self.brush.value != self.draft.turns:
            self._draw(paint.hexes, paint.button, self.stroke)

    def _clicked(self, click: Click) -> None:
        """Enter, or the end of a stroke that has drawn here already; but what turns does so once a click."""
        self._draw((click.hex,), click.button, None)

    def _draw(self, places: tuple[Hex, ...], button: str, stroke: object) -> None:
        brush = ERASE if button == "right" else self.brush.value
        self.shop._try(lambda: self.draft.paint(places, brush, stroke=stroke))()

    def _choose(self, name: str | None) -> None:
        if name is not None:
            self.draft.board = name

    def _clear(self) -> None:
        self.draft.paint(self.draft.painted, ERASE)

    def _new(self) -> None:
        free = next(name for n in range(1, 1000) if (name := f"board-{n}") not in self.draft.boards)
        self.draft.new_board(self.new_name.value.strip() or free)
        self.new_name.value = ""


class UnitsSection(Section):
    """A unit with the powers of its edges around it."""

    def build(self) -> None:
        """Which unit, its rank and mark; a board of seven hexes; six numbers."""
        say, draft = self.say, self.draft
        self.chosen = self.on(w.Dropdown(description=say("name.unit")), lambda _: self.refresh())
        self.rank = self.on(w.Dropdown(options=list("SABC"), description=say("name.rank")), self._rank)
        marks = [
            (draft.words.say(f"mark.{mark or 'none'}", self.shop.language), mark) for mark in (None, "star", "dot")
        ]
        self.mark = self.on(
            w.Dropdown(options=marks, description=say("name.mark")), lambda mark: setattr(self._unit(), "mark", mark)
        )
        for control in (self.chosen, self.rank, self.mark):
            control.layout.width, control.layout.max_width = "13rem", "calc(100% - 4px)"
        arrows = "→↗↖←↙↘"
        self.powers = [
            self.on(
                w.BoundedIntText(1, 1, HIGHEST, description=arrow, layout=_wide("9rem")),
                partial(self._power, direction),
            )
            for direction, arrow in enumerate(arrows)
        ]
        around = {Hex(0, 0): "unit"} | {place: arrows[i] for i, place in enumerate(DIRECTIONS)}
        self.board = self.field(around, "edges", layout=_wide("26rem"))
        self.board.on_click(self._clicked)
        self.hint = w.HTML()
        add = _button(say("do.add-unit"), self.shop._try(self._add), icon="plus")
        remove = _button(say("do.remove-unit"), self.shop._try(self._remove), icon="trash")
        powers = w.VBox(self.powers, layout=_wide("10rem"))
        self.box.children = (
            w.HBox([self.chosen, self.rank, self.mark, add, remove], layout=_ROW),
            self.hint,
            w.HBox([self.board, powers], layout=_ROW),
        )

    def update(self, faults: tuple[DataFault, ...], hints: tuple[DataFault, ...]) -> None:
        """Draw the unit that is chosen."""
        del hints
        units = self.draft.units
        chosen = self.chosen.value if self.chosen.value in units else next(iter(units), None)
        self.chosen.options, self.chosen.value = units, chosen
        for control in (self.rank, self.mark, *self.powers):
            control.disabled = chosen is None
        if chosen is None:
            self.board.tokens_at, self.board.labels = {}, {}
            return
        unit = self._unit()
        edges = tuple(unit.edges)
        self.rank.value, self.mark.value = unit.rank, unit.mark
        wrong = any(fault.place == f"units.{chosen}" for fault in faults)
        with self.board.hold():
            shown = SimpleNamespace(faction="red", rank=unit.rank, edges=edges, rotation=0, counters=0)
            self.board.tokens_at = {Hex(0, 0): shown}
            self.board.labels = {place: str(edges[i]) for i, place in enumerate(DIRECTIONS)}
            self.board.edges = {("unit", i): _WARN for i in range(6) if wrong}
        for power, control in zip(edges, self.powers, strict=True):
            control.value = min(max(power, 1), HIGHEST)
        self.hint.value = self.say("say.unit", total=sum(edges))

    def _unit(self) -> Any:
        return self.draft.unit(self.chosen.value)

    def _rank(self, rank: str) -> None:
        with self.draft.step():
            unit = self._unit()
            unit.rank = rank
        self._look_at(unit.name)

    def _power(self, direction: int, power: int) -> None:
        self._unit().edges[direction] = power

    def _clicked(self, click: Click) -> None:
        if self.chosen.value is not None and click.hex in DIRECTIONS:
            direction = DIRECTIONS.index(click.hex)
            by = -1 if click.button == "right" else 1
            power = (self._unit().edges[direction] - 1 + by) % HIGHEST + 1
            self.shop._try(lambda: self._power(direction, power))()

    def _add(self) -> None:
        used = self.draft.units
        name = next(f"C{n}" for n in range(1, 100) if f"C{n}" not in used)
        self.draft.add_unit(name)
        self._look_at(name)

    def _remove(self) -> None:
        self.draft.remove_unit(self.chosen.value)

    def _look_at(self, name: str) -> None:
        self.chosen.value = name
        self.refresh()


class StonesSection(Section):
    """The points of the stones, by colour."""

    def build(self) -> None:
        """A line of numbers for each colour."""
        self.texts = {}
        for colour in ("red", "blue", "yellow", "green"):
            word = self.draft.words.say(f"colour.{colour}", self.shop.language)
            text = w.Text(description=word, continuous_update=False, layout=_wide("16rem"))
            self.texts[colour] = self.on(text, partial(self._set, colour))
        self.box.children = (w.HTML(self.say("say.stones")), *self.texts.values())

    def update(self, faults: tuple[DataFault, ...], hints: tuple[DataFault, ...]) -> None:
        """Write the numbers."""
        del faults, hints
        for colour, text in self.texts.items():
            text.value = ", ".join(map(str, self.draft.stones.get(colour, ())))

    def _set(self, colour: str, value: str) -> None:
        parts = [part.strip() for part in value.replace("、", ",").replace("，", ",").split(",") if part.strip()]
        if not all(part.removeprefix("-").isdecimal() and len(part) < 6 for part in parts):
            raise ValueError(self.say("say.no-numbers", got=shorten(value)))
        self.draft.set_stones(colour, map(int, parts))


class GoalsSection(Section):
    """A goal card; its pattern is drawn by clicks."""

    def build(self) -> None:
        """Which goal, its kind and numbers; a board for the pattern of a formation."""
        say, words, language = self.say, self.draft.words, self.shop.language

        def of(table: str) -> list[tuple[str, str]]:
            return [(text, key) for key, text in words.table(table, language).items()]

        self.chosen = self.on(
            w.Dropdown(description=say("name.goal"), layout=_wide("11rem")),
            lambda _: self.refresh(),
        )
        self.kind = self.on(
            w.Dropdown(options=of("kind"), description=say("name.kind"), layout=_wide("15rem")),
            self._setter("kind"),
        )
        self.points = self.on(self._number("points"), self._setter("points"))
        self.count = self.on(
            w.Dropdown(options=of("count"), description=say("name.count"), layout=_wide("26rem")), self._setter("count")
        )
        self.bounds = {key: self.on(self._number(key), self._setter(key)) for key in ("least", "most")}
        self.what = w.ToggleButtons(options=of("hold"), style={"button_width": "auto"})
        self.holder = w.VBox()
        self.board = self._field(PATTERN)
        add = _button(say("do.add-goal"), self.shop._try(self._add), icon="plus")
        remove = _button(say("do.remove-goal"), self.shop._try(self._remove), icon="trash")
        self.formation = w.VBox([self.what, w.HTML(say("say.goal")), self.holder])
        self.counting = w.HBox([self.count, *self.bounds.values()], layout=_ROW)
        self.box.children = (
            w.HBox([self.chosen, self.kind, self.points, add, remove], layout=_ROW),
            self.counting,
            self.formation,
        )

    def _number(self, key: str) -> Any:
        return w.BoundedIntText(0, 0, 127, description=self.say(f"name.{key}"), layout=_wide("10rem"))

    def _setter(self, key: str) -> Callable[[Any], None]:
        return lambda value: setattr(self._goal(), key, value)

    def update(self, faults: tuple[DataFault, ...], hints: tuple[DataFault, ...]) -> None:
        """Show the card that is chosen."""
        del faults, hints
        cards = tuple(range(1, len(self.draft.goals) + 1))
        chosen = self.chosen.value if self.chosen.value in cards else next(iter(cards), None)
        self.chosen.options, self.chosen.value = cards, chosen
        for control in (self.kind, self.points):
            control.disabled = chosen is None
        goal = None if chosen is None else self._goal()
        formation = goal is not None and goal.kind == "formation"
        _shown(self.formation, formation)
        _shown(self.counting, goal is not None and not formation)
        if goal is None:
            return
        self.kind.value, self.points.value = goal.kind, min(max(goal.points, 0), 127)
        if formation:
            self._draw(goal)
            return
        self.count.value = goal.count
        for key, control in self.bounds.items():
            control.value = min(max(getattr(goal, key), 0), 127)
            _shown(control, goal.kind == "reach")

    def _field(self, radius: int) -> HexField:
        """A board for patterns that reach so far from the middle, in place of the one that is there."""
        old = self.holder.children
        board = self.field(hexagon(radius), "pattern", names=False, layout=_wide("26rem"))
        board.on_click(self._clicked)
        self.holder.children = (board,)
        _close(old)
        return board

    def _draw(self, goal: Any) -> None:
        pattern = dict(goal.pattern)
        if not all(map(self.board.cells.has, pattern)):
            self.board = self._field(max(map(Hex(0, 0).distance, pattern)))
        with self.board.hold():
            self.board.fills = {place: _HOLDS[what][0] for place, what in pattern.items() if what == "L"}
            self.board.tokens_at = {place: token for place, what in pattern.items() if (token := _HOLDS[what][1])}

    def _goal(self) -> Any:
        return self.draft.goal(self.chosen.value)

    def _clicked(self, click: Click) -> None:
        pattern, what = self._goal().pattern, self.what.value

        def change() -> None:
            if click.button == "right" or pattern.get(click.hex) == what:
                pattern.pop(click.hex, None)
            else:
                pattern[click.hex] = what

        self.shop._try(change)()

    def _add(self) -> None:
        goal = self.draft.add_goal()
        self.chosen.value = goal.number

    def _remove(self) -> None:
        self.draft.remove_goal(self.chosen.value)


_SECTIONS: dict[str, type[Section]] = {"units": UnitsSection, "stones": StonesSection, "goals": GoalsSection}


def _button(text: str, do: Callable[[], object], **options: Any) -> Any:
    button = w.Button(description=text, tooltip=text, layout={"width": "auto"}, **options)
    button.on_click(lambda _button: do())
    return button


def _wide(width: str) -> dict[str, str]:
    """A layout of that width where there is room."""
    return {"width": width, "max_width": "calc(100% - 4px)"}  # beside its margins


def _shown(box: Any, shown: bool) -> None:
    box.layout.display = None if shown else "none"


def _close(widgets: Iterable[Any]) -> None:
    """Close widgets with all that is in them, and with the layouts and styles that ipywidgets made for each."""
    for widget in widgets:
        children = getattr(widget, "children", ())
        if children:
            widget.children = ()
            _close(children)
        own = [part for name in ("layout", "style") if (part := getattr(widget, name, None)) is not None]
        widget.close()
        for part in own:
            if part.comm is not None:
                part.close()
