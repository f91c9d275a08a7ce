"""Saved games: whatever is in the file, it is a game or a `RecordError` that says where."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine import record

from ..games.toys import Raid, Whist
from ..strategies import json_values, play_on, told

many = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def good(plies: int = 12) -> dict[str, Any]:
    """A record of a game of Monster Hex with dials, a ruling, and undone moves."""
    game = hw.MonsterHex(seed=7, dials={"rounds": 4, "colour_bonus": 3}, large_tie="move-up")
    play_on(game, random.Random(7), plies)
    game.goto(plies - 2)
    return json.loads(json.dumps(game.to_json()))  # type: ignore[no-any-return]


GOOD = good()


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., Any]:
    """Write something to a file and load that."""

    def write_and_load(content: object, rules: Any = None) -> Any:
        path = tmp_path / "game.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return hw.load(path, rules=rules)

    return write_and_load


def changed(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(GOOD) | fields


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != name}


def line(index: int, text: object) -> dict[str, Any]:
    data = changed()
    data["lines"][index] = text
    return data


def nested(depth: int, inside: str = "[]") -> str:
    return "[" * depth + inside + "]" * depth


# -- what is in a file ----------------------------------------------------------------------------


def test_a_record_is_a_readable_text_of_seven_facts_and_the_moves(tmp_path: Path) -> None:
    game = hw.MonsterHex(seed=7)
    game.play("A1@d3^0")
    game.save(tmp_path / "game.json")
    data = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert list(data) == ["format", "version", "game", "options", "seed", "language", "lines", "ply"]
    assert data["lines"][0].startswith("deal red ")
    assert data["lines"][1:] == ["A1@d3^0"]
    assert (data["format"], data["version"], data["game"]) == ("hexwidgets-game", 1, "monsterhex")
    assert data["options"] == {"variant": "four", "seats": ["red", "blue", "yellow", "green"]}


def test_the_good_record_is_good(load: Callable[..., Any]) -> None:
    game = load(GOOD)
    assert game.to_json() == GOOD
    assert (game.ply, game.dials["colour_bonus"], game.switches["large_tie"]) == (10, 3, "move-up")


def test_the_draws_in_a_file_count_and_not_the_seed(load: Callable[..., Any]) -> None:
    other = load(changed(seed=8))
    assert other.units == load(GOOD).units
    assert other.hands == load(GOOD).hands
    assert other.seed == 8


def test_a_language_in_the_file_is_spoken(load: Callable[..., Any]) -> None:
    assert "赤" in str(load(changed(language="ja")).log)


def test_a_language_that_is_not_known_here_falls_back(load: Callable[..., Any]) -> None:
    game = load(changed(language="tlh"))
    assert game.language is None
    assert str(game.log) == str(load(GOOD).log)


# -- what is wrong, and where ---------------------------------------------------------------------

WRONG: list[tuple[str, object, str, str]] = [
    ("empty", b"", "$", "not JSON"),
    ("not JSON", b"{'format': 1}", "$", "not JSON: .* at line 1, column 2"),
    ("truncated", json.dumps(GOOD).encode()[:-20], "$", "not JSON"),
    ("two values", b"{} {}", "$", "not JSON: Extra data"),
    ("not UTF-8", b'{"format": "\xff"}', "$", r"not UTF-8 text \(byte 12\)"),
    ("a byte order mark", b"\xef\xbb\xbf{}", "$", "not JSON"),
    ("UTF-16", json.dumps(GOOD).encode("utf-16"), "$", "not UTF-8"),
    ("NUL", b"\0" * 100, "$", "not JSON"),
    ("too large", b" " * (9 << 20), "$", "larger than 8 MiB"),
    ("deep lists", nested(100_000).encode(), "$", "nested too deeply"),
    ("deep objects", b'{"a":' * 100_000, "$", "nested too deeply"),
    ("a key twice", b'{"format": 1, "format": 2}', "$", "a key occurs twice"),
    ("a key twice inside", json.dumps(GOOD).replace('"rounds"', '"colour_bonus"').encode(), "$", "a key occurs twice"),
    ("NaN", json.dumps(changed(ply=float("nan"))).encode(), "$", "NaN is not a value"),
    ("infinity", json.dumps(changed(seed=float("-inf"))).encode(), "$", "-Infinity is not a value"),
    (
        "1e999",
        json.dumps(changed(seed=0)).replace('"seed": 0', '"seed": 1e999').encode(),
        "$.seed",
        "expected an integer",
    ),
    ("an endless integer", b'{"seed": ' + b"9" * 10_000 + b"}", "$", "[Ee]xceeds the limit"),
    ("a list", [GOOD], "$", "expected an object"),
    ("null", None, "$", "expected an object, got None"),
    ("no format", without("format"), "$", "has no 'format'"),
    ("another format", changed(format="png"), "$.format", "expected 'hexwidgets-game', got 'png'"),
    ("a later version", changed(version=2), "$.version", "version 2 was written by a later hexwidgets"),
    ("a much later version", changed(version=10**4000, lines=None), "$.version", "written by a later"),
    ("version 0", changed(version=0), "$.version", "expected an integer from 1, got 0"),
    ("version true", changed(version=True), "$.version", "expected an integer from 1"),
    ("version text", changed(version="1"), "$.version", "expected an integer from 1, got '1'"),
    ("an unknown key", changed(exec="rm"), "$", "unknown .*exec.*; known are format"),
    ("an unknown game", changed(game="chess"), "$.game", "unknown game 'chess'; known are .*monsterhex.*rules="),
    ("a game of another type", changed(game=["monsterhex"]), "$.game", "expected the name of a game"),
    ("options that are a list", changed(options=[]), "$.options", "expected an object of options"),
    ("an unknown variant", changed(options={"variant": "nine"}), "$.options", "unknown variant 'nine'"),
    ("an unknown option", changed(options={"colour": "red"}), "$.options", "unknown switch 'colour'"),
    ("an option for python", changed(options={"self": 1}), "$.options", "self"),
    ("a seed among the options", changed(options={"seed": 1}), "$.options", "seed"),
    ("dials in a list", changed(options={"dials": [1]}), "$.options", "dials: expected values by name"),
    ("a dial out of range", changed(options={"dials": {"rounds": 99}}), "$.options", "dial rounds: expected 1 to 16"),
    ("too long a game", changed(options={"dials": {"rounds": 16}}), "$.options", "16 rounds"),
    ("a dial that is NaN-like", changed(options={"dials": {"rounds": "nan"}}), "$.options", "expected an integer"),
    ("seats that are no list", changed(options={"seats": 4}), "$.options", "not iterable"),
    ("seats that repeat", changed(options={"seats": ["red"] * 4}), "$.options", "4 different factions"),
    ("seats in seats", changed(options={"seats": [["red"]] * 4}), "$.options", "unknown faction"),
    ("components from elsewhere", changed(options={"components": {"units": {}}}), "$.options", "components"),
    ("a seed that is text", changed(seed="7"), "$.seed", "expected an integer, got '7'"),
    ("a seed that is true", changed(seed=True), "$.seed", "expected an integer"),
    ("no language", changed(language="Französisch"), "$.language", "code of a language or null"),
    ("a language in a list", changed(language=["en"]), "$.language", "code of a language or null"),
    ("lines that are text", changed(lines="pass"), "$.lines", "expected a list of at most"),
    ("a line that is a number", line(3, 5), "$.lines", "expected a list of at most"),
    ("too many lines", changed(lines=["pass"] * 20_001), "$.lines", "expected a list of at most 20000 moves"),
    ("a ply that is text", changed(ply="1"), "$.ply", "expected an integer from 0"),
    ("a ply below 0", changed(ply=-1), "$.ply", "expected an integer from 0"),
    ("a ply beyond the moves", changed(ply=13), "$.ply", "expected 0 to 12, got 13"),
    ("a huge ply", changed(ply=10**4000), "$.ply", "expected 0 to 12"),
    ("no moves at all", changed(lines=[], ply=0), "$.lines", "before chance has decided"),
    ("a line that is empty", line(4, ""), "$.lines[4]", "MH-NOTATION"),
    ("a line that is no move", line(4, "S1-c4"), "$.lines[4]", "MH-NOTATION"),
    ("a line of two moves", line(4, ["pass", "pass"]), "$.lines[4]", "expected the text of one move for each of green"),
    ("a line of no move", line(4, []), "$.lines[4]", "expected the text of one move"),
    ("a line of other things", line(4, [{}]), "$.lines[4]", "expected the text of one move"),
    ("an illegal move", line(4, "pass"), "$.lines[4]", "MH-PLACE-6"),
    ("a move twice", line(4, GOOD["lines"][3]), "$.lines[4]", "MH-"),
    ("a second deal", line(1, GOOD["lines"][0]), "$.lines[1]", "MH-NOTATION"),
    ("a move before the deal", line(0, "pass"), "$.lines[0]", "MH-NOTATION"),
    ("a huge line", line(4, "S" * 10**6), "$.lines[4]", "MH-NOTATION"),
    ("a lone surrogate", line(4, "\ud800"), "$.lines[4]", "MH-NOTATION"),
    ("an empty deal", line(0, "deal"), "$.lines[0]", "MH-NOTATION"),
    ("a deal of nonsense", line(0, "deal red S1 / d2 B6"), "$.lines[0]", "MH-SETUP-1"),
    (
        "a deal with the same unit twice",
        line(0, GOOD["lines"][0].replace(" S1", " A1", 1)),
        "$.lines[0]",
        "MH-SETUP-1",
    ),
]


@pytest.mark.parametrize(("content", "path", "message"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_file_is_refused_with_the_place_and_the_reason(
    load: Callable[..., Any], content: object, path: str, message: str
) -> None:
    with pytest.raises(hw.RecordError, match=message) as caught:
        load(content)
    assert caught.value.path == path
    assert str(caught.value).startswith(f"{path}: ")
    assert len(str(caught.value)) < 5000
    str(caught.value).encode()


@pytest.mark.parametrize("depth", [*range(150, 1000, 10)])
def test_depth_is_refused_wherever_the_limit_lies(load: Callable[..., Any], depth: int) -> None:
    """Between what the parser takes and what a message can show there is no gap to fall into."""
    for content in (
        nested(depth),
        json.dumps(line(4, "?")).replace('"?"', nested(depth)),
        json.dumps(changed(seed="?")).replace('"?"', nested(depth)),
        json.dumps(changed(options={"variant": "?"})).replace('"?"', nested(depth)),
        json.dumps(changed(options={"dials": {"rounds": "?"}})).replace('"?"', nested(depth)),
    ):
        with pytest.raises(hw.RecordError):
            load(content.encode())


def test_a_deal_that_names_a_faction_twice_is_refused(load: Callable[..., Any]) -> None:
    deal = GOOD["lines"][0]
    red = deal.removeprefix("deal ").split(" / ")[0]
    with pytest.raises(hw.RecordError, match="MH-SETUP-1"):
        load(changed(lines=[f"deal {red} / {deal.removeprefix('deal ')}"], ply=0))


def test_moves_after_the_end_are_refused(load: Callable[..., Any]) -> None:
    game = hw.Game(Raid(), seed=1)
    play_on(game, random.Random(1))
    data = game.to_json()
    data["lines"].append(["raid", "raid"])
    with pytest.raises(hw.RecordError, match=r"\$.lines\[8\]: the game is over, yet the record goes on"):
        load(data, Raid())


def test_a_file_of_another_game_than_the_rules_is_refused(load: Callable[..., Any]) -> None:
    with pytest.raises(hw.RecordError, match=r"\$.game: expected 'raid', got 'monsterhex'"):
        load(GOOD, Raid())


def test_chance_may_come_out_otherwise_but_only_as_the_rules_allow(load: Callable[..., Any]) -> None:
    game = hw.Game(Raid(), seed=1)
    game.play("raid", "rest")
    data = game.to_json()
    assert data["lines"][0] == ["raid", "rest"]
    assert load(data | {"lines": [["raid", "rest"], "6"]}, Raid()).scores == {"north": 6, "south": 1}
    for die in ("0", "7", "six", ["6", "6"], ""):
        with pytest.raises(hw.RecordError) as caught:
            load(data | {"lines": [["raid", "rest"], die]}, Raid())
        assert caught.value.path == "$.lines[1]"
    with pytest.raises(hw.RecordError, match="before chance has decided"):
        load(data | {"lines": [["raid", "rest"]]}, Raid())


class Brittle(Whist):
    """Rules that fail on what they do not know, as hurried ones do."""

    def parse(self, state: Any, seat: str, text: str) -> Any:
        return super().parse(state, seat, text) if seat == "chance" else {"card 1": None}[text]


def test_rules_that_fail_on_a_line_make_it_a_bad_line(load: Callable[..., Any]) -> None:
    data = hw.Game(Whist(), seed=1).to_json()
    with pytest.raises(hw.RecordError) as caught:
        load(data | {"lines": [*data["lines"], "card 99"]}, Brittle())
    assert caught.value.path == "$.lines[1]"
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        hw.load(tmp_path / "none.json")
    with pytest.raises(IsADirectoryError):
        hw.load(tmp_path)


# -- fuzz -----------------------------------------------------------------------------------------


def check_a_game_or_a_record_error(load: Callable[..., Any], content: object) -> None:
    game = loaded_or_error(load, content)
    if isinstance(game, hw.RecordError):
        assert game.path.startswith("$")
        assert game.message
        return
    again = load(game.to_json())
    assert told(again) == told(game)
    assert game.result is None or game.legal_moves() == ()


def loaded_or_error(load: Callable[..., Any], content: object) -> Any:
    try:
        return load(content)
    except hw.RecordError as error:
        return error


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(path for key, below in inner for path in paths(below, (*here, key)))]


@st.composite
def mutants(draw: st.DrawFn) -> Any:
    """The good record with one to three things put, taken, doubled or exchanged somewhere."""
    data: Any = copy.deepcopy(GOOD)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(paths(data)))
        if not path:
            continue
        *above, last = path
        holder = data
        for key in above:
            holder = holder[key]
        what = draw(st.sampled_from(["put", "put", "take", "double", "exchange", "cut", "add"]))
        if what == "put":
            holder[last] = draw(json_values)
        elif what == "take":
            del holder[last]
        elif what == "double" and isinstance(holder, list):
            holder.insert(draw(st.integers(0, len(holder))), holder[last])
        elif what == "exchange":
            other = draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
            holder[last], holder[other] = holder[other], holder[last]
        elif what == "cut" and isinstance(holder[last], str):
            at = draw(st.integers(0, len(holder[last])))
            holder[last] = holder[last][:at] + draw(st.text(max_size=3)) + holder[last][at + 1 :]
        elif what == "add" and isinstance(holder, dict):
            holder[draw(st.text(max_size=5))] = draw(json_values)
    return data


@many
@given(data=mutants())
def test_a_good_record_changed_anywhere_is_a_game_or_a_record_error(load: Callable[..., Any], data: Any) -> None:
    check_a_game_or_a_record_error(load, data)


@many
@given(data=st.data())
def test_a_good_file_with_other_bytes_is_a_game_or_a_record_error(
    load: Callable[..., Any], data: st.DataObject
) -> None:
    raw = bytearray(json.dumps(GOOD).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    check_a_game_or_a_record_error(load, bytes(raw))


@many
@given(content=st.binary(max_size=300) | json_values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_a_record_error(load: Callable[..., Any], content: bytes) -> None:
    with pytest.raises(hw.RecordError):
        load(content)


UNITS = " ".join(hw.MonsterHex(seed=1).rules.units)
words_of_a_deal = st.sampled_from(
    ["red", "blue", "green", "yellow", "d2", "S1", "B6", UNITS, *GOOD["lines"][0].split(" / ")]
)


@many
@given(parts=st.lists(words_of_a_deal, max_size=14))
def test_any_deal_is_a_game_or_a_record_error(load: Callable[..., Any], parts: list[str]) -> None:
    texts = GOOD["lines"][0].removeprefix("deal ").split(" / ")
    for deal in (" / ".join(parts), " / ".join([*parts, *texts]), " / ".join([*texts, *parts])):
        check_a_game_or_a_record_error(load, changed(lines=[f"deal {deal}"], ply=0))


# -- writing --------------------------------------------------------------------------------------


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path, game = tmp_path / "game.json", hw.MonsterHex(seed=1)
    for _ in range(3):
        game.save(path)
        assert hw.load(str(path)).to_json() == game.to_json()
        play_on(game, random.Random(1), 2)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("broken", ["replace", "dumps", "write"])
def test_a_failure_while_writing_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    path, game = tmp_path / "game.json", hw.MonsterHex(seed=1)
    game.save(path)
    before = path.read_text("utf-8")
    play_on(game, random.Random(1), 3)

    def fail(*_: object, **__: object) -> None:
        raise OSError("no space left")

    if broken == "replace":
        monkeypatch.setattr(Path, "replace", fail)
    elif broken == "dumps":
        monkeypatch.setattr(record.json, "dumps", fail)
    else:
        real = Path.open
        monkeypatch.setattr(Path, "open", lambda *a, **k: FailingFile(real(*a, **k), fail))
    with pytest.raises(OSError, match="no space left"):
        game.save(path)
    monkeypatch.undo()
    assert path.read_text("utf-8") == before
    assert list(tmp_path.iterdir()) == [path]


class FailingFile:
    """A file on a full disk."""

    def __init__(self, file: Any, write: Any) -> None:
        self.file, self.write = file, write

    def __enter__(self) -> FailingFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def test_saving_where_one_cannot_write_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"nowhere"):
        hw.MonsterHex(seed=1).save(tmp_path / "nowhere" / "game.json")
