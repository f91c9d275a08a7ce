"""How often a board may tell its pages where it stands: a burst at once, from then on so many updates a second.

Servers and pages bear only so much: Jupyter drops what comes too fast, and a dropped update would be the last one.
"""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["BURST", "RATE", "Pace"]

BURST = 200  # updates that may follow each other at once: more than a game has decisions
RATE = 20.0  # updates a second after that


class Pace:
    """A bucket of updates that fills up again with time."""

    def __init__(self, burst: int = BURST, rate: float = RATE, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left, self._then = float(burst), clock()

    def take(self) -> float:
        """Take an update out: the seconds until it may be sent, 0 while there are any left."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        self._left -= 1
        return max(0.0, -self._left / self._rate)
