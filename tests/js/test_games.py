"""Games of the npm package are those of Python: the same views, moves, events, texts, errors and records."""

from __future__ import annotations

import hashlib
from itertools import zip_longest
from typing import Any

import pytest

from okawari import Setting
from tests.js.games import played, request
from tests.js.node import Node
from tests.support.tables import TABLES

GAMES = len(TABLES)
MANY_GAMES = 1000
#: How much of two texts is shown from the first difference on.
_SHOWN = 300


def test_games(node: Node) -> None:
    """Games of all tables."""
    _compare(node, range(GAMES))


@pytest.mark.slow
def test_many_games(node: Node) -> None:
    """Many more of them."""
    _compare(node, range(GAMES, GAMES + MANY_GAMES))


def _compare(node: Node, numbers: range) -> None:
    for number in numbers:
        asked = request(number)
        setting = Setting.from_json(asked["setting"])
        node.send("game", **asked)
        texts = list(played(setting, asked["seed"], asked["likes"]))
        digest = hashlib.sha256("".join(f"{text}\n" for text in texts).encode()).hexdigest()
        if node.answer() != digest:
            _show_difference(asked, texts, node.ask("details", **asked))


def _show_difference(asked: dict[str, Any], ours: list[str], theirs: list[str]) -> None:
    """Fail with the first difference of a game."""
    for step, (mine, other) in enumerate(zip_longest(ours, theirs, fillvalue="")):
        if mine != other:
            place = next((i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), 0)
            start = max(0, place - _SHOWN)
            shown = [text[start : place + _SHOWN] for text in (mine, other)]
            pytest.fail(f"{asked}, step {step}:\nPython: …{shown[0]}\n\nNode: …{shown[1]}")
    pytest.fail(f"{asked}: the details are equal, the hashes are not.")
