"""Several server processes on one port: any serves any table, one that dies comes back, and all end together."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from okawari.cli.app import app
from okawari.server.passing import home_of
from okawari.server.runtime.metrics import Metrics, exposition
from okawari.server.runtime.retry import FIRST_PAUSE
from okawari.server.settings import Settings
from okawari.server.supervisor import Inherited, SupervisedWorker
from okawari.server.wire.connection import SOCKETS
from tests.support.coroutines import run
from tests.support.databases import ON_BOTH, database_url
from tests.support.server_process import ServerProcess
from tests.support.server_thread import Browser, Wire, until
from tests.support.timeouts import TIMEOUT

pytestmark = [
    ON_BOTH[0],
    pytest.mark.parametrize("database", ["postgresql"], indirect=True, scope="module"),
    pytest.mark.skipif(sys.platform != "linux", reason="the processes are found in /proc"),
]
REFUSALS = {"en": "need PostgreSQL", "pl": "wymaga PostgreSQL", "is": "þurfa PostgreSQL"}


def workers_of(supervisor: int) -> set[int]:
    """The ids of the processes of the workers."""
    return {int(each) for each in Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()}


def runs(process: int) -> bool:
    """Whether a process runs: one that has ended may wait for another one to notice that."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] != "Z"
    return False


def is_served(server: ServerProcess) -> bool:
    """Whether anything listens at the port."""
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", server.port), 5).close()
        return True
    return False


def sockets_of_workers(server: ServerProcess) -> dict[str, float]:
    """The open websockets of each worker that answers, from one request for the metrics."""
    metrics = httpx2.get(f"{server.url}/metrics").text
    return {worker: float(n) for worker, n in re.findall(r'^okawari_sockets{worker="(\d)"} (\S+)$', metrics, re.M)}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path, OKAWARI_WORKERS="2")
    running.start()
    workers = workers_of(running.pid)
    try:
        yield running
    finally:
        running.stop()
    until(lambda: not any(map(runs, workers)))


def visits_at_both(server: ServerProcess, browser: Browser, table: str) -> list[Wire]:
    """Sockets to a table, at least one of them at each worker, which passes none of them on."""
    # A path that is written otherwise is served where the connection was accepted.
    path = SOCKETS.replace("t", "%74")
    wires = [browser.visit(table, path=path)]
    until(lambda: wires.append(browser.visit(table, path=path)) or min(sockets_of_workers(server).values()) > 0)  # type: ignore[func-returns-value]
    return wires


def visit_after_a_request(server: ServerProcess, browser: Browser, table: str) -> None:
    """Visit a table on a connection that had another request before, as proxies do it."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=TIMEOUT)
    line.request("GET", "/healthz")
    line.getresponse().read()
    assert line.sock, "the connection is kept"
    browser.visit(table, sock=line.sock)


def new_table_of(worker: int, browser: Browser) -> str:
    """A new table with a bot that belongs to one of two workers."""
    while True:
        table: str = browser.set_table("you", "pip", start=True)["id"]
        if home_of(table.encode(), [1, 2]) == worker:
            return table


def is_alive(wire: Wire) -> bool:
    """Whether the worker of a socket lives."""
    try:
        wire.receive_all()
    except ConnectionClosed:
        return False
    return True


@pytest.mark.slow
def test_all_sockets_of_a_table_are_at_one_worker(server: ServerProcess) -> None:
    ann = Browser(server, "Ann")
    table = new_table_of(1, ann)
    wires = [ann.visit(table) for _ in range(6)]
    other = new_table_of(2, ann)
    ann.visit(other)
    until(lambda: sockets_of_workers(server) == {"1": 6, "2": 1})
    for each in (table, other):
        visit_after_a_request(server, ann, each)
    until(lambda: sockets_of_workers(server) == {"1": 7, "2": 2})
    wires[0].play_on(turns=1)
    for wire in wires:
        wire.until(lambda wire=wire: wire.game["number"] == 2)
    ann.close()
    until(lambda: sockets_of_workers(server) == {"1": 0, "2": 0})


@pytest.mark.slow
def test_any_worker_serves_any_table_and_one_that_is_killed_comes_back(server: ServerProcess) -> None:
    ann = Browser(server, "Ann")
    table = ann.set_table("you", "pip", start=True)["id"]
    assert set(sockets_of_workers(server)) == {"1", "2"}
    wires = visits_at_both(server, ann, table)
    wires[0].play_on(turns=1)
    for wire in wires:
        wire.until(lambda wire=wire: wire.game["number"] == 2)

    before = workers_of(server.pid)
    killed = min(before)
    os.kill(killed, signal.SIGKILL)
    until(lambda: len(workers_of(server.pid) - before) == 1 and killed not in workers_of(server.pid))
    alive = [wire for wire in wires if is_alive(wire)]
    assert 0 < len(alive) < len(wires)
    # Another browser of hers, with no connection of before.
    again = Browser(server, cookie=ann.cookie)
    wire = again.visit(table)
    wire.play_on(turns=1)
    for each in alive:
        each.until(lambda each=each: each.game["number"] == 3)
    until(lambda: set(sockets_of_workers(server)) == {"1", "2"})
    for each in visits_at_both(server, again, table):
        each.until(lambda each=each: each.game["number"] == 3)
    assert server.log.read_text().count("has ended (exit code -9); another one is started.") == 1
    again.close()
    ann.close()


@pytest.mark.slow
def test_all_workers_end_with_the_command_and_say_goodbye(server: ServerProcess) -> None:
    ann = Browser(server, "Ann")
    wires = visits_at_both(server, ann, ann.set_table("you", "pip", start=True)["id"])
    workers = workers_of(server.pid)
    server.stop()
    assert not any(map(runs, workers)) and not is_served(server)
    for wire in wires:
        wire.close_code()
        assert wire.received[-1] == {"type": "bye", "reason": "shutdown"}
    ann.close()


@pytest.mark.slow
def test_the_command_ends_while_workers_start(tmp_path: Path) -> None:
    running = ServerProcess(tmp_path, OKAWARI_WORKERS="2")
    running.launch()
    until(lambda: len(workers_of(running.pid)) == 2)
    workers = workers_of(running.pid)
    running.stop()
    assert not any(map(runs, workers))


@pytest.mark.slow
def test_workers_end_when_the_supervisor_is_killed(server: ServerProcess) -> None:
    workers = workers_of(server.pid)
    assert len(workers) == 2
    server.kill()
    until(lambda: not any(map(runs, workers)) and not is_served(server))


def test_one_that_dies_at_once_again_and_again_is_started_after_longer_and_longer_pauses(
    tmp_path: Path,
) -> None:
    starts: list[float] = []

    async def no_metrics() -> dict[str, Any]:
        return {}

    async def nothing() -> None:
        pass

    class Dying(SupervisedWorker):
        """A worker that serves, and dies a moment later."""

        async def _run_one(self, inherited: Inherited) -> str:
            starts.append(asyncio.get_running_loop().time())
            self.ready.set()
            if len(starts) == 3:
                raise OSError(errno.EAGAIN, "No process is left")
            if len(starts) == 6:
                self.stop()
            return "has ended"

    async def work() -> None:
        await Dying(1, Settings(tmp_path, bytes(32)), no_metrics, nothing).keep(Inherited([]))

    run(work())
    pauses = [later - earlier for earlier, later in pairwise(starts)]
    # About twice as long each time, with chance in it; a busy machine only makes them longer.
    assert all(pause >= 0.75 * FIRST_PAUSE * 2**n for n, pause in enumerate(pauses))


def test_metrics_of_workers_are_told_apart() -> None:
    one, two = Metrics(), Metrics()
    one.sockets.set(3)
    two.choices.labels("bot").inc(5)
    two.commits.observe(0.004)
    text = exposition({"1": one.families(), "2": two.families()}).decode()
    found = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["okawari_sockets", ("worker", "1")] == 3 and found["okawari_sockets", ("worker", "2")] == 0
    assert found["okawari_choices_total", ("by", "bot"), ("worker", "2")] == 5
    assert found["okawari_commit_seconds_bucket", ("le", "0.005"), ("worker", "2")] == 1
    assert found["okawari_commit_seconds_count", ("worker", "1")] == 0
    assert text.count("# TYPE okawari_sockets gauge") == 1


def refused(*options: str, lang: str = "en") -> tuple[int, str]:
    """The exit code of `okawari serve` with options that it refuses, and the sentence that it says."""
    done = CliRunner().invoke(app, ["serve", "--workers", "2", *options], env={"LC_ALL": f"{lang}.UTF-8"})
    (sentence,) = done.stderr.splitlines()
    return done.exit_code, sentence


@pytest.mark.parametrize("lang", REFUSALS)
def test_sqlite_is_for_one_process(tmp_path: Path, lang: str) -> None:
    for stored in ((), ("--database", f"sqlite:///{tmp_path / 'okawari.db'}")):
        code, said = refused("--data", str(tmp_path), *stored, lang=lang)
        assert code == 2 and REFUSALS[lang] in said


def test_a_wrong_address_of_the_bus_is_told_once(tmp_path: Path) -> None:
    options = ("--data", str(tmp_path), "--database", "postgresql://ann@127.0.0.1:1/okawari")
    code, said = refused(*options, "--bus", "amqp://ann:hush@bus.example")
    assert code == 2 and "The address of the bus must begin with" in said


@pytest.mark.slow
def test_a_database_that_does_not_answer_is_told_once(tmp_path: Path) -> None:
    address = "postgresql://ann:hush@127.0.0.1:1/okawari"
    code, said = ServerProcess(tmp_path, OKAWARI_WORKERS="3", OKAWARI_DATABASE=address).fail_to_start()
    assert code == 1 and "does not answer" in said and len(said.splitlines()) == 1 and "hush" not in said


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_once(tmp_path: Path) -> None:
    assert database_url(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = ServerProcess(tmp_path, port=taken.getsockname()[1], OKAWARI_WORKERS="3")
        code, said = server.fail_to_start()
    assert code == 1 and "Nobody can be served at" in said and len(said.splitlines()) == 1
