"""The tables of bots and of the solver for the npm package: weights, outlooks, names, options, and constants."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

from okawari import Setting
from okawari.bots import (
    BOTS,
    LEVELS,
    PASSES_A_SECOND,
    PYTHON_ONLY,
    expert,
    guided,
    heuristic,
    quick,
    simple,
    tree,
    tree_kernels,
)
from okawari.bots.child import ChildBot
from okawari.bots.greedy import weights_for
from okawari.bots.outlook import dessert_card_price, outlook_for
from okawari.bots.solver import dice, matrix, root, search, solution
from okawari.game.errors import SettingError
from okawari.rules.menus import MENUS
from okawari.rules.points import ROUNDS
from okawari.rules.variants import VARIANT_ROWS

#: The constants of each module, by their names there.
CONSTANTS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "TREE": (
        tree,
        ("SAMPLES", "CHUNK", "DICE_CHUNK", "MOST_PASSES_A_SECOND", "ENTRIES_A_PASS", "MOST_PASSES", "WIN"),
    ),
    "SIMPLE": (simple, ("SAMPLES", "MOST_CANDIDATES")),
    "GUIDED": (
        guided,
        (
            *("SAMPLES", "CHUNK", "MOST_PASSES_A_SECOND", "MOVES_A_PASS", "NODES_A_PASS", "MOST_PASSES"),
            "EXPLORATION",
        ),
    ),
    "EXPERT": (expert, ("SOLVING", "ALL_CARDS", "MEMORY")),
    "MATRIX": (matrix, ("MOST", "DEPTHS", "ROWS", "COLUMNS")),
    "SEARCH": (search, ("STOP", "NODES", "MIXED", "LIMIT", "ENTRY_BYTES")),
    "ROOT": (root, ("OPEN", "NOT_TWO", "CARDS_TO_DRAW", "UNFIT_DESSERT", "OVER", "NO_CHOICE", "STATE_SIZE")),
    "SOLUTION": (solution, ("_MOST_BITS", "_LEAST_BITS")),
    "DICE": (dice, ("OPEN", "NOT_TWO", "OVER", "DICE_LEFT", "_LONGEST", "_FACES", "MENU_TOKEN", "CHOPSTICKS_TOKEN")),
}
#: The search options, in the order in which kernels take them.
OPTIONS = ("FOR_TWO", "WHEN_LOST", "FOR_MORE", "FOR_DICE")


def bot_tables() -> str:
    """The module with the tables of bots and of the solver."""
    weights: list[list[float]] = []
    outlooks: list[dict[str, Any]] = []
    games: dict[str, tuple[int, int]] = {}
    for setting in every_setting():
        prices = [dessert_card_price(setting, round_no) for round_no in range(1, ROUNDS + 1)]
        outlook = {"rows": outlook_for(setting).tolist(), "cards": prices}
        found = _index(weights, weights_for(setting).tolist()), _index(outlooks, outlook)
        assert games.setdefault(key_of(setting), found) == found
    fields = tree_kernels.SearchOptions._fields
    lines = [
        "/** For each game the indices of its weights and of its outlook; `gameKey` makes the keys. */",
        _constant("GAMES", games, "Readonly<Record<string, readonly [weights: number, outlook: number]>>"),
        _constant("WEIGHTS", weights, "readonly (readonly number[])[]"),
        "/** `rows`: with one and with two rounds to go; `cards`: the price of a dessert card in rounds 1, 2, 3. */",
        _constant(
            "OUTLOOKS",
            outlooks,
            "readonly { readonly rows: readonly (readonly number[])[]; readonly cards: readonly number[] }[]",
        ),
        "/** By level, the games that it plays by a network, which is as strong as its search. */",
        _constant("NETWORK_GAMES", network_games(), "Readonly<Record<string, readonly string[]>>"),
        _constant("PLAIN", heuristic.PLAIN.tolist(), "readonly number[]"),
        _constant("CHILD", ChildBot().weights(next(every_setting())).tolist(), "readonly number[]"),
        _constant("LEVELS", list(LEVELS), "readonly string[]"),
        _constant("BOTS", _rows(), "Readonly<Record<string, BotRow>>"),
        "export interface BotRow {",
        "  readonly kind: string;",
        "  readonly options: readonly string[];",
        "  readonly usual: Readonly<Record<string, number | Readonly<Record<string, number>>>>;",
        "}",
        _constant("PASSES_A_SECOND", PASSES_A_SECOND, "Readonly<Record<string, number>>"),
        _constant("SPREAD", tree_kernels.new_spread().ravel().tolist(), "readonly number[]"),
        _constant("DICE_CANDIDATES", tree_kernels.MOST_CANDIDATES),
        _constant("OPTIONS", {name: list(getattr(tree, name)) for name in OPTIONS}, "Record<OptionsName, Options>"),
        f"export type OptionsName = {' | '.join(repr(name) for name in OPTIONS)};",
        f"export type Options = readonly [{', '.join(f'{name}: number' for name in fields)}];",
    ]
    for name, (module, words) in CONSTANTS.items():
        numbers = {word.lstrip("_"): getattr(module, word) for word in words}
        lines.append(f"export const {name} = {json.dumps(numbers)} as const;")
    return "\n".join(lines) + "\n"


def network_games() -> dict[str, list[str]]:
    """By level, the keys of the games that it plays by a network."""
    return {
        level: sorted({key_of(setting) for setting in every_setting() if quick.plays_by_network(level, setting)})
        for level in quick.GAMES
    }


def every_setting() -> Iterator[Setting]:
    """Every setting that the rulebooks allow, without the maki rule, which changes neither weights nor outlooks."""
    variants = [None, *(row.word for row in VARIANT_ROWS if row.word)]
    for menu in MENUS:
        for seats, dessert, variant in product(menu.seats, menu.desserts or [None], variants):
            try:
                yield Setting.of(menu.word, seats, dessert, variant)
            except SettingError:
                continue


def key_of(setting: Setting) -> str:
    """The key of a setting's game: its dessert or `roll`, its variant, its seats."""
    kind = "roll" if setting.table_kind == "roll" else setting.dessert
    return " ".join(word for word in (kind, setting.variant, str(setting.seats)) if word)


def _rows() -> dict[str, dict[str, Any]]:
    """The rows of the bots that the npm package has."""
    return {name: bot(maker) for name, maker in BOTS.items() if name not in PYTHON_ONLY}


def bot(maker: Callable[..., Any]) -> dict[str, Any]:
    """A bot's class, the names of its options, and those that its name sets already."""
    made, usual = (maker.func, maker.keywords) if isinstance(maker, partial) else (maker, {})
    options = [option for option in inspect.signature(maker).parameters if option != "seed"]
    return {"kind": made.__name__, "options": options, "usual": usual}


def _index(rows: list[Any], row: Any) -> int:
    """The index of a row, which is added if it is not there."""
    if row not in rows:
        rows.append(row)
    return rows.index(row)


def _constant(name: str, value: Any, kind: str = "") -> str:
    return f"export const {name}{f': {kind}' if kind else ''} = {json.dumps(value, ensure_ascii=False)};"
