"""The menus, each in a file of its own with the desserts and variants that it brings.

To add a menu, add a file and a row in MENUS.
"""

from __future__ import annotations

from okawari.rules.menus import sushi_go_2014, sushi_go_anniversary, sushi_go_first, sushi_roll
from okawari.rules.traits import Menu

#: Every menu; its index is its number.
MENUS: tuple[Menu, ...] = (
    sushi_go_first.MENU,
    sushi_go_2014.MENU,
    sushi_go_anniversary.MENU,
    sushi_roll.MENU,
)
