"""Metrics and health check, for the operator of the server."""

from __future__ import annotations

from hmac import compare_digest
from ipaddress import ip_address

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from okawari.server.play.errors import Refusal

router = APIRouter()

#: Headers that proxies add to requests.
_FORWARDED = {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"}


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """All metrics in the format of Prometheus: for requests with the token or, if none is set, from this machine."""
    if not _may_read_metrics(request):
        raise Refusal("metrics-closed", 403)
    return Response(await request.app.state.scrape(), media_type=CONTENT_TYPE_LATEST)


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
    """Status 200 if the database can be written, else 503."""
    if await request.app.state.tables.can_write():
        return Response("ok\n", media_type="text/plain")
    return Response("The database cannot be written.\n", status_code=503, media_type="text/plain")
