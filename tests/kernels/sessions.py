"""What one seed gives at every table: a digest of games, views, searches, advice and solutions.

The digests are in `sessions.json`. They must be the same on every machine, and whichever way the kernels run; `make
golden` writes them anew after a change that was meant.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from okawari import Game, View, bots
from okawari.bots.coach import explain
from okawari.bots.solver import NotOpen, solve
from okawari.game.gains import gains
from okawari.game.worth import worth_now
from tests.support.tables import TABLES, Table

FILE = Path(__file__).with_name("sessions.json")
#: Games at each table; the searches are asked in the first of them.
GAMES = 12
#: In that game, the choices between two that are searched.
STRIDE = 9
SPECS = ("random", "greedy", "simple", "tree:budget=48", "expert:guided=0:budget=32:cards=4")


class Session:
    """Plays the games of a table and digests all that is told about them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.games, self.thoughts = hashlib.sha256(), hashlib.sha256()
        for seed in range(GAMES):
            self._play(seed)

    @property
    def digests(self) -> list[str]:
        """The digest of the games, and that of the searches."""
        return [self.games.hexdigest()[:20], self.thoughts.hexdigest()[:20]]

    def _play(self, seed: int) -> None:
        game, chance, told, choices = self.table.game(seed), random.Random(seed), 0, 0
        while not game.over:
            for seat in game.to_move:
                view = game.view(seat)
                if seed == 0 and choices % STRIDE == 0:
                    self._think(view, choices)
                game.choose(seat, view.moves[chance.randrange(len(view.moves))])
                choices += 1
            told = self._tell(game, told)
        add(self.games, game.record.to_json())

    def _tell(self, game: Game, told: int) -> int:
        """Digest the views of all seats and spectators and the new events; the number of events."""
        views = [game.view(seat) for seat in (*game.seats, None)]
        add(self.games, [view.to_json() for view in views])
        add(self.games, [[line.to_json() for line in plate] for plate in worth_now(views[-1])])
        add(self.games, [{word: gain.code for word, gain in gains(view).items()} for view in views])
        add(self.games, [event.to_json() for event in game.events_after(told)])
        return game.event_count

    def _think(self, view: View, seed: int) -> None:
        """Digest what bots, coach and solver say about a view."""
        for spec in SPECS:
            add(self.thoughts, bots.make(spec, seed=seed).choose(view).text)
        search = bots.make("tree:budget=64", seed=seed).search(view)  # type: ignore[attr-defined]
        add(self.thoughts, [[move.text, visits, value.hex()] for move, (visits, value) in search.items()])
        add(self.thoughts, explain(view, budget=60, seed=seed).to_json())
        if len(view.hand) <= 4 or view.setting.table_kind == "roll":
            add(self.thoughts, solved(view))


def solved(view: View) -> Any:
    """The solution of a view without its figures about the search, or why there is none."""
    try:
        data = solve(view).to_json()
    except NotOpen as refusal:
        return refusal.code
    return {key: value for key, value in data.items() if key not in ("seconds", "nodes", "mixed")}


def add(digest: Any, data: Any) -> None:
    """Add data to a digest."""
    digest.update(json.dumps(data, sort_keys=True).encode())


def main() -> None:
    """Write the digests of all tables."""
    found = {str(table): Session(table).digests for table in TABLES}
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
