"""The exception of refused requests. It carries a code and parameters, no text, and nothing secret."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A request is refused: its text is `wire.error.CODE` in the catalogues, `status` is the HTTP status."""

    def __init__(self, code: str, status: int = 400, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params
