"""Luck from a seed, for the referee's own tests; the contents of the boxes are typed in once more."""

from __future__ import annotations

import random

FIRST, EDITION_2014, ANNIVERSARY, ROLL = "sushi-go-first", "sushi-go-2014", "sushi-go-anniversary", "sushi-roll"
DECK = (
    ["tempura", "sashimi", "dumpling"] * 14
    + ["maki2"] * 12
    + ["maki3"] * 8
    + ["maki1", "wasabi"] * 6
    + ["salmon"] * 10
    + ["squid", "egg"] * 5
    + ["chopsticks"] * 4
)
DESSERTS = {
    "pudding": ["pudding"] * 10,
    "strawberry": ["strawberry2", "strawberry4"] * 3 + ["strawberry3"] * 4,
    "yogurt": ["yogurt"] * 10,
    "tea": ["tea1", "tea2", "tea3", "tea4", "tea5"] * 2,
    "mochi": ["mochi"] * 10,
}
DICE = ["appetizer"] * 10 + ["maki"] * 6 + ["nigiri", "special"] * 5 + ["pudding"] * 4
FACES = {
    "appetizer": ["dumpling", "dumpling", "dumpling", "tempura", "tempura", "sashimi"],
    "maki": ["maki1", "maki2", "maki2", "maki2", "maki3", "maki3"],
    "nigiri": ["egg", "egg", "salmon", "salmon", "salmon", "squid"],
    "special": ["wasabi", "wasabi", "menu1", "menu2", "chopsticks1", "chopsticks2"],
    "pudding": ["pudding1", "pudding1", "pudding2", "pudding2", "pudding3", "pudding3"],
}


class RandomLuck:
    """Chance from a seed; a deal, a pyramid or a face may be fixed in advance."""

    def __init__(self, seed: int, seats: int, dessert: str = "pudding", variant: str | None = None) -> None:
        """Shuffle everything."""
        self.random = random.Random(seed)
        self.seats = seats
        self.variant = variant
        self.deck = DECK + DESSERTS[dessert]
        self.random.shuffle(self.deck)
        self.frozen = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]
        self.random.shuffle(self.frozen)
        self.pyramids: list[list[str]] = []
        self.first: int | None = None
        self.next_hands: list[list[str]] | None = None
        self.next_piles: list[list[str]] = []
        self.next_pyramid: list[str] | None = None
        self.next_bag: list[list[str]] | None = None
        self.faces: dict[str, str] = {}

    def take(self, count: int) -> list[str]:
        """Take cards from the top of the deck."""
        taken, self.deck = self.deck[:count], self.deck[count:]
        return taken

    def starter(self, seats: int) -> int:
        """Name the seat that starts."""
        return self.random.randrange(seats) if self.first is None else self.first

    def deal(self) -> dict[str, list[list[str]]]:
        """Deal a round."""
        if self.next_hands is not None:
            hands, self.next_hands = self.next_hands, None
            for word in [word for cards in hands + self.next_piles for word in cards]:
                self.deck.remove(word)
            return {"hands": hands, "piles": self.next_piles}
        piles, size = {"dummy": (1, 9), "piles": (2, 5)}.get(self.variant or "", (0, 12 - self.seats))
        return {
            "hands": [self.take(size) for _ in range(self.seats)],
            "piles": [self.take(size) for _ in range(piles)],
        }

    def pyramid(self) -> list[str]:
        """Lay out a pyramid."""
        if self.next_pyramid is None:
            self.pyramids.append(self.take(20))
        else:
            for word in self.next_pyramid:
                self.deck.remove(word)
            self.pyramids.append(self.next_pyramid)
            self.next_pyramid = None
        return self.pyramids[-1]

    def thaw(self) -> int:
        """Thaw a yogurt."""
        return self.frozen.pop()

    def mochi(self) -> int:
        """Roll a mochi die."""
        return self.random.randint(1, 6)

    def bag(self) -> list[list[str]]:
        """Draw dice for all belts."""
        if self.next_bag is not None:
            return self.next_bag
        dice = self.random.sample(DICE, len(DICE))
        size = 10 - self.seats
        return [dice[seat * size : (seat + 1) * size] for seat in range(self.seats)]

    def roll(self, die: str) -> str:
        """Roll a die."""
        return self.faces.get(die) or self.random.choice(FACES[die])
