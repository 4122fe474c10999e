"""A view has exactly what its seat may know."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

import okawari
from okawari import Game, Position, View
from tests.game.random_games import choices, preferences, random_game, seeds, tables, whole_turns
from tests.referee.words import full_deck, kind
from tests.support.tables import ANNIVERSARY, EDITION_2014, FIRST, ROLL, SEATS, RandomPlayer, Table, play_on


class Memory:
    """What one seat has seen of the hands: a bookkeeping of its own, that shares nothing with the engine's.

    Of each hand it knows the cards that must be in it, and how many others are.
    """

    def __init__(self, seat: int | None, game: Game) -> None:
        self.seat, self.setting = seat, game.setting
        self.known: list[Counter[str]] = [Counter() for _ in game.seats]
        self.unseen = [0 for _ in game.seats]
        self.deal(game)

    def deal(self, game: Game) -> None:
        """A new round: nothing is known of a hand but its size."""
        for seat, hand in enumerate(game.position.to_json()["hands"]):
            self.known[seat], self.unseen[seat] = Counter(), len(hand)
        self.look(game)

    def look(self, game: Game) -> None:
        """Look at one's own hand."""
        if self.seat is not None and not game.over:
            self.known[self.seat], self.unseen[self.seat] = Counter(game.position.to_json()["hands"][self.seat]), 0

    def see(self, holder: int, card: str) -> None:
        """A card left a hand; if it may have been one that was known, there is one fewer that must be there."""
        if self.known[holder][card]:
            self.known[holder][card] -= 1
        else:
            self.unseen[holder] -= 1

    def watch(self, turn: list[okawari.Event], controller: int | None, right: bool) -> None:
        """See a turn played, and the hands passed."""
        played = [event for event in turn if event.name == "play"]
        for event in played:
            self.see(
                controller if event.who == len(self.known) and controller is not None else event.who or 0,
                event.details["dish"],
            )
        for event in turn:
            if event.name == "chopsticks":
                self.known[event.who or 0]["chopsticks"] += 1
        step = -1 if right else 1
        seats = range(len(self.known))
        self.known = [self.known[(seat - step) % len(seats)] for seat in seats]
        self.unseen = [self.unseen[(seat - step) % len(seats)] for seat in seats]
        for event in turn:
            if event.name == "draw":
                self.unseen[event.who or 0] += 1

    def check(self, view: View) -> None:
        """The view knows exactly as much."""
        assert [Counter(hand) for hand in view.hands] == [+known for known in self.known]
        assert list(view.unseen) == self.unseen


@pytest.mark.parametrize("preference", [0, 1])
@pytest.mark.parametrize(
    "table",
    [
        *(Table(FIRST, seats, "pudding") for seats in SEATS),
        *(Table(ANNIVERSARY, seats, "strawberry", "both-ways") for seats in SEATS),
        Table(ANNIVERSARY, 2, "yogurt", "piles"),
        Table(EDITION_2014, 2, "pudding", "dummy"),
    ],
    ids=str,
)
def test_a_seat_remembers_exactly_what_it_has_seen(table: Table, preference: int) -> None:
    for seed in range(4):
        game, player = table.game(seed), RandomPlayer(seed, preference)
        memories = [Memory(seat, game) for seat in (*game.seats, None)]
        deck = Counter(full_deck(table.dessert or ""))
        while not game.over:
            for memory in memories:
                view = game.view(memory.seat)
                memory.check(view)
                located = [*view.words["plates"], *view.words["desserts"], view.words["discards"], *view.hands]
                cards = Counter("yogurt" if kind(card) == "yogurt" else card for place in located for card in place)
                assert Counter(view.unseen_cards) + cards == deck
            told, before, controller = len(game.events), game.round, game.view().controller
            turn = game.turn
            while not game.over and (game.round, game.turn) == (before, turn):
                play_on(game, player, 1)
            for memory in memories:
                if game.over or game.round > before:
                    memory.deal(game)
                else:
                    right = table.variant == "both-ways" and before == 2
                    memory.watch(game.events[told:], controller, right)
                    memory.look(game)


@given(tables, seeds, preferences, choices, seeds)
@settings(max_examples=120)
def test_what_is_imagined_looks_like_the_view(table: Table, seed: int, preference: int, n: int, other: int) -> None:
    """Also in the middle of a turn, when this seat or others have chosen; and after the end."""
    game = random_game(table, seed, preference, n)
    for seat in (*game.seats, None):
        view = game.view(seat)
        imagined = okawari.imagine(view, seed=other)
        assert imagined.view(seat) == view
        assert imagined.view(seat).to_json() == view.to_json()
        assert imagined.moves(seat or 0) == game.moves(seat or 0) or seat is None


def with_other_secrets(game: Game, seat: int | None, seed: int) -> Position:
    """The same table with all cards dealt anew that a seat has not located: other hands, piles, face-down cards."""
    data, player, view = game.position.to_json(), RandomPlayer(seed), game.view(seat)
    words = list(full_deck(game.setting.dessert or ""))
    pool = [words[card] for card in game.tables[0]["deck"][game.tables[0]["dealt"] :]]
    pool += [card for pile in data.get("piles", []) for card in pile]
    pool += [card[1:] for cards in data.get("pyramid", []) for card in cards if card and card.startswith("?")]
    for hand, known in zip(data.get("hands", []), view.hands, strict=False):
        pool += (Counter(hand) - Counter(known)).elements()
    player.random.shuffle(pool)
    changed = dict(data)
    if "hands" in data:
        changed["hands"] = [
            [*known, *(pool.pop() for _ in range(unseen))]
            for known, unseen in zip(view.hands, view.unseen, strict=True)
        ]
    if "drawn" in data:
        drawn = [hand[-1] if card else None for hand, card in zip(changed["hands"], data["drawn"], strict=True)]
        changed["drawn"] = [data["drawn"][other] if other == seat else card for other, card in enumerate(drawn)]
    if "piles" in data:
        changed["piles"] = [[pool.pop() for _ in pile] for pile in data["piles"]]
    if "pyramid" in data:
        changed["pyramid"] = [
            [f"?{pool.pop()}" if card and card.startswith("?") else card for card in cards] for cards in data["pyramid"]
        ]
    return Position.from_json(changed)


@given(tables, seeds, preferences, choices)
@settings(max_examples=100)
def test_tables_that_differ_in_secrets_look_the_same(table: Table, seed: int, preference: int, n: int) -> None:
    """The secrets are changed by hand here, not by `imagine`."""
    game = whole_turns(table, seed, preference, n)
    if game.over or table.menu == ROLL:
        return
    for seat in (*game.seats, None):
        assert with_other_secrets(game, seat, seed).game(seed=1).view(seat) == game.view(seat)


@given(tables, seeds, preferences, choices)
@settings(max_examples=60)
def test_a_pending_choice_shows_only_to_who_made_it(table: Table, seed: int, preference: int, n: int) -> None:
    game = random_game(table, seed, preference, n)
    if len(game.to_move) < 2:
        return
    before = {other: game.view(other).to_json() for other in (*game.seats, None)}
    seat = game.to_move[0]
    game.choose(seat, game.moves(seat)[-1])
    for other, seen in before.items():
        now = game.view(other).to_json()
        if other == seat:
            assert now.pop("choice") == game.moves(seat)[-1].text
            seen = {field: value for field, value in seen.items() if field != "choice"}
        assert now == seen
