"""The ASGI application, put together."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import okawari
from okawari.server.http import choices, errors, lobby, me, metrics, pad, pages, records, rehearsals, replays, rules
from okawari.server.http.middleware import RequestGuard
from okawari.server.runtime.buses import bus_at
from okawari.server.runtime.metrics import Metrics
from okawari.server.runtime.reviews import Reviews
from okawari.server.runtime.shared_limits import SharedLimits
from okawari.server.runtime.tables import Tables
from okawari.server.security.connections import ASSUMED, ConnectionLimits, ConnectionMiddleware, Connections
from okawari.server.security.identity import Cookies
from okawari.server.security.limits import Limits
from okawari.server.security.log_redaction import install_log_filters
from okawari.server.settings import Settings
from okawari.server.storage.store import Role
from okawari.server.storage.stores import store_at
from okawari.server.storage.urls import DatabaseUrl
from okawari.server.wire import connection
from okawari.server.wire.messages import Trouble
from okawari.server.wire.reviews import review_of


def create_app(settings: Settings, descriptors: int = ASSUMED) -> FastAPI:
    """The application with these settings; connections are limited by the number of file descriptors.

    Raises `StoreProblem` or `BusProblem` if the address of the database or of the bus cannot be used.
    """
    app = _with_tables(settings, descriptors, "serve")
    app.state.cookies = Cookies(settings)
    app.state.reviews = Reviews(review_of, app.state.tables.bots.reviews)
    for room in (me, lobby, choices, rules, pad, replays, records, rehearsals, metrics, connection, pages):
        app.include_router(room.router)
    app.router.default = pages.page
    return app


def create_thinker(settings: Settings, descriptors: int = ASSUMED) -> FastAPI:
    """An application that leads tables and serves no players: over HTTP it tells only its health and metrics."""
    app = _with_tables(settings, descriptors, "think")
    app.include_router(metrics.router)
    return app


def _with_tables(settings: Settings, descriptors: int, role: Role) -> FastAPI:
    """An application that has tables and no routes."""
    counted = Metrics()
    connections = Connections(ConnectionLimits.for_descriptors(descriptors), settings.proxies, settings.limited)
    database = database_of(settings)
    store = store_at(database, counted.commits.observe)
    # PostgreSQL carries the news itself, if nothing else is named.
    bus = bus_at(settings.bus or (database.secret if database.kind == "postgresql" else None), settings.secret)
    tables = Tables(settings, store, bus, counted, role)
    limits = Limits(settings.limited, settings.secret)
    shared_limits = SharedLimits(limits, bus)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        install_log_filters()
        # What was loaded at the start stays; looking through it for garbage would stop the server for a while.
        gc.freeze()
        await tables.open()
        shared_limits.open()
        yield
        shared_limits.close()
        await tables.close()

    app = FastAPI(
        title="Okawari",
        version=okawari.__version__,
        description="Tables of the Sushi Go! family of games. Sockets at /ws/tables/{id}: see docs/wire.md.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses={status: {"model": Trouble} for status in (422, "4XX", "5XX")},
    )
    app.state.settings = settings
    app.state.metrics = counted
    app.state.scrape = counted.scrape
    app.state.tables = tables
    app.state.limits = limits
    app.state.connections = connections
    errors.install(app)
    app.add_middleware(RequestGuard, settings=settings, limits=limits)
    app.add_middleware(ConnectionMiddleware, connections=connections)
    return app


def database_of(settings: Settings) -> DatabaseUrl:
    """The address of the database: by default a file in the data folder."""
    if settings.database_url:
        return DatabaseUrl.parse(settings.database_url)
    return DatabaseUrl.of_file(settings.database)
