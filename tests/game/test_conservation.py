"""No card, die or token is ever lost."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings

from okawari import Game
from tests.game.random_games import preferences, seeds, tables
from tests.referee.words import DICE, FACES, TOKENS, full_deck
from tests.support.tables import ROLL, RandomPlayer, Table, play_on


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


@given(tables, seeds, preferences)
@settings(max_examples=60)
def test_cards_dice_and_tokens_are_conserved(table: Table, seed: int, preference: int) -> None:
    game, player = table.game(seed), RandomPlayer(seed, preference)
    while not game.over:
        if table.menu == ROLL:
            check_dice_and_tokens(game)
        else:
            assert cards_of(game) == Counter(full_deck(table.dessert or ""))
        play_on(game, player, 1)
    if table.menu != ROLL:
        assert cards_of(game) == Counter(full_deck(table.dessert or ""))
