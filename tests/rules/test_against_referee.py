"""The engine against the referee: the same luck, the same random moves, and after each of them the same table.

The referee in `referee/` is plain, slow Python from the rulebooks and shares no code with the engine.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import Any

import pytest

from okawari import Game, Line
from okawari.game.writing import dipped_words
from okawari.rules.events import EVENTS, WHYS
from tests.referee import Referee, referee_for
from tests.referee.roll import Roll
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
)

#: Games of each setting: in `make quick`, and besides in `make test`. There are more than a hundred settings.
QUICK_GAMES, SLOW_GAMES = 2, 26
SEAT_LETTERS = "ABCDE"


class FallenLuck:
    """Luck for the referee that repeats what fell in the engine's game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.words: deque[str] = deque()
        self.heard = 0

    def hear(self, game: Game) -> None:
        """Take over what has fallen since the last time."""
        self.words.extend(game.luck[self.heard :])
        self.heard = len(game.luck)

    def next(self, n: int) -> list[str]:
        return [self.words.popleft() for _ in range(n)]

    def starter(self, seats: int) -> int:
        return SEAT_LETTERS.index(self.words.popleft())

    def deal(self) -> dict[str, list[list[str]]]:
        piles, size = {"dummy": (1, 9), "piles": (2, 5)}.get(self.table.variant or "", (0, 12 - self.table.seats))
        hands = [self.next(size) for _ in range(self.table.seats)]
        return {"hands": hands, "piles": [self.next(size) for _ in range(piles)]}

    def pyramid(self) -> list[str]:
        return self.next(20)

    def thaw(self) -> int:
        return int(self.words.popleft().removeprefix("yogurt"))

    def mochi(self) -> int:
        return int(self.words.popleft().removeprefix("mochi"))

    def bag(self) -> list[list[str]]:
        return [self.next(10 - self.table.seats) for _ in range(self.table.seats)]

    def roll(self, die: str) -> str:
        return self.words.popleft()


class Match:
    """One game at two tables: the engine's and the referee's."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.player = RandomPlayer((str(table), seed), preference=seed)
        self.game = table.game(seed)
        self.luck = FallenLuck(table)
        self.luck.hear(self.game)
        self.referee: Referee = referee_for(*table, luck=self.luck)
        self.paths: set[str] = set()

    def play(self) -> Match:
        """Play to the end, and compare all the way."""
        self.compare()
        while not self.game.over:
            self.choose()
            self.compare()
        assert self.referee.to_move() == []
        self.compare_bills()
        assert not self.luck.words
        self.paths |= paths_of_events(self.game) | paths_of_end(self.game)
        return self

    def choose(self) -> None:
        """Let a seat choose, or change its choice."""
        seat = self.player.random.choice(self.game.to_move)
        if self.player.random.random() < 0.1:
            seat = self.player.random.choice([seat for seat in self.game.seats if self.game.moves(seat)])
        text = self.player.choose(sorted(move.text for move in self.game.moves(seat)))
        rounds = len(self.referee.lines)
        self.paths |= paths_of_choice(self.game, seat, text)
        self.game.choose(seat, text)
        self.luck.hear(self.game)
        self.referee.choose(seat, text)
        if len(self.referee.lines) > rounds:
            self.compare_bills()

    def compare(self) -> None:
        """Both tables look the same, and everybody may do the same."""
        for seat in self.game.seats:
            texts = [move.text for move in self.game.moves(seat)]
            assert len(texts) == len(set(texts))
            assert set(texts) == self.referee.moves(seat)
        assert engine_state(self.game) == referee_state(self.referee)

    def compare_bills(self) -> None:
        """Everybody's points are the same, dish by dish and round by round."""
        for plate, score in enumerate(self.game.scores):
            in_rounds = [points_by_dish(lines) for lines in score.rounds[: len(self.referee.lines)]]
            squishies = sum(dishes.pop("squishy", 0) for dishes in in_rounds)
            assert in_rounds == [without_zeros(lines[plate]) for lines in self.referee.lines]
            assert squishies == 2 * self.referee.squishies[plate]
            assert points_by_dish(score.final) == (without_zeros(self.referee.final[plate]) if self.game.over else {})
            assert score.total == sum(line.points for line in score.lines)


def points_by_dish(lines: Iterable[Line]) -> dict[str, int]:
    """The points of each dish, without zeros."""
    points: Counter[str] = Counter()
    for line in lines:
        points[line.dish] += line.points
    return without_zeros(points)


def without_zeros(points: dict[str, int]) -> dict[str, int]:
    return {dish: n for dish, n in points.items() if n}


def engine_state(game: Game) -> dict[str, Any]:
    """The engine's table in the words of the referee, from what spectators see and the open position."""
    seen, open_table, row = game.view().to_json(), game.position.to_json(), game.tables[0]
    diners = range(game.setting.diners)
    state = {
        "over": game.over,
        "to_move": list(game.to_move),
        "round": game.round,
        "turn": game.turn,
        "scores": list(game.totals),
        "winners": list(game.winners),
        "dipped": [sorted(dipped_words(row, plate)) for plate in diners],
    }
    if game.setting.menu == ROLL:
        state |= {field: seen[field] for field in ("tokens", "supply", "red")}
        state |= {"belts": seen["belts"], "plates": [sorted(tray) for tray in seen["trays"]]}
    else:
        state |= {field: [sorted(cards) for cards in seen[field]] for field in ("plates", "desserts")}
        state |= {field: seen[field] for field in ("mochi", "squishy", "boat") if field in seen}
        state["discards"] = sorted(seen["discards"])
    if "pyramid" in seen:
        state |= {"starter": seen["starter"], "pyramid": [card for row in seen["pyramid"] for card in row]}
    if "hands" in seen:
        state |= {"hands": [sorted(hand) for hand in open_table["hands"]], "piles": open_table.get("piles", [])}
    return mid_game(state)


def referee_state(referee: Referee) -> dict[str, Any]:
    """The referee's table, without what is not in this game."""
    state = referee.state()
    if "belts" in state:
        state["belts"] = [[die and die[1] for die in belt] for belt in state["belts"]]
        return mid_game(state)
    assert not isinstance(referee, Roll)
    if referee.dessert != "mochi":
        assert set(state.pop("mochi")) == {1}
    for thing, there in (("squishy", referee.dessert == "strawberry"), ("boat", referee.menu == ANNIVERSARY)):
        if not there:
            assert state.pop(thing) is None
    return mid_game(state)


def mid_game(state: dict[str, Any]) -> dict[str, Any]:
    """After the end there is no turn, and nothing in play."""
    if state["over"]:
        for field in ("turn", "hands", "piles", "pyramid", "belts", "red", "starter"):
            state.pop(field, None)
    return state


def paths_of_choice(game: Game, seat: int, text: str) -> set[str]:
    """What is seldom seen about a choice that is about to be made."""
    view, paths = game.view(seat), set()
    own, _, dummys = text.partition("/")
    if "+" in own:
        first, second = own.split("+")
        dessert = view.setting.dessert or ""
        paths |= {f"two {dessert} at once"} if first[:4] == second[:4] == dessert[:4] else set()
        paths |= {"wasabi, then nigiri"} if first == "wasabi" and second in ("egg", "salmon", "squid") else set()
        paths |= {"nigiri, then wasabi"} if second == "wasabi" and first in ("egg", "salmon", "squid") else set()
        paths |= {"two pairs of chopsticks"} if view.plates[seat].count("chopsticks") > 1 else set()
        paths |= {f"chopsticks with {len(view.hand)} cards left, {'dummy' if dummys else 'hands'}"}
    if text.endswith(" chopsticks"):
        standing = [card for row in view.to_json()["pyramid"] for card in row if card]
        paths |= {f"chopsticks with {len(standing)} cards left, battle"}
    return paths


def paths_of_events(game: Game) -> set[str]:
    """What is seldom seen among the things that happened."""
    paths, before, told = set(), None, game.events
    for event in told:
        paths |= {f"event {event.name}"}
        if event.name == "line":
            paths |= {f"why {event.details['why']}"}
            paths |= {f"why {event.details['why']} with nothing"} if event.details.get("n") == 0 else set()
        if event.name == "tokens" and event.details["got"] < event.details["wanted"]:
            paths |= {f"no {event.details['token']} tokens left"}
        if event.name == "win":
            paths |= {f"tie-break in {game.setting.menu}"} if event.details["tie-break"] else set()
            paths |= (
                {f"shared win in {game.setting.variant or game.setting.menu}"}
                if event.details["winners"] > 1
                else set()
            )
        if game.setting.variant == "dummy" and event.who == 2:
            paths |= {f"the dummy's {event.name}"}
        if (
            event.name == "take"
            and before
            and before.name == "turn-up"
            and before.details["place"] == event.details["place"]
        ):
            paths |= {"took what was just turned up"}
        before = event
    return paths


def paths_of_end(game: Game) -> set[str]:
    """What is seldom seen at the end."""
    paths = {"a total below zero"} if min(game.totals) < 0 else set()
    dummy_leads = game.setting.variant == "dummy" and game.totals[2] == max(game.totals)
    return paths | ({"the dummy has the most points"} if dummy_leads else set())


#: What random games reach seldom or never, and a game that does.
RARE = {
    "chopsticks with 2 cards left, hands": (Table(ANNIVERSARY, 2, "mochi", "dummy", must_have_maki=True), 20),
    "chopsticks with 2 cards left, battle": (Table(ANNIVERSARY, 2, "strawberry", "battle"), 5),
    "chopsticks with 3 cards left, dummy": (Table(ANNIVERSARY, 2, "yogurt", "dummy", must_have_maki=True), 0),
    "took what was just turned up": (Table(ANNIVERSARY, 2, "strawberry", "battle"), 5),
    "two pairs of chopsticks": (Table(ANNIVERSARY, 5, "yogurt"), 0),
    "wasabi, then nigiri": (Table(FIRST, 5, "pudding"), 7),
    "nigiri, then wasabi": (Table(ANNIVERSARY, 2, "mochi", "both-ways", must_have_maki=True), 25),
    "two pudding at once": (Table(FIRST, 5, "pudding"), 0),
    "two strawberry at once": (Table(ANNIVERSARY, 3, "strawberry", "both-ways"), 1),
    "two yogurt at once": (Table(ANNIVERSARY, 2, "yogurt", "golf", must_have_maki=True), 0),
    "two mochi at once": (Table(ANNIVERSARY, 2, "mochi", "golf"), 21),
    "event squishy-tied": (Table(ANNIVERSARY, 5, "strawberry", "both-ways"), 0),
    "no chopsticks tokens left": (Table(ROLL, 4), 32),
    "no menu tokens left": (Table(ROLL, 5), 38),
    "why maki-first-shared with nothing": (Table(ANNIVERSARY, 2, "strawberry"), 37),
    "why maki-second with nothing": (Table(ANNIVERSARY, 2, "strawberry", "battle"), 5),
    "why maki-second-shared with nothing": (Table(ANNIVERSARY, 3, "strawberry", "both-ways"), 2),
    "why maki-missing with nothing": (Table(ANNIVERSARY, 2, "mochi", "dummy", must_have_maki=True), 20),
    "why tea": (Table(ANNIVERSARY, 2, "tea", "piles"), 2),
    "the dummy's squishy": (Table(ANNIVERSARY, 2, "strawberry", "dummy", must_have_maki=True), 0),
    "the dummy's boat": (Table(ANNIVERSARY, 2, "mochi", "dummy", must_have_maki=True), 20),
    "the dummy has the most points": (Table(ANNIVERSARY, 2, "mochi", "dummy", must_have_maki=True), 20),
    "tie-break in sushi-go-first": (Table(FIRST, 4, "pudding"), 2),
    "tie-break in sushi-go-2014": (Table(EDITION_2014, 3, "pudding"), 0),
    "tie-break in sushi-roll": (Table(ROLL, 4), 4),
    "shared win in sushi-go-first": (Table(FIRST, 5, "pudding"), 7),
    "shared win in sushi-go-2014": (Table(EDITION_2014, 4, "pudding"), 7),
    "shared win in sushi-go-anniversary": (Table(ANNIVERSARY, 5, "yogurt"), 0),
    "shared win in both-ways": (Table(ANNIVERSARY, 2, "mochi", "both-ways", must_have_maki=True), 25),
    "shared win in golf": (Table(ANNIVERSARY, 3, "yogurt", "golf"), 0),
    "shared win in piles": (Table(ANNIVERSARY, 2, "tea", "piles"), 2),
    "shared win in battle": (Table(ANNIVERSARY, 2, "pudding", "battle", must_have_maki=True), 1),
    "shared win in dummy": (Table(ANNIVERSARY, 2, "pudding", "dummy", must_have_maki=True), 1),
    "shared win in sushi-roll": (Table(ROLL, 2), 12),
}


def test_rare_paths_are_reached() -> None:
    """Agreement means nothing where games never go: these do go there, and together meet everything that can happen."""
    matches = {game: Match(*game).play() for game in set(RARE.values())}
    assert [path for path, game in RARE.items() if path not in matches[game].paths] == []
    met = set().union(*(match.paths for match in matches.values()))
    assert [name for name in EVENTS if f"event {name}" not in met] == []
    assert [code for code in WHYS if f"why {code}" not in met] == []


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(QUICK_GAMES), id="few"),
        pytest.param(range(QUICK_GAMES, QUICK_GAMES + SLOW_GAMES), id="many", marks=pytest.mark.slow),
    ],
)
def test_engine_and_referee_agree(table: Table, seeds: range) -> None:
    for seed in seeds:
        Match(table, seed).play()


def test_enough_games() -> None:
    """Fewer than three thousand games in `make test` would be too few."""
    assert len(TABLES) * (QUICK_GAMES + SLOW_GAMES) >= 3000
    assert 2 * len(PREFERENCES) <= QUICK_GAMES + SLOW_GAMES


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_sample(table: Table) -> None:
    """One game of each kind: for kernels that are not compiled, or check their bounds."""
    Match(table, 1).play()
