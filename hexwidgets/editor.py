"""A board that edits: it shows the draft of a game, and each gesture at it says something of the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol

import traitlets as t

from .board.board import HexBoard, Refusal
from .board.bundle import STATIC, bundle
from .board.intents import Intent
from .board.kit import Bench, Flaw, Group, Kit, Row, editor_words
from .board.scene import Grid, Scene
from .engine.editing import rules_to_edit
from .engine.faults import ENGINE, EditError, Fault
from .engine.position_draft import PositionDraft, Saying, meaningless
from .engine.words import edition, get_language
from .game_board import GameBoard

__all__ = ["EditingView", "EditorBoard"]

EDIT, PLAY = "edit", "play"


def _down(content: Any) -> Any:
    return content.tag(sync=True, echo_update=False)


class EditingView(Protocol):
    """How the drafts of a game look, and what gestures mean; made for the rules that would hold there.

    Where there is a position it is one by names, as `Standing` has it, whatever is wrong with it.
    """

    def grid(self, seat: str | None, language: str) -> Grid:
        """What never changes on the board, as `View.grid`."""
        ...

    def kit(self, language: str) -> Kit:
        """What there is to put down, and where."""
        ...

    def draft_scene(self, position: Any, language: str) -> Scene:
        """What lies on the board; nothing may be picked."""
        ...

    def groups(self, position: Any, language: str) -> list[Group]:
        """What lies beside the board."""
        ...

    def rows(self, position: Any, language: str) -> list[Row]:
        """Everything else about the position, as a form."""
        ...

    def places_of(self, fault: Fault, position: Any) -> Iterator[str]:
        """Names of the places where a fault is to be seen, besides those among its facts."""
        ...

    def sayings(self, position: Any, picks: Sequence[str | int]) -> list[Saying]:
        """What a gesture says of the position; `EditError` where it means nothing."""
        ...


class EditorBoard(GameBoard):
    """A board that edits and plays: ``mode`` is "edit" or "play", and may be set.

    In edit mode it shows the draft that it shares with cells and other boards, `Game.draft`.
    """

    if isinstance(HexBoard._esm, t.Unicode):

        @t.default("_esm")
        def _editor_esm(self) -> str:
            return bundle("editor.js")

        @t.default("_css")
        def _editor_css(self) -> str:
            return bundle("editor.css")
    else:  # live reload
        _esm = STATIC / "editor.js"
        _css = STATIC / "editor.css"

    kit = _down(t.Dict())
    bench = _down(t.Dict())
    mode = _down(t.Enum((EDIT, PLAY), EDIT))

    _views: ClassVar[int] = 8  # that are kept: an arena has one for each set of obstacles

    def __init__(self, game: Any, **options: Any) -> None:
        rules_to_edit(game.rules, "position", "at", "editor")
        if game.editing_view_class is None:
            raise TypeError(f"{game.rules.game_type.name} has no view for editing: `editing_view_class` is None")
        self._editing_views: list[tuple[Any, EditingView]] = []
        self._ahead = 0  # changes of the draft in the number of the position that was shown last
        super().__init__(game, seat=None, **options)

    @property
    def draft(self) -> PositionDraft:
        """What is being set up, on all boards of this game alike."""
        draft: PositionDraft = self.game.draft
        return draft

    @t.observe("mode")
    def _mode_set(self, _change: Any) -> None:
        if "game" in self.__dict__:
            self.refresh()

    def refresh(self) -> None:
        """Show the draft, or in play mode the game's present position."""
        with self.game.lock, self.hold_sync():
            draft_rev = self.game.draft.rev
            if self.mode == EDIT:
                self._show_draft()
            else:
                super().refresh()
                self.kit = {"things": [], "areas": {}, "menus": [], "words": editor_words(self.language)}
                self.bench = {}
            self._ahead = draft_rev
            self.rev = self.game.rev + draft_rev

    def _show_draft(self) -> None:
        draft, standing = self.game.draft, self.game.draft.standing
        language = self._own_language or self.game.language or get_language()
        view = self._editing_view(standing.rules)
        if self._drawn_for != (standing.rules, language, edition()):
            self.set_up({**view.grid(None, language), "note": ""}, language)
            self._drawn_for = standing.rules, language, edition()
        self.kit = dict(view.kit(language))
        scene = view.draft_scene(standing.position, language)
        flaws = [self._flaw(fault, view, standing.position, language) for fault in standing.faults]
        scene["status"]["undo"], scene["status"]["redo"] = draft.can_undo, draft.can_redo
        scene["status"]["prompt"] = self.kit["words"]["faulty" if flaws else "fine"]
        scene["marks"]["notes"] = [(at, flaw["text"]) for flaw in flaws for at in flaw["places"]]
        self.show(scene, self.game.rev + draft.rev)
        self.bench = dict(
            Bench(
                groups=view.groups(standing.position, language),
                rows=view.rows(standing.position, language),
                flaws=flaws,
                changed=draft.changed,
                note="\n".join(fault.text(language) for fault in draft.dropped),
            )
        )

    def _editing_view(self, rules: Any) -> EditingView:
        for known, view in self._editing_views:
            if known == rules:
                return view
        made: EditingView = self.game.editing_view_class(rules)
        self._editing_views = [*self._editing_views[1 - self._views :], (rules, made)]
        return made

    def _flaw(self, fault: Fault, view: EditingView, position: Any, language: str) -> Flaw:
        names = {place["name"]: at for at, place in enumerate(self.grid["places"])}
        facts = [fault.facts.get(name) for name in ("cell", "site")]
        said = [name for name in (*facts, *view.places_of(fault, position)) if isinstance(name, str)]
        places = [names[name] for name in dict.fromkeys(said) if name in names]
        _, _, what = fault.key.rpartition(".")
        seat = str(fault.facts.get("seat") or fault.facts.get("faction")).strip("'")  # perhaps as it was written
        return Flaw(text=fault.text(language), rule=fault.rule, places=places, rows=[what, f"{what}:{seat}"])

    def _do(self, intent: Intent) -> Refusal | None:
        if intent.kind == EDIT:
            return self._edit(intent)
        if self.mode == PLAY:
            return super()._do(self._of_the_game(intent))
        if intent.kind not in ("undo", "redo"):
            return Refusal("", ENGINE.say("edit.drafting", self.language))
        self.draft.check_rev(intent.rev)
        (self.draft.undo if intent.kind == "undo" else self.draft.redo)()
        return None

    def _check_rev(self, intent: Intent) -> None:
        if self.mode == EDIT:
            raise EditError(ENGINE.say("edit.drafting", self.language))
        super()._check_rev(self._of_the_game(intent))

    def _plan(self, intent: Intent) -> Any:
        return None if self.mode == EDIT else super()._plan(self._of_the_game(intent))

    def _of_the_game(self, intent: Intent) -> Intent:
        """An intent with the game's own number of the position; the board's is ahead by the changes of the draft."""
        return replace(intent, rev=intent.rev - self._ahead)

    def _edit(self, intent: Intent) -> Refusal | None:
        """What a person does to the draft; the whole gesture is one step of it."""
        draft, picks = self.draft, intent.picks
        if picks in ((EDIT,), (PLAY,)):
            self.mode = picks[0]
            return None
        if self.mode == PLAY:
            return Refusal("", ENGINE.say("edit.playing", self.language))
        draft.check_rev(intent.rev)
        try:
            if picks == ("discard",):
                draft.discard()
            elif picks == ("apply",):
                draft.apply()
                self.mode = PLAY
            else:
                self._say(picks)
        except EditError as error:
            rule = next((fault.rule for fault in error.faults if fault.rule != "EDIT"), "")
            return Refusal(rule, error.text(self.language))
        return None

    def _say(self, picks: Sequence[str | int]) -> None:
        standing = self.draft.standing
        self._check_keys(picks)
        sayings = self._editing_view(standing.rules).sayings(standing.position, picks)
        self.draft.say(*sayings)

    def _check_keys(self, picks: Sequence[str | int]) -> None:
        """Only what is on show can be put anywhere, so that no page brings in a name of its own."""
        if not picks or picks[0] == "set":
            return
        known = {thing["key"] for thing in self.kit["things"]} | {group["key"] for group in self.bench["groups"]}
        known |= {place["name"] for place in self.grid["places"]} | {"hand:", "counters"}
        if any(isinstance(pick, str) and pick not in known and not _is_number(pick) for pick in picks[1:]):
            raise meaningless(picks)


def _is_number(pick: str) -> bool:
    return pick.removeprefix("-").isdecimal()
