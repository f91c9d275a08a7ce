"""The bot that looks ahead: it knows what its seat knows, is stopped at once, and finds what is there to be found."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine.players import seat_view, view_of
from hexwidgets.engine.thinking import think
from hexwidgets.playtest.bots import Greedy, Search
from hexwidgets.playtest.play import play

from ..games.cases import CASES, EVERY_MONSTER_HEX, Case, disguise_monster_hex
from ..games.toys import Line, Raid, Whist
from ..strategies import play_on, seeds

by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def at_random(case: Case, seed: int, plies: int) -> Any:
    """A position in which somebody has a choice, or the end."""
    game = case.make(seed)
    play_on(game, random.Random(seed), plies)
    while game.result is None and all(len(game.legal_moves(s)) == 1 for s in game.rules.to_move(game.state)):
        play_on(game, random.Random(seed), 1)
    return game


# -- what it knows --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EVERY_MONSTER_HEX, ids=lambda case: case.name)
@settings(max_examples=4)
@given(seeds, st.integers(0, 30))
def test_other_hidden_facts_make_no_other_move(case: Case, seed: int, plies: int) -> None:
    game = at_random(case, seed, plies)
    for seat in game.rules.to_move(game.state):
        disguised = disguise_monster_hex(game.rules, game.state, seat, random.Random(seed))
        views = [seat_view(game.rules, state, seat, 0) for state in (game.state, disguised)]
        one, other = (think(view, random.Random(3), playouts=6, fast=False) for view in views)
        assert one == other


def test_hidden_hands_of_a_game_of_ones_own_make_no_other_move() -> None:
    (case,) = (case for case in CASES if case.name == "whist")
    assert case.disguise is not None
    game = case.make(4)
    for seed in range(5):
        (seat,) = game.rules.to_move(game.state)
        other = case.disguise(game.rules, game.state, seat, random.Random(seed))
        views = [seat_view(game.rules, state, seat, 0) for state in (game.state, other)]
        assert len({str(Search(playouts=20, seed=1)(view)) for view in views}) == 1
        play_on(game, random.Random(seed), 1)


@pytest.mark.parametrize("order", ["F=", "FL>", "S<"])
def test_an_order_that_is_committed_makes_no_other_move(order: str) -> None:
    duel, other = hw.ArenaDuel(seed=7), hw.ArenaDuel(seed=7)
    duel.commit("north", order)
    moves = {Search(playouts=200, seed=1)(view_of(game, "south")) for game in (duel, other)}
    assert len(moves) == 1


# -- whose luck it uses ---------------------------------------------------------------------------


@pytest.mark.parametrize("make", [lambda: hw.MonsterHex("two-duel", seed=3), lambda: hw.ArenaDuel(seed=3)])
def test_equal_seeds_and_playouts_make_equal_moves(make: Any) -> None:
    game = make()
    seat = game.rules.to_move(game.state)[0]

    def moves(seed: int) -> list[str]:
        bot = Search(playouts=60, seed=seed)
        return [str(bot(view_of(game, seat))) for _ in range(4)]

    assert moves(1) == moves(1)
    assert len({str(moves(seed)) for seed in range(6)}) > 1


def test_thinking_disturbs_neither_the_game_nor_other_random_numbers() -> None:
    random.seed(3)
    expected = random.random()
    one, two = hw.MonsterHex("two-duel", seed=3), hw.MonsterHex("two-duel", seed=3)
    random.seed(3)
    before = one.state.copy()
    move = Search(playouts=50, seed=1)(view_of(one, one.to_move))
    assert random.random() == expected
    assert one.state == before
    one.play(move)
    two.play(move)
    assert one.state == two.state


def test_how_often_it_looks_at_the_clock_makes_no_other_move() -> None:
    view = view_of(hw.ArenaDuel(seed=3), "north")
    quick = think(view, random.Random(1), playouts=500)
    assert quick == think(view, random.Random(1), playouts=500, seconds=60)
    assert quick.playouts == 500


# -- what it plays --------------------------------------------------------------------------------


@by_name
def test_it_plays_by_the_rules_of_any_game(case: Case) -> None:
    for seed in range(3):
        game = at_random(case, seed, 9 * seed)
        for seat in game.rules.to_move(game.state):
            move = Search(playouts=4, seed=seed)(view_of(game, seat))
            assert game.why(seat, move) is None


@pytest.mark.parametrize("name", ["line", "raid", "whist"])
def test_it_plays_whole_games_of_ones_own(name: str) -> None:
    (case,) = (case for case in CASES if case.name == name)
    game = case.make(2)
    while game.result is None:
        game.play(*(Search(playouts=10, seed=1)(view_of(game, seat)) for seat in game.rules.to_move(game.state)))


def test_it_takes_a_win_that_is_there_and_bars_one_that_threatens() -> None:
    game = hw.Game(Line(), seed=1)
    for move in ("c3", "a1", "c2", "e1"):
        game.play(move)
    assert Search(playouts=400, seed=1)(view_of(game, "black")) in ("c1", "c4")
    game = hw.Game(Line(), seed=1)
    for move in ("a1", "c1", "e1", "c2"):
        game.play(move)
    assert Search(playouts=1500, seed=1)(view_of(game, "black")) == "c3"


def test_of_simultaneous_orders_it_plays_a_mix() -> None:
    """In `Raid` one's own points count, so guard is best in the end, and never to rest."""
    thoughts = Search(playouts=3000, seed=1).thoughts(view_of(hw.Game(Raid(), seed=1), "north"))
    assert thoughts.best != "rest"
    assert sum(thought.share for thought in thoughts) == pytest.approx(1)


def test_where_nothing_can_be_imagined_every_move_is_alike() -> None:
    thoughts = Search(playouts=5, seed=1).thoughts(view_of(hw.Game(Whist(5), seed=1), "ann"))
    assert len({thought.share for thought in thoughts}) == 1


def test_the_last_move_of_a_game_wins_where_any_does_and_is_worth_a_point_less_than_the_best_at_most() -> None:
    """Nothing is hidden then that matters, so what a move leads to can be told by playing it."""
    tried = 0
    for seed in range(30):
        game = hw.MonsterHex("two-duel", seed=seed)
        rng, rules = random.Random(seed), game.rules
        while game.result is None and (game.phase != "place" or game.round < game.rounds or game.to_move != "blue"):
            play_on(game, rng, 1)
        leads = {move: _blues_lead(rules, rules.apply(game.state, move)) for move in game.legal_moves()}
        if len(set(leads.values())) > 1:
            tried += 1
            lead, best = leads[Search(playouts=1000, seed=seed)(view_of(game, "blue"))], max(leads.values())
            assert lead >= best - 1
            assert (lead > 0) == (best > 0)
    assert tried >= 10


def _blues_lead(rules: Any, state: Any) -> int:
    """Points ahead at the end of a game in which only stones are left to take."""
    if not rules.to_move(state):
        points: dict[str, int] = rules.scores(state)
        return points["blue"] - points["red"]
    (seat,) = rules.to_move(state)
    leads = [_blues_lead(rules, rules.apply(state, move)) for move in rules.moves(state, seat)]
    return max(leads) if seat == "blue" else min(leads)


def test_its_mix_in_a_duel_gives_little_away_to_perfect_play() -> None:
    """Random orders give away 0.03 of the probability to win on average; see `Solution.costs`."""
    duel, lost = hw.ArenaDuel(seed=4), []
    solution, rng = duel.solution(), random.Random(4)
    while duel.result is None and len(lost) < 16:
        costs = solution.costs("north", duel.state)
        thoughts = Search(playouts=20_000, seed=1).thoughts(view_of(duel, "north"))
        lost.append(sum(thought.share * costs[thought.move] for thought in thoughts))
        mixes = [solution.policy(seat, duel.state) for seat in duel.seats]
        duel.play(*(rng.choices(list(mix), list(mix.values()))[0] for mix in mixes))
    assert sum(lost) / len(lost) < 0.012


def test_it_beats_greedy_in_monster_hex() -> None:
    won = 0
    for number in range(10):
        game = hw.MonsterHex("two-duel", seed=number)
        own, other = game.seats[number % 2], game.seats[1 - number % 2]
        bots = {own: Search(playouts=1000, seed=number), other: Greedy(number)}
        won += play(game.rules, game.rules.initial(), bots, number).result.winners == (own,)
    assert won >= 8


# -- against whom it plays ------------------------------------------------------------------------


class Always:
    """A bot that makes one move, and tells so."""

    def __init__(self, move: str) -> None:
        self.move = move

    def __call__(self, view: Any) -> str:
        return self.move

    def mix(self, view: Any) -> dict[Any, float]:
        return {next(move for move in view.legal_moves() if str(move) == self.move): 1.0}


def test_it_answers_greedy_better_than_perfect_play_does() -> None:
    """Perfect play scores 64%, see `Solution.against`."""
    rules, won = hw.ArenaDuel().rules, 0
    for number in range(20):
        own, other = rules.game_type.seats[:: 1 if number % 2 else -1]
        bots = {own: Search(playouts=1000, seed=number, against=Greedy(1)), other: Greedy(number)}
        won += play(rules, rules.initial(), bots, number).result.winners == (own,)
    assert won >= 17


@pytest.mark.parametrize("seat", ["north", "south"])
def test_what_is_expected_of_the_other_is_answered_in_a_game_of_ones_own(seat: str) -> None:
    """In the last round of `Raid` to guard wins for certain against who rests, and draws against who guards."""
    game = hw.Game(Raid(), seed=1)
    for _ in range(3):
        game.play("guard", "guard")
    values = {}
    for order in ("rest", "guard"):
        thoughts = Search(playouts=300, seed=1, against=Always(order)).thoughts(view_of(game, seat))
        assert thoughts.best == "guard"
        values[order] = thoughts[0].value
    assert values == {"rest": 1.0, "guard": 0.5}


def test_it_thinks_the_same_compiled_and_interpreted_whoever_it_is_against() -> None:
    duel = hw.ArenaDuel(seed=3)
    for seat in duel.seats:
        thoughts = [
            think(view_of(duel, seat), random.Random(1), playouts=40, fast=f, against=Greedy(1)) for f in (False, True)
        ]
        assert thoughts[0] == thoughts[1]


def test_it_does_not_see_the_order_that_it_answers() -> None:
    moves = set()
    for order in ("F=", "S>", None):
        duel = hw.ArenaDuel(seed=7)
        if order:
            duel.commit("north", order)
        moves.add(Search(playouts=300, seed=1, against=Greedy(1))(view_of(duel, "south")))
    assert len(moves) == 1


def test_where_nobody_decides_together_with_it_nobody_can_be_answered() -> None:
    with pytest.raises(ValueError, match="against: expected a game in which seats decide together, got monsterhex"):
        Search(playouts=1, against=Greedy(1))(view_of(hw.MonsterHex("two-duel", seed=1), "red"))
    duel = hw.ArenaDuel(seed=2, pursuit="optional")
    rng = random.Random(2)
    while duel.phase != "pursue":
        play_on(duel, rng, 1)
    assert Search(playouts=20, seed=1, against=Greedy(1))(view_of(duel, duel.to_move)) in duel.legal_moves()


def test_who_does_not_tell_how_it_decides_cannot_be_answered() -> None:
    with pytest.raises(TypeError, match=r"against: expected a bot that tells how it decides, mix\(view\).*, got"):
        Search(against=lambda view: view.legal_moves()[0])


# -- when it stops --------------------------------------------------------------------------------


def _thinks(seat: str) -> bool:
    return any(thread.name == f"hexwidgets bot {seat}" for thread in threading.enumerate())


def _ended_within(seat: str, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while _thinks(seat) and time.monotonic() < until:
        time.sleep(0.005)
    return not _thinks(seat)


@pytest.mark.parametrize("make", [lambda: hw.MonsterHex("two-duel", seed=3), lambda: hw.Game(Line(), seed=3)])
@pytest.mark.parametrize("how", ["taken off", "undone"])
def test_what_nobody_waits_for_is_not_thought_out(make: Any, how: str) -> None:
    game = make()
    first, second = game.seats[:2]
    Search(playouts=1, seed=1)(view_of(game, first))  # compiled before the clock runs
    game.play(game.legal_moves()[0])
    game.bots[second] = Search(seconds=60)
    time.sleep(0.2)
    assert _thinks(second)
    if how == "undone":
        game.undo()
    else:
        del game.bots[second]
    assert _ended_within(second, 5.0)  # 0.02 s where the machine has nothing else to do
    assert game.ply == (how == "taken off")


def test_it_keeps_to_its_seconds_and_leaves_the_kernel_alone_meanwhile() -> None:
    game = hw.MonsterHex("two-duel", seed=3)
    Search(playouts=1, seed=1)(view_of(game, game.to_move))
    began = time.monotonic()
    game.bots[game.to_move] = Search(seconds=0.5)
    turns = 0
    while game.ply == 0 and time.monotonic() < began + 20:
        turns += 1
        time.sleep(0.01)
    assert game.ply == 1
    assert time.monotonic() - began >= 0.5
    assert turns > 10


# -- how it is asked ------------------------------------------------------------------------------


def test_a_limit_is_a_second_unless_it_is_given() -> None:
    assert (Search().seconds, Search().playouts) == (1.0, None)
    assert (Search(playouts=5).seconds, Search(playouts=5).playouts) == (None, 5)
    assert repr(Search(2, seed=1)) == "Search(seconds=2, seed=1)"
    assert repr(Search(2, seed=1, against=Greedy(3))) == "Search(seconds=2, seed=1, against=Greedy(seed=3))"


@pytest.mark.parametrize("limits", [{"seconds": 0}, {"seconds": "1"}, {"seconds": True}, {"playouts": 0}])
def test_a_limit_that_makes_no_sense_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(limits))}: expected .* above 0, got"):
        Search(**limits)


def test_no_limit_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a limit to thinking"):
        think(view_of(hw.ArenaDuel(seed=1), "north"), random.Random(1))
