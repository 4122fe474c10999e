"""The npm package reads settings, moves, positions and records as Python does, right ones and wrong ones."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from okawari import Game, Position, Record, Setting
from okawari.game.notation import notation_for
from tests.js.games import attempt
from tests.js.node import Node
from tests.support.tables import DESSERTS, MENUS, SAMPLE, RandomPlayer, Table, play_on

SEATS = (1, 2, 3, 5, 6)
DESSERT_WORDS = (None, *(dessert for dessert in DESSERTS["sushi-go-anniversary"]), "cake")
VARIANT_WORDS = (None, "both-ways", "golf", "piles", "battle", "dummy", "none", "golf+piles", "fast")
TEXTS = (
    *("squid", " Squid ", "wasabi + squid", "tempura/maki2", "wasabi+squid/egg", "squid+", "+squid", "/", "", "cake"),
    *("take 5.3", "5.3", "take 5.3 chopsticks", "take 5.7", "take 6.1", "take 1.1 x", "TAKE 1.2"),
    *("keep 4", "keep", "keep 9", "keep 1 2", "reroll", "reroll 1 3", "reroll 3 3", "swap 2 with b5", "swap 2 with F5"),
)
NUMBERS = (-1, 0, 8, 13, 19, 20, 39, 40, 263, 264, 316, 583, 584, 8463, 8464)
RECORD_LISTS = ("moves", "luck", "scores", "winners")
#: Values that are wrong in most fields of a position or record.
WRONG: tuple[Any, ...] = (
    None,
    -1,
    0,
    99,
    True,
    "",
    "cake",
    "squid*99",
    [],
    {},
    [1],
    ["squid"],
    [["squid"]],
    [None, None],
    "x" * 64,
)


@pytest.mark.parametrize("menu", [*MENUS, "sushi-gone"])
def test_settings(node: Node, menu: str) -> None:
    """All settings and many that are none."""
    for seats, dessert, variant, maki in product(SEATS, DESSERT_WORDS, VARIANT_WORDS, (False, True)):
        data = {"menu": menu, "seats": seats, "dessert": dessert, "variant": variant, "must_have_maki": maki}
        assert node.ask("setting", setting=data) == attempt(lambda data=data: Setting.from_json(data).to_json())


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_moves(node: Node, table: Table) -> None:
    """Texts and numbers of moves, and some that are none."""
    asked: list[Any] = [*TEXTS, *NUMBERS]
    read = [attempt(lambda text=text: notation_for(table.setting).move(text).number) for text in asked]
    assert node.ask("moves", setting=table.setting.to_json(), texts=asked) == read


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_positions(node: Node, table: Table) -> None:
    """Positions with one field that is left out or has another value."""
    game = play_on(table.game(3), RandomPlayer(3), 9)
    for data in _changed(game.position.to_json()):
        mine = attempt(lambda data=data: Position.from_json(data).game(1).position.to_json())
        assert _without_problem(node.ask("position", data=data)) == _without_problem(mine), data


@pytest.mark.parametrize("table", SAMPLE, ids=str)
def test_records(node: Node, table: Table) -> None:
    """Records with one field that is left out or has another value."""
    game: Game = play_on(table.game(3), RandomPlayer(3))
    record = game.record.to_json()
    changed = [*_changed(record), *_shuffled(record)]
    for data in changed:
        mine = attempt(lambda data=data: Record.from_json(data).verify())
        assert _without_problem(node.ask("verify", data=data)) == _without_problem(mine), data


def _changed(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The data as they are, and with each field in turn left out or changed."""
    fewer = [{key: value for key, value in data.items() if key != field} for field in data]
    other = [{**data, field: value} for field in data for value in WRONG if not _is_taken_for_another(field, value)]
    return [data, *fewer, *other]


def _is_taken_for_another(field: str, value: Any) -> bool:
    """Whether only Python can take a value for a right one: True for 1, {} for false, or a text for a list."""
    if field in ("over", "must_have_maki", "tasted"):
        return value in ([], {})
    return (field == "format" and value is True) or (field in RECORD_LISTS and isinstance(value, str | dict))


def _shuffled(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The record with two of its moves or of its luck exchanged, or one more or less."""
    changed = []
    for field in ("moves", "luck"):
        for i in (0, 5, 20):
            other = deepcopy(record)
            other[field][i], other[field][i + 1] = other[field][i + 1], other[field][i]
            shorter, longer = record[field][:-i], record[field] + record[field][:1]
            changed += [other, {**record, field: shorter}, {**record, field: longer}]
    return changed


def _without_problem(answer: Any) -> Any:
    """An answer, without the words of the language for values of a wrong type."""
    if not (isinstance(answer, dict) and "error" in answer):
        return json.loads(json.dumps(answer))
    return answer["error"]
