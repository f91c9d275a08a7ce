"""Playing in a real JupyterLab with a real mouse and real keys, and what Python then sees."""

import pytest

from tests.browser.desk import GAME, Desk, by_hand, carry, four, game_until, played, replay
from tests.browser.lab import Board

PAGE = ".jp-WindowedPanel-outer"  # what scrolls


@pytest.fixture(autouse=True)
def _motion(desk: Desk) -> None:
    desk.page.emulate_media(reduced_motion="no-preference")


def scrolled(desk: Desk) -> float:
    return float(desk.page.locator(PAGE).first.evaluate("el => el.scrollTop"))


def state(desk: Desk) -> str:
    return desk.ask("print(game.ply, game.rev, dict(game.units), game.hands['red'], game.to_move)")


def test_a_click_on_a_unit_and_a_click_on_a_cell_are_a_move(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    assert board.lines("legal") == ["d3 d5"]
    assert board.lines("heading") == ["Round 1 / 8"]
    board.click("hand:B3")
    board.wait_shows("carry B3 ^0")
    board.click("d5")
    board.wait_shows("unit d5 red B3 ^0")
    assert desk.ask("print({p: (u.faction, u.name, u.rotation) for p, u in game.units.items()}, game.scores)") == (
        "{'d5': ('red', 'B3', 0)} {'red': 0, 'blue': 0, 'yellow': 0, 'green': 0}"
    )
    assert board.lines("last") == ["d5"]
    assert board.lines("prompt") == ["Blue places a unit"]
    assert board.lines("hand")[0] == "red A1 B1 C1 C2"  # a new one was drawn


def test_a_unit_is_dragged_from_the_hand_to_a_cell(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    board.drag("hand:A1", "d3")
    board.wait_shows("unit d3 red A1 ^0")
    assert board.lines("carry") == []
    assert desk.ask("print(game.units['d3'], game.ply)") == "A1 1"


def test_keys_and_wheel_turn_what_is_carried_and_the_page_stays(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    desk.page.set_viewport_size({"width": 1280, "height": 760})
    carry(board, "C2", 1)
    board.hover("d3")
    board.wait_shows("carry C2 ^1 over d3")
    board.key("r", "r")
    board.wait_shows("carry C2 ^3 over d3")
    board.key("Shift+R")
    board.wait_shows("carry C2 ^2 over d3")
    stood, looked = scrolled(desk), board.pixels()
    desk.page.mouse.wheel(0, 120)
    board.wait_shows("carry C2 ^3 over d3")
    desk.page.mouse.wheel(0, -120)
    board.wait_shows("carry C2 ^2 over d3")
    desk.page.mouse.wheel(0, -120)
    board.wait_shows("carry C2 ^1 over d3")
    assert scrolled(desk) == stood
    assert board.pixels() != looked
    board.click("d3")
    game = played("C2@d3^1")
    powers = "".join(str(game.units["d3"].power(direction)) for direction in range(6))
    board.wait_shows(f"unit d3 red C2 ^1 {powers}")
    unit = "game.units['d3']"
    assert desk.ask(f"print({unit}, {unit}.rotation, *map({unit}.power, range(6)))") == f"C2 1 {' '.join(powers)}"

    board.hover("d3")  # with empty hands the wheel is the page's own again
    stood = scrolled(desk)
    desk.page.mouse.wheel(0, 120 if stood == 0 else -120)
    desk.page.wait_for_function(
        "([page, stood]) => document.querySelector(page).scrollTop !== stood", arg=[PAGE, stood]
    )


def test_escape_puts_back_what_is_carried(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    before = board.describe()
    carry(board, "A1", 2)
    board.hover("d3")
    board.wait_shows("carry A1 ^2 over d3")
    board.key("Escape")
    assert board.lines("carry") == []
    assert board.describe() == before
    board.click("d3")  # empty hands
    assert state(desk).startswith("0 1 {}")
    assert board.describe() == before


def test_a_move_of_python_is_painted(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    rev, looked = board.rev(), board.pixels()
    assert desk.ask('game.play("A1@d3^4")') == ""
    board.wait_rev(rev + 1)
    assert board.rev() == rev + 1
    assert board.pixels() != looked
    assert board.lines("last") == ["d3"]
    assert "unit d3 red A1 ^4" in board.describe()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("way", ["click", "drag"])
def test_a_refused_drop_says_which_rule_and_moves_nothing(desk: Desk, language: str, way: str) -> None:
    board = desk.deal(f'game = hw.MonsterHex("four", seed=7, language="{language}")', "game")
    python, before = state(desk), board.describe().split("\nmessage")[0]
    fault = four().why("A1@a1^0")
    assert fault is not None
    if way == "drag":
        board.drag("hand:A1", "a1")
    else:
        carry(board, "A1", 0)
        board.click("a1")
    board.wait_shows(f"message {fault.text(language)} [MH-PLACE-1]")
    said = board.root.locator(".hw-box").inner_text()
    assert fault.text(language) in said
    assert "MH-PLACE-1" in said
    if way == "click":  # it may be tried elsewhere at once
        assert board.lines("carry") == ["A1 ^0 over a1"]
        board.key("Escape")
    assert board.lines("carry") == board.lines("sent") == []
    assert board.describe().split("\nmessage")[0] == before
    assert state(desk) == python


@pytest.mark.parametrize("way", ["button", "key"])
def test_undo_and_redo(desk: Desk, way: str) -> None:
    board = desk.deal(GAME, "game")
    start = board.describe()
    by_hand(board, "A1@d3^2")
    after = board.describe()
    for undo in (True, False, True):
        rev = board.rev()
        if way == "key":
            board.key("u" if undo else "Shift+U")
        else:
            board.click("button:undo" if undo else "button:redo")
        board.wait_rev(rev + 1)
        shown, wanted = board.describe(), start if undo else after
        assert shown.splitlines()[1:] == wanted.splitlines()[1:]
        assert desk.ask("print(game.ply, len(game.units))") == ("0 0" if undo else "1 1")
    before = board.describe()
    board.key("u")  # there is nothing left to take back
    assert desk.ask("print(game.ply)") == "0"
    assert board.describe() == before


def test_a_stone_is_picked_by_a_click_on_it(desk: Desk) -> None:
    game = game_until("take")
    seat, stones = game.to_move, [move.stone for move in game.legal_moves()]
    board = desk.deal(GAME, replay(game), "game")
    assert board.lines("pick") == [" ".join(stones)]
    assert board.lines("legal") == []
    board.click(f"stone:{stones[0]}")
    board.wait_shows(f"taken {seat} {stones[0]}")
    assert desk.ask(f"print(*game.taken[{seat!r}])") == stones[0]
    game.play(f"take {stones[0]}")
    assert board.lines("score") == [f"{seat} {points}" for seat, points in game.scores.items()]


def test_a_stone_is_picked_by_the_button_that_offers_it(desk: Desk) -> None:
    game = game_until("take")
    stone = game.legal_moves()[1].stone
    board = desk.deal(GAME, replay(game), "game")
    board.click(f"button:take:{stone}")
    board.wait_shows(f"taken {game.to_move} {stone}")


def test_a_whole_game_by_clicks(desk: Desk) -> None:
    game, played = four(), game_until("over", luck=2)
    desk.page.emulate_media(reduced_motion="reduce")
    board = desk.deal(
        GAME, "seen = []", "game.observe(lambda change: seen.append((change.old, change.new)), 'ply')", "game"
    )
    for ply, move in enumerate(played.moves):
        assert board.rev() == 1 + ply
        by_hand(board, move)
        game.play(move)
        assert board.lines("score") == [f"{seat} {points}" for seat, points in game.scores.items()]
        assert board.lines("heading") == [f"Round {game.round} / 8"]
    assert game.result is not None
    assert board.lines("result")[0].startswith(" and ".join(w.title() for w in game.result.winners))
    assert board.root.locator(".hw-result").is_visible()
    assert board.lines("legal") == board.lines("pick") == []
    assert desk.ask("print([*map(str, game.moves)] == ", f"{[*map(str, game.moves)]}, game.result.winners)") == (
        f"True {game.result.winners}"
    )
    assert desk.ask("print(seen == [(n, n + 1) for n in range(game.ply)], game.ply)") == f"True {game.ply}"


def test_an_observer_hears_each_change_once(desk: Desk) -> None:
    board = desk.deal(
        GAME, "seen = []", "game.observe(lambda change: seen.append((change.new, game.to_move)), 'ply')", "game"
    )
    by_hand(board, "A1@d3^2")
    assert desk.ask("print(seen)") == "[(1, 'blue')]"
    move = str(played("A1@d3^2").legal_moves()[0])
    desk.ask(f"game.play({move!r})")
    board.wait_rev(3)
    board.key("u")
    board.wait_rev(4)
    board.drag("hand:A1", "a1")  # refused: nothing has changed
    board.wait_shows("[MH-")
    assert desk.ask("print(seen)") == "[(1, 'blue'), (2, 'yellow'), (1, 'blue')]"


def test_by_keys_alone(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    stood = scrolled(desk)
    board.root.locator('[data-name="hand:A1"]').focus()
    desk.page.keyboard.press("Enter")
    board.wait_shows("carry A1 ^0")
    walk(board, "d3")
    board.key("r")
    desk.page.keyboard.press("Enter")
    board.wait_shows("unit d3 red A1 ^1")
    assert scrolled(desk) == stood
    assert desk.ask("print(game.units['d3'].rotation)") == "1"


def walk(board: Board, cell: str) -> None:
    """Press arrows until the cursor is on a cell."""
    for _ in range(30):
        over = [line.split(" over ")[-1] for line in board.lines("carry") if " over " in line]
        if over == [cell]:
            return
        here, there = board.locate(over[0]) if over else None, board.locate(cell)
        assert there is not None
        if here is None or abs(here["x"] - there["x"]) > abs(here["y"] - there["y"]):
            board.key("ArrowRight" if here is None or here["x"] < there["x"] else "ArrowLeft")
        else:
            board.key("ArrowDown" if here["y"] < there["y"] else "ArrowUp")
    raise AssertionError(f"arrows do not lead to {cell}; the board shows: {board.describe()}")


def test_tab_leaves_the_board(desk: Desk) -> None:
    board = desk.deal(GAME, "game")
    board.key("Tab")
    inside = "el => el.contains(document.activeElement)"
    for _ in range(20):
        if not board.root.evaluate(inside):
            return
        desk.page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead out of the board")


@pytest.mark.parametrize("where", ["board", "hand:A1", "button:help"])
def test_the_keys_of_the_notebook_are_quiet(desk: Desk, where: str) -> None:
    board = desk.deal(GAME, "game")
    focus = board.root if where == "board" else board.root.locator(f'[data-name="{where}"]')
    focus.focus()
    cells = "() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.type).join(' ')"
    before = desk.page.evaluate(cells)
    for key in "abxrm":  # each of them adds, cuts or changes a cell
        desk.page.keyboard.press(key)
        assert desk.page.evaluate(cells) == before, f"the notebook took {key}"
