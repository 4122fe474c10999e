"""The npm package says what Python says, in all languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from okawari.texts import LANGUAGES, find, params_of, say
from tests.js.node import Node

NUMBERS = (0, 1, 2, 5, 12, 21, 22, -6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts(node: Node, language: str) -> None:
    """Reasons, errors and events with numbers for their parameters."""
    for path in (path for part in ("why", "error", "event") for path in _paths(part)):
        for n in NUMBERS:
            params = dict.fromkeys(params_of(path), n)
            said = node.ask("say", language=language, path=path, params=params)
            assert said == say(language, path, **params)


def _paths(path: str) -> Iterator[str]:
    """The paths of the texts below a path."""
    entry: Any = find("en", path)
    if isinstance(entry, str) or "other" in entry:
        yield path
    else:
        for step in entry:
            yield from _paths(f"{path}.{step}")
