"""A server and two people, Ann and Bob, for the tests of a module; and the database that servers use."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.databases import stored_on
from tests.support.postgres import PostgresServer, running_postgres
from tests.support.server_thread import Browser, ServerThread, running_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server of PostgreSQL, which tests share: each has databases of its own, and stops no server."""
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kind of database of the servers: SQLite, unless tests are marked to run on both."""
    kind = getattr(request, "param", "sqlite")
    with stored_on(request.getfixturevalue("postgres") if kind == "postgresql" else None):
        yield kind


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[ServerThread]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ann(server: ServerThread) -> Iterator[Browser]:
    browser = server.browser("Ann")
    yield browser
    browser.close()


@pytest.fixture
def bob(server: ServerThread) -> Iterator[Browser]:
    browser = server.browser("Bob")
    yield browser
    browser.close()
