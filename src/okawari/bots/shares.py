"""Each seat's share of the win after a round: the value that a tree search maximises.

The kernels fill the array `shares`, which has a number for each seat; some of them first use it for the standings.
"""

from __future__ import annotations

import numpy as np

from okawari.bots.outlook import SCALE, card_standing, dice_standing
from okawari.rules import maths
from okawari.rules.kernel import kernel
from okawari.rules.points import ROUNDS
from okawari.rules.scoring import standing

#: The scale, in points, of the logistic function that maps the margin of an ended game to a value.
_MARGIN_SCALE = 15.0
#: More than any margin that can be reached.
_LARGEST_MARGIN = 400.0


@kernel
def card_shares(table, outlook, win, shares):
    """Write each seat's share of the win after a round of a card game."""
    for seat in range(table.seats):
        shares[seat] = card_standing(table, seat, outlook)
    shares_from_standings(table, outlook, win, shares)


@kernel
def dice_shares(table, outlook, win, shares):
    """Write each seat's share of the win after a round of Sushi Roll."""
    for seat in range(table.seats):
        shares[seat] = dice_standing(table, seat, outlook)
    shares_from_standings(table, outlook, win, shares)


@kernel
def shares_from_standings(table, outlook, win, shares):
    """Replace standings by shares of the win: the actual ones if the game is over, else the expected ones.

    `win` is the weight of the win in the value of an ended game; 0 values the margin alone.
    """
    if table.over:
        write_final_standings(table, shares)
    if win == 0.0:
        share_by_margin(table.seats, shares)
    elif table.over:
        share_final(table, win, shares)
    else:
        share_by_standing(table.seats, outlook[ROUNDS - table.round_no, SCALE], shares)


@kernel
def write_final_standings(table, standings):
    """Write each seat's final standing: its points, negated where the lowest total wins."""
    for seat in range(table.seats):
        standings[seat] = standing(table, table.points[seat])


@kernel
def best_two(standings, seats):
    """The highest standing and the second highest, which are equal where two seats share the lead."""
    best, second = -np.inf, -np.inf
    for seat in range(seats):
        best, second = max(best, standings[seat]), max(second, min(best, standings[seat]))
    return best, second


@kernel
def margin_over(standing, best, second):
    """The margin of a standing over the best of the other seats."""
    return standing - (second if standing == best else best)


@kernel
def share_by_margin(seats, shares):
    """Replace standings by a linear function of the margin with values between 0 and 1."""
    best, second = best_two(shares, seats)
    for seat in range(seats):
        shares[seat] = 0.5 + margin_over(shares[seat], best, second) / _LARGEST_MARGIN


@kernel
def share_final(table, win, shares):
    """Replace final standings by a mean of the share of the win and of a function of the margin.

    The weight of the win is `win`. Because of the margin, a lost game is still played well.
    """
    best, second = best_two(shares, table.seats)
    for seat in range(table.seats):
        margin = margin_over(shares[seat], best, second) / _MARGIN_SCALE
        shares[seat] = win * share_won(table, seat) + (1 - win) / (1 + maths.exp(-margin))


@kernel
def share_won(table, seat):
    """A seat's share of the win of a game that is over: 1 split equally among the winners, 0 for the others."""
    winners = 0
    for other in range(table.seats):
        winners += table.winners >> other & 1
    return (table.winners >> seat & 1) / winners


@kernel
def share_by_standing(seats, scale, shares):
    """Replace standings by expected shares of the win: the softmax of standings divided by `scale`."""
    best, _ = best_two(shares, seats)
    total = 0.0
    for seat in range(seats):
        shares[seat] = maths.exp((shares[seat] - best) / scale)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
