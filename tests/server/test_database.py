"""Databases that cannot be used are named in one sentence; a disk that is full for a while costs nothing but time."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from okawari.server.storage.migrations import HEAD
from tests.support.server_process import ServerProcess
from tests.support.server_thread import Browser, running_server, until

resource = pytest.importorskip("resource")


def said_by(server: ServerProcess, *more: str) -> str:
    """What a server says that cannot start: a sentence, and nothing else."""
    code, said = server.fail_to_start(*more)
    assert code == 1 and "Traceback" not in said
    (sentence,) = said.splitlines()
    return sentence


@pytest.mark.slow
def test_a_folder_belongs_to_one_server(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        made = server.browser("Ann").set_table("you", "pip", start=True)
        assert "Another server uses" in said_by(ServerProcess(tmp_path))
        assert server.browser("Bob").visit(made).game["number"] == 1
    with running_server(tmp_path):
        pass


@pytest.mark.slow
def test_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "okawari.db").write_bytes(b"This is no database. " * 500)
    assert "is damaged, or no database" in said_by(ServerProcess(tmp_path))
    assert (tmp_path / "okawari.db").read_bytes().startswith(b"This is no database. ")


@pytest.mark.slow
def test_a_newer_database(tmp_path: Path) -> None:
    with running_server(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "okawari.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    assert f"version 9999; this one knows versions up to {int(HEAD)})" in said_by(ServerProcess(tmp_path))


@pytest.mark.slow
def test_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    """Root may write everything but what is no file."""
    (tmp_path / "okawari.db").mkdir()
    assert "cannot be written" in said_by(ServerProcess(tmp_path))


@pytest.mark.slow
def test_a_database_that_another_program_has_locked(tmp_path: Path) -> None:
    with running_server(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "okawari.db", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        assert "has locked" in said_by(ServerProcess(tmp_path))


@pytest.mark.slow
def test_a_backup_of_a_damaged_database(tmp_path: Path) -> None:
    (tmp_path / "okawari.db").write_bytes(b"This is no database. " * 500)
    command = [sys.executable, "-m", "okawari.cli", "backup", str(tmp_path / "copy.db"), "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "copy.db").exists()


@contextlib.contextmanager
def full_disk(server: ServerProcess) -> Iterator[None]:
    """No file of a server can grow."""
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process can be set only there")
def test_games_go_on_without_a_visitor_once_the_disk_has_room(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, OKAWARI_BOT_PAUSE="1")
    server.start()
    browser = Browser(server, "Ann")
    try:
        wire = browser.visit(browser.set_table("you", "pip", menu="sushi-go-first", start=True))
        wire.until(lambda: wire.game["to_move"] == [0])
        number = 1
        while True:
            # The bot thinks for a second after the turn: the disk is full by then, or the next turn shows it.
            wire.choose(0)
            wire.until(lambda number=number: wire.game["number"] > number)
            with full_disk(server):
                until(lambda: httpx2.get(f"{server.url}/healthz").status_code == 503)
                # Long enough for the bot to have tried.
                wire.receive_all(3.0)
                moves = _moves(tmp_path)
                if wire.game["to_move"] == [0, 1]:
                    wire.close()
                    break
            number = wire.game["number"]
        until(lambda: _moves(tmp_path) == moves + 1)
        until(lambda: httpx2.get(f"{server.url}/healthz").status_code == 200)
    finally:
        browser.close()
        server.stop()


def _moves(data: Path) -> int:
    with closing(sqlite3.connect(data / "okawari.db")) as database:
        moves: int = database.execute("SELECT count(*) FROM log WHERE kind = 'choose'").fetchone()[0]
    return moves
