"""Monster Hex: area majority with hexagonal units and hidden hands."""

from .rules import DIALS, SWITCHES

__all__ = ["DIALS", "SWITCHES"]
