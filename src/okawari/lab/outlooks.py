"""Fitting outlooks (the value of a standing after a round) to games that bots played to their end.

The prices of holdings (dessert, and in Sushi Roll tokens) are found by least squares, from what their owners gained on
the other players until the end. The scale of a point is then that of the largest likelihood of the games' results.
`okawari outlook` writes both to `bots/outlooks.json`, game by game.
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
#: With three players or more and a dessert that is scored by comparison, the price of one more is this part of the
#: fitted mean: the first few matter most. Measured in `pudding 4` with 40,000 passes: 77 % instead of 58 % wins among
#: three plain greedy players.
_ONE_MORE = 0.6
#: The scales that are tried.
_SCALES = np.geomspace(2, 60, 200)


def games() -> list[Setting]:
    """A setting for every game that has an outlook of its own; see `bots.nearest.name_of`."""
    different: dict[str, Setting] = {}
    # Of the menus that share a dessert, the one with the most desserts comes first and is used.
    for menu in sorted(MENUS, key=lambda menu: -len(menu.desserts)):
        for dessert, variant in product(menu.desserts or (None,), (None, *menu.variants)):
            for seats in VARIANTS[variant].seats if variant else menu.seats:
                setting = Setting.of(menu.word, seats, dessert, variant)
                different.setdefault(name_of(setting), setting)
    return list(different.values())


class Games(NamedTuple):
    """Results of games, a row for each: by round and seat the points, holdings and dessert cards; shares of the win."""

    points: np.ndarray
    held: np.ndarray
    #: The number of dessert cards, of all kinds.
    cards: np.ndarray
    shares: np.ndarray


def play(setting: Setting, players: str, deals: int, seed: int) -> Games:
    """Play `deals` games between equal bots (`players` is their spec), and collect the results."""
    seats = range(setting.seats)
    shape = (deals, ROUNDS, len(seats))
    games = Games(np.zeros(shape), np.zeros((*shape, len(outlook.HOLDINGS))), np.zeros(shape), np.zeros(shape[::2]))
    for deal in range(deals):
        game = Game(setting, seed=seed * deals + deal)
        seated = [bots.make(players, seed=deal * len(seats) + seat) for seat in seats]
        while not game.over:
            number = game.round
            for seat in game.to_move:
                game.choose(seat, seated[seat].choose(game.view(seat)))
            if _ended(number, game):
                _write_round(games, deal, number, game)
    return games


def _ended(number: int, game: Game) -> bool:
    """Whether the round with this number is over."""
    return game.over or game.round != number


def _write_round(games: Games, deal: int, number: int, game: Game) -> None:
    """Write the results of a round that has just ended."""
    games.points[deal, number - 1] = game.totals[: game.setting.seats]
    if game.over:
        games.shares[deal, list(game.winners)] = 1 / len(game.winners)
        return
    table, kind = game.position.table()[0], game.setting.table_kind
    for seat in range(game.setting.seats):
        games.held[deal, number - 1, seat] = _HOLDINGS[kind](table, seat)
        games.cards[deal, number - 1, seat] = 0 if kind == "roll" else total(int(table["desserts"][seat]))


def fit(setting: Setting, players: str, deals: int, seed: int = 1) -> dict[str, Any]:
    """Fit the outlook of a game: the rows for one round to go and for two, and the prices of a dessert card."""
    games = play(setting, players, deals, seed)
    sign = setting.variant_rules.sign
    ends = ROUNDS - 1, ROUNDS - 2
    return {
        "rows": [_row(games, played, sign, _ONE_MORE if _is_race(setting) else 1.0) for played in ends],
        "card": [round(float(_prices(games, played, games.cards[..., None])[0]), 3) for played in ends],
    }


def _is_race(setting: Setting) -> bool:
    """Whether three players or more have a dessert that is scored by comparison."""
    return setting.seats > 2 and not setting.dessert_rules.runs


def _row(games: Games, played: int, sign: int, one_more: float) -> list[float]:
    """The row of an outlook after a number of rounds; the price of dessert is multiplied by `one_more`."""
    prices = _prices(games, played, games.held)
    standing = sign * (games.points[:, played - 1] + games.held[:, played - 1] @ prices)
    scale = max(_SCALES, key=lambda scale: float((games.shares * _log_shares(standing / scale)).sum()))
    dessert, *tokens = prices
    return [round(float(number), 3) for number in (scale, one_more * dessert, *tokens)]


def _prices(games: Games, played: int, held: np.ndarray) -> np.ndarray:
    """The price of each holding after a number of rounds, by least squares on the points gained until the end."""
    gains = _deviations(games.points[:, -1] - games.points[:, played - 1])
    owned = _deviations(held[:, played - 1]).reshape(-1, held.shape[-1])
    return np.asarray(np.linalg.lstsq(owned, gains.ravel(), rcond=None)[0])


def _deviations(numbers: np.ndarray) -> np.ndarray:
    """The deviations of the seats' numbers from the mean of their table."""
    return np.asarray(numbers - numbers.mean(axis=1, keepdims=True))


def _log_shares(standing: np.ndarray) -> np.ndarray:
    """The logarithms of the expected shares of the win: log-softmax of the standings over the seats."""
    ahead = standing - standing.max(axis=1, keepdims=True)
    return np.asarray(ahead - np.log(np.exp(ahead).sum(axis=1, keepdims=True)))


def fit_all(
    settings: Iterable[Setting], players: str, deals: int, seed: int = 1
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Fit games in a process pool; write each outlook to the file and yield it with the game's name."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        fits = {pool.submit(fit, setting, players, deals, seed): name_of(setting) for setting in settings}
        for fitted in as_completed(fits):
            _write(fits[fitted], fitted.result(), {"players": players, "deals": deals, "seed": seed})
            yield fits[fitted], fitted.result()


def _write(name: str, fitted: dict[str, Any], how: dict[str, Any]) -> None:
    """Write an outlook, and how it was fitted, to the file."""
    data = json.loads(OUTLOOKS.read_text(encoding="utf-8"))
    data["numbers"] = ["carries", *outlook.HOLDINGS]
    data["outlooks"][name], data["fitted"][name] = fitted, how
    for part in ("outlooks", "fitted"):
        data[part] = dict(sorted(data[part].items()))
    OUTLOOKS.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
