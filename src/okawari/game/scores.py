"""The bill: the points of each plate, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from okawari.game.events import Line, read_line
from okawari.game.notation import letter
from okawari.game.setting import Setting
from okawari.rules import events as E
from okawari.rules.desserts import SQUISHY_POINTS
from okawari.rules.points import ROUNDS


@dataclass(frozen=True)
class Score:
    """The bill of a plate: its total, and the lines of each round and of the end of the game."""

    who: int
    total: int
    rounds: tuple[tuple[Line, ...], ...]
    final: tuple[Line, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, those of the end of the game last."""
        return (*(line for lines in self.rounds for line in lines), *self.final)

    def to_json(self) -> dict[str, Any]:
        """The bill as a dictionary."""
        return {
            "who": self.who,
            "total": self.total,
            "rounds": [[line.to_json() for line in lines] for lines in self.rounds],
            "final": [line.to_json() for line in self.final],
        }


class Scores(tuple[Score, ...]):
    """The bills of all plates; `str` gives them as a readable text."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(_written(score) for score in self)


def _written(score: Score) -> str:
    """The bill of a plate as a text."""
    rows = [f"{letter(score.who)}: {score.total}"]
    for number, lines in enumerate((*score.rounds, score.final), 1):
        label = f"round {number}" if number <= len(score.rounds) else "dessert"
        rows += [f"  {label:8} {line.dish:10} {line.points:3}  {line.why()}" for line in lines]
    return "\n".join(rows)


def read_scores(rows: Iterable[list[int]], setting: Setting, totals: list[int], began_in: int = 0) -> Scores:
    """The bills of all plates from the rows of recorded events. A game from a position begins in a later round."""
    rounds: list[list[list[Line]]] = [[[] for _ in range(ROUNDS)] for _ in totals]
    final: list[list[Line]] = [[] for _ in totals]
    squishies: dict[tuple[int, int], int] = {}
    now = began_in
    for row in rows:
        what, who = row[0], row[1]
        if what in (E.DEAL, E.BAG):
            now = row[2]
        elif what == E.TAKE_SQUISHY:
            squishies[who, now] = squishies.get((who, now), 0) + 1
        elif what == E.LINE:
            line = read_line(row, setting)
            (final[who] if row[2] >= E.L_DESSERT else rounds[who][now - 1]).append(line)
    for (who, round_no), n in squishies.items():
        params = {"n": n, "each": SQUISHY_POINTS}
        rounds[who][round_no - 1].append(Line("squishy", n * SQUISHY_POINTS, "squishy", params))
    return Scores(
        Score(who, total, tuple(tuple(lines) for lines in rounds[who][:now]), tuple(final[who]))
        for who, total in enumerate(totals)
    )
