"""Positions for tests, written as people write them: ``{"c4": "red S1^2"}``.

Derived fields (what faces a cell, how full a site is, what is judged) come from the package's own placing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hexwidgets.engine.history import Node
from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.components import Unit
from hexwidgets.monsterhex.deciding import slot_of_step
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.placement import put_unit
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import ABILITIES, NOBODY, ON_BOARD, PLACING, RETURNED, TILES, State

FACTIONS = ("red", "blue", "yellow", "green")
PAIRS = ("R7 B3", "R2 B6", "Y5 G4", "Y4 G5")
STONES = dict(zip(("d6", "d2", "b4", "f4"), PAIRS, strict=True))
VARIANTS = ("four", "three", "two-shared", "two-duel")
#: Every variant, with and without abilities and goals.
EVERY_KIND = [
    {"variant": variant, "abilities": abilities, "goals": goals}
    for variant, abilities, goals in itertools.product(VARIANTS, (False, True), (False, True))
]
ONE_UNIT = {"d5": "red S1"}  # shows NE 4, NW 5, SW 4, SE 3 to cells


def position(
    units: Mapping[str, str] = {},
    hands: Mapping[str, str] = {},
    *,
    to_move: str = "red",
    decks: Mapping[str, str] = {},
    stones: Mapping[str, str] | None = None,
    taken: Mapping[str, str] = {},
    scores: Mapping[str, int] = {},
    round: int = 1,
    shared_turn: bool = False,
    abilities: Mapping[str, str] = {},
    counters: Mapping[str, int] = {},
    petrified: Mapping[str, int] = {},
    places: Mapping[str, tuple[str | None, str | None]] = {},
    goals: Mapping[str, Iterable[int]] = {},
    open_goals: Iterable[int] = (),
    goal_deck: Iterable[int] = (),
    rules: MonsterHexRules | None = None,
) -> State:
    """The state in which ``to_move`` is to place a unit: its own, or on a ``shared_turn`` the shared one.

    ``units``, ``counters`` and ``petrified`` (in the order they were made) by cell; ``hands`` and ``decks`` (next to
    draw first) by faction, a seat's shared ones by its pile ("red:yellow"); ``taken``, ``abilities`` and ``goals`` by
    faction; ``stones`` by site (None: two on each, in the set's order). What is not named is empty or 0. Sites that
    are full count as judged, and nothing lies there; ``places`` says for some who was first and second.
    """
    rules = rules or MonsterHexRules()
    tile, stone = {n: i for i, n in enumerate(rules.units)}, {str(s): i for i, s in enumerate(rules.stones)}
    slot, pile = ({name: i for i, name in enumerate(names)} for names in (rules.factions, rules.piles))
    cell = {label: i for i, label in enumerate(rules.cell_labels)}
    state = State(phase=PLACING, round=round - 1, slot=slot[to_move])
    state.step = len(rules.seats) if shared_turn else _step(rules, state)
    for label, text in units.items():
        faction, name, rotation = _unit(text)
        unit = slot[faction] * TILES + tile[name]
        put_unit(rules.table, state, unit, rules.table.packed[tile[name]][rotation], cell[label], rotation)
    for name, held in hands.items():
        state.hand[pile[name]] = sum(1 << tile[unit] for unit in held.split())
    for name, held in decks.items():
        deck = [tile[unit] for unit in held.split()]
        state.deck[pile[name]][: len(deck)] = deck
        state.deck_size[pile[name]] = len(deck)
    for index in range(len(rules.stones)):
        state.holder[index] = RETURNED
    large = rules.site_labels[: rules.table.large_sites]
    lying = dict(zip(large, PAIRS, strict=False)) if stones is None else stones
    for site, label in enumerate(rules.site_labels):
        state.judged[site] = int(state.filled[site] == rules.table.site_size[site])
        if label in lying and not state.judged[site]:
            state.lying[site] = [stone[name] for name in lying[label].split()]
            for index in state.lying[site]:
                state.holder[index] = ON_BOARD
    for faction, text in taken.items():
        for name in text.split():
            state.holder[stone[name]] = slot[faction]
            state.lying = [[-1 if s == stone[name] else s for s in row] for row in state.lying]
    for faction, points in scores.items():
        state.score[slot[faction]] = points
    _put_abilities(rules, state, abilities, counters, petrified)
    _put_places(rules, state, places)
    for seat, cards in goals.items():
        state.goal[slot[seat]] = sum(1 << card - 1 for card in cards)
    state.open_goal = sum(1 << card - 1 for card in open_goals)
    for index, card in enumerate(goal_deck):
        state.goal_deck[index], state.goal_deck_size = card - 1, index + 1
    return State.from_json(state.to_json())  # every field in range


def _put_abilities(
    rules: MonsterHexRules,
    state: State,
    abilities: Mapping[str, str],
    counters: Mapping[str, int],
    petrified: Mapping[str, int],
) -> None:
    """Which abilities were taken, and what they have left on the board."""
    for seat, ability in abilities.items():
        state.ability[rules.seats.index(seat)] = ABILITIES.index(ability)
    for label, count in counters.items():
        state.counter[rules.cell_labels.index(label)] = count
    for label, points in petrified.items():
        cell = rules.cell_labels.index(label)
        state.petrified[cell] = state.made_points[state.made] = points
        state.made_cell[state.made], state.made_holder[state.made] = cell, ON_BOARD
        state.made += 1


def _put_places(rules: MonsterHexRules, state: State, places: Mapping[str, tuple[str | None, str | None]]) -> None:
    """Sites that were judged, and who was first and second there."""
    slot: dict[str | None, int] = {None: NOBODY, **{faction: i for i, faction in enumerate(rules.factions)}}
    for label, (first, second) in places.items():
        site = rules.site_labels.index(label)
        state.judged[site], state.first[site], state.second[site] = 1, slot[first], slot[second]
        if site >= rules.table.large_sites and first:
            state.small_taken[slot[first]] += 1


def _step(rules: MonsterHexRules, state: State) -> int:
    """The step of the round in which a seat places its own unit."""
    steps = range(len(rules.seats))
    return next(n for n in steps if slot_of_step(rules.table, State(round=state.round, step=n)) == state.slot)


def game_at(*args: Any, **kwargs: Any) -> MonsterHex:
    """A game that stands at a `position`; ``option`` has its options; switches and dials may be named as they are."""
    options = dict(kwargs.pop("option", {}))
    options |= {k: kwargs.pop(k) for k in ("large_tie", "small_same_faction_tie", "dials") if k in kwargs}
    if kwargs.get("abilities") or kwargs.get("petrified"):
        options["abilities"] = True
    if kwargs.get("goals") or kwargs.get("open_goals"):
        options["goals"] = True
    return standing_at(position(*args, rules=MonsterHexRules(**options), **kwargs), **options)


def standing_at(state: State, **options: Any) -> MonsterHex:
    """A game that stands at a state, without a past."""
    game = MonsterHex(seed=0, **options)
    game._restore([Node(state)], 0)
    return game


def before_judgement(site: str, *shown: str, **kwargs: Any) -> tuple[MonsterHex, str]:
    """A game in which one move completes a site, and that move.

    ``shown`` says who shows what to the site, from direction 0 counter-clockwise over its cells: ``"red 5"``, or
    ``"red S1 5"`` where the tile matters. The last of them is placed by the move. Tiles and rotations are the first
    that fit; where the last one matches no other, a tile of the last faction beside it, off the site, helps.
    """
    rules = MonsterHexRules(**kwargs.get("option", {}))
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
            kwargs.setdefault("hands", {last.faction: last.name})
            kwargs.setdefault("to_move", last.faction)
            return game_at(texts, **kwargs), token
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
            for text in (f"{rules.factions[-1]} {name} {last.power(direction)}" for name in reversed(rules.units)):
                for unit in _showing(rules, text, direction):
                    if all((u.faction, u.name) != (unit.faction, unit.name) for u in there.values()):
                        return {other: unit}
    return None


def kind_name(options: Mapping[str, Any]) -> str:
    """How a kind of game is called in test ids: ``three-abilities-goals``."""
    return "-".join([options["variant"], *(name for name in ("abilities", "goals") if options[name])])


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
