"""The schema of the wire, the docs of it, and every client agree with the messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import get_args

import jsonschema
from pydantic import TypeAdapter

from okawari.server.wire import export as wire
from okawari.server.wire import messages
from tests.server.services import SCHEMA, client, get_json, pad_round, validate
from tests.support.paths import ROOT
from tests.support.tables import ANNIVERSARY, ROLL
from tests.tools import wiredoc


def models() -> Iterator[type[messages.Message]]:
    bases = (messages.Message, messages.Request)
    for thing in vars(messages).values():
        if isinstance(thing, type) and issubclass(thing, messages.Message) and thing not in bases:
            yield thing


def test_the_schema_is_written_as_the_models_are() -> None:
    """If this fails: python -m okawari.server.wire.export."""
    assert wire.FILE.read_text(encoding="utf-8") == wire.written()
    jsonschema.Draft7Validator.check_schema(SCHEMA)


def test_every_model_is_in_the_schema() -> None:
    assert {model.__name__ for model in models()} <= SCHEMA["$defs"].keys()
    assert all(schema["title"] == name for name, schema in SCHEMA["$defs"].items())


def test_only_models_have_titles() -> None:
    """A title makes a type of its own in the page."""
    fields = [field for schema in SCHEMA["$defs"].values() for field in schema.get("properties", {}).values()]
    assert not any("title" in field for field in fields)


def test_what_is_answered_is_as_the_schema_has_it() -> None:
    validate("Points", get_json("/api/points"))
    validate("Choices", get_json("/api/choices", menu=ANNIVERSARY, seats=4))
    validate("RuleBook", get_json("/api/rules/sushi-roll"))
    validate("ExampleList", get_json("/api/examples/sushi-go-anniversary"))
    validate("PadWords", get_json("/api/pad/words", menu=ROLL))
    validate("PadSheet", client().post("/api/pad", json=pad_round("tempura", "egg")).json())
    validate("Trouble", client().get("/api/rules/pizza").json())


def test_the_docs_have_every_message() -> None:
    """If this fails: python -m tests.tools.wiredoc."""
    text = wiredoc.PAGE.read_text(encoding="utf-8")
    assert text == wiredoc.renewed(text)
    said = [model for union in (messages.FromBrowser, messages.FromServer) for model in get_args(get_args(union)[0])]
    assert len(said) > 20
    for model in said:
        (word,) = get_args(model.model_fields["type"].annotation)
        assert f"### `{word}`" in text


def test_the_messages_in_the_docs_are_right() -> None:
    text = wiredoc.PAGE.read_text(encoding="utf-8")
    samples = re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)
    assert samples
    for sample in samples:
        told = "seq" in json.loads(sample)
        TypeAdapter(messages.FromServer if told else messages.FromBrowser).validate_json(sample)
        validate("FromServer" if told else "FromBrowser", json.loads(sample))


def test_every_client_of_ours_says_the_same_version() -> None:
    """A page or a client that says another one is sent away."""
    root = ROOT
    told = {
        "web/src/net/serverTable.ts": r"const VERSION = (\d+);",
        "examples/client.py": r'type="hello", version=(\d+)',
        "docs/wire.md": r"`version` is (\d+)\.",
    }
    for file, pattern in told.items():
        found = re.findall(pattern, (root / file).read_text(encoding="utf-8"))
        assert found == [str(messages.VERSION)], file
    (hello,) = re.findall(r'"type": "hello".*?"version": (\d+)', wiredoc.PAGE.read_text(encoding="utf-8"))
    assert hello == str(messages.VERSION)


def test_the_docs_have_every_service() -> None:
    text = wiredoc.PAGE.read_text(encoding="utf-8")
    paths = client().app.openapi()["paths"]  # type: ignore[attr-defined]
    assert len(paths) > 15
    for path, methods in paths.items():
        for method in methods:
            assert f"`{method.upper()} {path.replace('{table}', '{id}')}" in text
