"""The board's script, which every board brings along, is small."""

from __future__ import annotations

from hexwidgets.board.bundle import bundle


def test_the_boards_script_is_under_100_kilobytes() -> None:
    assert 0 < len(bundle("board.js").encode()) < 100_000
