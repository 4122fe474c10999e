"""A score is what the plates are worth."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from okawari import Game
from tests.game.random_games import preferences, random_game, seeds, tables
from tests.referee import dipped, final_points, roll_final_points, round_points
from tests.referee.words import kind
from tests.support.tables import ROLL, SAMPLE, RandomPlayer, Table, play_on


def recomputed_totals(game: Game) -> list[int]:
    """Everybody's total from the referee's arithmetic and what was seen to be played, in its order."""
    diners, menu = game.setting.diners, game.setting.menu
    plates: list[list[str]] = [[] for _ in range(diners)]
    desserts: list[list[str]] = [[] for _ in range(diners)]
    mochi, totals, tokens = [1] * diners, [0] * diners, game.view().to_json().get("tokens", [])
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
def test_a_plate_gets_one_card_or_die_a_turn(table: Table) -> None:
    game = random_game(table, 1, 0, None)
    got: Counter[int | None] = Counter()
    for event in game.events:
        if event.name in ("play", "keep"):
            got[event.who] += 1
        elif event.name == "chopsticks":
            got[event.who] -= 1
        elif event.name == "round-score":
            assert got.pop(event.who) == game.record.setting.turns


@given(tables, seeds, preferences)
@settings(max_examples=80)
def test_a_score_equals_its_recomputation_from_the_plates(table: Table, seed: int, preference: int) -> None:
    game = random_game(table, seed, preference, None)
    assert list(game.totals) == recomputed_totals(game)


@pytest.mark.slow
@given(tables, seeds, preferences)
@settings(max_examples=40)
def test_a_round_scores_the_same_from_its_last_position(table: Table, seed: int, preference: int) -> None:
    """Plates written down and read again must be worth as much: nigiri must find its wasabi again."""
    game, player = table.game(seed), RandomPlayer(seed, preference)
    while not game.over:
        position, made, before = game.position, len(game.record.moves), game.round
        told = len(game.events)
        while not game.over and len(game.record.moves) == made:
            play_on(game, player, 1)
        if game.round > before or game.over:
            again = position.game(seed=seed + 1)
            for seat, text in game.record.moves[made:]:
                again.choose(seat, text)
            scored = [event for event in game.events[told:] if event.name == "round-score"]
            assert [event for event in again.events if event.name == "round-score"] == scored


@given(table=tables, seed=seeds, preference=preferences)
def test_places_follow_the_totals(table: Table, seed: int, preference: int) -> None:
    """Winners are first, nobody is placed behind a worse total, and seats that share a place have equal totals."""
    assert table.game(seed).places == ()
    game = random_game(table, seed, preference, None)
    better = -1 if game.setting.variant_rules.lowest_wins else 1
    seats: list[tuple[int, int]] = [(place, better * game.totals[seat]) for seat, place in enumerate(game.places)]
    assert len(seats) == table.seats
    assert [seat for seat in game.seats if game.places[seat] == 1] == list(game.winners)
    for place, total in seats:
        assert place == 1 + sum(other < place for other, _ in seats)
        assert all(total >= other for behind, other in seats if behind > place)
        assert all(total == other for same, other in seats if same == place)
