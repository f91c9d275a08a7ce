"""What a notebook sees of a game: names, types and what they hold at every moment."""

import copy
import inspect
import pickle
import random

import pytest
import traitlets

import hexwidgets as hw
from hexwidgets.hexgrid import Hex, UnknownPlace
from hexwidgets.monsterhex.components import Goal, Stone, Unit
from hexwidgets.monsterhex.explain import Judgement
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.notation import Decline, Place, Use
from tests.monsterhex.checks import in_both_languages
from tests.monsterhex.positions import EVERY_KIND, FACTIONS, ONE_UNIT, before_judgement, game_at, kind_name
from tests.monsterhex.test_rules import DISTINCT, TOP_TIED
from tests.strategies import play_on


@pytest.fixture
def game():
    return MonsterHex("four", seed=7)


@pytest.fixture
def midway():
    """A game that is well under way."""
    game = MonsterHex("four", seed=7)
    while len(game.judgements) < 3 or game.phase == "take":
        game.play(game.legal_moves()[0])
    return game


@pytest.fixture
def ended(midway):
    """A game that is over."""
    while game_goes_on(midway):
        midway.play(midway.legal_moves()[-1])
    return midway


def game_goes_on(game):
    return game.result is None


ALL = {"abilities": True, "goals": True}


@pytest.fixture
def shared():
    """A game with a shared faction and all options, the first own placement due."""
    game = MonsterHex("two-shared", seed=7, **ALL)
    while game.phase == "choose-ability":
        game.play(game.legal_moves()[0])
    return game


# -- making one ---------------------------------------------------------------------------------------


def test_a_game_is_made_without_arguments():
    """Four seats in the default order, and a seed that is kept."""
    game = hw.MonsterHex()
    assert (game.variant, game.seats, game.rounds) == ("four", FACTIONS, 8)
    assert hw.MonsterHex(seed=game.seed).state == game.state


def test_a_game_begins_with_the_first_seats_placement(game):
    assert (game.to_move, game.placing, game.phase, game.round, game.ply) == ("red", "red", "place", 1, 0)
    assert game.result is None
    assert dict(game.units) == {}
    assert game.scores == dict.fromkeys(FACTIONS, 0)
    assert game.taken == dict.fromkeys(FACTIONS, ())
    assert dict(game.judgements) == {}


def test_the_seats_play_in_the_order_given():
    game = MonsterHex(seats=("yellow", "red", "green", "blue"), seed=1)
    assert game.seats == ("yellow", "red", "green", "blue")
    assert (game.to_move, list(game.hands), list(game.scores)) == ("yellow", [*game.seats], [*game.seats])


@pytest.mark.parametrize(
    ("options", "known"),
    [
        ({"variant": "five"}, "four"),
        ({"variant": None}, "four"),
        ({"seats": ["red", "blue", "yellow", "purple"]}, "red, blue, yellow, green"),
        ({"seats": ["red", "blue", "yellow"]}, "needs 4 different factions"),
        ({"seats": ["red", "blue", "yellow", "red"]}, "needs 4 different factions"),
        ({"seats": "red"}, "a list of factions"),
        ({"components": "mine"}, "reference"),
        ({"language": "fr"}, "en, ja"),
        ({"abilities": 1}, "abilities: expected True or False"),
        ({"goals": "yes"}, "goals: expected True or False"),
        ({"shared": "green"}, "shared"),
    ],
)
def test_unknown_words_are_refused_with_the_known_ones(options, known):
    with pytest.raises(ValueError, match=known):
        MonsterHex(**options)


@pytest.mark.parametrize("seed", ["7", 1.5, True, [1]])
def test_a_seed_is_an_integer(seed):
    with pytest.raises(TypeError, match="seed"):
        MonsterHex(seed=seed)


def test_equal_seeds_give_equal_deals_and_others_do_not():
    assert MonsterHex(seed=5).state == MonsterHex(seed=5).state
    assert MonsterHex(seed=5).state != MonsterHex(seed=6).state


def test_a_game_is_made_with_what_the_rules_page_lists():
    """The names, their order and their defaults."""
    signature = inspect.signature(MonsterHex)
    assert {name: p.default for name, p in signature.parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD} == {
        "variant": "four", "seats": None, "seed": None, "abilities": False, "goals": False, "shared": None,
        "components": "reference", "language": None, "dials": None,
    }  # fmt: skip
    assert [p.name for p in signature.parameters.values() if p.kind is p.VAR_KEYWORD] == ["switches"]


@pytest.mark.parametrize(
    ("variant", "seats"),
    [("four", FACTIONS), ("three", FACTIONS[:3]), ("two-shared", FACTIONS[:2]), ("two-duel", FACTIONS[:2])],
)
def test_each_variant_seats_the_first_factions_by_default(variant, seats):
    assert MonsterHex(variant, seed=1).seats == seats
    with pytest.raises(ValueError, match=f"needs {len(seats)} different factions"):
        MonsterHex(variant, seats=[*seats[:-1], seats[0]])


# -- hands and decks ----------------------------------------------------------------------------------


def test_hands_are_tuples_of_units_best_rank_first(game):
    for seat, hand in game.hands.items():
        assert isinstance(hand, tuple)
        assert all(isinstance(unit, Unit) and unit.faction == seat for unit in hand)
        assert [unit.rank for unit in hand] == sorted((unit.rank for unit in hand), key="SABC".index)
        assert {(unit.rotation, unit.counters) for unit in hand} == {(0, 0)}


def test_decks_list_the_next_unit_to_be_drawn_first(game):
    """What stands first in the deck is what the next refill draws."""
    for _ in range(4):
        seat, hand, deck = game.to_move, game.hands[game.to_move], game.decks[game.to_move]
        move = game.legal_moves()[0]
        game.play(move)
        stays = {unit.name for unit in hand} - {move.unit}
        assert {unit.name for unit in game.hands[seat]} == stays | {deck[0].name}
        assert game.decks[seat] == deck[1:]


def test_what_is_told_is_a_copy(game):
    """Changing an answer changes no game."""
    game.hands.clear()
    game.decks["red"] = ()
    game.taken.clear()
    assert len(game.hands["red"]) == 4
    assert len(game.decks["red"]) == 6
    assert set(game.taken) == set(FACTIONS)


def test_shared_decks_are_by_seat_and_shared_units_last_in_hand(shared):
    """The next one first; a game without a shared faction has none."""
    assert set(shared.shared_decks) == {"red", "blue"}
    assert [len(deck) for deck in shared.shared_decks.values()] == [4, 5]
    assert {unit.faction for deck in shared.shared_decks.values() for unit in deck} == {"yellow"}
    assert [unit.faction for unit in shared.hands["red"]] == ["red", "red", "yellow"]
    next_one = shared.shared_decks["blue"][0]
    while shared.round == 1:
        shared.play(shared.legal_moves()[-1])
    assert shared.hands["blue"][-1] == next_one
    assert len(shared.shared_decks["blue"]) == 4
    assert MonsterHex(seed=1).shared_decks == {}


def test_placing_tells_the_faction_of_the_unit(shared):
    seen = []
    while shared.round == 1:
        if shared.phase == "place":
            seen.append((shared.to_move, shared.placing))
        shared.play(shared.legal_moves()[-1])
    assert seen == [("red", "red"), ("blue", "blue"), ("red", "yellow")]


# -- abilities and goals ------------------------------------------------------------------------------


def test_abilities_are_none_until_they_are_taken():
    game = MonsterHex("three", seed=1, abilities=True)
    assert (game.phase, game.to_move, game.placing) == ("choose-ability", "yellow", None)
    assert game.abilities == dict.fromkeys(("red", "blue", "yellow"))
    game.play("ability scheme")
    assert game.abilities == {"red": None, "blue": None, "yellow": "scheme"}
    assert MonsterHex(seed=1).abilities == dict.fromkeys(FACTIONS)


def test_goals_are_cards(shared):
    assert set(shared.goals) == {"red", "blue"}
    cards = [*shared.goals["red"], *shared.goals["blue"], *shared.open_goals]
    assert len(cards) == 4
    for card in cards:
        assert isinstance(card, Goal)
        assert 1 <= card.number <= 20
        assert (card.kind == "formation") == bool(card.pattern) != bool(card.count)


def test_the_phase_ability_waits_for_the_seat_that_placed():
    game = game_at(ONE_UNIT, {"green": "S1"}, to_move="green", abilities={"green": "petrify"})
    game.play(game.legal_moves()[0])
    assert (game.phase, game.to_move, game.placing) == ("ability", "green", None)
    assert all(isinstance(move, Use | Decline) for move in game.legal_moves())
    game.play(Use("petrify", "a1"))
    assert (game.phase, game.to_move) == ("place", "red")
    assert dict(game.petrified) == {"a1": 2}
    assert game.petrified[Hex(0, -3)] == 2
    assert "a1" not in game.units
    with pytest.raises(KeyError):
        game.petrified["a2"]
    with pytest.raises(UnknownPlace):
        game.petrified["z9"]


def test_taken_has_the_stones_of_petrified_cells_without_a_colour():
    game = game_at(
        {"f2": "blue C3^4", "f3": "blue C1^1"}, {"red": "A2"}, petrified={"g1": 2}, taken={"red": "B3"}
    )  # fmt: skip
    game.play("A2@g2^1")
    assert game.taken["red"] == (Stone("blue", 3), Stone("none", 2))
    assert str(game.taken["red"][-1]) == "N2"
    assert game.judgements["g1"] == Judgement(
        "g1", "petrified", {"red": 4, "blue": 2}, "red", "blue", {"N2": "red"}
    )  # fmt: skip


def test_a_unit_tells_its_counters():
    game = game_at(ONE_UNIT, counters={"d5": -2})
    unit = game.units["d5"]
    assert (unit.counters, unit.power(0), unit.strength(0), unit.strength(5)) == (-2, 5, 3, 1)


def test_beaten_by_shared_is_a_result_without_winners():
    game = game_at(
        {"d4": "red S1"}, {}, round=10, to_move="blue", shared_turn=True, option={"variant": "two-shared"},
        scores={"red": 1, "blue": 2, "yellow": 3},
    )  # fmt: skip
    game.play("pass")
    assert game.result == hw.Result((), "beaten-by-shared")
    assert game.scores == {"red": 1, "blue": 2, "yellow": 3}


# -- the board ----------------------------------------------------------------------------------------


def test_units_are_found_by_label_and_by_hex(game):
    game.play("A1@d5^2")
    unit = game.units["d5"]
    assert unit == Unit("red", "A1", "A", (5, 5, 4, 2, 3, 2), rotation=2, counters=0)
    assert game.units[Hex(1, 0)] == unit
    assert (list(game.units), len(game.units)) == (["d5"], 1)
    assert "d5" in game.units
    assert Hex(1, 0) in game.units
    assert "d3" not in game.units


def test_a_placed_unit_shows_its_turned_powers(game):
    game.play("A1@d5^2")  # 5 5 4 2 3 2
    unit = game.units["d5"]
    assert [unit.power(direction) for direction in range(6)] == [3, 2, 5, 5, 4, 2]
    assert [unit.strength(direction) for direction in range(6)] == [3, 2, 5, 5, 4, 2]


def test_a_place_without_a_unit_is_a_key_error_and_no_place_an_unknown_one(game):
    with pytest.raises(KeyError):
        game.units["d5"]
    for asked in ("z9", Hex(9, 9)):
        with pytest.raises(UnknownPlace, match="rows a-g"):
            game.units[asked]
    with pytest.raises(UnknownPlace, match="did you mean d5"):
        game.units["D5"]


def test_a_bare_tuple_is_no_place(game):
    with pytest.raises(TypeError, match="Hex"):
        game.units[1, 0]


def test_mappings_by_place_cannot_be_written_to(game):
    for mapping in (game.stones, game.judgements, game.petrified):
        with pytest.raises(TypeError):
            mapping["d5"] = None
    assert repr(game.units) == "{}"


def test_stones_are_those_that_still_lie_on_each_large_site():
    game, token = before_judgement("d6", *TOP_TIED)
    assert game.stones["d6"] == game.stones[Hex(2, 0)] == (Stone("red", 7), Stone("blue", 3))
    game.play(token)
    assert game.stones["d6"] == (Stone("red", 7), Stone("blue", 3))
    game.play("take B3")
    assert game.stones["d6"] == ()
    assert set(game.stones) == {"d6", "d2", "b4", "f4"}


def test_taken_tells_each_factions_stones():
    game, token = before_judgement("d6", *DISTINCT)
    game.play(token)
    game.play("take B3")
    assert game.taken == {"red": (Stone("blue", 3),), "blue": (Stone("red", 7),), "yellow": (), "green": ()}
    assert str(game.taken["blue"][0]) == "R7"


def test_judgements_tell_totals_places_and_takers():
    game, token = before_judgement("d6", *DISTINCT)
    game.play(token)
    totals = {"red": 10, "blue": 6, "yellow": 2, "green": 1}
    assert game.judgements["d6"] == Judgement("d6", "large", totals, "red", "blue", {})
    game.play("take B3")
    assert game.judgements[Hex(2, 0)] == Judgement("d6", "large", totals, "red", "blue", {"B3": "red", "R7": "blue"})
    game.undo()
    assert game.judgements["d6"].taken == {}
    game.undo()
    assert "d6" not in game.judgements


def test_a_small_judgement_tells_powers_and_winner():
    game, token = before_judgement("b7", "red S1 3", "blue C3 5")
    game.play(token)
    assert game.judgements["b7"] == Judgement("b7", "small", {"blue": 5, "red": 3}, "blue", None, {})


def test_scores_are_what_the_judgements_and_stones_add_up_to(ended):
    points = dict.fromkeys(FACTIONS, 0)
    for judged in ended.judgements.values():
        if judged.size == "small" and judged.first is not None:
            points[judged.first] += 1
    for seat, stones in ended.taken.items():
        points[seat] += sum(stone.points + 2 * (stone.colour == seat) for stone in stones)
    assert ended.scores == points
    assert len(ended.judgements) == 8


# -- moves and phases ---------------------------------------------------------------------------------


def test_legal_moves_are_a_tuple_of_moves_in_order(game):
    moves = game.legal_moves()
    assert isinstance(moves, tuple)
    assert [str(move) for move in moves[:7]] == [*(f"A1@d3^{n}" for n in range(6)), "A1@d5^0"]
    units = [unit.name for unit in game.hands["red"]]
    assert [str(m) for m in moves] == [f"{u}@{c}^{n}" for u in units for c in ("d3", "d5") for n in range(6)]


def test_a_move_is_played_as_text_or_as_itself(game):
    other = game.branch()
    game.play("A1@d5^2")
    other.play(Place("A1", "d5", 2))
    assert game.state == other.state


def test_legal_moves_of_a_seat_that_does_not_decide_are_none(game):
    assert game.legal_moves("blue") == ()
    assert game.legal_moves("red") == game.legal_moves()
    with pytest.raises(ValueError, match="red, blue, yellow, green"):
        game.legal_moves("purple")


def test_phases_go_by_their_names():
    game, token = before_judgement("d6", *DISTINCT, round=8)
    seen = [(game.phase, game.to_move, game.placing)]
    game.play(token)
    seen.append((game.phase, game.to_move, game.placing))
    game.play("take R7")
    seen.append((game.phase, game.to_move, game.placing))
    assert seen == [("place", "green", "green"), ("take", "red", None), ("over", None, None)]


def test_a_game_ends_with_a_result_and_nothing_left_to_do(ended):
    assert (ended.phase, ended.to_move, ended.placing, ended.legal_moves()) == ("over", None, None, ())
    assert ended.round == ended.rounds == 8
    assert isinstance(ended.result, hw.Result)
    assert set(ended.result.winners) <= set(FACTIONS)
    assert ended.result.reason in ("points", "seven-stone", "shared-victory")
    assert len(ended.units) == 32
    assert [len(ended.hands[seat]) + len(ended.decks[seat]) for seat in FACTIONS] == [2] * 4


def test_ply_counts_decisions_and_rounds_turns(game):
    for turn in range(8):
        assert (game.ply, game.round) == (turn, turn // 4 + 1)
        game.play(game.legal_moves()[0])


# -- the log ------------------------------------------------------------------------------------------


def test_the_log_tells_the_deal_each_move_and_each_judgement(midway):
    assert isinstance(midway.log, tuple)
    assert midway.log[0].rule == "MH-SETUP-1"
    places = [event for event in midway.log if event.rule == "MH-TURN-1"]
    assert len(places) == len(midway.units)
    assert sum("totals" in event.facts for event in midway.log) == len(midway.judgements)


def test_the_log_speaks_both_languages():
    game = game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue")
    game.play("C2@e5^0")
    assert game.log.text("en") == "Blue places C2 on e5."
    assert game.log.text("ja") == "青がC2をe5に置きました。"
    game.language = "ja"
    assert str(game.log[-1]) == "青がC2をe5に置きました。"


@pytest.mark.parametrize("options", EVERY_KIND, ids=kind_name)
def test_everything_that_happens_is_said_in_both_languages(options):
    """Whole sentences for every event of a game, and every one rests on a rule."""
    game = MonsterHex(**options, seed=3)
    play_on(game, random.Random(3))
    for event in game.log:
        in_both_languages(event)
        assert event.rule.startswith("MH-")


def test_the_log_goes_back_with_undo(midway):
    before = midway.log
    midway.play(midway.legal_moves()[0])
    assert midway.log[: len(before)] == before
    assert len(midway.log) > len(before)
    midway.undo()
    assert midway.log == before


# -- traits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trait", ["to_move", "placing", "phase", "round", "ply", "scores", "result", "log", "rev"]
)  # fmt: skip
def test_traits_are_read_only(game, trait):
    with pytest.raises(traitlets.TraitError):
        setattr(game, trait, getattr(game, trait))


@pytest.mark.parametrize(
    "name",
    [
        "hands",
        "decks",
        "shared_decks",
        "units",
        "stones",
        "taken",
        "judgements",
        "rounds",
        "dials",
        "seats",
        "abilities",
        "goals",
        "open_goals",
        "petrified",
        "variant",
        "switches",
    ],
)
def test_properties_are_read_only(game, name):
    with pytest.raises(AttributeError):
        setattr(game, name, None)


def test_an_observer_sees_the_whole_new_position(game):
    """When the first trait is told to have changed, all have."""
    seen = []
    game.observe(lambda _: seen.append((game.to_move, game.placing, game.ply, len(game.units))), "to_move")
    game.observe(lambda _: seen.append((game.to_move, game.placing, game.ply, len(game.units))), "ply")
    game.play("A1@d5^2")
    assert seen == [("blue", "blue", 1, 1)] * 2


def test_a_refused_move_tells_no_observer(game):
    seen = []
    game.observe(seen.append)
    with pytest.raises(hw.IllegalMove):
        game.play("A1@a1^0")
    assert seen == []


# -- copies and files ---------------------------------------------------------------------------------


def test_a_branch_goes_its_own_way(midway):
    before = midway.state.copy()
    twin = midway.branch()
    twin.play(twin.legal_moves()[0])
    assert midway.state == before
    assert twin.judgements.items() >= midway.judgements.items()


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game)), MonsterHex.branch])
def test_copies_are_equal_in_everything_that_can_be_asked(midway, twin_of):
    twin = twin_of(midway)
    for name in ("hands", "decks", "taken", "scores", "log", "moves", "to_move", "placing", "round", "dials", "seats"):
        assert getattr(twin, name) == getattr(midway, name), name
    for name in ("units", "stones", "judgements"):
        assert dict(getattr(twin, name)) == dict(getattr(midway, name)), name


def test_a_saved_game_is_loaded_as_it_was(midway, tmp_path):
    midway.undo()
    midway.save(tmp_path / "game.json")
    again = hw.load(tmp_path / "game.json")
    assert isinstance(again, MonsterHex)
    assert (again.state, again.log, again.ply) == (midway.state, midway.log, midway.ply)
    assert dict(again.judgements) == dict(midway.judgements)
    again.redo()
    midway.redo()
    assert again.state == midway.state


def test_undo_and_redo_restore_everything(ended):
    """Back to the start and to the end again, any number of times."""
    end, plies = ended.state.copy(), ended.ply
    for _ in range(2):
        ended.goto(0)
        assert ended.state == MonsterHex(seed=7).state
        ended.goto(plies)
        assert ended.state == end


def test_a_game_says_what_it_is(game):
    assert repr(game) == "<MonsterHex monsterhex: ply 0, place, to move red>"
