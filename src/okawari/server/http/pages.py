"""The page: its built files, and index.html for every path that the page routes itself."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from okawari.server.http.encodings import ENDINGS, file_response
from okawari.server.play.errors import Refusal

router = APIRouter(include_in_schema=False)

_FOREVER = "public, max-age=31536000, immutable"
_AN_HOUR = "public, max-age=3600"
#: May be stored, but is asked for again each time.
_CHECKED = "no-cache"
#: The service worker, by which browsers notice a new page.
_WORKER = "sw.js"
_NOT_BUILT = (
    "The page of Okawari was not built.\n"
    "The operator of this server builds it with `make page`; the API is described at /api/docs.\n"
)
#: The addresses of files beside index.html.
_BESIDE = re.compile(r'(\s(?:href|src|content)=")\./')
#: The links of the preview, which must be absolute for the programs that read it.
_PREVIEW = re.compile(r'(<meta\s+(?:property|name)="(?:og:image|twitter:image)"\s+content=")(/[^"]*)(")')
#: A host with its port, in a form that needs no escaping.
HOST = re.compile(r"(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?", re.ASCII | re.IGNORECASE)


def page_folder() -> Path:
    """The folder that the page is built into."""
    return Path(str(resources.files("okawari").joinpath("page")))


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """A plain list of all paths of the API; the schema has the details."""
    items = []
    for path, methods in request.app.openapi()["paths"].items():
        for method, about in methods.items():
            words = html.escape(about.get("description") or about.get("summary", ""))
            items.append(f"<dt><code>{method.upper()} {html.escape(path)}</code></dt><dd>{words}</dd>")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Okawari API</title><h1>Okawari API</h1>'
    more = '<p>The whole schema: <a href="/api/openapi.json">openapi.json</a>.</p>'
    return HTMLResponse(f"{head}{more}<dl>{''.join(items)}</dl></html>")


@router.get("/assets/{file:path}")
async def asset(file: str, request: Request) -> Response:
    """A built file; its name contains a hash of its content, so it may be cached for ever."""
    return _file(page_folder() / "assets", file, request.headers, _FOREVER)


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a path without a route: with a file beside index.html or with index.html, and 404 under /api and /ws."""
    path = scope["path"].removeprefix("/")
    if scope["type"] != "http" or path.split("/")[0] in ("api", "ws"):
        raise HTTPException(404)
    if scope["method"] not in ("GET", "HEAD"):
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    await _response(path, Headers(scope=scope), _home(scope))(scope, receive, send)


def _home(scope: Scope) -> str:
    """The public address of the server: that of its settings, or else the one that the request was sent to."""
    if known := scope["app"].state.settings.public_url:
        return str(known)
    host = Headers(scope=scope).get("host", "")
    return f"{scope['scheme']}://{host}" if HOST.fullmatch(host) else ""


def _response(path: str, request: Headers, home: str) -> Response:
    folder = page_folder()
    index = folder / "index.html"
    if path and "/" not in path and "." in path and path != "index.html":
        return _file(folder, path, request, _CHECKED if path == _WORKER else _AN_HOUR)
    if not index.is_file():
        return PlainTextResponse(_NOT_BUILT, status_code=503)
    return HTMLResponse(_index(index, index.stat().st_mtime_ns, home), headers={"Cache-Control": _CHECKED})


def _file(folder: Path, name: str, request: Headers, cache_control: str) -> Response:
    try:
        file = (folder / name).resolve()
        found = file.is_relative_to(folder.resolve()) and file.is_file() and file.suffix not in ENDINGS.values()
    except (OSError, ValueError):
        # The name is not valid in the file system.
        found = False
    if not found:
        raise Refusal("not-found", 404)
    return file_response(file, request, cache_control)


@lru_cache(16)
def _index(file: Path, _built: int, home: str) -> str:
    """The text of index.html, for any path; if the server's address is known, with absolute links in its preview."""
    text = _BESIDE.sub(r"\1/", file.read_text(encoding="utf-8"))
    if not home:
        return text
    url = f'<meta property="og:url" content="{html.escape(home)}/" />'
    text = _PREVIEW.sub(lambda found: f"{found[1]}{html.escape(home)}{found[2]}{found[3]}", text)
    return text.replace("</head>", f"  {url}\n  </head>", 1)
