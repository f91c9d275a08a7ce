"""The finder of puzzles: what it finds has one best move, proved, and is told in two languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.scenario.aim import Aim

from ..games.toys import Line

DUEL = hw.MonsterHex("two-duel", seed=7)


def find(count: int = 2, **options: Any) -> Any:
    return hw.find_puzzles(DUEL, count, **{"depth": 3, "progress": False} | options)


def test_each_has_one_best_move_and_no_other_comes_near() -> None:
    for puzzle in find(margin=2).values():
        ending = puzzle.game(seed=0).solve_ending()
        assert puzzle.solutions() == ending.best
        assert len(ending.best) == 1
        assert ending.worth.ahead - ending.second.ahead >= 2
        assert puzzle.aim == Aim(ending.seat, 1, best=True)


def test_hard_ones_are_missed_by_who_looks_no_further() -> None:
    for puzzle in find().values():
        game = puzzle.game(seed=0)
        rules, seat = game.rules, game.to_move
        standing = {move: rules.value(rules.apply(game.state, move), seat) for move in game.legal_moves()}
        assert standing[puzzle.solutions()[0]] < max(standing.values())
    assert list(find(hard=False)) != list(find())


def test_points_are_won_as_often_as_was_asked() -> None:
    (puzzle,) = find(1, scoring=2).values()
    game, scored = puzzle.game(seed=0), 0
    while game.result is None:
        before = game.scores
        game.play(game.solve_ending().best[0])
        scored += game.scores != before
    assert scored >= 2


def test_equal_seeds_find_equal_puzzles() -> None:
    assert dict(find()) == dict(find())
    assert set(find()).isdisjoint(find(seed=2))


def test_the_game_it_is_given_is_not_touched() -> None:
    state, rev = DUEL.state.copy(), DUEL.rev
    find(1)
    assert (DUEL.state, DUEL.rev) == (state, rev)


def test_title_and_task_are_told_in_two_languages() -> None:
    (puzzle,) = find(1).values()
    ahead = hw.MonsterHex.solve_ending(puzzle.game(seed=0)).summary("en").split(",")[0].split(": ")[1]
    assert "Find the only placement with the best result" in puzzle.task_in("en")
    assert "配置が1つだけあります" in puzzle.task_in("ja")
    assert all(ahead in puzzle.task_in(language) for language in ("en", "ja"))
    assert puzzle.task_in("en").split()[0] in ("Red", "Blue")
    assert puzzle.task_in("ja")[0] in "赤青"


def test_what_is_found_is_saved_and_shown_like_any_scenario(tmp_path: Path) -> None:
    found = find(1)
    ((key, puzzle),) = found.items()
    puzzle.save(tmp_path / f"{key}.json")
    assert dict(hw.scenarios(tmp_path)) == dict(found)
    assert key in found.text("en")


def test_progress_is_told_and_an_interrupt_keeps_what_was_found() -> None:
    told: list[tuple[int, int]] = []

    def stop(found: int, games: int) -> None:
        told.append((found, games))
        if found == 1:
            raise KeyboardInterrupt

    assert len(find(5, progress=stop)) == 1
    assert told[-1][0] == 1
    assert [games for _, games in told] == list(range(1, len(told) + 1))


def test_it_gives_up_after_so_many_games() -> None:
    assert len(find(1, games=1)) == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": 0}, "depth: expected an integer from 1, got 0"),
        ({"margin": -1}, "margin: expected an integer from 0, got -1"),
        ({"games": 0.5}, r"games: expected an integer from 1, got 0\.5"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        find(**options)


def test_games_that_cannot_be_solved_or_kept_are_refused() -> None:
    with pytest.raises(ValueError, match="decide in turn"):
        hw.find_puzzles(hw.ArenaDuel(), 1, progress=False)
    with pytest.raises(TypeError, match="its rules lack options, position, at"):
        hw.find_puzzles(hw.Game(Line()), 1, progress=False)


# -- the aim ------------------------------------------------------------------------------------------------------


def test_the_best_is_reached_by_who_gives_nothing_away() -> None:
    scenario = hw.scenarios()["eight-points-one-way"]
    (best,) = scenario.solutions()
    game = scenario.game(seed=1)
    assert not scenario.is_reached(game)
    game.play(best)
    while game.result is None:
        assert scenario.is_reached(game)
        game.play(game.solve_ending().best[0])
    assert scenario.is_reached(game)
    assert game.scores["blue"] - game.scores["red"] == 8
    game.goto(0)
    game.play(next(move for move in game.legal_moves() if move != best))
    assert not scenario.is_reached(game)


def test_the_best_and_more_may_be_asked_together() -> None:
    scenario = hw.scenarios()["eight-points-one-way"]
    game, (best,) = scenario.game(seed=1), scenario.solutions()
    assert Aim("blue", 3, wins=True, best=True).solutions(game.rules, game.state) == (best,)
    assert Aim("blue", 1, points=30, best=True).solutions(game.rules, game.state) == ()
    assert Aim("blue", 1, best=True).to_json() == {"seat": "blue", "within": 1, "best": True}
