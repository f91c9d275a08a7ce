"""Games as PettingZoo environments, for reinforcement learning: ``pip install 'hexwidgets[rl]'``.

`aec` makes an environment in which seats decide one after the other, `parallel` one in which they decide together.
Both know the same spaces, rewards and seeds:

- An action is the number of a move in ``env.moves``; ``env.moves[action]`` is the move. In `parallel` one more action,
  the last, is to wait, for a seat that has nothing to decide.
- An observation is a dict of ``"observation"``, a row of integers that holds what the seat may know and nothing
  else, and ``"action_mask"``, 1 for each action that is legal now. ``env.parts`` names the stretches of the row.
- Rewards are 0 until the game is over. Then the winner has 1 and the others share -1; where k of n seats win together
  each has (n - k) / k / (n - 1); where nobody wins all have 0.
- An action that is not legal raises `IllegalMove`. With ``illegal="lose"`` it ends the game instead, with -1 for
  who chose it and 0 for the others.
- A seed decides deals and dice as in a game of that seed; without one each game is another.
"""

from __future__ import annotations

import random
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from ..engine.dials import one_of
from ..engine.faults import Fault, IllegalMove, shorten
from ..engine.learning import Learning
from ..engine.rules import CHANCE, draw
from .tables import WORDS
from .variants import rules_of

__all__ = ["aec", "parallel"]

Illegal = Literal["raise", "lose"]


def aec(game: Any, *, illegal: Illegal = "raise", max_cycles: int | None = None) -> AECEnv[Any, Any, Any]:
    """An environment of a game whose seats decide one after the other, such as Monster Hex.

    ``game`` is a game or its rules; ``illegal`` is "raise" or "lose"; after ``max_cycles`` decisions a game is cut off
    (None: never). ``ValueError`` where seats decide at the same time or the rules have no ``learning``.

    >>> import hexwidgets as hw
    >>> from hexwidgets.playtest.environments import aec
    >>> env = aec(hw.MonsterHex("two-duel"))
    >>> env.reset(seed=7)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> action = int(observation["action_mask"].argmax())
    >>> env.step(action)
    >>> env.agent_selection
    'blue'
    """
    rules = rules_of(game)
    if rules.game_type.dynamics != "sequential":
        raise ValueError(f"{rules.game_type.name}: its seats decide at the same time; use parallel()")
    return _Turns(_Table(rules, illegal, max_cycles, waits=False))


def parallel(game: Any, *, illegal: Illegal = "raise", max_cycles: int | None = None) -> ParallelEnv[Any, Any, Any]:
    """An environment of a game whose seats decide at the same time, such as Arena Duel.

    Arguments are as for `aec`. Every seat acts at every step; one that has nothing to decide waits.

    >>> import hexwidgets as hw
    >>> from hexwidgets.playtest.environments import parallel
    >>> env = parallel(hw.ArenaDuel())
    >>> observations, infos = env.reset(seed=7)
    >>> actions = {seat: int(o["action_mask"].argmax()) for seat, o in observations.items()}
    >>> observations, rewards, terminations, truncations, infos = env.step(actions)
    >>> rewards
    {'north': 0.0, 'south': 0.0}
    """
    rules = rules_of(game)
    if rules.game_type.dynamics != "simultaneous":
        raise ValueError(f"{rules.game_type.name}: its seats decide one after the other; use aec()")
    return _Together(_Table(rules, illegal, max_cycles, waits=True))


class _Table:
    """A game in numbers: what both kinds of environments share."""

    def __init__(self, rules: Any, illegal: Illegal, max_cycles: int | None, *, waits: bool) -> None:
        learning: Learning | None = getattr(rules, "learning", None)
        if learning is None:
            raise ValueError(f"{rules.game_type.name}: its rules have no `learning`, see hexwidgets.engine.learning")
        self.rules, self.learning = rules, learning
        self.illegal = one_of("illegal", illegal, ("raise", "lose"))
        if max_cycles is not None and (isinstance(max_cycles, bool) or max_cycles < 1):
            raise ValueError(f"max_cycles: expected None or an integer from 1, got {shorten(max_cycles)}")
        self.max_cycles = max_cycles
        self.seats = list(rules.game_type.seats)
        self.moves, self.parts = learning.moves(rules), learning.parts(rules)
        self.number = {move: number for number, move in enumerate(self.moves)}
        self.wait = len(self.moves) if waits else None
        self.actions = len(self.moves) + waits
        low = np.concatenate([np.full(part.size, part.low) for part in self.parts]).astype(np.int32)
        high = np.concatenate([np.full(part.size, part.high) for part in self.parts]).astype(np.int32)
        self.observation_spaces = {
            seat: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (self.actions,), dtype=np.int8),
                }
            )
            for seat in self.seats
        }
        self.action_spaces = {seat: spaces.Discrete(self.actions) for seat in self.seats}
        name = f"hexwidgets_{rules.game_type.name}_v0"
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self.state: Any = None

    def reset(self, seed: int | None) -> None:
        self.seed = random.SystemRandom().getrandbits(48) if seed is None else seed
        self.state, self.draws, self.cycles = self.rules.initial(), 0, 0
        self._let_chance()

    def _let_chance(self) -> None:
        while tuple(self.rules.to_move(self.state)) == (CHANCE,):
            outcome = draw(self.rules, self.state, self.seed, self.draws)
            self.state, self.draws = self.rules.apply(self.state, outcome), self.draws + 1

    @property
    def deciding(self) -> tuple[str, ...]:
        return tuple(self.rules.to_move(self.state))

    def decide(self, moves: list[Any]) -> None:
        self.state, self.cycles = self.rules.apply(self.state, *moves), self.cycles + 1
        self._let_chance()

    @property
    def cut_off(self) -> bool:
        return self.max_cycles is not None and self.cycles >= self.max_cycles and bool(self.deciding)

    def observe(self, seat: str) -> dict[str, Any]:
        known = self.rules.hide(self.state, seat)
        mask = np.zeros(self.actions, np.int8)
        if seat in self.deciding:
            mask[[self.number[move] for move in self.rules.moves(self.state, seat)]] = 1
        elif self.wait is not None:
            mask[self.wait] = 1
        return {"observation": np.array(self.learning.observe(self.rules, seat, known), np.int32), "action_mask": mask}

    def read(self, seat: str, action: Any) -> Any:
        """The move of an action, None to wait; `IllegalMove` where it is not legal."""
        if not 0 <= int(action) < self.actions:
            raise ValueError(f"action of {seat}: expected 0 to {self.actions - 1}, got {shorten(action)}")
        if seat not in self.deciding:
            if int(action) != self.wait:
                raise IllegalMove(_nothing_to_decide(seat), action)
            return None
        if int(action) == self.wait:
            raise IllegalMove(_has_to_decide(seat), action)
        move = self.moves[int(action)]
        if fault := self.rules.fault(self.state, seat, move):
            raise IllegalMove(fault, move)
        return move

    def rewards(self) -> dict[str, float]:
        result, count = self.rules.result(self.state), len(self.seats)
        if result is None or not result.winners:
            return dict.fromkeys(self.seats, 0.0)
        won = len(result.winners)
        share = (count - won) / won / (count - 1)
        return {seat: share if seat in result.winners else -1 / (count - 1) for seat in self.seats}


class _Turns(AECEnv):  # type: ignore[misc]
    """See `aec`."""

    def __init__(self, table: _Table) -> None:
        super().__init__()
        self._table, self.metadata, self.render_mode = table, table.metadata, None
        self.possible_agents = list(table.seats)
        self.observation_spaces, self.action_spaces = table.observation_spaces, table.action_spaces

    moves = property(lambda self: self._table.moves, doc="Every move, by its action.")
    parts = property(lambda self: self._table.parts, doc="What an observation is made of, in order.")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        del options
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._table.deciding[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return self._table.observe(agent)

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        table, agent = self._table, self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        try:
            move = table.read(agent, action)
        except IllegalMove as error:
            if table.illegal == "raise":
                raise
            self.rewards = {seat: -1.0 if seat == agent else 0.0 for seat in self.agents}
            self.infos[agent] = {"illegal": str(error)}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            table.decide([move])
            self.rewards = table.rewards()
            self.terminations = dict.fromkeys(self.agents, not table.deciding)
            self.truncations = dict.fromkeys(self.agents, table.cut_off)
            self.agent_selection = table.deciding[0] if table.deciding else agent
        self._accumulate_rewards()
        if any(self.terminations.values()) or any(self.truncations.values()):
            self._deads_step_first()

    def render(self) -> None:
        """Nothing: a board of a game shows positions."""

    def close(self) -> None:
        """Nothing is held open."""


class _Together(ParallelEnv):  # type: ignore[misc]
    """See `parallel`."""

    def __init__(self, table: _Table) -> None:
        self._table, self.metadata, self.render_mode = table, table.metadata, None
        self.possible_agents = list(table.seats)
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = table.observation_spaces, table.action_spaces

    moves = property(lambda self: self._table.moves, doc="Every move, by its action; the action after them is to wait.")
    parts = property(lambda self: self._table.parts, doc="What an observation is made of, in order.")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        del options
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        table, agents = self._table, list(self.agents)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        moves: list[Any] = []
        for agent in agents:
            try:
                moves.append(table.read(agent, actions[agent]))
            except IllegalMove as error:
                if table.illegal == "raise":
                    raise
                infos[agent] = {"illegal": str(error)}
        lost = [agent for agent in agents if infos[agent]]
        if lost:
            rewards = {agent: -1.0 if agent in lost else 0.0 for agent in agents}
        else:
            table.decide([move for move in moves if move is not None])
            rewards = table.rewards()
        over, cut = bool(lost) or not table.deciding, not lost and table.cut_off
        observations = self._observations()
        if over or cut:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self._table.observe(agent) for agent in self.agents}

    def render(self) -> None:
        """Nothing: a board of a game shows positions."""

    def close(self) -> None:
        """Nothing is held open."""


def _nothing_to_decide(seat: str) -> Fault:
    return Fault("TURN", "turn.waits", {"seat": seat}, WORDS)


def _has_to_decide(seat: str) -> Fault:
    return Fault("TURN", "turn.due", {"seat": seat}, WORDS)
