"""The menus: each a complete way to play, in a file of its own. Adding one means a file and a row in MENUS."""

from __future__ import annotations

import numpy as np

from okawari.rules.menus import sushi_go_2014, sushi_go_anniversary, sushi_go_first, sushi_roll
from okawari.rules.menus.menu import DRAFT, ROLL, VARIANTS, Menu, Variant

#: The registry, in the order of the menus' numbers.
MENUS: tuple[Menu, ...] = (
    sushi_go_first.MENU,
    sushi_go_2014.MENU,
    sushi_go_anniversary.MENU,
    sushi_roll.MENU,
)

VARIANT_WORDS = tuple(VARIANTS)
PLAIN, BOTH_WAYS, GOLF, PILES, BATTLE, DUMMY = range(6)

#: What the kernels ask of a menu, by its number.
NO_MAKI_CAN_PLACE = np.array([menu.no_maki_can_place for menu in MENUS])
PUDDING_BREAKS_TIES = np.array([menu.pudding_breaks_ties for menu in MENUS])
HAS_BOAT = np.array([menu.boat for menu in MENUS])

#: Cards or dice that each seat is given, by menu and seats.
HELPINGS = np.array([[menu.helpings.get(seats, 0) for seats in range(6)] for menu in MENUS], np.int8)

__all__ = [
    "BATTLE",
    "BOTH_WAYS",
    "DRAFT",
    "DUMMY",
    "GOLF",
    "HAS_BOAT",
    "HELPINGS",
    "MENUS",
    "NO_MAKI_CAN_PLACE",
    "PILES",
    "PLAIN",
    "PUDDING_BREAKS_TIES",
    "ROLL",
    "VARIANTS",
    "VARIANT_WORDS",
    "Menu",
    "Variant",
]
