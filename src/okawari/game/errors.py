"""The exceptions of Okawari. Their messages say what is wrong and what would be right."""

from __future__ import annotations

from typing import Any

from okawari.texts import say


class OkawariError(ValueError):
    """An invalid request. Nothing was changed.

    `code` and `params` identify the problem, for programs and for texts; the message is in English.
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(self.in_language("en"))

    def in_language(self, language: str) -> str:
        """The message in another language."""
        return say(language, f"error.{self.code}", **self.params)


class SettingError(OkawariError):
    """A setting that the rulebooks do not allow."""


class IllegalMove(OkawariError):
    """A move that the rules do not allow, or a text or number that is not a move."""


class BadFile(OkawariError):
    """A record, view or position that cannot be read, or contradicts itself."""
