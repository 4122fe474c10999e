"""A player that searches: it imagines tables that agree with what it has seen, and grows a tree over them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from okawari.bots import heuristic, tree_kernels
from okawari.bots.bot import Bot
from okawari.bots.clock import Clock
from okawari.bots.greedy import weights_for
from okawari.bots.outlook import outlook_for
from okawari.game import Move, Setting, View
from okawari.rules import roll
from okawari.rules.dealer import QUICK
from okawari.rules.dishes import CHOPSTICKS_TOKEN, MENU_TOKEN
from okawari.rules.table_kernels import new_dealer

#: Imagined tables that a search goes over in turn.
IMAGINED = 128
#: Passes between two looks at the clock: a millisecond or two.
CHUNK, DICE_CHUNK = 256, 64
#: Passes a second that a search can hope for; its memory is made for so many.
HOPED_FOR = 300_000
#: Entries of memory for each pass, of which hardly half are ever used, and the passes for which there is memory: no
#: search makes more.
ENTRIES, MOST_PASSES = 5, 1_000_000

#: How much of the value of an ended game is the win; the rest is the margin.
WIN = 0.9
#: Between two, whose hands are open, what a move brings changes as the other's answers get better: the last few hundred
#: results count.
FOR_TWO = tree_kernels.SearchOptions(exploration=3.0, win=WIN, latest=1 / 300, candidates=1, simple=0)
#: Whoever has lost against the best answers hopes for others: every fifth time the other chooses simply.
HOPING = FOR_TWO._replace(simple=20)
#: Among more, most of it is luck: all results count, more realistic ends of a round are worth their time, and hardly
#: anybody knows the best answer to everything.
FOR_MORE = tree_kernels.SearchOptions(exploration=3.0, win=WIN, latest=0.0, candidates=2, simple=50)
#: Dice are played by the heuristic beyond the first move.
FOR_DICE = tree_kernels.SearchOptions(exploration=1.3, win=WIN, latest=0.0, candidates=1, simple=0)

#: In Sushi Roll: the swaps that are looked into, beside every die to keep and re-rolls of the worst dice.
SWAPS = 6


class TreeBot(Bot):
    """Searches for a time (`seconds`), or for a number of passes (`budget`), which makes it reproducible.

    It plays to win; with `win=0`, for the margin alone.
    """

    def __init__(
        self, seed: int = 0, seconds: float | None = None, budget: int | None = None, win: float = WIN
    ) -> None:
        super().__init__(seed)
        if seconds is None and budget is None:
            seconds = 0.2
        if budget is not None and not (budget >= 1 and budget % 1 == 0):
            raise ValueError(f"budget must be a whole number of passes, at least 1, not {budget}.")
        if seconds is not None and not 0 < seconds < math.inf:
            raise ValueError(f"seconds must be more than 0, not {seconds}.")
        if not 0 <= win <= 1:
            raise ValueError(f"win must be between 0 and 1, not {win}.")
        self.seconds, self.budget, self.win = seconds, budget, float(win)
        self.dealer = new_dealer(QUICK)

    def choose(self, view: View) -> Move:
        """The move that the search likes best."""
        if len(view.moves) == 1:
            return view.moves[0]
        return self.most_tried(self.search(view))

    @staticmethod
    def most_tried(counts: dict[Move, tuple[int, float]]) -> Move:
        """The move that the search came back to most often."""
        return max(counts, key=lambda move: counts[move][0])

    def search(self, view: View) -> dict[Move, tuple[int, float]]:
        """How often each move was tried, and the share of the win that it promises."""
        with Clock(self.seconds, self.cancelled) as clock:
            return self.search_until(clock, view)

    def search_until(
        self, clock: Clock, view: View, between_two: tree_kernels.SearchOptions = FOR_TWO
    ) -> dict[Move, tuple[int, float]]:
        """Search for the time that a clock has left."""
        self.dealer["stream"] = self.random.getrandbits(63)
        if view.setting.table_kind == "roll":
            return self._search_dice(view, clock)
        return self._search_cards(view, clock, between_two if view.setting.seats == 2 else FOR_MORE)

    def _search_cards(
        self, view: View, clock: Clock, options: tree_kernels.SearchOptions
    ) -> dict[Move, tuple[int, float]]:
        seat, kernels = view.seat, view.setting.kernels
        assert seat is not None
        passes = min(MOST_PASSES, self.budget or int((clock.left or 0) * HOPED_FOR) + CHUNK)
        tree = tree_kernels.new_tree(_power_of_two(ENTRIES * passes), _power_of_two(2 * passes))
        roots = view.imagine(self.random.getrandbits(63), IMAGINED)
        wishes = [options._replace(win=self.win), outlook_for(view.setting)]
        grow = tree_kernels.grow_battle
        if kernels.name == "draft":
            grow = tree_kernels.grow_draft
            wishes += [seat, _weights(view.setting)]
        work, counted = np.zeros(1, kernels.table), tree.counted
        while (
            passes > 0
            and counted[tree_kernels.TRIED] < len(tree.keys) // 2
            and not (clock.up and counted[tree_kernels.PASSES])
        ):
            grow(roots, work, self.dealer, tree, min(CHUNK, passes), *wishes)
            passes -= CHUNK
        return {move: _tried(move, seat, tree) for move in view.moves}

    def _search_dice(self, view: View, clock: Clock) -> dict[Move, tuple[int, float]]:
        kernels = view.setting.kernels
        weights = _weights(view.setting)
        roots = view.imagine(self.random.getrandbits(63), 1)
        ideas = dice_ideas(view, roots[0], weights)
        numbers = np.array([move.number for move in ideas], np.int64)
        visits, values = np.zeros(len(ideas), np.int64), np.zeros(len(ideas))
        work, out = np.zeros(1, kernels.table), np.empty(kernels.moves_end, np.int16)
        tries = (numbers, visits, values, tree_kernels.new_spread())
        wishes = (weights, FOR_DICE._replace(win=self.win), outlook_for(view.setting), out)
        passes = self.budget or 1 << 30
        while passes > 0 and not (clock.up and visits.any()):
            several = min(DICE_CHUNK, passes)
            tree_kernels.try_dice(roots, work, self.dealer, *tries, several, *wishes)
            passes -= DICE_CHUNK
        return {move: (int(n), _mean(value, int(n))) for move, n, value in zip(ideas, visits, values, strict=True)}


def dice_ideas(view: View, table: Any, weights: np.ndarray) -> list[Move]:
    """Every face to keep; re-rolls of the worst die, the two worst and so on; the best dice to get for the worst."""
    seat = view.seat or 0
    own = _dice_by_worth(table, seat, seat, weights)
    faces = {int(table["faces"][roll.belt_of(table, seat), place]): place for place, _ in own}
    numbers = list(faces.values())
    if table["tokens"][seat, MENU_TOKEN]:
        worst = [sum(1 << place for place, _ in own[:n]) for n in range(1, len(own) + 1)]
        numbers += [int(roll.encode_reroll(places)) for places in worst]
    if table["tokens"][seat, CHOPSTICKS_TOKEN]:
        theirs = [
            (worth, other, place)
            for other in range(view.setting.seats)
            if other != seat
            for place, worth in _dice_by_worth(table, other, seat, weights)
        ]
        best = sorted(theirs, reverse=True)[:SWAPS]
        numbers += [int(roll.encode_swap(own[0][0], other, place)) for _, other, place in best]
    return [view.notation.move(number) for number in numbers]


def _dice_by_worth(table: Any, whose: int, seat: int, weights: np.ndarray) -> list[tuple[int, float]]:
    """The places of the dice on a belt with what each is worth to a seat and would be to its owner, the worst first."""
    belt = roll.belt_of(table, whose)
    hope = heuristic.hope_of(float(roll.PLACE_COUNT[table["filled"][belt]]) - 1, weights)
    places = [place for place in range(roll.PLACES) if roll.has_die(table, whose, place)]

    def worth(place: int) -> float:
        face = int(table["faces"][belt, place])
        return sum(float(heuristic.face_worth(table, owner, face, weights, hope)) for owner in {seat, whose})

    return sorted(((place, worth(place)) for place in places), key=lambda die: die[1])


def _tried(move: Move, seat: int, tree: tree_kernels.Tree) -> tuple[int, float]:
    """How often a move was tried at the root, and what it promises: own cards and an extra plate's together."""
    own = tree_kernels.slot_of(tree.keys, tree_kernels.key_of(0, seat) | move.number & tree_kernels.OWN)
    if move.number <= tree_kernels.OWN:
        return int(tree.visits[own]), float(tree.values[own])
    extra = tree_kernels.slot_of(
        tree.keys, tree_kernels.key_of(0, tree_kernels.EXTRA_CHOOSER) | move.number & ~tree_kernels.OWN
    )
    means = float(tree.values[own]), float(tree.values[extra])
    return math.isqrt(int(tree.visits[own]) * int(tree.visits[extra])), sum(means) / 2


def _power_of_two(n: int) -> int:
    return 1 << max(10, math.ceil(math.log2(n)))


def _weights(setting: Setting) -> np.ndarray:
    """The weights for simulated play: halfway between the plain and the tuned ones."""
    weights: np.ndarray = (heuristic.PLAIN + weights_for(setting)) / 2
    return weights


def _mean(value: float, n: int) -> float:
    return float(value) / int(n) if n else 0.0
