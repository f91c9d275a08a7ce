"""Random duels, interpreted or compiled from the same source, and all kernels of the game by name.

`walk` plays by the steps of resolution.py. `playout` is the same game from the same random numbers, with
whole turns in one function: for a state this small, calls and stores would cost more than the rules.
A test holds the two together. No faces are thrown here: what matters is who wins a throw, and the table
has the exact chances of that.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..engine.kernel import kernel
from ..engine.rng import below, below_each
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
from .resolution import begin, choose, decide, end, reveal, roll, settle, waits_for_chance, winners
from .state import (
    CHARGE,
    CHARGING,
    COLLIDING,
    DIRECTIONS,
    FIGHTING,
    MOVES,
    NOBODY,
    ORDERING,
    OVER,
    SLOTS,
    STAY,
    TURNS,
    WALL,
    State,
    Table,
)

__all__ = ["KERNELS", "Kernels", "pick", "throw"]


@kernel
def _throw(table: Table, own: int, other: int, rng: Any) -> int:
    """AD-DICE-2 and 3: who wins with north's dice against south's, or NOBODY. What is certain takes no luck."""
    # All are read before luck is known, so that no jump depends on it: it would be guessed wrong half the time.
    win, not_lose = table.ways_to_win[own][other], table.ways_not_to_lose[own][other]
    ways = table.ways[own][other]
    luck = below(rng, ways) if ways > 1 else 0
    if luck < win:
        return 0
    return NOBODY if luck < not_lose else 1


@kernel
def throw(table: Table, state: State, rng: Any) -> int:
    """Who wins the throw that is due, or NOBODY."""
    if state.phase == FIGHTING:
        return _throw(table, dice_of(table, state, 0), dice_of(table, state, 1), rng)
    if state.phase == COLLIDING:
        return below(rng, 2)  # AD-COLL-1: again until the dice differ
    return _throw(table, 1, 1, rng)


@kernel
def chance(table: Table, state: State, rng: Any) -> None:
    """Let the throw that is due be won by somebody or nobody, and everything follow that does."""
    decide(table, state, throw(table, state, rng))
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
def _row(facing: int, behind: bool) -> int:
    """Where in a row of the table a fighter's open moves begin."""
    return (facing + DIRECTIONS if behind else facing) * SLOTS


@kernel
def _blocked(table: Table, a: int, f: int, move: int, b: int, g: int, reply: int) -> bool:
    """AD-CHARGE-3, by the switch: one of the moves is a charge past an enemy that stands in its way."""
    if move >= CHARGE:
        return passes_over(table, a, heading(f, move), b)
    return reply >= CHARGE and passes_over(table, b, heading(g, reply), a)


@kernel
def pick(table: Table, state: State, rng: Any) -> tuple[int, int]:
    """A random legal order of each seat, all alike."""
    a, b, f, g = state.cell[0], state.cell[1], state.facing[0], state.facing[1]
    row, other_row = _row(f, enemy_behind(table, state, 0)), _row(g, enemy_behind(table, state, 1))
    moves = table.open_moves[a][row + MOVES + (1 if state.right == 0 else 0)]
    replies = table.open_moves[b][other_row + MOVES + (1 if state.right == 1 else 0)]
    while True:
        slot, other_slot, turns = below_each(rng, moves, replies, TURNS * TURNS)
        move, reply = table.open_moves[a][row + slot], table.open_moves[b][other_row + other_slot]
        if table.enemy_blocks_charge == 0 or not _blocked(table, a, f, move, b, g, reply):
            return TURNS * move + turns // TURNS, TURNS * reply + turns % TURNS


@kernel
def walk(table: Table, state: State, rng: Any) -> None:
    """One random decision of all who decide, or one throw; the duel must not be over."""
    if state.phase <= FIGHTING:
        chance(table, state, rng)
    elif state.phase == ORDERING:
        north, south = pick(table, state, rng)
        play(table, state, north, south)
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
    line = int(table.bearing[a][b])
    while True:
        turn += 1
        # AD-CHARGE-1
        right = _throw(table, 1, 1, rng)
        # AD-REAR-1, AD-ORDER-1
        row, other_row = _row(f, line == around(f, 3)), _row(g, line == g)
        moves = int(table.open_moves[a][row + MOVES + (1 if right == 0 else 0)])
        replies = int(table.open_moves[b][other_row + MOVES + (1 if right == 1 else 0)])
        while True:
            slot, other_slot, turns = below_each(rng, moves, replies, TURNS * TURNS)
            move, reply = int(table.open_moves[a][row + slot]), int(table.open_moves[b][other_row + other_slot])
            if table.enemy_blocks_charge == 0 or not _blocked(table, a, f, move, b, g, reply):
                break
        goal, target = int(table.open_goals[a][row + slot]), int(table.open_goals[b][other_row + other_slot])
        # AD-PASS
        crossed = goal == b and target == a
        if move >= CHARGE:
            crossed = meets_on_the_way(table, a, heading(f, move), b, target)
        elif reply >= CHARGE:
            crossed = meets_on_the_way(table, b, heading(g, reply), a, goal)
        if crossed:
            winner = _throw(table, 1, 1, rng)
            if winner == 0:
                y -= table.passing
            elif winner == 1:
                x -= table.passing
            if x <= 0 or y <= 0:
                break
        # AD-COLL, AD-PUSH
        charged, pushed = 0, False  # 1: north's charge was carried out, 2: south's
        own_turns, other_turns = True, True
        if goal == target:
            if move == STAY or reply == STAY:
                pushed = True
                line = heading(f, move) if reply == STAY else heading(g, reply)
                beyond = int(table.neighbour[goal][line])
                if beyond == WALL:
                    goal, target = a, b
                    if reply == STAY:
                        y -= table.blocked_push
                        own_turns = table.blocked_pusher_turns == 1
                    else:
                        x -= table.blocked_push
                        other_turns = table.blocked_pusher_turns == 1
                    if x <= 0 or y <= 0:
                        break
                    move, reply = STAY, STAY
                elif reply == STAY:
                    target = beyond
                else:
                    goal = beyond
            elif below(rng, 2) == 0:
                target, reply, other_turns = b, STAY, False
            else:
                goal, move, own_turns = a, STAY, False
        # AD-MOVE-1, AD-TURN-1, AD-CHARGE-2
        a, b = goal, target
        if own_turns:
            f = turned(f, turns // TURNS)
        if other_turns:
            g = turned(g, turns % TURNS)
        if move >= CHARGE:
            charged = 1
        elif reply >= CHARGE:
            charged = 2
        # AD-FIGHT-1, AD-DICE
        line = int(table.bearing[a][b])
        if line >= 0 and not (pushed and table.combat_after_push == 0):
            back = around(line, 3)
            own, other = table.dice[around(line, DIRECTIONS - f)], table.dice[around(back, DIRECTIONS - g)]
            winner = _throw(table, own, other, rng)
            # AD-HIT
            if winner != NOBODY:
                won = winner == 0
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
