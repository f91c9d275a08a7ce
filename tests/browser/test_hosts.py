"""The same few things in every host. What is found is the table in docs/hosts.md.

HEXWIDGETS_PICTURES=1 writes the table anew; else a host that does not do what its row says fails.
"""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

import hexwidgets as hw
from hexwidgets.board.say import words
from tests.browser.desk import by_hand, choose, four
from tests.browser.hosts import HOSTS, Host, Theme
from tests.browser.hosts.imitated import Colab, Imitated, PlainPage, VSCode
from tests.browser.hosts.jupyter import JupyterLab
from tests.browser.hosts.marimo import MarimoEdit, MarimoRun
from tests.browser.lab import ROOT, Board, Lab

CELLS = [
    'import hexwidgets as hw\ngame = hw.MonsterHex("four", seed=7)\ngame',
    "duel = hw.ArenaDuel(seed=7)\nduel",
]
TABLE = ROOT / "docs" / "hosts.md"
FEATURES = (
    "shows",
    "a click plays",
    "keys play",
    "Python plays",
    "a refusal is explained",
    "theme",
    "a duel shows",
    "its cards play",
    "Python fights",
    "the duel's theme",
    "asks nobody else",
)
WORDS = words("en")
NO_KERNEL = "says that none answers"

found: dict[str, dict[str, str]] = {host.name: {} for host in HOSTS}


@pytest.fixture(scope="module", params=HOSTS, ids=lambda host: host.__name__)
def host(
    request: pytest.FixtureRequest, browser: Browser, lab: Lab, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Host]:
    """Each host in turn, with a game in it that all tests go on with."""
    made: type[Host] = request.param
    with made(browser, tmp_path_factory.mktemp(made.__name__), lab) as host:
        host.open(CELLS)
        yield host


def picture(board: Board) -> Image.Image:
    return Image.open(io.BytesIO(board.pixels())).convert("RGB")


def first_move(host: Host) -> str:
    """A move that is legal now, as Python sees it."""
    return host.run("print(game.legal_moves()[0])")


# -- the table's columns ----------------------------------------------------------------------------


def test_the_board_shows(host: Host) -> None:
    board = host.board()
    assert board.root.get_attribute("data-game") == "monsterhex"
    hand = " ".join(sorted(unit.name for unit in four().hands["red"]))
    assert f"red {hand}" in board.lines("hand")
    image = picture(board)
    assert image.width > 600
    assert image.height > 400
    assert len(image.getcolors(image.width * image.height)) > 200
    found[host.name]["shows"] = "yes"


def takes_nothing(board: Board) -> None:
    """A board without a kernel says so, and lets nothing be begun."""
    board.wait_shows(f"message {WORDS['lost']}")
    assert board.lines("carry") == board.lines("plan") == []


def test_a_click_plays(host: Host) -> None:
    board = host.board()
    if host.kernel:
        move = first_move(host)
        by_hand(board, move)
        assert host.run("print(game.moves[-1])") == move
    else:
        board.click("hand:A1")
        takes_nothing(board)
    found[host.name]["a click plays"] = "yes" if host.kernel else NO_KERNEL


def test_keys_play(host: Host) -> None:
    board = host.board()
    if host.kernel:
        host.run("game.play(game.legal_moves()[0])")
        board.wait_rev(int(host.run("print(game.rev)")))
        ply, rev = int(host.run("print(game.ply)")), board.rev()
        board.key("u")
        board.wait_rev(rev + 1)
        assert int(host.run("print(game.ply)")) == ply - 1
    else:
        unit = board.root.locator('[data-name="hand:A1"]').first
        unit.focus()
        unit.press("Enter")
        takes_nothing(board)
    found[host.name]["keys play"] = "yes" if host.kernel else NO_KERNEL


def test_python_plays(host: Host) -> None:
    board = host.board()
    if not host.kernel:
        found[host.name]["Python plays"] = "no kernel"
        return
    rev, before = board.rev(), board.pixels()
    move = first_move(host)
    assert host.run(f"game.play({move!r})") == ""
    board.wait_rev(rev + 1)
    unit, _, cell = move.partition("^")[0].partition("@")
    assert any(line.startswith(f"{cell} ") and f" {unit} " in line for line in board.lines("unit"))
    assert board.pixels() != before
    found[host.name]["Python plays"] = "yes"


def test_a_refusal_is_explained(host: Host) -> None:
    board = host.board()
    if not host.kernel:
        found[host.name]["a refusal is explained"] = "no kernel"
        return
    rev = board.rev()
    unit = first_move(host).partition("@")[0]
    board.drag(f"hand:{unit}", "a1")
    board.wait_shows("[MH-PLACE-2]")
    assert board.rev() == rev
    found[host.name]["a refusal is explained"] = "yes"


def test_a_duel_shows(host: Host) -> None:
    board = host.board("arenaduel")
    stand = [f"{one.cell} {one.seat} ^{one.facing} life {one.life}" for one in hw.ArenaDuel(seed=7).fighters.values()]
    assert board.lines("fighter") == stand
    image = picture(board)
    assert len(image.getcolors(image.width * image.height)) > 200
    found[host.name]["a duel shows"] = "yes"


def test_clicks_give_orders_and_the_turn_is_fought(host: Host) -> None:
    """At the open table, for both; the second order reveals them."""
    board = host.board("arenaduel")
    if host.kernel:
        rev = board.rev()
        for seat, order in {"south": "FL<", "north": "F="}.items():
            board.click(f"seat:{seat}")
            choose(board, order)
            board.click("button:commit")
            if seat == "south":
                board.wait_shows(f"committed {seat} {order}")
        board.wait_rev(rev + 1)
        assert host.run("print(*map(str, duel.moves[-1]))") == "F= FL<"
    else:
        board.click("a1")
        assert board.lines("card") == []
        takes_nothing(board)
    found[host.name]["its cards play"] = "yes" if host.kernel else NO_KERNEL


def test_python_fights(host: Host) -> None:
    board = host.board("arenaduel")
    if not host.kernel:
        found[host.name]["Python fights"] = "no kernel"
        return
    rev, before = board.rev(), board.pixels()
    assert host.run("duel.play(*(duel.legal_orders(seat)[0] for seat in duel.seats))") == ""
    board.wait_rev(rev + 1)
    stand = host.run(
        "print(*(f'{one.cell} {one.seat} ^{one.facing} life {one.life}' for one in duel.fighters.values()), sep='/')"
    )
    assert "/".join(board.lines("fighter")) == stand
    assert board.pixels() != before
    found[host.name]["Python fights"] = "yes"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_theme_is_the_hosts(host: Host, theme: Theme) -> None:
    """Whatever the system prefers."""
    host.board().root.evaluate("el => { el.dataset.seen = '' }")
    host.page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    host.set_theme(theme)
    board = host.board()
    assert follows(board, theme)
    assert (board.root.get_attribute("data-seen") is not None) is host.live
    found[host.name]["theme"] = "live" if host.live else "when opened"
    assert follows(host.board("arenaduel"), theme)
    found[host.name]["the duel's theme"] = found[host.name]["theme"]


def follows(board: Board, theme: Theme) -> bool:
    """Whether a board has come to a theme, as it says and as it looks."""
    board.wait_shows(f" {theme}\n")
    image = picture(board)
    brightness = sum(image.getpixel((image.width // 2, 4))) / 3
    return (brightness < 100) is (theme == "dark")


def test_nothing_else_is_asked_and_nothing_fails(host: Host) -> None:
    host.board()
    assert host.border.strangers == []
    assert host.errors == []
    found[host.name]["asks nobody else"] = host.alone


def test_the_table_says_what_was_found(host: Host) -> None:
    rows = read_table()
    row = [host.name, host.version, *(found[host.name].get(feature, "no") for feature in FEATURES)]
    if os.environ.get("HEXWIDGETS_PICTURES") == "1":
        rows[host.name] = row
        TABLE.write_text(table(rows), encoding="utf-8")
    assert rows.get(host.name) == row, "run HEXWIDGETS_PICTURES=1 make browser if that is as it should be"


# -- some hosts' own ways ---------------------------------------------------------------------------


def test_what_is_not_installed_is_named(
    browser: Browser, lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.browser.hosts.host.HOSTS_FOLDER", tmp_path)
    with pytest.raises(RuntimeError, match="run `make hosts`"), JupyterLab(browser, tmp_path, lab):
        pass


@pytest.mark.parametrize("host", [MarimoEdit, MarimoRun], ids=lambda host: host.__name__, indirect=True)
def test_a_marimo_that_follows_the_system_takes_the_board_along(host: MarimoEdit) -> None:
    host.page.emulate_media(color_scheme="light")
    host.set_theme("system")
    board = host.board()
    for theme in ("light", "dark", "light"):
        host.page.emulate_media(color_scheme=theme)
        board.wait_shows(f" {theme}\n")


# -- frames of another origin ------------------------------------------------------------------------

IMITATED = pytest.mark.parametrize("host", [VSCode, Colab, PlainPage], ids=lambda host: host.__name__, indirect=True)


@IMITATED
def test_the_board_leaves_the_page_around_it_alone(host: Imitated) -> None:
    board = host.board()
    by_hand(board, first_move(host))
    board.key("?", "Escape")
    assert host.frame is not None
    assert host.frame.evaluate("window.touched") == []


@IMITATED
def test_a_frame_that_grows_with_the_board_comes_to_rest(host: Imitated) -> None:
    boards = [host.board(game) for game in ("monsterhex", "arenaduel")]
    first, last = (board.root.bounding_box() for board in boards)
    assert first is not None
    assert last is not None
    heights = (host.page.locator("#output").get_attribute("data-heights") or "").split()
    assert heights[0] == "0"
    assert float(heights[-1]) == pytest.approx(last["y"] + last["height"] - first["y"], abs=2)
    assert len(heights) < 12


# -- the table ----------------------------------------------------------------------------------------

ABOVE = """# Hosts

Found by `tests/browser/test_hosts.py`, which opens both games in each host and plays them with mouse and keys; a test
fails where a host does not do what is written here. `HEXWIDGETS_PICTURES=1 make browser` writes the table anew.

"""
BELOW = f"""
- **theme**: *live* follows a change while the board is on show. *When opened* is the host's own way: a page has its
  theme from the start; a marimo that follows the system changes, and the board with it. On a page without a theme the
  board does what the system prefers.
- **{NO_KERNEL}**: an exported page has no kernel, and the board says so to whoever tries to play.
- **asks nobody else**: loaded and played on without any address but this machine's. Voila's own page takes icons from
  elsewhere, which were left out; boards do not use them.
- **imitated**: VS Code and Colab cannot run in a test. A page does what is known of them: outputs in a frame of another
  origin, which is shown late and grows with its content; their ways to say "dark"; the light colours that their
  managers of widgets bring along; an ipywidgets 8 and an ipywidgets 7 manager that run the real board, with Python
  behind it. These rows say how that page fared, not that anybody has played in VS Code or Colab.
"""


def table(rows: dict[str, list[str]]) -> str:
    """The document, with a row for each host that has one."""
    heads = ["host", "version", *FEATURES]
    lines = [heads, ["---"] * len(heads), *(rows[host.name] for host in HOSTS if host.name in rows)]
    return ABOVE + "".join(f"| {' | '.join(line)} |\n" for line in lines) + BELOW


def read_table() -> dict[str, list[str]]:
    """The rows of the document, by host."""
    text = TABLE.read_text("utf-8") if TABLE.exists() else ""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {line[0]: line for line in lines[2:]}


def test_the_table_has_every_host_and_nothing_else() -> None:
    rows = read_table()
    assert list(rows) == [host.name for host in HOSTS]
    assert TABLE.read_text("utf-8") == table(rows)
