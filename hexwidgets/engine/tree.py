"""The lines of a game by name: what was played, and every "what if" that was left for it.

``game.tree`` is a mapping from names to lines. The first is the present line, where the game stands; the others branch
off it or off each other, and are numbered until somebody names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .faults import ENGINE, EditError, shorten
from .history import Label, Node

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Line", "Tree", "in_order", "is_name"]

MAX_NAME = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a game's tree, as it was when it was asked for.

    ``of`` and ``fork`` tell which line it leaves and after which ply (the line of the start leaves none: None and 0);
    ``plies`` how many decisions it has from the start, ``present`` whether the game stands on it, and ``given``
    whether somebody named it.
    """

    name: str
    of: str | None
    fork: int
    plies: int
    present: bool
    given: bool
    nodes: tuple[Node, ...] = field(repr=False, compare=False)
    _branch: Callable[[Node], Any] = field(repr=False, compare=False)

    def game(self, ply: int | None = None) -> Any:
        """An independent game that stands at ``ply`` of this line; default its end.

        >>> from hexwidgets import MonsterHex
        >>> game = MonsterHex("four", seed=7)
        >>> game.play("A1@d3^0"); game.undo(); game.play("C1@d3^0")
        >>> [line.game(1).units["d3"].name for line in game.tree.values()]
        ['C1', 'A1']
        """
        ply = self.plies if ply is None else ply
        if type(ply) is not int or not 0 <= ply <= self.plies:
            raise EditError(f"expected a ply from 0 to {self.plies}, got {shorten(ply)}")
        return self._branch(self.nodes[ply])

    @property
    def moves(self) -> tuple[Any, ...]:
        """The decisions of this line after the fork: a move each, or a tuple where several decided together."""
        told = (tuple(node.moves.values()) for node in self.nodes[self.fork + 1 :])
        return tuple(moves[0] if len(moves) == 1 else moves for moves in told if moves)


class Tree(Mapping[str, Line]):
    """The lines of a game, the present one first and the others as they arose; printing it draws them.

    It is always about the game as it is when it is asked. Names that it does not know raise ``KeyError`` with those
    that it knows.

    >>> from hexwidgets import MonsterHex
    >>> game = MonsterHex("four", seed=7)
    >>> game.play("A1@d3^0"); game.undo(); game.play("C1@d3^0")
    >>> game.tree.name("1", "with A1")
    >>> print(game.tree)
    2: 1 ply (the game is here)
      with A1: leaves 2 after ply 0, 1 ply: A1@d3^0
    >>> game.tree.promote("with A1"); game.units["d3"].name
    'A1'
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getitem__(self, name: str) -> Line:
        lines = self._lines()
        if name not in lines:
            raise KeyError(f"there is no line {shorten(name)}; known are {', '.join(lines)}")
        return lines[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines())

    def __len__(self) -> int:
        return len(self._game._history.labels)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<tree of {self._game!r}: {', '.join(self._lines())}>"

    def text(self, language: str | None = None) -> str:
        """The lines, one a line of text, each indented below the one that it leaves."""
        language = language or self._game.language
        told = []
        for depth, line in in_order(self):
            moves = (" ".join(map(str, move if isinstance(move, tuple) else (move,))) for move in line.moves)
            facts = {"name": line.name, "of": line.of, "fork": line.fork, "moves": " / ".join(moves)}
            number = line.plies - line.fork
            count = ENGINE.say("tree.plies", language, n=number)
            text = ENGINE.say("tree.root" if line.of is None else "tree.branch", language, count=count, **facts)
            told.append("  " * depth + text + (ENGINE.say("tree.here", language) if line.present else ""))
        return "\n".join(told)

    # -- changing -----------------------------------------------------------------------------

    def name(self, line: str | Line, name: str) -> None:
        """Call a line ``name``. It is then never forgotten, and saved with the game.

        A name is a text of 1 to 60 characters that no other line has; it is no number, as those that nobody named have.
        ``ValueError`` says which of these it is not.
        """
        with self._game.lock:
            tip, labels = self._tip(line), self._game._history.labels
            if not is_name(name):
                expected = f"a name of 1 to {MAX_NAME} printable characters that is no number"
                raise ValueError(f"expected {expected}, got {shorten(name)}")
            if any(label.name == name for other, label in labels.items() if other is not tip):
                raise ValueError(f"another line is called {name!r}")
            labels[tip].name = name
            self._game._publish(moved=False)

    def promote(self, line: str | Line, ply: int | None = None, *, force: bool = False) -> None:
        """Make a line the present one: the game goes to ``ply`` of it (default: its end), and redo follows it.

        In seated play this may take back what was revealed, so it is refused as `Game.undo` is, unless by ``force``.
        """
        with self._game.lock:
            tip = self._tip(line)
            here = tip.ply if ply is None else ply
            if type(here) is not int or not 0 <= here <= tip.ply:
                raise EditError(f"expected a ply from 0 to {tip.ply}, got {shorten(ply)}")
            self._game._travel(lambda history: history.switch(tip, here), force)

    def drop(self, line: str | Line) -> None:
        """Let go of a line for good; ``ValueError`` for the present one."""
        with self._game.lock:
            tip, history = self._tip(line), self._game._history
            if tip is history.tip:
                raise ValueError(f"the game is on line {shorten(history.labels[tip].name)}, which cannot be dropped")
            history.drop(tip)
            self._game._publish(moved=False)

    # -- inside -------------------------------------------------------------------------------

    def _tip(self, line: str | Line) -> Node:
        tip = (self[line] if isinstance(line, str) else line).nodes[-1]
        if isinstance(line, Line) and tip not in self._game._history.labels:  # it has grown, or is gone
            tip = self[line.name].nodes[-1]
        return tip

    def named(self) -> list[Line]:
        """The present line, and those of the others that have a name."""
        return list(self._lines(lambda label: label.given).values())

    def _lines(self, wanted: Callable[[Label], bool] = lambda label: True) -> dict[str, Line]:
        with self._game.lock:
            history, lines = self._game._history, dict[str, Line]()
            owner: dict[Node, str] = {}  # of every node, the line that is told to hold it
            for tip, label in history.labels.items():
                present = tip is history.tip
                if not present and not wanted(label):
                    continue
                nodes = tuple(history.past(tip))
                own = next((i for i, node in enumerate(nodes) if node not in owner), len(nodes) - 1)
                of, fork = (owner[nodes[own - 1]], own - 1) if lines else (None, 0)
                owner.update(dict.fromkeys(nodes[own:], label.name))
                name, branch = label.name, self._game._branch_at
                lines[name] = Line(name, of, fork, tip.ply, present, label.given, nodes, branch)
            return lines


def in_order(lines: Mapping[str, Line]) -> Iterator[tuple[int, Line]]:
    """Every line, with how deep it lies, before those that leave it."""
    below: dict[str | None, list[Line]] = {}
    for line in lines.values():
        below.setdefault(line.of, []).insert(0, line)
    waiting = [(0, line) for line in below[None]]
    while waiting:
        depth, line = waiting.pop()
        yield depth, line
        waiting += [(depth + 1, child) for child in below.get(line.name, [])]


def is_name(name: object) -> bool:
    """Whether somebody may call a line so; lines that nobody named are numbers."""
    fits = isinstance(name, str) and 0 < len(name) <= MAX_NAME and name.isprintable() and name == name.strip()
    return fits and not str(name).isdecimal()
