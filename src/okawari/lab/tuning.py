"""Tuning the weights of the heuristic by hill climbing, game by game; the result ships as `bots/weights.json`.

Each step changes some weights at random, and keeps the change if it wins more often against the plain weights and
against the best ones so far, on deals that were not used before. `okawari tune` does this with a given budget of steps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np

from okawari.bots import heuristic
from okawari.bots.nearest import name_of
from okawari.game import Setting
from okawari.rules.dealer import QUICK
from okawari.rules.menus import MENUS
from okawari.rules.table_kernels import new_dealer
from okawari.rules.variants import VARIANTS

WEIGHTS_FILE = Path(heuristic.__file__).with_name("weights.json")
_CONTESTS = {"draft": heuristic.draft_contest, "battle": heuristic.battle_contest, "roll": heuristic.roll_contest}

#: The smallest gain in win share on fresh deals by which a change is kept.
_CLEARLY = 0.002
#: The first of the deals on which tuned weights are measured; none of them is used for tuning.
_FRESH = 3_000_000_000


def games() -> list[Setting]:
    """A setting for every game that is tuned: each dessert, and each variant with its default dessert."""
    different: dict[str, Setting] = {}
    for menu in MENUS:
        plain = product(menu.seats, menu.desserts or (None,), (None,))
        varied = ((seats, None, variant) for variant in menu.variants for seats in VARIANTS[variant].seats)
        for seats, dessert, variant in (*plain, *varied):
            setting = Setting.of(menu.word, seats, dessert, variant)
            different.setdefault(name_of(setting), setting)
    return list(different.values())


def win_share(setting: Setting, one: np.ndarray, others: np.ndarray, deals: int, first_deal: int = _FRESH) -> float:
    """The share of wins of a player with weights `one` among players with `others`, in every seat of the same deals."""
    kernels, dealer = setting.kernels, new_dealer(QUICK)
    table, out = np.zeros(1, kernels.table), np.empty(kernels.moves_end, np.int16)
    numbers, shares = np.array(setting.numbers), np.zeros((deals, 5))
    won = 0.0
    for seat in range(setting.seats):
        weights = np.array([one if place == seat else others for place in range(setting.seats)])
        _CONTESTS[kernels.name](table, dealer, first_deal, deals, numbers, weights, out, shares)
        won += float(shares[:, seat].mean())
    return won / setting.seats


def climb(setting: Setting, budget: int, deals: int, seed: int = 1) -> np.ndarray:
    """The best weights found by `budget` changes, each measured on `deals` deals."""
    chance = np.random.default_rng(seed)
    best = heuristic.PLAIN.copy()
    best[[heuristic.NEIGHBOURS_LOSS, heuristic.MAKI_RACE, heuristic.COMES_BACK]] = 0.3
    step = 0.5
    for attempt in range(budget):
        changed = _changed(best, chance, step)
        first_deal = (attempt + 1) * 4 * deals
        if (
            _gain(setting, changed, best, deals // 4, first_deal) > 0
            and _gain(setting, changed, best, deals, first_deal + deals) > _CLEARLY
        ):
            best = changed
        if attempt % 60 == 59:
            step *= 0.85
    return best


def _changed(old: np.ndarray, chance: np.random.Generator, step: float) -> np.ndarray:
    """A copy of the weights with about a quarter of them changed at random, by a size that `step` sets."""
    new = old.copy()
    some = chance.random(new.size) < 0.25
    new[some] = new[some] * np.exp(chance.normal(0, step, some.sum())) + chance.normal(0, 0.1, some.sum())
    new[heuristic.PLENTY] = max(0.5, new[heuristic.PLENTY])
    return new


def _gain(setting: Setting, new: np.ndarray, old: np.ndarray, deals: int, first: int) -> float:
    """The gain in win share of new weights over old ones: mean of the gains against plain and against old weights."""
    mine, before = (win_share(setting, weights, heuristic.PLAIN, deals, first) for weights in (new, old))
    return (mine - before + win_share(setting, new, old, deals, first) - 1 / setting.seats) / 2


def tune(settings: Iterable[Setting], budget: int, deals: int, seed: int = 1) -> Iterable[tuple[str, float]]:
    """Tune games one by one; write each result to the file, and yield the game's name and win share against plain."""
    for setting in settings:
        best = climb(setting, budget, deals, seed)
        file = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
        file["names"] = list(heuristic.WEIGHTS)
        file["weights"][name_of(setting)] = [round(float(weight), 3) for weight in best]
        file["tuned"][name_of(setting)] = {"budget": budget, "deals": deals, "seed": seed}
        WEIGHTS_FILE.write_text(json.dumps(file, indent=1) + "\n", encoding="utf-8")
        yield name_of(setting), win_share(setting, best, heuristic.PLAIN, 4000)
