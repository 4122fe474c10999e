"""Gymnasium's own checks, and what its users see: one agent at a table with bots."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from okawari import bots, envs
from okawari.envs.gym import SushiEnv
from okawari.game import Setting
from tests.encoding.test_encoding import COVER, name


def play(env: Any, seed: int) -> tuple[list[float], dict[str, Any]]:
    """The rewards of a game in which the agent plays the first legal action, and the last info."""
    seen, info = env.reset(seed=seed)
    rewards: list[float] = []
    over = False
    while not over:
        assert (seen["action_mask"] == info["action_mask"]).all()
        seen, reward, over, cut, info = env.step(int(np.argmax(seen["action_mask"])))
        assert not cut
        rewards.append(reward)
    return rewards, info


@pytest.mark.parametrize("game", envs.GAMES)
def test_registered_environments_pass_gymnasiums_check(game: str) -> None:
    env = gymnasium.make(f"okawari/{game}-v0", illegal="replace", render_mode="ansi")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="gymnasium")
        check_env(env.unwrapped)


@pytest.mark.parametrize("setting", COVER, ids=name)
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_a_game_against_bots_ends_and_is_the_same_again(setting: Setting, opponent: str) -> None:
    env = SushiEnv(**setting.to_json(), opponents=opponent, reward="points", reward_when="round")
    rewards, info = play(env, seed=4)
    assert sum(rewards) == info["points"] * setting.variant_rules.sign
    assert play(env, seed=4)[0] == rewards
    if setting.turns and not setting.in_turns and not setting.variant_rules.extra_plate:
        assert len(rewards) == 3 * (setting.turns - 1)


def test_the_win_is_shared_out_among_agent_and_bots() -> None:
    env = gymnasium.make("okawari/SushiGo-v0", seats=3, opponents=["random", "greedy"])
    shares = []
    for seed in range(8):
        rewards, info = play(env, seed)
        assert rewards[:-1] == [0.0] * (len(rewards) - 1)
        assert rewards[-1] == pytest.approx(info["share"])
        shares.append(info["share"])
    assert 0.0 in shares


def test_any_bot_can_be_an_opponent() -> None:
    own = bots.make("tree:budget=20", 1)
    _, info = play(SushiEnv(seats=3, opponents=[own, "pip"]), seed=1)
    assert 0 <= info["share"] <= 1


def test_wrong_arguments_say_what_would_be_right() -> None:
    for arguments, message in (
        ({"opponents": "sommelier"}, "no bot called 'sommelier'. Choose one of: pip"),
        ({"opponents": ["greedy", "greedy"]}, "2 opponents; with 2 seats there must be 1"),
        ({"seat": 2}, "seat is 2; it can be 0 to 1"),
        ({"reward": "glory"}, "reward is 'glory'; it can be win, margin, points"),
        ({"reward_when": "soon"}, "it can be final or round"),
        ({"illegal": "ignore"}, "it can be refuse or replace"),
    ):
        with pytest.raises(ValueError, match=message):
            SushiEnv(**arguments)


def test_a_step_before_the_first_reset_or_after_the_end_is_refused() -> None:
    env = SushiEnv()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    play(env, 1)
    with pytest.raises(RuntimeError, match="over"):
        env.step(0)


def test_secrets_are_there_for_critics_only() -> None:
    seen, _ = SushiEnv().reset(seed=1)
    assert "secrets" not in seen
    env = SushiEnv(critic=True)
    seen, _ = env.reset(seed=1)
    assert seen in env.observation_space
    assert seen["secrets"].sum() == 10
