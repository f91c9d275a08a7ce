"""Every game of the package at once, for files that may hold any of them."""

from .arenaduel.game import ArenaDuel
from .live import load
from .monsterhex.game import MonsterHex

__all__ = ["ArenaDuel", "MonsterHex", "load"]
