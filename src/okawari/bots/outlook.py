"""The outlook after a round: what points, desserts and tokens promise while the game is not over.

An outlook has a row for one round to go and a row for two: how far a point carries, and what the things that stay in
front of a player are worth, in points. `okawari outlook` fits those that ship as `outlooks.json`.
"""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from okawari.bots.nearest import nearest
from okawari.game import Setting
from okawari.rules.dishes import CHOPSTICKS_TOKEN, MENU_TOKEN, PUDDING_TOKEN, TEA
from okawari.rules.kernel import kernels_of
from okawari.rules.menus import GOLF
from okawari.rules.points import ROUNDS, TEA_POINTS
from okawari.rules.scoring import helpings, tea_index

kernel = kernels_of(Path(__file__).parent)

#: What stays in front of a player: cards have only a dessert.
HOLDINGS = ("dessert", "menus", "chopsticks")
#: The numbers of a row.
CARRIES, PRICES = 0, 1

#: The margin that moves the part of an ended game's value that is not the win.
_MARGIN = 15.0
#: A margin that nobody ever reached.
_WIDEST = 400.0


@cache
def _fitted() -> dict[str, dict[str, Any]]:
    text = resources.files(__package__).joinpath("outlooks.json").read_text(encoding="utf-8")
    outlooks: dict[str, dict[str, Any]] = json.loads(text)["outlooks"]
    return outlooks


def outlook_for(setting: Setting) -> np.ndarray:
    """The outlook of a game, a row for one round to go and a row for two."""
    return np.array(_fitted()[nearest(setting, _fitted())]["rows"])


def dessert_card_price(setting: Setting, round_no: int) -> float:
    """What a dessert card is worth on average in a round, whichever it is; nothing in the last, where it scores."""
    prices: list[float] = [0.0, *_fitted()[nearest(setting, _fitted())]["card"]]
    return prices[ROUNDS - round_no]


@kernel
def card_holdings(table, seat, held):
    """Write down how much dessert a player of cards has; of bubble tea, what it brings so far."""
    held[:] = 0.0
    held[0] = TEA_POINTS[tea_index(table, seat)] if table.dessert == TEA else helpings(table, seat)


@kernel
def dice_holdings(table, seat, held):
    """Write down what tokens a player of Sushi Roll has."""
    held[0] = table.tokens[seat, PUDDING_TOKEN]
    held[1] = table.tokens[seat, MENU_TOKEN]
    held[2] = table.tokens[seat, CHOPSTICKS_TOKEN]


@kernel
def standing_with(table, seat, held, outlook):
    """Points as they count for what is to come: with a price on all that is held, and reversed in golf."""
    points = float(table.points[seat])
    for n in range(held.size):
        points += outlook[ROUNDS - table.round_no, PRICES + n] * held[n]
    return -points if table.variant == GOLF else points


@kernel
def card_standing(table, seat, outlook):
    """The standing of a player of cards."""
    held = np.empty(len(HOLDINGS))
    card_holdings(table, seat, held)
    return standing_with(table, seat, held, outlook)


@kernel
def dice_standing(table, seat, outlook):
    """The standing of a player of Sushi Roll."""
    held = np.empty(len(HOLDINGS))
    dice_holdings(table, seat, held)
    return standing_with(table, seat, held, outlook)


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
    if win == 0.0:
        shares_by_margin(table, shares)
        return
    if table.over:
        shares_of_end(table, win, shares)
        return
    carries = outlook[ROUNDS - table.round_no, CARRIES]
    best = shares[: table.seats].max()
    total = 0.0
    for seat in range(table.seats):
        shares[seat] = math.exp((shares[seat] - best) / carries)
        total += shares[seat]
    for seat in range(table.seats):
        shares[seat] /= total


@kernel
def shares_by_margin(table, shares):
    """From standings to margins, each point worth the same, small enough to be taken for shares."""
    if table.over:
        sign = -1.0 if table.variant == GOLF else 1.0
        for seat in range(table.seats):
            shares[seat] = sign * table.points[seat]
    best, second = -np.inf, -np.inf
    for seat in range(table.seats):
        best, second = max(best, shares[seat]), max(second, min(best, shares[seat]))
    for seat in range(table.seats):
        margin = shares[seat] - (second if shares[seat] == best else best)
        shares[seat] = 0.5 + margin / _WIDEST


@kernel
def shares_of_end(table, win, shares):
    """The win itself counts for `win`, and the margin for the rest, so that a lost game is still played well."""
    sign = -1 if table.variant == GOLF else 1
    winners = 0
    for seat in range(table.seats):
        winners += table.winners >> seat & 1
    for seat in range(table.seats):
        other = -10000
        for rival in range(table.seats):
            if rival != seat:
                other = max(other, sign * table.points[rival])
        margin = (sign * table.points[seat] - other) / _MARGIN
        shares[seat] = win * (table.winners >> seat & 1) / winners + (1 - win) / (1 + math.exp(-margin))
