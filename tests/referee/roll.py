"""Sushi Roll, the game with dice."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from .luck import Luck, Stock, checked_starter, ensure, ensure_sizes
from .scoring import Points, dipped, roll_final_points, round_points, winners
from .words import DICE, DICE_ON_A_BELT, FACES, FIRST_TOKENS, ROLL, ROUNDS, TOKENS, kind, number

LETTERS = "ABCDE"

# A die and the face it shows.
Die = tuple[str, str]


class Roll:
    """A table with a belt and a tray for everybody."""

    def __init__(self, seats: int, luck: Luck) -> None:
        """Give everybody their tokens and a belt, and roll."""
        self.seats = seats
        self.luck = luck
        self.plates: list[list[str]] = [[] for _ in range(seats)]
        self.tokens = [dict(FIRST_TOKENS) for _ in range(seats)]
        self.supply = {token: count - seats * FIRST_TOKENS[token] for token, count in TOKENS.items()}
        self.scores = [0] * seats
        self.squishies = [0] * seats
        self.lines: list[list[Points]] = []
        self.final: list[Points] = []
        self.round = 1
        self.cycle = 1
        self.over = False
        self.red = checked_starter(luck, seats)
        self.mover = self.red
        self.belts: list[list[Die | None]] = []
        self.start_round()

    def start_round(self) -> None:
        """Fill the belts from the bag, and roll them."""
        drawn = self.luck.bag()
        ensure_sizes(drawn, self.seats, DICE_ON_A_BELT[self.seats], "belts")
        Stock(DICE).draw(die for belt in drawn for die in belt)
        self.belts = [[self.rolled(die) for die in belt] for belt in drawn]
        self.cycle = 1
        self.mover = self.red

    def rolled(self, die: str) -> Die:
        """Roll one die."""
        face = self.luck.roll(die)
        ensure(face in FACES[die], f"a die of kind {die} has no {face}")
        return die, face

    def to_move(self) -> list[int]:
        """Return whose turn it is."""
        return [] if self.over else [self.mover]

    def moves(self, seat: int) -> set[str]:
        """Return all that the seat may do now."""
        if seat not in self.to_move():
            return set()
        return self.keeps(seat) | self.rerolls(seat) | self.swaps(seat)

    def filled(self, seat: int) -> list[int]:
        """Return the places of a belt where a die lies."""
        return [place for place, die in enumerate(self.belts[seat], start=1) if die is not None]

    def keeps(self, seat: int) -> set[str]:
        """Return every way to keep a die."""
        return {f"keep {place}" for place in self.filled(seat)}

    def rerolls(self, seat: int) -> set[str]:
        """Return every way to use a menu."""
        if self.tokens[seat]["menu"] == 0:
            return set()
        places = self.filled(seat)
        return {
            "reroll " + " ".join(map(str, some))
            for size in range(1, len(places) + 1)
            for some in combinations(places, size)
        }

    def swaps(self, seat: int) -> set[str]:
        """Return every way to use chopsticks."""
        if self.tokens[seat]["chopsticks"] == 0:
            return set()
        return {
            f"swap {own} with {LETTERS[other]}{place}"
            for own in self.filled(seat)
            for other in range(self.seats)
            if other != seat
            for place in self.filled(other)
        }

    def choose(self, seat: int, text: str) -> None:
        """Use a token, or keep a die and end the turn."""
        if text not in self.moves(seat):
            raise ValueError(f"seat {seat} cannot do {text!r}")
        what, *arguments = text.split()
        if what == "reroll":
            self.reroll(seat, [int(place) for place in arguments])
        elif what == "swap":
            own, _, other = arguments
            self.swap(seat, int(own), LETTERS.index(other[0]), int(other[1:]))
        else:
            self.keep(seat, int(arguments[0]))
            self.end_turn()

    def die_at(self, seat: int, place: int) -> Die:
        """Return the die on a place where one lies."""
        die = self.belts[seat][place - 1]
        if die is None:
            raise ValueError(f"place {place} of seat {seat} is empty")
        return die

    def pay(self, seat: int, token: str) -> None:
        """Return a token to the supply."""
        self.tokens[seat][token] -= 1
        self.supply[token] += 1

    def gain(self, seat: int, token: str, count: int) -> None:
        """Take tokens from the supply, as far as it goes."""
        taken = min(count, self.supply[token])
        self.supply[token] -= taken
        self.tokens[seat][token] += taken

    def reroll(self, seat: int, places: list[int]) -> None:
        """Roll some dice of one's own belt again."""
        self.pay(seat, "menu")
        for place in places:
            die, _ = self.die_at(seat, place)
            self.belts[seat][place - 1] = self.rolled(die)

    def swap(self, seat: int, own: int, other: int, place: int) -> None:
        """Exchange two dice as they lie."""
        self.pay(seat, "chopsticks")
        mine, theirs = self.die_at(seat, own), self.die_at(other, place)
        self.belts[seat][own - 1], self.belts[other][place - 1] = theirs, mine

    def keep(self, seat: int, place: int) -> None:
        """Move a die to the tray, and take the tokens it brings."""
        _, face = self.die_at(seat, place)
        self.belts[seat][place - 1] = None
        self.plates[seat].append(face)
        if kind(face) in TOKENS:
            self.gain(seat, kind(face), number(face))

    def end_turn(self) -> None:
        """Go on to the left; after everybody's turn slide the belts or end the round."""
        self.mover = (self.mover + 1) % self.seats
        if self.mover != self.red:
            return
        if any(self.filled(seat) for seat in range(self.seats)):
            self.slide()
            self.roll_belts()
            self.cycle += 1
            self.mover = self.red
        else:
            self.end_round()

    def slide(self) -> None:
        """Pass all belts to the left, the red one too."""
        self.belts = [self.belts[(seat - 1) % self.seats] for seat in range(self.seats)]
        self.red = (self.red + 1) % self.seats

    def roll_belts(self) -> None:
        """Roll everything that lies on the belts."""
        for seat in range(self.seats):
            for place in self.filled(seat):
                die, _ = self.die_at(seat, place)
                self.belts[seat][place - 1] = self.rolled(die)

    def end_round(self) -> None:
        """Score the round and empty the trays; then fill the belts again or end the game."""
        points = round_points(ROLL, self.plates)
        self.lines.append(points)
        self.add_to_scores(points)
        for plate in self.plates:
            plate.clear()
        if self.round == ROUNDS:
            self.end_game()
            return
        # With three players the six slides of a round leave the red belt where the round began.
        if self.seats == 3:
            self.slide()
        self.round += 1
        self.start_round()

    def add_to_scores(self, points: list[Points]) -> None:
        """Add everybody's points to their total."""
        for seat in range(self.seats):
            self.scores[seat] += sum(points[seat].values())

    def end_game(self) -> None:
        """Score the tokens."""
        self.final = roll_final_points(self.tokens)
        self.add_to_scores(self.final)
        self.over = True

    def winners(self) -> list[int]:
        """Return the seats that won."""
        return winners(self.scores, [each["pudding"] for each in self.tokens]) if self.over else []

    def state(self) -> dict[str, Any]:
        """Describe the table."""
        return {
            "round": self.round,
            "turn": self.cycle,
            "over": self.over,
            "to_move": self.to_move(),
            "plates": [sorted(plate) for plate in self.plates],
            "dipped": [sorted(dipped(plate)) for plate in self.plates],
            "scores": list(self.scores),
            "winners": self.winners(),
            "belts": [[None if die is None else list(die) for die in belt] for belt in self.belts],
            "red": self.red,
            "tokens": [dict(each) for each in self.tokens],
            "supply": dict(self.supply),
        }
