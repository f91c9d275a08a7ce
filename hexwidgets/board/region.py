"""A live region: what has come about, which a screen reader speaks."""

from __future__ import annotations

import html
from typing import Any

import anywidget
import traitlets as t

from .bundle import bundle

__all__ = ["LiveRegion"]


class LiveRegion(anywidget.AnyWidget):
    """A part of a page whose changes are spoken; ``value`` is HTML, so what people wrote must be escaped in it.

    It stays on the page while its value changes. A region that came together with its text, as one inside the value of
    an ``ipywidgets.HTML`` would, is not spoken.

    >>> region = LiveRegion()
    >>> region.value = "<p>Right.</p>"
    """

    _esm: Any = t.Unicode().tag(sync=True)  # text, as of boards
    value = t.Unicode("").tag(sync=True, echo_update=False)

    @t.default("_esm")
    def _default_esm(self) -> str:
        return bundle("region.js")

    def say(self, text: str) -> None:
        """Show a text that is no markup."""
        self.value = html.escape(text)
