"""The leaderboard: how strong the bots are in every menu, from tournaments on the same deals, and where others stand.

A board is a setting: see `lab.boards`. Its results are kept as data, wins by line-up and cards, in `leaderboard.json`;
standings and the page follow from them. A newcomer plays the bots of a board on the board's own cards, and the others
keep their ratings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from okawari import bots
from okawari.game import Setting
from okawari.game.reading import parse
from okawari.game.record import RULES
from okawari.lab.boards import Board, boards
from okawari.lab.intervals import Mean, known, share
from okawari.lab.plan import LabError, Plan
from okawari.lab.strengths import Wins, estimate, fit, fit_newcomer, unit, wins_of
from okawari.lab.table import Played

FORMAT = 1
#: The results that ship with Okawari.
DATA = Path(__file__).with_name("leaderboard.json")

#: All bots but those that are the same under another name, and the searches whose limits have to be chosen; the levels
#: come last, from gentle to strong.
BOTS = (
    *(name for name, maker in bots.BOTS.items() if maker not in (*bots.LEVELS.values(), bots.TreeBot, bots.ExpertBot)),
    *bots.LEVELS,
)
#: The bot whose rating is fixed, where it plays, and that rating.
REFERENCE, REFERENCE_RATING = "hana", 1000
#: From so many seconds a move a bot is slow: it meets only the bots before it in the list, at most so many of them.
SLOW_SECONDS, RIVALS = 0.5, 3
#: Up to so many seconds a move a level is quick enough to play every newcomer.
QUICK_SECONDS = 0.01


@dataclass(frozen=True)
class Standings:
    """The results of a board: its bots, their wins, the seed of the cards, and the command that played them."""

    board: Board
    bots: tuple[str, ...]
    wins: tuple[Wins, ...]
    seed: int = 0
    command: str = ""

    @property
    def reference(self) -> int:
        """The number of the bot whose rating is fixed."""
        return self.bots.index(REFERENCE) if REFERENCE in self.bots else 0

    def rows(self) -> list[Row]:
        """The bots with their ratings, the best first."""
        return _sorted(_row(self, bot, column) for bot, column in enumerate(self._fitted().T))

    def rows_with(self, newcomer: str, wins: Sequence[Wins]) -> list[Row]:
        """The bots and a newcomer, which has the number after theirs in its wins; the others keep their ratings."""
        rows, together = self.rows(), replace(self, bots=(*self.bots, newcomer), wins=tuple(wins))
        column = fit_newcomer(self._fitted(), wins)
        return _sorted([*rows, replace(_row(together, len(self.bots), column), new=True)])

    def _fitted(self) -> np.ndarray:
        return fit(len(self.bots), self.wins, self.reference)

    def to_json(self) -> dict[str, Any]:
        """The results as JSON data; `wins` has a row for each cards' number, in order."""
        return {
            **self.board.setting.to_json(),
            "seed": self.seed,
            "command": self.command,
            "bots": list(self.bots),
            "line_ups": [
                {"bots": [self.bots[bot] for bot in line_up.bots], "wins": list(line_up.by_cards.values())}
                for line_up in self.wins
            ],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Standings:
        """Read results from JSON data."""
        setting, names = Setting.from_json(data), tuple(data["bots"])
        wins = (
            Wins(tuple(map(names.index, line_up["bots"])), dict(enumerate(map(tuple, line_up["wins"]))))
            for line_up in data["line_ups"]
        )
        board = next((board for board in boards() if board.setting == setting), Board(setting))
        return cls(board, names, tuple(wins), data["seed"], data["command"])


@dataclass(frozen=True)
class Row:
    """A bot's line of the table: its rating with the ends of its interval, its share of wins, and its games."""

    bot: str
    rating: float
    low: float
    high: float
    wins: Mean
    games: int
    fixed: bool = False
    new: bool = False

    def to_json(self) -> dict[str, Any]:
        """The line as JSON data."""
        return {
            "bot": self.bot,
            "new": self.new,
            "rating": {"mean": known(self.rating), "low": known(self.low), "high": known(self.high)},
            "win_share": self.wins.to_json(),
            "games": self.games,
        }


def _sorted(rows: Iterable[Row]) -> list[Row]:
    """Rows in the order of their ratings, the best first."""
    return sorted(rows, key=lambda row: -row.rating)


def _row(standings: Standings, bot: int, column: np.ndarray) -> Row:
    """The row of a bot from its column of fits."""
    own = [line_up for line_up in standings.wins if bot in line_up.bots]
    won: dict[int, list[int]] = {}
    for line_up in own:
        for cards, wins in line_up.by_cards.items():
            sums = won.setdefault(cards, [0, 0])
            sums[0] += wins[line_up.different.index(bot)]
            sums[1] += len(line_up.bots) * line_up.bots.count(bot)
    shares = share()
    for total, n in won.values():
        shares.add(total / unit(standings.board.setting.seats), n)
    rating, low, high = (REFERENCE_RATING + strength for strength in estimate(column, len(won)))
    games = sum(line_up.games for line_up in own)
    return Row(standings.bots[bot], rating, low, high, shares, games, fixed=bot == standings.reference)


@dataclass(frozen=True)
class Effort:
    """How much is played: games of each line-up, and of each with a slow bot; the seed of all cards."""

    games: int
    slow_games: int
    seed: int = 0


def seconds_of(bot: str) -> float:
    """About how many seconds a bot needs for a move, as far as that is known: of the levels."""
    return bots.usual_seconds(bot) if bot in bots.LEVELS else 0.0


def can_play(bot: str, setting: Setting) -> bool:
    """Whether a bot can play the games of a setting; `net` has no network for some."""
    with suppress(ValueError):
        bots.make(bot).prepare(setting)
        return True
    return False


def plans(setting: Setting, names: Sequence[str], effort: Effort) -> Iterator[tuple[Plan, int]]:
    """The tournaments of a board, and the number of deals of each: all of them with the same cards.

    One is of all bots that are not slow. A slow bot has one of its own, with the bots before it in the list.
    """
    quick = tuple(name for name in names if seconds_of(name) < SLOW_SECONDS)
    if len(quick) > 1:
        yield _with_deals(Plan(setting, quick, effort.seed), effort.games)
    for place, name in enumerate(names):
        rivals = tuple(names[max(0, place - RIVALS) : place])
        if name not in quick and rivals and effort.slow_games:
            yield _with_deals(Plan(setting, (name, *rivals), effort.seed, only_with_first=True), effort.slow_games)


def newcomer_plan(standings: Standings, newcomer: str, against: Sequence[str], games: int) -> tuple[Plan, int]:
    """The tournament of a newcomer against bots of a board, on the board's cards, and its number of deals."""
    plan = Plan(standings.board.setting, (newcomer, *against), standings.seed, only_with_first=True)
    return _with_deals(plan, games)


def _with_deals(plan: Plan, games: int) -> tuple[Plan, int]:
    """A plan, and the number of deals in which each line-up plays at least some games."""
    return plan, ceil(games / plan.setting.seats) * len(plan.line_ups)


def standings_of(
    board: Board, names: tuple[str, ...], played: Iterable[tuple[Plan, list[Played]]], seed: int, command: str
) -> Standings:
    """The standings after the tournaments of a board; bots that did not play are left out."""
    tournaments = list(played)
    playing = tuple(name for name in names if any(name in plan.bots for plan, _ in tournaments))
    wins = (
        line_up for plan, deals in tournaments for line_up in wins_of(deals, [playing.index(bot) for bot in plan.bots])
    )
    return Standings(board, playing, tuple(wins), seed, command)


def rows_with_newcomer(standings: Standings, plan: Plan, deals: Iterable[Played]) -> list[Row]:
    """The rows of a board and of a newcomer, from the deals of its tournament: see `newcomer_plan`."""
    newcomer, *others = plan.bots
    numbers = [len(standings.bots), *map(standings.bots.index, others)]
    return standings.rows_with(newcomer, wins_of(deals, numbers))


def opponents(standings: Standings, asked: Sequence[str] = ()) -> tuple[str, ...]:
    """The bots of a board that play a newcomer: those that were asked for, or the quick levels; all if there are none.

    `LabError` for a bot that is not on the board.
    """
    for name in asked:
        if name not in standings.bots:
            raise LabError("not-on-board", bot=name, bots=", ".join(standings.bots))
    quick = (name for name in standings.bots if name in bots.LEVELS and seconds_of(name) < QUICK_SECONDS)
    return tuple(asked) or tuple(quick) or standings.bots


@dataclass
class Leaderboard:
    """The standings of all boards that were played, by their names."""

    by_name: dict[str, Standings] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Leaderboard:
        """Read the results from a file; empty if there is none. `LabError` if it holds something else."""
        if not path.exists():
            return cls()
        data = parse(path.read_bytes(), str(path))
        try:
            found = [Standings.from_json(board) for board in data["boards"]]
        except (KeyError, TypeError, ValueError):
            raise LabError("no-leaderboard", file=path) from None
        return cls({standings.board.name: standings for standings in found})

    def save(self, path: Path) -> None:
        """Write the results to a file, in the order of the boards, with a line for each line-up."""
        head = {"okawari": "leaderboard", "format": FORMAT, "rules": RULES}
        text = ",\n ".join(_compact(standings) for standings in self.sorted())
        path.write_text(f'{_dumps(head)[:-1]},"boards":[\n {text}\n]}}\n', encoding="utf-8")

    def sorted(self) -> list[Standings]:
        """All standings, in the order of the boards."""
        order = {board.name: place for place, board in enumerate(boards())}
        return sorted(self.by_name.values(), key=lambda standings: order.get(standings.board.name, len(order)))


def _compact(standings: Standings) -> str:
    """The JSON text of standings with a line for each line-up."""
    data = standings.to_json()
    lines = ",\n  ".join(map(_dumps, data.pop("line_ups")))
    return f'{_dumps(data)[:-1]},"line_ups":[\n  {lines}\n ]}}'


def _dumps(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
