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
from okawari.server.runtime.tables import Tables
from okawari.server.security.connections import ASSUMED, ConnectionLimits, ConnectionMiddleware, Connections
from okawari.server.security.identity import Cookies
from okawari.server.security.limits import Limits
from okawari.server.security.log_redaction import install_log_filters
from okawari.server.settings import Settings
from okawari.server.storage.stores import store_at
from okawari.server.storage.urls import DatabaseUrl
from okawari.server.wire import connection
from okawari.server.wire.messages import Trouble
from okawari.server.wire.reviews import review_of


def create_app(settings: Settings, descriptors: int = ASSUMED) -> FastAPI:
    """The application with these settings; connections are limited by the number of file descriptors.

    Raises `StoreProblem` or `BusProblem` if the address of the database or of the bus cannot be used.
    """
    counted = Metrics()
    connections = Connections(ConnectionLimits.for_descriptors(descriptors), settings.proxies, settings.limited)
    database = _database(settings)
    store = store_at(database, counted.commits.observe)
    # PostgreSQL carries the news itself, if nothing else is named.
    bus = bus_at(settings.bus or (database.secret if database.kind == "postgresql" else None), settings.secret)
    tables = Tables(settings, store, bus, counted)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        install_log_filters()
        # What was loaded at the start stays; looking through it for garbage would stop the server for a while.
        gc.freeze()
        await tables.open()
        yield
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
    app.state.tables = tables
    app.state.cookies = Cookies(settings)
    app.state.limits = Limits(settings.limited)
    app.state.connections = connections
    app.state.reviews = Reviews(review_of, tables.bots.reviews)
    errors.install(app)
    app.add_middleware(RequestGuard, settings=settings, limits=app.state.limits)
    app.add_middleware(ConnectionMiddleware, connections=connections)
    for room in (me, lobby, choices, rules, pad, replays, records, rehearsals, metrics, connection, pages):
        app.include_router(room.router)
    app.router.default = pages.page
    return app


def _database(settings: Settings) -> DatabaseUrl:
    """The address of the database: by default a file in the data folder."""
    if settings.database_url:
        return DatabaseUrl.parse(settings.database_url)
    return DatabaseUrl.of_file(settings.database)
