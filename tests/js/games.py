"""Games played at random in Python, as js/tests/player.mjs plays them in JavaScript."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from okawari import Game, OkawariError, Position, View
from okawari.game import Record
from okawari.game.story import told_events
from tests.support.tables import PREFERENCES, TABLES, Table


class Lottery:
    """The same numbers as in JavaScript."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, n: int) -> int:
        """The next number below n."""
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return (self.state >> 8) % n


def request(number: int) -> dict[str, Any]:
    """The request for a game by its number: the tables take turns, and so do the likes of players."""
    table: Table = TABLES[number % len(TABLES)]
    likes = PREFERENCES[(number + number // len(TABLES)) % len(PREFERENCES)]
    return {"setting": table.setting.to_json(), "seed": number, "likes": likes}


def canonical(value: Any) -> str:
    """JSON in one form only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def attempt(act: Any) -> Any:
    """What a call gives, or its error as data."""
    try:
        return act()
    except OkawariError as problem:
        return {"error": problem.code, "params": problem.params, "message": str(problem)}


def _hash(table: np.ndarray) -> str:
    return hashlib.sha256(table.tobytes()).hexdigest()


def _read_views(game: Game) -> list[Any]:
    """The views of all seats, read from what was written; and a game that is imagined from one."""
    views = [View.from_json(game.view(seat).to_json()) for seat in (*game.seats, None)]
    imagined = Game.from_view(views[0], 1)
    return [*(_hash(view.record) for view in views), imagined.position.to_json(), imagined.record.to_json()]


def _seen(game: Game, known: int, lottery: Lottery) -> dict[str, Any]:
    """All that can be seen of a game, and what comes of a move that is probably illegal."""
    events = game.events_after(known)
    seat, number = lottery.below(game.setting.seats), lottery.below(game.setting.kernels.moves_end)
    position = game.position.to_json()
    is_read = lottery.below(16) == 0 and not game.over
    return {
        "views": [game.view(seat).to_json() for seat in (*game.seats, None)],
        "unseen": game.view(seat).unseen_cards,
        "moves": [[[move.number, move.text] for move in game.moves(seat)] for seat in game.seats],
        "to_move": game.to_move,
        "events": [event.to_json() for event in events],
        "told": told_events(events, game.setting),
        "totals": game.totals,
        "places": game.places,
        "position": position,
        "table": _hash(Position.from_json(position).table()) if is_read else None,
        "read": _read_views(game) if is_read else None,
        "checked": attempt(lambda: game.check(seat, number).text),
    }


def played(setting: Any, seed: int, likes: tuple[str, ...]) -> Iterator[str]:
    """Play a game: all that is seen of it, as texts."""
    lottery = Lottery(seed)
    game = Game(setting, seed)
    yield canonical(_seen(game, 0, lottery))
    while not game.over:
        known = game.event_count
        seat = game.to_move[lottery.below(len(game.to_move))]
        texts = [move.text for move in game.moves(seat)]
        liked = [text for text in texts if any(part in text for part in likes)]
        choices = liked if lottery.below(5) and liked else texts
        game.choose(seat, choices[lottery.below(len(choices))])
        yield canonical(_seen(game, known, lottery))
    record = game.record.to_json()
    scores = [score.to_json() for score in game.scores]
    taken = [game.dishes_taken(seat) for seat in game.seats]
    yield canonical({"record": record, "scores": scores, "winners": game.winners, "taken": taken})
    read = Record.from_json(record)
    yield canonical({"record": read.replay().record.to_json(), "problems": read.verify()})
