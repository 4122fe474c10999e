"""The numbers and names of events, of reasons on the bill, and of problems with a move. Events hold no secrets.

An event is a row of eight numbers:

    0       1                2 … 7
    event   plate, or -1     details, as EVENTS names them
"""

from __future__ import annotations

from okawari.rules.desserts import DESSERT_WORDS

#: The names of the details of each event.
EVENTS: dict[str, tuple[str, ...]] = {
    "deal": ("round", "cards"),
    "starter": (),
    "play": ("dish", "dipped"),
    "last": (),
    "chopsticks": (),
    "thaw": ("value",),
    "mochi": ("value",),
    "squishy": ("points",),
    "squishy-tied": (),
    "pass": ("way",),
    "draw": (),
    "take": ("place", "chopsticks", "last"),
    "turn-up": ("dish", "place"),
    "put-back": ("place",),
    "bag": ("round", "dice"),
    "roll": ("place", "die", "face"),
    "reroll": (),
    "swap": ("place", "dish", "other", "their-place", "theirs"),
    "keep": ("place", "face", "dipped"),
    "tokens": ("token", "got", "wanted"),
    "slide": (),
    "line": ("dish", "points", "why", "n", "x", "y"),
    "round-score": ("points", "total"),
    "boat": (),
    "final-score": ("total",),
    "win": ("points", "winners", "tie-break"),
}
(
    DEAL,
    STARTER,
    PLAY,
    LAST,
    CHOPSTICKS_USED,
    THAW,
    ROLL_PLAYER_DIE,
    TAKE_SQUISHY,
    SQUISHY_TIED,
    PASS,
    DRAW,
    TAKE,
    TURN_UP,
    PUT_BACK,
    BAG,
    ROLL_DIE,
    REROLL,
    SWAP,
    KEEP,
    GET_TOKENS,
    SLIDE,
    LINE,
    ROUND_SCORE,
    TAKE_BOAT,
    FINAL_SCORE,
    WIN,
) = range(len(EVENTS))

#: The dish of a line of the bill.
LINE_DISHES = (
    "tempura",
    "sashimi",
    "dumpling",
    "maki",
    "nigiri",
    "wasabi",
    "chopsticks",
    *DESSERT_WORDS,
    "tokens",
)
L_MAKI, L_NIGIRI, L_WASABI, L_CHOPSTICKS, L_DESSERT = 3, 4, 5, 6, 7
#: The dish of the lines for pudding tokens and for unused tokens in Sushi Roll.
L_ROLL_DESSERT = LINE_DISHES.index("pudding")
L_TOKENS = LINE_DISHES.index("tokens")

#: Why a line has its points. "full": in Sushi Roll each of the tied players gets all of the points.
WHYS = (
    "tempura",
    "sashimi",
    "dumpling",
    "roll-set",
    "maki-first",
    "maki-first-shared",
    "maki-first-full",
    "maki-second",
    "maki-second-shared",
    "maki-second-full",
    "maki-none",
    "maki-missing",
    "nigiri",
    "nigiri-dipped",
    "wasabi-open",
    "chopsticks-unused",
    "most",
    "most-shared",
    "most-full",
    "least",
    "least-shared",
    "least-full",
    "least-spared",
    "all-equal",
    "middle",
    "safe",
    "tea",
    "tokens",
)
(
    _TEMPURA,
    _SASHIMI,
    _DUMPLING,
    BY_ROLL_SET,
    MAKI_FIRST,
    MAKI_FIRST_SHARED,
    MAKI_FIRST_FULL,
    MAKI_SECOND,
    MAKI_SECOND_SHARED,
    MAKI_SECOND_FULL,
    MAKI_NONE,
    MAKI_MISSING,
    BY_NIGIRI,
    BY_NIGIRI_DIPPED,
    WASABI_OPEN,
    CHOPSTICKS_UNUSED,
    MOST,
    MOST_SHARED,
    MOST_FULL,
    LEAST,
    LEAST_SHARED,
    LEAST_FULL,
    LEAST_SPARED,
    ALL_EQUAL,
    MIDDLE,
    SAFE,
    BY_RUNS,
    BY_TOKENS,
) = range(len(WHYS))

#: Why a move is refused; 0 means that it was accepted.
PROBLEMS = (
    "fine",
    "game-over",
    "not-your-turn",
    "unreadable-move",
    "not-in-hand",
    "no-chopsticks",
    "chopsticks-too-few",
    "dummy-needed",
    "dummy-not-yours",
    "place-empty",
    "face-down",
    "covered",
    "second-card",
    "no-menu-token",
    "no-chopsticks-token",
    "reroll-nothing",
    "swap-own",
)
(
    FINE,
    GAME_OVER,
    NOT_YOUR_TURN,
    UNREADABLE_MOVE,
    NOT_IN_HAND,
    NO_CHOPSTICKS,
    CHOPSTICKS_TOO_FEW,
    EXTRA_NEEDED,
    EXTRA_NOT_YOURS,
    PLACE_EMPTY,
    FACE_DOWN,
    COVERED,
    SECOND_CARD,
    NO_MENU_TOKEN,
    NO_CHOPSTICKS_TOKEN,
    REROLL_NOTHING,
    SWAP_OWN,
) = range(len(PROBLEMS))
