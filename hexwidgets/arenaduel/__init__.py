"""Arena Duel: two fighters, secret orders and dice on nineteen hexes."""

from __future__ import annotations

from .dials import DIALS, SWITCHES
from .solver import mean_turns, solve

__all__ = ["DIALS", "SWITCHES", "mean_turns", "solve"]
