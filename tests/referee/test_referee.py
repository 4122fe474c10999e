"""The referee against the worked examples of the rulebooks, and against itself in random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.referee import Referee, best_tea_points, final_points, referee_for, roll_final_points, round_points, winners

FIRST, EDITION_2014, ANNIVERSARY, ROLL = "sushi-go-first", "sushi-go-2014", "sushi-go-anniversary", "sushi-roll"

DECK = (
    ["tempura", "sashimi", "dumpling"] * 14
    + ["maki2"] * 12
    + ["maki3"] * 8
    + ["maki1", "wasabi"] * 6
    + ["salmon"] * 10
    + ["squid", "egg"] * 5
    + ["chopsticks"] * 4
)
DESSERTS = {
    "pudding": ["pudding"] * 10,
    "strawberry": ["strawberry2", "strawberry4"] * 3 + ["strawberry3"] * 4,
    "yogurt": ["yogurt"] * 10,
    "tea": ["tea1", "tea2", "tea3", "tea4", "tea5"] * 2,
    "mochi": ["mochi"] * 10,
}
DICE = ["appetizer"] * 10 + ["maki"] * 6 + ["nigiri", "special"] * 5 + ["pudding"] * 4
FACES = {
    "appetizer": ["dumpling", "dumpling", "dumpling", "tempura", "tempura", "sashimi"],
    "maki": ["maki1", "maki2", "maki2", "maki2", "maki3", "maki3"],
    "nigiri": ["egg", "egg", "salmon", "salmon", "salmon", "squid"],
    "special": ["wasabi", "wasabi", "menu1", "menu2", "chopsticks1", "chopsticks2"],
    "pudding": ["pudding1", "pudding1", "pudding2", "pudding2", "pudding3", "pudding3"],
}


class RandomLuck:
    """Chance from a seed; a deal, a pyramid or a face may be fixed in advance."""

    def __init__(self, seed: int, seats: int, dessert: str = "pudding", variant: str | None = None) -> None:
        """Shuffle everything."""
        self.random = random.Random(seed)
        self.seats = seats
        self.variant = variant
        self.deck = DECK + DESSERTS[dessert]
        self.random.shuffle(self.deck)
        self.frozen = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]
        self.random.shuffle(self.frozen)
        self.pyramids: list[list[str]] = []
        self.first: int | None = None
        self.next_hands: list[list[str]] | None = None
        self.next_piles: list[list[str]] = []
        self.next_pyramid: list[str] | None = None
        self.next_bag: list[list[str]] | None = None
        self.faces: dict[str, str] = {}

    def take(self, count: int) -> list[str]:
        """Take cards from the top of the deck."""
        taken, self.deck = self.deck[:count], self.deck[count:]
        return taken

    def starter(self, seats: int) -> int:
        """Name the seat that starts."""
        return self.random.randrange(seats) if self.first is None else self.first

    def deal(self) -> dict[str, list[list[str]]]:
        """Deal a round."""
        if self.next_hands is not None:
            hands, self.next_hands = self.next_hands, None
            for word in [word for cards in hands + self.next_piles for word in cards]:
                self.deck.remove(word)
            return {"hands": hands, "piles": self.next_piles}
        piles, size = {"dummy": (1, 9), "piles": (2, 5)}.get(self.variant or "", (0, 12 - self.seats))
        return {
            "hands": [self.take(size) for _ in range(self.seats)],
            "piles": [self.take(size) for _ in range(piles)],
        }

    def pyramid(self) -> list[str]:
        """Lay out a pyramid."""
        if self.next_pyramid is None:
            self.pyramids.append(self.take(20))
        else:
            for word in self.next_pyramid:
                self.deck.remove(word)
            self.pyramids.append(self.next_pyramid)
            self.next_pyramid = None
        return self.pyramids[-1]

    def thaw(self) -> int:
        """Thaw a yogurt."""
        return self.frozen.pop()

    def mochi(self) -> int:
        """Roll a mochi die."""
        return self.random.randint(1, 6)

    def bag(self) -> list[list[str]]:
        """Draw dice for all belts."""
        if self.next_bag is not None:
            return self.next_bag
        dice = self.random.sample(DICE, len(DICE))
        size = 10 - self.seats
        return [dice[seat * size : (seat + 1) * size] for seat in range(self.seats)]

    def roll(self, die: str) -> str:
        """Roll a die."""
        return self.faces.get(die) or self.random.choice(FACES[die])


def maki_plates(*icons: int) -> list[list[str]]:
    """Return plates with this many maki icons, on single rolls."""
    return [["maki1"] * count for count in icons]


def maki_points(menu: str, *icons: int, must_have_maki: bool = False) -> list[int]:
    """Return the maki points of plates with this many icons."""
    return [line["maki"] for line in round_points(menu, maki_plates(*icons), must_have_maki)]


def pudding_points(*puddings: int) -> list[int]:
    """Return the points of so many classic puddings."""
    return [line["pudding"] for line in final_points("pudding", [["pudding"] * count for count in puddings])]


def roll_puddings(*puddings: int) -> list[int]:
    """Return the points of so many pudding tokens."""
    tokens = [{"pudding": count, "menu": 0, "chopsticks": 0} for count in puddings]
    return [line["pudding"] for line in roll_final_points(tokens)]


# The worked examples of the rulebooks.


def test_first_edition_example_maki() -> None:
    """Share the second place."""
    assert maki_points(FIRST, 5, 3, 2, 3) == [6, 1, 0, 1]


def test_first_edition_example_puddings() -> None:
    """Share the loss."""
    assert pudding_points(4, 3, 0, 0) == [6, 0, -3, -3]


def test_2014_edition_example_maki() -> None:
    """Share the second place; the book prints 5 for the second player where its words need 3."""
    assert maki_points(EDITION_2014, 5, 3, 3, 2) == [6, 1, 1, 0]


def test_2014_edition_example_puddings() -> None:
    """Share the loss."""
    assert pudding_points(4, 3, 0, 0) == [6, 0, -3, -3]


def strawberry_game(kasia: list[str], olek: list[str]) -> Referee:
    """Begin a game of two with these cards in the hands, filled up with tempura and sashimi."""
    luck = RandomLuck(1, 2, "strawberry")
    luck.next_hands = [kasia + ["tempura"] * (10 - len(kasia)), olek + ["sashimi"] * (10 - len(olek))]
    return referee_for(ANNIVERSARY, 2, luck=luck)


def play(game: Referee, *texts: str) -> dict[str, Any]:
    """Let the seats choose in order, and look at the table."""
    for seat, text in enumerate(texts):
        game.choose(seat, text)
    return game.state()


def test_anniversary_example_squishy_1_tie_goes_to_who_played() -> None:
    """Take the squishy by drawing level."""
    game = strawberry_game(kasia=["strawberry4", "strawberry2"], olek=["strawberry2"])
    assert play(game, "strawberry4", "strawberry2")["squishy"] == 0
    state = play(game, "sashimi", "strawberry2")
    assert state["squishy"] == 1
    assert state["scores"] == [2, 2]
    assert game.squishies == [1, 1]


def test_anniversary_example_squishy_2_tie_of_two_who_played() -> None:
    """Leave the squishy where it is when both played."""
    game = strawberry_game(kasia=["strawberry2", "strawberry4"], olek=["sashimi", "strawberry2"])
    assert play(game, "strawberry2", "sashimi")["squishy"] == 0
    state = play(game, "strawberry2", "strawberry4")
    assert state["squishy"] == 0
    assert state["scores"] == [2, 0]
    assert game.squishies == [1, 0]


def test_anniversary_example_strawberry_puddings() -> None:
    """Share the loss; nothing is won."""
    desserts = [["strawberry4", "strawberry4"], ["strawberry2", "strawberry3"], ["strawberry3"], ["strawberry3"]]
    assert final_points("strawberry", desserts) == [{"strawberry": points} for points in (0, 0, -3, -3)]


def test_anniversary_example_maki() -> None:
    """Share the second place."""
    assert maki_points(ANNIVERSARY, 5, 3, 3, 2) == [6, 1, 1, 0]


def test_anniversary_example_yogurt() -> None:
    """Share the loss of the lowest value."""
    desserts = [["yogurt3", "yogurt2", "yogurt2"], ["yogurt1", "yogurt3"], [], []]
    assert final_points("yogurt", desserts) == [{"yogurt": points} for points in (6, 0, -3, -3)]


def test_anniversary_example_tea() -> None:
    """Make a run of three and a run of one."""
    assert final_points("tea", [["tea2", "tea3", "tea4", "tea4"]]) == [{"tea": 9}]


def test_anniversary_example_good_old_puddings() -> None:
    """Share the loss."""
    assert pudding_points(4, 3, 0, 0) == [6, 0, -3, -3]


def test_roll_english_example_maki() -> None:
    """Give every tied player the full points, and the second place too."""
    assert maki_points(ROLL, 4, 4, 3, 3) == [6, 6, 3, 3]


def test_roll_english_example_appetizers() -> None:
    """Score several sets."""
    line = round_points(ROLL, [["tempura"] * 4 + ["sashimi"] * 2])[0]
    assert line == {"tempura": 11, "sashimi": 6, "dumpling": 0, "maki": 0, "nigiri": 0}


def test_roll_english_example_puddings() -> None:
    """Win and lose in full."""
    assert roll_puddings(6, 6, 0, 0) == [6, 6, -6, -6]


def test_roll_polish_example_maki() -> None:
    """Give every tied player the full points, and the second place too."""
    assert maki_points(ROLL, 4, 4, 3, 3) == [6, 6, 3, 3]


def test_roll_polish_example_appetizers() -> None:
    """Score several sets, 17 points in all."""
    assert sum(round_points(ROLL, [["sashimi", "tempura", "tempura"] * 2])[0].values()) == 17


def test_roll_polish_example_puddings() -> None:
    """Win and lose in full."""
    assert roll_puddings(6, 6, 0, 0) == [6, 6, -6, -6]


# Scoring beyond the examples.


@pytest.mark.parametrize(
    ("menu", "icons", "points"),
    [
        (FIRST, (5, 0, 0), [6, 0, 0]),
        (FIRST, (0, 0), [0, 0]),
        (EDITION_2014, (5, 0, 0), [6, 0, 0]),
        (ANNIVERSARY, (5, 0, 0), [6, 1, 1]),
        (ANNIVERSARY, (0, 0, 0, 0, 0), [1, 1, 1, 1, 1]),
        (ANNIVERSARY, (4, 4, 4, 4, 1), [1, 1, 1, 1, 0]),
        (ANNIVERSARY, (4, 2, 2, 2, 2), [6, 0, 0, 0, 0]),
        (ROLL, (5, 0), [6, 0]),
        (ROLL, (0, 0), [0, 0]),
        (ROLL, (4, 4, 3, 2), [6, 6, 3, 0]),
    ],
)
def test_maki_places(menu: str, icons: tuple[int, ...], points: list[int]) -> None:
    """Place maki as each book says, with and without zero."""
    assert maki_points(menu, *icons) == points


@pytest.mark.parametrize(
    ("icons", "points"),
    [((0, 0), [0, 0]), ((1, 0), [6, 0]), ((2, 2), [3, 3]), ((3, 2), [6, 3]), ((3, 0, 1), [6, 0, 3])],
)
def test_must_have_maki(icons: tuple[int, ...], points: list[int]) -> None:
    """Leave out who has no maki."""
    assert maki_points(ANNIVERSARY, *icons, must_have_maki=True) == points


def test_wasabi_waits_for_the_next_nigiri() -> None:
    """Triple only what comes after, one nigiri a wasabi."""
    plates = [["egg", "wasabi", "squid", "salmon"], ["wasabi", "wasabi", "egg", "salmon", "squid"], ["wasabi"]]
    assert [line["nigiri"] for line in round_points(FIRST, plates)] == [1 + 9 + 2, 3 + 6 + 3, 0]


def test_card_sets() -> None:
    """Score pairs, triples and dumplings."""
    line = round_points(FIRST, [["tempura"] * 5 + ["sashimi"] * 7 + ["dumpling"] * 6])[0]
    assert line == {"tempura": 10, "sashimi": 20, "dumpling": 15, "maki": 0, "nigiri": 0}


def test_dice_sets() -> None:
    """Score sets of up to three."""
    line = round_points(ROLL, [["tempura"] * 2 + ["sashimi"] * 4 + ["dumpling"] * 5])[0]
    assert line == {"tempura": 5, "sashimi": 13, "dumpling": 12, "maki": 0, "nigiri": 0}


@pytest.mark.parametrize(
    ("puddings", "points"),
    [
        ((2, 1), [6, 0]),
        ((1, 1), [0, 0]),
        ((2, 2, 2), [0, 0, 0]),
        ((1, 0, 0, 0, 0), [6, -1, -1, -1, -1]),
        ((1, 1, 1, 1, 0), [1, 1, 1, 1, -6]),
    ],
)
def test_classic_puddings(puddings: tuple[int, ...], points: list[int]) -> None:
    """Round toward zero, spare two players, ignore a tie of all."""
    assert pudding_points(*puddings) == points


@pytest.mark.parametrize(
    ("desserts", "points"),
    [
        ([["strawberry2"], ["strawberry3"]], [-3, 0]),
        ([["strawberry2"], ["strawberry2"]], [0, 0]),
        ([[], [], []], [-2, -2, -2]),
        ([[], [], [], [], ["strawberry2"]], [-1, -1, -1, -1, 0]),
    ],
)
def test_strawberry_losses(desserts: list[list[str]], points: list[int]) -> None:
    """Lose 3 of two, share 6 among more, even among all."""
    assert [line["strawberry"] for line in final_points("strawberry", desserts)] == points


def test_mochi_counts_dice_and_not_cards() -> None:
    """Score the dice."""
    desserts = [["mochi", "mochi"], [], []]
    assert final_points("mochi", desserts, [1, 3, 6]) == [{"mochi": -6}, {"mochi": 0}, {"mochi": 6}]


@pytest.mark.parametrize(
    ("numbers", "points"),
    [([], 0), ([1, 3, 5], 3), ([1, 2, 3, 4, 5], 20), ([1, 2, 2, 3, 3, 4], 17), ([1, 1, 2, 2, 3, 3, 4, 4, 5, 5], 40)],
)
def test_tea_runs(numbers: list[int], points: int) -> None:
    """Split into the best runs."""
    assert best_tea_points(numbers) == points


@pytest.mark.parametrize(("puddings", "points"), [((3, 3), [6, 6]), ((3, 1), [6, 0]), ((0, 0, 0), [0, 0, 0])])
def test_roll_pudding_ties(puddings: tuple[int, ...], points: list[int]) -> None:
    """Give ties in full, and spare two players."""
    assert roll_puddings(*puddings) == points


def test_roll_unused_tokens() -> None:
    """Count menus and chopsticks together."""
    tokens = [{"pudding": 0, "menu": 2, "chopsticks": 3}, {"pudding": 1, "menu": 1, "chopsticks": 0}]
    assert [line["tokens"] for line in roll_final_points(tokens)] == [2, 0]


def test_winners() -> None:
    """Break ties by puddings where there are any to break them."""
    assert winners([3, 5, 5]) == [1, 2]
    assert winners([3, 5, 5], [9, 1, 2]) == [2]
    assert winners([3, 5, 5], [9, 2, 2]) == [1, 2]
    assert winners([3, 5, 5], lowest=True) == [0]


# The course of the games.


def test_chopsticks_take_two_in_the_order_chosen() -> None:
    """Dip in this order, and pass the chopsticks on."""
    luck = RandomLuck(1, 2)
    luck.next_hands = [["chopsticks"] + ["tempura"] * 9, ["wasabi", "squid"] + ["sashimi"] * 8]
    game = referee_for(FIRST, 2, luck=luck)
    assert not any("+" in text for text in game.moves(0))
    play(game, "chopsticks", "sashimi")
    assert {"wasabi+squid", "squid+wasabi", "sashimi+sashimi"} <= game.moves(0)
    assert "squid+squid" not in game.moves(0)
    assert game.moves(1) == {"tempura"}
    state = play(game, "wasabi+squid", "tempura")
    assert state["plates"] == [["squid", "wasabi"], ["sashimi", "tempura"]]
    assert state["dipped"] == [["squid"], []]
    assert state["hands"][1] == ["chopsticks"] + ["sashimi"] * 7


def test_nigiri_before_wasabi_is_not_dipped() -> None:
    """Leave the wasabi open."""
    luck = RandomLuck(1, 2)
    luck.next_hands = [["chopsticks"] + ["tempura"] * 9, ["wasabi", "squid"] + ["sashimi"] * 8]
    game = referee_for(FIRST, 2, luck=luck)
    play(game, "chopsticks", "sashimi")
    assert play(game, "squid+wasabi", "tempura")["dipped"] == [[], []]


def test_a_choice_can_be_changed_and_an_illegal_one_changes_nothing() -> None:
    """Wait for all, and refuse without a trace."""
    game = referee_for(FIRST, 3, luck=RandomLuck(5, 3))
    before = game.state()
    first, second = sorted(game.moves(0))[:2]
    with pytest.raises(ValueError, match="cannot"):
        game.choose(0, "fugu")
    assert game.state() == before
    game.choose(0, first)
    assert game.to_move() == [1, 2]
    game.choose(0, second)
    assert game.to_move() == [1, 2]
    game.choose(1, min(game.moves(1)))
    assert game.state()["hands"] == before["hands"]
    game.choose(2, min(game.moves(2)))
    assert game.state()["turn"] == 2
    assert second in game.state()["plates"][0] + game.state()["desserts"][0]


def test_both_ways_passes_right_in_round_two() -> None:
    """Follow a hand around the table."""
    game = referee_for(EDITION_2014, 3, variant="both-ways", luck=RandomLuck(2, 3))
    for step in (1, -1, 1):
        hands = game.state()["hands"]
        texts = [min(hand) for hand in hands]
        rest = [sorted((Counter(hand) - Counter([text])).elements()) for hand, text in zip(hands, texts, strict=True)]
        now = play(game, *texts)["hands"]
        assert [now[(seat + step) % 3] for seat in range(3)] == rest
        while game.state()["turn"] != 1 and not game.state()["over"]:
            for seat in game.to_move():
                game.choose(seat, min(game.moves(seat)))


def test_piles_keep_hands_at_five() -> None:
    """Draw from one's own pile after the swap while it lasts."""
    game = referee_for(ANNIVERSARY, 2, variant="piles", luck=RandomLuck(3, 2, "strawberry", "piles"))
    sizes = []
    while game.state()["round"] == 1:
        sizes.append([len(hand) for hand in game.state()["hands"]])
        for seat in (0, 1):
            game.choose(seat, min(text for text in game.moves(seat) if "+" not in text))
    assert sizes == [[5, 5]] * 6 + [[4, 4], [3, 3], [2, 2]]


def test_dummy_controller_alternates_and_chooses_last_cards() -> None:
    """Play for the dummy every other turn; the one with a single card is not asked."""
    luck = RandomLuck(4, 2, "pudding", "dummy")
    luck.first = 1
    game = referee_for(EDITION_2014, 2, variant="dummy", luck=luck)
    controllers: dict[int, list[int]] = {1: [], 2: [], 3: []}
    while not game.state()["over"]:
        state = game.state()
        controller = next(seat for seat in state["to_move"] if any("/" in text for text in game.moves(seat)))
        controllers[state["round"]].append(controller)
        assert len(state["hands"][controller]) == 11 - state["turn"]
        assert state["to_move"] == ([controller] if state["turn"] == 9 else [0, 1])
        assert game.moves(1 - controller) == set() if state["turn"] == 9 else game.moves(1 - controller)
        for seat in state["to_move"]:
            game.choose(seat, min(text for text in game.moves(seat) if "+" not in text))
    assert controllers == {1: [1, 0] * 4 + [1], 2: [0, 1] * 4 + [0], 3: [1, 0] * 4 + [1]}


def test_dummy_controller_needs_three_cards_for_chopsticks() -> None:
    """Keep one card for the dummy."""
    luck = RandomLuck(1, 2, "pudding", "dummy")
    luck.first = 0
    luck.next_hands = [["chopsticks"] + ["tempura"] * 8, ["sashimi"] * 9]
    luck.next_piles = [["dumpling"] * 9]
    game = referee_for(EDITION_2014, 2, variant="dummy", luck=luck)
    play(game, "chopsticks/dumpling", "sashimi")
    assert game.moves(0) == {"sashimi", "sashimi+sashimi"}
    play(game, "sashimi", "tempura/dumpling")
    state = play(game, "tempura+tempura/tempura", "sashimi")
    assert state["plates"][0] == ["sashimi", "tempura", "tempura"]
    assert state["plates"][2] == ["dumpling", "dumpling", "tempura"]
    while game.state()["turn"] < 9:
        for seat in game.to_move():
            game.choose(seat, min(text for text in game.moves(seat) if "+" not in text))
    assert game.to_move() == [0]
    assert not any("+" in text for text in game.moves(0))


def test_last_card_takes_the_squishy() -> None:
    """Count the card that is placed without a choice."""
    game = strawberry_game(kasia=["strawberry2"], olek=[])
    while game.state()["round"] == 1:
        assert game.state()["squishy"] is None
        for seat in (0, 1):
            game.choose(seat, max(game.moves(seat)))
    assert game.squishies == [0, 1]


def test_the_holder_of_the_squishy_takes_it_but_once() -> None:
    """Give no points to a leader who stays in the lead."""
    game = strawberry_game(kasia=["strawberry2"], olek=["sashimi", "strawberry4"])
    play(game, "strawberry2", "sashimi")
    state = play(game, "strawberry4", "tempura")
    assert state["squishy"] == 0
    assert state["scores"] == [2, 0]
    assert game.squishies == [1, 0]


def battle_game(words: list[str]) -> Referee:
    """Begin a sushi battle on this pyramid, seat 0 first."""
    luck = RandomLuck(1, 2, "strawberry", "battle")
    luck.first = 0
    luck.next_pyramid = words
    return referee_for(ANNIVERSARY, 2, variant="battle", luck=luck)


def test_battle_uncovers_and_covers_with_chopsticks() -> None:
    """Turn up what lies bare, take it second, and put the chopsticks there."""
    words = ["tempura"] * 9 + ["squid"] * 5 + ["chopsticks"] + ["sashimi"] * 5
    game = battle_game(words)
    assert game.state()["pyramid"] == ["tempura"] * 2 + ["?"] * 3 + ["tempura"] * 4 + ["?"] * 5 + words[14:]
    assert game.moves(1) == set()
    game.choose(0, "take 5.1")
    game.choose(1, "take 5.3")
    assert game.state()["pyramid"][9] == "?"
    assert "take 5.2 chopsticks" in game.moves(0)
    game.choose(0, "take 5.2 chopsticks")
    assert game.state()["pyramid"][9:12] == ["squid", "squid", "?"]
    assert game.to_move() == [0]
    assert game.moves(0) == {"take 4.1", "take 4.2", "take 5.4", "take 5.5", "take 5.6"}
    assert game.state()["turn"] == 3
    game.choose(0, "take 4.2")
    state = game.state()
    assert state["turn"] == 4
    assert state["pyramid"][9:11] == ["squid", "chopsticks"]
    assert state["plates"][0] == ["sashimi", "squid"]
    game.choose(1, "take 4.1")
    assert "take 3.1" not in game.moves(0)
    game.choose(0, "take 4.2")
    assert "take 3.1" in game.moves(1)


def test_battle_has_twenty_turns_and_the_poorer_starts() -> None:
    """Begin a round with who has fewer points, or with the other one."""
    for seed in range(10):
        luck = RandomLuck(seed, 2, "strawberry", "battle")
        game = referee_for(ANNIVERSARY, 2, variant="battle", luck=luck)
        rng = random.Random(seed)
        before = game.state()
        while not before["over"]:
            seat = before["to_move"][0]
            game.choose(seat, rng.choice(sorted(game.moves(seat))))
            after = game.state()
            if after["round"] > before["round"]:
                one, other = after["scores"]
                assert before["turn"] == 19
                assert after["starter"] == (1 - before["starter"] if one == other else int(other < one))
            before = after


def test_roll_tokens_move_dice_and_faces() -> None:
    """Pay, swap, roll again, keep and gain."""
    luck = RandomLuck(1, 2)
    luck.first = 0
    luck.next_bag = [["special"] * 5 + ["nigiri"] * 3, ["pudding"] * 4 + ["maki"] * 4]
    luck.faces = {"special": "wasabi", "nigiri": "egg", "pudding": "pudding3", "maki": "maki2"}
    game = referee_for(ROLL, 2, luck=luck)
    assert game.state()["supply"] == {"pudding": 32, "menu": 12, "chopsticks": 8}
    assert sum(text.startswith("keep") for text in game.moves(0)) == 8
    assert sum(text.startswith("reroll") for text in game.moves(0)) == 255
    assert sum(text.startswith("swap") for text in game.moves(0)) == 64
    game.choose(0, "swap 2 with B1")
    assert game.state()["belts"][0][1] == ["pudding", "pudding3"]
    assert game.state()["belts"][1][0] == ["special", "wasabi"]
    luck.faces["special"] = "menu2"
    game.choose(0, "reroll 1 3")
    assert game.state()["belts"][0][0] == ["special", "menu2"]
    assert game.state()["belts"][0][3] == ["special", "wasabi"]
    assert game.state()["tokens"][0] == {"pudding": 0, "menu": 2, "chopsticks": 1}
    game.choose(0, "keep 2")
    assert game.state()["tokens"][0]["pudding"] == 3
    assert game.to_move() == [1]
    game.choose(1, "keep 1")
    state = game.state()
    assert state["red"] == 1
    assert state["turn"] == 2
    assert state["belts"][1][:2] == [["special", "menu2"], None]
    assert state["plates"] == [["pudding3"], ["wasabi"]]
    assert not any("B2" in text for text in game.moves(0))


@pytest.mark.parametrize(("seats", "step"), [(2, 1), (3, 1), (4, 1), (5, -1)])
def test_roll_starter_moves_between_rounds(seats: int, step: int) -> None:
    """Begin every round one seat further, with five players one seat back."""
    game = referee_for(ROLL, seats, luck=RandomLuck(6, seats))
    starters = [game.state()["red"]]
    while not game.state()["over"]:
        before = game.state()["round"]
        seat = game.to_move()[0]
        game.choose(seat, min(text for text in game.moves(seat) if text.startswith("keep")))
        if game.state()["round"] > before:
            starters.append(game.state()["red"])
    assert starters == [(starters[0] + step * number) % seats for number in range(3)]


def test_roll_supply_runs_out() -> None:
    """Take no more puddings than there are."""
    luck = RandomLuck(1, 2)
    luck.next_bag = [["pudding"] * 4 + ["maki"] * 4, ["appetizer"] * 8]
    luck.faces = {"pudding": "pudding3"}
    game = referee_for(ROLL, 2, luck=luck)
    while not game.state()["over"]:
        seat = game.to_move()[0]
        game.choose(seat, min(text for text in game.moves(seat) if text.startswith("keep")))
    state = game.state()
    assert state["supply"]["pudding"] == 0
    assert sum(each["pudding"] for each in state["tokens"]) == 32


def test_yogurt_thaws_in_plate_order() -> None:
    """Thaw seat by seat, and the two of one seat in their order."""
    luck = RandomLuck(1, 2, "yogurt")
    luck.frozen = [1, 2, 3, 3]
    luck.next_hands = [["chopsticks"] + ["yogurt"] * 2 + ["tempura"] * 7, ["yogurt"] * 2 + ["sashimi"] * 8]
    game = referee_for(ANNIVERSARY, 2, dessert="yogurt", luck=luck)
    assert play(game, "chopsticks", "yogurt")["desserts"] == [[], ["yogurt3"]]
    game.choose(1, "yogurt")
    assert play(game, "yogurt+sashimi")["desserts"] == [["yogurt3"], ["yogurt2", "yogurt3"]]


def test_yogurt_values_run_out() -> None:
    """Refuse a fourth yogurt of value 1."""
    luck = RandomLuck(1, 2, "yogurt")
    luck.frozen = [1, 1, 1, 1]
    luck.next_hands = [["yogurt"] * 5 + ["tempura"] * 5, ["yogurt"] * 5 + ["sashimi"] * 5]
    game = referee_for(ANNIVERSARY, 2, dessert="yogurt", luck=luck)
    play(game, "yogurt", "yogurt")
    game.choose(0, "yogurt")
    with pytest.raises(AssertionError, match="not left"):
        game.choose(1, "yogurt")


def test_mochi_dice_keep_their_last_roll() -> None:
    """Roll once for each card."""
    luck = RandomLuck(1, 2, "mochi")
    luck.next_hands = [["chopsticks"] + ["tempura"] * 9, ["mochi", "mochi"] + ["sashimi"] * 8]
    game = referee_for(ANNIVERSARY, 2, dessert="mochi", luck=luck)
    assert play(game, "chopsticks", "sashimi")["mochi"] == [1, 1]
    rolls = random.Random()
    rolls.setstate(luck.random.getstate())
    expected = [rolls.randint(1, 6), rolls.randint(1, 6)][-1]
    state = play(game, "mochi+mochi", "tempura")
    assert state["mochi"] == [expected, 1]
    assert state["desserts"] == [["mochi", "mochi"], []]


def test_boat_stays_at_a_tie_and_golf_is_won_by_the_lowest() -> None:
    """Give the boat by totals before desserts; let the lowest total win at golf."""
    for seed in range(20):
        game = referee_for(ANNIVERSARY, 3, variant="golf", luck=RandomLuck(seed, 3, "strawberry"))
        rng = random.Random(seed)
        boat = None
        while game.to_move():
            rounds = len(game.lines)
            seat = game.to_move()[0]
            game.choose(seat, rng.choice(sorted(game.moves(seat))))
            state = game.state()
            if len(game.lines) > rounds:
                final = [sum(line.values()) for line in game.final] or [0, 0, 0]
                totals = [score - last for score, last in zip(state["scores"], final, strict=True)]
                boat = totals.index(max(totals)) if totals.count(max(totals)) == 1 else boat
            assert state["boat"] == boat
        scores = game.state()["scores"]
        assert game.state()["winners"] == [seat for seat in range(3) if scores[seat] == min(scores)]


# What must be refused.


@pytest.mark.parametrize(
    ("menu", "seats", "options"),
    [
        ("sushi-go-party", 3, {}),
        (FIRST, 1, {}),
        (FIRST, 6, {}),
        (FIRST, 3, {"variant": "both-ways"}),
        (FIRST, 3, {"dessert": "tea"}),
        (FIRST, 2, {"must_have_maki": True}),
        (EDITION_2014, 3, {"variant": "golf"}),
        (EDITION_2014, 3, {"variant": "dummy"}),
        (EDITION_2014, 3, {"dessert": "strawberry"}),
        (EDITION_2014, 2, {"must_have_maki": True}),
        (ANNIVERSARY, 3, {"variant": "piles"}),
        (ANNIVERSARY, 3, {"variant": "battle"}),
        (ANNIVERSARY, 3, {"must_have_maki": True}),
        (ANNIVERSARY, 3, {"dessert": "cake"}),
        (ANNIVERSARY, 3, {"variant": "blindfold"}),
        (ROLL, 2, {"variant": "golf"}),
        (ROLL, 2, {"dessert": "pudding"}),
        (ROLL, 2, {"must_have_maki": True}),
    ],
)
def test_forbidden_games(menu: str, seats: int, options: dict[str, Any]) -> None:
    """Refuse what no book offers."""
    with pytest.raises(ValueError, match=r"."):
        referee_for(menu, seats, **options, luck=RandomLuck(1, seats))


def test_impossible_luck() -> None:
    """Refuse what chance cannot bring."""
    cheating = RandomLuck(1, 2)
    cheating.deck += ["squid"] * 5
    cheating.next_hands = [["squid"] * 6 + ["tempura"] * 4, ["sashimi"] * 10]
    with pytest.raises(AssertionError, match="squid"):
        referee_for(FIRST, 2, luck=cheating)
    short = RandomLuck(1, 2)
    short.next_hands = [["tempura"] * 9, ["sashimi"] * 10]
    with pytest.raises(AssertionError, match="hands"):
        referee_for(FIRST, 2, luck=short)
    loaded = RandomLuck(1, 2)
    loaded.faces = dict.fromkeys(FACES, "fugu")
    with pytest.raises(AssertionError, match="fugu"):
        referee_for(ROLL, 2, luck=loaded)
    outsider = RandomLuck(1, 2)
    outsider.first = 2
    with pytest.raises(AssertionError, match="seat 2"):
        referee_for(ROLL, 2, luck=outsider)


# Random games of every kind.

Setting = tuple[str, int, str | None, str | None, bool]


def all_settings() -> list[Setting]:
    """List every legal combination of menu, players, dessert, variant and the maki rule."""
    settings: list[Setting] = []
    for seats in (2, 3, 4, 5):
        two: tuple[str | None, ...] = ("dummy",) if seats == 2 else ()
        settings += [(ROLL, seats, None, None, False), (FIRST, seats, None, None, False)]
        settings += [(EDITION_2014, seats, None, variant, False) for variant in (None, "both-ways", *two)]
        two = ("piles", "battle", "dummy") if seats == 2 else ()
        settings += [
            (ANNIVERSARY, seats, dessert, variant, must_have_maki)
            for dessert in DESSERTS
            for variant in (None, "both-ways", "golf", *two)
            for must_have_maki in ((False, True) if seats == 2 else (False,))
        ]
    return settings


def cards_in_sight(state: dict[str, Any], luck: RandomLuck) -> Counter[str]:
    """Count all cards, wherever they are; a thawed yogurt is still a yogurt card."""
    places = state["plates"] + state["desserts"] + [state["discards"], luck.deck]
    places += state.get("hands", []) + state.get("piles", [])
    if "pyramid" in state:
        laid_out = zip(state["pyramid"], luck.pyramids[-1], strict=True)
        places.append([hidden if shown == "?" else shown for shown, hidden in laid_out if shown is not None])
    return Counter("yogurt" if word.startswith("yogurt") else word for place in places for word in place)


def check_dice_and_tokens(state: dict[str, Any], seats: int) -> None:
    """Check that no die and no token is lost."""
    on_belts = [die for belt in state["belts"] for die in belt if die is not None]
    assert all(face in FACES[die] for die, face in on_belts)
    on_trays = [face for plate in state["plates"] for face in plate]
    assert len(on_belts) + len(on_trays) == (0 if state["over"] else seats * (10 - seats))
    die_of = {face: die for die, faces in FACES.items() for face in faces}
    assert Counter([die for die, _ in on_belts] + [die_of[face] for face in on_trays]) <= Counter(DICE)
    for token, total in (("pudding", 32), ("menu", 18), ("chopsticks", 12)):
        counts = [state["supply"][token], *(each[token] for each in state["tokens"])]
        assert sum(counts) == total
        assert min(counts) >= 0


def check_scores(game: Referee) -> None:
    """Check that totals are what the score pad adds up to."""
    state = game.state()
    for plate, score in enumerate(state["scores"]):
        rounds = sum(sum(line[plate].values()) for line in game.lines)
        desserts = sum(game.final[plate].values()) if state["over"] else 0
        assert score == rounds + 2 * game.squishies[plate] + desserts


@pytest.mark.parametrize("setting", all_settings())
def test_random_games_lose_nothing_and_end(setting: Setting) -> None:
    """Play at random to the end, and count everything after every choice."""
    menu, seats, dessert, variant, must_have_maki = setting
    shuffled = dessert or "pudding"
    for seed in range(3):
        luck = RandomLuck(seed, seats, shuffled, variant)
        game = referee_for(menu, seats, dessert, variant, must_have_maki, luck=luck)
        rng = random.Random(seed)
        while game.to_move():
            seat = rng.choice(game.to_move())
            state = game.state()
            assert not state["over"]
            assert state["winners"] == []
            game.choose(seat, rng.choice(sorted(game.moves(seat))))
            if menu == ROLL:
                check_dice_and_tokens(game.state(), seats)
            else:
                assert cards_in_sight(game.state(), luck) == Counter(DECK + DESSERTS[shuffled])
            check_scores(game)
        state = game.state()
        assert state["over"]
        assert state["winners"]
        assert set(state["winners"]) <= set(range(seats))
        assert len(game.lines) == 3
        assert all(
            set(line) == {"tempura", "sashimi", "dumpling", "maki", "nigiri"} for lines in game.lines for line in lines
        )
        assert len(game.final) == len(state["plates"]) == (3 if variant == "dummy" else seats)
        assert all(game.moves(seat) == set() for seat in range(seats))
