"""What all games with cards share: the plates, the desserts, and the end of a round."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from .luck import Luck, Stock, ensure
from .scoring import Points, dipped, final_points, round_points, symbols, winners
from .words import ANNIVERSARY, MOCHI_FACES, ROUNDS, YOGURT_VALUES, full_deck, kind


class CardTable(ABC):
    """A table with a deck of 108 cards and a plate for everybody, the dummy included."""

    def __init__(
        self, menu: str, seats: int, dessert: str, variant: str | None, must_have_maki: bool, luck: Luck
    ) -> None:
        """Lay the table."""
        self.menu = menu
        self.seats = seats
        self.dessert = dessert
        self.variant = variant
        self.must_have_maki = must_have_maki
        self.luck = luck
        self.everybody = range(seats + 1) if variant == "dummy" else range(seats)
        self.deck = Stock(full_deck(dessert))
        self.frozen = Stock({str(value): count for value, count in YOGURT_VALUES.items()})
        self.plates: list[list[str]] = [[] for _ in self.everybody]
        self.desserts: list[list[str]] = [[] for _ in self.everybody]
        self.mochi = [1 for _ in self.everybody]
        self.scores = [0 for _ in self.everybody]
        self.squishies = [0 for _ in self.everybody]
        self.squishy: int | None = None
        self.boat: int | None = None
        self.discards: list[str] = []
        self.lines: list[list[Points]] = []
        self.final: list[Points] = []
        self.round = 1
        self.turn = 1
        self.over = False

    @abstractmethod
    def start_round(self) -> None:
        """Deal a new round."""

    @abstractmethod
    def to_move(self) -> list[int]:
        """Return the seats that must still choose."""

    def serve(self, plate: int, word: str) -> None:
        """Put one card on a plate."""
        if kind(word) != self.dessert:
            self.plates[plate].append(word)
            return
        if word == "yogurt":
            word = f"yogurt{self.thaw()}"
        if word == "mochi":
            self.mochi[plate] = self.roll_mochi()
        self.desserts[plate].append(word)

    def thaw(self) -> int:
        """Find out what a frozen yogurt is worth."""
        value = self.luck.thaw()
        self.frozen.draw([str(value)])
        return value

    def roll_mochi(self) -> int:
        """Roll a mochi die."""
        value = self.luck.mochi()
        ensure(value in MOCHI_FACES, f"no mochi die shows {value}")
        return value

    def move_squishy(self, played: list[list[str]]) -> None:
        """Give the squishy to the one leader who played strawberry pudding in this turn."""
        if self.dessert != "strawberry":
            return
        amounts = [symbols(desserts) for desserts in self.desserts]
        leading = [
            plate
            for plate in self.everybody
            if amounts[plate] == max(amounts) and any(kind(word) == "strawberry" for word in played[plate])
        ]
        if len(leading) == 1 and leading[0] != self.squishy:
            self.squishy = leading[0]
            self.squishies[leading[0]] += 1
            self.scores[leading[0]] += 2

    def end_round(self) -> None:
        """Score the round and clear the plates; then deal again or end the game."""
        points = round_points(self.menu, self.plates, self.must_have_maki)
        self.lines.append(points)
        self.add_to_scores(points)
        self.move_boat()
        for plate in self.plates:
            self.discards.extend(plate)
            plate.clear()
        if self.round == ROUNDS:
            self.end_game()
        else:
            self.round += 1
            self.turn = 1
            self.start_round()

    def add_to_scores(self, points: list[Points]) -> None:
        """Add everybody's points to their total."""
        for plate in self.everybody:
            self.scores[plate] += sum(points[plate].values())

    def move_boat(self) -> None:
        """Give the sushi boat to the one with the highest total, if it is one."""
        highest = max(self.scores)
        if self.menu == ANNIVERSARY and self.scores.count(highest) == 1:
            self.boat = self.scores.index(highest)

    def end_game(self) -> None:
        """Score the desserts."""
        self.final = final_points(self.dessert, self.desserts, self.mochi)
        self.add_to_scores(self.final)
        self.over = True

    def winners(self) -> list[int]:
        """Return the seats that won; the dummy cannot."""
        if not self.over:
            return []
        scores = self.scores[: self.seats]
        if self.menu == ANNIVERSARY:
            return winners(scores, lowest=self.variant == "golf")
        return winners(scores, [len(desserts) for desserts in self.desserts[: self.seats]])

    def state(self) -> dict[str, Any]:
        """Describe the table."""
        return {
            "round": self.round,
            "turn": self.turn,
            "over": self.over,
            "to_move": self.to_move(),
            "plates": [sorted(plate) for plate in self.plates],
            "dipped": [sorted(dipped(plate)) for plate in self.plates],
            "scores": list(self.scores),
            "winners": self.winners(),
            "desserts": [sorted(desserts) for desserts in self.desserts],
            "mochi": list(self.mochi),
            "squishy": self.squishy,
            "boat": self.boat,
            "discards": sorted(self.discards),
        }
