"""Ways to meet a task, found by trying: for the last hint, for steps that go on from others, and to check a lesson."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ..engine.game import Game
from ..engine.teaching import Happening, Teaching
from .goals import asks_for_refusal, is_met
from .plan import Plan, Step, teaching_of

__all__ = ["answer", "learners", "partner_moves", "set_up", "unmet"]

_PLAYOUTS, _DECISIONS = 60, 12

Decision = Mapping[str, str]
"""Moves by seat, as text: what the learner plays together."""


def set_up(plan: Plan, at: int) -> Any:
    """A new game as step ``at`` (from 0) begins, what the steps before it led to included where it continues."""
    first = at
    while plan.steps[first].continues and first > 0:
        first -= 1
    return next(game for number, game, _ in _walk(plan, first, at) if number == at)


def _walk(plan: Plan, first: int, last: int) -> Iterator[tuple[int, Any, list[Decision] | None]]:
    """Steps in sequence, each with a game at its beginning and what meets its task, which is not sought of ``last``."""
    game: Any = None
    for at, step in enumerate(plan.steps[first:], start=first):
        if not step.continues or game is None:
            game = Game.by_name[plan.game].from_options(step.options, seed=plan.seed)
            game = game if step.position is None else game.at(step.position)
        found = answer(plan, at, game) if at < last else None
        yield at, game, found
        for decision in found or ():
            if all(game.why(seat, move) is None for seat, move in decision.items()):
                play(game, step, decision)


def learners(game: Any, step: Step) -> tuple[str, ...]:
    """The seats that the learner plays."""
    return tuple(seat for seat in game.seats if seat not in step.partner)


def partner_moves(game: Any, step: Step, turn: int) -> dict[str, Any]:
    """What the others decide now, by seat: the moves that the step has for them in turn, where legal, else any."""
    out = {}
    for seat in game.rules.to_move(game.state):
        if seat in step.partner:
            moves, legal = step.partner[seat], game.legal_moves(seat)
            wanted = moves[turn % len(moves)]
            out[seat] = next((move for move in legal if str(move) == wanted), legal[0])
    return out


def play(game: Any, step: Step, decision: Decision, turn: int = 0) -> list[Happening]:
    """Play what the learner decides, and what others decide together with it and then until the learner does again.

    What came of it, a happening for each decision; ``turn`` is how many there were before in this step.
    """
    done = [_play(game, step, decision, turn)]
    while game.result is None and not _decides(game, step):
        done.append(_play(game, step, {}, turn + len(done)))
    return done


def _decides(game: Any, step: Step) -> bool:
    return not set(game.rules.to_move(game.state)).isdisjoint(learners(game, step))


def _play(game: Any, step: Step, decision: Decision, turn: int) -> Happening:
    rules, before, deciding = game.rules, game.state, game.rules.to_move(game.state)
    moves = {**partner_moves(game, step, turn), **decision}
    game.play(*(moves[seat] for seat in deciding))
    return Happening(rules, before, dict(zip(deciding, _last(game), strict=True)), game.state, game.last_events)


def _last(game: Any) -> tuple[Any, ...]:
    last = game.moves[-1]
    return last if isinstance(last, tuple) else (last,)


def answer(plan: Plan, at: int, game: Any) -> list[Decision] | None:
    """Decisions that meet the task of a step from where ``game`` stands, none where it has no task; None: not found.

    An attempt that is to be refused is the last decision, and is not legal.
    """
    step, teaching = plan.steps[at], teaching_of(plan.game)
    if not step.goal:
        return []
    own = learners(game, step)
    if (refused := _refused(step, game, teaching, own)) is not None:
        return [refused]
    for decision in _decisions(game, own):
        if _meets(game.branch(), step, decision, teaching, own):
            return [decision]
    return _by_luck(game, step, teaching, own)


def _refused(step: Step, game: Any, teaching: Teaching, own: Sequence[str]) -> Decision | None:
    """An attempt that is refused as the task asks."""
    if not any(map(asks_for_refusal, step.goal)):
        return None
    for seat in game.rules.to_move(game.state):
        for text in teaching.attempts(game.rules, game.state, seat) if seat in own else ():
            fault = game.why(seat, text)
            if fault is not None and is_met(step.goal, attempt(game, seat, text, fault.rule), teaching, own):
                return {seat: text}
    return None


def attempt(game: Any, seat: str, move: str, rule: str) -> Happening:
    """What it is to try a move that a rule refuses."""
    return Happening(game.rules, game.state, {seat: move}, game.state, refused=rule)


def _decisions(game: Any, own: Sequence[str]) -> Iterator[Decision]:
    seats = [seat for seat in game.rules.to_move(game.state) if seat in own]
    for moves in product(*(game.legal_moves(seat) for seat in seats)):
        yield {seat: str(move) for seat, move in zip(seats, moves, strict=True)}


def _meets(game: Any, step: Step, decision: Decision, teaching: Teaching, own: Sequence[str]) -> bool:
    return any(is_met(step.goal, done, teaching, own) for done in play(game, step, decision))


def _by_luck(game: Any, step: Step, teaching: Teaching, own: Sequence[str]) -> list[Decision] | None:
    """A task that takes several decisions: the shortest of many games played at random."""
    luck, best = random.Random(0), None
    for _ in range(_PLAYOUTS):
        twin, line, turn = game.branch(), list[Decision](), 0
        while twin.result is None and len(line) < (_DECISIONS if best is None else len(best) - 1):
            if line and (refused := _refused(step, twin, teaching, own)) is not None:
                best = [*line, refused]
                break
            seats = [seat for seat in twin.rules.to_move(twin.state) if seat in own]
            legal = {seat: twin.legal_moves(seat) for seat in seats}
            line.append({seat: str(moves[luck.randrange(len(moves))]) for seat, moves in legal.items()})
            happened = play(twin, step, line[-1], turn)
            turn += len(happened)
            if any(is_met(step.goal, done, teaching, own) for done in happened):
                best = line
                break
    return best


def unmet(plan: Plan) -> Iterator[int]:
    """The numbers (from 1) of the steps whose task nothing was found to meet."""
    for at, _, found in _walk(plan, 0, len(plan.steps)):
        if found is None:
            yield at + 1
