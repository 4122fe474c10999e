"""Rollouts: what agents saw, did and got at many tables, and what of that can be learned from.

Arrays of a rollout have a row a step and a column an agent. A step counts for an agent if it had a choice: waiting is
not learned from, and what happens meanwhile is rewarded to the choice before it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from okawari.bots.network_kernels import MARGIN_WEIGHT, WIN_WEIGHT
from okawari.encoding import Encoding
from okawari.envs.tables import Rewards, Tables
from okawari.game import Setting
from okawari.lab.training.network import Network, sample

#: The share of tables at which a past self plays every second seat.
WITH_PAST_SELF = 0.2
#: By this factor an advantage counts for each earlier choice.
DECAY = 0.95
#: Random games by which the length of rollouts is found.
_TRIALS = 64


class Steps(NamedTuple):
    """Choices to learn from, a row each; `chances` are the logarithms of the probabilities they were made with."""

    cells: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    advantages: Tensor
    returns: Tensor


class Group:
    """The tables of one setting, and a rollout of them; a `rival` is a bot that plays all seats but one."""

    def __init__(self, setting: Setting, n: int, rival: str | None = None) -> None:
        self.setting = setting
        opponents = [rival] * (setting.seats - 1) if rival else None
        rewards = Rewards("margin", "round")
        self.tables = Tables(setting, n, opponents=opponents, rewards=rewards, keeps_final=False, cores=1)
        self.wait = self.tables.encoding.wait
        self.length = longest_game(setting)
        steps, rows = self.length, self.tables.rows
        self._cells = torch.zeros((steps, rows, len(self.tables.encoding.cells)), dtype=torch.uint8)
        self._masks = torch.zeros((steps, rows, len(self.tables.encoding.actions)), dtype=torch.int8)
        self._actions = torch.zeros((steps, rows), dtype=torch.int64)
        self._chances, self._rewards = torch.zeros((steps, rows)), torch.zeros((steps, rows))
        self._values = torch.zeros((steps + 1, rows))
        self._acts, self._ends = (torch.zeros((steps + 1, rows), dtype=torch.bool) for _ in range(2))
        past = np.zeros(rows, np.bool_) if rival else _seats_of_past_self(n, setting.seats)
        self._past = torch.from_numpy(past)

    def deal(self, seed: int) -> None:
        """Deal all tables anew, the first with a seed and each other with the next one."""
        self.tables.reset(np.arange(seed, seed + self.tables.n, dtype=np.int64))

    def roll(self, network: Network, past: Network, generator: torch.Generator) -> Steps:
        """Play a rollout with a network, and with a past self at some seats; returns what can be learned from."""
        with torch.no_grad():
            for step in range(self.length):
                self._play(step, network, past, generator)
            self._acts[-1] = self._may_act()
            self._values[-1] = network(self._observations())[1]
            advantages, known = advantages_of(self._rewards, self._values, self._acts, self._ends[:-1])
            known &= ~self._past
        flat = known.flatten().nonzero().squeeze(-1)
        returns = advantages + self._values[:-1]
        arrays = (self._cells, self._masks, self._actions, self._chances, advantages, returns)
        return Steps(*(values.flatten(0, 1)[flat] for values in arrays))

    def _play(self, step: int, network: Network, past: Network, generator: torch.Generator) -> None:
        cells, masks = self._cells[step], self._masks[step]
        cells.copy_(self._observations())
        masks.copy_(torch.from_numpy(self.tables.buffers.masks))
        self._acts[step] = self._may_act()
        preferences, self._values[step] = network(cells)
        preferences[self._past] = past(cells[self._past])[0]
        self._actions[step], self._chances[step] = sample(preferences, masks, generator)
        self.tables.step(self._actions[step].numpy())
        self._rewards[step] = self._rewarded()
        self._ends[step] = torch.from_numpy(self.tables.buffers.terminations)

    def _rewarded(self) -> Tensor:
        """The rewards of the last step: the margin that was gained, and the win."""
        buffers = self.tables.buffers
        win = torch.from_numpy(buffers.shares) - 1 / self.setting.seats
        gained = torch.from_numpy(buffers.rewards)
        return MARGIN_WEIGHT * gained + WIN_WEIGHT * win * torch.from_numpy(buffers.terminations)

    def _observations(self) -> Tensor:
        return torch.from_numpy(self.tables.buffers.observations)

    def _may_act(self) -> Tensor:
        """Which agents have a choice."""
        if self.wait is None:
            return torch.ones(self.tables.rows, dtype=torch.bool)
        return torch.from_numpy(self.tables.buffers.masks[:, self.wait] == 0)

    def state(self) -> dict[str, Tensor]:
        """The tables as they are, their luck included."""
        buffers = self.tables.buffers
        return {
            "tables": _as_bytes(self.tables.tables),
            "states": _as_bytes(self.tables.states),
            "observations": torch.from_numpy(buffers.observations).clone(),
            "masks": torch.from_numpy(buffers.masks).clone(),
        }

    def load_state(self, state: dict[str, Tensor]) -> None:
        """Set the tables as they were."""
        buffers = self.tables.buffers
        for name, array in (("tables", self.tables.tables), ("states", self.tables.states)):
            array[:] = state[name].numpy().view(array.dtype)
        buffers.observations[:] = state["observations"].numpy()
        buffers.masks[:] = state["masks"].numpy()


def _as_bytes(records: npt.NDArray[np.void]) -> Tensor:
    return torch.from_numpy(np.frombuffer(records.tobytes(), np.uint8).copy())


def _seats_of_past_self(n: int, seats: int) -> npt.NDArray[np.bool_]:
    """The rows that a past self plays: every second seat of some tables, beginning with each seat equally often."""
    table, seat = np.divmod(np.arange(n * seats), seats)
    mine: npt.NDArray[np.bool_] = (table < n * WITH_PAST_SELF) & ((table + seat) % 2 == 1)
    return mine


def longest_game(setting: Setting) -> int:
    """The number of steps of the longest of some random games; drafts of one setting all take the same."""
    tables = Tables(setting, _TRIALS, cores=1)
    tables.reset(np.arange(_TRIALS, dtype=np.int64))
    over, steps = np.zeros(tables.rows, np.bool_), 0
    while not over.all():
        tables.step(tables.random_actions())
        over |= tables.buffers.terminations
        steps += 1
    return steps


def advantages_of(rewards: Tensor, values: Tensor, acts: Tensor, ends: Tensor) -> tuple[Tensor, Tensor]:
    """(advantages, known): generalised advantages of choices, and which of them are known.

    `values` and `acts` have a row more, for what was seen after the last step. A choice is not known if its agent still
    waits then. `ends` says after which steps a game was over.
    """
    advantages, known = torch.zeros_like(rewards), torch.zeros_like(ends)
    next_value, next_known = values[-1], acts[-1]
    advantage, reward = torch.zeros_like(next_value), torch.zeros_like(next_value)
    for step in range(len(rewards) - 1, -1, -1):
        end, act, value = ends[step], acts[step], values[step]
        zero = torch.zeros_like(value)
        reward = rewards[step] + torch.where(end, zero, reward)
        next_value, next_known = torch.where(end, zero, next_value), next_known | end
        advantage = torch.where(end | ~next_known, zero, advantage)
        mine = torch.where(next_known, reward + next_value - value + DECAY * advantage, zero)
        advantages[step], known[step] = mine, act & next_known
        advantage, reward = torch.where(act, mine, advantage), torch.where(act, zero, reward)
        next_value, next_known = torch.where(act, value, next_value), next_known | act
    return advantages, known


def padded(groups: list[Steps], encoding: Encoding) -> Steps:
    """The choices of all groups as one; cells of missing seats have the value that a network takes for 0."""
    centre = torch.from_numpy(encoding.scales[0]).to(torch.uint8)
    missing = [centre[group.cells.shape[1] :].expand(len(group.cells), -1) for group in groups]
    return joined(
        [group._replace(cells=torch.cat([group.cells, more], 1)) for group, more in zip(groups, missing, strict=True)]
    )


def joined(steps: list[Steps]) -> Steps:
    """The choices of several rollouts as one."""
    return Steps(*map(torch.cat, zip(*steps, strict=True)))
