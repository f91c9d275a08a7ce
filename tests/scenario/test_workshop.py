"""The workshop without a browser: what its controls and its board's gestures do to the draft."""

import pytest
from ipywidgets.widgets.widget import _instances

import hexwidgets as hw
from hexwidgets.arenaduel.drafting import ArenaDraft
from hexwidgets.board.clicks import Click, Paint
from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.drafting import ComponentDraft
from hexwidgets.scenario.workshop import WORDS


@pytest.fixture
def shop():
    shop = hw.workshop(ComponentDraft())
    yield shop
    shop.close()


def stroke(board, *hexes, button="left"):
    """What a page tells of a stroke."""
    names = [board.cells.names[board.cells.find(place)] for place in hexes]
    for phase, cells in (("start", 1), ("move", len(hexes)), ("end", 0)):
        told = (names[:1], hexes[:1]) if phase == "start" else (names[1:cells], hexes[1:cells])
        board._call("paint", Paint(*map(tuple, told), phase, button, frozenset()))


def click(board, place, button="left"):
    name = board.cells.names[board.cells.find(place)]
    board._call("click", Click(name, board.cells.hexes[board.cells.find(place)], button, frozenset()))


def test_a_stroke_draws_and_is_undone_as_one(shop):
    section = shop._sections[0]
    shop.draft.new_board("lake")
    section.brush.value = "cell"
    stroke(section.board, Hex(0, 0), Hex(1, 0), Hex(2, 0))
    assert set(shop.draft.painted.values()) == {"cell"}
    assert len(section.board.fills) == 3
    stroke(section.board, Hex(1, 0), Hex(2, 0), button="right")
    assert list(shop.draft.painted) == [Hex(0, 0)]
    shop._undo.click()
    shop._undo.click()
    assert shop.draft.painted == {}
    assert "boards.lake.starts" in shop._report.value


def test_a_fault_is_told_and_marked_and_goes(shop):
    shop.draft.new_board("lake", rounds=1)
    shop.draft.paint([Hex(0, 0).neighbour(0), Hex(0, 0).neighbour(1), Hex(0, 0).neighbour(2)], "cell")
    shop.draft.paint(Hex(1, 0), "start")
    assert not shop._play.disabled
    shop.draft.paint(Hex(0, 0), "small")
    board = shop._sections[0].board
    assert "site f6: expected 2 cells around it, got 3 [MH-SMALL-1]" in shop._report.value
    assert shop._play.disabled
    assert (len(board.edges), list(board.tooltips)) == (6, ["f6"])
    click(board, Hex(0, -1), "right")
    assert (shop._play.disabled, len(board.edges), board.tooltips) == (False, 0, {})


def test_faults_beside_each_other_are_all_marked(shop):
    shop.draft.new_board("lake")
    shop.draft.paint([Hex(0, 0), Hex(1, 0)], "large")
    assert len(shop._sections[0].board.edges) == 11


def test_it_is_played_at_once_below(shop):
    shop._sections[0].boards.value = "two"
    shop._play.click()
    assert (shop.game.variant, len(shop._stage.children)) == ("two-duel", 1)


def test_a_unit_is_changed_by_clicks_and_by_numbers(shop):
    section = shop._sections[1]
    section.chosen.value = "B1"
    click(section.board, Hex(1, 0))
    assert list(shop.draft.unit("B1").edges) == [6, 4, 3, 1, 2, 3]
    click(section.board, Hex(-1, 0), "right")
    assert shop.draft.unit("B1").edges[3] == 7
    section.powers[3].value = 2
    section.mark.value = "star"
    section.rank.value = "A"
    assert (section.chosen.value, list(shop.draft.unit("A3").edges), shop.draft.unit("A3").mark) == (
        "A3", [6, 4, 3, 2, 2, 3], "star",
    )  # fmt: skip


def test_a_pattern_is_drawn_by_clicks(shop):
    section = shop._sections[3]
    section.chosen.value = 1
    section.what.value = "e"
    click(section.board, Hex(0, 1))
    click(section.board, Hex(0, 0))
    section.what.value = "o"
    click(section.board, Hex(1, 0))
    assert dict(shop.draft.goal(1).pattern) == {Hex(0, 0): "e", Hex(2, 0): "o", Hex(0, 1): "e"}
    section.kind.value = "most"
    section.count.value = "rim-units"
    assert (shop.draft.goal(1).count, section.formation.layout.display) == ("rim-units", "none")


def test_a_pattern_that_reaches_far_is_seen_as_a_whole(shop):
    shop.draft.goal(1).pattern[Hex(0, 5)] = "L"
    board = shop._sections[3].board
    assert len(board.cells) == 91
    assert list(board.fills) == [board.cells.names[board.cells.find(Hex(0, 5))]]


def test_stones_are_a_line_of_numbers(shop):
    section = shop._sections[2]
    section.texts["red"].value = "7，1"
    assert shop.draft.stones["red"] == (7, 1)
    section.texts["red"].value = "seven"
    assert "Expected integers parted by commas" in shop._message.value
    assert shop.draft.stones["red"] == (7, 1)


def test_a_file_is_saved_and_opened_again(shop, tmp_path):
    shop.draft.new_board("lake")
    shop._path.value = str(tmp_path / "mine.toml")
    shop._save()
    shop._undo.click()
    assert "lake" not in shop.draft.boards
    shop._open_file()
    assert "lake" in shop.draft.boards
    (tmp_path / "mine.toml").write_text("units = 3", "utf-8")
    shop._try(shop._open_file)()
    assert "components mine: units: expected a table" in shop._message.value
    assert "lake" in shop.draft.boards


def test_a_fighter_is_turned_once_by_a_click():
    shop = hw.workshop("arenaduel")
    section = shop._sections[0]
    section.brush.value = "turn"
    north = next(place for place, kind in shop.draft.painted.items() if kind == "north")
    stroke(section.board, north)
    click(section.board, north)
    assert shop.draft.facing("north") == 0
    shop.close()


def test_it_follows_the_language_and_keeps_the_game():
    shop = hw.workshop(ArenaDraft())
    shop._play.click()
    game = shop.game
    hw.set_language("ja")
    try:
        assert "問題はありません" in shop._report.value
        assert shop._sections[0].board.language == "ja"
        assert (shop.game, len(shop._stage.children)) == (game, 1)
    finally:
        hw.set_language("en")
        shop.close()


@pytest.mark.parametrize("what", ["monsterhex", "arenaduel"])
def test_a_closed_workshop_leaves_nothing(what):
    before = set(_instances)
    shop = hw.workshop(what)
    shop.draft.paint(Hex(12, 0), "cell")  # a larger field
    shop.draft.undo()
    shop._play.click()
    draft = shop.draft
    shop.close()
    assert set(_instances) == before
    assert draft._heard == []


def test_it_begins_with_the_parts_of_a_game():
    shop = hw.workshop(hw.MonsterHex("three", seed=1), language="ja")
    assert (shop.draft.board, shop._sections[0].variants.value) == ("three", "three")
    shop.close()


@pytest.mark.parametrize("wrong", ["chess", 3, int, None])
def test_only_games_with_parts_have_one(wrong):
    with pytest.raises(ValueError, match=r"expected a game with parts to draw.*known are arenaduel, monsterhex"):
        hw.workshop(wrong)


def test_both_languages_say_the_same():
    assert WORDS.keys("en") == WORDS.keys("ja")
    for draft in (ComponentDraft, ArenaDraft):
        assert draft.words.keys("en") == draft.words.keys("ja")
        assert {f"brush.{brush}" for brush in draft.brushes} <= set(draft.words.keys("en"))
