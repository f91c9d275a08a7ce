"""The model: traits that change together, seeds, secrets, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import traitlets as t

import hexwidgets as hw
from hexwidgets.engine.game import Game as Model

from ..games.toys import Line, Raid, Whist
from ..strategies import decide, play_on, told

SHOWN = ("to_move", "phase", "ply", "scores", "result", "log", "rev")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    hw.set_language("en")


def seen(game: Model) -> tuple[Any, ...]:
    return tuple(getattr(game, name) for name in SHOWN)


# -- traits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make", [lambda: hw.MonsterHex(seed=3), lambda: hw.Game(Line(), seed=3), lambda: hw.Game(Raid())]
)
def test_whichever_trait_is_observed_all_others_are_new_already(make: Any) -> None:
    game, rng = make(), random.Random(1)
    told_now: list[tuple[Any, ...]] = []
    for name in game.trait_names():
        game.observe(lambda change: told_now.append((seen(game), change.name, change.new)), name)
    while decide(game, rng):
        after = seen(game)
        assert told_now
        for inside, name, new in told_now:
            assert inside == after
            assert getattr(game, name) == new
        told_now.clear()


def test_each_move_undo_and_redo_is_told_once() -> None:
    game = hw.Game(Line())
    plies: list[tuple[int, int]] = []
    revs: list[int] = []
    game.observe(lambda change: plies.append((change.old, change.new)), "ply")
    game.observe(lambda change: revs.append(change.new), "rev")
    start = game.rev
    game.play("a1")
    game.play("b1")
    game.undo()
    game.redo()
    game.goto(0)
    game.goto(0)
    assert plies == [(0, 1), (1, 2), (2, 1), (1, 2), (2, 0)]
    assert revs == [start + n for n in range(1, 6)]
    with pytest.raises(hw.IllegalMove):
        game.play("z9")
    with pytest.raises(hw.EditError):
        game.undo()
    assert len(revs) == 5


def test_an_observer_may_answer_with_a_move_of_its_own() -> None:
    """How the other seats play beside a person: the whole game runs inside one call."""
    game, rng = hw.MonsterHex(seed=8), random.Random(1)
    plies: list[int] = []

    def answer(change: Any) -> None:
        plies.append(game.ply)
        decide(game, rng)

    game.observe(answer, "ply")
    decide(game, rng)
    assert game.result is not None
    assert sorted(set(plies)) == list(range(1, game.ply + 1))


def test_a_move_stands_when_an_observer_fails() -> None:
    game = hw.Game(Line())
    game.observe(lambda change: 1 / 0, "ply")
    with pytest.raises(ZeroDivisionError):
        game.play("a1")
    assert (game.ply, game.to_move, game.moves) == (1, "white", ("a1",))
    game.unobserve_all()
    game.play("b1")
    assert (game.ply, len(game.log)) == (2, 2)


@pytest.mark.parametrize("name", SHOWN)
def test_what_the_rules_decide_cannot_be_set(name: str) -> None:
    game = hw.Game(Line())
    before = seen(game)
    with pytest.raises(t.TraitError, match="read-only"):
        setattr(game, name, None)
    assert seen(game) == before


def test_subscribers_are_called_inside_the_lock_with_all_traits_new_and_before_observers() -> None:
    game, calls = hw.Game(Line()), []
    game.observe(lambda change: calls.append("observer"), "ply")
    end = game.subscribe(lambda: calls.append(("subscriber", game.ply, game.to_move, len(game.log), game.rev)))
    game.play("a1")
    assert calls == [("subscriber", 1, "white", 1, game.rev), "observer"]
    end()
    end()
    game.play("b1")
    assert calls[2:] == ["observer"]


def test_a_tuple_of_seats_is_to_move_where_several_decide_and_none_at_the_end() -> None:
    game = hw.Game(Raid(), seed=1)
    assert game.to_move == ("north", "south")
    play_on(game, random.Random(1))
    assert game.to_move is None
    assert game.phase == "over"


# -- language -------------------------------------------------------------------------------------


def test_a_game_speaks_its_own_language_or_follows_the_default() -> None:
    own, following = hw.Game(Line(), language="ja"), hw.Game(Line())
    for game in (own, following):
        game.play("a1")
    logs: list[str] = []
    following.observe(lambda change: logs.append(str(change.new)), "log")
    hw.set_language("ja")
    assert "白" not in str(following.log)
    assert str(following.why("a1")) == str(own.why("a1")) == "a1は埋まっています。"
    following.language = "en"
    assert str(following.why("a1")) == "a1 is taken."
    following.language = None
    assert str(following.why("a1")) == "a1は埋まっています。"
    with pytest.raises(hw.IllegalMove, match="LINE-2: a1は埋まっています。"):
        own.play("a1")


@pytest.mark.parametrize("wrong", ["fr", "", 3, ["en"]])
def test_an_unknown_language_is_refused_at_any_time(wrong: Any) -> None:
    with pytest.raises((ValueError, t.TraitError)):
        hw.Game(Line(), language=wrong)
    game = hw.Game(Line(), language="ja")
    with pytest.raises((ValueError, t.TraitError)):
        game.language = wrong
    assert game.language == "ja"


def test_a_change_of_language_is_no_change_of_position() -> None:
    game = hw.Game(Raid(), seed=1)
    game.commit("north", "raid")
    rev = game.rev
    game.language = "ja"
    hw.set_language("ja")
    assert game.rev == rev
    game.commit("south", "raid")
    assert game.ply == 1


# -- seeds ----------------------------------------------------------------------------------------


def test_equal_seeds_give_equal_games_and_a_seed_of_its_own_is_kept() -> None:
    for make in (
        hw.MonsterHex,
        lambda seed=None: hw.Game(Raid(), seed=seed),
        lambda seed=None: hw.Game(Whist(), seed=seed),
    ):
        game = make()
        again = make(seed=game.seed)
        play_on(game, random.Random(1))
        play_on(again, random.Random(1))
        assert told(game) == told(again)
    assert len({hw.MonsterHex().seed for _ in range(20)}) == 20
    assert len({str(hw.MonsterHex(seed=n).decks) for n in range(20)}) == 20


def test_the_random_numbers_of_others_do_not_matter_and_are_not_touched() -> None:
    random.seed(1)
    before = random.getstate()
    game = hw.MonsterHex(seed=5)
    play_on(game, random.Random(1))
    assert random.getstate() == before
    random.seed(2)
    assert told(hw.MonsterHex(seed=5)) == told(hw.MonsterHex(seed=5))


@pytest.mark.parametrize("wrong", [True, 1.0, "7", [7]])
def test_a_seed_is_an_integer(wrong: Any) -> None:
    with pytest.raises(TypeError, match="seed: expected an int or None"):
        hw.MonsterHex(seed=wrong)


# -- who decides ----------------------------------------------------------------------------------


def test_one_move_for_each_seat_that_decides() -> None:
    game = hw.Game(Raid(), seed=1)
    for moves in ((), ("raid",), ("raid", "raid", "raid")):
        with pytest.raises(hw.IllegalMove, match=r"ARITY: Expected 2 \(one move for each of north, south\)") as caught:
            game.play(*moves)
        assert caught.value.text("ja").startswith("2手")
    with pytest.raises(hw.IllegalMove, match="RAID-1: south"):
        game.play("raid", "flee")
    assert game.ply == 0
    game.play("raid", "guard")
    assert game.moves == (("raid", "guard"),)


def test_a_question_about_simultaneous_decisions_names_the_seat() -> None:
    game = hw.Game(Raid())
    with pytest.raises(ValueError, match="north and south decide together: say whose moves"):
        game.legal_moves()
    with pytest.raises(ValueError, match="say for whom"):
        game.why("raid")
    assert game.why("south", "raid") is None
    with pytest.raises(TypeError, match="why"):
        game.why()
    with pytest.raises(TypeError, match="why"):
        game.why("north", "raid", "raid")


@pytest.mark.parametrize("seat", ["west", "", None, 3, ["north"], "chance"])
def test_an_unknown_seat_is_refused_and_the_known_ones_listed(seat: Any) -> None:
    game = hw.Game(Raid())
    for ask in (
        lambda: game.why(seat, "raid"),
        lambda: game.play_for(seat, "raid"),
        lambda: game.commit(seat, "raid"),
        lambda: game.legal_moves(seat) if seat is not None else game.view(3),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match=r"there is no seat .*; the seats are north, south"):
            ask()


def test_who_does_not_decide_has_no_moves_and_is_told_who_does() -> None:
    game = hw.Game(Line())
    assert game.legal_moves("white") == ()
    fault = game.why("white", "a1")
    assert fault is not None
    assert (fault.rule, str(fault)) == ("TURN", "white does not decide now; black does.")
    play_on(game, random.Random(1), 1000)
    fault = game.why("white", game.rules.cells[0])
    assert fault is not None
    assert fault.rule in ("OVER", "LINE-2")
    with pytest.raises(hw.IllegalMove):
        game.play("a1")


# -- secrets --------------------------------------------------------------------------------------


def test_a_committed_order_shows_nowhere_until_the_reveal() -> None:
    def everything(game: Model) -> str:
        shown = {name: getattr(game, name) for name in game.trait_names()}
        views = [game.view(seat) for seat in (None, *game.seats)]
        return repr((game, shown, views, game.to_json(), game.moves, game.last_events, game.log.text("ja"), str(game)))

    game, events = hw.Game(Raid(), seed=1), []
    game.observe(events.append)
    before = everything(game)
    for order in ("guard", "raid", "rest"):
        game.commit("north", order)
        assert everything(game) == before
    assert events == []
    twin = game.branch()
    twin.commit("south", "rest")
    assert twin.ply == 0
    game.commit("south", "guard")
    assert game.moves == (("rest", "guard"),)


def test_a_committed_order_is_checked_at_once_and_forgotten_when_the_position_changes() -> None:
    game = hw.Game(Raid(), seed=1)
    with pytest.raises(hw.IllegalMove, match="RAID-1"):
        game.commit("north", "flee")
    game.commit("south", "rest")
    assert game.ply == 0
    game.play("raid", "raid")
    game.commit("north", "rest")
    game.undo()
    game.commit("south", "guard")
    assert game.ply == 0
    game.commit("north", "raid")
    assert game.moves == (("raid", "guard"),)


def test_what_a_seat_has_decided_is_told_by_its_name_alone() -> None:
    game = hw.Game(Raid(), seed=1)
    assert (game.committed("north"), game.committed("south")) == (None, None)
    game.commit("north", "rest")
    game.commit("north", "raid")
    assert (game.committed("north"), game.committed("south")) == ("raid", None)
    game.commit("south", "guard")
    assert (game.committed("north"), game.committed("south")) == (None, None)
    with pytest.raises(ValueError, match="the seats are north, south"):
        game.committed("west")


def test_decisions_that_cannot_be_played_leave_those_before_them() -> None:
    class Broken(Raid):
        def apply(self, state: Any, *moves: Any) -> Any:
            raise RuntimeError("no")

    game = hw.Game(Broken(), seed=1)
    game.commit("north", "raid")
    with pytest.raises(RuntimeError):
        game.commit("south", "guard")
    assert (game.ply, game.committed("north"), game.committed("south")) == (0, "raid", None)


def test_a_position_knows_whether_it_was_just_played() -> None:
    game = hw.Game(Raid(), seed=1)
    assert game.just_played is False
    game.commit("north", "raid")
    assert game.just_played is False
    game.commit("south", "guard")
    assert game.just_played is True
    game.language = "ja"
    assert game.just_played is True
    for step in (game.undo, game.redo, lambda: game.goto(0), lambda: game.goto(1)):
        step()
        assert game.just_played is False
    game.play("raid", "raid")
    assert (game.just_played, game.branch().just_played) == (True, False)


def test_a_move_for_one_seat_waits_for_the_others() -> None:
    game = hw.Game(Raid(), seed=1)
    game.play_for("south", "guard", rev=game.rev)
    assert game.ply == 0
    game.play_for("north", "raid", rev=game.rev)
    assert game.moves == (("raid", "guard"),)


# -- rules ----------------------------------------------------------------------------------------


def test_what_is_no_rules_object_is_refused_with_what_it_lacks() -> None:
    class Half:
        game_type = Line.game_type
        initial = to_move = moves = Line.initial

    with pytest.raises(TypeError, match="lacks fault, apply, result, hide"):
        hw.Game(Half())
    with pytest.raises(TypeError, match="expected a Rules object"):
        hw.Game(None)


def test_a_move_made_for_another_position_is_stale() -> None:
    game = hw.Game(Line())
    rev = game.rev
    game.play("a1")
    with pytest.raises(hw.StaleMove) as caught:
        game.play_for("white", "b1", rev=rev)
    assert caught.value.rule == "STALE"
    with pytest.raises(hw.StaleMove):
        game.travel("undo", rev=rev)
    assert game.ply == 1
    game.travel("undo", rev=game.rev)
    game.travel("redo", rev=game.rev)
    assert game.moves == ("a1",)


def test_the_repr_says_where_the_game_stands() -> None:
    game = hw.Game(Line())
    game.play("a1")
    assert repr(game) == "<Game line: ply 1, play, to move white>"
