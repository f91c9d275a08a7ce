"""Moves as text: what is written is read back, and whatever else is written is refused with words."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwidgets.engine.faults import IllegalMove
from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.notation import (
    Choose,
    Deal,
    Decline,
    NotationError,
    Pass,
    Place,
    Take,
    Use,
    parse,
    parse_deal,
)
from hexwidgets.monsterhex.rules import MonsterHexRules
from hexwidgets.monsterhex.state import ABILITIES
from tests.monsterhex.positions import EVERY_KIND, ONE_UNIT, before_judgement, game_at, random_states

RULES = MonsterHexRules()
DEALERS = (RULES, *(MonsterHexRules(**options) for options in EVERY_KIND[3::4]))
PLACES = tuple(RULES.board.labels[place] for place in RULES.board.places)

#: One game for each phase; nothing below may change them.
PLACING = game_at(ONE_UNIT, {"blue": "C2 S1"}, to_move="blue")
TAKING, _last = before_judgement("d6", "red 5", "red 5", "blue 4", "blue 2", "yellow 2", "green 1")
TAKING.play(_last)
OVER = game_at(ONE_UNIT, {"green": "C2"}, to_move="green", round=8)
OVER.play("C2@e5^0")
CHOOSING = MonsterHex(seed=1, abilities=True)
DECIDING = game_at(ONE_UNIT, {"green": "S1"}, to_move="green", abilities={"green": "curse"})
DECIDING.play(DECIDING.legal_moves()[0])
GAMES = {"place": PLACING, "take": TAKING, "over": OVER, "choose-ability": CHOOSING, "ability": DECIDING}

units = st.sampled_from(RULES.units)
cells = st.sampled_from(PLACES)
stones = st.sampled_from([str(stone) for stone in RULES.stones])
moves = st.one_of(
    st.builds(Place, units, cells, st.integers(0, 5)),
    st.builds(Take, stones),
    st.builds(Choose, st.sampled_from(ABILITIES[1:])),
    st.builds(Use, st.sampled_from(["enchant", "curse", "petrify"]), cells),
    st.builds(Use, st.just("confuse"), cells, st.integers(0, 5)),
    st.sampled_from([Pass(), Decline(), Use("scheme"), Use("blitz")]),
)
almost = st.text(alphabet="SABCR0123456789@^abcdefgz(,-) take\nps\u00b2\u0663", max_size=14)
words = st.sampled_from(["ability", "take", *ABILITIES[1:], "decline", "pass"])
spaced = st.builds("{} {}".format, words, st.one_of(words, cells, almost))
texts = st.one_of(st.text(), almost, spaced, moves.map(str), st.from_regex(r"[SABC][0-9]@\(-?\d+, ?-?\d+\)\^[0-9]"))


# -- there and back -----------------------------------------------------------------------------------


@given(moves)
def test_a_move_is_read_back_from_its_text(move):
    """``parse(str(move)) == move``, and the text stays the same."""
    assert parse(str(move)) == move
    assert RULES.parse(PLACING.state, "blue", str(move)) == move


@pytest.mark.parametrize("options", [{}, *EVERY_KIND[3::4]], ids=str)
def test_every_legal_move_is_read_back_from_its_text(options):
    """All through random games, by the rules themselves."""
    for rules, state in random_states(range(2), **options):
        for seat in rules.to_move(state):
            for move in rules.moves(state, seat):
                assert rules.parse(state, seat, str(move)) == move
                assert rules.decode(rules.encode(move)) == move


@given(st.integers())
def test_a_deal_is_read_back_from_its_text(seed):
    """The record's first line says who drew what and where the stones lie."""
    import random

    for rules in DEALERS:
        deal = rules.draw(rules.initial(), random.Random(seed))
        assert parse_deal(str(deal), rules.piles) == rules.parse(rules.initial(), "chance", str(deal)) == deal
        assert rules.fault(rules.initial(), "chance", deal) is None


@pytest.mark.parametrize(
    ("token", "move"),
    [
        ("S1@c4^2", Place("S1", "c4", 2)),
        ("C4@a1^0", Place("C4", "a1", 0)),
        ("take R7", Take("R7")),
        ("ability enchant", Choose("enchant")),
        ("enchant c4", Use("enchant", "c4")),
        ("curse (1, -1)", Use("curse", "c4")),
        ("petrify c4", Use("petrify", "c4")),
        ("confuse c4^3", Use("confuse", "c4", 3)),
        ("scheme", Use("scheme")),
        ("blitz", Use("blitz")),
        ("decline", Decline()),
        ("pass", Pass()),
        ("  pass\n", Pass()),
    ],
)
def test_tokens_are_those_of_the_rules_page(token, move):
    """One token a decision."""
    assert RULES.parse(PLACING.state, "blue", token) == move


@pytest.mark.parametrize("place", ["(1, -1)", "(1,-1)", "( 1 , -1 )"])
def test_a_place_may_be_written_as_coordinates(place):
    """``c4`` and ``(1, -1)`` are the same cell, and the move is written with the label afterwards."""
    move = RULES.parse(PLACING.state, "blue", f"S1@{place}^2")
    assert move == Place("S1", "c4", 2)
    assert str(move) == "S1@c4^2"


def test_every_place_may_be_written_both_ways():
    """For each of the board's places, sites and throne included."""
    for place in RULES.board.places:
        label = RULES.board.labels[place]
        by_label, by_hex = f"C2@{label}^0", f"C2@{place}^0"
        assert PLACING.why(by_label) == PLACING.why(by_hex)


def test_coordinates_are_played_and_recorded_as_labels():
    """The record and the log hold the label."""
    game = PLACING.branch()
    game.play(f"C2@{Hex(1, 1)}^0")
    assert [str(move) for move in game.moves] == ["C2@e5^0"]
    assert game.log[-1].facts["cell"] == "e5"


# -- what is no move ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(text=texts)
@settings(max_examples=150)
def test_no_text_does_more_than_be_refused(game, text):
    """Whatever is written, in whatever phase: it is legal, or `why` says which rule and `play` raises `IllegalMove`."""
    before = game.state.copy()
    fault = game.why(text)
    if fault is None:
        game = game.branch()
        game.play(text)
        return
    assert fault.rule.startswith("MH-")
    assert len(fault.text("en")) < 300
    assert len(fault.text("ja")) < 300
    with pytest.raises(IllegalMove, match=fault.rule):
        game.play(text)
    assert game.state == before


@pytest.mark.parametrize(
    "text",
    [
        "", "S1", "S1@d5", "S1@d5^6", "S1@d5^-1", "s1@d5^0", "S1 d5 0", "S9@d5^0", "S1@d5^\u0662",
        "take", "take r7", "take R9", "PASS", "deal red S1", "ability", "ability Enchant",
        "enchant", "enchant c4^1", "confuse c4", "reward", "scatter c4", "blitz c4", "Decline",
    ],
)  # fmt: skip
def test_text_that_is_no_move_is_told_what_moves_are(text):
    """The message shows examples of every kind of move."""
    fault = PLACING.why(text)
    assert fault.rule == "MH-NOTATION"
    for language in ("en", "ja"):
        assert "S1@c4^2, take R7, enchant c4, decline, pass" in fault.text(language)


@pytest.mark.parametrize("place", ["z9", "C4", "h1", "c0", "(9, 9)", "(0, -4)"])
def test_a_place_that_is_not_on_the_board_is_told_which_are(place):
    """The message says from where to where places go, for labels and for coordinates."""
    fault = PLACING.why(f"S1@{place}^0")
    assert fault.rule == "MH-NOTATION"
    for language in ("en", "ja"):
        assert "a1" in fault.text(language)
        assert "g4" in fault.text(language)


@pytest.mark.parametrize(
    "text", ["x" * 10**6, "S1@" + "c" * 10**6 + "^0", "take " + "R" * 10**6, "S1@c4^" + "1" * 10**6]
)
def test_a_message_stays_short_whatever_it_was_handed(text):
    """A huge string is quoted by its beginning only."""
    fault = PLACING.why(text)
    assert fault.rule == "MH-NOTATION"
    assert len(fault.text("en")) < 200
    with pytest.raises(IllegalMove) as caught:
        PLACING.play(text)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "move",
    [
        Place("S1", "zz", 0), Place("S1", "(9, 9)", 0), Place("S1", Hex(1, -1), 0), Place("S1", None, 0),
        Place("S1", "c4", 6), Place("S1", "c4", -1), Place("S1", "c4", "0"), Place("S1", "c4", 0.0),
        Place("S1", "c4", True), Place("S9", "c4", 0), Place(["S1"], "c4", 0), Take("R9"), Take(["R7"]), Take(None),
        Choose("fly"), Choose(""), Choose(["curse"]), Choose(None), Use("curse"), Use("curse", "d5", 0),
        Use("fly", "d5"), Use("curse", "zz"), Use("curse", ["d5"]), Use("confuse", "d5"), Use("confuse", "d5", 6),
        Use("confuse", None, 1), Use("confuse", "d5", True), Use("scheme", "d5"), Use("blitz", None, 0), Use("reward"),
        Use("", "d5"), Use(["curse"], "d5"), Use("scatter"), None, 5, ("S1", "c4", 0), b"pass",
    ],
    ids=repr,
)  # fmt: skip
def test_no_object_does_more_than_be_refused(move):
    """A move made of wrong parts, or no move at all, is refused like text that is none."""
    for game in GAMES.values():
        assert game.why(move).rule == "MH-NOTATION"
        with pytest.raises(IllegalMove, match="MH-NOTATION"):
            game.play(move)


def test_a_deal_is_no_move_of_a_seat():
    """Only chance deals, and only once."""
    deal = RULES.draw(RULES.initial(), __import__("random").Random(1))
    assert PLACING.why(str(deal)).rule == "MH-NOTATION"
    assert PLACING.why(deal).rule == "MH-SETUP-1"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: Deal(d.decks[:3], d.stones),
        lambda d: Deal(d.decks[::-1], d.stones),
        lambda d: Deal((*d.decks[:3], ("green", ("S1",) * 10)), d.stones),
        lambda d: Deal((*d.decks[:3], ("green", d.decks[3][1][:9])), d.stones),
        lambda d: Deal(d.decks, d.stones[:3]),
        lambda d: Deal(d.decks, (*d.stones[:3], d.stones[0])),
        lambda d: Deal(d.decks, (*d.stones[:3], (d.stones[3][0], d.stones[0][1]))),
        lambda d: Deal(d.decks, (*d.stones[:3], (d.stones[3][0], ("R9", "R8")))),
        lambda d: Deal(d.decks, (*d.stones[:3], (d.stones[3][0], d.stones[3][1][:1]))),
        lambda d: Deal(d.decks, d.stones, ("1", "2")),
        lambda d: Deal((*d.decks, d.decks[0]), d.stones),
        lambda d: Deal(d.decks, (*d.stones, d.stones[0])),
    ],
)
def test_a_deal_that_cannot_be_is_refused(spoil):
    """Ten different units for each seat, in order; two different stones for each large site, each once."""
    import random

    deal = RULES.draw(RULES.initial(), random.Random(1))
    assert RULES.fault(RULES.initial(), "chance", spoil(deal)).rule == "MH-SETUP-1"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: replace(d, decks=d.decks[:3]),
        lambda d: replace(d, decks=(*d.decks[:3], (d.decks[3][0], d.decks[2][1]))),
        lambda d: replace(d, decks=(*d.decks[:2], (d.decks[2][0], d.decks[2][1] + d.decks[3][1]), (d.decks[3][0], ()))),
        lambda d: replace(d, goals=()),
        lambda d: replace(d, goals=d.goals[:-1]),
        lambda d: replace(d, goals=(*d.goals[:-1], d.goals[0])),
        lambda d: replace(d, goals=(*d.goals[:-1], "21")),
    ],
)
def test_a_deal_of_shared_decks_and_goals_that_cannot_be_is_refused(spoil):
    """Two shared decks of five, ten different units together; every goal card once."""
    import random

    rules = DEALERS[3]
    deal = rules.draw(rules.initial(), random.Random(1))
    assert rules.piles == ("red", "blue", "red:yellow", "blue:yellow")
    assert rules.fault(rules.initial(), "chance", deal) is None
    assert rules.fault(rules.initial(), "chance", spoil(deal)).rule == "MH-SETUP-1"


def test_a_duel_without_the_seven_is_no_deal():
    """MH-SETUP-2: the 7-point stone is always among the six."""
    import random

    rules = DEALERS[4]
    deal = rules.draw(rules.initial(), random.Random(1))
    left = next(str(stone) for stone in rules.stones if str(stone) not in str(deal))
    stones = tuple((site, tuple(left if stone == "R7" else stone for stone in both)) for site, both in deal.stones)
    assert rules.fault(rules.initial(), "chance", replace(deal, stones=stones)).rule == "MH-SETUP-1"


@pytest.mark.parametrize("text", ["", "deal", "deal red", "play red S1", "deal / / /"])
def test_text_that_is_no_deal_is_refused(text):
    """In a record, the first line must have the form of a deal."""
    with pytest.raises(NotationError):
        parse_deal(text, RULES.seats)
    with pytest.raises(IllegalMove, match="MH-NOTATION"):
        RULES.parse(RULES.initial(), "chance", text)


def test_refusals_speak_the_games_language():
    """A game in Japanese refuses in Japanese."""
    game = MonsterHex(seed=1, language="ja")
    with pytest.raises(IllegalMove, match="手ではありません"):
        game.play("nonsense")
