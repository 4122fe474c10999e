"""The outlook: the value of a standing after a round that is not the last.

An outlook has a row for one round to go and a row for two. A row holds the scale (the lead in points that multiplies
the odds of winning by e), and the price in points of each holding that stays with a player. `okawari outlook` fits
those that ship as `outlooks.json`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from okawari.bots.nearest import nearest
from okawari.game import Setting
from okawari.rules.dishes import CHOPSTICKS_TOKEN, MENU_TOKEN, PUDDING_TOKEN
from okawari.rules.kernel import kernel
from okawari.rules.plates import dessert_amount
from okawari.rules.points import ROUNDS
from okawari.rules.scoring import run_points
from okawari.rules.tables import HAS_RUNS, TOTAL_SIGN

#: What a player holds from one round to the next: with cards only dessert, in Sushi Roll pudding and other tokens.
HOLDINGS = ("dessert", "menus", "chopsticks")
#: The columns of a row: the scale (`carries` in the file), and the first of the prices.
SCALE, PRICES = 0, 1


@cache
def _fitted() -> dict[str, dict[str, Any]]:
    """The fitted outlooks by the name of their game."""
    text = resources.files(__package__).joinpath("outlooks.json").read_text(encoding="utf-8")
    outlooks: dict[str, dict[str, Any]] = json.loads(text)["outlooks"]
    return outlooks


def outlook_for(setting: Setting) -> np.ndarray:
    """The outlook for a game, or for the nearest one that was fitted: a row for one round to go and a row for two."""
    return np.array(_fitted()[nearest(setting, _fitted())]["rows"])


def dessert_card_price(setting: Setting, round_no: int) -> float:
    """The mean price of a dessert card that is taken in a round; 0 in the last, where the dessert itself is scored."""
    prices: list[float] = [0.0, *_fitted()[nearest(setting, _fitted())]["card"]]
    return prices[ROUNDS - round_no]


@kernel
def card_holdings(table, seat):
    """A seat's holdings in a card game: its amount of dessert, or for a dessert with runs their points so far."""
    dessert = run_points(table, seat) if HAS_RUNS[table.dessert] else dessert_amount(table, seat)
    return float(dessert), 0.0, 0.0


@kernel
def dice_holdings(table, seat):
    """A seat's holdings in Sushi Roll: its tokens."""
    tokens = table.tokens[seat]
    return float(tokens[PUDDING_TOKEN]), float(tokens[MENU_TOKEN]), float(tokens[CHOPSTICKS_TOKEN])


@kernel
def standing_with(table, seat, held, outlook):
    """The standing of a seat: its points plus the prices of its holdings, negated where the lowest total wins."""
    points = float(table.points[seat])
    for n in range(len(HOLDINGS)):
        points += outlook[ROUNDS - table.round_no, PRICES + n] * held[n]
    return TOTAL_SIGN[table.variant] * points


@kernel
def card_standing(table, seat, outlook):
    """The standing of a seat in a card game."""
    return standing_with(table, seat, card_holdings(table, seat), outlook)


@kernel
def dice_standing(table, seat, outlook):
    """The standing of a seat in Sushi Roll."""
    return standing_with(table, seat, dice_holdings(table, seat), outlook)
