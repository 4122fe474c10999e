"""One deal, played: the same cards from every seat."""

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

#: A deal as it was played, for the ledger: who sat where, the points, the winners, and what went wrong.
Played = dict[str, Any]


def play_deals(plan: dict[str, Any], numbers: Sequence[int], records: str | None = None) -> list[Played]:
    """Play some deals: what a worker does. A deal that failed says why, in words that travel between processes."""
    held = Plan.from_json(plan)
    folder = Path(records) if records else None
    return [_played_or_failed(held, number, folder) for number in numbers]


def _played_or_failed(plan: Plan, number: int, records: Path | None) -> Played:
    try:
        return play_deal(plan, plan.deal(number), records)
    except Exception as problem:
        return {"deal": number, "failed": f"{type(problem).__name__}: {problem}"}


def play_deal(plan: Plan, deal: Deal, records: Path | None = None) -> Played:
    """Play a deal in every rotation."""
    games, faults = [], []
    for turned, seating in enumerate(deal.seatings):
        players = [bots.make(plan.bots[deal.players[p]], deal.bot_seeds[p]) for p in seating]
        seats = [deal.players[p] for p in seating]
        try:
            game = play_game(Game(plan.setting, deal.game_seed), players)
        finally:
            _send_home(players)
        games.append({"seats": seats, "points": list(game.totals[: len(seats)]), "winners": list(game.winners)})
        faults += _faults(players, seats, turned)
        if records:
            _save(game, records / f"{deal.number:06}-{turned + 1}.json", [plan.labels[bot] for bot in seats])
    played: Played = {"deal": deal.number, "cards": deal.cards, "games": games}
    return played | ({"faults": faults} if faults else {})


def play_game(game: Game, players: Sequence[Bot]) -> Game:
    """Let bots play a game to its end."""
    while not game.over:
        for seat in game.to_move:
            game.choose(seat, players[seat].choose(game.view(seat)))
    return game


def _send_home(players: Sequence[Bot]) -> None:
    for player in players:
        if isinstance(player, ForeignBot):
            player.close()


def _faults(players: Sequence[Bot], seats: Sequence[int], turned: int) -> list[dict[str, Any]]:
    """The decisions that programs lost, by bot and kind, with an example of each."""
    return [
        {"bot": bot, "rotation": turned, "kind": kind, "n": n, "example": player.examples[kind]}
        for player, bot in zip(players, seats, strict=True)
        if isinstance(player, ForeignBot)
        for kind, n in player.faults.items()
    ]


def _save(game: Game, path: Path, names: list[str]) -> None:
    replace(game.record, names=tuple(names)).save(path)
