"""`game.hint`: what a search thinks of a seat's moves, and how it is told."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.advice import advice, advise

from ..games.cases import CASES, Case, disguise_monster_hex
from ..games.toys import Line
from ..strategies import play_on


def quick(game: Any, seat: str | None = None, seed: int = 1) -> Any:
    return game.hint(seat, seconds=None, playouts=30, seed=seed)


def test_a_hint_holds_every_legal_move_the_best_first() -> None:
    game = hw.MonsterHex("two-duel", seed=3)
    hint = quick(game)
    assert sorted(map(str, hint.moves)) == sorted(map(str, game.legal_moves()))
    assert 3 * hint[0].share >= max(thought.share for thought in hint)
    assert sum(thought.share for thought in hint) == pytest.approx(1)
    assert all(0 <= thought.value <= 1 for thought in hint)
    assert (hint.seat, hint.playouts, hint.best, len(hint)) == ("red", 30, hint[0].move, len(game.legal_moves()))


def test_equal_seeds_make_equal_hints() -> None:
    game = hw.ArenaDuel(seed=3)
    assert quick(game, "north") == quick(game, "north") != quick(game, "north", seed=2)


def test_a_hint_knows_what_its_seat_knows_and_no_more() -> None:
    game: Any = hw.MonsterHex("two-shared", seed=3, abilities=True, goals=True)
    play_on(game, random.Random(3), 9)
    told = quick(game)
    with game.lock:
        game._history.now.state = disguise_monster_hex(game.rules, game.state, game.to_move, random.Random(8))
    assert quick(game) == told


def test_a_hint_changes_nothing() -> None:
    game: Any = hw.MonsterHex("two-duel", seed=3)
    state, rev = game.state.copy(), game.rev
    quick(game)
    assert (game.state, game.rev) == (state, rev)


def test_where_several_decide_it_must_be_said_for_whom() -> None:
    with pytest.raises(ValueError, match="north and south decide together"):
        quick(hw.ArenaDuel(seed=3))


def test_a_seat_that_has_nothing_to_decide_is_given_no_hint() -> None:
    with pytest.raises(ValueError, match="blue has nothing to decide now, red has"):
        quick(hw.MonsterHex("two-duel", seed=3), "blue")
    with pytest.raises(ValueError, match="there is no seat 'pink'"):
        quick(hw.MonsterHex("two-duel", seed=3), "pink")


def test_the_text_follows_the_games_language() -> None:
    game = hw.MonsterHex("two-duel", seed=3, language="ja")
    hint = quick(game)
    assert str(hint).startswith("red：30回の試行で選んだ候補手")
    assert hint.text("en").startswith("red: the best moves after 30 playouts")
    assert repr(hint) == str(hint)
    assert f"{hint.best}：勝率" in str(hint)


def test_a_single_move_needs_no_thought() -> None:
    game = hw.Game(Line(), seed=3)
    while len(game.legal_moves()) > 1 and game.result is None:
        play_on(game, random.Random(game.ply), 1)
    if game.result is None:
        assert quick(game).playouts == 0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_picks_mean_the_move_they_stand_for(case: Case) -> None:
    for plies in (0, 1, 3, 8, 15, 28):
        game = case.show(plies)
        play_on(game, random.Random(plies), plies)
        for seat in game.rules.to_move(game.state):
            for move in game.legal_moves(seat)[:40]:
                assert game.scenery.move(game.state, game.scenery.picks(move)) == str(move)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_is_told_as_a_table(language: str) -> None:
    game = hw.MonsterHex("two-duel", seed=3)
    table = advice(game, quick(game), language)
    assert set(table) == {"heading", "note", "columns", "rows"}
    for row, thought in zip(table["rows"], quick(game).shown, strict=True):
        assert row["label"] == str(thought.move)
        assert len(row["cells"]) == len(table["columns"]) == 2
        assert all(-1 <= tone <= 1 for _, tone, _ in row["cells"])


def test_who_has_nothing_to_decide_is_not_advised() -> None:
    assert advise(hw.MonsterHex("two-duel", seed=3), "blue", "en") is None
