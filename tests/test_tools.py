"""Tools of a board: buttons by which Python does or tells something, rules that are looked up, edges of a refusal."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.advice import advice
from hexwidgets.board.board import Asked, Refusal
from hexwidgets.board.scene import Scene, Table
from hexwidgets.live import Game, GameBoard, Tool

from .board.wire import Page, Wire, nothing_changes, recorded


def duel() -> hw.ArenaDuel:
    """A duel whose boards do not tell the best play, so that there is no button but those of a test."""
    game = hw.ArenaDuel(seed=7)
    for key in ("best", "review"):
        game.tools.remove(key)
    return game


GAMES: dict[str, Callable[[], Game]] = {
    "monsterhex": lambda: hw.MonsterHex("four", seed=7),
    "arenaduel": duel,
}
every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    monkeypatch.setattr(Game, "adviser", None)  # but for the tools that a test adds, boards have none
    yield recorded(monkeypatch)
    hw.set_language("en")


class Legal:
    """Lists the moves of whoever decides, on a thread of its own where it is told so; each may be chosen by its row."""

    def __init__(self, key: str = "legal", *, slow: threading.Event | None = None) -> None:
        self.key, self.slow = key, slow
        self.asked: list[tuple[tuple[str | int, ...], Asked]] = []

    def label(self, language: str) -> str:
        return {"en": "Legal", "ja": "合法手"}[language]

    def title(self, language: str) -> str:
        return f"{self.label(language)}."

    def offered(self, board: GameBoard) -> bool:
        return board.asked_first is not None

    def on(self, board: GameBoard) -> bool:
        return board.thinking == self.key

    def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
        self.asked.append((tuple(args), asked))
        if self.slow is None:
            return self.table(board)
        table, slow = self.table(board), self.slow

        def think() -> Table:
            assert slow.wait(5)
            return table

        return board.later(self.key, think, asked)

    def table(self, board: GameBoard) -> Table:
        moves = map(str, board.game.legal_moves(board.asked_first))
        rows: Any = [{"label": move, "cells": [(move, 0.5, "")], "picks": [move]} for move in list(moves)[:3]]
        return {"heading": self.label(board.language), "note": "", "columns": ["move"], "rows": rows}


def buttons(board: GameBoard) -> list[str]:
    return [tool["key"] for tool in board.status["tools"]]


def heard(wire: Wire, board: GameBoard, kind: str) -> list[dict[str, Any]]:
    return [message for message in wire.messages(board) if message["kind"] == kind]


def wait_for(what: Callable[[], Any]) -> None:
    until = time.monotonic() + 5
    while not what():
        assert time.monotonic() < until
        time.sleep(0.005)


# -- buttons --------------------------------------------------------------------------------------


@every_game
def test_a_tool_that_is_added_has_a_button_on_every_board_in_its_language(make: Callable[[], Game]) -> None:
    game = make()
    board, other = game.board(), game.board(language="ja")
    assert board.status["tools"] == []
    game.tools.add(Legal())
    assert list(game.tools) == ["hint", "legal"]
    assert board.status["tools"] == [{"key": "legal", "label": "Legal", "title": "Legal."}]
    assert other.status["tools"][0]["label"] == "合法手"
    game.tools.remove("legal")
    assert buttons(board) == buttons(other) == []
    with pytest.raises(KeyError):
        game.tools.remove("legal")


@every_game
def test_a_tool_answers_the_view_that_asked_and_nothing_changes(make: Callable[[], Game], wire: Wire) -> None:
    game, tool = make(), Legal()
    game.tools.add(tool)
    board, other = game.board(), game.board()
    with nothing_changes(game, board, other):
        (answer,) = Page(board, wire).use("legal", "more", 3)
    assert set(answer) == {"v", "kind", "view", "seq", "rev", "table"}
    assert (answer["kind"], answer["rev"]) == ("table", board.rev)
    told = json.loads(json.dumps(tool.table(board)))
    for row in told["rows"]:  # where several seats decide, the first choice is for whom
        row["picks"] = ["north"] * isinstance(game, hw.ArenaDuel) + row["picks"]
    assert answer["table"] == told
    assert tool.asked == [(("more", 3), Asked("view-1", 1, board.rev))]
    assert wire.messages(other) == []


def test_a_seat_that_is_not_asked_has_no_tool_for_its_moves(wire: Wire) -> None:
    game = hw.MonsterHex("four", seed=7)
    game.tools.add(Legal())
    mine, theirs = game.board(seat="red"), game.board(seat="blue")
    assert (buttons(mine), buttons(theirs)) == (["legal"], [])
    (answer,) = Page(theirs, wire).use("legal")
    assert (answer["ok"], answer["text"]) == (False, "That cannot be asked here now.")
    game.play(game.legal_moves()[0])
    assert (buttons(mine), buttons(theirs)) == ([], ["legal"])


def test_a_covered_hot_seat_has_no_tool_for_its_moves(wire: Wire) -> None:
    game = duel()
    game.tools.add(Legal())
    board = game.board(seat="turn")
    assert buttons(board) == []
    Page(board, wire).ask("reveal")
    assert buttons(board) == ["legal"]


@pytest.mark.parametrize("key", ["", "rule", "x" * 65, "a\nb", 3])
def test_a_key_that_no_tool_may_have_is_refused(key: Any) -> None:
    game = duel()
    with pytest.raises(ValueError, match="expected a key of 1 to 64 characters"):
        game.tools.add(Legal(key))
    with pytest.raises(TypeError, match="expected a tool"):
        game.tools.add("hint")  # type: ignore[arg-type]
    assert repr(game.tools) == "Tools(hint)"


def test_tools_of_one_game_are_not_those_of_another() -> None:
    game = hw.MonsterHex(seed=7)
    game.tools.add(Legal())
    assert list(game.branch().tools) == list(hw.MonsterHex(seed=7).tools) == ["hint"]
    assert isinstance(game.tools["legal"], Tool)


@every_game
def test_what_is_exported_offers_no_tool(make: Callable[[], Game]) -> None:
    game = make()
    game.tools.add(Legal("xyzzy"))
    board = game.board()
    assert buttons(board) == ["xyzzy"]
    for page in (game.to_html(), board.to_html()):
        assert "xyzzy" not in (page or "")


# -- answers that take time -----------------------------------------------------------------------


@every_game
def test_an_answer_that_takes_time_comes_from_another_thread(make: Callable[[], Game], wire: Wire) -> None:
    game, slow = make(), threading.Event()
    tool = Legal(slow=slow)
    game.tools.add(tool)
    board = game.board()
    page = Page(board, wire)
    (answer,) = page.use("legal")
    assert (answer["kind"], answer["ok"]) == ("answer", True)
    assert board.status["tools"][0]["on"] is True
    (second,) = page.use("legal")
    assert (second["ok"], second["text"]) == (False, "The last question is still being worked on.")
    slow.set()
    wait_for(lambda: heard(wire, board, "table"))
    (told,) = heard(wire, board, "table")
    assert (told["seq"], told["rev"], told["table"]["heading"]) == (1, board.rev, "Legal")
    assert "on" not in board.status["tools"][0]


@every_game
def test_a_table_about_a_position_that_was_left_is_not_told(make: Callable[[], Game], wire: Wire) -> None:
    game, slow = make(), threading.Event()
    game.tools.add(Legal(slow=slow))
    board = game.board()
    Page(board, wire).use("legal")
    asked = board.rev
    game.play(*(game.legal_moves(seat)[0] for seat in game.rules.to_move(game.state)))
    slow.set()
    wait_for(lambda: heard(wire, board, "table"))
    (told,) = heard(wire, board, "table")
    assert (told["rev"], told["table"]) == (asked, None)


def test_a_tool_for_an_older_position_is_refused(wire: Wire) -> None:
    game, tool = hw.MonsterHex(seed=7), Legal()
    game.tools.add(tool)
    board = game.board()
    game.play(game.legal_moves()[0])
    (answer,) = Page(board, wire).use("legal", rev=board.rev - 1)
    assert (answer["ok"], answer["rule"]) == (False, "STALE")
    assert tool.asked == []


def test_a_board_that_was_closed_meanwhile_is_told_nothing(wire: Wire) -> None:
    game, slow = hw.ArenaDuel(seed=7), threading.Event()
    game.tools.add(Legal(slow=slow))
    board = game.board()
    Page(board, wire).use("legal")
    name = board.model_id
    board.close()
    slow.set()
    wait_for(lambda: not board.thinking)
    assert [data for who, data in wire.sent if who == name and data.get("content", {}).get("kind") == "table"] == []


def test_what_a_tool_raises_is_said_on_the_board(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Legal):
        def table(self, board: GameBoard) -> Table:
            raise ZeroDivisionError("by nothing")

    class BrokenLater(Legal):
        def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
            return board.later(self.key, lambda: super(BrokenLater, self).table(board) and 1 / 0, asked)  # type: ignore[arg-type]

    game = duel()
    board = game.board()
    page = Page(board, wire)
    with caplog.at_level(logging.CRITICAL):
        game.tools.add(Broken())
        (answer,) = page.use("legal")
        assert (answer["ok"], answer["text"]) == (False, "ZeroDivisionError: by nothing")
        game.tools.add(BrokenLater())
        page.use("legal")
        wait_for(lambda: heard(wire, board, "table"))
    assert heard(wire, board, "notice")[-1]["text"] == "ZeroDivisionError: division by zero"
    assert heard(wire, board, "table")[-1]["table"] is None
    assert board.thinking == ""


# -- hints ----------------------------------------------------------------------------------------


@every_game
def test_a_hint_is_offered_where_there_is_an_adviser(make: Callable[[], Game], wire: Wire) -> None:
    game = make()
    board = game.board(language="ja")
    assert buttons(board) == []

    def advise(position: Game, seat: str, language: str) -> Table:
        move = str(position.legal_moves(seat)[0])
        return {"heading": f"{seat} {language}", "note": move, "columns": [], "rows": []}

    game.adviser = advise
    board.refresh()
    assert board.status["tools"] == [{"key": "hint", "label": "ヒント", "title": "ここではどの手がよいかを聞きます。"}]
    Page(board, wire).use("hint")
    wait_for(lambda: heard(wire, board, "table"))
    seat = game.seats[0]
    assert heard(wire, board, "table")[0]["table"] == {
        "heading": f"{seat} ja",
        "note": str(game.legal_moves(seat)[0]),
        "columns": [],
        "rows": [],
    }


@every_game
@pytest.mark.parametrize("open_table", [True, False])
def test_the_moves_of_a_hint_can_be_chosen_on_its_board(make: Callable[[], Game], open_table: bool, wire: Wire) -> None:
    game = make()
    game.adviser = lambda position, seat, language: advice(
        position, position.hint(seat, seconds=None, playouts=50, seed=1), language
    )
    game.hint(game.seats[0], seconds=None, playouts=1)  # what takes long is compiled once
    board = game.board(None if open_table else game.seats[0])
    Page(board, wire).use("hint")
    wait_for(lambda: heard(wire, board, "table"))
    rows = heard(wire, board, "table")[0]["table"]["rows"]
    assert rows
    for row in rows:
        level: Any = board.picks["tree"]
        for pick in row["picks"]:
            if isinstance(level, str):  # "c4 63 d5 21": places with the turns that fit
                turns = dict(zip(level.split()[::2], map(int, level.split()[1::2]), strict=True))
                level = {str(turn): 1 for turn in range(6) if turns[pick] >> turn & 1}
            else:
                level = level[str(pick)]
        assert level == 1


def test_a_hint_where_there_is_nothing_to_advise_says_so(wire: Wire) -> None:
    game = hw.MonsterHex(seed=7)
    game.adviser = lambda position, seat, language: None
    board = game.board()
    Page(board, wire).use("hint")
    wait_for(lambda: heard(wire, board, "table"))
    assert heard(wire, board, "table")[0]["table"]["note"] == "There is nothing to advise here."


# -- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "word"), [("en", "wall"), ("ja", "壁")])
def test_a_rule_is_told_in_the_boards_language_whenever_it_is_asked(language: str, word: str, wire: Wire) -> None:
    board = hw.ArenaDuel(seed=7).board(language=language)
    (answer,) = Page(board, wire).use("rule", "AD-MOVE-2", rev=99)
    assert answer["table"]["heading"].startswith("AD-MOVE-2")
    assert word in answer["table"]["note"]
    assert answer["table"]["columns"] == answer["table"]["rows"] == []


@pytest.mark.parametrize("args", [(), ("AD-MOVE-2", "AD-END-1"), (3,), ("",), ("a b",), ("<b>",), ("\n",)])
def test_what_is_no_id_of_a_rule_is_refused(args: tuple[Any, ...], wire: Wire) -> None:
    (answer,) = Page(hw.ArenaDuel(seed=7).board(), wire).use("rule", *args)
    assert (answer["ok"], answer["text"]) == (False, "There is no such rule.")


@pytest.mark.parametrize("picks", [(), ("",), ("nothing",), (0,), ("__class__",)])
def test_what_is_no_tool_is_refused(picks: tuple[Any, ...], wire: Wire) -> None:
    (answer,) = Page(hw.ArenaDuel(seed=7).board(), wire).use(*picks)
    assert (answer["ok"], answer["text"]) == (False, "That cannot be asked here now.")


# -- edges ----------------------------------------------------------------------------------------


def test_a_placement_without_an_equal_edge_names_the_edges_that_meet(wire: Wire) -> None:
    """MH-PLACE-3: every shared edge is shown, each as hindering."""
    game = hw.MonsterHex("four", seed=7)
    game.play("A1@d3^0")
    board = game.board()
    names = [place["name"] for place in board.grid["places"]]
    neighbours = {near.label: direction for direction, near in enumerate(around(game, "d3"))}
    refused = 0
    for unit, cell, turn in ((u, c, t) for u in hand(game) for c in neighbours for t in range(6)):
        answer = Page(board, wire).ask("move", unit, cell, turn)
        if answer["ok"]:
            game.undo(force=True)
            continue
        if answer["rule"] == "MH-PLACE-3":
            refused += 1
            back = (neighbours[cell] + 3) % 6
            assert answer["edges"] == [[names.index(cell), back, 0]]
    assert refused > 10


def test_other_refusals_name_no_edge(wire: Wire) -> None:
    board = hw.MonsterHex("four", seed=7).board()
    answer = Page(board, wire).ask("move", "S1", "a1", 0)
    assert answer["ok"] is False
    assert "edges" not in answer


class Near:
    def __init__(self, label: str) -> None:
        self.label = label


def around(game: hw.MonsterHex, cell: str) -> list[Near]:
    labels = game.rules.board.labels
    hexes = labels.hex(cell).neighbours()
    return [Near(labels[near] if near in game.rules.board.cells else "") for near in hexes]


def hand(game: hw.MonsterHex) -> list[str]:
    return sorted({str(move).partition("@")[0] for move in game.legal_moves()})


# -- what is switched on and off --------------------------------------------------------------------------


class Noted:
    """Writes a note on the first place of a board while it is on."""

    key = "noted"

    def label(self, language: str) -> str:
        return language

    def title(self, language: str) -> str:
        return language

    def offered(self, board: GameBoard) -> bool:
        return board.game.result is None

    def on(self, board: GameBoard) -> bool:
        return self.key in board.switched_on

    def use(self, board: GameBoard, args: Sequence[str | int], asked: Asked) -> Table | Refusal | None:
        board.switch(self.key, not self.on(board))
        return None

    def lay_over(self, board: GameBoard, scene: Scene, language: str) -> None:
        scene["marks"]["notes"].append((0, f"noted in {language}"))


def notes(board: GameBoard) -> list[str]:
    return [text for _, text in board.marks["notes"] if text.startswith("noted")]


@every_game
def test_a_tool_that_is_on_adds_to_its_board_and_to_no_other(make: Callable[[], Game], wire: Wire) -> None:
    game = make()
    game.tools.add(Noted())
    mine, other = game.board(language="ja"), game.board()
    Page(mine, wire).use("noted")
    assert (notes(mine), notes(other)) == (["noted in ja"], [])
    assert [tool.get("on", False) for tool in mine.status["tools"]] == [True]
    game.tools.remove("noted")
    assert notes(mine) == []
    game.tools.add(Noted())
    assert notes(mine) == ["noted in ja"]
    Page(mine, wire).use("noted")
    assert notes(mine) == []


@every_game
def test_a_board_may_begin_with_a_tool_on(make: Callable[[], Game]) -> None:
    game = make()
    with pytest.raises(ValueError, match="unknown tool 'noted'"):
        game.board(on=["noted"])
    game.tools.add(Noted())
    assert notes(game.board(on=["noted"])) == ["noted in en"]
