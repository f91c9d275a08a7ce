"""Positions as a line of text: whatever is pasted, it is the position that was copied or an error that says where."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import hexwidgets as hw
from hexwidgets.engine import codes

from ..strategies import json_values, play_on

many = settings(max_examples=200, deadline=None)
HEAD = len("arenaduel-1-")
BODY = HEAD + codes.SUMS + codes.LENGTH


def a_code() -> str:
    duel = hw.ArenaDuel(seed=7)
    play_on(duel, random.Random(7), 5)
    return duel.code()


CODE = a_code()


def refusal(code: str) -> str:
    with pytest.raises(hw.RecordError) as error:
        codes.decode(code)
    return str(error.value)


@many
@given(st.dictionaries(st.text(max_size=8), json_values, max_size=4))
def test_what_was_put_in_comes_out(told: dict[str, object]) -> None:
    try:
        code = codes.encode("somegame", told)
    except (ValueError, UnicodeEncodeError):
        return  # half a character, or too long
    try:
        json.dumps(told, allow_nan=False)
    except ValueError:
        refusal(code)  # no JSON
    else:
        assert codes.decode(code) == ("somegame", told)


def test_a_code_is_letters_and_digits_with_the_game_and_the_version_in_front() -> None:
    assert re.fullmatch(r"arenaduel-1-[0-9A-Za-z]{40,80}", CODE)


def test_chats_may_break_the_line() -> None:
    assert codes.decode(f" {CODE[:20]}\n  {CODE[20:33]} {CODE[33:]}\r\n") == codes.decode(CODE)


@many
@given(place=st.integers(BODY, len(CODE) - 1), digit=st.sampled_from(codes.DIGITS))
def test_a_wrong_character_is_told_with_its_place_and_what_it_should_be(place: int, digit: str) -> None:
    if digit != CODE[place]:
        wrong = CODE[:place] + digit + CODE[place + 1 :]
        message = f"code: there is a typo at character {place + 1}: expected {CODE[place]!r}, got {digit!r}"
        assert refusal(wrong) == message


@pytest.mark.parametrize("place", range(HEAD, BODY))
def test_a_wrong_check_character_is_told_as_such(place: int) -> None:
    wrong = CODE[:place] + ("a" if CODE[place] != "a" else "b") + CODE[place + 1 :]
    assert refusal(wrong) == f"code: one of the check characters {HEAD + 1} to {BODY} is wrong"


@pytest.mark.parametrize("place", range(BODY, len(CODE) - 1))
def test_two_characters_that_changed_places_are_told(place: int) -> None:
    two = CODE[place : place + 2]
    if two[0] != two[1]:
        assert f"expected {two!r}, got {two[::-1]!r}" in refusal(CODE[:place] + two[::-1] + CODE[place + 2 :])


def in_a_run(place: int, found: str) -> bool:
    """Whether a place is that one, or one among the same characters beside it."""
    told = int(re.search(r"character (\d+)", found)[1]) - 1  # type: ignore[index]
    return set(CODE[min(told, place) : max(told, place)]) <= {CODE[place]}


@pytest.mark.parametrize("place", range(BODY, len(CODE)))
def test_a_character_that_is_missing_is_told(place: int) -> None:
    assert in_a_run(place, refusal(CODE[:place] + CODE[place + 1 :]))


@pytest.mark.parametrize("place", range(BODY, len(CODE)))
def test_a_character_that_was_added_is_told(place: int) -> None:
    added = CODE[:place] + ("Q" if CODE[place] != "Q" else "R") + CODE[place:]
    assert re.search(f"typo at character {place + 1}: expected '', got '[QR]'", refusal(added))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (CODE[:-9], f"the end is missing, or something in between: expected {len(CODE)} characters"),
        (CODE + "abc", f"something was added: expected {len(CODE)} characters, got {len(CODE) + 3}"),
        (CODE[:HEAD], "the end is missing: expected 7 check characters, got 0"),
        (CODE.replace("-1-", "-2-"), "version 2 is of a later hexwidgets; this one reads up to 1"),
        (CODE.replace("-1-", "-0-"), "there is no version 0"),
        (CODE.replace("arena", "other"), "it was not made for a game called 'otherduel'"),
        (CODE[:30] + "–" + CODE[31:], "'–' is in no code (character 31)"),
        (CODE[:20] + "zz" + CODE[22:-2] + "zz", "there is more than one typo in it"),
        ("", "expected a game, a version and letters and digits, like arenaduel-1-4f0Zk, got ''"),
        ("hello", "expected a game, a version"),
        ("a" * (codes.MAX_CODE + 1), f"longer than {codes.MAX_CODE} characters, which no code is"),
        ("x-1-" + "0" * 7, "it was not made for a game called 'x'"),
        ("x-1-0" + "z" * 5000, "something was added: expected 3854 characters, got 5005"),
        ("x-1-" + "z" * 5000, "the end is missing"),
    ],
)
def test_what_is_no_code_is_told_why(code: str, message: str) -> None:
    assert message in refusal(code)


@many
@given(st.text(max_size=200) | st.text("0123456789abcXYZ-", max_size=80).map("arenaduel-1-".__add__))
@example("arenaduel-1-０００００００００")
@example("arenaduel-99999999999-0")
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    assert refusal(text).startswith("code: ")


@pytest.mark.parametrize("thing", [None, 3, b"arenaduel-1-0", ["arenaduel-1-0"]])
def test_only_a_text_is_a_code(thing: object) -> None:
    with pytest.raises(TypeError, match="expected a code, got"):
        codes.decode(thing)  # type: ignore[arg-type]


def test_a_code_that_would_swell_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = codes.MAX_BYTES
    told = {"position": "0" * (2 * limit)}
    with pytest.raises(ValueError, match="too long for a code: save it to a file"):
        codes.encode("somegame", told)
    monkeypatch.setattr(codes, "MAX_BYTES", 4 * limit)
    code = codes.encode("somegame", told)
    monkeypatch.undo()
    assert "more than one typo" in refusal(code) or "game called" in refusal(code)


def test_a_game_whose_name_does_not_fit_has_no_codes() -> None:
    with pytest.raises(ValueError, match="lower-case letters and digits, got 'My game'"):
        codes.encode("My game", {})


def test_codes_of_version_1_are_read_for_good() -> None:
    duel = hw.from_code("arenaduel-1-00TGI8D43jB4qiJxrukhqlqcWI1yGTWrTwZJ")
    assert (duel.rules.position(duel.state), duel.dials) == (
        hw.ArenaDuel(seed=7).rules.position(hw.ArenaDuel(seed=7).state),
        hw.ArenaDuel(seed=7).dials,
    )
    game, before = hw.from_code(FIRST_MOVE), hw.MonsterHex("two-duel", seed=3)
    before.play(before.legal_moves()[0])
    assert game.rules.options() == before.rules.options()
    assert game.rules.position(game.state) == before.rules.position(before.state)


FIRST_MOVE = """
monsterhex-1-02cB76g4KHVVJHYsvOFHLNJNNi5CzNsI6yo4zwmVO5Cq8p9oWDLGDzOcXPOmpiHZXtmQoD1SOAKXoj6GVax8a2REjT49rJgG1S6TgVSGSMNT
mEKaAS1c7RUbCkCEdLdhKEAFeCqCzJDPC9YaKdJmqdnINGq2NSp2OTq4v8UwC
"""
