"""What some tests need and not every machine has."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def skip_without(what: str, installed_by: str) -> NoReturn:
    """Skip a test because a program is missing; with CI=true that is a failure."""
    message = f"{what} is missing: {installed_by}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(f"NOT RUN: {message}")
