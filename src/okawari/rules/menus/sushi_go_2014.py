"""Sushi Go!, 2014 edition: pass both ways, and a dummy for two players.

Its book is silent about plates without maki; they cannot place, as in the first edition.
"""

from okawari.rules.menus.menu import Menu

MENU = Menu("sushi-go-2014", variants=("both-ways", "dummy"))
