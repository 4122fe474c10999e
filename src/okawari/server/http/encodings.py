"""Compressed answers: what was compressed beforehand is sent to the clients that accept it.

Nothing is compressed for a single request, which would let one visitor slow the others.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Collection
from mimetypes import guess_type
from pathlib import Path

from fastapi.responses import FileResponse, Response
from pydantic import BaseModel
from starlette.datastructures import Headers

#: The codings of HTTP and the endings of files in them, the best first.
ENDINGS = {"br": ".br", "gzip": ".gz"}
IDENTITY = "identity"
#: Longer lists of accepted codings are read up to here.
_MOST_ACCEPTED = 200
#: The weight of the uncoded form where it is not named: it is accepted, but anything named is preferred.
_LAST = 0.001


def preferred(accepted: str, available: Collection[str]) -> str:
    """The coding that a client likes best, by its `Accept-Encoding`; the uncoded form if it accepts none."""
    weights = dict(_weight(item) for item in accepted[:_MOST_ACCEPTED].lower().split(","))
    codings = [coding for coding in ENDINGS if coding in available]
    liking = {coding: weights.get(coding, weights.get("*", 0.0)) for coding in codings}
    liking[IDENTITY] = weights.get(IDENTITY, weights.get("*", _LAST))
    best = max(liking, key=lambda coding: liking[coding])
    return best if liking[best] > 0 else IDENTITY


def _weight(item: str) -> tuple[str, float]:
    """A coding and its weight, from 0 to 1; one that cannot be read is 0."""
    coding, _, params = item.partition(";")
    name, _, value = params.partition("=")
    try:
        return coding.strip(), min(max(float(value), 0.0), 1.0) if name.strip() == "q" else 1.0
    except ValueError:
        return coding.strip(), 0.0


def file_response(file: Path, request: Headers, cache_control: str) -> Response:
    """A file, in the coding that the client prefers of those that lie beside it.

    Parts of it, which a `Range` asks for, are of the file itself.
    """
    available = [coding for coding, ending in ENDINGS.items() if _coded(file, ending).is_file()]
    coding = IDENTITY if "range" in request else preferred(request.get("accept-encoding", ""), available)
    headers = {"Cache-Control": cache_control} | ({"Vary": "Accept-Encoding"} if available else {})
    if coding != IDENTITY:
        headers["Content-Encoding"] = coding
    sent = _coded(file, ENDINGS.get(coding, ""))
    # A type that is guessed from the name of the coded file would be that of the coding.
    kind = guess_type(file.name)[0]
    return _unless_known(FileResponse(sent, headers=headers, media_type=kind, stat_result=sent.stat()), request)


def _coded(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


class ConstantJson:
    """JSON that is the same for everybody, encoded and compressed once."""

    def __init__(self, content: BaseModel) -> None:
        body = content.model_dump_json().encode()
        self._bodies = {IDENTITY: body, "gzip": gzip.compress(body, mtime=0)}
        self._digest = hashlib.sha256(body).hexdigest()[:32]

    def response(self, request: Headers) -> Response:
        """The answer to a request: the JSON, or that the client has it."""
        coding = preferred(request.get("accept-encoding", ""), self._bodies)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding", "ETag": f'"{self._digest}-{coding}"'}
        if coding != IDENTITY:
            headers["Content-Encoding"] = coding
        answer = Response(self._bodies[coding], headers=headers, media_type="application/json")
        return _unless_known(answer, request)


def _unless_known(answer: Response, request: Headers) -> Response:
    """An answer, or status 304 if the client has it already."""
    known = [tag.strip().removeprefix("W/") for tag in request.get("if-none-match", "").split(",")]
    if answer.headers["etag"] not in known and "*" not in known:
        return answer
    kept = ("cache-control", "etag", "last-modified", "vary")
    return Response(status_code=304, headers={name: answer.headers[name] for name in kept if name in answer.headers})
