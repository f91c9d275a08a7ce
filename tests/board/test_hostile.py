"""A page that is not ours: whatever it sends is answered, and touches nothing but legal moves of its own board."""

from __future__ import annotations

import gc
import json
import logging
import random
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.board.intents import MAX_INTEGER, MAX_PICKS, MAX_TEXT
from hexwidgets.live import Game, GameBoard

from .wire import Page, Wire, nothing_changes, recorded, shown

INTENTS = 10_000  # to each game
ANSWER = 4096  # bytes of one answer at most
MEASURED = 4_000  # the last of them
MEMORY = 1 << 20  # bytes that those may leave behind: positions that were left, and what is on show now

GAMES: dict[str, Callable[[], Game]] = {
    "monsterhex": lambda: hw.MonsterHex("four", seed=7),
    "arenaduel": lambda: hw.ArenaDuel(seed=7, pursuit="optional"),
}
every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    return recorded(monkeypatch)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing that a page sends is worth a line of the log, let alone an exception."""
    yield
    assert [line.getMessage() for line in caplog.get_records("call") if line.levelno >= logging.WARNING] == []


def nested(depth: int) -> Any:
    value: Any = "x"
    for level in range(depth):
        value = [value] if level % 2 else {"picks": value}
    return value


WORDS = (
    *("rule", "hint", "MH-PLACE-3"),
    *("", "pass", "decline", "S1", "c4", "d3", "F", "=", "F>", "commit", "undo", "red", "north", "__class__", "\0"),
    *("<script>alert(1)</script>", "{game}", "%s", "../../etc/passwd", "'; DROP TABLE", "\n", "ユニット", "\u202e"),
    *("\ud800", "x" * MAX_TEXT, "x" * (MAX_TEXT + 1), "x" * 200_000),
)  # fmt: skip
VALUES = (
    *(None, True, False, 0, 1, -1, 5, 6, 1.5, float("nan"), float("inf"), MAX_INTEGER, MAX_INTEGER + 1, 10**400),
    *([], {}, [[]], [{}], nested(50), ["x"] * 100_000, {"x" * 9: "y"}, b"bytes", (1, 2)),
)  # fmt: skip
KINDS = (
    *("move", "preview", "odds", "tool", "edit", "undo", "redo", "reveal"),
    *("pong", "answer", "ping", "notice", "close", "__class__"),
)


class Stranger:
    """Makes up what a page that means harm may send to a board, from luck that can be repeated."""

    def __init__(self, board: GameBoard, luck: int) -> None:
        self.board, self.chance = board, random.Random(luck)
        self.last: Any = {}

    def anything(self) -> Any:
        return self.chance.choice((self.chance.choice(WORDS), self.chance.choice(VALUES)))

    def picks(self) -> list[Any]:
        """Now and then a move that may be made; mostly picks of all sorts, those of other seats among them."""
        chance, game = self.chance, self.board.game
        if chance.random() < 0.5:
            deciding = game.rules.to_move(game.state)
            seats = [seat for seat in game.seats if seat in deciding] or list(game.seats)
            seat = chance.choice((*seats, *game.seats))
            if moves := game.legal_moves(seat):
                text = str(chance.choice(moves))
                unit, _, rest = text.partition("@")
                cell, _, turn = rest.partition("^")
                ways = [[text], [seat, text], text.split(), [text[:-1], text[-1]], [seat, text[:-1], text[-1]]]
                if turn:
                    ways += [[unit, cell, int(turn)]] * 3
                return chance.choice(ways)
        return [self.anything() for _ in range(chance.choice((0, 1, 2, 3, 3, 4, MAX_PICKS, MAX_PICKS + 1)))]

    def intent(self) -> Any:
        chance = self.chance
        roll = chance.random()
        if roll < 0.05:
            return self.anything()
        if roll < 0.15:
            return self.last  # once more, seq and all
        rev = self.board.rev + chance.choice((0, 0, 0, 0, 1, -1, 100))
        view = chance.choice(("view-1", "view-2", chance.choice(WORDS)))
        content = {"v": 1, "view": view, "seq": chance.randrange(99), "rev": rev, "kind": chance.choice(KINDS[:7])}
        content["picks"] = self.picks()
        if roll < 0.5:
            content[chance.choice([*content, "id", "__proto__"])] = self.anything()
        if roll < 0.2:
            del content[chance.choice([*content])]
        self.last = content
        return content


def check_answer(sent: Any, answers: list[dict[str, Any]], before: int, board: GameBoard) -> None:
    """Every message has one answer of bounded size, and only a good one has changed the position."""
    if isinstance(sent, dict) and sent.get("kind") == "pong" and answers == []:
        return
    (answer,) = answers
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False)
    assert len(text.encode()) <= ANSWER
    assert answer["kind"] in ("answer", "preview", "table")
    assert len(answer["view"]) <= MAX_TEXT
    done = answer["kind"] == "answer" and answer["ok"]
    assert board.game.rev == before + done or (done and board.game.rev == before)  # an order was put in, a hand shown
    assert answer["rev"] == board.rev == board.game.rev


def again(game: Game) -> Game:
    """The same game from its record: every move that stands was a legal one."""
    twin = type(game).from_options(game.to_json()["options"], seed=game.seed)
    for moves in game.moves:
        twin.play(*(moves if isinstance(moves, tuple) else (moves,)))
    return twin


@every_game
def test_ten_thousand_hostile_intents_do_no_harm(make: Callable[[], Game], wire: Wire) -> None:
    game, others, chance = make(), [make() for make in GAMES.values()], random.Random(3)
    boards = [game.board(seat=seat) for seat in (None, game.seats[0], "turn")]
    beside = [other.board() for other in others]
    strangers = [(Page(board, wire), Stranger(board, luck)) for luck, board in enumerate(boards)]
    moved = 0
    with nothing_changes(*others, *beside):
        for n in range(INTENTS):
            page, stranger = chance.choice(strangers)
            before, content = game.rev, stranger.intent()
            wire.clear()
            answers = page.send(content)
            check_answer(content, answers, before, page.board)
            assert not {who for who, _ in wire.sent} & {other.model_id for other in beside}
            moved += game.rev != before
            if game.result is not None:
                game.goto(0, force=True)
            if n == INTENTS - MEASURED:
                tracemalloc.start()
    try:
        assert memory() < MEMORY
    finally:
        tracemalloc.stop()
    assert moved > 100  # some of it was legal
    assert again(game).state == game.state
    for board in boards[:2]:
        assert shown(game.board(seat=board.seat)) == shown(board)


def memory() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


@every_game
@pytest.mark.parametrize("kind", ["preview", "odds"])
def test_a_flood_of_questions_takes_little_time(make: Callable[[], Game], kind: str, wire: Wire) -> None:
    """Python answers in turn, so each must cost next to nothing for the others to be heard."""
    game = make()
    board = game.board(seat=game.seats[0])
    page = Page(board, wire)
    moves = [str(move) for move in game.legal_moves(game.seats[0])]
    begun = time.process_time()
    for n in range(5000):
        text = moves[n % len(moves)]
        picks = [text] if n % 3 else [text, "x" * (n % 60)]
        content = {"v": 1, "view": "a", "seq": n, "rev": game.rev, "kind": kind, "picks": picks}
        (answer,) = page.send(content)
        assert (answer["kind"], answer["seq"]) == ({"odds": "table"}.get(kind, kind), n)
        wire.clear()
    assert time.process_time() - begun < 5
    with nothing_changes(game, board):
        page.send({"v": 1, "view": "a", "seq": 0, "rev": game.rev, "kind": kind, "picks": [moves[0]]})


def test_a_question_is_reckoned_once(monkeypatch: pytest.MonkeyPatch, wire: Wire) -> None:
    game = GAMES["arenaduel"]()
    board, view = game.board(seat="north"), game.scenery
    page, asked = Page(board, wire), []
    reckon = view.odds
    monkeypatch.setattr(view, "odds", lambda *args: asked.append(args) or reckon(*args))  # type: ignore[func-returns-value]
    first = page.odds("F", "=")
    assert page.odds("F", "=") == first
    assert len(asked) == 1
    assert page.odds("F", ">") != first
    game.play("S=", "S=")
    assert page.odds("F", "=") is not None
    assert len(asked) == 3
    board.game.language = "ja"
    told = page.odds("F", "=")
    assert told is not None
    assert told["heading"] != (first or {})["heading"]


@every_game
def test_the_order_of_another_seat_stays_a_secret(make: Callable[[], Game], wire: Wire) -> None:
    """A board of one seat cannot ask about, nor decide, what another one does."""
    game = make()
    mine, other = game.seats[:2]
    board = game.board(seat=other)
    page = Page(board, wire)
    for move in map(str, game.legal_moves(mine)):
        for picks in ([mine, move], [mine, move[:-1], move[-1]]):
            with nothing_changes(game, board):
                assert page.foresee(*picks) == []
                assert page.odds(*picks) is None
                assert page.ask("move", *picks)["ok"] is False


# -- files ------------------------------------------------------------------------------------------

CODE = "__import__('os').system('touch pwned')"


def tampered(chance: random.Random, record: dict[str, Any]) -> Any:
    """A record with something in it that does not belong there."""
    data = json.loads(json.dumps(record))
    value = chance.choice((*(v for v in VALUES if not isinstance(v, bytes | tuple)), *WORDS, CODE, "9" * 10_000))
    where = chance.choice([*data, "extra"])
    if where == "lines" and chance.random() < 0.8:
        data["lines"][chance.randrange(len(data["lines"]))] = value
    elif where == "options" and chance.random() < 0.8:
        data["options"][chance.choice(("dials", "variant", "arena", "life", "pursuit", "seats", CODE))] = value
    else:
        data[where] = value
    return data


def refusal(path: Path) -> hw.RecordError | None:
    try:
        hw.load(path)
    except hw.RecordError as error:
        return error
    return None


@every_game
def test_a_file_from_a_stranger_is_a_game_or_refused_with_its_place(make: Callable[[], Game], tmp_path: Path) -> None:
    game, chance = make(), random.Random(11)
    for _ in range(8):
        game.play(*(chance.choice(game.legal_moves(seat)) for seat in game.rules.to_move(game.state)))
    record, path = game.to_json(), tmp_path / "game.json"
    refused = 0
    for _ in range(400):
        path.write_text(json.dumps(tampered(chance, record)), encoding="utf-8", errors="surrogatepass")
        begun = time.process_time()
        fault = refusal(path)
        refused += fault is not None
        assert fault is None or (fault.path.startswith("$") and len(str(fault)) < 5000)
        assert time.process_time() - begun < 10
    assert refused > 300
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.json"]


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (["F="] * 10**6, "$.lines"),
        (["charge 1 2"] + [["S<", "S>"], "charge 2 1"] * 500_000, "$.lines"),
        ([[["x"] * 10] * 10] * 20_000, "$.lines[0]"),
    ],
    ids=["a million", "a million that might be legal", "lists in lists"],
)
def test_a_game_without_end_is_refused_at_once(lines: list[Any], where: str, tmp_path: Path) -> None:
    record = hw.ArenaDuel(seed=3).to_json() | {"lines": lines, "ply": 0}
    text = json.dumps(record, separators=(",", ":"))[: 8 << 20]
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    begun = time.process_time()
    with pytest.raises(hw.RecordError) as caught:
        hw.load(path)
    assert caught.value.path in (where, "$")
    assert time.process_time() - begun < 5


def test_the_longest_game_that_a_file_may_hold_loads_in_bounded_time_and_memory(tmp_path: Path) -> None:
    record = hw.ArenaDuel(seed=3).to_json()
    record["lines"] = [record["lines"][0], *([["S<", "S>"], "charge 5 4"] * 9_999)]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    tracemalloc.start()
    try:
        begun = time.process_time()
        game = hw.load(path)
        assert time.process_time() - begun < 60
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()
    game.goto(9_999)
    assert game.ply == 9_999
