"""PettingZoo: the classes behind `sushi_go_v0`, `sushi_battle_v0` and `sushi_roll_v0`."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from okawari.envs.one_table import OneTable
from okawari.envs.spaces import action_space, cell_space, observation_space
from okawari.envs.tables import Rewards
from okawari.game.setting import Setting

RENDER_MODES = ("human", "ansi")
#: Far more steps than any game has.
NO_LIMIT = 1 << 30


class _Players:
    """What both interfaces share: the agents of one table, their spaces, and the table as text."""

    def __init__(
        self,
        name: str,
        menu: str,
        seats: int = 2,
        dessert: str | None = None,
        variant: str | None = None,
        must_have_maki: bool = False,
        *,
        reward: str = "win",
        reward_when: str = "final",
        critic: bool = False,
        illegal: str = "refuse",
        max_cycles: int = NO_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        self.setting = Setting.of(menu, seats, dessert, variant, must_have_maki)
        self.table = OneTable(self.setting, Rewards(reward, reward_when), illegal, critic)
        encoding = self.table.encoding
        self.cells, self.secret_cells, self.actions = encoding.cells, encoding.secret_cells, encoding.actions
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": True, "render_fps": 1}
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.cycles = 0
        self._spaces: dict[str, tuple[spaces.Dict, spaces.Discrete]] = {
            agent: (observation_space(encoding, critic), action_space(encoding)) for agent in self.possible_agents
        }
        self.state_space = cell_space(len(encoding.cells) + len(encoding.secret_cells))

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self._spaces[agent][1]

    def state(self) -> npt.NDArray[np.uint8]:
        """All that is on the table, hidden cards included: for critics."""
        return self.table.state()

    def as_dict(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The cells of an observation by block."""
        return self.table.encoding.as_dict(observation)

    def render(self) -> str | None:
        """The table as text, or nothing after it was printed."""
        if self.render_mode == "human":
            print(self.table.text())
            return None
        return self.table.text()

    def close(self) -> None:
        """Nothing is to be closed."""

    def _deal(self, seed: int | None) -> None:
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _info(self, agent: str) -> dict[str, Any]:
        seen = self.table.observation(self._seat(agent))
        return {"action_mask": seen["action_mask"], **self.table.result(self._seat(agent))}


class SushiParallelEnv(_Players, ParallelEnv[str, dict[str, Any], int]):
    """All agents act at once; one that has no choice while another has can only `wait`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game."""
        self._deal(seed)
        return self._all_seen(), {agent: self._info(agent) for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Play an action of every agent."""
        if not self.agents:
            raise RuntimeError("No game is being played. Call reset() first.")
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise ValueError(f"There is no action of {', '.join(missing)}.")
        self.table.step({self._seat(agent): int(actions[agent]) for agent in self.agents})
        self.cycles += 1
        over = self.table.over
        cut = self.cycles >= self.max_cycles and not over
        seen, infos = self._all_seen(), {agent: self._info(agent) for agent in self.agents}
        rewards = {agent: self.table.reward(self._seat(agent)) for agent in self.agents}
        ends = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        return seen, rewards, *ends, infos

    def _all_seen(self) -> dict[str, Any]:
        return {agent: self.table.observation(self._seat(agent)) for agent in self.agents}


class SushiTurnEnv(_Players, AECEnv[str, dict[str, Any], int | None]):
    """Agents act one after the other, each when it has a choice: for games that are played in turns.

    `max_cycles` is how many actions the game may have for each agent; then it is truncated.
    """

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent observes now."""
        return self.table.observation(self._seat(agent))

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is still in the game, so its action cannot be None.")
        self._cumulative_rewards[agent] = 0.0
        self.table.step({self._seat(agent): int(action)})
        self.cycles += 1
        over, cut = self.table.over, self.cycles >= self.max_cycles * len(self.possible_agents)
        for each in self.agents:
            self.rewards[each] = self.table.reward(self._seat(each))
            self.terminations[each] = over
            self.truncations[each] = cut and not over
            self.infos[each] = self._info(each)
        self._accumulate_rewards()
        if over or cut:
            self._deads_step_first()
            self.agent_selection = self.agents[0]
        else:
            self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self.table.acting[0]]


def makers(name: str, **fixed: Any) -> tuple[Any, Any]:
    """(env, parallel_env) of a game: functions that take the other arguments of a setting."""
    parallel = partial(SushiParallelEnv, name, **fixed)

    def env(**kwargs: Any) -> AECEnv[str, dict[str, Any], int | None]:
        made = parallel(**kwargs)
        if not made.setting.in_turns:
            return parallel_to_aec(made)
        return OrderEnforcingWrapper(SushiTurnEnv(name, **fixed | kwargs))

    return env, parallel
