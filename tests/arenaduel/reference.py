"""A turn of Arena Duel written a second time, straight from the rules page and from nothing else.

Slow and plain: hexes are pairs (q, r), fighters are small objects, and dice come from a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise

Hex = tuple[int, int]

STEP = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
LINE = {"F": 0, "FL": 1, "BL": 2, "B": 3, "BR": 4, "FR": 5, "S": None}
TURN = {"=": 0, "<": 1, ">": -1}
SIDE = {0: "front", 1: "front_side", 2: "back_side", 3: "back", 4: "back_side", 5: "front_side"}

STANDARD = frozenset((q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2)


@dataclass
class Man:
    """A fighter."""

    at: Hex
    facing: int
    life: int


@dataclass
class Options:
    """Numbers and rulings."""

    floor: frozenset[Hex] = STANDARD
    dice: dict[str, int] = field(default_factory=lambda: {"front": 3, "front_side": 2, "back_side": 1, "back": 0})
    charge_length: int = 2
    hit: int = 1
    charge_factor: int = 2
    cornering: int = 1
    passing: int = 1
    blocked_push: int = 1
    enemy_blocks_charge: bool = False
    blocked_pusher_turns: bool = True
    combat_after_push: bool = True
    pursuit_optional: bool = False


class Dead(Exception):
    """Somebody has no life left: nothing later in the turn is resolved."""


def path(man: Man, move: str, options: Options) -> list[Hex]:
    """Every hex of a move, from where it starts."""
    charge = move.startswith("C")
    line = LINE[move[1:] if charge else move]
    hexes = [man.at]
    if line is not None:
        q, r = STEP[(man.facing + line) % 6]
        for _ in range(options.charge_length if charge else 1):
            hexes.append((hexes[-1][0] + q, hexes[-1][1] + r))
    return hexes


def bearing(a: Hex, b: Hex) -> int | None:
    """The direction from a to an adjacent b."""
    step = (b[0] - a[0], b[1] - a[1])
    return STEP.index(step) if step in STEP else None


def legal(me: Man, enemy: Man, right: bool, options: Options) -> set[str]:
    """Every order that may be given."""
    out = set()
    for move in [*LINE, *(["CF", "CFR", "CFL"] if right else [])]:
        hexes = path(me, move, options)
        if not options.floor.issuperset(hexes):
            continue  # AD-MOVE-2, AD-CHARGE-2
        if move in ("B", "BL", "BR") and bearing(me.at, enemy.at) == (me.facing + 3) % 6:
            continue  # AD-REAR-1
        if move.startswith("C") and options.enemy_blocks_charge and enemy.at in hexes[1:-1]:
            continue  # AD-CHARGE-3
        out.update(move + turn for turn in "=<>")
    return out


def compare(mine: Sequence[int], theirs: Sequence[int]) -> int:
    """AD-DICE-2 and 3: 1 when mine win, -1 when theirs do."""
    a, b = sorted(mine), sorted(theirs)
    while a and b:
        x, y = a.pop(), b.pop()
        if x != y:
            return 1 if x > y else -1
    return bool(a) - bool(b)


def resolve(
    men: Sequence[Man],
    orders: Sequence[str],
    dice: list[int],
    options: Options,
    pursues: Callable[[], bool] = lambda: True,
) -> list[Man]:
    """Both fighters after a turn in which these orders are revealed; takes faces from the front of ``dice``."""
    men = [replace(man) for man in men]

    def throw(n: int) -> list[int]:
        faces = dice[:n]
        assert len(faces) == n, "too few dice"
        del dice[:n]
        return faces

    def hurt(who: int, amount: int) -> None:
        men[who].life = max(0, men[who].life - amount)
        if men[who].life == 0:
            raise Dead

    with suppress(Dead):
        _resolve(men, orders, options, throw, hurt, pursues)
    return men


def _resolve(  # noqa: PLR0912, PLR0915  one turn from top to bottom, as on the page
    men: list[Man],
    orders: Sequence[str],
    options: Options,
    throw: Callable[[int], list[int]],
    hurt: Callable[[int, int], None],
    pursues: Callable[[], bool],
) -> None:
    moves = [order[:-1] for order in orders]
    turns = [order[-1] for order in orders]
    paths = [path(man, move, options) for man, move in zip(men, moves, strict=True)]
    ends = [hexes[-1] for hexes in paths]
    started = [man.at for man in men]

    # AD-PASS-1
    sides = [set(pairwise(hexes)) for hexes in paths]
    if any((b, a) in sides[1] for a, b in sides[0]):
        (north,), (south,) = throw(1), throw(1)
        if north != south:
            hurt(1 if north > south else 0, options.passing)

    # AD-COLL, AD-PUSH
    acts, turning, pushed = [True, True], [True, True], False
    stays = [move == "S" for move in moves]
    if ends[0] == ends[1] and not any(stays):
        north, south = throw(1) + throw(1)
        while north == south:
            north, south = throw(1) + throw(1)
        lower = 1 if north > south else 0
        acts[lower] = turning[lower] = False
    for pusher in (0, 1):
        victim = 1 - pusher
        if ends[pusher] == started[victim] and stays[victim] and not stays[pusher]:
            pushed = True
            (aq, ar), (bq, br) = paths[pusher][-2:]
            beyond = (2 * bq - aq, 2 * br - ar)
            if beyond in options.floor:
                ends[victim] = beyond
            else:
                hurt(victim, options.blocked_push)
                acts[pusher] = False
                turning[pusher] = options.blocked_pusher_turns
    for who, man in enumerate(men):
        if acts[who]:
            man.at = ends[who]
        if turning[who]:
            man.facing = (man.facing + TURN[turns[who]]) % 6

    # AD-FIGHT-1, AD-DICE
    toward = [bearing(men[0].at, men[1].at), bearing(men[1].at, men[0].at)]
    if toward[0] is None or toward[1] is None or (pushed and not options.combat_after_push):
        return
    counts = [options.dice[SIDE[(d - man.facing) % 6]] for d, man in zip(toward, men, strict=True) if d is not None]
    outcome = (counts[0] > 0) - (counts[1] > 0)
    if all(counts):
        outcome = compare(throw(counts[0]), throw(counts[1]))
    if outcome == 0:
        return

    # AD-HIT
    winner = 0 if outcome > 0 else 1
    loser = 1 - winner
    charged = moves[winner].startswith("C") and acts[winner]
    hurt(loser, options.hit * (options.charge_factor if charged else 1))
    line = toward[winner]
    if line != men[winner].facing:
        return
    (q, r), (dq, dr) = men[loser].at, STEP[line]
    beyond = (q + dq, r + dr)
    if beyond not in options.floor:
        hurt(loser, options.cornering)
    elif not options.pursuit_optional or pursues():
        men[winner].at, men[loser].at = men[loser].at, beyond
