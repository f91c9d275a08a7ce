"""What a board shows of a duel: the arena, the fighters, the cards, and what the last turn did."""

import json
import random

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel.explain import WORDS
from hexwidgets.arenaduel.notation import MOVE_NAMES
from hexwidgets.hexgrid import DIRECTIONS, Hex
from hexwidgets.live import GameBoard
from tests.arenaduel.positions import NEXT, duel_at, played, random_states
from tests.arenaduel.test_game import at_pursuit
from tests.board.wire import Page, Wire, nothing_changes, recorded, shown
from tests.strategies import a_move, play_on

NOBODY_MAY = "Nobody may charge (1 : 1)"


@pytest.fixture(autouse=True)
def wire(monkeypatch):
    return recorded(monkeypatch)


@pytest.fixture
def duel():
    """The position of the sketch: north in front of its start, south beside the middle; turn 6, north may charge."""
    return duel_at("b2 5 4", "c4 3 2", "north", turn=5)


def picks(board: GameBoard) -> dict:
    """The picks with what is left out on the wire."""
    return {"also": [], "confirm": False, "preset": [], "refused": []} | shown(board)["picks"]


def named(board: GameBoard) -> dict:
    return {place["name"]: place for place in board.grid["places"]}


def standing(board: GameBoard, tokens=None) -> list[str]:
    """Tokens as ``"north b2 5"``."""
    grid = board.grid
    rows = board.tokens if tokens is None else tokens
    return [f"{grid['kinds'][kind]['key']} {grid['places'][at]['name']} {turn}" for at, kind, turn in rows]


# -- the arena --------------------------------------------------------------------------------------------


def test_the_arena_lies_flat_with_nineteen_cells_and_wall_all_around(duel):
    """AD-ARENA-1."""
    board = duel.board()
    kinds = [place["kind"] for place in board.grid["places"]]
    assert board.grid["orientation"] == "flat"
    assert [kinds.count(kind) for kind in ("cell", "wall", "door", "obstacle")] == [19, 16, 2, 0]
    assert len(named(board)) == 37
    outside = {Hex(p["q"], p["r"]) for p in board.grid["places"] if p["kind"] in ("wall", "door")}
    assert outside == {hex for cell in duel.arena.cells for hex in cell.neighbours()} - set(duel.arena.cells)


def test_a_door_is_the_wall_behind_a_start_and_leads_in(duel):
    """AD-START-1."""
    doors = [p for p in duel.board().grid["places"] if p["kind"] == "door"]
    assert [(p["q"], p["r"], p["turn"]) for p in doors] == [(0, -3, 5), (0, 3, 2)]
    for door, (start, _) in zip(doors, duel.arena.starts, strict=True):
        assert Hex(door["q"], door["r"]) + DIRECTIONS[door["turn"]] == start


def test_obstacles_are_shown_where_they_lie_and_no_door_is_made_inside():
    """AD-ARENA-2."""
    arena = {"disk": 2, "obstacles": [[0, -1], [1, 0]]}
    arena |= {"north": {"cell": [0, 0], "facing": 5}, "south": {"cell": [0, 2], "facing": 2}}
    places = hw.ArenaDuel(arena=arena).board().grid["places"]
    assert [(p["q"], p["r"]) for p in places if p["kind"] == "obstacle"] == [(0, -1), (1, 0)]
    assert [(p["q"], p["r"], p["turn"]) for p in places if p["kind"] == "door"] == [(0, 3, 2)]  # north's back is inside


@pytest.mark.parametrize(
    ("language", "letters", "labels"), [("en", "NS", ["North", "South"]), ("ja", "北南", ["北", "南"])]
)
def test_fighters_carry_their_letter_and_the_dice_of_each_direction(duel, language, letters, labels):
    """AD-DICE-1."""
    grid = duel.board(language=language).grid
    assert [(f["name"], f["emblem"]) for f in grid["factions"]] == [("north", "triangle"), ("south", "disc")]
    assert [f["label"] for f in grid["factions"]] == labels
    assert [kind["rank"] for kind in grid["kinds"]] == [*letters]
    assert all((kind["figure"], kind["edges"]) == ("fighter", [3, 2, 1, 0, 1, 2]) for kind in grid["kinds"])


def test_dice_and_charges_follow_the_dials():
    grid = hw.ArenaDuel(dials={"dice_front": 1, "dice_back": 2, "charge_length": 3}).board().grid
    assert grid["kinds"][0]["edges"] == [1, 2, 1, 2, 1, 2]
    acts = {card["key"]: list(card["act"]) for card in grid["cards"]}
    assert (acts["CFL"], acts["FL"]) == (["go", 1, 3], ["go", 1, 1])
    assert "3 hexes" in next(card["text"] for card in grid["cards"] if card["key"] == "CFL")


@pytest.mark.parametrize("facing", range(6))
def test_cards_do_what_their_picture_says(facing):
    """AD-MOVE-1, AD-TURN-1, AD-CHARGE-2: each move card with each direction card, from the middle of the arena."""
    duel = duel_at(f"c3 {facing}", "e3 2", "north", dice=[1] * 20)
    cards = {card["key"]: card["act"] for card in duel.board().grid["cards"]}
    assert [*cards] == [*MOVE_NAMES, "<", "=", ">"]
    for order in duel.legal_orders("north"):
        (_, direction, steps), (_, sixths) = cards[order.move], cards[order.turn]
        what_if = duel.branch()
        what_if.play(order, "S=")
        first = what_if.events[0].fighters["north"]
        goal = Hex(0, 0) + DIRECTIONS[(facing + direction) % 6] * steps
        if goal == duel.arena.labels.hex("e3"):
            continue  # onto the other
        assert (duel.arena.labels.hex(first.cell), first.facing) == (goal, (facing + sixths) % 6)


# -- a position -------------------------------------------------------------------------------------------


def test_the_position_of_the_sketch(duel):
    board = duel.board(seat="south")
    assert standing(board) == ["north b2 5", "south c4 3"]
    assert [(seat["score"], seat["lives"]) for seat in board.tray["seats"]] == [(4, 5), (2, 5)]
    assert (board.status["heading"], board.status["prompt"]) == ("Turn 6", "North may charge")
    assert board.status["turn"] == 1
    assert board.grid["ask"].format(faction="South") == "South, in secret: move, then turn"
    assert picks(board)["refused"] == [
        ["CF", "AD-CHARGE-1", "North won the charge roll, so South cannot order CF this turn."],
        ["CFR", "AD-CHARGE-1", "North won the charge roll, so South cannot order CFR this turn."],
        ["CFL", "AD-CHARGE-1", "North won the charge roll, so South cannot order CFL this turn."],
    ]


def test_more_life_than_the_dial_is_shown_whole():
    duel = duel_at("b2 5 7", "c4 3 2")
    assert [(seat["score"], seat["lives"]) for seat in duel.board().tray["seats"]] == [(7, 7), (2, 5)]


@pytest.mark.parametrize(
    ("dice", "prompt"), [([5, 2], "North may charge (5 : 2)"), ([2, 5], "South may charge (2 : 5)"), (NEXT, NOBODY_MAY)]
)
def test_the_prompt_tells_the_charge_roll(dice, prompt):
    """AD-CHARGE-1."""
    board = hw.ArenaDuel(dice=dice).board()
    assert (board.status["heading"], board.status["prompt"]) == ("Turn 1", prompt)
    assert board.status["story"][-1]["lead"] == " · ".join(map(str, dice))


def test_a_limit_of_turns_is_told():
    """AD-END-2."""
    duel = hw.ArenaDuel(seed=1, max_turns=2)
    board = duel.board(language="ja")
    assert board.status["heading"] == "第1回（全2回）"
    duel.play("S=", "S=")
    duel.play("S=", "S=")
    assert (board.status["heading"], board.status["result"]) == (
        "第2回（全2回）",
        {"heading": "引き分け", "lines": ["2回を終えて決着がつかず、引き分けです。"]},
    )


def test_the_end_is_told():
    """AD-END-1."""
    duel = played("b2 5", "c3 0 1", "S= S=", [6, 1, 1, 2])
    status = duel.board().status
    assert status["result"] == {"heading": "North wins", "lines": ["North wins in turn 1."]}
    assert (status["heading"], status["prompt"], status["turn"]) == ("Turn 1", "The duel is over", None)
    assert duel.board().picks == {"steps": [], "tree": {}}


# -- what may be chosen -----------------------------------------------------------------------------------


def offered(node, above=()):
    if node == 1:
        return ["".join(above)]
    return [text for key, below in node.items() for text in offered(below, (*above, key))]


@pytest.mark.parametrize("seat", ["north", "south"])
def test_a_seats_cards_are_its_legal_orders_and_the_rest_is_refused_with_a_rule(seat):
    """In every position, by the rule that refuses, in the board's language."""
    for rules, state in random_states(range(2), enemy_blocks_charge="yes"):
        if rules.phase(state) != "order":
            continue
        duel = hw.ArenaDuel(seed=0, enemy_blocks_charge="yes")
        duel._history.now.state = state
        duel._publish()
        board = duel.board(seat=seat, language="ja")
        assert offered(board.picks["tree"]) == [str(order) for order in duel.legal_orders(seat)]
        assert (board.picks["steps"], board.picks["confirm"]) == (["card", "card"], True)
        assert board.picks["preset"] == [["", "="]]
        assert {card for card, _, _ in picks(board)["refused"]} == set(MOVE_NAMES) - set(board.picks["tree"])
        for card, rule, text in picks(board)["refused"]:
            fault = duel.why(seat, f"{card}=")
            assert (fault.rule, fault.reason("ja").replace(f"{card}=", card)) == (rule, text)
        board.close()


def test_the_open_table_asks_for_whom_first(duel):
    board = duel.board()
    assert board.picks["steps"] == ["seat", "card", "card"]
    assert [*board.picks["tree"]] == ["north", "south"]
    assert board.picks["preset"] == [["north", "", "="], ["south", "", "="]]
    assert {path.split("/")[0] for path, _, _ in picks(board)["refused"]} == {"south"}
    assert board.status["turn"] is None


@pytest.mark.parametrize("seat", [None, "north", "turn"])
def test_whether_to_pursue_is_asked_with_two_buttons(seat):
    """AD-HIT-2."""
    duel = at_pursuit()
    board = duel.board(seat=seat)
    assert board.picks == {"steps": ["button"], "tree": {"pursue": 1, "hold": 1}}
    assert (board.status["turn"], board.status["prompt"]) == (0, "North chooses: pursue or hold")
    assert "handover" not in board.status
    assert duel.board(seat="south").picks == {"steps": [], "tree": {}}


# -- what the last turn did -------------------------------------------------------------------------------


def lines(board):
    return [f"{beat['lead']} | {beat['text']} [{beat['rule']}]" for beat in board.status.get("story", [])]


def test_the_story_of_a_turn_has_a_line_for_each_event():
    duel = duel_at("b2 5 4", "d3 3 2", dice=[4, 4, 5, 2, *(6, 5, 2), *(6, 3)])
    board = duel.board()
    duel.play("F=", "FR>")
    assert lines(board) == [
        "F= / FR> | orders [AD-ORDER-1]",
        "4 · 4 → 5 · 2 | collision at c3: North acts [AD-COLL-1]",
        "6 5 2 / 6 3 | combat 3 : 2 dice, North wins [AD-DICE-2]",
        "−1 | South has 1 left [AD-HIT-1]",
        " | South driven to e3 [AD-HIT-2]",
        "1 · 1 | nobody may charge [AD-CHARGE-1]",
    ]
    duel.language = "ja"
    assert lines(board)[2:4] == ["6 5 2 / 6 3 | 戦闘 3個対2個：北の勝ち [AD-DICE-2]", "−1 | 南は残り1 [AD-HIT-1]"]


def test_beats_tell_what_is_seen_to_happen():
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 2])
    board = duel.board()
    duel.play("S=", "S=")
    at = [place["name"] for place in board.grid["places"]].index
    story = shown(board)["status"]["story"]
    assert [{k: v for k, v in beat.items() if k not in ("lead", "text", "rule")} for beat in story] == [
        {"tokens": [[at("b2"), 0, 5], [at("c3"), 1, 0]], "cards": [[0, "S", "="], [1, "S", "="]]},
        {"dice": [[0, 6, 1, 1], [1, 2]]},
        {"hurt": [[1, 1]]},
        {"tokens": [[at("c3"), 0, 5], [at("d3"), 1, 0]]},
        {"dice": [[0, 1], [1, 1]]},
    ]


def test_beats_lead_from_one_position_to_the_next():
    """Whatever happens: the last tokens told are those that stand there, and what was hurt is what is missing."""
    for seed in range(6):
        duel, rng = hw.ArenaDuel(seed=seed, pursuit="optional"), random.Random(seed)
        board = duel.board()
        while duel.result is None:
            lives = [seat["score"] for seat in board.tray["seats"]]
            tokens = board.tokens
            duel.play(*a_move(duel, rng))
            story = board.status["story"]
            tokens = next((beat["tokens"] for beat in reversed(story) if "tokens" in beat), tokens)
            assert tokens == board.tokens
            taken = [sum(n for beat in story for who, n in beat.get("hurt", []) if who == slot) for slot in (0, 1)]
            left = [max(0, life - n) for life, n in zip(lives, taken, strict=True)]
            assert left == [seat["score"] for seat in board.tray["seats"]]
            assert all(beat["text"] and "{" not in beat["text"] for beat in story)


def test_after_a_pursuit_the_whole_turn_is_told_and_only_the_pursuit_is_seen():
    duel = at_pursuit()
    board = duel.board()
    assert "dice" in board.status["story"][1]
    duel.play("pursue")
    assert [beat["rule"] for beat in board.status["story"]] == [
        "AD-ORDER-1", "AD-DICE-2", "AD-HIT-1", "AD-HIT-2", "AD-CHARGE-1",
    ]  # fmt: skip
    assert [set(beat) - {"lead", "text", "rule"} for beat in board.status["story"]] == [
        set(), set(), set(), {"tokens"}, {"dice"},
    ]  # fmt: skip


def test_what_was_reached_otherwise_than_by_playing_is_told_but_not_seen_again(tmp_path):
    duel = hw.ArenaDuel(seed=5)
    for _ in range(3):
        duel.play("F=", "F=")
    board = duel.board()
    told = lines(board)
    assert any(set(beat) > {"lead", "text", "rule"} for beat in board.status["story"])

    def still(shown_on):
        assert all(set(beat) == {"lead", "text", "rule"} for beat in shown_on.status["story"])
        assert lines(shown_on)

    duel.undo()
    still(board)
    duel.redo()
    still(board)
    assert lines(board) == told
    duel.goto(1)
    still(board)
    duel.goto(3)
    duel.save(tmp_path / "duel.json")
    for twin in (duel.branch(), hw.load(tmp_path / "duel.json")):
        still(twin.board())
        assert lines(twin.board()) == told


def test_events_without_words_of_a_beat_are_told_as_in_the_log():
    duel = played("b2 5", "c3 0 1", "S= S=", [6, 1, 1, 2])
    assert lines(duel.board())[-1] == " | North wins in turn 1. [AD-END-1]"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_event_has_a_line_in_the_boards_language(language):
    """Of many duels, with rulings that bring rare events."""
    told = set()
    for seed in range(40):
        duel, rng = hw.ArenaDuel(seed=seed, max_turns=30, pursuit="optional"), random.Random(seed)
        board = duel.board(language=language)
        while duel.result is None:
            duel.play(*a_move(duel, rng))
            told |= {event.key for event in duel.events}
            for beat in board.status["story"]:
                assert beat["text"]
                assert beat["text"].isascii() is (language == "en")
        board.close()
    assert told == {key for key in WORDS.keys("en") if key.startswith("event.")}


# -- odds -------------------------------------------------------------------------------------------------


def test_odds_are_the_exact_outlook(wire: Wire):
    """Each cell: who loses life how likely, and what that is worth."""
    for seed in range(3):
        duel, rng = hw.ArenaDuel(seed=seed), random.Random(seed)
        play_on(duel, rng, 4)
        if duel.result is not None:
            continue
        for seat, enemy in (("north", "south"), ("south", "north")):
            own = rng.choice(duel.legal_orders(seat))
            table = Page(duel.board(seat=seat), wire).odds(own.move, own.turn)
            assert [row["label"] for row in table["rows"]] == [*dict.fromkeys(o.move for o in duel.legal_orders(enemy))]
            for row in table["rows"]:
                for turn, (text, tone, title) in zip(table["columns"], row["cells"], strict=True):
                    answer = f"{row['label']}{turn}"
                    futures = duel.outlook(*((own, answer) if seat == "north" else (answer, own)))
                    loss = {
                        s: [(p.probability, duel.fighters[s].life - p.fighters[s].life) for p in futures]
                        for s in duel.seats
                    }
                    hurt = {s: round(100 * sum(p for p, lost in loss[s] if lost)) for s in duel.seats}
                    mean = {s: sum(p * lost for p, lost in loss[s]) for s in duel.seats}
                    assert text == f"{hurt[enemy]} / {hurt[seat]}"
                    assert tone == pytest.approx(max(-1, min(1, float(mean[enemy] - mean[seat]))), abs=1e-3)
                    assert f"Against {answer}, " in title
                    assert f"{float(mean[enemy]):.2f}" in title
                    assert f"{float(mean[seat]):.2f}" in title


def test_odds_tell_how_likely_the_duel_ends(wire: Wire):
    duel = duel_at("b2 5", "c3 0 1")
    table = Page(duel.board(seat="north"), wire).odds("S", "=")
    (cell,) = (row["cells"][1] for row in table["rows"] if row["label"] == "S")
    win = next(p.probability for p in duel.outlook("S=", "S=") if p.result is not None)
    assert cell[2].endswith(f"ends here with a win of North in {round(100 * win)}, of South in 0 of 100 cases.")
    japanese = Page(duel.board(language="ja"), wire).odds("north", "S", "=")
    assert "決着" in next(row["cells"][1][2] for row in japanese["rows"] if row["label"] == "S")


@pytest.mark.parametrize("seat", [None, "south", "turn"])
def test_odds_are_there_for_a_legal_plan_of_the_position_shown_and_change_nothing(duel, wire: Wire, seat):
    board = duel.board(seat=seat)
    page = Page(board, wire)
    mine = ("south",) if seat is None else ()
    if seat == "turn":
        assert page.odds("F", "=") is None  # covered
        page.ask("reveal")
    with nothing_changes(duel, board):
        assert page.odds(*mine, "F", "=")["columns"] == ["<", "=", ">"]
        assert page.odds(*mine, "F", "=", rev=board.rev - 1) is None
        for bad in ((), ("F",), ("", "="), ("CF", "!"), ("F", "=", "="), (3, 3), ("pursue",), ("west", "F", "=")):
            assert page.odds(*mine, *bad) is None
    if seat is None:
        assert page.odds("F", "=") is None  # for whom?
    else:
        assert (page.odds("CF", "=") is None) is (seat == "south")


def test_where_nothing_is_planned_there_are_no_odds(wire: Wire):
    assert Page(at_pursuit().board(), wire).odds("pursue") is None
    assert Page(played("b2 5", "c3 0 1", "S= S=", [6, 1, 1, 2]).board(seat="north"), wire).odds("F", "=") is None
    monsters = hw.MonsterHex(seed=1)
    unit, _, place = str(monsters.legal_moves()[0]).partition("@")
    assert Page(monsters.board(), wire).odds(unit, *place.split("^")) is None


# -- at a board -------------------------------------------------------------------------------------------


def test_a_duel_is_fought_to_the_end_on_two_boards(wire: Wire):
    """Each seat by its own cards, and both boards follow."""
    for seed in range(4):
        duel, rng = hw.ArenaDuel(seed=seed, pursuit="optional"), random.Random(seed)
        pages = {seat: Page(duel.board(seat=seat), wire) for seat in duel.seats}
        while duel.result is None:
            ply, deciding = duel.ply, duel.rules.to_move(duel.state)
            for seat in deciding:
                order = rng.choice(duel.legal_moves(seat))
                path = [order.move, order.turn] if duel.phase == "order" else [str(order)]
                assert pages[seat].ask("move", *path)["ok"] is True
            assert duel.ply == ply + 1
            for seat, page in pages.items():
                assert (page.board.rev, page.board.status.get("committed")) == (duel.rev, None)
                assert standing(page.board) == [f"{f.seat} {f.cell} {f.facing}" for f in duel.fighters.values()]
                fresh = duel.board(seat=seat)
                assert shown(fresh) == shown(page.board)
                fresh.close()


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (("CF", "="), "AD-CHARGE-1"), (("B", "<"), "AD-MOVE-2"), (("pursue",), "AD-HIT-2"), (("hold",), "AD-HIT-2"),
        ((), "AD-NOTATION"), (("F",), "AD-NOTATION"), (("F", ""), "AD-NOTATION"), (("", "="), "AD-NOTATION"),
        (("F", "=", ">"), "AD-NOTATION"), (("north", "F", "="), "AD-NOTATION"), ((1, 2), "AD-NOTATION"),
        (("charge", "5 2"), "AD-NOTATION"), (("x" * 64,) * 16, "AD-NOTATION"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_bad_order_is_refused_with_its_rule_and_nothing_changes(wire: Wire, path, rule, language):
    duel = duel_at("a1 5", "e3 2", "north")
    north, south = duel.board(seat="north"), duel.board(seat="south", language=language)
    duel.commit("north", "F=")
    with nothing_changes(duel, north, south):
        answer = Page(south, wire).ask("move", *path)
    assert (answer["ok"], answer["rule"]) == (False, rule)
    assert answer["text"].isascii() is (language == "en")
    assert str(duel.committed("north")) == "F="
    assert duel.committed("south") is None


@pytest.mark.parametrize("path", [(), ("F", "="), ("west", "F", "="), ("pursue",), (0, "F", "=")])
def test_an_open_table_refuses_an_order_for_nobody(duel, wire: Wire, path):
    board = duel.board(language="ja")
    with nothing_changes(duel, board):
        answer = Page(board, wire).ask("move", *path)
    assert (answer["ok"], answer["rule"]) == (False, "SEAT")
    assert "誰の手か" in answer["text"]


def test_only_the_winner_chooses_a_pursuit(wire: Wire):
    duel = at_pursuit()
    board = duel.board(seat="south")
    with nothing_changes(duel, board):
        assert Page(board, wire).ask("move", "pursue")["rule"] == "AD-HIT-2"
    assert Page(duel.board(seat="north"), wire).ask("move", "hold")["ok"] is True


def test_after_the_end_every_order_is_refused(wire: Wire):
    duel = played("b2 5", "c3 0 1", "S= S=", [6, 1, 1, 2])
    for seat in (None, "north", "south", "turn"):
        board = duel.board(seat=seat)
        with nothing_changes(duel, board):
            assert Page(board, wire).ask("move", "F", "=")["rule"] == "AD-END-1"


def test_an_order_for_an_older_position_is_refused(duel, wire: Wire):
    board = duel.board(seat="south")
    rev = board.rev
    duel.play("S=", "S=")
    with nothing_changes(duel, board):
        assert Page(board, wire).ask("move", "F", "=", rev=rev)["rule"] == "STALE"
    assert duel.committed("south") is None


def test_dice_that_run_out_are_told_and_neither_order_stays(wire: Wire):
    duel = hw.ArenaDuel(dice=[5, 2])
    duel.commit("north", "F=")
    board = duel.board(seat="south")
    with nothing_changes(duel, board):
        answer = Page(board, wire).ask("move", "F", "=")
    assert "scripted dice are used up" in answer["text"]
    assert (str(duel.committed("north")), duel.committed("south")) == ("F=", None)


@pytest.mark.parametrize("seat", [None, "north", "turn"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_turn_is_at_most_4_kilobytes_on_the_wire_to_a_board(wire: Wire, seat, language):
    for seed in range(6):
        duel, rng = hw.ArenaDuel(seed=seed, pursuit="optional"), random.Random(seed)
        board = duel.board(seat=seat, language=language)
        while duel.result is None:
            wire.clear()
            duel.play(*a_move(duel, rng))
            (update,) = wire.updates(board)
            assert not {"grid", "words"} & set(update)
            assert len(json.dumps(update, ensure_ascii=False).encode()) <= 4096
        board.close()
