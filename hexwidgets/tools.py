"""Tools: what a board's buttons let Python do or tell besides playing, such as a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from .board.board import Asked, Refusal
from .board.intents import MAX_TEXT
from .board.scene import Scene, Table
from .engine.faults import ENGINE, shorten

if TYPE_CHECKING:
    from .live import Game, GameBoard

__all__ = ["RULE", "Adviser", "Hint", "Overlay", "Tool", "Tools"]

RULE = "rule"  # what a page asks with the id of a rule: no tool may be called so

Adviser = Callable[["Game", str, str], Table | None]  # a game to think on, the seat to advise, a language


@runtime_checkable
class Tool(Protocol):
    """One button of a board. ``key`` names it: ``board.locate("button:tool:hint")`` on a page."""

    @property
    def key(self) -> str:
        """Its name in ``game.tools``: at most 64 characters, and not "rule"."""
        ...

    def label(self, language: str) -> str:
        """What stands on the button."""
        ...

    def title(self, language: str) -> str:
        """What the button does, in a sentence."""
        ...

    def offered(self, board: GameBoard) -> bool:
        """Whether a board has the button now."""
        ...

    def on(self, board: GameBoard) -> bool:
        """Whether the button is pressed now: what it switches is on show, or its answer is being worked on."""
        ...

    def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
        """Do it for the view that ``asked``, and say what to show; None where there is nothing to show, or not yet.

        ``args`` comes from a page and may be anything. The game is locked meanwhile, so what takes time goes to
        `GameBoard.later`. A row of the table that has ``picks`` is a choice of the seat that is asked first: they are
        put on the board, which knows for whom they are, and played once the person confirms them.
        """
        ...


@runtime_checkable
class Overlay(Tool, Protocol):
    """A tool that is switched on and off (`GameBoard.switch`), and while it is on adds to what a board shows."""

    def lay_over(self, board: GameBoard, scene: Scene, language: str) -> None:
        """Add to the scene: marks, shares, chances, lines of the story; no more than the board's seat may know."""
        ...


class Tools(Mapping[str, Tool]):
    """The tools of a game by key, in the sequence of their buttons; boards follow at once.

    >>> from hexwidgets import MonsterHex
    >>> list(MonsterHex("four", seed=7).tools)
    ['hint']
    """

    def __init__(self, tools: Iterable[Tool], changed: Callable[[], None]) -> None:
        self._tools = {tool.key: tool for tool in tools}
        self._changed = changed

    def add(self, tool: Tool) -> None:
        """Give the boards another tool, or one in place of that with the same key.

        Raises ``TypeError`` for what is no `Tool`, ``ValueError`` for a key that no tool may have.
        """
        if not isinstance(tool, Tool):
            raise TypeError(f"expected a tool (key, label, title, offered, on, use), got {shorten(tool)}")
        key = tool.key
        if not isinstance(key, str) or not key.isprintable() or not 0 < len(key) <= MAX_TEXT or key == RULE:
            raise ValueError(f"expected a key of 1 to {MAX_TEXT} characters other than {RULE!r}, got {shorten(key)}")
        self._tools[key] = tool
        self._changed()

    def remove(self, key: str) -> None:
        """Take a tool off the boards; ``KeyError`` where there is none."""
        del self._tools[key]
        self._changed()

    def __getitem__(self, key: str) -> Tool:
        return self._tools[key]

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._tools))

    def __len__(self) -> int:
        return len(self._tools)

    def __repr__(self) -> str:
        return f"Tools({', '.join(self._tools)})"


class Hint:
    """What the game's adviser thinks of the moves of whoever decides at a board; no button where there is none."""

    key = "hint"

    def label(self, language: str) -> str:
        """What stands on the button."""
        return ENGINE.say("tool.hint", language)

    def title(self, language: str) -> str:
        """What the button does."""
        return ENGINE.say("tool.hint-title", language)

    def offered(self, board: GameBoard) -> bool:
        """Somebody decides here, and somebody can advise."""
        return board.game.adviser is not None and board.asked_first is not None

    def on(self, board: GameBoard) -> bool:
        """While it is thought about."""
        return board.thinking == self.key

    def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
        """Ask the adviser, on a thread of its own, about a game of its own."""
        del args
        adviser, seat, language = board.game.adviser, board.asked_first, board.language
        if adviser is None or seat is None:
            return Refusal("", ENGINE.say("tool.none", language))
        twin = board.game.branch()

        def think() -> Table:
            nothing: Table = {"heading": self.label(language), "note": "", "columns": [], "rows": []}
            return adviser(twin, seat, language) or {**nothing, "note": ENGINE.say("tool.hint-none", language)}

        return board.later(self.key, think, asked)
