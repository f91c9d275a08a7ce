"""Which placements of two fighters are the same: turned, mirrored, or with the seats exchanged.

A placement says where both fighters stand and face, north's first: a number, see `placement`. Placements that a
symmetry of the arena carries into one another form a class; classes are numbered in the order of their smallest
placements. Rules know left and right only in pairs, so a mirror image is as good as a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..engine.kernel import kernel
from ..hexgrid import Hex
from .arena import Arena
from .state import DIRECTIONS

__all__ = ["Classes", "Symmetry", "classes", "placement", "placements", "symmetries", "unpacked"]


class Symmetry(NamedTuple):
    """A symmetry of an arena: where it takes every cell and every direction."""

    cells: tuple[int, ...]
    directions: tuple[int, ...]


class Classes(NamedTuple):
    """The classes of an arena's placements.

    ``of`` is a placement's class, -1 where both would stand on one cell; ``smallest`` is each class's first placement
    and ``size`` how many it has; ``swapped`` is the class with the seats exchanged.
    """

    of: list[int]
    smallest: list[int]
    size: list[int]
    swapped: list[int]


@kernel
def placement(cells: int, cell: int, facing: int, other: int, other_facing: int) -> int:
    """The number of a placement in an arena of so many cells: north's cell and facing, then south's."""
    return ((cell * DIRECTIONS + facing) * cells + other) * DIRECTIONS + other_facing


def unpacked(cells: int, number: int) -> tuple[int, int, int, int]:
    """North's cell and facing, then south's, of a placement.

    >>> unpacked(19, placement(19, 3, 5, 18, 2))
    (3, 5, 18, 2)
    """
    number, other_facing = divmod(number, DIRECTIONS)
    number, other = divmod(number, cells)
    cell, facing = divmod(number, DIRECTIONS)
    return cell, facing, other, other_facing


def placements(cells: int) -> Iterator[tuple[int, int, int, int]]:
    """Every placement of two fighters, in order of its number."""
    for cell in range(cells):
        for facing in range(DIRECTIONS):
            for other in range(cells):
                if other != cell:
                    for other_facing in range(DIRECTIONS):
                        yield cell, facing, other, other_facing


def symmetries(arena: Arena) -> tuple[Symmetry, ...]:
    """Every turn and mirror image that takes the free cells to free cells, about whatever centre; the identity first.

    >>> from hexwidgets.arenaduel.arena import arenas
    >>> len(symmetries(arenas()["standard"]))
    12
    """
    number = {cell: index for index, cell in enumerate(arena.cells)}
    corner = min(arena.cells)
    found = []
    for mirrored in (False, True):
        for turns in range(DIRECTIONS):
            images = [_image(cell, mirrored, turns) for cell in arena.cells]
            shift = corner - min(images)
            moved = [number.get(image + shift, -1) for image in images]
            if -1 not in moved:
                directions = tuple(((-d if mirrored else d) + turns) % DIRECTIONS for d in range(DIRECTIONS))
                found.append(Symmetry(tuple(moved), directions))
    return tuple(found)


def _image(cell: Hex, mirrored: bool, turns: int) -> Hex:
    """A cell turned about the origin; mirrored first, which takes direction d to -d."""
    return Hex(cell.q + cell.r, -cell.r).rotate(turns) if mirrored else cell.rotate(turns)


def classes(arena: Arena) -> Classes:
    """The classes of all placements in an arena.

    >>> from hexwidgets.arenaduel.arena import arenas
    >>> standard = classes(arenas()["standard"])
    >>> len(standard.smallest), sum(standard.size)
    (1046, 12312)
    """
    count, maps = len(arena.cells), symmetries(arena)
    of = [-1] * (count * DIRECTIONS) ** 2
    smallest: list[int] = []
    size: list[int] = []
    for a, f, b, g in placements(count):
        number = placement(count, a, f, b, g)
        if of[number] < 0:
            images = {placement(count, to[a], turn[f], to[b], turn[g]) for to, turn in maps}
            for image in images:
                of[image] = len(smallest)
            smallest.append(number)
            size.append(len(images))
    return Classes(of, smallest, size, _swapped(count, of, smallest))


def _swapped(cells: int, of: Sequence[int], smallest: Sequence[int]) -> list[int]:
    """AD-CHARGE-1, AD-ORDER-1: nothing tells the seats apart, so they may be exchanged."""
    out = []
    for number in smallest:
        a, f, b, g = unpacked(cells, number)
        out.append(of[placement(cells, b, g, a, f)])
    return out
