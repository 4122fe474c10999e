"""Takes a card or die in a copy of the game, and checks that it brings what its hint promised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from okawari import Game
from okawari.game.gains import Gain
from okawari.game.notation import letter
from okawari.game.worth import worth_now
from tests.referee.scoring import CARD_DUMPLINGS, DICE_SETS, best_tea_points, symbols
from tests.referee.words import NIGIRI, YOGURT_VALUES, number
from tests.support.tables import ROLL, RandomPlayer, play_on

#: How the prizes of desserts are told on the last bill, if nobody shares them.
WON, LOST = ("most", "most-full"), ("least", "least-full")


# Taking a card or die in a copy of the game.


def game_after(game: Game, seat: int, word: str, player: RandomPlayer) -> Game | None:
    """A copy of a game in which a seat has just taken a card or die; None if another must take a dessert with it."""
    copy = game.copy()
    if game.setting.table_kind != "draft":
        for move in _moves_for(copy, seat, word):
            copy.choose(seat, move)
        return copy
    for other in game.to_move:
        texts = [move.text for move in game.moves(other)]
        fitting = [text for text in texts if _takes(text, word if other == seat else None, game)]
        if not fitting:
            return None
        copy.choose(other, player.random.choice(fitting))
    return copy


def _takes(text: str, word: str | None, game: Game) -> bool:
    """Whether a choice takes this card, for its seat alone, and no other dessert."""
    own, _, dummys = text.partition("/")
    others = dummys if word else text
    return (word is None or own == word) and (game.setting.dessert or "") not in others


def _moves_for(game: Game, seat: int, word: str) -> list[str]:
    """The moves that take a card of the pyramid, or keep a die: from another belt if the own one has none like it."""
    view = game.view(seat).to_json()
    if game.setting.table_kind == "battle":
        cards = {move.text: card_at(view, move.text) for move in game.moves(seat) if len(move.text.split()) == 2}
        return [next(text for text, card in cards.items() if card == word)]
    belts = view["belts"]
    if word in belts[seat]:
        return [f"keep {belts[seat].index(word) + 1}"]
    own = next(place for place, face in enumerate(belts[seat], 1) if face)
    other = next(other for other, belt in enumerate(belts) if word in belt)
    return [f"swap {own} with {letter(other)}{belts[other].index(word) + 1}", f"keep {own}"]


def card_at(view: dict[str, Any], text: str) -> str:
    row, place = text.split()[1].split(".")
    return str(view["pyramid"][int(row) - 1][int(place) - 1])


class Taken:
    """A card or die that was promised a gain and then taken."""

    def __init__(self, game: Game, seat: int, word: str, gain: Gain, player: RandomPlayer) -> None:
        self.before, self.seat, self.word, self.gain, self.player = game, seat, word, gain, player
        self.view = game.view(seat).to_json()
        after = game_after(game, seat, word, player)
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
        """What the seat got from this choice on, up to the next choice of any seat."""
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
        """The points of a dish rise by the gain, unless the last card of the round changed them, too."""
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
            game.choose(other, self.player.choose([move.text for move in game.moves(other)]))
        return None


# What each text promises.


#: How many make a set of cards, and what it brings.
CARD_SETS = {"tempura": (2, 5), "sashimi": (3, 10)}


def check_set(taken: Taken) -> None:
    assert taken.params["n"] == taken.plate.count(taken.word)
    rungs = DICE_SETS[taken.word] if taken.before.setting.menu == ROLL else ()
    whole = (len(rungs) - 1, rungs[-1]) if rungs else CARD_SETS[taken.word]
    size = taken.params["size"]
    assert (size, taken.params["points"]) == whole
    assert taken.params["after"] == taken.plate.count(taken.word) % size + 1
    taken.rises(taken.word, taken.params["gain"])
    assert (taken.gain.code == "set") == (taken.params["after"] == size)
    assert (taken.gain.code == "set-part") == (taken.params["gain"] == 0)


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
    assert taken.params == {"gain": 0, "n": n, "size": len(CARD_DUMPLINGS) - 1}
    assert n >= taken.params["size"]
    taken.rises("dumpling", 0)


def check_maki(taken: Taken) -> None:
    taken.compared([line.params["n"] for line in taken.lines_before("maki")])
    if not taken.goes_on:
        return
    lines = [line for lines in worth_now(taken.after.view()) for line in lines if line.dish == "maki"]
    icons = [line.params["n"] for line in lines]
    mine = icons[taken.seat]
    if len(taken.got) == 1:
        assert mine == taken.params["after"]
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
    """So many nigiri go on wasabi after it, if they come; and at least one can come."""
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
        play_on(game, taken.player, 1)
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
        more = next(event for event in taken.events if event.name == "tokens").details["got"]
    else:
        taken.compared([len(cards) for cards in taken.view["desserts"]])
        more = 1
    assert taken.params["after"] == taken.params["n"] + more


def check_strawberry(taken: Taken) -> None:
    """Level with the most is enough, and the holder of the squishy gets nothing."""
    taken.compared([symbols(cards) for cards in taken.view["desserts"]])
    held = taken.view["squishy"] == taken.seat
    assert taken.gain.code == ("squishy-held" if held else "squishy")
    assert taken.params["after"] == taken.params["n"] + number(taken.word)
    level = taken.params["after"] >= taken.params["best"]
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
    "set-part": check_set,
    "set-grows": check_set,
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
    "squishy": check_strawberry,
    "squishy-held": check_strawberry,
    "dessert-value": check_yogurt,
    "dessert-value-two": check_yogurt,
    "runs": check_tea,
    "dessert-die": check_mochi,
    "dessert-die-two": check_mochi,
    "tokens": check_tokens,
    "tokens-none": check_tokens,
}
