"""The desserts of all menus, with their numbers, and what all decks have in common."""

from __future__ import annotations

from okawari.rules.dishes import SAVOURY, SAVOURY_WORDS
from okawari.rules.menus import MENUS
from okawari.rules.traits import Prize

#: Every dessert, in the order of the menus that brought it; the order gives them their numbers.
DESSERTS = {dessert.word: dessert for menu in MENUS for dessert in menu.dessert_rows}
DESSERT_ROWS = tuple(DESSERTS.values())
DESSERT_WORDS = tuple(DESSERTS)

#: Cards of a dessert in any box: the books say so.
DESSERT_TOTAL = 10
DECK = sum(SAVOURY.values()) + DESSERT_TOTAL
#: Points for taking the squishy.
SQUISHY_POINTS = 2
#: The pudding tokens of Sushi Roll.
ROLL_PRIZE = Prize(6, 6, 0, even_is_nothing_of_two=False, even_is_nothing=False, ties_share=False)


def hand_words(dessert: int) -> tuple[str, ...]:
    """The words of all cards that a hand can hold with this dessert, by kind."""
    return (*SAVOURY_WORDS, *DESSERT_ROWS[dessert].cards)


def dessert_words(dessert: int) -> tuple[str, ...]:
    """The words of a dessert's cards once they lie in front of a player."""
    return tuple(DESSERT_ROWS[dessert].played)
