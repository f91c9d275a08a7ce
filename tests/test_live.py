"""A game and its boards: what a page is shown, what it may do, and what it is told."""

from __future__ import annotations

import asyncio
import copy
import gc
import json
import pickle
import random
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import traitlets as t
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.hexgrid import disk
from hexwidgets.live import GameBoard
from hexwidgets.monsterhex.state import State

from .board.wire import SCENE, Page, Wire, nothing_changes, recorded, shown
from .games.cases import CASES, EVERY_MONSTER_HEX, Case
from .games.toys import Line, Raid
from .strategies import json_values, play_on, seeds

SEATS = ("red", "blue", "yellow", "green")
WHOLE: dict[str, Any] = {"abilities": True, "goals": True}

MONSTER_HEXES = [case for case in CASES if case.name.startswith("monsterhex")]
every_monster_hex = pytest.mark.parametrize("case", EVERY_MONSTER_HEX, ids=lambda case: case.name)


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    yield recorded(monkeypatch)
    hw.set_language("en")


@pytest.fixture
def game() -> hw.MonsterHex:
    return hw.MonsterHex(seed=7)


def picks_of(game: hw.MonsterHex, move: Any = None) -> list[str | int]:
    """What a person picks for a move (default: the first legal one)."""
    text = str(game.legal_moves()[0] if move is None else move)
    if "@" in text:
        unit, _, rest = text.partition("@")
        cell, _, turn = rest.partition("^")
        return [unit, cell, int(turn)]
    word, _, rest = text.partition(" ")
    if word in ("take", "ability") or not rest:
        return [rest or word]
    cell, _, turn = rest.partition("^")
    return [cell, int(turn)] if turn else [cell]


def kinds_in_hand(board: GameBoard) -> list[Any]:
    return [seat["hand"] for seat in board.tray["seats"]]


# -- playing at a board ---------------------------------------------------------------------------


@every_monster_hex
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=seeds)
def test_a_whole_game_is_played_by_what_the_board_offers(wire: Wire, case: Case, seed: int) -> None:
    """Picks are a tree of exactly the legal moves, and words beside it; each of them is accepted."""
    game, rng = case.make(seed), random.Random(seed)
    assert isinstance(game, hw.MonsterHex)
    board = game.board()
    page = Page(board, wire)
    while game.result is None:
        offered = [*walk(board.picks["tree"]), *([word] for word in board.picks.get("also", []))]
        assert len(offered[0]) == max(len(board.picks["steps"]), 1)
        assert sorted(map(str, offered)) == sorted(str(picks_of(game, move)) for move in game.legal_moves())
        ply = game.ply
        answer = page.ask("move", *rng.choice(offered))
        assert answer["ok"] is True
        assert (game.ply, board.rev) == (ply + 1, game.rev)
    assert board.picks == {"steps": [], "tree": {}}
    assert board.status["result"]["heading"]
    board.close()


def walk(node: Any, above: tuple[Any, ...] = ()) -> Iterator[list[Any]]:
    """Every list of picks in a tree."""
    if node == 1:
        yield list(above)
    elif isinstance(node, str):
        words = node.split()
        for place, mask in zip(words[::2], words[1::2], strict=True):
            yield from ([*above, place, turn] for turn in range(6) if int(mask) >> turn & 1)
    else:
        for key, below in node.items():
            yield from walk(below, (*above, key))


@pytest.mark.parametrize(("language", "text"), [("en", "touches no unit"), ("ja", "隣にユニットがありません")])
def test_an_illegal_drop_is_refused_with_the_rule_and_the_reason_in_the_boards_language(
    game: hw.MonsterHex, wire: Wire, language: str, text: str
) -> None:
    game.play("A1@d3^0")
    board, other = game.board(language=language), game.board()
    unit = game.hands["blue"][0].name
    with nothing_changes(game, board, other):
        answer = Page(board, wire).ask("move", unit, "a1", 0)
    fault = game.why(f"{unit}@a1^0")
    assert fault is not None
    assert (answer["ok"], answer["rule"]) == (False, "MH-PLACE-2")
    assert answer["text"] == fault.text(language)
    assert text in answer["text"]


@pytest.mark.parametrize(
    "picks", [(), ("S1",), ("S1", "c4"), ("S1", "zz", 0), ("Z9", "d3", 0), ("S1", "d3", 9), (3, 3, 3)]
)
def test_picks_that_mean_no_move_are_refused_in_words(game: hw.MonsterHex, wire: Wire, picks: tuple[Any, ...]) -> None:
    board = game.board(language="ja")
    with nothing_changes(game, board):
        answer = Page(board, wire).ask("move", *picks)
    assert answer["ok"] is False
    assert answer["rule"].startswith("MH-")
    assert not answer["text"].isascii()


def test_a_move_for_an_older_position_is_refused(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board()
    page, rev, picks = Page(board, wire), board.rev, picks_of(game)
    game.play(game.legal_moves()[-1])
    with nothing_changes(game, board):
        answers = [page.ask("move", *picks, rev=rev), page.ask("undo", rev=rev), page.ask("move", *picks, rev=rev + 50)]
    for answer in answers:
        assert (answer["ok"], answer["rule"]) == (False, "STALE")
        assert answer["text"].startswith("The board has moved on")


def test_a_seated_board_moves_only_in_its_turn(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(seat="blue", language="ja")
    assert board.picks == {"steps": [], "tree": {}}
    with nothing_changes(game, board):
        answer = Page(board, wire).ask("move", *picks_of(game))
    assert (answer["ok"], answer["rule"]) == (False, "MH-TURN-1")
    assert "番ではありません" in answer["text"]
    game.play(game.legal_moves()[0])
    assert board.picks["tree"]
    assert Page(board, wire).ask("move", *picks_of(game))["ok"] is True


def test_undo_and_redo_go_back_and_forth_and_say_where_there_is_nothing(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(language="ja")
    page = Page(board, wire)
    with nothing_changes(game, board):
        assert page.ask("undo")["text"] == "これ以上は戻せません。"
        assert page.ask("redo")["text"] == "やり直せる手がありません。"
    assert not board.status["undo"]
    start = shown(board)
    page.ask("move", *picks_of(game))
    assert board.status["undo"]
    moved = shown(board)
    assert page.ask("undo")["ok"] is True
    assert shown(board) | {"rev": 0, "status": 0} == start | {"rev": 0, "status": 0}
    assert board.status["redo"]
    assert page.ask("redo")["ok"] is True
    assert shown(board) | {"rev": 0} == moved | {"rev": 0}


def test_after_the_end_every_move_is_refused(game: hw.MonsterHex, wire: Wire) -> None:
    play_on(game, random.Random(1))
    for seat in (None, "red", "turn"):
        board = game.board(seat=seat)
        with nothing_changes(game, board):
            answer = Page(board, wire).ask("move", "S1", "c4", 0)
        assert (answer["ok"], answer["rule"]) == (False, "MH-END-1")


def test_what_people_saw_is_not_taken_back_at_a_seated_board(game: hw.MonsterHex, wire: Wire) -> None:
    """Red drew a unit: that stays, unless somebody at the open table or in a cell says otherwise."""
    red, blue = game.board(seat="red"), game.board(seat="blue", language="ja")
    Page(red, wire).ask("move", *picks_of(game))
    with nothing_changes(game, red, blue):
        for board, text in ((red, "Red draws 1."), (blue, "赤が1枚引きました。")):
            answer = Page(board, wire).ask("undo")
            assert (answer["ok"], answer["rule"]) == (False, "")
            assert text in answer["text"]
        for back in (game.undo, lambda: game.goto(0)):
            with pytest.raises(hw.EditError, match=r"Red draws 1\..*force=True"):
                back()
    game.undo(force=True)
    assert (game.ply, red.tokens) == (0, [])
    assert Page(blue, wire).ask("redo")["ok"] is True
    table = game.board()
    assert Page(red, wire).ask("undo")["ok"] is True
    assert Page(table, wire).ask("redo")["ok"] is True
    table.close()
    assert Page(red, wire).ask("undo")["ok"] is False


def test_what_showed_nothing_new_is_taken_back_at_a_seated_board_too(wire: Wire) -> None:
    game = hw.MonsterHex("two-duel", seed=7, **WHOLE)
    page = Page(game.board(seat="blue"), wire)
    page.ask("move", "scatter")
    assert page.ask("undo")["ok"] is True
    assert game.abilities == {"red": None, "blue": None}
    assert (game.seated, game.branch().seated) == (True, False)


# -- what a move would bring ----------------------------------------------------------------------


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=seeds)
def test_a_preview_tells_the_totals_before_and_after(wire: Wire, seed: int) -> None:
    """Reckoned here once more from what a notebook sees: units, counters, sites and petrified cells."""
    rng, touched = random.Random(seed), 0
    game = hw.MonsterHex("two-shared", seats=("green", "red"), seed=seed, **WHOLE)
    board = game.board(seat="turn")
    page = Page(board, wire)
    while game.result is None:
        move = rng.choice(game.legal_moves())
        if board.status.get("handover"):
            assert page.foresee(*picks_of(game, move)) == []
            page.ask("reveal")
        with nothing_changes(game, board):
            told = page.foresee(*picks_of(game, move))
        wanted = reckoned(game, move) if game.phase == "place" else {}
        places, factions = board.grid["places"], board.grid["factions"]
        assert wanted == {
            places[at]["name"]: {
                factions[slot]["name"]: (before, after)
                for slot, before, after in zip(row[::3], row[1::3], row[2::3], strict=True)
            }
            for at, *row in told
        }
        touched += len(wanted)
        game.play(move)
    assert touched > 10
    board.close()


def reckoned(game: hw.MonsterHex, move: Any) -> dict[str, dict[str, tuple[int, int]]]:
    """By open site next to a placement, each faction's total before (-1: absent) and after."""
    board, units = game.rules.board, dict(game.units)
    added = game.rules.components.unit(str(game.placing), move.unit, move.rotation)
    here, out = board.labels.hex(move.cell), {}
    for site in here.neighbours():
        label = board.labels[site] if site in board.places else ""
        if label in game.petrified if site in board.cells else site in board.sites and label not in game.judgements:
            before, after = ({}, {})
            for totals, on_board in ((before, units), (after, units | {move.cell: added})):
                for direction, place in enumerate(site.neighbours()):
                    unit = on_board.get(board.labels[place]) if place in board.cells else None
                    if unit is not None:
                        power = unit.strength((direction + 3) % 6)
                        totals[unit.faction] = totals.get(unit.faction, 0) + power
            out[label] = {faction: (before.get(faction, -1), total) for faction, total in after.items()}
    return out


def test_there_is_no_preview_of_what_may_not_be_played_here_and_now(game: hw.MonsterHex, wire: Wire) -> None:
    play_on(game, random.Random(4), 9)
    assert game.to_move == "blue"
    table = Page(game.board(), wire)
    picks = next(p for p in (picks_of(game, m) for m in game.legal_moves()) if table.foresee(*p))
    blue, red, hot = (Page(game.board(seat=seat), wire) for seat in ("blue", "red", "turn"))
    assert blue.foresee(*picks)
    assert red.foresee(*picks) == []  # not its turn
    assert hot.foresee(*picks) == []  # covered
    hot.ask("reveal")
    assert hot.foresee(*picks) == blue.foresee(*picks)
    assert blue.foresee(*picks, rev=game.rev - 1) == []
    unit, place, _ = picks
    for illegal in ((), ("pass",), (unit, place, 9), (unit, "a1", 0), ("S9", place, 0), (unit, "zz", 0), (1, 2, 3)):
        assert blue.foresee(*illegal) == []
    play_on(game, random.Random(4))
    assert blue.foresee(*picks) == []
    assert Page(with_a_view().board(), wire).foresee("c3") == []


def test_what_an_observer_raises_during_a_click_is_told_on_the_board_and_the_move_stands(
    game: hw.MonsterHex, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    board = game.board(language="ja")
    game.observe(lambda change: SEATS[change.new + 3], "ply")
    answer = Page(board, wire).ask("move", *picks_of(game))
    assert answer["ok"] is False
    assert "IndexError: tuple index out of range" in answer["text"]
    assert (game.ply, answer["rev"], board.rev) == (1, game.rev, game.rev)
    assert len(board.tokens) == 1
    assert "tuple index out of range" in caplog.text


def test_a_board_that_cannot_draw_keeps_no_move_from_the_others(
    game: hw.MonsterHex, wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound, plies = game.board(), game.board(), []
    monkeypatch.setattr(broken, "refresh", lambda: 1 / 0)
    game.observe(lambda change: plies.append(change.new), "ply")
    assert Page(sound, wire).ask("move", *picks_of(game))["ok"] is True
    assert (len(sound.tokens), plies) == (1, [1])
    (notice,) = (m for m in wire.messages(broken) if m["kind"] == "notice")
    assert "ZeroDivisionError" in notice["text"]
    assert "could not be drawn" in caplog.text


# -- what a page may send -------------------------------------------------------------------------

FIELDS: dict[str, Any] = {"v": 1, "view": "a", "seq": 1, "rev": 0, "kind": "move", "picks": ["S1", "d3", 0]}
KINDS = st.sampled_from(["preview", "undo", "redo", "reveal", "pong"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=json_values
    | st.fixed_dictionaries({}, optional={key: st.just(value) | json_values for key, value in FIELDS.items()})
    | KINDS.map(lambda kind: FIELDS | {"kind": kind})
)
def test_whatever_a_page_sends_is_answered_and_nothing_changes(wire: Wire, content: Any) -> None:
    game = hw.MonsterHex(seed=7)
    board = game.board(seat="green")
    page = Page(board, wire)
    with nothing_changes(game, board):
        answers = page.send(content)
    quiet = isinstance(content, dict) and content.get("kind") == "pong"
    assert len(answers) == 1 or (quiet and answers == [])
    for answer in answers:
        if answer["kind"] == "preview":
            assert answer["tallies"] == []
            continue
        assert answer["kind"] == "answer"
        assert answer["ok"] is (isinstance(content, dict) and content.get("kind") == "reveal")
        assert answer["ok"] or answer["text"]
        json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
    board.close()


def test_what_cannot_be_read_is_answered_in_the_boards_language(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(language="ja")
    (answer,) = Page(board, wire).send({"v": 1, "view": "a", "seq": 4, "kind": "cheat", "rev": board.rev})
    assert (answer["ok"], answer["seq"], answer["view"], answer["rule"]) == (False, 4, "a", "")
    assert answer["text"] == "盤から届いた操作を読めません（kind）。"


def test_a_pong_is_a_sign_of_life_and_a_click_ends_a_wait(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board()
    page, picks = Page(board, wire), picks_of(game)

    async def cell() -> Any:
        task = asyncio.ensure_future(game.next_move(5))
        await asyncio.sleep(0.01)
        assert [m["kind"] for m in wire.messages(board)] == ["ping"]
        page.send({"v": 1, "view": "view-1", "kind": "pong", "id": 0})
        await asyncio.sleep(0.01)
        assert page.ask("move", *picks)["ok"] is True
        return await task

    assert str(asyncio.run(cell())) == f"{picks[0]}@{picks[1]}^{picks[2]}"
    board.close()
    with pytest.raises(hw.NoBoardError, match="No board of this game"):
        game.wait_for_move()


# -- who sees what --------------------------------------------------------------------------------


def test_the_open_table_shows_every_hand_and_says_so(game: hw.MonsterHex) -> None:
    board = game.board()
    assert [len(hand) for hand in kinds_in_hand(board)] == [len(game.hands[seat]) for seat in SEATS]
    assert board.grid["note"] == "Open table: every hand is shown."
    assert board.grid["seat"] is None


@pytest.mark.parametrize("seat", SEATS)
def test_a_seated_board_shows_its_own_hand_and_how_many_the_others_hold(game: hw.MonsterHex, seat: str) -> None:
    board, rng = game.board(seat=seat), random.Random(1)
    while True:
        for name, hand in zip(SEATS, kinds_in_hand(board), strict=True):
            units = game.hands[name]
            if name != seat:
                assert hand == len(units)
            else:
                assert sorted(board.grid["kinds"][kind]["key"] for kind in hand) == sorted(u.name for u in units)
        if play_on(game, rng, 1) == 0:
            break
    assert (board.grid["seat"], board.grid["note"]) == (seat, f"You play {seat.capitalize()}.")


def test_an_unknown_seat_language_theme_or_kind_of_digits_is_refused(game: hw.MonsterHex) -> None:
    subscribers = len(game._subscribers)
    for wrong in ({"seat": "purple"}, {"seat": ""}, {"seat": ["red"]}, {"language": "fr"}, {"theme": "pink"}):
        with pytest.raises(ValueError, match="known are"):
            game.board(**wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="digits: expected True or False"):
        game.board(digits=1)  # type: ignore[arg-type]
    assert len(game._subscribers) == subscribers


@pytest.mark.parametrize("case", MONSTER_HEXES, ids=lambda case: case.name)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=seeds, part=st.floats(0, 1))
def test_what_a_board_sends_is_the_same_to_the_byte_when_only_hidden_facts_differ(
    wire: Wire, case: Any, seed: int, part: float
) -> None:
    game, rng = case.make(seed), random.Random(seed)
    play_on(game, rng, round(part * 60))
    for seat in (*game.seats, "turn"):  # a covered hot seat knows nobody's hand
        other = disguised(game, case.disguise(game.rules, game.state, seat, rng))
        board, twin = game.board(seat=seat), other.board(seat=seat)
        assert json.dumps(shown(board) | {"rev": 0}) == json.dumps(shown(twin) | {"rev": 0})
        board.close()
        twin.close()


@every_monster_hex
def test_the_open_table_and_its_own_seat_do_show_what_others_may_not_see(case: Any) -> None:
    """The check above would notice: what differs is on the boards that may show it."""
    game, rng = case.make(3), random.Random(3)
    play_on(game, rng, 6)
    others = [disguised(game, case.disguise(game.rules, game.state, "", rng)) for _ in range(8)]
    for seat in (None, *game.seats):
        here = shown(game.board(seat=seat))["tray"]
        assert any(shown(other.board(seat=seat))["tray"] != here for other in others)


def disguised(game: Any, state: State) -> Any:
    """The same game with another present state."""
    twin = game.branch()
    twin._history.now.state = state
    twin._publish(moved=False)
    return twin


def test_a_hot_seat_shows_no_hand_and_takes_no_move_before_it_is_uncovered(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(seat="turn")
    page, rng = Page(board, wire), random.Random(3)
    while game.result is None:
        if game.phase == "place":
            assert board.status["handover"]["faction"] == SEATS.index(game.to_move)
            assert kinds_in_hand(board) == [len(game.hands[seat]) for seat in SEATS]
            assert board.picks == {"steps": [], "tree": {}}
            with nothing_changes(game, board):
                answer = page.ask("move", *picks_of(game))
            assert answer["ok"] is False
            assert "covered" in answer["text"]
            assert page.ask("reveal")["ok"] is True
            hands = kinds_in_hand(board)
            assert [isinstance(hand, list) for hand in hands] == [seat == game.to_move for seat in SEATS]
        assert "handover" not in board.status
        wire.clear()
        assert page.ask("move", *picks_of(game, rng.choice(game.legal_moves())))["ok"] is True
        if game.phase == "place":
            assert_no_hand_was_sent(board, wire)
    assert "handover" not in board.status


def assert_no_hand_was_sent(board: GameBoard, wire: Wire) -> None:
    for state in wire.updates(board):
        for seat in state.get("tray", {"seats": []})["seats"]:
            assert isinstance(seat["hand"], int)
        assert state.get("picks", {"tree": {}})["tree"] == {}


def test_a_hot_seat_covers_again_after_an_undo(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(seat="turn")
    page = Page(board, wire)
    page.ask("reveal")
    page.ask("move", *picks_of(game))
    page.ask("reveal")
    assert isinstance(kinds_in_hand(board)[1], list)
    with nothing_changes(game, board):
        refusal = page.ask("undo")["text"]
    assert "Red draws 1." in refusal
    assert board.status["kept"] == refusal  # told before anybody asks
    wire.clear()
    game.undo(force=True)
    assert "kept" not in board.status
    assert_no_hand_was_sent(board, wire)
    assert board.status["handover"]["faction"] == 0
    assert kinds_in_hand(board) == [len(game.hands[seat]) for seat in SEATS]


def test_a_hot_seat_covers_again_when_another_chose_a_stone_meanwhile(wire: Wire) -> None:
    """MH-BLITZ-1: the pick of another seat comes between two placements of one turn."""
    for seed in range(200):
        game, rng = hw.MonsterHex("two-duel", seed=seed, abilities=True), random.Random(seed)
        board = game.board(seat="turn")
        page, deciders = Page(board, wire), []
        while game.result is None:
            words = [m for m in game.legal_moves() if str(m) in ("blitz", "ability blitz")]
            if board.status.get("handover"):
                page.ask("reveal")
            deciders = [*deciders, game.to_move][-3:]
            page.ask("move", *picks_of(game, words[0] if words else rng.choice(game.legal_moves())))
            if deciders[-2:] == ["blue", "red"] and [str(m)[:5] for m in game.moves[-2:]] == ["blitz", "take "]:
                assert board.status["handover"]["faction"] == 1
                assert kinds_in_hand(board) == [len(game.hands[seat]) for seat in game.seats]
                return
        board.close()
    raise AssertionError("no such game")


# -- several boards -------------------------------------------------------------------------------


def test_boards_of_one_game_follow_each_other(game: hw.MonsterHex, wire: Wire) -> None:
    boards = [game.board(), game.board(seat="red"), game.board(seat="blue", language="ja"), game.board(seat="turn")]
    pages, rng = [Page(board, wire) for board in boards], random.Random(2)
    for _ in range(30):
        if game.result is not None:
            break
        page = rng.choice(
            pages[:1] if game.to_move not in ("red", "blue") else pages[:2] if game.to_move == "red" else pages[::2]
        )
        answer = page.ask("move", *picks_of(game, rng.choice(game.legal_moves())))
        assert answer["ok"] is (page.board.seat in (None, game.moves and page.board.seat)) or not answer["ok"]
        for board in boards:
            assert (board.rev, board.tokens, board.marks["gems"]) == (
                game.rev,
                boards[0].tokens,
                boards[0].marks["gems"],
            )
            assert [s["score"] for s in board.tray["seats"]] == list(game.scores.values())
            fresh = game.board(seat=board.seat, language=board._own_language)
            if board.seat != "turn":
                assert shown(board) == shown(fresh)
            fresh.close()
    assert game.ply > 10


def test_languages_of_boards_follow_the_board_else_the_game_else_the_default() -> None:
    game = hw.MonsterHex(seed=7)
    game.play("A1@d3^0")
    follows, own = game.board(), game.board(language="ja")
    labels = [lambda b=b: b.grid["factions"][0]["label"] for b in (follows, own)]
    assert [label() for label in labels] == ["Red", "赤"]
    texts = {shown_texts(follows), shown_texts(own)}
    hw.set_language("ja")
    assert [label() for label in labels] == ["赤", "赤"]
    assert shown_texts(follows) == shown_texts(own)
    assert (follows.language, follows.words["undo"]) == ("ja", "戻す")
    game.language = "en"
    assert [label() for label in labels] == ["Red", "赤"]
    assert {shown_texts(follows), shown_texts(own)} == texts
    assert game.rev == follows.rev
    game.language = None
    assert follows.words == own.words


def shown_texts(board: GameBoard) -> str:
    return json.dumps([board.status, board.words, board.grid["factions"], board.marks["notes"]])


def test_a_closed_board_is_off_the_game(game: hw.MonsterHex, wire: Wire) -> None:
    board, other = game.board(), game.board()
    rev = board.rev
    board.close()
    board.close()
    wire.clear()
    game.play(game.legal_moves()[0])
    assert (board.rev, other.rev) == (rev, game.rev)
    assert wire.of(other)
    assert {who for who, _ in wire.sent} == {other.model_id}
    assert len(game._subscribers) == 1
    gone = weakref.ref(board)
    del board
    gc.collect()
    assert gone() is None


def test_the_last_line_of_a_cell_shows_one_open_table_however_often(game: hw.MonsterHex) -> None:
    first = game._repr_mimebundle_()
    assert game._repr_mimebundle_() == first
    game._open_table.close()  # type: ignore[union-attr]
    second = game._repr_mimebundle_()
    assert second != first
    assert game._open_table.rev == game.rev  # type: ignore[union-attr]


def test_only_the_board_that_is_told_so_has_another_look(game: hw.MonsterHex) -> None:
    board = game.board(theme="dark", digits=True)
    assert (board.theme, board.digits, game.board().theme, game.board().digits) == ("dark", True, "auto", False)
    with pytest.raises(t.TraitError):
        board.theme = "pink"


# -- games without a view, and copies -------------------------------------------------------------


def with_a_view() -> Any:
    """A stranger's game with the view that needs no work."""
    rules = Line()
    cells = disk(hw.Hex(0, 0), 2)
    units = lambda known: {c: owner for c, owner in zip(rules.cells, known, strict=True) if owner}  # noqa: E731
    return hw.Game(rules, view=hw.PlainView(rules, cells, units))


def test_a_game_without_a_view_says_that_it_needs_one() -> None:
    game = hw.Game(Line())
    for show in (game.board, game._repr_mimebundle_):
        with pytest.raises(TypeError, match=r"line has no view: pass one, as in Game\(rules, view=...\)"):
            show()
    assert game._subscribers == []


def test_a_strangers_game_with_a_plain_view_is_played_on_a_board(wire: Wire) -> None:
    game = with_a_view()
    board = game.board()
    page = Page(board, wire)
    assert page.ask("move", "c3")["ok"] is True
    assert page.ask("move", "c3")["rule"] == "LINE-2"
    assert page.ask("move")["rule"] == "LINE-1"
    assert page.ask("undo")["ok"] is True
    assert (game.ply, board.tokens) == (0, [])
    assert game.board(seat="white").picks["tree"] == {}


def raid() -> Any:
    """A stranger's game of secret decisions, likewise."""
    rules = Raid()
    return hw.Game(rules, seed=1, view=hw.PlainView(rules, disk(hw.Hex(0, 0), 1), lambda known: {}))


def test_a_strangers_game_of_secret_decisions_is_played_on_a_board_for_each_seat(wire: Wire) -> None:
    game = raid()
    pages = {seat: Page(game.board(seat=seat), wire) for seat in game.seats}
    north, south = (page.board for page in pages.values())
    for _ in range(4):
        assert north.picks == {"steps": ["button"], "tree": {"guard": 1, "raid": 1, "rest": 1}}
        with nothing_changes(game, south):
            assert pages["north"].ask("move", "raid")["ok"] is True
        assert (north.picks["preset"], north.status["committed"], north.status["turn"]) == ([["raid"]], [0], 0)
        assert pages["south"].ask("move", "flee")["rule"] == "RAID-1"
        assert pages["south"].ask("move", "guard")["ok"] is True
    assert game.result is not None
    assert north.status["result"] == south.status["result"]


def test_at_an_open_table_one_says_for_whom_one_decides_in_secret(wire: Wire) -> None:
    game = raid()
    board = game.board()
    page = Page(board, wire)
    words = {"guard": 1, "raid": 1, "rest": 1}
    assert board.picks == {"steps": ["seat", "button"], "tree": {"north": words, "south": words}}
    assert (board.status["turn"], board.status["prompt"]) == (None, "North, South decide in secret")
    for picks in ((), ("raid",), ("west", "raid"), (0, "raid")):
        with nothing_changes(game, board):
            assert page.ask("move", *picks)["rule"] == "SEAT"
    assert page.ask("move", "south", "raid")["ok"] is True
    assert board.picks["preset"] == [["south", "raid"]]
    assert page.ask("move", "south", "rest")["ok"] is True  # changed
    assert (game.ply, board.status["committed"]) == (0, [1])
    assert page.ask("move", "north", "guard")["ok"] is True
    assert game.moves == (("guard", "rest"),)


def test_at_a_hot_seat_a_strangers_game_hands_over_before_each_secret_decision(wire: Wire) -> None:
    game = raid()
    board = game.board(seat="turn", language="ja")
    page = Page(board, wire)
    for seat, move in (("North", "raid"), ("South", "guard")):
        assert board.status["handover"]["text"] == f"{seat}に交代してください。"
        assert board.picks["tree"] == {}
        page.ask("reveal")
        assert page.ask("move", move)["ok"] is True
        assert "preset" not in board.picks
    assert game.moves == (("raid", "guard"),)
    assert board.status["handover"]["faction"] == 0


def test_a_seat_that_has_decided_at_its_own_board_is_not_asked_at_the_hot_seat(wire: Wire) -> None:
    game = raid()
    board, south = game.board(seat="turn"), Page(game.board(seat="south"), wire)
    south.ask("move", "raid")
    assert board.status["handover"]["faction"] == 0
    Page(board, wire).ask("reveal")
    assert Page(board, wire).ask("move", "guard")["ok"] is True
    assert game.moves == (("guard", "raid"),)


@pytest.mark.parametrize("copied", [lambda game: game.branch(), copy.copy, copy.deepcopy])
def test_a_branch_or_copy_of_a_strangers_game_keeps_its_view(copied: Callable[[Any], Any]) -> None:
    game = with_a_view()
    game.play("c3")
    twin = copied(game)
    assert twin.board().tokens == game.board().tokens == [[9, 0, 0]]
    twin.play("a1")
    assert game.ply == 1


def test_a_pickle_goes_without_the_view_which_may_be_anything() -> None:
    game = with_a_view()
    game.play("c3")
    twin = pickle.loads(pickle.dumps(game))
    assert twin.moves == ("c3",)
    with pytest.raises(TypeError, match="has no view"):
        twin.board()


# -- what goes over the wire ----------------------------------------------------------------------


def test_a_new_board_sends_everything_a_page_needs_in_its_state(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(seat="red")
    state = json.loads(json.dumps(board.get_state(SCENE)))
    assert state == shown(board)
    assert {"_esm", "_css"} <= set(board.get_state())


@every_monster_hex
@pytest.mark.parametrize(("seat", "language"), [(None, "en"), (None, "ja"), ("red", "en"), ("turn", "ja")])
@settings(max_examples=1, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=seeds)
def test_a_move_is_one_update_of_what_changed_and_at_most_4_kilobytes(
    wire: Wire, case: Any, language: str, seat: str | None, seed: int
) -> None:
    game, rng = case.make(seed), random.Random(seed)
    board = game.board(seat=seat, language=language)
    page = Page(board, wire)
    while game.result is None:
        if board.status.get("handover"):
            page.ask("reveal")
        before = shown(board)
        wire.clear()
        move = rng.choice(game.legal_moves())
        if seat == "red" and game.to_move != "red":
            game.play(move)
        else:
            assert page.ask("move", *picks_of(game, move))["ok"] is True
        (update,) = wire.updates(board)
        after = shown(board)
        assert set(update) == {name for name in SCENE if after[name] != before[name]}
        assert "rev" in update
        assert not {"grid", "words", "language", "theme", "digits"} & set(update)
        assert len(wire.messages(board)) <= 1
        assert wire.size <= 4096
        wire.clear()
        game.undo(force=True)
        game.redo()
        assert len(wire.updates(board)) == 2
        assert wire.size <= 8192
    board.close()


def test_a_refusal_sends_the_answer_and_nothing_else(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board()
    wire.clear()
    Page(board, wire).ask("move", "S1", "a1", 0)
    assert [data["method"] for data in wire.of(board)] == ["custom"]
    assert wire.size < 600


# -- bots and edits -------------------------------------------------------------------------------


def test_boards_follow_an_edit_and_a_bot(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board()
    page = Page(board, wire)
    game.units["d3"] = "red S1^2"
    assert board.rev == game.rev
    assert len(board.tokens) == 1
    game.bots["red"] = lambda view: view.legal_moves()[0]
    game.bots.wait(30)
    assert (game.ply, board.rev, len(board.tokens)) == (2, game.rev, 2)
    assert page.ask("undo")["ok"] is True
    assert game.ply == 1, "there is no position before in which a person decides"
    board.close()


def test_boards_say_why_a_bot_was_taken_off(game: hw.MonsterHex, wire: Wire) -> None:
    board = game.board(language="en")
    game.bots["red"] = lambda view: "S1@a1^0"
    with pytest.raises(RuntimeError, match="red's bot was taken off"):
        game.bots.wait(30)
    (notice,) = (message for message in wire.messages(board) if message["kind"] == "notice")
    assert notice["text"].startswith("red's bot was taken off: ")
    board.close()


class Drawn(hw.ArenaDuel):
    """A duel with a view for nothing."""

    @staticmethod
    def view_class(rules: Any) -> hw.PlainView:
        return hw.PlainView(
            rules, rules.arena.cells, lambda state: {f.cell: s for s, f in rules.fighters(state).items()}
        )


def test_the_grid_is_sent_anew_when_an_edit_brings_other_rules_and_only_then(wire: Wire) -> None:
    duel = Drawn(seed=7)
    board = duel.board()
    assert len(board.grid["places"]) == 19
    wire.clear()
    with duel.editing() as e:
        e.obstacle("c3")
    assert len(board.grid["places"]) == 18
    duel.undo()
    assert len(board.grid["places"]) == 19
    wire.clear()
    duel.play("S=", "S=")
    assert not any("grid" in state for state in wire.updates(board))
    board.close()
