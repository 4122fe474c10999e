"""The desserts of all menus, numbered, and what all decks have in common."""

from __future__ import annotations

from okawari.rules.dishes import SAVOURY, SAVOURY_WORDS
from okawari.rules.menus import MENUS
from okawari.rules.traits import Prize

#: Every dessert by its word, in the order of the menus that bring it. Its index in this order is its number.
DESSERTS = {dessert.word: dessert for menu in MENUS for dessert in menu.dessert_rows}
DESSERT_ROWS = tuple(DESSERTS.values())
DESSERT_WORDS = tuple(DESSERTS)

#: Cards of a dessert in every box: the rulebooks say so.
DESSERT_TOTAL = 10
DECK = sum(SAVOURY.values()) + DESSERT_TOTAL
#: Points for taking the squishy.
SQUISHY_POINTS = 2
#: What the most and the fewest pudding tokens bring in Sushi Roll.
ROLL_PRIZE = Prize(6, 6, 0, even_is_nothing_of_two=False, even_is_nothing=False, ties_share=False)


def hand_words(dessert: int) -> tuple[str, ...]:
    """The words of all cards that a hand can hold with this dessert, in the order of their kinds."""
    return (*SAVOURY_WORDS, *DESSERT_ROWS[dessert].cards)


def dessert_words(dessert: int) -> tuple[str, ...]:
    """The words of a dessert's cards once they are played, in the order of their sorts."""
    return tuple(DESSERT_ROWS[dessert].played)
