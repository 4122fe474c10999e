"""What is true of every game: nothing is lost, nothing leaks, nothing half-happens, and a record tells it all.

Hypothesis looks for a game of which it is not true.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import okawari
from okawari import Game, Position, View
from okawari.game import IllegalMove
from okawari.rules.doors import new_host
from okawari.rules.host import QUICK
from okawari.texts import LANGUAGES
from tests.referee import dipped, final_points, roll_final_points, round_points
from tests.referee.words import DICE, FACES, TOKENS, full_deck, kind
from tests.support.tables import (
    ANNIVERSARY,
    EDITION_2014,
    FIRST,
    ROLL,
    SAMPLE,
    SEATS,
    TABLES,
    TASTES,
    Guest,
    Table,
    play_on,
)

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
tastes = st.integers(0, len(TASTES) - 1)
choices = st.integers(0, 130)


def a_game(table: Table, seed: int, taste: int, choices: int | None) -> Game:
    """A game played at random for so many choices, or to its end."""
    return play_on(table.game(seed), Guest(seed, taste), choices)


def whole_turns(table: Table, seed: int, taste: int, choices: int | None) -> Game:
    """A game after so many choices, and those that complete their turn: a record ends with a turn."""
    game, guest = table.game(seed), Guest(seed, taste)
    play_on(game, guest, choices)
    while not game.over and game.to_move != asked(game):
        play_on(game, guest, 1)
    return game


def asked(game: Game) -> tuple[int, ...]:
    """Everybody who has a choice in this turn, whether they have made it or not."""
    return tuple(seat for seat in game.seats if game.moves(seat))


def bytes_of(table: np.ndarray) -> dict[str, bytes]:
    """Every field of a table, but not the gaps between them; cards and dice that are not in play lie in no order."""
    fields = {field: table[field].copy() for field in table.dtype.names or ()}
    for i in range(len(table)):
        if "deck" in fields:
            fields["deck"][i, fields["dealt"][i] :].sort()
        else:
            fields["bag"][i].sort()
    return {field: values.tobytes() for field, values in fields.items()}


# Nothing is lost.


def cards_of(game: Game) -> Counter[str]:
    """All cards, wherever they are; a thawed yogurt is still a yogurt card."""
    table, row = game.position.to_json(), game.tables[0]
    words = list(full_deck(game.setting.dessert or ""))
    places = table["plates"] + table["desserts"] + [table["discards"]]
    places += table.get("hands", []) + table.get("piles", [])
    places += [[card.removeprefix("?") for card in cards if card] for cards in table.get("pyramid", [])]
    places.append([words[card] for card in row["deck"][row["dealt"] :]])
    return Counter("yogurt" if card.startswith("yogurt") else card for place in places for card in place)


def check_dice_and_tokens(game: Game) -> None:
    """No die and no token is lost, and each face belongs to its die."""
    seen, row = game.view().to_json(), game.tables[0]
    die_of = {face: die for die, faces in FACES.items() for face in faces}
    on_belts = [die_of[face] for belt in seen["belts"] for face in belt if face]
    assert Counter(on_belts) == Counter(list(DICE)[die] for die in row["dice"].ravel() if die >= 0)
    on_trays = [die_of[face] for tray in seen["trays"] for face in tray]
    assert len(on_belts + on_trays) == (0 if game.over else len(game.seats) * (10 - len(game.seats)))
    assert Counter(on_belts + on_trays) <= Counter(DICE)
    for token, total in TOKENS.items():
        held = [seen["supply"][token], *(tokens[token] for tokens in seen["tokens"])]
        assert sum(held) == total
        assert min(held) >= 0


@given(tables, seeds, tastes)
@settings(max_examples=60)
def test_cards_dice_and_tokens_are_conserved(table: Table, seed: int, taste: int) -> None:
    game, guest = table.game(seed), Guest(seed, taste)
    while not game.over:
        if table.menu == ROLL:
            check_dice_and_tokens(game)
        else:
            assert cards_of(game) == Counter(full_deck(table.dessert or ""))
        play_on(game, guest, 1)
    if table.menu != ROLL:
        assert cards_of(game) == Counter(full_deck(table.dessert or ""))


# A score is what the plates are worth.


def recomputed_totals(game: Game) -> list[int]:
    """Everybody's total from the referee's arithmetic and what was seen to be played, in its order."""
    diners, menu = game.setting.diners, game.setting.menu
    plates: list[list[str]] = [[] for _ in range(diners)]
    desserts: list[list[str]] = [[] for _ in range(diners)]
    mochi, totals, tokens = [1] * diners, [0] * diners, game.view().to_json().get("tokens")
    scored = 0
    for event in game.events:
        who, details = event.who or 0, event.details
        if event.name in ("play", "keep"):
            dish = details.get("dish") or details["face"]
            if menu != ROLL and kind(dish) == game.setting.dessert:
                desserts[who] += [] if dish == "yogurt" else [dish]
            else:
                plates[who].append(dish)
                assert details["dipped"] == (
                    dish in dipped(plates[who]) and dipped(plates[who]) != dipped(plates[who][:-1])
                )
        elif event.name in ("chopsticks", "put-back"):
            plates[who].remove("chopsticks")
        elif event.name == "thaw":
            desserts[who].append(f"yogurt{details['value']}")
        elif event.name == "mochi":
            mochi[who] = details["value"]
        elif event.name == "squishy":
            totals[who] += details["points"]
        elif event.name == "round-score":
            totals[who] += sum(round_points(menu, plates, game.setting.must_have_maki)[who].values())
            assert totals[who] == details["total"]
            scored += 1
            if scored == diners:
                scored, plates = 0, [[] for _ in range(diners)]
        elif event.name == "final-score":
            last = (
                roll_final_points(tokens) if menu == ROLL else final_points(game.setting.dessert or "", desserts, mochi)
            )
            totals[who] += sum(last[who].values())
    return totals


@pytest.mark.parametrize("table", [table for table in SAMPLE if table.variant != "battle"], ids=str)
def test_a_plate_gets_one_thing_a_turn(table: Table) -> None:
    game = a_game(table, 1, 0, None)
    got: Counter[int] = Counter()
    for event in game.events:
        if event.name in ("play", "keep"):
            got[event.who] += 1
        elif event.name == "chopsticks":
            got[event.who] -= 1
        elif event.name == "round-score":
            assert got.pop(event.who) == game.record.setting.turns


@given(tables, seeds, tastes)
@settings(max_examples=80)
def test_a_score_equals_its_recomputation_from_the_plates(table: Table, seed: int, taste: int) -> None:
    game = a_game(table, seed, taste, None)
    assert list(game.totals) == recomputed_totals(game)


@pytest.mark.slow
@given(tables, seeds, tastes)
@settings(max_examples=40)
def test_a_round_scores_the_same_from_its_last_position(table: Table, seed: int, taste: int) -> None:
    """Plates written down and read again must be worth as much: nigiri must find its wasabi again."""
    game, guest = table.game(seed), Guest(seed, taste)
    while not game.over:
        position, made, before = game.position, len(game.record.moves), game.round
        told = len(game.events)
        while not game.over and len(game.record.moves) == made:
            play_on(game, guest, 1)
        if game.round > before or game.over:
            again = position.game(seed=seed + 1)
            for seat, text in game.record.moves[made:]:
                again.choose(seat, text)
            scored = [event for event in game.events[told:] if event.name == "round-score"]
            assert [event for event in again.events if event.name == "round-score"] == scored


# A record tells it all.


@given(tables, seeds, tastes, choices | st.none())
@settings(max_examples=60)
def test_a_record_replays_to_the_same_bytes(table: Table, seed: int, taste: int, n: int | None) -> None:
    game = whole_turns(table, seed, taste, n)
    again = okawari.Record.from_json(game.record.to_json()).replay()
    assert bytes_of(again.tables) == bytes_of(game.tables)
    assert again.record == game.record
    assert again.events == game.events
    assert game.record.verify() == []
    assert (game.record.seed is None) == (not game.over)


@given(tables, seeds, tastes, choices)
@settings(max_examples=30)
def test_a_record_from_the_middle_replays_to_the_same_bytes(table: Table, seed: int, taste: int, n: int) -> None:
    """Games that go on from a position have records, too, and those hold the position."""
    game = whole_turns(table, seed, taste, n)
    if game.over:
        return
    later = play_on(game.position.game(seed=seed), Guest(seed))
    again = later.record.replay()
    assert bytes_of(again.tables) == bytes_of(later.tables)
    assert again.record == later.record
    assert later.record.verify() == []


# Nothing leaks.


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


@pytest.mark.parametrize("taste", [0, 1])
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
def test_a_seat_remembers_exactly_what_it_has_seen(table: Table, taste: int) -> None:
    for seed in range(4):
        game, guest = table.game(seed), Guest(seed, taste)
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
                play_on(game, guest, 1)
            for memory in memories:
                if game.over or game.round > before:
                    memory.deal(game)
                else:
                    right = table.variant == "both-ways" and before == 2
                    memory.watch(game.events[told:], controller, right)
                    memory.look(game)


@given(tables, seeds, tastes, choices, seeds)
@settings(max_examples=120)
def test_what_is_imagined_looks_like_the_view(table: Table, seed: int, taste: int, n: int, other: int) -> None:
    """Also in the middle of a turn, when this seat or others have chosen; and after the end."""
    game = a_game(table, seed, taste, n)
    for seat in (*game.seats, None):
        view = game.view(seat)
        imagined = okawari.imagine(view, seed=other)
        assert imagined.view(seat) == view
        assert imagined.view(seat).to_json() == view.to_json()
        assert imagined.moves(seat or 0) == game.moves(seat or 0) or seat is None


def with_other_secrets(game: Game, seat: int | None, seed: int) -> Position:
    """The same table with all cards dealt anew that a seat has not located: other hands, piles, face-down cards."""
    data, guest, view = game.position.to_json(), Guest(seed), game.view(seat)
    words = list(full_deck(game.setting.dessert or ""))
    pool = [words[card] for card in game.tables[0]["deck"][game.tables[0]["dealt"] :]]
    pool += [card for pile in data.get("piles", []) for card in pile]
    pool += [card[1:] for cards in data.get("pyramid", []) for card in cards if card and card.startswith("?")]
    for hand, known in zip(data.get("hands", []), view.hands, strict=False):
        pool += (Counter(hand) - Counter(known)).elements()
    guest.random.shuffle(pool)
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


@given(tables, seeds, tastes, choices)
@settings(max_examples=100)
def test_tables_that_differ_in_secrets_look_the_same(table: Table, seed: int, taste: int, n: int) -> None:
    """The secrets are changed by hand here, not by `imagine`."""
    game = whole_turns(table, seed, taste, n)
    if game.over or table.menu == ROLL:
        return
    for seat in (*game.seats, None):
        assert with_other_secrets(game, seat, seed).game(seed=1).view(seat) == game.view(seat)


@given(tables, seeds, tastes, choices)
@settings(max_examples=60)
def test_a_pending_choice_shows_only_to_who_made_it(table: Table, seed: int, taste: int, n: int) -> None:
    game = a_game(table, seed, taste, n)
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


@given(tables, seeds, tastes, choices)
@settings(max_examples=60)
def test_a_position_reads_as_it_was_written(table: Table, seed: int, taste: int, n: int) -> None:
    game = whole_turns(table, seed, taste, n)
    if game.over:
        return
    again = Position.from_json(game.position.to_json()).game(seed=1)
    assert again.position.to_json() == game.position.to_json()
    for seat in game.seats:
        assert again.moves(seat) == game.moves(seat)
    for seat in (*game.seats, None):
        assert again.view(seat) == game.view(seat)


@pytest.mark.parametrize("seed", range(10, 17))
def test_a_position_between_the_two_cards_of_a_turn(seed: int) -> None:
    """In sushi battle a turn with chopsticks has a middle, and a strawberry taken before it counts after it."""
    table = Table(ANNIVERSARY, 2, "strawberry", "battle")
    game, guest = table.game(seed), Guest(seed, 1)
    while not game.over:
        play_on(game, guest, 1)
        if not game.over and game.view().to_json()["second"]:
            again = Position.from_json(game.position.to_json()).game(seed=1)
            seat = game.to_move[0]
            assert again.view(seat) == game.view(seat)
            move = game.moves(seat)[0]
            twin = game.copy()
            twin.choose(seat, move)
            again.choose(seat, move)
            assert again.totals == twin.totals


# Nothing half-happens.


def state_of(game: Game) -> tuple[Any, ...]:
    """Everything that a refused move must leave alone."""
    return bytes_of(game.tables), game.record, game.events, game.to_move, [game.view(seat) for seat in game.seats]


words_of_moves = st.sampled_from(
    [*full_deck("pudding"), "keep", "take", "reroll", "swap", "with", "chopsticks", "B", "²", "5.3"]
)
texts = st.text() | st.lists(words_of_moves | st.integers(-1, 9).map(str), max_size=5).flatmap(
    lambda parts: st.sampled_from([" ", "+", "/", "."]).map(lambda mark: mark.join(parts))
)


@given(tables, seeds, choices | st.none(), st.integers(-2, 6), st.integers() | st.integers(-5, 9000) | texts)
@settings(max_examples=400)
@example(Table(ROLL, 3), 1, 0, 0, "keep ²")
@example(Table(EDITION_2014, 2, "pudding", "dummy"), 1, 0, 9, "tempura")
@example(Table(FIRST, 2, "pudding"), 1, 0, 0, 2**70)
@example(Table(FIRST, 2, "pudding"), 1, None, 0, "squid")
def test_an_illegal_move_changes_nothing(table: Table, seed: int, n: int | None, seat: int, move: int | str) -> None:
    game = a_game(table, seed, 0, n)
    legal = seat in game.seats and any(move in (legal.number, legal.text) for legal in game.moves(seat))
    before = state_of(game)
    try:
        game.choose(seat, move)
    except IllegalMove as refused:
        assert state_of(game) == before
        assert str(refused)
        assert not legal
    else:
        assert game.record != before[1] or game.view(seat).choice is not None


DUMMY_END = {
    "menu": EDITION_2014,
    "seats": 2,
    "variant": "dummy",
    "round": 1,
    "turn": 9,
    "controller": 0,
    "hands": ["tempura egg", "maki2"],
    "piles": [[]],
    "plates": ["chopsticks", "", ""],
}
DUMMY_LATE = DUMMY_END | {"turn": 8, "hands": ["tempura egg maki1", "maki2*2"], "piles": ["squid"]}
HANDS = {"menu": FIRST, "seats": 2, "round": 1, "turn": 9, "hands": ["tempura egg", "squid maki2"]}
PYRAMID = {
    "menu": ANNIVERSARY,
    "seats": 2,
    "variant": "battle",
    "round": 1,
    "plates": ["chopsticks", ""],
    "pyramid": [
        "tempura egg",
        "?squid ?squid ?egg",
        "maki1 maki1 maki2 maki2",
        "?egg ?tempura ?egg ?salmon ?salmon",
        "tempura sashimi sashimi sashimi dumpling -",
    ],
}
BELTS = {
    "menu": ROLL,
    "seats": 2,
    "round": 1,
    "turn": 8,
    "belts": [["egg"], ["-", "maki2"]],
    "trays": ["tempura*5 maki1*2", "dumpling*5 maki1*2"],
}


@pytest.mark.parametrize(
    ("position", "seat", "move", "code"),
    [
        (HANDS, 0, "fugu", "unreadable-move"),
        (HANDS, 0, 9999, "unreadable-move"),
        (HANDS, 0, "squid", "not-in-hand"),
        (HANDS, 0, "tempura+egg", "no-chopsticks"),
        (HANDS, 0, "tempura/egg", "dummy-not-yours"),
        (HANDS | {"plates": ["chopsticks", ""]}, 0, "egg+egg", "not-in-hand"),
        (HANDS, 2, "tempura", "not-your-turn"),
        (DUMMY_END, 1, "maki2", "not-your-turn"),
        (DUMMY_END, 0, "tempura", "dummy-needed"),
        (DUMMY_END, 0, "tempura/tempura", "not-in-hand"),
        (DUMMY_END, 0, "tempura+egg/egg", "chopsticks-too-few"),
        (DUMMY_LATE, 0, "tempura+egg/egg", "not-in-hand"),
        (DUMMY_LATE, 0, "tempura+egg/tempura", "not-in-hand"),
        (DUMMY_LATE, 0, "egg+egg/tempura", "not-in-hand"),
        (PYRAMID, 1, "take 5.1", "not-your-turn"),
        (PYRAMID, 0, "take 5.7", "unreadable-move"),
        (PYRAMID, 0, "take 5.6", "place-empty"),
        (PYRAMID, 0, "take 2.1", "face-down"),
        (PYRAMID, 0, "take 3.1", "covered"),
        (PYRAMID | {"to_move": 1}, 1, "take 5.1 chopsticks", "no-chopsticks"),
        (PYRAMID | {"second": True}, 0, "take 5.1 chopsticks", "second-card"),
        (BELTS, 1, "keep 1", "not-your-turn"),
        (BELTS, 0, "keep 2", "no-die"),
        (BELTS, 0, "reroll", "reroll-nothing"),
        (BELTS, 0, "reroll 1", "no-menu-token"),
        (BELTS, 0, "swap 1 with B2", "no-chopsticks-token"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "reroll 1 2", "no-die"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "swap 1 with B1", "no-die"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "swap 1 with A1", "swap-own"),
        (BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]}, 0, "swap 1 with C1", "no-die"),
    ],
)
def test_a_refusal_gives_the_reason(position: dict[str, Any], seat: int, move: int | str, code: str) -> None:
    game = Position.from_json(position).game(seed=1)
    with pytest.raises(IllegalMove) as refused:
        game.choose(seat, move)
    assert refused.value.code == code
    assert all("{" not in refused.value.in_language(language) for language in LANGUAGES)


def test_nothing_is_chosen_after_the_end() -> None:
    game = play_on(Table(FIRST, 2, "pudding").game(1), Guest(1))
    with pytest.raises(IllegalMove) as refused:
        game.choose(0, "tempura")
    assert refused.value.code == "game-over"


@pytest.mark.parametrize(
    ("table", "numbers"),
    [
        (Table(FIRST, 2, "pudding"), {"tempura": 0, "squid": 8, "pudding": 11, "wasabi+squid": 153}),
        (Table(EDITION_2014, 2, "pudding", "dummy"), {"tempura/sashimi": 1024, "wasabi+squid/egg": 3737}),
        (Table(ANNIVERSARY, 2, "tea", "battle"), {"take 1.1": 0, "take 5.6": 19, "take 1.2 chopsticks": 21}),
        (
            Table(ROLL, 5),
            {"keep 4": 3, "reroll 1 3": 13, "reroll 8": 136, "swap 2 with B5": 316, "swap 8 with E8": 583},
        ),
    ],
)
def test_the_numbers_of_moves_stay(table: Table, numbers: dict[str, int]) -> None:
    """Bots learn these numbers, and records of other programs may hold them."""
    notation = table.game(1).view(0).notation
    assert {text: notation.move(text).number for text in numbers} == numbers
    assert [notation.move(number).text for number in numbers.values()] == list(numbers)


@given(tables, seeds, tastes, choices)
@settings(max_examples=60)
def test_a_changed_choice_counts_and_a_change_of_mind_leaves_no_trace(
    table: Table, seed: int, taste: int, n: int
) -> None:
    game = a_game(table, seed, taste, n)
    if len(game.to_move) < 2:
        return
    straight, waverer = game.copy(), game.copy()
    seat, moves = game.to_move[0], game.moves(game.to_move[0])
    straight.choose(seat, moves[-1])
    for move in (moves[-1], moves[0], moves[-1]):
        waverer.choose(seat, move)
    for other in straight.to_move:
        straight.choose(other, game.moves(other)[0])
        waverer.choose(other, game.moves(other)[0])
    assert state_of(straight) == state_of(waverer)
    assert (seat, moves[-1].text) in straight.record.moves


@given(tables, seeds, tastes, choices)
@settings(max_examples=40)
def test_a_copy_is_a_game_of_its_own(table: Table, seed: int, taste: int, n: int) -> None:
    game = a_game(table, seed, taste, n)
    before = state_of(game)
    twin = play_on(game.copy(), Guest(seed))
    assert state_of(game) == before
    assert state_of(play_on(game, Guest(seed))) == state_of(twin)


# What is imagined is as likely as it should be.

#: Samples; fewer where nothing is compiled.
SAMPLES = 1000 if numba.config.DISABLE_JIT else 20000


def looks_like(observed: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether counts agree with what was expected, by chi-square: with fixed seeds, so it never fails by chance."""
    n = observed.total()
    assert set(observed) <= {outcome for outcome, chance in expected.items() if chance > 0}
    assert math.isclose(sum(expected.values()), 1)
    distance = sum(
        (observed[outcome] - n * chance) ** 2 / (n * chance) for outcome, chance in expected.items() if chance
    )
    freedom = sum(chance > 0 for chance in expected.values()) - 1
    return distance < freedom + 4 * math.sqrt(2 * freedom)


def hypergeometric(pool: dict[str, int], drawn: int) -> dict[tuple[int, ...], float]:
    """How likely it is to draw so many of each kind from a pool."""
    ways = math.comb(sum(pool.values()), drawn)
    return {
        counts: math.prod(math.comb(n, k) for n, k in zip(pool.values(), counts, strict=True)) / ways
        for counts in product(*(range(n + 1) for n in pool.values()))
        if sum(counts) == drawn
    }


POOL = {"tempura": 5, "maki2": 4, "squid": 3}


def small_game() -> Game:
    """Two players at the beginning of a round, when only twelve cards have not been seen: ten of them are in a hand."""
    own, other = ["sashimi"] * 10, ["tempura"] * 4 + ["maki2"] * 3 + ["squid"] * 3
    gone = Counter(full_deck("pudding")) - Counter(POOL) - Counter(own)
    puddings = gone.pop("pudding")
    data = {
        "menu": FIRST,
        "seats": 2,
        "round": 3,
        "turn": 1,
        "hands": [own, other],
        "discards": list(gone.elements()),
        "desserts": [f"pudding*{puddings}", ""],
    }
    return Position.from_json(data).game(seed=1)


def test_imagined_hands_are_as_likely_as_they_should_be() -> None:
    view = small_game().view(0)
    expected = hypergeometric(POOL, 10)
    for table in (
        view.imagine(seed=3, n=SAMPLES),
        [okawari.imagine(view, seed=n).tables[0] for n in range(SAMPLES // 20)],
    ):
        hands = Counter(tuple(int(row["hands"][1]) >> 4 * kind & 15 for kind in (0, 4, 8)) for row in table)
        assert looks_like(hands, expected)


def test_imagined_piles_and_drawn_cards_are_as_likely_as_they_should_be() -> None:
    """In the dummy game, the other's drawn card and the first of the pile come from the same pool."""
    game = play_on(Table(EDITION_2014, 2, "pudding", "dummy").game(5), Guest(5), 6)
    watcher = 1 - (game.view().controller or 0)
    view = game.view(watcher)
    assert view.unseen[1 - watcher] == 1
    pool = {card: n for card, n in view.unseen_cards.items() if n}
    words, total = list(full_deck("pudding")), sum(pool.values())
    chances = {card: n / total for card, n in pool.items()}
    tables = view.imagine(seed=4, n=SAMPLES)
    drawn = Counter(words[card] for card in tables["piles"][:, 0, game.turn - 1])
    following = Counter(words[card] for card in tables["piles"][:, 0, game.turn])
    assert looks_like(drawn, chances)
    assert looks_like(following, chances)


def test_imagined_face_down_cards_are_as_likely_as_they_should_be() -> None:
    view = Table(ANNIVERSARY, 2, "tea", "battle").game(2).view(0)
    pool = {card: n for card, n in view.unseen_cards.items() if n}
    words, total = list(full_deck("tea")), sum(pool.values())
    tables = view.imagine(seed=5, n=SAMPLES)
    for place in (2, 13):
        shown = Counter(words[card] for card in tables["pyramid"][:, place])
        assert looks_like(shown, {card: n / total for card, n in pool.items()})


# Many tables at once.


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_games_in_bulk_are_the_same_games(table: Table) -> None:
    """Random moves are legal, a step is what choosing is, and a table that was played out is over."""
    doors, host, many = table.setting.doors, new_host(QUICK), 12
    rows = np.zeros(many, doors.table)
    doors.deal_many(rows, host, 7, 0, many, *table.setting.numbers)
    moves, problems = np.zeros((many, table.seats), np.int16), np.zeros(many, np.int16)
    finished = rows.copy()
    doors.play_out(finished, host, 0, many)
    assert finished["over"].all()
    assert len({row["points"].tobytes() for row in finished}) > many // 2
    steps = 0
    while not rows["over"].all():
        doors.random_moves(rows, host, moves, 0, many)
        one_by_one = rows.copy()
        for i in range(many):
            host["stream"] = one_by_one["stream"][i]
            for seat in range(table.seats):
                if moves[i, seat] >= 0:
                    assert doors.choose(one_by_one[i : i + 1], host, seat, int(moves[i, seat])) == 0
            one_by_one["stream"][i] = host["stream"][0]
        playing = rows["over"] == 0
        doors.step_many(rows, host, moves, problems, 0, many)
        assert (problems[playing] == 0).all()
        assert (problems[~playing] != 0).all()
        assert bytes_of(rows) == bytes_of(one_by_one)
        steps += 1
    assert 18 <= steps < 400


@pytest.mark.parametrize(
    "position",
    [
        HANDS | {"turn": 7, "hands": ["tempura*2 egg squid", "maki2*4"], "plates": ["chopsticks", ""]},
        DUMMY_LATE,
        PYRAMID,
        BELTS | {"tokens": [{"menu": 1, "chopsticks": 1}, {}]},
    ],
    ids=["hands", "dummy", "pyramid", "belts"],
)
def test_random_moves_reach_every_move(position: dict[str, Any]) -> None:
    """A random player who never tries some legal move would be a poor one to learn from."""
    game, many = Position.from_json(position).game(seed=1), 600
    doors, host = game.setting.doors, new_host(QUICK)
    rows, moves = np.repeat(game.tables, many), np.zeros((many, 2), np.int16)
    rows["stream"] = np.arange(many, dtype=np.uint64) << np.uint64(32)
    doors.random_moves(rows, host, moves, 0, many)
    assert set(moves[:, 0].tolist()) == {move.number for move in game.moves(0)}


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_a_move_can_be_tried_on_many_tables(table: Table) -> None:
    game = play_on(table.game(3), Guest(3), 5)
    seat = game.to_move[0]
    rows = game.view(seat).imagine(seed=1, n=50)
    table.setting.doors.try_move(rows, new_host(QUICK), seat, game.moves(seat)[0].number, 0, 50)
    assert rows["over"].all()


def test_a_game_that_goes_on_from_an_unfinished_record_keeps_all_its_luck() -> None:
    """A game that was saved and played on must be a record that replays, though nobody knows its seed."""
    guest = Guest("goes on")
    game = play_on(Table("sushi-go-anniversary", 3, "mochi").game(4), guest, choices=12).record.replay()
    finished = play_on(game, guest)
    assert finished.over and finished.record.seed is None
    assert finished.record.verify() == []
    assert finished.record.replay().record == finished.record
