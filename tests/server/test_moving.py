"""An installation moves from SQLite to PostgreSQL; and older schemas become the one of this version."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

from okawari.cli.app import app
from okawari.server.storage import moving
from okawari.server.storage.leases import SHARDS
from okawari.server.storage.migrations import HEAD
from okawari.server.storage.schema import COORDINATION, METADATA
from okawari.server.storage.sqlite import lock_of
from okawari.server.storage.store import Store, StoreProblem
from okawari.server.storage.urls import DatabaseUrl
from tests.databases.write import DATABASES, FOR_EVER, Facts
from tests.server.test_stores import opened
from tests.server.test_upgrade import facts, the_dice_go_on, the_drafting_game_goes_on, the_lobby_fills
from tests.support.coroutines import run
from tests.support.postgres import PostgresServer
from tests.support.server_thread import Browser, running_server

__all__ = ["facts"]

#: The migrations of an Okawari before alembic, by the versions that they lead to.
OLDER = {2: "m0002_uptime", 3: "m0003_results", 4: "m0004_records"}


def move(file: Path, url: str) -> Any:
    return CliRunner().invoke(app, ["move-database", str(file), url])


def rows_of(connection: Any, table: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in connection.execute(f"SELECT * FROM {table}").fetchall())


def test_games_go_on_after_the_move(facts: Facts, postgres: PostgresServer) -> None:
    """As the recipe in docs/server.md has it: stop, copy, start; everybody has their cookies and seats."""
    url, file = postgres.new_database(empty=True), facts["data"] / "okawari.db"
    done = move(file, url)
    assert done.exit_code == 0, done.output
    assert "log: " in done.output and "copied and verified" in done.output
    with closing(sqlite3.connect(file)) as original, psycopg.connect(url) as copied:
        for table in METADATA.tables:
            expected = [tuple(row) for row in rows_of(original, table)]
            assert rows_of(copied, table) == [_with_booleans(row, copied, table) for row in expected]
    with running_server(facts["data"], FOR_EVER, database_url=url) as server:
        ann, bob = (Browser(server, cookie=facts["cookies"][name]) for name in ("Ann", "Bob"))
        server.browsers += [ann, bob]
        the_lobby_fills(ann, bob, facts["tables"]["lobby"])
        the_drafting_game_goes_on(ann, bob, facts["tables"]["draft"])
        the_dice_go_on(ann, facts["tables"]["roll"])


def _with_booleans(row: tuple[Any, ...], copied: Any, table: str) -> tuple[Any, ...]:
    """A row of SQLite as PostgreSQL has it, where true and false are no numbers."""
    columns = copied.execute(f"SELECT * FROM {table} LIMIT 0").description
    return tuple(bool(value) if column.type_code == 16 else value for value, column in zip(row, columns, strict=True))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of SQLite with games in it."""
    (source,) = sorted(DATABASES.glob("0.1.0.sqlite"))
    return Path(shutil.copy(source, tmp_path / "okawari.db"))


def test_a_file_in_use_is_not_moved(file: Path, postgres: PostgresServer) -> None:
    url = postgres.new_database(empty=True)
    with lock_of(file):
        done = move(file, url)
    assert done.exit_code == 1 and "Another server uses" in done.output
    assert move(file, url).exit_code == 0


def test_a_target_with_games_is_left_alone(file: Path, postgres: PostgresServer) -> None:
    url = postgres.new_database(empty=True)
    assert move(file, url).exit_code == 0
    done = move(file, url)
    assert done.exit_code == 1 and "has games in it already" in done.output


def test_a_copy_that_differs_is_not_kept(file: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    url, copy = postgres.new_database(empty=True), moving._copy

    def lose_a_row(source: Any, driver: Any, table: Any) -> None:
        copy(source, driver, table)
        if table.name == "log":
            driver.execute("DELETE FROM log WHERE number = 2")

    monkeypatch.setattr(moving, "_copy", lose_a_row)
    done = move(file, url)
    assert done.exit_code == 1 and "What was copied of log" in done.output
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('log')").fetchone() == (None,)
    monkeypatch.undo()
    assert move(file, url).exit_code == 0


def test_what_cannot_be_moved_is_named(file: Path, tmp_path: Path) -> None:
    assert "There is no database" in move(tmp_path / "none.db", "postgresql://127.0.0.1:1/okawari").output
    assert "to PostgreSQL only" in move(file, f"sqlite:///{tmp_path / 'copy.db'}").output
    assert "must begin with postgresql://" in move(file, "okawari").output
    done = move(file, "postgresql://ann:hush@127.0.0.1:1/okawari")
    assert "does not answer" in done.output and "hush" not in done.output


# The schema


def tables_of(file: Path) -> dict[str, str]:
    """All tables and indexes of a file of SQLite."""
    with closing(sqlite3.connect(file)) as database:
        return dict(database.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").fetchall())


@pytest.fixture(params=[1, 2, 3, 4])
def older(request: pytest.FixtureRequest, file: Path) -> Path:
    """A database as a version before alembic left it: the one of 0.1.0 is the first."""
    with closing(sqlite3.connect(file)) as database:
        for version in range(2, request.param + 1):
            for statement in import_module(f"okawari.server.storage.migrations.versions.{OLDER[version]}").STATEMENTS:
                database.execute(statement)
        database.execute("UPDATE version SET number = ?", (request.param,))
        database.commit()
    return file


def test_every_older_schema_becomes_todays(older: Path, tmp_path: Path) -> None:
    async def open_both() -> list[str]:
        (tmp_path / "new").mkdir()
        async with opened(None, tmp_path / "new"), opened(None, tmp_path) as store:
            return await _all_tables(store)

    assert len(run(open_both())) == 3
    new = tables_of(tmp_path / "new" / "okawari.db")
    assert tables_of(older).keys() == new.keys()
    with closing(sqlite3.connect(older)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]
        assert database.execute("SELECT number FROM version").fetchall() == [(5,)], "an older Okawari refuses it"
        assert database.execute("SELECT count(*) FROM log").fetchone()[0] > 50


async def _all_tables(store: Store) -> list[str]:
    return [each for person in await _people(store) for each in await store.of_person(person, 3, rehearsals=True)][:3]


async def _people(store: Store) -> list[str]:
    rows: list[str] = await store._read(  # type: ignore[attr-defined]
        lambda connection: list(connection.exec_driver_sql("SELECT DISTINCT person FROM people").scalars())
    )
    return rows


def test_two_servers_that_start_together_make_one_schema(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.new_database(empty=True)

    async def work() -> None:
        async with opened(url, tmp_path) as one, opened(url, tmp_path) as two:
            assert await one.awake(range(SHARDS)) == await two.awake(range(SHARDS)) == []

    run(work())
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]


def test_a_database_of_another_program_is_not_touched(postgres: PostgresServer, tmp_path: Path) -> None:
    url = postgres.new_database(empty=True)
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE log (line TEXT)")

    async def work() -> None:
        async with opened(url, tmp_path):
            pass

    with pytest.raises(StoreProblem) as problem:
        run(work())
    assert problem.value.code == "not-ours" and str(problem.value.params["database"]) == str(DatabaseUrl.parse(url))


def test_the_tables_of_queries_are_those_of_the_database(postgres: PostgresServer) -> None:
    """Queries know every column that migrations make."""
    with psycopg.connect(postgres.new_database()) as connection:
        query = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        found = {tuple(row) for row in connection.execute(query).fetchall()}
    tables = (*METADATA.tables.values(), *COORDINATION.tables.values())
    known = {(table.name, column.name) for table in tables for column in table.columns}
    assert found - known == {("alembic_version", "version_num")} and known <= found
