"""One table whose seats are all agents: what environments that are stepped from Python are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from okawari.envs.kernels import NO_MOVE
from okawari.envs.tables import Rewards, Tables
from okawari.game.setting import Setting
from okawari.game.view import View
from okawari.game.writing import card_words
from okawari.rules.desserts import hand_words
from okawari.rules.plates import NOBODY


class OneTable:
    """A table, its agents' observations, and what an action does. `illegal` is as in `Tables`."""

    def __init__(self, setting: Setting, rewards: Rewards, illegal: str, critic: bool = False) -> None:
        self.setting, self.critic = setting, critic
        self._tables = Tables(setting, 1, rewards=rewards, autoreset="Disabled", secrets=True, illegal=illegal)
        self.encoding = self._tables.encoding
        self._random = np.random.default_rng()

    def reset(self, seed: int | None) -> None:
        """Deal anew: with a seed, always the same game."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._tables.reset(self._random.integers(1 << 62, size=1))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._tables.tables["over"][0])

    @property
    def acting(self) -> list[int]:
        """The seats that have a choice now: all others can only wait."""
        if self.over:
            return []
        masks, wait = self._tables.buffers.masks, self.encoding.wait
        return [seat for seat in range(self.setting.seats) if wait is None or not masks[seat, wait]]

    @property
    def pending(self) -> int | None:
        """The move of the acting seat that it now completes with a card for the extra plate; None if there is none."""
        move = int(self._tables.states["pending"][0])
        return None if move == NO_MOVE else move

    def step(self, actions: Mapping[int, int]) -> None:
        """Play the actions of the seats that have a choice; the others wait."""
        chosen = np.full(self.setting.seats, self.encoding.wait or 0, np.int64)
        for seat, action in actions.items():
            chosen[seat] = action
        self._tables.step(chosen)

    def observation(self, seat: int) -> dict[str, npt.NDArray[Any]]:
        """A copy of what a seat observes."""
        buffers = self._tables.buffers
        seen = {"observation": buffers.observations[seat].copy(), "action_mask": buffers.masks[seat].copy()}
        return seen | ({"secrets": buffers.secrets[seat].copy()} if self.critic else {})

    def reward(self, seat: int) -> float:
        """The reward of a seat in the last step."""
        return float(self._tables.buffers.rewards[seat])

    def result(self, seat: int) -> dict[str, Any]:
        """The points and the share of the win of a seat, once the game is over."""
        buffers = self._tables.buffers
        return {"points": int(buffers.points[seat]), "share": float(buffers.shares[seat])} if self.over else {}

    def state(self) -> npt.NDArray[np.uint8]:
        """All that is on the table: the cells of the first seat and those that it may not know."""
        buffers = self._tables.buffers
        return np.concatenate((buffers.observations[0], buffers.secrets[0]))

    def view(self, seat: int | None) -> View:
        """What a seat may know, or what spectators see."""
        kernels = self.setting.kernels
        record = np.zeros(1, kernels.view)
        kernels.look(self._tables.tables, NOBODY if seat is None else seat, record)
        return View(self.setting, record)

    def text(self) -> str:
        """The table in words, all hands open."""
        words = self.view(None).words
        lines = [f"{self.setting.menu}, round {words['round']}, turn {words['turn']}"]
        for plate, dishes in enumerate(words["trays" if "trays" in words else "plates"]):
            who = f"player_{plate}" if plate < self.setting.seats else "extra plate"
            lines.append(
                f"{who}: {words['scores'][plate]} points | {' '.join(dishes) or '–'}{self._beside(words, plate)}"
            )
        lines += [" / ".join(" ".join(card or "." for card in row) for row in words.get("pyramid", []))]
        return "\n".join(line for line in lines if line)

    def _beside(self, words: dict[str, Any], plate: int) -> str:
        """What lies beside a plate: desserts or tokens, and the hand or the belt."""
        parts = [" ".join(words["desserts"][plate])] if "desserts" in words else []
        if plate < self.setting.seats and self.setting.table_kind == "draft":
            cards = int(self._tables.tables["hands"][0, plate])
            parts.append("hand: " + " ".join(card_words(cards, hand_words(self.setting.dessert_number))))
        if "belts" in words:
            parts.append(" ".join(f"{n} {token}" for token, n in words["tokens"][plate].items()))
            parts.append("belt: " + " ".join(face or "." for face in words["belts"][plate]))
        return "".join(f" | {part}" for part in parts if part)
