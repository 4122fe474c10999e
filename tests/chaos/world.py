"""What people play on: PostgreSQL, Redis, servers and thinkers, and proxies between them that can be cut."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg.rows import class_row

from okawari.server.play.log import Row
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.proxy import Proxy
from tests.support.redis_server import RedisServer, running_redis
from tests.support.server_process import ServerProcess, ThinkerProcess

SERVERS = THINKERS = 2
_ROWS = """SELECT table_id AS table, number, at, kind, seat, data::json AS data, client
    FROM log WHERE table_id = %s ORDER BY number"""


@dataclass
class Node:
    """A process, and its ways to the database and to the bus."""

    name: str
    process: ServerProcess
    database: Proxy
    bus: Proxy


class World:
    """The processes of an installation of several servers."""

    def __init__(self, folder: Path, postgres: PostgresServer, redis: RedisServer) -> None:
        self.postgres, self.redis = postgres, redis
        self._folder = folder
        self._database = postgres.new_database()
        self.servers = [self._node(f"server {number}", ServerProcess) for number in range(1, SERVERS + 1)]
        self.thinkers = [self._node(f"thinker {number}", ThinkerProcess) for number in range(1, THINKERS + 1)]

    @property
    def nodes(self) -> list[Node]:
        """All processes of ours."""
        return [*self.servers, *self.thinkers]

    def _node(self, name: str, kind: type[ServerProcess]) -> Node:
        database, bus = Proxy(self.postgres.port), Proxy(self.redis.socket_path)
        data = self._folder / name.replace(" ", "-")
        data.mkdir(parents=True)
        (data / "secret").write_text("5e" * 32, encoding="ascii")
        addresses: dict[str, Any] = {
            "OKAWARI_DATABASE": self._database.replace(f":{self.postgres.port}/", f":{database.port}/"),
            "OKAWARI_BUS": f"redis://127.0.0.1:{bus.port}",
        }
        return Node(name, kind(data, **addresses), database, bus)

    def start(self) -> None:
        """Start all processes of ours."""
        with ThreadPoolExecutor() as threads:
            list(threads.map(lambda node: node.process.start(), self.nodes))

    def close(self) -> None:
        """End all processes of ours."""
        for node in self.nodes:
            node.process.kill()
            for way in (node.database, node.bus):
                way.close()

    def rows(self, table: str) -> list[Row]:
        """The log of a table, as the database has it."""
        with psycopg.connect(self._database, row_factory=class_row(Row)) as connection:
            return connection.execute(_ROWS, [table]).fetchall()

    def query(self, statement: str, *params: Any) -> list[Any]:
        """The first column of the rows of a query."""
        with psycopg.connect(self._database) as connection:
            return [row[0] for row in connection.execute(statement.encode(), params)]

    def stacks(self) -> list[str]:
        """The stacks in the logs of all processes."""
        return [stack for node in self.nodes for stack in node.process.stacks]


@contextmanager
def running_world(folder: Path) -> Iterator[World]:
    """An installation that runs."""
    with ExitStack() as stack:
        world = World(folder, stack.enter_context(running_postgres()), stack.enter_context(running_redis()))
        stack.callback(world.close)
        world.start()
        yield world
