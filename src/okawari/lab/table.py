"""Playing the deals of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from okawari import bots
from okawari.bots.bot import Bot
from okawari.bots.foreign import ForeignBot
from okawari.game import Game
from okawari.lab.plan import Deal, Plan

#: The results of a deal, as a line of the ledger: seating, points and winners of each game, and faults of programs.
Played = dict[str, Any]


def play_deals(plan: dict[str, Any], numbers: Sequence[int], records: str | None = None) -> list[Played]:
    """Play deals by number: the task of a worker. A deal that raised an exception has its message under `failed`.

    `plan` is JSON data; `records` is a folder for the records of the games.
    """
    tournament = Plan.from_json(plan)
    folder = Path(records) if records else None
    return [_played_or_failed(tournament, number, folder) for number in numbers]


def _played_or_failed(plan: Plan, number: int, records: Path | None) -> Played:
    """Play a deal; an exception becomes a message, because not every exception can be sent between processes."""
    try:
        return play_deal(plan, plan.deal(number), records)
    except Exception as problem:
        return {"deal": number, "failed": f"{type(problem).__name__}: {problem}"}


def play_deal(plan: Plan, deal: Deal, records: Path | None = None) -> Played:
    """Play a deal in every rotation."""
    games, faults = [], []
    for rotation, seating in enumerate(deal.seatings):
        players = [bots.make(plan.bots[deal.players[p]], deal.bot_seeds[p]) for p in seating]
        seats = [deal.players[p] for p in seating]
        try:
            game = play_game(Game(plan.setting, deal.game_seed), players)
        finally:
            _close_programs(players)
        games.append({"seats": seats, "points": list(game.totals[: len(seats)]), "winners": list(game.winners)})
        faults += _faults(players, seats, rotation)
        if records:
            _save(game, records / f"{deal.number:06}-{rotation + 1}.json", [plan.labels[bot] for bot in seats])
    played: Played = {"deal": deal.number, "cards": deal.cards, "games": games}
    return played | ({"faults": faults} if faults else {})


def play_game(game: Game, players: Sequence[Bot]) -> Game:
    """Let bots play a game to its end."""
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, players[seat].choose(game.view(seat)))
    return game


def _close_programs(players: Sequence[Bot]) -> None:
    """End the programs of bots."""
    for player in players:
        if isinstance(player, ForeignBot):
            player.close()


def _faults(players: Sequence[Bot], seats: Sequence[int], rotation: int) -> list[dict[str, Any]]:
    """The faults of programs in a game, by bot and kind, with a message for each."""
    return [
        {"bot": bot, "rotation": rotation, "kind": kind, "n": n, "example": player.examples[kind]}
        for player, bot in zip(players, seats, strict=True)
        if isinstance(player, ForeignBot)
        for kind, n in player.faults.items()
    ]


def _save(game: Game, path: Path, names: list[str]) -> None:
    replace(game.record, names=tuple(names)).save(path)
