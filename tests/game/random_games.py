"""Games played at random, as Hypothesis draws them, and all that a table holds as bytes."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from okawari import Game
from tests.support.tables import PREFERENCES, TABLES, RandomPlayer, Table, play_on

tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
preferences = st.integers(0, len(PREFERENCES) - 1)
choices = st.integers(0, 130)


def random_game(table: Table, seed: int, preference: int, choices: int | None) -> Game:
    """A game played at random for a number of choices, or to its end."""
    return play_on(table.game(seed), RandomPlayer(seed, preference), choices)


def whole_turns(table: Table, seed: int, preference: int, choices: int | None) -> Game:
    """A game after a number of choices, and those that complete their turn: a record ends with a turn."""
    game, player = table.game(seed), RandomPlayer(seed, preference)
    play_on(game, player, choices)
    while not game.over and game.to_move != asked(game):
        play_on(game, player, 1)
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
