"""Text for people on a page: safe, in the host's colours and type, and with headings that a screen reader finds."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["OnPage", "heading", "page", "prose"]

_CODED = r"<code style='font-family: var(--jp-code-font-family, monospace)'>\1</code>"
_CODE, _STRONG = re.compile(r"`([^`]+)`"), re.compile(r"\*\*([^*]+)\*\*")


def prose(text: str) -> str:
    """Paragraphs, parted by empty lines, with `code` and **strong** words; everything else is text."""
    escaped = [html.escape(paragraph) for paragraph in re.split(r"\n\s*\n", text.strip()) if paragraph.strip()]
    marked = [_STRONG.sub(r"<strong>\1</strong>", _CODE.sub(_CODED, paragraph)) for paragraph in escaped]
    return "".join(f"<p style='margin: 0.4em 0'>{paragraph}</p>" for paragraph in marked)


def heading(text: str, level: int) -> str:
    """A heading."""
    return f"<h{level} style='margin: 0.5em 0 0.2em; line-height: 1.3'>{html.escape(text)}</h{level}>"


def page(content: str, language: str) -> str:
    """HTML in the colours and the type of where it is shown."""
    return (
        f"<div lang='{html.escape(language)}' style='color: var(--jp-ui-font-color1, inherit); line-height: 1.5; "
        f"max-width: 46em; overflow-wrap: anywhere'>{content}</div>"
    )


class OnPage:
    """Something that shows its ``widget`` on a page, and where none can live its text, or HTML where it has that."""

    widget: Any

    def show(self) -> Any:
        """The widget that is shown."""
        return self.widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = self.show()._repr_mimebundle_(**kwargs)
        data: Mapping[str, Any] = bundle[0] if isinstance(bundle, tuple) else bundle or {}
        as_html = getattr(self, "_repr_html_", None)
        return {**data, "text/plain": str(self)} | ({"text/html": as_html()} if as_html else {})

    def _display_(self) -> Any:
        # marimo asks this first
        return self.show()
