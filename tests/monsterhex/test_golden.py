"""Recorded games come out as they were recorded; see golden.py."""

import pytest

from tests.monsterhex.golden import GAMES, GOLDEN


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_and_told_as_before(name):
    """Every state, view, list of moves and sentence of the recorded game is as it was."""
    GOLDEN.check(name)


def test_the_golden_games_show_what_is_rare():
    """Picks, ties, abilities, skipped turns and goals are among what was recorded."""
    told = "".join(GOLDEN.recorded(name) for name in GAMES)
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
    GOLDEN.check_files()
