"""A widget that bears bursts: what changes too often is sent as what it comes to, and one that is closed is gone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import anywidget

from .pace import Pace

__all__ = ["PacedWidget", "later"]


def later(seconds: float, call: Callable[[], None]) -> bool:
    """Call back from another thread; False where there are no threads (JupyterLite)."""
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    try:
        timer.start()
    except RuntimeError:
        return False
    return True


class PacedWidget(anywidget.AnyWidget):
    """The base of all boards. Subclasses override `_on_message`."""

    def __init__(self, **traits: Any) -> None:
        self._lock: Any = threading.RLock()  # held while traits change together or are sent
        self._pace = Pace()
        self._owed: set[str] = set()  # traits whose latest values are still to be sent
        self._timed = False  # whether a moment is set when they will be
        super().__init__(**traits)
        made_here = "layout" not in traits and traits.get("comm") is None
        self._own_layout = self.layout if made_here else None
        self.on_msg(self._on_message)

    def close(self) -> None:
        """Take the board off every page."""
        self.__dict__.get("_owed", set()).clear()  # none yet, where making it failed
        super().close()
        if layout := self.__dict__.get("_own_layout"):  # a widget too, which would stay for good
            layout.close()

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Tell the pages some traits, or all; in a long burst only what they come to, a moment later (see `Pace`)."""
        with self._lock:
            if key is None:
                self._owed.clear()
                super().send_state()
                return
            self._owed.update([key] if isinstance(key, str) else key)
            if not self._timed:
                wait = self._pace.take()
                self._timed = wait > 0 and later(wait, self._on_time)
            if not self._timed:
                self._catch_up()

    def _on_time(self) -> None:
        with self._lock:
            self._timed = False
            self._catch_up()

    def _catch_up(self) -> None:
        """Send what is owed."""
        with self._lock:
            owed, self._owed = self._owed, set()
            if owed:
                super().send_state(owed)

    def _on_message(self, _widget: Any, content: Any, buffers: Any) -> None:
        """Take a custom message of a page."""
