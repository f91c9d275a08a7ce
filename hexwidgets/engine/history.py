"""The positions of a game: a tree of which one line is the present one.

Going back loses nothing: a different move after an undo starts another branch, and the old one stays
among its parent's children. Only the latest branches are kept and those that were named, or playing and undoing
would fill the memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from .faults import EditError, Event

__all__ = ["MAX_LEFT", "History", "Label", "Node"]

MAX_LEFT = 200  # positions of branches that were left for another move


@dataclass(eq=False, slots=True)
class Node:
    """A position and how it came about.

    ``moves`` are the decisions that led here, by seat; ``chance`` the outcomes drawn right after
    them; ``draws`` counts all draws so far, which is all there is to know of the random stream.
    ``position`` is what the position was set to where it was edited instead. ``rules`` hold from here
    on; None stands for those of the position before.
    """

    state: Any
    parent: Node | None = field(default=None, repr=False)
    moves: dict[str, Any] = field(default_factory=dict)
    chance: tuple[Any, ...] = ()
    draws: int = 0
    events: tuple[Event, ...] = ()
    children: list[Node] = field(default_factory=list, repr=False)
    ply: int = 0
    rules: Any = field(default=None, repr=False)
    position: Mapping[str, Any] | None = field(default=None, repr=False)
    _told: tuple[Any, ...] = field(default=(), init=False, repr=False)

    def told(self, language: str | None) -> tuple[Event, ...]:
        """The events as a game tells them in a language; kept, since a game tells all of its past after every move."""
        if self._told[:2] != (self.events, language):
            self._told = self.events, language, tuple(event.told_by(self.rules, language) for event in self.events)
        return cast(tuple[Event, ...], self._told[2])

    def is_like(self, other: Node) -> bool:
        """Whether the same was decided and drawn here as at another position after the same one."""
        return bool(self.moves) and self.moves == other.moves and self.chance == other.chance


@dataclass(eq=False, slots=True)
class Label:
    """What a line of the tree is called; lines that nobody named are numbered. ``age`` orders them as they arose."""

    name: str
    age: int

    @property
    def given(self) -> bool:
        """Whether somebody gave the name: no such name is a number."""
        return not self.name.isdecimal()


class History:
    """A tree of nodes, the present one, and the line through it that redo follows.

    A line leads from the start to a position after which nothing was played, and is known by that last node.
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.now = root
        self._ahead: list[Node] = []  # undone nodes, nearest last
        self._labels: dict[Node, Label] = {}  # of every line, by its last node
        self._left: dict[Node, None] = {}  # lines that are not the present one, the one left last at the end
        self._size = 1
        self._lines_made = 0
        self._label(root)

    def add(self, node: Node) -> None:
        """Make ``node`` the present position, as a child of the one before."""
        left = self.tip
        self._hang(node, self.now)
        self.now = node
        if not self._ahead:
            self._labels[node] = self._labels.pop(left)
            return
        self._left[left] = None
        self._ahead.clear()
        if left.parent is node.parent and left.is_like(node):  # the same again: no line of its own
            self._labels[node] = self._labels[left]
            self.drop(left)
            return
        self._label(node)
        self._forget()

    def graft(self, parent: Node, nodes: list[Node], name: str) -> None:
        """Let a line called ``name`` leave the tree at ``parent``; the present position stays."""
        for node in nodes:
            self._hang(node, parent)
            parent = node
        self._label(parent, name)
        self._left[parent] = None

    def _hang(self, node: Node, parent: Node) -> None:
        node.parent, node.ply = parent, parent.ply + 1
        if node.rules is None:
            node.rules = parent.rules
        parent.children.append(node)
        self._size += 1

    def _label(self, tip: Node, name: str = "") -> None:
        self._lines_made += 1
        taken = {label.name for label in self._labels.values()}
        number = self._lines_made
        while str(number) in taken:
            number += 1
        self._labels[tip] = Label(name or str(number), self._lines_made)

    def _forget(self) -> None:
        """Let go of the oldest lines where all together are too long; named ones and the one left last stay."""
        for tip in list(self._left)[:-1]:
            if self._size - self.last_ply - 1 <= MAX_LEFT:
                break
            if not self._labels[tip].given:
                self.drop(tip)

    def drop(self, tip: Node) -> None:
        """Let go of a line that is not the present one, as far as no other goes along with it."""
        del self._labels[tip], self._left[tip]
        node = tip
        while node.parent is not None and not node.children:
            node.parent.children.remove(node)
            self._size -= 1
            node = node.parent

    # -- lines ----------------------------------------------------------------------------------

    @property
    def tip(self) -> Node:
        """The last node of the present line."""
        return self._ahead[0] if self._ahead else self.now

    @property
    def labels(self) -> dict[Node, Label]:
        """What every line is called, by its last node: the present one first, the others as they arose."""
        others = sorted(self._left, key=lambda tip: self._labels[tip].age)
        return {tip: self._labels[tip] for tip in (self.tip, *others)}

    def switch(self, tip: Node, ply: int) -> None:
        """Make the line that ends with ``tip`` the present one, and stand at ``ply`` of it."""
        if tip is not self.tip:
            del self._left[tip]
            self._left[self.tip] = None
        path = self.past(tip)
        self.now, self._ahead = path[ply], path[:ply:-1]

    # -- the present line -----------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a position before this one."""
        return self.now.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether a position was undone and not replaced since."""
        return bool(self._ahead)

    @property
    def last_ply(self) -> int:
        """The ply at the end of the present line, undone positions included."""
        return self.tip.ply

    def undo(self) -> None:
        """One position back."""
        if self.now.parent is None:
            raise EditError("there is nothing to undo: this is the start of the game")
        self._ahead.append(self.now)
        self.now = self.now.parent

    def redo(self) -> None:
        """One undone position forward again."""
        if not self._ahead:
            raise EditError("there is nothing to redo: no move was undone since the last one played")
        self.now = self._ahead.pop()

    def goto(self, ply: int) -> None:
        """The position at ``ply`` of the present line."""
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 <= ply <= self.last_ply:
            raise EditError(f"expected a ply from 0 to {self.last_ply}, got {ply!r:.60}")
        while self.now.ply > ply:
            self.undo()
        while self.now.ply < ply:
            self.redo()

    def past(self, node: Node | None = None) -> list[Node]:
        """From the start to the present position, or to ``node``, both included."""
        nodes: list[Node] = []
        node = node or self.now
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> Iterator[Node]:
        """The present line with what was undone."""
        yield from self.past()
        yield from reversed(self._ahead)
