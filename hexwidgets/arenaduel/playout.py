"""Random duels, interpreted or compiled from the same source, and all kernels of the game by name.

`walk` plays by the steps of resolution.py. `playout` is the same game from the same random numbers, with
whole turns in one function: for a state this small, calls and stores would cost more than the rules.
A test holds the two together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.kernel import kernel
from ..engine.rng import below
from .combat import dice_of
from .movement import (
    around,
    enemy_behind,
    heading,
    legal_orders,
    meets_on_the_way,
    order_fault,
    passes_over,
    turned,
)
from .resolution import begin, choose, end, reveal, roll, settle, waits_for_chance, winners
from .state import (
    CHARGE,
    CHARGING,
    DIRECTIONS,
    FIGHTING,
    MOVES,
    ORDERING,
    OVER,
    SLOTS,
    STAY,
    TURNS,
    WALL,
    State,
    Table,
)

__all__ = ["KERNELS", "Kernels"]


@kernel
def chance(table: Table, state: State, rng: Any) -> None:
    """Throw the dice that are due, and let everything follow that does."""
    if state.phase == FIGHTING:
        north = below(rng, table.throws[dice_of(table, state, 0)])
        south = below(rng, table.throws[dice_of(table, state, 1)])
    else:
        north = below(rng, table.sides)
        south = below(rng, table.sides)
    roll(table, state, north, south)
    settle(table, state)


@kernel
def play(table: Table, state: State, north: int, south: int) -> None:
    """Lay two legal orders open, and let everything follow that needs no dice."""
    reveal(table, state, north, south)
    settle(table, state)


@kernel
def pursue(table: Table, state: State, advance: int) -> None:
    """Let the winner advance (1) or hold (0), and the turn end."""
    choose(state, advance)
    settle(table, state)


# -- at random --------------------------------------------------------------------------------------------


@kernel
def pick(table: Table, cell: int, facing: int, enemy: int, behind: int, right: int, rng: Any) -> int:
    """A random legal order of a fighter, all alike; ``behind`` and ``right`` are 0 or 1."""
    start = (facing + DIRECTIONS * behind) * SLOTS
    count = table.open_moves[cell][start + MOVES + right]
    while True:
        number = below(rng, TURNS * count)
        move = table.open_moves[cell][start + number // TURNS]
        if table.enemy_blocks_charge == 0 or move < CHARGE:
            return TURNS * move + number % TURNS
        if not passes_over(table, cell, heading(facing, move), enemy):  # AD-CHARGE-3, by the switch
            return TURNS * move + number % TURNS


@kernel
def _pick_for(table: Table, state: State, seat: int, rng: Any) -> int:
    behind, right = 1 if enemy_behind(table, state, seat) else 0, 1 if state.right == seat else 0
    return pick(table, state.cell[seat], state.facing[seat], state.cell[1 - seat], behind, right, rng)


@kernel
def walk(table: Table, state: State, rng: Any) -> None:
    """One random decision of all who decide, or one throw; the duel must not be over."""
    if state.phase <= FIGHTING:
        chance(table, state, rng)
    elif state.phase == ORDERING:
        north = _pick_for(table, state, 0, rng)
        play(table, state, north, _pick_for(table, state, 1, rng))
    else:
        pursue(table, state, below(rng, 2))


@kernel
def playout(table: Table, state: State, rng: Any) -> int:
    """Play a position to its end at random; returns how many turns have been played then, those before included."""
    while state.phase != OVER and state.phase != CHARGING:
        walk(table, state, rng)
    if state.phase == CHARGING:
        _turns(table, state, rng)
    return state.turn


@kernel
def _turns(table: Table, state: State, rng: Any) -> None:  # noqa: PLR0912, PLR0915  see the module's text
    """Whole turns at random until the end, beginning with a charge roll. North's are a, f, x; south's b, g, y."""
    a, b = int(state.cell[0]), int(state.cell[1])
    f, g = int(state.facing[0]), int(state.facing[1])
    x, y = int(state.life[0]), int(state.life[1])
    turn, last = int(state.turn), int(table.max_turns)
    while True:
        turn += 1
        # AD-CHARGE-1
        north, south = below(rng, table.sides), below(rng, table.sides)
        # AD-REAR-1, AD-ORDER-1
        line = int(table.bearing[a][b])
        behind = 1 if line == around(f, 3) else 0
        order = pick(table, a, f, b, behind, 1 if north > south else 0, rng)
        other = pick(table, b, g, a, 1 if line == g else 0, 1 if south > north else 0, rng)
        move, reply = order // TURNS, other // TURNS
        goal, target = int(table.destination[a][f * MOVES + move]), int(table.destination[b][g * MOVES + reply])
        # AD-PASS
        crossed = goal == b and target == a
        if move >= CHARGE:
            crossed = meets_on_the_way(table, a, heading(f, move), b, target)
        elif reply >= CHARGE:
            crossed = meets_on_the_way(table, b, heading(g, reply), a, goal)
        if crossed:
            north, south = below(rng, table.sides), below(rng, table.sides)
            if north > south:
                y -= table.passing
            elif south > north:
                x -= table.passing
            if x <= 0 or y <= 0:
                break
        # AD-COLL, AD-PUSH
        charged, pushed = 0, False  # 1: north's charge was carried out, 2: south's
        turns, answers = True, True
        if goal == target:
            if move == STAY or reply == STAY:
                pushed = True
                line = heading(f, move) if reply == STAY else heading(g, reply)
                beyond = int(table.neighbour[goal][line])
                if beyond == WALL:
                    goal, target = a, b
                    if reply == STAY:
                        y -= table.blocked_push
                        turns = table.blocked_pusher_turns == 1
                    else:
                        x -= table.blocked_push
                        answers = table.blocked_pusher_turns == 1
                    if x <= 0 or y <= 0:
                        break
                    move, reply = STAY, STAY
                elif reply == STAY:
                    target = beyond
                else:
                    goal = beyond
            else:
                north, south = below(rng, table.sides), below(rng, table.sides)
                while north == south:
                    north, south = below(rng, table.sides), below(rng, table.sides)
                if north > south:
                    target, reply, answers = b, STAY, False
                else:
                    goal, move, turns = a, STAY, False
        # AD-MOVE-1, AD-TURN-1, AD-CHARGE-2
        a, b = goal, target
        if turns:
            f = turned(f, order)
        if answers:
            g = turned(g, other)
        if move >= CHARGE:
            charged = 1
        elif reply >= CHARGE:
            charged = 2
        # AD-FIGHT-1, AD-DICE
        line = int(table.bearing[a][b])
        if line >= 0 and not (pushed and table.combat_after_push == 0):
            back = around(line, 3)
            north, south = int(table.dice[around(line, DIRECTIONS - f)]), int(table.dice[around(back, DIRECTIONS - g)])
            if north > 0 and south > 0:
                north = int(table.worth[north][below(rng, table.throws[north])])
                south = int(table.worth[south][below(rng, table.throws[south])])
            # AD-HIT
            if north != south:
                won = north > south
                damage = table.hit
                if charged == (1 if won else 2):
                    damage *= table.charge_factor
                beyond = int(table.neighbour[b][line] if won else table.neighbour[a][back])
                follows = line == f if won else back == g
                if follows and beyond == WALL:
                    damage += table.cornering
                if won:
                    y -= damage
                else:
                    x -= damage
                if x <= 0 or y <= 0:
                    break
                if follows and beyond != WALL and (table.pursuit_optional == 0 or below(rng, 2) == 1):
                    if won:
                        a, b = b, beyond
                    else:
                        a, b = beyond, a
        if turn == last:
            break
    state.cell[0], state.cell[1] = a, b
    state.facing[0], state.facing[1] = f, g
    state.life[0], state.life[1] = max(x, 0), max(y, 0)
    state.turn = turn
    end(state)


@kernel
def playouts(table: Table, state: State, rng: Any, games: int, wins: Any) -> int:
    """That many random duels from the start, on one state; counts draws, north's and south's wins in ``wins``.

    Returns how many turns they had together.
    """
    turns = 0
    for _ in range(games):
        begin(table, state)
        turns += playout(table, state, rng)
        wins[winners(table, state)] += 1
    return turns


class Kernels(NamedTuple):
    """The rules as functions over ``(table, state, ...)``; `engine.kernel.compiled` gives their fast twins."""

    begin: Any
    waits_for_chance: Any
    roll: Any
    settle: Any
    chance: Any
    legal: Any
    fault: Any
    play: Any
    pursue: Any
    winners: Any
    walk: Any
    playout: Any
    playouts: Any


KERNELS = Kernels(
    begin,
    waits_for_chance,
    roll,
    settle,
    chance,
    legal_orders,
    order_fault,
    play,
    pursue,
    winners,
    walk,
    playout,
    playouts,
)
