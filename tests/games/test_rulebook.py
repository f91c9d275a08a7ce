"""The rulebooks: every rule has an entry, in every language, with a position on which what is stated holds."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel.dials import DIALS as DUEL_DIALS
from hexwidgets.arenaduel.dials import SWITCHES as DUEL_SWITCHES
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.engine.rulebook import Entry, Rulebook
from hexwidgets.engine.words import Words
from hexwidgets.monsterhex.dials import SWITCHES, reference_dials
from hexwidgets.monsterhex.rules import MonsterHexRules
from tests.arenaduel.test_rules import RULES as DUEL_RULES
from tests.games.toys import Line
from tests.monsterhex.test_rules import RULES as HEX_RULES

BOOKS = {"monsterhex": MonsterHexRules().rulebook(), "arenaduel": ArenaDuelRules().rulebook()}
RULES = {"monsterhex": HEX_RULES, "arenaduel": DUEL_RULES}
EVERY = [pytest.param(book[rule], id=rule) for book in BOOKS.values() for rule in book]
TESTS = Path(__file__).parents[1]
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")

#: What the source leaves open, by the pages that decide it.
RULINGS = {
    "monsterhex": {
        "MH-SMALL-3", "MH-LARGE-3", "MH-ORDER-1", "MH-SHARED-6", "MH-SHARED-7", "MH-ABIL-3", "MH-ABIL-4", "MH-CURSE",
        "MH-PETRIFY-3", "MH-COUNTER-1",
    },
    "arenaduel": {
        "AD-ARENA-1", "AD-START-1", "AD-END-2", "AD-MOVE-2", "AD-TURN-1", "AD-CHARGE-3", "AD-PASS-2", "AD-COLL-2",
        "AD-PUSH-1", "AD-PUSH-2", "AD-PUSH-3", "AD-FIGHT-1", "AD-DICE-3", "AD-HIT-2", "AD-HIT-3", "AD-HIT-4",
    },
}  # fmt: skip

#: Rules that refuse throws and deals, which no seat makes: nothing to try for a person.
NOT_A_SEATS = {"AD-DICE-1", "AD-ORDER-1"}


def forbidding() -> Iterator[str]:
    """The rules that refuse moves of a seat, by the catalogues of refusals."""
    for game in BOOKS:
        keys = (key.split(".") for key in Words(f"hexwidgets.{game}.rulebook").keys("en"))
        faults = dict.fromkeys(rule for kind, rule, *_ in keys if kind == "fault")
        yield from (rule for rule in faults if not rule.endswith("NOTATION") and rule not in NOT_A_SEATS)


# -- every rule --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOOKS)
def test_the_book_has_every_rule_once(game: str) -> None:
    assert sorted(BOOKS[game]) == sorted(RULES[game])
    assert len(set(BOOKS[game])) == len(list(BOOKS[game])) == len(BOOKS[game])


@pytest.mark.parametrize("entry", EVERY)
def test_every_rule_has_a_title_and_whole_sentences_in_every_language(entry: Entry) -> None:
    english, japanese = entry.in_language("en"), entry.in_language("ja")
    for text in (english.title, english.text, english.ruling, english.note):
        assert not JAPANESE.search(text)
        assert not re.search("[{}]", text)
    for text in filter(None, (japanese.title, japanese.text, japanese.ruling)):
        assert JAPANESE.search(text)
        assert not re.search("[{}]", text)
    assert all(text.endswith(".") for text in (english.text, english.ruling) if text)
    assert all(text.endswith("。") for text in (japanese.text, japanese.ruling) if text)
    assert english.title
    assert bool(english.ruling) == bool(japanese.ruling)


@pytest.mark.parametrize("game", BOOKS)
def test_the_catalogues_have_the_same_words_and_numbers_in_every_language(game: str) -> None:
    words = BOOKS[game].words
    assert words.languages == ("en", "ja")
    assert set(words.keys("en")) == set(words.keys("ja"))
    fields = re.compile(r"{(\w+)}")
    for key in words.keys("en"):
        assert sorted(fields.findall(words.template(key, "en"))) == sorted(fields.findall(words.template(key, "ja")))


@pytest.mark.parametrize("entry", EVERY)
def test_every_rule_has_a_position_and_what_is_stated_of_each_try_holds(entry: Entry) -> None:
    """There is something legal and something illegal to try, and the game answers as the book says."""
    assert {attempt.legal for attempt in entry.tries} == {True, False}
    for attempt, answer in zip(entry.tries, entry.answers(), strict=True):
        assert answer.legal is attempt.legal, str(attempt)
        assert answer.rule == attempt.refused
        assert {statement.rule for statement in answer.statements} >= set(attempt.shows)


@pytest.mark.parametrize("rule", list(forbidding()))
def test_a_rule_that_forbids_something_has_a_try_that_it_refuses_by_name(rule: str) -> None:
    (book,) = (book for book in BOOKS.values() if rule in book)
    assert rule in {attempt.refused for attempt in book[rule].tries}


@pytest.mark.parametrize("entry", EVERY)
def test_every_rule_has_a_test_named_after_it(entry: Entry) -> None:
    name = f"def test_{entry.id.lower().replace('-', '_')}_"
    assert any(name in path.read_text("utf-8") for path in (TESTS / entry.book.game).glob("test_rules*.py"))


@pytest.mark.parametrize("game", BOOKS)
def test_rulings_are_told_as_such(game: str) -> None:
    assert {entry.id for entry in BOOKS[game].values() if entry.ruling} == RULINGS[game]


def test_every_switch_and_every_dial_is_told_at_its_rule() -> None:
    """A switch belongs to a ruling, and a try shows what it changes."""
    for book, dials, switches in (
        (BOOKS["monsterhex"], reference_dials(), SWITCHES),
        (BOOKS["arenaduel"], DUEL_DIALS, DUEL_SWITCHES),
    ):
        told = [dial for entry in book.values() for dial in entry.dials]
        assert sorted(dial.name for dial in told) == sorted(dial.name for dial in dials)
        for switch in switches:
            entry = book[switch.rule]
            assert entry.switch == switch
            assert entry.ruling
            assert any(switch.name in dict(attempt.switches) for attempt in entry.tries)


@pytest.mark.parametrize("entry", EVERY)
def test_a_position_is_a_game_of_its_own_that_goes_on(entry: Entry) -> None:
    """Each asking gives another game, which is played from there as any other."""
    one, two = entry.position, entry.position
    assert one is not two
    assert one.state == two.state
    assert one.ply == 0
    seats = one.rules.to_move(one.state)
    one.play(*(one.legal_moves(seat)[0] for seat in seats))
    assert (one.ply, two.ply) == (1, 0)
    one.undo()
    assert one.state == two.state


# -- the book ------------------------------------------------------------------------------------------------


def test_the_numbers_in_a_text_are_those_of_the_game() -> None:
    rules = MonsterHexRules(dials={"colour_bonus": 5}, large_tie="move-up")
    book = rules.rulebook()
    assert "5 more" in book["MH-LARGE-5"].text
    assert book["MH-LARGE-5"].settings == ("Set by colour_bonus = 5.",)
    assert book["MH-LARGE-3"].settings == ("Switch large_tie: move-up; otherwise void.",)


def test_an_unknown_rule_is_told_how_rules_are_written() -> None:
    with pytest.raises(KeyError, match=r"no rule 'MH-PLACE-99'; rules are written like MH-SETUP-1"):
        BOOKS["monsterhex"]["MH-PLACE-99"]
    assert BOOKS["monsterhex"].get("MH-PLACE-99") is None
    assert 3 not in BOOKS["monsterhex"]


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_a_search_finds_ids_and_words_of_any_language(book: Rulebook) -> None:
    for entry in book.values():
        assert entry.id == book.search(entry.id)[0].id
        assert entry in book.search(entry.id.lower().replace("-", " "))
        assert entry in book.search(entry.in_language("en").title.upper())
        assert entry in book.search(entry.in_language("ja").title)
    assert book.search("") == book.search("   ") == book.search("xyzzy") == ()


def test_a_search_puts_titles_before_texts_and_finds_beginnings_of_words() -> None:
    found = [entry.id for entry in BOOKS["monsterhex"].search("tie")]
    assert found[0] == "MH-WIN-2"
    assert "MH-SMALL-3" in found
    assert "MH-ABIL-1" not in found  # abilities
    assert [entry.id for entry in BOOKS["monsterhex"].search("パス")] == ["MH-PLACE-6"]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", BOOKS)
def test_the_book_is_read_as_text_as_html_and_as_markdown(game: str, language: str) -> None:
    book = BOOKS[game].in_language(language)
    for entry in book.values():
        assert f"{entry.id}" in str(book)
        for told in (book.text(), book._repr_markdown_(), entry._repr_markdown_(), str(entry)):
            assert entry.heading in told
        assert entry.text in book._repr_markdown_()
        html = entry._repr_html_()
        assert html.count("<li>") == len(entry.tries)
        assert "<script" not in html
    width = max(map(_columns, book.text().splitlines()))
    assert width <= 100


def _columns(line: str) -> int:
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line) if not line.startswith("  ") else 0


# -- from what a game says to its rule ------------------------------------------------------------------------


def test_a_refusal_leads_to_its_entry() -> None:
    game = hw.MonsterHex("four", seed=7, language="ja", dials={"colour_bonus": 4})
    fault = game.why("C2@g1^0")
    assert fault is not None
    assert fault.entry is not None
    assert (fault.entry.id, fault.entry.language) == (fault.rule, "ja")
    with pytest.raises(hw.IllegalMove) as caught:
        game.play("C2@g1^0")
    assert caught.value.entry == fault.entry
    assert caught.value.__notes__ == ['ルールの全文：hw.rulebook("monsterhex", language="ja")["MH-PLACE-1"]']


def test_so_does_an_event() -> None:
    duel = hw.ArenaDuel(seed=3)
    duel.play("F=", "F=")
    entries: list[Any] = [event.entry for event in duel.log]
    assert [entry.id for entry in entries] == [event.rule for event in duel.log]
    assert [event.entry for event in duel.events] == entries[1:]


def test_where_no_game_has_said_it_there_is_none() -> None:
    assert hw.Fault("MH-PLACE-1", "x").entry is None
    fault = hw.Game(Line(), seed=1).why("c9")
    assert fault is not None
    assert fault.entry is None
