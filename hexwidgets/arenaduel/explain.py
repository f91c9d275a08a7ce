"""What a turn did, as facts with words for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..engine.faults import Event
from ..engine.words import Words
from . import movement, resolution
from .arena import SEATS, Fighter
from .notation import Hold, Move, Order, Pursue, Roll
from .state import COLLIDING, FOLLOWING, HITTING, MEASURING, MEETING, NOBODY, OVER, STAY, TURNS, WALL, State

if TYPE_CHECKING:
    from .rules import ArenaDuelRules

__all__ = ["WORDS", "DuelEvent", "events"]

WORDS = Words("hexwidgets.arenaduel.rulebook")


class DuelEvent(Event):
    """Something that happened in a turn, with its ``dice``, its ``damage``, and where the ``fighters`` stand then."""

    @property
    def dice(self) -> dict[str, tuple[int, ...]]:
        """The faces thrown, by seat, as they lay; empty where nothing was thrown."""
        return {seat: tuple(faces) for seat, faces in self.facts.get("dice", {}).items()}

    @property
    def damage(self) -> dict[str, int]:
        """The damage taken, by seat; empty where there was none."""
        return dict(self.facts.get("damage", {}))

    @property
    def fighters(self) -> dict[str, Fighter]:
        """Both fighters, by seat, once this is carried out and before the next event."""
        return {seat: Fighter(seat, *fighter) for seat, fighter in self.facts["fighters"].items()}


# -- what happened --------------------------------------------------------------------------------------


def events(rules: ArenaDuelRules, before: State, moves: Mapping[str, Move]) -> tuple[Event, ...]:
    """What was decided or thrown, and everything that followed by itself, in order."""
    out: list[Event] = []
    told: Event | None = None
    for event, at in _told(rules, before, moves):
        if told is not None:
            out.append(replace(told, facts={**told.facts, "fighters": _standing(rules, at)}))
        told = event
    return tuple(out)


def _standing(rules: ArenaDuelRules, state: State) -> dict[str, tuple[str, int, int]]:
    return {f.seat: (f.cell, f.facing, f.life) for f in rules.fighters(state).values()}


def _told(rules: ArenaDuelRules, before: State, moves: Mapping[str, Move]) -> Iterator[tuple[Event | None, State]]:
    """Each event with the state from which it came; then None with the state in which all that has ended.

    What moves without an event of its own, as fighters do whom nothing stops, belongs to the event before.
    """
    state = before.copy()
    rules.enact(state, *moves.values())
    for event in _first(rules, before, state, moves):
        yield event, before
    while state.phase > OVER:
        at = state.copy()
        resolution.step(rules.table, state)
        for event in _step(rules, at, state):
            yield event, at
    if state.phase == OVER:
        yield _result(rules, state), state.copy()
    yield None, state


def _first(rules: ArenaDuelRules, before: State, after: State, moves: Mapping[str, Move]) -> Iterator[Event]:
    first = next(iter(moves.values()))
    if isinstance(first, Roll):
        yield _roll(rules, before, after, first)
    elif isinstance(first, Order):
        yield _orders(rules, before, after, moves)
    elif isinstance(first, Hold):
        yield _event("AD-HIT-2", "hold", seat=SEATS[before.winner])
    else:
        assert isinstance(first, Pursue)  # the step that follows tells where to


def _event(rule: str, key: str, *, reveals: bool = False, **facts: Any) -> Event:
    return DuelEvent(rule, f"event.{key}", facts, WORDS, reveals=reveals)


def _orders(rules: ArenaDuelRules, before: State, after: State, moves: Mapping[str, Move]) -> Event:
    goals = [movement.goal_of(rules.table, after, slot, after.order[slot]) for slot in range(2)]
    return _event(
        "AD-ORDER-1",
        "orders",
        reveals=True,
        orders={seat: str(move) for seat, move in moves.items()},
        origin=_by_seat(rules.cell_labels[cell] for cell in before.cell),
        aim=_by_seat(rules.cell_labels[cell] for cell in goals),
    )


def _by_seat(values: Any) -> dict[str, Any]:
    return dict(zip(SEATS, values, strict=True))


# -- throws -----------------------------------------------------------------------------------------------


def _roll(rules: ArenaDuelRules, before: State, after: State, roll: Roll) -> Event:
    facts: dict[str, Any] = {
        "dice": _by_seat([list(roll.north), list(roll.south)]),
        "rolled": _by_seat(" ".join(map(str, throw)) for throw in (roll.north, roll.south)),
    }
    if roll.kind == "charge":
        if after.right == NOBODY:
            return _event("AD-CHARGE-1", "charge.nobody", reveals=True, **facts)
        return _event("AD-CHARGE-1", "charge.right", reveals=True, seat=SEATS[after.right], **facts)
    if roll.kind == "fight":
        if after.winner == NOBODY:
            return _event("AD-DICE-2", "fight.draw", reveals=True, **facts)
        return _event("AD-DICE-2", "fight.won", reveals=True, **facts, **_sides(after.winner))
    if roll.kind == "pass":
        if roll.north == roll.south:
            return _event("AD-PASS-1", "pass.draw", reveals=True, **facts)
        facts |= _damage(after, int(roll.north > roll.south), rules.table.passing)
        return _event("AD-PASS-1", "pass.hit", reveals=True, **facts)
    facts["cell"] = rules.cell_labels[movement.goal_of(rules.table, before, 0, before.order[0])]
    if after.phase == COLLIDING:
        return _event("AD-COLL-1", "collide.again", reveals=True, **facts)
    return _event("AD-COLL-1", "collide.won", reveals=True, **facts, **_sides(int(roll.south > roll.north)))


def _sides(winner: int) -> dict[str, Any]:
    return {"winner": SEATS[winner], "loser": SEATS[1 - winner]}


def _damage(after: State, loser: int, amount: int) -> dict[str, Any]:
    return {"loser": SEATS[loser], "amount": amount, "left": after.life[loser], "damage": {SEATS[loser]: amount}}


# -- steps --------------------------------------------------------------------------------------------------


def _step(rules: ArenaDuelRules, before: State, after: State) -> Iterator[Event]:
    if before.phase == MEETING:
        yield from _push(rules, before, after)
    elif before.phase == MEASURING:
        yield from _unthrown(after)
    elif before.phase == HITTING:
        yield from _hit(rules, before, after)
    elif before.phase == FOLLOWING:
        yield from _follow(rules, before, after)


def _push(rules: ArenaDuelRules, before: State, after: State) -> Iterator[Event]:
    """AD-PUSH-1 and 2: the one who moves onto the other that stays."""
    for slot in range(2):
        stays = before.order[1 - slot] // TURNS == STAY
        if stays and movement.goal_of(rules.table, before, slot, before.order[slot]) == before.cell[1 - slot]:
            facts: dict[str, Any] = {"seat": SEATS[slot], "other": SEATS[1 - slot]}
            facts["origin"] = rules.cell_labels[before.cell[1 - slot]]
            if after.cell == before.cell:
                facts |= _damage(after, 1 - slot, rules.table.blocked_push)
                yield _event("AD-PUSH-2", "push.blocked", **facts)
            else:
                yield _event("AD-PUSH-1", "push.done", **facts, cell=rules.cell_labels[after.cell[1 - slot]])


def _unthrown(after: State) -> Iterator[Event]:
    """AD-DICE-3: a combat for which nobody throws."""
    if after.phase == HITTING:
        if after.winner == NOBODY:
            yield _event("AD-DICE-3", "fight.back-to-back")
        else:
            yield _event("AD-DICE-3", "fight.helpless", **_sides(after.winner))


def _hit(rules: ArenaDuelRules, before: State, after: State) -> Iterator[Event]:
    winner = before.winner
    if winner == NOBODY:
        return
    charged = before.charged == winner
    amount = rules.table.hit * (rules.table.charge_factor if charged else 1)
    facts = _damage(after, 1 - winner, amount)
    yield _event("AD-HIT-1", "hit.charge" if charged else "hit.plain", winner=SEATS[winner], **facts)


def _follow(rules: ArenaDuelRules, before: State, after: State) -> Iterator[Event]:
    winner = before.winner
    if winner == NOBODY:
        return
    loser = 1 - winner
    origin = rules.cell_labels[before.cell[loser]]
    if rules.table.neighbour[before.cell[loser]][before.facing[winner]] == WALL:
        facts = _damage(after, loser, rules.table.cornering)
        yield _event("AD-HIT-3", "cornered", winner=SEATS[winner], cell=origin, **facts)
    else:
        yield _event("AD-HIT-2", "pursue", cell=origin, pushed=rules.cell_labels[after.cell[loser]], **_sides(winner))


def _result(rules: ArenaDuelRules, after: State) -> Event:
    result = rules.result(after)
    assert result is not None  # the duel is over
    if result.winners:
        return _event("AD-END-1", "result.knock-out", winners=list(result.winners), turns=after.turn)
    return _event("AD-END-2", "result.turn-limit", winners=[], turns=after.turn)
