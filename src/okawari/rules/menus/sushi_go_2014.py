"""Sushi Go!, 2014 edition: brings the variants `both-ways` and, for two players, `dummy`.

Its rulebook does not say whether plates without maki can come first or second; they cannot, as in the first edition.
"""

from okawari.rules.menus.sushi_go_first import HANDS, PUDDING
from okawari.rules.traits import DRAWS_IN_CONTROL, Menu, Variant

BOTH_WAYS = Variant("both-ways", right_rounds=(2,))
DUMMY = Variant("dummy", seats=(2,), extra_plate=True, draws=DRAWS_IN_CONTROL)

MENU = Menu("sushi-go-2014", HANDS, dessert_rows=(PUDDING,), variant_rows=(BOTH_WAYS, DUMMY))
