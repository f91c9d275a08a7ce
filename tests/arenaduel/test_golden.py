"""Recorded duels come out as they were recorded; see golden.py."""

import pytest

from tests.arenaduel.golden import GAMES, GOLDEN


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_duel_is_played_and_told_as_before(name):
    """Every state, line of the record, order that is legal or refused, and sentence is as it was."""
    GOLDEN.check(name)


def test_the_golden_duels_show_what_is_rare():
    """Every rule that events and refusals cite, both choices of a winner, and both ways to end were recorded."""
    told = "".join(GOLDEN.recorded(name) for name in GAMES)
    said = ("CHARGE-1", "ORDER-1", "PASS-1", "COLL-1", "PUSH-1", "PUSH-2", "DICE-2", "DICE-3")
    said += ("HIT-1", "HIT-2", "HIT-3", "END-1", "END-2")
    refused = ("AD-CHARGE-1", "AD-CHARGE-2", "AD-CHARGE-3", "AD-MOVE-2", "AD-REAR-1")
    lines = ("play pursue", "play hold", "line collide ", "line pass ", "result knock-out", "result turn-limit")
    for part in (*(f"[AD-{rule}]" for rule in said), *(f"{rule} " for rule in refused), *lines):
        assert part in told


def test_there_is_no_golden_file_too_many():
    """Every file belongs to a duel."""
    GOLDEN.check_files()
