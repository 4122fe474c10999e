"""What the tests of the npm package share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.js import player


@pytest.fixture(scope="session")
def node() -> Iterator[player.Player]:
    """A process that plays with the npm package."""
    with player.player() as playing:
        yield playing
