"""Recorded games come out as they were recorded; see golden.py."""

import json

import pytest

from tests.monsterhex.golden import FOLDER, GAMES, perft, playthrough

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
    """Picks, a placement without a match, and ties are among what was recorded."""
    told = "".join((FOLDER / f"{name}.txt").read_text("utf-8") for name in GAMES)
    for part in ("| take |", "play take ", "[MH-LARGE-2]", "[MH-LARGE-3]", "[MH-SMALL-1]", "[MH-SMALL-2]", "[MH-WIN-"):
        assert part in told


def test_numbers_of_legal_moves_are_as_before():
    """As many moves at each ply of fixed games, and as many lines of two moves, as were counted once."""
    recorded = json.loads((FOLDER / "perft.json").read_text("utf-8"))
    assert json.loads(json.dumps(perft())) == recorded, WHAT_TO_DO


def test_there_is_no_golden_file_too_many():
    """Every file belongs to a game."""
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.txt" for name in GAMES} | {"perft.json"}
