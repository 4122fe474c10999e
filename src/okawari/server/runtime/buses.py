"""The bus that the settings of a server name."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.util import find_spec
from typing import Any, Literal

from okawari.server.runtime.bus import Bus, LocalBus
from okawari.server.runtime.shared_bus import Carrier, SharedBus

_REDIS, _POSTGRESQL = ("redis", "rediss", "unix"), ("postgresql", "postgres")


class BusProblem(Exception):
    """The address of a bus cannot be used; the text is `house.bus.CODE` in the catalogues."""

    def __init__(self, code: Literal["unknown-scheme", "bad-url", "no-driver"], **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def bus_at(url: str | None, secret: bytes) -> Bus:
    """The bus at an address, or that of one process without one. Raises `BusProblem` if the address cannot be used.

    Servers with the same secret hear each other: others at the same Redis or PostgreSQL use other channels.
    """
    if not url:
        return LocalBus()
    scheme = url.partition("://")[0]
    name = f"okawari_{sha256(b'bus' + secret).hexdigest()[:16]}"
    signing = sha256(b"notes" + secret).digest()
    if scheme in _REDIS:
        return SharedBus(_redis(url, name), f"redis {name}", signing)
    if scheme in _POSTGRESQL:
        return SharedBus(_postgresql(url, name), f"postgresql {name}", signing)
    raise BusProblem("unknown-scheme")


def _redis(url: str, name: str) -> Callable[[], Carrier]:
    _needs("redis", "redis")
    from okawari.server.runtime.redis_carrier import RedisCarrier

    try:
        RedisCarrier(url, name)
    except (ValueError, TypeError):
        # The message of the exception may hold the address with its password.
        raise BusProblem("bad-url") from None
    return lambda: RedisCarrier(url, name)


def _postgresql(url: str, name: str) -> Callable[[], Carrier]:
    _needs("psycopg", "postgres")
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    from okawari.server.runtime.postgres_carrier import PostgresCarrier

    try:
        conninfo_to_dict(url)
    except ProgrammingError:
        raise BusProblem("bad-url") from None
    return lambda: PostgresCarrier(url, name)


def _needs(module: str, extra: str) -> None:
    """Refuse a bus whose driver is not installed, and name the extra that has it."""
    if find_spec(module) is None:
        raise BusProblem("no-driver", extra=extra)
