"""What the server counts and measures, for Prometheus."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

router = APIRouter()

_MILLISECONDS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("okawari_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("okawari_sockets", "Open sockets", registry=self.registry)
        self.thinking = Gauge("okawari_thinking", "Bots and coaches that think or wait to", registry=self.registry)
        self.choices = Counter("okawari_choices", "Choices made", ["by"], registry=self.registry)
        self.refused = Counter("okawari_refused", "Requests refused", ["code"], registry=self.registry)
        self.commits = Histogram(
            "okawari_commit_seconds",
            "Time to a durable commit of a group",
            buckets=[n / 1000 for n in _MILLISECONDS],
            registry=self.registry,
        )


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Everything that was counted, as Prometheus reads it."""
    return Response(generate_latest(request.app.state.metrics.registry), media_type=CONTENT_TYPE_LATEST)


@router.get("/healthz", include_in_schema=False)
async def health(request: Request) -> Response:
    """Whether the server can read its log."""
    await request.app.state.tables.store.with_code("", 0.0)
    return Response("ok\n", media_type="text/plain")
