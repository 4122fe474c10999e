"""A wall clock that jumps neither deletes tables nor stops the clocks of games."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from okawari.server.settings import DAY
from tests.support.databases import ON_BOTH, run_sql
from tests.support.server_thread import QUICK, ServerThread, running_server, two_at_a_table, until

pytestmark = ON_BOTH

MONTH = 32 * DAY


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the wall clock forward by so many seconds from its true time."""
    true = time.time
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: true() + seconds)


#: Sweeps follow each other quickly, and nothing else goes by itself.
SWEEPING = replace(QUICK, idle=0.05, grace=1e6)


def value_of(data: Path, query: str) -> Any:
    [(value,)] = run_sql(data, query)
    return value


def sweeps(data: Path) -> None:
    """Wait for two sweeps."""
    for _ in range(2):
        before = value_of(data, "SELECT seconds FROM uptime")
        until(lambda before=before: value_of(data, "SELECT seconds FROM uptime") > before)


def unfinished_table(server: ServerThread) -> None:
    ann = server.browser("Ann")
    ann.set_table("you", "taro", start=True)
    ann.set_table("you", "open")
    ann.close()


@pytest.mark.slow
def test_a_jump_of_a_month_deletes_nothing(tmp_path: Path, jump: Callable[[float], None]) -> None:
    """Neither while a server runs, nor when it starts with a wrong clock; and with the right one all is as before."""
    with running_server(tmp_path, SWEEPING) as server:
        unfinished_table(server)
        jump(MONTH)
        sweeps(tmp_path)
    with running_server(tmp_path, SWEEPING):
        sweeps(tmp_path)
        assert value_of(tmp_path, "SELECT count(*) FROM tables WHERE stale_since IS NOT NULL") == 2
    jump(0)
    with running_server(tmp_path, SWEEPING):
        sweeps(tmp_path)
    assert value_of(tmp_path, "SELECT count(*) FROM tables WHERE stale_since IS NULL") == 2


@pytest.mark.slow
def test_a_server_that_restarts_often_deletes_in_the_end(tmp_path: Path, jump: Callable[[float], None]) -> None:
    """What is too old goes after a further time of uptime, which is counted over restarts."""
    durations = replace(SWEEPING, second_look=1.0)
    with running_server(tmp_path, durations) as server:
        unfinished_table(server)
    jump(MONTH)
    for _ in range(100):
        with running_server(tmp_path, durations):
            sweeps(tmp_path)
        if not value_of(tmp_path, "SELECT count(*) FROM tables"):
            break
    assert not value_of(tmp_path, "SELECT count(*) FROM tables")
    assert not value_of(tmp_path, "SELECT count(*) FROM log")
    assert value_of(tmp_path, "SELECT seconds FROM uptime") > 1.0


def test_a_clock_rings_though_the_wall_clock_is_set_back(tmp_path: Path, jump: Callable[[float], None]) -> None:
    with running_server(tmp_path) as server:
        ann, bob = server.browser("Ann"), server.browser("Bob")
        hers, _, _ = two_at_a_table(ann, bob, options={"clock": "quick"})
        number = hers.game["number"]
        jump(-3600)
        hers.until(lambda: hers.game["number"] >= number + 2)


@pytest.mark.slow
def test_a_deadline_of_a_server_with_a_wrong_clock_does_not_last(tmp_path: Path, jump: Callable[[float], None]) -> None:
    """The table was dealt by a server that lived a month ahead: its clock of an hour does not run for a month."""
    jump(MONTH)
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        made = ann.set_table("you", "here", options={"clock": "relaxed"}, start=True)
    jump(0)
    with running_server(tmp_path) as server:
        wire = server.browser(cookie=ann.cookie).visit(made)
        assert 0 < wire.game["deadline"] - wire.now <= QUICK.clocks["relaxed"]
