"""Writes the words of menus, desserts, variants and cards into the JSON Schemas of views, positions and records.

The rest of the schemas is written by hand. `python -m okawari.game.schemas` is a part of `make schemas`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from okawari.rules.desserts import DESSERT_ROWS, DESSERT_WORDS
from okawari.rules.dishes import SAVOURY_WORDS
from okawari.rules.menus import MENUS
from okawari.rules.variants import CHOICES

FOLDER = Path(__file__).parents[1] / "schemas"
NAMES = ("view", "position", "record")

#: The lists of words, by their path in a schema.
_WORDS: dict[tuple[str, ...], list[str | None]] = {
    ("properties", "menu", "enum"): [menu.word for menu in MENUS],
    ("properties", "dessert", "enum"): [*DESSERT_WORDS, None],
    ("properties", "variant", "enum"): [*CHOICES, None],
    ("$defs", "cardInHand", "enum"): [*SAVOURY_WORDS, *(word for dessert in DESSERT_ROWS for word in dessert.cards)],
    ("$defs", "desserts", "items", "enum"): [word for dessert in DESSERT_ROWS for word in dessert.played],
}


def with_words(schema: dict[str, Any]) -> dict[str, Any]:
    """Replace the lists of words in a schema, and return it."""
    for path, words in _WORDS.items():
        holder: Any = schema
        for key in path[:-1]:
            holder = holder.get(key, {})
        if path[-1] in holder:
            holder[path[-1]] = words
    return schema


def path_of(name: str) -> Path:
    """The path of a schema's file."""
    return FOLDER / f"{name}.schema.json"


def written(schema: dict[str, Any]) -> str:
    """The content of a schema's file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main(say: Callable[[str], None] = print) -> None:
    """Write the lists of words into all schema files."""
    for name in NAMES:
        schema = with_words(json.loads(path_of(name).read_text(encoding="utf-8")))
        path_of(name).write_text(written(schema), encoding="utf-8")
        say(str(path_of(name)))


if __name__ == "__main__":
    main()
