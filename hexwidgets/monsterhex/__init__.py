"""Monster Hex: area majority with hexagonal units and hidden hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dials import SWITCHES

__all__ = ["DIALS", "SWITCHES"]


if TYPE_CHECKING:
    from ..engine.dials import Dial

    DIALS: tuple[Dial, ...]
else:

    def __getattr__(name: str) -> Any:
        # The dials of the reference set come from its data file, which is read when it is needed.
        if name == "DIALS":
            from .dials import reference_dials  # noqa: PLC0415

            return reference_dials()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
