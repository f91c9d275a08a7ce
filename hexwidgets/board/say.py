"""What the board itself says, in a language: the words of words/*.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

__all__ = ["say", "words"]


@cache
def words(language: str) -> dict[str, str]:
    """All words of a language ("en", "ja")."""
    import tomllib  # noqa: PLC0415  read when the first board is made, not at import

    return tomllib.loads((Path(__file__).with_name("words") / f"{language}.toml").read_text("utf-8"))


def say(known: Mapping[str, str], key: str, **facts: object) -> str:
    """A word with its {name} places filled in; the key itself where the word is missing.

    >>> say({"points": "{n} points"}, "points", n=3)
    '3 points'
    """
    return re.sub(r"\{(\w+)\}", lambda m: str(facts.get(m[1], m[0])), known.get(key, key))
