"""Sushi Roll, the dice game."""

from okawari.rules.menus.menu import ROLL, Menu

MENU = Menu("sushi-roll", sort=ROLL, helpings={2: 8, 3: 7, 4: 6, 5: 5}, desserts=())
