"""The menus: each a complete way to play, in a file of its own with the desserts and variants that it brings.

Adding one means a file and a row in MENUS.
"""

from __future__ import annotations

from okawari.rules.menus import sushi_go_2014, sushi_go_anniversary, sushi_go_first, sushi_roll
from okawari.rules.traits import Menu

#: The registry, in the order of the menus' numbers.
MENUS: tuple[Menu, ...] = (
    sushi_go_first.MENU,
    sushi_go_2014.MENU,
    sushi_go_anniversary.MENU,
    sushi_roll.MENU,
)
