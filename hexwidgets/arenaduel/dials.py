"""The numbers and the rulings of Arena Duel, by name."""

from __future__ import annotations

from ..engine.dials import Dial, Switch
from .state import MOST_DICE, MOST_SIDES

__all__ = ["DIALS", "SWITCHES"]

SWITCHES = (
    Switch("enemy_blocks_charge", ("no", "yes"), "AD-CHARGE-3"),
    Switch("blocked_pusher_turns", ("yes", "no"), "AD-PUSH-3"),
    Switch("combat_after_push", ("yes", "no"), "AD-FIGHT-1"),
    Switch("pursuit", ("always", "optional"), "AD-HIT-2"),
)

DIALS = (
    Dial("life", 5, 1, 100, "AD-START-1"),
    Dial("dice_front", 3, 0, MOST_DICE, "AD-DICE-1"),
    Dial("dice_front_side", 2, 0, MOST_DICE, "AD-DICE-1"),
    Dial("dice_back_side", 1, 0, MOST_DICE, "AD-DICE-1"),
    Dial("dice_back", 0, 0, MOST_DICE, "AD-DICE-1"),
    Dial("die_sides", 6, 2, MOST_SIDES, "AD-DICE-2"),
    Dial("charge_length", 2, 1, 6, "AD-CHARGE-2"),
    Dial("hit", 1, 1, 100, "AD-HIT-1"),
    Dial("charge_factor", 2, 1, 100, "AD-HIT-1"),
    Dial("cornering", 1, 0, 100, "AD-HIT-3"),
    Dial("passing", 1, 0, 100, "AD-PASS-1"),
    Dial("blocked_push", 1, 0, 100, "AD-PUSH-2"),
    Dial("max_turns", 0, 0, 1_000_000, "AD-END-2"),  # 0: no limit
)
