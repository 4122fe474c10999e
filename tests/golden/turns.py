"""Turns of the golden games for the page's tests: what the table shows to everybody, and the events that change it."""

from __future__ import annotations

import json
from typing import Any

from okawari import Game
from okawari.game.story import told_events
from tests.golden.write import GAMES, SEED
from tests.support.paths import ROOT
from tests.support.tables import RandomPlayer

FILE = ROOT / "web" / "src" / "beats" / "turns.fixture.json"
#: The games of which the page has turns: each kind of table, and each dessert that does something when it is played.
NAMES = (
    "sushi-go-2014-dummy",
    "sushi-go-anniversary-strawberry",
    "sushi-go-anniversary-yogurt",
    "sushi-go-anniversary-both-ways-mochi",
    "sushi-go-anniversary-battle-strawberry",
    "sushi-roll",
)
MOST_TURNS = 16
FIELDS = ["plates", "desserts", "on_wasabi", "dessert_amounts", "scores", "squishy", "pyramid", "belts", "trays"]


def shown(game: Game) -> dict[str, Any]:
    """What lies on the table."""
    view = game.view().to_json()
    return {field: view[field] for field in FIELDS if field in view}


def turns_of(name: str) -> dict[str, Any]:
    """The first turns of a game: the table before the first, then the events of each and the table after it."""
    table, preference = GAMES[name]
    game, player = table.game(SEED), RandomPlayer(name, preference)
    first = shown(game)
    turns: list[dict[str, Any]] = []
    while game.round == 1 and len(turns) < MOST_TURNS:
        known = len(game.events)
        for seat in game.to_move:
            game.choose(seat, player.choose([move.text for move in game.moves(seat)]))
        events = [event for event in told_events(game.events[known:], game.setting) if event["event"] != "line"]
        plain = [{field: value for field, value in event.items() if field != "told"} for event in events]
        turns.append({"events": plain, "after": shown(game)})
    return {"name": name, "before": first, "turns": turns}


def text() -> str:
    """The file."""
    return json.dumps([turns_of(name) for name in NAMES]) + "\n"


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
