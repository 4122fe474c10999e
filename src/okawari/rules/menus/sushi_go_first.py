"""Sushi Go!, first edition."""

from okawari.rules.traits import Dessert, Menu

#: Cards in each hand, by the number of players: the same in every edition.
HANDS = {2: 10, 3: 9, 4: 8, 5: 7}

PUDDING = Dessert("pudding", {"pudding": 10})

MENU = Menu("sushi-go-first", HANDS, dessert_rows=(PUDDING,))
