"""Conditions: each says what it says, on decisions of real games."""

from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.engine.teaching import Happening
from hexwidgets.teach.goals import goal_faults, is_met


def met(game: Any, condition: dict[str, Any], *moves: str, learners: tuple[str, ...] = ()) -> bool:
    before, deciding = game.state, game.rules.to_move(game.state)
    game.play(*moves)
    played = game.moves[-1] if len(moves) > 1 else (game.moves[-1],)
    happening = Happening(game.rules, before, dict(zip(deciding, played, strict=True)), game.state, game.last_events)
    return is_met([condition], happening, game.teaching(), learners or game.seats)


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ({"happened": "MH-TURN-1"}, True),
        ({"happened": ["MH-X", "MH-TURN-1"], "unit": "A1"}, True),
        ({"happened": "MH-TURN-1", "unit": "S1"}, False),
        ({"happened": "MH-TURN-1", "nonsense": 1}, False),
        ({"move": "A1@*"}, True),
        ({"move": "A1@d3^?"}, True),
        ({"move": "a1@*"}, False),
        ({"move": "A1@*", "by": "red"}, True),
        ({"move": "A1@*", "by": "blue"}, False),
        ({"score": "red", "gains": 1}, False),
        ({"phase": "place"}, True),
        ({"phase": ["take", "over"]}, False),
        ({"winner": "red"}, False),
        ({"any": [{"move": "B*"}, {"move": "A*"}]}, True),
        ({"all": [{"move": "B*"}, {"move": "A*"}]}, False),
        ({"not": {"move": "B*"}}, True),
        ({"refused": "MH-PLACE-1"}, False),
        ({"not": {"refused": "MH-PLACE-1"}}, True),
        ({"holds": "red", "cell": "d3"}, True),
        ({"holds": "red", "cell": ["d5", "d3"]}, True),
        ({"holds": "blue", "cell": "d3"}, False),
        ({"leads": "red", "site": "d2"}, True),
        ({"leads": "blue", "site": "d2"}, False),
        ({"leads": "red", "site": "d6"}, False),
        ({"matching": 1}, False),
        ({"faces": 2, "site": "d2"}, True),
        ({"faces": 3, "site": "d2"}, False),
    ],
)
def test_monster_hex(condition: dict[str, Any], true: bool) -> None:
    assert met(hw.MonsterHex("four", seed=7), condition, "A1@d3^0") is true


def test_the_best_move_of_an_ending() -> None:
    puzzle = hw.scenarios()["eight-points-one-way"]
    (best,) = puzzle.solutions()
    other = next(move for move in puzzle.game(seed=1).legal_moves() if move != best)
    assert met(puzzle.game(seed=1), {"best": "blue"}, best)
    assert not met(puzzle.game(seed=1), {"best": "blue"}, other)
    assert not met(puzzle.game(seed=1), {"best": "red"}, best)


def test_the_best_move_is_asked_near_the_end_and_of_games_in_turn() -> None:
    assert not met(hw.MonsterHex("four", seed=7), {"best": "red"}, "A1@d3^0")
    duel = hw.ArenaDuel(seed=1)
    assert [fault for _, fault, _ in goal_faults([{"best": "north"}], "goal", duel.rules, duel.teaching())]


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ({"at": "north", "cell": "c3"}, True),
        ({"at": "north", "cell": ["b2", "c2"]}, False),
        ({"faces": "north", "direction": 5}, True),
        ({"faces": "north", "direction": 2}, False),
        ({"threw": "north", "dice": 3}, True),
        ({"threw": "south", "dice": 2}, False),
        ({"has": "south", "dice": 3}, True),
        ({"sees": "south", "arc": "front"}, True),
        ({"sees": "south", "arc": ["back", "back-left"]}, False),
        ({"score": "south", "loses": 1}, False),
        ({"happened": "AD-DICE-2"}, True),
    ],
)
def test_arena_duel(condition: dict[str, Any], true: bool) -> None:
    duel = hw.ArenaDuel(dice=[3, 3, 5, 5, 5, 5, 5, 5, 1, 1])
    with duel.editing() as e:
        e.fighter("north", "b2", facing=5)
        e.fighter("south", "d3", facing=2)
    assert met(duel, condition, "F=", "S=") is true


def test_only_the_learners_moves_count() -> None:
    duel = hw.ArenaDuel(seed=7)
    assert not met(duel, {"move": "F>"}, "S=", "F>", learners=("north",))


def test_an_attempt_meets_only_goals_that_ask_for_one() -> None:
    game = hw.MonsterHex("four", seed=7)
    tried = Happening(game.rules, game.state, {}, game.state, refused="MH-PLACE-1")
    for goal, true in (
        ([{"refused": "MH-PLACE-1"}], True),
        ([{"refused": "MH-PLACE-2"}], False),
        ([{"not": {"move": "x"}}], False),
        ([{"any": [{"move": "x"}, {"refused": ["MH-PLACE-1"]}]}], True),
    ):
        assert is_met(goal, tried, game.teaching(), ()) is true
