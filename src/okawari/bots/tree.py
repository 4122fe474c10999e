"""The bot that searches: Monte Carlo tree search over sampled tables that agree with what its seat has seen."""

from __future__ import annotations

import math

import numpy as np

from okawari.bots import heuristic, tree_kernels
from okawari.bots.bot import Bot
from okawari.bots.clock import Clock
from okawari.bots.greedy import weights_for
from okawari.bots.outlook import outlook_for
from okawari.game import Move, Setting, View
from okawari.rules.dealer import QUICK
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

#: The number of passes of a search, or one for each kind of search.
Budget = int | dict[str, int]


def search_kind(setting: Setting) -> str:
    """The kind of search at a table: `two` or `more` who draft, `battle`, or `roll`."""
    if setting.table_kind != "draft":
        return setting.table_kind
    return "two" if setting.seats == 2 else "more"


class TreeBot(Bot):
    """Searches for a time (`seconds`) or a number of passes (`budget`), with both until the first of them is reached.

    A search that reaches its budget is reproducible; `shortened` says whether the last one was out of time before that.
    `win` is the weight of the win in the value of an ended game; with `win=0` it plays for the margin alone.
    """

    def __init__(
        self, seed: int = 0, seconds: float | None = None, budget: Budget | None = None, win: float = WIN
    ) -> None:
        super().__init__(seed)
        if seconds is None and budget is None:
            seconds = 0.2
        if budget is not None and not _is_budget(budget):
            raise ValueError(f"budget must be a whole number of passes, at least 1, not {budget}.")
        if seconds is not None and not 0 < seconds < math.inf:
            raise ValueError(f"seconds must be more than 0, not {seconds}.")
        if not 0 <= win <= 1:
            raise ValueError(f"win must be between 0 and 1, not {win}.")
        self.seconds, self.budget, self.win = seconds, budget, float(win)
        self.dealer = new_dealer(QUICK)

    def choose(self, view: View) -> Move:
        """The most visited move of a search."""
        self.shortened = False
        if len(view.moves) == 1:
            return view.moves[0]
        with Clock(self.seconds, self.cancelled) as clock:
            return self.decide(clock, view)

    def decide(self, clock: Clock, view: View, between_two: tree_kernels.SearchOptions = FOR_TWO) -> Move:
        """The most visited move of a search for the time that a clock has left."""
        return self.most_visited(self.search_until(clock, view, between_two))

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
        self.dealer["stream"] = self.random.bits()
        if view.setting.table_kind == "roll":
            return self._search_dice(view, clock)
        return self._search_cards(view, clock, between_two if view.setting.seats == 2 else FOR_MORE)

    def passes_of(self, kind: str) -> int | None:
        """The number of passes of a kind of search; None if only the time limits them."""
        return self.budget[kind] if isinstance(self.budget, dict) else self.budget

    def note_time(self, clock: Clock, left: int) -> None:
        """Note whether the time is up while passes or states of the budget are left."""
        self.shortened = self.shortened or (self.budget is not None and left > 0 and clock.up)

    def _search_cards(
        self, view: View, clock: Clock, options: tree_kernels.SearchOptions
    ) -> dict[Move, tuple[int, float]]:
        seat, kernels = view.seat, view.setting.kernels
        assert seat is not None
        passes = min(
            MOST_PASSES,
            self.passes_of(search_kind(view.setting)) or int((clock.left or 0) * MOST_PASSES_A_SECOND) + CHUNK,
        )
        tree = tree_kernels.new_tree(_power_of_two(ENTRIES_A_PASS * passes), _power_of_two(2 * passes))
        roots = view.imagine(self.random.bits(), SAMPLES)
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
        self.note_time(clock, passes)
        numbers = np.array([move.number for move in view.moves], np.int64)
        visits, estimates = np.empty(len(numbers), np.int64), np.empty(len(numbers))
        tree_kernels.read_statistics(tree, seat, numbers, visits, estimates)
        return dict(zip(view.moves, zip(visits.tolist(), estimates.tolist(), strict=True), strict=True))

    def _search_dice(self, view: View, clock: Clock) -> dict[Move, tuple[int, float]]:
        kernels = view.setting.kernels
        weights = _weights(view.setting)
        roots = view.imagine(self.random.bits(), 1)
        numbers = np.empty(tree_kernels.MOST_CANDIDATES, np.int64)
        numbers = numbers[: tree_kernels.dice_candidates(roots, view.seat or 0, weights, numbers)]
        visits, values = np.zeros(len(numbers), np.int64), np.zeros(len(numbers))
        work, out = np.zeros(1, kernels.table), np.empty(kernels.moves_end, np.int16)
        tries = (numbers, visits, values, tree_kernels.new_spread())
        arguments = (weights, FOR_DICE._replace(win=self.win), outlook_for(view.setting), out)
        passes = self.passes_of(search_kind(view.setting)) or 1 << 30
        while passes > 0 and not (clock.up and visits.any()):
            several = min(DICE_CHUNK, passes)
            tree_kernels.try_dice(roots, work, self.dealer, *tries, several, *arguments)
            passes -= DICE_CHUNK
        self.note_time(clock, passes)
        return {
            view.notation.move(number): (n, _mean(value, n))
            for number, n, value in zip(numbers.tolist(), visits.tolist(), values.tolist(), strict=True)
        }


def _is_budget(budget: Budget) -> bool:
    """Whether each number of passes is a whole one, at least 1."""
    return all(n >= 1 and n % 1 == 0 for n in (budget.values() if isinstance(budget, dict) else [budget]))


def _power_of_two(n: int) -> int:
    """The least power of two that is at least n and at least 1024."""
    return 1 << max(10, math.ceil(math.log2(n)))


def _weights(setting: Setting) -> np.ndarray:
    """The weights for simulated play: the mean of the plain and the tuned ones."""
    weights: np.ndarray = (heuristic.PLAIN + weights_for(setting)) / 2
    return weights


def _mean(value: float, n: int) -> float:
    """A sum of n values divided by n; 0 for none."""
    return value / n if n else 0.0
