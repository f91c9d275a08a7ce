"""Why a move is refused: the rule, what it looked at in the position, and the nearest legal try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..engine.faults import Fault, IllegalMove, Statement
from . import abilities, deciding, legality, placement
from .explain import WORDS, lying
from .notation import Choose, Move, Place, Take, Use
from .state import ABILITIES, ABILITY, CHOOSING, TAKING, State

if TYPE_CHECKING:
    from .rules import MonsterHexRules

__all__ = ["fault_of", "suggestion"]

_RULE_OF = {
    placement.NOT_EMPTY: ("MH-PLACE-2", "not-empty"),
    placement.FIRST_ON_START: ("MH-PLACE-1", "start-cell"),
    placement.NOT_NEXT_TO_A_UNIT: ("MH-PLACE-2", "not-adjacent"),
    placement.NO_EQUAL_EDGE: ("MH-PLACE-3", "no-equal-edge"),
    placement.ONLY_START_CELLS: ("MH-PLACE-4", "only-start-cells"),
    legality.NOT_IN_HAND: ("MH-SETUP-1", "not-in-hand"),
    legality.PICK_DUE: ("MH-LARGE-6", "pick-due"),
    legality.NO_PICK_DUE: ("MH-LARGE-6", "no-pick-due"),
    legality.NOT_LYING_THERE: ("MH-LARGE-3", "not-lying-there"),
    legality.MUST_PLACE: ("MH-PLACE-6", "must-place"),
    legality.GAME_OVER: ("MH-END-1", "over"),
    legality.CHOICE_DUE: ("MH-ABIL-1", "choice-due"),
    legality.NO_CHOICE_DUE: ("MH-ABIL-1", "no-choice-due"),
    legality.NOT_OFFERED: ("MH-ABIL-1", "not-offered"),
    legality.ABILITY_DUE: ("MH-ABIL-2", "ability-due"),
    legality.NO_ABILITY_DUE: ("MH-ABIL-2", "no-ability-due"),
    legality.OTHER_ABILITY: ("MH-ABIL-2", "other-ability"),
    abilities.NOT_AN_OWN_UNIT: ("MH-ENCHANT", "own-unit"),
    abilities.NOT_AN_EMPTY_CELL: ("MH-PETRIFY-1", "empty-cell"),
    abilities.LAST_CELL_OF_A_SITE: ("MH-PETRIFY-2", "last-cell"),
    abilities.NOT_NEXT_TO_IT: ("MH-CONFUSE", "adjacent"),
    abilities.NO_USE: ("MH-ABIL-4", "no-target"),
}


def fault_of(rules: MonsterHexRules, state: State, seat: str, move: Move, code: int) -> Fault:
    """The fault behind a code of `legality.fault`, with the facts of the position that the rule looked at."""
    facts: dict[str, Any] = {"seat": seat, "move": str(move)}
    if code == abilities.NOT_AN_ENEMY and isinstance(move, Use):
        rule, key = f"MH-{move.ability.upper()}", "enemy"
    else:
        rule, key = _RULE_OF[code]
    if isinstance(move, Place):
        facts.update(_placement_facts(rules, state, move, code))
        if code == placement.NOT_EMPTY:
            key = _why_not_empty(rules, state, move, facts)
    if isinstance(move, Take):
        facts["stone"] = move.stone
    if isinstance(move, Choose | Use):
        facts["ability"] = move.ability
    if isinstance(move, Use):
        facts["cell"] = move.cell
        if code == abilities.LAST_CELL_OF_A_SITE:
            waiting = list(_waiting_sites(rules, state, str(move.cell)))
            facts["sites"] = [site for _, site in waiting]
            facts["marks"] = [(move.cell, direction, 0) for direction, _ in waiting]
    if state.phase == TAKING:
        facts["site"] = rules.site_labels[state.site]
        facts["stones"] = lying(rules, state, state.site)
    if state.phase == CHOOSING:
        facts["offer"] = [ABILITIES[a] for a in rules.table.offer[state.slot]]
    if state.phase == ABILITY:
        last = rules.unit_at(state, state.last)
        facts.update(unit=last.name if last else "", own=ABILITIES[state.ability[state.slot]])
        facts["at"] = rules.cell_labels[state.last]
    if code == legality.NOT_IN_HAND:
        bits = state.hand[deciding.pile_to_place(rules.table, state)]
        faction = rules.factions[deciding.slot_to_place(rules.table, state)]
        facts["hand"], facts["faction"] = [unit.name for unit in rules.hand(bits, faction)], faction
    return Fault(rule, f"fault.{rule}.{key}", facts, WORDS)


def _why_not_empty(rules: MonsterHexRules, state: State, move: Place, facts: dict[str, Any]) -> str:
    place = rules.board.labels.hex(move.cell)
    if place not in rules.board.cells:
        return "no-cell"
    cell = rules.board.cells.index(place)
    holder = rules.unit_at(state, cell)
    if holder is None:
        return "petrified"
    facts["holder"] = {holder.faction: holder.name}
    return "occupied"


def _placement_facts(rules: MonsterHexRules, state: State, move: Place, code: int) -> dict[str, Any]:
    facts: dict[str, Any] = {"unit": move.unit, "cell": move.cell, "rotation": move.rotation}
    if code in (placement.FIRST_ON_START, placement.ONLY_START_CELLS):
        free = [i for i, start in enumerate(rules.table.start) if start and placement.is_empty(state, i)]
        facts["starts"] = [rules.cell_labels[i] for i in free]
    if code in (placement.NO_EQUAL_EDGE, placement.ONLY_START_CELLS):
        edges = dict(shared_edges(rules, state, move.unit, move.cell, move.rotation))
        facts["edges"] = list(edges.values())
        facts["marks"] = [(move.cell, direction, int(own == other)) for direction, (_, own, other) in edges.items()]
    return facts


def shared_edges(
    rules: MonsterHexRules, state: State, unit: str, label: str, rotation: int
) -> Iterator[tuple[int, tuple[str, int, int]]]:
    """MH-PLACE-3: by direction, each neighbouring unit's cell, the edge turned to it, and the edge it turns back.

    ``unit``, ``label`` and ``rotation`` tell what is placed, where, and how it is turned.
    """
    cell = rules.cell_labels.index(label)
    placed = rules.components.unit("", unit, rotation)
    for direction, other in enumerate(rules.table.neighbour[cell]):
        neighbour = rules.unit_at(state, other) if other >= 0 else None
        if neighbour is not None:
            yield direction, (rules.cell_labels[other], placed.power(direction), neighbour.power((direction + 3) % 6))


def _waiting_sites(rules: MonsterHexRules, state: State, label: str) -> Iterator[tuple[int, str]]:
    """MH-PETRIFY-2: the sites that wait for a cell alone, by the direction in which they lie."""
    table, cell = rules.table, rules.cell_labels.index(label)
    for site in table.cell_site[cell]:
        if site >= 0 and not state.judged[site] and state.filled[site] == table.site_size[site] - 1:
            yield rules.board.cells[cell].direction_to(rules.board.sites[site]), rules.site_labels[site]
    for direction, other in enumerate(table.neighbour[cell]):
        if other >= 0 and state.petrified[other] and abilities.lacks_one(table, state, other):
            yield direction, rules.cell_labels[other]


# -- what would be legal --------------------------------------------------------------------------------


def suggestion(rules: MonsterHexRules, state: State, seat: str, move: object) -> Statement | None:
    """The legal move nearest to a refused one: turned on its cell, elsewhere, another unit, anything else at all.

    None where ``seat`` does not decide, and near what is no move of this game.
    """
    legal = rules.moves(state, seat)
    if not legal or not isinstance(move, Move) or not _is_written_well(rules, move):
        return None
    if isinstance(move, Place) and isinstance(legal[0], Place):
        best = min((other for other in legal if isinstance(other, Place)), key=lambda other: _far(rules, move, other))
        kind = "unit" if best.unit != move.unit else "cell" if best.cell != move.cell else "turn"
        facts = {"move": str(best), "unit": best.unit, "cell": best.cell, "rotation": best.rotation}
        return Statement("", f"suggestion.{kind}", facts, WORDS)
    nearest: Move = legal[0]
    if isinstance(move, Use) and move.cell and (uses := [use for use in legal if isinstance(use, Use) and use.cell]):
        cell = move.cell
        nearest = min(uses, key=lambda use: _steps(rules, cell, str(use.cell)))
    return Statement("", "suggestion.other", {"move": str(nearest)}, WORDS)


def _is_written_well(rules: MonsterHexRules, move: Move) -> bool:
    try:
        rules.encode(move)
    except IllegalMove:
        return False
    return True


def _far(rules: MonsterHexRules, move: Place, other: Place) -> tuple[bool, int, int]:
    """How far a placement is from another: first by unit, then by cell, then by rotation."""
    turns = (other.rotation - move.rotation) % 6
    return other.unit != move.unit, _steps(rules, move.cell, other.cell), min(turns, 6 - turns)


def _steps(rules: MonsterHexRules, one: str, other: str) -> int:
    return rules.board.labels.hex(one).distance(rules.board.labels.hex(other))
