"""A player that searches: it imagines tables that agree with what it has seen, and grows a tree over them."""

from __future__ import annotations

import math
import time

import numpy as np

from okawari.bots import forest
from okawari.bots.bot import Bot
from okawari.bots.greedy import taste_for
from okawari.game import Move, View
from okawari.rules.doors import new_host
from okawari.rules.host import QUICK

#: Imagined tables that a search goes over in turn.
IMAGINED = 128
#: Passes between two looks at the clock: a few milliseconds.
CHUNK = 256
#: Passes a second that a search can hope for; its memory is made for so many.
HOPED_FOR = 120_000
#: Entries of memory for each pass.
ENTRIES = 12

#: How curious a search is; how far a point carries with one round to go, and with two; the price of dessert and tea.
SETTINGS = np.array([0.25, 9.0, 13.0, 1.2, 0.5])
DICE_SETTINGS = np.array([0.08, 9.0, 13.0, 1.0, 0.0])

#: In Sushi Roll: the re-rolls and swaps that are looked into, beside every die to keep.
REROLLS, SWAPS = 6, 6


class TreeBot(Bot):
    """Searches for a time (`seconds`), or for a number of passes (`budget`), which makes it reproducible."""

    def __init__(self, seed: int = 0, seconds: float | None = None, budget: int | None = None) -> None:
        super().__init__(seed)
        if seconds is None and budget is None:
            seconds = 0.2
        self.seconds, self.budget = seconds, budget
        self.host = new_host(QUICK)

    def choose(self, view: View) -> Move:
        """The move that the search came back to most often."""
        if len(view.moves) == 1:
            return view.moves[0]
        counts = self.search(view)
        return max(counts, key=lambda move: counts[move][0])

    def search(self, view: View) -> dict[Move, tuple[int, float]]:
        """How often each move was tried, and the share of the win that it promises."""
        started = time.perf_counter()
        self.host["stream"] = self.random.getrandbits(63)
        if view.setting.doors.name == "roll":
            return self._search_dice(view, started)
        return self._search_cards(view, started)

    def _search_cards(self, view: View, started: float) -> dict[Move, tuple[int, float]]:
        seat, doors = view.seat, view.setting.doors
        assert seat is not None
        passes = self.budget or int((self.seconds or 0) * HOPED_FOR) + CHUNK
        keys, visits, values = _memory(ENTRIES * passes)
        child_keys, child_ids = np.full(_power_of_two(2 * passes), -1), np.zeros(_power_of_two(2 * passes), np.int32)
        roots = view.imagine(self.random.getrandbits(63), IMAGINED)
        state, work = np.array([1, 0, 0]), np.zeros(1, doors.table)
        out = np.empty(doors.moves_end, np.int16)
        grow = forest.grow_draft if doors.name == "draft" else forest.grow_battle
        tree = (keys, visits, values, child_keys, child_ids, state)
        while passes > 0 and state[2] < len(keys) // 2 and not self._late(started):
            grow(roots, work, self.host, *tree, min(CHUNK, passes), SETTINGS, out)
            passes -= CHUNK
        slots = {move: int(forest.slot_of(keys, seat << 14 | move.number)) for move in view.moves}
        return {move: (int(visits[slot]), _mean(values[slot], visits[slot])) for move, slot in slots.items()}

    def _search_dice(self, view: View, started: float) -> dict[Move, tuple[int, float]]:
        doors = view.setting.doors
        taste = taste_for(view.setting)
        roots = view.imagine(self.random.getrandbits(63), 1)
        ideas = self._ideas(view, roots)
        numbers = np.array([move.number for move in ideas], np.int64)
        visits, values = np.zeros(len(ideas), np.int64), np.zeros(len(ideas))
        work, out = np.zeros(1, doors.table), np.empty(doors.moves_end, np.int16)
        passes = self.budget or 1 << 30
        chunk = CHUNK // 8
        while passes > 0 and not self._late(started):
            forest.try_dice(
                roots, work, self.host, numbers, visits, values, min(chunk, passes), taste, DICE_SETTINGS, out
            )
            passes -= chunk
        return {move: (int(n), _mean(value, int(n))) for move, n, value in zip(ideas, visits, values, strict=True)}

    def _ideas(self, view: View, roots: np.ndarray) -> list[Move]:
        """Every die to keep, each face once, and the re-rolls and swaps that look best."""
        row, seat = roots[0], view.seat or 0
        faces = row["faces"][(seat - int(row["red"])) % view.setting.seats]
        keeps: dict[int, Move] = {}
        rerolls, swaps = [], []
        for move in view.moves:
            if move.text.startswith("keep"):
                keeps.setdefault(int(faces[move.number]), move)
            elif move.text.startswith("reroll"):
                rerolls.append(move)
            else:
                swaps.append(move)
        rerolls.sort(key=lambda move: -len(move.text))
        return [*keeps.values(), *rerolls[:REROLLS], *self.random.sample(swaps, min(SWAPS, len(swaps)))]

    def _late(self, started: float) -> bool:
        return self.seconds is not None and time.perf_counter() - started >= self.seconds


def _power_of_two(n: int) -> int:
    return 1 << max(10, math.ceil(math.log2(n)))


def _memory(entries: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    size = _power_of_two(entries)
    return np.full(size, -1), np.zeros(size, np.int32), np.zeros(size, np.float32)


def _mean(value: float, n: int) -> float:
    return float(value) / int(n) if n else 0.0
