"""A turn from the charge roll to its end, one small step at a time.

AD-CHARGE-1, AD-ORDER, AD-PASS, AD-COLL, AD-PUSH, AD-FIGHT, AD-HIT, AD-END.

Whoever decides (`reveal`, `choose`) or throws (`roll`) brings the state into a phase from which `step`
leads on, until the next decision or throw. `settle` takes all those steps.
"""

from __future__ import annotations

from ..engine.kernel import kernel
from .combat import dice_of
from .movement import crosses, goal_of, heading, turned
from .state import (
    CHARGE,
    CHARGING,
    COLLIDING,
    FIGHTING,
    FOLLOWING,
    HITTING,
    MEASURING,
    MEETING,
    NOBODY,
    NONE,
    ORDERING,
    OVER,
    PASSING,
    PURSUING,
    STAY,
    TURNS,
    WALL,
    State,
    Table,
)

# fmt: off
__all__ = [
    "begin", "choose", "decide", "end", "reveal", "roll", "settle", "step", "waits_for_chance", "winners",
]
# fmt: on


@kernel
def begin(table: Table, state: State) -> None:
    """AD-START-1: both at their places with full life; the first charge roll is due."""
    for seat in range(2):
        state.cell[seat] = table.start_cell[seat]
        state.facing[seat] = table.start_facing[seat]
        state.life[seat] = table.life
    state.turn = 0
    _clear(state)
    state.phase = CHARGING


@kernel
def waits_for_chance(_table: Table, state: State) -> bool:
    """Whether dice are to be thrown now."""
    return state.phase <= FIGHTING


@kernel
def winners(_table: Table, state: State) -> int:
    """AD-END-1: bit s for the seat that wins; 0 while the duel goes on, and in a draw."""
    if state.phase != OVER:
        return 0
    if state.life[0] == 0:
        return 2
    return 1 if state.life[1] == 0 else 0


# -- decisions and throws ---------------------------------------------------------------------------------


@kernel
def reveal(table: Table, state: State, north: int, south: int) -> None:
    """AD-ORDER-1: both orders are laid open. AD-PASS-1: a shared hexside comes before everything else."""
    state.order[0] = north
    state.order[1] = south
    state.phase = PASSING if crosses(table, state) else MEETING


@kernel
def choose(state: State, advance: int) -> None:
    """AD-HIT-2, by the switch: the winner advances (1) or holds its ground (0)."""
    if advance == 0:
        state.winner = NOBODY
    state.phase = FOLLOWING


@kernel
def roll(table: Table, state: State, north: int, south: int) -> None:
    """A throw of both seats, each by its number (see combat.py), for what is due."""
    if state.phase == FIGHTING:
        # AD-DICE-2: the better throw wins, equal ones are a draw.
        north, south = table.worth[dice_of(table, state, 0)][north], table.worth[dice_of(table, state, 1)][south]
    decide(table, state, _higher(north, south))


@kernel
def decide(table: Table, state: State, winner: int) -> None:
    """The throw that is due is won by a seat, or by NOBODY."""
    if state.phase == CHARGING:
        state.right = winner  # AD-CHARGE-1: the higher may charge this turn.
        state.phase = ORDERING
    elif state.phase == PASSING:
        _pass(table, state, winner)
    elif state.phase == COLLIDING:
        _collide(table, state, winner)
    else:
        state.winner = winner
        state.phase = HITTING


@kernel
def _higher(north: int, south: int) -> int:
    if north == south:
        return NOBODY
    return 0 if north > south else 1


# -- steps --------------------------------------------------------------------------------------------------


@kernel
def settle(table: Table, state: State) -> None:
    """Take every step until somebody decides, dice are to be thrown, or the duel is over."""
    while state.phase > OVER:
        step(table, state)


@kernel
def step(table: Table, state: State) -> None:
    """One step of what follows by itself."""
    if state.phase == MEETING:
        _meet(table, state)
    elif state.phase == MEASURING:
        _measure(table, state)
    elif state.phase == HITTING:
        _hit(table, state)
    else:
        _follow(table, state)


@kernel
def _pass(table: Table, state: State, winner: int) -> None:
    """AD-PASS-1: the lower takes damage where they cross; then both go on."""
    state.phase = MEETING
    if winner != NOBODY:
        _damage(state, 1 - winner, table.passing)


@kernel
def _collide(table: Table, state: State, winner: int) -> None:
    """AD-COLL-1: the higher acts as planned, the lower stays and does not turn. Equal: again."""
    if winner != NOBODY:
        _carry_out(table, state, winner)
        state.phase = MEASURING


@kernel
def _meet(table: Table, state: State) -> None:
    """AD-COLL-1 and 2, AD-PUSH-1 and 4: what happens where the orders lead."""
    goal = goal_of(table, state, 0, state.order[0])
    other = goal_of(table, state, 1, state.order[1])
    state.phase = MEASURING
    if goal != other:
        _carry_out(table, state, 0)
        _carry_out(table, state, 1)
    elif state.order[1] // TURNS == STAY:
        _push(table, state, 0)
    elif state.order[0] // TURNS == STAY:
        _push(table, state, 1)
    else:
        state.phase = COLLIDING


@kernel
def _carry_out(table: Table, state: State, seat: int) -> None:
    """AD-MOVE-1, AD-TURN-1, AD-CHARGE-2: move, then turn."""
    order = state.order[seat]
    state.cell[seat] = goal_of(table, state, seat, order)
    state.facing[seat] = turned(state.facing[seat], order)
    if order >= CHARGE * TURNS:
        state.charged = seat


@kernel
def _push(table: Table, state: State, seat: int) -> None:
    """AD-PUSH-1 to 3: the one who stayed goes one hex on along the line of movement, or takes damage at a wall."""
    other = 1 - seat
    line = heading(state.facing[seat], state.order[seat] // TURNS)
    beyond = table.neighbour[state.cell[other]][line]
    state.pushed = 1
    if beyond == WALL:
        _damage(state, other, table.blocked_push)
        if state.phase == OVER:
            return
        if table.blocked_pusher_turns == 1:
            state.facing[seat] = turned(state.facing[seat], state.order[seat])
    else:
        _carry_out(table, state, seat)
        state.cell[other] = beyond
    state.facing[other] = turned(state.facing[other], state.order[other])


@kernel
def _measure(table: Table, state: State) -> None:
    """AD-FIGHT-1: next to each other they fight. AD-DICE-3: without dice against some one is beaten unthrown."""
    if table.bearing[state.cell[0]][state.cell[1]] < 0 or (state.pushed == 1 and table.combat_after_push == 0):
        _end_turn(table, state)
        return
    north, south = dice_of(table, state, 0), dice_of(table, state, 1)
    if north > 0 and south > 0:
        state.phase = FIGHTING
    else:
        state.winner = _higher(north, south)
        state.phase = HITTING


@kernel
def _hit(table: Table, state: State) -> None:
    """AD-HIT-1: the loser takes damage, more from a charge that was carried out. AD-HIT-2: then the winner follows."""
    winner = state.winner
    if winner == NOBODY:
        _end_turn(table, state)
        return
    line = table.bearing[state.cell[winner]][state.cell[1 - winner]]
    state.phase = FOLLOWING
    _damage(state, 1 - winner, table.hit * table.charge_factor if state.charged == winner else table.hit)
    if state.phase == OVER:
        return
    if line != state.facing[winner]:
        _end_turn(table, state)
    elif table.pursuit_optional == 1 and table.neighbour[state.cell[1 - winner]][line] != WALL:
        state.phase = PURSUING


@kernel
def _follow(table: Table, state: State) -> None:
    """AD-HIT-2 to 4: the winner advances and pushes the loser on; at a wall the loser takes damage instead."""
    winner = state.winner
    if winner != NOBODY:
        loser = 1 - winner
        beyond = table.neighbour[state.cell[loser]][state.facing[winner]]
        if beyond == WALL:
            _damage(state, loser, table.cornering)
            if state.phase == OVER:
                return
        else:
            state.cell[winner] = state.cell[loser]
            state.cell[loser] = beyond
    _end_turn(table, state)


# -- ends ---------------------------------------------------------------------------------------------------


@kernel
def _damage(state: State, seat: int, amount: int) -> None:
    """AD-END-1: at life 0 the duel is over at once."""
    life = state.life[seat] - amount
    state.life[seat] = max(life, 0)
    if life <= 0:
        state.turn += 1
        end(state)


@kernel
def _end_turn(table: Table, state: State) -> None:
    """AD-CHARGE-1: the right lapses and the next roll is due. AD-END-2: or the last turn is over."""
    state.turn += 1
    _clear(state)
    state.phase = OVER if state.turn == table.max_turns else CHARGING


@kernel
def end(state: State) -> None:
    """AD-END: nothing more is resolved."""
    _clear(state)
    state.phase = OVER


@kernel
def _clear(state: State) -> None:
    """Forget what belongs to one turn."""
    state.right = NOBODY
    state.order[0] = NONE
    state.order[1] = NONE
    state.charged = NOBODY
    state.pushed = 0
    state.winner = NOBODY
