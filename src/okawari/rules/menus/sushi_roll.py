"""Sushi Roll, the dice game."""

from okawari.rules.traits import ROLL, Menu

MENU = Menu("sushi-roll", {2: 8, 3: 7, 4: 6, 5: 5}, table=ROLL)
