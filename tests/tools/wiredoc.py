"""Write the part of docs/wire.md that follows from the schema of the messages: `python -m tests.tools.wiredoc`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from okawari.server.wire.export import wire_schema
from tests.support.paths import DOCS

PAGE = DOCS / "wire.md"
BEGIN, END = "<!-- written by tests/tools/wiredoc.py from here -->\n", "<!-- to here -->\n"


def generated() -> str:
    """Every message and every part of one, with its fields."""
    definitions = wire_schema()["$defs"]
    unions = {name: [_target(part) for part in definitions[name]["oneOf"]] for name in ("FromBrowser", "FromServer")}
    said = {name for names in unions.values() for name in names}
    rest = [name for name in definitions if name not in said and name not in unions]
    chapters = [
        (
            "What the browser says",
            "Each message has its `type`, which is its title here, and an `id`.",
            unions["FromBrowser"],
        ),
        ("What the server says", "Each message has its `type`, which is its title here.", unions["FromServer"]),
        ("Parts of messages, and what HTTP carries", "What ends in Input may leave something out.", rest),
    ]
    parts = []
    for title, note, names in chapters:
        parts.append(f"## {title}\n\n{note}\n")
        parts += [_section(name, definitions[name], by_type=name in said) for name in names]
    return "\n".join(parts)


def _section(name: str, schema: dict[str, Any], *, by_type: bool) -> str:
    title = f"`{schema['properties']['type']['const']}`" if by_type else name
    text = " ".join(schema["description"].split())
    rows = list(_rows(schema, told={"type"} if not by_type else {"type", "id"}))
    table = "\n".join(["| field | type | meaning |", "|---|---|---|", *rows])
    return f"### {title}\n\n{text}\n" + (f"\n{table}\n" if rows else "")


def _rows(schema: dict[str, Any], told: set[str]) -> Iterator[str]:
    for field, part in schema["properties"].items():
        if field not in told:
            optional = (
                "" if field in schema.get("required", ()) else f" (left out: `{json.dumps(part.get('default'))}`)"
            )
            yield f"| `{field}` | {_kind(part)}{optional} | {part.get('description', '')} |"


def _kind(part: dict[str, Any]) -> str:
    """A type in words."""
    if "$ref" in part:
        return _linked(_target(part))
    if "anyOf" in part:
        return " or ".join(_kind(option) for option in part["anyOf"])
    if "enum" in part:
        return ", ".join(f"`{word}`" for word in part["enum"])
    if part.get("type") == "array":
        items = part["items"]
        return f"[{', '.join(map(_kind, items))}]" if isinstance(items, list) else f"list of {_kind(items)}"
    if part.get("type") == "object":
        values = part.get("additionalProperties")
        return f"object of {_kind(values)}" if isinstance(values, dict) else "object"
    return str(part["type"])


def _linked(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _target(part: dict[str, str]) -> str:
    return part["$ref"].rpartition("/")[2]


def renewed(text: str) -> str:
    """The docs with their generated part written anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{generated()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
