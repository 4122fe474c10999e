"""What the server counts and measures, for Prometheus."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from okawari.server.problems import WireProblem

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


#: Headers of requests that came through a proxy.
_FORWARDED = {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"}


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Everything that was counted, as Prometheus reads it: for whoever has the token, or asks on this machine."""
    if not _may_read_metrics(request):
        raise WireProblem("metrics-closed", 403)
    return Response(generate_latest(request.app.state.metrics.registry), media_type=CONTENT_TYPE_LATEST)


def _may_read_metrics(request: Request) -> bool:
    if token := request.app.state.settings.metrics_token:
        shown = request.headers.get("authorization", "").removeprefix("Bearer ")
        return compare_digest(shown.encode(), token.encode())
    proxied = any(name in request.headers for name in _FORWARDED)
    return not proxied and request.client is not None and _is_loopback(request.client.host)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@router.get("/healthz", include_in_schema=False)
async def health(request: Request) -> Response:
    """Whether the server can write its log."""
    if await request.app.state.tables.can_write():
        return Response("ok\n", media_type="text/plain")
    return Response("The database cannot be written.\n", status_code=503, media_type="text/plain")
