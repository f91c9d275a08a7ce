"""Duels by hand in a real JupyterLab: cards, secret orders on several boards, and what a turn did."""

import random

import hexwidgets as hw
from tests.browser.desk import BOARD, DUEL, Desk, choose, commit
from tests.browser.lab import Board, Notebook
from tests.strategies import a_move

SEED = 7


def reveal(board: Board) -> None:
    """Take a hot seat over."""
    board.click("button:reveal")
    board.wait_shows("\ndim ")


def fighters(duel: hw.ArenaDuel) -> list[str]:
    return [f"{f.cell} {f.seat} ^{f.facing} life {f.life}" for f in duel.fighters.values()]


def refused(duel: hw.ArenaDuel, seat: str) -> list[str]:
    """The dimmed cards with the rules that dim them."""
    faults = {card: duel.why(seat, f"{card}=") for card in ("F", "FR", "FL", "BR", "BL", "B", "S", "CF", "CFR", "CFL")}
    return [f"{card} [{fault.rule}]" for card, fault in faults.items() if fault is not None]


def position(board: Board) -> list[str]:
    """What every board of a duel shows alike."""
    kinds = ("fighter", "score", "heading", "prompt", "story", "result")
    return [line for line in board.describe().splitlines() if line.split()[0] in kinds]


# -- one order ------------------------------------------------------------------------------------


def test_a_seats_board_shows_its_cards_and_why_the_others_may_not_be_chosen(desk: Desk) -> None:
    duel = hw.ArenaDuel(seed=SEED)
    board = desk.deal(DUEL, 'duel.board(seat="north")')
    assert board.lines("fighter") == fighters(duel)
    assert [line[: line.index("]") + 1] for line in board.lines("dim")] == refused(duel, "north")
    moves = dict.fromkeys(order.move for order in duel.legal_orders("north"))
    assert board.lines("card") == [" ".join([*moves, "<", "=", ">"])]
    assert board.lines("seat") == ["north"]


def test_an_order_is_planned_committed_changed_and_revealed(desk: Desk) -> None:
    north = desk.deal(DUEL, 'duel.board(seat="north")')
    south = desk.second('duel.board(seat="south")')
    before, rev = south.describe(), south.rev()
    choose(north, "F>")
    assert north.lines("plan") == ["north F> b2 ^4"]
    assert desk.ask("print(duel.committed('north'))") == "None"  # nothing is sent before it is committed
    commit(north, "F>")
    assert north.lines("committed") == ["north F>"]
    commit(north, "FR=")
    north.wait_shows("committed north FR=")
    assert (south.describe(), south.rev()) == (before, rev)
    assert desk.ask("print(duel.ply, duel.committed('north'))") == "0 FR="
    commit(south, "S<")
    for board in (north, south):
        board.wait_rev(rev + 1)
    duel = hw.ArenaDuel(seed=SEED)
    duel.play("FR=", "S<")
    assert north.lines("fighter") == south.lines("fighter") == fighters(duel)
    assert position(north) == position(south)
    assert north.lines("committed") == south.lines("committed") == []
    assert north.lines("story")[0].startswith("FR= / S< | ")


def test_an_order_may_be_given_by_the_cell_it_leads_to(desk: Desk) -> None:
    board = desk.deal(DUEL, 'duel.board(seat="north")')
    assert "b2" in board.lines("legal")[0].split()
    board.click("b2")
    board.wait_shows("plan north F= b2 ^5")


def test_a_plan_shows_its_odds(desk: Desk) -> None:
    duel = hw.ArenaDuel(seed=SEED)
    for _ in range(2):
        duel.play("F=", "F=")
    board = desk.deal(DUEL, "for _ in range(2): duel.play('F=', 'F=')", 'duel.board(seat="north", language="ja")')
    order = duel.legal_orders("north")[0]
    choose(board, order)
    board.click("button:odds")
    board.wait_shows("\nodds ")
    table = duel.scenery.odds(duel.state, "north", [order.move, order.turn], "ja")
    assert table is not None
    wanted = [f"{row['label']} " + " ".join(text for text, _, _ in row["cells"]) for row in table["rows"]]
    assert board.lines("odds") == wanted


# -- several boards -------------------------------------------------------------------------------


def test_a_duel_is_fought_to_the_end_from_two_pages_of_one_kernel(desk: Desk) -> None:
    """North sits at one tab and south at the other: both follow, and neither is told the other's order."""
    duel, rng = hw.ArenaDuel(seed=SEED, life=2), random.Random(3)
    line = f"duel = hw.ArenaDuel(seed={SEED}, life=2)"
    desk.deal(line, 'north = duel.board(seat="north")', 'south = duel.board(seat="south")', "north")
    desk.second("south")
    desk.settle(desk.command("docmanager:save"))
    tab = Notebook(desk.page.context.new_page(), desk.lab)
    tab.name = desk.name
    tab.page.emulate_media(reduced_motion="reduce")
    try:
        tab.go()
        boards = {"north": Board(desk.page, desk.cell(BOARD).locator(".hexwidgets-board")), "south": tab.board(1)}
        while duel.result is None:
            orders = dict(zip(duel.seats, a_move(duel, rng), strict=True))
            first, second = rng.sample(duel.seats, 2)
            quiet, rev = boards[second].describe(), boards[second].rev()
            commit(boards[first], orders[first])
            assert boards[first].lines("committed") == [f"{first} {orders[first]}"]
            assert boards[second].describe() == quiet
            commit(boards[second], orders[second])
            duel.play(*orders.values())
            for board in boards.values():
                board.wait_rev(rev + 1)
                assert board.lines("fighter") == fighters(duel)
                assert board.lines("committed") == []
            assert position(boards["north"]) == position(boards["south"])
        for board in boards.values():
            assert board.lines("result")[0].startswith(f"{duel.result.winners[0].title()} wins")
            assert board.lines("card") == []
        assert tab.errors == []
    finally:
        tab.page.close()
    assert desk.ask("print(duel.result.winners, *map(str, duel.moves[-1]))") == (
        f"{duel.result.winners} {duel.moves[-1][0]} {duel.moves[-1][1]}"
    )


def test_at_the_open_table_one_orders_for_both(desk: Desk) -> None:
    board = desk.deal(DUEL, "duel")
    rev = board.rev()
    board.click("seat:south")
    commit(board, "FL<")
    assert board.lines("committed") == ["south FL<"]
    commit(board, "F=")  # the cards are north's now
    board.wait_rev(rev + 1)
    assert desk.ask("print(*map(str, duel.moves[-1]))") == "F= FL<"
    board.click("button:undo")
    board.wait_rev(rev + 2)
    assert desk.ask("print(duel.ply)") == "0"


def test_a_hot_seat_is_handed_over_between_the_two_orders(desk: Desk) -> None:
    board = desk.deal(DUEL, 'duel.board(seat="turn")')
    rev = board.rev()
    assert board.lines("handover") == ["North"]
    reveal(board)
    commit(board, "F>")
    board.wait_shows("handover South")
    assert board.lines("committed") == board.lines("plan") == board.lines("card") == []
    assert "F>" not in board.describe()
    reveal(board)
    commit(board, "S=")
    board.wait_rev(rev + 1)
    board.wait_shows("handover North")
    assert desk.ask("print(*map(str, duel.moves[-1]))") == "F> S="


def test_a_winner_chooses_whether_to_pursue(desk: Desk) -> None:
    """With the switch, by two buttons on the winner's board."""
    duel, rng = hw.ArenaDuel(seed=SEED, pursuit="optional"), random.Random(1)
    while duel.phase != "pursue":
        duel.play(*a_move(duel, rng))
    moves = [[str(move) for move in (turn if isinstance(turn, tuple) else (turn,))] for turn in duel.moves]
    winner = duel.to_move
    board = desk.deal(
        f"duel = hw.ArenaDuel(seed={SEED}, pursuit='optional')",
        f"for moves in {moves}: duel.play(*moves)",
        f"duel.board(seat={winner!r})",
    )
    rev = board.rev()
    assert board.lines("pick") == ["pursue hold"]
    board.click("button:hold")
    board.wait_rev(rev + 1)
    duel.play("hold")
    assert board.lines("fighter") == fighters(duel)


# -- an awaiting cell -----------------------------------------------------------------------------


def test_a_cell_that_awaits_is_woken_when_the_turn_is_played(desk: Desk) -> None:
    board = desk.deal(DUEL, 'duel.board(seat="south")')
    key = desk.start("duel.commit('north', 'F>')", "move = await duel.next_move(30)", "print(move, duel.ply)")
    commit(board, "S<")
    desk.settle(key)
    desk.wait_output(3, "S< 1")


# -- how it is seen -------------------------------------------------------------------------------


def test_a_turn_is_seen_happening_and_a_key_skips_to_its_end(desk: Desk) -> None:
    duel = hw.ArenaDuel(seed=SEED)
    duel.play("F=", "F=")
    desk.page.emulate_media(reduced_motion="no-preference")
    try:
        board = desk.deal(DUEL, 'duel.board(seat="north")')
        rev = board.rev()
        desk.ask("duel.play('F=', 'F=')")
        board.wait_rev(rev + 1)
        board.key("Escape")
        assert board.lines("fighter") == fighters(duel)
        assert len(board.lines("story")) == len(duel.events)
    finally:
        desk.page.emulate_media(reduced_motion="reduce")
