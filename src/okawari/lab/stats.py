"""Statistics of recorded games: points by dish, the turn in which cards are taken, wins by first pick and by seat."""

from __future__ import annotations

import multiprocessing
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from okawari.game.notation import letter
from okawari.lab.facts import Facts, Pick, dish_of, facts_of_file
from okawari.lab.intervals import Mean, known, share
from okawari.lab.results import RESULTS
from okawari.lab.run import PLAN
from okawari.rules.points import ROUNDS

#: The number of files from which a process pool is worth its start.
_MANY = 400


def find_records(places: Iterable[Path]) -> list[Path]:
    """The record files at some paths: files as they are, folders searched recursively."""
    return [file for place in places for file in (_records_in(place) if place.is_dir() else [place])]


def _records_in(folder: Path) -> list[Path]:
    """The JSON files in a folder, without those that a tournament writes about itself."""
    return [file for file in sorted(folder.rglob("*.json")) if not _is_of_a_tournament(file)]


def _is_of_a_tournament(file: Path) -> bool:
    """Whether a file is a tournament's plan or its results."""
    return file.name in (PLAN, RESULTS) and file.with_name(PLAN).exists()


def read_all(files: Sequence[Path], jobs: int | None = None, lang: str = "en") -> Iterator[Facts | str]:
    """The facts of each file, or a message why it cannot be used; in a process pool if there are many files."""
    read = partial(facts_of_file, lang=lang)
    if len(files) < _MANY:
        yield from map(read, files)
        return
    with ProcessPoolExecutor(jobs or os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(read, files, chunksize=32)


@dataclass
class Dish:
    """Statistics of a dish: points of a player in a game, cards taken, and whether it scores every round."""

    points: Mean = field(default_factory=Mean)
    cards: int = 0
    every_round: bool = False

    @property
    def a_card(self) -> float | None:
        """Mean points for each card or die that was taken; None if none was."""
        return self.points.total / self.cards if self.cards else None

    @property
    def a_round(self) -> float | None:
        """Mean points of a player in a round; None for a dish that scores only at the end."""
        return self.points.value / ROUNDS if self.every_round else None


@dataclass
class Edition:
    """Statistics of one edition with its options: number of games, points of a player in a game, and each dish."""

    games: int = 0
    points: Mean = field(default_factory=Mean)
    dishes: dict[str, Dish] = field(default_factory=dict)
    #: The points of a dish that has not occurred yet: 0 in every game so far.
    unseen: Mean = field(default_factory=Mean)

    def dish(self, word: str) -> Dish:
        """The statistics of a dish; a new one starts with 0 points in all games before."""
        return self.dishes.setdefault(word, Dish(replace(self.unseen)))

    def share(self, dish: Dish) -> float:
        """The share of all points that comes from a dish."""
        return dish.points.total / self.points.total if self.points.total else 0.0

    @property
    def ranked(self) -> list[tuple[str, Dish]]:
        """The dishes with their words, those with the most points first."""
        return sorted(self.dishes.items(), key=lambda named: (-named[1].points.total, named[0]))


@dataclass
class Wins:
    """The share of wins, the share that equal players would have (`par`), and the points."""

    share: Mean = field(default_factory=share)
    par: Mean = field(default_factory=Mean)
    points: Mean = field(default_factory=Mean)


class Statistics:
    """Statistics collected from the facts of many games."""

    def __init__(self) -> None:
        self.games = 0
        self.editions: dict[str, Edition] = defaultdict(Edition)
        #: By edition and card: the turn in which it is taken.
        self.turns: dict[tuple[str, str], Mean] = defaultdict(Mean)
        #: By edition and card: the wins of players whose first pick of the game it was.
        self.first_picks: dict[tuple[str, str], Wins] = defaultdict(Wins)
        #: By edition, number of seats, and seat: the wins.
        self.seats: dict[tuple[str, int, int], Wins] = defaultdict(Wins)

    def add(self, facts: Facts) -> None:
        """Add a game."""
        self.games += 1
        self._count_dishes(facts)
        self._count_turns(facts)
        self._count_first_picks(facts)
        for seat in range(facts.seats):
            _count(self.seats[facts.edition, facts.seats, seat], facts, [seat])

    def _count_dishes(self, facts: Facts) -> None:
        edition, plates = self.editions[facts.edition], len(facts.totals)
        edition.games += 1
        edition.points.add(sum(facts.totals), plates)
        for pick in facts.picks:
            edition.dish(dish_of(pick.card, on_dice=facts.on_dice)).cards += 1
        for _, word, _, round_no in facts.lines:
            edition.dish(word).every_round |= round_no > 0
        for word, dish in edition.dishes.items():
            dish.points.add(sum(points for _, other, points, _ in facts.lines if other == word), plates)
        edition.unseen.add(0, plates)

    def _count_turns(self, facts: Facts) -> None:
        taken: dict[str, list[int]] = defaultdict(list)
        for pick in facts.picks:
            if pick.chosen:
                taken[pick.card].append(pick.turn)
        for card, turns in taken.items():
            self.turns[facts.edition, card].add(sum(turns), len(turns))

    def _count_first_picks(self, facts: Facts) -> None:
        began: dict[str, list[int]] = defaultdict(list)
        for seat, pick in _first_picks(facts).items():
            began[pick.card].append(seat)
        for card, seats in began.items():
            _count(self.first_picks[facts.edition, card], facts, seats)

    def to_json(self) -> dict[str, Any]:
        """All statistics as JSON data."""
        return {
            "okawari": "stats",
            "format": 1,
            "games": self.games,
            "editions": [_edition_json(name, edition) for name, edition in self.editions.items()],
            "pick_order": [
                {"edition": edition, "card": card, "taken": round(mean.n), "turn": mean.to_json()}
                for (edition, card), mean in sorted(self.turns.items(), key=_by_turn)
            ],
            "first_picks": [
                {"edition": edition, "card": card, **_wins_json(wins)}
                for (edition, card), wins in sorted(self.first_picks.items())
            ],
            "seats": [
                {"edition": edition, "seats": seats, "seat": letter(seat), **_wins_json(wins)}
                for (edition, seats, seat), wins in sorted(self.seats.items())
            ],
        }


def _first_picks(facts: Facts) -> dict[int, Pick]:
    """Each seat's first pick of the game."""
    return {pick.who: pick for pick in reversed(facts.picks) if pick.who < facts.seats}


def _count(wins: Wins, facts: Facts, seats: list[int]) -> None:
    """Add the results of some seats of a game to their wins."""
    wins.share.add(sum(facts.shares[seat] for seat in seats), len(seats))
    wins.par.add(len(seats) / facts.seats, len(seats))
    wins.points.add(sum(facts.totals[seat] for seat in seats), len(seats))


def _by_turn(row: tuple[tuple[str, str], Mean]) -> tuple[str, float, str]:
    """A sort key: by edition, then by mean turn."""
    (edition, card), mean = row
    return edition, mean.value, card


def _wins_json(wins: Wins) -> dict[str, Any]:
    return {
        "n": round(wins.share.n),
        "win_share": wins.share.to_json(),
        "par": known(wins.par.value),
        "points": wins.points.to_json(),
    }


def _edition_json(name: str, edition: Edition) -> dict[str, Any]:
    return {
        "edition": name,
        "games": edition.games,
        "points": edition.points.to_json(),
        "dishes": [
            {
                "dish": word,
                "points_a_game": dish.points.to_json(),
                "points_a_round": dish.a_round,
                "points_a_card": dish.a_card,
                "share": edition.share(dish),
                "taken": dish.cards,
            }
            for word, dish in edition.ranked
        ],
    }
