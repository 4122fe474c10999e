"""Why something is refused: a code and parameters, never words, and never more than whoever asks may know."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A request that is refused: its words are `wire.error.CODE` in the catalogues, and `status` is that of HTTP."""

    def __init__(self, code: str, status: int = 400, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params
