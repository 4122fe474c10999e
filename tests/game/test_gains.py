"""What a hint promises is what the engine gives.

Each card or die is taken in a copy of the game, and what came of it is read from the engine's events and bills, or
counted by the referee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from okawari import Game, Position, View
from okawari.game.gains import Gain, gains
from okawari.rules.gains import GAINS
from okawari.texts import LANGUAGES, find
from tests.game.gain_checks import CHECKS, LOST, WON, Taken, card_at
from tests.referee.words import DICE_ON_A_BELT, HAND_SIZE, kind
from tests.support.tables import (
    ANNIVERSARY,
    EDITION_2014,
    FIRST,
    PREFERENCES,
    ROLL,
    SAMPLE,
    TABLES,
    RandomPlayer,
    Table,
    play_on,
)

# Whole games.


def checked_game(table: Table, seed: int) -> Counter[str]:
    """Play a game, and in every turn hold every promise that is made; how often each text was checked."""
    player = RandomPlayer(f"gains {table} {seed}", preference=seed)
    game = table.game(seed)
    checked: Counter[str] = Counter()
    prizes: list[dict[str, Any]] = []
    while not game.over:
        if set(game.to_move) == {seat for seat in game.seats if game.moves(seat)}:
            for seat, word, gain in promises(game):
                card = Taken(game, seat, word, gain, player)
                prizes.append(gain.params)
                if card.happened:
                    CHECKS[gain.code](card)
                    checked[gain.code] += 1
        play_on(game, player, 1)
    check_prizes(game, [params for params in prizes if "most" in params or "least" in params])
    return checked


def promises(game: Game) -> Iterator[tuple[int, str, Gain]]:
    """Every promise to every seat in a turn."""
    for seat in game.seats:
        view = game.view(seat)
        told = gains(view)
        assert set(told) == within_reach(view)
        yield from ((seat, word, gain) for word, gain in told.items())


def within_reach(view: View) -> set[str]:
    """What the seat of a view can take now, by its legal moves; in a draft all of its hand, the last card too."""
    texts, words = [move.text for move in view.moves], view.to_json()
    if view.setting.table_kind == "draft":
        return set(view.hand)
    if view.setting.table_kind == "battle":
        return {card_at(words, text) for text in texts}
    belts = words["belts"]
    kept = {belts[view.seat or 0][int(text.split()[1]) - 1] for text in texts if text.startswith("keep")}
    swapped = {text.split()[3] for text in texts if text.startswith("swap")}
    return kept | {belts["ABCDE".index(at[0])][int(at[1:]) - 1] for at in swapped}


def check_prizes(game: Game, prizes: list[dict[str, Any]]) -> None:
    """The most and the fewest of a dessert got at the end what was promised all along."""
    dish = "pudding" if game.setting.menu == ROLL else game.setting.dessert
    for score in game.scores:
        for line in (line for line in score.final if line.dish == dish):
            for params in prizes:
                if line.code in WON:
                    assert line.points == params["most"]
                elif line.code in LOST:
                    assert line.points == -params["least"]
                elif line.code == "least-spared":
                    assert "least" not in params


# Examples, one for each text and each case that is easily told wrong: what seat 0 reads about a card.


TWO, THREE = ["", ""], ["", "", ""]


def drafting(hand: str, plates: list[str], desserts: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """A draft in its last round, with fillers in the hands of the others; the turn follows from the hand."""
    seats, size = len(plates), len(hand.split())
    fillers = " ".join(["sashimi", "maki1", "egg"][:size])
    table = {"menu": ANNIVERSARY, "seats": seats, "round": 3, "turn": HAND_SIZE[seats] - size + 1}
    return {
        **table,
        "hands": [hand, *[fillers] * (seats - 1)],
        "plates": plates,
        "desserts": desserts or [""] * seats,
        **more,
    }


def with_dummy(hand: str, desserts: list[str]) -> dict[str, Any]:
    """The last turn but one of a game with the dummy, whom the other seat controls."""
    hands = {"hands": [hand, "sashimi maki1 egg"], "drawn": [None, "egg"], "piles": [["tempura"]], "controller": 1}
    table = {"menu": EDITION_2014, "seats": 2, "variant": "dummy", "round": 3, "turn": 8}
    return {**table, **hands, "plates": THREE, "desserts": desserts}


def battling(row: str, plates: list[str], **more: Any) -> dict[str, Any]:
    """The last cards of a pyramid, side by side."""
    rows = ["- -", "- - -", "- - - -", "- - - - -", row + " -" * (6 - len(row.split()))]
    table = {"menu": ANNIVERSARY, "seats": 2, "variant": "battle", "round": 3}
    return {**table, "pyramid": rows, "plates": plates, **more}


def rolling(belts: list[str], trays: list[str], tokens: list[dict[str, int]] | None = None) -> dict[str, Any]:
    """A round of Sushi Roll; the turn follows from the belt."""
    seats = len(belts)
    turn = DICE_ON_A_BELT[seats] - len(belts[0].split()) + 1
    table = {"menu": ROLL, "seats": seats, "round": 3, "turn": turn, "belts": belts, "trays": trays}
    return {**table, "tokens": tokens or [{}] * seats}


YOGURTS: dict[str, Any] = {"dessert": "yogurt"}
TEAS: dict[str, Any] = {"dessert": "tea"}
MOCHI: dict[str, Any] = {"dessert": "mochi"}
NO_NIGIRI = "no points: no nigiri can follow in this round"
NO_TWO = "no points: too late to take two in this round"
#: A position, a card or die, and what seat 0 reads about it.
EXAMPLES: list[tuple[dict[str, Any], str, str]] = [
    (drafting("tempura egg", ["tempura", ""]), "tempura", "+5, your set of 2 is complete"),
    (drafting("sashimi egg", ["sashimi*3", ""]), "sashimi", "1 of 3, together 10"),
    (rolling(["dumpling", "egg"], ["dumpling*3", ""]), "dumpling", "+2, 1 of 3, together 8"),
    (drafting("dumpling egg", ["dumpling*3", ""]), "dumpling", "+4, the next one even more"),
    (drafting("dumpling egg", ["dumpling*4", ""]), "dumpling", "+5, the last one that counts"),
    (drafting("dumpling egg", ["dumpling*5", ""]), "dumpling", "no points: at most 5 count"),
    (drafting("dumpling egg", ["dumpling*6", ""]), "dumpling", "no points: at most 5 count"),
    (drafting("maki2 egg", ["maki3", "maki2*2", "maki1"]), "maki2", "you then 5, best other 4; most icons 6, second 3"),
    (drafting("egg tempura", TWO), "egg", "1 point"),
    (drafting("squid tempura", ["wasabi salmon", ""]), "squid", "3 points"),
    (drafting("squid tempura", ["salmon wasabi", ""]), "squid", "9 on your wasabi"),
    (drafting("wasabi tempura", TWO), "wasabi", "your next nigiri counts ×3"),
    (drafting("wasabi tempura", ["wasabi", ""]), "wasabi", "your next 2 nigiri count ×3"),
    (rolling(["wasabi egg", "egg egg"], TWO), "wasabi", "your next nigiri counts ×3"),
    (rolling(["wasabi", "egg"], TWO), "wasabi", NO_NIGIRI),
    (battling("wasabi egg egg", TWO), "wasabi", "your next nigiri counts ×3"),
    (battling("wasabi egg", TWO), "wasabi", NO_NIGIRI),
    (battling("wasabi egg", ["chopsticks", ""]), "wasabi", "your next nigiri counts ×3"),
    # The second card of a turn, for which the chopsticks go back onto the table.
    (battling("wasabi egg", ["chopsticks", ""], second=True), "wasabi", "your next nigiri counts ×3"),
    (battling("wasabi", ["chopsticks", ""], second=True), "wasabi", NO_NIGIRI),
    (drafting("chopsticks egg egg", TWO), "chopsticks", "later: two cards in one turn"),
    (drafting("chopsticks egg", TWO), "chopsticks", NO_TWO),
    (battling("chopsticks egg egg egg", TWO), "chopsticks", "later: two cards in one turn"),
    (battling("chopsticks egg egg", TWO), "chopsticks", NO_TWO),
    (
        drafting("pudding egg", THREE, ["pudding", "pudding*2", ""], menu=FIRST),
        "pudding",
        "you then 2, best other 2; at the end most +6, fewest −6",
    ),
    (
        drafting("pudding egg", TWO, ["pudding", "pudding*2"], menu=FIRST),
        "pudding",
        "you then 2, the other 2; at the end most +6",
    ),
    (
        rolling(["pudding3 egg", "egg egg"], TWO, [{"pudding": 4}, {"pudding": 1}]),
        "pudding3",
        "you then 7, the other 1; at the end most +6",
    ),
    (
        rolling(["pudding1", "egg", "egg"], THREE, [{"pudding": 4}, {}, {"pudding": 5}]),
        "pudding1",
        "you then 5, best other 5; at the end most +6, fewest −6",
    ),
    # The dummy counts as a third player.
    (
        with_dummy("pudding egg", ["pudding", "", "pudding*2"]),
        "pudding",
        "you then 2, best other 2; at the end most +6, fewest −6",
    ),
    # Level with the most is enough.
    (
        drafting("strawberry3 egg", THREE, ["strawberry2", "strawberry2 strawberry3", ""], squishy=1),
        "strawberry3",
        "you then 5, best other 5; level or ahead: squishy +2; at the end fewest −6",
    ),
    (
        drafting("strawberry3 egg", TWO, ["strawberry2", "strawberry4 strawberry2"], squishy=1),
        "strawberry3",
        "you then 5, best other 6; level or ahead: squishy +2; at the end fewest −3",
    ),
    (
        drafting("strawberry3 egg", TWO, ["strawberry2", "strawberry3"], squishy=0),
        "strawberry3",
        "you then 5, best other 3; you have the squishy already; at the end fewest −3",
    ),
    (
        drafting("yogurt egg", THREE, ["yogurt3", "yogurt1*2", ""], **YOGURTS),
        "yogurt",
        "thaws to 1–3; at the end most +6, fewest −6 (you 3, best other 2)",
    ),
    (
        drafting("yogurt egg", TWO, ["yogurt3*2", "yogurt3 yogurt1*3"], **YOGURTS),
        "yogurt",
        "thaws to 2; at the end most +6 (you 6, the other 6)",
    ),
    (
        drafting("tea3 egg", TWO, ["tea2 tea4", "tea1"], **TEAS),
        "tea3",
        "+6 at the end with the teas you have; numbers in a row score 1 4 8 13 20",
    ),
    (
        drafting("mochi egg", THREE, mochi=[4, 5, 1], **MOCHI),
        "mochi",
        "rolls your die, now 4; at the end highest +6, lowest −6 (best other 5)",
    ),
    (
        drafting("mochi egg", TWO, mochi=[4, 5], **MOCHI),
        "mochi",
        "rolls your die, now 4; at the end highest +6 (the other 5)",
    ),
    (rolling(["menu2 egg", "egg egg"], TWO), "menu2", "2 tokens"),
    (rolling(["menu2 egg", "egg egg"], TWO, [{"menu": 8}, {"menu": 9}]), "menu2", "1 token"),
    (rolling(["menu1 egg", "egg egg"], TWO, [{"menu": 9}, {"menu": 9}]), "menu1", "no tokens: the supply is empty"),
    # A swap for it gives a pair of chopsticks back first.
    (rolling(["egg egg", "chopsticks2 egg"], TWO, [{"chopsticks": 6}, {"chopsticks": 6}]), "chopsticks2", "1 token"),
]


def gain_of(position: dict[str, Any], word: str) -> Gain:
    """What seat 0 is promised for a card or die."""
    return gains(Position.from_json(position).game(seed=1).view(0))[word]


@pytest.mark.parametrize("position, word, words", EXAMPLES, ids=[f"{word}: {words}" for _, word, words in EXAMPLES])
def test_examples_of_hints(position: dict[str, Any], word: str, words: str) -> None:
    gain = gain_of(position, word)
    assert gain.words("en") == words
    card = Taken(Position.from_json(position).game(seed=1), 0, word, gain, RandomPlayer("examples"))
    assert card.happened
    CHECKS[gain.code](card)


def test_every_text_has_an_example_and_a_check() -> None:
    shown = {gain_of(position, word).code for position, word, _ in EXAMPLES}
    for language in LANGUAGES:
        assert set(find(language, "play.worth")) == set(CHECKS) == set(GAINS) == shown
        assert set(find(language, "play.mark")) < shown


@pytest.mark.parametrize(
    "language, level, already", [("en", "level", "already"), ("pl", "dogoni", "już"), ("is", "jafna", "þegar")]
)
def test_the_squishy_comes_to_a_seat_that_draws_level(language: str, level: str, already: str) -> None:
    """Both ways to tell it wrong: that only being alone ahead is enough, and that its holder gets it again."""
    words = {
        gain.code: gain.words(language)
        for gain in (gain_of(position, word) for position, word, _ in EXAMPLES if kind(word) == "strawberry")
    }
    assert level in words["squishy"] and level not in words["squishy-held"]
    assert already in words["squishy-held"] and already not in words["squishy"]


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_hint_follows_from_the_view_alone(table: Table) -> None:
    """Nothing is promised that the seat does not know: its view, written down and read again, promises the same."""
    game, player = table.game(seed=5), RandomPlayer(5)
    while not game.over:
        for seat in game.seats:
            view = game.view(seat)
            assert gains(View.from_json(view.to_json())) == gains(view)
        assert gains(game.view()) == {}
        play_on(game, player, 5)
    assert all(gains(game.view(seat)) == {} for seat in game.seats)


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_card_brings_what_its_hint_promises(table: Table) -> None:
    assert sum(checked_game(table, seed=4).values()) > 100


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_card_brings_what_its_hint_promises_at_every_table(table: Table) -> None:
    checked = sum((checked_game(table, seed) for seed in range(len(PREFERENCES))), Counter())
    assert sum(checked.values()) > 500
