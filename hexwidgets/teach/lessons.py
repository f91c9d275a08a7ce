"""Lessons on a live board: a text, a task that the rules themselves check, hints, and progress that is kept.

>>> import hexwidgets as hw
>>> hw.lessons("monsterhex")[0]
'monsterhex/first-placement'
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

import ipywidgets as w

from ..board.region import LiveRegion
from ..engine.teaching import Happening
from ..engine.words import check_language, get_language, on_language
from ..game_board import GameBoard, Theme
from .answers import answer, attempt, learners, partner_moves, set_up
from .goals import is_met
from .pages import OnPage, heading, page, prose
from .plan import WORDS, Plan, Step, load, packaged, packaged_plan, said, teaching_of
from .progress import FILE, Progress

__all__ = ["Lesson", "lesson", "lessons"]

log = logging.getLogger("hexwidgets")


def lessons(game: str) -> tuple[str, ...]:
    """The lessons that come with a game, in sequence; `lesson` gives each.

    >>> import hexwidgets as hw
    >>> len(hw.lessons("arenaduel")) >= 6
    True
    """
    return packaged(game)


def lesson(
    name: str | os.PathLike[str],
    *,
    language: str | None = None,
    theme: Theme = "auto",
    progress: str | os.PathLike[str] | None = FILE,
) -> Lesson:
    """A lesson to work through, by its name (see `lessons`) or the path of a TOML file of your own.

    As a cell's last line it shows a text, a task and a board; whatever move does what the task asks counts. How far
    one has come is kept in the file ``progress``, by default in the notebook's folder; None keeps nothing. ``language``
    None follows `set_language`, ``theme`` is that of the board.

    Unknown names raise ``ValueError`` that lists the known ones; a file with mistakes raises `LessonError`, which
    lists them all, each with its place.

    >>> import hexwidgets as hw
    >>> first = hw.lesson("monsterhex/first-placement", progress=None)
    >>> first.at, first.plan.title["ja"]
    (0, 'はじめの一手')
    >>> first.next()
    >>> first.play("S1@a2^0")
    >>> first.met
    True
    """
    if isinstance(name, str) and not name.endswith(".toml"):
        return Lesson(packaged_plan(name), language=language, theme=theme, progress=progress)
    return Lesson(load(name), language=language, theme=theme, progress=progress)


class Lesson(OnPage):
    """A lesson that is being worked through.

    ``plan`` is the lesson, ``at`` the step that is open (from 0, one more than the last step at the end), ``met``
    whether its task is done, ``done`` the steps whose task was done by the learner. ``game`` is the game on ``board``:
    cells may look at it and play on it. ``widget`` is what is shown.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        language: str | None = None,
        theme: Theme = "auto",
        progress: str | os.PathLike[str] | None = None,
    ) -> None:
        self.plan = plan
        self._language = None if language is None else check_language(language)
        self._theme: Theme = theme
        self._teaching = teaching_of(plan.game)
        self._progress = Progress(progress)
        self.game: Any = None
        self.board: GameBoard | None = None
        self._deafen: Callable[[], None] = lambda: None
        self.met = self._shown = False
        self._hints = self._turn = 0
        self._answer: Callable[[], str] = str  # what to say of what was done last
        at, done = self._progress.of(plan.name, len(plan.steps))
        self.done = set(done)
        self.at = at
        self._make_widget()
        self.open(at)
        on_language(self)

    # -- going through it ---------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """The step that is open; None at the end."""
        return self.plan.steps[self.at] if self.at < len(self.plan.steps) else None

    @property
    def language(self) -> str:
        """The language that it is shown in."""
        return self._language or get_language()

    def open(self, at: int) -> None:
        """Open a step by its number from 0; the number of steps is the end. ``ValueError`` for any other."""
        if type(at) is not int or not 0 <= at <= len(self.plan.steps):
            raise ValueError(f"step: expected 0 to {len(self.plan.steps)}, got {at!r:.40}")
        goes_on = self.met and at == self.at + 1 and at < len(self.plan.steps) and self.plan.steps[at].continues
        self.at, self._hints, self._answer = at, 0, str
        if goes_on:
            self._begin()
        else:
            self._set_up()
        self._progress.keep(self.plan.name, self.at, self.done)
        self._show()

    def next(self) -> None:
        """Go on: to the next step, whether this one is done or skipped."""
        if self.step is not None:
            self.open(self.at + 1)

    def back(self) -> None:
        """Go back to the step before."""
        if self.at:
            self.open(self.at - 1)

    def restart(self) -> None:
        """Begin anew, with no step done."""
        self.done.clear()
        self.open(0)

    def again(self) -> None:
        """Set the board back to how this step begins."""
        self._answer = str
        self._set_up()
        self._show()

    def hint(self) -> str:
        """The next hint, each plainer than the one before; after the last one a move that does it is played."""
        step = self.step
        if step is None or not step.goal:
            return ""
        if self._hints < len(step.hints):
            self._hints += 1
            self._show()
            return said(step.hints[self._hints - 1], self.language)
        self.example()
        return ""

    def example(self) -> None:
        """Play what meets the task of this step; it does not count as done by the learner."""
        step = self.step
        if step is None or not step.goal:
            return
        self._set_up()
        found = answer(self.plan, self.at, self.game)
        if found is None:
            self._answer = lambda: self._say("show.nothing")
        else:
            self._shown = True
            for decision in found:
                self.play(*decision.values())
        self._show()

    def play(self, *moves: Any) -> None:
        """Play a move for each seat that the learner plays and that decides, as clicks on the board do.

        A move that a rule refuses is an attempt, which may be what the task asks for.
        """
        seats = self._own_seats()
        if len(moves) != len(seats):
            raise ValueError(f"expected a move for {', '.join(seats) or 'nobody'}, got {len(moves)}")
        with self.game.lock:
            for seat, move in zip(seats, moves, strict=True):
                if (fault := self.game.why(seat, move)) is not None:
                    self.tried(seat, str(move), fault.rule)
                    return
            for seat, move in zip(seats, moves, strict=True):
                self.game.play_for(seat, move)

    def tried(self, seat: str, move: str, rule: str) -> None:
        """An attempt was refused by a rule."""
        with self.game.lock:
            step = self.step
            if step is None or not step.goal or self.met:
                return
            happening = attempt(self.game, seat, move, rule)
            if is_met(step.goal, happening, self._teaching, learners(self.game, step)):
                self._done(happening)
            else:
                self._answer = lambda: self._say("show.refused", rule=rule)
            self._show()

    def close(self) -> None:
        """Take the lesson off every page."""
        self._leave()
        self.widget.close()

    # -- the game of a step -------------------------------------------------------------------

    def _set_up(self) -> None:
        """A new game and a board for the step that is open."""
        self._leave()
        if self.step is None:
            return
        self.game = set_up(self.plan, self.at)
        for key in tuple(self.game.tools):
            self.game.tools.remove(key)  # a lesson has hints of its own
        self._deafen = self.game.on_refused(lambda tried: self.tried(tried.seat, tried.move, tried.rule))
        self.board = self.game.board(self.step.seat, language=self._language, theme=self._theme)
        self.game.observe(self._moved, "rev")
        self._place.children = (self.board,)
        self._begin()

    def _begin(self) -> None:
        self.met, self._shown, self._turn = False, False, 0
        self._before = self.game.state
        self._partner_plays()

    def _leave(self) -> None:
        if self.board is not None:
            self.game.unobserve(self._moved, "rev")
            self._place.children = ()
            self.board.close()
            self.board = None
            self._deafen()

    def _own_seats(self) -> tuple[str, ...]:
        step = self.step
        assert step is not None
        return tuple(seat for seat in self.game.rules.to_move(self.game.state) if seat in learners(self.game, step))

    def _partner_plays(self) -> None:
        """What the others decide now: in secret where the learner decides too, else at once."""
        step = self.step
        if step is None:
            return
        for seat, move in partner_moves(self.game, step, self._turn).items():
            self.game.commit(seat, move)

    def _moved(self, _change: Any) -> None:
        """The position has changed: by a move of the learner or the others, or back or forth."""
        try:
            before, self._before = self._before, self.game.state
            if self.game.just_played:
                self._turn += 1
                self._look(before)
            else:
                self._answer = str
            self._partner_plays()
            self._show()
        except Exception:
            log.exception("a lesson could not follow the game")

    def _look(self, before: Any) -> None:
        step, game = self.step, self.game
        if step is None or not step.goal or self.met:
            return
        last = game.moves[-1]
        deciding = game.rules.to_move(before)
        moves = dict(zip(deciding, last if isinstance(last, tuple) else (last,), strict=True))
        happening = Happening(game.rules, before, moves, game.state, game.last_events)
        if is_met(step.goal, happening, self._teaching, learners(game, step)):
            self._done(happening)
        elif set(moves) & set(learners(game, step)):
            goes_on = self.board is not None and self.board.asked_first is not None
            self._answer = lambda: self._say("show.other" if goes_on else "show.other-over")

    def _done(self, happening: Happening) -> None:
        step = self.step
        assert step is not None
        self.met, shown = True, self._shown
        if not shown:
            self.done.add(self.at)
            self._progress.keep(self.plan.name, self.at, self.done)

        def told() -> str:
            first = self._say("show.shown") if shown else said(step.done, self.language) or self._say("show.met")
            return "\n\n".join([first, *(event.text(self.language) for event in happening.events)])

        self._answer = told

    # -- what is shown ------------------------------------------------------------------------

    def _say(self, key: str, **facts: Any) -> str:
        return WORDS.say(key, self.language, **facts)

    def language_changed(self) -> None:
        """`set_language` was called; the board follows by itself."""
        if self._language is None:
            self._show()

    def _make_widget(self) -> None:
        self._text, self._told = LiveRegion(), LiveRegion()
        self._text.add_class("hexwidgets-lesson-text")
        self._told.add_class("hexwidgets-lesson-told")
        self._place = w.VBox(layout=w.Layout(min_width="0"))
        self._buttons = {
            name: w.Button(layout=w.Layout(width="auto", margin="2px"))
            for name in ("next", "more", "again", "back", "restart")
        }
        actions = {
            "next": self.next,
            "more": self.hint,
            "again": self.again,
            "back": self.back,
            "restart": self.restart,
        }
        for name, button in self._buttons.items():
            button.add_class(f"hexwidgets-lesson-{name}")
            button.on_click(partial(self._pressed, actions[name]))
        row = w.Box(list(self._buttons.values()), layout=w.Layout(flex_flow="row wrap"))
        self.widget = w.VBox([self._text, self._told, row, self._place], layout=w.Layout(min_width="0", width="100%"))
        self.widget.add_class("hexwidgets-lesson")

    def _pressed(self, act: Callable[[], object], _button: w.Button) -> None:
        # A click on the board may come at the same time, on a thread of its own; at the end there may be none.
        with nullcontext() if self.game is None else self.game.lock:
            act()

    def _show(self) -> None:
        step, plan = self.step, self.plan
        title = said(plan.title, self.language)
        if step is None:
            parts = [heading(title, 2), heading(self._say("show.over"), 3), prose(self._end(title))]
        else:
            number = self._say("show.step", step=self.at + 1, steps=len(plan.steps))
            parts = [heading(f"{title} · {number}", 2), prose(said(step.text, self.language))]
            if step.task:
                parts += [heading(self._say("show.task"), 3), prose(said(step.task, self.language))]
        self._text.value = page("".join(parts), self.language)
        self._told.value = page(self._news(step), self.language)
        self._label(step)

    def _news(self, step: Step | None) -> str:
        """Hints that were asked for, and what came of what was done last."""
        parts = []
        if step is not None:
            for number, hint in enumerate(step.hints[: self._hints], start=1):
                lead = self._say("show.hint", number=number, hints=len(step.hints))
                parts.append(prose(f"**{lead}** {said(hint, self.language)}"))
        if told := self._answer():
            mark = "✓ " if self.met else ""
            colour = "var(--jp-success-color1, #1f7a4d)" if self.met else "var(--jp-warn-color1, #b25c00)"
            parts.append(f"<div style='border-left: 4px solid {colour}; padding-left: 8px'>{prose(mark + told)}</div>")
        if self._progress.problem:
            parts.append(prose(self._say(f"show.{self._progress.problem}", file=str(self._progress.path))))
        return "".join(parts)

    def _end(self, title: str) -> str:
        tasks = [at for at, step in enumerate(self.plan.steps) if step.goal]
        told = [self._say("show.finished", title=title, done=len(self.done.intersection(tasks)), tasks=len(tasks))]
        names = packaged(self.plan.game)
        if self.plan.name in names[:-1]:
            following = names[names.index(self.plan.name) + 1]
            told.append(self._say("show.following", name=f'hw.lesson("{following}")'))
        if self._progress.path is not None:
            told.append(self._say("show.kept", file=str(self._progress.path)))
        return "\n\n".join(told)

    def _label(self, step: Step | None) -> None:
        with_task = step is not None and bool(step.goal)
        more = step is not None and self._hints < len(step.hints)
        keys = {
            "next": "next" if self.met or not with_task else "skip",
            "more": "more" if more else "example",
            "again": "again",
            "back": "back",
            "restart": "restart",
        }
        there = {
            "next": step is not None,
            "more": with_task and not self.met,
            "again": with_task,
            "back": self.at > 0,
            "restart": self.at > 0,
        }
        for name, button in self._buttons.items():
            button.description = self._say(f"show.{keys[name]}")
            button.tooltip = self._say(f"show.title-{keys[name]}")
            button.button_style = "primary" if name == "next" and self.met else ""
            button.layout.display = None if there[name] else "none"

    def __str__(self) -> str:
        step, title = self.step, said(self.plan.title, self.language)
        if step is None:
            return f"{title}\n\n{self._end(title)}"
        parts = [said(step.text, self.language), said(step.task, self.language), self._answer()]
        number = self._say("show.step", step=self.at + 1, steps=len(self.plan.steps))
        return "\n\n".join([f"{title} · {number}", *filter(None, parts)])

    def __repr__(self) -> str:
        return f"<{self.plan!r}, step {self.at + 1} of {len(self.plan.steps)}>"
