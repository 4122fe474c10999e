"""Games in which hands are passed: the usual one, both ways, golf, draw piles and the dummy."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from .cards import CardTable
from .luck import Luck, checked_starter, ensure_sizes
from .words import HAND_SIZE

DUMMY = 2


class Drafting(CardTable):
    """All choose a card, reveal together and pass the rest."""

    def __init__(
        self, menu: str, seats: int, dessert: str, variant: str | None, must_have_maki: bool, luck: Luck
    ) -> None:
        """Deal the first round."""
        super().__init__(menu, seats, dessert, variant, must_have_maki, luck)
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.piles: list[list[str]] = []
        self.choices: dict[int, str] = {}
        self.first_controller = checked_starter(luck, seats) if variant == "dummy" else None
        self.start_round()

    def start_round(self) -> None:
        """Deal hands and piles."""
        dealt = self.luck.deal()
        self.hands = [list(hand) for hand in dealt["hands"]]
        self.piles = [list(pile) for pile in dealt["piles"]]
        pile_count, size = self.deal_shape()
        ensure_sizes(self.hands, self.seats, size, "hands")
        ensure_sizes(self.piles, pile_count, size, "piles")
        self.deck.draw(word for cards in self.hands + self.piles for word in cards)
        self.start_turn()

    def deal_shape(self) -> tuple[int, int]:
        """Return how many piles there are, and how many cards are in every hand and pile."""
        if self.variant == "dummy":
            return 1, HAND_SIZE[3]
        if self.variant == "piles":
            return 2, 5
        return 0, HAND_SIZE[self.seats]

    def start_turn(self) -> None:
        """Draw what is to be drawn; if nobody has a choice, go on at once."""
        self.choices = {}
        self.draw()
        if not self.to_move():
            self.reveal()

    def draw(self) -> None:
        """Draw from the personal piles, or from the dummy's."""
        controller = self.controller()
        if controller is not None:
            self.hands[controller].append(self.piles[0].pop(0))
        elif self.turn > 1:
            for hand, pile in zip(self.hands, self.piles, strict=False):
                if pile:
                    hand.append(pile.pop(0))

    def controller(self) -> int | None:
        """Return who plays for the dummy: it changes every turn, and every round begins with the other one."""
        if self.first_controller is None:
            return None
        return (self.first_controller + (self.round - 1) + (self.turn - 1)) % 2

    def to_move(self) -> list[int]:
        """Return the seats that must still choose; a single card is no choice."""
        return [seat for seat in range(self.seats) if len(self.hands[seat]) > 1 and seat not in self.choices]

    def moves(self, seat: int) -> set[str]:
        """Return all that the seat may play now."""
        if seat not in range(self.seats) or len(self.hands[seat]) < 2:
            return set()
        hand = self.hands[seat]
        sticks = "chopsticks" in self.plates[seat]
        if seat == self.controller():
            return {f"{own}/{dummy}" for own, dummy in permutations(hand, 2)} | {
                f"{first}+{second}/{dummy}" for first, second, dummy in permutations(hand, 3) if sticks
            }
        return set(hand) | {f"{first}+{second}" for first, second in permutations(hand, 2) if sticks}

    def choose(self, seat: int, text: str) -> None:
        """Make a choice; the last one to choose makes all reveal."""
        if text not in self.moves(seat):
            raise ValueError(f"seat {seat} cannot play {text!r}")
        self.choices[seat] = text
        if not self.to_move():
            self.reveal()

    def reveal(self) -> None:
        """Play what was chosen, pass the hands and begin the next turn or end the round."""
        played = self.take_from_hands()
        for plate in self.everybody:
            for word in played[plate]:
                self.serve(plate, word)
        self.return_chopsticks(played)
        self.move_squishy(played)
        self.pass_hands()
        self.turn += 1
        if any(self.hands):
            self.start_turn()
        else:
            self.end_round()

    def take_from_hands(self) -> list[list[str]]:
        """Take the chosen cards out of the hands, and return them by plate."""
        played: list[list[str]] = [[] for _ in self.everybody]
        for seat, hand in enumerate(self.hands):
            own, _, dummy = self.choices.get(seat, hand[0]).partition("/")
            played[seat] = own.split("+")
            if dummy:
                played[DUMMY] = [dummy]
            for word in own.split("+") + ([dummy] if dummy else []):
                hand.remove(word)
        return played

    def return_chopsticks(self, played: list[list[str]]) -> None:
        """Put the chopsticks of everybody who took two cards back into their hand."""
        for seat, hand in enumerate(self.hands):
            if len(played[seat]) == 2:
                self.plates[seat].remove("chopsticks")
                hand.append("chopsticks")

    def pass_hands(self) -> None:
        """Pass to the left; in the second round of the both-ways game to the right."""
        step = -1 if self.variant == "both-ways" and self.round == 2 else 1
        self.hands = [self.hands[(seat - step) % self.seats] for seat in range(self.seats)]

    def state(self) -> dict[str, Any]:
        """Describe the table."""
        return {
            **super().state(),
            "hands": [sorted(hand) for hand in self.hands],
            "piles": [list(pile) for pile in self.piles],
        }
