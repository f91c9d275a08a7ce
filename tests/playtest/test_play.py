"""One game played by bots: what they see, what decides, and what is said of one that fails."""

import pickle
import random
from typing import Any

import pytest
from hypothesis import given

import hexwidgets as hw
from hexwidgets.engine.players import SeatView
from hexwidgets.playtest import play as playing
from hexwidgets.playtest.play import SimulationError, bot_name, play
from tests.games.cases import CASES, Case
from tests.games.toys import Line, Raid, Whist
from tests.strategies import seeds

from .coin import Coin, Counting, Holding, Own, anyhow, first, last_as_text

every_game = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def all_seats(rules: Any, bot: Any) -> dict[str, Any]:
    return dict.fromkeys(rules.game_type.seats, bot)


@every_game
def test_every_game_is_played_to_its_end_by_any_bot(case: Case) -> None:
    rules = case.make(1).rules
    for bot in (None, anyhow, Own()):
        game = play(rules, rules.initial(), all_seats(rules, bot), 4)
        assert set(game.result.winners) <= set(rules.game_type.seats)
        assert game.choices >= game.choosers >= game.length > 0


@every_game
def test_a_game_that_bots_played_can_be_played_again_by_its_seed(case: Case) -> None:
    """Chance is what it is in a game of that seed."""
    game = case.make(11)
    asked: list[Any] = []

    def remembers(view: SeatView) -> Any:
        asked.append(random.choice(view.legal_moves()))
        return asked[-1]

    rules = game.rules
    played = play(rules, rules.initial(), all_seats(rules, remembers), 11)
    moves = iter(asked)
    while game.result is None:
        game.play(*(next(moves) for _ in rules.to_move(game.state)))
    assert (game.result, game.ply, game.scores) == (played.result, played.length, dict(played.scores))


def test_a_bot_sees_what_its_seat_may_know_and_nothing_else() -> None:
    rules, seen = Whist(), []

    def looks(view: SeatView) -> Any:
        seen.append(view)
        return view.legal_moves()[0]

    play(rules, rules.initial(), all_seats(rules, looks), 1)
    for view in seen:
        own = rules.game_type.seats.index(view.seat)
        hands = view.state["hands"]
        assert [isinstance(hand, int) for hand in hands] == [slot != own for slot in range(3)]
        assert view.legal_moves() == tuple(map(type(view.legal_moves()[0]), hands[own]))
        assert view.seats == rules.game_type.seats
        assert view.phase == "trick"
        assert set(view.scores) == set(view.seats)
        assert not any(isinstance(getattr(view, name), type(rules.initial())) for name in vars(view))


def test_both_who_decide_at_once_see_the_same_position() -> None:
    seen: dict[str, list[Any]] = {"north": [], "south": []}

    def looks(view: SeatView) -> Any:
        seen[view.seat].append(view.state)
        return "rest"

    play(Raid(), Raid().initial(), all_seats(Raid(), looks), 1)
    assert seen["north"] == seen["south"]
    assert len(seen["north"]) == 4


@given(seed=seeds)
def test_equal_seeds_give_equal_games(seed: int) -> None:
    rules = Whist()
    for bot in (None, anyhow, Own(), Holding(), Counting(), last_as_text):
        assert play(rules, rules.initial(), all_seats(rules, bot), seed) == play(
            rules, rules.initial(), all_seats(rules, bot), seed
        )


@pytest.mark.parametrize("bot", [None, anyhow, Own(), Holding()])
def test_other_seeds_give_a_bot_other_luck(bot: Any) -> None:
    """Whichever way it comes by its random numbers: three calls, each about as often."""
    calls: list[int] = []

    class Watched(Coin):
        def apply(self, state: tuple[int, ...], *moves: int) -> tuple[int, ...]:
            calls.extend(moves if not state else ())
            return super().apply(state, *moves)

    for seed in range(300):
        play(Watched(), (), all_seats(Coin(), bot), seed)
    assert all(70 < calls.count(call) < 130 for call in (0, 1, 2))


def test_a_bot_starts_each_game_as_it_was_given() -> None:
    bot = Counting()
    play(Line(), Line().initial(), all_seats(Line(), bot), 1)
    assert bot.asked == 0


def test_the_lead_changes_when_another_is_ahead_of_all() -> None:
    """Raid scores rest 1, guard 2, and a raid on a guard loses the die."""
    orders = {"north": ["rest", "guard", "rest", "guard"], "south": ["guard", "rest", "rest", "rest"]}

    def follows(view: SeatView) -> Any:
        return orders[view.seat][view.state.rounds]

    game = play(Raid(), Raid().initial(), all_seats(Raid(), follows), 1)
    assert dict(game.scores) == {"north": 6, "south": 5}
    assert (game.lead_changes, game.last_lead_change) == (1, 4)  # south 2:1, then 3:3, 4:4, north 6:5


# -- bots that fail -----------------------------------------------------------------------------------


def breaks_at(ply: int, what: Any) -> Any:
    """A bot that plays first moves, and then what is no move."""
    asked = []

    def bot(view: SeatView) -> Any:
        asked.append(view)
        return what(view) if len(asked) > ply else first(view)

    return bot


def divides(view: SeatView) -> Any:
    return 1 // 0


@pytest.mark.parametrize("make", [lambda s: hw.MonsterHex("four", seed=s), lambda s: hw.ArenaDuel(seed=s)])
@pytest.mark.parametrize("what", [divides, lambda view: "nonsense", lambda view: None])
def test_what_a_bot_does_wrong_is_named_and_the_position_can_be_reached_again(make: Any, what: Any) -> None:
    rules = make(0).rules
    bots = all_seats(rules, first) | {rules.seats[0]: breaks_at(3, what)}
    with pytest.raises(SimulationError) as caught:
        play(rules, rules.initial(), bots, 77)
    error = caught.value
    assert (error.seat, error.seed, len(error.moves)) == (rules.seats[0], 77, error.ply)
    assert f"seed 77, ply {error.ply}, seat {error.seat!r}" in str(error)
    game = make(error.seed)
    for texts in error.moves:
        game.play(*texts)
    assert error.seat in rules.to_move(game.state)
    assert len(game.moves) == error.ply


def test_a_bots_own_error_is_the_cause() -> None:
    with pytest.raises(
        SimulationError, match=r"bot 'divides' raised ZeroDivisionError: .*\(seed 5, ply 0, seat 'heads'\)"
    ) as e:
        play(Coin(), (), all_seats(Coin(), divides), 5)
    assert isinstance(e.value.__cause__, ZeroDivisionError)


def test_an_illegal_move_is_explained_by_the_rule() -> None:
    with pytest.raises(SimulationError, match="played 7, which is not legal: COIN-1: No such call"):
        play(Coin(), (), all_seats(Coin(), lambda view: 7), 5)
    with pytest.raises(SimulationError, match="played 'card x', which is not legal: WHIST-0"):
        play(Whist(), Whist().initial(), all_seats(Whist(), lambda view: "card x"), 5)


def test_a_bots_error_survives_the_way_from_another_process() -> None:
    error = SimulationError("it failed", "red", 3, 9, (("S1@c4^0",),))
    error.variant, error.game = "four", 12
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "it failed (variant 'four', game 12, seed 9, ply 3, seat 'red')"
    assert again.moves == error.moves


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST", 50)
    rules = hw.ArenaDuel().rules
    with pytest.raises(SimulationError, match="not over after 50 decisions"):
        play(rules, rules.initial(), all_seats(rules, lambda view: "S="), 1)


def test_bots_are_called_by_their_names() -> None:
    assert [bot_name(bot) for bot in (None, first, Own(), Counting())] == ["random", "first", "Own", "counter"]
