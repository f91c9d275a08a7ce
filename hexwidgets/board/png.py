"""An SVG picture as pixels, by resvg, which brings its own renderer and takes the system's fonts."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["png"]

_MOST = 8  # times the picture's own size: a board of 880 pixels becomes one of 7,040


def png(picture: str, path: str | os.PathLike[str] | None, scale: float) -> bytes | None:
    """SVG text as a PNG, ``scale`` pixels for each of its own: returned, or written to the file ``path``.

    Raises ``ValueError`` for a scale that is not above 0 and at most 8, and ``ImportError`` without the extra ``png``.
    """
    if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0 < scale <= _MOST:
        raise ValueError(f"scale: expected a number above 0 and at most {_MOST}, got {scale!r}")
    try:
        from resvg_py import svg_to_bytes  # noqa: PLC0415  an extra
    except ImportError as error:
        raise ImportError("PNG pictures need resvg-py: pip install 'hexwidgets[png]'") from error
    pixels = svg_to_bytes(svg_string=picture, zoom=scale)
    if path is None:
        return pixels
    Path(path).write_bytes(pixels)
    return None
