"""Workers pass connections on to each other: with what was read from them, and without ever waiting."""

from __future__ import annotations

import asyncio
import itertools
import socket
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okawari.server.passing import Inboxes, Passing, close_all, home_of, inbox, taken_from
from tests.support.coroutines import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="several workers do not run there")
NUMBERS = range(1, 9)


def asks_for(worker: int) -> bytes:
    """The beginning of a request for a table that belongs to one of two workers."""
    tables = (f"table-{number}".encode() for number in itertools.count())
    table = next(table for table in tables if home_of(table, [1, 2]) == worker)
    return b"GET /ws/tables/" + table + b" HTTP/1.1\r\n"


@pytest.fixture
def pair() -> Iterator[tuple[Passing, Passing]]:
    """Two workers that serve."""
    inboxes = [inbox(), inbox()]
    both = []
    for number, (_, reading) in enumerate(inboxes, 1):
        writing = [socket.dup(end.fileno()) for end, _ in inboxes]
        both.append(Passing(Inboxes(number, writing, socket.dup(reading.fileno()))))
        both[-1].workers = [1, 2]
    yield both[0], both[1]
    for each in both:
        each.close()
    for end in itertools.chain(*inboxes):
        end.close()


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Both ends of a connection: the client's, and the server's."""
    client, server = socket.socketpair()
    client.settimeout(10)
    with client, server:
        yield client, server


def test_a_connection_goes_to_the_worker_of_its_table_with_what_was_read(
    pair: tuple[Passing, Passing], line: tuple[socket.socket, socket.socket]
) -> None:
    one, two = pair
    client, server = line
    assert one.pass_on(server.fileno(), asks_for(2))
    server.close()
    connection, data = run(two.take())
    assert data == asks_for(2)
    client.sendall(b"more")
    with connection:
        assert connection.recv(10) == b"more"
        connection.send(b"answer")
    assert client.recv(10) == b"answer"


@pytest.mark.parametrize(
    "data", [asks_for(1), b"GET /api/me HTTP/1.1\r\n", b"GET /ws/tab", b"POST " + asks_for(2), b"\x00\xff", b""]
)
def test_everything_else_is_served_where_it_is(
    pair: tuple[Passing, Passing], line: tuple[socket.socket, socket.socket], data: bytes
) -> None:
    assert not pair[0].pass_on(line[1].fileno(), data)


def test_a_connection_is_served_where_it_is_if_the_other_worker_does_not_serve_or_its_inbox_is_full(
    pair: tuple[Passing, Passing], line: tuple[socket.socket, socket.socket]
) -> None:
    one, _ = pair
    for workers in ([], [1]):
        one.workers = workers
        assert not one.pass_on(line[1].fileno(), asks_for(2))
    one.workers = [1, 2]
    assert any(not one.pass_on(line[1].fileno(), asks_for(2)) for _ in range(100_000))


def test_clients_of_a_worker_that_does_not_take_them_come_again() -> None:
    writing, reading = inbox()
    client, server = socket.socketpair()
    client.settimeout(10)
    with writing, reading, client:
        assert taken_from(reading) is None
        with server:
            socket.send_fds(writing, [b"x"], [server.fileno()])
        close_all(reading)
        assert client.recv(10) == b""
        close_all(reading)


def test_one_that_is_told_to_stop_while_it_waits_stops(pair: tuple[Passing, Passing]) -> None:
    async def work() -> None:
        waiting = asyncio.create_task(pair[0].take())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()

    run(work())


@given(st.binary(min_size=1), st.sets(st.sampled_from(NUMBERS), min_size=2))
def test_when_a_worker_ends_only_its_tables_move(table: bytes, workers: set[int]) -> None:
    home = home_of(table, workers)
    assert home in workers
    assert all(home_of(table, workers - {other}) == home for other in workers - {home})
