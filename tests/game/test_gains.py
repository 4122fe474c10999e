"""What a hint promises is what the engine gives.

Each card or die is taken in a copy of the game, and what came of it is read from the engine's events and bills, or
counted by the referee.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from okawari import Game, Position, View
from okawari.game.gains import Gain, gains
from okawari.game.notation import letter
from okawari.game.worth import worth_now
from okawari.texts import LANGUAGES, find
from tests.referee.scoring import CARD_DUMPLINGS, DICE_SETS, best_tea_points, symbols
from tests.referee.words import DICE_ON_A_BELT, HAND_SIZE, NIGIRI, YOGURT_VALUES, kind, number
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL, SAMPLE, TABLES, TASTES, Guest, Table, play_on

#: How the prizes of desserts are told on the last bill, if nobody shares them.
WON, LOST = ("most", "most-full"), ("least", "least-full")


# Taking a card or die in a copy of the game.


def game_after(game: Game, seat: int, word: str, guest: Guest) -> Game | None:
    """A copy of a game in which a seat has just taken a card or die; None if another must take a dessert with it."""
    copy = game.copy()
    if game.setting.doors.name != "draft":
        for move in _moves_for(copy, seat, word):
            copy.choose(seat, move)
        return copy
    for other in game.to_move:
        texts = [move.text for move in game.moves(other)]
        fitting = [text for text in texts if _takes(text, word if other == seat else None, game)]
        if not fitting:
            return None
        copy.choose(other, guest.random.choice(fitting))
    return copy


def _takes(text: str, word: str | None, game: Game) -> bool:
    """Whether a choice takes this card, for its seat alone, and no other dessert."""
    own, _, dummys = text.partition("/")
    others = dummys if word else text
    return (word is None or own == word) and (game.setting.dessert or "") not in others


def _moves_for(game: Game, seat: int, word: str) -> list[str]:
    """The moves that take a card of the pyramid, or keep a die: from another belt if the own one has none like it."""
    view = game.view(seat).to_json()
    if game.setting.doors.name == "battle":
        cards = {move.text: _card_at(view, move.text) for move in game.moves(seat) if len(move.text.split()) == 2}
        return [next(text for text, card in cards.items() if card == word)]
    belts = view["belts"]
    if word in belts[seat]:
        return [f"keep {belts[seat].index(word) + 1}"]
    own = next(place for place, face in enumerate(belts[seat], 1) if face)
    other = next(other for other, belt in enumerate(belts) if word in belt)
    return [f"swap {own} with {letter(other)}{belts[other].index(word) + 1}", f"keep {own}"]


def _card_at(view: dict[str, Any], text: str) -> str:
    row, place = text.split()[1].split(".")
    return str(view["pyramid"][int(row) - 1][int(place) - 1])


class Taken:
    """A card or die that was promised a gain and then taken."""

    def __init__(self, game: Game, seat: int, word: str, gain: Gain, guest: Guest) -> None:
        self.before, self.seat, self.word, self.gain, self.guest = game, seat, word, gain, guest
        self.view = game.view(seat).to_json()
        after = game_after(game, seat, word, guest)
        self.happened = after is not None
        if after is not None:
            self.after = after
            self.events = after.events_after(game.event_count)

    @property
    def params(self) -> dict[str, Any]:
        return self.gain.params

    @property
    def plate(self) -> list[str]:
        plate: list[str] = self.view["trays" if self.before.setting.menu == ROLL else "plates"][self.seat]
        return plate

    @property
    def goes_on(self) -> bool:
        """Whether the round goes on after it."""
        return not self.after.over and self.after.round == self.before.round

    @property
    def got(self) -> list[str]:
        """What the seat got from this choice on, up to the next one that anybody makes."""
        return [
            event.details.get("dish") or event.details["face"]
            for event in self.events
            if event.name in ("play", "keep") and event.who == self.seat
        ]

    @property
    def turn_events(self) -> list[Any]:
        """What happened in this turn alone: after the last choice of a round the last cards follow by themselves."""
        ends = [i for i, event in enumerate(self.events) if event.name == "pass" or event.details.get("last")]
        return self.events[: ends[0]] if ends else self.events

    def lines_before(self, dish: str) -> list[Any]:
        return [line for lines in worth_now(self.before.view()) for line in lines if line.dish == dish]

    def points(self, dish: str) -> tuple[int, int]:
        """What a dish of the seat would bring before, and brings after: as the round's bill says, if it ended."""
        before = sum(line.points for line in worth_now(self.before.view())[self.seat] if line.dish == dish)
        if self.goes_on:
            lines = worth_now(self.after.view())[self.seat]
            return before, sum(line.points for line in lines if line.dish == dish)
        return before, sum(
            event.details["points"]
            for event in self.events
            if event.name == "line" and event.who == self.seat and event.details["dish"] == dish
        )

    def rises(self, dish: str, by: int) -> None:
        """The points of a dish rise by so many, unless the last card of the round changed them, too."""
        family = [*NIGIRI] if dish == "nigiri" else [dish]
        if not any(word in family for word in self.got[1:]):
            before, after = self.points(dish)
            assert after - before == by

    def compared(self, counts: list[int]) -> None:
        """The numbers that are compared are these."""
        others = [n for plate, n in enumerate(counts) if plate != self.seat]
        assert self.params["n"] == counts[self.seat]
        assert self.params["best"] == max(others)

    def next_choice(self) -> Game | None:
        """The same game when the seat chooses again in this round; None if it does not."""
        game = self.after.copy()
        while not game.over and game.round == self.before.round:
            if self.seat in game.to_move:
                return game
            other = game.to_move[0]
            game.choose(other, self.guest.choose([move.text for move in game.moves(other)]))
        return None


# What each text promises.


#: How many make a set of cards, and what it brings.
CARD_SETS = {"tempura": (2, 5), "sashimi": (3, 10)}


def check_set(taken: Taken) -> None:
    assert taken.params["n"] == taken.plate.count(taken.word)
    rungs = DICE_SETS[taken.word] if taken.before.setting.menu == ROLL else ()
    whole = (len(rungs) - 1, rungs[-1]) if rungs else CARD_SETS[taken.word]
    assert (taken.params["size"], taken.params["points"]) == whole
    taken.rises(taken.word, taken.params["gain"])


def check_dumpling(taken: Taken) -> None:
    """Each one brings more than the one before it, and the next one more again."""
    n = taken.plate.count("dumpling")
    assert taken.params["n"] == n
    rungs = [after - before for before, after in pairwise(CARD_DUMPLINGS)]
    assert taken.params["gain"] == rungs[n] < rungs[n + 1]
    taken.rises("dumpling", taken.params["gain"])


def check_dumpling_last(taken: Taken) -> None:
    assert taken.params["n"] == taken.plate.count("dumpling") == len(CARD_DUMPLINGS) - 2
    taken.rises("dumpling", taken.params["gain"])
    assert taken.params["gain"] > 0


def check_dumpling_full(taken: Taken) -> None:
    n = taken.plate.count("dumpling")
    assert taken.params == {"n": n, "size": len(CARD_DUMPLINGS) - 1}
    assert n >= taken.params["size"]
    taken.rises("dumpling", 0)


def check_maki(taken: Taken) -> None:
    taken.compared([line.params["n"] for line in taken.lines_before("maki")])
    if not taken.goes_on:
        return
    lines = [line for lines in worth_now(taken.after.view()) for line in lines if line.dish == "maki"]
    icons = [line.params["n"] for line in lines]
    mine = icons[taken.seat]
    more = sum(n > mine for n in icons)
    if icons.count(mine) == 1 and more < 2:
        assert lines[taken.seat].points == taken.params["second" if more else "first"]


def check_nigiri(taken: Taken) -> None:
    assert not _open_wasabi(taken.plate)
    assert taken.params["n"] == NIGIRI[taken.word]
    taken.rises("nigiri", taken.params["n"])


def check_nigiri_dipped(taken: Taken) -> None:
    assert _open_wasabi(taken.plate)
    assert taken.params["n"] == 3 * NIGIRI[taken.word]
    taken.rises("nigiri", taken.params["n"])


def _open_wasabi(plate: list[str]) -> int:
    """Wasabi that no nigiri lies on: a plate is written in an order in which it can have been played."""
    waiting = 0
    for word in plate:
        waiting += word == "wasabi"
        waiting -= word in NIGIRI and waiting > 0
    return waiting


def check_wasabi(taken: Taken) -> None:
    """So many nigiri go on wasabi after it, if they come; and something comes."""
    assert taken.params == {"n": _open_wasabi(taken.plate) + 1, "times": 3}
    if taken.goes_on:
        plate = taken.after.view(taken.seat).plates[taken.seat]
        assert _open_wasabi(list(plate)) == taken.params["n"] - sum(word in NIGIRI for word in taken.got[1:])
        assert taken.next_choice() or _later(taken)
    else:
        assert len(taken.got) > 1 or _takes_two(taken.before, taken.seat)


def check_wasabi_late(taken: Taken) -> None:
    assert taken.got == ["wasabi"]
    assert not _takes_two(taken.before, taken.seat)
    assert not _later(taken)


def _later(taken: Taken) -> list[str]:
    """What the seat still gets in this round."""
    if not taken.goes_on:
        return taken.got[1:]
    game = taken.after.copy()
    while not game.over and game.round == taken.before.round:
        play_on(game, taken.guest, 1)
    later = []
    for event in game.events_after(taken.after.event_count):
        if event.name == "round-score":
            break
        if event.name in ("play", "keep") and event.who == taken.seat:
            later.append(event.details.get("dish") or event.details["face"])
    return later


def _takes_two(game: Game, seat: int) -> bool:
    """Whether a seat may take two cards in its turn."""
    return any("+" in move.text or move.text.endswith(" chopsticks") for move in game.moves(seat))


def check_chopsticks(taken: Taken) -> None:
    game = taken.next_choice()
    assert game is not None
    assert _takes_two(game, taken.seat)


def check_chopsticks_late(taken: Taken) -> None:
    game = taken.next_choice() if taken.goes_on else None
    assert game is None or not _takes_two(game, taken.seat)


def check_dessert(taken: Taken) -> None:
    if taken.before.setting.menu == ROLL:
        taken.compared([tokens["pudding"] for tokens in taken.view["tokens"]])
    else:
        taken.compared([len(cards) for cards in taken.view["desserts"]])


def check_strawberry(taken: Taken) -> None:
    """Level with the most is enough, and whoever holds the squishy gets nothing."""
    taken.compared([symbols(cards) for cards in taken.view["desserts"]])
    held = taken.view["squishy"] == taken.seat
    assert taken.gain.code == ("strawberry-held" if held else "strawberry")
    level = taken.params["n"] + number(taken.word) >= taken.params["best"]
    moved = [(event.who, event.details["points"]) for event in taken.turn_events if event.name == "squishy"]
    assert moved == ([(taken.seat, taken.params["points"])] if level and not held else [])


def check_yogurt(taken: Taken) -> None:
    taken.compared([symbols(cards) for cards in taken.view["desserts"]])
    thawed = Counter(number(card) for cards in taken.view["desserts"] for card in cards)
    left = [value for value, n in YOGURT_VALUES.items() if thawed[value] < n]
    assert taken.params["values"] == (f"{left[0]}–{left[-1]}" if len(left) > 1 else f"{left[0]}")
    fell = next(event for event in taken.events if event.name == "thaw" and event.who == taken.seat)
    assert fell.details["value"] in left


def check_tea(taken: Taken) -> None:
    numbers = [number(card) for card in taken.view["desserts"][taken.seat]]
    gain = best_tea_points([*numbers, number(taken.word)]) - best_tea_points(numbers)
    assert taken.params == {"gain": gain, "runs": "1 4 8 13 20"}


def check_mochi(taken: Taken) -> None:
    taken.compared(taken.view["mochi"])
    assert any(event.name == "mochi" and event.who == taken.seat for event in taken.events)


def check_tokens(taken: Taken) -> None:
    got = next(event for event in taken.events if event.name == "tokens").details["got"]
    assert got == taken.params.get("n", 0)
    assert (taken.gain.code == "tokens-none") == (got == 0)


CHECKS: dict[str, Callable[[Taken], None]] = {
    "set": check_set,
    "dumpling": check_dumpling,
    "dumpling-last": check_dumpling_last,
    "dumpling-full": check_dumpling_full,
    "maki": check_maki,
    "nigiri": check_nigiri,
    "nigiri-dipped": check_nigiri_dipped,
    "wasabi": check_wasabi,
    "wasabi-late": check_wasabi_late,
    "chopsticks": check_chopsticks,
    "chopsticks-late": check_chopsticks_late,
    "dessert": check_dessert,
    "dessert-two": check_dessert,
    "strawberry": check_strawberry,
    "strawberry-held": check_strawberry,
    "yogurt": check_yogurt,
    "yogurt-two": check_yogurt,
    "tea": check_tea,
    "mochi": check_mochi,
    "mochi-two": check_mochi,
    "tokens": check_tokens,
    "tokens-none": check_tokens,
}


# Whole games.


def checked_game(table: Table, seed: int) -> Counter[str]:
    """Play a game, and in every turn hold every promise that is made; how often each text was checked."""
    guest = Guest(f"gains {table} {seed}", taste=seed)
    game = table.game(seed)
    checked: Counter[str] = Counter()
    prizes: list[dict[str, Any]] = []
    while not game.over:
        if set(game.to_move) == {seat for seat in game.seats if game.moves(seat)}:
            for seat, word, gain in promises(game):
                card = Taken(game, seat, word, gain, guest)
                prizes.append(gain.params)
                if card.happened:
                    CHECKS[gain.code](card)
                    checked[gain.code] += 1
        play_on(game, guest, 1)
    check_prizes(game, [params for params in prizes if "most" in params or "least" in params])
    return checked


def promises(game: Game) -> Iterator[tuple[int, str, Gain]]:
    """Everything that anybody is promised in a turn."""
    for seat in game.seats:
        view = game.view(seat)
        told = gains(view)
        assert set(told) == within_reach(view)
        yield from ((seat, word, gain) for word, gain in told.items())


def within_reach(view: View) -> set[str]:
    """What the seat of a view can take now, by its legal moves; in a draft all of its hand, the last card too."""
    texts, words = [move.text for move in view.moves], view.to_json()
    if view.setting.doors.name == "draft":
        return set(view.hand)
    if view.setting.doors.name == "battle":
        return {_card_at(words, text) for text in texts}
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


YOGURTS, TEAS, MOCHI = {"dessert": "yogurt"}, {"dessert": "tea"}, {"dessert": "mochi"}
NO_NIGIRI = "no points: no nigiri can follow in this round"
NO_TWO = "no points: too late to take two in this round"

#: A position, a card or die, and what seat 0 reads about it.
EXAMPLES: list[tuple[dict[str, Any], str, str]] = [
    (drafting("tempura egg", ["tempura", ""]), "tempura", "+5 now: 2 make 5 (you have 1)"),
    (drafting("sashimi egg", ["sashimi*3", ""]), "sashimi", "+0 now: 3 make 10 (you have 3)"),
    (rolling(["dumpling", "egg"], ["dumpling*3", ""]), "dumpling", "+2 now: 3 make 8 (you have 3)"),
    (drafting("dumpling egg", ["dumpling*3", ""]), "dumpling", "+4 now, the next one even more (you have 3)"),
    (drafting("dumpling egg", ["dumpling*4", ""]), "dumpling", "+5 now, the last one that counts (you have 4)"),
    (drafting("dumpling egg", ["dumpling*5", ""]), "dumpling", "no more points: at most 5 count (you have 5)"),
    (drafting("dumpling egg", ["dumpling*6", ""]), "dumpling", "no more points: at most 5 count (you have 6)"),
    (drafting("maki2 egg", ["maki3", "maki2*2", "maki1"]), "maki2", "most icons 6, second 3 (you 3, best other 4)"),
    (drafting("egg tempura", TWO), "egg", "1 point"),
    (drafting("squid tempura", ["wasabi salmon", ""]), "squid", "3 points"),
    (drafting("squid tempura", ["salmon wasabi", ""]), "squid", "on your wasabi: 9 points"),
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
        "at the end: most +6, fewest −6 (you 1, best other 2)",
    ),
    (
        drafting("pudding egg", TWO, ["pudding", "pudding*2"], menu=FIRST),
        "pudding",
        "at the end: most +6 (you 1, the other 2)",
    ),
    (
        rolling(["pudding3 egg", "egg egg"], TWO, [{"pudding": 4}, {"pudding": 1}]),
        "pudding3",
        "at the end: most +6 (you 4, the other 1)",
    ),
    (
        rolling(["pudding1", "egg", "egg"], THREE, [{"pudding": 4}, {}, {"pudding": 5}]),
        "pudding1",
        "at the end: most +6, fewest −6 (you 4, best other 5)",
    ),
    # The dummy counts as a third player.
    (
        with_dummy("pudding egg", ["pudding", "", "pudding*2"]),
        "pudding",
        "at the end: most +6, fewest −6 (you 1, best other 2)",
    ),
    # Level with the most is enough.
    (
        drafting("strawberry3 egg", THREE, ["strawberry2", "strawberry2 strawberry3", ""], squishy=1),
        "strawberry3",
        "draw level or ahead: squishy +2; at the end fewest −6 (you 2, best other 5)",
    ),
    (
        drafting("strawberry3 egg", TWO, ["strawberry2", "strawberry4 strawberry2"], squishy=1),
        "strawberry3",
        "draw level or ahead: squishy +2; at the end fewest −3 (you 2, best other 6)",
    ),
    (
        drafting("strawberry3 egg", TWO, ["strawberry2", "strawberry3"], squishy=0),
        "strawberry3",
        "you have the squishy already; at the end fewest −3 (you 2, best other 3)",
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
    # Whoever swaps for it gives a pair of chopsticks back first.
    (rolling(["egg egg", "chopsticks2 egg"], TWO, [{"chopsticks": 6}, {"chopsticks": 6}]), "chopsticks2", "1 token"),
]


def gain_of(position: dict[str, Any], word: str) -> Gain:
    """What seat 0 is promised for a card or die."""
    return gains(Position.from_json(position).game(seed=1).view(0))[word]


@pytest.mark.parametrize("position, word, words", EXAMPLES, ids=[f"{word}: {words}" for _, word, words in EXAMPLES])
def test_examples_of_hints(position: dict[str, Any], word: str, words: str) -> None:
    gain = gain_of(position, word)
    assert gain.words("en") == words
    card = Taken(Position.from_json(position).game(seed=1), 0, word, gain, Guest("examples"))
    assert card.happened
    CHECKS[gain.code](card)


def test_every_text_has_an_example_and_a_check() -> None:
    shown = {gain_of(position, word).code for position, word, _ in EXAMPLES}
    for language in LANGUAGES:
        assert set(find(language, "play.worth")) == set(CHECKS) == shown


@pytest.mark.parametrize(
    "language, level, already", [("en", "level", "already"), ("pl", "dogoni", "już"), ("is", "jafna", "þegar")]
)
def test_the_squishy_comes_to_whoever_draws_level(language: str, level: str, already: str) -> None:
    """Both ways to tell it wrong: that only being alone ahead is enough, and that its holder gets it again."""
    words = {
        gain.code: gain.words(language)
        for gain in (gain_of(position, word) for position, word, _ in EXAMPLES if kind(word) == "strawberry")
    }
    assert level in words["strawberry"] and level not in words["strawberry-held"]
    assert already in words["strawberry-held"] and already not in words["strawberry"]


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_hint_follows_from_the_view_alone(table: Table) -> None:
    """Nothing is promised that the seat does not know: its view, written down and read again, promises the same."""
    game, guest = table.game(seed=5), Guest(5)
    while not game.over:
        for seat in game.seats:
            view = game.view(seat)
            assert gains(View.from_json(view.to_json())) == gains(view)
        assert gains(game.view()) == {}
        play_on(game, guest, 5)
    assert all(gains(game.view(seat)) == {} for seat in game.seats)


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_card_brings_what_its_hint_promises(table: Table) -> None:
    assert sum(checked_game(table, seed=4).values()) > 100


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_card_brings_what_its_hint_promises_at_every_table(table: Table) -> None:
    checked = sum((checked_game(table, seed) for seed in range(len(TASTES))), Counter())
    assert sum(checked.values()) > 500
