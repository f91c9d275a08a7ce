"""Why a move is refused: whatever is tried at random positions, the reason is told and its facts are true.

The facts are found anew here, from the units as the game shows them and from geometry.
"""

import random

import pytest
from hypothesis import given, settings

from hexwidgets.engine.faults import IllegalMove
from hexwidgets.hexgrid import Hex
from hexwidgets.monsterhex.game import MonsterHex
from hexwidgets.monsterhex.notation import Choose, Decline, Pass, Place, Take, Use
from hexwidgets.monsterhex.state import ABILITIES
from tests.monsterhex.checks import in_both_languages
from tests.monsterhex.positions import EVERY_KIND, ONE_UNIT, game_at, kind_name
from tests.monsterhex.test_rules import NO_MATCH_FOR_C2, RULES
from tests.strategies import play_on, seeds

RULINGS = [
    {"variant": "four", "large_tie": "move-up", "small_same_faction_tie": "nobody", "abilities": True},
    {"variant": "four", "dials": {"hand_size": 1}},
    {"variant": "two-duel", "dials": {"hand_size": 1, "rounds": 4}, "goals": True},
]
KINDS = [pytest.param(o, id=kind_name({"abilities": False, "goals": False} | o)) for o in (*EVERY_KIND, *RULINGS)]


class Seen:
    """What anybody can see of a game, and what is tried there."""

    def __init__(self, game, seat, move, fault):
        self.game, self.seat, self.move, self.facts = game, seat, move, dict(fault.facts)
        self.cells = set(game.rules.board.cells)
        self.labels = game.rules.board.labels
        self.units = dict(game.units)
        self.petrified = dict(game.petrified)

    def at(self, label):
        return self.labels.hex(label)

    def around(self, label):
        """The cells next to a place, by direction."""
        return {d: self.labels[n] for d, n in enumerate(self.at(label).neighbours()) if n in self.cells}

    def empty(self):
        return {self.labels[cell] for cell in self.cells} - set(self.units) - set(self.petrified)

    def hand(self):
        """The names of what the seat may place now: of its own or of the shared faction."""
        return [unit.name for unit in self.game.hands[self.seat] if unit.faction == self.game.placing]

    def edges(self, name, label, rotation):
        """By direction, each neighbouring unit's cell, the edge turned to it, and the one it turns back."""
        powers = self.game.rules.components.units[name]
        return {
            d: (other, powers[(d - rotation) % 6], self.units[other].power((d + 3) % 6))
            for d, other in self.around(label).items()
            if other in self.units
        }

    def fits(self, name, label, rotation):
        return any(own == other for _, own, other in self.edges(name, label, rotation).values())

    def starts(self):
        return [self.labels[place] for place in sorted(self.game.rules.board.starts, key=self._order)]

    def _order(self, place):
        return self.game.rules.board.cells.index(place)

    def last(self):
        return self.game.rules.cell_labels[self.game.state.last]

    def waiting(self, label):
        """The sites and petrified cells that lack a unit on this cell alone."""
        lacking = {}
        board = self.game.rules.board
        for d, place in enumerate(self.at(label).neighbours()):
            stone = place in board.sites and not self.game.state.judged[board.sites.index(place)]
            if stone or (place in self.cells and self.labels[place] in self.petrified):
                cells = [self.labels[n] for n in place.neighbours() if n in self.cells]
                if [cell for cell in cells if cell not in self.units] == [label]:
                    lacking[self.labels[place]] = d
        return lacking


def is_true(seen, rule, key):  # noqa: PLR0911, PLR0912
    """Whether what a refusal says holds."""
    game, facts, move, seat = seen.game, seen.facts, seen.move, seen.seat
    own = game.abilities.get(seat)
    match key:
        case "not-your-turn":
            return facts["deciding"] == game.to_move != seat
        case "occupied":
            unit = seen.units[move.cell]
            return facts["holder"] == {unit.faction: unit.name}
        case "petrified":
            return move.cell in seen.petrified
        case "no-cell":
            return seen.at(move.cell) not in seen.cells
        case "start-cell":
            return not seen.units and facts["starts"] == seen.starts() and move.cell not in seen.starts()
        case "not-adjacent":
            return not set(seen.around(move.cell).values()) & set(seen.units)
        case "no-equal-edge":
            edges = seen.edges(move.unit, move.cell, move.rotation)
            marks = [(move.cell, d, 0) for d in edges]
            unequal = all(own != other for _, own, other in edges.values())
            return bool(edges) and unequal and (facts["edges"], facts["marks"]) == (list(edges.values()), marks)
        case "only-start-cells":
            free = [cell for cell in seen.starts() if cell in seen.empty()]
            some = any(seen.fits(n, c, r) for n in seen.hand() for c in seen.empty() for r in range(6))
            edges = seen.edges(move.unit, move.cell, move.rotation)
            return not some and facts["starts"] == free != [] and facts["edges"] == list(edges.values())
        case "not-in-hand":
            return facts["hand"] == seen.hand() and move.unit not in seen.hand() and facts["faction"] == game.placing
        case "pick-due" | "not-lying-there":
            lying = [str(stone) for stone in game.stones[facts["site"]]]
            return game.phase == "take" and facts["stones"] == lying and getattr(move, "stone", None) not in lying
        case "no-pick-due":
            return game.phase != "take"
        case "must-place":
            return game.phase == "place" and bool(seen.hand()) and bool(seen.empty())
        case "over":
            return game.result is not None
        case "choice-due" | "not-offered":
            offer = list(game.rules.components.abilities[seat])
            return game.phase == "choose-ability" and facts["offer"] == offer
        case "no-choice-due":
            return game.phase != "choose-ability"
        case "ability-due" | "other-ability":
            unit = seen.units[seen.last()]
            other = getattr(move, "ability", None) != own
            return game.phase == "ability" and (facts["unit"], facts["own"]) == (unit.name, own) and other
        case "no-ability-due":
            return game.phase != "ability"
        case "own-unit":
            return move.cell not in seen.units or seen.units[move.cell].faction != seat
        case "enemy":
            return move.cell not in seen.units or seen.units[move.cell].faction == seat
        case "adjacent":
            near = seen.at(facts["at"]).distance(seen.at(move.cell)) == 1
            return facts["at"] == seen.last() and not near and seen.units[seen.last()].name != "S1"
        case "empty-cell":
            return move.cell not in seen.empty()
        case "last-cell":
            waiting = seen.waiting(move.cell)
            marks = {(move.cell, d, 0) for d in waiting.values()}
            return waiting and set(facts["sites"]) == set(waiting) and set(facts["marks"]) == marks
    raise AssertionError(f"{rule} says {key}, which is not checked here")


def tries(game, rng):
    """Moves of every sort, legal or not."""
    rules = game.rules
    places = [rules.board.labels[place] for place in rules.board.places]
    near = [str(move.cell) for move in game.legal_moves() if isinstance(move, Place)] or places
    out = [Place(rng.choice(rules.units), rng.choice(rng.choice((places, near))), rng.randrange(6)) for _ in range(12)]
    aimed = ("enchant", "curse", "petrify", "confuse", game.abilities.get(game.to_move) or "curse")
    for name in aimed:
        if name in ("enchant", "curse", "petrify", "confuse"):
            out.append(Use(name, rng.choice(places), rng.randrange(6) if name == "confuse" else None))
    out += [Use("scheme"), Use("blitz"), Decline(), Pass(), Choose(rng.choice(ABILITIES[1:]))]
    return [*out, Take(str(rng.choice(rules.stones)))]


def check(game, seat, move):
    """A refusal says the truth in both languages, names its rule, and suggests the nearest legal move."""
    fault = game.why(seat, move)
    if fault is None:
        return None
    in_both_languages(fault)
    assert fault.rule in RULES
    assert fault.entry.id == fault.rule
    *_, key = fault.key.split(".")
    assert is_true(Seen(game, seat, move, fault), fault.rule, key), (fault.rule, key, fault.facts)
    if fault.suggestion is None:
        assert seat != game.to_move
    else:
        text = fault.suggestion.facts["move"]
        assert game.why(seat, text) is None
        assert text in fault.text("en")
        assert text in fault.text("ja")
        assert fault.text("en").startswith(fault.reason("en"))
        assert_nearest(game, move, text)
    return key


def assert_nearest(game, move, text):
    if not isinstance(move, Place) or game.phase != "place":
        return
    labels = game.rules.board.labels

    def far(other):
        turns = (other.rotation - move.rotation) % 6
        distance = labels.hex(other.cell).distance(labels.hex(move.cell))
        return other.unit != move.unit, distance, min(turns, 6 - turns)

    placements = [other for other in game.legal_moves() if isinstance(other, Place)]
    if placements:
        (told,) = (other for other in placements if str(other) == text)
        assert far(told) == min(map(far, placements))


@pytest.mark.parametrize("options", KINDS)
@settings(max_examples=4)
@given(seed=seeds)
def test_whatever_is_refused_is_told_why_and_that_is_true(options, seed):
    rng = random.Random(seed)
    game = MonsterHex(seed=seed, **options)
    for _ in range(6):
        seats = [game.to_move or game.seats[0], rng.choice(game.seats)]
        for move in tries(game, rng):
            check(game, seats[0], move)
        check(game, seats[1], rng.choice(tries(game, rng)))
        play_on(game, rng, rng.randrange(1, 10))


KEYS = {
    "no-equal-edge", "not-adjacent", "occupied", "no-cell", "start-cell", "not-in-hand", "must-place", "pick-due",
    "no-pick-due", "not-lying-there", "choice-due", "no-choice-due", "not-offered", "ability-due", "no-ability-due",
    "other-ability", "own-unit", "enemy", "adjacent", "empty-cell", "last-cell", "petrified", "only-start-cells",
    "over",
}  # fmt: skip


def test_every_kind_of_refusal_is_met_by_such_tries():
    """The property above says nothing of what never comes up."""
    stuck = game_at(NO_MATCH_FOR_C2, {"blue": "C2"}, to_move="blue")  # in random games it is rare
    met, seed = {check(stuck, "blue", Place("C2", "e5", 0))}, 0
    while not met >= KEYS and seed < 60:
        rng = random.Random(seed)
        options = {"abilities": True} if seed % 2 else {"variant": "two-duel", "dials": {"hand_size": 1}}
        game = MonsterHex(seed=seed, **options)
        while game.result is None:
            met.update(check(game, game.to_move, move) for move in rng.sample(tries(game, rng), 8))
            if game.phase == "ability" and "petrify" in game.abilities.values():
                met.update(check(game, game.to_move, Use("petrify", cell)) for cell in game.rules.cell_labels)
            play_on(game, rng, 1)
        met.add(check(game, game.seats[0], Pass()))
        seed += 1
    assert met >= KEYS


# -- some by hand ------------------------------------------------------------------------------------------


def test_an_edge_that_does_not_match_is_told_with_both_powers_and_where():
    game = game_at({"d5": "red S1", "e6": "red B3"}, {"blue": "C2"}, to_move="blue")
    fault = game.why("C2@e5^5")
    assert fault.facts["edges"] == [("e6", 3, 5), ("d5", 2, 3)]
    assert fault.facts["marks"] == [("e5", 0, 0), ("e5", 2, 0)]
    assert fault.text("en") == (
        "C2 on e5 needs one equal edge: your 3 faces a 5 at e6, your 2 faces a 3 at d5. At rotation 0 it fits: C2@e5^0."
    )
    assert fault.text("ja") == (
        "e5のC2には、隣と等しい辺が1つ要ります。e6側はこちらの3に対して相手は5、d5側はこちらの2に対して相手は3です。"
        "向き0なら置けます（C2@e5^0）。"
    )


def test_the_suggestion_turns_before_it_moves_and_moves_before_it_changes_the_unit():
    game = game_at(ONE_UNIT, {"blue": "C2 A1"}, to_move="blue")
    assert game.why("C2@e5^3").suggestion.facts["move"] == "C2@e5^2"
    assert game.why("C2@c4^0").suggestion.facts["move"] == "C2@e5^0"
    assert game.why("S1@e5^0").suggestion.facts["unit"] in ("C2", "A1")


def test_where_nothing_fits_the_start_cell_is_suggested_and_the_edges_are_marked():
    fault = game_at(NO_MATCH_FOR_C2, {"blue": "C2"}, to_move="blue").why("C2@e5^0")
    assert fault.suggestion.facts["move"] == "C2@d3^0"
    assert fault.facts["marks"] == [("e5", 2, 0)]


def test_a_seat_out_of_turn_is_suggested_nothing():
    game = game_at(ONE_UNIT, {"red": "C2", "blue": "C2"}, to_move="blue")
    assert game.why("red", "C2@e5^0").suggestion is None


def test_an_illegal_move_carries_the_suggestion_and_leaves_the_facts_as_they_were():
    game = game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue")
    with pytest.raises(IllegalMove, match=r"C2@e5\^2") as caught:
        game.play("C2@e5^3")
    assert caught.value.fault == game.why("C2@e5^3")
    assert "move" in caught.value.facts


def test_the_view_finds_the_marked_edges_on_its_grid():
    game = game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue")
    view = game.scenery
    names = [place["name"] for place in view.grid(None, "en")["places"]]
    assert [[names[at], d, right] for at, d, right in view.edges(game.why("C2@e5^3"))] == [["e5", 2, 0]]
    assert view.edges(game.why("C2@a1^0")) == []


@pytest.mark.parametrize("move", [Place("C2", "z9", 0), Place("C2", Hex(1, -1), 0), Place("C2", "e5", "0"), Take("Z9")])
def test_near_what_is_no_move_of_this_game_nothing_is_suggested(move):
    fault = game_at(ONE_UNIT, {"blue": "C2"}, to_move="blue").why(move)
    assert (fault.rule, fault.suggestion) == ("MH-NOTATION", None)
