"""Positions for tests, written as people write them: ``{"c4": "red S1^2"}``.

Derived fields (what faces a cell, how full a site is, what is judged) come from the package's own placing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from hexwidgets.engine.history import Node
from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.components import Unit
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.placement import put_unit
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import ON_BOARD, PLACING, RETURNED, TILES, State

FACTIONS = ("red", "blue", "yellow", "green")
STONES = {"d6": "R7 B3", "d2": "R2 B6", "b4": "Y5 G4", "f4": "Y4 G5"}
ONE_UNIT = {"d5": "red S1"}  # shows NE 4, NW 5, SW 4, SE 3 to cells


def position(
    units: Mapping[str, str] = {},
    hands: Mapping[str, str] = {},
    *,
    to_move: str = "red",
    decks: Mapping[str, str] = {},
    stones: Mapping[str, str] = STONES,
    taken: Mapping[str, str] = {},
    scores: Mapping[str, int] = {},
    round: int = 1,
    rules: MonsterHexRules | None = None,
) -> State:
    """The state in which ``to_move`` is to place a unit.

    ``units`` by cell, ``hands``, ``decks`` (next to draw first) and ``taken`` by faction, ``stones`` by site. What
    is not named is empty or 0. Sites that are full count as judged, and nothing lies there.
    """
    rules = rules or MonsterHexRules()
    tile, stone = {n: i for i, n in enumerate(rules.units)}, {str(s): i for i, s in enumerate(rules.stones)}
    slot = {seat: i for i, seat in enumerate(rules.seats)}
    state = State(phase=PLACING, round=round - 1, slot=slot[to_move])
    for cell, text in units.items():
        faction, name, rotation = _unit(text)
        unit = slot[faction] * TILES + tile[name]
        packed = rules.table.packed[tile[name]][rotation]
        put_unit(rules.table, state, unit, packed, rules.cell_labels.index(cell), rotation)
    for faction, names in hands.items():
        state.hand[slot[faction]] = sum(1 << tile[name] for name in names.split())
    for faction, names in decks.items():
        deck = [tile[name] for name in names.split()]
        state.deck[slot[faction]][: len(deck)] = deck
        state.deck_size[slot[faction]] = len(deck)
    for index in range(len(rules.stones)):
        state.holder[index] = RETURNED
    for site, label in enumerate(rules.site_labels):
        state.judged[site] = int(state.filled[site] == rules.table.site_size[site])
        if label in stones and not state.judged[site]:
            state.lying[site] = [stone[name] for name in stones[label].split()]
            for index in state.lying[site]:
                state.holder[index] = ON_BOARD
    for faction, names in taken.items():
        for name in names.split():
            state.holder[stone[name]] = slot[faction]
            state.lying = [[-1 if s == stone[name] else s for s in row] for row in state.lying]
    for faction, points in scores.items():
        state.score[slot[faction]] = points
    return State.from_json(state.to_json())  # every field in range


def game_at(*args: Any, dials: Mapping[str, int] | None = None, **kwargs: Any) -> MonsterHex:
    """A game that stands at a `position`; switches and dials as for a game."""
    switches = {k: kwargs.pop(k) for k in ("large_tie", "small_same_faction_tie") if k in kwargs}
    return standing_at(position(*args, **kwargs), dials=dials, **switches)


def standing_at(state: State, **options: Any) -> MonsterHex:
    """A game that stands at a state, without a past."""
    game = MonsterHex(seed=0, **options)
    game._restore([Node(state)], 0)
    return game


def before_judgement(site: str, *shown: str, **kwargs: Any) -> tuple[MonsterHex, str]:
    """A game in which one move completes a site, and that move.

    ``shown`` says who shows what to the site, from direction 0 counter-clockwise over its cells: ``"red 5"``, or
    ``"red S1 5"`` where the tile matters. The last of them is placed by the move. Tiles and rotations are the first
    that fit; where the last one matches no other, a green tile beside it, off the site, helps.
    """
    rules = MonsterHexRules()
    place = rules.board.labels.hex(site)
    cells = [(d, n) for d, n in enumerate(place.neighbours()) if n in rules.board.cells]
    options = [list(_showing(rules, text, d)) for text, (d, _) in zip(shown, cells, strict=True)]
    for units in _without_repeats(options):
        there = dict(zip((cell for _, cell in cells), units, strict=True))
        helper = _helper(rules, there)
        if helper is not None:
            *_, (cell, last) = there.items()
            token = f"{last.name}@{rules.board.labels[cell]}^{last.rotation}"
            there = {k: v for k, v in there.items() if k != cell} | helper
            texts = {rules.board.labels[k]: f"{u.faction} {u.name}^{u.rotation}" for k, u in there.items()}
            return game_at(texts, {last.faction: last.name}, to_move=last.faction, **kwargs), token
    raise ValueError(f"no tiles show {shown} to {site}")


def _unit(text: str) -> tuple[str, str, int]:
    faction, _, rest = text.partition(" ")
    name, _, rotation = rest.partition("^")
    return faction, name, int(rotation or 0)


def _showing(rules: MonsterHexRules, text: str, direction: int) -> Iterator[Unit]:
    """The tiles, as turned, that show a power to a site which sees them in a direction."""
    faction, *names, power = text.split()
    for name in names or rules.units:
        for rotation in range(6):
            unit = rules.components.unit(faction, name, rotation)
            if unit.power((direction + 3) % 6) == int(power):
                yield unit


def _without_repeats(options: list[list[Unit]], chosen: tuple[Unit, ...] = ()) -> Iterator[tuple[Unit, ...]]:
    """One of each, no faction's tile twice."""
    if len(chosen) == len(options):
        yield chosen
        return
    for unit in options[len(chosen)]:
        if all((unit.faction, unit.name) != (other.faction, other.name) for other in chosen):
            yield from _without_repeats(options, (*chosen, unit))


def _helper(rules: MonsterHexRules, there: Mapping[Hex, Unit]) -> dict[Hex, Unit] | None:
    """What else must lie on the board for the last unit to have an equal edge (MH-PLACE-3); None when nothing helps."""
    *_, (cell, last) = there.items()
    for other, unit in there.items():
        if cell.distance(other) == 1 and unit.power(other.direction_to(cell)) == last.power(cell.direction_to(other)):
            return {}
    for direction, other in enumerate(cell.neighbours()):
        if other in rules.board.cells and other not in there:
            for text in (f"green {name} {last.power(direction)}" for name in reversed(rules.units)):
                for unit in _showing(rules, text, direction):
                    if all((u.faction, u.name) != (unit.faction, unit.name) for u in there.values()):
                        return {other: unit}
    return None


def random_states(seeds: range, **options: Any) -> Iterator[tuple[MonsterHexRules, State]]:
    """Every position of random games, one game a seed."""
    import random

    rules = MonsterHexRules(**options)
    for seed in seeds:
        rng = random.Random(seed)
        state = rules.apply(rules.initial(), rules.draw(rules.initial(), rng))
        for _ in itertools.count():
            yield rules, state
            seats = rules.to_move(state)
            if not seats:
                break
            state = rules.apply(state, rng.choice(rules.moves(state, seats[0])))
