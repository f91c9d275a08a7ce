"""A board as a page of its own: one file that needs no kernel and no network, with every position of a game.

The page holds its script and its data and may load nothing: a policy in its head names the script by its hash, so that
no text in it, whoever wrote it, is ever run.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .bundle import bundle
from .ink import escape
from .shown import Shown
from .text import text_of

__all__ = ["html", "keep"]

_LASTING = ("grid", "words", "language", "theme", "digits")


def html(board: Mapping[str, Any], positions: Sequence[Mapping[str, Any]]) -> str:
    """A page that shows positions one after the other, beginning with the first.

    ``board`` holds what is the same for all of them: ``grid``, ``words``, ``language``, ``theme`` ("auto" follows
    the reader's system) and ``digits``; each of ``positions``, of which there is at least one, is a scene (scene.py).
    """
    shown = Shown(board["grid"], positions[-1], board["language"])
    record = {"board": {name: board[name] for name in _LASTING}, "plies": _changes(positions)}
    script, theme = bundle("replay.js"), board["theme"]
    policy = (
        f"default-src 'none'; script-src 'sha256-{_digest(script)}'; style-src 'unsafe-inline'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        f'<!doctype html>\n<html lang="{escape(board["language"])}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f'<meta name="color-scheme" content="{"light dark" if theme == "auto" else theme}">\n'
        f"<title>{escape(shown.title)}</title>\n<style>{bundle('replay.css')}</style>\n</head>\n<body>\n"
        f'<div id="replay"></div>\n<noscript><pre>{escape(text_of(shown))}</pre></noscript>\n'
        f'<script type="application/json" id="record">{_json(record)}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def keep(page: str, path: str | os.PathLike[str] | None) -> str | None:
    """Write a page to a file; the page itself where there is no path."""
    if path is None:
        return page
    Path(path).write_text(page, "utf-8", newline="\n")  # as it was hashed
    return None


def _changes(positions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The first position, then what is not as it was before."""
    before: Mapping[str, Any] = {}
    out = []
    for position in positions:
        out.append({name: value for name, value in position.items() if before.get(name) != value})
        before = position
    return out


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def _json(value: Any) -> str:
    """JSON that no parser of HTML takes for anything else."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").encode("utf-8", "backslashreplace").decode()
