"""The numbers and the rulings of Monster Hex, by name."""

from __future__ import annotations

from ..engine.dials import Dial, Switch
from .components import Components, Goal, reference

__all__ = ["SWITCHES", "dials_of", "reference_dials"]

SWITCHES = (
    Switch("small_same_faction_tie", ("owner", "nobody"), "MH-SMALL-3"),
    Switch("large_tie", ("void", "move-up"), "MH-LARGE-3"),
)

_DIALS = (
    Dial("hand_size", None, 1, 16, "MH-SETUP-1"),
    Dial("rounds", None, 1, 16, "MH-END-1"),
    Dial("colour_bonus", 2, 0, 20, "MH-LARGE-5"),
    Dial("small_points", 1, 0, 20, "MH-SMALL-1"),
    Dial("overwhelm_factor", 2, 1, 20, "MH-OVER-1"),
    Dial("shared_loss", 1, 0, 1, "MH-SHARED-5"),
    Dial("enchant_dot", 1, 0, 20, "MH-ENCHANT"),
    Dial("enchant_star", 2, 0, 20, "MH-ENCHANT"),
    Dial("curse_dot", 1, 0, 20, "MH-CURSE"),
    Dial("curse_star", 2, 0, 20, "MH-CURSE"),
    Dial("reward_dot", 1, 0, 20, "MH-REWARD"),
    Dial("reward_star", 2, 0, 20, "MH-REWARD"),
    Dial("petrify_dot", 1, 1, 20, "MH-PETRIFY-1"),
    Dial("petrify_star", 2, 1, 20, "MH-PETRIFY-1"),
    Dial("power_floor", 0, 0, 7, "MH-CURSE"),
)


def dials_of(components: Components) -> tuple[Dial, ...]:
    """Every dial of a game with these components: the rules' own, and the points of each goal."""
    return (*_DIALS, *(_goal_dial(goal) for goal in components.goals))


def _goal_dial(goal: Goal) -> Dial:
    number = str(goal.number)
    return Dial(f"goal_{number}", goal.points, 0, 100, "MH-GOAL-2", of=("goal-title", number))


def reference_dials() -> tuple[Dial, ...]:
    """The dials of the reference set, which is what ``hexwidgets.monsterhex.DIALS`` lists."""
    return dials_of(reference())
