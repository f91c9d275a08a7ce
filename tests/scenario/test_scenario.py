"""Scenario files: read, written, and refused with the place of what is wrong."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine import record
from hexwidgets.games import Aim

from ..games.toys import Line
from ..strategies import json_values

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCHEMA = json.loads((ROOT / "hexwidgets/scenario/schema.json").read_text("utf-8"))


def good() -> dict[str, Any]:
    """A puzzle with everything that a scenario may have."""
    game = hw.scenarios()["nine-points"].game(seed=1)
    scenario = hw.Scenario.of(
        game,
        title={"en": "Nine", "ja": "9点"},
        kind="puzzle",
        author="somebody",
        comment="made by hand\nfor a lesson",
        task={"en": "Take nine points.", "ja": "9点を取ってください。"},
        aim={"seat": "red", "within": 2, "points": 9},
    )
    return json.loads(json.dumps(scenario.to_json()))  # type: ignore[no-any-return]


GOOD = good()


def changed(*path: str, **fields: Any) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    place: Any = data
    for step in path:
        place = place[step]
    place.update(fields)
    return data


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != name}


# -- what can be said -----------------------------------------------------------------------------


def test_a_scenario_is_saved_and_loaded(tmp_path: Path) -> None:
    scenario = hw.Scenario.from_json(GOOD)
    scenario.save(tmp_path / "nine.json")
    assert hw.Scenario.load(tmp_path / "nine.json") == scenario
    assert json.loads((tmp_path / "nine.json").read_text("utf-8")) == GOOD


def test_load_makes_a_game_of_a_scenario_file(tmp_path: Path) -> None:
    path = tmp_path / "nine.json"
    hw.Scenario.from_json(GOOD).save(path)
    game = hw.load(path)
    assert isinstance(game, hw.MonsterHex)
    assert game.rules.position(game.state) == GOOD["position"]
    game.play("B1@c6^3")
    game.save(tmp_path / "game.json")
    assert hw.load(tmp_path / "game.json").moves == game.moves


def test_a_game_at_a_scenario_plays_on_with_the_luck_of_its_seed() -> None:
    scenario = hw.scenarios()["face-to-face"]
    one, two, other = (scenario.game(seed=seed) for seed in (3, 3, 4))
    for duel in (one, two, other):
        for _ in range(4):
            duel.play("S=", "S=")
    assert one.log == two.log
    assert one.log != other.log


def test_one_text_is_in_the_language_of_the_game() -> None:
    scenario = hw.Scenario.of(hw.ArenaDuel(seed=7, language="ja"), title="開始", task="考えてください。")
    assert (dict(scenario.title), scenario.task_in("en")) == ({"ja": "開始"}, "考えてください。")


def test_its_text_is_in_the_readers_language() -> None:
    scenario = hw.Scenario.from_json(GOOD)
    assert scenario.text("en").splitlines()[:3] == ["Nine", "Monster Hex, puzzle, by somebody", "Take nine points."]
    assert scenario.text("ja").splitlines()[:2] == ["9点", "モンスターヘックス・問題（作：somebody）"]


def test_markup_in_a_text_is_text() -> None:
    data = changed(author="<script>alert(1)</script>", title={"en": "<b>&"}, comment="<img src=x>")
    shown = hw.Scenario.from_json(data)._repr_mimebundle_()["text/html"]
    assert "<script>" not in shown
    assert "<b>&" not in shown
    assert "<img" not in shown


def test_a_game_of_ones_own_has_scenarios_where_its_rules_can_be_edited() -> None:
    with pytest.raises(TypeError, match="its rules lack options, position, at"):
        hw.Scenario.of(hw.Game(Line()), title="x")


def test_its_aim_tells_when_it_is_reached() -> None:
    scenario = hw.Scenario.from_json(GOOD)
    game = scenario.game(seed=1)
    assert not scenario.is_reached(game)
    game.play("B1@c6^3")
    game.play(next(move for move in game.legal_moves() if str(move).endswith("7")))
    assert scenario.is_reached(game)
    with pytest.raises(ValueError, match="this scenario has no aim"):
        hw.scenarios()["face-to-face"].is_reached(game)


# -- what cannot ----------------------------------------------------------------------------------

WRONG: list[tuple[object, str, str]] = [
    ([], "$", "expected an object, got []"),
    (without("position"), "$", "has no 'position'"),
    (without("title"), "$", "has no 'title'"),
    (changed(more=1), "$", "unknown ['more']; known are format, version"),
    (changed(format="hexwidgets-scenarios"), "$.format", "expected 'hexwidgets-scenario'"),
    (changed(version=2), "$.version", "version 2 was written by a later hexwidgets; this one reads up to 1"),
    (changed(version=0), "$.version", "expected an integer from 1, got 0"),
    (changed(version=True), "$.version", "expected an integer from 1, got True"),
    (changed(game="chess"), "$.game", "unknown game 'chess'; known are arenaduel, monsterhex"),
    (changed(game=["monsterhex"]), "$.game", "expected the name of a game"),
    (changed(options=[]), "$.options", "expected an object of options"),
    (changed(options={"variant": "five"}), "$.options", "five"),
    (changed(options={"speed": 3}), "$.options", "speed"),
    (changed(options={"seed": 3}), "$.options", "seed"),
    (changed(position=[]), "$.position", "expected an object, got []"),
    (changed(position={}), "$.position", "MH-END-1"),
    (changed(title={}), "$.title", "by the code of a language, such as en, got {}"),
    (changed(title={"English": "Nine"}), "$.title", "code of a language"),
    (changed(title={"en": "two\nlines"}), "$.title", "printable"),
    (changed(title={"en": "\u202eevil"}), "$.title", "printable"),
    (changed(title={"en": "x" * 201}), "$.title", "200"),
    (changed(title="Nine"), "$.title", "got 'Nine'"),
    (changed(kind="riddle"), "$.kind", "expected one of puzzle, opening, endgame, lesson, position, got 'riddle'"),
    (changed(author=3), "$.author", "expected a text"),
    (changed(comment="x" * 10_001), "$.comment", "at most 10000"),
    (changed(comment="bell\a"), "$.comment", "expected a text"),
    (changed(task={"en": 3}), "$.task", "expected a text"),
    (changed(aim={}), "$.aim", "has no 'seat'"),
    (changed("aim", seat="pink"), "$.aim.seat", "known are red, blue, yellow, green"),
    (changed("aim", within=0), "$.aim.within", "1 to 8, got 0"),
    (changed("aim", within=9), "$.aim.within", "1 to 8, got 9"),
    (changed("aim", points=1.5), "$.aim.points", "expected an integer from 1, got 1.5"),
    (changed("aim", wins=False), "$.aim.wins", "expected true, got False"),
    (changed("aim", percent=101), "$.aim.percent", "1 to 100, got 101"),
    (changed("aim", points=1, never=1), "$.aim", "unknown ['never']"),
    (changed(aim={"seat": "red", "within": 1}), "$.aim", "expected points, lead, wins or best"),
    (changed("position", units={"z9": "red S1^0"}), "$.position.units.z9", "'z9' names no place of this board"),
    (changed("position", units={"a1": "pink S1^0"}), "$.position.units.a1", "'pink S1^0' is no unit of this game"),
    (changed("position", units={"a1": "red S1^0", "a2": "red S1^0"}), "$.position", "Red S1 exists once"),
    (changed("position", scores={"red": -1}), "$.position.scores.red", "MH-WIN-1"),
    (changed("position", scores={"red": 10**12}), "$.position.scores.red", "MH-WIN-1"),
    (changed("position", scores={"red": 1.5}), "$.position.scores.red", "MH-WIN-1"),
    (changed("position", round=99), "$.position", "MH-END-1"),
    (changed("position", units=["a1"]), "$.position.units", "units"),
    (changed("position", __class__={}), "$.position", "__class__"),
]


@pytest.mark.parametrize(("data", "path", "message"), WRONG)
def test_what_is_wrong_is_told_with_its_path(data: object, path: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(data))
    for read in (
        hw.Scenario.load,
        hw.load if isinstance(data, dict) and data.get("format") == GOOD["format"] else None,
    ):
        if read is not None:
            with pytest.raises(hw.RecordError) as error:
                read(file)
            assert error.value.path == path
            assert message in error.value.message


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (json.dumps(GOOD)[:-20], "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' * 50_000 + "1" + "}" * 50_000, "nested too deeply"),
        (json.dumps(GOOD)[:-1] + ', "format": "x"}', "a key occurs twice"),
        (json.dumps(GOOD).replace('"within": 2', '"within": NaN'), "NaN is not a value"),
        (json.dumps(GOOD).replace('"within": 2', '"within": 1' + "0" * 10_000), "digits"),
        ("\udcff".encode("utf-8", "surrogateescape"), "not UTF-8"),
        (b" " * (record.MAX_BYTES + 1), "larger than 8 MiB"),
    ],
    ids=["truncated", "lists", "objects", "twice", "nan", "digits", "bytes", "huge"],
)
def test_what_is_no_scenario_at_all_is_told(raw: str | bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    with pytest.raises(hw.RecordError, match=message):
        hw.Scenario.load(file)


def paths(value: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inner for found in paths(item, (*path, key)))]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.sampled_from(paths(GOOD)[1:]), value=json_values)
def test_a_file_with_anything_anywhere_is_a_scenario_or_refused(place: tuple[Any, ...], value: object) -> None:
    data = copy.deepcopy(GOOD)
    around: Any = data
    for step in place[:-1]:
        around = around[step]
    around[place[-1]] = value
    try:
        scenario = hw.Scenario.from_json(data)
    except hw.RecordError:
        return
    assert hw.Scenario.from_json(scenario.to_json()) == scenario


def test_a_bad_aim_is_refused_when_a_scenario_is_made() -> None:
    with pytest.raises(hw.RecordError, match=r"\$\.aim"):
        hw.Scenario.of(hw.ArenaDuel(seed=7), title="x", aim=Aim("north", 0, wins=True))
    with pytest.raises(ValueError, match="kind"):
        hw.Scenario.of(hw.ArenaDuel(seed=7), title="x", kind="riddle")  # type: ignore[arg-type]


# -- the published form ---------------------------------------------------------------------------


def test_the_schema_is_the_same_in_the_docs_and_in_the_package() -> None:
    assert json.loads((ROOT / "docs/scenario.schema.json").read_text("utf-8")) == SCHEMA
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("key", list(hw.scenarios()))
def test_every_scenario_fits_the_schema(key: str) -> None:
    jsonschema.validate(hw.scenarios()[key].to_json(), SCHEMA)


@pytest.mark.parametrize(("data", "path", "message"), WRONG)
def test_the_schema_and_the_reader_refuse_the_same_forms(data: object, path: str, message: str) -> None:
    """What only the rules can know, and what no schema can say of characters, passes the schema."""
    beyond = path.startswith("$.position") or path == "$.options" or "pink" in str(data) or "chess" in message
    said = "printable" in message or "bell" in str(data)
    fits = not list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(data))
    assert fits == ((beyond and isinstance(data["position"], dict) and isinstance(data["options"], dict)) or said)  # type: ignore[call-overload]


# -- files of earlier versions --------------------------------------------------------------------


@pytest.mark.parametrize("file", sorted((HERE / "golden").glob("*.json")), ids=lambda file: file.stem)
def test_files_of_every_version_are_read_for_good(file: Path) -> None:
    scenario = hw.Scenario.load(file)
    written = json.loads(file.read_text("utf-8"))
    assert scenario.game().rules.position(scenario.game().state) == written["position"]
    assert {key: scenario.to_json()[key] for key in written} == written
