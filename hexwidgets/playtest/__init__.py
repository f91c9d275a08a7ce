"""Playtesting: bots, for any game that the engine plays."""

from __future__ import annotations

from . import bots

__all__ = ["bots"]
