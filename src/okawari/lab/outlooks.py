"""Fitting outlooks: what a standing after a round promises, learned from games that were played to their end.

What is held (desserts, and in Sushi Roll tokens) is priced by what its owners gained on the others until the end, by
least squares. How far a point carries is then what makes the results of the games likeliest. `okawari outlook` does
it, game by game, into `bots/outlooks.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from okawari import bots
from okawari.bots import outlook
from okawari.bots.nearest import name_of
from okawari.game import Game, Setting
from okawari.rules.counts import total
from okawari.rules.menus import MENUS
from okawari.rules.points import ROUNDS
from okawari.rules.variants import VARIANTS

OUTLOOKS = Path(outlook.__file__).with_name("outlooks.json")
_HOLDINGS = {"draft": outlook.card_holdings, "battle": outlook.card_holdings, "roll": outlook.dice_holdings}
#: Among more than two who race for a dessert, one more of it is worth this part of what each brought on average: the
#: first few decide. Measured in pudding 4 with 40,000 passes: 77 % instead of 58 % among three plain greedy players.
_ONE_MORE = 0.6
#: How far a point may carry.
_CARRIES = np.geomspace(2, 60, 200)


def games() -> list[Setting]:
    """Every game that has an outlook of its own: all there are, but for which way the hands go and must have maki."""
    different: dict[str, Setting] = {}
    # The menu with the most desserts stands for all that share them.
    for menu in sorted(MENUS, key=lambda menu: -len(menu.desserts)):
        for dessert, variant in product(menu.desserts or (None,), (None, *menu.variants)):
            for seats in VARIANTS[variant].seats if variant else menu.seats:
                setting = Setting.of(menu.word, seats, dessert, variant)
                different.setdefault(name_of(setting), setting)
    return list(different.values())


class Games(NamedTuple):
    """Played games, a row each: points of every seat after each round, and what it held; the shares of the win."""

    points: np.ndarray
    held: np.ndarray
    #: Dessert cards, whichever they are.
    cards: np.ndarray
    shares: np.ndarray


def play(setting: Setting, players: str, deals: int, seed: int) -> Games:
    """Let players of one kind play."""
    seats = range(setting.seats)
    shape = (deals, ROUNDS, len(seats))
    games = Games(np.zeros(shape), np.zeros((*shape, len(outlook.HOLDINGS))), np.zeros(shape), np.zeros(shape[::2]))
    for deal in range(deals):
        game = Game(setting, seed=seed * deals + deal)
        people = [bots.make(players, seed=deal * len(seats) + seat) for seat in seats]
        while not game.over:
            number = game.round
            for seat in game.to_move:
                game.choose(seat, people[seat].choose(game.view(seat)))
            if _ended(number, game):
                _note(games, deal, number, game)
    return games


def _ended(number: int, game: Game) -> bool:
    return game.over or game.round != number


def _note(games: Games, deal: int, number: int, game: Game) -> None:
    """Write down how a round ended."""
    games.points[deal, number - 1] = game.totals[: game.setting.seats]
    if game.over:
        games.shares[deal, list(game.winners)] = 1 / len(game.winners)
        return
    table, kind = game.position.table()[0], game.setting.table_kind
    for seat in range(game.setting.seats):
        _HOLDINGS[kind](table, seat, games.held[deal, number - 1, seat])
        games.cards[deal, number - 1, seat] = 0 if kind == "roll" else total(int(table["desserts"][seat]))


def fit(setting: Setting, players: str, deals: int, seed: int = 1) -> dict[str, Any]:
    """The outlook of a game, with one round to go and with two."""
    games = play(setting, players, deals, seed)
    sign = setting.variant_rules.sign
    ends = ROUNDS - 1, ROUNDS - 2
    return {
        "rows": [_row(games, played, sign, _ONE_MORE if _is_race(setting) else 1.0) for played in ends],
        "card": [round(float(_prices(games, played, games.cards[..., None])[0]), 3) for played in ends],
    }


def _is_race(setting: Setting) -> bool:
    return setting.seats > 2 and not setting.dessert_rules.runs


def _row(games: Games, played: int, sign: int, one_more: float) -> list[float]:
    prices = _prices(games, played, games.held)
    standing = sign * (games.points[:, played - 1] + games.held[:, played - 1] @ prices)
    carries = max(_CARRIES, key=lambda carries: float((games.shares * _log_shares(standing / carries)).sum()))
    dessert, *tokens = prices
    return [round(float(number), 3) for number in (carries, one_more * dessert, *tokens)]


def _prices(games: Games, played: int, held: np.ndarray) -> np.ndarray:
    """What each thing that was held after a round brought its owner until the end, compared with the others."""
    gains = _apart(games.points[:, -1] - games.points[:, played - 1])
    owned = _apart(held[:, played - 1]).reshape(-1, held.shape[-1])
    return np.asarray(np.linalg.lstsq(owned, gains.ravel(), rcond=None)[0])


def _apart(numbers: np.ndarray) -> np.ndarray:
    """What each seat has more than the table's mean."""
    return np.asarray(numbers - numbers.mean(axis=1, keepdims=True))


def _log_shares(standing: np.ndarray) -> np.ndarray:
    """The logarithm of everybody's share of the win."""
    ahead = standing - standing.max(axis=1, keepdims=True)
    return np.asarray(ahead - np.log(np.exp(ahead).sum(axis=1, keepdims=True)))


def fit_all(
    settings: Iterable[Setting], players: str, deals: int, seed: int = 1
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Fit games, as many at once as there are cores, into the file of outlooks."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as cooks:
        fits = {cooks.submit(fit, setting, players, deals, seed): name_of(setting) for setting in settings}
        for fitted in as_completed(fits):
            _write(fits[fitted], fitted.result(), {"players": players, "deals": deals, "seed": seed})
            yield fits[fitted], fitted.result()


def _write(name: str, fitted: dict[str, Any], how: dict[str, Any]) -> None:
    data = json.loads(OUTLOOKS.read_text(encoding="utf-8"))
    data["numbers"] = ["carries", *outlook.HOLDINGS]
    data["outlooks"][name], data["fitted"][name] = fitted, how
    for part in ("outlooks", "fitted"):
        data[part] = dict(sorted(data[part].items()))
    OUTLOOKS.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
