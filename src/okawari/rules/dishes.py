"""Every savoury card and every die: its word, its number, and how many there are. Desserts are in `desserts`.

The number of a card or of a face is its *kind*:

    kind    card games         Sushi Roll
    0-9     tempura … wasabi   tempura … wasabi
    10      chopsticks         menu1
    11-15   the dessert        menu2 … pudding2
    16      –                  pudding3

There is one dessert in the deck, so kinds 11 to 15 are other cards with another dessert.
"""

from __future__ import annotations

from string import digits

TEMPURA, SASHIMI, DUMPLING, MAKI1, MAKI2, MAKI3, EGG, SALMON, SQUID, WASABI = range(10)
CHOPSTICKS = 10
#: The first kind of the dessert in the deck; its other cards have the kinds that follow.
DESSERT = 11
#: How many kinds of card a hand can hold: the savoury ones and at most five of a dessert.
KINDS = 16

#: Cards of each kind in the deck, without the dessert. Only the book of 2014 lists them; every edition uses it.
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

#: The sorts of dice of Sushi Roll: how many dice, and their six faces. The faces are our choice: the
#: rulebooks show them only in pictures, which we do not have.
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
#: The words of the faces, by kind.
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

#: Faces with one symbol more than ours, which the dice of a real box may have, by sort of die. The score pad accepts
#: them with a warning; the engine never rolls them.
OTHER_FACES = {
    "maki": ("maki4",),
    "special": ("menu3", "chopsticks3"),
    "pudding": ("pudding4",),
}

#: Tokens of Sushi Roll, in the order of their numbers: how many there are, and how many each player starts with.
TOKENS = {"pudding": (32, 0), "menu": (18, 3), "chopsticks": (12, 2)}
TOKEN_WORDS = tuple(TOKENS)
PUDDING_TOKEN, MENU_TOKEN, CHOPSTICKS_TOKEN = range(3)


def number_on(word: str) -> int:
    """The number at the end of the word of a card or face, such as how many symbols it shows; 1 if there is none.

    >>> number_on("strawberry4"), number_on("pudding")
    (4, 1)
    """
    shown = word[len(word.rstrip(digits)) :]
    return int(shown) if shown else 1


def dish_of(word: str) -> str:
    """The word of a card or face without the number at its end.

    >>> dish_of("maki3"), dish_of("squid")
    ('maki', 'squid')
    """
    return word.rstrip(digits)
