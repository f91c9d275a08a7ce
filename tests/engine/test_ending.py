"""Endings: equal to looking at everything, in games with and without chance, and told in words."""

import random
from fractions import Fraction

import pytest

import hexwidgets as hw
from hexwidgets.engine.ending import Ending, EndingTooLong, Worth, solve_ending, solve_for_seat, sure_of
from hexwidgets.engine.rules import CHANCE, GameType, Result


class Pile:
    """Take one or two of a pile, and roll a coin that may take one more; who takes the last one loses or wins points.

    A state is how many are left, what each has taken, and who decides.
    """

    game_type = GameType("pile", ("a", "b"), chance_mode="explicit", max_length=12)

    def __init__(self, count=7, coin=True):
        self.count, self.coin = count, coin

    def initial(self):
        return self.count, (0, 0), 0, False

    def to_move(self, state):
        left, _, seat, rolling = state
        if left == 0:
            return ()
        return (CHANCE,) if rolling else (("a", "b")[seat],)

    def moves(self, state, seat):
        return ("0", "1") if seat == CHANCE else tuple(str(n) for n in (1, 2) if n <= state[0])

    def fault(self, state, seat, move):
        return None

    def apply(self, state, move):
        left, taken, seat, rolling = state
        number = int(move)
        if rolling:
            return left - number, taken, seat, False
        mine = tuple(points + number * (i == seat) for i, points in enumerate(taken))
        return left - number, mine, 1 - seat, self.coin and left > number

    def result(self, state):
        left, (a, b), seat, _ = state
        if left:
            return None
        return Result(("ab"[seat],) if (a + b) % 2 else ("a", "b"), "empty")

    def scores(self, state):
        return dict(zip("ab", state[1], strict=True))

    def outcomes(self, state):
        return (("0", Fraction(2, 3)), ("1", Fraction(1, 3)))

    def hide(self, state, seat):
        return state


def everything(rules, state):
    """The worth to the first seat, by the definition."""
    first, second = rules.game_type.seats
    if (result := rules.result(state)) is not None:
        scores = rules.scores(state)
        win = 0.5 if (first in result.winners) == (second in result.winners) else float(first in result.winners)
        return Worth(win, float(scores[first] - scores[second]))
    (seat,) = rules.to_move(state)
    if seat == CHANCE:
        each = [(float(p), everything(rules, rules.apply(state, o))) for o, p in rules.outcomes(state)]
        return Worth(sum(p * w.win for p, w in each), sum(p * w.ahead for p, w in each))
    found = [everything(rules, rules.apply(state, move)) for move in rules.moves(state, seat)]
    return max(found) if seat == first else min(found)


def to_the_mover(worth, rules, seat):
    return worth if seat == rules.game_type.seats[0] else Worth(1 - worth.win, -worth.ahead)


@pytest.mark.parametrize("coin", [False, True])
@pytest.mark.parametrize("count", range(1, 9))
def test_it_is_what_looking_at_everything_finds(count, coin):
    rules = Pile(count, coin)
    ending = solve_ending(rules, rules.initial())
    assert ending.worth == pytest.approx(everything(rules, rules.initial()), abs=1e-12)
    for move, worth in ending.moves.items():
        assert worth == pytest.approx(everything(rules, rules.apply(rules.initial(), move)), abs=1e-12)


def at_the_end(seed, plies):
    game, rng = hw.MonsterHex("two-duel", seed=seed), random.Random(seed)
    while game.result is None:
        game.play(rng.choice(game.legal_moves()))
    game.goto(game.ply - plies)
    return game


@pytest.mark.parametrize("seed", range(3))
def test_monster_hex_endings_are_what_looking_at_everything_finds(seed):
    game = at_the_end(seed, 3)
    ending, rules = game.solve_ending(), game.rules
    assert list(ending.moves) == list(game.legal_moves())
    for move, worth in ending.moves.items():
        assert worth == to_the_mover(everything(rules, rules.apply(game.state, move)), rules, game.to_move)
    assert ending.worth == max(ending.moves.values())


def test_playing_the_best_moves_gives_what_was_told():
    for seed in range(3):
        game = at_the_end(seed, 4)
        ending = game.solve_ending()
        while game.result is None:
            game.play(game.solve_ending().best[0])
        other = next(seat for seat in game.seats if seat != ending.seat)
        assert game.scores[ending.seat] - game.scores[other] == ending.worth.ahead
        assert (ending.seat in game.result.winners) >= (ending.worth.win == 1)


def test_what_is_too_long_or_no_ending_is_refused():
    game = hw.MonsterHex("two-duel", seed=7)
    with pytest.raises(EndingTooLong, match="more than 500 positions lie ahead"):
        game.solve_ending(most=500)
    with pytest.raises(ValueError, match="decide in turn"):
        hw.ArenaDuel(seed=7).solve_ending()
    with pytest.raises(ValueError, match="decide in turn"):
        sure_of(hw.ArenaDuel().rules, hw.ArenaDuel(seed=7).state, "north")
    over = at_the_end(1, 0)
    with pytest.raises(ValueError, match="in which one seat decides, here nobody does"):
        over.solve_ending()
    with pytest.raises(ValueError, match="in which one seat decides, here chance does"):
        solve_ending(over.rules, over.rules.initial())
    with pytest.raises(ValueError, match="do not list what a seat cannot see"):
        solve_for_seat(Secret(), (7, (0, 0), 0, False))


class Secret(Pile):
    game_type = GameType("secret", ("a", "b"), information="hidden")


def test_a_game_without_secrets_is_solved_for_a_seat_as_it_is():
    rules = Pile(6)
    assert solve_for_seat(rules, rules.initial()) == solve_ending(rules, rules.initial())


def test_a_seat_is_sure_of_as_much_as_the_other_is_not():
    rules = Pile(5)
    one, other = (sure_of(rules, rules.initial(), seat) for seat in "ab")
    assert (one.win, one.ahead) == pytest.approx((1 - other.win, -other.ahead))


A, B, C = Worth(1, 5), Worth(1, 2), Worth(0, -1.25)


@pytest.mark.parametrize(
    ("moves", "more", "en", "ja"),
    [
        ({"x": A, "y": B}, {}, "Best result: +5, only this move.", "最善の結果：+5。この手だけです。"),
        ({"x": A, "y": B}, {"phase": "place"}, "Best result: +5, only this placement.", "この配置だけです。"),
        ({"x": A, "y": A, "z": C}, {}, "Best result: +5, 2 moves keep it.", "同じ結果になる手は2通りです。"),
        ({"x": A, "y": A}, {}, "Best result: +5, whatever red does.", "redがどの手を選んでも同じです。"),
        ({"x": C}, {"hands": 4}, "Best result on average: −1.2, whatever red does.", "最善の結果（平均）：−1.2"),
        ({"x": A, "y": B}, {"seats": 3}, "Sure of +5 or better, whatever the others do, only this move.", "+5以上"),
    ],
)
def test_it_is_told_in_a_sentence(moves, more, en, ja):
    ending = Ending("red", max(moves.values()), moves, 9, **more)
    assert ending.summary("en") == en
    assert ja in ending.summary("ja")
    assert str(ending).startswith(ending.summary())
    assert len(ending.text("ja").splitlines()) == 1 + len(moves)


def test_what_it_rests_on_is_told():
    exact, mean = (Ending("red", A, {"x": A}, 9, hands=hands, draws=hands > 1) for hands in (1, 4))
    assert exact.basis("en") == "Looked at to the very end; red knows every hand by now."
    assert mean.basis("en").startswith("A mean over the 4 hands")
    assert mean.basis("en").endswith("Every draw still to come counts alike.")
    assert "4通り" in mean.basis("ja")
    assert (exact.second, Ending("red", A, {"x": A, "y": B, "z": C}, 9).second) == (None, B)
