"""Gymnasium: one agent at a table with bots.

```python
>>> import gymnasium, okawari.envs
>>> env = gymnasium.make("okawari/SushiGo-v0", opponents="tuned", seats=3)
>>> seen, info = env.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"].shape
((177,), (93,))
>>> over = False
>>> while not over:
...     action = env.action_space.sample(seen["action_mask"])
...     seen, reward, over, _, info = env.step(action)
>>> sorted(info)
['action_mask', 'points', 'share']

```

Arguments, all of which have defaults:

| argument | meaning |
|---|---|
| `menu`, `seats`, `dessert`, `variant`, `must_have_maki` | the setting, as in `okawari.new` |
| `opponents` | a bot for all other seats, or a list of bots; any that `okawari.bots.make` knows, or a `Bot` |
| `seat` | the seat of the agent |
| `reward`, `reward_when` | `win`, `margin` or `points`; `final` or `round`: see `okawari.envs.tables.Rewards` |
| `critic` | whether the observation has `secrets`, too: the cells that the agent may not know |
| `illegal` | `refuse`: an illegal action is an error; `replace`: a random legal one is played instead |
| `render_mode` | `ansi` returns the table as text, `human` prints it |

A step ends when the agent has a choice again, so it never waits. `info` has the mask, too, and at the end `points` and
`share`, the share of the win.

Cells and actions depend on the setting: `env.unwrapped.cells` and `env.unwrapped.actions` name all of them, and the
pages of `sushi_go_v0`, `sushi_battle_v0` and `sushi_roll_v0` list those of the usual settings.

History: v0, the first version.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from okawari import bots
from okawari.bots.bot import Bot
from okawari.envs.one_table import OneTable
from okawari.envs.spaces import action_space, observation_space
from okawari.envs.tables import Rewards
from okawari.game.setting import Setting
from okawari.rules import draft


class SushiEnv(gymnasium.Env[dict[str, Any], Any]):
    """One agent at a table with bots: see the module."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        menu: str = "sushi-go-first",
        seats: int = 2,
        dessert: str | None = None,
        variant: str | None = None,
        must_have_maki: bool = False,
        *,
        opponents: str | Bot | Sequence[str | Bot] = "tuned",
        seat: int = 0,
        reward: str = "win",
        reward_when: str = "final",
        critic: bool = False,
        illegal: str = "refuse",
        render_mode: str | None = None,
    ) -> None:
        self.setting = Setting.of(menu, seats, dessert, variant, must_have_maki)
        if not 0 <= seat < seats:
            raise ValueError(f"seat is {seat}; it can be 0 to {seats - 1}.")
        self.seat, self.render_mode = seat, render_mode
        self._opponents = _opponents(opponents, seats - 1)
        self._table = OneTable(self.setting, Rewards(reward, reward_when), illegal, critic)
        encoding = self._table.encoding
        self.cells, self.secret_cells, self.actions = encoding.cells, encoding.secret_cells, encoding.actions
        self.observation_space = observation_space(encoding, critic)
        self.action_space = action_space(encoding)
        self._bots: dict[int, Bot] = {}
        #: The move of a bot that is in control of the extra plate: its card for that plate is the next action.
        self._whole_move = draft.NO_MOVE

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game, and let bots play until the agent has a choice."""
        super().reset(seed=seed)
        seats = [seat for seat in range(self.setting.seats) if seat != self.seat]
        luck = self.np_random.integers(1 << 62, size=len(seats) + 1).tolist()
        self._bots = {
            seat: opponent if isinstance(opponent, Bot) else bots.make(opponent, luck[1 + n])
            for n, (seat, opponent) in enumerate(zip(seats, self._opponents, strict=True))
        }
        self._table.reset(luck[0])
        self._let_bots_play()
        return self._seen()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action of the agent, and let bots play until it has a choice again or the game is over."""
        if not self._bots:
            raise RuntimeError("No game has begun. Call reset() first.")
        if self._table.over:
            raise RuntimeError("The game is over. Call reset() to play another one.")
        self._table.step({self.seat: int(action)} | self._bot_actions())
        reward = self._table.reward(self.seat) + self._let_bots_play()
        seen, info = self._seen()
        return seen, reward, self._table.over, False, info

    def render(self) -> str | None:
        """The table as text, or nothing after it was printed."""
        if self.render_mode == "human":
            print(self._table.text())
            return None
        return self._table.text()

    def as_dict(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        """The cells of an observation by block."""
        return self._table.encoding.as_dict(observation)

    def action_masks(self) -> np.ndarray:
        """The mask of legal actions as booleans, under the name by which MaskablePPO of sb3-contrib asks for it."""
        mask: np.ndarray = self._table.observation(self.seat)["action_mask"].astype(np.bool_)
        return mask

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = self._table.observation(self.seat)
        return seen, {"action_mask": seen["action_mask"], **self._table.result(self.seat)}

    def _let_bots_play(self) -> float:
        """Play until the agent has a choice; returns what it was rewarded meanwhile."""
        reward = 0.0
        while not self._table.over and self.seat not in self._table.acting:
            self._table.step(self._bot_actions())
            reward += self._table.reward(self.seat)
        return reward

    def _bot_actions(self) -> dict[int, int]:
        return {seat: self._bot_action(seat) for seat in self._table.acting if seat != self.seat}

    def _bot_action(self, seat: int) -> int:
        if self._table.pending is not None:
            return int(draft.decode(self._whole_move)[2])
        view = self._table.view(seat)
        number = self._bots[seat].choose(view).number
        if view.controller == seat:
            self._whole_move = number
            number = int(draft.encode(*draft.decode(number)[:2], draft.NO_CARD))
        return int(self._table.encoding.action_of[seat, number])


def _opponents(given: str | Bot | Sequence[str | Bot], n: int) -> list[str | Bot]:
    """A bot for each of n seats; `ValueError` if there is another number of them, or one is not known."""
    opponents = [given] * n if isinstance(given, str | Bot) else list(given)
    if len(opponents) != n:
        raise ValueError(f"There are {len(opponents)} opponents; with {n + 1} seats there must be {n}.")
    for opponent in opponents:
        if isinstance(opponent, str):
            bots.make(opponent)
    return opponents
