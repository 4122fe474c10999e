"""A client of a measured server: what it knows of its game, and how it talks."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from load.websocket import WebSocket

SEATS = 4
#: Seconds in which a server must answer.
PATIENCE = 120.0


class Refused(Exception):
    """The server refused a request."""


@dataclass
class Known:
    """What a client knows of its game."""

    #: Grows with every turn.
    number: int = 0
    #: The seats that have yet to choose.
    to_move: list[int] = field(default_factory=list)
    #: The legal moves of the client's own seat.
    moves: list[str] = field(default_factory=list)
    over: bool = False


class Client(ABC):
    """A person at a table: a seat, its socket, and what is known of the game."""

    socket: WebSocket

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known = Known()
        #: Called after every message about the game.
        self.after_news: Callable[[], None] = lambda: None
        self._answered = asyncio.Event()

    @abstractmethod
    def hear(self, text: bytes) -> None:
        """Read a message of the server."""

    @abstractmethod
    def choose(self) -> None:
        """Send the first legal move."""

    def answered(self) -> None:
        """Note that the server has answered the last request."""
        self._answered.set()

    async def ask(self, text: str) -> None:
        """Send a request, and wait for its answer."""
        self._answered.clear()
        self.socket.send(text)
        await asyncio.wait_for(self._answered.wait(), PATIENCE)

    async def wait_for_hand(self) -> None:
        """Wait until there is a hand to choose from."""
        while not self.known.moves:
            await asyncio.sleep(0.01)


class Wire(Protocol):
    """How clients join the tables of a server."""

    async def set_table(self, ports: Sequence[int]) -> tuple[str, list[Client]]:
        """Make a table, let clients take all its seats, and start the game; return its id and them.

        A server of several processes has several ports.
        """
