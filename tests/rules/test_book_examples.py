"""Every worked example of the five rulebooks, and scoring examples for every dish that has none there.

Each is played to its end from a position one choice before it, so that what is checked is the bill of a real game.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest

from okawari import Game, Position
from tests.referee.words import DICE, FACES
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL, Table

Points = list[int]

#: Cards for a number of maki icons.
MAKI = {0: "", 1: "maki1", 2: "maki2", 3: "maki3", 4: "maki2 maki2", 5: "maki3 maki2", 6: "maki3 maki3"}


class Example(NamedTuple):
    """Plates at the end of a game, and what one dish brings to each."""

    menu: str
    #: What the bill calls it.
    dish: str
    points: Points
    plates: list[str] | None = None
    desserts: list[str] | None = None
    mochi: list[int] | None = None
    tokens: list[tuple[int, int, int]] | None = None
    dessert: str | None = None
    variant: str | None = None
    must_have_maki: bool = False

    @property
    def table(self) -> Table:
        seats = len(self.points) - (self.variant == "dummy")
        return Table(self.menu, seats, self.dessert, self.variant, self.must_have_maki)

    @property
    def words(self) -> set[str]:
        """The dishes that this is an example for."""
        written = " ".join((self.plates or []) + (self.desserts or []))
        dice = ["mochi"] if self.mochi else []
        return {word.partition("*")[0] for word in written.split()} | set(dice)


def maki(menu: str, *icons_and_points: tuple[int, int], **options: Any) -> Example:
    """An example for numbers of maki icons and the points that they bring, plate by plate."""
    plates = [MAKI[icons] for icons, _ in icons_and_points]
    return Example(menu, "maki", [points for _, points in icons_and_points], plates, **options)


def puddings(menu: str, *counts_and_points: tuple[int, int], **options: Any) -> Example:
    """An example for numbers of classic puddings."""
    desserts = [f"pudding*{n}" if n else "" for n, _ in counts_and_points]
    points = [points for _, points in counts_and_points]
    return Example(menu, "pudding", points, desserts=desserts, dessert="pudding", **options)


def roll_puddings(*counts_and_points: tuple[int, int]) -> Example:
    """An example for numbers of pudding tokens."""
    tokens = [(n, 0, 0) for n, _ in counts_and_points]
    return Example(ROLL, "pudding", [points for _, points in counts_and_points], tokens=tokens)


def desserts(dessert: str, points: Points, *plates: str, **options: Any) -> Example:
    """An example for an anniversary dessert."""
    return Example(ANNIVERSARY, dessert, points, desserts=list(plates), dessert=dessert, **options)


def savoury(menu: str, dish: str, plate: str, points: int) -> Example:
    """An example for one plate, beside an empty one."""
    return Example(menu, dish, [points, 0], [plate, ""])


#: The worked examples of the books, but for the two of the squishy, which are played below.
#: The 2014 pieces prints 5 for the second player's maki where its words need 3.
BOOKS = {
    "first, maki": maki(FIRST, (5, 6), (3, 1), (2, 0), (3, 1)),
    "first, puddings": puddings(FIRST, (4, 6), (3, 0), (0, -3), (0, -3)),
    "2014, maki": maki(EDITION_2014, (5, 6), (3, 1), (3, 1), (2, 0)),
    "2014, puddings": puddings(EDITION_2014, (4, 6), (3, 0), (0, -3), (0, -3)),
    "anniversary, maki": maki(ANNIVERSARY, (5, 6), (3, 1), (3, 1), (2, 0)),
    "anniversary, strawberry": desserts(
        "strawberry", [0, 0, -3, -3], "strawberry4*2", "strawberry2 strawberry3", "strawberry3", "strawberry3"
    ),
    "anniversary, yogurt": desserts("yogurt", [6, 0, -3, -3], "yogurt3 yogurt2*2", "yogurt1 yogurt3", "", ""),
    "anniversary, tea": desserts("tea", [9, 0], "tea2 tea3 tea4*2", ""),
    "anniversary, puddings": puddings(ANNIVERSARY, (4, 6), (3, 0), (0, -3), (0, -3)),
    "roll in English, maki": maki(ROLL, (4, 6), (4, 6), (3, 3), (3, 3)),
    "roll in English, tempura": savoury(ROLL, "tempura", "tempura*4 sashimi*2", 11),
    "roll in English, sashimi": savoury(ROLL, "sashimi", "tempura*4 sashimi*2", 6),
    "roll in English, puddings": roll_puddings((6, 6), (6, 6), (0, -6), (0, -6)),
    "roll in Polish, maki": maki(ROLL, (4, 6), (4, 6), (3, 3), (3, 3)),
    "roll in Polish, tempura": savoury(ROLL, "tempura", "sashimi*2 tempura*4", 11),
    "roll in Polish, sashimi": savoury(ROLL, "sashimi", "sashimi*2 tempura*4", 6),
    "roll in Polish, puddings": roll_puddings((6, 6), (6, 6), (0, -6), (0, -6)),
}
#: One example of each Sushi Roll pieces scores two dishes, and stands above as two.
EXAMPLES_IN_BOOKS = len(BOOKS) - 2 + 2

#: What the books say without an example.
MORE = {
    "one to five dumplings": [
        savoury(FIRST, "dumpling", f"dumpling*{n}", points) for n, points in enumerate((1, 3, 6, 10, 15, 15, 15), 1)
    ],
    "pairs of tempura": [
        savoury(FIRST, "tempura", f"tempura*{n}", points) for n, points in enumerate((0, 5, 5, 10, 10), 1)
    ],
    "triples of sashimi": [
        savoury(FIRST, "sashimi", f"sashimi*{n}", points) for n, points in enumerate((0, 0, 10, 10, 10, 20), 1)
    ],
    "nigiri": [savoury(FIRST, "nigiri", dish, points) for dish, points in (("egg", 1), ("salmon", 2), ("squid", 3))],
    "nigiri on wasabi": [
        savoury(FIRST, "nigiri", f"wasabi {dish}", points) for dish, points in (("egg", 3), ("salmon", 6), ("squid", 9))
    ],
    "wasabi waits for the next nigiri": [
        savoury(FIRST, "nigiri", "egg wasabi squid salmon", 12),
        savoury(FIRST, "nigiri", "wasabi*2 egg salmon squid", 12),
        savoury(FIRST, "nigiri", "squid wasabi", 3),
        savoury(ROLL, "nigiri", "egg wasabi squid salmon", 12),
    ],
    "wasabi and chopsticks alone": [
        savoury(FIRST, "wasabi", "wasabi", 0),
        savoury(FIRST, "chopsticks", "chopsticks", 0),
        savoury(ROLL, "wasabi", "wasabi*2", 0),
    ],
    "one to six on a tray": [
        savoury(ROLL, dish, f"{dish}*{n}", points)
        for dish, ladder in (
            ("dumpling", (2, 4, 8, 10, 12, 16)),
            ("tempura", (1, 5, 10, 11, 15, 20)),
            ("sashimi", (0, 6, 13, 13, 19, 26)),
        )
        for n, points in enumerate(ladder, 1)
    ],
    "maki on dice": [
        maki(ROLL, (1, 3), (2, 6)),
        maki(ROLL, (5, 6), (0, 0)),
        maki(ROLL, (0, 0), (0, 0)),
        maki(ROLL, (4, 6), (4, 6), (3, 3), (2, 0)),
    ],
    "maki of two": [
        maki(FIRST, (3, 6), (2, 3)),
        maki(FIRST, (1, 6), (0, 0)),
        maki(FIRST, (0, 0), (0, 0)),
        maki(FIRST, (3, 3), (3, 3)),
        maki(ANNIVERSARY, (1, 6), (0, 3)),
        maki(ANNIVERSARY, (0, 3), (0, 3)),
    ],
    "no maki": [
        maki(EDITION_2014, (5, 6), (0, 0), (0, 0)),
        maki(ANNIVERSARY, (5, 6), (0, 1), (0, 1)),
        maki(ANNIVERSARY, (5, 6), (4, 3), (0, 0)),
        maki(ANNIVERSARY, (0, 1), (0, 1), (0, 1), (0, 1), (0, 1)),
    ],
    "shared maki rounds down": [
        maki(ANNIVERSARY, (4, 1), (4, 1), (4, 1), (4, 1), (1, 0)),
        maki(ANNIVERSARY, (4, 6), (2, 0), (2, 0), (2, 0), (2, 0)),
        maki(ANNIVERSARY, (4, 2), (4, 2), (4, 2)),
        maki(ANNIVERSARY, (4, 6), (2, 1), (2, 1), (2, 1)),
    ],
    "must have maki": [
        maki(ANNIVERSARY, (0, 0), (0, 0), must_have_maki=True),
        maki(ANNIVERSARY, (1, 6), (0, 0), must_have_maki=True),
        maki(ANNIVERSARY, (2, 3), (2, 3), must_have_maki=True),
        maki(ANNIVERSARY, (3, 6), (2, 3), must_have_maki=True),
        maki(ANNIVERSARY, (3, 6), (0, 0), (1, 3), must_have_maki=True, variant="dummy"),
    ],
    "classic puddings": [
        puddings(FIRST, (2, 6), (1, 0)),
        puddings(FIRST, (1, 0), (1, 0)),
        puddings(FIRST, (0, 0), (0, 0), (0, 0)),
        puddings(FIRST, (1, 6), (0, -1), (0, -1), (0, -1), (0, -1)),
        puddings(FIRST, (1, 1), (1, 1), (1, 1), (1, 1), (0, -6)),
        puddings(EDITION_2014, (2, 6), (1, 0), (0, -6), variant="dummy"),
    ],
    "strawberry puddings": [
        desserts("strawberry", [-3, 0], "strawberry2", "strawberry3"),
        desserts("strawberry", [0, 0], "strawberry2", "strawberry2"),
        desserts("strawberry", [-2, -2, -2], "", "", ""),
        desserts("strawberry", [-1, -1, -1, -1, 0], "", "", "", "", "strawberry2"),
        desserts("strawberry", [0, 0, -6], "strawberry2*2", "strawberry4", "strawberry3"),
    ],
    "frozen yogurt": [
        desserts("yogurt", [6, 0], "yogurt3", "yogurt1"),
        desserts("yogurt", [0, 0], "yogurt1*2", "yogurt2"),
        desserts("yogurt", [-6, 6, 0], "yogurt1*2", "yogurt2*2", "yogurt3"),
        desserts("yogurt", [0, 0, 0], "yogurt3", "yogurt2 yogurt1", "yogurt1*2 yogurt1"),
    ],
    "bubble tea": [
        desserts("tea", [1, 4], "tea1", "tea4 tea5"),
        desserts("tea", [8, 13], "tea1 tea2 tea3", "tea2 tea3 tea4 tea5"),
        desserts("tea", [20, 3], "tea1 tea2 tea3 tea4 tea5", "tea1 tea3 tea5"),
        desserts("tea", [40, 0], "tea1*2 tea2*2 tea3*2 tea4*2 tea5*2", ""),
        desserts("tea", [17, 2], "tea1 tea2*2 tea3*2 tea4", "tea5*2"),
    ],
    "mochi": [
        desserts("mochi", [-6, 0, 6], "mochi*2", "", "mochi", mochi=[1, 3, 6]),
        desserts("mochi", [0, 6], "", "", mochi=[2, 5]),
        desserts("mochi", [0, 0, 0], "", "", "", mochi=[4, 4, 4]),
        desserts("mochi", [3, 3, -3, -3], "", "", "", "", mochi=[5, 5, 2, 2]),
    ],
    "pudding tokens": [
        roll_puddings((3, 6), (3, 6)),
        roll_puddings((3, 6), (1, 0)),
        roll_puddings((0, 0), (0, 0), (0, 0)),
        roll_puddings((3, 6), (2, 0), (1, -6)),
    ],
    "unused tokens": [
        Example(ROLL, "tokens", [2, 0, 1], tokens=[(0, 2, 3), (1, 1, 0), (9, 1, 1)]),
        Example(ROLL, "tokens", [0, 9], tokens=[(0, 0, 1), (0, 14, 4)]),
    ],
    "token faces score nothing on the tray": [
        savoury(ROLL, "nigiri", "egg menu1 menu2 chopsticks1 chopsticks2", 1),
        savoury(ROLL, "nigiri", "egg pudding1 pudding2 pudding3", 1),
    ],
}

EXAMPLES = [pytest.param(example, id=name) for name, example in BOOKS.items()]
EXAMPLES += [pytest.param(example, id=f"{name}-{i}") for name, many in MORE.items() for i, example in enumerate(many)]


def last_dice(example: Example) -> dict[str, Any]:
    """Belts with one die, and trays that are full but for it: dice whose faces bring other points fill them."""
    faces = {"appetizer": "tempura" if example.dish == "sashimi" else "sashimi", "maki": "maki1", "nigiri": "egg"}
    faces |= {"special": "menu1", "pudding": "pudding1"}
    trays = [spread(tray) for tray in example.plates or [""] * len(example.points)]
    used = Counter(die for tray in trays for face in tray for die in FACES if face in FACES[die])
    others = [face for die, face in faces.items() if die != example.dish for _ in range(DICE[die] - used[die])]
    belts = [[others.pop(0)] for _ in trays]
    for tray in trays:
        tray += [others.pop(0) for _ in range(9 - len(trays) - len(tray))]
    tokens = [dict(zip(("pudding", "menu", "chopsticks"), each, strict=True)) for each in example.tokens or ()]
    return {"belts": belts, "trays": trays, "tokens": tokens or None}


def spread(line: str) -> list[str]:
    """The words of a line, with `*N` for repeats."""
    counts = (word.partition("*") for word in line.split())
    return [word for word, _, n in counts for _ in range(int(n or 1))]


def last_turn(example: Example) -> Game:
    """A game whose last choices are about to be made: all hands hold what cannot matter to the dish in question."""
    table, diners = example.table, len(example.points)
    data: dict[str, Any] = {
        "menu": table.menu,
        "seats": table.seats,
        "dessert": table.dessert,
        "variant": table.variant,
        "must_have_maki": table.must_have_maki,
        "round": 3,
    }
    if table.menu == ROLL:
        data |= {"turn": 10 - table.seats, **last_dice(example)}
        return Position.from_json(data).game(seed=1)
    data |= {"plates": example.plates, "desserts": example.desserts, "mochi": example.mochi}
    one, other = ("tempura", "sashimi") if example.dish == "maki" else ("maki2", "maki2")
    if table.variant == "dummy":
        data |= {"turn": 9, "controller": 0, "hands": [f"{one}*2", other], "piles": [[]]}
    else:
        turn = 11 - table.seats
        data |= {"turn": turn, "hands": [f"{one} {other}"] * table.seats}
    assert diners == table.setting.diners
    return Position.from_json(data).game(seed=1)


@pytest.mark.parametrize("example", EXAMPLES)
def test_scoring(example: Example) -> None:
    game = last_turn(example)
    while not game.over:
        seat = game.to_move[0]
        game.choose(seat, next(move for move in game.moves(seat) if "+" not in move.text))
    brought = [0] * len(example.points)
    for event in game.events:
        if event.name == "line" and event.details["dish"] == example.dish:
            assert event.who is not None
            brought[event.who] += event.details["points"]
    assert brought == example.points


def test_bill_of_a_game_from_a_position() -> None:
    """A game that begins in its third round has the third round's lines on the bill, under the third round."""
    game = last_turn(BOOKS["first, maki"])
    for seat in game.to_move:
        game.choose(seat, "tempura")
    rounds = game.scores[0].rounds
    assert [sum(line.points for line in lines if line.dish == "maki") for lines in rounds] == [0, 0, 6]


def strawberry_game(kasia: str, olek: str) -> Game:
    """Two players at the beginning of a game, with these cards among others."""
    hands = [f"{kasia} tempura*{10 - len(kasia.split())}", f"{olek} sashimi*{10 - len(olek.split())}"]
    position = {"menu": ANNIVERSARY, "seats": 2, "dessert": "strawberry", "round": 1, "turn": 1, "hands": hands}
    return Position.from_json(position).game(seed=1)


def play(game: Game, *texts: str) -> dict[str, Any]:
    """Let the seats choose in order, and look at the table."""
    for seat, text in enumerate(texts):
        game.choose(seat, text)
    return game.view().to_json()


def test_squishy_example_1_goes_to_the_one_who_draws_level() -> None:
    game = strawberry_game(kasia="strawberry4 strawberry2", olek="strawberry2")
    assert play(game, "strawberry4", "strawberry2")["squishy"] == 0
    seen = play(game, "sashimi", "strawberry2")
    assert seen["squishy"] == 1
    assert seen["scores"] == [2, 2]


def test_squishy_example_2_stays_if_both_who_are_level_played_one() -> None:
    game = strawberry_game(kasia="strawberry2 strawberry4", olek="sashimi strawberry2")
    assert play(game, "strawberry2", "sashimi")["squishy"] == 0
    seen = play(game, "strawberry2", "strawberry4")
    assert seen["squishy"] == 0
    assert seen["scores"] == [2, 0]


def test_the_holder_of_the_squishy_takes_it_but_once() -> None:
    game = strawberry_game(kasia="strawberry2", olek="sashimi strawberry4")
    play(game, "strawberry2", "sashimi")
    seen = play(game, "strawberry4", "tempura")
    assert (seen["squishy"], seen["scores"]) == (0, [2, 0])


def test_all_seventeen_examples_are_here() -> None:
    assert EXAMPLES_IN_BOOKS == 17


@pytest.mark.parametrize(
    ("table", "scores", "desserts", "winners"),
    [
        (Table(FIRST, 3, "pudding"), [10, 10, 10], ["pudding*2", "pudding", "pudding*2"], (0, 2)),
        (Table(FIRST, 3, "pudding"), [10, 16, 0], ["pudding*2", "pudding", ""], (0,)),
        (Table(EDITION_2014, 3, "pudding"), [10, 16, 0], ["pudding*2", "pudding", ""], (0,)),
        (Table(ANNIVERSARY, 3, "pudding"), [10, 16, 0], ["pudding*2", "pudding", ""], (0, 1)),
        (Table(ANNIVERSARY, 3, "tea"), [10, 10, 10], ["tea1", "tea1", "tea3 tea4"], (2,)),
        (Table(ANNIVERSARY, 3, "tea", "golf"), [10, 10, 10], ["tea1", "tea1", "tea3 tea4"], (0, 1)),
    ],
)
def test_winners(table: Table, scores: Points, desserts: list[str], winners: tuple[int, ...]) -> None:
    """Equal totals are broken by the puddings of the older editions alone, and golf is won by the lowest."""
    options = {"dessert": table.dessert, "variant": table.variant, "scores": scores, "desserts": desserts}
    hands = ["tempura*2"] * 3
    position = {"menu": table.menu, "seats": 3, "round": 3, "turn": 8, "hands": hands, **options}
    assert finished(position).winners == winners


def finished(position: dict[str, Any]) -> Game:
    """A game played on to its end, always with the first move there is."""
    game = Position.from_json(position).game(seed=1)
    while not game.over:
        seat = game.to_move[0]
        game.choose(seat, game.moves(seat)[0])
    return game


def test_a_total_can_fall_below_zero() -> None:
    hands, desserts = ["tempura*2"] * 3, ["pudding*2", "pudding", ""]
    position = {"menu": FIRST, "seats": 3, "round": 3, "turn": 8, "hands": hands, "desserts": desserts}
    assert finished(position).totals == (5 + 6, 5, 5 - 6)


@pytest.mark.parametrize(
    ("face", "token", "before", "got"),
    [
        ("pudding3", "pudding", 31, 1),
        ("pudding2", "pudding", 30, 2),
        ("menu2", "menu", 17, 1),
        ("menu1", "menu", 18, 0),
        ("chopsticks2", "chopsticks", 11, 1),
        ("chopsticks1", "chopsticks", 11, 1),
        ("chopsticks2", "chopsticks", 8, 2),
    ],
)
def test_tokens_as_far_as_the_supply_goes(face: str, token: str, before: int, got: int) -> None:
    belts = [["tempura"] * 8, [face] + ["maki1"] * 6 + ["egg"]]
    position = {"menu": ROLL, "seats": 2, "round": 1, "red": 1, "belts": belts, "tokens": [{token: before}, {}]}
    game = Position.from_json(position).game(seed=1)
    game.choose(1, "keep 1")
    assert game.view().to_json()["tokens"][1][token] == got
