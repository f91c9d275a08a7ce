"""A timeline looks at any position of the tree and changes none, until it is asked to play on from there."""

from __future__ import annotations

import gc
import random
import time
import weakref
from collections.abc import Callable, Iterator

import pytest
from ipywidgets.widgets import widget

import hexwidgets as hw
from hexwidgets.live import Game
from hexwidgets.timeline import Timeline

from .strategies import a_move, play_on, told

GAMES: dict[str, Callable[[], Game]] = {
    "monsterhex": lambda: hw.MonsterHex("four", seed=7),
    "arenaduel": lambda: hw.ArenaDuel(seed=7),
}


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A game of eight plies with another line of six that leaves it after four."""
    game, rng = GAMES[request.param](), random.Random(5)
    play_on(game, rng, 6)
    game.goto(4)
    play_on(game, rng, 4)
    return game


@pytest.fixture
def timeline(game: Game) -> Iterator[Timeline]:
    timeline = game.timeline()
    yield timeline
    timeline.close()


def labels(timeline: Timeline) -> list[str]:
    return [text for text, _ in timeline._lines.options]


def test_it_begins_at_the_games_own_position(timeline: Timeline, game: Game) -> None:
    assert (timeline.ply, timeline.line, timeline.follows) == (8, "2", True)
    assert (timeline._slider.value, timeline._slider.max) == (8, 8)
    assert timeline.board.picks["tree"] == game._table().picks["tree"]
    assert len(timeline._events.options) == 9


@pytest.mark.parametrize("ply", range(8))
def test_it_shows_what_the_game_showed_there(timeline: Timeline, game: Game, ply: int) -> None:
    before = told(game)
    timeline.go(ply)
    there = game.tree["2"].game(ply)
    assert timeline.board.tokens == there._table().tokens
    assert timeline.board.tray == there._table().tray
    assert timeline.board.picks == {"steps": [], "tree": {}}
    assert not timeline.follows
    assert told(game) == before


def test_nothing_can_be_played_where_one_only_looks(timeline: Timeline, game: Game) -> None:
    before, move = told(game), a_move(game, random.Random(1))[0]
    timeline.go(3)
    for kind in ("move", "undo", "redo", "reveal"):
        intent = {"v": 1, "view": "x", "seq": 1, "rev": game.rev, "kind": kind, "picks": str(move).split()}
        sent: list[dict[str, object]] = []
        timeline.board.send = lambda message, buffers=None, sent=sent: sent.append(message)  # type: ignore[method-assign,misc]
        timeline.board._on_message(timeline.board, intent, [])
        assert sent[-1]["ok"] is False
        assert "Play from here" in str(sent[-1]["text"])
    assert told(game) == before


def test_it_follows_the_game_until_one_looks_elsewhere(timeline: Timeline, game: Game) -> None:
    play_on(game, random.Random(2), 1)
    assert (timeline.ply, timeline.follows, timeline._slider.max) == (9, True, 9)
    game.undo()
    assert (timeline.ply, timeline._slider.max) == (8, 9)
    timeline.go(2)
    tokens = timeline.board.tokens
    play_on(game, random.Random(3), 1)
    assert (timeline.ply, timeline.follows) == (2, False)
    assert timeline.board.tokens == tokens
    timeline.to_game()
    assert (timeline.ply, timeline.follows) == (game.ply, True)


def test_when_the_game_comes_to_where_one_looks_it_is_followed(timeline: Timeline, game: Game) -> None:
    timeline.go(7)
    game.undo()
    assert timeline.follows
    assert timeline.board.picks["tree"]


def test_to_play_from_here_takes_the_game_there(timeline: Timeline, game: Game) -> None:
    timeline.go(5, "1")
    timeline._from_here.click()
    assert (game.ply, timeline.follows, timeline.line) == (5, True, "1")
    play_on(game, random.Random(9), 1)
    assert timeline.line == "3"
    assert set(game.tree) == {"1", "2", "3"}


def test_a_line_is_chosen_named_and_promoted(timeline: Timeline, game: Game) -> None:
    timeline._lines.value = "1"
    assert (timeline.line, timeline.ply, game.ply) == ("1", 6, 8)
    timeline._name.value = " 試し "
    timeline._set_name.click()
    assert timeline.line == "試し"
    assert any("試し" in label for label in labels(timeline))
    timeline._promote.click()
    assert (game.ply, next(iter(game.tree)), timeline.follows) == (6, "試し", True)


@pytest.mark.parametrize(("name", "said"), [("", "1 to 60 characters"), ("7", "not a number"), ("old", "called old")])
def test_a_name_that_cannot_be_is_told_on_the_timeline(timeline: Timeline, game: Game, name: str, said: str) -> None:
    game.tree.name("1", "old")
    timeline._name.value = name
    timeline._set_name.click()
    assert said in timeline._status.value
    assert timeline.line == "2"
    timeline.go(0)
    assert said not in timeline._status.value


def test_every_control_leads_to_the_same_place(timeline: Timeline) -> None:
    timeline._start.click()
    assert (timeline.ply, timeline._start.disabled, timeline._back.disabled) == (0, True, True)
    timeline._next.click()
    assert timeline.ply == timeline._slider.value == timeline._events.value == 1
    timeline._slider.value = 6
    timeline._back.click()
    assert timeline.ply == timeline._events.value == 5
    timeline._events.value = 2
    assert timeline._slider.value == 2
    timeline._end.click()
    assert (timeline.ply, timeline._end.disabled) == (8, True)


@pytest.mark.parametrize("ply", [-1, 9, True, 1.0, "1"])
def test_a_ply_that_is_not_there_is_refused_and_nothing_has_changed(timeline: Timeline, ply: object) -> None:
    with pytest.raises(hw.EditError, match="expected a ply from 0 to 8, got"):
        timeline.go(ply)  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="there is no line 'x'"):
        timeline.go(1, "x")
    assert timeline.follows


def test_it_plays_by_itself_to_the_end_and_can_be_stopped(timeline: Timeline) -> None:
    with pytest.raises(ValueError, match=r"speed: expected one of 0\.5, 1, 2, 4"):
        timeline.play(1000)
    timeline.go(6)
    timeline.play(4)
    assert timeline._play.description == "Pause"
    deadline = time.monotonic() + 10
    while timeline._play.description == "Pause" and time.monotonic() < deadline:
        time.sleep(0.02)
    assert (timeline.ply, timeline._play.description) == (8, "Play")
    timeline.play(0.5)
    timeline._play.click()
    assert (timeline.ply, timeline._play.description) == (0, "Play")


def test_positions_are_compared(timeline: Timeline, game: Game) -> None:
    timeline.go(3)
    timeline._other.value = "now"
    assert timeline._compared.value == hw.compare(
        game.tree["2"].game(3), game, names=("2, ply 3", "The game now")
    ).to_html("en")
    timeline._other.value = "line 1"
    assert "Nothing differs." in timeline._compared.value
    timeline._other.value = ""
    assert timeline._compared.value == ""


def test_it_speaks_the_language_of_the_game_or_its_own(timeline: Timeline, game: Game) -> None:
    own = game.timeline(language="en")
    game.language = "ja"
    assert (timeline._start.description, timeline._slider.description) == ("最初", "手数")
    assert "手順2：8手中8手目。" in timeline._status.value
    assert own._start.description == "Start"
    own.close()


def test_two_timelines_of_one_game_do_not_fight(timeline: Timeline, game: Game) -> None:
    other = game.timeline()
    timeline.go(1)
    other.go(2)
    assert (timeline.ply, other.ply, game.ply) == (1, 2, 8)
    other.play_from_here()
    assert (timeline.ply, other.follows, game.ply) == (1, True, 2)
    other.close()


def test_a_line_that_is_dropped_while_one_looks_at_it_is_left(timeline: Timeline, game: Game) -> None:
    timeline.go(6, "1")
    game.tree.drop("1")
    assert (timeline.line, timeline.follows) == ("2", True)
    assert labels(timeline) == ["2, 8 plies"]


def test_a_seats_timeline_shows_no_more_than_the_seat_may_know() -> None:
    game = hw.MonsterHex("four", seed=7)
    play_on(game, random.Random(1), 6)
    timeline = game.timeline("red")
    timeline.go(3)
    assert timeline.board.tray == game.tree["1"].game(3).board("red").tray
    assert "Open table" not in str(timeline.board.grid)
    timeline._from_here.click()
    assert "takes back" in timeline._status.value or "take back" in timeline._status.value
    assert game.ply == 6
    timeline.close()


def test_closed_it_leaves_nothing_behind() -> None:
    game = hw.MonsterHex("four", seed=7)
    play_on(game, random.Random(1), 6)
    before, gone = len(widget._instances), []
    for _ in range(20):
        timeline = game.timeline()
        timeline.go(2)
        timeline.play(0.5)
        timeline._other.value = "now"
        gone.append(weakref.ref(timeline))
        timeline.close()
        timeline.close()
        assert (game._boards, game._subscribers) == ([], [])
    del timeline
    time.sleep(2.5)  # the ticks that were set
    gc.collect()
    assert [ref for ref in gone if ref() is not None] == []
    assert len(widget._instances) == before


def test_a_loop_of_many_plays_is_not_held_up() -> None:
    duel, rng = hw.ArenaDuel(seed=7, life=100), random.Random(1)
    timeline = duel.timeline()
    began = time.monotonic()
    for _ in range(250):
        duel.play(*a_move(duel, rng))
    assert time.monotonic() - began < 60
    deadline = time.monotonic() + 10
    while timeline._slider.value < duel.ply and time.monotonic() < deadline:
        time.sleep(0.05)
    assert (timeline.ply, timeline._slider.value) == (250, 250)
    timeline.close()
