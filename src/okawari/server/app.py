"""The server as one application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import okawari
from okawari.server import books, choices, lobby, me, metrics, pad, pages, problems, replays, socket
from okawari.server.bus import LocalBus
from okawari.server.connections import ASSUMED, ConnectionLimits, ConnectionMiddleware, Connections
from okawari.server.discretion import be_discreet
from okawari.server.guard import Guard
from okawari.server.limits import Limits
from okawari.server.messages import Trouble
from okawari.server.metrics import Metrics
from okawari.server.people import Passports
from okawari.server.reviews import Reviews, review_of
from okawari.server.settings import Settings
from okawari.server.sqlite import SqliteStore
from okawari.server.tables import Tables
from okawari.server.thinking import warm_up


def create_app(settings: Settings, descriptors: int = ASSUMED) -> FastAPI:
    """A server that keeps its log in SQLite and its tables in one process, and may open this many descriptors."""
    counted = Metrics()
    connections = Connections(ConnectionLimits.for_descriptors(descriptors), settings.proxies, settings.limited)
    tables = Tables(settings, SqliteStore(settings.database, counted.commits.observe), LocalBus(), counted)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        be_discreet()
        await asyncio.to_thread(warm_up)
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
    app.state.passports = Passports(settings)
    app.state.limits = Limits(settings.limited)
    app.state.connections = connections
    app.state.reviews = Reviews(review_of, tables.thinker.reviews)
    problems.install(app)
    app.add_middleware(Guard, settings=settings, limits=app.state.limits)
    app.add_middleware(ConnectionMiddleware, connections=connections)
    for room in (me, lobby, choices, books, pad, replays, metrics, socket, pages):
        app.include_router(room.router)
    app.router.default = pages.page
    return app
