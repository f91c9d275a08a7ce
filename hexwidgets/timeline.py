"""A timeline: every position of a game's tree to look at, and to play on from.

Looking changes nothing: the timeline has a board of its own, which shows the position that was chosen. Where that is
the game's own position, one may play on the board as on any other; elsewhere "Play from here" takes the game there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import ipywidgets as w

from .board.board import Refusal
from .board.intents import Intent
from .board.pace import Pace
from .board.paced import later
from .board.region import LiveRegion
from .comparison import compare
from .engine.faults import ENGINE, EditError, sentences, shorten
from .engine.history import Node
from .engine.tree import in_order, is_name
from .engine.words import edition, get_language
from .live import Game, GameBoard
from .reach import Reach

__all__ = ["Timeline"]

_CLASS = "hexwidgets-timeline"
SPEEDS = (0.5, 1, 2, 4)  # positions a second
_LONGEST_EVENT = 120  # characters of a line in the list


class LookingBoard(GameBoard):
    """A board that shows any position of its game's tree; only at the game's own position one can play on it."""

    looked_at: Node | None = None  # None: the game's own position
    leader: Callable[[Node], object] | None = None  # what takes it to a position of the game's own line

    def look(self, node: Node | None) -> None:
        """Show a position; None is the game's own, now and as the game goes on."""
        with self.game.lock:
            self.looked_at = node
            self.refresh()

    def refresh(self) -> None:
        """Show the position that is looked at."""
        if self.looked_at is None:
            super().refresh()
            return
        game = self.game
        with game.lock:
            language = self._own_language or game.language or get_language()
            twin = game._branch_at(self.looked_at)
            on = self.switched_on & set(twin.tools)
            with twin._glance(self.seat, language=language, theme="auto", digits=False, on=on) as board:
                seen = board.shown()
            self.set_up(seen.pop("grid"), language)
            self._drawn_for = None
            status = {**seen["status"], "undo": False, "redo": False, "tools": list(self._tools(language))}
            self.show({**seen, "picks": {"steps": [], "tree": {}}, "status": status}, game.rev)  # type: ignore[typeddict-item]

    def receive(self, intent: Intent) -> Refusal | None:
        """Nothing is played from a position that is only looked at."""
        if self.looked_at is not None:
            return Refusal("", ENGINE.say("timeline.look-only", self.language))
        return super().receive(intent)

    @property
    def deciding_here(self) -> tuple[str, ...]:
        """Nobody where one only looks."""
        return () if self.looked_at is not None else super().deciding_here

    def go_to(self, node: Any) -> bool:
        """Show a position of the game's own line, on the timeline too."""
        if self.leader is not None:
            self.leader(node)
        return self.leader is not None

    def _plan(self, intent: Intent) -> Any:
        return None if self.looked_at is not None else super()._plan(intent)


class Timeline(w.VBox):  # type: ignore[misc]
    """Buttons, a slider, the lines of the game, its events, and a board; made by ``game.timeline()``.

    ``timeline.ply`` and ``timeline.line`` are what is shown; `go` shows something else, `play_from_here` and `promote`
    take the game there. It follows the game for as long as it shows the game's own position. `close` ends it.
    """

    def __init__(
        self,
        game: Game,
        *,
        seat: str | None = None,
        language: str | None = None,
        theme: Literal["auto", "light", "dark"] = "auto",
        digits: bool = False,
    ) -> None:
        self.game = game
        self.lock = game.lock
        self._own_language = language
        self._parts: list[Any] = []
        self._quiet = False  # while Python sets the controls
        self._steps = 0  # grows with every start and stop, so that a late tick finds itself outdated
        self._said: str | None = None  # what went wrong last
        self._texts: tuple[Any, dict[Node, str]] = (None, {})  # of events, in a language
        self._pace = Pace()
        self._late = False  # whether a moment is set when the controls catch up
        self.board = LookingBoard(game, seat=seat, language=language, theme=theme, digits=digits)
        self.board.leader = lambda node: self._show(node, game._history.tip)
        self._node: Node = game._history.now
        self._tip: Node = game._history.tip
        self._make()
        super().__init__(self._rows(), layout=w.Layout(max_width="1100px"))
        self.add_class(_CLASS)
        self._unsubscribe = game.subscribe(self._follow)
        self._refresh()

    # -- what is shown ------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The ply of the position that is shown."""
        return self._node.ply

    @property
    def line(self) -> str:
        """The name of the line that is shown."""
        with self.lock:
            label = self.game._history.labels.get(self._tip)
            return label.name if label else ""

    @property
    def follows(self) -> bool:
        """Whether it shows the game's own position, and so goes along with the game."""
        return self.board.looked_at is None

    def go(self, ply: int | None = None, line: str | None = None) -> None:
        """Show a position: ``ply`` (default: the end) of ``line`` (default: the one that is shown). The game stays.

        A ply that the line does not have raises `EditError`, an unknown line ``KeyError``.
        """
        with self.lock:
            nodes = self.game.tree[self.line if line is None else line].nodes
            ply = len(nodes) - 1 if ply is None else ply
            if type(ply) is not int or not 0 <= ply < len(nodes):
                raise EditError(f"expected a ply from 0 to {len(nodes) - 1}, got {shorten(ply)}")
            self._show(nodes[ply], nodes[-1])

    def to_game(self) -> None:
        """Show the game's own position, and follow it."""
        with self.lock:
            history = self.game._history
            self._show(history.now, history.tip)

    # -- what is done -------------------------------------------------------------------------

    def play_from_here(self, *, force: bool = False) -> None:
        """Take the game to the position that is shown; the next move there begins a line of its own.

        In seated play it may be refused by `EditError`, as `Game.undo` is.
        """
        with self.lock:
            self.game.tree.promote(self.line, self.ply, force=force)
            self.to_game()

    def promote(self, *, force: bool = False) -> None:
        """Make the line that is shown the game's own: the game goes to its end."""
        with self.lock:
            self.game.tree.promote(self.line, force=force)
            self.to_game()

    def name(self, name: str) -> None:
        """Name the line that is shown; ``ValueError`` where it cannot be called so."""
        self.game.tree.name(self.line, name)

    def _name_it(self) -> None:
        name = self._name.value.strip()
        if not is_name(name) or name in set(self.game.tree) - {self.line}:
            raise ValueError(self._say("name-taken" if is_name(name) else "name-bad", name=name))
        self.name(name)

    def play(self, speed: float = 1) -> None:
        """Show one position after the other, ``speed`` a second (0.5, 1, 2 or 4), from here to the end of the line."""
        with self.lock:
            if speed not in SPEEDS:
                raise ValueError(
                    f"speed: expected one of {', '.join(map(str, SPEEDS))} positions a second, got {speed!r}"
                )
            self._speed.value = speed
            if self.ply == self._tip.ply:
                self.go(0)
            self._steps += 1
            self._refresh(playing=True)
            self._soon(self._steps)

    def pause(self) -> None:
        """Stay where it is."""
        with self.lock:
            self._steps += 1
            self._refresh(playing=False)

    def close(self) -> None:
        """Take it off every page, with its board; the game stays as it is."""
        if "_unsubscribe" in self.__dict__:
            self._unsubscribe()
            self._steps += 1
            self.board.close()
            for part in (*self._parts, self):
                for own in (getattr(part, "style", None), part.layout, part):
                    if own is not None and own is not self:
                        own.close()
            self._parts = []
        super().close()

    # -- inside: state ------------------------------------------------------------------------

    def _show(self, node: Node, tip: Node) -> None:
        self._node, self._tip, self._said = node, tip, None
        self.board.look(None if node is self.game._history.now else node)
        self._refresh()

    def _follow(self) -> None:
        """The game has changed: go along with it, or stay where one looks if that is still there."""
        history = self.game._history
        if not self.follows:
            lines = history.labels
            if self._tip not in lines:
                passing = (tip for tip in lines if self._node in history.past(tip))
                self._tip = next(passing, history.tip)
            if self._node in history.past(self._tip) and self._node is not history.now:
                self._catch_up()
                return
        if self._node is not history.now:
            self._said = None
        self._node, self._tip = history.now, history.tip
        if not self.follows:
            self.board.look(None)
        self._catch_up()

    def _catch_up(self) -> None:
        """Set the controls, in a long burst of moves only a few times a second; see `Pace`."""
        if not self._late:
            wait = self._pace.take()
            self._late = wait > 0 and later(wait, self._on_time)
        if not self._late:
            self._refresh()

    def _on_time(self) -> None:
        with self.lock:
            self._late = False
            self._refresh()

    def _soon(self, step: int) -> None:
        later(1 / self._speed.value, lambda: self._tick(step))

    def _tick(self, step: int) -> None:
        with self.lock:
            if step != self._steps:
                return
            if self.ply < self._tip.ply:
                self.go(self.ply + 1)
            if self.ply < self._tip.ply:
                self._soon(step)
            else:
                self.pause()

    # -- inside: controls ---------------------------------------------------------------------

    def _keep(self, part: Any) -> Any:
        self._parts.append(part)
        return part

    def _button(self, do: Callable[[], object]) -> Any:
        button = self._keep(w.Button(layout=w.Layout(width="auto")))
        button.on_click(lambda _button: self._do(do))
        return button

    def _make(self) -> None:
        wide = {"width": "auto", "min_width": "0"}
        self._start = self._button(lambda: self.go(0))
        self._back = self._button(lambda: self.go(self.ply - 1))
        self._play = self._button(self._toggle)
        self._next = self._button(lambda: self.go(self.ply + 1))
        self._end = self._button(self.go)
        self._speed = self._keep(
            w.Dropdown(
                options=list(SPEEDS), value=1, layout=w.Layout(width="auto"), style={"description_width": "initial"}
            )
        )
        self._slider = self._keep(w.IntSlider(min=0, max=0, layout=w.Layout(**wide)))
        self._lines = self._keep(w.Select(rows=4, layout=w.Layout(**wide)))
        self._events = self._keep(w.Select(rows=8, layout=w.Layout(**wide)))
        self._name = self._keep(w.Text(layout=w.Layout(width="auto", flex="1 1 12em", min_width="0")))
        self._set_name = self._button(self._name_it)
        self._promote = self._button(self.promote)
        self._from_here = self._button(self.play_from_here)
        self._to_game = self._button(self.to_game)
        self._other = self._keep(
            w.Dropdown(layout=w.Layout(width="max-content", max_width="100%"), style={"description_width": "initial"})
        )
        self._compared = self._keep(w.HTML())
        self._status = self._keep(LiveRegion())
        self._reach = self._keep(Reach(root=_CLASS, layout=w.Layout(display="none")))
        self._on(self._slider, self.go)
        self._on(self._lines, self._choose_line)
        self._on(self._events, self.go)
        self._on(self._other, lambda _value: self._refresh())

    def _on(self, part: Any, do: Callable[[Any], object]) -> None:
        def changed(change: Any) -> None:
            if not self._quiet and change["new"] is not None:
                self._do(lambda: do(change["new"]))

        part.observe(changed, "value")

    def _rows(self) -> list[Any]:
        def row(*parts: Any) -> Any:
            layout = w.Layout(flex_flow="row wrap", align_items="center", grid_gap="4px")
            return self._keep(w.Box(parts, layout=layout))

        half = {"flex": "1 1 22em", "min_width": "0"}
        lines = self._keep(w.VBox([self._lines, row(self._name, self._set_name)], layout=w.Layout(**half)))
        events = self._keep(w.VBox([self._events], layout=w.Layout(**half)))
        return [
            row(self._start, self._back, self._play, self._next, self._end, self._speed),
            self._slider,
            self._status,
            row(self._from_here, self._to_game, self._promote),
            self.board,
            row(lines, events),
            self._other,
            self._compared,
            self._reach,
        ]

    def _do(self, step: Callable[[], object]) -> None:
        """What a person asked for; what goes wrong is said here, since a front end may drop what a handler raises."""
        with self.lock:
            try:
                step()
            except (EditError, ValueError, KeyError) as error:
                self._said = error.text(self._language) if isinstance(error, EditError) else str(error.args[0])
                self._refresh()

    def _toggle(self) -> None:
        if self._playing:
            self.pause()
        else:
            self.play(self._speed.value)

    def _choose_line(self, name: str) -> None:
        """Show the line as far along as the one before, but not before it leaves that."""
        with self.lock:
            line = self.game.tree[name]
            self._show(line.nodes[min(max(self.ply, line.fork + 1), line.plies)], line.nodes[-1])

    @property
    def _language(self) -> str:
        return self._own_language or self.game.language or get_language()

    _playing = False

    @contextmanager
    def _silently(self) -> Iterator[None]:
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def _refresh(self, playing: bool | None = None) -> None:
        """Set every control by what is shown now."""
        if playing is not None:
            self._playing = playing
        if not self._parts or "_unsubscribe" not in self.__dict__:
            return  # closed, or not yet whole
        with self.lock, self._silently():
            self._label_all()
            self._set_lines()
            self._set_position()
            self._set_comparison()

    def _say(self, key: str, **facts: Any) -> str:
        return ENGINE.say(f"timeline.{key}", self._language, **facts)

    def _label_all(self) -> None:
        buttons = {"start": self._start, "back": self._back, "next": self._next, "end": self._end}
        buttons |= {"set-name": self._set_name, "promote": self._promote}
        buttons |= {"from-here": self._from_here, "to-game": self._to_game}
        buttons["pause" if self._playing else "play"] = self._play
        for key, button in buttons.items():
            button.description = button.tooltip = self._say(key)
        for key, part in {"ply": self._slider, "speed": self._speed, "lines": self._lines}.items():
            part.description = self._say(key)
        for key, part in {"events": self._events, "name": self._name, "compare": self._other}.items():
            part.description = self._say(key)
        self._name.placeholder = self._say("name-hint")
        _options(self._speed, [(self._say("per-second", n=f"{n:g}"), n) for n in SPEEDS], self._speed.value)

    def _set_lines(self) -> None:
        options = []
        for depth, line in in_order(self.game.tree):
            key = "tree-line" if line.of is None else "tree-branch"
            text = self._say(key, name=line.name, fork=line.fork, n=line.plies - line.fork)
            options.append(("\u2003" * max(depth - 1, 0) + "└ " * (depth > 0) + text, line.name))
        _options(self._lines, options, self.line)

    def _set_position(self) -> None:
        history, last = self.game._history, self._tip.ply
        self._slider.max = max(last, self._slider.value)
        self._slider.value = self.ply
        self._slider.max = last
        _options(self._events, list(self._told()), self.ply)
        self._start.disabled = self._back.disabled = self.ply == 0
        self._next.disabled = self._end.disabled = self.ply == last
        self._play.disabled = last == 0
        self._from_here.disabled = self._to_game.disabled = self.follows
        self._promote.disabled = self._tip is history.tip
        parts = [self._say("here", name=self.line, ply=self.ply, plies=last)]
        parts.append(self._said or self._say("live" if self.follows else "looking"))
        self._status.say(" ".join(parts))

    def _told(self) -> Iterator[tuple[str, int]]:
        """What happened on the line that is shown: one entry a ply."""
        spoken, texts = self._texts
        if spoken != (self._language, edition()):
            texts = {}
            self._texts = (self._language, edition()), texts
        for node in self.game._history.past(self._tip):
            if node not in texts:
                events = sentences((event.text(self._language) for event in node.events), self._language)
                text = self._say("begin") if node.ply == 0 else events
                texts[node] = text if len(text) <= _LONGEST_EVENT else text[: _LONGEST_EVENT - 1] + "…"
            yield f"{node.ply} · {texts[node]}", node.ply

    def _set_comparison(self) -> None:
        tree = self.game.tree
        options = [(self._say("nothing"), ""), (self._say("the-game"), "now")]
        options += [(name, f"line {name}") for name in tree if name != self.line]
        chosen = self._other.value if self._other.value in [value for _, value in options] else ""
        _options(self._other, options, chosen)
        if not chosen:
            self._compared.value = ""
            return
        other, name = self.game._history.now, self._say("the-game")
        if chosen != "now":
            line = tree[chosen.removeprefix("line ")]
            other = line.nodes[min(self.ply, line.plies)]
            name = self._say("line-at", name=line.name, ply=other.ply)
        mine = self._say("line-at", name=self.line, ply=self.ply)
        found = compare(
            self.game._branch_at(self._node),
            self.game._branch_at(other),
            seat=self.board.seat,
            names=(mine, name),
        )
        self._compared.value = found.to_html(self._language, theme=self.board.theme)


def _options(part: Any, options: list[tuple[str, Any]], value: Any) -> None:
    """Set what may be chosen, where it differs, and what is."""
    if tuple(part.options) != tuple(options):
        with part.hold_sync():
            part.options = options
            part.value = value
    else:
        part.value = value
