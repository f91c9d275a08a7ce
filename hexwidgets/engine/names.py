"""The games that have been loaded, by the names they have in records."""

from __future__ import annotations

from typing import Any

__all__ = ["GAMES"]

GAMES: dict[str, Any] = {}  # classes of `Game`; rules must not know that, since it brings traits along
