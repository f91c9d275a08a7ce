"""One game played by bots: what a bot sees, and a loop that names whatever a bot does wrong.

A bot is any callable ``bot(view) -> move`` (a move or its text). It meets a `SeatView` and nothing else.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType
from typing import Any

from ..engine.faults import IllegalMove, shorten
from ..engine.players import Bot, SeatView, seat_view
from ..engine.playout import NO_LEADER
from ..engine.rules import CHANCE, Result, draw

__all__ = ["LONGEST", "Played", "SimulationError", "play"]

# Decisions after which a game is taken to have no end.
LONGEST = 100_000


class SimulationError(RuntimeError):
    """A bot raised an error, played an illegal move, or would not come to an end; the game can be replayed.

    Attributes: ``seat``, ``ply`` (decisions made before), ``seed`` (of the game), and ``moves``, a tuple of texts
    for each decision. ``game = hw.MonsterHex(..., seed=error.seed)`` and ``game.play(*texts)`` for each of
    ``moves`` lead to the position the bot was asked in.
    """

    def __init__(self, problem: str, seat: str, ply: int, seed: int, moves: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(problem, seat, ply, seed, moves)
        self.problem, self.seat, self.ply, self.seed, self.moves = problem, seat, ply, seed, moves
        self.variant, self.game = "", -1

    def __str__(self) -> str:
        where = f"variant {self.variant!r}, game {self.game}, " if self.variant else ""
        return f"{self.problem} ({where}seed {self.seed}, ply {self.ply}, seat {self.seat!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args, {"variant": self.variant, "game": self.game}


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end; the numbers are those of `engine.playout.MEASURES`.

    ``tally`` is what the rules counted of it, see `engine.tally`; empty where they count nothing.
    """

    result: Result
    length: int
    choices: int
    choosers: int
    lead_changes: int
    last_lead_change: int
    scores: Mapping[str, int]
    tally: list[int]


def play(rules: Any, start: Any, bots: Mapping[str, Bot | None], seed: int) -> Played:
    """Play from ``start`` to the end. ``bots`` has a bot for each seat, None for random moves.

    The seed decides everything: chance as in a `Game` of that seed, random moves, and what bots draw from
    Python's ``random``. An object is copied for each game, so that none learns from another, and a ``random.Random``
    among its attributes is seeded anew; where it has a method ``reseeded(seed)``, that makes the bot for one game.
    """
    random.seed(f"{seed}/bots")
    players = {seat: _for_one_game(bots[seat], f"{seed}/{seat}") for seat in rules.game_type.seats}
    scores = getattr(rules, "scores", _no_scores)
    apply, tally = _counting(rules)
    told: list[tuple[str, ...]] = []
    state, draws, lead = start, 0, _Lead()
    choices = choosers = 0
    while True:
        while (deciding := tuple(rules.to_move(state))) == (CHANCE,):
            state, draws = apply(state, draw(rules, state, seed, draws)), draws + 1
        lead.note(scores(state), len(told))
        if not deciding:
            break
        if len(told) == LONGEST:
            problem = f"the game is not over after {LONGEST:,} decisions; limit it by a rule (such as max_turns)"
            raise SimulationError(problem, deciding[0], len(told), seed, ())
        moves = []
        for seat in deciding:
            view = seat_view(rules, state, seat, len(told))
            choices, choosers = choices + len(view.legal_moves()), choosers + 1
            try:
                moves.append(_decide(players[seat], view))
            except _Mistake as mistake:
                problem = f"{mistake}{_why(rules, state, seat, mistake.move)}" if mistake.illegal else str(mistake)
                raise SimulationError(problem, seat, len(told), seed, tuple(told)) from mistake.__cause__
        state = apply(state, *moves)
        told.append(tuple(map(str, moves)))
    result = rules.result(state)
    if tally:
        rules.random_play.kernels.close(rules.table, state, tally)
    return Played(result, len(told), choices, choosers, lead.changes, lead.last_change, dict(scores(state)), tally)


def _counting(rules: Any) -> tuple[Callable[..., Any], list[int]]:
    """``rules.apply`` that counts as it goes, and where to; no more than ``rules.apply`` where rules count nothing."""
    random_play = getattr(rules, "random_play", None)
    if random_play is None:
        return rules.apply, []
    counts = random_play.tally
    tally = [0] * (2 * counts.keys + counts.room)
    return lambda state, *moves: counts.follow(rules, state, moves, tally), tally


def _no_scores(_state: Any) -> dict[str, int]:
    return {}


class _Mistake(Exception):
    """What a bot did wrong, in words; ``illegal`` where it played ``move``, which no legal move is."""

    def __init__(self, said: str, move: Any = None, illegal: bool = False) -> None:
        super().__init__(said)
        self.move, self.illegal = move, illegal


def _decide(player: Bot | random.Random, view: SeatView) -> Any:
    legal = view.legal_moves()
    if isinstance(player, random.Random):
        return legal[player.randrange(len(legal))]
    name = bot_name(player)
    try:
        move = player(view)
    except Exception as error:
        raise _Mistake(f"bot {name!r} raised {type(error).__name__}: {error}") from error
    for known in legal:
        if known == move or (isinstance(move, str) and str(known) == move):
            return known
    raise _Mistake(f"bot {name!r} played {shorten(move)}, which is not legal: ", move, illegal=True)


def _why(rules: Any, state: Any, seat: str, move: Any) -> str:
    parse = getattr(rules, "parse", None)
    try:
        read = parse(state, seat, move) if parse and isinstance(move, str) else move
    except IllegalMove as error:
        return str(error)
    fault = rules.fault(state, seat, read)
    return f"{fault.rule}: {fault}" if fault else "it is none of view.legal_moves()"


def _for_one_game(bot: Bot | None, seed: str) -> Bot | random.Random:
    if bot is None:
        return random.Random(seed)
    if isinstance(bot, FunctionType | BuiltinFunctionType | type):
        return bot
    reseeded = getattr(bot, "reseeded", None)
    if reseeded is not None:
        made: Bot = reseeded(random.Random(seed).getrandbits(48))
        return made
    twin = copy.deepcopy(bot)
    for name, value in getattr(twin, "__dict__", {}).items():
        if isinstance(value, random.Random):
            value.seed(f"{seed}/{name}")
    return twin


def bot_name(bot: Bot | None) -> str:
    """What a bot is called in reports: its ``name``, a function's name, or its class's."""
    if bot is None:
        return "random"
    name = getattr(bot, "name", None) or getattr(bot, "__name__", None)
    return name if isinstance(name, str) else type(bot).__name__


class _Lead:
    """Who is ahead of all others, and when that changed."""

    def __init__(self) -> None:
        self.leader: Any = NO_LEADER
        self.changes = self.last_change = 0

    def note(self, scores: Mapping[str, int], ply: int) -> None:
        best = max(scores.values(), default=0)
        ahead: Sequence[str] = [name for name, points in scores.items() if points == best]
        if len(ahead) == 1 and ahead[0] != self.leader:
            if self.leader != NO_LEADER:
                self.changes, self.last_change = self.changes + 1, ply
            self.leader = ahead[0]
