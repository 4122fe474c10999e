"""The words of the games: what is in each box, and how to read a word."""

from __future__ import annotations

FIRST = "sushi-go-first"
EDITION_2014 = "sushi-go-2014"
ANNIVERSARY = "sushi-go-anniversary"
ROLL = "sushi-roll"

ROUNDS = 3

# The first dessert of a menu is the one that is served when nobody asks for another.
DESSERTS: dict[str, tuple[str, ...]] = {
    FIRST: ("pudding",),
    EDITION_2014: ("pudding",),
    ANNIVERSARY: ("strawberry", "yogurt", "tea", "pudding", "mochi"),
    ROLL: (),
}

VARIANTS: dict[str, tuple[str, ...]] = {
    FIRST: (),
    EDITION_2014: ("both-ways", "dummy"),
    ANNIVERSARY: ("both-ways", "golf", "piles", "battle", "dummy"),
    ROLL: (),
}

SAVOURY_CARDS = {
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

# The pictures that show the strawberry and tea cards are lost: their numbers are our choice.
DESSERT_CARDS = {
    "pudding": {"pudding": 10},
    "strawberry": {"strawberry2": 3, "strawberry3": 4, "strawberry4": 3},
    "yogurt": {"yogurt": 10},
    "tea": {"tea1": 2, "tea2": 2, "tea3": 2, "tea4": 2, "tea5": 2},
    "mochi": {"mochi": 10},
}

# What the ten frozen yogurts hide, and the faces of the mochi die: our choice too.
YOGURT_VALUES = {1: 3, 2: 4, 3: 3}
MOCHI_FACES = (1, 2, 3, 4, 5, 6)

HAND_SIZE = {2: 10, 3: 9, 4: 8, 5: 7}

DICE = {"appetizer": 10, "maki": 6, "nigiri": 5, "special": 5, "pudding": 4}
DICE_ON_A_BELT = {2: 8, 3: 7, 4: 6, 5: 5}

# The pictures of the dice are lost as well: these faces are our choice.
FACES = {
    "appetizer": ("dumpling", "dumpling", "dumpling", "tempura", "tempura", "sashimi"),
    "maki": ("maki1", "maki2", "maki2", "maki2", "maki3", "maki3"),
    "nigiri": ("egg", "egg", "salmon", "salmon", "salmon", "squid"),
    "special": ("wasabi", "wasabi", "menu1", "menu2", "chopsticks1", "chopsticks2"),
    "pudding": ("pudding1", "pudding1", "pudding2", "pudding2", "pudding3", "pudding3"),
}

TOKENS = {"pudding": 32, "menu": 18, "chopsticks": 12}
FIRST_TOKENS = {"pudding": 0, "menu": 3, "chopsticks": 2}

NIGIRI = {"egg": 1, "salmon": 2, "squid": 3}


def kind(word: str) -> str:
    """Return the word without its number: maki for maki3."""
    return word.rstrip("0123456789")


def number(word: str) -> int:
    """Return the number at the end of a word: 3 for maki3."""
    return int(word[len(kind(word)) :])


def full_deck(dessert: str) -> dict[str, int]:
    """Return the 108 cards that are shuffled when this dessert is served."""
    return {**SAVOURY_CARDS, **DESSERT_CARDS[dessert]}
