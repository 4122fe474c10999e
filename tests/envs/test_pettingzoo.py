"""PettingZoo's own tests, for every game; and what its users see of a game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from okawari.encoding import Encoding
from okawari.envs import pages, sushi_battle_v0, sushi_go_v0, sushi_roll_v0
from okawari.game import Setting
from okawari.game.choices import every_setting
from tests.encoding.test_encoding import COVER, name

MODULES = {"draft": sushi_go_v0, "battle": sushi_battle_v0, "roll": sushi_roll_v0}


@pytest.fixture(autouse=True)
def quiet(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """PettingZoo's tests print, and warn of what cells and masks are: vectors of integers."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pettingzoo")
        yield
    capsys.readouterr()


def makers(setting: Setting, **more: Any) -> tuple[Any, Any]:
    """(env, parallel_env) for a setting."""
    module = MODULES[setting.table_kind]
    return partial(module.env, **setting.to_json(), **more), partial(module.parallel_env, **setting.to_json(), **more)


def check(setting: Setting) -> None:
    env, parallel_env = makers(setting)
    api_test(env(), num_cycles=150)
    parallel_api_test(parallel_env(), num_cycles=150)
    seed_test(env, num_cycles=20)
    # PettingZoo's test of parallel environments plays illegal actions.
    parallel_seed_test(partial(parallel_env, illegal="replace"), num_cycles=20)


@pytest.mark.parametrize("setting", COVER, ids=name)
def test_api_and_seeds(setting: Setting) -> None:
    check(setting)


@pytest.mark.slow
@pytest.mark.parametrize("setting", every_setting(), ids=name)
def test_api_and_seeds_everywhere(setting: Setting) -> None:
    check(setting)


@pytest.mark.parametrize("setting", [each for each in COVER if not each.in_turns], ids=name)
def test_max_cycles(setting: Setting) -> None:
    """PettingZoo's test plays illegal actions."""
    env, parallel_env = makers(setting, illegal="replace")
    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


@pytest.mark.parametrize("setting", [each for each in COVER if each.in_turns], ids=name)
def test_max_cycles_in_turns(setting: Setting) -> None:
    """PettingZoo's test expects as many actions of each agent; here one may act several times in its turn."""
    env = makers(setting, max_cycles=4)[0]()
    env.reset(seed=1)
    actions = 0
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        assert not over
        actions += not cut
        env.step(None if cut else env.action_space(agent).sample(seen["action_mask"]))
    assert actions == 4 * setting.seats


@pytest.mark.parametrize("setting", COVER, ids=name)
def test_render(setting: Setting) -> None:
    env, _ = makers(setting)
    render_test(env)


@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_the_page_of_a_module_lists_its_cells_and_actions(module: Any) -> None:
    env = module.parallel_env()
    encoding = Encoding.of(env.setting)
    assert pages.cell_table(encoding) in module.__doc__
    assert pages.action_table(encoding) in module.__doc__
    agent = env.possible_agents[0]
    assert env.observation_space(agent)["observation"].shape == (len(env.cells),)
    assert env.action_space(agent).n == len(env.actions)


def test_a_whole_game_is_won_by_somebody_and_told_in_infos() -> None:
    env = sushi_roll_v0.env(seats=3, reward="points", reward_when="round")
    env.reset(seed=3)
    total: dict[str, float] = dict.fromkeys(env.agents, 0.0)
    final = {}
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        total[agent] += reward
        if over:
            final[agent] = info
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
    assert {agent: info["points"] for agent, info in final.items()} == total
    assert sum(info["share"] for info in final.values()) == pytest.approx(1)


def test_an_illegal_action_is_refused_with_a_reason_and_changes_nothing() -> None:
    env = sushi_go_v0.parallel_env()
    seen, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(seen["player_1"]["action_mask"] == 0)[0])
    legal = int(np.flatnonzero(seen["player_0"]["action_mask"])[0])
    before = env.state()
    with pytest.raises(ValueError, match=rf"Action {illegal} \({env.actions[illegal]}\) of row 1 is not legal"):
        env.step({"player_0": legal, "player_1": illegal})
    assert (env.state() == before).all()
    with pytest.raises(ValueError, match="no action of player_1"):
        env.step({"player_0": legal})


def test_text_of_a_table() -> None:
    env = sushi_go_v0.parallel_env(render_mode="ansi")
    env.reset(seed=1)
    first, *players = env.render().splitlines()
    assert first == "sushi-go-first, round 1, turn 1"
    assert [line.split(":")[0] for line in players] == ["player_0", "player_1"]
    assert all(len(line.rpartition("hand: ")[2].split()) == 10 for line in players)
