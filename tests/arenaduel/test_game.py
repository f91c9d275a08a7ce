"""What a notebook sees of a duel: names, types and what they hold at every moment."""

import copy
import itertools
import json
import pickle
import random

import pytest

import hexwidgets as hw
from hexwidgets.arenaduel.explain import DuelEvent
from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.notation import Order
from hexwidgets.arenaduel.rules import ArenaDuelRules
from hexwidgets.engine.faults import IllegalMove
from tests.arenaduel.positions import duel_at, random_states, told
from tests.strategies import decide, play_on
from tests.strategies import told as everything_told


@pytest.fixture
def duel():
    return ArenaDuel(seed=7)


@pytest.fixture
def ended(duel):
    play_on(duel, random.Random(1))
    return duel


def at_pursuit(**options):
    """South is beaten at c3, in front of north at b2, which may choose."""
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 1], pursuit="optional", **options)
    duel.play("S=", "S=")
    return duel


# -- making one -------------------------------------------------------------------------------------------


def test_a_duel_is_made_without_arguments():
    duel = hw.ArenaDuel()
    assert hw.ArenaDuel(seed=duel.seed).state == duel.state
    assert isinstance(duel, hw.Game)


def test_a_duel_begins_with_both_giving_orders(duel):
    assert (duel.to_move, duel.phase, duel.turn, duel.ply) == (("north", "south"), "order", 1, 0)
    assert (duel.result, duel.scores) == (None, {"north": 5, "south": 5})
    assert duel.charge_right in ("north", "south", None)
    assert [event.rule for event in duel.events] == ["AD-CHARGE-1"]


def test_fighters_are_told_by_seat(duel):
    assert duel.fighters["north"] == hw.Fighter("north", "a1", 5, 5)
    assert (duel.fighters["south"].cell, duel.fighters["south"].facing) == ("e3", 2)
    with pytest.raises(TypeError):
        duel.fighters["north"] = hw.Fighter("north", "a1", 5, 5)


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({"arena": "colosseum"}, "standard"),
        ({"language": "fr"}, "en, ja"),
        ({"retreat": "yes"}, "pursuit"),
        ({"pursuit": "never"}, "always, optional"),
        ({"dials": {"speed": 1}}, "charge_length"),
        ({"life": 0}, "1 to 100"),
        ({"life": "5"}, "integer"),
        ({"life": True}, "integer"),
        ({"life": 5.0}, "integer"),
        ({"max_turns": 0}, "None"),
        ({"max_turns": -1}, "0 to"),
        ({"dials": [3]}, "by name"),
    ],
)
def test_unknown_words_are_refused_with_the_known_ones(options, known):
    with pytest.raises(ValueError, match=known):
        ArenaDuel(**options)


def test_life_and_the_limit_are_dials_with_names_of_their_own():
    assert ArenaDuel(life=3, max_turns=9).dials == ArenaDuel(dials={"life": 3, "max_turns": 9}).dials
    assert ArenaDuel(life=3, dials={"life": 3}).dials["life"] == 3
    assert ArenaDuel(dials={"life": 4}).fighters["south"].life == 4
    with pytest.raises(ValueError, match="life: given as 3 and as dial 4"):
        ArenaDuel(life=3, dials={"life": 4})


def test_equal_seeds_throw_alike_and_others_do_not():
    def rolls(seed):
        duel = ArenaDuel(seed=seed)
        for _ in range(20):
            duel.play("S=", "S=")
        return [event.dice for event in duel.log if event.dice]

    assert rolls(3) == rolls(3) != rolls(4)


def test_as_a_last_line_it_shows_the_open_table(duel):
    (data, _) = duel._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert duel._open_table.grid["note"] == "Open table: every order is shown."


# -- orders -----------------------------------------------------------------------------------------------


def test_legal_orders_are_a_tuple_of_orders_by_seat(duel):
    orders = duel.legal_orders("north")
    assert isinstance(orders, tuple)
    assert all(isinstance(order, Order) for order in orders)
    assert str(orders[0]) == "F="
    assert orders == duel.legal_moves("north")
    with pytest.raises(ValueError, match="north, south"):
        duel.legal_orders("east")


def test_why_asks_for_one_seat(duel):
    assert duel.why("north", "F=") is None
    assert duel.why("north", "B=").rule == "AD-MOVE-2"
    with pytest.raises(ValueError, match="say for whom"):
        duel.why("F=")


def test_both_at_once(duel):
    duel.play("F>", "S=")
    assert told(duel) == "b2 4 5 / e3 2 5"
    assert (duel.ply, duel.turn) == (1, 2)
    with pytest.raises(IllegalMove):
        duel.play("F=")


def test_one_bad_order_of_two_plays_neither(duel):
    before = everything_told(duel)
    for pair in (("F=", "B="), ("B=", "F="), ("F=", "nonsense")):
        with pytest.raises(IllegalMove):
            duel.play(*pair)
    assert everything_told(duel) == before


@pytest.mark.parametrize("seat", ["north", "south"])
def test_a_committed_order_shows_nowhere(duel, seat):
    """Not in the repr, the log, a trait, a view, a record, a copy; nobody who observes is told."""
    seen = []
    duel.observe(seen.append)
    duel.subscribe(lambda: seen.append("shown"))
    before, text, pickled = everything_told(duel), repr(duel), pickle.dumps(duel)
    for order in duel.legal_orders(seat)[:5]:
        duel.commit(seat, order)
        assert everything_told(duel) == before
        assert (repr(duel), pickle.dumps(duel)) == (text, pickled)
        assert everything_told(duel.branch()) == before
    assert seen == []


def test_commits_in_either_order_are_the_same_turn():
    one, two = ArenaDuel(seed=3), ArenaDuel(seed=3)
    one.commit("north", "F>")
    one.commit("south", "FR<")
    two.commit("south", "FR<")
    two.commit("north", "F>")
    assert everything_told(one) == everything_told(two)


def test_a_refused_commit_leaves_the_one_before_standing(duel):
    duel.commit("north", "F>")
    with pytest.raises(IllegalMove):
        duel.commit("north", "B=")
    duel.commit("south", "S=")
    assert duel.fighters["north"].cell == "b2"


def test_a_commit_does_not_outlive_its_turn(duel):
    duel.play("S=", "S=")
    duel.commit("north", "F>")
    duel.undo()
    duel.commit("south", "S<")  # alone: north's was for a position that is gone
    assert duel.ply == 0


# -- what happened ----------------------------------------------------------------------------------------


def test_events_are_those_of_the_last_turn_in_order_with_rule_dice_and_damage():
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 2])
    duel.play("S=", "S=")
    assert all(isinstance(event, DuelEvent) for event in duel.events)
    assert [(event.rule, event.dice, event.damage) for event in duel.events] == [
        ("AD-ORDER-1", {}, {}),
        ("AD-DICE-2", {"north": (6, 1, 1), "south": (2,)}, {}),
        ("AD-HIT-1", {}, {"south": 1}),
        ("AD-HIT-2", {}, {}),
        ("AD-CHARGE-1", {"north": (1,), "south": (1,)}, {}),
    ]


def test_events_speak_the_language_of_the_duel():
    duel = duel_at("c3 5", "d3 0", dice=[6, 1, 1, 2], language="ja")
    duel.play("S=", "S=")
    assert str(duel.events[1]) == "戦闘：北 6 1 1、南 2。北の勝ち。"
    duel.language = "en"
    assert str(duel.events[1]) == "Combat: North 6 1 1, South 2. North wins."


def test_dice_and_orders_reveal_something_and_what_follows_does_not():
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 2])
    duel.play("S=", "S=")
    assert [event.reveals for event in duel.events] == [True, True, False, False, True]


def test_events_tell_where_the_fighters_stand_when_they_are_carried_out():
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 2])
    duel.play("S=", "S=")
    stand = [[f"{f.cell} {f.facing} {f.life}" for f in event.fighters.values()] for event in duel.events]
    assert stand == [
        ["b2 5 5", "c3 0 5"], ["b2 5 5", "c3 0 5"], ["b2 5 5", "c3 0 4"], ["c3 5 5", "d3 0 4"], ["c3 5 5", "d3 0 4"],
    ]  # fmt: skip
    assert duel.events[-1].fighters == duel.fighters


def test_moves_that_nothing_stops_belong_to_the_orders():
    duel = duel_at("a1 5", "e3 2")
    duel.play("F>", "F<")
    assert duel.events[0].fighters == duel.fighters
    assert told(duel) == "b2 4 5 / d3 3 5"


def test_after_a_crossing_both_go_on_from_the_throw():
    duel = duel_at("b2 5", "c3 2", dice=[3, 1, *(6, 6, 6), *(5, 5, 5)])
    duel.play("F=", "F=")
    orders, crossing = duel.events[:2]
    assert [f.cell for f in orders.fighters.values()] == ["b2", "c3"]
    assert [f.cell for f in crossing.fighters.values()] == ["c3", "b2"]


def test_a_pursuit_belongs_to_the_events_of_its_turn():
    duel = at_pursuit()
    assert [event.rule for event in duel.events] == ["AD-ORDER-1", "AD-DICE-2", "AD-HIT-1"]
    duel.play("pursue")
    assert [event.rule for event in duel.events][3:] == ["AD-HIT-2", "AD-CHARGE-1"]


def test_the_log_tells_the_whole_duel_in_both_languages(ended):
    english, japanese = ended.log.text("en"), ended.log.text("ja")
    assert len(english.splitlines()) == len(japanese.splitlines()) == len(ended.log)
    assert "{" not in english + japanese
    assert english.isascii()
    assert english.splitlines()[-1] == str(ended.log[-1])
    assert ended.log[-1].rule == "AD-END-1"


def test_damage_in_the_log_is_what_lives_have_lost(ended):
    for seat in ended.seats:
        taken = sum(event.damage.get(seat, 0) for event in ended.log)
        assert max(0, 5 - taken) == ended.fighters[seat].life


def test_at_the_end_there_is_a_result_and_nobody_decides(ended):
    assert ended.phase == "over"
    assert ended.result.reason == "knock-out"
    assert (ended.to_move, ended.legal_orders("north")) == (None, ())
    assert ended.turn == ended.ply


# -- the choice of a pursuit ------------------------------------------------------------------------------


def test_with_the_switch_the_winner_chooses():
    duel = at_pursuit()
    assert (duel.phase, duel.to_move, duel.turn, duel.ply) == ("pursue", "north", 1, 1)
    assert [str(move) for move in duel.legal_moves()] == ["pursue", "hold"]
    assert duel.legal_orders("north") == duel.legal_moves("south") == ()


@pytest.mark.parametrize(("choice", "ends"), [("pursue", "c3 5 5 / d3 0 4"), ("hold", "b2 5 5 / c3 0 4")])
def test_pursuing_and_holding(choice, ends):
    duel = at_pursuit()
    duel.play(choice)
    assert told(duel) == ends
    assert (duel.phase, duel.turn, duel.ply) == ("order", 2, 2)
    assert duel.events[3].rule == "AD-HIT-2"


@pytest.mark.parametrize(("seat", "move"), [("south", "pursue"), ("south", "S="), ("north", "S=")])
def test_nothing_else_is_done_before_that(seat, move):
    duel = at_pursuit()
    assert duel.why(seat, move).rule == "AD-HIT-2"
    with pytest.raises(IllegalMove, match="AD-HIT-2"):
        duel.commit(seat, move)


def test_without_a_choice_due_there_is_none_to_make(duel):
    for move in ("pursue", "hold"):
        assert duel.why("north", move).rule == "AD-HIT-2"


def test_at_a_wall_there_is_nothing_to_choose():
    duel = duel_at("d3 5", "e3 0", dice=[6, 1, 1, 1], pursuit="optional")
    duel.play("S=", "S=")
    assert (duel.phase, told(duel)) == ("order", "d3 5 5 / e3 0 3")


# -- back and forth, copies and files ---------------------------------------------------------------------

LINES = {
    "plain": {"life": 3},
    "scripted": {"dice": [(3 * n * n + n) % 97 % 6 + 1 for n in range(400)]},
    "optional pursuit": {"pursuit": "optional", "language": "ja", "life": 3},
}


@pytest.mark.parametrize("options", LINES.values(), ids=LINES)
def test_every_ply_is_undone_redone_saved_loaded_and_copied_whole(options, tmp_path):
    """Dice to come included: from each of them the same decisions lead to the same end."""
    duel = ArenaDuel(seed=11, **options)
    line, rng = [everything_told(duel)], random.Random(2)
    while decide(duel, rng):
        line.append(everything_told(duel))
    decisions, ends = duel.moves, (told(duel), duel.log)
    for ply in (*range(duel.ply, -1, -1), *range(duel.ply)):
        duel.goto(ply)
        now = everything_told(duel)
        for name in ("state", "traits", "own", "log", "last", "moves", "legal", "views", "seed"):
            assert now[name] == line[ply][name]
        duel.save(tmp_path / "duel.json")
        twins = [
            hw.load(tmp_path / "duel.json"),
            copy.copy(duel),
            copy.deepcopy(duel),
            pickle.loads(pickle.dumps(duel)),
        ]
        for twin in twins:
            assert type(twin) is ArenaDuel
            assert everything_told(twin) == now
            assert (twin.dice, twin.events) == (duel.dice, duel.events)
    for ply in range(duel.ply + 1):
        duel.goto(ply)
        again = duel.branch()
        assert again.dice == duel.dice
        for decision in decisions[ply:]:
            again.play(*(decision if isinstance(decision, tuple) else (decision,)))
        assert (told(again), again.log) == ends


def test_undo_takes_a_whole_turn_back_with_its_dice(duel):
    before = everything_told(duel)
    duel.play("F=", "F=")
    duel.undo()
    now = everything_told(duel)
    assert {k: now[k] for k in ("state", "traits", "log", "legal")} == {
        k: before[k] for k in ("state", "traits", "log", "legal")
    }


def test_the_same_orders_after_an_undo_meet_the_same_luck():
    duel = ArenaDuel(seed=5)
    rng = random.Random(5)
    while decide(duel, rng):
        before, orders = everything_told(duel), duel.moves[-1]
        duel.undo()
        duel.play(*orders)
        assert everything_told(duel) == before


def test_a_record_says_orders_and_dice_line_by_line():
    """Both make for the middle and throw twice for it; north gets there, and the combat is a draw."""
    close = {"disk": 1, "north": {"cell": [0, -1], "facing": 5}, "south": {"cell": [0, 1], "facing": 2}}
    dice = [2, 5, *(4, 4), *(5, 2), *(6, 1, 3), *(1, 3, 6), 3, 3]
    duel = ArenaDuel(dice=dice, arena=close)
    duel.play("F=", "F>")
    data = duel.to_json()
    assert data["lines"] == [
        "charge 2 5", ["F=", "F>"], "collide 4 4", "collide 5 2", "fight 6 1 3 / 1 3 6", "charge 3 3",
    ]  # fmt: skip
    assert (data["game"], data["options"]) == ("arenaduel", {"arena": close, "dice": dice})
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (0, "charge 5"), (0, "charge 7 1"), (0, "fight 1 / 1"), (0, "F="),
        (1, "F="), (1, ["F="]), (1, ["F=", "B="]), (1, ["F=", 3]), (1, ["charge 5 2", "F="]),
        (2, "pass 1 1"), (2, ["S=", "S="]),
    ],
)  # fmt: skip
def test_a_record_that_breaks_a_rule_is_refused_with_its_line(line, wrong, tmp_path):
    duel = ArenaDuel(dice=[5, 2, 3, 3])
    duel.play("F=", "F=")
    data = duel.to_json()
    data["lines"][line] = wrong
    (tmp_path / "bad.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(hw.RecordError, match=rf"\$\.lines\[{line}\]"):
        hw.load(tmp_path / "bad.json")


def test_a_record_that_ends_before_the_dice_is_refused(tmp_path):
    data = ArenaDuel(seed=1).to_json()
    data["lines"] = []
    (tmp_path / "bad.json").write_text(json.dumps(data), "utf-8")
    with pytest.raises(hw.RecordError, match="chance"):
        hw.load(tmp_path / "bad.json")


# -- what always holds --------------------------------------------------------------------------------------


def test_properties_of_every_position():
    """Two fighters on two cells, lives that only fall, a right that only orders know, and a turn that only grows."""
    for (rules, state), (_, after) in itertools.pairwise(random_states(range(30), pursuit="optional")):
        assert state.cell[0] != state.cell[1]
        assert all(0 <= cell < 19 for cell in state.cell)
        assert (rules.result(state) is None) == (min(state.life) > 0)
        if after.turn >= state.turn and rules.result(state) is None:
            assert all(a <= b for a, b in zip(after.life, state.life, strict=True))
            assert after.turn - state.turn in (0, 1)
        if rules.phase(state) in ("charge", "over"):
            assert (state.right, state.order, state.charged, state.pushed, state.winner) == (-1, [-1, -1], -1, 0, -1)


def test_north_and_south_are_alike():
    """A position turned half round with seats, orders and dice exchanged ends turned half round."""
    rules = ArenaDuelRules()
    rng = random.Random(8)
    half = [rules.arena.cells.index(-cell) for cell in rules.arena.cells]

    def mirrored(state):
        other = state.copy()
        for name in ("cell", "facing", "life", "order"):
            getattr(other, name)[:] = reversed(getattr(state, name))
        other.cell[:] = [half[cell] for cell in other.cell]
        other.facing[:] = [(facing + 3) % 6 for facing in other.facing]
        for name in ("right", "charged", "winner"):
            value = getattr(state, name)
            setattr(other, name, value if value < 0 else 1 - value)
        return other

    for _, state in random_states(range(20)):
        deciding = rules.to_move(state)
        if deciding == ("chance",):
            roll = rules.draw(state, rng)
            assert rules.apply(mirrored(state), type(roll)(roll.kind, roll.south, roll.north)) == mirrored(
                rules.apply(state, roll)
            )
        elif deciding:
            north, south = (rng.choice(rules.moves(state, seat)) for seat in rules.seats)
            assert rules.apply(mirrored(state), south, north) == mirrored(rules.apply(state, north, south))


def test_states_never_change():
    kept = [(state, copy.deepcopy(state)) for _, state in random_states(range(3))]
    assert all(state == twin and hash(state) == hash(twin) for state, twin in kept)


def test_a_view_is_everything_and_shares_nothing(duel):
    for seat in (None, *duel.seats):
        view = duel.view(seat)
        assert view == duel.state
        view.cell[0] = 5
        assert duel.fighters["north"].cell == "a1"


def test_rules_tell_what_they_are():
    plain, limited = ArenaDuelRules().game_type, ArenaDuelRules(dials={"max_turns": 30}, pursuit="optional").game_type
    assert (plain.dynamics, plain.chance_mode, plain.information) == ("simultaneous", "explicit", "perfect")
    assert (plain.max_length, limited.max_length) == (None, 60)
