"""The outlook after a round: what points, desserts and tokens promise while the game is not over.

An outlook has a row for one round to go and a row for two: how far a point carries, and what the things that stay in
front of a player are worth, in points. `okawari outlook` fits those that ship as `outlooks.json`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from okawari.bots.nearest import nearest
from okawari.game import Setting
from okawari.rules.dishes import CHOPSTICKS_TOKEN, MENU_TOKEN, PUDDING_TOKEN
from okawari.rules.kernel import kernels_of
from okawari.rules.plates import dessert_amount
from okawari.rules.points import ROUNDS
from okawari.rules.scoring import run_points
from okawari.rules.tables import HAS_RUNS, TOTAL_SIGN

kernel = kernels_of(Path(__file__).parent)

#: What stays in front of a player: cards have only a dessert.
HOLDINGS = ("dessert", "menus", "chopsticks")
#: The numbers of a row.
CARRIES, PRICES = 0, 1


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
    """Write down how much dessert a player of cards has; of one with runs, what they bring so far."""
    held[:] = 0.0
    held[0] = run_points(table, seat) if HAS_RUNS[table.dessert] else dessert_amount(table, seat)


@kernel
def dice_holdings(table, seat, held):
    """Write down what tokens a player of Sushi Roll has."""
    held[0] = table.tokens[seat, PUDDING_TOKEN]
    held[1] = table.tokens[seat, MENU_TOKEN]
    held[2] = table.tokens[seat, CHOPSTICKS_TOKEN]


@kernel
def standing_with(table, seat, held, outlook):
    """Points as they count for what is to come: with a price on all that is held, the higher the better."""
    points = float(table.points[seat])
    for n in range(held.size):
        points += outlook[ROUNDS - table.round_no, PRICES + n] * held[n]
    return TOTAL_SIGN[table.variant] * points


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
