"""The page docs/research.md, made from what `paper` has measured: the tables, and the figures within its text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from string import Template
from typing import Any

import okawari
import paper_skill
from okawari.game import Setting
from okawari.rules.desserts import DECK

TEMPLATE = Path(__file__).with_name("paper.md")
#: Bots of the page, from gentle to strong; the levels among them; those whose own random numbers make a difference,
#: with which it is measured what a deal decides; and those that play among equals.
BOTS = ("random", "pip", "hana", "taro", "suzu", "kenji")
LEVELS = BOTS[1:]
NOISY = ("random", "pip", "suzu")
EQUALS = ("random", "hana", "taro", "suzu")

#: What was measured, by name.
Data = dict[str, dict[str, Any]]


def name_of(setting: Setting) -> str:
    """The name of a game in the data: its menu, dessert, variant and seats."""
    words = (setting.menu, setting.dessert, setting.variant, setting.seats)
    return " ".join(str(word) for word in words if word)


def page(data: Data, settings: Sequence[Setting]) -> str:
    """The whole page; a dash where a bot does not play a game."""
    figures = _figures(data, settings) | {
        "sizes": _table("game | players | hands | deals | histories | cells | actions", _sizes(data, settings)),
        "branching": _table(
            "game | players | play | decisions | mean | median | most | forced | joint", _branching(data, settings)
        ),
        "duels": _table(
            "game | bots | wins, % | margin | deviation | exchange | needed | games", _duels(data, settings)
        ),
        "deals_part": _table(f"game | players | {_bots(NOISY)}", _deal_parts(data, settings)),
        "among": _table("game | players | wins, % | equal, % | margin", _among(data, settings)),
        "rivals": _table(f"| {_bots(BOTS[:-1])}", _rivals(data, settings[0])),
        "points": _table(f"game | players | {_bots(EQUALS)}", _points(data, settings)),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    note = f"<!-- Written by `make paper` from benchmarks/{TEMPLATE.name}: change that file. -->\n\n"
    return note + Template(text).substitute(figures)


def _figures(data: Data, settings: Sequence[Setting]) -> dict[str, str]:
    """The figures within the text."""
    first = name_of(settings[0])
    duels = [duel for setting in settings for _, duel in _duels_of(data, setting)]
    wins = [duel["wins"]["mean"] for duel in duels]
    needed = [duel["needed"] or paper_skill.MOST_GAMES for duel in duels]
    numbers = {
        "deals_two": data[f"counted: {first}"]["deals"],
        "histories_two": round(data[f"histories: {first}"]["mean"]),
        "wins_least": round(100 * min(wins)),
        "wins_most": round(100 * max(wins)),
        "needed_least": min(needed),
        "needed_most": max(needed),
        "sure": round(100 * paper_skill.SURE),
        "deck": DECK,
        **_games_of(data, first, name_of(settings[1])),
    }
    return {name: f"{number:,}" for name, number in numbers.items()} | {"version": okawari.__version__}


def _games_of(data: Data, two: str, three: str) -> dict[str, int]:
    """How many games and deals the tables are from, by the measurements of a game for two and of one for three."""
    populations, repeated = data[f"histories: {two}"], data[f"deal, random: {two}"]
    return {
        "population": populations["tables"],
        "populations": populations["populations"],
        "random_games": data[f"branching, random: {two}"]["games"],
        "bot_games": data[f"branching, taro: {two}"]["games"],
        "repeats": repeated["games"] // repeated["deals"],
        "deals": repeated["deals"],
        "deals_search": data[f"deal, suzu: {two}"]["deals"],
        "among_games": data[f"among, taro hana: {three}"]["games"],
        "quick_games": data[f"duel, taro hana: {two}"]["games"],
        "search_games": data[f"duel, suzu taro: {two}"]["games"],
        "long_games": data[f"duel, kenji suzu: {two}"]["games"],
        "equal_games": data[f"points, hana: {two}"]["games"],
        "equal_search_games": data[f"points, suzu: {two}"]["games"],
    }


def _table(header: str, rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    rule = "|".join(["---"] * (header.count("|") + 1))
    return "\n".join([f"| {header} |", f"|{rule}|", *(f"| {' | '.join(row)} |" for row in rows)])


def _bots(names: Iterable[str]) -> str:
    """The names of bots as heads of columns."""
    return " | ".join(f"`{name}`" for name in names)


def _game(setting: Setting) -> str:
    """A game as a line's first column: its menu, its dessert where there are several, its variant."""
    dessert = setting.dessert if len(setting.rules.desserts) > 1 else None
    return ", ".join(filter(None, (f"`{setting.menu}`", dessert, setting.variant)))


def _sizes(data: Data, settings: Iterable[Setting]) -> Iterator[list[str]]:
    for setting in settings:
        counted, histories = data[f"counted: {name_of(setting)}"], data[f"histories: {name_of(setting)}"]
        hands = f"{counted['hands']:,}" if counted["hands"] else "–"
        sizes = f"{math.log10(counted['deals']):.2f}", _with_error(histories, 1)
        yield [_game(setting), str(setting.seats), hands, *sizes, str(counted["cells"]), str(counted["actions"])]


def _branching(data: Data, settings: Iterable[Setting]) -> Iterator[list[str]]:
    for setting in settings:
        for play in ("random", "taro"):
            measured = data[f"branching, {play}: {name_of(setting)}"]
            joint = "–" if setting.in_turns else f"{measured['joint']:,.0f} ({measured['joint_median']:,.0f})"
            yield [
                _game(setting),
                str(setting.seats),
                play,
                f"{measured['decisions']['mean']:.1f}",
                _with_error(measured["options"], 2),
                f"{measured['median']:.0f}",
                str(measured["most"]),
                f"{100 * measured['forced']:.1f} %",
                joint,
            ]


def _duels_of(data: Data, setting: Setting) -> Iterator[tuple[str, dict[str, Any]]]:
    """The measured duels of neighbouring levels in a game: the bots, and what was measured."""
    for other, better in pairwise(LEVELS):
        if measured := data.get(f"duel, {better} {other}: {name_of(setting)}"):
            yield f"`{better}`, `{other}`", measured


def _duels(data: Data, settings: Iterable[Setting]) -> Iterator[list[str]]:
    for setting in settings:
        for bots, duel in _duels_of(data, setting):
            yield [
                _game(setting),
                bots,
                _share(duel["wins"]),
                f"{_with_error(duel['margin'], 1)}",
                f"{duel['deviation']:.1f}",
                _with_ends(duel["exchange"]),
                f"{_needed(duel['needed'])} / {_needed(duel['needed_duplicate'])}",
                f"{duel['games']:,}",
            ]


def _deal_parts(data: Data, settings: Iterable[Setting]) -> Iterator[list[str]]:
    for setting in settings:
        measured = (data.get(f"deal, {bot}: {name_of(setting)}") for bot in NOISY)
        parts = (_with_ends(deal["deal_part"]) if deal else "–" for deal in measured)
        yield [_game(setting), str(setting.seats), *parts]


def _among(data: Data, settings: Iterable[Setting]) -> Iterator[list[str]]:
    for setting in settings:
        if setting.seats > 2:
            among = data[f"among, taro hana: {name_of(setting)}"]
            equal = f"{100 / setting.seats:.1f}"
            yield [
                _game(setting),
                str(setting.seats),
                _share(among["wins"]),
                equal,
                _with_error(among["margin"], 1),
            ]


def _rivals(data: Data, setting: Setting) -> Iterator[list[str]]:
    rivals = {
        pair: _share(data[f"duel, {pair[1]} {pair[0]}: {name_of(setting)}"]["wins"]) for pair in combinations(BOTS, 2)
    }
    for better in BOTS[1:]:
        yield [f"`{better}`", *(rivals.get((other, better), "") for other in BOTS[:-1])]


def _points(data: Data, settings: Iterable[Setting]) -> Iterator[list[str]]:
    for setting in settings:
        measured = (data.get(f"points, {bot}: {name_of(setting)}") for bot in EQUALS)
        points = (_with_error(equal["points"], 1) if equal else "–" for equal in measured)
        yield [_game(setting), str(setting.seats), *points]


def _with_error(mean: dict[str, float], digits: int) -> str:
    """A mean and half the width of its interval."""
    return f"{_number(mean['mean'], digits)} ± {(mean['high'] - mean['low']) / 2:.{digits}f}"


def _with_ends(part: dict[str, float]) -> str:
    """A part or a correlation, and the ends of its interval."""
    return f"{_number(part['mean'], 2)} ({_number(part['low'], 2)} to {_number(part['high'], 2)})"


def _share(wins: dict[str, float]) -> str:
    """A share in per cent, and the ends of its interval."""
    mean, low, high = (100 * wins[end] for end in ("mean", "low", "high"))
    return f"{mean:.1f} ({low:.1f}–{high:.1f})"


def _number(number: float, digits: int) -> str:
    """A number with a true minus sign, without one before zero."""
    return f"{round(number, digits) + 0.0:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _needed(games: int | None) -> str:
    """A number of games that are needed, or that there were too many to count."""
    return f"> {paper_skill.MOST_GAMES:,}" if games is None else f"{games:,}"
