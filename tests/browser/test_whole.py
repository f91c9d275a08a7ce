"""Abilities, goals, the shared faction and the smaller boards, played by hand in a real JupyterLab."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import hexwidgets as hw
from tests.browser.desk import Desk, by_hand, carry, dealing, turn_on_board
from tests.browser.lab import Board

Found = Callable[[hw.MonsterHex], bool]


def whole(variant: str, seed: int = 7, **options: Any) -> hw.MonsterHex:
    return hw.MonsterHex(variant, seed=seed, abilities=True, goals=True, **options)


def game_where(found: Found, ability: str = "", **options: Any) -> hw.MonsterHex:
    """A game of chance that has come to a position, after an ability was taken where it was offered."""
    for seed in range(60):
        game, chance = whole(**options, seed=seed), random.Random(seed)
        while game.result is None and not found(game):
            wanted = [move for move in game.legal_moves() if str(move) == f"ability {ability}"]
            game.play(wanted[0] if wanted else chance.choice(game.legal_moves()))
        if found(game):
            return game
    raise AssertionError("no such game")


def using(ability: str, **options: Any) -> hw.MonsterHex:
    """A game in which somebody may use an ability now."""
    offers = lambda game: any(str(move).startswith(ability) for move in game.legal_moves())  # noqa: E731
    return game_where(lambda game: game.phase == "ability" and offers(game), ability, **options)


def units(board: Board) -> list[str]:
    return sorted(board.lines("unit"))


def units_of(game: hw.MonsterHex) -> list[str]:
    """What a board tells of the units of a game."""
    return sorted(
        f"{label} {unit.faction} {unit.name} ^{unit.rotation} "
        + "".join(str(unit.power(direction)) for direction in range(6))
        + (f" {unit.counters:+}" if unit.counters else "")
        for label, unit in game.units.items()
    )


def moves(desk: Desk) -> str:
    return desk.ask("print(*game.moves, sep=' / ')")


def played(game: hw.MonsterHex) -> str:
    return " / ".join(map(str, game.moves))


# -- abilities ----------------------------------------------------------------------------------


def test_abilities_are_taken_by_clicks_on_cards(desk: Desk) -> None:
    board = desk.deal(dealing(whole("two-duel")), "game")
    assert board.lines("card") == ["blitz scatter"]
    assert board.lines("prompt") == ["Blue chooses an ability"]
    assert board.lines("legal") == board.lines("ability") == []
    board.click("card:scatter")
    board.wait_shows("ability blue scatter")
    assert board.lines("card") == ["enchant reward"]
    rev = board.rev()
    board.click("button:undo")
    board.wait_rev(rev + 1)
    assert (board.lines("card"), board.lines("ability")) == (["blitz scatter"], [])
    by_hand(board, "ability blitz")
    by_hand(board, "ability enchant")
    assert board.lines("ability") == ["red enchant", "blue blitz"]
    assert board.lines("card") == []
    assert desk.ask("print(game.abilities, game.phase)") == "{'red': 'enchant', 'blue': 'blitz'} place"


@pytest.mark.parametrize("ability", ["enchant", "curse", "petrify"])
def test_an_ability_is_aimed_by_a_click(desk: Desk, ability: str) -> None:
    game = using(ability, variant="two-duel", seats=("green", "red"))
    board = desk.deal(dealing(game), "game")
    targets = [str(move).removeprefix(f"{ability} ") for move in game.legal_moves() if str(move) != "decline"]
    assert sorted(board.lines("legal")[0].split()) == sorted(targets)
    assert board.lines("also") == ["decline"]
    assert board.lines("using")[0].startswith(f"{ability} ")
    assert units(board) == units_of(game)
    off = next(label for label in game.rules.cell_labels if label not in targets)
    fault = game.why(f"{ability} {off}")
    assert fault is not None
    board.click(off)  # asked for as well: Python says why not
    board.wait_shows(f"message {fault.text()} [{fault.rule}]")
    before = units(board)
    by_hand(board, f"{ability} {targets[-1]}")
    game.play(f"{ability} {targets[-1]}")
    assert units(board) == units_of(game)
    assert (units(board) == before) is (ability == "petrify")
    assert board.lines("stone") == [f"{label} {points}" for label, points in game.petrified.items()]
    assert len(board.lines("stone")) == (ability == "petrify")
    assert moves(desk) == played(game)


def test_confuse_lifts_turns_and_puts_down_an_enemy(desk: Desk) -> None:
    game = using("confuse", variant="two-duel", seats=("yellow", "red"))
    board = desk.deal(dealing(game), "game")
    cells = sorted({str(move)[8:].split("^")[0] for move in game.legal_moves() if str(move) != "decline"})
    assert sorted(board.lines("legal")[0].split()) == cells
    before, now = units(board), game.units[cells[0]].rotation
    board.click(cells[0])
    board.wait_shows(f"over {cells[0]}")
    board.key("r", "Escape")
    assert board.lines("carry") == []
    assert units(board) == before
    turn_on_board(board, cells[0], (now + 2) % 6)
    game.play(f"confuse {cells[0]}^{(now + 2) % 6}")
    board.wait_shows(f"unit {next(u for u in units_of(game) if u.startswith(cells[0]))}")
    assert units(board) == units_of(game) != before
    assert moves(desk) == played(game)


def test_an_ability_may_be_declined(desk: Desk) -> None:
    game = using("curse", variant="two-duel", seats=("green", "red"))
    board = desk.deal(dealing(game), "game")
    before = units(board)
    board.click("button:decline")
    board.wait_rev(2 + game.ply)
    game.play("decline")
    assert units(board) == before
    assert board.lines("using") == []
    assert board.lines("also") == (["decline"] if game.phase == "ability" else [])
    assert moves(desk) == played(game)


def test_scheme_draws_a_goal_that_only_its_seat_sees(desk: Desk) -> None:
    game = using("scheme", variant="two-duel", seats=("yellow", "red"))
    board = desk.deal(dealing(game), "game.board(seat='yellow')")
    red = desk.second("game.board(seat='red')")
    assert board.lines("also") == ["scheme decline"]
    assert red.lines("also") == red.lines("legal") == []
    by_hand(board, "scheme")
    game.play("scheme")
    red.wait_rev(board.rev())
    own = {seat: " ".join(str(goal) for goal in goals) for seat, goals in game.goals.items()}
    assert len(own["yellow"].split()) > 1
    assert board.lines("goals") == [f"yellow {own['yellow']}", "red 1 hidden"]
    assert red.lines("goals") == [f"yellow {len(own['yellow'].split())} hidden", f"red {own['red']}"]
    assert {line.split()[0] for line in board.lines("goal")} == {"open", "yellow"}
    assert {line.split()[0] for line in red.lines("goal")} == {"open", "red"}


def test_blitz_places_another_unit_in_the_same_turn(desk: Desk) -> None:
    game = using("blitz", variant="two-duel")
    board = desk.deal(dealing(game), "game")
    assert board.lines("also") == ["blitz decline"]
    by_hand(board, "blitz")
    game.play("blitz")
    while game.phase == "take":
        by_hand(board, game.legal_moves()[0])
        game.play(game.legal_moves()[0])
    assert (game.to_move, game.phase) == ("blue", "place")
    assert board.lines("prompt") == ["Blue places a unit"]
    by_hand(board, game.legal_moves()[0])
    game.play(game.legal_moves()[0])
    assert units(board) == units_of(game)
    assert moves(desk) == played(game)


# -- goals and sites ----------------------------------------------------------------------------


def goals_of(game: hw.MonsterHex) -> list[str]:
    """What a board at the open table tells of goals, as the rules count them now."""
    table, state, factions = game.rules.table, game.state, game.seats
    numbers = [str(goal) for goal in game.rules.components.goals]
    value = lambda goal, slot: hw.monsterhex.goals.goal_value(table, state, slot, numbers.index(str(goal)))  # noqa: E731
    rows = [
        " ".join(["open", str(goal), *(f"{seat} {value(goal, slot)}" for slot, seat in enumerate(factions))])
        for goal in game.open_goals
    ]
    held = ((slot, seat, goal) for slot, seat in enumerate(factions) for goal in game.goals[seat])
    return [*rows, *(f"{seat} {goal} {seat} {value(goal, slot)}" for slot, seat, goal in held)]


def test_goals_stand_beside_the_board_with_the_points_of_the_moment(desk: Desk) -> None:
    def changes(game: hw.MonsterHex) -> bool:
        after = game.branch()
        after.play(game.legal_moves()[0])
        return game.phase == "place" and after.result is None and goals_of(after) != goals_of(game)

    game = game_where(changes, variant="three")
    board = desk.deal(dealing(game), "game")
    assert board.lines("goal") == goals_of(game)
    assert len(board.lines("goal")) >= 5
    by_hand(board, game.legal_moves()[0])
    before = goals_of(game)
    game.play(game.legal_moves()[0])
    assert board.lines("goal") == goals_of(game) != before
    points = board.root.locator(".hw-goal-points").all_inner_texts()
    assert [[int(n) for n in re.findall(r"\d+", text)] for text in points] == [
        [int(n) for n in line.split()[3::2]] for line in goals_of(game)
    ]
    first = game.open_goals[0]
    text = board.root.locator(".hw-goal-text")
    assert text.count() == 0
    board.click(f"goal:{first}")
    text.wait_for()
    assert board.root.locator(f'[data-name="goal:{first}"]').get_attribute("aria-expanded") == "true"
    board.click("button:goals")
    board.root.locator(".hw-goallist").wait_for(state="detached")
    assert board.lines("goal") == goals_of(game)
    board.click("button:goals")
    board.root.locator(".hw-goallist").wait_for()


def preview_lines(game: hw.MonsterHex, move: Any) -> list[str]:
    number = lambda n: "-" if n < 0 else str(n)  # noqa: E731
    places = [game.rules.board.labels[place] for place in game.rules.board.places]
    lines = []
    for at, *rest in game.scenery.preview(game.state, [move.unit, move.cell, move.rotation]):
        each = [
            f"{game.rules.factions[slot]} " + (number(now) if was == now else f"{number(was)}>{number(now)}")
            for slot, was, now in zip(rest[::3], rest[1::3], rest[2::3], strict=True)
        ]
        lines.append(" ".join([places[at], *each]))
    return lines


def test_a_carried_unit_tells_what_the_sites_would_come_to(desk: Desk) -> None:
    def two_sites(game: hw.MonsterHex) -> bool:
        return game.phase == "place" and len(preview_lines(game, game.legal_moves()[0])) > 1

    game = game_where(two_sites, variant="four")
    move = game.legal_moves()[0]
    board = desk.deal(dealing(game), "game")
    before = units(board)
    assert board.lines("preview") == []
    carry(board, move.unit, move.rotation)
    board.hover(move.cell)
    wanted = preview_lines(game, move)
    board.wait_shows(f"preview {wanted[0]}")
    assert board.lines("preview") == wanted
    assert any(">" in line for line in wanted)
    plain = board.pixels()
    board.key("Escape")
    assert board.lines("preview") == []
    assert board.pixels() != plain
    assert units(board) == before
    assert moves(desk) == played(game)
    by_hand(board, move)
    assert board.lines("preview") == []


def test_what_was_judged_is_told_with_totals_and_places(desk: Desk) -> None:
    def judges(game: hw.MonsterHex) -> bool:
        if game.phase != "place":
            return False
        after = game.branch()
        after.play(game.legal_moves()[0])
        sizes = [j.size for label, j in after.judgements.items() if label not in game.judgements]
        return "large" in sizes

    game = game_where(judges, variant="three")
    known = set(game.judgements)
    board = desk.deal(dealing(game), "game")
    by_hand(board, game.legal_moves()[0])
    game.play(game.legal_moves()[0])
    wanted = []
    for label, judgement in game.judgements.items():
        totals = [f"{faction} {total}" for faction, total in judgement.totals.items()]
        first = [f"first {judgement.first}"] if judgement.first else []
        second = [f"second {judgement.second}"] if judgement.second else []
        wanted += [" ".join([label, *totals, *first, *second])] if label not in known else []
    assert sorted(board.lines("judged")) == sorted(wanted)
    assert wanted


# -- the variants -------------------------------------------------------------------------------


def test_the_shared_unit_is_placed_even_where_an_own_one_has_the_same_name(desk: Desk) -> None:
    def twins(game: hw.MonsterHex) -> bool:
        if game.phase != "place" or game.placing != "yellow":
            return False
        own = [unit.name for unit in game.hands[game.to_move] if unit.faction == game.to_move]
        return game.legal_moves()[0].unit in own

    game = game_where(twins, variant="two-shared")
    seat, move = game.to_move, game.legal_moves()[0]
    board = desk.deal(dealing(game), "game")
    assert [line.split()[0] for line in board.lines("score")] == ["red", "blue", "yellow"]
    hand = next(line.split()[1:] for line in board.lines("hand") if line.startswith(seat))
    assert hand.count(move.unit) == 2
    by_hand(board, move)
    board.wait_shows(f"unit {move.cell} yellow {move.unit} ^{move.rotation}")
    game.play(move)
    assert units(board) == units_of(game)
    assert desk.ask(f"print(game.units[{move.cell!r}].faction, *game.moves[-1:])") == f"yellow {move}"


def test_a_whole_game_of_two_with_abilities_and_goals_by_clicks(desk: Desk) -> None:
    game = whole("two-duel", seed=5)
    board = desk.deal(dealing(game), "game")
    while game.result is None:
        move = game.legal_moves()[0]
        by_hand(board, move)
        game.play(move)
        assert board.lines("score") == [f"{seat} {points}" for seat, points in game.scores.items()]
        assert board.lines("heading") == [f"Round {game.round} / 9"]
    assert units(board) == units_of(game)
    assert moves(desk) == played(game)
    (result,) = board.lines("result")
    (winner,) = (seat.title() for seat in game.result.winners)
    scores = [f"{seat.title()} {points}" for seat, points in game.scores.items()]
    assert result.startswith(f"{winner} wins / {winner} wins: {winner} ")
    said = board.root.locator(".hw-box, .hw-result, .hw-panel").all_inner_texts()
    shares = [f"{event.facts['points']} from goals" for event in game.last_events if event.key == "event.goals"]
    assert len(shares) == 2
    assert all(text in result for text in scores)
    assert all(any(text in part for part in said) for text in (f"{winner} wins", *scores, *shares))
    assert board.root.locator(".hw-result").is_visible()
    assert [line.split()[0] for line in board.lines("goals")] == ["red", "blue"]
    assert not any("hidden" in line for line in board.lines("goals"))
    assert board.lines("legal") == board.lines("pick") == board.lines("also") == board.lines("card") == []


# -- secrets and languages ----------------------------------------------------------------------


def test_the_page_of_a_seat_holds_no_hand_and_no_goal_of_another(desk: Desk) -> None:
    game = using("scheme", variant="two-shared", seats=("red", "yellow"), shared="blue")
    game.play("scheme")
    desk.deal(dealing(game), "seen = game.board(seat='red')", "seen")
    desk.settle(desk.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState"))
    try:
        desk.settle(desk.command("docmanager:save"))
    finally:
        desk.settle(desk.command("@jupyter-widgets/jupyterlab-manager:saveWidgetState"))
    book = json.loads((desk.lab.root / desk.name).read_text("utf-8"))
    (widgets,) = book["metadata"]["widgets"].values()
    state = widgets["state"][desk.ask("print(seen.model_id)")]["state"]
    red, yellow, blue = state["tray"]["seats"]
    assert (state["grid"]["seat"], blue["hand"]) == ("red", [])
    assert len(red["hand"]) == len(game.hands["red"])
    assert len(red["goals"]) == 1
    assert yellow["hand"] == len(game.hands["yellow"])
    assert yellow["goals"] == len(game.goals["yellow"]) > 1
    cards = [card["key"] for card in state["grid"]["cards"]]
    shown = {cards[row[0]] for row in state["tray"]["goals"]}
    assert shown == {f"goal:{goal}" for goal in (*game.open_goals, *game.goals["red"])}


def test_everything_is_said_in_japanese(desk: Desk) -> None:
    game = using("confuse", variant="two-duel", seats=("yellow", "red"))
    start = whole("two-duel", seed=game.seed, seats=("yellow", "red"))
    board = desk.deal(dealing(start, language="ja"), "game")
    assert board.lines("card") == ["enchant reward"]
    assert_japanese(board)
    for move in game.moves[:3]:
        by_hand(board, move)
    assert_japanese(board)
    board = desk.deal(dealing(game, language="ja"), "game")
    assert board.lines("also") == ["decline"]
    assert_japanese(board)
    chance = random.Random(1)
    while game.result is None:
        game.play(chance.choice(game.legal_moves()))
    board = desk.deal(dealing(game, language="ja"), "game")
    assert board.lines("result")[0].count("の勝ち") == 2
    assert_japanese(board)


def assert_japanese(board: Board) -> None:
    """Check that no word of the board is in Latin letters but keys and rules."""
    said = board.root.inner_text() + " ".join(
        board.root.locator("[title], [aria-label]").evaluate_all(
            "all => all.map(e => `${e.getAttribute('title') ?? ''} ${e.getAttribute('aria-label') ?? ''}`)"
        )
    )
    words = set(re.findall(r"[A-Za-z]{2,}(?:-[A-Z0-9-]+)?", said))
    assert {word for word in words if not word.startswith("MH-")} <= {"Esc", "Enter", "Shift", "PNG", "SVG"}
    assert re.search("[ぁ-ん]", said)
