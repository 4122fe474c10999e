"""The plan of a tournament: a numbered list of deals, each with its cards, its line-up and its seeds.

A deal follows from the plan and the deal's number alone, so its results do not depend on the worker or on the order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations
from math import ceil
from typing import Any

from okawari.game import OkawariError, Setting
from okawari.game.record import RULES
from okawari.texts import say

FORMAT = 1

#: The bots of a line-up, by their numbers.
LineUp = tuple[int, ...]


class LabError(OkawariError):
    """An error of the lab, with a text under `lab.error`."""

    def in_language(self, language: str) -> str:
        """The message in a language."""
        return say(language, f"lab.error.{self.code}", **self.params)


class PlanError(LabError):
    """A tournament that cannot be played."""


@dataclass(frozen=True)
class Deal:
    """A line-up that plays the same cards in every rotation of the seats.

    `players[p]` is the number of a bot; in rotation r player p sits at seat (p + r) modulo the seats.
    """

    number: int
    cards: int
    players: LineUp
    game_seed: bytes
    bot_seeds: tuple[int, ...]

    @property
    def seatings(self) -> Iterator[tuple[int, ...]]:
        """For each rotation, the player at each seat, as an index into `players`."""
        n = len(self.players)
        return (tuple((seat - rotation) % n for seat in range(n)) for rotation in range(n))


@dataclass(frozen=True)
class Plan:
    """A tournament: the setting of its tables, the specs of the bots, and the seed.

    Tournaments with the same seed play the same cards. With `only_with_first`, the line-ups without the first bot are
    left out.

    >>> plan = Plan(Setting.of("sushi-go-first", 3), ("simple", "random"), seed=1)
    >>> plan.line_ups
    [(0, 1, 1), (1, 0, 0)]
    >>> plan.deals_for(games=100), plan.deal(5).cards
    (34, 2)
    >>> list(plan.deal(5).seatings)
    [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    """

    setting: Setting
    bots: tuple[str, ...]
    seed: int = 0
    only_with_first: bool = False

    def __post_init__(self) -> None:
        if not self.bots:
            raise PlanError("no-bots")

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The bots' names in the report; a spec that occurs again gets a number."""
        return tuple(
            name if name not in self.bots[:place] else f"{name} #{self.bots[: place + 1].count(name)}"
            for place, name in enumerate(self.bots)
        )

    @cached_property
    def line_ups(self) -> list[LineUp]:
        """The line-ups of the tournament; all of them play the same cards.

        With as many bots as seats: one with all bots. With two bots at a larger table: one bot against several of the
        other, and the other way round. With more bots than seats: all combinations. With fewer: all combinations with
        repetition that contain every bot.
        """
        return [party for party in self._parties() if 0 in party or not self.only_with_first]

    def _parties(self) -> list[LineUp]:
        """The line-ups with and without the first bot."""
        n, seats = len(self.bots), self.setting.seats
        if n == 2 and seats > 2:
            return [(0, *(1,) * (seats - 1)), (1, *(0,) * (seats - 1))]
        if n >= seats:
            return list(combinations(range(n), seats))
        return [party for party in combinations_with_replacement(range(n), seats) if len(set(party)) == n]

    def deals_for(self, games: int) -> int:
        """The number of deals that makes at least `games` games, with equally many for every line-up."""
        return ceil(games / (self.setting.seats * len(self.line_ups))) * len(self.line_ups)

    def deal(self, number: int) -> Deal:
        """The deal with a number."""
        cards, place = divmod(number, len(self.line_ups))
        # Neighbours matter, so the order of the players changes from deal to deal.
        first, *others = self.line_ups[place]
        orders = list(permutations(range(len(others))))
        players = (first, *(others[i] for i in orders[cards % len(orders)]))
        return Deal(number, cards, players, self._luck("cards", cards), self._bot_seeds(number, players))

    def _bot_seeds(self, number: int, players: Sequence[int]) -> tuple[int, ...]:
        """A seed for each player, independent of its seat."""
        return tuple(
            int.from_bytes(self._luck("bot", number, bot, list(players[:place]).count(bot))[:8]) >> 1
            for place, bot in enumerate(players)
        )

    def _luck(self, *what: Any) -> bytes:
        """32 bytes that follow from the plan's seed and `what`."""
        return hashlib.sha256(json.dumps(["okawari tournament", self.seed, *what]).encode()).digest()

    def to_json(self) -> dict[str, Any]:
        """The plan as JSON data, as in a run's folder."""
        return {
            "okawari": "tournament",
            "format": FORMAT,
            "rules": RULES,
            **self.setting.to_json(),
            "bots": list(self.bots),
            "seed": self.seed,
            # Only where it is so: folders are named after these settings.
            **({"only_with_first": True} if self.only_with_first else {}),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Plan:
        """Read a plan from JSON data."""
        return cls(Setting.from_json(data), tuple(data["bots"]), int(data["seed"]), data.get("only_with_first", False))

    @property
    def name(self) -> str:
        """A short name for the run's folder: the same for the same plan."""
        fingerprint = hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()
        return f"{self.setting.menu}-{self.setting.seats}-{fingerprint[:10]}"
