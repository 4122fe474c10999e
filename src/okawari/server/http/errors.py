"""HTTP responses to errors: all have the same JSON body."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from okawari.game import OkawariError
from okawari.server.play.errors import Refusal
from okawari.server.storage.store import Unavailable
from okawari.server.wire.messages import Problem
from okawari.server.wire.problems import problem_of

#: The problem codes for HTTP statuses.
HTTP_CODES = {404: "not-found", 405: "not-allowed", 408: "too-slow", 413: "too-large", 429: "too-fast"}


def problem_response(problem: Problem, status: int, headers: dict[str, str] | None = None) -> JSONResponse:
    """The HTTP response that carries a problem."""
    return JSONResponse({"problem": problem.model_dump()}, status_code=status, headers=headers)


async def on_refusal(request: Request, error: Exception) -> JSONResponse:
    """A `Refusal`: its own status and code."""
    assert isinstance(error, Refusal)
    return problem_response(problem_of(error), error.status)


async def on_okawari_error(request: Request, error: Exception) -> JSONResponse:
    """An error of the rules: status 400 and its code."""
    assert isinstance(error, OkawariError)
    return problem_response(problem_of(error), 400)


async def on_bad_request(request: Request, error: Exception) -> JSONResponse:
    """A request that does not match the schema: status 422 and the wrong fields, without their values."""
    assert isinstance(error, RequestValidationError)
    where = [".".join(str(part) for part in fault["loc"]) for fault in error.errors()]
    return problem_response(Problem(code="bad-request", params={"where": sorted(set(where))[:5]}), 422)


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    """An error of HTTP, such as an unknown path or method, or a `Refusal` while the body was read."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refusal):
        return await on_refusal(request, error.__cause__)
    refusal = problem_response(Problem(code=HTTP_CODES.get(error.status_code, "bad-request")), error.status_code)
    refusal.headers.update(error.headers or {})
    if error.status_code == 405 and (allowed := methods_of(request)):
        refusal.headers["Allow"] = ", ".join(sorted(allowed))
    return refusal


def methods_of(request: Request) -> set[str]:
    """All methods of the path of a request; its first route alone would list only its own."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    here = [methods for path, methods in paths.items() if compile_path(path)[0].match(request.url.path)]
    return {method.upper() for methods in here for method in methods}


async def on_unavailable(request: Request, error: Exception) -> JSONResponse:
    """The database does not answer: status 503, and the client may try again."""
    return problem_response(Problem(code="busy"), 503)


async def on_crash(request: Request, error: Exception) -> JSONResponse:
    """A fault of the server: status 500 without details."""
    return problem_response(Problem(code="server-fault"), 500)


def install(app: FastAPI) -> None:
    """Register the exception handlers."""
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(OkawariError, on_okawari_error)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Unavailable, on_unavailable)
    app.add_exception_handler(Exception, on_crash)
