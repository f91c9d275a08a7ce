"""`with_rules` for every switch, dial and kind of components: a game at the same position, the old one untouched."""

from __future__ import annotations

import random
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel import DIALS as DUEL_DIALS
from hexwidgets.arenaduel import SWITCHES as DUEL_SWITCHES
from hexwidgets.engine.dials import Dial, Switch
from hexwidgets.monsterhex import DIALS as HEX_DIALS
from hexwidgets.monsterhex import SWITCHES as HEX_SWITCHES

from ..strategies import play_on, told

GAMES = {"monsterhex": hw.MonsterHex, "arenaduel": hw.ArenaDuel}
SWITCHES = [("monsterhex", s) for s in HEX_SWITCHES] + [("arenaduel", s) for s in DUEL_SWITCHES]
DIALS = [("monsterhex", d) for d in HEX_DIALS] + [("arenaduel", d) for d in DUEL_DIALS]
# A game's length and hands are bound to its board and its units: they may only shrink.
DOWN = {"rounds", "hand_size"}
LATER = {"max_turns": 50}  # no limit is 0, and one before the present turn cannot be


def midgame(name: str) -> Any:
    game = GAMES[name](seed=7)
    play_on(game, random.Random(7), 9 if name == "monsterhex" else 3)
    return game


def same_place(twin: Any, game: Any) -> None:
    assert twin.rules.position(twin.state) == game.rules.position(game.state)
    assert (twin.ply, twin.seed, twin.language) == (0, game.seed, game.language)


@pytest.mark.parametrize(("name", "switch"), SWITCHES, ids=lambda thing: getattr(thing, "name", thing))
def test_every_choice_of_every_switch(name: str, switch: Switch) -> None:
    game = midgame(name)
    before = told(game)
    for choice in switch.choices:
        twin = game.with_rules(**{switch.name: choice})
        assert twin.switches == game.switches | {switch.name: choice}
        assert twin.dials == game.dials
        same_place(twin, game)
        play_on(twin, random.Random(1), 4)
    assert told(game) == before
    with pytest.raises(ValueError, match=f"choice for {switch.name}: 'never'; known are"):
        game.with_rules(**{switch.name: "never"})


@pytest.mark.parametrize(("name", "dial"), DIALS, ids=lambda thing: getattr(thing, "name", thing))
def test_every_dial(name: str, dial: Dial) -> None:
    game = midgame(name)
    now = game.dials[dial.name]
    other = LATER.get(dial.name) or (now - 1 if dial.name in DOWN or now == dial.high else now + 1)
    twin = game.with_rules(dials={dial.name: other})
    assert twin.dials == game.dials | {dial.name: other}
    same_place(twin, game)
    assert twin.with_rules(dials={dial.name: now}).rules == game.rules
    with pytest.raises(ValueError, match=f"dial {dial.name}: expected {dial.low} to {dial.high}, got {dial.high + 1}"):
        game.with_rules(dials={dial.name: dial.high + 1})


def test_other_components_of_monster_hex() -> None:
    game = midgame("monsterhex")
    tables: dict[str, Any] = dict(game.rules.components.source)
    tables = {**tables, "units": {**tables["units"], "S1": [5, 5, 5, 5, 5, 5]}}
    twin = game.with_rules(components=tables)
    same_place(twin, game)
    assert twin.rules.components.units["S1"] == (5, 5, 5, 5, 5, 5)
    assert twin.with_rules(components="reference").rules == game.rules
    with pytest.raises(ValueError, match="components"):
        game.with_rules(components="nowhere")


def test_another_arena_and_scripted_dice_of_arena_duel() -> None:
    duel = hw.ArenaDuel(seed=7)
    duel.play("F=", "F=")
    other = hw.scenarios()["among-rocks"].game(seed=1)
    twin = duel.with_rules(arena=other.arena)
    assert twin.arena.obstacles == other.arena.obstacles
    same_place(twin, duel)
    scripted = duel.with_rules(dice=[6, 1, 3, 3])
    assert scripted.dice == (6, 1, 3, 3)
    blocked = duel.fighters["north"].cell
    with pytest.raises(hw.EditError, match="AD-ARENA-2"):
        duel.with_rules(arena=_with_rock(duel, blocked))


def _with_rock(duel: hw.ArenaDuel, cell: str) -> Any:
    twin = duel.branch()
    with twin.editing() as e:
        free = next(c for c in ("c3", "b3", "d3") if c not in {f.cell for f in duel.fighters.values()})
        e.fighter("north", free)
        e.obstacle(cell)
    return twin.arena


def test_options_of_monster_hex_that_the_position_does_not_bear_are_refused() -> None:
    game = midgame("monsterhex")
    before = told(game)
    with pytest.raises(hw.EditError, match="MH-END-1"):
        game.with_rules(dials={"rounds": 1})
    with pytest.raises(ValueError, match="variant 'two-duel' needs 2 different factions"):
        game.with_rules(variant="two-duel")
    with pytest.raises((TypeError, ValueError), match="speed"):
        game.with_rules(speed=3)
    assert told(game) == before


def test_abilities_and_goals_can_be_let_into_a_game_under_way() -> None:
    game = midgame("monsterhex")
    twin = game.with_rules(abilities=True, goals=True)
    same_place(twin, game)
    play_on(twin, random.Random(2), 5)
