"""What the tests of the npm package share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.js.node import Node, running


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    """A process that plays with the npm package."""
    with running("player.mjs") as process:
        yield process
