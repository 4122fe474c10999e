"""Sushi Go!, anniversary edition: five desserts, five variants, the sushi boat, and a maki rule for two.

Its book is silent about equal totals; the win is shared.
"""

from okawari.rules.menus.menu import Menu

MENU = Menu(
    "sushi-go-anniversary",
    desserts=("strawberry", "yogurt", "tea", "pudding", "mochi"),
    variants=("both-ways", "golf", "piles", "battle", "dummy"),
    may_require_maki=True,
    no_maki_can_place=True,
    pudding_breaks_ties=False,
    boat=True,
)
