"""The rulebook as a notebook shows it: what is listed, what opens, and what a try does to the board."""

from html import escape

import pytest

import hexwidgets as hw
from hexwidgets.board.intents import Intent
from hexwidgets.teach.rulebook import Reader
from tests.games.toys import Line

GAMES = ("monsterhex", "arenaduel")


@pytest.fixture(params=[(game, language) for game in GAMES for language in ("en", "ja")], ids="-".join)
def reader(request):
    game, language = request.param
    reader = Reader(hw.rulebook(game, language=language))
    yield reader
    reader.close()


def listed(reader):
    return [rule for _, rule in reader.rules.options]


def press(reader, attempt):
    """Press a try's button."""
    (button,) = (button for button in reader.tries.children if button.description == str(attempt))
    button.click()


def test_it_opens_at_the_first_rule_and_lists_all(reader):
    assert listed(reader) == list(reader.book)
    assert reader.rules.value == reader.entry.id == next(iter(reader.book))
    assert escape(reader.entry.text) in reader.text.value
    assert reader.place.children == (reader.board,)


def test_a_rule_that_is_picked_opens_with_its_text_and_its_position(reader):
    for rule in reader.book:
        reader.rules.value = rule
        assert reader.entry.id == rule
        assert escape(reader.entry.title) in reader.text.value
        assert reader.game.state == reader.entry.position.state
        assert reader.board.language == reader.book.language
        assert [button.description for button in reader.tries.children][:-1] == list(map(str, reader.entry.tries))


def test_every_button_answers_as_the_book_states_and_the_board_shows_it(reader):
    for rule in reader.book:
        reader.open(rule)
        for attempt in reader.entry.tries:
            press(reader, attempt)
            assert reader.entry.stated(attempt) in reader.answer.value
            steps = len(attempt.after) + bool(attempt.switches) + (attempt.legal and not attempt.seat)
            assert (reader.game.ply, reader.board.rev) == (steps, reader.game.rev)


def test_the_position_is_set_up_again(reader):
    rule = next(rule for rule, entry in reader.book.items() if any(t.legal and not t.seat for t in entry.tries))
    reader.open(rule)
    press(reader, next(attempt for attempt in reader.entry.tries if attempt.legal and not attempt.seat))
    assert reader.game.ply > 0
    reader.tries.children[-1].click()
    assert (reader.game.ply, reader.answer.value) == (0, "")


def test_a_search_lists_what_it_finds_and_opens_nothing_by_itself(reader):
    before, wanted = reader.entry.id, list(reader.book)[-1]
    reader.search.value = wanted.lower()
    assert listed(reader)[0] == wanted
    assert (reader.entry.id, reader.rules.value) == (before, None)
    reader.rules.value = wanted
    assert reader.entry.id == wanted
    reader.search.value = "xyzzy"
    assert listed(reader) == [""]
    reader.search.value = ""
    assert listed(reader) == list(reader.book)
    assert reader.rules.value == wanted


def test_a_chapter_lists_its_own_rules(reader):
    reader.search.value = "xyzzy"
    for chapter in reader.book.chapters:
        reader.chapter.value = chapter.key
        assert listed(reader) == [entry.id for entry in chapter.entries]
    assert reader.search.value == ""


def test_one_board_at_a_time_and_none_when_it_is_closed():
    reader = Reader(hw.rulebook("monsterhex"), "MH-PLACE-3")
    first = reader.board
    reader.open("MH-PLACE-4")
    assert first.comm is None
    reader.close()
    assert reader.board.comm is None


def test_what_is_shown_is_escaped():
    """A text of the catalogue is text."""
    reader = Reader(hw.rulebook("arenaduel"), "AD-TURN-1")
    press(reader, reader.entry.tries[0])
    assert "<code>F&gt; / S&lt;</code>" in reader.answer.value
    reader.close()


# -- hw.rulebook ------------------------------------------------------------------------------------------


def test_a_game_gives_its_own_numbers_and_its_language():
    game = hw.MonsterHex("two-duel", dials={"small_points": 3}, language="ja")
    book = hw.rulebook(game)
    assert book.language == "ja"
    assert "3点" in book["MH-SMALL-1"].text
    assert hw.rulebook(game, language="en")["MH-SMALL-1"].text.endswith("wins 3 points for its faction.")


def test_without_a_language_it_follows_the_default():
    book = hw.rulebook("arenaduel")
    assert book["AD-HIT-3"].title == "Cornered"
    try:
        hw.set_language("ja")
        assert book["AD-HIT-3"].title == "追い詰め"
    finally:
        hw.set_language("en")


def test_what_is_no_game_is_told_so():
    with pytest.raises(ValueError, match=r"unknown game 'chess'; known are arenaduel, monsterhex"):
        hw.rulebook("chess")
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        hw.rulebook("monsterhex", language="fr")
    with pytest.raises(TypeError, match="expected a name or a game, got int"):
        hw.rulebook(3)
    with pytest.raises(TypeError, match=r"line has no rulebook: its rules lack the method rulebook\(\)"):
        hw.rulebook(hw.Game(Line()))


def test_a_notebook_gets_the_widget_and_others_the_text():
    bundle = hw.rulebook("arenaduel")._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"].startswith("The arena\n  AD-ARENA-1")
    assert "<summary><b>The arena</b></summary>" in bundle["text/html"]


# -- rules that are asked for at a board --------------------------------------------------------------------------


def ask_for(board, rule):
    """What a click on the id of a rule brings."""
    return board.tool(Intent("tool", "view", 1, board.rev, ("rule", rule)))


def test_a_rule_asked_for_at_any_board_of_the_game_opens_in_the_book_that_a_page_shows():
    reader, board = Reader(hw.rulebook("monsterhex")), hw.MonsterHex("two-duel", seed=1).board()
    opened = "The rulebook on this page is open at this rule."
    assert opened not in ask_for(board, "MH-PLACE-3")["note"]  # no page shows the book
    assert reader.entry.id != "MH-PLACE-3"
    reader.widget._view_count = 1
    assert ask_for(board, "MH-PLACE-3")["note"].endswith(opened)
    assert reader.entry.id == "MH-PLACE-3"
    assert reader.game.state == reader.entry.position.state
    reader.close()
    assert opened not in ask_for(board, "MH-PLACE-1")["note"]


def test_a_rule_that_is_open_already_keeps_its_board_as_it_is():
    reader = Reader(hw.rulebook("monsterhex"), "MH-PLACE-3")
    reader.widget._view_count = 1
    press(reader, next(attempt for attempt in reader.entry.tries if attempt.legal))
    board = reader.board
    ask_for(board, "MH-PLACE-3")
    assert reader.board is board
    assert reader.game.ply > 0
    reader.close()


def test_a_rule_of_another_game_opens_nothing():
    reader = Reader(hw.rulebook("arenaduel"))
    reader.widget._view_count = 1
    before = reader.entry
    ask_for(hw.MonsterHex(seed=1).board(), "MH-PLACE-3")
    ask_for(hw.ArenaDuel(seed=1).board(), "AD-NOTHING-1")
    assert reader.entry == before
    reader.close()


def test_it_follows_the_default_language_and_keeps_what_is_listed():
    reader = Reader(hw.rulebook("monsterhex"), "MH-PLACE-3")
    reader.chapter.value = chapter = reader.entry.chapter
    rules = listed(reader)
    try:
        hw.set_language("ja")
        assert "等しい辺が1つ" in reader.text.value
        assert (reader.chapter.value, listed(reader)) == (chapter, rules)
        assert reader.board.language == "ja"
        assert reader.rules.description == "ルール"
    finally:
        hw.set_language("en")
    assert "One equal edge" in reader.text.value
    reader.close()
