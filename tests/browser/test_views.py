"""Boards side by side, each with its own knowledge, language and theme; reloads, tabs and narrow pages."""

import json
from typing import Any

import pytest

from tests.browser.desk import (
    BOARD,
    GAME,
    Desk,
    by_hand,
    carry,
    four,
    game_until,
    played,
    replay,
)
from tests.browser.lab import Board, Notebook

SEATS = ("red", "blue", "yellow", "green")


def hands(board: Board) -> dict[str, str]:
    return dict(line.split(" ", 1) for line in board.lines("hand"))


def names(game: Any, seat: str) -> str:
    return " ".join(sorted(unit.name for unit in game.hands[seat]))


def position(board: Board) -> list[str]:
    """What every board of a game shows alike."""
    kinds = ("unit", "stones", "done", "score", "taken", "last", "heading", "prompt")
    return [line for line in board.describe().splitlines() if line.split()[0] in kinds]


# -- knowledge ----------------------------------------------------------------------------------


def test_two_boards_of_one_game_follow_each_other(desk: Desk) -> None:
    table = desk.deal(GAME, "game")
    red = desk.second('game.board(seat="red")')
    assert hands(table) == {seat: names(four(), seat) for seat in SEATS}
    assert hands(red) == {**dict.fromkeys(SEATS, "4 hidden"), "red": names(four(), "red")}
    assert red.lines("seat") == ["red"]
    assert table.lines("note") == ["Open table: every hand is shown."]
    assert red.lines("note") == ["You play Red."]

    by_hand(red, "A1@d3^2")
    table.wait_rev(red.rev())
    assert position(table) == position(red)
    move = str(played("A1@d3^2").legal_moves()[0])
    by_hand(table, move)
    red.wait_rev(table.rev())
    assert position(table) == position(red)
    undone = red.rev() + 1
    red.key("u")
    table.wait_rev(undone)
    red.wait_rev(table.rev())
    assert position(table) == position(red)
    assert desk.ask("print(game.ply)") == "1"
    assert hands(red)["blue"] == "4 hidden"


def test_a_saved_notebook_holds_only_what_its_board_shows(desk: Desk) -> None:
    game = game_until("take")
    desk.deal(GAME, "seen = game.board(seat='red')", replay(game), "seen")
    for ply in range(3):  # a pick, then placements: others decide, and so does red
        assert hands(Board(desk.page, desk.cell(BOARD).locator(".hexwidgets-board"))).keys() == set(SEATS)
        state = json.loads(desk.ask("print(json.dumps(seen.get_state()))"))
        assert_only(state, "red", game)
        move = str(game.legal_moves()[0])
        desk.ask(f"game.play({move!r})")
        game.play(move)
        assert ply < len(game.moves)

    # The page's own copy, as JupyterLab writes it into the file.
    desk.settle(desk.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState"))
    try:
        desk.settle(desk.command("docmanager:save"))
    finally:
        desk.settle(desk.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState"))
    book = json.loads((desk.lab.root / desk.name).read_text("utf-8"))
    (widgets,) = book["metadata"]["widgets"].values()
    ours = desk.ask("print(seen.model_id)")
    assert_only(widgets["state"][ours]["state"], "red", game)
    assert "deck" not in json.dumps(book["cells"])


def assert_only(state: dict[str, Any], seat: str, game: Any) -> None:
    """Check that a widget's state knows one hand and no other, and offers no moves to others."""
    for shown in state["tray"]["seats"]:
        faction = SEATS[shown["faction"]]
        if faction == seat:
            assert len(shown["hand"]) == len(game.hands[faction])
        else:
            assert shown["hand"] == len(game.hands[faction])
        assert isinstance(shown["deck"], int)
    mine = game.to_move == seat
    assert bool(state["picks"]["steps"]) is mine
    assert bool(state["picks"]["tree"]) is mine


def test_a_hot_seat_shows_a_hand_only_to_its_owner(desk: Desk) -> None:
    board = desk.deal(GAME, 'game.board(seat="turn")')
    hidden = dict.fromkeys(SEATS, "4 hidden")
    assert board.lines("handover") == ["Red"]
    assert hands(board) == hidden
    assert board.lines("legal") == []
    assert board.locate("hand:A1") is None
    board.click("d3")
    board.click("button:reveal")
    board.wait_shows(f"hand red {names(four(), 'red')}")
    assert hands(board) == {**hidden, "red": names(four(), "red")}
    assert board.lines("handover") == []

    by_hand(board, "A1@d3^2")
    assert board.lines("handover") == ["Blue"]
    assert hands(board) == hidden
    board.click("button:reveal")
    board.wait_shows(f"hand blue {names(four(), 'blue')}")
    assert hands(board)["red"] == "4 hidden"
    board.click("button:undo")  # red drew a unit and saw it
    board.wait_shows("message That would take back what has been revealed: Red draws 1.")
    assert desk.ask("print(game.ply)") == "1"
    desk.ask("game.undo(force=True)")  # back at red's turn: covered again
    board.wait_shows("handover Red")
    assert hands(board) == hidden
    assert desk.ask("print(game.ply)") == "0"


def test_a_seat_cannot_play_for_another(desk: Desk) -> None:
    blue = desk.deal(GAME, 'game.board(seat="blue")')
    assert blue.lines("prompt") == ["Red places a unit"]
    assert blue.lines("legal") == []
    before = position(blue)
    blue.click("hand:A1")  # a click: the board itself knows
    blue.wait_shows("message It is not your turn. Waiting for Red.")
    assert blue.lines("carry") == []
    blue.drag("hand:A1", "d3")  # a drag: Python says which rule
    blue.wait_shows("[MH-TURN-1]")
    assert "It is not Blue's turn: Red decides now." in blue.root.locator(".hw-box").inner_text()
    assert blue.lines("carry") == []
    assert position(blue) == before
    assert desk.ask("print(game.ply, dict(game.units))") == "0 {}"


# -- pages --------------------------------------------------------------------------------------


def test_a_reload_keeps_the_board_and_it_still_plays(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    by_hand(board, "A1@d3^2")
    shown = board.describe()
    desk.settle(desk.command("docmanager:save"))
    desk.errors.clear()
    desk.go()
    board = desk.board()
    assert board.describe() == shown
    move = str(played("A1@d3^2").legal_moves()[0])
    by_hand(board, move)
    assert desk.ask("print(*game.moves)") == f"A1@d3^2 {move}"


def test_two_tabs_of_one_notebook_converge(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    desk.settle(desk.command("docmanager:save"))
    tab = Notebook(desk.page.context.new_page(), desk.lab)
    tab.name = desk.name
    try:
        other = tab.go().board()
        assert other.describe() == board.describe()
        by_hand(other, "A1@d3^2")
        board.wait_rev(other.rev())
        assert position(board) == position(other)
        by_hand(board, str(played("A1@d3^2").legal_moves()[0]))
        other.wait_rev(board.rev())
        assert position(board) == position(other)
        # A refusal is told where it was asked for, and nowhere else.
        before = board.describe()
        other.drag("hand:B2", "a1")
        other.wait_shows("[MH-PLACE-2]")
        assert board.describe() == before
        assert tab.errors == []
    finally:
        tab.page.close()


# -- look ---------------------------------------------------------------------------------------


def change_theme(desk: Desk, theme: str) -> None:
    desk.page.evaluate("theme => void window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)


def test_the_board_follows_the_theme_of_jupyterlab(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    fixed = desk.second('game.board(theme="light")')
    light = board.pixels()
    try:
        change_theme(desk, "JupyterLab Dark")
        board.wait_shows(f"board monsterhex rev {board.rev()} dark")
        dark = board.pixels()
        assert dark != light
        assert " light" in fixed.describe().splitlines()[0]
    finally:
        change_theme(desk, "JupyterLab Light")
    board.wait_shows(f"board monsterhex rev {board.rev()} light")
    assert board.pixels() == light


def test_a_board_speaks_its_own_language_or_follows(desk: Desk) -> None:
    own = desk.deal(GAME, 'game.board(language="ja")')
    follows = desk.second("game")
    assert own.root.get_attribute("lang") == "ja"
    assert own.lines("prompt") == ["赤がユニットを置く番"]
    assert own.lines("heading") == ["ラウンド 1 / 8"]
    assert follows.lines("prompt") == ["Red places a unit"]
    try:
        desk.ask('hw.set_language("ja")')
        follows.wait_shows("prompt 赤がユニットを置く番")
        assert follows.root.get_attribute("lang") == "ja"
        assert follows.root.get_by_text("戻す").is_visible()
        assert position(follows) == position(own)
    finally:
        desk.ask('hw.set_language("en")')
    follows.wait_shows("prompt Red places a unit")
    assert own.lines("prompt") == ["赤がユニットを置く番"]


@pytest.mark.parametrize("width", [1600, 1280, 900, 640, 500, 390])
def test_nothing_sticks_out_at_any_width(desk: Desk, width: int) -> None:
    game = game_until("take")
    board = desk.deal(GAME, replay(game), "game")
    desk.page.set_viewport_size({"width": width, "height": 1000})
    desk.page.wait_for_function(
        """el => {
          const { width } = el.parentElement.getBoundingClientRect();
          return Math.abs(el.getBoundingClientRect().width - width) < 2;
        }""",
        arg=board.root.element_handle(),
    )
    out = board.root.evaluate(
        """el => {
          const edge = el.getBoundingClientRect();
          const out = ({ left, right, width }) => width && (left < edge.left - 1 || right > edge.right + 1);
          return [...el.querySelectorAll('*')]
            .filter(e => out(e.getBoundingClientRect()) && !e.closest('.hw-live, .hw-probe, [hidden]'))
            .map(e => e.outerHTML.slice(0, 90));
        }"""
    )
    assert out == []
    assert board.root.evaluate("el => el.scrollWidth <= el.clientWidth + 1")


def test_a_narrow_page_can_be_played_on(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    desk.page.set_viewport_size({"width": 500, "height": 800})
    board.root.and_(desk.page.locator("[data-breadth=narrow]")).wait_for()
    for name in ("hand:A1", "d3", "a1", "g4", "button:undo", "button:help"):
        x, y = board.at(name)
        assert 0 < x < 500
        assert 0 < y < 800
    by_hand(board, "A1@d3^2")
    board.click("button:undo")
    board.wait_shows("hand red A1")
    carry(board, "A1", 0)
    board.click("button:turn-left")
    board.wait_shows("carry A1 ^1")
    board.click("button:drop")
    assert board.lines("carry") == []
    assert desk.ask("print(game.ply)") == "0"


# -- what the board promises to those who drive a page ----------------------------------------------


def test_what_others_may_rely_on(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    root, game = board.root, four()
    assert root.evaluate("el => [el.classList.contains('hexwidgets-board'), 'ready' in el.dataset]") == [True, True]
    assert root.get_attribute("data-game") == "monsterhex"
    assert root.get_attribute("data-rev") == desk.ask("print(game.rev)") == "1"
    assert root.get_attribute("role") == "application"
    assert root.get_attribute("aria-label")
    box = root.bounding_box()
    assert box is not None
    labels = [*game.rules.cell_labels, *game.rules.site_labels]
    stones = [f"stone:{stone}" for both in game.stones.values() for stone in both]
    units = [f"hand:{unit}" for unit in game.hands["red"]]
    places = [board.locate(n) for n in [*labels, *stones, *units, "button:undo", "button:redo", "button:help"]]
    for place in places:
        assert place is not None
        assert box["x"] < place["x"] < box["x"] + box["width"]
        assert box["y"] < place["y"] < box["y"] + box["height"]
    assert len({(round(p["x"]), round(p["y"])) for p in places if p}) == len(places)
    for unknown in ("z9", "hand:S1", "button:reveal", "stone:X1", "", "hand:"):
        assert board.locate(unknown) is None
    first = board.describe().splitlines()
    assert first[:2] == ["board monsterhex rev 1 light", "seat open"]
    assert board.lines("score") == [f"{seat} 0" for seat in SEATS]
