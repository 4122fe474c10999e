"""What a tournament is: a numbered list of deals, each with its cards, its line-up and its seeds.

Everything about a deal follows from the plan and the deal's number, so it does not matter who plays it, when, or where.
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
    """Something that the lab cannot do."""

    def in_language(self, language: str) -> str:
        """The message in another language."""
        return say(language, f"lab.error.{self.code}", **self.params)


class PlanError(LabError):
    """A tournament that cannot be held."""


@dataclass(frozen=True)
class Deal:
    """One line-up that plays the same cards from every seat.

    Who plays is `players[p]`, a bot's number; in rotation r they sit at seat (p + r) modulo the seats.
    """

    number: int
    cards: int
    players: LineUp
    game_seed: bytes
    bot_seeds: tuple[int, ...]

    @property
    def seatings(self) -> Iterator[tuple[int, ...]]:
        """For each rotation, who sits where: the number of the player at each seat."""
        n = len(self.players)
        return (tuple((seat - turned) % n for seat in range(n)) for turned in range(n))


@dataclass(frozen=True)
class Plan:
    """A tournament: the table, the bots, and the seed of everything.

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

    def __post_init__(self) -> None:
        if not self.bots:
            raise PlanError("no-bots")

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The bots' names in the report; a bot that takes part twice has a number the second time."""
        return tuple(
            name if name not in self.bots[:place] else f"{name} #{self.bots[: place + 1].count(name)}"
            for place, name in enumerate(self.bots)
        )

    @cached_property
    def line_ups(self) -> list[LineUp]:
        """Who meets whom; every line-up plays the same cards.

        As many bots as seats: all of them. Two bots at a larger table: one against many, and the other way round. More
        bots than seats: everybody with everybody. Fewer: every way to fill the table on which nobody is missing.
        """
        n, seats = len(self.bots), self.setting.seats
        if n == 2 and seats > 2:
            return [(0, *(1,) * (seats - 1)), (1, *(0,) * (seats - 1))]
        if n >= seats:
            return list(combinations(range(n), seats))
        return [party for party in combinations_with_replacement(range(n), seats) if len(set(party)) == n]

    def deals_for(self, games: int) -> int:
        """The number of deals that gives at least so many games, every line-up the same number."""
        return ceil(games / (self.setting.seats * len(self.line_ups))) * len(self.line_ups)

    def deal(self, number: int) -> Deal:
        """A deal by its number."""
        cards, place = divmod(number, len(self.line_ups))
        # Neighbours matter: who sits to whose left changes from deal to deal.
        first, *others = self.line_ups[place]
        orders = list(permutations(range(len(others))))
        players = (first, *(others[i] for i in orders[cards % len(orders)]))
        return Deal(number, cards, players, self._luck("cards", cards), self._bot_seeds(number, players))

    def _bot_seeds(self, number: int, players: Sequence[int]) -> tuple[int, ...]:
        """A seed for each player, that does not depend on where they sit."""
        return tuple(
            int.from_bytes(self._luck("bot", number, bot, list(players[:place]).count(bot))[:8]) >> 1
            for place, bot in enumerate(players)
        )

    def _luck(self, *what: Any) -> bytes:
        return hashlib.sha256(json.dumps(["okawari tournament", self.seed, *what]).encode()).digest()

    def to_json(self) -> dict[str, Any]:
        """The plan as it stands in a run's folder."""
        return {
            "okawari": "tournament",
            "format": FORMAT,
            "rules": RULES,
            **self.setting.to_json(),
            "bots": list(self.bots),
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Plan:
        """Read a plan."""
        return cls(Setting.from_json(data), tuple(data["bots"]), int(data["seed"]))

    @property
    def name(self) -> str:
        """A short name for the run's folder: the same for the same plan."""
        fingerprint = hashlib.sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()
        return f"{self.setting.menu}-{self.setting.seats}-{fingerprint[:10]}"
