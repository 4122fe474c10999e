"""Answers of HTTP to what went wrong: every refusal leaves the server in the same shape."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import compile_path

from okawari.game import OkawariError
from okawari.server.play.errors import Refusal
from okawari.server.wire.messages import Problem
from okawari.server.wire.problems import problem_of

#: The codes of HTTP's own errors.
HTTP_CODES = {404: "not-found", 405: "not-allowed", 408: "too-slow", 413: "too-large", 429: "too-fast"}


def answer(problem: Problem, status: int, headers: dict[str, str] | None = None) -> JSONResponse:
    """An HTTP answer that says what was wrong."""
    return JSONResponse({"problem": problem.model_dump()}, status_code=status, headers=headers)


async def on_wire_problem(request: Request, error: Exception) -> JSONResponse:
    """The server refused."""
    assert isinstance(error, Refusal)
    return answer(problem_of(error), error.status)


async def on_okawari_error(request: Request, error: Exception) -> JSONResponse:
    """The rules refused."""
    assert isinstance(error, OkawariError)
    return answer(problem_of(error), 400)


async def on_bad_request(request: Request, error: Exception) -> JSONResponse:
    """The request was not shaped as the schema has it; where, but not what it held."""
    assert isinstance(error, RequestValidationError)
    where = [".".join(str(part) for part in fault["loc"]) for fault in error.errors()]
    return answer(Problem(code="bad-request", params={"where": sorted(set(where))[:5]}), 422)


async def on_http_error(request: Request, error: Exception) -> JSONResponse:
    """No such path, or not with this method; or a body that could not be read, because we refused to."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refusal):
        return await on_wire_problem(request, error.__cause__)
    refusal = answer(Problem(code=HTTP_CODES.get(error.status_code, "bad-request")), error.status_code)
    refusal.headers.update(error.headers or {})
    if error.status_code == 405 and (allowed := methods_of(request)):
        refusal.headers["Allow"] = ", ".join(sorted(allowed))
    return refusal


def methods_of(request: Request) -> set[str]:
    """Every method of the path of a request: its first route alone would name only its own."""
    paths: dict[str, dict[str, Any]] = request.app.openapi()["paths"]
    here = [methods for path, methods in paths.items() if compile_path(path)[0].match(request.url.path)]
    return {method.upper() for methods in here for method in methods}


async def on_crash(request: Request, error: Exception) -> JSONResponse:
    """A fault of the server's own: nothing of it is told."""
    return answer(Problem(code="server-fault"), 500)


def install(app: FastAPI) -> None:
    """Every refusal leaves the house in the same shape."""
    app.add_exception_handler(Refusal, on_wire_problem)
    app.add_exception_handler(OkawariError, on_okawari_error)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_crash)
