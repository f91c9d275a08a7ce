"""Recorded games come out as they were recorded; see golden.py."""

import pytest

from tests.monsterhex.golden import FOLDER, GAMES, playthrough

WHAT_TO_DO = "meant? Then write it anew with: python -m tests.monsterhex.golden"


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_and_told_as_before(name):
    """Every state, view, list of moves and sentence of the recorded game is as it was."""
    recorded = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    played = list(playthrough(GAMES[name]))
    for number, (before, now) in enumerate(zip(recorded, played, strict=False), start=1):
        assert now == before, f"{name}.txt, line {number}; {WHAT_TO_DO}"
    assert len(played) == len(recorded)


def test_the_golden_games_show_what_is_rare():
    """Picks, ties, abilities, skipped turns and goals are among what was recorded."""
    told = "".join((FOLDER / f"{name}.txt").read_text("utf-8") for name in GAMES)
    rules = ("LARGE-2", "LARGE-3", "LARGE-4", "SMALL-1", "SMALL-2", "SMALL-3", "OVER-1", "SHARED-3", "SHARED-4")
    rules += (
        "ABIL-1",
        "ABIL-2",
        "ENCHANT",
        "BLITZ-1",
        "BLITZ-2",
        "CONFUSE",
        "SCHEME",
        "CURSE",
        "PETRIFY-1",
        "PETRIFY-3",
        "GOAL-2",
        "WIN-",
    )
    for part in ("| take |", "| ability |", "play take ", *(f"[MH-{rule}" for rule in rules)):
        assert part in told


def test_there_is_no_golden_file_too_many():
    """Every file belongs to a game."""
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.txt" for name in GAMES}
