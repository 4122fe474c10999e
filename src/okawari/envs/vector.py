"""Gymnasium's vector environment over one array of tables.

Stepping, masks, observations, rewards and resets happen in compiled kernels, on all cores if there are many tables, and
are written into buffers that are allocated once.

```python
>>> import gymnasium, okawari.envs
>>> envs = gymnasium.make_vec("okawari/SushiGo-v0", num_envs=1000, opponents="tuned")
>>> seen, info = envs.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"].shape
((1000, 133), (1000, 93))
>>> seen, rewards, over, _, info = envs.step(envs.unwrapped.random_actions())

```

With `opponents=None` every seat is an agent (self-play): `num_envs` is then the number of agents, a multiple of the
seats, and the agents of a table are rows that follow each other. An agent that has no choice while another has (sushi
battle, Sushi Roll, the dummy) may only `wait`.

| argument | meaning |
|---|---|
| `num_envs` | how many agents |
| `menu`, `seats`, `dessert`, `variant`, `must_have_maki` | the setting, as in `okawari.new` |
| `opponents` | a bot for all other seats, or a list of bots: `random`, `greedy`, `tuned`; None for self-play |
| `seat` | the seat of the agent, if there are opponents |
| `reward`, `reward_when`, `critic`, `illegal` | as in `okawari.envs.gym` |
| `autoreset_mode` | Gymnasium's: `NextStep` (the default), `SameStep`, `Disabled` |
| `copy` | whether arrays are copied before they are returned; without, the next step overwrites them |
| `cores` | how many cores to use; all, if it is left out |

Autoreset is as Gymnasium defines it. `NextStep`: the step after the last one of a game deals a new one, and its action
is not looked at. `SameStep`: a new game is dealt at once; `info["final_obs"]` has the last observation, and
`info["final_info"]` what `info` had. `Disabled`: `reset(options={"reset_mask": …})` deals the games anew that the mask
names.

`info` has `action_mask`, and in steps that end games `points` and `share` (of the win), with `_points` and `_share`
saying for which rows.

History: v0, the first version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from okawari.envs.spaces import action_space, observation_space
from okawari.envs.tables import Rewards, Tables
from okawari.game.setting import Setting

Arrays = dict[str, npt.NDArray[Any]]


class SushiVectorEnv(VectorEnv[Arrays, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many tables in one array: see the module."""

    def __init__(
        self,
        num_envs: int = 1,
        menu: str = "sushi-go-first",
        seats: int = 2,
        dessert: str | None = None,
        variant: str | None = None,
        must_have_maki: bool = False,
        *,
        opponents: str | Sequence[str] | None = "tuned",
        seat: int = 0,
        reward: str = "win",
        reward_when: str = "final",
        critic: bool = False,
        illegal: str = "refuse",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        cores: int | None = None,
    ) -> None:
        setting = Setting.of(menu, seats, dessert, variant, must_have_maki)
        agents = seats if opponents is None else 1
        if num_envs % agents:
            raise ValueError(f"num_envs is {num_envs}; in self-play with {seats} seats it is a multiple of {seats}.")
        self.setting, self.critic, self.copy = setting, critic, copy
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.tables = Tables(
            setting,
            num_envs // agents,
            opponents=opponents,
            seat=seat,
            rewards=Rewards(reward, reward_when),
            autoreset=self.mode.value,
            secrets=critic,
            illegal=illegal,
            cores=cores,
        )
        self.num_envs = num_envs
        encoding = self.tables.encoding
        self.cells, self.secret_cells, self.actions = encoding.cells, encoding.secret_cells, encoding.actions
        self.single_observation_space = observation_space(encoding, critic)
        self.single_action_space = action_space(encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._truncations = np.zeros(num_envs, np.bool_)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Deal all games anew, or those of `options["reset_mask"]`. An integer seeds game i with seed + i."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        wanted = self._wanted((options or {}).get("reset_mask"))
        self.tables.reset(self._seeds(seed), wanted)
        self._begun = True
        return self._seen(), {"action_mask": self._given(self.tables.buffers.masks)}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Arrays, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play an action of each agent."""
        if not self._begun:
            raise RuntimeError("No game has begun. Call reset() first.")
        buffers = self.tables.buffers
        if self.mode == AutoresetMode.DISABLED and buffers.terminations.any():
            row = int(np.flatnonzero(buffers.terminations)[0])
            raise RuntimeError(f'The game of row {row} is over. Call reset(options={{"reset_mask": …}}) first.')
        self.tables.step(actions)
        over = self._given(buffers.terminations)
        return self._seen(), self._given(buffers.rewards), over, self._given(self._truncations), self._info()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each agent, chosen in compiled code; the next call overwrites it."""
        return self.tables.random_actions()

    def as_dict(self, observations: npt.NDArray[Any]) -> Arrays:
        """The cells of observations by block."""
        return self.tables.encoding.as_dict(observations)

    def _given(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return values.copy() if self.copy else values

    def _seen(self) -> Arrays:
        buffers = self.tables.buffers
        return self._parts(*map(self._given, (buffers.observations, buffers.masks, buffers.secrets)))

    def _parts(self, cells: npt.NDArray[Any], masks: npt.NDArray[Any], secrets: npt.NDArray[Any]) -> Arrays:
        seen = {"observation": cells, "action_mask": masks}
        return seen | ({"secrets": secrets} if self.critic else {})

    def _info(self) -> dict[str, Any]:
        buffers = self.tables.buffers
        info: dict[str, Any] = {"action_mask": self._given(buffers.masks)}
        over = buffers.terminations
        if not over.any():
            return info
        ended = over.copy()
        result = {"points": buffers.points.copy(), "_points": ended, "share": buffers.shares.copy(), "_share": ended}
        if self.mode != AutoresetMode.SAME_STEP:
            return info | result
        return info | {
            "final_obs": self._final(ended),
            "_final_obs": ended,
            "final_info": result,
            "_final_info": ended,
        }

    def _final(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        """The last observation of each game that has ended, as an array of objects; None elsewhere."""
        final = np.full(self.num_envs, None, object)
        buffers = self.tables.buffers
        mask = np.zeros(buffers.masks.shape[1], np.int8)
        mask[self.tables.play.wait] = 1
        for row in np.flatnonzero(ended):
            final[row] = self._parts(buffers.final[row].copy(), mask, buffers.final_secrets[row].copy())
        return final

    def _seeds(self, seed: int | Sequence[int | None] | None) -> npt.NDArray[np.int64]:
        """The seed of each table: negative where its luck goes on."""
        tables, agents = self.tables.n, self.tables.agents
        if seed is None:
            if self._begun:
                return np.full(tables, -1, np.int64)
            return self.np_random.integers(1 << 62, size=tables)
        if isinstance(seed, int | np.integer):
            return np.arange(int(seed), int(seed) + tables, dtype=np.int64)
        if len(seed) != self.num_envs:
            raise ValueError(f"There are {len(seed)} seeds; there must be num_envs={self.num_envs}.")
        return np.array([-1 if each is None else each for each in seed[::agents]], np.int64)

    def _wanted(self, mask: Any) -> npt.NDArray[np.bool_] | None:
        """The tables that a reset mask names; None for all."""
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f'options["reset_mask"] must be an array of {self.num_envs} booleans.')
        if not mask.any():
            raise ValueError('options["reset_mask"] names no game.')
        rows = mask.reshape(self.tables.n, self.tables.agents)
        if (rows.any(axis=1) != rows.all(axis=1)).any():
            raise ValueError('options["reset_mask"] must have the same value for all agents of a table.')
        wanted: npt.NDArray[np.bool_] = rows[:, 0].copy()
        return wanted
