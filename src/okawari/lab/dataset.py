"""Decisions of bots as a table for supervised learning: a row for each choice, in a Parquet file.

| column | meaning |
|---|---|
| `game`, `seat`, `round`, `turn` | which game, whose decision, when |
| `bot` | who decided |
| `cells`, `mask` | the observation: see `okawari.encoding` |
| `action`, `move` | the choice, as an action and as the text of the move |
| `points`, `share` | how the game ended for this seat: its points, and its share of the win |
| `values` | with exact values: what each action is worth, as a margin of the round; NaN if it is not legal, null where the position is not solved |

The file's metadata has the setting under `okawari.setting`, and the names of cells and actions under `okawari.cells` and
`okawari.actions`, each as JSON.
"""

# ruff: noqa: E501

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from okawari import bots
from okawari.bots.bot import Bot
from okawari.bots.solver import NotOpen, OutOfStates, solve
from okawari.encoding import Encoding
from okawari.envs.observation import observe
from okawari.game import Game, Move, View
from okawari.lab.plan import LabError, Plan
from okawari.rules import draft

#: The most states that the solver visits for a decision; where it would need more, the decision has no values.
MOST_STATES = 300_000
#: Rows that are written at once.
BATCH = 4096

Row = dict[str, Any]


def write_dataset(
    path: Path, plan: Plan, games: int, exact: bool = False, told: Callable[[int], object] = lambda games: None
) -> int:
    """Play games and write their decisions; returns how many there are. `told` hears of each game that was played.

    The file appears when it is whole.
    """
    arrow, parquet = _arrow()
    schema = _schema(arrow, plan)
    unfinished = path.with_name(f".{path.name}.part")
    rows: list[Row] = []
    written = 0
    try:
        with parquet.ParquetWriter(unfinished, schema, compression="zstd") as file:
            for number, decisions in enumerate(_games(plan, games, exact)):
                rows += decisions
                told(number + 1)
                if len(rows) >= BATCH or number + 1 == games:
                    file.write_table(arrow.Table.from_pylist(rows, schema))
                    written += len(rows)
                    rows = []
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return written


def _arrow() -> tuple[Any, Any]:
    """The modules of pyarrow, which is an extra."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise LabError("no-arrow") from None


def _schema(arrow: Any, plan: Plan) -> Any:
    encoding = Encoding.of(plan.setting)
    cells, actions = len(encoding.cells), len(encoding.actions)
    columns = {
        "game": arrow.int32(),
        "seat": arrow.int8(),
        "round": arrow.int8(),
        "turn": arrow.int8(),
        "bot": arrow.dictionary(arrow.int8(), arrow.string()),
        "cells": arrow.list_(arrow.uint8(), cells),
        "mask": arrow.list_(arrow.uint8(), actions),
        "action": arrow.int16(),
        "move": arrow.string(),
        "points": arrow.int16(),
        "share": arrow.float32(),
        "values": arrow.list_(arrow.float32(), actions),
    }
    facts = {"setting": plan.setting.to_json(), "cells": encoding.cells, "actions": encoding.actions}
    metadata = {f"okawari.{name}": json.dumps(fact) for name, fact in facts.items()}
    return arrow.schema(columns.items(), metadata)


def _games(plan: Plan, games: int, exact: bool) -> Iterator[list[Row]]:
    """The decisions of each game: line-ups and luck are those of a tournament with this plan."""
    seatings = (
        (deal, seating)
        for number in range(plan.deals_for(games))
        for deal in [plan.deal(number)]
        for seating in deal.seatings
    )
    for number, (deal, seating) in zip(range(games), seatings, strict=False):
        names = [plan.bots[deal.players[p]] for p in seating]
        players = [bots.make(name, deal.bot_seeds[p]) for name, p in zip(names, seating, strict=True)]
        yield _decisions(Game(plan.setting, deal.game_seed), number, names, players, exact)


def _decisions(game: Game, number: int, names: Sequence[str], players: Sequence[Bot], exact: bool) -> list[Row]:
    """Play a game; the rows of its decisions."""
    rows: list[Row] = []
    while not game.over:
        for seat in game.to_move:
            view = game.view(seat)
            move = players[seat].choose(view)
            rows += _rows(view, seat, move, exact)
            game.choose(seat, move)
    for row in rows:
        seat = row["seat"]
        share = (seat in game.winners) / len(game.winners)
        row |= {"game": number, "bot": names[seat], "points": game.totals[seat], "share": share}
    return rows


def _rows(view: View, seat: int, move: Move, exact: bool) -> list[Row]:
    """The row of a choice; two for a choice with a card for the extra plate."""
    encoding = Encoding.of(view.setting)
    own, extra = move.number, draft.NO_CARD
    if view.controller == seat:
        first, second, extra = draft.decode(move.number)
        own = int(draft.encode(first, second, draft.NO_CARD))
    values = _values(view, seat, encoding) if exact else None
    rows = [_row(view, seat, draft.NO_MOVE, int(encoding.action_of[seat, own]), move, values)]
    return rows if extra == draft.NO_CARD else [*rows, _row(view, seat, own, int(extra), move, None)]


def _row(view: View, seat: int, pending: int, action: int, move: Move, values: Any) -> Row:
    seen = observe(view.setting, view.imagine(0), seat, pending)
    moment = {"seat": seat, "round": view.round, "turn": view.turn}
    return moment | {"cells": seen.cells, "mask": seen.mask, "action": action, "move": move.text, "values": values}


def _values(view: View, seat: int, encoding: Encoding) -> np.ndarray | None:
    """What each action is worth by the exact solution of the round; None where the position is not solved."""
    try:
        solution = solve(view, seat=seat, states=MOST_STATES)
    except (NotOpen, OutOfStates):
        return None
    values = np.full(len(encoding.actions), np.nan, np.float32)
    for text, value in solution.card_values[seat].items():
        values[encoding.action_of[seat, view.notation.move(text).number]] = value
    return values
