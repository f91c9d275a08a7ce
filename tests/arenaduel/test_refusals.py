"""Why an order is refused: whatever is tried at random positions, the reason is told and its facts are true.

The facts are found anew here, from the fighters as the duel shows them and from geometry.
"""

import random

import pytest
from hypothesis import given, settings

from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.arenaduel.notation import MOVE_NAMES, TURN_NAMES, Hold, Order, Pursue
from hexwidgets.hexgrid import DIRECTIONS
from tests.arenaduel.positions import duel_at
from tests.arenaduel.test_differential import ARENAS
from tests.arenaduel.test_rules import PILLAR, RULES, refused
from tests.strategies import play_on, seeds

#: How far the line of each card is turned from the facing, counter-clockwise.
LINES = {"F": 0, "FR": 5, "FL": 1, "BR": 4, "BL": 2, "B": 3, "CF": 0, "CFR": 5, "CFL": 1}
RULINGS = {
    "pursuit": "optional", "enemy_blocks_charge": "yes", "blocked_pusher_turns": "no", "combat_after_push": "no",
}  # fmt: skip
KINDS = {
    **{name: {"arena": arena} for name, arena in ARENAS.items()},
    **{f"{name}-rulings": {"arena": arena, **RULINGS} for name, arena in ARENAS.items()},
    "long-charges": {"dials": {"charge_length": 3}, **RULINGS},
    "short": {"max_turns": 2, "life": 1},
}


def way(duel, seat, order):
    """The cells of an order's line up to the wall, where the fighter stands first, and its direction."""
    fighter, arena = duel.fighters[seat], duel.arena
    line = (fighter.facing + LINES[order.move]) % 6
    places = [arena.labels.hex(fighter.cell)]
    while places[-1] + DIRECTIONS[line] in arena.cells:
        places.append(places[-1] + DIRECTIONS[line])
    return [arena.labels[place] for place in places], line


def is_true(duel, seat, order, fault):
    """Whether what a refusal says holds."""
    facts, labels = fault.facts, duel.arena.labels
    enemy = next(other for other in duel.seats if other != seat)
    length = duel.dials["charge_length"]
    match fault.key.removeprefix("fault."):
        case "AD-CHARGE-1.nobody":
            return duel.charge_right is None and order.move.startswith("C")
        case "AD-CHARGE-1.not-yours":
            return facts["holder"] == duel.charge_right == enemy
        case "AD-MOVE-2.wall" | "AD-MOVE-2.obstacle" | "AD-CHARGE-2.wall" | "AD-CHARGE-2.obstacle":
            cells, line = way(duel, seat, order)
            beyond = labels.hex(cells[-1]) + DIRECTIONS[line]
            obstacle = labels[beyond] if beyond in duel.arena.obstacles else None
            steps = length if order.move.startswith("C") else 1
            told = (facts["cell"], facts["direction"], facts["obstacle"], facts["marks"])
            return len(cells) - 1 < steps and told == (cells[0], line, obstacle, [(cells[-1], line, 0)])
        case "AD-CHARGE-3.enemy":
            cells, line = way(duel, seat, order)
            at = duel.fighters[enemy].cell
            before = cells[cells.index(at) - 1]
            blocks = duel.switches["enemy_blocks_charge"] == "yes" and at in cells[1:length]
            return blocks and (facts["at"], facts["enemy"], facts["marks"]) == (at, enemy, [(before, line, 0)])
        case "AD-REAR-1.enemy":
            fighter, other = duel.fighters[seat], duel.fighters[enemy]
            behind = (fighter.facing + 3) % 6
            there = labels.hex(fighter.cell) + DIRECTIONS[behind] == labels.hex(other.cell)
            return there and facts["at"] == other.cell and facts["marks"] == [(fighter.cell, behind, 0)]
        case "AD-HIT-2.no-choice-due":
            return duel.phase == "order"
        case "AD-HIT-2.not-yours" | "AD-HIT-2.choice-due":
            return duel.phase == "pursue" and facts["winner"] == duel.to_move
        case "AD-END-1.over":
            return duel.result is not None
    raise AssertionError(f"{fault.key} is not checked here")


def check(duel, seat, move):
    """A refusal says the truth in both languages, names its rule, and suggests what is legal."""
    fault = duel.why(seat, move)
    if fault is None:
        return None
    assert is_true(duel, seat, move, fault), (fault.key, fault.facts)
    assert fault.rule in RULES
    assert fault.entry.id == fault.rule
    refused(duel, seat, str(move), fault.rule)
    if fault.suggestion is None:
        assert not duel.legal_moves(seat)
    else:
        assert duel.why(seat, fault.suggestion.facts["move"]) is None
        assert fault.suggestion.facts["move"] in fault.text("en")
        assert fault.suggestion.facts["move"] in fault.text("ja")
    return fault.key


def tries(rng):
    orders = [Order(move, turn) for move in MOVE_NAMES for turn in TURN_NAMES]
    return [*rng.sample(orders, 10), Pursue(), Hold()]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8)
@given(seed=seeds)
def test_whatever_is_refused_is_told_why_and_that_is_true(kind, seed):
    rng, duel = random.Random(seed), ArenaDuel(seed=seed, **KINDS[kind])
    for _ in range(4):
        for seat in duel.seats:
            for move in tries(rng):
                check(duel, seat, move)
        play_on(duel, rng, rng.randrange(1, 4))


KEYS = {
    "AD-CHARGE-1.nobody", "AD-CHARGE-1.not-yours", "AD-MOVE-2.wall", "AD-MOVE-2.obstacle", "AD-CHARGE-2.wall",
    "AD-CHARGE-2.obstacle", "AD-CHARGE-3.enemy", "AD-REAR-1.enemy", "AD-HIT-2.no-choice-due", "AD-HIT-2.not-yours",
    "AD-HIT-2.choice-due", "AD-END-1.over",
}  # fmt: skip


def test_every_kind_of_refusal_is_met_by_such_tries():
    """The property above says nothing of what never comes up."""
    met = set()
    for seed in range(6):
        for kind, options in KINDS.items():
            rng, duel = random.Random(f"{kind} {seed}"), ArenaDuel(seed=seed, **options)
            while duel.turn < 10 and not met >= KEYS:
                keys = [check(duel, seat, move) for seat in duel.seats for move in tries(rng)]
                met.update(key.removeprefix("fault.") for key in keys if key)
                if not play_on(duel, rng, 1):
                    break
    assert met == KEYS


# -- some by hand ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("north", "right", "order", "nearest"),
    [
        ("a1 5", None, "CF>", "F>"),  # a charge without the right: the same line, one hex
        ("d3 5", "north", "CF<", "F<"),  # a charge against the wall likewise
        ("a1 5", None, "BL=", "FL="),  # a wall: the nearest line that is free
        ("a1 2", None, "F=", "BR="),  # of two as near, the first as orders are listed
    ],
)
def test_the_nearest_line_is_suggested_with_the_same_turn(north, right, order, nearest):
    duel = duel_at(north, "c4 2", right)
    assert duel.why("north", order).suggestion.facts["move"] == nearest


def test_who_has_the_enemy_behind_and_walls_ahead_may_stay():
    """North stands in the corner and looks out of it."""
    fault = duel_at("a1 2", "b2 5").why("north", "B>")
    assert (fault.rule, fault.facts["at"], fault.facts["marks"]) == ("AD-REAR-1", "b2", [("a1", 5, 0)])
    assert fault.text("en").endswith("S> would stay on a1.")
    assert fault.text("ja").endswith("S>ならa1に留まれます。")


def test_a_wall_is_told_with_the_direction_and_the_hexside():
    fault = duel_at("b2 5", "e3 2", arena=PILLAR).why("north", "F=")
    assert fault.text("en").startswith("F= from b2 leads S into the obstacle at c3.")
    assert fault.facts["marks"] == [("b2", 5, 0)]


def test_dimmed_cards_are_told_the_reason_alone():
    """A card is no try, so nothing is suggested where it is shown."""
    duel = duel_at("a1 5", "e3 2")
    told = {row[0]: row[2] for row in duel.board("north").picks["refused"]}
    assert told["B"] == "B from a1 leads N into the wall."


def test_the_view_finds_the_marked_hexsides_on_its_grid():
    duel = duel_at("a1 5", "e3 2")
    view = duel.scenery
    names = [place["name"] for place in view.grid(None, "en")["places"]]
    assert [[names[at], d, right] for at, d, right in view.edges(duel.why("north", "B="))] == [["a1", 2, 0]]
