"""The main states of both games' boards, as traits and what is done on the page, for tests that look at all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

import hexwidgets as hw
from hexwidgets.editor import EditorBoard
from tests.browser.page import show_board
from tests.strategies import a_move

NAMES = ("grid", "tokens", "marks", "tray", "picks", "status", "rev", "words", "language", "digits")
Traits = dict[str, Any]


@dataclass(frozen=True)
class State:
    """A position as a board shows it, names to click, keys to press, and what Python would answer."""

    board: hw.HexBoard
    clicks: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    odds: Mapping[str, Any] | None = None

    def show(self, page: Page, **traits: Any) -> Locator:
        """Show it on a page that serves the bundle."""
        root = show_board(page, traits_of(self.board) | {"theme": "auto"} | traits)
        for name in self.clicks:
            place = root.evaluate("(el, name) => el.locate(name)", name)
            page.mouse.click(place["x"], place["y"])
        for key in self.keys:
            page.keyboard.press(key)
        if self.odds is not None:
            asked = "sent.findLast(({ kind }) => kind === 'odds')"
            page.wait_for_function(asked)
            page.evaluate(f"table => answer({asked}, {{ kind: 'table', table }})", self.odds)
        return root


def traits_of(board: hw.HexBoard) -> Traits:
    more = ("kit", "bench", "mode") if isinstance(board, EditorBoard) else ()
    return {name: getattr(board, name) for name in (*NAMES, *more)}


def _rounds(until: Callable[[hw.MonsterHex], bool], **options: Any) -> hw.MonsterHex:
    game, chance = hw.MonsterHex("four", seed=7, **options), random.Random(2)
    while not until(game):
        game.play(chance.choice(game.legal_moves()))
    return game


def _fought(turns: int, **options: Any) -> hw.ArenaDuel:
    duel, chance = hw.ArenaDuel(seed=7, **options), random.Random(3)
    while duel.ply < turns and duel.result is None:
        duel.play(*a_move(duel, chance))
    return duel


def _carrying(language: str) -> State:
    game = _rounds(lambda game: game.ply > 30 and game.phase == "place", abilities=True, goals=True)
    unit = str(game.legal_moves()[0]).partition("@")[0]
    return State(game.board(language=language), (f"hand:{unit}",), ("ArrowUp", "ArrowUp"))


def _plan(language: str) -> State:
    duel = _fought(2)
    order = duel.legal_orders("north")[0]
    return State(duel.board(seat="north", language=language), (f"card:{order.move}", f"card:{order.turn}"))


def _odds(language: str) -> State:
    plan = _plan(language)
    duel = _fought(2)
    order = duel.legal_orders("north")[0]
    table = duel.scenery.odds(duel.state, "north", [order.move, order.turn], language)
    return State(plan.board, plan.clicks, ("o",), table)


def _editing(language: str) -> State:
    """Something is held, and something is wrong in places and in the form."""
    game = _rounds(lambda game: game.ply > 12 and game.phase == "place", abilities=True, goals=True)
    cell, unit = next(iter(game.units.items()))
    free = next(cell for cell in game.rules.cell_labels if cell not in game.units)
    game.draft.put(f"{unit.faction} {unit.name}", free)
    game.draft.counters(cell, 3)
    game.draft.round(99)
    board = game.board(edit=True, language=language)
    held = board.kit["things"][board.bench["groups"][0]["things"][0]]["key"]
    return State(board, (f"thing:{held}",), ("ArrowUp",))


def _editing_a_duel(language: str) -> State:
    """The menu of a fighter is open; another one stands on an obstacle."""
    duel = hw.ArenaDuel(seed=7)
    duel.draft.fighter("south", "d2")
    duel.draft.obstacle("d2")
    duel.draft.fighter("north", "c3", life=1)
    return State(duel.board(edit=True, language=language), ("c3",), ("Escape", "Shift+F10"))


STATES: dict[str, Callable[[str], State]] = {
    "start": lambda language: State(hw.MonsterHex("four", seed=7).board(language=language)),
    "carrying": _carrying,
    "stones": lambda language: State(_rounds(lambda game: game.phase == "take").board(language=language)),
    "hand-over": lambda language: State(hw.MonsterHex("four", seed=7).board(seat="turn", language=language)),
    "result": lambda language: State(_rounds(lambda game: game.result is not None).board(language=language)),
    "duel start": lambda language: State(hw.ArenaDuel(seed=7).board(language=language)),
    "duel plan": _plan,
    "duel odds": _odds,
    "duel best play": lambda language: State(_fought(6).board(language=language, on=["best"])),
    "duel hand-over": lambda language: State(hw.ArenaDuel(seed=7).board(seat="turn", language=language)),
    "editing": _editing,
    "duel editing": _editing_a_duel,
    "duel result": lambda language: State(_fought(99, life=2).board(language=language)),
}
