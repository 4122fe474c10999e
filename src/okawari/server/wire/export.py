"""The JSON schema of all messages between client and server.

`python -m okawari.server.wire.export` writes it to `okawari/schemas/wire.schema.json`, from which the page's types are
generated.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from okawari.server.wire import messages as m

FILE = Path(__file__).parents[2] / "schemas" / "wire.schema.json"

#: The models that the server reads, and those that it writes: of the websocket, then of HTTP.
READ: dict[str, Any] = {
    "FromBrowser": m.FromBrowser,
    "NewMe": m.NewMe,
    "Token": m.Token,
    "NewTable": m.NewTable,
    "NewLesson": m.NewLesson,
    "JoinCode": m.JoinCode,
    "PadRound": m.PadRound,
}
WRITTEN: dict[str, Any] = {
    "FromServer": m.FromServer,
    "Trouble": m.Trouble,
    "Me": m.Me,
    "MoveLink": m.MoveLink,
    "TableMade": m.TableMade,
    "TableList": m.TableList,
    "Results": m.Results,
    "LessonList": m.LessonList,
    "Choices": m.Choices,
    "RuleBook": m.RuleBook,
    "Reference": m.Reference,
    "Points": m.Points,
    "ExampleList": m.ExampleList,
    "PadWords": m.PadWords,
    "PadSheet": m.PadSheet,
    "Replay": m.Replay,
    "RecordShared": m.RecordShared,
    "Review": m.Review,
}


class _Generator(GenerateJsonSchema):
    """Titles for models only, since each becomes a type of the page; all fields of written models are required."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        return self.mode == "serialization" or super().field_is_required(field, total)


def wire_schema() -> dict[str, Any]:
    """The schema: a definition for every message and for every part of one, and the messages as properties.

    A model that is both read and written has two definitions where they differ: all fields of `SettingChoice` are
    always written, but those of `SettingChoiceInput` that have a default may be left out.
    """
    modes: list[tuple[dict[str, Any], JsonSchemaMode]] = [(READ, "validation"), (WRITTEN, "serialization")]
    adapters = [(name, mode, TypeAdapter(model)) for models, mode in modes for name, model in models.items()]
    found, shared = TypeAdapter.json_schemas(adapters, schema_generator=_Generator)
    definitions = shared["$defs"]
    for (name, _), schema in found.items():
        definitions.setdefault(name, schema)
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": f"okawari:wire:{m.VERSION}",
        "title": "Wire",
        "description": "Every message between client and server, by name; see docs/wire.md.",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in (*READ, *WRITTEN)},
        "additionalProperties": False,
        "$defs": {_plain(name): _named(definitions[name], _plain(name)) for name in sorted(definitions)},
    }
    return {key: _rewritten(part) for key, part in schema.items()}


def _plain(name: str) -> str:
    return name.removesuffix("-Output").replace("-Input", "Input")


def _named(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """A definition with its name as its title, and the models' comments as descriptions of its fields."""
    named = {"title": name, **{key: value for key, value in schema.items() if key != "title"}}
    if "properties" in named:
        remarks = _remarks(getattr(m, name, None) or getattr(m, name.removesuffix("Input")))
        for field, text in remarks.items():
            if "$ref" not in named["properties"][field]:
                named["properties"][field]["description"] = text
    return named


def _remarks(model: type[m.Message]) -> dict[str, str]:
    """The comment before each field of a model, by the name of the field."""
    remarks: dict[str, str] = {}
    remark: list[str] = []
    for line in inspect.getsource(model).splitlines():
        if comment := re.fullmatch(r"    #: (.*)", line):
            remark.append(comment[1])
        elif field := re.match(r"    (\w+):", line):
            if remark:
                remarks[field[1]] = " ".join(remark)
            remark = []
    return remarks


def _rewritten(part: Any) -> Any:
    """A part of the schema with plain names in references, and tuples in the form that the type generator reads."""
    if isinstance(part, list):
        return [_rewritten(item) for item in part]
    if not isinstance(part, dict):
        return part
    rewritten = {key: _rewritten(value) for key, value in part.items() if key not in ("prefixItems", "discriminator")}
    if "$ref" in part:
        return {"$ref": _plain(part["$ref"])}
    if "prefixItems" in part:
        rewritten |= {"items": _rewritten(part["prefixItems"]), "additionalItems": False}
    return rewritten


def written() -> str:
    """The text of the schema file."""
    return json.dumps(wire_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
