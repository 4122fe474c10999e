"""A server is cut off from its database or from the other server: requests are refused, and all goes on by itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from okawari.server.runtime.neighbours import BEAT, SILENCE
from okawari.server.storage import leases
from okawari.server.storage.leases import SHARDS
from tests.support.postgres import PostgresServer
from tests.support.proxy import Proxy
from tests.support.redis_server import running_redis
from tests.support.server_thread import QUICK, Refused, ServerThread, running_server, two_at_a_table, until

Cut = Callable[[Proxy], None]

#: A busy machine may need a while until each server knows who is connected at the other.
PATIENT = replace(QUICK, grace=5.0)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.parametrize("cut", [Proxy.hold, Proxy.reset], ids=["silent", "reset"]),
]


class Servers(NamedTuple):
    """Two servers on one database, and the ways of the first one."""

    one: ServerThread
    two: ServerThread
    to_database: Proxy
    to_bus: Proxy
    database: str


@pytest.fixture
def servers(postgres: PostgresServer, tmp_path: Path) -> Iterator[Servers]:
    url = postgres.new_database()
    with running_redis() as redis:
        to_database, to_bus = Proxy(postgres.port), Proxy(redis.socket_path)
        way, bus = url.replace(f":{postgres.port}/", f":{to_database.port}/"), f"redis://127.0.0.1:{to_bus.port}"
        try:
            with (
                running_server(tmp_path / "one", PATIENT, database_url=way, bus=bus) as one,
                running_server(tmp_path / "two", PATIENT, database_url=url, bus=redis.bus_url) as two,
            ):
                yield Servers(one, two, to_database, to_bus, url)
                to_database.join()
        finally:
            to_database.close()
            to_bus.close()


def test_a_server_is_cut_off_from_its_database(servers: Servers, cut: Cut) -> None:
    """Ann is refused there, and makes the same choice at the other server; Bob stays, and plays on."""
    ann, bob = servers.one.browser("Ann"), servers.one.browser("Bob")
    hers, his, made = two_at_a_table(ann, bob, "pip")
    move = hers.view["moves"][0]
    cut(servers.to_database)
    with pytest.raises(Refused, match="busy"):
        hers.request("choose", "once", seat=0, move=move, number=1)
    answer = ann.http.get("/api/me/tables")
    assert (answer.status_code, answer.json()["problem"]["code"]) == (503, "busy")
    assert ann.http.get("/healthz").status_code == 503
    there = servers.two.browser(cookie=ann.cookie).visit(made)
    there.request("choose", "once", seat=0, move=move, number=1)
    servers.to_database.join()
    his.until(lambda: his.game["to_move"] == [1])
    until(lambda: his.refusal_code("choose", seat=1, move=his.view["moves"][0], number=1) is None)
    for wire in (hers, his, there):
        wire.until(lambda wire=wire: wire.game["number"] == 2 and wire.game["to_move"] == [0, 1])
    with psycopg.connect(servers.database) as connection:
        found = connection.execute("SELECT count(*) FROM log WHERE client LIKE '%/once'").fetchall()
    assert found == [(1,)], "also what arrived late is there once"
    until(lambda: ann.http.get("/healthz").status_code == 200)


def test_a_server_is_cut_off_from_the_bus(servers: Servers, cut: Cut, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices are made at both servers and known at the other; after the cut emotes are, too.

    Nobody loses a seat, although the servers fall silent to each other for longer than a process is given.
    """
    # A busy machine may be late with the signs of life in the database.
    monkeypatch.setattr(leases, "LEASE", 60.0)
    ann, bob = servers.one.browser("Ann"), servers.two.browser("Bob")
    hers, his, _ = two_at_a_table(ann, bob)
    for wire in (hers, his):
        wire.until(lambda wire=wire: all(seat["online"] for seat in wire.table["seats"]))
    cut(servers.to_bus)
    end = time.monotonic() + SILENCE + 2 * BEAT
    for number in (1, 2, 3):
        hers.choose(0)
        his.until(lambda: his.game["to_move"] == [1])
        his.choose(1)
        hers.until(lambda number=number: hers.game["number"] == number + 1)
        his.until(lambda number=number: his.game["number"] == number + 1)
    time.sleep(max(0.0, end - time.monotonic()))
    for wire in (hers, his):
        wire.receive_all()
        assert all(seat["online"] and not seat["minded"] for seat in wire.table["seats"])
    servers.to_bus.join()

    def is_told_of_emotes() -> bool:
        hers.request("emote", seat=0, emote="yum")
        his.receive_all()
        return any(message["type"] == "emote" for message in his.received)

    until(is_told_of_emotes)


def test_bots_move_whose_leader_is_cut_off_from_the_bus(servers: Servers, cut: Cut) -> None:
    """Nobody is connected to the server that leads the table, so it would not hear that a bot is to move."""
    bob = servers.two.browser("Bob")
    until(lambda: 0 < servers.one.tables.leadership.shards < SHARDS)
    tables = [bob.set_table("you", "pip", start=True)["id"] for _ in range(20)]
    led: list[str] = []
    until(lambda: led.extend(filter(servers.one.tables.leadership.fence_of, tables)) or bool(led))  # type: ignore[func-returns-value]
    table = led[0]
    his = bob.visit(table)
    his.choose(0)
    his.until(lambda: his.game["number"] == 2)
    cut(servers.to_bus)
    for number in (2, 3, 4):
        his.choose(0)
        his.until(lambda number=number: his.game["number"] == number + 1)
    until(lambda: not servers.one.tables.leadership.fence_of(table))
    servers.to_bus.join()
    until(lambda: 0 < servers.one.tables.leadership.shards < SHARDS)
