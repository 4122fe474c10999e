"""The guard at the door: where requests may come from, how large they may be, and what every answer carries."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from okawari.server.messages import Problem
from okawari.server.problems import WireProblem, answer
from okawari.server.settings import Settings

#: The longest body of a request: a whole game written down, and room to spare.
MOST_BYTES = 512 * 1024
_SAFE = {"GET", "HEAD", "OPTIONS"}

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Stands before everything else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._home = urlsplit(settings.public_url).netloc if settings.public_url else None
        self._headers = dict(_HEADERS)
        if settings.secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _from_home(self, headers: Headers) -> bool:
        """Whether a request comes from our own page; programs that are no browsers do not say."""
        origin = headers.get("origin")
        if origin is None:
            return True
        return urlsplit(origin).netloc in {headers.get("host"), self._home} - {None, ""}

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._from_home(Headers(scope=scope)):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in _SAFE and not self._from_home(headers):
            await answer(Problem(code="bad-origin"), 403)(scope, receive, send_guarded)
        elif _length(headers) > MOST_BYTES:
            await answer(Problem(code="too-large"), 413)(scope, receive, send_guarded)
        else:
            await self._app(scope, _measured(receive), send_guarded)


def _length(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() else 0


def _measured(receive: Receive) -> Receive:
    """A body that did not say how long it is must not be too long either."""
    total = 0

    async def receive_measured() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BYTES:
            raise WireProblem("too-large", 413)
        return message

    return receive_measured
