"""Sushi battle: two players take cards in turns from a pyramid."""

from __future__ import annotations

from typing import Any

from .cards import CardTable
from .luck import Luck, checked_starter, ensure

Spot = tuple[int, int]

# The picture of the pyramid is lost: its shape and its face-down rows are our choice.
ROW_SIZES = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6}
FACE_DOWN_ROWS = (2, 4)
SPOTS: list[Spot] = [(row, place) for row, size in ROW_SIZES.items() for place in range(1, size + 1)]


def covering(spot: Spot) -> list[Spot]:
    """Return the spots whose cards lie on this one."""
    row, place = spot
    return [above for above in ((row + 1, place), (row + 1, place + 1)) if above in SPOTS]


class Battle(CardTable):
    """A table with a pyramid instead of hands."""

    def __init__(self, menu: str, dessert: str, must_have_maki: bool, luck: Luck) -> None:
        """Lay out the first round."""
        super().__init__(menu, 2, dessert, "battle", must_have_maki, luck)
        self.starter = checked_starter(luck, 2)
        self.mover = self.starter
        self.cards: dict[Spot, str] = {}
        self.face_up: set[Spot] = set()
        self.taken: list[str] = []
        self.using_chopsticks = False
        self.start_round()

    def start_round(self) -> None:
        """Lay out the pyramid."""
        if self.round > 1:
            self.starter = self.next_starter()
        self.mover = self.starter
        words = self.luck.pyramid()
        ensure(len(words) == len(SPOTS), "a pyramid has 20 cards")
        self.deck.draw(words)
        self.cards = dict(zip(SPOTS, words, strict=True))
        self.face_up = {spot for spot in SPOTS if spot[0] not in FACE_DOWN_ROWS}

    def next_starter(self) -> int:
        """Return who has fewer points; at a tie, who did not start."""
        if self.scores[0] == self.scores[1]:
            return 1 - self.starter
        return self.scores.index(min(self.scores))

    def is_covered(self, spot: Spot) -> bool:
        """Tell whether any card lies on this spot."""
        return any(above in self.cards for above in covering(spot))

    def to_move(self) -> list[int]:
        """Return whose turn it is."""
        return [] if self.over else [self.mover]

    def moves(self, seat: int) -> set[str]:
        """Return all that the seat may take now."""
        if seat not in self.to_move():
            return set()
        plain = {
            f"take {row}.{place}"
            for row, place in self.cards
            if (row, place) in self.face_up and not self.is_covered((row, place))
        }
        if self.may_use_chopsticks(seat):
            return plain | {f"{take} chopsticks" for take in plain}
        return plain

    def may_use_chopsticks(self, seat: int) -> bool:
        """Tell whether a turn that begins now may take two cards."""
        return not self.using_chopsticks and "chopsticks" in self.plates[seat] and len(self.cards) > 1

    def choose(self, seat: int, text: str) -> None:
        """Take a card."""
        if text not in self.moves(seat):
            raise ValueError(f"seat {seat} cannot do {text!r}")
        _, where, *declared = text.split()
        row, place = where.split(".")
        spot = (int(row), int(place))
        self.take(spot)
        if self.using_chopsticks:
            self.leave_chopsticks(spot)
        self.turn_up()
        self.using_chopsticks = bool(declared)
        # A second card is always asked for, even if only one lies there: the chopsticks will follow it.
        if not self.using_chopsticks:
            self.end_turn()

    def take(self, spot: Spot) -> None:
        """Move a card from the pyramid to the plate of whose turn it is."""
        word = self.cards.pop(spot)
        self.taken.append(word)
        self.serve(self.mover, word)

    def leave_chopsticks(self, spot: Spot) -> None:
        """Put the used chopsticks where the second card lay."""
        self.plates[self.mover].remove("chopsticks")
        self.cards[spot] = "chopsticks"
        self.face_up.add(spot)

    def turn_up(self) -> None:
        """Turn up every card that nothing covers any more."""
        self.face_up |= {spot for spot in self.cards if not self.is_covered(spot)}

    def end_turn(self) -> None:
        """Pass the turn on; the last card on the table is taken without a choice."""
        played: list[list[str]] = [[], []]
        played[self.mover] = self.taken
        self.move_squishy(played)
        self.taken = []
        self.turn += 1
        self.mover = 1 - self.mover
        if not self.cards:
            self.end_round()
        elif len(self.cards) == 1:
            self.take(next(iter(self.cards)))
            self.end_turn()

    def state(self) -> dict[str, Any]:
        """Describe the table."""
        return {
            **super().state(),
            "pyramid": [self.shown(spot) for spot in SPOTS],
            "starter": self.starter,
        }

    def shown(self, spot: Spot) -> str | None:
        """Return what one sees on a spot."""
        if spot not in self.cards:
            return None
        return self.cards[spot] if spot in self.face_up else "?"
