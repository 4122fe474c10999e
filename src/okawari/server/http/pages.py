"""The page: the files that were built, and its first page for every path that the browser routes itself."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from okawari.server.play.errors import Refusal

router = APIRouter(include_in_schema=False)

_FOREVER = "public, max-age=31536000, immutable"
_NOT_BUILT = (
    "The page of Okawari was not built.\n"
    "Whoever runs this server builds it with `make page`; the API is described at /api/docs.\n"
)
#: Links of the preview that must be whole, because others follow them.
_PREVIEW = re.compile(r'(<meta\s+(?:property|name)="(?:og:image|twitter:image)"\s+content=")(/[^"]*)(")')


def page_folder() -> Path:
    """Where the page is built to."""
    return Path(str(resources.files("okawari").joinpath("page")))


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """Every path of the API in a plain list; the schema has the details."""
    items = []
    for path, methods in request.app.openapi()["paths"].items():
        for method, about in methods.items():
            words = html.escape(about.get("description") or about.get("summary", ""))
            items.append(f"<dt><code>{method.upper()} {html.escape(path)}</code></dt><dd>{words}</dd>")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Okawari API</title><h1>Okawari API</h1>'
    more = '<p>The whole schema: <a href="/api/openapi.json">openapi.json</a>.</p>'
    return HTMLResponse(f"{head}{more}<dl>{''.join(items)}</dl></html>")


@router.get("/assets/{file:path}")
async def asset(file: str) -> Response:
    """A built file; its name changes with what is in it, so it may be kept for ever."""
    return _file(page_folder() / "assets", file, _FOREVER)


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    """Whatever no route is for: a file beside the page, or the page itself, but nothing under the API."""
    path = scope["path"].removeprefix("/")
    if scope["type"] != "http" or path.split("/")[0] in ("api", "ws"):
        raise HTTPException(404)
    if scope["method"] not in ("GET", "HEAD"):
        raise HTTPException(405, headers={"Allow": "GET, HEAD"})
    await _answer(path, scope["app"].state.settings.public_url or "")(scope, receive, send)


def _answer(path: str, home: str) -> Response:
    folder = page_folder()
    index = folder / "index.html"
    if path and "/" not in path and "." in path and path != "index.html":
        return _file(folder, path, "public, max-age=3600")
    if not index.is_file():
        return PlainTextResponse(_NOT_BUILT, status_code=503)
    return HTMLResponse(_index(index, index.stat().st_mtime_ns, home), headers={"Cache-Control": "no-cache"})


def _file(folder: Path, name: str, cache_control: str) -> Response:
    try:
        file = (folder / name).resolve()
        found = file.is_relative_to(folder.resolve()) and file.is_file()
    except (OSError, ValueError):
        # A name that no file can have.
        found = False
    if not found:
        raise Refusal("not-found", 404)
    return FileResponse(file, headers={"Cache-Control": cache_control})


@lru_cache(2)
def _index(file: Path, _built: int, home: str) -> str:
    """The first page; where the server knows its address, with a link preview that others can follow."""
    text = file.read_text(encoding="utf-8")
    if not home:
        return text
    url = f'<meta property="og:url" content="{html.escape(home)}/" />'
    text = _PREVIEW.sub(lambda found: f"{found[1]}{html.escape(home)}{found[2]}{found[3]}", text)
    return text.replace("</head>", f"  {url}\n  </head>", 1)
