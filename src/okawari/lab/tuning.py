"""Tuning tastes: a hill is climbed, game by game, and the result ships as `bots/tastes.json`.

A taste is changed a little at random; the change stays if it wins more often against the plain taste and against the
best one so far, on deals that neither has seen. `okawari tune` does it, with a stated budget.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from okawari.bots import taste
from okawari.bots.nearest import name_of
from okawari.game import Setting
from okawari.rules.doors import new_host
from okawari.rules.host import QUICK

TASTES = Path(taste.__file__).with_name("tastes.json")
_CONTESTS = {"draft": taste.draft_contest, "battle": taste.battle_contest, "roll": taste.roll_contest}
_ANNIVERSARY = "sushi-go-anniversary"

#: A change must win by this much on fresh deals to stay.
_CLEARLY = 0.002
#: Deals on which tastes are measured once tuning is over, none of them used for it.
_FRESH = 3_000_000_000


def games() -> list[Setting]:
    """The games that are tuned; others use the nearest of them."""
    desserts = [
        Setting.of(_ANNIVERSARY, seats, d) for d in ("strawberry", "yogurt", "tea", "mochi") for seats in (2, 3, 4, 5)
    ]
    pudding = [Setting.of("sushi-go-first", seats) for seats in (2, 3, 4, 5)]
    golf = [Setting.of(_ANNIVERSARY, seats, variant="golf") for seats in (2, 3, 4, 5)]
    for_two = [Setting.of(_ANNIVERSARY, 2, variant=variant) for variant in ("piles", "battle", "dummy")]
    rolls = [Setting.of("sushi-roll", seats) for seats in (2, 3, 4, 5)]
    return [*pudding, *desserts, *golf, *for_two, Setting.of("sushi-go-2014", 2, variant="dummy"), *rolls]


def win_share(setting: Setting, one: np.ndarray, others: np.ndarray, deals: int, first_deal: int = _FRESH) -> float:
    """The share of wins of one taste among players of another, on the same deals from every seat."""
    doors, host = setting.doors, new_host(QUICK)
    table, out = np.zeros(1, doors.table), np.empty(doors.moves_end, np.int16)
    numbers, shares = np.array(setting.numbers), np.zeros((deals, 5))
    won = 0.0
    for seat in range(setting.seats):
        tastes = np.array([one if place == seat else others for place in range(setting.seats)])
        _CONTESTS[doors.name](table, host, first_deal, deals, numbers, tastes, out, shares)
        won += float(shares[:, seat].mean())
    return won / setting.seats


def climb(setting: Setting, budget: int, deals: int, seed: int = 1) -> np.ndarray:
    """The best taste that so many changes find."""
    chance = np.random.default_rng(seed)
    best = taste.PLAIN.copy()
    best[[taste.NEIGHBOURS_LOSS, taste.MAKI_RACE, taste.COMES_BACK]] = 0.3
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
    """A taste with about a quarter of its weights changed."""
    new = old.copy()
    some = chance.random(new.size) < 0.25
    new[some] = new[some] * np.exp(chance.normal(0, step, some.sum())) + chance.normal(0, 0.1, some.sum())
    new[taste.PLENTY] = max(0.5, new[taste.PLENTY])
    return new


def _gain(setting: Setting, new: np.ndarray, old: np.ndarray, deals: int, first: int) -> float:
    """How much more often a taste wins than another on the same deals, against the plain one and the other itself."""
    plain = win_share(setting, new, taste.PLAIN, deals, first) - win_share(setting, old, taste.PLAIN, deals, first)
    return (plain + win_share(setting, new, old, deals, first) - 1 / setting.seats) / 2


def tune(settings: Iterable[Setting], budget: int, deals: int, seed: int = 1) -> Iterable[tuple[str, float]]:
    """Tune games, one after the other, into the file of tastes; each with its share of wins against the plain taste."""
    for setting in settings:
        best = climb(setting, budget, deals, seed)
        tastes = json.loads(TASTES.read_text(encoding="utf-8"))
        tastes["weights"] = list(taste.WEIGHTS)
        tastes["tastes"][name_of(setting)] = [round(float(weight), 3) for weight in best]
        tastes["tuned"][name_of(setting)] = {"budget": budget, "deals": deals, "seed": seed}
        TASTES.write_text(json.dumps(tastes, indent=1) + "\n", encoding="utf-8")
        yield name_of(setting), win_share(setting, best, taste.PLAIN, 4000)
