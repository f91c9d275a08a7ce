"""What js/ was built into: the scripts and style sheets that pages are given."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["STATIC", "bundle"]

STATIC = Path(__file__).with_name("static")


@cache
def bundle(name: str) -> str:
    """A file of the bundle as text."""
    try:
        return (STATIC / name).read_text("utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(f"the board's bundle {name} is missing: run `make bundle` (needs Node 20)") from None
