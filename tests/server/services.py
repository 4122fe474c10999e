"""A client of a server without tables, for what it answers over HTTP, and the schema of its answers."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from starlette.testclient import TestClient

from okawari.game import Game, Record
from okawari.rules.menus import MENUS
from okawari.server.app import create_app
from okawari.server.play.errors import Refusal
from okawari.server.settings import Settings
from okawari.server.wire import export as wire
from okawari.server.wire import messages
from tests.support.tables import FIRST, RandomPlayer, Table, play_on

MENU_WORDS = [menu.word for menu in MENUS]


class FinishedTables:
    """Tables that are over, as the server keeps them."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {}

    async def finished(self, table: str) -> Any:
        if table not in self.tables:
            raise Refusal("not-found", 404)
        return self.tables[table]


class FinishedTable:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.seats = [messages.SeatInfo(seat=seat, kind="bot", shape=5 - seat) for seat in range(record.setting.seats)]

    def may_watch(self, person: str) -> bool:
        return True

    def seats_of(self, person: str) -> list[int]:
        return []


@cache
def client() -> TestClient:
    app = create_app(Settings(Path("nowhere"), secret=bytes(32), limited=False))
    app.state.tables = FinishedTables()
    return TestClient(app, raise_server_exceptions=False)


def get_json(path: str, **params: Any) -> Any:
    answer = client().get(path, params={key: value for key, value in params.items() if value is not None})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer: Any, status: int = 400) -> str:
    """The code of a refusal, which has words in every language if it is one of the engine's."""
    assert answer.status_code == status, answer.text
    problem = messages.Trouble.model_validate(answer.json()).problem
    return problem.code


@cache
def played(table: Table) -> Game:
    return play_on(table.game(seed=5), RandomPlayer(table, 3))


def pad_round(*plates: str, final: bool = False, menu: str = FIRST, **more: Any) -> dict[str, Any]:
    """A round in which everybody has a plate, written as `tempura*2 squid`."""
    players = []
    for name, plate in zip(("Ania", "Bo", "Gréta", "Olek", "Jón", "Ola"), plates, strict=False):
        counted = [word.partition("*") for word in plate.split()]
        players.append({"name": name, "dishes": [[word, int(n or 1)] for word, _, n in counted]})
    setting = {"menu": menu, "seats": len(plates)} | more
    return {"setting": setting, "final": final, "players": players}


SCHEMA = wire.wire_schema()


def validate(name: str, message: Any) -> None:
    jsonschema.Draft7Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]}).validate(message)
