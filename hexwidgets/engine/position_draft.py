"""A position in the making: what boards in edit mode and cells work on together until it is played from.

A `PositionDraft` is what has been said so far in an editing block that has not ended yet. Unlike such a block it locks
nothing: anybody adds to it or takes back what was said last, it may be faulty meanwhile, and where the game moves on,
everything is said anew of the position that is there then.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .editing import Editor, rules_to_edit
from .faults import ENGINE, EditError, Fault, StaleMove, shorten

if TYPE_CHECKING:
    from .game import Game
    from .history import Node

__all__ = ["MOST_STEPS", "PositionDraft", "Saying", "Standing", "meaningless", "number"]

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
MOST_STEPS = 1000  # that a draft holds: a page that never stops must not fill the memory


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that is said of a position: the name of a method of the game's `Editor`, and what it is told."""

    name: str
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    def to(self, editor: Editor) -> None:
        """Say it."""
        getattr(editor, self.name)(*copy.deepcopy(self.args), **copy.deepcopy(dict(self.kwargs)))


@dataclass(frozen=True, slots=True)
class Standing:
    """How a draft stands: the position by names, the rules that would hold there, and everything that is wrong."""

    rules: Any
    position: Mapping[str, Any]
    faults: tuple[Fault, ...]


class PositionDraft:
    """What has been said so far of a position that is being set up.

    Whatever can be said in ``with game.editing() as e:`` can be said here, one call a step; boards in edit mode show
    it at once. What cannot be done at all, as laying a unit on another, raises `EditError` and changes nothing. What
    leads to a position that cannot be is kept, and told by ``faults`` until it is put right.

    >>> from hexwidgets import MonsterHex
    >>> game = MonsterHex("four", seed=7)
    >>> game.draft.put("red S1", "c4", rotation=2)
    >>> game.draft.round(99)
    >>> [fault.rule for fault in game.draft.faults], game.units
    (['MH-END-1'], {})
    >>> game.draft.undo()
    >>> game.draft.apply()
    >>> game.units["c4"].rotation, game.draft.changed
    (2, False)
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._steps: list[tuple[Saying, ...]] = []
        self._undone: list[tuple[Saying, ...]] = []
        self._dropped: tuple[Fault, ...] = ()
        self._rev = 0
        self._found: tuple[Node, Standing] | None = None  # for which position of the game

    # -- asking

    @property
    def rev(self) -> int:
        """Grows with every change of the draft."""
        return self._rev

    @property
    def changed(self) -> bool:
        """Whether anything has been said."""
        with self._game.lock:
            self._stand()
            return bool(self._steps)

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self.changed

    @property
    def can_redo(self) -> bool:
        """Whether a step that was taken back can be done again."""
        return bool(self._undone)

    @property
    def standing(self) -> Standing:
        """How it stands: position, rules and faults, all of one moment."""
        with self._game.lock:
            return self._stand()

    @property
    def position(self) -> dict[str, Any]:
        """The position as it stands, by names, as JSON values."""
        return copy.deepcopy(dict(self.standing.position))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong with the position as it stands."""
        return self.standing.faults

    @property
    def dropped(self) -> tuple[Fault, ...]:
        """What could not be said again when the game moved on last, until something else is said."""
        with self._game.lock:
            self._stand()
            return self._dropped

    # -- saying

    def say(self, *sayings: Saying, rev: int | None = None) -> None:
        """Say some things as one step; `EditError` when they cannot be done, and nothing has changed then.

        ``rev`` is the `rev` of the game plus that of the draft which this was meant for; `StaleMove` when it is gone.
        """
        step = tuple(Saying(s.name, _kept(s.args), dict(s.kwargs)) for s in sayings)
        with self._game.lock:
            self.check_rev(rev)
            self._stand()
            if len(self._steps) >= MOST_STEPS:
                raise EditError(ENGINE.say("edit.full", self._game.language, most=MOST_STEPS))
            steps = [*self._steps, step]
            self._change(steps, [])

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_") or name not in self._sayings():
            raise AttributeError(f"nothing called {name!r} can be said of this game's positions")

        def say(*args: Any, **kwargs: Any) -> None:
            self.say(Saying(name, args, kwargs))

        return say

    def __dir__(self) -> Iterable[str]:
        return sorted({*super().__dir__(), *self._sayings()})

    @contextmanager
    def together(self) -> Iterator[Any]:
        """Say several things as one step: ``with game.draft.together() as d: d.take_off("c4"); d.round(3)``."""
        gathered = _Gathered(self._sayings())
        yield gathered
        self.say(*gathered.said)

    def undo(self) -> None:
        """Take the last step back."""
        with self._game.lock:
            self._stand()
            if not self._steps:
                raise EditError(ENGINE.say("refusal.undo", self._game.language))
            *steps, last = self._steps
            self._change(steps, [*self._undone, last])

    def redo(self) -> None:
        """Do the step again that was taken back last; `EditError` where that cannot be done any more."""
        with self._game.lock:
            self._stand()
            if not self._undone:
                raise EditError(ENGINE.say("refusal.redo", self._game.language))
            *undone, last = self._undone
            self._change([*self._steps, last], undone)

    def discard(self) -> None:
        """Forget everything that was said."""
        with self._game.lock:
            self._change([], [])

    def apply(self) -> None:
        """Play from here: the game takes the position over, as one step of its history; `EditError` if faulty."""
        game = self._game
        with game.lock:
            if faults := self._stand().faults:
                raise EditError.of(faults, game.language)
            now, steps = game._history.now, self._steps
            self._steps, self._found = [], None  # boards that hear of it show what is there then
            try:
                with game.editing() as editor:
                    for step in steps:
                        for saying in step:
                            saying.to(editor)
            except BaseException:
                if game._history.now is now:
                    self._steps = steps
                raise
            finally:
                self._found = None
            self._change([], [])

    def check_rev(self, rev: int | None) -> None:
        """`StaleMove` unless ``rev`` is that of the game plus that of the draft, or None."""
        now = self._game.rev + self._rev
        if rev is not None and rev != now:
            fault = Fault("STALE", "fault.stale", {"made_for": rev, "now": now}, language=self._game.language)
            raise StaleMove(fault)

    # -- inside

    def _change(self, steps: list[tuple[Saying, ...]], undone: list[tuple[Saying, ...]]) -> None:
        standing = self._reckon(steps)
        self._steps, self._undone, self._dropped = steps, undone, ()
        self._found = self._game._history.now, standing
        self._rev += 1
        self._game._drafted()

    def _stand(self) -> Standing:
        now = self._game._history.now
        if self._found is None or self._found[0] is not now:
            self._found = now, self._say_anew()
        return self._found[1]

    def _say_anew(self) -> Standing:
        """What was said, of the position that is there now; what cannot be said of it is dropped."""
        try:
            return self._reckon(self._steps)
        except (LookupError, TypeError, ValueError):
            pass  # then one after the other
        steps: list[tuple[Saying, ...]] = []
        dropped: list[Fault] = []
        standing = self._reckon(steps)
        for step in self._steps:
            try:
                standing = self._reckon([*steps, step])
            except EditError as error:
                dropped += error.faults
            except (LookupError, TypeError, ValueError):
                pass  # it made sense only of what is there no more
            else:
                steps.append(step)
        self._steps, self._dropped = steps, tuple(dropped)
        return standing

    def _reckon(self, steps: Sequence[Sequence[Saying]]) -> Standing:
        """How things stand after some steps; `EditError` where one of them cannot be done."""
        editor = self._editor()
        for step in steps:
            for saying in step:
                saying.to(editor)
        if editor.faults:
            raise EditError.of(editor.faults, self._game.language)
        if editor.is_silent():
            return Standing(editor.rules, editor.position, ())
        state, faults = editor.standing()
        position = editor.position if faults else editor.rules.position(state)
        told = dict.fromkeys(fault.in_language(self._game.language) for fault in faults)
        return Standing(editor.rules, position, tuple(told))

    def _editor(self) -> Editor:
        now = self._game._history.now
        editor: Editor = rules_to_edit(now.rules, "position", "at", "editor").editor(now.state)
        return editor

    def _sayings(self) -> frozenset[str]:
        kind = type(self._editor())
        return frozenset(name for name in {*dir(kind)} - {*dir(Editor)} if not name.startswith("_"))

    def __repr__(self) -> str:
        return f"<draft of {self._game!r}: {len(self._steps)} steps, {len(self.faults)} faults>"


class _Gathered:
    """Notes what is said, for one step."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self.said: list[Saying] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_") or name not in self._known:
            raise AttributeError(f"nothing called {name!r} can be said of this game's positions")
        return lambda *args, **kwargs: self.said.append(Saying(name, args, kwargs))


def _kept(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments as they may be said again and again."""
    return tuple(list(arg) if isinstance(arg, Iterator) else copy.deepcopy(arg) for arg in args)


def meaningless(picks: Sequence[object]) -> EditError:
    """The error of a gesture that nothing can be made of."""
    fault = Fault("EDIT", "edit.gesture", {"got": shorten(" ".join(map(str, picks)))})
    return EditError.of([fault])


def number(text: object) -> int:
    """The whole number that a person wrote; `EditError` where it is none."""
    if not isinstance(text, int | str) or not _NUMBER.fullmatch(str(text)):
        raise EditError.of([Fault("EDIT", "edit.number", {"got": shorten(text)})])
    return int(text)
