"""Middleware that checks the rate, origin and size of every request, and the headers of every response."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from okawari.server.http.errors import problem_response
from okawari.server.http.policy import POLICY_HEADER
from okawari.server.play.errors import Refusal
from okawari.server.security.connections import network_of
from okawari.server.security.limits import ANYTHING, Limits
from okawari.server.settings import Settings
from okawari.server.wire.messages import Problem

#: The longest body of a request: more than the record of any game.
MOST_BYTES = 512 * 1024
#: Seconds in which the body of a request must arrive.
BODY = 30.0
_SAFE = {"GET", "HEAD", "OPTIONS"}

_HEADERS = {
    "Content-Security-Policy": POLICY_HEADER,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def security_headers(settings: Settings) -> dict[str, str]:
    """The headers of every response, also of those that the application does not make."""
    return _HEADERS | ({"Strict-Transport-Security": "max-age=31536000"} if settings.secure else {})


class RequestGuard:
    """Checks every request and websocket before the application gets it."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self._app = app
        self._own_host = urlsplit(settings.public_url).netloc if settings.public_url else None
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or websocket to the application, or refuse it."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _from_own_origin(self, headers: Headers) -> bool:
        """Whether a request comes from the server's own page, or has no Origin because it is not from a browser."""
        origin = headers.get("origin")
        if origin is None:
            return True
        try:
            return urlsplit(origin).netloc in {headers.get("host"), self._own_host} - {None, ""}
        except ValueError:
            return False

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._from_own_origin(Headers(scope=scope)):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_uncached(message: Message) -> None:
            if message["type"] == "http.response.start" and scope["path"].startswith("/api"):
                MutableHeaders(scope=message).setdefault("Cache-Control", "no-store")
            await send(message)

        if refusal := self._refusal(scope):
            await refusal(scope, receive, send_uncached)
        else:
            await self._app(scope, _limited_body(receive), send_uncached)

    def _refusal(self, scope: Scope) -> Response | None:
        """The response that refuses a request; None if it is allowed."""
        headers = Headers(scope=scope)
        if not self._within_rate(scope):
            return problem_response(Problem(code="too-fast"), 429)
        if "transfer-encoding" in headers and "content-length" in headers:
            # Proxies and servers disagree about where such a request ends: request smuggling.
            return problem_response(Problem(code="bad-request"), 400, {"Connection": "close"})
        if scope["method"] not in _SAFE and not self._from_own_origin(headers):
            return problem_response(Problem(code="bad-origin"), 403)
        if _length(headers) > MOST_BYTES:
            return problem_response(Problem(code="too-large"), 413)
        return None

    def _within_rate(self, scope: Scope) -> bool:
        try:
            self._limits.take(ANYTHING, network_of(scope["client"][0]) if scope["client"] else "")
        except Refusal:
            return False
        return True


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() else 0


def _limited_body(receive: Receive) -> Receive:
    """Limit the length of a body that has no Content-Length, and the time in which any body must arrive."""
    total = 0
    end = asyncio.get_running_loop().time() + BODY
    whole = False

    async def receive_limited() -> Message:
        nonlocal total, whole
        try:
            # After the body, the application waits here for the disconnect of the client.
            async with asyncio.timeout_at(None if whole else end):
                message = await receive()
        except TimeoutError:
            raise Refusal("too-slow", 408) from None
        whole = not message.get("more_body", False)
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise Refusal("too-large", 413)
        return message

    return receive_limited
