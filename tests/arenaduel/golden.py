"""The golden games of Arena Duel; see tests/golden.py. ``python -m tests.arenaduel.golden`` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.notation import MOVE_NAMES, TURN_NAMES
from tests.arenaduel.test_differential import CLOSE, PILLARS
from tests.golden import Golden

GAMES: dict[str, dict[str, Any]] = {
    "plain": {"seed": 22},
    "pursuit-optional": {"seed": 23, "pursuit": "optional"},
    "turn-limit": {"seed": 2, "max_turns": 12},
    "rulings": {
        "seed": 37,
        "pursuit": "optional",
        "enemy_blocks_charge": "yes",
        "blocked_pusher_turns": "no",
        "combat_after_push": "no",
    },
    "close": {"seed": 8, "arena": CLOSE, "life": 8},
    "pillars": {"seed": 45, "arena": PILLARS, "dials": {"charge_length": 3, "die_sides": 8, "dice_back": 1, "hit": 2}},
    "scripted": {"dice": [5, 2, 3, 3, 6, 1, 4, 4, 2, 6] * 12, "max_turns": 10},
}


def _opening(duel: ArenaDuel) -> Iterator[str]:
    for seat, (cell, facing) in zip(duel.seats, duel.arena.starts, strict=True):
        yield f"start {seat} {duel.arena.labels[cell]} {facing}"


def _heading(duel: ArenaDuel) -> str:
    fighters = " / ".join(f"{f.cell} {f.facing} {f.life}" for f in duel.fighters.values())
    return f"turn {duel.turn} | {duel.phase} | {duel.charge_right} | {fighters}"


def _seen(duel: ArenaDuel) -> Iterator[str]:
    """The record's new lines, and who may not give which orders by which rule."""
    node = duel._history.now
    if node.moves:
        yield f"line {' '.join(map(str, node.moves.values()))}"
    yield from (f"line {roll}" for roll in node.chance)
    for seat in duel.seats:
        refused: dict[str, list[str]] = {}
        for move, turn in product(MOVE_NAMES, TURN_NAMES):
            if fault := duel.why(seat, f"{move}{turn}"):
                refused.setdefault(fault.rule, []).append(f"{move}{turn}")
        yield f"refused {seat} {'; '.join(' '.join((rule, *orders)) for rule, orders in sorted(refused.items()))}"


GOLDEN = Golden("tests.arenaduel.golden", Path(__file__).parent / "golden", ArenaDuel, GAMES, _opening, _heading, _seen)

if __name__ == "__main__":
    GOLDEN.write()
