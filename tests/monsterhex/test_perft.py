"""How many lines of one, two and three moves there are from fixed positions, counted in independent ways.

``perft.toml`` has whole games, and the numbers of lines after some of their plies (0: after the deal). A line is a
sequence of decisions; lines that the end of the game cuts short do not count.

``python -m tests.monsterhex.test_perft`` counts anew, writes the numbers into the file and shows what that changes. Do
so only when the rules or their data are meant to change.
"""

import re
import sys
import tomllib
from copy import deepcopy
from difflib import unified_diff
from functools import lru_cache
from pathlib import Path

import pytest

from hexwidgets.engine.kernel import compiled
from hexwidgets.engine.rules import CHANCE
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.legality import MAX_MOVES
from hexwidgets.monsterhex.turn import KERNELS
from tests.monsterhex.positions import VARIANTS
from tests.monsterhex.test_differential import reference_of
from tests.monsterhex.test_listing import list_by_definition

FILE = Path(__file__).with_name("perft.toml")
GAMES = {game["name"]: game for game in tomllib.loads(FILE.read_text("utf-8"))["game"]}
POSITIONS = [(name, int(ply)) for name, game in GAMES.items() for ply in game["lines"]]
DEPTH = 3
every_position = pytest.mark.parametrize(("name", "ply"), POSITIONS, ids=[f"{name}-{ply}" for name, ply in POSITIONS])


def recorded(name, ply):
    """Lines of one, two and three moves."""
    return GAMES[name]["lines"][str(ply)]


def game_after(name, ply):
    """The game of the file, so many decisions after the deal."""
    game = MonsterHex(**GAMES[name]["options"])
    for move in GAMES[name]["moves"][:ply]:
        game.play(move)
    return game


# -- counting -----------------------------------------------------------------------------------------


@lru_cache
def compiled_count(listing):
    """Compiled: adds to ``lines`` the lines of so many moves as it is long; the rest is room for each move."""
    import numba

    legal, apply = compiled(listing), compiled(KERNELS.apply)

    @numba.njit
    def count(table, states, moves, number, tried, lines):
        depth = 0
        tried[0] = -1
        while depth >= 0:
            if tried[depth] < 0:
                number[depth] = legal(table, states[depth], moves[depth])
                lines[depth] += number[depth]
                tried[depth] = number[depth] if depth + 1 == len(lines) else 0
            if tried[depth] == number[depth]:
                depth -= 1
                continue
            states[depth + 1] = states[depth]
            apply(table, states[depth + 1], moves[depth][tried[depth]])
            tried[depth] += 1
            depth += 1
            tried[depth] = -1

    return count


def lines_compiled(game, listing=KERNELS.legal):
    """By machine code, in records, listing moves in one way or another."""
    import numpy as np

    record = game.state.to_record()
    states, moves = np.full(DEPTH, record, record.dtype), np.zeros((DEPTH, MAX_MOVES), np.int64)
    number, tried, lines = np.zeros((3, DEPTH), np.int64)
    compiled_count(listing)(game.rules.table.to_record(), states, moves, number, tried, lines)
    return lines.tolist()


def lines_interpreted(game, depth):
    """By the rules object and its moves."""
    rules = game.rules

    def after(state, move):
        return rules.apply(state, rules.decode(move))

    return _lines(game.state, rules.legal_codes, after, depth)


def lines_of_reference(game, depth):
    """By the slow reference, which plays the game so far from the same deal."""
    rules = game.rules
    deal, *moves = game.to_json()["lines"]
    setting = {"dials": game.to_json()["options"].get("dials", {})}
    reference = reference_of(rules, rules.parse(rules.initial(), CHANCE, deal), setting)
    for token in moves:
        reference.play(token)

    def after(reference, token):
        copy = deepcopy(reference, {id(reference.board): reference.board})
        copy.play(token)
        return copy

    return _lines(reference, lambda reference: reference.legal(), after, depth)


def _lines(position, legal, after, depth):
    """In plain Python: the lines after each move, added up."""
    moves = legal(position)
    lines = [len(moves)] + [0] * (depth - 1)
    for move in moves if depth > 1 else ():
        for number, more in enumerate(_lines(after(position, move), legal, after, depth - 1), start=1):
            lines[number] += more
    return lines


def depth_for(name, ply, positions):
    """Three moves, or two where more positions than that would have to be looked at."""
    return DEPTH if recorded(name, ply)[1] <= positions else 2


# -- the tests ----------------------------------------------------------------------------------------


@every_position
def test_the_compiled_listing_finds_as_many_lines_as_are_recorded(name, ply):
    """One, two and three moves deep."""
    assert lines_compiled(game_after(name, ply)) == recorded(name, ply)


@every_position
def test_the_definition_of_legality_finds_as_many(name, ply):
    """As deep, by asking of every move there could be whether it is refused."""
    assert lines_compiled(game_after(name, ply), list_by_definition) == recorded(name, ply)


@every_position
def test_the_interpreted_rules_find_as_many(name, ply):
    """Two moves deep, or three where it is quick."""
    depth = depth_for(name, ply, 500)
    assert lines_interpreted(game_after(name, ply), depth) == recorded(name, ply)[:depth]


@every_position
def test_the_reference_finds_as_many(name, ply):
    """Two moves deep, or three where it is quick, by code that shares nothing with the package."""
    depth = depth_for(name, ply, 120)
    assert lines_of_reference(game_after(name, ply), depth) == recorded(name, ply)[:depth]


def test_every_variant_and_every_decision_is_counted_from():
    """With abilities and goals and without; from the deal on, while something is chosen, used or taken, to the end."""
    kinds = {(game["options"]["variant"], game["options"].get("abilities", False)) for game in GAMES.values()}
    assert kinds == {(variant, options) for variant in VARIANTS for options in (False, True)}
    assert all(game["options"].get("abilities") == game["options"].get("goals") for game in GAMES.values())
    phases = {game_after(name, ply).phase for name, ply in POSITIONS}
    assert phases == {"choose-ability", "place", "ability", "take", "over"}
    assert all((name, 0) in POSITIONS for name in GAMES)
    assert max(recorded(*position)[-1] for position in POSITIONS) > 100_000


# -- counting anew ------------------------------------------------------------------------------------


def rewritten(text):
    """The file's text with the numbers that are counted now."""
    names, name, out = iter(GAMES), "", []
    for line in text.splitlines(keepends=True):
        name = next(names) if line.startswith("[[game]]") else name
        counted = re.match(r"(\d+) = \[", line)
        out.append(f"{counted[1]} = {lines_compiled(game_after(name, int(counted[1])))}\n" if counted else line)
    return "".join(out)


def main():
    """Count, show and write."""
    old = FILE.read_text("utf-8")
    new = rewritten(old)
    sys.stdout.writelines(unified_diff(old.splitlines(True), new.splitlines(True), "old/perft.toml", "new/perft.toml"))
    FILE.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
