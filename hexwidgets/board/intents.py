"""What a board's page may ask, checked field by field: a page is not to be trusted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeGuard, get_args

from .scene import PROTOCOL

__all__ = ["BadIntent", "Intent", "is_count", "is_text", "read_intent"]

MAX_TEXT, MAX_PICKS, MAX_INTEGER = 64, 16, 2**53
_HALF_PAIR = re.compile("[\ud800-\udfff]")

Kind = Literal["move", "tried", "preview", "odds", "tool", "edit", "undo", "redo", "reveal", "pong"]
_KINDS: tuple[Kind, ...] = get_args(Kind)
_WITH_PICKS = ("move", "tried", "preview", "odds", "tool", "edit")


@dataclass(frozen=True, slots=True)
class Intent:
    """What a person wants, and the position ``rev`` they saw; ``view`` and ``seq`` mark the answer."""

    kind: Kind
    view: str
    seq: int
    rev: int
    picks: tuple[str | int, ...] = ()


class BadIntent(ValueError):
    """A message that is no intent; ``view`` and ``seq`` are what could be read of where it came from."""

    def __init__(self, what: str, content: object) -> None:
        super().__init__(what)
        fields = content if isinstance(content, Mapping) else {}
        view, seq = fields.get("view"), fields.get("seq")
        self.view = view if is_text(view) else ""
        self.seq = seq if is_count(seq) else -1


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is a number that counts something."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_INTEGER


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a short text that can be sent back."""
    # Half a surrogate pair is text to JSON and to Python, but no answer that repeats it can be sent.
    return isinstance(value, str) and len(value) <= MAX_TEXT and not _HALF_PAIR.search(value)


def _is_pick(value: object) -> bool:
    return is_text(value) or is_count(value)


def read_intent(content: Any) -> Intent:
    """The intent in a message; `BadIntent` says which field is wrong."""
    if not isinstance(content, Mapping):
        raise BadIntent("not an object", content)
    if content.get("v") != PROTOCOL or isinstance(content.get("v"), bool):
        raise BadIntent("v", content)
    kind, view = content.get("kind"), content.get("view")
    if kind not in _KINDS:
        raise BadIntent("kind", content)
    if not is_text(view):
        raise BadIntent("view", content)
    if kind == "pong":
        return Intent("pong", view, 0, 0)
    for name in ("seq", "rev"):
        if not is_count(content.get(name)):
            raise BadIntent(name, content)
    picks = content.get("picks", []) if kind in _WITH_PICKS else []
    if not isinstance(picks, list) or len(picks) > MAX_PICKS or not all(_is_pick(p) for p in picks):
        raise BadIntent("picks", content)
    return Intent(kind, view, content["seq"], content["rev"], tuple(picks))
