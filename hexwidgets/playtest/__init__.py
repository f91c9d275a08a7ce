"""Playtesting: bots, batches of games, and honest numbers about them."""

from __future__ import annotations

from . import bots

__all__ = ["bots"]
