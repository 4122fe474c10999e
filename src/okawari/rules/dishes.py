"""Every savoury card and every die: its word, its number, and how many there are. Desserts are in `desserts`.

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

#: What the dice of a real box may show besides our faces: one drawing more. The score pad accepts it with a warning,
#: and nothing here is rolled. Appetizers and nigiri show one each.
OTHER_FACES = {
    "maki": ("maki4",),
    "special": ("menu3", "chopsticks3"),
    "pudding": ("pudding4",),
}

#: Tokens of Sushi Roll, in the order of their numbers: all there are, and what everyone starts with.
TOKENS = {"pudding": (32, 0), "menu": (18, 3), "chopsticks": (12, 2)}
TOKEN_WORDS = tuple(TOKENS)
PUDDING_TOKEN, MENU_TOKEN, CHOPSTICKS_TOKEN = range(3)


def number_on(word: str) -> int:
    """The number that a card or a face shows, such as its symbols; 1 where it shows none.

    >>> number_on("strawberry4"), number_on("pudding")
    (4, 1)
    """
    shown = word[len(word.rstrip(digits)) :]
    return int(shown) if shown else 1


def dish_of(word: str) -> str:
    """The dish of a card or a face, without the number that it shows.

    >>> dish_of("maki3"), dish_of("squid")
    ('maki', 'squid')
    """
    return word.rstrip(digits)
