"""What each plate would score if the round ended now, by the scoring of the rules."""

from __future__ import annotations

import numpy as np

from okawari.game.events import Line, read_line
from okawari.game.view import View
from okawari.rules import draft, roll, scoring
from okawari.rules import events as E
from okawari.rules.dealer import KEYED
from okawari.rules.table_kernels import new_dealer

#: The fields that scoring reads: of every table, of tables with cards, and of tables with dice.
_PLATES = (
    "menu",
    "dessert",
    "variant",
    "must_have_maki",
    "seats",
    "diners",
    "plates",
    "wasabi",
    "dipped",
)
_DESSERTS = ("desserts", "player_dice", "squishy")
_TOKENS = ("tokens", "supply")


def worth_now(view: View) -> tuple[tuple[Line, ...], ...]:
    """The lines that each plate would have on the bill if the round ended now, the extra plate's last.

    >>> import okawari
    >>> game = okawari.Position.from_json({
    ...     "menu": "sushi-go-first", "seats": 2, "round": 3, "turn": 9,
    ...     "hands": ["squid chopsticks", "egg egg"], "plates": ["tempura*2", "maki3"],
    ... }).game()
    >>> [[(line.dish, line.points) for line in lines if line.points] for lines in worth_now(game.view())]
    [[('tempura', 5)], [('maki', 6)]]
    """
    on_dice = view.setting.table_kind == "roll"
    table, dealer = open_table(view), new_dealer(KEYED)
    dealer["recording"] = 1
    scoring.score_round(table[0], dealer[0], scoring.DICE if on_dice else scoring.CARDS)
    rows = dealer["events"][0, : int(dealer["event_count"][0])].tolist()
    lines: list[list[Line]] = [[] for _ in range(view.setting.diners)]
    for row in rows:
        if row[0] == E.LINE:
            lines[row[1]].append(read_line(row, view.setting))
    return tuple(map(tuple, lines))


def open_table(view: View) -> np.ndarray:
    """A table with the public fields of a view that scoring reads, as an array of one record without hands and deck."""
    on_dice = view.setting.table_kind == "roll"
    table = np.zeros(1, roll.TABLE if on_dice else draft.TABLE)
    for field in (*_PLATES, *(_TOKENS if on_dice else _DESSERTS)):
        table[field] = view.record[field]
    return table
