"""The vector environment plays what the engine plays, and resets as Gymnasium says."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import okawari.envs
from okawari.envs.tables import Tables
from okawari.envs.vector import SushiVectorEnv
from okawari.game import Setting, bulk
from okawari.rules.dealer import QUICK
from okawari.rules.table_kernels import new_dealer
from tests.encoding.test_encoding import COVER, name

assert okawari.envs.GAMES


def steps(envs: SushiVectorEnv, n: int) -> Any:
    """The results of n steps with random actions."""
    for _ in range(n):
        yield envs.step(envs.random_actions())


@pytest.mark.parametrize("setting", [each for each in COVER if not each.variant_rules.extra_plate], ids=name)
def test_a_step_is_a_step_of_the_engine(setting: Setting) -> None:
    """The tables are those of `bulk` after the same moves, and rewards are the points that were scored."""
    envs = SushiVectorEnv(
        24 * setting.seats,
        **setting.to_json(),
        opponents=None,
        reward="points",
        reward_when="round",
        autoreset_mode="Disabled",
    )
    envs.reset(seed=3)
    tables = envs.tables.tables
    sums = np.zeros(envs.num_envs)
    while not bulk.over(tables).any():
        actions = envs.random_actions().copy()
        moves = np.take_along_axis(envs.tables.encoding.move_of, actions.reshape(24, -1).T, axis=1).T
        expected = tables.copy()
        problems = np.zeros(24, np.int16)
        setting.kernels.step_many(expected, new_dealer(QUICK), np.ascontiguousarray(moves), problems, 0, 24)
        _, rewards, over, _, _ = envs.step(actions)
        assert not problems.any()
        for field in expected.dtype.names or ():
            assert (tables[field] == expected[field]).all(), field
        sums += rewards
        assert (over == np.repeat(bulk.over(tables), setting.seats)).all()
    ended = np.flatnonzero(over)
    points = tables["points"][:, : setting.seats].ravel() * setting.variant_rules.sign
    assert (sums[ended] == points[ended]).all()


@pytest.mark.parametrize("setting", COVER, ids=name)
@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_in_every_step_every_agent_has_a_legal_action(setting: Setting, opponents: str | None) -> None:
    envs = SushiVectorEnv(6 * setting.seats, **setting.to_json(), opponents=opponents)
    envs.reset(seed=1)
    ended = 0
    for seen, _, over, _, info in steps(envs, 120):
        assert seen["action_mask"].any(axis=1).all()
        assert (info["action_mask"] == seen["action_mask"]).all()
        ended += int(over.sum())
        wait = envs.tables.encoding.wait
        if opponents and wait is not None:
            assert not seen["action_mask"][~over, wait].any(), "an agent among bots never waits"
    assert ended > 0


def test_next_step_autoreset() -> None:
    envs = SushiVectorEnv(4, opponents="random", reward="points")
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    envs.reset(seed=1)
    *_, (last, _, over, cut, info) = steps(envs, 27)
    assert over.all()
    assert not cut.any()
    assert info["_points"].all()
    assert (last["observation"][:, :12] == 0).all()
    seen, rewards, over, _, _ = envs.step(np.zeros(4, np.int64))
    assert not over.any()
    assert not rewards.any()
    assert (seen["observation"][:, :12].sum(axis=1) == 10).all()


def test_same_step_autoreset() -> None:
    envs = SushiVectorEnv(4, opponents="random", autoreset_mode=AutoresetMode.SAME_STEP, critic=True)
    envs.reset(seed=1)
    *_, (seen, rewards, over, _, info) = steps(envs, 27)
    assert over.all()
    assert (seen["observation"][:, :12].sum(axis=1) == 10).all()
    assert all(final in envs.single_observation_space for final in info["final_obs"])
    assert all((final["observation"][:12] == 0).all() for final in info["final_obs"])
    assert (info["final_info"]["share"] == rewards).all()
    *_, (_, _, over, _, info) = steps(envs, 1)
    assert not over.any()
    assert "final_obs" not in info


def test_no_autoreset() -> None:
    envs = SushiVectorEnv(6, seats=3, opponents=None, autoreset_mode="Disabled")
    envs.reset(seed=1)
    *_, (first, _, over, _, _) = steps(envs, 24)
    assert over.all()
    with pytest.raises(RuntimeError, match="row 0 is over"):
        envs.step(np.zeros(6, np.int64))
    with pytest.raises(ValueError, match="same value for all agents of a table"):
        envs.reset(options={"reset_mask": np.arange(6) < 4})
    with pytest.raises(ValueError, match="names no game"):
        envs.reset(options={"reset_mask": np.zeros(6, np.bool_)})
    with pytest.raises(ValueError, match="6 booleans"):
        envs.reset(options={"reset_mask": [True] * 6})
    seen, _ = envs.reset(options={"reset_mask": np.arange(6) >= 3})
    assert (seen["observation"][:3] == first["observation"][:3]).all()
    assert (seen["observation"][3:, :12].sum(axis=1) == 9).all()


def test_seeds() -> None:
    """Game i of a seed is the first game of seed + i; a list has a seed for each; without one, luck goes on."""
    envs = SushiVectorEnv(3, opponents="tuned")
    together, _ = envs.reset(seed=5)
    alone = [SushiVectorEnv(1, opponents="tuned").reset(seed=seed)[0]["observation"][0] for seed in (5, 6, 7)]
    assert (together["observation"] == alone).all()
    listed, _ = envs.reset(seed=[7, 6, 5])
    assert (listed["observation"] == alone[::-1]).all()
    other, _ = envs.reset()
    assert not (other["observation"] == listed["observation"]).all()
    with pytest.raises(ValueError, match="num_envs=3"):
        envs.reset(seed=[1, 2])


def test_the_same_games_on_any_number_of_cores() -> None:
    one, two = (SushiVectorEnv(9000, opponents="tuned", cores=cores) for cores in (1, 2))
    for envs in (one, two):
        envs.reset(seed=2)
    for _ in range(30):
        results = [envs.step(envs.random_actions()) for envs in (one, two)]
        assert (results[0][0]["observation"] == results[1][0]["observation"]).all()
        assert (results[0][1] == results[1][1]).all()


def test_bots_do_not_change_the_deals() -> None:
    """Games of one seed have the same hands whoever plays, so that players can be compared on them."""
    weak, strong = (SushiVectorEnv(50, opponents=bot) for bot in ("random", "tuned"))
    assert (weak.reset(seed=1)[0]["observation"] == strong.reset(seed=1)[0]["observation"]).all()
    (
        *_,
        (after_weak, *_),
    ) = steps(weak, 9)
    (
        *_,
        (after_strong, *_),
    ) = steps(strong, 9)
    hands = slice(0, 12)
    assert (after_weak["observation"][:, hands] == after_strong["observation"][:, hands]).all()


def test_arrays_can_be_used_without_a_copy() -> None:
    envs = SushiVectorEnv(4, copy=False)
    first, _ = envs.reset(seed=1)
    before = first["observation"].copy()
    seen, *_ = envs.step(envs.random_actions())
    assert np.shares_memory(first["observation"], seen["observation"])
    assert (first["observation"] != before).any()


def test_make_vec_knows_it() -> None:
    envs = gymnasium.make_vec("okawari/SushiRoll-v0", num_envs=5, opponents="greedy")
    assert isinstance(envs.unwrapped, SushiVectorEnv)
    seen, _ = envs.reset(seed=1)
    assert seen in envs.observation_space
    assert envs.action_space.contains(envs.unwrapped.random_actions())


def test_bots_beat_random_actions() -> None:
    def share(opponent: str) -> float:
        tables = Tables(Setting.of("sushi-go-first", 2), 400, opponents=[opponent])
        tables.reset(np.arange(400))
        for _ in range(27):
            tables.step(tables.random_actions())
        assert tables.buffers.terminations.all()
        return float(tables.buffers.shares.mean())

    assert share("random") > 0.4
    assert share("greedy") < 0.1
    assert share("tuned") < 0.1


def test_wrong_arguments_say_what_would_be_right() -> None:
    with pytest.raises(ValueError, match="multiple of 3"):
        SushiVectorEnv(4, seats=3, opponents=None)
    with pytest.raises(ValueError, match="'oba' cannot play inside kernels; random, greedy"):
        SushiVectorEnv(4, opponents="oba")
    with pytest.raises(RuntimeError, match="reset"):
        SushiVectorEnv(4).step(np.zeros(4, np.int64))
