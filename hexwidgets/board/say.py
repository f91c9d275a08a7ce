"""What the board itself says, in a language: the catalogue in words/."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hexwidgets.catalogues import catalogue, unpacked

__all__ = ["say", "words"]


def words(language: str) -> dict[str, str]:
    """All words of a language, as `say` and its twin in the page read them."""
    return catalogue("hexwidgets.board.words", language).packed


def say(known: Mapping[str, str], key: str, **facts: object) -> str:
    """A word with its {name} places filled in; the key itself where the word is missing.

    Of a word with several forms, ``n`` chooses one.

    >>> say(words("en"), "points", n=3), say(words("en"), "points", n=1)
    ('3 points', '1 point')
    """
    return re.sub(r"\{(\w+)\}", lambda m: str(facts.get(m[1], m[0])), unpacked(known.get(key, key), facts.get("n")))
