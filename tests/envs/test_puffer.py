"""The contract of PufferLib's native environments."""

from __future__ import annotations

import numpy as np
import pytest

from okawari.envs.puffer import SushiPufferEnv


def test_buffers_from_outside_are_filled_in_place() -> None:
    shape = SushiPufferEnv(tables=8, seats=3).observations.shape
    buffers: dict[str, np.ndarray] = {
        "observations": np.zeros(shape, np.uint8),
        "rewards": np.zeros(24, np.float32),
        "terminals": np.zeros(24, np.bool_),
        "truncations": np.zeros(24, np.bool_),
        "masks": np.ones(24, np.bool_),
        "actions": np.zeros(24, np.int32),
    }
    env = SushiPufferEnv(tables=8, seats=3, buf=buffers, seed=4)
    observations, infos = env.reset()
    assert observations is buffers["observations"]
    assert infos == []
    assert observations[:, :12].sum() == 8 * 3 * 9
    for _ in range(24):
        observations, rewards, terminals, truncations, infos = env.step(env.random_actions())
        assert observations is buffers["observations"]
        assert rewards is buffers["rewards"]
        assert not truncations.any()
    assert terminals.all()
    assert rewards.sum() == pytest.approx(8)
    assert infos == [{"points": pytest.approx(infos[0]["points"]), "share": pytest.approx(1 / 3), "games": 8}]
    assert observations[:, :12].sum() == 8 * 3 * 9, "games are dealt anew by themselves"


def test_the_mask_follows_the_cells() -> None:
    env = SushiPufferEnv(tables=5, menu="sushi-roll")
    observations, _ = env.reset(seed=1)
    assert observations.shape[1] == len(env.cells) + env.single_action_space.n
    masks = observations[:, len(env.cells) :]
    assert set(np.unique(masks)) == {0, 1}
    assert masks.any(axis=1).all()


def test_illegal_actions_are_replaced_by_legal_ones() -> None:
    env = SushiPufferEnv(tables=20)
    env.reset(seed=1)
    for action in range(27):
        env.step(np.full(40, action))
    assert env.terminals.all()


def test_send_and_recv() -> None:
    env = SushiPufferEnv(tables=3)
    env.async_reset(seed=2)
    env.send(env.random_actions())
    observations, rewards, terminals, truncations, infos, agents, masks = env.recv()
    assert observations.shape[0] == len(rewards) == len(terminals) == len(truncations) == env.num_agents == 6
    assert infos == []
    assert (agents == np.arange(6)).all()
    assert masks.all()
    assert env.driver_env is env
    env.close()


def test_a_wrong_buffer_is_refused() -> None:
    env = SushiPufferEnv(tables=3)
    wrong = {name: getattr(env, name) for name in ("observations", "terminals", "truncations", "masks", "actions")}
    with pytest.raises(ValueError, match="rewards is float64"):
        SushiPufferEnv(tables=3, buf=wrong | {"rewards": np.zeros(6)})
