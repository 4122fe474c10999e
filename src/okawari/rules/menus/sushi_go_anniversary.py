"""Sushi Go!, anniversary edition: five desserts, five variants, the sushi boat, and a maki rule for two players.

Its rulebook does not say what decides between equal totals; the win is shared.
"""

from okawari.rules.menus.sushi_go_2014 import BOTH_WAYS, DUMMY
from okawari.rules.menus.sushi_go_first import HANDS, PUDDING
from okawari.rules.traits import BATTLE, DRAWS_OWN_PILE, NO_PRIZE, Dessert, Die, Menu, Prize, Variant

#: The rulebook says that each dessert has ten cards, that teas have the numbers 1 to 5 and that the mochi die has a 1,
#: and it shows strawberries with 2 and 4 symbols and a yogurt of 2. Our choice: how many cards there are of each number
#: of strawberry and tea, the values of yogurt, and that the mochi die is an ordinary one. A real strawberry may have
#: another small number of symbols, a real yogurt may be worth nothing, and a real die may show another digit.
DESSERTS = (
    Dessert(
        "strawberry",
        {"strawberry2": 3, "strawberry3": 4, "strawberry4": 3},
        Prize(0, 6, 3, even_is_nothing_of_two=True, even_is_nothing=False, ties_share=True),
        squishy=True,
        other_cards=("strawberry1", "strawberry5", "strawberry6"),
    ),
    Dessert(
        "yogurt",
        {"yogurt": 10},
        values={1: 3, 2: 4, 3: 3},
        other_cards=("yogurt0", "yogurt4", "yogurt5", "yogurt6"),
    ),
    Dessert("tea", {"tea1": 2, "tea2": 2, "tea3": 2, "tea4": 2, "tea5": 2}, NO_PRIZE, runs=(1, 4, 8, 13, 20)),
    PUDDING,
    Dessert("mochi", {"mochi": 10}, die=Die(faces=6, start=1, other_faces=(0, 7, 8, 9))),
)
VARIANTS = (
    BOTH_WAYS,
    Variant("golf", lowest_wins=True),
    Variant("piles", seats=(2,), draws=DRAWS_OWN_PILE, hand_size=5),
    Variant("battle", seats=(2,), table=BATTLE),
    DUMMY,
)

MENU = Menu(
    "sushi-go-anniversary",
    HANDS,
    dessert_rows=DESSERTS,
    variant_rows=VARIANTS,
    may_require_maki=True,
    no_maki_can_place=True,
    dessert_breaks_ties=False,
    boat=True,
)
