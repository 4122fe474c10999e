"""Connections that never speak, that speak too slowly, or that are too many: others do not notice them."""

from __future__ import annotations

import contextlib
import errno
import itertools
import re
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from okawari.server.http import middleware
from okawari.server.security import accepting, connections
from okawari.server.security.connections import Connection, ConnectionLimits, Connections, network_of
from okawari.server.wire import connection as sockets
from okawari.server.wire.messages import VERSION
from tests.support.server_process import ServerProcess
from tests.support.server_thread import NONCE, WAIT, Browser, Wire, open_socket, running_server

resource = pytest.importorskip("resource")
#: Only there are all of 127.0.0.0/8 addresses of this machine.
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
PROXY = "127.0.0.1"
HOSTILE = "127.0.0.2"


# Counting


class FakeTransport:
    """A transport that only notes that it was closed."""

    def __init__(self) -> None:
        self.closed = False

    def abort(self) -> None:
        self.closed = True


class Counted:
    """A registry of connections, with fake transports."""

    def __init__(self, descriptors: int = 200) -> None:
        self.limits = ConnectionLimits.for_descriptors(descriptors)
        self.registry = Connections(self.limits, PROXY)
        self._ports = itertools.count(1024)

    def open(self, address: str) -> Connection | None:
        connection = self.registry.open((address, next(self._ports)))
        if connection:
            connection.transport = FakeTransport()  # type: ignore[assignment]
        return connection


def closed(connection: Connection) -> bool:
    line = connection.transport
    assert isinstance(line, FakeTransport)
    return line.closed


def test_networks() -> None:
    assert network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1:2:3") != network_of("2001:db8:0:1::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("testclient") == "testclient"


def test_a_network_with_too_many_loses_its_own_oldest_idle_connection() -> None:
    counted = Counted()
    most = counted.limits.others_of_network
    mine, theirs = counted.open("192.0.2.1"), [counted.open(HOSTILE) for _ in range(most + 3)]
    assert mine and not closed(mine)
    assert all(theirs), "later connections are let in"
    assert [closed(each) for each in theirs if each] == [True] * 3 + [False] * most
    for each in theirs:
        each.active = 1  # type: ignore[union-attr]
    assert counted.open(HOSTILE) is None, "nothing that is in use is closed"
    assert counted.open("192.0.2.1")


def test_players_are_never_closed_for_others() -> None:
    counted = Counted()
    players = [counted.open("192.0.2.1") for _ in range(counted.limits.others_of_network)]
    for player in players:
        assert player
        player.active = 1
        counted.registry.seat(player, True)
    for n in range(5 * counted.limits.total):
        counted.open(f"198.51.100.{n % 256}")
    assert not any(closed(player) for player in players if player)
    assert counted.open("192.0.2.1"), "players do not count among the others of their network"
    assert len(counted.registry) <= counted.limits.total


def test_sockets_behind_a_proxy_count_for_the_network_that_it_names() -> None:
    counted = Counted()
    most = counted.limits.others_of_network
    lines = [counted.open(PROXY) for _ in range(2 * most)]
    assert all(lines), "the proxy itself is exempt"
    for line in lines:
        line.active = 1  # type: ignore[union-attr]
    named = [counted.registry.name_network(line, "2001:db8::1") for line in lines if line]
    assert named == [True] * most + [False] * most
    assert counted.registry.name_network(lines[-1], "2001:db8:1::1")  # type: ignore[arg-type]


_addresses = st.integers(0, 3).map(lambda n: f"192.0.2.{n}") | st.just(PROXY)


@given(st.integers(16, 400), st.lists(st.tuples(_addresses, st.sampled_from(["idle", "busy", "seated", "gone"]))))
def test_the_limits_hold_whatever_comes(descriptors: int, arrivals: list[tuple[str, str]]) -> None:
    counted = Counted(descriptors)
    limits, opened = counted.limits, []
    for address, kind in arrivals * 5:
        if (connection := counted.open(address)) is None:
            continue
        opened.append(connection)
        connection.active = int(kind in ("busy", "seated"))
        if kind == "seated":
            counted.registry.seat(connection, True)
        if kind == "gone":
            counted.registry.closed(connection.peer)
            connection.close()
    left = [connection for connection in opened if not closed(connection)]
    assert len(left) == len(counted.registry) <= limits.total
    for network in {connection.network for connection in left} - {None}:
        mine = [connection for connection in left if connection.network == network]
        assert sum(not connection.seated for connection in mine) <= limits.others_of_network
        assert sum(connection.seated for connection in mine) <= limits.seated_of_network


# Time-outs


@contextlib.contextmanager
def line_to(port: int, source: str = "") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), WAIT, (source, 0) if source else None) as line:
        yield line


def answer_on(line: socket.socket) -> bytes:
    """Everything that comes until the server closes the line."""
    try:
        return b"".join(iter(lambda: line.recv(65_536), b""))
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_a_connection_that_sends_no_request_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADERS", 0.2)
    with running_server(tmp_path) as server, line_to(server.port) as line:
        line.sendall(sent)
        assert answer_on(line) == b""


@pytest.mark.slow
def test_half_a_request_after_a_whole_one_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADERS", 0.5)
    with running_server(tmp_path) as server, line_to(server.port) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /healthz HT")
        assert answer_on(line).endswith(b"ok\n")


@pytest.mark.slow
def test_a_body_that_does_not_come_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY", 0.2)
    with running_server(tmp_path) as server, line_to(server.port) as line:
        line.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\nConnection: close\r\n\r\n{"
        )
        answer = answer_on(line)
        assert answer.startswith(b"HTTP/1.1 408 ") and b'"too-slow"' in answer


@pytest.mark.slow
def test_a_socket_that_talks_without_a_hello_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO", 0.5)
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "open"), hello=False)
        greeted = ann.visit(ann.set_table("you", "open"))
        with pytest.raises(ConnectionClosed):
            while True:
                wire.send(type="ping", id="p")
                wire.receive()
                time.sleep(0.05)
        greeted.request("ping")


@pytest.mark.slow
def test_a_flood_of_pings_is_cut_off(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        ann = server.browser("Ann")
        wire = ann.visit(ann.set_table("you", "open"))
        with pytest.raises((ConnectionClosed, OSError)):
            for _ in range(20_000):
                wire.connection.ping()
            wire.close_code()
            wire.connection.ping()


# Too many


def seated(browser: Browser, made: dict[str, Any], seat: int) -> Wire:
    wire = browser.visit(made)
    if seat:
        wire.request("sit", seat=seat, nonce=NONCE)
    return wire


@pytest.mark.slow
def test_a_school_plays_behind_one_address(tmp_path: Path) -> None:
    """Two hundred people at forty tables, who all come at once, with the limits of every server."""
    with running_server(tmp_path, limited=True) as server:
        wires = []
        for _ in range(40):
            host = server.browser("Host")
            made = host.set_table("you", *["open"] * 4)
            code = host.visit(made).table["code"]
            for seat in range(5):
                pupil = host if seat == 0 else server.browser("Pupil")
                assert pupil.http.post("/api/join", json={"code": code}).json()["id"] == made["id"]
                wires.append(seated(pupil, made, seat))
            wires[-5].request("start")
        assert len(wires) == 200
        for place, wire in enumerate(wires):
            wire.until(lambda wire=wire: wire.table["phase"] == "playing")
            wire.choose(place % 5)
        for wire in wires:
            wire.until(lambda wire=wire: wire.game["number"] == 2)


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may open 256 descriptors."""
    server = ServerProcess(tmp_path, before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))
    server.start()
    yield server
    server.stop()


@contextlib.contextmanager
def player(server: ServerProcess) -> Iterator[Wire]:
    """A browser that plays with a bot at a server in another process."""
    browser = Browser(server, "Ann")
    try:
        yield browser.visit(browser.set_table("you", "pip", start=True))
    finally:
        browser.close()


@pytest.mark.slow
@on_linux
def test_idle_connections_of_one_address_do_not_keep_others_out(small_server: ServerProcess) -> None:
    """Four times as many connections as the server has descriptors, silent or half-sent, while others come and play."""
    with player(small_server) as early, contextlib.ExitStack() as hostile:
        for n in range(1_000):
            with contextlib.suppress(OSError):
                line = hostile.enter_context(line_to(small_server.port, HOSTILE))
                line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: " if n % 2 else b"")
            if n % 100 == 0:
                early.play_on(turns=1)
        with player(small_server) as late:
            late.play_on(turns=3)
            early.play_on(turns=3)
    assert len(small_server.log.read_bytes().splitlines()) < 20


@pytest.mark.slow
@on_linux
def test_a_server_without_a_free_descriptor_says_so_once_and_recovers(small_server: ServerProcess) -> None:
    """The limit falls to what is open already, so that nothing can be accepted; then it is raised again."""
    with player(small_server) as early:
        used = len(list(Path(f"/proc/{small_server.pid}/fd").iterdir()))
        resource.prlimit(small_server.pid, resource.RLIMIT_NOFILE, (used, 256))
        for _ in range(50):
            with contextlib.suppress(OSError), line_to(small_server.port) as line:
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                assert b"ok" not in line.recv(100)
        early.play_on(turns=2)
        resource.prlimit(small_server.pid, resource.RLIMIT_NOFILE, (256, 256))
        with player(small_server) as late:
            late.play_on(turns=1)
    assert len(re.findall("No descriptor is left", small_server.log.read_text())) == 1


def first_line_to(port: int, source: str) -> bytes:
    """What the server sends to a connection from the address that says nothing."""
    with socket.create_connection(("127.0.0.1", port), WAIT, (source, 0)) as line:
        return line.makefile("rb").readline()


@pytest.mark.slow
@on_linux
def test_sockets_of_one_address_leave_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Greeted sockets stay, so a network that has as many as it may have is refused the next one; others are not."""
    monkeypatch.setattr(connections, "HEADERS", 3600.0)  # nothing is closed for its silence
    with running_server(tmp_path, limited=True) as server:
        registry = server.uvicorn.app.state.connections
        registry.limits = ConnectionLimits.for_descriptors(140)
        ann = server.browser("Ann")
        made = ann.set_table("you", "open", options={"public": True})
        mine = ann.visit(made)
        address = f"ws://127.0.0.1:{server.port}/ws/tables/{made['id']}"
        watching = []
        for _ in range(registry.limits.others_of_network):
            watching.append(Wire(open_socket(address, source_address=(HOSTILE, 0))))
            watching[-1].request("hello", version=VERSION)
        assert first_line_to(server.port, HOSTILE).startswith(b"HTTP/1.1 503")
        mine.until(lambda: mine.table["watchers"] == len(watching))
        server.browser("Bob").visit(made).request("sit", seat=1, nonce=NONCE)
        for wire in watching:
            wire.close()


def test_accepting_goes_on_after_a_client_that_left_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection may be gone before it is accepted: the next one is accepted all the same."""
    failures = [ConnectionAbortedError(errno.ECONNABORTED, "gone")]
    accept = accepting.accept

    async def failing(listening: socket.socket) -> Any:
        if failures:
            raise failures.pop()
        return await accept(listening)

    monkeypatch.setattr(accepting, "accept", failing)
    with running_server(tmp_path) as server:
        assert server.browser("Ann").http.get("/healthz").text == "ok\n"
    assert not failures


@pytest.mark.slow
def test_a_port_that_is_taken_is_named_in_one_sentence(tmp_path: Path) -> None:
    with contextlib.closing(accepting.listen("127.0.0.1", 0)[0]) as taken:
        port = taken.getsockname()[1]
        server = ServerProcess(tmp_path, port=port)
        code, said = server.fail_to_start()
    assert code == 1 and len(said.splitlines()) == 1 and str(port) in said
