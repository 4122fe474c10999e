"""PufferLib: its native interface, without its package.

Buffers are given from outside, or allocated once, and filled in place; games are dealt anew by themselves; `infos` is a
list. Every seat is an agent, or bots play the others.

```python
>>> from okawari.envs.puffer import SushiPufferEnv
>>> env = SushiPufferEnv(tables=64, seats=4)
>>> env.num_agents, env.single_observation_space.shape, int(env.single_action_space.n)
(256, (314,), 93)
>>> observations, infos = env.reset(seed=1)
>>> observations, rewards, terminals, truncations, infos = env.step(env.random_actions())

```

PufferLib knows flat observations only: a row has the cells of `okawari.encoding`, then the mask of legal actions. Its
trainers do not mask by themselves: either the policy cuts the mask off (`observations[:, -actions:]`), or
`illegal="replace"`, the default here, plays a random legal action in place of an illegal one.

| argument | meaning |
|---|---|
| `tables` | how many tables |
| `menu`, `seats`, `dessert`, `variant`, `must_have_maki` | the setting, as in `okawari.new` |
| `opponents`, `seat`, `reward`, `reward_when`, `illegal`, `cores` | as in `okawari.envs.vector` |
| `buf` | PufferLib's buffers: `observations`, `rewards`, `terminals`, `truncations`, `masks`, `actions` |
| `seed` | the seed of the first reset, as PufferLib's vectors pass it |

After games have ended, `infos` has one dictionary with the mean `points`, `share` of the win and `games`.

History: v0, the first version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector.utils import batch_space

from okawari.envs.spaces import action_space, cell_space
from okawari.envs.tables import Rewards, Tables
from okawari.game.setting import Setting

Step = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]


class SushiPufferEnv:
    """Many tables in one array, with the interface of PufferLib's `PufferEnv`: see the module."""

    emulated = False
    done = False

    def __init__(
        self,
        tables: int = 1024,
        menu: str = "sushi-go-first",
        seats: int = 2,
        dessert: str | None = None,
        variant: str | None = None,
        must_have_maki: bool = False,
        *,
        opponents: str | Sequence[str] | None = None,
        seat: int = 0,
        reward: str = "win",
        reward_when: str = "final",
        illegal: str = "replace",
        cores: int | None = None,
        buf: Mapping[str, npt.NDArray[Any]] | None = None,
        seed: int = 0,
    ) -> None:
        setting = Setting.of(menu, seats, dessert, variant, must_have_maki)
        made = Tables(
            setting,
            tables,
            opponents=opponents,
            seat=seat,
            rewards=Rewards(reward, reward_when),
            illegal=illegal,
            cores=cores,
            keeps_final=False,
        )
        self._tables, self._seed = made, seed
        self.num_agents = self.agents_per_batch = made.rows
        self._cells = len(made.encoding.cells)
        self.cells, self.actions_by_number = made.encoding.cells, made.encoding.actions
        self.single_observation_space = cell_space(self._cells + len(made.encoding.actions))
        self.single_action_space = action_space(made.encoding)
        self.observation_space = batch_space(self.single_observation_space, made.rows)
        self.action_space = batch_space(self.single_action_space, made.rows)
        self.agent_ids = np.arange(made.rows)
        self._use_buffers(buf)
        self.infos: list[dict[str, Any]] = []

    def _use_buffers(self, given: Mapping[str, npt.NDArray[Any]] | None) -> None:
        """Use the buffers that are given, or new ones."""
        rows, width = self.num_agents, self.single_observation_space.shape[0]
        made = given or {
            "observations": np.zeros((rows, width), np.uint8),
            "rewards": np.zeros(rows, np.float32),
            "terminals": np.zeros(rows, np.bool_),
            "truncations": np.zeros(rows, np.bool_),
            "masks": np.ones(rows, np.bool_),
            "actions": np.zeros(rows, np.int32),
        }
        self.observations, self.rewards, self.terminals = made["observations"], made["rewards"], made["terminals"]
        self.truncations, self.masks, self.actions = made["truncations"], made["masks"], made["actions"]
        self._tables.use(observations=self.observations, rewards=self.rewards, terminations=self.terminals)

    @property
    def driver_env(self) -> SushiPufferEnv:
        """The environment itself: PufferLib asks for its spaces there."""
        return self

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[Any], list[dict[str, Any]]]:
        """Deal all games anew."""
        first = self._seed if seed is None else seed
        self._tables.reset(np.arange(first, first + self._tables.n, dtype=np.int64))
        self._write_masks()
        return self.observations, []

    def step(self, actions: npt.NDArray[Any]) -> Step:
        """Play an action of each agent, and deal games that have ended anew."""
        self.actions[:] = actions
        self._tables.step(actions)
        self._write_masks()
        return self.observations, self.rewards, self.terminals, self.truncations, self._results()

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each agent, chosen in compiled code."""
        return self._tables.random_actions()

    def async_reset(self, seed: int | None = None) -> None:
        """Reset, and keep the infos for `recv`."""
        _, self.infos = self.reset(seed)

    def send(self, actions: npt.NDArray[Any]) -> None:
        """Step, and keep the infos for `recv`."""
        *_, self.infos = self.step(actions)

    def recv(self) -> tuple[Any, ...]:
        """What the last reset or step has written."""
        ends = self.terminals, self.truncations
        return self.observations, self.rewards, *ends, self.infos, self.agent_ids, self.masks

    def close(self) -> None:
        """Nothing is to be closed."""

    def _write_masks(self) -> None:
        self.observations[:, self._cells :] = self._tables.buffers.masks

    def _results(self) -> list[dict[str, Any]]:
        """One dictionary about the games that have ended in this step, or none."""
        ended = self.terminals
        if not ended.any():
            return []
        points, shares = self._tables.buffers.points[ended], self._tables.buffers.shares[ended]
        games = int(ended.sum()) // self._tables.agents
        return [{"points": float(points.mean()), "share": float(shares.mean()), "games": games}]
