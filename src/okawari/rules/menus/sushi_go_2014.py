"""Sushi Go!, 2014 edition: pass both ways, and a dummy for two players.

Its book is silent about plates without maki; they cannot place, as in the first edition.
"""

from okawari.rules.menus.sushi_go_first import HANDS, PUDDING
from okawari.rules.traits import DRAWS_IN_CONTROL, Menu, Variant

BOTH_WAYS = Variant("both-ways", right_rounds=(2,))
DUMMY = Variant("dummy", seats=(2,), extra_plate=True, draws=DRAWS_IN_CONTROL)

MENU = Menu("sushi-go-2014", HANDS, dessert_rows=(PUDDING,), variant_rows=(BOTH_WAYS, DUMMY))
