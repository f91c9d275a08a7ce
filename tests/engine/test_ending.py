"""Endings: equal to looking at everything, in games with and without chance, and puzzles with one best move."""

import random
from fractions import Fraction
from itertools import islice

import pytest

import hexwidgets as hw
from hexwidgets.engine.ending import EndingTooLong, Worth, puzzles, solve_ending
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


def test_a_puzzle_has_one_best_move_and_can_be_set_out():
    for puzzle in islice(puzzles(hw.MonsterHex("two-duel").rules, plies=4), 2):
        game = hw.MonsterHex("two-duel", seed=puzzle.seed)
        for move in puzzle.moves:
            game.play(move)
        (best,) = puzzle.ending.best
        assert game.solve_ending().best == (best,)
        others = [worth for move, worth in puzzle.ending.moves.items() if move != best]
        assert max(others) < puzzle.ending.worth


def test_what_is_too_long_or_no_ending_is_refused():
    game = hw.MonsterHex("two-duel", seed=7)
    with pytest.raises(EndingTooLong, match="more than 500 positions lie ahead"):
        game.solve_ending(most=500)
    with pytest.raises(ValueError, match="two seats that decide in turn"):
        hw.MonsterHex("four", seed=7).solve_ending()
    with pytest.raises(ValueError, match="two seats that decide in turn"):
        hw.ArenaDuel(seed=7).solve_ending()
    over = at_the_end(1, 0)
    with pytest.raises(ValueError, match="in which a seat decides"):
        over.solve_ending()
    with pytest.raises(ValueError, match="plies: expected an integer from 1, got 0"):
        next(puzzles(game.rules, plies=0))
