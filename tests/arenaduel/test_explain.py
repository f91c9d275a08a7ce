"""What `duel.explain` tells of a turn: its rules, and arcs, dice and damage that are found anew here."""

import random
import re

import pytest
from hypothesis import given, settings

from hexwidgets.arenaduel.game import ArenaDuel
from hexwidgets.hexgrid import DIRECTIONS
from tests.arenaduel.positions import duel_at, played
from tests.arenaduel.test_differential import PILLARS
from tests.arenaduel.test_refusals import KINDS, LINES
from tests.arenaduel.test_rules import RULES
from tests.strategies import decide, seeds

_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
#: Dice by how far the enemy's direction is turned from the facing.
DICE = {
    0: "dice_front",
    1: "dice_front_side",
    5: "dice_front_side",
    2: "dice_back_side",
    4: "dice_back_side",
    3: "dice_back",
}


def parts(duel, key):
    return [part for part in duel.explain() if part.key == f"explain.{key}"]


def text(duel, key):
    (part,) = parts(duel, key)
    return part.text("en")


def step(duel, cell, direction):
    """The label of the next hex in a direction, None where there is wall."""
    place = duel.arena.labels.hex(cell) + DIRECTIONS[direction]
    return duel.arena.labels[place] if place in duel.arena.cells else None


# -- every turn of random duels --------------------------------------------------------------------------------


def is_true(duel, part, stood):
    """Whether a step says what the fighters, as they stood before it, and geometry say."""
    facts, dials = part.facts, duel.dials
    match part.key.removeprefix("explain."):
        case "move" | "charge" | "stay":
            fighter, card = stood[facts["seat"]], facts["order"].rstrip("=<>")
            turned = {"=": 0, "<": 1, ">": 5}[facts["order"][-1]]
            cell = fighter.cell
            for _ in range({"S": 0}.get(card, dials["charge_length"] if card.startswith("C") else 1)):
                cell = step(duel, cell, (fighter.facing + LINES[card]) % 6)
            return (facts["cell"], facts["goal"], facts["facing"]) == (
                fighter.cell,
                cell,
                (fighter.facing + turned) % 6,
            )
        case "arc":
            own, enemy = stood[facts["seat"]], stood[facts["enemy"]]
            side = (facts["direction"] - own.facing) % 6
            near = step(duel, own.cell, facts["direction"]) == enemy.cell
            return near and (facts["side"], facts["dice"]) == (side, dials[DICE[side]])
        case "apart":
            cells = [duel.arena.labels.hex(fighter.cell) for fighter in stood.values()]
            return cells[0].distance(cells[1]) > 1 and facts["cells"] == [fighter.cell for fighter in stood.values()]
        case "pushed":
            return duel.switches["combat_after_push"] == "no"
        case "hit" | "hit-charge":
            amount = dials["hit"] * (dials["charge_factor"] if "factor" in facts else 1)
            life = stood[facts["loser"]].life
            return facts["amount"] == amount and (facts["before"], facts["left"]) == (life, max(0, life - amount))
        case "free-beyond" | "wall-beyond":
            winner, loser = stood[facts["winner"]], stood[facts["loser"]]
            front = step(duel, winner.cell, winner.facing) == loser.cell == facts["cell"]
            return front and step(duel, loser.cell, winner.facing) == facts.get("beyond")
        case "push" | "push-blocked":
            ((cell, direction, free),) = facts["marks"]
            return cell == stood[facts["other"]].cell and bool(free) == (step(duel, cell, direction) is not None)
        case "pass":
            return step(duel, facts["cell"], facts["direction"]) == facts["other"]
        case "compared":
            *equal, (one, two) = facts["pairs"]
            return all(a == b for a, b in equal) and (one != two or len(equal) < 3)
    raise AssertionError(f"{part.key} is not checked here")


def check_a_duel(kind, seed):
    """Each step is checked against where both stood when it came about; returns the steps there were."""
    rng, duel, met = random.Random(seed), ArenaDuel(seed=seed, **({"max_turns": 20} | KINDS[kind])), set()
    while True:
        before = dict(duel.fighters)
        if not decide(duel, rng):
            return met
        stood, follows = before, before
        for part in duel.explain(duel.turn - (duel.phase == "order")):
            english, japanese = part.text("en"), part.text("ja")
            assert english.endswith(".")
            assert not _JAPANESE.search(english)
            assert _JAPANESE.search(japanese)
            assert not re.search("[{}]", english + japanese)
            assert part.rule in RULES
            if part.key.startswith("event."):
                if part.key.startswith("event.charge") or part not in duel.last_events:
                    continue  # of the turn before, or of a decision before
                stood, follows = follows, part.fighters
            elif follows is not before:
                looks_back = part.key in ("explain.arc", "explain.apart", "explain.pushed")
                assert is_true(duel, part, follows if looks_back else stood), (part.key, part.facts)
                met.add(part.key.removeprefix("explain."))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=6)
@given(seed=seeds)
def test_every_turn_is_explained_by_its_rules_and_every_step_is_true(kind, seed):
    check_a_duel(kind, seed)


def test_every_kind_of_step_is_met_in_such_duels():
    """The property above says nothing of what never comes up."""
    met = {step for seed in range(12) for kind in KINDS for step in check_a_duel(kind, seed)}
    assert met == {
        "move", "charge", "stay", "arc", "apart", "pushed", "hit", "hit-charge", "free-beyond", "wall-beyond", "push",
        "push-blocked", "pass", "compared",
    }  # fmt: skip


# -- some by hand ---------------------------------------------------------------------------------------------


def test_arcs_dice_and_damage_are_worked_out():
    duel = played("c3 4", "d3 2", "S= S=", [6, 6, 6, 1, 1])
    assert [part.text("en") for part in parts(duel, "arc")] == [
        "North faces SW and has South to the S, front-left: it throws 2.",
        "South faces N and has North to the N, in front: it throws 3.",
    ]
    assert text(duel, "compared") == "From the highest down: 6 : 6, 6 : 1."
    assert text(duel, "hit") == "South: 5 − 1 leaves 4."


def test_a_side_that_runs_out_of_dice_is_told():
    assert (
        text(played("c3 5", "d3 3", "S= S=", [6, 2, 3, 3, 6]), "compared")
        == "From the highest down: 6 : 6, 3 : 3, 2 : –."
    )


def test_a_charge_multiplies_the_hit():
    assert text(played("a1 5", "d3 2", "CF> S=", [6, 6, 1, 1, 1], right="north"), "hit-charge") == (
        "South: 5 − 1 × 2 for the charge leaves 3."
    )


def test_the_hexside_that_both_cross_is_told():
    assert text(played("c3 5", "d3 2", "F= F=", [3, 1]), "pass") == "Both cross the hexside between c3 and d3."
    assert text(played("b2 5", "d3 2", "CF= F=", [1, 3], right="north"), "pass").endswith("between c3 and d3.")


def test_a_push_and_a_pursuit_tell_what_is_beyond():
    duel = played("a1 5", "c3 5", "CF= S=", right="north")
    assert text(duel, "push") == "North moves S onto c3, and the hex beyond is free."
    assert text(duel, "free-beyond") == "South is in front of North, to the S, and e3 beyond it is free."
    assert text(played("d3 5", "e3 0", "F= S=", [1, 1, 1, 6]), "push-blocked").endswith("and beyond it is wall.")
    assert text(played("d3 5", "e3 0", "S= S=", [6, 1, 1, 1]), "wall-beyond").endswith("and beyond e3 is wall.")


def test_a_turn_without_combat_says_why():
    assert text(played("a1 5", "e3 2", "F= F="), "apart") == "They stand on b2, d3, not next to each other: no combat."
    duel = played("d3 5", "e3 0", "F= S=", combat_after_push="no")
    assert text(duel, "pushed").startswith("There was a push")


def test_a_turn_begins_with_its_own_charge_roll_and_ends_before_the_next():
    duel = ArenaDuel(dice=[5, 2, 3, 4, 1, 1], arena=PILLARS)
    duel.play("S=", "S=")
    duel.play("S=", "S=")
    rolls = [[e.facts["rolled"]["north"] for e in duel.explain(t) if e.key.startswith("event.charge")] for t in (1, 2)]
    assert rolls == [["5"], ["3"]]


def test_a_pursuit_that_was_chosen_belongs_to_its_turn():
    duel = duel_at("b2 5", "c3 0", dice=[6, 1, 1, 1], pursuit="optional")
    duel.play("S=", "S=")
    assert duel.phase == "pursue"
    assert "AD-HIT-1" in [part.rule for part in duel.explain()]
    duel.play("pursue")
    rules = [part.rule for part in duel.explain(1)]
    assert rules.index("AD-ORDER-1") < rules.index("AD-DICE-2") < rules.index("AD-HIT-2")


def test_at_the_start_there_is_the_charge_roll_alone():
    duel = ArenaDuel(seed=3)
    assert [part.rule for part in duel.explain()] == ["AD-CHARGE-1"]
    for wrong in (0, 1, -1, True, "1"):
        with pytest.raises(ValueError, match="turn: expected 1 to 0, got"):
            duel.explain(wrong)


def test_it_speaks_the_language_of_the_duel():
    duel = duel_at("c3 5", "d3 5", language="ja")
    duel.play("S=", "S=")
    assert "AD-DICE-1: 北は南を向き、南はその南、正面にいるので、サイコロは3個です。" in str(duel.explain())
