"""Every card and every die: its word, its number, and how many there are.

Kinds are small integers. Cards and dice share the first ten; a card game goes on with chopsticks and the
kinds of its one dessert, Sushi Roll with its token faces.
"""

from __future__ import annotations

from string import digits

TEMPURA, SASHIMI, DUMPLING, MAKI1, MAKI2, MAKI3, EGG, SALMON, SQUID, WASABI = range(10)
CHOPSTICKS = 10
#: The first kind of the dessert: what follows it depends on the dessert in the deck.
DESSERT = 11
#: Kinds of card in a hand: the savoury ones and at most five of a dessert.
KINDS = 16

#: Cards in the deck, dessert aside. The 2014 book alone prints this list; every edition uses it.
SAVOURY = {
    "tempura": 14,
    "sashimi": 14,
    "dumpling": 14,
    "maki1": 6,
    "maki2": 12,
    "maki3": 8,
    "egg": 5,
    "salmon": 10,
    "squid": 5,
    "wasabi": 6,
    "chopsticks": 4,
}
SAVOURY_WORDS = tuple(SAVOURY)

#: The desserts, in the order of their numbers, each with its cards as they lie in a hand.
#: Our choice, but for the ten of each: how many symbols and which numbers the cards of strawberry and tea carry.
DESSERT_CARDS = {
    "pudding": {"pudding": 10},
    "strawberry": {"strawberry2": 3, "strawberry3": 4, "strawberry4": 3},
    "yogurt": {"yogurt": 10},
    "tea": {"tea1": 2, "tea2": 2, "tea3": 2, "tea4": 2, "tea5": 2},
    "mochi": {"mochi": 10},
}
DESSERTS = tuple(DESSERT_CARDS)
#: Cards of a dessert in any box: the books say so.
DESSERT_TOTAL = sum(DESSERT_CARDS["pudding"].values())
DECK = sum(SAVOURY.values()) + DESSERT_TOTAL
PUDDING, STRAWBERRY, YOGURT, TEA, MOCHI = range(5)

#: Our choice: what the frozen yogurts are worth once they thaw, and how many of each.
YOGURT_VALUES = {1: 3, 2: 4, 3: 3}
#: Our choice: a mochi die is an ordinary one. It starts at 1.
MOCHI_FACES = 6
MOCHI_START = 1
#: Symbols on the first kind of strawberry pudding; the next kinds have one more each.
STRAWBERRY_SYMBOLS = 2

#: The dice of Sushi Roll: how many, and their six faces. Our choice: the books' pictures are lost.
DICE = {
    "appetizer": (10, ("dumpling", "dumpling", "dumpling", "tempura", "tempura", "sashimi")),
    "maki": (6, ("maki1", "maki2", "maki2", "maki2", "maki3", "maki3")),
    "nigiri": (5, ("egg", "egg", "salmon", "salmon", "salmon", "squid")),
    "special": (5, ("wasabi", "wasabi", "menu1", "menu2", "chopsticks1", "chopsticks2")),
    "pudding": (4, ("pudding1", "pudding1", "pudding2", "pudding2", "pudding3", "pudding3")),
}
DIE_NAMES = tuple(DICE)
DICE_TOTAL = sum(count for count, _ in DICE.values())
SIDES = 6

MENU1, MENU2, CHOPSTICKS1, CHOPSTICKS2, PUDDING1, PUDDING2, PUDDING3 = range(10, 17)
#: The words of a kept die, by kind.
FACE_WORDS = (
    *SAVOURY_WORDS[:CHOPSTICKS],
    "menu1",
    "menu2",
    "chopsticks1",
    "chopsticks2",
    "pudding1",
    "pudding2",
    "pudding3",
)

#: What real boxes may show besides our choices: the score pad accepts it with a warning, and nothing here is dealt or
#: rolled. The books show strawberries with 2 and 4 symbols and a yogurt of 2, and say that teas have 1 to 5; so a
#: strawberry may have any other small number of symbols, a yogurt may also be worth nothing, and teas have no more.
OTHER_CARDS = {
    "strawberry": ("strawberry1", "strawberry5", "strawberry6"),
    "yogurt": ("yogurt0", "yogurt4", "yogurt5", "yogurt6"),
}
#: The same for the mochi die, of which the book says that it has a 1: any other digit.
OTHER_MOCHI_FACES = (0, 7, 8, 9)
#: The same for the dice of Sushi Roll: one drawing more than our faces have. Appetizers and nigiri show one each.
OTHER_FACES = {
    "maki": ("maki4",),
    "special": ("menu3", "chopsticks3"),
    "pudding": ("pudding4",),
}

#: Tokens of Sushi Roll, in the order of their numbers: all there are, and what everyone starts with.
TOKENS = {"pudding": (32, 0), "menu": (18, 3), "chopsticks": (12, 2)}
TOKEN_WORDS = tuple(TOKENS)
PUDDING_TOKEN, MENU_TOKEN, CHOPSTICKS_TOKEN = range(3)


def hand_words(dessert: int) -> tuple[str, ...]:
    """The words of all cards that a hand can hold with this dessert, by kind."""
    return (*SAVOURY_WORDS, *DESSERT_CARDS[DESSERTS[dessert]])


def dessert_words(dessert: int) -> tuple[str, ...]:
    """The words of a dessert's cards once they lie in front of a player."""
    return tuple(played_cards(DESSERTS[dessert]))


def played_cards(dessert: str) -> dict[str, int]:
    """The cards of a dessert once they lie in front of a player, where frozen yogurt shows its value: how many of each.

    >>> played_cards("yogurt")
    {'yogurt1': 3, 'yogurt2': 4, 'yogurt3': 3}
    """
    if dessert == DESSERTS[YOGURT]:
        return {f"yogurt{value}": n for value, n in YOGURT_VALUES.items()}
    return DESSERT_CARDS[dessert]


def number_on(word: str) -> int:
    """The number that a card or a face shows, such as its symbols; 1 where it shows none.

    >>> number_on("strawberry4"), number_on("pudding")
    (4, 1)
    """
    shown = word[len(word.rstrip(digits)) :]
    return int(shown) if shown else 1
