"""Everybody's share of the win after a round: what a search plays for."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from okawari.bots.outlook import CARRIES, card_standing, dice_standing
from okawari.rules.kernel import kernels_of
from okawari.rules.points import ROUNDS
from okawari.rules.scoring import standing

kernel = kernels_of(Path(__file__).parent)

#: The margin that moves the part of an ended game's value that is not the win.
_MARGIN = 15.0
#: A margin that nobody ever reached.
_WIDEST = 400.0


@kernel
def card_shares(table, outlook, win, shares):
    """Everybody's share of the win after a round of cards."""
    for seat in range(table.seats):
        shares[seat] = card_standing(table, seat, outlook)
    share_the_win(table, outlook, win, shares)


@kernel
def dice_shares(table, outlook, win, shares):
    """Everybody's share of the win after a round of Sushi Roll."""
    for seat in range(table.seats):
        shares[seat] = dice_standing(table, seat, outlook)
    share_the_win(table, outlook, win, shares)


@kernel
def share_the_win(table, outlook, win, shares):
    """From standings to shares of the win: as it is if the game is over, else as the standings promise it."""
    if table.over:
        stand_by_points(table, shares)
    if win == 0.0:
        share_by_margin(table.seats, shares)
    elif table.over:
        share_the_end(table, win, shares)
    else:
        share_by_promise(table.seats, outlook[ROUNDS - table.round_no, CARRIES], shares)


@kernel
def stand_by_points(table, standings):
    """After the end everybody stands where their points say."""
    for seat in range(table.seats):
        standings[seat] = standing(table, table.points[seat])


@kernel
def best_two(standings, seats):
    """The best standing and the next, which is as good where two share the lead."""
    best, second = -np.inf, -np.inf
    for seat in range(seats):
        best, second = max(best, standings[seat]), max(second, min(best, standings[seat]))
    return best, second


@kernel
def margin_over(standing, best, second):
    """How far somebody is before the best of the others."""
    return standing - (second if standing == best else best)


@kernel
def share_by_margin(seats, shares):
    """From standings to margins, each point worth the same, small enough to be taken for shares."""
    best, second = best_two(shares, seats)
    for seat in range(seats):
        shares[seat] = 0.5 + margin_over(shares[seat], best, second) / _WIDEST


@kernel
def share_the_end(table, win, shares):
    """The win itself counts for `win`, and the margin for the rest, so that a lost game is still played well."""
    best, second = best_two(shares, table.seats)
    for seat in range(table.seats):
        margin = margin_over(shares[seat], best, second) / _MARGIN
        shares[seat] = win * share_won(table, seat) + (1 - win) / (1 + math.exp(-margin))


@kernel
def share_won(table, seat):
    """Somebody's share of a game that is over: winners share alike."""
    winners = 0
    for other in range(table.seats):
        winners += table.winners >> other & 1
    return (table.winners >> seat & 1) / winners


@kernel
def share_by_promise(seats, carries, shares):
    """What standings promise, where points carry so far."""
    best, _ = best_two(shares, seats)
    total = 0.0
    for seat in range(seats):
        shares[seat] = math.exp((shares[seat] - best) / carries)
        total += shares[seat]
    for seat in range(seats):
        shares[seat] /= total
