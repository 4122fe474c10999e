"""How large the games are: deals, choices and histories, for docs/research.md. See `paper`."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from okawari import bots
from okawari.bots.bot import Bot
from okawari.encoding import Encoding
from okawari.envs.observation import observe
from okawari.envs.tables import Tables
from okawari.game import Game, Setting
from okawari.lab.intervals import Mean
from okawari.rules import battle, draft
from okawari.rules.dishes import DICE, SAVOURY
from okawari.rules.traits import BATTLE, DRAFT, ROLL

#: Tables of a population that estimates the number of histories, and how many populations there are.
POPULATION, POPULATIONS = 1000, 10
#: Games of which choices are counted: in compiled code at random, and one by one by a bot.
RANDOM_GAMES, BOT_GAMES = 2000, 60

#: Options of each seat: an axis for the steps, one for the games, one for the seats; 0 where a seat has no choice.
Options = npt.NDArray[np.int64]


def containers(setting: Setting) -> list[tuple[int, bool]]:
    """Where a round is dealt to: the size of each hand, pile, pyramid or belt, and whether its order matters."""
    if setting.table_kind == BATTLE:
        return [(battle.PLACES, True)]
    return [(setting.hand_size, False)] * setting.seats + [(setting.hand_size, True)] * setting.pile_count


def supply(setting: Setting) -> list[tuple[int, int]]:
    """What a round is dealt from: how many pieces of each sort, and how many faces each may show; cards show one."""
    if setting.table_kind == ROLL:
        return [(count, len(set(faces))) for count, faces in DICE.values()]
    return [(count, 1) for count in (*SAVOURY.values(), *setting.dessert_rules.cards.values())]


def ways(places: Sequence[tuple[int, bool]], pieces: Sequence[tuple[int, int]]) -> int:
    """In how many ways `pieces` fill all `places`, where pieces of a sort that show the same face are equal.

    Sort by sort, it counts the ways to fill each number of places of each container; the last axis counts the pieces
    of the sort that are used.
    """
    counts = np.zeros([size + 1 for size, _ in places], object)
    counts.flat[0] = 1
    for limit, faces in pieces:
        used = np.zeros((*counts.shape, limit + 1), object)
        used[..., 0] = counts
        for _ in range(faces):
            for axis, (_, ordered) in enumerate(places):
                _add_pieces(np.moveaxis(used, axis, 0), ordered)
        counts = used.sum(axis=-1)
    return int(counts.flat[-1])


def _add_pieces(used: npt.NDArray[Any], ordered: bool) -> None:
    """Add any number of equal pieces to one container, whose places are the first axis."""
    size, limit = used.shape[0] - 1, used.shape[-1] - 1
    if not ordered:
        for filled in range(1, size + 1):
            used[filled, ..., 1:] += used[filled - 1, ..., :-1]
        return
    for filled in range(size, 0, -1):
        for added in range(1, min(filled, limit) + 1):
            used[filled, ..., added:] += used[filled - added, ..., :-added] * comb(filled, added)


def counted(setting: Setting) -> dict[str, Any]:
    """The exact sizes: deals of the first round, hands of a seat in it, cells and actions."""
    encoding, places, pieces = Encoding.of(setting), containers(setting), supply(setting)
    hands = ways(places[:1], pieces) if setting.table_kind == DRAFT else None
    return {
        "deals": ways(places, pieces),
        "hands": hands,
        "cells": len(encoding.cells),
        "actions": len(encoding.actions),
    }


class RandomGames:
    """Games at many tables at once, in which every seat chooses each legal action with the same probability."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables, self.random = tables, np.random.default_rng(seed)
        self.over = np.zeros(tables.n, np.bool_)
        tables.reset(seed * tables.n + np.arange(tables.n))

    def options(self) -> Options:
        """How many actions each seat of each table can choose from; 0 where it has no choice or the game is over."""
        masks, wait = self.tables.buffers.masks, self.tables.encoding.wait
        legal = masks.sum(axis=1, dtype=np.int64) - (0 if wait is None else masks[:, wait])
        return np.where(self.over[:, None], 0, legal.reshape(self.tables.n, -1))

    def resample(self, weights: npt.NDArray[np.float64]) -> None:
        """Replace the tables by copies of them, each as often as its weight says, with fresh luck."""
        tables, n = self.tables, self.tables.n
        points = (np.arange(n) + self.random.random()) / n
        chosen = np.searchsorted(np.cumsum(weights) / weights.sum(), points).clip(0, n - 1)
        rows = (chosen[:, None] * tables.agents + np.arange(tables.agents)).ravel()
        tables.tables[:], tables.states[:] = tables.tables[chosen], tables.states[chosen]
        tables.buffers.masks[:] = tables.buffers.masks[rows]
        tables.tables["stream"] = self.random.integers(0, 1 << 64, n, np.uint64)
        self.over = self.over[chosen]

    def play(self) -> None:
        """Choose an action for every seat, and play the step at every table."""
        ends = self.tables.buffers.masks.cumsum(axis=1, dtype=np.int32)
        drawn = self.random.random(len(ends)) * ends[:, -1]
        self.tables.step((ends > drawn[:, None]).argmax(axis=1))
        self.over |= self.tables.buffers.terminations.reshape(self.tables.n, -1).any(axis=1)


def _tables(setting: Setting, n: int) -> Tables:
    return Tables(setting, n, keeps_final=False, cores=1)


def log_histories(games: RandomGames) -> float:
    """The decimal logarithm of how many sequences of choices a game has with given luck, estimated.

    Knuth's estimate is the mean, over random games, of the product of the numbers of options. A few games dominate
    that mean, so a population is resampled in proportion to these products after each step.
    """
    log = 0.0
    while not games.over.all():
        weights = np.maximum(games.options(), 1).prod(axis=1).astype(np.float64)
        log += float(np.log10(weights.mean()))
        games.resample(weights)
        games.play()
    return log


def histories(setting: Setting, population: int = POPULATION, populations: int = POPULATIONS) -> dict[str, Any]:
    """The logarithm of the number of histories: the mean of several populations, and its interval."""
    mean = Mean()
    for seed in range(populations):
        mean.add(log_histories(RandomGames(_tables(setting, population), seed)), 1)
    return mean.to_json() | {"tables": population, "populations": populations}


def random_options(setting: Setting, games: int) -> Options:
    """The options in games of random play."""
    played, steps = RandomGames(_tables(setting, games), seed=0), []
    while not played.over.all():
        steps.append(played.options())
        played.play()
    return np.array(steps)


def bot_options(setting: Setting, bot: str, games: int) -> Options:
    """The options in games of equal bots."""
    played = [_options_of_game(setting, bot, seed) for seed in range(games)]
    options = np.zeros((max(map(len, played)), games, setting.seats), np.int64)
    for number, steps in enumerate(played):
        options[: len(steps), number] = steps
    return options


def _options_of_game(setting: Setting, bot: str, seed: int) -> list[list[int]]:
    """The options of each step of a game; who plays for an extra plate chooses once more, in a step of its own."""
    game, steps = Game(setting, seed), []
    players: list[Bot] = [bots.make(bot, setting.seats * seed + seat) for seat in range(setting.seats)]
    while not game.over:
        options, extra = [0] * setting.seats, [0] * setting.seats
        for seat in game.to_move:
            view = game.view(seat)
            move = players[seat].choose(view)
            table = view.imagine(0)
            options[seat] = int(observe(setting, table, seat).mask.sum())
            if view.controller == seat:
                first, second, _ = draft.decode(move.number)
                own = int(draft.encode(first, second, draft.NO_CARD))
                extra[seat] = int(observe(setting, table, seat, own).mask.sum())
            game.choose(seat, move)
        steps += [options, extra] if any(extra) else [options]
    return steps


def branching(setting: Setting, bot: str | None, games: int) -> dict[str, Any]:
    """Choices in games of equal bots, or of random play: how many there are, and from how many options."""
    options = bot_options(setting, bot, games) if bot else random_options(setting, games)
    asked = options > 0
    decisions, mean = Mean(), Mean()
    for total, n in zip(options.sum(axis=(0, 2)), asked.sum(axis=(0, 2)), strict=True):
        decisions.add(float(n), 1)
        mean.add(float(total), float(n))
    joint = np.maximum(options, 1).prod(axis=2)[asked.any(axis=2)]
    return {
        "games": games,
        "decisions": decisions.to_json(),
        "options": mean.to_json(),
        "median": float(np.median(options[asked])),
        "most": int(options.max()),
        "forced": float((options[asked] == 1).mean()),
        "joint": float(joint.mean()),
        "joint_median": float(np.median(joint)),
    }
