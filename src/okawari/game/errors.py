"""What went wrong, and what would be right."""

from __future__ import annotations

from typing import Any

from okawari.texts import say


class OkawariError(ValueError):
    """Something that cannot be done. Nothing was changed.

    `code` and `params` say what, for programs and translators; the message says it in English.
    """

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(self.in_language("en"))

    def in_language(self, language: str) -> str:
        """The message in another language."""
        return say(language, f"error.{self.code}", **self.params)


class SettingError(OkawariError):
    """A table that the rulebooks do not allow."""


class IllegalMove(OkawariError):
    """A move that the rules do not allow, or that nobody can read."""


class BadFile(OkawariError):
    """A record or position that cannot be read, or does not hold together."""
