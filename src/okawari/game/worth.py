"""What each plate would score if the round ended now, by the scoring of the rules."""

from __future__ import annotations

from okawari.game.events import Line, read_line
from okawari.game.view import View
from okawari.rules import scoring
from okawari.rules.dealer import KEYED
from okawari.rules.table_kernels import new_dealer
from okawari.rules.traits import ROLL


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
    setting, dealer = view.setting, new_dealer(KEYED)
    dealer["recording"] = 1
    setting.kernels.bill(view.record, dealer, scoring.DICE if setting.table_kind == ROLL else scoring.CARDS)
    lines: list[list[Line]] = [[] for _ in range(setting.diners)]
    for row in dealer["events"][0, : dealer["event_count"].item()].tolist():
        lines[row[1]].append(read_line(row, setting))
    return tuple(map(tuple, lines))
