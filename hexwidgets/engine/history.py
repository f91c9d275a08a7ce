"""The positions of a game: a tree of which one line is the present one.

Going back loses nothing: a different move after an undo starts another branch, and the old one stays
among its parent's children. Only the latest branches are kept, or playing and undoing would fill the memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .faults import EditError, Event

__all__ = ["MAX_LEFT", "History", "Node"]

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


class History:
    """A tree of nodes, the present one, and the line through it that redo follows."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.now = root
        self._ahead: list[Node] = []  # undone nodes, nearest last
        self._left: deque[tuple[Node, int]] = deque()  # branches that were left: first node, how many

    def add(self, node: Node) -> None:
        """Make ``node`` the present position, as a child of the one before."""
        node.parent, node.ply = self.now, self.now.ply + 1
        if node.rules is None:
            node.rules = self.now.rules
        self.now.children.append(node)
        if self._ahead:
            self._left.append((self._ahead[-1], len(self._ahead)))
            self._ahead.clear()
            self._forget()
        self.now = node

    def _forget(self) -> None:
        """Let go of the oldest branches where all together are too long; the one left last stays."""
        while len(self._left) > 1 and sum(length for _, length in self._left) > MAX_LEFT:
            oldest, _ = self._left.popleft()
            if oldest.parent is not None:
                oldest.parent.children.remove(oldest)

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
        return self._ahead[0].ply if self._ahead else self.now.ply

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

    def past(self) -> list[Node]:
        """From the start to the present position, both included."""
        nodes: list[Node] = []
        node: Node | None = self.now
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> Iterator[Node]:
        """The present line with what was undone."""
        yield from self.past()
        yield from reversed(self._ahead)
