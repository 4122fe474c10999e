"""The bot that searches: Monte Carlo tree search over sampled tables that agree with what its seat has seen."""

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

#: Sampled tables of one search; the passes use them in turn.
SAMPLES = 128
#: Passes between two checks of the clock, with cards and with dice: a millisecond or two.
CHUNK, DICE_CHUNK = 256, 64
#: The most passes a second that are expected of a search with a time limit; its tables are sized for that.
MOST_PASSES_A_SECOND = 300_000
#: Size of a tree: entries for each pass, of which hardly half are used; and the most passes of a search, which bounds
#: its memory.
ENTRIES_A_PASS, MOST_PASSES = 5, 1_000_000

#: The weight of the win in the value of an ended game; the rest is the margin.
WIN = 0.9
#: For two players. Their hands are open, so the value of a move changes as the opponent's statistics improve: its
#: estimate is a moving average over about the last 300 results.
FOR_TWO = tree_kernels.SearchOptions(exploration=3.0, win=WIN, latest=1 / 300, candidates=1, simple=0)
#: For two, when the exact value is a loss: a fifth of the opponent's choices are modelled as random ones.
WHEN_LOST = FOR_TWO._replace(simple=20)
#: For three and more, where results have more variance: estimates are means of all results, simulated play takes the
#: better of two random moves, and half of the other seats' choices within the tree are made like that, too.
FOR_MORE = tree_kernels.SearchOptions(exploration=3.0, win=WIN, latest=0.0, candidates=2, simple=50)
#: For Sushi Roll, where only the first move is searched and the heuristic plays the rest.
FOR_DICE = tree_kernels.SearchOptions(exploration=1.3, win=WIN, latest=0.0, candidates=1, simple=0)

#: The most swaps of Sushi Roll that are tried.
SWAPS = 6


class TreeBot(Bot):
    """Searches for a time (`seconds`) or a number of passes (`budget`); by `budget` it is reproducible.

    `win` is the weight of the win in the value of an ended game; with `win=0` it plays for the margin alone.
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
        """The most visited move of a search."""
        if len(view.moves) == 1:
            return view.moves[0]
        return self.most_visited(self.search(view))

    @staticmethod
    def most_visited(counts: dict[Move, tuple[int, float]]) -> Move:
        """The move with the most visits."""
        return max(counts, key=lambda move: counts[move][0])

    def search(self, view: View) -> dict[Move, tuple[int, float]]:
        """Search a view; for each move (visits, estimated share of the win)."""
        with Clock(self.seconds, self.cancelled) as clock:
            return self.search_until(clock, view)

    def search_until(
        self, clock: Clock, view: View, between_two: tree_kernels.SearchOptions = FOR_TWO
    ) -> dict[Move, tuple[int, float]]:
        """Search for the time that a clock has left; for each move (visits, estimated share of the win).

        `between_two` are the search options for two players.
        """
        self.dealer["stream"] = self.random.getrandbits(63)
        if view.setting.table_kind == "roll":
            return self._search_dice(view, clock)
        return self._search_cards(view, clock, between_two if view.setting.seats == 2 else FOR_MORE)

    def _search_cards(
        self, view: View, clock: Clock, options: tree_kernels.SearchOptions
    ) -> dict[Move, tuple[int, float]]:
        seat, kernels = view.seat, view.setting.kernels
        assert seat is not None
        passes = min(MOST_PASSES, self.budget or int((clock.left or 0) * MOST_PASSES_A_SECOND) + CHUNK)
        tree = tree_kernels.new_tree(_power_of_two(ENTRIES_A_PASS * passes), _power_of_two(2 * passes))
        roots = view.imagine(self.random.getrandbits(63), SAMPLES)
        arguments = [options._replace(win=self.win), outlook_for(view.setting)]
        grow = tree_kernels.grow_battle
        if kernels.name == "draft":
            grow = tree_kernels.grow_draft
            arguments += [seat, _weights(view.setting)]
        work, counters = np.zeros(1, kernels.table), tree.counters
        while (
            passes > 0
            and counters[tree_kernels.ENTRIES] < len(tree.keys) // 2
            and not (clock.up and counters[tree_kernels.PASSES])
        ):
            grow(roots, work, self.dealer, tree, min(CHUNK, passes), *arguments)
            passes -= CHUNK
        return {move: _statistics_of(move, seat, tree) for move in view.moves}

    def _search_dice(self, view: View, clock: Clock) -> dict[Move, tuple[int, float]]:
        kernels = view.setting.kernels
        weights = _weights(view.setting)
        roots = view.imagine(self.random.getrandbits(63), 1)
        candidates = dice_candidates(view, roots[0], weights)
        numbers = np.array([move.number for move in candidates], np.int64)
        visits, values = np.zeros(len(candidates), np.int64), np.zeros(len(candidates))
        work, out = np.zeros(1, kernels.table), np.empty(kernels.moves_end, np.int16)
        tries = (numbers, visits, values, tree_kernels.new_spread())
        arguments = (weights, FOR_DICE._replace(win=self.win), outlook_for(view.setting), out)
        passes = self.budget or 1 << 30
        while passes > 0 and not (clock.up and visits.any()):
            several = min(DICE_CHUNK, passes)
            tree_kernels.try_dice(roots, work, self.dealer, *tries, several, *arguments)
            passes -= DICE_CHUNK
        return {move: (int(n), _mean(value, int(n))) for move, n, value in zip(candidates, visits, values, strict=True)}


def dice_candidates(view: View, table: Any, weights: np.ndarray) -> list[Move]:
    """The moves of Sushi Roll to try: keep each face once; re-roll the n worst dice, for each n; swap the worst die."""
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
    """(place, worth) of each die on the belt of `whose`, the worst first.

    The worth of another seat's die is the sum of its worth to `seat` and to its owner.
    """
    belt = roll.belt_of(table, whose)
    discount = heuristic.discount_for(float(roll.PLACE_COUNT[table["filled"][belt]]) - 1, weights)
    places = [place for place in range(roll.PLACES) if roll.has_die(table, whose, place)]

    def worth(place: int) -> float:
        face = int(table["faces"][belt, place])
        return sum(float(heuristic.face_worth(table, owner, face, weights, discount)) for owner in {seat, whose})

    return sorted(((place, worth(place)) for place in places), key=lambda die: die[1])


def _statistics_of(move: Move, seat: int, tree: tree_kernels.Tree) -> tuple[int, float]:
    """(visits, estimated share of the win) of a move at the root.

    A move with a card for the extra plate combines the statistics of both parts: the geometric mean of the visits, and
    the mean of the estimates.
    """
    own = tree_kernels.slot_of(tree.keys, tree_kernels.key_of(0, seat) | move.number & tree_kernels.OWN)
    if move.number <= tree_kernels.OWN:
        return int(tree.visits[own]), float(tree.values[own])
    extra = tree_kernels.slot_of(
        tree.keys, tree_kernels.key_of(0, tree_kernels.EXTRA_CHOOSER) | move.number & ~tree_kernels.OWN
    )
    means = float(tree.values[own]), float(tree.values[extra])
    return math.isqrt(int(tree.visits[own]) * int(tree.visits[extra])), sum(means) / 2


def _power_of_two(n: int) -> int:
    """The least power of two that is at least n and at least 1024."""
    return 1 << max(10, math.ceil(math.log2(n)))


def _weights(setting: Setting) -> np.ndarray:
    """The weights for simulated play: the mean of the plain and the tuned ones."""
    weights: np.ndarray = (heuristic.PLAIN + weights_for(setting)) / 2
    return weights


def _mean(value: float, n: int) -> float:
    """A sum of n values divided by n; 0 for none."""
    return float(value) / int(n) if n else 0.0
