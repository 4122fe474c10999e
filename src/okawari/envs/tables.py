"""Many tables of one setting, and the buffers that kernels fill for their agents: what all environments are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from okawari.bots.greedy import weights_for
from okawari.bots.heuristic import PLAIN
from okawari.encoding import Encoding
from okawari.envs import kernels
from okawari.envs.kernels import ENV_KERNELS, STATE, Buffers, Play
from okawari.game.cores import parts, share
from okawari.game.setting import Setting
from okawari.rules.dealer import QUICK
from okawari.rules.table_kernels import new_dealer

#: Bots that can play inside kernels: at random, or by plain or tuned weights of the heuristic.
FAST_BOTS = ("random", "greedy", "hana", "tuned", "taro")
_TUNED = ("tuned", "taro")
#: What is done about an illegal action.
ILLEGAL = ("refuse", "replace")
REWARDS = {"win": kernels.WIN, "margin": kernels.MARGIN, "points": kernels.POINTS}
AUTORESETS = {"NextStep": kernels.NEXT_STEP, "SameStep": kernels.SAME_STEP, "Disabled": kernels.NEVER}


@dataclass(frozen=True)
class Rewards:
    """What is rewarded, and when.

    `what` is `win` (the share of the win: 1, or a part of it if several win), `margin` (points more than the best other
    seat has) or `points`; where the lowest total wins, fewer points are more. `when` is `final` or `round`: at the end
    of the game, or as soon as points are scored. Both add up to the same.
    """

    what: str = "win"
    when: str = "final"

    def __post_init__(self) -> None:
        if self.what not in REWARDS:
            raise ValueError(f"reward is {self.what!r}; it can be {', '.join(REWARDS)}.")
        if self.when not in ("final", "round"):
            raise ValueError(f"reward_when is {self.when!r}; it can be final or round.")


class Tables:
    """An array of tables, some seats of which are agents.

    `opponents` names the bot of each other seat, in the order of seats; without opponents every seat is an agent. The
    agent of a table with opponents has the seat `seat`. Buffers are allocated once and filled in place; `keeps_final`
    says whether the last observations of games are kept that are dealt anew in the same step. An illegal action is
    refused with a `ValueError`, or replaced by a random legal one, as `illegal` says.
    """

    def __init__(
        self,
        setting: Setting,
        n: int,
        *,
        opponents: Sequence[str] | None = None,
        seat: int = 0,
        rewards: Rewards | None = None,
        autoreset: str = "SameStep",
        secrets: bool = False,
        illegal: str = "refuse",
        keeps_final: bool = True,
        cores: int | None = None,
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is {illegal!r}; it can be {' or '.join(ILLEGAL)}.")
        if autoreset not in AUTORESETS:
            raise ValueError(f"autoreset is {autoreset!r}; it can be {', '.join(AUTORESETS)}.")
        if n < 1:
            raise ValueError(f"There are {n} tables; there must be at least one.")
        self.setting, self.n, self.cores, self.illegal = setting, n, cores, illegal
        self._keeps_final = keeps_final and autoreset == "SameStep"
        self.encoding = Encoding.of(setting)
        self.seats = list(range(setting.seats)) if opponents is None else [seat]
        self.play = self._play(opponents, seat, rewards or Rewards(), autoreset)
        self.tables: npt.NDArray[Any] = np.zeros(n, setting.kernels.table)
        self.states: npt.NDArray[Any] = np.zeros(n, STATE)
        self.actions = np.zeros(self.rows, np.int64)
        self.buffers = self._buffers(secrets)
        self._kernels = ENV_KERNELS[setting.table_kind]
        self._parts = parts(n, cores)
        self._dealers = {start: new_dealer(QUICK) for start, _ in self._parts}

    @property
    def agents(self) -> int:
        """How many agents a table has."""
        return len(self.seats)

    @property
    def rows(self) -> int:
        """How many agents there are in all; the rows of a table follow each other."""
        return self.n * self.agents

    def _play(self, opponents: Sequence[str] | None, seat: int, rewards: Rewards, autoreset: str) -> Play:
        setting = self.setting
        if not 0 <= seat < setting.seats:
            raise ValueError(f"seat is {seat}; it can be 0 to {setting.seats - 1}.")
        bots = _by_seat(opponents, seat, setting.seats)
        return Play(
            numbers=np.array(setting.numbers, np.int64),
            agents=sum(1 << seat for seat in self.seats),
            bots=np.array([kernels.AT_RANDOM if bot == "random" else kernels.HEURISTIC for bot in bots], np.int64),
            weights=np.array([weights_for(setting) if bot in _TUNED else PLAIN for bot in bots], np.float64),
            move_of=self.encoding.move_of,
            action_of=self.encoding.action_of,
            reward=REWARDS[rewards.what],
            by_round=int(rewards.when == "round"),
            autoreset=AUTORESETS[autoreset],
            wait=self.encoding.wait or 0,
        )

    def _buffers(self, secrets: bool) -> Buffers:
        rows, cells = self.rows, len(self.encoding.cells)
        hidden = len(self.encoding.secret_cells) if secrets else 0
        final = rows if self._keeps_final else 0
        return Buffers(
            observations=np.zeros((rows, cells), np.uint8),
            secrets=np.zeros((rows, hidden), np.uint8),
            masks=np.zeros((rows, len(self.encoding.actions)), np.int8),
            rewards=np.zeros(rows, np.float32),
            terminations=np.zeros(rows, np.bool_),
            shares=np.zeros(rows, np.float32),
            points=np.zeros(rows, np.int16),
            final=np.zeros((final, cells), np.uint8),
            final_secrets=np.zeros((final, hidden), np.uint8),
        )

    def use(self, **buffers: npt.NDArray[Any]) -> None:
        """Write into these arrays from now on, instead of the own buffers of the same names."""
        for name, given in buffers.items():
            own = getattr(self.buffers, name)
            if given.dtype != own.dtype or given.shape[0] != own.shape[0] or given.ndim != own.ndim:
                raise ValueError(f"{name} is {given.dtype} {given.shape}; it must be {own.dtype} {own.shape}.")
        self.buffers = self.buffers._replace(**buffers)

    def reset(self, seeds: npt.NDArray[np.int64] | None = None, wanted: npt.NDArray[np.bool_] | None = None) -> None:
        """Deal tables anew: those that are wanted, or all. Without seeds, or where one is negative, luck goes on."""
        wanted = np.ones(self.n, np.bool_) if wanted is None else wanted
        seeds = np.full(self.n, -1, np.int64) if seeds is None else seeds

        def work(start: int, end: int) -> None:
            dealer = self._dealers[start]
            self._kernels.reset(self.tables, self.states, dealer, wanted, seeds, self.play, self.buffers, start, end)

        share(self._parts, work, self.cores)

    def step(self, actions: npt.NDArray[Any]) -> None:
        """Play the action of each agent. If one is refused, `ValueError` says which, and no table has changed."""
        self.actions[:] = actions
        self._check_actions()

        def work(start: int, end: int) -> object:
            dealer = self._dealers[start]
            return self._kernels.step(
                self.tables, self.states, dealer, self.actions, self.play, self.buffers, start, end
            )

        if any(share(self._parts, work, self.cores)):
            raise RuntimeError("A mask allowed an illegal move. Was the buffer of masks written to?")

    def _check_actions(self) -> None:
        """Refuse or replace illegal actions."""
        masks, n = self.buffers.masks, self.n
        if self.illegal == "replace":
            kernels.replace_illegal(self.states, masks, self.actions, self.agents, 0, n)
            return
        row = kernels.first_illegal(self.states, masks, self.actions, self.agents, 0, n)
        if row >= 0:
            raise ValueError(self._refusal(row))

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each agent, in the array `actions`."""

        def work(start: int, end: int) -> None:
            self._kernels.random_actions(
                self.tables, self.states, self._dealers[start], self.play, self.actions, start, end
            )

        share(self._parts, work, self.cores)
        return self.actions

    def _refusal(self, row: int) -> str:
        """What is wrong with the action of a row, and what would be right."""
        action, names = int(self.actions[row]), self.encoding.actions
        name = f" ({names[action]})" if 0 <= action < len(names) else ""
        legal = ", ".join(f"{number} ({names[number]})" for number in np.flatnonzero(self.buffers.masks[row])[:20])
        return f"Action {action}{name} of row {row} is not legal here. Legal are: {legal}."


def _by_seat(opponents: Sequence[str] | None, seat: int, seats: int) -> list[str]:
    """The bot of each seat; that of an agent's seat is never asked."""
    if opponents is None:
        return ["random"] * seats
    if isinstance(opponents, str):
        opponents = (opponents,) * (seats - 1)
    if len(opponents) != seats - 1:
        raise ValueError(f"There are {len(opponents)} opponents; with {seats} seats there must be {seats - 1}.")
    if unknown := [bot for bot in opponents if bot not in FAST_BOTS]:
        raise ValueError(f"{unknown[0]!r} cannot play inside kernels; {', '.join(FAST_BOTS)} can.")
    return [*opponents[:seat], "random", *opponents[seat:]]
