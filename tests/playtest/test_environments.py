"""Games as PettingZoo environments: its own tests, what a seat may know, and rewards."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import hexwidgets as hw
from hexwidgets.playtest.environments import aec, parallel
from tests.games.toys import Line

MONSTER_HEX = {
    "two-duel": hw.MonsterHex("two-duel").rules,
    "three with everything": hw.MonsterHex("three", abilities=True, goals=True).rules,
    "two-shared": hw.MonsterHex("two-shared").rules,
}
DUELS = {"duel": hw.ArenaDuel().rules, "pursuit by choice": hw.ArenaDuel(pursuit="optional", max_turns=40).rules}
each_turns = pytest.mark.parametrize("rules", MONSTER_HEX.values(), ids=MONSTER_HEX)
each_duel = pytest.mark.parametrize("rules", DUELS.values(), ids=DUELS)


# PettingZoo's own games with action masks observe dicts too; its test knows them by name and warns of all others.
# Agents are the seats, by the names that they have everywhere.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:We recommend agents to be named")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@each_turns
def test_pettingzoos_tests_of_turns_pass(rules: Any) -> None:
    api_test(aec(rules), num_cycles=60)
    seed_test(lambda: aec(rules), num_cycles=20)


@each_duel
def test_pettingzoos_tests_of_deciding_together_pass(rules: Any) -> None:
    parallel_api_test(parallel(rules), num_cycles=60)
    parallel_seed_test(lambda: parallel(rules, illegal="lose"), num_cycles=20)


def played(env: Any, seed: int) -> dict[str, float]:
    """A random game to its end; returns what each seat was rewarded with in all."""
    rng, rewards = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        assert env.observation_space(agent).contains(observation)
        rewards[agent] += reward
        over = termination or truncation
        env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"])))
    return rewards


@each_turns
def test_the_mask_is_what_is_legal_and_rewards_are_those_of_the_result(rules: Any) -> None:
    env = aec(rules)
    for seed in range(4):
        rewards = played(env, seed)
        result = rules.result(env._table.state)
        assert sum(rewards.values()) == pytest.approx(0)
        assert {seat for seat, reward in rewards.items() if reward > 0} == set(result.winners)
        count = len(rules.seats)
        if len(result.winners) == 1:
            assert sorted(rewards.values()) == pytest.approx([-1 / (count - 1)] * (count - 1) + [1])


@each_turns
def test_a_deal_is_that_of_a_game_with_the_seed(rules: Any) -> None:
    env, game = aec(rules), hw.Game(rules, seed=11)
    env.reset(seed=11)
    assert env._table.state == game.state
    legal = {str(env.moves[action]) for action in np.flatnonzero(env.last()[0]["action_mask"])}
    assert legal == set(map(str, game.legal_moves()))


@each_turns
def test_an_observation_does_not_tell_what_is_hidden(rules: Any) -> None:
    """Others' hands, all decks, others' goals are dealt anew: what a seat observes stays the same, byte for byte."""
    env, rng = aec(rules), random.Random(3)
    env.reset(seed=5)
    compared = 0
    while env._table.deciding and compared < 12:
        seat, state = env.agent_selection, env._table.state
        before = env.observe(seat)
        other = rules.imagine(rules.hide(state, seat), rng)
        if other != state:
            env._table.state = other
            after = env.observe(seat)
            assert all(before[name].tobytes() == after[name].tobytes() for name in before)
            env._table.state, compared = state, compared + 1
        env.step(int(rng.choice(np.flatnonzero(before["action_mask"]).tolist())))
    assert compared >= 8


@each_turns
def test_an_observation_tells_the_own_hand(rules: Any) -> None:
    env = aec(rules)
    env.reset(seed=2)
    seat = env.agent_selection
    where, start = {}, 0
    for part in env.parts:
        where[part.name] = slice(start, start + part.size)
        start += part.size
    hand = env.observe(seat)["observation"][where["hand"]]
    held = [rules.units[tile % 16] for tile in np.flatnonzero(hand[:16])]
    bits = env._table.state.hand[rules.seats.index(seat)]
    assert held == [unit for tile, unit in enumerate(rules.units) if bits >> tile & 1]


def test_a_seat_that_has_nothing_to_decide_waits() -> None:
    env, rng, waited = parallel(DUELS["pursuit by choice"]), np.random.default_rng(1), 0
    for seed in range(6):
        observations, _ = env.reset(seed=seed)
        while env.agents:
            actions = {s: rng.choice(np.flatnonzero(o["action_mask"])) for s, o in observations.items()}
            waits = [seat for seat, action in actions.items() if action == len(env.moves)]
            assert waits == [seat for seat in env.agents if seat not in env._table.deciding]
            waited += len(waits)
            observations, rewards, *_ = env.step(actions)
        assert sum(rewards.values()) == 0
    assert waited


def test_what_is_not_legal_is_refused_with_the_rule_or_loses_where_that_was_asked_for() -> None:
    env = aec(MONSTER_HEX["two-duel"])
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    with pytest.raises(hw.IllegalMove, match="MH-"):
        env.step(illegal)
    with pytest.raises(ValueError, match="action of red: expected 0 to"):
        env.step(10**6)
    losing = aec(MONSTER_HEX["two-duel"], illegal="lose")
    losing.reset(seed=1)
    losing.step(illegal)
    assert losing.rewards == {"red": -1, "blue": 0}
    assert "MH-" in losing.infos["red"]["illegal"]
    duel = parallel(DUELS["duel"])
    duel.reset(seed=1)
    with pytest.raises(hw.IllegalMove, match="north has to decide now"):
        duel.step(dict.fromkeys(duel.agents, len(duel.moves)))


def test_a_game_can_be_cut_off() -> None:
    env = parallel(DUELS["duel"], max_cycles=2)
    observations, _ = env.reset(seed=1)
    for _ in range(2):
        actions = {s: int(np.flatnonzero(o["action_mask"])[0]) for s, o in observations.items()}
        observations, rewards, terminations, truncations, _ = env.step(actions)
    assert set(truncations.values()) == {True}
    assert set(terminations.values()) == {False}
    assert set(rewards.values()) == {0}


def test_what_cannot_be_an_environment_is_refused() -> None:
    with pytest.raises(ValueError, match="its seats decide at the same time"):
        aec(DUELS["duel"])
    with pytest.raises(ValueError, match="its seats decide one after the other"):
        parallel(MONSTER_HEX["two-duel"])
    with pytest.raises(ValueError, match="have no `learning`"):
        aec(Line())
    with pytest.raises(ValueError, match="unknown illegal 'ignore'"):
        aec(MONSTER_HEX["two-duel"], illegal="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_cycles: expected None or an integer from 1, got 0"):
        aec(MONSTER_HEX["two-duel"], max_cycles=0)
